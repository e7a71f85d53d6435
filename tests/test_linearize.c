/* Linear models against closed forms, and where a law is not linear against complex steps of it written
 * down here, whose error is round-off (Squire and Trapp (1998), SIAM Review 40, 110-112). All entries to
 * 1e-10 of their size. */
#include "linear_model.h"

static void has_mode(const subject *x, const char *component, const char *mode)
{
    for (size_t i = 0; i < x->l->contact_count; i++)
        if (strcmp(x->l->contacts[i].component, component) == 0) {
            assert_string_equal(x->l->contacts[i].mode, mode);
            return;
        }
    fail_msg("%s is no contact", component);
}

/* ---------------------------------------------------------------- springs, dampers, masses */

#define OSCILLATOR                                                                                           \
    TC_ "Fixed wall;" TC_ "SpringDamper sd(c=200, d=3);" TC_ "Mass m(m=2, L=0.3, s(start=0.5, fixed=true), " \
        "v(start=0.2, fixed=true));" TS_ "ConstantForce push(f_constant=1);"                                 \
        "equation connect(wall.flange, sd.flange_a); connect(sd.flange_b, m.flange_a);"                      \
        "connect(push.flange, m.flange_b);"

static void oscillator(void **context)
{
    (void)context;
    subject x = linear(OSCILLATOR, (wish){.inputs = {"push", "push.f"},
                                          .outputs = {"m.s", "m.v", "m.a", "sd.f", "sd.lossPower",
                                                      "m.m*m.v^2/2 + sd.c*sd.s_rel^2/2", "m.flange_b.f"}});
    const double omega = sqrt(100), zeta = 3 / (2 * sqrt(200 * 2));
    assert_int_equal(x.l->state_count, 2);
    SAME(A(&x, "sd.s_rel", "m.v"), 1);
    SAME(A(&x, "sd.s_rel", "sd.s_rel"), 0);
    SAME(A(&x, "m.v", "sd.s_rel"), -100);
    SAME(A(&x, "m.v", "m.v"), -1.5);
    SAME(B(&x, "m.v", "push"), 0.5);
    SAME(B(&x, "m.v", "push.f"), -0.5); /* the force at the flange, minus what pushes */
    SAME(C(&x, "m.s", "sd.s_rel"), 1);
    SAME(C(&x, "m.v", "m.v"), 1);
    SAME(C(&x, "m.a", "sd.s_rel"), -100);
    SAME(D(&x, "m.a", "push"), 0.5);
    SAME(C(&x, "sd.f", "sd.s_rel"), 200);
    SAME(C(&x, "sd.f", "m.v"), 3);
    SAME(C(&x, "sd.lossPower", "m.v"), 2 * 3 * 0.2);
    SAME(C(&x, "m.m*m.v^2/2 + sd.c*sd.s_rel^2/2", "m.v"), 2 * 0.2);
    SAME(C(&x, "m.m*m.v^2/2 + sd.c*sd.s_rel^2/2", "sd.s_rel"), 200 * state(&x, "sd.s_rel"));
    SAME(D(&x, "m.flange_b.f", "push"), 1); /* what leaves the mass for the source enters it */
    SAME(x.l->states[find(x.l->states, 2, "m.v")].rate, (1 - 200 * state(&x, "sd.s_rel") - 3 * 0.2) / 2);
    for (int i = 0; i < 2 && has_lapack(&x); i++) {
        SAME(x.l->eigenvalues[i].real, -zeta * omega);
        SAME(x.l->eigenvalues[i].imaginary, (i == 0 ? 1 : -1) * omega * sqrt(1 - zeta * zeta));
        SAME(x.l->eigenvalues[i].frequency, omega / (2 * PI));
        SAME(x.l->eigenvalues[i].damping, zeta);
    }
    end_subject(&x);
}

/* Between walls: omega_k = 2 sqrt(c/m) sin(k pi/(2 (n + 1))), shapes sin(i k pi/(n + 1)). A matrix that is
 * normal once speeds are measured in sqrt(c/m) has eigenvalues as good as rounding of its norm, n ulp of 2
 * sqrt(c/m). */
static void chain_of_hundred(void **context)
{
    (void)context;
    enum { N = 100 };
    static char body[16000];
    char *end = body;
    end += sprintf(end,
                   TC_ "Fixed left;" TC_ "Fixed right(s0=1010);" TC_
                       "Spring k[%d](each c=5e4, each s_rel0=10);" TC_
                       "Mass m[%d](each m=2, each L=0, s(each fixed=true, start={10.0*i for i in 1:%d}), "
                       "v(each fixed=true));equation connect(left.flange, k[1].flange_a);",
                   N + 1, N, N);
    end +=
        sprintf(end,
                "for i in 1:%d loop connect(k[i].flange_b, m[i].flange_a);"
                "connect(m[i].flange_b, k[i + 1].flange_a); end for; connect(k[%d].flange_b, right.flange);",
                N, N + 1);
    subject x = linear(body, (wish){.outputs = {"m[50].s"}});
    assert_int_equal(x.l->state_count, 2 * N);
    if (!has_lapack(&x)) {
        end_subject(&x);
        return;
    }
    const double top = 2 * sqrt(5e4 / 2);
    for (int k = 1; k <= N; k++) {
        const double omega = top * sin(k * PI / (2 * (N + 1)));
        const eg_linear_eigenvalue *e = &x.l->eigenvalues[2 * (k - 1)];
        NEAR(e->imaginary, omega, 2 * N * ULP * top);
        NEAR(e->real, 0, 2 * N * ULP * top);
        NEAR(e->damping, 0, 2 * N * ULP * top / omega);
    }
    /* The shape of the first mode, by the speeds of the masses. */
    const size_t middle = find(x.l->states, 2 * N, "m[50].v");
    for (int i = 1; i <= N; i++) {
        char name[24];
        snprintf(name, sizeof name, "m[%d].v", i);
        const size_t at = find(x.l->states, 2 * N, name);
        const double complex here = x.l->shapes[2 * at] + I * x.l->shapes[2 * at + 1],
                             there = x.l->shapes[2 * middle] + I * x.l->shapes[2 * middle + 1];
        NEAR(creal(here / there), sin(i * PI / (N + 1)) / sin(50 * PI / (N + 1)), 1e-10);
        NEAR(cimag(here / there), 0, 1e-10);
    }
    end_subject(&x);
}

/* A kilometre from the origin positions have all their digits. */
static void far_away(void **context)
{
    (void)context;
    subject x = linear(TC_ "Fixed wall(s0=1e6);" TC_ "ElastoGap gap(c=1e7, d=0);" TC_
                           "Mass m(m=1, L=0, v(fixed=true, start=0)); initial equation gap.s_rel = -1e-7;"
                           "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, m.flange_a);",
                       (wish){.outputs = {"m.s", "m.flange_a.s", "gap.s_rel", "gap.f"}});
    has_mode(&x, "gap", "linear");
    SAME(C(&x, "m.s", "gap.s_rel"), 1);
    SAME(C(&x, "m.flange_a.s", "gap.s_rel"), 1);
    SAME(C(&x, "gap.s_rel", "gap.s_rel"), 1);
    SAME(C(&x, "gap.f", "gap.s_rel"), 1e7);
    end_subject(&x);
}

/* ---------------------------------------------------------------- contacts, mode by mode */

