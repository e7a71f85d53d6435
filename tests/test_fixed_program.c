/* Equations as the program of a plan for fixed steps (elastogap/fixed_program.h): closed forms, the order
 * of the
 * method, events, and what is refused. The plan stands alone, as in firmware; the engine makes the same
 * steps. */
#include "run_text.h"

typedef struct alone {
    rig rig;
    eg_fixed_model *model;
    eg_fixed_state *state;
} alone;

/* The plan of a model's text, with one output. */
static alone stand_alone(const char *body, double h, const char *output)
{
    alone a = {.rig = read_text(body)};
    TRUE(eg_model_compile(a.rig.spec, a.rig.d, &a.rig.model) == EG_OK);
    if (eg_fixed_compile(a.rig.model, h, &output, 1, a.rig.d, &a.model) != EG_OK)
        rig_demand(&a.rig, 0, body);
    a.state = malloc(eg_fixed_size(eg_fixed_plan_of(a.model)));
    TRUE(a.state != NULL);
    eg_fixed_begin(eg_fixed_plan_of(a.model), a.state);
    return a;
}

static void forget(alone *a)
{
    free(a->state);
    eg_fixed_model_free(a->model);
    rig_end(&a->rig);
}

/* The output at `stop`; every step is solved. */
static double output_at(const char *body, double h, double stop, const char *output)
{
    alone a = stand_alone(body, h, output);
    double out = 0;
    for (long k = 0; k < lround(stop / h); k++)
        assert_int_equal(eg_fixed_step(eg_fixed_plan_of(a.model), a.state, NULL, &out), 0);
    forget(&a);
    return out;
}

/* The same by the engine. */
static double engine_at(const char *body, double h, double stop, const char *output)
{
    rig r = read_text(body);
    TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.engine = "fixed";
    o.step = h;
    o.interval = stop;
    o.stop_time = stop;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    const double out = end(&r, output);
    rig_end(&r);
    return out;
}

/* ---------------------------------------------------------------- order */

/* Closed forms at 1 s. What halving the step leaves of the error is a quarter, to higher order. */
static void second_order(void **state)
{
    (void)state;
    const struct {
        const char *body, *output;
        double truth;
    } cases[] = {
        {"Real x(start=1,fixed=true); equation der(x) = -2*x;", "x", exp(-2)},
        {"Real x(start=1,fixed=true), y; equation der(x) = -x*y; y = x;", "x", 0.5},
        {"Real x(start=0,fixed=true), v(start=1,fixed=true); equation der(x) = v;"
         "der(v) = -9*x*(sin(time)^2 + cos(time)^2);",
         "x", sin(3) / 3},
        {"Real x(start=0,fixed=true); equation der(x) = cos(2*time);", "x", sin(2) / 2},
        /* a loop: y + y^3 = x */
        {"Real x(start=2,fixed=true), y(start=1); equation der(x) = -(1 + 3*y^2)*y; y + y^3 = x;", "y",
         exp(-1)},
        /* derivatives that depend on each other */
        {"Real x(start=1,fixed=true), y(start=0,fixed=true); equation "
         "der(x) + 2*der(y) = y; der(x) - der(y) = x;",
         "x", 0},
        /* a force of time on a body of the library */
        {T_ "Components.Mass m(m=2,s(start=0,fixed=true),v(start=0,fixed=true));" T_
            "Sources.Force f; equation f.f = 8*sin(2*time); connect(f.flange, m.flange_b);",
         "m.s", 2 - sin(2)},
        /* drag by the square of the speed, a law along the body's way */
        {"model Drag " T_ "Interfaces.Flange_a flange; Real v; equation v = der(flange.s);"
         "flange.f = 3*v*abs(v); end Drag; Drag drag; " T_
         "Components.Mass m(m=2,s(start=0,fixed=true),v(start=4,fixed=true));"
         "equation connect(drag.flange, m.flange_a);",
         "m.s", 2. / 3 * log(1 + 3 * 4. / 2)},
        /* one that follows its place and speed, which is no law of the plan */
        {T_ "Components.Mass m(m=1,s(start=1,fixed=true),v(start=0,fixed=true));" T_
            "Sources.Force f; Real g; equation g = -25*m.s - 6*m.v; f.f = g; connect(f.flange, m.flange_b);",
         "m.s", exp(-3) * (cos(4) + 0.75 * sin(4))},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        double truth = cases[i].truth;
        if (truth == 0) /* z' = A z, A = [2/3 1/3; -1/3 1/3], det 1/3, trace 1 */
            truth = exp(0.5) * (cos(sqrt(1. / 12)) + (2. / 3 - 0.5) / sqrt(1. / 12) * sin(sqrt(1. / 12)));
        const double coarse = output_at(cases[i].body, 4e-3, 1, cases[i].output) - truth,
                     fine = output_at(cases[i].body, 2e-3, 1, cases[i].output) - truth;
        if (!(fabs(fine) <= 1e-4))
            print_message("case %d: %g %g\n", (int)i, coarse, fine);
        AT_MOST(fabs(fine), 1e-4);
        AT_MOST(fabs(fine), 0.27 * fabs(coarse) + 1e-13);
        /* rows find anew what is algebraic, to some roundings */
        NEAR(engine_at(cases[i].body, 4e-3, 1, cases[i].output), truth + coarse, 1e-14);
    }
}

