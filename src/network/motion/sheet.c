/* Writing a sheet down: from the lists of a view to operations on cells. Cell 0 is 0. */
#include "network/motion/observe.h"
#include "network/motion/sheet_parts.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 32, ROOM = 1 << 15 }; /* at most: rows at once, numbers in all cells but for a block of rows */
enum { CELLS = 1 << 18 };           /* at most: who wants more has it row by row */

/* Where everything is while a sheet is written: cells, -1: it has none as yet. */
typedef struct writing {
    eg_sheet *e;
    const eg_network *s;
    const eg_model *m;
    const eg_view *v;
    eg_columns of;
    int *unknown;                    /* (n) */
    int *body, *body_acceleration;   /* (bodies) */
    int *speed, *acceleration, *sum; /* (nodes) speeds where somebody asks; forces on the node */
    int *element;                    /* (elements) numbers among the sheet's */
    int first_net;
    bool failed;
} writing;

/* ---------------------------------------------------------------- lists */

/* Room for one more; NULL: out of memory. */
static void *one_more(writing *w, void **list, size_t *room, int *count, size_t size)
{
    if (w->failed || eg_grow(list, room, (size_t)*count + 1, size) < 0) {
        w->failed = true;
        return NULL;
    }
    return (char *)*list + size * (size_t)(*count)++;
}

#define MORE(w, list, item)                                                                                  \
    one_more(w, (void **)&(w)->e->list, &(w)->e->item##_room, &(w)->e->item##_count, sizeof *(w)->e->list)

static int new_cell(writing *w)
{
    return w->e->cell_count++;
}

static int constant(writing *w, double value)
{
    int cell = new_cell(w);
    eg_sheet_constant *c = MORE(w, constants, constant);
    if (c)
        *c = (eg_sheet_constant){cell, value};
    return cell;
}

static void step_to(writing *w, eg_sheet_kind kind, int to, int a, int b, double c, double d)
{
    eg_sheet_step *s = MORE(w, steps, step);
    if (s)
        *s = (eg_sheet_step){kind, 0, (size_t)to, (size_t)a, (size_t)b, c, d};
}

/* A step of several cells, which all are in one of the sheet's lists. */
static void step_of(writing *w, eg_sheet_kind kind, int number)
{
    eg_sheet_step *s = MORE(w, steps, step);
    if (s)
        *s = (eg_sheet_step){.kind = kind, .number = number};
}

/* A step to a new cell. */
static int step(writing *w, eg_sheet_kind kind, int a, int b, double c, double d)
{
    int to = new_cell(w);
    step_to(w, kind, to, a, b, c, d);
    return to;
}

/* *sum = *sum + c a, which begins with 0. */
static void add(writing *w, int *sum, int a, double c)
{
    bool begins = *sum < 0;
    if (begins)
        *sum = new_cell(w);
    step_to(w, begins ? EG_SHEET_BEGIN : EG_SHEET_ADD, *sum, a, 0, c, 0);
}

static int or_nothing(int cell)
{
    return cell < 0 ? 0 : cell;
}

/* ---------------------------------------------------------------- the motion */

static void write_bodies(writing *w)
{
    w->body[0] = 0;
    for (int k = 0; k < w->v->bodies.count; k++) {
        int b = w->m->body_order[eg_few_at(&w->v->bodies, k)];
        eg_sheet_body *p = b == 0 ? NULL : MORE(w, bodies, body);
        if (!p)
            continue;
        *p = (eg_sheet_body){new_cell(w), or_nothing(w->body[w->m->bodies[b].parent]), w->unknown[eg_x(b)],
                             &w->m->bodies[b]};
        w->body[b] = p->to;
        step_of(w, EG_SHEET_BODY, w->e->body_count - 1);
    }
}

static int unknown_speed(const writing *w, int body)
{
    return body > 0 ? w->unknown[eg_v(w->m, body)] : 0;
}

/* The value of a row: a sum of unknowns and a constant. */
static int write_row(writing *w, const eg_row *row)
{
    if (row->count == 0)
        return constant(w, 0 + row->constant);
    const eg_term *x = &w->m->row_terms[row->first];
    if (row->count == 1)
        return step(w, EG_SHEET_LINE, w->unknown[x->index], 0, x->coefficient, row->constant);
    int sum = step(w, EG_SHEET_TIMES, w->unknown[x->index], 0, x->coefficient, 0);
    for (int k = 1; k < row->count; k++)
        add(w, &sum, w->unknown[x[k].index], x[k].coefficient);
    return step(w, EG_SHEET_SHIFT, sum, 0, 0, row->constant);
}

static int write_rate(writing *w, const eg_row *row)
{
    int to = w->m->nodes[row->to].body, from = row->from < 0 ? 0 : w->m->nodes[row->from].body;
    return step(w, EG_SHEET_APART, unknown_speed(w, to), unknown_speed(w, from),
                eg_node_factor(w->m, row->to), eg_node_factor(w->m, row->from));
}

static void write_elements(writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->elements.count; k++) {
        int i = eg_few_at(&w->v->elements, k), input = m->elements[i].input;
        const eg_row *row = &m->rows[m->elements[i].row];
        int s_rel = write_row(w, row), v_rel = write_rate(w, row);
        eg_sheet_element *p = MORE(w, elements, element);
        if (!p)
            return;
        bool bounds = m->elements[i].ops->bound != NULL;
        *p = (eg_sheet_element){.number = i, .s_rel = s_rel, .v_rel = v_rel};
        p->u = input < 0 ? -1 : w->first_net + input;
        p->f = new_cell(w);
        p->bounded = bounds ? new_cell(w) : p->f;
        p->loss = new_cell(w);
        w->element[i] = w->e->element_count - 1;
        step_of(w, EG_SHEET_ELEMENT, w->element[i]);
    }
}

