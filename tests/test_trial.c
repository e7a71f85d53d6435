/* How `auto` finds out whether steps of `irk` pay in the place of those of `erk`. */
#include "build_model.h"
#include "engine/fill.h"
#include "engine/trial.h"

/* So many steps of a length, from *t on. */
static void make_steps(eg_trial *x, double *t, int count, double length)
{
    for (int i = 0; i < count; i++, *t += length)
        eg_trial_see(x, *t);
}

/* With two unknowns a step of irk costs a fifth more. What goes half as far again pays, what goes as far does
 * not, and is not tried again before four times as many steps; likely gains are tried six times as soon. */
static void a_trial_tells_whose_steps_pay(void **state)
{
    (void)state;
    const eg_system small = {.n = 2}, large = {.n = 40}, dear = {.n = 40, .operations = 10000};
    const double gains[] = {1.5, 1.0};
    for (int i = 0; i < 2; i++) {
        eg_trial x = eg_trial_of(&small);
        double t = 0.0;
        make_steps(&x, &t, 15, 0.1);
        TRUE(eg_trial_is_due(&x, true) && !eg_trial_is_due(&x, false));
        make_steps(&x, &t, 46, 0.1);
        TRUE(eg_trial_is_due(&x, false));
        eg_trial_begin(&x);
        TRUE(eg_trial_judge(&x) == EG_TRIAL_GOES_ON);
        make_steps(&x, &t, 3, 1e-3); /* which find their length */
        make_steps(&x, &t, 11, 0.1 * gains[i]);
        TRUE(eg_trial_judge(&x) == (i == 0 ? EG_TRIAL_PAYS : EG_TRIAL_LOSES));
        make_steps(&x, &t, 200, 0.1);
        TRUE(!eg_trial_is_due(&x, false));
        make_steps(&x, &t, 50, 0.1);
        TRUE(eg_trial_is_due(&x, false));
    }
    TRUE(eg_trial_of(&large).dearer > 2.0 && eg_trial_of(&dear).dearer < 1.4);
    ALL_WELL();
}

/* So many modes of some steps each. */
static void make_modes(eg_trial *x, double *t, int count, int steps, double length)
{
    for (int i = 0; i < count; i++) {
        eg_trial_restart(x);
        make_steps(x, t, steps, length);
    }
}

/* Steps of irk go twice as far. Where erk makes two from event to event and irk one, they pay; where irk
 * makes as many as erk, what has passed was another stretch of the motion, with longer modes, and says
 * nothing. */
static void a_trial_across_events_counts_modes(void **state)
{
    (void)state;
    const eg_system small = {.n = 2};
    for (int i = 0; i < 2; i++) {
        eg_trial x = eg_trial_of(&small);
        double t = 0.0;
        make_modes(&x, &t, 31, 2, 0.1);
        eg_trial_begin(&x);
        make_modes(&x, &t, i == 0 ? 36 : 18, i == 0 ? 1 : 2, 0.2);
        TRUE(eg_trial_judge(&x) == (i == 0 ? EG_TRIAL_PAYS : EG_TRIAL_LOSES));
    }
    ALL_WELL();
}

/* In a row each state knows its neighbours: factors of such a matrix have 3 n - 2 entries, of which n - 1 are
 * made by one update each. With one state that knows all, and comes first, all are filled. */
static void fill_is_counted(void **state)
{
    (void)state;
    enum { N = 9 };
    int start[N + 1] = {0}, row[3 * N], all_start[N + 1], all_row[4 * N], entries = 0, all = 0;
    for (int j = 0; j < N; j++) {
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < N)
                row[entries++] = i;
        start[j + 1] = entries;
        all_start[j] = all;
        for (int i = 0; i < N; i++)
            if (i == j || i == 0 || j == 0)
                all_row[all++] = i;
    }
    all_start[N] = all;
    const eg_pattern thin = {N, entries, start, row}, full = {N, all, all_start, all_row};
    const eg_fill a = eg_fill_of(&thin, 1000), b = eg_fill_of(&full, 1000);
    TRUE(a.entries == 3 * N - 2 && a.updates == N - 1);
    TRUE(b.entries == N * N && b.updates == (N - 1) * N * (2 * N - 1) / 6.0);
    TRUE(isinf(eg_fill_of(&full, 100).updates));
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trial_tells_whose_steps_pay),
        cmocka_unit_test(a_trial_across_events_counts_modes),
        cmocka_unit_test(fill_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
