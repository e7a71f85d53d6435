/* Algorithms of models, and functions with everything that statements can say. */
#include "equation_models.h"

/* ---------------------------------------------------------------- functions */

/* Parameters call them, and so do equations: the same result. */
static void functions_of_parameters(void **state)
{
    (void)state;
    rig r = run_text(
        "package P function scaled input Real x[:]; input Real k = 2; output Real y[size(x, 1)]; "
        "output Real s = 0; "
        "protected Integer i; algorithm i := 1; while i <= size(x, 1) loop y[i] := k*x[i]; "
        "s := s + y[i]; i := i + 1; end while; end scaled; "
        "function factorial input Integer n; output Integer y; algorithm "
        "if n <= 1 then y := 1; return; end if; "
        "y := n*factorial(n - 1); end factorial; "
        "function gcd \"Euclid\" input Integer a; input Integer b; output Integer c; "
        "protected Integer r, d = b; "
        "algorithm c := a; while d <> 0 loop r := mod(c, d); c := d; d := r; end while; end gcd; "
        "function first \"the first number whose square is above x\" input Real x; output Integer k; "
        "algorithm k := 0; for i in 1:100 loop k := i; if i^2 > x then break; end if; end for; "
        "annotation(Inline = true); end first; "
        "function twice = scaled; "
        "model M parameter Real p[3] = scaled({1, 2, 3}); "
        "parameter Integer n = factorial(6), g = gcd(84, 36); "
        "parameter Integer f = first(30); Real a[3] = p + scaled({time, 0, 1}, k = 3), b, c[2]; "
        "Integer k = first(50*time), i = n + g + f; "
        "equation (c, b) = twice({time, 1}); end M; end P;",
        1, 1e-6);
    NEAR(end(&r, "i"), 720 + 12 + 6, 0);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "a[1]", i), 2 + 3 * t, 1e-14);
        NEAR(at(&r, "a[3]", i), 9, 1e-14);
        NEAR(at(&r, "b", i), 2 * t + 2, 1e-14);
        NEAR(at(&r, "c[1]", i), 2 * t, 0);
    }
    NEAR(at(&r, "k", 0), 1, 0);
    NEAR(end(&r, "k"), 8, 0);
    rig_end(&r);
}

/* Newton's iteration, whose passes are not known: exact with its derivative, der(sqrt(x)) = 1/(2 sqrt(x)). */
static void a_loop_that_depends_on_a_variable(void **state)
{
    (void)state;
    rig r = run_text("model A function root input Real x; output Real y; algorithm y := x; "
                     "while abs(y*y - x) > 1e-13*x loop y := 0.5*(y + x/y); end while; end root; "
                     "Real y = root(1 + 3*time), v; equation v = der(y); end A;",
                     1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = 1 + 3 * time_of(&r, i);
        NEAR(at(&r, "y", i), sqrt(x), 1e-13);
        /* the derivative of each pass is off by the error of the one before; x = 1 needs no pass at all */
        if (i > 0)
            NEAR(at(&r, "v", i), 1.5 / sqrt(x), 1e-6);
    }
    rig_end(&r);
}

/* What a loop has not finished is no result: it is asserted, at events and where a row would hold it. */
static void a_loop_must_end(void **state)
{
    (void)state;
    static const char *const model = "model A function f input Real x; output Real y; algorithm y := x; "
                                     "while y < 10 loop y := y + (if x < 2 then 0 else 1); end while; end f; "
                                     "Real y = f(4 - 2*time); Boolean late = time > 1.5; end A;";
    rig r = rig_read(model);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 2, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "assertion failed: this loop does not end: it has made 1000000 passes");
    rig_release(&r);
    r = run_text(model, 0.97, 1e-6);
    for (size_t i = 0; i < rows(&r); i++)
        TRUE(at(&r, "y", i) >= 10);
    rig_end(&r);
}

