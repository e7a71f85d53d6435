/* Consistent points. Given the differential part of y, the rest follows from F(t, y, y') = 0: the
 * derivatives of the differential unknowns and the values of the algebraic ones, by Newton's method on
 * exactly those columns.
 *
 * One thing is not as simple: a group of massless bodies whose balance determines its position. Coordinates
 * are differences along a tree, so that the coordinate which is algebraic may move other bodies along. What
 * must be found is a displacement of the group alone, everything else staying where it is: in the matrix, the
 * column of that coordinate is replaced by the sum of those columns, with signs, that such a displacement
 * changes.
 *
 * Differentiating F once more, with the same matrix,
 *     F_y y' + F_y' y'' + F_t = 0,
 * gives the derivatives of the algebraic unknowns. Those of coordinates are known: differences of speeds. */
#include "network/solve/linear.h"
#include "network/compile/undetermined.h"
#include "network/motion/evaluate.h"
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/solve/derivatives.h"
#include "network/solve/pattern.h"
#include "network/user/evaluate.h"
#include "network/user/grip_beside.h"
#include "network/user/modes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NEWTON = 60 };

/* Accelerations are known now, and with them what friction holds with, which users' states and heat may
 * follow. */
static int follow_holding(eg_network *s, double t, const double *y, double *yp)
{
    const eg_model *m = s->m;
    double *r = s->scratch.work[0];
    if (eg_network_residual(&s->base, t, y, yp, r) != 0)
        return 1;
    for (int i = m->first.user; i < m->n; i++)
        yp[i] -= r[i];
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0 && m->heat[i].last < 0)
            yp[m->heat[i].unknown] -= r[m->heat[i].unknown] / m->heat[i].capacity;
    return 0;
}

/* Nothing algebraic: every row holds one derivative, with the body's mass or the node's capacity.
 * Temperatures that come last stay where they are. */
int eg_network_explicit_here(eg_network *s, const double *y, double *yp)
{
    const eg_model *m = s->m;
    double *r = s->scratch.work[0];
    if (eg_network_residual_here(s, y, s->scratch.zero, r) != 0)
        return 1;
    for (int i = 0; i < s->base.n; i++)
        yp[i] = -r[i];
    for (int b = 1; b < m->body_count; b++)
        if (s->stick.place[b] < 0) /* what follows stands still */
            yp[eg_v(m, b)] /= s->stick.mass[b];
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0)
            yp[m->heat[i].unknown] = m->heat[i].last < 0 ? yp[m->heat[i].unknown] / m->heat[i].capacity : 0;
    return 0;
}

static int explicit_derivatives(eg_network *s, double t, const double *y, double *yp, int flags)
{
    const eg_user *u = s->m->user;
    eg_network_evaluate(s, t, y, s->scratch.zero, flags);
    if (eg_network_explicit_here(s, y, yp) != 0)
        return 1;
    return u && u->needs_holding && s->stick.follower_count > 0 ? follow_holding(s, t, y, yp) : 0;
}

/* ---------------------------------------------------------------- the matrix */

/* Room for the matrix with displacement columns: every column of a coordinate may go into two of them. */
static int prepare(eg_network *s)
{
    int status = eg_network_find_pattern(&s->base);
    if (status < 0 || (s->solver.memory && s->solver.made_for == s->base.structure))
        return status;
    size_t n = (size_t)s->base.n, entries = (size_t)s->jacobian.pattern.entries;
    size_t room = entries + 2 * (size_t)s->jacobian.pattern.start[s->m->body_count - 1];
    free(s->solver.memory);
    size_t indices = room + 2 * n + 1 + (size_t)(s->m->element_count + eg_user_key_length(s->m));
    s->solver.has_mode = false;
    s->solver.memory = malloc(sizeof(double) * (2 * entries + room) + sizeof(int) * indices);
    if (!s->solver.memory)
        return -1;
    s->solver.mixed = (double *)(void *)s->solver.memory;
    s->solver.full = s->solver.mixed + entries;
    s->solver.values = s->solver.full + entries;
    s->solver.row = (int *)(void *)(s->solver.values + room);
    s->solver.start = s->solver.row + room;
    s->solver.mark = s->solver.start + n + 1;
    s->solver.mode = s->solver.mark + n;
    s->solver.made_for = s->base.structure;
    return 0;
}

