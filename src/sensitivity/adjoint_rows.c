#include "sensitivity/adjoint_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- life */

bool eg_adjoint_rows_init(eg_adjoint_rows *r, size_t n, size_t points)
{
    *r = (eg_adjoint_rows){.points = points, .cj = 1.0};
    r->rate = calloc(n + 1, sizeof *r->rate);
    r->along = calloc(n + 1, sizeof *r->along);
    r->start = calloc(n + 1, sizeof *r->start);
    return r->rate && r->along && r->start;
}

void eg_adjoint_rows_release(eg_adjoint_rows *r)
{
    free(r->rate);
    free(r->along);
    free(r->start);
    free(r->values);
    free(r->column);
    free(r->at);
    free(r->by_y);
    *r = (eg_adjoint_rows){0};
}

void eg_adjoint_rows_move(eg_adjoint_rows *r, eg_system *system)
{
    r->system = system;
    r->of_mode = NULL;
}

/* ---------------------------------------------------------------- the rows of a mode */

static bool make_room_of_pattern(eg_adjoint_rows *r, size_t entries)
{
    if (r->column && entries <= r->own_room)
        return true;
    free(r->column);
    free(r->at);
    free(r->by_y);
    r->column = calloc(2 * entries + 1, sizeof *r->column);
    r->at = calloc(entries + 1, sizeof *r->at);
    r->by_y = calloc(2 * entries + 1, sizeof *r->by_y);
    r->own_room = entries;
    return r->column && r->at && r->by_y;
}

/* Each row has its columns of y, and then the same of y'. */
static int make_of_pattern(eg_adjoint_rows *r)
{
    const int status = r->system->ops->find_pattern ? r->system->ops->find_pattern(r->system) : 0;
    const eg_pattern *p = r->system->pattern;
    const int n = p->n;
    if (status != 0)
        return status;
    if (!make_room_of_pattern(r, (size_t)p->entries))
        return EG_ERROR_MEMORY;
    r->by_both = r->by_y + p->entries;
    memset(r->start, 0, ((size_t)n + 1) * sizeof *r->start);
    for (int k = 0; k < p->entries; k++)
        r->start[p->row[k] + 1] += 2;
    for (int i = 0; i < n; i++) {
        r->along[i] = 0; /* how many there are so far */
        r->start[i + 1] += r->start[i];
    }
    for (int c = 0; c < n; c++)
        for (int k = p->start[c]; k < p->start[c + 1]; k++) {
            const int row = p->row[k], half = (r->start[row + 1] - r->start[row]) / 2;
            const int at = r->start[row] + r->along[row]++;
            r->at[k] = at;
            r->column[at] = c;
            r->column[at + half] = n + c;
        }
    r->own = (eg_variational_rows){n, r->start, r->column, true};
    r->of_mode = &r->own;
    return 0;
}

/* Where rates and directions begin in each row; and whether each row has but its own rate. */
static void split(eg_adjoint_rows *r)
{
    const eg_variational_rows *rows = r->of_mode;
    const int n = rows->n;
    r->is_diagonal = true;
    for (int i = 0; i < n; i++) {
        int e = rows->start[i];
        while (e < rows->start[i + 1] && rows->column[e] < n)
            e++;
        r->rate[i] = e;
        while (e < rows->start[i + 1] && rows->column[e] < 2 * n)
            e++;
        r->along[i] = e;
        const bool is_own = e == r->rate[i] + 1 && rows->column[r->rate[i]] == n + i;
        r->is_diagonal = r->is_diagonal && is_own;
    }
}

