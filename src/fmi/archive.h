/* A ZIP archive in memory: the same members give the same bytes. */
#ifndef EG_FMI_ARCHIVE_H
#define EG_FMI_ARCHIVE_H

#include "base/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One member; the caller's. */
typedef struct eg_member_file {
    const char *name; /* "resources/model.mo" */
    const char *bytes;
    size_t length;
    size_t unpacked; /* 0: bytes are the contents; else they are packed (RFC 1951), so many bytes before, */
    uint32_t crc;    /* with this CRC-32 */
} eg_member_file;

/* The first member of an archive, its bytes as they lie there, deflated or stored. False: it is none. */
bool eg_archive_first(const char *archive, size_t length, eg_member_file *member);

/* Writes the members, in their order, as they are, stored or packed, and with the earliest time that the
 * format knows, so that nothing but their contents shows. EG_OK, EG_ERROR_FILE (reported; nothing is left
 * behind), EG_ERROR_MEMORY. */
eg_status eg_archive_write(const char *path, const eg_member_file *members, size_t count,
                           eg_diagnostics *diagnostics);

#endif
