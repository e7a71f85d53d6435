/* Friction of the library beside friction that a user's class describes with a path parameter, as MSL's
 * LossyGear does: what both hold moves when both together can hold it no longer, however they share the load.
 *
 * Motions are closed between the instants at which something comes to rest or breaks away. */
#include "run_text.h"

#define PI 3.14159265358979323846

/* A result is within 100 TOL of the range of its signal; ranges are below 10. */
#define CLOSE (1e3 * TOL)

static const char *const engines[] = {"auto", "irk", "ida"};

/* ---------------------------------------------------------------- a gear with losses */

/* One whose teeth pass on the share eta of a torque that drives it, either way, in MSL's equations. */
static const char *const lossy =
    "model Gear "
    "  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a; "
    "  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b; "
    "  parameter Real ratio = 2, eta = 0.5; "
    "  Real phi_a, w_a, a_a, sa, loss, most, least, driving, braking; "
    "  Boolean drives, startForward(start=false), startBackward(start=false), locked(start=false); "
    "  Integer mode(start=2, fixed=true); "
    "equation "
    "  phi_a = flange_a.phi; phi_a = ratio*flange_b.phi; w_a = der(phi_a); a_a = der(w_a); "
    "  0 = flange_b.tau + ratio*(flange_a.tau - loss); "
    "  driving = (1 - eta)*flange_a.tau; braking = (1 - 1/eta)*flange_a.tau; "
    "  drives = flange_a.tau >= 0; "
    "  most = if noEvent(flange_a.tau > 0) then driving else braking; "
    "  least = if noEvent(flange_a.tau > 0) then braking else driving; "
    "  startForward = pre(mode) == 0 and sa > most or initial() and w_a > 0; "
    "  startBackward = pre(mode) == 0 and sa < least or initial() and w_a < 0; "
    "  locked = not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward); "
    "  loss = if locked then sa else if startForward or pre(mode) == 1 then (if drives then driving else "
    "    braking) else (if drives then braking else driving); "
    "  a_a = if locked then 0 else sa - loss; "
    "  mode = if (pre(mode) == 1 or startForward) and w_a > 0 then 1 else if (pre(mode) == -1 or "
    "    startBackward) and w_a < 0 then -1 else 0; "
    "end Gear; ";

/* J1 turns under 10 sin(2 pi t) and a bearing's friction T, J2 behind the gear under t2 = 2.5 t - 10, which
 * brakes it all the time: the torque tau into the gear is positive. Then the gear passes on eta tau forward
 * and tau/eta backward:
 *   (J2/ratio + ratio eta^s J1) a = t2 + ratio eta^s (10 sin(2 pi t) - s T),   s = 1 forward, -1 backward,
 * and all stands still while eta <= tau ratio/|t2| <= 1/eta for some tau within T of 10 sin(2 pi t). */
typedef struct geared {
    double J1, J2, ratio, eta, T;
} geared;

static double load_of(double t)
{
    return 2.5 * t - 10;
}

/* How far the load is beyond what moves it the way s. */
static double excess(const geared *g, int s, double t)
{
    return s * (load_of(t) + g->ratio * pow(g->eta, s) * (10 * sin(2 * PI * t) - s * g->T));
}

/* The speed at t that was 0 at `from` and has gone the way s. */
static double speed(const geared *g, int s, double from, double t)
{
    double by = g->ratio * pow(g->eta, s), J = g->J2 / g->ratio + by * g->J1;
    return (1.25 * (t * t - from * from) - (10 + by * s * g->T) * (t - from) -
            by * 10 / (2 * PI) * (cos(2 * PI * t) - cos(2 * PI * from))) /
           J;
}

/* Where the way that the last motion went ends, or the next one begins: the first sign change, by steps that
 * no motion here is short of, then halved to rounding. */
static double next_instant(const geared *g, int *s, double from)
{
    const double step = 1e-4;
    for (double t = from + step;; t += step)
        for (int way = *s ? *s : -1; way <= (*s ? *s : 1); way += 2) {
            bool there = *s ? *s * speed(g, *s, from, t) < 0 : excess(g, way, t) > 0;
            if (!there)
                continue;
            double low = t - step, high = t;
            for (int i = 0; i < 60; i++) {
                double middle = 0.5 * (low + high);
                bool past = *s ? *s * speed(g, *s, from, middle) < 0 : excess(g, way, middle) > 0;
                *(past ? &high : &low) = middle;
            }
            *s = *s ? 0 : way;
            return high;
        }
}

