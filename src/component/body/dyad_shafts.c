/* Dyad's library RotationalComponents: shafts, what acts between them, and gears. spline.tau is positive
 * into the component; phi_rel = spline_b.phi - spline_a.phi and tau = spline_b.tau, so that a spring that
 * is wound up pulls back. Gears have supports, which are connected like all splines: to a Fixed where
 * nothing else holds them. */
#include "component/rotational.h"

#define SHAFT(id, module_, name_, doc_, text_, equations_, ...)                                              \
    const eg_class eg_class_dyad_##id = {                                                                    \
        .name = "RotationalComponents." module_ "." name_,                                                   \
        .short_name = "RotationalComponents." name_,                                                         \
        .doc = doc_ " (Dyad)",                                                                               \
        .text = (text_),                                                                                     \
        .examples = EG_TEXTS("ShaftsDyad"),                                                                  \
        .equations = equations_,                                                                             \
        __VA_ARGS__,                                                                                         \
    };

#define SPLINE(name_, doc_)                                                                                  \
    {                                                                                                        \
        .name = (name_), .kind = EG_ROT_FLANGE_A, .doc = (doc_)                                              \
    }
#define VARIABLE(name_, quantity_, unit_, doc_)                                                              \
    {                                                                                                        \
        .name = (name_), .quantity = (quantity_), .unit = (unit_), .doc = (doc_)                             \
    }
#define ANGLE_OF(name_, doc_) VARIABLE(name_, "Angle", "rad", doc_)
#define SPEED_OF(name_, doc_) VARIABLE(name_, "AngularVelocity", "rad/s", doc_)
#define ACCELERATION_OF(name_, doc_) VARIABLE(name_, "AngularAcceleration", "rad/s2", doc_)
#define TORQUE_OF(name_, doc_) VARIABLE(name_, "Torque", "N.m", doc_)

static const eg_port one_spline[] = {SPLINE("spline", "End of the shaft")};
static const eg_port two_splines[] = {SPLINE("spline_a", "Left end of the shaft"),
                                      SPLINE("spline_b", "Right end of the shaft")};

enum { SPLINE_A, SPLINE_B };

/* ---------------------------------------------------------------- Inertia, Fixed */

static const eg_parameter inertia[] = {
    {.name = "J", EG_SI_INERTIA, .need = EG_REQUIRED, EG_AT_LEAST(0.0), .doc = "Moment of inertia"}};
static const eg_variable motion[] = {ANGLE_OF("phi", "Angle of the body"), SPEED_OF("w", "Speed of the body"),
                                     ACCELERATION_OF("a", "Acceleration of the body")};
static int declare_inertia(const double *p, eg_parts *parts)
{
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = SPLINE_A, .port_b = SPLINE_B}))
        return -1;
    if (eg_parts_add_inertia(parts, (eg_inertia_part){.port = SPLINE_A, .mass = p[0]}))
        return -1;
    return eg_declare_coordinate(parts, 0, 1, 2, EG_GROUND, SPLINE_A, EG_DEFAULT);
}

static int declare_fixed(const double *p, eg_parts *parts)
{
    return eg_parts_add_ground(parts, (eg_ground_part){.port = SPLINE_A, .position = p[0]});
}

static const eg_parameter fixed[] = {{.name = "phi0", EG_SI_ANGLE, .doc = "Angle of the spline"}};

SHAFT(inertia, "Components", "Inertia", "Rotating body",
      "Both ends of the shaft turn with the body; J times its acceleration is the sum of the torques.",
      EG_TEXTS("phi = spline_a.phi;", "phi = spline_b.phi;", "w = der(phi);", "a = der(w);",
               "J*a = spline_a.tau + spline_b.tau;"),
      EG_PARAMETERS(inertia), EG_PORTS(two_splines), EG_VARIABLES(motion), .declare = declare_inertia,
      .also = EG_TEXTS(EG_ROT("Components.Inertia")))
SHAFT(fixed_shaft, "Components", "Fixed", "Spline at a fixed angle", "It takes any torque and does not move.",
      EG_TEXTS("spline.phi = phi0;"), EG_PARAMETERS(fixed), EG_PORTS(one_spline), .declare = declare_fixed,
      .also = EG_TEXTS(EG_ROT("Components.Fixed")))

/* ---------------------------------------------------------------- Spring, Damper, SpringDamper */

#define STIFFNESS                                                                                            \
    {                                                                                                        \
        .name = "c", .quantity = "RotationalSpringConstant", .unit = "N.m/rad", .need = EG_REQUIRED,         \
        .doc = "Spring constant"                                                                             \
    }
