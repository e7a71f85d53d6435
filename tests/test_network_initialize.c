/* The start: any mix of start values, what contradicts, what is missing, steady states, wishes for states. */
#include "network/network.h"

#include "build_model.h"

/* wall - spring1 - mass1 - spring2 - mass2 - spring3 - mass3, without start values. */
static rig build_chain(void)
{
    rig r = rig_begin("Chain");
    add_fixed(&r, "wall", -1);
    for (int i = 1; i <= 3; i++) {
        char spring[20], mass[20], from[40], to[40];
        snprintf(spring, sizeof spring, "spring%d", i);
        snprintf(mass, sizeof mass, "mass%d", i);
        add(&r, "SpringDamper", spring, "c", 10.0 * i, "d", 0.1, "s_rel0", 1.0, NULL);
        add(&r, "Mass", mass, "m", 1.0, "L", 0.2, NULL);
        snprintf(from, sizeof from, i > 1 ? "mass%d.flange_b" : "wall.flange", i - 1);
        snprintf(to, sizeof to, "spring%d.flange_a", i);
        join(&r, from, to);
        snprintf(from, sizeof from, "spring%d.flange_b", i);
        snprintf(to, sizeof to, "mass%d.flange_a", i);
        join(&r, from, to);
    }
    return r;
}

static void any_mix_of_start_values(void **state)
{
    (void)state;
    rig r = build_chain();
    fix(&r, "mass2.s", 2.1);
    fix(&r, "spring2.s_rel", 0.8); /* mass1.s = 2.1 - 0.1 - 0.8 - 0.1 = 1.1 */
    fix(&r, "spring3.s_rel", 1.3); /* mass3.s = 2.1 + 0.1 + 1.3 + 0.1 = 3.6 */
    fix(&r, "mass3.v", 0.5);
    fix(&r, "spring3.v_rel", 0.2);  /* mass2.v = 0.3 */
    fix(&r, "spring1.v_rel", -0.1); /* mass1.v = -0.1 */
    run(&r, 0.1, 1e-6);
    NEAR(begin(&r, "mass1.s"), 1.1, 4 * ULP);
    NEAR(begin(&r, "mass2.s"), 2.1, 4 * ULP);
    NEAR(begin(&r, "mass3.s"), 3.6, 4 * ULP);
    NEAR(begin(&r, "spring1.s_rel"), 2, 4 * ULP); /* 1.1 - 0.1 + 1 */
    NEAR(begin(&r, "mass1.v"), -0.1, 0);
    NEAR(begin(&r, "mass2.v"), 0.3, ULP);
    NEAR(begin(&r, "mass3.v"), 0.5, 0);
    TRUE(!says(&r, EG_WARNING, "guess"));
    rig_end(&r);
}

/* What agrees may be said twice; sums of decimals agree to round-off. */
static void consistent_redundancy_is_no_error(void **state)
{
    (void)state;
    rig r = build_chain();
    fix(&r, "mass1.s", 0.1);
    fix(&r, "spring1.s_rel", 1.0);
    fix(&r, "mass2.s", 1.3);
    fix(&r, "spring2.s_rel", 1.0); /* 1.3 - 0.1 - (0.1 + 0.1): 1 but for round-off */
    fix(&r, "mass3.s", 2.5);
    fix(&r, "mass1.v", 0.1);
    fix(&r, "mass2.v", 0.3);
    fix(&r, "spring2.v_rel", 0.2); /* 0.3 - 0.1, not to the last digit */
    fix(&r, "mass3.v", 0);
    run(&r, 0.1, 1e-6);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
}

