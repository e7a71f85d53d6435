/* Building and completing a spec: what is accepted, and that what is not has a message with place and
 * remedy. */
#include "component/describe.h"
#include "component/spec.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MSL "Modelica.Mechanics.Translational."
#define GAP MSL "Components.ElastoGap"
#define MASS MSL "Components.Mass"
#define FIXED MSL "Components.Fixed"
#define DYAD_GAP "TranslationalComponents.ElastoGap"
#define SINE "Modelica.Blocks.Sources.Sine"
#define FORCE MSL "Sources.Force"
#define WALL "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature"

typedef struct fixture {
    eg_diagnostics *d;
    eg_spec *spec;
} fixture;

static int set_up(void **state)
{
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->d = eg_diagnostics_create();
    f->spec = eg_spec_create("Bounce", f->d);
    assert_non_null(f->spec);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    eg_spec_free(f->spec);
    eg_diagnostics_free(f->d);
    free(f);
    return 0;
}

static void add(fixture *f, const char *class_name, const char *path)
{
    assert_int_equal(eg_spec_add(f->spec, class_name, path, f->d), EG_OK);
}

static const eg_instance *instance(fixture *f, const char *path)
{
    long i = eg_names_find(f->spec->paths, path);
    assert_true(i >= 0);
    return &f->spec->instances[i];
}

static double value(fixture *f, const char *path, const char *parameter)
{
    const eg_instance *i = instance(f, path);
    int k = eg_class_parameter(i->class, parameter);
    assert_true(k >= 0);
    return i->p[k];
}

static const eg_diagnostic *newest(fixture *f)
{
    size_t count = eg_diagnostics_count(f->d);
    assert_true(count > 0);
    return eg_diagnostics_get(f->d, count - 1);
}

static bool holds(const char *text, const char *part)
{
    return !part || (text && strstr(text, part));
}

/* The newest message has this severity, says `message`, and its remedy says `remedy`; both are parts. */
static void assert_said(fixture *f, eg_severity severity, const char *message, const char *remedy)
{
    const eg_diagnostic *d = newest(f);
    if (d->severity != severity || !holds(d->message, message) || !holds(d->remedy, remedy))
        fail_msg("said: %s [%s]\nwanted: %s [%s]", d->message, d->remedy ? d->remedy : "", message,
                 remedy ? remedy : "");
}

/* How many messages of this severity contain the text. */
static int said(fixture *f, eg_severity severity, const char *message)
{
    int count = 0;
    for (size_t i = 0; i < eg_diagnostics_count(f->d); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(f->d, i);
        count += d->severity == severity && holds(d->message, message);
    }
    return count;
}

/* ---------------------------------------------------------------- what is right */

static void an_empty_spec_has_a_name_and_no_experiment(void **state)
{
    fixture *f = *state;
    assert_string_equal(eg_spec_name(f->spec), "Bounce");
    assert_null(eg_spec_comment(f->spec));
    eg_experiment e = eg_spec_experiment(f->spec);
    assert_true(e.start_time == 0.0 && isnan(e.stop_time) && isnan(e.interval) && isnan(e.tolerance));
    e.stop_time = 5.0;
    eg_spec_set_experiment(f->spec, e);
    assert_true(eg_spec_experiment(f->spec).stop_time == 5.0);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    eg_spec_free(NULL);
}

static void a_right_model_is_built_without_a_word(void **state)
{
    fixture *f = *state;
    add(f, GAP, "gap");
    add(f, MASS, "body.mass[2]");
    add(f, FIXED, "wall");
    assert_int_equal(eg_spec_set(f->spec, "gap.c", 1000.0, f->d), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "gap.d", 0.0, f->d), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "gap.s_ref", 0.5, f->d), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "body.mass[2].m", 2.0, f->d), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "gap.stateSelect", EG_NEVER, f->d), EG_OK);
    assert_int_equal(eg_spec_set_start(f->spec, "body.mass[2].s", 1.5, 1, f->d), EG_OK);
    assert_int_equal(eg_spec_set_start(f->spec, "body.mass[2].s", 2.5, 0, f->d), EG_OK);
    assert_int_equal(eg_spec_connect(f->spec, "wall.flange", "gap.flange_a", f->d), EG_OK);
    assert_int_equal(eg_spec_connect(f->spec, "gap.flange_b", "body.mass[2].flange_a", f->d), EG_OK);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_int_equal(eg_diagnostics_count(f->d), 0);
    /* f_ref defaults to c*s_ref. */
    assert_true(value(f, "gap", "f_ref") == 500.0);
    assert_true(value(f, "gap", "n") == 1.0);
    const eg_instance *mass = instance(f, "body.mass[2]");
    assert_int_equal(mass->start_count, 1);
    assert_true(mass->starts[0].start == 2.5 && mass->starts[0].fixed == 0);
    assert_true(isnan(mass->starts[0].nominal) && mass->starts[0].state_select == -1);
}

