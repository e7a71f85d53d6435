#include "sensitivity/checkpoint.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---------------------------------------------------------------- checkpoints */

bool eg_checkpoints_add(eg_checkpoints *c, eg_checkpoint item)
{
    if (item.state && item.bounds &&
        eg_grow((void **)&c->items, &c->capacity, c->count + 1, sizeof *c->items) >= 0) {
        c->items[c->count++] = item;
        return true;
    }
    eg_state_free(item.state);
    free(item.bounds);
    return false;
}

void eg_checkpoints_release(eg_checkpoints *c)
{
    for (size_t i = 0; i < c->count; i++) {
        eg_state_free(c->items[i].state);
        free(c->items[i].bounds);
    }
    free(c->items);
    *c = (eg_checkpoints){0};
}

/* ---------------------------------------------------------------- a record */

void eg_record_clear(eg_record *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->items[i].is_event)
            eg_state_free(r->items[i].event.state);
    r->count = r->number_count = 0;
}

void eg_record_release(eg_record *r)
{
    eg_record_clear(r);
    free(r->items);
    free(r->numbers);
    *r = (eg_record){0};
}

double *eg_record_numbers(eg_record *r, size_t count, size_t *first)
{
    if (eg_grow((void **)&r->numbers, &r->number_capacity, r->number_count + count + 1, sizeof *r->numbers) <
        0)
        return NULL;
    *first = r->number_count;
    r->number_count += count;
    return r->numbers + *first;
}

static struct eg_recorded *add(eg_record *r)
{
    if (eg_grow((void **)&r->items, &r->capacity, r->count + 1, sizeof *r->items) < 0)
        return NULL;
    struct eg_recorded *item = &r->items[r->count++];
    *item = (struct eg_recorded){0};
    return item;
}

eg_recorded_event *eg_record_event(eg_record *r)
{
    struct eg_recorded *item = add(r);
    if (!item)
        return NULL;
    item->is_event = true;
    return &item->event;
}

/* Node j of Chebyshev's on [0, 1], both ends included. */
static double node(int j, int nodes)
{
    if (j == 0 || j == nodes - 1)
        return j == 0 ? 0.0 : 1.0;
    return 0.5 - 0.5 * cos(pi * j / (nodes - 1));
}

int eg_record_step(eg_record *r, eg_engine *engine, double t)
{
    const double end = t < engine->t1 ? eg_engine_part(engine, t) : 1.0;
    struct eg_recorded *item = add(r);
    const int nodes = engine->degree > 0 ? engine->degree + 1 : 2;
    size_t first;
    double *y = item ? eg_record_numbers(r, (size_t)nodes * r->n, &first) : NULL;
    if (!y)
        return EG_ERROR_MEMORY;
    item->step = (eg_recorded_step){engine->t0, engine->t1, t, end, engine->stretch, nodes, first};
    for (int j = 0; j < nodes; j++) {
        const double at = j == nodes - 1 ? t : eg_engine_time(engine, end * node(j, nodes));
        if (engine->ops->dense(engine, at, y + (size_t)j * r->n, NULL) != 0)
            return EG_ERROR_SIMULATION;
    }
    return 0;
}

/* ---------------------------------------------------------------- played back */

/* By the barycentric formula (Berrut and Trefethen (2004), SIAM Review 46, 501-517). */
static int dense(eg_engine *engine, double t, double *y, double *yp)
{
    const eg_playback *p = (const eg_playback *)engine;
    const double x = fmin(fmax(eg_engine_part(engine, t) / p->end, 0.0), 1.0);
    double whole = 0.0;
    (void)yp;
    for (size_t c = 0; c < p->n; c++)
        y[c] = 0.0;
    for (int j = 0; j < p->nodes; j++) {
        const double off = x - node(j, p->nodes);
        if (off == 0.0) {
            memcpy(y, p->y + (size_t)j * p->n, p->n * sizeof *y);
            return 0;
        }
        const bool is_end = j == 0 || j == p->nodes - 1;
        const double weight = (j % 2 == 0 ? 1.0 : -1.0) * (is_end ? 0.5 : 1.0) / off;
        whole += weight;
        for (size_t c = 0; c < p->n; c++)
            y[c] += weight * p->y[(size_t)j * p->n + c];
    }
    for (size_t c = 0; c < p->n; c++)
        y[c] /= whole;
    return 0;
}

eg_playback eg_record_play(const eg_record *r, const eg_recorded_step *step)
{
    static const eg_engine_ops ops = {.name = "recorded", .doc = "a step that has been made", .dense = dense};
    return (eg_playback){.engine = {.ops = &ops,
                                    .t0 = step->t0,
                                    .t1 = step->t1,
                                    .degree = step->nodes - 1,
                                    .stretch = step->stretch},
                         .y = r->numbers + step->first,
                         .nodes = step->nodes,
                         .n = r->n,
                         .end = step->end};
}
