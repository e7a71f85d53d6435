/* Running an ensemble: threads take blocks of sets from one counter, each with its own maker of models and
 * watcher. What a set comes to depends on nothing but the set. Messages are told when all is done, in the
 * order of sets. While they run, threads share one counter, and no line of memory to which one of them
 * writes for each set: a set takes a few microseconds, of which waiting for a line that another core has
 * written to would be a good part. */
#include "ensemble/lanes.h"

#include "base/linear_mode.h"
#include "base/clock.h"
#include "base/flag.h"
#include "network/compile/same_structure.h"
#include "simulate/balance.h"
#include "simulate/choose.h"

#include <math.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, MOST_MESSAGES = 20, BLOCK = 64 };
enum { LINE = 128 }; /* bytes that cores take from each other: two lines, since they are fetched in pairs */

/* ---------------------------------------------------------------- what threads share */

/* The first sets that failed, in their order, and what was told of them: a million may fail. And the same of
 * sets that came to their end with warnings. */
typedef struct failures {
    struct failure {
        size_t set;
        eg_diagnostics *d;
    } kept[MOST_MESSAGES];
    size_t kept_count, count; /* of all */
} failures;

/* Energy balances that were looked at, those of them that do not close, and the worst of these: of equals the
 * first. */
typedef struct balances {
    size_t count, open, worst;
    double error; /* of the worst */
} balances;

typedef struct pool {
    const eg_ensemble *ensemble;
    const eg_ensemble_options *o;
    const eg_engine_ops *engine;
    eg_ensemble_part *part; /* whose sets these are; NULL: they are all that there is */
    eg_program *program;    /* what runs in lanes; NULL: instances run one by one */
    int width;
    const double *values;
    double *results;
    eg_status *statuses; /* (sets) */
    size_t sets;
    int threads;
    failures failures, warned; /* as far as threads have retired, as are: */
    balances balances;
    size_t recompiled, finished;
    eg_run_counts counts;
    const char *first_engine;         /* that ran the first set; NULL: that failed before */
    alignas(LINE) atomic_size_t next; /* the first set that nobody has taken */
    atomic_bool stopped, out_of_memory;
    pthread_mutex_t lock; /* of progress: */
    size_t done;
} pool;

typedef struct worker {
    alignas(LINE) eg_harbour harbour; /* first: an eg_harbour * is a worker * */
    pool *pool;
    size_t next, end; /* of its block of sets */
    pthread_t thread;
    bool started;
    eg_maker maker;
    eg_watcher alone, watcher[EG_LANES_MOST]; /* of runs alone, and of the lanes */
    eg_convoy *convoy;
    struct passenger {
        long set;
        eg_model *model;
        eg_diagnostics *d;
    } passenger[EG_LANES_MOST];
    eg_run_counts counts;
    failures failures, warned;
    balances balances;
    size_t recompiled, finished;
} worker;

/* Keeps the messages of a set, which are the list's from now on, as long as they are among the first. */
static void keep_failure(failures *f, size_t set, eg_diagnostics *d)
{
    size_t at = f->kept_count;
    if (at == MOST_MESSAGES && set > f->kept[at - 1].set) {
        eg_diagnostics_free(d);
        return;
    }
    if (at == MOST_MESSAGES)
        eg_diagnostics_free(f->kept[--at].d);
    for (; at > 0 && f->kept[at - 1].set > set; at--)
        f->kept[at] = f->kept[at - 1];
    f->kept[at] = (struct failure){set, d};
    f->kept_count += f->kept_count < MOST_MESSAGES;
}

/* A block of sets: small ones towards the end, so that all threads arrive together. False: there is none. */
static bool take_block(worker *w)
{
    pool *p = w->pool;
    size_t next = atomic_load(&p->next), count;
    do {
        if (next >= p->sets)
            return false;
        count = (p->sets - next) / (4 * (size_t)p->threads);
        if (count < 1)
            count = 1;
        else if (count > BLOCK)
            count = BLOCK;
    } while (!atomic_compare_exchange_weak(&p->next, &next, next + count));
    w->next = next;
    w->end = next + count;
    return true;
}

