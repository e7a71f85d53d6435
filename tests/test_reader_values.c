/* Values of expressions, by hand: every operator and function of parameters. */
#include "reading.h"

/* The value of a Real parameter with this expression; beside it stand the names that it may use. */
static double result_of(const char *expression)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "model A type E = enumeration(a, b, c); parameter Integer n = 3; parameter Real v[3] = {10, 20, 30}; "
        "parameter Real m[2, 3] = [1, 2, 3; 4, 5, 6]; parameter Boolean t = true; parameter E e = E.b; "
        "parameter String s = \"x\"; parameter Real x = %s; end A;",
        expression);
    reading r = read_good(text);
    double x = value_of(&r, "x");
    done(&r);
    return x;
}

static void expect_result(const char *expression, double expected)
{
    double x = result_of(expression);
    if (x != expected)
        print_message("%s = %.17g, not %.17g\n", expression, x, expected);
    assert_true(x == expected);
}

static void arithmetic_is_that_of_the_language(void **state)
{
    (void)state;
    expect_result("1 + 2*3 - 4/8", 6.5);
    expect_result("-2^2", -4.0);
    expect_result("(-2)^2", 4.0);
    expect_result("2^(-1)", 0.5);
    expect_result("2^0.5", sqrt(2.0));
    expect_result("7/2", 3.5); /* division of Integers is Real */
    expect_result("-n + 10", 7.0);
    expect_result("1e3 - 1", 999.0);
    expect_result("2 - 3 - 4", -5.0);
    expect_result("24/4/3", 2.0);
}

static void conditions_choose(void **state)
{
    (void)state;
    expect_result("if n > 2 then 1 else 2", 1.0);
    expect_result("if n < 2 then 1 elseif n == 3 then 2 else 3", 2.0);
    expect_result("if not t or n <> 3 then 1 else 2", 2.0);
    expect_result("if t and n >= 3 and n <= 3 then 1 else 2", 1.0);
    expect_result("if s == \"x\" then 1 else 2", 1.0);
    expect_result("if e == E.b and e < E.c and e > E.a then 1 else 2", 1.0);
    expect_result("if t == true then 1 else 2", 1.0);
    /* What is not chosen may be meaningless. */
    expect_result("if n > 0 then 1/n else 1/0", 1.0 / 3.0);
    expect_result("if n == 0 or 6/n == 2 then 1 else 2", 1.0);
    expect_result("if n == 0 and 1/0 > 1 then 1 else 2", 2.0);
}

static void functions_of_numbers(void **state)
{
    (void)state;
    expect_result("abs(-2)", 2.0);
    expect_result("sign(-2.5) + sign(0) + 3*sign(7)", 2.0);
    expect_result("sqrt(16)", 4.0);
    expect_result("ceil(1.2) + floor(-1.2)", 0.0);
    expect_result("integer(-1.5)", -2.0);
    expect_result("div(7, 2) + div(-7, 2)", 0.0); /* truncates */
    expect_result("mod(-7, 3)", 2.0);             /* sign of the divisor */
    expect_result("rem(-7, 3)", -1.0);            /* sign of the dividend */
    expect_result("mod(5.5, 2)", 1.5);
    expect_result("sin(0) + cos(0) + tan(0)", 1.0);
    expect_result("asin(1) - 2*atan(1)", 0.0);
    expect_result("acos(1) + atan2(0, 1)", 0.0);
    expect_result("exp(0) + log(1) + log10(1000)", 4.0);
    expect_result("sinh(0) + cosh(0) + tanh(0)", 1.0);
}

static void functions_of_the_library_have_their_long_names(void **state)
{
    (void)state;
    expect_result("Modelica.Math.exp(0) + Modelica.Math.sin(0)", 1.0);
    expect_result("Modelica.Units.Conversions.from_degC(20)", 293.15);
    expect_result("Modelica.SIunits.Conversions.from_degC(20)", 293.15);
    expect_result("Modelica.Units.Conversions.to_deg(Modelica.Constants.pi)", 180.0);
    expect_result("Modelica.Constants.g_n", 9.80665);
    expect_result("noEvent(1) + smooth(0, 2) + homotopy(3, 4)", 6.0);
}

