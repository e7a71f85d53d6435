/* Derivatives along all directions at once, by what formulas follow (linearized.h). */
#include "network/motion/evaluate.h"
#include "network/motion/observe.h"
#include "network/user/origins.h"
#include "network/user/slide.h"
#include "network/user/tangents_parts.h"
#include "network/user/relevant.h"

#include <math.h>

static double of_origin(const void *context, int k, int origin)
{
    return ((const struct eg_user_tangents *)context)->directions[k].origins[origin];
}

static double of_input(const void *context, int k, const eg_user_input *in)
{
    const eg_user_direction *d = &((const struct eg_user_tangents *)context)->directions[k];
    switch (in->kind) {
    case EG_USER_DISCRETE: return d->discrete[in->index];
    case EG_USER_BEFORE: return d->before[in->index];
    case EG_USER_STRUCK: return d->struck[in->index];
    default: return 0;
    }
}

void eg_user_tangents_forget(eg_network *s)
{
    if (s->user.tangents)
        s->user.tangents->has_rows = s->user.tangents->has_shown = 0;
}

void eg_user_tangents_free_all(struct eg_user_tangents *q)
{
    eg_user_linearized_free(q->residuals);
    eg_user_linearized_free(q->sides);
    eg_user_linearized_free(q->shown);
    eg_user_roots_release(&q->roots);
}

static int make(eg_network *s, eg_user_linearized **linearized)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user_seeds seeds = {q->count, q, of_origin, of_input};
    return eg_user_linearize_mode(linearized, s, &seeds, &q->roots);
}

/* What a row with these values comes to along direction k. */
static double row_along(const eg_variational_rows *rows, const double *values, int row, int k,
                        const double *dy, const double *dyp)
{
    const int n = rows->n;
    double sum = 0;
    for (int e = rows->start[row]; e < rows->start[row + 1]; e++) {
        const int c = rows->column[e];
        if (c < n)
            sum += values[e] * dy[c];
        else if (c < 2 * n)
            sum += values[e] * dyp[c - n];
        else if (c == 2 * n + k)
            sum += values[e];
    }
    return sum;
}

/* ---------------------------------------------------------------- equations */

const eg_variational_rows *eg_user_tangents_rows(eg_system *base, double t, const double *y, const double *yp)
{
    eg_network *s = eg_network_of(base);
    struct eg_user_tangents *q = s->user.tangents;
    if (q->has_rows == 0) {
        eg_network_evaluate(s, eg_system_clock(base, t), y, yp, 0);
        q->roots.rows = q->roots.count = 0;
        const bool is_known = !eg_user_shares_holding(s) && !eg_slides(s);
        q->has_rows = is_known && eg_user_add_residuals(&q->roots, s) && make(s, &q->residuals) == 0 ? 1 : -1;
    }
    return q->has_rows > 0 ? eg_user_linearized_rows(q->residuals) : NULL;
}

int eg_user_tangents_linearize(eg_system *base, double t, const double *y, const double *yp, double *values)
{
    eg_network *s = eg_network_of(base);
    const double at = eg_system_clock(base, t);
    if (s->m->user->is_explicit)
        eg_network_evaluate(s, at, y, s->scratch.zero, EG_EVALUATE_FOR_RATES);
    else
        eg_network_evaluate(s, at, y, yp, 0);
    return eg_user_linearize_here(s->user.tangents->residuals, s, values);
}

/* ---------------------------------------------------------------- relations */

/* Both sides of those that have fired. */
static bool add_sides(eg_network *s, const bool *fired)
{
    const eg_user *u = s->m->user;
    eg_user_roots *roots = &s->user.tangents->roots;
    bool good = true;
    roots->rows = roots->count = 0;
    eg_user_catch_up(s);
    for (int i = 0; i < u->relation_count && good; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0 || !fired[r->switch_index])
            continue;
        const double sign = s->user.mode[i] ? 1.0 : -1.0;
        good = eg_user_add_row(roots);
        if (good && r->a >= 0 && s->user.relevant[i])
            good = eg_user_add_root(roots, r->b, sign) && eg_user_add_root(roots, r->a, -sign);
    }
    return good;
}

/* Where they follow rates `switching` is for them. */
int eg_user_tangents_switching(eg_system *base, double t, const double *y, const bool *fired,
                               const double *dy, double *dh, double *slope)
{
    eg_network *s = eg_network_of(base);
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    const double *values;
    if (eg_user_shares_holding(s) || eg_slides(s))
        return 1;
    eg_network_evaluate(s, eg_system_clock(base, t), y, s->scratch.zero, 0);
    if (!add_sides(s, fired))
        return EG_ERROR_MEMORY;
    int status = make(s, &q->sides);
    if (status == 0)
        status = eg_user_linearized_values(q->sides, s, &values);
    if (status != 0)
        return status;
    const eg_variational_rows *rows = eg_user_linearized_rows(q->sides);
    for (int e = 0; e < rows->start[q->roots.rows]; e++)
        if (rows->column[e] >= rows->n && rows->column[e] < 2 * rows->n)
            return 1;
    for (int i = 0, row = 0; i < u->relation_count; i++) {
        const int at = u->relations[i].switch_index;
        if (at < 0 || !fired[at])
            continue;
        for (int k = 0; k < q->count; k++) { /* no entry is of a rate */
            const double *own = dy + k * base->n;
            dh[k * base->switch_count + at] = row_along(rows, values, row, k, own, own);
        }
        slope[at] = 0;
        for (int e = rows->start[row]; e < rows->start[row + 1]; e++)
            if (rows->column[e] < rows->n)
                slope[at] = fmax(slope[at], fabs(values[e]));
        row++;
    }
    return 0;
}

/* ---------------------------------------------------------------- results */

static bool add_columns(eg_network *s, const int *columns, int count)
{
    const eg_user *u = s->m->user;
    const int first = eg_columns_of(s->m).users;
    eg_user_roots *roots = &s->user.tangents->roots;
    bool good = true;
    roots->rows = roots->count = 0;
    for (int i = 0; i < count && good; i++) {
        const int at = columns[i] - first;
        good = eg_user_add_row(roots);
        if (good && at >= 0 && at < u->quantity_count && u->quantities[at].type == EG_REAL)
            good = eg_user_add_root(roots, u->quantities[at].node, 1.0);
    }
    return good;
}

int eg_user_tangents_show(eg_system *base, double t, const double *y, const double *yp, const int *columns,
                          int count, const double *dy, const double *dyp, double *dout)
{
    eg_network *s = eg_network_of(base);
    struct eg_user_tangents *q = s->user.tangents;
    const double *values;
    eg_network_evaluate(s, eg_system_clock(base, t), y, yp, 0);
    if (q->has_shown == 0 || q->columns != columns || q->column_count != count) {
        q->columns = columns;
        q->column_count = count;
        q->has_shown = add_columns(s, columns, count) && make(s, &q->shown) == 0 ? 1 : -1;
    }
    const int status = q->has_shown > 0 ? eg_user_linearized_values(q->shown, s, &values) : 1;
    if (status != 0)
        return status;
    const eg_variational_rows *rows = eg_user_linearized_rows(q->shown);
    for (int k = 0; k < q->count; k++)
        for (int i = 0; i < count; i++)
            dout[k * count + i] = row_along(rows, values, i, k, dy + k * base->n, dyp + k * base->n);
    return 0;
}
