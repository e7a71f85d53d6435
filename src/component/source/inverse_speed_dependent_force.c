/* InverseSpeedDependentForce and -Torque: a force in inverse proportion to the speed v of the flange, as of
 * a drive of constant power. For |v| >= v0
 *
 *     f = flange.f = -f_nominal*v_nominal/|v|       ForceDirection = true
 *     f = flange.f = -f_nominal*v_nominal/v         ForceDirection = false
 *
 * and below v0 the constant -f_nominal*v_nominal/v0 or the line -f_nominal*v/v0. The line meets the
 * hyperbola only where v0 = v_nominal; otherwise MSL's force jumps at |v| = v0, and so does this one. Both
 * edges are events. */
#include "component/source/speed_force.h"

enum { F_NOMINAL, V_NOMINAL, DIRECTION, V0 };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V] = p[V_NOMINAL];
    k[EG_SPEED_V0] = p[V0];
    k[EG_SPEED_CHOICE] = p[DIRECTION];
    k[EG_SPEED_EDGES] = EG_EDGES_AT_V0;
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double F = k[EG_SPEED_F], V = k[EG_SPEED_V], v0 = k[EG_SPEED_V0];
    bool one_direction = k[EG_SPEED_CHOICE] != 0.0;
    (void)s_rel;
    if (eg_speed_is_fast(k, mode)) {
        double sign = one_direction && eg_speed_sign(k, mode) < 0 ? 1.0 : -1.0;
        eg_speed_force_set(out, sign * F * V / v, -sign * F * V / (v * v));
    } else if (one_direction) {
        eg_speed_force_set(out, -F * V / v0, 0.0);
    } else {
        eg_speed_force_set(out, -F * v / v0, -F / v0);
    }
}

static int dependence(const double *k, int mode)
{
    bool varies = eg_speed_is_fast(k, mode) || k[EG_SPEED_CHOICE] == 0.0;
    return k[EG_SPEED_F] != 0.0 && varies ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = EG_SPEED_ELEMENT(prepare, force, dependence, NULL);

#define PARAMETERS(D, how, enumeration) EG_SPEED_PARAMETERS_NOMINAL(D), EG_SPEED_PARAMETER_V0(D, how)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A source or a brake of constant power: the " force " is " f "_nominal at " v                            \
    "_nominal, twice as large at half that speed. Below " v "0 it is constant (" Force                       \
    "Direction = true) or falls in proportion to the speed "                                                 \
    "(" Force "Direction = false).\n\n" EG_SPEED_TEXT(D) "With " Force "Direction = false the law below " v  \
                                                         "0 is " EG_SPEED_MINUS(D) f                         \
        "_nominal*" v "/" v "0, as in the Modelica Standard Library: unless " v "0 = " v                     \
        "_nominal it jumps at |" v "| = " v "0."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

/* What both forms begin with: below v0 or not. */
#define SLOW(D) "if abs(" EG_WORD_V(D) ") < " EG_WORD_V(D) "0 then " EG_SPEED_MINUS(D) EG_WORD_F(D)
/* f_nominal*v_nominal */
#define POWER(D) EG_SPEED_MINUS(D) EG_WORD_F(D) "_nominal*" EG_WORD_V(D) "_nominal"

#define EQUATION_OF(enumeration, D, s, v, f, force, Force, position, Position, moves)                        \
    f " = if " Force "Direction then (" SLOW(D) "_nominal*" v "_nominal/" v "0 else " POWER(                 \
        D) "/abs(" v ")) else (" SLOW(D) "_nominal*" v "/" v "0 else " POWER(D) "/" v ");"
#define EQUATION(D, enumeration) EG_WITH_WORDS_AND_1(EQUATION_OF, D, enumeration)

EG_SPEED_CLASSES(inverse_speed_dependent, "InverseSpeedDependent",
                 "in inverse proportion to the speed of its flange")
