/* What goes along beside a plan (elastogap/fixed.h): z, the states of blocks and drives, and the unknowns
 * of users' equations and of algebraic loops. The engine `fixed` takes each step twice, from the same
 * point: with the inputs that held at its beginning, which predicts where it ends, and with those of that
 * end. Each time z is solved for from the residual of the network, bodies and temperatures given, with
 *
 *     z = z0 + h ((1 - theta) z0' + theta z'),    theta = 1/2 + q/(2 (q + 6)),
 *
 * q = h times what the derivative's own equation says against its z, as for bodies: of second order, and time
 * constants may be shorter than the step. Newton's method has ITERATIONS steps at most; what it then leaves
 * is left to the row, where all that is algebraic is found anew. */
#include "network/motion/plan.h"
#include "network/motion/evaluate.h"
#include "network/solve/derivatives.h"
#include "network/solve/linear.h"
#include "network/solve/pattern.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 10 };

struct eg_beside {
    int count;
    int *index, *place;    /* (count) in y; (n) in z, or -1 */
    int *start, *row;      /* the pattern of its matrix */
    double *values, *full; /* of it; of the whole one */
    double *theta, *z;     /* (count) */
    double *r;             /* (n) */
    size_t entries;
    long made_for; /* base.structure */
    eg_linear *linear;
};

void eg_beside_free(eg_beside *b)
{
    if (!b)
        return;
    free(b->index);
    free(b->place);
    free(b->start);
    free(b->row);
    free(b->values);
    free(b->full);
    free(b->theta);
    free(b->z);
    free(b->r);
    eg_linear_free(b->linear);
    free(b);
}

static bool is_beside(const eg_model *m, int i, const eg_own_bodies *own)
{
    bool is_own = false;
    for (int k = 0; k < own->bodies; k++)
        is_own = is_own || i == m->first.user + own->body[k].x || i == m->first.user + own->body[k].v;
    return !is_own && ((i >= m->first.drive && i < m->first.heat) || i >= m->first.loop);
}

int eg_plan_prepare_beside(eg_network *s, const eg_own_bodies *own)
{
    const eg_model *m = s->m;
    size_t n = (size_t)m->n + 1;
    eg_beside_free(s->beside);
    eg_beside *b = s->beside = calloc(1, sizeof *b);
    if (!b)
        return -1;
    b->index = calloc(n, sizeof *b->index);
    b->place = calloc(n, sizeof *b->place);
    b->start = calloc(n, sizeof *b->start);
    b->theta = calloc(n, sizeof *b->theta);
    b->z = calloc(n, sizeof *b->z);
    b->r = calloc(n, sizeof *b->r);
    b->linear = eg_linear_create();
    b->made_for = -1;
    if (!b->index || !b->place || !b->start || !b->theta || !b->z || !b->r || !b->linear)
        return -1;
    for (int i = 0; i < m->n; i++) {
        b->place[i] = is_beside(m, i, own) ? b->count : -1;
        if (is_beside(m, i, own))
            b->index[b->count++] = i;
    }
    return 0;
}

/* Room for the matrix of the present structure. */
static int make_pattern(eg_network *s)
{
    eg_beside *b = s->beside;
    int status = eg_network_find_pattern(&s->base);
    if (status < 0 || b->made_for == s->base.structure)
        return status;
    size_t entries = (size_t)s->jacobian.pattern.entries + 1;
    if (entries > b->entries) {
        free(b->row);
        free(b->values);
        free(b->full);
        b->row = malloc(entries * sizeof *b->row);
        b->values = malloc(entries * sizeof *b->values);
        b->full = malloc(entries * sizeof *b->full);
        b->entries = b->row && b->values && b->full ? entries : 0;
        if (b->entries == 0)
            return EG_ERROR_MEMORY;
    }
    int count = 0;
    for (int k = 0; k < b->count; k++) {
        int j = b->index[k];
        b->start[k] = count;
        for (int e = s->jacobian.pattern.start[j]; e < s->jacobian.pattern.start[j + 1]; e++)
            if (b->place[s->jacobian.pattern.row[e]] >= 0)
                b->row[count++] = b->place[s->jacobian.pattern.row[e]];
    }
    b->start[b->count] = count;
    b->made_for = s->base.structure;
    return 0;
}

