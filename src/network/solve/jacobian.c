/* The Jacobian, weighted: column j receives weight[j]*dF/dy[j] + weight[n+j]*dF/dy'[j].
 *
 * One walk over all contributions serves three purposes: the first time it collects rows and columns,
 * from which the sparse pattern and the slot of every contribution are made; afterwards it adds values
 * into those slots, lists them one by one, or adds up the derivative in one direction, time included. The
 * walk's order depends on the structure alone, never on values. */
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

/* A contribution to row, column: columns n ... 2n-1 stand for y', those from 2n on for signals that
 * depend on time (eg_gradient numbers them). */
typedef struct entry {
    int row, column;
} entry;

typedef struct assembly {
    eg_network *s;
    const eg_model *m;
    double *values;        /* add into the slots; */
    double *sum;           /* or subtract the derivative in s->direction; */
    eg_triplets *triplets; /* or list; all NULL: collect */
    bool lists_zeros;      /* what could be there counts, the heat that elements lose too */
    int cursor;            /* number of the next contribution */
    entry *entries;        /* while collecting */
    size_t capacity;
    int failed;
    int holdings;     /* rows that what holds enters; 0 while nothing does */
    int unknown_rate; /* an algebraic unknown whose derivative the equations contain, or -1 */
} assembly;

static void list(assembly *a, int row, int column, double value)
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

static void put(assembly *a, int row, int column, double value)
{
    if (a->sum) {
        a->sum[row] -= value * a->s->direction[column];
        return;
    }
    if (a->triplets) {
        list(a, row, column, value);
        return;
    }
    if (column >= 2 * a->s->base.n)
        return;
    if (a->values) {
        a->values[a->s->slot[a->cursor++]] += value * a->s->weight[column];
        return;
    }
    if (eg_grow((void **)&a->entries, &a->capacity, (size_t)a->cursor + 1, sizeof(entry)) < 0) {
        a->failed = 1;
        return;
    }
    bool is_rate = column >= a->s->base.n;
    if (is_rate)
        column -= a->s->base.n;
    if (is_rate && !a->s->differential[column])
        a->unknown_rate = column;
    a->entries[a->cursor++] = (entry){row, column};
}

static void emit_motion(assembly *a, int row, int motion, int order, double factor);

/* Body b's speed (order 1) or acceleration (2) is that of its lead, and a drift (stick.h). */
static void emit_follower(assembly *a, int row, int b, int order, double value)
{
    const eg_stick *k = &a->s->stick;
    const eg_model *m = a->m;
    if (k->lead[b] > 0)
        put(a, row, (order - 1) * m->n + eg_v(m, k->lead[b]), k->ratio[b] * value);
    while (k->place[b] >= 0) {
        const eg_element *e = &m->elements[k->holder[b]];
        eg_hold h = eg_hold_of(m, k->holder[b]);
        int own = h.body[1] == b;
        emit_motion(a, row, eg_node_motion(m, e->node_a), order, value / h.factor[own]);
        emit_motion(a, row, eg_node_motion(m, e->node_b), order, -value / h.factor[own]);
        value *= -h.factor[!own] / h.factor[own];
        b = h.body[!own];
    }
}

/* The follower whose speed stands in slot i of y, or 0. */
static int follower_at(const assembly *a, int i)
{
    int b = i - (a->m->body_count - 1) + 1;
    return b > 0 && b < a->m->body_count && a->s->stick.place[b] >= 0 ? b : 0;
}

/* The speeds of bodies that follow are those of their leads. */
static void put_leading(assembly *a, int row, int column, double value)
{
    int n = a->m->n, b = column < 2 * n ? follower_at(a, column % n) : 0;
    if (b > 0)
        emit_follower(a, row, b, column < n ? 1 : 2, value);
    else
        put(a, row, column, value);
}

/* What follows the force that holds body b. */
static void emit_holding(assembly *a, int b, int column, double value)
{
    for (int i = 0; i < a->holdings; i++)
        put_leading(a, a->m->user->holdings[i].row, column,
                    a->s->user_hold_by[(ptrdiff_t)i * a->m->body_count + b] * value);
}

