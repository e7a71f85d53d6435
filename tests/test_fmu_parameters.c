/* Parameters of FMUs that are no single numbers: enumerations, texts, elements of matrices; and constants. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

static const char own[] =
    "model M type Shape = enumeration(ball \"Round\", plate); type Millimetre = Real(unit = \"m\", "
    "displayUnit = \"mm\"); parameter Shape shape = Shape.ball; "
    "parameter String label = \"one \\\"two\\\"\"; "
    "parameter String more[2] = {\"a\", \"b\"}; constant Shape always = Shape.plate; "
    "parameter Real depth(unit = \"m\", displayUnit = \"um\") = 1, T(unit = \"K\", displayUnit = \"degF\") = "
    "300; parameter Real plain(displayUnit = \"mm\") = 1; parameter Millimetre width = 0.5; "
    "Modelica.Mechanics.Translational.Components.Mass m(m(displayUnit = \"g\") = 2, "
    "s(start = 0, fixed = true, nominal = 1e-3, displayUnit = \"cm\"), v(start = 0, fixed = true)); "
    "input Real u(unit = \"N\", displayUnit = \"kN\"); output Millimetre y = m.s + width; "
    "Shape now = if m.s < 1 then shape else Shape.plate; end M;";

static const char text[] = "model M constant Real G = 2; final parameter Real q = 3; "
                           "Modelica.Blocks.Sources.CombiTimeTable tt(table = [0,0;1,1;2,1]); "
                           "Modelica.Blocks.Continuous.FirstOrder f(T = 0.1, k = q*G/6, y_start = 0.5, "
                           "initType = Modelica.Blocks.Types.Init.InitialState); "
                           "Modelica.Mechanics.Rotational.Sensors.AngleSensor sensor; "
                           "Modelica.Mechanics.Rotational.Components.Fixed fixed; "
                           "equation connect(tt.y[1], f.u); connect(fixed.flange, sensor.flange); end M;";

typedef struct fixture {
    runtime *r;
    eg_model *model;
    eg_fmu_list list;
} fixture;

static void begin_with(fixture *x, runtime *r, const char *of)
{
    eg_spec *spec;
    *x = (fixture){.r = r};
    put_model(r, of, "erk");
    assert_int_equal(eg_spec_read_text(of, strlen(of), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &x->model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&x->list, x->model), 0);
}

static void begin(fixture *x, runtime *r)
{
    begin_with(x, r, text);
}

static void end(fixture *x)
{
    eg_fmu_list_release(&x->list);
    eg_model_free(x->model);
}

static fmi3ValueReference reference_of(const fixture *x, const char *name)
{
    long found = eg_names_find(x->list.names, name);
    if (found < 0)
        fail_msg("there is no %s", name);
    return (fmi3ValueReference)found;
}

static double get(const fixture *x, fmi3Instance i, const char *name)
{
    fmi3ValueReference reference = reference_of(x, name);
    double value = NAN;
    assert_int_equal(x->r->three.GetFloat64(i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

/* To t = 1 s; what f.y was at the start. */
static double run(const fixture *x, fmi3Instance i)
{
    const fmi3_calls *c = &x->r->three;
    bool event, ended, early;
    double last;
    assert_int_equal(c->EnterInitializationMode(i, false, 0, 0, true, 2), fmi3OK);
    if (c->ExitInitializationMode(i) != fmi3OK)
        fail_msg("%s", x->r->last);
    double y = get(x, i, "f.y");
    assert_int_equal(c->DoStep(i, 0, 1, true, &event, &ended, &early, &last), fmi3OK);
    return y;
}

