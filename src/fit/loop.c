#include "fit/loop.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- curves */

static bool append(eg_locus *c, eg_spot point)
{
    if (eg_grow((void **)&c->points, &c->capacity, c->count + 1, sizeof *c->points) < 0)
        return false;
    c->points[c->count++] = point;
    return true;
}

bool eg_locus_begin(eg_locus *c, eg_spot point)
{
    c->count = 0;
    return append(c, point);
}

bool eg_locus_add(eg_locus *c, eg_spot middle, eg_spot end)
{
    return append(c, middle) && append(c, end);
}

void eg_locus_release(eg_locus *c)
{
    free(c->points);
    *c = (eg_locus){0};
}

/* ---------------------------------------------------------------- the nearest place of a parabola */

/* Where a parabola through three points, at 0, 1/2 and 1, is nearest to a sample. */
typedef struct nearest {
    double square;     /* of the distance */
    double off[2];     /* from there to the sample */
    double tangent[2]; /* there */
    double side;       /* positive: the sample lies to the left of the chord */
} nearest;

static nearest at_part(const eg_spot *p, eg_spot sample, double s)
{
    nearest x = {0};
    for (int i = 0; i < 2; i++) {
        const double b = -3 * p[0].at[i] + 4 * p[1].at[i] - p[2].at[i],
                     c = 2 * p[0].at[i] - 4 * p[1].at[i] + 2 * p[2].at[i];
        x.off[i] = sample.at[i] - (p[0].at[i] + s * (b + s * c));
        x.tangent[i] = b + 2 * s * c;
        x.square += x.off[i] * x.off[i];
    }
    /* at a corner within the parabola its chord still lies between both directions, not so its tangents */
    x.side = (p[2].at[0] - p[0].at[0]) * x.off[1] - (p[2].at[1] - p[0].at[1]) * x.off[0];
    return x;
}

/* Half the slope of the square, and its own slope. */
static double slope_at(const eg_spot *p, eg_spot sample, double s, double *curvature)
{
    const nearest x = at_part(p, sample, s);
    double slope = 0;
    *curvature = 0;
    for (int i = 0; i < 2; i++) {
        slope -= x.off[i] * x.tangent[i];
        *curvature +=
            x.tangent[i] * x.tangent[i] - x.off[i] * (4 * p[0].at[i] - 8 * p[1].at[i] + 4 * p[2].at[i]);
    }
    return slope;
}

/* The best of five places begins Newton's method, which stays within the two beside it. */
static nearest of_parabola(const eg_spot *p, eg_spot sample)
{
    enum { PLACES = 5, STEPS = 30 };
    double best = 0;
    nearest found = at_part(p, sample, 0);
    for (int k = 1; k < PLACES; k++) {
        const double s = (double)k / (PLACES - 1);
        const nearest x = at_part(p, sample, s);
        if (x.square < found.square) {
            found = x;
            best = s;
        }
    }
    double low = fmax(best - 0.25, 0), high = fmin(best + 0.25, 1), s = best;
    for (int k = 0; k < STEPS && high - low > 1e-15; k++) {
        double curvature;
        const double slope = slope_at(p, sample, s, &curvature);
        if (slope > 0)
            high = s;
        else
            low = s;
        double next = curvature > 0 ? s - slope / curvature : 0.5 * (low + high);
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        if (fabs(next - s) < 1e-15)
            break;
        s = next;
    }
    const nearest x = at_part(p, sample, s);
    return x.square < found.square ? x : found;
}

/* ---------------------------------------------------------------- in order */

/* From a sample to the straight piece from a to b. */
static double square_to(eg_spot sample, eg_spot a, eg_spot b)
{
    const double along[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]};
    const double off[2] = {sample.at[0] - a.at[0], sample.at[1] - a.at[1]};
    const double square = along[0] * along[0] + along[1] * along[1];
    const double part = square > 0 ? (off[0] * along[0] + off[1] * along[1]) / square : 0;
    const double s = fmin(fmax(part, 0), 1), x = off[0] - s * along[0], y = off[1] - s * along[1];
    return x * x + y * y;
}

/* Up to which piece a sample may lie whose successor lies at each piece: no more than `slack` beyond it. */
static void find_limits(const eg_locus *c, double slack, double *passed, size_t *limit)
{
    const size_t n = c->count - 1;
    passed[0] = 0;
    for (size_t j = 0; j < n; j++)
        passed[j + 1] = passed[j] + hypot(c->points[j + 1].at[0] - c->points[j].at[0],
                                          c->points[j + 1].at[1] - c->points[j].at[1]);
    for (size_t j = 0, i = 0; j < n; j++) {
        while (i + 1 < n && passed[i + 1] <= passed[j + 1] + slack)
            i++;
        limit[j] = i;
    }
}

/* Which piece each sample goes to, of those between neighbouring points of the curve, so that the sum of
 * squares is least. Row k of `least` is where, of pieces up to each one, samples up to number k come to
 * their least. */
static bool lay(const eg_locus *c, const eg_spot *samples, size_t count, double slack, size_t *place)
{
    const size_t n = c->count - 1, words = (n + 63) / 64;
    double *before = calloc(3 * n + 1, sizeof *before), *now = before ? before + n : NULL;
    size_t *limit = calloc(n, sizeof *limit);
    unsigned long long *least = calloc(count * words, sizeof *least);
    const bool good = before && limit && least;
    if (good)
        find_limits(c, slack, before + 2 * n, limit);
    for (size_t k = 0; k < count && good; k++) {
        double lowest = INFINITY;
        for (size_t j = 0; j < n; j++) {
            const double sum = before[limit[j]] + square_to(samples[k], c->points[j], c->points[j + 1]);
            if (sum < lowest) {
                lowest = sum;
                least[k * words + j / 64] |= 1ULL << j % 64;
            }
            now[j] = lowest;
        }
        double *other = before;
        before = now;
        now = other;
    }
    for (size_t k = count, j = n - 1; k-- > 0 && good; j = limit[place[k]]) {
        while (j > 0 && !(least[k * words + j / 64] >> j % 64 & 1))
            j--;
        place[k] = j;
    }
    free(before < now ? before : now);
    free(limit);
    free(least);
    return good;
}

bool eg_loop_distances(const eg_locus *c, const eg_spot *samples, size_t count, double slack,
                       double *distances)
{
    size_t *place = c->count >= 3 ? malloc((count + 1) * sizeof *place) : NULL;
    if (!place || !lay(c, samples, count, slack, place)) {
        free(place);
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        /* the parabola of that piece, and the ones beside it */
        const size_t here = place[k] - place[k] % 2, last = c->count - 3;
        nearest x = of_parabola(c->points + here, samples[k]);
        for (int side = -1; side <= 1; side += 2) {
            if ((side < 0 && here == 0) || (side > 0 && here >= last))
                continue;
            const nearest beside = of_parabola(c->points + (side < 0 ? here - 2 : here + 2), samples[k]);
            if (beside.square < x.square)
                x = beside;
        }
        distances[k] = copysign(sqrt(x.square), x.side);
    }
    free(place);
    return true;
}
