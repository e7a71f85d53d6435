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
    } else if (i >= m->first_block && i < m->first_heat) {
        for (int k = 0; k < m->net_count; k++)
            if (i >= m->nets[k].state && i < m->nets[k].state + m->nets[k].states)
                snprintf(text, size, "state of the block %s", eg_instance_path(m, m->nets[k].instance));
    } else if (i < m->first_block) {
        for (int k = 0; k < m->drive_count; k++)
            if (i >= m->drives[k].state && i < m->drives[k].state + m->drives[k].states)
                snprintf(text, size, "motion of the drive %s", eg_instance_path(m, m->drives[k].instance));
    } else if (i < m->first_loop) {
        for (int k = 0; k < m->heat_count; k++)
            if (m->heat[k].unknown == i)
                snprintf(text, size, "temperature of %s", m->heat[k].name);
    } else if (i >= m->first_user) {
        snprintf(text, size, "variable %s", m->user->quantities[m->user->unknown_of[i - m->first_user]].path);
    } else {
        for (int k = 0; k < m->net_count; k++)
            if (m->nets[k].unknown == i - m->first_loop)
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
        const eg_force *f = &s->force[s->balance_terms[k].index];
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
    for (int i = 0; i < m->heat_count && m->radiates; i++)
        if (m->heat[i].radiates && m->heat[i].unknown >= 0)
            nominal[m->heat[i].unknown] = 0;
    for (int i = m->first_user; i < m->n && m->user; i++)
        if (!base->differential[i] && m->user->is_curved[i - m->first_user])
            nominal[i] = 0;
    const eg_network *s = eg_network_of(base);
    for (int i = 0; i < s->balance_count; i++) {
        const double least = 1e-2 * deformation(s, &s->balances[i]);
        nominal[s->balances[i].row] = fmax(nominal[s->balances[i].row], least);
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

/* The contact edge, where an element with a law of non-integer exponent touches. */
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
}

/* ---------------------------------------------------------------- times from the origin on */

/* Callbacks get times counted from the origin; everything behind them knows absolute ones. */

static int find_pattern(eg_system *base)
{
    eg_network *s = eg_network_of(base);
    if (eg_slides(s))
        return eg_slide_find_pattern(s);
    if (base->pattern)
        base->pattern = &s->pattern;
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
    return most;
}

static void carve_stages(eg_network *s, carver *c)
{
    const eg_user *u = s->m->user;
    const size_t core = (size_t)u->core, inputs = (size_t)u->input_count;
    eg_user_stages none, *k = s->stages = carve(c, 1, sizeof *s->stages);
    k = k ? k : &none;
    k->mode = carve(c, (size_t)u->relation_count, sizeof *k->mode);
    k->from = carve(c, core, sizeof *k->from);
    k->held = carve(c, inputs, sizeof *k->held);
    k->works = carve(c, inputs, sizeof *k->works);
    for (int need = 0; need < EG_USER_NEEDS; need++) {
        k->of[need].inputs = carve(c, inputs, sizeof *k->of[need].inputs);
        k->of[need].steps = carve(c, core, sizeof *k->of[need].steps);
        k->of[need].roots = carve(c, core, sizeof *k->of[need].roots);
    }
}

static void carve_users(eg_network *s, carver *c)
{
    const eg_model *m = s->m;
    const size_t n = (size_t)m->n, elements = (size_t)m->element_count;
    size_t code = (size_t)m->user->tape.count, inputs = (size_t)m->user->input_count;
    s->user_in = carve(c, inputs, sizeof *s->user_in);
    s->user_din = carve(c, inputs, sizeof *s->user_din);
    s->user_hold = carve(c, elements, sizeof *s->user_hold);
    s->user_hold_by = carve(c, (size_t)(m->user->holding_count * m->body_count), sizeof *s->user_hold_by);
    s->user_hold_rate = carve(c, elements, sizeof *s->user_hold_rate);
    s->user_value = carve(c, code + 1, sizeof *s->user_value); /* the last one: see stage.h */
    s->user_work = carve(c, code, sizeof *s->user_work);
    s->mode_key = carve(c, elements + (size_t)eg_user_key_length(m), sizeof *s->mode_key);
    if (m->user->clock >= 0)
        s->user_late = carve(c, code, sizeof *s->user_late);
    size_t relations = (size_t)m->user->relation_count, samples = (size_t)m->user->sample_count;
    s->user_mode = carve(c, relations, sizeof *s->user_mode);
    if (m->user->law_count > 0) {
        s->law_in = carve(c, inputs, sizeof *s->law_in);
        s->law_value = carve(c, code, sizeof *s->law_value);
        s->law_mode = carve(c, relations, sizeof *s->law_mode);
        s->law_told = carve(c, relations, sizeof *s->law_told);
        s->rest_value = carve(c, largest_rest(m->user), sizeof *s->rest_value);
    }
    s->user_changed = carve(c, relations, sizeof *s->user_changed);
    s->user_gripping = carve(c, (size_t)m->user->grip_count, sizeof *s->user_gripping);
    s->user_relevant = carve(c, relations, sizeof *s->user_relevant);
    s->user_struck = carve(c, (size_t)m->user->impulse_count, sizeof *s->user_struck);
    s->strike_work = carve(c, m->user->impulse_count > 0 ? 3 * n : 0, sizeof *s->strike_work);
    s->user_mark = carve(c, (size_t)m->user->tape.count, sizeof *s->user_mark);
    s->user_scale = carve(c, relations, sizeof *s->user_scale);
    s->user_recent = carve(c, relations, sizeof *s->user_recent);
    s->user_band = carve(c, relations, sizeof *s->user_band);
    s->slide = carve_some(c, relations > 0, 1, sizeof *s->slide);
    s->slide_member = carve(c, relations, sizeof *s->slide_member);
    s->slide_relevant = carve(c, 4 * relations, sizeof *s->slide_relevant);
    s->user_discrete = carve(c, (size_t)m->user->quantity_count, sizeof *s->user_discrete);
    s->user_held = carve(c, (size_t)m->user->quantity_count, sizeof *s->user_held);
    s->user_assigned = carve(c, (size_t)m->user->quantity_count, sizeof *s->user_assigned);
    s->user_before = carve(c, (size_t)m->user->before_count, sizeof *s->user_before);
    s->user_condition = carve(c, (size_t)m->user->clause_count, sizeof *s->user_condition);
    s->user_sampled = carve(c, samples, sizeof *s->user_sampled);
    s->user_failed = carve(c, (size_t)m->user->action_count, sizeof *s->user_failed);
    s->user_sample = carve(c, samples, sizeof *s->user_sample);
    if (eg_user_takes_stages(m))
        carve_stages(s, c);
}

static size_t carve_all(eg_network *s, char *block)
{
    const eg_model *m = s->m;
    size_t n = (size_t)m->n, elements = (size_t)m->element_count, instances = (size_t)m->instance_count;
    size_t drives = (size_t)m->drive_count;
    carver c = {block, 0};
    s->mode = carve(&c, elements, sizeof *s->mode);
    s->memories = m->remembers ? carve(&c, (size_t)m->coefficient_count, sizeof *s->memories) : NULL;
    s->left_mode = carve(&c, elements, sizeof *s->left_mode);
    s->input = carve(&c, (size_t)m->input_count * EG_INPUT_NUMBERS, sizeof *s->input);
    s->input_next = carve(&c, (size_t)m->input_count * EG_INPUT_NUMBERS, sizeof *s->input_next);
    s->phase = carve_some(&c, m->net_count > 0, instances, sizeof *s->phase);
    s->left_phase = carve_some(&c, m->net_count > 0, instances, sizeof *s->left_phase);
    s->differential = carve(&c, n, sizeof *s->differential);
    s->balance_of = carve(&c, (size_t)m->body_count, sizeof *s->balance_of);
    s->is_rate_row = carve(&c, n, sizeof *s->is_rate_row);
    s->shift = carve(&c, (size_t)m->body_count, sizeof *s->shift);
    s->position = carve(&c, (size_t)m->body_count, sizeof *s->position);
    s->drive_jet = carve(&c, drives, sizeof *s->drive_jet);
    s->drive_rate = carve(&c, drives * EG_DRIVE_MAX_STATES, sizeof *s->drive_rate);
    s->drive_left = carve(&c, (size_t)m->drive_count, sizeof *s->drive_left);
    s->motion = carve(&c, (size_t)m->motion_count, sizeof *s->motion);
    s->net = carve(&c, (size_t)m->net_count, sizeof *s->net);
    s->signals_known = carve(&c, 2, sizeof *s->signals_known);
    s->loop_value = carve(&c, (size_t)m->loop_count, sizeof *s->loop_value);
    s->s_rel = carve(&c, elements, sizeof *s->s_rel);
    s->v_rel = carve(&c, elements, sizeof *s->v_rel);
    s->force = carve(&c, elements, sizeof *s->force);
    s->response = carve_some(&c, m->responds, elements, sizeof *s->response);
    s->work[0] = carve(&c, n, sizeof(double));
    s->zero = carve(&c, n, sizeof *s->zero);
    s->least = carve(&c, n, sizeof *s->least);
    s->force_rest = carve(&c, n, sizeof *s->force_rest);
    s->drive_work = carve(&c, n, sizeof *s->drive_work);
    s->port_force =
        carve_some(&c, drives > 0, (size_t)m->port_base[m->instance_count], sizeof *s->port_force);
    s->node_sum = carve(&c, (size_t)m->node_count + 1, sizeof *s->node_sum);
    s->heat_sum = carve(&c, (size_t)(m->point_count > m->heat_count ? m->point_count : m->heat_count),
                        sizeof *s->heat_sum);
    for (int i = 0; i < 2; i++)
        s->time_jet[i] = carve(&c, (size_t)m->net_count, sizeof *s->time_jet[i]);
    s->gradient_terms = m->nonlinear ? carve(&c, (size_t)m->gradient_term_count, sizeof *s->gradient_terms)
                                     : m->gradient_terms;
    s->force_signal = carve(&c, (size_t)m->net_count, sizeof *s->force_signal);
    s->port_values = carve(&c, largest_class(m), sizeof *s->port_values);
    s->jump_left = carve(&c, 2 * (size_t)m->source_count, sizeof *s->jump_left);
    s->element_of = carve(&c, instances, sizeof *s->element_of);
    s->timed = carve(&c, count_timed(m), sizeof *s->timed);
    bool rubs = m->friction_count > 0, looks_ahead = rubs || m->user;
    s->left_friction = carve_some(&c, rubs, elements, sizeof *s->left_friction);
    s->drive_speed = carve_some(&c, rubs, drives, sizeof *s->drive_speed);
    s->over_limit = carve_some(&c, rubs, elements, sizeof *s->over_limit);
    s->ahead = carve_some(&c, looks_ahead, n, sizeof *s->ahead);
    s->ahead_rate = carve_some(&c, looks_ahead, n, sizeof *s->ahead_rate);
    s->ahead_switch = carve_some(&c, rubs, (size_t)m->switch_count, sizeof *s->ahead_switch);
    s->switch_rate = carve_some(&c, rubs, (size_t)m->switch_count, sizeof *s->switch_rate);
    if (m->user)
        carve_users(s, &c);
    return c.used;
}

bool eg_network_make_scratch(eg_network *s)
{
    size_t n = (size_t)s->m->n, numbers = 3 * n + 2 * n + 3 * (size_t)s->m->net_count + 1;
    if (s->scratch)
        return true;
    s->scratch = calloc(numbers, sizeof *s->scratch);
    if (!s->scratch)
        return false;
    s->scratch_bytes = numbers * sizeof *s->scratch;
    for (size_t i = 1; i < 4; i++)
        s->work[i] = s->scratch + (i - 1) * n;
    s->direction = s->scratch + 3 * n;
    return true;
}

/* May something be algebraic, so that steps need what they must not allocate? */
static bool may_be_algebraic(const eg_model *m)
{
    return m->n != 2 * (m->body_count - 1) || m->massless_count > 0 || m->friction_count > 0 ||
           m->drive_count > 0 || m->implicit || m->user;
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
        s->balance_of[b] = s->shift[b] = -1;
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
    s->event_time = NAN;
    s->bytes = carve_all(s, NULL);
    s->memory = calloc(1, s->bytes + 16);
    s->linear = eg_linear_create();
    if (!s->memory || !s->linear) {
        eg_network_free(s);
        return NULL;
    }
    carve_all(s, s->memory);
    if (model->nonlinear)
        memcpy(s->gradient_terms, model->gradient_terms,
               sizeof *s->gradient_terms * (size_t)model->gradient_term_count);
    if (s->stages)
        eg_user_begin_stages(s);
    if (s->law_value)
        eg_tape_set_constants(&model->user->tape, s->law_value);
    s->user_rates = model->massless_count > 0 || (model->user && model->user->has_speeds);
    s->k = s->memories ? s->memories : model->k;
    if (s->memories)
        memcpy(s->memories, model->k, sizeof(double) * (size_t)model->coefficient_count);
    index_instances(s);
    eg_network_forget_signals(s);
    s->keeps_signals = model->input_count == 0;
    for (int i = 0; i < model->input_count; i++)
        eg_network_hold_input(s, i, model->inputs[i].start);
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
                          .follows_time = model->friction_count + model->switched_count > 0 || model->user,
                          .has_heat = has_heat(model),
                          .has_past = model->user && model->user->delay_count > 0,
                          .has_terminal = model->user && model->user->has_terminal,
                          .diagnostics = diagnostics};
    char reason[160];
    s->is_of_modes = may_be_algebraic(model) && model->heat_count == 0 &&
                     !(model->user && model->user->affinity.product_count > 0) &&
                     eg_network_is_linear(&s->base, reason, sizeof reason);
    if (eg_delays_create(s) < 0) {
        eg_network_free(s);
        return NULL;
    }
    return s;
}

void eg_network_free(eg_network *s)
{
    if (!s)
        return;
    eg_linear_free(s->linear);
    eg_stick_free(&s->stick);
    eg_network_local_free(s);
    eg_beside_free(s->beside);
    eg_delays_free(s);
    eg_slide_free(s);
    eg_user_tangents_free(s);
    free(s->memory);
    free(s->scratch);
    free(s->balances);
    free(s->balance_terms);
    eg_user_slots_free(s->slots);
    eg_user_shares_free(s->shares);
    free(s->pattern_start);
    free(s->pattern_row);
    free(s->weight);
    free(s->slot);
    free(s->solve_memory);
    free(s->user_series);
    free(s);
}
