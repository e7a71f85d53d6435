#include "sensitivity/variation.h"

#include "base/arena.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = EG_IRK_STAGES, MOST_ITERATIONS = 12, MOST_HALVINGS = 30 };
/* A first trial that is off by less tells how large s becomes. */
static const double some_digits = 1e-2;

/* ---------------------------------------------------------------- life */

bool eg_variation_init(eg_variation *v, eg_system *system, size_t count, double tolerance)
{
    const size_t n = (size_t)system->n, square = n * n, all = count * n;
    *v = (eg_variation){
        .system = system, .facet = system->parametric, .n = n, .count = count, .tolerance = tolerance};
    v->block = calloc(5 * all + 2 * STAGES * n + 3 * STAGES * all + (2 + 2 * EG_IRK_SYSTEMS) * square +
                          5 * n + count + 1,
                      sizeof *v->block);
    v->places = calloc(EG_IRK_SYSTEMS * (square + 4 * n) + 1, sizeof *v->places);
    if (!v->block || !v->places || !eg_variation_linear_init(v))
        return false;
    double *next = v->block;
    double **const parts[] = {&v->s, &v->rate, &v->size, &v->expected, &v->noise};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, next += all)
        *parts[i] = next;
    double **const staged[] = {&v->z, &v->g, &v->w};
    for (size_t i = 0; i < sizeof staged / sizeof *staged; i++, next += STAGES * all)
        *staged[i] = next;
    v->y = next;
    v->yp = next + STAGES * n;
    next += 2 * STAGES * n;
    double **const rows[] = {&v->at, &v->at_rate, &v->zero, &v->residual, &v->reach};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, next += n)
        *rows[i] = next;
    v->scale = next;
    for (size_t k = 0; k < count; k++)
        v->scale[k] = 1.0;
    next += count;
    v->by_y = next;
    v->by_rate = next + square;
    next += 2 * square;
    int *place = v->places;
    for (int k = 0; k < EG_IRK_SYSTEMS; k++) {
        v->lu[k] = (eg_irk_lu){.n = (int)n, .re = next, .im = next + square};
        next += 2 * square;
        v->lu[k].pivot = place;
        v->lu[k].before = place + n;
        v->lu[k].behind = place + 2 * n;
        v->lu[k].row = place + 3 * n;
        v->lu[k].column = place + 4 * n;
        place += square + 4 * n;
    }
    return true;
}

void eg_variation_release(eg_variation *v)
{
    free(v->block);
    free(v->places);
    free(v->pieces);
    free(v->numbers);
    free(v->values);
    eg_variation_linear_release(v);
    *v = (eg_variation){0};
}

/* ---------------------------------------------------------------- the motion and its matrices */

int eg_variation_motion(const eg_variation *v, eg_engine *engine, double part, double *y, double *yp)
{
    eg_system *s = v->system;
    const double t = eg_engine_time(engine, part);
    if (engine->ops->dense(engine, t, y, NULL) != 0)
        return EG_ERROR_SIMULATION;
    bool is_algebraic = false;
    for (size_t i = 0; i < v->n; i++)
        is_algebraic = is_algebraic || !s->differential[i];
    return is_algebraic && s->ops->settle ? s->ops->settle(s, t, y, yp) : s->ops->derivatives(s, t, y, yp);
}

