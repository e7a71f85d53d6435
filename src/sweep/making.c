/* The table of a sweep: rows from the journal, in their order, with the values that the design gives them.
 *
 * It is made while rows still come. Its writers, threads of their own, wait for the chunk that is next in the
 * order of rows, read it back, and make lines of it; each puts them into the file when it is its turn. So
 * lines cost no time at the end, unless an early row takes longest, and no more memory than a chunk for each
 * writer. */
#include "sweep/sweep.h"

#include "base/arena.h"
#include "base/file.h"
#include "ensemble/ensemble.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WRITERS = 8, TAKERS_PER_WRITER = 250 };

typedef struct writer {
    eg_making *making;
    pthread_t thread;
    bool started;
    eg_chunk chunk;
    size_t capacity, value_capacity;
    double *values; /* (count x columns) of the chunk's rows */
    eg_lines lines;
} writer;

struct eg_making {
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_sweep_options *o;
    const eg_journal *journal;
    eg_diagnostics *d;
    pthread_mutex_t lock; /* of what follows up to the file */
    pthread_cond_t changed;
    eg_chunk_place *places; /* a heap, the first rows on top: chunks that have come and no writer has taken */
    size_t place_count, place_capacity;
    size_t next;        /* row that a writer takes next */
    size_t taken, turn; /* chunks: by writers; whose turn it is to be put into the file */
    bool abandoned;
    eg_status status; /* the first that ends it */
    writer writers[MOST_WRITERS];
    /* Of the writer whose turn it is. */
    eg_sweep_table *table;
    bool *seen; /* (wanted) some row had such an event */
    size_t balanced, open, failed, first_failed;
    eg_status first_status;
    char first_reason[EG_REASON_SIZE];
};

/* ---------------------------------------------------------------- rows */

/* Calls `each` with all rows of the chunk, in order. */
static void for_rows(writer *w, void (*each)(writer *w, const eg_sweep_row *row))
{
    const eg_chunk *c = &w->chunk;
    const eg_ensemble *e = w->making->ensemble;
    const char *reason = c->reasons, *end = c->reasons + c->reasons_length;
    for (size_t i = 0; i < c->count; i++) {
        eg_sweep_row row = {.row = c->first + i,
                            .values = w->values + i * e->name_count,
                            .results = c->results + i * e->wanted_count,
                            .status = c->statuses[i],
                            .energy_error = c->energy_errors[i],
                            .reason = ""};
        if (row.status != EG_OK && reason < end) {
            row.reason = reason;
            reason += strlen(reason) + 1;
        }
        each(w, &row);
    }
}

/* What the whole table says of its rows. */
static void note(writer *w, const eg_sweep_row *row)
{
    eg_making *t = w->making;
    for (size_t i = 0; i < t->ensemble->wanted_count; i++)
        t->seen[i] = t->seen[i] || (!isnan(row->results[i]) && row->results[i] > 0) ||
                     t->ensemble->wanted[i].kind <= EG_WANTED_MAXIMUM;
    if (row->status == EG_OK)
        return;
    if (t->failed++ > 0)
        return;
    t->first_failed = row->row;
    t->first_status = row->status;
    snprintf(t->first_reason, sizeof t->first_reason, "%s", row->reason);
}

/* ---------------------------------------------------------------- writers */

static bool reserve(writer *w, size_t count)
{
    if (count <= w->value_capacity)
        return true;
    free(w->values);
    w->values = calloc(count * w->making->ensemble->name_count + 1, sizeof *w->values);
    w->value_capacity = w->values ? count : 0;
    return w->values;
}

static void put_line(writer *w, const eg_sweep_row *row)
{
    eg_lines_row(&w->lines, row, 0);
}

/* Reads the chunk at a place, with the values of its rows. */
static eg_status read_rows(writer *w, const eg_chunk_place *place, eg_diagnostics *d)
{
    const eg_making *t = w->making;
    eg_status status = eg_journal_read(t->journal, place, &w->chunk, &w->capacity, d);
    if (status != EG_OK)
        return status;
    if (!reserve(w, w->chunk.count))
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < w->chunk.count; i++)
        eg_design_row(t->design, w->chunk.first + i, w->values + i * t->ensemble->name_count);
    return EG_OK;
}

/* Makes lines of the chunk at a place. */
static eg_status make_lines(writer *w, const eg_chunk_place *place, eg_diagnostics *d)
{
    const eg_status status = read_rows(w, place, d);
    if (status != EG_OK)
        return status;
    eg_lines_clear(&w->lines);
    for_rows(w, put_line);
    return w->lines.out_of_memory ? EG_ERROR_MEMORY : EG_OK;
}

