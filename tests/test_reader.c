/* The reader, from text to spec: what a model says arrives in the spec, by the rules of the language. */
#include "reading.h"

/* ---------------------------------------------------------------- the whole way */

static void a_model_becomes_a_spec(void **state)
{
    (void)state;
    reading r = read_good(
        "model Gap \"A mass against a stop\"\n"
        "  " TRANSLATIONAL "Components.Fixed wall(s0 = 0.5) \"The wall\";\n"
        "  " TRANSLATIONAL "Components.ElastoGap gap(c = 1e4, d = 20, n = 1.5, useHeatPort = false);\n"
        "  " TRANSLATIONAL "Components.Mass mass(m = 2, s(start = 1, fixed = true), v(start = -1,\n"
        "    nominal = 3, stateSelect = StateSelect.always), stateSelect = StateSelect.avoid);\n"
        "equation\n"
        "  connect(wall.flange, gap.flange_a);\n"
        "  connect(gap.flange_b, mass.flange_a) annotation(Line());\n"
        "  annotation(experiment(StartTime = 1, StopTime = 5, Interval = 0.01, Tolerance = 1e-8));\n"
        "end Gap;\n");
    assert_string_equal(eg_spec_name(r.spec), "Gap");
    assert_string_equal(eg_spec_comment(r.spec), "A mass against a stop");
    eg_experiment e = eg_spec_experiment(r.spec);
    assert_true(e.start_time == 1.0 && e.stop_time == 5.0 && e.interval == 0.01 && e.tolerance == 1e-8);

    assert_int_equal(r.spec->instance_count, 3);
    assert_string_equal(r.spec->instances[0].path, "wall");
    assert_string_equal(r.spec->instances[0].class->name, TRANSLATIONAL "Components.Fixed");
    assert_string_equal(r.spec->instances[0].origin->comment, "The wall");
    assert_int_equal(r.spec->instances[0].line, 2);
    assert_string_equal(r.spec->instances[0].origin->file, "test.mo");
    assert_true(given(&r, "wall.s0") == 0.5);
    assert_true(given(&r, "gap.c") == 1e4 && given(&r, "gap.d") == 20.0 && given(&r, "gap.n") == 1.5);
    assert_true(given(&r, "gap.useHeatPort") == 0.0);
    assert_false(is_given(&r, "gap", "s_rel0"));
    assert_true(given(&r, "mass.m") == 2.0 && given(&r, "mass.stateSelect") == EG_AVOID);

    const eg_start *s = start_of(&r, "mass", "s"), *v = start_of(&r, "mass", "v");
    assert_true(s->start == 1.0 && s->fixed == 1 && isnan(s->nominal) && s->state_select == -1);
    assert_true(v->start == -1.0 && v->fixed == -1 && v->nominal == 3.0 && v->state_select == EG_ALWAYS);
    assert_null(start_of(&r, "mass", "a"));
    assert_int_equal(r.spec->places[s->place].line, 4);

    assert_int_equal(r.spec->connection_count, 2);
    expect_connection(&r, 0, "wall.flange", "gap.flange_a");
    expect_connection(&r, 1, "gap.flange_b", "mass.flange_a");
    assert_int_equal(r.spec->connections[1].place.line, 8);
    done(&r);
}

static void what_the_experiment_does_not_say_is_open(void **state)
{
    (void)state;
    reading r = read_good("model A end A;");
    eg_experiment e = eg_spec_experiment(r.spec);
    assert_true(e.start_time == 0.0 && isnan(e.stop_time) && isnan(e.interval) && isnan(e.tolerance));
    done(&r);
    r = read_good("model A annotation(experiment(StopTime = 2, NumberOfIntervals = 500)); end A;");
    assert_true(eg_spec_experiment(r.spec).interval == 2.0 / 500.0);
    done(&r);
    r = read_good("model A annotation(experiment(StopTime = 3)); end A; model B extends A; end B;");
    assert_true(eg_spec_experiment(r.spec).stop_time == 3.0);
    done(&r);
}

