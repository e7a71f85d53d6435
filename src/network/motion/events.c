/* Events: the modes that fit, what else happens when one ends, the work that is done in no time, and time
 * events of the blocks. */
#include "network/motion/kinematics.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/impact.h"
#include "network/motion/local.h"
#include "network/motion/observe.h"
#include "network/motion/rub.h"
#include "network/motion/switching.h"
#include "network/motion/weak.h"
#include "network/solve/consistent.h"
#include "network/solve/structure.h"
#include "network/user/delay.h"
#include "network/user/events.h"
#include "network/user/grip.h"
#include "network/user/pieces.h"
#include "network/user/relations.h"
#include "network/user/slide.h"
#include "network/user/tangents.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- modes that fit */

/* How far below zero h may lie by round-off of its operands alone; and how far when that would lead back,
 * at the same instant, to the mode just left. The position of a part without mass is off by what the engine
 * allows (and DISTANCE [m], or a share of what is asked for, where the edge is at 0), and its speed is as
 * wrong as the differences of forces that it follows from. Only what is clearly wrong leads back. */
static const double ROUNDING = 64 * DBL_EPSILON, CLEARLY_OFF = 1e-6, CLEARLY_FAST = 1e-3, DISTANCE = 1e-9,
                    DISTANCE_SHARE = 1e-2;

/* The speed of a part without mass says nothing in a mode that does not fit: it may be far off, on one side
 * in one mode and on the other side in the next. The force is continuous in the speed, so from one mode in
 * contact to another it goes by way of the one at rest, which lies between them. */
static int next_fitting_mode(const eg_network *s, int i, int k)
{
    const eg_element *e = &s->m->elements[i];
    const eg_body *a = &s->m->bodies[e->body_a], *b = &s->m->bodies[e->body_b];
    int mode = s->mode[i], next = eg_next_mode(s, i, k);
    if (next == mode || !e->ops->mode_at)
        return next;
    bool massless = !s->simple &&
                    ((e->body_a > 0 && a->mass == 0) || (e->body_b > 0 && b->mass == 0)); /* far in memory */
    bool passes_by = massless && mode != 0 && next != 0, goes_back = next == s->left.mode[i];
    if (!passes_by && !goes_back)
        return next;
    int at_rest = e->ops->mode_at(s->k + e->coefficients, s->s_rel[i], 0);
    return at_rest != mode ? at_rest : next;
}

static void remember(eg_network *s, int i, int left, int mode)
{
    const eg_element *e = &s->m->elements[i];
    if (e->ops->remember)
        e->ops->remember(s->memories + e->coefficients, left, mode, s->s_rel[i], s->v_rel[i]);
}

/* What the element had stored is lost, and told with the event. */
static double let_go(eg_network *s, int i, int next)
{
    const eg_element *e = &s->m->elements[i];
    const double lost = e->ops->lost(s->k + e->coefficients, s->mode[i], next, s->s_rel[i]);
    s->jumped.loss += lost;
    s->jumped.let_go += lost;
    return lost;
}

static void tell_change(eg_network *s, double t, int i, int k, double lost, eg_event_sink *sink)
{
    const eg_element *e = &s->m->elements[i];
    const char *name = e->ops->event_name(s->mode[i], k);
    char with_loss[120];
    if (lost > 0)
        snprintf(with_loss, sizeof with_loss, "%s, loss %.9g J", name, lost);
    sink->happened(sink, t, eg_pieces_path(s->m, i), lost > 0 ? with_loss : name, false);
}

static void change_mode(eg_network *s, double t, int i, int k, eg_event_sink *sink)
{
    int next = next_fitting_mode(s, i, k);
    if (next == s->mode[i])
        return;
    const bool is_written = i >= s->m->element_count;
    const double lost = s->m->elements[i].ops->lost ? let_go(s, i, next) : 0;
    if (sink && (!is_written || eg_pieces_are_told(s, i, next)))
        tell_change(s, t, i, k, lost, sink);
    remember(s, i, s->mode[i], next);
    s->left.mode[i] = s->mode[i];
    s->mode[i] = next;
    if (is_written)
        eg_pieces_follow(s, i);
}

