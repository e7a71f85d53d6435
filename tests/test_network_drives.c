/* Prescribed motion: exact and filtered drives, the forces and work they take, drives on bodies that move,
 * drives that follow sensors. */
#include "build_model.h"

/* ---------------------------------------------------------------- an oscillator on a driven flange
 *
 * u = 0.2 + A sin(W t) moves one end of a spring, c = 80 and 0.5 long, with a mass m = 2 at the other that
 * rests where the spring is slack at t = 0. With z = s - 0.7: z'' + w^2 z = w^2 A sin(W t), w^2 = c/m, z(0) =
 * z'(0) = 0, so z = A w^2/(w^2 - W^2) (sin(W t) - W/w sin(w t)). */

static const double A = 0.1, W = 2 * PI * 0.5, C = 80, M = 2, M_WELDED = 3;

static double own(void)
{
    return sqrt(C / M);
}
static double gain(void)
{
    return A * own() * own() / (own() * own() - W * W);
}
static double forced(double t)
{
    return 0.7 + gain() * (sin(W * t) - W / own() * sin(own() * t));
}
static double forced_speed(double t)
{
    return gain() * W * (cos(W * t) - cos(own() * t));
}
static double driven(double t)
{
    return 0.2 + A * sin(W * t);
}
static double driven_speed(double t)
{
    return A * W * cos(W * t);
}
static double driven_acceleration(double t)
{
    return -A * W * W * sin(W * t);
}
static double tension(double t)
{
    return C * (forced(t) - driven(t) - 0.5);
}

static void add_sine_drive(rig *r)
{
    add(r, "Position", "drive", "exact", 1.0, NULL);
    add(r, "Sine", "sine", "amplitude", A, "f", 0.5, "offset", 0.2, NULL);
    join(r, "sine.y", "drive.s_ref");
}

static void add_oscillator(rig *r, const char *flange)
{
    add(r, "Spring", "spring", "c", C, "s_rel0", 0.5, NULL);
    add_mass(r, "mass", M, 0.7, 0);
    join(r, flange, "spring.flange_a");
    join(r, "spring.flange_b", "mass.flange_a");
}