static void the_model_is_the_last_one_that_is_not_partial_or_the_one_asked_for(void **state)
{
    (void)state;
    const char *text = "package P model A end A; package Q model B end B; function f end f; end Q; "
                       "partial model C end C; end P;";
    static const struct {
        const char *asked, *found;
    } table[] = {{NULL, "P.Q.B"}, {"P.A", "P.A"}, {"A", "P.A"}, {"Q.B", "P.Q.B"}, {"P.Q.B", "P.Q.B"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        eg_read_options options = eg_read_options_default();
        options.model = table[i].asked;
        reading r = read_with(text, &options);
        assert_int_equal(r.status, EG_OK);
        assert_string_equal(eg_spec_name(r.spec), table[i].found);
        done(&r);
    }
    eg_read_options options = eg_read_options_default();
    options.model = "Bb";
    reading r = read_with("package P model Ba end Ba; end P;", &options);
    expect_message(&r, 0, 0, 0, "the model \"Bb\" is not known", "\"Ba\"");
    done(&r);
}

/* ---------------------------------------------------------------- names */

static void names_are_found_as_the_language_says(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A " TRANSLATIONAL "Components.Mass m(m = 1); end A;",
        "model A ." TRANSLATIONAL "Components.Mass m(m = 1); end A;",
        "model A import Modelica.Mechanics.Translational; Translational.Components.Mass m(m = 1); end A;",
        "model A import T = Modelica.Mechanics.Translational; T.Components.Mass m(m = 1); end A;",
        "model A import Modelica.Mechanics.Translational.Components.*; Mass m(m = 1); end A;",
        "model A import Modelica.Mechanics.Translational.{Components, Sources}; "
        "Components.Mass m(m = 1); end A;",
        "within Modelica.Mechanics.Translational.Examples; model A Components.Mass m(m = 1); end A;",
        "within Modelica.Mechanics.Translational.Examples; model A "
        "Translational.Components.Mass m(m = 1); end A;",
        "within Modelica.Mechanics.Translational.Examples; model A extends Modelica.Icons.Example; "
        "parameter SI.Mass k = 1; Components.Mass m(m = k); Blocks.Sources.Sine s; end A;",
        "package P import Modelica.Mechanics.Translational.Components; model A "
        "Components.Mass m(m = 1); end A; end P;",
        "package P package Q model M = " TRANSLATIONAL
        "Components.Mass; end Q; model A Q.M m(m = 1); end A; end P;",
        "model A model M = " TRANSLATIONAL "Components.Mass; M m(m = 1); end A;",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        reading r = read_good(texts[i]);
        assert_string_equal(instance_of(&r, "m")->class->name, TRANSLATIONAL "Components.Mass");
        done(&r);
    }
    reading r = read_good("model A TranslationalComponents.Mass m(m = 1); end A;");
    assert_string_equal(instance_of(&r, "m")->class->name, "TranslationalComponents.Components.Mass");
    done(&r);
}

static void an_inner_name_hides_an_outer_one(void **state)
{
    (void)state;
    reading r =
        read_good("package P constant Real k = 1; package Q constant Real k = 2; "
                  "model A parameter Real x = k; parameter Real y = P.k; parameter Real z = .P.Q.k; end A; "
                  "end Q; end P;");
    assert_true(value_of(&r, "x") == 2.0 && value_of(&r, "y") == 1.0 && value_of(&r, "z") == 2.0);
    done(&r);
    /* A base class sees its own surroundings, not those of the class that extends it. */
    r = read_good("package P constant Real k = 1; model B parameter Real x = k; end B; end P; "
                  "model A constant Real k = 2; extends P.B; parameter Real y = k; end A;");
    assert_true(value_of(&r, "x") == 1.0 && value_of(&r, "y") == 2.0);
    done(&r);
}

static void an_encapsulated_class_sees_the_root_only(void **state)
{
    (void)state;
    const bad_text bad = {
        "package P constant Real k = 1; encapsulated model A parameter Real x = @k; end A; end P;",
        "\"k\" is not known here", NULL};
    expect_refused(&bad, 1);
    reading r = read_good(
        "package P encapsulated model A parameter Modelica.Units.SI.Mass x = sqrt(4); end A; end P;");
    assert_true(value_of(&r, "x") == 2.0);
    done(&r);
}

