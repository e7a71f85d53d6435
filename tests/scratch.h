/* A directory of its own for each test that writes files, and files in it as texts. */
#ifndef EG_TESTS_SCRATCH_H
#define EG_TESTS_SCRATCH_H

#include "elastogap/base.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct scratch {
    char directory[64];
    char path[160]; /* of the file last asked for */
    eg_diagnostics *diagnostics;
} scratch;

/* For cmocka's set-up and tear-down. */
static inline int scratch_create(void **state)
{
    scratch *s = calloc(1, sizeof *s);
    if (!s)
        return -1;
    strcpy(s->directory, "/tmp/elastogap-test-XXXXXX");
    s->diagnostics = eg_diagnostics_create();
    *state = s;
    return mkdtemp(s->directory) && s->diagnostics ? 0 : -1;
}

/* The number of files in the directory, hidden ones included; with `empty` they are removed. */
static inline int scratch_files(const scratch *s, int empty)
{
    int count = 0;
    DIR *directory = opendir(s->directory);
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        char path[400];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        snprintf(path, sizeof path, "%s/%s", s->directory, entry->d_name);
        if (empty && unlink(path) != 0)
            rmdir(path);
    }
    if (directory)
        closedir(directory);
    return count;
}

static inline int scratch_free(void **state)
{
    scratch *s = *state;
    scratch_files(s, 1);
    rmdir(s->directory);
    eg_diagnostics_free(s->diagnostics);
    free(s);
    return 0;
}

/* The path of a file in the directory; valid until the next call. */
static inline const char *scratch_path(scratch *s, const char *name)
{
    snprintf(s->path, sizeof s->path, "%s/%s", s->directory, name);
    return s->path;
}

/* Makes a file with these bytes and returns its path. */
static inline const char *scratch_write(scratch *s, const char *name, const void *bytes, size_t length)
{
    FILE *f = fopen(scratch_path(s, name), "wb");
    if (f) {
        fwrite(bytes, 1, length, f);
        fclose(f);
    }
    return s->path;
}

/* The bytes of a file and a NUL; to be freed. NULL when it is not there. */
static inline char *scratch_read(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *bytes = calloc(1, (size_t)size + 1);
    if (bytes)
        *length = fread(bytes, 1, (size_t)size, f);
    fclose(f);
    return bytes;
}

/* The newest message as a person would see it; "" when there is none. */
static inline const char *scratch_message(const scratch *s)
{
    static char text[4000];
    size_t count = eg_diagnostics_count(s->diagnostics);
    text[0] = '\0';
    if (count > 0)
        eg_diagnostic_format(eg_diagnostics_get(s->diagnostics, count - 1), 0, text, sizeof text);
    return text;
}

/* Fails the test with both texts unless the newest message contains `part`. */
#define assert_message(s, part)                                                                              \
    do {                                                                                                     \
        const char *message_ = scratch_message(s);                                                           \
        if (!strstr(message_, part))                                                                         \
            fail_msg("expected \"%s\" in \"%s\"", part, message_);                                           \
    } while (0)

#endif
