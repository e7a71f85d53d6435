/* What is wrong with a text. What the parser says is told at once; all else is what `check` says, which a
 * process of its own finds out: first of the model that is worked at and of the text's last one, and when a
 * text is opened or saved of all its models. */
#include "base/clock.h"
#include "base/names.h"
#include "component/spec.h"
#include "elastogap/elastogap.h"
#include "lsp/job.h"
#include "modelica/scope/listing_class.h"
#include "simulate/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- in the process of the check */

/* A model of the text. */
typedef struct checked_model {
    const char *name;
    uint32_t at;
    bool is_edited;
} checked_model;

typedef struct gathering {
    eg_text_view *view;
    eg_list models; /* of checked_model */
    int outside;    /* depth of a class that is no package: what stands in it is not looked for; else -1 */
    uint32_t edited;
} gathering;

static void look_for_port(void *context, const eg_listed *listed)
{
    bool *found = context;
    *found = *found || listed->is == EG_LISTED_PORT;
}

/* It has connectors: somebody else is to have it as a component. */
static bool is_part(eg_text_view *view, const checked_model *model)
{
    bool found = false;
    if (model)
        eg_list_members(&view->r, eg_text_view_scope(view, model->at), look_for_port, &found);
    return found;
}

static void gather(void *context, eg_syntax *class, const char *name, int depth)
{
    gathering *g = context;
    eg_reader *r = &g->view->r;
    if (g->outside >= 0 && depth > g->outside)
        return;
    g->outside = class->restriction == EG_R_PACKAGE ? -1 : depth;
    if (!eg_text_view_is_model(class))
        return;
    checked_model *model = eg_new(r, sizeof *model);
    if (!model)
        return;
    *model = (checked_model){.name = name, .at = class->at};
    model->is_edited = class->begin <= g->edited && g->edited <= class->end;
    eg_list_add(r, &g->models, model);
}

/* A part that stands alone need not be complete: what its place in a model would add is no mistake. */
static bool is_incomplete(const eg_diagnostic *d)
{
    return eg_text_ends(d->message, "has no value");
}

/* `read`: how many messages are of the reading. */
static json_t *findings_json(const eg_diagnostics *list, bool is_part, size_t read)
{
    json_t *all = json_array();
    for (size_t i = 0; i < eg_diagnostics_count(list); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(list, i);
        const bool is_note = is_part && (i >= read || is_incomplete(d));
        json_array_append_new(all, json_pack("{s:i, s:s?, s:i, s:i, s:s, s:s?}", "severity",
                                             is_note ? (int)EG_NOTE : (int)d->severity, "file", d->file,
                                             "line", d->line, "column", d->column, "message", d->message,
                                             "remedy", d->remedy));
    }
    return all;
}

/* name NULL: the text's last model, whose messages bear the name "". */
static json_t *check_model(eg_session *s, eg_document *d, const char *name, bool is_part)
{
    eg_diagnostics *said = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *start = NULL;
    eg_status status = eg_session_read(s, d, name, said, &spec);
    const size_t read = eg_diagnostics_count(said);
    const bool is_open = status == EG_OK && spec->open_ports;
    if (status == EG_OK && !is_open)
        status = eg_model_compile(spec, said, &model);
    if (status == EG_OK && !is_open)
        (void)eg_simulate_start(model, said, &start, NULL);
    json_t *findings = findings_json(said, is_part, read);
    eg_trajectory_free(start);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(said);
    return json_pack("{s:s, s:o}", "model", name ? name : "", "findings", findings);
}

static json_t *check(eg_session *s, const eg_job *job)
{
    eg_document *d = eg_session_document(s, job->uri);
    const bool all = strcmp(job->model, "*") == 0;
    gathering g = {.view = d ? eg_session_view(s, d) : NULL, .outside = -1};
    json_t *results = json_array();
    if (!g.view)
        return results;
    g.edited = d->edited;
    eg_text_view_classes(g.view, gather, &g);
    const size_t count = g.models.count;
    const checked_model *last = count > 0 ? g.models.items[count - 1] : NULL;
    json_array_append_new(results, check_model(s, d, NULL, is_part(g.view, last)));
    for (size_t i = 0; i + 1 < count; i++) {
        const checked_model *model = g.models.items[i];
        if (all || model->is_edited)
            json_array_append_new(results, check_model(s, d, model->name, is_part(g.view, model)));
    }
    return results;
}

/* ---------------------------------------------------------------- findings in a text */

/* A package of parts is no mistake, and neither is a class that is none to be simulated: in an editor such
 * texts are opened as any other. */
static bool is_of_parts(const char *message)
{
    return strcmp(message, "the text holds no model that could be simulated") == 0 ||
           strstr(message, "cannot be simulated");
}

