/* Views: which parts of a model rows have to do with. The forces at the flanges of a component follow from
 * the balances of its nodes, and those of rigid parts from the balances of all that stands on them; so what
 * counts is the bodies on which wanted components stand, with all that pushes them. */
#include "network/motion/view.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/motion/local.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- lists */

typedef struct picking {
    const eg_network *s;
    const eg_model *m;
    bool all; /* users' equations may look at anything */
    const bool *needed;
    const bool *shows;
    const bool *along;   /* (bodies) between those and the ground */
    const bool *touched; /* (bodies) */
} picking;

static bool is_shown(const picking *p, int node)
{
    return node >= 0 && p->shows[p->m->nodes[node].body];
}

static bool wants_instance(const picking *p, int i)
{
    return (p->all || p->needed[i]) && p->m->instances[i].class->observe;
}

static bool wants_coordinate(const picking *p, int i)
{
    return p->all || p->needed[p->m->parts.coordinate[i].instance];
}

static bool wants_body(const picking *p, int k)
{
    return k > 0 && p->along[p->m->tree.body_order[k]];
}

static bool wants_touched(const picking *p, int b)
{
    return p->touched[b];
}

static bool wants_element(const picking *p, int i)
{
    return is_shown(p, p->m->elements[i].node_a) || is_shown(p, p->m->elements[i].node_b);
}

static bool wants_source(const picking *p, int i)
{
    return is_shown(p, p->m->sources[i].node) || is_shown(p, p->m->sources[i].support);
}

static bool wants_inertia(const picking *p, int i)
{
    return is_shown(p, p->m->inertias[i].node);
}

static bool wants_node(const picking *p, int i)
{
    return is_shown(p, i);
}

static bool wants_link(const picking *p, int k)
{
    int node = p->m->tree.node_order[p->m->node_count - 1 - k];
    return p->m->nodes[node].link >= 0 && is_shown(p, node);
}

typedef bool wants(const picking *p, int i);

/* Numbers 0 ... count - 1 that are wanted. */
static bool pick(eg_few *few, const picking *p, int count, wants *is_wanted)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += is_wanted(p, i);
    few->index = malloc(((size_t)found + 1) * sizeof *few->index);
    if (!few->index)
        return false;
    few->count = 0;
    for (int i = 0; i < count; i++)
        if (is_wanted(p, i))
            few->index[few->count++] = i;
    return true;
}

/* ---------------------------------------------------------------- making one */

static bool looks_around(const eg_model *m)
{
    return m->user && m->user->late_count > 0;
}

eg_view eg_view_whole(const eg_model *m)
{
    return (eg_view){.bodies = {NULL, m->body_count},
                     .touched = {NULL, m->body_count},
                     .elements = {NULL, m->element_count},
                     .sources = {NULL, m->source_count},
                     .inertias = {NULL, m->inertia_count},
                     .nodes = {NULL, m->node_count},
                     .links = {NULL, m->node_count}};
}

eg_view *eg_view_create(const eg_network *s, const bool *needed)
{
    eg_view *v = calloc(1, sizeof *v);
    picking p = {.s = s, .m = s->m, .all = looks_around(s->m), .needed = needed};
    if (!v)
        return NULL;
    *v = eg_view_whole(s->m);
    v->speed = malloc(2 * ((size_t)s->m->node_count + 1) * sizeof *v->speed);
    v->acceleration = v->speed ? v->speed + s->m->node_count : NULL;
    if (!v->speed || !pick(&v->instances, &p, s->m->instance_count, wants_instance) ||
        !pick(&v->coordinates, &p, (int)s->m->parts.coordinate_count, wants_coordinate)) {
        eg_view_free(v);
        return NULL;
    }
    return v;
}

/* The lists of what is not all there is. */
static void forget(eg_view *v)
{
    free(v->shows);
    free(v->bodies.index);
    free(v->touched.index);
    free(v->elements.index);
    free(v->sources.index);
    free(v->inertias.index);
    free(v->nodes.index);
    free(v->links.index);
}

void eg_view_free(eg_view *v)
{
    if (!v)
        return;
    forget(v);
    free(v->speed);
    free(v->instances.index);
    free(v->coordinates.index);
    free(v);
}

/* Everything between the bodies that are shown and the ground; what is pushed by what pushes them. */
static void spread(const eg_model *m, const bool *shows, bool *along, bool *touched)
{
    memcpy(along, shows, sizeof *along * (size_t)m->body_count);
    memcpy(touched, shows, sizeof *touched * (size_t)m->body_count);
    for (int k = m->body_count - 1; k > 0; k--) {
        int body = m->tree.body_order[k];
        if (along[body])
            along[m->bodies[body].parent] = true;
    }
    for (int i = 0; i < m->element_count; i++) {
        int a = m->elements[i].body_a, b = m->elements[i].body_b;
        if (shows[a] || shows[b])
            touched[a] = touched[b] = true;
    }
    for (int i = 0; i < m->source_count; i++) {
        int a = m->nodes[m->sources[i].node].body,
            b = m->sources[i].support < 0 ? 0 : m->nodes[m->sources[i].support].body;
        if (shows[a] || shows[b])
            touched[a] = touched[b] = true;
    }
}

