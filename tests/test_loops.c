/* Loops whose number of passes follows from what they compute. */
#include "equation_models.h"

#include "base/tape.h"

#define ROOT                                                                                                 \
    "function root \"Newton's method\" input Real a; output Real x; output Integer n; "                      \
    "algorithm x := 1; n := 0; while abs(x*x - a) > 1e-14*a loop x := (x + a/x)/2; n := n + 1; "             \
    "end while; end root; "

/* ---------------------------------------------------------------- tapes */

/* x := a; while x < b loop x := x*c + 1; y := y + x*d; end loop, y from 0. */
static int by_hand(eg_tape *t, int *out)
{
    int next[2];
    bool truth[2] = {false, false};
    eg_loop loop = {2, 5, .next = next, .is_truth = truth, .rates = -1};
    eg_tape *b = &loop.body;
    int x = eg_tape_input(b, 0), y = eg_tape_input(b, 1), limit = eg_tape_input(b, 2),
        c = eg_tape_input(b, 3), d = eg_tape_input(b, 4);
    loop.condition = eg_tape_add(b, EG_OP_LESS, x, limit, -1);
    next[0] = eg_tape_add(b, EG_OP_ADD, eg_tape_add(b, EG_OP_MUL, x, c, -1), eg_tape_constant(b, 1), -1);
    next[1] = eg_tape_add(b, EG_OP_ADD, y, eg_tape_add(b, EG_OP_MUL, next[0], d, -1), -1);
    int number = eg_tape_add_loop(t, &loop), again = eg_tape_add_loop(t, &loop);
    eg_tape_release(b);
    assert_int_equal(number, again);
    int chain = eg_tape_constant(t, 0);
    for (int k = 0; k < 5; k++) {
        int of = k == 1 ? eg_tape_constant(t, 0) : eg_tape_input(t, k > 1 ? k - 1 : 0);
        chain = eg_tape_add(t, EG_OP_ARGUMENT, of, chain, -1);
    }
    for (int k = 0; k < 3; k++)
        out[k] = eg_tape_outcome(t, chain, number, k);
    return chain;
}

static int own_rate(eg_tape_rates *rates, int node, int index)
{
    (void)node;
    return eg_tape_input(rates->tape, 4 + index);
}

static double in_c(const double *in, double *dy)
{
    double x = in[0], y = 0, dx = in[4];
    *dy = 0;
    while (x < in[1]) {
        dx = dx * in[2] + x * in[6];
        x = x * in[2] + 1;
        *dy += dx * in[3] + x * in[7];
        y += x * in[3];
    }
    return y;
}

/* Forward, backward, as a formula and the formula's own derivative: those of the passes that are made. */
static void derivatives_of_a_tape(void **state)
{
    (void)state;
    eg_tape t = {0};
    int out[3], *cone = NULL, count = 0;
    size_t capacity = 0;
    char mark[100] = {0};
    double in[8] = {0.5, 40, 1.3, 0.7, 0.3, 5, -0.2, 0.9}, din[8] = {0}, v[100], dv[100], adjoint[100] = {0};
    by_hand(&t, out);
    eg_tape_rates rates = {.input_rate = own_rate, .tape = &t};
    int rate = eg_tape_rate(&rates, out[1]);
    assert_true(rate >= 0 && t.count < 100);
    assert_int_equal(t.code[eg_tape_rate(&rates, out[2])].op, EG_OP_CONSTANT);
    assert_int_equal(eg_tape_cone(&t, out[1], true, mark, &cone, &count, &capacity), 0);
    for (int i = 0; i < 4; i++)
        din[i] = in[4 + i];
    for (double limit = -1; limit < 60; limit += 7) {
        double dy, sum = 0, y;
        in[1] = limit;
        y = in_c(in, &dy);
        eg_tape_run(&t, in, NULL, v);
        NEAR(v[out[1]], y, 1e-13 * (1 + fabs(y)));
        NEAR(v[out[2]], 1, 0);
        NEAR(v[rate], dy, 1e-13 * (1 + fabs(dy)));
        eg_tape_tangents(&t, v, din, dv);
        NEAR(dv[out[1]], dy, 1e-13 * (1 + fabs(dy)));
        eg_tape_gradient(&t, v, cone, count, out[1], adjoint);
        for (int k = 0; k < count; k++)
            if (t.code[cone[k]].op == EG_OP_INPUT)
                sum += adjoint[cone[k]] * in[4 + t.code[cone[k]].a];
        NEAR(sum, dy, 1e-12 * (1 + fabs(dy)));
    }
    in[2] = 0; /* x := 1 for ever */
    eg_tape_run(&t, in, NULL, v);
    TRUE(isnan(v[out[0]]) && isnan(v[out[1]]));
    NEAR(v[out[2]], 0, 0);
    free(cone);
    eg_tape_rates_release(&rates);
    eg_tape_release(&t);
    ALL_WELL();
}