/* The next set, or -1. */
static long next_set(worker *w)
{
    if (eg_flag_is_up(w->pool->o->stop))
        w->pool->stopped = true;
    if (atomic_load_explicit(&w->pool->stopped, memory_order_relaxed) ||
        atomic_load_explicit(&w->pool->out_of_memory, memory_order_relaxed))
        return -1;
    if (w->next == w->end && !take_block(w))
        return -1;
    return (long)w->next++;
}

static void tell_progress(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->done++;
    if (!p->stopped && p->o->progress(p->done, p->o->context) != 0)
        p->stopped = true;
    pthread_mutex_unlock(&p->lock);
}

static bool has_warning(const eg_diagnostics *d)
{
    bool has = false;
    for (size_t i = 0; i < eg_diagnostics_count(d) && !has; i++)
        has = eg_diagnostics_get(d, i)->severity == EG_WARNING;
    return has;
}

static void finish_set(worker *w, size_t set, eg_status status, eg_diagnostics *d)
{
    pool *p = w->pool;
    const size_t wanted = p->ensemble->wanted_count;
    const bool is_cut = (int)status == EG_CUT_OFF;
    if (is_cut)
        p->stopped = true;
    p->statuses[set] = is_cut ? EG_ERROR_SIMULATION : status;
    for (size_t i = 0; i < wanted && status != EG_OK; i++)
        p->results[set * wanted + i] = NAN;
    if (status != EG_OK && p->part && !is_cut)
        p->part->failed(p->part, set, d);
    failures *told = status != EG_OK ? &w->failures : &w->warned;
    if (p->part || is_cut || (status == EG_OK && !has_warning(d))) {
        eg_diagnostics_free(d);
    } else {
        keep_failure(told, set, d);
        told->count++;
    }
    w->finished += !is_cut;
    if (set == 0)
        p->first_engine = w->counts.engine;
    if (status == EG_ERROR_MEMORY)
        p->out_of_memory = true;
    if (p->o->progress && !is_cut)
        tell_progress(p);
}

static void add_open(balances *b, size_t set, double error)
{
    if (b->open++ == 0 || error > b->error || (error == b->error && set < b->worst)) {
        b->worst = set;
        b->error = error;
    }
}

/* Of a run that has come to its end. */
static void note_balance(worker *w, size_t set, const eg_energy *e)
{
    if (w->pool->o->energy_errors)
        w->pool->o->energy_errors[set] = e->error;
    w->balances.count++;
    if (eg_balance_is_open(e) || eg_balance_heat_is_open(e))
        add_open(&w->balances, set, fmax(e->error, e->heat_error));
}

/* ---------------------------------------------------------------- one set */

/* Which of the names alone would change the structure; -1: only together. */
static long who_changes(const eg_ensemble *e, const double *values)
{
    eg_maker maker = {.ensemble = e};
    long found = -1;
    for (size_t i = 0; i < e->name_count && found < 0; i++) {
        eg_model *model = NULL;
        eg_diagnostics *d = eg_diagnostics_create();
        if (d && eg_maker_make(&maker, values, (long)i, d, &model) == EG_OK &&
            !eg_structure_is_same(e->model, model))
            found = (long)i;
        eg_model_free(model);
        eg_diagnostics_free(d);
    }
    eg_maker_release(&maker);
    return found;
}

static eg_status refuse(const eg_ensemble *e, const double *values, eg_diagnostics *d)
{
    long i = who_changes(e, values);
    if (i >= 0)
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s = %.17g changes the structure of %s", e->setters[i].name,
                  values[i], e->model->name);
    else
        eg_report(d, EG_ERROR, EG_NOWHERE, "the values together change the structure of %s", e->model->name);
    eg_remedy(d, "leave it out, or ask for models of their own for such sets (recompile, --recompile)");
    return EG_ERROR_USAGE;
}

