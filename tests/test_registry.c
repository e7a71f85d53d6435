/* The registry and the native classes: descriptors are complete and consistent, names are found, thermal
 * classes declare the right parts. */
#include "base/units.h"
#include "component/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- finding */

static void classes_are_sorted_and_found(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && strcmp(classes[i - 1]->name, classes[i]->name) >= 0)
            fail_msg("%s stands before %s", classes[i - 1]->name, classes[i]->name);
        assert_ptr_equal(eg_class_find(classes[i]->name), classes[i]);
        if (classes[i]->short_name)
            assert_ptr_equal(eg_class_find(classes[i]->short_name), classes[i]);
    }
    assert_null(eg_class_find("Mass"));
    assert_null(eg_class_find(""));
    assert_null(eg_class_find("Modelica.Mechanics.Translational.Components.mass"));
}

static void the_classes_people_expect_are_there(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "Components.Fixed",
        "Components.Mass",
        "Components.Rod",
        "Components.Spring",
        "Components.Damper",
        "Components.SpringDamper",
        "Components.ElastoGap",
        "Components.SupportFriction",
        "Components.Brake",
        "Components.MassWithStopAndFriction",
        "Components.RelativeStates",
        "Components.InitializeFlange",
        "Sources.Force",
        "Sources.ConstantForce",
        "Sources.ForceStep",
        "Sources.Position",
        "Sources.Speed",
        "Sensors.PositionSensor",
        "Sensors.SpeedSensor",
        "Sensors.AccSensor",
        "Sensors.RelPositionSensor",
        "Sensors.RelSpeedSensor",
        "Sensors.RelAccSensor",
        "Sensors.ForceSensor",
        "Interfaces.Flange",
        "Interfaces.Flange_a",
        "Interfaces.Flange_b",
        "Interfaces.Support",
        "Interfaces.PartialTwoFlanges",
        "Interfaces.PartialRigid",
        "Interfaces.PartialCompliant",
        "Interfaces.PartialCompliantWithRelativeStates",
        "Interfaces.PartialElementaryOneFlangeAndSupport2",
        "Interfaces.PartialForce",
        "Interfaces.PartialAbsoluteSensor",
        "Interfaces.PartialRelativeSensor",
    };
    for (size_t i = 0; i < EG_COUNT(expected); i++) {
        char name[200];
        snprintf(name, sizeof name, "Modelica.Mechanics.Translational.%s", expected[i]);
        if (!eg_class_find(name))
            fail_msg("no class %s", name);
    }
    const eg_class *dyad = eg_class_find("TranslationalComponents.ElastoGap");
    assert_non_null(dyad);
    assert_string_equal(dyad->name, "TranslationalComponents.Components.ElastoGap");
}

static void packages_are_the_beginnings_of_names(void **state)
{
    (void)state;
    static const char *const packages[] = {
        "Modelica",
        "Modelica.Mechanics",
        "Modelica.Mechanics.Translational",
        "Modelica.Mechanics.Translational.Components",
        "Modelica.Blocks",
        "Modelica.Blocks.Icons",
        "Modelica.Units",
        "Modelica.Units.SI",
        "Modelica.Units.NonSI",
        "Modelica.Constants",
        "Modelica.Icons",
        "Modelica.Math",
        "Modelica.Thermal.HeatTransfer.Icons",
        "TranslationalComponents",
        "ModelicaServices.Machine",
    };
    static const char *const others[] = {
        "",
        ".",
        "Model",
        "Modelica.",
        "Modelica.Mechanics.Translational.Components.Mass",
        "Modelica.Units.SI.Force",
        "Modelica.Mechanics.Trans",
        "Elsewhere",
        "modelica",
    };
    for (size_t i = 0; i < EG_COUNT(packages); i++)
        if (!eg_package_exists(packages[i]))
            fail_msg("%s is a package", packages[i]);
    for (size_t i = 0; i < EG_COUNT(others); i++)
        if (eg_package_exists(others[i]))
            fail_msg("\"%s\" is no package", others[i]);
}

