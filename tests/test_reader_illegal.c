/* Texts that the language forbids, whatever would become of them, and what looks like them and is right. */
#include "reading.h"

#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const bad_text table[] = {__VA_ARGS__};                                                       \
        expect_refused(table, sizeof table / sizeof table[0]);                                               \
    } while (0)

static void expect_good(const char *text)
{
    reading r = read_good(text);
    done(&r);
}

static void classes_extend_their_own_kind(void **state)
{
    (void)state;
    REFUSED(
        {"model A function F input Real x; output Real y = x; end F; model M extends @F; end M; M m; end A;",
         "a model cannot extend A.F, which is a function", "same kind"},
        {"model A package P end P; model M extends @P; end M; M m; end A;", "which is a package", NULL},
        {"model A block B Real x = 1; end B; record R extends @B; end R; parameter R r; end A;",
         "a record cannot extend A.B, which is a block", NULL},
        {"model A model M Real x = 1; end M; block B extends @M; end B; B b; end A;",
         "a block cannot extend A.M, which is a model", NULL},
        {"model A model M Real x = 1; end M; connector C extends @M; end C; C c; end A;",
         "a connector cannot extend", NULL},
        {"model A type T = Real; model M extends @T; end M; M m; end A;", "a model cannot extend A.T", NULL},
        {"model A type T extends @Real; Real x = 1; end T; T t; end A;", "is a type; what extends it", NULL},
        {"model A type V = Real[3]; type T extends @V; Real x = 1; end T; T t; end A;", "nothing else",
         NULL});
    expect_good(
        "model A block B parameter Real k = 1; end B; model M extends B; end M; "
        "record R parameter Real c = 2; end R; model N extends R; end N; "
        "partial class Icon end Icon; package P extends Icon; constant Real c = 3; end P; "
        "connector Pin extends R; Real v; flow Real i; end Pin; connector In = input Real; "
        "type T extends Real(unit = \"N\"); end T; function f extends Icon; input Real x; output Real y = x; "
        "end f; M m; N n; Pin p(v = 1); parameter T t = P.c; parameter Real y = f(2); end A;");
}

static void names_of_types_and_attributes_are_taken(void **state)
{
    (void)state;
    REFUSED({"model A Real @Real = 1; end A;", "\"Real\" is a type of the language", "another name"},
            {"model A parameter Real @Integer = 1; end A;", "\"Integer\" is a type", NULL},
            {"model A model @Boolean end Boolean; Real x = 1; end A;", "\"Boolean\" is a type", NULL},
            {"model A type @E = enumeration(a, b, a); parameter E e = E.a; end A;", "the literal \"a\" twice",
             NULL},
            {"model A type @E = enumeration(a, start); parameter E e = E.a; end A;",
             "\"start\" is an attribute of every enumeration", "quotes"});
    expect_good("model A type E = enumeration(a, 'start', Real_); parameter E e = E.'start'; end A;");
}

static void what_is_protected_is_not_named_from_outside(void **state)
{
    (void)state;
#define PACKAGE                                                                                              \
    "package P model Outer parameter Real k = Hidden.c + P.Hidden.c; end Outer; protected package Hidden "   \
    "constant Real c = 2; model M Real x = 1; end M; end Hidden; end P; "
    REFUSED(
        {"model A " PACKAGE "P.@Hidden.M m; end A;", "\"Hidden\" is protected in A.P", "public"},
        {"model A " PACKAGE "parameter Real x = P.@Hidden.c; end A;", "\"Hidden\" is protected", NULL},
        {"model A model M protected constant Real c = 2; end M; extends M; parameter Real y = M.@c; end A;",
         "\"c\" is protected in A.M", NULL});
    expect_good("model A " PACKAGE "P.Outer o; end A;");
    expect_good(
        "model A model M protected constant Real c = 2; end M; extends M; parameter Real y = c; end A;");
}