#define GAP(parameters, start)                                                                               \
    TC_ "Fixed wall;" TC_ "ElastoGap gap(" parameters ");" TC_ "Mass m(m=2, L=0, " start ");" TS_            \
        "ConstantForce push(f_constant=0);"                                                                  \
        "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, m.flange_a);"                    \
        "connect(push.flange, m.flange_b);"

static void check_gap(const char *body, const char *mode,
                      double complex (*law)(double complex s, double complex v))
{
    const double h = 1e-30;
    subject x = linear(body, (wish){.inputs = {"push"}, .outputs = {"gap.f", "m.a", "gap.lossPower"}});
    const double s = state(&x, "gap.s_rel"), v = state(&x, "m.v");
    const double by_s = cimag(law(s + h * I, v)) / h, by_v = cimag(law(s, v + h * I)) / h;
    has_mode(&x, "gap", mode);
    SAME(A(&x, "m.v", "gap.s_rel"), -by_s / 2);
    SAME(A(&x, "m.v", "m.v"), -by_v / 2);
    SAME(B(&x, "m.v", "push"), 0.5);
    SAME(C(&x, "gap.f", "gap.s_rel"), by_s);
    SAME(C(&x, "gap.f", "m.v"), by_v);
    SAME(C(&x, "m.a", "gap.s_rel"), -by_s / 2);
    end_subject(&x);
}

static double complex apart(double complex s, double complex v)
{
    return 0 * s * v;
}

static double complex straight(double complex s, double complex v)
{
    return 1e3 * s + 5 * v;
}

static double complex doubled(double complex s, double complex v)
{
    return 2 * 1e3 * s + 0 * v;
}

static double complex hertz(double complex s, double complex v)
{
    return -1e6 * cpow(-s, 1.5) + 5 * v;
}

static double complex odd_power(double complex s, double complex v)
{
    return -40 * cpow(-s / 0.02, 2.3) + 0 * v;
}

static void gap_in_each_mode(void **context)
{
    (void)context;
#define AT(s, v) "s(start=" #s ", fixed=true), v(start=" #v ", fixed=true)"
    check_gap(GAP("c=1e3, d=5", AT(0.1, -1)), "apart", apart);
    check_gap(GAP("c=1e3, d=5", AT(-0.01, -1)), "linear", straight);
    check_gap(GAP("c=1e3, d=5", AT(-0.01, 1)), "linear", straight);
    check_gap(GAP("c=1e3, d=5", AT(-0.01, -3)), "approach-limited", doubled);
    check_gap(GAP("c=1e3, d=5", AT(-0.01, 3)), "rebound-limited", apart);
    check_gap(GAP("c=1e6, d=5, n=1.5", AT(-0.01, -1)), "linear", hertz);
    check_gap(GAP("c=1, d=0, n=2.3, s_ref=0.02, f_ref=40", AT(-0.03, 1)), "linear", odd_power);
}

/* 8 N per mm at 2 cm, Hunt and Crossley's damping: f = -K p^n (1 + D vdot/v0) with D = 3 (1 - e)/2; here
 * by the exponents that its power law has at any point, from outputs in the mode alone. */
static void gap_of_hunt_and_crossley(void **context)
{
    (void)context;
    subject x =
        linear(TC_ "Fixed wall;"
                   "Elastogap.Contact.Gap gap(law=\"hunt-crossley\", c=1e5, n=1.5, "
                   "e=0.5);" TC_ "Mass m(m=2, L=0, s(start=-0.01, fixed=true), v(start=-0.1, fixed=true));"
                   "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, m.flange_a);",
               (wish){.outputs = {"gap.f", "gap.s_rel"}});
    const double s = state(&x, "gap.s_rel"), f = x.l->outputs[0].value;
    SAME(C(&x, "gap.f", "gap.s_rel"), 1.5 * f / s);
    SAME(A(&x, "m.v", "gap.s_rel"), -1.5 * f / s / 2);
    SAME(C(&x, "gap.f", "m.v"), -2 * A(&x, "m.v", "m.v"));
    end_subject(&x);
}

static void two_masses_and_a_gap(void **context)
{
    (void)context;
    subject x = linear(TC_ "Mass m1(m=2, L=0, s(start=0, fixed=true), v(start=1, fixed=true));" TC_
                           "Mass m2(m=3, L=0, s(start=-0.05, fixed=true), v(start=2, fixed=true));" TC_
                           "ElastoGap gap(c=1e4, d=7);" TC_ "SpringDamper sd(c=100, d=1); " TC_ "Fixed wall;"
                           "equation connect(m1.flange_b, gap.flange_a); connect(gap.flange_b, m2.flange_a);"
                           "connect(wall.flange, sd.flange_a); connect(sd.flange_b, m1.flange_a);",
                       (wish){.outputs = {"m2.s", "m1.s", "gap.f"}});
    assert_int_equal(x.l->state_count, 4);
    /* whatever the coordinates are: by positions, through C */
    SAME(C(&x, "gap.f", "m2.v"), 7);
    SAME(C(&x, "gap.f", "m1.v"), -7);
    SAME(C(&x, "gap.f", "gap.s_rel"), 1e4);
    SAME(A(&x, "m1.v", "gap.s_rel"), 1e4 / 2);
    SAME(A(&x, "m2.v", "gap.s_rel"), -1e4 / 3);
    SAME(A(&x, "m1.v", "sd.s_rel"), -100 / 2.0);
    SAME(A(&x, "m1.v", "m2.v"), 7 / 2.0);
    SAME(A(&x, "m1.v", "m1.v"), -8 / 2.0);
    SAME(A(&x, "gap.s_rel", "m2.v"), 1);
    SAME(A(&x, "gap.s_rel", "m1.v"), -1);
    end_subject(&x);
}

/* ---------------------------------------------------------------- parts without mass */

static void point_between_springs(void **context)
{
    (void)context;
    static const char body[] = TC_
        "Fixed wall;" TC_ "Spring k1(c=300, s_rel0=0);" TC_ "Spring k2(c=100, s_rel0=0);" TC_
        "SpringDamper k3(c=50, d=2);" TC_ "Rod p(L=0);" TC_ "Mass m(m=2, L=0, s(start=0.1, fixed=true), "
        "v(start=0.2, fixed=true));" TS_ "ConstantForce push(f_constant=0.5);" TS_
        "ConstantForce pull(f_constant=1);" T_ "Sensors.SpeedSensor vp;"
        "equation connect(wall.flange, k1.flange_a); connect(k1.flange_b, p.flange_a);"
        "connect(p.flange_b, k2.flange_a); connect(k2.flange_b, m.flange_a);"
        "connect(wall.flange, k3.flange_a); connect(k3.flange_b, m.flange_a);"
        "connect(push.flange, p.flange_a); connect(pull.flange, m.flange_b); connect(vp.flange, p.flange_a);";
    subject x = linear(body, (wish){.inputs = {"push", "pull"}, .outputs = {"k2.s_rel", "k1.f", "m.s"}});
    assert_int_equal(x.l->state_count, 2);
    assert_true(x.l->omission_count == 2);
    SAME(A(&x, "m.v", x.l->states[0].name), -(75 + 50) / 2.0);
    SAME(A(&x, "m.v", "m.v"), -1);
    SAME(B(&x, "m.v", "push"), 100 / 400.0 / 2);
    SAME(B(&x, "m.v", "pull"), 0.5);
    SAME(C(&x, "m.s", x.l->states[0].name), 1);
    SAME(C(&x, "k2.s_rel", x.l->states[0].name), 0.75);
    SAME(D(&x, "k2.s_rel", "push"), -1 / 400.0);
    SAME(C(&x, "k1.f", x.l->states[0].name), 75);
    SAME(D(&x, "k1.f", "push"), 0.75);
    end_subject(&x);
    /* the speed of the point follows the rate of the force on it: no matrix has that */
    subject y;
    assert_int_equal(attempt(&y, body, &(wish){.inputs = {"push"}, .outputs = {"vp.v"}}), EG_ERROR_MODEL);
    assert_null(y.l);
    rig_end(&y.r);
    x = linear(body, (wish){.inputs = {"pull"}, .outputs = {"vp.v"}});
    SAME(C(&x, "vp.v", "m.v"), 100 / 400.0);
    end_subject(&x);
}

