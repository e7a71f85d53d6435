/* Appending to a list of diagnostics, inside the library. */
#ifndef EG_BASE_REPORT_H
#define EG_BASE_REPORT_H

#include "elastogap/base.h"
#include <stdbool.h>

/* Where something was written. All strings are borrowed from longer-living memory. */
typedef struct eg_place {
    const char *file;   /* NULL for models built by C calls */
    int line, column;   /* from 1; 0 unknown */
    const char *source; /* start of the source line (ends at '\n' or NUL); NULL unknown */
} eg_place;

#define EG_NOWHERE ((eg_place){0})

/* Copies everything it is given. `list` may be NULL: then nothing happens. Running out of
 * memory drops the text but still counts the message, so that an error is never lost. */
void eg_report(eg_diagnostics *list, eg_severity severity, eg_place place, const char *format, ...)
    EG_PRINTF(4, 5);
/* That memory is out, and what to do; the format says where, as in "while compiling %s". */
void eg_report_memory(eg_diagnostics *list, const char *format, ...) EG_PRINTF(2, 3);
/* The same message, with its place and remedy, in another list. */
void eg_report_again(eg_diagnostics *list, const eg_diagnostic *message);
/* Adds the remedy to the newest message. */
void eg_remedy(eg_diagnostics *list, const char *format, ...) EG_PRINTF(2, 3);

/* Whether a struct of options, `name`, has a size that this library knows; else that is reported. 0 is the
 * size that it had in version 1.0, which is that of today: a struct that grows keeps its former one here. */
bool eg_options_fit(size_t size, size_t known, const char *name, eg_diagnostics *list);

/* Drops all messages from number `count` on. */
void eg_diagnostics_forget(eg_diagnostics *list, size_t count);

#endif