/* A set whose model is of another structure, on its own. */
static eg_status run_odd(worker *w, size_t set, const eg_model *model, double *results, eg_diagnostics *d)
{
    const pool *p = w->pool;
    eg_watcher watcher;
    eg_status status =
        eg_watcher_init(&watcher, model, NULL, p->ensemble->wanted, p->ensemble->wanted_count, d);
    eg_watcher_heed(&watcher, p->o->stop);
    if (status == EG_OK)
        status = eg_instance_run(model, &p->o->run, p->engine, &watcher, results, d, &w->counts);
    if (status == EG_OK)
        note_balance(w, set, &w->counts.energy);
    eg_watcher_release(&watcher);
    return status;
}

/* Of one set; NULL where sets give none. */
static const double *values_of(const pool *p, size_t set)
{
    const size_t count = p->ensemble->name_count;
    return count > 0 ? p->values + set * count : NULL;
}

/* The set's model, where it has the structure of the base: *model. Where it has not, the set is dealt
 * with. */
static eg_status begin_set(worker *w, size_t set, eg_diagnostics *d, eg_model **model)
{
    const pool *p = w->pool;
    const eg_ensemble *e = p->ensemble;
    const double *values = values_of(p, set);
    eg_status status = eg_maker_make(&w->maker, values, -1, d, model);
    if (status != EG_OK || eg_structure_is_same(e->model, *model))
        return status;
    if (p->o->recompile) {
        w->recompiled++;
        status = run_odd(w, set, *model, p->results + set * e->wanted_count, d);
    } else {
        status = refuse(e, values, d);
    }
    eg_model_free(*model);
    *model = NULL;
    return status;
}

/* The next set that is to run and has the structure of the base; -1: there is none. */
static long begin_next(worker *w, eg_diagnostics **d, eg_model **model)
{
    for (long set; (set = next_set(w)) >= 0;) {
        *model = NULL;
        *d = eg_diagnostics_create();
        eg_status status = *d ? begin_set(w, (size_t)set, *d, model) : EG_ERROR_MEMORY;
        if (*model)
            return set;
        finish_set(w, (size_t)set, status, *d);
    }
    return -1;
}

static void run_alone(worker *w, size_t set, eg_model *model, eg_diagnostics *d)
{
    const pool *p = w->pool;
    double *results = p->results + set * p->ensemble->wanted_count;
    eg_status status = eg_instance_run(model, &p->o->run, p->engine, &w->alone, results, d, &w->counts);
    if (status == EG_OK)
        note_balance(w, set, &w->counts.energy);
    eg_model_free(model);
    finish_set(w, set, status, d);
}

/* ---------------------------------------------------------------- lanes */

static bool bring(eg_harbour *harbour, int lane, const eg_model **model, eg_watcher **watcher,
                  double **results, eg_diagnostics **d)
{
    worker *w = (worker *)harbour;
    struct passenger *x = &w->passenger[lane];
    x->set = begin_next(w, &x->d, &x->model);
    if (x->set < 0)
        return false;
    *model = x->model;
    *watcher = &w->watcher[lane];
    *results = w->pool->results + (size_t)x->set * w->pool->ensemble->wanted_count;
    *d = x->d;
    return true;
}

static void take_back(eg_harbour *harbour, int lane, eg_status status, const eg_run_counts *counts)
{
    worker *w = (worker *)harbour;
    struct passenger *x = &w->passenger[lane];
    if ((int)status == EG_RUNS_ALONE) {
        run_alone(w, (size_t)x->set, x->model, x->d);
        return;
    }
    w->counts.steps += counts->steps;
    w->counts.rejected_steps += counts->rejected_steps;
    w->counts.events += counts->events;
    if (status == EG_OK)
        note_balance(w, (size_t)x->set, &counts->energy);
    eg_model_free(x->model);
    finish_set(w, (size_t)x->set, status, x->d);
}

/* ---------------------------------------------------------------- threads */

