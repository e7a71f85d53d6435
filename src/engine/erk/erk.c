/* The `erk` engine: explicit Runge-Kutta steps of order 8 with a dense output of order 8 (table.h).
 *
 * It takes modes in which y' is an explicit function of t and y, and is the faster the less stiff they are.
 * Nothing is allocated while it steps.
 *
 * plan.c says how far a step goes and in which variable, stages.c carries it out, stiffness.c looks whether
 * it is stability that keeps it short.
 *
 * Weights are those of `ida` (ida/functions.c): the largest error over max(range, nominal). */
#include "engine/erk/parts.h"

#include "base/chebyshev.h"
#include "base/local.h"
#include "engine/exact/march.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of the tolerance that one step gets. */
static const double tighter = 0.1;
static const double least_tolerance = 1e-14;
/* By how much the next step may differ from this one. */
static const double shrink_most = 0.1, shrink = 0.333, grow = 6.0, safety = 0.9;
/* So many corrections are made to land on a singularity; so many rejected trials of a mode make round-off
 * suspect. */
enum { MOST_LANDINGS = 4, PATIENCE = 4 };
/* More steps than this at the edge of stability are not waited for. */
static const double most_steps = 1e7;

/* ---------------------------------------------------------------- making one */

static void erk_free(eg_engine *engine)
{
    if (!engine)
        return;
    free(eg_erk_own(engine)->y);
    free(eg_erk_own(engine)->search);
    free(engine);
}

static eg_engine *erk_create(eg_system *system, double tolerance)
{
    eg_erk *e = calloc(1, sizeof *e);
    size_t n = (size_t)system->n, switches = (size_t)system->switch_count;
    double *block = calloc((11 + EG_ERK_STAGES + EG_ERK_DEGREE) * n + 3 * switches + 1, sizeof *block);
    struct eg_erk_search *search = calloc(1, sizeof *search);
    if (!e || !block || !search) {
        eg_report_memory(system->diagnostics, "in engine erk");
        free(e);
        free(block);
        free(search);
        return NULL;
    }
    e->search = search;
    e->base.ops = &eg_engine_erk;
    e->base.system = system;
    e->base.tolerance = fmax(tighter * tolerance, least_tolerance);
    e->n = n;
    double **columns[] = {&e->y,   &e->rate, &e->before,  &e->before_rate, &e->after,
                          &e->low, &e->high, &e->nominal, &e->inner,       &e->noise};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++, block += n)
        *columns[i] = block;
    e->k = block;
    e->polynomial = e->k + EG_ERK_STAGES * n;
    e->h = e->polynomial + (EG_ERK_DEGREE + 1) * n;
    e->dh = e->h + switches;
    e->rough = e->dh + switches;
    for (size_t i = 0; i < n; i++) {
        e->low[i] = INFINITY;
        e->high[i] = -INFINITY;
    }
    return &e->base;
}

/* ---------------------------------------------------------------- failures */

static int stopped(eg_erk *e, const char *why, const char *remedy)
{
    eg_diagnostics *d = e->base.system->diagnostics;
    if (e->quiet)
        return -1;
    char who[160] = "model";
    const int unknown = eg_engine_suspect(e->base.system, e->y, e->rate);
    if (unknown >= 0)
        e->base.system->ops->describe(e->base.system, unknown, who, sizeof who);
    eg_report(d, EG_ERROR, EG_NOWHERE, "the simulation stopped at t = %.15g s: %s; fastest is the %s",
              e->base.system->origin + e->base.t1, why, who);
    eg_remedy(d, "%s", remedy);
    return -1;
}

bool eg_erk_takes(eg_system *s, char *reason, size_t size)
{
    char who[160];
    if (s->ops->is_explicit)
        return s->ops->is_explicit(s, reason, size);
    for (int i = 0; i < s->n; i++)
        if (!s->differential[i]) {
            s->ops->describe(s, i, who, sizeof who);
            snprintf(reason, size, "the %s is algebraic", who);
            return false;
        }
    return true;
}