static void icons_are_known(void **state)
{
    (void)state;
    static const char *const icons[] = {
        "Modelica.Icons.Example",
        "Modelica.Icons.Package",
        "Modelica.Icons.VariantsPackage",
        "Modelica.Icons.BasesPackage",
        "Modelica.Icons.RectangularSensor",
        "Modelica.Blocks.Icons.Block",
        "Modelica.Blocks.Icons.PartialBooleanBlock",
        "Modelica.Thermal.HeatTransfer.Icons.PrescribedTemperature",
        "Modelica.Thermal.HeatTransfer.Icons.Conversion",
        "Modelica.Icons.UnderConstruction",
    };
    for (size_t i = 0; i < EG_COUNT(icons); i++)
        if (!eg_class_is_icon(icons[i]))
            fail_msg("%s is an icon", icons[i]);
    assert_false(eg_class_is_icon("Modelica.Icons"));
    assert_false(eg_class_is_icon("Modelica.Icons.Exampl"));
    /* Connectors with content are not decoration. */
    assert_false(eg_class_is_icon("Modelica.Icons.SignalBus"));
}

static void slips_find_the_class_that_was_meant(void **state)
{
    (void)state;
    static const char *const slips[][2] = {
        {"ElastoGap", "Modelica.Mechanics.Translational.Components.ElastoGap"},
        {"ElastGap", "Modelica.Mechanics.Translational.Components.ElastoGap"},
        {"Modelica.Mechanics.Translational.Components.Elastogap",
         "Modelica.Mechanics.Translational.Components.ElastoGap"},
        {"Modelica.Mechanics.Translation.Components.Mass",
         "Modelica.Mechanics.Translational.Components.Mass"},
        {"Modelica.Mechanics.Translational.Mass", "Modelica.Mechanics.Translational.Components.Mass"},
        {"TranslationalComponent.Components.Mass", "TranslationalComponents.Components.Mass"},
        {"Modelica.Blocks.Sources.Sines", "Modelica.Blocks.Sources.Sine"},
        {"Modelica.Thermal.HeatTransfer.HeatCapacitor",
         "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor"},
    };
    for (size_t i = 0; i < EG_COUNT(slips); i++) {
        const char *nearest = eg_class_nearest(slips[i][0]);
        if (!nearest || strcmp(nearest, slips[i][1]) != 0)
            fail_msg("%s is near to %s", slips[i][0], nearest ? nearest : "nothing");
    }
    assert_null(eg_class_nearest("Modelica.Electrical.Analog.Basic.Xylophone"));
    assert_null(eg_class_nearest(""));
}

/* ---------------------------------------------------------------- descriptors */

static bool is_text(const char *text)
{
    return text && *text;
}

static void check_parameter(const eg_class *c, const eg_parameter *p)
{
    if (!is_text(p->name) || !is_text(p->doc))
        fail_msg("%s: a parameter has no name or no documentation", c->name);
    const eg_unit_type *type = p->quantity ? eg_unit_of_type(p->quantity) : NULL;
    if (p->quantity && (!type || strcmp(type->unit, p->unit ? p->unit : "") != 0))
        fail_msg("%s.%s: quantity %s does not have the unit %s", c->name, p->name, p->quantity, p->unit);
    bool limited = p->min != 0.0 || p->max != 0.0;
    if (limited && !(p->min < p->max))
        fail_msg("%s.%s: empty range", c->name, p->name);
    if (limited && p->need != EG_REQUIRED && !p->value_text && !(p->value >= p->min && p->value <= p->max))
        fail_msg("%s.%s: the default %g is out of range", c->name, p->name, p->value);
    if ((p->type == EG_ENUMERATION) != (p->literals != NULL) ||
        (p->type == EG_ENUMERATION) != (p->type_name != NULL))
        fail_msg("%s.%s: an enumeration has literals and a name, others do not", c->name, p->name);
    if (p->value_text && !c->complete && !c->source && p->columns == 0)
        fail_msg("%s.%s: nobody computes %s", c->name, p->name, p->value_text);
}

