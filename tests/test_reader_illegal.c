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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_extend_their_own_kind),
        cmocka_unit_test(names_of_types_and_attributes_are_taken),
        cmocka_unit_test(what_is_protected_is_not_named_from_outside),
        cmocka_unit_test(prefixes_are_of_what_can_have_them),
        cmocka_unit_test(break_is_inside_of_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
