/* Friction written as equations of a user's class: at which load it lets go, and how it goes on, against
 * closed forms. Modes, their variables and their relations are the class's own. */
#include "run_text.h"

enum { MOST_PROBES = 5 };

/* At time `t` the variable has a value; without a time: the discrete variable changes for the first time at
 * `value`. */
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

/* Between a flange and its support: F while it slides, peak*F at most while it holds. */
static const char classes[] =
    "import T = Modelica.Mechanics.Translational;\n"
    "model Rub\n"
    "  extends T.Interfaces.PartialElementaryTwoFlangesAndSupport2;\n"
    "  parameter Real F = 1, peak = 1, rise = 0;\n"
    "  Real s, w, b, q, f, slide, hold;\n"
    "  Boolean forth(start = false, fixed = true), back(start = false, fixed = true), held;\n"
    "  Integer way(start = 3, fixed = true);\n"
    "equation\n"
    "  flange_a.s = flange_b.s;\n"
    "  s = flange_a.s - s_support;\n"
    "  w = der(s);\n"
    "  b = der(w);\n"
    "  slide = if rise > 0 then F + rise*time else F;\n"
    "  hold = peak*slide;\n"
    "  forth = pre(way) == 0 and (q > hold or pre(forth) and q > slide) or pre(way) == -1 and w > 1e-3\n"
    "    or initial() and w > 0;\n"
    "  back = pre(way) == 0 and (q < -hold or pre(back) and q < -slide) or pre(way) == 1 and w < -1e-3\n"
    "    or initial() and w < 0;\n"
    "  held = not (pre(way) == 1 or forth or pre(way) == -1 or back);\n"
    "  b = if held then 0 elseif forth then q - hold elseif back then q + hold\n"
    "    elseif pre(way) == 1 then q - hold elseif pre(way) == -1 then q + hold else q - sign(w)*hold;\n"
    "  f = if held then q elseif forth then slide elseif back then -slide\n"
    "    elseif pre(way) == 1 then slide else -slide;\n"
    "  way = if (pre(way) == 1 or forth) and w > 0 then 1 elseif (pre(way) == -1 or back) and w < 0 then -1\n"
    "    else 0;\n"
    "  0 = flange_a.f + flange_b.f - f;\n"
    "end Rub;\n"
    "model Block\n"
    "  extends T.Interfaces.PartialRigid(L = 0, s(start = 0));\n"
    "  parameter Real m = 1;\n"
    "  Real v(start = 0);\n"
    "equation\n"
    "  v = der(s);\n"
    "  m*der(v) = flange_a.f + flange_b.f;\n"
    "end Block;\n"
    "model Push\n"
    "  T.Interfaces.Flange_b flange;\n"
    "equation\n"
    "  flange.f = -2*sin(Modelica.Constants.pi*time/4);\n"
    "end Push;\n";

#define LET_GO(name, at)                                                                                     \
    {                                                                                                        \
        name ".held", NAN, at                                                                                \
    }
#define MASS_ T_ "Components.Mass "
#define AT(m, v) "(m=" #m ", s(start=0, fixed=true), v(start=" #v ", fixed=true))"
/* A force 2*sin(2*pi*t/8) N, on flange_b of `on`. It is smooth, and steps are as long as it takes nothing. */
#define LOADED T_ "Sources.Force load;" B_ "Sources.Sine wave(amplitude=2, f=0.125);"
#define LOAD(on) "connect(wave.y, load.f); connect(load.flange, " on ".flange_b);"

#define BESIDE "connect(m.flange_a, r.flange_a); connect(m.flange_a, q.flange_a);"
/* A motion sin(pi*t/2), exactly. */
#define DRIVEN(flange)                                                                                       \
    T_ "Sources.Position drive(exact=true);" B_ "Sources.Sine way(amplitude=1, f=0.25);"                     \
       "equation connect(way.y, drive.s_ref); connect(drive.flange, " flange ");"

/* The time at which the load is x*2 N. */
#define WHEN(x) (asin(x) * 4 / PI)
/* What it has given by the time t, from 0 on [N.s]. */
#define GIVEN(t) (8 / PI * (1 - cos(PI * (t) / 4)))

static void check(const rig *r, const loading *of)
{
    for (const probe *p = of->probes; p < of->probes + MOST_PROBES && p->name; p++) {
        size_t i = 1;
        while (isnan(p->t) && i + 1 < rows(r) && at(r, p->name, i) == at(r, p->name, i - 1))
            i++;
        const double got = isnan(p->t) ? time_of(r, i) : value(r, p->name, p->t);
        NEAR(got, p->value, 1e-9);
    }
    for (size_t i = 0; of->still && i < rows(r) && time_of(r, i) < of->until - 1e-9; i++)
        NEAR(at(r, of->still, i), 0, 0);
}