/* What was left some ulp of time ago may still be on the side of the edge that it has left. */
static void begin_instant(eg_network *s, double t)
{
    bool follows = t >= s->left.time && t - s->left.time <= eg_system_instant(&s->base, t - s->base.origin);
    s->left.time = t;
    eg_friction_begin_instant(s);
    for (int i = 0; i < s->m->element_count && !follows; i++)
        s->left.mode[i] = -1;
    for (int i = 0; i < s->m->instance_count && s->left.phase; i++)
        s->left.phase[i] = LONG_MIN;
}

/* What is known of an event beside where it is: accelerations, or NULL; and the function that an engine has
 * found to fall, within what it knows, and the mode that ends there. */
typedef struct finding {
    const double *yp;
    int fired, mode; /* fired: -1, none */
} finding;

/* How far above 0 that function still is. */
static double above(const eg_network *s, int i, const finding *found)
{
    const eg_element *e = &s->m->elements[i];
    double h[EG_ELEMENT_MAX_SWITCHES] = {0};
    if (found->fired >= 0)
        e->ops->switching(s->k + e->coefficients, found->mode, s->s_rel[i], s->v_rel[i], h, NULL, NULL);
    return found->fired >= 0 ? h[found->fired] : 0;
}

/* How far below 0 a function may be that passes it within an instant. */
static double passing(const eg_network *s, int i, double by_s, double by_v, const finding *found)
{
    const eg_element *e = &s->m->elements[i];
    double rate = fabs(by_s * s->v_rel[i]);
    if (found->yp && by_v != 0)
        rate += fabs(by_v * (eg_node_acceleration(s, e->node_b, found->yp) -
                             eg_node_acceleration(s, e->node_a, found->yp)));
    const double instant = eg_system_instant(&s->base, s->left.time - s->base.origin);
    return fmax(rate * instant, above(s, i, found));
}

/* Would function k lead back to the mode just left without good reason? Where everything has mass no position
 * and no speed changes at an instant: it is where the event has found it, on either side of the edge by
 * round-off. Where a speed has come to 0 that is all there is of it. Edges that are passed within an instant,
 * as those of a damper that hardly damps, or of a spring that hardly pushes where the speed changes its sign,
 * need not be passed in their order. */
static bool leads_back(const eg_network *s, int i, int k, double h, double size, double by_s, double by_v,
                       const finding *found)
{
    if (s->left.mode[i] >= 0 && h >= -passing(s, i, by_s, by_v, found))
        return true;
    if (eg_next_mode(s, i, k) != s->left.mode[i])
        return false;
    if (by_v != 0 && !(s->simple && by_s == 0))
        return !(h < -CLEARLY_FAST * size);
    return s->simple || !(h < -CLEARLY_OFF * size - fmin(DISTANCE, DISTANCE_SHARE * s->rounding.length));
}

/* Lets an element leave a mode that the point contradicts, as its switching functions and their derivatives
 * say. Returns the number of changes, 1 at most. */
static int correct_by(eg_network *s, double t, int i, const double *h, const double *by_s, const double *by_v,
                      const finding *found, eg_event_sink *sink)
{
    for (int k = 0; k < s->m->elements[i].ops->switch_count; k++) {
        double size = fabs(by_s[k] * s->s_rel[i]) + fabs(by_v[k] * s->v_rel[i]);
        if (!(h[k] < -ROUNDING * size) || leads_back(s, i, k, h[k], size, by_s[k], by_v[k], found))
            continue;
        int before = s->mode[i];
        change_mode(s, t, i, k, sink);
        return before != s->mode[i];
    }
    return 0;
}

static int correct_mode(eg_network *s, double t, int i, const finding *found, eg_event_sink *sink)
{
    double h[EG_ELEMENT_MAX_SWITCHES] = {0}, by_s[EG_ELEMENT_MAX_SWITCHES] = {0},
           by_v[EG_ELEMENT_MAX_SWITCHES] = {0};
    if (!s->m->elements[i].ops->switching)
        return 0;
    eg_switching_at(s, i, h, by_s, by_v);
    return correct_by(s, t, i, h, by_s, by_v, found, sink);
}

static int correct_modes(eg_network *s, double t, const double *yp, eg_event_sink *sink)
{
    const finding found = {.yp = yp, .fired = -1};
    int changes = 0;
    for (int i = 0; i < s->m->element_count; i++)
        changes += correct_mode(s, t, i, &found, sink);
    return changes;
}

