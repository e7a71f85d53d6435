/* Friction characteristics given as a table: speed in the first column, force or coefficient in the second.
 * Between its rows the table is a line, or a step (the value of the row before); beyond them the line of the
 * last two rows goes on, or the last value. Speeds between the rows that lie above 0 cut it into segments. */
#ifndef EG_COMPONENT_FRICTION_TABLE_H
#define EG_COMPONENT_FRICTION_TABLE_H

#include "component/class.h"
#include "component/friction.h"

/* The literals of Modelica.Blocks.Types.Smoothness. */
extern const char *const eg_smoothness_literals[];
enum { EG_LINEAR_SEGMENTS, EG_CONTINUOUS_DERIVATIVE, EG_CONSTANT_SEGMENTS };

/* Value and slope at speed v, the segment's law continued beyond its edges. */
void eg_friction_table_value(eg_matrix table, int smoothness, int segment, double v, double *y,
                             double *slope);
/* 0 <= low < high; high = INFINITY in the last segment. */
void eg_friction_table_edges(eg_matrix table, int smoothness, int segment, double *low, double *high);
/* Does the value vary with speed? */
bool eg_friction_table_varies(eg_matrix table);
/* A complaint, or NULL. */
const char *eg_friction_table_check(eg_matrix table, int smoothness);

#define EG_PARAMETER_SMOOTHNESS(text)                                                                        \
    {                                                                                                        \
        .name = "smoothness", .type = EG_ENUMERATION, .type_name = "Modelica.Blocks.Types.Smoothness",       \
        .literals = eg_smoothness_literals, .is_structural = true, .doc = (text)                             \
    }
#define EG_PARAMETER_V_SMALL                                                                                 \
    {                                                                                                        \
        .name = "v_small", EG_SI_VELOCITY, .value = 1e-3, EG_AT_LEAST(0.0),                                  \
        .doc = "A speed that jumps through 0 by less than this comes to rest"                                \
    }

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

#define EG_VARIABLES_FRICTION                                                                                \
    {.name = "v_relfric", EG_SI_VELOCITY, .doc = "Speed relative to the support"},                           \
        {.name = "a_relfric", EG_SI_ACCELERATION, .doc = "Acceleration relative to the support"},            \
        {.name = "f0", EG_SI_FORCE, .doc = "Friction force as forward sliding begins"},                      \
        {.name = "f0_max", EG_SI_FORCE, .doc = "Largest friction force at rest"},                            \
        {.name = "free", .type = EG_BOOLEAN, .doc = "There is no friction"},                                 \
        {.name = "sa",                                                                                       \
         .unit = "1",                                                                                        \
         .doc = "Curve parameter: f while locked, else the acceleration, shifted by f0_max when sliding"},   \
        {.name = "startForward", .type = EG_BOOLEAN, .fixed = true, .doc = "Forward sliding begins"},        \
        {.name = "startBackward", .type = EG_BOOLEAN, .fixed = true, .doc = "Backward sliding begins"},      \
        {.name = "locked", .type = EG_BOOLEAN, .doc = "It sticks"},                                          \
    {                                                                                                        \
        .name = "mode", .type = EG_INTEGER, .start = 3.0, .fixed = true,                                     \
        .doc = "-1: slides backward, 0: sticks (or begins to slide), 1: slides forward, 2: free"             \
    }

/* Fills in those EG_RUB_COUNT variables for a motion v, a. */
void eg_friction_observe(const eg_observation *o, const eg_friction_ops *f, double v, double a, double *out);

/* MSL's equations of PartialFriction. */
#define EG_EQUATIONS_FRICTION                                                                                \
    "startForward = pre(mode) == 0 and (sa > f0_max or pre(startForward) and sa > f0) or pre(mode) == -1 "   \
    "and v_relfric > v_small or initial() and v_relfric > 0;",                                               \
        "startBackward = pre(mode) == 0 and (sa < -f0_max or pre(startBackward) and sa < -f0) or "           \
        "pre(mode) == 1 and v_relfric < -v_small or initial() and v_relfric < 0;",                           \
        "locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);",   \
        "a_relfric = if locked then 0 else if free then sa else if startForward then sa - f0_max else if "   \
        "startBackward then sa + f0_max else if pre(mode) == 1 then sa - f0_max else if pre(mode) == -1 "    \
        "then sa + f0_max else sa - sign(v_relfric)*f0_max;",                                                \
        "mode = if free then 2 else if (pre(mode) == 1 or pre(mode) == 2 or startForward) and "              \
        "v_relfric > 0 then 1 else if (pre(mode) == -1 or pre(mode) == 2 or startBackward) and "             \
        "v_relfric < 0 then -1 else 0;"

#endif
