/* The chain of a hundred ElastoGaps of tests/test_prepared.c by hand on CVODES: d(mass[4].s)/d(gap[i].c) at
 * the end of its run, forward or backward, with the law as it stands: its kinks are met by the step control
 * alone.
 *
 *     cvodes_chain run|forward|adjoint adams|bdf TOLERANCE P
 *
 * prints the processor time of the least of five runs [ms], and then mass[4].s and its P derivatives.
 * Unknowns are ordered s, v, s, v ... so that matrices are of band 3. */
#include <cvodes/cvodes.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>

enum { MASSES = 100, UNKNOWNS = 2 * MASSES, BAND = 3, WATCHED = 2 * 3, MOST = 100 };
static const double distance = 1e-3, damping = 50.0, stiffness = 1e5, end = 0.1;

typedef struct chain {
    double c[MASSES + 1]; /* of the gaps, each on the left of its mass, and the last one */
    int parameters;
} chain;

/* Force of gap i on what is behind it, and its derivatives by how far it is open, how fast, and by c. */
static double force(const chain *x, int i, double open, double speed, double by[3])
{
    const double f_c = x->c[i] * open, f_d = damping * speed;
    by[0] = by[1] = by[2] = 0.0;
    if (open >= 0.0)
        return 0.0;
    if (f_d < f_c || f_d > -f_c) { /* the damper at its bound: twice the spring, or nothing */
        const double times = f_d < f_c ? 2.0 : 0.0;
        by[0] = times * x->c[i];
        by[2] = times * open;
        return times * f_c;
    }
    by[0] = x->c[i];
    by[1] = damping;
    by[2] = open;
    return f_c + f_d;
}

/* Forces of all gaps, which are compressive where they are negative, with their derivatives. */
static void forces(const chain *x, const double *y, double f[MASSES + 1], double by[MASSES + 1][3])
{
    for (int i = 0; i <= MASSES; i++) {
        const double left = i > 0 ? y[2 * (i - 1)] : 0.0, left_v = i > 0 ? y[2 * (i - 1) + 1] : 0.0;
        const double right = i < MASSES ? y[2 * i] : (MASSES + 1) * distance;
        const double right_v = i < MASSES ? y[2 * i + 1] : 0.0;
        f[i] = force(x, i, right - left, right_v - left_v, by[i]);
    }
}

static int rates(double t, N_Vector y, N_Vector yp, void *user)
{
    double f[MASSES + 1], by[MASSES + 1][3];
    const double *at = N_VGetArrayPointer(y);
    double *rate = N_VGetArrayPointer(yp);
    (void)t;
    forces(user, at, f, by);
    for (int i = 0; i < MASSES; i++) {
        rate[2 * i] = at[2 * i + 1];
        rate[2 * i + 1] = f[i + 1] - f[i];
    }
    return 0;
}

/* Gap i's force moves as along[i] where the state moves by s. */
static void forces_along(const double by[MASSES + 1][3], const double *s, double along[MASSES + 1])
{
    for (int i = 0; i <= MASSES; i++) {
        const double left = i > 0 ? s[2 * (i - 1)] : 0.0, left_v = i > 0 ? s[2 * (i - 1) + 1] : 0.0;
        const double right = i < MASSES ? s[2 * i] : 0.0, right_v = i < MASSES ? s[2 * i + 1] : 0.0;
        along[i] = by[i][0] * (right - left) + by[i][1] * (right_v - left_v);
    }
}

static int sensitivity_rates(int count, double t, N_Vector y, N_Vector yp, N_Vector *s, N_Vector *sp,
                             void *user, N_Vector one, N_Vector other)
{
    double f[MASSES + 1], by[MASSES + 1][3], along[MASSES + 1];
    (void)t, (void)yp, (void)one, (void)other;
    forces(user, N_VGetArrayPointer(y), f, by);
    for (int k = 0; k < count; k++) {
        const double *own = N_VGetArrayPointer(s[k]);
        double *rate = N_VGetArrayPointer(sp[k]);
        forces_along((const double(*)[3])by, own, along);
        along[k] += by[k][2];
        for (int i = 0; i < MASSES; i++) {
            rate[2 * i] = own[2 * i + 1];
            rate[2 * i + 1] = along[i + 1] - along[i];
        }
    }
    return 0;
}

/* mu' = -(df/dy)'mu. */
static int backward_rates(double t, N_Vector y, N_Vector mu, N_Vector mup, void *user)
{
    double f[MASSES + 1], by[MASSES + 1][3];
    const double *own = N_VGetArrayPointer(mu);
    double *rate = N_VGetArrayPointer(mup);
    (void)t;
    forces(user, N_VGetArrayPointer(y), f, by);
    for (int i = 0; i < MASSES; i++) {
        rate[2 * i] = 0.0;
        rate[2 * i + 1] = -own[2 * i];
    }
    for (int i = 0; i <= MASSES; i++) { /* it pulls what is behind it back, and what is before it forward */
        const double w = (i > 0 ? own[2 * (i - 1) + 1] : 0.0) - (i < MASSES ? own[2 * i + 1] : 0.0);
        for (int j = 0; j < 2; j++) {
            if (i < MASSES)
                rate[2 * i + j] -= w * by[i][j];
            if (i > 0)
                rate[2 * (i - 1) + j] += w * by[i][j];
        }
    }
    return 0;
}

