/* Events of users' equations: relations, when clauses, samples, reinit, assertions; closed forms. */
#include "equation_models.h"

#include <float.h>

static const double g = 9.81;

/* Instants at which `name` grows, the right rows of events; their number. */
static int steps_of(const rig *r, const char *name, double *times, int room)
{
    int count = 0;
    for (size_t i = 1; i < rows(r) && count < room; i++)
        if (at(r, name, i) > at(r, name, i - 1) + 0.5)
            times[count++] = time_of(r, i);
    return count;
}

/* Dropped from 1 m, e = 0.7: the first bounce at sqrt(2 h/g), the next ones 2 v_k/g later, v_k = e^k v_0. */
static void check_bounces(rig *r, double tolerance)
{
    double times[20], t = sqrt(2 / g), v = 0.7 * g * t;
    int count = steps_of(r, "bounces", times, 20);
    TRUE(count == 6);
    for (int i = 0; i < count; i++) {
        NEAR(times[i], t, tolerance);
        t += 2 * v / g;
        v *= 0.7;
    }
}

static void a_bouncing_ball(void **state)
{
    (void)state;
    rig r = run_text("model Ball parameter Real e = 0.7, g = 9.81; Real h(start = 1, fixed = true), "
                     "v(start = 0, fixed = true); Integer bounces(start = 0, fixed = true); "
                     "equation der(h) = v; der(v) = -g; "
                     "when h < 0 then reinit(v, -e*pre(v)); bounces = pre(bounces) + 1; end when; end Ball;",
                     2.25, 1e-9);
    check_bounces(&r, 1e-9);
    AT_MOST(-smallest(&r, "h"), 1e-12);
    NEAR(begin(&r, "bounces"), 0, 0);
    rig_end(&r);
}

/* As it lasts bounces pile up before 2.56 s, and in the end the ball falls through. Flight k is e^(2 k) m
 * high, and followed by a bounce as long as that is more than round-off, 8 ulp of the way that the step goes
 * on below, which is 0.96 m at the end of the run: k <= 47, so that bounce 48 is seen, and one more as the
 * ball falls. A step that is made again since what is found is in so small a share of it may see more, as
 * long as a flight, 0.9 0.7^k s, is longer than 64 ulp of time: k <= 86. */
static void bounces_pile_up_until_round_off(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk"};
    for (int k = 0; k < 2; k++) {
        rig r = rig_read("model Ball Real h(start = 1, fixed = true), v(start = 0, fixed = true); "
                         "Integer bounces(start = 0, fixed = true); equation der(h) = v; der(v) = -9.81; "
                         "when h < 0 then reinit(v, -0.7*pre(v)); bounces = pre(bounces) + 1; end when; "
                         "end Ball;");
        r.engine = engines[k];
        run(&r, 3, 1e-6);
        TRUE(end(&r, "bounces") >= 48 && end(&r, "bounces") <= 88);
        rig_end(&r);
    }
}