void eg_network_local_fire(eg_system *base, double t, int element, int which, double s_rel, double v_rel,
                           eg_local_law *law, eg_event_sink *sink)
{
    eg_network *s = eg_network_of(base);
    int changes = 1;
    s->s_rel[element] = s_rel;
    s->v_rel[element] = v_rel;
    s->left.time = t;
    s->left.mode[element] = -1;
    const finding found = {.fired = which, .mode = s->mode[element]};
    change_mode(s, t, element, which, sink);
    for (int round = 0; changes > 0; round++) {
        eg_network_local_law(base, element, s_rel, v_rel, law);
        bool tells = law->n == 0; /* what its functions are by s and v_rel alone */
        changes = round >= 8 || law->switches == 0 ? 0
                  : tells ? correct_by(s, t, element, law->h, law->h_s, law->h_v, &found, sink)
                          : correct_mode(s, t, element, &found, sink);
    }
}

static void leave_phase(eg_network *s, double t, const eg_net *n, int k, eg_event_sink *sink)
{
    long phase = s->phase[n->instance];
    if (sink)
        sink->happened(sink, t, eg_instance_path(s->m, n->instance), n->block->event_name(phase, k), false);
    eg_network_forget_signals(s);
    s->left.phase[n->instance] = phase;
    s->phase[n->instance] = n->block->next_phase(s->m->instances[n->instance].p, phase, k);
}

/* The same for blocks with kinks. At the instant of an event its own function lies within round-off of 0. */
static int correct_phases(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_model *m = s->m;
    int changes = 0;
    for (int i = 0; i < m->signals.switched_count; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        eg_jet h[EG_BLOCK_MAX_SWITCHES] = {{0}};
        double size = eg_switching_of_block(s, n, h);
        for (int k = 0; k < n->block->switch_count; k++)
            if (h[k].x < -CLEARLY_OFF * size - (eg_phase_returns(s, n, k) ? DISTANCE : 0)) {
                leave_phase(s, t, n, k, sink);
                changes++;
                break;
            }
    }
    return changes;
}

static int choose_phases(eg_network *s)
{
    const eg_model *m = s->m;
    int changes = 0;
    eg_network_forget_signals(s);
    for (int i = 0; i < m->signals.switched_count; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        eg_network_arguments(s, n, z);
        long phase = n->block->phase_at(m->instances[n->instance].p, z);
        changes += phase != s->phase[n->instance];
        s->phase[n->instance] = phase;
    }
    return changes;
}

static int choose_modes(eg_network *s)
{
    const eg_model *m = s->m;
    int changes = 0;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->friction)
            continue;
        int mode = e->ops->mode_at ? e->ops->mode_at(s->k + e->coefficients, s->s_rel[i], s->v_rel[i]) : 0;
        changes += mode != s->mode[i];
        if (!s->touch_is_told)
            remember(s, i, -1, mode);
        s->mode[i] = mode;
    }
    return changes;
}

static int report_restless(eg_network *s, double t)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; u && u->reads_modes && i < u->input_count; i++)
        if (u->inputs[i].kind == EG_USER_MODE) {
            eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                      "at time %.9g s the modes of %s and the equations that follow them switch without end",
                      t, eg_instance_path(m, m->elements[u->inputs[i].index].instance));
            eg_remedy(s->base.diagnostics,
                      "use pre(...), the value before the event, where equations ask for "
                      "a mode that they change");
            return EG_ERROR_SIMULATION;
        }
    if (m->user && m->user->relation_count + m->user->clause_count > 0) {
        eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                  "at time %.9g s the conditions and when clauses of %s switch without end", t, m->name);
        eg_remedy(s->base.diagnostics,
                  "use pre(x), the value before the event, where a condition changes what "
                  "it depends on");
        return EG_ERROR_SIMULATION;
    }
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s no set of modes fits: the contacts around %s "
              "switch without end",
              t, m->element_count > 0 ? eg_instance_path(m, m->elements[0].instance) : m->name);
    eg_remedy(s->base.diagnostics, "give the parts between these contacts a mass");
    return EG_ERROR_SIMULATION;
}

/* What when clauses do; where that sets speeds, friction and rigid contacts follow. The number of changes;
 * negative: reported. */
static int carry_out(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink)
{
    s->jumped.speed_was_set = false;
    int changes = eg_user_carry_out(s, t, y, yp, sink);
    if (changes < 0 || !s->jumped.speed_was_set)
        return changes;
    return eg_impact_follow_jump(s, t, NULL, y, sink) < 0 ? EG_ERROR_SIMULATION : 1;
}

