/* The `ida` engine: variable-order BDF by SUNDIALS IDA, sparse Newton steps by KLU.
 *
 * It takes any system: stiff, algebraic, large. IDA's global error is some hundred local ones, so this
 * engine works with a part of the tolerance asked for (see `tighter`); its weights and its norm are
 * explained in functions.c.
 *
 * IDA remembers up to five steps; after an event nothing of that holds, and it begins anew at first
 * order. The error of such a step of length h is h^2 |y''|/2, so its length follows from the curvature,
 * which one evaluation of y' a little further along the motion gives; within some ten steps, each twice as
 * long as the one before, IDA is back at its pace. */
#include "engine/ida/ida.h"

#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

/* The part of the tolerance that one step gets. Measured over the tests' problems: with a hundredth, the
 * error of a contact stays below five times the tolerance asked for and that of ten undamped periods
 * below twenty times. */
static const double tighter = 0.01;
/* Below this, round-off rules and steps only become more. */
static const double least_tolerance = 2e-14;
/* Newton's iteration goes on until it adds no more than this part of the error that is allowed. IDA's
 * third leaves differences so rough at tight tolerances that its choice of the order is led astray; a
 * hundredth of the least error allowed would be half the noise. */
static const double newton_part = 0.1;
/* The matrix is computed anew when its cj is off by this part: sparse factorization is cheap, and with the
 * matrix right a linear model needs one iteration a step. */
static const double cj_part = 0.01;
/* KLU's minimum degree ordering (AMD). */
enum { ORDERING = 0 };

static eg_ida *own(eg_engine *engine)
{
    return (eg_ida *)engine;
}

static void free_matrix(eg_ida *e)
{
    SUNLinSolFree(e->solver);
    SUNMatDestroy(e->matrix);
    e->solver = NULL;
    e->matrix = NULL;
    e->structure = -1;
}

static void ida_free(eg_engine *engine)
{
    eg_ida *e = own(engine);
    if (!e)
        return;
    IDAFree(&e->memory);
    SUNNonlinSolFree(e->newton);
    free_matrix(e);
    free(e->vectors);
    if (e->context)
        SUNContext_Free(&e->context);
    free(e->low);
    free(e);
}

/* The values are all written by the callback and the pattern stays: nothing needs zeroing. */
static int keep_matrix(SUNMatrix matrix)
{
    (void)matrix;
    return SUNMAT_SUCCESS;
}

/* Reinitialising IDA reinitialises the solver, and KLU's wrapper would order the unknowns anew, which
 * takes longer than several steps. The pattern has not changed, so the order stands. */
static int keep_ordering(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLS_SUCCESS;
}

/* A matrix of the system's pattern. NULL: out of memory. */
static SUNMatrix pattern_matrix(const eg_pattern *p, SUNContext context)
{
    SUNMatrix matrix = SUNSparseMatrix(p->n, p->n, p->entries > 0 ? p->entries : 1, CSC_MAT, context);
    if (!matrix)
        return NULL;
    sunindextype *start = SUNSparseMatrix_IndexPointers(matrix);
    sunindextype *row = SUNSparseMatrix_IndexValues(matrix);
    for (int j = 0; j <= p->n; j++)
        start[j] = p->start[j];
    for (int k = 0; k < p->entries; k++)
        row[k] = p->row[k];
    return matrix;
}

static int give_to_ida(eg_ida *e, SUNMatrix matrix, SUNLinearSolver solver)
{
    matrix->ops->zero = keep_matrix;
    solver->ops->initialize = keep_ordering;
    int flag = IDASetLinearSolver(e->memory, solver, matrix);
    if (flag == IDALS_SUCCESS)
        flag = IDASetJacFn(e->memory, eg_ida_jacobian);
    e->matrix = matrix;
    e->solver = solver;
    return flag;
}

static void swap(void **a, void **b)
{
    void *t = *a;
    *a = *b;
    *b = t;
}

/* IDA gets a matrix and a solver once, and a new pattern takes their place in them: where memory is out, IDA
 * would keep what it has freed of an earlier solver. */
