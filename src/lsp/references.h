/* All places where one thing is named, in the texts of the workspace. */
#ifndef EG_LSP_REFERENCES_H
#define EG_LSP_REFERENCES_H

#include "lsp/session.h"

typedef struct eg_reference_place {
    uint32_t at;
    bool is_declaration;
} eg_reference_place;

/* Those of one text, in its order. */
typedef struct eg_text_references {
    char *path;
    eg_reference_place *places;
    size_t count;
} eg_text_references;

typedef struct eg_references {
    eg_text_references *texts;
    size_t count;
    bool is_out_of_memory;
} eg_references;

/* The places in a text that name what `key` is of (eg_referent_key), or the loop variable that `meaning` is,
 * as `name`, appended as one text when there are any. */
void eg_references_add(eg_references *all, eg_text_view *view, const char *path, const char *name,
                       const eg_referent *meaning, const char *key);
/* The same of the text, of all that are open, and of the files of the workspace. */
void eg_references_find(eg_references *all, eg_session *s, eg_document *d, const char *name,
                        const eg_referent *meaning);
void eg_references_free(eg_references *all);

#endif
