/* Replaceable components and classes: what they become, whose modifiers hold, what is refused. */
#include "reading.h"

/* Two ends of a mass's way, either of which can be softer or harder. */
#define LIBRARY                                                                                              \
    "package P\n"                                                                                            \
    "  import T = Modelica.Mechanics.Translational;\n"                                                       \
    "  partial model Stop\n"                                                                                 \
    "    extends T.Interfaces.PartialTwoFlanges;\n"                                                          \
    "    parameter Modelica.Units.SI.TranslationalSpringConstant c = 1e3;\n"                                 \
    "  end Stop;\n"                                                                                          \
    "  model Soft\n"                                                                                         \
    "    extends Stop;\n"                                                                                    \
    "    parameter Real d = 5;\n"                                                                            \
    "    T.Components.ElastoGap g(c = c, d = d);\n"                                                          \
    "  equation\n"                                                                                           \
    "    connect(flange_a, g.flange_a);\n"                                                                   \
    "    connect(g.flange_b, flange_b);\n"                                                                   \
    "  end Soft;\n"                                                                                          \
    "  model Hard\n"                                                                                         \
    "    extends Stop(c = 1e7);\n"                                                                           \
    "    parameter Real n = 1.5;\n"                                                                          \
    "    T.Components.ElastoGap g(c = c, d = 0, n = n);\n"                                                   \
    "  equation\n"                                                                                           \
    "    connect(flange_a, g.flange_a);\n"                                                                   \
    "    connect(g.flange_b, flange_b);\n"                                                                   \
    "  end Hard;\n"                                                                                          \
    "  model Lone\n"                                                                                         \
    "    T.Interfaces.Flange_a flange_a;\n"                                                                  \
    "    parameter Real c = 1;\n"                                                                            \
    "    T.Components.Fixed f;\n"                                                                            \
    "  equation\n"                                                                                           \
    "    connect(f.flange, flange_a);\n"                                                                     \
    "  end Lone;\n"                                                                                          \
    "  model Base\n"                                                                                         \
    "    replaceable Soft stop(d = 7) constrainedby Stop(c = 2e3) \"at one end\"\n"                          \
    "      annotation(choicesAllMatching = true, choices(choice(redeclare Hard stop \"hard\")));\n"          \
    "    replaceable model Gap = Soft(d = 9) constrainedby Stop(c = 4e3) annotation(Dialog(tab = \"x\"));\n" \
    "    replaceable Soft plain(d = 3);\n"                                                                   \
    "    Gap g1, g2(c = 6e3);\n"                                                                             \
    "    T.Components.Fixed wall;\n"                                                                         \
    "    T.Components.Mass mass(m = 1, s(start = 1));\n"                                                     \
    "  equation\n"                                                                                           \
    "    connect(wall.flange, stop.flange_a);\n"                                                             \
    "    connect(stop.flange_b, mass.flange_a);\n"                                                           \
    "    connect(wall.flange, g1.flange_a);\n"                                                               \
    "    connect(wall.flange, g2.flange_a);\n"                                                               \
    "  end Base;\n"                                                                                          \
    "  model More\n"                                                                                         \
    "    extends Base;\n"                                                                                    \
    "    Gap g3;\n"                                                                                          \
    "  end More;\n"

#define END " end P;"

static reading read_model(const char *model)
{
    static char text[6000];
    snprintf(text, sizeof text, "%s%s%s", LIBRARY, model, END);
    return read_good(text);
}

/* ---------------------------------------------------------------- what holds */

static void without_redeclaration_declaration_and_constraint_hold(void **state)
{
    (void)state;
    reading r = read_model("model M extends Base; end M;");
    assert_true(given(&r, "stop.g.c") == 2e3 && given(&r, "stop.g.d") == 7);
    assert_true(given(&r, "g1.g.c") == 4e3 && given(&r, "g1.g.d") == 9);
    assert_true(given(&r, "g2.g.c") == 6e3 && given(&r, "g2.g.d") == 9);
    done(&r);
}

