/* Events of users' equations.
 *
 * A relation whose edge is an event is frozen in between; its switching function is the difference of its
 * sides, > 0 while it stays what it is. Relations of time and a number change at time events.
 *
 * At an event, once modes and relations fit the point, when clauses are carried out whose conditions have
 * become true since the round before: first what they assign, again and again until assigned values that
 * depend on each other agree; then reinit. A round ends by taking the values that pre(...) means; rounds go
 * on until nothing becomes active (Modelica 3.6, 8.6). */
#include "network/network.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* As in events.c: what may be round-off of the sides; and how far off a relation must be, against the largest
 * difference of its sides so far, to change back at the instant at which it has changed. */
static const double ROUNDING = 64 * DBL_EPSILON, CLEARLY = 1e-9;

/* ---------------------------------------------------------------- relations */

/* > 0 (for a <= b: >= 0) where the relation is true. */
static double difference(const eg_network *s, const eg_user_relation *r)
{
    return s->user_value[r->b] - s->user_value[r->a];
}

static double time_of(const eg_network *s, const eg_user_relation *r)
{
    return r->at_node < 0 ? r->at : s->user_value[r->at_node];
}

/* Right of its instant for relations of time. */
static bool time_mode(const eg_network *s, const eg_user_relation *r, double t)
{
    return r->time_is_less ? t < time_of(s, r) : t >= time_of(s, r);
}

static bool holds(const eg_network *s, const eg_user_relation *r, double t)
{
    double h = r->is_of_time ? 0 : difference(s, r);
    return r->is_of_time ? time_mode(s, r, t) : h > 0 || (r->or_equal && h == 0);
}

int eg_user_choose(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    int changes = 0;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->a < 0)
            continue;
        int mode = holds(s, r, t);
        changes += mode != s->user_mode[i];
        s->user_mode[i] = mode;
    }
    return changes;
}

static void change(eg_network *s, int i, double t, eg_event_sink *sink)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    s->user_mode[i] = !s->user_mode[i];
    s->user_changed[i] = true;
    if (sink && r->becomes[s->user_mode[i]]) /* the end of a step is none */
        sink->happened(sink, t, s->m->name, r->becomes[s->user_mode[i]], r->is_of_time);
}

/* Does the point contradict what the relation is? `sizes`: of the tape's values. */
static bool is_contradicted(const eg_network *s, int i, double t, const double *sizes)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    if (r->a < 0 || (r->is_of_time && r->at_node < 0))
        return false;
    if (r->is_of_time)
        return s->user_mode[i] != time_mode(s, r, t);
    double h = s->user_mode[i] ? difference(s, r) : -difference(s, r);
    double rounding = ROUNDING * (sizes[r->a] + sizes[r->b]);
    double least = s->user_changed[i] ? fmax(CLEARLY * s->user_scale[i], rounding) : rounding;
    /* What has jumped to equality, or rests there, is "<=". */
    bool is_equal = h == 0 && !s->user_changed[i] && !s->user_mode[i] && r->or_equal;
    return h < -least || is_equal;
}

/* The one that changes first where they change one by one: what has begun is taken back before something else
 * begins. -1: none. */
static int first_contradicted(const eg_network *s, double t, const double *sizes)
{
    int first = -1;
    for (int i = 0; i < s->m->user->relation_count; i++) {
        if (!s->user_relevant[i] || !is_contradicted(s, i, t, sizes))
            continue;
        if (s->user_mode[i])
            return i;
        first = first < 0 ? i : first;
    }
    return first;
}

int eg_user_correct(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    int changes = 0;
    if (u->relation_count == 0)
        return 0;
    eg_user_find_relevant(s);
    changes = eg_user_begin_grips(s);
    if (changes > 0)
        return changes;
    const double *sizes = eg_user_sizes(s);
    int first = s->user_one_by_one ? first_contradicted(s, t, sizes) : -1;
    for (int i = 0; i < u->relation_count; i++) {
        bool is_relevant = s->user_relevant[i];
        if ((s->user_one_by_one && is_relevant && i != first) || !is_contradicted(s, i, t, sizes))
            continue;
        change(s, i, t, is_relevant ? sink : NULL);
        s->user_changed[i] = is_relevant;
        changes += is_relevant;
    }
    return changes;
}

