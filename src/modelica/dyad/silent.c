/* Variables of which no relation speaks. Dyad leaves them out of the model; here too, with a warning, and
 * with them the search for what would determine them. */
#include <string.h>

#include "component/spec.h"
#include "modelica/instance/node.h"

static bool is_dyad_place(eg_place place)
{
    return place.file && eg_source_is_dyad(place.file);
}

bool eg_dyad_leave_out_silent(eg_reader *r, eg_spec *spec)
{
    bool any = false;
    for (size_t i = 0; i < spec->variable_count; i++)
        any = any || is_dyad_place(spec->variables[i].place);
    bool *is_spoken_of = any ? eg_new_array(r, spec->variable_count, sizeof *is_spoken_of) : NULL;
    if (!is_spoken_of)
        return !r->out_of_memory;
    for (size_t i = 0; i < spec->formula_count; i++) {
        const eg_formula *f = &spec->formulas[i];
        long index = f->op == EG_OP_VARIABLE ? eg_names_find(spec->variable_paths, f->path) : -1;
        if (index >= 0)
            is_spoken_of[index] = true;
    }
    for (size_t i = 0; i < spec->variable_count; i++) {
        eg_user_variable *v = &spec->variables[i];
        if (is_spoken_of[i] || v->is_input || !is_dyad_place(v->place))
            continue;
        v->is_input = v->is_hidden = true;
        eg_report(r->diagnostics, EG_WARNING, v->place, "no relation speaks of %.200s; it is left out",
                  v->path);
    }
    return true;
}
