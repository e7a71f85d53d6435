/* Units: the table of types, unit expressions, conversion; and the constants of Modelica. */
#include "base/constants.h"
#include "base/unit_meant.h"
#include "base/units.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Equal to within `ulps` roundings: each arithmetic operation adds at most half a unit in the last place. */
static void assert_near(double is, double wanted, double ulps)
{
    if (fabs(is - wanted) <= ulps * 2.3e-16 * fabs(wanted))
        return;
    print_error("is %.17g, wanted %.17g\n", is, wanted);
    assert_true(fabs(is - wanted) <= ulps * 2.3e-16 * fabs(wanted));
}

/* ---------------------------------------------------------------- types */

static void types_are_sorted_and_their_units_parse(void **state)
{
    (void)state;
    size_t count;
    const eg_unit_type *types = eg_unit_types(&count);
    /* MSL 4.1: 516 types in Modelica.Units.SI that are Reals, 18 in Modelica.Units.NonSI. */
    assert_int_equal(count, 534);
    size_t non_si = 0;
    for (size_t i = 0; i < count; i++) {
        eg_unit unit;
        if (i > 0 && strcmp(types[i - 1].name, types[i].name) >= 0)
            fail_msg("%s stands before %s", types[i - 1].name, types[i].name);
        if (!eg_unit_parse(types[i].unit, &unit))
            fail_msg("%s: cannot parse %s", types[i].name, types[i].unit);
        double shown;
        if (types[i].display_unit && !eg_unit_convert(1.0, types[i].unit, types[i].display_unit, &shown))
            fail_msg("%s: cannot show %s in %s", types[i].name, types[i].unit, types[i].display_unit);
        assert_true(types[i].min <= types[i].max);
        assert_ptr_equal(eg_unit_of_type(types[i].name), &types[i]);
        non_si += types[i].non_si;
    }
    assert_int_equal(non_si, 18);
}

static void types_know_unit_and_range(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit;
        double min;
    } known[] = {
        {"Force", "N", -INFINITY},
        {"Position", "m", -INFINITY},
        {"Distance", "m", 0.0},
        {"Mass", "kg", 0.0},
        {"TranslationalSpringConstant", "N/m", -INFINITY},
        {"TranslationalDampingConstant", "N.s/m", -INFINITY},
        {"Temperature", "K", 0.0},
        {"TemperatureDifference", "K", -INFINITY},
        {"HeatFlowRate", "W", -INFINITY},
        {"MomentOfInertia", "kg.m2", -INFINITY},
        {"CoefficientOfHeatTransfer", "W/(m2.K)", -INFINITY},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        const eg_unit_type *type = eg_unit_of_type(known[i].name);
        assert_non_null(type);
        assert_string_equal(type->unit, known[i].unit);
        assert_true(type->min == known[i].min);
        assert_true(type->max == INFINITY);
    }
    const eg_unit_type *temperature = eg_unit_of_type("Temperature");
    assert_string_equal(temperature->display_unit, "degC");
    assert_true(temperature->nominal == 300.0);
    assert_true(temperature->start == 288.15);
    assert_true(isnan(eg_unit_of_type("Force")->nominal));
    assert_true(eg_unit_of_type("MassFraction")->max == 1.0);
}

static void types_are_found_by_full_name(void **state)
{
    (void)state;
    const eg_unit_type *force = eg_unit_of_type("Force");
    assert_ptr_equal(eg_unit_of_type("Modelica.Units.SI.Force"), force);
    assert_ptr_equal(eg_unit_of_type("Modelica.SIunits.Force"), force);
    assert_non_null(eg_unit_of_type("Modelica.Units.NonSI.Angle_deg"));
    assert_non_null(eg_unit_of_type("Modelica.SIunits.Conversions.NonSIunits.Angle_deg"));
    assert_null(eg_unit_of_type("Modelica.Units.NonSI.Force"));
    assert_null(eg_unit_of_type("Modelica.Units.SI.Angle_deg"));
    assert_null(eg_unit_of_type("Modelica.Units.SI"));
    assert_null(eg_unit_of_type("force"));
    assert_null(eg_unit_of_type(""));
}

