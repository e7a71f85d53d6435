/* The peer of the benchmarks: what a user of SUNDIALS writes by hand for the same models. IDA with KLU, an
 * analytic sparse Jacobian, and root-finding at the edges of contact; a restart at every edge that is found.
 * It shares no code with elastogap and reads no model text: the models are built below, in C.
 *
 *     ida_raw elastogap|preload|chain [--n N] [--stop T] [--interval H] [--rtol TOL]
 *             [--csv FILE] [--no-restart]
 *
 * Bodies move along one axis; body i has the unknowns y[2i] = s [m] and y[2i+1] = v [m/s] and the residuals
 *     s' - v = 0,   m v' - (sum of forces) = 0.
 * Elements act between two bodies (GROUND: the inertial frame): s_rel = s_b - s_a + offset, and f is the
 * force into the element at b. As with any tool that knows the law only by its formula, the integrator steps
 * across the kinks where the damper is clipped. Absolute tolerance: rtol times 1 m and 1 m/s. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { GROUND = -1 };

typedef struct element {
    int a, b;
    double offset, c, d, s_rel0;
    bool is_gap;
    int at[2][2]; /* [row a, b][column a, b]: place of d(row's force balance)/ds in the matrix */
} element;

typedef struct body {
    double m, s, v; /* mass and start values */
    int column;     /* first entry of column s in the matrix; column v follows, alike */
    int length;     /* entries of either column */
    int own_s;      /* place of the row of s within the column; the row of v follows */
} body;

typedef struct model {
    const char *name;
    int bodies, elements, gaps, entries;
    body *body;
    element *element;
    double friction;             /* [N.s/m] on body 0, from the ground */
    double amplitude, frequency; /* sinusoidal force on body 0 */
    double stop, interval;
    sunindextype *pointer, *row; /* pattern, by columns */
} model;

typedef struct options {
    const char *model, *csv;
    int n;
    double stop, interval, rtol;
    bool restart;
} options;

typedef struct solver {
    SUNContext context;
    N_Vector y, yp;
    SUNMatrix jacobian;
    SUNLinearSolver linear;
    void *ida;
    long steps, residuals, jacobians, events;
    double integrate_seconds;
} solver;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Largest resident set of this process so far [bytes]; 0 when the system does not say. */
static double peak_memory(void)
{
    char line[256];
    double kilobytes = 0.0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmHWM:", 6) == 0) {
            kilobytes = strtod(line + 6, NULL);
        }
    }
    if (file) {
        fclose(file);
    }
    return 1024.0 * kilobytes;
}

static void *take(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "ida_raw: out of memory\n");
        exit(3);
    }
    return p;
}

/* ---------------------------------------------------------------- forces */

typedef struct force {
    double f, df_ds, df_dv;
} force;

/* MSL's formula for n = 1, and the derivatives of the branch it is on. */
static force gap_force(const element *e, double s_rel, double v_rel)
{
    force r = {0.0, 0.0, 0.0};
    const double f_c = e->c * (s_rel - e->s_rel0), f_d = e->d * v_rel;
    if (s_rel >= e->s_rel0 || f_d >= -f_c) {
        return r;
    }
    if (f_d <= f_c) {
        r.f = 2.0 * f_c;
        r.df_ds = 2.0 * e->c;
        return r;
    }
    r.f = f_c + f_d;
    r.df_ds = e->c;
    r.df_dv = e->d;
    return r;
}

static force element_force(const element *e, const double *y)
{
    const double s_a = e->a == GROUND ? 0.0 : y[2 * e->a], v_a = e->a == GROUND ? 0.0 : y[2 * e->a + 1];
    const double s_b = e->b == GROUND ? 0.0 : y[2 * e->b], v_b = e->b == GROUND ? 0.0 : y[2 * e->b + 1];
    const double s_rel = s_b - s_a + e->offset, v_rel = v_b - v_a;
    if (e->is_gap) {
        return gap_force(e, s_rel, v_rel);
    }
    const force r = {e->c * (s_rel - e->s_rel0) + e->d * v_rel, e->c, e->d};
    return r;
}