/* The same with a native mass, whose speed is reinitialised; the kinetic energy that is lost is booked. */
static void a_bouncing_native_mass(void **state)
{
    (void)state;
    rig r = run_text(
        "model Ball " USES "Mass m(m = 2, s(start = 1, fixed = true), v(start = 0, fixed = true)); "
        "ConstantForce weight(f_constant = -2*9.81); Integer bounces(start = 0); "
        "equation connect(weight.flange, m.flange_a); "
        "when m.s < 0 then reinit(m.v, -0.7*pre(m.v)); bounces = pre(bounces) + 1; end when; end Ball;",
        2.25, 1e-9);
    check_bounces(&r, 1e-8);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* 0.25, 0.75, ...: a counter, a held value and what follows from it. */
static void samples_count_and_hold(void **state)
{
    (void)state;
    rig r =
        run_text("model S Real x(start = 0, fixed = true); discrete Real u(start = 0); Integer n(start = 0); "
                 "Boolean late = time >= 1.2, was; Real y = if n > 2 then 10 else n; Real twice; "
                 "equation der(x) = u - x; was = pre(late); "
                 "when sample(0.25, 0.5) then n = pre(n) + 1; u = 2*n; end when; "
                 "when {sample(0, 1), n > 2} then twice = 2*time; end when; end S;",
                 1.5, 1e-9);
    double times[10];
    TRUE(steps_of(&r, "n", times, 10) == 3);
    for (int i = 0; i < 3; i++)
        NEAR(times[i], 0.25 + 0.5 * i, 0);
    NEAR(end(&r, "u"), 6, 0);
    NEAR(end(&r, "y"), 10, 0);
    NEAR(value(&r, "y", 1), 2, 0);
    NEAR(value(&r, "twice", 1.11), 2, 0);
    NEAR(end(&r, "twice"), 2.5, 0);
    NEAR(value(&r, "late", 1.2), 1, 0);
    NEAR(value(&r, "late", 1.185), 0, 0);
    NEAR(end(&r, "was"), 1, 0);
    double x = 2 * (1 - exp(-0.5));
    x = 4 + (x - 4) * exp(-0.5);
    x = 6 + (x - 6) * exp(-0.25);
    NEAR(end(&r, "x"), x, 1e-7);
    rig_end(&r);
}

/* A sample at the start itself. */
static void a_sample_at_the_start(void **state)
{
    (void)state;
    rig r = run_text(
        "model S Integer n(start = 5); equation when sample(0, 0.5) then n = pre(n) + 1; end when; end S;",
        1.25, 1e-6);
    NEAR(begin(&r, "n"), 6, 0);
    NEAR(end(&r, "n"), 8, 0);
    rig_end(&r);
}

/* when initial(), edge, change, elsewhen: which fires is written into a number. */
static void edges_changes_and_initial(void **state)
{
    (void)state;
    rig r = run_text("model E Boolean up = sin(6.283185307179586*time) > 0.5; "
                     "Integer edges(start = 0), changes(start = 0), "
                     "began(start = 0), which(start = 0); Boolean flag(start = false); "
                     "equation when initial() then began = pre(began) + 7; end when; "
                     "when edge(up) then edges = pre(edges) + 1; end when; "
                     "when change(up) then changes = pre(changes) + 1; end when; "
                     "when time > 0.5 then which = 1; elsewhen time > 0.4 then which = 2; "
                     "elsewhen time > 0.5 then which = 3; end when; "
                     "when edges > 1 then flag = not pre(flag); end when; end E;",
                     2, 1e-6);
    NEAR(begin(&r, "began"), 7, 0);
    NEAR(end(&r, "began"), 7, 0);
    NEAR(end(&r, "edges"), 2, 0);
    NEAR(end(&r, "changes"), 4, 0);
    NEAR(value(&r, "which", 0.44), 2, 0);
    NEAR(end(&r, "which"), 1, 0);
    NEAR(end(&r, "flag"), 1, 0);
    NEAR(value(&r, "flag", 0.5), 0, 0);
    rig_end(&r);
}

/* Where an if-equation switches the step ends: exact to tolerance, one event; without it under noEvent. */
static void if_equations_switch_at_events(void **state)
{
    (void)state;
    rig r = run_text("model I Real x(start = 0, fixed = true), y(start = 0, fixed = true), z; "
                     "equation if x < 1 then der(x) = 2; z = 1; else der(x) = -x + 3; z = 2; end if; "
                     "der(y) = noEvent(if x < 1 then 1 else 0); end I;",
                     1.5, 1e-9);
    NEAR(value(&r, "x", 0.45), 0.9, 1e-9);
    NEAR(end(&r, "x"), 3 - 2 * exp(-1), 1e-7);
    NEAR(end(&r, "z"), 2, 0);
    NEAR(end(&r, "y"), 0.5, 1e-5);
    TRUE(r.st.events == 1);
    rig_end(&r);
}

/* abs, min, max are computed on either side, and their kinks are events. */
static void kinks_are_events(void **state)
{
    (void)state;
    rig r = run_text("model K Real x(start = -1, fixed = true), y(start = 0, fixed = true); "
                     "Real m = max(x, 0.25); "
                     "equation der(x) = 1; der(y) = abs(x) + smooth(0, min(x, 0.5)); end K;",
                     2, 1e-9);
    /* the integral of |x| and of min(x, 0.5) from -1 to 1 */
    NEAR(end(&r, "y"), 1 + (0.125 - 0.5 + 0.25), 1e-9);
    TRUE(r.st.events == 3);
    rig_end(&r);
}

/* What nothing depends on in the present state is no event, and right when something does: x > 0 and x > 0.5
 * say nothing before 0.6, x < -0.5 never. */
static void what_does_not_matter_is_no_event(void **state)
{
    (void)state;
    rig r =
        run_text("model Q Real x(start = -1, fixed = true), y(start = 0, fixed = true); Boolean late; "
                 "equation der(x) = 1; late = time > 1.6 and x > 0.5; "
                 "der(y) = if time > 1.6 then (if x > 0 then 2 else 3) else if time > 5 and x < -0.5 then 7 "
                 "else 1; end Q;",
                 2, 1e-9);
    NEAR(end(&r, "y"), 1.6 + 0.8, 1e-9);
    NEAR(end(&r, "late"), 1, 0);
    TRUE(r.st.events == 0 && r.st.time_events == 1);
    rig_end(&r);
}

/* Friction written as equations between a driven carriage and the ground: as the speed comes to rest both
 * starts contradict each other until they are looked at one by one. */
static void starts_that_contradict_each_other_settle(void **state)
{
    (void)state;
    rig r =
        run_text("model F Real v(start = 1, fixed = true, stateSelect = StateSelect.always), sa, f, a; "
                 "Boolean forward(start = false), backward(start = false), stuck; "
                 "Integer mode(start = 1, fixed = true); "
                 "equation a = der(v); a = sin(3*time) - f; "
                 "f = if stuck then sa else if forward then 2 else if backward then -2 else if pre(mode) == "
                 "1 then 2 else -2; "
                 "forward = pre(mode) == 0 and (sa > 2.2 or pre(forward) and sa > 2); "
                 "backward = pre(mode) == 0 and (sa < -2.2 or pre(backward) and sa < -2); "
                 "stuck = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward); "
                 "a = if stuck then 0 else if forward then sa - 2.2 else if backward then sa + 2.2 "
                 "else if pre(mode) == 1 then sa - 2.2 else sa + 2.2; "
                 "mode = if (pre(mode) == 1 or forward) and v > 0 then 1 "
                 "else if (pre(mode) == -1 or backward) and v < 0 then -1 else 0; end F;",
                 3, 1e-9);
    NEAR(end(&r, "v"), 0, 1e-15);
    NEAR(end(&r, "f"), sin(9), 1e-8);
    NEAR(end(&r, "mode"), 0, 0);
    rig_end(&r);
}

/* A relay with hysteresis around 0 keeps a boiler between -1 and 1: der(x) = +-2. */
static void a_relay_with_hysteresis(void **state)
{
    (void)state;
    rig r = run_text("model R Real x(start = 0, fixed = true); Boolean on(start = true, fixed = true); "
                     "Integer n(start = 0); "
                     "equation der(x) = if on then 2 else -2; "
                     "when {x > 1, x < -1} then on = x < 0; n = pre(n) + 1; end when; end R;",
                     4.25, 1e-9);
    double times[10];
    TRUE(steps_of(&r, "n", times, 10) == 4);
    for (int i = 0; i < 4; i++)
        NEAR(times[i], 0.5 + i, 1e-9);
    AT_MOST(largest(&r, "x"), 1 + 1e-12);
    rig_end(&r);
}

static void the_model_may_end_the_run(void **state)
{
    (void)state;
    rig r = run_text("model T Real x(start = 0, fixed = true); equation der(x) = 1; "
                     "when x > 0.75 then terminate(\"enough\"); end when; end T;",
                     2, 1e-9);
    NEAR(r.st.end_time, 0.75, 1e-12);
    TRUE(says(&r, EG_NOTE, "enough"));
    rig_end(&r);
}

static void assertions_are_checked(void **state)
{
    (void)state;
    rig r = run_text("model W Real x(start = 0, fixed = true); equation der(x) = 1; "
                     "assert(x < 0.5, \"x is large\", AssertionLevel.warning); end W;",
                     1, 1e-9);
    SAYS_WARNING(&r, "x is large");
    TRUE(eg_diagnostics_count(r.d) == 1);
    rig_release(&r);
    r = rig_read("model E Real x(start = 0, fixed = true); equation der(x) = 1; "
                 "assert(x < 0.5, \"too large\"); end E;");
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "too large");
    NEAR(r.st.end_time, 0.5, 1e-9);
    rig_release(&r);
    r = rig_read(
        "model S Real x(start = 1, fixed = true); equation der(x) = 1; assert(x < 0.5, \"at once\"); end S;");
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "at once");
    rig_end(&r);
}

