/* What the sources have in common whose force depends on the speed v of their flange: ranges of speed
 * between which the law changes, each edge an event. The element lies between the support (or the ground)
 * and the flange, so that v = v_rel and its force is flange.f (flange.tau of the rotational twins).
 *
 * The edges are 0, or -v0 and v0, or all three; range number 0 lies below the lowest edge. At an edge
 * itself the range with the larger |v| holds.
 *
 * Mind the signs of MSL: the variable f of the translational classes is flange.f, positive into the
 * component, but tau of the rotational ones is -flange.tau, the torque on what is connected. */
#ifndef EG_COMPONENT_SOURCE_SPEED_FORCE_H
#define EG_COMPONENT_SOURCE_SPEED_FORCE_H

#include "component/twins.h"

typedef enum eg_speed_edges { EG_NO_EDGE, EG_EDGE_AT_0, EG_EDGES_AT_V0, EG_EDGES_AT_ALL } eg_speed_edges;

/* Coefficients of every such element. */
enum { EG_SPEED_F, EG_SPEED_V, EG_SPEED_V0, EG_SPEED_EDGES, EG_SPEED_CHOICE };

enum { EG_SPEED_RANGES = 4 };
extern const char *const eg_speed_modes[];
int eg_speed_mode(const double *k, double s_rel, double v);
void eg_speed_switching(const double *k, int mode, double s_rel, double v, double *h, double *dh_ds,
                        double *dh_dv);
int eg_speed_next(const double *k, int mode, int i, double s_rel, double v);
const char *eg_speed_event(int mode, int i);

/* -1 when all speeds of this range are negative, 1 when none is, 0 when it holds both signs. */
int eg_speed_sign(const double *k, int mode);
/* Is this the lowest or the highest range? Only there |v| has no upper bound. */
bool eg_speed_is_fast(const double *k, int mode);

/* out: f and its slope; nothing else. */
void eg_speed_force_set(eg_force *out, double f, double slope);

#define EG_SPEED_ELEMENT(prepare_function, force_function, dependence_function, is_linear_function)          \
    {                                                                                                        \
        .mode_count = EG_SPEED_RANGES, .modes = eg_speed_modes, .switch_count = 2, .supplies = true,         \
        .prepare = (prepare_function), .force = (force_function), .dependence = (dependence_function),       \
        .mode_at = eg_speed_mode, .switching = eg_speed_switching, .next_mode = eg_speed_next,               \
        .event_name = eg_speed_event, .is_linear = (is_linear_function)                                      \
    }

/* The element and the coordinate s, v of a source. */
int eg_declare_speed_force(eg_parts *parts, int support);
/* Declares a Dyad source, whose support is always there. */
int eg_declare_dyad_speed_force(const double *p, eg_parts *parts);

/* The variables of these sources, `use_support` as the parameter says. */
enum { EG_SPEED_VAR_S, EG_SPEED_VAR_F, EG_SPEED_VAR_V, EG_SPEED_VAR_S_SUPPORT };
void eg_speed_observe_T(const eg_observation *o, double use_support, double *out);
void eg_speed_observe_R(const eg_observation *o, double use_support, double *out);
void eg_speed_observe_dyad(const eg_observation *o, double *out);

/* ---------------------------------------------------------------- a sign without a jump
 *
 * Modelica.Blocks.Types.Regularization: g(v) is sign(v) far from v = 0, and near it
 *
 *     Exp      g = 2/(1 + exp(-v/(0.01*v0))) - 1        smooth everywhere
 *     Sine     g = sin(pi/2*v/v0)         for |v| < v0   kink of the second derivative at |v| = v0
 *     Linear   g = v/v0                   for |v| < v0   kink at |v| = v0
 *     Cosine   g = sign(v)*(1 - cos(pi/2*v/v0))          kink at |v| = v0, of the second derivative at 0 */

typedef enum eg_regularization {
    EG_SIGN_EXP,
    EG_SIGN_SINE,
    EG_SIGN_LINEAR,
    EG_SIGN_COSINE
} eg_regularization;

extern const char *const eg_regularization_literals[];
/* The edges that such a sign has. */
eg_speed_edges eg_sign_edges(int regularization);
/* g and its slope; the regularization is k[EG_SPEED_CHOICE]. */
void eg_sign_value(const double *k, int mode, double v, double *g, double *dg);
bool eg_sign_varies(const double *k, int mode);

/* g(v) in Modelica; `type` is the name of the enumeration. */
#define EG_EQUATION_SIGN(type, v, v0)                                                                        \
    "(if reg == " type ".Exp then 2/(1 + exp(-" v "/(0.01*" v0 "))) - 1 elseif abs(" v ") >= " v0            \
    " then sign(" v ") elseif reg == " type ".Sine then sin(Modelica.Constants.pi/2*" v "/" v0               \
    ") elseif reg == " type ".Linear then " v "/" v0 " else sign(" v ")*(1 - cos(Modelica.Constants.pi/2*" v \
    "/" v0 ")))"