/* ---------------------------------------------------------------- values */

static void passes_follow_from_variables(void **state)
{
    (void)state;
    rig r = run_text(
        "package P " ROOT
        "function count input Real a; output Real n; algorithm n := 0; while n < a loop n := n + 1; "
        "end while; end count; "
        "function kepler \"E - e*sin(E) = M\" input Real M; input Real e; output Real E; "
        "protected Real d; algorithm E := M; while true loop d := (E - e*sin(E) - M)/(1 - e*cos(E)); "
        "E := E - d; if abs(d) < 1e-14*(1 + abs(E)) then break; end if; end while; end kepler; "
        "function collatz input Integer n; output Integer k; protected Integer m; algorithm m := n; k := 0; "
        "while m <> 1 loop m := if mod(m, 2) == 0 then div(m, 2) else 3*m + 1; k := k + 1; end while; "
        "end collatz; "
        "function bisect \"x^3 + x = a\" input Real a; output Real x; protected Real lo, hi; Boolean below; "
        "algorithm lo := -10; hi := 10; while hi - lo > 1e-13 loop x := (lo + hi)/2; below := x^3 + x < a; "
        "if below then lo := x; else hi := x; end if; end while; end bisect; "
        "function steps \"loops in loops, elements of arrays\" input Real v[3]; output Real s; "
        "protected Integer i, j; Real w[3]; algorithm i := 1; w := zeros(3); while i <= 3 loop j := 0; "
        "while j < v[i] loop w[i] := w[i] + i; j := j + 1; end while; i := i + 1; end while; s := sum(w); "
        "end steps; "
        "model M Real c = count(250*time), E = kepler(3*time, 0.6), b = bisect(time), x, y; Integer n; "
        "Integer k = collatz(7 + integer(3*time)); Real s = steps({time, 2*time, 3*time}*4); "
        "equation (x, n) = root(1 + 50*time); "
        "algorithm y := 0; while y < 100*time loop y := y + 0.5; end while; end M; end P;",
        0.99, 1e-6);
    static const int collatz[] = {16, 3, 19};
    for (size_t i = 1; i < rows(&r); i++) {
        double t = time_of(&r, i), E = at(&r, "E", i), b = at(&r, "b", i);
        NEAR(at(&r, "c", i), ceil(250 * t), 0);
        NEAR(E - 0.6 * sin(E), 3 * t, 1e-13);
        NEAR(b * b * b + b, t, 1e-12);
        NEAR(at(&r, "x", i), sqrt(1 + 50 * t), 1e-12);
        NEAR(at(&r, "y", i), ceil(200 * t) / 2, 0);
        if (fabs(remainder(3 * t, 1)) > 1e-9)
            NEAR(at(&r, "k", i), collatz[(int)(3 * t)], 0);
        NEAR(at(&r, "s", i), ceil(4 * t) + 2 * ceil(8 * t) + 3 * ceil(12 * t), 0);
    }
    NEAR(at(&r, "n", 0), 0, 0);
    NEAR(end(&r, "n"), 7, 0); /* 1, 25, 13.6, 8.5, 7.2, 7.1, ... */
    rig_end(&r);
}

