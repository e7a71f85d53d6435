/* Models of MSL that stand in the library under their names (modelica/scope/bundled.h): their texts are those
 * of examples/, word for word; HeatLosses obeys Newton, the laws of its parts and the balance of energy, all
 * written down here anew from its rows; the armature, see test_armature.c. */
#include "build_model.h"
#include "base/file.h"
#include "component/spec.h"
#include "modelica/scope/bundled.h"

#define EXAMPLES "Modelica.Mechanics.Translational.Examples."

/* ---------------------------------------------------------------- texts */

static const char *const FILES[] = {"ElastoGap.mo", "PreLoad.mo", "HeatLosses.mo",
                                    "parts/TranslatoryArmatureAndStopper.mo"};

static void texts_are_those_of_the_files(void **state)
{
    (void)state;
    size_t count = 0;
    for (const eg_bundled *b = eg_bundled_texts; b->name; b++, count++) {
        char path[1000], *bytes;
        size_t length, at = 0;
        assert_true(count < EG_COUNT(FILES));
        snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, FILES[count]);
        assert_int_equal(eg_file_read(path, 1 << 20, NULL, &bytes, &length), EG_OK);
        for (const char *const *line = b->lines; *line; at += strlen(*line), line++)
            TRUE(at + strlen(*line) <= length && strncmp(bytes + at, *line, strlen(*line)) == 0);
        TRUE(at == length);
        free(bytes);
    }
    TRUE(count == EG_COUNT(FILES));
    ALL_WELL();
}

/* ---------------------------------------------------------------- runs by name */

static rig run_input(const char *input, const char *setting, double interval)
{
    rig r = {.d = eg_diagnostics_create()};
    eg_read_options options = eg_read_options_default();
    options.settings = &setting;
    options.setting_count = setting != NULL;
    r.status = eg_spec_read(input, &options, r.d, &r.spec);
    rig_demand(&r, r.status == EG_OK, "is refused");
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "does not compile");
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.interval = interval > 0 ? interval : o.interval;
    o.tolerance = 1e-9;
    rig_demand(&r, eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK, "does not run");
    rig_demand(&r, eg_diagnostics_count(r.d) == 0, "has messages");
    return r;
}

/* By its name a model runs as the file does, bit for bit, also where a value is changed by a call. */
static void names_run_as_files(void **state)
{
    (void)state;
    static const char *const settings[] = {"elastoGap1.d=3", "spool.m=0.2", "mass1.m=1.5"};
    for (size_t i = 0; i < 6; i++) {
        char name[200], path[1000];
        const char *file = FILES[i / 2], *setting = i % 2 ? settings[i / 2] : NULL;
        snprintf(name, sizeof name, EXAMPLES "%.*s", (int)strcspn(file, "."), file);
        snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, file);
        rig r = run_input(name, setting, 0), f = run_input(path, setting, 0);
        assert_string_equal(eg_spec_name(r.spec), name);
        TRUE(rows(&r) == rows(&f) && rows(&r) > 500);
        for (size_t k = 0; k < eg_trajectory_signals(r.t); k++)
            for (size_t row = 0; row < rows(&r) && row < rows(&f); row++) {
                const double a = eg_trajectory_value(r.t, k, row), b = eg_trajectory_value(f.t, k, row);
                TRUE(memcmp(&a, &b, sizeof a) == 0);
            }
        rig_release(&f);
        rig_release(&r);
    }
    ALL_WELL();
}

