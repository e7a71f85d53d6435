/* What is known of the place that a search has found: deviations, correlations, what the data leaves open,
 * whether what remains is noise, and which sample pulls most.
 *
 * Of least squares the covariance of the unknowns is s^2 (J'J)^-1. Of a loss psi it is that of an
 * M-estimator (Huber 1981, Robust Statistics, section 7.6): s^2 = K^2 sum(psi^2)/(m - n)/mean(psi')^2,
 * with K = 1 + n/m var(psi')/mean(psi')^2. Where directions are hardly apart derivatives are taken by two
 * lengths of steps: their differences tell which directions are no more than round-off, and extrapolation
 * takes the curvature out. */
#include "fit/search.h"

#include "fit/linear.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the Jacobian */

static double norm_of(const double *column, size_t m)
{
    double square = 0;
    for (size_t i = 0; i < m; i++)
        square += column[i] * column[i];
    return sqrt(square);
}

/* Differences err by some 1e-8 where motions are smooth, and directions as far apart as this are told
 * whatever they err by. */
static const double clear = 1e-3;

/* Are all directions clearly apart, and derivatives those of the last search? */
static bool is_clear(const eg_fit_problem *p, const eg_place_found *at)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    double *a = malloc((m * n + 2 * n * n + 2 * n + 1) * sizeof *a);
    double *v = a ? a + m * n : NULL, *s = a ? v + n * n : NULL;
    bool clearly = a && p->o->starts == 1;
    for (size_t j = 0; j < n && clearly; j++) {
        const double norm = norm_of(at->J + j * m, m);
        clearly = norm > 0;
        for (size_t i = 0; i < m && clearly; i++)
            a[j * m + i] = at->J[j * m + i] / norm;
    }
    if (clearly) {
        eg_singular_values(a, m, n, s, v, s + n);
        clearly = s[n - 1] > clear * s[0];
    }
    free(a);
    return clearly;
}

/* At the place, better than a search needs it. *error: of columns relative to their norms. */
static bool refine(eg_fit_problem *p, eg_place_found *at, double *error)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    *error = 0;
    if (is_clear(p, at))
        return true;
    double *twice = malloc((m * n + 1) * sizeof *twice);
    bool good = twice != NULL;
    if (p->o->starts > 1) /* the last search has ended elsewhere, and its steps are for there */
        good = good && p->residuals.jacobian(&p->residuals, at->u, at->r, NULL, at->J);
    p->keeps_steps = true;
    good = good && p->residuals.jacobian(&p->residuals, at->u, at->r, NULL, at->J);
    p->step_factor = 2;
    good = good && p->residuals.jacobian(&p->residuals, at->u, at->r, NULL, twice);
    p->step_factor = 1;
    p->keeps_steps = false;
    for (size_t j = 0; j < n && good; j++) {
        double difference = 0, norm = norm_of(at->J + j * m, m);
        for (size_t i = j * m; i < (j + 1) * m; i++) {
            const double size = fmax(fabs(at->J[i]), fabs(twice[i])), apart = at->J[i] - twice[i];
            if (fabs(apart) > 0.25 * size && size > 1e-3 * norm) { /* one of them has crossed a jump */
                at->J[i] = fabs(at->J[i]) < fabs(twice[i]) ? at->J[i] : twice[i];
                continue;
            }
            difference += apart * apart;
            at->J[i] += apart / 3;
        }
        if (norm > 0)
            *error = fmax(*error, sqrt(difference) / norm);
    }
    free(twice);
    return good;
}

/* ---------------------------------------------------------------- what the data tells */

typedef struct directions {
    size_t m, n;
    double *a, *s, *v, *norm; /* U, singular values, V of columns of norm 1, weighted by the loss's slope */
    double *size;             /* (n) what counts as a change of each unknown: its value */
    size_t open;              /* the last so many directions are not told */
} directions;

