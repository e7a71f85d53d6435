/* What the translational classes share: SI types, the parameters, ports, variables and equations that they
 * inherit from common partial classes, and the parts that go with them.
 *
 * Sign convention (that of the Modelica Standard Library): positions grow from left to right, flange_a is
 * the left flange and flange_b the right one, s_rel = flange_b.s - flange_a.s, and the force f of a flange
 * is positive when it pushes the component in positive direction. An element has flange_b.f = f and
 * flange_a.f = -f.
 *
 * The equations of a descriptor are complete Modelica equations, the inherited ones included. Those that
 * begin with "initial equation" hold at the start only; they come last. */
#ifndef EG_COMPONENT_COMMON_H
#define EG_COMPONENT_COMMON_H

#include "component/parts.h"
#include "elastogap/law.h"

/* ---------------------------------------------------------------- names */

#define EG_MSL(name) "Modelica.Mechanics.Translational." name
#define EG_MSL_PARTIAL(name) EG_MSL("Interfaces." name)
#define EG_MSL_EXAMPLE(name) EG_MSL("Examples." name)
#define EG_MSL_HEAT_PARTIAL                                                                                  \
    "Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT"
#define EG_DYAD(name) "TranslationalComponents." name
#define EG_DYAD_PARTIAL(name) EG_DYAD("Interfaces." name)

/* A NULL-terminated list of strings for a member of a descriptor. */
#define EG_TEXTS(...)                                                                                        \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }

/* The three arrays of a descriptor. */
#define EG_PARAMETERS(array) .parameters = (array), .parameter_count = EG_COUNT(array)
#define EG_PORTS(array) .ports = (array), .port_count = EG_COUNT(array)
#define EG_VARIABLES(array) .variables = (array), .variable_count = EG_COUNT(array)

/* ---------------------------------------------------------------- SI types and ranges */

#define EG_SI_LENGTH .quantity = "Length", .unit = "m"
#define EG_SI_DISTANCE .quantity = "Distance", .unit = "m"
#define EG_SI_POSITION .quantity = "Position", .unit = "m"
#define EG_SI_VELOCITY .quantity = "Velocity", .unit = "m/s"
#define EG_SI_ACCELERATION .quantity = "Acceleration", .unit = "m/s2"
#define EG_SI_MASS .quantity = "Mass", .unit = "kg"
#define EG_SI_FORCE .quantity = "Force", .unit = "N"
#define EG_SI_SPRING .quantity = "TranslationalSpringConstant", .unit = "N/m"
#define EG_SI_DAMPING .quantity = "TranslationalDampingConstant", .unit = "N.s/m"
#define EG_SI_POWER .quantity = "Power", .unit = "W"
#define EG_SI_TIME .quantity = "Time", .unit = "s"
#define EG_SI_FREQUENCY .quantity = "Frequency", .unit = "Hz"
#define EG_SI_ANGULAR_FREQUENCY .quantity = "AngularFrequency", .unit = "rad/s"
#define EG_SI_ANGLE .quantity = "Angle", .unit = "rad"
#define EG_SI_TEMPERATURE .quantity = "Temperature", .unit = "K"

#define EG_AT_LEAST(lowest) .min = (lowest), .max = INFINITY
/* Of a force that goes with a power of the depth: the round-off of a depth is n times that of its power,
 * and with more than this tells nothing of forces to the tolerances of engines. */
#define EG_EXPONENT .min = 1.0, .max = 1e9

/* ---------------------------------------------------------------- parameters */

/* Spring and damping constants; the arguments say what happens when they are not given. */
#define EG_PARAMETER_C(...)                                                                                  \
    {                                                                                                        \
        .name = "c", EG_SI_SPRING, .doc = "Spring constant", EG_AT_LEAST(0.0), __VA_ARGS__                   \
    }
#define EG_PARAMETER_D(...)                                                                                  \
    {                                                                                                        \
        .name = "d", EG_SI_DAMPING, .doc = "Damping constant", EG_AT_LEAST(0.0), __VA_ARGS__                 \
    }

#define EG_PARAMETER_USE_HEAT_PORT                                                                           \
    {                                                                                                        \
        .name = "useHeatPort", .type = EG_BOOLEAN, .is_structural = true,                                    \
        .doc = "true: the loss flows out through heatPort; false: it is only recorded"                       \
    }

#define EG_PARAMETER_STATE_SELECT(preference, text)                                                          \
    {                                                                                                        \
        .name = "stateSelect", .type = EG_ENUMERATION, .type_name = "StateSelect",                           \
        .literals = eg_state_select_literals, .value = (preference), .is_structural = true, .doc = (text)    \
    }

#define EG_PARAMETER_S_NOMINAL                                                                               \
    {                                                                                                        \
        .name = "s_nominal", EG_SI_DISTANCE, .value = 1e-4, EG_AT_LEAST(0.0),                                \
        .doc = "Magnitude of s_rel that matters: where given, accuracy is not asked below it"                \
    }

