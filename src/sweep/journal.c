/* The journal of a sweep: a header that says which sweep it is, then chunks of rows, each with a checksum,
 * as they were computed. Numbers are stored as this machine has them.
 *
 * What write() has taken outlives the process, so that a kill costs nothing but a chunk that is cut off in
 * the middle; fsync, at least every second, is for machines that lose their power. */
#define _DEFAULT_SOURCE 1 /* flock */
#include "sweep/sweep.h"

#include "base/arena.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct header {
    char magic[8];
    uint64_t fingerprint, rows, wanted;
    uint64_t hash; /* of the above */
} header;

/* Of a chunk. Behind it stand results, errors, statuses (as doubles), reasons, and the hash of it all. */
typedef struct record {
    uint64_t first, count, balanced, open, reasons;
} record;

static const char magic[8] = "EGSWEEP1";

static const char remedy_resume[] = "go on with it by --resume (resume), or remove it to begin anew";

/* ---------------------------------------------------------------- chunks */

bool eg_chunk_reserve(eg_chunk *c, size_t *capacity, size_t count, size_t wanted)
{
    if (count <= *capacity)
        return true;
    free(c->results);
    free(c->energy_errors);
    free(c->statuses);
    c->results = calloc(count * wanted + 1, sizeof *c->results);
    c->energy_errors = calloc(count, sizeof *c->energy_errors);
    c->statuses = calloc(count, sizeof *c->statuses);
    *capacity = c->results && c->energy_errors && c->statuses ? count : 0;
    return *capacity > 0;
}

void eg_chunk_release(eg_chunk *c)
{
    free(c->results);
    free(c->energy_errors);
    free(c->statuses);
    free(c->reasons);
    *c = (eg_chunk){0};
}

/* ---------------------------------------------------------------- bytes */

static size_t record_length(const record *r, size_t wanted)
{
    return sizeof *r + (size_t)r->count * (wanted + 2) * sizeof(double) + (size_t)r->reasons +
           sizeof(uint64_t);
}

/* Reads `length` bytes; false: there are fewer, or errno says why not. */
static bool read_at(int descriptor, void *bytes, size_t length, uint64_t offset)
{
    char *at = bytes;
    errno = 0;
    while (length > 0) {
        ssize_t n = pread(descriptor, at, length, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        offset += (uint64_t)n;
        length -= (size_t)n;
    }
    return true;
}

/* 0 or errno. */
static int write_at(int descriptor, const void *bytes, size_t length, uint64_t offset)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = pwrite(descriptor, at, length, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        at += n;
        offset += (uint64_t)n;
        length -= (size_t)n;
    }
    return 0;
}

static bool add_place(eg_journal *j, const record *r)
{
    if (eg_grow((void **)&j->places, &j->place_capacity, j->place_count + 1, sizeof *j->places) != 0)
        return false;
    j->places[j->place_count++] =
        (eg_chunk_place){(size_t)r->first, (size_t)r->count, j->length, record_length(r, j->wanted)};
    j->done += (size_t)r->count;
    return true;
}

char *eg_chunk_encode(const eg_chunk *c, size_t wanted, size_t front, size_t *length)
{
    const record r = {c->first, c->count, c->balanced, c->open, c->reasons_length};
    *length = front + record_length(&r, wanted);
    char *all = malloc(*length);
    if (!all)
        return NULL;
    char *bytes = all + front, *at = bytes;
    at = (char *)memcpy(at, &r, sizeof r) + sizeof r;
    at = (char *)memcpy(at, c->results, c->count * wanted * sizeof(double)) +
         c->count * wanted * sizeof(double);
    at = (char *)memcpy(at, c->energy_errors, c->count * sizeof(double)) + c->count * sizeof(double);
    for (size_t i = 0; i < c->count; i++) {
        const double status = (double)c->statuses[i];
        at = (char *)memcpy(at, &status, sizeof status) + sizeof status;
    }
    if (c->reasons_length > 0)
        at = (char *)memcpy(at, c->reasons, c->reasons_length) + c->reasons_length;
    const uint64_t hash = eg_hash(EG_HASH_OF_NOTHING, bytes, (size_t)(at - bytes));
    memcpy(at, &hash, sizeof hash);
    return all;
}

