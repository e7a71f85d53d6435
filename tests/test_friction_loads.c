/* Friction under loads that change, against closed forms: at which load what sticks lets go, wherever it
 * stands (side by side, one behind another, on what moves), and how it goes on. Each model is run by several
 * engines. */
#include "run_text.h"

enum { MOST_PROBES = 5 };

/* At time `t` the variable has a value, to `tolerance` and in each row of that time; without a time: the
 * discrete variable changes for the first time at `value`. */
typedef struct probe {
    const char *name;
    double t, value;
} probe;

typedef struct loading {
    const char *name, *text;
    double stop;
    probe probes[MOST_PROBES];
    const char *still; /* what moves exactly 0 before the time `until` */
    double until;
} loading;

#define LET_GO(name, at)                                                                                     \
    {                                                                                                        \
        name ".locked", NAN, at                                                                              \
    }
#define MASS(m, v) "(m=" #m ", s(start=0, fixed=true), v(start=" #v ", fixed=true))"
/* A force that grows by 1 N each second, on flange_b of `on`. */
#define LOAD(on) "connect(clock.y, load.f); connect(load.flange, " on ".flange_b);"
#define LOADED T_ "Sources.Force load;" B_ "Sources.ContinuousClock clock;"
#define RUBS T_ "Components.SupportFriction "
#define MASS_ T_ "Components.Mass "

/* The body `upper`, 1 kg, rubs on `lower`, 2 kg, which rubs on the ground. */
#define STACK(upper, lower)                                                                                  \
    MASS_ "up" MASS(1, 0) ", low" MASS(2, 0) ";" RUBS "a(useSupport=true, f_pos=[0, " upper                  \
                                             "]), b(f_pos=[0, " lower "]);" LOADED                           \
                                             "equation " LOAD("up") "connect(a.flange_a, up.flange_a);"      \
                                                                    "connect(a.support, low.flange_a);"      \
                                                                    "connect(b.flange_a, low.flange_b);"

