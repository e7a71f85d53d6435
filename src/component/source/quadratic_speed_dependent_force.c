/* QuadraticSpeedDependentForce and -Torque: a force that grows with the square of the speed v of the flange,
 *
 *     f = flange.f = -f_nominal*(v/v_nominal)^2                ForceDirection = true
 *     f = flange.f = -f_nominal*(v/v_nominal)^2*sign(v)        ForceDirection = false
 *
 * The second form has a jump of its second derivative at v = 0, which is an event. */
#include "component/source/speed_force.h"

enum { F_NOMINAL, V_NOMINAL, DIRECTION };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V] = p[V_NOMINAL];
    k[EG_SPEED_EDGES] = p[DIRECTION] != 0.0 ? EG_NO_EDGE : EG_EDGE_AT_0;
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double sign = eg_speed_sign(k, mode) < 0 ? 1.0 : -1.0, ratio = v / k[EG_SPEED_V];
    (void)s_rel;
    eg_speed_force_set(out, sign * k[EG_SPEED_F] * ratio * ratio,
                       2.0 * sign * k[EG_SPEED_F] * ratio / k[EG_SPEED_V]);
}

static int dependence(const double *k, int mode)
{
    (void)mode;
    return k[EG_SPEED_F] != 0.0 ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = EG_SPEED_ELEMENT(prepare, force, dependence, NULL);

#define PARAMETERS(D, how, enumeration) EG_SPEED_PARAMETERS_NOMINAL(D)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A " force " in proportion to the square of the speed " v                                                \
    " of the flange relative to the support: the drag of air or water (" f                                   \
    "_nominal < 0) or its opposite. With " Force                                                             \
    "Direction = true it has the same direction whichever way the flange " moves ", with " Force             \
    "Direction = false it turns with the speed.\n\n" EG_SPEED_TEXT(                                          \
        D) "A body without mass cannot be moved by this " force " alone: at " v " = 0 its slope vanishes."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

/* (v/v_nominal)^2 */
#define SQUARE(D) "(" EG_WORD_V(D) "/" EG_WORD_V(D) "_nominal)^2"

#define EQUATION(D, enumeration)                                                                             \
    EG_WORD_F(D)                                                                                             \
    " = if " EG_WORD_FORCE_UPPER(D) "Direction then " EG_SPEED_MINUS(D)                                      \
        EG_WORD_F(D) "_nominal*" SQUARE(D) " else " EG_SPEED_MINUS(D) EG_WORD_F(                             \
            D) "_nominal*smooth(1, if " EG_WORD_V(D) " >= 0 then " SQUARE(D) " else -" SQUARE(D) ");"

EG_SPEED_CLASSES(quadratic_speed_dependent, "QuadraticSpeedDependent",
                 "that grows with the square of the speed of its flange")
