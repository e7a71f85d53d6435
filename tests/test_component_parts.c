/* What the translational classes are made of: parts that fit the ports, and one source for the value of every
 * variable. */
#include "component/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MEMBERS = 32 }; /* more than any class has of a kind */

#define MSL "Modelica.Mechanics.Translational."
#define DYAD "TranslationalComponents."

/* Parameters of an instance: defaults, 1 where a value is required, the Booleans and enumerations that
 * decide about structure as the bits of `variant` say. */
static void make_parameters(const eg_class *class, unsigned variant, double *p, bool *given)
{
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *q = &class->parameters[i];
        p[i] = q->need == EG_REQUIRED ? 1.0 : q->value;
        given[i] = q->need == EG_REQUIRED;
        bool two_ways = q->type == EG_BOOLEAN || (q->type == EG_ENUMERATION && !q->literals[2]);
        if (two_ways) {
            p[i] = variant & 1u;
            variant >>= 1;
        }
    }
    size_t count = class->parameter_count; /* elements of matrices stand behind the numbers */
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *q = &class->parameters[i];
        if (q->columns == 0)
            continue;
        p[count++] = q->rows;
        p[i] = (double)count;
        for (int k = 0; k < q->rows * q->columns; k++)
            p[count++] = q->elements[k];
    }
    if (class->complete)
        class->complete(p, given);
}

static unsigned variants_of(const eg_class *class)
{
    unsigned count = 1;
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *q = &class->parameters[i];
        if (q->type == EG_BOOLEAN || (q->type == EG_ENUMERATION && !q->literals[2]))
            count *= 2;
    }
    return count;
}

static void check_port(const eg_class *class, const double *p, int port, bool (*is)(eg_port_kind))
{
    if (port == EG_GROUND)
        return;
    assert_in_range(port, 0, class->port_count - 1);
    assert_true(is(class->ports[port].kind));
    const char *condition = class->ports[port].condition;
    if (condition)
        assert_true(p[eg_class_parameter(class, condition)] != 0.0);
}

/* A signal: of a port, of the class's own block, or a bundle of ports. */
static void check_input(const eg_class *class, const double *p, const eg_parts *parts, int input)
{
    if (input != EG_OWN) {
        check_port(class, p, input, eg_port_is_signal);
        return;
    }
    assert_true((class->block != NULL) != (parts->bundle_count == 1));
    for (int i = 0; parts->bundle_count == 1 && i < 3; i++)
        if (parts->bundle[0].input[i] != EG_NONE)
            check_port(class, p, parts->bundle[0].input[i], eg_port_is_signal);
}

/* Parts use ports of the right kind, that exist. */
static void check_parts(const eg_class *class, const double *p, const eg_parts *parts)
{
    for (size_t i = 0; i < parts->element_count; i++) {
        check_port(class, p, parts->element[i].port_a, eg_port_is_mechanical);
        check_port(class, p, parts->element[i].port_b, eg_port_is_mechanical);
        if (parts->element[i].heat_port != EG_NONE)
            check_port(class, p, parts->element[i].heat_port, eg_port_is_thermal);
        if (class->element->force_under && parts->element[i].input != EG_NONE)
            check_input(class, p, parts, parts->element[i].input);
    }
    for (size_t i = 0; i < parts->force_count; i++) {
        check_port(class, p, parts->force[i].port, eg_port_is_mechanical);
        check_port(class, p, parts->force[i].support, eg_port_is_mechanical);
        check_input(class, p, parts, parts->force[i].input);
    }
    for (size_t i = 0; i < parts->drive_count; i++) {
        assert_non_null(class->drive);
        check_port(class, p, parts->drive[i].port, eg_port_is_mechanical);
        check_port(class, p, parts->drive[i].support, eg_port_is_mechanical);
        check_input(class, p, parts, parts->drive[i].input);
    }
    for (size_t i = 0; i < parts->sensor_count; i++)
        check_port(class, p, parts->sensor[i].output, eg_port_is_signal);
    for (size_t i = 0; i < parts->power_sensor_count; i++) {
        check_port(class, p, parts->power_sensor[i].port, eg_port_is_mechanical);
        check_port(class, p, parts->power_sensor[i].output, eg_port_is_signal);
    }
    for (size_t i = 0; i < parts->initial_count; i++)
        check_input(class, p, parts, parts->initial[i].input);
    assert_int_equal(parts->element_count, class->element ? 1 : 0);
    assert_int_equal(parts->drive_count, class->drive ? 1 : 0);
}

