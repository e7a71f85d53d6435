/* Expressions of Dyad: literals, operators and functions of Julia, as values of parameters and in relations,
 * with their derivatives and events; what is refused, and the published ElastoGap written in them. */
#include "reading.h"

#include "elastogap/elastogap.h"
#include "near.h"

#define NEAR(actual, expected, tolerance) check_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)
#define AT_MOST(actual, limit) check_at_most(actual, limit, #actual, __FILE__, __LINE__)

static const double pi = 3.14159265358979323846;

static reading read_dyad(const char *text)
{
    reading r = {.diagnostics = eg_diagnostics_create()};
    assert_non_null(r.diagnostics);
    r.status = eg_spec_read_text(text, strlen(text), "test.dyad", NULL, r.diagnostics, &r.spec);
    return r;
}

/* Runs what was read to its stop time (1 s where it says none). */
static eg_trajectory *run(reading *r, double tolerance, const char *engine, eg_statistics *st)
{
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_status status = r->status;
    if (status == EG_OK)
        status = eg_model_compile(r->spec, r->diagnostics, &model);
    if (status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.tolerance = tolerance;
        if (engine)
            o.engine = engine;
        status = eg_simulate(model, &o, r->diagnostics, &t, st);
    }
    if (status != EG_OK)
        show(r);
    assert_int_equal(status, EG_OK);
    eg_model_free(model);
    return t;
}

static double last_of(const eg_trajectory *t, const char *name)
{
    long i = eg_trajectory_find(t, name);
    assert_true(i >= 0);
    return eg_trajectory_value(t, (size_t)i, eg_trajectory_rows(t) - 1);
}

/* ---------------------------------------------------------------- values */

typedef struct value {
    const char *text;
    double is;
    bool is_known_only; /* it is no expression of what changes */
} value;

/* Each expression is what C's functions say, with x = 3 and n = 7, as the value of a parameter and as a
 * relation of a variable x. At most ten operations stand behind one, each rounds by half a unit in the last
 * place or, the functions of C, by one: 16 units. */
static void check_values(const value *values, size_t count)
{
    static const char *const texts[] = {
        "component A\n  parameter x::Real = 3\n  structural parameter n::Integer = 7\n"
        "  parameter p::Real = %s\n  variable z::Real\nrelations\n  z = p\nend\n",
        "component A\n  variable x::Real\n  structural parameter n::Integer = 7\n  variable z::Real\n"
        "relations\n  der(x) = 0\n  initial x = 3\n  z = %s\nend\n"};
    for (size_t i = 0; i < 2 * count; i++) {
        const value *v = &values[i / 2];
        char text[1000];
        if (i % 2 == 1 && v->is_known_only)
            continue;
        snprintf(text, sizeof text, texts[i % 2], v->text);
        reading r = read_dyad(text);
        eg_statistics st;
        eg_trajectory *t = run(&r, 1e-6, NULL, &st);
        double z = last_of(t, "z");
        if (!(fabs(z - v->is) <= 16 * 0x1p-53 * fmax(fabs(v->is), fabs(v->is) > 0.1 ? 1.0 : 0.0)))
            fail_msg("%s is %.17g, should be %.17g", v->text, z, v->is);
        eg_trajectory_free(t);
        done(&r);
    }
}