static void check_matrix(const eg_class *c, const eg_parameter *p)
{
    bool has_default = (c->source || (p->elements && p->rows > 0)) && is_text(p->value_text);
    if (p->columns != 0 &&
        (p->need == EG_REQUIRED ? p->rows != 0 : p->need != EG_HAS_DEFAULT || !has_default))
        fail_msg("%s.%s: a matrix has default elements, and shows them, or needs a value", c->name, p->name);
    if (p->columns != 0 && p->type != EG_REAL && !c->source)
        fail_msg("%s.%s: a matrix is one of Reals", c->name, p->name);
}

static void check_condition(const eg_class *c, const char *member, const char *condition)
{
    if (condition && c->source && strncmp(condition, "not ", 4) == 0)
        condition += 4;
    char first[60] = "";
    if (condition && strstr(condition, " and ")) {
        snprintf(first, sizeof first, "%.*s", (int)(strstr(condition, " and ") - condition), condition);
        check_condition(c, member, first);
        condition = strstr(condition, " and ") + 5;
    }
    int i = condition ? eg_class_parameter(c, condition) : 0;
    if (condition && (i < 0 || c->parameters[i].type != EG_BOOLEAN || !c->parameters[i].is_structural))
        fail_msg("%s.%s: the condition %s is no structural Boolean parameter", c->name, member, condition);
}

static void check_names_differ(const eg_class *c)
{
    for (size_t i = 0; i < c->parameter_count; i++) {
        const char *name = c->parameters[i].name;
        if (eg_class_parameter(c, name) != (int)i || eg_class_variable(c, name) >= 0 ||
            eg_class_port(c, name) >= 0)
            fail_msg("%s.%s: two members of this name", c->name, name);
    }
    for (size_t i = 0; i < c->variable_count; i++) {
        const char *name = c->variables[i].name;
        if (eg_class_variable(c, name) != (int)i || eg_class_port(c, name) >= 0)
            fail_msg("%s.%s: two members of this name", c->name, name);
    }
    for (size_t i = 0; i < c->port_count; i++)
        if (eg_class_port(c, c->ports[i].name) != (int)i)
            fail_msg("%s.%s: two ports of this name", c->name, c->ports[i].name);
}

/* A block of inputs alone, which does nothing with them. */
static bool only_takes(const eg_class *c)
{
    for (size_t i = 0; i < c->port_count; i++)
        if (c->ports[i].kind != EG_REAL_INPUT)
            return false;
    return c->source && c->variable_count == 0;
}

static void descriptors_are_complete(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const eg_class *c = classes[i];
        if (!is_text(c->doc) || !is_text(c->text) || strchr(c->doc, '\n'))
            fail_msg("%s: needs one line of documentation, and paragraphs", c->name);
        if (c->port_count == 0 && c->kind != EG_PARTIAL)
            fail_msg("%s: cannot be connected", c->name);
        if (c->kind == EG_CONNECTOR && c->port_count != 1)
            fail_msg("%s: a connector has one port", c->name);
        bool has_equations =
            c->equations ? is_text(c->equations[0]) : c->source && (c->ports[0].value || only_takes(c));
        if ((c->kind == EG_MODEL || c->kind == EG_BLOCK) && !has_equations)
            fail_msg("%s: no equations", c->name);
        if (c->source && (c->block || c->declare || c->complete || c->check || c->observe))
            fail_msg("%s: is more than its equations", c->name);
        if (c->kind == EG_MODEL && !c->declare && !c->source)
            fail_msg("%s: consists of nothing", c->name);
        if (c->kind == EG_BLOCK && !c->source &&
            !(c->block && (c->block->evaluate || c->block->evaluate_output)))
            fail_msg("%s: a block that computes nothing", c->name);
        check_names_differ(c);
        for (size_t k = 0; k < c->parameter_count; k++) {
            check_parameter(c, &c->parameters[k]);
            check_matrix(c, &c->parameters[k]);
        }
        for (size_t k = 0; k < c->port_count; k++) {
            eg_unit unit;
            const eg_port *p = &c->ports[k];
            if (!is_text(p->name) || !is_text(p->doc) || !eg_unit_parse(p->unit, &unit))
                fail_msg("%s: port %zu has no name, no documentation or a wrong unit", c->name, k);
            check_condition(c, p->name, p->condition);
        }
    }
}