#define DAMPING                                                                                              \
    {                                                                                                        \
        .name = "d", .quantity = "RotationalDampingConstant", .unit = "N.m.s/rad", .need = EG_REQUIRED,      \
        .doc = "Damping constant"                                                                            \
    }
#define REST_ANGLE                                                                                           \
    {                                                                                                        \
        .name = "phi_rel0", EG_SI_ANGLE, .doc = "phi_rel at which the spring is free of torque"              \
    }
#define TWIST ANGLE_OF("phi_rel", "Angle between the ends"), TORQUE_OF("tau", "Torque that acts at spline_b")
#define TWIST_SPEED                                                                                          \
    SPEED_OF("w_rel", "Speed between the ends"), ACCELERATION_OF("a_rel", "Acceleration between the ends")

static const eg_parameter spring[] = {STIFFNESS, REST_ANGLE};
static const eg_parameter damper[] = {DAMPING};
static const eg_parameter spring_damper[] = {DAMPING, STIFFNESS, REST_ANGLE};
static const eg_variable twist[] = {TWIST};
static const eg_variable moving_twist[] = {TWIST, TWIST_SPEED};
static const eg_variable two_torques[] = {TWIST, TWIST_SPEED, TORQUE_OF("tau_c", "Torque of the spring"),
                                          TORQUE_OF("tau_d", "Torque of the damper")};

enum { PHI_REL, TAU, W_REL, A_REL, TAU_C, TAU_D };

/* Parameters of the three classes in their order; d and c of those that have none are 0. */
static void prepare_spring(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[0];
    k[EG_LINEAR_D] = 0;
    k[EG_LINEAR_S_REL0] = p[1];
}

static void prepare_damper(const double *p, double *k)
{
    k[EG_LINEAR_C] = 0;
    k[EG_LINEAR_D] = p[0];
    k[EG_LINEAR_S_REL0] = 0;
}

static void prepare_both(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[1];
    k[EG_LINEAR_D] = p[0];
    k[EG_LINEAR_S_REL0] = p[2];
}

static const eg_element_ops spring_element = EG_LINEAR_ELEMENT(prepare_spring);
static const eg_element_ops damper_element = EG_LINEAR_ELEMENT(prepare_damper);
static const eg_element_ops both_element = EG_LINEAR_ELEMENT(prepare_both);

static int declare_between(eg_parts *parts, int w, int a, eg_state_select select)
{
    if (eg_declare_coordinate(parts, PHI_REL, w, a, SPLINE_A, SPLINE_B, select))
        return -1;
    return eg_parts_add_element(
        parts,
        (eg_element_part){.port_a = SPLINE_A, .port_b = SPLINE_B, .heat_port = EG_NONE, .input = EG_NONE});
}

static int declare_spring(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_between(parts, EG_NONE, EG_NONE, EG_DEFAULT);
}

static int declare_moving(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_between(parts, W_REL, A_REL, EG_PREFER);
}

static void observe_torque(const eg_observation *o, double *out)
{
    out[TAU] = o->force.f;
}

static void observe_both(const eg_observation *o, double *out)
{
    out[TAU] = o->force.f;
    out[TAU_C] = o->p[1] * (o->s_rel - o->p[2]);
    out[TAU_D] = o->p[0] * o->v_rel;
}

#define BETWEEN "phi_rel = spline_b.phi - spline_a.phi;", "spline_b.tau = tau;", "spline_a.tau = -tau;"
#define MOVING "w_rel = der(phi_rel);", "a_rel = der(w_rel);"

SHAFT(shaft_spring, "Components", "Spring", "Linear torsion spring",
      "The torque is c times the angle by which phi_rel exceeds phi_rel0.",
      EG_TEXTS(BETWEEN, "tau = c*(phi_rel - phi_rel0);"), EG_PARAMETERS(spring), EG_PORTS(two_splines),
      EG_VARIABLES(twist), .declare = declare_spring, .observe = observe_torque, .element = &spring_element,
      .also = EG_TEXTS(EG_ROT("Components.Spring")))
SHAFT(shaft_damper, "Components", "Damper", "Linear torsion damper", "The torque is d times w_rel.",
      EG_TEXTS(BETWEEN, MOVING, "tau = d*w_rel;"), EG_PARAMETERS(damper), EG_PORTS(two_splines),
      EG_VARIABLES(moving_twist), .declare = declare_moving, .observe = observe_torque,
      .element = &damper_element, .also = EG_TEXTS(EG_ROT("Components.Damper")))
