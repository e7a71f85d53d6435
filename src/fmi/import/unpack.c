#include "fmi/import/unpack.h"

#include "base/file.h"
#include "fmi/import/libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef EG_HAVE_FMU_IMPORT

eg_status eg_unpack(const char *path, const eg_scratch *scratch, eg_diagnostics *d)
{
    (void)path, (void)scratch;
    return eg_import_missing("libzip and libxml2", d);
}

#else

/* Beyond what any FMU needs. */
enum { MOST_ENTRIES = 100000 };
static const uint64_t most_bytes = (uint64_t)2 << 30;

typedef struct unpacking {
    const char *path; /* of the archive */
    const eg_scratch *scratch;
    eg_diagnostics *d;
    const eg_zip_library *zip;
    zip_t *archive;
    uint64_t bytes; /* so far */
} unpacking;

static eg_status refuse(unpacking *u, const char *name, const char *why)
{
    eg_report(u->d, EG_ERROR, EG_NOWHERE, "%s is no FMU that can be used: its entry '%.200s' %s", u->path,
              name, why);
    eg_remedy(u->d, "export the FMU anew");
    return EG_ERROR_FILE;
}

/* What is wrong with the name of an entry; NULL: nothing. */
static const char *fault_of(const char *name)
{
    size_t part = 0;
    if (!*name || strlen(name) > 3000)
        return "has no name that a file can have";
    for (const char *c = name;; c++) {
        if (*c && ((unsigned char)*c < 32 || *c == '\\' || *c == ':'))
            return "has a name with characters that names in archives may not have";
        if (*c != '/' && *c) {
            part++;
            continue;
        }
        const char *begin = c - part;
        if ((part == 0 && *c) || (part == 1 && *begin == '.') || (part == 2 && memcmp(begin, "..", 2) == 0))
            return "leads out of the archive";
        part = 0;
        if (!*c)
            return NULL;
    }
}

static bool is_link(const unpacking *u, uint64_t i)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return u->zip->attributes(u->archive, i, 0, &system, &attributes) == 0 && system == ZIP_OPSYS_UNIX &&
           S_ISLNK(attributes >> 16);
}

/* The directories on the way to a file. */
static int make_way(char *path, size_t from)
{
    for (char *c = path + from; *c; c++)
        if (*c == '/') {
            *c = '\0';
            int made = mkdir(path, 0700);
            *c = '/';
            if (made != 0 && errno != EEXIST)
                return -1;
        }
    return 0;
}

static eg_status copy_bytes(unpacking *u, zip_file_t *from, int to, const zip_stat_t *info)
{
    char buffer[65536];
    uint64_t size = 0;
    zip_int64_t count;
    while ((count = u->zip->read(from, buffer, sizeof buffer)) > 0) {
        size += (uint64_t)count;
        if (size > info->size)
            return refuse(u, info->name, "is longer than the archive says");
        for (ssize_t done = 0, now; done < count; done += now)
            if ((now = write(to, buffer + done, (size_t)(count - done))) < 0) {
                eg_file_report(u->d, "write", u->scratch->path, errno);
                return EG_ERROR_FILE;
            }
    }
    return count < 0 || size != info->size ? refuse(u, info->name, "is damaged") : EG_OK;
}

static eg_status write_entry(unpacking *u, uint64_t i, const zip_stat_t *info, const char *path)
{
    zip_file_t *from = u->zip->open_entry(u->archive, i, 0);
    if (!from)
        return refuse(u, info->name,
                      "cannot be read: it is encrypted, damaged or packed by an unknown method");
    int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
    eg_status status = EG_OK;
    if (to < 0 && errno == EEXIST && unlink(path) == 0) { /* as archivers that only add leave it */
        eg_report(u->d, EG_WARNING, EG_NOWHERE, "%s has two entries '%.200s'; the last one counts", u->path,
                  info->name);
        to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
    }
    if (to < 0 && (errno == EEXIST || errno == ENOTDIR || errno == EISDIR)) {
        status = refuse(u, info->name, "is file and directory");
    } else if (to < 0) {
        eg_file_report(u->d, "write", path, errno);
        status = EG_ERROR_FILE;
    } else {
        status = copy_bytes(u, from, to, info);
        close(to);
    }
    u->zip->close_entry(from);
    return status;
}

static eg_status unpack_entry(unpacking *u, uint64_t i)
{
    zip_stat_t info;
    char path[4096];
    if (u->zip->stat(u->archive, i, 0, &info) != 0 ||
        (info.valid & (ZIP_STAT_NAME | ZIP_STAT_SIZE)) != (ZIP_STAT_NAME | ZIP_STAT_SIZE))
        return refuse(u, "?", "has neither name nor size");
    const char *fault = fault_of(info.name);
    if (fault)
        return refuse(u, info.name, fault);
    if (is_link(u, i))
        return refuse(u, info.name, "is a link");
    if (info.size > most_bytes || (u->bytes += info.size) > most_bytes)
        return refuse(u, info.name, "makes it larger than 2 GiB");
    snprintf(path, sizeof path, "%s%s", u->scratch->path, info.name);
    if (make_way(path, strlen(u->scratch->path)) != 0)
        return errno == ENOTDIR ? refuse(u, info.name, "is file and directory")
                                : (eg_file_report(u->d, "write", path, errno), EG_ERROR_FILE);
    return path[strlen(path) - 1] == '/' ? EG_OK : write_entry(u, i, &info, path);
}

eg_status eg_unpack(const char *path, const eg_scratch *scratch, eg_diagnostics *d)
{
    eg_zip_library zip;
    unpacking u = {.path = path, .scratch = scratch, .d = d, .zip = &zip};
    eg_status status = eg_zip_load(&zip, d);
    int code = 0;
    if (status != EG_OK)
        return status;
    errno = 0; /* libzip does not always say that memory is out */
    u.archive = zip.open(path, ZIP_RDONLY, &code);
    if (!u.archive && code == ZIP_ER_NOENT) {
        eg_file_report(d, "read", path, ENOENT);
        status = EG_ERROR_FILE;
    } else if (!u.archive) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no FMU: it is no ZIP archive that can be read", path);
        eg_remedy(d, "name an .fmu; if this is one, export or fetch it anew");
        status = EG_ERROR_FILE;
    }
    zip_int64_t count = u.archive ? zip.count(u.archive, 0) : 0;
    if (count > MOST_ENTRIES)
        status = refuse(&u, "?", "is one of too many");
    for (zip_int64_t i = 0; i < count && status == EG_OK; i++)
        status = unpack_entry(&u, (uint64_t)i);
    if (u.archive)
        zip.discard(u.archive);
    eg_zip_unload(&zip);
    if (status == EG_OK || errno != ENOMEM)
        return status;
    eg_report_memory(d, "while unpacking the FMU");
    return EG_ERROR_MEMORY;
}

#endif