/* Does all that the point contradicts change; then, what when clauses do. Clauses that ask for modes of
 * friction wait until these fit too: what is tried in between has not happened. Number of changes; negative:
 * reported. */
static int correct_all(eg_network *s, double t, double *y, const double *yp, bool anew, eg_event_sink *sink)
{
    const eg_user *u = s->user.waits ? NULL : s->m->user;
    s->jumped.speed_was_set = false;
    int changes = anew && s->simple ? choose_modes(s) : correct_modes(s, t, yp, sink);
    changes += anew ? choose_phases(s) : correct_phases(s, t, sink);
    if (u)
        changes += anew && s->simple ? eg_user_choose(s, t) : eg_user_correct(s, t, sink);
    if (u && changes == 0 && !u->reads_modes)
        changes = carry_out(s, t, y, yp, sink);
    if (s->jumped.speed_was_set) /* the point evaluated last is no longer this one */
        return changes;
    if (u && u->grip_count > 0 && changes > 0) /* who holds what is found anew before friction is asked */
        return changes;
    int rubbing = changes >= 0 && s->m->kinds.friction_count > 0 ? eg_friction_correct(s, t, y, yp, sink) : 0;
    if (changes < 0 || rubbing < 0)
        return changes < 0 ? changes : EG_ERROR_SIMULATION;
    if (changes + rubbing > 0)
        return changes + rubbing;
    if (u && u->reads_modes)
        changes = carry_out(s, t, y, yp, sink);
    return changes < 0 ? changes : changes + eg_friction_pass(s, t, sink);
}

/* The rest of y and y' from the differential part of y; forces are those of that point, then. What these are
 * tells whether rounding of their sums would show in y': then all is found once more. */
static int make_consistent(eg_network *s, double t, double *y, double *yp)
{
    int status = eg_network_make_consistent(s, t, y, yp);
    if (status != 0)
        return status;
    const bool summed_exactly = s->rounding.sums_exactly;
    eg_network_evaluate(s, t, y, yp, 0);
    eg_network_watch_rounding(s);
    if (summed_exactly || !s->rounding.sums_exactly)
        return 0;
    status = eg_network_make_consistent(s, t, y, yp);
    if (status == 0)
        eg_network_evaluate(s, t, y, yp, 0);
    return status;
}

/* Relations that contradict a point change together, which is quick but may go in circles, as where elements
 * of friction hold each other: after so many rounds they change one at a time. */
enum { TOGETHER = 8 };

int eg_network_settle_modes(eg_network *s, double t, double *y, double *yp, bool anew, eg_event_sink *sink)
{
    int special = s->m->dynamics.massless_count + s->m->kinds.friction_count;
    int rounds = 20 + 4 * (special < 1000 ? special : 1000);
    rounds += s->m->user ? TOGETHER + 4 * s->m->user->relation_count + s->m->user->clause_count : 0;
    rounds += s->m->user && s->user.starting ? 100 * (s->m->user->delay_count > 0) : 0;
    for (int i = 0; i < rounds; i++) {
        s->user.one_by_one = i >= TOGETHER;
        if (i == 0 && anew) { /* kinematics first, to have modes at all */
            if (s->m->user && s->user.starting)
                eg_user_forget_clauses(s);
            eg_network_evaluate(s, t, y, yp, 0);
            choose_modes(s);
            if (eg_friction_choose(s, y, yp) != 0)
                return EG_ERROR_MODEL;
            choose_phases(s);
            if (s->m->user && !s->user.waits)
                eg_user_choose(s, t);
            begin_instant(s, t);
        } else if (i == 0 && s->m->user) { /* formulas may have no value where relations do not fit */
            eg_network_evaluate(s, t, y, yp, 0);
            eg_user_correct(s, t, sink);
        }
        int status = anew ? 0 : eg_friction_follow_drives(s, t, y, yp, sink);
        if (status == 0 && s->m->kinds.friction_count > 0)
            status = eg_stick_update(s, t, y);
        if (status == 0)
            status = eg_network_update_structure(s, t);
        if (status == 0)
            status = eg_user_update_shares(s, t, y);
        if (status == 0)
            status = make_consistent(s, t, y, yp);
        if (status != 0)
            return status;
        int changes = correct_all(s, t, y, yp, anew, sink);
        if (changes <= 0)
            return changes;
    }
    return report_restless(s, t);
}

