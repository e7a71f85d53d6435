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
 * authors do. A step's rows do not depend on each other, so that threads and ranks share them, and every
 * number is drawn by the seed, the row and the column: the outcome does not depend on who has computed what.
 *
 * It is a task of a sweep (crew.h): whoever hands in the last chunk of a step draws the rows of the next. */
#include "sweep/crew.h"

#include "ensemble/ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first column of the draws that steps take, far from those of designs. */
enum { STEP_COLUMNS = 1 << 22 };
static const double seed_share = 0.1, wanted_share = 0.44;
static const double z95 = 1.959963984540054;

/* A row that is there. */
typedef struct outcome {
    eg_status status;
    double energy_error;
    char *reason; /* malloc'ed, or NULL */
    bool done;
} outcome;

typedef struct subset {
    eg_task task; /* first: an eg_task * is a subset * */
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_subset_options *o;
    eg_diagnostics *d;
    eg_subset_result *result;
    size_t n, wanted, count; /* factors; results; rows of a level */
    /* Of all rows of all levels so far; row = level*count + number in its level. */
    double *values;    /* (capacity x n) */
    double *results;   /* (capacity x wanted) */
    outcome *outcomes; /* (capacity) */
    size_t capacity;
    eg_chunk chunk; /* read back from the journal */
    size_t chunk_capacity;
    /* Of the present level and of the next: where rows stand, and their values (count x n), (count). */
    double *normals, *next_normals, *y, *next_y;
    double *scratch; /* (n) */
    size_t *order;   /* (count) */
    size_t *line,
        *next_line; /* (count) the row of level 0 that a row comes from; of the present and next level */
    /* The level that is being made: its rows are above the threshold, in so many chains. */
    size_t level, chains;
    double threshold;
    double log_scale; /* of s, after so many steps */
    size_t steps;
    /* Its present step: rows [first, end), of which so many are not there yet. */
    size_t first, end, left;
    size_t run_rows; /* of all steps before it */
    bool is_over;
    eg_status outcome; /* of what it has come to, when it is over */
    size_t failed_rows;
} subset;

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

/* Rows of a chunk that the journal has, all of them of levels that there is memory for. */
static eg_status take_in(subset *x, eg_head *h, const eg_chunk_place *place)
{
    eg_chunk *c = &x->chunk;
    const eg_status status = eg_journal_read(h->journal, place, c, &x->chunk_capacity, x->d);
    if (status != EG_OK)
        return status;
    const char *reason = c->reasons;
    for (size_t i = 0; i < c->count; i++) {
        outcome *to = &x->outcomes[c->first + i];
        *to = (outcome){c->statuses[i], c->energy_errors[i], NULL, true};
        if (to->status == EG_OK)
            continue;
        to->reason = strdup(reason);
        reason += strlen(reason) + 1;
        if (!to->reason)
            return EG_ERROR_MEMORY;
    }
    memcpy(x->results + c->first * x->wanted, c->results, c->count * x->wanted * sizeof *x->results);
    h->st.balanced += c->balanced;
    h->st.open += c->open;
    return EG_OK;
}

/* ---------------------------------------------------------------- steps */

static void put_values(subset *x, const double *normals, double *values)
{
    memcpy(x->scratch, normals, x->n * sizeof *normals);
    eg_design_of_normals(x->design, x->scratch, values);
}