static void literals_and_operators(void **state)
{
    (void)state;
    const value values[] = {{"√9", 3, 0},
                            {"√x^2", 3, 0},
                            {"-√(x + 1)", -2, 0},
                            {"2√(x + 1)", 4, 0},
                            {"√4*x", 6, 0},
                            {"∛27.0", 3, 0},
                            {"√√81", 3, 0},
                            {"length([]) + sum([])", 0, 1},
                            {"2.5f - 1", 2.5e-15 - 1, 0},
                            {"sum([i^2 + x for i in 1:4])", 42, 0},
                            {"sum([x*i + j for i in 1:2, j in 1:3])", 39, 0},
                            {"maximum([10*i + j for i in 1:2, j in 1:3])", 23, 0},
                            {"size([10*i + j for i in 1:2, j in 1:3], 1)", 2, 0},
                            {"sum(i*x for i in 1:3)", 18, 0},
                            {"1f0", 1, 0},
                            {"0.1f0", (double)0.1f, 0},
                            {"1.5f3", 1500, 0},
                            {"0x10", 16, 0},
                            {"0xfF", 255, 0},
                            {"0b11", 3, 0},
                            {"0o17", 15, 0},
                            {"1_000.5", 1000.5, 0},
                            {"1_000_000", 1e6, 0},
                            {".5", 0.5, 0},
                            {".5e1", 5, 0},
                            {"2sqrt(2)", 2 * sqrt(2), 0},
                            {"2pi", 2 * pi, 0},
                            {"2π", 2 * pi, 0},
                            {"2x", 6, 0},
                            {"2x^2", 18, 0},
                            {"1/2x", 1.0 / 6, 0},
                            {"2(x + 1)", 8, 0},
                            {"2^2x", 64, 0},
                            {"-2x", -6, 0},
                            {"1.5m", 1.5e-3, 0},
                            {"10k", 1e4, 0},
                            {"1f", 1e-15, 0},
                            {"1_0k", 1e4, 0},
                            {"ℯ", exp(1), 0},
                            {"7 % 4 * 2", 6, 0},
                            {"2*7 % 4*3/2", 3, 0},
                            {"n ÷ 2", 3, 0},
                            {"-n ÷ 2", -3, 0},
                            {"2 * -3", -6, 0},
                            {"sum([1, 2] .* [3, 4])", 11, 0},
                            {"sum([1, 2] .^ 2)", 5, 0},
                            {"sum([7.0, 5.0] .% 4)", 4, 0},
                            {"sum(0:0.25:1)", 2.5, 0},
                            {"sum(1:4)", 10, 0},
                            {"x > 2 ? 1 : 2", 1, 0},
                            {"x > 4 ? 1 : x > 2 ? 5 : 6", 5, 0},
                            {"x > 4 ? 1 : (x < 2 ? 5 : 6) + 1", 7, 0},
                            {"ifelse(x > 2 && x < 4, 1, 0)", 1, 0},
                            {"ifelse(x < 1 || x ≥ 3, 1, 0)", 1, 0},
                            {"ifelse(x ≤ 3, 1, 0)", 1, 0},
                            {"ifelse(n ≠ 7, 1, 0)", 0, 0},
                            {"if x > 4 then 1 else 2", 2, 0}};
    check_values(values, EG_COUNT(values));
}

static void functions_of_numbers(void **state)
{
    (void)state;
    const value values[] = {
        {"abs2(-x)", 9, 0},
        {"cbrt(27)", 3, 0},
        {"cbrt(-x)", -cbrt(3), 0},
        {"cbrt(0*x)", 0, 0},
        {"hypot(x, 4)", 5, 0},
        {"hypot(2, x, 6)", 7, 0},
        {"inv(x)", 1.0 / 3, 0},
        {"exp2(x)", 8, 0},
        {"exp10(x)", 1000, 0},
        {"expm1(x)", expm1(3), 0},
        {"expm1(x*1e-10)", expm1(3e-10), 0},
        {"expm1(-x*1000)", -1, 0},
        {"log2(x)", log2(3), 0},
        {"log(2, x)", log2(3), 0},
        {"log10(x)", log10(3), 0},
        {"log1p(x)", log1p(3), 0},
        {"log1p(x*1e-10)", log1p(3e-10), 0},
        {"log1p(-x/4)", log1p(-0.75), 0},
        {"log1p(x*1e300)", log1p(3e300), 0},
        {"log1p(x*1e-300)", 3e-300, 0},
        {"asinh(x)", asinh(3), 0},
        {"asinh(-x)", -asinh(3), 0},
        {"asinh(x*1e-10)", asinh(3e-10), 0},
        {"asinh(-x*1e8)", -asinh(3e8), 0},
        {"acosh(x)", acosh(3), 0},
        {"acosh(1 + x*2^-40)", acosh(1 + 3 * 0x1p-40), 0},
        {"atanh(x/4)", atanh(0.75), 0},
        {"atanh(-x*1e-9)", -atanh(3e-9), 0},
        {"sec(x)", 1 / cos(3), 0},
        {"csc(x)", 1 / sin(3), 0},
        {"cot(x)", 1 / tan(3), 0},
        {"sech(x)", 1 / cosh(3), 0},
        {"acot(x)", atan(1.0 / 3), 0},
        {"asec(x)", acos(1.0 / 3), 0},
        {"acoth(x)", atanh(1.0 / 3), 0},
        {"sinpi(x/6)", 1, 0},
        {"cospi(x/3)", -1, 0},
        {"deg2rad(x)", 3 * pi / 180, 0},
        {"rad2deg(x)", 540 / pi, 0},
        {"sind(10x)", 0.5, 0},
        {"atand(x/3)", 45, 0},
        {"atan(x, x)", pi / 4, 0},
        {"atan2(x, -x)", 3 * pi / 4, 0},
    };
    check_values(values, EG_COUNT(values));
}