/* dF/dy' in the differential columns and dF/dy in the algebraic ones. */
static void assemble_mixed(eg_network *s, const double *y)
{
    for (int i = 0; i < s->base.n; i++) {
        s->jacobian.weight[i] = !s->differential[i];
        s->jacobian.weight[s->base.n + i] = s->differential[i];
    }
    eg_network_assemble(s, y, s->solver.mixed);
}

static void assemble_full(eg_network *s, const double *y)
{
    for (int i = 0; i < s->base.n; i++) {
        s->jacobian.weight[i] = 1;
        s->jacobian.weight[s->base.n + i] = 0;
    }
    eg_network_assemble(s, y, s->solver.full);
}

/* Adds factor*(column j of `values`) to the column of the matrix that begins at entry `first`, and has
 * entries up to `count`. Returns the new count. */
static int add_column(eg_network *s, int j, const double *values, double factor, int first, int count)
{
    for (int k = s->jacobian.pattern.start[j]; k < s->jacobian.pattern.start[j + 1]; k++) {
        int row = s->jacobian.pattern.row[k], at = s->solver.mark[row];
        if (at < first || at >= count || s->solver.row[at] != row) {
            at = s->solver.mark[row] = count++;
            s->solver.row[at] = row;
            s->solver.values[at] = 0;
        }
        s->solver.values[at] += factor * values[k];
    }
    return count;
}

/* The column of a coordinate that a balance determines: what a displacement of its group changes. */
static int add_displacement(eg_network *s, const eg_balance *balance, int first)
{
    int count = first;
    for (int k = balance->first_shift; k < balance->first_shift + balance->shift_count; k++) {
        const eg_term *t = &s->balance.terms[k];
        count = add_column(s, t->index, s->solver.full, t->coefficient, first, count);
    }
    return count;
}

static eg_pattern displace_columns(eg_network *s)
{
    int count = 0;
    memset(s->solver.mark, 0, sizeof(int) * (size_t)s->base.n);
    for (int j = 0; j < s->base.n; j++) {
        int balance = j < s->m->body_count - 1 ? s->balance.of[j + 1] : -1;
        s->solver.start[j] = count;
        count = balance < 0 ? add_column(s, j, s->solver.mixed, 1, count, count)
                            : add_displacement(s, &s->balance.list[balance], count);
    }
    s->solver.start[s->base.n] = count;
    return (eg_pattern){s->base.n, count, s->solver.start, s->solver.row};
}

/* Takes the rows out of the matrix. -1 when out of memory. */
static int take_rows(const eg_pattern *matrix, double *values, eg_matrix_rows *rows)
{
    size_t n = (size_t)rows->count, entries = (size_t)matrix->entries;
    rows->start = malloc(sizeof(int) * (n + 1 + entries));
    rows->values = malloc(sizeof(double) * (entries + 1));
    if (!rows->start || !rows->values)
        return -1;
    rows->column = rows->start + n + 1;
    int count = 0;
    for (int i = 0; i < rows->count; i++) {
        rows->start[i] = count;
        for (int j = 0; j < matrix->n; j++)
            for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
                if (matrix->row[k] != rows->row[i])
                    continue;
                rows->column[count] = j;
                rows->values[count++] = values[k];
                values[k] = j == rows->unknown[i];
            }
    }
    rows->start[rows->count] = count;
    return 0;
}

/* Notes whose matrix it is that has been factorized, if it is one of the modes alone: that of a model that is
 * linear between events and stores no heat, which losses, products of two motions, would flow into. */
static void note_modes(eg_network *s)
{
    int count;
    s->solver.has_mode = s->solver.is_of_modes;
    if (s->solver.has_mode) {
        const int *key = eg_user_mode_key(s, &count);
        memcpy(s->solver.mode, key, sizeof *key * (size_t)count);
    }
}

/* Is the matrix that was factorized last that of the present modes, wherever y is? */
static bool has_matrix(eg_network *s)
{
    int count;
    if (!s->solver.has_mode || s->solver.made_for != s->base.structure)
        return false;
    const int *key = eg_user_mode_key(s, &count);
    return memcmp(s->solver.mode, key, sizeof *key * (size_t)count) == 0;
}

