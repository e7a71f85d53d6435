/* What stands beside 20-sim's SpringDamper in its library: Backlash, Bumper, FixedWorld, Node, actuators and
 * sensors, and what its ports are called, against closed forms. */
#include "build_model.h"
#include "component/spec.h"

static rig read_text(const char *text)
{
    rig r = {.d = eg_diagnostics_create()};
    char whole[4000];
    snprintf(whole, sizeof whole,
             "model M\n import IconicDiagrams.Mechanical.Translation.Components.*;"
             "import IconicDiagrams.Mechanical.Translation.Actuators.*;"
             "import IconicDiagrams.Mechanical.Translation.Sensors.*; import Modelica.Blocks.Sources.*;\n%s\n"
             "end M;\n",
             text);
    if (eg_spec_read_text(whole, strlen(whole), "test.mo", NULL, r.d, &r.spec) != EG_OK)
        r.spec = NULL;
    return r;
}

static rig run_of(const char *text, double span)
{
    rig r = read_text(text);
    rig_demand(&r, r.spec != NULL, text);
    run(&r, span, 1e-10);
    return r;
}

/* A mass of 2 kg flies over a gap of 0.1 m at 1 m/s, meets the bumper, and is thrown back. In contact
 * x = v/q exp(-b t) sin(q t) until x = 0 again, b = d/(2m), q^2 = k/m - b^2: half a turn. */
static void a_bumper_throws_back(void **state)
{
    (void)state;
    rig r = run_of("Mass.Default ball(m = 2, p.v_initial = 1); FixedWorld wall;"
                   "Bumper stop(k1 = 0, k2 = 800, d1 = 0, d2 = 8, x_initial = -0.1);"
                   "equation connect(ball.p, stop.p_high); connect(stop.p_low, wall.p);",
                   1.0);
    const double b = 2, q = sqrt(400 - 4.0), begins = 0.1, ends = begins + PI / q, v = exp(-b * PI / q);
    NEAR(event_time(&r, "stop", "contact begins", 0), begins, 1e-12);
    NEAR(event_time(&r, "stop", "contact ends", 0), ends, 1e-9);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        double x = t - begins;
        if (t > begins && t <= ends)
            x = exp(-b * (t - begins)) * sin(q * (t - begins)) / q;
        else if (t > ends)
            x = -v * (t - ends);
        NEAR(at(&r, "stop.x", row), x, 1e-9);
        NEAR(at(&r, "ball.x", row), x + 0.1, 1e-9);
        NEAR(at(&r, "stop.p_high.v", row), at(&r, "ball.p.v", row), 1e-12);
        NEAR(at(&r, "stop.p_low.v", row), 0, 0);
        NEAR(at(&r, "wall.p.F", row), at(&r, "stop.p_low.F", row), 1e-9);
        NEAR(at(&r, "stop.p_high.F", row), at(&r, "stop.p.F", row), 0);
    }
    NEAR(end(&r, "ball.p.v"), -v, 1e-9);
    NEAR(r.st.energy.dissipated, 1 - v * v, 1e-9);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* Soft springs in the play, too: an oscillation about x = 0 while it is not left. */
static void play_has_a_spring_of_its_own(void **state)
{
    (void)state;
    rig r = run_of("Mass.Default m(m = 0.5, p.v_initial = 0.2); FixedWorld w;"
                   "Backlash e(s = 1, k1 = 8, k2 = 1e5, d1 = 0.4, d2 = 30, x_initial = 0.05);"
                   "equation connect(m.p, e.p_high); connect(e.p_low, w.p);",
                   3.0);
    const double b = 0.4, q = sqrt(16 - b * b), x0 = 0.05, v0 = 0.2;
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        NEAR(at(&r, "e.x", row), exp(-b * t) * (x0 * cos(q * t) + (v0 + b * x0) / q * sin(q * t)), 1e-9);
        NEAR(at(&r, "e.lossPower", row), 0.4 * at(&r, "e.p.v", row) * at(&r, "e.p.v", row), 1e-12);
    }
    TRUE(eg_trajectory_events(r.t) == 0);
    rig_end(&r);
}

