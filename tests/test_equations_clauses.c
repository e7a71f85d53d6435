/* When clauses that depend on each other at one instant. Modelica 3.6, 8.3.5 and 8.6: a clause is the
 * equation v = if edge(condition) then value else pre(v), and all of them are solved together, in the order
 * in which they follow from each other; then pre takes the new values and they are solved again, until
 * nothing changes. */
#include "equation_models.h"

/* The condition of v's clause speaks of z, so z comes first, however they are written. */
static void conditions_come_after_what_they_ask_for(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A Boolean v(start = true, fixed = true), z(start = true, fixed = true); equation "
        "when time > 0.5 and z then v = false; end when; when time > 0.5 then z = false; end when; end A;",
        "model A Boolean v(start = true, fixed = true), z(start = true, fixed = true); equation "
        "when time > 0.5 then z = false; end when; when time > 0.5 and z then v = false; end when; end A;",
        /* by way of an equation and a relation of what is assigned */
        "model A Boolean v(start = true, fixed = true), b = n < 1; "
        "Integer n(start = 0, fixed = true); equation "
        "when time > 0.5 and b then v = false; end when; when time > 0.5 then n = pre(n) + 1; end when; "
        "algorithm when n > 5 then assert(false, \"never\"); end when; end A;"};
    for (int k = 0; k < 3; k++) {
        rig r = run_text(texts[k], 1, 1e-6);
        TRUE(end(&r, "v") == 1);
        TRUE(k == 2 ? end(&r, "n") == 1 && end(&r, "b") == 0 : end(&r, "z") == 0);
        rig_end(&r);
    }
}

/* A chain of ten: each follows the one behind it within the instant, written in the worst order. What the
 * last one undoes was never done: c10 stays false and so does w, whose clause would have been active in
 * between. */
static void a_chain_is_followed_to_its_end(void **state)
{
    (void)state;
    char text[3000] = "model A Integer n(start = 0, fixed = true); Boolean c0(start = true, fixed = true)";
    for (int i = 1; i <= 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", c%d(start = true, fixed = true)", i);
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "; equation when time > 0.5 and c10 then n = pre(n) + 1; end when; ");
    for (int i = 10; i >= 1; i--)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "when time > 0.5 then c%d = c%d; end when; ", i, i - 1);
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "when time > 0.5 then c0 = false; end when; end A;");
    rig r = run_text(text, 1, 1e-6);
    TRUE(end(&r, "n") == 0);
    TRUE(end(&r, "c10") == 0);
    rig_end(&r);
}

/* After the start initial() is false: what waits for that happens at once, and once. */
static void not_initial_becomes_true(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Boolean v(start = true, fixed = true); Integer n(start = 0, fixed = true); equation "
        "when not initial() then v = false; n = pre(n) + 1; end when; end A;",
        1, 1e-6);
    TRUE(begin(&r, "v") == 0);
    TRUE(end(&r, "n") == 1);
    rig_end(&r);
    r = run_text("model A Real x(start = 1, fixed = true); Integer n(start = 0, fixed = true); equation "
                 "der(x) = -1; when {not initial(), x < 0.5} then n = pre(n) + 1; end when; end A;",
                 1, 1e-6);
    TRUE(begin(&r, "n") == 1);
    TRUE(end(&r, "n") == 2);
    rig_end(&r);
}

/* edge, change and pre are those of the rounds at an instant: b is a step behind a, c a step behind b. */
static void rounds_take_over_what_was_before(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Boolean a = time > 0.5, b = pre(a), c = pre(b); Integer edges(start = 0, fixed = true), "
        "changes(start = 0, fixed = true); equation "
        "when edge(a) and not b then edges = pre(edges) + 1; end when; "
        "when change(c) and a and b then changes = pre(changes) + 1; end when; end A;",
        1, 1e-6);
    TRUE(end(&r, "edges") == 1);
    TRUE(end(&r, "changes") == 1);
    TRUE(end(&r, "c") == 1);
    rig_end(&r);
}

/* What reinit sets is a state, and what it is tied to follows: 2 s is p, and q its rate, whichever of s, v, p
 * and q is set while v' = -1. */