/* Coulomb's friction by a mode and its value before the event, with the locked force as an unknown: a mass of
 * 2 kg slides from 1 m/s with 2 N against it and stops at 1 s and 0.5 m; it stays exactly there until the
 * load, a ramp from 2 s on, reaches 3 N, and then moves with m a = t - 2 - 2. */
#define FRICTION                                                                                             \
    "model Friction " T_LIB "Interfaces.Flange_a flange; parameter Real f0 = 2, f0_max = 3; "                \
    "constant Integer Unknown = 3, Forward = 1, Stuck = 0, Backward = -1; "                                  \
    "Integer mode(start = Unknown, fixed = true); Boolean startForward(start = false, fixed = true), "       \
    "startBackward(start = false, fixed = true), locked; Real sa, v, a, f; "                                 \
    "equation v = der(flange.s); a = der(v); flange.f = f; "                                                 \
    "startForward = pre(mode) == Stuck and (sa > f0_max or pre(startForward) and sa > f0) "                  \
    "  or initial() and v > 0; "                                                                             \
    "startBackward = pre(mode) == Stuck and (sa < -f0_max or pre(startBackward) and sa < -f0) "              \
    "  or initial() and v < 0; "                                                                             \
    "locked = not (pre(mode) == Forward or startForward or pre(mode) == Backward or startBackward); "        \
    "a = if locked then 0 else if startForward then sa - f0_max else if startBackward then sa + f0_max "     \
    "  else if pre(mode) == Forward then sa - f0_max else sa + f0_max; "                                     \
    "f = if locked then sa else if startForward or pre(mode) == Forward and not startBackward then f0 "      \
    "  else -f0; "                                                                                           \
    "mode = if (pre(mode) == Forward or startForward) and v > 0 then Forward "                               \
    "  else if (pre(mode) == Backward or startBackward) and v < 0 then Backward else Stuck; end Friction; "

