#include "fmi/import/exchange.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_exchange *own(eg_system *s)
{
    return (eg_exchange *)s;
}

/* What the FMU takes for the time that engines count as t (base/system.h). */
static double clock(const eg_exchange *e, double t)
{
    return e->base.origin + t;
}

/* ---------------------------------------------------------------- the point */

/* The instance goes to (t, y). One that has failed goes nowhere: engines may ask once more. */
static bool place(eg_exchange *e, double t, const double *y)
{
    if (e->unit->is_broken)
        return false;
    bool same = e->is_placed && t == e->t;
    if (same && (e->n == 0 || memcmp(y, e->x, e->n * sizeof *y) == 0))
        return true;
    e->is_placed = false;
    const double at = clock(e, t);
    if (!same && !(eg_mockup_set_time(e->unit, at) && eg_mockup_inputs_give(e->inputs, at, false)))
        return false;
    if (!eg_mockup_set_states(e->unit, y, e->n))
        return false;
    if (e->n > 0)
        memcpy(e->x, y, e->n * sizeof *y);
    e->t = t;
    e->is_placed = true;
    return true;
}

static int derivatives(eg_system *s, double t, const double *y, double *yp)
{
    eg_exchange *e = own(s);
    return place(e, t, y) ? eg_mockup_derivatives(e->unit, yp, e->n) : EG_ERROR_SIMULATION;
}

static int residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    int status = derivatives(s, t, y, r);
    for (size_t i = 0; i < own(s)->n && status == 0; i++)
        r[i] = yp[i] - r[i];
    return status;
}

/* As the FMU tells it, column by column. */
static int given_jacobian(eg_exchange *e, double t, const double *y, double cj, double *values)
{
    const eg_facts *f = &e->unit->facts;
    int status = place(e, t, y) ? 0 : EG_ERROR_SIMULATION;
    for (size_t j = 0; j < e->n && status == 0; j++) {
        const eg_mockup_port *state = &f->ports[f->ports[f->derivatives[j]].derivative_of];
        status = eg_mockup_directional(e->unit, e->rates, e->n, state->reference, e->slope);
        for (size_t i = 0; i < e->n; i++)
            values[j * e->n + i] = (i == j ? cj : 0) - e->slope[i];
    }
    return status;
}

/* What state j is taken for where it is 0. */
static double smallest_of(const eg_exchange *e, size_t j)
{
    const double part = 1e-3;
    if (e->nominal[j] < INFINITY)
        return part * e->nominal[j];
    return e->size[j] > 0 ? fmin(part, e->size[j]) : part;
}

/* By differences of the derivatives, column by column. */
static int differences(eg_exchange *e, double t, const double *y, double cj, double *values)
{
    const size_t n = e->n;
    double *moved = calloc(n + 1, sizeof *moved);
    if (!moved)
        return EG_ERROR_MEMORY;
    int status = derivatives(&e->base, t, y, e->f);
    memcpy(moved, y, n * sizeof *y);
    for (size_t j = 0; j < n && status == 0; j++) {
        double step = sqrt(DBL_EPSILON) * fmax(fabs(y[j]), smallest_of(e, j));
        moved[j] = y[j] + (e->f[j] < 0 ? -step : step); /* where the motion goes */
        double width = moved[j] - y[j];
        status = derivatives(&e->base, t, moved, e->slope);
        moved[j] = y[j];
        for (size_t i = 0; i < n; i++)
            values[j * n + i] = (i == j ? cj : 0) - (e->slope[i] - e->f[i]) / width;
    }
    free(moved);
    return status;
}

static int jacobian(eg_system *s, double t, const double *y, const double *yp, double cj, double *values)
{
    eg_exchange *e = own(s);
    (void)yp;
    return (e->rates ? given_jacobian : differences)(e, t, y, cj, values);
}

/* ---------------------------------------------------------------- events */

static int switching(eg_system *s, double t, const double *y, double *h)
{
    eg_exchange *e = own(s);
    if (!place(e, t, y))
        return EG_ERROR_SIMULATION;
    int status = eg_mockup_indicators(e->unit, h, e->indicators);
    for (size_t i = 0; i < e->indicators && status == 0; i++)
        h[i] = e->is_below[i] ? DBL_TRUE_MIN - h[i] : h[i];
    return status;
}

static int switching_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    (void)t, (void)y, (void)yp;
    memset(dh, 0, own(s)->indicators * sizeof *dh);
    return 0;
}

static double next_time_event(eg_system *s, double t)
{
    eg_exchange *e = own(s);
    double next = e->inputs->table ? eg_stimulus_next(&e->inputs->drive) : INFINITY;
    (void)t;
    return eg_system_since(s, fmin(next, e->next_time));
}

