/* What the tests of the reader share: reading a text, asking what came out, comparing messages. */
#ifndef EG_TESTS_READING_H
#define EG_TESTS_READING_H

#include "component/spec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct reading {
    eg_diagnostics *diagnostics;
    eg_spec *spec;
    eg_status status;
} reading;

static inline reading read_with(const char *text, const eg_read_options *options)
{
    reading r = {.diagnostics = eg_diagnostics_create()};
    assert_non_null(r.diagnostics);
    r.status = eg_spec_read_text(text, strlen(text), "test.mo", options, r.diagnostics, &r.spec);
    assert_int_equal(r.status == EG_OK, r.spec != NULL);
    assert_int_equal(r.status == EG_OK, eg_diagnostics_errors(r.diagnostics) == 0);
    return r;
}

/* With one setting; NULL: none. */
static inline reading read_set(const char *text, const char *setting)
{
    eg_read_options options = eg_read_options_default();
    options.settings = &setting;
    options.setting_count = setting != NULL;
    return read_with(text, &options);
}

static inline void done(reading *r)
{
    eg_spec_free(r->spec);
    eg_diagnostics_free(r->diagnostics);
}

static inline void show(const reading *r)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(r->diagnostics); i++) {
        eg_diagnostic_format(eg_diagnostics_get(r->diagnostics, i), 0, text, sizeof text);
        print_message("%s", text);
    }
}

/* A text without errors and warnings. */
static inline reading read_good(const char *text)
{
    reading r = read_set(text, NULL);
    if (eg_diagnostics_count(r.diagnostics) > 0)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 0);
    return r;
}

static inline eg_instance *instance_of(const reading *r, const char *path)
{
    long i = eg_names_find(r->spec->paths, path);
    if (i < 0)
        print_message("no instance \"%s\"\n", path);
    assert_true(i >= 0);
    return &r->spec->instances[i];
}

/* The value given to "gap.c". */
static inline double given(const reading *r, const char *path)
{
    char owner[200];
    const char *dot = strrchr(path, '.');
    snprintf(owner, sizeof owner, "%.*s", (int)(dot - path), path);
    const eg_instance *instance = instance_of(r, owner);
    int i = eg_class_parameter(instance->class, dot + 1);
    assert_true(i >= 0);
    if (!instance->given[i])
        print_message("\"%s\" is not given\n", path);
    assert_true(instance->given[i]);
    return instance->p[i];
}

static inline bool is_given(const reading *r, const char *owner, const char *name)
{
    const eg_instance *instance = instance_of(r, owner);
    return instance->given[eg_class_parameter(instance->class, name)];
}

static inline const eg_start *start_of(const reading *r, const char *owner, const char *name)
{
    const eg_instance *instance = instance_of(r, owner);
    int v = eg_class_variable(instance->class, name);
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == v)
            return &instance->starts[i];
    return NULL;
}

static inline const eg_declared *declared(const reading *r, const char *path)
{
    for (size_t i = 0; i < r->spec->declared_count; i++)
        if (strcmp(r->spec->declared[i].path, path) == 0)
            return &r->spec->declared[i];
    print_message("no parameter \"%s\"\n", path);
    assert_true(0);
    return NULL;
}

static inline double value_of(const reading *r, const char *path)
{
    return declared(r, path)->value;
}

static inline void expect_connection(const reading *r, size_t i, const char *from, const char *to)
{
    assert_true(i < r->spec->connection_count);
    assert_string_equal(r->spec->connections[i].from, from);
    assert_string_equal(r->spec->connections[i].to, to);
}

/* Message i stands at this place, and its text and remedy contain these parts; remedy NULL: anything. */
static inline void expect_message(const reading *r, size_t i, int line, int column, const char *part,
                                  const char *remedy)
{
    const eg_diagnostic *d = eg_diagnostics_get(r->diagnostics, i);
    assert_non_null(d);
    bool ok = d->line == line && d->column == column && strstr(d->message, part) &&
              (!remedy || (d->remedy && strstr(d->remedy, remedy)));
    if (!ok) {
        show(r);
        print_message("expected %d:%d: %s / %s\n", line, column, part, remedy ? remedy : "");
    }
    assert_true(ok);
}

/* A text with one error, at the place that an @ marks. */
typedef struct bad_text {
    const char *text;
    const char *message, *remedy; /* parts of them; remedy NULL: anything */
} bad_text;

/* Takes the mark out of the text and says where it was. */
static inline void take_mark(char *text, int *line, int *column)
{
    char *mark = strchr(text, '@');
    assert_non_null(mark);
    *line = *column = 1;
    for (const char *c = text; c < mark; c++) {
        *column = *c == '\n' ? 1 : *column + 1;
        *line += *c == '\n';
    }
    memmove(mark, mark + 1, strlen(mark));
}

static inline void expect_refused(const bad_text *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[2000];
        int line, column;
        snprintf(text, sizeof text, "%s", table[i].text);
        take_mark(text, &line, &column);
        reading r = read_set(text, NULL);
        if (eg_diagnostics_errors(r.diagnostics) != 1) {
            print_message("%s\n", text);
            show(&r);
        }
        assert_int_equal(r.status, EG_ERROR_MODEL);
        expect_message(&r, 0, line, column, table[i].message, table[i].remedy);
        assert_int_equal(eg_diagnostics_errors(r.diagnostics), 1);
        done(&r);
    }
}

#define TRANSLATIONAL "Modelica.Mechanics.Translational."
#define IMPORTS "import Modelica.Mechanics.Translational.Components.*; import Modelica.Units.SI; "

#endif
