/* Where a mode changes within reach, and what holds on the other side.
 *
 * A mode ends where its switching function h falls through 0. With g the derivatives of h by the states
 * and X the states' sizes, the least share of these by which all would have to change is |h| / sum |g_k|
 * X_k. Where that is within reach the point is moved over the edge along the change that is least in these
 * sizes, and just behind it the event is let happen, as a run would. */
#include "linearize/linearize.h"
#include "network/motion/events.h"
#include "network/motion/switching.h"
#include "network/motion/take_over.h"
#include "network/solve/consistent.h"
#include "network/user/user.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The differences for g are over this share of the sizes; behind the edge h is this share of what g makes of
 * the sizes. */
static const double STEP = 1e-4, BEHIND = 1e-9;
enum { ROUNDS = 8 };

typedef struct looking {
    eg_linear_point *p;
    size_t count; /* switching functions */
    double *h;    /* (count) at the point */
    double *g;    /* (count x states) */
    double *h1, *y1, *y2, *yp2;
    bool *fired;
    const char *component, *event; /* what happened first */
    bool is_short;
} looking;

static int switching(looking *k, const double *y, double *h)
{
    return eg_network_switching(&k->p->network->base, k->p->t, y, h);
}

static void add_columns(const eg_linear_point *p, const double *delta, double *y)
{
    const size_t n = (size_t)p->m->n;
    memcpy(y, p->y, sizeof *y * n);
    for (size_t s = 0; s < p->state_count; s++)
        for (size_t i = 0; i < n && delta[s] != 0; i++)
            y[i] += delta[s] * p->dy[s * n + i];
}

static bool find_gradients(looking *k)
{
    eg_linear_point *p = k->p;
    double *delta = calloc(p->state_count + 1, sizeof *delta);
    bool good = delta && switching(k, p->y, k->h) == 0;
    for (size_t s = 0; s < p->state_count && good; s++) {
        const double step = STEP * p->size[s];
        for (int side = 0; side < 2 && good && step > 0; side++) {
            delta[s] = side ? -step : step;
            add_columns(p, delta, k->y1);
            good = switching(k, k->y1, k->h1) == 0;
            for (size_t i = 0; i < k->count; i++)
                k->g[i * p->state_count + s] += (side ? -k->h1[i] : k->h1[i]) / (2 * step);
        }
        if (delta)
            delta[s] = 0;
    }
    free(delta);
    return good;
}

/* ---------------------------------------------------------------- names */

static void note_first(eg_event_sink *sink, double t, const char *component, const char *name,
                       bool is_time_event);

typedef struct listener {
    eg_event_sink sink; /* first */
    looking *k;
} listener;

static void note_first(eg_event_sink *sink, double t, const char *component, const char *name,
                       bool is_time_event)
{
    looking *k = ((listener *)sink)->k;
    (void)t, (void)is_time_event;
    if (k->event || k->is_short)
        return;
    k->component = eg_arena_copy(k->p->out->arena, component);
    k->event = eg_arena_copy(k->p->out->arena, name);
    k->is_short = !k->component || !k->event;
}

/* What function i is called, where nothing has happened that would tell. */
static void name_function(looking *k, int i)
{
    const eg_network *s = k->p->network;
    const eg_model *m = k->p->m;
    k->component = m->name;
    k->event = "a relation changes";
    for (int e = 0; e < m->element_count; e++) {
        const eg_element *x = &m->elements[e];
        const int which = i - x->first_switch;
        if (x->ops->switching || x->friction)
            if (which >= 0 && which < x->ops->switch_count) {
                k->component = eg_instance_path(m, x->instance);
                k->event = x->ops->event_name ? x->ops->event_name(s->mode[e], which) : "the mode changes";
            }
    }
    for (int b = 0; b < m->signals.switched_count; b++) {
        const eg_net *n = &m->nets[m->signals.switched[b]];
        const int which = i - n->first_switch;
        if (which >= 0 && which < n->block->switch_count) {
            k->component = eg_instance_path(m, n->instance);
            k->event = n->block->event_name ? n->block->event_name(s->phase[n->instance], which)
                                            : "the phase changes";
        }
    }
}

/* ---------------------------------------------------------------- over the edge */

/* To y1: the point behind the edge of function i. False: it is not reached. */
static bool cross(looking *k, size_t i, double size)
{
    const eg_linear_point *p = k->p;
    const double *g = k->g + i * p->state_count;
    double *delta = calloc(p->state_count + 1, sizeof *delta), square = 0, h = k->h[i];
    bool is_behind = false;
    for (size_t s = 0; s < p->state_count; s++)
        square += g[s] * p->size[s] * (g[s] * p->size[s]);
    for (int round = 0; round < ROUNDS && delta && !is_behind; round++) {
        for (size_t s = 0; s < p->state_count; s++)
            delta[s] -= (h + BEHIND * size) * (g[s] * p->size[s]) / square * p->size[s];
        add_columns(p, delta, k->y1);
        if (switching(k, k->y1, k->h1) != 0)
            break;
        h = k->h1[i];
        is_behind = h < 0 && h >= -1e3 * BEHIND * size;
    }
    free(delta);
    return is_behind;
}

