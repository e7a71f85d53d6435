/* Events of users' equations.
 *
 * At an event, once modes and relations fit the point, when clauses are carried out whose conditions have
 * become true since the round before: first what they assign, in the order in which conditions and values
 * follow from each other; then reinit. A round ends by taking the values that pre(...) means; rounds go
 * on until nothing becomes active (Modelica 3.6, 8.6). */
#include "network/network.h"
#include "component/spec.h"
#include "network/motion/evaluate.h"
#include "network/user/delay.h"
#include "network/user/events.h"
#include "network/user/relations.h"
#include "network/user/relevant.h"
#include "network/user/strike.h"
#include "network/user/tangents.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- when */

/* Takes the values that pre(...) means: 1 when one of what changes at events only is another one, 0;
 * negative: reported. */
static int remember(eg_network *s)
{
    const eg_user *u = s->m->user;
    const int status = eg_user_tangents_remember(s);
    bool changed = false;
    if (status != 0)
        return status;
    for (int i = 0; i < u->before_count; i++) {
        double value = s->user.value[u->befores[i].node];
        changed = changed || (u->befores[i].is_discrete && value != s->user.before[i]);
        s->user.before[i] = value;
    }
    return changed;
}

static bool becomes_true(const eg_network *s, int clause)
{
    const eg_user_clause *c = &s->m->user->clauses[clause];
    bool now = s->user.value[c->condition] != 0;
    return now && !s->user.condition[clause] && (c->is_initial || !s->user.starting);
}

static bool is_active(const eg_network *s, int clause)
{
    bool active = false;
    for (int i = clause; i >= 0 && !active; i = s->m->user->clauses[i].other)
        active = becomes_true(s, i);
    for (int above = s->m->user->clauses[clause].above; above >= 0 && active;
         above = s->m->user->clauses[above].above)
        for (int i = above; i >= 0 && active; i = s->m->user->clauses[i].other)
            active = !becomes_true(s, i);
    return active;
}

/* Signals that change at events only and that native blocks take in are unknowns of y: they follow at
 * once, so that what stands behind those blocks sees them in the same round. */
static void pass_on(eg_network *s, double t, double *y, const double *yp)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    bool again = true;
    for (int round = 0; again && round <= u->output_count; round++) {
        again = false;
        for (int i = 0; i < u->output_count; i++) {
            const eg_net *n = &m->nets[u->outputs[i].net];
            double value = s->user.value[u->outputs[i].result.node];
            if (n->is_late || !u->is_frozen[u->outputs[i].result.node])
                continue;
            double *kept = &y[m->first.loop + n->unknown];
            if (*kept == value)
                continue;
            *kept = value;
            again = true;
        }
        if (again)
            eg_network_evaluate(s, t, y, yp, 0);
    }
}

/* Does an active clause carry it out? */
static bool is_meant(const eg_network *s, const eg_user_action *a)
{
    bool has_condition = (a->kind == EG_USER_TERMINATE || a->kind == EG_USER_PRINT) && a->value >= 0;
    return !has_condition || s->user.value[a->value] != 0;
}

/* Where derivatives are asked for: those of what active clauses do of this kind. 0, or negative
 * (reported). */
static int differentiate(eg_network *s, eg_user_equation_kind kind,
                         int (*along)(eg_network *s, const bool *active))
{
    const eg_user *u = s->m->user;
    bool *active = eg_user_tangents_marks(s), any = false;
    for (int i = 0; active && i < u->action_count; i++) {
        const eg_user_action *a = &u->actions[i];
        active[i] = a->kind == kind && a->clause >= 0 && is_active(s, a->clause) && is_meant(s, a);
        any = any || active[i];
    }
    return any || (active && kind == EG_USER_ASSIGN) ? along(s, active) : 0;
}

static bool is_other(double a, double b)
{
    return a != b && !(isnan(a) && isnan(b));
}

/* What the assigned variables are by the clauses that are active at the point evaluated last, and by what
 * they were before the round. True when one of them changes. */
