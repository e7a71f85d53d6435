/* Which of users' variables are states, and what they start with, where that can be seen. */
#include "run_text.h"

/* A body, one that runs into its stop at 0.5 m, and a damper between flanges. */
static const char classes[] =
    "import I = Modelica.Mechanics.Translational.Interfaces;\n"
    "model Body\n"
    "  extends I.PartialRigid(L = 0, s(start = 0));\n"
    "  parameter Real m = 1;\n"
    "  Real v(start = 0), a;\n"
    "equation\n"
    "  v = der(s);\n"
    "  a = der(v);\n"
    "  m*a = flange_a.f + flange_b.f;\n"
    "end Body;\n"
    "model Stopped\n"
    "  extends I.PartialRigid(L = 0, s(start = 0, stateSelect = StateSelect.always));\n"
    "  Real v(start = 0, stateSelect = StateSelect.always), a;\n"
    "equation\n"
    "  v = der(s);\n"
    "  a = der(v);\n"
    "  a = flange_a.f + flange_b.f;\n"
    "  when s >= 0.5 then\n"
    "    reinit(v, 0);\n"
    "  end when;\n"
    "end Stopped;\n"
    "model Drag\n"
    "  extends I.PartialCompliantWithRelativeStates;\n"
    "equation\n"
    "  f = 3*v_rel;\n"
    "end Drag;\n";

static rig run_with_classes(const char *body, double stop)
{
    char text[8000];
    snprintf(text, sizeof text, "%s%s", classes, body);
    return run_text(text, stop);
}

/* Both go at 1 m/s; v_rel prefers to be a state, so that reinit lets it be what it is: both stand still. */
static void reinit_takes_along_what_a_relative_speed_ties(void **state)
{
    (void)state;
    rig r = run_with_classes("Stopped first(s(fixed=true), v(start=1, fixed=true)); Body second(v(start=1));"
                             "Drag d(s_rel(start=0, fixed=true, stateSelect=StateSelect.prefer),"
                             "v_rel(start=0, fixed=true, stateSelect=StateSelect.prefer));"
                             "equation connect(first.flange_a, d.flange_b);"
                             "connect(d.flange_a, second.flange_b);",
                             1);
    NEAR(value(&r, "first.s", 1), 0.5, 1e-9);
    NEAR(value(&r, "second.v", 1), 0, 1e-9);
    NEAR(value(&r, "second.s", 1), 0.5, 1e-9);
    rig_end(&r);
    ALL_WELL();
}

/* Of itself v_rel wants to be one, as MSL's text of the partial class says. Where it is asked not to, the
 * speed of the other is: that goes on, and takes the first along. */
static void reinit_leaves_alone_what_is_a_state(void **state)
{
    (void)state;
    /* the sum of the speeds stays 1, their difference decays with 2*3/s */
    static const char *const selects[] = {"", "stateSelect=StateSelect.prefer,",
                                          "stateSelect=StateSelect.default,",
                                          "stateSelect=StateSelect.avoid,"};
    for (size_t i = 0; i < 4; i++) {
        char body[600];
        snprintf(body, sizeof body,
                 "Stopped first(s(fixed=true), v(start=1, fixed=true)); Body second(v(start=1));"
                 "Drag d(%s s_rel(start=0, fixed=true), v_rel(start=0, fixed=true));"
                 "equation connect(first.flange_a, d.flange_b); connect(d.flange_a, second.flange_b);",
                 selects[i]);
        rig r = run_with_classes(body, 1);
        NEAR(value(&r, "second.v", 1), i < 2 ? 0 : 0.5 + 0.5 * exp(-3), 1e-8);
        rig_end(&r);
    }
    ALL_WELL();
}

/* Initial equations that hold with v = w = 0, whatever rounding the others leave. */
static void guesses_that_fit_are_kept_as_they_are(void **state)
{
    (void)state;
    rig r = run_text("Real x, y, v, w; Boolean back;"
                     "initial equation x + y = 1; x - y = 0.4; w - v + 3*(x - 0.7) = 0; v + 0.1*y - 0.03 = 0;"
                     "equation der(x) = v; der(y) = w; der(v) = -v; der(w) = -w; back = v < 0 or w < 0;",
                     1);
    NEAR(at(&r, "x", 0), 0.7, 1e-15);
    NEAR(at(&r, "v", 0), 0, 0);
    NEAR(at(&r, "w", 0), 0, 0);
    NEAR(at(&r, "back", 0), 0, 0);
    rig_end(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reinit_takes_along_what_a_relative_speed_ties),
        cmocka_unit_test(reinit_leaves_alone_what_is_a_state),
        cmocka_unit_test(guesses_that_fit_are_kept_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
