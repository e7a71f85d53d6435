#include "fmi/source/embedded.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/stack.h"
#include "fmi/core_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- paths */

/* Behind "/", and without one at the end. */
static const char *inside(const char *path, size_t *length)
{
    while (*path == '/')
        path++;
    *length = strlen(path);
    while (*length > 0 && path[*length - 1] == '/')
        --*length;
    return path;
}

static const eg_embedded_file *find_file(const char *path)
{
    size_t count, length;
    const eg_embedded_file *files = eg_embedded_files(&count);
    path = inside(path, &length);
    for (size_t i = 0; i < count; i++)
        if (strlen(files[i].name) == length && strncmp(files[i].name, path, length) == 0)
            return &files[i];
    return NULL;
}

/* What follows the directory in a file's name; NULL: the file does not lie there. */
static const char *below(const eg_embedded_file *file, const char *path)
{
    size_t length;
    path = inside(path, &length);
    if (length == 0)
        return file->name;
    return strncmp(file->name, path, length) == 0 && file->name[length] == '/' ? file->name + length + 1
                                                                               : NULL;
}

static bool is_directory(const char *path)
{
    size_t count;
    const eg_embedded_file *files = eg_embedded_files(&count);
    for (size_t i = 0; i < count; i++)
        if (below(&files[i], path))
            return true;
    return false;
}

char *eg_embedded_realpath(const char *path)
{
    char *out = malloc(strlen(path) + 2), *end = out;
    if (!out)
        return NULL;
    while (*path) {
        size_t length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            while (end > out && *--end != '/')
                continue;
        } else if (length > 1 || (length == 1 && *path != '.')) {
            *end++ = '/';
            memcpy(end, path, length);
            end += length;
        }
        path += length + (path[length] == '/');
    }
    if (end == out)
        *end++ = '/';
    *end = '\0';
    if (find_file(out) || is_directory(out))
        return out;
    free(out);
    return NULL;
}

int eg_embedded_stat(const char *path, struct eg_embedded_stat *info)
{
    char *real = eg_embedded_realpath(path);
    const eg_embedded_file *file = real ? find_file(real) : NULL;
    info->st_mode = file ? EG_EMBEDDED_FILE : EG_EMBEDDED_DIRECTORY;
    info->st_size = 0;
    for (size_t i = 0; file && i < file->count; i++)
        info->st_size += (long)strlen(file->parts[i]);
    bool exists = real != NULL;
    free(real);
    return exists ? 0 : -1;
}

/* ---------------------------------------------------------------- directories */

struct eg_embedded_directory {
    char *path;
    size_t next;
    eg_embedded_entry entry;
};

eg_embedded_directory *eg_embedded_open(const char *path)
{
    char *real = eg_embedded_realpath(path);
    eg_embedded_directory *d = real && is_directory(real) ? calloc(1, sizeof *d) : NULL;
    if (d)
        d->path = real;
    else
        free(real);
    return d;
}

/* Each name once: where the first file that has it comes by. */
static bool is_first(const eg_embedded_directory *d, const char *name, size_t length)
{
    size_t count;
    const eg_embedded_file *files = eg_embedded_files(&count);
    for (size_t i = 0; i + 1 < d->next; i++) {
        const char *other = below(&files[i], d->path);
        if (other && strcspn(other, "/") == length && strncmp(other, name, length) == 0)
            return false;
    }
    return true;
}

eg_embedded_entry *eg_embedded_next(eg_embedded_directory *d)
{
    size_t count;
    const eg_embedded_file *files = eg_embedded_files(&count);
    while (d->next < count) {
        const char *name = below(&files[d->next++], d->path);
        size_t length = name ? strcspn(name, "/") : 0;
        if (length == 0 || length >= sizeof d->entry.d_name || !is_first(d, name, length))
            continue;
        memcpy(d->entry.d_name, name, length);
        d->entry.d_name[length] = '\0';
        return &d->entry;
    }
    return NULL;
}

int eg_embedded_close(eg_embedded_directory *d)
{
    free(d->path);
    free(d);
    return 0;
}

/* ---------------------------------------------------------------- base/file.h */

eg_status eg_file_read(const char *path, size_t most, eg_diagnostics *diagnostics, char **bytes,
                       size_t *length)
{
    struct eg_embedded_stat info;
    char *real = eg_embedded_realpath(path), *at;
    const eg_embedded_file *file = real ? find_file(real) : NULL;
    free(real);
    *bytes = NULL;
    *length = 0;
    if (!file || eg_embedded_stat(path, &info) != 0 || (size_t)info.st_size > most) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "the FMU does not hold the file \"%.300s\"", path);
        eg_remedy(diagnostics, "export the FMU anew, with that file beside the model");
        return EG_ERROR_FILE;
    }
    at = *bytes = malloc((size_t)info.st_size + 1);
    if (!at)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < file->count; i++) {
        size_t part = strlen(file->parts[i]);
        memcpy(at, file->parts[i], part);
        at += part;
    }
    *at = '\0';
    *length = (size_t)info.st_size;
    return EG_OK;
}

void eg_file_report(eg_diagnostics *diagnostics, const char *verb, const char *path, int error)
{
    (void)error;
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "cannot %s \"%.300s\"", verb, path);
    eg_remedy(diagnostics, "export the FMU without --source, which carries files");
}

/* Wherever the importer has unpacked the FMU, its resources are here. */
const char *eg_fmu_place(const char *resources)
{
    (void)resources;
    return "/";
}

/* ---------------------------------------------------------------- what else POSIX has */

char *eg_embedded_strdup(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

char *eg_embedded_strtok(char *text, const char *between, char **rest)
{
    char *word = (text ? text : *rest);
    word += strspn(word, between);
    *rest = word + strcspn(word, between);
    if (**rest)
        *(*rest)++ = '\0';
    return *word ? word : NULL;
}

int eg_embedded_strncasecmp(const char *a, const char *b, size_t length)
{
    for (; length > 0; a++, b++, length--) {
        int order = tolower((unsigned char)*a) - tolower((unsigned char)*b);
        if (order != 0 || !*a)
            return order;
    }
    return 0;
}

/* No clock is asked: how long a run takes is the importer's affair. */
double eg_clock_seconds(void)
{
    return 0;
}

/* No thread is made: how large a stack is, is the importer's affair too. */
bool eg_with_stack(void (*work)(void *), void *argument)
{
    work(argument);
    return true;
}
