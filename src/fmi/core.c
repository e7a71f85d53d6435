#include "fmi/core_parts.h"

#include "network/motion/events.h"
#include "network/motion/observe.h"
#include "network/user/user.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool eg_fmu_out_of_memory(eg_fmu *f)
{
    eg_report_memory(f->diagnostics, "in an instance of the FMU");
    return false;
}

char *eg_fmu_join(const char *a, const char *b)
{
    char *text = malloc(strlen(a) + strlen(b) + 1);
    if (text)
        strcat(strcpy(text, a), b);
    return text;
}

/* ---------------------------------------------------------------- life */

void eg_fmu_forget_engine(eg_fmu *f)
{
    eg_fmu_close_account(f);
    eg_journey_end(f->journey);
    if (f->engine)
        f->engine->ops->free(f->engine);
    eg_watch_free(&f->watch);
    f->journey = NULL;
    f->engine = NULL;
    f->watch = (eg_watch){0};
}

void eg_fmu_forget_run(eg_fmu *f)
{
    eg_fmu_forget_engine(f);
    eg_view_free(f->view);
    eg_network_free(f->network);
    free(f->y);
    f->network = NULL;
    f->view = NULL;
    f->y = NULL;
    f->is_ready = f->is_consistent = f->is_observed = f->inputs_changed = f->waits = false;
}

void eg_fmu_close(eg_fmu *f)
{
    if (!f)
        return;
    eg_fmu_forget_run(f);
    eg_fmu_end_tuning(f);
    eg_model_free(f->own);
    eg_fmu_list_release(&f->list);
    eg_model_free(f->base);
    eg_diagnostics_free(f->diagnostics);
    free(f->directory);
    free(f->manifest.text);
    free(f->manifest.includes);
    free(f->index);
    free(f->value);
    free(f->texts);
    free(f->rates);
    free(f->is_set);
    free(f);
}

/* Room for the value of a string. */
static char *place_of_text(const eg_fmu *f, const eg_fmu_variable *v)
{
    return f->texts + v->slot * EG_FMU_TEXT;
}

static void take_defaults(eg_fmu *f)
{
    memset(f->texts, 0, f->list.strings * EG_FMU_TEXT);
    for (size_t i = 0; i < f->list.count; i++) {
        if (f->list.items[i].type == EG_STRING)
            strcpy(place_of_text(f, &f->list.items[i]), f->list.items[i].text);
        f->value[i] = f->list.items[i].start;
        f->index[i] = eg_fmu_value_index(&f->list.items[i]);
        f->is_set[i] = false;
    }
    f->time = f->point = f->start = eg_simulate_options_default(f->base).start_time;
    f->tolerance = eg_simulate_options_default(f->base).tolerance;
    memset(f->rates, 0, 2 * f->list.inputs * sizeof *f->rates);
    f->has_stop = f->is_stale = false;
    f->at = EG_AT_INSTANTIATED;
}

static bool open_all(eg_fmu *f, const char *token)
{
    if (!eg_fmu_read_manifest(f) || !f->manifest.token)
        return false;
    if (strcmp(token, f->manifest.token) != 0) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the token of the instance is not that of this FMU: %.100s instead of %.100s", token,
                  f->manifest.token);
        eg_remedy(f->diagnostics, "load the FMU whole, with the modelDescription.xml that lies in it");
        return false;
    }
    if (!eg_fmu_read_model(f, &f->base))
        return false;
    if (!f->is_cosimulation && f->base->user && f->base->user->delay_count > 0) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the model uses delay, which looks back at steps that Model Exchange does not show: take "
                  "Co-Simulation");
        eg_remedy(f->diagnostics, "load the FMU as Co-Simulation");
        return false;
    }
    if (eg_fmu_list_make(&f->list, f->base) < 0)
        return eg_fmu_out_of_memory(f);
    f->index = calloc(f->list.count, sizeof *f->index);
    f->value = calloc(f->list.count, sizeof *f->value);
    f->is_set = calloc(f->list.count, sizeof *f->is_set);
    f->texts = calloc(f->list.strings + 1, EG_FMU_TEXT);
    f->rates = calloc(4 * f->list.inputs + 1, sizeof *f->rates);
    f->answers = f->rates ? f->rates + 2 * f->list.inputs : NULL;
    if (!f->rates || !f->index || !f->value || !f->is_set || !f->texts)
        return eg_fmu_out_of_memory(f);
    take_defaults(f);
    return true;
}