static bool assign_once(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_ASSIGN)
            s->user.assigned[u->actions[i].quantity] = s->user.held[u->actions[i].quantity];
    for (int i = 0; i < u->action_count; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->kind == EG_USER_ASSIGN && is_active(s, a->clause))
            s->user.assigned[a->quantity] = s->user.value[a->value];
    }
    for (int i = 0; i < u->action_count; i++) {
        int k = u->actions[i].quantity;
        if (u->actions[i].kind != EG_USER_ASSIGN || !is_other(s->user.assigned[k], s->user.discrete[k]))
            continue;
        s->user.discrete[k] = s->user.assigned[k];
        changed = true;
    }
    return changed;
}

/* A clause is the equation v = if edge(condition) then value else pre(v), and its condition may ask for what
 * other clauses assign: that is solved by putting in, all of them at once, until nothing changes. Whatever
 * follows from others is right one step after these are, so that as many steps as there are variables and
 * relations suffice, unless one depends on itself. Relations of what changes at events only are part of it.
 * 1 when something changed; negative: reported. */
static int assign(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    int changed = 0;
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_ASSIGN)
            s->user.held[u->actions[i].quantity] = s->user.discrete[u->actions[i].quantity];
    eg_user_tangents_hold(s);
    for (int round = 0; round <= u->action_count + u->relation_count + 1; round++) {
        const int status = differentiate(s, EG_USER_ASSIGN, eg_user_tangents_assign);
        if (status != 0)
            return status;
        if (!assign_once(s))
            return changed;
        changed = 1;
        eg_network_evaluate(s, t, y, yp, 0);
        pass_on(s, t, y, yp);
        if (eg_user_correct_settled(s, t, sink) > 0)
            eg_network_evaluate(s, t, y, yp, 0);
    }
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s values that when clauses assign depend on themselves", t);
    eg_remedy(s->base.diagnostics, "write pre(x) for the value before the event");
    return EG_ERROR_SIMULATION;
}

/* What friction ties to the body goes on as it did: each has its own speed from now on. */
static void reinit(eg_network *s, const eg_user_action *a, double *y)
{
    const eg_model *m = s->m;
    double value = s->user.value[a->value];
    if (a->target >= 0) {
        y[m->first.user + a->target] = value;
        return;
    }
    if (a->target_net >= 0) {
        y[m->nets[a->target_net].state] = value;
        return;
    }
    if (m->kinds.friction_count > 0 && !s->jumped.speed_was_set) {
        eg_stick_release(s, y);
        s->jumped.speed_was_set = true;
    }
    const eg_flange_node *node = &m->nodes[a->target_node];
    double rest = s->signals.motion[node->motion].dx; /* of the drives, and of other bodies behind a gear */
    for (int i = 1; i <= node->more; i++) {
        eg_term other = eg_node_term(m, node, i);
        rest += other.index > 0 ? other.coefficient * y[eg_v(m, other.index)] : 0;
    }
    if (node->body > 0)
        y[eg_v(m, node->body)] = (value - rest) / node->factor;
}

static int assertion_failed(const eg_network *s, const eg_user_action *a, double t)
{
    char text[1000];
    eg_report(s->base.diagnostics, a->is_warning ? EG_WARNING : EG_ERROR, a->place,
              "at time %.9g s assertion%s: %s", t, a->is_warning ? "" : " failed",
              eg_user_message_text(a, s->user.value, text, sizeof text));
    eg_remedy(s->base.diagnostics, "change what makes the condition false, or the assert");
    return a->is_warning ? 0 : EG_ERROR_SIMULATION;
}

static void print(const eg_network *s, const eg_user_action *a, double t)
{
    char text[1000];
    eg_report(s->base.diagnostics, EG_NOTE, a->place, "at time %.9g s: %s", t,
              eg_user_message_text(a, s->user.value, text, sizeof text));
}

