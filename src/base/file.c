/* Files that appear whole or not at all: written beside under another name, then renamed.
 *
 * rename() replaces the name in one step (POSIX), so that a reader finds the old file or the new one. The
 * data are not forced to the disk first (fsync): that guards against a power cut only, and costs more
 * than most simulations. */
#define _DEFAULT_SOURCE 1 /* flock */
#define _XOPEN_SOURCE 700 /* readlink, faccessat */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER_SIZE = 4 * EG_FILE_ROOM,
    MOST_PARTS = 1000, /* files in the making in one directory */
    SWEPT = 16         /* names behind one's own at which left ones are looked for */
};

static const char part_begin[] = ".elastogap-", part_end[] = ".part";

struct eg_file {
    char *asked;     /* the name as the caller gave it, for messages */
    char *target;    /* the name to take in the end; links resolved */
    char *temporary; /* where the bytes are until then; equal to the target when written directly */
    int descriptor;
    bool direct; /* no ordinary file: written in place */
    int error;   /* errno of the first failure, 0 none */
    size_t used;
    char *buffer;
    bool is_kept; /* in memory; there is no file: */
    char *kept;
    size_t kept_length, kept_capacity;
};

/* ---------------------------------------------------------------- causes and remedies */

typedef struct cause {
    int error;
    const char *what, *remedy;
} cause;

static const cause causes[] = {
    {ENOSPC, "no space is left on the disk", "free some space or name a file on another disk"},
    {EDQUOT, "your share of the disk is used up", "free some space or name a file on another disk"},
    {EFBIG, "it grows larger than the system allows", "store fewer variables or fewer points"},
    {EACCES, "permission denied", "check the permissions of the file and its directory (ls -l)"},
    {EPERM, "permission denied", "check the permissions of the file and its directory (ls -l)"},
    {EROFS, "the disk is read-only", "name a file on a disk that can be written to"},
    {ENOENT, "no such file or directory", "check the spelling of the path"},
    {ENOTDIR, "a part of the path is no directory", "check the spelling of the path"},
    {EISDIR, "it is a directory", "name a file"},
    {ENAMETOOLONG, "the name is too long", "choose a shorter one"},
    {ELOOP, "its symbolic links lead in a circle", "name the file itself"},
    {EMFILE, "too many files are open", "close some (ulimit -n)"},
    {ENFILE, "too many files are open", "close some"},
    {EIO, "the device reports an error", "check the disk"},
    {EPIPE, "nobody reads the other end of the pipe", NULL},
    {ENOMEM, "out of memory", "close other programs, or store fewer variables or points"},
    {EBADF, "it is not open for that", "redirect it, as in 3>FILE, or name a file"},
    {ETXTBSY, "it is a program that is running", "choose another name"},
};

void eg_file_report(eg_diagnostics *diagnostics, const char *verb, const char *path, int error)
{
    const char *remedy = NULL;
    char other[40];
    snprintf(other, sizeof other, "the system reports error %d", error);
    const char *what = other;
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (causes[i].error == error) {
            what = causes[i].what;
            remedy = causes[i].remedy;
        }
    }
    if (error == ENOENT && strcmp(verb, "write") == 0) {
        what = "its directory does not exist";
        remedy = "make the directory first (mkdir -p)";
    }
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "cannot %s the file: %s", verb, what);
    eg_remedy(diagnostics, "%s", remedy ? remedy : "look at that, or name another place");
}

/* ---------------------------------------------------------------- making */

/* errno after a call that failed; never 0. */
static int cause_of_failure(void)
{
    int error = errno;
    return error != 0 ? error : EIO;
}

/* Opening such a name anew would start at the beginning of what it is redirected to. */
int eg_file_stream(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0 || strcmp(path, "-") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (strncmp(path, folders[i], strlen(folders[i])) != 0)
            continue;
        const char *number = path + strlen(folders[i]);
        size_t digits = strspn(number, "0123456789");
        if (digits > 0 && digits < 9 && !number[digits])
            return atoi(number);
    }
    return -1;
}

int eg_file_is_special(const char *path)
{
    struct stat st;
    if (eg_file_stream(path) >= 0)
        return 1;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Where the chain of links that begins at `path` ends: a name that is no link, of a file that need not be
 * there yet. To be freed; NULL with errno. realpath does this only for what exists. */
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 40 };
    char target[PATH_MAX];
    char *name = strdup(path);
    for (int i = 0; name; i++) {
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0)
            return name;
        target[length] = '\0';
        const char *slash = target[0] == '/' ? NULL : strrchr(name, '/');
        size_t directory = slash ? (size_t)(slash - name) + 1 : 0, size = directory + (size_t)length + 1;
        char *next = i < MOST_LINKS ? malloc(size) : NULL;
        if (next)
            snprintf(next, size, "%.*s%s", (int)directory, name, target);
        free(name);
        name = next;
        errno = i < MOST_LINKS ? ENOMEM : ELOOP;
    }
    return NULL;
}

