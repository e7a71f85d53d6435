/* class extends: an inherited class that is made more of; and packages whose constants another one
 * changes. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)
#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const bad_text table[] = {__VA_ARGS__};                                                       \
        expect_refused(table, sizeof table / sizeof table[0]);                                               \
    } while (0)

#define A_WITH_B "model A replaceable model B parameter Real k = 1; Real x = k*time; end B; B inside; end A; "

static double line(double t)
{
    return t;
}
static double twice(double t)
{
    return 2 * t;
}
static double thrice(double t)
{
    return 3 * t;
}
static double six(double t)
{
    return 6 * t;
}
static double one(double t)
{
    (void)t;
    return 1;
}

/* The new class has what the old one has, with the modifiers of the clause, and takes its name; with
 * redeclare it takes its place in what is inherited, too. Chains, records, functions. */
static void a_class_is_made_more_of(void **state)
{
    (void)state;
    RUN("model M " A_WITH_B "extends A; model extends B(k = 2) Real y = 3*x; end B; B b; end M;",
        {"b.x", twice}, {"b.y", six}, {"inside.x", line});
    RUN("model M " A_WITH_B
        "extends A; redeclare model extends B(k = 2) Real y = 3*x; end B; B b(k = 1); end M;",
        {"b.x", line}, {"b.y", thrice}, {"inside.x", twice}, {"inside.y", six});
    RUN("model M " A_WITH_B "model C extends A; replaceable model extends B(k = 2) Real y = x; end "
        "B; end C; "
        "extends C; model extends B Real z = 3*y; end B; B b; end M;",
        {"b.y", twice}, {"b.z", six});
    RUN("model M model A replaceable record R Real a; end R; replaceable partial function F input Real u; "
        "output Real v; end F; end A; extends A; record extends R Real b; end R; "
        "function extends F algorithm v := 3*u; end F; Real y = F(time); R s = R(time, 6*time); end M;",
        {"y", thrice}, {"s.a", line}, {"s.b", six});
}

/* What a package says of constants that it inherits holds for all of its own expressions, and for those that
 * it inherits; the package that it extends keeps its own. */
static void packages_see_the_constants_that_they_change(void **state)
{
    (void)state;
    RUN("model M package P constant Real x = 1; constant Real z = 10*x; constant Real v[2] = {x, "
        "z}; end P; "
        "package Q extends P(x = 2); constant Real y = x; "
        "model In Real h = (x + z - 20)*time; end In; function f input Real u; output Real w; "
        "algorithm w := x*u; "
        "end f; end Q; Q.In i; Real a = Q.y*time, b = (Q.z - 17)*time, c = (Q.v[2] - 14)*time, d = "
        "Q.f(time), "
        "e = P.x, g = P.z/10; end M;",
        {"i.h", twice}, {"a", twice}, {"b", thrice}, {"c", six}, {"d", twice}, {"e", one}, {"g", one});
    RUN("model M model A replaceable package P constant Real x = 1; end P; end A; extends A; "
        "package extends P(x = 2) constant Real y = 3*x; end P; Real a = P.y*time; end M;",
        {"a", six});
}

static void what_cannot_be_made_more_of_is_refused(void **state)
{
    (void)state;
    REFUSED({"model M model A model B Real x = 1; end B; end A; extends A; model extends @B Real y = 2; "
             "end B; B b; "
             "end M;",
             "is not replaceable", "another name"},
            {"model M model A end A; extends A; model extends @B Real y = 2; end B; B b; end M;",
             "inherits no class of that name", "write it in a class that extends"},
            {"model M model A replaceable model B Real x = 1; end B; end A; extends A; "
             "record extends @B Real y = 2; end B; B b; end M;",
             "a record cannot extend", "same kind"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_is_made_more_of),
        cmocka_unit_test(packages_see_the_constants_that_they_change),
        cmocka_unit_test(what_cannot_be_made_more_of_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
