/* Running a sweep. The first process gives out the rows of a task, to its own threads (pool.c) and to other
 * ranks where there are any (crew.h), and appends the chunks that come back to the journal. So a worker waits
 * for nobody, a stop costs a chunk each at most, and memory stays as it is however many rows there are. */
#include "sweep/crew.h"

#include "base/clock.h"
#include "base/file.h"
#include "ensemble/ensemble.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, FAR_SIZE = 64 };

/* ---------------------------------------------------------------- the journal */

/* With the lock. */
static void stop(eg_head *h, eg_status status)
{
    if (h->status == EG_OK)
        h->status = status;
    eg_share_clear(&h->pool.share);
    pthread_cond_broadcast(&h->pool.changed);
    pthread_cond_signal(&h->pool.happened);
}

/* Of all rows, where it is known how many there will be. */
static const char *how_far(const eg_head *h, char text[FAR_SIZE])
{
    if (h->rows == h->journal->rows)
        snprintf(text, FAR_SIZE, "%zu of %zu rows", h->journal->done, h->rows);
    else
        snprintf(text, FAR_SIZE, "%zu rows", h->journal->done);
    return text;
}

/* With the lock. */
static void stop_as_asked(eg_head *h)
{
    char text[FAR_SIZE];
    if (h->status == EG_OK)
        eg_report(h->d, EG_NOTE, EG_NOWHERE, "stopped as asked, with %s done; --resume goes on",
                  how_far(h, text));
    stop(h, EG_ERROR_SIMULATION);
}

static void add_counts(eg_sweep_statistics *to, const eg_chunk_counts *from)
{
    if (!to->engine || from->first == 0)
        to->engine = from->engine;
    to->recompiled += from->recompiled;
    to->steps += from->steps;
    to->rejected_steps += from->rejected_steps;
    to->events += from->events;
}

/* With the lock, which is not held while the disk works. */
static void sync_journal(eg_head *h)
{
    const uint64_t length = h->journal->length;
    if (length == h->synced)
        return;
    pthread_mutex_unlock(&h->pool.lock);
    (void)fsync(h->journal->descriptor); /* a disk that cannot do it tells so when it is written to */
    pthread_mutex_lock(&h->pool.lock);
    h->synced = length;
}

/* A thread of its own, since rows may take long: what has come must not wait for the next one to be safe. */
static void *keep_synced(void *argument)
{
    eg_head *h = argument;
    pthread_mutex_lock(&h->pool.lock);
    while (!h->closing) {
        eg_pool_wait(&h->pool, &h->closes, eg_journal_sync_seconds);
        if (!h->closing)
            sync_journal(h);
    }
    pthread_mutex_unlock(&h->pool.lock);
    return NULL;
}

/* With the lock. */
static void hand_in(eg_pool *pool, eg_chunk_bytes *chunk)
{
    eg_head *h = (eg_head *)pool;
    eg_journal *j = h->journal;
    char text[FAR_SIZE];
    /* When the disk is full rows behind a gap are as lost as the gap. */
    const bool lost = h->status != EG_OK && j->error != 0;
    const bool added =
        !lost && eg_journal_append(j, chunk->bytes + chunk->front, chunk->length - chunk->front);
    free(chunk->bytes);
    if (lost)
        return;
    if (!added) {
        if (h->status == EG_OK && j->error != 0) {
            eg_file_report(h->d, "write", j->path, j->error);
            eg_report(h->d, EG_NOTE, EG_NOWHERE, "%s are safe in the journal; --resume goes on",
                      how_far(h, text));
        }
        stop(h, j->error != 0 ? EG_ERROR_FILE : EG_ERROR_MEMORY);
        return;
    }
    /* Behind a stop the journal has the chunk, and no rows follow from it. */
    const eg_status status =
        h->status == EG_OK ? h->task->add(h->task, h, &j->places[j->place_count - 1]) : h->status;
    if (status != EG_OK)
        stop(h, status);
    else if (pool->idle > 0 && (pool->share.left > 0 || !h->more))
        pthread_cond_broadcast(&pool->changed);
    add_counts(&h->st, &chunk->counts);
    const eg_sweep_progress now = {j->done, h->rows, j->done - h->found, eg_clock_seconds() - h->began};
    if (pool->o->progress && h->status == EG_OK && pool->o->progress(&now, pool->o->context) != 0)
        stop_as_asked(h);
    if (!h->syncs)
        sync_journal(h);
}

/* ---------------------------------------------------------------- rows */

/* With the lock, where there is nothing to take. */
static eg_taken what_follows(const eg_head *h)
{
    return h->more && h->status == EG_OK ? EG_TAKEN_LATER : EG_TAKEN_NONE;
}