/* Decides what is written to in the end; *mode receives the permissions to keep, 0 none. Returns 0 or
 * errno. */
static int find_target(eg_file *file, mode_t *mode)
{
    struct stat st;
    *mode = 0;
    int error = stat(file->asked, &st) == 0 ? 0 : errno;
    if (eg_file_stream(file->asked) >= 0) {
        file->direct = true;
    } else if (error == 0) {
        if (S_ISDIR(st.st_mode))
            return EISDIR;
        file->direct = !S_ISREG(st.st_mode);
        if (!file->direct && faccessat(AT_FDCWD, file->asked, W_OK, AT_EACCESS) != 0)
            return cause_of_failure();
        *mode = st.st_mode & 0777;
    } else if (error != ENOENT) {
        return error;
    }
    /* A link stays a link: written is what it leads to, be it there or not. */
    file->target = file->direct ? strdup(file->asked) : follow_links(file->asked);
    return file->target ? 0 : cause_of_failure();
}

/* Does the name (still) lead to the open file? */
static bool is_named(int descriptor, const char *name)
{
    struct stat open_file, named;
    return fstat(descriptor, &open_file) == 0 && lstat(name, &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

/* Removes a file in the making that nobody makes any more: its lock is free. Who holds the lock of the
 * file that a name leads to is alone in giving that name away, so that the name cannot come to lead to
 * another one in between. True when the name is free now. */
static bool sweep(const char *name)
{
    int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return errno == ENOENT;
    bool left = flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_named(descriptor, name) && unlink(name) == 0;
    close(descriptor);
    return left;
}

/* Makes the file `name` and locks it. Where file systems have no locks, nobody sweeps there. Returns 0,
 * EEXIST when the name is taken, or another errno. */
static int make_part(eg_file *file, const char *name, mode_t mode)
{
    int descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return errno;
    bool swept = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; /* is being swept */
    if (swept || !is_named(descriptor, name)) {
        close(descriptor);
        return EEXIST;
    }
    /* Where the rights of the old file cannot be given to the new one, the usual ones will do. */
    if (mode != 0 && fchmod(descriptor, mode) != 0)
        errno = 0;
    file->descriptor = descriptor;
    return 0;
}

/* Writes a number that is not negative, and returns where it ends: snprintf is not for handlers of
 * signals, and slow. */
static char *write_digits(char *out, int number)
{
    char digits[12];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        *out++ = digits[--count];
    *out = '\0';
    return out;
}

/* The name of a file in the making, behind that of its directory. */
static void name_part(char *out, int number)
{
    strcpy(out, part_begin);
    strcpy(write_digits(out + sizeof part_begin - 1, number), part_end);
}

/* A new file in the target's directory, by the first name that is free or left by a process that ended;
 * such files behind it go as well. Returns 0 or errno. */
static int open_temporary(eg_file *file, mode_t mode)
{
    const char *slash = strrchr(file->target, '/');
    size_t directory = slash ? (size_t)(slash - file->target) + 1 : 0;
    char *name = file->temporary = malloc(directory + 64);
    int number = 0, error = EEXIST;
    if (!name)
        return ENOMEM;
    memcpy(name, file->target, directory);
    for (; number < MOST_PARTS && error == EEXIST; number++) {
        name_part(name + directory, number);
        error = make_part(file, name, mode);
        if (error == EEXIST && sweep(name))
            error = make_part(file, name, mode);
    }
    if (error != 0)
        return error;
    for (int i = 0; i < SWEPT; i++) {
        name_part(name + directory, number + i);
        sweep(name);
    }
    name_part(name + directory, number - 1);
    return 0;
}

static int open_direct(eg_file *file)
{
    file->temporary = strdup(file->target);
    if (!file->temporary)
        return ENOMEM;
    int stream = eg_file_stream(file->target);
    file->descriptor =
        stream >= 0 ? fcntl(stream, F_DUPFD_CLOEXEC, 0) : open(file->target, O_WRONLY | O_CLOEXEC);
    return file->descriptor >= 0 ? 0 : errno;
}

/* The folder of a path, which may be relative. */
static bool find_folder(const char *path, struct stat *folder)
{
    const char *slash = strrchr(path, '/');
    char *copy = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool is_there = copy && stat(copy, folder) == 0;
    free(copy);
    return is_there;
}

bool eg_file_is_same(const char *one, const char *other)
{
    struct stat a, b;
    if (eg_file_stream(one) >= 0 || eg_file_stream(other) >= 0)
        return eg_file_stream(one) == eg_file_stream(other);
    bool is_there = stat(one, &a) == 0;
    if (is_there != (stat(other, &b) == 0))
        return false;
    if (is_there)
        return !S_ISCHR(a.st_mode) && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
    const char *name = strrchr(one, '/'), *second = strrchr(other, '/');
    return strcmp(name ? name + 1 : one, second ? second + 1 : other) == 0 && find_folder(one, &a) &&
           find_folder(other, &b) && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static void file_free(eg_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    free(file->asked);
    free(file->target);
    free(file->temporary);
    free(file->buffer);
    free(file->kept);
    free(file);
}

eg_file *eg_file_create(const char *path, eg_diagnostics *diagnostics, eg_status *status)
{
    int error = ENOMEM;
    mode_t mode;
    eg_file *file = calloc(1, sizeof *file);
    if (!file)
        goto fail;
    file->descriptor = -1;
    file->asked = strdup(path);
    file->buffer = malloc(BUFFER_SIZE);
    if (!file->asked || !file->buffer)
        goto fail;
    error = find_target(file, &mode);
    if (error == 0)
        error = file->direct ? open_direct(file) : open_temporary(file, mode);
    if (error != 0)
        goto fail;
    *status = EG_OK;
    return file;

fail:
    if (file)
        file_free(file);
    *status = error == ENOMEM ? EG_ERROR_MEMORY : EG_ERROR_FILE;
    if (error != ENOMEM)
        eg_file_report(diagnostics, "write", path, error);
    return NULL;
}

eg_file *eg_file_create_kept(void)
{
    eg_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->descriptor = -1;
    file->is_kept = true;
    file->buffer = malloc(BUFFER_SIZE);
    if (file->buffer)
        return file;
    file_free(file);
    return NULL;
}

eg_status eg_file_try(const char *path, eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    int stream = eg_file_stream(path), flags = stream >= 0 ? fcntl(stream, F_GETFL) : O_WRONLY;
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        eg_file_report(diagnostics, "write", path, EBADF);
        return EG_ERROR_FILE;
    }
    if (!eg_file_is_special(path))
        eg_file_discard(eg_file_create(path, diagnostics, &status));
    return status;
}

/* ---------------------------------------------------------------- writing */

/* Appends to what is in memory, which has room for a NUL behind it. */
static void keep(eg_file *file, const char *bytes, size_t length)
{
    size_t capacity = file->kept_capacity;
    if (length >= capacity - file->kept_length) {
        capacity = length < SIZE_MAX / 4 && capacity < SIZE_MAX / 4 ? 2 * (capacity + length) + 1 : 0;
        char *grown = capacity > 0 ? realloc(file->kept, capacity) : NULL;
        if (!grown) {
            file->error = ENOMEM;
            return;
        }
        file->kept = grown;
        file->kept_capacity = capacity;
    }
    memcpy(file->kept + file->kept_length, bytes, length);
    file->kept_length += length;
}

static void write_out(eg_file *file, const char *bytes, size_t length)
{
    if (file->is_kept) {
        if (file->error == 0)
            keep(file, bytes, length);
        return;
    }
    while (length > 0 && file->error == 0) {
        ssize_t n = write(file->descriptor, bytes, length);
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        } else if (n == 0) {
            file->error = ENOSPC;
        } else if (errno != EINTR) {
            file->error = errno;
        }
    }
}

static void flush(eg_file *file)
{
    write_out(file, file->buffer, file->used);
    file->used = 0;
}

char *eg_file_room(eg_file *file, size_t length)
{
    if (BUFFER_SIZE - file->used < length)
        flush(file);
    return file->buffer + file->used;
}

void eg_file_advance(eg_file *file, size_t length)
{
    file->used += length;
}

void eg_file_put(eg_file *file, const char *bytes, size_t length)
{
    if (length > EG_FILE_ROOM) {
        flush(file);
        write_out(file, bytes, length);
        return;
    }
    if (length > 0) {
        memcpy(eg_file_room(file, length), bytes, length);
        eg_file_advance(file, length);
    }
}

void eg_file_text(eg_file *file, const char *text)
{
    eg_file_put(file, text, strlen(text));
}

void eg_file_quoted(eg_file *file, const char *text)
{
    eg_file_put(file, "\"", 1);
    for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
        eg_file_put(file, text, (size_t)(quote - text));
        eg_file_put(file, "\"\"", 2);
    }
    eg_file_text(file, text);
    eg_file_put(file, "\"", 1);
}

