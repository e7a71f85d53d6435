/* Searching.
 *
 * Where a motion bounces, residuals are no convex function of what is sought: once a bounce of the model
 * is off by as much as bounces are apart, the way down is long, or leads to a wrong place. At the beginning
 * of the data the model cannot be that far off, and its runs are short. So where the model as the search
 * finds it is off, it begins in a window of the first samples, which grows: each time what has been found
 * foretells the new samples well enough. Where the end of one way, over all of the data at once or in
 * windows, leaves more than noise, the other one is gone, too. */
#include "fit/search.h"

#include "base/flag.h"
#include "fit/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 100, MOST_ROUNDS = 12, MOST_WINDOWS = 60 };
/* What a step would move estimates by, in their deviations: less than that is not worth a step, and
 * derivatives from before such a step will do behind it. */
typedef struct patience {
    double enough, keep;
} patience;
static const patience in_windows = {1, 3}; /* what a window hardly tells stays where it is */
static const patience on_the_way = {0.3, 1}, at_the_end = {1e-3, 0.05};
/* Runs on the way, where it is not asked for less. */
static const double rough_tolerance = 1e-7;
/* Off by no more than this part of what there is to be seen, all samples at once lead there. */
static const double near = 0.02;

bool eg_place_init(eg_place_found *at, eg_fit_problem *p)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    *at = (eg_place_found){.sum = INFINITY, .way = ""};
    at->u = eg_arena_array(p->arena, n + 1, sizeof *at->u);
    at->begin = eg_arena_array(p->arena, n + 1, sizeof *at->begin);
    at->r = eg_arena_array(p->arena, m + 1, sizeof *at->r);
    at->J = eg_arena_array(p->arena, m * n + 1, sizeof *at->J);
    at->noise = eg_arena_array(p->arena, p->column_count + 1, sizeof *at->noise);
    return at->u && at->begin && at->r && at->J && at->noise;
}

static void copy_place(eg_fit_problem *p, eg_place_found *to, const eg_place_found *from)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    memcpy(to->u, from->u, n * sizeof *to->u);
    memcpy(to->begin, from->begin, n * sizeof *to->begin);
    memcpy(to->r, from->r, m * sizeof *to->r);
    memcpy(to->J, from->J, m * n * sizeof *to->J);
    memcpy(to->noise, from->noise, p->column_count * sizeof *to->noise);
    to->sum = from->sum;
    to->has_settled = from->has_settled;
    to->way = from->way;
}

/* ---------------------------------------------------------------- noise */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the magnitudes, times what makes it a standard deviation of normal numbers. */
static double median_deviation(double *magnitudes, size_t count)
{
    qsort(magnitudes, count, sizeof *magnitudes, by_size);
    const size_t half = count / 2;
    const double median = count % 2 == 1 ? magnitudes[half] : 0.5 * (magnitudes[half - 1] + magnitudes[half]);
    return 1.4826022185056018 * median;
}

/* The deviation of a column's residuals in what they are divided by at present. room[m]. */
static double deviation_of(const eg_fit_problem *p, const eg_fit_column *c, const double *r, double *room)
{
    size_t count = 0;
    double square = 0;
    for (size_t k = 0; k < c->count; k++)
        if (eg_fit_counts(p, c, k)) {
            room[count++] = fabs(r[c->first + k]);
            square += r[c->first + k] * r[c->first + k];
        }
    const size_t counted = eg_fit_counted(p), n = p->sought_count;
    const double bias = counted > n ? sqrt((double)counted / (double)(counted - n)) : 1;
    if (count == 0)
        return 1;
    return bias * (p->o->robust ? median_deviation(room, count) : sqrt(square / (double)count));
}

/* What a column's numbers are off by for their having so many digits. */
static double rounding_of(const eg_fit_column *c)
{
    return 64 * DBL_EPSILON * fmax(fabs(c->value[0]), fabs(c->value[c->count - 1]));
}

bool eg_fit_is_rounding(const eg_fit_problem *p)
{
    for (size_t i = 0; i < p->column_count; i++)
        if (p->columns[i].noise > 1.001 * rounding_of(&p->columns[i]))
            return false;
    return true;
}

/* Noise that is not known becomes what remains; residuals and Jacobian follow. How far it has changed, as a
 * factor. */
static double update_noise(eg_fit_problem *p, eg_place_found *at, double *room)
{
    double change = 1;
    for (size_t i = 0; i < p->column_count; i++) {
        eg_fit_column *c = &p->columns[i];
        if (c->knows_noise)
            continue;
        double factor = deviation_of(p, c, at->r, room);
        if (c->noise * factor < rounding_of(c)) /* no residuals but that */
            factor = rounding_of(c) / c->noise;
        if (factor == 0)
            continue;
        c->noise *= factor;
        for (size_t k = c->first; k < c->first + c->count; k++) {
            at->r[k] /= factor;
            for (size_t j = 0; j < p->sought_count; j++)
                at->J[j * p->residuals.m + k] /= factor;
        }
        change = fmax(change, fmax(factor, 1 / factor));
    }
    return change;
}