static void what_reinit_sets_is_a_state(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        double s, v; /* at 1 s, with s = 0.375 and v = 0.5 at 0.5 s but for what is set */
    } cases[] = {{"reinit(s, 2)", 2.125, 0},
                 {"reinit(v, 2)", 1.25, 1.5},
                 {"reinit(p, 4)", 2.125, 0},
                 {"reinit(q, 4)", 1.25, 1.5},
                 {"reinit(p, 4); reinit(q, 4)", 2.875, 1.5}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "model A Real s(start = 0, fixed = true), v(start = 1, fixed = true), p, q; equation "
                 "v = der(s); der(v) = -1; p = 2*s; q = der(p); when time > 0.5 then %s; end when; end A;",
                 cases[k].set);
        rig r = run_text(text, 1, 1e-10);
        NEAR(end(&r, "s"), cases[k].s, 1e-9);
        NEAR(end(&r, "v"), cases[k].v, 1e-9);
        NEAR(end(&r, "p"), 2 * cases[k].s, 1e-9);
        NEAR(end(&r, "q"), 2 * cases[k].v, 1e-9);
        rig_end(&r);
    }
}

/* A state that is set to the edge of a relation is not beyond it, though it leaves at once; one that comes
 * to the edge is. */
static void what_is_set_to_an_edge_is_at_it(void **state)
{
    (void)state;
    static const struct {
        const char *relation;
        double start, n; /* n: how often the relation has become false */
    } cases[] = {
        {"x > 0", 1, 1}, {"0 < x", 1, 1}, {"x >= 0", 1, 0}, {"not x <= 0", 1, 1}, {"x > 0", -0.25, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "model A Real x(start = %g, fixed = true); Boolean b = %s; Integer n(start = 0, fixed = true); "
            "equation der(x) = 1; when time > 0.5 then reinit(x, 0); end when; "
            "when not b and time > 0.4 then n = pre(n) + 1; end when; end A;",
            cases[k].start, cases[k].relation);
        rig r = run_text(text, 1, 1e-8);
        TRUE(end(&r, "n") == cases[k].n);
        TRUE(end(&r, "b") == 1);
        NEAR(end(&r, "x"), 0.5, 1e-12);
        rig_end(&r);
    }
}

/* z = if edge(z and ...) then false else pre(z) has no solution. */
static void what_depends_on_itself_is_refused(void **state)
{
    (void)state;
    rig r = rig_read("model A Boolean z(start = true, fixed = true); equation "
                     "when time > 0.5 and z then z = false; end when; end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "depend on themselves");
    SAYS_ERROR(&r, "pre(x)");
    rig_release(&r);
    ALL_WELL();
}

/* Samples that began long ago happen when they would: at multiples of the interval, counted exactly. */
static void samples_from_far_away(void **state)
{
    (void)state;
    static const struct {
        const char *sample;
        int count; /* from 0 to 2.1 s */
    } cases[] = {{"-1e18, 0.5", 5},
                 {"-1e15, 0.1", 22},
                 {"-1e9 - 0.25, 0.5", 4},
                 {"-1e9, 0.3", 7},
                 {"-1e300, 1e299", 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "model A Integer n(start = 0, fixed = true); equation "
                 "when sample(%s) then n = pre(n) + 1; end when; end A;",
                 cases[k].sample);
        rig r = run_text(text, 2.1, 1e-6);
        TRUE(end(&r, "n") == cases[k].count);
        rig_end(&r);
    }
    rig r = rig_read("model A Boolean b = sample(-1e300, 1); end A;");
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, "intervals away from time 0");
    rig_release(&r);
    ALL_WELL();
}

/* What would divide a run into more pieces than anybody waits for is refused before it begins. */
static void too_many_pieces_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A Real x(start = 1, fixed = true), y; equation der(x) = -x; y = delay(x, 1e-9); end A;",
        "model A Integer n(start = 0, fixed = true); equation "
        "when sample(0, 1e-300) then n = pre(n) + 1; end when; end A;"};
    for (int k = 0; k < 2; k++) {
        rig r = rig_read(texts[k]);
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
        SAYS_ERROR(&r, "pieces");
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_come_after_what_they_ask_for),
        cmocka_unit_test(a_chain_is_followed_to_its_end),
        cmocka_unit_test(not_initial_becomes_true),
        cmocka_unit_test(rounds_take_over_what_was_before),
        cmocka_unit_test(what_depends_on_itself_is_refused),
        cmocka_unit_test(what_reinit_sets_is_a_state),
        cmocka_unit_test(what_is_set_to_an_edge_is_at_it),
        cmocka_unit_test(samples_from_far_away),
        cmocka_unit_test(too_many_pieces_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
