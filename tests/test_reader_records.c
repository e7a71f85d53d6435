/* Records of parameters, inner and outer, types and enumerations of the user's own. */
#include "reading.h"

#define RECORDS                                                                                              \
    "package P\n"                                                                                            \
    "  import T = Modelica.Mechanics.Translational;\n"                                                       \
    "  type Grade = enumeration(soft \"yields\", hard);\n"                                                   \
    "  record Data \"of a spring\"\n"                                                                        \
    "    extends Modelica.Icons.Record;\n"                                                                   \
    "    parameter Modelica.Units.SI.TranslationalSpringConstant c = 1e3 \"stiffness\";\n"                   \
    "    Real d(unit = \"N.s/m\") = c/100;\n"                                                                \
    "    Integer k = 2;\n"                                                                                   \
    "    Boolean flag = false;\n"                                                                            \
    "    Grade grade = Grade.soft;\n"                                                                        \
    "    String name = \"x\";\n"                                                                             \
    "  end Data;\n"                                                                                          \
    "  record Steel = Data(c = 5e6);\n"                                                                      \
    "  record Long extends Data(c = 7); parameter Real extra = 1; end Long;\n"                               \
    "  record Both Data a(c = 3); Data b = Data(c = 4); Real v[2] = {1, 2}; end Both;\n"                     \
    "  constant Data rubber = Data(c = 11, d = 2);\n"                                                        \
    "  model Stop\n"                                                                                         \
    "    parameter Data data;\n"                                                                             \
    "    parameter Both both;\n"                                                                             \
    "    T.Components.ElastoGap g(c = data.c, d = data.d);\n"                                                \
    "    T.Components.Mass m(m = both.v[2]);\n"                                                              \
    "  end Stop;\n"

#define END " end P;"

static reading read_model(const char *model)
{
    static char text[6000];
    snprintf(text, sizeof text, "%s%s%s", RECORDS, model, END);
    return read_good(text);
}

/* ---------------------------------------------------------------- records */

static void a_record_gives_its_own_values(void **state)
{
    (void)state;
    reading r = read_model("model M Stop s; Stop t(data(c = 50), both(v = {5, 6})); end M;");
    assert_true(given(&r, "s.g.c") == 1e3 && given(&r, "s.g.d") == 10 && given(&r, "s.m.m") == 2);
    assert_true(given(&r, "t.g.c") == 50 && given(&r, "t.g.d") == 0.5 && given(&r, "t.m.m") == 6);
    assert_true(value_of(&r, "s.both.a.c") == 3 && value_of(&r, "s.both.b.c") == 4 &&
                value_of(&r, "s.both.b.d") == 0.04);
    assert_string_equal(declared(&r, "s.data.c")->comment, "stiffness");
    done(&r);
}

static void a_record_takes_another_one(void **state)
{
    (void)state;
    reading r =
        read_model("model M parameter Data mine(c = 4, d = 8); parameter Boolean hard = true;"
                   "  parameter Both two(a = rubber, b(c = 44));"
                   "  Stop a(data = mine), b(data = rubber, both = two), c(data = P.rubber),"
                   "    d(data = if hard then Steel() else mine),"
                   "    e(data = if not hard then rubber else if hard then mine else rubber); end M;");
    assert_true(given(&r, "a.g.c") == 4 && given(&r, "a.g.d") == 8);
    assert_true(given(&r, "b.g.c") == 11 && given(&r, "b.g.d") == 2 && given(&r, "c.g.d") == 2);
    assert_true(value_of(&r, "b.both.a.c") == 11 && value_of(&r, "b.both.b.c") == 44);
    assert_true(given(&r, "d.g.c") == 5e6 && given(&r, "d.g.d") == 5e4 && given(&r, "e.g.d") == 8);
    done(&r);
}

static void constructors_take_names_and_positions(void **state)
{
    (void)state;
    reading r =
        read_model("model M Stop a(data = Data(3, 4)), b(data = Long(d = 8)), c(data = Long(5, extra = 2)),"
                   "  d(data = Data(c = 30, k = 3, flag = true, grade = Grade.hard, name = \"n\")); end M;");
    assert_true(given(&r, "a.g.c") == 3 && given(&r, "a.g.d") == 4);
    assert_true(given(&r, "b.g.c") == 7 && given(&r, "b.g.d") == 8);
    assert_true(given(&r, "c.g.c") == 5 && given(&r, "c.g.d") == 0.05);
    assert_true(given(&r, "d.g.d") == 0.3 && value_of(&r, "d.data.grade") == 1 &&
                value_of(&r, "d.data.k") == 3);
    done(&r);
}