/* Ranges and vectors that change, in either direction, with exits. */
static void for_through_what_changes(void **state)
{
    (void)state;
    rig r = run_text(
        "package P function sum_to input Integer n; output Real s = 0; algorithm for i in 1:n loop "
        "s := s + i; end for; end sum_to; "
        "function down input Integer n; output Real s = 0; protected Integer i = 7; Real x[5] = {1, 2, "
        "3, 4, 5}; "
        "algorithm for i in n:-2:1 loop for j in 1:i loop if j > 4 then return; end if; "
        "s := s + x[i]*j; end for; end for; s := s + 100*i; end down; "
        "function grid input Real last; output Integer n = 0; algorithm for x in 0:0.25:last loop "
        "n := n + 1; end for; end grid; "
        "function largest input Real v[:]; output Real m; algorithm m := v[1]; for x in v loop "
        "if x > m then m := x; end if; end for; end largest; "
        "model M Integer n = integer(6*time); Real s = sum_to(n), d = down(n), m = largest({time, 0.3, "
        "1 - time}); "
        "Integer g = grid(n/2); end M; end P;",
        0.95, 1e-6);
    static const double down[] = {700, 701, 706, 719, 746, 50};
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), n = at(&r, "n", i);
        NEAR(at(&r, "s", i), n * (n + 1) / 2, 0);
        NEAR(at(&r, "d", i), down[(int)n], 0);
        NEAR(at(&r, "g", i), 2 * n + 1, 0);
        NEAR(at(&r, "m", i), fmax(fmax(t, 0.3), 1 - t), 1e-15);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- in equations */

/* der() of a loop; a loop in a constraint that is differentiated; in an algebraic loop; a spring's law. */
static void loops_have_derivatives(void **state)
{
    (void)state;
    rig r = run_text("package P " ROOT "model M Real v, w, z(start = 0.9); Real y = root(2 + sin(time)); "
                     "equation v = der(y); w = der(v); z + root(z) = 2 + time; end M; end P;",
                     1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), y = sqrt(2 + sin(t)), z = (sqrt(9 + 4 * t) - 1) / 2;
        NEAR(at(&r, "v", i), cos(t) / (2 * y), 1e-9);
        NEAR(at(&r, "w", i), -sin(t) / (2 * y) - cos(t) * cos(t) / (4 * y * y * y), 1e-6);
        NEAR(at(&r, "z", i), z * z, 1e-8);
    }
    rig_end(&r);
    r = run_text("package P " ROOT "model S extends " T_LIB "Interfaces.PartialCompliant; "
                 "equation f = 100*(root(1 + s_rel) - 1); end S; model M " USES "S s; Fixed w; "
                 "Mass m(m = 1, s(start = 0.3, fixed = true), v(start = 0, fixed = true)); "
                 "equation connect(w.flange, s.flange_a); connect(s.flange_b, m.flange_a); end M; end P;",
                 5, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double s = at(&r, "m.s", i), v = at(&r, "m.v", i);
        NEAR(v * v / 2 + 100 * (pow(1 + s, 1.5) / 1.5 - s), 100 * (pow(1.3, 1.5) / 1.5 - 0.3), 1e-6);
    }
    rig_end(&r);
}

/* A loop, and what is asserted in a function, belong to the branch that calls it. */
static void branches_that_are_not_taken_are_not_looped(void **state)
{
    (void)state;
    rig r = run_text(
        "package P function down input Real x; output Real y; algorithm "
        "assert(x > 0, \"below\"); y := x; while y > 1 or y < 0 loop y := y - 1; end while; end down; "
        "model M Real x = 3*time - 1.5, y = if x > 0 then down(x) else -1, z; equation "
        "if x > 0 then z = down(x); else z = -2; end if; end M; end P;",
        1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = at(&r, "x", i), y = x > 0 ? x - (x > 1) : -1;
        if (fabs(x) > 1e-9 && fabs(x - 1) > 1e-9) {
            NEAR(at(&r, "y", i), y, 1e-15);
            NEAR(at(&r, "z", i), x > 0 ? y : -2, 1e-15);
        }
    }
    rig_end(&r);
}

/* What is asserted on the way says so, with the numbers of that pass. */
static void passes_assert(void **state)
{
    (void)state;
    rig r = rig_read("model M function f input Real x; output Real y; algorithm y := x; while y < 10 loop "
                     "y := y + 1; assert(y < 10.5, \"y = \" + String(y, significantDigits = 3)); end while; "
                     "end f; Real y = f(time); end M;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 2, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "assertion failed: y = 10.5");
    rig_release(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_a_tape),
        cmocka_unit_test(passes_follow_from_variables),
        cmocka_unit_test(for_through_what_changes),
        cmocka_unit_test(loops_have_derivatives),
        cmocka_unit_test(branches_that_are_not_taken_are_not_looped),
        cmocka_unit_test(passes_assert),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