static void functions_that_choose_and_round(void **state)
{
    (void)state;
    const value values[] = {{"muladd(2, x, 4)", 10, 0},
                            {"clamp(x, 1, 2)", 2, 0},
                            {"identity(x)", 3, 0},
                            {"zero(x)", 0, 0},
                            {"float(n)", 7, 0},
                            {"Float64(n)", 7, 0},
                            {"max(1, 5, x)", 5, 0},
                            {"min(4, x, 7, 9)", 3, 0},
                            {"trunc(-x + 0.25)", -2, 0},
                            {"trunc(2.7)", 2, 0},
                            {"round(2.5)", 2, 0},
                            {"round(x + 0.5)", 4, 0},
                            {"round(-2.5)", -2, 0},
                            {"round(-2.6)", -3, 0},
                            {"round(0.49999999999999994)", 0, 0},
                            {"fld(7, 2)", 3, 0},
                            {"fld(-n, 2)", -4, 0},
                            {"fld(-7.5, 2)", -4, 0},
                            {"fld(6, 2)", 3, 0},
                            {"cld(7, 2)", 4, 0},
                            {"cld(-7, 2)", -3, 0},
                            {"cld(6, 2)", 3, 0},
                            {"floor(Int, 2.5)", 2, 0},
                            {"ceil(Int, 2.5)", 3, 0},
                            {"ceil(Int, -2.5)", -2, 0},
                            {"round(Int, 2.5)", 2, 0},
                            {"trunc(Int, -2.5)", -2, 0},
                            {"Int(3.0)", 3, 0},
                            {"Int(x)", 3, 1},
                            {"sign(-x)", -1, 0},
                            {"copysign(x, -1)", -3, 0},
                            {"copysign(-x, 1)", 3, 0},
                            {"flipsign(x, -2)", -3, 0},
                            {"ifelse(signbit(-x), 1, 0)", 1, 0},
                            {"ifelse(xor(x > 1, x > 2), 1, 0)", 0, 0},
                            {"ifelse(xor(x > 1, x > 4), 1, 0)", 1, 0},
                            {"ifelse(isodd(n), 1, 0)", 1, 0},
                            {"ifelse(iseven(n), 1, 0)", 0, 0},
                            {"ifelse(isnan(x) or isinf(x), 1, 0)", 0, 0},
                            {"ifelse(isfinite(x), 1, 0)", 1, 0},
                            {"ifelse(isinf(Inf), 1, 0)", 1, 0}};
    check_values(values, EG_COUNT(values));
}

static void functions_of_types_and_arrays(void **state)
{
    (void)state;
    const value values[] = {{"eps()", 0x1p-52, 0},
                            {"eps(Float64)", 0x1p-52, 0},
                            {"eps(Float32)", 0x1p-23, 0},
                            {"eps(1.0)", 0x1p-52, 0},
                            {"eps(1000.0)", 0x1p-43, 0},
                            {"eps(1f0)", 0x1p-23, 0},
                            {"Base.max(Base.log1p(0), Base.sin(0), x)", 3, 0},
                            {"zero(Float64)", 0, 0},
                            {"one(Float64)", 1, 0},
                            {"oneunit(Int)", 1, 0},
                            {"floatmin(Float64)", 0x1p-1022, 0},
                            {"typemax(Int32)", 2147483647, 0},
                            {"typemax(Int)", 0x1p53, 0},
                            {"typemin(Int32)", -2147483648.0, 0},
                            {"floatmax(Float32)", 0x1.fffffep127, 0},
                            {"1/Inf", 1 / 1.7976931348623157e308, 0},
                            {"length([1, 2, x])", 3, 0},
                            {"maximum([1, 5, x])", 5, 0},
                            {"minimum([4, x, 9])", 3, 0},
                            {"prod([2, x, 4])", 24, 0},
                            {"sum(sin.([0.0, x]))", sin(3), 0},
                            {"sum(abs2.([1, x]))", 10, 0},
                            {"sum(sec.([0, x]))", 1 + 1 / cos(3), 0},
                            {"sum(log1p.([0.5, x]))", log1p(0.5) + log1p(3), 0},
                            {"sum(range(0, 1, length = 5))", 2.5, 0},
                            {"sum(range(0, stop = 1, length = 5))", 2.5, 0},
                            {"sum(range(0, 1, step = 0.25))", 2.5, 0},
                            {"sum(LinRange(0, 1, 3))", 1.5, 0},
                            {"sum(fill(x, 3))", 9, 0},
                            {"sum(hcat([1, 2], [x, 4]) * [0, 1])", 7, 0}};
    check_values(values, EG_COUNT(values));
}

/* Limits that are infinite limit nothing, and the smallest ones hold. */
static void limits_are_expressions(void **state)
{
    (void)state;
    static const char text[] =
        "component A\n"
        "  parameter a::Real(min = -Inf, max = Inf) = %s\n"
        "  parameter b::Real(min = typemin(Float64), max = floatmax(Float64)) = 1e300\n"
        "  parameter c::Length(min = eps(Float64)) = %s\n"
        "  parameter d::Real[length([1, 2, 3])] = [1, 2, 3]\n"
        "  m = Mass(m = 1)\nrelations\n  initial m.s = 0\n  initial m.v = 0\nend\n";
    static const struct {
        const char *a, *c;
        size_t warnings;
    } cases[] = {{"-1e308", "eps(Float64)", 0}, {"1", "1e-17", 1}, {"1", "0", 1}, {"Inf", "1", 0}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char one[1000];
        snprintf(one, sizeof one, text, cases[i].a, cases[i].c);
        reading r = read_dyad(one);
        if (r.status != EG_OK || eg_diagnostics_count(r.diagnostics) != cases[i].warnings)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(eg_diagnostics_count(r.diagnostics), cases[i].warnings);
        done(&r);
    }
}

