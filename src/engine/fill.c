#include "engine/fill.h"

#include <math.h>
#include <stdlib.h>

eg_fill eg_fill_full(int n)
{
    const double size = n;
    return (eg_fill){.entries = size * size, .updates = size * size * size / 3.0};
}

/* Row i gets what stands in row k behind its diagonal. */
static void merge(bool *is_there, size_t n, size_t i, const int *column, int count)
{
    for (int c = 0; c < count; c++)
        is_there[i * n + (size_t)column[c]] = true;
}

static eg_fill eliminate(bool *is_there, int *column, size_t n, double most)
{
    eg_fill fill = {0};
    for (size_t k = 0; k < n && fill.updates <= most; k++) {
        int count = 0;
        fill.entries += 1.0;
        for (size_t j = k + 1; j < n; j++)
            if (is_there[k * n + j])
                column[count++] = (int)j;
        for (size_t i = k + 1; i < n; i++) {
            if (!is_there[i * n + k])
                continue;
            merge(is_there, n, i, column, count);
            fill.entries += 1.0;
            fill.updates += count;
        }
        fill.entries += count;
    }
    return fill;
}

eg_fill eg_fill_of(const eg_pattern *p, double most)
{
    const size_t n = (size_t)p->n;
    eg_fill fill = {INFINITY, INFINITY};
    bool *is_there = calloc(n * n + 1, sizeof *is_there);
    int *column = calloc(n + 1, sizeof *column);
    if (is_there && column) {
        for (size_t j = 0; j < n; j++) {
            is_there[j * n + j] = true;
            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                is_there[(size_t)p->row[k] * n + j] = true;
        }
        fill = eliminate(is_there, column, n, most);
        if (fill.updates > most)
            fill = (eg_fill){INFINITY, INFINITY};
    }
    free(is_there);
    free(column);
    return fill;
}