/* Counts who fills in a variable: the coordinate parts, or observe. */
static void check_sources_of_variables(const eg_class *class, const double *p, const eg_parts *parts)
{
    const double untouched = -1234.5;
    double out[MEMBERS], k[EG_ELEMENT_MAX_COEFFICIENTS] = {0};
    int filled[MEMBERS] = {0};
    for (size_t i = 0; i < MEMBERS; i++)
        out[i] = untouched;
    eg_port_values ports[8] = {{0}};
    if (class->element)
        class->element->prepare(p, k);
    if (class->observe)
        class->observe(&(eg_observation){.p = p, .k = k, .port = ports}, out);
    for (size_t i = 0; i < class->variable_count; i++)
        filled[i] += out[i] != untouched;
    for (size_t i = class->variable_count; i < MEMBERS; i++)
        assert_true(out[i] == untouched);
    for (size_t i = 0; i < parts->coordinate_count; i++) {
        const int variables[] = {parts->coordinate[i].variable_s, parts->coordinate[i].variable_v,
                                 parts->coordinate[i].variable_a};
        for (size_t m = 0; m < 3; m++)
            if (variables[m] != EG_NONE)
                filled[variables[m]]++;
    }
    for (size_t i = 0; i < class->variable_count; i++)
        if (filled[i] != 1)
            fail_msg("%s.%s is filled in %d times", class->name, class->variables[i].name, filled[i]);
}

static void check_variants(const eg_class *class)
{
    for (unsigned variant = 0; variant < variants_of(class); variant++) {
        double p[2 * MEMBERS];
        bool given[MEMBERS];
        make_parameters(class, variant, p, given);
        eg_parts parts = {.instance = 7};
        assert_int_equal(class->declare(p, &parts), 0);
        check_parts(class, p, &parts);
        check_sources_of_variables(class, p, &parts);
        eg_parts_release(&parts);
    }
}

static void parts_fit_and_every_variable_has_one_source(void **state)
{
    (void)state;
    size_t count, checked = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        bool is_translational = strncmp(classes[i]->name, MSL, strlen(MSL)) == 0 ||
                                strncmp(classes[i]->name, DYAD, strlen(DYAD)) == 0;
        if (is_translational && classes[i]->declare) {
            check_variants(classes[i]);
            checked++;
        }
    }
    assert_in_range(checked, 43, 1000); /* 21 classes of MSL, 22 of Dyad */
}

/* The parts of a class with default parameters, but for those named. */
static eg_parts parts_of(const char *name, const char *parameter, double value)
{
    const eg_class *class = eg_class_find(name);
    double p[2 * MEMBERS];
    bool given[MEMBERS];
    make_parameters(class, 0, p, given);
    if (parameter)
        p[eg_class_parameter(class, parameter)] = value;
    eg_parts parts = {.instance = 3};
    assert_int_equal(class->declare(p, &parts), 0);
    return parts;
}

static void bodies_are_made_of_rigid_parts(void **state)
{
    (void)state;
    eg_parts parts = parts_of(MSL "Components.Mass", "L", 0.5);
    assert_int_equal(parts.rigid_count, 1);
    assert_true(parts.rigid[0].length == 0.5);
    assert_int_equal(parts.rigid[0].instance, 3);
    assert_true(parts.inertia[0].mass == 1.0);
    assert_true(parts.coordinate[0].offset == 0.25);
    assert_int_equal(parts.coordinate[0].from, EG_GROUND);
    assert_int_equal(parts.coordinate[0].select, EG_DEFAULT);
    assert_int_equal(parts.force_count, 0);
    eg_parts_release(&parts);

    parts = parts_of(MSL "Components.Rod", "L", -2.0);
    assert_true(parts.rigid[0].length == -2.0 && parts.coordinate[0].offset == -1.0);
    assert_int_equal(parts.inertia_count, 0);
    eg_parts_release(&parts);

    parts = parts_of(MSL "Components.Fixed", "s0", 4.5);
    assert_int_equal(parts.ground_count, 1);
    assert_true(parts.ground[0].position == 4.5);
    eg_parts_release(&parts);
}

/* MSL's ElastoGap and Dyad's are declared alike, but for the heat port; so are the masses without slope. */
static void both_vocabularies_declare_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"Spring", "SpringDamper", "ElastoGap", "Mass", "Rod", "Damper"};
    for (size_t i = 0; i < EG_COUNT(names); i++) {
        char msl[100], dyad[100];
        snprintf(msl, sizeof msl, MSL "Components.%s", names[i]);
        snprintf(dyad, sizeof dyad, DYAD "Components.%s", names[i]);
        eg_parts a = parts_of(msl, NULL, 0), b = parts_of(dyad, NULL, 0);
        assert_int_equal(a.rigid_count, b.rigid_count);
        assert_int_equal(a.inertia_count, b.inertia_count);
        assert_int_equal(a.element_count, b.element_count);
        assert_int_equal(a.force_count, b.force_count);
        assert_int_equal(a.coordinate_count, b.coordinate_count);
        assert_int_equal(a.coordinate[0].select, b.coordinate[0].select);
        assert_int_equal(a.coordinate[0].variable_v, b.coordinate[0].variable_v);
        assert_ptr_equal(eg_class_find(msl)->element, eg_class_find(dyad)->element);
        eg_parts_release(&a);
        eg_parts_release(&b);
    }
}