static void a_users_friction_sticks_and_slips(void **state)
{
    (void)state;
    rig r = run_text(
        "model A " FRICTION USES
        "Friction fr; Mass m(m = 2, s(start = 0, fixed = true), v(start = 1, fixed = true)); Force drive; "
        "Modelica.Blocks.Sources.Ramp r(height = 10, duration = 10, startTime = 2); "
        "equation connect(fr.flange, m.flange_a); connect(r.y, drive.f); "
        "connect(drive.flange, m.flange_b); end A;",
        7, 1e-9);
    NEAR(begin(&r, "fr.mode"), 1, 0);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        if (t <= 1 + 1e-9 || t > 5 - 1e-9)
            continue;
        NEAR(at(&r, "m.v", i), 0, 0);
        NEAR(at(&r, "m.s", i), 0.5, 1e-10);
        NEAR(at(&r, "fr.f", i), fmax(t - 2, 0), 1e-12);
        NEAR(at(&r, "fr.mode", i), 0, 0);
    }
    double t = end(&r, "fr.mode") > 0 ? 2 : NAN; /* since 5 s */
    NEAR(end(&r, "m.v"), (t * t / 2 + t) / 2, 1e-8);
    NEAR(end(&r, "m.s"), 0.5 + (t * t * t / 6 + t * t / 2) / 2, 1e-8);
    rig_end(&r);
}