/* The columns of z, weighted, at the point evaluated last. */
static void take_values(eg_network *s, const double *y)
{
    eg_beside *b = s->beside;
    int count = 0;
    eg_network_assemble(s, y, b->full);
    for (int k = 0; k < b->count; k++)
        for (int e = s->jacobian.pattern.start[b->index[k]]; e < s->jacobian.pattern.start[b->index[k] + 1];
             e++)
            if (b->place[s->jacobian.pattern.row[e]] >= 0)
                b->values[count++] = b->full[e];
}

static double own_entry(const eg_beside *b, int k)
{
    for (int e = b->start[k]; e < b->start[k + 1]; e++)
        if (b->row[e] == k)
            return b->values[e];
    return 0;
}

/* Of what changes by -q in a step: a half where q is small or none, and all of it where it is large. */
static double weight_of_end(double q)
{
    if (!(q > 0))
        return 0.5;
    return q < 1e6 ? 0.5 + 0.5 * q / (q + 6) : 1;
}

/* The theta of each, at the point evaluated last. */
static void weigh(eg_network *s, double h, const double *y)
{
    eg_beside *b = s->beside;
    for (int part = 0; part < 2; part++) {
        memset(s->jacobian.weight, 0, 2 * sizeof *s->jacobian.weight * (size_t)s->m->n);
        for (int k = 0; k < b->count; k++)
            s->jacobian.weight[part * s->m->n + b->index[k]] = 1;
        take_values(s, y);
        for (int k = 0; k < b->count; k++) {
            double own = own_entry(b, k), q = part == 1 && own != 0 ? h * b->z[k] / own : 0;
            if (part == 0)
                b->z[k] = own;
            else
                b->theta[k] = weight_of_end(q);
        }
    }
}

static void set_rates(const eg_network *s, double h, const double *y, const double *yp, const double *y1,
                      double *yp1)
{
    const eg_beside *b = s->beside;
    for (int k = 0; k < b->count; k++) {
        int i = b->index[k];
        yp1[i] = s->differential[i] ? ((y1[i] - y[i]) / h - (1 - b->theta[k]) * yp[i]) / b->theta[k] : yp1[i];
    }
}

/* One step of Newton's method at y1, y1' evaluated: 1 where it was the last, 0, negative (reported), 2 where
 * there is none. */
static int turn(eg_network *s, double h, double *y1)
{
    eg_beside *b = s->beside;
    int column = 0;
    eg_pattern matrix = {b->count, b->start[b->count], b->start, b->row};
    memset(s->jacobian.weight, 0, 2 * sizeof *s->jacobian.weight * (size_t)s->m->n);
    for (int k = 0; k < b->count; k++) {
        s->jacobian.weight[b->index[k]] = 1;
        s->jacobian.weight[s->m->n + b->index[k]] = s->differential[b->index[k]] ? 1 / (b->theta[k] * h) : 0;
    }
    take_values(s, y1);
    int status = eg_linear_factor(b->linear, &matrix, b->made_for, b->values, &column);
    if (status != 0)
        return status < 0 ? EG_ERROR_MEMORY : 2;
    for (int k = 0; k < b->count; k++)
        b->z[k] = b->r[b->index[k]];
    eg_linear_solve(b->linear, b->z);
    double sum = 0;
    for (int k = 0; k < b->count; k++)
        sum += 0 * b->z[k];
    bool done = true;
    for (int k = 0; k < b->count && sum == 0; k++) {
        y1[b->index[k]] -= b->z[k];
        done = done && fabs(b->z[k]) <= 1e-13 * fabs(y1[b->index[k]]) + DBL_MIN;
    }
    return sum == 0 ? done : 2;
}

int eg_network_fixed_beside(eg_system *base, double t, double h, const double *y, const double *yp,
                            double *y1, double *yp1)
{
    eg_network *s = eg_network_of(base);
    eg_beside *b = s->beside;
    if (b->count == 0)
        return 0;
    int status = make_pattern(s);
    if (status != 0)
        return status;
    for (int k = 0; k < b->count; k++) {
        int i = b->index[k];
        y1[i] = y[i] + (s->differential[i] ? h * yp[i] : 0);
        yp1[i] = s->differential[i] ? yp[i] : 0;
    }
    for (int k = 0; k < ITERATIONS && status == 0; k++) {
        if (eg_network_residual(base, t, y1, yp1, b->r) != 0)
            return k == 0 ? 1 : 0;
        if (k == 0) {
            weigh(s, h, y1);
            set_rates(s, h, y, yp, y1, yp1);
            if (eg_network_residual(base, t, y1, yp1, b->r) != 0)
                return 1;
        }
        status = turn(s, h, y1);
        set_rates(s, h, y, yp, y1, yp1);
    }
    return status < 0 ? status : 0;
}
