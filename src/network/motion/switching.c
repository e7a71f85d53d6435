/* Switching functions: all that end a mode, at a point, and how fast they change. */
#include "network/motion/switching.h"
#include "network/motion/kinematics.h"
#include "network/motion/rub.h"
#include "network/solve/consistent.h"
#include "network/user/evaluate.h"
#include "network/user/relations.h"

#include <float.h>

/* Do switching functions follow no y', but accelerations by what friction holds with? */
static bool follows_no_rates(const eg_network *s)
{
    const eg_model *m = s->m;
    if ((m->user && (m->user->switches_on_rates || m->kinds.friction_count > 0)) ||
        m->signals.switched_count > 0)
        return false;
    for (int k = 0; k < m->kinds.friction_count; k++) {
        const int input = m->elements[m->kinds.frictions[k]].input;
        if (input >= 0 && !m->nets[input].of_time)
            return false; /* the rate of its signal counts */
    }
    return true;
}

/* Does what is evaluated with y' = 0 stand for the motion's own y' too? */
bool eg_network_needs_no_rates(const eg_network *s)
{
    return s->simple && follows_no_rates(s);
}

static int friction_switching_here(eg_network *s, const double *yp, double *h)
{
    if (eg_friction_needs_forces(s) && eg_stick_forces(s, yp) < 0)
        return 1;
    eg_friction_switches(s, yp, h);
    return 0;
}

int eg_network_switching_here(eg_network *s, double t, const double *yp, double *h)
{
    if (friction_switching_here(s, yp, h) != 0)
        return 1;
    for (int i = 0; i < s->m->element_count; i++)
        eg_switching_at(s, i, h + s->m->elements[i].first_switch, NULL, NULL);
    for (int i = 0; i < s->m->signals.switched_count; i++) {
        const eg_net *n = &s->m->nets[s->m->signals.switched[i]];
        eg_jet value[EG_BLOCK_MAX_SWITCHES] = {{0}};
        eg_switching_of_block(s, n, value);
        for (int k = 0; k < n->block->switch_count; k++)
            h[n->first_switch + k] = value[k].x;
    }
    if (s->m->user)
        eg_user_switching(s, t, h);
    return 0;
}

/* May switching functions follow signals that are unknowns, in algebraic loops or given by equations? */
static bool switches_on_loops(const eg_network *s)
{
    const eg_model *m = s->m;
    bool any = m->signals.switched_count > 0 || m->kinds.friction_count > 0 ||
               (m->user && m->user->relation_count > 0);
    return !s->simple && m->signals.loop_count > 0 && any;
}

/* Evaluates the point for switching functions, and finds the y' that they need. *y becomes what it is with
 * what is algebraic. `flags`: of eg_network_evaluate. */
static int evaluate_point(eg_network *s, double t, const double **y, const double **yp, int flags)
{
    bool holds = eg_friction_needs_forces(s); /* what holds follows from accelerations */
    bool seeks = eg_user_switches_on_algebraic(s) || switches_on_loops(s);
    *yp = s->scratch.zero;
    if (seeks || holds || (s->m->user && s->m->user->switches_on_rates)) {
        double *rates = holds ? s->ahead.rate : s->scratch.drive;
        int status = follows_no_rates(s) && !seeks ? eg_network_accelerations(s, t, *y, rates)
                                                   : eg_network_derivatives(&s->base, t, *y, rates);
        if (status != 0)
            return status;
        *yp = rates;
        *y = s->simple ? *y : s->scratch.work[3]; /* of what is algebraic no engine is asked to be accurate */
    }
    if (!holds || !eg_network_needs_no_rates(s))
        eg_network_evaluate(s, t, *y, *yp, flags | (holds ? 0 : EG_EVALUATE_NO_FORCES));
    return 0;
}

int eg_network_switching(eg_system *base, double t, const double *y, double *h)
{
    eg_network *s = eg_network_of(base);
    const double *yp;
    int status = evaluate_point(s, t, &y, &yp, EG_EVALUATE_FOR_SWITCHES);
    return status != 0 ? status : eg_network_switching_here(s, t, yp, h);
}

/* Of sides of relations and of what kinks of blocks look at: these may be equal by other equations. */
int eg_network_switching_noise(eg_system *base, double t, const double *y, double *noise)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    const double *yp;
    int status = evaluate_point(s, t, &y, &yp, 0);
    for (int i = 0; i < base->switch_count; i++)
        noise[i] = 0;
    for (int i = 0; i < m->signals.switched_count && status == 0; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        eg_jet h[EG_BLOCK_MAX_SWITCHES] = {{0}};
        const double size = eg_switching_of_block(s, n, h);
        for (int k = 0; k < n->block->switch_count; k++)
            noise[n->first_switch + k] = 64 * DBL_EPSILON * size;
    }
    if (m->user && status == 0)
        eg_user_switching_noise(s, noise);
    return status;
}

int eg_network_friction_switching(eg_network *s, double t, const double *y, double *h)
{
    const double *yp;
    int status = evaluate_point(s, t, &y, &yp, 0);
    return status != 0 ? status : friction_switching_here(s, yp, h);
}

/* A part without mass behind a gap goes over from approach-limited to linear tangentially: on the edge its
 * speed is the one that keeps it there, so that the function which leads back is 0 and so is its rate. Of
 * what is computed only round-off is left; at the instant of the change itself it is not told. */
int eg_network_switching_rates(eg_system *base, double t, const double *y, const double *yp, double *dh)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    const bool moves = eg_friction_moves(s);
    if (m->kinds.friction_count > 0 && !moves && eg_friction_rates(s, t, y, yp, dh) != 0)
        return 1;
    if (m->user)
        eg_user_hold_rates(s, t, y, yp);
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_NO_FORCES | EG_EVALUATE_RATES);
    if (moves)
        eg_friction_moving_rates(s, yp, dh);
    for (int i = 0; i < m->signals.switched_count; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        eg_jet h[EG_BLOCK_MAX_SWITCHES] = {{0}};
        eg_switching_of_block(s, n, h);
        for (int k = 0; k < n->block->switch_count; k++)
            dh[n->first_switch + k] =
                t == s->left.time && eg_phase_returns(s, n, k) ? fmax(h[k].dx, 0) : h[k].dx;
    }
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->friction)
            continue;
        double h[EG_ELEMENT_MAX_SWITCHES], by_s[EG_ELEMENT_MAX_SWITCHES] = {0},
                                           by_v[EG_ELEMENT_MAX_SWITCHES] = {0};
        double a = eg_node_acceleration(s, e->node_b, yp) - eg_node_acceleration(s, e->node_a, yp);
        eg_switching_at(s, i, h, by_s, by_v);
        for (int k = 0; k < e->ops->switch_count; k++) {
            double rate = by_s[k] * s->v_rel[i] + by_v[k] * a;
            bool leads_back = !s->simple && t == s->left.time && eg_next_mode(s, i, k) == s->left.mode[i];
            dh[e->first_switch + k] = leads_back ? fmax(rate, 0) : rate;
        }
    }
    if (m->user)
        eg_user_switching_rates(s, t, y, yp, dh);
    return 0;
}
