/* Making a system for a model: one block for all that changes while time runs, and the table of callbacks. */
#include "network/solve/linear.h"
#include "network/network.h"
#include "network/user/slide.h"
#include "network/user/stage.h"

#include "base/span.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/linear_mode.h"
#include "network/motion/local.h"
#include "network/motion/plan.h"
#include "network/motion/switching.h"
#include "network/motion/weak.h"
#include "network/solve/consistent.h"
#include "network/solve/derivatives.h"
#include "network/solve/pattern.h"
#include "network/start/initialize.h"
#include "network/user/delay.h"
#include "network/user/evaluate.h"
#include "network/user/grip.h"
#include "network/user/modes.h"
#include "network/user/pieces.h"
#include "network/user/structure.h"
#include "network/user/tangents.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe(eg_system *base, int i, char *text, size_t size)
{
    const eg_model *m = eg_network_of(base)->m;
    int bodies = m->body_count - 1;
    if (i < bodies) {
        const eg_body *b = &m->bodies[i + 1];
        const eg_coordinate_part *p = b->coordinate < 0 ? NULL : &m->parts.coordinate[b->coordinate];
        if (p && p->variable_s >= 0) {
            const eg_instance *x = &m->instances[p->instance];
            snprintf(text, size, "position %s.%s", x->path, x->class->variables[p->variable_s].name);
        } else if (b->variable) {
            snprintf(text, size, "position %s", b->variable);
        } else {
            snprintf(text, size, "position of %s", b->name);
        }
    } else if (i < 2 * bodies) {
        snprintf(text, size, "speed of %s", m->bodies[i - bodies + 1].name);
    } else if (i >= m->first.block && i < m->first.heat) {
        for (int k = 0; k < m->net_count; k++)
            if (i >= m->nets[k].state && i < m->nets[k].state + m->nets[k].states)
                snprintf(text, size, "state of the block %s", eg_instance_path(m, m->nets[k].instance));
    } else if (i < m->first.block) {
        for (int k = 0; k < m->drive_count; k++)
            if (i >= m->drives[k].state && i < m->drives[k].state + m->drives[k].states)
                snprintf(text, size, "motion of the drive %s", eg_instance_path(m, m->drives[k].instance));
    } else if (i < m->first.loop) {
        for (int k = 0; k < m->heat_count; k++)
            if (m->heat[k].unknown == i)
                snprintf(text, size, "temperature of %s", m->heat[k].name);
    } else if (i >= m->first.user) {
        snprintf(text, size, "variable %s", m->user->quantities[m->user->unknown_of[i - m->first.user]].path);
    } else {
        for (int k = 0; k < m->net_count; k++)
            if (m->nets[k].unknown == i - m->first.loop)
                snprintf(text, size, "signal %s", m->nets[k].name);
    }
}

/* How hard does an element hold the body whose row leads, in steps of `length`: by its damper or its
 * spring? */
static double hold(const eg_network *s, int element, int lead, double length, bool *is_damper)
{
    const eg_element *e = &s->m->elements[element];
    const int a = s->stick.lead[e->body_a], b = s->stick.lead[e->body_b];
    const double damper = fabs(s->force[element].df_dv), spring = length * fabs(s->force[element].df_ds);
    *is_damper = damper >= spring;
    return a != b && (a == lead || b == lead) ? fmax(damper, spring) : 0;
}

static void describe_hold(eg_system *base, int i, double length, char *text, size_t size)
{
    const eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    const int bodies = m->body_count - 1, lead = i < 2 * bodies ? s->stick.lead[i % bodies + 1] : 0;
    int hardest = -1;
    double most = 0;
    bool is_damper = false, is;
    for (int k = 0; k < m->element_count && lead > 0; k++) {
        const double now = hold(s, k, lead, length, &is);
        if (!(now <= most)) {
            most = now;
            hardest = k;
            is_damper = is;
        }
    }
    text[0] = '\0';
    if (hardest < 0)
        return;
    const eg_element *e = &m->elements[hardest];
    const eg_force *f = &s->force[hardest];
    const char *unit = m->nodes[e->node_a].rotational ? "N.m/rad" : "N/m";
    if (is_damper)
        unit = m->nodes[e->node_a].rotational ? "N.m.s/rad" : "N.s/m";
    snprintf(text, size, "the %s of %s, %.3g %s", is_damper ? "damping" : "stiffness",
             eg_instance_path(m, e->instance), fabs(is_damper ? f->df_dv : f->df_ds), unit);
}

