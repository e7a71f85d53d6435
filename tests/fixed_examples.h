/* The models of examples/, one by name or each of them. */
#ifndef FIXED_EXAMPLES_H
#define FIXED_EXAMPLES_H

#include "elastogap/elastogap.h"
#include "reading.h"

#include <dirent.h>

static inline eg_model *compile(reading *r, const char *file)
{
    char path[400];
    eg_model *model = NULL;
    snprintf(path, sizeof path, "%s/examples/%s.mo", EG_SOURCE_DIR, file);
    r->diagnostics = eg_diagnostics_create();
    eg_read_options options = eg_read_options_default();
    assert_int_equal(eg_spec_read(path, &options, r->diagnostics, &r->spec), EG_OK);
    assert_int_equal(eg_model_compile(r->spec, r->diagnostics, &model), EG_OK);
    return model;
}

static inline bool is_model(const char *file, char *name, size_t size)
{
    const char *dot = strrchr(file, '.');
    if (!dot || strcmp(dot, ".mo") != 0 || (size_t)(dot - file) >= size)
        return false;
    memcpy(name, file, (size_t)(dot - file));
    name[dot - file] = '\0';
    return true;
}

/* Answers how many there are. */
static inline int for_each_example(void (*check)(const eg_model *model, const char *name, reading *r))
{
    DIR *directory = opendir(EG_SOURCE_DIR "/examples");
    char name[100];
    int count = 0;
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (!is_model(entry->d_name, name, sizeof name))
            continue;
        reading r = {0};
        eg_model *model = compile(&r, name);
        check(model, name, &r);
        eg_model_free(model);
        done(&r);
        count++;
    }
    closedir(directory);
    return count;
}

#endif