static bool find_directions(eg_fit_problem *p, const eg_place_found *at, double error, directions *x)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    *x = (directions){.m = m, .n = n};
    x->a = malloc((m * n + 2 * n * n + 4 * n + 1) * sizeof *x->a);
    if (!x->a)
        return false;
    x->v = x->a + m * n;
    x->s = x->v + n * n;
    x->norm = x->s + n;
    x->size = x->norm + n;
    double spread = 0; /* of the data, in deviations */
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        const double shown = eg_fit_spread(p, c, at->r);
        for (size_t k = 0; k < c->count; k++)
            spread = fmax(spread, shown / eg_fit_deviation(c, k));
    }
    for (size_t j = 0; j < n; j++) {
        const eg_sought *s = &p->sought[j];
        x->size[j] = s->is_log ? 1 : fmax(fabs(at->u[j]), 1e-3 * s->scale);
        x->norm[j] = norm_of(at->J + j * m, m);
        /* moved by its own size, it shows less than a millionth of what there is to be seen */
        if (x->norm[j] * x->size[j] <= 1e-6 * spread)
            x->norm[j] = 0;
        for (size_t i = 0; i < m; i++)
            x->a[j * m + i] = x->norm[j] > 0 ? at->J[j * m + i] / x->norm[j] : 0;
    }
    eg_singular_values(x->a, m, n, x->s, x->v, x->size + n);
    const double least = fmax(1e-7, 3 * error) * x->s[0];
    while (x->open < n && x->s[n - 1 - x->open] <= least)
        x->open++;
    return true;
}

/* The covariance of the unknowns, and which of them the data tells. */
static void fill_covariance(const directions *x, eg_known *known)
{
    const size_t n = x->n, told = n - x->open;
    for (size_t i = 0; i < n; i++) {
        known->told[i] = x->norm[i] > 0;
        for (size_t k = told; k < n && known->told[i]; k++)
            known->told[i] = fabs(x->v[k * n + i]) < 1e-3;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < told; k++)
                sum += x->v[k * n + i] * x->v[k * n + j] / (x->s[k] * x->s[k]);
            known->covariance[j * n + i] =
                known->told[i] && known->told[j] ? known->variance * sum / (x->norm[i] * x->norm[j]) : NAN;
        }
}

/* Variance, and what the sum grows by. */
static void fill_variance(const eg_fit_problem *p, const eg_place_found *at, eg_known *known)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    const eg_loss loss = eg_fit_loss(p);
    double square = 0, slope = 0, slopes = 0;
    bool knows = true;
    for (size_t i = 0; i < p->column_count; i++)
        knows = knows && p->columns[i].knows_noise;
    for (size_t i = 0; i < m; i++) {
        const double psi = eg_loss_weight(loss, at->r[i]) * at->r[i], d = eg_loss_slope(loss, at->r[i]);
        square += psi * psi;
        slope += d / (double)m;
        slopes += d * d / (double)m;
    }
    const double K = 1 + (double)n / (double)m * fmax(0, slopes / (slope * slope) - 1);
    known->variance = K * K * square / (double)(m - n) / (slope * slope);
    if (knows && loss.kind == EG_LOSS_SQUARE)
        known->variance = 1;
    known->factor = slope * known->variance;
    const bool is_normal = knows && loss.kind == EG_LOSS_SQUARE;
    known->quantile = eg_student_quantile(0.5 * (1 - p->o->level), is_normal ? INFINITY : (double)(m - n));
}

/* ---------------------------------------------------------------- what it leaves open, in words */

/* The component that a name is about: all before the last dot, or before ".s.start". */
static size_t owner_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot && strcmp(dot, ".start") == 0) {
        const char *end = dot;
        while (dot > name && *--dot != '.')
            ;
        return *dot == '.' ? (size_t)(dot - name) : (size_t)(end - name);
    }
    return dot ? (size_t)(dot - name) : 0;
}

