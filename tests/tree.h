/* A directory of its own for a test, with files that it writes; gone when the test ends. */
#ifndef EG_TESTS_TREE_H
#define EG_TESTS_TREE_H

#include "reading.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct tree {
    char root[64];
    char path[300]; /* the one asked for last */
} tree;

static inline const char *at(tree *t, const char *name)
{
    snprintf(t->path, sizeof t->path, "%s/%s", t->root, name);
    return t->path;
}

static inline void remove_all(const char *path)
{
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        char inside[600];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        int length = snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (length < (int)sizeof inside && unlink(inside) != 0)
            remove_all(inside);
    }
    if (directory)
        closedir(directory);
    rmdir(path);
}

static inline int tree_create(void **state)
{
    tree *t = calloc(1, sizeof *t);
    if (!t)
        return -1;
    strcpy(t->root, "/tmp/elastogap-test-XXXXXX");
    *state = t;
    return mkdtemp(t->root) ? 0 : -1;
}

static inline int tree_free(void **state)
{
    tree *t = *state;
    remove_all(t->root);
    free(t);
    return 0;
}

/* Writes a file, making the directories on its way. */
static inline void put(tree *t, const char *name, const char *text)
{
    at(t, name);
    for (char *c = t->path + strlen(t->root) + 1; (c = strchr(c, '/')) != NULL; c++) {
        *c = '\0';
        mkdir(t->path, 0700);
        *c = '/';
    }
    FILE *file = fopen(t->path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline reading read_path(const char *path, const char *directory)
{
    eg_read_options options = eg_read_options_default();
    options.include_dirs = &directory;
    options.include_count = directory != NULL;
    reading r = {.diagnostics = eg_diagnostics_create()};
    r.status = eg_spec_read(path, &options, r.diagnostics, &r.spec);
    assert_int_equal(r.status == EG_OK, r.spec != NULL);
    assert_int_equal(r.status == EG_OK, eg_diagnostics_errors(r.diagnostics) == 0);
    return r;
}

#endif
