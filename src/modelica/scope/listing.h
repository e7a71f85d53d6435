/* What a library holds, for people: its packages and classes in the order of package.order. */
#ifndef EG_MODELICA_SCOPE_LISTING_H
#define EG_MODELICA_SCOPE_LISTING_H

#include "elastogap/spec.h"

#include <stdbool.h>

/* What a line of a listing is. */
typedef enum eg_listed_kind {
    EG_LISTED_HEADING, /* a package, or the class that was asked for: what follows belongs to it */
    EG_LISTED_CLASS,   /* of a package */
    EG_LISTED_BROKEN,  /* the same, whose text cannot be read */
    EG_LISTED_NATIVE,  /* the class that was asked for is `native`; nothing follows */
    /* of a class, in this order */
    EG_LISTED_DOCUMENTATION, /* name: all of it, as eg_documentation_of has it */
    EG_LISTED_USAGE,
    EG_LISTED_EXTENDS, /* name: the class and what is given to it */
    EG_LISTED_FACT,    /* of a type, a constant: name, value */
    EG_LISTED_PARAMETER,
    EG_LISTED_CONSTANT,
    EG_LISTED_PORT,
    EG_LISTED_VARIABLE,
    EG_LISTED_COMPONENT,
    EG_LISTED_EQUATION, /* name: one line of text */
    EG_LISTED_INNER,    /* a class inside of it */
    EG_LISTED_USER      /* name: a class of the same text that extends it or has parts of it */
} eg_listed_kind;

typedef struct eg_listed {
    eg_listed_kind is;
    const char *name; /* of a package its full name, of a class in it the last part, of a parameter its own */
    const char *kind; /* of classes: "package", "model", "partial model", "type", ... */
    const char *type; /* of parameters, connectors, variables and parts */
    const char *unit, *range, *value; /* "N", ">= 0", "= 1"; NULL: none */
    const char *comment;              /* or NULL */
    const char *from;                 /* the class that declares it, where that is another; or NULL */
    const struct eg_class *native;
    /* The same of parameters, connectors, variables and parts one by one, for programs: numbers as
     * eg_number_write has them, else expressions as they are written; NULL: none. */
    const char *min, *max, *binding, *start, *condition;
    const char *class;     /* the full name of its type, or NULL: see `type` */
    const char *direction; /* "input", "output" */
    bool is_final, is_required, is_flow;
    /* Of an enumeration, NULL-terminated, and what the text says of each (NULL: nothing; of those of the
     * component library eg_literal_doc knows it). */
    const char *const *literals, *const *literal_docs;
    /* Of a connector: the class of the component library that it comes down to, or else its variables. */
    const struct eg_class *connector;
    const struct eg_listed *const *members;
    size_t member_count;
} eg_listed;

/* Called for everything that is listed; the texts live during the call. */
typedef void (*eg_listing)(void *context, const eg_listed *listed);

/* Lists a package and the packages in it, or what another class is: how it is used, what it extends, its
 * parameters with the values that hold in it, its connectors, variables, parts and equations. `name` is that
 * of a class that the component library has or that lies below the include directories of the options, or a
 * file or directory, of which `model` chooses one class (options->model; NULL: all are listed). Texts that
 * cannot be read are listed as broken. EG_ERROR_FILE: nothing has that name (nothing is reported);
 * EG_ERROR_MODEL: the text that was asked for is wrong, or a package of the user's has a name that is
 * near (reported); EG_ERROR_MEMORY. */
eg_status eg_list_library(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                          eg_listing listing, void *context);

/* Lists, as EG_LISTED_USER, the classes of all libraries in the include directories that extend the native
 * class of that full name, or have parts of it. What cannot be read there is passed over. EG_ERROR_FILE:
 * there is no such class; EG_ERROR_MEMORY. */
eg_status eg_list_users(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                        eg_listing listing, void *context);

#endif
