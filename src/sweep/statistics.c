/* What many rows come to. Sums go from the first row to the last, so that results are the same bits however
 * the rows were computed. */
#include "sweep/sweep.h"

#include "base/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double z95 = 1.959963984540054; /* of the standard normal distribution 95 % lie within */

static eg_interval nothing(void)
{
    return (eg_interval){NAN, NAN, NAN};
}

/* ---------------------------------------------------------------- moments */

typedef struct moments {
    size_t count;
    double mean, squares; /* sum of squares about the mean */
} moments;

/* In two passes, so that little is lost where the mean is large. */
static moments moments_of(const double *y, size_t count)
{
    moments m = {0};
    double sum = 0, rest = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(y[i])) {
            sum += y[i];
            m.count++;
        }
    m.mean = m.count > 0 ? sum / (double)m.count : NAN;
    for (size_t i = 0; i < count; i++)
        if (!isnan(y[i])) {
            rest += y[i] - m.mean;
            m.squares += (y[i] - m.mean) * (y[i] - m.mean);
        }
    if (m.count > 0)
        m.mean += rest / (double)m.count;
    return m;
}

static eg_interval interval_about(double value, double half)
{
    return (eg_interval){value, value - half, value + half};
}

eg_interval eg_sweep_mean(const double *y, size_t count)
{
    const moments m = moments_of(y, count);
    const double n = (double)m.count;
    return interval_about(m.mean, m.count > 1 ? z95 * sqrt(m.squares / (n - 1) / n) : NAN);
}

/* ---------------------------------------------------------------- chances and quantiles */

