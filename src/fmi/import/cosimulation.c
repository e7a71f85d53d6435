#include "fmi/import/cosimulation.h"

#include <float.h>
#include <math.h>

typedef struct cosimulation {
    eg_mockup *u;
    eg_mockup_inputs *in;
    eg_mockup_rows *rows;
    const eg_import_options *o;
    double t;
    double grid_index; /* of the next output point */
    bool has_events;   /* Event Mode is used */
    bool ended;
    long instants; /* at which time stood still, in a row */
    long steps;
} cosimulation;

static double grid_time(const cosimulation *c)
{
    double at = c->o->start_time + c->grid_index * c->o->interval;
    return at >= c->o->stop_time - 1e-9 * c->o->interval ? c->o->stop_time : at;
}

/* ---------------------------------------------------------------- events */

/* In Event Mode: inputs, what follows from them, and on. */
static bool settle(cosimulation *c)
{
    eg_mockup_news news;
    if (!eg_mockup_inputs_give(c->in, c->t, true) || !eg_mockup_iterate(c->u, &news))
        return false;
    c->ended = c->ended || news.terminate;
    return c->ended || eg_mockup_enter_step(c->u);
}

/* Have inputs come to a step? On the way there kinks are passed over. */
static bool inputs_step(cosimulation *c)
{
    eg_stimulus *d = &c->in->drive;
    while (c->in->table && eg_stimulus_next(d) <= c->t) {
        if (d->breaks[d->piece + 1].is_step)
            return true;
        d->piece++;
    }
    return false;
}

static bool note_inputs(cosimulation *c)
{
    eg_stimulus *d = &c->in->drive;
    if (!inputs_step(c))
        return false;
    (void)eg_stimulus_advance(d, c->t);
    for (size_t i = 0; i < d->count; i++)
        if (eg_stimulus_steps(d, i))
            eg_mockup_rows_note(c->rows, c->t, c->u->facts.ports[c->in->port[i]].name, "input changes", true);
    return true;
}

/* An event at c->t, of the FMU (whose step has `ended` with it) or of inputs: both sides are rows. */
static eg_status handle_event(cosimulation *c, bool is_own)
{
    eg_mockup_rows_begin_event(c->rows);
    eg_status status = eg_mockup_rows_add(c->rows, c->t);
    bool steps = note_inputs(c);
    if (is_own)
        eg_mockup_rows_note(c->rows, c->t, c->u->facts.model, "event", false);
    if (status != EG_OK)
        return status;
    bool ok =
        !c->has_events ? eg_mockup_inputs_give(c->in, c->t, true) : eg_mockup_enter_event(c->u) && settle(c);
    if (!ok)
        return EG_ERROR_SIMULATION;
    status = eg_mockup_rows_add(c->rows, c->t);
    if (status == EG_OK)
        eg_mockup_rows_end_event(c->rows, !(is_own || steps));
    return status;
}

/* ---------------------------------------------------------------- steps */

static eg_status refuse_step(cosimulation *c, double to)
{
    eg_report(c->u->d, EG_ERROR, EG_NOWHERE, "the FMU discarded the step from %.15g s to %.15g s", c->t, to);
    eg_remedy(c->u->d, "try another --interval");
    return EG_ERROR_SIMULATION;
}

/* Steps that lead nowhere are not made for ever. */
static eg_status note_progress(cosimulation *c, double reached)
{
    if (reached > c->t + 8 * DBL_EPSILON * fabs(c->t))
        c->instants = 0;
    else if (++c->instants > c->o->max_events) {
        eg_report(c->u->d, EG_ERROR, EG_NOWHERE,
                  "the FMU stands still at t = %.15g s, after %ld events there", c->t, c->instants);
        eg_remedy(c->u->d, "take a larger --interval, or run it as Model Exchange: --fmi-kind me");
        return EG_ERROR_SIMULATION;
    }
    c->t = reached;
    return EG_OK;
}