static void fill_in(const eg_variation *v, double *to)
{
    const eg_pattern *p = v->system->pattern;
    memset(to, 0, v->n * v->n * sizeof *to);
    for (int j = 0; j < p->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            to[(size_t)p->row[k] * v->n + (size_t)j] += v->values[k];
}

int eg_variation_matrices(eg_variation *v, double t, const double *y, const double *yp, double cj)
{
    eg_system *s = v->system;
    int status = s->ops->find_pattern ? s->ops->find_pattern(s) : 0;
    if (status != 0)
        return status;
    const size_t entries = (size_t)s->pattern->entries;
    if (entries > v->value_room) {
        free(v->values);
        v->values = calloc(entries, sizeof *v->values);
        v->value_room = v->values ? entries : 0;
        if (!v->values)
            return EG_ERROR_MEMORY;
    }
    status = s->ops->jacobian(s, t, y, yp, 0.0, v->values);
    if (status != 0)
        return status;
    fill_in(v, v->by_y);
    status = s->ops->jacobian(s, t, y, yp, cj, v->values);
    if (status != 0)
        return status;
    fill_in(v, v->by_rate);
    for (size_t i = 0; i < v->n * v->n; i++)
        v->by_rate[i] = (v->by_rate[i] - v->by_y[i]) / cj;
    return 0;
}

/* ---------------------------------------------------------------- a part of a step */

/* to[i] = factor sum over j of a[i][j] from[j], of n numbers each. */
static void combine(const double a[STAGES][STAGES], size_t i, double factor, size_t n, const double *from,
                    double *to)
{
    for (size_t c = 0; c < n; c++)
        to[c] = 0.0;
    for (size_t j = 0; j < STAGES; j++)
        for (size_t c = 0; c < n; c++)
            to[c] += a[i][j] * from[j * n + c];
    for (size_t c = 0; c < n; c++)
        to[c] *= factor;
}

/* The motion at the stages of the part from a to b; of one whose matrices are known, when these are. */
static int find_motion(eg_variation *v, eg_engine *engine, double a, double b)
{
    const size_t n = v->n;
    const double length = b - a;
    int status = 0;
    double mean = 0.0;
    for (size_t i = 0; i < STAGES && status == 0; i++) {
        const double part = i + 1 < STAGES ? a + eg_irk_c[i] * length : b;
        v->time[i] = eg_engine_time(engine, part);
        v->pace[i] = length * eg_engine_pace(engine, part);
        mean += v->pace[i] / STAGES;
        if (!v->linear.rows)
            status = eg_variation_motion(v, engine, part, v->y + i * n, v->yp + i * n);
    }
    for (size_t i = 0; i < STAGES && status == 0; i++) {
        v->pace[i] = fmax(v->pace[i], EG_VARIATION_LEAST_PACE * mean);
        for (size_t c = 0; c < n && !v->linear.rows; c++)
            v->reach[c] = fmax(v->reach[c], fabs(v->y[i * n + c]));
    }
    return status;
}

/* The matrices of the part, amid it. */
static int find_matrices(eg_variation *v, eg_engine *engine, double a, double b, double pace)
{
    const double middle = a + 0.5 * (b - a);
    if (v->linear.rows) {
        eg_variation_fill(v, STAGES / 2, v->by_y, v->by_rate);
        return 0;
    }
    const int status = eg_variation_motion(v, engine, middle, v->at, v->at_rate);
    return status == 0 ? eg_variation_matrices(v, eg_engine_time(engine, middle), v->at, v->at_rate,
                                               exp2(ceil(log2(eg_irk_eigenvalue[0][0] / pace))))
                       : status;
}

static int prepare(eg_variation *v, eg_engine *engine, double a, double b)
{
    const size_t n = v->n;
    const double pace = (b - a) * eg_engine_pace(engine, a + 0.5 * (b - a));
    int status = find_motion(v, engine, a, b);
    if (status == 0)
        status = find_matrices(v, engine, a, b, pace);
    if (status != 0)
        return status;
    for (int k = 0; k < EG_IRK_SYSTEMS; k++) {
        const double re = eg_irk_eigenvalue[k][0], im = eg_irk_eigenvalue[k][1];
        for (size_t i = 0; i < n * n; i++) {
            v->lu[k].re[i] = pace * v->by_y[i] + re * v->by_rate[i];
            v->lu[k].im[i] = im * v->by_rate[i];
        }
        if (!eg_irk_factor(&v->lu[k]))
            return 1;
    }
    return 0;
}

/* What the equations leave of direction k at a point of the motion where the polynomial has s and, by the
 * part's own variable, ds: times the pace, with which the part's variable passes. */
static int find_residual(eg_variation *v, size_t k, double t, double pace, const double *y, const double *yp,
                         const double *s, double *ds, double *residual)
{
    for (size_t c = 0; c < v->n; c++)
        ds[c] /= pace;
    const int status = v->facet->residual(v->system, (int)k, t, y, yp, 0.0, s, ds, residual);
    for (size_t c = 0; c < v->n; c++)
        residual[c] *= pace;
    return status;
}

/* Stage after stage, so that all directions are asked at one point of the motion. */
static int find_residuals(eg_variation *v)
{
    const size_t n = v->n;
    for (size_t i = 0; i < STAGES; i++)
        for (size_t k = 0; k < v->count; k++) {
            const double *z = v->z + k * STAGES * n;
            for (size_t c = 0; c < n; c++)
                v->at[c] = v->s[k * n + c] + z[i * n + c];
            combine(eg_irk_rate, i, 1.0, n, z, v->at_rate);
            double *residual = v->g + (k * STAGES + i) * n;
            int status = 0;
            if (v->linear.rows)
                eg_variation_leave(v, i, k, v->at, v->at_rate, residual);
            else
                status = find_residual(v, k, v->time[i], v->pace[i], v->y + i * n, v->yp + i * n, v->at,
                                       v->at_rate, residual);
            if (status != 0)
                return status;
        }
    return 0;
}

/* The largest that number c of direction k is in this part, has been, or will be in this step. */
static double largest(const eg_variation *v, size_t k, size_t c)
{
    const double *z = v->z + k * STAGES * v->n;
    double most = fmax(v->size[k * v->n + c], v->expected[k * v->n + c]);
    for (size_t i = 0; i < STAGES; i++)
        most = fmax(most, fabs(v->s[k * v->n + c] + z[i * v->n + c]));
    return most;
}

void eg_variation_correct(eg_variation *v, const double *g, double *w, double *step)
{
    const size_t n = v->n;
    for (size_t i = 0; i < STAGES; i++)
        combine(eg_irk_to, i, -1.0, n, g, w + i * n);
    memset(v->zero, 0, n * sizeof *v->zero);
    eg_irk_solve(&v->lu[0], w, v->zero);
    for (size_t j = 1; j < EG_IRK_SYSTEMS; j++)
        eg_irk_solve(&v->lu[j], w + (2 * j - 1) * n, w + 2 * j * n);
    for (size_t i = 0; i < STAGES; i++)
        combine(eg_irk_from, i, 1.0, n, w, step + i * n);
}

/* Newton's step of direction k, in the place of its residuals, which are of no use any more. */
static void take_step(eg_variation *v, size_t k)
{
    const size_t numbers = STAGES * v->n;
    double *z = v->z + k * numbers, *added = v->g + k * numbers;
    eg_variation_correct(v, added, v->w + k * numbers, added);
    for (size_t i = 0; i < numbers; i++)
        z[i] += added[i];
}

/* What rounding of the equations' terms leaves in s at the end of the part: where large ones cancel, that
 * may be all there is. */
static void find_noise(eg_variation *v, size_t k)
{
    const size_t n = v->n, last = STAGES - 1;
    const double *z = v->z + k * STAGES * n;
    double *noise = v->noise + k * n;
    combine(eg_irk_rate, last, 1.0, n, z, v->at_rate);
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t c = 0; c < n; c++)
            sum += v->pace[last] * fabs(v->by_y[i * n + c] * (v->s[k * n + c] + z[last * n + c])) +
                   fabs(v->by_rate[i * n + c] * v->at_rate[c]);
        noise[i] = EG_VARIATION_ROUNDING * sum;
    }
    memset(v->zero, 0, n * sizeof *v->zero);
    eg_irk_solve(&v->lu[0], noise, v->zero);
    for (size_t c = 0; c < n; c++)
        noise[c] = fabs(noise[c]);
}