static double gap_of(const element *e, const double *y)
{
    const double s_a = e->a == GROUND ? 0.0 : y[2 * e->a], s_b = e->b == GROUND ? 0.0 : y[2 * e->b];
    return s_b - s_a + e->offset - e->s_rel0;
}

/* push[i] = sum of the forces on body i. */
static void add_forces(const model *m, double t, const double *y, double *push, int stride)
{
    for (int i = 0; i < m->bodies; i++) {
        push[i * stride] = 0.0;
    }
    push[0] += m->amplitude * sin(2.0 * 3.14159265358979323846 * m->frequency * t) - m->friction * y[1];
    for (int j = 0; j < m->elements; j++) {
        const element *e = &m->element[j];
        const double f = element_force(e, y).f;
        if (e->a != GROUND) {
            push[e->a * stride] += f;
        }
        if (e->b != GROUND) {
            push[e->b * stride] -= f;
        }
    }
}

/* ---------------------------------------------------------------- callbacks */

static int residual(double t, N_Vector y_, N_Vector yp_, N_Vector r_, void *data)
{
    const model *m = data;
    const double *y = N_VGetArrayPointer(y_), *yp = N_VGetArrayPointer(yp_);
    double *r = N_VGetArrayPointer(r_);
    add_forces(m, t, y, r + 1, 2);
    for (int i = 0; i < m->bodies; i++) {
        r[2 * i] = yp[2 * i] - y[2 * i + 1];
        r[2 * i + 1] = m->body[i].m * yp[2 * i + 1] - r[2 * i + 1];
    }
    return 0;
}

static int jacobian(double t, double cj, N_Vector y_, N_Vector yp_, N_Vector r_, SUNMatrix j_, void *data,
                    N_Vector w1, N_Vector w2, N_Vector w3)
{
    (void)t, (void)yp_, (void)r_, (void)w1, (void)w2, (void)w3;
    const model *m = data;
    const double *y = N_VGetArrayPointer(y_);
    double *value = SUNSparseMatrix_Data(j_);
    memcpy(SUNSparseMatrix_IndexPointers(j_), m->pointer, (size_t)(2 * m->bodies + 1) * sizeof *m->pointer);
    memcpy(SUNSparseMatrix_IndexValues(j_), m->row, (size_t)m->entries * sizeof *m->row);
    memset(value, 0, (size_t)m->entries * sizeof *value);
    for (int i = 0; i < m->bodies; i++) {
        const body *b = &m->body[i];
        value[b->column + b->own_s] = cj;
        value[b->column + b->length + b->own_s] = -1.0;
        value[b->column + b->length + b->own_s + 1] = b->m * cj;
    }
    value[m->body[0].column + m->body[0].length + m->body[0].own_s + 1] += m->friction;
    for (int k = 0; k < m->elements; k++) {
        const element *e = &m->element[k];
        const force f = element_force(e, y);
        const int end[2] = {e->a, e->b};
        for (int column = 0; column < 2; column++) {
            for (int row = 0; row < 2; row++) {
                if (end[row] != GROUND && end[column] != GROUND) {
                    const double sign = row == column ? 1.0 : -1.0;
                    value[e->at[row][column]] += sign * f.df_ds;
                    value[e->at[row][column] + m->body[end[column]].length] += sign * f.df_dv;
                }
            }
        }
    }
    return 0;
}