static bool is_same_mode(const eg_network *a, const eg_network *b)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->element_count; i++)
        if (a->mode[i] != b->mode[i])
            return false;
    for (int i = 0; i < m->instance_count && a->phase; i++)
        if (a->phase[i] != b->phase[i])
            return false;
    for (int i = 0; m->user && i < m->user->relation_count; i++)
        if (a->user.mode[i] != b->user.mode[i])
            return false;
    return true;
}

/* A network of its own goes over to the mode behind the edge of function i, at y1. NULL: there is none. */
static eg_network *make_beyond(looking *k, size_t i)
{
    eg_linear_point *p = k->p;
    const eg_network *from = p->network;
    const size_t bytes = sizeof(double) * (size_t)p->m->n;
    listener l = {.sink.happened = note_first, .k = k};
    bool jumped = false;
    eg_network *s = eg_network_create(p->m, p->diagnostics);
    if (!s) {
        k->is_short = true;
        return NULL;
    }
    s->base.origin = from->base.origin;
    s->base.span = from->base.span;
    memcpy(s->rounding.least, from->rounding.least, sizeof *s->rounding.least * (size_t)p->m->n);
    s->rounding.length = from->rounding.length;
    s->rounding.speed = from->rounding.speed;
    memcpy(k->y2, k->y1, bytes);
    memcpy(k->yp2, p->yp, bytes);
    eg_network_take_over(s, from);
    memset(k->fired, 0, sizeof *k->fired * k->count);
    k->fired[i] = true;
    if (eg_network_revive(s, p->t, k->y2, k->yp2) != 0 ||
        eg_network_make_consistent(s, p->t, k->y2, k->yp2) != 0 ||
        eg_network_handle_event(&s->base, p->t, k->fired, k->y2, k->yp2, &jumped, &l.sink) != 0 ||
        is_same_mode(from, s)) {
        eg_network_free(s);
        return NULL;
    }
    return s;
}