bool eg_journal_append(eg_journal *j, const char *bytes, size_t length)
{
    record r;
    memcpy(&r, bytes, sizeof r);
    j->error = write_at(j->descriptor, bytes, length, j->length);
    bool good = j->error == 0 && add_place(j, &r);
    if (good)
        j->length += length;
    else /* what was written of it does not count in any case */
        (void)!ftruncate(j->descriptor, (off_t)j->length);
    return good;
}

/* ---------------------------------------------------------------- reading */

/* The bytes of the chunk at this offset, if it is whole: *bytes, malloc'ed, or NULL. */
static eg_status read_record(const eg_journal *j, uint64_t offset, uint64_t end, record *r, char **bytes)
{
    *bytes = NULL;
    if (end - offset < sizeof *r || !read_at(j->descriptor, r, sizeof *r, offset))
        return EG_OK;
    if (r->first >= j->rows || r->count < 1 || r->count > j->rows - r->first || r->reasons > end)
        return EG_OK;
    const size_t length = record_length(r, j->wanted);
    if (r->count > end / sizeof(double) || length > end - offset)
        return EG_OK;
    uint64_t hash;
    char *all = malloc(length);
    if (!all)
        return EG_ERROR_MEMORY;
    bool whole = read_at(j->descriptor, all, length, offset);
    if (whole) {
        memcpy(&hash, all + length - sizeof hash, sizeof hash);
        whole = hash == eg_hash(EG_HASH_OF_NOTHING, all, length - sizeof hash);
    }
    if (whole)
        *bytes = all;
    else
        free(all);
    return EG_OK;
}

eg_status eg_journal_read(const eg_journal *j, const eg_chunk_place *place, eg_chunk *c, size_t *capacity,
                          eg_diagnostics *d)
{
    record r;
    char *bytes;
    eg_status status = read_record(j, place->offset, place->offset + place->length, &r, &bytes);
    if (status == EG_OK && !bytes) {
        eg_report(d, EG_ERROR, (eg_place){.file = j->path},
                  "the journal cannot be read back: row %zu is damaged", place->first);
        eg_remedy(d, "check the disk, and go on with --resume: what is damaged is computed again");
        return EG_ERROR_FILE;
    }
    if (status == EG_OK && !eg_chunk_reserve(c, capacity, (size_t)r.count, j->wanted))
        status = EG_ERROR_MEMORY;
    free(c->reasons);
    c->reasons = status == EG_OK ? calloc((size_t)r.reasons + 1, 1) : NULL;
    if (status != EG_OK || !c->reasons) {
        free(bytes);
        return EG_ERROR_MEMORY;
    }
    const char *at = bytes + sizeof r;
    c->first = (size_t)r.first;
    c->count = (size_t)r.count;
    c->balanced = (size_t)r.balanced;
    c->open = (size_t)r.open;
    c->reasons_length = (size_t)r.reasons;
    memcpy(c->results, at, c->count * j->wanted * sizeof(double));
    at += c->count * j->wanted * sizeof(double);
    memcpy(c->energy_errors, at, c->count * sizeof(double));
    at += c->count * sizeof(double);
    for (size_t i = 0; i < c->count; i++, at += sizeof(double)) {
        double number;
        memcpy(&number, at, sizeof number);
        c->statuses[i] = (eg_status)number;
    }
    memcpy(c->reasons, at, c->reasons_length);
    free(bytes);
    return EG_OK;
}

static int compare_places(const void *a, const void *b)
{
    const eg_chunk_place *one = a, *other = b;
    return (one->first > other->first) - (one->first < other->first);
}

void eg_journal_sort(eg_journal *j)
{
    if (j->place_count > 0)
        qsort(j->places, j->place_count, sizeof *j->places, compare_places);
}

