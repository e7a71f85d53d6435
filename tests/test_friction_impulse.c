/* Friction where speeds jump: at rigid walls and hard stops, by reinit, by drives. It slides then as the
 * bodies move, whatever v_small, and sticks at speed 0 alone; the energy balance closes. Every engine and the
 * flat text are held against closed forms.
 *
 * Between events all forces are constant and all speeds linear in time, which every engine integrates exactly
 * but for rounding: events lie within some ulp of time. 1e-9 of the speeds is more than all of that. */
#include "run_text.h"

enum { MOST_PROBES = 4 };

typedef struct probe {
    const char *name;
    double value;
} probe;

typedef struct jump {
    const char *name, *text;
    double stop;
    probe probes[MOST_PROBES];
    const char *small;  /* the parameter that must not matter */
    bool has_equations; /* the engine exact takes none */
    bool is_native;     /* flat text is refused: equations do not say it */
} jump;

static void check_probes(const jump *of, const rig *r, const char *how)
{
    const int failures = rig_failures;
    for (int i = 0; i < MOST_PROBES && of->probes[i].name; i++)
        NEAR(end(r, of->probes[i].name), of->probes[i].value, 1e-9 * (1e-3 + fabs(of->probes[i].value)));
    if (rig_failures > failures)
        print_error("  %s, %s\n", of->name, how);
}

static void check_native(const jump *of, const char *engine, double small)
{
    rig r = read_text(of->text);
    r.engine = engine;
    if (small >= 0)
        rig_demand(&r, eg_spec_set(r.spec, of->small, small, r.d) == EG_OK, of->small);
    run(&r, of->stop, TOL);
    check_probes(of, &r, engine);
    AT_MOST(r.st.energy.error, 1e-12);
    rig_end(&r);
}

static void check_flat(const jump *of, double small)
{
    rig r = read_text(of->text);
    char *text = NULL;
    size_t length = 0;
    if (small >= 0)
        rig_demand(&r, eg_spec_set(r.spec, of->small, small, r.d) == EG_OK, of->small);
    eg_status status = eg_spec_flatten(r.spec, r.d, &text, &length);
    TRUE((status == EG_OK) != of->is_native);
    if (status != EG_OK) {
        rig_end(&r);
        return;
    }
    eg_spec_free(r.spec);
    r.spec = NULL;
    rig_demand(&r, eg_spec_read_text(text, length, "flat.mo", NULL, r.d, &r.spec) == EG_OK, of->name);
    free(text);
    r.engine = "auto";
    run(&r, of->stop, TOL);
    check_probes(of, &r, "flat");
    rig_end(&r);
}

static void check_all(const jump *jumps, size_t count)
{
    static const char *const engines[] = {"auto", "erk", "irk", "ida", "exact"};
    static const double smalls[] = {-1, 0, 1e-320, 1e-3, 1e10}; /* -1: MSL's */
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < EG_COUNT(smalls) && (k == 0 || jumps[i].small); k++) {
            for (size_t e = 0; e < EG_COUNT(engines) - jumps[i].has_equations; e++)
                check_native(&jumps[i], engines[e], smalls[k]);
            check_flat(&jumps[i], smalls[k]);
        }
    ALL_WELL();
}

/* ---------------------------------------------------------------- rigid walls */

#define BALL(m, s0, v0)                                                                                      \
    T_ "Components.Mass b(m=" #m ", s(start=" #s0 ", fixed=true), v(start=" #v0 ", fixed=true));"
#define WALL(e, v_min)                                                                                       \
    T_ "Components.Fixed wall; Elastogap.Contact.Gap g(law=\"restitution\", e=" #e ", v_min=" #v_min ");"
#define GEAR R_ "Components.IdealGearR2T gear(ratio=1);"
#define ON_WALL "connect(wall.flange, g.flange_a); connect(g.flange_b, b.flange_a);"
#define ON_GEAR ON_WALL "connect(b.flange_b, gear.flangeT); connect(gear.flangeR, r.flange_a);"
#define PRESS B_ "Sources.Constant press(k=1);"
#define PRESSED "connect(press.y, r.f_normalized);"
#define SHAFT(name, J, w0)                                                                                   \
    R_ "Components.Inertia " #name "(J=" #J ", phi(start=0, fixed=true), w(start=" #w0 ", fixed=true));"

/* A mass m comes from s0 with v0, rubs with a*m and rebounds from the wall at 0 with e: its speed at t. */
static double after_wall(double s0, double v0, double a, double e, double t)
{
    const double u = sqrt(v0 * v0 - 2 * a * s0), touch = (v0 - u) / a;
    return e * u - a * (t - touch);
}