/* What clauses take at the start is the start that has been found, x = 2, y = 4, not what was tried on the
 * way. */
static void clauses_see_the_start_that_is_found(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real x, y(start = 0); discrete Real x0, y0; Integer n(start = 0), m(start = 0); "
                 "equation der(x) = 2 - x; der(y) = x + y - 6; "
                 "when initial() then x0 = x; y0 = y; end when; "
                 "when initial() and x < 1 then n = 1; end when; "
                 "when {initial(), time > 0.5} then m = pre(m) + integer(x + 0.5); end when; "
                 "initial equation der(x) = 0; der(y) = 0; end A;",
                 1, 1e-9);
    NEAR(begin(&r, "x0"), 2, 1e-12);
    NEAR(begin(&r, "y0"), 4, 1e-12);
    NEAR(end(&r, "x0"), 2, 1e-12);
    NEAR(end(&r, "n"), 0, 0);
    NEAR(end(&r, "m"), 4, 0);
    rig_end(&r);
}

/* A ball that comes to rest bounces ever faster: an error that says so, not an endless run. */
static void bounces_without_end_are_given_up(void **state)
{
    (void)state;
    rig r = rig_read(
        "model Ball Real h(start = 1, fixed = true), v(start = 0, fixed = true); "
        "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.5*pre(v)); end when; end Ball;");
    try_run(&r, 3, 1e-9);
    TRUE(r.status == EG_OK || r.status == EG_ERROR_SIMULATION);
    if (r.status == EG_ERROR_SIMULATION) {
        SAYS_ERROR(&r, "events without progress");
    } else { /* it fell through, as Modelica's does */
        TRUE(rows(&r) < 100000);
    }
    rig_end(&r);
}

/* What both branches set is set once; loops and terminate stand in them too. */
static void what_branches_in_when_may_hold(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Real v(start = 1, fixed = true), x(start = 0, fixed = true); Real z[3](each start = 0); "
        "Boolean late = time > 5; equation der(v) = 0; der(x) = v; "
        "when time > 0.5 then if late then reinit(v, 7); else reinit(v, 5); for i in 1:3 loop z[i] = i; end "
        "for; end if; end when; "
        "when time > 0.7 then if not late then reinit(v, 9); else reinit(v, 11); end if; end when; "
        "when sample(0.25, 0.25) then if time > 0.8 then terminate(\"x = \" + String(x)); elseif late then "
        "terminate(\"late\"); end if; end when; end A;",
        10, 1e-9);
    NEAR(time_of(&r, rows(&r) - 1), 1, 0);
    NEAR(end(&r, "v"), 9, 0);
    NEAR(end(&r, "x"), 0.5 + 5 * 0.2 + 9 * 0.3, 1e-14);
    NEAR(end(&r, "z[3]"), 3, 0);
    assert_true(says(&r, EG_NOTE, "the model ends the simulation at time 1 s: x = 4.2"));
    rig_end(&r);
}

/* b[i] at 1, 2, 3 s: a clause with all of them begins three times, one with none of them never. */
static void conditions_of_when_may_be_a_vector(void **state)
{
    (void)state;
    rig r = run_text("model A Boolean b[3] = {time > i for i in 1:3}; Boolean none[0]; "
                     "discrete Integer all(start = 0, fixed = true), some(start = 0, fixed = true), "
                     "never(start = 0, fixed = true); equation "
                     "when b then all = pre(all) + 1; end when; "
                     "when {initial(), b[2]} then some = pre(some) + 1; end when; "
                     "when none then never = 1; elsewhen {b[i] for i in 2:3} then never = pre(never) - 1; "
                     "end when; end A;",
                     4, 1e-9);
    NEAR(end(&r, "all"), 3, 0);
    NEAR(end(&r, "some"), 2, 0);
    NEAR(end(&r, "never"), -2, 0);
    rig_end(&r);
}

