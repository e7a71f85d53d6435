/* The energy balance of a run: its scale, what is said where it does not close, and where that may be. */
#include "build_model.h"

#include "simulate/balance.h"

/* A mass that bounces on a stop without loss: E = m g h at the start. */
static rig bounce(double h)
{
    rig r = rig_begin("Bounce");
    add_fixed(&r, "ground", 0);
    add(&r, "ElastoGap", "stop", "c", 1e5, "d", 60.0, NULL);
    add_mass(&r, "ball", 2, h, 0);
    add(&r, "ConstantForce", "weight", "f_constant", -19.62, NULL);
    join(&r, "ground.flange", "stop.flange_a");
    join(&r, "stop.flange_b", "ball.flange_a");
    join(&r, "weight.flange", "ball.flange_b");
    return r;
}

/* No energy is too little to be accounted for: the figure is relative to the energy in play at any scale. */
static void small_motions_count(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        rig r = bounce(0.5 * pow(10, -6 * k));
        r.engine = "exact";
        run(&r, 2 * pow(10, -3 * k), 1e-6);
        const eg_energy *e = &r.st.energy;
        double imbalance = fabs(e->initial + e->supplied - e->kinetic - e->potential - e->dissipated);
        double largest = fmax(e->initial + e->turnover, fmax(e->kinetic + e->potential, e->dissipated));
        AT_MOST(largest, 1000 * pow(10, -6 * k));     /* scales with the height */
        NEAR(e->error, imbalance / largest, 8 * ULP); /* four sums, in any order */
        AT_MOST(e->error, 1e-12);
        NEAR(e->allowed, 1e-6, 0);
        rig_end(&r);
    }
}

static void nothing_in_play_is_closed(void **state)
{
    (void)state;
    rig r = rig_begin("Still");
    add_mass(&r, "mass", 2, 1, 0);
    run(&r, 1, 1e-6);
    NEAR(r.st.energy.error, 0, 0);
    rig_end(&r);
}

/* 0.5 m v^2 is beyond all numbers, m v is not. */
static void infinite_energy_is_an_error(void **state)
{
    (void)state;
    rig r = rig_begin("Fast");
    add_mass(&r, "mass", 2, 1, 1e160);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    TRUE(r.t != NULL);
    SAYS_ERROR(&r, "energy balance is no finite number");
    rig_end(&r);
}

/* What is missing of 4 J is told as a share of it, at the limit and beyond it. */
static void open_balance_is_told(void **state)
{
    (void)state;
    rig r = bounce(0.5);
    run(&r, 0.1, 1e-6);
    eg_network *s = eg_network_create(r.model, r.d);
    double y[2] = {0.5, 0};
    assert_non_null(s);
    const eg_balance_start start = eg_balance_begin(s, 0, y);
    for (int k = 0; k < 4; k++) {
        double share = k % 2 ? 1.01e-4 : 0.99e-4;
        eg_march_result march = {.work = {[EG_POWER_SUPPLIED] = 4, [EG_POWER_TURNOVER] = 4}};
        eg_energy e;
        s->jump_loss = 4 - 4 * share;
        eg_balance_fill(s, y, &march, &start, k < 2 ? 1e-6 : 0, &e);
        NEAR(e.error, share, 1e-12);
        TRUE(eg_balance_is_open(&e) == (share > e.allowed));
        e.likely = "stop";
        size_t before = eg_diagnostics_count(r.d);
        TRUE(eg_balance_tell(&e, r.d) == EG_OK);
        TRUE(eg_diagnostics_count(r.d) == before + eg_balance_is_open(&e));
    }
    SAYS_WARNING(&r, "0.0001 of the energy in play");
    SAYS_WARNING(&r, "most likely at stop");
    eg_network_free(s);
    rig_end(&r);
}

/* Of two masses on springs the one with the faster motion has the larger error, at a coarse tolerance. */
static void suspect_is_where_energy_goes(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        rig r = rig_begin("Two");
        const char *const springs[] = {"first", "second"}, *const masses[] = {"one", "two"};
        add_fixed(&r, "wall", 0);
        for (int i = 0; i < 2; i++) {
            char from[20], to[20];
            add(&r, "Spring", springs[i], "c", i == swapped ? 1e4 : 1.0, NULL);
            add_mass(&r, masses[i], 1, 0.1, 0);
            snprintf(from, sizeof from, "%s.flange_b", springs[i]);
            snprintf(to, sizeof to, "%s.flange_a", masses[i]);
            join(&r, from, to);
            snprintf(from, sizeof from, "%s.flange_a", springs[i]);
            join(&r, "wall.flange", from);
        }
        r.engine = "erk";
        run(&r, 1, 1e-4);
        eg_simulate_options o = eg_simulate_options_default(r.model);
        o.stop_time = 1;
        o.interval = 0.1;
        o.tolerance = 1e-4;
        o.engine = "erk";
        const char *likely = eg_balance_suspect(r.model, &o, &r.st);
        assert_non_null(likely);
        assert_string_equal(likely, springs[swapped]);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_motions_count),          cmocka_unit_test(nothing_in_play_is_closed),
        cmocka_unit_test(infinite_energy_is_an_error),  cmocka_unit_test(open_balance_is_told),
        cmocka_unit_test(suspect_is_where_energy_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