/* By how much the springs are deformed that a balance of forces consists of. Its position is known no better
 * than the forces' rounding leaves that, and where it moves little a hundredth of it is still asked for. */
static double deformation(const eg_network *s, const eg_balance *b)
{
    double most = 0;
    for (int k = b->first; k < b->first + b->count; k++) {
        const eg_force *f = &s->force[s->balance.terms[k].index];
        if (f->df_ds != 0)
            most = fmax(most, fabs(f->f / f->df_ds));
    }
    return most;
}

/* Of what is algebraic only positions are asked for with accuracy. Speeds, temperatures and signals follow
 * from the rest at every point, as accurately as differences of forces allow: behind a stiff spring and a
 * weak damper a speed magnifies the error of a position by c/d, and steps that had to resolve that would
 * never grow. A temperature that radiation determines is asked for too, and what users' equations determine
 * that are not linear: its balance is of fourth degree, and a prediction that nobody watches may end where
 * Newton's method does not come back from. */
static void nominals(eg_system *base, const double *y, double *nominal)
{
    const eg_model *m = eg_network_of(base)->m;
    eg_network_nominals(base, y, nominal);
    eg_network_watch_rounding(eg_network_of(base));
    for (int i = m->body_count - 1; i < m->n; i++)
        if (!base->differential[i])
            nominal[i] = INFINITY;
    for (int i = 0; i < m->heat_count && m->thermal.radiates; i++)
        if (m->heat[i].radiates && m->heat[i].unknown >= 0)
            nominal[m->heat[i].unknown] = 0;
    for (int i = m->first.user; i < m->n && m->user; i++)
        if (!base->differential[i] && m->user->is_curved[i - m->first.user])
            nominal[i] = 0;
    const eg_network *s = eg_network_of(base);
    for (int i = 0; i < s->balance.count; i++) {
        const double least = 1e-2 * deformation(s, &s->balance.list[i]);
        nominal[s->balance.list[i].row] = fmax(nominal[s->balance.list[i].row], least);
    }
}

/* Unknowns without a derivative first: parts without mass, temperatures, loops. Then what ties
 * accelerations together. */
static bool is_explicit(eg_system *base, char *reason, size_t size)
{
    const eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    char who[160];
    if (s->simple)
        return true;
    const bool slides = eg_slides(s); /* then it is where all is differential */
    for (int i = 0; i < m->n; i++)
        if (!s->differential[i]) {
            describe(base, i, who, sizeof who);
            snprintf(reason, size, "the %s is algebraic", who);
            return false;
        }
    if (slides)
        return true;
    if (m->user && !m->user->is_explicit) {
        snprintf(reason, size, "the equations of %s do not give each der(...) from values alone", m->name);
        return false;
    }
    if (m->user && m->user->is_implicit) {
        snprintf(reason, size, "forces or signals that equations of %s give depend on derivatives", m->name);
        return false;
    }
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].dynamic && m->nets[i].kind == EG_SIGNAL_SENSOR && m->nets[i].order == 2) {
            snprintf(reason, size, "forces depend on the acceleration %s", m->nets[i].name);
            return false;
        }
    for (int i = 0; i < m->inertia_count; i++)
        if (m->inertias[i].mass > 0 && m->nodes[m->inertias[i].node].more > 0) {
            snprintf(reason, size, "the inertia of %s is moved by several bodies",
                     eg_instance_path(m, m->inertias[i].instance));
            return false;
        }
    snprintf(reason, size, "forces in %s depend on accelerations", m->name);
    return false;
}

