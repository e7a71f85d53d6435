/* Chances that are too small to be counted: subset simulation (Au and Beck 2001, Probab. Eng. Mech. 16,
 * 263-277).
 *
 * Level 0 draws rows at random. The tenth of them with the greatest values are the seeds of the next level,
 * whose rows are drawn where values are greater than all others had (the threshold), and so on, until a tenth
 * of a level is above the limit. The chance is the product of the levels' shares.
 *
 * Rows of a level are chains of Markov, one from each seed. In normal numbers behind the factors, a
 * candidate is r u + s w with s^2 + r^2 = 1 and w normal (Papaioannou, Betz, Zwirglmaier and Straub 2015,
 * Probab. Eng. Mech. 41, 89-103): it is taken where its run comes to more than the threshold, else the chain
 * stays. All chains make a step together, after which s is moved towards 0.44 of candidates taken, as these
 * authors do. A step's rows do not depend on each other, so that threads share them, and every number is
 * drawn by the seed, the row and the column: the outcome does not depend on who has computed what. */
#include "sweep/share.h"
#include "sweep/sweep.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/flag.h"
#include "base/hash.h"
#include "ensemble/ensemble.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first column of the draws that steps take, far from those of designs; rows of a piece, at most. */
enum { STEP_COLUMNS = 1 << 22, PIECE_MOST = 256 };
static const double seed_share = 0.1, wanted_share = 0.44;
static const double z95 = 1.959963984540054;

/* A row that is there: of the present step, or found in the journal. */
typedef struct outcome {
    eg_status status;
    double energy_error;
    char *reason; /* malloc'ed, or NULL */
    bool done;
} outcome;

typedef struct subset {
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_subset_options *o;
    eg_journal journal;
    eg_diagnostics *d;
    size_t n, wanted, count; /* factors; results; rows of a level */
    /* Of all rows of all levels so far; row = level*count + number in its level. */
    double *values;    /* (capacity x n) */
    double *results;   /* (capacity x wanted) */
    outcome *outcomes; /* (capacity) */
    size_t capacity;
    /* Of the present level and of the next: where rows stand, and their values (count x n), (count). */
    double *normals, *next_normals, *y, *next_y;
    double *scratch; /* (n) */
    size_t *order;   /* (count) */
    size_t *line,
        *next_line; /* (count) the row of level 0 that a row comes from; of the present and next level */
    int threads;
    /* The present step, with the lock. */
    pthread_mutex_t lock;
    size_t first, end, next, piece, level_end;
    eg_status status;
    bool syncs;
    double began, synced; /* [s] by the clock; when the journal was last forced to the disk */
    size_t found, failed_rows;
    eg_sweep_statistics st;
} subset;

typedef struct worker {
    eg_part part; /* first: an eg_part * is a worker * */
    subset *x;
    size_t first;
    pthread_t thread;
    bool started, out_of_memory;
    eg_chunk chunk;
    size_t capacity, reasons_capacity;
} worker;

/* ---------------------------------------------------------------- rows */

static bool grow(subset *x, size_t rows)
{
    if (rows <= x->capacity)
        return true;
    double *results = realloc(x->results, (rows * x->wanted + 1) * sizeof *results);
    if (results)
        x->results = results;
    outcome *outcomes = realloc(x->outcomes, (rows + 1) * sizeof *outcomes);
    if (outcomes)
        x->outcomes = outcomes;
    double *values = realloc(x->values, (rows * x->n + 1) * sizeof *values);
    if (values)
        x->values = values;
    if (!results || !outcomes || !values)
        return false;
    memset(outcomes + x->capacity, 0, (rows - x->capacity) * sizeof *outcomes);
    x->capacity = rows;
    return true;
}

/* What failed has come to nothing that is known, and is as good as the least. */
static double value_of(const subset *x, size_t row)
{
    const double value = x->results[row * x->wanted + x->o->measure];
    return isnan(value) ? -INFINITY : value;
}

static void keep_reason(eg_part *part, size_t set, const eg_diagnostics *d)
{
    worker *w = (worker *)part;
    outcome *o = &w->x->outcomes[w->first + set];
    char text[EG_REASON_SIZE];
    eg_sweep_reason(d, text);
    free(o->reason);
    o->reason = strdup(text);
    w->out_of_memory = w->out_of_memory || !o->reason;
}

