/* What is wanted of a run, taken from it as it goes by: numbers by a reducer (simulate/readout.h), events
 * here. */
#include "ensemble/ensemble.h"

#include "base/flag.h"
#include "base/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- names */

static bool is_number(const eg_wanted *x)
{
    return x->kind <= EG_WANTED_MAXIMUM;
}

static eg_status check_components(const eg_wanted *wanted, size_t count, const eg_model *m, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < count; i++) {
        if (!is_number(&wanted[i]) && !eg_readout_check_component(m, wanted[i].component, d))
            status = EG_ERROR_USAGE;
    }
    return status;
}

/* What is wanted, as an expression. NULL: out of memory. */
static char *text_of(const eg_wanted *x)
{
    static const char *const forms[] = {
        [EG_WANTED_FINAL] = "%s", [EG_WANTED_MINIMUM] = "min(%s)", [EG_WANTED_MAXIMUM] = "max(%s)"};
    const size_t size = strlen(x->signal) + sizeof "max()";
    char *text = malloc(size);
    if (text)
        snprintf(text, size, forms[x->kind], x->signal);
    return text;
}

eg_status eg_wanted_readout(const eg_wanted *wanted, size_t count, const eg_model *m, eg_readout *readout,
                            eg_diagnostics *d)
{
    char **texts = calloc(count + 1, sizeof *texts);
    size_t numbers = 0;
    bool failed = !texts;
    *readout = (eg_readout){0};
    for (size_t i = 0; i < count && !failed; i++)
        if (is_number(&wanted[i])) {
            texts[numbers] = text_of(&wanted[i]);
            failed = !texts[numbers++];
        }
    eg_status status = failed ? EG_ERROR_MEMORY
                              : eg_readout_read(readout, m, (const char *const *)texts, numbers, "--get", d);
    for (size_t i = 0; texts && i < numbers; i++)
        free(texts[i]);
    free(texts);
    if (status == EG_ERROR_MEMORY)
        return status;
    eg_status components = check_components(wanted, count, m, d);
    return status == EG_OK ? components : status;
}

/* ---------------------------------------------------------------- values */

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    return eg_reducer_point(&((eg_watcher *)o)->reducer, t, y, yp);
}

static int on_progress(eg_observer *o, double t)
{
    eg_watcher *w = (eg_watcher *)o;
    (void)t;
    w->is_cut = eg_flag_is_up(w->stop);
    return w->is_cut;
}

static int on_passed(eg_observer *o, eg_engine *e, double t)
{
    return eg_reducer_passed(&((eg_watcher *)o)->reducer, e, t);
}

/* Where no step is looked at it is the end only, which is whole. */
static void on_concerns(eg_observer *o, bool *bodies, bool *unknowns)
{
    if (((const eg_watcher *)o)->looks) {
        eg_reducer_concerns(&((eg_watcher *)o)->reducer, bodies, unknowns);
        return;
    }
    const eg_model *m = ((const eg_watcher *)o)->network->m;
    memset(bodies, false, sizeof *bodies * (size_t)m->body_count);
    memset(unknowns, false, sizeof *unknowns * 2 * (size_t)(m->body_count - 1));
}

/* ---------------------------------------------------------------- events */

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    eg_watcher *w = (eg_watcher *)((char *)sink - offsetof(eg_observer, sink));
    w->events += !is_time_event;
    if (w->reducer.has_events)
        eg_reducer_event(&w->reducer, t, component, name);
    for (size_t i = 0; i < w->count; i++) {
        if (is_number(&w->wanted[i]))
            continue;
        eg_tally_add(&w->tallies[i], &w->asks[i], t, component, name);
        w->results[i] = w->tallies[i].value;
    }
}

static eg_event_ask ask_of(const eg_wanted *x)
{
    eg_event_ask ask = {.component = x->component, .event = x->event, .number = x->number};
    if (x->kind == EG_WANTED_EVENT_TIME)
        ask.kind = EG_ASK_TIME;
    if (x->kind == EG_WANTED_EVENT_DURATION) {
        ask.kind = EG_ASK_DURATION;
        ask.until = x->signal;
    }
    return ask;
}

/* ---------------------------------------------------------------- life */

eg_status eg_watcher_init(eg_watcher *w, const eg_model *model, const eg_readout *readout,
                          const eg_wanted *wanted, size_t count, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    *w = (eg_watcher){.wanted = wanted, .count = count};
    w->observer = (eg_observer){.point = on_point, .left = on_point, .right = on_point, .sink = {on_event}};
    if (!readout) {
        status = eg_wanted_readout(wanted, count, model, &w->own, d);
        readout = &w->own;
    }
    if (status == EG_OK)
        status = eg_reducer_init(&w->reducer, readout, NAN, model);
    w->looks = w->reducer.looks;
    if (w->looks)
        w->observer.passed = on_passed;
    w->observer.concerns = on_concerns;
    w->asks = calloc(count + 1, sizeof *w->asks);
    w->tallies = calloc(count + 1, sizeof *w->tallies);
    w->numbers = calloc(count + 1, sizeof *w->numbers);
    for (size_t i = 0; w->asks && i < count; i++)
        w->asks[i] = ask_of(&wanted[i]);
    return status == EG_OK && (!w->asks || !w->tallies || !w->numbers) ? EG_ERROR_MEMORY : status;
}

void eg_watcher_release(eg_watcher *w)
{
    eg_reducer_release(&w->reducer);
    eg_readout_release(&w->own);
    free(w->asks);
    free(w->tallies);
    free(w->numbers);
    *w = (eg_watcher){0};
}

void eg_watcher_heed(eg_watcher *w, const int *stop)
{
    w->stop = stop;
    w->observer.progress = stop ? on_progress : NULL;
}

bool eg_watcher_begin(eg_watcher *w, eg_network *network, double *results)
{
    w->network = network;
    w->results = results;
    w->events = 0;
    w->is_cut = false;
    for (size_t i = 0; i < w->count; i++) {
        eg_tally_begin(&w->tallies[i], &w->asks[i]);
        results[i] = w->tallies[i].value;
    }
    return eg_reducer_begin(&w->reducer, network);
}

int eg_watcher_end(eg_watcher *w, double t, const double *y, const double *yp)
{
    int status = eg_reducer_end(&w->reducer, t, y, yp, w->numbers);
    for (size_t i = 0, k = 0; i < w->count && status == 0; i++)
        if (is_number(&w->wanted[i]))
            w->results[i] = w->numbers[k++];
    return status;
}