static void it_rebounds_from_a_wall(void **state)
{
    (void)state;
    const double fast = after_wall(1, 1, 0.05, 0.8, 1.5), slow = after_wall(1e-3, 9e-4, 1e-7, 0.8, 1.5);
    const jump jumps[] = {
        {"a bearing",
         BALL(2, 1, -1) WALL(0.8, 1e-3) GEAR R_
         "Components.BearingFriction r(tau_pos=[0, 0.1]); equation " ON_GEAR,
         1.5, .probes = {{"b.v", fast}, {"r.mode", 1}}, .small = "r.w_small"},
        {"a brake",
         BALL(2, 1, -1) WALL(0.8, 1e-3) GEAR PRESS R_
         "Components.Brake r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED ON_GEAR,
         1.5, .probes = {{"b.v", fast}, {"r.mode", 1}}, .small = "r.w_small"},
        {"slowly, on the ground",
         BALL(2, 1e-3, -9e-4) WALL(0.8, 1e-6) T_
         "Components.SupportFriction r(f_pos=[0, 2e-7]); equation " ON_WALL
         "connect(b.flange_b, r.flange_a);",
         1.5, .probes = {{"b.v", slow}, {"r.mode", 1}}, .small = "r.v_small"},
        /* at 1 s the clutch, which has held, slips */
        {"a clutch that holds until then",
         BALL(2, 1, -1) WALL(0.8, 1e-3) GEAR PRESS SHAFT(j, 3, -1) R_
         "Components.Clutch r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED ON_GEAR
         "connect(r.flange_b, j.flange_a);",
         1.5, .probes = {{"b.v", 0.8 - 0.025}, {"j.w", -1 + 0.05 / 3}, {"r.mode", -1}}, .small = "r.w_small"},
        /* faster than the mass it pulls that on: from 1 s on w_rel is negative instead of positive */
        {"a clutch that slips",
         BALL(2, 1, -1) WALL(0.8, 1e-9) GEAR PRESS SHAFT(j, 1e9, 0.5) R_
         "Components.Clutch r(mu_pos=[0, 1e-9], fn_max=1); equation " PRESSED ON_GEAR
         "connect(r.flange_b, j.flange_a);",
         1.5, .probes = {{"b.v", 0.8}, {"j.w", 0.5}, {"r.mode", -1}}, .small = "r.w_small"},
    };
    NEAR(fast, 0.7352633404, 1e-10);
    check_all(jumps, EG_COUNT(jumps));
}

/* ---------------------------------------------------------------- reinit and drives */

static void reinit_lets_go_what_is_held(void **state)
{
    (void)state;
    const jump jumps[] = {
        {"a clutch",
         SHAFT(a, 2, 1) SHAFT(b, 3, 1) PRESS R_
         "Components.Clutch r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED
         "connect(a.flange_b, r.flange_a); connect(r.flange_b, b.flange_a);"
         "when time > 0.5 then reinit(b.w, -1); end when;",
         1, .probes = {{"a.w", 1 - 0.025}, {"b.w", -1 + 0.05 / 3}, {"r.mode", -1}}, .small = "r.w_small",
         .has_equations = true},
        {"what slides the other way",
         SHAFT(a, 2, 1) R_
         "Components.BearingFriction r(tau_pos=[0, 0.1]); equation connect(a.flange_b, r.flange_a);"
         "when time > 0.5 then reinit(a.w, -1); end when;",
         1, .probes = {{"a.w", -1 + 0.025}, {"r.mode", -1}}, .small = "r.w_small", .has_equations = true},
        {"what comes to rest",
         SHAFT(a, 2, 1) R_
         "Components.BearingFriction r(tau_pos=[0, 0.1]); equation connect(a.flange_b, r.flange_a);"
         "when time > 0.5 then reinit(a.w, 0); end when;",
         1, .probes = {{"a.w", 0}, {"r.mode", 0}}, .small = "r.w_small", .has_equations = true},
        /* 10 N press it to the wall: an impact with 1 m/s */
        {"a closed contact",
         BALL(2, 0, 0) WALL(0.5, 1e-3) T_
         "Components.SupportFriction r(f_pos=[0, 0.1]);" T_ "Sources.ConstantForce f(f_constant=-10);"
         "equation " ON_WALL "connect(b.flange_b, r.flange_a); connect(f.flange, b.flange_b);"
         "when time > 0.5 then reinit(b.v, -1); end when;",
         0.55, .probes = {{"b.v", 0.5 - 5.05 * 0.05}, {"r.mode", 1}}, .small = "r.v_small",
         .has_equations = true},
    };
    check_all(jumps, EG_COUNT(jumps));
}

