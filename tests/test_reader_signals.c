/* Arrays of signals in algorithms, u[k] with a k that changes, and what is said of connectors of the partial
 * classes that a block or model extends. */
#include "run_text.h"

#define SIGNALS "block B " B_ "Interfaces.RealInput u[2]; " B_ "Interfaces.RealOutput y[2]; "
#define USE " end B; B b; equation b.u = {time, 2*time};"

/* What a block of this algorithm makes of {t, 2 t}, at t = 1. */
static void gives(const char *algorithm, double y1, double y2)
{
    char body[900];
    snprintf(body, sizeof body, SIGNALS "algorithm %s" USE, algorithm);
    rig r = run_text(body, 1.0);
    NEAR(end(&r, "b.y[1]"), y1, 0);
    NEAR(end(&r, "b.y[2]"), y2, 0);
    rig_release(&r);
}

static void algorithms_assign_arrays_of_signals(void **state)
{
    (void)state;
    gives("y[1] := 2*u[1]; y[2] := y[1] + u[2];", 2, 4);
    gives("for i in 1:2 loop y[i] := i*u[i]; end for;", 1, 4);
    gives("y := 2*u;", 2, 4);
    gives("y := {0, 7}; y[1] := y[2] + 1;", 8, 7);
    gives("y[1:2] := u; y := y + {1, 1};", 2, 3);
    gives("for i in 1:2 loop if u[i] > 1.5 then y[i] := 1; else y[i] := 0; end if; end for;", 0, 1);
    gives("when sample(0, 0.75) then y := {u[1], 3}; end when;", 0.75, 3);
    gives("when time > 0.5 then for i in 1:2 loop y[i] := pre(y[i]) + i; end for; end when;", 1, 2);
    gives("y := zeros(2); y[if time > 0.5 then 2 else 1] := 5;", 0, 5);
    ALL_WELL();
}

static void results_and_matrices_too(void **state)
{
    (void)state;
    rig r =
        run_text("function f input Real x; output Real a; output Real b; algorithm a := x; b := 2*x; end f; "
                 "block B " B_ "Interfaces.RealInput u[2]; " B_ "Interfaces.RealOutput y[2, 2]; " B_
                 "Interfaces.BooleanOutput c[2]; " B_ "Interfaces.IntegerOutput n[2]; "
                 "algorithm for i in 1:2 loop y[i, :] := {u[i], 3*u[i]}; c[i] := u[i] > 1.5; end for; "
                 "(y[1, 1], y[1, 2]) := f(u[2]); when time > 0.5 then n[2] := 4; n[1] := n[2] + 1; end when; "
                 "end B; B b[2]; equation for i in 1:2 loop b[i].u = {time, i*time}; end for;",
                 1.0);
    NEAR(end(&r, "b[2].y[1,1]"), 2, 0);
    NEAR(end(&r, "b[2].y[1,2]"), 4, 0);
    NEAR(end(&r, "b[2].y[2,2]"), 6, 0);
    NEAR(end(&r, "b[1].y[2,1]"), 1, 0);
    NEAR(end(&r, "b[2].c[2]"), 1, 0);
    NEAR(end(&r, "b[1].c[2]"), 0, 0);
    NEAR(end(&r, "b[1].n[1]"), 5, 0);
    NEAR(begin(&r, "b[1].n[1]"), 0, 0);
    ALL_WELL();
    rig_release(&r);
}

/* Beside positions of flanges and time. */
static void algorithms_read_flanges(void **state)
{
    (void)state;
    rig r =
        run_text("block B " T_ "Interfaces.Flange_a flange; " B_ "Interfaces.RealOutput y[2]; "
                 "algorithm y[1] := 2*flange.s; y[2] := time + y[1]; equation flange.f = 0; end B; B b; " T_
                 "Components.Mass m(m = 1, s(start = 3, fixed = true), v(start = 0, fixed = true)); "
                 "equation connect(b.flange, m.flange_a);",
                 1.0);
    NEAR(end(&r, "b.y[1]"), 6, 0);
    NEAR(end(&r, "b.y[2]"), 7, 0);
    ALL_WELL();
    rig_release(&r);
}

