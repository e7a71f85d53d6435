/* Where names stand in a text, and what each of them means. */
#ifndef EG_LSP_MENTIONS_H
#define EG_LSP_MENTIONS_H

#include "lsp/text_view.h"

/* Whose parts a modifier names: those of a type, or of what a modifier around it names. */
typedef struct eg_modified {
    const struct eg_modified *outer; /* NULL: see type */
    const char *name;                /* of the modifier around */
    const eg_reference *type;
    eg_definition *scope; /* in which `type` is looked up */
} eg_modified;

typedef enum eg_mention_kind {
    EG_MENTION_CLASS,     /* the class is declared here, */
    EG_MENTION_COMPONENT, /* the component, */
    EG_MENTION_LOOP,      /* the loop variable */
    EG_MENTION_END,       /* the name behind the end of a class */
    EG_MENTION_TYPE,      /* part of a class's name */
    EG_MENTION_IMPORT,    /* the same, from the root */
    EG_MENTION_VALUE,     /* part of the name of a component, a function, a constant */
    EG_MENTION_MODIFIER,  /* what a modifier changes */
    EG_MENTION_ARGUMENT   /* f(name = ...) */
} eg_mention_kind;

/* One name at one place. */
typedef struct eg_mention {
    eg_mention_kind kind;
    uint32_t at;
    const char *name;
    eg_definition *scope;          /* the class in whose text it stands */
    const eg_reference *reference; /* of types, values and arguments (of the function), */
    uint32_t part;                 /* of which this is that part */
    const eg_modified *modified;
    const eg_iterator *loop; /* the loop variable that is meant; NULL: none */
} eg_mention;

typedef void (*eg_on_mention)(void *context, const eg_mention *use);

/* Called with each name of the text that is called so (NULL: with all), in no order; `use` lives during the
 * call. What the syntax tree does not hold, as what stands in annotations, is not visited. */
void eg_mentions_visit(eg_text_view *view, const char *name, eg_on_mention visit, void *context);

/* What a name means. */
typedef enum eg_referent_kind {
    EG_REFERENT_NOTHING,
    EG_REFERENT_CLASS,
    EG_REFERENT_MEMBER,
    EG_REFERENT_LOOP
} eg_referent_kind;
typedef struct eg_referent {
    eg_referent_kind kind;
    eg_definition *definition; /* classes */
    eg_member *member;         /* components, and what native classes have */
    const eg_iterator *loop;
} eg_referent;

eg_referent eg_mentions_resolve(eg_text_view *view, const eg_mention *use);
bool eg_referent_is_same(const eg_referent *a, const eg_referent *b);
/* What a dotted name means inside a class, as far as its part number `part`; of values and of classes. */
eg_referent eg_mentions_follow(eg_text_view *view, eg_definition *scope, const eg_reference *name,
                               uint32_t part);
/* Of what class something is: of a component its type, of a class itself; NULL: unknown. */
eg_definition *eg_mentions_class_of(eg_text_view *view, const eg_referent *meaning);

/* A name for it that is the same in other views; "": it means nothing that others could name. Of the view. */
const char *eg_referent_key(eg_text_view *view, const eg_referent *meaning);
/* The text in which it is declared; NULL: it is built in. */
eg_source *eg_referent_source(const eg_text_view *view, const eg_referent *meaning);

/* The name that stands at the offset, and what it means; false: there is none. use->modified is not kept. */
bool eg_mentions_at(eg_text_view *view, uint32_t offset, eg_mention *use, eg_referent *meaning);
/* The bytes [from, to) of the word at the offset; from == to: there is none. */
void eg_mentions_word(const char *text, size_t length, size_t offset, size_t *from, size_t *to);

#endif
