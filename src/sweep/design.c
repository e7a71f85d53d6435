/* Designs: the values of row k, from k and the seed alone.
 *
 * Every draw is a chance between 0 and 1, neither of them, in units of 2^-52: at random, in one's own part of
 * a Latin hypercube, or a digit-wise shifted point of Sobol's sequence. Where factors are correlated chances
 * become normal numbers, which a Cholesky factor mixes, and chances again. Then the law's quantile is the
 * value. */
#include "sweep/sweep.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct eg_design {
    eg_arena *arena;
    eg_design_options o; /* copied, with what it points to */
    size_t rows;
    size_t points;        /* of a grid: combinations of ranges and lists */
    uint64_t *directions; /* (dimensions x EG_SOBOL_DIGITS), or NULL */
    uint64_t *shifts;     /* (dimensions) */
    double *mixing;       /* (factors x factors), lower; NULL: no factor is correlated */
};

static const double most_rows = 1e12;

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    unsigned char bytes[sizeof number] = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    return eg_hash(hash, bytes, sizeof bytes);
}

uint64_t eg_sweep_bits(uint64_t seed, uint64_t row, uint64_t column)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (row + 1) + 0xd1b54a32d192ed03u * (column + 1);
    for (int turn = 0; turn < 2; turn++) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return z;
}

/* ---------------------------------------------------------------- chances */

/* In the middle of number `part` of 2^52 equal parts. */
static double chance_of(uint64_t part)
{
    return ((double)part + 0.5) * 0x1p-52;
}

double eg_design_chance(const eg_design *x, size_t row, size_t factor)
{
    /* Columns are counted in twos, which leaves a second number for each. */
    return chance_of(eg_sweep_bits(x->o.seed, row, 2 * factor) >> 12);
}

/* A permutation of 0 ... count-1 that depends on the key: a Feistel network of eight rounds over the next
 * power of four, carried out until the result is below count (Black and Rogaway 2002). */
static uint64_t permute(uint64_t k, uint64_t count, uint64_t seed, uint64_t key)
{
    enum { ROUNDS = 8 };
    int half = 1;
    while (half < 32 && (uint64_t)1 << 2 * half < count)
        half++;
    const uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = k >> half, right = k & mask;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            uint64_t next = left ^ (eg_sweep_bits(seed, right, key * ROUNDS + round) & mask);
            left = right;
            right = next;
        }
        k = left << half | right;
    } while (k >= count);
    return k;
}

/* Keys of permutations and shifts, far from the columns of draws. */
enum { PERMUTATIONS = 1 << 20, SHIFTS = 1 << 21 };

static double latin_chance(const eg_design *x, size_t row, size_t factor)
{
    const uint64_t part = permute(row, x->o.count, x->o.seed, PERMUTATIONS + factor);
    const double chance = ((double)part + eg_design_chance(x, row, factor)) / (double)x->o.count;
    return fmin(fmax(chance, 0x1p-53), 1 - 0x1p-53);
}

static double sobol_chance(const eg_design *x, size_t point, size_t dimension)
{
    const uint64_t *directions = x->directions + dimension * EG_SOBOL_DIGITS;
    return chance_of(eg_sobol_point(directions, point) ^ x->shifts[dimension]);
}

static bool is_saltelli(eg_design_kind kind)
{
    return kind == EG_DESIGN_SALTELLI || kind == EG_DESIGN_SALTELLI_SECOND;
}

size_t eg_design_block(const eg_design *x)
{
    switch (x->o.kind) {
    case EG_DESIGN_SALTELLI: return x->o.factor_count + 2;
    case EG_DESIGN_SALTELLI_SECOND: return 2 * x->o.factor_count + 2;
    default: return 1;
    }
}

/* Row i of a block: 0 is A, 1 ... factors have one factor of B, then as many one factor of A and all else of
 * B, the last one is B. */
static double saltelli_chance(const eg_design *x, size_t row, size_t factor)
{
    const size_t factors = x->o.factor_count, width = eg_design_block(x);
    const size_t point = row / width, i = row % width;
    const bool of_b = i <= factors ? i == factor + 1 : i != factors + 1 + factor || i == width - 1;
    return sobol_chance(x, point, of_b ? factors + factor : factor);
}