static void scatter(writing *w, const eg_scatter *list, int item, int a)
{
    int first = w->m->body_count - 1;
    for (int k = list->start[item]; k < list->start[item + 1]; k++) {
        int body = list->terms[k].index - first + 1;
        if (body > 0 && body < w->m->body_count)
            add(w, &w->body_acceleration[body], a, list->terms[k].coefficient);
    }
}

/* Bodies move freely: their accelerations follow from the forces one by one. */
static void write_accelerations(writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->e->element_count; k++)
        scatter(w, &m->element_rows, w->e->elements[k].number, w->e->elements[k].f);
    for (int k = 0; k < w->v->sources.count; k++) {
        int i = eg_few_at(&w->v->sources, k);
        scatter(w, &m->source_rows, i, w->first_net + m->sources[i].input);
    }
    for (int k = 0; k < w->v->touched.count; k++) {
        int b = eg_few_at(&w->v->touched, k);
        if (b > 0)
            w->body_acceleration[b] =
                step(w, EG_SHEET_REST, or_nothing(w->body_acceleration[b]), 0, w->s->stick.mass[b], 0);
    }
}

static void write_positions(writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->nodes.count; k++) {
        int i = eg_few_at(&w->v->nodes, k), b = m->nodes[i].body;
        double offset = eg_dd_value(m->nodes[i].offset);
        w->e->column[i] = b > 0
                              ? step(w, EG_SHEET_PLACE, or_nothing(w->body[b]), 0, m->nodes[i].factor, offset)
                              : constant(w, m->nodes[i].factor * 0.0 + offset + 0.0);
    }
}

static int speed_of(writing *w, int node)
{
    int b = node < 0 ? 0 : w->m->nodes[node].body;
    if (b == 0)
        return 0;
    if (w->speed[node] < 0)
        w->speed[node] = step(w, EG_SHEET_PLACE, unknown_speed(w, b), 0, w->m->nodes[node].factor, 0);
    return w->speed[node];
}

static int acceleration_of(writing *w, int node)
{
    int b = node < 0 ? 0 : w->m->nodes[node].body;
    if (b == 0)
        return 0;
    if (w->acceleration[node] < 0)
        w->acceleration[node] =
            step(w, EG_SHEET_PLACE, or_nothing(w->body_acceleration[b]), 0, w->m->nodes[node].factor, 0);
    return w->acceleration[node];
}

/* ---------------------------------------------------------------- cut forces */

/* c a is added at a port of an instance. */
static void push(writing *w, int instance, int port, int a, double c)
{
    if (port < 0)
        return;
    int global = w->m->port_base[instance] + port;
    add(w, &w->e->column[w->of.forces + global], a, c);
    add(w, &w->sum[w->m->port_node[global]], a, c);
}

static void write_link(writing *w, int node)
{
    const eg_link *link = &w->m->links[w->m->nodes[node].link];
    int all = step(w, EG_SHEET_REST, or_nothing(w->sum[node]), 0, eg_link_coefficient(link, node), 0);
    for (int k = 0; k < link->count; k++) {
        const eg_end *e = &link->ends[k];
        int there = e->node != node
                        ? step(w, EG_SHEET_BOTH, all, acceleration_of(w, node), e->coefficient, link->mass)
                        : step(w, EG_SHEET_TIMES, all, 0, e->coefficient, 0);
        if (e->node != node)
            add(w, &w->sum[e->node], there, 1);
        add(w, &w->e->column[w->of.forces + e->port], there, 1);
    }
}

