/* Linear models of random networks against their dynamic stiffness, which knows no states: with Z = M s^2
 * plus d s + c of all elements, in the modes in which contacts are, positions answer forces by Z^-1. Parts
 * without mass are in it as any other. */
#include "run_text.h"

#include "elastogap/linearize.h"

#include <complex.h>

enum { MOST_BODIES = 7, MOST_ELEMENTS = 2 * MOST_BODIES, CASES = 200 };

typedef enum kind { SPRING, SPRING_DAMPER, DAMPER, GAP } kind;

typedef struct element {
    int a, b; /* -1: the wall */
    kind kind;
    double c, d;
    double complex z; /* of the mode */
} element;

typedef struct drawn {
    uint64_t seed;
    int bodies, elements;
    double mass[MOST_BODIES];
    element e[MOST_ELEMENTS];
    char text[8000], output[MOST_BODIES + MOST_ELEMENTS][32], input[MOST_BODIES][8];
    size_t length;
} drawn;

static double draw(drawn *x) /* in (0, 1); Knuth's MMIX constants */
{
    x->seed = x->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(x->seed >> 11) / 9007199254740992.0;
}

static int pick(drawn *x, int count)
{
    return (int)(draw(x) * count);
}

static void put(drawn *x, const char *format, ...) EG_PRINTF(2, 3);
static void put(drawn *x, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    x->length += (size_t)vsnprintf(x->text + x->length, sizeof x->text - x->length, format, rest);
    va_end(rest);
    assert_true(x->length < sizeof x->text);
}

static void draw_bodies(drawn *x)
{
    static const double masses[] = {0, 0, 1, 2.5, 7};
    x->bodies = 2 + pick(x, MOST_BODIES - 1);
    put(x, T_ "Components.Fixed wall;");
    for (int i = 0; i < x->bodies; i++) {
        x->mass[i] = i == 0 ? 3 : masses[pick(x, 5)];
        if (x->mass[i] > 0)
            put(x,
                T_ "Components.Mass b%d(m=%.17g, L=0, s(start=%.3f, fixed=true), v(start=%.3f, fixed=true));",
                i, x->mass[i], 2 * draw(x) - 1, 2 * draw(x) - 1);
        else
            put(x, T_ "Components.Rod b%d(L=0);", i);
        put(x, T_ "Sources.ConstantForce u%d(f_constant=%.3f);", i, 2 * draw(x) - 1);
        snprintf(x->input[i], sizeof x->input[i], "u%d", i);
        snprintf(x->output[i], sizeof x->output[i], "b%d.flange_a.s", i);
    }
}

/* A tree of springs, so that all is held; then whatever comes. */
static void draw_element(drawn *x, int i)
{
    static const char *const classes[] = {"Spring", "SpringDamper", "Damper", "ElastoGap"};
    element *e = &x->e[i];
    *e = (element){.a = pick(x, i < x->bodies ? i + 1 : x->bodies + 1) - 1, .b = i};
    if (i >= x->bodies) {
        e->b = pick(x, x->bodies);
        e->a = e->a == e->b ? -1 : e->a;
    }
    e->kind = (kind)pick(x, i < x->bodies ? 2 : 4);
    e->c = e->kind == DAMPER ? 0 : 10 + 400 * draw(x);
    e->d = e->kind == SPRING ? 0 : 0.5 + 8 * draw(x);
    put(x, T_ "Components.%s e%d(", classes[e->kind], i);
    put(x, e->kind == DAMPER ? "d=%.17g" : "c=%.17g", e->kind == DAMPER ? e->d : e->c);
    if (e->kind == SPRING_DAMPER || e->kind == GAP)
        put(x, ", d=%.17g", e->d);
    if (e->kind == GAP)
        put(x, ", s_rel0=%d", pick(x, 2) ? 50 : -50);
    put(x, ");");
    snprintf(x->output[x->bodies + i], sizeof x->output[0], "e%d.f", i);
}

static void draw_case(drawn *x)
{
    draw_bodies(x);
    x->elements = x->bodies + pick(x, x->bodies + 1);
    for (int i = 0; i < x->elements; i++)
        draw_element(x, i);
    put(x, "equation ");
    for (int i = 0; i < x->bodies; i++)
        put(x, "connect(u%d.flange, b%d.flange_a);", i, i);
    for (int i = 0; i < x->elements; i++) {
        if (x->e[i].a < 0)
            put(x, "connect(wall.flange, e%d.flange_a);", i);
        else
            put(x, "connect(b%d.flange_b, e%d.flange_a);", x->e[i].a, i);
        put(x, "connect(e%d.flange_b, b%d.flange_a);", i, x->e[i].b);
    }
}

/* ---------------------------------------------------------------- the oracle */

