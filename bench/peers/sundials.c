/* The bench's models by hand on SUNDIALS: CVODE, ARKODE's explicit method and IDA with KLU.
 *
 *     peer_sundials bdf|adams|erk|ida edge|frozen MODEL RTOL [REFERENCE.csv]
 *
 * `edge`: the law as it stands, clipped damper and all, and a root where a gap touches, at which the
 * integrator begins anew. `frozen`: the law of one mode at a time, roots at all three kinks. The absolute
 * tolerance is a hundredth of RTOL. `erk` is the method of order 8 (Fehlberg's), with dense output of
 * order 5, the best there is. Prints one line of JSON: the median processor time of five runs that store
 * nothing (of one that takes long), events, right-hand sides, and the largest difference to the reference
 * over all its instants [m], by one more run. Status 3 when the solver gives up or takes longer than 3 s. */
#include "model.h"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { BDF, ADAMS, ERK, IDA, METHODS, REPEAT = 5 };
static const char *const method_name[METHODS] = {"bdf", "adams", "erk", "ida"};

typedef struct solver {
    model m;
    int method;
    double begun;
    SUNContext context;
    N_Vector y, yp;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    void *memory;
} solver;

static int f(sunrealtype t, N_Vector y, N_Vector yp, void *data)
{
    solver *s = data;
    if (s->m.evaluations % 1000 == 999 && now() - s->begun > 3)
        return -1;
    rates(&s->m, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp));
    return 0;
}

static int dense(sunrealtype t, N_Vector y, N_Vector yp, SUNMatrix matrix, void *data, N_Vector a, N_Vector b,
                 N_Vector c)
{
    const solver *s = data;
    double J[MOST_STATES][MOST_STATES];
    (void)t, (void)yp, (void)a, (void)b, (void)c;
    jacobian(&s->m, N_VGetArrayPointer(y), J);
    for (int i = 0; i < 2 * s->m.bodies; i++)
        for (int k = 0; k < 2 * s->m.bodies; k++)
            SM_ELEMENT_D(matrix, k, i) = J[i][k];
    return 0;
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
    int status = f(t, y, r, data);
    N_VLinearSum(1, yp, -1, r, r);
    return status;
}

/* Columns have all rows: of two to six unknowns nothing is to be spared. */
static int sparse(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix,
                  void *data, N_Vector a, N_Vector b, N_Vector c)
{
    const solver *s = data;
    double J[MOST_STATES][MOST_STATES];
    int n = 2 * s->m.bodies, at = 0;
    (void)t, (void)yp, (void)r, (void)a, (void)b, (void)c;
    jacobian(&s->m, N_VGetArrayPointer(y), J);
    for (int i = 0; i < n; i++) {
        SM_INDEXPTRS_S(matrix)[i] = at;
        for (int k = 0; k < n; k++, at++) {
            SM_INDEXVALS_S(matrix)[at] = k;
            SM_DATA_S(matrix)[at] = (i == k ? cj : 0) - J[i][k];
        }
    }
    SM_INDEXPTRS_S(matrix)[n] = at;
    return 0;
}

static int root_of_y(sunrealtype t, N_Vector y, sunrealtype *h, void *data)
{
    (void)t;
    kinks(&((solver *)data)->m, N_VGetArrayPointer(y), h);
    return 0;
}

static int root_of_both(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *h, void *data)
{
    (void)yp;
    return root_of_y(t, y, h, data);
}

static void keep_quiet(int code, const char *module, const char *function, char *text, void *data)
{
    (void)code, (void)module, (void)function, (void)text, (void)data;
}

static bool begin_cvode(solver *s, double rtol)
{
    int n = 2 * s->m.bodies;
    s->memory = CVodeCreate(s->method == ADAMS ? CV_ADAMS : CV_BDF, s->context);
    s->matrix = SUNDenseMatrix(n, n, s->context);
    s->linear = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, s->context) : NULL;
    return s->memory && s->linear && !CVodeInit(s->memory, f, 0, s->y) &&
           !CVodeSStolerances(s->memory, rtol, rtol * 1e-2) && !CVodeSetUserData(s->memory, s) &&
           !CVodeSetLinearSolver(s->memory, s->linear, s->matrix) && !CVodeSetJacFn(s->memory, dense) &&
           !CVodeRootInit(s->memory, kink_count(&s->m), root_of_y) &&
           !CVodeSetMaxNumSteps(s->memory, 100000000) && !CVodeSetErrHandlerFn(s->memory, keep_quiet, NULL);
}

static bool begin_ida(solver *s, double rtol)
{
    int n = 2 * s->m.bodies;
    s->memory = IDACreate(s->context);
    s->matrix = SUNSparseMatrix(n, n, n * n, CSC_MAT, s->context);
    s->linear = s->matrix ? SUNLinSol_KLU(s->y, s->matrix, s->context) : NULL;
    f(0, s->y, s->yp, s);
    return s->memory && s->linear && !IDAInit(s->memory, residual, 0, s->y, s->yp) &&
           !IDASStolerances(s->memory, rtol, rtol * 1e-2) && !IDASetUserData(s->memory, s) &&
           !IDASetLinearSolver(s->memory, s->linear, s->matrix) && !IDASetJacFn(s->memory, sparse) &&
           !IDARootInit(s->memory, kink_count(&s->m), root_of_both) &&
           !IDASetMaxNumSteps(s->memory, 100000000) && !IDASetErrHandlerFn(s->memory, keep_quiet, NULL);
}