static double chance_in(const eg_design *x, size_t row, size_t factor)
{
    switch (x->o.kind) {
    case EG_DESIGN_LATIN: return latin_chance(x, row, factor);
    case EG_DESIGN_SOBOL: return sobol_chance(x, row, factor);
    case EG_DESIGN_SALTELLI:
    case EG_DESIGN_SALTELLI_SECOND: return saltelli_chance(x, row, factor);
    default: return eg_design_chance(x, row, factor);
    }
}

/* ---------------------------------------------------------------- rows */

/* Normal numbers are mixed from the last one on, so that it can be done in place. */
void eg_design_of_normals(const eg_design *x, double *normals, double *values)
{
    const size_t n = x->o.factor_count;
    for (size_t i = n; i-- > 0 && x->mixing;) {
        double sum = 0;
        for (size_t j = 0; j <= i; j++)
            sum += x->mixing[i * n + j] * normals[j];
        normals[i] = sum;
    }
    for (size_t i = 0; i < n; i++) {
        const double z = normals[i];
        values[i] = eg_law_quantile(&x->o.factors[i].law, eg_normal_chance(z), eg_normal_chance(-z));
    }
}

static void correlate(const eg_design *x, size_t row, double *values)
{
    for (size_t i = 0; i < x->o.factor_count; i++) {
        double p = chance_in(x, row, i);
        values[i] = eg_normal_quantile(p, 1 - p);
    }
    eg_design_of_normals(x, values, values);
}

static void grid_row(const eg_design *x, size_t row, double *values)
{
    size_t rest = row / x->o.count;
    double *of_factors = values + x->o.table_columns;
    for (size_t i = x->o.factor_count; i-- > 0;) {
        const eg_law *law = &x->o.factors[i].law;
        const size_t points = eg_law_points(law);
        if (points > 0) {
            of_factors[i] = eg_law_point(law, rest % points);
            rest /= points;
        } else {
            double p = eg_design_chance(x, row, i);
            of_factors[i] = eg_law_quantile(law, p, 1 - p);
        }
    }
    if (x->o.table_columns > 0)
        memcpy(values, x->o.table + rest * x->o.table_columns, x->o.table_columns * sizeof *values);
}

void eg_design_row(const eg_design *x, size_t row, double *values)
{
    if (x->o.kind == EG_DESIGN_GRID) {
        grid_row(x, row, values);
    } else if (x->mixing) {
        correlate(x, row, values);
    } else {
        for (size_t i = 0; i < x->o.factor_count; i++) {
            double p = chance_in(x, row, i);
            values[i] = eg_law_quantile(&x->o.factors[i].law, p, 1 - p);
        }
    }
}

size_t eg_design_rows(const eg_design *x)
{
    return x->rows;
}

size_t eg_design_columns(const eg_design *x)
{
    return x->o.table_columns + x->o.factor_count;
}

size_t eg_design_factors(const eg_design *x)
{
    return x->o.factor_count;
}

const char *eg_design_factor(const eg_design *x, size_t factor)
{
    return x->o.factors[factor].name;
}

const eg_law *eg_design_law(const eg_design *x, size_t factor)
{
    return &x->o.factors[factor].law;
}

eg_design_kind eg_design_kind_of(const eg_design *x)
{
    return x->o.kind;
}

uint64_t eg_design_seed(const eg_design *x)
{
    return x->o.seed;
}

size_t eg_design_count(const eg_design *x)
{
    return x->o.count;
}

uint64_t eg_design_fingerprint(const eg_design *x)
{
    const eg_design_options *o = &x->o;
    const uint64_t numbers[] = {(uint64_t)o->kind,    o->count,      o->seed,         o->factor_count,
                                o->correlation_count, o->table_rows, o->table_columns};
    uint64_t hash = EG_HASH_OF_NOTHING;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    for (size_t i = 0; i < o->factor_count; i++) {
        const eg_law *law = &o->factors[i].law;
        const uint64_t kind = (uint64_t)law->kind * 2 + (uint64_t)(law->has_bounds != 0);
        hash = eg_hash(hash, o->factors[i].name, strlen(o->factors[i].name) + 1);
        hash = hash_number(hash, kind);
        hash = eg_hash(hash, law->number, sizeof law->number);
        hash = eg_hash(hash, law->list, law->list_count * sizeof *law->list);
    }
    for (size_t i = 0; i < o->correlation_count; i++) {
        const eg_correlation *c = &o->correlations[i];
        hash = hash_number(hash_number(hash, c->one), c->other);
        hash = eg_hash(hash, &c->value, sizeof c->value);
    }
    return eg_hash(hash, o->table, o->table_rows * o->table_columns * sizeof *o->table);
}

