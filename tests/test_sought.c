/* Parameters that the conditions of the start determine, fixed = false, in closed form. */
#include "closed_runs.h"

static double swing(double t)
{
    return cos(2 * t);
}
static double four(double t)
{
    (void)t;
    return 4;
}
static double half(double t)
{
    (void)t;
    return 0.5;
}
static double fall(double t)
{
    return 3 * exp(-2 * t);
}
static double two(double t)
{
    (void)t;
    return 2;
}

/* 1 kg that begins 1 m off at rest with -4 m/s2: the spring has 4 N/m. Another one hangs still at 1.5 m on
 * 3 N/m under 3 N of weight: its spring is 0.5 m long. What decays from 3 at the rate -6 has 2/s. */
static void conditions_of_the_start_determine(void **state)
{
    (void)state;
    static const char text[] =
        "model Decay parameter Real k(fixed = false, start = 1); Real x(start = 3, fixed = true);\n"
        "equation der(x) = -k*x; end Decay;\n"
        "model M\n  import Modelica.Mechanics.Translational.Components.*;\n"
        "  import Modelica.Mechanics.Translational.Sources.ConstantForce;\n  Fixed ground;\n"
        "  Mass a(m = 1, L = 0, s(start = 1, fixed = true), v(fixed = true), a(start = -4, fixed = true));\n"
        "  Mass b(m = 1, L = 0, s(start = 1.5, fixed = true), v(fixed = true), a(fixed = true));\n"
        "  Spring swings(c(fixed = false, start = 1));\n"
        "  TranslationalComponents.SpringDamper holds(c = 3, d = 1, s_rel0(fixed = false, start = 0));\n"
        "  ConstantForce weight(f_constant = 3);\n  Decay d;\n"
        "initial equation\n  der(d.x) = -6;\n"
        "equation\n"
        "  connect(ground.flange, swings.flange_a);\n  connect(swings.flange_b, a.flange_a);\n"
        "  connect(ground.flange, holds.flange_a);\n  connect(holds.flange_b, b.flange_a);\n"
        "  connect(weight.flange, b.flange_b);\n"
        "  annotation(experiment(StopTime = 1));\nend M;\n";
    static const expectation expected[] = {
        {"a.s", swing}, {"swings.c", four}, {"holds.s_rel0", half}, {"d.x", fall}, {"d.k", two}};
    run(text, expected, EG_COUNT(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conditions_of_the_start_determine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