/* Finds all chunks that are whole and drops what is behind them. */
static eg_status scan(eg_journal *j, uint64_t end, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    while (status == EG_OK) {
        record r;
        char *bytes;
        status = read_record(j, j->length, end, &r, &bytes);
        if (!bytes)
            break;
        free(bytes);
        if (!add_place(j, &r))
            return EG_ERROR_MEMORY;
        j->length += record_length(&r, j->wanted);
    }
    if (status == EG_OK && ftruncate(j->descriptor, (off_t)j->length) != 0) {
        eg_file_report(d, "write", j->path, errno);
        return EG_ERROR_FILE;
    }
    eg_journal_sort(j);
    return status;
}

/* ---------------------------------------------------------------- opening */

static eg_status refuse(const eg_journal *j, const char *what, const char *remedy, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, (eg_place){.file = j->path}, "%s", what);
    eg_remedy(d, "%s", remedy);
    return EG_ERROR_USAGE;
}

/* Is what the file begins with a header, or as much of one as was written before a kill? */
static bool is_header(const header *found, size_t length)
{
    if (memcmp(found->magic, magic, length < sizeof magic ? length : sizeof magic) != 0)
        return false;
    return length < sizeof *found ||
           found->hash == eg_hash(EG_HASH_OF_NOTHING, found, offsetof(header, hash));
}

static eg_status begin_anew(eg_journal *j, const header *own, eg_diagnostics *d)
{
    j->error = write_at(j->descriptor, own, sizeof *own, 0);
    if (j->error == 0 && ftruncate(j->descriptor, sizeof *own) != 0)
        j->error = errno;
    if (j->error == 0)
        return EG_OK;
    eg_file_report(d, "write", j->path, j->error);
    return EG_ERROR_FILE;
}

/* Of a file that may be a journal already. One without rows is begun anew. */
static eg_status begin(eg_journal *j, bool resume, const header *own, eg_diagnostics *d)
{
    struct stat st;
    header found;
    if (fstat(j->descriptor, &st) != 0 || !S_ISREG(st.st_mode))
        return refuse(j, "the journal cannot be here: this is no ordinary file", "name another file", d);
    const uint64_t end = (uint64_t)st.st_size;
    const size_t length = end < sizeof found ? (size_t)end : sizeof found;
    j->length = sizeof *own;
    if (!read_at(j->descriptor, &found, length, 0) || !is_header(&found, length))
        return refuse(j, "this file is no journal of a sweep", "remove it, or name another table", d);
    if (end <= sizeof found)
        return begin_anew(j, own, d);
    if (!resume)
        return refuse(j, "a sweep was stopped here, and its journal has rows that were computed",
                      remedy_resume, d);
    if (memcmp(&found, own, sizeof found) != 0)
        return refuse(j,
                      "this is the journal of another sweep: the model, the design, what is asked for, an "
                      "option that changes results or the version of the program has changed since",
                      "take what it was begun with, or remove it to begin anew", d);
    return scan(j, end, d);
}

eg_status eg_journal_open(eg_journal *j, const char *path, bool resume, uint64_t fingerprint, size_t rows,
                          size_t wanted, eg_diagnostics *d)
{
    header own = {.fingerprint = fingerprint, .rows = rows, .wanted = wanted};
    memcpy(own.magic, magic, sizeof magic);
    own.hash = eg_hash(EG_HASH_OF_NOTHING, &own, offsetof(header, hash));
    *j = (eg_journal){.path = strdup(path), .descriptor = -1, .rows = rows, .wanted = wanted};
    if (!j->path)
        return EG_ERROR_MEMORY;
    j->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->descriptor < 0) {
        eg_file_report(d, "write", path, errno);
        return EG_ERROR_FILE;
    }
    if (flock(j->descriptor, LOCK_EX | LOCK_NB) != 0)
        return refuse(j, "another sweep is writing this journal",
                      "wait until it has ended, or name another table", d);
    eg_status status = begin(j, resume, &own, d);
    return status;
}

void eg_journal_close(eg_journal *j, bool remove)
{
    if (remove && j->path)
        unlink(j->path);
    if (j->descriptor >= 0)
        close(j->descriptor);
    free(j->path);
    free(j->places);
    *j = (eg_journal){.descriptor = -1};
}
