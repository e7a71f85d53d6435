/* The engine `exact`: closed forms to round-off, agreement with the other engines on examples and random
 * networks, steps that are as long as the motion allows, and what it refuses. */
#include "accuracy_cases.h"
#include "build_model.h"

#include <float.h>

#include "run_distance.h"

static const char *const others[] = {"erk", "ida"};

static bool well(const accuracy_run *r, const eg_diagnostics *d, const char *name)
{
    char text[2000];
    if (r->status == EG_OK)
        return true;
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        print_error("  %s", text);
    }
    rig_fail(__FILE__, __LINE__, name);
    return false;
}

/* ---------------------------------------------------------------- truths */

/* Errors are those of the truth itself, of the rounding of times (an ulp of the time of each event, times
 * the speed), and of sums: no more than some 1000 ulp of the range, even after dozens of contacts. */
static void check_truth(accuracy_case c, double energy)
{
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_engine = "exact";
    accuracy_run r = accuracy_run_case(&c, 1e-12, d);
    accuracy_engine = "ida";
    if (well(&r, d, c.name)) {
        print_message("    %s: error %.2g of the range, events %.2g, %ld steps\n", c.name, r.errors.worst,
                      r.errors.event_slack, r.statistics.steps);
        AT_MOST(r.errors.worst, 1e-12);
        AT_MOST(r.errors.event_slack, 1e-12);
        AT_MOST(r.statistics.energy.error, energy);
        TRUE(r.errors.same_events);
        TRUE(r.errors.unknown == 0);
    }
    accuracy_run_free(&r);
    accuracy_case_free(&c);
    eg_diagnostics_free(d);
}

static void follows_the_truth(void **state)
{
    (void)state;
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0};
    for (size_t i = 0; i < sizeof zetas / sizeof *zetas; i++)
        check_truth(accuracy_contact(zetas[i]), 1e-14);
    check_truth(accuracy_elastogap(), 1e-14);
    check_truth(accuracy_bounce(), 1e-13);
    ALL_WELL();
}

static void use_exact(void)
{
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
}

/* A parabola has three coefficients: it is summed up once, over the whole flight. */
static void free_flight_is_one_step(void **state)
{
    (void)state;
    use_exact();
    rig r = rig_begin("Fall");
    add_mass(&r, "mass", 2, 3, 5);
    add(&r, "ConstantForce", "weight", "f_constant", -19.62, NULL);
    join(&r, "weight.flange", "mass.flange_b");
    run(&r, 10, 1e-6);
    TRUE(r.st.steps == 1);
    TRUE(r.st.engine_tolerance == 0);
    NEAR(end(&r, "mass.s"), 3 + 50 - 490.5, 4 * ULP * 490.5);
    NEAR(end(&r, "mass.v"), 5 - 98.1, 4 * ULP * 98.1);
    rig_end(&r);
}

/* x = (x0 + (v0 + w x0) t) exp(-w t): the root is double, and nothing is divided by the difference of
 * roots. */
static void critical_damping_is_no_special_case(void **state)
{
    (void)state;
    use_exact();
    const double w = 8;
    rig r = rig_begin("Critical");
    add_fixed(&r, "wall", 0);
    add(&r, "SpringDamper", "tie", "c", w * w, "d", 2 * w, NULL);
    add_mass(&r, "mass", 1, 1, -20);
    join(&r, "wall.flange", "tie.flange_a");
    join(&r, "tie.flange_b", "mass.flange_a");
    run(&r, 2, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), decay = exp(-w * t);
        NEAR(at(&r, "mass.s", i), (1 + (-20 + w) * t) * decay, 64 * ULP);
        NEAR(at(&r, "mass.v", i), (-20 - w * (-20 + w) * t) * decay, 64 * 20 * ULP);
    }
    AT_MOST(r.st.energy.error, 1e-14);
    rig_end(&r);
}