static void units_come_from_the_table_of_types(void **state)
{
    (void)state;
    reading r =
        read_good("model A import Modelica.Units.SI; import L = Modelica.Units.SI.Length; "
                  "type Stiffness = SI.TranslationalSpringConstant(min = 10); "
                  "parameter SI.Mass a = 1; parameter Modelica.SIunits.Force b = 2; parameter L c = 3; "
                  "parameter Stiffness d = 20; parameter Real e(unit = \"m/s\") = 4; parameter Real f = 5; "
                  "parameter Integer g = 6; end A;");
    assert_string_equal(declared(&r, "a")->unit, "kg");
    assert_string_equal(declared(&r, "b")->unit, "N");
    assert_string_equal(declared(&r, "c")->unit, "m");
    assert_string_equal(declared(&r, "d")->unit, "N/m");
    assert_string_equal(declared(&r, "e")->unit, "m/s");
    assert_null(declared(&r, "f")->unit);
    assert_int_equal(declared(&r, "g")->type, EG_INTEGER);
    done(&r);
}

/* ---------------------------------------------------------------- modifiers */

static void the_outermost_modifier_wins(void **state)
{
    (void)state;
    const char *text =
        "model B parameter Real k = 1; " TRANSLATIONAL "Components.Mass mass(m = k, s(start = 1)); end B; "
        "model C extends B(k = 2, mass(s(start = 2))); end C; "
        "model A C c(k = 3, mass(s(start = 3, fixed = true))); B b; C d; end A;";
    reading r = read_good(text);
    assert_true(given(&r, "c.mass.m") == 3.0 && given(&r, "b.mass.m") == 1.0 && given(&r, "d.mass.m") == 2.0);
    assert_true(start_of(&r, "c.mass", "s")->start == 3.0 && start_of(&r, "c.mass", "s")->fixed == 1);
    assert_true(start_of(&r, "b.mass", "s")->start == 1.0 && start_of(&r, "b.mass", "s")->fixed == -1);
    assert_true(start_of(&r, "d.mass", "s")->start == 2.0);
    done(&r);
    r = read_set(text, "c.k=4");
    assert_true(given(&r, "c.mass.m") == 4.0 && value_of(&r, "c.k") == 4.0);
    done(&r);
    r = read_set(text, "c.mass.m=5");
    assert_true(given(&r, "c.mass.m") == 5.0 && value_of(&r, "c.k") == 3.0);
    done(&r);
}

static void modifiers_are_evaluated_where_they_are_written(void **state)
{
    (void)state;
    reading r = read_good("model B parameter Real k = 1; parameter Real j = k; end B; "
                          "model A parameter Real k = 7; B b(k = k + 1, j = k); B c(k = 10*b.k); end A;");
    assert_true(value_of(&r, "b.k") == 8.0 && value_of(&r, "b.j") == 7.0);
    assert_true(value_of(&r, "c.k") == 80.0 && value_of(&r, "c.j") == 80.0);
    done(&r);
}

static void a_short_class_carries_its_modifiers(void **state)
{
    (void)state;
    reading r = read_good("model Stop = " TRANSLATIONAL "Components.ElastoGap(c = 1e5, d = 10); "
                          "model Hard = Stop(c = 1e6); model A Stop a; Hard b; Hard c(d = 20); end A;");
    assert_true(given(&r, "a.c") == 1e5 && given(&r, "b.c") == 1e6 && given(&r, "b.d") == 10.0);
    assert_true(given(&r, "c.c") == 1e6 && given(&r, "c.d") == 20.0);
    done(&r);
}

static void dotted_and_nested_modifiers_are_the_same(void **state)
{
    (void)state;
    reading r = read_good("model B " IMPORTS "Mass mass(m = 1); end B; "
                          "model A B b(mass.m = 2, mass.s.start = 3) ; end A;");
    done(&r);
    r = read_good("model B " IMPORTS "Mass mass(m = 1); end B; model A B b(mass.m = 2); end A;");
    assert_true(given(&r, "b.mass.m") == 2.0);
    done(&r);
}

/* ---------------------------------------------------------------- models of one's own */