static void draw_freely(subset *x, size_t row, double *to)
{
    for (size_t k = 0; k < x->n; k++) {
        const double p = eg_design_chance(x->design, row, k);
        to[k] = eg_normal_quantile(p, 1 - p);
    }
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

/* Draws the rows of the next step and puts those into the share that the journal lacks. Row i of a level
 * belongs to chain i % chains; all of level 0 are one step. */
static eg_status begin_step(subset *x, eg_head *h)
{
    const size_t level_first = x->level * x->count, level_end = level_first + x->count, n = x->n;
    const double s = fmin(exp(x->log_scale), 1);
    x->first = x->end;
    x->end = x->first + x->chains < level_end ? x->first + x->chains : level_end;
    for (size_t row = x->first; row < x->end; row++) {
        double *to = x->next_normals + (row - level_first) * n;
        if (x->level == 0)
            draw_freely(x, row, to);
        else
            draw_candidate(x, row, to - x->chains * n, s, to);
        put_values(x, to, x->values + row * n);
    }
    for (size_t row = x->first, to; row < x->end; row = to + 1) {
        for (to = row; to < x->end && !x->outcomes[to].done;)
            to++;
        if (!eg_share_add(&h->pool.share, &(eg_rows){row, to - row, EG_SHARE_ROWS}))
            return EG_ERROR_MEMORY;
        x->left += to - row;
    }
    h->rows = x->run_rows + (level_end - x->first);
    return EG_OK;
}

/* All rows of the step are there: chains go on to them, or stay. */
static void end_step(subset *x)
{
    const size_t level_first = x->level * x->count, n = x->n;
    size_t taken = 0;
    x->run_rows += x->end - x->first;
    for (size_t row = x->first; row < x->end; row++) {
        const size_t i = row - level_first, last = i - x->chains;
        x->failed_rows += x->outcomes[row].status != EG_OK;
        x->next_y[i] = value_of(x, row);
        x->next_line[i] = x->level == 0 ? i : x->next_line[last];
        if (x->level == 0 || x->next_y[i] > x->threshold) {
            taken++;
            continue;
        }
        memcpy(x->next_normals + i * n, x->next_normals + last * n, n * sizeof(double));
        x->next_y[i] = x->next_y[last];
    }
    x->steps++;
    const double share = (double)taken / (double)(x->end - x->first);
    x->log_scale = fmax(x->log_scale + (share - wanted_share) / sqrt((double)x->steps), -10);
}

/* ---------------------------------------------------------------- levels */

static void swap_levels(subset *x)
{
    double *swap = x->normals;
    x->normals = x->next_normals;
    x->next_normals = swap;
    swap = x->y;
    x->y = x->next_y;
    x->next_y = swap;
    size_t *lines = x->line;
    x->line = x->next_line;
    x->next_line = lines;
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

static void conclude(subset *x)
{
    eg_subset_result *r = x->result;
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

static eg_status refuse_plateau(const subset *x)
{
    if (isinf(x->y[0]))
        eg_report(x->d, EG_ERROR, EG_NOWHERE, "no row has come to a value");
    else
        eg_report(
            x->d, EG_ERROR, EG_NOWHERE,
            "all rows of level %zu have the same value, %.6g: nothing leads from there to the limit %.6g",
            x->level, x->y[0], x->o->limit);
    eg_remedy(x->d, "ask for something that grows steadily towards the limit, such as max(abs(stop.f))");
    return EG_ERROR_SIMULATION;
}

/* Begins the next level with the rows of the present one that are above the threshold: the seeds of its
 * chains. */
static eg_status begin_level(subset *x, eg_head *h, double threshold)
{
    x->level++;
    x->chains = choose_seeds(x, threshold);
    x->threshold = threshold;
    x->log_scale = log(0.6);
    x->steps = 0;
    for (size_t i = 0; i < x->chains; i++) {
        memcpy(x->next_normals + i * x->n, x->normals + x->order[i] * x->n, x->n * sizeof(double));
        x->next_y[i] = x->y[x->order[i]];
        x->next_line[i] = x->line[x->order[i]];
    }
    x->end = x->level * x->count + x->chains;
    if (!grow(x, (x->level + 1) * x->count))
        return EG_ERROR_MEMORY;
    h->pool.drawn = x->values;
    return EG_OK;
}

/* All rows of a level are there: what share of them is above which threshold? */
static eg_status end_level(subset *x, eg_head *h)
{
    eg_subset_result *r = x->result;
    eg_subset_level *level = &r->level[r->levels++];
    double threshold = x->o->limit;
    swap_levels(x);
    const bool is_last =
        (double)above(x, threshold) >= seed_share * (double)x->count || r->levels == EG_SUBSET_LEVELS;
    if (!is_last && !find_threshold(x, &threshold)) {
        x->is_over = true;
        x->outcome = refuse_plateau(x);
        return EG_OK;
    }
    level->threshold = threshold;
    level->share = (double)above(x, threshold) / (double)x->count;
    level->variation = variation(x, x->chains, threshold, level->share);
    if (!is_last)
        return begin_level(x, h, threshold);
    conclude(x);
    x->is_over = true;
    return EG_OK;
}

/* Goes on until there are rows to run, or no more. */
static eg_status go_on(subset *x, eg_head *h)
{
    eg_status status = EG_OK;
    while (status == EG_OK && x->left == 0 && !x->is_over) {
        end_step(x);
        if (x->end == (x->level + 1) * x->count)
            status = end_level(x, h);
        if (status == EG_OK && !x->is_over)
            status = begin_step(x, h);
    }
    h->more = status == EG_OK && !x->is_over;
    return status;
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

static eg_status begin(eg_task *task, eg_head *h)
{
    subset *x = (subset *)task;
    const eg_journal *j = h->journal;
    size_t rows = x->count;
    for (size_t i = 0; i < j->place_count; i++) {
        const size_t end = j->places[i].first + j->places[i].count;
        rows = end > rows ? (end + x->count - 1) / x->count * x->count : rows;
    }
    if (!reserve(x) || !grow(x, rows))
        return EG_ERROR_MEMORY;
    h->pool.drawn = x->values;
    h->pool.drawn_rows = task->numbers;
    for (size_t i = 0; i < j->place_count; i++) {
        const eg_status status = take_in(x, h, &j->places[i]);
        if (status != EG_OK)
            return status;
    }
    x->chains = x->count;
    const eg_status status = begin_step(x, h);
    return status == EG_OK ? go_on(x, h) : status;
}

static eg_status add(eg_task *task, eg_head *h, const eg_chunk_place *place)
{
    subset *x = (subset *)task;
    const eg_status status = take_in(x, h, place);
    if (status != EG_OK)
        return status;
    x->left -= place->count;
    return go_on(x, h);
}

/* ---------------------------------------------------------------- the table */

static eg_status write_table(const subset *x, size_t levels, const char *path)
{
    eg_status status;
    eg_lines lines = {.ensemble = x->ensemble,
                      .o = &x->o->sweep,
                      .has_level = true,
                      .has_records = eg_sweep_table_has_records(path)};
    size_t number = 0;
    eg_sweep_table *table = eg_sweep_table_create(&lines, x->design, path, x->d, &status);
    for (size_t row = 0;
         table && row < levels * x->count && !lines.out_of_memory && !eg_sweep_table_failed(table); row++) {
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
        eg_sweep_table_put(table, &lines);
        if (x->o->sweep.visit)
            x->o->sweep.visit(x->o->sweep.visitor, &line);
    }
    if (lines.out_of_memory) {
        eg_sweep_table_discard(table);
        status = EG_ERROR_MEMORY;
    } else if (table) {
        status = eg_sweep_table_commit(table, x->d);
    }
    eg_lines_release(&lines);
    return status;
}

/* ---------------------------------------------------------------- the whole */

static void tell(const subset *x, const eg_sweep_statistics *st)
{
    const eg_subset_result *r = x->result;
    if (x->failed_rows > 0) {
        eg_report(x->d, EG_WARNING, EG_NOWHERE,
                  "%zu of %zu rows have failed and count as if not above the limit", x->failed_rows,
                  st->rows);
        if (r->unknown > 0)
            eg_remedy(
                x->d,
                "of the distributions as they are, %.3g have no value: the chance may be as much greater",
                r->unknown);
        else
            eg_remedy(x->d, "narrow the distributions to where all rows run");
    }
    if (st->open > 0)
        eg_report(
            x->d, EG_WARNING, EG_NOWHERE,
            "the energy balance does not close in %zu of the %zu rows in which it was looked at; look at "
            "energy_error in the table",
            st->open, st->balanced);
    if (!(r->chance.value > 0)) {
        eg_report(
            x->d, EG_WARNING, EG_NOWHERE,
            "after %zu levels no row is above %.6g: those of the last one are above %.6g, and the chance "
            "is %.2g at most",
            r->levels, x->o->limit, x->threshold, r->chance.high);
        eg_remedy(x->d, "choose a limit that the distributions reach, or wider distributions");
    }
}

/* The table is there also where the levels have led nowhere. */
static eg_status end(eg_task *task, eg_head *h)
{
    const subset *x = (const subset *)task;
    h->st.failed = x->failed_rows;
    const eg_status status = write_table(x, x->result->levels, h->path);
    h->stands = status == EG_OK;
    if (status == EG_OK && x->outcome == EG_OK)
        tell(x, &h->st);
    return status == EG_OK ? x->outcome : status;
}

static eg_status check(const subset *x)
{
    const eg_subset_options *o = x->o;
    const char *what = NULL, *remedy = NULL;
    if (eg_design_kind_of(x->design) != EG_DESIGN_RANDOM) {
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

static uint64_t mark_of(const eg_subset_options *o)
{
    const uint64_t measure = o->measure;
    uint64_t hash = eg_hash(EG_HASH_OF_NOTHING, "subset", sizeof "subset");
    hash = eg_hash(hash, &measure, sizeof measure);
    return eg_hash(hash, &o->limit, sizeof o->limit);
}

static void release(subset *x)
{
    for (size_t i = 0; i < x->capacity; i++)
        free(x->outcomes[i].reason);
    free(x->outcomes);
    eg_chunk_release(&x->chunk);
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

eg_status eg_sweep_subset_by(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                             const eg_subset_options *options, const char *table, eg_diagnostics *diagnostics,
                             eg_subset_result *result, eg_sweep_statistics *statistics)
{
    const size_t count = eg_design_count(design), numbers = EG_SUBSET_LEVELS * count;
    eg_subset_result own = {0};
    if (!eg_options_fit(options->size, sizeof *options, "eg_subset_options", diagnostics))
        return EG_ERROR_USAGE;
    subset x = {.task = {.numbers = numbers,
                         .drawn_rows = count,
                         .mark = mark_of(options),
                         .begin = begin,
                         .add = add,
                         .end = end},
                .ensemble = ensemble,
                .design = design,
                .o = options,
                .d = diagnostics,
                .result = result ? result : &own,
                .n = eg_design_columns(design),
                .wanted = ensemble->wanted_count,
                .count = count};
    *x.result = (eg_subset_result){.chance = {NAN, NAN, NAN}, .variation = NAN};
    eg_status status = check(&x);
    if (status == EG_OK)
        status =
            eg_task_run(&x.task, crew, ensemble, design, &options->sweep, table, diagnostics, statistics);
    else if (statistics)
        *statistics = (eg_sweep_statistics){0};
    release(&x);
    return status;
}

eg_status eg_sweep_subset(const eg_ensemble *ensemble, const eg_design *design,
                          const eg_subset_options *options, const char *table, eg_diagnostics *diagnostics,
                          eg_subset_result *result, eg_sweep_statistics *statistics)
{
    return eg_sweep_subset_by(NULL, ensemble, design, options, table, diagnostics, result, statistics);
}