/* m x'' + d x' + c x = a sin(W t): stationary part and what the start leaves. */
static void harmonic_force_and_ramp(void **state)
{
    (void)state;
    use_exact();
    const double m = 2, c = 50, d = 1.5, a = 10, W = 2 * PI * 1.25;
    rig r = rig_begin("Forced");
    add_fixed(&r, "wall", 0);
    add(&r, "SpringDamper", "tie", "c", c, "d", d, NULL);
    add_mass(&r, "mass", m, 0, 0);
    add(&r, "Force", "force", NULL);
    add(&r, "Sine", "sine", "amplitude", a, "f", 1.25, NULL);
    join(&r, "wall.flange", "tie.flange_a");
    join(&r, "tie.flange_b", "mass.flange_a");
    join(&r, "force.flange", "mass.flange_b");
    join(&r, "sine.y", "force.f");
    run(&r, 20, 1e-6);
    double re = c - m * W * W, im = d * W, size = re * re + im * im;
    double p = a * re / size, q = -a * im / size; /* x = p sin + q cos + transient */
    double decay = d / (2 * m), w = sqrt(c / m - decay * decay);
    double A = -q, B = (-p * W + decay * A) / w, range = 2 * (fabs(A) + fabs(B));
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        double x = p * sin(W * t) + q * cos(W * t) + exp(-decay * t) * (A * cos(w * t) + B * sin(w * t));
        NEAR(at(&r, "mass.s", i), x, 1e-13 * range);
    }
    AT_MOST(r.st.energy.error, 1e-13);
    rig_end(&r);
}

/* Overdamped by far: roots -l1 and -l2 that are 1e4 apart, x = (A e^(-l1 t) + B e^(-l2 t)); a series
 * alone would take 1e5 steps. And a force that swings slowly: what is left of it is a sine behind a
 * phase. */
static void stiff_decays_take_long_steps(void **state)
{
    (void)state;
    use_exact();
    const double m = 0.1, c = 1e6, d = 4e4, f = 0.5, a = 100, W = 2 * PI * f;
    rig r = rig_begin("Stiff");
    add_fixed(&r, "wall", 0);
    add(&r, "SpringDamper", "tie", "c", c, "d", d, NULL);
    add_mass(&r, "mass", m, 1e-3, 0);
    add(&r, "Force", "force", NULL);
    add(&r, "Sine", "sine", "amplitude", a, "f", f, NULL);
    join(&r, "wall.flange", "tie.flange_a");
    join(&r, "tie.flange_b", "mass.flange_a");
    join(&r, "force.flange", "mass.flange_b");
    join(&r, "sine.y", "force.f");
    run(&r, 4, 1e-6);
    double root = sqrt(d * d - 4 * m * c), l1 = (d + root) / (2 * m), l2 = c / m / l1;
    double re = c - m * W * W, im = d * W, size = re * re + im * im;
    double p = a * re / size, q = -a * im / size; /* x = p sin + q cos + decays */
    double x0 = 1e-3 - q, v0 = -p * W, B = (v0 + l1 * x0) / (l1 - l2), A = x0 - B;
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        double x = p * sin(W * t) + q * cos(W * t) + A * exp(-l1 * t) + B * exp(-l2 * t);
        NEAR(at(&r, "mass.s", i), x, 1e-13 * 1e-3);
    }
    AT_MOST((double)r.st.steps, 200);
    AT_MOST(r.st.energy.error, 1e-13);
    rig_end(&r);
}

/* A mass that just touches, v^2/2 = g h at the wall, or not quite, or a little more: both crossings of a
 * contact that lasts 1e-6 of the flight are found. */
