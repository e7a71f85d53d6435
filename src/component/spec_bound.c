#include "component/spec_bound.h"

#include <stdlib.h>

int eg_spec_keep_bounds(eg_spec *spec)
{
    eg_bounds *bounds = calloc(1, sizeof *bounds);
    spec->bounds = bounds;
    if (!bounds)
        return -1;
    bounds->formulas = eg_names_create(16);
    bounds->held = eg_names_create(16);
    bounds->said = eg_names_create(16);
    return bounds->formulas && bounds->held && bounds->said ? 0 : -1;
}

int eg_spec_keep_only(eg_spec *spec, const char *const *paths, size_t count)
{
    eg_names_free(spec->bounds->only);
    spec->bounds->only = eg_names_create(count + 1);
    if (!spec->bounds->only)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (eg_names_add(spec->bounds->only, paths[i], (long)i) < 0)
            return -1;
    return 0;
}

void eg_bounds_free(eg_bounds *bounds)
{
    if (!bounds)
        return;
    eg_names_free(bounds->formulas);
    eg_names_free(bounds->held);
    free(bounds->held_list);
    eg_names_free(bounds->said);
    eg_names_free(bounds->only);
    free(bounds->said_list);
    free(bounds);
}

int eg_spec_bind(eg_spec *spec, const char *path, int formula)
{
    const char *copy = eg_arena_copy(spec->arena, path);
    return copy && eg_names_add(spec->bounds->formulas, copy, formula) >= 0 ? 0 : -1;
}

int eg_spec_hold_path(eg_spec *spec, const char *path, const char *into)
{
    eg_bounds *bounds = spec->bounds;
    void *items = bounds->held_list;
    if (eg_names_find(bounds->held, path) >= 0)
        return 0;
    const eg_held_path held = {eg_arena_copy(spec->arena, path),
                               into ? eg_arena_copy(spec->arena, into) : NULL};
    if (!held.path || (into && !held.into) ||
        eg_grow(&items, &bounds->held_capacity, bounds->held_count + 1, sizeof held) != 0)
        return -1;
    bounds->held_list = items;
    bounds->held_list[bounds->held_count] = held;
    return eg_names_add(bounds->held, held.path, (long)bounds->held_count++) >= 0 ? 0 : -1;
}

int eg_spec_say(eg_spec *spec, const char *path, eg_said said)
{
    eg_bounds *bounds = spec->bounds;
    void *items = bounds->said_list;
    const char *copy = eg_arena_copy(spec->arena, path);
    if (!copy || eg_grow(&items, &bounds->said_capacity, bounds->said_count + 1, sizeof said) != 0)
        return -1;
    bounds->said_list = items;
    bounds->said_list[bounds->said_count] = said;
    return eg_names_add(bounds->said, copy, (long)bounds->said_count++) >= 0 ? 0 : -1;
}

bool eg_formula_names(const eg_spec *spec, int formula, eg_named *each, void *context)
{
    const eg_formula *x = &spec->formulas[formula];
    if (x->op == EG_OP_CONSTANT)
        return x->a < 0 || eg_formula_names(spec, x->a, each, context);
    if (x->op == EG_OP_VARIABLE)
        return each(context, x->path);
    const int operands = eg_op_operands(x->op), of[3] = {x->a, x->b, x->c};
    for (int i = 0; i < operands && i < 3; i++)
        if (!eg_formula_names(spec, of[i], each, context))
            return false;
    return true;
}