#define EG_REGULARIZATION "Modelica.Blocks.Types.Regularization"
#define EG_PARAMETER_REGULARIZATION(enumeration, text)                                                       \
    {                                                                                                        \
        .name = "reg", .type = EG_ENUMERATION, .type_name = (enumeration),                                   \
        .literals = eg_regularization_literals, .value = EG_SIGN_EXP, .is_structural = true, .doc = (text)   \
    }

/* ---------------------------------------------------------------- members */

#define EG_SPEED_PARAMETER_NOMINAL_FORCE(D, text)                                                            \
    {                                                                                                        \
        .name = EG_WORD_F(D) "_nominal", EG_SI_TWIN_F(D), .need = EG_REQUIRED, .doc = text                   \
    }
#define EG_SPEED_PARAMETER_NOMINAL_SPEED(D, text)                                                            \
    {                                                                                                        \
        .name = EG_WORD_V(D) "_nominal", EG_SI_TWIN_V(D), .need = EG_REQUIRED,                               \
        EG_AT_LEAST(2.220446049250313e-16), .doc = text                                                      \
    }
#define EG_SPEED_PARAMETER_DIRECTION(D)                                                                      \
    {                                                                                                        \
        .name = EG_WORD_FORCE_UPPER(D) "Direction", .type = EG_BOOLEAN, .value = 1.0,                        \
        .doc = "true: the " EG_WORD_FORCE(D) " has the same direction in both directions of motion; "        \
                                             "false: it turns"                                               \
    }
#define EG_SPEED_PARAMETER_V0(D, how)                                                                        \
    {                                                                                                        \
        .name = EG_WORD_V(D) "0", EG_SI_TWIN_V(D), .need = (how), .value = 0.1,                              \
        EG_AT_LEAST(2.220446049250313e-16), .doc = "Speed below which the law is regularized"                \
    }

/* The first two parameters of a force over speed. */
#define EG_SPEED_PARAMETERS_NOMINAL(D)                                                                       \
    EG_SPEED_PARAMETER_NOMINAL_FORCE(                                                                        \
        D, EG_WORD_FORCE_UPPER(D) " at " EG_WORD_V(D) "_nominal on what is connected; negative: a load for " \
                                                      "motion in positive direction"),                       \
        EG_SPEED_PARAMETER_NOMINAL_SPEED(                                                                    \
            D, "Speed at which the " EG_WORD_FORCE(D) " is " EG_WORD_F(D) "_nominal"),                       \
        EG_SPEED_PARAMETER_DIRECTION(D)

#define EG_SPEED_VARIABLE_F(D) EG_SPEED_VARIABLE_F_##D
#define EG_SPEED_VARIABLE_F_T                                                                                \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .doc = "Force at the flange (= flange.f)"                                  \
    }
#define EG_SPEED_VARIABLE_F_R                                                                                \
    {                                                                                                        \
        .name = "tau", EG_SI_TORQUE, .doc = "Torque on what is connected (= -flange.tau)"                    \
    }
#define EG_SPEED_VARIABLES(D)                                                                                \
    EG_TWIN_VARIABLE_S_TO_SUPPORT(D), EG_SPEED_VARIABLE_F(D),                                                \
    {                                                                                                        \
        .name = EG_WORD_V(D), EG_SI_TWIN_V(D),                                                               \
        .doc = "Rate of " EG_WORD_S(D) ": speed of the flange relative to the support"                       \
    }

/* The sign of the law in the variable f or tau, and what ties that to the flange. */
#define EG_SPEED_MINUS(D) EG_SPEED_MINUS_##D
#define EG_SPEED_MINUS_T "-"
#define EG_SPEED_MINUS_R ""
#define EG_SPEED_EQUATIONS(D) EG_SPEED_EQUATIONS_##D
#define EG_SPEED_EQUATIONS_T "f = flange.f;", "v = der(s);"
#define EG_SPEED_EQUATIONS_R "tau = -flange.tau;", "w = der(phi);"

#define EG_SPEED_TEXT(D) EG_SPEED_TEXT_##D
#define EG_SPEED_TEXT_T                                                                                      \
    "Mind the signs: like every force at a port the variable f counts positive into the component, f "       \
    "= flange.f. What is connected to the flange is pushed with -f, the support with f. Where the force "    \
    "drives, the power -f*v counts as supplied; where it resists, f*v counts as dissipated.\n\n"
