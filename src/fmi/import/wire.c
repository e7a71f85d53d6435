#include "fmi/import/wire.h"

#include "base/report.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A record is a head and `size` bytes behind it: numbers, then texts that end with a zero each. */
typedef enum kind { SIGNAL, CONSTANT, ROW, CUT, EVENT, MESSAGE, END } kind;
typedef struct head {
    uint32_t kind, is_discrete; /* is_discrete: of a signal */
    uint64_t size;
    int64_t number;   /* a column, a row, a count, a severity, a status */
    int line, column; /* of a message */
    double value;     /* a constant's; a time; of a signal: how many columns there are */
} head;

enum { MOST_BYTES = 1 << 30 };

/* ---------------------------------------------------------------- sending */

/* Nobody there to write to: the system ends this process (SIGPIPE). Where the FMU has closed the wire, the
 * rest of the run is lost. */
static void put(eg_wire *w, const char *from, size_t count)
{
    while (count > 0) {
        ssize_t sent = write(w->file, from, count);
        w->is_cut_off = w->is_cut_off || (sent < 0 && errno != EINTR);
        if (w->is_cut_off)
            return;
        from += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
}

/* Sends a record in one piece. Without memory for it there is none. */
static void put_record(eg_wire *w, const head *h, const void *first, size_t first_size,
                       const char *const *texts, size_t count)
{
    void *room = w->bytes;
    if (eg_grow(&room, &w->room, sizeof *h + h->size, 1) != 0)
        return;
    w->bytes = room;
    memcpy(w->bytes, h, sizeof *h);
    char *to = w->bytes + sizeof *h;
    if (first_size > 0)
        memcpy(to, first, first_size);
    to += first_size;
    for (size_t i = 0; i < count; i++) {
        size_t length = texts[i] ? strlen(texts[i]) : 0;
        if (length > 0)
            memcpy(to, texts[i], length);
        to[length] = '\0';
        to += length + 1;
    }
    put(w, w->bytes, sizeof *h + h->size);
}

static void put_texts(eg_wire *w, head h, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        h.size += (texts[i] ? strlen(texts[i]) : 0) + 1;
    put_record(w, &h, NULL, 0, texts, count);
}

void eg_wire_release(eg_wire *w)
{
    free(w->bytes);
}

void eg_wire_rows(eg_wire *w, const eg_trajectory *t)
{
    if (!w)
        return;
    for (; w->signals < t->signal_count; w->signals++) {
        const eg_trajectory_source *s = &t->signals[w->signals];
        put_texts(w,
                  (head){.kind = SIGNAL,
                         .is_discrete = s->info.is_discrete != 0,
                         .number = s->column,
                         .value = (double)t->column_count},
                  (const char *const[]){s->info.name, s->info.unit, s->info.doc}, 3);
    }
    for (; w->constants < t->constant_count; w->constants++) {
        const eg_trajectory_constant *c = &t->constants[w->constants];
        put_texts(w, (head){.kind = CONSTANT, .value = c->value},
                  (const char *const[]){c->name, c->unit, c->doc}, 3);
    }
    const size_t width = 1 + t->column_count;
    for (; w->rows < t->row_count; w->rows++) {
        const head h = {.kind = ROW, .size = width * sizeof(double)};
        put_record(w, &h, t->rows + w->rows * width, width * sizeof(double), NULL, 0);
    }
}

void eg_wire_cut(eg_wire *w, size_t count)
{
    if (!w || w->rows <= count)
        return;
    const head h = {.kind = CUT, .number = (int64_t)count};
    put_record(w, &h, NULL, 0, NULL, 0);
    w->rows = count;
}

void eg_wire_events(eg_wire *w, const eg_trajectory *t)
{
    for (; w && w->events < t->event_count; w->events++) {
        const eg_event *e = &t->events[w->events];
        put_texts(w, (head){.kind = EVENT, .value = e->time, .number = (int64_t)e->row},
                  (const char *const[]){e->component, e->name}, 2);
    }
}

void eg_wire_messages(eg_wire *w, const eg_diagnostics *d)
{
    for (; w && w->messages < eg_diagnostics_count(d); w->messages++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, w->messages);
        const char *source = m->caret == m->column ? m->source : ""; /* a whole line */
        put_texts(
            w, (head){.kind = MESSAGE, .number = (int64_t)m->severity, .line = m->line, .column = m->column},
            (const char *const[]){m->message, m->remedy, m->file, source}, 4);
    }
}

void eg_wire_end(eg_wire *w, eg_status status, const eg_statistics *st)
{
    if (!w)
        return;
    head h = {.kind = END, .number = (int64_t)status};
    h.size = sizeof *st + strlen(st->engine) + 1 + strlen(st->engine_reason) + 1;
    put_record(w, &h, st, sizeof *st, (const char *const[]){st->engine, st->engine_reason}, 2);
}

/* ---------------------------------------------------------------- receiving */

bool eg_receiver_init(eg_receiver *r, eg_trajectory *t, eg_diagnostics *d)
{
    *r = (eg_receiver){.trajectory = t, .d = d, .components = eg_names_create(16)};
    return r->components != NULL;
}

void eg_receiver_release(eg_receiver *r)
{
    eg_names_free(r->components);
    free(r->places);
    free(r->bytes);
    *r = (eg_receiver){0};
}