static int severity_of(int severity, const char *message)
{
    if (severity == EG_NOTE || is_of_parts(message))
        return 3;
    return severity == EG_ERROR ? 1 : 2;
}

/* The word, the number or the sign that stands at a place. */
static void mark(const eg_document *d, eg_source *source, size_t at, eg_finding *f)
{
    size_t from, to;
    eg_mentions_word(d->text, d->length, at, &from, &to);
    if (from < at || to == at)
        from = at;
    if (to <= at)
        to = at < d->length && d->text[at] != '\n' && d->text[at] != '\r' ? at + 1 : at;
    const eg_position begin = eg_position_in(source, from);
    const eg_position end = eg_position_in(source, to);
    f->line = begin.line;
    f->column = begin.column;
    f->end_line = end.line;
    f->end_column = end.column;
}

static char *copy_of(const char *text)
{
    return text ? strdup(text) : NULL;
}

static void add_finding(eg_document *d, const json_t *from, const char *model)
{
    eg_finding *more = realloc(d->findings, (d->finding_count + 1) * sizeof *more);
    const char *message = json_string_value(json_object_get(from, "message"));
    const char *file = json_string_value(json_object_get(from, "file"));
    const int line = (int)json_integer_value(json_object_get(from, "line"));
    const int column = (int)json_integer_value(json_object_get(from, "column"));
    d->findings = more ? more : d->findings;
    if (!more || !message)
        return;
    eg_finding *f = &d->findings[d->finding_count++];
    *f = (eg_finding){.severity =
                          severity_of((int)json_integer_value(json_object_get(from, "severity")), message),
                      .message = copy_of(message),
                      .remedy = copy_of(json_string_value(json_object_get(from, "remedy"))),
                      .model = copy_of(model)};
    if (file && strcmp(file, d->path) != 0) {
        f->elsewhere = copy_of(file);
        f->there_line = line;
        f->there_column = column;
    } else if (line > 0 && d->view) {
        mark(d, d->view->source, eg_position_offset_of_place(d->text, d->length, line, column), f);
    }
}

static void drop_findings(eg_document *d, const char *model)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->finding_count; i++) {
        eg_finding *f = &d->findings[i];
        if (f->model && strcmp(f->model, model) != 0) {
            d->findings[kept++] = *f;
            continue;
        }
        free(f->message);
        free(f->remedy);
        free(f->model);
        free(f->elsewhere);
    }
    d->finding_count = kept;
}

void eg_diagnose_move(eg_document *d, eg_position from, eg_position to, eg_position now)
{
    for (size_t i = 0; i < d->finding_count; i++) {
        eg_finding *f = &d->findings[i];
        const bool is_on_last = f->line == to.line;
        if (f->line < from.line || (f->line == from.line && f->column < from.column))
            continue;
        if (f->line < to.line || (is_on_last && f->column < to.column)) { /* inside of what is replaced */
            f->line = f->end_line = from.line;
            f->column = f->end_column = from.column;
            continue;
        }
        const int lines = now.line - to.line, columns = is_on_last ? now.column - to.column : 0;
        f->column += columns;
        f->end_column += f->end_line == f->line ? columns : 0;
        f->line += lines;
        f->end_line += lines;
    }
}

/* ---------------------------------------------------------------- telling the client */

static bool is_told(const eg_document *d, size_t i)
{
    const eg_finding *f = &d->findings[i];
    for (size_t k = 0; k < i; k++) {
        const eg_finding *g = &d->findings[k];
        if (g->line == f->line && g->column == f->column && strcmp(g->message, f->message) == 0)
            return true;
    }
    return false;
}

static json_t *range_json(const eg_finding *f)
{
    return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", f->line, "character", f->column, "end",
                     "line", f->end_line, "character", f->end_column);
}

/* "FILE:line:column: message" with the remedy behind it. */
static json_t *message_json(const eg_finding *f)
{
    char place[40] = "";
    if (f->elsewhere)
        snprintf(place, sizeof place, ":%d:%d: ", f->there_line, f->there_column);
    return json_sprintf("%s%s%s%s%s", f->elsewhere ? f->elsewhere : "", place, f->message,
                        f->remedy ? "\nremedy: " : "", f->remedy ? f->remedy : "");
}

/* Where a message about another file has its place. */
static json_t *related_json(const eg_session *s, const eg_finding *f)
{
    char *uri = eg_session_uri(s, f->elsewhere);
    const eg_finding at = {.line = f->there_line - 1,
                           .column = f->there_column - 1,
                           .end_line = f->there_line - 1,
                           .end_column = f->there_column};
    json_t *related = json_pack("[{s:{s:s?, s:o}, s:s}]", "location", "uri", uri, "range", range_json(&at),
                                "message", f->message);
    free(uri);
    return related;
}

