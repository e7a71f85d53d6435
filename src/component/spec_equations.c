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

static const char *const *keep_literals(eg_spec *spec, const char *const *literals, bool *failed)
{
    size_t count = 0;
    while (literals && literals[count])
        count++;
    if (!literals)
        return NULL;
    const char **kept = eg_arena_array(spec->arena, count + 1, sizeof *kept);
    *failed = *failed || !kept;
    for (size_t i = 0; kept && i < count; i++)
        kept[i] = keep(spec, literals[i], failed);
    return kept;
}

int eg_spec_name_texts(eg_spec *spec, const char *const *texts)
{
    bool failed = false;
    const char *const *kept = keep_literals(spec, texts, &failed);
    for (size_t i = 0; i < spec->equation_count && !failed; i++)
        for (eg_user_text *part = (eg_user_text *)(uintptr_t)spec->equations[i].parts; part;
             part = (eg_user_text *)(uintptr_t)part->next)
            if (part->formula >= 0 && part->type == EG_STRING) {
                part->type = EG_ENUMERATION;
                part->literals = kept;
            }
    return failed ? -1 : 0;
}

static const eg_user_text *keep_parts(eg_spec *spec, const eg_user_text *parts, bool *failed)
{
    eg_user_text *first = NULL, *last = NULL;
    for (; parts && !*failed; parts = parts->next) {
        eg_user_text *part = eg_arena_array(spec->arena, 1, sizeof *part);
        *failed = !part;
        if (!part)
            return NULL;
        *part = *parts;
        part->text = keep(spec, parts->text, failed);
        part->next = NULL;
        part->literals = keep_literals(spec, parts->literals, failed);
        if (last)
            last->next = part;
        else
            first = part;
        last = part;
    }
    return first;
}

int eg_spec_add_equation(eg_spec *spec, eg_user_equation equation)
{
    bool failed = false;
    equation.text = keep(spec, equation.text, &failed);
    equation.parts = keep_parts(spec, equation.parts, &failed);
    return failed ? -1 : append_equation(spec, equation);
}

int eg_spec_add_when(eg_spec *spec, eg_user_when when)
{
    return append_when(spec, when);
}
