#include "fmi/core.h"

#include "base/file.h"
#include "network/motion/observe.h"
#include "network/motion/view.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the manifest */

/* Lines "key value". */
static bool read_manifest(eg_fmu *f)
{
    eg_fmu_manifest *m = &f->manifest;
    char path[4096];
    size_t length, lines = 1;
    snprintf(path, sizeof path, "%sfmu.txt", f->directory);
    if (eg_file_read(path, (size_t)1 << 24, f->diagnostics, &m->text, &length) != EG_OK)
        return false;
    for (const char *c = m->text; *c; c++)
        lines += *c == '\n';
    m->includes = calloc(2 * lines, sizeof *m->includes);
    m->settings = m->includes ? m->includes + lines : NULL;
    char *rest = m->text;
    for (char *line = strtok_r(rest, "\n", &rest); line && m->includes; line = strtok_r(NULL, "\n", &rest)) {
        char *value = strchr(line, ' ');
        if (!value)
            continue;
        *value++ = '\0';
        if (strcmp(line, "token") == 0)
            m->token = value;
        else if (strcmp(line, "file") == 0)
            m->file = value;
        else if (strcmp(line, "model") == 0)
            m->model = value;
        else if (strcmp(line, "engine") == 0)
            m->engine = value;
        else if (strcmp(line, "include") == 0)
            m->includes[m->include_count++] = value;
        else if (strcmp(line, "set") == 0)
            m->settings[m->setting_count++] = value;
    }
    return m->includes != NULL;
}

/* ---------------------------------------------------------------- reading the model */

static size_t settings_made(const eg_fmu *f, const char **settings, char *text, size_t size)
{
    size_t count = 0, used = 0;
    for (size_t i = 0; i < f->manifest.setting_count; i++)
        settings[count++] = f->manifest.settings[i];
    for (size_t i = 0; i < f->list.count; i++) {
        const eg_fmu_variable *v = &f->list.items[i];
        if (!f->is_set[i] || v->kind != EG_FMU_PARAMETER)
            continue;
        settings[count++] = text + used;
        int written =
            v->type == EG_BOOLEAN
                ? snprintf(text + used, size - used, "%s=%s", v->name, f->value[i] != 0 ? "true" : "false")
                : snprintf(text + used, size - used, "%s=%.17g", v->name, f->value[i]);
        used += (size_t)written + 1;
    }
    return count;
}

static char *join(const char *a, const char *b)
{
    char *text = malloc(strlen(a) + strlen(b) + 1);
    if (text)
        strcat(strcpy(text, a), b);
    return text;
}

/* The model with its settings. */
static bool read_model(eg_fmu *f, eg_model **model)
{
    const eg_fmu_manifest *m = &f->manifest;
    size_t room = 1, count = m->setting_count + 1;
    for (size_t i = 0; i < f->list.count; i++)
        if (f->is_set[i]) {
            room += strlen(f->list.items[i].name) + 40;
            count++;
        }
    eg_read_options o = eg_read_options_default();
    const char **settings = calloc(count, sizeof *settings);
    char **includes = calloc(m->include_count + 1, sizeof *includes), *texts = malloc(room);
    char *file = m->file ? join(f->directory, m->file) : NULL;
    eg_spec *spec = NULL;
    eg_status status = EG_ERROR_MEMORY;
    bool ok = settings && includes && texts && file;
    for (size_t i = 0; ok && i < m->include_count; i++)
        ok = (includes[i] = join(f->directory, m->includes[i])) != NULL;
    if (ok) {
        o.model = m->model;
        o.include_dirs = (const char *const *)includes;
        o.include_count = m->include_count;
        o.settings = settings;
        o.setting_count = settings_made(f, settings, texts, room);
        status = eg_spec_read(file, &o, f->diagnostics, &spec);
        if (status == EG_OK)
            status = eg_model_compile(spec, f->diagnostics, model);
    }
    eg_spec_free(spec);
    for (size_t i = 0; includes && i < m->include_count; i++)
        free(includes[i]);
    free(includes);
    free(settings);
    free(texts);
    free(file);
    return status == EG_OK;
}

