/* The engine `irk`: Radau's method of order 13, whose dense output has order 8 (table.h), for models of some
 * tens of unknowns that are stiff, or have algebraic ones.
 *
 * It takes any system F(t, y, y') = 0 of index 1. An implicit step damps what is faster than it at any
 * length, so steps are as long as the motion is smooth; and having no past, the method starts after an event
 * at full order. Matrices are full. Nothing is allocated while it steps.
 *
 * newton.c solves the equations of a step, weights.c says how accurately. The end of a step is more accurate
 * by far than the polynomial inside, and it is the polynomial on which events are found: that is what errors
 * are measured of. */
#include "engine/irk/parts.h"

#include "base/chebyshev.h"
#include "engine/erk/erk.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The part of the tolerance that one step gets. */
static const double tighter = 0.1;
static const double least_tolerance = 1e-14;
/* By how much the next step may differ from this one. */
static const double shrink_most = 0.1, shrink = 0.2, grow = 8.0, safety = 0.9;
/* Of a step whose equations could not be solved. */
static const double shrink_unsolved = 0.25;
/* A step is no longer than this for the polynomial of the one before to tell where its stages lie; and the
 * length is kept where it would change by less than `keep`, since that saves matrices. */
static const double foreseeable = 2.0, keep = 1.2;
/* Where longer ones lose an unknown in rounding, no more steps than these are begun. */
static const double most_steps = 1e5;

/* ---------------------------------------------------------------- making one */

static void irk_free(eg_engine *engine)
{
    if (!engine)
        return;
    free(eg_irk_own(engine)->block);
    free(eg_irk_own(engine)->places);
    free(eg_irk_own(engine)->values);
    free(engine);
}

static void *no_memory(eg_irk *e, eg_system *system)
{
    eg_report_memory(system->diagnostics, "in engine irk");
    irk_free(e ? &e->base : NULL);
    return NULL;
}

static bool allocate(eg_irk *e)
{
    const size_t n = e->n, switches = (size_t)e->base.system->switch_count;
    double **columns[] = {&e->y,       &e->rate,     &e->before,  &e->at,      &e->at_rate,
                          &e->error,   &e->zero,     &e->low,     &e->high,    &e->nominal,
                          &e->reach,   &e->farthest, &e->noise,   &e->carried, &e->bend,
                          &e->allowed, &e->rounding, &e->fastest, &e->pull};
    const size_t count = sizeof columns / sizeof *columns;
    double *next = e->block = calloc((count + 3 * EG_IRK_STAGES + EG_IRK_DEGREE + 1) * n +
                                         (2 + 2 * EG_IRK_SYSTEMS) * n * n + 2 * switches + 1,
                                     sizeof *next);
    int *places = e->places = calloc(EG_IRK_SYSTEMS * (n + 4) * n + 1, sizeof *places);
    if (!e->block || !e->places)
        return false;
    for (size_t i = 0; i < count; i++, next += n)
        *columns[i] = next;
    double **stages[] = {&e->z, &e->w, &e->g};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++, next += EG_IRK_STAGES * n)
        *stages[i] = next;
    e->polynomial = next;
    next += (EG_IRK_DEGREE + 1) * n;
    double **matrices[2 + 2 * EG_IRK_SYSTEMS] = {&e->by_y, &e->by_rate};
    for (size_t k = 0; k < EG_IRK_SYSTEMS; k++) {
        e->lu[k] = (eg_irk_lu){.n = (int)n,
                               .pivot = places,
                               .before = places + n,
                               .behind = places + 2 * n,
                               .row = places + 3 * n,
                               .column = places + 4 * n};
        places += (n + 4) * n;
        matrices[2 + 2 * k] = &e->lu[k].re;
        matrices[3 + 2 * k] = &e->lu[k].im;
    }
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++, next += n * n)
        *matrices[i] = next;
    e->h = next;
    e->dh = next + switches;
    return true;
}

static eg_engine *irk_create(eg_system *system, double tolerance)
{
    eg_irk *e = calloc(1, sizeof *e);
    if (!e)
        return no_memory(e, system);
    e->base.ops = &eg_engine_irk;
    e->base.system = system;
    e->base.tolerance = fmax(tighter * tolerance, least_tolerance);
    e->n = (size_t)system->n;
    e->structure = -1;
    e->unfit = e->lost = -1;
    if (!allocate(e))
        return no_memory(e, system);
    for (size_t i = 0; i < e->n; i++) {
        e->low[i] = INFINITY;
        e->high[i] = -INFINITY;
        e->reach[i] = INFINITY;
    }
    return &e->base;
}

int eg_irk_evaluate(eg_irk *e, double t, const double *y, double *rate)
{
    eg_system *s = e->base.system;
    e->counters.evaluations++;
    return s->ops->derivatives(s, t, y, rate);
}

/* ---------------------------------------------------------------- a mode begins */