static void check_geared(const geared *g, const char *engine)
{
    const double stop = 0.5; /* while the drive is positive */
    char text[4000];
    snprintf(
        text, sizeof text,
        "%s Gear gear(ratio=%.17g, eta=%.17g); " R_ "Components.Inertia i1(J=%.17g), i2(J=%.17g, "
        "phi(fixed=true), w(fixed=true)); " R_ "Sources.Torque t1, t2; " B_ "Sources.Sine drive("
        "amplitude=10, f=1); " B_ "Sources.Ramp load(height=5, duration=2, offset=-10); " R_
        "Components.BearingFriction bearing(tau_pos=[0, %.17g]); "
        "equation connect(drive.y, t1.tau); connect(load.y, t2.tau); connect(t1.flange, bearing.flange_a); "
        "connect(bearing.flange_b, i1.flange_a); connect(i1.flange_b, gear.flange_a); "
        "connect(gear.flange_b, i2.flange_a); connect(i2.flange_b, t2.flange);",
        lossy, g->ratio, g->eta, g->J1, g->J2, g->T);
    rig r = read_text(text);
    r.engine = engine;
    run(&r, stop, TOL);
    int s = excess(g, -1, 0) > 0 ? -1 : 0, phases = 0;
    double from = 0, until = 0;
    for (size_t row = 0; row < rows(&r); phases++) {
        int way = s;
        until = next_instant(g, &s, from);
        for (; row < rows(&r) && time_of(&r, row) <= until; row++)
            NEAR(at(&r, "i1.w", row), way ? speed(g, way, from, time_of(&r, row)) : 0, CLOSE);
        from = until;
    }
    TRUE(phases >= 3);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

static void gear_holds_beside_a_bearing(void **state)
{
    (void)state;
    static const geared all[] = {{1, 1.5, 2, 0.5, 0.5}, {1, 1.5, 2, 0.5, 0.05}, {0.3, 4, 2, 0.7, 1.5},
                                 {1, 1.5, 2, 0.9, 0.2}, {2, 0.1, 1.5, 0.6, 1},  {1, 1.5, 3, 0.5, 3}};
    for (size_t i = 0; i < EG_COUNT(all); i++)
        for (size_t e = 0; e < EG_COUNT(engines); e++)
            check_geared(&all[i], engines[e]);
    ALL_WELL();
}

/* ---------------------------------------------------------------- side by side */

/* Coulomb friction as MSL's classes write it. */
static const char *const rub =
    "model Rub "
    "  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange; "
    "  parameter Real up = 1, down = 1; "
    "  Real w, a, sa, tau; "
    "  Boolean startForward(start=false), startBackward(start=false), locked(start=false); "
    "  Integer mode(start=3, fixed=true); "
    "equation "
    "  w = der(flange.phi); a = der(w); flange.tau = tau; "
    "  startForward = pre(mode) == 0 and sa > up or initial() and w > 0; "
    "  startBackward = pre(mode) == 0 and sa < -down or initial() and w < 0; "
    "  locked = not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward); "
    "  tau = if locked then sa else if startForward or pre(mode) == 1 then up else -down; "
    "  a = if locked then 0 else if startForward or pre(mode) == 1 then sa - up else sa + down; "
    "  mode = if (pre(mode) == 1 or startForward) and w > 0 then 1 else if (pre(mode) == -1 or "
    "    startBackward) and w < 0 then -1 else 0; "
    "end Rub; ";

/* A shaft under a torque that grows at 4 N.m/s either way; friction at it, behind a gear, and own friction,
 * one or two. It moves from t0 on, when the torque is the sum of what they can hold:
 * J w = 4 (t - t0)^2/2. */
typedef struct beside {
    double native, behind, ratio, up, down, more;
} beside;

static void check_beside(const beside *b, int way, const char *engine)
{
    const double J = 1.5, stop = 3;
    double own = (way > 0 ? b->up : b->down) + b->more;
    double t0 = (b->native + b->behind * fabs(b->ratio) + own) / 4;
    char text[4000];
    snprintf(text, sizeof text,
             "%s Rub own(up=%.17g, down=%.17g), more(up=%.17g, down=%.17g); " R_
             "Components.Inertia i(J=1.5, "
             "phi(fixed=true), w(fixed=true)); " R_ "Components.IdealGear gear(ratio=%.17g); " R_
             "Sources.Torque t; " B_ "Sources.Ramp load(height=%d, duration=3); " R_
             "Components.BearingFriction first(tau_pos=[0, %.17g]), second(tau_pos=[0, %.17g]); "
             "equation connect(load.y, t.tau); connect(t.flange, i.flange_a); "
             "connect(i.flange_b, first.flange_a); connect(i.flange_b, own.flange); "
             "connect(i.flange_b, more.flange); "
             "connect(i.flange_b, gear.flange_b); connect(gear.flange_a, second.flange_a);",
             rub, b->up, b->down, b->more, b->more, b->ratio, 12 * way, b->native, b->behind);
    rig r = read_text(text);
    r.engine = engine;
    run(&r, stop, TOL);
    for (size_t i = 0; i < rows(&r); i++) {
        double d = fmax(time_of(&r, i) - t0, 0);
        NEAR(at(&r, "i.w", i), way * 2 * d * d / J, CLOSE);
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

static void all_hold_side_by_side(void **state)
{
    (void)state;
    static const beside all[] = {{1, 0, 1, 2, 2, 1e-3},    {1, 0.5, 2, 2, 2, 1}, {0.1, 1, -1.5, 2, 2, 0.3},
                                 {3, 1e-3, 5, 1e-3, 1, 1}, {1, 1, 1, 3, 0.2, 1}, {1e-6, 2, 1, 1, 3, 1e-6}};
    for (size_t i = 0; i < EG_COUNT(all); i++)
        for (int way = -1; way <= 1; way += 2)
            for (size_t e = 0; e < EG_COUNT(engines); e++)
                check_beside(&all[i], way, engines[e]);
    ALL_WELL();
}

/* Two friction elements of one's own side by side between shafts that native friction does not hold: they
 * share what they carry all the same. The bearing lets the torque of 4 N.m/s go at 1 N.m; all turn together
 * then. */
static void some_hold_where_native_friction_does_not(void **state)
{
    (void)state;
    static const double J[][3] = {{1.5, 1, 1}, {1.89, 1.7, 2.95}, {0.3, 2, 0.7}};
    for (size_t n = 0; n < EG_COUNT(J) * EG_COUNT(engines); n++) {
        const double *of = J[n / EG_COUNT(engines)];
        char text[4000];
        snprintf(
            text, sizeof text,
            "%s model Pair extends Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges; "
            "  parameter Real most = 1; Real w, a, sa, tau; "
            "  Boolean startForward(start=false), startBackward(start=false), locked(start=false); "
            "  Integer mode(start=3, fixed=true); "
            "equation "
            "  w = der(flange_b.phi - flange_a.phi); a = der(w); flange_b.tau = tau; "
            "  flange_a.tau = -tau; "
            "  startForward = pre(mode) == 0 and sa > most or initial() and w > 0; "
            "  startBackward = pre(mode) == 0 and sa < -most or initial() and w < 0; "
            "  locked = not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward); "
            "  tau = if locked then sa else if startForward or pre(mode) == 1 then most else -most; "
            "  a = if locked then 0 else if startForward or pre(mode) == 1 then sa - most else sa + most; "
            "  mode = if (pre(mode) == 1 or startForward) and w > 0 then 1 else if (pre(mode) == -1 or "
            "    startBackward) and w < 0 then -1 else 0; "
            "end Pair; "
            "Pair one(most=2), two(most=1), three(most=5); "
            "model Shaft = " R_ "Components.Inertia(phi(fixed=true), w(fixed=true)); "
            "Shaft h(J=%.17g), i(J=%.17g), k(J=%.17g); " R_ "Sources.Torque t; " B_
            "Sources.Ramp load(height=4, duration=1); " R_
            "Components.BearingFriction bearing(tau_pos=[0, 1]); "
            "equation connect(load.y, t.tau); connect(t.flange, h.flange_a); "
            "connect(h.flange_a, bearing.flange_a); connect(h.flange_b, three.flange_a); "
            "connect(three.flange_b, i.flange_a); connect(i.flange_b, one.flange_a); "
            "connect(i.flange_b, two.flange_a); connect(one.flange_b, k.flange_a); "
            "connect(two.flange_b, k.flange_a);",
            rub, of[0], of[1], of[2]);
        rig r = read_text(text);
        r.engine = engines[n % EG_COUNT(engines)];
        run(&r, 1, TOL);
        for (size_t i = 0; i < rows(&r); i++) {
            const double d = fmax(time_of(&r, i) - 0.25, 0);
            NEAR(at(&r, "k.w", i), 2 * d * d / (of[0] + of[1] + of[2]), CLOSE);
            NEAR(at(&r, "one.tau", i), 2 * at(&r, "two.tau", i), CLOSE);
        }
        rig_end(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gear_holds_beside_a_bearing),
                                       cmocka_unit_test(all_hold_side_by_side),
                                       cmocka_unit_test(some_hold_where_native_friction_does_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
