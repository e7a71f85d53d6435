/* Running a text and comparing variables with their closed forms. */
#ifndef EG_TESTS_CLOSED_RUNS_H
#define EG_TESTS_CLOSED_RUNS_H

#include "reading.h"

#include "elastogap/elastogap.h"

typedef double truth(double t);

/* A variable and what it is over time. */
typedef struct expectation {
    const char *name;
    truth *of;
} expectation;

/* Runs to 1 s; at every row each variable is its truth, to what the tolerance of the run leaves: 100*tol
 * of the largest value. */
static inline void run(const char *text, const expectation *expected, size_t count)
{
    const double tolerance = 1e-10;
    reading r = read_set(text, NULL);
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    eg_status status = eg_model_compile(r.spec, r.diagnostics, &model);
    if (status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.tolerance = tolerance;
        status = eg_simulate(model, &o, r.diagnostics, &t, NULL);
    }
    if (status != EG_OK)
        show(&r);
    assert_int_equal(status, EG_OK);
    for (size_t i = 0; i < count; i++) {
        long signal = eg_trajectory_find(t, expected[i].name);
        if (signal < 0)
            fail_msg("no variable %s", expected[i].name);
        for (size_t row = 0; row < eg_trajectory_rows(t); row++) {
            double time = eg_trajectory_time(t, row), is = eg_trajectory_value(t, (size_t)signal, row);
            double should = expected[i].of(time);
            if (!(fabs(is - should) <= 100 * tolerance * fmax(1.0, fabs(should))))
                fail_msg("%s is %.15g at %g, should be %.15g", expected[i].name, is, time, should);
        }
    }
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

#endif
