/* What of a sheet is said twice: a step that makes what another cell holds already is left out, and who reads
 * its cell reads the other one. Flanges of a rigid body stand at one place and go at one speed; a force at
 * one end is that at the other; and most sums have one term. Cells are written once, but for those of users'
 * tapes and of what friction holds, which are let alone.
 *
 * Two steps are the same by their bits, to the sign of zero: 0 + x is x unless x is -0. So beside which cell
 * holds the same as which, it is known of a cell whether it may be -0. */
#include "base/hash.h"
#include "network/motion/sheet_write.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sharing {
    eg_sheet *e;
    int *same;      /* (cells) that holds the same, maybe itself */
    bool *is_plain; /* (cells) never -0 */
    bool *is_apart; /* (cells) may be written besides */
    int *table;     /* open hash table of steps that stay, number + 1; 0: none */
    size_t mask;
} sharing;

/* Does a cell of its own, written once, follow from `a` and `b` alone? */
static bool is_pure(const sharing *h, const eg_sheet_step *p)
{
    return p->kind <= EG_SHEET_BOTH && !h->is_apart[p->to] && !h->is_apart[p->a] && !h->is_apart[p->b];
}

static bool is_plus_zero(double x)
{
    return x == 0.0 && !signbit(x);
}

static bool is_minus_zero(double x)
{
    return x == 0.0 && signbit(x);
}

/* One word for what is the same by other words: 0 + c a, which c a + d is, too, where d is +0, and what
 * stands as far apart as one end is away where the other stands still. */
static void begin_with(eg_sheet_step *p, size_t a, double c)
{
    *p = (eg_sheet_step){.kind = EG_SHEET_BEGIN, .to = p->to, .a = a, .c = c};
}

static void simplify(eg_sheet_step *p)
{
    const bool adds_nothing = is_plus_zero(p->d);
    if ((p->kind == EG_SHEET_LINE || p->kind == EG_SHEET_PLACE) && adds_nothing)
        begin_with(p, p->a, p->c);
    else if (p->kind == EG_SHEET_PLACE && !is_minus_zero(p->d))
        p->kind = EG_SHEET_LINE;
    else if (p->kind == EG_SHEET_SHIFT && adds_nothing)
        begin_with(p, p->a, 1.0);
    else if (p->kind == EG_SHEET_APART && p->b == 0 && isfinite(p->d))
        begin_with(p, p->a, p->c);
    else if (p->kind == EG_SHEET_APART && p->a == 0 && isfinite(p->c))
        begin_with(p, p->b, -p->d);
    else if (p->kind == EG_SHEET_REST && p->c == 1.0)
        begin_with(p, p->a, -1.0);
}

/* Never -0, if its operands are not: where +0 is added, or what is not. */
static bool ends_plain(const sharing *h, const eg_sheet_step *p)
{
    switch (p->kind) {
    case EG_SHEET_TIMES: return p->c == 1.0 && h->is_plain[p->a];
    case EG_SHEET_LINE:
    case EG_SHEET_SHIFT: return !is_minus_zero(p->d);
    case EG_SHEET_PLACE:
    case EG_SHEET_APART:
    case EG_SHEET_BEGIN: return true;
    case EG_SHEET_ADD: return h->is_plain[p->b];
    case EG_SHEET_MINUS: return h->is_plain[p->a];
    case EG_SHEET_BOTH: return (p->c == 1.0 && h->is_plain[p->a]) || (p->d == 1.0 && h->is_plain[p->b]);
    default: return false;
    }
}

/* Does it only hand on what `a` holds? */
static bool is_copy(const sharing *h, const eg_sheet_step *p)
{
    switch (p->kind) {
    case EG_SHEET_TIMES: return p->c == 1.0;
    case EG_SHEET_BEGIN: return p->c == 1.0 && h->is_plain[p->a];
    case EG_SHEET_MINUS: return p->b == 0;
    default: return false;
    }
}

static bool is_alike(const eg_sheet_step *p, const eg_sheet_step *q)
{
    return p->kind == q->kind && p->a == q->a && p->b == q->b && eg_bits_of(p->c) == eg_bits_of(q->c) &&
           eg_bits_of(p->d) == eg_bits_of(q->d);
}

static size_t place_of(const sharing *h, const eg_sheet_step *p)
{
    const uint64_t words[] = {(uint64_t)p->kind, (uint64_t)p->a, (uint64_t)p->b, eg_bits_of(p->c),
                              eg_bits_of(p->d)};
    return (size_t)eg_hash_of(words, sizeof words / sizeof words[0]) & h->mask;
}

/* The cell that holds what this step makes; its own: it is the first, and is noted as step `number`. */
static size_t find_same(sharing *h, const eg_sheet_step *p, int number)
{
    size_t at = place_of(h, p);
    for (; h->table[at] > 0; at = (at + 1) & h->mask) {
        const eg_sheet_step *q = &h->e->steps[h->table[at] - 1];
        if (is_alike(p, q))
            return q->to;
    }
    h->table[at] = number + 1;
    return p->to;
}

/* Those that are not pure read their cells by lists, which are told in the end. */
static void share_steps(sharing *h)
{
    eg_sheet *e = h->e;
    int left = 0;
    for (int k = 0; k < e->step_count; k++) {
        eg_sheet_step *p = &e->steps[left];
        *p = e->steps[k];
        p->a = (size_t)h->same[p->a];
        p->b = (size_t)h->same[p->b];
        left++;
        if (!is_pure(h, p))
            continue;
        simplify(p);
        const size_t to = is_copy(h, p) ? p->a : find_same(h, p, left - 1);
        h->is_plain[p->to] = ends_plain(h, p);
        h->same[p->to] = (int)to;
        left -= to != p->to;
    }
    e->step_count = left;
}