static int backward_integrands(double t, N_Vector y, N_Vector mu, N_Vector q, void *user)
{
    double f[MASSES + 1], by[MASSES + 1][3];
    const double *own = N_VGetArrayPointer(mu);
    (void)t;
    forces(user, N_VGetArrayPointer(y), f, by);
    for (int i = 0; i < ((chain *)user)->parameters; i++) {
        const double w = (i > 0 ? own[2 * (i - 1) + 1] : 0.0) - (i < MASSES ? own[2 * i + 1] : 0.0);
        N_VGetArrayPointer(q)[i] = -w * by[i][2];
    }
    return 0;
}

static void must(int status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "cvodes_chain: %s failed: %d\n", what, status);
    exit(1);
}

typedef struct solver {
    SUNContext context;
    void *memory;
    SUNMatrix matrix, matrix_back;
    SUNLinearSolver linear, linear_back;
    SUNNonlinearSolver fixed, fixed_s, fixed_back;
    N_Vector y, *s, mu, q;
} solver;

static void begin(solver *x, chain *model, int method, double tolerance)
{
    must(SUNContext_Create(NULL, &x->context), "SUNContext_Create");
    x->y = N_VNew_Serial(UNKNOWNS, x->context);
    double *y = N_VGetArrayPointer(x->y);
    for (int i = 0; i < MASSES; i++) {
        y[2 * i] = (i + 1) * distance;
        y[2 * i + 1] = i == 0 ? 1.0 : 0.0;
    }
    x->memory = CVodeCreate(method, x->context);
    must(CVodeInit(x->memory, rates, 0.0, x->y), "CVodeInit");
    must(CVodeSetUserData(x->memory, model), "CVodeSetUserData");
    must(CVodeSStolerances(x->memory, tolerance, 1e-3 * tolerance), "CVodeSStolerances");
    must(CVodeSetMaxNumSteps(x->memory, 10000000), "CVodeSetMaxNumSteps");
    if (method == CV_BDF) {
        x->matrix = SUNBandMatrix(UNKNOWNS, BAND, BAND, x->context);
        x->linear = SUNLinSol_Band(x->y, x->matrix, x->context);
        must(CVodeSetLinearSolver(x->memory, x->linear, x->matrix), "CVodeSetLinearSolver");
    } else {
        x->fixed = SUNNonlinSol_FixedPoint(x->y, 0, x->context);
        must(CVodeSetNonlinearSolver(x->memory, x->fixed), "CVodeSetNonlinearSolver");
    }
}

static void finish(solver *x, int count)
{
    CVodeFree(&x->memory);
    SUNNonlinearSolver *const nonlinear[] = {&x->fixed, &x->fixed_s, &x->fixed_back};
    for (int i = 0; i < 3; i++)
        if (*nonlinear[i])
            SUNNonlinSolFree(*nonlinear[i]);
    if (x->linear)
        SUNLinSolFree(x->linear);
    if (x->linear_back)
        SUNLinSolFree(x->linear_back);
    if (x->matrix)
        SUNMatDestroy(x->matrix);
    if (x->matrix_back)
        SUNMatDestroy(x->matrix_back);
    N_VDestroy(x->y);
    if (x->s)
        N_VDestroyVectorArray(x->s, count);
    if (x->mu)
        N_VDestroy(x->mu);
    if (x->q)
        N_VDestroy(x->q);
    SUNContext_Free(&x->context);
}

static void begin_forward(solver *x, int count, int method, double tolerance)
{
    double absolute[MOST], scale[MOST];
    x->s = N_VCloneVectorArray(count, x->y);
    for (int k = 0; k < count; k++) {
        N_VConst(0.0, x->s[k]);
        scale[k] = stiffness;
        absolute[k] = 1e-3 * tolerance / stiffness;
    }
    must(CVodeSensInit(x->memory, count, CV_STAGGERED, sensitivity_rates, x->s), "CVodeSensInit");
    must(CVodeSetSensParams(x->memory, NULL, scale, NULL), "CVodeSetSensParams");
    must(CVodeSensSStolerances(x->memory, tolerance, absolute), "CVodeSensSStolerances");
    must(CVodeSetSensErrCon(x->memory, SUNTRUE), "CVodeSetSensErrCon");
    if (method != CV_BDF) {
        x->fixed_s = SUNNonlinSol_FixedPointSens(count, x->y, 0, x->context);
        must(CVodeSetNonlinearSolverSensStg(x->memory, x->fixed_s), "CVodeSetNonlinearSolverSensStg");
    }
}