static int make_matrix(eg_ida *e)
{
    eg_system *s = e->base.system;
    int status = s->ops->find_pattern ? s->ops->find_pattern(s) : 0, flag = IDALS_SUCCESS;
    if (status < 0)
        return status;
    e->structure = -1;
    SUNMatrix matrix = pattern_matrix(s->pattern, e->context);
    SUNLinearSolver solver = matrix ? SUNLinSol_KLU(e->y, matrix, e->context) : NULL;
    if (!solver) {
        SUNMatDestroy(matrix);
        return eg_ida_no_memory(e);
    }
    if (e->matrix) {
        swap(&matrix->content, &e->matrix->content);
        swap(&solver->content, &e->solver->content);
        SUNLinSolFree(solver);
        SUNMatDestroy(matrix);
    } else {
        flag = give_to_ida(e, matrix, solver);
    }
    if (flag != IDALS_SUCCESS) {
        free_matrix(e);
        return flag == IDALS_MEM_FAIL || flag == IDALS_MEM_NULL ? eg_ida_no_memory(e)
                                                                : eg_ida_failed(e, IDA_UNRECOGNIZED_ERROR);
    }
    eg_ida_own_pivots(e);
    if (SUNLinSol_KLUSetOrdering(e->solver, ORDERING) != SUNLS_SUCCESS)
        return eg_ida_failed(e, IDA_UNRECOGNIZED_ERROR);
    e->structure = s->structure;
    return 0;
}

/* One block for all arrays; low is its beginning. */
static bool make_arrays(eg_ida *e, size_t n)
{
    double **arrays[] = {&e->low,     &e->high,    &e->nominal,  &e->reach, &e->farthest, &e->noise,
                         &e->allowed, &e->carried, &e->diagonal, &e->trial, &e->rate,     &e->rounding};
    size_t count = sizeof arrays / sizeof *arrays;
    double *block = calloc(count * (n > 0 ? n : 1), sizeof *block);
    if (!block)
        return false;
    for (size_t k = 0; k < count; k++)
        *arrays[k] = block + k * n;
    for (size_t i = 0; i < n; i++) {
        e->low[i] = INFINITY;
        e->high[i] = -INFINITY;
        e->reach[i] = INFINITY;
    }
    return true;
}

static bool make_vectors(eg_ida *e, sunindextype n)
{
    e->vectors = eg_ida_make_vectors(e->context, n);
    if (!e->vectors)
        return false;
    e->y = eg_ida_vector(e->vectors);
    e->yp = eg_ida_vector(e->vectors);
    e->weight = eg_ida_vector(e->vectors);
    e->tested = eg_ida_vector(e->vectors);
    e->view = eg_ida_vector(e->vectors);
    return true;
}

/* Newton's method as IDA has it, but for its end. */
static bool make_newton(eg_ida *e)
{
    e->newton = SUNNonlinSol_Newton(e->y, e->context);
    if (!e->newton || IDASetNonlinearSolver(e->memory, e->newton) != IDA_SUCCESS)
        return false;
    e->test = ((SUNNonlinearSolverContent_Newton)e->newton->content)->CTest;
    return SUNNonlinSolSetConvTestFn(e->newton, eg_ida_test_convergence, e) == SUN_NLS_SUCCESS;
}

static bool make_memory(eg_ida *e)
{
    e->memory = IDACreate(e->context);
    return e->memory && IDASetErrHandlerFn(e->memory, eg_ida_complaint, e) == IDA_SUCCESS &&
           IDAInit(e->memory, eg_ida_residual, 0.0, e->y, e->yp) == IDA_SUCCESS &&
           IDASetUserData(e->memory, e) == IDA_SUCCESS &&
           IDAWFtolerances(e->memory, eg_ida_weights) == IDA_SUCCESS && make_newton(e) &&
           IDASetMaxNumSteps(e->memory, -1) == IDA_SUCCESS &&
           IDASetNonlinConvCoef(e->memory, newton_part) == IDA_SUCCESS &&
           IDASetSuppressAlg(e->memory, SUNTRUE) == IDA_SUCCESS &&
           IDASetDeltaCjLSetup(e->memory, cj_part) == IDA_SUCCESS;
}

