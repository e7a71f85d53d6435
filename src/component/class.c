/* Looking up the members of a class by name. Descriptors are short, so a linear search is the fastest. */
#include "component/class.h"

#include <string.h>

const char *const eg_state_select_literals[] = {"never", "avoid", "default", "prefer", "always", NULL};

int eg_class_parameter(const eg_class *class, const char *name)
{
    for (size_t i = 0; i < class->parameter_count; i++)
        if (strcmp(class->parameters[i].name, name) == 0)
            return (int)i;
    return -1;
}

int eg_class_port(const eg_class *class, const char *name)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (strcmp(class->ports[i].name, name) == 0)
            return (int)i;
    return -1;
}

int eg_class_variable(const eg_class *class, const char *name)
{
    for (size_t i = 0; i < class->variable_count; i++)
        if (strcmp(class->variables[i].name, name) == 0)
            return (int)i;
    return -1;
}

static bool is_of_start(const eg_class *class, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < class->variable_count; i++)
        if (class->variables[i].start_parameter && strcmp(class->variables[i].start_parameter, name) == 0)
            return true;
    return strstr(name, "start") || (length > 1 && strcmp(name + length - 2, "_0") == 0);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

bool eg_parameter_is_tunable(const eg_class *class, const eg_parameter *p)
{
    static const char *const inertias[] = {"m", "J", NULL};
    static const char *const scales[] = {"offset", "amplitude", "height", "k", "gain", NULL};
    if (p->type != EG_REAL || p->columns != 0 || p->is_constant || p->is_derived || p->is_protected ||
        p->is_structural || is_of_start(class, p->name))
        return false;
    if (class->element)
        return !class->element->remember && !class->element->from_start &&
               !(p->name[0] == 'n' && (p->name[1] == '\0' || p->name[1] == '_'));
    if (class->block)
        return (!class->block->phase && !class->block->phase_end) || is_one_of(p->name, scales);
    return is_one_of(p->name, inertias);
}

bool eg_variable_is_state(const eg_class *class, int variable)
{
    static const char *const names[] = {"s", "v", "s_rel", "v_rel", "phi", "w", "phi_rel", "w_rel"};
    const eg_variable *v = &class->variables[variable];
    if (v->start_parameter)
        return false;
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (strcmp(names[i], v->name) == 0)
            return true;
    return strcmp(v->name, "T") == 0 && eg_class_variable(class, "der_T") >= 0;
}

int eg_class_nominal(const eg_class *class)
{
    int length = eg_class_parameter(class, "s_nominal");
    return length >= 0 ? length : eg_class_parameter(class, "phi_nominal");
}

const char *eg_port_connector(eg_port_kind kind)
{
#define MECHANICAL(domain, name) "Modelica.Mechanics." domain ".Interfaces." name
#define HEAT(name) "Modelica.Thermal.HeatTransfer.Interfaces." name
#define SIGNAL(name) "Modelica.Blocks.Interfaces." name
    static const char *const names[] = {
        [EG_FLANGE_A] = MECHANICAL("Translational", "Flange_a"),
        [EG_FLANGE_B] = MECHANICAL("Translational", "Flange_b"),
        [EG_SUPPORT] = MECHANICAL("Translational", "Support"),
        [EG_ROT_FLANGE_A] = MECHANICAL("Rotational", "Flange_a"),
        [EG_ROT_FLANGE_B] = MECHANICAL("Rotational", "Flange_b"),
        [EG_ROT_SUPPORT] = MECHANICAL("Rotational", "Support"),
        [EG_HEAT_A] = HEAT("HeatPort_a"),
        [EG_HEAT_B] = HEAT("HeatPort_b"),
        [EG_REAL_INPUT] = SIGNAL("RealInput"),
        [EG_REAL_OUTPUT] = SIGNAL("RealOutput"),
        [EG_BOOLEAN_INPUT] = SIGNAL("BooleanInput"),
        [EG_BOOLEAN_OUTPUT] = SIGNAL("BooleanOutput"),
        [EG_INTEGER_INPUT] = SIGNAL("IntegerInput"),
        [EG_INTEGER_OUTPUT] = SIGNAL("IntegerOutput"),
    };
    return names[kind];
}
