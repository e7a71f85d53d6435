/* SignForce and SignTorque: a force of constant magnitude that changes sign with the speed v of the flange,
 *
 *     f = flange.f = -f_nominal*g(v),     g -> sign(v) far from v = 0
 *
 * and near v = 0 one of the regularizations of speed_force.h. Every kink is an event. */
#include "component/source/speed_force.h"

enum { F_NOMINAL, REG, V0 };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V0] = p[V0];
    k[EG_SPEED_CHOICE] = p[REG];
    k[EG_SPEED_EDGES] = eg_sign_edges((int)p[REG]);
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double g, dg;
    (void)s_rel;
    eg_sign_value(k, mode, v, &g, &dg);
    eg_speed_force_set(out, -k[EG_SPEED_F] * g, -k[EG_SPEED_F] * dg);
}

static int dependence(const double *k, int mode)
{
    return k[EG_SPEED_F] != 0.0 && eg_sign_varies(k, mode) ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = EG_SPEED_ELEMENT(prepare, force, dependence, NULL);

#define PARAMETERS(D, how, enumeration)                                                                      \
    EG_SPEED_PARAMETER_NOMINAL_FORCE(                                                                        \
        D, "Magnitude of the " EG_WORD_FORCE(D) "; negative: a load that brakes both directions"),           \
        EG_PARAMETER_REGULARIZATION(enumeration, "How the sign is made continuous around 0"),                \
        EG_SPEED_PARAMETER_V0(D, how)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A " force " that depends only on the direction of motion: with " f                                      \
    "_nominal > 0 it drives whichever way the flange " moves ", with " f                                     \
    "_nominal < 0 it brakes, as dry friction does. Below " v "0 the sign is replaced by a "                  \
    "continuous function: Exp is smooth, Sine has a continuous slope, Linear and Cosine have a kink "        \
    "at |" v "| = " v "0, which is an event.\n\n" EG_SPEED_TEXT(                                             \
        D) "A body held by this " force " creeps, because at rest it is zero; friction that sticks "         \
           "is what " EG_WORD_FRICTIONS(D) " are for. Exp reaches 99 % of " f "_nominal at " v " = 0.053*" v \
                                           "0 already."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATION(D, enumeration)                                                                             \
    EG_WORD_F(D)                                                                                             \
    " = " EG_SPEED_MINUS(D)                                                                                  \
        EG_WORD_F(D) "_nominal*" EG_EQUATION_SIGN(enumeration, EG_WORD_V(D), EG_WORD_V(D) "0") ";"

EG_SPEED_CLASSES(sign, "Sign", "of constant magnitude that changes sign with the speed of its flange")