int eg_file_failed(const eg_file *file)
{
    return file->error != 0;
}

void eg_file_fail(eg_file *file, int error)
{
    if (file->error == 0)
        file->error = error;
}

int eg_file_descriptor(const eg_file *file)
{
    return file->descriptor;
}

const char *eg_file_temporary(const eg_file *file)
{
    return file->temporary;
}

/* ---------------------------------------------------------------- the end */

eg_status eg_file_commit(eg_file *file, eg_diagnostics *diagnostics)
{
    flush(file);
    int closed = close(file->descriptor);
    file->descriptor = -1;
    if (closed != 0 && file->error == 0 && errno != EINTR)
        file->error = errno;
    if (file->error == 0 && !file->direct && rename(file->temporary, file->target) != 0)
        file->error = errno;
    if (file->error != 0) {
        eg_file_report(diagnostics, "write", file->asked, file->error);
        eg_file_discard(file);
        return EG_ERROR_FILE;
    }
    file_free(file);
    return EG_OK;
}

eg_status eg_file_take(eg_file *file, char **bytes, size_t *length)
{
    flush(file);
    const bool is_whole = file->error == 0;
    *bytes = NULL;
    *length = 0;
    if (is_whole) {
        *bytes = file->kept;
        *length = file->kept_length;
        (*bytes)[*length] = '\0';
        file->kept = NULL;
    }
    file_free(file);
    return is_whole ? EG_OK : EG_ERROR_MEMORY;
}