#define JUMPS(from, to)                                                                                      \
    B_ "Sources.Step jump(offset=" #from ", height=(" #to ") - (" #from "), startTime=0.5);"

static void drives_jump(void **state)
{
    (void)state;
    const jump jumps[] = {
        {"a clutch that holds until then",
         SHAFT(b, 3, 1) PRESS JUMPS(1, -1) R_
         "Sources.Speed s(exact=true);" R_ "Components.Clutch r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED
         "connect(jump.y, s.w_ref); connect(s.flange, r.flange_a); connect(r.flange_b, b.flange_a);",
         1, .probes = {{"b.w", 1 - 0.05 / 3}, {"r.mode", 1}}, .small = "r.w_small"},
        /* it slips by 2 rad/s, where its table says 0.5 + 0.1*1.9/2.9: less than 0.6, which holds */
        {"a clutch of a steep table, on what a bearing holds",
         SHAFT(b, 3, 0) PRESS JUMPS(0, 2) R_
         "Sources.Speed s(exact=true);" R_ "Components.BearingFriction hold(tau_pos=[0, 0.3], peak=2);" R_
         "Components.Clutch r(mu_pos=[0, 0.1; 0.1, 0.5; 3, 0.6], fn_max=1); equation " PRESSED
         "connect(jump.y, s.w_ref); connect(s.flange, r.flange_a); connect(r.flange_b, b.flange_a);"
         "connect(b.flange_b, hold.flange_a);",
         1, .probes = {{"b.w", 0}, {"hold.mode", 0}, {"r.mode", -1}, {"r.tau", -(0.5 + 0.1 * 1.9 / 2.9)}},
         .small = "r.w_small"},
        {"a bearing on the drive",
         JUMPS(1, -1) R_ "Sources.Speed s(exact=true);" R_
                         "Components.BearingFriction r(tau_pos=[0, 0.1]); equation "
                         "connect(jump.y, s.w_ref); connect(s.flange, r.flange_a);",
         1, .probes = {{"r.w", -1}, {"r.mode", -1}, {"r.tau", -0.1}}, .small = "r.w_small"},
        /* the table comes up with 1 m/s: 1.5 m/s for a ball that rests on it */
        {"a table",
         BALL(2, 0, 0)
             JUMPS(0, 1) "Elastogap.Contact.Gap g(law=\"restitution\", e=0.5);" T_
                         "Sources.Speed s(exact=true);" T_ "Components.SupportFriction r(f_pos=[0, 0.1]);" T_
                         "Sources.ConstantForce f(f_constant=-10); equation connect(jump.y, s.v_ref);"
                         "connect(s.flange, g.flange_a); connect(g.flange_b, b.flange_a);"
                         "connect(b.flange_b, r.flange_a);"
                         "connect(f.flange, b.flange_b);",
         0.55, .probes = {{"b.v", 1.5 - 5.05 * 0.05}, {"r.mode", 1}}, .small = "r.v_small"},
    };
    check_all(jumps, EG_COUNT(jumps));
}

/* ---------------------------------------------------------------- hard stops */

/* A mass of 1 kg meets its stop at 1 m; the gear turns twice as fast. The clutch takes 0.2 N from it and
 * gives 0.1 N.m to the shaft, which turns slower than the gear before, and faster after. */
static void a_hard_stop_behind_a_gear(void **state)
{
    (void)state;
    const double hit = 10 - sqrt(90), w = 3 + 0.1 / 3 * hit - 0.1 / 3 * (2 - hit);
    const jump jumps[] = {
        {"a clutch",
         T_ "Components.MassWithStopAndFriction m(m=1, smax=1, smin=-1, L=0, F_prop=0, F_Coulomb=0,"
            "F_Stribeck=0, s(start=0, fixed=true), v(start=2, fixed=true));" R_
            "Components.IdealGearR2T gear(ratio=2);" PRESS SHAFT(b, 3, 3) R_
         "Components.Clutch r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED
         "connect(m.flange_b, gear.flangeT); connect(gear.flangeR, r.flange_a);"
         "connect(r.flange_b, b.flange_a);",
         2, .probes = {{"m.v", 0}, {"b.w", w}, {"r.mode", 1}}, .small = "r.w_small"},
    };
    check_all(jumps, EG_COUNT(jumps));
}

