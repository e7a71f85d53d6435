/* Writing a sheet down: the motion. */
#include "network/motion/sheet_write.h"
#include "network/motion/linear_mode.h"
#include "network/user/user.h"

static void write_bodies(eg_sheet_writing *w)
{
    w->body[0] = 0;
    for (int k = 0; k < w->v->bodies.count; k++) {
        int b = w->m->tree.body_order[eg_few_at(&w->v->bodies, k)];
        eg_sheet_body *p = b == 0 ? NULL : EG_SHEET_MORE(w, bodies, body);
        if (!p)
            continue;
        *p = (eg_sheet_body){eg_sheet_new_cell(w), eg_sheet_or_nothing(w->body[w->m->bodies[b].parent]),
                             w->unknown[eg_x(b)], &w->m->bodies[b]};
        w->body[b] = p->to;
        eg_sheet_step_of(w, EG_SHEET_BODY, w->e->body_count - 1);
    }
}

static void write_signals(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    w->first_net = w->e->first_net = w->e->cell_count;
    w->e->net_count = m->net_count;
    w->e->cell_count += m->net_count;
    w->e->is_steady = true;
    for (int i = 0; i < m->net_count; i++) {
        w->e->is_steady = w->e->is_steady && eg_signal_is_constant(m, i);
        w->e->column[w->of.nets + i] = w->first_net + i;
    }
    if (m->net_count > 0)
        eg_sheet_step_of(w, EG_SHEET_SIGNALS, w->first_net);
}

static int unknown_speed(const eg_sheet_writing *w, int body)
{
    return body > 0 ? w->unknown[eg_v(w->m, body)] : 0;
}

/* The value of a row: a sum of unknowns and a constant. */
int eg_sheet_write_row(eg_sheet_writing *w, const eg_row *row)
{
    if (row->count == 0)
        return eg_sheet_value(w, 0 + row->constant);
    const eg_term *x = &w->m->row.terms[row->first];
    if (row->count == 1)
        return eg_sheet_step_new(w, EG_SHEET_LINE, w->unknown[x->index], 0, x->coefficient, row->constant);
    int sum = eg_sheet_step_new(w, EG_SHEET_TIMES, w->unknown[x->index], 0, x->coefficient, 0);
    for (int k = 1; k < row->count; k++)
        eg_sheet_add(w, &sum, w->unknown[x[k].index], x[k].coefficient);
    return eg_sheet_step_new(w, EG_SHEET_SHIFT, sum, 0, 0, row->constant);
}

/* Where friction may hold the row has a pace, which changes with modes. */
static int write_rate(eg_sheet_writing *w, int number)
{
    const eg_row *row = &w->m->row.list[number];
    int to = w->m->nodes[row->to].body, from = row->from < 0 ? 0 : w->m->nodes[row->from].body;
    int cell = eg_sheet_new_cell(w);
    eg_sheet_step_to(w, (eg_sheet_step){.kind = w->s->stick.pace ? EG_SHEET_PACE : EG_SHEET_APART,
                                        .number = number,
                                        .to = (size_t)cell,
                                        .a = (size_t)unknown_speed(w, to),
                                        .b = (size_t)unknown_speed(w, from),
                                        .c = eg_node_factor(w->m, row->to),
                                        .d = eg_node_factor(w->m, row->from)});
    return cell;
}

static void write_elements(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->elements.count; k++) {
        int i = eg_few_at(&w->v->elements, k), input = m->elements[i].input;
        int s_rel = eg_sheet_write_row(w, &m->row.list[m->elements[i].row]);
        int v_rel = write_rate(w, m->elements[i].row);
        eg_sheet_element *p = EG_SHEET_MORE(w, elements, element);
        if (!p)
            return;
        bool bounds = m->elements[i].ops->bound != NULL, bounds_loss = bounds && !m->elements[i].ops->forces;
        *p = (eg_sheet_element){.number = i, .s_rel = s_rel, .v_rel = v_rel};
        p->u = input < 0 ? -1 : w->first_net + input;
        p->f = eg_sheet_new_cell(w);
        p->bounded = bounds ? eg_sheet_new_cell(w) : p->f;
        p->loss = eg_sheet_new_cell(w);
        p->lost = bounds_loss ? eg_sheet_new_cell(w) : p->loss;
        w->element[i] = w->e->element_count - 1;
        eg_sheet_step_of(w, EG_SHEET_ELEMENT, w->element[i]);
    }
}