static const loading loadings[] = {
    {"the upper one slides on the lower one, which rests", STACK("2", "3"), 3,
     .probes = {LET_GO("a", 2), {"b.f", 1.5, 1.5}, {"b.f", 3, 2}, {"up.s", 3, 1.0 / 6}}, .still = "low.s",
     .until = 3},
    /* both slide from 2 N on, and the upper one is left behind when 3 N - 2 N accelerate the lower by 1/2 */
    {"both go, then the upper one goes ahead", STACK("3", "2"), 4,
     .probes = {LET_GO("b", 2), LET_GO("a", 3.5), {"low.v", 3, 1.0 / 6}, {"low.a", 3.8, 0.5}},
     .still = "up.s", .until = 2},
    /* the ground first, at 1.5 N; then a = (F - 1.5)/6: the third carries F - 3*a = 2.6 at 3.7 N, while the
     * second one, with F - 5*a, holds */
    {"three in a row",
     MASS_ "m1" MASS(1, 0) ", m2" MASS(2, 0) ", m3" MASS(
         3, 0) ";" RUBS "e1(f_pos=[0, 1.5]), e2(useSupport=true, f_pos=[0, 2]),"
               "e3(useSupport=true, f_pos=[0, 2.6]);" LOADED
               "equation " LOAD("m3") "connect(e1.flange_a, m1.flange_a); connect(e2.support, m1.flange_b);"
                                      "connect(e2.flange_a, m2.flange_a); connect(e3.support, m2.flange_b);"
                                      "connect(e3.flange_a, m3.flange_a);",
     5,
     .probes = {LET_GO("e1", 1.5),
                LET_GO("e3", 3.7),
                {"m1.v", 3, 0.1875},
                {"m2.a", 4.15, 1.1 / 3},
                {"e2.locked", 5, 1}},
     .still = "m3.s", .until = 1.5},
    /* five, and nothing with a mass between them: the weakest goes, the others never */
    {"five without mass in between",
     RUBS "e1(f_pos=[0, 3]), e2(useSupport=true, f_pos=[0, 2]), e3(useSupport=true, f_pos=[0, 1.1]),"
          "e4(useSupport=true, f_pos=[0, 5]), e5(useSupport=true, f_pos=[0, 1.2]);" MASS_
          "m" MASS(2, 0) ";" LOADED "equation " LOAD("m") "connect(e1.flange_a, e2.support);"
                                                          "connect(e2.flange_a, e3.support);"
                                                          "connect(e3.flange_a, e4.support);"
                                                          "connect(e4.flange_a, e5.support);"
                                                          "connect(e5.flange_a, m.flange_a);",
     3,
     .probes = {LET_GO("e3", 1.1), {"m.s", 3, 1.9 * 1.9 * 1.9 / 12}, {"e2.f", 3, 1.1}, {"e5.locked", 3, 1}},
     .still = "m.s", .until = 1.1},
    /* 2 N of the brake, 1.2*1.5 N and 1.001*(1 + 0.5) N, all at once */
    {"three kinds side by side",
     T_
     "Components.MassWithStopAndFriction m(m=1, L=0, smin=-9, smax=9, F_prop=1, F_Coulomb=1, F_Stribeck=0.5,"
     "fexp=2, s(start=0, fixed=true), v(start=0, fixed=true));" T_
     "Components.Brake b(mu_pos=[0, 0.5], fn_max=4);" RUBS "a(f_pos=[0, 1.5], peak=1.2);" B_
     "Sources.Constant one(k=1);" LOADED "equation " LOAD("m") "connect(one.y, b.f_normalized);"
                                                               "connect(b.flange_a, m.flange_a);"
                                                               "connect(a.flange_a, m.flange_a);",
     6, .probes = {LET_GO("m", 5.3015), LET_GO("a", 5.3015), LET_GO("b", 5.3015), {"b.f", 3, 6 / 5.3015}},
     .still = "m.s", .until = 5.3},
    /* friction of 3 N and 0.6 N.m behind a gear of 5 rad/m, which counts 0.04*25 kg */
    {"on both sides of a gear",
     RUBS "b(f_pos=[0, 3]);" R_ "Components.BearingFriction q(tau_pos=[0, 0.6]);" T_
          "Components.IdealGearR2T g(ratio=5);" MASS_
          "m" MASS(1, 0) ";" R_ "Components.Inertia J(J=0.04);" LOADED "equation " LOAD(
              "m") "connect(m.flange_a, b.flange_a); connect(g.flangeT, m.flange_a);"
                   "connect(g.flangeR, J.flange_a); connect(J.flange_b, q.flange_a);",
     8, .probes = {LET_GO("b", 6), LET_GO("q", 6), {"m.s", 8, 8.0 / 12}}, .still = "J.phi", .until = 6},
    /* on a table that moves as t^3/6 + 0: m*a = 2*t takes 3 N at 1.5 s; then 3/2 m/s2 */
    {"taken along by a table",
     T_ "Sources.Accelerate table(s(start=0, fixed=true), v(start=0, fixed=true));" RUBS
        "b(useSupport=true, f_pos=[0, 3]);" MASS_
        "m" MASS(2, 0) ";" B_ "Sources.ContinuousClock clock;"
                       "equation connect(clock.y, table.a_ref); connect(table.flange, b.support);"
                       "connect(b.flange_a, m.flange_a);",
     3, .probes = {LET_GO("b", 1.5), {"m.s", 1.2, 0.288}, {"m.v", 3, 1.125 + 1.5 * 1.5}}},
    /* the normal force falls by 4 N/s; a weight of 9.81 N hangs on it: 1.1*0.5*40*(1 - t/10) */
    {"a brake that is let go",
     T_ "Components.Brake b(mu_pos=[0, 0.5; 1, 0.25], fn_max=40, peak=1.1);" MASS_
        "m" MASS(1, 0) ";" T_ "Sources.ConstantForce weight(f_constant=-9.81);" B_
                       "Sources.Ramp n(offset=1, height=-1, duration=10);"
                       "equation connect(n.y, b.f_normalized); connect(b.flange_b, m.flange_a);"
                       "connect(weight.flange, m.flange_b);",
     6, .probes = {LET_GO("b", 10 - 98.1 / 22)}, .still = "m.s", .until = 5.5},
    /* one of two brakes holds at any time; they change over every 0.1 s, at one instant */
    {"two brakes take turns",
     T_ "Components.Brake b(mu_pos=[0, 0.5], fn_max=100), c(mu_pos=[0, 0.4], fn_max=100);" MASS_ "m" MASS(
         1, 0) ";" T_ "Sources.ConstantForce weight(f_constant=-9.81);" B_
               "Sources.Pulse turn(period=0.2);" B_ "Math.Feedback other;" B_ "Sources.Constant one(k=1);"
               "equation connect(turn.y, b.f_normalized); connect(one.y, other.u1);"
               "connect(turn.y, other.u2); connect(other.y, c.f_normalized); connect(b.flange_b, m.flange_a);"
               "connect(c.flange_a, m.flange_a); connect(weight.flange, m.flange_b);",
     2, .probes = {{"b.f", 0.06, -9.81}, {"c.f", 0.16, -9.81}}, .still = "m.s", .until = 2},
    /* v12 falls by 1.6 a second: 3.125 s; then v1 = v2 = 1.875, v3 = 1.25 and 0.6 a second closes the rest */
    {"three come to one speed",
     MASS_ "m1" MASS(1, 5) ", m2" MASS(1, 0) ", m3" MASS(
         1, 0) ";" RUBS "a(useSupport=true, f_pos=[0, 1]), b(useSupport=true, f_pos=[0, 0.4]);"
               "equation connect(a.flange_a, m1.flange_a); connect(a.support, m2.flange_a);"
               "connect(b.flange_a, m2.flange_b); connect(b.support, m3.flange_a);",
     6,
     .probes =
         {LET_GO("a", 3.125), LET_GO("b", 3.125 + 0.625 / 0.6), {"m1.v", 6, 5.0 / 3}, {"m3.v", 6, 5.0 / 3}}},
    /* 50 t^2 + 2 t = 1.95 N, by signals that a class gives by equations: nothing else moves meanwhile, and
     * engines know such signals at the points they solve for, not between two of them */
    {"towed along a table of three signals",
     B_ "Sources.KinematicPTP2 path(q_end={1}, qd_max={1}, qdd_max={2});" T_ "Sources.Move move;" RUBS
        "r(f_pos=[0, 1.5; 1, 2], peak=1.3);" T_ "Components.SpringDamper tow(c=50, d=1);" MASS_
        "m" MASS(1, 0) ";"
                       "equation connect(path.q[1], move.u[1]); connect(path.qd[1], move.u[2]);"
                       "connect(path.qdd[1], move.u[3]); connect(move.flange, tow.flange_a);"
                       "connect(tow.flange_b, m.flange_a); connect(m.flange_b, r.flange_a);",
     0.3, .probes = {LET_GO("r", 0.17849433241279209)}, .still = "m.s", .until = 0.178},
    /* sums of harmonics and a square wave that stay below 3 N, for hundreds of their periods */
    {"shaken below the limit",
     RUBS "b(f_pos=[0, 3]);" MASS_ "m" MASS(
         2,
         0) ";" T_ "Sources.Force f[4];" B_
            "Sources.Sine s[3](amplitude={1, 1.2, 0.79}, f={0.3, 1.7, 7.77});" B_
            "Sources.Pulse q(amplitude=0.0099, period=0.37);"
            "equation for i in 1:3 loop connect(s[i].y, f[i].f); end for; connect(q.y, f[4].f);"
            "for i in 1:4 loop connect(f[i].flange, m.flange_b); end for; connect(b.flange_a, m.flange_a);",
     50, .probes = {{"b.locked", 50, 1}}, .still = "m.s", .until = 50},
};

