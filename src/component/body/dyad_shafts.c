/* Dyad's library RotationalComponents: shafts, what acts between them, and gears, by their
 * equations. spline.tau is positive into the component; phi_rel = spline_b.phi - spline_a.phi and tau =
 * spline_b.tau, so that a spring that is wound up pulls back. Gears have supports, which are
 * connected like all splines: to a Fixed where nothing else holds them. */
#include "component/by_equations.h"
#include "component/rotational.h"

#define SHAFT(id, module_, name_, doc_, text_, equations_, ...)                                              \
    const eg_class eg_class_dyad_##id = {                                                                    \
        .name = "RotationalComponents." module_ "." name_,                                                   \
        .short_name = "RotationalComponents." name_,                                                         \
        .doc = doc_ " (Dyad)",                                                                               \
        .text = (text_),                                                                                     \
        .examples = EG_TEXTS("ShaftsDyad"),                                                                  \
        .equations = equations_,                                                                             \
        .by_equations = true,                                                                                \
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

/* ---------------------------------------------------------------- Inertia, Fixed */

static const eg_parameter inertia[] = {
    {.name = "J", EG_SI_INERTIA, .need = EG_REQUIRED, EG_AT_LEAST(0.0), .doc = "Moment of inertia"}};
static const eg_variable motion[] = {ANGLE_OF("phi", "Angle of the body"), SPEED_OF("w", "Speed of the body"),
                                     ACCELERATION_OF("a", "Acceleration of the body")};
static const eg_parameter fixed[] = {{.name = "phi0", EG_SI_ANGLE, .doc = "Angle of the spline"}};

SHAFT(inertia, "Components", "Inertia", "Rotating body",
      "Both ends of the shaft turn with the body; J times its acceleration is the sum of the torques.",
      EG_TEXTS("phi = spline_a.phi;", "phi = spline_b.phi;", "w = der(phi);", "a = der(w);",
               "J*a = spline_a.tau + spline_b.tau;"),
      EG_PARAMETERS(inertia), EG_PORTS(two_splines), EG_VARIABLES(motion))
SHAFT(fixed_shaft, "Components", "Fixed", "Spline at a fixed angle", "It takes any torque and does not move.",
      EG_TEXTS("spline.phi = phi0;"), EG_PARAMETERS(fixed), EG_PORTS(one_spline))

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

#define BETWEEN "phi_rel = spline_b.phi - spline_a.phi;", "spline_b.tau = tau;", "spline_a.tau = -tau;"
#define MOVING "w_rel = der(phi_rel);", "a_rel = der(w_rel);"

SHAFT(shaft_spring, "Components", "Spring", "Linear torsion spring",
      "The torque is c times the angle by which phi_rel exceeds phi_rel0.",
      EG_TEXTS(BETWEEN, "tau = c*(phi_rel - phi_rel0);"), EG_PARAMETERS(spring), EG_PORTS(two_splines),
      EG_VARIABLES(twist))
SHAFT(shaft_damper, "Components", "Damper", "Linear torsion damper", "The torque is d times w_rel.",
      EG_TEXTS(BETWEEN, MOVING, "tau = d*w_rel;"), EG_PARAMETERS(damper), EG_PORTS(two_splines),
      EG_VARIABLES(moving_twist))
SHAFT(shaft_spring_damper, "Components", "SpringDamper", "Linear torsion spring and damper in parallel",
      "The torque is c times the angle by which phi_rel exceeds phi_rel0, and d times w_rel.",
      EG_TEXTS(BETWEEN, MOVING, "tau_c = c*(phi_rel - phi_rel0);", "tau_d = d*w_rel;",
               "tau = tau_c + tau_d;"),
      EG_PARAMETERS(spring_damper), EG_PORTS(two_splines), EG_VARIABLES(two_torques))

/* ---------------------------------------------------------------- a gear */

static const eg_parameter gear[] = {
    {.name = "ratio", .need = EG_REQUIRED, .doc = "Turns of spline_a for one turn of spline_b"}};
static const eg_port gear_ports[] = {SPLINE("spline_a", "Shaft that turns ratio times as fast"),
                                     SPLINE("spline_b", "The other shaft"), SPLINE("support", "The housing")};
static const eg_variable gear_angles[] = {ANGLE_OF("phi_support", "Angle of the housing"),
                                          ANGLE_OF("phi_a", "Angle of spline_a in the housing"),
                                          ANGLE_OF("phi_b", "Angle of spline_b in the housing")};
SHAFT(ideal_gear, "Components", "IdealGear", "Gear without inertia",
      "In the housing spline_a turns ratio times as far as spline_b; no power is lost. The housing takes the "
      "difference of the torques.",
      EG_TEXTS("phi_support = support.phi;", "phi_a = spline_a.phi - phi_support;",
               "phi_b = spline_b.phi - phi_support;", "phi_a = ratio*phi_b;",
               "0 = ratio*spline_a.tau + spline_b.tau;", "0 = spline_a.tau + spline_b.tau + support.tau;"),
      EG_PARAMETERS(gear), EG_PORTS(gear_ports), EG_VARIABLES(gear_angles))
/* ---------------------------------------------------------------- sources and sensors */

static const eg_port source_ports[] = {SPLINE("spline", "End of the shaft"),
                                       SPLINE("support", "What the torque pushes off from"),
                                       EG_PORT_OF(EG_REAL_INPUT, "tau", "Torque that drives the shaft")};
static const eg_variable source_angles[] = {ANGLE_OF("phi_support", "Angle of the support"),
                                            ANGLE_OF("phi", "Angle of the spline against the support")};
static const eg_port angle_ports[] = {SPLINE("spline", "Spline that is measured"),
                                      EG_PORT_OF(EG_REAL_OUTPUT, "phi", "Its angle")};
static const eg_port speed_ports[] = {SPLINE("spline", "Spline that is measured"),
                                      EG_PORT_OF(EG_REAL_OUTPUT, "w", "Its speed")};

SHAFT(torque_source, "Sources", "TorqueSource", "Torque from an input signal",
      "The signal tau > 0 drives the spline forwards, and its support backwards.",
      EG_TEXTS("phi_support = support.phi;", "phi = spline.phi - phi_support;", "spline.tau = -tau;",
               "support.tau = tau;"),
      EG_PORTS(source_ports), EG_VARIABLES(source_angles))
SHAFT(angle_sensor, "Sensors", "AngleSensor", "Angle of a spline as a signal",
      "The output is the angle of the spline, which takes no torque.",
      EG_TEXTS("phi = spline.phi;", "0 = spline.tau;"), EG_PORTS(angle_ports))
SHAFT(shaft_speed_sensor, "Sensors", "VelocitySensor", "Speed of a spline as a signal",
      "The output is the angular velocity of the spline, which takes no torque.",
      EG_TEXTS("w = der(spline.phi);", "0 = spline.tau;"), EG_PORTS(speed_ports))
