/* Nodes and bodies without mass: behind springs, dampers and gaps, in all modes, against closed forms. */
#include "build_model.h"

/* ---------------------------------------------------------------- a plate behind a gap
 *
 *     wall --- k, D --- plate --- gap (c, d) --- mass m
 *
 * u: how far the mass has come since touch, p: how far the plate has been pushed in, both towards the wall;
 * delta = u - p compresses the gap. m u'' = -f, and the plate is in balance: k p + D p' = f.
 *     approach-limited: f = 2 c delta              while d delta' >= c delta
 *     linear:           f = c delta + d delta'     while -c delta < d delta' < c delta
 *     rebound-limited:  f = 0                      while d delta' <= -c delta, delta > 0
 *     apart:            f = 0
 * In every mode that is linear in (u, v, p). It is summed as a Taylor series, exact to round-off, from edge
 * to edge. */

typedef enum plate_mode { APART, APPROACH, LINEAR, REBOUND } plate_mode;

typedef struct plate {
    double m, c, d, k, D;
    plate_mode mode;
    double t, x[3]; /* u, v, p at t */
    double event_time[12];
    plate_mode event_mode[12]; /* the one that began */
    int events;
} plate;

/* Speed of the plate. With D = 0 the approach makes it follow the mass: k p = 2 c (u - p). */
static double plate_speed(const plate *s, const double *x)
{
    double delta = x[0] - x[2], push = s->k * x[2];
    switch (s->mode) {
    case APPROACH: return s->D > 0 ? (2 * s->c * delta - push) / s->D : 2 * s->c / (s->k + 2 * s->c) * x[1];
    case LINEAR: return (s->c * delta + s->d * x[1] - push) / (s->d + s->D);
    default: return s->D > 0 ? -push / s->D : 0;
    }
}

static double plate_push(const plate *s, const double *x)
{
    double delta = x[0] - x[2];
    return s->mode == APPROACH ? 2 * s->c * delta
           : s->mode == LINEAR ? s->c * delta + s->d * (x[1] - plate_speed(s, x))
                               : 0;
}

/* x after another h seconds in this mode. */
static void plate_after(const plate *s, double h, double *x)
{
    double term[3], sum[3];
    memcpy(term, s->x, sizeof term);
    memcpy(sum, s->x, sizeof sum);
    for (int n = 1; n < 40; n++) {
        double rate[3] = {term[1], -plate_push(s, term) / s->m, plate_speed(s, term)};
        for (int i = 0; i < 3; i++) {
            term[i] = rate[i] * h / n;
            sum[i] += term[i];
        }
    }
    memcpy(x, sum, sizeof sum);
}

/* The mode that the point asks for; the point itself does not jump. */
static plate_mode plate_mode_at(const plate *s, const double *x)
{
    double delta = x[0] - x[2], rate = x[1] - plate_speed(s, x);
    if (s->mode == APART)
        return delta > 0 ? APPROACH : APART;
    if (delta < 0)
        return APART;
    if (s->mode == APPROACH)
        return s->d * rate < s->c * delta ? LINEAR : APPROACH;
    if (s->mode == LINEAR)
        return s->d * rate <= -s->c * delta ? REBOUND : s->d * rate > s->c * delta ? APPROACH : LINEAR;
    return s->d * rate > -s->c * delta ? LINEAR : REBOUND;
}

/* To time t, over every edge on the way, in steps short enough to miss none. For a nanosecond after an edge
 * nothing is asked: there the speed of a stiff plate is round-off of forces over d. */
static void plate_advance(plate *s, double t)
{
    while (s->t < t) {
        bool blind = s->events > 0 && s->t < s->event_time[s->events - 1] + 1e-9;
        double h = fmin(blind ? 1e-9 : 1e-3, t - s->t), x[3], low = 0;
        plate_after(s, h, x);
        if (!blind && plate_mode_at(s, x) != s->mode && s->events < 12) {
            for (int i = 0; i < 70; i++) { /* bisection */
                double middle = 0.5 * (low + h);
                plate_after(s, middle, x);
                *(plate_mode_at(s, x) != s->mode ? &h : &low) = middle;
            }
            plate_after(s, h, x);
            s->event_mode[s->events] = plate_mode_at(s, x);
            s->event_time[s->events++] = s->t + h;
            s->mode = s->event_mode[s->events - 1];
        }
        memcpy(s->x, x, sizeof s->x);
        s->t += h;
    }
}

