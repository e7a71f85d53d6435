/* Masses, stiffnesses, lengths and speeds below the least normal number: what an engine makes of them is
 * right to the rounding of such numbers, or it says that they have not digits enough. */
#include "build_model.h"

#include <float.h>

static const char *const engines[] = {"exact", "erk", "irk", "ida", "fixed"};
static const double sizes[] = {5e-324, 1e-322, 1e-318, 1e-310, 1e-300, 1e-290};

typedef struct swing {
    double c, m, s, v;
} swing;

/* Right to 100 tolerances of the size of the swing, and some last digits; by ida, which asks of no unknown
 * that its error be less than DBL_MIN (engine/ida/functions.c), to that. */
static bool is_near(const char *engine, double value, double right, double size)
{
    const double least = strcmp(engine, "ida") == 0 ? DBL_MIN : 64 * DBL_TRUE_MIN;
    return fabs(value - right) <= 100 * 1e-6 * size + least;
}

/* Runs of one second; answers whether it came to its end. */
static bool judge(const swing *q, const char *engine)
{
    rig r = rig_begin("Swing");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", q->c, NULL);
    add_mass(&r, "body", q->m, q->s, q->v);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "body.flange_a");
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "the model");
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.engine = engine;
    const eg_status status = eg_simulate(r.model, &o, r.d, &r.t, NULL);
    const bool has_ended = status == EG_OK;
    if (has_ended) {
        const double omega = sqrt(q->c / q->m), swing_size = hypot(q->s, q->v / omega);
        const double s = q->s * cos(omega) + q->v / omega * sin(omega),
                     v = q->v * cos(omega) - q->s * omega * sin(omega);
        TRUE(is_near(engine, end(&r, "body.s"), s, swing_size));
        TRUE(is_near(engine, end(&r, "body.v"), v, omega * swing_size));
    } else {
        TRUE(status != EG_ERROR_UNAVAILABLE || strcmp(engine, "ida") == 0);
        TRUE(eg_diagnostics_errors(r.d) > 0);
    }
    rig_end(&r);
    return has_ended;
}

/* One or more of them are of that size, stiffness and mass together, so that the frequency stays. */
static void swings_are_right_or_told(void **state)
{
    (void)state;
    int right = 0, told = 0;
    for (size_t e = 0; e < EG_COUNT(engines); e++)
        for (size_t i = 0; i < EG_COUNT(sizes); i++)
            for (unsigned which = 1; which < 8; which++) {
                swing q = {2, 3, 0.7, -0.4};
                q.c = which & 1 ? 2 * sizes[i] : q.c;
                q.m = which & 1 ? 3 * sizes[i] : q.m;
                q.s = which & 2 ? 7 * sizes[i] : q.s;
                q.v = which & 4 ? -4 * sizes[i] : q.v;
                const bool has_ended = judge(&q, engines[e]);
                right += has_ended;
                told += !has_ended;
            }
    TRUE(right > 50 && told > 50);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(swings_are_right_or_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