static eg_engine *ida_create(eg_system *system, double tolerance)
{
    eg_ida *e = calloc(1, sizeof *e);
    if (!e) {
        eg_report_memory(system->diagnostics, "in engine ida");
        return NULL;
    }
    e->base.ops = &eg_engine_ida;
    e->base.system = system;
    e->base.tolerance = fmax(tighter * tolerance, least_tolerance);
    e->structure = -1;
    e->unfit = e->lost = -1;
    if (SUNContext_Create(NULL, &e->context) != 0 || !make_arrays(e, (size_t)system->n) ||
        !make_vectors(e, system->n) || !make_memory(e)) {
        eg_ida_no_memory(e);
        ida_free(&e->base);
        return NULL;
    }
    return &e->base;
}

/* What IDA has counted since it was last reinitialised; residuals and Jacobians count themselves. */
static void add_counters(const eg_ida *e, eg_counters *sum)
{
    long steps = 0, residuals = 0, setups = 0, rejected = 0, iterations = 0, unsolved = 0;
    int last, current;
    double first_step, last_step, current_step, time;
    if (e->structure < 0)
        return;
    IDAGetIntegratorStats(e->memory, &steps, &residuals, &setups, &rejected, &last, &current, &first_step,
                          &last_step, &current_step, &time);
    IDAGetNumNonlinSolvIters(e->memory, &iterations);
    IDAGetNumStepSolveFails(e->memory, &unsolved);
    sum->steps += steps;
    sum->factorizations += setups;
    sum->newton_iterations += iterations;
    sum->rejected_steps += rejected + unsolved;
}

static void ida_counters(const eg_engine *engine, eg_counters *counters)
{
    const eg_ida *e = (const eg_ida *)engine;
    *counters = e->past;
    add_counters(e, counters);
}

/* Begins anew from e->y, e->yp at time t. */
static int reinitialize(eg_ida *e, double t)
{
    eg_system *s = e->base.system;
    add_counters(e, &e->past);
    s->ops->nominals(s, NV_DATA_S(e->y), e->nominal);
    e->all_tested = true;
    for (int i = 0; i < s->n; i++) {
        NV_Ith_S(e->tested, i) = isfinite(e->nominal[i]) ? 1.0 : 0.0;
        e->all_tested = e->all_tested && isfinite(e->nominal[i]);
    }
    e->zero = t;
    int flag = IDASetId(e->memory, e->tested);
    if (flag == IDA_SUCCESS)
        flag = IDAReInit(e->memory, 0.0, e->y, e->yp);
    if (flag != IDA_SUCCESS)
        return eg_ida_failed(e, flag);
    e->fresh = true;
    e->crawling = 0;
    return 0;
}

static int ida_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    eg_ida *e = own(engine);
    size_t size = (size_t)engine->system->n * sizeof *y;
    memcpy(NV_DATA_S(e->y), y, size);
    memcpy(NV_DATA_S(e->yp), yp, size);
    e->restarts = t - e->restarted <= eg_engine_resolution(engine, 64.0) ? e->restarts + 1 : 0;
    if (e->restarts == 0)
        e->restarted = t;
    eg_engine_begin(engine, t);
    engine->degree = 0;
    if (reinitialize(e, t) != 0)
        return -1;
    return e->structure == engine->system->structure ? 0 : make_matrix(e);
}

/* The step that, with y' at the distance `ahead`, makes half the error that is allowed; at most `step`. */
static double probe(eg_ida *e, double ahead, double step)
{
    eg_system *s = e->base.system;
    const double *y = NV_DATA_S(e->y), *yp = NV_DATA_S(e->yp), *w = NV_DATA_S(e->weight);
    const double *tested = NV_DATA_S(e->tested);
    double curvature = 0.0;
    for (int i = 0; i < s->n; i++)
        e->trial[i] = y[i] + ahead * yp[i];
    if (s->ops->derivatives(s, e->base.t1 + ahead, e->trial, e->rate) != 0)
        return fmin(1e-3 * ahead, step);
    for (int i = 0; i < s->n; i++)
        curvature = fmax(curvature, tested[i] * fabs(e->rate[i] - yp[i]) * w[i]);
    curvature /= ahead;
    return curvature * step * step > 1.0 ? 1.0 / sqrt(curvature) : step;
}

