/* A mass that bounces on an ElastoGap under gravity, by hand on SUNDIALS CVODE: the peer of the engine exact
 * (bench/exact.sh).
 *
 *     cvode_bounce bdf|adams edge|frozen RTOL [REFERENCE.csv]
 *
 * m = 1 kg, c = 1e4 N/m, d = 10 N.s/m, n = 1, g = 9.81 m/s2, from 1 m, 10 s. `edge`: the law as it stands,
 * clipped damper and all, a root at the edge of contact, where the integrator begins anew. `frozen`: the law
 * of one mode at a time, roots at all three kinks. The absolute tolerance is a hundredth of RTOL. Prints one
 * line of JSON: the least processor time of five runs that store nothing, events, right-hand sides, and the
 * largest difference to the reference over all its instants [m], by one more run. Status 3 when CVODE gives
 * up. */
#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

enum {
    OPEN,
    SPRING_AND_DAMPER,
    PUSHED_TWICE,
    LET_GO
}; /* modes: f_d within its bounds, at one, at the other */
enum { REPEAT = 5 };
static const double mass = 1, c = 1e4, d = 10, gravity = 9.81, height = 1, stop = 10;

typedef struct solver {
    SUNContext context;
    N_Vector y;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    void *cvode;
    bool frozen;
    int mode;
    long events, evaluations;
} solver;

/* MSL's force: f_c = -c p, f_d2 = d v clipped to |f_c|; here as what pushes the mass up. */
static double push_of(const solver *s, double p, double v)
{
    double damper = -d * v, spring = c * p;
    if (!s->frozen)
        return p <= 0 ? 0 : spring + fmax(fmin(damper, spring), -spring);
    return s->mode == OPEN                ? 0
           : s->mode == SPRING_AND_DAMPER ? spring + damper
           : s->mode == LET_GO            ? 0
                                          : 2 * spring;
}

static int rates(sunrealtype t, N_Vector y, N_Vector yp, void *data)
{
    solver *s = data;
    double x = NV_Ith_S(y, 0), v = NV_Ith_S(y, 1);
    (void)t;
    s->evaluations++;
    NV_Ith_S(yp, 0) = v;
    NV_Ith_S(yp, 1) = push_of(s, -x, v) / mass - gravity;
    return 0;
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector yp, SUNMatrix J, void *data, N_Vector a, N_Vector b,
                    N_Vector e)
{
    const solver *s = data;
    double p = -NV_Ith_S(y, 0), v = NV_Ith_S(y, 1);
    int mode = s->mode;
    (void)t, (void)yp, (void)a, (void)b, (void)e;
    if (!s->frozen)
        mode = p <= 0 ? OPEN : -d * v > c * p ? PUSHED_TWICE : d * v > c * p ? LET_GO : SPRING_AND_DAMPER;
    SM_ELEMENT_D(J, 0, 0) = 0;
    SM_ELEMENT_D(J, 0, 1) = 1;
    SM_ELEMENT_D(J, 1, 0) = (mode == PUSHED_TWICE ? -2 * c : mode == SPRING_AND_DAMPER ? -c : 0) / mass;
    SM_ELEMENT_D(J, 1, 1) = (mode == SPRING_AND_DAMPER ? -d : 0) / mass;
    return 0;
}

static int kinks(sunrealtype t, N_Vector y, sunrealtype *h, void *data)
{
    const solver *s = data;
    double x = NV_Ith_S(y, 0), v = NV_Ith_S(y, 1);
    (void)t;
    h[0] = x;
    if (s->frozen) {
        h[1] = -c * x + d * v;
        h[2] = -c * x - d * v;
    }
    return 0;
}

static void change_mode(solver *s, const int *root)
{
    if (s->mode == OPEN)
        s->mode = root[0] < 0 ? PUSHED_TWICE : OPEN;
    else if (root[0] > 0)
        s->mode = OPEN;
    else if (s->mode == PUSHED_TWICE)
        s->mode = root[1] > 0 ? SPRING_AND_DAMPER : s->mode;
    else if (s->mode == SPRING_AND_DAMPER)
        s->mode = root[1] < 0 ? PUSHED_TWICE : root[2] < 0 ? LET_GO : s->mode;
    else
        s->mode = root[2] > 0 ? SPRING_AND_DAMPER : s->mode;
}