/* The domains of the mode that begins. */
static int take_signs(eg_exchange *e)
{
    int status = eg_mockup_indicators(e->unit, e->z, e->indicators);
    for (size_t i = 0; i < e->indicators && status == 0; i++)
        e->is_below[i] = !(e->z[i] > 0);
    return status;
}

/* Is state i's nominal value of 1 the one of states of which the FMU says nothing? */
static bool is_silent(const eg_exchange *e, size_t i)
{
    const eg_facts *f = &e->unit->facts;
    const bool are_scalars = f->derivative_count == e->n;
    const long state = are_scalars ? f->ports[f->derivatives[i]].derivative_of : -1;
    return state < 0 || f->ports[state].size != 1 || !f->ports[state].has_nominal;
}

/* Below which size no accuracy is asked of states: what the FMU says; or, where it says nothing, a share of
 * what a state begins with, and of those that begin with nothing of the smallest. The standard's 1 would be
 * a floor under which motions of micrometres are lost. */
static void find_least(eg_exchange *e)
{
    const double share = 1e-3, usual = 1e-9;
    double smallest = usual;
    for (size_t i = 0; i < e->n; i++)
        if (e->size[i] > 0)
            smallest = fmin(smallest, share * e->size[i]);
    for (size_t i = 0; i < e->n; i++) {
        const double own = e->size[i] > 0 ? fmin(share * e->size[i], 1) : smallest;
        e->least[i] = e->nominal[i] < INFINITY ? e->nominal[i] : fmax(own, DBL_MIN);
    }
}

/* Nominal values that no error can be measured against are none. */
static bool take_nominals(eg_exchange *e)
{
    if (!eg_mockup_get_nominals(e->unit, e->nominal, e->n))
        return false;
    for (size_t i = 0; i < e->n; i++) {
        const double said = fabs(e->nominal[i]);
        const bool is_one = isfinite(said) && said > 0 && !(said == 1 && is_silent(e, i));
        e->nominal[i] = is_one ? said : INFINITY;
    }
    find_least(e);
    return true;
}

/* What states y begin with, and what their rates make of that in a while. */
static void take_sizes(eg_exchange *e, const double *y, const double *yp)
{
    const double soon = 1e-2 * e->base.span;
    for (size_t i = 0; i < e->n; i++) {
        const double size = fmax(fabs(y[i]), soon * fabs(yp[i]));
        e->size[i] = isfinite(size) ? size : 0;
    }
    find_least(e);
}

/* In Event Mode: to what follows, then on in continuous time. */
static bool settle(eg_exchange *e, double t, double *y, bool *jumped)
{
    enum { MOST = 100 };
    eg_mockup_news news;
    bool values = false, nominals = false;
    int round = 0;
    do { /* an event that is announced for now is this one */
        if (!eg_mockup_iterate(e->unit, &news))
            return false;
        values = values || news.values_changed;
        nominals = nominals || news.nominals_changed;
    } while (news.next_time <= t && !news.terminate && ++round < MOST);
    if (round == MOST) {
        eg_report(e->unit->d, EG_ERROR, EG_NOWHERE,
                  "at t = %.15g s the FMU announces its next event for %.15g s, again and again", t,
                  news.next_time);
        eg_remedy(e->unit->d,
                  "ask who made the FMU to mend its time events, or run it as Co-Simulation: --fmi-kind cs");
        return false;
    }
    e->next_time = news.next_time;
    e->base.finished = e->base.finished || news.terminate;
    if (!eg_mockup_get_states(e->unit, e->x, e->n)) /* also where the FMU says that nothing has jumped */
        return false;
    *jumped = *jumped || values || (e->n > 0 && memcmp(e->x, y, e->n * sizeof *y) != 0);
    if (e->n > 0)
        memcpy(y, e->x, e->n * sizeof *y);
    return (!nominals || take_nominals(e)) && (e->base.finished || eg_mockup_enter_continuous(e->unit));
}

static void tell(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    if (sink)
        sink->happened(sink, t, component, name, is_time_event);
}

static void tell_fired(eg_exchange *e, const bool *fired, double t, eg_event_sink *sink)
{
    const eg_facts *f = &e->unit->facts;
    char name[40];
    for (size_t i = 0; fired && i < e->indicators; i++) {
        if (!fired[i])
            continue;
        const eg_mockup_port *p = i < f->indicator_count ? &f->ports[f->indicators[i]] : NULL;
        snprintf(name, sizeof name, "event indicator %zu", i + 1);
        tell(sink, t, p ? p->name : name, e->is_below[i] ? "becomes positive" : "becomes negative or zero",
             false);
    }
}

