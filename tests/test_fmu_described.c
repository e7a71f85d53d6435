/* What a description says of parameters, enumerations and states, beyond what the standard asks
 * (test_fmu_rules.c): limits are those of the descriptors and of users' types, items of enumerations say
 * what they mean, and states go by the variable that they are, with its unit and nominal value. Both
 * versions. */
#include "build_model.h"
#include "base/number.h"
#include "component/spec.h"
#include "component/describe.h"
#include "fmi/description.h"

#define T "Modelica.Mechanics.Translational."
#define R "Modelica.Mechanics.Rotational."

typedef struct described {
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    char *text;
    int version;
} described;

static described describe(const char *text, int version)
{
    described d = {.version = version};
    eg_diagnostics *heard = eg_diagnostics_create();
    assert_int_equal(eg_spec_read_text(text, strlen(text), "M.mo", NULL, heard, &d.spec), EG_OK);
    assert_int_equal(eg_model_compile(d.spec, heard, &d.model), EG_OK);
    assert_int_equal(eg_fmu_list_make(&d.list, d.model), 0);
    d.text = eg_fmu_describe(&(eg_fmu_description){d.model, &d.list, version, "M", NULL, false}, "token");
    assert_non_null(d.text);
    eg_diagnostics_free(heard);
    return d;
}

static void forget(described *d)
{
    free(d->text);
    eg_fmu_list_release(&d->list);
    eg_model_free(d->model);
    eg_spec_free(d->spec);
}

/* The line in which `name` is described, without its end; empty when there is none. */
static void line_of(const described *d, const char *name, char *line, size_t size)
{
    char wanted[300];
    snprintf(wanted, sizeof wanted, " name=\"%s\"", name);
    const char *at = strstr(d->text, wanted), *begin = at;
    while (begin && begin > d->text && begin[-1] != '\n')
        begin--;
    snprintf(line, size, "%.*s", begin ? (int)strcspn(begin, "\n") : 0, begin ? begin : "");
}

static void shows(const described *d, const char *name, const char *what)
{
    char line[1000], text[1400];
    line_of(d, name, line, sizeof line);
    snprintf(text, sizeof text, "FMI %d, %s: \"%s\" does not say %s", d->version, name, line, what);
    if (!strstr(line, what))
        rig_fail(__FILE__, __LINE__, text);
}

static void does_not_show(const described *d, const char *name, const char *what)
{
    char line[1000], text[1400];
    line_of(d, name, line, sizeof line);
    snprintf(text, sizeof text, "FMI %d, %s: \"%s\" says %s", d->version, name, line, what);
    if (!*line || strstr(line, what))
        rig_fail(__FILE__, __LINE__, text);
}

/* ---------------------------------------------------------------- limits */

#define STOP                                                                                                 \
    T "Components.ElastoGap gap(c = 10, d = 1, s_nominal = 1e-3); " T "Components.Fixed ground; " T          \
      "Components.Mass m(m = 1, L = 0, s(start = 1, fixed = true), v(start = 0, fixed = true, nominal = 5)); "

static const char limited[] =
    "model M type Stiffness = Real(unit = \"N/m\", min = 2, max = 1e9); "
    "type Count = Integer(min = 1, max = 7); parameter Stiffness k = 5; parameter Count n = 3; "
    "parameter Real free = 1; parameter Real below(max = 4) = 1; parameter Real above(min = -2.5) = 1; "
    "parameter Boolean flag(start = true) = false; " STOP
    "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); end M;";

static void parameters_have_limits(void **state)
{
    (void)state;
    for (int version = 2; version <= 3; version++) {
        described d = describe(limited, version);
        shows(&d, "k", " min=\"2\"");
        shows(&d, "k", " max=\"1000000000\"");
        shows(&d, "n", " min=\"1\"");
        shows(&d, "n", " max=\"7\"");
        shows(&d, "below", " max=\"4\"");
        does_not_show(&d, "below", " min=");
        shows(&d, "above", " min=\"-2.5\"");
        does_not_show(&d, "above", " max=");
        does_not_show(&d, "free", " min=");
        does_not_show(&d, "free", " max=");
        does_not_show(&d, "flag", " min=");
        forget(&d);
    }
    ALL_WELL();
}

/* Of every class that stands in a model of its own: each limit is the descriptor's. */
static void limits_are_the_descriptors(void **state)
{
    (void)state;
    size_t limits = 0;
    described d = describe(limited, 3);
    for (int i = 0; i < d.model->instance_count; i++) {
        const eg_class *class = d.model->instances[i].class;
        for (size_t k = 0; k < class->parameter_count; k++) {
            const eg_parameter *p = &class->parameters[k];
            char name[200], min[60], max[60], number[EG_NUMBER_SIZE];
            double least, most;
            eg_parameter_range(p, &least, &most);
            snprintf(name, sizeof name, "%s.%s", d.model->instances[i].path, p->name);
            if (eg_names_find(d.list.names, name) < 0 || (p->type != EG_REAL && p->type != EG_INTEGER))
                continue;
            eg_number_write(least, number);
            snprintf(min, sizeof min, " min=\"%s\"", number);
            eg_number_write(most, number);
            snprintf(max, sizeof max, " max=\"%s\"", number);
            (isfinite(least) ? shows : does_not_show)(&d, name, isfinite(least) ? min : " min=");
            (isfinite(most) ? shows : does_not_show)(&d, name, isfinite(most) ? max : " max=");
            limits += isfinite(least);
        }
    }
    TRUE(limits >= 5); /* c, d, s_ref, n of the gap, m of the mass */
    forget(&d);
    ALL_WELL();
}