/* Lets relations that have not been watched be what they are. */
static void follow(eg_network *s, double t)
{
    const double *sizes = eg_user_sizes(s);
    for (int i = 0; i < s->m->user->relation_count; i++)
        if (!s->user_relevant[i] && is_contradicted(s, i, t, sizes))
            s->user_mode[i] = !s->user_mode[i];
}

bool eg_user_switches_on_algebraic(const eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; u && !s->simple && i < u->relation_count; i++)
        if (u->relations[i].is_of_algebraic && u->relations[i].switch_index >= 0 && s->user_relevant[i])
            return true;
    return false;
}

void eg_user_switching(eg_network *s, double t, double *h)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0)
            continue;
        double d = difference(s, r);
        h[r->switch_index] = !s->user_relevant[i] ? 1 : s->user_mode[i] ? d : -d;
        if (fabs(d) > s->user_scale[i])
            s->user_scale[i] = fabs(d);
    }
    eg_delays_switching(s, t, h);
}

static double signal_rate(const eg_network *s, int net, int order, const double *yp)
{
    const eg_net *n = &s->m->nets[net];
    if (order > 0)
        return order == 1 ? s->net[net].ddx : 0;
    return n->unknown >= 0 ? yp[s->m->first_loop + n->unknown] : s->net[net].dx;
}

static double temperature_rate(const eg_network *s, int node, const double *yp)
{
    const eg_heat_node *n = &s->m->heat[node];
    return n->unknown >= 0 ? yp[n->unknown] : n->input >= 0 ? signal_rate(s, n->input, 0, yp) : 0;
}

/* Of an element's force or loss, with what it follows besides the motion. */
static double force_rate(const eg_network *s, const eg_user_input *in, const double *yp)
{
    const eg_element *e = &s->m->elements[in->index];
    const eg_force *f = &s->force[in->index];
    bool is_force = in->kind == EG_USER_FORCE;
    double a = eg_node_acceleration(s, e->node_b, yp) - eg_node_acceleration(s, e->node_a, yp);
    double rate =
        (is_force ? f->df_ds : f->dloss_ds) * s->v_rel[in->index] + (is_force ? f->df_dv : f->dloss_dv) * a;
    const eg_response response = eg_response_of(s, in->index);
    int heat = eg_element_heat(s->m, e);
    if (e->ops->force_under && e->input >= 0)
        rate += (is_force ? response.df_du : response.dloss_du) * signal_rate(s, e->input, 0, yp);
    if (e->ops->force_under && heat >= 0)
        rate += (is_force ? response.df_dT : response.dloss_dT) * temperature_rate(s, heat, yp);
    if (is_force)
        rate += s->user_hold_rate[in->index];
    return rate;
}

static double delayed_rate(const eg_network *s, int delay, double t)
{
    double rate;
    eg_delay_value(s, delay, t, &rate);
    return rate;
}

/* The rate of an input along the motion; of derivatives it is not known, and left out. */
static double input_rate(const eg_network *s, const eg_user_input *in, double t, const double *y,
                         const double *yp)
{
    const eg_model *m = s->m;
    switch (in->kind) {
    case EG_USER_TIME: return 1;
    case EG_USER_VALUE: return yp[m->first_user + in->index];
    case EG_USER_DISTANCE: return eg_row_rate(s, &m->rows[in->row], y);
    case EG_USER_SPEED: return eg_node_acceleration(s, in->index, yp);
    case EG_USER_SIGNAL: return signal_rate(s, in->index, in->other, yp);
    case EG_USER_TEMPERATURE: return temperature_rate(s, in->index, yp);
    case EG_USER_DELAYED: return delayed_rate(s, in->index, t);
    case EG_USER_FORCE:
    case EG_USER_LOSS: return force_rate(s, in, yp);
    default: return 0;
    }
}