/* Attributes of types are expressions too; what has an initial value needs no guess. */
static void types_and_starts_have_expressions(void **state)
{
    (void)state;
    reading r = read_dyad("type Gap = Real(units = \"m\", min = eps(Float64), max = Inf)\n"
                          "type Turn = Real(max = 2pi)\n"
                          "component A\n  parameter g::Gap = 0\n  parameter u::Turn = 7\n"
                          "  variable x::Real(initial = g > 2 ? 0.5 : 1, guess = eps(Float64))\n"
                          "  variable y::Real(guess = 5, initial = 2sqrt(4))\nrelations\n"
                          "  der(x) = 0\n  der(y) = 0\nend\n");
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 2); /* g is too small, u too large */
    assert_int_equal(eg_diagnostics_get(r.diagnostics, 0)->line, 4);
    assert_int_equal(eg_diagnostics_get(r.diagnostics, 1)->line, 5);
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-6, NULL, &st);
    NEAR(last_of(t, "x"), 1, 0);
    NEAR(last_of(t, "y"), 4, 0);
    eg_trajectory_free(t);
    done(&r);
}

/* A name of one's own goes before a constant, a function that the text carries before one of Julia; a prefix
 * before a product. */
static void names_of_ones_own_win(void **state)
{
    (void)state;
    reading r = read_dyad(
        "component A\n  parameter pi::Real = 3\n  parameter Inf::Real = 4\n"
        "  parameter m::Real = 100\n  parameter p::Real = 2pi + Inf + 2m\n"
        "  variable z::Real\n  variable w::Real\nrelations\n  z = p\n  w = inv(2)\n"
        "metadata {\"elastogap\": {\"modelica\": [{\"element\": 5, \"text\": [\n"
        "  \"function inv\", \"input Real x;\", \"output Real y;\", \"algorithm\", \"y := x + 5;\",\n"
        "  \"end inv;\"]}]}}\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-6, NULL, &st);
    NEAR(last_of(t, "z"), 10.002, 0);
    NEAR(last_of(t, "w"), 7, 0);
    eg_trajectory_free(t);
    done(&r);
}

/* Documentation that speaks of a function declares none. */
static void documentation_declares_nothing(void **state)
{
    (void)state;
    reading r = read_dyad(
        "\"\"\"\nThe function ifelse(c, a, b) chooses, the\nfunction round(x) rounds.\n\"\"\"\n"
        "component A\n  \"Uses the function max(a, b, c)\"\n  variable z::Real\nrelations\n"
        "  z = ifelse(time < 2, round(2.5), 0) + max(1, 2, 3)\n"
        "metadata {\"elastogap\": {\"modelica\": [{\"element\": 1, \"text\": [\n"
        "  \"pure function inv\", \"input Real x;\", \"output Real y;\", \"algorithm\", \"y := x;\",\n"
        "  \"end inv;\"]}]}}\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-6, NULL, &st);
    NEAR(last_of(t, "z"), 5, 0);
    eg_trajectory_free(t);
    done(&r);
}

/* What has no finite value where it is not asked for is no error. */
static void what_is_not_chosen_may_have_no_value(void **state)
{
    (void)state;
    reading r = read_dyad(
        "component A\n  parameter n::Real = 1000\n  parameter o::Real = 0\n  variable z::Real\n"
        "relations\n  z = time < 5 ? 2 : sech(n) + 1 ÷ o + 1 % o + exp(n) + acosh(o) + log1p(-n)\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-6, NULL, &st);
    NEAR(last_of(t, "z"), 2, 0);
    eg_trajectory_free(t);
    done(&r);
}

/* What the functions of Julia are said in has names of its own, which are none of the arguments. */
static void arguments_may_have_any_name(void **state)
{
    (void)state;
    reading r =
        read_dyad("component A\n  parameter a::Real = 2\n  parameter b::Real = 3\n  parameter c::Real = 4\n"
                  "  variable z::Real\n  variable w::Real\nrelations\n"
                  "  z = acoth(a + b) + asinh(b - c) + atanh(1/(c + a))\n"
                  "  w = fld(c + b, a) + hypot(c, b, a) + log(b, a) + muladd(c, b, a)\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-6, NULL, &st);
    NEAR(last_of(t, "z"), atanh(0.2) + asinh(-1) + atanh(1.0 / 6), 1e-15);
    NEAR(last_of(t, "w"), 3 + sqrt(29) + log(2) / log(3) + 14, 1e-14);
    eg_trajectory_free(t);
    done(&r);
}

/* ---------------------------------------------------------------- derivatives */

/* d/dt of f(x) with x = 0.3 + 0.4 t at t = 1, where x = 0.7: 0.4 f'(0.7). */
static void derivatives_are_exact(void **state)
{
    (void)state;
    const double x = 0.7;
    const struct {
        const char *f;
        double slope;
    } cases[] = {{"cbrt(x)", 1 / (3 * cbrt(x * x))},
                 {"cbrt(-x)", -1 / (3 * cbrt(x * x))},
                 {"hypot(x, 2)", x / sqrt(x * x + 4)},
                 {"expm1(x)", exp(x)},
                 {"log1p(x)", 1 / (1 + x)},
                 {"log1p(-x)", -1 / (1 - x)},
                 {"log2(x)", 1 / (x * log(2))},
                 {"exp2(x)", log(2) * exp2(x)},
                 {"asinh(x)", 1 / sqrt(1 + x * x)},
                 {"asinh(-x)", -1 / sqrt(1 + x * x)},
                 {"acosh(1 + x)", 1 / sqrt((1 + x) * (1 + x) - 1)},
                 {"atanh(x)", 1 / (1 - x * x)},
                 {"sec(x)", tan(x) / cos(x)},
                 {"csc(x)", -cos(x) / (sin(x) * sin(x))},
                 {"cot(x)", -1 / (sin(x) * sin(x))},
                 {"sinpi(x)", pi * cos(pi * x)},
                 {"deg2rad(x)", pi / 180},
                 {"abs2(x)", 2 * x},
                 {"inv(x)", -1 / (x * x)},
                 {"clamp(x, 0, 1)", 1},
                 {"clamp(x, 0.8, 1)", 0},
                 {"max(x, 0.1, 0.2)", 1},
                 {"copysign(x, -1)", -1},
                 {"round(10x)*x", 7},
                 {"x > 0.5 ? x^2 : 0", 2 * x}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "component A\n  variable x::Real\n  variable z::Real\n  variable w::Real\nrelations\n"
                 "  x = 0.3 + 0.4time\n  z = %s\n  w = der(z)\nend\n",
                 cases[i].f);
        reading r = read_dyad(text);
        eg_statistics st;
        eg_trajectory *t = run(&r, 1e-6, NULL, &st);
        /* x is off by its last place, which slopes of these magnify less than ten times */
        if (!(fabs(last_of(t, "w") - 0.4 * cases[i].slope) <= 1e-14 * fmax(1, fabs(cases[i].slope))))
            fail_msg("the slope of %s is %.17g, should be %.17g", cases[i].f, last_of(t, "w"),
                     0.4 * cases[i].slope);
        eg_trajectory_free(t);
        done(&r);
    }
}

/* Integrals over [0, 4] of what has kinks and jumps: exact only where each of these is hit. */
static void kinks_and_jumps_are_located(void **state)
{
    (void)state;
    const struct {
        const char *f;
        double integral;
    } cases[] = {{"round(time)", 8},
                 {"trunc(time - 2)", 0},
                 {"fld(time, 0.75)", 8.75},
                 {"cld(time, 0.75)", 12.75},
                 {"floor(Int, time)", 6},
                 {"ceil(Int, time)", 10},
                 {"time ÷ 1.5", 3.5},
                 {"time % 1.5", 1.125 + 1.125 + 0.5},
                 {"copysign(2, time - 1.5)", 2},
                 {"flipsign(time, 2 - time)", 2 - 6},
                 {"max(time, 1, 2time - 3)", 9},
                 {"clamp(time, 1, 2)", 1 + 1.5 + 4},
                 {"time ≥ 1 ? 1 : 2", 5},
                 {"signbit(time - 1) ? 1 : 0", 1},
                 {"xor(time > 1, time > 3) ? 1 : 0", 2},
                 {"cbrt(time - 1)", 0.75 * (pow(3, 4.0 / 3) - 1)}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "component A\n  variable y::Real\nrelations\n  initial y = 0\n  der(y) = %s\nend\n"
                 "analysis B\n  extends TransientAnalysis(stop = 4)\n  model = A()\nend\n",
                 cases[i].f);
        reading r = read_dyad(text);
        eg_statistics st;
        eg_trajectory *t = run(&r, 1e-9, NULL, &st);
        /* cbrt has no slope at its kink, where steps are short: the tolerance; the others are polynomials */
        double allowed =
            strncmp(cases[i].f, "cbrt", 4) == 0 ? 1e-7 : 1e-13 * fmax(1, fabs(cases[i].integral));
        if (!(fabs(last_of(t, "y") - cases[i].integral) <= allowed))
            fail_msg("the integral of %s is %.17g, should be %.17g", cases[i].f, last_of(t, "y"),
                     cases[i].integral);
        assert_true(eg_trajectory_events(t) > 0);
        eg_trajectory_free(t);
        done(&r);
    }
}

/* Relations of arrays, by element. */
static void arrays_have_relations(void **state)
{
    (void)state;
    reading r =
        read_dyad("component A\n  variable x::Real[3]\n  variable y::Real[3]\n  variable z::Real\n"
                  "relations\n  for i in 1:3\n    initial x[i] = i\n  end\n"
                  "  der.(x) .= -x .* [1, 2, 3]\n  y .= exp.(x) .+ log1p.(x) ./ 2\n  z = sum(y .^ 2)\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-12, NULL, &st);
    double sum = 0;
    for (int i = 1; i <= 3; i++) {
        double x = i * exp(-i), y = exp(x) + log1p(x) / 2;
        sum += y * y;
    }
    NEAR(last_of(t, "z"), sum, 1e-10); /* 100 times the tolerance */
    eg_trajectory_free(t);
    done(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void the_rest_is_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int column; /* from 1, of the expression */
        const char *says, *remedy;
    } cases[] = {
        {"1//2", 3, "expected a value", "a fraction is written a/b"},
        {"x ∈ [1, 2]", 3, "cannot stand here", "a == 1 or a == 2"},
        {"√2x", 5, "is not clear", "√(2*x)"},
        {"2.5f-1", 1, "could be an exponent", "2.5e-1"},
        {"3f+2", 1, "could be an exponent", "with spaces"},
        {"2 × 3", 3, "cannot stand here", "write *"},
        {"x ⊻ x", 3, "cannot stand here", "xor(a, b)"},
        {"NaN", 1, "\"NaN\" is not known", "no NaN and no infinity"},
        {"gcd(4, 6)", 1, "gcd(...) of Julia is not supported", "write the number"},
        {"one(x)", 1, "one(...) is of a type", "one(Float64)"},
        {"eps(x)", 1, "eps(...) is of a type", "eps(Float64)*abs"},
        {"zero()", 1, "zero() is of no type", "zero(Float64)"},
        {"floatmax(Int64)", 1, "floatmax(Int64) is no number here", "2^53"},
        {"Int(2.5)", 5, "not a whole number", "floor(Int, x)"},
        {"foo(x)", 1, "\"foo\" is not known", "functions written in Julia are not called"},
        {"range(0, 1)", 1, "a range wants", "length = 11"},
        {"round(x, digits = 2)", 1, "not supported with these arguments", "round(a)"},
        {"ifelse(x > 1, 2)", 1, "not supported with these arguments", "ifelse(condition, a, b)"},
        {"Float32(x)", 1, "Float32(...) of Julia", "1.5f0"},
        {"0xg", 1, "has no digits", "0x1F"},
        {"0x1_0000_0000_0000_0000", 1, "too large", "2^53"},
        {"x > 1 ? 2 ", 11, "expected \":\"", NULL},
        {"abs2([1, 2])", 1, "cannot join", "element by element"},
        {"acosh(0.5)", 1, "no finite value", NULL},
        {"x -> 2", 3, "is not Dyad", "write out what it computes"},
        {"x === 3 ? 1 : 2", 3, "is not Dyad", "\"==\""},
        {"x |> sin", 3, "is not Dyad", "f(x)"},
        {"sum([1, 2]...)", 11, "is not Dyad", "one after the other"},
        {"x += 1", 3, "is not Dyad", "nothing is assigned"},
        {"[1 2; 3 4]", 4, "expected \"]\"", "commas between elements"},
        {"(1, 2)", 1, "lists in parentheses", "[a, b]"},
        {"1 <= x <= 3 ? 1 : 2", 8, "do not chain", "a < x and x < b"},
        {"@. sin(x)", 1, "cannot stand here", "f.(x)"},
        {"x ** 2", 4, "expected a value", "x^2"},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "component A\n  parameter x::Real = 3\n  parameter p::Real = %s\n  m = Mass(m = p)\nend\n",
                 cases[i].text);
        reading r = read_dyad(text);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        bool has_remedy = !cases[i].remedy || (d->remedy && strstr(d->remedy, cases[i].remedy));
        bool is_next_line = strstr(cases[i].text, "? 2 ") != NULL;
        if ((!is_next_line && (d->line != 3 || d->column != 22 + cases[i].column)) ||
            !strstr(d->message, cases[i].says) || !has_remedy) {
            print_message("%s: ", cases[i].text);
            show(&r);
            fail();
        }
        done(&r);
    }
}

/* What says its argument several times does not grow without end. */
static void nested_words_end(void **state)
{
    (void)state;
    static char text[4000];
    size_t length = (size_t)snprintf(text, sizeof text, "component A\n  parameter p::Real = ");
    for (int i = 0; i < 40; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "asinh(");
    length += (size_t)snprintf(text + length, sizeof text - length, "1");
    for (int i = 0; i < 40; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, ")");
    snprintf(text + length, sizeof text - length, "\n  m = Mass(m = p)\nend\n");
    reading r = read_dyad(text);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "this expression is too long"));
    done(&r);
}