/* What number c of direction k may err by. */
static double allowed(const eg_variation *v, size_t k, size_t c, double part)
{
    return eg_variation_allowed(v, k, c, part, largest(v, k, c), v->noise[k * v->n + c]);
}

/* The size of what has been added to direction k, beside what is allowed to be left. */
static double size_of_step(const eg_variation *v, size_t k)
{
    const size_t n = v->n;
    const double *added = v->g + k * STAGES * n;
    double most = 0.0;
    for (size_t c = 0; c < n; c++) {
        const double least = allowed(v, k, c, EG_VARIATION_LEFT);
        for (size_t i = 0; i < STAGES; i++) {
            const double part = fabs(added[i * n + c]) / least;
            if (!(part <= most)) /* NaN wins */
                most = part;
        }
    }
    return most;
}

static int iterate(eg_variation *v)
{
    double before = INFINITY;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double now = 0.0;
        const int status = find_residuals(v);
        if (status != 0)
            return status;
        for (size_t k = 0; k < v->count; k++) {
            take_step(v, k);
            find_noise(v, k);
            const double own = size_of_step(v, k);
            if (!(own <= now))
                now = own;
        }
        if (now <= 1.0)
            return 0;
        if (!(now < INFINITY) || (i > 2 && now > 0.5 * before))
            return 1;
        before = now;
    }
    return 1;
}