/* Texts of a record; false: they are not so many. */
static bool find_texts(const char *from, size_t size, const char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = memchr(from, '\0', size);
        if (!end)
            return false;
        texts[i] = from;
        size -= (size_t)(end - from) + 1;
        from = end + 1;
    }
    return size == 0;
}

static eg_status outcome(int answer)
{
    return answer >= 0 ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status take_signal(eg_receiver *r, const head *h, const char *const *texts)
{
    eg_trajectory *t = r->trajectory;
    if (!(h->number >= 0 && (double)h->number < h->value && h->value < MOST_BYTES) || t->row_count > 0)
        return EG_ERROR_SIMULATION;
    t->column_count = (size_t)h->value;
    return outcome(eg_trajectory_add_signal(t, (eg_signal){texts[0], texts[1], texts[2], h->is_discrete != 0},
                                            (long)h->number, 0));
}

static eg_status take_row(eg_receiver *r, const head *h, const char *bytes)
{
    if (h->size != (1 + r->trajectory->column_count) * sizeof(double))
        return EG_ERROR_SIMULATION;
    double *row = eg_trajectory_add_row(r->trajectory);
    if (row)
        memcpy(row, bytes, h->size);
    return row ? EG_OK : EG_ERROR_MEMORY;
}

/* Components are told apart by where their names stand: each has one place. */
static eg_status take_event(eg_receiver *r, const head *h, const char *const *texts)
{
    eg_trajectory *t = r->trajectory;
    long at = eg_names_find(r->components, texts[0]);
    if (at < 0) {
        void *places = r->places;
        at = (long)r->place_count;
        if (eg_grow(&places, &r->place_room, r->place_count + 1, sizeof *r->places) != 0)
            return EG_ERROR_MEMORY;
        r->places = places;
        r->places[at] = eg_arena_copy(t->arena, texts[0]);
        if (!r->places[at] || eg_names_add(r->components, r->places[at], at) < 0)
            return EG_ERROR_MEMORY;
        r->place_count++;
    }
    return outcome(
        eg_trajectory_add_event(t, (eg_event){h->value, r->places[at], texts[1], (size_t)h->number}));
}

static void take_message(eg_receiver *r, const head *h, const char *const *texts)
{
    const eg_place place = {*texts[2] ? texts[2] : NULL, h->line, h->column, *texts[3] ? texts[3] : NULL};
    eg_report(r->d, (eg_severity)h->number, place, "%s", texts[0]);
    if (*texts[1])
        eg_remedy(r->d, "%s", texts[1]);
}

static eg_status take_end(eg_receiver *r, const head *h, const char *bytes)
{
    const char *texts[2];
    if (h->size < sizeof r->statistics ||
        !find_texts(bytes + sizeof r->statistics, h->size - sizeof r->statistics, texts, 2))
        return EG_ERROR_SIMULATION;
    memcpy(&r->statistics, bytes, sizeof r->statistics);
    snprintf(r->engine, sizeof r->engine, "%s", texts[0]);
    snprintf(r->reason, sizeof r->reason, "%s", texts[1]);
    r->status = (eg_status)h->number;
    r->has_ended = true;
    return EG_OK;
}

static eg_status take_record(eg_receiver *r, const head *h, const char *bytes)
{
    static const size_t text_counts[] = {[SIGNAL] = 3, [CONSTANT] = 3, [EVENT] = 2, [MESSAGE] = 4, [END] = 0};
    const char *texts[4] = {"", "", "", ""}; /* those that a kind has not */
    size_t texts_here = h->kind < END ? text_counts[h->kind] : 0;
    if (h->kind > END || (texts_here > 0 && !find_texts(bytes, h->size, texts, texts_here)))
        return EG_ERROR_SIMULATION;
    switch ((kind)h->kind) {
    case SIGNAL: return take_signal(r, h, texts);
    case CONSTANT:
        return outcome(eg_trajectory_add_constant(
            r->trajectory, (eg_trajectory_constant){
                               .name = texts[0], .unit = texts[1], .doc = texts[2], .value = h->value}));
    case ROW: return take_row(r, h, bytes);
    case CUT:
        if (h->number >= 0 && (size_t)h->number < r->trajectory->row_count)
            r->trajectory->row_count = (size_t)h->number;
        return EG_OK;
    case EVENT: return take_event(r, h, texts);
    case MESSAGE: take_message(r, h, texts); return EG_OK;
    default: return take_end(r, h, bytes);
    }
}

eg_status eg_receiver_take(eg_receiver *r, const char *bytes, size_t count)
{
    void *room = r->bytes;
    if (eg_grow(&room, &r->room, r->count + count, 1) != 0)
        return EG_ERROR_MEMORY;
    r->bytes = room;
    memcpy(r->bytes + r->count, bytes, count);
    r->count += count;
    size_t used = 0;
    head h;
    eg_status status = EG_OK;
    while (status == EG_OK && r->count - used >= sizeof h) {
        memcpy(&h, r->bytes + used, sizeof h);
        if (h.size > MOST_BYTES)
            return EG_ERROR_SIMULATION;
        if (r->count - used - sizeof h < h.size)
            break;
        status = take_record(r, &h, r->bytes + used + sizeof h);
        used += sizeof h + h.size;
    }
    memmove(r->bytes, r->bytes + used, r->count - used);
    r->count -= used;
    return status;
}
