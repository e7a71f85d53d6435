/* The Jacobian, weighted: column j receives weight[j]*dF/dy[j] + weight[n+j]*dF/dy'[j].
 *
 * One walk over all contributions serves three purposes: the first time it collects rows and columns,
 * from which the sparse pattern and the slot of every contribution are made; afterwards it adds values
 * into those slots, lists them one by one, or adds up the derivative in one direction, time included. The
 * walk's order depends on the structure alone, never on values. */
#include "network/solve/jacobian.h"
#include "network/compile/gradients.h"
#include "network/motion/evaluate.h"
#include "network/solve/derivatives.h"
#include "network/solve/pattern.h"
#include "network/user/evaluate.h"

#include <string.h>

static void list(eg_assembly *a, int row, int column, double value)
{
    eg_triplets *t = a->triplets;
    if (value == 0 && !a->lists_zeros)
        return;
    if (eg_grow((void **)&t->items, &t->capacity, (size_t)t->count + 1, sizeof *t->items) < 0) {
        a->failed = 1;
        return;
    }
    t->items[t->count++] = (eg_triplet){row, column, value};
}

void eg_jacobian_put(eg_assembly *a, int row, int column, double value)
{
    if (a->sum) {
        a->sum[row] -= value * a->s->scratch.direction[column];
        return;
    }
    if (a->triplets) {
        list(a, row, column, value);
        return;
    }
    if (column >= 2 * a->s->base.n)
        return;
    if (a->values) {
        a->values[a->s->jacobian.slot[a->cursor++]] += value * a->s->jacobian.weight[column];
        return;
    }
    if (eg_grow((void **)&a->entries, &a->capacity, (size_t)a->cursor + 1, sizeof(eg_jacobian_entry)) < 0) {
        a->failed = 1;
        return;
    }
    bool is_rate = column >= a->s->base.n;
    if (is_rate)
        column -= a->s->base.n;
    if (is_rate && !a->s->differential[column])
        a->unknown_rate = column;
    a->entries[a->cursor++] = (eg_jacobian_entry){row, column};
}

/* Body b's speed (order 1) or acceleration (2) is that of its lead, and a drift (stick.h). */
static void emit_follower(eg_assembly *a, int row, int b, int order, double value)
{
    const eg_stick *k = &a->s->stick;
    const eg_model *m = a->m;
    if (k->lead[b] > 0)
        eg_jacobian_put(a, row, (order - 1) * m->n + eg_v(m, k->lead[b]), k->ratio[b] * value);
    while (k->place[b] >= 0) {
        const eg_element *e = &m->elements[k->holder[b]];
        eg_hold h = eg_hold_of(m, k->holder[b]);
        int own = h.body[1] == b;
        eg_jacobian_emit_motion(a, row, eg_node_motion(m, e->node_a), order, value / h.factor[own]);
        eg_jacobian_emit_motion(a, row, eg_node_motion(m, e->node_b), order, -value / h.factor[own]);
        value *= -h.factor[!own] / h.factor[own];
        b = h.body[!own];
    }
}

/* The follower whose speed stands in slot i of y, or 0. */
static int follower_at(const eg_assembly *a, int i)
{
    int b = i - (a->m->body_count - 1) + 1;
    return b > 0 && b < a->m->body_count && a->s->stick.place[b] >= 0 ? b : 0;
}

/* The speeds of bodies that follow are those of their leads. */
static void put_leading(eg_assembly *a, int row, int column, double value)
{
    int n = a->m->n, b = column < 2 * n ? follower_at(a, column % n) : 0;
    if (b > 0)
        emit_follower(a, row, b, column < n ? 1 : 2, value);
    else
        eg_jacobian_put(a, row, column, value);
}

/* What follows the force that holds body b. */
static void emit_holding(eg_assembly *a, int b, int column, double value)
{
    for (int i = 0; i < a->holdings; i++)
        put_leading(a, a->m->user->holdings[i].row, column,
                    a->s->user.hold_by[(ptrdiff_t)i * a->m->body_count + b] * value);
}

/* Forces on bodies that follow enter the rows of their leads. */
void eg_jacobian_emit(eg_assembly *a, int row, int column, double value)
{
    if (a->s->stick.follower_count == 0) {
        eg_jacobian_put(a, row, column, value);
        return;
    }
    int b = follower_at(a, row);
    if (b > 0)
        emit_holding(a, b, column, value);
    if (b > 0 && a->s->stick.lead[b] == 0)
        return;
    if (b > 0) {
        row = eg_v(a->m, a->s->stick.lead[b]);
        value *= a->s->stick.ratio[b];
    }
    put_leading(a, row, column, value);
}