/* Maxwell's element: the stretch of the spring is the third state. */
static void spring_and_damper_in_series(void **context)
{
    (void)context;
    subject x = linear(TC_ "Fixed wall;" TC_ "Spring k(c=300, s_rel0=0);" TC_ "Damper d(d=20);" TC_
                           "Mass m(m=2, L=0, s(start=0.1, fixed=true), v(start=0.2, fixed=true)); "
                           "initial equation k.s_rel = 0.05;"
                           "equation connect(wall.flange, k.flange_a); connect(k.flange_b, d.flange_a);"
                           "connect(d.flange_b, m.flange_a);",
                       (wish){.outputs = {"k.f", "m.s"}});
    assert_int_equal(x.l->state_count, 3);
    SAME(A(&x, "m.v", "k.s_rel"), -150);
    SAME(A(&x, "m.v", "m.v"), 0);
    SAME(A(&x, "k.s_rel", "k.s_rel"), -300 / 20.0);
    SAME(A(&x, "k.s_rel", "m.v"), 1);
    SAME(C(&x, "k.f", "k.s_rel"), 300);
    end_subject(&x);
}

/* ---------------------------------------------------------------- friction, gears */

#define CLUTCHED(torque)                                                                                     \
    RC_ "Fixed wall;" RC_ "SpringDamper k1(c=300, d=1);" RC_ "SpringDamper k2(c=100, d=2);" RC_              \
        "Inertia m1(J=2, phi(start=0.01, fixed=true), w(start=0, fixed=true));" RC_                          \
        "Inertia m2(J=3, phi(start=0.02, fixed=true), w(start=0, fixed=true));" R_                           \
        "Sources.ConstantTorque push(tau_constant=" torque ");" RC_                                          \
        "Clutch clutch(fn_max=10, mue_pos=[0, 0.5; 1, 0.6]);" B_ "Sources.Constant c(k=1);"                  \
        "equation connect(wall.flange, k1.flange_a); connect(k1.flange_b, m1.flange_a);"                     \
        "connect(wall.flange, k2.flange_a); connect(k2.flange_b, m2.flange_b);"                              \
        "connect(m1.flange_b, clutch.flange_a); connect(clutch.flange_b, m2.flange_a);"                      \
        "connect(c.y, clutch.f_normalized); connect(push.flange, m1.flange_a);"

static void clutch_that_holds(void **context)
{
    (void)context;
    subject x =
        linear(CLUTCHED("1"), (wish){.inputs = {"push"}, .outputs = {"clutch.tau", "m1.phi", "m2.phi"}});
    has_mode(&x, "clutch", "stuck");
    assert_int_equal(x.l->state_count, 2);
    assert_true(x.l->omission_count == 2);
    assert_string_equal(x.l->omissions[0].reason, "clutch holds it");
    const char *phi = x.l->states[0].name, *w = x.l->states[1].name;
    SAME(A(&x, w, phi), -400 / 5.0);
    SAME(A(&x, w, w), -3 / 5.0);
    SAME(B(&x, w, "push"), 1 / 5.0);
    /* J1 a = -300 phi - w + u + tau, tau the torque that enters from the clutch */
    SAME(C(&x, "clutch.tau", phi), 300 - 2 * 80.0);
    SAME(C(&x, "clutch.tau", w), 1 - 2 * 0.6);
    SAME(D(&x, "clutch.tau", "push"), -1 + 2 * 0.2);
    SAME(C(&x, "m1.phi", phi), 1);
    SAME(C(&x, "m2.phi", phi), 1);
    end_subject(&x);
}

/* Backward: w2 < w1; the torque of the clutch on m1 is 5 + (w2 - w1)(-1). */
static void clutch_that_slides(void **context)
{
    (void)context;
    subject x = linear(CLUTCHED("500"), (wish){.at = 1e-3, .inputs = {"push"}, .outputs = {"clutch.tau"}});
    assert_int_equal(x.l->state_count, 4);
    SAME(A(&x, "m1.w", "m1.w"), (-1 - 1) / 2.0);
    SAME(A(&x, "m1.w", "m2.w"), 1 / 2.0);
    SAME(A(&x, "m2.w", "m2.w"), (-2 - 1) / 3.0);
    SAME(A(&x, "m2.w", "m1.w"), 1 / 3.0);
    SAME(B(&x, "m1.w", "push"), 0.5);
    SAME(B(&x, "m2.w", "push"), 0);
    end_subject(&x);
}

static void gear(void **context)
{
    (void)context;
    subject x =
        linear(RC_ "Fixed wall;" RC_ "SpringDamper k(c=300, d=1);" RC_ "IdealGear g(ratio=4);" RC_
                   "Inertia motor(J=0.1, phi(start=0.4, fixed=true), w(start=0, fixed=true));" RC_
                   "Inertia load(J=3);" R_ "Sources.ConstantTorque push(tau_constant=1);"
                   "equation connect(push.flange, motor.flange_a); connect(motor.flange_b, g.flange_a);"
                   "connect(g.flange_b, load.flange_a); connect(load.flange_b, k.flange_a);"
                   "connect(k.flange_b, wall.flange);",
               (wish){.inputs = {"push"}, .outputs = {"load.w", "motor.phi", "k.tau", "load.phi"}});
    const double J = 0.1 * 16 + 3; /* felt at the load */
    assert_int_equal(x.l->state_count, 2);
    const char *phi = x.l->states[0].name, *w = x.l->states[1].name;
    const double per_phi = C(&x, "load.phi", phi), per_w = C(&x, "load.w", w);
    SAME(A(&x, w, phi) / per_phi * per_w, -300 / J);
    SAME(A(&x, w, w), -1 / J);
    SAME(B(&x, w, "push") * per_w, 4 / J);
    SAME(C(&x, "motor.phi", phi) / per_phi, 4);
    end_subject(&x);
}

/* ---------------------------------------------------------------- signals, blocks, drives, heat */