/* Forces on bodies that follow enter the rows of their leads. */
static void emit(assembly *a, int row, int column, double value)
{
    if (a->s->stick.follower_count == 0) {
        put(a, row, column, value);
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

static void emit_gradient(assembly *a, int row, const eg_gradient *g, int order, double factor)
{
    for (int i = 0; i < g->count[order]; i++) {
        eg_term t = a->s->gradient_terms[g->first[order] + i];
        emit(a, row, t.index, factor * t.coefficient);
    }
}

/* factor * d/d(...) of derivative `order` of M(motion). */
static void emit_motion(assembly *a, int row, int motion, int order, double factor)
{
    const eg_motion *k = &a->m->motions[motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--) {
        eg_term t = a->m->drive_terms[i];
        emit_gradient(a, row, &a->m->drives[t.index].gradient, order, factor * t.coefficient);
    }
}

static void emit_position(assembly *a, int row, const eg_row *of, double factor)
{
    for (int i = 0; i < of->count; i++) {
        eg_term t = a->m->row_terms[of->first + i];
        emit(a, row, t.index, factor * t.coefficient);
    }
    for (int i = 0; i < of->motion_count; i++) {
        eg_term t = a->m->motion_terms[of->first_motion + i];
        emit_gradient(a, row, &a->m->drives[t.index].gradient, 0, factor * t.coefficient);
    }
}

/* factor * d/dv of the speeds (base 0), or d/dv' of the accelerations (base n), of the bodies a node moves
 * with. */
static void emit_bodies(assembly *a, int row, int node, int base, double factor)
{
    const eg_node *n = node < 0 ? NULL : &a->m->nodes[node];
    for (int i = 0; n && i <= n->more; i++) {
        eg_term t = eg_node_term(a->m, n, i);
        if (t.index > 0)
            emit(a, row, base + eg_v(a->m, t.index), factor * t.coefficient);
    }
}

static void emit_speed(assembly *a, int row, const eg_row *of, double factor)
{
    emit_bodies(a, row, of->to, 0, factor);
    emit_bodies(a, row, of->from, 0, -factor);
    emit_motion(a, row, eg_node_motion(a->m, of->to), 1, factor);
    emit_motion(a, row, eg_node_motion(a->m, of->from), 1, -factor);
}

static void emit_acceleration(assembly *a, int row, const eg_row *of, double factor)
{
    emit_bodies(a, row, of->to, a->m->n, factor);
    emit_bodies(a, row, of->from, a->m->n, -factor);
    emit_motion(a, row, eg_node_motion(a->m, of->to), 2, factor);
    emit_motion(a, row, eg_node_motion(a->m, of->from), 2, -factor);
}

static void walk_coordinates(assembly *a)
{
    const eg_model *m = a->m;
    for (int b = 1; b < m->body_count; b++) {
        if (a->s->balance_of[b] >= 0)
            continue;
        const eg_body *body = &m->bodies[b];
        eg_row ends = {.from = body->from, .to = body->to};
        emit(a, eg_x(b), m->n + eg_x(b), 1);
        emit_speed(a, eg_x(b), &ends, -1);
    }
}

static void emit_result(assembly *a, int row, const eg_user_result *of, double factor);
static void emit_rate(assembly *a, int row, const eg_user_result *of, double factor);

static void walk_balances(assembly *a)
{
    const eg_network *s = a->s;
    for (int i = 0; i < s->balance_count; i++) {
        const eg_balance *g = &s->balances[i];
        for (int k = g->first; k < g->first + g->count; k++) {
            eg_term t = s->balance_terms[k];
            const eg_row *row = &a->m->rows[a->m->elements[t.index].row];
            emit_position(a, g->row, row, t.coefficient * s->force[t.index].df_ds);
            emit_position(a, g->rate_row, row, t.coefficient * s->force[t.index].d2f_ds2 * s->v_rel[t.index]);
            emit_speed(a, g->rate_row, row, t.coefficient * s->force[t.index].df_ds);
            int input = a->m->elements[t.index].input;
            if (input >= 0) {
                double by_u = t.coefficient * eg_response_of(s, t.index).df_du;
                emit_gradient(a, g->row, &a->m->nets[input].gradient, 0, by_u);
                emit_gradient(a, g->rate_row, &a->m->nets[input].gradient, 1, by_u);
            }
        }
        for (int k = g->first_source; k < g->first_source + g->source_count; k++) {
            eg_term t = s->balance_terms[k];
            const eg_gradient *u = &a->m->nets[a->m->sources[t.index].input].gradient;
            emit_gradient(a, g->row, u, 0, t.coefficient);
            emit_gradient(a, g->rate_row, u, 1, t.coefficient);
        }
        for (int k = g->first_flow; k < g->first_flow + g->flow_count; k++) {
            const eg_user_flow *flow = &a->m->user->flows[s->balance_terms[k].index];
            eg_user_gradient(a->s, &flow->result);
            emit_result(a, g->row, &flow->result, s->balance_terms[k].coefficient);
            eg_user_gradient(a->s, &flow->rate);
            emit_rate(a, g->rate_row, &flow->rate, s->balance_terms[k].coefficient);
        }
    }
}

/* The rows into which heat enters that flows into a point; t.coefficient times it. */
static int point_terms(const eg_model *m, int point, const eg_term **terms)
{
    int first = m->point_rows.start[point], count = m->point_rows.start[point + 1] - first;
    *terms = count > 0 ? m->point_rows.terms + first : NULL;
    return count;
}

/* Of an element that follows a signal and a temperature. */
static void emit_influence(assembly *a, int row, const eg_element *e, double by_u, double by_T)
{
    if (e->input >= 0)
        emit_gradient(a, row, &a->m->nets[e->input].gradient, 0, by_u);
    int heat = e->ops->force_under ? eg_element_heat(a->m, e) : -1;
    if (heat >= 0 && a->m->heat[heat].unknown >= 0)
        emit(a, row, a->m->heat[heat].unknown, by_T);
}

static void walk_loss(assembly *a, int element)
{
    const eg_element *e = &a->m->elements[element];
    const eg_row *row = &a->m->rows[e->row];
    const eg_force *f = &a->s->force[element];
    const eg_response response = eg_response_of(a->s, element);
    const eg_term *terms;
    int count = point_terms(a->m, e->heat_point, &terms);
    for (int k = 0; k < count; k++) {
        emit_position(a, terms[k].index, row, terms[k].coefficient * f->dloss_ds);
        emit_speed(a, terms[k].index, row, terms[k].coefficient * f->dloss_dv);
        emit_influence(a, terms[k].index, e, terms[k].coefficient * response.dloss_du,
                       terms[k].coefficient * response.dloss_dT);
    }
}

static void walk_forces(assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_row *row = &m->rows[m->elements[i].row];
        const eg_force *f = &a->s->force[i];
        const eg_response response = eg_response_of(a->s, i);
        for (int k = m->element_rows.start[i]; k < m->element_rows.start[i + 1]; k++) {
            eg_term t = m->element_rows.terms[k];
            if (a->s->is_rate_row[t.index])
                continue;
            emit_position(a, t.index, row, t.coefficient * f->df_ds);
            emit_speed(a, t.index, row, t.coefficient * f->df_dv);
            emit_influence(a, t.index, &m->elements[i], t.coefficient * response.df_du,
                           t.coefficient * response.df_dT);
        }
        if (m->elements[i].heat_point >= 0 && (!a->triplets || a->lists_zeros))
            walk_loss(a, i);
    }
    for (int i = 0; i < m->source_count; i++)
        for (int k = m->source_rows.start[i]; k < m->source_rows.start[i + 1]; k++) {
            eg_term t = m->source_rows.terms[k];
            if (!a->s->is_rate_row[t.index])
                emit_gradient(a, t.index, &m->nets[m->sources[i].input].gradient, 0, t.coefficient);
        }
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_node *node = &m->nodes[m->inertias[i].node];
        for (int k = m->inertia_rows.start[i]; k < m->inertia_rows.start[i + 1]; k++) {
            eg_term t = m->inertia_rows.terms[k];
            emit_bodies(a, t.index, m->inertias[i].node, m->n, t.coefficient);
            emit_motion(a, t.index, node->motion, 2, t.coefficient);
        }
    }
}