void eg_jacobian_emit_gradient(eg_assembly *a, int row, const eg_gradient *g, int order, double factor)
{
    for (int i = 0; i < g->count[order]; i++) {
        eg_term t = a->s->signals.gradient_terms[g->first[order] + i];
        eg_jacobian_emit(a, row, t.index, factor * t.coefficient);
    }
}

/* factor * d/d(...) of derivative `order` of M(motion). */
void eg_jacobian_emit_motion(eg_assembly *a, int row, int motion, int order, double factor)
{
    const eg_motion *k = &a->m->tree.motions[motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--) {
        eg_term t = a->m->tree.drive_terms[i];
        eg_jacobian_emit_gradient(a, row, &a->m->drives[t.index].gradient, order, factor * t.coefficient);
    }
}

void eg_jacobian_emit_position(eg_assembly *a, int row, const eg_row *of, double factor)
{
    for (int i = 0; i < of->count; i++) {
        eg_term t = a->m->row.terms[of->first + i];
        eg_jacobian_emit(a, row, t.index, factor * t.coefficient);
    }
    for (int i = 0; i < of->motion_count; i++) {
        eg_term t = a->m->row.motion_terms[of->first_motion + i];
        eg_jacobian_emit_gradient(a, row, &a->m->drives[t.index].gradient, 0, factor * t.coefficient);
    }
}

/* factor * d/dv of the speeds (base 0), or d/dv' of the accelerations (base n), of the bodies a node moves
 * with. */
void eg_jacobian_emit_bodies(eg_assembly *a, int row, int node, int base, double factor)
{
    const eg_flange_node *n = node < 0 ? NULL : &a->m->nodes[node];
    for (int i = 0; n && i <= n->more; i++) {
        eg_term t = eg_node_term(a->m, n, i);
        if (t.index > 0)
            eg_jacobian_emit(a, row, base + eg_v(a->m, t.index), factor * t.coefficient);
    }
}

void eg_jacobian_emit_speed(eg_assembly *a, int row, const eg_row *of, double factor)
{
    eg_jacobian_emit_bodies(a, row, of->to, 0, factor);
    eg_jacobian_emit_bodies(a, row, of->from, 0, -factor);
    eg_jacobian_emit_motion(a, row, eg_node_motion(a->m, of->to), 1, factor);
    eg_jacobian_emit_motion(a, row, eg_node_motion(a->m, of->from), 1, -factor);
}

static void emit_acceleration(eg_assembly *a, int row, const eg_row *of, double factor)
{
    eg_jacobian_emit_bodies(a, row, of->to, a->m->n, factor);
    eg_jacobian_emit_bodies(a, row, of->from, a->m->n, -factor);
    eg_jacobian_emit_motion(a, row, eg_node_motion(a->m, of->to), 2, factor);
    eg_jacobian_emit_motion(a, row, eg_node_motion(a->m, of->from), 2, -factor);
}

static void walk_coordinates(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int b = 1; b < m->body_count; b++) {
        if (a->s->balance.of[b] >= 0)
            continue;
        const eg_body *body = &m->bodies[b];
        eg_row ends = {.from = body->from, .to = body->to};
        eg_jacobian_emit(a, eg_x(b), m->n + eg_x(b), 1);
        eg_jacobian_emit_speed(a, eg_x(b), &ends, -1);
    }
}