static void exact_position_drives_an_oscillator(void **state)
{
    (void)state;
    rig r = rig_begin("Forced");
    add_sine_drive(&r);
    add_oscillator(&r, "drive.flange");
    run(&r, 3, 1e-10);
    AT_MOST(largest_error(&r, "mass.s", forced), 1e-9);
    AT_MOST(largest_error(&r, "mass.v", forced_speed), 1e-8);
    AT_MOST(largest_error(&r, "drive.flange.s", driven), 4 * ULP); /* a function of time, not an integral */
    AT_MOST(largest_error(&r, "drive.s", driven), 4 * ULP);
    AT_MOST(largest_error(&r, "drive.flange.f", tension),
            1e-7); /* the spring pulls it in positive direction */
    TRUE(largest(&r, "drive.v") == 0 && smallest(&r, "drive.v") == 0); /* MSL's dummies */
    TRUE(largest(&r, "drive.a") == 0 && smallest(&r, "drive.a") == 0);
    /* all energy there is at the end has come through the drive */
    double stretch = end(&r, "spring.s_rel") - 0.5, v = end(&r, "mass.v");
    NEAR(r.st.energy.supplied, 0.5 * C * stretch * stretch + 0.5 * M * v * v, 1e-9);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* A mass on the driven flange adds nothing to the motion and m a to the force. */
static double welded_force(double t)
{
    return tension(t) - M_WELDED * driven_acceleration(t);
}

static void welded_mass_adds_its_inertia(void **state)
{
    (void)state;
    rig r = rig_begin("Welded");
    add_sine_drive(&r);
    add(&r, "Mass", "welded", "m", M_WELDED, "L", 0.0, NULL);
    join(&r, "drive.flange", "welded.flange_a");
    add_oscillator(&r, "welded.flange_b");
    run(&r, 3, 1e-10);
    TRUE(r.st.states == 2);
    AT_MOST(largest_error(&r, "mass.s", forced), 1e-9);
    AT_MOST(largest_error(&r, "welded.v", driven_speed), 4 * ULP);
    AT_MOST(largest_error(&r, "welded.a", driven_acceleration), 8 * ULP);
    AT_MOST(largest_error(&r, "drive.flange.f", welded_force), 1e-7);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "welded.flange_a.f", i) + at(&r, "welded.flange_b.f", i),
             M_WELDED * driven_acceleration(time_of(&r, i)), 1e-13 * C);
    NEAR(r.st.energy.initial, 0.5 * M_WELDED * A * W * A * W, 1e-14);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- filters
 *
 * Position: s'' = ((u - s) wc - af s') wc/bf. A step of u by h at t0 from rest: with wn = wc/sqrt(bf) and
 * zeta = af/(2 sqrt(bf)) < 1, tau = t - t0, wd = wn sqrt(1 - zeta^2): s = h (1 - e^(-zeta wn tau) (cos(wd
 * tau) + zeta/sqrt(1 - zeta^2) sin(wd tau))), s' = h wn/sqrt(1 - zeta^2) e^(-zeta wn tau) sin(wd tau). */

static const double H = 0.03, T0 = 0.1;
static double natural(void)
{
    return 2 * PI * 4 / sqrt(0.6180);
}
static const double ZETA = 1.3617 / 2;

static double filtered(double t)
{
    double z = ZETA / sqrt(0.6180), q = sqrt(1 - z * z), x = natural() * (t - T0);
    return t < T0 ? 0.1 : 0.1 + H * (1 - exp(-z * x) * (cos(q * x) + z / q * sin(q * x)));
}

static double filtered_speed(double t)
{
    double z = ZETA / sqrt(0.6180), q = sqrt(1 - z * z), x = natural() * (t - T0);
    return t < T0 ? 0 : H * natural() / q * exp(-z * x) * sin(q * x);
}

static void filtered_position_follows_a_step(void **state)
{
    (void)state;
    rig r = rig_begin("Filter");
    add(&r, "Position", "drive", "f_crit", 4.0, NULL);
    add(&r, "Step", "step", "height", H, "offset", 0.1, "startTime", T0, NULL);
    add(&r, "Mass", "welded", "m", 0.5, NULL);
    join(&r, "step.y", "drive.s_ref");
    join(&r, "drive.flange", "welded.flange_a");
    run(&r, 0.6, 1e-10);
    AT_MOST(largest_error(&r, "drive.s", filtered), 1e-10);
    AT_MOST(largest_error(&r, "drive.v", filtered_speed), 1e-9);
    AT_MOST(largest_error(&r, "welded.v", filtered_speed), 1e-9);
    size_t right = row_at(&r, T0); /* the acceleration jumps by h wc^2/bf, and the force with it */
    double jump = H * natural() * natural();
    NEAR(at(&r, "drive.a", right - 1), 0, 1e-9);
    NEAR(at(&r, "drive.a", right), jump, 1e-9 * jump);
    NEAR(at(&r, "welded.a", right), jump, 1e-9 * jump);
    NEAR(at(&r, "drive.flange.f", right), -0.5 * jump, 1e-9 * jump);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* Speed: v' = (u - v) wc: v = V (1 - e^(-wc tau)), s = V (tau - (1 - e^(-wc tau))/wc). */
static double filtered_travel(double t)
{
    double w = 2 * PI * 3, x = t - T0;
    return t < T0 ? 0.2 : 0.2 + 0.4 * (x - (1 - exp(-w * x)) / w);
}

static void filtered_speed_follows_a_step(void **state)
{
    (void)state;
    rig r = rig_begin("SpeedFilter");
    add(&r, "Speed", "drive", "f_crit", 3.0, NULL);
    add(&r, "Step", "step", "height", 0.4, "startTime", T0, NULL);
    add(&r, "Mass", "welded", "m", 0.5, NULL);
    fix(&r, "drive.s", 0.2);
    join(&r, "step.y", "drive.v_ref");
    join(&r, "drive.flange", "welded.flange_a");
    run(&r, 1, 1e-10);
    AT_MOST(largest_error(&r, "drive.s", filtered_travel), 1e-10);
    NEAR(value(&r, "drive.a", T0), 0.4 * 2 * PI * 3, 1e-9);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* v = B cos(2 pi t) exactly, from s = 0.3: a mass on it takes the force m v', and s is the integral. */
static double swing(double t)
{
    return 0.3 + 0.5 / (2 * PI) * sin(2 * PI * t);
}
static double swing_force(double t)
{
    return 1.5 * 0.5 * 2 * PI * sin(2 * PI * t);
}

static void exact_speed(void **state)
{
    (void)state;
    rig r = rig_begin("Speed");
    add(&r, "Speed", "drive", "exact", 1.0, NULL);
    add(&r, "Sine", "sine", "amplitude", 0.5, "f", 1.0, "phase", PI / 2, NULL);
    add(&r, "Mass", "welded", "m", 1.5, NULL);
    fix(&r, "drive.s", 0.3);
    join(&r, "sine.y", "drive.v_ref");
    join(&r, "drive.flange", "welded.flange_a");
    run(&r, 1.25, 1e-10);
    AT_MOST(largest_error(&r, "drive.s", swing), 1e-10);
    AT_MOST(largest_error(&r, "drive.flange.f", swing_force), 1e-13); /* -m a */
    TRUE(largest(&r, "drive.a") == 0);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- on a body that moves
 *
 * A drive between cart (4 kg) and rider (1 kg), nothing else: momentum 5 kg * 0.2 m/s stays, so with the
 * distance d(t) the cart has v = (P - m d')/(M + m), and the common centre moves on at 0.2 m/s. */

static void reaction_acts_on_the_support(void **state)
{
    (void)state;
    rig r = rig_begin("Cart");
    add(&r, "Mass", "cart", "m", 4.0, "L", 0.4, NULL);
    add(&r, "Mass", "rider", "m", 1.0, "L", 0.2, NULL);
    add(&r, "Position", "drive", "exact", 1.0, "useSupport", 1.0, NULL);
    add(&r, "Sine", "sine", "amplitude", 0.1, "f", 2.0, "offset", 0.5, NULL);
    fix(&r, "cart.s", 0);
    fix(&r, "cart.v", 0.2 - 0.1 * 2 * PI * 2 / 5); /* what P = 1 leaves for it at t = 0 */
    join(&r, "cart.flange_b", "drive.support");
    join(&r, "drive.flange", "rider.flange_a");
    join(&r, "sine.y", "drive.s_ref");
    run(&r, 1, 1e-10);
    double w = 2 * PI * 2;
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), apart = 0.2 + 0.5 + 0.1 * sin(w * t) + 0.1; /* middle to middle */
        double centre = apart / 5 - (0.1 * sin(w * t)) / 5 + 0.2 * t;          /* of both, from the start's */
        NEAR(at(&r, "cart.s", i), centre - apart / 5, 1e-10);
        NEAR(at(&r, "rider.s", i) - at(&r, "cart.s", i), apart, 4 * ULP);
        NEAR(4 * at(&r, "cart.v", i) + at(&r, "rider.v", i), 1, 1e-10);
        NEAR(at(&r, "drive.support.f", i), -at(&r, "drive.flange.f", i), 1e-12);
        NEAR(-at(&r, "drive.flange.f", i), 0.8 * -0.1 * w * w * sin(w * t),
             1e-10); /* effective mass 0.8 kg */
        NEAR(at(&r, "drive.s_support", i), at(&r, "cart.s", i) + 0.2, 4 * ULP);
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what the signal must be */

static void build_source_drive(rig *r, const char *source, const char *drive, double exact, int welded)
{
    add(r, source, "source", NULL);
    if (strcmp(source, "Ramp") == 0) {
        eg_spec_set(r->spec, "source.duration", 0.5, r->d);
        eg_spec_set(r->spec, "source.height", 1, r->d);
        eg_spec_set(r->spec, "source.startTime", 0.25, r->d);
    } else {
        eg_spec_set(r->spec, strcmp(source, "Pulse") == 0 ? "source.period" : "source.startTime", 0.5, r->d);
    }
    add(r, drive, "drive", "exact", exact, NULL);
    add(r, "SpringDamper", "spring", "c", 40.0, "d", 1.0, "s_rel0", 0.5, NULL);
    add_mass(r, "mass", 1, 0.5, 0);
    join(r, "source.y", strcmp(drive, "Position") == 0 ? "drive.s_ref" : "drive.v_ref");
    join(r, "drive.flange", "spring.flange_a");
    join(r, "spring.flange_b", "mass.flange_a");
    if (welded) {
        add(r, "Mass", "welded", "m", 2.0, NULL);
        join(r, "drive.flange", "welded.flange_a");
    }
}

static void jumps_are_refused_where_they_would_be_infinite(void **state)
{
    (void)state;
    const char *const sources[] = {"Step", "Pulse"};
    for (int i = 0; i < 2; i++) {
        rig r = rig_begin("Jump");
        build_source_drive(&r, sources[i], "Position", 1, 0);
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
        SAYS_ERROR(&r, "drive moves its flange exactly along the signal source.y, but that signal jumps");
        SAYS_ERROR(&r, "drive(exact=false)");
        rig_release(&r);
        r = rig_begin("FilteredJump");
        build_source_drive(&r, sources[i], "Position", 0, 1);
        run(&r, 1, 1e-9);
        AT_MOST(r.st.energy.error, 1e-7);
        rig_release(&r);
    }
    ALL_WELL();
}

/* A step that is over before the start does no harm; a run that begins earlier meets it after all. */
static void jumps_before_the_start_are_over(void **state)
{
    (void)state;
    for (int early = 0; early < 2; early++) {
        rig r = rig_begin("Over");
        build_source_drive(&r, "Step", "Position", 1, 0);
        eg_spec_set(r.spec, "source.startTime", 0, r.d);
        r.start = early ? -1 : 0;
        try_run(&r, 2, 1e-6);
        TRUE(r.status == (early ? EG_ERROR_MODEL : EG_OK));
        if (early)
            SAYS_ERROR(&r, "jumps after the start at -1 s");
        else
            NEAR(begin(&r, "drive.flange.s"), 1, 0);
        rig_release(&r);
    }
    ALL_WELL();
}

/* A ramp's rate jumps. Springs and dampers do not mind; a mass on the flange gets its speed in no time:
 * allowed, as in the Modelica Standard Library, with a warning, and its kinetic energy counts as supplied. */
static void ramps_are_accepted(void **state)
{
    (void)state;
    for (int welded = 0; welded < 2; welded++) {
        rig r = rig_begin("Ramp");
        build_source_drive(&r, "Ramp", "Position", 1, welded);
        run(&r, 1, 1e-10);
        size_t right = row_at(&r, 0.25);
        NEAR(value(&r, "drive.flange.s", 0.5), 0.5, 4 * ULP);
        AT_MOST(r.st.energy.error, 1e-8);
        TRUE(says(&r, EG_WARNING, "welded") == welded);
        if (welded) {
            NEAR(at(&r, "welded.v", right - 1), 0, 0);
            NEAR(at(&r, "welded.v", right), 2, 4 * ULP);
        }
        NEAR(at(&r, "spring.f", right) - at(&r, "spring.f", right - 1), -2, 1e-9); /* d times the jump */
        rig_release(&r);
    }
    ALL_WELL();
}

/* The same for an exact speed that jumps. */
static void speed_may_jump(void **state)
{
    (void)state;
    for (int welded = 0; welded < 2; welded++) {
        rig r = rig_begin("SpeedJump");
        build_source_drive(&r, "Pulse", "Speed", 1, welded);
        run(&r, 1, 1e-10);
        AT_MOST(r.st.energy.error, 1e-8);
        TRUE(says(&r, EG_WARNING, "welded") == welded);
        NEAR(end(&r, "drive.s"), 0.5, 1e-12); /* half of the time at 1 m/s */
        rig_release(&r);
    }
    ALL_WELL();
}

static void one_flange_is_not_moved_twice(void **state)
{
    (void)state;
    rig r = rig_begin("Twice");
    add_sine_drive(&r);
    add(&r, "Speed", "other", "exact", 1.0, NULL);
    join(&r, "sine.y", "other.v_ref");
    add_oscillator(&r, "drive.flange");
    join(&r, "other.flange", "spring.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "drive");
    SAYS_ERROR(&r, "other");
    rig_release(&r);
    r = rig_begin("FixedToo");
    add_sine_drive(&r);
    add_fixed(&r, "wall", 0);
    add_oscillator(&r, "drive.flange");
    join(&r, "wall.flange", "spring.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "drive");
    SAYS_ERROR(&r, "wall");
    rig_end(&r);
}

/* ---------------------------------------------------------------- following a sensor
 *
 * The leader swings about 1 as x = 1 + 0.2 cos(w t), w^2 = 40; a drive moves a mass of 0.5 kg along x/2 - 3.
 */

static double leader(double t)
{
    return 1 + 0.2 * cos(sqrt(40) * t);
}
static double follower(double t)
{
    return leader(t) / 2 - 3;
}
static double follower_force(double t)
{
    return -0.5 * -0.5 * 0.2 * 40 * cos(sqrt(40) * t);
} /* -m a */

static void drives_follow_sensors(void **state)
{
    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        rig r = rig_begin("Follow");
        add_fixed(&r, "wall", 0);
        add(&r, "Spring", "spring", "c", 40.0, "s_rel0", 1.0, NULL);
        add_mass(&r, "leader", 1, 1.2, 0);
        add(&r, "PositionSensor", "sensor", NULL);
        add(&r, "Add", "half", "k1", 0.5, NULL);
        add(&r, "Constant", "off", "k", -3.0, NULL);
        add(&r, "Position", "drive", "exact", (double)exact, "f_crit", 20.0, NULL);
        add(&r, "Mass", "follower", "m", 0.5, "L", 0.2, NULL);
        join(&r, "wall.flange", "spring.flange_a");
        join_all(&r, "spring.flange_b", "leader.flange_a", "sensor.flange", NULL);
        join(&r, "sensor.s", "half.u1");
        join(&r, "off.y", "half.u2");
        join(&r, "half.y", "drive.s_ref");
        join(&r, "drive.flange", "follower.flange_a");
        run(&r, 1, 1e-10);
        AT_MOST(largest_error(&r, "leader.s", leader), 1e-9);
        NEAR(begin(&r, "drive.s"), follower(0), 4 * ULP); /* the filter, too, begins at its reference */
        NEAR(begin(&r, "follower.s"), follower(0) + 0.1, 8 * ULP);
        if (exact) {
            AT_MOST(largest_error(&r, "drive.flange.s", follower), 1e-9);
            AT_MOST(largest_error(&r, "drive.flange.f", follower_force), 1e-8);
        }
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

/* An exact position needs two derivatives of its signal: a measured speed has but one. */
static void too_few_derivatives_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Derivatives");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 40.0, "s_rel0", 1.0, NULL);
    add_mass(&r, "leader", 1, 1.2, 0);
    add(&r, "SpeedSensor", "sensor", NULL);
    add(&r, "Position", "drive", "exact", 1.0, NULL);
    add(&r, "Spring", "second", "c", 10.0, NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join_all(&r, "spring.flange_b", "leader.flange_a", "sensor.flange", "second.flange_a", NULL);
    add(&r, "Gain", "gain", NULL);
    join(&r, "sensor.v", "gain.u");
    join(&r, "gain.y", "drive.s_ref");
    join(&r, "drive.flange", "second.flange_b");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "needs 2 time derivatives");
    rig_end(&r);
}

/* A filtered drive whose flange is looked at, and that follows with a delay: an exact one behind it needs the
 * acceleration of the first, which is its filter's. */
static void a_drive_follows_a_drive(void **state)
{
    (void)state;
    rig r = rig_begin("Chain");
    add(&r, "PositionSensor", "sensor", NULL); /* first: it must wait for the drive that it looks at */
    add(&r, "Position", "second", "exact", 1.0, NULL);
    add(&r, "Mass", "welded", "m", 0.5, NULL);
    add(&r, "Position", "first", "f_crit", 4.0, NULL);
    add(&r, "Step", "step", "height", H, "offset", 0.1, "startTime", T0, NULL);
    join(&r, "step.y", "first.s_ref");
    join(&r, "first.flange", "sensor.flange");
    join(&r, "sensor.s", "second.s_ref");
    join(&r, "second.flange", "welded.flange_a");
    run(&r, 0.6, 1e-10);
    AT_MOST(largest_error(&r, "welded.s", filtered), 1e-10);
    AT_MOST(largest_error(&r, "welded.v", filtered_speed), 1e-9);
    NEAR(value(&r, "welded.a", T0), H * natural() * natural(), 1e-8);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* Without mass on either side: wall - spring k1 - support, drive u(t), flange - spring k2 - wall. The two
 * springs carry the same force: k1 x = k2 (gap - x - u), so that x = (gap - u) k2/(k1 + k2), and its
 * derivatives follow those of u. */
static double spread(double t)
{
    return 0.3 + 0.1 * sin(2 * PI * 2 * t);
}

static void a_drive_between_parts_without_mass(void **state)
{
    (void)state;
    const double share = 20.0 / (20 + 60), w = 2 * PI * 2;
    rig r = rig_begin("Between");
    add_fixed(&r, "left", 0);
    add_fixed(&r, "right", 3);
    add(&r, "Spring", "spring1", "c", 60.0, "s_rel0", 1.0, NULL);
    add(&r, "Spring", "spring2", "c", 20.0, "s_rel0", 1.0, NULL);
    add(&r, "Mass", "support", "m", 0.0, NULL);
    add(&r, "Position", "drive", "exact", 1.0, "useSupport", 1.0, NULL);
    add(&r, "Sine", "sine", "amplitude", 0.1, "f", 2.0, "offset", 0.3, NULL);
    join(&r, "left.flange", "spring1.flange_a");
    join(&r, "spring1.flange_b", "support.flange_a");
    join(&r, "support.flange_b", "drive.support");
    join(&r, "drive.flange", "spring2.flange_a");
    join(&r, "spring2.flange_b", "right.flange");
    join(&r, "sine.y", "drive.s_ref");
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), x = share * (1 - spread(t));
        NEAR(at(&r, "support.s", i), 1 + x, 1e-14);
        NEAR(at(&r, "drive.flange.s", i), 1 + x + spread(t), 1e-14);
        NEAR(at(&r, "support.v", i), -share * 0.1 * w * cos(w * t), 1e-13);
        NEAR(at(&r, "support.a", i), share * 0.1 * w * w * sin(w * t), 1e-11);
        NEAR(at(&r, "drive.flange.f", i), 60 * x, 1e-12); /* tension pulls the flange in positive direction */
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_position_drives_an_oscillator),
        cmocka_unit_test(welded_mass_adds_its_inertia),
        cmocka_unit_test(filtered_position_follows_a_step),
        cmocka_unit_test(filtered_speed_follows_a_step),
        cmocka_unit_test(exact_speed),
        cmocka_unit_test(reaction_acts_on_the_support),
        cmocka_unit_test(jumps_are_refused_where_they_would_be_infinite),
        cmocka_unit_test(jumps_before_the_start_are_over),
        cmocka_unit_test(ramps_are_accepted),
        cmocka_unit_test(speed_may_jump),
        cmocka_unit_test(one_flange_is_not_moved_twice),
        cmocka_unit_test(drives_follow_sensors),
        cmocka_unit_test(too_few_derivatives_are_refused),
        cmocka_unit_test(a_drive_follows_a_drive),
        cmocka_unit_test(a_drive_between_parts_without_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
