/* What the reader refuses: each slip has its own message, with its place and what to do instead. */
#include "reading.h"

#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const bad_text table[] = {__VA_ARGS__};                                                       \
        expect_refused(table, sizeof table / sizeof table[0]);                                               \
    } while (0)

#define MASS TRANSLATIONAL "Components.Mass "
#define GAP TRANSLATIONAL "Components.ElastoGap "

static void unknown_names_come_with_the_nearest_one(void **state)
{
    (void)state;
    REFUSED(
        {"model A " TRANSLATIONAL "Components.@ElastGap gap; end A;", "has no \"ElastGap\"", "\"ElastoGap\""},
        {"model A Modelica.@Mechanic.Translational.Components.Mass m; end A;", "Modelica has no \"Mechanic\"",
         "\"Mechanics\""},
        {"model A @Mass m; end A;", "the class \"Mass\" is not known", TRANSLATIONAL "Components.Mass"},
        {"model A parameter @SI.Mass m = 1; end A;", "the class \"SI.Mass\" is not known",
         "import Modelica.Units.SI;"},
        {"model A import Modelica.Mechanics.@Translation; end A;",
         "\"Modelica.Mechanics.Translation\", imported here", "\"Translational\""},
        {"model A import Modelica.@Unitss.*; end A;", "\"Modelica.Unitss\", imported here", "\"Units\""},
        {"model A import Modelica.Units.SI; parameter SI.@Masss m = 1; end A;", "has no \"Masss\"",
         "\"Mass\""},
        {"model Abc parameter Real stiff = 1, x = @stif; end Abc;", "\"stif\" is not known here",
         "\"stiff\""},
        {"model A parameter Real x = @sqr(4); end A;", "the function \"sqr\" is not known", "\"sqrt\""},
        {"model A parameter Real x = Modelica.Constants.@Pi; end A;", "has no \"Pi\"", "\"pi\""},
        {"model A " MASS "mass(m = 1, stateSelect = StateSelect.@alway); end A;", "no literal \"alway\"",
         "\"always\""});
}

static void misspelt_keywords_come_with_the_right_one(void **state)
{
    (void)state;
    REFUSED({"@modle A end A;", "expected a class definition", "\"model\""},
            {"@Model A end A;", "expected a class definition", "\"model\""},
            {"model A paramter Real @x = 1; end A;", "expected \";\"", "\"parameter\""},
            {"model A " MASS "m(m = 1); Equation @connect(m.flange_a, m.flange_b); end A;", "a name",
             "\"equation\""},
            {"model A extend Modelica@.Icons.Example; end A;", "expected", "\"extends\""},
            {"model A parameter @real x = 1; end A;", "the class \"real\" is not known", "\"Real\""},
            {"model A parameter Boolean x = @True; end A;", "\"True\" is not known here", "\"true\""},
            {"model A parameter Real x = @nan; end A;", "\"nan\" is not known here", "write a number"},
            {"model A " GAP "gap(@k = 1, d = 1); end A;", "has no \"k\" to modify",
             "it has: c, d, s_rel0, s_ref"});
}

static void unknown_members_come_with_the_nearest_one(void **state)
{
    (void)state;
    REFUSED(
        {"model A " GAP "gap(c = 1, d = 1, @sref = 2); end A;", "has no \"sref\" to modify", "\"s_ref\""},
        {"model B " GAP "gap(c = 1, d = 1); end B; model A B b(gap(@cc = 1)); end A;",
         "ElastoGap has no \"cc\"", "\"c\""},
        {"model B " GAP "gap(c = 1, d = 1); end B; model A B b(@gp(c = 1)); end A;", "B has no \"gp\"",
         "\"gap\""},
        {"model A " MASS "mass(m = 1, v(@strt = 1)); end A;", "\"v\" has no attribute \"strt\"", "\"start\""},
        {"model A " MASS "mass(m = 1); " TRANSLATIONAL "Components.Fixed wall; equation "
         "connect(mass.@flange_c, wall.flange); end A;",
         "\"mass.flange_c\" is not known", "\"flange_a\""},
        {"model A " MASS "mass(m = 1); " TRANSLATIONAL "Components.Fixed wall; equation "
         "connect(@maas.flange_a, wall.flange); end A;",
         "\"maas\" is not known", "\"mass\""},
        {"model A " MASS "mass(m = 1); parameter Real x = mass.@mm; end A;", "\"mass.mm\" is not known",
         "\"m\""});
}