/* To `to`, or to an event before. */
static eg_status step(cosimulation *c, double to)
{
    eg_mockup_step outcome;
    if (!eg_mockup_inputs_give(c->in, c->t, !c->has_events) || !eg_mockup_inputs_foresee(c->in, c->t, to) ||
        !eg_mockup_step_to(c->u, c->t, to, &outcome))
        return EG_ERROR_SIMULATION;
    c->steps++;
    if (outcome.is_discarded && !outcome.terminate && !(outcome.reached > c->t))
        return refuse_step(c, to);
    eg_status status = note_progress(c, outcome.reached);
    c->ended = outcome.terminate;
    bool is_grid = c->t >= grid_time(c) || c->ended;
    bool steps = inputs_step(c);
    bool is_event = outcome.needs_event && c->has_events; /* else none has been agreed on */
    if (status == EG_OK && (is_event || steps) && !c->ended)
        status = handle_event(c, is_event);
    else if (status == EG_OK && is_grid)
        status = eg_mockup_rows_add(c->rows, c->t);
    if (c->t >= grid_time(c))
        c->grid_index++;
    return status;
}

/* Where the next step ends at most: an output point, or where inputs step. A kink needs no point. */
static double target(cosimulation *c)
{
    double to = grid_time(c);
    eg_stimulus *d = &c->in->drive;
    for (size_t i = (size_t)(d->piece + 1); c->in->table && i < d->break_count && d->breaks[i].time <= to;
         i++)
        if (d->breaks[i].is_step)
            return d->breaks[i].time;
    return to;
}

static bool give(eg_mockup *u, double t)
{
    return eg_mockup_inputs_answer(u->context, t);
}

static eg_status initialize(cosimulation *c, double tolerance)
{
    const eg_import_options *o = c->o;
    if (c->in->table)
        eg_stimulus_begin(&c->in->drive, o->start_time);
    if (!eg_mockup_enter_initialization(c->u, tolerance, o->start_time, o->stop_time) ||
        !eg_mockup_inputs_give(c->in, o->start_time, true) || !eg_mockup_exit_initialization(c->u) ||
        (c->has_events && !settle(c)))
        return EG_ERROR_MODEL;
    return eg_mockup_rows_add_constants(c->rows);
}

/* Steps of one length only: then points are those of the grid, and the last one may be missed. */
static eg_status check_points(cosimulation *c)
{
    const eg_facts *f = &c->u->facts;
    const eg_import_options *o = c->o;
    double count = (o->stop_time - o->start_time) / o->interval;
    if (f->varies_step)
        return EG_OK;
    if (fabs(count - rint(count)) > 1e-6 * fmax(1, count)) {
        eg_report(c->u->d, EG_ERROR, EG_NOWHERE,
                  "the FMU takes steps of one length only, and %.9g s are no whole number of steps of %.9g s",
                  o->stop_time - o->start_time, o->interval);
        eg_remedy(c->u->d, "write an --interval that divides the run evenly");
        return EG_ERROR_USAGE;
    }
    for (size_t i = 0; c->in->table && i < c->in->drive.break_count; i++) {
        const eg_stimulus_break *b = &c->in->drive.breaks[i];
        double at = (b->time - o->start_time) / o->interval;
        if (b->is_step && b->time > o->start_time && b->time < o->stop_time &&
            fabs(at - rint(at)) > 1e-9 * at) {
            eg_report(c->u->d, EG_ERROR, EG_NOWHERE,
                      "the FMU takes steps of one length only, and inputs step between them at %.15g s",
                      b->time);
            eg_remedy(c->u->d, "write an --interval that meets the times of the steps, or move these");
            return EG_ERROR_USAGE;
        }
    }
    return EG_OK;
}

eg_status eg_cosimulate(eg_mockup *u, eg_mockup_inputs *inputs, eg_mockup_rows *rows,
                        const eg_import_options *o, eg_statistics *st)
{
    cosimulation c = {.u = u, .in = inputs, .rows = rows, .o = o, .t = o->start_time, .grid_index = 1};
    c.has_events = u->uses_events;
    u->give = give;
    u->context = inputs;
    eg_status status = o->stop_time > o->start_time ? check_points(&c) : EG_OK;
    if (status == EG_OK)
        status = initialize(&c, o->tolerance);
    if (status == EG_OK)
        status = eg_mockup_rows_add(rows, c.t);
    while (status == EG_OK && !c.ended && c.t < o->stop_time) {
        status = step(&c, target(&c));
        if (status == EG_OK && o->progress && o->progress(c.t, o->context) != 0)
            break;
    }
    st->end_time = c.t;
    st->steps = c.steps;
    return status;
}
