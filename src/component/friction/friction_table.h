/* Friction characteristics given as a table: speed in the first column, force or coefficient in the second.
 * Between its rows the table is a line, a step (the value of the row before) or a cubic (block/spline.h);
 * beyond them the line of the last two rows goes on, or the last value, or the slope at the last row. Speeds
 * between the rows that lie above 0 cut it into segments, and of steps and cubics the last row too. */
#ifndef EG_COMPONENT_FRICTION_FRICTION_TABLE_H
#define EG_COMPONENT_FRICTION_FRICTION_TABLE_H

#include "component/block/tables/spline.h"
#include "component/friction/friction.h"
#include "component/twins.h"

/* Value and slope at speed v, the segment's law continued beyond its edges. */
void eg_friction_table_value(eg_matrix table, int smoothness, int segment, double v, double *y,
                             double *slope);

/* ---------------------------------------------------------------- elements that follow such a table
 *
 * SupportFriction, Brake, their rotational twins and Clutch. Their parameters begin alike: */

enum {
    EG_RUB_TABLE,
    EG_RUB_SMOOTHNESS,
    EG_RUB_PEAK,
    EG_RUB_SMALL,
    EG_RUB_USE_HEAT_PORT,
    EG_RUB_SUPPORTED, /* without a normal force: useSupport */
    EG_RUB_CGEO = EG_RUB_SUPPORTED,
    EG_RUB_FN_MAX,
    EG_RUB_PRESSED_SUPPORTED /* pressed, between flanges and support: useSupport */
};

/* The table gives the force. */
extern const eg_friction_ops eg_table_friction;
/* The table gives a coefficient, and the normal force is fn_max for an input signal of 1: all forces are per
 * unit of that signal. */
extern const eg_friction_ops eg_pressed_friction;
extern const eg_element_ops eg_table_element;
/* Is the table made of lines or steps? */
bool eg_table_friction_is_linear(const double *p);
double eg_table_friction_vanishes(const double *p);
double eg_pressed_normal(const double *p);
const char *eg_table_friction_check(const double *p, const bool *given, bool *is_error);
/* The coefficient with the sign of the direction at a relative speed v, of a pressed element. */
double eg_pressed_coefficient(const eg_observation *o, double v);
/* mu_pos at 0. */
double eg_pressed_mu0(const double *p);
/* MSL's table_signs: the signs of the speed for the table and of what the table gives. */
void eg_table_signs(int mode, double out[2]);

/* Flanges and support: two flanges that are one point, a coordinate from the support to them, variables
 * first_coordinate, first_coordinate + 1 and + 2 of it, and the element. `input` is a port or EG_NONE. */
enum { EG_RUB_AT_SUPPORT = 2, EG_RUB_AT_HEAT_PORT, EG_RUB_AT_F_NORMALIZED };
int eg_declare_supported_friction(eg_parts *parts, bool supported, bool has_heat_port, const int variables[3],
                                  int input);

/* What eg_table_friction_check asks of the rows, as equations: their speeds rise, and nothing drives. */
#define EG_RUB_DEMANDS(table)                                                                                \
    EG_TEXTS("assert(min(cat(1, {1}, " table "[2:end, 1] - " table "[1:end - 1, 1])) > 0, \"the speeds in "  \
             "the first column of the friction table must increase from row to row\");",                     \
             "assert(smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments or max(cat(1, {0}, "    \
             "abs(" table "[2:end, 2] - " table "[1:end - 1, 2])./(" table "[2:end, 1] - " table             \
             "[1:end - 1, 1]))) <= 1.7976931348623157e308, \"between two rows the friction table is so "     \
             "steep that its slope is no number\");",                                                        \
             "assert(Elastogap.Math.leastBetween(" table "[:, 1], " table "[:, 2], smoothness, 0) >= 0, "    \
             "\"the friction must be negative at no speed of the table: it would drive\");")
extern const double eg_default_mu_pos[2];
#define EG_RUB_PARAMETERS_MU(D)                                                                              \
    {.name = "mu_pos",                                                                                       \
     .columns = 2,                                                                                           \
     .elements = eg_default_mu_pos,                                                                          \
     .rows = 1,                                                                                              \
     .value_text = "[0, 0.5]",                                                                               \
     .doc = "Speeds >= 0 [" EG_UNIT_V(D) "] and friction coefficients there, row by row"},                   \
        EG_PARAMETER_SMOOTHNESS("What lies between the rows of mu_pos: lines, steps or cubics"),             \
        EG_RUB_PARAMETER_PEAK(D, "mu_pos"), EG_PARAMETER_SMALL(D)
