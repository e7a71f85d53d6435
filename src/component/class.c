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

int eg_class_nominal(const eg_class *class)
{
    int length = eg_class_parameter(class, "s_nominal");
    return length >= 0 ? length : eg_class_parameter(class, "phi_nominal");
}
