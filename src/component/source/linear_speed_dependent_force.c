/* LinearSpeedDependentForce and -Torque: a force in proportion to the speed v of the flange,
 *
 *     f = flange.f = -f_nominal*|v/v_nominal|      ForceDirection = true
 *     f = flange.f = -f_nominal*v/v_nominal        ForceDirection = false
 *
 * With f_nominal > 0 what is connected is pushed in positive direction (or, with ForceDirection = false,
 * driven in its own direction); with f_nominal < 0 it is braked. The kink of |v| at v = 0 is an event. */
#include "component/source/speed_force.h"

enum { F_NOMINAL, V_NOMINAL, DIRECTION };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V] = p[V_NOMINAL];
    k[EG_SPEED_CHOICE] = p[DIRECTION];
    k[EG_SPEED_EDGES] = p[DIRECTION] != 0.0 ? EG_EDGE_AT_0 : EG_NO_EDGE;
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double slope = -k[EG_SPEED_F] / k[EG_SPEED_V];
    (void)s_rel;
    if (k[EG_SPEED_CHOICE] != 0.0 && eg_speed_sign(k, mode) < 0)
        slope = -slope;
    eg_speed_force_set(out, slope * v, slope);
}

static int dependence(const double *k, int mode)
{
    (void)mode;
    return k[EG_SPEED_F] != 0.0 ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = EG_SPEED_ELEMENT(prepare, force, dependence, eg_linear_always);

#define PARAMETERS(D, how, enumeration) EG_SPEED_PARAMETERS_NOMINAL(D)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A " force " that grows with the speed " v " of the flange relative to the "                             \
    "support: a viscous drag (" f "_nominal < 0) or its opposite. With " Force                               \
    "Direction = true it has the same direction whichever way the flange " moves ", with " Force             \
    "Direction = false it turns with the speed.\n\n" EG_SPEED_TEXT(                                          \
        D) "With " Force "Direction = true and a load (" f                                                   \
           "_nominal < 0) it brakes motion in positive direction and drives motion in negative direction."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATION(D, enumeration)                                                                             \
    EG_WORD_F(D)                                                                                             \
    " = if " EG_WORD_FORCE_UPPER(D) "Direction then " EG_SPEED_MINUS(D)                                      \
        EG_WORD_F(D) "_nominal*abs(" EG_WORD_V(D) "/" EG_WORD_V(D) "_nominal) else " EG_SPEED_MINUS(D)       \
            EG_WORD_F(D) "_nominal*(" EG_WORD_V(D) "/" EG_WORD_V(D) "_nominal);"

EG_SPEED_CLASSES(linear_speed_dependent, "LinearSpeedDependent", "in proportion to the speed of its flange")
