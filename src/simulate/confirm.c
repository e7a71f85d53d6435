/* Does rounding show in a run? Where forces are so large that an ulp of them could move what they act on
 * as far as it moves, no balance tells: the energy of such forces hides all that others do. Neither does
 * it where equations have small numbers as differences of large ones (doubt.c). The run is made once more,
 * in which each force is an ulp larger or smaller than its law has it, and so is what each operation of
 * users' equations comes to. Where that ends elsewhere, neither is to be trusted (Vignes 1978, Math.
 * Comput. Simul. 20, 227, on results that are rounded at random). Of forces nothing is asked with the
 * engine exact: it goes by coefficients, and sums what they give. */
#include "simulate/balance.h"
#include "network/motion/energy.h"
#include "network/motion/unknowns.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdio.h>
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

/* By how much of its range, or of what is asked for at least, unknown i ends elsewhere. */
static double off_by(const again *a, const double *first, const double *second, int i)
{
    return fabs(second[i] - first[i]) / fmax(a->high[i] - a->low[i], a->network->rounding.least[i]);
}

/* The unknown that ends furthest elsewhere: the position of a body, or a state of equations; -1: none
 * does. */
static int most_moved(const again *a, const double *first, const double *second)
{
    const eg_model *m = a->network->m;
    int most = -1;
    for (int i = 0; i < m->n; i++) {
        const bool is_asked =
            i < m->body_count - 1 || (m->user && i >= m->first.user && a->network->differential[i]);
        const double off = is_asked ? off_by(a, first, second, i) : 0;
        if (off > (most < 0 ? 0 : off_by(a, first, second, most)))
            most = i;
    }
    return most;
}

static const char *largest_forces(const eg_network *s)
{
    const int rough = eg_network_roughest(s);
    return rough < 0 ? "sources" : eg_instance_path(s->m, s->m->elements[rough].instance);
}

static void tell_forces(const again *a, int body, double off, eg_diagnostics *d)
{
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "forces are so large that their last digit shows in the motion: rounded otherwise, %s ends "
              "elsewhere by %.2g of its way; the largest are those of %s",
              a->network->m->bodies[body].name, off, largest_forces(a->network));
    eg_remedy(d, "look for a length, a stiffness or a mass there that is out of all proportion; a body that "
                 "weighs next to nothing is better left without mass");
}

static void name_unknown(const eg_model *m, int i, char *name, size_t size)
{
    eg_unknown *all = eg_model_unknowns(m);
    if (all)
        eg_unknown_name(&all[i], name, size);
    if (!all || !*name)
        snprintf(name, size, "a variable");
    free(all);
}

static void tell_equations(const again *a, int i, double off, int rough, eg_diagnostics *d)
{
    char name[300] = "", roughest[300] = "";
    name_unknown(a->network->m, i, name, sizeof name);
    name_unknown(a->network->m, rough < 0 ? i : rough, roughest, sizeof roughest);
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "the equations of %s have small numbers as differences of large ones, whose last digit shows: "
              "rounded otherwise, %s ends elsewhere by %.2g of its range",
              roughest, name, off);
    eg_remedy(d,
              "look for a mass, a stiffness or a factor there that is out of all proportion to the others");
}

static void tell_difference(const again *a, int i, double off, int rough, eg_diagnostics *d)
{
    if (rough < 0 && i < a->network->m->body_count - 1)
        tell_forces(a, i + 1, off, d);
    else
        tell_equations(a, i, off, rough, d);
}

static void tell_unconfirmed(const eg_network *s, const char *why, int rough, eg_diagnostics *d)
{
    char name[300] = "";
    if (rough < 0)
        eg_report(d, EG_WARNING, EG_NOWHERE,
                  "forces are so large that their last digit may show in the motion, and %s; the largest are "
                  "those of %s",
                  why, largest_forces(s));
    else {
        name_unknown(s->m, rough, name, sizeof name);
        eg_report(
            d, EG_WARNING, EG_NOWHERE,
            "the equations of %s have small numbers as differences of large ones, whose last digit may show, "
            "and %s",
            name, why);
    }
    eg_remedy(d,
              "look for a length, a stiffness or a mass there that is out of all proportion, or compare with "
              "another engine");
}

/* With the network made. False: the second run has not come to its end. */
static bool confirm(again *a, const eg_simulate_options *o, const eg_engine_ops *ops, const eg_statistics *st,
                    const double *y, int rough, eg_diagnostics *d)
{
    const size_t n = (size_t)a->network->m->n + 1;
    double *room = calloc(5 * n, sizeof *room);
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
    const int most = has_ended ? most_moved(a, y, end) : -1;
    const double off = most < 0 ? 0 : off_by(a, y, end, most);
    if (off > st->energy.allowed)
        tell_difference(a, most, off, rough, d);
    free(room);
    return has_ended;
}

void eg_balance_confirm(eg_network *s, const eg_simulate_options *o, const eg_statistics *st, const double *y,
                        int rough, eg_diagnostics *d)
{
    enum { EVER = 2000, MOST = 50000 };
    const char *reason;
    if (strcmp(st->engine, eg_engine_exact.name) == 0 && rough < 0)
        return;
    if (strcmp(st->engine, eg_engine_fixed.name) == 0 || st->steps > MOST) {
        tell_unconfirmed(s,
                         st->steps > MOST ? "so many steps are not made once more to see whether it does"
                                          : "the engine fixed cannot tell whether it does",
                         rough, d);
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
    if (!a.network || !confirm(&a, o, ops, st, y, rough, d))
        tell_unconfirmed(s, "a run that rounds otherwise does not come to an end", rough, d);
    eg_network_free(a.network);
    eg_diagnostics_free(own);
}