static double first_change(const rig *r, const char *name)
{
    for (size_t i = 1; i < rows(r); i++)
        if (at(r, name, i) != at(r, name, i - 1))
            return time_of(r, i);
    return INFINITY;
}

static void check(const rig *r, const loading *of)
{
    for (const probe *p = of->probes; p < of->probes + MOST_PROBES && p->name; p++) {
        const double got = isnan(p->t) ? first_change(r, p->name) : value(r, p->name, p->t);
        NEAR(got, p->value, 1e-9);
    }
    for (size_t i = 0; of->still && i < rows(r) && time_of(r, i) < of->until - 1e-9; i++)
        NEAR(at(r, of->still, i), 0, 0);
}

static void every_engine(const char *const *engines)
{
    for (size_t i = 0; i < EG_COUNT(loadings); i++)
        for (const char *const *engine = engines; *engine; engine++) {
            rig r = read_text(loadings[i].text);
            r.engine = *engine;
            run(&r, loadings[i].stop, TOL);
            check(&r, &loadings[i]);
            rig_end(&r);
        }
    ALL_WELL();
}

static void it_lets_go_at_the_load_that_theory_says(void **state)
{
    (void)state;
    every_engine((const char *const[]){"auto", "ida", NULL});
}

/* Steps hold by creeping a little, some 1e-12 m/s here, which is no sliding: the results say that both stick,
 * to each other and to the ground, and what they carry. */