static void grazing_and_double_crossings(void **state)
{
    (void)state;
    use_exact();
    const double depths[] = {-1e-9, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-2};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        /* thrown up from 1 m against a soft ceiling at s = 1 + v^2/(2 g) - depth */
        double v = 4, g = 8, top = 1 + v * v / (2 * g);
        rig r = rig_begin("Graze");
        add_fixed(&r, "ceiling", top - depths[i]);
        add(&r, "ElastoGap", "gap", "c", 1e-12, "d", 0.0, NULL);
        add_mass(&r, "mass", 1, 1, v);
        add(&r, "ConstantForce", "weight", "f_constant", -g, NULL);
        join(&r, "mass.flange_b", "gap.flange_a");
        join(&r, "gap.flange_b", "ceiling.flange");
        join(&r, "weight.flange", "mass.flange_a");
        run(&r, 1, 1e-6);
        TRUE(r.st.events == (depths[i] > 0 ? 2 : 0));
        if (r.st.events == 2) { /* a few ulp of a position of 2 m, passed at the speed g half; twice */
            double half = sqrt(2 * depths[i] / g), blur = 8 * 2 * ULP / (g * half);
            NEAR(eg_trajectory_event(r.t, 0).time, v / g - half, blur + 4 * ULP);
            NEAR(eg_trajectory_event(r.t, 1).time, v / g + half, blur + 4 * ULP);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* Heat: C T' = d v^2 - G (T - T0), v = v0 exp(-b t), b = d/m. */
static void heat_is_a_cascade(void **state)
{
    (void)state;
    use_exact();
    const double m = 2, d = 3, v0 = 4, C = 5, G = 0.7, T0 = 290, b = d / m, k = G / C;
    rig r = rig_begin("Warm");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "damper", "d", d, "useHeatPort", 1.0, NULL);
    add_mass(&r, "mass", m, 0, v0);
    add(&r, "HeatCapacitor", "body", "C", C, NULL);
    add(&r, "ThermalConductor", "way", "G", G, NULL);
    add(&r, "FixedTemperature", "air", "T", T0, NULL);
    fix(&r, "body.T", 300);
    join(&r, "wall.flange", "damper.flange_a");
    join(&r, "damper.flange_b", "mass.flange_a");
    join_all(&r, "body.port", "damper.heatPort", "way.port_a", NULL);
    join(&r, "way.port_b", "air.port");
    run(&r, 3, 1e-6);
    double heat = d * v0 * v0 / C / (k - 2 * b); /* T - T0 = (10 - heat) e^-kt + heat e^-2bt */
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "body.T", i), T0 + (10 - heat) * exp(-k * t) + heat * exp(-2 * b * t), 32 * ULP * 300);
    }
    AT_MOST(r.st.energy.error, 1e-14);
    rig_end(&r);
}

/* Friction in proportion to a ramp: v = v0 - k t^2/(2 m), and what is lost warms a capacity: C (T - T0)
 * is the kinetic energy that is gone. */
static void a_brake_warms_by_its_signal(void **state)
{
    (void)state;
    use_exact();
    const double m = 2, v0 = 3, C = 4, rise = 5, k = rise * 0.5; /* N/s: mu = 0.5 */
    rig r = rig_begin("BrakeHeat");
    add(&r, "Brake", "brake", "fn_max", 1.0, "useHeatPort", 1.0, NULL);
    add_mass(&r, "mass", m, 0, v0);
    add(&r, "HeatCapacitor", "body", "C", C, NULL);
    fix(&r, "body.T", 290);
    add(&r, "Ramp", "ramp", "height", rise, "duration", 1.0, NULL);
    join(&r, "mass.flange_b", "brake.flange_a");
    join(&r, "body.port", "brake.heatPort");
    join(&r, "ramp.y", "brake.f_normalized");
    run(&r, 1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), v = v0 - k * t * t / (2 * m);
        NEAR(at(&r, "mass.v", i), v, 8 * ULP * v0);
        NEAR(at(&r, "body.T", i), 290 + 0.5 * m * (v0 * v0 - v * v) / C, 16 * ULP * 290);
    }
    rig_end(&r);
}

/* A part without mass between a spring and a damper: der(s) = -c/d s, and then the mass behind it. */
static void parts_without_mass(void **state)
{
    (void)state;
    use_exact();
    rig r = rig_begin("Maxwell");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 12.0, NULL);
    add(&r, "Damper", "damper", "d", 4.0, NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "damper.flange_a");
    add(&r, "Fixed", "end", "s0", 2.0, NULL);
    join(&r, "damper.flange_b", "end.flange");
    fix(&r, "spring.s_rel", 1);
    run(&r, 2, 1e-6);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "spring.s_rel", i), exp(-3 * time_of(&r, i)), 16 * ULP);
    rig_end(&r);
}

/* ---------------------------------------------------------------- with the other engines */

/* The reference runs at two tolerances: what they are apart shows how the model amplifies errors. The exact
 * run must be nearer to the finer one by far. */
static void check_example(const char *file, const char *engine)
{
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_engine = engine;
    accuracy_run coarse = accuracy_example(file, NULL, 1e-7, d),
                 fine = accuracy_example(file, NULL, 1e-11, d);
    accuracy_engine = "exact";
    accuracy_run exact = accuracy_example(file, NULL, 1e-6, d);
    accuracy_engine = "ida";
    if (well(&coarse, d, file) && well(&fine, d, file) && well(&exact, d, file)) {
        run_distance apart = run_distance_of(fine.trajectory, coarse.trajectory);
        run_distance off = run_distance_of(fine.trajectory, exact.trajectory);
        print_message("    %s: %.2g from %s (%.2g), %ld steps, energy %.2g\n", file, off.worst, engine,
                      apart.worst, exact.statistics.steps, exact.statistics.energy.error);
        TRUE(off.same_events);
        AT_MOST(off.worst, 0.02 * apart.worst + 1e-9);
        AT_MOST(exact.statistics.energy.error, 1e-12);
    }
    accuracy_run_free(&coarse);
    accuracy_run_free(&fine);
    accuracy_run_free(&exact);
    eg_diagnostics_free(d);
}