/* The contact edge, where an element with a law of non-integer exponent touches, or a law of equations. */
static void roughness(eg_system *base, double *rough)
{
    const eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        for (int k = 0; k < e->ops->switch_count; k++)
            rough[e->first_switch + k] =
                e->ops->roughness ? e->ops->roughness(s->k + e->coefficients, s->mode[i], k) : 0;
    }
    for (int i = 0; m->user && i < m->user->relation_count; i++) {
        const eg_user_relation *r = &m->user->relations[i];
        if (r->switch_index >= 0)
            rough[r->switch_index] = s->user.mode[i] == r->rough_side ? r->roughness : 0;
    }
}

/* ---------------------------------------------------------------- times from the origin on */

/* Callbacks get times counted from the origin; everything behind them knows absolute ones. */

static int find_pattern(eg_system *base)
{
    eg_network *s = eg_network_of(base);
    if (eg_slides(s))
        return eg_slide_find_pattern(s);
    if (base->pattern)
        base->pattern = &s->jacobian.pattern;
    return eg_network_find_pattern(base);
}

static int settle(eg_system *base, double t, double *y, double *yp)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_settle(eg_network_of(base), eg_system_clock(base, t), y, yp);
    return eg_network_make_consistent(eg_network_of(base), eg_system_clock(base, t), y, yp);
}

static int residual(eg_system *base, double t, const double *y, const double *yp, double *r)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_residual(eg_network_of(base), eg_system_clock(base, t), y, yp, r);
    return eg_network_residual(base, eg_system_clock(base, t), y, yp, r);
}

static int jacobian(eg_system *base, double t, const double *y, const double *yp, double cj, double *values)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_jacobian(eg_network_of(base), eg_system_clock(base, t), y, cj, values);
    return eg_network_jacobian(base, eg_system_clock(base, t), y, yp, cj, values);
}

static int residual_noise(eg_system *base, double t, const double *y, const double *yp, double *noise)
{
    eg_network *s = eg_network_of(base);
    memset(noise, 0, sizeof *noise * (size_t)base->n);
    if (!s->m->user || eg_slides(s) || !eg_user_is_curved(s))
        return 0;
    eg_network_evaluate(s, base->origin + t, y, yp, 0);
    eg_user_residual_noise(s, noise);
    return 0;
}

static int derivatives(eg_system *base, double t, const double *y, double *yp)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_derivatives(eg_network_of(base), eg_system_clock(base, t), y, yp);
    return eg_network_stage(base, eg_system_clock(base, t), y, yp);
}

static int switching(eg_system *base, double t, const double *y, double *h)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_switching(eg_network_of(base), eg_system_clock(base, t), y, h);
    return eg_network_switching(base, eg_system_clock(base, t), y, h);
}

static int switching_rates(eg_system *base, double t, const double *y, const double *yp, double *dh)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_switching_rates(eg_network_of(base), eg_system_clock(base, t), y, yp, dh);
    return eg_network_switching_rates(base, eg_system_clock(base, t), y, yp, dh);
}

static int switching_noise(eg_system *base, double t, const double *y, double *noise)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_switching_noise(eg_network_of(base), eg_system_clock(base, t), y, noise);
    return eg_network_switching_noise(base, eg_system_clock(base, t), y, noise);
}

static int handle_event(eg_system *base, double t, const bool *fired, double *y, double *yp, bool *jumped,
                        eg_event_sink *sink)
{
    return eg_network_handle_event(base, eg_system_clock(base, t), fired, y, yp, jumped, sink);
}

static eg_status initialize(eg_system *base, double t, double *y, double *yp)
{
    return eg_network_initialize(base, eg_system_clock(base, t), y, yp);
}

static eg_linear_mode *linear_mode(eg_system *base, double t, const double *y, const double *yp)
{
    return eg_network_linear_mode(base, eg_system_clock(base, t), y, yp);
}

static const eg_local *pieces(eg_system *base, double t, const double *y, bool *out_of_memory)
{
    return eg_network_local(base, eg_system_clock(base, t), y, out_of_memory);
}