/* At touch nothing is compressed: the approach begins. */
static plate plate_at_touch(double t, double v0)
{
    return (plate){.m = 1.2, .c = 900, .d = 14, .mode = APPROACH, .t = t, .x = {0, v0, 0}};
}

static const char *plate_event(plate_mode from, plate_mode to)
{
    return to == APART                        ? "contact ends"
           : from == APART                    ? "contact begins"
           : to == LINEAR && from == APPROACH ? "approach limit ends"
           : to == LINEAR                     ? "rebound limit ends"
           : to == REBOUND                    ? "rebound limit begins"
                                              : "approach limit begins";
}

/* The plate is a Mass of no mass, or a bare node. */
static rig build_plate(const plate *s, bool bare)
{
    rig r = rig_begin("Plate");
    add_fixed(&r, "wall", -1);
    add(&r, "SpringDamper", "spring", "c", s->k, "d", s->D, "s_rel0", 0.9, NULL);
    add(&r, "ElastoGap", "gap", "c", s->c, "d", s->d, "s_rel0", 0.05, NULL);
    add_mass(&r, "mass", s->m, 0.2, -0.75); /* touch at s = -0.05, t = 1/3 */
    fix(&r, "spring.s_rel", 0.9);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "gap.flange_b", "mass.flange_a");
    if (bare) {
        join(&r, "spring.flange_b", "gap.flange_a");
    } else {
        add(&r, "Mass", "plate", "m", 0.0, NULL);
        join(&r, "spring.flange_b", "plate.flange_a");
        join(&r, "plate.flange_b", "gap.flange_a");
    }
    return r;
}

static void compare_plate(const rig *r, plate s)
{
    double off[4] = {0};
    for (size_t row = 0; row < rows(r); row++) {
        double t = time_of(r, row);
        if (t < s.t)
            continue;
        plate_advance(&s, t);
        off[0] = fmax(off[0], fabs(at(r, "mass.s", row) - (-0.05 - s.x[0])));
        off[1] = fmax(off[1], fabs(at(r, "mass.v", row) + s.x[1]));
        off[2] = fmax(off[2], fabs(at(r, "spring.s_rel", row) - (0.9 - s.x[2])));
        off[3] = fmax(off[3], fabs(at(r, "gap.f", row) + plate_push(&s, s.x)));
    }
    AT_MOST(off[0], 1e-8);
    AT_MOST(off[1], 1e-8);
    AT_MOST(off[2], 1e-8);
    AT_MOST(off[3], 1e-5); /* some 1e3 N/m of a micrometre's ten thousandth */
    TRUE((int)eg_trajectory_events(r->t) == s.events + 1);
    plate_mode before = APPROACH;
    for (int i = 0; i < s.events; i++) {
        const char *name = plate_event(before, s.event_mode[i]);
        double nearest = NAN; /* of that name */
        for (int n = 0; n < 4; n++)
            if (fabs(event_time(r, "gap", name, n) - s.event_time[i]) < 1e-3)
                nearest = event_time(r, "gap", name, n);
        NEAR(nearest, s.event_time[i], 1e-8);
        before = s.event_mode[i];
    }
}

