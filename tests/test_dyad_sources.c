/* Sources and sensors of power in Dyad's names, in closed form: each moves one mass of its own. */
#include "closed_runs.h"

static double quadratic(double t)
{
    return 1 / (1 + t);
}
static double inverse(double t)
{
    return sqrt(4 - t);
}
static double dry(double t)
{
    return 3 - 2 * t;
}
static double viscous(double t)
{
    return exp(-2 * t);
}
static double t2(double t)
{
    return t * t;
}
static double t4(double t)
{
    return 4 * t;
}
static double identity(double t)
{
    return t;
}
static double two(double t)
{
    return t >= 0 ? 2 : 0;
}

/* Masses of 1 kg: f = -2 v gives exp(-2 t); -v^2 gives 1/(1 + t); -1/2/v gives sqrt(4 - t) from 2 m/s; -2
 * of dry friction 3 - 2 t. */
static void forces_follow_the_speed(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import D = TranslationalComponents;\n  D.Components.Fixed ground(s0=0);\n"
        "  D.Components.Mass a(m=1, L=0), b(m=1, L=0), c(m=1, L=0), d(m=1, L=0);\n"
        "  D.Components.PrescribeInitialPosition sa(s0=0), sb(s0=0), sc(s0=0), sd(s0=0);\n"
        "  D.Components.PrescribeInitialVelocity va(v0=1), vb(v0=1), vc(v0=2), vd(v0=3);\n"
        "  D.Sources.LinearSpeedDependentForce viscous(f_nominal=-2, v_nominal=1, ForceDirection=false);\n"
        "  D.Sources.QuadraticSpeedDependentForce drag(f_nominal=-1, v_nominal=1, ForceDirection=false);\n"
        "  D.Sources.InverseSpeedDependentForce power(f_nominal=-0.5, v_nominal=1, v0=0.1, "
        "ForceDirection=false);\n"
        "  D.Sources.SignForce dry(f_nominal=-2, v0=0.1, reg=D.Components.Regularization.Linear);\n"
        "equation\n"
        "  connect(viscous.flange, a.flange_a);\n  connect(viscous.support, ground.flange);\n"
        "  connect(drag.flange, b.flange_a);\n  connect(drag.support, ground.flange);\n"
        "  connect(power.flange, c.flange_a);\n  connect(power.support, ground.flange);\n"
        "  connect(dry.flange, d.flange_a);\n  connect(dry.support, ground.flange);\n"
        "  connect(sa.flange, a.flange_a);\n  connect(va.flange, a.flange_a);\n"
        "  connect(sb.flange, b.flange_a);\n  connect(vb.flange, b.flange_a);\n"
        "  connect(sc.flange, c.flange_a);\n  connect(vc.flange, c.flange_a);\n"
        "  connect(sd.flange, d.flange_a);\n  connect(vd.flange, d.flange_a);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"a.v", viscous}, {"b.v", quadratic}, {"c.v", inverse}, {"d.v", dry}};
    run(text, expected, EG_COUNT(expected));
}

/* 2 m/s2 from rest, and 1 m/s; the sensors stand between drive and mass: 1 kg takes 2 N, and 2 N at 2 t
 * m/s are 4 t W. */
static void drives_move_and_sensors_read_their_power(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import D = TranslationalComponents;\n  D.Components.Fixed ground(s0=0);\n"
        "  D.Sources.Accelerate push;\n  BlockComponents.Sources.Constant hard(k=2);\n"
        "  D.Sources.ConstantSpeed belt(v_fixed=1);\n"
        "  D.Sensors.PowerSensor meter;\n  D.Sensors.MultiSensor multi;\n"
        "  D.Components.Mass a(m=1, L=0), b(m=1, L=0);\n"
        "equation\n"
        "  connect(push.support, ground.flange);\n  connect(hard.y, push.a_ref);\n"
        "  connect(push.flange, meter.flange_a);\n  connect(meter.flange_b, multi.flange_a);\n"
        "  connect(multi.flange_b, a.flange_a);\n"
        "  connect(belt.support, ground.flange);\n  connect(belt.flange, b.flange_a);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"a.s", t2}, {"b.s", identity}, {"meter.power", t4}, {"multi.power", t4}, {"multi.f", two}};
    run(text, expected, EG_COUNT(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_follow_the_speed),
        cmocka_unit_test(drives_move_and_sensors_read_their_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