static void check_all(const loading *loadings, size_t count)
{
    static const char *const engines[] = {NULL, "auto"}; /* the tests' own one */
    for (size_t i = 0; i < count * EG_COUNT(engines); i++) {
        const loading *of = &loadings[i / EG_COUNT(engines)];
        char text[8000];
        snprintf(text, sizeof text, "%s%s", classes, of->text);
        rig r = read_text(text);
        r.engine = engines[i % EG_COUNT(engines)];
        run(&r, of->stop, TOL);
        check(&r, of);
        TRUE(eg_diagnostics_errors(r.d) == 0);
        rig_end(&r);
    }
    ALL_WELL();
}

/* Nothing moves before, so that steps are long: what tells the instant is not what they predict. */
static void it_lets_go_in_the_midst_of_long_steps(void **state)
{
    (void)state;
    const double first = WHEN(0.6), second = WHEN(0.8);
    const loading loadings[] = {
        {"one",
         MASS_ "m" AT(2, 0) "; Rub r(F=0.8, peak=1.5);" LOADED
                            "equation " LOAD("m") "connect(m.flange_a, r.flange_a);",
         3, .probes = {LET_GO("r", first), {"m.v", 3, (GIVEN(3) - GIVEN(first) - 0.8 * (3 - first)) / 2}},
         .still = "m.s", .until = first},
        {"the upper one slides on the lower one, which rests",
         MASS_ "m" AT(1, 0) ", n" AT(2, 0) "; Rub r(F=1.2, useSupport=true), q(F=1.3);" LOADED
                                           "equation " LOAD("m") "connect(m.flange_a, r.flange_a);"
                                                                 "connect(r.support, n.flange_a);"
                                                                 "connect(n.flange_b, q.flange_a);",
         2,
         .probes = {LET_GO("r", first),
                    {"q.f", 2, 1.2},
                    {"m.v", 2, GIVEN(2) - GIVEN(first) - 1.2 * (2 - first)}},
         .still = "n.s", .until = 2},
        {"behind a gear of 5 rad/m",
         R_ "Components.Inertia J(J=0.04, phi(start=0, fixed=true), w(start=0, fixed=true)); Rub r(F=1.6);" T_
            "Components.IdealGearR2T g(ratio=5);" LOADED
            "equation connect(wave.y, load.f); connect(load.flange, g.flangeT);"
            "connect(g.flangeR, J.flange_a); connect(g.flangeT, r.flange_a);",
         2, .probes = {LET_GO("r", second), {"r.w", 2, GIVEN(2) - GIVEN(second) - 1.6 * (2 - second)}},
         .still = "J.phi", .until = second},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* Where the equations leave open what each carries, all let go at the sum of what they can hold. */
static void side_by_side_they_share_the_load(void **state)
{
    (void)state;
    const double first = WHEN(0.6);
    const loading loadings[] = {
        {"two of them, 0.8 N and 0.4 N",
         MASS_ "m" AT(2, 0) "; Rub r(F=0.5, peak=1.6), q(F=0.4);" LOADED "equation " LOAD("m") BESIDE, 3,
         .probes = {LET_GO("r", first),
                    LET_GO("q", first),
                    {"m.v", 3, (GIVEN(3) - GIVEN(first) - 0.9 * (3 - first)) / 2}},
         .still = "m.s", .until = first},
        /* shared where x_r/0.3 = x_p*(1/0.6 + 1): r goes at 0.675 N, p when it carries the rest */
        {"a loop of three, 0.3 N, 0.6 N and 1 N",
         MASS_ "m" AT(1, 0) ", n" AT(2, 0) "; Rub r(F=0.3), p(F=0.6, useSupport=true), q(F=1);" LOADED
                                           "equation " LOAD("m") "connect(m.flange_a, r.flange_a);"
                                                                 "connect(m.flange_a, p.flange_a);"
                                                                 "connect(p.support, n.flange_a);"
                                                                 "connect(n.flange_b, q.flange_a);",
         2, .probes = {LET_GO("r", WHEN(0.3375)), LET_GO("p", WHEN(0.45)), {"q.f", 2, 0.6}}, .still = "m.s",
         .until = WHEN(0.45)},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* 0.9 N are more than what they slide with, 0.75 N, and less than the 0.975 N that they can hold. */
static void what_comes_to_rest_holds_first(void **state)
{
    (void)state;
    const loading loadings[] = {
        {"two of them",
         MASS_ "m" AT(1, 1) "; Rub r(F=0.5, peak=1.2), q(F=0.25, peak=1.5);" T_
                            "Sources.ConstantForce pull(f_constant=-0.9);"
                            "equation connect(pull.flange, m.flange_b);" BESIDE,
         2,
         .probes = {{"m.v", 2, 0},
                    {"r.held", 2, 1},
                    {"m.s", 2, 0.5 / 1.65},
                    {"r.f", 2, -0.9 * 0.6 / 0.975},
                    {"q.f", 2, -0.9 * 0.375 / 0.975}}},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* The way is sin(pi*t/2): at 1 s it turns back, and so does friction, which cannot hold what moves on. */
static void on_what_is_driven_it_slides_on(void **state)
{
    (void)state;
    const loading loadings[] = {
        {"one, on a drive", "Rub r(F=2, peak=1.5);" DRIVEN("r.flange_a"), 1.5,
         .probes = {{"r.way", 0.9, 1}, {"r.f", 0.9, 2}, {"r.way", 1.5, -1}, {"r.f", 1.5, -2}}},
        {"two, on a drive",
         "Rub r(F=2, peak=1.5), q(F=1);" DRIVEN("r.flange_a") "connect(r.flange_b, q.flange_a);", 1.5,
         .probes = {{"r.f", 1.5, -2}, {"q.f", 1.5, -1}, {"r.flange_a.f", 1.5, -3}}},
        /* what is on the ground of a drive that stands still carries nothing */
        {"on what stands still",
         "Rub r(F=2);" T_ "Sources.Position drive(exact=true);" B_ "Sources.Constant nought(k=0);"
         "equation connect(nought.y, drive.s_ref); connect(drive.flange, r.flange_a);",
         1, .probes = {{"r.held", 1, 1}, {"r.f", 1, 0}}},
        /* the table takes the mass along with up to 2 N of 0.5*pi^2 */
        {"a mass on a driven table",
         "Rub r(F=2, useSupport=true);" MASS_
         "m(m=2, s(start=0, fixed=true), v(start=1.5707963267948966, fixed=true));" DRIVEN(
             "r.support") "connect(m.flange_a, r.flange_a);",
         0.25, .probes = {{"r.held", 0.25, 1}, {"m.v", 0.25, 0.5 * PI * cos(PI / 8)}}},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* An equation says the speed at which the mass begins. */
static void native_friction_brakes_from_the_start(void **state)
{
    (void)state;
    const loading loadings[] = {
        {"a mass of one's own that slides to rest, against 0.7 N",
         "Block m(m=1.5, s(fixed=true), v(start=0.5, fixed=true));" T_
         "Components.SupportFriction r(f_pos=[0,0.7]); equation connect(m.flange_a, r.flange_a);",
         2, .probes = {{"m.v", 1, 0.5 - 0.7 / 1.5}, {"m.v", 2, 0}, {"m.s", 2, 1.5 * 0.25 / 1.4}}},
        {"two of them, which push each other to one speed",
         "Block m(m=1.5, s(fixed=true), v(start=0.5, fixed=true));"
         "Block n(s(fixed=true), v(start=-1, fixed=true));" T_
         "Components.SupportFriction r(f_pos=[0,0.6], useSupport=true);"
         "equation connect(m.flange_a, r.flange_a); connect(n.flange_a, r.support);",
         2, .probes = {{"m.v", 1, 0.1}, {"n.v", 1, -0.4}, {"m.v", 2, -0.1}, {"n.v", 2, -0.1}}},
        {"two in line, without mass between them: the weaker one lets go",
         "Block m(m=2, s(fixed=true), v(fixed=true));" T_
         "Components.SupportFriction r(f_pos=[0,1.5], useSupport=true), q(f_pos=[0,1.2]); Push push;"
         "equation connect(push.flange, m.flange_b); connect(m.flange_a, r.flange_a);"
         "connect(r.support, q.flange_a);",
         3,
         .probes = {{"m.v", 0.6, 0},
                    {"m.v", 3, (GIVEN(3) - GIVEN(WHEN(0.6)) - 1.2 * (3 - WHEN(0.6))) / 2},
                    {"r.f", 3, 1.2}}},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* n lets go at 1.2 s, when m rubs on it with 1 N; the elimination of the steps before has other pivots. */
static void other_modes_have_other_pivots(void **state)
{
    (void)state;
    const loading loadings[] = {
        {"friction that grows, on a support that rubs",
         MASS_ "m" AT(1, 3) ", n" AT(2, 0) "; Rub r(F=0.4, rise=0.5, useSupport=true), q(F=1);"
                                           "equation connect(m.flange_a, r.flange_a);"
                                           "connect(r.support, n.flange_a); connect(n.flange_b, q.flange_a);",
         2, .probes = {LET_GO("q", 1.2), {"n.v", 2, 0.125 * 0.64}, {"m.v", 2, 1.2}}, .still = "n.s",
         .until = 1.2},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* Formulas give q and the accelerations: what balances is 0, and not its rounding. */
static void among_equations_alone_it_stands_still_too(void **state)
{
    (void)state;
    const double first = WHEN(0.3);
    const loading loadings[] = {
        {"a mass of one's own",
         "Block m(m=0.7, s(fixed=true), v(fixed=true)); Rub r(F=0.4, peak=1.5); Push push;"
         "equation connect(push.flange, m.flange_b); connect(m.flange_a, r.flange_a);",
         1.5,
         .probes = {LET_GO("r", first),
                    {"m.v", 1.5, (GIVEN(1.5) - GIVEN(first) - 0.4 * (1.5 - first)) / 0.7}},
         .still = "m.s", .until = first},
        /* once they go together, 3 kg have the momentum that there was and all that is given; n asks for
         * 2 kg/3 kg of 2 N at most */
        {"two masses of one's own that come to rest on each other",
         "Block m(s(fixed=true), v(start=1, fixed=true)), n(m=2, s(fixed=true), v(fixed=true));"
         "Rub r(F=1.5, useSupport=true);" LOADED
         "equation " LOAD("m") "connect(m.flange_a, r.flange_a); connect(r.support, n.flange_a);",
         3, .probes = {{"r.held", 3, 1}, {"m.v", 3, (1 + GIVEN(3)) / 3}, {"n.v", 3, (1 + GIVEN(3)) / 3}}},
    };
    check_all(loadings, EG_COUNT(loadings));
}

/* No component of the library is there: masses and loads are equations too, and each mass has several
 * elements. */
static void masses_of_ones_own_have_several(void **state)
{
    (void)state;
    const double first = WHEN(0.6), all = WHEN(0.45);
    const loading loadings[] = {
        {"two that come to rest and stay",
         "Block m(m=2, s(fixed=true), v(start=0.5, fixed=true)); Rub r(F=1.1), q(F=1.2); equation " BESIDE, 1,
         .probes = {{"m.v", 0.2, 0.5 - 2.3 * 0.1}, {"m.v", 1, 0}, {"m.s", 1, 0.25 / 2.3}, {"r.f", 1, 0}}},
        {"two, 0.8 N and 0.4 N",
         "Block m(m=2, s(fixed=true), v(fixed=true)); Rub r(F=0.5, peak=1.6), q(F=0.4); Push push;"
         "equation connect(push.flange, m.flange_b);" BESIDE,
         3,
         .probes = {LET_GO("r", first),
                    LET_GO("q", first),
                    {"m.v", 3, (GIVEN(3) - GIVEN(first) - 0.9 * (3 - first)) / 2}},
         .still = "m.s", .until = first},
        {"a triangle of 0.3 N, 0.6 N and 1 N", /* as above */
         "Block m(s(fixed=true), v(fixed=true)), n(m=2, s(fixed=true), v(fixed=true)); Push push;"
         "Rub r(F=0.3), p(F=0.6, useSupport=true), q(F=1); equation connect(push.flange, m.flange_b);"
         "connect(m.flange_a, r.flange_a); connect(m.flange_a, p.flange_a); connect(p.support, n.flange_a);"
         "connect(n.flange_b, q.flange_a);",
         2,
         .probes = {LET_GO("r", WHEN(0.3375)),
                    LET_GO("p", all),
                    {"q.f", 2, 0.6},
                    {"m.v", 2, GIVEN(2) - GIVEN(all) - 0.9 * (2 - all)}},
         .still = "n.s", .until = 2},
    };
    check_all(loadings, EG_COUNT(loadings));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_lets_go_in_the_midst_of_long_steps),
        cmocka_unit_test(side_by_side_they_share_the_load),
        cmocka_unit_test(what_comes_to_rest_holds_first),
        cmocka_unit_test(on_what_is_driven_it_slides_on),
        cmocka_unit_test(native_friction_brakes_from_the_start),
        cmocka_unit_test(other_modes_have_other_pivots),
        cmocka_unit_test(masses_of_ones_own_have_several),
        cmocka_unit_test(among_equations_alone_it_stands_still_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
