/* What the sources have in common whose force depends on the speed v of their flange: ranges of speed
 * between which the law changes, each edge an event. The element lies between the support (or the ground)
 * and the flange, so that v = v_rel and f = flange.f.
 *
 * The edges are 0, or -v0 and v0, or all three; range number 0 lies below the lowest edge. At an edge
 * itself the range with the larger |v| holds. */
#ifndef EG_COMPONENT_SPEED_FORCE_H
#define EG_COMPONENT_SPEED_FORCE_H

#include "component/common.h"

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

/* The element and the coordinate s, v of a source; variables 0 and `v`. */
int eg_declare_speed_force(eg_parts *parts, int support, int v);

/* ---------------------------------------------------------------- members */

#define EG_PARAMETER_F_NOMINAL(text)                                                                         \
    {                                                                                                        \
        .name = "f_nominal", EG_SI_FORCE, .need = EG_REQUIRED, .doc = (text)                                 \
    }
#define EG_PARAMETER_V_NOMINAL(text)                                                                         \
    {                                                                                                        \
        .name = "v_nominal", EG_SI_VELOCITY, .need = EG_REQUIRED, EG_AT_LEAST(2.220446049250313e-16),        \
        .doc = (text)                                                                                        \
    }
#define EG_PARAMETER_FORCE_DIRECTION                                                                         \
    {                                                                                                        \
        .name = "ForceDirection", .type = EG_BOOLEAN, .value = 1.0,                                          \
        .doc = "true: the force has the same direction in both directions of motion; false: it turns"        \
    }
#define EG_PARAMETER_V0(how)                                                                                 \
    {                                                                                                        \
        .name = "v0", EG_SI_VELOCITY, .need = (how), .value = 0.1, EG_AT_LEAST(2.220446049250313e-16),       \
        .doc = "Speed below which the law is regularized"                                                    \
    }

#define EG_VARIABLES_SPEED_FORCE                                                                             \
    EG_VARIABLE_S_TO_SUPPORT, {.name = "f", EG_SI_FORCE, .doc = "Force at the flange (= flange.f)"},         \
    {                                                                                                        \
        .name = "v", EG_SI_VELOCITY, .doc = "Rate of s: speed of the flange relative to the support"         \
    }
enum { EG_SPEED_VAR_S, EG_SPEED_VAR_F, EG_SPEED_VAR_V, EG_SPEED_VAR_S_SUPPORT };

#define EG_SPEED_TEXT                                                                                        \
    "Mind the signs: like every force at a port the variable f counts positive into the component, f "       \
    "= flange.f. What is connected to the flange is pushed with -f, the support with f. The power "          \
    "-f*v counts as supplied energy, also where it is negative.\n\n"

#endif