/* ---------------------------------------------------------------- handling */

static void fire_elements(eg_network *s, double t, const bool *fired, eg_event_sink *sink)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        for (int k = 0; k < e->ops->switch_count && !e->friction; k++) {
            if (!fired[e->first_switch + k])
                continue;
            int before = s->mode[i];
            change_mode(s, t, i, k, sink);
            if (before != s->mode[i])
                break; /* functions of the mode that has just ended say nothing about the new one */
        }
    }
    for (int i = 0; i < m->signals.switched_count; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        for (int k = 0; k < n->block->switch_count; k++)
            if (fired[n->first_switch + k]) {
                leave_phase(s, t, n, k, sink);
                break;
            }
    }
}

/* The hidden source of an input goes by the input's name. */
static void happened_in_time(const eg_model *m, int i, double t, eg_event_sink *sink)
{
    const char *path = eg_instance_path(m, i);
    sink->happened(sink, t, *path == '$' ? path + 1 : path, "time event", true);
}

static void advance_phases(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_model *m = s->m;
    eg_network_forget_signals(s);
    for (int k = 0; k < s->timed_count; k++) {
        int i = s->timed[k];
        const eg_block_ops *block = m->instances[i].class->block;
        if (!(block->phase_end(m->instances[i].p, s->phase[i]) <= t))
            continue;
        long phase = block->phase(m->instances[i].p, t);
        s->phase[i] = phase > s->phase[i] ? phase : s->phase[i] + 1;
        if (sink)
            happened_in_time(m, i, t, sink);
    }
}

/* ---------------------------------------------------------------- work at an instant
 *
 * A force that jumps moves a part without mass by a finite distance in no time, and a drive whose speed jumps
 * gives the mass on it a kinetic energy: no power shows either. The work of a force is the mean of its two
 * sides times the displacement, which is exact when it is thought of as rising quickly against linear
 * springs. */

static double displacement(const eg_network *s, const eg_force_source *f)
{
    return eg_node_position(s, f->node) - eg_node_position(s, f->support);
}

static bool may_jump(const eg_model *m)
{
    return m->dynamics.massless_count > 0 || m->drive_count > 0 || (m->user && m->user->action_count > 0);
}

/* A drive that equations of the model give: its position, once the left side is known. */
static bool is_users_drive(const eg_model *m, const eg_drive *d)
{
    const eg_net *n = &m->nets[d->input];
    if (m->user && m->user->has_slopes) /* blocks may stand between */
        return true;
    return n->kind == EG_SIGNAL_BUNDLE && m->nets[n->inputs[0]].kind == EG_SIGNAL_USER;
}

/* What equations move cannot jump: the speed would be infinite. 0, or negative (reported). */
static int check_motions(const eg_network *s, double t)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->drive_count; i++) {
        double jump = s->signals.drive[i].x - s->left.drive[i];
        if (!is_users_drive(m, &m->drives[i]) || fabs(jump) <= 1e-9 * (1 + fabs(s->left.drive[i])))
            continue;
        const eg_instance *instance = &m->instances[m->drives[i].instance];
        eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
                  "a flange that this moves would have to jump by %.6g m at time %.9g s", jump, t);
        eg_remedy(s->base.diagnostics,
                  "let the motion be continuous, or follow it with a spring and a damper");
        return EG_ERROR_SIMULATION;
    }
    return 0;
}

/* The left side: answers its kinetic energy. */
static double note_left(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
    for (int i = 0; i < m->source_count; i++) {
        s->left.jump[2 * i] = m->sources[i].sign * s->signals.net[m->sources[i].input].x;
        s->left.jump[2 * i + 1] = displacement(s, &m->sources[i]);
    }
    for (int i = 0; i < m->drive_count; i++)
        s->left.drive[i] = s->signals.drive[i].x;
    return eg_network_kinetic(s, y);
}

static void book_jump(eg_network *s, double t, const double *y, const double *yp, double kinetic)
{
    const eg_model *m = s->m;
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
    double work = eg_network_kinetic(s, y) - kinetic;
    s->jumped.work += work;
    s->jumped.turnover += fabs(work);
    for (int i = 0; i < m->source_count; i++) {
        double u = m->sources[i].sign * s->signals.net[m->sources[i].input].x;
        work = 0.5 * (s->left.jump[2 * i] + u) * (displacement(s, &m->sources[i]) - s->left.jump[2 * i + 1]);
        s->jumped.work += work;
        s->jumped.turnover += fabs(work);
    }
}

