/* ZIP, methods 0 (stored) and 8 (deflated), version 2.0, without what later versions added: local headers
 * with their members, the central directory, its end (APPNOTE.TXT 6.3.3). */
#include "fmi/archive.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { STORED = 0, DEFLATED = 8 };

/* CRC-32 (ISO 3309), 1 + x + x^2 + x^4 + ... + x^32 with the lowest power in the highest bit. */
static void make_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

static uint32_t checksum(const uint32_t table[256], const char *bytes, size_t length)
{
    uint32_t c = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++)
        c = table[(c ^ (unsigned char)bytes[i]) & 0xFF] ^ (c >> 8);
    return c ^ 0xFFFFFFFFu;
}

/* Little endian. */
static char *put(char *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (char)(value >> (8 * i) & 0xFF);
    return to;
}

static uint32_t get(const char *from, int bytes)
{
    uint32_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | (unsigned char)from[i];
    return value;
}

/* Sizes stand in the directory: those in front of the member may be left for behind it. */
bool eg_archive_first(const char *archive, size_t length, eg_member_file *member)
{
    enum { LOCAL = 30, ENTRY = 46, END = 22 };
    if (length < LOCAL + ENTRY + END || get(archive + length - END, 4) != 0x06054B50u)
        return false;
    size_t at = get(archive + length - 6, 4);
    if (at > length - END - ENTRY || get(archive + at, 4) != 0x02014B50u)
        return false;
    const char *entry = archive + at;
    size_t local = get(entry + 42, 4), packed = get(entry + 20, 4);
    if (local > at || at - local < LOCAL || get(archive + local, 4) != 0x04034B50u)
        return false;
    size_t begin = local + LOCAL + get(archive + local + 26, 2) + get(archive + local + 28, 2);
    uint32_t method = get(entry + 10, 2);
    if ((method != STORED && method != DEFLATED) || begin > at || packed > at - begin)
        return false;
    *member = (eg_member_file){.bytes = archive + begin, .length = packed, .crc = get(entry + 16, 4)};
    member->unpacked = method == DEFLATED ? get(entry + 24, 4) : 0;
    return true;
}

/* What a local header and an entry of the directory share: from the version needed to the extra length. */
static char *put_member(char *to, const eg_member_file *m, uint32_t crc)
{
    enum { VERSION = 20, EARLIEST = 0x0021 }; /* 1 January 1980 */
    uint32_t size = (uint32_t)(m->unpacked > 0 ? m->unpacked : m->length);
    to = put(put(put(to, VERSION, 2), 0, 2), m->unpacked > 0 ? DEFLATED : STORED, 2);
    to = put(put(to, 0, 2), EARLIEST, 2);
    to = put(to, crc, 4);
    to = put(put(to, (uint32_t)m->length, 4), size, 4);
    return put(put(to, (uint32_t)strlen(m->name), 2), 0, 2);
}

static void put_locals(eg_file *f, const eg_member_file *members, size_t count, uint32_t *crc, uint32_t *at)
{
    uint32_t table[256], offset = 0;
    char header[30];
    make_table(table);
    for (size_t i = 0; i < count; i++) {
        const eg_member_file *m = &members[i];
        crc[i] = m->unpacked > 0 ? m->crc : checksum(table, m->bytes, m->length);
        at[i] = offset;
        put_member(put(header, 0x04034B50u, 4), m, crc[i]);
        eg_file_put(f, header, sizeof header);
        eg_file_text(f, m->name);
        eg_file_put(f, m->bytes, m->length);
        offset += (uint32_t)(sizeof header + strlen(m->name) + m->length);
    }
    at[count] = offset;
}

static void put_directory(eg_file *f, const eg_member_file *members, size_t count, const uint32_t *crc,
                          const uint32_t *at)
{
    uint32_t size = 0;
    char entry[46], end[22];
    for (size_t i = 0; i < count; i++) {
        char *to = put(put(entry, 0x02014B50u, 4), 20, 2);
        to = put_member(to, &members[i], crc[i]);
        to = put(put(put(to, 0, 2), 0, 2), 0, 2); /* comment, disk, internal attributes */
        put(put(to, 0, 4), at[i], 4);
        eg_file_put(f, entry, sizeof entry);
        eg_file_text(f, members[i].name);
        size += (uint32_t)(sizeof entry + strlen(members[i].name));
    }
    char *to = put(put(put(end, 0x06054B50u, 4), 0, 2), 0, 2);
    to = put(put(to, (uint32_t)count, 2), (uint32_t)count, 2);
    put(put(put(to, size, 4), at[count], 4), 0, 2);
    eg_file_put(f, end, sizeof end);
}

eg_status eg_archive_write(const char *path, const eg_member_file *members, size_t count,
                           eg_diagnostics *diagnostics)
{
    eg_status status;
    uint32_t *crc = calloc(2 * count + 1, sizeof *crc);
    eg_file *f = crc ? eg_file_create(path, diagnostics, &status) : NULL;
    if (!crc)
        return EG_ERROR_MEMORY;
    if (f) {
        put_locals(f, members, count, crc, crc + count);
        put_directory(f, members, count, crc, crc + count);
        status = eg_file_commit(f, diagnostics);
    }
    free(crc);
    return status;
}