/* A time constant of a thousandth of the step, as a filter behind a slow signal: no step is too long for
 * it. */
static void stiff(void **state)
{
    (void)state;
    static const char body[] = "Real x(start=3,fixed=true), y; equation 1e-6*der(x) = y - x; y = sin(time);";
    NEAR(output_at(body, 1e-3, 1, "x"), sin(1), 1e-6 + 1e-6);
}

/* A ball on a written contact that no native law is, of 1e10 N/m^1.5: some microseconds an impact, at
 * steps of a
 * millisecond. It never has more energy than it fell with, and comes to rest on the ground; each step
 * solved. */
static void stiff_law(void **state)
{
    (void)state;
    static const char body[] =
        "model Pad " T_ "Interfaces.Flange_a flange; Real f; equation f = if flange.s < 0 then "
        "max(0, 1e10*(-flange.s)^1.5*(1 - 0.6*der(flange.s))) else 0; flange.f = -f; end Pad;"
        "Pad pad; " T_ "Components.Mass m(m=0.5,s(start=0.2,fixed=true),v(start=0,fixed=true)); " T_
        "Sources.ConstantForce w(f_constant=-4.905); equation connect(pad.flange, m.flange_a);"
        "connect(w.flange, m.flange_b);";
    alone a = stand_alone(body, 1e-3, "m.s");
    const eg_fixed_plan *plan = eg_fixed_plan_of(a.model);
    double s = 0, last = eg_fixed_energy(plan, a.state);
    for (int k = 0; k < 5000; k++) {
        assert_int_equal(eg_fixed_step(plan, a.state, NULL, &s), 0);
        /* the energy balance of the steps closes to round-off, of 1 J */
        NEAR(eg_fixed_energy(plan, a.state) - last, a.state->work - a.state->lost, 1e-12);
        AT_MOST(s, 0.2);
        AT_MOST(0.5 * 0.5 * pow(eg_fixed_speed(plan, a.state, 1), 2) + 4.905 * s, 0.981 + 1e-12);
    }
    AT_MOST(fabs(s), 1e-3);
    forget(&a);
}

/* ---------------------------------------------------------------- events */

/* Samples, what they hold, and counters: x[k + 1] = x[k]/2 + 1, exactly, by a clock of 0.1 s. */
static void samples(void **state)
{
    (void)state;
    static const char body[] =
        "discrete Real x(start=0,fixed=true); Integer n(start=0,fixed=true); Real y(start=0,fixed=true);"
        "equation when sample(0.1, 0.1) then x = pre(x)/2 + 1; n = pre(n) + 1; end when; der(y) = x;";
    double x = 0, y = 0;
    for (int k = 0; k < 9; k++) {
        x = x / 2 + 1;
        y += 0.1 * x;
    }
    NEAR(output_at(body, 1e-3, 0.9 + 0.05, "x"), x, 0);
    NEAR(output_at(body, 1e-3, 1 - 1e-3, "n"), 9, 0);
    NEAR(output_at(body, 1e-3, 1 - 1e-3, "y"), y - 1e-3 * x, 2e-3);
    TRUE(engine_at(body, 1e-3, 0.95, "y") == output_at(body, 1e-3, 0.95, "y"));
}

/* A ball of equations bounces off the ground: each bounce is within its step, an error of it at most in the
 * speed of g h and in the height of v h. */
static void bounces(void **state)
{
    (void)state;
    static const char ball[] = "Real h(start=1,fixed=true), v(start=0,fixed=true); equation der(h) = v;"
                               "der(v) = -9.81; when h < 0 then reinit(v, -0.8*pre(v)); end when;";
    static const char mass[] =
        T_ "Components.Mass m(m=2,s(start=1,fixed=true),v(start=0,fixed=true));" T_
           "Sources.ConstantForce g(f_constant=-19.62); equation connect(g.flange, m.flange_b);"
           "when m.s < 0 then reinit(m.v, -0.8*pre(m.v)); end when;";
    const double first = sqrt(2 / 9.81), v = 0.8 * sqrt(2 * 9.81), since = 1 - first;
    const double truth = v * since - 0.5 * 9.81 * since * since;
    double error[2];
    for (int k = 0; k < 2; k++) {
        const double h = k == 0 ? 1e-3 : 1e-4;
        error[k] = fabs(output_at(ball, h, 1, "h") - truth);
        AT_MOST(error[k], 10 * h);
        AT_MOST(fabs(output_at(mass, h, 1, "m.s") - truth), 10 * h);
    }
    TRUE(engine_at(mass, 1e-3, 1, "m.s") == output_at(mass, 1e-3, 1, "m.s"));
}

