/* What an FMU carries in its resources: a manifest and the texts of the model. */
#include "fmi/core_parts.h"

#include "base/file.h"

#include <stdarg.h>
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
        else if (strcmp(line, "class") == 0)
            m->class_name = value;
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

/* Appends to what a setting says so far. */
static void say(char **at, const char *end, const char *format, ...) EG_PRINTF(3, 4);
static void say(char **at, const char *end, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(*at, (size_t)(end - *at), format, arguments);
    va_end(arguments);
    *at += written < end - *at ? written : end - *at - 1;
}

static void say_text(char **at, const char *end, const char *text)
{
    say(at, end, "\"");
    for (; *text; text++)
        say(at, end, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    say(at, end, "\"");
}

/* All of a component's matrix whose first element is variable i: "table={{0,1},{2,3}}". */
static void say_matrix(const eg_fmu *f, size_t i, char **at, const char *end)
{
    const eg_fmu_variable *v = &f->list.items[i];
    say(at, end, "%.*s=", (int)(strrchr(v->name, '[') - v->name), v->name);
    for (int k = 0; k < v->rows * v->columns; k++) {
        bool begins = v->columns > 1 && k % v->columns == 0;
        say(at, end, "%s%s%.17g", k == 0 ? "{" : ",", begins ? "{" : "", f->value[i + (size_t)k]);
        if (v->columns > 1 && (k + 1) % v->columns == 0)
            say(at, end, "}");
    }
    say(at, end, "}");
}

static void say_value(const eg_fmu *f, size_t i, char **at, const char *end)
{
    const eg_fmu_variable *v = &f->list.items[i];
    if (v->row > 0) {
        say_matrix(f, i, at, end);
        return;
    }
    say(at, end, "%s=", v->name);
    if (v->type == EG_BOOLEAN)
        say(at, end, "%s", f->value[i] != 0 ? "true" : "false");
    else if (v->type == EG_STRING)
        say_text(at, end, f->texts + v->slot * EG_FMU_TEXT);
    else if (v->type != EG_ENUMERATION)
        say(at, end, "%.17g", f->value[i]);
    else if (strcmp(v->type_name, "String") == 0) /* a text with few choices */
        say_text(at, end, v->literals[(size_t)f->value[i] - 1]);
    else
        say(at, end, "%s.%s", v->type_name, v->literals[(size_t)f->value[i] - 1]);
}

/* Is there something to say at variable i: a value, or a matrix that begins here? */
static bool is_said(const eg_fmu *f, size_t i)
{
    const eg_fmu_variable *v = &f->list.items[i];
    size_t count = v->row > 0 ? (size_t)v->rows * (size_t)v->columns : 1;
    bool said = false;
    for (size_t k = 0; k < count && v->row <= 1 && v->column <= 1; k++)
        said = said || f->is_set[i + k];
    return said && v->kind == EG_FMU_PARAMETER;
}

static size_t room_for(const eg_fmu *f, size_t i)
{
    const eg_fmu_variable *v = &f->list.items[i];
    return strlen(v->name) + 100 + (v->type == EG_STRING ? 2 * EG_FMU_TEXT : 0) +
           (v->row > 0 ? 30 * (size_t)v->rows * (size_t)v->columns : 0);
}

static size_t settings_made(const eg_fmu *f, const char **settings, char *text, size_t size)
{
    size_t count = 0;
    char *at = text;
    for (size_t i = 0; i < f->manifest.setting_count; i++)
        settings[count++] = f->manifest.settings[i];
    for (size_t i = 0; i < f->list.count; i++) {
        if (!is_said(f, i))
            continue;
        settings[count++] = at;
        say_value(f, i, &at, text + size);
        at++;
    }
    return count;
}

/* The model with its settings. */
bool eg_fmu_read_model(eg_fmu *f, eg_model **model)
{
    const eg_fmu_manifest *m = &f->manifest;
    size_t room = 1, count = m->setting_count + 1;
    for (size_t i = 0; i < f->list.count; i++)
        if (is_said(f, i)) {
            room += room_for(f, i);
            count++;
        }
    eg_read_options o = eg_read_options_default();
    const char **settings = calloc(count, sizeof *settings);
    char **includes = calloc(m->include_count + 1, sizeof *includes), *texts = malloc(room);
    char *file = m->file ? eg_fmu_join(f->directory, m->file) : NULL;
    const char *input = m->file ? file : m->class_name;
    eg_spec *spec = NULL;
    eg_status status = EG_ERROR_MEMORY;
    bool ok = settings && includes && texts && input;
    for (size_t i = 0; ok && i < m->include_count; i++)
        ok = (includes[i] = eg_fmu_join(f->directory, m->includes[i])) != NULL;
    if (ok) {
        o.model = m->model;
        o.include_dirs = (const char *const *)includes;
        o.include_count = m->include_count;
        o.settings = settings;
        o.setting_count = settings_made(f, settings, texts, room);
        status = eg_spec_read(input, &o, f->diagnostics, &spec);
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