/* u = r - 5 y, through a FirstOrder with T = 0.1. */
static void feedback(void **context)
{
    (void)context;
    subject x =
        linear("input Real r; output Real y = m.s;" TC_ "Mass m(m=2, L=0, s(start=0.1, fixed=true), "
               "v(start=0, fixed=true));" TS_ "Force push;" T_ "Sensors.PositionSensor sensor;" B_
               "Continuous.FirstOrder lag(k=5, T=0.1, initType=Modelica.Blocks.Types.Init.InitialOutput, "
               "y_start=0.3);"
               "equation lag.u = r - sensor.s; push.f = lag.y;"
               "connect(push.flange, m.flange_a); connect(sensor.flange, m.flange_b);",
               (wish){.at = 0});
    assert_int_equal(x.l->state_count, 3);
    assert_int_equal(x.l->input_count, 1);
    assert_int_equal(x.l->output_count, 1);
    /* characteristic polynomial: s^3 + 10 s^2 + 25 = 0, by the response */
    const double omega = 1.7;
    double complex z;
    const double complex s = I * omega, expected = 5 / (2 * s * s * (1 + 0.1 * s) + 5);
    if (respond(&x, omega, &z)) {
        SAME(creal(z), creal(expected));
        SAME(cimag(z), cimag(expected));
    }
    end_subject(&x);
}

/* Without unknowns there is D alone. */
static void no_states(void **context)
{
    (void)context;
    subject x =
        linear("input Real u(start=2); " B_ "Math.Gain g(k=3); " B_ "Math.Product p; output Real y = p.y;"
               "equation g.u = u; connect(g.y, p.u1); connect(g.y, p.u2);",
               (wish){.at = 0.5});
    assert_int_equal(x.l->state_count, 0);
    SAME(x.l->outputs[0].value, 36);
    SAME(D(&x, "y", "u"), 2 * 9 * 2);
    end_subject(&x);
    x = linear(B_ "Sources.Sine s(f=1);" B_ "Math.Gain g(k=3); equation connect(s.y, g.u);",
               (wish){.at = 0.2, .inputs = {"s"}, .outputs = {"g.y", "g.y^2"}});
    SAME(D(&x, "g.y", "s"), 3);
    SAME(D(&x, "g.y^2", "s"), 2 * 9 * sin(0.4 * PI));
    end_subject(&x);
}

/* A product and a sine on the way. */
static double complex servo(double complex s, double complex r)
{
    return 3 * csin(s) * (r - s);
}

static void nonlinear_signals(void **context)
{
    (void)context;
    const double h = 1e-30;
    subject x =
        linear("input Real r(start=0.7);" TC_ "Mass m(m=2, L=0, s(start=0.4, fixed=true), "
               "v(start=0, fixed=true));" TS_ "Force push;" T_ "Sensors.PositionSensor sensor;" B_
               "Math.Sin sine;" B_ "Math.Product product;" B_ "Math.Gain three(k=3);" B_ "Math.Feedback off;"
               "equation connect(sensor.s, sine.u); connect(sine.y, product.u1); off.u1 = r;"
               "connect(sensor.s, off.u2); connect(off.y, product.u2); connect(product.y, three.u);"
               "connect(three.y, push.f);"
               "connect(push.flange, m.flange_a); connect(sensor.flange, m.flange_b);",
               (wish){.outputs = {"three.y", "m.a"}});
    const double by_s = cimag(servo(0.4 + h * I, 0.7)) / h, by_r = cimag(servo(0.4, 0.7 + h * I)) / h;
    SAME(A(&x, "m.v", x.l->states[0].name), by_s / 2);
    SAME(B(&x, "m.v", "r"), by_r / 2);
    SAME(C(&x, "three.y", x.l->states[0].name), by_s);
    SAME(D(&x, "three.y", "r"), by_r);
    SAME(D(&x, "m.a", "r"), by_r / 2);
    end_subject(&x);
}

/* Position with its filter of second order: 4 states; an exact one follows second derivatives. */
static void drive(void **context)
{
    (void)context;
#define DRIVEN(exact)                                                                                        \
    B_ "Sources.Sine sine(f=1, amplitude=0.1);" TS_ "Position move(exact=" exact ", f_crit=10);" TC_         \
       "SpringDamper k(c=200, d=1);" TC_ "Mass m(m=2, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" \
       "equation connect(sine.y, move.s_ref); connect(move.flange, k.flange_a);"                             \
       "connect(k.flange_b, m.flange_a);"
    subject x = linear(DRIVEN("false"), (wish){.at = 0.3, .inputs = {"sine.y"}, .outputs = {"m.s"}});
    assert_int_equal(x.l->state_count, 4);
    const double omega = 7;
    double complex z;
    /* MSL: w_crit = 2 pi f_crit, af = 1.3617, bf = 0.6180 */
    const double w = 2 * PI * 10, af = 1.3617, bf = 0.6180;
    const double complex s = I * omega, filter = 1 / (1 + af / w * s + bf / (w * w) * s * s);
    const double complex expected = filter * (200 + s) / (2 * s * s + s + 200);
    if (respond(&x, omega, &z)) {
        SAME(creal(z), creal(expected));
        SAME(cimag(z), cimag(expected));
    }
    end_subject(&x);
    subject y;
    assert_int_equal(attempt(&y, DRIVEN("true"), &(wish){.at = 0.3, .inputs = {"sine"}}), EG_ERROR_MODEL);
    rig_end(&y.r);
    x = linear(DRIVEN("true"), (wish){.at = 0.3, .outputs = {"m.s", "k.f"}});
    assert_int_equal(x.l->state_count, 2);
    SAME(A(&x, "m.v", x.l->states[0].name), -100);
    end_subject(&x);
}

/* The loss d v^2 heats 4 J/K, which 3 W/K cool. */
static void heat(void **context)
{
    (void)context;
    subject x = linear(TC_ "Fixed wall;" TC_ "Damper d(d=2, useHeatPort=true);" TC_
                           "Mass m(m=2, L=0, s(start=0, fixed=true), v(start=1.5, fixed=true));" H_
                           "Components.HeatCapacitor mass(C=4, T(start=300, fixed=true));" H_
                           "Components.ThermalConductor to(G=3);" H_ "Sources.FixedTemperature room(T=290);"
                           "equation connect(wall.flange, d.flange_a); connect(d.flange_b, m.flange_a);"
                           "connect(d.heatPort, mass.port); connect(mass.port, to.port_a);"
                           "connect(to.port_b, room.port);",
                       (wish){.outputs = {"to.Q_flow", "mass.der_T"}});
    assert_int_equal(x.l->state_count, 3);
    SAME(A(&x, "mass.T", "m.v"), 2 * 2 * 1.5 / 4);
    SAME(A(&x, "mass.T", "mass.T"), -3 / 4.0);
    SAME(A(&x, "m.v", "m.v"), -1);
    SAME(C(&x, "to.Q_flow", "mass.T"), 3);
    SAME(C(&x, "mass.der_T", "m.v"), 1.5);
    end_subject(&x);
}

/* ---------------------------------------------------------------- equations of one's own */

static double complex pendulum(double complex phi, double complex w, double complex u)
{
    return -9.81 / 0.7 * csin(phi) - 0.1 * w * csqrt(1 + w * w) + u / (1 + phi * phi);
}

