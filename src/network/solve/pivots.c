#include "network/solve/pivots.h"
#include "base/arena.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The row at hand, spread over all columns, and the reduced rows so far. */
typedef struct elimination {
    double *value; /* (columns) */
    double *size;  /* (columns) of what each is the sum of; NULL: `largest` counts for all of them */
    int *touched;  /* (columns) those with a value */
    int touched_count;
    bool *is_touched; /* (columns) */
    int *order;       /* (columns) the row whose pivot it is, or -1 */
    double largest;   /* of what was summed: what is far below it is rounding */
    int eligible;     /* columns that can be pivots: the first ones */

    eg_term *kept; /* row k: kept[first[k]] ... kept[first[k + 1] - 1], its pivot first */
    int *first;
    size_t capacity;
} elimination;

static bool create(elimination *e, int rows, int columns)
{
    size_t n = (size_t)columns + 1;
    *e = (elimination){.eligible = columns,
                       .value = calloc(n, sizeof(double)),
                       .touched = malloc(n * sizeof(int)),
                       .is_touched = calloc(n, sizeof(bool)),
                       .order = malloc(n * sizeof(int)),
                       .first = calloc((size_t)rows + 1, sizeof(int))};
    if (!e->value || !e->touched || !e->is_touched || !e->order || !e->first)
        return false;
    for (int i = 0; i < columns; i++)
        e->order[i] = -1;
    return true;
}

static void release(elimination *e)
{
    free(e->value);
    free(e->size);
    free(e->touched);
    free(e->is_touched);
    free(e->order);
    free(e->kept);
    free(e->first);
}

/* `size`: of what the factor is the sum of. */
static void add(elimination *e, double factor, double size, const eg_term *terms, int count)
{
    for (int i = 0; i < count; i++) {
        double value = factor * terms[i].coefficient;
        int column = terms[i].index;
        if (!e->is_touched[column]) {
            e->is_touched[column] = true;
            e->touched[e->touched_count++] = column;
        }
        e->value[column] += value;
        e->largest = fmax(e->largest, fabs(value));
        if (e->size)
            e->size[column] += fabs(size * terms[i].coefficient);
    }
}

static double size_at(const elimination *e, int column)
{
    return e->size ? e->size[column] : e->largest;
}

/* Is no more than rounding left in the column? */
static bool is_rounding(const elimination *e, int column)
{
    return !(fabs(e->value[column]) > 64 * DBL_EPSILON * size_at(e, column));
}

/* The earliest row after `last` whose pivot has a value; -1: none. */
static int next_order(const elimination *e, int last)
{
    int next = -1;
    for (int i = 0; i < e->touched_count; i++) {
        int order = e->order[e->touched[i]];
        if (order > last && (next < 0 || order < next) && e->value[e->touched[i]] != 0)
            next = order;
    }
    return next;
}

/* A reduced row has no values at the pivots before its own, so that none comes back. */
static void subtract_earlier(elimination *e)
{
    for (int k = next_order(e, -1); k >= 0; k = next_order(e, k)) {
        const eg_term *row = &e->kept[e->first[k]];
        int column = row[0].index;
        add(e, -e->value[column] / row[0].coefficient, size_at(e, column) / row[0].coefficient, row,
            e->first[k + 1] - e->first[k]);
        e->value[column] = 0;
    }
}

/* The column where the row is largest, or -1. */
static int largest_column(const elimination *e)
{
    double most = 0;
    int best = -1;
    for (int i = 0; i < e->touched_count; i++) {
        const int column = e->touched[i];
        if (column < e->eligible && !is_rounding(e, column) && fabs(e->value[column]) > most) {
            best = column;
            most = fabs(e->value[column]);
        }
    }
    return best;
}

