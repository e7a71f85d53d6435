/* The network's derivatives against differences of its residual: the Jacobian in every combination of modes,
 * and y' of the algebraic unknowns along a motion. */
#include "derivative_checks.h"
#include "network_models.h"

/* Every combination of modes for up to three elements with modes, each at a point of its own. */
static void try_modes(derivatives *d, const network_model *model, uint64_t *seed)
{
    const eg_model *m = d->s->m;
    int combinations = 1;
    for (int i = 0; i < m->element_count; i++)
        combinations *= m->elements[i].ops->mode_count;
    for (int c = 0; c < combinations; c++) {
        int code = c;
        for (int i = 0; i < m->element_count; i++) {
            d->s->mode[i] = code % m->elements[i].ops->mode_count;
            code /= m->elements[i].ops->mode_count;
        }
        if (eg_network_update_structure(d->s, 0.35) != 0)
            continue; /* a part without mass floats: refused, as it must be */
        for (int i = 0; i < d->n; i++) {
            d->y[i] = (i < m->first_heat ? 0 : i < m->first_loop ? 300 : 0) + 0.7 * random_number(seed);
            d->yp[i] = random_number(seed);
        }
        check_jacobian(d, 0.35, model->name);
    }
}

static void jacobian_agrees_with_differences(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < NETWORK_MODELS; i++) {
        rig r = rig_begin(network_models[i].name);
        network_models[i].build(&r);
        derivatives d = begin_derivatives(&r);
        try_modes(&d, &network_models[i], &seed);
        end_derivatives(&d);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- y' */

/* The points are those of a crude motion (steps of 1 ms along y'), with the modes that fit. */
static void algebraic_rates_agree_with_differences(void **state)
{
    (void)state;
    for (int i = 0; i < NETWORK_MODELS; i++) {
        rig r = rig_begin(network_models[i].name);
        network_models[i].build(&r);
        derivatives d = begin_derivatives(&r);
        double t = 0;
        if (eg_network_initialize(&d.s->base, t, d.y, d.yp) != EG_OK)
            rig_fail(__FILE__, __LINE__, network_models[i].name);
        for (int k = 0; k < 300 && rig_failures == 0; k++) {
            if (k % 10 == 0)
                check_rates(&d, t, network_models[i].name);
            for (int j = 0; j < d.n; j++)
                d.y[j] += 1e-3 * d.yp[j];
            t += 1e-3;
            if (eg_network_settle_modes(d.s, t, d.y, d.yp, false, NULL) != 0)
                rig_fail(__FILE__, __LINE__, network_models[i].name);
        }
        if (rig_failures > 0)
            rig_show(&r);
        end_derivatives(&d);
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobian_agrees_with_differences),
        cmocka_unit_test(algebraic_rates_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