SHAFT(shaft_spring_damper, "Components", "SpringDamper", "Linear torsion spring and damper in parallel",
      "The torque is c times the angle by which phi_rel exceeds phi_rel0, and d times w_rel.",
      EG_TEXTS(BETWEEN, MOVING, "tau_c = c*(phi_rel - phi_rel0);", "tau_d = d*w_rel;",
               "tau = tau_c + tau_d;"),
      EG_PARAMETERS(spring_damper), EG_PORTS(two_splines), EG_VARIABLES(two_torques),
      .declare = declare_moving, .observe = observe_both, .element = &both_element,
      .also = EG_TEXTS(EG_ROT("Components.SpringDamper")))

/* ---------------------------------------------------------------- a gear */

static const eg_parameter gear[] = {{.name = "ratio",
                                     .need = EG_REQUIRED,
                                     .is_structural = true,
                                     .doc = "Turns of spline_a for one turn of spline_b"}};
static const eg_port gear_ports[] = {SPLINE("spline_a", "Shaft that turns ratio times as fast"),
                                     SPLINE("spline_b", "The other shaft"), SPLINE("support", "The housing")};
static const eg_variable gear_angles[] = {ANGLE_OF("phi_support", "Angle of the housing"),
                                          ANGLE_OF("phi_a", "Angle of spline_a in the housing"),
                                          ANGLE_OF("phi_b", "Angle of spline_b in the housing")};
enum { SUPPORT = 2 };
enum { PHI_SUPPORT, PHI_A, PHI_B };

#define LETS_GO "a ratio of 0 would hold one side and let the other one go; use a Fixed"
#define DEMAND(name) EG_TEXTS("assert(" name " <> 0, \"" LETS_GO "\");")

static const char *check_ratio(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[0] == 0.0;
    return *is_error ? LETS_GO : NULL;
}

/* phi_a - ratio*phi_b - (1 - ratio)*phi_support = 0; torques are in proportion. */
static int declare_gear(const double *p, eg_parts *parts)
{
    const eg_gear_part part = {.count = p[0] == 1.0 ? 2 : 3,
                               .port = {SPLINE_A, SPLINE_B, SUPPORT},
                               .coefficient = {1.0, -p[0], p[0] - 1.0}};
    if (eg_parts_add_gear(parts, part) ||
        eg_declare_coordinate(parts, PHI_A, EG_NONE, EG_NONE, SUPPORT, SPLINE_A, EG_DEFAULT))
        return -1;
    return eg_declare_coordinate(parts, PHI_B, EG_NONE, EG_NONE, SUPPORT, SPLINE_B, EG_DEFAULT);
}

static void observe_gear(const eg_observation *o, double *out)
{
    out[PHI_SUPPORT] = o->port[SUPPORT].s;
}

SHAFT(ideal_gear, "Components", "IdealGear", "Gear without inertia",
      "In the housing spline_a turns ratio times as far as spline_b; no power is lost. The housing takes the "
      "difference of the torques.",
      EG_TEXTS("phi_support = support.phi;", "phi_a = spline_a.phi - phi_support;",
               "phi_b = spline_b.phi - phi_support;", "phi_a = ratio*phi_b;",
               "0 = ratio*spline_a.tau + spline_b.tau;", "0 = spline_a.tau + spline_b.tau + support.tau;"),
      EG_PARAMETERS(gear), EG_PORTS(gear_ports), EG_VARIABLES(gear_angles), .check = check_ratio,
      .demands = DEMAND("ratio"), .declare = declare_gear, .observe = observe_gear,
      .also = EG_TEXTS(EG_ROT("Components.IdealGear")))

/* ---------------------------------------------------------------- from turning to moving */

static const eg_parameter gear_r2t[] = {{.name = "ratio",
                                         .unit = "rad/m",
                                         .need = EG_REQUIRED,
                                         .is_structural = true,
                                         .doc = "Angle of the spline for one metre of the flange"}};
static const eg_parameter wheel[] = {{.name = "radius",
                                      EG_SI_LENGTH,
                                      .need = EG_REQUIRED,
                                      .is_structural = true,
                                      .doc = "Radius of the wheel"}};
static const eg_port r2t_ports[] = {
    SPLINE("spline", "End of the shaft"),
    {.name = "flange", .kind = EG_FLANGE_A, .doc = "What moves along"},
    SPLINE("support_r", "What the torque is counted against"),
    {.name = "support_t", .kind = EG_FLANGE_A, .doc = "What the force pushes off from"}};
enum { TURNS, MOVES, SUPPORT_R, SUPPORT_T };

/* turning*(phi - phi of support_r) - moving*(s - s of support_t) = 0 */
static int declare_r2t(double turning, double moving, eg_parts *parts)
{
    return eg_parts_add_gear(parts, (eg_gear_part){.count = 4,
                                                   .port = {TURNS, MOVES, SUPPORT_R, SUPPORT_T},
                                                   .coefficient = {turning, -moving, -turning, moving}});
}

static int declare_rack(const double *p, eg_parts *parts)
{
    return declare_r2t(1.0, p[0], parts);
}