/* ---------------------------------------------------------------- expressions */

static void same_units_are_recognised(void **state)
{
    (void)state;
    /* The definitions of the derived SI units (SI brochure, 9th edition, table 4). */
    static const char *const same[][2] = {
        {"N", "kg.m/s2"},
        {"Pa", "N/m2"},
        {"J", "N.m"},
        {"W", "J/s"},
        {"C", "A.s"},
        {"V", "W/A"},
        {"F", "C/V"},
        {"Ohm", "V/A"},
        {"S", "1/Ohm"},
        {"Wb", "V.s"},
        {"T", "Wb/m2"},
        {"H", "Wb/A"},
        {"lm", "cd.sr"},
        {"lx", "lm/m2"},
        {"Bq", "1/s"},
        {"Gy", "J/kg"},
        {"Sv", "J/kg"},
        {"kat", "mol/s"},
        {"Hz", "s-1"},
        {"N.s/m", "kg/s"},
        {"kN", "kg.km/s2"},
        {"mm", "m.mm/m"},
        {"W/(m2.K)", "kg/(s3.K)"},
        {"rad/s", "1/s"},
        {"l", "dm3"},
        {"t", "Mg"},
        {"bar", "daN/cm2"},
        {"V.A", "var"},
        {"kW.h", "kJ.h/s"},
        {"min", "min1"},
        {"m+2", "m2"},
        {"(N.m)/(s)", "W"},
        {"1", ""},
        {"rev/min", "rpm"},
        {"MPa", "N/mm2"},
        {"J-1/m-3", "m3/J"},
        {"kg/(m.s2)", "Pa"},
    };
    for (size_t i = 0; i < COUNT(same); i++)
        if (!eg_unit_same(same[i][0], same[i][1]) || !eg_unit_same(same[i][1], same[i][0]))
            fail_msg("%s and %s should be the same", same[i][0], same[i][1]);
    assert_true(eg_unit_same(NULL, "1"));
    assert_true(eg_unit_same("m!", "m!"));
}

static void different_units_are_told_apart(void **state)
{
    (void)state;
    static const char *const different[][2] = {
        {"N", "kN"},    {"N", "N.m"},   {"m", "mm"}, {"K", "degC"},    {"degC", "degF"}, {"K", "degRk"},
        {"s", "min"},   {"rad", "deg"}, {"dB", "1"}, {"phon", "sone"}, {"kg", "g"},      {"m", "s"},
        {"N/m", "N.m"}, {"1/s", "rpm"}, {"m!", "m"}, {"m", NULL},
    };
    for (size_t i = 0; i < COUNT(different); i++)
        if (eg_unit_same(different[i][0], different[i][1]))
            fail_msg("%s and %s are not the same", different[i][0], different[i][1]);
}

static void malformed_units_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "N/m/s", "N/m.s", "N..m", ".m",   "m.",   "m^2",  "m*s",          "furlong",   "N/", "/s",
        "(N",    "N)",    "()",   "m ",   " m",   "kkg",  "kmin",         "m+",        "m-", "2",
        "1.m",   "1m",    "m2.5", "m100", "N/(m", "mumm", "abcdefghijkl", "m\xc2\xb2",
    };
    eg_unit unit;
    for (size_t i = 0; i < COUNT(bad); i++)
        if (eg_unit_parse(bad[i], &unit))
            fail_msg("%s should be refused", bad[i]);
    char deep[5001];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_false(eg_unit_parse(deep, &unit));
}

static void prefixes_yield_to_whole_symbols(void **state)
{
    (void)state;
    eg_unit unit;
    assert_true(eg_unit_parse("min", &unit));
    assert_int_equal(unit.dimension[EG_UNIT_S], 1);
    assert_int_equal(unit.dimension[EG_UNIT_M], 0);
    assert_true(eg_unit_parse("cd", &unit));
    assert_int_equal(unit.dimension[EG_UNIT_CD], 1);
    assert_true(eg_unit_parse("Pa", &unit));
    assert_int_equal(unit.dimension[EG_UNIT_M], -1);
    assert_true(eg_unit_parse("dam", &unit));
    assert_int_equal(unit.decade, 1);
    assert_true(eg_unit_parse("dm", &unit));
    assert_int_equal(unit.decade, -1);
}