/* Inputs go on to their next piece. Answers whether this is an event for the FMU. */
static bool advance_inputs(eg_exchange *e, double t, eg_event_sink *sink)
{
    eg_stimulus *d = &e->inputs->drive;
    if (!e->inputs->table || !eg_stimulus_advance(d, t))
        return false;
    for (size_t i = 0; i < d->count; i++)
        if (eg_stimulus_steps(d, i))
            tell(sink, t, e->unit->facts.ports[e->inputs->port[i]].name, "input changes", true);
    return true;
}

static int handle_event(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                        eg_event_sink *sink)
{
    eg_exchange *e = own(s);
    const double at = clock(e, t);
    bool is_announced = at >= e->next_time, is_fired = false;
    *jumped = false;
    if (!place(e, t, y))
        return EG_ERROR_SIMULATION;
    for (size_t i = 0; fired && i < e->indicators; i++)
        is_fired = is_fired || fired[i];
    tell_fired(e, fired, at, sink);
    if (is_announced)
        tell(sink, at, e->unit->facts.model, "time event", true);
    if (s->wants_event)
        tell(sink, at, e->unit->facts.model, "event after a step", false);
    bool steps = advance_inputs(e, at, sink);
    e->is_event = steps || is_announced || is_fired || s->wants_event;
    s->wants_event = false;
    if (e->is_event) {
        if (!eg_mockup_enter_event(e->unit) || !eg_mockup_inputs_give(e->inputs, at, true) ||
            !settle(e, at, y, jumped))
            return EG_ERROR_SIMULATION;
    } else if (!eg_mockup_inputs_give(e->inputs, at, false)) {
        return EG_ERROR_SIMULATION;
    }
    int status = eg_mockup_derivatives(e->unit, yp, e->n);
    return status == 0 ? take_signs(e) : status;
}

/* ---------------------------------------------------------------- the start */

static eg_status initialize(eg_system *s, double t, double *y, double *yp)
{
    eg_exchange *e = own(s);
    const double at = clock(e, t);
    bool jumped = false;
    if (e->inputs->table)
        eg_stimulus_begin(&e->inputs->drive, at);
    bool ok = eg_mockup_enter_initialization(e->unit, e->tolerance, e->start, e->stop) &&
              eg_mockup_inputs_give(e->inputs, at, true) && eg_mockup_exit_initialization(e->unit) &&
              settle(e, at, y, &jumped) && take_nominals(e);
    if (!ok)
        return EG_ERROR_MODEL;
    e->t = t;
    e->is_placed = true;
    if (eg_mockup_derivatives(e->unit, yp, e->n) != 0 || take_signs(e) != 0)
        return EG_ERROR_MODEL;
    take_sizes(e, y, yp);
    return EG_OK;
}

static void nominals(eg_system *s, const double *y, double *nominal)
{
    (void)y;
    memcpy(nominal, own(s)->least, own(s)->n * sizeof *nominal);
}

static int no_powers(eg_system *s, double t, const double *y, double *power)
{
    (void)s, (void)t, (void)y;
    memset(power, 0, EG_POWER_COUNT * sizeof *power);
    return 0;
}

static int no_energy(eg_system *s, double t, const double *y, double *kinetic, double *potential)
{
    (void)s, (void)t, (void)y;
    *kinetic = *potential = 0;
    return 0;
}

static void describe(eg_system *s, int i, char *text, size_t size)
{
    const eg_facts *f = &own(s)->unit->facts;
    long state = (size_t)i < f->derivative_count ? f->ports[f->derivatives[i]].derivative_of : -1;
    if (state >= 0 && f->derivative_count == own(s)->n) /* all are scalars */
        snprintf(text, size, "state %s of the FMU", f->ports[state].name);
    else
        snprintf(text, size, "state %d of the FMU", i + 1);
}

static const eg_system_ops ops = {
    .residual = residual,
    .jacobian = jacobian,
    .derivatives = derivatives,
    .switching = switching,
    .switching_rates = switching_rates,
    .handle_event = handle_event,
    .next_time_event = next_time_event,
    .initialize = initialize,
    .nominals = nominals,
    .powers = no_powers,
    .energy = no_energy,
    .describe = describe,
};

/* ---------------------------------------------------------------- watching the run */

static eg_exchange *watching(eg_observer *o)
{
    return (eg_exchange *)(void *)((char *)o - offsetof(eg_exchange, observer));
}

static int add_row(eg_exchange *e, double t, const double *y)
{
    if (!place(e, t, y))
        return EG_ERROR_SIMULATION;
    return (int)eg_mockup_rows_add(e->rows, clock(e, t));
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)yp;
    return add_row(watching(o), t, y);
}

/* A kink of inputs alone is one row, the right one. */
static int on_left(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_exchange *e = watching(o);
    (void)yp;
    eg_mockup_rows_begin_event(e->rows);
    e->row_before = (long)e->rows->trajectory->row_count;
    return add_row(e, t, y);
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_exchange *e = watching(o);
    (void)yp;
    if (!e->is_event)
        eg_mockup_rows_cut(e->rows, (size_t)e->row_before);
    int status = add_row(e, t, y);
    if (status == 0)
        eg_mockup_rows_end_event(e->rows, !e->is_event);
    return status;
}