/* With the lock: the next rows of the step that nobody has. */
static size_t take(worker *w)
{
    subset *x = w->x;
    size_t count = 0;
    while (x->next < x->end && x->outcomes[x->next].done)
        x->next++;
    w->first = x->next;
    while (x->next < x->end && count < x->piece && !x->outcomes[x->next].done) {
        x->next++;
        count++;
    }
    return x->status == EG_OK ? count : 0;
}

/* As a chunk for the journal. */
static bool fill_chunk(worker *w, size_t count, const eg_ensemble_statistics *st)
{
    const subset *x = w->x;
    eg_chunk *c = &w->chunk;
    if (!eg_chunk_reserve(c, &w->capacity, count, x->wanted))
        return false;
    c->first = w->first;
    c->count = count;
    c->balanced = st->balanced;
    c->open = st->open;
    c->reasons_length = 0;
    memcpy(c->results, x->results + w->first * x->wanted, count * x->wanted * sizeof *c->results);
    for (size_t i = 0; i < count; i++) {
        const outcome *o = &x->outcomes[w->first + i];
        const char *reason = o->reason ? o->reason : "";
        c->statuses[i] = o->status;
        c->energy_errors[i] = o->energy_error;
        if (o->status == EG_OK)
            continue;
        const size_t length = strlen(reason) + 1;
        if (eg_grow((void **)&c->reasons, &w->reasons_capacity, c->reasons_length + length, 1) != 0)
            return false;
        memcpy(c->reasons + c->reasons_length, reason, length);
        c->reasons_length += length;
    }
    return true;
}

static eg_status compute(worker *w, size_t count, eg_ensemble_statistics *st, eg_diagnostics *d)
{
    subset *x = w->x;
    eg_status statuses[PIECE_MOST];
    double errors[PIECE_MOST];
    eg_ensemble_options o = x->o->sweep.runs;
    o.progress = NULL;
    o.energy_errors = errors;
    *st = (eg_ensemble_statistics){0};
    eg_status status = eg_ensemble_run_part(x->ensemble, &o, &w->part, count, x->values + w->first * x->n,
                                            x->results + w->first * x->wanted, statuses, d, st);
    if (!st->engine || status == EG_ERROR_MEMORY || w->out_of_memory) /* it has not run */
        return st->engine || status == EG_OK ? EG_ERROR_MEMORY : status;
    if (eg_flag_is_up(o.stop))
        return (eg_status)EG_CUT_OFF; /* rows that were cut off are none that failed */
    for (size_t i = 0; i < count; i++) {
        outcome *to = &x->outcomes[w->first + i];
        to->status = statuses[i];
        to->energy_error = errors[i];
    }
    return fill_chunk(w, count, st) ? EG_OK : EG_ERROR_MEMORY;
}

/* With the lock. */
static void stop_as_asked(subset *x)
{
    if (x->status != EG_OK)
        return;
    eg_report(x->d, EG_NOTE, EG_NOWHERE, "stopped as asked, with %zu rows done; --resume goes on",
              x->journal.done);
    x->status = EG_ERROR_SIMULATION;
}

/* With the lock. */
static void hand_in(worker *w, size_t count, const eg_ensemble_statistics *st)
{
    subset *x = w->x;
    size_t length;
    char *bytes = eg_chunk_encode(&w->chunk, x->wanted, 0, &length);
    const bool added = bytes && eg_journal_append(&x->journal, bytes, length);
    free(bytes);
    if (!added) {
        if (x->status == EG_OK && x->journal.error != 0) {
            eg_file_report(x->d, "write", x->journal.path, x->journal.error);
            eg_report(x->d, EG_NOTE, EG_NOWHERE, "%zu rows are safe in the journal; --resume goes on",
                      x->journal.done);
        }
        if (x->status == EG_OK)
            x->status = x->journal.error != 0 ? EG_ERROR_FILE : EG_ERROR_MEMORY;
        return;
    }
    if (!x->st.engine)
        x->st.engine = st->engine;
    for (size_t i = 0; i < count; i++)
        x->outcomes[w->first + i].done = true;
    x->st.recompiled += st->recompiled;
    x->st.balanced += st->balanced;
    x->st.open += st->open;
    x->st.steps += st->steps;
    x->st.rejected_steps += st->rejected_steps;
    x->st.events += st->events;
    const eg_sweep_options *o = &x->o->sweep;
    const eg_sweep_progress now = {x->journal.done, x->journal.done + (x->level_end - x->next),
                                   x->journal.done - x->found, eg_clock_seconds() - x->began};
    if (o->progress && x->status == EG_OK && o->progress(&now, o->context) != 0)
        stop_as_asked(x);
}