static void equations(void **context)
{
    (void)context;
    const double h = 1e-30;
    subject x =
        linear("input Real u(start=0.3); Real phi(start=0.6, fixed=true); Real w(start=-1.1, fixed=true); "
               "output Real y = phi*w + 2*u;"
               "equation der(phi) = w; der(w) = -9.81/0.7*sin(phi) - 0.1*w*sqrt(1 + w^2) + u/(1 + phi^2);",
               (wish){.at = 0});
    assert_int_equal(x.l->state_count, 2);
    SAME(A(&x, "phi", "w"), 1);
    SAME(A(&x, "w", "phi"), cimag(pendulum(0.6 + h * I, -1.1, 0.3)) / h);
    SAME(A(&x, "w", "w"), cimag(pendulum(0.6, -1.1 + h * I, 0.3)) / h);
    SAME(B(&x, "w", "u"), cimag(pendulum(0.6, -1.1, 0.3 + h * I)) / h);
    SAME(C(&x, "y", "phi"), -1.1);
    SAME(C(&x, "y", "w"), 0.6);
    SAME(D(&x, "y", "u"), 2);
    SAME(x.l->outputs[0].value, 0.6 * -1.1 + 0.6);
    end_subject(&x);
}

/* z^3 + z = x + u defines z; der(x) = -z. dz = (dx + du)/(3 z^2 + 1), with z = 1 at x = 1.5, u = 0.5. */
static void algebraic_equation(void **context)
{
    (void)context;
    subject x = linear("input Real u(start=0.5); Real x(start=1.5, fixed=true); Real z(start=0.8); "
                       "equation z^3 + z = x + u; der(x) = -z;",
                       (wish){.outputs = {"z", "z^2"}});
    assert_int_equal(x.l->state_count, 1);
    SAME(A(&x, "x", "x"), -0.25);
    SAME(B(&x, "x", "u"), -0.25);
    SAME(C(&x, "z", "x"), 0.25);
    SAME(D(&x, "z", "u"), 0.25);
    SAME(C(&x, "z^2", "x"), 0.5);
    end_subject(&x);
}

/* What OpenModelica's test suite (linearization, simVanDerPol and simTwoTank) publishes of these. */
static void published_examples(void **context)
{
    (void)context;
    subject x =
        linear("parameter Real lambda = 0.3; Real x(start=1, fixed=true); Real y(start=2, fixed=true);"
               "equation der(x) = y; der(y) = lambda*(1 - x^2)*y - x;",
               (wish){.at = 0});
    SAME(A(&x, "x", "x"), 0);
    SAME(A(&x, "x", "y"), 1);
    SAME(A(&x, "y", "x"), -2.2);
    SAME(A(&x, "y", "y"), 0);
    end_subject(&x);
    x = linear("input Real F; output Real F2 = 0.5*h2; Real F1 = h1 - h2; Real h1(start=2, fixed=true);"
               "Real h2(start=1, fixed=true); equation der(h1) = (F - F1)/2; der(h2) = (F1 - F2)/0.5;",
               (wish){.at = 0});
    SAME(A(&x, "h1", "h1"), -0.5);
    SAME(A(&x, "h1", "h2"), 0.5);
    SAME(A(&x, "h2", "h1"), 2);
    SAME(A(&x, "h2", "h2"), -3);
    SAME(B(&x, "h1", "F"), 0.5);
    SAME(B(&x, "h2", "F"), 0);
    SAME(C(&x, "F2", "h1"), 0);
    SAME(C(&x, "F2", "h2"), 0.5);
    SAME(D(&x, "F2", "F"), 0);
    end_subject(&x);
}

/* Peers' examples, as their documentation prints what comes out (docs/linearize.md): two masses (Dyad's
 * linear control, getting started), a shaft of two wheels (M. Tiller, Modelica by Example, state space), a
 * spring system (pymoca's SpringSystem), and an oscillator (MSL's and Dyad's Oscillator, 15.9155 Hz). */
static void published_matrices(void **context)
{
    (void)context;
    subject x = linear(TC_ "Mass m1(m=1, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" TC_
                           "Mass m2(m=1, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" TC_
                           "Fixed g;" TC_ "SpringDamper k(c=100, d=1);" TC_ "Damper d1(d=1);" TC_
                           "Damper d2(d=1);" TS_ "ConstantForce u(f_constant=0);"
                           "equation connect(m1.flange_b, k.flange_a); connect(k.flange_b, m2.flange_a);"
                           "connect(g.flange, d1.flange_a); connect(d1.flange_b, m1.flange_a);"
                           "connect(g.flange, d2.flange_a); connect(d2.flange_b, m2.flange_b);"
                           "connect(u.flange, m1.flange_a);",
                       (wish){.inputs = {"u"}, .outputs = {"m1.s", "m2.s"}});
    SAME(A(&x, "m1.v", "d1.s_rel"), -100); /* s1 and s2 of the printed matrix */
    SAME(A(&x, "m1.v", "d2.s_rel"), 100);
    SAME(A(&x, "m2.v", "d1.s_rel"), 100);
    SAME(A(&x, "m2.v", "d2.s_rel"), -100);
    SAME(A(&x, "m1.v", "m1.v"), -2);
    SAME(A(&x, "m1.v", "m2.v"), 1);
    SAME(A(&x, "m2.v", "m1.v"), 1);
    SAME(A(&x, "m2.v", "m2.v"), -2);
    SAME(B(&x, "m1.v", "u"), 1);
    SAME(B(&x, "m2.v", "u"), 0);
    if (has_lapack(&x)) { /* the sums and differences of both: s^2 + s = 0, s^2 + 3 s + 200 = 0 */
        SAME(x.l->eigenvalues[0].real, 0);
        SAME(x.l->eigenvalues[1].real, -1);
        SAME(x.l->eigenvalues[2].real, -1.5);
        SAME(x.l->eigenvalues[2].imaginary, sqrt(200 - 2.25));
    }
    end_subject(&x);
    x = linear(RC_ "Inertia i1(J=0.4, phi(start=0, fixed=true), w(start=0, fixed=true));" RC_
                   "Inertia i2(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));" RC_ "Fixed g;" RC_
                   "SpringDamper k1(c=11, d=0.2);" RC_ "SpringDamper k2(c=5, d=1);"
                   "equation connect(i1.flange_b, k1.flange_a); connect(k1.flange_b, i2.flange_a);"
                   "connect(i2.flange_b, k2.flange_a); connect(k2.flange_b, g.flange);",
               (wish){.outputs = {"i1.phi", "i2.phi"}});
    /* printed in phi1, phi2; here k1.phi_rel = phi2 - phi1, k2.phi_rel = -phi2 */
    SAME(A(&x, "i1.w", "k1.phi_rel"), 11 / 0.4);
    SAME(A(&x, "i1.w", "i1.w"), -0.2 / 0.4);
    SAME(A(&x, "i1.w", "i2.w"), 0.2 / 0.4);
    SAME(A(&x, "i2.w", "k1.phi_rel"), -11);
    SAME(A(&x, "i2.w", "k2.phi_rel"), 5);
    SAME(A(&x, "i2.w", "i1.w"), 0.2);
    SAME(A(&x, "i2.w", "i2.w"), -1.2);
    end_subject(&x);
    x = linear("model Spring Real x; Real f; parameter Real k = 2.0; equation f = -k*x; end Spring; "
               "model Damper Real v; Real f; parameter Real c = 0.2; equation f = -c*v; end Damper; "
               "input Real u; output Real x(start=1, fixed=true), v_x(start=1, fixed=true); Spring spring; "
               "Damper damper; equation spring.x = x; damper.v = v_x; der(x) = v_x; "
               "der(v_x) = spring.f + damper.f - u;",
               (wish){.at = 0});
    SAME(A(&x, "x", "v_x"), 1);
    SAME(A(&x, "v_x", "x"), -2);
    SAME(A(&x, "v_x", "v_x"), -0.2);
    SAME(B(&x, "v_x", "u"), -1);
    end_subject(&x);
    x = linear(TC_ "Fixed wall(s0=1);" TC_ "Spring k(c=10000, s_rel0=1);" TC_
                   "Mass m(m=1, L=1, s(start=-0.5, fixed=true), v(start=0, fixed=true));"
                   "equation connect(m.flange_b, k.flange_a); connect(k.flange_b, wall.flange);",
               (wish){.at = 0});
    if (has_lapack(&x))
        NEAR(x.l->eigenvalues[0].frequency, 15.9155, 5e-5);
    end_subject(&x);
}