/* Between two flanks without loss: over and back in 2*s/v + 2*pi/w, and then again the same. */
static void a_mass_rattles_in_its_play(void **state)
{
    (void)state;
    const double period = 2 * 0.02 / 0.5 + 2 * PI / 50;
    rig r = run_of("Mass.Default m(m = 0.4, p.v_initial = 0.5); FixedWorld w;"
                   "Backlash e(s = 0.02, k1 = 0, k2 = 1000, d1 = 0, d2 = 0);"
                   "equation connect(m.p, e.p_high); connect(e.p_low, w.p);",
                   4 * period);
    NEAR(end(&r, "m.x"), 0, 1e-9);
    NEAR(end(&r, "m.p.v"), 0.5, 1e-8);
    TRUE(eg_trajectory_events(r.t) == 16);
    /* The peak lies within half an interval of a row: amplitude*(1 - cos(w*h/2)) below it at most. */
    const double h = time_of(&r, 1) - time_of(&r, 0), below = 0.01 * (1 - cos(50 * h / 2)) + 1e-9;
    NEAR(largest(&r, "e.x"), 0.02, below);
    NEAR(smallest(&r, "e.x"), -0.02, below);
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* Where it starts pressed into a flank, at rest under a force: x = s/2 + (F - k1*s/2)/k2. */
static void a_load_rests_on_the_flank(void **state)
{
    (void)state;
    rig r = run_of("Mass.Default m(m = 3); FixedWorld w; ForceActuator push; Constant F(k = 50);"
                   "Backlash e(s = 0.1, k1 = 100, k2 = 900, d1 = 1, d2 = 40, x_initial = 0.1);"
                   "equation connect(m.p, e.p_high); connect(e.p_low, w.p); connect(F.y, push.F);"
                   "connect(push.p, m.p);",
                   1.0);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "e.x", row), 0.05 + 45.0 / 900, 1e-12);
    NEAR(end(&r, "push.p.F"), 50, 0);
    NEAR(end(&r, "e.p.F"), 50, 1e-10);
    NEAR(end(&r, "e.contact"), 1, 0);
    rig_end(&r);
}