static void agrees_on_examples(void **state)
{
    (void)state;
    const char *const explicit_ones[] = {
        "Backlash.mo",         "BouncingMass.mo", "DrivenStop.mo", "ElastoGap.mo", "ElastoGapDyad.mo",
        "GearedOscillator.mo", "HeatedStop.mo",   "Rattle.mo",     "StickSlip.mo", "BrakedSlider.mo"};
    const char *const implicit_ones[] = {"Adaptors.mo", "PreLoad.mo", "RollingCart.mo", "SeriesContact.mo"};
    for (size_t i = 0; i < sizeof explicit_ones / sizeof *explicit_ones; i++)
        check_example(explicit_ones[i], others[0]);
    for (size_t i = 0; i < sizeof implicit_ones / sizeof *implicit_ones; i++)
        check_example(implicit_ones[i], others[1]);
    ALL_WELL();
}

/* ---------------------------------------------------------------- random networks */

typedef struct dice {
    uint64_t seed;
} dice;

/* 0 ... below - 1: the upper bits of a linear congruence (Knuth's MMIX constants). */
static int pick(dice *p, int below)
{
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((p->seed >> 33) % (uint64_t)below);
}

static double fraction(dice *p, int low, int high)
{
    return (low + pick(p, high - low + 1)) / 64.0;
}

static void flange_of(int body, bool right, char *text, size_t size)
{
    if (body < 0)
        snprintf(text, size, "wall.flange");
    else
        snprintf(text, size, "body%d.flange_%c", body, right ? 'b' : 'a');
}

static void add_random_link(rig *r, dice *p, int k, int from, int to, double distance, bool holds)
{
    static const char *const classes[] = {"SpringDamper", "Spring", "ElastoGap", "ElastoGap"};
    char name[40], path[60], end_a[60], end_b[60];
    int kind = pick(p, holds ? 2 : 4);
    snprintf(name, sizeof name, "link%d", k);
    add(r, classes[kind], name, "c", (double)(20 + pick(p, 400)), "s_rel0", distance + fraction(p, -16, 16),
        NULL);
    double damping =
        (1 + pick(p, 3)) * fraction(p, 1, 128); /* behind a gap, too, what has no mass needs one */
    snprintf(path, sizeof path, "%s.d", name);
    if (kind != 1)
        rig_demand(r, eg_spec_set(r->spec, path, damping, r->d) == EG_OK, path);
    flange_of(from, true, end_a, sizeof end_a);
    flange_of(to, false, end_b, sizeof end_b);
    snprintf(path, sizeof path, "%s.flange_a", name);
    join(r, end_a, path);
    snprintf(path, sizeof path, "%s.flange_b", name);
    join(r, path, end_b);
}

/* Up to 20 bodies, some without mass, 40 links, a sine and a pulse. */
static rig random_network(uint64_t seed, int most_bodies, bool light)
{
    dice p = {seed * 7919 + 1};
    int bodies = 2 + pick(&p, most_bodies - 1), links = bodies + pick(&p, bodies + 1);
    double position[20], mass[20];
    char name[40], path[60];
    rig r = rig_begin("Random");
    add_fixed(&r, "wall", 0);
    for (int i = 0; i < bodies; i++) {
        snprintf(name, sizeof name, "body%d", i);
        mass[i] = light && pick(&p, 4) == 0 ? 0 : fraction(&p, 16, 192);
        position[i] = i + 1 + fraction(&p, -8, 8);
        add(&r, "Mass", name, "m", mass[i], NULL);
        snprintf(path, sizeof path, "%s.s", name);
        (mass[i] > 0 ? fix : guess)(&r, path, position[i]);
        snprintf(path, sizeof path, "%s.v", name);
        if (mass[i] > 0)
            fix(&r, path, fraction(&p, -128, 128));
    }
    for (int k = 0; k < links; k++) {
        int to = k < bodies ? k : pick(&p, bodies), from = pick(&p, to + 1) - 1;
        from = from == to ? -1 : from;
        double distance = position[to] - (from < 0 ? 0 : position[from]);
        add_random_link(&r, &p, k, from, to, distance, k < bodies && mass[k] == 0);
    }
    add(&r, "Force", "force", NULL);
    add(&r, "Force", "push", NULL);
    add(&r, "Sine", "sine", "amplitude", fraction(&p, -640, 640), "f", fraction(&p, 16, 256), NULL);
    add(&r, "Pulse", "pulse", "amplitude", fraction(&p, -640, 640), "period", fraction(&p, 16, 64), NULL);
    snprintf(path, sizeof path, "body%d.flange_b", pick(&p, bodies));
    join(&r, "force.flange", path);
    snprintf(path, sizeof path, "body%d.flange_b", bodies - 1);
    join(&r, "push.flange", path);
    join(&r, "sine.y", "force.f");
    join(&r, "pulse.y", "push.f");
    return r;
}