/* "component A ... p = first item item ... last", of many items. */
static char *long_text(const char *first, const char *item, size_t count, const char *last)
{
    static const char before[] = "component A\n  parameter x::Real = 3\n  parameter p::Real = ",
                      behind[] =
                          "\n  m = Mass(m = p)\nrelations\n  initial m.s = 0\n  initial m.v = 0\nend\n";
    size_t size = sizeof before + sizeof behind + strlen(first) + strlen(last) + count * strlen(item);
    char *text = malloc(size), *end = text;
    assert_non_null(text);
    end += sprintf(end, "%s%s", before, first);
    for (size_t i = 0; i < count; i++)
        end += sprintf(end, "%s", item);
    sprintf(end, "%s%s", last, behind);
    return text;
}

/* Chains of any length are read, or refused at their place where each link is a level of nesting. */
static void long_chains_are_read_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *first, *item, *last;
        double value; /* 0: refused */
    } cases[] = {{"max(", "x, ", "7)", 7},        {"x", " % 4", "", 0}, {"x", " ÷ 3 * 2", "", 0},
                 {"x + ", "2x + ", "0", 6e5 + 3}, {"", "2(", "x", 0},   {"", "x > 2 ? 1 : ", "2", 0},
                 {"", "trunc(", "x", 0}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char *text = long_text(cases[i].first, cases[i].item, 100000, cases[i].last);
        reading r = read_dyad(text);
        if (cases[i].value == 0) {
            assert_int_equal(r.status, EG_ERROR_MODEL);
            const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
            assert_int_equal(d->line, 3);
            assert_non_null(strstr(d->message, "more than 200 levels of nesting"));
        } else {
            assert_int_equal(r.status, EG_OK);
            NEAR(given(&r, "m.m"), cases[i].value, 0);
        }
        done(&r);
        free(text);
    }
}