static void models_nest_and_have_connectors(void **state)
{
    (void)state;
    reading r = read_good("model Inner \"inside\" " TRANSLATIONAL "Interfaces.Flange_a a \"left\"; "
                          "Modelica.Blocks.Interfaces.RealInput u(unit = \"N\"); " TRANSLATIONAL
                          "Sources.Force force; " TRANSLATIONAL
                          "Components.Mass mass(m = 1); equation connect(a, mass.flange_a); "
                          "connect(u, force.f); connect(force.flange, mass.flange_b); end Inner; "
                          "model A Inner inner1; Modelica.Blocks.Sources.Constant one(k = 1); " TRANSLATIONAL
                          "Components.Fixed wall; "
                          "equation connect(wall.flange, inner1.a); connect(one.y, inner1.u); end A;");
    assert_int_equal(r.spec->connector_count, 2);
    assert_string_equal(r.spec->connectors[0].path, "inner1.a");
    assert_int_equal(r.spec->connectors[0].kind, EG_FLANGE_A);
    assert_string_equal(r.spec->connectors[0].comment, "left");
    assert_int_equal(r.spec->connectors[1].kind, EG_REAL_INPUT);
    assert_string_equal(r.spec->connectors[1].unit, "N");
    expect_connection(&r, 0, "inner1.a", "inner1.mass.flange_a");
    expect_connection(&r, 3, "wall.flange", "inner1.a");
    done(&r);
}

static void partial_classes_of_the_library_give_their_connectors(void **state)
{
    (void)state;
    reading r = read_good("model Link extends " TRANSLATIONAL "Interfaces.PartialTwoFlanges; " TRANSLATIONAL
                          "Components.Rod rod(L = 1); equation connect(flange_a, rod.flange_a); "
                          "connect(rod.flange_b, flange_b); end Link; model A Link link; end A;");
    assert_int_equal(r.spec->connector_count, 2);
    expect_connection(&r, 0, "link.flange_a", "link.rod.flange_a");
    expect_connection(&r, 1, "link.rod.flange_b", "link.flange_b");
    done(&r);
}

static void the_conditional_heat_port_leads_out_or_to_a_fixed_temperature(void **state)
{
    (void)state;
    const char *text = "model Stop import Modelica.Thermal.HeatTransfer; "
                       "extends HeatTransfer.Interfaces.PartialConditionalHeatPort; " TRANSLATIONAL
                       "Components.ElastoGap gap(c = 1, d = 1, useHeatPort = true); "
                       "equation connect(gap.heatPort, internalHeatPort); end Stop; "
                       "model A Stop stop(useHeatPort = false, T = 300); end A;";
    reading r = read_good(text);
    assert_true(given(&r, "stop.fixedTemperature.T") == 300.0);
    expect_connection(&r, 0, "stop.fixedTemperature.port", "stop.internalHeatPort");
    assert_int_equal(r.spec->connector_count, 1);
    assert_true(value_of(&r, "stop.T") == 300.0);
    done(&r);
    r = read_set(text, "stop.useHeatPort=true");
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(r.spec->instance_count, 1);
    assert_int_equal(r.spec->connector_count, 2);
    expect_connection(&r, 0, "stop.heatPort", "stop.internalHeatPort");
    done(&r);
}

static void a_class_may_extend_a_component_of_the_library(void **state)
{
    (void)state;
    reading r =
        read_good("model Stop \"mine\" extends " TRANSLATIONAL "Components.ElastoGap(c = k, d = 2); "
                  "parameter Real k = 5; parameter Real twice = 2*c; " TRANSLATIONAL "Components.Fixed rest; "
                  "end Stop; model A Stop a(k = 6, s_rel0 = 1, s_rel(start = 2)); "
                  "parameter Real x = a.twice + a.d + a.n; end A;");
    assert_string_equal(instance_of(&r, "a")->class->name, TRANSLATIONAL "Components.ElastoGap");
    assert_non_null(instance_of(&r, "a.rest"));
    assert_true(given(&r, "a.c") == 6.0 && given(&r, "a.s_rel0") == 1.0);
    assert_true(start_of(&r, "a", "s_rel")->start == 2.0);
    assert_true(value_of(&r, "a.twice") == 12.0 && value_of(&r, "x") == 15.0);
    done(&r);
}