static void a_component_is_redeclared_by_extends(void **state)
{
    (void)state;
    reading r = read_model("model M extends Base(redeclare Hard stop(n = 2)); end M;");
    /* The constraint holds, and before the new class's own modifiers. */
    assert_true(given(&r, "stop.g.c") == 2e3 && given(&r, "stop.g.n") == 2);
    assert_true(given(&r, "g1.g.d") == 9);
    done(&r);
}

static void without_a_constraint_the_modifiers_of_the_declaration_stay(void **state)
{
    (void)state;
    reading r = read_model("model Twin extends Soft(d = 1); parameter Real more = 2; end Twin;"
                           "model M extends Base(redeclare Twin plain(more = 4)); end M;");
    assert_true(given(&r, "plain.g.d") == 3 && value_of(&r, "plain.more") == 4);
    done(&r);
}

static void elements_redeclare_what_is_inherited(void **state)
{
    (void)state;
    reading r = read_model("model M extends Base; redeclare Hard stop(n = 2.5) \"other\";"
                           "redeclare model Gap = Hard(n = 1.25); end M;");
    assert_true(given(&r, "stop.g.n") == 2.5 && given(&r, "stop.g.c") == 2e3);
    assert_true(given(&r, "g1.g.n") == 1.25 && given(&r, "g1.g.c") == 4e3);
    assert_true(given(&r, "g2.g.n") == 1.25 && given(&r, "g2.g.c") == 6e3);
    done(&r);
}

static void modifiers_are_evaluated_where_the_redeclaration_stands(void **state)
{
    (void)state;
    reading r = read_model("model Mid parameter Real q = 1.75; constant Real c0 = 8e3;"
                           "  More sys(redeclare Hard stop(n = q), redeclare model Gap = Hard(n = q, c = c0),"
                           "    g1(n = 3)); end Mid;"
                           "model M extends Mid(q = 1.5, sys(stop(n = 2))); end M;");
    assert_true(given(&r, "sys.stop.g.n") == 2);
    assert_true(given(&r, "sys.g1.g.n") == 3 && given(&r, "sys.g2.g.n") == 1.5 &&
                given(&r, "sys.g3.g.n") == 1.5);
    assert_true(given(&r, "sys.g1.g.c") == 8e3 && given(&r, "sys.g2.g.c") == 6e3);
    done(&r);
}

static void the_outermost_redeclaration_wins(void **state)
{
    (void)state;
    reading r =
        read_model("model A extends Base(redeclare replaceable Hard stop(n = 2) constrainedby Stop,"
                   "  redeclare replaceable model Gap = Hard constrainedby Stop); end A;"
                   "model M A a(redeclare Soft stop(d = 11), redeclare model Gap = Soft); A b; end M;");
    assert_true(given(&r, "a.stop.g.d") == 11 && given(&r, "b.stop.g.n") == 2);
    assert_true(given(&r, "a.g1.g.d") == 5 && given(&r, "b.g1.g.n") == 1.5);
    done(&r);
}

static void a_replaceable_class_is_handed_on(void **state)
{
    (void)state;
    reading r = read_model("model Outer replaceable model Gap = Soft constrainedby Stop; Gap own;"
                           "  More sys(redeclare model Gap = Gap); end Outer;"
                           "model M Outer o(redeclare model Gap = Hard(n = 1.125)); Outer p; end M;");
    assert_true(given(&r, "o.own.g.n") == 1.125 && given(&r, "o.sys.g1.g.n") == 1.125 &&
                given(&r, "o.sys.g3.g.n") == 1.125);
    assert_true(given(&r, "p.own.g.d") == 5 && given(&r, "p.sys.g3.g.d") == 5);
    done(&r);
}