int eg_network_factor_without(eg_network *s, double t, const double *y, eg_matrix_rows *rows)
{
    int column = 0, status = prepare(s);
    s->solver.has_mode = false;
    s->solver.is_whole = rows == NULL;
    if (status == 0) {
        eg_pattern matrix = s->jacobian.pattern;
        double *values = s->solver.mixed;
        assemble_mixed(s, y);
        if (s->balance.count > 0) {
            assemble_full(s, y);
            matrix = displace_columns(s);
            values = s->solver.values;
        }
        status = rows ? take_rows(&matrix, values, rows) : 0;
        if (status == 0)
            status = eg_linear_factor(s->solver.linear, &matrix, s->base.structure, values, &column);
        if (status == 0 && !rows)
            note_modes(s);
    }
    if (status < 0)
        eg_report_memory(s->base.diagnostics, "while solving %s", s->m->name);
    if (status > 0)
        eg_network_report_undetermined(s, t, column);
    return status > 0 ? EG_ERROR_SIMULATION : status;
}

/* Between events the equations determine rates and algebraic unknowns by a matrix that changes with the
 * point. Its determinant cannot change its sign without passing 0, where they do not. Parts without mass and
 * friction that holds exchange rows as they go. */
int eg_network_orientation(eg_system *base)
{
    const eg_network *s = eg_network_of(base);
    const bool is_asked = base->may_degenerate && s->solver.is_whole && s->balance.count == 0 &&
                          s->stick.follower_count == 0 && s->solver.made_for == base->structure;
    return is_asked && s->solver.linear ? eg_linear_orientation(s->solver.linear) : 0;
}

int eg_network_factor(eg_network *s, double t, const double *y)
{
    return eg_network_factor_without(s, t, y, NULL);
}

/* ---------------------------------------------------------------- Newton's method */

/* Takes Newton's step; answers its largest change, relative to the unknown itself or to a millionth of
 * the largest one of its kind (an unknown that is zero has no size of its own). */
static double apply(eg_network *s, const double *step, double *y, double *yp)
{
    double size[2] = {0, 0}, largest = 0;
    for (int i = 0; i < s->base.n; i++)
        if (s->differential[i])
            yp[i] -= step[i];
        else if (i >= s->m->body_count - 1)
            y[i] -= step[i];
    for (int k = 0; k < s->balance.count; k++) {
        const eg_balance *b = &s->balance.list[k];
        for (int i = b->first_shift; i < b->first_shift + b->shift_count; i++)
            y[s->balance.terms[i].index] -= s->balance.terms[i].coefficient * step[b->row];
    }
    for (int i = 0; i < s->base.n; i++)
        size[s->differential[i]] = fmax(size[s->differential[i]], fabs(s->differential[i] ? yp[i] : y[i]));
    for (int i = 0; i < s->base.n; i++) {
        double x = s->differential[i] ? yp[i] : y[i];
        double change = step[i] == 0 ? 0 : fabs(step[i]) / (fabs(x) + 1e-6 * size[s->differential[i]]);
        if (!(change <= largest)) /* NaN counts */
            largest = change;
    }
    return largest;
}

static void add_sizes(const eg_scatter *list, int item, double size, double *sizes)
{
    for (int k = list->start[item]; k < list->start[item + 1]; k++)
        sizes[list->terms[k].index] += fabs(list->terms[k].coefficient) * size;
}

/* The magnitude of what is summed in each row at the point evaluated last. Scratch. */
static const double *find_sizes(eg_network *s, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    double *sizes = s->scratch.work[2];
    memset(sizes, 0, sizeof(double) * (size_t)m->n);
    assemble_full(s, y);
    assemble_mixed(s, y);
    for (int j = 0; j < m->n; j++)
        for (int k = s->jacobian.pattern.start[j]; k < s->jacobian.pattern.start[j + 1]; k++)
            sizes[s->jacobian.pattern.row[k]] +=
                fabs(s->solver.full[k] * y[j]) + fabs(s->differential[j] ? s->solver.mixed[k] * yp[j] : 0);
    for (int i = 0; i < m->element_count; i++)
        add_sizes(&m->scatter.elements, i, fabs(s->force[i].f), sizes);
    for (int i = 0; i < m->source_count; i++)
        add_sizes(&m->scatter.sources, i, fabs(s->signals.net[m->sources[i].input].x), sizes);
    if (m->user)
        eg_user_add_sizes(s, sizes);
    for (int i = 0; i < s->stick.follower_count; i++) {
        int b = s->stick.followers[i], lead = s->stick.lead[b];
        if (lead > 0)
            sizes[eg_v(m, lead)] += fabs(s->stick.ratio[b]) * sizes[eg_v(m, b)];
    }
    for (int i = 0; i < s->balance.count; i++) /* the same forces */
        sizes[s->balance.list[i].row] += sizes[s->balance.list[i].rate_row];
    if (s->user.shares && s->user.shares->beside)
        eg_user_add_sizes_beside(s, sizes);
    return sizes;
}