/* PartialCompliantWithRelativeStates and the conditional heat port, in this order. */
#define EG_PARAMETERS_COMPLIANT                                                                              \
    EG_PARAMETER_USE_HEAT_PORT,                                                                              \
        EG_PARAMETER_STATE_SELECT(EG_PREFER, "How much s_rel and v_rel want to be states"),                  \
        EG_PARAMETER_S_NOMINAL

#define EG_PARAMETER_USE_SUPPORT                                                                             \
    {                                                                                                        \
        .name = "useSupport", .type = EG_BOOLEAN, .is_structural = true,                                     \
        .doc = "true: the reaction acts on the flange `support`; false: on the ground"                       \
    }

/* ---------------------------------------------------------------- ports */

enum { EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_AT_HEAT_PORT };

#define EG_PORTS_TWO_FLANGES                                                                                 \
    {.name = "flange_a", .kind = EG_FLANGE_A, .doc = "Left flange"},                                         \
    {                                                                                                        \
        .name = "flange_b", .kind = EG_FLANGE_B, .doc = "Right flange"                                       \
    }

#define EG_PORT_SENSED_FLANGE                                                                                \
    {                                                                                                        \
        .name = "flange", .kind = EG_FLANGE_A, .doc = "Flange that is measured"                              \
    }

#define EG_PORT_HEAT                                                                                         \
    {                                                                                                        \
        .name = "heatPort", .kind = EG_HEAT_A, .condition = "useHeatPort",                                   \
        .doc = "Takes the loss away: Q_flow = -lossPower"                                                    \
    }

enum { EG_AT_FLANGE, EG_AT_SUPPORT, EG_AT_SIGNAL };

#define EG_PORTS_FLANGE_AND_SUPPORT                                                                          \
    {.name = "flange", .kind = EG_FLANGE_B, .doc = "Flange that is pushed or moved"},                        \
    {                                                                                                        \
        .name = "support", .kind = EG_SUPPORT, .condition = "useSupport",                                    \
        .doc = "What the source stands on: support.f = -flange.f"                                            \
    }

/* Dyad has no conditional ports. */
#define EG_PORTS_DYAD_FLANGE_AND_SUPPORT                                                                     \
    {.name = "flange", .kind = EG_FLANGE_B, .doc = "Flange that is pushed or moved"},                        \
    {                                                                                                        \
        .name = "support", .kind = EG_SUPPORT,                                                               \
        .doc = "What the source stands on: support.f = -flange.f; connect it to a Fixed for the ground"      \
    }

#define EG_DYAD_TEXT_SUPPORT                                                                                 \
    "\n\nIn Dyad the support is always there: connect it to a Fixed for a motion relative to the ground."

/* ---------------------------------------------------------------- variables */

#define EG_VARIABLE_S_REL                                                                                    \
    {                                                                                                        \
        .name = "s_rel", EG_SI_POSITION, .doc = "Distance flange_b.s - flange_a.s"                           \
    }
#define EG_VARIABLE_V_REL                                                                                    \
    {                                                                                                        \
        .name = "v_rel", EG_SI_VELOCITY, .doc = "Rate of s_rel"                                              \
    }
#define EG_VARIABLE_F                                                                                        \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .doc = "Force of the element (= flange_b.f): tension is positive"          \
    }
#define EG_VARIABLE_LOSS                                                                                     \
    {                                                                                                        \
        .name = "lossPower", EG_SI_POWER, .doc = "Power turned into heat, >= 0"                              \
    }
#define EG_VARIABLES_COMPLIANT EG_VARIABLE_S_REL, EG_VARIABLE_V_REL, EG_VARIABLE_F

#define EG_VARIABLE_S_TO_SUPPORT                                                                             \
    {                                                                                                        \
        .name = "s", EG_SI_LENGTH, .doc = "Distance from the support to the flange"                          \
    }
#define EG_VARIABLE_S_SUPPORT                                                                                \
    {                                                                                                        \
        .name = "s_support", EG_SI_LENGTH, .follows = true, .is_protected = true,                            \
        .doc = "Position of the support; 0 when it is the ground"                                            \
    }

/* ---------------------------------------------------------------- equations */

#define EG_EQUATIONS_COMPLIANT "s_rel = flange_b.s - flange_a.s;", "flange_b.f = f;", "flange_a.f = -f;"
#define EG_EQUATIONS_RELATIVE_STATES                                                                         \
    "s_rel = flange_b.s - flange_a.s;", "v_rel = der(s_rel);", "flange_b.f = f;", "flange_a.f = -f;"
#define EG_EQUATION_HEAT_PORT "if useHeatPort then heatPort.Q_flow = -lossPower; end if;"
#define EG_EQUATIONS_SUPPORT                                                                                 \
    "s = flange.s - s_support;", "if useSupport then s_support = support.s; else s_support = 0; end if;",    \
        "if useSupport then support.f = -flange.f; end if;"
#define EG_EQUATIONS_DYAD_SUPPORT "s = flange.s - support.s;", "support.f = -flange.f;"

/* ---------------------------------------------------------------- parts */

