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