static int on_progress(eg_observer *o, double t)
{
    eg_exchange *e = watching(o);
    return e->progress ? e->progress(clock(e, t), e->context) : 0;
}

/* A step of the engine is the past: the FMU is told, and may ask for an event. */
static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    eg_exchange *e = watching(o);
    bool terminate;
    double *y = e->f;
    if (!e->unit->facts.wants_completed_steps)
        return 0;
    if (engine->ops->dense(engine, t, y, NULL) != 0 || !place(e, t, y) ||
        !eg_mockup_complete_step(e->unit, &e->base.wants_event, &terminate))
        return EG_ERROR_SIMULATION;
    e->base.finished = e->base.finished || terminate;
    return 0;
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    eg_exchange *e = watching((eg_observer *)(void *)((char *)sink - offsetof(eg_observer, sink)));
    eg_mockup_rows_note(e->rows, t, component, name, is_time_event);
}

/* ---------------------------------------------------------------- making one */

static bool make_pattern(eg_exchange *e)
{
    const size_t n = e->n;
    e->start_of = calloc(n + 1, sizeof *e->start_of);
    e->row_of = calloc(n * n + 1, sizeof *e->row_of);
    e->all = calloc(n + 1, sizeof *e->all);
    if (!e->start_of || !e->row_of || !e->all)
        return false;
    for (size_t j = 0; j <= n; j++) {
        e->start_of[j] = (int)(j * n);
        e->all[j] = true;
    }
    for (size_t k = 0; k < n * n; k++)
        e->row_of[k] = (int)(k % n);
    e->full = (eg_pattern){(int)n, (int)(n * n), e->start_of, e->row_of};
    return true;
}

/* The references of the states' derivatives, where the FMU tells their Jacobian. False: no memory. */
static bool find_rates(eg_exchange *e)
{
    const eg_facts *f = &e->unit->facts;
    bool tells = f->has_directional && f->derivative_count == e->n && e->n > 0;
    for (size_t i = 0; i < e->n && tells; i++) {
        const eg_mockup_port *rate = &f->ports[f->derivatives[i]];
        tells = rate->size == 1 && rate->derivative_of >= 0 && f->ports[rate->derivative_of].size == 1;
    }
    e->rates = tells ? calloc(e->n, sizeof *e->rates) : NULL;
    for (size_t i = 0; i < e->n && e->rates; i++)
        e->rates[i] = f->ports[f->derivatives[i]].reference;
    return !tells || e->rates;
}

eg_status eg_exchange_init(eg_exchange *e, eg_mockup *unit, eg_mockup_inputs *inputs, eg_mockup_rows *rows)
{
    enum { MOST_STATES = 20000, MOST_INDICATORS = 1000000 };
    *e = (eg_exchange){.unit = unit, .inputs = inputs, .rows = rows, .next_time = INFINITY};
    if (!eg_mockup_sizes(unit, &e->n, &e->indicators))
        return EG_ERROR_MODEL;
    if (e->n > MOST_STATES || e->indicators > MOST_INDICATORS) {
        eg_report(unit->d, EG_ERROR, EG_NOWHERE, "the FMU has %zu states and %zu event indicators: too many",
                  e->n, e->indicators);
        eg_remedy(unit->d, "run it as Co-Simulation, where the FMU integrates by itself: --fmi-kind cs");
        return EG_ERROR_MODEL;
    }
    e->x = calloc(6 * e->n + e->indicators + 1, sizeof *e->x);
    e->is_below = calloc(e->indicators + 1, sizeof *e->is_below);
    if (!e->x || !e->is_below || !make_pattern(e) || !find_rates(e))
        return EG_ERROR_MEMORY;
    e->f = e->x + e->n;
    e->slope = e->f + e->n;
    e->nominal = e->slope + e->n;
    e->size = e->nominal + e->n;
    e->least = e->size + e->n;
    e->z = e->least + e->n;
    e->base = (eg_system){.ops = &ops,
                          .n = (int)e->n,
                          .switch_count = (int)e->indicators,
                          .pattern = &e->full,
                          .differential = e->all,
                          .follows_time = true,
                          .diagnostics = unit->d};
    e->observer = (eg_observer){.point = on_point,
                                .left = on_left,
                                .right = on_right,
                                .progress = on_progress,
                                .passed = on_passed,
                                .sink = {on_event}};
    return EG_OK;
}

void eg_exchange_release(eg_exchange *e)
{
    free(e->x);
    free(e->is_below);
    free(e->rates);
    free(e->start_of);
    free(e->row_of);
    free(e->all);
    *e = (eg_exchange){0};
}