static void redeclarations_reach_all_elements_of_arrays(void **state)
{
    (void)state;
    reading r = read_model(
        "model M More m[2](redeclare each model Gap = Hard, redeclare Hard stop(n = {1.5, 2})); end M;");
    assert_true(given(&r, "m[1].stop.g.n") == 1.5 && given(&r, "m[2].stop.g.n") == 2);
    assert_true(given(&r, "m[2].g3.g.n") == 1.5);
    done(&r);
}

static void packages_and_types_are_redeclared(void **state)
{
    (void)state;
    reading r = read_good("package Small constant Real c = 3; type L = Real(unit = \"m\"); end Small;"
                          "package Big constant Real c = 5; type L = Real(unit = \"mm\"); end Big;"
                          "model A replaceable package Data = Small; parameter Real c = Data.c;"
                          "  parameter Data.L x = 1; " TRANSLATIONAL "Components.Fixed f; end A;"
                          "model B extends A(redeclare package Data = Big); end B;"
                          "model M A a(redeclare package Data = Big); A b; B c; end M;");
    assert_true(value_of(&r, "a.c") == 5 && value_of(&r, "b.c") == 3 && value_of(&r, "c.c") == 5);
    assert_string_equal(declared(&r, "a.x")->unit, "mm");
    assert_string_equal(declared(&r, "b.x")->unit, "m");
    done(&r);
}

/* Also where another function, a parameter or a package calls it, and where it is a built-in one. */
static void functions_are_redeclared(void **state)
{
    (void)state;
    reading r = read_good(
        "package P partial function Law input Real u; output Real y; end Law;"
        "function linear extends Law; algorithm y := 2*u; end linear;"
        "function square extends Law; algorithm y := u^2; end square;"
        "package Soft function f extends Law; algorithm y := 10*u; end f; end Soft;"
        "package Hard function f extends Law; algorithm y := 100*u; end f; end Hard;"
        "model A replaceable function law = linear constrainedby Law; replaceable package Data = Soft;"
        "  function twice extends Law; algorithm y := 2*law(u); end twice;"
        "  parameter Real a = law(3), b = twice(3), c = Data.f(3); " TRANSLATIONAL
        "Components.Fixed f; end A;"
        "model B extends A(redeclare function law = square, redeclare package Data = Hard); end B;"
        "model C extends A; redeclare function law extends Law; algorithm y := u^3; end law; end C;"
        "model M A a(redeclare function law = Modelica.Math.cos); A b; B c; C d; end M; end P;");
    assert_true(value_of(&r, "a.a") == cos(3) && value_of(&r, "a.b") == 2 * cos(3));
    assert_true(value_of(&r, "b.a") == 6 && value_of(&r, "b.b") == 12 && value_of(&r, "b.c") == 30);
    assert_true(value_of(&r, "c.a") == 9 && value_of(&r, "c.b") == 18 && value_of(&r, "c.c") == 300);
    assert_true(value_of(&r, "d.a") == 27 && value_of(&r, "d.b") == 54 && value_of(&r, "d.c") == 30);
    done(&r);
}

static void settings_reach_what_is_redeclared(void **state)
{
    (void)state;
    static const char text[] =
        LIBRARY "model M More sys(redeclare Hard stop, redeclare model Gap = Hard); end M;" END;
    reading r = read_set(text, "sys.stop.n=1.75");
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "sys.stop.g.n") == 1.75);
    done(&r);
    r = read_set(text, "sys.g2.n=2.25");
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "sys.g2.g.n") == 2.25 && given(&r, "sys.g1.g.n") == 1.5);
    done(&r);
    r = read_set(text, "sys.g2.d=2");
    assert_int_equal(r.status, EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "no \"d\" to modify"));
    done(&r);
}