static void prefixes_are_of_what_can_have_them(void **state)
{
    (void)state;
    REFUSED({"model A connector C Real e; flow Integer @f; end C; C c(e = 1); end A;", "what flows is Real",
             "Real"},
            {"model A model M Real x = 1; end M; input M @m; end A;", "has a prefix", "leave"},
            {"model A model M Real x = 1; end M; discrete M @m; end A;", "has a prefix", NULL});
    expect_good(
        "model A record R Real x; end R; model M input R r; Real y = r.x; end M; M m(r(x = 1)); end A;");
}

static void break_is_inside_of_loops(void **state)
{
    (void)state;
    REFUSED(
        {"model A function f input Real x; output Real y; algorithm y := x; if x > 0 then @break; end if; "
         "end f; parameter Real v = f(1); end A;",
         "no loop around it", "return"});
    expect_good(
        "model A function f input Real x; output Real y; algorithm y := x; while true loop if y > 3 then "
        "break; end if; y := y + 1; end while; for i in 1:3 loop y := y + 1; break; end for; end f; "
        "parameter Real v = f(1); end A;");
}

static void records_and_connectors_hold_data_alone(void **state)
{
    (void)state;
    REFUSED(
        {"model A record R input Real @x = 1; end R; R r; end A;",
         "declared input, which nothing in a record", "leave the prefix out"},
        {"model A record R Real y = 1; output Real @x = 1; end R; parameter R r; end A;", "declared output",
         NULL},
        {"model A record R inner Real @x = 1; end R; R r; end A;", "declared inner", NULL},
        {"model A connector C Real e; outer Real @x; flow Real f; end C; inner Real x = 1; C c; end A;",
         "declared outer, which nothing in a connector", NULL},
        {"model A record R Real x = 1; protected Real @y = 2; end R; R r; end A;", "\"y\" is protected",
         "public part"},
        {"model A record B protected parameter Real @y = 2; end B; record R extends B; Real x = 1; end R; R "
         "r; "
         "end A;",
         "\"y\" is protected", NULL},
        {"model A record R Real x; @equation x = 1; end R; R r; end A;",
         "A.R is a record, which cannot have an \"equation\"", "in the model"},
        {"model A record R Real x; @algorithm x := 1; end R; R r; end A;", "an \"algorithm\"", NULL},
        {"model A connector C Real e; flow Real f; @initial equation e = 1; end C; C c; equation "
         "der(c.e) = 1; end A;",
         "A.C is a connector, which cannot have an \"initial equation\"", NULL},
        {"model A record R Real x; @initial algorithm x := 1; end R; R r; equation der(r.x) = 1; end A;",
         "an \"initial algorithm\"", NULL});
    expect_good(
        "model A connector C input Real u; Real e; flow Real f; parameter Real k = 2; end C; record R "
        "parameter Real p = 1; constant Real c = 2; final Real x = p + c; end R; C c(u = 1, e = 2); R r; "
        "end A;");
}

static void functions_have_one_algorithm_and_no_other_public_variables(void **state)
{
    (void)state;
#define CALLED "end f; parameter Real v = f(1); end A;"
    REFUSED({"model A function f input Real x; output Real y; Real @z; algorithm z := x; y := z; " CALLED,
             "\"z\" is a public variable of a function", "protected"},
            {"model A function f input Real x; output Real y; algorithm y := x; @algorithm y := 2*y; " CALLED,
             "A.f is a function and has more than one \"algorithm\"", "behind those of the first"},
            {"model A function f input Real x; output Real y; @initial algorithm y := x; " CALLED,
             "which cannot have an \"initial algorithm\"", "one algorithm"},
            {"model A function f input Real x; output Real y = 1; @equation y = x; " CALLED,
             "which cannot have an \"equation\"", NULL});
    expect_good(
        "model A type In = input Real; type Out = output Real; function f In x; Out y; algorithm y := x; "
        "" CALLED);
    expect_good(
        "model A function f input Real x; constant Real c = 2; output Real y; protected Real z; algorithm "
        "z := c*x; y := z; " CALLED);
}

