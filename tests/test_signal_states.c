/* Signals with states, kinks and products in the network: partial derivatives against differences at
 * random points in every phase, rates of what is algebraic, closed energy balances. */
#include "derivative_checks.h"
#include "network/motion/events.h"
#include "network/solve/structure.h"
#include "network/start/initialize.h"
#include "network_checks.h"
#include "signal_models.h"

static rig read_model(const signal_model *model)
{
    rig r = {.d = eg_diagnostics_create()};
    rig_demand(&r, r.d != NULL, "out of memory");
    if (eg_spec_read_text(model->text, strlen(model->text), model->name, NULL, r.d, &r.spec) != EG_OK)
        rig_demand(&r, 0, model->name);
    return r;
}

/* Phases that its kinks can have: -1, 0, 1, as far as the block goes there. */
static void random_phases(eg_network *s, uint64_t *seed)
{
    for (int i = 0; i < s->m->signals.switched_count; i++) {
        const eg_net *n = &s->m->nets[s->m->signals.switched[i]];
        long *phase = &s->phase[n->instance];
        double x = random_number(seed);
        *phase = n->block->switch_count == 2 ? (long)(3 * (x + 1) / 2) - 1 : x < 0 ? -1 : 1;
    }
}

static void jacobian_agrees_with_differences(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < SIGNAL_MODELS; i++) {
        rig r = read_model(&signal_models[i]);
        derivatives d = begin_derivatives(&r);
        for (int point = 0; point < 40 && rig_failures == 0; point++) {
            const eg_model *m = d.s->m;
            random_phases(d.s, &seed);
            for (int k = 0; k < m->element_count; k++)
                d.s->mode[k] = (int)((random_number(&seed) + 1) / 2 * m->elements[k].ops->mode_count);
            eg_network_evaluate(d.s, 0.35, d.y, d.yp, 0);
            if (eg_network_update_structure(d.s, 0.35) != 0)
                continue;
            for (int k = 0; k < d.n; k++) {
                d.y[k] = (k < m->first.heat ? 0.5 : k < m->first.loop ? 300 : 0) + 0.7 * random_number(&seed);
                d.yp[k] = random_number(&seed);
            }
            check_jacobian(&d, 0.35, signal_models[i].name);
        }
        end_derivatives(&d);
        rig_release(&r);
    }
    ALL_WELL();
}

static void algebraic_rates_agree_with_differences(void **state)
{
    (void)state;
    for (int i = 0; i < SIGNAL_MODELS; i++) {
        rig r = read_model(&signal_models[i]);
        derivatives d = begin_derivatives(&r);
        double t = 0;
        if (eg_network_initialize(&d.s->base, t, d.y, d.yp) != EG_OK)
            rig_fail(__FILE__, __LINE__, signal_models[i].name);
        for (int k = 0; k < 200 && rig_failures == 0; k++) {
            if (k % 10 == 5)
                check_rates(&d, t, signal_models[i].name);
            for (int j = 0; j < d.n; j++)
                d.y[j] += 1e-3 * d.yp[j];
            t += 1e-3;
            if (eg_network_settle_modes(d.s, t, d.y, d.yp, false, NULL) != 0)
                rig_fail(__FILE__, __LINE__, signal_models[i].name);
        }
        if (rig_failures > 0)
            rig_show(&r);
        end_derivatives(&d);
        rig_release(&r);
    }
    ALL_WELL();
}

static void energy_is_kept_and_forces_balance(void **state)
{
    (void)state;
    for (int i = 0; i < SIGNAL_MODELS; i++) {
        rig r = read_model(&signal_models[i]);
        run(&r, signal_models[i].stop, 1e-10);
        AT_MOST(r.st.energy.error, 1e-8);
        CHECK_BALANCE(&r, signal_models[i].name);
        if (rig_failures > 0)
            print_error("in %s\n", signal_models[i].name);
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobian_agrees_with_differences),
        cmocka_unit_test(algebraic_rates_agree_with_differences),
        cmocka_unit_test(energy_is_kept_and_forces_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
