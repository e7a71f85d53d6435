/* "simulate" and "show diagram" above each model, and what becomes of them. */
#include "component/spec.h"
#include "elastogap/diagram.h"
#include "elastogap/elastogap.h"
#include "lsp/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIMULATE "elastogap.simulate"
#define DIAGRAM "elastogap.diagram"

/* ---------------------------------------------------------------- above models */

typedef struct lenses {
    eg_text_view *view;
    const eg_document *d;
    json_t *all;
    int outside; /* depth of a class that is no package, or -1 */
} lenses;

static void add_lens(const lenses *l, const eg_syntax *class, const char *name, const char *title,
                     const char *command)
{
    json_array_append_new(
        l->all, json_pack("{s:o, s:{s:s, s:s, s:[s, s]}}", "range",
                          eg_position_range(l->view->source, class->at, class->at + strlen(class->name)),
                          "command", "title", title, "command", command, "arguments", l->d->uri, name));
}

static void look(void *context, eg_syntax *class, const char *name, int depth)
{
    lenses *l = context;
    if (l->outside >= 0 && depth > l->outside)
        return;
    l->outside = class->restriction == EG_R_PACKAGE ? -1 : depth;
    if (!eg_text_view_is_model(class))
        return;
    add_lens(l, class, name, "simulate", SIMULATE);
    add_lens(l, class, name, "show diagram", DIAGRAM);
}

json_t *eg_lsp_lenses(eg_session *s, const json_t *params, const char **refusal)
{
    eg_document *d = eg_session_document_of(s, params);
    (void)refusal;
    lenses l = {.view = d ? eg_session_view(s, d) : NULL, .d = d, .outside = -1};
    if (!l.view)
        return NULL;
    l.all = json_array();
    eg_text_view_classes(l.view, look, &l);
    return l.all;
}

/* ---------------------------------------------------------------- in the process of the run */

/* Beside the text, where the program would write it; of a text that is no file where the server runs. */
static char *path_of_result(const eg_session *s, const eg_document *d, const char *model, const char *ending)
{
    const char *directory = json_string_value(
        json_object_get(json_object_get(s->introduction, "initializationOptions"), "results"));
    const char *last = strrchr(model, '.'), *slash = d->has_file ? strrchr(d->path, '/') : NULL;
    const char *name = last ? last + 1 : model;
    char here[4096];
    size_t length = 0;
    if (directory) {
        length = strlen(directory);
    } else if (slash) {
        directory = d->path;
        length = (size_t)(slash - d->path);
    } else {
        directory = getcwd(here, sizeof here) ? here : ".";
        length = strlen(directory);
    }
    const size_t size = length + strlen(name) + strlen(ending) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%.*s/%s%s", (int)length, directory, name, ending);
    return path;
}

static json_t *failure(const eg_diagnostics *said)
{
    for (size_t i = 0; i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(said, i);
        if (d->severity == EG_ERROR)
            return json_pack(
                "{s:b, s:o}", "done", 0, "message",
                json_sprintf("%s%s%s", d->message, d->remedy ? "; " : "", d->remedy ? d->remedy : ""));
    }
    return json_pack("{s:b, s:s}", "done", 0, "message", "memory is out");
}

static json_t *success(const char *path, const char *summary)
{
    return json_pack("{s:b, s:s, s:o}", "done", 1, "path", path, "message",
                     json_sprintf("%s; %s", summary, path));
}

static json_t *simulate(eg_session *s, const eg_job *job)
{
    eg_document *d = eg_session_document(s, job->uri);
    eg_diagnostics *said = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *run = NULL;
    eg_statistics statistics = {0};
    char summary[400];
    json_t *result = NULL;
    char *path = path_of_result(s, d, job->model, ".csv");
    eg_status status = path && said ? eg_session_read(s, d, job->model, said, &spec) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_model_compile(spec, said, &model);
    if (status == EG_OK) {
        const eg_simulate_options o = eg_simulate_options_default(model);
        status = eg_simulate(model, &o, said, &run, &statistics);
    }
    if (status == EG_OK)
        status = eg_trajectory_write(run, path, said);
    if (status == EG_OK) {
        const size_t warnings = eg_diagnostics_count(said);
        snprintf(summary, sizeof summary, "%s: to %.6g s by %s, %ld events, energy closes to %.1e%s",
                 eg_model_name(model), statistics.end_time, statistics.engine,
                 statistics.events + statistics.time_events, statistics.energy.error,
                 warnings > 0 ? ", with warnings" : "");
        result = success(path, summary);
    } else {
        result = failure(said);
    }
    eg_trajectory_free(run);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(said);
    free(path);
    return result;
}