static void contradictions_are_named(void **state)
{
    (void)state;
    rig r = build_chain();
    fix(&r, "mass1.s", 0.1);
    fix(&r, "spring1.s_rel", 1.5); /* says mass1.s = 0.6 */
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass1.s = 0.1 m");
    SAYS_ERROR(&r, "spring1.s_rel = 1.5 m");
    SAYS_ERROR(&r, "0.5");
    rig_release(&r);
    r = build_chain(); /* over three bodies, and among speeds */
    fix(&r, "mass3.v", 1);
    fix(&r, "spring3.v_rel", 0.5);
    fix(&r, "spring2.v_rel", 0.25);
    fix(&r, "spring1.v_rel", 0.5);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass3.v = 1 m/s");
    SAYS_ERROR(&r, "spring1.v_rel = 0.5 m/s");
    SAYS_ERROR(&r, "spring2.v_rel = 0.25 m/s");
    SAYS_ERROR(&r, "spring3.v_rel = 0.5 m/s");
    rig_end(&r);
}

static void missing_start_values_are_named(void **state)
{
    (void)state;
    rig r = build_chain();
    guess(&r, "mass1.s", 0.1);
    guess(&r, "spring2.s_rel", 1.25);
    fix(&r, "mass3.s", 3);
    fix(&r, "mass1.v", 0);
    fix(&r, "mass2.v", 0);
    guess(&r, "mass3.v", 0.5);
    run(&r, 0.1, 1e-6);
    NEAR(begin(&r, "mass1.s"), 0.1, ULP); /* guesses are taken, the user's before defaults */
    NEAR(begin(&r, "mass2.s"), 0.1 + 0.2 + 1.25, 4 * ULP);
    NEAR(begin(&r, "mass3.s"), 3, 0);
    NEAR(begin(&r, "mass3.v"), 0.5, 0);
    SAYS_WARNING(&r, "3 start values are not fixed");
    SAYS_WARNING(&r, "mass1.s = 0.1 m");
    SAYS_WARNING(&r, "spring2.s_rel = 1.25 m");
    SAYS_WARNING(&r, "mass3.v = 0.5 m/s");
    rig_end(&r);
}

static rig build_welded(double s, double v)
{
    rig r = rig_begin("Welded");
    add_fixed(&r, "wall", 1);
    add(&r, "Rod", "rod", "L", 0.25, NULL);
    add(&r, "Mass", "mass", "m", 1.0, "L", 0.5, NULL);
    fix(&r, "mass.s", s);
    fix(&r, "mass.v", v);
    join(&r, "wall.flange", "rod.flange_a");
    join(&r, "rod.flange_b", "mass.flange_a");
    return r;
}

/* 1 + 0.25 + 0.25 = 1.5 and rest are what the wall leaves. */
static void welded_bodies_have_no_choice(void **state)
{
    (void)state;
    rig r = build_welded(1.5, 0);
    run(&r, 1, 1e-6);
    NEAR(end(&r, "mass.s"), 1.5, 0);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_release(&r);
    r = build_welded(0, 0);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass.s = 0 m");
    SAYS_ERROR(&r, "1.5");
    rig_release(&r);
    r = build_welded(1.5, 2);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass.v = 2 m/s");
    rig_end(&r);
}

/* ---------------------------------------------------------------- steady states */

/* mass.a fixed at `a`, mass.v at 0, under a force of F; s is free. */
static void add_hanging(rig *r, const char *path, double m, double F, double a)
{
    char text[60], force[40];
    add(r, "Mass", path, "m", m, NULL);
    snprintf(text, sizeof text, "%s.v", path);
    fix(r, text, 0);
    snprintf(text, sizeof text, "%s.a", path);
    fix(r, text, a);
    snprintf(force, sizeof force, "%s_force", path);
    add(r, "ConstantForce", force, "f_constant", F, NULL);
    snprintf(text, sizeof text, "%s.flange_a", path);
    snprintf(force, sizeof force, "%s_force.flange", path);
    join(r, text, force);
}