static int fixed_model(eg_system *base, double t, const double *y, const eg_fixed_wish *wish,
                       eg_fixed_model **model)
{
    return eg_network_fixed_model(base, eg_system_clock(base, t), y, wish, model);
}

static int powers(eg_system *base, double t, const double *y, double *power)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_powers(eg_network_of(base), eg_system_clock(base, t), y, power);
    return eg_network_powers(base, eg_system_clock(base, t), y, power);
}

static int sample(eg_system *base, double t, const double *y, double *power, double *h)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_sample(eg_network_of(base), eg_system_clock(base, t), y, power, h);
    return eg_network_sample(base, eg_system_clock(base, t), y, power, h);
}

static int energy(eg_system *base, double t, const double *y, double *kinetic, double *potential)
{
    if (eg_slides(eg_network_of(base)))
        return eg_slide_energy(eg_network_of(base), eg_system_clock(base, t), y, kinetic, potential);
    return eg_network_energy(base, eg_system_clock(base, t), y, kinetic, potential);
}

static void reaches(eg_system *base, double t, const double *y, double *reach)
{
    eg_network_reaches(base, eg_system_clock(base, t), y, reach);
}

static double linear_inputs(eg_system *base, const eg_linear_mode *mode, double t, const double *y, int order,
                            double unit, double *series, double *slope)
{
    return eg_network_linear_inputs(base, mode, eg_system_clock(base, t), y, order, unit, series, slope);
}

static void fixed_inputs(eg_system *base, const eg_fixed_model *model, double t, double *inputs)
{
    eg_network_fixed_inputs(base, model, eg_system_clock(base, t), inputs);
}

static void fixed_follow(eg_system *base, const eg_fixed_model *model, double t, const double *y,
                         const double *yp, double *inputs)
{
    eg_network_fixed_follow(base, model, eg_system_clock(base, t), y, yp, inputs);
}

static int fixed_beside(eg_system *base, double t, double h, const double *y, const double *yp, double *y1,
                        double *yp1)
{
    return eg_network_fixed_beside(base, eg_system_clock(base, t), h, y, yp, y1, yp1);
}

static int fixed_row(eg_system *base, eg_fixed_model *model, const eg_fixed_state *state, double t,
                     bool is_tried, double *y, double *yp)
{
    return eg_network_fixed_row(base, model, state, eg_system_clock(base, t), is_tried, y, yp);
}

static void local_fire(eg_system *base, double t, int element, int which, double s_rel, double v_rel,
                       eg_local_law *law, eg_event_sink *sink)
{
    eg_network_local_fire(base, eg_system_clock(base, t), element, which, s_rel, v_rel, law, sink);
}

static int local_check(eg_system *base, double t, int element)
{
    return eg_network_check_touch(base, eg_system_clock(base, t), element);
}

static double local_signal(eg_system *base, int signal, double t, int order, double unit, double *series)
{
    return eg_network_local_signal(base, signal, eg_system_clock(base, t), order, unit, series);
}

static int remember(eg_system *base, int node, int count, double t, const double *y, double *yp)
{
    return eg_network_remember(base, node, count, eg_system_clock(base, t), y, yp);
}

static double next_time_event(eg_system *base, double t)
{
    const double at = eg_network_next_time_event(base, eg_system_clock(base, t));
    return eg_system_since(base, at);
}

static const eg_system_ops ops = {
    .residual = residual,
    .jacobian = jacobian,
    .residual_noise = residual_noise,
    .derivatives = derivatives,
    .settle = settle,
    .orientation = eg_network_orientation,
    .switching = switching,
    .switching_rates = switching_rates,
    .switching_noise = switching_noise,
    .handle_event = handle_event,
    .next_time_event = next_time_event,
    .initialize = initialize,
    .nominals = nominals,
    .reaches = reaches,
    .is_explicit = is_explicit,
    .roughness = roughness,
    .find_pattern = find_pattern,
    .powers = powers,
    .sample = sample,
    .energy = energy,
    .remember = remember,
    .describe = describe,
    .describe_hold = describe_hold,
};

