/* Elastogap.Math.surfaceSlopes(table, n): slopes at the points of a table of two variables,
 *
 *     table = [ 0,    x2[1],  x2[2],  ...
 *              x1[1], z[1,1], z[1,2], ... ]
 *
 * along x1 (n = 1), along x2 (n = 2), and the mixed second derivative (n = 3), with which cubics in both join
 * smoothly (H. Akima, Comm. ACM 17 (1974) 18, doi:10.1145/360767.360779). A slope is the mean of those of the
 * lines to both sides, with the weights of his curves (component/block/tables/spline.h); the mixed derivative
 * the mean of those of the four cells around, with the products of the weights. Beyond the ends the slopes of
 * lines and cells go on in a line. */
#include <math.h>

#include "modelica/value/call.h"

typedef struct surface {
    const double *e; /* the table */
    long columns;    /* of the table */
    long n[2];       /* points along x1 and x2 */
} surface;

/* The points of a direction are those of the first column, or of the first row. */
static double point(const surface *s, int direction, long k)
{
    return direction == 0 ? s->e[(k + 1) * s->columns] : s->e[k + 1];
}

static double step(const surface *s, int direction, long k)
{
    return point(s, direction, k + 1) - point(s, direction, k);
}

static double height(const surface *s, long i, long k)
{
    return s->e[(i + 1) * s->columns + k + 1];
}

/* What of(s, direction, k, other) is for the lines or cells k of a direction, and beyond the ends. */
typedef double measure(const surface *s, int direction, long k, long other);

static double go_on(const surface *s, measure *of, int direction, long k, long other)
{
    const long last = s->n[direction] - 2;
    if (k >= 0 && k <= last)
        return of(s, direction, k, other);
    const double end = of(s, direction, k < 0 ? 0 : last, other);
    if (last == 0)
        return end;
    const double next = of(s, direction, k < 0 ? 1 : last - 1, other);
    return end + (double)(k < 0 ? -k : k - last) * (end - next);
}

/* From point k to the next one of a direction, at a point of the other one. */
static double line(const surface *s, int direction, long k, long other)
{
    const double rise = direction == 0 ? height(s, k + 1, other) - height(s, k, other)
                                       : height(s, other, k + 1) - height(s, other, k);
    return rise / step(s, direction, k);
}

/* The mixed difference quotient of cell k of the first direction and `other` of the second. */
static double cell(const surface *s, int direction, long k, long other)
{
    (void)direction;
    return (line(s, 1, other, k + 1) - line(s, 1, other, k)) / step(s, 0, k);
}

static double cell_beyond(const surface *s, int direction, long k, long other)
{
    (void)direction; /* along the second; the first goes on by itself */
    return go_on(s, cell, 0, other, k);
}

/* Shares of the lines before and behind a point. */
static void find_shares(const surface *s, int direction, long k, long other, double share[2])
{
    double d[4];
    for (long i = 0; i < 4; i++)
        d[i] = go_on(s, line, direction, k - 2 + i, other);
    const double before = fabs(d[3] - d[2]), behind = fabs(d[1] - d[0]), sum = before + behind;
    share[0] = sum > 0.0 ? before / sum : 0.5;
    share[1] = sum > 0.0 ? behind / sum : 0.5;
}

static double slope(const surface *s, int direction, long k, long other)
{
    double share[2];
    if (s->n[direction] < 2)
        return 0.0;
    find_shares(s, direction, k, other, share);
    return share[0] * go_on(s, line, direction, k - 1, other) +
           share[1] * go_on(s, line, direction, k, other);
}

static double mixed(const surface *s, long i, long k)
{
    double first[2], second[2], sum = 0.0;
    if (s->n[0] < 2 || s->n[1] < 2)
        return 0.0;
    find_shares(s, 0, i, k, first);
    find_shares(s, 1, k, i, second);
    for (long a = 0; a < 2; a++)
        for (long b = 0; b < 2; b++)
            sum += first[a] * second[b] * go_on(s, cell_beyond, 1, k - 1 + b, i - 1 + a);
    return sum;
}

static double derivative(const surface *s, int which, long i, long k)
{
    if (which == 1)
        return slope(s, 0, i, k);
    return which == 2 ? slope(s, 1, k, i) : mixed(s, i, k);
}

static bool rises(const surface *s, int direction)
{
    for (long k = 0; k + 1 < s->n[direction]; k++)
        if (!(step(s, direction, k) > 0.0))
            return false;
    return true;
}

bool eg_call_surface_slopes(eg_call *c, eg_value *result)
{
    const eg_value *table = &c->arguments[0], *which = &c->arguments[1];
    if (table->rank != 2 || !eg_value_is_number(table) || table->dims[0] < 2 || table->dims[1] < 2)
        return eg_call_refuse(c, 0, "a table of two rows and two columns at least");
    if (which->type != EG_INTEGER || which->rank > 0 || !(which->number >= 1 && which->number <= 3))
        return eg_call_refuse(c, 1, "1, 2 or 3");
    const surface s = {table->numbers, table->dims[1], {table->dims[0] - 1, table->dims[1] - 1}};
    if (!rises(&s, 0) || !rises(&s, 1))
        return eg_call_refuse(c, 0, "a table whose first column and first row rise");
    double *numbers = eg_value_room(c->r, (size_t)(s.n[0] * s.n[1]));
    long *dims = eg_new_array(c->r, 2, sizeof *dims);
    if (!numbers || !dims || !eg_count_steps(c->r, c->scope->source, c->e->at, 20LL * s.n[0] * s.n[1]))
        return false;
    dims[0] = s.n[0];
    dims[1] = s.n[1];
    for (long i = 0; i < s.n[0]; i++)
        for (long k = 0; k < s.n[1]; k++)
            if (!isfinite(numbers[i * s.n[1] + k] = derivative(&s, (int)which->number, i, k)))
                return eg_call_refuse_result(c);
    *result = eg_value_array(EG_REAL, 2, dims, numbers);
    return true;
}
