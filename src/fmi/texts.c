/* What an FMU carries in its resources: a manifest and the texts of the model. */
#include "fmi/core_parts.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the manifest */

/* Lines "key value". */
bool eg_fmu_read_manifest(eg_fmu *f)
{
    eg_fmu_manifest *m = &f->manifest;
    char path[4096];
    size_t length, lines = 1;
    snprintf(path, sizeof path, "%sfmu.txt", f->directory);
    if (eg_file_read(path, (size_t)1 << 24, f->diagnostics, &m->text, &length) != EG_OK)
        return false;
    for (const char *c = m->text; *c; c++)
        lines += *c == '\n';
    m->includes = calloc(5 * lines, sizeof *m->includes);
    m->settings = m->includes ? m->includes + lines : NULL;
    m->shape.flanges = m->includes ? m->includes + 2 * lines : NULL;
    m->shape.inputs = m->includes ? m->includes + 3 * lines : NULL;
    m->shape.outputs = m->includes ? m->includes + 4 * lines : NULL;
    char *rest = m->text;
    for (char *line = strtok_r(rest, "\n", &rest); line && m->includes; line = strtok_r(NULL, "\n", &rest)) {
        char *value = strchr(line, ' ');
        if (!value)
            continue;
        *value++ = '\0';
        if (strcmp(line, "token") == 0)
            m->token = value;
        else if (strcmp(line, "file") == 0)
            m->file = value;
        else if (strcmp(line, "model") == 0)
            m->model = value;
        else if (strcmp(line, "engine") == 0)
            m->engine = value;
        else if (strcmp(line, "include") == 0)
            m->includes[m->include_count++] = value;
        else if (strcmp(line, "set") == 0)
            m->settings[m->setting_count++] = value;
        else if (strcmp(line, "flange") == 0)
            m->shape.flanges[m->shape.flange_count++] = value;
        else if (strcmp(line, "input") == 0)
            m->shape.inputs[m->shape.input_count++] = value;
        else if (strcmp(line, "output") == 0)
            m->shape.outputs[m->shape.output_count++] = value;
    }
    return m->includes != NULL;
}

/* ---------------------------------------------------------------- reading the model */

static size_t settings_made(const eg_fmu *f, const char **settings, char *text, size_t size)
{
    size_t count = 0, used = 0;
    for (size_t i = 0; i < f->manifest.setting_count; i++)
        settings[count++] = f->manifest.settings[i];
    for (size_t i = 0; i < f->list.count; i++) {
        const eg_fmu_variable *v = &f->list.items[i];
        if (!f->is_set[i] || v->kind != EG_FMU_PARAMETER)
            continue;
        settings[count++] = text + used;
        int written =
            v->type == EG_BOOLEAN
                ? snprintf(text + used, size - used, "%s=%s", v->name, f->value[i] != 0 ? "true" : "false")
                : snprintf(text + used, size - used, "%s=%.17g", v->name, f->value[i]);
        used += (size_t)written + 1;
    }
    return count;
}

/* The model with its settings. */
bool eg_fmu_read_model(eg_fmu *f, eg_model **model)
{
    const eg_fmu_manifest *m = &f->manifest;
    size_t room = 1, count = m->setting_count + 1;
    for (size_t i = 0; i < f->list.count; i++)
        if (f->is_set[i]) {
            room += strlen(f->list.items[i].name) + 40;
            count++;
        }
    eg_read_options o = eg_read_options_default();
    const char **settings = calloc(count, sizeof *settings);
    char **includes = calloc(m->include_count + 1, sizeof *includes), *texts = malloc(room);
    char *file = m->file ? eg_fmu_join(f->directory, m->file) : NULL;
    eg_spec *spec = NULL;
    eg_status status = EG_ERROR_MEMORY;
    bool ok = settings && includes && texts && file;
    for (size_t i = 0; ok && i < m->include_count; i++)
        ok = (includes[i] = eg_fmu_join(f->directory, m->includes[i])) != NULL;
    if (ok) {
        o.model = m->model;
        o.include_dirs = (const char *const *)includes;
        o.include_count = m->include_count;
        o.settings = settings;
        o.setting_count = settings_made(f, settings, texts, room);
        status = eg_spec_read(file, &o, f->diagnostics, &spec);
        if (status == EG_OK)
            status = eg_fmu_give_shape(spec, &m->shape, f->diagnostics);
        if (status == EG_OK)
            status = eg_model_compile(spec, f->diagnostics, model);
    }
    eg_spec_free(spec);
    for (size_t i = 0; includes && i < m->include_count; i++)
        free(includes[i]);
    free(includes);
    free(settings);
    free(texts);
    free(file);
    return status == EG_OK;
}