static const eg_linear_facet linear_facet = {
    .takes = eg_network_is_linear,
    .mode = linear_mode,
    .key = eg_network_mode_key,
    .inputs = linear_inputs,
};

static const eg_local_facet local_facet = {
    .takes = eg_network_is_local,
    .pieces = pieces,
    .law = eg_network_local_law,
    .expect = eg_network_local_expect,
    .fire = local_fire,
    .check = local_check,
    .signal = local_signal,
    .stored = eg_network_local_stored,
};

static const eg_fixed_facet fixed_facet = {
    .model = fixed_model,
    .inputs = fixed_inputs,
    .follow = fixed_follow,
    .beside = fixed_beside,
    .take = eg_network_fixed_take,
    .row = fixed_row,
};

static size_t largest_class(const eg_model *m)
{
    size_t ports = 1;
    for (int i = 0; i < m->instance_count; i++)
        if (m->instances[i].class->port_count > ports)
            ports = m->instances[i].class->port_count;
    return ports;
}

/* Hands out pieces of the block in turn; with a NULL block it only measures. */
typedef struct carver {
    char *block;
    size_t used;
} carver;

static void *carve(carver *c, size_t count, size_t size)
{
    size_t bytes = (count * size + 15) & ~(size_t)15;
    void *piece = c->block ? c->block + c->used : NULL;
    c->used += bytes;
    return piece;
}

/* NULL where there is no use for it. */
static void *carve_some(carver *c, bool is_used, size_t count, size_t size)
{
    return is_used ? carve(c, count, size) : NULL;
}

static size_t count_timed(const eg_model *m)
{
    size_t count = 0;
    for (int i = 0; i < m->instance_count; i++)
        count += m->instances[i].class->block && m->instances[i].class->block->phase_end;
    return count;
}

static size_t largest_rest(const eg_user *u)
{
    size_t most = 0;
    for (int i = 0; i < u->law_count; i++)
        most = (size_t)u->laws[i].rest.tape.count > most ? (size_t)u->laws[i].rest.tape.count : most;
    for (int i = 0; i < u->work_count; i++)
        most = (size_t)u->works[i].rest.tape.count > most ? (size_t)u->works[i].rest.tape.count : most;
    return most;
}

static void carve_users(eg_network *s, carver *c)
{
    const eg_model *m = s->m;
    const size_t n = (size_t)m->n, elements = (size_t)m->element_count;
    size_t code = (size_t)m->user->tape.count, inputs = (size_t)m->user->input_count;
    s->user.in = carve(c, inputs, sizeof *s->user.in);
    s->user.din = carve(c, inputs, sizeof *s->user.din);
    s->user.hold = carve(c, elements, sizeof *s->user.hold);
    s->user.hold_by = carve(c, (size_t)(m->user->holding_count * m->body_count), sizeof *s->user.hold_by);
    s->user.hold_rate = carve(c, elements, sizeof *s->user.hold_rate);
    s->user.value = carve(c, code + 1, sizeof *s->user.value); /* the last one: see stage.h */
    s->user.work = carve(c, code, sizeof *s->user.work);
    s->solver.mode_key = carve(c, elements + (size_t)eg_user_key_length(m), sizeof *s->solver.mode_key);
    if (m->user->clock >= 0)
        s->user.late = carve(c, code, sizeof *s->user.late);
    size_t relations = (size_t)m->user->relation_count, samples = (size_t)m->user->sample_count;
    s->user.mode = carve(c, relations, sizeof *s->user.mode);
    if (m->user->law_count + m->user->work_count > 0) {
        s->law.in = carve(c, inputs, sizeof *s->law.in);
        s->law.value = carve(c, code, sizeof *s->law.value);
        s->law.mode = carve(c, relations, sizeof *s->law.mode);
        s->law.rest = carve(c, largest_rest(m->user), sizeof *s->law.rest);
    }
    s->law.told = carve_some(c, m->user->names_contacts, relations, sizeof *s->law.told);
    s->user.changed = carve(c, relations, sizeof *s->user.changed);
    s->user.gripping = carve(c, (size_t)m->user->grip_count, sizeof *s->user.gripping);
    s->user.relevant = carve(c, relations, sizeof *s->user.relevant);
    s->strike.struck = carve(c, (size_t)m->user->impulse_count, sizeof *s->strike.struck);
    s->strike.work = carve(c, m->user->impulse_count > 0 ? 3 * n : 0, sizeof *s->strike.work);
    s->user.mark = carve(c, (size_t)m->user->tape.count, sizeof *s->user.mark);
    s->user.scale = carve(c, relations, sizeof *s->user.scale);
    s->user.recent = carve(c, relations, sizeof *s->user.recent);
    s->user.band = carve(c, relations, sizeof *s->user.band);
    s->sliding.slide = carve_some(c, relations > 0, 1, sizeof *s->sliding.slide);
    s->sliding.member = carve(c, relations, sizeof *s->sliding.member);
    s->sliding.relevant = carve(c, 4 * relations, sizeof *s->sliding.relevant);
    s->user.discrete = carve(c, (size_t)m->user->quantity_count, sizeof *s->user.discrete);
    s->user.begun = carve(c, (size_t)m->user->first_count, sizeof *s->user.begun);
    s->user.held = carve(c, (size_t)m->user->quantity_count, sizeof *s->user.held);
    s->user.assigned = carve(c, (size_t)m->user->quantity_count, sizeof *s->user.assigned);
    s->user.before = carve(c, (size_t)m->user->before_count, sizeof *s->user.before);
    s->user.condition = carve(c, (size_t)m->user->clause_count, sizeof *s->user.condition);
    s->user.sampled = carve(c, samples, sizeof *s->user.sampled);
    s->user.failed = carve(c, (size_t)m->user->action_count, sizeof *s->user.failed);
    s->user.sample = carve(c, samples, sizeof *s->user.sample);
}