static bool out_of_memory(eg_fmu *f)
{
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory");
    return false;
}

/* ---------------------------------------------------------------- life */

static void forget_run(eg_fmu *f)
{
    eg_journey_end(f->journey);
    if (f->engine)
        f->engine->ops->free(f->engine);
    eg_watch_free(&f->watch);
    eg_view_free(f->view);
    eg_network_free(f->network);
    free(f->y);
    f->journey = NULL;
    f->engine = NULL;
    f->watch = (eg_watch){0};
    f->network = NULL;
    f->view = NULL;
    f->y = NULL;
    f->is_ready = f->is_consistent = f->is_observed = f->inputs_changed = false;
}

void eg_fmu_close(eg_fmu *f)
{
    if (!f)
        return;
    forget_run(f);
    eg_model_free(f->own);
    eg_fmu_list_release(&f->list);
    eg_model_free(f->base);
    eg_diagnostics_free(f->diagnostics);
    free(f->directory);
    free(f->manifest.text);
    free(f->manifest.includes);
    free(f->index);
    free(f->value);
    free(f->is_set);
    free(f);
}

static void take_defaults(eg_fmu *f)
{
    for (size_t i = 0; i < f->list.count; i++) {
        f->value[i] = f->list.items[i].start;
        f->index[i] = f->list.items[i].index;
        f->is_set[i] = false;
    }
    f->time = f->start = eg_simulate_options_default(f->base).start_time;
    f->tolerance = eg_simulate_options_default(f->base).tolerance;
    f->has_stop = f->is_stale = false;
    f->at = EG_AT_INSTANTIATED;
}

static bool open_all(eg_fmu *f, const char *token)
{
    if (!read_manifest(f) || !f->manifest.token)
        return false;
    if (strcmp(token, f->manifest.token) != 0) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the token of the instance is not that of this FMU: %.100s instead of %.100s", token,
                  f->manifest.token);
        return false;
    }
    if (!read_model(f, &f->base))
        return false;
    if (eg_fmu_list_make(&f->list, f->base) < 0)
        return out_of_memory(f);
    f->index = calloc(f->list.count, sizeof *f->index);
    f->value = calloc(f->list.count, sizeof *f->value);
    f->is_set = calloc(f->list.count, sizeof *f->is_set);
    if (!f->index || !f->value || !f->is_set)
        return out_of_memory(f);
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
    f->directory = join(directory, length > 0 && directory[length - 1] == '/' ? "" : "/");
    if (!f->directory || !open_all(f, token))
        if (eg_diagnostics_errors(f->diagnostics) == 0)
            eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the FMU's resources cannot be used");
    return f;
}

void eg_fmu_reset(eg_fmu *f)
{
    forget_run(f);
    eg_model_free(f->own);
    f->own = NULL;
    take_defaults(f);
}

/* ---------------------------------------------------------------- parameters */

/* The variables of the model with its settings, by name. */
static bool map_variables(eg_fmu *f)
{
    eg_fmu_list now;
    bool ok = eg_fmu_list_make(&now, f->own) == 0;
    for (size_t i = 0; ok && i < f->list.count; i++) {
        long at = eg_names_find(now.names, f->list.items[i].name);
        f->index[i] = at < 0 ? -1 : now.items[at].index;
        if (at >= 0 && !f->is_set[i] && f->list.items[i].kind <= EG_FMU_CONSTANT)
            f->value[i] = now.items[at].start;
    }
    bool same = ok && now.states == f->list.states && now.indicators == f->list.indicators &&
                f->own->input_count == f->base->input_count;
    if (ok && !same)
        eg_report(
            f->diagnostics, EG_ERROR, EG_NOWHERE,
            "with these parameters the model has other states, inputs or events than the FMU describes");
    eg_fmu_list_release(&now);
    return ok ? same : out_of_memory(f);
}