static void spring_and_weight_start_at_rest(void **state)
{
    (void)state;
    rig r = rig_begin("Hanging");
    add_fixed(&r, "wall", 2);
    add_mass(&r, "bystander", 1, 0, 0);
    add(&r, "Mass", "free", "m", 1.0, NULL); /* with positions to guess that have nothing to do with it */
    add(&r, "SpringDamper", "spring", "c", 50.0, "d", 1.0, "s_rel0", -0.5, NULL);
    add_hanging(&r, "mass", 2, -2 * 9.81, 0);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "mass.flange_a");
    run(&r, 1, 1e-9);
    double rest = 2 - 0.5 - 2 * 9.81 / 50; /* c stretch = weight */
    NEAR(begin(&r, "mass.s"), rest, 1e-12);
    NEAR(end(&r, "mass.s"), rest, 1e-12);
    NEAR(begin(&r, "mass.a"), 0, 1e-12);
    TRUE(!says(&r, EG_WARNING, "mass.s")); /* found, not guessed */
    SAYS_WARNING(&r, "free.s");
    rig_end(&r);
}

/* Two masses in series, one of them with a given acceleration: 2 = (50 x1 - 20 x2 ...) by hand below. */
static void coupled_steady_states(void **state)
{
    (void)state;
    rig r = rig_begin("Two");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring1", "c", 50.0, NULL);
    add(&r, "Spring", "spring2", "c", 20.0, NULL);
    add_hanging(&r, "upper", 1, 3, 2);
    add_hanging(&r, "lower", 4, 10, 0);
    join(&r, "wall.flange", "spring1.flange_a");
    join(&r, "spring1.flange_b", "upper.flange_a");
    join(&r, "upper.flange_b", "spring2.flange_a");
    join(&r, "spring2.flange_b", "lower.flange_a");
    run(&r, 0.01, 1e-9);
    NEAR(begin(&r, "spring2.s_rel"), 10.0 / 20, 1e-12);           /* lower: 10 - 20 x2 = 0 */
    NEAR(begin(&r, "spring1.s_rel"), (3 + 10 - 2) / 50.0, 1e-12); /* upper: 3 + 20 x2 - 50 x1 = 1*2 */
    NEAR(begin(&r, "upper.a"), 2, 1e-12);
    rig_end(&r);
}

/* On a stop of n = 1.5: c x^1.5 = weight, wherever the search begins. An open gap has no slope that would
 * tell Newton's method where to go. The farther away, the fewer digits are left: at 1e6 m 1e-10 m. */
static void resting_on_a_gap(void **state)
{
    (void)state;
    const double guesses[] = {-0.1, -50, -1e-12, 0, 1e-9, 0.1, 50, 1e6};
    for (size_t i = 0; i < EG_COUNT(guesses); i++) {
        rig r = rig_begin("Resting");
        add_fixed(&r, "floor", 0);
        add(&r, "ElastoGap", "gap", "c", 1e5, "d", 100.0, "n", 1.5, NULL);
        add_hanging(&r, "mass", 2, -20, 0);
        guess(&r, "mass.s", guesses[i]);
        join(&r, "floor.flange", "gap.flange_a");
        join(&r, "gap.flange_b", "mass.flange_a");
        run(&r, 1, 1e-9);
        NEAR(begin(&r, "mass.s"), -pow(20 / 1e5, 1 / 1.5), 1e-12 + ULP * fabs(guesses[i]));
        NEAR(end(&r, "mass.s"), -pow(20 / 1e5, 1 / 1.5), 1e-10 + ULP * fabs(guesses[i]));
        TRUE(r.st.events == 0);
        rig_end(&r);
    }
}

/* Twelve masses that hang in the air over one another, the last one 1.4 m up: gap k carries all above it. */
static void a_pile_settles(void **state)
{
    (void)state;
    enum { MASSES = 12 };
    rig r = rig_begin("Pile");
    add_fixed(&r, "floor", 0);
    char name[24], gap[24], from[40], to[40];
    for (int i = 1; i <= MASSES; i++) {
        snprintf(name, sizeof name, "mass%d", i);
        snprintf(gap, sizeof gap, "gap%d", i);
        add(&r, "ElastoGap", gap, "c", 1e5, "d", 100.0, "n", 2.3, NULL);
        add_hanging(&r, name, 2, -20, 0);
        snprintf(to, sizeof to, "mass%d.s", i);
        guess(&r, to, 0.01 * i * i);
        snprintf(from, sizeof from, i > 1 ? "mass%d.flange_a" : "floor.flange", i - 1);
        snprintf(to, sizeof to, "gap%d.flange_a", i);
        join(&r, from, to);
        snprintf(from, sizeof from, "gap%d.flange_b", i);
        snprintf(to, sizeof to, "mass%d.flange_a", i);
        join(&r, from, to);
    }
    run(&r, 0.1, 1e-9);
    double s = 0;
    for (int i = 1; i <= MASSES; i++) {
        s -= pow(20.0 * (MASSES + 1 - i) / 1e5, 1 / 2.3);
        snprintf(name, sizeof name, "mass%d.s", i);
        NEAR(begin(&r, name), s, 1e-12);
    }
    rig_end(&r);
}