static void walk_drives(assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->drive_count; i++)
        for (int k = 0; k < m->drives[i].states; k++) {
            int row = m->drives[i].state + k;
            emit(a, row, m->n + row, 1);
            emit_gradient(a, row, &m->drives[i].gradient, k + 1, -1);
        }
}

/* The heat flow into a point depends on column `index`. */
static void emit_heat(assembly *a, int point, int index, double dQ)
{
    const eg_term *terms;
    int count = point_terms(a->m, point, &terms);
    for (int k = 0; k < count && index >= 0; k++)
        emit(a, terms[k].index, index, terms[k].coefficient * dQ);
}

/* The heat flow into a point depends on derivative number `order` of a signal. */
static void emit_heat_signal(assembly *a, int point, int input, int order, double dQ)
{
    const eg_term *terms;
    int count = point_terms(a->m, point, &terms);
    for (int k = 0; k < count && input >= 0; k++)
        emit_gradient(a, terms[k].index, &a->m->nets[input].gradient, order, terms[k].coefficient * dQ);
}

static double known_temperature(const assembly *a, int node, const double *y)
{
    return !y && a->m->heat[node].unknown >= 0 ? 0 : eg_network_temperature(a->s, node, y);
}

static void walk_capacities(assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->point_count; i++) {
        const eg_heat_node *node = &m->heat[m->points[i].node];
        if (m->points[i].capacity <= 0)
            continue;
        emit_heat(a, i, node->unknown < 0 ? -1 : m->n + node->unknown, -m->points[i].capacity);
        if (node->unknown < 0)
            emit_heat_signal(a, i, node->input, 1, -m->points[i].capacity);
    }
}