/* A force of the user's on a native mass: drag. */
static void force_by_equations(void **context)
{
    (void)context;
    subject x = linear(
        "input Real u(start=2);" TC_ "Mass m(m=2, L=0, s(start=0, fixed=true), v(start=-3, fixed=true)); " TS_
        "Force push; equation push.f = u - 0.7*m.v*abs(m.v); connect(push.flange, m.flange_a);",
        (wish){.outputs = {"m.v*abs(m.v)"}});
    SAME(A(&x, "m.v", "m.v"), -0.7 * 2 * 3 / 2);
    SAME(B(&x, "m.v", "u"), 0.5);
    SAME(C(&x, "m.v*abs(m.v)", "m.v"), 6);
    end_subject(&x);
}

/* ---------------------------------------------------------------- both sides of a kink */

static void sides_of_a_touch(void **context)
{
    (void)context;
    /* exactly at the touch: that is no contact */
    subject x =
        linear(GAP("c=1e3, d=0", AT(0, 0)), (wish){.inputs = {"push"}, .outputs = {"gap.f"}, .reach = 1e-3});
    has_mode(&x, "gap", "apart");
    SAME(A(&x, "m.v", "gap.s_rel"), 0);
    assert_int_equal(x.l->kink_count, 1);
    assert_string_equal(x.l->kinks[0].component, "gap");
    NEAR(x.l->kinks[0].share, 0, 0);
    assert_non_null(x.l->kinks[0].beyond);
    subject beyond = {.l = x.l->kinks[0].beyond};
    has_mode(&beyond, "gap", "linear");
    SAME(A(&beyond, "m.v", "gap.s_rel"), -500);
    SAME(C(&beyond, "gap.f", "gap.s_rel"), 1e3);
    SAME(B(&beyond, "m.v", "push"), 0.5);
    assert_int_equal(eg_diagnostics_count(x.r.d), has_lapack(&x) ? 1 : 2); /* the warning */
    end_subject(&x);
    /* 1 mm away beside a speed of 1 m/s: the share that leads there is that of the position alone */
    x = linear(GAP("c=1e3, d=0", AT(-1e-3, 1)), (wish){.reach = 0.5});
    assert_int_equal(x.l->kink_count, 0);
    end_subject(&x);
    x = linear(GAP("c=1e3, d=0", AT(-1e-3, 1)), (wish){.reach = 1.5});
    assert_int_equal(x.l->kink_count, 1);
    NEAR(x.l->kinks[0].share, 1, 1e-6);
    beyond.l = x.l->kinks[0].beyond;
    has_mode(&beyond, "gap", "apart");
    end_subject(&x);
}

/* The edge where the damper is clipped: d v = f_c, at v = 2 and s = -0.01. */
static void sides_of_a_clip(void **context)
{
    (void)context;
    subject x = linear(GAP("c=1e3, d=5", AT(-0.01, 1.9999)), (wish){.reach = 1e-4});
    has_mode(&x, "gap", "linear");
    SAME(A(&x, "m.v", "gap.s_rel"), -500);
    SAME(A(&x, "m.v", "m.v"), -2.5);
    assert_int_equal(x.l->kink_count, 1);
    /* h = 10 - 5*1.9999, sizes 1000*0.01 + 5*1.9999 */
    NEAR(x.l->kinks[0].share, 5e-4 / (10 + 9.9995), 1e-10);
    subject beyond = {.l = x.l->kinks[0].beyond};
    assert_non_null(beyond.l);
    has_mode(&beyond, "gap", "rebound-limited");
    SAME(A(&beyond, "m.v", "gap.s_rel"), 0);
    SAME(A(&beyond, "m.v", "m.v"), 0);
    end_subject(&x);
}

/* Inside noEvent no mode tells that a side changes: it is said where that lies within reach, by the share of
 * the states that leads there, and nowhere else. */
static void sides_inside_no_event(void **context)
{
    (void)context;
    static const struct {
        const char *body;
        double reach;
        bool is_told;
    } cases[] = {
#define SWINGS "Real x(start=1, fixed=true), v(start=0, fixed=true); equation der(x) = v; der(v) = "
        {SWINGS "noEvent(if x < 1 then -x else 2 - 3*x);", 1e-3, true},
        {SWINGS "noEvent(if x <= 1.0005 then -x else 2 - 3*x);", 1e-3, true},
        {SWINGS "noEvent(if x > 1.002 then 2 - 3*x else -x);", 1e-3, false},
        {SWINGS "noEvent(if x > 1.002 then 2 - 3*x else -x);", 1e-2, true},
        {SWINGS "-noEvent(abs(x - 1));", 1e-3, true},
        {SWINGS "-noEvent(max(x, 1));", 1e-3, true},
        {SWINGS "-noEvent(min(2*x, 2)) + noEvent(abs(x));", 1e-3, true},
        {SWINGS "-noEvent(min(x, 2));", 1e-3, false},
        {SWINGS "-x + noEvent(if time < 0 then 1 else 2);", 1e-3, false}, /* time stands */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        subject x = linear(cases[i].body, (wish){.reach = cases[i].reach});
        TRUE(says(&x.r, EG_WARNING, "inside noEvent changes sides within reach") == cases[i].is_told);
        TRUE(x.l->kink_count == 0);
        end_subject(&x);
    }
}

/* Held to the ground nothing moves. A clutch about to let go: held, it makes one of two; sliding, it does
 * not. Its torque is 300 phi1 - u + 2 (u - 300 phi1 - 100 phi2)/5 at rest, 1 - 0.6 u here, and 5 is what
 * it holds. */
static void sides_of_a_grip(void **context)
{
    (void)context;
    subject x = linear(RC_ "Inertia m(J=2, phi(start=0.09, fixed=true), w(start=0, fixed=true));" RC_
                           "Fixed wall;" RC_ "Spring k(c=50);" RC_
                           "Brake brake(fn_max=10, mue_pos=[0, 0.5]);" B_ "Sources.Constant c(k=1);"
                           "equation connect(wall.flange, k.flange_a); connect(k.flange_b, m.flange_a);"
                           "connect(m.flange_b, brake.flange_a); connect(c.y, brake.f_normalized);",
                       (wish){.outputs = {"brake.tau"}});
    has_mode(&x, "brake", "stuck");
    assert_int_equal(x.l->state_count, 0);
    end_subject(&x);
    x = linear(CLUTCHED("9.9999"), (wish){.inputs = {"push"}, .reach = 1e-3});
    has_mode(&x, "clutch", "stuck");
    assert_int_equal(x.l->state_count, 2);
    assert_int_equal(x.l->kink_count, 1);
    assert_string_equal(x.l->kinks[0].component, "clutch");
    subject beyond = {.l = x.l->kinks[0].beyond};
    assert_non_null(beyond.l);
    assert_int_equal(beyond.l->state_count, 4);
    SAME(B(&beyond, "m1.w", "push"), 0.5);
    SAME(B(&beyond, "m2.w", "push"), 0);
    end_subject(&x);
}

