/* What a library holds, for people: its packages and classes in the order of package.order. */
#ifndef EG_MODELICA_SCOPE_LISTING_H
#define EG_MODELICA_SCOPE_LISTING_H

#include "elastogap/spec.h"

#include <stdbool.h>

typedef struct eg_listed {
    const char *name; /* of a package its full name, of a class in it the last part, of a parameter its own */
    const char *kind; /* "package", "model", "partial model", "type", ..., "parameter", "connector" */
    const char *type; /* of parameters and connectors; else NULL */
    const char *comment; /* or NULL */
    bool is_heading;     /* a package, or the class that was asked for; what follows belongs to it */
    bool is_broken;      /* cannot be read */
} eg_listed;

/* Called for everything that is listed; the texts live during the call. */
typedef void (*eg_listing)(void *context, const eg_listed *listed);

/* Lists a package and the packages in it, or the parameters and connectors of another class; `name` is
 * that of a class below the include directories of the options, or a file or directory. Texts that
 * cannot be read are listed as broken. EG_ERROR_FILE: nothing has that name (nothing is reported);
 * EG_ERROR_MODEL: the text that was asked for is wrong (reported); EG_ERROR_MEMORY. */
eg_status eg_list_library(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                          eg_listing listing, void *context);

#endif