/* ---------------------------------------------------------------- making */

static eg_status refuse(eg_diagnostics *d, const char *what, const char *remedy)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", what);
    eg_remedy(d, "%s", remedy);
    return EG_ERROR_USAGE;
}

static eg_status check_factors(const eg_design_options *o, eg_diagnostics *d)
{
    for (size_t i = 0; i < o->factor_count; i++) {
        if (o->factors[i].law.kind < 0 || o->factors[i].law.kind >= EG_LAW_KINDS)
            return refuse(d, "a factor has a law of no known kind", "take one of eg_law_kind");
        if (eg_law_is_right(&o->factors[i].law))
            continue;
        eg_report(d, EG_ERROR, EG_NOWHERE, "the distribution of %s has wrong numbers", o->factors[i].name);
        eg_remedy(d, "write %s", eg_law_usage(&o->factors[i].law));
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

static eg_status check(const eg_design_options *o, eg_diagnostics *d)
{
    if (o->kind < 0 || o->kind >= EG_DESIGN_KINDS)
        return refuse(d, "the design is of no known kind", "take one of eg_design_kind");
    if (o->count < 1)
        return refuse(d, "the count of a design is 0", "take 1 at least");
    eg_status status = check_factors(o, d);
    if (status != EG_OK)
        return status;
    if (o->kind == EG_DESIGN_GRID && o->correlation_count > 0)
        return refuse(d, "the factors of a grid cannot be correlated",
                      "take another design, random, lhs or sobol");
    if (is_saltelli(o->kind) && o->correlation_count > 0)
        return refuse(d, "Sobol's indices are defined for factors that are independent",
                      "leave the correlations out, or take another design, random, lhs or sobol");
    if (o->kind != EG_DESIGN_GRID && o->table_rows > 0)
        return refuse(d, "only a grid can be made of a table", "leave the design out, or the table");
    if (o->kind != EG_DESIGN_GRID && o->factor_count == 0)
        return refuse(d, "there is nothing to draw", "give a distribution: --set NAME=uniform(LOW, HIGH)");
    const size_t dimensions = is_saltelli(o->kind) ? 2 * o->factor_count : o->factor_count;
    if ((o->kind == EG_DESIGN_SOBOL || is_saltelli(o->kind)) && dimensions > EG_SOBOL_MOST) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "the design needs a sequence of %zu dimensions, but there are %d at most", dimensions,
                  EG_SOBOL_MOST);
        eg_remedy(d, "take fewer factors, or the design lhs or random");
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

static eg_status count_rows(eg_design *x, eg_diagnostics *d)
{
    const eg_design_options *o = &x->o;
    double rows = (double)o->count;
    for (size_t i = 0; i < o->factor_count && o->kind == EG_DESIGN_GRID; i++)
        rows *= fmax((double)eg_law_points(&o->factors[i].law), 1);
    if (o->table_rows > 0)
        rows *= (double)o->table_rows;
    rows *= (double)eg_design_block(x);
    x->rows = rows <= most_rows ? (size_t)rows : 0;
    if (rows <= most_rows)
        return EG_OK;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%.3g rows are too many; at most %.0e can be run", rows, most_rows);
    eg_remedy(d, "take fewer points, or draw some of them: --design lhs --count N");
    return EG_ERROR_USAGE;
}

static bool is_of_same(const eg_correlation *a, const eg_correlation *b)
{
    return (a->one == b->one && a->other == b->other) || (a->one == b->other && a->other == b->one);
}

/* The Cholesky factor of the correlations. */
static eg_status mix(eg_design *x, eg_diagnostics *d)
{
    const eg_design_options *o = &x->o;
    const size_t n = o->factor_count;
    double *m = x->mixing = eg_arena_array(x->arena, n * n, sizeof *m);
    if (!m)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < n; i++)
        m[i * n + i] = 1;
    for (size_t i = 0; i < o->correlation_count; i++) {
        const eg_correlation *c = &o->correlations[i];
        if (c->one >= n || c->other >= n || c->one == c->other || !(fabs(c->value) < 1))
            return refuse(d, "a correlation is not between -1 and 1, or not of two factors",
                          "write ONE,OTHER=VALUE with -1 < VALUE < 1");
        for (size_t k = 0; k < i; k++)
            if (is_of_same(&o->correlations[k], c) && o->correlations[k].value != c->value)
                return refuse(d, "two factors have two correlations", "give the one that holds");
        m[c->one * n + c->other] = m[c->other * n + c->one] = c->value;
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < j; k++)
            m[j * n + j] -= m[j * n + k] * m[j * n + k];
        if (!(m[j * n + j] > 1e-12)) {
            eg_report(
                d, EG_ERROR, EG_NOWHERE,
                "no numbers can be correlated like this: the correlations of %s contradict those of the "
                "factors before it",
                o->factors[j].name);
            eg_remedy(d, "make them smaller: the matrix of correlations must be positive definite");
            return EG_ERROR_USAGE;
        }
        m[j * n + j] = sqrt(m[j * n + j]);
        for (size_t i = j + 1; i < n; i++) {
            for (size_t k = 0; k < j; k++)
                m[i * n + j] -= m[i * n + k] * m[j * n + k];
            m[i * n + j] /= m[j * n + j];
        }
    }
    return EG_OK;
}

