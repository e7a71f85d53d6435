/* 20-sim's actuators, which stand on the fixed world: a signal gives the force on what is connected to p, or
 * its motion.
 *
 *     ForceActuator          p.F = F
 *     VelocityActuator       p.v = v
 *     PositionActuator       p.s = x
 *     AccelerationActuator   der(p.v) = a
 *
 * Power leaves through p: p.F is the force that the actuator exerts, positive in positive direction,
 * p.f = -p.F. Positions and speeds that a signal does not give start at x_initial and p.v_initial. Source:
 * 20-sim's manual, Library, Iconic Diagrams, Mechanical, Translation, Actuators. */
#include "component/compliant/iconic.h"

#define EG_ACTUATOR(name) "IconicDiagrams.Mechanical.Translation.Actuators." name

enum { P, INPUT };
enum { V, FORCE };
enum { STATE_X, STATE_V, U, DER_U };

#define PORTS(signal, si, what)                                                                              \
    {.name = "p", .kind = EG_FLANGE_B, .doc = "What is moved"},                                              \
    {                                                                                                        \
        .name = (signal), .kind = EG_REAL_INPUT, .unit = (si), .doc = (what)                                 \
    }

static const eg_variable variables[] = {
    {.name = "p.v", EG_SI_VELOCITY, .doc = "Velocity of the port"},
    {.name = "p.F", EG_SI_FORCE, .doc = "Force that the actuator exerts"},
};

static void observe(const eg_observation *o, double *out)
{
    out[V] = o->port[P].v;
    out[FORCE] = 0.0 - o->port[P].f;
}

#define EQUATIONS(...) EG_TEXTS("p.v = der(p.s);", "p.f = -p.F;", __VA_ARGS__)
#define TEXT_OF_MOTION                                                                                       \
    " The force p.F is whatever that takes; its work counts as supplied energy. The actuator stands on the " \
    "fixed world."
/* ---------------------------------------------------------------- force */

static int declare_force(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_force(parts,
                              (eg_force_part){.port = P, .support = EG_GROUND, .input = INPUT, .sign = 1.0});
}

static const eg_port force_ports[] = {PORTS("F", "N", "Force on what is connected to p")};

const eg_class eg_class_iconic_force_actuator = {
    .name = EG_ACTUATOR("ForceActuator"),
    .doc = "Force given by a signal (20-sim)",
    .text = "Pushes what is connected to p with the force of the signal F, in positive direction when F is "
            "positive; the reaction acts on the fixed world. Its work counts as supplied energy.",
    .equations = EQUATIONS("p.F = F;"),
    .examples = EG_TEXTS("Carriage"),
    EG_PORTS(force_ports),
    EG_VARIABLES(variables),
    .declare = declare_force,
    .observe = observe,
};

/* ---------------------------------------------------------------- motion */

static int declare_motion(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_drive(
        parts,
        (eg_drive_part){
            .port = P, .support = EG_GROUND, .input = INPUT, .variable_s = EG_NONE, .variable_v = EG_NONE});
}

static void clear(double out[2][EG_DRIVE_MAX_STATES + 2])
{
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
            out[row][column] = 0;
}

static int none(const double *p)
{
    (void)p;
    return 0;
}

static int one(const double *p)
{
    (void)p;
    return 1;
}

static int two(const double *p)
{
    (void)p;
    return 2;
}

/* ---- position */

static void follow_position(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p, (void)state, (void)dstate;
    *out = u;
}

static void partials_of_position(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    clear(out);
    out[0][DER_U] = 1;
}

static void start_position(const double *p, eg_jet u, double s, double v, double *state)
{
    (void)p, (void)u, (void)s, (void)v, (void)state;
}

static const eg_drive_ops position_drive = {.state_count = none,
                                            .order = two,
                                            .motion = follow_position,
                                            .partials = partials_of_position,
                                            .start = start_position};

static const eg_port position_ports[] = {PORTS("x", "m", "Position of what is connected to p")};