static void walk_balances(eg_assembly *a)
{
    const eg_network *s = a->s;
    for (int i = 0; i < s->balance.count; i++) {
        const eg_balance *g = &s->balance.list[i];
        for (int k = g->first; k < g->first + g->count; k++) {
            eg_term t = s->balance.terms[k];
            const eg_row *row = &a->m->row.list[a->m->elements[t.index].row];
            eg_jacobian_emit_position(a, g->row, row, t.coefficient * s->force[t.index].df_ds);
            eg_jacobian_emit_position(a, g->rate_row, row,
                                      t.coefficient * s->force[t.index].d2f_ds2 * s->v_rel[t.index]);
            eg_jacobian_emit_speed(a, g->rate_row, row, t.coefficient * s->force[t.index].df_ds);
            int input = a->m->elements[t.index].input;
            if (input >= 0) {
                double by_u = t.coefficient * eg_response_of(s, t.index).df_du;
                eg_jacobian_emit_gradient(a, g->row, &a->m->nets[input].gradient, 0, by_u);
                eg_jacobian_emit_gradient(a, g->rate_row, &a->m->nets[input].gradient, 1, by_u);
            }
        }
        for (int k = g->first_source; k < g->first_source + g->source_count; k++) {
            eg_term t = s->balance.terms[k];
            const eg_gradient *u = &a->m->nets[a->m->sources[t.index].input].gradient;
            eg_jacobian_emit_gradient(a, g->row, u, 0, t.coefficient);
            eg_jacobian_emit_gradient(a, g->rate_row, u, 1, t.coefficient);
        }
        for (int k = g->first_flow; k < g->first_flow + g->flow_count; k++) {
            const eg_user_flow *flow = &a->m->user->flows[s->balance.terms[k].index];
            eg_user_gradient(a->s, &flow->result);
            eg_jacobian_emit_result(a, g->row, &flow->result, s->balance.terms[k].coefficient);
            eg_user_gradient(a->s, &flow->rate);
            eg_jacobian_emit_rate(a, g->rate_row, &flow->rate, s->balance.terms[k].coefficient);
        }
    }
}

/* The rows into which heat enters that flows into a point; t.coefficient times it. */
static int point_terms(const eg_model *m, int point, const eg_term **terms)
{
    int first = m->thermal.point_rows.start[point], count = m->thermal.point_rows.start[point + 1] - first;
    *terms = count > 0 ? m->thermal.point_rows.terms + first : NULL;
    return count;
}

/* Of an element that follows a signal and a temperature. */
void eg_jacobian_emit_influence(eg_assembly *a, int row, const eg_element *e, double by_u, double by_T)
{
    if (e->input >= 0)
        eg_jacobian_emit_gradient(a, row, &a->m->nets[e->input].gradient, 0, by_u);
    int heat = e->ops->force_under ? eg_element_heat(a->m, e) : -1;
    if (heat >= 0 && a->m->heat[heat].unknown >= 0)
        eg_jacobian_emit(a, row, a->m->heat[heat].unknown, by_T);
}

static void walk_loss(eg_assembly *a, int element)
{
    const eg_element *e = &a->m->elements[element];
    const eg_row *row = &a->m->row.list[e->row];
    const eg_force *f = &a->s->force[element];
    const eg_response response = eg_response_of(a->s, element);
    const eg_term *terms;
    int count = point_terms(a->m, e->heat_point, &terms);
    for (int k = 0; k < count; k++) {
        eg_jacobian_emit_position(a, terms[k].index, row, terms[k].coefficient * f->dloss_ds);
        eg_jacobian_emit_speed(a, terms[k].index, row, terms[k].coefficient * f->dloss_dv);
        eg_jacobian_emit_influence(a, terms[k].index, e, terms[k].coefficient * response.dloss_du,
                                   terms[k].coefficient * response.dloss_dT);
    }
}

static void walk_forces(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_row *row = &m->row.list[m->elements[i].row];
        const eg_force *f = &a->s->force[i];
        const eg_response response = eg_response_of(a->s, i);
        for (int k = m->scatter.elements.start[i]; k < m->scatter.elements.start[i + 1]; k++) {
            eg_term t = m->scatter.elements.terms[k];
            if (a->s->balance.is_rate_row[t.index])
                continue;
            eg_jacobian_emit_position(a, t.index, row, t.coefficient * f->df_ds);
            eg_jacobian_emit_speed(a, t.index, row, t.coefficient * f->df_dv);
            eg_jacobian_emit_influence(a, t.index, &m->elements[i], t.coefficient * response.df_du,
                                       t.coefficient * response.df_dT);
        }
        if (m->elements[i].heat_point >= 0 && (!a->triplets || a->lists_zeros))
            walk_loss(a, i);
    }
    for (int i = 0; i < m->source_count; i++)
        for (int k = m->scatter.sources.start[i]; k < m->scatter.sources.start[i + 1]; k++) {
            eg_term t = m->scatter.sources.terms[k];
            if (!a->s->balance.is_rate_row[t.index])
                eg_jacobian_emit_gradient(a, t.index, &m->nets[m->sources[i].input].gradient, 0,
                                          t.coefficient);
        }
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_flange_node *node = &m->nodes[m->inertias[i].node];
        for (int k = m->scatter.inertias.start[i]; k < m->scatter.inertias.start[i + 1]; k++) {
            eg_term t = m->scatter.inertias.terms[k];
            eg_jacobian_emit_bodies(a, t.index, m->inertias[i].node, m->n, t.coefficient);
            eg_jacobian_emit_motion(a, t.index, node->motion, 2, t.coefficient);
        }
    }
}