static void *work(void *argument)
{
    worker *w = argument;
    eg_model *model;
    eg_diagnostics *d;
    if (w->convoy)
        eg_convoy_run(w->convoy, &w->harbour);
    for (long set; (set = begin_next(w, &d, &model)) >= 0;)
        run_alone(w, (size_t)set, model, d);
    return NULL;
}

static eg_status prepare_worker(worker *w, pool *p)
{
    const eg_ensemble *e = p->ensemble;
    w->pool = p;
    w->maker.ensemble = e;
    w->harbour = (eg_harbour){bring, take_back};
    eg_status status = eg_watcher_init(&w->alone, e->model, &e->readout, e->wanted, e->wanted_count, NULL);
    for (int i = 0; i < p->width && p->program && status == EG_OK; i++)
        status = eg_watcher_init(&w->watcher[i], e->model, &e->readout, e->wanted, e->wanted_count, NULL);
    eg_watcher_heed(&w->alone, p->o->stop);
    for (int i = 0; i < EG_LANES_MOST; i++)
        eg_watcher_heed(&w->watcher[i], p->o->stop);
    if (status == EG_OK && p->program && !(w->convoy = eg_convoy_create(p->program, p->width, &p->o->run)))
        status = EG_ERROR_MEMORY;
    return status;
}

static void take_failures(failures *all, const failures *own)
{
    for (size_t i = 0; i < own->kept_count; i++)
        keep_failure(all, own->kept[i].set, own->kept[i].d);
    all->count += own->count;
}

static void retire_worker(worker *w, pool *p)
{
    p->counts.steps += w->counts.steps;
    p->counts.rejected_steps += w->counts.rejected_steps;
    p->counts.events += w->counts.events;
    take_failures(&p->failures, &w->failures);
    take_failures(&p->warned, &w->warned);
    p->balances.count += w->balances.count;
    if (w->balances.open > 0) {
        add_open(&p->balances, w->balances.worst, w->balances.error);
        p->balances.open += w->balances.open - 1;
    }
    p->recompiled += w->recompiled;
    p->finished += w->finished;
    eg_maker_release(&w->maker);
    eg_convoy_free(w->convoy);
    eg_watcher_release(&w->alone);
    for (int i = 0; i < EG_LANES_MOST; i++)
        eg_watcher_release(&w->watcher[i]);
}

/* The calling thread works too; where no more threads can be had, those that there are do it all. */
static eg_status work_with(pool *p, int threads)
{
    worker *workers = aligned_alloc(LINE, (size_t)threads * sizeof *workers);
    eg_status status = workers ? EG_OK : EG_ERROR_MEMORY;
    if (workers)
        memset(workers, 0, (size_t)threads * sizeof *workers);
    for (int i = 0; i < threads && status == EG_OK; i++)
        status = prepare_worker(&workers[i], p);
    for (int i = 1; i < threads && status == EG_OK; i++)
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    if (status == EG_OK)
        work(&workers[0]);
    for (int i = 0; i < threads && workers; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        retire_worker(&workers[i], p);
    }
    free(workers);
    return status;
}

static int threads_for(const eg_ensemble_options *o, size_t sets)
{
    long cores = o->threads > 0 ? o->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (cores > MOST_THREADS)
        cores = MOST_THREADS;
    if (cores > 0 && (size_t)cores > sets)
        cores = (long)sets;
    return cores < 1 ? 1 : (int)cores;
}

/* ---------------------------------------------------------------- messages */

/* The errors of a set, or its warnings, each with its index. */
static void tell_set(eg_diagnostics *to, size_t set, const eg_diagnostics *from, eg_severity severity)
{
    for (size_t i = 0; from && i < eg_diagnostics_count(from); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(from, i);
        if (m->severity != severity)
            continue;
        eg_place place = {m->file, m->line, m->column, m->source};
        eg_report(to, severity, place, "set %zu: %s", set, m->message);
        if (m->remedy)
            eg_remedy(to, "%s", m->remedy);
    }
}