static void keep_quiet(int code, const char *module, const char *function, char *text, void *data)
{
    (void)code, (void)module, (void)function, (void)text, (void)data;
}

static bool begin(solver *s, bool adams, bool frozen, double rtol)
{
    memset(s, 0, sizeof *s);
    s->frozen = frozen;
    if (SUNContext_Create(NULL, &s->context) || !(s->y = N_VNew_Serial(2, s->context)))
        return false;
    NV_Ith_S(s->y, 0) = height;
    NV_Ith_S(s->y, 1) = 0;
    s->cvode = CVodeCreate(adams ? CV_ADAMS : CV_BDF, s->context);
    s->matrix = SUNDenseMatrix(2, 2, s->context);
    s->linear = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, s->context) : NULL;
    return s->cvode && s->linear && !CVodeInit(s->cvode, rates, 0, s->y) &&
           !CVodeSStolerances(s->cvode, rtol, rtol * 1e-2) && !CVodeSetUserData(s->cvode, s) &&
           !CVodeSetLinearSolver(s->cvode, s->linear, s->matrix) && !CVodeSetJacFn(s->cvode, jacobian) &&
           !CVodeRootInit(s->cvode, frozen ? 3 : 1, kinks) && !CVodeSetMaxNumSteps(s->cvode, 10000000) &&
           !CVodeSetErrHandlerFn(s->cvode, keep_quiet, NULL);
}

static void end(solver *s)
{
    CVodeFree(&s->cvode);
    SUNLinSolFree(s->linear);
    SUNMatDestroy(s->matrix);
    N_VDestroy(s->y);
    SUNContext_Free(&s->context);
}

/* To t_out, through events; the integrator begins anew at each. */
static bool advance(solver *s, double t_out, double *t)
{
    while (*t < t_out) {
        int root[3] = {0}, flag = CVode(s->cvode, t_out, s->y, t, CV_NORMAL);
        if (flag < 0)
            return false;
        if (flag != CV_ROOT_RETURN)
            continue;
        CVodeGetRootInfo(s->cvode, root);
        change_mode(s, root);
        s->events++;
        if (CVodeReInit(s->cvode, *t, s->y))
            return false;
    }
    return true;
}

/* The largest difference to the reference: lines "time,position", at rising times. */
static bool compare(solver *s, const char *path, double *error)
{
    FILE *file = fopen(path, "r");
    char line[200];
    double time, position, t = 0;
    bool good = file && fgets(line, sizeof line, file);
    *error = 0;
    while (good && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lf,%lf", &time, &position) != 2)
            break;
        if (time > t)
            good = advance(s, time, &t);
        *error = fmax(*error, fabs(NV_Ith_S(s->y, 0) - position));
    }
    if (file)
        fclose(file);
    return good;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    solver s;
    double least = INFINITY, error = NAN;
    if (argc < 4) {
        fprintf(stderr, "usage: cvode_bounce bdf|adams edge|frozen RTOL [REFERENCE.csv]\n");
        return 2;
    }
    bool adams = strcmp(argv[1], "adams") == 0, frozen = strcmp(argv[2], "frozen") == 0, good = true;
    double rtol = atof(argv[3]);
    long events = 0, evaluations = 0;
    for (int i = 0; i < REPEAT && good; i++) {
        double t = 0;
        good = begin(&s, adams, frozen, rtol);
        double began = now();
        good = good && advance(&s, stop, &t);
        least = fmin(least, now() - began);
        events = s.events;
        evaluations = s.evaluations;
        end(&s);
    }
    if (good && argc > 4) {
        good = begin(&s, adams, frozen, rtol) && compare(&s, argv[4], &error);
        end(&s);
    }
    printf("{\"method\": \"%s\", \"roots\": \"%s\", \"rtol\": %g, \"good\": %s, "
           "\"seconds\": %.6g, \"events\": %ld, \"evaluations\": %ld, \"error\": %.3g}\n",
           argv[1], argv[2], rtol, good ? "true" : "false", least, events, evaluations, error);
    return good ? 0 : 3;
}