/* Is the residual, at that point, no more than the rounding of it? Each unknown of a row adds its own. What
 * has died away to subnormal numbers is rounded in steps that are no share of it. */
static bool is_rounding(eg_network *s, const double *y, const double *yp, const double *r)
{
    const double *sizes = find_sizes(s, y, yp);
    double *ulps = s->scratch.work[1];
    for (int i = 0; i < s->m->n; i++)
        ulps[i] = 32;
    for (int k = 0; k < s->jacobian.pattern.entries; k++)
        ulps[s->jacobian.pattern.row[k]]++;
    for (int i = 0; i < s->m->n; i++)
        if (!(fabs(r[i]) <= fmax(ulps[i] * DBL_EPSILON * sizes[i], DBL_MIN)))
            return false;
    return true;
}

/* What is summed for the row's value. */
static double row_size(const eg_network *s, const eg_row *row, const double *y)
{
    double size = fabs(row->constant);
    for (int i = row->first; i < row->first + row->count; i++)
        size += fabs(s->m->row.terms[i].coefficient * y[s->m->row.terms[i].index]);
    for (int i = 0; i < row->motion_count; i++) {
        const eg_term *driven = &s->m->row.motion_terms[row->first_motion + i];
        size += fabs(driven->coefficient * s->signals.drive[driven->index].x);
    }
    return size;
}

/* A balance of forces that holds to rounding is left alone. Displacing its group by what rounding leaves
 * would go on and on where the stiffness changes within that, as that of a gap with 1 < n < 2 does at first
 * touch, and with it the speed. What sources give that follow time is the same wherever the group is, and
 * sums keep all of it. */
static void leave_settled(const eg_network *s, const double *y, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < s->balance.count; i++) {
        const eg_balance *b = &s->balance.list[i];
        double size = 0;
        for (int k = b->first; k < b->first + b->count; k++) {
            int e = s->balance.terms[k].index;
            size += fabs(s->balance.terms[k].coefficient) *
                    (fabs(s->force[e].f) +
                     fabs(s->force[e].df_ds) * row_size(s, &m->row.list[m->elements[e].row], y));
        }
        for (int k = b->first_source; k < b->first_source + b->source_count; k++) {
            const int input = m->sources[s->balance.terms[k].index].input;
            if (!m->nets[input].of_time)
                size += fabs(s->balance.terms[k].coefficient * s->signals.net[input].x);
        }
        for (int k = b->first_flow; k < b->first_flow + b->flow_count; k++)
            size += fabs(s->balance.terms[k].coefficient *
                         s->user.value[m->user->flows[s->balance.terms[k].index].result.node]);
        if (fabs(r[b->row]) <= 4 * DBL_EPSILON * size)
            r[b->row] = 0;
    }
    if (s->user.slots)
        eg_user_leave_settled(s, r);
}

static double largest_of(const eg_network *s, const double *r)
{
    double largest = 0;
    for (int i = 0; i < s->base.n; i++)
        largest = fmax(largest, fabs(r[i]));
    return largest;
}

/* Newton's last step has left what the equations are defined on, as 1/x = 2 from x = 1 does: so much of it
 * is taken back, a half, a quarter and so on, that they have a value again. 0; positive: they have none near
 * by. */
static int step_back(eg_network *s, double t, double *y, double *yp, double *r)
{
    enum { HALVINGS = 40 };
    double *back = s->scratch.work[1]; /* the step */
    int status = 1;
    for (int k = 0; k < HALVINGS && status > 0; k++) {
        for (int i = 0; i < s->base.n; i++)
            back[i] *= k == 0 ? -0.5 : 0.5;
        (void)apply(s, back, y, yp);
        status = eg_network_residual(&s->base, t, y, yp, r);
    }
    return status;
}

/* The length of a step, relative to the unknowns and to a whole step, of which `part` has been taken. */
static double relative_length(const eg_network *s, const double *step, const double *taken, double part,
                              const double *y, const double *yp)
{
    double sum = 0;
    for (int i = 0; i < s->base.n; i++) {
        const double x = s->differential[i] ? yp[i] : y[i], size = fabs(x) + fabs(taken[i]) / part;
        if (size > 0)
            sum += step[i] * step[i] / (size * size);
    }
    return sqrt(sum);
}

/* Shortens Newton's last step, which work[1] holds, until the next one by the same matrix is shorter than it
 * (the natural monotonicity test, P. Deuflhard, Newton Methods for Nonlinear Problems, 2004, 3.1): it is the
 * same in whatever units equations are written. */
