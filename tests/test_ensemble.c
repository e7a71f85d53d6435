/* Ensembles: against closed forms, and the same bits however they are run. */
#include "closed_form.h"
#include "ensemble_models.h"
#include "written_models.h"

/* ---------------------------------------------------------------- truth */

/* Numbers between 0 and 1 that look random. */
static double share(size_t i, double step)
{
    double x = 0.5 + (double)i * step;
    return x - floor(x);
}

enum { SETS = 41, NAMES = 3, WANTED = 6 };
static const char *const bounce_names[NAMES] = {"gap.c", "mass.s.start", "mass.m"};
static const eg_wanted bounce_wanted[WANTED] = {
    {.kind = EG_WANTED_EVENT_TIME, .component = "gap", .event = "contact begins", .number = 1},
    {.kind = EG_WANTED_EVENT_TIME, .component = "g*", .event = "contact begins", .number = 3},
    {.kind = EG_WANTED_EVENT_COUNT, .component = "gap", .event = "contact *"},
    {.kind = EG_WANTED_MINIMUM, .signal = "mass.s"},
    {.kind = EG_WANTED_MAXIMUM, .signal = "mass.flange_a.f"},
    {.kind = EG_WANTED_FINAL, .signal = "mass.s"},
};

/* Without a damper the same bounce comes again and again. x is the depth: x'' = g - w^2 x with w^2 = c/m, so
 * that a contact takes 2(pi - atan(v w/g))/w. */
typedef struct bounces {
    double g, h, v, w, fall, contact, flight;
} bounces;

static bounces bounces_of(const double *values)
{
    bounces b = {.g = 10, .h = values[1], .w = sqrt(values[0] / values[2])};
    b.v = sqrt(2 * b.g * b.h);
    b.fall = b.v / b.g;
    b.contact = 2 * (PI - atan(b.v * b.w / b.g)) / b.w;
    b.flight = 2 * b.fall;
    return b;
}

static double bounces_at(const bounces *b, double t)
{
    double rest = fmod(t - b->fall + b->contact + b->flight, b->contact + b->flight);
    if (t < b->fall || rest > b->contact) {
        double from_top = t < b->fall ? t : rest - b->contact - b->fall;
        return b->h - 0.5 * b->g * from_top * from_top;
    }
    double still = b->g / (b->w * b->w);
    return -(still * (1 - cos(b->w * rest)) + b->v / b->w * sin(b->w * rest));
}

static void fill_bounces(double *values)
{
    for (size_t i = 0; i < SETS; i++) {
        values[i * NAMES] = pow(10.0, 3 + 2 * share(i, 0.618));
        values[i * NAMES + 1] = 0.3 + share(i, 0.755);
        values[i * NAMES + 2] = 0.5 + share(i, 0.325);
    }
}

/* Errors grow with the number of bounces: a wrong speed is a wrong place ever after. */
static void check_bounces(const double *values, const double *results, double tolerance)
{
    for (size_t i = 0; i < SETS; i++) {
        const double *r = results + i * WANTED;
        bounces b = bounces_of(values + i * NAMES);
        double depth = b.g / (b.w * b.w) + hypot(b.g / (b.w * b.w), b.v / b.w);
        double period = b.contact + b.flight, since = 2 - b.fall;
        double count = 2 * floor(since / period) + 1 + (fmod(since, period) > b.contact);
        NEAR(r[0], b.fall, tolerance);
        if (b.fall + 2 * period < 2)
            NEAR(r[1], b.fall + 2 * period, 10 * tolerance);
        TRUE(isnan(r[1]) == (b.fall + 2 * period > 2));
        NEAR(r[2], count, 0);
        NEAR(r[3], -depth, 10 * tolerance * depth);
        NEAR(r[4], values[i * NAMES] * depth, 10 * tolerance * values[i * NAMES] * depth);
        NEAR(r[5], bounces_at(&b, 2), 100 * tolerance);
    }
}