/* A contact on both sides of an edge: `here` and `behind` are forces written down anew, of which complex
 * steps are the entries: at the point itself, and behind the edge at the point of the linear model there. */
typedef double complex (*force_law)(double complex s, double complex v);

static void agrees_with(const subject *x, const char *contact, force_law law, double m)
{
    const double h = 1e-30, s = state(x, contact), v = state(x, "m.v");
    const double by_s = cimag(law(s + h * I, v)) / h, by_v = cimag(law(s, v + h * I)) / h;
    SAME(A(x, "m.v", contact), -by_s / m);
    SAME(A(x, "m.v", "m.v"), -by_v / m);
    SAME(C(x, "gap.f", "m.v"), by_v);
    if (!is_told(x, "the derivative of gap.f by gap.s_rel")) /* by differences, beside a root */
        SAME(C(x, "gap.f", contact), by_s);
}

static double complex none(double complex s, double complex v)
{
    return 0 * s + 0 * v;
}

/* c=1e3, d=5 and n: the law between its bounds, and at its lower one. */
static double complex powers(double complex s, double complex v)
{
    return -1e3 * cpow(-s, 1.5) + 5 * v;
}

static double complex powers_doubled(double complex s, double complex v)
{
    return -2e3 * cpow(-s, 1.5) + 0 * v;
}

static double complex square_and_damper(double complex s, double complex v)
{
    return -1e3 * s * s + 0 * v;
}

static double complex kelvin_voigt(double complex s, double complex v)
{
    return 1e3 * s + 5 * v;
}

static double complex spring_alone(double complex s, double complex v)
{
    return 1e3 * s + 0 * v;
}

/* S(u) = u^2 (3 - 2 u) of the damper at a depth of u times 0.01 */
static double complex ramped(double complex s, double complex v)
{
    const double complex u = -s / 0.01;
    return 1e3 * s + 5 * u * u * (3 - 2 * u) * v;
}

/* 100 N at 0.01, 300 N at 0.02, 800 N at 0.03: lines */
static double complex first_line(double complex s, double complex v)
{
    return 1e4 * s + 0 * v;
}

static double complex second_line(double complex s, double complex v)
{
    return -(100 + 2e4 * (-s - 0.01)) + 0 * v;
}

static double complex third_line(double complex s, double complex v)
{
    return -(300 + 5e4 * (-s - 0.02)) + 0 * v;
}

#define STOPPED(class, parameters, start)                                                                    \
    TC_ "Fixed wall;" class                                                                                  \
        " gap(" parameters ");" TC_ "Mass m(m=2, L=0, " start ");"                                           \
        "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, m.flange_a);"
#define ELASTO TC_ "ElastoGap"
#define LAW "Elastogap.Contact.Gap"
#define TABLE "Elastogap.Contact.TableGap"
#define ROWS "table=[0, 0; 0.01, 100; 0.02, 300; 0.03, 800]"

static void sides_of_each_law(void **context)
{
    (void)context;
    static const struct {
        const char *body;
        force_law here, behind;
    } cases[] = {
        /* touch, from outside and from inside, with exponents */
        {STOPPED(ELASTO, "c=1e3, d=5, n=1.5", AT(0, 0)), none, powers},
        {STOPPED(ELASTO, "c=1e3, d=0, n=2", AT(0, 0)), none, square_and_damper},
        {STOPPED(ELASTO, "c=1e3, d=0, n=2", AT(0, -0.5)), none, square_and_damper},
        {STOPPED(LAW, "law=\"kelvin-voigt\", c=1e3, d=5", AT(0, -0.5)), none, kelvin_voigt},
        {STOPPED(LAW, "law=\"hertz\", c=1e3, n=1", AT(0, -0.5)), none, spring_alone},
        /* d v = K: both bounds of the damper */
        {STOPPED(ELASTO, "c=1e3, d=5, n=1.5", AT(-0.01, 0.19999)), powers, none},
        {STOPPED(ELASTO, "c=1e3, d=5, n=1.5", AT(-0.01, 0.20001)), none, powers},
        {STOPPED(ELASTO, "c=1e3, d=5, n=1.5", AT(-0.01, -0.19999)), powers, powers_doubled},
        {STOPPED(ELASTO, "c=1e3, d=5, n=1.5", AT(-0.01, -0.20001)), powers_doubled, powers},
        /* cut off where it would pull; the damper lets go where the motion turns; the end of the ramp */
        {STOPPED(LAW, "law=\"kelvin-voigt-clipped\", c=1e3, d=5", AT(-0.01, 1.9999)), kelvin_voigt, none},
        {STOPPED(LAW, "law=\"kelvin-voigt-clipped\", c=1e3, d=5", AT(-0.01, 2.0001)), none, kelvin_voigt},
        {STOPPED(LAW, "law=\"undamped-rebound\", c=1e3, d=5", AT(-0.01, -1e-9)), kelvin_voigt, spring_alone},
        {STOPPED(LAW, "law=\"undamped-rebound\", c=1e3, d=5", AT(-0.01, 1e-9)), spring_alone, kelvin_voigt},
        {STOPPED(LAW, "law=\"smooth-transition\", c=1e3, d=5, transition=0.01", AT(-0.009999, -1)), ramped,
         kelvin_voigt},
        {STOPPED(LAW, "law=\"smooth-transition\", c=1e3, d=5, transition=0.01", AT(-0.010001, -1)),
         kelvin_voigt, ramped},
        /* rows of a table */
        {STOPPED(TABLE, ROWS, AT(-0.009999, 0)), first_line, second_line},
        {STOPPED(TABLE, ROWS, AT(-0.010001, 0)), second_line, first_line},
        {STOPPED(TABLE, ROWS, AT(-0.020001, 0.3)), third_line, second_line},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject x = linear(cases[i].body, (wish){.outputs = {"gap.f"}, .reach = 1e-3});
        if (x.l->kink_count != 1 || !x.l->kinks[0].beyond)
            fail_msg("case %zu: %zu kinks", i, x.l->kink_count);
        subject beyond = {.r = x.r, .l = x.l->kinks[0].beyond};
        agrees_with(&x, "gap.s_rel", cases[i].here, 2);
        agrees_with(&beyond, "gap.s_rel", cases[i].behind, 2);
        end_subject(&x);
    }
}