static eg_trajectory *take_run(rig *r, const char *engine, double tolerance)
{
    TRUE(setenv("EG_TEST_ENGINE", engine, 1) == 0);
    run(r, 1, tolerance);
    eg_trajectory *t = r->t;
    r->t = NULL;
    return t;
}

static void check_network(uint64_t seed, int most_bodies, bool light)
{
    const char *engine = light ? "ida" : "erk";
    rig r = random_network(seed, most_bodies, light);
    eg_trajectory *coarse = take_run(&r, engine, 1e-7), *fine = take_run(&r, engine, 1e-11);
    eg_trajectory *exact = take_run(&r, "exact", 1e-6);
    run_distance apart = run_distance_of(fine, coarse), off = run_distance_of(fine, exact);
    AT_MOST(off.positions, 0.02 * apart.positions + 1e-9);
    TRUE(eg_trajectory_events(fine) == eg_trajectory_events(exact));
    AT_MOST(r.st.energy.error, 1e-12);
    if (rig_failures > 0)
        print_error("  seed %d: %g apart, off by %g in %s at %.9g; %zu and %zu events\n", (int)seed,
                    apart.positions, off.worst, off.signal, off.time, eg_trajectory_events(fine),
                    eg_trajectory_events(exact));
    eg_trajectory_free(coarse);
    eg_trajectory_free(fine);
    eg_trajectory_free(exact);
    rig_release(&r);
}

static void agrees_on_random_networks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (EG_SANITIZED ? 8 : 30); seed++)
        check_network(seed, seed % 5 == 0 ? 20 : 6, false);
    for (uint64_t seed = 101; seed <= 120; seed++)
        check_network(seed, 6, true);
    ALL_WELL();
}

/* ---------------------------------------------------------------- clusters */

/* Masses of 1 kg between two walls, 1 mm of free gap between neighbours. */
static rig chain(int masses, bool gas)
{
    char name[40], path[60], before[60] = "wall.flange";
    rig r = rig_begin("Chain");
    add_fixed(&r, "wall", 0);
    add_fixed(&r, "end", (masses + 1) * 1e-3);
    for (int i = 1; i <= masses; i++) {
        double whole, part = modf(0.6180339887498949 * i, &whole);
        snprintf(name, sizeof name, "mass%d", i);
        add(&r, "Mass", name, "m", 1.0, NULL);
        snprintf(path, sizeof path, "%s.v", name);
        fix(&r, path, gas ? 2 * part - 1 : i == 1 ? 1 : 0);
    }
    for (int i = 1; i <= masses + 1; i++) {
        snprintf(name, sizeof name, "gap%d", i);
        add(&r, "ElastoGap", name, "c", 1e5, "d", 50.0, NULL);
        snprintf(path, sizeof path, "%s.s_rel", name);
        if (i <= masses)
            fix(&r, path, 1e-3);
        snprintf(path, sizeof path, "%s.flange_a", name);
        join(&r, before, path);
        snprintf(path, sizeof path, "%s.flange_b", name);
        snprintf(before, sizeof before, "mass%d.flange_a", i);
        join(&r, path, i <= masses ? before : "end.flange");
    }
    return r;
}