static void set_noise(eg_fit_problem *p, const double *noise)
{
    for (size_t i = 0; i < p->column_count; i++)
        p->columns[i].noise = noise[i];
}

eg_loss eg_fit_loss(const eg_fit_problem *p)
{
    return (eg_loss){p->o->robust ? EG_LOSS_BISQUARE : EG_LOSS_SQUARE, 1};
}

static size_t noise_unknown(const eg_fit_problem *p)
{
    size_t count = 0;
    for (size_t i = 0; i < p->column_count; i++)
        count += !p->columns[i].knows_noise;
    return count;
}

/* ---------------------------------------------------------------- one search */

static void be_rough(eg_fit_problem *p, bool is_rough)
{
    p->is_rough = is_rough;
    p->run.tolerance = is_rough ? fmax(p->o->tolerance, rough_tolerance) : p->o->tolerance;
}

/* Down from at->u at present noise. False: there is no run. */
static bool go_down(eg_fit_problem *p, eg_place_found *at, eg_loss_kind kind, patience how)
{
    const size_t counted = eg_fit_counted(p), n = p->sought_count;
    const double variance = 1 / (double)(counted > n ? counted - n : 1); /* as a part of the sum */
    eg_least l = {.low = p->low,
                  .high = p->high,
                  .loss = {kind, 1},
                  .most_steps = MOST_STEPS,
                  .enough = how.enough * how.enough * variance,
                  .keep = how.keep * how.keep * variance,
                  .updates = p->is_rough && kind == EG_LOSS_SQUARE, /* outliers would bend it */
                  .damping = at->damping};
    const bool good = eg_least_squares(&p->residuals, &l, at->u, at->r, at->J);
    at->has_settled = l.has_settled;
    at->damping = l.damping;
    return good;
}

/* Down from at->u, with noise found on the way, to the end, or as far as a window asks for. Only where
 * columns have noise of their own, or outliers do not count, does the place depend on it. False: there is no
 * run. */
static bool settle(eg_fit_problem *p, eg_place_found *at, bool is_end)
{
    const bool depends = p->o->robust || p->column_count > 1;
    const patience rough = is_end ? on_the_way : in_windows;
    const eg_loss_kind kind = eg_fit_loss(p).kind;
    const eg_loss_kind first = p->o->robust ? EG_LOSS_HUBER : kind;
    double *room = malloc((p->residuals.m + 1) * sizeof *room);
    bool good = room != NULL;
    be_rough(p, true);
    for (int round = 0; round < MOST_ROUNDS && good; round++) {
        good = go_down(p, at, first, rough);
        if (!good || noise_unknown(p) == 0 || update_noise(p, at, room) < 1.001 || !depends)
            break;
    }
    if (good && p->o->robust)
        good = go_down(p, at, kind, rough);
    be_rough(p, false);
    if (good && is_end)
        good = go_down(p, at, kind, at_the_end);
    if (good && is_end && !p->o->robust)
        (void)update_noise(p, at, room);
    for (size_t i = 0; i < p->column_count && good; i++)
        at->noise[i] = p->columns[i].noise;
    free(room);
    return good;
}

/* What remains of a column, outliers apart, as a part of its spread. */
static double remaining(const eg_fit_problem *p, const eg_fit_column *c, const double *r)
{
    const eg_loss loss = eg_fit_loss(p);
    double square = 0, weight = 0;
    for (size_t k = 0; k < c->count && eg_fit_counts(p, c, k); k++) {
        const double w = eg_loss_weight(loss, r[c->first + k]);
        square += w * pow(r[c->first + k] * eg_fit_deviation(c, k), 2);
        weight += w;
    }
    return weight > 1 ? sqrt(square / weight) / eg_fit_spread(p, c, r) : 0;
}

static double remaining_of_all(const eg_fit_problem *p, const double *r)
{
    double most = 0;
    for (size_t i = 0; i < p->column_count; i++)
        most = fmax(most, remaining(p, &p->columns[i], r));
    return most;
}

/* Are residuals no more than noise? Then neighbours differ; but few samples hardly tell, and so a
 * thousandth of what is to be seen will do, and a hundredth is too much. */