/* How far the polynomial is from the equations between the stages, beside what is allowed. */
static int look_between(eg_variation *v, eg_engine *engine, double a, double b, size_t point, double *error)
{
    const size_t n = v->n;
    double value[STAGES], rate[STAGES];
    const double x = eg_variation_place(point), part = a + x * (b - a), t = eg_engine_time(engine, part);
    const double pace = (b - a) * eg_engine_pace(engine, part);
    double *y = v->w, *yp = v->w + n; /* Newton's steps are done */
    int status = v->linear.rows ? 0 : eg_variation_motion(v, engine, part, y, yp);
    eg_variation_weigh(x, value, rate);
    for (size_t k = 0; k < v->count && status == 0; k++) {
        const double *z = v->z + k * STAGES * n;
        for (size_t c = 0; c < n; c++) {
            v->at[c] = v->s[k * n + c];
            v->at_rate[c] = 0.0;
            for (size_t i = 0; i < STAGES; i++) {
                v->at[c] += value[i] * z[i * n + c];
                v->at_rate[c] += rate[i] * z[i * n + c];
            }
        }
        if (v->linear.rows)
            eg_variation_leave(v, point, k, v->at, v->at_rate, v->residual);
        else
            status = find_residual(v, k, t, pace, y, yp, v->at, v->at_rate, v->residual);
        memset(v->zero, 0, n * sizeof *v->zero);
        eg_irk_solve(&v->lu[0], v->residual, v->zero);
        for (size_t c = 0; c < n; c++) {
            const double own = fabs(v->residual[c]) / allowed(v, k, c, 1.0);
            if (!(own <= *error))
                *error = own;
        }
    }
    return status;
}

static int keep(eg_variation *v, double from, double to)
{
    const size_t n = v->n, all = v->count * n, wanted = v->number_count + (1 + STAGES) * all;
    if (eg_grow((void **)&v->pieces, &v->piece_capacity, v->piece_count + 1, sizeof *v->pieces) < 0 ||
        eg_grow((void **)&v->numbers, &v->number_capacity, wanted, sizeof *v->numbers) < 0)
        return EG_ERROR_MEMORY;
    double *numbers = v->numbers + v->number_count;
    v->pieces[v->piece_count++] = (eg_variation_piece){from, to, v->number_count};
    v->number_count = wanted;
    memcpy(numbers, v->s, all * sizeof *numbers);
    for (size_t k = 0; k < v->count; k++)
        for (size_t c = 0; c < n; c++) {
            v->size[k * n + c] = largest(v, k, c);
            for (size_t i = 0; i < STAGES; i++)
                numbers[(1 + i) * all + k * n + c] = v->s[k * n + c] + v->z[(k * STAGES + i) * n + c];
        }
    memcpy(v->s, numbers + STAGES * all, all * sizeof *v->s);
    return 0;
}

/* Negative: all is lost; positive: the part is too long. *error: beside what is allowed. */
static int try_part(eg_variation *v, eg_engine *engine, double a, double b, double *error)
{
    *error = 0.0;
    int status = eg_variation_linearize(v, engine, a, b);
    if (status < 0)
        return status;
    if (v->linear.rows && !v->linear.has_failed) {
        if (eg_variation_iterate_simply(v, error) == 0)
            return 0;
        v->linear.has_failed = true;
        *error = 0.0;
    }
    status = prepare(v, engine, a, b);
    memset(v->z, 0, v->count * STAGES * v->n * sizeof *v->z);
    if (status == 0)
        status = iterate(v);
    for (size_t i = STAGES; i < EG_VARIATION_POINTS && status == 0; i++)
        status = look_between(v, engine, a, b, i, error);
    return status;
}

/* What is not smooth where a step begins, as d(x^n)/dn where a contact does, takes parts that shorten
 * towards there. How large s becomes in the step is known from the first trial, to some digits, so that
 * they need be no more accurate than the whole. */
static void expect(eg_variation *v)
{
    for (size_t k = 0; k < v->count; k++)
        for (size_t c = 0; c < v->n; c++)
            v->expected[k * v->n + c] = largest(v, k, c);
}