static void heat_ports_take_the_loss_where_they_exist(void **state)
{
    (void)state;
    eg_parts parts = parts_of(MSL "Components.ElastoGap", NULL, 0);
    assert_int_equal(parts.element[0].heat_port, EG_NONE);
    assert_int_equal(parts.coordinate[0].select, EG_PREFER);
    eg_parts_release(&parts);
    parts = parts_of(MSL "Components.ElastoGap", "useHeatPort", 1);
    assert_int_equal(parts.element[0].heat_port,
                     eg_class_port(eg_class_find(MSL "Components.ElastoGap"), "heatPort"));
    eg_parts_release(&parts);
    parts = parts_of(DYAD "ElastoGap", NULL, 0);
    assert_int_equal(parts.element[0].heat_port, eg_class_port(eg_class_find(DYAD "ElastoGap"), "heat_port"));
    eg_parts_release(&parts);
    parts = parts_of(MSL "Components.Damper", "stateSelect", EG_ALWAYS);
    assert_int_equal(parts.coordinate[0].select, EG_ALWAYS);
    eg_parts_release(&parts);
}

/* Force: flange.f = -f on the flange; Dyad's flange_b.f = -f likewise, its flange_a takes the reaction. */
static void forces_push_with_their_sign(void **state)
{
    (void)state;
    eg_parts parts = parts_of(MSL "Sources.Force", "useSupport", 1);
    assert_true(parts.force[0].port == 0 && parts.force[0].support == 1 && parts.force[0].input == 2);
    assert_true(parts.force[0].sign == 1.0);
    eg_parts_release(&parts);
    parts = parts_of(MSL "Sources.Force", NULL, 0);
    assert_int_equal(parts.force[0].support, EG_GROUND);
    eg_parts_release(&parts);
    parts = parts_of(DYAD "Force", NULL, 0);
    assert_true(parts.force[0].port == 1 && parts.force[0].support == 0 && parts.force[0].sign == 1.0);
    eg_parts_release(&parts);
    parts = parts_of(DYAD "Mass", "theta", 0.1);
    assert_true(parts.force_count == 1 && parts.force[0].input == EG_OWN);
    assert_int_equal(parts.force[0].support, EG_GROUND);
    eg_parts_release(&parts);
}

static void sensors_measure_what_their_names_say(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int from, to, order, output;
    } sensors[] = {
        {MSL "Sensors.PositionSensor", EG_GROUND, 0, 0, 1}, {MSL "Sensors.SpeedSensor", EG_GROUND, 0, 1, 1},
        {MSL "Sensors.AccSensor", EG_GROUND, 0, 2, 1},      {MSL "Sensors.RelPositionSensor", 0, 1, 0, 2},
        {MSL "Sensors.RelSpeedSensor", 0, 1, 1, 2},         {MSL "Sensors.RelAccSensor", 0, 1, 2, 2},
    };
    for (size_t i = 0; i < EG_COUNT(sensors); i++) {
        eg_parts parts = parts_of(sensors[i].name, NULL, 0);
        assert_int_equal(parts.sensor_count, 1);
        assert_int_equal(parts.sensor[0].from, sensors[i].from);
        assert_int_equal(parts.sensor[0].to, sensors[i].to);
        assert_int_equal(parts.sensor[0].order, sensors[i].order);
        assert_int_equal(parts.sensor[0].output, sensors[i].output);
        eg_parts_release(&parts);
    }
    eg_parts parts = parts_of(MSL "Sensors.ForceSensor", NULL, 0);
    assert_true(parts.rigid_count == 1 && parts.rigid[0].length == 0.0);
    assert_true(parts.force_sensor[0].port == 0 && parts.force_sensor[0].output == 2);
    eg_parts_release(&parts);
}

static void initialize_flange_declares_what_is_in_use(void **state)
{
    (void)state;
    eg_parts parts = parts_of(MSL "Components.InitializeFlange", "use_v_start", 1);
    assert_int_equal(parts.initial_count, 1);
    assert_int_equal(parts.initial[0].order, 1);
    assert_int_equal(parts.initial[0].input, 2);
    assert_int_equal(parts.initial[0].port, 0);
    eg_parts_release(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_fit_and_every_variable_has_one_source),
        cmocka_unit_test(bodies_are_made_of_rigid_parts),
        cmocka_unit_test(both_vocabularies_declare_the_same),
        cmocka_unit_test(heat_ports_take_the_loss_where_they_exist),
        cmocka_unit_test(forces_push_with_their_sign),
        cmocka_unit_test(sensors_measure_what_their_names_say),
        cmocka_unit_test(initialize_flange_declares_what_is_in_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
