/* The trajectory's memory: names and units once, values row by row, and how they are asked for. */
#include "base/trajectory.h"

#include "base/fetch.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- filling */

eg_trajectory *eg_trajectory_create(void)
{
    eg_trajectory *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->arena = eg_arena_create();
    t->names = eg_names_create(64);
    if (!t->arena || !t->names) {
        eg_trajectory_free(t);
        return NULL;
    }
    return t;
}

void eg_trajectory_free(eg_trajectory *t)
{
    if (!t)
        return;
    eg_arena_free(t->arena);
    eg_names_free(t->names);
    free(t->signals);
    free(t->constants);
    free(t->rows);
    free(t->events);
    free(t->lasting.slots);
    free(t);
}

/* A copy that lives as long as the trajectory; nothing for an empty or missing text. */
static const char *keep(eg_trajectory *t, const char *text)
{
    return text && *text ? eg_arena_copy(t->arena, text) : "";
}

/* The same, of what comes again and again: units, descriptions, names of events. */
static const char *keep_once(eg_trajectory *t, const char *text)
{
    size_t at = ((uintptr_t)text >> 3) % EG_TRAJECTORY_TEXTS;
    eg_trajectory_text *kept = &t->texts[at];
    if (text && kept->text == text && strcmp(kept->copy, text) == 0)
        return kept->copy;
    const char *copy = keep(t, text);
    if (copy)
        *kept = (eg_trajectory_text){text, copy};
    return copy;
}

/* Where the search for a text in the table begins. */
static size_t place_of(const eg_trajectory_texts *t, const char *text)
{
    const uint64_t spread = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio (Knuth 3, 6.4) */
    return (size_t)(((uintptr_t)text * spread) >> 32) & (t->room - 1);
}

/* Where a text stands in the table, or would. */
static eg_trajectory_text *slot_of(const eg_trajectory_texts *t, const char *text)
{
    size_t at = place_of(t, text);
    while (t->slots[at].text && t->slots[at].text != text)
        at = (at + 1) & (t->room - 1);
    return &t->slots[at];
}

static int make_room_for_text(eg_trajectory_texts *t)
{
    eg_trajectory_texts more = {.room = t->room > 0 ? 2 * t->room : EG_TRAJECTORY_TEXTS, .count = t->count};
    if (2 * t->count < t->room)
        return 0;
    more.slots = calloc(more.room, sizeof *more.slots);
    if (!more.slots)
        return -1;
    for (size_t i = 0; i < t->room; i++)
        if (t->slots[i].text)
            *slot_of(&more, t->slots[i].text) = t->slots[i];
    free(t->slots);
    *t = more;
    return 0;
}

/* A copy, made once, of a text that lasts. */
static const char *keep_lasting(eg_trajectory *t, const char *text)
{
    if (!text)
        return "";
    if (make_room_for_text(&t->lasting) != 0)
        return NULL;
    eg_trajectory_text *slot = slot_of(&t->lasting, text);
    if (!slot->text) {
        const char *copy = keep(t, text);
        if (!copy)
            return NULL;
        *slot = (eg_trajectory_text){text, copy};
        t->lasting.count++;
    }
    return slot->copy;
}

int eg_trajectory_add_signal(eg_trajectory *t, eg_signal info, long column, double value)
{
    void *items = t->signals;
    if (eg_grow(&items, &t->signal_capacity, t->signal_count + 1, sizeof *t->signals) != 0)
        return -1;
    t->signals = items;
    info.name = keep(t, info.name);
    info.unit = keep_once(t, info.unit);
    info.doc = keep_once(t, info.doc);
    if (!info.name || !info.unit || !info.doc)
        return -1;
    if (eg_names_add(t->names, info.name, (long)t->signal_count) < 0)
        return -1;
    t->signals[t->signal_count++] = (eg_trajectory_source){info, column, value};
    return 0;
}

int eg_trajectory_add_constant(eg_trajectory *t, eg_trajectory_constant constant)
{
    void *items = t->constants;
    if (eg_grow(&items, &t->constant_capacity, t->constant_count + 1, sizeof *t->constants) != 0)
        return -1;
    t->constants = items;
    constant.name = keep(t, constant.name);
    constant.unit = keep_once(t, constant.unit);
    constant.doc = keep_once(t, constant.doc);
    if (!constant.name || !constant.unit || !constant.doc)
        return -1;
    t->constants[t->constant_count++] = constant;
    return 0;
}

void eg_trajectory_reserve(eg_trajectory *t, size_t rows)
{
    size_t width = 1 + t->column_count;
    if (t->rows || rows > SIZE_MAX / sizeof(double) / width)
        return;
    t->rows = malloc(rows * width * sizeof(double));
    t->row_capacity = t->rows ? rows : 0;
}

double *eg_trajectory_add_rows(eg_trajectory *t, size_t count)
{
    size_t width = 1 + t->column_count;
    void *rows = t->rows;
    if (width > SIZE_MAX / sizeof(double))
        return NULL;
    if (eg_grow(&rows, &t->row_capacity, t->row_count + count, width * sizeof(double)) != 0)
        return NULL;
    t->rows = rows;
    t->row_count += count;
    return t->rows + width * (t->row_count - count);
}

double *eg_trajectory_add_row(eg_trajectory *t)
{
    return eg_trajectory_add_rows(t, 1);
}