static void enumerations(void **state)
{
    fixture x;
    begin(&x, *state);
    const fmi3_calls *c = &x.r->three;
    fmi3ValueReference init = reference_of(&x, "f.initType");
    fmi3Int64 value = 0;
    fmi3Instance i = cosimulation(x.r);
    assert_int_equal(c->GetInt64(i, &init, 1, &value, 1), fmi3OK);
    assert_int_equal(value, 3); /* NoInit, SteadyState, InitialState, InitialOutput */
    assert_string_equal(x.list.items[init].literals[2], "InitialState");
    assert_true(run(&x, i) == 0.5);
    c->FreeInstance(i);
    i = cosimulation(x.r);
    value = 2;
    assert_int_equal(c->SetInt64(i, &init, 1, &value, 1), fmi3OK);
    assert_true(fabs(run(&x, i)) < 1e-15);
    assert_int_equal(c->SetInt64(i, &init, 1, &value, 1), fmi3Error); /* it is fixed */
    c->FreeInstance(i);
    i = cosimulation(x.r);
    for (value = 0; value <= 5; value += 5)
        assert_int_equal(c->SetInt64(i, &init, 1, &value, 1), fmi3Error);
    fmi3ValueReference k = reference_of(&x, "f.k");
    assert_int_equal(c->GetInt64(i, &k, 1, &value, 1), fmi3Error);
    c->FreeInstance(i);

    const fmi2_calls *two = &x.r->two;
    char place[300];
    fmi2Integer number = 0;
    snprintf(place, sizeof place, "file://%s", x.r->directory);
    fmi2Component j = two->Instantiate("one", fmi2CoSimulation, "T", place, NULL, 0, 0);
    assert_non_null(j);
    assert_int_equal(two->GetInteger(j, &init, 1, &number), fmi2OK);
    assert_int_equal(number, 3);
    number = 2;
    assert_int_equal(two->SetInteger(j, &init, 1, &number), fmi2OK);
    two->FreeInstance(j);
    end(&x);
}

/* One element makes all of the table be given anew. */
static void matrices(void **state)
{
    fixture x;
    begin(&x, *state);
    const fmi3_calls *c = &x.r->three;
    fmi3ValueReference element = reference_of(&x, "tt.table[2,2]");
    const double four = 4;
    fmi3Instance i = cosimulation(x.r);
    run(&x, i);
    assert_true(get(&x, i, "tt.y[1]") == 1);
    c->FreeInstance(i);
    i = cosimulation(x.r);
    assert_int_equal(c->SetFloat64(i, &element, 1, &four, 1), fmi3OK);
    run(&x, i);
    assert_true(get(&x, i, "tt.y[1]") == 4 && get(&x, i, "tt.table[3,2]") == 1);
    c->FreeInstance(i);
    end(&x);
}

static void texts(void **state)
{
    fixture x;
    begin(&x, *state);
    const fmi3_calls *c = &x.r->three;
    fmi3ValueReference name = reference_of(&x, "tt.tableName"), k = reference_of(&x, "f.k");
    fmi3Instance i = cosimulation(x.r);
    fmi3String value = NULL, said = "a \"b\" \\\\ c";
    char longest[EG_FMU_TEXT + 1];
    memset(longest, 'x', EG_FMU_TEXT);
    longest[EG_FMU_TEXT] = '\0';
    assert_int_equal(c->GetString(i, &name, 1, &value, 1), fmi3OK);
    assert_string_equal(value, "NoName");
    assert_int_equal(c->SetString(i, &name, 1, &said, 1), fmi3OK);
    fmi3FMUState saved = NULL;
    assert_int_equal(c->GetFMUState(i, &saved), fmi3OK);
    assert_int_equal(c->SetString(i, &name, 1, (fmi3String[]){"other"}, 1), fmi3OK);
    assert_int_equal(c->SetFMUState(i, saved), fmi3OK);
    assert_int_equal(c->FreeFMUState(i, &saved), fmi3OK);
    run(&x, i); /* the reader takes it */
    assert_int_equal(c->GetString(i, &name, 1, &value, 1), fmi3OK);
    assert_string_equal(value, said);
    assert_int_equal(c->Reset(i), fmi3OK);
    assert_int_equal(c->GetString(i, &name, 1, &value, 1), fmi3OK);
    assert_string_equal(value, "NoName");
    said = longest;
    assert_int_equal(c->SetString(i, &name, 1, &said, 1), fmi3Error);
    said = NULL;
    assert_int_equal(c->SetString(i, &name, 1, &said, 1), fmi3Error);
    assert_int_equal(c->GetString(i, &k, 1, &value, 1), fmi3Error);
    assert_int_equal(c->GetString(i, &name, 1, NULL, 1), fmi3Error);
    c->FreeInstance(i);
    end(&x);
}