/* A writer's turn. */
static void put_chunk(writer *w)
{
    eg_making *t = w->making;
    eg_sweep_table_put(t->table, &w->lines);
    for_rows(w, note);
    t->balanced += w->chunk.balanced;
    t->open += w->chunk.open;
}

static void sink(eg_chunk_place *heap, size_t count)
{
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && heap[child + 1].first < heap[child].first;
        if (heap[i].first <= heap[child].first)
            break;
        const eg_chunk_place passed = heap[i];
        heap[i] = heap[child];
        heap[child] = passed;
    }
}

/* With the lock: waits for the chunk that is next. False: it will not come, or all are taken. */
static bool take(eg_making *t, eg_chunk_place *place)
{
    for (;;) {
        if (t->status != EG_OK || t->abandoned || t->next >= t->journal->rows)
            return false;
        if (t->place_count > 0 && t->places[0].first == t->next)
            break;
        pthread_cond_wait(&t->changed, &t->lock);
    }
    *place = t->places[0];
    t->places[0] = t->places[--t->place_count];
    sink(t->places, t->place_count);
    t->next += place->count;
    t->taken++;
    pthread_cond_broadcast(&t->changed); /* the one behind it may be there already */
    return true;
}

static void *write_chunks(void *argument)
{
    writer *w = argument;
    eg_making *t = w->making;
    eg_chunk_place place;
    pthread_mutex_lock(&t->lock);
    while (take(t, &place)) {
        const size_t number = t->taken - 1;
        pthread_mutex_unlock(&t->lock);
        eg_diagnostics *d = eg_diagnostics_create();
        eg_status status = d ? make_lines(w, &place, d) : EG_ERROR_MEMORY;
        pthread_mutex_lock(&t->lock);
        while (t->turn != number)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->status == EG_OK && status == EG_OK) {
            pthread_mutex_unlock(&t->lock);
            put_chunk(w);
            pthread_mutex_lock(&t->lock);
        }
        if (t->status == EG_OK)
            eg_diagnostics_pass_on(d, t->d);
        if (t->status == EG_OK && status == EG_OK && eg_sweep_table_failed(t->table))
            status = EG_ERROR_FILE; /* which the commit reports */
        t->status = t->status == EG_OK ? status : t->status;
        t->turn++;
        pthread_cond_broadcast(&t->changed);
        eg_diagnostics_free(d);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* ---------------------------------------------------------------- the whole */

static void tell(const eg_making *t, const eg_sweep_statistics *st, eg_diagnostics *d)
{
    if (t->failed > 0)
        eg_report(d, t->failed == st->rows ? EG_ERROR : EG_WARNING, EG_NOWHERE,
                  "%zu of %zu rows have failed, the first of them row %zu: %s", t->failed, st->rows,
                  t->first_failed, *t->first_reason ? t->first_reason : eg_status_text(t->first_status));
    if (st->open > 0) {
        eg_report(d, EG_WARNING, EG_NOWHERE,
                  "the energy balance does not close in %zu of the %zu rows in which it was looked at",
                  st->open, st->balanced);
        eg_remedy(d,
                  "look at energy_error in the table, and do not trust such rows before another engine or a "
                  "smaller tolerance has confirmed them");
    }
    for (size_t i = 0; i < t->ensemble->wanted_count && t->failed < st->rows; i++) {
        const eg_wanted *x = &t->ensemble->wanted[i];
        if (t->seen[i] || !x->event || x->number > 1)
            continue;
        eg_report(d, EG_NOTE, EG_NOWHERE, "in no row was there an event '%s' of %s", x->event,
                  x->component ? x->component : "*");
        eg_remedy(d, "if it should be there: elastogap simulate --stats lists the events of a run");
    }
}

static bool add_place(eg_making *t, const eg_chunk_place *place)
{
    if (eg_grow((void **)&t->places, &t->place_capacity, t->place_count + 1, sizeof *t->places) != 0)
        return false;
    size_t i = t->place_count++;
    for (; i > 0 && t->places[(i - 1) / 2].first > place->first; i = (i - 1) / 2)
        t->places[i] = t->places[(i - 1) / 2];
    t->places[i] = *place;
    return true;
}

static bool begin(eg_making *t, size_t writers)
{
    t->seen = calloc(t->ensemble->wanted_count + 1, sizeof *t->seen);
    bool good = t->seen;
    for (size_t i = 0; i < t->journal->place_count && good; i++)
        good = add_place(t, &t->journal->places[i]);
    for (size_t i = 0; i < writers && good; i++)
        t->writers[i].started =
            pthread_create(&t->writers[i].thread, NULL, write_chunks, &t->writers[i]) == 0;
    return good;
}

eg_making *eg_making_begin(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
                           const eg_journal *j, const char *path, size_t takers, eg_diagnostics *d,
                           eg_status *status)
{
    size_t writers = takers / TAKERS_PER_WRITER + 1;
    writers = writers < MOST_WRITERS ? writers : MOST_WRITERS;
    const bool records = eg_sweep_table_has_records(path);
    eg_making *t = calloc(1, sizeof *t);
    *status = t ? EG_OK : EG_ERROR_MEMORY;
    if (!t)
        return NULL;
    t->ensemble = e;
    t->design = design;
    t->o = o;
    t->journal = j;
    t->d = eg_diagnostics_create();
    for (size_t i = 0; i < MOST_WRITERS; i++)
        t->writers[i] = (writer){.making = t, .lines = {.ensemble = e, .o = o, .has_records = records}};
    t->table = t->d ? eg_sweep_table_create(&t->writers[0].lines, design, path, d, status) : NULL;
    if (!t->d)
        *status = EG_ERROR_MEMORY;
    if (t->table && pthread_mutex_init(&t->lock, NULL) == 0) {
        if (pthread_cond_init(&t->changed, NULL) == 0) {
            if (!begin(t, writers))
                t->status = EG_ERROR_MEMORY;
            return t;
        }
        pthread_mutex_destroy(&t->lock);
    }
    *status = *status == EG_OK ? EG_ERROR_MEMORY : *status;
    eg_sweep_table_discard(t->table);
    eg_lines_release(&t->writers[0].lines);
    eg_diagnostics_free(t->d);
    free(t);
    return NULL;
}

void eg_making_add(eg_making *t, const eg_chunk_place *place)
{
    pthread_mutex_lock(&t->lock);
    if (!add_place(t, place) && t->status == EG_OK)
        t->status = EG_ERROR_MEMORY;
    if (t->status != EG_OK || t->places[0].first == t->next)
        pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void join(eg_making *t)
{
    bool any = false;
    for (size_t i = 0; i < MOST_WRITERS; i++)
        any = any || t->writers[i].started;
    if (!any) /* no thread could be had: then now */
        write_chunks(&t->writers[0]);
    for (size_t i = 0; i < MOST_WRITERS; i++)
        if (t->writers[i].started)
            pthread_join(t->writers[i].thread, NULL);
}

static void release(eg_making *t)
{
    for (size_t i = 0; i < MOST_WRITERS; i++) {
        eg_chunk_release(&t->writers[i].chunk);
        free(t->writers[i].values);
        eg_lines_release(&t->writers[i].lines);
    }
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    eg_diagnostics_free(t->d);
    free(t->places);
    free(t->seen);
    free(t);
}

void eg_making_abandon(eg_making *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->abandoned = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    join(t);
    eg_sweep_table_discard(t->table);
    release(t);
}

static void visit(writer *w, const eg_sweep_row *row)
{
    const eg_sweep_options *o = w->making->o;
    o->visit(o->visitor, row);
}

/* The caller sees rows in its own thread, not in those of writers: it may be a language that knows its own
 * threads alone. They are read once more for it. */
static eg_status visit_rows(eg_making *t, eg_diagnostics *d)
{
    const eg_journal *j = t->journal;
    eg_status status = EG_OK;
    for (size_t i = 0; i < j->place_count && status == EG_OK; i++) {
        status = read_rows(&t->writers[0], &j->places[i], d);
        if (status == EG_OK)
            for_rows(&t->writers[0], visit);
    }
    return status;
}

eg_status eg_making_end(eg_making *t, eg_diagnostics *d, eg_sweep_statistics *st)
{
    join(t);
    eg_status status = t->status;
    eg_diagnostics_pass_on(t->d, d);
    if (status == EG_OK && t->o->visit && !eg_sweep_table_failed(t->table))
        status = visit_rows(t, d);
    if (status == EG_OK || eg_sweep_table_failed(t->table))
        status = eg_sweep_table_commit(t->table, d);
    else
        eg_sweep_table_discard(t->table);
    if (status == EG_OK) {
        st->failed = t->failed;
        st->balanced += t->balanced;
        st->open += t->open;
        tell(t, st, d);
        status = t->failed == st->rows ? t->first_status : EG_OK;
    }
    release(t);
    return status;
}
