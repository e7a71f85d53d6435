/* The unknowns of a plan's program (elastogap/fixed_program.h), by Newton's method.
 *
 * Of a step all unknowns are sought, derivatives of states following by theta (m->theta_z); of a point their
 * values stand, and derivatives are sought in their place. */
#include "fixed/run/part.h"

enum { ITERATIONS = 12, HALVINGS = 4 };

#define CLOSE 1e-13 /* of a turn, in parts of what turns */

/* L U in place, rows exchanged by the largest entry; 0: the matrix is singular. */
static int factor(int n, double *a, double *order)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        order[k] = best;
        if (!(fabs(a[best * n + k]) > 0.0) || !(fabs(a[best * n + k]) < INFINITY))
            return 0;
        for (int j = 0; j < n && best != k; j++) {
            double kept = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = kept;
        }
        for (int i = k + 1; i < n; i++) {
            double share = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n && share != 0.0; j++)
                a[i * n + j] -= share * a[k * n + j];
        }
    }
    return 1;
}

static void solve(int n, const double *a, const double *order, double *x)
{
    for (int k = 0; k < n; k++) {
        int best = (int)order[k];
        double kept = x[k];
        x[k] = x[best];
        x[best] = kept;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= a[i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}

/* Sets derivatives by the values of a step. */
static void follow_values(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int k = 0; k < p->program->unknowns; k++)
        if (p->program->unknown[k].is_state)
            m->dz[k] = ((m->z[k] - m->z0[k]) / p->step - (1.0 - m->theta_z[k]) * m->dz0[k]) / m->theta_z[k];
}

/* All that follows the unknowns, and the rows into m->row; 0: some is no number. */
static int evaluate(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double sum = 0.0;
    eg_fixed_run(p, m);
    for (int k = 0; k < p->program->unknowns; k++) {
        m->row[k] = m->value[p->program->unknown[k].row];
        sum += 0.0 * m->row[k];
    }
    return sum == 0.0;
}

static void turn(const eg_fixed_plan *p, eg_fixed_view *m, int is_step, double share, const double *by)
{
    for (int k = 0; k < p->program->unknowns; k++) {
        if (is_step || !p->program->unknown[k].is_state)
            m->z[k] += share * by[k];
        else
            m->dz[k] += share * by[k];
    }
    if (is_step)
        follow_values(p, m);
}

static double larger(double a, double b)
{
    return a < b ? b : a;
}

/* The largest turn, in parts of what turns. */
static double size_of_turn(const eg_fixed_plan *p, const eg_fixed_view *m, int is_step, const double *by)
{
    double most = 0.0;
    for (int k = 0; k < p->program->unknowns; k++) {
        const int is_value = is_step || !p->program->unknown[k].is_state;
        double size = fabs(is_value ? m->z[k] : m->dz[k]);
        if (is_value)
            size = larger(size, larger(fabs(m->z0[k]), p->step * fabs(m->dz0[k])));
        most = larger(most, by[k] != 0.0 ? fabs(by[k]) / (size + EG_FIXED_TINY) : 0.0);
    }
    return most;
}

/* Newton's method with a search by what is left of its turn (Deuflhard's natural monotonicity test: Newton
 * Methods for Nonlinear Problems, 2004); relations are those of each point. 1; 0: it has not come to an
 * end. */
static int newton(const eg_fixed_plan *p, eg_fixed_view *m, int is_step)
{
    const eg_fixed_program *q = p->program;
    const int n = q->unknowns;
    int good = evaluate(p, m);
    for (int i = 0; i < ITERATIONS && good; i++) {
        for (int k = 0; k < n; k++) {
            double of_value = is_step || !q->unknown[k].is_state, of_rate = 1.0;
            if (is_step)
                of_rate = 1.0 / (m->theta_z[k] * p->step);
            eg_fixed_rows_along(p, m, k, of_value, of_rate, m->column);
            for (int j = 0; j < n; j++)
                m->square[j * n + k] = m->column[j];
        }
        if (!factor(n, m->square, m->order))
            return 0;
        for (int k = 0; k < n; k++)
            m->by[k] = -m->row[k];
        solve(n, m->square, m->order, m->by);
        const double size = size_of_turn(p, m, is_step, m->by);
        if (!(size < INFINITY))
            return 0;
        turn(p, m, is_step, 1.0, m->by);
        good = evaluate(p, m);
        double share = 1.0;
        for (int halving = 0; halving < HALVINGS; halving++, share *= 0.5) {
            for (int k = 0; k < n; k++)
                m->column[k] = good ? -m->row[k] : 0.0;
            solve(n, m->square, m->order, m->column);
            if (good &&
                (size <= CLOSE || size_of_turn(p, m, is_step, m->column) <= (1.0 - 0.25 * share) * size))
                break;
            turn(p, m, is_step, -0.5 * share, m->by);
            good = evaluate(p, m);
        }
        if (good && (size <= CLOSE || (share == 1.0 && size_of_turn(p, m, is_step, m->column) <= CLOSE)))
            return 1;
    }
    return 0;
}

/* theta of each state, where the last step leads to. */
static void weigh(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const eg_fixed_program *q = p->program;
    for (int k = 0; k < q->unknowns; k++)
        m->z[k] = m->z0[k] + (q->unknown[k].is_state ? p->step * m->dz0[k] : 0.0);
    evaluate(p, m);
    for (int k = 0; k < q->unknowns; k++) {
        eg_fixed_rows_along(p, m, k, 1.0, 0.0, m->column);
        const double by_value = m->column[k];
        eg_fixed_rows_along(p, m, k, 0.0, 1.0, m->column);
        const double r = p->step * by_value / m->column[k];
        m->theta_z[k] = 0.5;
        if (r > 0.0)
            m->theta_z[k] = r < 1e6 ? 0.5 + 0.5 * r / (r + 6.0) : 1.0;
    }
}

int eg_fixed_step_unknowns(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const int n = p->program->unknowns;
    if (n == 0) {
        eg_fixed_run(p, m);
        return 1;
    }
    for (int k = 0; k < n; k++) {
        m->z0[k] = m->z[k];
        m->dz0[k] = m->dz[k];
    }
    weigh(p, m);
    follow_values(p, m);
    if (newton(p, m, 1))
        return 1;
    for (int k = 0; k < n; k++) { /* it goes on as it did */
        m->z[k] = m->z0[k] + (p->program->unknown[k].is_state ? p->step * m->dz0[k] : 0.0);
        m->dz[k] = m->dz0[k];
        if (!(fabs(m->z[k]) < INFINITY)) {
            m->z[k] = m->z0[k];
            m->dz[k] = m->dz0[k] = 0.0;
        }
    }
    eg_fixed_run(p, m);
    return 0;
}

int eg_fixed_settle(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const int n = p->program->unknowns;
    for (int k = 0; k < n; k++) {
        m->z0[k] = m->z[k];
        m->dz0[k] = m->dz[k];
    }
    if (n > 0)
        return newton(p, m, 0);
    eg_fixed_run(p, m);
    return 1;
}