/* x is 0.5 after two samples of three; what stands in no clause, or goes to a file, is named and left out. */
static void what_is_printed_becomes_a_note(void **state)
{
    (void)state;
    rig r =
        run_text("model A import Modelica.Utilities.Streams.print; Real x(start = 0, fixed = true); "
                 "Integer k(start = 0, fixed = true); equation der(x) = 1; "
                 "when initial() then print(\"begins\"); end when; "
                 "when sample(0.25, 0.25) then k = pre(k) + 1; if x > 0.4 then print(\"late \" + String(k)); "
                 "end if; end when; "
                 "when terminal() then Modelica.Utilities.Streams.print(\"x = \" + String(x)); end when; "
                 "when terminal() then print(\"x\", \"x.txt\"); end when; "
                 "algorithm when x > 0.6 then if k > 1 then print(\"k = \" + String(k)); end if; end when; "
                 "initial equation print(\"nowhere\"); end A;",
                 0.875, 1e-9);
    assert_true(says(&r, EG_NOTE, "at time 0 s: begins"));
    assert_true(says(&r, EG_NOTE, "at time 0.5 s: late 2"));
    assert_true(says(&r, EG_NOTE, "at time 0.75 s: late 3"));
    assert_true(says(&r, EG_NOTE, "at time 0.6 s: k = 2"));
    assert_true(says(&r, EG_NOTE, "at time 0.875 s: x = 0.875"));
    SAYS_WARNING(&r, "no file is written");
    SAYS_WARNING(&r, "it stands outside of a when clause");
    TRUE(eg_diagnostics_count(r.d) == 7);
    rig_end(&r);
}

/* What begins at 0, rises and falls again within a step has fallen there, not at the start. */
static void what_begins_at_zero_falls_later(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "ida"};
    for (int i = 0; i < 2; i++) {
        rig r = rig_read("model A Real d(start = 0, fixed = true); Boolean z = sin(3*time) > 0; "
                         "equation der(d) = if z then 1 else -1; end A;");
        rig_demand(&r, r.status == EG_OK && eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "not compiled");
        eg_simulate_options o = eg_simulate_options_default(r.model);
        o.stop_time = 3;
        o.engine = engines[i];
        rig_demand(&r, eg_simulate(r.model, &o, r.d, &r.t, NULL) == EG_OK, "the run failed");
        NEAR(end(&r, "d"), 3 - 2 * acos(-1) / 3, 1e-12);
        rig_end(&r);
    }
}

/* A sum that is an ulp below 0 at the start and rises from rest: its relation becomes true once, and is not
 * taken back by that ulp. */
static void what_round_off_leaves_takes_nothing_back(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true), y(start = -1.0000000000000002, fixed = true), "
                     "v(start = 0, fixed = true); Integer n(start = 0, fixed = true); Boolean b = x + y > 0; "
                     "equation der(x) = v; der(v) = 1; der(y) = 0; "
                     "when b then n = pre(n) + 1; end when; end A;",
                     1, 1e-9);
    NEAR(end(&r, "b"), 1, 0);
    NEAR(end(&r, "n"), 1, 0);
    NEAR(end(&r, "x"), 1.5, 1e-7);
    rig_end(&r);
}

/* A speed that has died away to subnormal numbers, with an acceleration that feeds back. */
static void what_has_died_away_is_no_failure(void **state)
{
    (void)state;
    rig r = run_text("model A " USES "Mass m(m = 100, s(start = 315, fixed = true), v(start = 7.7e-312, "
                     "fixed = true)); Force F; equation connect(m.flange_a, F.flange); "
                     "F.f = -1e8*m.v - 50*m.a^3 - 77777*m.a; end A;",
                     1, 1e-6);
    NEAR(end(&r, "m.s"), 315, 0);
    NEAR(end(&r, "m.v"), 0, DBL_MIN);
    rig_end(&r);
}

/* The message names the relation that goes to and fro: two edges at once are no motion along one. */
static void what_never_settles_is_named(void **state)
{
    (void)state;
    rig r = rig_read("model A Real x(start = 1, fixed = true), y(start = 1, fixed = true); equation "
                     "der(x) = if x > 0 then -1 else 1; der(y) = if y > 0 then -1 else 1; end A;");
    try_run(&r, 2, 1e-6);
    NEAR(r.status, EG_ERROR_SIMULATION, 0);
    SAYS_ERROR(&r, "A (0 < x becomes true)");
    SAYS_ERROR(&r, "A (0 < y becomes false)");
    SAYS_ERROR(&r, "a hysteresis");
    rig_end(&r);
}