/* ---------------------------------------------------------------- enumerations */

static void items_are_described(void **state)
{
    (void)state;
    static const char text[] =
        "model M type Shape = enumeration(ball \"like a <ball>\", plate); "
        "parameter Shape shape = Shape.ball; "
        "Modelica.Blocks.Continuous.Integrator sum(initType = Modelica.Blocks.Types.Init.InitialState); "
        "Modelica.Blocks.Sources.Constant one(k = 1); Elastogap.Contact.Gap gap(law = \"hertz\", c = 10); " T
        "Components.Fixed ground; " T "Components.Mass m(m = 1); equation connect(one.y, sum.u); "
        "connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); end M;";
    for (int version = 2; version <= 3; version++) {
        described d = describe(text, version);
        shows(&d, "ball", " value=\"1\" description=\"like a &lt;ball&gt;\"");
        shows(&d, "plate", " value=\"2\"/>");
        shows(&d, "InitialState", " value=\"3\" description=\"The states have their start values\"");
        shows(&d, "hertz", " description=\"Spring of a power, without damper\"");
        forget(&d);
    }
    ALL_WELL();
}

/* Every literal that a descriptor knows means something. */
static void all_literals_mean_something(void **state)
{
    (void)state;
    size_t count, literals = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i]->parameter_count; k++) {
            const eg_parameter *p = &classes[i]->parameters[k];
            for (size_t l = 0; p->type == EG_ENUMERATION && p->literals && p->literals[l]; l++, literals++)
                if (!eg_literal_doc(p->type_name, p->literals[l])) {
                    print_error("%s %s of %s.%s\n", p->type_name, p->literals[l], classes[i]->name, p->name);
                    rig_fail(__FILE__, __LINE__, "a literal says nothing");
                }
        }
    TRUE(literals > 100);
    TRUE(eg_literal_doc("StateSelect", "perhaps") == NULL);
    ALL_WELL();
}

/* ---------------------------------------------------------------- states */

static void has_states(const char *text, const char *const *names)
{
    for (int version = 2; version <= 3; version++) {
        described d = describe(text, version);
        size_t count = 0;
        for (; names[count]; count++) {
            const eg_fmu_variable *v = &d.list.items[d.list.first_state + count];
            TRUE(count < d.list.states && strcmp(v->name, names[count]) == 0);
            if (count >= d.list.states || strcmp(v->name, names[count]) != 0)
                print_error("FMI %d: %s, expected %s\n", version, v->name, names[count]);
        }
        TRUE(count == d.list.states);
        forget(&d);
    }
}

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void states_go_by_names(void **state)
{
    (void)state;
    has_states("model M " STOP "equation connect(ground.flange, gap.flange_a); "
               "connect(gap.flange_b, m.flange_a); end M;",
               TEXTS("gap.s_rel", "m.v"));
    has_states("model M " STOP "equation connect(ground.flange, gap.flange_a); "
               "connect(gap.flange_b, m.flange_a); end M;",
               TEXTS("gap.s_rel", "m.v"));
    has_states("model M " T "Components.Mass m(m = 1); end M;", TEXTS("m.s", "m.v"));
    has_states("model M " R "Components.Inertia w(J = 1); end M;", TEXTS("w.phi", "w.w"));
    has_states("model M Modelica.Thermal.HeatTransfer.Components.HeatCapacitor steel(C = 10, T(start = 300, "
               "fixed = true)); end M;",
               TEXTS("steel.T"));
    has_states("model M Real x(start = 1, fixed = true), y(start = 0, fixed = true); "
               "equation der(x) = y; der(y) = -x; end M;",
               TEXTS("x", "y"));
    has_states(
        "model M Modelica.Blocks.Sources.Constant one(k = 1); Modelica.Blocks.Continuous.SecondOrder f("
        "w = 1, "
        "D = 1); equation connect(one.y, f.u); end M;",
        TEXTS("f.states[1]", "f.states[2]"));
    /* an output of the top level keeps its place among the outputs */
    has_states("model M output Real x(start = 1, fixed = true); equation der(x) = -x; end M;",
               TEXTS("states[1]"));
    ALL_WELL();
}