static void go_backward(solver *x, chain *model, int method, double tolerance)
{
    int which;
    x->mu = N_VClone(x->y);
    N_VConst(0.0, x->mu);
    N_VGetArrayPointer(x->mu)[WATCHED] = 1.0;
    x->q = N_VNew_Serial(model->parameters, x->context);
    N_VConst(0.0, x->q);
    must(CVodeCreateB(x->memory, method, &which), "CVodeCreateB");
    must(CVodeInitB(x->memory, which, backward_rates, end, x->mu), "CVodeInitB");
    must(CVodeSetUserDataB(x->memory, which, model), "CVodeSetUserDataB");
    must(CVodeSStolerancesB(x->memory, which, tolerance, 1e-3 * tolerance), "CVodeSStolerancesB");
    must(CVodeSetMaxNumStepsB(x->memory, which, 10000000), "CVodeSetMaxNumStepsB");
    if (method == CV_BDF) {
        x->matrix_back = SUNBandMatrix(UNKNOWNS, BAND, BAND, x->context);
        x->linear_back = SUNLinSol_Band(x->mu, x->matrix_back, x->context);
        must(CVodeSetLinearSolverB(x->memory, which, x->linear_back, x->matrix_back),
             "CVodeSetLinearSolverB");
    } else {
        x->fixed_back = SUNNonlinSol_FixedPoint(x->mu, 0, x->context);
        must(CVodeSetNonlinearSolverB(x->memory, which, x->fixed_back), "CVodeSetNonlinearSolverB");
    }
    must(CVodeQuadInitB(x->memory, which, backward_integrands, x->q), "CVodeQuadInitB");
    must(CVodeQuadSStolerancesB(x->memory, which, tolerance, 1e-3 * tolerance / stiffness),
         "CVodeQuadSStolerancesB");
    must(CVodeSetQuadErrConB(x->memory, which, SUNTRUE), "CVodeSetQuadErrConB");
    must(CVodeB(x->memory, 0.0, CV_NORMAL), "CVodeB");
    double t;
    must(CVodeGetQuadB(x->memory, which, &t, x->q), "CVodeGetQuadB");
}

/* One run; derivatives[model.parameters] where they are asked for. */
static double run(const char *mode, int method, double tolerance, chain *model, double *derivatives)
{
    solver x = {0};
    double t;
    const int count = model->parameters;
    begin(&x, model, method, tolerance);
    if (strcmp(mode, "adjoint") == 0) {
        int checkpoints;
        must(CVodeAdjInit(x.memory, 1000, CV_HERMITE), "CVodeAdjInit");
        must(CVodeF(x.memory, end, x.y, &t, CV_NORMAL, &checkpoints), "CVodeF");
        go_backward(&x, model, method, tolerance);
        memcpy(derivatives, N_VGetArrayPointer(x.q), (size_t)count * sizeof *derivatives);
    } else {
        const int is_forward = strcmp(mode, "forward") == 0;
        if (is_forward)
            begin_forward(&x, count, method, tolerance);
        must(CVodeSetStopTime(x.memory, end), "CVodeSetStopTime");
        must(CVode(x.memory, end, x.y, &t, CV_NORMAL), "CVode");
        if (is_forward)
            must(CVodeGetSens(x.memory, &t, x.s), "CVodeGetSens");
        for (int k = 0; k < count && is_forward; k++)
            derivatives[k] = N_VGetArrayPointer(x.s[k])[WATCHED];
    }
    const double value = N_VGetArrayPointer(x.y)[WATCHED];
    finish(&x, count);
    return value;
}

int main(int argc, char **argv)
{
    chain model = {.parameters = argc == 5 ? atoi(argv[4]) : 0};
    double derivatives[MOST] = {0}, value = 0.0, least = 1e30;
    if (argc != 5 || model.parameters < 1 || model.parameters > MOST) {
        fprintf(stderr, "usage: cvodes_chain run|forward|adjoint adams|bdf TOLERANCE P\n");
        return 2;
    }
    for (int i = 0; i <= MASSES; i++)
        model.c[i] = stiffness;
    for (int i = 0; i < 5; i++) {
        const clock_t began = clock();
        value =
            run(argv[1], strcmp(argv[2], "bdf") == 0 ? CV_BDF : CV_ADAMS, atof(argv[3]), &model, derivatives);
        const double ms = 1e3 * (double)(clock() - began) / CLOCKS_PER_SEC;
        least = ms < least ? ms : least;
    }
    printf("%.3f\n%.15g\n", least, value);
    for (int k = 0; k < model.parameters && strcmp(argv[1], "run") != 0; k++)
        printf("%.15g\n", derivatives[k]);
    return 0;
}
