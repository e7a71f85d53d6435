/* A ZIP archive in memory: the same members give the same bytes. */
#ifndef EG_FMI_ARCHIVE_H
#define EG_FMI_ARCHIVE_H

#include "base/report.h"

#include <stddef.h>

/* One member; the caller's. */
typedef struct eg_member_file {
    const char *name; /* "resources/model.mo" */
    const char *bytes;
    size_t length;
} eg_member_file;

/* Writes the members, in their order, stored without compression and with the earliest time that the format
 * knows, so that nothing but their contents shows. EG_OK, EG_ERROR_FILE (reported; nothing is left behind),
 * EG_ERROR_MEMORY. */
eg_status eg_archive_write(const char *path, const eg_member_file *members, size_t count,
                           eg_diagnostics *diagnostics);

#endif