static int declare_wheel(const double *p, eg_parts *parts)
{
    return declare_r2t(p[0], 1.0, parts);
}

#define REACTIONS "support_r.tau = -spline.tau;", "support_t.f = -flange.f;"

SHAFT(ideal_gear_r2t, "Components", "IdealGearR2T", "Gear from turning to moving, without inertia",
      "Against its supports the spline turns by `ratio` radians for every metre of the flange. No "
      "power is lost; "
      "the supports take what the spline and the flange are given.",
      EG_TEXTS("spline.phi - support_r.phi = ratio*(flange.s - support_t.s);",
               "0 = ratio*spline.tau + flange.f;", REACTIONS),
      EG_PARAMETERS(gear_r2t), EG_PORTS(r2t_ports), .check = check_ratio, .demands = DEMAND("ratio"),
      .declare = declare_rack, .also = EG_TEXTS(EG_ROT("Components.IdealGearR2T")))
SHAFT(ideal_rolling_wheel, "Components", "IdealRollingWheel", "Wheel that rolls without slip",
      "Against its supports the flange moves by `radius` metres for every radian of the spline. No "
      "power is lost; "
      "support_t is the road.",
      EG_TEXTS("(spline.phi - support_r.phi)*radius = flange.s - support_t.s;",
               "0 = radius*flange.f + spline.tau;", REACTIONS),
      EG_PARAMETERS(wheel), EG_PORTS(r2t_ports), .check = check_ratio, .demands = DEMAND("radius"),
      .declare = declare_wheel, .also = EG_TEXTS(EG_ROT("Components.IdealRollingWheel")))

/* ---------------------------------------------------------------- sources and sensors */

static const eg_port source_ports[] = {
    SPLINE("spline", "End of the shaft"),
    SPLINE("support", "What the torque pushes off from"),
    {.name = "tau", .kind = EG_REAL_INPUT, .unit = "N.m", .doc = "Torque that drives the shaft"}};
static const eg_variable source_angles[] = {ANGLE_OF("phi_support", "Angle of the support"),
                                            ANGLE_OF("phi", "Angle of the spline against the support")};
static const eg_port angle_ports[] = {
    SPLINE("spline", "Spline that is measured"),
    {.name = "phi", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "Its angle"}};
static const eg_port speed_ports[] = {
    SPLINE("spline", "Spline that is measured"),
    {.name = "w", .kind = EG_REAL_OUTPUT, .unit = "rad/s", .doc = "Its speed"}};

enum { SOURCE_SPLINE, SOURCE_SUPPORT, SOURCE_SIGNAL };
enum { SENSED, SENSOR_OUTPUT };

static int declare_torque(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, 1, EG_NONE, EG_NONE, SOURCE_SUPPORT, SOURCE_SPLINE, EG_DEFAULT))
        return -1;
    return eg_parts_add_force(
        parts, (eg_force_part){
                   .port = SOURCE_SPLINE, .support = SOURCE_SUPPORT, .input = SOURCE_SIGNAL, .sign = 1.0});
}

static void observe_torque_source(const eg_observation *o, double *out)
{
    out[0] = o->port[SOURCE_SUPPORT].s;
}

static int declare_angle(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, SENSED, 0, SENSOR_OUTPUT);
}

static int declare_speed(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, SENSED, 1, SENSOR_OUTPUT);
}

SHAFT(torque_source, "Sources", "TorqueSource", "Torque from an input signal",
      "The signal tau > 0 drives the spline forwards, and its support backwards.",
      EG_TEXTS("phi_support = support.phi;", "phi = spline.phi - phi_support;", "spline.tau = -tau;",
               "support.tau = tau;"),
      EG_PORTS(source_ports), EG_VARIABLES(source_angles), .declare = declare_torque,
      .observe = observe_torque_source, .also = EG_TEXTS(EG_ROT("Sources.Torque")))
SHAFT(angle_sensor, "Sensors", "AngleSensor", "Angle of a spline as a signal",
      "The output is the angle of the spline, which takes no torque.",
      EG_TEXTS("phi = spline.phi;", "0 = spline.tau;"), EG_PORTS(angle_ports), .declare = declare_angle,
      .also = EG_TEXTS(EG_ROT("Sensors.AngleSensor")))
SHAFT(shaft_speed_sensor, "Sensors", "VelocitySensor", "Speed of a spline as a signal",
      "The output is the angular velocity of the spline, which takes no torque.",
      EG_TEXTS("w = der(spline.phi);", "0 = spline.tau;"), EG_PORTS(speed_ports), .declare = declare_speed,
      .also = EG_TEXTS(EG_ROT("Sensors.SpeedSensor")))