/* RealOutput y[3] = {...}: in an array of blocks too, and by a modifier. */
static void arrays_of_signals_have_values(void **state)
{
    (void)state;
    rig r = run_text(
        "block V " B_ "Interfaces.RealOutput y[3] = {1, 2, 3}*time; " B_
        "Interfaces.RealOutput z[2, 2] = [1, 2; 3, 4]*time; " B_
        "Interfaces.BooleanOutput b[2] = {time > 0.5, false}; end V; V v[2]; V x(y = {5, 6, 7}*time);",
        1.0);
    NEAR(end(&r, "v[2].y[3]"), 3, 0);
    NEAR(end(&r, "v[1].z[2,1]"), 3, 0);
    NEAR(end(&r, "v[1].b[1]"), 1, 0);
    NEAR(end(&r, "x.y[2]"), 6, 0);
    ALL_WELL();
    rig_release(&r);
}

static void a_signal_is_chosen_by_an_index_that_changes(void **state)
{
    (void)state;
    rig r = run_text(
        "model M Real x; equation x = 10*time; end M; M m[3]; Integer k = if time > 0.5 then 3 else 1; "
        "Real z = m[1].x + u[k], u[3](each start = 0); Real w = v.y[k]; block V " B_
        "Interfaces.RealOutput y[3] = {1, 2, 3}*time; end V; V v; equation u = {m[i].x for i in 1:3};",
        1.0);
    NEAR(value(&r, "w", 0.4), 0.4, 1e-15);
    NEAR(end(&r, "w"), 3, 0);
    NEAR(end(&r, "z"), 20, 1e-14);
    ALL_WELL();
    rig_release(&r);
}

/* der(y) = u from what is said of y in the extends clause, by a modifier, or by both. */
static void signals_of_partial_blocks_have_attributes(void **state)
{
    (void)state;
#define INTEGRATOR(said) "block I extends " B_ "Interfaces.SISO(" said "); equation der(y) = u; end I; "
    rig r = run_text(
        INTEGRATOR(
            "u(min = -1e6, max = 1e6, unit = \"m\"), y(unit = \"m.s\", start = 1, fixed = true)") "I i, k(y(start = 7)); equation i.u = 2; k.u = 2;",
        1.0);
    NEAR(begin(&r, "i.y"), 1, 0);
    NEAR(end(&r, "i.y"), 3, 1e-9);
    NEAR(begin(&r, "k.y"), 7, 0);
    TRUE(!says(&r, EG_WARNING, ""));
    rig_release(&r);
    r = run_text(INTEGRATOR("y(start = 4)") "I i; equation i.u = 2;", 1.0);
    NEAR(begin(&r, "i.y"), 4, 0);
    TRUE(says(&r, EG_WARNING, "the guess is taken: i.y = 4"));
    ALL_WELL();
    rig_release(&r);
}

#define FREE_MASS T_ "Components.Mass m(m = 1, v(start = 0, fixed = true)); "

/* Of a connector of one's own, of a partial class, of a component. */
static void flanges_begin_where_they_are_fixed(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "model W " T_ "Interfaces.Flange_a fl; " FREE_MASS "equation connect(fl, m.flange_a); end W; "
        "W w(fl(s(start = 2, fixed = true)));",
        "model W " T_ "Interfaces.Flange_a fl; " FREE_MASS "equation connect(fl, m.flange_a); end W; "
        "model V extends W(fl(s(start = 2, fixed = true, stateSelect = StateSelect.always))); end V; V w;",
        "model W extends " T_ "Interfaces.PartialTwoFlanges(flange_a(s(start = 2, fixed = true))); " FREE_MASS
        "equation connect(flange_a, m.flange_a); connect(flange_b, m.flange_b); end W; W w;",
        "model W " T_
        "Components.Mass m(m = 1, v(start = 0, fixed = true), flange_a(s(start = 2, fixed = true))); end W; W w;"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        rig r = run_text(bodies[i], 1.0);
        NEAR(end(&r, "w.m.s"), 2, 0);
        TRUE(!says(&r, EG_WARNING, ""));
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithms_assign_arrays_of_signals),
        cmocka_unit_test(results_and_matrices_too),
        cmocka_unit_test(algorithms_read_flanges),
        cmocka_unit_test(arrays_of_signals_have_values),
        cmocka_unit_test(a_signal_is_chosen_by_an_index_that_changes),
        cmocka_unit_test(signals_of_partial_blocks_have_attributes),
        cmocka_unit_test(flanges_begin_where_they_are_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