/* What has just changed does not change back at once by what round-off leaves of a rate: see
 * eg_network_switching_rates. */
void eg_user_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++)
        s->user_din[i] = input_rate(s, &u->inputs[i], t, y, yp);
    eg_tape_tangents(&u->tape, s->user_value, s->user_din, s->user_work);
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0)
            continue;
        double d = s->user_work[r->b] - s->user_work[r->a], rate = s->user_mode[i] ? d : -d;
        bool leads_back = !s->simple && t == s->event_time && s->user_changed[i];
        dh[r->switch_index] = !s->user_relevant[i] ? 0 : leads_back ? fmax(rate, 0) : rate;
    }
    eg_delays_switching_rates(s, dh);
}

/* ---------------------------------------------------------------- time */

/* A start that is a multiple of the interval makes multiples of all: 10*0.01 is 0.1, as others write it,
 * where 0.01 + 9*0.01 is not. */
static double sample_time(const eg_user_sample *sample, long index)
{
    double first = rint(sample->start / sample->interval);
    if (fabs(first) < 1e6 && first * sample->interval == sample->start)
        return (first + (double)index) * sample->interval;
    return sample->start + (double)index * sample->interval;
}

double eg_user_next_time(const eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    double next = eg_delays_next_time(s);
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].is_of_time && time_of(s, &u->relations[i]) > t)
            next = fmin(next, time_of(s, &u->relations[i]));
    for (int i = 0; i < u->sample_count; i++)
        next = fmin(next, sample_time(&u->samples[i], s->user_sample[i]));
    return next;
}

bool eg_user_is_due(const eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->sample_count; i++)
        if (sample_time(&u->samples[i], s->user_sample[i]) <= t)
            return true;
    return false;
}

/* true when something was due. */
static bool pass_time(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    bool due = false;
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].is_of_time && s->user_mode[i] != time_mode(s, &u->relations[i], t)) {
            change(s, i, t, sink);
            due = true;
        }
    for (int i = 0; i < u->sample_count; i++) {
        s->user_sampled[i] = sample_time(&u->samples[i], s->user_sample[i]) <= t;
        if (!s->user_sampled[i])
            continue;
        due = true;
        s->user_sample[i]++;
        if (sink)
            sink->happened(sink, t, s->m->name, "sample", true);
    }
    return due;
}

/* ---------------------------------------------------------------- when */

/* Takes the values that pre(...) means; true when one of what changes at events only is another one. */
static bool remember(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->before_count; i++) {
        double value = s->user_value[u->befores[i].node];
        changed = changed || (u->befores[i].is_discrete && value != s->user_before[i]);
        s->user_before[i] = value;
    }
    return changed;
}

static bool becomes_true(const eg_network *s, int clause)
{
    const eg_user_clause *c = &s->m->user->clauses[clause];
    bool now = s->user_value[c->condition] != 0;
    return now && !s->user_condition[clause] && (c->is_initial || !s->user_starting);
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
            double *kept = &y[m->first_loop + m->nets[u->outputs[i].net].unknown];
            double value = s->user_value[u->outputs[i].result.node];
            if (!u->is_frozen[u->outputs[i].result.node] || *kept == value)
                continue;
            *kept = value;
            again = true;
        }
        if (again)
            eg_network_evaluate(s, t, y, yp, 0);
    }
}