/* With the lock. */
static eg_taken take(eg_pool *pool, size_t size, eg_rows *rows)
{
    const eg_head *h = (const eg_head *)pool;
    if (pool->share.left == 0)
        return what_follows(h);
    *rows = eg_share_take(&pool->share, eg_share_bound(&pool->share, size, h->takers));
    return EG_TAKEN_ROWS;
}

void eg_diagnostics_pass_on(const eg_diagnostics *from, eg_diagnostics *to)
{
    for (size_t i = 0; from && i < eg_diagnostics_count(from); i++)
        eg_report_again(to, eg_diagnostics_get(from, i));
}

/* With the lock. */
static void fail(eg_pool *pool, eg_status status, const eg_diagnostics *d)
{
    eg_head *h = (eg_head *)pool;
    if ((int)status == EG_CUT_OFF) {
        stop_as_asked(h);
        return;
    }
    if (h->status == EG_OK)
        eg_diagnostics_pass_on(d, h->d);
    stop(h, status);
}

static const eg_pool_source own_threads = {.take = take, .hand_in = hand_in, .fail = fail};

eg_taken eg_head_lease(eg_head *h, size_t size, size_t threads, eg_rows *rows)
{
    pthread_mutex_lock(&h->pool.lock);
    const bool any = h->pool.share.left > 0;
    if (any)
        *rows = eg_share_lease(&h->pool.share, size, threads, h->takers);
    const eg_taken taken = any ? EG_TAKEN_ROWS : what_follows(h);
    pthread_mutex_unlock(&h->pool.lock);
    return taken;
}

void eg_head_take_in(eg_head *h, eg_chunk_bytes *chunk)
{
    pthread_mutex_lock(&h->pool.lock);
    hand_in(&h->pool, chunk);
    pthread_mutex_unlock(&h->pool.lock);
}

void eg_head_fail(eg_head *h, eg_status status, const char *message)
{
    pthread_mutex_lock(&h->pool.lock);
    const bool is_asked = (int)status == EG_CUT_OFF; /* a rank's own flag was raised */
    if (h->status == EG_OK && !is_asked && *message) {
        eg_report(h->d, EG_ERROR, EG_NOWHERE, "%s", message);
        eg_remedy(h->d, "mend that, and go on with the sweep by --resume");
    }
    if (is_asked)
        stop_as_asked(h);
    else
        stop(h, status);
    pthread_mutex_unlock(&h->pool.lock);
}

bool eg_head_is_stopped(eg_head *h)
{
    pthread_mutex_lock(&h->pool.lock);
    const bool stopped = h->status != EG_OK;
    pthread_mutex_unlock(&h->pool.lock);
    return stopped;
}

/* Where no thread can be had for it, the journal is forced to the disk with each chunk. */
static void compute_all(eg_crew *crew, eg_head *h)
{
    h->syncs = pthread_create(&h->syncer, NULL, keep_synced, h) == 0;
    const bool others = crew && crew->size > 1;
    if (!eg_pool_start(&h->pool, !others))
        eg_head_fail(h, EG_ERROR_UNAVAILABLE, "the first rank cannot have a thread");
    if (others)
        crew->serve(crew, h);
    eg_pool_join(&h->pool);
    if (!h->syncs)
        return;
    pthread_mutex_lock(&h->pool.lock);
    h->closing = true;
    pthread_cond_signal(&h->closes);
    pthread_mutex_unlock(&h->pool.lock);
    pthread_join(h->syncer, NULL);
}

static int threads_of(const eg_sweep_options *o, size_t rows)
{
    long threads = o->runs.threads > 0 ? o->runs.threads : sysconf(_SC_NPROCESSORS_ONLN);
    threads = threads < 1 ? 1 : threads;
    threads = threads > MOST_THREADS ? MOST_THREADS : threads;
    if (rows < (size_t)threads)
        threads = rows > 0 ? (long)rows : 1;
    return (int)threads;
}

/* ---------------------------------------------------------------- which sweep it is */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? eg_hash(hash, text, strlen(text) + 1) : eg_hash(hash, "\1", 1);
}

/* Of the model's equations and values as they stand. *is_known: there is a text of them. */
static uint64_t hash_model(uint64_t hash, const eg_ensemble *e, bool *is_known)
{
    char *text = NULL;
    size_t length = 0;
    eg_spec *copy = eg_spec_clone(e->spec);
    *is_known = copy && eg_spec_flatten(copy, NULL, &text, &length) == EG_OK;
    if (*is_known)
        hash = eg_hash(hash, text, length);
    free(text);
    eg_spec_free(copy);
    return hash;
}