static void an_open_gap_holds_nothing(void **state)
{
    (void)state;
    rig r = rig_begin("OpenGap");
    add_fixed(&r, "floor", 0);
    add(&r, "ElastoGap", "gap", "c", 1e5, "d", 100.0, NULL);
    add_hanging(&r, "mass", 2, 20, 0); /* away from the floor */
    guess(&r, "mass.s", -0.1);
    join(&r, "floor.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "mass.flange_a");
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass is off by 10 m/s2");
    SAYS_ERROR(&r, "an open gap exerts no force");
    rig_end(&r);
}

/* With the position fixed it is the speed that must be found: the one at which a damper balances the force.
 */
static void terminal_speed(void **state)
{
    (void)state;
    rig r = rig_begin("Terminal");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "damper", "d", 8.0, NULL);
    add(&r, "Mass", "mass", "m", 3.0, NULL);
    fix(&r, "mass.s", 1);
    fix(&r, "mass.a", 0);
    add(&r, "ConstantForce", "force", "f_constant", 12.0, NULL);
    join(&r, "wall.flange", "damper.flange_a");
    join_all(&r, "damper.flange_b", "mass.flange_a", "force.flange", NULL);
    run(&r, 1, 1e-9);
    NEAR(begin(&r, "mass.v"), 1.5, 1e-12);
    NEAR(end(&r, "mass.s"), 2.5, 1e-9);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
}

static void too_many_accelerations_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("TooMany");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 50.0, NULL);
    add_mass(&r, "mass", 1, 0.5, 0);
    fix(&r, "mass.a", 0);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "mass.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "too many start values");
    rig_end(&r);
}

/* ---------------------------------------------------------------- InitializeFlange */

static void a_flange_starts_from_signals(void **state)
{
    (void)state;
    rig r = rig_begin("Flange");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 50.0, "s_rel0", 1.0, NULL);
    add(&r, "Mass", "mass", "m", 2.0, "L", 0.4, NULL);
    add(&r, "InitializeFlange", "start", "use_a_start", 0.0, NULL);
    add(&r, "Constant", "s", "k", 1.25, NULL);
    add(&r, "Constant", "v", "k", -0.5, NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "mass.flange_a");
    join(&r, "mass.flange_b", "start.flange");
    join(&r, "s.y", "start.s_start");
    join(&r, "v.y", "start.v_start");
    run(&r, 0.1, 1e-6);
    NEAR(begin(&r, "start.s_flange"), 1.25, 0);
    NEAR(begin(&r, "mass.s"), 1.05, 2 * ULP);
    NEAR(begin(&r, "mass.v"), -0.5, 0);
    TRUE(smallest(&r, "start.flange.f") == 0 && largest(&r, "start.flange.f") == 0);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
}

/* v and a given, s follows: 50 (s - 1) = -2 * 3; the flange lies 0.4 further. */
static void a_flange_starts_with_an_acceleration(void **state)
{
    (void)state;
    rig r = rig_begin("FlangeA");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 50.0, "s_rel0", 1.0, NULL);
    add(&r, "Mass", "mass", "m", 2.0, "L", 0.4, NULL);
    add(&r, "InitializeFlange", "start", "use_s_start", 0.0, NULL);
    add(&r, "Constant", "a", "k", 3.0, NULL);
    add(&r, "Constant", "v", "k", -0.5, NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "mass.flange_a");
    join(&r, "mass.flange_b", "start.flange");
    join(&r, "a.y", "start.a_start");
    join(&r, "v.y", "start.v_start");
    run(&r, 0.1, 1e-6);
    NEAR(begin(&r, "mass.a"), 3, 1e-11);
    NEAR(begin(&r, "start.s_flange"), 1 - 6.0 / 50 + 0.4, 1e-12);
    rig_end(&r);
}