static void walk_heat(assembly *a, const double *y)
{
    const eg_model *m = a->m;
    walk_capacities(a);
    for (int i = 0; i < m->conductor_count; i++) {
        const eg_conductor *c = &m->conductors[i];
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
    for (int i = 0; i < m->heat_source_count; i++) {
        const eg_heat_source *h = &m->heat_sources[i];
        const eg_heat_node *node = &m->heat[h->node];
        double by_T = h->sign * a->s->net[h->input].x * h->alpha;
        emit_heat(a, h->point, node->unknown, by_T);
        emit_heat_signal(a, h->point, node->unknown < 0 ? node->input : -1, 0, by_T);
        emit_heat_signal(a, h->point, h->input, 0,
                         h->sign * (1 + h->alpha * (known_temperature(a, h->node, y) - h->T_ref)));
    }
}

/* factor*d(argument k of a block). */
static void emit_argument(assembly *a, int row, const eg_net *n, int k, double factor)
{
    if (k < n->input_count)
        emit_gradient(a, row, &a->m->nets[n->inputs[k]].gradient, 0, factor);
    else
        emit(a, row, n->state + k - n->input_count, factor);
}

/* What a block at which a loop is cut makes of its inputs. */
static void walk_block(assembly *a, int row, const eg_net *n)
{
    const eg_model *m = a->m;
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
    if (n->block->is_derivative) {
        emit_gradient(a, row, &m->nets[n->inputs[0]].gradient, 1, -1);
        return;
    }
    eg_network_arguments(a->s, n, z);
    for (int k = 0; k < n->input_count + n->states; k++)
        emit_argument(a, row, n, k,
                      -eg_block_partial(n, m->instances[n->instance].p, a->s->phase[n->instance], z, k));
}

static void walk_states(assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->net_count && m->first_heat > m->first_block; i++) {
        const eg_net *n = &m->nets[i];
        eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        double R[EG_BLOCK_MAX_STATES][EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        if (n->states == 0)
            continue;
        eg_network_arguments(a->s, n, z);
        eg_block_rate_partials(n, m->instances[n->instance].p, a->s->phase[n->instance], z, R);
        for (int k = 0; k < n->states; k++) {
            emit(a, n->state + k, m->n + n->state + k, 1);
            for (int j = 0; j < n->input_count + n->states; j++)
                emit_argument(a, n->state + k, n, j, -R[k][j]);
        }
    }
}

/* Of a temperature (order 0) or its rate (1). */
static void emit_node_temperature(assembly *a, int row, int node, int order, double factor)
{
    const eg_heat_node *h = &a->m->heat[node];
    if (h->unknown >= 0)
        emit(a, row, h->unknown + order * a->m->n, factor);
    else if (h->input >= 0)
        emit_gradient(a, row, &a->m->nets[h->input].gradient, order, factor);
}

static void emit_temperature(assembly *a, int row, const eg_net *n)
{
    for (int side = 0; side < 2; side++) {
        int node = side ? n->from : n->to;
        if (node >= 0)
            emit_node_temperature(a, row, node, n->order, side ? n->gain : -n->gain);
    }
}

static void walk_loops(assembly *a)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->net_count; i++) {
        const eg_net *n = &m->nets[i];
        if (n->unknown < 0)
            continue;
        int row = m->first_loop + n->unknown;
        emit(a, row, row, 1);
        if (n->kind == EG_SIGNAL_BLOCK)
            walk_block(a, row, n);
        else if (n->kind == EG_SIGNAL_TEMPERATURE)
            emit_temperature(a, row, n);
        else if (n->kind == EG_SIGNAL_BUNDLE)
            emit_gradient(a, row, &m->nets[n->inputs[0]].gradient, 0, -1);
        else if (n->kind == EG_SIGNAL_SENSOR)
            (n->order == 0   ? emit_position
             : n->order == 1 ? emit_speed
                             : emit_acceleration)(a, row, &m->rows[n->row], -1);
    }
}

