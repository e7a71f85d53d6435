/* One run with its sensitivities, and its rows. */
#include "elastogap/sensitivity.h"

#include "base/arena.h"
#include "base/trajectory.h"
#include "component/spec.h"
#include "sensitivity/backward.h"
#include "sensitivity/sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct owned {
    eg_sensitivities all; /* first: what a caller has is an owned * */
    eg_arena *arena;
};

eg_sensitivity_options eg_sensitivity_options_default(const eg_model *model)
{
    return (eg_sensitivity_options){.size = sizeof(eg_sensitivity_options),
                                    .run = eg_simulate_options_default(model)};
}

void eg_sensitivities_free(eg_sensitivities *s)
{
    if (!s)
        return;
    struct owned *own = (struct owned *)s;
    eg_trajectory_free(s->rows);
    eg_arena_free(own->arena);
    free(own);
}

/* ---------------------------------------------------------------- names and units */

static const char *derivative_name(eg_arena *arena, const char *of, const char *by)
{
    const size_t size = strlen(of) + strlen(by) + 16;
    char *name = eg_arena_alloc(arena, size);
    if (name)
        snprintf(name, size, "d(%s)/d(%s)", of, by);
    return name;
}

/* Units of derivatives are those of what stands over and under the line. */
static const char *derivative_unit(eg_arena *arena, const char *of, const char *by)
{
    const size_t size = strlen(of) + strlen(by) + 8;
    char *unit = eg_arena_alloc(arena, size);
    if (!unit || (!*of && !*by))
        return "";
    const bool is_product = strpbrk(by, "./") != NULL;
    const char *form = is_product ? "%s/(%s)" : "%s/%s";
    if (*by)
        snprintf(unit, size, form, *of ? of : "1", by);
    else
        snprintf(unit, size, "%s", of);
    return unit;
}