/* Each thread finds some pieces in a step. */
static void bound_piece(subset *x)
{
    const size_t most = (x->end - x->first) / (4 * (size_t)x->threads) + 1;
    x->piece = x->piece < most ? x->piece : most;
}

/* With the lock, which is not held while the disk works. */
static void sync_journal(subset *x)
{
    if (x->syncs || eg_clock_seconds() - x->synced < eg_journal_sync_seconds)
        return;
    x->syncs = true;
    pthread_mutex_unlock(&x->lock);
    (void)fsync(x->journal.descriptor);
    pthread_mutex_lock(&x->lock);
    x->synced = eg_clock_seconds();
    x->syncs = false;
}

/* As for other sweeps, and all threads have something to do. */
static void adapt(subset *x, size_t count, double seconds)
{
    const double wanted = eg_share_seconds((size_t)x->threads);
    x->piece = eg_share_next_size(x->piece, count, seconds, wanted, PIECE_MOST);
    bound_piece(x);
}

static void *work(void *argument)
{
    worker *w = argument;
    subset *x = w->x;
    pthread_mutex_lock(&x->lock);
    for (size_t count; (count = take(w)) > 0;) {
        pthread_mutex_unlock(&x->lock);
        eg_ensemble_statistics st = {0};
        eg_diagnostics *d = eg_diagnostics_create();
        const double began = eg_clock_seconds();
        eg_status status = d ? compute(w, count, &st, d) : EG_ERROR_MEMORY;
        const double seconds = eg_clock_seconds() - began;
        pthread_mutex_lock(&x->lock);
        if (status == EG_OK)
            hand_in(w, count, &st);
        else if ((int)status == EG_CUT_OFF)
            stop_as_asked(x);
        else if (x->status == EG_OK)
            x->status = status;
        adapt(x, count, seconds);
        eg_diagnostics_free(d);
        sync_journal(x);
    }
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

/* Computes rows [first, first + count), whose values stand in x->values. */
static eg_status run_rows(subset *x, size_t first, size_t count)
{
    worker *workers = calloc((size_t)x->threads, sizeof *workers);
    if (!workers)
        return EG_ERROR_MEMORY;
    x->first = x->next = first;
    x->end = first + count;
    bound_piece(x);
    for (int i = 0; i < x->threads; i++) {
        workers[i].x = x;
        workers[i].part.failed = keep_reason;
        if (i > 0)
            workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    }
    work(&workers[0]);
    for (int i = 0; i < x->threads; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        eg_chunk_release(&workers[i].chunk);
    }
    free(workers);
    for (size_t i = first; i < x->end && x->status == EG_OK; i++)
        x->failed_rows += x->outcomes[i].status != EG_OK;
    return x->status;
}

/* Rows that a journal has. Memory for them: as many as stand there. */
static eg_status take_found(subset *x)
{
    eg_chunk chunk = {0};
    size_t capacity = 0;
    eg_status status = EG_OK;
    for (size_t i = 0; i < x->journal.place_count && status == EG_OK; i++) {
        const eg_chunk_place *place = &x->journal.places[i];
        if (!grow(x, (place->first + place->count + x->count - 1) / x->count * x->count))
            status = EG_ERROR_MEMORY;
        if (status == EG_OK)
            status = eg_journal_read(&x->journal, place, &chunk, &capacity, x->d);
        const char *reason = chunk.reasons;
        for (size_t k = 0; k < place->count && status == EG_OK; k++) {
            outcome *to = &x->outcomes[place->first + k];
            *to = (outcome){chunk.statuses[k], chunk.energy_errors[k], NULL, true};
            memcpy(x->results + (place->first + k) * x->wanted, chunk.results + k * x->wanted,
                   x->wanted * sizeof *x->results);
            if (to->status == EG_OK)
                continue;
            to->reason = strdup(reason);
            reason += strlen(reason) + 1;
            if (!to->reason)
                status = EG_ERROR_MEMORY;
        }
        x->st.balanced += chunk.balanced;
        x->st.open += chunk.open;
    }
    x->found = x->journal.done;
    eg_chunk_release(&chunk);
    return status;
}

/* ---------------------------------------------------------------- levels */

static void put_values(subset *x, const double *normals, double *values)
{
    memcpy(x->scratch, normals, x->n * sizeof *normals);
    eg_design_of_normals(x->design, x->scratch, values);
}

static eg_status first_level(subset *x)
{
    for (size_t i = 0; i < x->count; i++) {
        for (size_t k = 0; k < x->n; k++) {
            const double p = eg_design_chance(x->design, i, k);
            x->normals[i * x->n + k] = eg_normal_quantile(p, 1 - p);
        }
        put_values(x, x->normals + i * x->n, x->values + i * x->n);
    }
    x->level_end = x->count;
    eg_status status = run_rows(x, 0, x->count);
    for (size_t i = 0; i < x->count && status == EG_OK; i++) {
        x->y[i] = value_of(x, i);
        x->line[i] = i;
    }
    return status;
}

/* What follows `from` in its chain, if its run comes to enough: with the draws of `row`. */
static void draw_candidate(subset *x, size_t row, const double *from, double s, double *to)
{
    const double r = sqrt((1 - s) * (1 + s));
    const uint64_t seed = eg_design_seed(x->design);
    for (size_t k = 0; k < x->n; k++) {
        const double p = ((double)(eg_sweep_bits(seed, row, STEP_COLUMNS + 2 * k) >> 12) + 0.5) * 0x1p-52;
        to[k] = r * from[k] + s * eg_normal_quantile(p, 1 - p);
    }
}

/* A level of `chains` chains, whose seeds are the first `chains` rows of x->order; all values are above the
 * threshold. Row i belongs to chain i % chains. */
static eg_status next_level(subset *x, size_t level, size_t chains, double threshold)
{
    const size_t n = x->n;
    double log_scale = log(0.6);
    size_t steps = 0;
    x->level_end = (level + 1) * x->count;
    for (size_t i = 0; i < chains; i++) {
        memcpy(x->next_normals + i * n, x->normals + x->order[i] * n, n * sizeof(double));
        x->next_y[i] = x->y[x->order[i]];
        x->next_line[i] = x->line[x->order[i]];
    }
    for (size_t first = chains; first < x->count; first += chains) {
        const size_t end = first + chains < x->count ? first + chains : x->count;
        const double s = fmin(exp(log_scale), 1);
        size_t taken = 0;
        for (size_t i = first; i < end; i++) {
            double *to = x->next_normals + i * n;
            draw_candidate(x, level * x->count + i, to - chains * n, s, to);
            put_values(x, to, x->values + (level * x->count + i) * n);
        }
        eg_status status = run_rows(x, level * x->count + first, end - first);
        if (status != EG_OK)
            return status;
        for (size_t i = first; i < end; i++) {
            x->next_y[i] = value_of(x, level * x->count + i);
            x->next_line[i] = x->next_line[i - chains];
            if (x->next_y[i] > threshold) {
                taken++;
                continue;
            }
            memcpy(x->next_normals + i * n, x->next_normals + (i - chains) * n, n * sizeof(double));
            x->next_y[i] = x->next_y[i - chains];
        }
        steps++;
        log_scale += ((double)taken / (double)(end - first) - wanted_share) / sqrt((double)steps);
        log_scale = fmax(log_scale, -10);
    }
    double *swap = x->normals;
    x->normals = x->next_normals;
    x->next_normals = swap;
    swap = x->y;
    x->y = x->next_y;
    x->next_y = swap;
    size_t *lines = x->line;
    x->line = x->next_line;
    x->next_line = lines;
    return EG_OK;
}

/* The number of rows above a value. */
static size_t above(const subset *x, double value)
{
    size_t count = 0;
    for (size_t i = 0; i < x->count; i++)
        count += x->y[i] > value;
    return count;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The value that a tenth of the rows are above, or, of many that are the same, the next lower one. False: all
 * values are the same. x->next_y is overwritten. */
static bool find_threshold(subset *x, double *threshold)
{
    const size_t wanted = (size_t)(seed_share * (double)x->count);
    double *sorted = x->next_y;
    memcpy(sorted, x->y, x->count * sizeof *sorted);
    qsort(sorted, x->count, sizeof *sorted, compare);
    size_t i = wanted;
    while (i < x->count && sorted[i] == sorted[0])
        i++;
    *threshold = i < x->count ? sorted[i] : NAN;
    return i < x->count;
}

/* Rows above the threshold, in order; how many. */
static size_t choose_seeds(subset *x, double threshold)
{
    size_t chains = 0;
    for (size_t i = 0; i < x->count; i++)
        if (x->y[i] > threshold)
            x->order[chains++] = i;
    return chains;
}

/* The variation of a level's share p: rows of a chain are alike, which counts as Au and Beck (2001,
 * equation 28) have it, from the correlation of whether they are above. */
static double variation(const subset *x, size_t chains, double value, double p)
{
    const double n = (double)x->count;
    double likeness = 0;
    if (!(p > 0))
        return INFINITY;
    for (size_t lag = chains; lag < x->count && p < 1; lag += chains) {
        double both = 0;
        for (size_t i = lag; i < x->count; i++)
            both += x->y[i] > value && x->y[i - lag] > value;
        const double pairs = (double)(x->count - lag), covariance = both / pairs - p * p;
        likeness += 2 * pairs / n * covariance / (p * (1 - p));
    }
    return sqrt((1 - p) / (p * n) * fmax(1 + likeness, 0));
}

/* The variation of the chance, of which the levels' ones make too little, since levels follow from each
 * other: lines of rows that come from different rows of level 0 are independent. With the share c of
 * pairs above the limit that come from the same one, 1 - c of the square is free of the deviation (Lee
 * and Whiteley 2018, Biometrika 105, 609-625). */
static double variation_by_lines(subset *x, size_t levels)
{
    const double n = (double)x->count;
    double all = 0, same = 0;
    for (size_t i = 0; i < x->count; i++)
        x->order[i] = 0;
    for (size_t i = 0; i < x->count; i++)
        if (x->y[i] > x->o->limit) {
            x->order[x->line[i]]++;
            all++;
        }
    for (size_t i = 0; i < x->count; i++)
        same += (double)x->order[i] * (double)x->order[i];
    const double apart = pow(n / (n - 1), (double)levels) * (1 - same / (all * all));
    return apart > 0 ? sqrt(fmax(1 / apart - 1, 0)) : INFINITY;
}

static void conclude(subset *x, eg_subset_result *r)
{
    double chance = 1;
    for (size_t i = 0; i < r->levels; i++)
        chance *= r->level[i].share;
    r->variation = variation_by_lines(x, r->levels);
    const double width = exp(z95 * sqrt(log1p(r->variation * r->variation)));
    r->chance = (eg_interval){chance, chance / width, fmin(chance * width, 1)};
    const eg_subset_level *last = &r->level[r->levels - 1];
    if (r->levels == 1 || !(last->share > 0)) { /* counted, of the last level */
        double before = 1;
        for (size_t i = 0; i + 1 < r->levels; i++)
            before *= r->level[i].share;
        const eg_interval counted = eg_sweep_exceedance(x->y, x->count, x->o->limit);
        r->chance = (eg_interval){before * counted.value, before * counted.low, before * counted.high};
    }
    r->failed = x->failed_rows;
    /* Of the first level's rows those that failed may be above, too. */
    size_t unknown = 0;
    for (size_t i = 0; i < x->count; i++)
        unknown += isnan(x->results[i * x->wanted + x->o->measure]);
    r->unknown = (double)unknown / (double)x->count;
    r->chance.high = fmin(r->chance.high + r->unknown, 1);
}

static eg_status refuse_plateau(const subset *x, const eg_subset_result *r)
{
    if (isinf(x->y[0]))
        eg_report(x->d, EG_ERROR, EG_NOWHERE, "no row has come to a value");
    else
        eg_report(
            x->d, EG_ERROR, EG_NOWHERE,
            "all rows of level %zu have the same value, %.6g: nothing leads from there to the limit %.6g",
            r->levels - 1, x->y[0], x->o->limit);
    eg_remedy(x->d, "ask for something that grows steadily towards the limit, such as max(abs(stop.f))");
    return EG_ERROR_SIMULATION;
}

static eg_status climb(subset *x, eg_subset_result *r)
{
    const double enough = seed_share * (double)x->count;
    size_t chains = x->count;
    eg_status status = grow(x, x->count) ? first_level(x) : EG_ERROR_MEMORY;
    while (status == EG_OK) {
        eg_subset_level *level = &r->level[r->levels++];
        const size_t reached = above(x, x->o->limit);
        double threshold = x->o->limit;
        const bool is_last = (double)reached >= enough || r->levels == EG_SUBSET_LEVELS;
        if (!is_last && !find_threshold(x, &threshold))
            return refuse_plateau(x, r);
        level->threshold = threshold;
        level->share = (double)above(x, threshold) / (double)x->count;
        level->variation = variation(x, chains, threshold, level->share);
        if (is_last)
            break;
        chains = choose_seeds(x, threshold);
        status = grow(x, (r->levels + 1) * x->count) ? next_level(x, r->levels, chains, threshold)
                                                     : EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        conclude(x, r);
    return status;
}

/* ---------------------------------------------------------------- the table */

static eg_status write_table(const subset *x, size_t levels, const char *path)
{
    eg_status status;
    eg_lines lines = {.ensemble = x->ensemble,
                      .o = &x->o->sweep,
                      .has_level = true,
                      .has_records = eg_table_has_records(path)};
    size_t number = 0;
    eg_table *table = eg_table_create(&lines, x->design, path, x->d, &status);
    for (size_t row = 0; table && row < levels * x->count && !lines.out_of_memory && !eg_table_failed(table);
         row++) {
        const outcome *o = &x->outcomes[row];
        if (!o->done) /* a seed stands in an earlier level */
            continue;
        const eg_sweep_row line = {.row = number++,
                                   .values = x->values + row * x->n,
                                   .results = x->results + row * x->wanted,
                                   .status = o->status,
                                   .energy_error = o->energy_error,
                                   .reason = o->reason ? o->reason : ""};
        eg_lines_clear(&lines);
        eg_lines_row(&lines, &line, row / x->count);
        eg_table_put(table, &lines);
        if (x->o->sweep.visit)
            x->o->sweep.visit(x->o->sweep.visitor, &line);
    }
    if (lines.out_of_memory) {
        eg_table_discard(table);
        status = EG_ERROR_MEMORY;
    } else if (table) {
        status = eg_table_commit(table, x->d);
    }
    eg_lines_release(&lines);
    return status;
}

/* ---------------------------------------------------------------- the whole */

static void tell(const subset *x, const eg_subset_result *r)
{
    if (x->failed_rows > 0) {
        eg_report(x->d, EG_WARNING, EG_NOWHERE,
                  "%zu of %zu rows have failed and count as if not above the limit", x->failed_rows,
                  x->st.rows);
        if (r->unknown > 0)
            eg_remedy(
                x->d,
                "of the distributions as they are, %.3g have no value: the chance may be as much greater",
                r->unknown);
        else
            eg_remedy(x->d, "narrow the distributions to where all rows run");
    }
    if (x->st.open > 0)
        eg_report(
            x->d, EG_WARNING, EG_NOWHERE,
            "the energy balance does not close in %zu of the %zu rows in which it was looked at; look at "
            "energy_error in the table",
            x->st.open, x->st.balanced);
    if (!(r->chance.value > 0))
        eg_report(x->d, EG_WARNING, EG_NOWHERE, "after %zu levels no row is above the limit", r->levels);
}

static eg_status check(const subset *x, const eg_design *design)
{
    const eg_subset_options *o = x->o;
    const char *what = NULL, *remedy = NULL;
    if (eg_design_kind_of(design) != EG_DESIGN_RANDOM) {
        what = "levels of a subset simulation are drawn at random";
        remedy = "take the design random";
    } else if (x->count < EG_SUBSET_ROWS || x->count > 10000000) {
        what = "a level of a subset simulation has from 100 to 1e7 rows";
        remedy = "take a count of 1000, say";
    } else if (o->measure >= x->wanted || !isfinite(o->limit)) {
        what = "the limit is no number, or of nothing that is wanted";
        remedy = "name the one of `wanted` that it is about";
    }
    if (!what)
        return EG_OK;
    eg_report(x->d, EG_ERROR, EG_NOWHERE, "%s", what);
    eg_remedy(x->d, "%s", remedy);
    return EG_ERROR_USAGE;
}

static uint64_t fingerprint(const subset *x, bool *is_known)
{
    uint64_t hash = eg_sweep_fingerprint(x->ensemble, x->design, &x->o->sweep, is_known);
    const uint64_t measure = x->o->measure;
    hash = eg_hash(hash, "subset", sizeof "subset");
    hash = eg_hash(hash, &measure, sizeof measure);
    return eg_hash(hash, &x->o->limit, sizeof x->o->limit);
}

static bool reserve(subset *x)
{
    const size_t size = x->count * x->n;
    x->normals = calloc(size + 1, sizeof(double));
    x->next_normals = calloc(size + 1, sizeof(double));
    x->y = calloc(x->count, sizeof(double));
    x->next_y = calloc(x->count, sizeof(double));
    x->scratch = calloc(x->n + 1, sizeof(double));
    x->order = calloc(x->count, sizeof *x->order);
    x->line = calloc(x->count, sizeof *x->line);
    x->next_line = calloc(x->count, sizeof *x->next_line);
    return x->normals && x->next_normals && x->y && x->next_y && x->scratch && x->order && x->line &&
           x->next_line;
}

static void release(subset *x)
{
    for (size_t i = 0; i < x->capacity; i++)
        free(x->outcomes[i].reason);
    free(x->outcomes);
    free(x->results);
    free(x->values);
    free(x->normals);
    free(x->next_normals);
    free(x->y);
    free(x->next_y);
    free(x->scratch);
    free(x->order);
    free(x->line);
    free(x->next_line);
}

/* With the journal open. *stands: the table is there. */
static eg_status run(subset *x, const char *table, eg_subset_result *result, bool *stands)
{
    if (!reserve(x) || pthread_mutex_init(&x->lock, NULL) != 0)
        return EG_ERROR_MEMORY;
    eg_status status = take_found(x);
    if (status == EG_OK)
        status = climb(x, result);
    pthread_mutex_destroy(&x->lock);
    (void)fsync(x->journal.descriptor);
    const bool whole = x->status == EG_OK && (status == EG_OK || status == EG_ERROR_SIMULATION);
    x->st.threads = x->threads;
    x->st.rows = x->journal.done;
    x->st.found = x->found;
    x->st.failed = x->failed_rows;
    if (!whole)
        return status;
    const eg_status written = write_table(x, result->levels, table);
    *stands = written == EG_OK;
    if (written == EG_OK) {
        eg_sweep_sync(table);
        if (status == EG_OK)
            tell(x, result);
    } else if (written == EG_ERROR_FILE) {
        eg_report(x->d, EG_NOTE, EG_NOWHERE, "all rows are safe in the journal; --resume writes the table");
    }
    return status == EG_OK ? written : status;
}

eg_status eg_sweep_subset(const eg_ensemble *ensemble, const eg_design *design,
                          const eg_subset_options *options, const char *table, eg_diagnostics *diagnostics,
                          eg_subset_result *result, eg_sweep_statistics *statistics)
{
    subset x = {.ensemble = ensemble,
                .design = design,
                .o = options,
                .journal = {.descriptor = -1},
                .d = diagnostics,
                .n = eg_design_columns(design),
                .wanted = ensemble->wanted_count,
                .count = eg_design_count(design),
                .threads = eg_sweep_threads(&options->sweep, eg_design_count(design)),
                .piece = 16,
                .began = eg_clock_seconds(),
                .synced = eg_clock_seconds()};
    eg_subset_result own = {0};
    bool stands = false, is_known = false;
    result = result ? result : &own;
    *result = (eg_subset_result){.chance = {NAN, NAN, NAN}, .variation = NAN};
    eg_status status = eg_sweep_check(ensemble, design, &options->sweep, table, diagnostics);
    if (status == EG_OK)
        status = check(&x, design);
    if (status == EG_OK)
        status =
            eg_journal_open(&x.journal, options->sweep.journal, options->sweep.resume,
                            fingerprint(&x, &is_known), EG_SUBSET_LEVELS * x.count, x.wanted, diagnostics);
    if (status == EG_OK)
        status = eg_sweep_trust(&x.journal, is_known, diagnostics);
    const bool is_open = status == EG_OK;
    if (is_open)
        status = run(&x, table, result, &stands);
    eg_journal_close(&x.journal,
                     is_open && ((stands && !options->sweep.keep_journal) || x.journal.done == 0));
    if (status == EG_ERROR_MEMORY)
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "out of memory while running a subset simulation");
    x.st.seconds = eg_clock_seconds() - x.began;
    if (statistics)
        *statistics = x.st;
    release(&x);
    return status;
}