/* Whichever segment of a table a contact is in, its mode is called by its side of the damper's bounds. */
static void modes_of_tables(void **context)
{
    (void)context;
    static const struct {
        const char *body, *mode;
    } cases[] = {
        {STOPPED(TABLE, ROWS, AT(0.005, 0)), "apart"},
        {STOPPED(TABLE, ROWS, AT(-0.005, 0)), "linear"},
        {STOPPED(TABLE, ROWS, AT(-0.025, 0)), "linear"},
        {STOPPED(TABLE, "d=1e3, " ROWS, AT(-0.025, -100)), "approach-limited"},
        {STOPPED(TABLE, "d=1e3, " ROWS, AT(-0.025, 100)), "rebound-limited"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject x = linear(cases[i].body, (wish){.outputs = {"gap.f"}});
        assert_int_equal(x.l->contact_count, 1);
        assert_string_equal(x.l->contacts[0].mode, cases[i].mode);
        end_subject(&x);
    }
}

/* A mass between bounds of 0.02 m and -0.02 m, its slider 1 nm before one: Simscape's stop. */
static void sides_of_a_hard_stop(void **context)
{
    (void)context;
    subject x = linear(STOPPED("Elastogap.Contact.TranslationalHardStop",
                               "hard_stop_model=\"Full stiffness and damping applied at bounds, undamped "
                               "rebound\", upper_bound=0.02, lower_bound=-0.02, "
                               "contact_stiffness_at_upper_bound=1e3, contact_stiffness_at_lower_bound=2e3, "
                               "contact_damping_at_upper_bound=5, contact_damping_at_lower_bound=6",
                               AT(0.019999999, 0.5)),
                       (wish){.reach = 1e-3});
    SAME(A(&x, "m.v", "gap.s_rel"), 0);
    SAME(A(&x, "m.v", "m.v"), 0);
    assert_int_equal(x.l->kink_count, 1);
    subject beyond = {.l = x.l->kinks[0].beyond};
    assert_non_null(beyond.l);
    SAME(A(&beyond, "m.v", "gap.s_rel"), -500);
    SAME(A(&beyond, "m.v", "m.v"), -2.5);
    end_subject(&x);
}

/* Friction that slides at 1e-6 m/s lies next to sticking, where nothing is left that changes; at rest, with
 * a push near what it holds, next to sliding: then friction is the constant kinetic one. */
static void sides_of_friction_at_rest(void **context)
{
    (void)context;
#define RUBBED(force, start)                                                                                 \
    TC_ "Fixed wall;" TC_ "Spring k(c=200);" T_ "Components.SupportFriction rub(f_pos=[0, 5; 1, 7]);" TC_    \
        "Mass m(m=2, L=0, " start ");" TS_ "ConstantForce push(f_constant=" force ");"                       \
        "equation connect(wall.flange, k.flange_a); connect(k.flange_b, m.flange_a);"                        \
        "connect(m.flange_b, rub.flange_a); connect(push.flange, m.flange_a);"
    subject x = linear(RUBBED("0", AT(0.001, 1e-4)), (wish){.reach = 1});
    SAME(A(&x, "m.v", "m.s"), -100);
    SAME(A(&x, "m.v", "m.v"), -1); /* 5 + 2 v, over 2 kg */
    assert_int_equal(x.l->kink_count, 1);
    assert_string_equal(x.l->kinks[0].component, "rub");
    assert_non_null(x.l->kinks[0].beyond);
    assert_int_equal(x.l->kinks[0].beyond->state_count, 0);
    end_subject(&x);
}

/* ---------------------------------------------------------------- refusals */

static void refusals(void **context)
{
    (void)context;
    subject x;
    static const struct {
        wish w;
        eg_status status;
    } cases[] = {
        {{.inputs = {"nothing"}}, EG_ERROR_USAGE},
        {{.inputs = {"m.s"}}, EG_ERROR_USAGE},
        {{.inputs = {"sd.c"}}, EG_ERROR_USAGE},
        {{.outputs = {"m.x"}}, EG_ERROR_USAGE},
        {{.outputs = {"max(m.s)"}}, EG_ERROR_USAGE},
        {{.at = -1}, EG_ERROR_USAGE},
        {{.outputs = {"1/(m.v - 0.2)"}}, EG_ERROR_SIMULATION},
        {{.reach = -1}, EG_ERROR_USAGE},
        {{.at = NAN}, EG_ERROR_USAGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const eg_status status = attempt(&x, OSCILLATOR, &cases[i].w);
        if (status != cases[i].status) {
            print_error("case %zu: %d\n", i, (int)status);
            rig_show(&x.r);
        }
        assert_int_equal(status, cases[i].status);
        assert_null(x.l);
        assert_true(eg_diagnostics_errors(x.r.d) > 0);
        rig_end(&x.r);
    }
}

/* c/m beyond the largest double, which LAPACK would end the program about; slopes without a number, and
 * those that 0 stands for. */
static void slopes_without_end_are_told(void **context)
{
    (void)context;
    static const struct {
        const char *body, *message;
        eg_status status;
    } cases[] = {
        {"import Modelica.Mechanics.Translational.Components.*; Fixed g; Spring k(c = 1e155); "
         "Mass m(m = 1e-155, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
         "equation connect(g.flange, k.flange_a); connect(k.flange_b, m.flange_a);",
         "is no finite number", EG_ERROR_SIMULATION},
        {"Real x(start = 0, fixed = true); equation der(x) = -atan2(x, 0.0*x);", "is no finite number",
         EG_ERROR_SIMULATION},
        {"Real x(start = 0, fixed = true); equation der(x) = -sqrt(x);", "infinite slope by x", EG_OK},
        {"Real x(start = 0, fixed = true); equation der(x) = -x^0.5;", "infinite slope by x", EG_OK},
        {"Real x(start = 1, fixed = true); equation der(x) = -asin(x);", "infinite slope by x", EG_OK},
        {"parameter Real p = 0; Real x(start = 1, fixed = true); equation der(x) = -x*sqrt(p);", NULL, EG_OK},
        {"Real x(start = 1, fixed = true); equation der(x) = -sqrt(x);", NULL, EG_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject x;
        const eg_status status = attempt(&x, cases[i].body, &(wish){0});
        if (status != cases[i].status || (cases[i].message && !is_told(&x, cases[i].message)))
            fail_msg("case %zu: %d", i, (int)status);
        assert_true(cases[i].message || !is_told(&x, "infinite slope"));
        eg_linearization_free(x.l);
        rig_end(&x.r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oscillator),
        cmocka_unit_test(chain_of_hundred),
        cmocka_unit_test(far_away),
        cmocka_unit_test(gap_in_each_mode),
        cmocka_unit_test(gap_of_hunt_and_crossley),
        cmocka_unit_test(two_masses_and_a_gap),
        cmocka_unit_test(point_between_springs),
        cmocka_unit_test(spring_and_damper_in_series),
        cmocka_unit_test(clutch_that_holds),
        cmocka_unit_test(clutch_that_slides),
        cmocka_unit_test(gear),
        cmocka_unit_test(no_states),
        cmocka_unit_test(feedback),
        cmocka_unit_test(nonlinear_signals),
        cmocka_unit_test(drive),
        cmocka_unit_test(heat),
        cmocka_unit_test(equations),
        cmocka_unit_test(algebraic_equation),
        cmocka_unit_test(published_examples),
        cmocka_unit_test(published_matrices),
        cmocka_unit_test(force_by_equations),
        cmocka_unit_test(sides_of_a_touch),
        cmocka_unit_test(sides_inside_no_event),
        cmocka_unit_test(sides_of_a_clip),
        cmocka_unit_test(sides_of_a_grip),
        cmocka_unit_test(sides_of_each_law),
        cmocka_unit_test(modes_of_tables),
        cmocka_unit_test(sides_of_a_hard_stop),
        cmocka_unit_test(sides_of_friction_at_rest),
        cmocka_unit_test(refusals),
        cmocka_unit_test(slopes_without_end_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