static void constants_and_units(void **state)
{
    fixture x;
    begin(&x, *state);
    static const char *const fixed[] = {"G", "q"};
    const double one = 1;
    fmi3Instance i = cosimulation(x.r);
    for (int k = 0; k < 2; k++) {
        fmi3ValueReference reference = reference_of(&x, fixed[k]);
        assert_int_equal(x.list.items[reference].kind, EG_FMU_CONSTANT);
        assert_int_equal(x.r->three.SetFloat64(i, &reference, 1, &one, 1), fmi3Error);
    }
    x.r->three.FreeInstance(i);
    const eg_fmu_variable *angle = &x.list.items[reference_of(&x, "fixed.phi0")];
    assert_non_null(angle->display_unit);
    assert_string_equal(angle->display_unit, "deg");
    assert_null(x.list.items[reference_of(&x, "f.T")].display_unit);
    end(&x);
}

/* ---------------------------------------------------------------- what users declare */

static void own_enumerations(void **state)
{
    fixture x;
    begin_with(&x, *state, own);
    const fmi3_calls *c = &x.r->three;
    fmi3ValueReference shape = reference_of(&x, "shape"), now = reference_of(&x, "now");
    fmi3ValueReference always = reference_of(&x, "always");
    const eg_fmu_variable *v = &x.list.items[shape];
    assert_true(v->type == EG_ENUMERATION && v->kind == EG_FMU_PARAMETER && v->start == 1);
    assert_string_equal(v->type_name, "M.Shape");
    assert_string_equal(v->literals[1], "plate");
    assert_true(x.list.items[now].type == EG_ENUMERATION && x.list.items[always].start == 2);
    fmi3Int64 value = 2, seen = 0;
    fmi3Instance i = cosimulation(x.r);
    assert_int_equal(c->SetInt64(i, &shape, 1, &(fmi3Int64){3}, 1), fmi3Error);
    assert_int_equal(c->SetInt64(i, &always, 1, &value, 1), fmi3Error);
    assert_int_equal(c->EnterInitializationMode(i, false, 0, 0, true, 2), fmi3OK);
    assert_int_equal(c->GetInt64(i, &now, 1, &seen, 1), fmi3OK);
    assert_int_equal(seen, 1);
    assert_int_equal(c->SetInt64(i, &shape, 1, &value, 1), fmi3OK);
    assert_int_equal(c->GetInt64(i, &now, 1, &seen, 1), fmi3OK);
    assert_int_equal(seen, 2);
    assert_int_equal(c->ExitInitializationMode(i), fmi3OK);
    c->FreeInstance(i);
    end(&x);
}

static void own_texts(void **state)
{
    fixture x;
    begin_with(&x, *state, own);
    const fmi3_calls *c = &x.r->three;
    fmi3ValueReference v[] = {reference_of(&x, "label"), reference_of(&x, "more[2]")};
    fmi3String values[2];
    fmi3Instance i = cosimulation(x.r);
    assert_int_equal(c->GetString(i, v, 2, values, 2), fmi3OK);
    assert_string_equal(values[0], "one \"two\"");
    assert_string_equal(values[1], "b");
    assert_int_equal(c->SetString(i, v, 1, (fmi3String[]){"a \\ \"b\""}, 1), fmi3OK);
    assert_int_equal(c->EnterInitializationMode(i, false, 0, 0, true, 2), fmi3OK);
    assert_int_equal(c->ExitInitializationMode(i), fmi3OK);
    assert_int_equal(c->GetString(i, v, 2, values, 2), fmi3OK);
    assert_string_equal(values[0], "a \\ \"b\"");
    assert_string_equal(values[1], "b");
    c->FreeInstance(i);
    end(&x);
}

static void own_display_units(void **state)
{
    static const struct {
        const char *name, *unit;
    } shown[] = {{"depth", "um"}, {"T", "degF"}, {"width", "mm"}, {"m.m", "g"}, {"m.s", "cm"},
                 {"u", "kN"},     {"y", "mm"},   {"plain", NULL}, {"m.v", NULL}};
    fixture x;
    begin_with(&x, *state, own);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const char *unit = x.list.items[reference_of(&x, shown[i].name)].display_unit;
        assert_true(x.list.items[reference_of(&x, shown[i].name)].nominal ==
                    (strcmp(shown[i].name, "m.s") == 0 ? 1e-3 : 0));
        if (!shown[i].unit != !unit || (unit && strcmp(unit, shown[i].unit) != 0))
            fail_msg("%s is shown in %s", shown[i].name, unit ? unit : "its unit");
    }
    end(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(enumerations, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(matrices, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(texts, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(constants_and_units, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(own_enumerations, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(own_texts, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(own_display_units, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