/* A return or break below a condition that changes ends what follows, where it holds. */
static void exits_below_changing_conditions(void **state)
{
    (void)state;
    rig r = run_text("model A function f input Real x; output Real y; algorithm y := 1; "
                     "if x < 0 then y := -x; return; end if; y := y + x; if x > 0.25 then return; end if; "
                     "y := 10*y; end f; "
                     "function count input Real x; output Integer k = 0; algorithm for i in 1:5 loop "
                     "for j in 1:3 loop if j > x then break; end if; k := k + 1; end for; "
                     "if i > 2*x then break; end if; end for; end count; "
                     "Real y = f(time - 0.5); Integer k = count(4*time); end A;",
                     1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), x = t - 0.5;
        bool edge = false;
        for (int k = 0; k <= 8; k++)
            edge = edge || fabs(t - k * 0.125) < 1e-9;
        if (edge)
            continue;
        int count = 0;
        for (int a = 1; a <= 5; a++) {
            for (int b = 1; b <= 3 && b <= 4 * t; b++)
                count++;
            if (a > 8 * t)
                break;
        }
        NEAR(at(&r, "y", i), x < 0 ? -x : x > 0.25 ? 1 + x : 10 * (1 + x), 1e-13);
        NEAR(at(&r, "k", i), count, 0);
    }
    rig_end(&r);
}

/* A function of scalars is called for every element of an array (12.4.6). */
static double sorted(double x)
{
    return x < 0.2 ? 1 : x < 0.4 ? 2 : x < 0.6 ? 3 : 4 * x;
}

/* A variable that is given its value before each return, and behind them all, has one. */
static void a_value_before_each_return(void **state)
{
    (void)state;
    rig r = run_text(
        "package P function f input Real x; output Real y; algorithm if x < 0.2 then y := 1; return; "
        "elseif x < 0.4 then y := 2; return; end if; if x < 0.6 then y := 3; return; else y := 4*x; end if; "
        "end f; "
        "function find input Real x; input Real t[:]; output Integer k; algorithm for i in 1:size(t, 1) loop "
        "if x < t[i] then k := i; return; end if; end for; k := size(t, 1) + 1; end find; "
        "model A Real y = f(time); Integer k = find(time, {0.1*i for i in 1:30}); end A; end P;",
        1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        if (fabs(10 * t - rint(10 * t)) < 1e-9)
            continue; /* at an event */
        NEAR(at(&r, "y", i), sorted(t), 1e-15);
        NEAR(at(&r, "k", i), floor(10 * t) + 1, 0);
    }
    rig_end(&r);
    rig s =
        rig_read("package P function f input Real x; output Real y; algorithm if x < 0.2 then y := 1; "
                 "return; elseif x < 0.4 then y := 2; return; end if; if x > 1 then y := 3; end if; end f; "
                 "model A Real y = f(time); end A; end P;");
    assert_int_equal(s.status, EG_ERROR_MODEL);
    assert_true(says(&s, EG_ERROR, "P.f gives no value to \"y\""));
    rig_end(&s);
}

static void functions_of_scalars_take_arrays(void **state)
{
    (void)state;
    rig r =
        run_text("model A function f input Real x; input Real k; output Real y; algorithm y := k*x^2; end f; "
                 "Real y[3] = f({1, 2, time}, 3); parameter Real p[2] = f({1, 2}, {3, 4}); "
                 "Real q = p[2]; end A;",
                 2, 1e-6);
    NEAR(end(&r, "y[2]"), 12, 0);
    NEAR(end(&r, "y[3]"), 12, 1e-14);
    NEAR(end(&r, "q"), 16, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- algorithms of models */

/* A spring with a dead zone and a limit: statements on one side, one if-expression on the other. */
static void an_algorithm_is_a_group_of_equations(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real x(start = 1, fixed = true), v(start = 0, fixed = true), f, g, h; "
                 "algorithm f := 0; if x > 0.2 then f := x - 0.2; elseif x < -0.2 then f := x + 0.2; end if; "
                 "for i in 1:2 loop f := 2*f; end for; h := f; h := h/4; "
                 "equation der(x) = v; der(v) = -f; "
                 "g = 4*(if x > 0.2 then x - 0.2 elseif x < -0.2 then x + 0.2 else 0); end A;",
                 5, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "f", i), at(&r, "g", i), 1e-15);
        NEAR(at(&r, "h", i), at(&r, "g", i) / 4, 1e-15);
        double x = at(&r, "x", i), d = fmax(fabs(x) - 0.2, 0), v = at(&r, "v", i);
        NEAR(0.5 * v * v + 2 * d * d, 2 * 0.64, 1e-6);
    }
    rig_end(&r);
}