/* ---------------------------------------------------------------- the published gap */

static eg_trajectory *gap_run(const char *class, const char *values, double tolerance)
{
    static const char rig[] =
        "component Rig\n"
        "  left = TranslationalComponents.Fixed(s0 = -2)\n  right = TranslationalComponents.Fixed(s0 = 2)\n"
        "  gap1 = %s(%s)\n  gap2 = %s(%s)\n  mass = TranslationalComponents.Mass(m = 1, L = 0)\n"
        "  room = ThermalComponents.FixedTemperature(T = 293.15)\n"
        "relations\n  initial mass.s = 2\n  initial mass.v = 0\n"
        "  connect(left.flange, gap1.flange_a)\n  connect(gap1.flange_b, mass.flange_a)\n"
        "  connect(mass.flange_b, gap2.flange_a)\n  connect(gap2.flange_b, right.flange)\n"
        "  connect(gap1.heat_port, gap2.heat_port, room.port)\nend\n"
        "analysis Run\n  extends TransientAnalysis(stop = 5, saveat = 0.01)\n  model = Rig()\nend\n";
    char text[2000];
    const char *directory = EG_SOURCE_DIR "/examples/DyadContacts";
    snprintf(text, sizeof text, rig, class, values, class, values);
    eg_read_options options = eg_read_options_default();
    options.include_dirs = &directory;
    options.include_count = 1;
    reading r = {.diagnostics = eg_diagnostics_create()};
    r.status = eg_spec_read_text(text, strlen(text), "rig.dyad", &options, r.diagnostics, &r.spec);
    eg_statistics st;
    eg_trajectory *t = run(&r, tolerance, "erk", &st);
    done(&r);
    return t;
}

