/* Are clusters so stiff that another engine would do better, with all of the model at once?
 *
 * Steps by powers (power.c) are known to be kept short by stability alone where their length times the rate
 * at which small deviations die out or swing is close to the edge of stability, 9 for a series of order 23:
 * a deviation that still counts would have to be resolved, in shorter steps. Such steps are counted over all
 * clusters, and over events. What they have cost is held against what the other engine would have taken for
 * the run up to now, some steps an event and a few to begin with: so a run is left soon where little else
 * happens, and never where clusters rest now and then among many that meet. Events of the cluster that such
 * steps have run into do not count: errors that stability leaves push a contact that hardly moves to and fro
 * over the edges of its damper, of which steps to the same tolerance elsewhere would see nothing. */
#include "engine/exact/apart.h"

#include <math.h>

typedef eg_apart apart;

/* ---------------------------------------------------------------- of what is linear */

/* Is the cluster, of which a step of `length` has been made, so stiff that steps to a tolerance would be far
 * longer, for long? Its series then tells: the term of order 6 is much smaller than that tolerance, and
 * would be as large in a step of so many times the length. */
void eg_apart_look_for_stiffness(apart *a, double length)
{
    enum { CALM = 40, TERM = 6 };
    const double far = 12, many = 400, least = 1e-8; /* below which the term is round-off */
    const eg_apart_body *leader = &a->bodies[a->members[0]];
    double term = 0;
    if (a->tolerance <= 0 || eg_apart_is_event(a) || leader->calm < CALM || leader->degree < TERM ||
        a->member_count <= EG_LONG_FEW || a->horizon - a->time < many * length)
        return;
    for (int j = 0; j < a->member_count; j++)
        term = fmax(term, fabs(a->bound_bodies[j + 1].v[TERM]));
    a->left = a->left || term * pow(far, TERM) < fmax(a->tolerance, least) * a->fastest;
}

/* ---------------------------------------------------------------- of laws of a power */

/* The tie whose distance answers fastest, and the speeds by which it does, as weights of bodies. */
static void guess_fastest(apart *a)
{
    int fastest = 0;
    double most = -1;
    for (int j = 0; j <= a->member_count; j++)
        a->bound_bodies[j].weight = 0;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_apart_tie *tie = &a->ties[j];
        double light = 0;
        for (int end = 0; end < 2; end++)
            light += tie->factor[end] * tie->factor[end] * a->bound_bodies[tie->slot[end]].inverse_mass;
        const double damped = 0.5 * fabs(tie->f_v) * light,
                     rate = damped + sqrt(damped * damped + tie->stiff * light);
        if (rate > most) {
            most = rate;
            fastest = j;
        }
    }
    for (int end = 0; end < 2; end++) {
        const eg_apart_tie *tie = &a->ties[fastest];
        eg_apart_bound *p = &a->bound_bodies[tie->slot[end]];
        p->weight += tie->factor[end] * p->inverse_mass;
    }
}

/* One turn of power iteration on dampers and springs, these by the rate so far. Answers the rate that
 * Rayleigh's quotients of both give for the speeds before it. */
static double turn(apart *a, double rate)
{
    double damped = 0, stiff = 0, mass = 0;
    for (int j = 0; j <= a->member_count; j++)
        a->bound_bodies[j].force = 0;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_apart_tie *tie = &a->ties[j];
        eg_apart_bound *p = &a->bound_bodies[tie->slot[0]], *q = &a->bound_bodies[tie->slot[1]];
        const double v_rel = tie->factor[0] * p->weight + tie->factor[1] * q->weight;
        const double answer = (fabs(tie->f_v) + (rate > 0 ? tie->stiff / rate : 0)) * v_rel;
        damped += 0.5 * fabs(tie->f_v) * v_rel * v_rel;
        stiff += tie->stiff * v_rel * v_rel;
        p->force += tie->factor[0] * answer;
        q->force += tie->factor[1] * answer;
    }
    for (int j = 1; j <= a->member_count; j++) {
        eg_apart_bound *p = &a->bound_bodies[j];
        mass += p->weight * p->weight / p->inverse_mass;
        p->weight = p->force * p->inverse_mass;
    }
    damped /= mass;
    return mass > 0 ? damped + sqrt(damped * damped + stiff / mass) : 0;
}

/* How fast small deviations of the cluster die out or swing, the fastest of them, from below [1/s]. */
static double measure_rate(apart *a)
{
    enum { TURNS = 4 };
    double rate = 0;
    guess_fastest(a);
    for (int i = 0; i < TURNS; i++)
        rate = fmax(rate, turn(a, rate));
    return rate;
}

/* Does the cluster, in the step that has been made, move so smoothly that steps `far` times as long are no
 * more than its second powers allow? Those within what the edge of stability leaves of deviations tell
 * nothing. */
static bool is_smooth(const apart *a, double far, double scale)
{
    const double left_over = 2000 * a->accuracy * scale; /* of the term of order 2, at the edge */
    double change = 0, bend = 0;
    for (int j = 1; j <= a->member_count; j++) {
        change = fmax(change, fabs(a->bound_bodies[j].v[1]));
        bend = fmax(bend, fabs(a->bound_bodies[j].v[2]));
    }
    return bend * far <= 0.5 * change || bend <= left_over;
}

/* There is no other engine: who asked for this one is told what it costs, once. Looked at now and then. */
static void warn_of_waste(apart *a, double length, double scale)
{
    enum { NOW_AND_THEN = 64, LOOKS = 100 };
    const double near_edge = 7, many = 1e5, far = 20, to_come = (a->options->stop_time - a->time) / length;
    char who[160];
    if (a->has_warned || a->counters->steps % NOW_AND_THEN != 0 || to_come < many ||
        length * measure_rate(a) < near_edge || !is_smooth(a, far, scale) || ++a->wasted < LOOKS)
        return;
    a->has_warned = true;
    a->system->ops->describe(a->system, a->model->v[a->members[0]], who, sizeof who);
    eg_report(a->system->diagnostics, EG_WARNING, EG_NOWHERE,
              "from t = %.6g s on steps are kept at %.2g s by stability alone, for the %s: %.2g to come",
              a->system->origin + a->time, length, who, to_come);
    eg_remedy(a->system->diagnostics, "use the engine auto, whose steps get long where nothing moves");
}

void eg_apart_look_for_waste(apart *a, double length, double scale)
{
    if (a->tolerance <= 0)
        warn_of_waste(a, length, scale);
    enum { TO_BEGIN = 5, AN_EVENT = 2 };
    const double near_edge = 7;
    if (a->tolerance <= 0)
        return;
    if (length * measure_rate(a) < near_edge || !is_smooth(a, a->dearer / a->member_count, scale)) {
        if (a->wasteful == a->members[0] && !eg_apart_is_event(a))
            a->wasteful = 0;
        return;
    }
    a->wasteful = a->members[0];
    a->wasted += a->member_count;
    const double beginning = TO_BEGIN * a->dearer,
                 events = AN_EVENT * a->dearer * (double)(a->result->instants - a->doubtful);
    const double to_come = (a->options->stop_time - a->time) / length * a->member_count;
    a->left = a->left || (a->wasted > beginning + events && to_come > beginning);
}