/* The same motion as erk's, the same events, at fewer rows when few are asked for. */
static void chains_fall_into_clusters(void **state)
{
    (void)state;
    for (int gas = 0; gas < 2; gas++) {
        rig r = chain(gas ? 12 : 30, gas); /* a pulse stays as it is: nothing amplifies errors */
        TRUE(setenv("EG_TEST_ENGINE", "erk", 1) == 0);
        run(&r, gas ? 0.1 : 0.3, 1e-12);
        eg_trajectory *reference = r.t;
        r.t = NULL;
        use_exact();
        run(&r, gas ? 0.1 : 0.3, 1e-6);
        run_distance off = run_distance_of(reference, r.t);
        AT_MOST(off.positions, 1e-8);
        TRUE(off.same_events);
        AT_MOST(r.st.energy.error, 1e-14);
        TRUE(r.st.clusters > 0 && r.st.largest_cluster <= 30 && r.st.mean_cluster >= 1);
        eg_trajectory_free(reference);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Speeds that follow the golden ratio let whole groups of gaps, with n = 1.5, open within some ulp of time
 * from each other: each opens once. */
static void groups_let_go_together(void **state)
{
    (void)state;
    rig r = chain(100, true);
    char path[40];
    for (int i = 1; i <= 101; i++) {
        snprintf(path, sizeof path, "gap%d.n", i);
        rig_demand(&r, eg_spec_set(r.spec, path, 1.5, r.d) == EG_OK, path);
    }
    TRUE(setenv("EG_TEST_ENGINE", "erk", 1) == 0);
    run(&r, 0.04, 1e-6);
    AT_MOST(r.st.energy.error, 1e-6);
    AT_MOST((double)r.st.events, 5 * 101); /* what a contact consists of */
    rig_end(&r);
}

/* Among 300 masses thousands of events lie close to one another: the run gets past all of them. */
static void a_gas_goes_on(void **state)
{
    (void)state;
    rig r = chain(300, true);
    use_exact();
    run(&r, 0.2, 1e-6);
    AT_MOST(r.st.energy.error, 1e-12);
    AT_MOST(0.2 - r.st.end_time, 0);
    TRUE(r.st.events > 1000);
    rig_end(&r);
}

static int stop_early(double time, eg_progress *context)
{
    (void)context;
    return time > 0.01;
}

/* A run that is asked to stop ends with what all have lost up to there, each since its own last event. */
static void a_gas_stops_in_balance(void **state)
{
    (void)state;
    rig r = chain(300, true);
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "compile");
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.stop_time = 0.05;
    o.interval = 0.05;
    o.engine = "exact";
    o.progress = stop_early;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    TRUE(r.st.end_time > 0.01 && r.st.end_time < 0.05);
    AT_MOST(r.st.energy.error, 1e-12);
    rig_end(&r);
}

/* Mass 40 of a chain in which a pulse runs does not know of it: its rows are those of the grid. */
static void events_elsewhere_make_no_rows(void **state)
{
    (void)state;
    const char *const wanted[] = {"mass40.s"};
    rig r = chain(40, false);
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "compile");
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.stop_time = 0.02;
    o.interval = 0.001;
    o.engine = "exact";
    o.signals = wanted;
    o.signal_count = 1;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    TRUE(r.st.events > 10);
    TRUE(eg_trajectory_events(r.t) == (size_t)r.st.events);
    TRUE(rows(&r) == 21);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "mass40.s", i), 0.04, 16 * ULP);
    rig_end(&r);
}

/* Masses that do not know of each other, thrown at the same instant against stops that are all the same; only
 * the first is asked for. Answers the number of events, and where it ends. */
static long throw_strangers(int count, int max_events, double *s)
{
    const char *const wanted[] = {"mass1.s"};
    char name[40], path[60];
    rig r = rig_begin("Strangers");
    add_fixed(&r, "wall", 0);
    for (int i = 1; i <= count; i++) {
        snprintf(name, sizeof name, "mass%d", i);
        add(&r, "Mass", name, "m", 1.0, NULL);
        snprintf(path, sizeof path, "%s.v", name);
        fix(&r, path, -1);
        snprintf(path, sizeof path, "%s.s", name);
        fix(&r, path, 1e-3);
        snprintf(name, sizeof name, "gap%d", i);
        add(&r, "ElastoGap", name, "c", 1e5, "d", 50.0, NULL);
        snprintf(path, sizeof path, "%s.flange_a", name);
        join(&r, "wall.flange", path);
        snprintf(path, sizeof path, "%s.flange_b", name);
        snprintf(name, sizeof name, "mass%d.flange_a", i);
        join(&r, path, name);
    }
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "compile");
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.stop_time = 0.02;
    o.interval = 0.02;
    o.engine = "exact";
    o.max_events = max_events;
    o.signals = wanted;
    o.signal_count = 1;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    long events = (long)r.st.events;
    *s = at(&r, "mass1.s", rows(&r) - 1);
    rig_end(&r);
    return events;
}