static void connections_join_what_fits(void **state)
{
    (void)state;
    static const char head[] =
        "model A " MASS "m[3](each m = 1); " GAP "g(c = 1, d = 1, useHeatPort = true); " TRANSLATIONAL
        "Sources.Force f; parameter Real k = 1; " TRANSLATIONAL "Components.Fixed w; equation ";
    static const bad_text table[] = {
        {"@connect(g.heatPort, w.flange);",
         "connects a heat port, \"g.heatPort\", with a flange, \"w.flange\"", NULL},
        {"@connect(f.f, w.flange);", "connects a signal, \"f.f\", with a flange", NULL},
        {"connect(@w, g.flange_a);", "\"w\" is not a connector", "w.flange_a"},
        {"connect(@k, g.flange_a);", "\"k\" is not a connector", NULL},
        {"connect(@g.c, g.flange_a);", "\"g.c\" is not a connector", NULL},
        {"connect(@g.s_rel, g.flange_a);", "\"g.s_rel\" is not a connector", NULL},
        {"connect(g.flange_a.@s, w.flange);", "\"g.flange_a.s\" changes with time", NULL},
        {"@connect(m.flange_a, w.flange);", "connects an array of 3 with one connector", "for loop"},
        {"connect(m[@4].flange_a, w.flange);", "the subscript 4 is out of range: it must be from 1 to 3",
         NULL},
        {"connect(@w[1].flange, g.flange_a);", "\"w\" is not an array", NULL},
        {"connect(@Modelica.Icons, g.flange_a);", "is a class, not a connector", NULL},
        {"for i in 1:3 loop connect(m[i].flange_b, m[@i + 1].flange_a); end for;",
         "the subscript 4 is out of range", NULL},
        {"for i in @3 loop connect(m[i].flange_b, w.flange); end for;", "a loop runs through a vector",
         "1:n"},
        {"for @i loop connect(m[1].flange_b, w.flange); end for;", "the loop variable \"i\" needs a range",
         "1:n"},
        {"if @g.s_rel > 0 then connect(g.flange_a, w.flange); end if;", "\"g.s_rel\" changes with time",
         "connections can depend on parameters only"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s end A;", head, table[i].text);
        const bad_text whole = {text, table[i].message, table[i].remedy};
        expect_refused(&whole, 1);
    }
}

static void values_must_fit(void **state)
{
    (void)state;
    REFUSED(
        {"model A " GAP "gap(c = @-1, d = 1); end A;",
         "\"gap.c\" = -1 N/m is out of range: it must be at least 0", NULL},
        {"model A " GAP "gap(c = 1, d = 1, n = @0.5); end A;", "it must be at least 1", NULL},
        {"model A " GAP "gap(c = 1, d = 1, n = @1e15); end A;", "\"gap.n\" = 1e+15 is out of range", NULL},
        {"model A parameter Real k(max = 3) = @4; end A;", "\"k\" = 4 is out of range: it must be at most 3",
         NULL},
        {"model A type T = Real(min = 1); parameter T k = @0; end A;", "it must be at least 1", NULL},
        {"model A parameter Modelica.Units.SI.Mass m = @-1; end A;", "it must be at least 0", NULL},
        {"model A parameter Real k = 0/@0; end A;", "division by zero", NULL},
        {"model A parameter Real k = @sqrt(-1); end A;", "sqrt has no finite value", NULL},
        {"model A parameter Real k = 1e200*@1e200; end A;", "not a finite number", NULL},
        {"model A parameter Real k = @1e400; end A;", "this number is too large", NULL},
        {"model A parameter Integer k = @1.5; end A;", "\"k\" is of type Integer; it cannot be Real",
         "integer("},
        {"model A parameter Real k = @true; end A;", "it cannot be Boolean", NULL},
        {"model A " GAP "gap(c = 1, d = 1, useHeatPort = @1); end A;",
         "\"gap.useHeatPort\" is of type Boolean", "true or false"},
        {"model A " MASS "mass(m = 1, stateSelect = @3); end A;",
         "\"mass.stateSelect\" is of type StateSelect", "StateSelect.never"},
        {"model A " MASS "mass(m = @{1, 2}); end A;", "\"mass.m\" is a scalar", NULL},
        {"model A parameter Real k[2] = @{1, 2, 3}; end A;",
         "\"k\" is an array of 2; it cannot be Real array of 3", NULL},
        {"model A parameter Real k[2] = @1; end A;", "\"k\" is an array of 2", "fill("},
        {"model A " MASS "m[3](m = @{1, 2}); end A;",
         "\"m\" gets Integer array of 2, but it stands in an array of 3", "each"},
        {"model A parameter Real k = \"a\" + @1; end A;", "\"+\" cannot join String and Integer", NULL},
        {"model A parameter Boolean k = 1 @< \"x\"; end A;", "cannot be compared", NULL},
        {"model A parameter Real k[2] = {1, @true}; end A;", "elements of an array must be alike", NULL},
        {"model A parameter Real k[2] = {1, 2} + @1; end A;", "\"+\" cannot join", "dot"},
        {"model A parameter Real k = @sin(1, 2); end A;", "sin takes 1 argument, not 2", NULL},
        {"model A parameter Real k[:] = 1:@0:2; end A;", "cannot have the step 0", NULL});
}

static void parameters_need_values_and_no_circles(void **state)
{
    (void)state;
    REFUSED(
        {"model A parameter Real @k; end A;", "the parameter \"k\" has no value", "k = ..."},
        {"model A parameter Real a = b; parameter Real b = c + 1; parameter Real c = 2*@a; end A;",
         "in a circle: a -> b -> c -> a", NULL},
        {"model A parameter Real a = gap.c; " GAP "gap(c = @a, d = 1); end A;", "a -> gap.c -> a", NULL},
        {"model A parameter Integer n = size(v, 1); parameter Real v[@n] = {1, 2}; end A;", "n -> v -> n",
         NULL},
        {"model A parameter Real k = @time; end A;", "\"time\" changes", "Modelica.Blocks.Sources"},
        {"model A parameter Real k = @mass.s; " MASS "mass(m = 1); end A;", "\"mass.s\" changes with time",
         NULL},
        {"model A parameter Real k = @der(1); end A;", "der(...) changes with time", NULL},
        {"model A parameter Real k = @mass; " MASS "mass(m = 1); end A;", "\"mass\" is a component", NULL});
}

static void some_things_cannot_be_modified(void **state)
{
    (void)state;
    REFUSED(
        {"model A " MASS "mass(m = 1, s = @3); end A;", "\"s\" is a variable that the component computes",
         "s(start = ..., fixed = true)"},
        {"model A " MASS "mass(m = 1, @flange_a(s(start = 1, fixed = true, min = 0))); end A;",
         "connector \"flange_a\" cannot be modified", NULL},
        {"model B final parameter Real q = 2; end B; model A B b(@q = 5); end A;", "\"q\" is final", NULL},
        {"model B " MASS "m(final m = 1); end B; model A B b(m(@m = 5)); end A;", "\"m\" is final", NULL},
        {"model B protected parameter Real k = 1; end B; model A B b(@k = 2); end A;",
         "\"k\" is protected in B", NULL},
        {"model B protected parameter Real k = 1; end B; model A B b; parameter Real x = b.@k; end A;",
         "\"b.k\" is protected", NULL},
        {"model B replaceable " MASS "m(m = 1); end B; model A B b(redeclare " TRANSLATIONAL
         "Components.Rod @m); end A;",
         "cannot take the place of \"m\": it has no \"m\"", "constrainedby"},
        {"model A " MASS "mass(m = 1, @m = 2); end A;", "\"m\" is modified twice", NULL},
        {"model A parameter Real k = 1; parameter Real @k = 2; end A;", "\"k\" is declared twice", NULL},
        {"model B parameter Real k = 1; end B; model A extends B; parameter Real @k = 2; end A;",
         "declared here and in B", NULL},
        {"model A " MASS "mass(m = 1) = @3; end A;", "\"mass\" is a component, not a value", NULL});
}

static void classes_must_fit_together(void **state)
{
    (void)state;
    REFUSED(
        {"model A extends B; end A; model B extends @C; end B; model C extends A; end C;",
         "a cycle of extends: C -> A -> B -> C", NULL},
        {"model A extends @A; end A;", "a cycle of extends: A -> A", NULL},
        {"model A A @a; end A;", "\"a\" makes its class contain itself", NULL},
        {"model A B @b; end A; model B A a; end B;", "contain itself", NULL},
        {"model A " TRANSLATIONAL "Interfaces.PartialTwoFlanges @p; end A;", "its class is partial", NULL},
        {"partial model B end B; model A B @b; end A;", "its class is partial", NULL},
        {"model @A extends " MASS "(m = 1); end A;", "is a single " TRANSLATIONAL "Components.Mass",
         "model Test A part;"},
        {"model @B extends " MASS "(m = 1); extends " TRANSLATIONAL
         "Components.Rod(L = 1); end B; model A B b; end A;",
         "extends two components", NULL},
        {"model B extends " MASS "(m = 1); " TRANSLATIONAL
         "Components.Fixed f; equation connect(@flange_a, f.flange); end B; "
         "model A B b; end A;",
         "belongs to the component that this class extends", NULL},
        {"model B extends " GAP "(c = 1, d = 1); parameter Real @n = 2; end B; model A B b; end A;",
         "\"n\" is declared here and in " TRANSLATIONAL "Components.ElastoGap", NULL},
        {"model A Modelica.Units.SI @x; end A;", "cannot be of this type", NULL},
        {"model M parameter Real k = 3; model S " MASS "m(m = @k); end S; S s; end M;",
         "\"k\" belongs to instances of M", "constants"});
}

static void what_is_not_supported_says_what_to_do_instead(void **state)
{
    (void)state;
    REFUSED(
        {"model B parameter Real k = 1; end B; model D extends B; end D; model A extends B; extends"
         " D(@k = 3); end A;",
         "\"k\" is inherited twice", "once"},
        {"model B parameter Real k = 1; end B; model D extends B; end D; model A extends D(@k = 3);"
         " extends B; end A;",
         "\"k\" is inherited twice", "once"},
        {"model A extends Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort; "
         "extends Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort(@T = 300); end A;",
         "PartialConditionalHeatPort is inherited twice", NULL},
        {"model A inner outer " MASS "@m(m = 1); end A;", "both inner and outer", NULL},
        {"model A outer " MASS "@m; end A;", "nothing around the model declares it inner", "inner"},
        {"model A parameter Integer @c(fixed = false, start = 1); Real x = c; end A;", "has fixed = false",
         "der(c) = 0"},
        {"model A flow Real @x; end A;", "which only variables of connectors can be", "in a connector"},
        {"connector C stream Real @x; end C; model A C c; end A;", "a stream variable", NULL},
        {"connector C Real v; flow Real i; end C; connector D Real v; flow Real j; end D; model A C c; D d; "
         "equation @connect(c, d); end A;",
         "which do not fit", "same names"},
        {"connector C Real v; flow Real i; end C; model A C c; " TRANSLATIONAL
         "Components.Fixed f; equation @connect(c, f.flange); end A;",
         "of different kinds", "has both connectors"},
        {"partial connector C Real v; flow Real i; end C; model A C @c; end A;", "its connector is partial",
         "extend the connector"},
        {"model A inner model @B end B; B b; end A;", "an inner or outer class", "redeclare"},
        {"model A Real x[2]; equation @x = {1, 2, 3}; end A;", "Real array of 2, the right side", NULL},
        {"model A Real x; equation @x = {1, 2}; end A;", "of type Integer array of 2", "x[1]"},
        {"model A Real x; equation x = 1 + @true; end A;", "a number must stand here", NULL},
        {"model A Real x; equation @x = x > 1; end A;", "of type Real, the right side of type Boolean", NULL},
        {"model A Real x; equation x = if x @== 1 then 1 else 2; end A;", "cannot be compared by \"==\"",
         "< or >"},
        {"model A " MASS "m(m = 1); Real x; equation x = @m.flange_a; end A;", "is a connector, not a value",
         "flange.s"},
        {"model A " MASS "m(m = 1); Real x; equation x = @m; end A;", "is a component, not a value",
         "variables"},
        {"model A " MASS "m(m = 1); Real x; equation x = @m.flange_a.T; end A;",
         "a flange has s and f, or phi and tau", NULL},
        {"model A Real x; equation @if time > 1 then x = 1; end if; end A;", "the same number of equations",
         "else"},
        {"model A Integer k; equation when time > 1 then if time > 2 then k = 1; @k = 2; end if; end when; "
         "end A;",
         "k is assigned twice here", "algorithm"},
        {"model A Real x; equation x = time; @reinit(x, 1); end A;", "reinit must stand in a when clause",
         NULL},
        {"model A Real x; equation x = time; @terminate(\"a\"); end A;", "must stand in a when clause",
         "when condition"},
        {"model A Real x; equation x = time; @sin(x); end A;", "an equation must stand, not a call",
         "assert"},
        {"model A Real x; equation x = der(x @> 1); end A;", "argument 1 of der is a truth value", NULL},
        {"model A Real x; equation when sample(0, @0) then x = 1; end when; end A;",
         "the interval of sample(...) must be positive", NULL},
        {"model A " TRANSLATIONAL "Sources.Force f(@f(min = 3)); end A;",
         "connector \"f\" cannot be modified", "Constant"});
}

static void arrays_must_fit(void **state)
{
    (void)state;
    REFUSED(
        {"model A Real x[2], y[3]; equation x = {1, 2}; y = x + @{1, 2, 3}; end A;", "cannot join", NULL},
        {"model A Real x[2] = {1, 2}, y[2] = 1 + @x; end A;", "cannot join Integer and Real array", ".+"},
        {"model A Real x[2] = {1, 2}, y; equation y = {1, 2, 3}*@x; end A;", "cannot be multiplied", ".*"},
        {"model A Real x[2] = {1, 2}, y = x[@3]; end A;", "the subscript 3 is out of range", NULL},
        {"model A Real x[2] = {1, 2}, y = @x[1, 2]; end A;", "2 subscripts but 1 dimension", NULL},
        {"model A Real x = 1, y = @x[1]; end A;", "it has no elements", "subscripts"},
        {"model A Real x[2] = {1, 2}, y = x[@1.5]; end A;", "a subscript is an Integer", NULL},
        {"model A Real x[2] = @1; end A;", "it cannot be Integer", "fill(x, n)"},
        {"model A Real x[2](start = @{1, 2, 3}) = {1, 2}; end A;", "the attribute \"start\"", "elements"},
        {"model A Real x[2] = {1, 2}, y = sin(time) + @x; end A;", "cannot join", NULL},
        {"model A Real x[2] = {1, 2}; equation assert(x @> 1, \"a\"); end A;", "cannot be compared", NULL},
        {"model A Real x[2] = {1, time}, y[2, 2] = transpose(@x); end A;", "it must be a matrix", NULL},
        {"model A Real x[2] = {1, time}, y[3] = cross(@x, x); end A;", "a vector of 3 numbers", NULL},
        {"model A Integer n = integer(time); Real y[2] = fill(time, @n); end A;",
         "known when the model is read", NULL},
        {"model A Real x[900000], y = sum(i*time for i in 1@:2000000); end A;", "too many elements", NULL});
}

static void statements_are_refused(void **state)
{
    (void)state;
    REFUSED(
        {"model A Real x; algorithm @x := true; end A;", "it cannot be Boolean", NULL},
        {"model A Integer n; algorithm @n := 1.5; end A;", "it cannot be Real", "integer"},
        {"model A parameter Real p = 1; algorithm @p := 2; end A;", "the name of a variable must stand",
         NULL},
        {"model A Real x; algorithm x @= 1; end A;", "expected \":=\"", NULL},
        {"model A Real x(start = 1); algorithm when time > 1 then @reinit(x, 2); end when; equation "
         "der(x) = 1; end A;",
         "reinit cannot stand in an algorithm", "equations"},
        {"model A Real x; algorithm @return; end A;", "return is of functions only", "else"},
        {"model A Real x; algorithm for i in @integer(time) loop x := i; end for; end A;",
         "a loop runs through a vector, not through Integer", "1:n"},
        {"function f input Real x; output Real y; algorithm y := x; @while y > 1 loop y := y/2 + "
         "delay(y, 1); "
         "end while; end f; model A Real z = f(time); end A;",
         "no meaning for what the passes of a loop change", "before the loop"},
        {"model A Real x; algorithm if time > 1 then @when time > 2 then x := 1; end when; end if; end A;",
         "below a condition that changes", "and"},
        {"model A Real x; initial algorithm @when time > 2 then x := 1; end when; equation x = 1; end A;",
         "when cannot stand in an initial algorithm", NULL},
        {"model A Real x; algorithm @terminate(\"a\"); x := 1; end A;", "must stand in a when clause", NULL},
        {"function f input Real x; output Real y; algorithm @x := 1; y := x; end f; "
         "model A Real z = f(time); end A;",
         "an input cannot be assigned", NULL},
        {"function f input Real x; output Real y; algorithm if x > 1 then y := 1; end if; end f; "
         "model A Real z = @f(time); end A;",
         "gives no value to \"y\"", "every branch"},
        {"function f input Real x; output Real y; algorithm @z := 1; y := x; end f; "
         "model A Real z = f(time); end A;",
         "a variable must stand on the left", "declare"},
        {"function f input Real x; output Real y; protected Real @a[:]; algorithm y := x; end f; "
         "model A Real z = f(time); end A;",
         "the size of \"a\" is not known", "size(x, 1)"},
        {"function f input Real x[2]; output Real y; algorithm y := x[1]; end f; "
         "model A Real z = @f({1, 2, time}); end A;",
         "has 3 elements; it must have 2", NULL},
        {"function f input Real x; output Real y; algorithm y := @f(x - 1); end f; "
         "model A Real z = f(time); end A;",
         "functions call each other too deeply", NULL},
        {"function f input Real x; output Real y; algorithm y := x; while @true loop y := y + 1; end while; "
         "end f; model A parameter Real z = f(1); end A;",
         "parts", NULL},
        {"function f input Real x; output Real y; algorithm y := x; end f; "
         "model A Real a, b; equation (a, b) = @f(time); end A;",
         "has only 1 outputs, not 2", NULL},
        {"model A Real a, b; equation (a, b) = @sin(time); end A;", "no function with several results", NULL},
        {"function f input Real x; output Real y; algorithm y := x; end f; "
         "model A Real z = time; parameter Real p = @f(z); end A;",
         "depends here on what changes with time", "parameters"},
        {"model A function f input Real x; output Real y; external \"C\"; end f; Real z = @f(time); end A;",
         "written in another language", "expression"},
        {"record R Real x; end R; function f input R @r[2]; output Real y; algorithm y := 1; end f; "
         "model A Real z = f(time); end A;",
         "can be variables of a function", "single records"});
}

static void operators_are_refused_with_the_reason(void **state)
{
    (void)state;
    REFUSED({"model A Real y = @spatialDistribution(time, 0, 1, true); end A;",
             "spatialDistribution(...) is not supported: transport", "delay"},
            {"model A " MASS "m(m = 1); Real y = @cardinality(m.flange_a); end A;",
             "cardinality(...) is not supported", "parameter"},
            {"model A Real y = @inStream(time); end A;", "there are no stream connectors", "signals"});
}

/* However many instances of its class there are. */
static void an_equation_is_refused_once(void **state)
{
    (void)state;
    REFUSED({"model B Real x; equation x = 1 + @true; end B; model A B b[100]; B c; end A;",
             "a number must stand here", NULL});
}

static void all_independent_errors_are_reported(void **state)
{
    (void)state;
    reading r = read_set("model A\n  " GAP "gap(cc = 1, d = 1);\n  Mass m;\n  parameter Real k = x;\n"
                         "  parameter Real j = 1/0;\nequation\n  connect(gap.flange_c, m.flange_a);\n"
                         "  connect(y, gap.flange_a);\n"
                         "end A;",
                         NULL);
    static const int lines[] = {2, 3, 4, 5, 7, 8};
    assert_int_equal(eg_diagnostics_errors(r.diagnostics), 6);
    for (size_t i = 0; i < 6; i++) {
        int found = 0;
        for (size_t k = 0; k < 6; k++)
            found += eg_diagnostics_get(r.diagnostics, k)->line == lines[i];
        assert_int_equal(found, 1);
    }
    done(&r);
}

static void a_text_needs_a_model(void **state)
{
    (void)state;
    REFUSED({"@", "holds no model", NULL}, {"@package P end P;", "holds no model", NULL},
            {"@partial model P end P;", "holds no model", NULL},
            {"@hello", "expected a class definition", NULL},
            {"@within Modelica.Mechanics.Translational.Components; model Mass end Mass;",
             "a class of the component library", NULL},
            {"model A annotation(experiment(@Tolerance = \"x\")); end A;", "must be a number", NULL});
}

static void an_experiment_must_be_possible(void **state)
{
    (void)state;
    REFUSED({"model A annotation(experiment(@StopTime = -1)); end A;", "does not lie behind StartTime", NULL},
            {"model A annotation(experiment(StartTime = 3, @StopTime = 2)); end A;",
             "StopTime = 2 s does not lie behind StartTime = 3 s", NULL},
            {"model A annotation(experiment(@StartTime = 1e17)); end A;", "does not lie behind", NULL},
            {"model A annotation(experiment(@StopTime = 1e-300)); end A;", "too short", "simulate longer"},
            {"model A annotation(experiment(StartTime = 1e6, @StopTime = 1e6 + 1e-9)); end A;", "too short",
             "near 0"},
            {"model A annotation(experiment(StartTime = -1e308, @StopTime = 1e308)); end A;", "finite", NULL},
            {"model A annotation(experiment(@Interval = -1)); end A;", "must be more than 0", "500"},
            {"model A annotation(experiment(StopTime = 5, @Interval = 0)); end A;", "must be more than 0",
             "0.01 s"},
            {"model A annotation(experiment(StopTime = 5, @Interval = 1e-12)); end A;", "5e+12 rows",
             "at least 5e-08 s"},
            {"model A annotation(experiment(@NumberOfIntervals = 0)); end A;", "whole number", NULL},
            {"model A annotation(experiment(@NumberOfIntervals = 2.5)); end A;", "whole number", NULL},
            {"model A annotation(experiment(@NumberOfIntervals = 2000000000)); end A;", "2e+09 rows", NULL},
            {"model A annotation(experiment(@Tolerance = 1e-20)); end A;", "1e-12", NULL},
            {"model A annotation(experiment(@Tolerance = 0)); end A;", "1e-12", NULL});
}

static void sizes_have_limits(void **state)
{
    (void)state;
    REFUSED({"model A " MASS "@m[1000000000](each m = 1); end A;", "more than 1000000 components", "smaller"},
            {"model A parameter Real x[:] = zeros(@100000000); end A;", "the size 100000000 is out of range",
             NULL},
            {"model A parameter Real x[:] = 1@:10000000; end A;", "this range has 1e+07 elements", NULL},
            {"model A parameter Real x = sum(@i*j for i in 1:100000, j in 1:100000); end A;",
             "1000000 elements", NULL},
            {"model A parameter Integer n = -1; " MASS "@m[n](each m = 1); end A;",
             "negative number of elements", NULL},
            {"model A parameter Real x = @{{{{{{{{{1}}}}}}}}}; end A;", "more than 8 dimensions", NULL});
}

/* Doubling at every level, by parts and by bases: refused, and quickly. */
static void what_grows_without_end_is_stopped(void **state)
{
    (void)state;
    enum { LEVELS = 40 };
    char *text = malloc(LEVELS * 100 + 100), *out = text;
    for (int i = 0; i < LEVELS; i++)
        out += sprintf(out, "model M%d M%d a; M%d b; end M%d; ", i, i + 1, i + 1, i);
    sprintf(out, "model M%d end M%d; model Z M0 m; end Z;", LEVELS, LEVELS);
    reading r = read_set(text, NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    assert_string_equal(eg_diagnostics_get(r.diagnostics, 0)->remedy, "make the arrays smaller");
    done(&r);
    out = text;
    for (int i = 0; i < LEVELS; i++)
        out += sprintf(out, "model M%d extends M%d; extends M%da; end M%d; model M%da = M%d; ", i, i + 1, i,
                       i, i, i + 1);
    sprintf(out, "model M%d end M%d; model Z extends M0; end Z;", LEVELS, LEVELS);
    r = read_set(text, NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    done(&r);
    free(text);
}

static void long_waits_for_values_are_refused_not_overflown(void **state)
{
    (void)state;
    enum { LENGTH = 20000 };
    char *text = malloc(LENGTH * 50 + 100), *out = text + sprintf(text, "model A ");
    for (int i = LENGTH; i > 0; i--)
        out += sprintf(out, "parameter Real k%d = k%d + 1; ", i, i - 1);
    sprintf(out, "parameter Real k0 = 0; end A;");
    reading r = read_set(text, NULL);
    assert_int_equal(eg_diagnostics_errors(r.diagnostics), 1);
    expect_message(&r, 0, 1, eg_diagnostics_get(r.diagnostics, 0)->column, "more than 1000 expressions wait",
                   "before those");
    done(&r);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_come_with_the_nearest_one),
        cmocka_unit_test(misspelt_keywords_come_with_the_right_one),
        cmocka_unit_test(unknown_members_come_with_the_nearest_one),
        cmocka_unit_test(connections_join_what_fits),
        cmocka_unit_test(values_must_fit),
        cmocka_unit_test(parameters_need_values_and_no_circles),
        cmocka_unit_test(some_things_cannot_be_modified),
        cmocka_unit_test(classes_must_fit_together),
        cmocka_unit_test(what_is_not_supported_says_what_to_do_instead),
        cmocka_unit_test(arrays_must_fit),
        cmocka_unit_test(statements_are_refused),
        cmocka_unit_test(operators_are_refused_with_the_reason),
        cmocka_unit_test(an_equation_is_refused_once),
        cmocka_unit_test(all_independent_errors_are_reported),
        cmocka_unit_test(a_text_needs_a_model),
        cmocka_unit_test(an_experiment_must_be_possible),
        cmocka_unit_test(sizes_have_limits),
        cmocka_unit_test(what_grows_without_end_is_stopped),
        cmocka_unit_test(long_waits_for_values_are_refused_not_overflown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