#define EG_RUB_PARAMETER_PEAK(D, table)                                                                      \
    {                                                                                                        \
        .name = "peak", .value = 1.0, EG_AT_LEAST(1.0),                                                      \
        .doc = EG_WORD_F(D) "0_max/" EG_WORD_F(D) "0: what holds at rest, over " table " at 0"               \
    }
#define EG_RUB_PARAMETERS_PRESSED(D)                                                                         \
    {.name = "cgeo",                                                                                         \
     .value = 1.0,                                                                                           \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "How the normal force spreads: " EG_WORD_F(D) " = cgeo*mu*fn"},                                  \
    {                                                                                                        \
        .name = "fn_max", EG_SI_FORCE, .need = EG_FALLS_BACK, .value = 1.0, EG_AT_LEAST(0.0),                \
        .doc = "Normal force when f_normalized = 1"                                                          \
    }
#define EG_RUB_PORT_F_NORMALIZED(what)                                                                       \
    {                                                                                                        \
        .name = "f_normalized", .kind = EG_REAL_INPUT,                                                       \
        .doc = "Normal force over fn_max, 0 to 1; at 0 and below the " what " is open"                       \
    }
#define EG_RUB_VARIABLES_SIGNS                                                                               \
    {.name = "table_signs[1]",                                                                               \
     .follows = true,                                                                                        \
     .is_protected = true,                                                                                   \
     .doc = "Sign of the speed that the table is asked for"},                                                \
    {                                                                                                        \
        .name = "table_signs[2]", .follows = true, .is_protected = true,                                     \
        .doc = "Sign of what the table gives"                                                                \
    }
#define EG_RUB_VARIABLES_PRESSED                                                                             \
    {.name = "mu",                                                                                           \
     .follows = true,                                                                                        \
     .doc = "Friction coefficient with the sign of the direction; negative unless forward"},                 \
        {.name = "fn", EG_SI_FORCE, .follows = true, .doc = "Normal force"},                                 \
    {                                                                                                        \
        .name = "mu0", .follows = true, .is_protected = true,                                                \
        .doc = "Friction coefficient as forward sliding begins"                                              \
    }
/* Of an element between two flanges that are one point, and their support. */
#define EG_RUB_VARIABLES_FLANGES(D)                                                                          \
    EG_TWIN_VARIABLE_S_SUPPORT(D), EG_VARIABLE_LOSS, EG_VARIABLES_FRICTION(D),                               \
        {.name = EG_WORD_S(D),                                                                               \
         EG_SI_TWIN_S(D),                                                                                    \
         .doc = EG_WORD_DISTANCE(D) " from the support to the flanges"},                                     \
        {.name = EG_WORD_F(D),                                                                               \
         EG_SI_TWIN_F(D),                                                                                    \
         .doc = "Friction " EG_WORD_FORCE(D) ": positive against motion in positive direction"},             \
        {.name = EG_WORD_V(D), EG_SI_TWIN_V(D), .doc = "Rate of " EG_WORD_S(D)},                             \
    {                                                                                                        \
        .name = "a", EG_SI_TWIN_A(D), .doc = "Rate of " EG_WORD_V(D)                                         \
    }
/* Of the translational ones also where the flanges are; the last variables. */
#define EG_RUB_VARIABLES_ENDS                                                                                \
    {.name = "s_a", EG_SI_LENGTH, .follows = true, .doc = "Distance from the support to flange_a"},          \
    {                                                                                                        \
        .name = "s_b", EG_SI_LENGTH, .follows = true, .doc = "Distance from the support to flange_b"         \
    }
#define EG_RUB_EQUATIONS_ENDS "s_a = flange_a.s - s_support;", "s_b = flange_b.s - s_support;"
#define EG_RUB_EQUATIONS_FLANGES(D) EG_RUB_EQUATIONS_FLANGES_OF(EG_WORD_S(D), EG_WORD_V(D), EG_WORD_F(D))
#define EG_RUB_EQUATIONS_FLANGES_OF(s, v, f)                                                                 \
    s " = flange_a." s " - " s "_support;", "flange_a." s " = flange_b." s ";",                              \
        "if useSupport then " s "_support = support." s "; else " s "_support = 0; end if;",                 \
        "if useSupport then support." f " = -flange_a." f " - flange_b." f "; end if;", v " = der(" s ");",  \
        "a = der(" v ");", v "_relfric = " v ";", "a_relfric = a;",                                          \
        "flange_a." f " + flange_b." f " - " f " = 0;"
