/* Users' variables and equations in a spec. */
#include "component/spec.h"

#include <string.h>

#define DEFINE_APPEND(array, name, type)                                                                     \
    static int append_##name(eg_spec *spec, type item)                                                       \
    {                                                                                                        \
        void *items = spec->array;                                                                           \
        if (eg_grow(&items, &spec->name##_capacity, spec->name##_count + 1, sizeof item) != 0)               \
            return -1;                                                                                       \
        spec->array = items;                                                                                 \
        spec->array[spec->name##_count] = item;                                                              \
        return (int)spec->name##_count++;                                                                    \
    }
DEFINE_APPEND(formulas, formula, eg_formula)
DEFINE_APPEND(variables, variable, eg_user_variable)
DEFINE_APPEND(equations, equation, eg_user_equation)
DEFINE_APPEND(whens, when, eg_user_when)
#undef DEFINE_APPEND

/* A copy in the spec's arena; NULL stays NULL. *failed is set when out of memory. */
static const char *keep(eg_spec *spec, const char *text, bool *failed)
{
    const char *copy = text ? eg_arena_copy(spec->arena, text) : NULL;
    *failed |= text && !copy;
    return copy;
}

int eg_spec_add_formula(eg_spec *spec, eg_formula formula)
{
    bool failed = false;
    formula.path = keep(spec, formula.path, &failed);
    return failed ? -1 : append_formula(spec, formula);
}

int eg_spec_add_variable(eg_spec *spec, eg_user_variable variable)
{
    bool failed = false;
    if (eg_names_find(spec->variable_paths, variable.path) >= 0)
        return -2;
    variable.path = keep(spec, variable.path, &failed);
    variable.unit = keep(spec, variable.unit, &failed);
    variable.comment = keep(spec, variable.comment, &failed);
    int index = failed ? -1 : append_variable(spec, variable);
    return index < 0 || eg_names_add(spec->variable_paths, variable.path, index) < 0 ? -1 : index;
}

int eg_spec_add_equation(eg_spec *spec, eg_user_equation equation)
{
    bool failed = false;
    equation.text = keep(spec, equation.text, &failed);
    return failed ? -1 : append_equation(spec, equation);
}

int eg_spec_add_when(eg_spec *spec, eg_user_when when)
{
    return append_when(spec, when);
}