/* The pattern of the present structure, and room for its values. */
static int follow_structure(eg_irk *e)
{
    eg_system *s = e->base.system;
    if (e->structure == s->structure)
        return 0;
    const int status = s->ops->find_pattern ? s->ops->find_pattern(s) : 0;
    if (status < 0)
        return status == EG_ERROR_MEMORY ? EG_ENGINE_OUT_OF_MEMORY : -1;
    const size_t entries = (size_t)s->pattern->entries;
    if (entries > e->value_room || !e->values) {
        free(e->values);
        e->value_room = entries;
        e->values = malloc((entries + 1) * sizeof *e->values);
    }
    if (!e->values) {
        eg_report_memory(s->diagnostics, "in engine irk");
        return EG_ENGINE_OUT_OF_MEMORY;
    }
    e->structure = s->structure;
    return 0;
}

static int irk_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    eg_irk *e = eg_irk_own(engine);
    char reason[240];
    memcpy(e->y, y, e->n * sizeof *y);
    memcpy(e->rate, yp, e->n * sizeof *yp);
    eg_engine_begin(engine, t);
    engine->degree = 0;
    engine->next_fall = NAN;
    e->wanted = e->factored = 0.0;
    e->is_fresh = true;
    e->has_jacobian = e->is_current = false;
    memset(e->pull, 0, e->n * sizeof *e->pull);
    e->slowness = 1.0;
    e->is_explicit = eg_erk_takes(engine->system, reason, sizeof reason);
    memset(e->noise, 0, e->n * sizeof *e->noise);
    memset(e->carried, 0, e->n * sizeof *e->carried);
    eg_irk_find_reach(e);
    return follow_structure(e);
}

/* ---------------------------------------------------------------- one step */

double eg_irk_value(const double *c, size_t stride, double part)
{
    return eg_chebyshev_value(c, stride, EG_IRK_DEGREE, 2.0 * part - 1.0);
}

/* Where the stages are thought to be: on the polynomial of the last step, or where y is. */
static void foresee(eg_irk *e, double length)
{
    const size_t n = e->n;
    const double past = e->base.t1 - e->base.t0;
    if (e->is_fresh || length > foreseeable * past) {
        memset(e->z, 0, EG_IRK_STAGES * n * sizeof *e->z);
        return;
    }
    for (size_t c = 0; c < n; c++) {
        const double end = eg_irk_value(e->polynomial + c, n, 1.0);
        for (size_t i = 0; i < EG_IRK_STAGES; i++)
            e->z[i * n + c] = eg_irk_value(e->polynomial + c, n, 1.0 + eg_irk_c[i] * length / past) - end;
    }
}

/* The trial becomes the last step. */
static int accept(eg_irk *e, double length, double end)
{
    const size_t n = e->n;
    const double *last = e->z + (EG_IRK_STAGES - 1) * n;
    memcpy(e->before, e->y, n * sizeof *e->y);
    for (size_t c = 0; c < n; c++)
        e->y[c] += last[c];
    for (size_t k = 0; k <= EG_IRK_DEGREE; k++)
        for (size_t c = 0; c < n; c++) {
            double sum = eg_irk_bend[k] * e->bend[c];
            for (size_t i = 0; i < EG_IRK_STAGES && k <= EG_IRK_STAGES; i++)
                sum += eg_irk_dense[k][i] * e->z[i * n + c];
            e->polynomial[k * n + c] = sum;
        }
    e->base.t0 = e->base.t1;
    e->base.t1 = end;
    e->base.degree = EG_IRK_DEGREE;
    e->counters.steps++;
    e->is_fresh = e->is_current = false;
    eg_irk_find_reach(e);
    if (e->is_explicit)
        return eg_irk_evaluate(e, end, e->y, e->rate) < 0 ? -1 : 0;
    for (size_t c = 0; c < n; c++) {
        double sum = 0.0;
        for (size_t j = 0; j < EG_IRK_STAGES; j++)
            sum += eg_irk_rate[EG_IRK_STAGES - 1][j] * e->z[j * n + c];
        e->rate[c] = sum / length;
    }
    return 0;
}

static int stopped(eg_irk *e, double length)
{
    eg_system *s = e->base.system;
    char who[160] = "";
    if (e->quiet)
        return -1;
    if (e->lost >= 0 && e->unfit < 0)
        return eg_engine_lost(&e->base, e->lost, length);
    const int unknown = e->unfit >= 0 ? e->unfit : eg_engine_suspect(s, e->y, e->rate);
    if (unknown >= 0)
        s->ops->describe(s, unknown, who, sizeof who);
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
              e->unfit >= 0
                  ? "the simulation stopped at t = %.15g s: however short the step, the %s is not finite"
                  : "the simulation stopped at t = %.15g s: however short the step, its error exceeds "
                    "the tolerance; fastest is the %s",
              s->origin + e->base.t1, who);
    eg_remedy(s->diagnostics,
              "look for a value that jumps or a stiffness that is far too large there, or ask for "
              "a larger tolerance");
    return -1;
}

/* What an error, or a failure, says of the length of steps. */
static double part_for(double error, int iterations)
{
    enum { FEW = 2 };
    const double easy = (1.0 + 2 * FEW) / (fmax(iterations, 1) + 2 * FEW);
    return error > 0.0 ? safety * easy / sqrt(sqrt(sqrt(error))) : grow;
}