static bool begin_erk(solver *s, double rtol)
{
    s->memory = ERKStepCreate(f, 0, s->y, s->context);
    return s->memory && !ERKStepSetTableNum(s->memory, ARKODE_FEHLBERG_13_7_8) &&
           !ERKStepSetInterpolantType(s->memory, ARK_INTERP_HERMITE) &&
           !ERKStepSetInterpolantDegree(s->memory, 5) && !ERKStepSStolerances(s->memory, rtol, rtol * 1e-2) &&
           !ERKStepSetUserData(s->memory, s) && !ERKStepRootInit(s->memory, kink_count(&s->m), root_of_y) &&
           !ERKStepSetMaxNumSteps(s->memory, 100000000) &&
           !ERKStepSetErrHandlerFn(s->memory, keep_quiet, NULL);
}

static bool begin(solver *s, const model *m, int method, double rtol)
{
    memset(s, 0, sizeof *s);
    s->m = *m;
    s->method = method;
    s->begun = now();
    if (SUNContext_Create(NULL, &s->context) || !(s->y = N_VNew_Serial(2 * m->bodies, s->context)) ||
        !(s->yp = N_VNew_Serial(2 * m->bodies, s->context)))
        return false;
    N_VConst(0, s->y);
    for (int i = 0; i < m->bodies; i++)
        NV_Ith_S(s->y, 2 * i) = m->start[i];
    return method == IDA ? begin_ida(s, rtol) : method == ERK ? begin_erk(s, rtol) : begin_cvode(s, rtol);
}

static void end(solver *s)
{
    if (s->method == IDA)
        IDAFree(&s->memory);
    else if (s->method == ERK)
        ERKStepFree(&s->memory);
    else
        CVodeFree(&s->memory);
    SUNLinSolFree(s->linear);
    SUNMatDestroy(s->matrix);
    N_VDestroy(s->y);
    N_VDestroy(s->yp);
    SUNContext_Free(&s->context);
}

static int step(solver *s, double t_out, double *t)
{
    switch (s->method) {
    case IDA: return IDASolve(s->memory, t_out, t, s->y, s->yp, IDA_NORMAL);
    case ERK: return ERKStepEvolve(s->memory, t_out, s->y, t, ARK_NORMAL);
    default: return CVode(s->memory, t_out, s->y, t, CV_NORMAL);
    }
}

static int begin_anew(solver *s, double t)
{
    switch (s->method) {
    case IDA: f(t, s->y, s->yp, s); return IDAReInit(s->memory, t, s->y, s->yp);
    case ERK: return ERKStepReset(s->memory, t, s->y);
    default: return CVodeReInit(s->memory, t, s->y);
    }
}

/* To t_out, through events. */
static bool advance(solver *s, double t_out, double *t)
{
    while (*t < t_out) {
        int root[MOST_KINKS] = {0}, flag = step(s, t_out, t);
        if (flag < 0)
            return false;
        if (flag != CV_ROOT_RETURN)
            continue;
        if (s->method == IDA)
            IDAGetRootInfo(s->memory, root);
        else if (s->method == ERK)
            ERKStepGetRootInfo(s->memory, root);
        else
            CVodeGetRootInfo(s->memory, root);
        if (change_modes(&s->m, root) && begin_anew(s, *t))
            return false;
    }
    return true;
}

/* Lines "time,position", at rising times. */
static bool compare(solver *s, const char *path, double *error)
{
    FILE *file = fopen(path, "r");
    char line[200];
    double time, position, t = 0;
    bool good = file && fgets(line, sizeof line, file);
    *error = 0;
    while (good && fgets(line, sizeof line, file) && sscanf(line, "%lf,%lf", &time, &position) == 2) {
        if (time > t)
            good = advance(s, time, &t);
        *error = fmax(*error, fabs(NV_Ith_S(s->y, 2 * s->m.shown) - position));
    }
    if (file)
        fclose(file);
    return good && *error < 1e3;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static solver s;
    model m;
    int method = 0;
    if (argc < 5 || !model_named(argv[3], strcmp(argv[2], "frozen") == 0, &m)) {
        fprintf(stderr, "usage: peer_sundials bdf|adams|erk|ida edge|frozen MODEL RTOL [REFERENCE.csv]\n");
        return 2;
    }
    while (method < METHODS - 1 && strcmp(method_name[method], argv[1]) != 0)
        method++;
    double rtol = atof(argv[4]), seconds[REPEAT], error = NAN;
    bool good = true;
    int runs = 0;
    for (; runs < REPEAT && good && (runs == 0 || seconds[0] < 0.3); runs++) {
        double t = 0;
        good = begin(&s, &m, method, rtol);
        double began = now();
        good = good && advance(&s, m.stop, &t);
        seconds[runs] = now() - began;
        end(&s);
    }
    qsort(seconds, (size_t)runs, sizeof *seconds, ascending);
    model counted = s.m;
    if (good && argc > 5) {
        good = begin(&s, &m, method, rtol) && compare(&s, argv[5], &error);
        end(&s);
    }
    print_result("sundials", method_name[method], rtol, good, good ? seconds[runs / 2] : 0, &counted, error);
    return good ? 0 : 3;
}