static size_t carve_all(eg_network *s, char *block)
{
    const eg_model *m = s->m;
    size_t n = (size_t)m->n, elements = (size_t)m->element_count, instances = (size_t)m->instance_count;
    size_t drives = (size_t)m->drive_count, laws = elements + (size_t)eg_written_elements(m);
    carver c = {block, 0};
    s->mode = carve(&c, laws, sizeof *s->mode);
    s->memories =
        m->coefficients.are_memories ? carve(&c, (size_t)m->coefficients.count, sizeof *s->memories) : NULL;
    s->left.mode = carve(&c, laws, sizeof *s->left.mode);
    s->input = carve(&c, (size_t)m->interface.input_count * EG_INPUT_NUMBERS, sizeof *s->input);
    s->input_next = carve(&c, (size_t)m->interface.input_count * EG_INPUT_NUMBERS, sizeof *s->input_next);
    s->phase = carve_some(&c, m->net_count > 0, instances, sizeof *s->phase);
    s->left.phase = carve_some(&c, m->net_count > 0, instances, sizeof *s->left.phase);
    s->differential = carve(&c, n, sizeof *s->differential);
    s->balance.of = carve(&c, (size_t)m->body_count, sizeof *s->balance.of);
    s->balance.is_rate_row = carve(&c, n, sizeof *s->balance.is_rate_row);
    s->balance.shift = carve(&c, (size_t)m->body_count, sizeof *s->balance.shift);
    s->position = carve(&c, (size_t)m->body_count, sizeof *s->position);
    s->signals.drive = carve(&c, drives, sizeof *s->signals.drive);
    s->signals.drive_rate = carve(&c, drives * EG_DRIVE_MAX_STATES, sizeof *s->signals.drive_rate);
    s->left.drive = carve(&c, (size_t)m->drive_count, sizeof *s->left.drive);
    s->signals.motion = carve(&c, (size_t)m->tree.motion_count, sizeof *s->signals.motion);
    s->signals.net = carve(&c, (size_t)m->net_count, sizeof *s->signals.net);
    s->signals.known = carve(&c, 2, sizeof *s->signals.known);
    s->signals.loop_value = carve(&c, (size_t)m->signals.loop_count, sizeof *s->signals.loop_value);
    s->s_rel = carve(&c, laws, sizeof *s->s_rel);
    s->v_rel = carve(&c, laws, sizeof *s->v_rel);
    s->force = carve(&c, elements, sizeof *s->force);
    s->response = carve_some(&c, m->kinds.responds, elements, sizeof *s->response);
    s->scratch.work[0] = carve(&c, n, sizeof(double));
    s->scratch.zero = carve(&c, n, sizeof *s->scratch.zero);
    s->rounding.least = carve(&c, n, sizeof *s->rounding.least);
    s->rounding.rest = carve(&c, n, sizeof *s->rounding.rest);
    s->scratch.drive = carve(&c, n, sizeof *s->scratch.drive);
    s->scratch.port_force =
        carve_some(&c, drives > 0, (size_t)m->ports.base[m->instance_count], sizeof *s->scratch.port_force);
    s->scratch.node_sum = carve(&c, (size_t)m->node_count + 1, sizeof *s->scratch.node_sum);
    s->scratch.heat_sum =
        carve(&c, (size_t)(m->thermal.point_count > m->heat_count ? m->thermal.point_count : m->heat_count),
              sizeof *s->scratch.heat_sum);
    for (int i = 0; i < 2; i++)
        s->scratch.time_jet[i] = carve(&c, (size_t)m->net_count, sizeof *s->scratch.time_jet[i]);
    s->signals.gradient_terms = m->signals.nonlinear ? carve(&c, (size_t)m->signals.gradient_term_count,
                                                             sizeof *s->signals.gradient_terms)
                                                     : m->signals.gradient_terms;
    s->signals.force = carve(&c, (size_t)m->net_count, sizeof *s->signals.force);
    s->scratch.port_values = carve(&c, largest_class(m), sizeof *s->scratch.port_values);
    s->left.jump = carve(&c, 2 * (size_t)m->source_count, sizeof *s->left.jump);
    s->element_of = carve(&c, instances, sizeof *s->element_of);
    s->timed = carve(&c, count_timed(m), sizeof *s->timed);
    bool rubs = m->kinds.friction_count > 0, looks_ahead = rubs || m->user;
    s->left.friction = carve_some(&c, rubs, elements, sizeof *s->left.friction);
    s->signals.drive_speed = carve_some(&c, rubs, drives, sizeof *s->signals.drive_speed);
    s->over_limit = carve_some(&c, rubs, elements, sizeof *s->over_limit);
    s->ahead.y = carve_some(&c, looks_ahead, n, sizeof *s->ahead.y);
    s->ahead.rate = carve_some(&c, looks_ahead, n, sizeof *s->ahead.rate);
    s->ahead.switching = carve_some(&c, rubs, (size_t)m->switch_count, sizeof *s->ahead.switching);
    s->ahead.switching_rate = carve_some(&c, rubs, (size_t)m->switch_count, sizeof *s->ahead.switching_rate);
    if (m->user)
        carve_users(s, &c);
    return c.used;
}