/* Of the first of the sets that came to their end with warnings: of others they say much the same. */
static void tell_warned(failures *f, eg_diagnostics *d)
{
    if (f->kept_count > 0)
        tell_set(d, f->kept[0].set, f->kept[0].d, EG_WARNING);
    if (f->count > 1)
        eg_report(d, EG_NOTE, EG_NOWHERE, "%zu more set%s warnings", f->count - 1,
                  f->count > 2 ? "s have" : " has");
    for (size_t i = 0; i < f->kept_count; i++)
        eg_diagnostics_free(f->kept[i].d);
}

/* Patterns of events that no set has seen: perhaps they are misspelt. */
static void tell_unseen(const pool *p, eg_diagnostics *d)
{
    const size_t count = p->ensemble->wanted_count;
    for (size_t i = 0; i < count && p->failures.count < p->sets; i++) {
        const eg_wanted *w = &p->ensemble->wanted[i];
        bool seen = w->kind <= EG_WANTED_MAXIMUM || !w->event || strcmp(w->event, "*") == 0 || w->number > 1;
        for (size_t set = 0; set < p->sets && !seen; set++) {
            double x = p->results[set * count + i];
            seen = w->kind == EG_WANTED_EVENT_COUNT ? x > 0 : !isnan(x);
        }
        if (seen)
            continue;
        eg_report(d, EG_NOTE, EG_NOWHERE, "in no set was there an event '%s' of %s", w->event,
                  w->component ? w->component : "*");
        eg_remedy(d, "if it should be there: elastogap simulate --stats lists the events of a run");
    }
}

/* Where the balance of the set is most likely open, by a run of its own; nothing where nobody knows. */
static void find_suspect(const pool *p, size_t set, char *text, size_t size)
{
    const eg_ensemble *e = p->ensemble;
    eg_maker maker = {.ensemble = e};
    eg_diagnostics *d = eg_diagnostics_create(); /* what was to be said has been said */
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st = {0};
    eg_simulate_options o = p->o->run;
    o.progress = NULL;
    o.interval = o.stop_time > o.start_time ? o.stop_time - o.start_time : o.interval;
    if (d && eg_maker_make(&maker, values_of(p, set), -1, d, &model) == EG_OK &&
        eg_simulate(model, &o, d, &t, &st) == EG_OK && st.energy.likely)
        snprintf(text, size, ", most likely at %s", st.energy.likely);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_diagnostics_free(d);
    eg_maker_release(&maker);
}

static void tell_balances(const pool *p, eg_diagnostics *d)
{
    const balances *b = &p->balances;
    char where[200];
    if (b->open == 0)
        return;
    where[0] = '\0';
    if (!p->stopped)
        find_suspect(p, b->worst, where, sizeof where);
    eg_report(
        d, EG_WARNING, EG_NOWHERE,
        "the energy balance does not close in %zu of the %zu sets in which it was looked at; worst in set "
        "%zu, where %.2g of the energy or heat in play is missing or left over%s",
        b->open, b->count, b->worst, b->error, where);
    eg_remedy(d,
              "do not trust these results before another engine or a smaller tolerance has confirmed them");
}

/* Answers the status of the first set that failed. */
static eg_status conclude(pool *p, eg_diagnostics *d)
{
    eg_status first = EG_OK;
    const failures *f = &p->failures;
    for (size_t i = 0; i < p->sets && first == EG_OK; i++)
        first = p->statuses[i];
    if (p->part)
        return p->out_of_memory ? EG_ERROR_MEMORY : first;
    for (size_t i = 0; i < f->kept_count; i++) {
        tell_set(d, f->kept[i].set, f->kept[i].d, EG_ERROR);
        eg_diagnostics_free(f->kept[i].d);
    }
    if (f->count > f->kept_count)
        eg_report(d, EG_NOTE, EG_NOWHERE, "%zu more sets have failed", f->count - f->kept_count);
    tell_warned(&p->warned, d);
    if (p->stopped)
        eg_report(d, EG_NOTE, EG_NOWHERE, "stopped as asked, with %zu of %zu sets done", p->finished,
                  p->sets);
    else
        tell_unseen(p, d);
    tell_balances(p, d);
    return p->out_of_memory ? EG_ERROR_MEMORY : first;
}