static bool recompile(eg_fmu *f)
{
    forget_run(f);
    eg_model_free(f->own);
    f->own = NULL;
    if (!read_model(f, &f->own) || !map_variables(f))
        return false;
    f->is_stale = false;
    return true;
}

/* ---------------------------------------------------------------- the start */

static void heard(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
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

static bool make_run(eg_fmu *f)
{
    const eg_model *m = eg_fmu_model(f);
    size_t n = (size_t)m->n + 1, columns = (size_t)eg_model_columns(m) + 1;
    forget_run(f);
    f->network = eg_network_create(m, f->diagnostics);
    f->y = calloc(4 * n + columns + (size_t)m->switch_count + 1, sizeof *f->y);
    if (!f->network || !f->y || !(f->view = view_of_all(f->network)))
        return out_of_memory(f);
    f->yp = f->y + n;
    f->y_run = f->yp + n;
    f->yp_run = f->y_run + n;
    f->columns = f->yp_run + n;
    f->h = f->columns + columns;
    f->none = (eg_engine){.system = &f->network->base};
    f->observer = (eg_observer){.sink.happened = heard};
    if (!f->is_cosimulation && !eg_watch_create(&f->watch, &f->none))
        return out_of_memory(f);
    for (size_t i = 0; i < f->list.inputs; i++)
        f->network->input[i] = f->network->input_next[i] = f->value[f->list.first_input + i];
    return true;
}

static bool begin_mode(eg_fmu *f, bool *jumped);

bool eg_fmu_settle(eg_fmu *f)
{
    bool jumped = false;
    if (f->is_stale && !recompile(f))
        return false;
    if (f->is_ready)
        return true;
    if (!make_run(f) || f->network->base.ops->initialize(&f->network->base, f->start, f->y, f->yp) != EG_OK)
        return false;
    f->time = f->start;
    f->is_ready = f->is_consistent = true;
    f->is_observed = false;
    return f->is_cosimulation || begin_mode(f, &jumped);
}

/* ---------------------------------------------------------------- values */

static bool make_consistent(eg_fmu *f)
{
    eg_network *s = f->network;
    if (f->is_consistent)
        return true;
    int answer = s->simple ? s->base.ops->derivatives(&s->base, f->time, f->y, f->yp)
                           : eg_network_make_consistent(s, f->time, f->y, f->yp);
    f->is_consistent = answer == 0;
    return f->is_consistent;
}

static bool observe(eg_fmu *f)
{
    if (!f->is_observed)
        eg_network_observe(f->network, f->time, f->y, f->yp, f->view, f->columns);
    f->is_observed = true;
    return true;
}

/* Under Co-Simulation inputs that were set come into force before anything else is asked for. */
static bool apply_inputs(eg_fmu *f)
{
    if (!f->inputs_changed || !f->journey)
        return true;
    f->inputs_changed = false;
    if (eg_journey_event(f->journey) != EG_OK)
        return false;
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    memcpy(f->y, f->y_run, bytes);
    memcpy(f->yp, f->yp_run, bytes);
    f->is_observed = false;
    return true;
}

bool eg_fmu_get(eg_fmu *f, size_t reference, eg_type type, double *value)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    if (!v || v->type != type) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "there is no %s variable with value reference %zu",
                  type == EG_REAL      ? "real"
                  : type == EG_BOOLEAN ? "Boolean"
                                       : "integer",
                  reference);
        return false;
    }
    if (v->kind == EG_FMU_TIME) {
        *value = f->time;
        return true;
    }
    if (v->kind == EG_FMU_INPUT || (v->kind <= EG_FMU_CONSTANT && (f->is_set[reference] || !f->is_stale))) {
        *value = f->value[reference];
        return true;
    }
    if (!eg_fmu_settle(f) || !apply_inputs(f))
        return false;
    if (v->kind <= EG_FMU_CONSTANT) {
        *value = f->value[reference];
    } else if (v->kind == EG_FMU_INDICATOR) {
        if (f->is_cosimulation || !eg_fmu_indicators(f, f->h))
            return false;
        *value = f->h[v->index];
    } else if (!make_consistent(f) || f->index[reference] < 0) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the value of %s is not to be had", v->name);
        return false;
    } else if (v->kind == EG_FMU_STATE || v->kind == EG_FMU_DERIVATIVE) {
        *value = (v->kind == EG_FMU_STATE ? f->y : f->yp)[v->index];
    } else {
        observe(f);
        *value = f->columns[f->index[reference]];
    }
    return true;
}

