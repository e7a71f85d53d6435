/* The linear element behind Spring, Damper and SpringDamper: f = c*(s_rel - s_rel0) + d*v_rel.
 *
 * It has one mode and no events. Its loss is d*v_rel^2 >= 0, its energy c*(s_rel - s_rel0)^2/2 >= 0: it is
 * passive for every c, d >= 0. What it does not depend on (c = 0 or d = 0) it says, so that a body
 * without inertia is given the equation that determines it. */
#include "component/common.h"

const char *const eg_linear_modes[] = {"linear"};

static eg_spring_damper law_of(const double *k)
{
    return eg_spring_damper_make(k[EG_LINEAR_C], k[EG_LINEAR_D], k[EG_LINEAR_S_REL0]);
}

void eg_linear_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    (void)mode;
    eg_spring_damper law = law_of(k);
    eg_law_force o;
    eg_spring_damper_force(&law, s_rel, v_rel, &o);
    *out = eg_force_of(o);
}

void eg_linear_forces(const double *k, int mode, int count, const double *s_rel, const double *v_rel,
                      double *f, double *bounded, double *loss)
{
    (void)mode;
    (void)bounded; /* it is f */
    const eg_spring_damper law = law_of(k);
    for (int i = 0; i < count; i++) {
        eg_law_force o;
        eg_spring_damper_force(&law, s_rel[i], v_rel[i], &o);
        f[i] = o.f;
        loss[i] = o.loss;
    }
}

int eg_linear_dependence(const double *k, int mode)
{
    (void)mode;
    return (k[EG_LINEAR_C] != 0.0 ? EG_ON_POSITION : 0) | (k[EG_LINEAR_D] != 0.0 ? EG_ON_VELOCITY : 0);
}

double eg_linear_energy(const double *k, int mode, double s_rel)
{
    (void)mode;
    eg_spring_damper law = law_of(k);
    return eg_spring_damper_energy(&law, s_rel);
}

bool eg_linear_always(const double *k)
{
    (void)k;
    return true;
}
