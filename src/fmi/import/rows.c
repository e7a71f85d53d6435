#include "fmi/import/rows.h"

#include "fmi/import/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double most_numbers = 5e8; /* of 8 bytes */

/* Strings, binaries and clocks have no place in a row, nor has what only ticks give a value; and
 * indicators are of Model Exchange. */
static bool is_readable(const eg_mockup_port *p)
{
    return p->type < EG_PORT_STRING && !p->is_clocked && p->size > 0;
}

static bool is_wanted(const char *name, const char *const *patterns, size_t count, size_t *hits)
{
    bool wanted = count == 0;
    for (size_t i = 0; i < count; i++)
        if (eg_match(patterns[i], name)) {
            hits[i]++;
            wanted = true;
        }
    return wanted;
}

typedef struct choosing {
    eg_mockup_rows *r;
    const char *const *patterns;
    size_t pattern_count;
    size_t *hits;    /* (patterns) */
    long *first;     /* (ports) column of the first element that is stored; -1 */
    bool *is_hidden; /* (ports) */
    char name[1200];
} choosing;

/* Adds the elements of port i; all of an array, if any is wanted, so that aliases share columns. */
static int add_port(choosing *c, size_t i)
{
    const eg_facts *f = &c->r->unit->facts;
    const eg_mockup_port *p = &f->ports[i];
    size_t holder = p->same >= 0 ? (size_t)p->same : i;
    eg_trajectory *t = c->r->trajectory;
    for (size_t k = 0; k < p->size; k++) {
        eg_mockup_port_element_name(p, k, c->name, sizeof c->name);
        if (!is_wanted(c->name, c->patterns, c->pattern_count, c->hits))
            continue;
        if (c->first[holder] < 0) {
            c->first[holder] = (long)t->column_count;
            t->column_count += f->ports[holder].size;
        }
        eg_signal info = {c->name, p->unit, p->doc, !p->is_continuous};
        if (eg_trajectory_add_signal(t, info, c->first[holder] + (long)k, 0) < 0)
            return -1;
    }
    return 0;
}

static void report_no_match(const eg_mockup_rows *r, const char *pattern)
{
    const eg_facts *f = &r->unit->facts;
    const char **names = calloc(f->port_count + 1, sizeof *names);
    for (size_t i = 0; names && i < f->port_count; i++)
        names[i] = f->ports[i].name;
    const char *best = names ? eg_nearest(pattern, names, f->port_count) : NULL;
    eg_report(r->unit->d, EG_ERROR, EG_NOWHERE, "no variable of %s that changes matches '%s'", f->model,
              pattern);
    if (best)
        eg_remedy(r->unit->d, "did you mean '%s'?", best);
    else
        eg_remedy(r->unit->d, "names are dotted paths such as mass.s; * and ? are wild");
    free(names);
}

/* Scalars of one type are read by one call, arrays each by their own. */
static int make_blocks(eg_mockup_rows *r, const long *first)
{
    const eg_facts *f = &r->unit->facts;
    eg_arena *arena = r->trajectory->arena;
    r->blocks = calloc(f->port_count + EG_PORT_TYPES, sizeof *r->blocks);
    r->all = calloc(r->trajectory->column_count + 1, sizeof *r->all);
    r->column = calloc(r->trajectory->column_count + 1, sizeof *r->column);
    if (!r->blocks || !r->all || !r->column)
        return -1;
    size_t used = 0;
    for (int type = 0; type < EG_PORT_STRING; type++) {
        eg_row_block *b = NULL;
        for (size_t i = 0; i < f->port_count; i++) {
            const eg_mockup_port *p = &f->ports[i];
            if (first[i] < 0 || (int)p->type != type)
                continue;
            if (p->extent_count > 0 || !b || b->values != b->count) {
                b = &r->blocks[r->block_count++];
                *b = (eg_row_block){.type = p->type, .first = used};
                b->references =
                    eg_arena_array(arena, p->extent_count > 0 ? 1 : f->port_count, sizeof *b->references);
                if (!b->references)
                    return -1;
            }
            b->references[b->count++] = p->reference;
            b->values += p->size;
            for (size_t k = 0; k < p->size; k++)
                r->column[(size_t)first[i] + k] = used++;
            if (p->extent_count > 0)
                b = NULL;
        }
    }
    return 0;
}