/* What happens at one instant far apart is no lack of progress, and changes nothing for anyone. */
static void strangers_meet_stops_at_one_instant(void **state)
{
    enum { MANY = 200, FEW_EVENTS = 20 };
    (void)state;
    double alone, among_others;
    long events = throw_strangers(1, FEW_EVENTS, &alone);
    TRUE(events > 1);
    TRUE(throw_strangers(MANY, FEW_EVENTS, &among_others) == MANY * events);
    NEAR(among_others, alone, 0);
}

/* A chain with a rod, an outer force and sensors. */
static rig measured_chain(void)
{
    rig r = chain(8, true);
    add(&r, "Rod", "rod", "L", 0.25, NULL);
    add(&r, "Mass", "far", "m", 0.5, NULL);
    add(&r, "SpringDamper", "spring", "c", 2e4, "d", 3.0, NULL);
    fix(&r, "spring.s_rel", 0);
    fix(&r, "far.v", 0.5);
    join(&r, "mass3.flange_b", "rod.flange_a");
    join(&r, "rod.flange_b", "spring.flange_a");
    join(&r, "spring.flange_b", "far.flange_a");
    add(&r, "Sine", "wave", "amplitude", 20.0, "f", 15.0, NULL);
    add(&r, "Force", "force", NULL);
    join(&r, "wave.y", "force.f");
    join(&r, "force.flange", "far.flange_b");
    add(&r, "AccSensor", "sensor", NULL);
    join(&r, "sensor.flange", "rod.flange_b");
    add(&r, "Gain", "gain", "k", 2.0, NULL);
    join(&r, "sensor.a", "gain.u");
    add(&r, "RelPositionSensor", "between", NULL);
    join(&r, "mass5.flange_a", "between.flange_a");
    join(&r, "mass7.flange_a", "between.flange_b");
    return r;
}

static bool has_row(const rig *few, size_t row, const rig *all, size_t other)
{
    for (size_t i = 0; i < eg_trajectory_signals(few->t); i++) {
        long same = eg_trajectory_find(all->t, eg_trajectory_signal(few->t, i).name);
        double x = eg_trajectory_value(few->t, i, row);
        if (same < 0 || eg_trajectory_value(all->t, (size_t)same, other) != x)
            return false;
    }
    return true;
}

/* A row costs what it shows, and shows what all rows show: each one is among the rows of everything, bit by
 * bit. */
static void few_signals_are_the_same_signals(void **state)
{
    (void)state;
    const char *const wanted[] = {"mass1.*",        "mass8.a",   "gap4.*",  "wall.flange.f",
                                  "rod.flange_a.f", "spring.*",  "far.*",   "sensor.*",
                                  "gain.y",         "between.*", "wave.y",  "force.*",
                                  "end.*",          "gap9.*",    "mass3.v", "*.flange_a.s"};
    rig all = measured_chain();
    use_exact();
    run(&all, 0.05, 1e-6);
    TRUE(all.st.events > 50);
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        rig few = measured_chain();
        rig_demand(&few, eg_model_compile(few.spec, few.d, &few.model) == EG_OK, "compile");
        eg_simulate_options o = eg_simulate_options_default(few.model);
        o.stop_time = 0.05;
        o.interval = 0.05 / 100;
        o.engine = "exact";
        o.signals = wanted + w;
        o.signal_count = 1;
        TRUE(eg_simulate(few.model, &o, few.d, &few.t, &few.st) == EG_OK);
        TRUE(few.st.events == all.st.events);
        for (size_t i = 0, k = 0; i < rows(&few); i++) {
            while (k < rows(&all) && !(time_of(&all, k) == time_of(&few, i) && has_row(&few, i, &all, k)))
                k++;
            if (k == rows(&all))
                rig_fail(__FILE__, __LINE__, wanted[w]);
        }
        rig_release(&few);
    }
    rig_release(&all);
    ALL_WELL();
}