/* A model that cannot be written as a text may be another one than that of the rows that are there. */
static eg_status trust(const eg_journal *j, bool is_known, eg_diagnostics *d)
{
    if (is_known || j->done == 0)
        return EG_OK;
    eg_report(d, EG_ERROR, (eg_place){.file = j->path},
              "whether the journal is this model's cannot be told: the model has no flat text");
    eg_remedy(d, "remove the journal to begin anew ('elastogap flatten' tells what has no text)");
    return EG_ERROR_USAGE;
}

static uint64_t fingerprint(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
                            bool *is_known)
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
    return hash_model(hash, e, is_known);
}

/* ---------------------------------------------------------------- is all in order? */

static eg_status check(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
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
        eg_remedy(d, "write 0, or a number of threads in that range");
        return EG_ERROR_USAGE;
    }
    if (!o->journal) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "a sweep needs a file for its journal");
        eg_remedy(d, "name one in eg_sweep_options, such as that of the table with .journal behind");
        return EG_ERROR_USAGE;
    }
    if (!table)
        return EG_OK;
    if (!eg_file_is_special(table)) {
        const eg_status status = eg_file_try(table, d);
        return status == EG_OK ? eg_sweep_table_check(e, o, table, d) : status;
    }
    eg_report(d, EG_ERROR, (eg_place){.file = table}, "the table of a sweep must be an ordinary file");
    eg_remedy(d, "name a file, and read that when the sweep is done");
    return EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- the rows of a design */

typedef struct all_rows {
    eg_task task;     /* first: an eg_task * is an all_rows * */
    eg_making *table; /* in the making; NULL: it could not be begun */
    eg_status begun;  /* and why not */
} all_rows;

/* What is missing between the chunks that the journal has, which are in order. */
static bool share_gaps(eg_share *share, const eg_journal *j)
{
    size_t next = 0;
    for (size_t i = 0; i <= j->place_count; i++) {
        const size_t end = i < j->place_count ? j->places[i].first : j->rows;
        if (!eg_share_add(share, &(eg_rows){next, end - next, EG_SHARE_ROWS}))
            return false;
        next = i < j->place_count ? end + j->places[i].count : end;
    }
    return true;
}