#define EG_RUB_EQUATIONS_PRESSED(D)                                                                          \
    "fn = fn_max*f_normalized;", "mu0 = " EG_RUB_EQUATION_TABLE_AT_0("mu_pos") ";",                          \
        EG_WORD_F(D) "0 = mu0*cgeo*fn;", EG_WORD_F(D) "0_max = peak*" EG_WORD_F(D) "0;", "free = fn <= 0;",  \
        EG_WORD_F(D) " = if locked then sa*" EG_UNIT_NAME_F_##D " else if free then 0 else mu*cgeo*fn;"
/* The table at the speed `v`, with those signs. */
#define EG_RUB_EQUATION_TABLE(table, v)                                                                      \
    "table_signs[2]*Elastogap.Math.interpolate(" table "[:, 1], " table                                      \
    "[:, 2], smoothness, table_signs[1]*" v ")"
#define EG_RUB_EQUATION_TABLE_AT_0(table)                                                                    \
    "Elastogap.Math.interpolate(" table "[:, 1], " table "[:, 2], smoothness, 0)"
/* It does not drive, by a table that has fallen below 0. */
#define EG_RUB_EQUATION_BRAKES(table, v)                                                                     \
    "assert(free or Elastogap.Math.interpolate(" table "[:, 1], " table "[:, 2], smoothness, noEvent(abs(" v \
    "))) >= 0, \"the friction has fallen below 0: the last line of its table would drive\");"
#define EG_RUB_EQUATIONS_SIGNS                                                                               \
    "table_signs[1] = if startForward then 1 elseif startBackward then -1 elseif pre(mode) == 1 then 1 "     \
    "else -1;",                                                                                              \
        "table_signs[2] = table_signs[1];"

/* v_small, w_small: MSL has two defaults. */
#define EG_PARAMETER_SMALL(D)                                                                                \
    {                                                                                                        \
        .name = EG_WORD_V(D) "_small", EG_SI_TWIN_V(D), .value = EG_SMALL_SPEED_##D, EG_AT_LEAST(0.0),       \
        .doc = "Without effect: at a speed that jumps it slides as the speed says"                           \
    }
#define EG_SMALL_SPEED_T 1e-3
#define EG_SMALL_SPEED_R 1e10

/* ---------------------------------------------------------------- what PartialFriction has */

enum {
    EG_RUB_V_RELFRIC,
    EG_RUB_A_RELFRIC,
    EG_RUB_F0,
    EG_RUB_F0_MAX,
    EG_RUB_FREE,
    EG_RUB_SA,
    EG_RUB_START_FORWARD,
    EG_RUB_START_BACKWARD,
    EG_RUB_LOCKED,
    EG_RUB_MODE,
    EG_RUB_COUNT
};

#define EG_VARIABLES_FRICTION(D)                                                                             \
    {.name = EG_WORD_V(D) "_relfric",                                                                        \
     EG_SI_TWIN_V(D),                                                                                        \
     .follows = true,                                                                                        \
     .doc = "Speed relative to what it rubs on"},                                                            \
        {.name = "a_relfric",                                                                                \
         EG_SI_TWIN_A(D),                                                                                    \
         .follows = true,                                                                                    \
         .doc = "Acceleration relative to what it rubs on"},                                                 \
        {.name = EG_WORD_F(D) "0",                                                                           \
         .follows = true,                                                                                    \
         EG_SI_TWIN_F(D),                                                                                    \
         .doc = "Friction " EG_WORD_FORCE(D) " as forward sliding begins"},                                  \
        {.name = EG_WORD_F(D) "0_max",                                                                       \
         .follows = true,                                                                                    \
         EG_SI_TWIN_F(D),                                                                                    \
         .doc = "Largest friction " EG_WORD_FORCE(D) " at rest"},                                            \
        {.name = "free", .type = EG_BOOLEAN, .doc = "There is no friction"},                                 \
        {.name = "sa",                                                                                       \
         .follows = true,                                                                                    \
         .unit = "1",                                                                                        \
         .doc = "Curve parameter: " EG_WORD_F(                                                               \
             D) " while locked, else the acceleration, shifted by " EG_WORD_F(D) "0_max when sliding"},      \
        {.name = "startForward", .type = EG_BOOLEAN, .fixed = true, .doc = "Forward sliding begins"},        \
        {.name = "startBackward", .type = EG_BOOLEAN, .fixed = true, .doc = "Backward sliding begins"},      \
        {.name = "locked", .type = EG_BOOLEAN, .doc = "It sticks"},                                          \
    {                                                                                                        \
        .name = "mode", .type = EG_INTEGER, .start = 3.0, .fixed = true,                                     \
        .doc = "-1: slides backward, 0: sticks (or begins to slide), 1: slides forward, 2: free"             \
    }