static void plate_behind_a_gap(void **state)
{
    (void)state;
    /* spring and damper behind the plate: only one, only the other, both; soft, hard */
    const double behind[][2] = {{700, 0}, {1e5, 0}, {40, 0}, {0, 30}, {0, 6}, {300, 9}, {2000, 60}};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        plate s = plate_at_touch(1.0 / 3, 0.75);
        s.k = behind[i][0];
        s.D = behind[i][1];
        for (int bare = 0; bare < 2; bare++) {
            rig r = build_plate(&s, bare);
            r.interval = 0.005;
            run(&r, 1.2, 1e-10);
            compare_plate(&r, s);
            AT_MOST(r.st.energy.error, 1e-8);
            if (rig_failures > 0)
                print_error("  with k = %g, D = %g, bare = %d\n", s.k, s.D, bare);
            rig_release(&r);
        }
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- springs and dampers */

/* A node between a spring to one wall and a damper to another creeps back: x = x0 e^(-k t/d). */
static double creep(double t)
{
    return 0.2 * exp(-50.0 / 8 * t);
}
static double creep_speed(double t)
{
    return -50.0 / 8 * creep(t);
}

static void node_between_spring_and_damper(void **state)
{
    (void)state;
    for (int bare = 0; bare < 2; bare++) {
        rig r = rig_begin("Creep");
        add_fixed(&r, "left", -1);
        add_fixed(&r, "right", 0.5);
        add(&r, "Spring", "spring", "c", 50.0, "s_rel0", 1.0, NULL);
        add(&r, "Damper", "damper", "d", 8.0, NULL);
        add(&r, "PositionSensor", "sensor", NULL);
        fix(&r, "spring.s_rel", 1.2);
        join(&r, "left.flange", "spring.flange_a");
        join(&r, "right.flange", "damper.flange_b");
        join(&r, "sensor.flange", "spring.flange_b");
        if (bare) {
            join(&r, "spring.flange_b", "damper.flange_a");
        } else {
            add(&r, "Mass", "node", "m", 0.0, NULL);
            join(&r, "spring.flange_b", "node.flange_a");
            join(&r, "node.flange_b", "damper.flange_a");
        }
        run(&r, 1, 1e-9);
        AT_MOST(largest_error(&r, "sensor.s", creep), 1e-8);
        if (!bare) {
            AT_MOST(largest_error(&r, "node.v", creep_speed), 1e-8);
            for (size_t i = 0; i < rows(&r); i++) /* a = (k/d)^2 x, found by differentiating the balance */
                NEAR(at(&r, "node.a", i), 50.0 / 8 * 50.0 / 8 * creep(time_of(&r, i)), 1e-7);
        }
        TRUE(!says(&r, EG_WARNING, "guess"));
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Dampers in series between a wall and a flange that moves with V: each carries V/(1/d1 + 1/d2 + 1/d3), and
 * the nodes move with V in proportion to what lies between them and the wall. */
static void dampers_in_series(void **state)
{
    (void)state;
    const double d[] = {2, 3, 6}, V = 0.4, force = V / (1.0 / 2 + 1.0 / 3 + 1.0 / 6);
    rig r = rig_begin("Dampers");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "d1", "d", d[0], NULL);
    add(&r, "Damper", "d2", "d", d[1], NULL);
    add(&r, "Damper", "d3", "d", d[2], NULL);
    add(&r, "Speed", "drive", "exact", 1.0, NULL);
    add(&r, "Constant", "speed", "k", V, NULL);
    fix(&r, "drive.s", 0.3);
    fix(&r, "d1.s_rel", 0.1);
    fix(&r, "d2.s_rel", 0.1);
    join(&r, "wall.flange", "d1.flange_a");
    join(&r, "d1.flange_b", "d2.flange_a");
    join(&r, "d2.flange_b", "d3.flange_a");
    join(&r, "d3.flange_b", "drive.flange");
    join(&r, "speed.y", "drive.v_ref");
    run(&r, 2, 1e-9);
    NEAR(end(&r, "d1.s_rel"), 0.1 + 2 * force / d[0], 1e-12);
    NEAR(end(&r, "d2.s_rel"), 0.1 + 2 * force / d[1], 1e-12);
    NEAR(end(&r, "d3.s_rel"), 0.1 + 2 * force / d[2], 1e-12);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "d1.f", i), force, 1e-12);
        NEAR(at(&r, "d2.f", i), force, 1e-12);
        NEAR(at(&r, "drive.flange.f", i), -force, 1e-12);
    }
    NEAR(r.st.energy.supplied, 2 * force * V, 1e-12);
    AT_MOST(r.st.energy.error, 1e-12);
    rig_end(&r);
}

/* Springs in series under a force F(t) at their end: node i stands at F (1/k1 + ... + 1/ki) beyond its rest,
 * and moves with the derivatives of F. Nothing is differential: the whole motion is a sequence of balances.
 */