static void records_stand_in_arrays(void **state)
{
    (void)state;
    reading r =
        read_model("model M parameter Data mine; parameter Data many[2](c = {21, 22}, each name = \"y\");"
                   "  Stop a[2](data = many), b[2](data = {mine, Data(c = 31)}), c[2](each data = mine),"
                   "    d(data = many[2]); end M;");
    assert_true(given(&r, "a[1].g.c") == 21 && given(&r, "a[2].g.c") == 22 && given(&r, "a[2].g.d") == 0.22);
    assert_true(given(&r, "b[1].g.c") == 1e3 && given(&r, "b[2].g.c") == 31);
    assert_true(given(&r, "c[2].g.c") == 1e3 && given(&r, "d.g.c") == 22);
    done(&r);
}

static void the_outermost_value_of_a_record_holds(void **state)
{
    (void)state;
    reading r = read_model("model A Stop s(data = rubber); end A;"
                           "model M A a, b(s(data(c = 12))), c(s(data = Steel())); end M;");
    assert_true(given(&r, "a.s.g.c") == 11 && given(&r, "b.s.g.c") == 12 && given(&r, "b.s.g.d") == 2);
    assert_true(given(&r, "c.s.g.c") == 5e6);
    done(&r);
    r = read_set(RECORDS "model M parameter Data mine; Stop s(data = mine); end M;" END, "mine.c=77");
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "s.g.c") == 77 && given(&r, "s.g.d") == 0.77);
    done(&r);
}

/* ---------------------------------------------------------------- inner and outer */

#define OUTER                                                                                                \
    "package P import T = Modelica.Mechanics.Translational;"                                                 \
    " model World parameter Real g = 9.81; end World;"                                                       \
    " model Deep outer World world; outer T.Components.Fixed ground; outer parameter Real k;"                \
    "  T.Components.Mass m(m = world.g); T.Components.Spring s(c = k);"                                      \
    "  equation connect(ground.flange, s.flange_a); connect(s.flange_b, m.flange_a); end Deep;"              \
    " model Sub Deep deep; outer World world; parameter Real twice = 2*world.g; end Sub;"

static void outer_components_are_the_inner_ones_around(void **state)
{
    (void)state;
    reading r = read_good(OUTER "model Near inner World world(g = 4); Sub sub; end Near;"
                                "model M inner World world(g = 3); inner T.Components.Fixed ground(s0 = 1);"
                                "  inner parameter Real k = 5; Sub sub; Near near[2]; end M;" END);
    assert_true(given(&r, "sub.deep.m.m") == 3 && given(&r, "sub.deep.s.c") == 5 &&
                value_of(&r, "sub.twice") == 6);
    assert_true(given(&r, "near[2].sub.deep.m.m") == 4 && value_of(&r, "near[1].sub.twice") == 8);
    expect_connection(&r, 0, "ground.flange", "sub.deep.s.flange_a");
    done(&r);
}

/* ---------------------------------------------------------------- types */

static void types_carry_units_limits_and_literals(void **state)
{
    (void)state;
    reading r =
        read_good("package P type Stiffness = Real(final unit = \"N/m\", min = 0, displayUnit = \"kN/m\");"
                  "  type Soft = Stiffness(max = 1e4, start = 10); constant Soft c0 = 5e3;"
                  "  type Side = enumeration(left, right); constant Side start = Side.right;"
                  "  model A parameter Soft c = c0; parameter Side side = start;"
                  "    parameter Real sign = if side == Side.left then 1 else -1;"
                  "    " TRANSLATIONAL "Components.Spring s(c = c); end A;"
                  "  model M A a, b(c = 7, side = P.Side.left); end M; end P;");
    assert_true(given(&r, "a.s.c") == 5e3 && given(&r, "b.s.c") == 7);
    assert_true(value_of(&r, "a.sign") == -1 && value_of(&r, "b.sign") == 1);
    assert_string_equal(declared(&r, "a.c")->unit, "N/m");
    done(&r);
}