eg_fmu *eg_fmu_open(const char *directory, const char *token, bool is_cosimulation)
{
    eg_fmu *f = calloc(1, sizeof *f);
    if (!f || !(f->diagnostics = eg_diagnostics_create())) {
        free(f);
        return NULL;
    }
    size_t length = strlen(directory);
    f->is_cosimulation = is_cosimulation;
    f->directory = eg_fmu_join(directory, length > 0 && directory[length - 1] == '/' ? "" : "/");
    if (!f->directory || !open_all(f, token))
        if (eg_diagnostics_errors(f->diagnostics) == 0) {
            eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the FMU's resources cannot be used");
            eg_remedy(f->diagnostics, "give fmiXInstantiate the path of the unpacked folder resources");
        }
    return f;
}

void eg_fmu_reset(eg_fmu *f)
{
    eg_fmu_forget_run(f);
    eg_model_free(f->own);
    f->own = NULL;
    f->missing = f->in_play = 0;
    f->has_infinite_energy = false;
    take_defaults(f);
}

/* ---------------------------------------------------------------- parameters */

/* The variables of the model with its settings, by name. */
bool eg_fmu_map_variables(eg_fmu *f)
{
    eg_fmu_list now;
    bool ok = eg_fmu_list_make(&now, f->own) == 0, same_states = true;
    for (size_t i = 0; ok && i < f->list.count; i++) {
        long at = eg_names_find(now.names, f->list.items[i].name);
        const eg_fmu_variable *described = &f->list.items[i];
        f->index[i] = at < 0 ? -1 : eg_fmu_value_index(&now.items[at]);
        if (described->kind == EG_FMU_STATE)
            same_states = same_states && at >= 0 && now.items[at].kind == EG_FMU_STATE &&
                          now.items[at].index == described->index;
        if (at < 0 || f->is_set[i] || f->list.items[i].kind > EG_FMU_CONSTANT)
            continue;
        f->value[i] = now.items[at].start;
        if (now.items[at].type == EG_STRING && f->list.items[i].type == EG_STRING)
            strcpy(place_of_text(f, &f->list.items[i]), now.items[at].text);
    }
    bool same = ok && same_states && now.states == f->list.states && now.indicators == f->list.indicators &&
                f->own->interface.input_count == f->base->interface.input_count;
    if (ok && !same) {
        eg_report(
            f->diagnostics, EG_ERROR, EG_NOWHERE,
            "with these parameters the model has other states, inputs or events than the FMU describes");
        eg_remedy(f->diagnostics, "set them when the FMU is exported: elastogap fmu MODEL --set NAME=VALUE");
    }
    eg_fmu_list_release(&now);
    return ok ? same : eg_fmu_out_of_memory(f);
}

bool eg_fmu_recompile(eg_fmu *f)
{
    eg_fmu_forget_run(f);
    eg_model_free(f->own);
    f->own = NULL;
    if (!eg_fmu_read_model(f, &f->own) || !eg_fmu_map_variables(f))
        return false;
    f->is_stale = false;
    return true;
}

/* ---------------------------------------------------------------- the start */

void eg_fmu_heard(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    eg_fmu *f = (eg_fmu *)((char *)sink - offsetof(eg_observer, sink));
    (void)t, (void)component, (void)name, (void)is_time_event;
    f->events++;
}

