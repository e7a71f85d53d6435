/* Messages come in, and go to those who answer them. */
#include "base/stack.h"
#include "elastogap/base.h"
#include "lsp/job.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- beginning and end */

static json_t *capabilities(void)
{
    return json_pack(
        "{s:{s:b, s:i, s:{s:b}}, s:{s:[s,s,s,s,s]}, s:b, s:b, s:b, s:b, s:b, s:b, s:{s:b}, s:{s:[s]}, s:{},"
        " s:{s:[s,s]}, s:{s:{s:b, s:b}}, s:s}",
        "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0, "completionProvider",
        "triggerCharacters", ".", "(", ",", "=", "\"", "hoverProvider", 1, "definitionProvider", 1,
        "referencesProvider", 1, "documentHighlightProvider", 1, "documentSymbolProvider", 1,
        "documentFormattingProvider", 1, "renameProvider", "prepareProvider", 1, "codeActionProvider",
        "codeActionKinds", "quickfix", "codeLensProvider", "executeCommandProvider", "commands",
        "elastogap.simulate", "elastogap.diagram", "workspace", "workspaceFolders", "supported", 1,
        "changeNotifications", 0, "positionEncoding", "utf-16");
}

static bool can(const json_t *params, const char *of, const char *feature, const char *what)
{
    const json_t *all = json_object_get(params, "capabilities");
    const json_t *some = json_object_get(json_object_get(all, of), feature);
    return json_is_true(json_object_get(json_object_get(some, "completionItem"), what)) || json_is_true(some);
}

static void initialize(eg_session *s, const json_t *id, const json_t *params)
{
    json_decref(s->introduction);
    s->introduction = json_deep_copy(params);
    if (!eg_session_set_roots(s, s->introduction)) {
        s->rpc.is_broken = true;
        return;
    }
    s->is_initialized = true;
    s->has_snippets = can(params, "textDocument", "completion", "snippetSupport");
    s->has_progress = can(params, "window", "workDoneProgress", "");
    eg_rpc_answer(&s->rpc, id,
                  json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(), "serverInfo", "name",
                            "elastogap", "version", eg_version()));
}

/* ---------------------------------------------------------------- texts */

static void open_document(eg_session *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument"), *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    const char *language = json_string_value(json_object_get(item, "languageId"));
    eg_document **more = realloc(s->documents, (s->document_count + 1) * sizeof *more);
    if (more)
        s->documents = more;
    if (!more || !uri || !json_is_string(text) || eg_session_document(s, uri))
        return;
    eg_document *d =
        eg_document_create(uri, language ? language : "", json_string_value(text), json_string_length(text),
                           json_integer_value(json_object_get(item, "version")));
    if (!d)
        return;
    s->documents[s->document_count++] = d;
    eg_session_forget_views(s);
    eg_diagnose(s, d, true);
}

static void apply_change(eg_document *d, const json_t *change)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    eg_position begin, end;
    size_t from = 0, to = d->length;
    if (!json_is_string(text))
        return;
    if (range) {
        if (!eg_position_read(json_object_get(range, "start"), &begin) ||
            !eg_position_read(json_object_get(range, "end"), &end))
            return;
        from = eg_position_offset(d->text, d->length, begin);
        to = eg_position_offset(d->text, d->length, end);
    }
    const size_t length = json_string_length(text);
    if (from > to || !eg_document_replace(d, from, to, json_string_value(text), length))
        return;
    if (range)
        eg_diagnose_move(d, begin, end, eg_position_of(d->text, d->length, from + length));
}