static void variables_are_documented(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i]->variable_count; k++) {
            const eg_variable *v = &classes[i]->variables[k];
            const eg_unit_type *type = v->quantity ? eg_unit_of_type(v->quantity) : NULL;
            if (!is_text(v->name) || !is_text(v->doc))
                fail_msg("%s: variable %zu has no name or no documentation", classes[i]->name, k);
            if (v->quantity && (!type || strcmp(type->unit, v->unit ? v->unit : "") != 0))
                fail_msg("%s.%s: quantity %s does not have the unit %s", classes[i]->name, v->name,
                         v->quantity, v->unit);
            check_condition(classes[i], v->name, v->condition);
        }
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static void check_inherits(const eg_class *c, const eg_class *base)
{
    for (size_t i = 0; i < base->parameter_count; i++) {
        int k = eg_class_parameter(c, base->parameters[i].name);
        if (k < 0 || c->parameters[k].type != base->parameters[i].type ||
            !same_text(c->parameters[k].quantity, base->parameters[i].quantity))
            fail_msg("%s lacks the parameter %s of %s", c->name, base->parameters[i].name, base->name);
    }
    for (size_t i = 0; i < base->port_count && c->kind != EG_CONNECTOR; i++) {
        int k = eg_class_port(c, base->ports[i].name);
        if (k < 0 || c->ports[k].kind != base->ports[i].kind ||
            !same_text(c->ports[k].condition, base->ports[i].condition))
            fail_msg("%s lacks the port %s of %s", c->name, base->ports[i].name, base->name);
    }
    for (size_t i = 0; i < base->variable_count; i++) {
        int k = eg_class_variable(c, base->variables[i].name);
        if (k < 0 || !same_text(c->variables[k].unit, base->variables[i].unit) ||
            c->variables[k].is_protected != base->variables[i].is_protected)
            fail_msg("%s lacks the variable %s of %s", c->name, base->variables[i].name, base->name);
    }
}

static void classes_have_the_members_of_what_they_extend(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; classes[i]->extends && classes[i]->extends[k]; k++) {
            const eg_class *base = eg_class_find(classes[i]->extends[k]);
            if (base)
                check_inherits(classes[i], base);
            else if (strncmp(classes[i]->extends[k], "Modelica.", 9) == 0 &&
                     !eg_class_is_icon(classes[i]->extends[k]))
                fail_msg("%s extends %s, which does not exist", classes[i]->name, classes[i]->extends[k]);
        }
}

static void namesakes_name_each_other(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; classes[i]->also && classes[i]->also[k]; k++) {
            const eg_class *other = eg_class_find(classes[i]->also[k]);
            bool back = !other;
            for (size_t n = 0; other && other->also && other->also[n]; n++)
                back |= strcmp(other->also[n], classes[i]->name) == 0;
            if (!back)
                fail_msg("%s names %s, but not the other way", classes[i]->name, other->name);
        }
}

/* ---------------------------------------------------------------- thermal */

static const eg_class *class_of(const char *name)
{
    const eg_class *c = eg_class_find(name);
    assert_non_null(c);
    return c;
}

static eg_parts declared(const char *name, const double *p)
{
    eg_parts parts = {.instance = 7};
    assert_int_equal(class_of(name)->declare(p, &parts), 0);
    return parts;
}