static void reductions_and_constructors(void **state)
{
    (void)state;
    expect_result("sum(v) + product({1, 2, 3})", 66.0);
    expect_result("min(v) + max(v) + min(1, 2) + max(1, 2)", 43.0);
    expect_result("sum(i^2 for i in 1:3)", 14.0);
    expect_result("sum(i*j for i in 1:2, j in 1:3)", 18.0);
    expect_result("max(v[i] - i for i in 1:3)", 27.0);
    expect_result("product(i for i in 1:0)", 1.0);
    expect_result("sum(zeros(0))", 0.0);
    expect_result("sum(fill(2.5, 2, 3))", 15.0);
    expect_result("sum(ones(4)) + sum(zeros(4))", 4.0);
    expect_result("sum(linspace(0, 1, 3))", 1.5);
    expect_result("sum(identity(3)) + sum(diagonal({1, 2}))", 6.0);
    expect_result("sum(transpose(m)) + size(transpose(m), 1)", 24.0);
}

static void arrays_have_elements_sizes_and_slices(void **state)
{
    (void)state;
    expect_result("v[2]", 20.0);
    expect_result("v[end] + v[end - 1]", 50.0);
    expect_result("v[n - 1]", 20.0);
    expect_result("m[2, 3]", 6.0);
    expect_result("sum(m[2, :]) + sum(m[:, 1])", 20.0);
    expect_result("sum(m[1, 2:3])", 5.0);
    expect_result("sum(v[{1, 3}])", 40.0);
    expect_result("size(v, 1) + size(m, 2) + sum(size(m)) + ndims(m)", 13.0);
    expect_result("v[integer(2.5)]", 20.0);
    expect_result("scalar({7}) + sum(vector([1; 2; 3]))", 13.0);
}

static void arrays_are_added_and_multiplied(void **state)
{
    (void)state;
    expect_result("sum(v + {1, 2, 3})", 66.0);
    expect_result("sum(2*v - v/10)", 114.0);
    expect_result("v*v", 1400.0);
    expect_result("sum(m*v)", 140.0 + 320.0);
    expect_result("sum({1, 2}*m)", 9.0 + 12.0 + 15.0);
    expect_result("sum(m*transpose(m))", 14.0 + 32.0 + 32.0 + 77.0);
    expect_result("sum(v .* v) + sum(v ./ v) + sum(v .^ 2)", 2803.0);
    expect_result("sum(v .+ 1) + sum(1 .- v)", 63.0 - 57.0);
    expect_result("sum(-v)", -60.0);
    expect_result("sum(abs(-v)) + sum(sqrt({1, 4}))", 63.0);
    expect_result("sum([v, v])", 120.0);
    expect_result("sum([1, 2; 3, 4])", 10.0);
}

static void ranges_count_up_and_down(void **state)
{
    (void)state;
    expect_result("sum(1:4)", 10.0);
    expect_result("sum(4:1)", 0.0);
    expect_result("sum(5:-2:1)", 9.0);
    expect_result("size(0:0.1:1, 1)", 11.0);
    expect_result("size(0:0.1:0.3, 1)", 4.0); /* 0.3/0.1 rounds to below 3 */
}

static void literals_of_enumerations_and_texts(void **state)
{
    (void)state;
    expect_result("Integer(E.c)", 3.0);
    expect_result("if String(n) + \"!\" == \"3!\" then 1 else 0", 1.0);
    expect_result("if String(e) == \"b\" and String(true) == \"true\" then 1 else 0", 1.0);
    expect_result("if String(0.1) == \"0.1\" then 1 else 0", 1.0);
}

static void a_chain_of_a_hundred_thousand_terms_is_summed(void **state)
{
    (void)state;
    enum { TERMS = 100000 };
    char *text = malloc(2 * TERMS + 100), *out = text;
    out += sprintf(out, "model A parameter Real x = 1");
    for (int i = 1; i < TERMS; i++)
        out += sprintf(out, "+1");
    sprintf(out, "; end A;");
    reading r = read_good(text);
    assert_true(value_of(&r, "x") == TERMS);
    done(&r);
    free(text);
}