static void change_document(eg_session *s, const json_t *params)
{
    eg_document *d = eg_session_document_of(s, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    if (!d)
        return;
    for (size_t i = 0; i < json_array_size(changes); i++)
        apply_change(d, json_array_get(changes, i));
    d->version = json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    eg_session_forget_views(s);
    eg_diagnose(s, d, false);
}

/* What one text says may be wrong in another. */
static void save_document(eg_session *s, const json_t *params)
{
    const eg_document *saved = eg_session_document_of(s, params);
    for (size_t i = 0; saved && i < s->document_count; i++)
        eg_diagnose(s, s->documents[i], s->documents[i] == saved);
}

static void close_document(eg_session *s, const json_t *params)
{
    eg_document *d = eg_session_document_of(s, params);
    for (size_t i = 0; d && i < s->document_count; i++) {
        if (s->documents[i] != d)
            continue;
        eg_diagnose_close(s, d);
        eg_document_free(d);
        s->documents[i] = s->documents[--s->document_count];
        eg_session_forget_views(s);
        return;
    }
}

/* ---------------------------------------------------------------- who answers what */

static const struct {
    const char *method;
    eg_feature *answer;
} requests[] = {
    {"textDocument/completion", eg_lsp_complete},
    {"textDocument/hover", eg_lsp_hover},
    {"textDocument/definition", eg_lsp_definition},
    {"textDocument/references", eg_lsp_references},
    {"textDocument/documentHighlight", eg_lsp_highlights},
    {"textDocument/prepareRename", eg_lsp_prepare_rename},
    {"textDocument/rename", eg_lsp_rename},
    {"textDocument/documentSymbol", eg_lsp_symbols},
    {"textDocument/formatting", eg_lsp_format},
    {"textDocument/codeAction", eg_lsp_fixes},
    {"textDocument/codeLens", eg_lsp_lenses},
    {"workspace/executeCommand", eg_lsp_execute},
};

static const struct {
    const char *method;
    void (*hear)(eg_session *s, const json_t *params);
} notifications[] = {
    {"textDocument/didOpen", open_document},
    {"textDocument/didChange", change_document},
    {"textDocument/didSave", save_document},
    {"textDocument/didClose", close_document},
};

static void answer(eg_session *s, const json_t *id, const char *method, const json_t *params)
{
    if (!s->is_initialized) {
        eg_rpc_refuse(&s->rpc, id, EG_RPC_NOT_INITIALIZED, "initialize comes first");
        return;
    }
    if (s->was_shut_down) {
        eg_rpc_refuse(&s->rpc, id, EG_RPC_INVALID_REQUEST, "nothing but exit may follow shutdown");
        return;
    }
    if (strcmp(method, "shutdown") == 0) {
        s->was_shut_down = true;
        eg_job_stop_all(s);
        eg_rpc_answer(&s->rpc, id, NULL);
        return;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const char *refusal = NULL;
        if (strcmp(requests[i].method, method) != 0)
            continue;
        s->request = id;
        s->is_answered_later = false;
        json_t *result = requests[i].answer(s, params, &refusal);
        s->request = NULL;
        if (refusal)
            eg_rpc_refuse(&s->rpc, id, EG_RPC_REQUEST_FAILED, refusal);
        else if (!s->is_answered_later)
            eg_rpc_answer(&s->rpc, id, result);
        return;
    }
    eg_rpc_refuse(&s->rpc, id, EG_RPC_NO_METHOD, "this method is not known");
}

static void hear(eg_session *s, const char *method, const json_t *params)
{
    if (strcmp(method, "exit") == 0)
        s->has_ended = true;
    if (strcmp(method, "$/cancelRequest") == 0)
        eg_job_cancel(s, json_object_get(params, "id"));
    for (size_t i = 0; s->is_initialized && i < sizeof notifications / sizeof *notifications; i++)
        if (strcmp(notifications[i].method, method) == 0)
            notifications[i].hear(s, params);
}

static void take(eg_session *s, const json_t *message)
{
    const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (!method) /* an answer of the client's to what it was told */
        return;
    if (!id)
        hear(s, method, params);
    else if (strcmp(method, "initialize") == 0)
        initialize(s, id, params);
    else
        answer(s, id, method, params);
}

/* ---------------------------------------------------------------- the loop */

static void take_all(eg_session *s)
{
    for (bool is_answered = true; !s->has_ended;) {
        json_t *message = eg_rpc_take(&s->rpc, &is_answered);
        if (message)
            take(s, message);
        else if (!is_answered)
            return;
        json_decref(message);
    }
}

enum { MOST_JOBS = 64 }; /* that are listened to at once; others wait */

/* Waits for the client or for a job; false: the client is gone. */
static bool wait_for_more(eg_session *s, double seconds)
{
    struct pollfd ends[MOST_JOBS + 1] = {{.fd = s->rpc.in, .events = POLLIN}};
    eg_job *jobs[MOST_JOBS];
    nfds_t count = 1;
    for (eg_job *job = s->jobs; job && count <= MOST_JOBS; job = job->next) {
        jobs[count - 1] = job;
        ends[count++] = (struct pollfd){.fd = job->out, .events = POLLIN};
    }
    if (poll(ends, count, seconds < 0 ? -1 : (int)ceil(1000 * seconds)) <= 0)
        return true;
    if (ends[0].revents && !eg_rpc_fill(&s->rpc))
        return false;
    for (nfds_t i = 1; i < count; i++)
        if (ends[i].revents)
            eg_job_hear(s, jobs[i - 1]);
    return true;
}

typedef struct serving {
    int in, out;
    const eg_lsp_options *options;
    int outcome;
} serving;

static void serve(void *context)
{
    serving *x = context;
    eg_session s = {.rpc = {.in = x->in, .out = x->out}, .options = x->options};
    bool is_there = true;
    while (is_there && !s.has_ended && !s.rpc.is_broken) {
        is_there = wait_for_more(&s, eg_diagnose_due(&s));
        take_all(&s);
    }
    x->outcome = s.was_shut_down ? 0 : 1;
    eg_session_end(&s);
}

int eg_lsp_serve(int in, int out, const eg_lsp_options *options)
{
    serving x = {.in = in, .out = out, .options = options, .outcome = 1};
    return eg_with_stack(serve, &x) ? x.outcome : 1;
}