/* The names of the modes, and the units of sa; they come last among the parameters. */
#define EG_CONSTANTS_FRICTION(D)                                                                             \
    EG_CONSTANT_MODE("Unknown", 3.0, "Value of mode before the start"),                                      \
        EG_CONSTANT_MODE("Free", 2.0, "Value of mode without friction"),                                     \
        EG_CONSTANT_MODE("Forward", 1.0, "Value of mode while it slides forward"),                           \
        EG_CONSTANT_MODE("Stuck", 0.0, "Value of mode while it sticks, or begins to slide"),                 \
        EG_CONSTANT_MODE("Backward", -1.0, "Value of mode while it slides backward"),                        \
        EG_CONSTANT_UNIT(EG_UNIT_NAME_A_##D, EG_SI_TWIN_A(D), "Unit of sa when it is an acceleration"),      \
        EG_CONSTANT_UNIT(EG_UNIT_NAME_F_##D, EG_SI_TWIN_F(D), "Unit of sa while it is locked")
#define EG_UNIT_NAME_A_T "unitAcceleration"
#define EG_UNIT_NAME_A_R "unitAngularAcceleration"
#define EG_UNIT_NAME_F_T "unitForce"
#define EG_UNIT_NAME_F_R "unitTorque"
#define EG_CONSTANT_MODE(title, number, text)                                                                \
    {                                                                                                        \
        .name = (title), .type = EG_INTEGER, .value = (number), .is_constant = true, .doc = (text)           \
    }
#define EG_CONSTANT_UNIT(title, si, text)                                                                    \
    {                                                                                                        \
        .name = (title), si, .value = 1.0, .is_constant = true, .is_protected = true, .doc = (text)          \
    }

/* Those of them that are no Reals, in a mode. */
double eg_friction_discrete(int mode, int variable);

/* Fills in those EG_RUB_COUNT variables for a motion v, a. */
void eg_friction_observe(const eg_observation *o, const eg_friction_ops *f, double v, double a, double *out);

/* sa from them. */
#define EG_SOLVED_FRICTION(D)                                                                                \
    EG_SOLVED_FRICTION_OF(EG_WORD_F(D), "/" EG_UNIT_NAME_F_##D, "/" EG_UNIT_NAME_A_##D)
#define EG_SOLVED_FRICTION_OF(f, per_force, per_acceleration)                                                \
    "sa = if locked then " f per_force " else a_relfric" per_acceleration                                    \
    " + (if free then 0 else if startForward or mode == 1 then " f "0_max" per_force " else -" f             \
    "0_max" per_force ");"

/* Those of the components, whose start ends where it would go the wrong way, and which v_small says nothing
 * to (friction.h), unlike those of PartialFriction: a speed that falls to 0 is below 0 by rounding then,
 * which is no jump, and with v_small = 0 would be one, so that what holds more than it slides with would
 * slide on. */
#define EG_EQUATIONS_FRICTION(D)                                                                             \
    EG_EQUATIONS_FRICTION_IN(EG_WORD_V(D) "_relfric", EG_WORD_F(D), "/" EG_UNIT_NAME_F_##D,                  \
                             "/" EG_UNIT_NAME_A_##D)
#define EG_EQUATIONS_FRICTION_IN(v_relfric, f, per_force, per_acceleration)                                  \
    "startForward = pre(mode) == 0 and (sa > " f "0_max" per_force ") or initial() and " v_relfric " > 0;",  \
        "startBackward = pre(mode) == 0 and (sa < -" f "0_max" per_force ") or initial() and " v_relfric     \
        " < 0;",                                                                                             \
        "locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);",   \
        "a_relfric" per_acceleration                                                                         \
        " = if locked then 0 else if free then sa else if startForward then sa - " f "0_max" per_force       \
        " else if startBackward then sa + " f "0_max" per_force " else if pre(mode) == 1 then sa - " f       \
        "0_max" per_force " else if pre(mode) == -1 then sa + " f "0_max" per_force                          \
        " else sa - sign(" v_relfric ")*" f "0_max" per_force ";",                                           \
        "mode = if free then 2 else if (pre(mode) == 1 or pre(mode) == 2 or startForward) and " v_relfric    \
        " > 0 then 1 else if (pre(mode) == -1 or pre(mode) == 2 or startBackward) and " v_relfric            \
        " < 0 then -1 else 0;"

#endif