int eg_trajectory_add_columns(eg_trajectory *t, size_t count)
{
    const size_t before = 1 + t->column_count, width = before + count;
    if (t->row_count > SIZE_MAX / sizeof(double) / width)
        return -1;
    double *rows = malloc(t->row_count * width * sizeof *rows + 1);
    if (!rows)
        return -1;
    for (size_t i = 0; i < t->row_count; i++) {
        memcpy(rows + i * width, t->rows + i * before, before * sizeof *rows);
        for (size_t k = before; k < width; k++)
            rows[i * width + k] = NAN;
    }
    free(t->rows);
    t->rows = rows;
    t->row_capacity = t->row_count;
    t->column_count += count;
    return 0;
}

int eg_trajectory_add_event(eg_trajectory *t, eg_event event)
{
    void *items = t->events;
    if (eg_grow(&items, &t->event_capacity, t->event_count + 1, sizeof *t->events) != 0)
        return -1;
    t->events = items;
    event.name = keep_once(t, event.name);
    if (!event.name)
        return -1;
    t->events[t->event_count++] = event;
    return t->event_count - t->named_events < EG_TRAJECTORY_LOT ? 0 : eg_trajectory_end_events(t);
}

int eg_trajectory_end_events(eg_trajectory *t)
{
    for (size_t i = t->named_events; i < t->event_count && t->lasting.room > 0; i++)
        eg_fetch(&t->lasting.slots[place_of(&t->lasting, t->events[i].component)], sizeof *t->lasting.slots);
    for (; t->named_events < t->event_count; t->named_events++) {
        const char *component = keep_lasting(t, t->events[t->named_events].component);
        if (!component) {
            t->event_count = t->named_events;
            return -1;
        }
        t->events[t->named_events].component = component;
    }
    return 0;
}

/* ---------------------------------------------------------------- asking */

size_t eg_trajectory_rows(const eg_trajectory *t)
{
    return t->row_count;
}

size_t eg_trajectory_signals(const eg_trajectory *t)
{
    return t->signal_count;
}

eg_signal eg_trajectory_signal(const eg_trajectory *t, size_t i)
{
    return t->signals[i].info;
}

long eg_trajectory_find(const eg_trajectory *t, const char *name)
{
    return eg_names_find(t->names, name);
}

double eg_trajectory_time(const eg_trajectory *t, size_t row)
{
    return t->rows[row * (1 + t->column_count)];
}

double eg_trajectory_value(const eg_trajectory *t, size_t signal, size_t row)
{
    const eg_trajectory_source *s = &t->signals[signal];
    return s->column < 0 ? s->value : t->rows[row * (1 + t->column_count) + 1 + (size_t)s->column];
}

/* The last row whose time is not after `time`; the first row when there is none. */
static size_t row_at(const eg_trajectory *t, double time)
{
    size_t low = 0, high = t->row_count; /* time[low] <= time, or low = 0; time[high] > time */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (eg_trajectory_time(t, middle) <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Discrete variables do not change between events: they are held, not interpolated. */
double eg_trajectory_at(const eg_trajectory *t, size_t signal, double time)
{
    if (t->row_count == 0 || isnan(time))
        return NAN;
    size_t row = row_at(t, time);
    double left = eg_trajectory_value(t, signal, row);
    double left_time = eg_trajectory_time(t, row);
    if (row + 1 == t->row_count || time <= left_time || t->signals[signal].info.is_discrete)
        return left;
    double right = eg_trajectory_value(t, signal, row + 1);
    double share = (time - left_time) / (eg_trajectory_time(t, row + 1) - left_time);
    return left == right ? left : left * (1.0 - share) + right * share;
}

void eg_trajectory_copy(const eg_trajectory *t, size_t signal, double *out)
{
    const eg_trajectory_source *s = &t->signals[signal];
    size_t width = 1 + t->column_count;
    const double *in = s->column < 0 ? NULL : t->rows + 1 + s->column;
    for (size_t row = 0; row < t->row_count; row++)
        out[row] = in ? in[row * width] : s->value;
}

const double *eg_trajectory_values(const eg_trajectory *t, long signal, size_t *stride)
{
    const eg_trajectory_source *s = signal >= 0 ? &t->signals[signal] : NULL;
    const bool is_constant = s && s->column < 0;
    *stride = is_constant ? 0 : 1 + t->column_count;
    if (t->row_count == 0)
        return NULL;
    if (is_constant)
        return &s->value;
    return s ? t->rows + 1 + s->column : t->rows;
}

size_t eg_trajectory_events(const eg_trajectory *t)
{
    return t->event_count;
}

eg_event eg_trajectory_event(const eg_trajectory *t, size_t i)
{
    return t->events[i];
}

/* ---------------------------------------------------------------- views */

static bool matches_any(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (eg_match(patterns[i], name))
            return true;
    return count == 0;
}

int eg_trajectory_view(const eg_trajectory *all, const char *const *patterns, size_t pattern_count,
                       eg_trajectory *view)
{
    *view = *all;
    view->signal_count = 0;
    view->signals = calloc(all->signal_count + 1, sizeof *view->signals);
    view->names = eg_names_create(64);
    int status = view->signals && view->names ? 0 : -1;
    for (size_t i = 0; i < all->signal_count && status == 0; i++) {
        const char *name = all->signals[i].info.name;
        if (!matches_any(patterns, pattern_count, name))
            continue;
        if (eg_names_add(view->names, name, (long)view->signal_count) < 0)
            status = -1;
        view->signals[view->signal_count++] = all->signals[i];
    }
    if (status != 0)
        eg_trajectory_view_release(view);
    return status;
}

void eg_trajectory_view_release(eg_trajectory *view)
{
    free(view->signals);
    eg_names_free(view->names);
}