/* What is wished decides: of two elements in series, or of a mass and its spring. */
static void states_are_those_that_are_wished(void **state)
{
    (void)state;
#define WISHED(of_gap, of_mass)                                                                              \
    "model M " T "Components.ElastoGap gap(c = 10, d = 1, stateSelect = StateSelect." of_gap "); " T         \
    "Components.Fixed ground; " T "Components.Mass m(m = 1, stateSelect = StateSelect." of_mass "); "        \
    "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); end M;"
    has_states(WISHED("prefer", "default"), TEXTS("gap.s_rel", "m.v"));
    has_states(WISHED("avoid", "default"), TEXTS("m.s", "m.v"));
    has_states(WISHED("never", "default"), TEXTS("m.s", "m.v"));
    has_states(WISHED("prefer", "always"), TEXTS("m.s", "m.v"));
    has_states(WISHED("always", "prefer"), TEXTS("gap.s_rel", "m.v"));
    has_states(WISHED("default", "never"), TEXTS("gap.s_rel", "m.v"));
    has_states(WISHED("avoid", "never"), TEXTS("gap.s_rel", "m.v"));
    /* nobody wants: the flange where the body is counted from */
    has_states(WISHED("never", "never"), TEXTS("gap.flange_b.s", "m.v"));
    ALL_WELL();
}

/* A part of the user's own that extends MSL's partial class wants what a native one does. */
static void users_parts_have_wishes(void **state)
{
    (void)state;
#define OWN(of_part, of_mass)                                                                                \
    "model M model Own extends " T "Interfaces.PartialCompliantWithRelativeStates; "                         \
    "equation f = 10*s_rel + v_rel; end Own; Own gap(" of_part "); " T "Components.Fixed ground; " T         \
    "Components.Mass m(m = 1, stateSelect = StateSelect." of_mass "); "                                      \
    "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); end M;"
    has_states(OWN("", "default"), TEXTS("gap.s_rel", "m.v"));
    has_states(OWN("stateSelect = StateSelect.default", "default"), TEXTS("m.s", "m.v"));
    has_states(OWN("stateSelect = StateSelect.avoid", "never"), TEXTS("gap.s_rel", "m.v"));
    has_states(OWN("stateSelect = StateSelect.always", "prefer"), TEXTS("gap.s_rel", "m.v"));
    has_states(OWN("s_rel(stateSelect = StateSelect.never)", "avoid"), TEXTS("m.s", "m.v"));
    for (int version = 2; version <= 3; version++) {
        described d = describe(OWN("s_nominal = 0.25", "default"), version);
        shows(&d, "gap.s_rel", " nominal=\"0.25\"");
        shows(&d, "gap.s_rel", " unit=\"m\"");
        shows(&d, "gap.stateSelect", " declaredType=\"StateSelect\"");
        shows(&d, "gap.stateSelect", " variability=\"constant\"");
        shows(&d, "gap.stateSelect", " start=\"4\"");
        forget(&d);
    }
    /* two that must be states, and cannot both be */
    eg_diagnostics *heard = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    static const char text[] = OWN("stateSelect = StateSelect.always", "always");
    assert_int_equal(eg_spec_read_text(text, strlen(text), "M.mo", NULL, heard, &spec), EG_OK);
    TRUE(eg_model_compile(spec, heard, &model) == EG_ERROR_MODEL);
    TRUE(strstr(eg_diagnostics_get(heard, eg_diagnostics_count(heard) - 1)->message, "stateSelect=always") !=
         NULL);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(heard);
    ALL_WELL();
}

static void states_have_unit_and_nominal(void **state)
{
    (void)state;
    for (int version = 2; version <= 3; version++) {
        described d = describe("model M " STOP "equation connect(ground.flange, gap.flange_a); "
                               "connect(gap.flange_b, m.flange_a); end M;",
                               version);
        shows(&d, "gap.s_rel", " unit=\"m\"");
        shows(&d, "gap.s_rel", " nominal=\"0.001\"");
        shows(&d, "gap.s_rel", " reinit=\"true\"");
        shows(&d, "gap.s_rel", " description=\"");
        shows(&d, "m.v", " unit=\"m/s\"");
        shows(&d, "m.v", " nominal=\"5\"");
        shows(&d, "der(gap.s_rel)", " unit=\"m/s\"");
        shows(&d, "der(m.v)", " unit=\"m/s2\"");
        shows(&d, "der(m.v)", " derivative=\"");
        const char *once = strstr(d.text, " name=\"gap.s_rel\"");
        TRUE(once && !strstr(once + 1, " name=\"gap.s_rel\""));
        forget(&d);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_have_limits),  cmocka_unit_test(limits_are_the_descriptors),
        cmocka_unit_test(items_are_described),     cmocka_unit_test(all_literals_mean_something),
        cmocka_unit_test(states_go_by_names),      cmocka_unit_test(states_are_those_that_are_wished),
        cmocka_unit_test(users_parts_have_wishes), cmocka_unit_test(states_have_unit_and_nominal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