/* Under Co-Simulation what is an indicator and nothing else: no output, and no state. */
static void hide_indicators(choosing *c)
{
    const eg_facts *f = &c->r->unit->facts;
    for (size_t i = 0; i < f->indicator_count; i++)
        c->is_hidden[f->indicators[i]] = f->ports[f->indicators[i]].causality == EG_PORT_LOCAL;
    for (size_t i = 0; i < f->port_count; i++)
        if (f->ports[i].derivative_of >= 0)
            c->is_hidden[f->ports[i].derivative_of] = false;
}

static eg_status choose(choosing *c)
{
    const eg_facts *f = &c->r->unit->facts;
    for (size_t i = 0; i < f->port_count; i++)
        c->first[i] = -1;
    if (c->r->unit->is_cosimulation)
        hide_indicators(c);
    for (size_t i = 0; i < f->port_count; i++) {
        const eg_mockup_port *p = &f->ports[i];
        if (p->is_changing && p->causality != EG_PORT_INDEPENDENT && is_readable(p) && !c->is_hidden[i] &&
            add_port(c, i) < 0)
            return EG_ERROR_MEMORY;
    }
    eg_status status = EG_OK;
    for (size_t i = 0; i < c->pattern_count; i++)
        if (c->hits[i] == 0 && !eg_match(c->patterns[i], "time")) {
            report_no_match(c->r, c->patterns[i]);
            status = EG_ERROR_USAGE;
        }
    if (status == EG_OK && make_blocks(c->r, c->first) < 0)
        status = EG_ERROR_MEMORY;
    return status;
}

static eg_status check_size(const eg_mockup_rows *r, double rows)
{
    double numbers = rows * (1.0 + (double)r->trajectory->column_count);
    if (numbers <= most_numbers)
        return EG_OK;
    eg_report(r->unit->d, EG_ERROR, EG_NOWHERE,
              "the results would have %.3g rows of %zu columns: %.3g GB of memory; at most %.3g GB are used",
              rows, r->trajectory->column_count, numbers * 8e-9, most_numbers * 8e-9);
    eg_remedy(r->unit->d, "choose a longer interval, fewer signals or a shorter span");
    return EG_ERROR_USAGE;
}

eg_status eg_mockup_rows_init(eg_mockup_rows *r, eg_mockup *unit, const char *const *patterns,
                              size_t pattern_count, double expected)
{
    size_t ports = unit->facts.port_count + 1;
    *r = (eg_mockup_rows){.unit = unit, .trajectory = eg_trajectory_create()};
    choosing c = {.r = r, .patterns = patterns, .pattern_count = pattern_count};
    c.hits = calloc(pattern_count + 1, sizeof *c.hits);
    c.first = calloc(ports, sizeof *c.first);
    c.is_hidden = calloc(ports, sizeof *c.is_hidden);
    eg_status status = EG_ERROR_MEMORY;
    if (r->trajectory && c.hits && c.first && c.is_hidden)
        status = choose(&c);
    if (status == EG_OK)
        status = check_size(r, expected);
    free(c.hits);
    free(c.first);
    free(c.is_hidden);
    return status;
}

void eg_mockup_rows_release(eg_mockup_rows *r)
{
    free(r->blocks);
    free(r->all);
    free(r->column);
    r->blocks = NULL;
    r->all = NULL;
    r->column = NULL;
}