static bool explains(const eg_fit_problem *p, const double *r)
{
    const eg_loss loss = eg_fit_loss(p);
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        double sum = 0, square = 0;
        for (size_t k = 0; k < c->count; k++) {
            const double x = r[c->first + k] * eg_loss_weight(loss, r[c->first + k]);
            const double next = k + 1 < c->count ? r[c->first + k + 1] : 0;
            sum += x * next * eg_loss_weight(loss, next);
            square += x * x;
        }
        const double part = remaining(p, c, r);
        if (part > 0.01 || (part > 1e-3 && sum > 4 * square / sqrt((double)c->count)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- windows */

/* Times of all samples, in order. */
static double *all_times(const eg_fit_problem *p)
{
    double *times = malloc((p->residuals.m + 1) * sizeof *times);
    size_t count = 0;
    for (size_t i = 0; i < p->column_count && times; i++)
        for (size_t k = 0; k < p->columns[i].count; k++)
            times[count++] = p->columns[i].time[k];
    if (times)
        qsort(times, count, sizeof *times, by_size);
    return times;
}

static double relative_norm(const double *column, size_t m)
{
    double square = 0;
    for (size_t i = 0; i < m; i++)
        square += column[i] * column[i];
    return sqrt(square / (double)(m > 0 ? m : 1));
}

/* How many of the first samples tell something of all that is sought: of what the model shows each number
 * moves a hundredth where it moves by its own size; else as many as there are. */
static size_t first_window(eg_fit_problem *p, eg_place_found *at, const double *times)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    bool are_events = true, tells = false;
    for (size_t i = 0; i < p->column_count; i++)
        are_events = are_events && p->columns[i].is_events;
    size_t count = are_events ? n : 2 * n + 6;
    be_rough(p, true);
    for (; count < m; count += count / 2 + 1) {
        p->horizon = times[count - 1];
        if (!p->residuals.at(&p->residuals, at->u, at->r) ||
            !p->residuals.jacobian(&p->residuals, at->u, at->r, NULL, at->J))
            continue;
        tells = true;
        for (size_t j = 0; j < n; j++)
            tells = tells && relative_norm(at->J + j * m, m) * p->sought[j].scale >
                                 0.01 * sqrt((double)eg_fit_counted(p) / (double)m);
        if (tells)
            break;
    }
    be_rough(p, false);
    return tells ? count : m;
}

/* Are samples there in order of time, in one run of a file? */
static bool has_windows(const eg_fit_problem *p)
{
    return p->row_count == 0 && !p->has_loops;
}

/* Windows that grow, each from where the last one has ended. How many there were; 0: there was no run. */
static int search_windows(eg_fit_problem *p, eg_place_found *at, const double *first_noise)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    double *times = all_times(p), *last = malloc((n + 1) * sizeof *last);
    int windows = 0;
    double growth = 2, before = INFINITY;
    bool good = times && last;
    memcpy(at->u, at->begin, n * sizeof *at->u);
    at->damping = 0;
    set_noise(p, first_noise);
    size_t count = good ? first_window(p, at, times) : m, kept = 0;
    while (good && windows < MOST_WINDOWS) {
        p->horizon = count < m ? times[count - 1] : INFINITY;
        set_noise(p, first_noise);
        good = settle(p, at, count >= m);
        windows++;
        const double now = good ? remaining_of_all(p, at->r) : INFINITY;
        /* worse than it was: too far at once, unless that is as near as it gets */
        if (kept > 0 && now > 3 * before + 1e-4 && growth > 1.1) {
            growth = sqrt(growth);
            memcpy(at->u, last, n * sizeof *last);
            at->damping = 0;
            good = true;
        } else {
            memcpy(last, at->u, n * sizeof *last);
            before = fmax(now, 1e-6);
            kept = count;
            growth = fmin(2, growth * growth);
            if (count >= m)
                break;
        }
        const size_t grown = (size_t)((double)kept * growth) + 1;
        count = grown < m ? grown : m;
    }
    p->horizon = INFINITY;
    free(times);
    free(last);
    return good ? windows : 0;
}

/* ---------------------------------------------------------------- starts */

static void begin_at(const eg_fit_problem *p, size_t start, double *u)
{
    for (size_t j = 0; j < p->sought_count; j++)
        u[j] = eg_sought_begin(&p->sought[j], p->o->seed, start, j);
}

/* What a place is worth, whatever noise it has found: the product of what remains in all columns. */
static double worth(const eg_fit_problem *p, const eg_place_found *at)
{
    double sum = eg_loss_sum(eg_fit_loss(p), at->r, p->residuals.m);
    for (size_t i = 0; i < p->column_count; i++)
        if (!p->columns[i].knows_noise)
            sum += 2 * (double)p->columns[i].count * log(at->noise[i]);
    return sum;
}

/* Over all of the data at once, from at->begin. False: there is no run. */
static bool search_at_once(eg_fit_problem *p, eg_place_found *at, const double *first_noise)
{
    memcpy(at->u, at->begin, p->sought_count * sizeof *at->u);
    at->damping = 0;
    set_noise(p, first_noise);
    const bool good = settle(p, at, true);
    at->sum = good ? worth(p, at) : INFINITY;
    at->way = "at once";
    return good;
}

/* How far the model is off where the search begins, as a part of what there is to be seen; INFINITY: it has
 * no run. */
static double off_at_begin(eg_fit_problem *p, eg_place_found *at, const double *first_noise)
{
    set_noise(p, first_noise);
    be_rough(p, true);
    const double off =
        p->residuals.at(&p->residuals, at->begin, at->r) ? remaining_of_all(p, at->r) : INFINITY;
    be_rough(p, false);
    return off;
}

static const char *words_of_windows(eg_fit_problem *p, int windows, double off)
{
    const char *words =
        isfinite(off)
            ? eg_arena_format(p->arena,
                              "in %d windows that grow: where the search begins the model is off by %.2g %% "
                              "of what there is to be seen",
                              windows, 100 * off)
            : eg_arena_format(p->arena,
                              "in %d windows that grow: where the search begins the model does not run as "
                              "far as the data",
                              windows);
    return words ? words : "in windows that grow";
}

/* From at->begin. False: there is no run. */
static bool search_from(eg_fit_problem *p, eg_place_found *at, eg_place_found *other,
                        const double *first_noise)
{
    const double off = off_at_begin(p, at, first_noise);
    memset(p->steps, 0, p->sought_count * sizeof *p->steps);
    at->sum = INFINITY;
    if (has_windows(p) && !(off <= near)) {
        const int windows = search_windows(p, at, first_noise);
        at->sum = windows > 0 ? worth(p, at) : INFINITY;
        at->way = words_of_windows(p, windows, off);
        if (windows > 0 && explains(p, at->r))
            return true;
        memcpy(other->begin, at->begin, p->sought_count * sizeof *other->begin);
        if (search_at_once(p, other, first_noise) && other->sum < at->sum - 1e-6 * fabs(at->sum))
            copy_place(p, at, other);
        return isfinite(at->sum);
    }
    if (!search_at_once(p, at, first_noise) || !has_windows(p) || explains(p, at->r))
        return isfinite(at->sum);
    memcpy(other->begin, at->begin, p->sought_count * sizeof *other->begin);
    const int windows = search_windows(p, other, first_noise);
    other->sum = windows > 0 ? worth(p, other) : INFINITY;
    if (other->sum < at->sum - 1e-6 * fabs(at->sum)) {
        copy_place(p, at, other);
        at->way = eg_arena_format(p->arena,
                                  "in %d windows that grow: over all of the data at once the search ends "
                                  "where neighbouring residuals are alike",
                                  windows);
        at->way = at->way ? at->way : "in windows that grow";
    } else {
        at->way = "at once; what remains is no noise, but windows that grow end no better";
    }
    return true;
}

eg_status eg_fit_search(eg_fit_problem *p, eg_place_found *best, size_t *agreeing)
{
    eg_place_found at, other;
    double *first = eg_arena_array(p->arena, p->column_count + 1, sizeof *first);
    const size_t starts = (size_t)p->o->starts;
    double *sums = malloc((starts + 1) * sizeof *sums);
    bool found = false;
    if (!first || !sums || !eg_place_init(best, p) || !eg_place_init(&at, p) || !eg_place_init(&other, p)) {
        free(sums);
        return EG_ERROR_MEMORY;
    }
    for (size_t i = 0; i < p->column_count; i++)
        first[i] = p->columns[i].noise;
    for (size_t k = 0; k < starts && !eg_flag_is_up(p->o->stop); k++) {
        p->progress.done = k;
        begin_at(p, k, at.begin);
        sums[k] = INFINITY;
        if (!search_from(p, &at, &other, first))
            continue;
        sums[k] = at.sum;
        if (!found || at.sum < best->sum)
            copy_place(p, best, &at);
        found = true;
    }
    *agreeing = 0;
    for (size_t k = 0; k < starts && found; k++)
        *agreeing += sums[k] <= best->sum + 1e-3 * sqrt((double)p->residuals.m);
    free(sums);
    if (eg_flag_is_up(p->o->stop)) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "the fit was stopped");
        eg_remedy(p->d, "let it go on to its end, or ask for less by --starts");
        return EG_ERROR_SIMULATION;
    }
    if (!found) {
        begin_at(p, 0, at.u);
        set_noise(p, first);
        if (eg_fit_shows(p, at.u, at.r, NULL, p->d))
            eg_report(p->d, EG_ERROR, EG_NOWHERE, "the search came to no end at which the model runs");
        else
            eg_report(p->d, EG_ERROR, EG_NOWHERE,
                      "where the search begins the model does not show all that was measured: the run fails, "
                      "has fewer events, or what is matched has no value at some time");
        eg_remedy(p->d, "begin elsewhere, --free NAME=LOW:START:HIGH, or from several places, --starts");
        return EG_ERROR_SIMULATION;
    }
    set_noise(p, best->noise);
    return EG_OK;
}