static void time_is_known_to_models_alone(void **state)
{
    (void)state;
    REFUSED({"model A record R Real x = @time; end R; R r; end A;",
             "\"time\" is not known in A.R, which is a record", "where the record is declared"},
            {"model A connector C Real x = 2*@time; flow Real f; end C; C c; end A;", "which is a connector",
             NULL},
            {"model A function f output Real y; algorithm y := @time; end f; Real x = f(); end A;",
             "which is a function", "declare an input"});
    expect_good(
        "model A record R Real x; end R; function f input Real t; output Real y; algorithm y := 2*t; end f; "
        "R r(x = time); Real x = f(time); end A;");
    expect_good("model A record R Real time; Real x = 2*time; end R; R r(time = 1); end A;");
}

static void what_exists_on_a_condition_is_not_in_equations(void **state)
{
    (void)state;
    REFUSED(
        {"model A Real x if true; equation @x = 2; end A;", "\"x\" exists on a condition", "without \"if\""},
        {"model A Real x if true; algorithm @x := 2; end A;", "\"x\" exists on a condition", NULL},
        {"model A Real x = 2 if true; Real y = sin(@x); end A;", "\"x\" exists on a condition", NULL},
        {"model A parameter Real x = 2 if true; parameter Real y = @x; end A;", "\"x\" exists on a condition",
         NULL},
        {"model A model B parameter Real p = 1; Real v = p*time; end B; B b if true; Real y = @b.v; end A;",
         "\"b.v\" exists on a condition", NULL},
        {"model A model B parameter Real p = 1; end B; model C parameter Real x = 3 if true; B b(p = @x); "
         "end C; "
         "C c; end A;",
         "\"x\" exists on a condition", NULL});
    expect_good(
        "model A connector In = input Real; connector Out = output Real; model B In u if k; Out y; protected "
        "In v; public parameter Boolean k = true; equation connect(u, v); if not k then v = 0; end if; "
        "y = v; end B; model S Out y = time; end S; S s; B b; equation connect(s.y, b.u); end A;");
}

static void directions_are_said_once(void **state)
{
    (void)state;
#define DIRECTED "model A connector C Real e; flow Real f; input Real x; end C; "
    REFUSED(
        {DIRECTED "input C @c(e = 1, x = 2); end A;", "its \"x\" is declared so too", "one of both places"},
        {DIRECTED "output C @c(e = 1, x = 2); end A;", "\"c\" is an input or output as a whole", NULL},
        {DIRECTED "connector D = input C; D @d(e = 1, x = 2); end A;", "its \"x\"", NULL},
        {DIRECTED "connector E extends C; end E; connector D = output E; D @d(e = 1, x = 2); end A;",
         "its \"x\"", NULL},
        {DIRECTED "connector D C inner_; end D; input D @d(inner_(e = 1, x = 2)); end A;", "its \"x\"",
         NULL});
    expect_good(
        "model A record R Real x; end R; connector C input R r; output Real y; end C; C c(r(x = 1), y = 2); "
        "end A;");
}

static void imports_are_from_packages_and_unambiguous(void **state)
{
    (void)state;
#define PACKAGES                                                                                             \
    "package L package P constant Real x = 1; constant Real p = 5; protected constant Real h = 3; end P; "   \
    "package Q "                                                                                             \
    "constant Real x = 2; constant Real q = 6; end Q; model M model N Real y = 1; end N; N n; end M; end L; "
    REFUSED({PACKAGES "model A import L.P; import @P = L.Q; Real y = P.x; end A;", "imported twice in A",
             "another"},
            {PACKAGES "model A import N = @L.M.N; N n; end A;",
             "L.M is a model; only what stands in packages", "put it into a package"},
            {PACKAGES "model A import @L.M.*; Real y = 1; end A;", "L.M is a model", NULL},
            {PACKAGES "model A import L.P.*; import @L.Q.*; Real y = x; end A;",
             "\"x\" is in both L.P and L.Q", "import L.P.x"},
            {PACKAGES "model A import L.P.*; Real y = @h; end A;", "\"h\" is not known", NULL});
    expect_good(PACKAGES "model A import L.P; import L.P; import K = L.Q; Real y = P.x + K.x; end A;");
    expect_good(PACKAGES "model A import L.P.*; import L.Q.*; Real y = p + q; end A;");
    expect_good(PACKAGES "model A import L.P.*; import L.P.x; import L.Q.*; Real y = x; end A;");
    expect_good(PACKAGES
                "package R import L.P.x; constant Real z = x; end R; model A import R.*; import L.P.*; "
                "Real y = z; end A;");
}

