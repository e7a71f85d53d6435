/* Inverse models: the signal that brings a given motion about, against closed forms. */
#include "run_text.h"

/* Of results of the order of some hundred. */
static const double NEAR_N = 1e4 * 1e-10;

/* A mass of 2 kg on a spring of 100 N/m and 1 N.s/m goes along t - sin(t) behind s = 1, where the spring is
 * free; y is the force. */
static double position(double t)
{
    return 1 + t - sin(t);
}

static double force(double t)
{
    return 2 * sin(t) + 100 * (t - sin(t)) + (1 - cos(t));
}

#define SPRUNG_                                                                                              \
    T_ "Components.Fixed g;" T_ "Components.SpringDamper sd(c=100, d=1, s_rel0=1);" T_                       \
       "Components.Mass m(m=2, s(start=1, fixed=true), v(start=0, fixed=true));" T_ "Sources.Force f;" B_    \
       "Interfaces.RealOutput y;"
#define JOINED_                                                                                              \
    "connect(g.flange, sd.flange_a); connect(sd.flange_b, m.flange_a); connect(f.flange, m.flange_b);"       \
    "connect(y, f.f);"

static void is_force(const char *parts, const char *equations)
{
    char text[4000];
    snprintf(text, sizeof text, SPRUNG_ "%s equation " JOINED_ "%s", parts, equations);
    rig r = run_text(text, 2);
    for (size_t row = 0; row < rows(&r); row++) {
        NEAR(at(&r, "y", row), force(time_of(&r, row)), NEAR_N);
        NEAR(at(&r, "m.s", row), position(time_of(&r, row)), NEAR_N);
    }
    rig_end(&r);
}

static void a_force_from_the_motion(void **state)
{
    (void)state;
    is_force("", "m.s = 1 + time - sin(time);");
    is_force("", "m.v = 1 - cos(time);");
    is_force("", "m.a = sin(time);");
    is_force(T_ "Sensors.PositionSensor p;", "connect(p.flange, m.flange_a); p.s = 1 + time - sin(time);");
    is_force(T_ "Sensors.SpeedSensor p;", "connect(p.flange, m.flange_b); p.v = 1 - cos(time);");
    is_force(T_ "Sensors.AccSensor p;", "connect(p.flange, m.flange_b); p.a = sin(time);");
    is_force("Real x;", "x = m.s - 1; x = time - sin(time);");
}

/* A seat of 100 kg is to follow A sin(w t) by a force between it and a car of 1000 kg on a spring. The seat
 * needs F = -100 A w^2 sin(w t), the car has -F, and swings freely beside. */
#define SEAT_W 3.0
#define SEAT_A 0.1

static double seat_force(double t)
{
    return -100 * SEAT_A * SEAT_W * SEAT_W * sin(SEAT_W * t);
}

static double car_position(double t)
{
    const double own = sqrt(1e4 / 1000),
                 forced = 100 * SEAT_A * SEAT_W * SEAT_W / (1e4 - 1000 * SEAT_W * SEAT_W);
    return forced * (sin(SEAT_W * t) - SEAT_W / own * sin(own * t));
}

static double seat_position(double t)
{
    return SEAT_A * sin(SEAT_W * t);
}

#define SEAT_                                                                                                \
    T_ "Components.Fixed g;" T_ "Components.Spring sp(c=1e4, s_rel0=0);" T_                                  \
       "Components.Mass car(m=1000, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" T_                \
       "Components.Mass seat(m=100, L=0, s(start=0, fixed=true), v(start=0.3, fixed=true));" T_              \
       "Sources.Force2 f;" T_ "Sensors.PositionSensor p;" B_ "Interfaces.RealOutput y;"                      \
       "equation connect(g.flange, sp.flange_a); connect(sp.flange_b, car.flange_a);"                        \
       "connect(car.flange_b, f.flange_a); connect(f.flange_b, seat.flange_a);"                              \
       "connect(p.flange, seat.flange_b); connect(y, f.f);"

/* Forward, the force that the inverse model found brings the motion about that was asked for. */
static void there_and_back(void **state)
{
    (void)state;
    rig inverse = run_text(SEAT_ "p.s = 0.1*sin(3*time);", 3);
    rig forward = run_text(SEAT_ "y = -90*sin(3*time);", 3);
    AT_MOST(largest_error(&inverse, "y", seat_force), NEAR_N);
    AT_MOST(largest_error(&inverse, "car.s", car_position), NEAR_N);
    AT_MOST(largest_error(&forward, "p.s", seat_position), NEAR_N);
    AT_MOST(largest_error(&forward, "car.s", car_position), NEAR_N);
    rig_end(&inverse);
    rig_end(&forward);
}

static double torque(double t)
{
    return 0.5 * (2 * sin(t) + 10 * (0.5 + t - sin(t)) + (1 - cos(t)));
}

static void through_a_gain_to_a_shaft(void **state)
{
    (void)state;
    rig r = run_text(R_ "Components.Inertia j(J=2, phi(start=0.5, fixed=true), w(start=0, fixed=true));" R_
                        "Components.Fixed g;" R_ "Components.SpringDamper sd(c=10, d=1);" R_
                        "Sources.Torque t;" R_ "Sensors.AngleSensor p;" B_ "Math.Gain k(k=2);" B_
                        "Interfaces.RealOutput y;"
                        "equation connect(g.flange, sd.flange_a); connect(sd.flange_b, j.flange_a);"
                        "connect(t.flange, j.flange_b); connect(p.flange, j.flange_b); connect(y, k.u);"
                        "connect(k.y, t.tau); p.phi = 0.5 + time - sin(time);",
                     2);
    AT_MOST(largest_error(&r, "y", torque), NEAR_N);
    rig_end(&r);
}

