/* The texts that the client has open, as they stand there. */
#ifndef EG_LSP_DOCUMENT_H
#define EG_LSP_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "modelica/text/source.h"

struct eg_text_view;

/* A message of a check (diagnose.c), which moves with the text until the next one comes. */
typedef struct eg_finding {
    int severity;                           /* of the protocol: 1 error, 2 warning, 3 information */
    int line, column, end_line, end_column; /* from 0, in units of UTF-16 */
    char *message, *remedy;                 /* remedy NULL: none */
    char *model;                            /* the check of which model has found it; "": the last one's */
    char *elsewhere;                        /* another file that it is about; NULL: it is about this text */
    int there_line, there_column;           /* in that file, in bytes from 1 */
} eg_finding;

typedef struct eg_document {
    char *uri;
    char *path; /* what the library calls it; of a text that is no file a name that says its language */
    bool has_file;
    char *text; /* length bytes of UTF-8, and a NUL */
    size_t length, capacity;
    json_int_t version;
    struct eg_text_view *view; /* what was read of it as it stands; NULL: nothing yet */
    uint32_t edited;           /* where the last change was */
    eg_finding *findings;
    size_t finding_count;
    bool has_syntax_errors; /* these are all of them */
    bool is_unchecked;      /* a check is due, */
    double due;             /* by the clock [s]; */
    bool wants_all;         /* of all its models */
} eg_document;

/* The file that a file: URI names, malloc'ed; NULL when it is none, or memory is out. */
char *eg_document_path_of(const char *uri);
/* The other way; malloc'ed, NULL when memory is out. */
char *eg_document_uri_of(const char *path);

/* NULL when memory is out. `language`: "dyad", else Modelica, where the URI's ending does not say. */
eg_document *eg_document_create(const char *uri, const char *language, const char *text, size_t length,
                                json_int_t version);
void eg_document_free(eg_document *d); /* accepts NULL */
/* Replaces bytes [from, to) of the text; false when memory is out. */
bool eg_document_replace(eg_document *d, size_t from, size_t to, const char *text, size_t length);
void eg_document_forget_findings(eg_document *d);

/* Lines and columns of the protocol, from 0, in units of UTF-16. A place beyond the end of a line is its end,
 * one beyond the last line that of the text. */
typedef struct eg_position {
    int line, column;
} eg_position;
size_t eg_position_offset(const char *text, size_t length, eg_position at);
eg_position eg_position_of(const char *text, size_t length, size_t offset);
/* Of a place in bytes, both from 1. */
size_t eg_position_offset_of_place(const char *text, size_t length, int line, int column);
json_t *eg_position_json(eg_position at);
/* The same of a text whose lines are known, and {start, end} of its bytes [from, to). */
eg_position eg_position_in(eg_source *source, size_t offset);
json_t *eg_position_range(eg_source *source, size_t from, size_t to);
/* False: it is no position. */
bool eg_position_read(const json_t *from, eg_position *at);

#endif