static eg_status make_sequence(eg_design *x)
{
    const size_t dimensions = is_saltelli(x->o.kind) ? 2 * x->o.factor_count : x->o.factor_count;
    x->directions = eg_arena_array(x->arena, dimensions * EG_SOBOL_DIGITS, sizeof *x->directions);
    x->shifts = eg_arena_array(x->arena, dimensions, sizeof *x->shifts);
    if (!x->directions || !x->shifts)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < dimensions; i++) {
        eg_sobol_directions((int)i, x->directions + i * EG_SOBOL_DIGITS);
        x->shifts[i] = eg_sweep_bits(x->o.seed, i, SHIFTS) >> 12;
    }
    return EG_OK;
}

static void *copy_of(eg_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = eg_arena_array(arena, count, size);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

static eg_status keep(eg_design *x, const eg_design_options *o)
{
    x->o = *o;
    eg_factor *factors = copy_of(x->arena, o->factors, o->factor_count, sizeof *factors);
    x->o.correlations = copy_of(x->arena, o->correlations, o->correlation_count, sizeof *o->correlations);
    x->o.table = copy_of(x->arena, o->table, o->table_rows * o->table_columns, sizeof *o->table);
    if (!factors || !x->o.correlations || !x->o.table)
        return EG_ERROR_MEMORY;
    x->o.factors = factors;
    for (size_t i = 0; i < o->factor_count; i++) {
        eg_law *law = &factors[i].law;
        factors[i].name = eg_arena_copy(x->arena, factors[i].name);
        law->list = copy_of(x->arena, law->list, law->list_count, sizeof *law->list);
        if (!factors[i].name || !law->list)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_design_create(const eg_design_options *options, eg_diagnostics *diagnostics, eg_design **design)
{
    *design = NULL;
    if (!eg_options_fit(options->size, sizeof *options, "eg_design_options", diagnostics))
        return EG_ERROR_USAGE;
    eg_status status = check(options, diagnostics);
    if (status != EG_OK)
        return status;
    eg_design *x = calloc(1, sizeof *x);
    if (!x || !(x->arena = eg_arena_create())) {
        free(x);
        return EG_ERROR_MEMORY;
    }
    status = keep(x, options);
    if (status == EG_OK)
        status = count_rows(x, diagnostics);
    if (status == EG_OK && options->correlation_count > 0)
        status = mix(x, diagnostics);
    if (status == EG_OK && (options->kind == EG_DESIGN_SOBOL || is_saltelli(options->kind)))
        status = make_sequence(x);
    if (status == EG_OK)
        *design = x;
    else
        eg_design_free(x);
    return status;
}

void eg_design_free(eg_design *design)
{
    if (!design)
        return;
    eg_arena_free(design->arena);
    free(design);
}