/* Does an event of `in` happen at `time`? */
static bool has_event_at(const eg_trajectory *in, double time, double within)
{
    for (size_t i = 0; i < eg_trajectory_events(in); i++)
        if (fabs(eg_trajectory_event(in, i).time - time) <= within)
            return true;
    return false;
}

/* How far a differs from b in the variable: at most, over the range of b, on the grid and at b's events. */
static double distance(const eg_trajectory *a, const eg_trajectory *b, const char *name)
{
    long i = eg_trajectory_find(a, name), k = eg_trajectory_find(b, name);
    assert_true(i >= 0 && k >= 0);
    double worst = 0, low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < eg_trajectory_rows(b); row++) {
        low = fmin(low, eg_trajectory_value(b, (size_t)k, row));
        high = fmax(high, eg_trajectory_value(b, (size_t)k, row));
    }
    for (int step = 0; step <= 500; step++) { /* on the grid, where nothing is interpolated */
        double t = step * 0.01;
        worst = fmax(worst, fabs(eg_trajectory_at(a, (size_t)i, t) - eg_trajectory_at(b, (size_t)k, t)));
    }
    return worst / (high - low);
}

/* The gap as Dyad declares it, s_ref(min = eps(Float64)) among it, as its source and flattened, beside the
 * native class: events at the same instants, and the same motion, to 1e-12. With n = 1.5 the force has no
 * second derivative at touch, and a run is as exact as 100 times its tolerance. */