/* What follows stands still in its own slot. */
static void walk_followers(assembly *a)
{
    for (int j = 0; j < a->s->stick.follower_count; j++) {
        int v = eg_v(a->m, a->s->stick.followers[j]);
        put(a, v, a->m->n + v, 1);
    }
}

/* ---------------------------------------------------------------- users' equations */

static void emit_node_rate(assembly *a, int row, int node, int order, double factor)
{
    emit_bodies(a, row, node, order == 2 ? a->m->n : 0, factor);
    emit_motion(a, row, eg_node_motion(a->m, node), order, factor);
}

static void emit_element(assembly *a, int row, const eg_user_input *in, double factor)
{
    const eg_element *e = &a->m->elements[in->index];
    const eg_row *of = &a->m->rows[e->row];
    const eg_force *f = &a->s->force[in->index];
    const eg_response response = eg_response_of(a->s, in->index);
    bool is_force = in->kind == EG_USER_FORCE;
    emit_position(a, row, of, factor * (is_force ? f->df_ds : f->dloss_ds));
    emit_speed(a, row, of, factor * (is_force ? f->df_dv : f->dloss_dv));
    emit_influence(a, row, e, factor * (is_force ? response.df_du : response.dloss_du),
                   factor * (is_force ? response.df_dT : response.dloss_dT));
}

static void emit_input(assembly *a, int row, const eg_user_input *in, double factor)
{
    const eg_model *m = a->m;
    switch (in->kind) {
    case EG_USER_TIME: emit(a, row, 2 * m->n + 3 * m->net_count, factor); break;
    case EG_USER_VALUE: emit(a, row, m->first_user + in->index, factor); break;
    case EG_USER_RATE: emit(a, row, m->n + m->first_user + in->index, factor); break;
    case EG_USER_DISTANCE: emit_position(a, row, &m->rows[in->row], factor); break;
    case EG_USER_SPEED: emit_node_rate(a, row, in->index, 1, factor); break;
    case EG_USER_ACCELERATION: emit_node_rate(a, row, in->index, 2, factor); break;
    case EG_USER_SIGNAL: emit_gradient(a, row, &m->nets[in->index].gradient, in->other, factor); break;
    case EG_USER_FORCE:
    case EG_USER_LOSS: emit_element(a, row, in, factor); break;
    case EG_USER_TEMPERATURE: emit_node_temperature(a, row, in->index, 0, factor); break;
    case EG_USER_START:
    case EG_USER_DISCRETE:
    case EG_USER_BEFORE:
    case EG_USER_SAMPLE:
    case EG_USER_DELAYED: /* of the past */
    case EG_USER_TERMINAL:
    case EG_USER_IMPULSE:
    case EG_USER_STRUCK:
    case EG_USER_STRIKING:
    case EG_USER_MODE:
    case EG_USER_SEEN:
    case EG_USER_CUT:
    case EG_USER_VARIABLE: break;
    }
}