static double push(double t)
{
    return 5 + 3 * sin(2 * PI * 1.5 * t);
}
static double push_rate(double t)
{
    return 3 * 2 * PI * 1.5 * cos(2 * PI * 1.5 * t);
}
static double push_curve(double t)
{
    return -3 * pow(2 * PI * 1.5, 2) * sin(2 * PI * 1.5 * t);
}

static void springs_in_series(void **state)
{
    (void)state;
    const double k[] = {100, 250, 40, 1e5};
    rig r = rig_begin("Springs");
    char name[40], port[60], before[60] = "wall.flange";
    add_fixed(&r, "wall", -3);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "spring%d", i + 1);
        add(&r, "Spring", name, "c", k[i], "s_rel0", 0.5, NULL);
        snprintf(port, sizeof port, "%s.flange_a", name);
        join(&r, before, port);
        snprintf(port, sizeof port, "%s.flange_b", name);
        snprintf(name, sizeof name, "node%d", i + 1);
        snprintf(before, sizeof before, "%s.flange_a", name);
        add(&r, "Mass", name, "m", 0.0, NULL);
        join(&r, port, before);
        snprintf(before, sizeof before, "%s.flange_b", name);
    }
    add(&r, "Force", "force", NULL);
    add(&r, "Sine", "sine", "amplitude", 3.0, "f", 1.5, "offset", 5.0, NULL);
    join(&r, "force.flange", "node4.flange_b");
    join(&r, "sine.y", "force.f");
    r.start = 100; /* far from 0, where a rate taken by differences in t would be poor */
    run(&r, 1, 1e-9);
    TRUE(r.st.states == 0);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), give = 0;
        for (int i = 0; i < 4; i++) {
            give += 1 / k[i];
            snprintf(port, sizeof port, "node%d.s", i + 1);
            NEAR(at(&r, port, row), -3 + 0.5 * (i + 1) + push(t) * give, 1e-12);
            snprintf(port, sizeof port, "node%d.v", i + 1);
            NEAR(at(&r, port, row), push_rate(t) * give, 1e-12 * 30);
            snprintf(port, sizeof port, "node%d.a", i + 1);
            NEAR(at(&r, port, row), push_curve(t) * give, 1e-12 * 300);
        }
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* A force F that jumps up acts on the node between two springs: the node jumps by F/(k1 + k2), the mass
 * behind the second spring does not, and then moves under k1 k2/(k1 + k2) in series about a rest that is F/k1
 * off, starting from rest: s = s0 + F/k1 (1 - cos(w (t - t0))). */
static double behind_a_step(double t)
{
    double w = sqrt(90.0 * 45 / 135 / 2);
    return t < 0.25 ? 1 : 1 + 6 / 90.0 * (1 - cos(w * (t - 0.25)));
}

static void force_jumps_on_a_node(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) { /* the tree of coordinates differs */
        rig r = rig_begin("Jump");
        add_fixed(&r, "wall", 0);
        add(&r, "Spring", order ? "spring2" : "spring1", "c", order ? 45.0 : 90.0, "s_rel0", 0.5, NULL);
        add(&r, "Spring", order ? "spring1" : "spring2", "c", order ? 90.0 : 45.0, "s_rel0", 0.5, NULL);
        add(&r, "Mass", "node", "m", 0.0, NULL);
        add_mass(&r, "mass", 2, 1, 0);
        add(&r, "Force", "force", NULL);
        add(&r, "Step", "step", "height", 6.0, "startTime", 0.25, NULL);
        join(&r, "wall.flange", "spring1.flange_a");
        join(&r, "spring1.flange_b", "node.flange_a");
        join(&r, "node.flange_b", "spring2.flange_a");
        join(&r, "spring2.flange_b", "mass.flange_a");
        join(&r, "node.flange_a", "force.flange");
        join(&r, "step.y", "force.f");
        run(&r, 2, 1e-10);
        AT_MOST(largest_error(&r, "mass.s", behind_a_step), 1e-9);
        size_t right = row_at(&r, 0.25);
        NEAR(at(&r, "node.s", right) - at(&r, "node.s", right - 1), 6.0 / 135, 1e-12);
        NEAR(at(&r, "mass.s", right), at(&r, "mass.s", right - 1), 0);
        AT_MOST(r.st.energy.error, 1e-8); /* (F/2) F/(k1 + k2) of it done at the jump itself */
        rig_release(&r);
    }
    ALL_WELL();
}

