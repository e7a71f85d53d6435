/* The archive of an FMU, unpacked into a directory of its own that goes away again whatever happens. */
#ifndef EG_FMI_IMPORT_UNPACK_H
#define EG_FMI_IMPORT_UNPACK_H

#include "base/report.h"

#include <stdbool.h>
#include <sys/types.h>

/* A directory for temporary files. A process of its own, which waits for this one to end, removes it: also
 * after an interrupt, a kill, or a crash of what an FMU brings along. */
typedef struct eg_scratch {
    char path[512]; /* absolute, with a slash at its end; "" while there is none */
    int lifeline;   /* closed when this process ends; -1: none */
    pid_t janitor;  /* 0: none */
} eg_scratch;

/* In TMPDIR or /tmp. EG_OK, or EG_ERROR_FILE (reported). */
eg_status eg_scratch_open(eg_scratch *scratch, eg_diagnostics *d);
/* Removes the directory; accepts one that was never opened (all zero). */
void eg_scratch_close(eg_scratch *scratch);

/* Unpacks the archive. Refused are names that lead out of the directory, links, entries that are encrypted or
 * appear twice, and sizes beyond reason. EG_OK, EG_ERROR_FILE (reported), EG_ERROR_UNAVAILABLE. */
eg_status eg_unpack(const char *path, const eg_scratch *scratch, eg_diagnostics *d);

#endif