/* The length of a first step to t_stop. Before the very first one nothing is known of the times in which the
 * model moves: a probe may be blind to an oscillation much faster than its distance, so that the step is
 * probed again within itself, off any simple fraction, until it stands. Where the engine has begun again and
 * again at an instant, steps have led to none but events at their beginning: a hop so low that no error
 * counts falls along the chord of a first step that is longer than it. Each time they are half as long
 * then. */
static double first_step(eg_ida *e, double t_stop)
{
    enum { OFTEN = 8, MOST_HALVINGS = 60 };
    const double within = 0.38196601125010515; /* the golden section */
    double span = t_stop - e->base.t1, longest = e->longest;
    double ahead = 1e-6 * (longest > 0.0 ? fmin(longest, span) : 1e-1 * span);
    double step = 1e-3 * span, before = INFINITY;
    if (eg_ida_weights(e->y, e->weight, e) != 0)
        return eg_ida_shortest_step(e);
    step = probe(e, fmax(ahead, eg_engine_resolution(&e->base, 1e3)), step);
    while (longest == 0.0 && step < 0.5 * before && step > eg_ida_shortest_step(e)) {
        before = step;
        step = probe(e, within * step, step);
    }
    if (e->restarts > OFTEN)
        step = ldexp(step, -(e->restarts - OFTEN < MOST_HALVINGS ? e->restarts - OFTEN : MOST_HALVINGS));
    return fmax(step, eg_ida_shortest_step(e));
}

/* Too close for IDA: the distance is a few hundred ulps of t, where y' is all that matters. */
static int linear_step(eg_ida *e, double t_stop)
{
    e->base.t0 = e->base.t1;
    e->base.t1 = t_stop;
    e->base.degree = 1;
    e->linear = true;
    N_VLinearSum(1.0, e->y, t_stop - e->base.t0, e->yp, e->y);
    e->past.steps++;
    return reinitialize(e, t_stop);
}

/* Says how long the first step is. What is algebraic is judged by its noise, which is that of this mode
 * only after a Jacobian, and IDA takes its first weights before it: here at the end of the step, since a
 * law may be singular where the mode begins. */
static int begin_with(eg_ida *e, double step)
{
    const double *y = NV_DATA_S(e->y), *yp = NV_DATA_S(e->yp);
    IDASetInitStep(e->memory, step);
    if (e->all_tested)
        return 0;
    for (int i = 0; i < e->base.system->n; i++)
        e->trial[i] = y[i] + step * yp[i];
    return eg_ida_evaluate_jacobian(e, e->base.t1 + step, 1.0 / step, e->trial, yp,
                                    SUNSparseMatrix_Data(e->matrix));
}

/* One step of IDA, which counts time from where it began anew, so that a short step from there has all its
 * digits, or some until they show in time itself; its dense output takes what lies some ulp before the
 * step. */
static int solve_one(eg_ida *e, double t_stop, double *t)
{
    enum { MOST = 1000 };
    double stop = t_stop - e->zero, tau = 0.0, length = 0.0;
    int flag = IDASolve(e->memory, stop, &tau, e->y, e->yp, IDA_ONE_STEP);
    for (int i = 0; i < MOST && flag == IDA_SUCCESS && !(e->zero + tau > e->base.t1); i++)
        flag = IDASolve(e->memory, stop, &tau, e->y, e->yp, IDA_ONE_STEP);
    IDAGetCurrentTime(e->memory, &e->tau1);
    IDAGetLastStep(e->memory, &length);
    e->tau0 = e->tau1 - length - 50.0 * DBL_EPSILON * (fabs(e->tau1) + fabs(length));
    *t = tau >= stop ? t_stop : e->zero + tau;
    return flag;
}

/* IDA has failed: once more from the last good point, alone and, where that is what it did, with a shorter
 * step. */