/* A force -g v on the node, through a sensor, is a damper to the ground. */
static double creep_by_signal(double t)
{
    return 0.3 * exp(-20.0 / 4 * t);
}

static void speed_feedback_is_a_damper(void **state)
{
    (void)state;
    rig r = rig_begin("Feedback");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 20.0, NULL);
    fix(&r, "spring.s_rel", 0.3);
    add(&r, "SpeedSensor", "speed", NULL);
    add(&r, "Gain", "gain", "k", -4.0, NULL);
    add(&r, "Force", "force", NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join_all(&r, "spring.flange_b", "speed.flange", "force.flange", NULL);
    join(&r, "speed.v", "gain.u");
    join(&r, "gain.y", "force.f");
    run(&r, 1, 1e-9);
    AT_MOST(largest_error(&r, "spring.s_rel", creep_by_signal), 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is not determined */

static void open_gaps_leave_a_plate_floating(void **state)
{
    (void)state;
    rig r = rig_begin("Floating");
    add_fixed(&r, "left", 0);
    add_fixed(&r, "right", 1);
    add(&r, "ElastoGap", "gap1", "c", 10.0, "d", 1.0, NULL);
    add(&r, "ElastoGap", "gap2", "c", 10.0, "d", 1.0, NULL);
    add(&r, "Mass", "shim", "m", 0.0, "L", 0.1, NULL);
    guess(&r, "shim.s", 0.5);
    join(&r, "left.flange", "gap1.flange_a");
    join(&r, "gap1.flange_b", "shim.flange_a");
    join(&r, "shim.flange_b", "gap2.flange_a");
    join(&r, "gap2.flange_b", "right.flange");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "nothing determines the position of shim");
    SAYS_ERROR(&r, "give it a mass");
    rig_end(&r);
}

/* What floats is called by the name of its rod, not by that of a sensor in line or of a neighbour, in
 * whichever order they are declared; where there is nothing rigid but the sensor, that will do. */
static void what_floats_is_called_by_its_rod(void **state)
{
    (void)state;
    for (int rods = 0; rods < 2; rods++) {
        rig r = rig_begin("FloatingRod");
        add(&r, "ElastoGap", "gap", "c", 10.0, "d", 1.0, NULL);
        add(&r, "PositionSensor", "position", NULL);
        add(&r, "ForceSensor", "scale", NULL);
        if (rods)
            add(&r, "Rod", "rod", "L", 0.1, NULL);
        add_fixed(&r, "wall", 0);
        join(&r, "wall.flange", "gap.flange_a");
        join(&r, "gap.flange_b", "scale.flange_a");
        if (rods)
            join(&r, "scale.flange_b", "rod.flange_a");
        join(&r, rods ? "rod.flange_b" : "scale.flange_b", "position.flange");
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
        SAYS_ERROR(&r, rods ? "the position of rod:" : "the position of scale:");
        rig_release(&r);
    }
    ALL_WELL();
}

/* A shim held between two gaps by the force on a mass comes free when the force turns: the run ends there,
 * with the time and the name. Stiffnesses in series: the mass presses with F = 4 - 8 t, zero at t = 0.5
 * where, at rest but for the slow change, the gaps open. */
static void plate_that_comes_free_is_reported(void **state)
{
    (void)state;
    rig r = rig_begin("ComingFree");
    add_fixed(&r, "wall", 0);
    add(&r, "ElastoGap", "gap1", "c", 1e4, "d", 20.0, NULL);
    add(&r, "ElastoGap", "gap2", "c", 1e4, "d", 20.0, NULL);
    add(&r, "Mass", "shim", "m", 0.0, NULL);
    guess(&r, "shim.s", -1e-4);
    add_mass(&r, "mass", 0.1, -8e-4, 0);
    add(&r, "Force", "force", NULL);
    add(&r, "Ramp", "ramp", "height", 8.0, "duration", 1.0, "offset", -4.0, NULL);
    join(&r, "wall.flange", "gap1.flange_a");
    join(&r, "gap1.flange_b", "shim.flange_a");
    join(&r, "shim.flange_b", "gap2.flange_a");
    join_all(&r, "gap2.flange_b", "mass.flange_a", "force.flange", NULL);
    join(&r, "ramp.y", "force.f");
    try_run(&r, 1, 1e-8);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "nothing determines the position of shim");
    TRUE(r.t && r.st.end_time > 0.45 && r.st.end_time < 0.55);
    rig_end(&r);
}