static void extends_clauses_inherit_as_they_stand(void **state)
{
    (void)state;
    REFUSED(
        {"model A model B Real x = 2; end B; model C protected extends B; end C; C c; Real y = c.@x; end A;",
         "\"c.x\" is protected", "public part"},
        {"model A model B parameter Real x = 2; end B; model C protected extends B; end C; C c(@x = 3); end "
         "A;",
         "\"x\" is protected in A.C", NULL},
        {"model A replaceable model B Real x = 2; end B; extends @B; end A;",
         "A.B is replaceable; it cannot be", "leave \"replaceable\" out"},
        {"model A partial model B Real x = 1; end B; model C = B; C @c; end A;", "its class is partial",
         NULL},
        {"model A partial record B Real x = 1; end B; record C = B; C @c; end A;", "its record is partial",
         "extend the record"});
    expect_good(
        "model A model B parameter Real x = 2; Real y = x; end B; model C protected extends B(x = 3); public "
        "Real z = 2*y; end C; C c; Real v = c.z; end A;");
    expect_good(
        "model A partial model B Real x = 1; end B; model C extends B; end C; model D = C; D d; end A;");
}

static void redeclarations_keep_what_is_constant_or_protected(void **state)
{
    (void)state;
#define REPLACED "model A model B replaceable Real x = 2; protected replaceable Real h = 1; end B; "
    REFUSED(
        {"model A model B replaceable constant Real x = 1; end B; B b(redeclare Real @x = 2); end A;",
         "\"x\" is a constant of A.B", "modify its value"},
        {"model A model B replaceable constant Real x = 1; end B; model C extends B; redeclare Real @x = 2; "
         "end C; "
         "C c; end A;",
         "\"x\" is a constant", NULL},
        {REPLACED "model C extends B; redeclare Real @h = 3; end C; C c; end A;",
         "inherited as a protected element; it is redeclared as a public one", "protected part"},
        {REPLACED "model C extends B; protected redeclare Real @x = 3; end C; C c; end A;",
         "inherited as a public element", "public part"});
    expect_good(
        REPLACED
        "model C extends B; redeclare Real x = 3; protected redeclare Real h = 3; end C; C c; end A;");
}

static void what_takes_a_place_fits_its_constraint(void **state)
{
    (void)state;
#define TYPES                                                                                                \
    "model A model P parameter Real x = 1; end P; model Q parameter Real x = 2; parameter Real y = 3; end "  \
    "Q; model "                                                                                              \
    "I parameter Integer x = 1; end I; "
    REFUSED(
        {TYPES "model C replaceable Q q; end C; C c(redeclare P @q); end A;",
         "A.P cannot take the place of \"q\": it has no \"y\", which A.Q has", "extend A.Q"},
        {TYPES "model C replaceable P p; end C; C c(redeclare I @p); end A;", "its \"x\" is of another type",
         "same type"},
        {TYPES "model C replaceable model D = Q; D d; end C; C c(redeclare model @D = P); end A;",
         "it has no \"y\"", NULL},
        {TYPES "replaceable P @p constrainedby Q; end A;", "A.P cannot take the place of \"p\"", NULL},
        {TYPES "replaceable model @D = P constrainedby Q; D d; end A;", "it has no \"y\"", NULL},
        {TYPES
         "model D replaceable Q q constrainedby P; end D; model E extends D(replaceable Q q constrainedby "
         "Q); "
         "end E; E e(redeclare P @q); end A;",
         "A.P cannot take the place of \"q\"", NULL},
        {TYPES
         "model D replaceable Q q constrainedby Q; end D; model E extends D(replaceable Q @q constrainedby "
         "P); end E; E e; end A;",
         "A.P cannot take the place of \"q\"", NULL},
        {"model A type V = Real[3]; type W = Real[2, 3]; replaceable V @x[2] = {{1, 2, 3}, {4, 5, 6}} "
         "constrainedby "
         "W; end A;",
         "not of the kind of A.W", NULL});
    expect_good(
        TYPES
        "model C replaceable P p; replaceable model D = P constrainedby P; D d; end C; C c(redeclare Q p, "
        "redeclare model D = Q(y = 5)); end A;");
    expect_good(
        "model A type V = Real[3]; replaceable type T = V[2] constrainedby V; T x = {{1, 2, 3}, {4, 5, 6}}; "
        "replaceable V y = {1, 2, 3} constrainedby V; end A;");
}

