/* Relations of users' equations: what is true of them, when that changes.
 *
 * A relation whose edge is an event is frozen in between; its switching function is the difference of its
 * sides, > 0 while it stays what it is. Relations of time and a number change at time events.
 *
 * Sides that are equal by other equations, as in y > 0.1*3*x with y = 0.3*x, differ by round-off alone,
 * which crosses 0 at every step. A relation that reaches its edge without having left the round-off of its
 * sides since the event before is *equal*: it is what it is at equality, and its sides have to differ by
 * more than a band, some times that round-off, to make an event. The band widens where that is not enough,
 * since sides may be known less well than their size says, and goes when they differ clearly. What crosses
 * its edge so soon after an event is found where it leaves the band. */
#include "network/network.h"
#include "component/spec.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/user/delay.h"
#include "network/user/evaluate.h"
#include "network/user/grip.h"
#include "network/user/relations.h"
#include "network/user/relevant.h"

#include <float.h>
#include <math.h>

/* As in events.c: what may be round-off of the sides; and how far off a relation must be, against the largest
 * difference of its sides so far, to change back at the instant at which it has changed. */
static const double ROUNDING = 64 * DBL_EPSILON, CLEARLY = 1e-9;

/* ---------------------------------------------------------------- relations */

/* > 0 (for a <= b: >= 0) where the relation is true. */
static double difference(const eg_network *s, const eg_user_relation *r)
{
    return s->user.value[r->b] - s->user.value[r->a];
}

static double time_of(const eg_network *s, const eg_user_relation *r)
{
    return r->at_node < 0 ? r->at : s->user.value[r->at_node];
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
        changes += mode != s->user.mode[i];
        s->user.mode[i] = mode;
        if (s->law.told)
            s->law.told[i] = mode;
    }
    return changes;
}

/* BAND: of the band, in round-offs of the sides; WIDER: what it widens by; WIDEST: the share of the sides
 * that it is at most; GONE: in bands, where it goes. */
static const double BAND = 2, WIDER = 8, WIDEST = 1e-9, GONE = 64;

/* A limit of a contact law changes also where the contact begins or ends, which is another event's: there the
 * force of the spring is next to nothing, where the limit is met the damper's is as large. */
static bool is_told(const eg_network *s, const eg_user_relation *r)
{
    static const double near = 1e-3;
    if (r->touch_slope == 0)
        return true;
    if (s->user.mode[r->touch] != r->touch_holds)
        return false;
    const double depth = fabs(difference(s, &s->m->user->relations[r->touch])) / r->touch_slope;
    return fabs(difference(s, r)) < near * r->limit_size * pow(depth, r->limit_power);
}

void eg_user_change(eg_network *s, int i, double t, eg_event_sink *sink)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    s->user.mode[i] = !s->user.mode[i];
    s->user.changed[i] = true;
    if (sink && r->becomes[s->user.mode[i]] && !r->component) /* the end of a step is none */
        sink->happened(sink, t, s->m->name, r->becomes[s->user.mode[i]], r->is_of_time);
}

/* While modes settle relations may turn to and fro: of contacts it counts what they have become. */
void eg_user_tell_contacts(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (!r->component || s->user.mode[i] == s->law.told[i])
            continue;
        s->law.told[i] = s->user.mode[i];
        if (sink && r->becomes[s->user.mode[i]] && is_told(s, r))
            sink->happened(sink, t, r->component, r->becomes[s->user.mode[i]], false);
    }
}

/* How far the point is inside what the relation is, of a relation that is not of time. */
static double inside(const eg_network *s, int i)
{
    const double d = difference(s, &s->m->user->relations[i]);
    return s->user.mode[i] ? d : -d;
}

static double rounding_of(const eg_user_relation *r, const double *sizes)
{
    return ROUNDING * (sizes[r->a] + sizes[r->b]);
}