/* Does anything happen at the component before the last sample of any run? */
static bool has_events(eg_fit_problem *p, const double *u, const char *component)
{
    bool seen = false;
    double *values = malloc((p->name_count + 1) * sizeof *values);
    eg_probe *probe = values ? eg_probe_create(p->ensemble, &p->readout, &p->run) : NULL;
    for (size_t run = 0; run < p->run_count && probe && !seen; run++) {
        double time;
        eg_probe_events ask = {
            .ask = {.kind = EG_ASK_TIME, .component = component}, .count = 1, .times = &time};
        eg_fit_values(p, run, u, values);
        const eg_probe_job job = {.values = values,
                                  .start = p->start,
                                  .stop = eg_fit_last_time(p, run),
                                  .events = &ask,
                                  .event_count = 1};
        if (job.stop > p->start && eg_probe_run(probe, &job, NULL) == EG_OK)
            seen = ask.seen > 0;
    }
    eg_probe_free(probe);
    free(values);
    return seen;
}

static bool is_contact(const eg_fit_problem *p, const char *component)
{
    const eg_spec *spec = p->ensemble->spec;
    for (size_t i = 0; i < spec->instance_count; i++)
        if (strcmp(spec->instances[i].path, component) == 0)
            return eg_class_variable(spec->instances[i].class, "contact") >= 0;
    return false;
}

static const char *words_of_one(eg_fit_problem *p, const eg_place_found *at, size_t j)
{
    const eg_sought *s = &p->sought[j];
    const size_t length = s->kind == EG_SOUGHT_VALUE ? owner_length(s->name) : 0;
    const char *component = eg_arena_text(p->arena, s->name, length);
    if (length > 0 && component && is_contact(p, component) && !has_events(p, at->u, component))
        return eg_arena_format(p->arena,
                               "%s: no sample follows it, since %s is not touched in the time of the "
                               "data: free flight only",
                               s->name, component);
    return eg_arena_format(p->arena, "%s: no sample follows it", s->name);
}

static char *join(eg_arena *arena, const char *words, const char *name)
{
    return eg_arena_format(arena, "%s%s%s", words ? words : "", words ? ", " : "", name);
}

static const char *words_of_many(eg_fit_problem *p, const double *direction)
{
    const size_t n = p->sought_count;
    size_t members[2] = {0}, count = 0;
    double largest = 0;
    char *words = NULL;
    for (size_t j = 0; j < n; j++)
        largest = fmax(largest, fabs(direction[j]));
    for (size_t j = 0; j < n; j++)
        if (fabs(direction[j]) > 1e-2 * largest) {
            if (count < 2)
                members[count] = j;
            count++;
        }
    if (count == 2) {
        const double a = direction[members[0]], b = direction[members[1]];
        const char *one = p->sought[members[0]].name, *other = p->sought[members[1]].name;
        if (fabs(fabs(a) - fabs(b)) < 1e-2 * largest)
            return a * b > 0 ? eg_arena_format(p->arena, "%s and %s: only the ratio %s/%s is told", one,
                                               other, one, other)
                             : eg_arena_format(p->arena, "%s and %s: only the product %s*%s is told", one,
                                               other, one, other);
    }
    bool are_equal = true;
    for (size_t j = 0; j < n; j++)
        are_equal = are_equal && (fabs(direction[j]) <= 1e-2 * largest ||
                                  fabs(direction[j] - direction[members[0]]) < 1e-2 * largest);
    for (size_t j = 0; j < n && are_equal; j++)
        if (fabs(direction[j]) > 1e-2 * largest && !(words = join(p->arena, words, p->sought[j].name)))
            return NULL;
    if (are_equal)
        return eg_arena_format(p->arena, "%s: only their ratios are told", words);
    for (size_t j = 0; j < n; j++) {
        if (fabs(direction[j]) <= 1e-2 * largest)
            continue;
        const char *before = words ? words : "together change nothing that is seen:";
        words = eg_arena_format(p->arena, "%s%s %s by %+.3g %%", before, words ? "," : "", p->sought[j].name,
                                direction[j] / largest);
        if (!words)
            return NULL;
    }
    return words;
}