/* Two bouncing masses that know nothing of each other move as each does alone, to the bit. */
static void strangers_do_not_disturb(void **state)
{
    (void)state;
    use_exact();
    double alone[2];
    for (int both = 0; both < 2; both++) {
        rig r = rig_begin("Two");
        add_fixed(&r, "ground", 0);
        for (int i = 0; i <= both; i++) {
            const char *mass = i ? "other" : "mass", *gap = i ? "otherGap" : "gap";
            const char *weight = i ? "otherWeight" : "weight";
            char path[60], other[60];
            add_mass(&r, mass, 1 + i, 0.5 + 0.25 * i, 0);
            add(&r, "ElastoGap", gap, "c", 1e4, "d", 20.0, NULL);
            add(&r, "ConstantForce", weight, "f_constant", -9.81 * (1 + i), NULL);
            snprintf(path, sizeof path, "%s.flange_a", gap);
            join(&r, "ground.flange", path);
            snprintf(path, sizeof path, "%s.flange_b", gap);
            snprintf(other, sizeof other, "%s.flange_a", mass);
            join(&r, path, other);
            snprintf(path, sizeof path, "%s.flange", weight);
            join(&r, path, other);
        }
        run(&r, 2, 1e-6);
        alone[both] = end(&r, "mass.s");
        rig_release(&r);
    }
    TRUE(alone[0] == alone[1]);
    ALL_WELL();
}

/* ---------------------------------------------------------------- what it refuses */

static void refuse(rig *r, const char *reason)
{
    use_exact();
    try_run(r, 1, 1e-6);
    TRUE(r->status == EG_ERROR_SIMULATION);
    SAYS_ERROR(r, reason);
    SAYS_ERROR(r, "use the engine auto");
    rig_release(r);
}

static rig begin_slider(void)
{
    rig r = rig_begin("Slider");
    add_fixed(&r, "wall", 0);
    add_mass(&r, "mass", 1, 1, 1);
    return r;
}

static void hang(rig *r, const char *class_name, const char *parameter, double value)
{
    add(r, class_name, "part", parameter, value, NULL);
    join(r, "wall.flange", "part.flange_a");
    join(r, "part.flange_b", "mass.flange_a");
}

static void refuses_by_component(void **state)
{
    (void)state;
    rig r = begin_slider();
    hang(&r, "ElastoGap", "n", 1.5);
    refuse(&r, "the force of part is not linear between its events");
    r = begin_slider();
    add(&r, "MassWithStopAndFriction", "slider", "F_Stribeck", 2.0, "fexp", 1.0, NULL);
    fix(&r, "slider.s", 0);
    fix(&r, "slider.v", 1);
    refuse(&r, "the force of slider is not linear between its events");
    r = begin_slider();
    add(&r, "QuadraticSpeedDependentForce", "drag", "f_nominal", -1.0, "v_nominal", 1.0, NULL);
    join(&r, "drag.flange", "mass.flange_b");
    refuse(&r, "the force of drag is not linear between its events");
    r = begin_slider();
    add(&r, "Force", "force", NULL);
    add(&r, "Product", "product", NULL);
    add(&r, "Sine", "sine", NULL);
    add(&r, "SpeedSensor", "sensor", NULL);
    join_all(&r, "mass.flange_b", "force.flange", "sensor.flange", NULL);
    join(&r, "sine.y", "product.u1");
    join(&r, "sensor.v", "product.u2");
    join(&r, "product.y", "force.f");
    refuse(&r, "the signal of product is not linear in what it follows");
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_truth),
        cmocka_unit_test(free_flight_is_one_step),
        cmocka_unit_test(critical_damping_is_no_special_case),
        cmocka_unit_test(harmonic_force_and_ramp),
        cmocka_unit_test(stiff_decays_take_long_steps),
        cmocka_unit_test(grazing_and_double_crossings),
        cmocka_unit_test(heat_is_a_cascade),
        cmocka_unit_test(a_brake_warms_by_its_signal),
        cmocka_unit_test(parts_without_mass),
        cmocka_unit_test(agrees_on_examples),
        cmocka_unit_test(agrees_on_random_networks),
        cmocka_unit_test(chains_fall_into_clusters),
        cmocka_unit_test(a_gas_goes_on),
        cmocka_unit_test(a_gas_stops_in_balance),
        cmocka_unit_test(groups_let_go_together),
        cmocka_unit_test(events_elsewhere_make_no_rows),
        cmocka_unit_test(few_signals_are_the_same_signals),
        cmocka_unit_test(strangers_do_not_disturb),
        cmocka_unit_test(strangers_meet_stops_at_one_instant),
        cmocka_unit_test(refuses_by_component),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