/* Keeps the reduced row, its pivot first, as number k. */
static int keep(elimination *e, int k, int pivot)
{
    int count = e->first[k];
    if (eg_grow((void **)&e->kept, &e->capacity, (size_t)count + (size_t)e->touched_count, sizeof *e->kept) <
        0)
        return -1;
    if (pivot >= 0) {
        e->order[pivot] = k;
        e->kept[count++] = (eg_term){pivot, e->value[pivot]};
    }
    for (int i = 0; i < e->touched_count && pivot >= 0; i++) {
        int column = e->touched[i];
        if (column != pivot && e->value[column] != 0 && !(e->size && is_rounding(e, column)))
            e->kept[count++] = (eg_term){column, e->value[column]};
    }
    e->first[k + 1] = count;
    return 0;
}

static void clear(elimination *e)
{
    for (int i = 0; i < e->touched_count; i++) {
        e->value[e->touched[i]] = 0;
        if (e->size)
            e->size[e->touched[i]] = 0;
        e->is_touched[e->touched[i]] = false;
    }
    e->touched_count = 0;
    e->largest = 0;
}

int eg_pivots_find(int rows, int columns, const int *start, const eg_term *terms, int *pivot)
{
    elimination e;
    int status = create(&e, rows, columns) ? 0 : -1;
    for (int k = 0; k < rows && status == 0; k++) {
        if (start[k + 1] > start[k])
            add(&e, 1, 1, terms + start[k], start[k + 1] - start[k]);
        subtract_earlier(&e);
        pivot[k] = largest_column(&e);
        status = keep(&e, k, pivot[k]);
        clear(&e);
    }
    release(&e);
    return status;
}

/* What is left of row k says which rows add up to nothing: a column of its own counts each. */
static int take_sum(const elimination *e, int k, const double *size, eg_pivot_sums *sums, size_t *capacity)
{
    int count = sums->start[sums->count];
    if (eg_grow((void **)&sums->terms, capacity, (size_t)count + (size_t)e->touched_count,
                sizeof *sums->terms) < 0)
        return -1;
    for (int i = 0; i < e->touched_count; i++) {
        int column = e->touched[i];
        if (column >= e->eligible && e->value[column] != 0)
            sums->terms[count++] =
                (eg_term){column - e->eligible, e->value[column] / size[column - e->eligible]};
    }
    sums->last[sums->count++] = k;
    sums->start[sums->count] = count;
    return 0;
}

int eg_pivots_find_sums(int rows, int columns, const int *start, const eg_term *terms, int *pivot,
                        eg_pivot_sums *sums)
{
    elimination e;
    size_t capacity = 0;
    int status = create(&e, rows, columns + rows) ? 0 : -1;
    double *size = malloc(sizeof(double) * ((size_t)rows + 1)); /* of the rows */
    e.eligible = columns;
    e.size = calloc((size_t)(columns + rows) + 1, sizeof *e.size);
    *sums = (eg_pivot_sums){.last = malloc(sizeof(int) * ((size_t)rows + 1)),
                            .start = calloc((size_t)rows + 1, sizeof(int))};
    if (!sums->last || !sums->start || !size || !e.size)
        status = -1;
    for (int k = 0; k < rows && status == 0; k++) {
        size[k] = 0;
        for (int i = start[k]; i < start[k + 1]; i++)
            size[k] = fmax(size[k], fabs(terms[i].coefficient));
        size[k] = size[k] > 0 ? size[k] : 1;
        if (start[k + 1] > start[k])
            add(&e, 1, 1, terms + start[k], start[k + 1] - start[k]);
        add(&e, size[k], size[k], &(eg_term){columns + k, 1}, 1);
        subtract_earlier(&e);
        pivot[k] = largest_column(&e);
        status = pivot[k] < 0 ? take_sum(&e, k, size, sums, &capacity) : 0;
        if (status == 0)
            status = keep(&e, k, pivot[k]);
        clear(&e);
    }
    release(&e);
    free(size);
    return status;
}

void eg_pivot_sums_release(eg_pivot_sums *sums)
{
    free(sums->last);
    free(sums->start);
    free(sums->terms);
}