static void connectors_and_extended_components_come_in_arrays(void **state)
{
    (void)state;
    reading r = read_good(
        "package Q import Modelica.Mechanics.Translational.*; "
        "model Stop extends Components.ElastoGap(c = k, d = 1); parameter Real k = 1; end Stop; "
        "model Bank parameter Integer n = 2; Interfaces.Flange_a f[n]; "
        "Modelica.Blocks.Interfaces.RealInput u[2] if n > 2; Components.Mass mass[n](each m = 1); "
        "Sources.Force force[2]; equation connect(f, mass.flange_a); connect(u, force.f); end Bank; "
        "model T Stop g[3](k = {1, 2, 3}, s_rel(start = {7, 8, 9})); Bank b[2](n = {2, 3}); "
        "Components.Fixed w[3]; parameter Real x = sum(g.c); equation connect(w.flange, b[2].f); "
        "for i in 1:2, j in 1:i loop connect(b[i].f[j], w[j].flange); end for; end T; end Q;");
    assert_true(given(&r, "g[2].c") == 2.0 && start_of(&r, "g[3]", "s_rel")->start == 9.0);
    assert_true(value_of(&r, "x") == 6.0);
    assert_int_equal(r.spec->connector_count, 2 + 3 + 2);
    assert_string_equal(r.spec->connectors[2].path, "b[2].f[1]");
    assert_string_equal(r.spec->connectors[6].path, "b[2].u[2]");
    /* b[1]: 2 flanges and no signals; b[2]: 3 flanges and 2 signals; then T's own 3 and 1 + 2. */
    assert_int_equal(r.spec->connection_count, 2 + 5 + 3 + 3);
    expect_connection(&r, 0, "b[1].f[1]", "b[1].mass[1].flange_a");
    expect_connection(&r, 6, "b[2].u[2]", "b[2].force[2].f");
    expect_connection(&r, 9, "w[3].flange", "b[2].f[3]");
    expect_connection(&r, 12, "b[2].f[2]", "w[2].flange");
    done(&r);
}

static void conditions_decide_what_exists(void **state)
{
    (void)state;
    const char *text =
        "model A parameter Boolean held = true; " IMPORTS "Mass mass(m = 1); Fixed wall if held; "
        "Fixed other if not held; equation connect(wall.flange, mass.flange_a); "
        "connect(other.flange, mass.flange_b); if held then connect(mass.flange_a, mass.flange_b); "
        "end if; end A;";
    reading r = read_good(text);
    assert_int_equal(r.spec->instance_count, 2);
    assert_int_equal(r.spec->connection_count, 2);
    expect_connection(&r, 0, "wall.flange", "mass.flange_a");
    done(&r);
    r = read_set(text, "held=false");
    assert_int_equal(r.spec->connection_count, 1);
    expect_connection(&r, 0, "other.flange", "mass.flange_b");
    done(&r);
}

/* ---------------------------------------------------------------- arrays and loops */

static void arrays_of_components_take_arrays_of_values(void **state)
{
    (void)state;
    reading r =
        read_good("model A " IMPORTS "parameter Integer n = 3; parameter SI.Mass m[n] = {1, 2, 3}; "
                  "Mass mass[n](m = m, each L = 0.1, s(start = {10*i for i in 1:n}, each fixed = true), "
                  "each v(start = 5)); Mass[2] two[3](m = {{11, 12}, {21, 22}, {31, 32}}); "
                  "parameter Real total = sum(mass.m); parameter Real last = mass[end].m; "
                  "parameter Integer size1 = size(mass, 1); parameter Real part[2] = mass[2:3].m; end A;");
    assert_true(given(&r, "mass[1].m") == 1.0 && given(&r, "mass[3].m") == 3.0 &&
                given(&r, "mass[2].L") == 0.1);
    assert_true(start_of(&r, "mass[2]", "s")->start == 20.0 && start_of(&r, "mass[2]", "s")->fixed == 1);
    assert_true(start_of(&r, "mass[3]", "v")->start == 5.0);
    assert_true(given(&r, "two[3,1].m") == 31.0 && given(&r, "two[1,2].m") == 12.0);
    assert_true(value_of(&r, "total") == 6.0 && value_of(&r, "last") == 3.0 && value_of(&r, "size1") == 3.0);
    assert_true(value_of(&r, "part[1]") == 2.0 && value_of(&r, "m[2]") == 2.0);
    done(&r);
}