bool eg_network_make_scratch(eg_network *s)
{
    size_t n = (size_t)s->m->n, numbers = 3 * n + 2 * n + 3 * (size_t)s->m->net_count + 1;
    if (s->scratch.memory)
        return true;
    s->scratch.memory = calloc(numbers, sizeof *s->scratch.memory);
    if (!s->scratch.memory)
        return false;
    s->scratch.bytes = numbers * sizeof *s->scratch.memory;
    for (size_t i = 1; i < 4; i++)
        s->scratch.work[i] = s->scratch.memory + (i - 1) * n;
    s->scratch.direction = s->scratch.memory + 3 * n;
    return true;
}

/* May something be algebraic, so that steps need what they must not allocate? */
static bool may_be_algebraic(const eg_model *m)
{
    return m->n != 2 * (m->body_count - 1) || m->dynamics.massless_count > 0 || m->kinds.friction_count > 0 ||
           m->drive_count > 0 || m->dynamics.is_implicit || m->user;
}

static void index_instances(eg_network *s)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->instance_count; i++) {
        const eg_block_ops *block = m->instances[i].class->block;
        s->element_of[i] = -1;
        if (block && block->phase_end)
            s->timed[s->timed_count++] = i;
    }
    for (int i = 0; i < m->element_count; i++)
        s->element_of[m->elements[i].instance] = i;
    for (int b = 0; b < m->body_count; b++)
        s->balance.of[b] = s->balance.shift[b] = -1;
}