static void outer_arrays_are_as_large_as_the_inner_ones(void **state)
{
    (void)state;
#define AROUND " Real x = 1; end B; inner Real p[3] = {1, 2, 3}; B b; end A;"
    REFUSED({"model A model B outer Real @p;" AROUND, "\"p\" is outer, but the inner one around \"b\"",
             "same sizes"},
            {"model A model B outer Real @p[4];" AROUND, "has other dimensions", NULL},
            {"model A model B outer Real @p[1, 3];" AROUND, "has other dimensions", NULL});
    expect_good(
        "model A type T = Real[3]; type U = Real[2]; model B outer T p; outer U s[2]; outer Real w[n], "
        "v[:]; outer "
        "parameter Integer n; Real x = p[1] + s[2, 2] + w[1] + v[1]; end B; inner Real p[3] = {1, 2, 3}, "
        "s[2, 2] = {{1, 2}, {3, 4}}, w[n] = fill(1, n), v[2] = {1, 2}; inner parameter Integer n = 4; B b; "
        "B c[2]; end A;");
}

static void connected_connectors_agree(void **state)
{
    (void)state;
#define PINS(MORE, FIRST, SECOND)                                                                            \
    "model A connector C Real e; flow Real f; " MORE " end C; model M C c1" FIRST ", c2" SECOND              \
    "; end M; M m; "                                                                                         \
    "equation @connect(m.c1, m.c2); m.c1.e = 1; m.c1.f = 3; end A;"
    REFUSED(
        {PINS("constant Real k = 1;", "(k = 1)", "(k = 2)"), "whose \"k\" differ: m.c1.k and m.c2.k",
         "one value"},
        {PINS("parameter Integer n = 1;", "", "(n = 2)"), "whose \"n\" differ", NULL},
        {PINS("parameter Real k[2] = {1, 2};", "", "(k = {1, 3})"), "whose \"k\" differ", NULL},
        {PINS("parameter String s = \"a\";", "", "(s = \"b\")"), "whose \"s\" differ", NULL},
        {"model A connector C constant Real k = 1; Real e; flow Real f; end C; connector D parameter Real k "
         "= 1; "
         "Real e; flow Real f; end D; model M C c; D d; end M; M m; equation @connect(m.c, m.d); m.c.e = 1; "
         "m.c.f = "
         "2; end A;",
         "which do not fit", "prefixes"},
        {"model A connector C input Real x; Real e; flow Real f; end C; connector D Real x; output Real e; "
         "flow Real f; end "
         "D; model M C c; D d; end M; M m; equation @connect(m.c, m.d); m.c.e = 1; m.c.f = 2; m.c.x = 3; "
         "end A;",
         "which do not fit", "prefixes"},
        {"model A connector C output Real x; end C; model M C c; C d; end M; M m; equation @connect(m.c, "
         "m.d); "
         "m.c.x = 1; end A;",
         "m.c.x with m.d.x, both of which give a value", "inputs only"},
        {"model A connector C input Real x; end C; model M C c(x = 1); C d; equation @connect(c, d); end M; "
         "M m; end "
         "A;",
         "both of which give a value", NULL});
    expect_good(
        "model A connector C Real e; flow Real f; constant Real k = 1; parameter Integer n = 2; end C; "
        "model M C "
        "c1(k = 2, n = 3), c2(k = 2, n = 1 + 2); end M; M m; equation connect(m.c1, m.c2); m.c1.e = 1; "
        "m.c1.f = "
        "3; end A;");
    expect_good(
        "model A connector O output Real x; end O; connector I input Real x; end I; model G O o; I i; O p; "
        "equation connect(i, p); o.x = 1; end G; G g, h; equation connect(g.o, h.i); connect(h.p, g.i); end "
        "A;");
}

