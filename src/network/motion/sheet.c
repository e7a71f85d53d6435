/* Making a sheet: from the lists of a view to operations on cells, and their room. Cell 0 is 0. */
#include "network/motion/sheet_write.h"
#include "base/arena.h"
#include "base/reason.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 32, ROOM = 1 << 15 }; /* at most: rows at once, numbers in all cells but for a block of rows */
enum { CELLS = 1 << 18 };           /* at most: who wants more has it row by row */

/* ---------------------------------------------------------------- lists */

void *eg_sheet_one_more(eg_sheet_writing *w, void **list, size_t *room, int *count, size_t size)
{
    if (w->failed || eg_grow(list, room, (size_t)*count + 1, size) < 0) {
        w->failed = true;
        return NULL;
    }
    return (char *)*list + size * (size_t)(*count)++;
}

int eg_sheet_new_cell(eg_sheet_writing *w)
{
    return w->e->cell_count++;
}

int eg_sheet_value(eg_sheet_writing *w, double value)
{
    int cell = eg_sheet_new_cell(w);
    eg_sheet_constant *c = EG_SHEET_MORE(w, constants, constant);
    if (c)
        *c = (eg_sheet_constant){cell, value};
    return cell;
}

void eg_sheet_step_to(eg_sheet_writing *w, eg_sheet_step step)
{
    eg_sheet_step *s = EG_SHEET_MORE(w, steps, step);
    if (s)
        *s = step;
}

void eg_sheet_step_of(eg_sheet_writing *w, eg_sheet_kind kind, int number)
{
    eg_sheet_step_to(w, (eg_sheet_step){.kind = kind, .number = number});
}

int eg_sheet_step_new(eg_sheet_writing *w, eg_sheet_kind kind, int a, int b, double c, double d)
{
    int to = eg_sheet_new_cell(w);
    eg_sheet_step_to(w, (eg_sheet_step){kind, 0, (size_t)to, (size_t)a, (size_t)b, c, d});
    return to;
}

void eg_sheet_add(eg_sheet_writing *w, int *sum, int a, double c)
{
    *sum = *sum < 0 ? eg_sheet_step_new(w, EG_SHEET_BEGIN, a, 0, c, 0)
                    : eg_sheet_step_new(w, EG_SHEET_ADD, a, *sum, c, 0);
}

/* ---------------------------------------------------------------- all of it */

/* Heat that capacities take up follows y', and sources of it may follow a temperature. */
static bool takes_heat(const eg_model *m, char *reason, size_t size)
{
    if (m->thermal.join_count > 0)
        return eg_refuse(reason, size, "%s measures a heat flow",
                         eg_instance_path(m, m->thermal.joins[0].instance));
    if (m->thermal.source_count > 0)
        return eg_refuse(reason, size, "%s is a source of heat",
                         eg_instance_path(m, m->thermal.sources[0].instance));
    if (m->parts.heat_capacity_count > 0)
        return eg_refuse(reason, size, "%s stores heat",
                         eg_instance_path(m, m->parts.heat_capacity[0].instance));
    for (int i = 0; i < m->element_count; i++)
        if (m->elements[i].ops->force_under && eg_element_heat(m, &m->elements[i]) >= 0)
            return eg_refuse(reason, size, "the force of %s follows a temperature or a signal",
                             eg_instance_path(m, m->elements[i].instance));
    return true;
}

bool eg_sheet_takes(const eg_network *s, char *reason, size_t size)
{
    const eg_model *m = s->m;
    if (m->user && !eg_sheet_takes_users(s))
        return eg_refuse(reason, size,
                         "%s has equations of a kind that is solved, or looked at, point by point", m->name);
    if (m->drive_count > 0)
        return eg_refuse(reason, size, "%s gives a motion", eg_instance_path(m, m->drives[0].instance));
    for (int i = 0; i < m->net_count; i++)
        if (!m->nets[i].of_time)
            return eg_refuse(reason, size, "the signal %s follows the motion", m->nets[i].name);
    for (int i = 0; i < m->node_count; i++)
        if (m->nodes[i].more > 0)
            return eg_refuse(reason, size, "%s moves with more than one body", eg_model_at_node(m, i));
    return takes_heat(m, reason, size);
}

/* The unknowns that rows look at have the cells 1, 2 ... */
static bool number_unknowns(eg_sheet_writing *w)
{
    eg_sheet *e = w->e;
    size_t n = (size_t)w->m->n;
    bool *seen = malloc(n + 1);
    e->unknowns = malloc((n + 1) * sizeof *e->unknowns);
    if (seen && e->unknowns) {
        eg_view_mark_unknowns(w->v, w->s, seen);
        e->cell_count = 1;
        for (int i = 0; i < w->m->n; i++)
            if (seen[i]) {
                e->unknowns[e->unknown_count++] = i;
                w->unknown[i] = e->cell_count++;
            }
    }
    free(seen);
    return seen && e->unknowns;
}