static void damp(eg_network *s, double t, double *y, double *yp)
{
    enum { HALVINGS = 60 };
    double *taken = s->scratch.work[1], *next = s->scratch.work[2], part = 1;
    for (int k = 0; k < HALVINGS; k++, part *= 0.5) {
        if (eg_network_residual(&s->base, t, y, yp, next) == 0) {
            eg_linear_solve(s->solver.linear, next);
            const double whole = relative_length(s, taken, taken, part, y, yp) / part;
            if (relative_length(s, next, taken, part, y, yp) <= (1 - part / 4) * whole)
                return;
        }
        for (int i = 0; i < s->base.n; i++)
            taken[i] *= -0.5;
        (void)apply(s, taken, y, yp);
        for (int i = 0; i < s->base.n; i++)
            taken[i] = -taken[i];
    }
}

/* A small row that is not linear does not show beside a large one that is: where unknowns may be roots of
 * such a row, an old matrix might lead to another root than the one that is near, T^4 = a to a negative T. */
static bool has_curved_unknown(const eg_network *s)
{
    const eg_user *u = s->m->user;
    bool any = s->m->thermal.radiates;
    for (int i = u ? u->states : 0; u && i < u->unknowns && !any; i++)
        any = u->is_curved[i] && !s->differential[s->m->first.user + i];
    return any;
}

/* The matrix need not be that of the last point: an old one costs a step more, a new one costs more than a
 * step. After the first step it is kept where the equations have shown themselves linear. Afterwards the
 * point evaluated last is y, y', unless nobody `looks`. */
static int find_balance(eg_network *s, double t, double *y, double *yp, bool looks)
{
    double *r = s->scratch.work[0], change = INFINITY, before = INFINITY, first = 0;
    if (!eg_network_make_scratch(s))
        return EG_ERROR_MEMORY;
    for (int i = 0; i < s->base.n; i++)
        if (!s->differential[i])
            yp[i] = 0;
    for (int k = 0; k < MAX_NEWTON; k++) {
        int status = eg_network_residual(&s->base, t, y, yp, r);
        if (status > 0 && k > 0)
            status = step_back(s, t, y, yp, r);
        if (status == 0 && (change <= 1e-14 || (k > 1 && change >= 0.1 * before && is_rounding(s, y, yp, r))))
            return 0;
        bool is_linear = k == 1 && status == 0 && largest_of(s, r) <= 1e-6 * first && !has_curved_unknown(s);
        if (status == 0 && !is_linear && (k == 0 || change > 1e-3 || change >= 0.1 * before))
            status = k == 0 && has_matrix(s) ? 0 : eg_network_factor(s, t, y);
        if (status)
            return status;
        first = k == 0 ? largest_of(s, r) : first;
        leave_settled(s, y, r);
        eg_linear_solve(s->solver.linear, r);
        memcpy(s->scratch.work[1], r, sizeof(double) * (size_t)s->base.n);
        before = change;
        change = apply(s, r, y, yp);
        if (s->solver.is_damped && change > 1e-3)
            damp(s, t, y, yp);
        if (change <= 1e-14 && !looks)
            return 0;
    }
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s %s (Newton's method did not converge)", t,
              s->m->user ? "no solution of the equations has been found"
                         : "the balance of forces has not been found");
    eg_remedy(s->base.diagnostics, s->m->user && s->m->user->unknowns > s->m->user->states
                                       ? "give start values near to the solution, and look for equations "
                                         "without one"
                                       : "look for stiffnesses out of proportion around parts without mass");
    return EG_ERROR_SIMULATION;
}

/* ---------------------------------------------------------------- rates of algebraic unknowns */

/* Derivatives of the signals that are functions of time alone. The third one enters only through
 * accelerations that are given, and is taken by differences. */
static void set_time_direction(eg_network *s, double t)
{
    const eg_model *m = s->m;
    double delta = 1e-5 * eg_system_while(&s->base, t - s->base.origin);
    eg_network_time_signals(s, t + delta, s->scratch.time_jet[0]);
    eg_network_time_signals(s, t - delta, s->scratch.time_jet[1]);
    for (int i = 0; i < m->net_count; i++) {
        const eg_net *n = &m->nets[i];
        double *d = s->scratch.direction + 2 * m->n + 3 * i;
        if (!n->with_time || !n->dynamic)
            continue;
        d[0] = s->signals.net[i].dx;
        d[1] = s->signals.net[i].ddx;
        d[2] = (s->scratch.time_jet[0][i].ddx - s->scratch.time_jet[1][i].ddx) / (2 * delta);
    }
    s->scratch.direction[2 * m->n + 3 * m->net_count] = 1;
}

