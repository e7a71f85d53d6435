/* Starts from guesses at which equations do not determine their unknowns, or which lead Newton's steps away;
 * against closed forms. */
#include "run_text.h"

typedef struct start {
    const char *body, *name;
    double value;
    int is_warned; /* of a guess that another one takes the place of */
} start;

static const start starts[] = {
    {"Real m(start = 0), p = 12 + time; equation p = m*abs(m)*3;", "m", 2, 1},
    {"Real m(start = 0), p = -12 - time; equation p = 3*m^2*sign(m);", "m", -2, 1},
    {"Real m, p = 12 + time; equation p = m*abs(m)*3;", "m", 2, 0},
    {"Real m1(start = 0), m2(start = 0), p(start = 0); equation 10 - p = m1*abs(m1); p = 2*m2*abs(m2); m1 = m2;",
     "p", 20.0 / 3, 1},
    {"Real x(start = 0), y(start = 0); equation x^2 + y^2 = 1 + time; x = y;", "x", 0.70710678118654752, 1},
    {"Real x(start = 0); equation x^1.5 = 8 + time;", "x", 4, 1},
    {"Real p(start = 0); equation sign(p)*sqrt(abs(p)/3) = 2 + time;", "p", 12, 1},
    {"Real x(start = 0, nominal = 1e-5); equation x*abs(x) = 1e-10*(4 + time);", "x", 2e-5, 1},
    {"Real x(start = 3); equation atan(x) = 0.5 + 0.1*time;", "x", 0.54630248984379051, 0},
    {"Real x(start = 10); equation tanh(x) = 0.5 + 0.1*time;", "x", 0.54930614433405485, 0},
    {"Real x(start = 0); equation 1e-12*(exp(x/0.025) - 1) = 1 + time;", "x", 0.69077552789821371, 0},
    {"Real x(start = 0); equation x^3 + x - 1e9*(1 + time) = 0;", "x", 999.99966666666671, 0},
};

static void starts_are_found_from_any_guess(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const start *s = &starts[i];
        rig r = read_text(s->body);
        run(&r, 0.01, 1e-8);
        NEAR(begin(&r, s->name), s->value, 1e-13 * fabs(s->value));
        if (says(&r, EG_WARNING, "no start is found from the guess") != s->is_warned)
            rig_show(&r);
        TRUE(says(&r, EG_WARNING, "no start is found from the guess") == s->is_warned);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Parts of a network, too: a valve m|m| behind which a mass is pushed by the pressure that is left. */
static void beside_bodies(void **state)
{
    (void)state;
    rig r =
        run_text(T_ "Components.Mass mass(m = 2, s(start = 0, fixed = true), v(start = 1, fixed = true)); " T_
                    "Sources.Force force; Real q(start = 0), p(start = 0); equation connect(force.flange, "
                    "mass.flange_a); force.f = p; q = 2*mass.v; 100 - p = q*abs(q) + p/4;",
                 0.01);
    NEAR(begin(&r, "p"), 96 / 1.25, 1e-12);
    rig_release(&r);
    r = run_text(T_ "Components.Mass mass(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); " T_
                    "Sources.Force force; Real q(start = 0); equation connect(force.flange, mass.flange_a); "
                    "force.f = q; 9 + time = q*abs(q);",
                 0.01);
    NEAR(begin(&r, "mass.a"), 1.5, 1e-13);
    ALL_WELL();
    rig_release(&r);
}

/* What has no solution is refused as before, with what became of the guess that was given. */
static void no_start_is_no_start(void **state)
{
    (void)state;
    static const char *const bodies[] = {"Real x(start = 0); equation x^2 + 1 + time = 0;",
                                         "Real x(start = 2); equation exp(x) = -1 - time;",
                                         "Real x, y; equation x + y = 1 + time; x + y = sin(x - x) + 2;",
                                         "Real x(start = -1); equation sqrt(x) = 2 + time;"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        rig r = read_text(bodies[i]);
        try_run(&r, 0.01, 1e-8);
        TRUE(r.status != EG_OK);
        TRUE(!says(&r, EG_WARNING, "no start is found"));
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_are_found_from_any_guess),
        cmocka_unit_test(beside_bodies),
        cmocka_unit_test(no_start_is_no_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