static void write_forces(writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->e->element_count; k++) {
        const eg_sheet_element *x = &w->e->elements[k];
        const eg_element_part *p = &m->parts.element[x->number];
        int f = x->bounded;
        push(w, p->instance, p->port_b, f, 1);
        push(w, p->instance, p->port_a, f, -1);
    }
    for (int k = 0; k < w->v->sources.count; k++) {
        int i = eg_few_at(&w->v->sources, k), u = w->first_net + m->sources[i].input;
        const eg_force_part *p = &m->parts.force[i];
        push(w, p->instance, p->port, u, -m->sources[i].sign);
        push(w, p->instance, p->support, u, m->sources[i].sign);
    }
    for (int k = 0; k < w->v->inertias.count; k++) {
        const eg_inertia *x = &m->inertias[eg_few_at(&w->v->inertias, k)];
        if (x->link < 0)
            push(w, x->instance, x->port - m->port_base[x->instance], acceleration_of(w, x->node), x->mass);
    }
    for (int k = 0; k < w->v->links.count; k++) {
        int node = m->node_order[m->node_count - 1 - eg_few_at(&w->v->links, k)];
        if (m->nodes[node].link >= 0)
            write_link(w, node);
    }
}

/* Connectors of users' models: what flows into the ports inside. */
static void write_connectors(writing *w)
{
    const eg_model *m = w->m;
    for (int i = 0; i < m->connector_count && !w->v->is_narrow; i++) {
        int sum = -1, *column = &w->e->column[w->of.connectors + i];
        for (int k = m->passing_start[i]; k < m->passing_start[i + 1]; k++)
            if (m->passing[k] >= 0)
                add(w, &sum, or_nothing(w->e->column[w->of.forces + m->passing[k]]), 1);
        if (m->passing_start[i + 1] > m->passing_start[i])
            *column = step(w, EG_SHEET_REST, or_nothing(sum), 0, 1, 0);
        else
            for (int k = m->connector_start[i]; k < m->connector_start[i + 1]; k++)
                add(w, column, or_nothing(w->e->column[w->of.forces + m->connector_ports[k]]), 1);
        if (m->connector_closed[i])
            *column = 0;
    }
}

/* ---------------------------------------------------------------- what components show */

static void write_coordinates(writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->coordinates.count; k++) {
        int i = w->v->coordinates.index[k], row = m->coordinate_row[i];
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        int *column = w->e->column + w->of.variables + m->variable_base[p->instance];
        int from = eg_port_at(m, p->instance, p->from), to = eg_port_at(m, p->instance, p->to);
        if (p->variable_s >= 0) {
            int s = row >= 0 ? write_row(w, &m->rows[row]) : to < 0 ? 0 : or_nothing(w->e->column[to]);
            column[p->variable_s] = step(w, EG_SHEET_SHIFT, s, 0, 0, p->offset);
        }
        if (p->variable_v >= 0)
            column[p->variable_v] = step(w, EG_SHEET_MINUS, speed_of(w, to), speed_of(w, from), 0, 0);
        if (p->variable_a >= 0)
            column[p->variable_a] =
                step(w, EG_SHEET_MINUS, acceleration_of(w, to), acceleration_of(w, from), 0, 0);
    }
}

static void write_sights(writing *w, int instance)
{
    const eg_model *m = w->m;
    for (int port = m->port_base[instance]; port < m->port_base[instance + 1]; port++) {
        eg_port_kind kind = m->instances[instance].class->ports[port - m->port_base[instance]].kind;
        int node = m->port_node[port];
        eg_sheet_sight at = {0};
        if (node >= 0 && eg_port_is_mechanical(kind))
            at = (eg_sheet_sight){or_nothing(w->e->column[node]), speed_of(w, node), acceleration_of(w, node),
                                  or_nothing(w->e->column[w->of.forces + port]), 0};
        else if (node >= 0)
            at.y = w->first_net + node;
        eg_sheet_sight *p = MORE(w, sights, sight);
        if (p)
            *p = at;
    }
}

static void write_component(writing *w, int i)
{
    const eg_model *m = w->m;
    const eg_class *class = m->instances[i].class;
    int element = w->s->element_of[i];
    eg_sheet_component x = {.instance = i,
                            .element = element < 0 ? -1 : w->element[element],
                            .first_sight = w->e->sight_count,
                            .first_variable = w->e->variable_count,
                            .variables = (int)class->variable_count};
    if (!class->observe_rows || x.element < 0) {
        write_sights(w, i);
        x.sights = w->e->sight_count - x.first_sight;
    }
    for (int k = 0; k < x.variables; k++) {
        int *column = &w->e->column[w->of.variables + m->variable_base[i] + k],
            *cell = MORE(w, variables, variable);
        if (*column < 0)
            *column = new_cell(w);
        if (cell)
            *cell = *column;
    }
    eg_sheet_component *p = MORE(w, components, component);
    if (p)
        *p = x;
    step_of(w, EG_SHEET_COMPONENT, w->e->component_count - 1);
}