/* ---------------------------------------------------------------- units */

static void products_and_quotients_carry_units(void **state)
{
    (void)state;
    reading r = read_good(
        "model A import Modelica.Units.SI; parameter SI.Force F = 6; parameter SI.Length L = 2; "
        "parameter SI.Mass M = 3; parameter SI.Time T = 1; "
        "parameter SI.TranslationalSpringConstant c = F/L; parameter SI.Velocity v = sqrt(F*L/M); "
        "parameter SI.TranslationalDampingConstant d = F*T/L; parameter SI.Energy E = M*v^2/2; "
        "parameter SI.Acceleration a = F/M + Modelica.Constants.g_n; parameter SI.Frequency f = 1/T; "
        "parameter SI.Angle phi = 2*Modelica.Constants.pi; parameter SI.Length s = L + 0.5; "
        "parameter SI.Length w[2] = {L, 2*L}; parameter SI.Power P = E*f; "
        "parameter Real plain = F; parameter SI.Force again = plain; end A;");
    assert_true(value_of(&r, "c") == 3.0 && value_of(&r, "v") == 2.0 && value_of(&r, "E") == 6.0);
    done(&r);
}

static void units_that_surely_differ_are_refused(void **state)
{
    (void)state;
    static const char head[] =
        "model A import Modelica.Units.SI; parameter SI.Force F = 6; parameter SI.Length L = 2; "
        "parameter SI.Mass M = 3; ";
    static const struct {
        const char *declaration, *message;
    } table[] = {
        {TRANSLATIONAL "Components.ElastoGap gap(c = M, d = 1);",
         "\"gap.c\" has the unit N/m; it cannot take a value in kg"},
        {"parameter SI.Energy E = F/L;", "\"E\" has the unit J; it cannot take a value in N/(m)"},
        {"parameter SI.Length w[2] = {M, M};", "\"w\" has the unit m; it cannot take a value in kg"},
        {"parameter SI.Length s = sqrt(F*L/M);", "cannot take a value in sqrt(N.m/(kg))"},
        {"parameter SI.Length s = max(M, 1);", "cannot take a value in kg"},
        {"parameter SI.Length s = if F > 1 then M else M;", "cannot take a value in kg"},
        {"parameter SI.Length s = 1; " TRANSLATIONAL "Components.Mass m(m = 1, s(start = F));",
         "\"start\" has the unit m; it cannot take a value in N"},
        {"parameter SI.Length s(unit = \"kg\") = 1;", "\"s\" has the unit m by its type; it cannot be kg"},
        {"parameter Real s(unit = \"parsec/fortnight\") = 1;", "is not a unit"},
        {TRANSLATIONAL "Components.ElastoGap gap(c(unit = \"N\") = 1, d = 1);",
         "\"c\" has the unit N/m by its type"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s end A;", head, table[i].declaration);
        reading r = read_set(text, NULL);
        if (eg_diagnostics_errors(r.diagnostics) != 1)
            print_message("%s\n", text);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        assert_int_equal(eg_diagnostics_errors(r.diagnostics), 1);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        if (!strstr(d->message, table[i].message))
            assert_string_equal(d->message, table[i].message);
        done(&r);
    }
}

static void sums_and_comparisons_of_different_units_are_warned_of(void **state)
{
    (void)state;
    reading r =
        read_set("model A import Modelica.Units.SI; parameter SI.Force F = 6; parameter SI.Length L = 2; "
                 "parameter Real a = F + L; parameter Boolean b = F < L; end A;",
                 NULL);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 2);
    assert_string_equal(eg_diagnostics_get(r.diagnostics, 0)->message, "this adds N and m");
    assert_string_equal(eg_diagnostics_get(r.diagnostics, 1)->message, "this compares N with m");
    done(&r);
}

/* Data.m where Data is a record and m its parameter: what the text of the class says, told once; what it says
 * by other parameters of the class too. */
static void parameters_of_a_class_are_what_its_text_says(void **state)
{
    (void)state;
    reading r = read_set("model A record Data parameter Real m = 4; parameter Real W = 2*m; end Data; "
                         "parameter Real x = Data.W + 1; parameter Real y = Data.W; end A;",
                         NULL);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 1);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message,
                           "\"Data.W\" is asked for without an instance of A.Data"));
    assert_true(value_of(&r, "x") == 9);
    assert_true(value_of(&r, "y") == 8);
    done(&r);
}

