/* Models written for MSL 3: names that MSL 4.0 gave up mean what stands in their place. */
#include "reading.h"

#define B "Modelica.Blocks."
#define T "Modelica.Mechanics.Translational."
#define R "Modelica.Mechanics.Rotational."

/* A text in former names, and the same in present ones: the flat texts of both must be the same. */
static const struct {
    const char *former, *present;
    const char *shows; /* in both: what is given by a changed name has arrived */
} texts[] = {
    {"model A " B "Sources.Sine s(freqHz = 3); end A;", "model A " B "Sources.Sine s(f = 3); end A;", "= 3"},
    {"model A model My extends " B "Sources.Cosine(freqHz = 5); end My; My s(freqHz = 7); end A;",
     "model A model My extends " B "Sources.Cosine(f = 5); end My; My s(f = 7); end A;", "= 7"},
    {"model A " B "Sources.Sine s(freqHz = 3); " B "Sources.Constant c(k = 2*s.freqHz); end A;",
     "model A " B "Sources.Sine s(f = 3); " B "Sources.Constant c(k = 2*s.f); end A;", "'c.k' = 2*'s.f'"},
    {"model A " B "Sources.ExpSine s(freqHz = 3, damping = 1); " B "Sources.Clock c(offset = 2); end A;",
     "model A " B "Sources.ExpSine s(f = 3, damping = 1); " B "Sources.ContinuousClock c(offset = 2); end A;",
     "= 2"},
    {"model A extends " B "Interfaces.BlockIcon; extends Modelica.Icons.TranslationalSensor; " B
     "Tables.CombiTable1D t(table = [0, 0; 1, 5.25]); equation t.u[1] = time; end A;",
     "model A extends " B "Icons.Block; extends Modelica.Icons.RectangularSensor; " B
     "Tables.CombiTable1Dv t(table = [0, 0; 1, 5.25]); equation t.u[1] = time; end A;",
     "5.25"},
    {"model A import " B "Types.InitPID; " B
     "Continuous.PID p(Ti = 1, Td = 2, initType = InitPID.DoNotUse_InitialIntegratorState); "
     "equation p.u = 1; end A;",
     "model A import " B "Types.Init; " B
     "Continuous.PID p(Ti = 1, Td = 2, initType = Init.InitialState); equation p.u = 1; end A;",
     "= 2"},
    {"model A " T "Components.Brake b(mue_pos = [0, 0.5], fn_max = 1); " T "Components.Mass m(m = 4); " B
     "Sources.Constant c(k = b.mue_pos[1, 2]); equation connect(b.flange_b, m.flange_a); "
     "connect(c.y, b.f_normalized); end A;",
     "model A " T "Components.Brake b(mu_pos = [0, 0.5], fn_max = 1); " T "Components.Mass m(m = 4); " B
     "Sources.Constant c(k = b.mu_pos[1, 2]); equation connect(b.flange_b, m.flange_a); "
     "connect(c.y, b.f_normalized); end A;",
     "0.5"},
    {"model A " R "Components.Inertia i(J = 1); " R
     "Sources.SignTorque s(tau_constant = 3.75); equation connect(s.flange, i.flange_a); end A;",
     "model A " R "Components.Inertia i(J = 1); " R
     "Sources.SignTorque s(tau_nominal = 3.75); equation connect(s.flange, i.flange_a); end A;",
     "3.75"},
};

static char *flat_text(const char *text)
{
    reading r = read_good(text);
    char *flat = NULL;
    size_t length;
    assert_int_equal(eg_spec_flatten(r.spec, r.diagnostics, &flat, &length), EG_OK);
    done(&r);
    return flat;
}

static void former_names_mean_the_present_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *former = flat_text(texts[i].former), *present = flat_text(texts[i].present);
        assert_string_equal(former, present);
        if (!strstr(present, texts[i].shows))
            print_message("%s\n", present);
        assert_non_null(strstr(present, texts[i].shows));
        free(former);
        free(present);
    }
}

static void what_was_taken_away_is_left_out(void **state)
{
    (void)state;
    reading r = read_set("model A " B "Nonlinear.Limiter l(uMax = 2, limitsAtInit = true); " B
                         "Nonlinear.DeadZone d(uMax = 3, deadZoneAtInit = false); equation l.u = time; "
                         "d.u = time; end A;",
                         NULL);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 2);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "limitsAtInit"));
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 1)->message, "deadZoneAtInit"));
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(former_names_mean_the_present_ones),
        cmocka_unit_test(what_was_taken_away_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