static json_t *diagnostic_json(const eg_session *s, const eg_finding *f)
{
    json_t *one = json_pack("{s:o, s:i, s:s, s:o, s:{s:s?}}", "range", range_json(f), "severity", f->severity,
                            "source", "elastogap", "message", message_json(f), "data", "remedy", f->remedy);
    if (f->elsewhere && f->there_line > 0)
        json_object_set_new(one, "relatedInformation", related_json(s, f));
    return one;
}

static void publish(eg_session *s, const eg_document *d)
{
    json_t *all = json_array();
    for (size_t i = 0; i < d->finding_count; i++)
        if (!is_told(d, i))
            json_array_append_new(all, diagnostic_json(s, &d->findings[i]));
    eg_rpc_notify(&s->rpc, "textDocument/publishDiagnostics",
                  json_pack("{s:s, s:I, s:o}", "uri", d->uri, "version", d->version, "diagnostics", all));
}

void eg_diagnose_close(eg_session *s, eg_document *d)
{
    eg_job_stop(s, EG_JOB_CHECK, d->uri);
    eg_document_forget_findings(d);
    publish(s, d);
}

/* ---------------------------------------------------------------- when */

static const double longest_pause = 1; /* [s] */

/* While somebody types a check that takes longer than a key waits for a pause. */
static double pause_before(const eg_session *s)
{
    const double at_once = 0.03;
    return s->check_time < at_once ? 0 : fmin(2 * s->check_time, longest_pause);
}

static void tell_syntax(eg_session *s, eg_document *d, const eg_text_view *view)
{
    json_t *findings = findings_json(view->syntax, false, 0);
    eg_document_forget_findings(d);
    for (size_t i = 0; i < json_array_size(findings); i++)
        add_finding(d, json_array_get(findings, i), "");
    json_decref(findings);
    d->has_syntax_errors = true;
    d->is_unchecked = false;
    publish(s, d);
}

void eg_diagnose(eg_session *s, eg_document *d, bool wants_all)
{
    eg_job_stop(s, EG_JOB_CHECK, d->uri);
    const eg_text_view *view = eg_session_view(s, d);
    if (!view)
        return;
    d->wants_all = d->wants_all || wants_all;
    if (view->syntax_errors > 0) {
        tell_syntax(s, d, view);
        return;
    }
    if (d->has_syntax_errors) {
        const double long_enough_to_wonder = 0.5;
        eg_document_forget_findings(d);
        if (s->check_time > long_enough_to_wonder)
            publish(s, d); /* else the check says it */
    }
    d->has_syntax_errors = false;
    d->is_unchecked = true;
    d->takes_all = false;
    d->due = eg_clock_seconds() + pause_before(s);
}

double eg_diagnose_due(eg_session *s)
{
    double wait = -1;
    for (size_t i = 0; i < s->document_count; i++) {
        eg_document *d = s->documents[i];
        const double left = d->due - eg_clock_seconds();
        if (!d->is_unchecked)
            continue;
        if (left <= 0) {
            d->is_unchecked = false;
            eg_job_begin(s, EG_JOB_CHECK, d, d->takes_all ? "*" : "", NULL, check);
        } else if (wait < 0 || left < wait) {
            wait = left;
        }
    }
    return wait;
}

static void keep_checked(eg_document *d, const json_t *results)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *of_model = json_array_get(results, i),
                     *findings = json_object_get(of_model, "findings");
        const char *model = json_string_value(json_object_get(of_model, "model"));
        if (!model)
            continue;
        drop_findings(d, model);
        for (size_t k = 0; k < json_array_size(findings); k++)
            add_finding(d, json_array_get(findings, k), model);
    }
}

static void tell_of_end(eg_document *d)
{
    json_t *why = json_pack("{s:i, s:s, s:s}", "severity", (int)EG_WARNING, "message",
                            "the check of this text took too long, or too much memory, and was ended",
                            "remedy", "run elastogap check on it, with --time-limit and --memory-limit");
    drop_findings(d, "");
    add_finding(d, why, "");
    json_decref(why);
}

void eg_diagnose_done(eg_session *s, const eg_job *job, const json_t *result)
{
    eg_document *d = eg_session_document(s, job->uri);
    const bool was_all = strcmp(job->model, "*") == 0;
    if (!d || d->version != job->version || d->is_unchecked)
        return;
    if (!was_all)
        s->check_time = job->took;
    if (!eg_session_view(s, d))
        return;
    if (was_all && result)
        eg_document_forget_findings(d);
    if (result)
        keep_checked(d, result);
    else
        tell_of_end(d);
    publish(s, d);
    d->takes_all = d->is_unchecked = d->wants_all && result && !was_all;
    d->due = eg_clock_seconds() + longest_pause;
    d->wants_all = d->wants_all && !was_all;
}