/* Has the relation, which reaches its edge, been there all the time since the event before? What falls at
 * the instant of that event is known to do so by its rate. */
static bool is_equal_still(const eg_network *s, int i, double t, const double *sizes)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    const double most = WIDEST * (fabs(s->user.value[r->a]) + fabs(s->user.value[r->b]));
    const double rounding = rounding_of(r, sizes);
    if (!(t > s->user.since) || !(rounding > 0))
        return false;
    if (s->user.band[i] > 0)
        return s->user.recent[i] <= 4 * s->user.band[i] && s->user.band[i] < most;
    return s->user.recent[i] <= 4 * rounding;
}

void eg_user_fire(eg_network *s, int i, double t, eg_event_sink *sink)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    const double *sizes = eg_user_sizes(s);
    if (!is_equal_still(s, i, t, sizes)) {
        s->user.band[i] = 0;
        eg_user_change(s, i, t, sink);
        return;
    }
    s->user.band[i] = fmax(WIDER * s->user.band[i], BAND * rounding_of(r, sizes));
    if (s->user.mode[i] != r->or_equal)
        eg_user_change(s, i, t, sink);
}

void eg_user_end_bands(eg_network *s, double t)
{
    s->user.since = t + eg_system_instant(&s->base, t - s->base.origin);
    for (int i = 0; i < s->m->user->relation_count; i++) {
        s->user.recent[i] = 0;
        if (s->user.band[i] > 0 && fabs(inside(s, i)) > GONE * s->user.band[i])
            s->user.band[i] = 0;
    }
}

bool eg_user_is_beyond(const eg_network *s, const double *sizes)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        const bool is_edge = s->user.changed[i] && s->time == s->left.time;
        if (r->switch_index >= 0 && s->user.relevant[i] && (is_edge || inside(s, i) < -rounding_of(r, sizes)))
            return true;
    }
    return false;
}

/* Both sides change at events only: there is no round-off of a motion in them. */
static bool is_settled(const eg_network *s, const eg_user_relation *r)
{
    const eg_user *u = s->m->user;
    return r->a >= 0 && u->is_frozen[r->a] && u->is_frozen[r->b];
}

int eg_user_correct_settled(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    int changes = 0;
    for (int i = 0; i < u->relation_count; i++)
        if (is_settled(s, &u->relations[i]) && s->user.mode[i] != holds(s, &u->relations[i], t)) {
            eg_user_change(s, i, t, s->user.relevant[i] ? sink : NULL);
            changes++;
        }
    return changes;
}

/* Does the point contradict what the relation is? `sizes`: of the tape's values. */
static bool is_contradicted(const eg_network *s, int i, double t, const double *sizes)
{
    const eg_user_relation *r = &s->m->user->relations[i];
    if (r->a < 0 || (r->is_of_time && r->at_node < 0))
        return false;
    if (r->is_of_time)
        return s->user.mode[i] != time_mode(s, r, t);
    if (is_settled(s, r))
        return s->user.mode[i] != holds(s, r, t);
    double h = inside(s, i), rounding = fmax(rounding_of(r, sizes), s->user.band[i]);
    double least = s->user.changed[i] ? fmax(CLEARLY * s->user.scale[i], rounding) : rounding;
    /* What has jumped to equality, or rests there, is "<="; and what has been set to it is not "<". */
    bool is_unequal = s->user.mode[i] ? !r->or_equal && s->user.was_set : r->or_equal;
    return h < -least || (h == 0 && !s->user.changed[i] && is_unequal);
}

/* The one that changes first where they change one by one: what has begun is taken back before something else
 * begins. -1: none. */