/* The start of one body from what a sensor says of another. */
static void a_start_follows_a_sensor(void **state)
{
    (void)state;
    rig r = rig_begin("Mirror");
    add_mass(&r, "first", 1, 0.75, 0);
    add(&r, "Mass", "second", "m", 1.0, NULL);
    fix(&r, "second.v", 0);
    add(&r, "PositionSensor", "sensor", NULL);
    add(&r, "Gain", "mirror", "k", -1.0, NULL);
    add(&r, "InitializeFlange", "start", "use_v_start", 0.0, "use_a_start", 0.0, NULL);
    join(&r, "first.flange_a", "sensor.flange");
    join(&r, "sensor.s", "mirror.u");
    join(&r, "mirror.y", "start.s_start");
    join(&r, "start.flange", "second.flange_a");
    run(&r, 0.1, 1e-6);
    NEAR(begin(&r, "second.s"), -0.75, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- parts without mass */

static rig build_series(void)
{
    rig r = rig_begin("Series");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "near", "c", 90.0, NULL);
    add(&r, "Spring", "far", "c", 30.0, NULL);
    add(&r, "Mass", "node", "m", 0.0, NULL);
    add(&r, "Mass", "mass", "m", 1.0, NULL);
    fix(&r, "mass.v", 0);
    join(&r, "wall.flange", "near.flange_a");
    join(&r, "near.flange_b", "node.flange_a");
    join(&r, "node.flange_b", "far.flange_a");
    join(&r, "far.flange_b", "mass.flange_a");
    return r;
}

/* Forces balance at the node: 90 near = 30 far. Whatever is fixed, the rest follows. */
static void what_is_fixed_around_a_node_without_mass(void **state)
{
    (void)state;
    const char *const fixed[] = {"mass.s", "node.s", "near.s_rel", "far.s_rel"};
    const double values[] = {0.4, 0.1, 0.1, 0.3};
    for (int i = 0; i < 4; i++) {
        rig r = build_series();
        fix(&r, fixed[i], values[i]);
        if (i > 0)
            guess(&r, "mass.s", 7); /* far off */
        run(&r, 0.01, 1e-9);
        NEAR(begin(&r, "node.s"), 0.1, 1e-12);
        NEAR(begin(&r, "mass.s"), 0.4, 1e-12);
        NEAR(begin(&r, "node.v"), 0, 1e-12);
        TRUE(!says(&r, EG_WARNING, "guess"));
        rig_release(&r);
    }
    ALL_WELL();
}

static void a_balance_may_contradict(void **state)
{
    (void)state;
    rig r = build_series();
    fix(&r, "mass.s", 0.4);
    fix(&r, "node.s", 0.2);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "node.s = 0.2 m cannot hold");
    rig_release(&r);
    r = build_series(); /* its speed is that of the mass, over 4 */
    fix(&r, "mass.s", 0.4);
    fix(&r, "node.v", 0);
    run(&r, 0.01, 1e-6);
    rig_release(&r);
    r = build_series();
    fix(&r, "mass.s", 0.4);
    fix(&r, "node.v", 1);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "node.v = 1 m/s cannot hold");
    rig_end(&r);
}

/* ---------------------------------------------------------------- wishes for states */

