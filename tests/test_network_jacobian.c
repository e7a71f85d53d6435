/* The network's derivatives against differences of its residual: the Jacobian in every combination of modes,
 * and y' of the algebraic unknowns along a motion; rates of switching functions where friction slides. */
#include "derivative_checks.h"
#include "network/motion/events.h"
#include "network/motion/rub.h"
#include "network/solve/structure.h"
#include "network/start/initialize.h"
#include "network_models.h"
#include "run_text.h"

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
            d->y[i] = (i < m->first.heat ? 0 : i < m->first.loop ? 300 : 0) + 0.7 * random_number(seed);
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

/* ---------------------------------------------------------------- switching functions */

/* Along y' over +-h. The functions are linear but for the signal, whose third derivative, (2 pi)^3 at most,
 * counts h^2/6: 4e-9; and round-off of numbers of the order of 1 over h, 4e-11. */
static void rates_of_what_slides_agree_with_differences(void **state)
{
    (void)state;
    rig r = read_text(
        T_ "Components.MassWithStopAndFriction slider(m=2, L=0.1, smin=-1, smax=1, F_prop=1, F_Coulomb=2, "
           "F_Stribeck=3, fexp=2, s(start=0.1, fixed=true), v(start=0.4, fixed=true));" T_
           "Components.Spring spring(c=50, s_rel(fixed=true));" T_ "Components.Brake brake(fn_max=10);" T_
           "Components.Mass mass(m=1, v(start=-0.7, fixed=true));" B_
           "Sources.Sine sine(amplitude=1, offset=2, f=1);"
           "equation connect(slider.flange_b, spring.flange_a); connect(spring.flange_b, brake.flange_a);"
           "connect(brake.flange_b, mass.flange_a); connect(sine.y, brake.f_normalized);");
    derivatives d = begin_derivatives(&r);
    eg_system *s = &d.s->base;
    const double t = 0.3, h = 1e-5;
    double *values = calloc(3 * (size_t)s->switch_count + 1, sizeof *values);
    double *rate = values, *ahead = rate + s->switch_count, *behind = ahead + s->switch_count;
    assert_non_null(values);
    assert_int_equal(eg_network_initialize(s, t, d.y, d.yp), EG_OK);
    TRUE(eg_friction_moves(d.s));
    assert_int_equal(s->ops->switching_rates(s, t, d.y, d.yp, rate), 0);
    for (int side = 0; side < 2; side++) {
        const double step = side ? -h : h;
        for (int i = 0; i < d.n; i++)
            d.high[i] = d.y[i] + step * d.yp[i];
        assert_int_equal(s->ops->switching(s, t + step, d.high, side ? behind : ahead), 0);
    }
    int moving = 0;
    for (int i = 0; i < s->switch_count; i++) {
        moving += rate[i] != 0;
        NEAR(rate[i], (ahead[i] - behind[i]) / (2 * h), 1e-8);
    }
    TRUE(moving == 4); /* a speed and the way to the stop, a speed and the signal */
    free(values);
    end_derivatives(&d);
    rig_release(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobian_agrees_with_differences),
        cmocka_unit_test(algebraic_rates_agree_with_differences),
        cmocka_unit_test(rates_of_what_slides_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