static bool erk_takes(eg_system *s, double t, const double *y, char *reason, size_t size)
{
    (void)t;
    (void)y;
    return eg_erk_takes(s, reason, size);
}

static int refuse(eg_erk *e, const char *reason)
{
    eg_diagnostics *d = e->base.system->diagnostics;
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "the engine erk cannot go on at t = %.15g s, because %s, and it takes explicit differential "
              "equations only",
              e->base.system->origin + e->base.t1, reason);
    eg_remedy(d, "use the engine auto or ida");
    return -1;
}

/* ---------------------------------------------------------------- a mode begins */

/* By the point reached. The end of a step is one only once the next step begins there: where an event ends
 * the step, the motion does not come to what lies beyond it, which may be far away. */
static void extend_range(eg_erk *e)
{
    for (size_t i = 0; i < e->n; i++) {
        e->low[i] = eg_erk_less(e->y[i], e->low[i]);
        e->high[i] = eg_erk_greater(e->y[i], e->high[i]);
    }
}

static int erk_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    eg_erk *e = eg_erk_own(engine);
    eg_system *s = engine->system;
    char reason[240];
    memcpy(e->y, y, e->n * sizeof *y);
    memcpy(e->rate, yp, e->n * sizeof *yp);
    eg_engine_begin(engine, t);
    engine->degree = 0;
    engine->next_fall = NAN;
    e->wanted = 0.0;
    e->longest = INFINITY;
    e->mode_steps = e->mode_rejections = 0;
    e->is_near = e->is_rough = false;
    e->may_be_hampered = false;
    extend_range(e);
    s->ops->nominals(s, y, e->nominal);
    memset(e->noise, 0, e->n * sizeof *e->noise);
    if (s->ops->roughness) {
        s->ops->roughness(s, e->rough);
        for (int i = 0; i < s->switch_count; i++)
            e->is_rough = e->is_rough || e->rough[i] > 0.0;
    }
    return eg_erk_takes(s, reason, sizeof reason) ? 0 : refuse(e, reason);
}

/* ---------------------------------------------------------------- one step */

/* The trial becomes the last step. */
static void accept(eg_erk *e, const eg_erk_try *r)
{
    double slope = eg_stretch_slope(r->stretch.power, r->stretch.end);
    const double *end = e->k + (size_t)EG_ERK_STEP * e->n;
    memcpy(e->before, e->y, e->n * sizeof *e->y);
    memcpy(e->before_rate, e->rate, e->n * sizeof *e->rate);
    memcpy(e->y, e->after, e->n * sizeof *e->y);
    if (slope > 0.0)
        for (size_t j = 0; j < e->n; j++)
            e->rate[j] = end[j] / slope;
    else
        memcpy(e->rate, e->inner, e->n * sizeof *e->rate);
    e->base.t0 = e->base.t1;
    e->base.t1 = r->end;
    e->base.degree = EG_ERK_DEGREE;
    e->base.stretch = r->stretch;
    e->counters.steps++;
}

/* The part of a step's length that its error suggests. */
static double part_for(double error)
{
    return error > 0.0 ? safety / sqrt(sqrt(sqrt(error))) : grow;
}

/* What the next step is to be, after this one. */
static double next_length(const eg_erk_try *r, double taken, double error, bool shortened)
{
    double part = fmin(fmax(part_for(error), shrink), shortened ? 1.0 : grow);
    bool away = r->stretch.power > 1 && r->stretch.begin >= 0.0;
    return away ? eg_erk_part_of(r, 1.0 + part) - taken : part * taken;
}

/* Goes on with a trial of this error as far as it is worth it. *correction is not 0 when it has not landed
 * where it should. Negative: all is lost. */
static int look_at(eg_erk *e, bool is_computed, double *error, double *correction)
{
    const eg_erk_try *r = &e->search->r;
    int status = 0;
    *correction = 0.0;
    if (*error < 0.0)
        return -1;
    if (*error <= 1.0 && r->lands)
        status = eg_erk_check_landing(e, r, &e->search->ahead, correction);
    if (status == 0 && *error <= 1.0 && *correction == 0.0)
        status = eg_erk_complete(e, r, is_computed, error);
    if (status > 0)
        *error = INFINITY;
    return status < 0 ? -1 : 0;
}