static void terminate(eg_network *s, const eg_user_action *a, double t)
{
    char text[1000];
    s->base.finished = true;
    eg_report(s->base.diagnostics, EG_NOTE, a->place, "the model ends the simulation at time %.9g s: %s", t,
              eg_user_message_text(a, s->user.value, text, sizeof text));
}

static bool speaks(const eg_user_action *a)
{
    return a->kind == EG_USER_TERMINATE || a->kind == EG_USER_ASSERT || a->kind == EG_USER_PRINT;
}

static int speak(eg_network *s, const eg_user_action *a, double t)
{
    if (a->kind == EG_USER_TERMINATE)
        terminate(s, a, t);
    else if (a->kind == EG_USER_PRINT)
        print(s, a, t);
    else if (s->user.value[a->value] == 0)
        return assertion_failed(s, a, t);
    return 0;
}

/* What may still be tried at the start is not asserted or told, and does not end the run. */
static bool waits_for_start(const eg_network *s, const eg_user_action *a)
{
    return s->user.starting && speaks(a);
}

/* What active clauses do besides assigning. 1 when a state was set; negative: reported. */
static int act(eg_network *s, double t, double *y)
{
    const eg_user *u = s->m->user;
    int status = differentiate(s, EG_USER_REINIT, eg_user_tangents_reinit);
    for (int i = 0; i < u->action_count && status >= 0; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->clause < 0 || a->kind == EG_USER_ASSIGN || waits_for_start(s, a) || !is_active(s, a->clause) ||
            !is_meant(s, a))
            continue;
        if (speaks(a))
            status = speak(s, a, t) < 0 ? EG_ERROR_SIMULATION : status;
        else if (a->kind == EG_USER_REINIT) {
            reinit(s, a, y);
            s->user.was_set = true;
            status = 1;
        }
    }
    return status;
}

int eg_user_carry_out(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    int struck = u->impulse_count > 0 && !s->user.starting ? eg_user_strike(s, t, y, yp) : 0;
    if (struck != 0)
        return struck;
    int changed = assign(s, t, y, yp, sink);
    if (changed < 0)
        return changed;
    int set = act(s, t, y);
    if (set < 0)
        return set;
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = s->user.value[u->clauses[i].condition] != 0;
    if (s->user.starting && eg_delays_settle_start(s))
        changed = 1;
    if (s->user.starting) /* pre(x) is the start value of x until the start has been found */
        return changed || set;
    if (set > 0)
        eg_network_evaluate(s, t, y, yp, 0);
    const int remembered = remember(s);
    return remembered < 0 ? remembered : changed || set || remembered;
}

/* ---------------------------------------------------------------- the instant */

int eg_user_begin_event(eg_network *s, double t, const bool *fired, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    const int status = remember(s);
    if (status < 0)
        return status;
    eg_user_follow(s, t);
    s->user.was_set = false;
    memset(s->user.changed, 0, sizeof *s->user.changed * (size_t)u->relation_count);
    for (int i = 0; fired && i < u->relation_count; i++)
        if (u->relations[i].switch_index >= 0 && fired[u->relations[i].switch_index] &&
            s->sliding.member[i] == 0) /* a slide has ended already */
            eg_user_fire(s, i, t, sink);
    eg_user_pass_time(s, t, sink);
    eg_delays_begin_event(s, t, fired, sink);
    return 0;
}

bool eg_user_claims_hold(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->action_count; i++) {
        const eg_user_action *a = &u->actions[i];
        bool fails = a->kind == EG_USER_ASSERT && a->clause < 0 && s->user.value[a->value] == 0;
        if (fails && !s->user.failed[i] && assertion_failed(s, a, t) < 0)
            return false;
        s->user.failed[i] = fails;
    }
    return true;
}

