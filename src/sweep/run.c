/* Running a sweep. Each worker takes a chunk of rows, computes it by the ensemble engine on its own thread,
 * and appends it to the journal; the next chunk is as long as takes a quarter of a second. So a worker
 * waits for nobody, a stop costs a chunk each at most, and memory stays as it is however many rows there
 * are. */
#include "sweep/sweep.h"

#include "base/clock.h"
#include "base/file.h"
#include "ensemble/ensemble.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, MOST_ROWS = 65536 };
static const double chunk_seconds = 0.25, sync_seconds = 0.75;

typedef struct pool {
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_sweep_options *o;
    eg_journal *journal;
    eg_diagnostics *d;
    int threads;
    double began;
    pthread_mutex_t lock; /* of all below, and of the journal */
    size_t next, gap;     /* the first row that nobody has taken; and the place in the journal behind it */
    size_t places;        /* that the journal had at the beginning, in order */
    size_t left;          /* rows that nobody has taken */
    size_t found;
    bool syncs;       /* somebody forces the journal to the disk */
    eg_status status; /* the first that ends the sweep */
    eg_sweep_statistics st;
} pool;

typedef struct worker {
    eg_part part; /* first: an eg_part * is a worker * */
    pool *pool;
    pthread_t thread;
    bool started;
    size_t size; /* of the next chunk */
    eg_chunk chunk;
    size_t capacity, value_capacity, reasons_capacity;
    double *values; /* (capacity x columns) */
    bool out_of_memory;
} worker;

/* ---------------------------------------------------------------- chunks */

/* With the lock. Rows that the journal had are passed over. */
static bool take(worker *w)
{
    pool *p = w->pool;
    const eg_chunk_place *places = p->journal->places;
    while (p->gap < p->places && places[p->gap].first <= p->next) {
        p->next = places[p->gap].first + places[p->gap].count;
        p->gap++;
    }
    const size_t rows = eg_design_rows(p->design);
    const size_t end = p->gap < p->places ? places[p->gap].first : rows;
    if (p->status != EG_OK || p->next >= rows)
        return false;
    size_t count = w->size < end - p->next ? w->size : end - p->next;
    size_t share = p->left / (2 * (size_t)p->threads); /* towards the end all arrive together */
    share = share < 1 ? 1 : share;
    count = count < share ? count : share;
    w->chunk.first = p->next;
    w->chunk.count = count;
    p->next += count;
    p->left -= count;
    return true;
}

void eg_sweep_reason(const eg_diagnostics *d, char text[EG_REASON_SIZE])
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

/* Keeps what is told of a row that failed. Rows end in any order; sort_reasons
 * puts them in theirs. */
static void keep_reason(eg_part *part, size_t set, const eg_diagnostics *d)
{
    worker *w = (worker *)part;
    eg_chunk *c = &w->chunk;
    char text[EG_REASON_SIZE];
    eg_sweep_reason(d, text);
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

/* Computes the chunk. Rows that fail are no failure. */
static eg_status compute(worker *w, eg_ensemble_statistics *st, eg_diagnostics *d)
{
    const pool *p = w->pool;
    eg_chunk *c = &w->chunk;
    const size_t columns = eg_design_columns(p->design);
    c->reasons_length = 0;
    if (!reserve(w))
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < c->count; i++)
        eg_design_row(p->design, c->first + i, w->values + i * columns);
    eg_ensemble_options o = p->o->runs;
    o.progress = NULL;
    o.energy_errors = c->energy_errors;
    *st = (eg_ensemble_statistics){0};
    eg_status status =
        eg_ensemble_run_part(p->ensemble, &o, &w->part, c->count, w->values, c->results, c->statuses, d, st);
    if (!st->engine || status == EG_ERROR_MEMORY || w->out_of_memory)
        return st->engine ? EG_ERROR_MEMORY : status; /* it has not run */
    c->balanced = st->balanced;
    c->open = st->open;
    return c->reasons_length == 0 || sort_reasons(w) ? EG_OK : EG_ERROR_MEMORY;
}

/* A chunk that takes a quarter of a second; it grows step by step, since the first rows may be quick. */
static void adapt(worker *w, double seconds)
{
    const double most = 8 * (double)w->chunk.count;
    double size = seconds > 0 ? (double)w->chunk.count * chunk_seconds / seconds : most;
    size = size < most ? size : most;
    size = size < MOST_ROWS ? size : MOST_ROWS;
    w->size = size >= 1 ? (size_t)size : 1;
}

/* ---------------------------------------------------------------- the journal */

/* With the lock. */
static void stop(pool *p, eg_status status)
{
    if (p->status == EG_OK)
        p->status = status;
}

static void add_counts(eg_sweep_statistics *to, const eg_ensemble_statistics *from, size_t first)
{
    if (!to->engine || first == 0)
        to->engine = from->engine;
    to->recompiled += from->recompiled;
    to->steps += from->steps;
    to->rejected_steps += from->rejected_steps;
    to->events += from->events;
}