static double cosine_from_3(double t)
{
    return 3 + sin(t);
}

/* Where a speed is given the position begins where the mass says, whose middle is not where the sensor is. */
static void a_speed_leaves_the_start(void **state)
{
    (void)state;
    rig r =
        run_text(T_ "Components.Mass m(m=2, L=0.5, s(start=3, fixed=true), v(start=1, fixed=true));" T_
                    "Sources.Force f;" T_ "Sensors.SpeedSensor p;" B_ "Interfaces.RealOutput y;"
                    "equation connect(f.flange, m.flange_b); connect(p.flange, m.flange_b); connect(y, f.f);"
                    "p.v = cos(time);",
                 2);
    AT_MOST(largest_error(&r, "m.s", cosine_from_3), NEAR_N);
    rig_end(&r);
}

/* The acceleration that the motion has anyway is asked for once more, and that of the other mass gives its
 * spring the length at rest. */
static void an_acceleration_that_is_given(void **state)
{
    (void)state;
    rig r = run_text(
        "model Held " T_ "Interfaces.Flange_a flange; Real free(start=0); equation der(free) = 0;"
        "flange.f = 100*(flange.s - free); end Held; Held h;" T_
        "Components.Mass a(m=1, L=0, s(start=0.5, fixed=true), v(start=0, fixed=true));" T_
        "Components.Mass b(m=2, L=0, s(start=1, fixed=true), v(start=0, fixed=true));" T_
        "Sources.Force2 f;" T_ "Sources.ConstantForce w(f_constant=-30);" T_ "Sensors.PositionSensor p;" B_
        "Interfaces.RealOutput y;"
        "initial equation a.a = 0; b.a = 0;"
        "equation connect(h.flange, a.flange_a); connect(a.flange_b, f.flange_a);"
        "connect(f.flange_b, b.flange_a); connect(p.flange, b.flange_b); connect(w.flange, b.flange_b);"
        "connect(y, f.f); p.s = 1;",
        1);
    NEAR(begin(&r, "y"), 30, NEAR_N);
    NEAR(begin(&r, "h.free"), 0.8, NEAR_N);
    NEAR(end(&r, "a.s"), 0.5, NEAR_N);
    rig_end(&r);
}

static void moves_from_where_it_is_fixed(void **state)
{
    (void)state;
    rig r =
        run_text("model Move " T_ "Interfaces.Flange_a flange; equation flange.s = 3 + sin(time); end Move;"
                 "Move mv;" T_ "Components.Mass m(m=2, L=0, s(start=3, fixed=true), v(start=1, fixed=true));"
                 "equation connect(mv.flange, m.flange_a);",
                 2);
    AT_MOST(largest_error(&r, "m.s", cosine_from_3), NEAR_N);
    rig_end(&r);
}

#define TWO_                                                                                                 \
    T_ "Components.Mass m(m=2, s(start=0, fixed=true), v(start=0, fixed=true)), n(m=2, L=0, s(start=0,"      \
       "fixed=true), v(start=0, fixed=true));" T_ "Sources.Force f;" T_ "Sensors.PositionSensor p;" B_       \
       "Interfaces.RealOutput y;"

static void is_refused(const char *body, const char *text)
{
    rig r = read_text(body);
    try_run(&r, 1, TOL);
    SAYS_ERROR(&r, text);
    rig_end(&r);
}

/* What acts does not reach what is to move, or reaches it through states: no force can follow. */
static void what_cannot_follow(void **state)
{
    (void)state;
    is_refused(TWO_ "equation connect(f.flange, n.flange_b); connect(p.flange, m.flange_b); connect(y, f.f);"
                    "p.s = time^2;",
               "do not determine the variable y");
    is_refused(TWO_ T_ "Components.Spring sp(c=10, s_rel0=0);"
                       "equation connect(m.flange_b, sp.flange_a); connect(sp.flange_b, n.flange_a);"
                       "connect(f.flange, n.flange_b); connect(p.flange, m.flange_b); connect(y, f.f);"
                       "p.s = time^4;",
               "do not determine");
    is_refused(TWO_ B_
               "Continuous.FirstOrder l(T=0.1);"
               "equation connect(f.flange, m.flange_b); connect(p.flange, m.flange_b); connect(y, l.u);"
               "connect(l.y, f.f); p.s = time^3;",
               "do not determine the state of the block l");
    is_refused(TWO_ "equation connect(f.flange, m.flange_b); connect(p.flange, m.flange_b); connect(y, f.f);"
                    "p.s = 2 + time;",
               "contradicts what rigid connections and drives leave by -2");
    is_refused(TWO_ "equation connect(f.flange, m.flange_b); connect(p.flange, m.flange_b); connect(y, f.f);"
                    "p.s = time^2; m.v = 2*time;",
               "the equation m.v = 2*time is one too many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_from_the_motion),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(through_a_gain_to_a_shaft),
        cmocka_unit_test(a_speed_leaves_the_start),
        cmocka_unit_test(an_acceleration_that_is_given),
        cmocka_unit_test(moves_from_where_it_is_fixed),
        cmocka_unit_test(what_cannot_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