static void values_reach_through_arrays_of_models(void **state)
{
    (void)state;
    reading r = read_good("model B parameter Real k[2] = {1, 2}; " TRANSLATIONAL
                          "Components.Mass mass[2](m = k); end B; "
                          "model A B b[3](k = {{1, 2}, {3, 4}, {5, 6}}); B c[2](each k = {7, 8}); "
                          "B d[2](mass(L = {{1, 2}, {3, 4}})); B e[2](each mass(each L = 9)); end A;");
    assert_true(given(&r, "b[3].mass[1].m") == 5.0 && given(&r, "b[1].mass[2].m") == 2.0);
    assert_true(given(&r, "c[2].mass[2].m") == 8.0);
    assert_true(given(&r, "d[2].mass[1].L") == 3.0 && given(&r, "e[1].mass[2].L") == 9.0);
    done(&r);
}

static void loops_connect(void **state)
{
    (void)state;
    reading r =
        read_good("model A " IMPORTS "Mass mass[3](each m = 1); Spring spring[2](each c = 1); Fixed wall; "
                  "equation for i in 1:2 loop connect(mass[i].flange_b, spring[i].flange_a); "
                  "connect(spring[i].flange_b, mass[i + 1].flange_a); end for; "
                  "for i in {1, 3}, j in 1:2 loop if i < j then connect(mass[i].flange_a, mass[j].flange_a); "
                  "end if; end for; connect(mass[1:2].flange_a, spring.flange_a); "
                  "connect(wall.flange, mass[end].flange_b); end A;");
    assert_int_equal(r.spec->connection_count, 8);
    expect_connection(&r, 2, "mass[2].flange_b", "spring[2].flange_a");
    expect_connection(&r, 4, "mass[1].flange_a", "mass[2].flange_a");
    expect_connection(&r, 6, "mass[2].flange_a", "spring[2].flange_a");
    expect_connection(&r, 7, "wall.flange", "mass[3].flange_b");
    done(&r);
}

static void one_value_for_an_array_is_taken_with_a_warning(void **state)
{
    (void)state;
    reading r = read_set("model A " TRANSLATIONAL "Components.Mass mass[3](m = 2); end A;", NULL);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 1);
    expect_message(&r, 0, 1, 66, "one value for all elements", "each m = ");
    assert_true(given(&r, "mass[3].m") == 2.0);
    done(&r);
}

/* ---------------------------------------------------------------- parameters */

static void parameters_stand_in_any_order(void **state)
{
    (void)state;
    reading r = read_good(
        "model A parameter Real a = b + gap.c; parameter Real b = 2*c; parameter Real c = 3; " TRANSLATIONAL
        "Components.ElastoGap gap(c = c, d = b); parameter Real f = gap.f_ref; "
        "parameter Real s = gap.s_ref; end A;");
    assert_true(value_of(&r, "a") == 9.0 && given(&r, "gap.d") == 6.0);
    assert_true(value_of(&r, "f") == 3.0 &&
                value_of(&r, "s") == 1.0); /* defaults: f_ref = c*s_ref, s_ref = 1 */
    done(&r);
}

static void a_start_value_stands_in_with_a_warning(void **state)
{
    (void)state;
    reading r = read_set("model A parameter Real k(start = 3); parameter Real j = 2*k; " TRANSLATIONAL
                         "Components.ElastoGap gap(c(start = 7), d = 1); end A;",
                         NULL);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 2);
    expect_message(&r, 0, 1, 24, "\"k\" has no value; its start value 3 is used", NULL);
    expect_message(&r, 1, 1, 122, "\"gap.c\" has no value; its start value 7 is used", NULL);
    assert_true(value_of(&r, "j") == 6.0 && given(&r, "gap.c") == 7.0);
    done(&r);
}