static void values_are_converted(void **state)
{
    (void)state;
    /* Decimal prefixes are exact: one rounding, as in the decimal literal. Others: a few roundings. */
    static const struct {
        double value;
        const char *from, *to;
        double wanted, ulps;
    } cases[] = {
        {1.0, "mm", "m", 0.001, 0.0},
        {2.5, "kN", "N", 2500.0, 0.0},
        {0.1, "m", "mm", 100.0, 0.0},
        {7.0, "m", "m", 7.0, 0.0},
        {36.0, "km/h", "m/s", 10.0, 0.0},
        {10.0, "m/s", "km/h", 36.0, 0.0},
        {2.0, "bar", "Pa", 2e5, 0.0},
        {1.0, "kW.h", "J", 3.6e6, 0.0},
        {3.0, "l", "m3", 0.003, 0.0},
        {4.0, "cm2", "m2", 0.0004, 0.0},
        {1.0, "d", "s", 86400.0, 0.0},
        {12.0, "N/mm", "N/m", 12000.0, 0.0},
        {20.0, "degC", "K", 293.15, 0.0},
        {293.15, "K", "degC", 20.0, 4.0},
        {32.0, "degF", "degC", 0.0, 0.0},
        {212.0, "degF", "K", 373.15, 2.0},
        {491.67, "degRk", "K", 273.15, 2.0},
        {60.0, "rpm", "rad/s", 2.0 * 3.14159265358979323846, 2.0},
        {180.0, "deg", "rad", 3.14159265358979323846, 2.0},
        {1.0, "eV", "J", 1.602176634e-19, 2.0},
        {5.0, "W/(m2.K)", "mW/(mm2.K)", 0.005, 0.0},
        {37.3, "deg", "deg", 37.3, 0.0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double out = NAN;
        assert_true(eg_unit_convert(cases[i].value, cases[i].from, cases[i].to, &out));
        /* 0 degC is the difference of two numbers near 273: absolute error of an ulp of those. */
        if (cases[i].wanted == 0.0)
            assert_true(fabs(out) <= 1.2e-13);
        else if (strcmp(cases[i].to, "degC") == 0)
            assert_true(fabs(out - cases[i].wanted) <= 6e-14);
        else
            assert_near(out, cases[i].wanted, cases[i].ulps);
    }
    double untouched = 4.0;
    assert_false(eg_unit_convert(1.0, "m", "s", &untouched));
    assert_false(eg_unit_convert(1.0, "m", "nonsense", &untouched));
    assert_false(eg_unit_convert(1.0, "nonsense", "m", &untouched));
    assert_true(untouched == 4.0);
}

/* ---------------------------------------------------------------- constants */

static void constants_have_their_values(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double value, relative; /* CODATA 2018 to the digits printed there; mathematics to the last bit */
    } known[] = {
        {"R", 8.31446261815324, 1e-15},
        {"F", 96485.33212331001, 1e-15},
        {"sigma", 5.670374419184429e-8, 1e-14},
        {"epsilon_0", 8.8541878128e-12, 1e-10},
        {"c", 299792458.0, 0.0},
        {"g_n", 9.80665, 0.0},
        {"T_zero", -273.15, 0.0},
        {"eps", 2.220446049250313e-16, 0.0},
        {"small", 2.2250738585072014e-308, 0.0},
        {"inf", 1.7976931348623157e308, 0.0},
        {"Integer_inf", 2147483647.0, 0.0},
        {"gamma", 0.5772156649015329, 0.0},
        {"D2R", 0.017453292519943295, 0.0},
        {"R2D", 57.29577951308232, 0.0},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        const eg_constant *c = eg_constant_find(known[i].name);
        assert_non_null(c);
        if (fabs(c->value - known[i].value) > known[i].relative * fabs(known[i].value))
            fail_msg("%s is %.17g, wanted %.17g", c->name, c->value, known[i].value);
    }
    assert_true(eg_constant_find("Modelica.Constants.pi")->value == 2.0 * asin(1.0));
    assert_true(eg_constant_find("Modelica.Constants.e")->value == exp(1.0));
}