int eg_user_end_event(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->sample_count; i++)
        s->user.sampled[i] = false;
    eg_user_tangents_at(s, t, y, yp);
    eg_network_evaluate(s, t, y, yp, 0);
    const int remembered = remember(s);
    if (remembered < 0)
        return remembered;
    if (remembered > 0)
        eg_network_evaluate(s, t, y, yp, 0);
    eg_user_find_relevant(s);
    eg_user_end_bands(s, t);
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = s->user.value[u->clauses[i].condition] != 0;
    return eg_user_claims_hold(s, t) ? eg_delays_end_event(s, t) : EG_ERROR_SIMULATION;
}

/* What clauses of initial() assert, and whether they end the run, once the start is known. */
static int carry_out_waiting(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    int status = 0;
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = false;
    for (int i = 0; i < u->action_count && status == 0; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->clause < 0 || !waits_for_start(s, a) || !is_active(s, a->clause) || !is_meant(s, a))
            continue;
        status = speak(s, a, t);
    }
    return status;
}

int eg_user_end_start(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    eg_network_evaluate(s, t, y, yp, 0);
    int status = carry_out_waiting(s, t);
    if (status == 0 && !eg_user_claims_hold(s, t)) /* with what is claimed of initial() */
        status = EG_ERROR_SIMULATION;
    const int remembered = remember(s);
    if (remembered < 0)
        status = remembered;
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = s->user.value[u->clauses[i].condition] != 0;
    memset(s->user.changed, 0, sizeof *s->user.changed * (size_t)u->relation_count);
    s->user.starting = false;
    return status;
}

static double start_of(const eg_user *u, int quantity)
{
    return isnan(u->quantities[quantity].start) ? 0 : u->quantities[quantity].start;
}

/* What has been tried may have had other values than the start will have. */
void eg_user_forget_clauses(eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = false;
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_ASSIGN)
            s->user.discrete[u->actions[i].quantity] = start_of(u, u->actions[i].quantity);
    (void)eg_user_take_firsts(s);
}

void eg_user_begin_start(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    s->user.starting = true;
    for (int i = 0; i < u->clause_count; i++)
        s->user.condition[i] = false;
    for (int k = 0; k < u->quantity_count; k++)
        s->user.discrete[k] = start_of(u, k);
    for (int i = 0; i < u->before_count; i++) {
        int k = u->befores[i].quantity;
        s->user.before[i] = k >= 0 ? s->user.discrete[k] : u->befores[i].start;
    }
    for (int i = 0; i < u->sample_count; i++) {
        s->user.sample[i] = eg_user_first_sample(&u->samples[i], t);
        s->user.sampled[i] = false;
    }
}

void eg_user_forget_late(eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->first_count; i++) {
        const eg_user_first *f = &u->firsts[i];
        const int before = f->before >= 0 ? u->befores[f->before].quantity : -1;
        const int quantity = f->quantity >= 0 ? f->quantity : before;
        s->user.begun[i] = quantity >= 0 ? start_of(u, quantity) : 0.0;
    }
}

bool eg_user_take_late(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->first_count; i++) {
        if (!u->firsts[i].is_late)
            continue;
        const double value = s->user.value[u->firsts[i].value], before = s->user.begun[i];
        changed = changed || !(fabs(value - before) <= 8.0 * DBL_EPSILON * fmax(fabs(value), fabs(before)));
        s->user.begun[i] = value;
    }
    return changed;
}

bool eg_user_take_firsts(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->first_count; i++) {
        const eg_user_first *f = &u->firsts[i];
        double value = f->is_late ? s->user.begun[i] : s->user.value[f->value];
        double *target = f->before >= 0 ? &s->user.before[f->before] : &s->user.discrete[f->quantity];
        changed = changed || *target != value;
        *target = value;
        /* what clauses assign begins with what it was before */
        int assigned = f->before >= 0 ? u->befores[f->before].quantity : -1;
        if (assigned >= 0)
            s->user.discrete[assigned] = value;
        for (int k = 0; f->before < 0 && k < u->before_count; k++)
            if (u->befores[k].quantity == f->quantity)
                s->user.before[k] = value;
    }
    return changed;
}