static bool refuse(eg_fmu *f, const eg_fmu_variable *v, const char *why)
{
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "%s cannot be set: %s", v->name, why);
    return false;
}

static void set_input(eg_fmu *f, const eg_fmu_variable *v, double value)
{
    if (f->at & (EG_AT_INSTANTIATED | EG_AT_INITIALIZATION)) {
        f->is_ready = false;
        return;
    }
    f->network->input_next[v->index] = value;
    f->inputs_changed = true;
    if (f->is_cosimulation || v->is_discrete)
        return;
    f->network->input[v->index] = value; /* the importer's function of time */
    f->is_consistent = f->is_observed = false;
}

bool eg_fmu_set(eg_fmu *f, size_t reference, eg_type type, double value)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    bool is_early = f->at & (EG_AT_INSTANTIATED | EG_AT_INITIALIZATION);
    if (!v || v->type != type) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "there is no such variable with value reference %zu",
                  reference);
        return false;
    }
    if (!isfinite(value))
        return refuse(f, v, "the value is not a finite number");
    if (v->kind != EG_FMU_PARAMETER && v->kind != EG_FMU_INPUT)
        return refuse(f, v, "it is neither parameter nor input");
    if (v->kind == EG_FMU_PARAMETER && !is_early)
        return refuse(f, v, "parameters are fixed once the run has begun");
    if (v->is_discrete && v->kind == EG_FMU_INPUT && f->at == EG_AT_CONTINUOUS)
        return refuse(f, v, "it is discrete, and this is no event");
    bool same = f->value[reference] == value;
    f->value[reference] = value;
    if (v->kind == EG_FMU_INPUT) {
        if (!same || is_early)
            set_input(f, v, value);
        return true;
    }
    f->is_stale = f->is_stale || !same || !f->is_set[reference];
    f->is_set[reference] = true;
    if (f->is_stale)
        f->is_ready = false;
    return true;
}

/* ---------------------------------------------------------------- Model Exchange */

void eg_fmu_set_states(eg_fmu *f, const double *states)
{
    for (size_t i = 0; i < f->list.states; i++)
        f->y[f->list.items[f->list.first_state + i].index] = states[i];
    f->is_consistent = f->is_observed = false;
}

void eg_fmu_get_states(const eg_fmu *f, double *states)
{
    for (size_t i = 0; i < f->list.states; i++)
        states[i] = f->y[f->list.items[f->list.first_state + i].index];
}

bool eg_fmu_derivatives(eg_fmu *f, double *derivatives)
{
    if (!make_consistent(f))
        return false;
    for (size_t i = 0; i < f->list.states; i++)
        derivatives[i] = f->yp[f->list.items[f->list.first_state + i].index];
    return true;
}

/* The engines' own rule (engine/watch.h) says below which level an open function fires: counted from there
 * it is positive when the mode begins. */
bool eg_fmu_indicators(eg_fmu *f, double *indicators)
{
    eg_system *s = &f->network->base;
    if (!make_consistent(f) || s->ops->switching(s, f->time, f->y, indicators) != 0)
        return false;
    for (int i = 0; i < s->switch_count; i++)
        indicators[i] -= f->watch.level[i];
    return true;
}