/* Before its first statement a variable has its start value, at every instant anew. */
static void a_variable_begins_with_its_start_value(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real y(start = 3), z[2](start = {1, 2}); algorithm if time > 0.5 then y := y + 1; "
                 "end if; z[1] := z[1] + z[2]; equation z[2] = 7; end A;",
                 1, 1e-6);
    NEAR(begin(&r, "y"), 3, 0);
    NEAR(end(&r, "y"), 4, 0);
    NEAR(end(&r, "z[1]"), 3, 0);
    NEAR(end(&r, "z[2]"), 7, 0);
    rig_end(&r);
}

/* Two clauses at one instant are carried out in their order; a variable keeps its value in between. */
static void when_clauses_of_an_algorithm(void **state)
{
    (void)state;
    rig r = run_text("model A Integer n(start = 0), all(start = 0); Real x(start = 0, fixed = true); "
                     "algorithm when sample(0.1, 0.1) then n := n + 1; all := all + 1; end when; "
                     "when n >= 3 then n := 0; end when; equation der(x) = n; end A;",
                     0.95, 1e-8);
    NEAR(end(&r, "n"), 0, 0);
    NEAR(end(&r, "all"), 9, 0);
    /* 1 and 2 for a tenth each, three times */
    NEAR(end(&r, "x"), 0.9, 1e-7);
    TRUE(largest(&r, "n") == 2);
    rig_end(&r);
}

static void else_when_and_when_initial(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real y(start = 5); Boolean b; Integer n, k; "
                 "algorithm when time > 0.7 then y := 3; elsewhen time > 0.3 then y := y + 2*time; end when; "
                 "b := y > 4; when {initial(), time > 0.5} then n := n + 1; end when; "
                 "when initial() then k := 9; end when; end A;",
                 1, 1e-6);
    NEAR(begin(&r, "y"), 5, 0);
    NEAR(largest(&r, "y"), 5.6, 1e-14);
    NEAR(end(&r, "y"), 3, 0);
    NEAR(end(&r, "b"), 0, 0);
    NEAR(begin(&r, "n"), 1, 0);
    NEAR(end(&r, "n"), 2, 0);
    NEAR(begin(&r, "k"), 9, 0);
    NEAR(end(&r, "k"), 9, 0);
    rig_end(&r);
}

/* edge and change are of what has been assigned so far: b is true for the second clause, and what it was
 * before for the third. */
static void edges_of_what_has_been_assigned(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Boolean b(start = false, fixed = true), c(start = false, fixed = true); "
        "Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true); "
        "algorithm when time > 0.5 then b := true; end when; "
        "when edge(b) then n := n + 1; b := false; end when; "
        "when change(b) then m := m + 1; end when; "
        "when {time > 0.2, time > 0.7} then c := not c; end when; "
        "when change(c) then k := k + 1; end when; end A;",
        1, 1e-6);
    TRUE(end(&r, "n") == 1);
    TRUE(end(&r, "b") == 0);
    TRUE(end(&r, "m") == 0);
    TRUE(end(&r, "c") == 0);
    TRUE(end(&r, "k") == 2);
    rig_end(&r);
}