/* Heat whose flows are known at every point, not only with the results. */
static bool has_heat(const eg_model *m)
{
    for (int i = 0; m->user && m->user->is_late && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat && m->user->is_late[m->user->flows[i].result.node])
            return false;
    return m->heat_count > 0;
}

eg_network *eg_network_create(const eg_model *model, eg_diagnostics *diagnostics)
{
    eg_network *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->m = model;
    s->left.time = NAN;
    s->bytes = carve_all(s, NULL);
    s->memory = calloc(1, s->bytes + 16);
    s->solver.linear = eg_linear_create();
    if (!s->memory || !s->solver.linear) {
        eg_network_free(s);
        return NULL;
    }
    carve_all(s, s->memory);
    if (model->signals.nonlinear)
        memcpy(s->signals.gradient_terms, model->signals.gradient_terms,
               sizeof *s->signals.gradient_terms * (size_t)model->signals.gradient_term_count);
    if (s->law.value)
        eg_tape_set_constants(&model->user->tape, s->law.value);
    s->user.rates = model->dynamics.massless_count > 0 || (model->user && model->user->has_speeds);
    s->k = s->memories ? s->memories : model->coefficients.k;
    if (s->memories)
        memcpy(s->memories, model->coefficients.k, sizeof(double) * (size_t)model->coefficients.count);
    index_instances(s);
    eg_network_forget_signals(s);
    s->signals.are_kept = model->interface.input_count == 0;
    for (int i = 0; i < model->interface.input_count; i++)
        eg_network_hold_input(s, i, model->interface.inputs[i].start);
    if (eg_stick_create(&s->stick, model) < 0 || (may_be_algebraic(model) && !eg_network_make_scratch(s))) {
        eg_network_free(s);
        return NULL;
    }
    eg_stick_find_paces(s);
    eg_network_forget_scales(s);
    s->base = (eg_system){.ops = &ops,
                          .linear = &linear_facet,
                          .local = &local_facet,
                          .fixed = &fixed_facet,
                          .parametric = eg_user_parametric_facet(model),
                          .n = model->n,
                          .switch_count = model->switch_count,
                          .operations = model->user ? model->user->tape.count : 0,
                          .differential = s->differential,
                          .follows_time =
                              model->kinds.friction_count + model->signals.switched_count > 0 || model->user,
                          .has_heat = has_heat(model),
                          .has_past = model->user && model->user->delay_count > 0,
                          .has_terminal = model->user && model->user->has_terminal,
                          .diagnostics = diagnostics};
    char reason[160];
    s->solver.is_of_modes = may_be_algebraic(model) && model->heat_count == 0 &&
                            !(model->user && model->user->affinity.product_count > 0) &&
                            eg_network_is_linear(&s->base, reason, sizeof reason);
    if (eg_delays_create(s) < 0 || eg_user_stages_create(s) < 0) {
        eg_network_free(s);
        return NULL;
    }
    return s;
}

void eg_network_free(eg_network *s)
{
    if (!s)
        return;
    eg_linear_free(s->solver.linear);
    eg_stick_free(&s->stick);
    eg_network_local_free(s);
    eg_beside_free(s->beside);
    eg_delays_free(s);
    eg_slide_free(s);
    eg_user_tangents_free(s);
    eg_user_stages_free(s->user.stages);
    free(s->memory);
    free(s->scratch.memory);
    free(s->balance.list);
    free(s->balance.terms);
    eg_user_slots_free(s->user.slots);
    eg_user_shares_free(s->user.shares);
    free(s->jacobian.start);
    free(s->jacobian.row);
    free(s->jacobian.weight);
    free(s->jacobian.slot);
    free(s->solver.memory);
    free(s->user.series);
    free(s);
}