void eg_fmu_nominals(eg_fmu *f, double *nominals)
{
    double *all = f->y_run; /* of no other use here */
    f->network->base.ops->nominals(&f->network->base, f->y, all);
    for (size_t i = 0; i < f->list.states; i++) {
        double nominal = all[f->list.items[f->list.first_state + i].index];
        nominals[i] = nominal > 0 && nominal < INFINITY ? nominal : 1;
    }
}

double eg_fmu_next_time(const eg_fmu *f)
{
    return f->network->base.ops->next_time_event(&f->network->base, f->time);
}

/* How far a function that is 0 where its mode begins is counted from: importers need a sign. */
static const double AWAY = 1e-13;

/* What fires at once is handled, until nothing does; *jumped becomes true when states jump. */
static bool begin_mode(eg_fmu *f, bool *jumped)
{
    eg_system *s = &f->network->base;
    for (int round = 0; round < 1000; round++) {
        bool moved = false;
        int fires = eg_watch_begin(&f->watch, f->time, f->y, f->yp);
        for (int i = 0; i < f->watch.count && fires == 0; i++)
            f->watch.level[i] -= f->watch.open[i] ? AWAY : 0;
        if (fires <= 0)
            return fires == 0;
        if (s->ops->handle_event(s, f->time, f->watch.fired, f->y, f->yp, &moved, &f->observer.sink) != 0)
            return false;
        *jumped = *jumped || moved;
    }
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "at time %.9g s events follow each other without end",
              f->time);
    return false;
}

bool eg_fmu_event(eg_fmu *f, bool *jumped)
{
    eg_system *s = &f->network->base;
    bool moved = false, fires = false;
    *jumped = false;
    if (!eg_fmu_indicators(f, f->h))
        return false;
    for (int i = 0; i < s->switch_count; i++) {
        f->watch.fired[i] = f->h[i] <= 0;
        fires = fires || f->watch.fired[i];
    }
    if (fires || f->inputs_changed || eg_fmu_next_time(f) <= f->time) {
        f->inputs_changed = false;
        if (s->ops->handle_event(s, f->time, f->watch.fired, f->y, f->yp, &moved, &f->observer.sink) != 0)
            return false;
        *jumped = moved;
        f->is_observed = false;
        return begin_mode(f, jumped);
    }
    return true;
}

/* ---------------------------------------------------------------- Co-Simulation */

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_fmu *f = (eg_fmu *)o;
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    memcpy(f->y, y, bytes);
    memcpy(f->yp, yp, bytes);
    f->time = t;
    f->is_observed = false;
    observe(f);
    return eg_network_has_values(f->network, t) ? 0 : EG_ERROR_SIMULATION;
}