static void initial_algorithms(void **state)
{
    (void)state;
    rig r =
        run_text("model A parameter Real p = 4; Integer n; Real x, a[2]; initial algorithm n := 7; x := p/2; "
                 "for i in 1:2 loop a[i] := x*i; end for; "
                 "algorithm when time > 0.5 then n := n + 1; end when; "
                 "equation der(x) = 1; der(a) = zeros(2); end A;",
                 1, 1e-6);
    NEAR(begin(&r, "n"), 7, 0);
    NEAR(end(&r, "n"), 8, 0);
    NEAR(end(&r, "x"), 3, 1e-7);
    NEAR(end(&r, "a[2]"), 4, 1e-14);
    rig_end(&r);
}

/* Beside native components: the algorithm of a controller. */
static void an_algorithm_pushes_a_mass(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USES "block Bang Modelica.Blocks.Interfaces.RealInput u; "
                 "Modelica.Blocks.Interfaces.RealOutput y; algorithm y := -1; if u < 0 then y := 1; end if; "
                 "end Bang; Bang b; Force f; Mass m(m = 1, s(start = 1, fixed = true), v(fixed = true)); "
                 "Modelica.Mechanics.Translational.Sensors.PositionSensor s; "
                 "equation connect(m.flange_b, s.flange); connect(s.s, b.u); connect(b.y, f.f); "
                 "connect(f.flange, m.flange_a); end A;",
                 4, 1e-9);
    /* falls from 1 in sqrt(2), comes to rest at -1 and back: a period of 4 sqrt(2) */
    NEAR(at(&r, "m.v", rows(&r) - 1), -sqrt(2.0) + (4 - sqrt(2.0)), 1e-6);
    rig_end(&r);
}

static void enumerations_are_variables(void **state)
{
    (void)state;
    rig r =
        run_text("model A type Mode = enumeration(off, on, hot); Mode m(start = Mode.off); Mode next; "
                 "Integer k = Integer(m); Real T = time; Real y = if m == Mode.on then 2 else 1; "
                 "algorithm when T > 0.3 then m := Mode.on; elsewhen T > 0.8 then m := Mode.hot; end when; "
                 "next := if m == Mode.off then Mode.on else Mode.hot; end A;",
                 1, 1e-6);
    NEAR(begin(&r, "m"), 1, 0);
    NEAR(end(&r, "k"), 3, 0);
    NEAR(largest(&r, "y"), 2, 0);
    NEAR(end(&r, "y"), 1, 0);
    NEAR(begin(&r, "next"), 2, 0);
    NEAR(end(&r, "next"), 3, 0);
    rig_end(&r);
}

static void messages_hold_numbers(void **state)
{
    (void)state;
    rig r = rig_read("model A type E = enumeration(a, b); Real x = 2*time; Integer n = 4; E e = E.b; "
                     "algorithm assert(x < 0.5, \"x = \" + String(x, significantDigits = 3) + \", n = \" + "
                     "String(n, minimumLength = 3, leftJustified = false) + \", \" + String(e) + \" \" + "
                     "String(x < 1)); end A;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "x = 0.5, n =   4, b true");
    rig_release(&r);
    r = rig_read(
        "model A Real x = time; algorithm when x > 0.5 then terminate(\"x is \" + String(x)); end when; "
        "end A;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_OK);
    rig_says(&r, EG_NOTE, "at time 0.5 s: x is 0.5", __FILE__, __LINE__);
    rig_end(&r);
}

/* ---------------------------------------------------------------- floor and its kin */

static double saw(double t)
{
    return t - floor(t);
}

/* The steps of floor are events: its integral is exact. */
static void steps_are_events(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 0.3, fixed = true), s(start = 0, fixed = true), f = floor(x), "
                     "c = ceil(x), q = div(x, 0.5), p = rem(x, 0.5), m = mod(x, 1); "
                     "equation der(x) = 10*cos(5*time); der(s) = mod(3*time, 1); end A;",
                     2.1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = at(&r, "x", i), whole = x - rint(2 * x) / 2;
        if (fabs(whole) < 1e-9)
            continue; /* at a step */
        NEAR(at(&r, "f", i), floor(x), 0);
        NEAR(at(&r, "c", i), ceil(x), 0);
        NEAR(at(&r, "q", i), trunc(2 * x), 0);
        NEAR(at(&r, "p", i), x - trunc(2 * x) / 2, 1e-14);
        NEAR(at(&r, "m", i), saw(x), 1e-14);
    }
    NEAR(end(&r, "s"), 6 * (1.0 / 3) / 2 + 0.3 * 0.3 / 2 / 3, 1e-8);
    rig_end(&r);
}

