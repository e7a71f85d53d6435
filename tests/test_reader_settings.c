/* The caller's settings: modifiers around the whole model, which may name elements of arrays. */
#include "reading.h"

#define SET_MODEL                                                                                            \
    "model S " IMPORTS                                                                                       \
    "parameter Real k = 2; parameter Real v[3] = {1, 2, 3}; final parameter Real f = 2*k; "                  \
    "parameter Boolean b = false; Mass mass[2](m = {k, k + 1}, each stateSelect = StateSelect.prefer); "     \
    "ElastoGap gap(c = k*10, d = v[2]); protected parameter Real p = 1; end S;"

static void settings_are_outermost_modifiers(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *path;
        double value;
    } table[] = {{"k=5", "gap.c", 50.0},
                 {"k = 5", "mass[2].m", 6.0},
                 {"k=2e3", "gap.c", 2e4},
                 {"k=Modelica.Constants.pi", "gap.c", 31.415926535897931},
                 {"mass[2].m=7", "mass[2].m", 7.0},
                 {"mass[2].m=7", "mass[1].m", 2.0},
                 {"mass[1:2].m=7", "mass[1].m", 7.0},
                 {"mass.m=9", "mass[2].m", 9.0},
                 {"mass.m={3,4}", "mass[2].m", 4.0},
                 {"v[2]=9", "gap.d", 9.0},
                 {"v={4,5,6}", "gap.d", 5.0},
                 {"v=8", "gap.d", 8.0},
                 {"k=2*pi", "gap.c", 62.831853071795862},
                 {"gap.d=gap.c/4", "gap.d", 5.0},
                 {"gap.c=2*v[3] + f", "gap.c", 10.0},
                 {"k=v[3]", "mass[1].m", 3.0},
                 {"gap.useHeatPort=true", "gap.useHeatPort", 1.0},
                 {"mass.stateSelect=StateSelect.always", "mass[1].stateSelect", EG_ALWAYS}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        reading r = read_set(SET_MODEL, table[i].setting);
        if (r.status != EG_OK)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        assert_true(given(&r, table[i].path) == table[i].value);
        done(&r);
    }
    reading r = read_set(SET_MODEL, "mass[2].s.start=4");
    assert_true(start_of(&r, "mass[2]", "s")->start == 4.0);
    assert_null(start_of(&r, "mass[1]", "s"));
    done(&r);
}

static void the_last_setting_of_a_value_holds(void **state)
{
    (void)state;
    const char *settings[] = {"k=3", "gap.c=1", "k=4", "gap.c=2"};
    eg_read_options options = eg_read_options_default();
    options.settings = settings;
    options.setting_count = 4;
    reading r = read_with(SET_MODEL, &options);
    assert_true(value_of(&r, "k") == 4.0 && given(&r, "gap.c") == 2.0 && value_of(&r, "f") == 8.0);
    done(&r);
}

/* Where a setting is refused, and what is said. */
typedef struct refusal {
    const char *setting;
    int column;
    const char *message, *remedy;
} refusal;

static void expect_refusals(const char *model, const refusal *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reading r = read_set(model, table[i].setting);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        expect_message(&r, 0, 1, table[i].column, table[i].message, table[i].remedy);
        assert_int_equal(eg_diagnostics_errors(r.diagnostics), 1);
        done(&r);
    }
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    static const refusal table[] = {
        {"kk=1", 1, "S has no \"kk\"", "\"k\""},
        {"gap.cc=3", 5, "has no \"cc\"", "\"c\""},
        {"gap.s_rel=3", 11, "a variable that the component computes", "start"},
        {"f=3", 1, "\"f\" is final", NULL},
        {"p=3", 1, "\"p\" is protected", NULL},
        {"mass[3].m=1", 6, "the subscript 3 is out of range", NULL},
        {"gap[1].c=1", 1, "\"gap\" is not an array", NULL},
        {"gap.c[1]=1", 5, "\"gap.c\" is not an array", NULL},
        {"v={1,2}", 3, "\"v\" is an array of 3", NULL},
        {"b=1", 3, "Boolean", "true or false"},
        {"gap.c=-1", 8, "\"gap.c\" = -1 N/m is out of range: it must be at least 0", NULL},
        {"k", 2, "expected \"=\"", "NAME=VALUE"},
        {"k=", 3, "expected a value", NULL},
        {"k=3 4", 5, "expected the end of the setting", NULL},
        {"k=x", 3, "\"x\" is not known", NULL},
        {"k=2*k", 5, "depend on each other in a circle", "a value of its own"},
        {"k=gap.s_rel", 3, "changes with time", "only parameters"},
        {"k=\xFF", 3, "is not text", NULL}};
    expect_refusals(SET_MODEL, table, sizeof table / sizeof table[0]);
}

#define SET_VARIABLES                                                                                        \
    "model V import Modelica.Mechanics.Translational.Components.*; Mass mass[2](each m = 1); "               \
    "Real x[3](start = {1, 2, 3}, each fixed = true), y(start = 4, fixed = true); "                          \
    "equation der(x) = -x; der(y) = -y; end V;"

/* The start values of x[1], x[2] and x[3]. */
static void settings_reach_the_variables_they_name(void **state)
{
    (void)state;
    static const struct {
        const char *setting;
        double start[3];
        int fixed[3];
    } table[] = {{"x[2].start=9", {1, 9, 3}, {1, 1, 1}},     {"x[2:3].start=9", {1, 9, 9}, {1, 1, 1}},
                 {"x.start=9", {9, 9, 9}, {1, 1, 1}},        {"x.start={7,8,9}", {7, 8, 9}, {1, 1, 1}},
                 {"x[2].fixed=false", {1, 2, 3}, {1, 0, 1}}, {"x[3].nominal=5", {1, 2, 3}, {1, 1, 1}}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        reading r = read_set(SET_VARIABLES, table[i].setting);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(r.spec->variable_count, 4);
        for (int k = 0; k < 3; k++) {
            assert_true(r.spec->variables[k].start == table[i].start[k]);
            assert_int_equal(r.spec->variables[k].fixed, table[i].fixed[k]);
        }
        assert_true(r.spec->variables[3].start == 4);
        done(&r);
    }
}

static void settings_of_no_element_are_refused(void **state)
{
    (void)state;
    static const refusal table[] = {{"x[4].start=1", 3, "the subscript 4 is out of range", NULL},
                                    {"x[1,1].start=1", 1, "\"x\" has 2 subscripts but 1 dimension", NULL},
                                    {"x[2]=1", 1, "\"x\" is a variable", "x[1].start"},
                                    {"x.start[2]=1", 3, "\"start\" is not an array", "x[2].start"},
                                    {"y[1].start=1", 1, "\"y\" is not an array", NULL},
                                    {"mass.s.start[2]=1", 8, "\"start\" is not an array", "x[2].start"},
                                    {"mass[2].s[1].start=1", 9, "\"s\" is not an array", NULL}};
    expect_refusals(SET_VARIABLES, table, sizeof table / sizeof table[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_outermost_modifiers),
        cmocka_unit_test(the_last_setting_of_a_value_holds),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(settings_reach_the_variables_they_name),
        cmocka_unit_test(settings_of_no_element_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
