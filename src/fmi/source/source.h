/* A model as one file of C that the importer compiles: the library's pieces that it needs
 * (tools/amalgamate.c), and its texts. */
#ifndef EG_FMI_SOURCE_SOURCE_H
#define EG_FMI_SOURCE_SOURCE_H

#include "fmi/archive.h"
#include "fmi/shape.h"
#include "network/network.h"

typedef struct eg_source_wish {
    const char *pieces; /* what tools/amalgamate made */
    size_t length;
    int version;                 /* of FMI: 2 or 3 */
    const char *identifier;      /* of the FMU */
    const eg_member_file *texts; /* that would be its resources: "resources/..." */
    size_t text_count;
    const eg_fmu_shape *shape;         /* NULL: none */
    const char *const *const *bundled; /* lines of texts of the library's own that the model is made of */
    size_t bundled_count;
} eg_source_wish;

/* malloc'ed, *length bytes; NULL out of memory. The same wish gives the same bytes. */
char *eg_source_choose(const eg_source_wish *wish, size_t *length);

/* sources/buildDescription.xml, malloc'ed; NULL out of memory. */
char *eg_source_build_description(const eg_source_wish *wish);

/* Can the engines of a source FMU run the model? They are those of the library but `ida`; `engine` is what
 * was asked for, or NULL. False: reported, with the component that is in the way. */
bool eg_source_fits(const eg_model *m, const char *engine, eg_diagnostics *d);

/* Do those of them that `auto` would take? The network is at its consistent start y. If not, `reason` says
 * why, in words that follow "because" and name a component; written like snprintf. */
bool eg_source_takes(eg_network *s, double t, const double *y, char *reason, size_t size);

#endif
