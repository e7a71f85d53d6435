/* What is being written where the cursor stands. */
#ifndef EG_LSP_CURSOR_H
#define EG_LSP_CURSOR_H

#include "lsp/text_view.h"

typedef enum eg_cursor_place {
    EG_CURSOR_NOWHERE,    /* in a comment, in a string, where a new name is given */
    EG_CURSOR_STATEMENT,  /* a declaration, an equation or a statement begins */
    EG_CURSOR_TYPE,       /* the name of a class */
    EG_CURSOR_MEMBER,     /* behind a dot */
    EG_CURSOR_MODIFIER,   /* the name of what is modified, in parentheses */
    EG_CURSOR_EXPRESSION, /* a value */
    EG_CURSOR_PORT,       /* an argument of connect */
    EG_CURSOR_UNIT,       /* a unit, in quotes */
    EG_CURSOR_CLASS       /* between classes of the text */
} eg_cursor_place;

enum { EG_CURSOR_DEPTH = 16 };

typedef struct eg_cursor {
    eg_cursor_place place;
    size_t from, to;                    /* the word that is being written, */
    size_t typed;                       /* and how many bytes of it stand before the cursor */
    bool in_connect;                    /* behind "connect(" */
    size_t statement;                   /* where the statement begins in which it stands */
    bool in_equations;                  /* behind "equation", "algorithm" or "relations" */
    bool in_algorithm;                  /* behind "algorithm" */
    const char *path;                   /* of what stands before the dot, dotted; "" none */
    const char *type;                   /* of what is modified, or the function that is called; NULL: none */
    bool is_call;                       /* `type` is that of a call */
    const char *inner[EG_CURSOR_DEPTH]; /* modifiers around the one at the cursor, the outermost first */
    int depth;
    const char *modified; /* the modifier whose value is being written; NULL: none */
    eg_list open;         /* names of the classes that are open, the outermost first */
} eg_cursor;

/* Looks at the text before the offset. Texts are the reader's. */
eg_cursor eg_cursor_at(eg_reader *r, const char *path, const char *text, size_t length, size_t offset);

#endif
