/* Packing the numbers of a run. */
#include "report/data.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- base64 (RFC 4648) */

static void put_three(eg_base64 *b, const unsigned char *three, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned bits = (unsigned)three[0] << 16 | (length > 1 ? (unsigned)three[1] << 8 : 0) |
                          (length > 2 ? (unsigned)three[2] : 0);
    char *to = eg_file_room(b->file, 4);
    for (size_t i = 0; i < 4; i++)
        to[i] = i <= length ? letters[bits >> (18 - 6 * i) & 63] : '=';
    eg_file_advance(b->file, 4);
}

void eg_base64_put(eg_base64 *b, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    b->length += length;
    for (size_t i = 0; i < length; i++) {
        b->rest[b->rest_length++] = from[i];
        if (b->rest_length == 3) {
            put_three(b, b->rest, 3);
            b->rest_length = 0;
        }
    }
}

void eg_base64_end(eg_base64 *b)
{
    if (b->rest_length > 0)
        put_three(b, b->rest, b->rest_length);
    b->rest_length = 0;
}

static void put_bits(eg_base64 *b, uint64_t bits, size_t bytes)
{
    unsigned char out[8];
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(bits >> (8 * i));
    eg_base64_put(b, out, bytes);
}

static void put_double(eg_base64 *b, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(b, bits, sizeof bits);
}

/* ---------------------------------------------------------------- the values that are kept */

/* Fills in the extremes of every series in every range; rows are visited once, in order, as they stand. */
static void pick_range(eg_data *d, size_t begin, size_t end, double *row_values, eg_extent *extents)
{
    for (size_t row = begin; row < end; row++) {
        for (size_t i = 0; i < d->own; i++)
            row_values[i] = eg_series_at(d->series[i], row);
        eg_flows_step(&d->flows, row, row_values + d->own);
        for (size_t i = 0; i < d->count; i++) {
            const double v = row_values[i];
            eg_extent *x = &extents[i];
            if (row == begin)
                *x = (eg_extent){v, v, row, row};
            /* What is no number stays seen. */
            if (v < x->low || isnan(v)) {
                x->low = v;
                x->low_row = row;
            }
            if (v > x->high) {
                x->high = v;
                x->high_row = row;
            }
        }
    }
}

static int pick(eg_data *d, eg_series time)
{
    const size_t points = d->ranges.points;
    double *row_values = malloc((d->count + 1) * sizeof *row_values);
    eg_extent *extents = calloc(d->count + 1, sizeof *extents);
    const bool done = row_values && extents;
    size_t at = 0, begin = 0;
    for (size_t k = 0; done && k < d->ranges.count; k++) {
        const size_t end = d->ranges.ends[k];
        pick_range(d, begin, end, row_values, extents);
        d->times[at] = eg_series_at(time, begin);
        for (size_t i = 0; i < d->count; i++) {
            const bool falls = extents[i].high_row < extents[i].low_row;
            d->values[i * points + at] = falls ? extents[i].high : extents[i].low;
            if (end - begin > 1)
                d->values[i * points + at + 1] = falls ? extents[i].low : extents[i].high;
        }
        at++;
        if (end - begin > 1)
            d->times[at++] = eg_series_at(time, end - 1);
        begin = end;
    }
    free(row_values);
    free(extents);
    return done ? 0 : -1;
}

/* ---------------------------------------------------------------- equal series */

/* The sign that makes the first value that is not 0 a positive one. */
static double sign_of(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] != 0.0)
            return values[i] < 0.0 ? -1.0 : 1.0;
    return 1.0;
}

