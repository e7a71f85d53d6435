/* Starts that equations must be solved for: guesses at which they have no value, states that a constraint
 * ties. */
#include "equation_models.h"

/* 1/G = 2 has no value at the guess 0, and Newton's step from 1 leads there: x R = 0 leaves nothing of x. */
static void a_guess_without_a_value(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A Real x, R, G, v; equation 0 = x*R; R = 1/G; R = 2; v = der(x); end A;",
        "model A Real x, R, G, v; equation x*R = 0; G*R = 1; R = 2; v = der(x); end A;",
        "model A Real x, R, G, v, f; equation f = x*R; R = 1/G; R = 2; v = der(x); f = 0; end A;",
        "model A Real x, R, G(start = 0.7), v; equation 0 = x*R; R = 1/G; R = 2; v = der(x); end A;"};
    for (int k = 0; k < 4; k++) {
        rig r = run_text(texts[k], 1, 1e-6);
        for (size_t i = 0; i < rows(&r); i++) {
            NEAR(at(&r, "G", i), 0.5, 1e-14);
            NEAR(at(&r, "R", i), 2, 1e-14);
            TRUE(at(&r, "x", i) == 0 && at(&r, "v", i) == 0);
        }
        rig_end(&r);
    }
}

/* A guess of the user's is not replaced: the equation that has no value there is named. */
static void a_given_guess_without_a_value(void **state)
{
    (void)state;
    rig r = rig_read("model A Real x(start = 0); equation 1/x + sin(x) = 2 + time; end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    rig_says(&r, EG_ERROR, "the value of this one is not finite", __FILE__, __LINE__);
    rig_release(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_without_a_value),
        cmocka_unit_test(a_given_guess_without_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