static int edges(double t, N_Vector y_, N_Vector yp_, double *g, void *data)
{
    (void)t, (void)yp_;
    const model *m = data;
    const double *y = N_VGetArrayPointer(y_);
    for (int j = 0, k = 0; j < m->elements; j++) {
        if (m->element[j].is_gap) {
            g[k++] = gap_of(&m->element[j], y);
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- building a model */

static model make(const char *name, int bodies, int elements, double stop, double interval)
{
    model m = {0};
    m.name = name;
    m.bodies = bodies;
    m.stop = stop;
    m.interval = interval;
    m.body = take((size_t)bodies, sizeof *m.body);
    m.element = take((size_t)elements, sizeof *m.element);
    return m;
}

static void set_body(model *m, int i, double mass, double s, double v)
{
    const body b = {mass, s, v, 0, 0, 0};
    m->body[i] = b;
}

static void add_element(model *m, bool is_gap, int a, int b, double offset, double c, double d, double s_rel0)
{
    const element e = {a, b, offset, c, d, s_rel0, is_gap, {{0, 0}, {0, 0}}};
    m->element[m->elements++] = e;
    m->gaps += is_gap;
}

/* Place of the force balance of `row` within column s of `column`. */
static int place(const model *m, int row, int column)
{
    for (sunindextype k = m->pointer[2 * column]; k < m->pointer[2 * column + 1]; k++) {
        if (m->row[k] == 2 * row + 1) {
            return (int)k;
        }
    }
    return -1;
}

static int by_value(const void *a, const void *b)
{
    const sunindextype x = *(const sunindextype *)a, y = *(const sunindextype *)b;
    return (x > y) - (x < y);
}

/* The rows of one body's columns: its own two, and the force balances of its neighbours; sorted. */
static int rows_of(int i, const int *first, const int *other, sunindextype *row)
{
    int count = 0, unique = 0;
    row[count++] = 2 * i;
    row[count++] = 2 * i + 1;
    for (int k = first[i]; k < first[i + 1]; k++) {
        row[count++] = 2 * other[k] + 1;
    }
    qsort(row, (size_t)count, sizeof *row, by_value);
    for (int k = 0; k < count; k++) {
        if (k == 0 || row[k] != row[unique - 1]) {
            row[unique++] = row[k];
        }
    }
    return unique;
}

/* other[first[i]] ... other[first[i+1] - 1]: the bodies that elements tie to body i. */
static void neighbours(const model *m, int *first, int *other)
{
    for (int k = 0; k < m->elements; k++) {
        const element *e = &m->element[k];
        if (e->a != GROUND && e->b != GROUND) {
            first[e->a + 2]++;
            first[e->b + 2]++;
        }
    }
    for (int i = 2; i < m->bodies + 2; i++) {
        first[i] += first[i - 1];
    }
    for (int k = 0; k < m->elements; k++) {
        const element *e = &m->element[k];
        if (e->a != GROUND && e->b != GROUND) {
            other[first[e->a + 1]++] = e->b;
            other[first[e->b + 1]++] = e->a;
        }
    }
}

static void make_pattern(model *m)
{
    int *first = take((size_t)m->bodies + 2, sizeof *first);
    int *other = take(2 * (size_t)m->elements, sizeof *other);
    m->pointer = take(2 * (size_t)m->bodies + 1, sizeof *m->pointer);
    m->row = take(4 * (size_t)m->elements + 4 * (size_t)m->bodies + 2, sizeof *m->row);
    neighbours(m, first, other);
    for (int i = 0; i < m->bodies; i++) {
        body *b = &m->body[i];
        sunindextype *row = m->row + m->entries;
        b->column = m->entries;
        b->length = rows_of(i, first, other, row);
        while (row[b->own_s] != 2 * i) {
            b->own_s++;
        }
        memcpy(row + b->length, row, (size_t)b->length * sizeof *row);
        m->pointer[2 * i] = b->column;
        m->pointer[2 * i + 1] = b->column + b->length;
        m->entries += 2 * b->length;
    }
    m->pointer[2 * m->bodies] = m->entries;
    for (int k = 0; k < m->elements; k++) {
        element *e = &m->element[k];
        const int end[2] = {e->a, e->b};
        for (int i = 0; i < 4; i++) {
            if (end[i / 2] != GROUND && end[i % 2] != GROUND) {
                e->at[i / 2][i % 2] = place(m, end[i / 2], end[i % 2]);
            }
        }
    }
    free(first);
    free(other);
}

/* MSL's example ElastoGap: body 0 between spring-dampers, body 1 between gaps, walls at -2 and 2 m. */
static model make_elastogap(void)
{
    model m = make("elastogap", 2, 4, 5.0, 0.01);
    set_body(&m, 0, 1.0, 2.0, 0.0);
    set_body(&m, 1, 1.0, 2.0, 0.0);
    add_element(&m, false, GROUND, 0, 2.0, 10.0, 1.5, 1.0);
    add_element(&m, false, 0, GROUND, 2.0, 10.0, 1.5, 1.0);
    add_element(&m, true, GROUND, 1, 2.0, 10.0, 1.5, 1.5);
    add_element(&m, true, 1, GROUND, 2.0, 10.0, 1.5, 1.5);
    return m;
}

/* MSL's example PreLoad: bodies spool, springPlateA, springPlateB. The offsets add up half lengths of the
 * masses and the rods. */
static model make_preload(void)
{
    const double wall = -0.0955, housing = wall + 0.0305, half = 0.001, rod = 0.007;
    const double collar_a = -0.095 - 0.00575, collar_b = -0.095 + 0.00575; /* on the spool, from its middle */
    model m = make("preload", 3, 5, 100.0, 0.1);
    set_body(&m, 0, 0.150, 0.01475, 0.0);
    set_body(&m, 1, 0.010, -0.093, 0.0);
    set_body(&m, 2, 0.010, -0.06925, 0.0);
    add_element(&m, true, 0, 1, half + rod - collar_a, 1e6, 250.0, 0.001); /* innerContactA */
    add_element(&m, true, 2, 0, collar_b + half + rod, 1e6, 250.0, 0.001); /* innerContactB */
    add_element(&m, true, GROUND, 1, -half - wall, 1e6, 250.0, 0.0015);    /* outerContactA */
    add_element(&m, true, 2, GROUND, housing - half, 1e6, 250.0, 0.0015);  /* outerContactB */
    add_element(&m, false, 1, 2, -2.0 * half, 20e3, 0.0, 0.025);           /* spring */
    m.friction = 2500.0;
    m.amplitude = 150.0;
    m.frequency = 0.01;
    return m;
}

/* n unit masses between two walls, 1 mm of free gap between neighbours; the first one starts at 1 m/s. */
static model make_chain(int n)
{
    model m = make("chain", n, n + 1, 0.1, 0.001);
    for (int i = 0; i < n; i++) {
        set_body(&m, i, 1.0, 1e-3 * (i + 1), i == 0 ? 1.0 : 0.0);
    }
    for (int i = 0; i <= n; i++) {
        const int left = i == 0 ? GROUND : i - 1, right = i == n ? GROUND : i;
        add_element(&m, true, left, right, right == GROUND ? 1e-3 * (n + 1) : 0.0, 1e5, 50.0, 0.0);
    }
    return m;
}

static void drop_model(model *m)
{
    free(m->body);
    free(m->element);
    free(m->pointer);
    free(m->row);
}

/* ---------------------------------------------------------------- running */

/* y' that satisfies the equations at (t, y). */
static void derivatives(const model *m, double t, const double *y, double *yp)
{
    add_forces(m, t, y, yp + 1, 2);
    for (int i = 0; i < m->bodies; i++) {
        yp[2 * i] = y[2 * i + 1];
        yp[2 * i + 1] /= m->body[i].m;
    }
}

static int set_up(solver *s, model *m, const options *o)
{
    const int n = 2 * m->bodies;
    if (SUNContext_Create(NULL, &s->context)) {
        return -1;
    }
    s->y = N_VNew_Serial(n, s->context);
    s->yp = N_VNew_Serial(n, s->context);
    s->jacobian = SUNSparseMatrix(n, n, m->entries, CSC_MAT, s->context);
    s->linear = s->y && s->jacobian ? SUNLinSol_KLU(s->y, s->jacobian, s->context) : NULL;
    s->ida = IDACreate(s->context);
    if (!s->y || !s->yp || !s->jacobian || !s->linear || !s->ida) {
        return -1;
    }
    double *y = N_VGetArrayPointer(s->y);
    for (int i = 0; i < m->bodies; i++) {
        y[2 * i] = m->body[i].s;
        y[2 * i + 1] = m->body[i].v;
    }
    derivatives(m, 0.0, y, N_VGetArrayPointer(s->yp));
    if (IDAInit(s->ida, residual, 0.0, s->y, s->yp) || IDASStolerances(s->ida, o->rtol, o->rtol) ||
        IDASetUserData(s->ida, m) || IDASetLinearSolver(s->ida, s->linear, s->jacobian) ||
        IDASetJacFn(s->ida, jacobian) || IDARootInit(s->ida, m->gaps, edges) ||
        IDASetMaxNumSteps(s->ida, 10000000) || IDASetStopTime(s->ida, m->stop)) {
        return -1;
    }
    return 0;
}

/* IDA forgets its counters when it is started anew. */
static void count(solver *s)
{
    long steps = 0, residuals = 0, jacobians = 0;
    IDAGetNumSteps(s->ida, &steps);
    IDAGetNumResEvals(s->ida, &residuals);
    IDAGetNumJacEvals(s->ida, &jacobians);
    s->steps += steps;
    s->residuals += residuals;
    s->jacobians += jacobians;
}

/* Integrates to t_out. */
static int integrate(solver *s, const model *m, bool restart, double t_out, double *t)
{
    const double before = now();
    int flag;
    while ((flag = IDASolve(s->ida, t_out, t, s->y, s->yp, IDA_NORMAL)) == IDA_ROOT_RETURN) {
        s->events++;
        if (restart) {
            count(s);
            derivatives(m, *t, N_VGetArrayPointer(s->y), N_VGetArrayPointer(s->yp));
            if (IDAReInit(s->ida, *t, s->y, s->yp) || IDASetStopTime(s->ida, m->stop)) {
                return -1;
            }
        }
        if (t_out - *t <= 8.0 * DBL_EPSILON * t_out) {
            break; /* nearer than IDA can start a step for; without restart it would find this root again */
        }
    }
    s->integrate_seconds += now() - before;
    return flag < 0 ? -1 : 0;
}

static void write_header(FILE *file, const model *m)
{
    fprintf(file, "\"time\"");
    for (int i = 0; i < m->bodies; i++) {
        fprintf(file, ",\"body[%d].s\",\"body[%d].v\"", i + 1, i + 1);
    }
    fprintf(file, "\n");
}

static void write_row(FILE *file, const model *m, double t, const double *y)
{
    fprintf(file, "%.17g", t);
    for (int i = 0; i < 2 * m->bodies; i++) {
        fprintf(file, ",%.17g", y[i]);
    }
    fprintf(file, "\n");
}

static int run(solver *s, const model *m, const options *o)
{
    FILE *file = NULL;
    const long points = lround(m->stop / m->interval);
    double t = 0.0;
    int status = 0;
    if (o->csv) {
        file = fopen(o->csv, "w");
        if (!file) {
            fprintf(stderr, "ida_raw: cannot write %s: %s\n", o->csv, strerror(errno));
            return -1;
        }
        write_header(file, m);
        write_row(file, m, t, N_VGetArrayPointer(s->y));
    }
    for (long k = 1; k <= points && !status; k++) {
        status = integrate(s, m, o->restart, k == points ? m->stop : (double)k * m->interval, &t);
        if (file) {
            write_row(file, m, t, N_VGetArrayPointer(s->y));
        }
    }
    count(s);
    if (file && fclose(file)) {
        status = -1;
    }
    return status;
}

static void drop_solver(solver *s)
{
    if (s->ida) {
        IDAFree(&s->ida);
    }
    if (s->linear) {
        SUNLinSolFree(s->linear);
    }
    if (s->jacobian) {
        SUNMatDestroy(s->jacobian);
    }
    if (s->yp) {
        N_VDestroy(s->yp);
    }
    if (s->y) {
        N_VDestroy(s->y);
    }
    if (s->context) {
        SUNContext_Free(&s->context);
    }
}

/* ---------------------------------------------------------------- report */

static void report_final(const model *m, const double *y)
{
    if (strcmp(m->name, "elastogap") == 0) {
        printf("    \"mass1.s\": %.17g,\n    \"mass2.s\": %.17g,\n", y[0], y[2]);
        printf("    \"springDamper1.v_rel\": %.17g,\n", y[1]);
        printf("    \"springDamper2.s_rel\": %.17g,\n", 2.0 - y[0]);
        printf("    \"elastoGap1.v_rel\": %.17g,\n", y[3]);
        printf("    \"elastoGap2.s_rel\": %.17g\n", 2.0 - y[2]);
    } else if (strcmp(m->name, "preload") == 0) {
        const char *gap[] = {"innerContactA", "innerContactB", "outerContactA", "outerContactB"};
        for (int i = 0; i < 4; i++) {
            const element *e = &m->element[i];
            printf("    \"%s.s_rel\": %.17g,\n", gap[i], gap_of(e, y) + e->s_rel0);
        }
        printf("    \"spool.s\": %.17g,\n    \"friction.v_rel\": %.17g,\n", y[0], y[1]);
        printf("    \"outerContactA.v_rel\": %.17g,\n    \"outerContactB.v_rel\": %.17g\n", y[3], -y[5]);
    } else {
        const int last = m->bodies - 1, middle = m->bodies / 2;
        double momentum = 0.0;
        for (int i = 0; i < m->bodies; i++) {
            momentum += m->body[i].m * y[2 * i + 1];
        }
        printf("    \"first.s\": %.17g,\n    \"first.v\": %.17g,\n", y[0], y[1]);
        printf("    \"middle.s\": %.17g,\n    \"middle.v\": %.17g,\n", y[2 * middle], y[2 * middle + 1]);
        printf("    \"last.s\": %.17g,\n    \"last.v\": %.17g,\n", y[2 * last], y[2 * last + 1]);
        printf("    \"momentum\": %.17g\n", momentum);
    }
}

static void report(const solver *s, const model *m, const options *o, double total)
{
    printf("{\n  \"program\": \"ida_raw\",\n  \"model\": \"%s\",\n  \"bodies\": %d,\n", m->name, m->bodies);
    printf("  \"tolerance\": %g,\n  \"stop_time\": %g,\n  \"interval\": %g,\n", o->rtol, m->stop,
           m->interval);
    printf("  \"steps\": %ld,\n  \"evaluations\": %ld,\n", s->steps, s->residuals);
    printf("  \"jacobians\": %ld,\n  \"events\": %ld,\n", s->jacobians, s->events);
    printf("  \"integrate_seconds\": %.6g,\n  \"total_seconds\": %.6g,\n", s->integrate_seconds, total);
    printf("  \"peak_memory_bytes\": %.0f,\n  \"final\": {\n", peak_memory());
    report_final(m, N_VGetArrayPointer(s->y));
    printf("  }\n}\n");
}

/* ---------------------------------------------------------------- command line */

static int usage(void)
{
    fprintf(stderr, "usage: ida_raw elastogap|preload|chain [--n N] [--stop T] [--interval H] [--rtol TOL]\n"
                    "               [--csv FILE] [--no-restart]\n");
    return 2;
}

static bool read_options(int argc, char **argv, options *o)
{
    const options defaults = {NULL, NULL, 100, 0.0, 0.0, 1e-6, true};
    *o = defaults;
    if (argc < 2) {
        return false;
    }
    o->model = argv[1];
    for (int i = 2; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--no-restart") == 0) {
            o->restart = false;
        } else if (!has_value) {
            return false;
        } else if (strcmp(argv[i], "--n") == 0) {
            o->n = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--stop") == 0) {
            o->stop = atof(argv[++i]);
        } else if (strcmp(argv[i], "--interval") == 0) {
            o->interval = atof(argv[++i]);
        } else if (strcmp(argv[i], "--rtol") == 0) {
            o->rtol = atof(argv[++i]);
        } else if (strcmp(argv[i], "--csv") == 0) {
            o->csv = argv[++i];
        } else {
            return false;
        }
    }
    return o->n >= 2 && o->rtol > 0.0;
}

int main(int argc, char **argv)
{
    const double begin = now();
    options o;
    model m;
    solver s;
    memset(&s, 0, sizeof s);
    if (!read_options(argc, argv, &o)) {
        return usage();
    }
    if (strcmp(o.model, "elastogap") == 0) {
        m = make_elastogap();
    } else if (strcmp(o.model, "preload") == 0) {
        m = make_preload();
    } else if (strcmp(o.model, "chain") == 0) {
        m = make_chain(o.n);
    } else {
        return usage();
    }
    m.stop = o.stop > 0.0 ? o.stop : m.stop;
    m.interval = o.interval > 0.0 ? o.interval : m.interval;
    make_pattern(&m);
    const int status = set_up(&s, &m, &o) || run(&s, &m, &o) ? 3 : 0;
    if (status == 0) {
        report(&s, &m, &o, now() - begin);
    } else {
        fprintf(stderr, "ida_raw: %s failed\n", m.name);
    }
    drop_solver(&s);
    drop_model(&m);
    return status;
}