static void the_published_gap_is_the_native_one(void **state)
{
    (void)state;
    static const char *const written[] = {"DyadContacts.ElastoGap", "DyadContacts.ElastoGapFlat"};
    static const char *const variables[] = {"mass.s",     "mass.v",   "mass.a",   "gap1.f",        "gap2.f",
                                            "gap1.s_rel", "gap1.f_c", "gap1.f_d", "gap1.lossPower"};
    static const struct {
        const char *values;
        double off;
    } cases[] = {{"c = 10, d = 1.5, s_rel0 = 1.5", 1e-12},
                 {"c = 200, d = 3, s_rel0 = 1.5, s_ref = 0.1", 1e-12},
                 {"c = 10, d = 1.5, s_rel0 = 1.5, s_ref = 0.1, f_ref = 3, n = 1.5", 1e-10}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        eg_trajectory *native = gap_run("TranslationalComponents.ElastoGap", cases[i].values, 1e-12);
        for (size_t k = 0; k < EG_COUNT(written); k++) {
            eg_trajectory *t = gap_run(written[k], cases[i].values, 1e-12);
            assert_true(eg_trajectory_events(native) >= 12);
            for (size_t e = 0; e < eg_trajectory_events(native); e++)
                assert_true(has_event_at(t, eg_trajectory_event(native, e).time, cases[i].off));
            for (size_t e = 0; e < eg_trajectory_events(t); e++)
                assert_true(has_event_at(native, eg_trajectory_event(t, e).time, cases[i].off));
            for (size_t v = 0; v < EG_COUNT(variables); v++)
                AT_MOST(distance(t, native, variables[v]), cases[i].off);
            eg_trajectory_free(t);
        }
        eg_trajectory_free(native);
    }
}

/* Too small a reference length is told, where the text says so. */
static void a_reference_length_of_zero_is_told(void **state)
{
    (void)state;
    reading r = read_dyad("component A\n  parameter s_ref::Length(min = eps(Float64)) = 0\n"
                          "  m = Mass(m = 1)\nrelations\n  initial m.s = s_ref\n  initial m.v = 0\nend\n");
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 1);
    assert_int_equal(eg_diagnostics_get(r.diagnostics, 0)->line, 2);
    done(&r);
}

/* A weight of its own beside a force that relations give: masses of Dyad under gravity. */
static void a_weight_beside_a_force_that_relations_give(void **state)
{
    (void)state;
    reading r =
        read_dyad("component Gain\n  u = RealInput()\n  y = RealOutput()\nrelations\n  y = -4*u\nend\n"
                  "component A\n  mass = TranslationalComponents.Mass(m = 2, L = 0, g = -10, theta = pi/2)\n"
                  "  ground = TranslationalComponents.Fixed(s0 = 0)\n"
                  "  where_is = TranslationalComponents.PositionSensor()\n  law = Gain()\n"
                  "  push = TranslationalComponents.Force()\n"
                  "relations\n  initial mass.s = 0\n  initial mass.v = 0\n"
                  "  connect(where_is.flange, mass.flange_a)\n  connect(where_is.s, law.u)\n"
                  "  connect(law.y, push.f)\n  connect(push.flange_a, ground.flange)\n"
                  "  connect(push.flange_b, mass.flange_b)\nend\n");
    eg_statistics st;
    eg_trajectory *t = run(&r, 1e-10, NULL, &st);
    /* 2 s'' = 20 - 4 s: s = 5 (1 - cos(sqrt(2) t)) */
    NEAR(last_of(t, "mass.s"), 5 * (1 - cos(sqrt(2))), 1e-8);
    eg_trajectory_free(t);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_and_operators),
        cmocka_unit_test(functions_of_numbers),
        cmocka_unit_test(functions_that_choose_and_round),
        cmocka_unit_test(functions_of_types_and_arrays),
        cmocka_unit_test(limits_are_expressions),
        cmocka_unit_test(types_and_starts_have_expressions),
        cmocka_unit_test(names_of_ones_own_win),
        cmocka_unit_test(documentation_declares_nothing),
        cmocka_unit_test(what_is_not_chosen_may_have_no_value),
        cmocka_unit_test(arguments_may_have_any_name),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(kinks_and_jumps_are_located),
        cmocka_unit_test(arrays_have_relations),
        cmocka_unit_test(the_rest_is_refused_with_a_remedy),
        cmocka_unit_test(nested_words_end),
        cmocka_unit_test(long_chains_are_read_or_refused),
        cmocka_unit_test(the_published_gap_is_the_native_one),
        cmocka_unit_test(a_reference_length_of_zero_is_told),
        cmocka_unit_test(a_weight_beside_a_force_that_relations_give),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
