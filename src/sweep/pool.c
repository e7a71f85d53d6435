#include "sweep/pool.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/flag.h"
#include "ensemble/ensemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const size_t most_bytes = 64u << 20; /* of a chunk's results */

typedef struct eg_worker {
    eg_ensemble_part part; /* first: an eg_ensemble_part * is a worker * */
    eg_pool *pool;
    pthread_t thread;
    bool started;
    eg_chunk chunk;
    size_t capacity, value_capacity, reasons_capacity;
    double *values; /* (capacity x columns) */
    bool out_of_memory;
} worker;

/* ---------------------------------------------------------------- chunks */

/* The first error of a row that failed, as one line; "" where there is none. */
static void reason_of(const eg_diagnostics *d, char text[EG_REASON_SIZE])
{
    *text = '\0';
    for (size_t i = 0; d && i < eg_diagnostics_count(d) && !*text; i++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, i);
        if (m->severity == EG_ERROR && m->message)
            snprintf(text, EG_REASON_SIZE, "%s", m->message);
    }
    for (char *at = text; *at; at++)
        *at = (unsigned char)*at < ' ' ? ' ' : *at;
}

/* Keeps what is told of a row that failed. Rows end in any order; sort_reasons puts them in theirs. */
static void keep_reason(eg_ensemble_part *part, size_t set, const eg_diagnostics *d)
{
    worker *w = (worker *)part;
    eg_chunk *c = &w->chunk;
    char text[EG_REASON_SIZE];
    reason_of(d, text);
    const size_t length = strlen(text) + 1 + sizeof set;
    if (eg_grow((void **)&c->reasons, &w->reasons_capacity, c->reasons_length + length, 1) != 0) {
        w->out_of_memory = true;
        return;
    }
    memcpy(c->reasons + c->reasons_length, &set, sizeof set);
    memcpy(c->reasons + c->reasons_length + sizeof set, text, length - sizeof set);
    c->reasons_length += length;
}

typedef struct reason {
    size_t set;
    const char *text;
} reason;

static int compare_reasons(const void *a, const void *b)
{
    const reason *one = a, *other = b;
    return (one->set > other->set) - (one->set < other->set);
}

/* Reasons come in the order in which runs have ended, each behind its row: as texts in the order of rows. */
static bool sort_reasons(worker *w)
{
    eg_chunk *c = &w->chunk;
    size_t count = 0, used = 0;
    reason *list = calloc(c->count, sizeof *list);
    char *sorted = malloc(c->reasons_length + 1);
    bool good = list && sorted;
    for (size_t at = 0; good && at < c->reasons_length; count++) {
        memcpy(&list[count].set, c->reasons + at, sizeof list[count].set);
        list[count].text = c->reasons + at + sizeof list[count].set;
        at += sizeof list[count].set + strlen(list[count].text) + 1;
    }
    if (good)
        qsort(list, count, sizeof *list, compare_reasons);
    for (size_t i = 0; good && i < count; i++) {
        size_t length = strlen(list[i].text) + 1;
        memcpy(sorted + used, list[i].text, length);
        used += length;
    }
    if (good)
        memcpy(c->reasons, sorted, used);
    c->reasons_length = good ? used : c->reasons_length;
    free(list);
    free(sorted);
    return good;
}

static bool reserve(worker *w)
{
    const size_t columns = eg_design_columns(w->pool->design), count = w->chunk.count;
    if (!eg_chunk_reserve(&w->chunk, &w->capacity, count, w->pool->ensemble->wanted_count))
        return false;
    if (count <= w->value_capacity)
        return true;
    free(w->values);
    w->values = calloc(count * columns + 1, sizeof *w->values);
    w->value_capacity = w->values ? count : 0;
    return w->values;
}

void eg_pool_values(const eg_pool *p, size_t row, double *values)
{
    const size_t columns = eg_design_columns(p->design);
    if (p->drawn)
        memcpy(values, p->drawn + row % p->drawn_rows * columns, columns * sizeof *values);
    else
        eg_design_row(p->design, row, values);
}