static void connectors_have_as_many_flows_as_potentials(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning; /* NULL: none */
    } table[] = {
        {"model A connector C Real e; Real g; flow Real f; end C; C c(e = 1, g = 2); end A;",
         "the connector A.C has 1 variables that flow and 2 that do not"},
        {"model A connector P Real v; flow Real i; end P; connector C P p[2]; Real x; end C; C c(p.v = {1, "
         "2}, x = 4); "
         "end A;",
         "the connector A.C has 2 variables that flow and 3 that do not"},
        {"model A record R Real x; Real y; end R; connector C R e; flow Real f; end C; C c(e(x = 1, y = "
         "2)); end A;",
         "1 variables that flow and 2"},
        {"model A record R Real x; Real y; end R; connector C R e; flow Real f[2]; input Real u; parameter "
         "Real k = 1; "
         "end C; C c(e(x = 1, y = 2), u = 3); end A;",
         NULL},
        {"model A connector C Real e; end C; C c(e = 1); end A;", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        reading r = read_set(table[i].text, NULL);
        size_t count = eg_diagnostics_count(r.diagnostics);
        if (count != (table[i].warning != NULL))
            show(&r);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(count, table[i].warning != NULL);
        if (count > 0)
            assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, table[i].warning));
        done(&r);
    }
}

static void variables_change_as_they_are_declared(void **state)
{
    (void)state;
    REFUSED(
        {"model A discrete Real x = @1; end A;", "\"x\" is discrete; it gets its values in when", "start"},
        {"model A model M discrete Real x; end M; M m(x = @time); end A;", "\"x\" is discrete", NULL},
        {"model A parameter Real x = 6; constant Real y = 2*@x; end A;",
         "\"y\" is a constant; its value cannot follow from the parameter \"x\"", "as a parameter"},
        {"model A model M constant Real k = 1; end M; parameter Real p = 2; M m(k = @p); end A;",
         "\"k\" is a constant", NULL},
        {"model A constant Integer n = 1; Real a = der(@n); end A;",
         "der(...) is of Real, and this is Integer", "declare it as Real"});
    expect_good(
        "model A parameter Real p[:] = {1, 2}; constant Integer n = size(p, 1); constant Real c = 2; "
        "constant Real "
        "d = 3*c; parameter Real q = d; discrete Real x(start = 1, fixed = true); equation when sample(0.5, "
        "1) then "
        "x = pre(x) + q; end when; end A;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_extend_their_own_kind),
        cmocka_unit_test(names_of_types_and_attributes_are_taken),
        cmocka_unit_test(what_is_protected_is_not_named_from_outside),
        cmocka_unit_test(prefixes_are_of_what_can_have_them),
        cmocka_unit_test(break_is_inside_of_loops),
        cmocka_unit_test(records_and_connectors_hold_data_alone),
        cmocka_unit_test(functions_have_one_algorithm_and_no_other_public_variables),
        cmocka_unit_test(time_is_known_to_models_alone),
        cmocka_unit_test(what_exists_on_a_condition_is_not_in_equations),
        cmocka_unit_test(directions_are_said_once),
        cmocka_unit_test(imports_are_from_packages_and_unambiguous),
        cmocka_unit_test(extends_clauses_inherit_as_they_stand),
        cmocka_unit_test(redeclarations_keep_what_is_constant_or_protected),
        cmocka_unit_test(what_takes_a_place_fits_its_constraint),
        cmocka_unit_test(outer_arrays_are_as_large_as_the_inner_ones),
        cmocka_unit_test(connected_connectors_agree),
        cmocka_unit_test(connectors_have_as_many_flows_as_potentials),
        cmocka_unit_test(variables_change_as_they_are_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