int eg_erk_begin_step(eg_engine *engine, double t_stop)
{
    eg_erk *e = eg_erk_own(engine);
    struct eg_erk_search *s = e->search;
    *s = (struct eg_erk_search){.t_stop = t_stop, .has_value = true};
    extend_range(e);
    if (!(e->wanted > 0.0))
        e->wanted = eg_erk_first_step(e, t_stop - engine->t1);
    if (eg_erk_find_singularities(e, &s->behind, &s->ahead) < 0)
        return -1;
    s->wanted = fmin(fmin(e->wanted, e->longest), t_stop - engine->t1);
    return 0;
}

/* The next trial. False: no length is left to be tried. */
static bool next_trial(eg_erk *e)
{
    struct eg_erk_search *s = e->search;
    double length = s->wanted, rest = s->t_stop - e->base.t1;
    if (!(length > eg_engine_resolution(&e->base, 16.0) || length == rest))
        return false;
    s->r = eg_erk_plan(e, &s->behind, &s->ahead, length, s->t_stop);
    return true;
}

/* What became of the trial: 0, it is the step; 1, another one is to be tried; negative: all is lost. */
static int judge(eg_erk *e, double error, bool is_computed)
{
    struct eg_erk_search *s = e->search;
    double correction;
    if (look_at(e, is_computed, &error, &correction) < 0)
        return -1;
    s->has_value = isfinite(error);
    if (error <= 1.0 && correction == 0.0) {
        e->wanted = next_length(&s->r, s->r.end - e->base.t1, error, s->shortened);
        return 0;
    }
    if (error <= 1.0) { /* not quite there; or too far off to be found: then it is smooth for a while */
        s->ahead.distance += correction;
        if (++s->landings > MOST_LANDINGS || !(s->ahead.distance > 0.0)) {
            s->ahead.distance = INFINITY;
            s->wanted *= 0.25;
        }
    } else {
        s->wanted = eg_erk_part_of(&s->r, fmax(part_for(error), shrink_most));
        e->counters.rejected_steps++;
        s->shortened = true;
        if (++e->mode_rejections % PATIENCE == 0)
            eg_erk_look_for_noise(e);
    }
    return 1;
}

static int no_step(eg_erk *e)
{
    if (!e->search->has_value)
        return stopped(e, "however short the step, the equations have no finite value in it",
                       "look for an input or a parameter that leads out of the range of a formula: a root or "
                       "a logarithm of what is negative, a division by 0");
    return stopped(e, "however short the step, its error exceeds the tolerance",
                   "look for a value that jumps or a stiffness that is far too large there, "
                   "ask for a larger tolerance, or use the engine ida");
}

/* The trial is good. */
static int take(eg_erk *e)
{
    accept(e, &e->search->r);
    eg_erk_look_for_stiffness(e);
    double length = e->base.t1 - e->base.t0;
    if (e->stiff >= 2 * EG_ERK_STIFF_STEPS && e->search->t_stop - e->base.t1 > most_steps * length)
        return stopped(e, "the model is too stiff for the engine erk, whose steps stability keeps short",
                       "use the engine auto or ida");
    return 0;
}

static int erk_step(eg_engine *engine, double t_stop)
{
    eg_erk *e = eg_erk_own(engine);
    int outcome = eg_erk_begin_step(engine, t_stop) == 0 ? 1 : -1;
    while (outcome > 0) {
        if (!next_trial(e))
            return no_step(e);
        outcome = judge(e, eg_erk_attempt(e, &e->search->r), false);
    }
    return outcome < 0 ? -1 : take(e);
}

/* ---------------------------------------------------------------- trials that others carry out */