/* ---------------------------------------------------------------- what holds more than it slides with */

/* A load between both stops what moves against it, and is held. */
static void what_comes_to_rest_is_no_jump(void **state)
{
    (void)state;
    const jump jumps[] = {
        {"a bearing",
         SHAFT(b, 1, 1) R_ "Sources.ConstantTorque f(tau_constant=-0.8);" R_
                           "Components.BearingFriction r(tau_pos=[0, 0.5; 1, 0.5; 2, 1], peak=2); equation "
                           "connect(f.flange, b.flange_a); connect(b.flange_b, r.flange_a);",
         1, .probes = {{"b.w", 0}, {"r.mode", 0}, {"r.tau", -0.8}, {"b.phi", 0.5 / 1.3}},
         .small = "r.w_small"},
        {"a brake",
         BALL(1, 0, -1) PRESS T_ "Sources.ConstantForce f(f_constant=0.8);" T_
                                 "Components.Brake r(mu_pos=[0, 0.5], fn_max=1, peak=2); equation " PRESSED
                                 "connect(f.flange, b.flange_a); connect(b.flange_b, r.flange_a);",
         1, .probes = {{"b.v", 0}, {"r.mode", 0}, {"b.s", -0.5 / 1.3}}, .small = "r.v_small"},
        {"a clutch",
         SHAFT(a, 1, 1) SHAFT(b, 1, -1) PRESS R_
         "Sources.ConstantTorque f(tau_constant=-0.8), g(tau_constant=0.8);" R_
         "Components.Clutch r(mu_pos=[0, 0.5], fn_max=1, peak=2); equation " PRESSED
         "connect(f.flange, a.flange_a); connect(a.flange_b, r.flange_a);"
         "connect(g.flange, b.flange_b); connect(r.flange_b, b.flange_a);",
         1, .probes = {{"a.w", 0}, {"b.w", 0}, {"r.mode", 0}, {"a.phi", 0.5 / 1.3}}, .small = "r.w_small"},
        {"a mass with friction",
         T_ "Components.MassWithStopAndFriction r(m=1, L=0, smin=-10, smax=10, F_prop=0, F_Coulomb=0.5, "
            "F_Stribeck=0, fexp=0, s(start=0, fixed=true), v(start=1, fixed=true));" T_
            "Sources.ConstantForce f(f_constant=-0.50025); equation connect(f.flange, r.flange_b);",
         2, .probes = {{"r.v", 0}, {"r.mode", 0}, {"r.s", 0.5 / 1.00025}}, .small = "r.v_small"},
    };
    check_all(jumps, EG_COUNT(jumps));
}

/* ---------------------------------------------------------------- freewheels */

/* 2 and 3 kg.m2 turn as one from then on: the momentum is 2*1 - 3*1. */
static void a_freewheel_takes_the_impulse(void **state)
{
    (void)state;
    const jump jumps[] = {
        {"a freewheel",
         SHAFT(a, 2, 1) SHAFT(b, 3, 1) PRESS R_
         "Components.OneWayClutch r(mu_pos=[0, 0.1], fn_max=1); equation " PRESSED
         "connect(a.flange_b, r.flange_a); connect(r.flange_b, b.flange_a);"
         "when time > 0.5 then reinit(b.w, -1); end when;",
         1, .probes = {{"a.w", -0.2}, {"b.w", -0.2}}, .small = "r.w_small", .has_equations = true,
         .is_native = true},
    };
    check_all(jumps, EG_COUNT(jumps));
    rig r = read_text(jumps[0].text);
    r.engine = "auto";
    run(&r, 1, TOL);
    TRUE(event_time(&r, "r", "holds, impulse 2.4 N.m.s, loss 2.4 J", 0) == 0.5);
    NEAR(r.st.energy.dissipated, 2.4, 1e-14);
    rig_end(&r);
    ALL_WELL();
}

/* ---------------------------------------------------------------- forces of any size */

/* Of masses and forces that are all `size` times as large the motion is the same. A mass of 2 under -0.3 is
 * held by a brake of 0.4 until that lets go at 0.5 s, falls with -0.15 and, at 0.75 s by reinit with -1, onto
 * a wall that is 0.1 below and throws all of it back. From the first to the second event, and then, its speed
 * is linear in time. */