static eg_status add_kink(looking *k, size_t i, double share, double size)
{
    eg_linear_point *p = k->p;
    eg_linearization *l = &p->out->l;
    eg_linear_kink *kink = &l->kinks[l->kink_count];
    const size_t errors = eg_diagnostics_count(p->diagnostics);
    eg_status status = EG_OK;
    k->component = k->event = NULL;
    eg_network *s = cross(k, i, size) ? make_beyond(k, i) : NULL;
    if (s)
        status =
            eg_linear_at(s, p->ports, p->t, k->y2, k->yp2, p->reach, false, p->diagnostics, &kink->beyond);
    eg_network_free(s);
    if (k->is_short || status == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    if (!kink->beyond)
        eg_diagnostics_forget(p->diagnostics, errors); /* what was tried there is of no account */
    if (!k->event)
        name_function(k, (int)i);
    kink->component = eg_arena_copy(p->out->arena, k->component);
    kink->event = eg_arena_copy(p->out->arena, k->event);
    kink->share = share;
    l->kink_count++;
    if (!kink->component || !kink->event)
        return EG_ERROR_MEMORY;
    eg_report(
        p->diagnostics, EG_WARNING, EG_NOWHERE,
        "at time %.9g s %s lies next to a change of mode (%s): a change of the states by %.2g of their sizes "
        "leads there%s",
        p->t, kink->component, kink->event, share,
        kink->beyond ? "; the linear model holds on this side only"
                     : ", and no other linear model was found behind it");
    return EG_OK;
}

eg_status eg_linear_find_kinks(eg_linear_point *p)
{
    looking k = {.p = p, .count = (size_t)p->m->switch_count};
    eg_linearization *l = &p->out->l;
    const size_t n = (size_t)p->m->n, states = p->state_count;
    eg_status status = EG_OK;
    size_t more = 0;
    if (k.count == 0 || states == 0)
        return EG_OK;
    k.h = calloc(k.count * (2 + states) + 3 * n + 1, sizeof *k.h);
    k.fired = calloc(k.count + 1, sizeof *k.fired);
    l->kinks = eg_arena_array(p->out->arena, EG_LINEAR_MOST_KINKS, sizeof *l->kinks);
    if (!k.h || !k.fired || !l->kinks) {
        free(k.h);
        free(k.fired);
        return EG_ERROR_MEMORY;
    }
    k.h1 = k.h + k.count;
    k.g = k.h1 + k.count;
    k.y1 = k.g + k.count * states;
    k.y2 = k.y1 + n;
    k.yp2 = k.y2 + n;
    const bool is_known = find_gradients(&k);
    for (size_t i = 0; i < k.count && is_known && status == EG_OK; i++) {
        double size = 0;
        for (size_t s = 0; s < states; s++)
            size += fabs(k.g[i * states + s]) * p->size[s];
        const double share = size > 0 ? fabs(k.h[i]) / size : INFINITY;
        if (!(share <= p->reach))
            continue;
        if (l->kink_count == EG_LINEAR_MOST_KINKS)
            more++;
        else
            status = add_kink(&k, i, share, size);
    }
    if (!is_known)
        eg_report(
            p->diagnostics, EG_WARNING, EG_NOWHERE,
            "at time %.9g s it is not known how near changes of mode are: near by the equations have no "
            "value",
            p->t);
    if (more > 0)
        eg_report(p->diagnostics, EG_WARNING, EG_NOWHERE, "%zu more changes of mode lie within reach", more);
    free(k.h);
    free(k.fired);
    return status;
}

/* ---------------------------------------------------------------- inside noEvent
 *
 * Comparisons, abs, min and max inside noEvent are carried out at each point and change sides without an
 * event: no mode tells of them. They are the instructions of their kind that follow the motion. */

/* What is 0 where instruction i, one of these, changes sides. */
static double quiet_edge(const eg_network *s, int i)
{
    const eg_instruction *code = &s->m->user->tape.code[i];
    const double *value = s->user.value;
    return code->op == EG_OP_ABS ? value[code->a] : value[code->a] - value[code->b];
}

/* These instructions, in list (NULL: they are counted). */
static size_t list_quiet_edges(const eg_user *u, int *list)
{
    size_t count = 0;
    for (int i = 0; i < u->core; i++) {
        const int op = u->tape.code[i].op;
        const bool chooses = op == EG_OP_ABS || op == EG_OP_MIN || op == EG_OP_MAX || op == EG_OP_LESS ||
                             op == EG_OP_LESS_EQUAL;
        if (!chooses || u->is_frozen[i])
            continue;
        if (list)
            list[count] = i;
        count++;
    }
    return count;
}

/* The share of the states' sizes by which all would have to change until instruction i changes sides, and
 * the state that matters most; g: its differences by the states, over STEP of their sizes. */
static double share_of(const eg_linear_point *p, double h, const double *g, size_t *most)
{
    double size = 0;
    *most = 0;
    for (size_t s = 0; s < p->state_count; s++) {
        size += fabs(g[s]);
        if (fabs(g[s]) > fabs(g[*most]))
            *most = s;
    }
    return size > 0 ? fabs(h) * STEP / size : INFINITY;
}

static void see_quiet_edges(const eg_linear_point *p, const int *edges, size_t count, double *h, double *g,
                            double *y, double *delta)
{
    const size_t states = p->state_count;
    eg_network_evaluate(p->network, p->t, p->y, p->yp, 0);
    for (size_t i = 0; i < count; i++)
        h[i] = quiet_edge(p->network, edges[i]);
    for (size_t k = 0; k < 2 * states; k++) {
        const double sign = k % 2 ? -1 : 1;
        delta[k / 2] = sign * STEP * p->size[k / 2];
        add_columns(p, delta, y);
        delta[k / 2] = 0;
        eg_network_evaluate(p->network, p->t, y, p->yp, 0);
        for (size_t i = 0; i < count; i++)
            g[i * states + k / 2] += sign * quiet_edge(p->network, edges[i]) / 2;
    }
    eg_network_evaluate(p->network, p->t, p->y, p->yp, 0);
}

eg_status eg_linear_warn_of_quiet_kinks(eg_linear_point *p)
{
    const eg_user *u = p->m->user;
    const size_t states = p->state_count, count = u ? list_quiet_edges(u, NULL) : 0;
    if (states == 0 || count == 0)
        return EG_OK;
    double *h = calloc(count * (1 + states) + (size_t)p->m->n + states, sizeof *h), nearest = INFINITY;
    int *edges = calloc(count, sizeof *edges);
    if (h && edges) {
        double *g = h + count, *y = g + count * states;
        const char *by = "";
        list_quiet_edges(u, edges);
        see_quiet_edges(p, edges, count, h, g, y, y + p->m->n);
        for (size_t i = 0; i < count; i++) {
            size_t most;
            const double share = share_of(p, h[i], g + i * states, &most);
            if (share < nearest) {
                nearest = share;
                by = p->out->l.states[most].name;
            }
        }
        if (nearest <= p->reach) {
            eg_report(
                p->diagnostics, EG_WARNING, EG_NOWHERE,
                "at time %.9g s a comparison, abs, min or max inside noEvent changes sides within "
                "reach: where the states change by %.3g of their sizes, %s most of all; the model holds "
                "on one side of it",
                p->t, nearest, by);
            eg_remedy(p->diagnostics, "leave noEvent out for both sides, or ask for another time");
        }
    }
    const eg_status status = h && edges ? EG_OK : EG_ERROR_MEMORY;
    free(h);
    free(edges);
    return status;
}