static bool pick_all(eg_view *v, const picking *p)
{
    const eg_model *m = p->m;
    return pick(&v->bodies, p, m->body_count, wants_body) &&
           pick(&v->touched, p, m->body_count, wants_touched) &&
           pick(&v->elements, p, m->element_count, wants_element) &&
           pick(&v->sources, p, m->source_count, wants_source) &&
           pick(&v->inertias, p, m->inertia_count, wants_inertia) &&
           pick(&v->nodes, p, m->node_count, wants_node) && pick(&v->links, p, m->node_count, wants_link);
}

bool eg_view_narrow(eg_view *v, const eg_network *s, const bool *needed)
{
    const eg_model *m = s->m;
    size_t bodies = (size_t)m->body_count;
    if (looks_around(m))
        return false;
    bool *along = calloc(2 * bodies, sizeof *along), *touched = along ? along + bodies : NULL;
    v->shows = calloc(bodies, sizeof *v->shows);
    bool good = along && v->shows;
    if (good) {
        eg_network_mark_bodies(s, needed, v->shows);
        spread(m, v->shows, along, touched);
        picking p = {s, m, false, needed, v->shows, along, touched};
        good = pick_all(v, &p);
    }
    v->is_narrow = good;
    if (!good) {
        eg_view before = *v;
        forget(v);
        *v = eg_view_whole(m);
        v->instances = before.instances;
        v->coordinates = before.coordinates;
        v->speed = before.speed;
        v->acceleration = before.acceleration;
    }
    free(along);
    return good;
}

static void mark_row(const eg_model *m, int row, bool *unknowns)
{
    for (int k = 0; row >= 0 && k < m->row.list[row].count; k++)
        unknowns[m->row.terms[m->row.list[row].first + k].index] = true;
}

void eg_view_mark_unknowns(const eg_view *v, const eg_network *s, bool *unknowns)
{
    const eg_model *m = s->m;
    if (!v->is_narrow || m->user) { /* equations look at all */
        memset(unknowns, true, sizeof *unknowns * (size_t)m->n);
        return;
    }
    memset(unknowns, false, sizeof *unknowns * (size_t)m->n);
    for (int k = 0; k < v->bodies.count; k++)
        unknowns[eg_x(m->tree.body_order[v->bodies.index[k]])] = true;
    for (int k = 0; k < v->touched.count; k++)
        if (v->touched.index[k] > 0)
            unknowns[eg_v(m, v->touched.index[k])] = true;
    for (int k = 0; k < v->elements.count; k++)
        mark_row(m, m->elements[v->elements.index[k]].row, unknowns);
    for (int k = 0; k < v->coordinates.count; k++)
        mark_row(m, m->row.of_coordinate[v->coordinates.index[k]], unknowns);
    for (int i = 0; i < m->net_count; i++)
        mark_row(m, m->nets[i].kind == EG_SIGNAL_SENSOR ? m->nets[i].row : -1, unknowns);
}

/* ---------------------------------------------------------------- rows */

static void scatter(const eg_scatter *list, int item, double value, double *r)
{
    for (int k = list->start[item]; k < list->start[item + 1]; k++)
        r[list->terms[k].index] += list->terms[k].coefficient * value;
}

/* Bodies move freely: their accelerations follow from the forces one by one. */
static void accelerate(const eg_view *v, const eg_network *s, double *yp)
{
    const eg_model *m = s->m;
    for (int k = 0; k < v->touched.count; k++) {
        int b = eg_few_at(&v->touched, k);
        if (b > 0)
            yp[eg_v(m, b)] = 0;
    }
    for (int k = 0; k < v->elements.count; k++) {
        int i = eg_few_at(&v->elements, k);
        scatter(&m->scatter.elements, i, s->force[i].f, yp);
    }
    for (int k = 0; k < v->sources.count; k++) {
        int i = eg_few_at(&v->sources, k);
        scatter(&m->scatter.sources, i, s->signals.net[m->sources[i].input].x, yp);
    }
    for (int k = 0; k < v->touched.count; k++) {
        int b = eg_few_at(&v->touched, k);
        if (b > 0)
            yp[eg_v(m, b)] = (0.0 - yp[eg_v(m, b)]) / s->stick.mass[b];
    }
}

void eg_view_evaluate(const eg_view *v, eg_network *s, double t, const double *y, double *yp)
{
    const eg_model *m = s->m;
    s->time = t;
    s->signals.block_state = y + m->first.block;
    s->position[0] = 0;
    for (int k = 0; k < v->bodies.count; k++)
        eg_network_place_body(s, m->tree.body_order[eg_few_at(&v->bodies, k)], y);
    if (m->net_count > 0)
        eg_network_evaluate_signals(s, t, y, s->scratch.zero, false);
    for (int k = 0; k < v->elements.count; k++) {
        int i = eg_few_at(&v->elements, k);
        const eg_row *row = &m->row.list[m->elements[i].row];
        s->s_rel[i] = eg_row_value(s, row, y);
        s->v_rel[i] = eg_row_rate(s, row, y);
        eg_network_force_at(s, i, s->s_rel[i], s->v_rel[i], y, &s->force[i], eg_response_at(s, i));
    }
    accelerate(v, s, yp);
    if (m->net_count > 0) /* sensors measure accelerations, too */
        eg_network_evaluate_signals(s, t, y, yp, true);
}
