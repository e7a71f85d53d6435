/* The pattern of the Jacobian: the first walk over its contributions collects rows and columns, from which
 * the sparse columns and the slot of every contribution are made. */
#include "network/solve/jacobian.h"
#include "network/solve/pattern.h"
#include "network/solve/structure.h"

#include <stdlib.h>
#include <string.h>

/* Sorts entry numbers by column, then row, by two stable counting passes. */
static void sort_entries(const eg_jacobian_entry *e, int count, int n, int *order, int *scratch, int *tally)
{
    for (int pass = 0; pass < 2; pass++) {
        memset(tally, 0, sizeof(int) * ((size_t)n + 1));
        for (int i = 0; i < count; i++)
            tally[(pass ? e[i].column : e[i].row) + 1]++;
        for (int i = 0; i < n; i++)
            tally[i + 1] += tally[i];
        for (int i = 0; i < count; i++) {
            int k = pass ? scratch[i] : i;
            (pass ? order : scratch)[tally[pass ? e[k].column : e[k].row]++] = k;
        }
    }
}

/* Gives equal entries one slot and fills in the compressed columns. */
static void number_slots(eg_network *s, const eg_jacobian_entry *e, const int *order, int count)
{
    int slots = 0;
    memset(s->jacobian.start, 0, sizeof(int) * ((size_t)s->base.n + 1));
    for (int i = 0; i < count; i++) {
        const eg_jacobian_entry *x = &e[order[i]];
        bool same = i > 0 && x->row == e[order[i - 1]].row && x->column == e[order[i - 1]].column;
        if (!same) {
            s->jacobian.row[slots++] = x->row;
            s->jacobian.start[x->column + 1]++;
        }
        s->jacobian.slot[order[i]] = slots - 1;
    }
    for (int i = 0; i < s->base.n; i++)
        s->jacobian.start[i + 1] += s->jacobian.start[i];
    s->jacobian.pattern = (eg_pattern){s->base.n, slots, s->jacobian.start, s->jacobian.row};
}

/* An acceleration that acts back on the motion, of a body that has no inertia to determine it. */
static int report_unknown_rate(const eg_network *s, int unknown, double t)
{
    char name[160];
    s->base.ops->describe((eg_system *)&s->base, unknown, name, sizeof name);
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s a signal that acts on the motion follows the rate of the "
              "%s, but nothing with a mass determines it",
              t, name);
    eg_remedy(s->base.diagnostics, "give that body a mass, or measure where there is one");
    return EG_ERROR_SIMULATION;
}

int eg_network_find_pattern(eg_system *base)
{
    eg_network *s = eg_network_of(base);
    if (s->stick.changed) /* an event that was refused half way */
        eg_network_renew_structure(s);
    return s->jacobian.has_pattern ? 0 : eg_network_make_pattern(s, s->time);
}

int eg_network_make_pattern(eg_network *s, double t)
{
    eg_assembly a = {.s = s, .m = s->m, .unknown_rate = -1};
    eg_jacobian_walk(&a, NULL);
    size_t n = (size_t)s->base.n, count = (size_t)a.cursor;
    int *order = calloc(count + 1, sizeof(int)), *scratch = calloc(count + 1, sizeof(int));
    int *tally = malloc(sizeof(int) * (n + 2));
    free(s->jacobian.slot);
    free(s->jacobian.start);
    free(s->jacobian.row);
    s->jacobian.slot = malloc(sizeof(int) * (count + 1));
    s->jacobian.start = malloc(sizeof(int) * (n + 1));
    s->jacobian.row = malloc(sizeof(int) * (count + 1));
    if (!s->jacobian.weight)
        s->jacobian.weight = malloc(sizeof *s->jacobian.weight * (2 * n + 1));
    bool good = order && scratch && tally && s->jacobian.slot && s->jacobian.start && s->jacobian.row &&
                s->jacobian.weight;
    int status = a.failed || !good ? -1 : 0;
    if (status < 0)
        eg_report_memory(s->base.diagnostics, "while solving %s", s->m->name);
    if (status == 0 && a.unknown_rate >= 0)
        status = report_unknown_rate(s, a.unknown_rate, t);
    if (status == 0) {
        sort_entries(a.entries, a.cursor, s->base.n, order, scratch, tally);
        number_slots(s, a.entries, order, a.cursor);
        s->jacobian.slot_count = a.cursor;
        s->base.pattern = &s->jacobian.pattern;
        s->jacobian.has_pattern = true;
    }
    free(a.entries);
    free(order);
    free(scratch);
    free(tally);
    return status;
}