static int first_contradicted(const eg_network *s, double t, const double *sizes)
{
    int first = -1;
    for (int i = 0; i < s->m->user->relation_count; i++) {
        if (!s->user.relevant[i] || !is_contradicted(s, i, t, sizes))
            continue;
        if (s->user.mode[i])
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
    int first = s->user.one_by_one ? first_contradicted(s, t, sizes) : -1;
    for (int i = 0; i < u->relation_count; i++) {
        bool is_relevant = s->user.relevant[i];
        if ((s->user.one_by_one && is_relevant && i != first) || !is_contradicted(s, i, t, sizes))
            continue;
        eg_user_change(s, i, t, is_relevant ? sink : NULL);
        s->user.changed[i] = is_relevant;
        changes += is_relevant;
    }
    return changes;
}

void eg_user_follow(eg_network *s, double t)
{
    const double *sizes = eg_user_sizes(s);
    for (int i = 0; i < s->m->user->relation_count; i++)
        if (!s->user.relevant[i] && is_contradicted(s, i, t, sizes))
            s->user.mode[i] = !s->user.mode[i];
}

bool eg_user_switches_on_algebraic(const eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; u && !s->simple && i < u->relation_count; i++)
        if (u->relations[i].is_of_algebraic && u->relations[i].switch_index >= 0 && s->user.relevant[i])
            return true;
    return false;
}

void eg_user_switching(eg_network *s, double t, double *h)
{
    const eg_user *u = s->m->user;
    eg_user_catch_up(s);
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0)
            continue;
        double d = inside(s, i);
        h[r->switch_index] = !s->user.relevant[i] ? 1 : d + s->user.band[i];
        if (fabs(d) > s->user.recent[i]) {
            s->user.recent[i] = fabs(d);
            s->user.scale[i] = fmax(s->user.scale[i], fabs(d));
        }
    }
    eg_delays_switching(s, t, h);
}

void eg_user_switching_noise(eg_network *s, double *noise)
{
    const eg_user *u = s->m->user;
    const double *sizes = eg_user_sizes(s);
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].switch_index >= 0)
            noise[u->relations[i].switch_index] = rounding_of(&u->relations[i], sizes);
}

static double signal_rate(const eg_network *s, int net, int order, const double *yp)
{
    const eg_net *n = &s->m->nets[net];
    if (order > 0)
        return order == 1 ? s->signals.net[net].ddx : 0;
    return n->unknown >= 0 ? yp[s->m->first.loop + n->unknown] : s->signals.net[net].dx;
}

static double temperature_rate(const eg_network *s, int node, const double *yp)
{
    const eg_heat_node *n = &s->m->heat[node];
    if (n->unknown >= 0)
        return yp[n->unknown];
    return n->input >= 0 ? signal_rate(s, n->input, 0, yp) : 0;
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
        rate += s->user.hold_rate[in->index];
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
    case EG_USER_VALUE: return yp[m->first.user + in->index];
    case EG_USER_DISTANCE: return eg_row_rate(s, &m->row.list[in->row], y);
    case EG_USER_SPEED: return eg_node_acceleration(s, in->index, yp);
    case EG_USER_SIGNAL: return signal_rate(s, in->index, in->other, yp);
    case EG_USER_TEMPERATURE: return temperature_rate(s, in->index, yp);
    case EG_USER_DELAYED: return delayed_rate(s, in->index, t);
    case EG_USER_FORCE:
    case EG_USER_LOSS: return force_rate(s, in, yp);
    default: return 0;
    }
}

double eg_user_difference_rate(eg_network *s, int i, double t, const double *y, const double *yp, double *d)
{
    const eg_user *u = s->m->user;
    const eg_user_relation *r = &u->relations[i];
    eg_user_hold_rates(s, t, y, yp);
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_RATES);
    *d = difference(s, r);
    for (int k = 0; k < u->input_count; k++)
        s->user.din[k] = input_rate(s, &u->inputs[k], t, y, yp);
    eg_tape_tangents(&u->tape, s->user.value, s->user.din, s->user.work);
    return s->user.work[r->b] - s->user.work[r->a];
}

/* What has just changed does not change back at once by what round-off leaves of a rate: see
 * eg_network_switching_rates. */