static int follow(eg_variation *v, eg_engine *engine, double a, double b, int halvings)
{
    double error = INFINITY;
    int status = try_part(v, engine, a, b, &error);
    if (status == 0 && error <= 1.0)
        return keep(v, a, b);
    const double middle = 0.5 * (a + b);
    if (status < 0 || halvings == MOST_HALVINGS || !(middle > a && middle < b))
        return status < 0 ? status : 1;
    if (halvings == 0 && status == 0 && error * v->tolerance <= some_digits)
        expect(v);
    status = follow(v, engine, a, middle, halvings + 1);
    return status == 0 ? follow(v, engine, middle, b, halvings + 1) : status;
}

int eg_variation_pass(eg_variation *v, eg_engine *engine, double t)
{
    v->piece_count = v->number_count = 0;
    memset(v->expected, 0, v->count * v->n * sizeof *v->expected);
    if (v->n == 0 || v->count == 0)
        return 0;
    const double end = t < engine->t1 ? eg_engine_part(engine, t) : 1.0;
    const int status = follow(v, engine, 0.0, end, 0);
    if (status == 0)
        eg_variation_at(v, engine, end, v->s, v->rate);
    return status;
}

void eg_variation_at(const eg_variation *v, const eg_engine *engine, double part, double *s, double *rate)
{
    const size_t all = v->count * v->n;
    if (v->piece_count == 0)
        return;
    const eg_variation_piece *p = v->pieces;
    while (p + 1 < v->pieces + v->piece_count && part > p->to)
        p++;
    const double *numbers = v->numbers + p->first, length = p->to - p->from;
    const double x = (part - p->from) / length, pace = length * eg_engine_pace(engine, part);
    double value[STAGES], slope[STAGES];
    eg_variation_weigh(x, value, slope);
    for (size_t c = 0; c < all; c++) {
        double sum = numbers[c], sum_rate = 0.0;
        for (size_t i = 0; i < STAGES; i++) {
            const double z = numbers[(1 + i) * all + c] - numbers[c];
            sum += value[i] * z;
            sum_rate += slope[i] * z;
        }
        s[c] = sum;
        rate[c] = sum_rate / pace;
    }
}

/* ---------------------------------------------------------------- at one instant */

/* With s' of differential unknowns and s of algebraic ones for unknowns, the equations are linear in both. */
int eg_variation_settle(eg_variation *v, double t, const double *y, const double *yp)
{
    const size_t n = v->n;
    const bool *differential = v->system->differential;
    v->linear.has_failed = false;
    int status = n == 0 || v->count == 0 ? 0 : eg_variation_settle_simply(v, t, y, yp);
    if (status <= 0)
        return status;
    status = eg_variation_matrices(v, t, y, yp, 1.0);
    if (status != 0)
        return status;
    eg_irk_lu *a = &v->lu[0];
    memset(a->im, 0, n * n * sizeof *a->im);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a->re[i * n + j] = differential[j] ? v->by_rate[i * n + j] : v->by_y[i * n + j];
    if (!eg_irk_factor(a))
        return 1;
    for (size_t k = 0; k < v->count && status == 0; k++) {
        double *s = v->s + k * n, *rate = v->rate + k * n;
        for (size_t c = 0; c < n; c++) {
            s[c] = differential[c] ? s[c] : 0.0;
            rate[c] = 0.0;
        }
        status = v->facet->residual(v->system, (int)k, t, y, yp, 0.0, s, rate, v->residual);
        memset(v->zero, 0, n * sizeof *v->zero);
        eg_irk_solve(a, v->residual, v->zero);
        for (size_t c = 0; c < n; c++) {
            if (differential[c])
                rate[c] = -v->residual[c];
            else {
                s[c] = -v->residual[c];
                rate[c] = NAN;
            }
            v->size[k * n + c] = fmax(v->size[k * n + c], fabs(s[c]));
        }
    }
    return status;
}

int eg_variation_begin(eg_variation *v, double t, const double *y, const double *yp)
{
    int status = 0;
    for (size_t k = 0; k < v->count && status == 0; k++)
        status = v->facet->start(v->system, (int)k, t, y, yp, v->s + k * v->n);
    return status == 0 ? eg_variation_settle(v, t, y, yp) : status;
}