static eg_status check_options(const eg_ensemble_options *o, eg_diagnostics *d)
{
    if (!eg_options_fit(o->size, sizeof *o, "eg_ensemble_options", d))
        return EG_ERROR_USAGE;
    eg_status status = eg_simulate_check(&o->run, d);
    if (o->run.start_from || o->run.save_count > 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "runs of an ensemble begin with start values: they take no state, and save none");
        eg_remedy(d, "begin with start values, or make a single run");
        status = EG_ERROR_USAGE;
    }
    bool good = o->lanes == 0 || o->lanes == 1 || o->lanes == 4 || o->lanes == 8 || o->lanes == EG_LANES_MOST;
    if (o->threads < 0 || o->threads > MOST_THREADS) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "threads is %d, but must be from 1 to %d, or 0 for all cores",
                  o->threads, MOST_THREADS);
        eg_remedy(d, "write 0, or a number of threads in that range");
        status = EG_ERROR_USAGE;
    }
    if (!good) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "lanes is %d, but must be 1, 4, 8 or 16, or 0", o->lanes);
        eg_remedy(d, "write 0, or one of these numbers");
        status = EG_ERROR_USAGE;
    }
    return status;
}

/* Fixed steps do not locate events: none would be counted. */
static eg_status check_events(const pool *p, eg_diagnostics *d)
{
    for (size_t i = 0; i < p->ensemble->wanted_count && strcmp(p->engine->name, "fixed") == 0; i++) {
        const eg_wanted *w = &p->ensemble->wanted[i];
        const eg_event_ask *ask = eg_readout_asks(&p->ensemble->readout);
        if (w->kind < EG_WANTED_EVENT_COUNT && !ask)
            continue;
        eg_readout_refuse_fixed(w->kind < EG_WANTED_EVENT_COUNT ? ask->component : w->component, d);
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

/* Until they are run: what stays so where a run is stopped. */
static void mark_undone(pool *p)
{
    for (size_t set = 0; set < p->sets; set++)
        p->statuses[set] = EG_ERROR_SIMULATION;
    for (size_t i = 0; i < p->sets * p->ensemble->wanted_count; i++)
        p->results[i] = NAN;
    for (size_t set = 0; set < p->sets && p->o->energy_errors; set++)
        p->o->energy_errors[set] = NAN;
}

/* A run by itself may go cluster by cluster (exact), or by series of powers (erk). */
static const char *other_than_alone(const pool *p)
{
    if (p->engine != &eg_engine_auto || !p->program)
        return "";
    return "many sets make their steps together, each model as a whole; a single run may go body by body";
}

static void fill_statistics(const pool *p, int threads, double seconds, eg_ensemble_statistics *st)
{
    size_t failed = 0;
    for (size_t set = 0; set < p->sets; set++)
        failed += p->statuses[set] != EG_OK;
    const char *engine = p->first_engine ? p->first_engine : p->engine->name;
    *st = (eg_ensemble_statistics){.engine = p->program ? "erk" : engine,
                                   .engine_reason = other_than_alone(p),
                                   .threads = threads,
                                   .lanes = p->program ? p->width : 1,
                                   .failed = failed,
                                   .recompiled = p->recompiled,
                                   .balanced = p->balances.count,
                                   .open = p->balances.open,
                                   .steps = p->counts.steps,
                                   .rejected_steps = p->counts.rejected_steps,
                                   .events = p->counts.events,
                                   .seconds = seconds};
}

/* Lanes are for erk, and for auto where it would come to erk. */
static eg_program *make_program(const pool *p)
{
    const eg_model *m = p->ensemble->model;
    const bool automatic = p->engine == &eg_engine_auto;
    if (p->o->balance || (!automatic && p->engine != &eg_engine_erk))
        return NULL;
    char reason[240];
    eg_program *program = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_network *s = d ? eg_network_create(m, d) : NULL;
    double *y = calloc(2 * (size_t)m->n + 1, sizeof *y);
    const eg_simulate_options *o = &p->o->run;
    if (s)
        eg_system_set_span(&s->base, o->start_time, o->stop_time);
    bool good =
        s && y &&
        s->base.ops->initialize(&s->base, eg_system_since(&s->base, o->start_time), y, y + m->n) == EG_OK;
    if (good && !(automatic && s->base.linear->takes(&s->base, reason, sizeof reason)))
        program = eg_program_create(s);
    eg_network_free(s);
    eg_diagnostics_free(d);
    free(y);
    return program;
}

static eg_status run(pool *p, eg_diagnostics *d, eg_ensemble_statistics *statistics)
{
    double began = eg_clock_seconds();
    p->width = p->o->lanes > 0 ? p->o->lanes : EG_LANES_MOST;
    p->program = make_program(p);
    p->threads = threads_for(p->o, p->sets);
    mark_undone(p);
    eg_status status = work_with(p, p->threads);
    if (status != EG_OK)
        return status;
    status = conclude(p, d);
    if (statistics)
        fill_statistics(p, p->threads, eg_clock_seconds() - began, statistics);
    return status;
}

/* With room for what is known of each set; `statuses` are the caller's or NULL. */
static eg_status run_in_room(pool *p, eg_status *statuses, eg_diagnostics *d,
                             eg_ensemble_statistics *statistics)
{
    eg_status *own = statuses ? NULL : calloc(p->sets + 1, sizeof *own);
    p->statuses = statuses ? statuses : own;
    eg_status status = p->statuses && pthread_mutex_init(&p->lock, NULL) == 0 ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        status = run(p, d, statistics);
        eg_program_free(p->program);
        pthread_mutex_destroy(&p->lock);
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while running an ensemble");
    free(own);
    return status;
}

const char *eg_set_status_word(eg_status status)
{
    switch (status) {
    case EG_OK: return "done";
    case EG_ERROR_USAGE: return "refused";
    case EG_ERROR_MODEL: return "wrong";
    default: return "failed";
    }
}

/* Checked, and with the engine chosen. */
static eg_status run_checked(pool *p, eg_status *statuses, eg_diagnostics *d,
                             eg_ensemble_statistics *statistics)
{
    const char *reason;
    eg_status status = check_options(p->o, d);
    if (status == EG_OK)
        p->engine = eg_simulate_engine(p->ensemble->model, &p->o->run, d, &reason);
    if (status == EG_OK && (!p->engine || !p->engine->create))
        status = p->engine ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    if (status == EG_OK)
        status = check_events(p, d);
    return status == EG_OK ? run_in_room(p, statuses, d, statistics) : status;
}

eg_status eg_ensemble_run(const eg_ensemble *ensemble, const eg_ensemble_options *options, size_t sets,
                          const double *values, double *results, eg_status *statuses,
                          eg_diagnostics *diagnostics, eg_ensemble_statistics *statistics)
{
    pool p = {.ensemble = ensemble, .o = options, .values = values, .results = results, .sets = sets};
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create(), *d = diagnostics ? diagnostics : own;
    if (!d)
        return EG_ERROR_MEMORY;
    eg_status status = run_checked(&p, statuses, d, statistics);
    eg_diagnostics_free(own);
    return status;
}

eg_status eg_ensemble_run_part(const eg_ensemble *ensemble, const eg_ensemble_options *options,
                               eg_ensemble_part *part, size_t sets, const double *values, double *results,
                               eg_status *statuses, eg_diagnostics *d, eg_ensemble_statistics *statistics)
{
    eg_ensemble_options alone = *options;
    alone.threads = 1;
    pool p = {
        .ensemble = ensemble, .o = &alone, .part = part, .values = values, .results = results, .sets = sets};
    return run_checked(&p, statuses, d, statistics);
}