/* To the sums of bodies. */
static void scatter(eg_sheet_writing *w, const eg_scatter *list, int item, int a, int *sums)
{
    int first = w->m->body_count - 1;
    for (int k = list->start[item]; k < list->start[item + 1]; k++) {
        int body = list->terms[k].index - first + 1;
        if (body > 0 && body < w->m->body_count)
            eg_sheet_add(w, &sums[body], a, list->terms[k].coefficient);
    }
}

static void write_sums(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->e->element_count; k++)
        scatter(w, &m->scatter.elements, w->e->elements[k].number, w->e->elements[k].f, w->body_sum);
    for (int k = 0; k < w->v->sources.count; k++) {
        int i = eg_few_at(&w->v->sources, k);
        scatter(w, &m->scatter.sources, i, w->first_net + m->sources[i].input, w->body_sum);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        scatter(w, &m->scatter.flows, i, eg_sheet_flow_cell(w, i), w->body_sum);
}

/* Bodies move freely: their accelerations follow from the forces one by one. */
static void write_accelerations(eg_sheet_writing *w)
{
    for (int k = 0; k < w->v->touched.count; k++) {
        int b = eg_few_at(&w->v->touched, k);
        if (b > 0)
            w->body_acceleration[b] = eg_sheet_step_new(w, EG_SHEET_REST, eg_sheet_or_nothing(w->body_sum[b]),
                                                        0, w->s->stick.mass[b], 0);
    }
}

static void write_positions(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->nodes.count; k++) {
        int i = eg_few_at(&w->v->nodes, k), b = m->nodes[i].body;
        double offset = eg_dd_value(m->nodes[i].offset);
        w->e->column[i] = b > 0 ? eg_sheet_step_new(w, EG_SHEET_PLACE, eg_sheet_or_nothing(w->body[b]), 0,
                                                    m->nodes[i].factor, offset)
                                : eg_sheet_value(w, m->nodes[i].factor * 0.0 + offset + 0.0);
    }
}

static int body_speed(const eg_sheet_writing *w, int body)
{
    return w->e->rider_count > 0 ? w->e->riders[body].speed : unknown_speed(w, body);
}

int eg_sheet_speed_of(eg_sheet_writing *w, int node)
{
    int b = node < 0 ? 0 : w->m->nodes[node].body;
    if (b == 0)
        return 0;
    if (w->speed[node] < 0)
        w->speed[node] =
            eg_sheet_step_new(w, EG_SHEET_PLACE, body_speed(w, b), 0, w->m->nodes[node].factor, 0);
    return w->speed[node];
}

int eg_sheet_acceleration_of(eg_sheet_writing *w, int node)
{
    int b = node < 0 ? 0 : w->m->nodes[node].body;
    if (b == 0)
        return 0;
    if (w->acceleration[node] < 0)
        w->acceleration[node] = eg_sheet_step_new(
            w, EG_SHEET_PLACE, eg_sheet_or_nothing(w->body_acceleration[b]), 0, w->m->nodes[node].factor, 0);
    return w->acceleration[node];
}

/* ---------------------------------------------------------------- what friction may hold */