/* At the point evaluated last, with the matrix factorized on the way to it. */
static void find_rates(eg_network *s, double t, const double *y, double *yp)
{
    const eg_model *m = s->m;
    double *rates = s->scratch.work[1];
    for (int i = 0; i < s->balance.count; i++)
        yp[s->balance.list[i].row] = eg_coordinate_rate(s, s->balance.list[i].row + 1, y);
    memset(s->scratch.direction, 0, sizeof(double) * (2 * (size_t)m->n + 3 * (size_t)m->net_count + 1));
    for (int i = 0; i < m->n; i++)
        s->scratch.direction[i] = s->differential[i] || i < m->body_count - 1 ? yp[i] : 0;
    set_time_direction(s, t);
    memset(rates, 0, sizeof(double) * (size_t)m->n);
    eg_network_subtract_directional(s, y, rates);
    eg_linear_solve(s->solver.linear, rates);
    for (int i = m->body_count - 1; i < m->n; i++)
        if (!s->differential[i])
            yp[i] = rates[i];
}

/* ---------------------------------------------------------------- */

/* What the rate of unknown i is multiplied by in the row of its own number: of a speed what is accelerated,
 * whoever writes it. */
static double own_coefficient(const eg_network *s, int i)
{
    for (int k = s->jacobian.pattern.start[i]; k < s->jacobian.pattern.start[i + 1]; k++)
        if (s->jacobian.pattern.row[k] == i)
            return fabs(s->solver.mixed[k]);
    return 0;
}

static void stand_still_in(const eg_network *s, int i, const double *sizes, double *yp)
{
    const double coefficient = own_coefficient(s, i);
    if (coefficient > 0 && coefficient * fabs(yp[i]) <= 32 * DBL_EPSILON * sizes[i])
        yp[i] = 0;
}

/* What friction of users' equations holds stands still: accelerations that are no more than the rounding of
 * the forces they are left over from are none. Of a rate that its own row does not hold nothing is known. */
static void stand_still(eg_network *s, const double *y, double *yp)
{
    const eg_model *m = s->m;
    const double *sizes = find_sizes(s, y, yp);
    for (int b = 1; b < m->body_count; b++)
        if (s->differential[eg_v(m, b)])
            stand_still_in(s, eg_v(m, b), sizes, yp);
    for (int i = m->first.user; i < m->first.user + m->user->states; i++)
        if (s->differential[i])
            stand_still_in(s, i, sizes, yp);
}

static int implicit_consistent(eg_network *s, double t, double *y, double *yp)
{
    int status = find_balance(s, t, y, yp, true);
    if (status == 0 && s->user.shares && s->user.shares->count > 0)
        stand_still(s, y, yp);
    if (status == 0)
        find_rates(s, t, y, yp);
    return status;
}

int eg_network_make_consistent(eg_network *s, double t, double *y, double *yp)
{
    if (!s->simple)
        return implicit_consistent(s, t, y, yp);
    int status = explicit_derivatives(s, t, y, yp, 0);
    return status == 0 && s->m->thermal.last_sets > 0 ? eg_network_find_last_heat(s, y) : status;
}

int eg_network_accelerations(eg_network *s, double t, const double *y, double *yp)
{
    if (s->simple)
        return explicit_derivatives(s, t, y, yp, 0);
    if (!eg_network_make_scratch(s))
        return EG_ERROR_MEMORY;
    memcpy(s->scratch.work[3], y, sizeof(double) * (size_t)s->base.n);
    return find_balance(s, t, s->scratch.work[3], yp, false);
}

int eg_network_derivatives(eg_system *base, double t, const double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    if (s->simple)
        return explicit_derivatives(s, t, y, yp, 0);
    if (!eg_network_make_scratch(s))
        return EG_ERROR_MEMORY;
    memcpy(s->scratch.work[3], y, sizeof(double) * (size_t)base->n);
    return implicit_consistent(s, t, s->scratch.work[3], yp);
}

int eg_network_stage(eg_system *base, double t, const double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    return s->simple ? explicit_derivatives(s, t, y, yp, EG_EVALUATE_FOR_RATES)
                     : eg_network_derivatives(base, t, y, yp);
}
