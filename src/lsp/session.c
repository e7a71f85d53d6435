#include "lsp/session.h"

#include "lsp/job.h"
#include "lsp/text_view.h"
#include "modelica/parsed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

eg_document *eg_session_document(const eg_session *s, const char *uri)
{
    for (size_t i = 0; uri && i < s->document_count; i++)
        if (strcmp(s->documents[i]->uri, uri) == 0)
            return s->documents[i];
    return NULL;
}

eg_document *eg_session_document_of(const eg_session *s, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    return eg_session_document(s, json_string_value(json_object_get(document, "uri")));
}

char *eg_session_uri(const eg_session *s, const char *path)
{
    for (size_t i = 0; i < s->document_count; i++)
        if (strcmp(s->documents[i]->path, path) == 0)
            return strdup(s->documents[i]->uri);
    return eg_document_uri_of(path);
}

eg_document *eg_session_place(eg_session *s, const json_t *params, uint32_t *offset)
{
    eg_position at;
    eg_document *d = eg_session_document_of(s, params);
    if (!d || !eg_position_read(json_object_get(params, "position"), &at))
        return NULL;
    *offset = (uint32_t)eg_position_offset(d->text, d->length, at);
    return d;
}

void eg_session_forget_views(eg_session *s)
{
    for (size_t i = 0; i < s->document_count; i++) {
        eg_text_view_free(s->documents[i]->view);
        s->documents[i]->view = NULL;
    }
    free(s->unsaved);
    s->unsaved = NULL;
}

eg_text_view *eg_session_view(eg_session *s, eg_document *d)
{
    if (!d->view) {
        const eg_read_options options = eg_session_read_options(s);
        d->view = eg_text_view_create(d->path, d->has_file, d->text, d->length, &options);
    }
    if (d->view) { /* what a library has wrong counts for one request */
        d->view->r.errors = 0;
        d->view->r.gave_up = false;
        d->view->r.steps = 0;
    }
    return d->view;
}

/* Views point into the list, which stands until a text changes. */
static void list_unsaved(eg_session *s)
{
    s->unsaved = calloc(s->document_count + 1, sizeof *s->unsaved);
    s->unsaved_count = 0;
    for (size_t i = 0; s->unsaved && i < s->document_count; i++) {
        const eg_document *d = s->documents[i];
        if (d->has_file)
            s->unsaved[s->unsaved_count++] = (eg_unsaved){d->path, d->text, d->length};
    }
}

eg_read_options eg_session_read_options(eg_session *s)
{
    eg_read_options options = eg_read_options_default();
    if (!s->unsaved)
        list_unsaved(s);
    options.include_dirs = s->include_dirs;
    options.include_count = s->include_count;
    options.unsaved = s->unsaved;
    options.unsaved_count = s->unsaved ? s->unsaved_count : 0;
    return options;
}

eg_status eg_session_read(eg_session *s, eg_document *d, const char *name, eg_diagnostics *said,
                          eg_spec **spec)
{
    eg_read_options options = eg_session_read_options(s);
    options.model = name && *name ? name : NULL;
    const eg_text_view *view = eg_is_shareable(d->path) ? eg_session_view(s, d) : NULL;
    if (view && view->syntax_errors == 0) {
        const eg_parsed parsed = {view->stored, view->r.symbols, d->has_file ? d->path : NULL};
        return eg_spec_read_parsed(&parsed, &options, said, spec);
    }
    return d->has_file ? eg_spec_read(d->path, &options, said, spec)
                       : eg_spec_read_text(d->text, d->length, d->path, &options, said, spec);
}

/* ---------------------------------------------------------------- the workspace */

static void forget_roots(eg_session *s)
{
    for (size_t i = 0; i < s->root_count; i++)
        free(s->roots[i]);
    free(s->roots);
    free(s->include_dirs);
    s->roots = NULL;
    s->include_dirs = NULL;
    s->root_count = s->include_count = 0;
}

static void add_root(eg_session *s, const char *uri)
{
    char *path = uri ? eg_document_path_of(uri) : NULL;
    if (path)
        s->roots[s->root_count++] = path;
}

bool eg_session_set_roots(eg_session *s, const json_t *params)
{
    const json_t *folders = json_object_get(params, "workspaceFolders");
    const json_t *further = json_object_get(json_object_get(params, "initializationOptions"), "libraries");
    const size_t count = json_array_size(folders), libraries = json_array_size(further);
    forget_roots(s);
    s->roots = calloc(count + 1, sizeof *s->roots);
    s->include_dirs = calloc(count + libraries + s->options->include_count + 1, sizeof *s->include_dirs);
    if (!s->roots || !s->include_dirs)
        return false;
    for (size_t i = 0; i < count; i++)
        add_root(s, json_string_value(json_object_get(json_array_get(folders, i), "uri")));
    if (count == 0)
        add_root(s, json_string_value(json_object_get(params, "rootUri")));
    for (size_t i = 0; i < s->root_count; i++)
        s->include_dirs[s->include_count++] = s->roots[i];
    for (size_t i = 0; i < libraries; i++) {
        const char *path = json_string_value(json_array_get(further, i));
        if (path)
            s->include_dirs[s->include_count++] = path; /* of the message that the session keeps */
    }
    for (size_t i = 0; i < s->options->include_count; i++)
        s->include_dirs[s->include_count++] = s->options->include_dirs[i];
    return true;
}

bool eg_session_owns(const eg_session *s, const char *path)
{
    for (size_t i = 0; i < s->root_count; i++) {
        const size_t length = strlen(s->roots[i]);
        if (strncmp(path, s->roots[i], length) == 0 && (path[length] == '/' || path[length] == '\0'))
            return true;
    }
    return false;
}

void eg_session_end(eg_session *s)
{
    eg_job_stop_all(s);
    for (size_t i = 0; i < s->document_count; i++)
        eg_document_free(s->documents[i]);
    free(s->documents);
    free(s->unsaved);
    forget_roots(s);
    json_decref(s->introduction);
    eg_rpc_end(&s->rpc);
}