static inline eg_state_select eg_select(double value)
{
    return (eg_state_select)(int)value;
}

/* A coordinate between two ports that nothing but results and start values ask for. */
static inline int eg_declare_coordinate(eg_parts *parts, int s, int v, int a, int from, int to,
                                        eg_state_select select)
{
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = (short)s,
                                                               .variable_v = (short)v,
                                                               .variable_a = (short)a,
                                                               .from = (short)from,
                                                               .to = (short)to,
                                                               .select = (unsigned char)select});
}

/* The element between flange_a and flange_b, its s_rel (variable 0) and v_rel (variable `v`, or EG_NONE). */
static inline int eg_declare_element(eg_parts *parts, int v, eg_state_select select, bool has_heat_port)
{
    int failed = eg_declare_coordinate(parts, 0, v, EG_NONE, EG_AT_FLANGE_A, EG_AT_FLANGE_B, select);
    return failed ? failed
                  : eg_parts_add_element(
                        parts, (eg_element_part){.port_a = EG_AT_FLANGE_A,
                                                 .port_b = EG_AT_FLANGE_B,
                                                 .heat_port = has_heat_port ? EG_AT_HEAT_PORT : EG_NONE,
                                                 .input = EG_NONE});
}

/* A sensor whose output follows its flanges: flange (absolute) or flange_a, flange_b (relative). */
static inline int eg_declare_sensor(eg_parts *parts, int from, int to, int order, int output)
{
    return eg_parts_add_sensor(parts,
                               (eg_sensor_part){.from = from, .to = to, .order = order, .output = output});
}

/* The port that a source stands on. */
static inline int eg_support(double use_support)
{
    return use_support != 0.0 ? EG_AT_SUPPORT : EG_GROUND;
}

/* A force source: the signal `input`, or EG_OWN, pushes the flange; s and v are variables or EG_NONE. */
static inline int eg_declare_force(eg_parts *parts, int support, int input, int s, int v)
{
    if ((s >= 0 || v >= 0) && eg_declare_coordinate(parts, s, v, EG_NONE, support, EG_AT_FLANGE, EG_DEFAULT))
        return -1;
    return eg_parts_add_force(
        parts, (eg_force_part){.port = EG_AT_FLANGE, .support = support, .input = input, .sign = 1.0});
}

/* MSL's protected s_support of a source. */
static inline double eg_support_position(const eg_observation *o, double use_support)
{
    return use_support != 0.0 ? o->port[EG_AT_SUPPORT].s : 0.0;
}

/* ---------------------------------------------------------------- elements */

static inline eg_force eg_force_of(eg_law_force o)
{
    return (eg_force){.f = o.f,
                      .df_ds = o.df_ds,
                      .df_dv = o.df_dv,
                      .d2f_ds2 = o.d2f_ds2,
                      .loss = o.loss,
                      .dloss_ds = o.dloss_ds,
                      .dloss_dv = o.dloss_dv};
}

/* A class's `observe_rows`, from its own `observe`, which computes the variables first ... last. */
#define EG_OBSERVE_ROWS(name, observe_function, first, last)                                                 \
    static void name(const eg_observed *o, double *const *out)                                               \
    {                                                                                                        \
        for (int i = 0; i < o->count; i++) {                                                                 \
            double row[(last) + 1];                                                                          \
            const eg_observation at = {.p = o->p,                                                            \
                                       .k = o->k,                                                            \
                                       .mode = o->mode,                                                      \
                                       .s_rel = o->s_rel[i],                                                 \
                                       .v_rel = o->v_rel[i],                                                 \
                                       .u = 1,                                                               \
                                       .force = {.f = o->f[i], .loss = o->loss[i]}};                         \
            observe_function(&at, row);                                                                      \
            for (int k = (first); k <= (last); k++)                                                          \
                out[k][i] = row[k];                                                                          \
        }                                                                                                    \
    }

/* ---------------------------------------------------------------- linear elements (linear_element.c)
 *
 * Spring, Damper and SpringDamper: f = c*(s_rel - s_rel0) + d*v_rel, one mode, no events. Coefficients: */

enum { EG_LINEAR_C, EG_LINEAR_D, EG_LINEAR_S_REL0 };

extern const char *const eg_linear_modes[];
void eg_linear_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out);
void eg_linear_forces(const double *k, int mode, int count, const double *s_rel, const double *v_rel,
                      double *f, double *bounded, double *loss);
int eg_linear_dependence(const double *k, int mode);
double eg_linear_energy(const double *k, int mode, double s_rel);
bool eg_linear_always(const double *k);

/* The table of such a class, given its own `prepare`. */
#define EG_LINEAR_ELEMENT(prepare_function)                                                                  \
    {                                                                                                        \
        .mode_count = 1, .modes = eg_linear_modes, .prepare = (prepare_function), .force = eg_linear_force,  \
        .forces = eg_linear_forces, .dependence = eg_linear_dependence, .energy = eg_linear_energy,          \
        .is_linear = eg_linear_always                                                                        \
    }

#endif