/* Where an event falls on a communication point its right side is what the importer sees. */
static int on_side(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static const eg_engine_ops *engine_of(const eg_fmu *f)
{
    const char *name = f->manifest.engine;
    if (eg_fmu_model(f)->n == 0)
        return &eg_engine_direct;
    const eg_engine_ops *named = name && strcmp(name, "auto") != 0 ? eg_engine_find(name) : NULL;
    return named && named->create ? named : &eg_engine_auto;
}

/* Steps reach to the end of the run, or of the experiment while nobody says when that is. */
static bool begin_journey(eg_fmu *f, double beyond)
{
    eg_simulate_options o = eg_simulate_options_default(eg_fmu_model(f));
    double span = fmax(o.stop_time - o.start_time, 1e-9);
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    eg_journey_end(f->journey);
    f->journey = NULL;
    if (f->engine)
        f->engine->ops->free(f->engine);
    f->options =
        (eg_march_options){.start_time = f->time, .interval = o.interval, .max_events = o.max_events};
    f->options.stop_time = f->has_stop ? f->stop : fmax(beyond, f->time) + span;
    f->engine = engine_of(f)->create(&f->network->base, f->tolerance);
    if (!f->engine)
        return out_of_memory(f);
    f->observer =
        (eg_observer){.point = on_point, .left = on_side, .right = on_point, .sink.happened = heard};
    memcpy(f->y_run, f->y, bytes);
    memcpy(f->yp_run, f->yp, bytes);
    eg_status status;
    bool is_clipped = f->list.inputs > 0 || f->network->base.has_past;
    f->journey =
        eg_journey_begin(f->engine, &f->options, is_clipped, f->y_run, f->yp_run, &f->observer, &status);
    return f->journey != NULL;
}

bool eg_fmu_start(eg_fmu *f)
{
    if (!eg_fmu_settle(f))
        return false;
    return !f->is_cosimulation || begin_journey(f, f->time);
}

bool eg_fmu_step(eg_fmu *f, double t, double *reached, bool *ended)
{
    *reached = f->time;
    *ended = false;
    if (!apply_inputs(f) || (t > f->options.stop_time && !begin_journey(f, t)))
        return false;
    f->options.interval = t - f->time;
    eg_status status = eg_journey_to(f->journey, t);
    *reached = status == EG_OK ? t : f->time; /* an event within 1e-9 of the step stands for the point */
    *ended = f->network->base.finished;
    return status == EG_OK || (status == EG_DIFFERENT && *ended);
}

/* ---------------------------------------------------------------- the whole state */

/* A header, then values, flags, the point, and what the network and the watch know. */
typedef struct header {
    char magic[8];
    uint64_t length, token;
    int32_t at, is_ready, is_cosimulation, has_stop, inputs_changed, finished;
    double time, start, stop, tolerance;
    double event_time, start_time, network_time, strike_scale;
    uint64_t memory, n, switches;
} header;

static uint64_t hash_text(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

static size_t size_of_state(const eg_fmu *f, const header *h)
{
    return sizeof *h + f->list.count * (sizeof(double) + sizeof(bool)) +
           (h->is_ready ? h->memory + (2 * h->n + h->switches) * sizeof(double) : 0);
}

typedef struct transfer {
    char *at;
    bool is_saving;
} transfer;

static void move_bytes(transfer *x, void *item, size_t size)
{
    if (size == 0)
        return;
    if (x->is_saving)
        memcpy(x->at, item, size);
    else
        memcpy(item, x->at, size);
    x->at += size;
}

static void move_run(eg_fmu *f, transfer *x)
{
    size_t n = (size_t)f->network->base.n;
    move_bytes(x, f->y, n * sizeof(double));
    move_bytes(x, f->yp, n * sizeof(double));
    move_bytes(x, f->network->memory, f->network->bytes);
    if (!f->is_cosimulation)
        move_bytes(x, f->watch.level, (size_t)f->watch.count * sizeof(double));
}

static header header_of(const eg_fmu *f)
{
    header h = {.magic = "egfmu01", .at = f->at, .is_ready = f->is_ready && !f->is_stale};
    h.token = hash_text(f->manifest.token);
    h.is_cosimulation = f->is_cosimulation;
    h.has_stop = f->has_stop;
    h.inputs_changed = f->inputs_changed;
    h.time = f->time;
    h.start = f->start;
    h.stop = f->stop;
    h.tolerance = f->tolerance;
    if (h.is_ready) {
        const eg_network *s = f->network;
        h.finished = s->base.finished;
        h.event_time = s->event_time;
        h.start_time = s->start_time;
        h.network_time = s->time;
        h.strike_scale = s->strike_scale;
        h.memory = s->bytes;
        h.n = (uint64_t)s->base.n;
        h.switches = f->is_cosimulation ? 0 : (uint64_t)f->watch.count;
    }
    h.length = size_of_state(f, &h);
    return h;
}

void eg_fmu_state_free(eg_fmu_state *state)
{
    if (state)
        free(state->bytes);
    free(state);
}

/* Under Co-Simulation the engine begins anew where the state is taken, as it will where it is restored: both
 * go on with the same bits. */
bool eg_fmu_save(eg_fmu *f, eg_fmu_state **state)
{
    if (f->journey && (!apply_inputs(f) || !begin_journey(f, f->time)))
        return false;
    header h = header_of(f);
    eg_fmu_state *made = *state ? *state : calloc(1, sizeof *made);
    char *bytes = made ? realloc(made->bytes, h.length) : NULL;
    if (!bytes) {
        if (!*state)
            free(made);
        return out_of_memory(f);
    }
    made->bytes = bytes;
    made->length = h.length;
    transfer x = {bytes, true};
    move_bytes(&x, &h, sizeof h);
    move_bytes(&x, f->value, f->list.count * sizeof *f->value);
    move_bytes(&x, f->is_set, f->list.count * sizeof *f->is_set);
    if (h.is_ready)
        move_run(f, &x);
    *state = made;
    return true;
}

static bool is_foreign(eg_fmu *f, const header *h, const eg_fmu_state *state)
{
    header own = header_of(f);
    bool is_right = state->length >= sizeof *h && memcmp(h->magic, own.magic, sizeof h->magic) == 0 &&
                    h->length == state->length && h->token == own.token &&
                    h->is_cosimulation == own.is_cosimulation && size_of_state(f, h) == h->length;
    if (!is_right)
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the state is none of this FMU");
    return !is_right;
}

/* What is not saved follows from what is: the structure of the present modes, and what friction holds. */
static bool revive(eg_fmu *f, const header *h)
{
    eg_network *s = f->network;
    s->event_time = h->event_time;
    s->start_time = h->start_time;
    s->time = h->network_time;
    s->strike_scale = h->strike_scale;
    s->base.finished = h->finished != 0;
    s->user_starting = false;
    f->is_ready = true;
    f->is_consistent = f->is_observed = false;
    eg_network_evaluate(s, f->time, f->y, f->yp, 0);
    int status = s->m->friction_count > 0 ? eg_stick_update(s, f->time, f->y) : 0;
    if (status == 0)
        status = eg_network_update_structure(s, f->time);
    return status == 0 && make_consistent(f);
}

bool eg_fmu_restore(eg_fmu *f, const eg_fmu_state *state)
{
    header h = {0};
    if (state->length >= sizeof h)
        memcpy(&h, state->bytes, sizeof h);
    if (is_foreign(f, &h, state))
        return false;
    transfer x = {state->bytes + sizeof h, false};
    move_bytes(&x, f->value, f->list.count * sizeof *f->value);
    bool *is_set = calloc(f->list.count, sizeof *is_set);
    if (!is_set)
        return out_of_memory(f);
    memcpy(is_set, x.at, f->list.count * sizeof *is_set);
    bool others = false;
    for (size_t i = 0; i < f->list.count; i++) {
        others = others || is_set[i];
        f->is_set[i] = is_set[i];
    }
    x.at += f->list.count * sizeof *is_set;
    free(is_set);
    forget_run(f);
    f->start = h.start;
    f->time = h.time;
    f->stop = h.stop;
    f->has_stop = h.has_stop != 0;
    f->tolerance = h.tolerance;
    f->at = h.at;
    f->is_stale = others;
    if (!others) {
        eg_model_free(f->own);
        f->own = NULL;
        for (size_t i = 0; i < f->list.count; i++)
            f->index[i] = f->list.items[i].index;
    }
    if (!h.is_ready)
        return true;
    if ((f->is_stale && !recompile(f)) || !make_run(f) || f->network->bytes != h.memory)
        return false;
    move_run(f, &x);
    if (!revive(f, &h))
        return false;
    f->inputs_changed = h.inputs_changed != 0;
    return !f->is_cosimulation || !(f->at & (EG_AT_STEP | EG_AT_EVENT | EG_AT_TERMINATED)) ||
           begin_journey(f, f->time);
}
