/* The reference manual: a page for every class, made from the descriptors, for every package, for every
 * example, and one over all; as HTML and as Markdown; with the icons of the
 * classes (component/icon) and figures from runs of the examples. */
#ifndef EG_MANUAL_MANUAL_H
#define EG_MANUAL_MANUAL_H

#include "elastogap/base.h"

#include <stddef.h>

typedef struct eg_manual_options {
    const char *output;              /* the directory, made when it does not exist (those above it must) */
    const char *const *example_dirs; /* directories whose .mo files are examples */
    size_t example_count;
} eg_manual_options;

/* What was written. */
typedef struct eg_manual_counts {
    size_t classes, packages, examples, figures, files;
} eg_manual_counts;

/* Every file appears whole or not at all; what else is in the directory stays. Without gnuplot there are no
 * figures (a warning says so). EG_OK; EG_ERROR_FILE; EG_ERROR_MODEL or EG_ERROR_SIMULATION when an example is
 * wrong; EG_ERROR_MEMORY. */
eg_status eg_manual_write(const eg_manual_options *options, eg_diagnostics *diagnostics,
                          eg_manual_counts *counts);

#endif