int eg_adjoint_rows_find(eg_adjoint_rows *r, double t, const double *y, const double *yp)
{
    const eg_parametric_facet *facet = r->system->parametric;
    if (r->of_mode)
        return 0;
    r->of_mode = facet->rows ? facet->rows(r->system, t, y, yp) : NULL;
    r->has_along = r->of_mode != NULL;
    const int status = r->of_mode ? 0 : make_of_pattern(r);
    if (status != 0)
        return status;
    split(r);
    const size_t numbers = r->points * (size_t)r->of_mode->start[r->of_mode->n] + 1;
    if (numbers > r->room) {
        free(r->values);
        r->values = calloc(numbers, sizeof *r->values);
        r->room = r->values ? numbers : 0;
    }
    return r->values ? 0 : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- at points */

static const double *values_of(const eg_adjoint_rows *r, size_t point)
{
    return r->values + point * (size_t)r->of_mode->start[r->of_mode->n];
}

bool eg_adjoint_rows_need_rates(const eg_adjoint_rows *r)
{
    return !r->has_along || r->of_mode->follows_rates;
}

int eg_adjoint_rows_look(eg_adjoint_rows *r, size_t point, double t, const double *y, const double *yp)
{
    eg_system *s = r->system;
    double *values = r->values + point * (size_t)r->of_mode->start[r->of_mode->n];
    if (r->has_along)
        return s->parametric->linearize(s, t, y, yp, values);
    const eg_pattern *p = s->pattern;
    int status = s->ops->jacobian(s, t, y, yp, 0.0, r->by_y);
    if (status == 0)
        status = s->ops->jacobian(s, t, y, yp, r->cj, r->by_both);
    for (int k = 0; k < p->entries; k++) {
        const int half = (r->start[p->row[k] + 1] - r->start[p->row[k]]) / 2;
        values[r->at[k]] = r->by_y[k];
        values[r->at[k] + half] = (r->by_both[k] - r->by_y[k]) / r->cj;
    }
    return status;
}

/* ---------------------------------------------------------------- products */

void eg_adjoint_rows_by_y(const eg_adjoint_rows *r, size_t point, const double *w, double *by_y)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    memset(by_y, 0, (size_t)rows->n * sizeof *by_y);
    for (int i = 0; i < rows->n; i++)
        for (int e = rows->start[i]; e < r->rate[i]; e++)
            by_y[rows->column[e]] += values[e] * w[i];
}

void eg_adjoint_rows_by_rate(const eg_adjoint_rows *r, size_t point, const double *w, double *by_rate)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    memset(by_rate, 0, (size_t)rows->n * sizeof *by_rate);
    for (int i = 0; i < rows->n; i++)
        for (int e = r->rate[i]; e < r->along[i]; e++)
            by_rate[rows->column[e] - rows->n] += values[e] * w[i];
}

void eg_adjoint_rows_along(const eg_adjoint_rows *r, size_t point, const double *w, double *along)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    for (int i = 0; i < rows->n; i++)
        for (int e = r->along[i]; e < rows->start[i + 1]; e++)
            along[rows->column[e] - 2 * rows->n] += values[e] * w[i];
}

void eg_adjoint_rows_size(const eg_adjoint_rows *r, size_t point, const double *w, double *size)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    memset(size, 0, (size_t)rows->n * sizeof *size);
    for (int i = 0; i < rows->n; i++)
        for (int e = rows->start[i]; e < r->rate[i]; e++)
            size[rows->column[e]] += fabs(values[e] * w[i]);
}

void eg_adjoint_rows_reach(const eg_adjoint_rows *r, size_t point, double pace, const double *reach,
                           double *far)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    for (int i = 0; i < rows->n; i++) {
        far[i] = 0.0;
        for (int e = rows->start[i]; e < r->rate[i]; e++)
            far[i] += fabs(pace * values[e]) * reach[rows->column[e]];
        for (int e = r->rate[i]; e < r->along[i]; e++)
            far[i] += fabs(values[e]) * reach[rows->column[e] - rows->n];
    }
}

void eg_adjoint_rows_fill(const eg_adjoint_rows *r, size_t point, double pace, double re, double im,
                          eg_irk_lu *lu)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    const size_t n = (size_t)rows->n;
    memset(lu->re, 0, n * n * sizeof *lu->re);
    memset(lu->im, 0, n * n * sizeof *lu->im);
    for (size_t i = 0; i < n; i++) {
        for (int e = rows->start[i]; e < r->rate[i]; e++)
            lu->re[(size_t)rows->column[e] * n + i] += pace * values[e];
        for (int e = r->rate[i]; e < r->along[i]; e++) {
            const size_t c = (size_t)rows->column[e] - n;
            lu->re[c * n + i] += re * values[e];
            lu->im[c * n + i] += im * values[e];
        }
    }
}

void eg_adjoint_rows_determine(const eg_adjoint_rows *r, size_t point, const bool *differential,
                               eg_irk_lu *lu)
{
    const eg_variational_rows *rows = r->of_mode;
    const double *values = values_of(r, point);
    const size_t n = (size_t)rows->n;
    memset(lu->re, 0, n * n * sizeof *lu->re);
    memset(lu->im, 0, n * n * sizeof *lu->im);
    for (size_t i = 0; i < n; i++) {
        for (int e = rows->start[i]; e < r->rate[i]; e++)
            if (!differential[rows->column[e]])
                lu->re[(size_t)rows->column[e] * n + i] += values[e];
        for (int e = r->rate[i]; e < r->along[i]; e++)
            if (differential[rows->column[e] - rows->n])
                lu->re[((size_t)rows->column[e] - n) * n + i] += values[e];
    }
}
