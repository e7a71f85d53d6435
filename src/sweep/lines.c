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

/* What a column is called. */
static void put_title(eg_lines *l, size_t i)
{
    const eg_wanted *x = &l->ensemble->wanted[i];
    const char *component = x->component ? x->component : "*", *event = x->event ? x->event : "*";
    char text[1000] = "";
    if (l->o->titles) {
        put_quoted(l, l->o->titles[i]);
        return;
    }
    switch (x->kind) {
    case EG_WANTED_FINAL: snprintf(text, sizeof text, "%s", x->signal); break;
    case EG_WANTED_MINIMUM: snprintf(text, sizeof text, "min(%s)", x->signal); break;
    case EG_WANTED_MAXIMUM: snprintf(text, sizeof text, "max(%s)", x->signal); break;
    case EG_WANTED_EVENT_COUNT: snprintf(text, sizeof text, "count(%s, %s)", component, event); break;
    case EG_WANTED_EVENT_TIME:
        snprintf(text, sizeof text, "time(%s, %s, %ld)", component, event, x->number);
        break;
    case EG_WANTED_EVENT_DURATION:
        snprintf(text, sizeof text, "duration(%s, %s, %s, %ld)", component, event, x->signal, x->number);
        break;
    }
    put_quoted(l, text);
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
        put_text(l, ",");
        put_title(l, i);
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

void eg_lines_row(eg_lines *l, const eg_sweep_row *row, size_t level)
{
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