/* factor times the gradient of a result, which eg_user_gradient has just made, but that by one input. */
static void emit_but(assembly *a, int row, const eg_user_result *of, double factor, int but)
{
    const eg_user *u = a->m->user;
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        int instruction = u->supports[i];
        if (instruction != but)
            emit_input(a, row, &u->inputs[u->tape.code[instruction].a],
                       factor * a->s->user_work[instruction]);
    }
}

static void emit_result(assembly *a, int row, const eg_user_result *of, double factor)
{
    emit_but(a, row, of, factor, -1);
}

/* The rate of a force on parts without mass: their accelerations have no part in it. */
static void emit_rate(assembly *a, int row, const eg_user_result *of, double factor)
{
    const eg_model *m = a->m;
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        int instruction = m->user->supports[i];
        const eg_user_input *in = &m->user->inputs[m->user->tape.code[instruction].a];
        if (in->kind != EG_USER_ACCELERATION || m->bodies[m->nodes[in->index].body].mass > 0)
            emit_input(a, row, in, factor * a->s->user_work[instruction]);
    }
}

/* A share of what holds, in the place of a row. */
static void walk_share(assembly *a, int row, int share)
{
    for (int i = 0, unknown; i < a->s->shares->count; i++) {
        double value = eg_user_share_term(a->s, share, i, &unknown);
        put(a, row, a->m->first_user + unknown, value);
    }
}

static void walk_slot(assembly *a, int i)
{
    const eg_user *u = a->m->user;
    const eg_user_slots *slots = a->s->slots;
    int share = eg_user_share_in(a->s, i);
    if (share >= 0) {
        walk_share(a, a->m->first_user + i, share);
        return;
    }
    for (int k = slots ? slots->first[i] : i; k < (slots ? slots->first[i + 1] : i + 1); k++) {
        eg_term t = slots ? slots->terms[k] : (eg_term){i, 1};
        const eg_user_result *of =
            slots && slots->is_rate[i] ? &u->row_rates[t.index] : &u->rows[t.index].result;
        eg_user_gradient(a->s, of);
        emit_but(a, a->m->first_user + i, of, t.coefficient, eg_user_lost_in(a->s, i));
    }
}

static void walk_user(assembly *a)
{
    const eg_model *m = a->m;
    const eg_user *u = m->user;
    for (int i = 0; i < u->unknowns; i++)
        walk_slot(a, i);
    for (int i = 0; i < u->output_count; i++) {
        eg_user_gradient(a->s, &u->outputs[i].result);
        emit_result(a, m->first_loop + m->nets[u->outputs[i].net].unknown, &u->outputs[i].result, -1);
    }
    for (int i = 0; i < u->flow_count; i++) {
        eg_user_gradient(a->s, &u->flows[i].result);
        for (int k = m->flow_rows.start[i]; k < m->flow_rows.start[i + 1]; k++)
            if (!a->s->is_rate_row[m->flow_rows.terms[k].index])
                emit_result(a, m->flow_rows.terms[k].index, &u->flows[i].result,
                            m->flow_rows.terms[k].coefficient);
    }
}

static void walk_all(assembly *a, const double *y)
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
        walk_user(a);
}

/* ---------------------------------------------------------------- pattern */

/* Sorts entry numbers by column, then row, by two stable counting passes. */
static void sort_entries(const entry *e, int count, int n, int *order, int *scratch, int *tally)
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
static void number_slots(eg_network *s, const entry *e, const int *order, int count)
{
    int slots = 0;
    memset(s->pattern_start, 0, sizeof(int) * ((size_t)s->base.n + 1));
    for (int i = 0; i < count; i++) {
        const entry *x = &e[order[i]];
        bool same = i > 0 && x->row == e[order[i - 1]].row && x->column == e[order[i - 1]].column;
        if (!same) {
            s->pattern_row[slots++] = x->row;
            s->pattern_start[x->column + 1]++;
        }
        s->slot[order[i]] = slots - 1;
    }
    for (int i = 0; i < s->base.n; i++)
        s->pattern_start[i + 1] += s->pattern_start[i];
    s->pattern = (eg_pattern){s->base.n, slots, s->pattern_start, s->pattern_row};
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
    return s->has_pattern ? 0 : eg_network_make_pattern(s, s->time);
}