/* All bodies, and the speeds that they have. */
static void write_riders(eg_sheet_writing *w)
{
    for (int b = 0; b < w->m->body_count; b++) {
        eg_sheet_rider *p = EG_SHEET_MORE(w, riders, rider);
        if (p && b > 0)
            *p = (eg_sheet_rider){.own = unknown_speed(w, b), .speed = eg_sheet_new_cell(w)};
        else if (p)
            *p = (eg_sheet_rider){0};
    }
    eg_sheet_step_of(w, EG_SHEET_SPEEDS, 0);
}

static void ride(eg_sheet_writing *w)
{
    for (int b = 1; b < w->e->rider_count; b++) {
        eg_sheet_rider *p = &w->e->riders[b];
        p->sum = eg_sheet_or_nothing(w->body_sum[b]);
        p->acceleration = w->body_acceleration[b] = eg_sheet_new_cell(w);
    }
    eg_sheet_step_of(w, EG_SHEET_RIDE, 0);
}

/* What holds is what the forces on a body leave over that moves as it does. */
static void hold(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int i = 0; i < m->inertia_count; i++)
        scatter(w, &m->scatter.inertias, i, eg_sheet_acceleration_of(w, m->inertias[i].node), w->body_sum);
    for (int b = 1; b < w->e->rider_count; b++)
        w->e->riders[b].balance = eg_sheet_or_nothing(w->body_sum[b]);
    eg_sheet_step_of(w, EG_SHEET_HOLD, 0);
}

/* ---------------------------------------------------------------- cut forces */

/* c a is added at a port of an instance. */
static void push(eg_sheet_writing *w, int instance, int port, int a, double c)
{
    if (port < 0)
        return;
    int global = w->m->ports.base[instance] + port;
    eg_sheet_add(w, &w->e->column[w->of.forces + global], a, c);
    eg_sheet_add(w, &w->sum[w->m->ports.node[global]], a, c);
}

static void write_link(eg_sheet_writing *w, int node)
{
    const eg_link *link = &w->m->tree.links[w->m->nodes[node].link];
    int all = eg_sheet_step_new(w, EG_SHEET_REST, eg_sheet_or_nothing(w->sum[node]), 0,
                                eg_link_coefficient(link, node), 0);
    for (int k = 0; k < link->count; k++) {
        const eg_end *e = &link->ends[k];
        int there = e->node != node
                        ? eg_sheet_step_new(w, EG_SHEET_BOTH, all, eg_sheet_acceleration_of(w, node),
                                            e->coefficient, link->mass)
                        : eg_sheet_step_new(w, EG_SHEET_TIMES, all, 0, e->coefficient, 0);
        if (e->node != node)
            eg_sheet_add(w, &w->sum[e->node], there, 1);
        eg_sheet_add(w, &w->e->column[w->of.forces + e->port], there, 1);
    }
}

static void write_forces(eg_sheet_writing *w)
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
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        eg_sheet_add(w, &w->sum[m->user->flows[i].node], eg_sheet_flow_cell(w, i), 1);
    for (int k = 0; k < w->v->inertias.count; k++) {
        const eg_inertia *x = &m->inertias[eg_few_at(&w->v->inertias, k)];
        if (x->link < 0)
            push(w, x->instance, x->port - m->ports.base[x->instance], eg_sheet_acceleration_of(w, x->node),
                 x->mass);
    }
    for (int k = 0; k < w->v->links.count; k++) {
        int node = m->tree.node_order[m->node_count - 1 - eg_few_at(&w->v->links, k)];
        if (m->nodes[node].link >= 0)
            write_link(w, node);
    }
}

void eg_sheet_write_motion(eg_sheet_writing *w)
{
    bool sticks = w->m->kinds.friction_count > 0;
    write_bodies(w);
    write_signals(w);
    if (sticks)
        write_riders(w);
    write_elements(w);
    if (w->m->user)
        eg_sheet_write_users(w);
    write_sums(w);
    if (sticks) {
        ride(w);
        hold(w);
    } else {
        write_accelerations(w);
    }
    if (w->m->user)
        eg_sheet_write_declared(w);
    write_positions(w);
    write_forces(w);
}