/* ---------------------------------------------------------------- all of it */

static void write_signals(writing *w)
{
    const eg_model *m = w->m;
    w->first_net = w->e->cell_count;
    w->e->cell_count += m->net_count;
    w->e->is_steady = true;
    for (int i = 0; i < m->net_count; i++) {
        w->e->is_steady = w->e->is_steady && eg_signal_is_constant(m, i);
        w->e->column[w->of.nets + i] = w->first_net + i;
    }
    if (m->net_count > 0)
        step_of(w, EG_SHEET_SIGNALS, w->first_net);
}

static void write(writing *w)
{
    const eg_model *m = w->m;
    write_bodies(w);
    write_signals(w);
    write_elements(w);
    write_accelerations(w);
    write_positions(w);
    write_forces(w);
    write_connectors(w);
    write_coordinates(w);
    for (int i = 0; i < m->shown_count; i++)
        w->e->column[w->of.shown + i] =
            constant(w, m->instances[m->shown[i].instance].p[m->shown[i].parameter]);
    for (int k = 0; k < w->v->instances.count; k++)
        write_component(w, w->v->instances.index[k]);
}

static bool fits(const eg_model *m)
{
    if (m->user || m->heat_count > 0)
        return false;
    for (int i = 0; i < m->net_count; i++)
        if (!m->nets[i].of_time)
            return false;
    return true;
}

/* The unknowns that rows look at have the cells 1, 2 ... */
static bool number_unknowns(writing *w)
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
    int rows = ROOM / e->cell_count / EG_SHEET_BLOCK * EG_SHEET_BLOCK, most = 0;
    if (e->cell_count > CELLS)
        return false;
    e->rows = rows < EG_SHEET_BLOCK ? EG_SHEET_BLOCK : rows > ROWS ? ROWS : rows;
    for (int k = 0; k < e->component_count; k++)
        most = e->components[k].variables > most ? e->components[k].variables : most;
    e->cells = calloc((size_t)e->cell_count * (size_t)e->rows + (size_t)most, sizeof *e->cells);
    e->shown = e->cells ? eg_sheet_cell(e, e->cell_count) : NULL;
    for (int k = 0; k < e->constant_count && e->cells; k++)
        for (int row = 0; row < e->rows; row++)
            eg_sheet_cell(e, e->constants[k].cell)[row] = e->constants[k].value;
    for (int k = 0; k < e->step_count; k++) {
        e->steps[k].to *= (size_t)e->rows;
        e->steps[k].a *= (size_t)e->rows;
        e->steps[k].b *= (size_t)e->rows;
    }
    return e->cells != NULL;
}

eg_sheet *eg_sheet_create(const eg_network *s, const eg_view *v)
{
    const eg_model *m = s->m;
    if (!fits(m))
        return NULL;
    size_t n = (size_t)m->n, bodies = (size_t)m->body_count, nodes = (size_t)m->node_count + 1;
    size_t count = n + 2 * bodies + 3 * nodes + (size_t)m->element_count + 1;
    writing w = {.s = s, .m = m, .v = v, .of = eg_columns_of(m)};
    int *cells = malloc(count * sizeof *cells);
    w.e = calloc(1, sizeof *w.e);
    if (w.e)
        w.e->column = malloc(((size_t)w.of.total + 1) * sizeof *w.e->column);
    bool good = cells && w.e && w.e->column;
    if (good) {
        memset(cells, -1, count * sizeof *cells);
        memset(w.e->column, -1, ((size_t)w.of.total + 1) * sizeof *w.e->column);
        w.unknown = cells;
        w.body = w.unknown + n;
        w.body_acceleration = w.body + bodies;
        w.speed = w.body_acceleration + bodies;
        w.acceleration = w.speed + nodes;
        w.sum = w.acceleration + nodes;
        w.element = w.sum + nodes;
        good = number_unknowns(&w);
        if (good)
            write(&w);
        good = good && !w.failed && take_room(w.e);
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
    free(e->cells);
    free(e->column);
    free(e->unknowns);
    free(e->steps);
    free(e->bodies);
    free(e->elements);
    free(e->components);
    free(e->sights);
    free(e->variables);
    free(e->constants);
    free(e);
}