/* Where there is no place for the table rows are run nevertheless: they are safe in the journal. */
static eg_status begin_rows(eg_task *task, eg_head *h)
{
    all_rows *all = (all_rows *)task;
    h->rows = task->numbers;
    all->table = eg_making_begin(h->pool.ensemble, h->pool.design, h->pool.o, h->journal, h->path, h->takers,
                                 h->d, &all->begun);
    return share_gaps(&h->pool.share, h->journal) ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status add_rows(eg_task *task, eg_head *h, const eg_chunk_place *place)
{
    (void)h;
    const all_rows *all = (const all_rows *)task;
    if (all->table)
        eg_making_add(all->table, place);
    return EG_OK;
}

/* A table stands also where all its rows have failed. */
static eg_status end_rows(eg_task *task, eg_head *h)
{
    all_rows *all = (all_rows *)task;
    eg_journal_sort(h->journal);
    const eg_status status = all->table ? eg_making_end(all->table, h->d, &h->st) : all->begun;
    h->stands = status != EG_ERROR_FILE && status != EG_ERROR_MEMORY;
    return status;
}

static void abandon_rows(eg_task *task)
{
    eg_making_abandon(((all_rows *)task)->table);
}

/* ---------------------------------------------------------------- the whole */

/* The table has to be on the disk before the journal goes: a power cut must not take both. */
static void sync_table(const char *table)
{
    const int descriptor = open(table, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

static void release(eg_head *h)
{
    pthread_cond_destroy(&h->closes);
    eg_pool_release(&h->pool);
}

static bool get_ready(eg_head *h)
{
    pthread_condattr_t by_clock;
    if (!eg_pool_init(&h->pool))
        return false;
    bool good = pthread_condattr_init(&by_clock) == 0;
    if (good) {
        good = pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC) == 0 &&
               pthread_cond_init(&h->closes, &by_clock) == 0;
        pthread_condattr_destroy(&by_clock);
    }
    if (!good)
        eg_pool_release(&h->pool);
    return good;
}

/* With the journal open: rows, then the table. */
static eg_status run(eg_crew *crew, eg_head *h)
{
    eg_journal *j = h->journal;
    h->found = j->done;
    if (!get_ready(h))
        return EG_ERROR_MEMORY;
    h->status = h->task->begin(h->task, h);
    if (h->status == EG_OK)
        compute_all(crew, h);
    release(h);
    if (h->status != EG_OK) {
        if (h->task->abandon)
            h->task->abandon(h->task);
        (void)fsync(j->descriptor);
        return h->status;
    }
    h->st.threads = (int)h->takers;
    h->st.rows = j->done;
    h->st.found = h->found;
    const eg_status status = h->task->end(h->task, h);
    sync_table(h->path);
    if (status == EG_ERROR_FILE)
        eg_report(h->d, EG_NOTE, EG_NOWHERE, "all rows are safe in the journal; --resume writes the table");
    return status;
}

eg_sweep_options eg_sweep_options_default(const eg_ensemble *ensemble)
{
    eg_sweep_options o = {.size = sizeof o, .runs = eg_ensemble_options_default(ensemble)};
    o.runs.recompile = 1;
    return o;
}

static uint64_t mark_of(const eg_task *task, const eg_ensemble *ensemble, const eg_design *design,
                        const eg_sweep_options *options, bool *is_known)
{
    const uint64_t mark = fingerprint(ensemble, design, options, is_known);
    return task->mark != 0 ? eg_hash(mark, &task->mark, sizeof task->mark) : mark;
}

/* Of the first process, or the only one. */
static eg_status lead(eg_task *task, eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                      const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                      eg_sweep_statistics *statistics)
{
    const int threads = threads_of(options, eg_design_rows(design));
    eg_journal journal = {.descriptor = -1};
    eg_head h = {.pool = {.source = &own_threads,
                          .ensemble = ensemble,
                          .design = design,
                          .o = options,
                          .threads = threads},
                 .task = task,
                 .journal = &journal,
                 .path = table,
                 .d = diagnostics,
                 .takers = (size_t)threads * (size_t)(crew ? crew->size : 1),
                 .began = eg_clock_seconds()};
    h.pool.seconds = eg_share_seconds(h.takers);
    eg_status status = check(ensemble, design, options, table, diagnostics);
    bool is_known = false;
    const uint64_t mark = status == EG_OK ? mark_of(task, ensemble, design, options, &is_known) : 0;
    if (status == EG_OK)
        status = eg_journal_open(&journal, options->journal, options->resume, mark, task->numbers,
                                 ensemble->wanted_count, diagnostics);
    if (status == EG_OK)
        status = trust(&journal, is_known, diagnostics);
    if (crew)
        status = crew->agree(crew, status, mark);
    const bool open = status == EG_OK;
    if (open)
        status = run(crew, &h);
    /* Neither a table that stands nor what has no rows needs one. */
    eg_journal_close(&journal, open && ((h.stands && !options->keep_journal) || journal.done == 0));
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "while running a sweep");
    h.st.seconds = eg_clock_seconds() - h.began;
    if (statistics)
        *statistics = h.st;
    if (crew && open)
        crew->end(crew, status);
    return status;
}

/* Of the others. */
static eg_status follow(const eg_task *task, eg_crew *crew, const eg_ensemble *ensemble,
                        const eg_design *design, const eg_sweep_options *options, eg_diagnostics *diagnostics)
{
    eg_sweep_options o = *options;
    o.runs.threads = threads_of(options, eg_design_rows(design));
    eg_status status = check(ensemble, design, options, NULL, diagnostics);
    bool is_known; /* the first rank looks */
    const uint64_t mark = status == EG_OK ? mark_of(task, ensemble, design, options, &is_known) : 0;
    status = crew->agree(crew, status, mark);
    return status == EG_OK ? crew->work(crew, ensemble, design, &o, task->drawn_rows) : status;
}

eg_status eg_task_run(eg_task *task, eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                      const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                      eg_sweep_statistics *statistics)
{
    if (!eg_options_fit(options->size, sizeof *options, "eg_sweep_options", diagnostics))
        return EG_ERROR_USAGE;
    eg_sweep_options o = *options;
    if (crew && o.runs.threads == 0)
        o.runs.threads = 1;
    if (crew && crew->rank > 0)
        return follow(task, crew, ensemble, design, &o, diagnostics);
    return lead(task, crew, ensemble, design, &o, table, diagnostics, statistics);
}

eg_status eg_sweep_run_by(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                          const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                          eg_sweep_statistics *statistics)
{
    all_rows all = {.task = {.numbers = eg_design_rows(design),
                             .begin = begin_rows,
                             .add = add_rows,
                             .end = end_rows,
                             .abandon = abandon_rows}};
    return eg_task_run(&all.task, crew, ensemble, design, options, table, diagnostics, statistics);
}

eg_status eg_sweep_run(const eg_ensemble *ensemble, const eg_design *design, const eg_sweep_options *options,
                       const char *table, eg_diagnostics *diagnostics, eg_sweep_statistics *statistics)
{
    return eg_sweep_run_by(NULL, ensemble, design, options, table, diagnostics, statistics);
}