/* A relation of time alone holds for 1/222 of each period while nothing moves, so that a step would go over
 * many of them: its part of the periods is acos(0.9999)/pi. */
static void brief_relations_of_time_are_seen(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "ida", "auto"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        rig r = rig_read("model Brief Real x(start = 0, fixed = true); "
                         "equation der(x) = if cos(100*3.141592653589793*time - 1) > 0.9999 then 1 else 0; "
                         "end Brief;");
        r.engine = engines[i];
        run(&r, 1, 1e-6);
        TRUE(r.st.events == 100);
        NEAR(end(&r, "x"), acos(0.9999) / acos(-1), 1e-12);
        rig_end(&r);
    }
    ALL_WELL();
}

/* A block whose input is an unknown of equations, z + z^3 = q + q^3 where z is q, is left and reached as
 * often as with q itself: its limit leads back to the phase just left by round-off alone. */
static void a_limit_behind_an_unknown(void **state)
{
    (void)state;
    static const char *const inputs[] = {"q + s.y", "z + s.y"};
    double times[2][20];
    size_t counts[2];
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "model M Modelica.Blocks.Sources.Sine s(f=1, amplitude=20);"
                 "Modelica.Blocks.Nonlinear.SlewRateLimiter slow(Rising=30, Falling=-60, Td=0.01); Real q, z;"
                 "Modelica.Blocks.Interfaces.RealOutput w; equation q = 0.1*sin(3*time);"
                 "z + z^3 = q + q^3; w = %s; connect(w, slow.u); end M;",
                 inputs[i]);
        rig r = run_text(text, 3, 1e-10);
        counts[i] = eg_trajectory_events(r.t);
        for (size_t k = 0; k < counts[i] && k < 20; k++) {
            eg_event e = eg_trajectory_event(r.t, k);
            times[i][k] = e.time;
            TRUE(strcmp(e.name, k % 2 == 0 ? "limit reached" : "limit left") == 0);
        }
        rig_end(&r);
    }
    assert_int_equal(counts[0], 13);
    assert_int_equal(counts[1], 13);
    for (size_t k = 0; k < 13; k++)
        assert_true(fabs(times[0][k] - times[1][k]) <= 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_begins_at_zero_falls_later),
        cmocka_unit_test(conditions_of_when_may_be_a_vector),
        cmocka_unit_test(what_is_printed_becomes_a_note),
        cmocka_unit_test(what_branches_in_when_may_hold),
        cmocka_unit_test(brief_relations_of_time_are_seen),
        cmocka_unit_test(a_bouncing_ball),
        cmocka_unit_test(bounces_pile_up_until_round_off),
        cmocka_unit_test(a_bouncing_native_mass),
        cmocka_unit_test(samples_count_and_hold),
        cmocka_unit_test(a_sample_at_the_start),
        cmocka_unit_test(edges_changes_and_initial),
        cmocka_unit_test(if_equations_switch_at_events),
        cmocka_unit_test(kinks_are_events),
        cmocka_unit_test(what_does_not_matter_is_no_event),
        cmocka_unit_test(starts_that_contradict_each_other_settle),
        cmocka_unit_test(a_relay_with_hysteresis),
        cmocka_unit_test(the_model_may_end_the_run),
        cmocka_unit_test(assertions_are_checked),
        cmocka_unit_test(a_users_friction_sticks_and_slips),
        cmocka_unit_test(clauses_see_the_start_that_is_found),
        cmocka_unit_test(bounces_without_end_are_given_up),
        cmocka_unit_test(what_round_off_leaves_takes_nothing_back),
        cmocka_unit_test(what_has_died_away_is_no_failure),
        cmocka_unit_test(what_never_settles_is_named),
        cmocka_unit_test(a_limit_behind_an_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