static int step_afresh(eg_ida *e, double step, double t_stop, double *t)
{
    eg_system *s = e->base.system;
    if (s->ops->derivatives(s, e->base.t1, NV_DATA_S(e->y), NV_DATA_S(e->yp)) != 0)
        return IDA_RES_FAIL;
    if (reinitialize(e, e->base.t1) != 0)
        return IDA_UNRECOGNIZED_ERROR;
    if (begin_with(e, step > 0.0 ? step : first_step(e, t_stop)) < 0)
        return IDA_RES_FAIL;
    return solve_one(e, t_stop, t);
}

/* IDA shortens a step by at most 4^-10 before it gives up; a first step may be longer than that by far. */
static int solve(eg_ida *e, double t_stop, double *t)
{
    double step = e->fresh ? first_step(e, t_stop) : 0.0;
    if (e->fresh && begin_with(e, step) < 0)
        return IDA_RES_FAIL;
    IDASetStopTime(e->memory, t_stop - e->zero);
    int flag = solve_one(e, t_stop, t);
    while ((flag == IDA_ERR_FAIL || flag == IDA_CONV_FAIL) && step > eg_ida_shortest_step(e)) {
        step = fmax(1e-6 * step, eg_ida_shortest_step(e));
        flag = step_afresh(e, step, t_stop, t);
    }
    return flag < 0 && !e->fresh ? step_afresh(e, 0.0, t_stop, t) : flag;
}

/* Steps that are hardly seen in time go across a point; where they do not end, it has no other side. */
static bool crawls(eg_ida *e, double t, double step)
{
    enum { SOME_ULP = 64, MOST = 10000 };
    e->crawling = step <= SOME_ULP * DBL_EPSILON * fabs(t - e->base.begun) ? e->crawling + 1 : 0;
    return e->crawling >= MOST;
}

static int ida_step(eg_engine *engine, double t_stop)
{
    eg_ida *e = own(engine);
    double begin = engine->t1, t = begin;
    if (t_stop - begin <= fmax(512.0 * DBL_EPSILON * (t_stop - e->zero), 4.0 * DBL_EPSILON * fabs(t_stop)))
        return linear_step(e, t_stop);
    e->t_stop = t_stop;
    int flag = solve(e, t_stop, &t);
    if (flag < 0 || !(t > begin) || crawls(e, t, t - begin))
        return eg_ida_failed(e, flag < 0 ? flag : IDA_ERR_FAIL);
    engine->t0 = begin;
    engine->t1 = t;
    IDAGetLastOrder(e->memory, &engine->degree);
    e->longest = e->fresh ? t - begin : fmax(e->longest, t - begin);
    e->linear = false;
    e->fresh = false;
    return 0;
}

static int ida_dense(eg_engine *engine, double t, double *y, double *yp)
{
    eg_ida *e = own(engine);
    if (e->linear) {
        const double *last = NV_DATA_S(e->y), *rate = NV_DATA_S(e->yp);
        for (int i = 0; i < engine->system->n; i++) {
            y[i] = last[i] + (t - engine->t1) * rate[i];
            if (yp)
                yp[i] = rate[i];
        }
        return 0;
    }
    const double tau = fmin(fmax(t - e->zero, e->tau0), e->tau1);
    N_VSetArrayPointer(y, e->view);
    int flag = IDAGetDky(e->memory, tau, 0, e->view);
    if (flag == IDA_SUCCESS && yp) {
        N_VSetArrayPointer(yp, e->view);
        flag = IDAGetDky(e->memory, tau, 1, e->view);
    }
    return flag == IDA_SUCCESS ? 0 : eg_ida_failed(e, flag);
}

static void ida_range(eg_engine *engine, double *low, double *high)
{
    eg_ida *e = own(engine);
    for (int i = 0; i < engine->system->n; i++) {
        low[i] = e->low[i] = fmin(low[i], e->low[i]);
        high[i] = e->high[i] = fmax(high[i], e->high[i]);
    }
}

const eg_engine_ops eg_engine_ida = {
    .name = "ida",
    .doc = "implicit, variable order 1 to 5 (SUNDIALS IDA, KLU): stiff, algebraic and large models",
    .create = ida_create,
    .restart = ida_restart,
    .step = ida_step,
    .dense = ida_dense,
    .range = ida_range,
    .counters = ida_counters,
    .free = ida_free,
};