static bool take_room(eg_sheet *e)
{
    enum { OF_ELEMENT = 5, OF_PORT = 7 }; /* numbers that a component sees */
    int rows = ROOM / e->cell_count / EG_SHEET_BLOCK * EG_SHEET_BLOCK, most = 0, moves = 0;
    if (e->cell_count > CELLS)
        return false;
    e->rows = rows > ROWS ? ROWS : rows;
    if (rows < EG_SHEET_BLOCK)
        e->rows = EG_SHEET_BLOCK;
    for (int k = 0; k < e->component_count; k++) {
        const eg_sheet_component *x = &e->components[k];
        most = x->variables > most ? x->variables : most;
        moves = OF_ELEMENT + OF_PORT * x->sights > moves ? OF_ELEMENT + OF_PORT * x->sights : moves;
    }
    e->cells = calloc((size_t)e->cell_count * (size_t)e->rows + (size_t)most, sizeof *e->cells);
    e->moves = malloc((size_t)(most + moves + 1) * sizeof *e->moves);
    e->point = e->last_count > 0 ? calloc((size_t)e->unknown_count, sizeof *e->point) : NULL;
    e->shown = e->cells ? eg_sheet_cell(e, e->cell_count) : NULL;
    for (int k = 0; k < e->constant_count && e->cells; k++)
        for (int row = 0; row < e->rows; row++)
            eg_sheet_cell(e, e->constants[k].cell)[row] = e->constants[k].value;
    for (int k = 0; k < e->step_count; k++) {
        e->steps[k].to *= (size_t)e->rows;
        e->steps[k].a *= (size_t)e->rows;
        e->steps[k].b *= (size_t)e->rows;
    }
    return e->cells && e->moves && (e->point || e->last_count == 0);
}

/* Where everything is: nowhere yet. NULL: out of memory. */
static int *begin(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    size_t n = (size_t)m->n, bodies = (size_t)m->body_count, nodes = (size_t)m->node_count + 1;
    size_t heat = (size_t)m->heat_count,
           count = n + 3 * bodies + 3 * nodes + heat + (size_t)m->element_count + 1;
    int *cells = malloc(count * sizeof *cells);
    w->e->column_count = w->of.total;
    w->e->column = malloc(((size_t)w->of.total + 1) * sizeof *w->e->column);
    if (!cells || !w->e->column)
        return cells;
    memset(cells, -1, count * sizeof *cells);
    memset(w->e->column, -1, ((size_t)w->of.total + 1) * sizeof *w->e->column);
    w->unknown = cells;
    w->body = w->unknown + n;
    w->body_sum = w->body + bodies;
    w->body_acceleration = w->body_sum + bodies;
    w->speed = w->body_acceleration + bodies;
    w->acceleration = w->speed + nodes;
    w->sum = w->acceleration + nodes;
    w->heat_sum = w->sum + nodes;
    w->element = w->heat_sum + heat;
    return cells;
}

eg_sheet *eg_sheet_create(const eg_network *s, const eg_view *v, const int *columns, int count)
{
    char reason[EG_REASON_SIZE];
    if (!eg_sheet_takes(s, reason, sizeof reason))
        return NULL;
    const eg_model *m = s->m;
    eg_sheet_writing w = {.s = s, .m = m, .v = v, .of = eg_columns_of(m)};
    w.e = calloc(1, sizeof *w.e);
    int *cells = w.e ? begin(&w) : NULL;
    bool good = cells && w.e->column && number_unknowns(&w);
    if (good) {
        eg_sheet_write_motion(&w);
        eg_sheet_write_shown(&w);
        good = !w.failed && eg_sheet_trim(w.e, columns, count) && take_room(w.e);
    }
    free(cells);
    if (good)
        return w.e;
    eg_sheet_free(w.e);
    return NULL;
}

void eg_sheet_free(eg_sheet *e)
{
    if (!e)
        return;
    eg_sheet_free_users(&e->users);
    free(e->cells);
    free(e->moves);
    free(e->point);
    free(e->column);
    free(e->unknowns);
    free(e->steps);
    free(e->bodies);
    free(e->riders);
    free(e->elements);
    free(e->flows);
    free(e->last);
    free(e->components);
    free(e->sights);
    free(e->variables);
    free(e->constants);
    free(e);
}