static void parameters_of_a_class_without_value_belong_to_instances(void **state)
{
    (void)state;
    reading r =
        read_set("model A record Data parameter Real m; end Data; parameter Real x = Data.m; end A;", NULL);
    assert_int_not_equal(r.status, EG_OK);
    assert_non_null(
        strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "\"Data.m\" belongs to instances of A.Data"));
    done(&r);
}

/* Of 1 in the one unit, how many of the other; the freezing and boiling points of water. */
static void units_are_converted(void **state)
{
    (void)state;
#define U "Modelica.Units.Conversions."
    static const struct {
        const char *there, *back;
        double from, to;
    } table[] = {
        {U "to_rpm(%.17g)", U "from_rpm(%.17g)", 2 * M_PI, 60},
        {U "to_deg(%.17g)", U "from_deg(%.17g)", M_PI, 180},
        {U "to_Hz(%.17g)", U "from_Hz(%.17g)", 2 * M_PI, 1},
        {U "to_kmh(%.17g)", U "from_kmh(%.17g)", 10, 36},
        {U "to_bar(%.17g)", U "from_bar(%.17g)", 1e5, 1},
        {U "to_degC(%.17g)", U "from_degC(%.17g)", 373.15, 100},
        {U "to_degF(%.17g)", U "from_degF(%.17g)", 373.15, 212},
        {U "to_degRk(%.17g)", U "from_degRk(%.17g)", 273.15, 491.67},
        {U "to_day(%.17g)", U "from_day(%.17g)", 86400, 1},
        {U "to_hour(%.17g)", U "from_hour(%.17g)", 7200, 2},
        {U "to_minute(%.17g)", U "from_minute(%.17g)", 90, 1.5},
        {U "to_litre(%.17g)", U "from_litre(%.17g)", 1, 1000},
        {U "to_Ah(%.17g)", U "from_Ah(%.17g)", 3600, 1},
        {U "to_Wh(%.17g)", U "from_Wh(%.17g)", 3600, 1},
        {U "to_kWh(%.17g)", U "from_kWh(%.17g)", 3.6e6, 1},
        {U "to_gps(%.17g)", U "from_gps(%.17g)", 1, 1000},
        {U "to_cm2(%.17g)", U "from_cm2(%.17g)", 1, 10000},
        {"Modelica.SIunits.Conversions.to_rpm(%.17g)", U "to_unit1(" U "from_rpm(%.17g))", 2 * M_PI, 60},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char there[200], back[200];
        snprintf(there, sizeof there, table[i].there, table[i].from);
        snprintf(back, sizeof back, table[i].back, table[i].to);
        /* At most four operations round, of terms up to 460 larger than half the result: below 1e-12. */
        assert_true(fabs(result_of(there) / table[i].to - 1) < 1e-12);
        assert_true(fabs(result_of(back) / table[i].from - 1) < 1e-12);
    }
#undef U
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_converted),
        cmocka_unit_test(parameters_of_a_class_are_what_its_text_says),
        cmocka_unit_test(parameters_of_a_class_without_value_belong_to_instances),
        cmocka_unit_test(arithmetic_is_that_of_the_language),
        cmocka_unit_test(conditions_choose),
        cmocka_unit_test(functions_of_numbers),
        cmocka_unit_test(functions_of_the_library_have_their_long_names),
        cmocka_unit_test(reductions_and_constructors),
        cmocka_unit_test(arrays_have_elements_sizes_and_slices),
        cmocka_unit_test(arrays_are_added_and_multiplied),
        cmocka_unit_test(ranges_count_up_and_down),
        cmocka_unit_test(literals_of_enumerations_and_texts),
        cmocka_unit_test(a_chain_of_a_hundred_thousand_terms_is_summed),
        cmocka_unit_test(products_and_quotients_carry_units),
        cmocka_unit_test(units_that_surely_differ_are_refused),
        cmocka_unit_test(sums_and_comparisons_of_different_units_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