static void set_apart(const sharing *h)
{
    const eg_sheet *e = h->e;
    for (int i = e->users.first; i < e->users.end; i++)
        h->is_apart[i] = true;
    for (int i = 0; i < e->element_count && e->rider_count > 0; i++)
        h->is_apart[e->elements[i].bounded] = true;
}

/* ---------------------------------------------------------------- other numbers */

static void rename_components(eg_sheet *e, const int *name)
{
    for (int k = 0; k < e->sight_count; k++) {
        eg_sheet_sight *p = &e->sights[k];
        *p = (eg_sheet_sight){name[p->s], name[p->v], name[p->a], name[p->f],
                              name[p->T], name[p->Q], name[p->y]};
    }
    for (int k = 0; k < e->variable_count; k++)
        e->variables[k].cell = name[e->variables[k].cell];
}

static void rename_motion(eg_sheet *e, const int *name)
{
    for (int k = 0; k < e->body_count; k++) {
        eg_sheet_body *p = &e->bodies[k];
        *p = (eg_sheet_body){name[p->to], name[p->parent], name[p->x], p->body};
    }
    for (int k = 0; k < e->rider_count; k++) {
        eg_sheet_rider *p = &e->riders[k];
        *p = (eg_sheet_rider){name[p->own], name[p->speed], name[p->sum], name[p->balance],
                              name[p->acceleration]};
    }
    for (int k = 0; k < e->element_count; k++) {
        eg_sheet_element *p = &e->elements[k];
        *p = (eg_sheet_element){.number = p->number,
                                .s_rel = name[p->s_rel],
                                .v_rel = name[p->v_rel],
                                .f = name[p->f],
                                .bounded = name[p->bounded],
                                .loss = name[p->loss],
                                .lost = name[p->lost],
                                .u = p->u < 0 ? -1 : name[p->u]};
    }
}

static void rename_cells(eg_sheet *e, const int *name)
{
    for (int k = 0; k < e->step_count; k++) {
        eg_sheet_step *p = &e->steps[k];
        p->to = (size_t)name[p->to];
        p->a = (size_t)name[p->a];
        p->b = (size_t)name[p->b];
        if (p->kind == EG_SHEET_SIGNALS)
            p->number = name[p->number];
    }
    rename_motion(e, name);
    rename_components(e, name);
    for (int k = 0; k < e->flow_count; k++) {
        eg_sheet_flow *p = &e->flows[k];
        p->to = name[p->to];
        p->T_a = name[p->T_a];
        p->T_b = name[p->T_b];
        p->G = name[p->G];
    }
    for (int k = 0; k < e->last_count; k++)
        e->last[k] = name[e->last[k]];
    for (int k = 0; k < e->constant_count; k++)
        e->constants[k].cell = name[e->constants[k].cell];
    for (int k = 0; k < e->column_count; k++)
        if (e->column[k] >= 0)
            e->column[k] = name[e->column[k]];
    for (int k = 0; k < e->users.root_count; k++)
        e->users.roots[k] = name[e->users.roots[k]];
    for (int k = 0; k < e->users.declared_count; k++)
        e->users.declared[k] = name[e->users.declared[k]];
    if (e->users.end > 0) {
        e->users.first = name[e->users.first];
        e->users.end = name[e->users.end - 1] + 1;
    }
    if (e->net_count > 0)
        e->first_net = name[e->first_net];
}

/* ---------------------------------------------------------------- all of it */

static bool share(eg_sheet *e)
{
    const size_t cells = (size_t)e->cell_count;
    sharing h = {.e = e, .mask = 15};
    while (h.mask < 2 * (size_t)e->step_count)
        h.mask = 2 * h.mask + 1;
    h.same = malloc(cells * sizeof *h.same);
    h.is_plain = calloc(2 * cells, sizeof *h.is_plain);
    h.table = calloc(h.mask + 1, sizeof *h.table);
    const bool good = h.same && h.is_plain && h.table;
    if (good) {
        for (int i = 0; i < e->cell_count; i++)
            h.same[i] = i;
        h.is_apart = h.is_plain + cells;
        h.is_plain[0] = true;
        set_apart(&h);
        share_steps(&h);
        rename_cells(e, h.same);
    }
    free(h.same);
    free(h.is_plain);
    free(h.table);
    return good;
}

/* Cells that only steps which have been left out would write are no more. */
static void close_ranks(eg_sheet *e, int *name)
{
    int left = 0;
    for (int k = 0; k < e->step_count; k++)
        if (e->steps[k].kind <= EG_SHEET_BOTH)
            name[e->steps[k].to] = 1;
    for (int i = 0; i < e->cell_count; i++)
        name[i] = name[i] ? left++ : 0;
    e->cell_count = left;
    rename_cells(e, name);
}

bool eg_sheet_trim(eg_sheet *e, const int *columns, int count)
{
    int *name = calloc((size_t)e->cell_count, sizeof *name);
    for (int i = 0; i < e->cell_count && name; i++)
        name[i] = 1;
    for (int k = 0; k < e->step_count && name; k++)
        if (e->steps[k].kind <= EG_SHEET_BOTH)
            name[e->steps[k].to] = 0;
    const bool good = name && share(e) && eg_sheet_keep_needed(e, columns, count);
    if (good)
        close_ranks(e, name);
    free(name);
    return good;
}