static void forces_may_have_any_size(void **state)
{
    (void)state;
    static const double sizes[] = {1e-20, 1e-13, 1e-6, 1, 1e6, 1e13, 1e20};
    const double a = -0.15, s = 0.1 + a / 2 * 0.0625, u = sqrt(1 - 2 * a * s), t = 0.75 + (u - 1) / -a;
    for (size_t i = 0; i < EG_COUNT(sizes); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 T_ "Components.Mass b(m=%.17g, s(start=0.1, fixed=true), v(start=0, fixed=true)); " WALL(
                     1, 1e-3) T_ "Sources.ConstantForce f(f_constant=%.17g); " B_
                                 "Sources.Step press(offset=1, height=-1, startTime=0.5); " T_
                                 "Components.Brake r(mu_pos=[0, 1], fn_max=%.17g); equation " PRESSED ON_WALL
                                 "connect(b.flange_b, r.flange_a); connect(f.flange, b.flange_a); "
                                 "when time >= 0.75 then reinit(b.v, -1); end when;",
                 2 * sizes[i], -0.3 * sizes[i], 0.4 * sizes[i]);
        const jump of = {"any size", text, 1, .probes = {{"b.v", u + a * (1 - t)}, {"r.mode", 2}},
                         .has_equations = true};
        check_all(&of, 1);
    }
}

/* A push of 2000 m/s2 holds a mass 763 m away against a wall that throws back a fiftieth: hops soon are lower
 * than positions there tell, 1e-13 m, and
 * faster than v_min. It rests at the wall. */
static void low_hops_end(void **state)
{
    (void)state;
    static const char *const engines[] = {"auto", "erk", "irk", "exact", "ida"};
    for (size_t e = 0; e < EG_COUNT(engines); e++) {
        rig r = read_text(
            T_ "Components.Mass b(m=8e5, s(start=762.3, fixed=true), v(start=-0.3, fixed=true)); " T_
               "Sources.ConstantForce f(f_constant=1.6e9); " T_ "Components.Fixed wall(s0=763.3); "
               "Elastogap.Contact.Gap g(law=\"restitution\", e=0.02, v_min=1e-9); "
               "equation connect(wall.flange, g.flange_b); connect(g.flange_a, b.flange_a); "
               "connect(f.flange, b.flange_b);");
        r.engine = engines[e];
        run(&r, 1, TOL);
        NEAR(end(&r, "b.v"), 0, 1e-12);
        NEAR(end(&r, "b.s"), 763.3, 1e-11);
        AT_MOST((double)r.st.events, 30);
        rig_end(&r);
    }
    ALL_WELL();
}

/* Hops that are too low for any error to count, by engines whose first steps would go across them: impacts
 * are e^k u apart, u from 1.9 m, until one is below v_min. */
static void hops_shrink_to_rest(void **state)
{
    (void)state;
    static const double es[] = {0.03, 0.16}, v_mins[] = {1e-6, 1e-9};
    static const char *const engines[] = {"auto", "irk", "ida"};
    for (int k = 0; k < 12; k++) {
        const double e = es[k % 2], v_min = v_mins[k / 2 % 2], u = sqrt(1.44 + 2 * 2 * 1.9);
        char text[1000];
        snprintf(text, sizeof text,
                 BALL(1, 0, -1.2) T_ "Sources.ConstantForce f(f_constant=-2); " T_
                                     "Components.Fixed wall(s0=-1.9); Elastogap.Contact.Gap "
                                     "g(law=\"restitution\", e=%g, v_min=%g); equation " ON_WALL
                                     "connect(f.flange, b.flange_b);",
                 e, v_min);
        rig r = read_text(text);
        r.engine = engines[k / 4];
        run(&r, 2, TOL);
        NEAR(end(&r, "b.v"), 0, 0);
        NEAR(end(&r, "b.s"), -1.9, 1e-11);
        NEAR(r.st.energy.dissipated, u * u / 2, 1e-9);
        AT_MOST((double)r.st.events, ceil(log(v_min / u) / log(e)) + 3);
        rig_end(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_rebounds_from_a_wall),
        cmocka_unit_test(reinit_lets_go_what_is_held),
        cmocka_unit_test(drives_jump),
        cmocka_unit_test(a_hard_stop_behind_a_gear),
        cmocka_unit_test(what_comes_to_rest_is_no_jump),
        cmocka_unit_test(a_freewheel_takes_the_impulse),
        cmocka_unit_test(forces_may_have_any_size),
        cmocka_unit_test(low_hops_end),
        cmocka_unit_test(hops_shrink_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