static json_t *draw(eg_session *s, const eg_job *job)
{
    eg_document *d = eg_session_document(s, job->uri);
    eg_diagnostics *said = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_diagram *diagram = NULL;
    char summary[400];
    char *path = path_of_result(s, d, job->model, ".svg");
    eg_status status = path && said ? eg_session_read(s, d, job->model, said, &spec) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_diagram_create_at_start(spec, NULL, said, &diagram);
    if (status == EG_OK)
        status = eg_diagram_write(diagram, path, said);
    snprintf(summary, sizeof summary, "the network of %.300s is drawn", job->model);
    json_t *result = status == EG_OK ? success(path, summary) : failure(said);
    eg_diagram_free(diagram);
    eg_spec_free(spec);
    eg_diagnostics_free(said);
    free(path);
    return result;
}

/* ---------------------------------------------------------------- in the server */

static json_t *progress_token(const eg_job *job)
{
    return json_sprintf("elastogap-%ld", (long)job->process);
}

static void tell_progress(eg_session *s, const eg_job *job, json_t *value)
{
    eg_rpc_notify(&s->rpc, "$/progress",
                  json_pack("{s:o, s:o}", "token", progress_token(job), "value", value));
}

static void begin_progress(eg_session *s, const eg_job *job, const char *what)
{
    if (!s->has_progress)
        return;
    char id[40];
    snprintf(id, sizeof id, "progress-%ld", (long)job->process);
    eg_rpc_request(&s->rpc, id, "window/workDoneProgress/create",
                   json_pack("{s:o}", "token", progress_token(job)));
    tell_progress(s, job,
                  json_pack("{s:s, s:o, s:b}", "kind", "begin", "title",
                            json_sprintf("%s %s", what, job->model), "cancellable", 1));
}

json_t *eg_lsp_execute(eg_session *s, const json_t *params, const char **refusal)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    const json_t *arguments = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    const char *model = json_string_value(json_array_get(arguments, 1));
    const eg_document *d = eg_session_document(s, uri);
    const bool is_run = command && strcmp(command, SIMULATE) == 0;
    if (!command || (!is_run && strcmp(command, DIAGRAM) != 0)) {
        *refusal = "the commands are " SIMULATE " and " DIAGRAM;
        return NULL;
    }
    if (!d || !model) {
        *refusal = "the arguments are the URI of an open text and the name of a model in it";
        return NULL;
    }
    const eg_job *job = eg_job_begin(s, is_run ? EG_JOB_SIMULATE : EG_JOB_DIAGRAM, d, model, s->request,
                                     is_run ? simulate : draw);
    if (!job) {
        *refusal = "there is no memory for another process";
        return NULL;
    }
    s->is_answered_later = true;
    begin_progress(s, job, is_run ? "simulating" : "drawing");
    return NULL;
}

void eg_lens_done(eg_session *s, const eg_job *job, const json_t *result)
{
    enum { AN_ERROR = 1, AN_INFO = 3 };
    const bool is_done = json_is_true(json_object_get(result, "done"));
    const char *message = json_string_value(json_object_get(result, "message"));
    const char *path = json_string_value(json_object_get(result, "path"));
    if (!message)
        message = "this took too long, or too much memory, and was ended";
    if (s->has_progress)
        tell_progress(s, job, json_pack("{s:s}", "kind", "end"));
    eg_rpc_notify(&s->rpc, "window/showMessage",
                  json_pack("{s:i, s:s}", "type", is_done ? AN_INFO : AN_ERROR, "message", message));
    eg_rpc_answer(&s->rpc, job->id,
                  json_pack("{s:b, s:s?, s:s}", "done", is_done, "path", path, "message", message));
}
