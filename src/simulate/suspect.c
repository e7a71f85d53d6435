/* Where the energy balance of a run does not close. The run is made once more, now with an account for each
 * element and body (network/motion/accounts.c): what has flowed into it in a step, integrated at the nodes
 * of the dense output, less the change of its stock, is what the step has lost of it; and what an event
 * leaves open is put on the component that it was told of. The account that lacks most is the suspect; of a
 * body it is the element that does most to it, since what moves a body wrongly is a force. Where accounts
 * explain little of what is missing, as behind parts without mass, it is the one with the largest flow. */
#include "engine/nodes.h"
#include "network/motion/accounts.h"
#include "simulate/balance.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdlib.h>

typedef struct suspect {
    eg_observer observer; /* first */
    const eg_simulate_options *options;
    eg_teller teller;
    eg_network *network;
    eg_nodes nodes;
    int count;
    double *y, *yp;         /* (n) */
    double *stock, *before; /* (count) now, and at the last look */
    double *flow, *into;    /* (count) power; its integral over a step */
    double *open, *turned;  /* (count) sums of what is missing, and of |flow| [J] */
    long steps_left;        /* it is no longer than the run itself was, by far */
    const char *heard;      /* first component of the present event, or NULL */
    double booked;          /* jump_work - jump_loss at its left side [J] */
    const char *event;      /* the component whose events leave most open */
    double event_open;      /* [J] */
} suspect;

static suspect *of_observer(eg_observer *o)
{
    return (suspect *)(void *)o;
}

static int ignore_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

/* Powers in [a, b], at the nodes, into s->into. */
static int integrate(suspect *s, eg_engine *engine, double a, double b)
{
    for (int i = 0; i < s->count; i++)
        s->into[i] = 0;
    for (int j = 0; j < s->nodes.count; j++) {
        double t = j == s->nodes.count - 1 ? b : a + s->nodes.x[j] * (b - a);
        int status = engine->ops->dense(engine, t, s->y, NULL);
        if (status == 0)
            status = eg_network_account_flows(s->network, s->network->base.origin + t, s->y, s->yp, s->flow);
        if (status != 0)
            return status;
        for (int i = 0; i < s->count; i++) {
            double part = s->nodes.w[j] * (b - a) * s->flow[i];
            s->into[i] += part;
            s->turned[i] += fabs(part);
        }
    }
    return 0;
}

/* y at b is that of the last node. */
static int passed(eg_observer *o, eg_engine *engine, double t)
{
    suspect *s = of_observer(o);
    if (integrate(s, engine, engine->t0, t) != 0)
        return 0; /* the run itself will say why */
    eg_network_account_stocks(s->network, s->network->base.origin + t, s->y, s->stock);
    for (int i = 0; i < s->count; i++) {
        double missing = fabs(s->into[i] - (s->stock[i] - s->before[i]));
        s->open[i] += isfinite(missing) ? missing : 0;
        s->before[i] = s->stock[i];
    }
    return 0;
}

static void hear(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    suspect *s = (suspect *)(void *)((char *)sink - offsetof(eg_observer, sink));
    (void)t, (void)name, (void)is_time_event;
    if (!s->heard)
        s->heard = component;
}

static int left(eg_observer *o, double t, const double *y, const double *yp)
{
    suspect *s = of_observer(o);
    (void)t, (void)y, (void)yp;
    s->heard = NULL;
    s->booked = s->network->jumped.work - s->network->jumped.loss;
    return 0;
}

static int right(eg_observer *o, double t, const double *y, const double *yp)
{
    suspect *s = of_observer(o);
    double missing = s->network->jumped.work - s->network->jumped.loss - s->booked;
    (void)yp;
    eg_network_account_stocks(s->network, s->network->base.origin + t, y, s->stock);
    for (int i = 0; i < s->count; i++) {
        missing -= s->stock[i] - s->before[i];
        s->before[i] = s->stock[i];
    }
    if (s->heard && fabs(missing) > s->event_open) {
        s->event = s->heard;
        s->event_open = fabs(missing);
    }
    return 0;
}

static int go_on(eg_observer *o, double t)
{
    if (--of_observer(o)->steps_left < 0)
        return 1;
    return eg_teller_tell(&of_observer(o)->teller, t);
}