static void bounces_without_damper(void **state)
{
    (void)state;
    static const char *const engines[] = {"exact", "erk", "auto", "ida"};
    static const double tolerances[] = {1e-12, 1e-8, 1e-8, 1e-6};
    double values[SETS * NAMES], results[SETS * WANTED];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Bounce.mo", bounce), bounce_names, NAMES, bounce_wanted, WANTED, d);
    fill_bounces(values);
    for (int k = 0; k < 4 && e; k++) {
        eg_ensemble_options o = eg_ensemble_options_default(e);
        eg_ensemble_statistics st;
        o.run.engine = engines[k];
        o.run.tolerance = tolerances[k];
        eg_status status = eg_ensemble_run(e, &o, SETS, values, results, NULL, d, &st);
        if (k == 3 && status == EG_ERROR_UNAVAILABLE)
            break;
        TRUE(status == EG_OK && st.failed == 0 && st.steps > SETS && st.events > SETS);
        check_bounces(values, results, fmax(10 * tolerances[k], 1e-10));
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Bounce.mo");
    ALL_WELL();
}

static double restitution(double m, double c, double d)
{
    return closed_elasto_gap(m, c, d, 1).restitution;
}

/* The speed after an impact, for many dampers; physics of ElastoGap against a fixed stop. */
static void restitution_is_delivered(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    static const char *const names[] = {"gap.d"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    double values[COUNT], results[COUNT];
    eg_status statuses[COUNT];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Impact.mo", impact), names, 1, wanted, 1, d);
    for (int i = 0; i < COUNT; i++)
        values[i] = 200 * (0.01 + 0.07 * i); /* 2 sqrt(c m) zeta */
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.run.tolerance = 1e-10;
    for (int k = 0; k < 2; k++) {
        o.run.engine = k ? "erk" : "exact";
        TRUE(eg_ensemble_run(e, &o, COUNT, values, results, statuses, d, NULL) == EG_OK);
        for (int i = 0; i < COUNT; i++) {
            TRUE(statuses[i] == EG_OK);
            NEAR(results[i], restitution(1, 1e4, values[i]), k ? 1e-8 : 1e-12);
        }
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Impact.mo");
    ALL_WELL();
}

/* ---------------------------------------------------------------- the same bits */

static void bits_do_not_depend_on_company(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 5}, lanes[] = {1, 4, 8, 16};
    double values[SETS * NAMES], first[SETS * WANTED], again[SETS * WANTED];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Same.mo", bounce), bounce_names, NAMES, bounce_wanted, WANTED, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    fill_bounces(values);
    for (int k = 0; k < 2; k++) {
        o.run.engine = k ? "erk" : "auto";
        o.threads = o.lanes = 1;
        TRUE(eg_ensemble_run(e, &o, SETS, values, first, NULL, d, NULL) == EG_OK);
        for (int i = 0; i < 12; i++) {
            o.threads = threads[i % 3];
            o.lanes = lanes[i / 3];
            memset(again, 0, sizeof again);
            TRUE(eg_ensemble_run(e, &o, SETS, values, again, NULL, d, NULL) == EG_OK);
            TRUE(memcmp(first, again, sizeof first) == 0);
        }
        o.threads = 1; /* alone, from the last to the first */
        for (size_t i = SETS; i-- > 0;) {
            TRUE(eg_ensemble_run(e, &o, 1, values + i * NAMES, again, NULL, d, NULL) == EG_OK);
            TRUE(memcmp(first + i * WANTED, again, WANTED * sizeof *again) == 0);
        }
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Same.mo");
    ALL_WELL();
}

/* What a set does is what the same model does with these values in its text. */
static void sets_are_runs(void **state)
{
    (void)state;
    static const char *const names[] = {"gap.d", "mass.v.start", "mass.m", "g"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    const double values[] = {7, -1.5, 2.25, 3.5};
    const char *settings[] = {"gap.d=7", "mass.v.start=-1.5", "mass.m=2.25", "g=3.5"};
    double result = NAN;
    eg_diagnostics *d = eg_diagnostics_create();
    const char *file = file_of("Runs.mo", bounce);
    eg_ensemble *e = make(file, names, 4, wanted, 1, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.run.engine = "exact";
    TRUE(eg_ensemble_run(e, &o, 1, values, &result, NULL, d, NULL) == EG_OK);
    eg_read_options read = {.settings = settings, .setting_count = 4};
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    TRUE(eg_spec_read(file, &read, d, &spec) == EG_OK && eg_model_compile(spec, d, &model) == EG_OK);
    eg_simulate_options alone = eg_simulate_options_default(model);
    alone.engine = "exact";
    TRUE(eg_simulate(model, &alone, d, &t, NULL) == EG_OK);
    size_t column = (size_t)eg_trajectory_find(t, "mass.v");
    NEAR(result, eg_trajectory_value(t, column, eg_trajectory_rows(t) - 1), 1e-13);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove(file);
    ALL_WELL();
}

/* An element of a variable of the user's, named by its path, and nothing beside it. */
static void an_element_begins_where_it_is_told(void **state)
{
    (void)state;
    static const char text[] = "model Decay Real x[2](start = {1, 2}, each fixed = true); "
                               "equation der(x) = -x; annotation(experiment(StopTime = 1)); end Decay;";
    static const char *const names[] = {"x[2].start"};
    static const eg_wanted wanted[] = {{.signal = "x[1]"}, {.signal = "x[2]"}};
    const double values[] = {5, -3};
    double results[4];
    const char *settings[] = {"x[2].start=5"};
    const eg_read_options read = {.settings = settings, .setting_count = 1};
    eg_diagnostics *d = eg_diagnostics_create();
    const char *file = file_of("Decay.mo", text);
    for (int k = 0; k < 2; k++) { /* by values, and by the text's own */
        eg_ensemble *e = NULL;
        TRUE(eg_ensemble_read(file, k ? &read : NULL, k ? NULL : names, !k, wanted, 2, d, &e) == EG_OK);
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.tolerance = 1e-10;
        TRUE(eg_ensemble_run(e, &o, k ? 1 : 2, values, results, NULL, d, NULL) == EG_OK);
        NEAR(results[0], exp(-1), 1e-9);
        NEAR(results[1], 5 * exp(-1), 1e-9);
        if (!k)
            NEAR(results[3], -3 * exp(-1), 1e-9);
        eg_ensemble_free(e);
    }
    eg_diagnostics_free(d);
    remove(file);
    ALL_WELL();
}

/* Rigid impacts, friction, heat and users' equations; each ends where the same values in its text end. Both
 * are runs by auto at 1e-9, of which one also sums up energies, so that they may differ by what steps do. */
static const struct example {
    const char *file, *name, *signal;
    double low, high, stop;
} examples[] = {{"Cradle.mo", "touch[2].e", "ball[6].v", 0.5, 1, 0.6},
                {"StickSlip.mo", "v", "mass.s", 0.05, 0.15, 1},
                {"BrakedSlider.mo", "rider.m", "rider.s", 1, 4, 8},
                {"HeatedStop.mo", "mass.v.start", "housing.T", -1, 1, 0.4},
                {"GapInEquations.mo", "c", "mass2.s", 8, 12, 2},
                {"BouncingBall.mo", "height", "h", 0.5, 1.2, 3}}; /* beyond where bounces pile up */

/* Where the signal ends, and how many events there were. */
static double end_of(const char *path, const struct example *x, double value, long *events)
{
    char setting[100];
    const char *settings[] = {setting};
    const eg_read_options read = {.settings = settings, .setting_count = 1};
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st = {0};
    double end = NAN;
    snprintf(setting, sizeof setting, "%s=%.17g", x->name, value);
    TRUE(eg_spec_read(path, &read, NULL, &spec) == EG_OK && eg_model_compile(spec, NULL, &model) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    o.tolerance = 1e-9;
    o.stop_time = x->stop;
    TRUE(eg_simulate(model, &o, NULL, &t, &st) == EG_OK);
    *events = st.events + st.time_events;
    if (t)
        end = eg_trajectory_value(t, (size_t)eg_trajectory_find(t, x->signal), eg_trajectory_rows(t) - 1);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    return end;
}

static void examples_in_sets_are_runs(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
        const struct example *x = &examples[k];
        const eg_wanted wanted[] = {{.signal = x->signal}, {.kind = EG_WANTED_EVENT_COUNT}};
        double values[COUNT], results[2 * COUNT], again[2 * COUNT];
        char path[1000];
        eg_diagnostics *d = eg_diagnostics_create();
        snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, x->file);
        eg_ensemble *e = make(path, &x->name, 1, wanted, 2, d);
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.tolerance = 1e-9;
        o.run.stop_time = x->stop;
        for (int i = 0; i < COUNT; i++)
            values[i] = x->low + (x->high - x->low) * share((size_t)i, 0.618);
        o.threads = o.lanes = 1;
        TRUE(eg_ensemble_run(e, &o, COUNT, values, results, NULL, d, NULL) == EG_OK);
        o.threads = 3;
        o.lanes = 16;
        TRUE(eg_ensemble_run(e, &o, COUNT, values, again, NULL, d, NULL) == EG_OK);
        TRUE(memcmp(results, again, sizeof results) == 0);
        for (int i = 0; i < COUNT; i += 2) {
            long events;
            double end = end_of(path, x, values[i], &events);
            NEAR(results[2 * i], end, 1e-7 * fmax(fabs(end), 0.1)); /* 100 times the tolerance */
            NEAR(results[2 * i + 1], (double)events, 0);
        }
        TRUE(results[0] != results[2]); /* it matters */
        eg_ensemble_free(e);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- lanes */

static const char valve[] =
    "model Valve\n"
    "  parameter Real q = 1;\n"
    "  Real x1(start = 0.2, fixed = true), x2(start = 0, fixed = true), x3(start = 10, fixed = true);\n"
    "equation\n"
    "  der(x1) = x2;\n"
    "  der(x2) = -1.25*x2 - (x1 + 10) + x3;\n"
    "  der(x3) = 20*(q - x1*sqrt(x3));\n"
    "  when x1 <= 0 then\n"
    "    reinit(x2, -0.8*pre(x2));\n"
    "  end when;\n"
    "end Valve;\n";

/* Contacts that are not smooth at touch, forces that swing, ramp and jump, and users' equations on top. */
static const char rattle[] =
    "model Rattle\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  import Modelica.Mechanics.Translational.Sources.Force;\n"
    "  parameter Real q = 1;\n"
    "  Fixed left, right(s0 = 1);\n"
    "  ElastoGap one(c = 1e4, d = 20, n = 1.5), two(c = 2e4, d = 5);\n"
    "  Mass a(m = 1, s(start = 0.3, fixed = true), v(start = 0.2, fixed = true));\n"
    "  SpringDamper spring(c = 30, d = 0.1, s_rel0 = 0.4);\n"
    "  Mass b(m = 2, s(start = 0.7, fixed = true), v(start = 0, fixed = true));\n"
    "  Force shake, push, knock;\n"
    "  Modelica.Blocks.Sources.Sine sine(amplitude = 40, f = 3);\n"
    "  Modelica.Blocks.Sources.Ramp ramp(height = 20, duration = 0.3, startTime = 0.2);\n"
    "  Modelica.Blocks.Sources.Pulse pulse(amplitude = -30, period = 0.25);\n"
    "  Real z(start = 0, fixed = true);\n"
    "equation\n"
    "  connect(left.flange, one.flange_a);\n"
    "  connect(one.flange_b, a.flange_a);\n"
    "  connect(a.flange_b, spring.flange_a);\n"
    "  connect(spring.flange_b, b.flange_a);\n"
    "  connect(b.flange_b, two.flange_a);\n"
    "  connect(two.flange_b, right.flange);\n"
    "  connect(sine.y, shake.f);\n"
    "  connect(ramp.y, push.f);\n"
    "  connect(pulse.y, knock.f);\n"
    "  connect(shake.flange, a.flange_a);\n"
    "  connect(push.flange, b.flange_b);\n"
    "  connect(knock.flange, b.flange_b);\n"
    "  der(z) = if a.v > 0 then q*a.v^2 + spring.f else q*sin(z) - time;\n"
    "end Rattle;\n";

/* What runs in lanes ends where the same set ends on its own. */
static void lanes_are_runs(const char *text, const char *const *signals, double tolerance)
{
    enum { COUNT = 21 };
    static const char *const names[] = {"q"};
    double values[COUNT], results[COUNT * 3], again[COUNT * 3];
    const eg_wanted wanted[] = {{.signal = signals[0]}, {.signal = signals[1]}, {.signal = signals[2]}};
    eg_diagnostics *d = eg_diagnostics_create();
    const char *file = file_of("Lanes.mo", text);
    eg_ensemble *e = make(file, names, 1, wanted, 3, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    eg_ensemble_statistics st;
    o.run.engine = "erk";
    o.run.tolerance = 1e-9;
    o.run.stop_time = 1.5;
    for (int i = 0; i < COUNT; i++)
        values[i] = 0.5 + 0.35 * i; /* 2.0 and -1.25... share no constant of the text */
    TRUE(eg_ensemble_run(e, &o, COUNT, values, results, NULL, d, &st) == EG_OK && st.lanes == 16);
    o.lanes = 1;
    o.threads = 2;
    TRUE(eg_ensemble_run(e, &o, COUNT, values, again, NULL, d, &st) == EG_OK && st.lanes == 1);
    TRUE(memcmp(results, again, sizeof results) == 0);
    for (int i = 0; i < COUNT; i += 10) {
        char setting[64];
        const char *settings[] = {setting};
        eg_read_options read = {.settings = settings, .setting_count = 1};
        eg_spec *spec = NULL;
        eg_model *model = NULL;
        eg_trajectory *t = NULL;
        snprintf(setting, sizeof setting, "q=%.17g", values[i]);
        TRUE(eg_spec_read(file, &read, d, &spec) == EG_OK && eg_model_compile(spec, d, &model) == EG_OK);
        eg_simulate_options alone = o.run;
        TRUE(eg_simulate(model, &alone, d, &t, NULL) == EG_OK);
        for (int k = 0; k < 3; k++) {
            size_t column = (size_t)eg_trajectory_find(t, signals[k]);
            double end = eg_trajectory_value(t, column, eg_trajectory_rows(t) - 1);
            NEAR(results[3 * i + k], end, tolerance * fmax(fabs(end), 0.1));
        }
        eg_trajectory_free(t);
        eg_model_free(model);
        eg_spec_free(spec);
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove(file);
}

/* Users' equations are computed by the same operations in the same order; the linear force of a gap is not,
 * and steps of 1e-9 that differ by round-off end where roots differ by that. */
static void what_runs_in_lanes_ends_as_alone(void **state)
{
    (void)state;
    lanes_are_runs(valve, (const char *const[]){"x1", "x2", "x3"}, 1e-12);
    lanes_are_runs(rattle, (const char *const[]){"a.s", "b.v", "z"}, 1e-7);
    ALL_WELL();
}

/* Contacts that are written as equations, with the library's masses and with none. */
static void written_contacts_run_in_lanes(void **state)
{
    (void)state;
    static const struct {
        const char *file, *tail;
        const char *signals[3];
    } models[] = {
        {"ElastoGapWritten",
         "model Lanes\n  parameter Real q = 1;\n  extends ElastoGapWritten.WithMass(d = q);\nend Lanes;\n",
         {"mass1.s", "mass2.s", "mass2.v"}},
        {"ElastoGapWritten",
         "model Lanes\n  parameter Real q = 1;\n  extends ElastoGapWritten.WithNone(d = q);\nend Lanes;\n",
         {"mass1.s", "mass2.s", "mass2.v"}},
        {"HuntCrossleyWritten",
         "model Lanes\n  parameter Real q = 1;\n"
         "  extends HuntCrossleyWritten.WithMass(law(alpha = 0.1*q));\nend Lanes;\n",
         {"ball.s", "ball.v", "law.f"}},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char *text = written_text(models[i].file, models[i].tail);
        assert_non_null(text);
        lanes_are_runs(text, models[i].signals, 1e-12);
        free(text);
    }
    ALL_WELL();
}

/* A step of a law that is stiff for erk is no lane's: the set goes to who can. */
static void stiff_sets_run_alone(void **state)
{
    (void)state;
    static const char text[] = "model Stiff\n"
                               "  parameter Real q = 1;\n"
                               "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
                               "equation\n"
                               "  der(x) = -x^3;\n"
                               "  der(y) = q*(sin(x) - y);\n"
                               "end Stiff;\n";
    static const char *const names[] = {"q"};
    static const eg_wanted wanted[] = {{.signal = "y"}, {.signal = "x"}};
    const double values[] = {0.5, 1e9, 3};
    double results[6];
    eg_diagnostics *d = eg_diagnostics_create();
    const char *file = file_of("Stiff.mo", text);
    eg_ensemble *e = make(file, names, 1, wanted, 2, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    eg_ensemble_statistics st;
    o.run.stop_time = 2;
    eg_status status = eg_ensemble_run(e, &o, 3, values, results, NULL, d, &st);
    TRUE(st.lanes == 16);
    for (int i = 0; i < 3; i += status == EG_OK ? 1 : 2) /* without ida the stiff one fails */
        NEAR(results[2 * i + 1], 1 / sqrt(5), 1e-6);
    if (status == EG_OK)
        NEAR(results[2], sin(1 / sqrt(5)), 1e-6);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove(file);
    ALL_WELL();
}

/* ---------------------------------------------------------------- specs made by calls */

static void specs_serve_too(void **state)
{
    (void)state;
    static const char *const names[] = {"mass.v.start", "gap.c"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"},
                                       {.kind = EG_WANTED_EVENT_COUNT}};
    const double values[] = {-1, 1e3, -2, 1e5};
    double results[4];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_ensemble *e = NULL;
    TRUE(eg_spec_read_text(impact, strlen(impact), "impact", NULL, d, &spec) == EG_OK);
    TRUE(eg_ensemble_create(spec, names, 2, wanted, 2, d, &e) == EG_OK);
    eg_spec_free(spec);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    TRUE(eg_ensemble_run(e, &o, 2, values, results, NULL, d, NULL) == EG_OK);
    NEAR(results[0], restitution(1, 1e3, 20), 1e-9);
    NEAR(results[2], 2 * restitution(1, 1e5, 20), 1e-9);
    NEAR(results[1], 4, 0);
    NEAR(results[3], 4, 0);
    TRUE(eg_ensemble_run(e, &o, 0, NULL, NULL, NULL, d, NULL) == EG_OK);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounces_without_damper),
        cmocka_unit_test(restitution_is_delivered),
        cmocka_unit_test(bits_do_not_depend_on_company),
        cmocka_unit_test(sets_are_runs),
        cmocka_unit_test(examples_in_sets_are_runs),
        cmocka_unit_test(an_element_begins_where_it_is_told),
        cmocka_unit_test(what_runs_in_lanes_ends_as_alone),
        cmocka_unit_test(written_contacts_run_in_lanes),
        cmocka_unit_test(stiff_sets_run_alone),
        cmocka_unit_test(specs_serve_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
