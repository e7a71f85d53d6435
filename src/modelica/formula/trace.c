#include "modelica/formula/trace.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "component/spec_bound.h"
#include "modelica/instance/influence.h"

/* An expression and its number are computed in different orders, some roundings apart. */
static bool is_same(double a, double b)
{
    return a == b || fabs(a - b) <= 64 * DBL_EPSILON * fmin(fabs(a), fabs(b));
}

/* The expression as formulas, without a word of what is wrong with it: that has been said of its value. */
static bool carry_out(eg_reader *r, eg_spec *spec, const eg_entry *entry, eg_typed *out)
{
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(entry->node, entry->home)};
    f.scope.source = entry->modifier->source;
    const size_t equations = spec->equation_count;
    const eg_quiet outside = eg_be_quiet(r);
    const eg_asker before = eg_ask_for(r, EG_FOR_STRUCTURE);
    const bool ok = eg_formula_of_any(&f, entry->modifier->value, out);
    eg_ask_for(r, before);
    eg_be_loud(r, outside);
    if (!ok)
        spec->equation_count = equations;
    return ok && out->type < EG_STRING;
}

/* Once for all elements of an array of components. */
static const eg_typed *formulas_of(eg_reader *r, eg_spec *spec, const eg_entry *entry)
{
    const eg_expr *e = entry->modifier->value;
    const void *owner = entry->node ? (const void *)entry->node : (const void *)entry->home;
    eg_typed *kept = entry->slices ? eg_pairs_get(r->traces, e, owner) : NULL;
    if (kept)
        return kept->count > 0 ? kept : NULL;
    if (!(kept = eg_new(r, sizeof *kept)))
        return NULL;
    if (!carry_out(r, spec, entry, kept))
        kept->count = 0;
    if (entry->slices && eg_pairs_set(r->traces, e, owner, kept) != 0)
        r->out_of_memory = true;
    return kept->count > 0 ? kept : NULL;
}

/* The first formula of those that belong to the entry's element of an array of components; -1: none. */
static long first_of(const eg_entry *entry, const eg_typed *all, int rank, size_t count)
{
    long index[EG_RANK_LIMIT], dims[EG_RANK_LIMIT], first = 0;
    const int depth = eg_entry_index(entry, index, dims), extra = all->rank - rank;
    if (extra < 0 || extra > depth)
        return -1;
    for (int i = 0; i < extra; i++)
        first = first * dims[i] + index[i];
    first *= (long)count;
    return (size_t)first + count <= all->count ? first : -1;
}

bool eg_trace_nothing(eg_reader *r, eg_asker asker)
{
    if (r->is_for_text && eg_pairs_set(r->untraced, asker.owner, asker.part, r) != 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

static bool is_literal(const eg_expr *e)
{
    return e->kind == EG_E_NUMBER || e->kind == EG_E_BOOLEAN;
}

/* Do the formulas from `first` on come to v? */
static bool come_to(const eg_spec *spec, const eg_typed *all, size_t first, const eg_value *v)
{
    for (size_t i = 0; i < v->count; i++) {
        const eg_formula *x = &spec->formulas[eg_typed_at(all, first + i)];
        if (x->op != EG_OP_CONSTANT || !is_same(x->number, v->rank > 0 ? v->numbers[i] : v->number))
            return false;
    }
    return true;
}

bool eg_trace_value(eg_reader *r, eg_spec *spec, const eg_entry *entry, int rank, const char *path,
                    const char *attribute, const eg_value *v, eg_asker asker)
{
    if (!r->is_for_text || (entry->modifier && is_literal(entry->modifier->value)))
        return true;
    if (!entry->modifier || v->type < 0 || v->type > EG_BOOLEAN)
        return eg_trace_nothing(r, asker);
    const eg_typed *all = formulas_of(r, spec, entry);
    const long first = all ? first_of(entry, all, rank, v->count) : -1;
    if (first < 0 || !come_to(spec, all, (size_t)first, v))
        return eg_trace_nothing(r, asker);
    for (size_t i = 0; i < v->count; i++) {
        const int formula = eg_typed_at(all, (size_t)first + i);
        const char *name = eg_textf(r, "%s%s", eg_element_path(r, path, v->rank, v->dims, i), attribute);
        if (eg_formula_is_bound(&spec->formulas[formula]) && eg_spec_bind(spec, name, formula) != 0)
            r->out_of_memory = true;
    }
    return !r->out_of_memory;
}

eg_asker eg_asker_of_start(eg_reader *r)
{
    void *owner = r->is_for_text ? eg_new(r, 1) : NULL;
    const eg_asker own = {.owner = owner};
    return owner ? own : r->asker;
}