/* What actuators give is what they move with, and p.F what that takes. */
static void actuators_give_what_they_are_told(void **state)
{
    (void)state;
    rig r = run_of("Mass.Default a(m = 2), b(m = 3), c(m = 4), d(m = 5); ForceActuator force; FixedWorld w;"
                   "Spring rope(k = 9); Real told[4] = {force.p.F, velocity.p.F, w.p.F, position.p.v};"
                   "VelocityActuator velocity(x_initial = 0.3); PositionActuator position;"
                   "AccelerationActuator acceleration(x_initial = 1, p.v_initial = 0.5);"
                   "Constant F(k = 6), A(k = 0.8); Sine v(f = 1), x(f = 1, amplitude = 0.1);"
                   "equation connect(F.y, force.F); connect(force.p, a.p); connect(v.y, velocity.v);"
                   "connect(velocity.p, b.p); connect(x.y, position.x); connect(position.p, c.p);"
                   "connect(A.y, acceleration.a); connect(acceleration.p, d.p); connect(a.p, rope.p_high);"
                   "connect(rope.p_low, w.p);",
                   1.0);
    const double w = 2 * PI, u = sqrt(4.5);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        NEAR(at(&r, "a.x", row), 6.0 / 9 * (1 - cos(u * t)), 1e-9);
        NEAR(at(&r, "force.p.v", row), 6.0 / 9 * u * sin(u * t), 1e-9);
        NEAR(at(&r, "told[1]", row), 6, 0);
        NEAR(at(&r, "told[2]", row), 3 * w * cos(w * t), 1e-10);
        NEAR(at(&r, "told[3]", row), 6 * (1 - cos(u * t)), 1e-8);
        NEAR(at(&r, "told[4]", row), 0.1 * w * cos(w * t), 1e-12);
        NEAR(at(&r, "b.x", row), 0.3 + (1 - cos(w * t)) / w, 1e-9);
        NEAR(at(&r, "velocity.p.F", row), 3 * w * cos(w * t), 1e-10);
        NEAR(at(&r, "c.x", row), 0.1 * sin(w * t), 1e-13);
        NEAR(at(&r, "position.p.F", row), -4 * 0.1 * w * w * sin(w * t), 1e-11);
        NEAR(at(&r, "d.x", row), 1 + 0.5 * t + 0.4 * t * t, 1e-11);
        NEAR(at(&r, "acceleration.p.F", row), 4, 1e-12);
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* Sensors say what the variables of what they measure say, and a node changes nothing. */
static void sensors_and_nodes_change_nothing(void **state)
{
    (void)state;
    const char *const parts = "Mass.Default m(m = 2, p.v_initial = 1); FixedWorld w(position = 3);"
                              "SpringDamper.Default e(k = 300, d = 5);";
    char text[1500];
    snprintf(
        text, sizeof text,
        "%s Node n; PositionSensor x; VelocitySensor v; AccelerationSensor a; ForceSensor F; PowerSensor P;"
        "equation connect(m.p, n.p); connect(n.p, F.p_high); connect(F.p_low, P.p_high);"
        "connect(P.p_low, e.p_high); connect(e.p_low, w.p); connect(x.p, m.p); connect(v.p, m.p);"
        "connect(a.p, m.p);",
        parts);
    rig with = run_of(text, 1.0);
    snprintf(text, sizeof text, "%s equation connect(m.p, e.p_high); connect(e.p_low, w.p);", parts);
    rig without = run_of(text, 1.0);
    for (size_t row = 0; row < rows(&with) && row < rows(&without); row++) {
        NEAR(at(&with, "m.x", row), at(&without, "m.x", row), 1e-12);
        NEAR(at(&with, "x.x", row), at(&with, "m.x", row), 0);
        NEAR(at(&with, "v.v", row), at(&with, "m.p.v", row), 0);
        NEAR(at(&with, "n.p.v", row), at(&with, "m.p.v", row), 0);
        NEAR(at(&with, "a.a", row), at(&with, "m.a", row), 1e-11);
        NEAR(at(&with, "F.F", row), at(&with, "e.p.F", row), 1e-11);
        NEAR(at(&with, "P.P", row), at(&with, "e.p.F", row) * at(&with, "e.p.v", row), 1e-11);
        NEAR(at(&with, "w.p.F", row), at(&with, "e.p.F", row), 1e-11);
    }
    TRUE(rows(&with) == rows(&without));
    rig_release(&without);
    rig_end(&with);
}

/* The ports of springs and dampers in 20-sim's names: velocities of their own, one force through both. Users'
 * equations know them, too. */
static void ports_have_their_own_names(void **state)
{
    (void)state;
    rig r = run_of("Mass.Default m(m = 2, p.v_initial = 1), n(m = 3, p.v_initial = -0.5);"
                   "SpringDamper e(implementation = \"Frequency\", f = 2, b = 0.1, m = 2); Damper d(d = 4);"
                   "Spring s(k = 100); Real power = e.p_high.F*e.p_high.v - e.p_low.F*e.p_low.v;"
                   "equation connect(m.p, e.p_high); connect(e.p_low, n.p); connect(m.p, d.p_high);"
                   "connect(d.p_low, n.p); connect(m.p, s.p_high); connect(s.p_low, n.p);",
                   1.0);
    static const char *const names[] = {"e", "d", "s"};
    for (size_t row = 0; row < rows(&r); row += 7) {
        for (int i = 0; i < 3; i++) {
            char name[30];
            snprintf(name, sizeof name, "%s.p_high.v", names[i]);
            NEAR(at(&r, name, row), at(&r, "m.p.v", row), 1e-12);
            snprintf(name, sizeof name, "%s.p_low.v", names[i]);
            NEAR(at(&r, name, row), at(&r, "n.p.v", row), 1e-12);
            snprintf(name, sizeof name, "%s.p_low.F", names[i]);
            double low = at(&r, name, row);
            snprintf(name, sizeof name, "%s.p.F", names[i]);
            NEAR(low, at(&r, name, row), 0);
        }
        NEAR(at(&r, "power", row), at(&r, "e.p.F", row) * at(&r, "e.p.v", row), 1e-9);
        const double v = at(&r, "e.p.v", row);
        NEAR(at(&r, "e.lossPower", row), at(&r, "e.d", row) * v * v, 1e-9);
        NEAR(at(&r, "d.lossPower", row), 4 * v * v, 1e-11);
    }
    rig_end(&r);
}

static void what_is_no_contact_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"Backlash e(s = 0.1, k1 = 10, k2 = 5, d1 = 0, d2 = 0);",
                                        "Bumper e(k1 = 10, k2 = 5, d1 = 0, d2 = 0);"};
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "%s Mass.Default m(m = 1); FixedWorld w; equation connect(m.p, e.p_high);"
                 "connect(e.p_low, w.p);",
                 wrong[i]);
        rig r = read_text(text);
        if (r.spec) {
            try_run(&r, 1, 1e-6);
            TRUE(r.status == EG_ERROR_MODEL);
        }
        SAYS_ERROR(&r, "k2 must be at least k1");
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bumper_throws_back),
        cmocka_unit_test(play_has_a_spring_of_its_own),
        cmocka_unit_test(a_mass_rattles_in_its_play),
        cmocka_unit_test(a_load_rests_on_the_flank),
        cmocka_unit_test(actuators_give_what_they_are_told),
        cmocka_unit_test(sensors_and_nodes_change_nothing),
        cmocka_unit_test(ports_have_their_own_names),
        cmocka_unit_test(what_is_no_contact_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