/* Conditions that become true one by the other, elsewhen, and a machine of states. */
static void clauses(void **state)
{
    (void)state;
    static const char body[] =
        "Integer phase(start=0,fixed=true); Boolean hot(start=false,fixed=true); Real T(start=0,fixed=true);"
        "equation der(T) = if hot then 1 else -1;"
        "when T < -0.1 then hot = true; elsewhen T > 0.1 then hot = false;"
        "end when; when change(hot) then phase = pre(phase) + 1; end when;";
    /* down to -0.1 at 0.1 s, up to 0.1 at 0.3, down at 0.5 ...: at 2 s ten changes */
    alone a = stand_alone(body, 1e-3, "phase");
    double out = 0;
    for (int k = 0; k < 1950; k++)
        eg_fixed_step(eg_fixed_plan_of(a.model), a.state, NULL, &out);
    NEAR(out, 10, 0);
    forget(&a);
    NEAR(engine_at(body, 1e-3, 1.95, "phase"), 10, 0);
}

/* What is asserted is told by each step at whose end it does not hold, and the steps go on. */
static void claims(void **state)
{
    (void)state;
    alone a = stand_alone("Real x(start=0,fixed=true); equation der(x) = 1; assert(x < 0.0105, \"too far\");",
                          1e-3, "x");
    for (int k = 1; k <= 20; k++)
        assert_int_equal(eg_fixed_step(eg_fixed_plan_of(a.model), a.state, NULL, NULL), k > 10 ? 3 : 0);
    forget(&a);
}

/* ---------------------------------------------------------------- the servo */

/* Against irk at 1e-11: the error is what kinks, which no step ends at, leave of the second order. */
static void servo_converges(void **state)
{
    (void)state;
    double s[4];
    for (int k = 0; k < 4; k++) {
        rig r = {.d = eg_diagnostics_create()};
        TRUE(eg_spec_read(EG_SOURCE_DIR "/tests/models/written/PidServo.mo", NULL, r.d, &r.spec) == EG_OK);
        TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
        eg_simulate_options o = eg_simulate_options_default(r.model);
        o.engine = k == 3 ? "irk" : "fixed";
        o.tolerance = 1e-11;
        o.step = k == 0 ? 1e-3 : k == 1 ? 1e-4 : 1e-5;
        TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
        s[k] = end(&r, "s");
        rig_end(&r);
    }
    AT_MOST(fabs(s[0] - s[3]), 1e-4);
    AT_MOST(fabs(s[1] - s[3]), 0.2 * fabs(s[0] - s[3]));
    AT_MOST(fabs(s[2] - s[3]), 0.2 * fabs(s[1] - s[3]));
}

/* ---------------------------------------------------------------- refusals */

static void refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Real x(start=1,fixed=true); equation der(x) = -delay(x, 0.1);", "its equations look back in time"},
        {"Real x(start=1,fixed=true); equation der(x) = -1; when x < 0 then terminate(\"over\"); end when;",
         "a when clause ends the run"},
        {"discrete Real x(start=0,fixed=true); equation when sample(0, 1e-4) then x = pre(x) + 1; end when;",
         "equations take samples each 0.0001 s, within a step"},
        {T_ "Components.Mass m(m=1,s(fixed=true),v(fixed=true)); " T_ "Components.Fixed g; " T_
            "Components.SpringDamper k(c=1,d=1); Real y; equation y = k.f;"
            "connect(g.flange, k.flange_a); connect(k.flange_b, m.flange_a);"
            "when y > 1 then reinit(m.v, 0); end when;",
         "equations follow the force of k"},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        rig r = read_text(cases[i][0]);
        eg_fixed_model *model = NULL;
        TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
        assert_int_equal(eg_fixed_compile(r.model, 1e-3, NULL, 0, r.d, &model), EG_ERROR_MODEL);
        assert_null(model);
        SAYS_ERROR(&r, cases[i][1]);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(second_order), cmocka_unit_test(stiff),           cmocka_unit_test(stiff_law),
        cmocka_unit_test(samples),      cmocka_unit_test(bounces),         cmocka_unit_test(clauses),
        cmocka_unit_test(claims),       cmocka_unit_test(servo_converges), cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
