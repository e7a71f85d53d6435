/* What pictures and pages call the results that they show. */
#ifndef EG_CLI_LABELS_H
#define EG_CLI_LABELS_H

#include "base/arena.h"
#include "cli/options.h"

/* A label for each file, or none at all? EG_EXIT_DONE, or EG_EXIT_USAGE with a message. */
int eg_labels_check(const eg_texts *labels, const eg_texts *files);
/* Of file i its label, or else its name without folders and ending, as far as that tells it from the others.
 * NULL: out of memory. */
const char *eg_label_of(const eg_texts *labels, const eg_texts *files, size_t i, eg_arena *arena);

#endif