static void completing_twice_follows_the_parameters(void **state)
{
    fixture *f = *state;
    add(f, GAP, "gap");
    eg_spec_set(f->spec, "gap.c", 10.0, f->d);
    eg_spec_set(f->spec, "gap.d", 1.0, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_true(value(f, "gap", "f_ref") == 10.0);
    eg_spec_set(f->spec, "gap.c", 20.0, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_true(value(f, "gap", "f_ref") == 20.0);
    assert_int_equal(eg_diagnostics_count(f->d), 0);
}

static void diagnostics_may_be_absent(void **state)
{
    fixture *f = *state;
    eg_spec *spec = eg_spec_create(NULL, NULL);
    assert_non_null(spec);
    assert_int_equal(eg_spec_add(spec, "Nothing", "a", NULL), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_add(spec, MASS, "a", NULL), EG_OK);
    assert_int_equal(eg_spec_set(spec, "a.k", 1.0, NULL), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_set(spec, "a.m", NAN, NULL), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_set_start(spec, "b.s", 1.0, 1, NULL), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_connect(spec, "a.flange_a", "a.y", NULL), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_complete(spec, NULL), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_diagnostics_count(f->d), 0);
}

/* ---------------------------------------------------------------- classes and names */

static void an_unknown_class_is_told_with_the_nearest(void **state)
{
    fixture *f = *state;
    assert_int_equal(eg_spec_add(f->spec, MSL "Components.ElastoGab", "gap", f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "there is no class " MSL "Components.ElastoGab", "did you mean " GAP "?");
    assert_int_equal(eg_spec_add(f->spec, "Xylophone", "gap", f->d), EG_ERROR_MODEL);
    assert_null(newest(f)->remedy);
    assert_int_equal(f->spec->instance_count, 0);
}

static void partial_classes_and_connectors_are_no_components(void **state)
{
    fixture *f = *state;
    assert_int_equal(eg_spec_add(f->spec, MSL "Interfaces.PartialCompliant", "p", f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "is a partial class", NULL);
    assert_int_equal(eg_spec_add(f->spec, MSL "Interfaces.Flange_a", "p", f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "is a connector", NULL);
}

static void a_name_is_taken_once(void **state)
{
    fixture *f = *state;
    add(f, MASS, "a");
    assert_int_equal(eg_spec_add(f->spec, FIXED, "a", f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "the name a is taken by another component, of class " MASS, "another name");
    assert_int_equal(f->spec->instance_count, 1);
}

static void names_are_modelica_names(void **state)
{
    fixture *f = *state;
    static const char *const bad[] = {"",    ".",    "a.",  ".a",    "1a",  "a b",   "a..b", "a[",
                                      "a[]", "a[x]", "a[1", "a[1,]", "a-b", "a[1]b", "a\n"};
    for (size_t i = 0; i < EG_COUNT(bad); i++) {
        if (eg_spec_add(f->spec, MASS, bad[i], f->d) != EG_ERROR_MODEL)
            fail_msg("\"%s\" was taken", bad[i]);
        assert_said(f, EG_ERROR, "is not a name for a component", "mass[2]");
    }
    static const char *const good[] = {"_a9", "a.b.c", "a[1]", "b[1,20].c[3]"};
    for (size_t i = 0; i < EG_COUNT(good); i++)
        add(f, MASS, good[i]);
}

static void components_hold_no_components(void **state)
{
    fixture *f = *state;
    add(f, MASS, "a.b");
    add(f, MASS, "a");
    eg_spec_set(f->spec, "a.m", 1.0, f->d);
    eg_spec_set(f->spec, "a.b.m", 1.0, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "a.b is placed inside a, but that is a " MASS, "another name");
}

/* ---------------------------------------------------------------- values */

static void unknown_members_are_told_with_the_right_ones(void **state)
{
    fixture *f = *state;
    add(f, GAP, "housing.stop1");
    assert_int_equal(eg_spec_set(f->spec, "housing.stop1.s_rel_0", 1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "housing.stop1 (" GAP ") has no parameter s_rel_0",
                "did you mean s_rel0? its parameters "
                "are ");
    assert_int_equal(eg_spec_set(f->spec, "housing.stop1.colour", 1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "no parameter colour", "its parameters are ");
    assert_int_equal(eg_spec_set(f->spec, "housing.stop1.s_rel", 1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "no parameter s_rel", "s_rel is a variable: give it a start value");
    assert_int_equal(eg_spec_set_start(f->spec, "housing.stop1.c", 1.0, 1, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "no variable c", "c is a parameter: set its value");
    assert_int_equal(eg_spec_set_start(f->spec, "housing.stop1.v_rell", 1.0, 1, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "no variable v_rell", "did you mean v_rel?");
    add(f, FIXED, "wall");
    assert_int_equal(eg_spec_set_start(f->spec, "wall.s", 1.0, 1, f->d), EG_ERROR_MODEL);
}

static void unknown_components_are_told_with_the_nearest(void **state)
{
    fixture *f = *state;
    add(f, MASS, "slider");
    assert_int_equal(eg_spec_set(f->spec, "sliders.m", 1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "there is no component sliders in Bounce", "did you mean slider.m?");
    assert_int_equal(eg_spec_set(f->spec, "m", 1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "\"m\" does not name a member", "COMPONENT.MEMBER");
    assert_int_equal(eg_spec_set(f->spec, "", 1.0, f->d), EG_ERROR_MODEL);
    char path[600];
    memset(path, 'x', sizeof path - 3);
    memcpy(path + sizeof path - 3, ".m", 3);
    assert_int_equal(eg_spec_set(f->spec, path, 1.0, f->d), EG_ERROR_MODEL);
    path[sizeof path - 3] = '\0';
    add(f, MASS, path);
    path[sizeof path - 3] = '.';
    assert_int_equal(eg_spec_set(f->spec, path, 3.0, f->d), EG_OK);
}

static void values_out_of_range_are_refused(void **state)
{
    fixture *f = *state;
    add(f, GAP, "gap");
    add(f, "Modelica.Blocks.Sources.Pulse", "pulse");
    static const struct {
        const char *path;
        double value;
        const char *message;
    } bad[] = {
        {"gap.c", -1.5, "gap.c = -1.5 N/m is out of range: it must be at least 0 N/m"},
        {"gap.d", -1e-9, "gap.d = -1e-9 N.s/m is out of range"},
        {"gap.n", 0.5, "gap.n = 0.5 is out of range: it must be at least 1"},
        {"gap.s_ref", 0.0, "gap.s_ref = 0 m is out of range: it must be at least 2.220446049250313e-16 m"},
        {"gap.c", NAN, "gap.c is not a number (nan)"},
        {"gap.s_rel0", INFINITY, "gap.s_rel0 = inf m: it must be finite"},
        {"gap.useHeatPort", 2.0, "gap.useHeatPort = 2, but it is a Boolean"},
        {"gap.stateSelect", 5.0, "gap.stateSelect = 5 is no value of StateSelect"},
        {"gap.stateSelect", 0.5, "gap.stateSelect = 0.5 is no value of StateSelect"},
        {"pulse.nperiod", 1.5, "pulse.nperiod = 1.5, but it is an Integer"},
        {"pulse.width", 101.0,
         "pulse.width = 101 is out of range: it must be greater than 0 and at most 100"},
        {"pulse.period", 0.0, "pulse.period = 0 s is out of range: it must be greater than 0"},
    };
    for (size_t i = 0; i < EG_COUNT(bad); i++) {
        assert_int_equal(eg_spec_set(f->spec, bad[i].path, bad[i].value, f->d), EG_ERROR_MODEL);
        assert_said(f, EG_ERROR, bad[i].message, NULL);
    }
    assert_int_equal(eg_spec_set(f->spec, "gap.stateSelect", -1.0, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, NULL, "use 0 for never, 1 for avoid, 2 for default, 3 for prefer, 4 for always");
    /* Nothing of it was kept. */
    const eg_instance *gap = instance(f, "gap");
    for (size_t i = 0; i < gap->class->parameter_count; i++)
        assert_false(gap->given[i]);
}

static void protected_parameters_cannot_be_set(void **state)
{
    fixture *f = *state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    int tried = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i]->parameter_count; k++) {
            if (!classes[i]->parameters[k].is_protected || classes[i]->kind > EG_BLOCK || classes[i]->source)
                continue;
            char name[40], path[100];
            snprintf(name, sizeof name, "x%d", tried++);
            add(f, classes[i]->name, name);
            snprintf(path, sizeof path, "%s.%s", name, classes[i]->parameters[k].name);
            assert_int_equal(eg_spec_set(f->spec, path, 1.0, f->d), EG_ERROR_MODEL);
            assert_said(f, EG_ERROR, "cannot be set", NULL);
        }
}

static void start_values_are_checked(void **state)
{
    fixture *f = *state;
    add(f, MASS, "mass");
    add(f, "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor", "body");
    assert_int_equal(eg_spec_set_start(f->spec, "mass.s", NAN, 1, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "mass.s is not a number", NULL);
    assert_int_equal(eg_spec_set_start(f->spec, "body.T", -1.0, 1, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "body.T = -1 K is out of range: it must be at least 0 K", NULL);
    assert_int_equal(instance(f, "mass")->start_count, 0);
    assert_int_equal(instance(f, "body")->start_count, 0);
}

/* As a reader gives them: past the calls by name. */
static void completion_checks_what_readers_wrote(void **state)
{
    fixture *f = *state;
    eg_place place = {"m.mo", 4, 7, NULL};
    eg_instance *body =
        eg_spec_add_instance(f->spec, eg_class_find("Modelica.Thermal.HeatTransfer.Components.HeatCapacitor"),
                             "body", place, f->d);
    body->p[0] = -3.0;
    body->given[0] = true;
    eg_start *start = eg_instance_start(f->spec, body, 0, (eg_place){"m.mo", 5, 2, NULL});
    start->start = -10.0;
    assert_ptr_equal(eg_instance_start(f->spec, body, 0, place), start);
    /* Only other attributes: no start to check. */
    eg_instance_start(f->spec, body, 1, place)->nominal = 1.0;
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_int_equal(eg_diagnostics_count(f->d), 2);
    const eg_diagnostic *first = eg_diagnostics_get(f->d, 0), *second = eg_diagnostics_get(f->d, 1);
    assert_non_null(strstr(first->message, "body.C = -3 J/K is out of range"));
    assert_int_equal(first->line, 4);
    assert_non_null(strstr(second->message, "body.T = -10 K is out of range"));
    assert_int_equal(second->line, 5);
}

static void missing_values_are_told_all_at_once(void **state)
{
    fixture *f = *state;
    add(f, DYAD_GAP, "gap");
    add(f, "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor", "body");
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_int_equal(said(f, EG_ERROR,
                          "gap.c has no value, and TranslationalComponents.Components.ElastoGap has no "
                          "default for it"),
                     1);
    assert_int_equal(said(f, EG_ERROR, "gap.d has no value"), 1);
    assert_int_equal(said(f, EG_ERROR, "body.C has no value"), 1);
    assert_said(f, EG_ERROR, "body.C", "set body.C in J/K (");
    assert_int_equal(eg_diagnostics_errors(f->d), 3);
}

static void start_values_stand_in_with_a_warning(void **state)
{
    fixture *f = *state;
    add(f, GAP, "gap");
    eg_spec_set(f->spec, "gap.d", 2.0, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_int_equal(eg_diagnostics_count(f->d), 1);
    assert_said(f, EG_WARNING, "gap.c has no value; its start value 1 N/m is taken", "set gap.c");
    assert_true(value(f, "gap", "c") == 1.0);
    assert_true(value(f, "gap", "f_ref") == 1.0);
    assert_false(instance(f, "gap")->given[eg_class_parameter(eg_class_find(GAP), "c")]);
}

static void a_default_that_overflows_is_told(void **state)
{
    fixture *f = *state;
    add(f, GAP, "gap");
    eg_spec_set(f->spec, "gap.c", 1e300, f->d);
    eg_spec_set(f->spec, "gap.d", 1.0, f->d);
    eg_spec_set(f->spec, "gap.s_ref", 1e10, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "gap.f_ref = inf N: it must be finite", "it is c*s_ref unless given");
}

static void combinations_are_checked_by_the_class(void **state)
{
    fixture *f = *state;
    add(f, "Modelica.Thermal.HeatTransfer.Components.ThermalConductor", "rod");
    eg_spec_set(f->spec, "rod.G", -1.0, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_said(f, EG_WARNING, "rod: G is negative", NULL);
    add(f, "Modelica.Blocks.Sources.Ramp", "ramp");
    eg_spec_set(f->spec, "ramp.duration", 5e-324, f->d);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "ramp: the slope", NULL);
}

/* ---------------------------------------------------------------- connections */

static void build_scene(fixture *f)
{
    add(f, GAP, "gap");
    add(f, MASS, "mass");
    add(f, WALL, "room");
    add(f, FORCE, "force");
    add(f, FORCE, "push");
    add(f, SINE, "sine");
    add(f, SINE, "cosine");
    add(f, MSL "Sensors.SpeedSensor", "speed");
    eg_spec_set(f->spec, "gap.c", 1.0, f->d);
    eg_spec_set(f->spec, "gap.d", 1.0, f->d);
    eg_spec_set(f->spec, "mass.m", 1.0, f->d);
    eg_spec_set(f->spec, "room.T", 300.0, f->d);
    eg_spec_set(f->spec, "sine.f", 1.0, f->d);
    eg_spec_set(f->spec, "cosine.f", 1.0, f->d);
}

static void ends_must_fit(void **state)
{
    fixture *f = *state;
    build_scene(f);
    static const struct {
        const char *from, *to, *message, *remedy;
    } bad[] = {
        {"gap.flange_b", "room.port",
         "cannot connect gap.flange_b to room.port: one is a flange, the other a heat port",
         "flanges to flanges"},
        {"sine.y", "gap.flange_b", "one is an output, the other a flange", "outputs to inputs"},
        {"force.f", "push.f", "both are inputs", "the output that feeds it"},
        {"sine.y", "cosine.y", "both are outputs", "Modelica.Blocks.Math.Add"},
        {"speed.v", "force.f", "the unit of one is m/s, of the other N", "Modelica.Blocks.Math.Gain"},
        {"gap.flange_c", "mass.flange_a", "gap (" GAP ") has no port flange_c",
         "its ports are flange_a, flange_b, heatPort"},
        {"mas.flange_b", "gap.flange_a", "there is no component mas in Bounce",
         "did you mean mass.flange_b?"},
        {"flange_b", "gap.flange_a", "\"flange_b\" does not name", "COMPONENT.MEMBER"},
        {"mass.s", "gap.flange_a", "has no port s", "its ports are flange_a, flange_b"},
    };
    for (size_t i = 0; i < EG_COUNT(bad); i++) {
        assert_int_equal(eg_spec_connect(f->spec, bad[i].from, bad[i].to, f->d), EG_ERROR_MODEL);
        assert_said(f, EG_ERROR, bad[i].message, bad[i].remedy);
    }
    assert_int_equal(f->spec->connection_count, 0);
    assert_int_equal(eg_spec_connect(f->spec, "sine.y", "force.f", f->d), EG_OK);
    assert_int_equal(eg_spec_connect(f->spec, "gap.flange_b", "mass.flange_a", f->d), EG_OK);
    assert_int_equal(f->spec->connection_count, 2);
}

static void conditions_are_asked_at_the_end(void **state)
{
    fixture *f = *state;
    build_scene(f);
    assert_int_equal(eg_spec_connect(f->spec, "gap.heatPort", "room.port", f->d), EG_OK);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "gap.heatPort does not exist while gap.useHeatPort is false",
                "set gap.useHeatPort=true");
    assert_false(eg_instance_has(instance(f, "gap"), "useHeatPort"));
    assert_true(eg_instance_has(instance(f, "gap"), NULL));
    eg_spec_set(f->spec, "gap.useHeatPort", 1.0, f->d);
    assert_true(eg_instance_has(instance(f, "gap"), "useHeatPort"));
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_int_equal(f->spec->connection_count, 1);
}

static void text_drops_connections_to_ports_that_are_not_there(void **state)
{
    fixture *f = *state;
    build_scene(f);
    eg_place place = {"m.mo", 9, 3, NULL};
    assert_int_equal(eg_spec_add_connection(f->spec, "gap.heatPort", "room.port", place), 0);
    assert_int_equal(eg_spec_add_connection(f->spec, "gap.flange_a", "mass.flange_a", place), 0);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_said(f, EG_WARNING, "connecting gap.heatPort to room.port has no effect",
                "set gap.useHeatPort=true");
    assert_int_equal(newest(f)->line, 9);
    assert_int_equal(f->spec->connection_count, 1);
    assert_string_equal(f->spec->connections[0].from, "gap.flange_a");
}

static void connectors_of_models_join(void **state)
{
    fixture *f = *state;
    build_scene(f);
    eg_place place = {"m.mo", 3, 1, NULL};
    char path[] = "box.in";
    assert_int_equal(eg_spec_add_connector(f->spec, (eg_connector){.path = path,
                                                                   .kind = EG_REAL_INPUT,
                                                                   .unit = "N",
                                                                   .place = place,
                                                                   .comment = "the push",
                                                                   .start = NAN}),
                     0);
    path[0] = 'X'; /* it was copied */
    assert_int_equal(
        eg_spec_add_connector(
            f->spec, (eg_connector){.path = "box.left", .kind = EG_FLANGE_A, .place = place, .start = NAN}),
        0);
    /* An input of the model feeds inputs inside it. */
    eg_spec_add_connection(f->spec, "box.in", "force.f", place);
    eg_spec_add_connection(f->spec, "box.in", "push.f", place);
    eg_spec_add_connection(f->spec, "sine.y", "box.in", place);
    eg_spec_add_connection(f->spec, "box.left", "mass.flange_a", place);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_int_equal(eg_diagnostics_count(f->d), 0);
    eg_spec_add_connection(f->spec, "box.left", "box.in", place);
    eg_spec_add_connection(f->spec, "box.left", "box.right", place);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_int_equal(
        said(f, EG_ERROR, "cannot connect box.left to box.in: one is a flange, the other an input"), 1);
    assert_int_equal(said(f, EG_ERROR, "there is no component box in Bounce"), 1);
}

static void inputs_may_meet_in_text(void **state)
{
    fixture *f = *state;
    build_scene(f);
    eg_place place = {"m.mo", 3, 1, NULL};
    /* connect(force.f, push.f); connect(sine.y, force.f): one source for both. */
    eg_spec_add_connection(f->spec, "force.f", "push.f", place);
    eg_spec_add_connection(f->spec, "sine.y", "force.f", place);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    eg_spec_add_connection(f->spec, "sine.y", "cosine.y", place);
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "both are outputs", NULL);
}

static void declared_values_are_kept(void **state)
{
    fixture *f = *state;
    char comment[] = "the gap";
    assert_int_equal(
        eg_spec_add_declared(
            f->spec,
            (eg_declared){.path = "delta", .unit = "m", .type = EG_REAL, .value = 0.002, .comment = comment}),
        0);
    comment[0] = 'X';
    assert_int_equal(f->spec->declared_count, 1);
    assert_string_equal(f->spec->declared[0].path, "delta");
    assert_string_equal(f->spec->declared[0].comment, "the gap");
    assert_true(f->spec->declared[0].value == 0.002);
}

/* ---------------------------------------------------------------- size */

/* A chain long enough that anything quadratic would take minutes. */
static void long_chains_are_built_in_linear_time(void **state)
{
    fixture *f = *state;
    enum { LENGTH = 100000 };
    char a[40], b[40];
    for (int i = 0; i < LENGTH; i++) {
        snprintf(a, sizeof a, "chain.mass[%d]", i + 1);
        add(f, MASS, a);
        snprintf(a, sizeof a, "chain.mass[%d].m", i + 1);
        assert_int_equal(eg_spec_set(f->spec, a, 0.5, f->d), EG_OK);
        snprintf(a, sizeof a, "chain.mass[%d].flange_a", i + 1);
        snprintf(b, sizeof b, "chain.mass[%d].flange_b", i);
        if (i > 0)
            assert_int_equal(eg_spec_connect(f->spec, b, a, f->d), EG_OK);
    }
    assert_int_equal(eg_spec_complete(f->spec, f->d), EG_OK);
    assert_int_equal(eg_diagnostics_count(f->d), 0);
    assert_int_equal(f->spec->instance_count, LENGTH);
    assert_int_equal(f->spec->connection_count, LENGTH - 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Does the text of a model that gives the value say that it is out of range? */
static bool text_refuses(const eg_class *class, const char *parameter, double value)
{
    char text[400];
    bool refused = false;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    snprintf(text, sizeof text, "model M %s x(%s = %.17g); end M;", class->name, parameter, value);
    (void)eg_spec_read_text(text, strlen(text), "M.mo", NULL, d, &spec);
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, i);
        refused = refused || (m->severity == EG_ERROR && strstr(m->message, "out of range"));
    }
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return refused;
}

/* Of every number of every class, at its limits and beyond: calls are refused what texts are. */
static void calls_have_the_limits_of_texts(void **state)
{
    fixture *f = *state;
    size_t count, limited = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t c = 0; c < count; c++) {
        if (eg_spec_add(f->spec, classes[c]->name, "x", NULL) != EG_OK)
            continue;
        for (size_t k = 0; k < classes[c]->parameter_count; k++) {
            const eg_parameter *p = &classes[c]->parameters[k];
            double min, max;
            if ((p->type != EG_REAL && p->type != EG_INTEGER) || p->columns != 0 || p->is_protected ||
                p->is_constant)
                continue;
            eg_parameter_range(p, &min, &max);
            if (!isfinite(min) && !isfinite(max))
                continue;
            limited++;
            const double tried[] = {min - 1, min, -1, 0, max, max + 1};
            for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
                if (!isfinite(tried[i]) || fabs(tried[i]) > 1e300)
                    continue;
                char path[100];
                snprintf(path, sizeof path, "x.%s", p->name);
                const bool refused = eg_spec_set(f->spec, path, tried[i], f->d) != EG_OK;
                if (refused != text_refuses(classes[c], p->name, tried[i]))
                    fail_msg("%s.%s = %g: a call is %s", classes[c]->name, p->name, tried[i],
                             refused ? "refused, the text is not" : "accepted, the text is not");
                if (refused)
                    assert_said(f, EG_ERROR, "is out of range: it must be", NULL);
            }
        }
        eg_spec_free(f->spec);
        f->spec = eg_spec_create("Bounce", f->d);
        assert_non_null(f->spec);
    }
    assert_true(limited > 100);
    /* A model whose text widens the limit may have such values by calls, too. */
    eg_spec_free(f->spec);
    static const char text[] =
        "model M Modelica.Mechanics.Translational.Components.Spring x(c = 1, s_rel0(min = "
        "-2) = -1); Modelica.Mechanics.Translational.Components.Spring y(c = 1); end M;";
    assert_int_equal(eg_spec_read_text(text, strlen(text), "M.mo", NULL, f->d, &f->spec), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "x.s_rel0", -1.5, f->d), EG_OK);
    assert_int_equal(eg_spec_set(f->spec, "y.s_rel0", -1.5, f->d), EG_ERROR_MODEL);
    assert_said(f, EG_ERROR, "is out of range: it must be at least 0", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_empty_spec_has_a_name_and_no_experiment),
        TEST(a_right_model_is_built_without_a_word),
        TEST(completing_twice_follows_the_parameters),
        TEST(diagnostics_may_be_absent),
        TEST(an_unknown_class_is_told_with_the_nearest),
        TEST(partial_classes_and_connectors_are_no_components),
        TEST(a_name_is_taken_once),
        TEST(names_are_modelica_names),
        TEST(components_hold_no_components),
        TEST(unknown_members_are_told_with_the_right_ones),
        TEST(unknown_components_are_told_with_the_nearest),
        TEST(values_out_of_range_are_refused),
        TEST(calls_have_the_limits_of_texts),
        TEST(protected_parameters_cannot_be_set),
        TEST(start_values_are_checked),
        TEST(completion_checks_what_readers_wrote),
        TEST(missing_values_are_told_all_at_once),
        TEST(start_values_stand_in_with_a_warning),
        TEST(a_default_that_overflows_is_told),
        TEST(combinations_are_checked_by_the_class),
        TEST(ends_must_fit),
        TEST(conditions_are_asked_at_the_end),
        TEST(text_drops_connections_to_ports_that_are_not_there),
        TEST(connectors_of_models_join),
        TEST(inputs_may_meet_in_text),
        TEST(declared_values_are_kept),
        TEST(long_chains_are_built_in_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