/* ---------------------------------------------------------------- */

void eg_network_take_inputs(eg_network *s)
{
    const eg_model *m = s->m;
    if (m->interface.input_count > 0)
        memcpy(s->input, s->input_next,
               (size_t)m->interface.input_count * EG_INPUT_NUMBERS * sizeof *s->input);
    for (int i = 0; i < m->interface.input_count; i++)
        if (m->interface.inputs[i].quantity >= 0 && m->interface.inputs[i].type != EG_REAL)
            s->user.discrete[m->interface.inputs[i].quantity] = eg_network_input(s, i)[EG_INPUT_START];
}

static int handle(eg_network *s, double t, const bool *fired, double *y, double *yp, eg_event_sink *sink)
{
    if (!s->simple) { /* what is algebraic has the engine's error, and may be differential from now on */
        int status = eg_network_make_consistent(s, t, y, yp);
        if (status != 0)
            return status;
    }
    double kinetic = may_jump(s->m) ? note_left(s, t, y, yp) : 0, lost = s->jumped.loss - s->jumped.let_go;
    eg_network_evaluate(s, t, y, yp, 0);
    begin_instant(s, t);
    eg_friction_note_drives(s, y);
    eg_user_tangents_at(s, t, y, yp);
    if (s->m->user && eg_user_begin_event(s, t, fired, sink) < 0)
        return EG_ERROR_SIMULATION;
    if (fired) {
        fire_elements(s, t, fired, sink);
        int status = eg_friction_fire(s, t, fired, y, yp, sink);
        if (status != 0)
            return status;
    }
    advance_phases(s, t, sink);
    eg_network_take_inputs(s);
    int status = eg_network_settle_modes(s, t, y, yp, false, sink);
    if (status > 0)
        (void)eg_network_has_values(s, t); /* says which variable has none */
    if (status == 0)
        status = eg_network_check_touches(s, t);
    if (status == 0 && s->law.told)
        eg_user_tell_contacts(s, t, sink);
    if (status == 0 && s->m->user)
        status = eg_user_end_event(s, t, y, yp);
    if (status == 0 && may_jump(s->m)) {
        book_jump(s, t, y, yp, kinetic - (s->jumped.loss - s->jumped.let_go - lost));
        status = check_motions(s, t);
    }
    return status;
}

int eg_network_handle_event(eg_system *base, double t, const bool *fired, double *y, double *yp, bool *jumped,
                            eg_event_sink *sink)
{
    eg_network *s = eg_network_of(base);
    const bool slid = eg_slides(s), has_relations = s->m->user && s->m->user->relation_count > 0;
    *jumped = false;
    int status = slid ? eg_slide_end(s, t, y, jumped) : 0;
    if (status == 0)
        status = handle(s, t, fired, y, yp, sink);
    return status == 0 && has_relations ? eg_slide_look(s, t, fired, slid, y, yp, jumped, sink) : status;
}

/* Samples and relations of time that a rounded end misses by less than this share of the step are due. */
static const double DUE = 1e-9;
enum { SAMPLES = 32 }; /* of each kind that one step catches up with */

int eg_network_fixed_event(eg_network *s, double t, double h, double *y, double *yp)
{
    int status = 0;
    for (int i = 0; i < SAMPLES && status == 0; i++) {
        double due = t + DUE * h;
        eg_user_tangents_at(s, t, y, yp);
        eg_network_evaluate(s, t, y, yp, 0);
        status = eg_user_begin_event(s, due, NULL, NULL);
        eg_delays_pass(s, t);
        if (status == 0)
            status = eg_network_settle_modes(s, t, y, yp, true, NULL);
        if (status == 0)
            status = eg_user_end_event(s, t, y, yp);
        if (!(eg_user_next_time(s, t) <= due))
            break;
    }
    return status;
}

double eg_network_next_time_event(eg_system *base, double t)
{
    eg_network *s = eg_network_of(base);
    double next = INFINITY;
    for (int i = 0; i < s->timed_count; i++) { /* phases know when they end; all of them end after t */
        const eg_instance *instance = &s->m->instances[s->timed[i]];
        next = fmin(next, instance->class->block->phase_end(instance->p, s->phase[s->timed[i]]));
    }
    return s->m->user ? fmin(next, eg_user_next_time(s, t)) : next;
}