int eg_erk_next_trial(eg_engine *engine, eg_erk_trial *out)
{
    eg_erk *e = eg_erk_own(engine);
    if (!next_trial(e))
        return no_step(e);
    *out = (eg_erk_trial){.stretch = e->search->r.stretch,
                          .begin = engine->t1,
                          .end = e->search->r.end,
                          .length = e->search->r.length,
                          .tolerance = engine->tolerance,
                          .y = e->y,
                          .rate = e->rate,
                          .low = e->low,
                          .high = e->high,
                          .nominal = e->nominal,
                          .noise = e->noise,
                          .after = e->after,
                          .inner = e->inner,
                          .last = e->k + (EG_ERK_STEP - 1) * e->n,
                          .ending = e->k + EG_ERK_STEP * e->n,
                          .polynomial = e->polynomial};
    return 0;
}

int eg_erk_judge(eg_engine *engine, double error)
{
    eg_erk *e = eg_erk_own(engine);
    e->counters.evaluations += EG_ERK_STAGES - 1;
    int outcome = judge(e, error, true);
    return outcome == 0 ? take(e) : outcome;
}

/* A system of pieces, some of whose laws are of a power, goes by Taylor series, each cluster on its own
 * (exact/power.c), whose steps reach further than those of all at once where it is stiff, too. */
static bool plan_pieces(eg_engine *engine, const eg_march_options *options, const double *y,
                        eg_observer *observer, eg_exact_task *task, eg_status *status)
{
    const eg_local *model = eg_exact_pieces(engine->system, options, y, status);
    if (!model || !model->has_powers)
        return false;
    *task = (eg_exact_task){
        engine->system, model, options, 0, 0, engine->tolerance, observer, &eg_erk_own(engine)->counters};
    return true;
}

static bool erk_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                      eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool left = false;
    if (!plan_pieces(engine, options, y, observer, &task, status))
        return *status != EG_OK;
    *status = eg_exact_march(&task, y, yp, result, &left);
    return !left;
}

static eg_course *erk_course(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                             eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool is_planned = plan_pieces(engine, options, y, observer, &task, status);
    return is_planned ? eg_exact_course(&task, y, yp, result, status) : NULL;
}

static void erk_range(eg_engine *engine, double *low, double *high)
{
    eg_erk *e = eg_erk_own(engine);
    for (size_t i = 0; i < e->n; i++) {
        low[i] = e->low[i] = fmin(low[i], e->low[i]);
        high[i] = e->high[i] = fmax(high[i], e->high[i]);
    }
}

void eg_erk_state(const eg_engine *engine, double *y)
{
    const eg_erk *e = (const eg_erk *)engine;
    memcpy(y, e->y, e->n * sizeof *y);
}

void eg_erk_be_quiet(eg_engine *engine)
{
    eg_erk_own(engine)->quiet = true;
}

/* ---------------------------------------------------------------- dense output */

static int erk_dense(eg_engine *engine, double t, double *y, double *yp)
{
    eg_erk *e = eg_erk_own(engine);
    const size_t n = e->n;
    double part = eg_engine_part(engine, t), pace = yp ? eg_engine_pace(engine, part) : 1.0;
    if (t >= engine->t1 || t <= engine->t0)
        memcpy(y, t >= engine->t1 ? e->y : e->before, n * sizeof *y);
    else
        eg_chebyshev_values(e->polynomial, n, EG_ERK_DEGREE, 2.0 * part - 1.0, e->before, y);
    for (size_t j = 0; j < n && yp && pace > 0.0; j++)
        yp[j] = 2.0 / pace * eg_chebyshev_slope(e->polynomial + j, n, EG_ERK_DEGREE, 2.0 * part - 1.0);
    return pace > 0.0 ? 0 : eg_erk_evaluate(e, t, y, yp);
}

static void erk_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const eg_erk *)engine)->counters;
}

const eg_engine_ops eg_engine_erk = {
    .name = "erk",
    .doc = "explicit, order 8 (Dormand and Prince): models without algebraic unknowns that are not stiff",
    .takes = erk_takes,
    .create = erk_create,
    .restart = erk_restart,
    .step = erk_step,
    .dense = erk_dense,
    .march = erk_march,
    .course = erk_course,
    .range = erk_range,
    .counters = erk_counters,
    .free = erk_free,
};