void eg_file_discard(eg_file *file)
{
    if (!file)
        return;
    if (!file->direct && !file->is_kept)
        unlink(file->temporary);
    file_free(file);
}

/* ---------------------------------------------------------------- an end in between */

/* The link to descriptor `number` in /proc. */
static void name_descriptor(int number, char name[32])
{
    strcpy(name, "/proc/self/fd/");
    write_digits(name + strlen(name), number);
}

static bool is_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name), begin = sizeof part_begin - 1, end = sizeof part_end - 1;
    return length > begin + end && strncmp(name, part_begin, begin) == 0 &&
           strcmp(name + length - end, part_end) == 0;
}

void eg_file_abandon_all(void)
{
    enum { MOST_DESCRIPTORS = 1024 };
    char name[32], path[PATH_MAX];
    int error = errno;
    for (int number = STDERR_FILENO + 1; number < MOST_DESCRIPTORS; number++) {
        name_descriptor(number, name);
        ssize_t length = readlink(name, path, sizeof path - 1);
        if (length <= 0)
            continue;
        path[length] = '\0';
        if (is_part(path))
            unlink(path);
    }
    errno = error;
}

/* ---------------------------------------------------------------- reading */

/* Reads until the end of the file, or of what is allowed, into a buffer that doubles. Returns 0 or errno. */
static int read_all(int descriptor, size_t expected, size_t most, char **bytes, size_t *length)
{
    size_t capacity = expected + 2, used = 0;
    char *buffer = malloc(capacity);
    while (buffer) {
        ssize_t n = read(descriptor, buffer + used, capacity - used - 1);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR) {
            int error = errno;
            free(buffer);
            return error;
        }
        used += n > 0 ? (size_t)n : 0;
        if (used > most) {
            free(buffer);
            return EFBIG;
        }
        if (capacity - used > 1)
            continue;
        char *grown = capacity <= SIZE_MAX / 2 ? realloc(buffer, capacity * 2) : NULL;
        if (!grown)
            free(buffer);
        buffer = grown;
        capacity *= 2;
    }
    if (!buffer)
        return ENOMEM;
    buffer[used] = '\0';
    *bytes = buffer;
    *length = used;
    return 0;
}

static void report_too_large(eg_diagnostics *diagnostics, const char *path, size_t most)
{
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              "cannot read the file: it has more than %zu bytes, or no end", most);
    eg_remedy(diagnostics, "name a file that is smaller");
}

eg_status eg_file_read(const char *path, size_t most, eg_diagnostics *diagnostics, char **bytes,
                       size_t *length)
{
    struct stat st;
    int error = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &st) != 0)
        error = errno;
    else if (S_ISDIR(st.st_mode))
        error = EISDIR;
    else
        error = S_ISREG(st.st_mode) && (unsigned long long)st.st_size > most
                    ? EFBIG
                    : read_all(descriptor, st.st_size > 0 ? (size_t)st.st_size : 65536, most, bytes, length);
    if (descriptor >= 0)
        close(descriptor);
    if (error == ENOMEM)
        return EG_ERROR_MEMORY;
    if (error == EFBIG)
        report_too_large(diagnostics, path, most);
    else if (error != 0)
        eg_file_report(diagnostics, "read", path, error);
    return error == 0 ? EG_OK : EG_ERROR_FILE;
}