static void thermal_classes_declare_their_parts(void **state)
{
    (void)state;
    const double p[] = {12.0, 0.5};
    eg_parts parts = declared("Modelica.Thermal.HeatTransfer.Components.HeatCapacitor", p);
    assert_int_equal(parts.heat_capacity_count, 1);
    assert_int_equal(parts.heat_capacity[0].instance, 7);
    assert_true(parts.heat_capacity[0].C == 12.0);
    eg_parts_release(&parts);
    assert_null(parts.heat_capacity);

    parts = declared("Modelica.Thermal.HeatTransfer.Components.ThermalConductor", p);
    assert_int_equal(parts.heat_conductor_count, 1);
    assert_int_equal(parts.heat_conductor[0].port_a, 0);
    assert_int_equal(parts.heat_conductor[0].port_b, 1);
    assert_int_equal(parts.heat_conductor[0].input, EG_NONE);
    assert_true(parts.heat_conductor[0].G == 12.0);
    eg_parts_release(&parts);

    const eg_class *convection = class_of("Modelica.Thermal.HeatTransfer.Components.Convection");
    parts = declared(convection->name, NULL);
    assert_int_equal(parts.heat_conductor_count, 1);
    assert_int_equal(parts.heat_conductor[0].port_a, eg_class_port(convection, "solid"));
    assert_int_equal(parts.heat_conductor[0].port_b, eg_class_port(convection, "fluid"));
    assert_int_equal(parts.heat_conductor[0].input, eg_class_port(convection, "Gc"));
    eg_parts_release(&parts);

    parts = declared("Modelica.Thermal.HeatTransfer.Sources.FixedTemperature", p);
    assert_int_equal(parts.heat_fixed_count, 1);
    assert_true(parts.heat_fixed[0].T == 12.0);
    eg_parts_release(&parts);

    parts = declared("Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow", p);
    assert_int_equal(parts.heat_source_count, 1);
    assert_true(parts.heat_source[0].T_ref == 12.0 && parts.heat_source[0].alpha == 0.5);
    eg_parts_release(&parts);
    eg_parts_release(NULL);
}

static void conductors_observe_flow_and_difference(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Thermal.HeatTransfer.Components.ThermalConductor");
    const double p[] = {2.0};
    const eg_port_values port[] = {{.T = 300.0, .Q_flow = 20.0}, {.T = 290.0, .Q_flow = -20.0}};
    double out[2];
    c->observe(&(eg_observation){.p = p, .port = port}, out);
    assert_true(out[eg_class_variable(c, "Q_flow")] == 20.0);
    assert_true(out[eg_class_variable(c, "dT")] == 10.0);
}

static void parts_grow(void **state)
{
    (void)state;
    eg_parts parts = {0};
    for (int i = 0; i < 1000; i++) {
        parts.instance = i;
        assert_int_equal(eg_parts_add_rigid(
                             &parts, (eg_rigid_part){.instance = -1, .port_a = 0, .port_b = 1, .length = i}),
                         0);
    }
    assert_int_equal(parts.rigid_count, 1000);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(parts.rigid[i].instance, i);
        assert_true(parts.rigid[i].length == i);
    }
    eg_parts_release(&parts);
    assert_int_equal(parts.rigid_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_sorted_and_found),
        cmocka_unit_test(the_classes_people_expect_are_there),
        cmocka_unit_test(packages_are_the_beginnings_of_names),
        cmocka_unit_test(icons_are_known),
        cmocka_unit_test(slips_find_the_class_that_was_meant),
        cmocka_unit_test(descriptors_are_complete),
        cmocka_unit_test(variables_are_documented),
        cmocka_unit_test(classes_have_the_members_of_what_they_extend),
        cmocka_unit_test(namesakes_name_each_other),
        cmocka_unit_test(thermal_classes_declare_their_parts),
        cmocka_unit_test(conductors_observe_flow_and_difference),
        cmocka_unit_test(parts_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
