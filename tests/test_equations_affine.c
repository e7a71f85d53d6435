/* Loops that are linear in every mode are solved while compiling: no unknown is left, and the values are
 * those of the closed form. */
#include "equation_models.h"

/* x + y = 5 before t = 1, 2x + y = 5 behind, with y = x + t. */
static void a_choice_of_slopes(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Real x, y; equation (if time < 1 then x else 2*x) + y = 5; y = x + time; end A;", 2, 1e-9);
    NEAR(value(&r, "x", 0.5), (5 - 0.5) / 2, 1e-15);
    NEAR(value(&r, "x", 1.5), (5 - 1.5) / 3, 1e-15);
    NEAR((double)r.st.algebraic, 0, 0);
    rig_end(&r);
}

/* Two such loops that need each other: before t = 1 x + y = 3, x - y = t; behind 2x + y = 3, x - y = t. */
static void two_that_are_coupled(void **state)
{
    (void)state;
    rig r = run_text("model A Real x, y; Boolean b = time < 1; equation (if b then x else 2*x) + y = 3; "
                     "(if b then x else x) - (if b then y else y) = time; end A;",
                     2, 1e-9);
    NEAR(value(&r, "x", 0.5), 1.75, 1e-15);
    NEAR(value(&r, "y", 0.5), 1.25, 1e-15);
    NEAR(value(&r, "x", 1.5), 1.5, 1e-15);
    NEAR((double)r.st.algebraic, 0, 0);
    rig_end(&r);
}

/* What has jumped to equality is "<=". */
static void a_jump_to_equality(void **state)
{
    (void)state;
    rig r = run_text("model A Real u = if time < 1 then 2 else 0; Boolean is_off = u <= 0; end A;", 2, 1e-9);
    NEAR(value(&r, "is_off", 0.5), 0, 0);
    NEAR(value(&r, "is_off", 1.5), 1, 0);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_choice_of_slopes),
        cmocka_unit_test(two_that_are_coupled),
        cmocka_unit_test(a_jump_to_equality),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