/* Modifiers of a short class see what stands around it. */
static void short_classes_see_what_stands_around_them(void **state)
{
    (void)state;
    reading r =
        read_good("package P constant Real k = 3; constant Real top = 100;"
                  "  model G = " TRANSLATIONAL "Components.Spring(c = k);"
                  "  model M parameter Real q = 4; model H = " TRANSLATIONAL "Components.Spring(c = q);"
                  "    type T = Real(max = top); H h; G g; parameter T x = 5; end M;"
                  "  model N M a(q = 6), b; end N; end P;");
    assert_true(given(&r, "a.h.c") == 6 && given(&r, "b.h.c") == 4 && given(&r, "a.g.c") == 3);
    done(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void wrong_redeclarations_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *model, *message, *remedy;
    } table[] = {
        {"model M extends Base(redeclare Lone stop); end M;",
         "P.Lone cannot take the place of \"stop\": it has no \"flange_b\"", "extend P.Stop"},
        {"model M extends Base(redeclare T.Components.Mass mass); end M;",
         "\"mass\" is not replaceable in P.Base", "replaceable"},
        {"model M extends Base; redeclare Hard nostop; end M;", "inherits no \"nostop\"",
         "leave \"redeclare\" out"},
        {"model A extends Base(redeclare Hard stop); end A; model M extends A(redeclare Soft stop); end M;",
         "\"stop\" is not replaceable in P.A", NULL},
        {"model M extends Base(redeclare Hard stop(d = 3)); end M;", "P.Hard has no \"d\" to modify", NULL},
        {"model M Base m(redeclare model stop = Hard); end M;", "it cannot be redeclared as a class", NULL},
        {"model M Base m(redeclare Hard Gap); end M;", "it cannot be redeclared as a component", NULL},
        {"model M Base m(redeclare Hard stopp); end M;", "has no \"stopp\" to modify", "\"stop\""},
        {"model M Base m(redeclare Nothing stop); end M;", "the class \"Nothing\" is not known", NULL},
        {"model M Base m(redeclare Hard stop[2]); end M;",
         "\"stop\" has 0 dimensions; it cannot be redeclared with 1", "as many, or none"},
        {"model M Base m(redeclare Real stop); end M;", "not of the kind of P.Stop", NULL},
        {"model M More m(redeclare model Gap = Hard(m = 3)); end M;", "has no \"m\" to modify", NULL},
        {"package A constant Real c = 1; model N T.Components.Mass m(m = c); end N; end A;"
         "package B extends A(c = 5); end B; model M B.N n; end M;",
         "\"N\" of P.B cannot be used", "declare \"N\" in P.B"},
        {"model X extends Base; model Y extends Gap; end Y; Y y; end X;"
         "model M X x(redeclare model Gap = Hard); end M;",
         "P.Base.Gap is replaceable; it cannot be extended", "leave \"replaceable\" out"},
        {"model X extends Base; model Y = Gap; Y y; end X; model M X x(redeclare model Gap = Hard); end M;",
         "what is replaceable cannot be extended", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        static char text[6000];
        snprintf(text, sizeof text, "%s%s%s", LIBRARY, table[i].model, END);
        reading r = read_set(text, NULL);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        bool ok = d->line > 0 && strstr(d->message, table[i].message) &&
                  (!table[i].remedy || (d->remedy && strstr(d->remedy, table[i].remedy)));
        if (!ok) {
            print_message("%s\n", table[i].model);
            show(&r);
        }
        assert_true(ok);
        done(&r);
    }
}

/* Chapter 7.3.2: what a constraint says holds for what takes the place, also where the redeclaration brings
 * the constraint; outer modifiers win. g.c and g.d of each model, by hand. */
static void constraints_of_redeclarations_hold(void **state)
{
    (void)state;
    static const char text[] =
        "package P "
        "import T = Modelica.Mechanics.Translational.Components; "
        "partial model Rig replaceable T.ElastoGap g(c=1, d=0.5); T.Fixed f; T.Mass m(m=1); equation "
        "connect(f.flange,g.flange_a); connect(g.flange_b,m.flange_a); end Rig;  "
        "model A extends Rig(redeclare replaceable T.ElastoGap g constrainedby T.ElastoGap(c=5, d=0.1)); "
        "end A;  "
        "model B extends Rig(redeclare T.ElastoGap g(c=7) constrainedby T.ElastoGap(c=5, d=0.1)); end B; "
        "model C extends A(redeclare T.ElastoGap g(d=0.7)); end C; "
        "model D A a(redeclare T.ElastoGap g(d=0.7)); end D; "
        "model E extends Rig; redeclare replaceable T.ElastoGap g constrainedby T.ElastoGap(c=5, d=0.1); "
        "end E;  "
        "model F extends A(g(c=9)); end F; "
        "partial model RigC replaceable model G = T.ElastoGap(c=1,d=0.5); G g; T.Fixed f; T.Mass m(m=1); "
        "equation connect(f.flange,g.flange_a); connect(g.flange_b,m.flange_a); end RigC;  "
        "model AC extends RigC(redeclare replaceable model G = T.ElastoGap constrainedby T.ElastoGap(c=5, "
        "d=0.1)); end AC;  "
        "model BC extends RigC(redeclare model G = T.ElastoGap(c=7) constrainedby T.ElastoGap(c=5, d=0.1)); "
        "end BC;  "
        "model CC extends AC(redeclare model G = T.ElastoGap(d=0.7)); end CC; "
        "model EC extends RigC; redeclare replaceable model G = T.ElastoGap constrainedby T.ElastoGap(c=5, "
        "d=0.1); end EC;  "
        "model FC extends AC(g(c=9)); end FC; "
        "partial model RigD extends RigC(redeclare replaceable model G=T.ElastoGap constrainedby "
        "T.ElastoGap(c=2,d=3)); end RigD;  "
        "model GD extends RigD(redeclare replaceable model G=T.ElastoGap constrainedby T.ElastoGap(c=4)); "
        "end GD;  "
        "partial model RigE extends Rig(redeclare replaceable T.ElastoGap g constrainedby "
        "T.ElastoGap(c=2,d=3)); end RigE;  "
        "model GE extends RigE(redeclare replaceable T.ElastoGap g constrainedby T.ElastoGap(c=4)); end GE; "
        "end P; ";
    static const struct {
        const char *model, *gap;
        double c, d;
    } table[] = {
        {"P.A", "g", 5, 0.1},  {"P.B", "g", 7, 0.1},  {"P.C", "g", 5, 0.7},  {"P.D", "a.g", 5, 0.7},
        {"P.E", "g", 5, 0.1},  {"P.F", "g", 9, 0.1},  {"P.AC", "g", 5, 0.1}, {"P.BC", "g", 7, 0.1},
        {"P.CC", "g", 5, 0.7}, {"P.EC", "g", 5, 0.1}, {"P.FC", "g", 9, 0.1}, {"P.GD", "g", 4, 3},
        {"P.GE", "g", 4, 3},
    };
    for (size_t i = 0; i < EG_COUNT(table); i++) {
        eg_read_options options = eg_read_options_default();
        options.model = table[i].model;
        reading r = read_with(text, &options);
        if (r.status != EG_OK)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        const eg_instance *gap = instance_of(&r, table[i].gap);
        assert_true(gap->p[eg_class_parameter(gap->class, "c")] == table[i].c);
        assert_true(gap->p[eg_class_parameter(gap->class, "d")] == table[i].d);
        done(&r);
    }
}

/* The sizes of a redeclaration take the place of the declaration's; they are those of where it stands. */
static void a_redeclaration_may_bring_other_sizes(void **state)
{
    (void)state;
    reading r =
        read_good("model A package P model Base parameter Real k = 1; end Base; "
                  "model Other extends Base(k = 2); end Other; "
                  "model Rig parameter Integer n = 7; replaceable Base b[2]; end Rig; end P; "
                  "model Inherited extends P.Rig; redeclare P.Other b[n - 3](each k = 9); end Inherited; "
                  "parameter Integer n = 3; P.Rig one(redeclare P.Other b[n](k = {4, 5, 6})), "
                  "other(redeclare P.Other[n + 1] b), kept(redeclare P.Other b); Inherited inherited; "
                  "parameter Real last = one.b[3].k; parameter Integer sizes[:] = {size(one.b, 1), "
                  "size(other.b, 1), size(kept.b, 1), size(inherited.b, 1)}; end A;");
    assert_true(value_of(&r, "last") == 6.0);
    assert_true(value_of(&r, "one.b[2].k") == 5.0);
    assert_true(value_of(&r, "other.b[4].k") == 2.0);
    assert_true(value_of(&r, "inherited.b[4].k") == 9.0);
    const double sizes[] = {3, 4, 2, 4};
    for (int i = 0; i < 4; i++) {
        char path[20];
        snprintf(path, sizeof path, "sizes[%d]", i + 1);
        assert_true(value_of(&r, path) == sizes[i]);
    }
    done(&r);
}

/* Declared again as it is inherited it is one thing; otherwise it is refused. */
static void what_is_inherited_may_be_declared_again_alike(void **state)
{
    (void)state;
#define WITH(element)                                                                                        \
    "model A model P parameter Real k(min = 0) = 2*3; parameter Real v[2] = {i for i in 1:2}; end P; "       \
    "model Q extends P; " element " end Q; Q q; end A;"
    reading r = read_good(WITH("parameter Real k(min = 0) = 2*3; parameter Real v[2] = {i for i in 1:2};"));
    assert_true(value_of(&r, "q.k") == 6.0);
    done(&r);
    r = read_good(
        "model A model P parameter Real k = 1; end P; model Q extends P; parameter Real k = 1; end Q; "
        "Q q(k = 4); end A;");
    assert_true(value_of(&r, "q.k") == 4.0);
    done(&r);
    const bad_text table[] = {
        {WITH("parameter Real @k(min = 0) = 2*4;"), "which is extended too", NULL},
        {WITH("parameter Real @k(min = 1) = 2*3;"), "which is extended too", NULL},
        {WITH("parameter Real @k = 2*3;"), "which is extended too", NULL},
        {WITH("parameter Integer @k(min = 0) = 2*3;"), "which is extended too", NULL},
        {WITH("constant Real @k(min = 0) = 2*3;"), "which is extended too", NULL},
        {WITH("parameter Real @v[2] = {j for j in 1:2};"), "which is extended too", NULL},
        {WITH("parameter Real @v[3] = {i for i in 1:2};"), "which is extended too", NULL},
    };
    expect_refused(table, sizeof table / sizeof table[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_redeclaration_declaration_and_constraint_hold),
        cmocka_unit_test(a_component_is_redeclared_by_extends),
        cmocka_unit_test(without_a_constraint_the_modifiers_of_the_declaration_stay),
        cmocka_unit_test(elements_redeclare_what_is_inherited),
        cmocka_unit_test(modifiers_are_evaluated_where_the_redeclaration_stands),
        cmocka_unit_test(the_outermost_redeclaration_wins),
        cmocka_unit_test(a_replaceable_class_is_handed_on),
        cmocka_unit_test(redeclarations_reach_all_elements_of_arrays),
        cmocka_unit_test(packages_and_types_are_redeclared),
        cmocka_unit_test(functions_are_redeclared),
        cmocka_unit_test(a_redeclaration_may_bring_other_sizes),
        cmocka_unit_test(what_is_inherited_may_be_declared_again_alike),
        cmocka_unit_test(settings_reach_what_is_redeclared),
        cmocka_unit_test(short_classes_see_what_stands_around_them),
        cmocka_unit_test(wrong_redeclarations_are_refused_with_their_place),
        cmocka_unit_test(constraints_of_redeclarations_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