static eg_status fill_open(eg_fit_problem *p, const eg_place_found *at, const directions *x, eg_fit *fit)
{
    const size_t n = x->n;
    fit->open = eg_arena_array(p->arena, n + 1, sizeof *fit->open);
    if (!fit->open)
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < x->open; k++) {
        double *direction = eg_arena_array(p->arena, n, sizeof *direction), square = 0;
        size_t alone = n;
        if (!direction)
            return EG_ERROR_MEMORY;
        for (size_t j = 0; j < n; j++) {
            const double v = x->v[(n - 1 - k) * n + j];
            direction[j] = x->norm[j] > 0 ? v / (x->norm[j] * x->size[j]) : 0;
            if (x->norm[j] == 0 && fabs(v) > 0.5)
                alone = j;
        }
        if (alone < n) {
            memset(direction, 0, n * sizeof *direction);
            direction[alone] = 1;
        }
        for (size_t j = 0; j < n; j++)
            square += direction[j] * direction[j];
        for (size_t j = 0; j < n; j++)
            direction[j] /= sqrt(square);
        const char *words = alone < n ? words_of_one(p, at, alone) : words_of_many(p, direction);
        if (!words)
            return EG_ERROR_MEMORY;
        fit->open[fit->open_count++] = (eg_fit_open){words, direction};
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- estimates */

static eg_status fill_estimates(eg_fit_problem *p, const eg_place_found *at, const eg_known *known,
                                eg_fit *fit)
{
    const size_t n = p->sought_count;
    fit->estimates = eg_arena_array(p->arena, n, sizeof *fit->estimates);
    fit->correlation = eg_arena_array(p->arena, n * n, sizeof *fit->correlation);
    if (!fit->estimates || !fit->correlation)
        return EG_ERROR_MEMORY;
    fit->estimate_count = n;
    for (size_t j = 0; j < n; j++) {
        const eg_sought *s = &p->sought[j];
        const double deviation = sqrt(known->covariance[j * n + j]), reach = known->quantile * deviation;
        fit->estimates[j] = (eg_fit_estimate){.name = s->name,
                                              .unit = eg_arena_copy(p->arena, s->unit),
                                              .value = eg_sought_value(s, at->u[j]),
                                              .start = eg_sought_value(s, at->begin[j]),
                                              .least = s->low,
                                              .most = s->high,
                                              .deviation = deviation * eg_sought_slope(s, at->u[j]),
                                              .profile_low = NAN,
                                              .profile_high = NAN,
                                              .is_at_bound = at->u[j] <= p->low[j] || at->u[j] >= p->high[j],
                                              .is_told = known->told[j],
                                              .is_of_model = s->kind == EG_SOUGHT_VALUE &&
                                                             (s->file < 0 || p->file_count == 1)};
        if (!fit->estimates[j].unit)
            return EG_ERROR_MEMORY;
        fit->estimates[j].low = s->is_log ? exp(at->u[j] - reach) : at->u[j] - reach;
        fit->estimates[j].high = s->is_log ? exp(at->u[j] + reach) : at->u[j] + reach;
        for (size_t i = 0; i < n; i++)
            fit->correlation[j * n + i] = known->covariance[j * n + i] /
                                          sqrt(known->covariance[j * n + j] * known->covariance[i * n + i]);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- columns */

static void test_residuals(const eg_fit_problem *p, const eg_fit_column *c, const double *r, eg_fit_series *s)
{
    const eg_loss loss = eg_fit_loss(p);
    double sum = 0, square = 0, third = 0, fourth = 0, mean = 0;
    size_t count = 0;
    for (size_t k = 0; k < c->count; k++)
        mean += r[c->first + k] / (double)c->count;
    for (size_t k = 0; k < c->count; k++) {
        const double x = r[c->first + k], w = eg_loss_weight(loss, x);
        const double next = k + 1 < c->count ? r[c->first + k + 1] : 0;
        sum += w * x * next * eg_loss_weight(loss, next);
        square += w * x * w * x;
        s->outliers += w < 0.5;
    }
    s->autocorrelation = square > 0 ? sum / square : 0;
    s->autocorrelation_chance = eg_normal_tails(s->autocorrelation * sqrt((double)c->count));
    square = 0;
    for (size_t k = 0; k < c->count; k++) {
        const double x = r[c->first + k] - mean;
        if (eg_loss_weight(loss, r[c->first + k]) < 0.5)
            continue;
        square += x * x;
        third += x * x * x;
        fourth += x * x * x * x;
        count++;
    }
    const double N = (double)count, variance = square / N;
    const double skew = third / N / pow(variance, 1.5), kurtosis = fourth / N / (variance * variance) - 3;
    s->skew_chance = variance > 0 ? exp(-N / 12 * (skew * skew + kurtosis * kurtosis / 4)) : 1;
}

static eg_status fill_series(eg_fit_problem *p, const eg_place_found *at, const directions *x,
                             const eg_known *known, eg_fit *fit)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    const eg_loss loss = eg_fit_loss(p);
    size_t *early = eg_arena_array(p->arena, p->column_count + 1, sizeof *early);
    double *shown = eg_arena_array(p->arena, m + 1, sizeof *shown);
    double *pull = eg_arena_array(p->arena, m + 1, sizeof *pull), most = -1;
    fit->series = eg_arena_array(p->arena, p->column_count + 1, sizeof *fit->series);
    if (!early || !shown || !pull || !fit->series)
        return EG_ERROR_MEMORY;
    if (!eg_fit_shows(p, at->u, shown, early, p->d))
        return EG_ERROR_SIMULATION;
    fit->series_count = p->column_count;
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        double *times = c->time;
        if (c->is_events || c->over || p->row_count > 0) {
            times = eg_arena_array(p->arena, c->count + 1, sizeof *times);
            for (size_t k = 0; times && k < c->count; k++)
                times[k] = (double)(c->number[k] + 1);
        }
        if (!times)
            return EG_ERROR_MEMORY;
        fit->series[i] = (eg_fit_series){.file = p->files[c->file].path,
                                         .column = c->name,
                                         .expression = c->text,
                                         .unit = c->unit,
                                         .is_events = c->is_events,
                                         .is_rows = p->row_count > 0 || c->over,
                                         .count = c->count,
                                         .missing = c->missing,
                                         .early = early[i],
                                         .time = times,
                                         .value = c->value,
                                         .model = shown + c->first,
                                         .pull = pull + c->first,
                                         .noise = c->noise};
        test_residuals(p, c, at->r, &fit->series[i]);
        for (size_t k = 0; k < c->count; k++) {
            const size_t row = c->first + k;
            double leverage = 0;
            for (size_t q = 0; q + x->open < n; q++)
                leverage += x->a[q * m + row] * x->a[q * m + row];
            const double w = eg_loss_weight(loss, at->r[row]), rest = fmax(1 - w * leverage, 1e-12);
            if (known->variance > 0) /* else the model is where all samples are, and none pulls */
                pull[row] =
                    w * w * at->r[row] * at->r[row] * leverage / ((double)n * known->variance * rest * rest);
            if (pull[row] > most) {
                most = pull[row];
                fit->pull_series = i;
                fit->pull_sample = k;
            }
        }
    }
    return EG_OK;
}

eg_status eg_fit_assess(eg_fit_problem *p, eg_place_found *at, eg_known *known, eg_fit *fit)
{
    const size_t n = p->sought_count;
    double error;
    directions x = {0};
    known->covariance = eg_arena_array(p->arena, n * n, sizeof *known->covariance);
    known->told = eg_arena_array(p->arena, n, sizeof *known->told);
    if (!known->covariance || !known->told)
        return EG_ERROR_MEMORY;
    if (!refine(p, at, &error))
        return EG_ERROR_SIMULATION;
    fill_variance(p, at, known);
    eg_status status = find_directions(p, at, error, &x) ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        fill_covariance(&x, known);
        status = fill_open(p, at, &x, fit);
    }
    if (status == EG_OK)
        status = fill_estimates(p, at, known, fit);
    if (status == EG_OK)
        status = fill_series(p, at, &x, known, fit);
    fit->samples = p->residuals.m;
    fit->sum = eg_loss_sum(eg_fit_loss(p), at->r, p->residuals.m);
    free(x.a);
    return status;
}
