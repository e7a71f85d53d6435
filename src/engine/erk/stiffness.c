/* Is it stability, and not accuracy, that limits the steps of the engine `erk`? */
#include "engine/erk/parts.h"

/* |h lambda| at which the method's steps are at the edge of stability on the negative real axis; beyond
 * `near_edge` no accuracy asks for steps that short, and at `off_edge` what is stiff dies out. */
static const double edge_of_stability = 6.1, near_edge = 4.5, still_near = 3.0, off_edge = 4.0;
/* What answers fast to y, but has settled, multiplies errors by h lambda from one order to the next: well
 * before the edge of stability an explicit method follows a slow motion in steps of about 2/lambda. So it may
 * be from here on; it may be as well that the motion is as fast. */
static const double hampered_from = 1.0;
/* How fast y' answers to y is measured after the third step of a mode and each eighth from there. */
enum { FIRST_LOOK = 3, LOOK_EVERY = 8, LOOKS = 5 };
/* Steps of other methods are shorter and cost less: one that accuracy lets make is worth four of those that
 * stability lets make. Averaged over so many steps. */
static const double worth = 3.5;
enum { SPARE_STEPS = 10 };

/* With the derivative at the end and the argument of the last stage, which lies there too: is the step at the
 * edge of stability? (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2) */
void eg_erk_watch_stability(eg_erk *e, const eg_erk_try *r)
{
    const double *last = e->k + (size_t)(EG_ERK_STEP - 1) * e->n, *end = e->k + (size_t)EG_ERK_STEP * e->n;
    double change = 0.0, distance = 0.0;
    for (size_t j = 0; j < e->n; j++) {
        double scale = eg_erk_scale_of(e, j, e->after[j]);
        change = eg_erk_greater(fabs(end[j] - last[j]) / scale, change);
        distance = eg_erk_greater(fabs(e->after[j] - e->inner[j]) / scale, distance);
    }
    bool at_edge = distance > 0.01 * e->base.tolerance && r->length * change > edge_of_stability * distance;
    if (e->is_near || at_edge)
        e->stiff += e->stiff < 2 * EG_ERK_STIFF_STEPS;
    else
        e->stiff -= e->stiff > 0;
}

/* How fast small deviations change y', at most, by some turns of power iteration on its Jacobian; the mean of
 * two turns, since an oscillation answers in turns by much and by little [1/s]. What stiffness there is shows
 * only here where tolerances are tight: it has died out, and what is left of it is round-off. */
static double measure_rate(eg_erk *e)
{
    const double part = 1e-6;
    double *move = e->k, *answer = e->k + e->n, *at = e->inner;
    double before = 0.0, now = 0.0;
    for (size_t i = 0; i < e->n; i++)
        move[i] = e->rate[i] - e->before_rate[i];
    for (int turn = 0; turn < LOOKS; turn++) {
        double size = eg_erk_largest(e, move, e->y);
        if (!(size > 0.0 && size < INFINITY))
            return 0.0;
        for (size_t i = 0; i < e->n; i++)
            at[i] = e->y[i] + part / size * move[i];
        if (eg_erk_evaluate(e, e->base.t1, at, answer) != 0)
            return 0.0;
        for (size_t i = 0; i < e->n; i++)
            move[i] = answer[i] - e->rate[i];
        before = now;
        now = eg_erk_largest(e, move, e->y) / part;
    }
    return sqrt(before * now);
}

/* Is the mode stiff for steps like the last one? Then those that follow are kept where deviations die out:
 * at the very edge they do not, and a switching function may be seen to fall that does not. */
void eg_erk_look_for_stiffness(eg_erk *e)
{
    if (e->is_near)
        e->spare += (e->wanted / (e->base.t1 - e->base.t0) - e->spare) / SPARE_STEPS;
    if (++e->mode_steps % LOOK_EVERY != FIRST_LOOK || e->base.stretch.power > 1)
        return;
    double rate = measure_rate(e), length = e->base.t1 - e->base.t0;
    e->is_near = length * rate > (e->is_near ? still_near : near_edge);
    e->longest = e->is_near ? off_edge / rate : INFINITY;
    e->may_be_hampered = length * rate > hampered_from;
}

bool eg_erk_is_at_edge(const eg_engine *engine)
{
    return ((const eg_erk *)engine)->stiff > 0;
}

bool eg_erk_is_stiff(const eg_engine *engine)
{
    return ((const eg_erk *)engine)->stiff >= EG_ERK_STIFF_STEPS;
}

bool eg_erk_may_be_hampered(const eg_engine *engine)
{
    return ((const eg_erk *)engine)->may_be_hampered;
}

bool eg_erk_keeps_up(const eg_engine *engine)
{
    return ((const eg_erk *)engine)->spare < worth;
}