static void fixed_steps_tell_what_holds(void **state)
{
    (void)state;
    rig r = read_text(STACK("2", "3"));
    r.engine = "fixed";
    run(&r, 3, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i);
        NEAR(at(&r, "low.v", i), 0, 0);
        NEAR(at(&r, "b.mode", i), 0, 0);
        NEAR(at(&r, "a.mode", i), t > 2.001, 0);
        NEAR(at(&r, "b.f", i), fmin(t, 2), 2e-3);
    }
    rig_end(&r);
    ALL_WELL();
}

/* Three in a ring, held to each other and to nothing else, share the push of t newtons: all have t^2/6 m/s
 * until it is 1.7 N, at the least. A step of h is off by h^2. */
static void fixed_steps_move_what_sticks_together(void **state)
{
    (void)state;
    rig r = read_text(MASS_ "m1" MASS(1, 0) ", m2" MASS(1, 0) ", m3" MASS(
        1, 0) ";" RUBS "a(useSupport=true, f_pos=[0, 1]), b(useSupport=true, f_pos=[0, 0.5]),"
              "c(useSupport=true, f_pos=[0, 0.7]);" LOADED
              "equation " LOAD("m3") "connect(a.support, m1.flange_a); connect(a.flange_a, m2.flange_a);"
                                     "connect(b.support, m2.flange_a); connect(b.flange_a, m3.flange_a);"
                                     "connect(c.support, m1.flange_a); connect(c.flange_a, m3.flange_a);");
    r.engine = "fixed";
    run(&r, 1.5, 1e-6);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "m3.v", i), time_of(&r, i) * time_of(&r, i) / 6, 1e-6);
    rig_end(&r);
    ALL_WELL();
}

/* What a damper lets creep to where friction f0 just balances the spring, s = -f0/c, never stops, but its
 * speed soon is less than any error: it rests as well as not, and does not begin to do so again and again. A
 * load of k t' N then moves it by (k/c)(t' - d/c), but for what has died out after a second. */
static void what_creeps_to_its_balance_rests(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "ida", "auto"};
    static const double tolerances[] = {1e-6, 1e-10};
    const double c = 9e4, d = 1200, range = 0.2e-3;
    for (size_t i = 0; i < EG_COUNT(engines) * EG_COUNT(tolerances); i++) {
        const double tolerance = tolerances[i % 2];
        rig r = read_text(MASS_ "m(m=0.5, s(start=0, fixed=true), v(start=-0.16, fixed=true));" RUBS
                                "rub(f_pos=[0, 4]);" T_ "Components.Fixed wall;" T_
                                "Components.SpringDamper k(c=9e4, d=1200);" T_ "Sources.Force load;" B_
                                "Sources.Ramp ramp(height=10, duration=1, startTime=1);"
                                "equation connect(wall.flange, k.flange_a); connect(k.flange_b, m.flange_b);"
                                "connect(m.flange_a, rub.flange_a); connect(ramp.y, load.f);"
                                "connect(load.flange, m.flange_b);");
        r.engine = engines[i / 2];
        run(&r, 2, tolerance);
        NEAR(value(&r, "m.s", 1), -4 / c, 100 * tolerance * range);
        NEAR(value(&r, "m.s", 2), -4 / c + 10 / c * (1 - d / c), 100 * tolerance * range);
        TRUE(r.st.events <= 20);
        rig_end(&r);
    }
    ALL_WELL();
}