/* A length to try where the stages of `taken` are not found: as far as they are foreseen, if shorter. */
static double solvable(const eg_irk *e, double taken)
{
    const double foreseen = foreseeable * (e->base.t1 - e->base.t0);
    return fmax(shrink_unsolved * taken, !e->is_fresh && foreseen < 0.9 * taken ? foreseen : 0.0);
}

/* One trial of `length`: 0, it is the step; 1: another one, of *length, is to be tried; negative: all is
 * lost. */
static int attempt(eg_irk *e, double *length, double t_stop, bool *is_suspect)
{
    const double rest = t_stop - e->base.t1, end = *length < rest ? e->base.t1 + *length : t_stop;
    const double taken = end - e->base.t1;
    int iterations;
    foresee(e, taken);
    const bool had_old = e->has_jacobian && !e->is_current;
    const eg_irk_outcome outcome = eg_irk_solve_step(e, taken, &iterations);
    if (outcome == EG_IRK_LOST)
        return -1;
    if (outcome == EG_IRK_UNSOLVED) {
        e->slowness = 1.0; /* a new Jacobian */
        e->counters.rejected_steps++;
        *length = had_old && !e->is_current ? taken : solvable(e, taken);
        *is_suspect = true;
        return 1;
    }
    const double error = eg_irk_estimate(e, taken, e->is_fresh || *is_suspect);
    if (!(error <= 1.0)) {
        e->counters.rejected_steps++;
        *length =
            taken * fmin(fmax(isfinite(error) ? part_for(error, iterations) : 0.0, shrink_most), safety);
        *is_suspect = true;
        return 1;
    }
    double part = fmin(fmax(part_for(error, iterations), shrink), *is_suspect ? 1.0 : grow);
    if (part >= 1.0 && part <= keep)
        part = 1.0;
    if (taken < *length) /* cut off by t_stop */
        part = fmax(part, *length / taken);
    e->wanted = part * taken;
    return accept(e, taken, end);
}

static int irk_step(eg_engine *engine, double t_stop)
{
    eg_irk *e = eg_irk_own(engine);
    const double rest = t_stop - engine->t1;
    bool is_suspect = false;
    eg_irk_extend_range(e);
    if (!(e->wanted > 0.0))
        e->wanted = eg_irk_first_step(e, rest);
    double length = e->wanted;
    for (;;) {
        if (!(length > eg_engine_resolution(engine, 16.0) || length >= rest))
            return stopped(e, length);
        const int outcome = attempt(e, &length, t_stop, &is_suspect);
        if (outcome > 0 && e->lost >= 0 && most_steps * length < rest)
            return stopped(e, length);
        if (outcome <= 0)
            return outcome;
    }
}

void eg_irk_state(const eg_engine *engine, double *y)
{
    const eg_irk *e = (const eg_irk *)engine;
    memcpy(y, e->y, e->n * sizeof *y);
}

void eg_irk_be_quiet(eg_engine *engine)
{
    eg_irk_own(engine)->quiet = true;
}

/* ---------------------------------------------------------------- dense output */

static int irk_dense(eg_engine *engine, double t, double *y, double *yp)
{
    const eg_irk *e = eg_irk_own(engine);
    const size_t n = e->n;
    const double length = engine->t1 - engine->t0, part = (t - engine->t0) / length;
    if (!(length > 0.0)) {
        memcpy(y, e->y, n * sizeof *y);
        if (yp)
            memcpy(yp, e->rate, n * sizeof *y);
        return 0;
    }
    if (t >= engine->t1 || t <= engine->t0)
        memcpy(y, t >= engine->t1 ? e->y : e->before, n * sizeof *y);
    else
        eg_chebyshev_values(e->polynomial, n, EG_IRK_DEGREE, 2.0 * part - 1.0, e->before, y);
    for (size_t c = 0; c < n && yp; c++)
        yp[c] = 2.0 * eg_chebyshev_slope(e->polynomial + c, n, EG_IRK_DEGREE, 2.0 * part - 1.0) / length;
    return 0;
}

static void irk_range(eg_engine *engine, double *low, double *high)
{
    eg_irk *e = eg_irk_own(engine);
    for (size_t i = 0; i < e->n; i++) {
        low[i] = e->low[i] = fmin(low[i], e->low[i]);
        high[i] = e->high[i] = fmax(high[i], e->high[i]);
    }
}

static void irk_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const eg_irk *)engine)->counters;
}

const eg_engine_ops eg_engine_irk = {
    .name = "irk",
    .doc = "implicit, order 13 (Radau IIA): stiff and algebraic models of up to some tens of unknowns",
    .most_unknowns = EG_IRK_MOST_UNKNOWNS,
    .create = irk_create,
    .restart = irk_restart,
    .step = irk_step,
    .dense = irk_dense,
    .range = irk_range,
    .counters = irk_counters,
    .free = irk_free,
};