static uint64_t hash_of(const double *values, size_t count, double sign)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < count; i++) {
        const double v = sign * values[i] + 0.0;
        uint64_t bits = 1;
        if (!isnan(v))
            memcpy(&bits, &v, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return hash;
}

static bool is_same(const double *a, const double *b, size_t count, double sign)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != sign * b[i] && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

typedef struct hashed {
    uint64_t hash;
    size_t series;
} hashed;

static int compare_hashes(const void *a, const void *b)
{
    const hashed *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->series < y->series ? -1 : x->series > y->series;
}

/* Of flanges that are joined forces are equal or opposite, as numbers of files are, too. */
static int find_twins(eg_data *d)
{
    const size_t points = d->ranges.points;
    hashed *all = malloc((d->count + 1) * sizeof *all);
    for (size_t i = 0; all && i < d->count; i++) {
        const double *values = d->values + i * points;
        d->packed[i] = (eg_packed){.twin = i, .factor = 1.0, .exact = (size_t)-1};
        all[i] = (hashed){hash_of(values, points, sign_of(values, points)), i};
    }
    if (all && d->count > 0)
        qsort(all, d->count, sizeof *all, compare_hashes);
    for (size_t k = 1; all && k < d->count; k++) {
        const size_t i = all[k].series, j = d->packed[all[k - 1].series].twin;
        const double *mine = d->values + i * points, *its = d->values + j * points;
        const double sign = sign_of(mine, points) * sign_of(its, points);
        if (all[k].hash == all[k - 1].hash && is_same(mine, its, points, sign))
            d->packed[i] = (eg_packed){.twin = j, .factor = sign, .exact = (size_t)-1};
    }
    const int outcome = all ? 0 : -1;
    free(all);
    return outcome;
}

/* ---------------------------------------------------------------- series of others */

/* A series that others may be multiples of. */
typedef struct root {
    const double *values;
    size_t series, largest; /* where its magnitude is */
} root;

static bool is_line_of(const double *x, const double *y, size_t count, double factor, double offset)
{
    if (!isfinite(factor) || !isfinite(offset))
        return false;
    for (size_t i = 0; i < count; i++)
        if (x[i] != factor * y[i] + offset && !(isnan(x[i]) && isnan(y[i])))
            return false;
    return true;
}

/* As people write constants: what a quotient comes to is off by a rounding. */
static double written(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.12g", value);
    return strtod(text, NULL);
}

/* Finds x = factor*y or, where offsets lose no digits, x = y + offset or -y + offset. */
static bool find_line(const double *x, const root *r, size_t count, bool may_offset, eg_packed *p)
{
    const double *y = r->values;
    const double at = x[r->largest], quotient = at / y[r->largest];
    const struct {
        double factor, offset;
    } tries[] = {{quotient, 0},
                 {written(quotient), 0},
                 {1, at - y[r->largest]},
                 {1, x[0] - y[0]},
                 {-1, at + y[r->largest]}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if ((may_offset || tries[i].offset == 0) &&
            is_line_of(x, y, count, tries[i].factor, tries[i].offset)) {
            p->factor = tries[i].factor;
            p->offset = tries[i].offset;
            return true;
        }
    return false;
}

/* The force of a spring, the other end of a rod, an angle behind a gear: beside MOST_ROOTS series. */
static int find_lines(eg_data *d)
{
    enum { MOST_ROOTS = 1000 };
    const size_t count = d->ranges.points;
    root *roots = malloc(MOST_ROOTS * sizeof *roots);
    size_t root_count = 0;
    for (size_t i = 0; roots && count > 0 && i < d->own; i++) {
        const double *x = d->values + i * count;
        eg_packed *p = &d->packed[i];
        bool found = p->twin != i;
        for (size_t k = 0; k < root_count && !found; k++) {
            found = find_line(x, &roots[k], count, d->is_exact, p);
            p->twin = found ? roots[k].series : i;
        }
        size_t largest = 0;
        for (size_t k = 1; k < count; k++)
            largest = fabs(x[k]) > fabs(x[largest]) ? k : largest;
        if (!found && root_count < MOST_ROOTS && x[largest] != 0 && isfinite(x[largest]))
            roots[root_count++] = (root){x, i, largest};
    }
    /* Those of the others that were twins before are so of what these are now. */
    for (size_t i = 0; roots && i < d->count; i++) {
        eg_packed *p = &d->packed[i];
        const eg_packed *its = &d->packed[p->twin];
        if (its->twin != p->twin) {
            p->offset = p->factor * its->offset;
            p->factor *= its->factor;
            p->twin = its->twin;
        }
    }
    const int outcome = roots ? 0 : -1;
    free(roots);
    return outcome;
}

/* ---------------------------------------------------------------- packing */

static double power_of_two(double size)
{
    int exponent;
    frexp(size, &exponent);
    return ldexp(1.0, exponent);
}

static void choose(eg_data *d, size_t i, bool is_short)
{
    eg_packed *p = &d->packed[i];
    const double *v = d->values + i * d->ranges.points;
    double low = INFINITY, high = -INFINITY;
    bool constant = true, bytes = true, singles = true;
    for (size_t k = 0; k < d->ranges.points; k++) {
        constant = constant && (v[k] == v[0] || (isnan(v[k]) && isnan(v[0])));
        bytes = bytes && v[k] >= 0.0 && v[k] <= 250.0 && floor(v[k]) == v[k];
        singles =
            singles && (fabs(v[k]) > FLT_MAX ? isinf(v[k]) : (double)(float)v[k] == v[k] || isnan(v[k]));
        if (isfinite(v[k])) {
            low = v[k] < low ? v[k] : low;
            high = v[k] > high ? v[k] : high;
        }
    }
    p->least = 0.0;
    p->scale = 1.0;
    p->packing = EG_PACK_DOUBLE;
    if (constant) {
        p->packing = EG_PACK_CONSTANT;
        p->least = d->ranges.points > 0 ? v[0] : NAN;
    } else if (bytes)
        p->packing = EG_PACK_BYTE;
    else if (singles)
        p->packing = EG_PACK_SINGLE;
    else if ((!d->is_exact || i >= d->own) && isfinite(high - low)) { /* energies are drawn, not given back */
        const double size = fmax(fabs(low), fabs(high));
        p->packing = is_short ? EG_PACK_SHORT : EG_PACK_SINGLE;
        if (is_short || high - low < 1e-3 * size)
            p->least = low;
        if (is_short)
            p->scale = (high - low) / 65532.0;
        else if (size < 1e-30 || size > 1e30)
            p->scale = power_of_two(size);
        if (!(p->scale > 0.0) || !isfinite(1.0 / p->scale))
            *p = (eg_packed){
                .twin = i, .factor = 1.0, .packing = EG_PACK_DOUBLE, .scale = 1.0, .exact = p->exact};
    }
}

static unsigned short_of(const eg_packed *p, double value)
{
    if (isnan(value))
        return 65535;
    if (isinf(value))
        return value > 0 ? 65534 : 65533;
    const double steps = rint((value - p->least) / p->scale);
    if (!(steps > 0))
        return 0;
    return steps > 65532 ? 65532 : (unsigned)steps;
}

static const unsigned widths[] = {
    [EG_PACK_BYTE] = 8, [EG_PACK_SHORT] = 16, [EG_PACK_SINGLE] = 32, [EG_PACK_DOUBLE] = 64};

/* The bits of a number as it is packed. */
static uint64_t pattern_of(const eg_packed *p, double value)
{
    uint64_t bits = 0;
    uint32_t short_bits;
    const float single = p->packing == EG_PACK_SINGLE ? (float)((value - p->least) / p->scale) : 0;
    switch (p->packing) {
    case EG_PACK_CONSTANT: break;
    case EG_PACK_BYTE: return (uint64_t)value;
    case EG_PACK_SHORT: return short_of(p, value);
    case EG_PACK_SINGLE: memcpy(&short_bits, &single, sizeof short_bits); return short_bits;
    case EG_PACK_DOUBLE: memcpy(&bits, &value, sizeof bits); break;
    }
    return bits;
}

static int code(eg_packed *p, const double *values, size_t count)
{
    if (p->packing == EG_PACK_CONSTANT)
        return 0;
    uint64_t *patterns = malloc((count + 1) * sizeof *patterns);
    if (!patterns)
        return -1;
    for (size_t k = 0; k < count; k++)
        patterns[k] = pattern_of(p, values[k]);
    const int outcome = eg_code_series(&p->code, patterns, count, widths[p->packing]);
    free(patterns);
    return outcome;
}

static void put_numbers(eg_packed *p, const double *values, size_t count, eg_base64 *out)
{
    p->place = out->length;
    if (p->packing == EG_PACK_CONSTANT)
        return;
    if (p->code.bytes) {
        eg_base64_put(out, p->code.bytes, p->code.length);
        return;
    }
    for (size_t k = 0; k < count; k++)
        put_bits(out, pattern_of(p, values[k]), widths[p->packing] / 8);
}

static void put_series(eg_data *d, size_t i, eg_base64 *out)
{
    eg_packed *p = &d->packed[i];
    const double *v = d->values + i * d->ranges.points;
    put_numbers(p, v, d->ranges.points, out);
    const bool lossy = p->packing == EG_PACK_SHORT || (p->packing == EG_PACK_SINGLE && !d->is_exact);
    if (!lossy || d->ranges.exact_count == 0)
        return;
    p->exact = out->length;
    for (size_t k = 0; k < d->ranges.exact_count; k++)
        put_double(out, v[d->ranges.exact[k]]);
}

/* ---------------------------------------------------------------- all of it */

/* Not all rows to the bit: so many points, but no more than can be seen and no fewer than promised. A
 * run of few rows keeps them all, with fewer digits. */
enum { MOST_POINTS = 60000, FEWEST_SINGLES = 8000, FEWEST_POINTS = 6100 };

static size_t points_within(const eg_data *d, size_t room)
{
    size_t points = room / (5 * d->count + 8);
    if (points < FEWEST_SINGLES)
        points = room / (3 * d->count + 8);
    if (points < FEWEST_POINTS)
        return FEWEST_POINTS;
    return points < MOST_POINTS ? points : MOST_POINTS;
}

/* Keeps what is to be kept of so many points, and finds which series are the same. */
static int keep(eg_data *d, const eg_trajectory *t, size_t points)
{
    const size_t rows = eg_trajectory_rows(t);
    eg_series time = {0};
    time.first = eg_trajectory_values(t, -1, &time.stride);
    eg_ranges_release(&d->ranges);
    free(d->times);
    free(d->values);
    d->times = d->values = NULL;
    if (eg_ranges_choose(&d->ranges, time, rows, points) != 0)
        return -1;
    const size_t kept = d->ranges.points;
    d->times = malloc((kept + 1) * sizeof *d->times);
    d->values = kept > 0 && d->count > SIZE_MAX / sizeof(double) / kept
                    ? NULL
                    : malloc((d->count * kept + 1) * sizeof *d->values);
    if (!d->times || !d->values || pick(d, time) != 0)
        return -1;
    return find_twins(d);
}

/* What the numbers take, to the bit [bytes]. */
static size_t exact_size(const eg_data *d)
{
    size_t own = 1;
    for (size_t i = 0; i < d->count; i++) {
        const double *v = d->values + i * d->ranges.points;
        bool constant = d->packed[i].twin != i;
        for (size_t k = 1; k < d->ranges.points && (k == 1 || constant) && d->packed[i].twin == i; k++)
            constant = v[k] == v[0];
        own += !constant;
    }
    return own * d->ranges.points * sizeof(double);
}

int eg_data_init(eg_data *d, const eg_trajectory *t, size_t room)
{
    const size_t rows = eg_trajectory_rows(t);
    *d = (eg_data){.own = t->column_count};
    if (eg_flows_find(&d->flows, t) != 0)
        return -1;
    d->count = d->own + 2 * d->flows.shown;
    d->series = calloc(d->own + 1, sizeof *d->series);
    d->packed = calloc(d->count + 1, sizeof *d->packed);
    if (!d->series || !d->packed)
        return -1;
    for (size_t i = 0; i < d->own && rows > 0; i++)
        d->series[i] = (eg_series){t->rows + 1 + i, 1 + t->column_count};
    /* Of the series many are the same, which is known only when they are there. */
    if (rows <= 4 * room / (8 * (d->count + 1))) {
        if (keep(d, t, rows) != 0)
            return -1;
        d->is_exact = exact_size(d) <= room;
    }
    if (!d->is_exact && keep(d, t, points_within(d, room)) != 0)
        return -1;
    const bool is_short = !d->is_exact && d->ranges.points * 4 * d->count > room;
    if (find_lines(d) != 0)
        return -1;
    for (size_t i = 0; i < d->count; i++)
        if (d->packed[i].twin == i) {
            choose(d, i, is_short);
            if (code(&d->packed[i], d->values + i * d->ranges.points, d->ranges.points) != 0)
                return -1;
        }
    d->time = (eg_packed){.packing = EG_PACK_DOUBLE};
    return code(&d->time, d->times, d->ranges.points);
}

static void put_events(eg_data *d, const eg_trajectory *t, const long *forces, eg_base64 *out)
{
    const size_t events = eg_trajectory_events(t);
    d->event_place = out->length;
    d->event_count = events < EG_DATA_EVENTS ? events : EG_DATA_EVENTS;
    for (size_t i = 0; i < d->event_count; i++) {
        const eg_event e = eg_trajectory_event(t, i);
        const bool is_known = forces[i] >= 0 && e.row != (size_t)-1;
        put_double(out, e.time);
        put_double(out, is_known ? eg_trajectory_value(t, (size_t)forces[i], e.row) : NAN);
        put_double(out, is_known ? eg_trajectory_value(t, (size_t)forces[i], e.row + 1) : NAN);
    }
}

void eg_data_put(eg_data *d, const eg_trajectory *t, const long *forces, eg_file *file)
{
    eg_base64 out = {.file = file};
    put_numbers(&d->time, d->times, d->ranges.points, &out);
    d->exact_place = out.length;
    for (size_t k = 0; k < d->ranges.exact_count; k++)
        put_bits(&out, d->ranges.exact[k], 4);
    for (size_t i = 0; i < d->count; i++)
        if (d->packed[i].twin == i)
            put_series(d, i, &out);
    put_events(d, t, forces, &out);
    eg_base64_end(&out);
}

void eg_data_release(eg_data *d)
{
    eg_ranges_release(&d->ranges);
    eg_flows_release(&d->flows);
    for (size_t i = 0; d->packed && i < d->count; i++)
        free(d->packed[i].code.bytes);
    free(d->time.code.bytes);
    free(d->series);
    free(d->packed);
    free(d->times);
    free(d->values);
    *d = (eg_data){0};
}