static void assertions_about_parameters_are_checked(void **state)
{
    (void)state;
    const char *text = "model A parameter Real k = 1; equation assert(k > 0, \"k is \" + String(k)); "
                       "assert(k < 10, \"large\", AssertionLevel.warning); end A;";
    reading r = read_good(text);
    done(&r);
    r = read_set(text, "k=-1");
    expect_message(&r, 0, 1, 40, "assertion failed: k is -1", NULL);
    done(&r);
    r = read_set(text, "k=11");
    assert_int_equal(r.status, EG_OK);
    expect_message(&r, 0, 1, 76, "assertion: large", NULL);
    done(&r);
}

/* ---------------------------------------------------------------- size */

static void a_long_chain_is_read_in_linear_time(void **state)
{
    (void)state;
    const char *text =
        "model Chain " IMPORTS "parameter Integer n = 10000; Fixed wall; Mass mass[n](each m = 1, "
        "s(start = {0.1*i for i in 1:n}, each fixed = true)); ElastoGap gap[n](each c = 1e5, each d = 1); "
        "equation connect(wall.flange, gap[1].flange_a); for i in 1:n loop "
        "connect(gap[i].flange_b, mass[i].flange_a); if i < n then "
        "connect(mass[i].flange_b, gap[i + 1].flange_a); end if; end for; end Chain;";
    reading r = read_good(text);
    assert_int_equal(r.spec->instance_count, 20001);
    assert_int_equal(r.spec->connection_count, 20000);
    assert_true(start_of(&r, "mass[10000]", "s")->start == 1000.0);
    expect_connection(&r, 19999, "gap[10000].flange_b", "mass[10000].flange_a");
    done(&r);
}

static void the_caller_may_limit_the_size(void **state)
{
    (void)state;
    eg_read_options options = eg_read_options_default();
    options.max_components = 100;
    reading r = read_with("model A " TRANSLATIONAL "Components.Mass m[99](each m = 1); end A;", &options);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    expect_message(&r, 0, 1, 58, "more than 100 components", "smaller");
    done(&r);
    r = read_with("model A " TRANSLATIONAL "Components.Mass m[98](each m = 1); end A;", &options);
    assert_int_equal(r.status, EG_OK);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_becomes_a_spec),
        cmocka_unit_test(what_the_experiment_does_not_say_is_open),
        cmocka_unit_test(the_model_is_the_last_one_that_is_not_partial_or_the_one_asked_for),
        cmocka_unit_test(names_are_found_as_the_language_says),
        cmocka_unit_test(an_inner_name_hides_an_outer_one),
        cmocka_unit_test(an_encapsulated_class_sees_the_root_only),
        cmocka_unit_test(units_come_from_the_table_of_types),
        cmocka_unit_test(the_outermost_modifier_wins),
        cmocka_unit_test(modifiers_are_evaluated_where_they_are_written),
        cmocka_unit_test(a_short_class_carries_its_modifiers),
        cmocka_unit_test(dotted_and_nested_modifiers_are_the_same),
        cmocka_unit_test(models_nest_and_have_connectors),
        cmocka_unit_test(partial_classes_of_the_library_give_their_connectors),
        cmocka_unit_test(the_conditional_heat_port_leads_out_or_to_a_fixed_temperature),
        cmocka_unit_test(a_class_may_extend_a_component_of_the_library),
        cmocka_unit_test(connectors_and_extended_components_come_in_arrays),
        cmocka_unit_test(conditions_decide_what_exists),
        cmocka_unit_test(arrays_of_components_take_arrays_of_values),
        cmocka_unit_test(values_reach_through_arrays_of_models),
        cmocka_unit_test(loops_connect),
        cmocka_unit_test(one_value_for_an_array_is_taken_with_a_warning),
        cmocka_unit_test(parameters_stand_in_any_order),
        cmocka_unit_test(a_start_value_stands_in_with_a_warning),
        cmocka_unit_test(assertions_about_parameters_are_checked),
        cmocka_unit_test(a_long_chain_is_read_in_linear_time),
        cmocka_unit_test(the_caller_may_limit_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