eg_status eg_mockup_rows_add_constants(eg_mockup_rows *r)
{
    const eg_facts *f = &r->unit->facts;
    char name[1200];
    for (size_t i = 0; i < f->port_count; i++) {
        const eg_mockup_port *p = &f->ports[i];
        if (p->is_changing || p->causality == EG_PORT_INDEPENDENT || !is_readable(p))
            continue;
        double *values = calloc(p->size, sizeof *values);
        bool ok = values && eg_mockup_get(r->unit, p->type, &p->reference, 1, p->size, values);
        for (size_t k = 0; ok && k < p->size; k++) {
            eg_mockup_port_element_name(p, k, name, sizeof name);
            ok = eg_trajectory_add_constant(r->trajectory, (eg_trajectory_constant){.name = name,
                                                                                    .unit = p->unit,
                                                                                    .doc = p->doc,
                                                                                    .value = values[k]}) == 0;
        }
        free(values);
        if (!ok)
            return r->unit->is_broken ? EG_ERROR_SIMULATION : EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* Reads what rows show, into r->all. */
static bool read_all(eg_mockup_rows *r)
{
    for (size_t i = 0; i < r->block_count; i++) {
        const eg_row_block *b = &r->blocks[i];
        if (!eg_mockup_get(r->unit, b->type, b->references, b->count, b->values, r->all + b->first))
            return false;
    }
    return true;
}

/* A result may hold such values, but nobody shall have to look for the first one. */
static void tell_not_finite(eg_mockup_rows *r, size_t column, double t)
{
    const eg_trajectory *all = r->trajectory;
    for (size_t i = 0; i < all->signal_count && !r->has_told; i++)
        if (all->signals[i].column == (long)column) {
            eg_report(r->unit->d, EG_WARNING, EG_NOWHERE, "%s of the FMU is %g at t = %.15g s",
                      all->signals[i].info.name, r->all[r->column[column]], t);
            eg_remedy(r->unit->d,
                      "look for an input or a parameter that leads out of the range of a formula");
            r->has_told = true;
        }
}

static eg_status store_all(eg_mockup_rows *r, double t)
{
    eg_trajectory *all = r->trajectory;
    double *row = eg_trajectory_add_row(all);
    if (!row)
        return EG_ERROR_MEMORY;
    row[0] = t;
    for (size_t i = 0; i < all->column_count; i++) {
        row[1 + i] = r->all[r->column[i]];
        if (!isfinite(row[1 + i]) && !r->has_told)
            tell_not_finite(r, i, t);
    }
    eg_wire_rows(r->unit->wire, all);
    return EG_OK;
}

eg_status eg_mockup_rows_add(eg_mockup_rows *r, double t)
{
    const eg_trajectory *all = r->trajectory;
    if (((double)all->row_count + 1) * (1 + (double)all->column_count) > 1.2 * most_numbers)
        return check_size(r, (double)all->row_count) == EG_OK ? EG_ERROR_MEMORY : EG_ERROR_SIMULATION;
    return read_all(r) ? store_all(r, t) : EG_ERROR_SIMULATION;
}

void eg_mockup_rows_cut(eg_mockup_rows *r, size_t count)
{
    r->trajectory->row_count = count;
    eg_wire_cut(r->unit->wire, count);
}

void eg_mockup_rows_begin_event(eg_mockup_rows *r)
{
    r->first_event = r->trajectory->event_count;
}

void eg_mockup_rows_note(eg_mockup_rows *r, double t, const char *component, const char *name,
                         bool is_time_event)
{
    r->events += !is_time_event;
    r->time_events += is_time_event;
    /* without memory the list ends early; the counters are right */
    (void)eg_trajectory_add_event(r->trajectory, (eg_event){t, component, name, (size_t)-1});
}

void eg_mockup_rows_end_event(eg_mockup_rows *r, bool is_alone)
{
    eg_trajectory *t = r->trajectory;
    for (size_t i = r->first_event; i < t->event_count && !is_alone; i++)
        t->events[i].row = t->row_count - 2;
    eg_wire_events(r->unit->wire, t);
}