/* div and rem turn round at 0, where nothing jumps. */
static void towards_zero(void **state)
{
    (void)state;
    rig r = run_text("model A Real q = div(0.5 - time, 0.3), p = rem(0.5 - time, 0.3), z = rem(-time, 0.3); "
                     "Real d = div(3*sin(10*time), 1); end A;",
                     1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), x = (0.5 - t) / 0.3, s = 3 * sin(10 * t);
        if (fabs(t - 0.5) < 0.1) {
            NEAR(at(&r, "q", i), 0, 0);
            NEAR(at(&r, "p", i), 0.5 - t, 0);
        }
        if (fabs(x - rint(x)) > 1e-9 || rint(x) == 0)
            NEAR(at(&r, "q", i), trunc(x), 0);
        if (t < 0.2)
            NEAR(at(&r, "z", i), -t, 0);
        if (fabs(s - rint(s)) > 1e-9 || rint(s) == 0)
            NEAR(at(&r, "d", i), trunc(s), 0);
    }
    rig_end(&r);
}

/* A jump of its argument takes it where it belongs, also when it passes many numbers. */
static void a_jump_passes_many_steps(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 5.5, fixed = true), y = floor(x); Integer n = integer(2*x); "
                     "equation der(x) = 0; when time > 0.3 then reinit(x, -3.2); elsewhen time > 0.6 then "
                     "reinit(x, 100); end when; end A;",
                     1, 1e-6);
    NEAR(begin(&r, "y"), 5, 0);
    NEAR(at(&r, "y", rows(&r) / 2), -4, 0);
    NEAR(at(&r, "n", rows(&r) / 2), -7, 0);
    NEAR(end(&r, "y"), 100, 0);
    rig_end(&r);
}

static void semi_linear(void **state)
{
    (void)state;
    rig r = run_text("model A Real x = time - 0.5, y = semiLinear(x, 2, 5), h = homotopy(actual = x, "
                     "simplified = 0), s = smooth(1, x); end A;",
                     1, 1e-6);
    NEAR(begin(&r, "y"), -2.5, 1e-15);
    NEAR(end(&r, "y"), 1, 1e-15);
    NEAR(end(&r, "h"), 0.5, 1e-15);
    NEAR(end(&r, "s"), 0.5, 1e-15);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_parameters),
        cmocka_unit_test(a_loop_that_depends_on_a_variable),
        cmocka_unit_test(a_loop_must_end),
        cmocka_unit_test(exits_below_changing_conditions),
        cmocka_unit_test(a_value_before_each_return),
        cmocka_unit_test(functions_of_scalars_take_arrays),
        cmocka_unit_test(an_algorithm_is_a_group_of_equations),
        cmocka_unit_test(a_variable_begins_with_its_start_value),
        cmocka_unit_test(when_clauses_of_an_algorithm),
        cmocka_unit_test(else_when_and_when_initial),
        cmocka_unit_test(edges_of_what_has_been_assigned),
        cmocka_unit_test(initial_algorithms),
        cmocka_unit_test(an_algorithm_pushes_a_mass),
        cmocka_unit_test(enumerations_are_variables),
        cmocka_unit_test(messages_hold_numbers),
        cmocka_unit_test(steps_are_events),
        cmocka_unit_test(towards_zero),
        cmocka_unit_test(a_jump_passes_many_steps),
        cmocka_unit_test(semi_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