static double complex stiffness(const element *e, int i, const eg_linearization *l, double complex s)
{
    char name[8];
    snprintf(name, sizeof name, "e%d", i);
    for (size_t k = 0; k < l->contact_count; k++)
        if (strcmp(l->contacts[k].component, name) == 0) {
            const char *mode = l->contacts[k].mode;
            if (strcmp(mode, "approach-limited") == 0)
                return 2 * e->c;
            if (strcmp(mode, "linear") != 0)
                return 0;
        }
    return e->c + e->d * s;
}

static void fill(drawn *x, const eg_linearization *l, double complex s, double complex z[][MOST_BODIES + 1])
{
    memset(z, 0, sizeof *z * (size_t)x->bodies);
    for (int i = 0; i < x->bodies; i++)
        z[i][i] = x->mass[i] * s * s;
    for (int i = 0; i < x->elements; i++) {
        element *e = &x->e[i];
        e->z = stiffness(e, i, l, s);
        z[e->b][e->b] += e->z;
        if (e->a < 0)
            continue;
        z[e->a][e->a] += e->z;
        z[e->a][e->b] -= e->z;
        z[e->b][e->a] -= e->z;
    }
}

/* Gauss, with the largest pivot of each column; the right-hand side is column n. */
static void solve(int n, double complex z[][MOST_BODIES + 1], double complex *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            pivot = cabs(z[i][k]) > cabs(z[pivot][k]) ? i : pivot;
        for (int j = 0; j <= n; j++) {
            const double complex swap = z[k][j];
            z[k][j] = z[pivot][j];
            z[pivot][j] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            const double complex factor = z[i][k] / z[k][k];
            for (int j = k; j <= n; j++)
                z[i][j] -= factor * z[k][j];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = z[k][n];
        for (int j = k + 1; j < n; j++)
            x[k] -= z[k][j] * x[j];
        x[k] /= z[k][k];
    }
}

/* Both are solutions of systems of the same condition, in double. */
static void compare(drawn *x, const eg_linearization *l, double omega, const double *response)
{
    double complex z[MOST_BODIES][MOST_BODIES + 1], s[MOST_BODIES], f[MOST_ELEMENTS];
    for (int k = 0; k < x->bodies; k++) {
        double largest[2] = {0, 0};
        fill(x, l, I * omega, z);
        z[k][x->bodies] = 1;
        solve(x->bodies, z, s);
        for (int i = 0; i < x->bodies; i++)
            largest[0] = fmax(largest[0], cabs(s[i]));
        for (int i = 0; i < x->elements; i++) {
            f[i] = x->e[i].z * (s[x->e[i].b] - (x->e[i].a < 0 ? 0 : s[x->e[i].a]));
            largest[1] = fmax(largest[1], cabs(f[i]));
        }
        for (int i = 0; i < x->bodies + x->elements; i++) {
            const double *found = response + 2 * (i * x->bodies + k);
            const double complex expected = i < x->bodies ? s[i] : f[i - x->bodies];
            NEAR(found[0], creal(expected), 1e-9 * largest[i >= x->bodies]);
            NEAR(found[1], cimag(expected), 1e-9 * largest[i >= x->bodies]);
        }
    }
}

static void networks(void **context)
{
    (void)context;
    static drawn x;
    static double response[2 * (MOST_BODIES + MOST_ELEMENTS) * MOST_BODIES];
    for (int i = 0; i < CASES; i++) {
        const char *inputs[MOST_BODIES], *outputs[MOST_BODIES + MOST_ELEMENTS];
        const int failed = rig_failures;
        x = (drawn){.seed = (uint64_t)i};
        draw_case(&x);
        for (int k = 0; k < x.bodies; k++)
            inputs[k] = x.input[k];
        for (int k = 0; k < x.bodies + x.elements; k++)
            outputs[k] = x.output[k];
        rig r = read_text(x.text);
        assert_int_equal(eg_model_compile(r.spec, r.d, &r.model), EG_OK);
        eg_linearize_options o = eg_linearize_options_default(r.model);
        o.time = (i % 3) * 0.02;
        o.reach = 0;
        o.inputs = inputs;
        o.input_count = (size_t)x.bodies;
        o.outputs = outputs;
        o.output_count = (size_t)(x.bodies + x.elements);
        eg_linearization *l;
        if (eg_linearize(r.model, &o, r.d, &l) != EG_OK)
            rig_demand(&r, 0, "a linear model");
        for (double omega = 0.3; omega < 100; omega *= 9) {
            const eg_status status = eg_linearization_response(l, &omega, 1, r.d, response);
            assert_int_equal(status, l->eigenvalues ? EG_OK : EG_ERROR_UNAVAILABLE); /* LAPACK is missing */
            if (status == EG_OK)
                compare(&x, l, omega, response);
        }
        if (rig_failures > failed)
            print_error("case %d: %s\n", i, x.text);
        eg_linearization_free(l);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(networks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