static int largest(const double *x, int count)
{
    int at = 0;
    for (int i = 1; i < count; i++)
        if (x[i] > x[at])
            at = i;
    return at;
}

/* Of a body's account, that of the element that does most to it, if there is one. */
static int acting(const suspect *s, int account)
{
    const eg_model *m = s->network->m;
    int body = account - m->element_count, most = account;
    double turned = 0;
    for (int i = 0; i < m->element_count && body >= 0; i++) {
        bool touches = m->elements[i].body_a == body || m->elements[i].body_b == body;
        if (touches && s->turned[i] > turned) {
            most = i;
            turned = s->turned[i];
        }
    }
    return most;
}

static const char *conclude(const suspect *s, double missing)
{
    int at = largest(s->open, s->count);
    if (s->event && s->event_open >= s->open[at] && s->event_open > 0.1 * missing)
        return s->event;
    if (!(s->open[at] > 0.1 * missing))
        at = largest(s->turned, s->count);
    if (!(s->open[at] > 0 || s->turned[at] > 0))
        return NULL;
    const char *name = eg_network_account_name(s->network, acting(s, at));
    return name && *name ? name : NULL;
}

static const char *run_again(suspect *s, const eg_simulate_options *o, const eg_engine_ops *ops,
                             double missing, double spent)
{
    eg_system *system = &s->network->base;
    size_t n = (size_t)s->network->m->n + 1;
    double *y = calloc(2 * n, sizeof *y);
    const char *name = NULL;
    eg_engine *engine = NULL;
    const bool has_begun = y && eg_simulate_begin(s->network, o, y, y + n) == EG_OK;
    const long enough = 100000; /* steps: what is open after them is open at the same place */
    const double begin = eg_system_since(system, o->start_time);
    eg_march_options options = {.start_time = begin,
                                .stop_time = eg_system_since(system, o->stop_time),
                                .interval = o->interval,
                                .max_events = o->max_events,
                                .max_steps =
                                    o->max_steps > 0 && o->max_steps < enough ? o->max_steps : enough,
                                .time_limit = o->time_limit > 0 ? fmax(o->time_limit - spent, 1e-3) : 0,
                                .without_work = true};
    eg_march_result result;
    if (has_begun)
        engine = ops->create(system, o->tolerance);
    if (engine) {
        eg_network_account_stocks(s->network, o->start_time, y, s->before);
        (void)eg_march(engine, &options, y, y + n, &s->observer, &result);
        name = conclude(s, missing);
        engine->ops->free(engine);
    }
    free(y);
    return name;
}

/* With room for the accounts; NULL also where there is none. */
static const char *search(suspect *s, const eg_model *model, const eg_simulate_options *o,
                          const eg_statistics *st, const eg_engine_ops *ops)
{
    const size_t n = (size_t)model->n;
    s->count = eg_network_account_count(s->network);
    double *room = calloc(2 * n + 6 * (size_t)s->count + 1, sizeof *room);
    if (!room)
        return NULL;
    double **const parts[] = {&s->stock, &s->before, &s->flow, &s->into, &s->open, &s->turned};
    s->y = room;
    s->yp = room + n;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = room + 2 * n + i * (size_t)s->count;
    eg_nodes_make(&s->nodes, EG_NODES_MAX);
    const char *name = run_again(s, o, ops, fabs(eg_balance_missing(&st->energy)), st->integrate_seconds);
    free(room);
    return name;
}

const char *eg_balance_suspect(const eg_model *model, const eg_simulate_options *o, const eg_statistics *st)
{
    enum { EVER = 2000 };
    const char *reason, *name = NULL;
    eg_diagnostics *d = eg_diagnostics_create(); /* what was to be said has been said */
    suspect s = {.options = o, .teller = eg_teller_begin(o), .steps_left = EVER + st->steps};
    s.observer = (eg_observer){
        .point = ignore_point, .left = left, .right = right, .passed = passed, .progress = go_on};
    s.observer.sink.happened = hear;
    const eg_engine_ops *ops = d ? eg_simulate_engine(model, o, d, &reason) : NULL;
    s.network = ops && ops->step ? eg_network_create(model, d) : NULL;
    if (s.network)
        name = search(&s, model, o, st, ops);
    eg_network_free(s.network);
    eg_diagnostics_free(d);
    return name;
}