static void walk_drives(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->drive_count; i++)
        for (int k = 0; k < m->drives[i].states; k++) {
            int row = m->drives[i].state + k;
            eg_jacobian_emit(a, row, m->n + row, 1);
            eg_jacobian_emit_gradient(a, row, &m->drives[i].gradient, k + 1, -1);
        }
}

/* The heat flow into a point depends on column `index`. */
static void emit_heat(eg_assembly *a, int point, int index, double dQ)
{
    const eg_term *terms;
    int count = point_terms(a->m, point, &terms);
    for (int k = 0; k < count && index >= 0; k++)
        eg_jacobian_emit(a, terms[k].index, index, terms[k].coefficient * dQ);
}

/* The heat flow into a point depends on derivative number `order` of a signal. */
static void emit_heat_signal(eg_assembly *a, int point, int input, int order, double dQ)
{
    const eg_term *terms;
    int count = point_terms(a->m, point, &terms);
    for (int k = 0; k < count && input >= 0; k++)
        eg_jacobian_emit_gradient(a, terms[k].index, &a->m->nets[input].gradient, order,
                                  terms[k].coefficient * dQ);
}

static double known_temperature(const eg_assembly *a, int node, const double *y)
{
    return !y && a->m->heat[node].unknown >= 0 ? 0 : eg_network_temperature(a->s, node, y);
}

static void walk_capacities(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->thermal.point_count; i++) {
        const eg_heat_node *node = &m->heat[m->thermal.points[i].node];
        if (m->thermal.points[i].capacity <= 0)
            continue;
        emit_heat(a, i, node->unknown < 0 ? -1 : m->n + node->unknown, -m->thermal.points[i].capacity);
        if (node->unknown < 0)
            emit_heat_signal(a, i, node->input, 1, -m->thermal.points[i].capacity);
    }
}

static void walk_heat(eg_assembly *a, const double *y)
{
    const eg_model *m = a->m;
    walk_capacities(a);
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        const eg_heat_node *from = &m->heat[c->node_a], *to = &m->heat[c->node_b];
        double G = eg_network_conductance(a->s, c), by_a = G, by_b = G; /* dQ/dT_a, -dQ/dT_b */
        if (c->law == EG_RADIATES) {
            by_a *= 4 * pow(known_temperature(a, c->node_a, y), 3);
            by_b *= 4 * pow(known_temperature(a, c->node_b, y), 3);
        }
        double dT = known_temperature(a, c->node_a, y) - known_temperature(a, c->node_b, y);
        for (int side = 0; side < 2; side++) {
            int point = side ? c->point_b : c->point_a;
            double sign = side ? 1 : -1;
            emit_heat(a, point, from->unknown, sign * by_a);
            emit_heat(a, point, to->unknown, -sign * by_b);
            emit_heat_signal(a, point, from->unknown < 0 ? from->input : -1, 0, sign * by_a);
            emit_heat_signal(a, point, to->unknown < 0 ? to->input : -1, 0, -sign * by_b);
            emit_heat_signal(a, point, c->input, 0, sign * dT * (c->law == EG_RESISTS ? -G * G : 1));
        }
    }
    for (int i = 0; i < m->thermal.source_count; i++) {
        const eg_heat_source *h = &m->thermal.sources[i];
        const eg_heat_node *node = &m->heat[h->node];
        double by_T = h->sign * a->s->signals.net[h->input].x * h->alpha;
        emit_heat(a, h->point, node->unknown, by_T);
        emit_heat_signal(a, h->point, node->unknown < 0 ? node->input : -1, 0, by_T);
        emit_heat_signal(a, h->point, h->input, 0,
                         h->sign * (1 + h->alpha * (known_temperature(a, h->node, y) - h->T_ref)));
    }
}