eg_interval eg_sweep_exceedance(const double *y, size_t count, double limit)
{
    double n = 0, above = 0;
    for (size_t i = 0; i < count; i++) {
        n += !isnan(y[i]);
        above += y[i] > limit;
    }
    if (n == 0)
        return nothing();
    const double p = above / n, z = z95 * z95 / n, middle = (p + z / 2) / (1 + z);
    const double half = sqrt(z * (p * (1 - p) + z / 4)) / (1 + z);
    return (eg_interval){p, above == 0 ? 0 : middle - half, above == n ? 1 : middle + half};
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The numbers there are, in order; *count of them. NULL: out of memory. */
static double *sorted(const double *y, size_t *count)
{
    double *list = malloc((*count + 1) * sizeof *list);
    size_t used = 0;
    for (size_t i = 0; list && i < *count; i++)
        if (!isnan(y[i]))
            list[used++] = y[i];
    if (used > 0)
        qsort(list, used, sizeof *list, compare);
    *count = used;
    return list;
}

/* How many of n numbers lie below the quantile of chance p is a number K of the binomial distribution, and
 * the quantile lies between the order statistics K and K + 1 (from 1). *low is the greatest rank with
 * P(K < low) <= 2.5 %, *high the least with P(K >= high) <= 2.5 %. Ranks 0 and n + 1 stand for no bound. */
static void ranks_about(size_t n, double p, size_t *low, size_t *high)
{
    const double count = (double)n, spread = 12 * sqrt(count * p * (1 - p)) + 40;
    const double first = floor(count * p - spread);
    size_t k = first > 0 ? (size_t)first : 0;
    double term = (count - (double)k) * log1p(-p) + (double)k * log(p);
    for (size_t i = 0; i < k; i++)
        term += log((count - (double)i) / ((double)i + 1));
    term = exp(term);
    double below = 0; /* P(K < k), but for what lies a dozen deviations off */
    *low = 0;
    for (; k <= n; k++) {
        if (below <= 0.025)
            *low = k;
        if (below >= 0.975)
            break;
        below += term;
        term *= (count - (double)k) / ((double)k + 1) * p / (1 - p);
    }
    *high = k;
}

eg_status eg_sweep_quantile(const double *y, size_t count, double p, eg_interval *quantile)
{
    double *list = sorted(y, &count);
    *quantile = nothing();
    if (!list)
        return EG_ERROR_MEMORY;
    if (count > 0 && p >= 0 && p <= 1)
        quantile->value = eg_quantile(list, count, p);
    if (count > 0 && p > 0 && p < 1) {
        size_t low, high;
        ranks_about(count, p, &low, &high);
        quantile->low = low > 0 ? list[low - 1] : NAN;
        quantile->high = high <= count ? list[high - 1] : NAN;
    }
    free(list);
    return EG_OK;
}

/* ---------------------------------------------------------------- Sobol's indices */

/* The blocks that are whole, less the mean of all their numbers. NULL: out of memory. */
static double *centred_blocks(const double *y, size_t blocks, size_t width, size_t *used)
{
    double *list = calloc(blocks * width + 1, sizeof *list);
    *used = 0;
    for (size_t i = 0; list && i < blocks; i++) {
        bool whole = true;
        for (size_t k = 0; k < width; k++)
            whole = whole && isfinite(y[i * width + k]);
        if (whole)
            memcpy(list + width * (*used)++, y + i * width, width * sizeof *y);
    }
    const double mean = list ? moments_of(list, *used * width).mean : 0;
    for (size_t i = 0; list && i < *used * width; i++)
        list[i] -= mean;
    return list;
}

static size_t pairs_of(size_t factors)
{
    return factors * (factors - 1) / 2;
}

/* Of these blocks, or of a bootstrap sample, block of[i] instead of i: first[factors], total[factors],
 * second[pairs], one behind the other. Blocks of factors + 2 numbers have no indices of the second order. */
static void indices_of(const double *y, const size_t *of, size_t blocks, size_t factors, size_t width,
                       double *indices)
{
    double *first = indices, *total = first + factors, *second = total + factors;
    const bool has_second = width > factors + 2;
    double sum = 0, squares = 0;
    memset(indices, 0, (2 * factors + (has_second ? pairs_of(factors) : 0)) * sizeof *indices);
    for (size_t i = 0; i < blocks; i++) {
        const double *block = y + (of ? of[i] : i) * width;
        sum += block[0] + block[width - 1];
    }
    const double n = (double)blocks, mean = sum / (2 * n);
    for (size_t i = 0; i < blocks; i++) {
        const double *block = y + (of ? of[i] : i) * width, *swapped = block + factors;
        const double a = block[0], b = block[width - 1];
        squares += (a - mean) * (a - mean) + (b - mean) * (b - mean);
        for (size_t k = 0; k < factors; k++) {
            const double change = block[k + 1] - a;
            first[k] += b * change;
            total[k] += change * change;
        }
        for (size_t j = 0, pair = 0; j < factors && has_second; j++)
            for (size_t k = j + 1; k < factors; k++, pair++)
                second[pair] += swapped[j + 1] * block[k + 1] - a * b;
    }
    const double variance = squares / (2 * n);
    for (size_t k = 0; k < factors; k++) {
        first[k] = variance > 0 ? first[k] / n / variance : NAN;
        total[k] = variance > 0 ? 0.5 * total[k] / n / variance : NAN;
    }
    for (size_t j = 0, pair = 0; j < factors && has_second; j++)
        for (size_t k = j + 1; k < factors; k++, pair++)
            second[pair] = variance > 0 ? second[pair] / n / variance - first[j] - first[k] : NAN;
}

enum { RESAMPLES = 200 };

/* samples (RESAMPLES x stride) */
static void resample(const double *y, size_t blocks, size_t factors, size_t width, uint64_t seed, size_t *of,
                     double *samples, size_t stride)
{
    for (size_t r = 0; r < RESAMPLES; r++) {
        for (size_t i = 0; i < blocks; i++) /* 52 bits: what is uneven is far below what is sought */
            of[i] = (size_t)((double)(eg_sweep_bits(seed, i, ~(uint64_t)r) >> 12) * 0x1p-52 * (double)blocks);
        indices_of(y, of, blocks, factors, width, samples + r * stride);
    }
}

static double deviation(const double *samples, size_t stride)
{
    double list[RESAMPLES];
    for (size_t r = 0; r < RESAMPLES; r++)
        list[r] = samples[r * stride];
    const moments m = moments_of(list, RESAMPLES);
    return m.count > 1 ? sqrt(m.squares / (double)(m.count - 1)) : NAN;
}

/* second: NULL where blocks have none. */
static eg_status find_indices(const double *y, size_t blocks, size_t factors, unsigned long long seed,
                              eg_interval *first, eg_interval *total, eg_interval *second, size_t *used)
{
    const size_t width = second ? 2 * factors + 2 : factors + 2;
    const size_t stride = 2 * factors + (second ? pairs_of(factors) : 0);
    size_t whole;
    double *list = centred_blocks(y, blocks, width, &whole);
    size_t *of = malloc((whole + 1) * sizeof *of);
    double *values = calloc(stride + 1, sizeof *values);
    double *samples = calloc(stride * RESAMPLES + 1, sizeof *samples);
    eg_status status = list && of && values && samples ? EG_OK : EG_ERROR_MEMORY;
    if (used)
        *used = whole;
    if (status == EG_OK && whole > 0) {
        indices_of(list, NULL, whole, factors, width, values);
        resample(list, whole, factors, width, seed, of, samples, stride);
    }
    for (size_t k = 0; k < stride; k++) {
        eg_interval x = nothing();
        if (status == EG_OK && whole > 0) /* of one block there is no second sample */
            x = interval_about(values[k], whole > 1 ? z95 * deviation(samples + k, stride) : NAN);
        if (k < factors)
            first[k] = x;
        else if (k < 2 * factors)
            total[k - factors] = x;
        else
            second[k - 2 * factors] = x;
    }
    free(list);
    free(of);
    free(values);
    free(samples);
    return status;
}

eg_status eg_sweep_sobol(const double *y, size_t blocks, size_t factors, unsigned long long seed,
                         eg_interval *first, eg_interval *total, size_t *used)
{
    return find_indices(y, blocks, factors, seed, first, total, NULL, used);
}

eg_status eg_sweep_sobol_second(const double *y, size_t blocks, size_t factors, unsigned long long seed,
                                eg_interval *first, eg_interval *total, eg_interval *second, size_t *used)
{
    return find_indices(y, blocks, factors, seed, first, total, second, used);
}

/* ---------------------------------------------------------------- slopes */

/* The upper triangle of R, of what is n columns and the right-hand side, by Givens' rotations row by row
 * (Golub and Van Loan, 5.2): the normal equations would lose half the digits. r ((n + 1) x (n + 1)). */
static void rotate_in(double *r, double *row, size_t n)
{
    for (size_t k = 0; k <= n; k++) {
        double *own = r + k * (n + 1);
        if (row[k] == 0)
            continue;
        const double length = hypot(own[k], row[k]), c = own[k] / length, s = row[k] / length;
        for (size_t j = k; j <= n; j++) {
            const double above = own[j], below = row[j];
            own[j] = c * above + s * below;
            row[j] = c * below - s * above;
        }
    }
}

/* With R: the slopes, and of each the square root of the diagonal of (R'R)^-1. */
static void solve_slopes(const double *r, size_t n, double *slopes, double *widths, double *room)
{
    for (size_t k = n; k-- > 0;) {
        double sum = r[k * (n + 1) + n];
        for (size_t j = k + 1; j < n; j++)
            sum -= r[k * (n + 1) + j] * slopes[j];
        slopes[k] = sum / r[k * (n + 1) + k];
    }
    /* Row k of R^-1: x R = e_k. */
    for (size_t k = 0; k < n; k++) {
        double squares = 0;
        for (size_t j = k; j < n; j++) {
            double sum = j == k;
            for (size_t i = k; i < j; i++)
                sum -= room[i] * r[i * (n + 1) + j];
            room[j] = sum / r[j * (n + 1) + j];
            squares += room[j] * room[j];
        }
        widths[k] = sqrt(squares);
    }
}

typedef struct regression {
    double *means, *scales, *r, *row, *slopes, *widths; /* of the factors, then y */
    size_t used;
} regression;

static void find_scales(const double *x, const double *y, size_t count, size_t n, regression *g)
{
    for (size_t i = 0; i < count; i++) {
        if (isnan(y[i]))
            continue;
        g->used++;
        for (size_t k = 0; k <= n; k++)
            g->means[k] += ((k < n ? x[i * n + k] : y[i]) - g->means[k]) / (double)g->used;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= n && !isnan(y[i]); k++)
            g->scales[k] = fmax(g->scales[k], fabs((k < n ? x[i * n + k] : y[i]) - g->means[k]));
}

static void fit(const double *x, const double *y, size_t count, size_t n, regression *g, eg_interval *slopes)
{
    find_scales(x, y, count, n, g);
    bool good = g->used > n;
    for (size_t k = 0; k < n; k++)
        good = good && g->scales[k] > 0;
    const double scale = g->scales[n] > 0 ? g->scales[n] : 1;
    for (size_t i = 0; i < count && good; i++) {
        if (isnan(y[i]))
            continue;
        for (size_t k = 0; k < n; k++)
            g->row[k] = (x[i * n + k] - g->means[k]) / g->scales[k];
        g->row[n] = (y[i] - g->means[n]) / scale;
        rotate_in(g->r, g->row, n);
    }
    for (size_t k = 0; k < n; k++)
        good = good && fabs(g->r[k * (n + 1) + k]) > 1e-10 * sqrt((double)g->used);
    if (!good)
        return;
    solve_slopes(g->r, n, g->slopes, g->widths, g->row);
    const double rest = fabs(g->r[n * (n + 1) + n]);
    const double noise = g->used > n + 1 ? rest / sqrt((double)(g->used - n - 1)) : NAN;
    for (size_t k = 0; k < n; k++) {
        const double unit = scale / g->scales[k];
        slopes[k] = interval_about(g->slopes[k] * unit, z95 * noise * g->widths[k] * unit);
    }
}

eg_status eg_sweep_slopes(const double *x, const double *y, size_t count, size_t factors, eg_interval *slopes)
{
    const size_t n = factors;
    double *room = calloc((n + 1) * (n + 1) + 5 * (n + 1), sizeof *room);
    if (!room)
        return EG_ERROR_MEMORY;
    regression g = {.r = room};
    g.means = room + (n + 1) * (n + 1);
    g.scales = g.means + n + 1;
    g.row = g.scales + n + 1;
    g.slopes = g.row + n + 1;
    g.widths = g.slopes + n + 1;
    for (size_t k = 0; k < n; k++)
        slopes[k] = nothing();
    fit(x, y, count, n, &g, slopes);
    free(room);
    return EG_OK;
}

/* ---------------------------------------------------------------- main effects */

typedef struct pair {
    double x, y;
} pair;

static int compare_pairs(const void *a, const void *b)
{
    const pair *one = a, *other = b;
    const int by_x = compare(&one->x, &other->x);
    return by_x != 0 ? by_x : compare(&one->y, &other->y);
}

static eg_effect effect_of(const pair *list, size_t count, double mean)
{
    double x = 0, y = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        x += list[i].x;
        y += list[i].y;
    }
    const double n = (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (list[i].y - y / n) * (list[i].y - y / n);
    const double half = count > 1 ? z95 * sqrt(squares / (n - 1) / n) : NAN;
    const bool one_value = list[0].x == list[count - 1].x;
    return (eg_effect){one_value ? list[0].x : x / n, interval_about(y / n - mean, half)};
}

/* How many rows the next part has, of the count that are left. */
static size_t part_length(const pair *list, size_t count, size_t parts_left)
{
    size_t length = 1;
    if (parts_left > 0)
        return (count + parts_left - 1) / parts_left;
    while (length < count && list[length].x == list[0].x)
        length++;
    return length;
}

eg_status eg_sweep_effects(const double *x, const double *y, size_t count, eg_effect *effects,
                           size_t *effect_count)
{
    enum { PARTS = 10 };
    pair *list = malloc((count + 1) * sizeof *list);
    size_t used = 0, values = 0;
    *effect_count = 0;
    if (!list)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        if (!isnan(y[i]))
            list[used++] = (pair){x[i], y[i]};
    if (used > 0)
        qsort(list, used, sizeof *list, compare_pairs);
    for (size_t i = 0; i < used; i++)
        values += i == 0 || list[i].x != list[i - 1].x;
    const double mean = moments_of(y, count).mean;
    size_t parts_left = values <= EG_EFFECTS_MOST ? 0 : PARTS;
    for (size_t at = 0; at < used;) {
        const size_t length = part_length(list + at, used - at, parts_left);
        effects[(*effect_count)++] = effect_of(list + at, length, mean);
        at += length;
        parts_left -= parts_left > 0;
    }
    free(list);
    return EG_OK;
}