#define SLIDES(friction) friction MASS_ "m" MASS(1, 2) ";equation connect(b.flange_a, m.flange_a);"
#define STEPS_ ", smoothness=Modelica.Blocks.Types.Smoothness.ConstantSegments"

/* From 2 m/s: 1/0.3 s at 0.3 N, 1/4 s at 2 N, 1/2 s at 1 N. A step of 1 ms finds the jumps to 1 ms. */
static void a_table_may_have_steps(void **state)
{
    (void)state;
    const double first = 1 / 0.3, second = first + 0.25;
    for (int k = 0; k < 2; k++) {
        rig r = read_text(SLIDES(RUBS "b(f_pos=[0, 1; 0.5, 2; 1, 0.3]" STEPS_ ");"));
        r.engine = k == 0 ? "auto" : "fixed";
        run(&r, 5, TOL);
        for (size_t i = 0; i < rows(&r); i++) {
            double t = time_of(&r, i), v = t < first    ? 2 - 0.3 * t
                                           : t < second ? 1 - 2 * (t - first)
                                                        : fmax(0.5 - (t - second), 0);
            NEAR(at(&r, "m.v", i), v, k == 0 ? 1e-9 : 2e-3);
        }
        rig_end(&r);
    }
    ALL_WELL();
}

/* The signal is 0 where the run ends, to round-off. */
static void a_signal_may_end_at_zero(void **state)
{
    (void)state;
    rig r =
        run_text(T_ "Components.Brake b(fn_max=1);" B_ "Sources.Sine w(f=1);" MASS_
                    "m" MASS(1, 0) ";equation connect(w.y, b.f_normalized); connect(b.flange_a, m.flange_a);",
                 0.5);
    NEAR(value(&r, "b.mode", 0.5), 2, 0);
    NEAR((double)r.st.events, 2, 0);
    rig_end(&r);
    ALL_WELL();
}

static void without_normal_force_a_brake_is_free(void **state)
{
    (void)state;
    rig r = run_text(T_ "Components.Brake b(fn_max=0);" B_ "Sources.Constant one(k=1);" MASS_ "m" MASS(
                         2, 3) ";equation connect(one.y, b.f_normalized); connect(b.flange_a, m.flange_a);",
                     1);
    NEAR(value(&r, "b.mode", 0.5), 2, 0);
    NEAR(value(&r, "b.free", 0.5), 1, 0);
    NEAR(value(&r, "m.s", 1), 3, 1e-12);
    rig_end(&r);
    ALL_WELL();
}

/* The force is a formula, no source: 9*sin(3*t) is 3 N at asin(1/3)/3. Engines ask no accuracy of what is
 * algebraic, as this force is; what it holds back is as accurate all the same. */
static void a_force_by_equation_lets_go_in_time(void **state)
{
    (void)state;
    static const char *const engines[] = {"ida", "irk"};
    for (size_t i = 0; i < EG_COUNT(engines); i++) {
        rig r = read_text(T_ "Sources.Force load(f=9*sin(3*time));" RUBS "b(f_pos=[0, 3]);" MASS_ "m" MASS(
            2, 0) ";equation connect(load.flange, m.flange_b); connect(b.flange_a, m.flange_a);");
        r.engine = engines[i];
        run(&r, 0.5, 1e-6);
        NEAR(first_change(&r, "b.locked"), asin(1.0 / 3) / 3, 1e-9);
        rig_end(&r);
    }
    ALL_WELL();
}