/* wall - gap - mass - spring - wall: s_rel of the gap, of the spring, or mass.s. */
static rig build_wish(double gap, double spring, double mass)
{
    rig r = rig_begin("Wish");
    add_fixed(&r, "left", 0);
    add_fixed(&r, "right", 2);
    add(&r, "ElastoGap", "gap", "c", 10.0, "d", 1.0, "stateSelect", gap, NULL);
    add(&r, "SpringDamper", "spring", "c", 10.0, "d", 1.0, "stateSelect", spring, NULL);
    add(&r, "Mass", "mass", "m", 1.0, "stateSelect", mass, NULL);
    fix(&r, "mass.s", 0.5);
    fix(&r, "mass.v", -1);
    join(&r, "left.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "mass.flange_a");
    join(&r, "mass.flange_b", "spring.flange_a");
    join(&r, "spring.flange_b", "right.flange");
    return r;
}

static void state_select_chooses_the_coordinate(void **state)
{
    (void)state;
    const struct {
        double gap, spring, mass;
        const char *expected;
    } cases[] = {
        {EG_PREFER, EG_PREFER, EG_DEFAULT, "position gap.s_rel"}, /* the first of equals */
        {EG_PREFER, EG_ALWAYS, EG_DEFAULT, "position spring.s_rel"},
        {EG_PREFER, EG_PREFER, EG_ALWAYS, "position mass.s"},
        {EG_AVOID, EG_PREFER, EG_PREFER, "position spring.s_rel"},
        {EG_AVOID, EG_AVOID, EG_DEFAULT, "position mass.s"},
        {EG_NEVER, EG_NEVER, EG_AVOID, "position mass.s"},
        {EG_NEVER, EG_AVOID, EG_NEVER, "position spring.s_rel"},
        {EG_NEVER, EG_NEVER, EG_NEVER, "position of mass"}, /* none of them: the body's own */
    };
    double motion = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r = build_wish(cases[i].gap, cases[i].spring, cases[i].mass);
        run(&r, 1, 1e-10);
        eg_network *s = eg_network_create(r.model, r.d);
        assert_non_null(s);
        char text[100];
        s->base.ops->describe(&s->base, 0, text, sizeof text);
        if (strcmp(text, cases[i].expected) != 0) {
            print_error("  case %zu: %s instead of %s\n", i, text, cases[i].expected);
            rig_fail(__FILE__, __LINE__, "another coordinate");
        }
        motion = i == 0 ? end(&r, "mass.s") : motion;
        NEAR(end(&r, "mass.s"), motion, 1e-9); /* the same, whatever it is computed in */
        eg_network_free(s);
        rig_release(&r);
    }
    ALL_WELL();
}

static void an_impossible_always_is_refused(void **state)
{
    (void)state;
    rig r = build_wish(EG_ALWAYS, EG_ALWAYS, EG_DEFAULT);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "spring.s_rel cannot be a state");
    SAYS_ERROR(&r, "gap.s_rel"); /* what it forms a loop with */
    rig_release(&r);
    r = build_welded(1.5, 0);
    eg_spec_set(r.spec, "mass.stateSelect", EG_ALWAYS, r.d);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "mass.s cannot be a state");
    SAYS_ERROR(&r, "a rigid connection determines it");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_mix_of_start_values),
        cmocka_unit_test(consistent_redundancy_is_no_error),
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(missing_start_values_are_named),
        cmocka_unit_test(welded_bodies_have_no_choice),
        cmocka_unit_test(spring_and_weight_start_at_rest),
        cmocka_unit_test(coupled_steady_states),
        cmocka_unit_test(resting_on_a_gap),
        cmocka_unit_test(a_pile_settles),
        cmocka_unit_test(an_open_gap_holds_nothing),
        cmocka_unit_test(terminal_speed),
        cmocka_unit_test(too_many_accelerations_are_refused),
        cmocka_unit_test(a_flange_starts_from_signals),
        cmocka_unit_test(a_flange_starts_with_an_acceleration),
        cmocka_unit_test(a_start_follows_a_sensor),
        cmocka_unit_test(what_is_fixed_around_a_node_without_mass),
        cmocka_unit_test(a_balance_may_contradict),
        cmocka_unit_test(state_select_chooses_the_coordinate),
        cmocka_unit_test(an_impossible_always_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