/* factor*d(argument k of a block). */
static void emit_argument(eg_assembly *a, int row, const eg_net *n, int k, double factor)
{
    if (k < n->input_count)
        eg_jacobian_emit_gradient(a, row, &a->m->nets[n->inputs[k]].gradient, 0, factor);
    else
        eg_jacobian_emit(a, row, n->state + k - n->input_count, factor);
}

/* What a block at which a loop is cut makes of its inputs. */
static void walk_block(eg_assembly *a, int row, const eg_net *n)
{
    const eg_model *m = a->m;
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
    if (n->block->is_derivative) {
        eg_jacobian_emit_gradient(a, row, &m->nets[n->inputs[0]].gradient, 1, -1);
        return;
    }
    eg_network_arguments(a->s, n, z);
    for (int k = 0; k < n->input_count + n->states; k++)
        emit_argument(a, row, n, k,
                      -eg_block_partial(n, m->instances[n->instance].p, a->s->phase[n->instance], z, k));
}

static void walk_states(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->net_count && m->first.heat > m->first.block; i++) {
        const eg_net *n = &m->nets[i];
        eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        double R[EG_BLOCK_MAX_STATES][EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        if (n->states == 0)
            continue;
        eg_network_arguments(a->s, n, z);
        eg_block_rate_partials(n, m->instances[n->instance].p, a->s->phase[n->instance], z, R);
        for (int k = 0; k < n->states; k++) {
            eg_jacobian_emit(a, n->state + k, m->n + n->state + k, 1);
            for (int j = 0; j < n->input_count + n->states; j++)
                emit_argument(a, n->state + k, n, j, -R[k][j]);
        }
    }
}

/* Of a temperature (order 0) or its rate (1). */
void eg_jacobian_emit_node_temperature(eg_assembly *a, int row, int node, int order, double factor)
{
    const eg_heat_node *h = &a->m->heat[node];
    if (h->unknown >= 0)
        eg_jacobian_emit(a, row, h->unknown + order * a->m->n, factor);
    else if (h->input >= 0)
        eg_jacobian_emit_gradient(a, row, &a->m->nets[h->input].gradient, order, factor);
}

static void emit_temperature(eg_assembly *a, int row, const eg_net *n)
{
    for (int side = 0; side < 2; side++) {
        int node = side ? n->from : n->to;
        if (node >= 0)
            eg_jacobian_emit_node_temperature(a, row, node, n->order, side ? n->gain : -n->gain);
    }
}

static void walk_loops(eg_assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->net_count; i++) {
        const eg_net *n = &m->nets[i];
        if (n->unknown < 0)
            continue;
        int row = m->first.loop + n->unknown;
        eg_jacobian_emit(a, row, row, 1);
        if (n->kind == EG_SIGNAL_BLOCK)
            walk_block(a, row, n);
        else if (n->kind == EG_SIGNAL_TEMPERATURE)
            emit_temperature(a, row, n);
        else if (n->kind == EG_SIGNAL_BUNDLE)
            eg_jacobian_emit_gradient(a, row, &m->nets[n->inputs[0]].gradient, 0, -1);
        else if (n->kind == EG_SIGNAL_SENSOR)
            (n->order == 0   ? eg_jacobian_emit_position
             : n->order == 1 ? eg_jacobian_emit_speed
                             : emit_acceleration)(a, row, &m->row.list[n->row], -1);
    }
}

/* What follows stands still in its own slot. */
static void walk_followers(eg_assembly *a)
{
    for (int j = 0; j < a->s->stick.follower_count; j++) {
        int v = eg_v(a->m, a->s->stick.followers[j]);
        eg_jacobian_put(a, v, a->m->n + v, 1);
    }
}

void eg_jacobian_walk(eg_assembly *a, const double *y)
{
    a->holdings = eg_user_hold_gradients(a->s);
    walk_followers(a);
    walk_coordinates(a);
    walk_balances(a);
    walk_forces(a);
    walk_drives(a);
    walk_states(a);
    if (a->m->heat_count > 0)
        walk_heat(a, y);
    walk_loops(a);
    if (a->m->user)
        eg_jacobian_walk_user(a);
}

/* ---------------------------------------------------------------- values, lists */