static eg_status make_rows(const eg_prepared *p, eg_arena *arena, eg_trajectory **rows)
{
    eg_trajectory *t = *rows = eg_trajectory_create();
    if (!t)
        return EG_ERROR_MEMORY;
    for (size_t q = 0; q < p->of_count; q++) {
        const eg_expression *e = &p->readout.expressions[q];
        const eg_signal value = {p->of[q], e->unit, "", 0};
        if (e->reduction_count > 0)
            continue;
        if (eg_trajectory_add_signal(t, value, (long)t->column_count++, 0) != 0)
            return EG_ERROR_MEMORY;
        for (size_t k = 0; k < p->by_count; k++) {
            const eg_signal along = {derivative_name(arena, p->of[q], p->by[k]),
                                     derivative_unit(arena, e->unit, p->parameters[k].unit), "", 0};
            if (!along.name || eg_trajectory_add_signal(t, along, (long)t->column_count++, 0) != 0)
                return EG_ERROR_MEMORY;
        }
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- the result */

static struct owned *make_result(const eg_prepared *p)
{
    struct owned *own = calloc(1, sizeof *own);
    const size_t of = p->of_count, by = p->by_count;
    if (!own)
        return NULL;
    eg_arena *arena = own->arena = eg_arena_create();
    own->all.of_count = of;
    own->all.by_count = by;
    if (arena) {
        own->all.of = eg_arena_alloc(arena, (of + 1) * sizeof *own->all.of);
        own->all.by = eg_arena_alloc(arena, (by + 1) * sizeof *own->all.by);
        own->all.items = eg_arena_alloc(arena, (of * by + 1) * sizeof *own->all.items);
        own->all.model = eg_arena_copy(arena, eg_spec_name(p->spec));
    }
    if (!own->all.of || !own->all.by || !own->all.items || !own->all.model) {
        eg_sensitivities_free(&own->all);
        return NULL;
    }
    for (size_t k = 0; k < by; k++)
        own->all.by[k] =
            (eg_sensitivity_name){eg_arena_copy(arena, p->by[k]), eg_arena_copy(arena, p->parameters[k].unit),
                                  p->parameters[k].value};
    return own;
}

/* When the run has ended, and what all numbers have come to. */
static void take_numbers(struct owned *own, const eg_following *f)
{
    const eg_prepared *p = f->of;
    own->all.end_time = f->network->base.origin + f->reached;
    for (size_t q = 0; q < p->of_count; q++)
        own->all.of[q] =
            (eg_sensitivity_name){eg_arena_copy(own->arena, p->of[q]),
                                  eg_arena_copy(own->arena, p->readout.expressions[q].unit), f->values[q]};
}

static eg_status fill(eg_following *f, struct owned *own)
{
    const eg_prepared *p = f->of;
    const eg_status status = eg_following_finish(f);
    if (status != EG_OK)
        return status;
    take_numbers(own, f);
    for (size_t q = 0; q < p->of_count; q++)
        for (size_t k = 0; k < p->by_count; k++)
            own->all.items[q * p->by_count + k] = eg_following_judge(f, q, k, own->arena);
    return EG_OK;
}

/* What lies to either side of parameters that have no derivative. steps[by]. */
static eg_status find_sides(eg_prepared *p, const eg_simulate_options *run, const double *steps,
                            struct owned *own)
{
    eg_status status = EG_OK;
    double *values = calloc(p->of_count + 1, sizeof *values);
    if (!values)
        return EG_ERROR_MEMORY;
    for (size_t q = 0; q < p->of_count; q++)
        values[q] = own->all.of[q].value;
    for (size_t k = 0; k < p->by_count && status == EG_OK; k++)
        status = eg_sides_find(p, run, k, steps[k], values, own->all.items);
    free(values);
    return status;
}

static eg_status follow(eg_prepared *p, const eg_sensitivity_options *o, struct owned *own, eg_diagnostics *d)
{
    eg_following f = {0};
    eg_status status = make_rows(p, own->arena, &own->all.rows);
    f.rows = own->all.rows;
    if (status == EG_OK)
        status = eg_following_run(&f, p, &o->run, d);
    if (status == EG_OK)
        status = fill(&f, own);
    double *steps = status == EG_OK ? calloc(p->by_count + 1, sizeof *steps) : NULL;
    for (size_t k = 0; steps && k < p->by_count; k++)
        steps[k] = eg_sides_step(&f, k);
    eg_following_release(&f);
    if (status == EG_OK)
        status = steps ? find_sides(p, &o->run, steps, own) : EG_ERROR_MEMORY;
    free(steps);
    return status;
}

static eg_status find(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *d,
                      eg_sensitivities **out);

/* Has one of the numbers no derivative by parameter k, for all that is known, and no sides? */
static bool is_in_doubt(const eg_sensitivities *s, size_t k)
{
    for (size_t q = 0; q < s->of_count; q++) {
        const eg_sensitivity_item *item = &s->items[q * s->by_count + k];
        if (item->why && isnan(item->below) && isnan(item->above))
            return true;
    }
    return false;
}

/* What goes backward knows no sides: parameters in doubt, which are few, are followed forward. */
static eg_status follow_doubts(eg_spec *spec, const eg_sensitivity_options *o, struct owned *own,
                               eg_diagnostics *d)
{
    eg_sensitivities *all = &own->all, *found = NULL;
    eg_sensitivity_options asked = *o;
    const char **by = calloc(all->by_count + 1, sizeof *by);
    asked.by = by;
    asked.by_count = 0;
    asked.by_all = asked.adjoint = 0;
    for (size_t k = 0; k < all->by_count && by; k++)
        if (is_in_doubt(all, k))
            by[asked.by_count++] = all->by[k].name;
    eg_status status = by ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK && asked.by_count > 0)
        status = find(spec, &asked, d, &found);
    for (size_t k = 0, next = 0; k < all->by_count && found; k++) {
        if (next == asked.by_count || all->by[k].name != by[next])
            continue;
        for (size_t q = 0; q < all->of_count; q++) {
            eg_sensitivity_item *item = &all->items[q * all->by_count + k];
            *item = found->items[q * asked.by_count + next];
            item->why = item->why ? eg_arena_copy(own->arena, item->why) : NULL;
        }
        next++;
    }
    eg_sensitivities_free(found);
    free(by);
    return status;
}

static eg_status go_backward(eg_prepared *p, struct owned *own, eg_diagnostics *d)
{
    eg_following f = {0};
    const eg_status status = eg_following_backward(&f, p, &p->run, own->all.items, own->arena, d);
    if (status == EG_OK)
        take_numbers(own, &f);
    eg_following_release(&f);
    return status;
}

static eg_status find(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *d,
                      eg_sensitivities **out)
{
    eg_prepared *p = NULL;
    struct owned *own = NULL;
    eg_status status = eg_prepare(spec, o, d, &p);
    if (status == EG_OK && !(own = make_result(p)))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = o->adjoint ? go_backward(p, own, d) : follow(p, o, own, d);
    eg_prepared_free(p);
    if (status == EG_OK && o->adjoint)
        status = follow_doubts(spec, o, own, d);
    if (status == EG_OK)
        *out = &own->all;
    else if (own)
        eg_sensitivities_free(&own->all);
    return status;
}

eg_status eg_sensitivity(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *diagnostics,
                         eg_sensitivities **out)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    *out = NULL;
    const eg_status status = d ? find(spec, o, d, out) : EG_ERROR_MEMORY;
    eg_diagnostics_free(own);
    return status;
}