static eg_view *view_of_all(const eg_network *s)
{
    size_t count = (size_t)s->m->instance_count;
    bool *needed = malloc(count + 1);
    for (size_t i = 0; needed && i < count; i++)
        needed[i] = true;
    eg_view *view = needed ? eg_view_create(s, needed) : NULL;
    free(needed);
    return view;
}

/* Where nobody says how long the run is, what is short is not measured by it, but time is counted as if it
 * were as long as the experiment. */
static void set_span(eg_fmu *f)
{
    const eg_simulate_options o = eg_simulate_options_default(eg_fmu_model(f));
    eg_system *s = &f->network->base;
    eg_system_set_span(s, f->start, f->has_stop ? f->stop : f->start + (o.stop_time - o.start_time));
    if (!f->has_stop)
        s->span = 0;
}

bool eg_fmu_make_run(eg_fmu *f)
{
    const eg_model *m = eg_fmu_model(f);
    size_t n = (size_t)m->n + 1, columns = (size_t)eg_model_columns(m) + 1;
    eg_fmu_forget_run(f);
    f->network = eg_network_create(m, f->diagnostics);
    f->y = calloc(4 * n + columns + (size_t)m->switch_count + 1, sizeof *f->y);
    if (!f->network || !f->y || !(f->view = view_of_all(f->network)))
        return eg_fmu_out_of_memory(f);
    set_span(f);
    f->yp = f->y + n;
    f->y_run = f->yp + n;
    f->yp_run = f->y_run + n;
    f->columns = f->yp_run + n;
    f->h = f->columns + columns;
    f->none = (eg_engine){.system = &f->network->base};
    f->observer = (eg_observer){.sink.happened = eg_fmu_heard};
    if (!f->is_cosimulation && !eg_watch_create(&f->watch, &f->none))
        return eg_fmu_out_of_memory(f);
    for (size_t i = 0; i < f->list.inputs; i++)
        eg_network_hold_input(f->network, (int)i, f->value[f->list.first_input + i]);
    return true;
}

bool eg_fmu_settle(eg_fmu *f)
{
    bool jumped = false;
    if (f->is_stale && !eg_fmu_recompile(f))
        return false;
    if (f->is_ready)
        return true;
    if (!eg_fmu_make_run(f))
        return false;
    if (f->network->base.ops->initialize(&f->network->base, eg_fmu_since(f, f->start), f->y, f->yp) != EG_OK)
        return false;
    f->time = f->point = f->start;
    f->is_ready = f->is_consistent = true;
    f->is_observed = false;
    return f->is_cosimulation || eg_fmu_begin_mode(f, &jumped);
}

/* ---------------------------------------------------------------- the present point */

bool eg_fmu_make_consistent(eg_fmu *f)
{
    eg_network *s = f->network;
    if (f->is_consistent)
        return true;
    const double t = eg_fmu_since(f, f->time);
    int answer = s->simple ? s->base.ops->derivatives(&s->base, t, f->y, f->yp)
                           : s->base.ops->settle(&s->base, t, f->y, f->yp);
    f->is_consistent = answer == 0;
    return f->is_consistent;
}

void eg_fmu_observe(eg_fmu *f)
{
    if (!f->is_observed)
        eg_network_observe(f->network, f->time, f->y, f->yp, f->view, f->columns);
    f->is_observed = true;
}

/* ---------------------------------------------------------------- the end */

bool eg_fmu_end(eg_fmu *f)
{
    bool jumped = false;
    if (!f->is_ready || !f->network->base.has_terminal || f->network->base.is_terminal)
        return true;
    if (!eg_fmu_apply_inputs(f) || !eg_fmu_make_consistent(f))
        return false;
    eg_fmu_close_account(f);
    eg_system *s = &f->network->base;
    s->is_terminal = true;
    f->is_observed = false;
    int answer =
        s->ops->handle_event(s, eg_fmu_since(f, f->time), NULL, f->y, f->yp, &jumped, &f->observer.sink);
    if (f->is_cosimulation)
        eg_fmu_forget_engine(f);
    return answer == 0;
}
