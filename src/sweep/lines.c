/* Lines of a sweep's table: what is in a row, and how it is written. */
#include "sweep/sweep.h"

#include "base/arena.h"
#include "base/number.h"
#include "ensemble/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(eg_lines *l, const char *bytes, size_t length)
{
    if (eg_grow((void **)&l->text, &l->capacity, l->length + length, 1) != 0) {
        l->out_of_memory = true;
        return;
    }
    memcpy(l->text + l->length, bytes, length);
    l->length += length;
}

static void put_text(eg_lines *l, const char *text)
{
    put(l, text, strlen(text));
}

/* In quotes, those in it doubled (RFC 4180). */
static void put_quoted(eg_lines *l, const char *text)
{
    put(l, "\"", 1);
    for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
        put(l, text, (size_t)(quote - text) + 1);
        put(l, "\"", 1);
    }
    put_text(l, text);
    put(l, "\"", 1);
}

const char *eg_lines_title(const eg_lines *l, size_t i, char text[EG_TITLE_SIZE])
{
    const eg_wanted *x = &l->ensemble->wanted[i];
    const char *component = x->component ? x->component : "*", *event = x->event ? x->event : "*";
    if (l->o->titles)
        return l->o->titles[i];
    switch (x->kind) {
    case EG_WANTED_FINAL: snprintf(text, EG_TITLE_SIZE, "%s", x->signal); break;
    case EG_WANTED_MINIMUM: snprintf(text, EG_TITLE_SIZE, "min(%s)", x->signal); break;
    case EG_WANTED_MAXIMUM: snprintf(text, EG_TITLE_SIZE, "max(%s)", x->signal); break;
    case EG_WANTED_EVENT_COUNT: snprintf(text, EG_TITLE_SIZE, "count(%s, %s)", component, event); break;
    case EG_WANTED_EVENT_TIME:
        snprintf(text, EG_TITLE_SIZE, "time(%s, %s, %ld)", component, event, x->number);
        break;
    case EG_WANTED_EVENT_DURATION:
        snprintf(text, EG_TITLE_SIZE, "duration(%s, %s, %s, %ld)", component, event, x->signal, x->number);
        break;
    }
    return text;
}

const char *eg_sweep_unit_of_wanted(const eg_ensemble *e, size_t wanted)
{
    const char *unit = e->wanted[wanted].kind >= EG_WANTED_EVENT_TIME ? "s" : "";
    size_t number = 0; /* of those before it that are expressions */
    for (size_t i = 0; i < wanted; i++)
        number += e->wanted[i].kind <= EG_WANTED_MAXIMUM;
    if (e->wanted[wanted].kind <= EG_WANTED_MAXIMUM)
        unit = e->readout.expressions[number].unit;
    return unit ? unit : "";
}

const char *eg_sweep_unit_of_name(const eg_result_names *names, const char *name)
{
    static const char ending[] = ".start";
    const size_t length = strlen(name), own = sizeof ending - 1;
    const size_t used = length > own && strcmp(name + length - own, ending) == 0 ? length - own : length;
    for (size_t i = 0; i < names->count; i++)
        if (strncmp(names->items[i].name, name, used) == 0 && names->items[i].name[used] == '\0')
            return names->items[i].unit ? names->items[i].unit : "";
    return "";
}

void eg_lines_header(eg_lines *l)
{
    static const char *const last[] = {"status", "energy_error", "reason"};
    put_quoted(l, "row");
    put_text(l, l->has_level ? ",\"level\"" : "");
    for (size_t i = 0; i < l->ensemble->name_count; i++) {
        put_text(l, ",");
        put_quoted(l, l->ensemble->setters[i].name);
    }
    for (size_t i = 0; i < l->ensemble->wanted_count; i++) {
        char text[EG_TITLE_SIZE];
        put_text(l, ",");
        put_quoted(l, eg_lines_title(l, i, text));
    }
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        put_text(l, ",");
        put_quoted(l, last[i]);
    }
    put_text(l, "\n");
}

/* Where there is no number the field is empty. */
static void put_number(eg_lines *l, double value)
{
    char text[EG_NUMBER_SIZE + 1] = ",";
    put(l, text, 1 + (isnan(value) ? 0 : eg_number_write(value, text + 1)));
}

/* ---------------------------------------------------------------- records */

static void put_integer(eg_lines *l, size_t value)
{
    const int64_t number = (int64_t)value;
    put(l, (const char *)&number, sizeof number);
}

/* What is no number has the same bits however it came about. */
static void put_double(eg_lines *l, double value)
{
    const double number = isnan(value) ? NAN : value;
    put(l, (const char *)&number, sizeof number);
}

static void put_reason(eg_lines *l, const eg_sweep_row *row)
{
    const int64_t number = (int64_t)row->row;
    const size_t size = sizeof number + EG_REASON_SIZE;
    if (eg_grow((void **)&l->reasons, &l->reasons_capacity, l->reasons_length + size, 1) != 0) {
        l->out_of_memory = true;
        return;
    }
    char *to = l->reasons + l->reasons_length;
    memset(to, 0, size);
    memcpy(to, &number, sizeof number);
    snprintf(to + sizeof number, EG_REASON_SIZE, "%s", row->reason);
    l->reasons_length += size;
}

static void put_record(eg_lines *l, const eg_sweep_row *row, size_t level)
{
    char status[EG_STATUS_SIZE] = {0};
    put_integer(l, row->row);
    if (l->has_level)
        put_integer(l, level);
    for (size_t i = 0; i < l->ensemble->name_count; i++)
        put_double(l, row->values[i]);
    for (size_t i = 0; i < l->ensemble->wanted_count; i++)
        put_double(l, row->results[i]);
    snprintf(status, sizeof status, "%s", eg_set_status_word(row->status));
    put(l, status, sizeof status);
    put_double(l, row->energy_error);
    if (*row->reason)
        put_reason(l, row);
}

/* ---------------------------------------------------------------- rows */

void eg_lines_clear(eg_lines *l)
{
    l->length = l->reasons_length = 0;
}

void eg_lines_release(eg_lines *l)
{
    free(l->text);
    free(l->reasons);
}

void eg_lines_row(eg_lines *l, const eg_sweep_row *row, size_t level)
{
    if (l->has_records) {
        put_record(l, row, level);
        return;
    }
    char text[EG_NUMBER_SIZE];
    put(l, text, eg_number_write((double)row->row, text));
    if (l->has_level)
        put_number(l, (double)level);
    for (size_t i = 0; i < l->ensemble->name_count; i++)
        put_number(l, row->values[i]);
    for (size_t i = 0; i < l->ensemble->wanted_count; i++)
        put_number(l, row->results[i]);
    put_text(l, ",");
    put_quoted(l, eg_set_status_word(row->status));
    put_number(l, row->energy_error);
    put_text(l, ",");
    if (*row->reason)
        put_quoted(l, row->reason);
    put_text(l, "\n");
}