/* Computes the chunk. Rows that fail are no failure. */
static eg_status compute(worker *w, eg_chunk_bytes *done, eg_diagnostics *d)
{
    const eg_pool *p = w->pool;
    eg_chunk *c = &w->chunk;
    const size_t columns = eg_design_columns(p->design);
    eg_ensemble_statistics st = {0};
    c->reasons_length = 0;
    if (!reserve(w))
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < c->count; i++)
        eg_pool_values(p, c->first + i, w->values + i * columns);
    eg_ensemble_options o = p->o->runs;
    o.progress = NULL;
    o.energy_errors = c->energy_errors;
    eg_status status =
        eg_ensemble_run_part(p->ensemble, &o, &w->part, c->count, w->values, c->results, c->statuses, d, &st);
    if (!st.engine || status == EG_ERROR_MEMORY || w->out_of_memory) /* it has not run */
        return st.engine || status == EG_OK ? EG_ERROR_MEMORY : status;
    if (eg_flag_is_up(o.stop))
        return (eg_status)EG_CUT_OFF; /* rows that were cut off are none that failed */
    c->balanced = st.balanced;
    c->open = st.open;
    if (c->reasons_length > 0 && !sort_reasons(w))
        return EG_ERROR_MEMORY;
    done->counts = (eg_chunk_counts){.first = c->first,
                                     .count = c->count,
                                     .recompiled = st.recompiled,
                                     .steps = st.steps,
                                     .rejected_steps = st.rejected_steps,
                                     .events = st.events,
                                     .engine = st.engine};
    done->front = p->source->front;
    done->bytes = eg_chunk_encode(c, p->ensemble->wanted_count, done->front, &done->length);
    return done->bytes ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- threads */

/* With the lock; waits until there is something. False: there will be nothing. */
static bool take(worker *w)
{
    eg_pool *p = w->pool;
    eg_rows rows;
    eg_taken taken;
    while ((taken = p->source->take(p, p->size, &rows)) == EG_TAKEN_LATER) {
        p->idle++;
        pthread_cond_signal(&p->happened);
        pthread_cond_wait(&p->changed, &p->lock);
        p->idle--;
    }
    if (taken == EG_TAKEN_NONE)
        return false;
    w->chunk.first = rows.first;
    w->chunk.count = rows.count;
    return true;
}

static void work_through(worker *w)
{
    eg_pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    while (take(w)) {
        const size_t size = p->size;
        pthread_mutex_unlock(&p->lock);
        eg_chunk_bytes done = {0};
        eg_diagnostics *d = eg_diagnostics_create();
        const double began = eg_clock_seconds();
        eg_status status = d ? compute(w, &done, d) : EG_ERROR_MEMORY;
        const double took = eg_clock_seconds() - began;
        pthread_mutex_lock(&p->lock);
        p->size = eg_share_next_size(size, w->chunk.count, took, p->seconds, p->most);
        if (status == EG_OK)
            p->source->hand_in(p, &done);
        else
            p->source->fail(p, status, d);
        eg_diagnostics_free(d);
        pthread_cond_signal(&p->happened);
    }
    p->working--;
    pthread_cond_signal(&p->happened);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *argument)
{
    work_through(argument);
    return NULL;
}

bool eg_pool_start(eg_pool *p, bool joins)
{
    int started = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->threads; i++) {
        worker *w = &p->workers[i];
        w->part.failed = keep_reason;
        w->pool = p;
        if (i == 0 && joins)
            continue;
        w->started = pthread_create(&w->thread, NULL, work, w) == 0;
        started += w->started;
    }
    p->working = started + joins;
    pthread_mutex_unlock(&p->lock);
    if (joins)
        work_through(&p->workers[0]);
    return joins || started > 0;
}

void eg_pool_join(eg_pool *p)
{
    for (int i = 0; i < p->threads; i++)
        if (p->workers[i].started)
            pthread_join(p->workers[i].thread, NULL);
}

/* ---------------------------------------------------------------- the pool */

bool eg_pool_init(eg_pool *p)
{
    pthread_condattr_t by_clock;
    const size_t row = (p->ensemble->wanted_count + 2) * sizeof(double);
    p->size = 1;
    p->most = row < most_bytes ? most_bytes / row : 1;
    p->workers = calloc((size_t)p->threads, sizeof *p->workers);
    if (!p->workers || pthread_condattr_init(&by_clock) != 0)
        goto no_workers;
    if (pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC) != 0 || pthread_mutex_init(&p->lock, NULL) != 0)
        goto no_lock;
    if (pthread_cond_init(&p->changed, &by_clock) != 0)
        goto no_changed;
    if (pthread_cond_init(&p->happened, &by_clock) != 0)
        goto no_happened;
    pthread_condattr_destroy(&by_clock);
    return true;
no_happened:
    pthread_cond_destroy(&p->changed);
no_changed:
    pthread_mutex_destroy(&p->lock);
no_lock:
    pthread_condattr_destroy(&by_clock);
no_workers:
    free(p->workers);
    return false;
}

void eg_pool_release(eg_pool *p)
{
    for (int i = 0; i < p->threads; i++) {
        eg_chunk_release(&p->workers[i].chunk);
        free(p->workers[i].values);
    }
    free(p->workers);
    eg_share_release(&p->share);
    pthread_cond_destroy(&p->happened);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
}

void eg_pool_wait(eg_pool *p, pthread_cond_t *condition, double seconds)
{
    const double until = eg_clock_seconds() + seconds;
    const struct timespec at = {.tv_sec = (time_t)until,
                                .tv_nsec = (long)((until - (double)(time_t)until) * 1e9)};
    pthread_cond_timedwait(condition, &p->lock, &at);
}