/* Assigns until values that depend on each other agree. 1 when something changed; negative: reported. */
static int assign(eg_network *s, double t, double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    int changed = 0;
    for (int round = 0; round <= u->action_count + 1; round++) {
        bool again = false;
        for (int i = 0; i < u->action_count; i++) {
            const eg_user_action *a = &u->actions[i];
            if (a->kind != EG_USER_ASSIGN || !is_active(s, a->clause))
                continue;
            double value = s->user_value[a->value];
            if (s->user_discrete[a->quantity] == value)
                continue;
            s->user_discrete[a->quantity] = value;
            again = true;
        }
        if (!again)
            return changed;
        changed = 1;
        eg_network_evaluate(s, t, y, yp, 0);
        pass_on(s, t, y, yp);
    }
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s values that when clauses assign depend on themselves", t);
    eg_remedy(s->base.diagnostics, "write pre(x) for the value before the event");
    return EG_ERROR_SIMULATION;
}

static void reinit(const eg_network *s, const eg_user_action *a, double *y)
{
    const eg_model *m = s->m;
    double value = s->user_value[a->value];
    if (a->target >= 0) {
        y[m->first_user + a->target] = value;
        return;
    }
    if (a->target_net >= 0) {
        y[m->nets[a->target_net].state] = value;
        return;
    }
    const eg_node *node = &m->nodes[a->target_node];
    double rest = s->motion[node->motion].dx; /* of the drives, and of other bodies behind a gear */
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
              eg_user_message_text(a, s->user_value, text, sizeof text));
    return a->is_warning ? 0 : EG_ERROR_SIMULATION;
}

static void terminate(eg_network *s, const eg_user_action *a, double t)
{
    char text[1000];
    s->base.finished = true;
    eg_report(s->base.diagnostics, EG_NOTE, a->place, "the model ends the simulation at time %.9g s: %s", t,
              eg_user_message_text(a, s->user_value, text, sizeof text));
}

/* What may still be tried at the start is not asserted, and does not end the run. */
static bool waits_for_start(const eg_network *s, const eg_user_action *a)
{
    return s->user_starting && (a->kind == EG_USER_TERMINATE || a->kind == EG_USER_ASSERT);
}

/* Does an active clause carry it out? */
static bool is_meant(const eg_network *s, const eg_user_action *a)
{
    return a->kind != EG_USER_TERMINATE || a->value < 0 || s->user_value[a->value] != 0;
}

/* What active clauses do besides assigning. 1 when a state was set; negative: reported. */
static int act(eg_network *s, double t, double *y)
{
    const eg_user *u = s->m->user;
    int status = 0;
    for (int i = 0; i < u->action_count && status >= 0; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->clause < 0 || a->kind == EG_USER_ASSIGN || waits_for_start(s, a) || !is_active(s, a->clause) ||
            !is_meant(s, a))
            continue;
        if (a->kind == EG_USER_TERMINATE)
            terminate(s, a, t);
        else if (a->kind == EG_USER_ASSERT && s->user_value[a->value] == 0)
            status = assertion_failed(s, a, t) < 0 ? EG_ERROR_SIMULATION : status;
        else if (a->kind == EG_USER_REINIT) {
            reinit(s, a, y);
            status = 1;
        }
    }
    return status;
}

int eg_user_carry_out(eg_network *s, double t, double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    int struck = u->impulse_count > 0 && !s->user_starting ? eg_user_strike(s, t, y, yp) : 0;
    if (struck != 0)
        return struck;
    int changed = assign(s, t, y, yp);
    if (changed < 0)
        return changed;
    int set = act(s, t, y);
    if (set < 0)
        return set;
    for (int i = 0; i < u->clause_count; i++)
        s->user_condition[i] = s->user_value[u->clauses[i].condition] != 0;
    if (s->user_starting && eg_delays_settle_start(s))
        changed = 1;
    if (s->user_starting) /* pre(x) is the start value of x until the start has been found */
        return changed || set;
    if (set > 0)
        eg_network_evaluate(s, t, y, yp, 0);
    bool remembered = remember(s);
    return changed || set || remembered;
}

/* ---------------------------------------------------------------- the instant */

