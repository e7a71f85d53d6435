/* Extremes, means and integrals of runs that go piece by piece, against closed forms in more digits. */
#include "closed_form.h"
#include "ensemble_models.h"

#include "simulate/readout.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Numbers between 0 and 1 that look random. */
static double draw(size_t i, double step)
{
    const double x = 0.6 + (double)i * step;
    return x - floor(x);
}

static void run_sets(const eg_ensemble *e, size_t sets, const double *values, double *results)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble_options o = eg_ensemble_options_default(e);
    eg_ensemble_statistics st;
    o.threads = 1;
    TRUE(eg_ensemble_run(e, &o, sets, values, results, NULL, d, &st) == EG_OK);
    TRUE(strcmp(st.engine, "exact") == 0);
    TRUE(eg_diagnostics_count(d) == 0);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- impacts */

/* Masses, stiffnesses and speeds of any size, of which energies are numbers; what lasts is some hundredths of
 * the run. Speeds and places are known to some ulp of what they are sums of, and so is the oracle's. */
static void peaks_of_impacts(void **state)
{
    (void)state;
    enum { SETS = 200, NAMES = 5, WANTED = 4 };
    static const char *const names[NAMES] = {"gap.c", "gap.d", "mass.m", "mass.s.start", "mass.v.start"};
    static const eg_wanted wanted[WANTED] = {{.kind = EG_WANTED_FINAL, .signal = "max(-gap.f)"},
                                             {.kind = EG_WANTED_MINIMUM, .signal = "gap.s_rel"},
                                             {.kind = EG_WANTED_MAXIMUM, .signal = "abs(mass.v)"},
                                             {.kind = EG_WANTED_FINAL, .signal = "integral(-gap.f)"}};
    static double values[SETS * NAMES], results[SETS * WANTED];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Peaks.mo", impact), names, NAMES, wanted, WANTED, d);
    for (size_t i = 0; i < SETS; i++) {
        double *v = values + i * NAMES;
        const double m = pow(10, 120 * draw(i, 0.618) - 60), omega = pow(10, 1.7 + 3 * draw(i, 0.755));
        const double speed = pow(10, 120 * draw(i, 0.325) - 60), zeta = i % 5 == 0 ? 0 : 3 * draw(i, 0.441);
        v[0] = m * omega * omega;
        v[1] = 2 * zeta * m * omega;
        v[2] = m;
        v[3] = 0.1 * speed;
        v[4] = -speed;
    }
    run_sets(e, SETS, values, results);
    for (size_t i = 0; i < SETS; i++) {
        const double *v = values + i * NAMES, *r = results + i * WANTED, speed = -v[4];
        const closed_impact b = closed_elasto_gap(v[2], v[0], v[1], speed);
        NEAR(r[0] / b.max_push, 1, 1e-12);
        NEAR(-r[1] / b.max_penetration, 1, 1e-12);
        NEAR(r[2] / speed, 1, 4 * DBL_EPSILON);
        NEAR(r[3] / (v[2] * speed), 1 + b.restitution, 1e-11); /* what quadrature allows itself */
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Peaks.mo");
    ALL_WELL();
}

/* Forces may be so small that their squares and powers are nothing: an impact leaves with the speed that its
 * damping tells; or, where the forces themselves are next to nothing, the run says so. */
static void impacts_of_any_size(void **state)
{
    (void)state;
    enum { SETS = 60, NAMES = 5 };
    static const char *const names[NAMES] = {"gap.c", "gap.d", "mass.m", "mass.s.start", "mass.v.start"};
    static const eg_wanted wanted[1] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    double values[SETS * NAMES], results[SETS];
    eg_status statuses[SETS];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Sizes.mo", impact), names, NAMES, wanted, 1, d);
    size_t refused = 0;
    for (size_t i = 0; i < SETS; i++) {
        double *v = values + i * NAMES;
        const double omega = pow(10, 2 + 2 * draw(i, 0.755)), zeta = 3 * draw(i, 0.441);
        v[2] = pow(10, -270 * draw(i, 0.618));
        v[4] = -pow(10, -130 * draw(i, 0.325));
        v[0] = v[2] * omega * omega;
        v[1] = 2 * zeta * v[2] * omega;
        v[3] = -0.1 * v[4];
    }
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.threads = 1;
    (void)eg_ensemble_run(e, &o, SETS, values, results, statuses, d, NULL);
    for (size_t i = 0; i < SETS; i++) {
        const double *v = values + i * NAMES, force = v[2] * sqrt(v[0] / v[2]) * -v[4];
        if (statuses[i] == EG_OK)
            NEAR(results[i] / -v[4], closed_elasto_gap(1, v[0] / v[2], v[1] / v[2], 1).restitution, 1e-9);
        TRUE(statuses[i] == EG_OK || force < 0x1p60 * DBL_MIN);
        refused += statuses[i] != EG_OK;
    }
    TRUE(refused > 0 && refused < SETS / 2);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Sizes.mo");
    ALL_WELL();
}

/* Whatever the engine and the exponent: an impact leaves as one of ordinary size does, scaled, or the run
 * says that its force or its depth is too small; it never falls through its stop in silence. */
static void weak_impacts_are_right_or_told(void **state)
{
    (void)state;
    enum { SETS = 24, NAMES = 6, ENGINES = 3 };
    static const char *const names[NAMES] = {"gap.c",        "gap.d",        "mass.m",
                                             "mass.s.start", "mass.v.start", "gap.n"};
    static const char *const engines[ENGINES] = {"auto", "erk", "irk"};
    static const eg_wanted wanted[1] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    double values[SETS * NAMES], results[SETS];
    eg_status statuses[SETS];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Weak.mo", impact), names, NAMES, wanted, 1, d);
    for (size_t i = 0; i < SETS; i++) { /* the first two are of ordinary size, of n = 1 and 1.5 */
        const double of_speed = i < 2 ? 0 : -(i % 3 == 0 ? 250 : 165) * draw(i, 0.618);
        const double of_mass = i < 2 ? 0 : -(i % 3 == 0 ? 0 : 165) * draw(i, 0.325);
        double *v = values + i * NAMES, speed = pow(10, of_speed);
        v[2] = pow(10, of_mass);
        v[5] = i % 2 == 0 ? 1 : 1.5;
        v[0] = v[2] * 1e4 / pow(speed, v[5] - 1);
        v[1] = 40 * v[2];
        v[3] = 0.1 * speed;
        v[4] = -speed;
    }
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.threads = 1;
    o.recompile = true; /* an exponent is structure */
    for (int k = 0; k < ENGINES; k++) {
        size_t right = 0;
        o.run.engine = engines[k];
        (void)eg_ensemble_run(e, &o, SETS, values, results, statuses, d, NULL);
        for (size_t i = 0; i < SETS; i++) {
            const double *v = values + i * NAMES, ordinary = results[i % 2];
            const double force = v[2] * 100 * -v[4], least = pow(-v[4] / 100, v[5]);
            TRUE(statuses[i] == EG_OK || force < 0x1p60 * DBL_MIN || least < 1e-290);
            if (statuses[i] == EG_OK)
                NEAR(results[i] / -v[4], ordinary, 1e-5); /* the engines' tolerance is 1e-6 */
            right += statuses[i] == EG_OK;
        }
        TRUE(right > SETS / 3 && right < SETS);
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Weak.mo");
    ALL_WELL();
}

/* ---------------------------------------------------------------- what swings or creeps */

static const char swing[] =
    "model Swing\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  Fixed wall;\n"
    "  SpringDamper spring(c = 1, d = 0, s_rel0 = 0, s_rel(start = 1, fixed = true),\n"
    "                      v_rel(start = 0, fixed = true));\n"
    "  Mass mass(m = 1, L = 0);\n"
    "equation\n"
    "  connect(wall.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, mass.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Swing;\n";

enum { SHOWN = 6 };
static const char *const shown[SHOWN] = {"mass.s",          "-mass.s",
                                         "mass.v",          "abs(spring.f)",
                                         "spring.f*mass.v", "abs(mass.s + 0.03*mass.v) - mass.s^2"};

typedef struct swinging {
    long double omega, zeta, x0, v0;
} swinging;

/* x'' + 2 zeta omega x' + omega^2 x = 0, m = 1. */
static void show(const swinging *s, long double t, long double out[SHOWN])
{
    const long double root = sqrtl(fabsl(1 - s->zeta * s->zeta)), w = s->omega * root,
                      delta = s->zeta * s->omega, b = (s->v0 + delta * s->x0) / w;
    long double x, v;
    if (s->zeta < 1) {
        const long double p = expl(-delta * t), c = cosl(w * t), z = sinl(w * t);
        x = p * (s->x0 * c + b * z);
        v = p * ((b * w - delta * s->x0) * c - (s->x0 * w + delta * b) * z);
    } else {
        const long double fast = -delta - w, slow = s->omega * s->omega / fast;
        const long double of_fast = (s->v0 - slow * s->x0) / (fast - slow), of_slow = s->x0 - of_fast;
        x = of_fast * expl(fast * t) + of_slow * expl(slow * t);
        v = fast * of_fast * expl(fast * t) + slow * of_slow * expl(slow * t);
    }
    const long double f = s->omega * s->omega * x + 2 * delta * v;
    out[0] = x;
    out[1] = -x;
    out[2] = v;
    out[3] = fabsl(f);
    out[4] = f * v;
    out[5] = fabsl(x + 0.03L * v) - x * x;
}

static long double shown_at(const swinging *s, long double t, int i)
{
    long double out[SHOWN];
    show(s, t, out);
    return out[i];
}

/* Thousands of samples, by a step that doubles where all dies out; then golden sections about each of them
 * that is not below its neighbours. */
static long double greatest(const swinging *s, int i)
{
    const long double golden = 0.61803398874989484820L, step = 0.02L / (s->omega * (1 + 2 * s->zeta));
    long double t[3] = {0, 0, 0}, v[3], most = shown_at(s, 0, i);
    v[0] = v[1] = v[2] = most;
    while (t[2] < 1) {
        const long double more = s->zeta > 1 ? fmaxl(step, 0.01L * t[2]) : step;
        memmove(t, t + 1, 2 * sizeof *t);
        memmove(v, v + 1, 2 * sizeof *v);
        t[2] = fminl(t[1] + fminl(more, 0.02L / s->omega * (1 + 2 * s->zeta)), 1);
        v[2] = shown_at(s, t[2], i);
        most = fmaxl(most, v[2]);
        if (v[1] < v[0] || v[1] < v[2])
            continue;
        long double a = t[0], b = t[2];
        for (int k = 0; k < 60; k++) {
            const long double p = b - golden * (b - a), q = a + golden * (b - a);
            *(shown_at(s, p, i) > shown_at(s, q, i) ? &b : &a) =
                shown_at(s, p, i) > shown_at(s, q, i) ? q : p;
        }
        most = fmaxl(most, shown_at(s, 0.5L * (a + b), i));
    }
    return most;
}

/* What terms are known to, as shares of the largest that they go through: some ulp, and of the phase, at
 * t = 1, half an ulp of it. */
static void extremes_of_swings(void **state)
{
    (void)state;
    enum { SETS = 24, NAMES = 4 };
    static const char *const names[NAMES] = {"spring.c", "spring.d", "spring.s_rel.start",
                                             "spring.v_rel.start"};
    static double values[SETS * NAMES], results[SETS * SHOWN];
    eg_wanted wanted[SHOWN];
    eg_diagnostics *d = eg_diagnostics_create();
    for (int i = 0; i < SHOWN; i++)
        wanted[i] = (eg_wanted){.kind = EG_WANTED_MAXIMUM, .signal = shown[i]};
    eg_ensemble *e = make(file_of("Swing.mo", swing), names, NAMES, wanted, SHOWN, d);
    swinging sets[SETS];
    for (size_t i = 0; i < SETS; i++) {
        double *v = values + i * NAMES, zeta = i % 3 == 0 ? 1.05 + 8 * draw(i, 0.377) : draw(i, 0.441) * 0.9;
        const double omega = pow(10, 2.3 * draw(i, 0.618));
        zeta = i % 4 == 1 ? 0 : zeta;
        v[0] = omega * omega;
        v[1] = 2 * zeta * omega;
        v[2] = draw(i, 0.213) - 0.5;
        v[3] = omega * (draw(i, 0.755) - 0.5);
        const long double root = sqrtl(v[0]);
        sets[i] = (swinging){root, v[1] / (2 * root), v[2], v[3]};
    }
    run_sets(e, SETS, values, results);
    for (size_t i = 0; i < SETS; i++) {
        const swinging *s = &sets[i];
        const long double place = fabsl(s->x0) + fabsl(s->v0) / s->omega, speed = place * s->omega,
                          force = place * s->omega * s->omega * (1 + 2 * s->zeta);
        const long double size[SHOWN] = {place, place, speed, force, force * speed, place + 0.03L * speed};
        for (int k = 0; k < SHOWN; k++)
            NEAR((double)((results[i * SHOWN + (size_t)k] - greatest(s, k)) / size[k]), 0,
                 (64 + (double)s->omega) * (1 + 2 * (double)s->zeta) * DBL_EPSILON);
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Swing.mo");
    ALL_WELL();
}

/* ---------------------------------------------------------------- expressions with edges */

/* What an if, abs(), min() or max() makes of a motion may show for a millionth of a window, be flat but for
 * that, or have its best value where its edge is: all of these are found, and their values known
 * beforehand. */
static void edges_are_found(void **state)
{
    (void)state;
    enum { SETS = 40, NAMES = 4, EDGED = 8 };
    static const char *const names[NAMES] = {"spring.c", "spring.d", "spring.s_rel.start",
                                             "spring.v_rel.start"};
    static const char *const edged[EDGED] = {
        "max(if mass.s > 0.1 and mass.s < 0.1 + 1e-6 then 1 else 0)",
        "min(if mass.s > 0.1 and mass.s < 0.1 + 1e-6 then mass.s - 7 else 1)",
        "max(max(mass.s, 0.4999))",
        "min(abs(mass.s - 0.1))",
        "min(sqrt(abs(mass.s - 0.1)))",
        "max(min(mass.s, 0.1))",
        "max(-abs(abs(mass.s) - 0.1))",
        "min(abs(sin(40*mass.s)))",
    };
    double values[SETS * NAMES], results[SETS * EDGED];
    eg_wanted wanted[EDGED];
    eg_diagnostics *d = eg_diagnostics_create();
    for (int i = 0; i < EDGED; i++)
        wanted[i] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = edged[i]};
    eg_ensemble *e = make(file_of("Edges.mo", swing), names, NAMES, wanted, EDGED, d);
    for (size_t i = 0; i < SETS;
         i++) { /* from 0.5 m it passes 0.1 m within a quarter of its period, 0.7 s at most */
        double *v = values + i * NAMES;
        const double omega = pow(10, 0.4 + 1.6 * draw(i, 0.618));
        v[0] = omega * omega;
        v[1] = 2 * omega * 0.3 * draw(i, 0.441);
        v[2] = 0.5;
        v[3] = 0;
    }
    run_sets(e, SETS, values, results);
    for (size_t i = 0; i < SETS; i++) {
        const double *r = results + i * EDGED;
        TRUE(r[0] == 1);
        TRUE(r[1] >= 0.1 - 7 && r[1] <= 0.1 - 7 + 1e-6);
        TRUE(r[2] == 0.5);
        NEAR(r[3], 0, 1e-13);
        NEAR(r[4], 0, 1e-6); /* the root of that */
        TRUE(r[5] == 0.1);
        NEAR(r[6], 0, 1e-13);
        NEAR(r[7], 0, 1e-11); /* 40 times that */
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Edges.mo");
    ALL_WELL();
}

/* The best value may be at the start, at the end, at an event, the same many times, or in a contact that is
 * over within 1e-9 s or pushes with less than 1e-160 N: of an undamped one all are known. */
static void extremes_stand_anywhere(void **state)
{
    (void)state;
    enum { SETS = 5, NAMES = 5, WANTED = 7 };
    static const char *const names[NAMES] = {"gap.c", "gap.d", "mass.m", "mass.s.start", "mass.v.start"};
    static const char *const asked[WANTED] = {"max(-gap.f)",       "min(gap.s_rel)", "max(mass.s)",
                                              "max(mass.v)",       "min(mass.v)",    "max(abs(mass.v))",
                                              "max(mass.s)-mass.s"};
    static const double values[SETS * NAMES] = {1e18,   0,    1,      0.5,  -1,    /* 3e-9 s */
                                                1e-168, 0,    1e-170, 1e-4, -1e-3, /* 1e-172 N */
                                                1e4,    0,    1,      0.1,  -1,    /* */
                                                1e4,    0,    1,      0.1,  1,     /* it never touches */
                                                1e4,    1e-3, 1,      2,    -1};   /* it does not arrive */
    double results[SETS * WANTED];
    eg_wanted wanted[WANTED];
    eg_diagnostics *d = eg_diagnostics_create();
    for (int i = 0; i < WANTED; i++)
        wanted[i] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = asked[i]};
    eg_ensemble *e = make(file_of("Anywhere.mo", impact), names, NAMES, wanted, WANTED, d);
    run_sets(e, SETS, values, results);
    for (size_t i = 0; i < SETS; i++) {
        const double *v = values + i * NAMES, *r = results + i * WANTED, pace = sqrt(v[0] / v[2]);
        const double touch = v[3] / -v[4], speed = fabs(v[4]);
        const bool hits = v[4] < 0 && touch < 1;
        const double end = hits ? speed * (1 - touch - 3.14159265358979323846 / pace) : v[3] + v[4];
        NEAR(r[0], hits ? speed * v[2] * pace : 0, 1e-12 * speed * v[2] * pace);
        NEAR(r[1], hits ? -speed / pace : fmin(v[3], end), 1e-12 * fmax(speed / pace, hits ? 0 : v[3]));
        NEAR(r[2], fmax(v[3], end), 1e-12 * (v[3] + speed));
        NEAR(r[3], hits ? speed : v[4], 1e-12 * speed);
        NEAR(r[4], v[4], 1e-12 * speed);
        NEAR(r[5], speed, 1e-12 * speed);
        NEAR(r[6], fmax(v[3], end) - end, 1e-12 * (v[3] + speed));
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Anywhere.mo");
    ALL_WELL();
}

/* ---------------------------------------------------------------- many bodies */

static const char row[] =
    "model Row\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  Fixed wall;\n"
    "  ElastoGap near(c = 4e4, d = 30, s_rel0 = 0.1), middle(c = 1e5, d = 5, s_rel0 = 0.2);\n"
    "  ElastoGap far(c = 3e5, d = 0);\n"
    "  Mass a(m = 1, L = 0, s(start = 0.3, fixed = true), v(start = 0.1, fixed = true));\n"
    "  Mass b(m = 3, L = 0, s(start = 0.7, fixed = true), v(start = -2, fixed = true));\n"
    "  Mass c(m = 0.3, L = 0, s(start = 1.2, fixed = true), v(start = -3, fixed = true));\n"
    "  Mass alone(m = 0.5, L = 0, s(start = 0.4, fixed = true), v(start = 1, fixed = true));\n"
    "  SpringDamper soft(c = 40, d = 0.3, s_rel0 = 0.3);\n"
    "  ElastoGap stop(c = 1e4, d = 0, s_rel0 = 0.2);\n"
    "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9);\n"
    "equation\n"
    "  connect(wall.flange, near.flange_a);\n"
    "  connect(near.flange_b, a.flange_a);\n"
    "  connect(a.flange_b, middle.flange_a);\n"
    "  connect(middle.flange_b, b.flange_a);\n"
    "  connect(b.flange_b, far.flange_a);\n"
    "  connect(far.flange_b, c.flange_a);\n"
    "  connect(weight.flange, c.flange_b);\n"
    "  connect(wall.flange, soft.flange_a);\n"
    "  connect(soft.flange_b, alone.flange_a);\n"
    "  connect(wall.flange, stop.flange_a);\n"
    "  connect(stop.flange_b, alone.flange_a);\n"
    "  annotation(experiment(StopTime = 2, Interval = 1e-5));\n"
    "end Row;\n";

enum { SEEN = 8 };
static const char *const seen[SEEN] = {"a.s",      "b.v",    "c.s",    "near.f",
                                       "middle.f", "stop.f", "soft.f", "alone.v"};

/* Rows that are so close that they show all there is: no row is above the maximum or below the minimum, but
 * by round-off, and both are as near to rows as these are to each other. Whatever else is asked for beside it
 * a value is the same to round-off, and a run by itself has the same bits as in an ensemble. */
static void rows_stay_within(void **state)
{
    (void)state;
    char texts[4 * SEEN][60];
    const char *text[4 * SEEN];
    eg_wanted wanted[4 * SEEN];
    double results[4 * SEEN], again[4 * SEEN], one;
    for (int i = 0; i < 4 * SEEN; i++) {
        static const char *const forms[] = {"max(%s)", "min(%s)", "mean(%s)", "rms(%s)"};
        snprintf(texts[i], sizeof texts[i], forms[i % 4], seen[i / 4]);
        text[i] = texts[i];
        wanted[i] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = texts[i]};
    }
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Row.mo", row), NULL, 0, wanted, 4 * SEEN, d);
    run_sets(e, 1, NULL, results);
    eg_ensemble_free(e);

    eg_model *m = NULL;
    eg_spec *spec = NULL;
    TRUE(eg_spec_read_text(row, strlen(row), "row", NULL, d, &spec) == EG_OK);
    TRUE(eg_model_compile(spec, d, &m) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(m);
    eg_readout readout;
    eg_reducer reducer;
    TRUE(eg_readout_read(&readout, m, text, 4 * SEEN, "get", d) == EG_OK);
    TRUE(eg_reducer_init(&reducer, &readout, NAN, m) == EG_OK);
    TRUE(eg_reducer_run(&reducer, m, &o, d, again) == EG_OK);
    TRUE(memcmp(results, again, sizeof again) == 0);
    eg_reducer_release(&reducer);
    eg_readout_release(&readout);

    o.signals = seen;
    o.signal_count = SEEN;
    eg_trajectory *t = NULL;
    TRUE(eg_simulate(m, &o, d, &t, NULL) == EG_OK);
    for (int i = 0; i < SEEN && t; i++) {
        const long at = eg_trajectory_find(t, seen[i]);
        double most = -INFINITY, least = INFINITY, apart = 0;
        for (size_t k = 0; k < eg_trajectory_rows(t); k++) {
            const double x = eg_trajectory_value(t, (size_t)at, k);
            const double before = k > 0 ? eg_trajectory_value(t, (size_t)at, k - 1) : x;
            most = fmax(most, x);
            least = fmin(least, x);
            apart = fmax(apart, fabs(x - before));
        }
        const double off = 64 * DBL_EPSILON * fmax(fabs(most), fabs(least));
        TRUE(results[4 * i] >= most - off && results[4 * i] <= most + apart);
        TRUE(results[4 * i + 1] <= least + off && results[4 * i + 1] >= least - apart);
        wanted[0] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = texts[4 * i]};
        e = make("Row.mo", NULL, 0, wanted, 1, d);
        run_sets(e, 1, NULL, &one);
        NEAR(one, results[4 * i], 1e-12 * fmax(fabs(most), fabs(least)));
        eg_ensemble_free(e);
    }
    eg_trajectory_free(t);
    eg_model_free(m);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    remove("Row.mo");
    ALL_WELL();
}

/* A glance is what rows show, to the bit, at any point; and there is none of what it does not know. */
static void glances_are_rows(void **state)
{
    (void)state;
    enum { POINTS = 50 };
    eg_model *m = NULL;
    eg_spec *spec = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    TRUE(eg_spec_read_text(row, strlen(row), "row", NULL, d, &spec) == EG_OK);
    TRUE(eg_model_compile(spec, d, &m) == EG_OK);
    eg_network *n = eg_network_create(m, d);
    const int total = eg_model_columns(m), forces = eg_columns_of(m).forces;
    double *y = calloc(2 * (size_t)m->n, sizeof *y), *whole = calloc(2 * (size_t)total, sizeof *whole);
    double *glanced = whole + total, *yp = y + m->n;
    bool *needed = malloc((size_t)m->instance_count);
    memset(needed, true, (size_t)m->instance_count);
    eg_view *view = eg_view_create(n, needed);
    TRUE(n->base.ops->initialize(&n->base, 0, y, yp) == EG_OK);
    int known = 0, unknown = 0;
    for (int column = 0; column < total; column++) {
        eg_glance *g = NULL;
        TRUE(eg_glance_create(n, &column, 1, &g));
        known += g != NULL;
        unknown += g == NULL;
        for (int k = 0; k < POINTS && g; k++) {
            for (int i = 0; i < m->n; i++)
                y[i] = 2 * draw((size_t)(k * m->n + i), 0.618) - 1;
            eg_network_observe(n, 0, y, NULL, view, whole);
            eg_glance_fill(g, n, y, glanced);
            TRUE(glanced[column] == whole[column]);
        }
        eg_glance_free(g);
    }
    TRUE(known > forces + 4 * SEEN && unknown > 0); /* cut forces and accelerations */
    eg_view_free(view);
    eg_network_free(n);
    free(needed);
    free(whole);
    free(y);
    eg_model_free(m);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks_of_impacts),
        cmocka_unit_test(impacts_of_any_size),
        cmocka_unit_test(weak_impacts_are_right_or_told),
        cmocka_unit_test(extremes_of_swings),
        cmocka_unit_test(edges_are_found),
        cmocka_unit_test(extremes_stand_anywhere),
        cmocka_unit_test(rows_stay_within),
        cmocka_unit_test(glances_are_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