#define EG_SPEED_TEXT_R                                                                                      \
    "tau = -flange.tau is the torque on what is connected to the flange; the support takes -tau. Where "     \
    "it drives, the power tau*w counts as supplied; where it resists, -tau*w counts as dissipated.\n\n"
#define EG_SPEED_TEXT_DYAD                                                                                   \
    "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground."

/* ---------------------------------------------------------------- the classes
 *
 * Three descriptors of one law: MSL's force and torque, and Dyad's force. The file that expands this has an
 * `element`, PARAMETERS(D, how, enumeration), TEXT(D) and EQUATION(D, enumeration), and ends the short
 * description with `what`; `id` and `name` go without "force". */
#define EG_SPEED_CLASS_MSL(D, id, title, what, example)                                                      \
    static const eg_parameter parameters_##D[] = {PARAMETERS(D, EG_FALLS_BACK, EG_REGULARIZATION),           \
                                                  EG_PARAMETER_USE_SUPPORT};                                 \
    static const eg_port ports_##D[] = {EG_TWIN_PORTS_FLANGE_AND_SUPPORT(D)};                                \
    static const eg_variable variables_##D[] = {EG_SPEED_VARIABLES(D), EG_TWIN_VARIABLE_S_SUPPORT(D)};       \
    static int declare_##D(const double *p, eg_parts *parts)                                                 \
    {                                                                                                        \
        return eg_declare_speed_force(parts, eg_support(p[EG_COUNT(parameters_##D) - 1]));                   \
    }                                                                                                        \
    static void observe_##D(const eg_observation *o, double *out)                                            \
    {                                                                                                        \
        eg_speed_observe_##D(o, o->p[EG_COUNT(parameters_##D) - 1], out);                                    \
    }                                                                                                        \
    const eg_class id = {                                                                                    \
        .name = EG_TWIN(D, "Sources." title),                                                                \
        .doc = EG_WORD_FORCE_UPPER(D) " " what,                                                              \
        .text = TEXT(D),                                                                                     \
        EG_SPEED_ALSO_##D(title).extends =                                                                   \
            EG_TEXTS(EG_TWIN_PARTIAL_FORCE(D), EG_TWIN_PARTIAL(D, "PartialElementaryOneFlangeAndSupport2")), \
        .examples = EG_TEXTS(example),                                                                       \
        .equations =                                                                                         \
            EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(D), EG_SPEED_EQUATIONS(D), EQUATION(D, EG_REGULARIZATION)),   \
        EG_PARAMETERS(parameters_##D),                                                                       \
        EG_PORTS(ports_##D),                                                                                 \
        EG_VARIABLES(variables_##D),                                                                         \
        .declare = declare_##D,                                                                              \
        .observe = observe_##D,                                                                              \
        .element = &element,                                                                                 \
    };
#define EG_SPEED_ALSO_T(title) .also = EG_TEXTS(EG_DYAD("Sources." title)),
#define EG_SPEED_ALSO_R(title)

#define EG_SPEED_CLASS_DYAD(id, title, what)                                                                 \
    static const eg_parameter parameters_dyad[] = {                                                          \
        PARAMETERS(T, EG_HAS_DEFAULT, EG_DYAD("Components.Regularization"))};                                \
    static const eg_port ports_dyad[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};                                  \
    static const eg_variable variables_dyad[] = {EG_SPEED_VARIABLES(T)};                                     \
    const eg_class id = {                                                                                    \
        .name = EG_DYAD("Sources." title),                                                                   \
        .doc = "Force " what " (Dyad)",                                                                      \
        .text = TEXT(T) EG_SPEED_TEXT_DYAD,                                                                  \
        .also = EG_TEXTS(EG_MSL("Sources." title)),                                                          \
        .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialForce")),                                                \
        .examples = EG_TEXTS("SourcesDyad"),                                                                 \
        .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, EG_SPEED_EQUATIONS(T),                              \
                              EQUATION(T, EG_DYAD("Components.Regularization"))),                            \
        EG_PARAMETERS(parameters_dyad),                                                                      \
        EG_PORTS(ports_dyad),                                                                                \
        EG_VARIABLES(variables_dyad),                                                                        \
        .declare = eg_declare_dyad_speed_force,                                                              \
        .observe = eg_speed_observe_dyad,                                                                    \
        .element = &element,                                                                                 \
    };

#define EG_SPEED_CLASSES(id, name, what)                                                                     \
    EG_SPEED_CLASS_MSL(T, eg_class_##id##_force, name "Force", what, "Sources")                              \
    EG_SPEED_CLASS_MSL(R, eg_class_##id##_torque, name "Torque", what, "Turning")                            \
    EG_SPEED_CLASS_DYAD(eg_class_dyad_##id##_force, name "Force", what)

#endif