typedef struct driving {
    const char *text, *says;
} driving;

#define STRIBECK(c, s, prop)                                                                                 \
    T_ "Components.MassWithStopAndFriction m(m=1, L=0, smin=-9, smax=9, F_prop=" prop ", F_Coulomb=" c       \
       ", F_Stribeck=" s ", fexp=2, s(start=0, fixed=true), v(start=1, fixed=true));"

/* 3*v - 1 + 3*exp(-2*v) is 1.54 at the least, 0.1*v - 1 + 3*exp(-2*v) is -0.75 at 2 m/s. */
static void friction_that_would_drive_is_refused(void **state)
{
    (void)state;
    static const driving cases[] = {
        {SLIDES(RUBS "b(f_pos=[0, 1; 3, -0.1]);"), "must not be negative: it would drive"},
        {SLIDES(RUBS "b(f_pos=[0, 1; 1, 0.01; 2, 0.01; 3, 2; 3.1, 9],"
                     "smoothness=Modelica.Blocks.Types.Smoothness.ContinuousDerivative);"),
         "the curve of the friction table falls below 0"},
        {SLIDES(RUBS "b(f_pos=[0, 1; 1, 1; 2, 1; 3, 0.1; 4, 5; 5, 9.9]," /* level at 2, below 0 before 3 */
                     "smoothness=Modelica.Blocks.Types.Smoothness.ContinuousDerivative);"),
         "the curve of the friction table falls below 0"},
        {STRIBECK("-1", "3", "0.1"), "must be negative at no speed"},
        {STRIBECK("-1", "3", "0"), "must be negative at no speed"},
        {SLIDES(RUBS "b(f_pos=[0, 1; 1, 0.5]);"),
         "at time 0 s the friction of b has fallen to 0, at a relative speed of 2"},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        rig r = read_text(cases[i].text);
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL || r.status == EG_ERROR_SIMULATION);
        SAYS_ERROR(&r, cases[i].says);
        rig_end(&r);
    }
    rig r = run_text(STRIBECK("-1", "3", "3"), 0.1);
    rig_end(&r);
    ALL_WELL();
}

/* v' = 1.5 - (1 - v/2), v = exp(t/2) - 1, is 2 m/s after 2 ln(3) s. */
static void a_run_ends_where_friction_would_drive(void **state)
{
    (void)state;
    rig r = read_text(RUBS "b(f_pos=[0, 1; 1, 0.5]);" MASS_ "m" MASS(
        1, 0) ";" T_ "Sources.ConstantForce push(f_constant=1.5);"
              "equation connect(b.flange_a, m.flange_a); connect(push.flange, m.flange_b);");
    char *text = NULL;
    size_t length;
    TRUE(eg_spec_flatten(r.spec, r.d, &text, &length) == EG_OK);
    try_run(&r, 5, TOL);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "at time 2.19722458 s the friction of b has fallen to 0, at a relative speed of 2;");
    rig_end(&r);
    rig flat = {.d = eg_diagnostics_create()};
    TRUE(eg_spec_read_text(text, length, "flat.mo", NULL, flat.d, &flat.spec) == EG_OK);
    try_run(&flat, 5, TOL);
    SAYS_ERROR(&flat, "at time 2.19722458 s assertion failed: the friction has fallen below 0");
    rig_end(&flat);
    free(text);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_lets_go_at_the_load_that_theory_says),
        cmocka_unit_test(fixed_steps_tell_what_holds),
        cmocka_unit_test(fixed_steps_move_what_sticks_together),
        cmocka_unit_test(what_creeps_to_its_balance_rests),
        cmocka_unit_test(a_table_may_have_steps),
        cmocka_unit_test(a_signal_may_end_at_zero),
        cmocka_unit_test(without_normal_force_a_brake_is_free),
        cmocka_unit_test(a_force_by_equation_lets_go_in_time),
        cmocka_unit_test(friction_that_would_drive_is_refused),
        cmocka_unit_test(a_run_ends_where_friction_would_drive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