/* With the lock. */
static void hand_in(worker *w, const eg_ensemble_statistics *st)
{
    pool *p = w->pool;
    eg_journal *j = p->journal;
    if (p->status != EG_OK && j->error != 0)
        return; /* the disk is full: rows behind a gap are as lost as the gap */
    if (!eg_journal_add(j, &w->chunk)) {
        if (p->status == EG_OK && j->error != 0) {
            eg_file_report(p->d, "write", j->path, j->error);
            eg_report(p->d, EG_NOTE, EG_NOWHERE, "%zu of %zu rows are safe in the journal; --resume goes on",
                      j->done, j->rows);
        }
        stop(p, j->error != 0 ? EG_ERROR_FILE : EG_ERROR_MEMORY);
        return;
    }
    add_counts(&p->st, st, w->chunk.first);
    const eg_sweep_progress now = {j->done, j->rows, j->done - p->found, eg_clock_seconds() - p->began};
    if (p->o->progress && p->status == EG_OK && p->o->progress(&now, p->o->context) != 0) {
        eg_report(p->d, EG_NOTE, EG_NOWHERE, "stopped as asked, with %zu of %zu rows done; --resume goes on",
                  j->done, j->rows);
        stop(p, EG_ERROR_SIMULATION);
    }
}

/* With the lock, which is not held while the disk works. */
static void sync_journal(pool *p)
{
    eg_journal *j = p->journal;
    if (p->syncs || eg_clock_seconds() - j->synced < sync_seconds)
        return;
    p->syncs = true;
    pthread_mutex_unlock(&p->lock);
    (void)fsync(j->descriptor); /* a disk that cannot do it tells so when it is written to */
    pthread_mutex_lock(&p->lock);
    j->synced = eg_clock_seconds();
    p->syncs = false;
}

/* ---------------------------------------------------------------- threads */

static void work_through(pool *p, worker *w)
{
    pthread_mutex_lock(&p->lock);
    while (take(w)) {
        pthread_mutex_unlock(&p->lock);
        eg_ensemble_statistics st;
        eg_diagnostics *d = eg_diagnostics_create();
        const double began = eg_clock_seconds();
        eg_status status = d ? compute(w, &st, d) : EG_ERROR_MEMORY;
        adapt(w, eg_clock_seconds() - began);
        pthread_mutex_lock(&p->lock);
        if (status == EG_OK)
            hand_in(w, &st);
        else if (p->status == EG_OK && d)
            for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
                const eg_diagnostic *m = eg_diagnostics_get(d, i);
                eg_report(p->d, m->severity, (eg_place){m->file, m->line, m->column, NULL}, "%s", m->message);
                if (m->remedy)
                    eg_remedy(p->d, "%s", m->remedy);
            }
        if (status != EG_OK)
            stop(p, status);
        eg_diagnostics_free(d);
        sync_journal(p);
    }
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *argument)
{
    worker *w = argument;
    work_through(w->pool, w);
    return NULL;
}

int eg_sweep_threads(const eg_sweep_options *o, size_t rows)
{
    long cores = o->runs.threads > 0 ? o->runs.threads : sysconf(_SC_NPROCESSORS_ONLN);
    cores = cores < 1 ? 1 : cores;
    cores = cores > MOST_THREADS ? MOST_THREADS : cores;
    if (rows < (size_t)cores)
        cores = rows > 0 ? (long)rows : 1;
    return (int)cores;
}

static void get_ready(pool *p, worker *w)
{
    w->part.failed = keep_reason;
    w->pool = p;
    w->size = 1;
}

/* The calling thread works too; where no more threads can be had, those that there are do it all. */
static void compute_all(pool *p, worker *workers)
{
    get_ready(p, &workers[0]);
    for (int i = 1; i < p->threads; i++) {
        get_ready(p, &workers[i]);
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    }
    work_through(p, &workers[0]);
    for (int i = 0; i < p->threads; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        eg_chunk_release(&workers[i].chunk);
        free(workers[i].values);
    }
}

/* ---------------------------------------------------------------- which sweep it is */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? eg_hash(hash, text, strlen(text) + 1) : eg_hash(hash, "\1", 1);
}

/* Of the model's equations and values as they stand. */
static uint64_t hash_model(uint64_t hash, const eg_ensemble *e)
{
    char *text = NULL;
    size_t length = 0;
    eg_spec *copy = eg_spec_clone(e->spec);
    if (copy && eg_spec_flatten(copy, NULL, &text, &length) == EG_OK)
        hash = eg_hash(hash, text, length);
    free(text);
    eg_spec_free(copy);
    return hash;
}

