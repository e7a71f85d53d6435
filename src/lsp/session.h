/* What the server knows during one session with a client, and what its parts offer to the dispatcher. */
#ifndef EG_LSP_SESSION_H
#define EG_LSP_SESSION_H

#include "lsp/document.h"
#include "lsp/lsp.h"
#include "lsp/rpc.h"
#include "lsp/mentions.h"

struct eg_job;

typedef struct eg_session {
    eg_rpc rpc;
    eg_document **documents;
    size_t document_count;
    char **roots; /* directories of the workspace */
    size_t root_count;
    const char **include_dirs; /* theirs, then those of the options */
    size_t include_count;
    const eg_lsp_options *options;
    eg_unsaved *unsaved; /* one for each document that is a file; points into them */
    size_t unsaved_count;
    struct eg_job *jobs;    /* that are at work, the newest first */
    const json_t *request;  /* the id of the one that is being answered, */
    bool is_answered_later; /* by a job */
    bool is_initialized, was_shut_down, has_ended;
    bool has_snippets;    /* of the client: completions may have places to fill in, */
    bool has_progress;    /* and it shows the progress of runs */
    double check_time;    /* what the last check took of the processor [s] */
    json_t *introduction; /* what the client said of itself; include_dirs point into it */
} eg_session;

/* ---------------------------------------------------------------- session.c */

eg_document *eg_session_document(const eg_session *s, const char *uri);
/* The document that params.textDocument names; NULL: it is not open. */
eg_document *eg_session_document_of(const eg_session *s, const json_t *params);
/* What the client calls the text of that path, malloc'ed; NULL when memory is out. */
char *eg_session_uri(const eg_session *s, const char *path);
/* A text changes: what was read of any text no longer holds. To be called before it does. */
void eg_session_forget_views(eg_session *s);
/* What is known of the document as it stands; NULL when memory is out. */
eg_text_view *eg_session_view(eg_session *s, eg_document *d);
/* How the session reads: libraries and unsaved texts; valid until a text changes. */
eg_read_options eg_session_read_options(eg_session *s);
/* Reads a model of the text as it stands, with all libraries; name NULL or "": its last one. The spec may
 * point into the document's view. */
eg_status eg_session_read(eg_session *s, eg_document *d, const char *name, eg_diagnostics *said,
                          eg_spec **spec);
bool eg_session_set_roots(eg_session *s, const json_t *params);
/* Does the file lie in the workspace? */
bool eg_session_owns(const eg_session *s, const char *path);
void eg_session_end(eg_session *s);
/* The document and offset of a request about a place; NULL: they are none. */
eg_document *eg_session_place(eg_session *s, const json_t *params, uint32_t *offset);

/* ---------------------------------------------------------------- the features, one file each */

/* Each answers with a result, the caller's; NULL: there is nothing to tell (null), unless *refusal says why
 * the request cannot be served, a static text or one that lives as long as the view. */
typedef json_t *eg_feature(eg_session *s, const json_t *params, const char **refusal);
eg_feature eg_lsp_complete;   /* complete.c */
eg_feature eg_lsp_hover;      /* hover.c */
eg_feature eg_lsp_definition; /* definition.c */
eg_feature eg_lsp_references; /* references.c */
eg_feature eg_lsp_highlights;
eg_feature eg_lsp_prepare_rename; /* rename.c */
eg_feature eg_lsp_rename;
eg_feature eg_lsp_symbols; /* outline.c */
eg_feature eg_lsp_format;  /* format.c */
eg_feature eg_lsp_fixes;   /* fix.c */
eg_feature eg_lsp_lenses;  /* lens.c */
eg_feature eg_lsp_execute;

/* diagnose.c: the text changed, or is new: says at once what is wrong with its syntax, and lets the check be
 * made. `wants_all`: of all its models. */
void eg_diagnose(eg_session *s, eg_document *d, bool wants_all);
/* Moves findings along with a change of the text: what was from `from` to `to` ends at `now`. */
void eg_diagnose_move(eg_document *d, eg_position from, eg_position to, eg_position now);
/* Begins the checks that are due; the seconds until the next one is, negative: none. */
double eg_diagnose_due(eg_session *s);
/* Nothing is wrong with a text that is closed. */
void eg_diagnose_close(eg_session *s, eg_document *d);

#endif