void eg_user_begin_event(eg_network *s, double t, const bool *fired, bool has_other_cause,
                         eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    remember(s);
    follow(s, t);
    memset(s->user_changed, 0, sizeof *s->user_changed * (size_t)u->relation_count);
    for (int i = 0; fired && i < u->relation_count; i++)
        if (u->relations[i].switch_index >= 0 && fired[u->relations[i].switch_index])
            change(s, i, t, sink);
    bool due = pass_time(s, t, sink);
    eg_delays_begin_event(s, t, fired, due || has_other_cause, sink);
}

bool eg_user_claims_hold(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->action_count; i++) {
        const eg_user_action *a = &u->actions[i];
        bool fails = a->kind == EG_USER_ASSERT && a->clause < 0 && s->user_value[a->value] == 0;
        if (fails && !s->user_failed[i] && assertion_failed(s, a, t) < 0)
            return false;
        s->user_failed[i] = fails;
    }
    return true;
}

int eg_user_end_event(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->sample_count; i++)
        s->user_sampled[i] = false;
    eg_network_evaluate(s, t, y, yp, 0);
    if (remember(s))
        eg_network_evaluate(s, t, y, yp, 0);
    eg_user_find_relevant(s);
    for (int i = 0; i < u->clause_count; i++)
        s->user_condition[i] = s->user_value[u->clauses[i].condition] != 0;
    return eg_user_claims_hold(s, t) ? eg_delays_end_event(s, t) : EG_ERROR_SIMULATION;
}

/* What clauses of initial() assert, and whether they end the run, once the start is known. */
static int carry_out_waiting(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    int status = 0;
    for (int i = 0; i < u->clause_count; i++)
        s->user_condition[i] = false;
    for (int i = 0; i < u->action_count && status == 0; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->clause < 0 || !waits_for_start(s, a) || !is_active(s, a->clause) || !is_meant(s, a))
            continue;
        if (a->kind == EG_USER_TERMINATE)
            terminate(s, a, t);
        else if (s->user_value[a->value] == 0)
            status = assertion_failed(s, a, t);
    }
    return status;
}

int eg_user_end_start(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    eg_network_evaluate(s, t, y, yp, 0);
    int status = carry_out_waiting(s, t);
    remember(s);
    for (int i = 0; i < u->clause_count; i++)
        s->user_condition[i] = s->user_value[u->clauses[i].condition] != 0;
    memset(s->user_changed, 0, sizeof *s->user_changed * (size_t)u->relation_count);
    s->user_starting = false;
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
        s->user_condition[i] = false;
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_ASSIGN)
            s->user_discrete[u->actions[i].quantity] = start_of(u, u->actions[i].quantity);
    (void)eg_user_take_firsts(s);
}

void eg_user_begin_start(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    s->user_starting = true;
    for (int i = 0; i < u->clause_count; i++)
        s->user_condition[i] = false;
    for (int k = 0; k < u->quantity_count; k++)
        s->user_discrete[k] = start_of(u, k);
    for (int i = 0; i < u->before_count; i++) {
        int k = u->befores[i].quantity;
        s->user_before[i] = k >= 0 ? s->user_discrete[k] : u->befores[i].start;
    }
    for (int i = 0; i < u->sample_count; i++) {
        double passed = ceil((t - u->samples[i].start) / u->samples[i].interval * (1 - 4 * DBL_EPSILON));
        s->user_sample[i] = passed > 0 ? (long)passed : 0;
        s->user_sampled[i] = false;
    }
}

bool eg_user_take_firsts(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->first_count; i++) {
        const eg_user_first *f = &u->firsts[i];
        double value = s->user_value[f->value];
        double *target = f->before >= 0 ? &s->user_before[f->before] : &s->user_discrete[f->quantity];
        changed = changed || *target != value;
        *target = value;
        /* what clauses assign begins with what it was before */
        int assigned = f->before >= 0 ? u->befores[f->before].quantity : -1;
        if (assigned >= 0)
            s->user_discrete[assigned] = value;
        for (int k = 0; f->before < 0 && k < u->before_count; k++)
            if (u->befores[k].quantity == f->quantity)
                s->user_before[k] = value;
    }
    return changed;
}