static void types_may_be_arrays(void **state)
{
    (void)state;
    reading r = read_good("package A type Vec = Real[3]; constant Integer n = 2; type M = Vec[2];"
                          "  type V = Real[n](each unit = \"m\", each max = 5);"
                          "  model X parameter Vec v = {1, 2, 3}; parameter V w = fill(1, n);"
                          "    parameter M m = [1, 2, 3; 4, 5, 6]; parameter V q[2] = {{1, 2}, {3, 4}};"
                          "    parameter Real k = v[3] + m[2, 3] + q[2, 1]; end X; end A;");
    assert_true(value_of(&r, "k") == 12 && value_of(&r, "q[2,2]") == 4);
    assert_string_equal(declared(&r, "w[2]")->unit, "m");
    done(&r);
}

static void numbers_become_texts_of_the_wanted_form(void **state)
{
    (void)state;
    reading r = read_good(
        "model X parameter Real x = 1/3; parameter Boolean b[:] = {"
        "  String(x, significantDigits = 3) == \"0.333\","
        "  String(x, minimumLength = 8, leftJustified = false, significantDigits = 2) == \"    0.33\","
        "  String(7, minimumLength = 3) + \"|\" == \"7  |\","
        "  String(true, minimumLength = 5) == \"true \"}; end X;");
    for (int i = 1; i <= 4; i++) {
        char name[20];
        snprintf(name, sizeof name, "b[%d]", i);
        assert_true(value_of(&r, name) == 1);
    }
    done(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const bad_text table[] = {
        {RECORDS "model M parameter Data s = @3; end M;" END, "cannot be the value of the record \"s\"",
         "Data(name = value"},
        {RECORDS "model M parameter Data s = Data(1, 2, 3, true, Grade.hard, \"n\", @7); end M;" END,
         "no component number 7", NULL},
        {RECORDS "model M parameter Data s = Data(cc = @3); end M;" END, "no \"cc\" to modify", "\"c\""},
        {RECORDS "model M parameter Data s = @Both(); end M;" END, "has no \"c\", which \"s\" has", NULL},
        {RECORDS "model M parameter Data s = @T.Components.Mass(); end M;" END, "is not a record", NULL},
        {"type V = Real[3]; model M parameter V v = @{1, 2}; end M;", "cannot be", NULL},
        {"model M parameter String s = String(1, digits = @3); end M;", "no option of String",
         "significantDigits"},
        {"model M parameter String s = String(1, @3); end M;", "options by name", NULL},
        {"model M parameter String s = String(1.5, significantDigits = @99); end M;", "out of range", NULL},
        {RECORDS "model M parameter Data s(@e = 2); end M;" END, "no \"e\" to modify", NULL},
        {RECORDS "model M Stop s(data = @nothing); end M;" END, "\"nothing\" is not known", NULL},
        {OUTER "model M inner World world; inner T.Components.Fixed ground; inner parameter Real k = 1;"
               " Deep d(@world(g = 1)); end M;" END,
         "\"world\" is outer; it cannot be modified here", "inner"},
    };
    expect_refused(table, sizeof table / sizeof *table);
    reading r = read_set(OUTER "model M inner World world; inner parameter Real ground = 3;"
                               " inner parameter Real k = 1; Deep d; end M;" END,
                         NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "\"ground\" is outer of type"));
    done(&r);
}

/* What is final in a record follows from its other members, whatever the record gets as a whole. */
static void final_members_follow(void **state)
{
    (void)state;
    reading r = read_good(
        "model M record D parameter Real c = 1; final parameter Real z = 2*c; parameter Real d = 3; "
        "end D; model P parameter D data; parameter Real x = data.z; end P; "
        "P a(data = D(c = 5)), b(data = D(7, 8)), e(data = a.data), f; end M;");
    assert_true(value_of(&r, "a.data.z") == 10 && value_of(&r, "a.x") == 10);
    assert_true(value_of(&r, "b.data.z") == 14 && value_of(&r, "b.data.d") == 8);
    assert_true(value_of(&r, "e.data.z") == 10 && value_of(&r, "f.data.z") == 2);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_gives_its_own_values),
        cmocka_unit_test(a_record_takes_another_one),
        cmocka_unit_test(constructors_take_names_and_positions),
        cmocka_unit_test(records_stand_in_arrays),
        cmocka_unit_test(the_outermost_value_of_a_record_holds),
        cmocka_unit_test(outer_components_are_the_inner_ones_around),
        cmocka_unit_test(types_carry_units_limits_and_literals),
        cmocka_unit_test(types_may_be_arrays),
        cmocka_unit_test(numbers_become_texts_of_the_wanted_form),
        cmocka_unit_test(final_members_follow),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