const eg_class eg_class_iconic_position_actuator = {
    .name = EG_ACTUATOR("PositionActuator"),
    .doc = "Position given by a signal (20-sim)",
    .text = "Moves what is connected to p along the signal x, whose first two derivatives must "
            "exist." TEXT_OF_MOTION,
    .examples = EG_TEXTS("Carriage"),
    .equations = EQUATIONS("p.s = x;"),
    EG_PORTS(position_ports),
    EG_VARIABLES(variables),
    .declare = declare_motion,
    .observe = observe,
    .drive = &position_drive,
};

/* ---- velocity */

enum { X_INITIAL, V_INITIAL };

#define PARAMETER_X                                                                                          \
    {                                                                                                        \
        .name = "x_initial", EG_SI_POSITION, .doc = "Position of the port at the start"                      \
    }

static void follow_velocity(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p;
    *out = (eg_jet){state[STATE_X], u.x, u.dx};
    dstate[STATE_X] = u.x;
}

static void partials_of_velocity(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    clear(out);
    out[0][U] = 1;
    out[1][DER_U] = 1;
}

static void start_velocity(const double *p, eg_jet u, double s, double v, double *state)
{
    (void)u, (void)s, (void)v;
    state[STATE_X] = p[X_INITIAL];
}

static const eg_drive_ops velocity_drive = {.state_count = one,
                                            .order = one,
                                            .motion = follow_velocity,
                                            .partials = partials_of_velocity,
                                            .start = start_velocity};

static const eg_parameter velocity_parameters[] = {PARAMETER_X};
static const eg_port velocity_ports[] = {PORTS("v", "m/s", "Velocity of what is connected to p")};

const eg_class eg_class_iconic_velocity_actuator = {
    .name = EG_ACTUATOR("VelocityActuator"),
    .doc = "Velocity given by a signal (20-sim)",
    .text =
        "Moves what is connected to p with the velocity of the signal v, beginning at x_initial. The signal "
        "must have a derivative." TEXT_OF_MOTION,
    .examples = EG_TEXTS("Carriage"),
    .equations = EQUATIONS("p.v = v;", "initial equation p.s = x_initial;"),
    EG_PARAMETERS(velocity_parameters),
    EG_PORTS(velocity_ports),
    EG_VARIABLES(variables),
    .declare = declare_motion,
    .observe = observe,
    .drive = &velocity_drive,
};

/* ---- acceleration */

static void follow_acceleration(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p;
    *out = (eg_jet){state[STATE_X], state[STATE_V], u.x};
    dstate[STATE_X] = state[STATE_V];
    dstate[STATE_V] = u.x;
}

static void partials_of_acceleration(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    clear(out);
    out[0][STATE_V] = 1;
    out[1][U] = 1;
}

static void start_acceleration(const double *p, eg_jet u, double s, double v, double *state)
{
    (void)u, (void)s, (void)v;
    state[STATE_X] = p[X_INITIAL];
    state[STATE_V] = p[V_INITIAL];
}

static const eg_drive_ops acceleration_drive = {.state_count = two,
                                                .order = none,
                                                .motion = follow_acceleration,
                                                .partials = partials_of_acceleration,
                                                .start = start_acceleration};

static const eg_parameter acceleration_parameters[] = {
    PARAMETER_X,
    {.name = "p.v_initial", EG_SI_VELOCITY, .doc = "Velocity of the port at the start"},
};
static const eg_port acceleration_ports[] = {PORTS("a", "m/s2", "Acceleration of what is connected to p")};

const eg_class eg_class_iconic_acceleration_actuator = {
    .name = EG_ACTUATOR("AccelerationActuator"),
    .doc = "Acceleration given by a signal (20-sim)",
    .text =
        "Moves what is connected to p with the acceleration of the signal a, which may jump, beginning at "
        "x_initial with the velocity p.v_initial." TEXT_OF_MOTION,
    .examples = EG_TEXTS("Carriage"),
    .equations = EQUATIONS("a = der(p.v);", "initial equation p.s = x_initial;",
                           "initial equation p.v = p.v_initial;"),
    EG_PARAMETERS(acceleration_parameters),
    EG_PORTS(acceleration_ports),
    EG_VARIABLES(variables),
    .declare = declare_motion,
    .observe = observe,
    .drive = &acceleration_drive,
};
