#include "network/solve/linear.h"

#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>

struct eg_linear {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    long structure;
    int n;
    double *factored; /* (room) the entries that `numeric` is of, where `is_known` */
    size_t room;
    bool is_known;
};

eg_linear *eg_linear_create(void)
{
    eg_linear *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    klu_defaults(&l->common);
    l->common.halt_if_singular = 1;
    l->structure = -1;
    return l;
}

static void forget(eg_linear *l)
{
    if (l->numeric)
        klu_free_numeric(&l->numeric, &l->common);
    if (l->symbolic)
        klu_free_symbolic(&l->symbolic, &l->common);
    l->is_known = false;
}

void eg_linear_free(eg_linear *l)
{
    if (!l)
        return;
    forget(l);
    free(l->factored);
    free(l);
}

/* Where equations are linear the same matrix comes again and again. */
static bool is_factored(const eg_linear *l, const eg_pattern *pattern, const double *values)
{
    return l->is_known && memcmp(l->factored, values, sizeof *values * (size_t)pattern->entries) == 0;
}

/* The matrix has been factorized; without memory it is not known again. */
static void remember(eg_linear *l, const eg_pattern *pattern, const double *values)
{
    const size_t entries = (size_t)pattern->entries;
    if (entries > l->room || !l->factored) {
        free(l->factored);
        l->factored = malloc(sizeof *values * (entries + 1));
        l->room = l->factored ? entries : 0;
    }
    l->is_known = l->factored != NULL;
    if (l->is_known)
        memcpy(l->factored, values, sizeof *values * entries);
}

int eg_linear_factor(eg_linear *l, const eg_pattern *pattern, long structure, const double *values,
                     int *column)
{
    /* KLU reads these arrays only */
    int *start = (int *)pattern->start, *row = (int *)pattern->row;
    double *entries = (double *)values;
    if (pattern->n == 0) /* which KLU takes for a mistake; solving does nothing then */
        return 0;
    if (l->structure != structure) {
        forget(l);
        l->n = pattern->n;
        l->symbolic = klu_analyze(pattern->n, start, row, &l->common);
        if (!l->symbolic)
            return l->common.status == KLU_OUT_OF_MEMORY ? -1 : 1;
        l->structure = structure;
    }
    if (is_factored(l, pattern, values))
        return 0;
    l->is_known = false;
    if (l->numeric)
        klu_free_numeric(&l->numeric, &l->common);
    l->numeric = klu_factor(start, row, entries, l->symbolic, &l->common);
    if (l->numeric && l->common.status == KLU_OK) {
        remember(l, pattern, values);
        return 0;
    }
    if (l->common.status == KLU_OUT_OF_MEMORY)
        return -1;
    *column = l->common.singular_col >= 0 && l->common.singular_col < pattern->n ? l->common.singular_col : 0;
    return 1;
}

/* The sign of a permutation: each cycle of even length turns it. `seen` (n), all false. */
static int sign_of(const int *permutation, int n, bool *seen)
{
    int sign = 1;
    for (int i = 0; i < n; i++)
        for (int j = permutation[i]; !seen[i] && j != i; j = permutation[j]) {
            seen[j] = true;
            sign = -sign;
        }
    return sign;
}

/* KLU's factors are those of the matrix with rows and columns exchanged, and rows divided by positive
 * numbers; those of L have ones on their diagonal. */
int eg_linear_orientation(const eg_linear *l)
{
    if (!l->numeric || !l->is_known)
        return 0;
    const double *diagonal = l->numeric->Udiag;
    bool *seen = calloc(2 * (size_t)l->n + 1, sizeof *seen);
    if (!seen)
        return 0;
    int sign = sign_of(l->numeric->Pnum, l->n, seen) * sign_of(l->symbolic->Q, l->n, seen + l->n);
    free(seen);
    for (int i = 0; i < l->n; i++)
        sign = diagonal[i] < 0 ? -sign : sign;
    return sign;
}

void eg_linear_solve(eg_linear *l, double *x)
{
    klu_solve(l->symbolic, l->numeric, l->n, 1, x, &l->common);
}
