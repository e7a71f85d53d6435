/* Does the rounding of forces show in a run? Where forces are so large that an ulp of them could move what
 * they act on as far as it moves, no balance tells: the energy of such forces hides all that others do. The
 * run is made once more, in which each force is an ulp larger or smaller than its law has it. Where that ends
 * elsewhere, neither is to be trusted (Vignes 1978, Math. Comput. Simul. 20, 227, on results that are rounded
 * at random). Of the engine exact nothing is asked: it goes by coefficients, and sums what they give. */
#include "simulate/balance.h"
#include "network/motion/energy.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct again {
    eg_observer observer; /* first */
    eg_teller teller;
    eg_network *network;
    long steps_left;
    double *y, *low, *high; /* (n) now, and its range so far */
} again;

static again *of_observer(eg_observer *o)
{
    return (again *)(void *)o;
}

static int ignore_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static void ignore_event(eg_event_sink *sink, double t, const char *component, const char *name,
                         bool is_time_event)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_time_event;
}

static int passed(eg_observer *o, eg_engine *engine, double t)
{
    again *a = of_observer(o);
    if (engine->ops->dense(engine, t, a->y, NULL) != 0)
        return 0; /* the run itself will say why */
    for (int i = 0; i < a->network->m->n; i++) {
        a->low[i] = fmin(a->low[i], a->y[i]);
        a->high[i] = fmax(a->high[i], a->y[i]);
    }
    return 0;
}

static int go_on(eg_observer *o, double t)
{
    again *a = of_observer(o);
    return --a->steps_left < 0 ? 1 : eg_teller_tell(&a->teller, t);
}

/* To the end; its state into `y`. */
static bool run_again(again *a, const eg_simulate_options *o, const eg_engine_ops *ops, double spent,
                      double *y, double *yp)
{
    eg_system *system = &a->network->base;
    if (eg_simulate_begin(a->network, o, y, yp) != EG_OK)
        return false;
    eg_engine *engine = ops->create(system, o->tolerance);
    if (!engine)
        return false;
    const eg_march_options options = {.start_time = eg_system_since(system, o->start_time),
                                      .stop_time = eg_system_since(system, o->stop_time),
                                      .interval = o->interval,
                                      .max_events = o->max_events,
                                      .max_steps = o->max_steps,
                                      .time_limit = o->time_limit > 0 ? fmax(o->time_limit - spent, 1e-3) : 0,
                                      .without_work = true};
    eg_march_result result;
    const eg_status status = eg_march(engine, &options, y, yp, &a->observer, &result);
    engine->ops->free(engine);
    return status == EG_OK && result.end_time >= options.stop_time;
}

/* The body that ends furthest elsewhere, by the range of its own motion, or what is asked for at least. *off:
 * that. */
static int most_moved(const again *a, const double *first, const double *second, double *off)
{
    int most = 0;
    *off = 0;
    for (int b = 1; b < a->network->m->body_count; b++) {
        const int x = b - 1;
        const double range = fmax(a->high[x] - a->low[x], a->network->rounding.least[x]);
        const double moved = fabs(second[x] - first[x]) / range;
        if (moved > *off) {
            *off = moved;
            most = b;
        }
    }
    return most;
}

static const char *largest_forces(const eg_network *s)
{
    const int rough = eg_network_roughest(s);
    return rough < 0 ? "sources" : eg_instance_path(s->m, s->m->elements[rough].instance);
}

static void tell_difference(const again *a, int body, double off, eg_diagnostics *d)
{
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "forces are so large that their last digit shows in the motion: rounded otherwise, %s ends "
              "elsewhere by %.2g of its way; the largest are those of %s",
              a->network->m->bodies[body].name, off, largest_forces(a->network));
    eg_remedy(d, "look for a length, a stiffness or a mass there that is out of all proportion; a body that "
                 "weighs next to nothing is better left without mass");
}

static void tell_unconfirmed(const eg_network *s, const char *why, eg_diagnostics *d)
{
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "forces are so large that their last digit may show in the motion, and %s; the largest are "
              "those of %s",
              why, largest_forces(s));
    eg_remedy(d,
              "look for a length, a stiffness or a mass there that is out of all proportion, or compare with "
              "another engine");
}

/* With the network made. False: the second run has not come to its end. */
static bool confirm(again *a, const eg_simulate_options *o, const eg_engine_ops *ops, const eg_statistics *st,
                    const double *y, eg_diagnostics *d)
{
    const size_t n = (size_t)a->network->m->n + 1;
    double *room = calloc(5 * n, sizeof *room), off;
    if (!room)
        return false;
    double *end = room, *yp = room + n;
    a->y = room + 2 * n;
    a->low = room + 3 * n;
    a->high = room + 4 * n;
    memcpy(a->low, y, (n - 1) * sizeof *y);
    memcpy(a->high, y, (n - 1) * sizeof *y);
    a->network->rounding.shakes = true;
    const bool has_ended = run_again(a, o, ops, st->integrate_seconds, end, yp);
    const int body = has_ended ? most_moved(a, y, end, &off) : 0;
    if (body > 0 && off > st->energy.allowed)
        tell_difference(a, body, off, d);
    free(room);
    return has_ended;
}

void eg_balance_confirm(eg_network *s, const eg_simulate_options *o, const eg_statistics *st, const double *y,
                        eg_diagnostics *d)
{
    enum { EVER = 2000, MOST = 50000 };
    const char *reason;
    if (strcmp(st->engine, eg_engine_exact.name) == 0)
        return;
    if (strcmp(st->engine, eg_engine_fixed.name) == 0 || st->steps > MOST) {
        tell_unconfirmed(s,
                         st->steps > MOST ? "so many steps are not made once more to see whether it does"
                                          : "the engine fixed cannot tell whether it does",
                         d);
        return;
    }
    eg_diagnostics *own = eg_diagnostics_create(); /* what was to be said has been said */
    again a = {.teller = eg_teller_begin(o), .steps_left = EVER + 2 * st->steps};
    a.observer = (eg_observer){.point = ignore_point,
                               .left = ignore_point,
                               .right = ignore_point,
                               .passed = passed,
                               .progress = go_on};
    a.observer.sink.happened = ignore_event;
    const eg_engine_ops *ops = own ? eg_simulate_engine(s->m, o, own, &reason) : NULL;
    a.network = ops && ops->step ? eg_network_create(s->m, own) : NULL;
    if (!a.network || !confirm(&a, o, ops, st, y, d))
        tell_unconfirmed(s, "a run with forces rounded otherwise does not come to an end", d);
    eg_network_free(a.network);
    eg_diagnostics_free(own);
}