uint64_t eg_sweep_fingerprint(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o)
{
    const eg_simulate_options *run = &o->runs.run;
    uint64_t hash = eg_design_fingerprint(design);
    const double numbers[] = {run->start_time, run->stop_time, run->tolerance, run->step, run->time_limit};
    const long counts[] = {run->max_events, run->max_steps, o->runs.balance != 0, o->runs.recompile != 0};
    hash = eg_hash(hash, numbers, sizeof numbers);
    hash = eg_hash(hash, counts, sizeof counts);
    hash = eg_hash(hash, &o->identity, sizeof o->identity);
    hash = hash_text(hash, run->engine ? run->engine : "auto");
    hash = hash_text(hash, eg_version());
    for (size_t i = 0; i < e->name_count; i++)
        hash = hash_text(hash, e->setters[i].name);
    for (size_t i = 0; i < e->wanted_count; i++) {
        const eg_wanted *w = &e->wanted[i];
        const long of[] = {(long)w->kind, w->number};
        hash = eg_hash(hash, of, sizeof of);
        hash = hash_text(hash_text(hash_text(hash, w->signal), w->component), w->event);
    }
    if (run->inputs)
        hash = eg_hash(hash, run->inputs, eg_model_inputs(e->model) * sizeof *run->inputs);
    return hash_model(hash, e);
}

/* ---------------------------------------------------------------- the whole */

eg_status eg_sweep_check(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
                         const char *table, eg_diagnostics *d)
{
    if (eg_design_columns(design) != e->name_count) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the design has %zu columns, but the ensemble %zu names",
                  eg_design_columns(design), e->name_count);
        eg_remedy(d, "make the ensemble of the names of the design's columns, in their order");
        return EG_ERROR_USAGE;
    }
    if (o->runs.threads < 0 || o->runs.threads > MOST_THREADS) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "threads is %d, but must be from 1 to %d, or 0 for all cores",
                  o->runs.threads, MOST_THREADS);
        return EG_ERROR_USAGE;
    }
    if (!o->journal) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "a sweep needs a file for its journal");
        eg_remedy(d, "name one in eg_sweep_options, such as that of the table with .journal behind");
        return EG_ERROR_USAGE;
    }
    if (!eg_file_is_special(table))
        return eg_file_try(table, d);
    eg_report(d, EG_ERROR, (eg_place){.file = table}, "the table of a sweep must be an ordinary file");
    eg_remedy(d, "name a file, and read that when the sweep is done");
    return EG_ERROR_USAGE;
}

/* The table has to be on the disk before the journal goes: a power cut must not take both. */
void eg_sweep_sync(const char *table)
{
    const int descriptor = open(table, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

/* With the journal open: rows, then the table. */
static eg_status run(pool *p, const char *table)
{
    eg_journal *j = p->journal;
    worker *workers = calloc((size_t)p->threads, sizeof *workers);
    if (!workers)
        return EG_ERROR_MEMORY;
    if (pthread_mutex_init(&p->lock, NULL) != 0) {
        free(workers);
        return EG_ERROR_MEMORY;
    }
    p->places = j->place_count;
    p->found = j->done;
    p->left = j->rows - j->done;
    compute_all(p, workers);
    pthread_mutex_destroy(&p->lock);
    free(workers);
    if (p->status != EG_OK) {
        (void)fsync(j->descriptor);
        return p->status;
    }
    p->st.threads = p->threads;
    p->st.rows = j->rows;
    p->st.found = p->found;
    eg_journal_sort(j);
    eg_status status = eg_sweep_write(p->ensemble, p->design, p->o, j, table, p->d, &p->st);
    p->st.seconds = eg_clock_seconds() - p->began;
    eg_sweep_sync(table);
    if (status == EG_ERROR_FILE)
        eg_report(p->d, EG_NOTE, EG_NOWHERE, "all rows are safe in the journal; --resume writes the table");
    return status;
}

eg_sweep_options eg_sweep_options_default(const eg_ensemble *ensemble)
{
    eg_sweep_options o = {.runs = eg_ensemble_options_default(ensemble)};
    o.runs.recompile = 1;
    return o;
}

eg_status eg_sweep_run(const eg_ensemble *ensemble, const eg_design *design, const eg_sweep_options *options,
                       const char *table, eg_diagnostics *diagnostics, eg_sweep_statistics *statistics)
{
    eg_journal journal = {.descriptor = -1};
    pool p = {.ensemble = ensemble,
              .design = design,
              .o = options,
              .journal = &journal,
              .d = diagnostics,
              .threads = eg_sweep_threads(options, eg_design_rows(design)),
              .began = eg_clock_seconds()};
    eg_status status = eg_sweep_check(ensemble, design, options, table, diagnostics);
    if (status == EG_OK)
        status = eg_journal_open(&journal, options->journal, options->resume,
                                 eg_sweep_fingerprint(ensemble, design, options), eg_design_rows(design),
                                 ensemble->wanted_count, diagnostics);
    bool open = status == EG_OK;
    if (open)
        status = run(&p, table);
    /* Neither a table that stands, also where all its rows have failed, nor what has no rows needs one. */
    const bool stands =
        !options->keep_journal && p.st.rows > 0 && status != EG_ERROR_FILE && status != EG_ERROR_MEMORY;
    eg_journal_close(&journal, open && (stands || journal.done == 0));
    if (status == EG_ERROR_MEMORY)
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "out of memory while running a sweep");
    if (statistics)
        *statistics = p.st;
    return status;
}