int eg_network_make_pattern(eg_network *s, double t)
{
    assembly a = {.s = s, .m = s->m, .unknown_rate = -1};
    walk_all(&a, NULL);
    size_t n = (size_t)s->base.n, count = (size_t)a.cursor;
    int *order = calloc(count + 1, sizeof(int)), *scratch = calloc(count + 1, sizeof(int));
    int *tally = malloc(sizeof(int) * (n + 2));
    free(s->slot);
    free(s->pattern_start);
    free(s->pattern_row);
    s->slot = malloc(sizeof(int) * (count + 1));
    s->pattern_start = malloc(sizeof(int) * (n + 1));
    s->pattern_row = malloc(sizeof(int) * (count + 1));
    if (!s->weight)
        s->weight = malloc(sizeof *s->weight * (2 * n + 1));
    bool good = order && scratch && tally && s->slot && s->pattern_start && s->pattern_row && s->weight;
    int status = a.failed || !good ? -1 : 0;
    if (status < 0)
        eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE, "out of memory");
    if (status == 0 && a.unknown_rate >= 0)
        status = report_unknown_rate(s, a.unknown_rate, t);
    if (status == 0) {
        sort_entries(a.entries, a.cursor, s->base.n, order, scratch, tally);
        number_slots(s, a.entries, order, a.cursor);
        s->slot_count = a.cursor;
        s->base.pattern = &s->pattern;
        s->has_pattern = true;
    }
    free(a.entries);
    free(order);
    free(scratch);
    free(tally);
    return status;
}

void eg_network_assemble(eg_network *s, const double *y, double *values)
{
    assembly a = {.s = s, .m = s->m, .values = values};
    eg_network_update_gradients(s);
    memset(values, 0, sizeof(double) * (size_t)s->pattern.entries);
    walk_all(&a, y);
}

void eg_network_subtract_directional(eg_network *s, const double *y, double *r)
{
    assembly a = {.s = s, .m = s->m, .sum = r};
    eg_network_update_gradients(s);
    walk_all(&a, y);
}

int eg_network_list(eg_network *s, const double *y, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets};
    eg_network_update_gradients(s);
    walk_all(&a, y);
    return a.failed ? -1 : 0;
}

int eg_network_list_row(eg_network *s, const eg_row *of, bool rate, int row, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets};
    if (rate)
        emit_speed(&a, row, of, 1);
    else
        emit_position(&a, row, of, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_signal(eg_network *s, int net, int row, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets};
    emit_gradient(&a, row, &s->m->nets[net].gradient, 0, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_structure(eg_network *s, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    if (!s->block_state) /* nothing has been evaluated yet */
        s->block_state = s->zero + s->m->first_block;
    walk_all(&a, NULL);
    return a.failed ? -1 : 0;
}

int eg_network_list_signal_structure(eg_network *s, int net, int row, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    emit_gradient(&a, row, &s->m->nets[net].gradient, 0, 1);
    return a.failed ? -1 : 0;
}

int eg_network_list_input_structure(eg_network *s, int input, int row, eg_triplets *triplets)
{
    assembly a = {.s = s, .m = s->m, .triplets = triplets, .lists_zeros = true};
    emit_input(&a, row, &s->m->user->inputs[input], 1);
    return a.failed ? -1 : 0;
}

/* ---------------------------------------------------------------- along a direction */

double eg_network_signal_along(eg_network *s, int net)
{
    double sum = 0;
    assembly a = {.s = s, .m = s->m, .sum = &sum};
    emit_gradient(&a, 0, &s->m->nets[net].gradient, 0, -1);
    return sum;
}

double eg_network_coordinate_rate_along(eg_network *s, int b)
{
    double sum = 0;
    const eg_body *body = &s->m->bodies[b];
    assembly a = {.s = s, .m = s->m, .sum = &sum};
    emit_speed(&a, 0, &(eg_row){.from = body->from, .to = body->to}, -1);
    return sum;
}

void eg_network_users_along(eg_network *s, double *din, double *dv)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++) {
        assembly a = {.s = s, .m = s->m, .sum = &din[i]};
        din[i] = 0;
        emit_input(&a, 0, &u->inputs[i], -1);
    }
    eg_tape_tangents(&u->tape, s->user_value, din, dv);
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
        s->weight[i] = 1;
        s->weight[base->n + i] = cj;
    }
    eg_network_assemble(s, y, values);
    return 0;
}