static void a_call_sets_a_value(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    assert_int_equal(eg_spec_read(EXAMPLES "ElastoGap", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_spec_set(spec, "c", 25, d), EG_OK);
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *c = &spec->instances[i];
        if (strcmp(c->path, "elastoGap1") == 0)
            assert_true(c->p[eg_class_parameter(c->class, "c")] == 25);
    }
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- HeatLosses */

/* What friction of this law exerts at a speed; at rest it may be anything up to law(0), with the thousandth
 * that MassWithStopAndFriction adds to it, or what a stop takes. */
static void check_friction(double f, double v, double mode, double at_rest, double sliding, double round_off)
{
    if (mode == 2) /* the brake, let go */
        NEAR(f, 0, 0);
    else if (mode == 0)
        AT_MOST(fabs(f), at_rest + round_off);
    else
        NEAR(f, mode > 0 ? sliding : -sliding, round_off);
    if (mode == 0)
        NEAR(v, 0, 0);
}

/* Losses of one row; checks all that holds at an instant. Round-off: forces are sums of terms of at most some
 * hundred newtons, positions of at most 1 m that springs take 1e4 times. */
static double check_row(const rig *r, size_t i)
{
    const double round_off = 1e4 * 16 * ULP, t = time_of(r, i), F = 20 * sin(2 * PI * t);
    const double v1 = at(r, "mass1.v", i), v2 = at(r, "mass2.v", i), v3 = at(r, "mass3.v", i);
    const double v4 = at(r, "massWithStopAndFriction.v", i);
    const double s1 = at(r, "mass1.s", i), s2 = at(r, "mass2.s", i), s3 = at(r, "mass3.s", i);
    const double s4 = at(r, "massWithStopAndFriction.s", i);
    /* the gap: a wall at -0.02 m, left end of mass1 at s1 - L/2 */
    const double depth = -0.02 - (s1 - 0.05), push = depth > 0 ? 100 * depth : 0;
    const double damped = depth > 0 ? fmin(fmax(20 * v1, -push), push) : 0;
    const double gap = -push + damped;
    const double tie = 100 * (s2 - s1 - 0.1) + 10 * (v2 - v1), spring = 100 * (s3 - s2 - 0.1);
    const double stiff = 10000 * (s4 - s3 - 0.1) + 1000 * (v4 - v3);
    const double rub = at(r, "supportFriction.f", i), brake = at(r, "brake.f", i);
    const double slide = at(r, "massWithStopAndFriction.f", i);
    const double pressed = fmax(sin(4 * PI * t), 0) * 50;

    NEAR(at(r, "force.f", i), F, 20 * 4 * ULP * (1 + 2 * PI * t));
    NEAR(at(r, "elastoGap.f", i), gap, round_off);
    NEAR(at(r, "springDamper.f", i), tie, round_off);
    NEAR(at(r, "spring.f", i), spring, round_off);
    NEAR(at(r, "springDamper1.f", i), stiff, 10 * round_off);
    check_friction(rub, v2, at(r, "supportFriction.mode", i), 1, 1, round_off);
    if (fabs(sin(4 * PI * t)) > 1e-9) {
        TRUE((at(r, "brake.mode", i) == 2) == (pressed == 0));
        check_friction(brake, v3, at(r, "brake.mode", i), pressed, pressed, round_off);
    }
    const double held = at(r, "massWithStopAndFriction.stopped", i) != 0 ? INFINITY : 3 * 1.001;
    check_friction(slide, v4, at(r, "massWithStopAndFriction.mode", i), held,
                   0.5 * fabs(v4) + 1 + 2 * exp(-2 * fabs(v4)), round_off);
    NEAR(at(r, "mass1.a", i), F - 10 * v1 - gap + tie, round_off);
    NEAR(at(r, "mass2.a", i), -tie - rub + spring, round_off);
    NEAR(at(r, "mass3.a", i), -spring - brake + stiff, 10 * round_off);
    NEAR(at(r, "massWithStopAndFriction.a", i), -stiff - slide, 10 * round_off);

    const double lost = 10 * v1 * v1 + damped * v1 + 10 * (v2 - v1) * (v2 - v1) +
                        1000 * (v4 - v3) * (v4 - v3) + rub * v2 + brake * v3 + slide * v4;
    const double heat = at(r, "convection.fluid.Q_flow", i);
    NEAR(-heat, lost, 10 * round_off * (1 + fabs(lost)));
    NEAR(at(r, "convection.solid.T", i), 298.15 + lost / 20, 4 * ULP * 298.15 + round_off * (1 + lost));
    return lost;
}

static double stored(const rig *r, size_t i)
{
    static const char *const masses[] = {"mass1.v", "mass2.v", "mass3.v", "massWithStopAndFriction.v"};
    const double depth = -0.02 - (at(r, "mass1.s", i) - 0.05);
    double sum = depth > 0 ? 50 * depth * depth : 0;
    for (size_t k = 0; k < EG_COUNT(masses); k++)
        sum += 0.5 * at(r, masses[k], i) * at(r, masses[k], i);
    return sum + 50 * pow(at(r, "springDamper.s_rel", i), 2) + 50 * pow(at(r, "spring.s_rel", i), 2) +
           5000 * pow(at(r, "springDamper1.s_rel", i), 2);
}

/* A hard stop is MSL's reinit(v, 0): the slider's speed goes, and the relative speed of the spring-damper, a
 * state of its own, stays, so that mass3 loses as much. What is lost between two rows of an instant. */
static double lost_at_stop(const rig *r, size_t i)
{
    const double v4 = at(r, "massWithStopAndFriction.v", i - 1), s4 = at(r, "massWithStopAndFriction.s", i);
    const double v3 = at(r, "mass3.v", i - 1), after = at(r, "mass3.v", i);
    if (time_of(r, i) > time_of(r, i - 1) || fabs(v4 - at(r, "massWithStopAndFriction.v", i)) < 1e-12)
        return 0; /* what begins to stick is set to rest */
    NEAR(at(r, "massWithStopAndFriction.v", i), 0, 0);
    NEAR(after, v3 - v4, 4 * ULP);
    NEAR(v4 < 0 ? s4 - 0.05 : s4 + 0.05, v4 < 0 ? 0 : 0.4, 4 * ULP);
    return 0.5 * (v4 * v4 + v3 * v3 - after * after);
}

/* The work of the force less all heat is what the springs and masses have gained, from the start to every
 * row. Powers are summed by the trapezoidal rule, which errs by h^2/12 of the change of the slope: added up
 * from the powers themselves, twice over, since differences know slopes to first order only. */
static void heat_losses_obeys_its_laws(void **state)
{
    (void)state;
    rig r = run_input(EXAMPLES "HeatLosses", NULL, 1e-4);
    double before = 0, gained = 0, bound = 0, slope = 0, begins = stored(&r, 0);
    size_t contacts = 0;
    for (size_t i = 0; i < rows(&r); i++) {
        const double power = at(&r, "force.f", i) * at(&r, "mass1.v", i) - check_row(&r, i);
        const double h = i > 0 ? time_of(&r, i) - time_of(&r, i - 1) : 0;
        gained += h / 2 * (before + power);
        if (i > 0)
            gained -= lost_at_stop(&r, i);
        if (h > 0) {
            const double next = (power - before) / h;
            bound += i > 1 ? h * h / 6 * fabs(next - slope) : 0;
            slope = next;
        }
        NEAR(stored(&r, i) - begins, gained, bound + 1e-6);
        contacts += at(&r, "elastoGap.contact", i) != 0;
        before = power;
    }
    TRUE(contacts > 1000);
    AT_MOST(bound, 0.01);
    TRUE(stored(&r, rows(&r) - 1) > 0.1);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_those_of_the_files),
        cmocka_unit_test(names_run_as_files),
        cmocka_unit_test(a_call_sets_a_value),
        cmocka_unit_test(heat_losses_obeys_its_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