void eg_user_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++)
        s->user.din[i] = input_rate(s, &u->inputs[i], t, y, yp);
    eg_tape_tangents(&u->tape, s->user.value, s->user.din, s->user.work);
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0)
            continue;
        double d = s->user.work[r->b] - s->user.work[r->a], rate = s->user.mode[i] ? d : -d;
        bool leads_back = !s->simple && t == s->left.time && s->user.changed[i];
        rate = leads_back ? fmax(rate, 0) : rate;
        dh[r->switch_index] = s->user.relevant[i] ? rate : 0;
    }
    eg_delays_switching_rates(s, dh);
}

/* ---------------------------------------------------------------- time */

/* A start that is a multiple of the interval makes multiples of all: 10*0.01 is 0.1, as others write it,
 * where 0.01 + 9*0.01 is not. From a start that is far away a product is subtracted that is as large: it is
 * rounded once, with the sum. */
static double sample_time(const eg_user_sample *sample, long index)
{
    const double first = rint(sample->start / sample->interval), n = (double)index;
    if (fabs(first) < EG_SAMPLES_MOST && first * sample->interval == sample->start)
        return (double)((long)first + index) * sample->interval;
    const double passed = n * sample->interval;
    if (fabs(first) < 1e6)
        return sample->start + passed;
    return sample->start + passed + fma(n, sample->interval, -passed);
}

long eg_user_first_sample(const eg_user_sample *sample, double t)
{
    const double A_LITTLE_LESS = 1 - 4 * DBL_EPSILON; /* what is due at t by rounding alone is due */
    double passed = ceil((t - sample->start) / sample->interval * A_LITTLE_LESS);
    long index = passed > 0 ? (long)fmin(passed, EG_SAMPLES_MOST) : 0;
    for (int k = 0; k < 4; k++) { /* the quotient may be off by more than an interval */
        double behind = (t - sample_time(sample, index)) / sample->interval;
        if (!(behind > 1e-9))
            break;
        index += (long)ceil(behind * A_LITTLE_LESS);
    }
    return index;
}

double eg_user_next_time(const eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    double next = eg_delays_next_time(s);
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].is_of_time && time_of(s, &u->relations[i]) > t)
            next = fmin(next, time_of(s, &u->relations[i]));
    for (int i = 0; i < u->sample_count; i++)
        next = fmin(next, sample_time(&u->samples[i], s->user.sample[i]));
    return next;
}

bool eg_user_relation_along(const eg_network *s, const eg_user_relation *r, double t, const double *dv,
                            double *dt)
{
    if (!r->is_of_time || time_of(s, r) != t)
        return false;
    *dt = dv[r->time_is_less ? r->b : r->a];
    return true;
}

bool eg_user_sample_along(const eg_network *s, int sample, double t, const double *dorigins, double *dt)
{
    const eg_user_sample *x = &s->m->user->samples[sample];
    if (sample_time(x, s->user.sample[sample]) != t)
        return false;
    const double dstart = x->start_origin < 0 ? 0 : dorigins[x->start_origin];
    const double dinterval = x->interval_origin < 0 ? 0 : dorigins[x->interval_origin];
    *dt = dstart + (double)s->user.sample[sample] * dinterval;
    return true;
}

bool eg_user_is_due(const eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->sample_count; i++)
        if (sample_time(&u->samples[i], s->user.sample[i]) <= t)
            return true;
    return false;
}

void eg_user_pass_time(eg_network *s, double t, eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].is_of_time && s->user.mode[i] != time_mode(s, &u->relations[i], t))
            eg_user_change(s, i, t, sink);
    for (int i = 0; i < u->sample_count; i++) {
        s->user.sampled[i] = sample_time(&u->samples[i], s->user.sample[i]) <= t;
        if (!s->user.sampled[i])
            continue;
        s->user.sample[i]++;
        if (sink)
            sink->happened(sink, t, s->m->name, "sample", true);
    }
}