void eg_network_assemble(eg_network *s, const double *y, double *values)
{
    eg_assembly a = {.s = s, .m = s->m, .values = values};
    eg_network_update_gradients(s);
    memset(values, 0, sizeof(double) * (size_t)s->jacobian.pattern.entries);
    eg_jacobian_walk(&a, y);
}

void eg_network_subtract_directional(eg_network *s, const double *y, double *r)
{
    eg_assembly a = {.s = s, .m = s->m, .sum = r};
    eg_network_update_gradients(s);
    eg_jacobian_walk(&a, y);
}

int eg_network_list(eg_network *s, const double *y, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_series = true};
    eg_network_update_gradients(s);
    eg_jacobian_walk(&a, y);
    return a.failed ? -1 : 0;
}

int eg_network_list_row(eg_network *s, const eg_row *of, bool rate, int row, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets};
    if (rate)
        eg_jacobian_emit_speed(&a, row, of, 1);
    else
        eg_jacobian_emit_position(&a, row, of, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_result(eg_network *s, const eg_user_result *of, int row, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_series = true};
    eg_user_gradient(s, of);
    eg_jacobian_emit_result(&a, row, of, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_signal(eg_network *s, int net, int row, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets};
    eg_jacobian_emit_gradient(&a, row, &s->m->nets[net].gradient, 0, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_structure(eg_network *s, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    if (!s->signals.block_state) /* nothing has been evaluated yet */
        s->signals.block_state = s->scratch.zero + s->m->first.block;
    eg_jacobian_walk(&a, NULL);
    return a.failed ? -1 : 0;
}

int eg_network_list_signal_structure(eg_network *s, int net, int row, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    eg_jacobian_emit_gradient(&a, row, &s->m->nets[net].gradient, 0, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_input_structure(eg_network *s, int input, int row, eg_triplets *triplets)
{
    eg_assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    eg_jacobian_emit_input(&a, row, &s->m->user->inputs[input], 1);
    return a.failed ? -1 : 0;
}

/* ---------------------------------------------------------------- along a direction */

double eg_network_signal_along(eg_network *s, int net)
{
    double sum = 0;
    eg_assembly a = {.s = s, .m = s->m, .sum = &sum};
    eg_jacobian_emit_gradient(&a, 0, &s->m->nets[net].gradient, 0, -1);
    return sum;
}

double eg_network_coordinate_rate_along(eg_network *s, int b)
{
    double sum = 0;
    const eg_body *body = &s->m->bodies[b];
    eg_assembly a = {.s = s, .m = s->m, .sum = &sum};
    eg_jacobian_emit_speed(&a, 0, &(eg_row){.from = body->from, .to = body->to}, -1);
    return sum;
}

double eg_network_motion_along(eg_network *s, int motion, int order)
{
    double sum = 0;
    eg_assembly a = {.s = s, .m = s->m, .sum = &sum};
    if (s->m->tree.motions[motion].count > 0)
        eg_jacobian_emit_motion(&a, 0, motion, order, -1);
    return sum;
}

void eg_network_users_along(eg_network *s, double *din, double *dv)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++) {
        eg_assembly a = {.s = s, .m = s->m, .sum = &din[i]};
        din[i] = 0;
        eg_jacobian_emit_input(&a, 0, &u->inputs[i], -1);
    }
    eg_tape_tangents(&u->tape, s->user.value, din, dv);
}

/* Where nothing is algebraic, temperatures that come last stay where they are: their rows are y'. */
static void keep_last_heat(const eg_network *s, double cj, double *values)
{
    const eg_model *m = s->m;
    const eg_pattern *p = &s->jacobian.pattern;
    for (int j = 0; j < p->n && eg_last_heat_count(m) > 0; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            const int row = p->row[k];
            if (row >= m->first.heat && row < m->first.loop && m->thermal.is_last[row - m->first.heat])
                values[k] = j == row ? cj : 0;
        }
}

int eg_network_jacobian(eg_system *base, double t, const double *y, const double *yp, double cj,
                        double *values)
{
    eg_network *s = eg_network_of(base);
    int status = eg_network_find_pattern(base);
    if (status < 0)
        return status;
    eg_network_evaluate(s, t, y, yp, 0);
    for (int i = 0; i < base->n; i++) {
        s->jacobian.weight[i] = 1;
        s->jacobian.weight[base->n + i] = cj;
    }
    eg_network_assemble(s, y, values);
    if (s->simple)
        keep_last_heat(s, cj, values);
    return 0;
}