static void constants_are_sorted_and_found(void **state)
{
    (void)state;
    size_t count;
    const eg_constant *constants = eg_constants(&count);
    assert_int_equal(count, 22);
    for (size_t i = 0; i < count; i++) {
        eg_unit unit;
        if (i > 0)
            assert_true(strcmp(constants[i - 1].name, constants[i].name) < 0);
        assert_ptr_equal(eg_constant_find(constants[i].name), &constants[i]);
        assert_true(eg_unit_parse(constants[i].unit, &unit));
        if (constants[i].type && strcmp(constants[i].type, "Integer") != 0)
            assert_true(eg_unit_same(eg_unit_of_type(constants[i].type)->unit, constants[i].unit));
    }
    assert_ptr_equal(eg_constant_find("ModelicaServices.Machine.eps"), eg_constant_find("eps"));
    assert_null(eg_constant_find("ModelicaServices.Machine.pi"));
    assert_null(eg_constant_find("Modelica.Constants."));
    assert_null(eg_constant_find("Pi"));
}

/* As people write them; what may mean two units, or none, is left open. */
static void what_is_no_unit_is_meant_as_one(void **state)
{
    static const char *const meant[][2] = {{"Nm", "N.m"},
                                           {"N m", "N.m"},
                                           {"Ns/m", "N.s/m"},
                                           {"N*s/m", "N.s/m"},
                                           {"m^2", "m2"},
                                           {"m/s**2", "m/s2"},
                                           {"kg m^2", "kg.m2"},
                                           {"kgm2", "kg.m2"},
                                           {"metre", "m"},
                                           {"Newton/meter", "N/m"},
                                           {"m/s\xC2\xB2", "m/s2"},
                                           {"N\xC2\xB7m", "N.m"},
                                           {"N\xE2\x8B\x85s", "N.s"},
                                           {"W/(m^2 K)", "W/(m2.K)"},
                                           {"degrees/second", "deg/s"},
                                           {" N . m ", "N.m"}};
    static const char *const open[] = {"Nms", "parsec/fortnight", "",     " ",  "/", "N//m", "((", "m^",
                                       "^2",  "N/m/s/",           "\xC2", "[N]"};
    (void)state;
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) {
        char unit[80] = "";
        assert_true(eg_unit_meant(meant[i][0], unit, sizeof unit));
        assert_string_equal(unit, meant[i][1]);
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        char unit[80] = "";
        if (eg_unit_meant(open[i], unit, sizeof unit))
            fail_msg("\"%s\" is taken for %s", open[i], unit);
    }
}

/* Every unit that there is means itself, and a buffer that is too short is no answer. */
static void what_is_meant_is_a_unit(void **state)
{
    size_t count;
    char unit[80];
    const eg_unit_type *types = eg_unit_types(&count);
    (void)state;
    for (size_t i = 0; i < count; i++)
        if (*types[i].unit) {
            assert_true(eg_unit_meant(types[i].unit, unit, sizeof unit));
            assert_true(eg_unit_same(unit, types[i].unit));
        }
    assert_false(eg_unit_meant("kg m2", unit, 5));
    char endless[5000];
    memset(endless, 'm', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_false(eg_unit_meant(endless, unit, sizeof unit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_sorted_and_their_units_parse),
        cmocka_unit_test(types_know_unit_and_range),
        cmocka_unit_test(types_are_found_by_full_name),
        cmocka_unit_test(same_units_are_recognised),
        cmocka_unit_test(different_units_are_told_apart),
        cmocka_unit_test(malformed_units_are_refused),
        cmocka_unit_test(prefixes_yield_to_whole_symbols),
        cmocka_unit_test(values_are_converted),
        cmocka_unit_test(what_is_no_unit_is_meant_as_one),
        cmocka_unit_test(what_is_meant_is_a_unit),
        cmocka_unit_test(constants_have_their_values),
        cmocka_unit_test(constants_are_sorted_and_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