static void parts_without_mass_and_neighbours_are_refused(void **state)
{
    (void)state;
    const char *const classes[] = {"Rod", "Mass", "ForceSensor"};
    for (int i = 0; i < 3; i++) {
        rig r = rig_begin("Alone");
        add(&r, classes[i], "lonely", NULL);
        if (i == 1)
            eg_spec_set(r.spec, "lonely.m", 0, r.d);
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
        SAYS_ERROR(&r, "nothing determines the motion of lonely");
        rig_release(&r);
    }
    ALL_WELL();
}

/* a(t) of a node without mass is not known before its forces are: it may be looked at, not acted on. */
static void acceleration_without_mass_cannot_act(void **state)
{
    (void)state;
    for (int acts = 0; acts < 2; acts++) {
        rig r = rig_begin("Acceleration");
        add_fixed(&r, "wall", 0);
        add(&r, "SpringDamper", "spring", "c", 20.0, "d", 4.0, NULL);
        fix(&r, "spring.s_rel", 0.3);
        add(&r, "AccSensor", "sensor", NULL);
        add(&r, "Force", "force", NULL);
        add(&r, "Gain", "gain", "k", -0.1, NULL);
        add(&r, "Constant", "none", "k", 0.0, NULL);
        join(&r, "wall.flange", "spring.flange_a");
        join_all(&r, "spring.flange_b", "sensor.flange", "force.flange", NULL);
        join(&r, "sensor.a", "gain.u");
        join(&r, acts ? "gain.y" : "none.y", "force.f");
        try_run(&r, 1, 1e-9);
        TRUE(r.status == (acts ? EG_ERROR_MODEL : EG_OK));
        if (acts)
            SAYS_ERROR(&r, "rate of the speed of");
        else
            for (size_t i = 0; i < rows(&r); i++) /* x = 0.3 e^(-5t) */
                NEAR(at(&r, "sensor.a", i), 0.3 * 25 * exp(-5 * time_of(&r, i)), 1e-7);
        rig_release(&r);
    }
    ALL_WELL();
}

/* A force that depends on a force has no derivative to offer: a node that only springs hold would need it. */
static void force_without_a_rate_is_refused(void **state)
{
    (void)state;
    rig r = rig_begin("NoRate");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 20.0, NULL);
    add(&r, "Rod", "node", "L", 0.1, NULL);
    add(&r, "Spring", "second", "c", 10.0, NULL);
    add(&r, "ForceSensor", "sensor", NULL);
    add_mass(&r, "mass", 1, 0.5, 0);
    add(&r, "Force", "force", NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "node.flange_a");
    join_all(&r, "node.flange_b", "second.flange_a", "force.flange", NULL);
    join(&r, "second.flange_b", "sensor.flange_a");
    join(&r, "sensor.flange_b", "mass.flange_a");
    join(&r, "sensor.f", "force.f");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "nothing determines the speed of node");
    SAYS_ERROR(&r, "sensor.f has no derivative");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plate_behind_a_gap),
        cmocka_unit_test(node_between_spring_and_damper),
        cmocka_unit_test(dampers_in_series),
        cmocka_unit_test(springs_in_series),
        cmocka_unit_test(force_jumps_on_a_node),
        cmocka_unit_test(speed_feedback_is_a_damper),
        cmocka_unit_test(open_gaps_leave_a_plate_floating),
        cmocka_unit_test(what_floats_is_called_by_its_rod),
        cmocka_unit_test(plate_that_comes_free_is_reported),
        cmocka_unit_test(parts_without_mass_and_neighbours_are_refused),
        cmocka_unit_test(acceleration_without_mass_cannot_act),
        cmocka_unit_test(force_without_a_rate_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
