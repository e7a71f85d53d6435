/* Newton's method for an equilibrium in given modes.
 *
 * The linear model at a point (linearize/) has the rates f of states and A = df/dx, exact; a step solves A dx
 * = -f, and the answers of all unknowns to the states carry it to y. States are as few as the modes have, so
 * that what friction holds, and parts without mass, need no care here. In modes that are linear one step
 * finds the point, and further ones polish it: rates are computed anew each time, from positions between
 * neighbours, so that the point is as good as the evaluation of forces is.
 *
 * A is singular where something floats. Elimination with complete pivoting, of a matrix whose rows and
 * columns have been scaled to like sizes (D. Ruiz, A scaling algorithm to equilibrate both rows and columns
 * norms in matrices, RAL-TR-2001-034), tells the rank; what nothing determines stays where it is, and a
 * balance that nothing can close, as that of a body that falls, means that these modes have no equilibrium.
 */
#include "steady/steady.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/motion/take_over.h"
#include "network/solve/consistent.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100, HALVINGS = 10, ROUNDS = 16, PASSES = 6 };
static const double SINGULAR = 1e-12, FORCE_DIGITS = 1e-11;

bool eg_steady_place_copy(eg_steady_place *p, const eg_steady_place *from, eg_diagnostics *d)
{
    const eg_network *s = from->network;
    const size_t n = (size_t)s->m->n;
    *p = (eg_steady_place){.network = eg_network_create(s->m, d), .t = from->t, .length = from->length};
    p->y = calloc(2 * n + 1, sizeof *p->y);
    if (!p->network || !p->y)
        return false;
    p->yp = p->y + n;
    p->network->base.origin = s->base.origin;
    p->network->base.span = s->base.span;
    eg_network_take_over(p->network, s);
    memcpy(p->network->rounding.least, s->rounding.least, n * sizeof *s->rounding.least);
    p->network->rounding.length = s->rounding.length;
    p->network->rounding.speed = s->rounding.speed;
    p->network->user.since = s->user.since;
    memcpy(p->y, from->y, n * sizeof *p->y);
    memcpy(p->yp, from->yp, n * sizeof *p->yp);
    return true;
}

void eg_steady_place_free(eg_steady_place *p)
{
    eg_network_free(p->network);
    free(p->y);
    *p = (eg_steady_place){0};
}

/* ---------------------------------------------------------------- linear equations */

/* Factors of rows and columns, by powers of 2. */
static void scale(double *A, size_t n, double *row, double *column)
{
    for (size_t i = 0; i < n; i++)
        row[i] = column[i] = 1;
    for (int pass = 0; pass < PASSES; pass++)
        for (int of_rows = 0; of_rows < 2; of_rows++)
            for (size_t i = 0; i < n; i++) {
                double largest = 0;
                for (size_t k = 0; k < n; k++)
                    largest = fmax(largest, fabs(of_rows ? A[i * n + k] : A[k * n + i]));
                if (!(largest > 0) || !isfinite(largest))
                    continue;
                const double by = ldexp(1, -(int)lround(log2(largest) / (pass + 1 < PASSES ? 2 : 1)));
                (of_rows ? row : column)[i] *= by;
                for (size_t k = 0; k < n; k++)
                    A[of_rows ? i * n + k : k * n + i] *= by;
            }
}

static void swap_numbers(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* Of those that are left, the largest entry comes to (k, k); false: nothing is left. */
static bool pivot(double *A, double *b, double *noise, size_t *order, size_t *rows, size_t n, size_t k)
{
    size_t at_row = k, at_column = k;
    for (size_t i = k; i < n; i++)
        for (size_t j = k; j < n; j++)
            if (fabs(A[i * n + j]) > fabs(A[at_row * n + at_column])) {
                at_row = i;
                at_column = j;
            }
    if (!(fabs(A[at_row * n + at_column]) > SINGULAR))
        return false;
    for (size_t j = 0; j < n; j++)
        swap_numbers(&A[k * n + j], &A[at_row * n + j]);
    swap_numbers(&b[k], &b[at_row]);
    swap_numbers(&noise[k], &noise[at_row]);
    for (size_t i = 0; i < n; i++)
        swap_numbers(&A[i * n + k], &A[i * n + at_column]);
    const size_t kept = order[k], kept_row = rows[k];
    order[k] = order[at_column];
    order[at_column] = kept;
    rows[k] = rows[at_row];
    rows[at_row] = kept_row;
    return true;
}

/* x of the first `rank` unknowns from rows 0 ... rank - 1, those behind being given. */
static void substitute(const double *A, const double *b, size_t n, size_t rank, double *x)
{
    for (size_t i = rank; i-- > 0;) {
        double sum = b ? b[i] : 0;
        for (size_t j = i + 1; j < n; j++)
            sum -= A[i * n + j] * x[j];
        x[i] = sum / A[i * n + i];
    }
}

long eg_steady_eliminate(double *A, double *b, const double *noise, size_t n, double *x, double *null,
                         double *room, size_t *open)
{
    double *row = room, *column = row + n, *known = column + n, *z = known + n;
    size_t *order = calloc(2 * n + 1, sizeof *order), rank = 0;
    if (!order)
        return -1;
    size_t *rows = order + n;
    scale(A, n, row, column);
    for (size_t i = 0; i < n; i++) {
        b[i] *= row[i];
        known[i] = noise[i] * row[i];
        order[i] = rows[i] = i;
    }
    for (; rank < n && pivot(A, b, known, order, rows, n, rank); rank++)
        for (size_t i = rank + 1; i < n; i++) {
            const double by = A[i * n + rank] / A[rank * n + rank];
            for (size_t j = rank; j < n && by != 0; j++)
                A[i * n + j] -= by * A[rank * n + j];
            b[i] -= by * b[rank];
            known[i] += fabs(by) * known[rank];
        }
    double most = 1;
    for (size_t i = rank; i < n; i++)
        if (!(fabs(b[i]) <= most * known[i])) {
            most = fabs(b[i]) / known[i];
            if (open)
                *open = rows[i];
        }
    const bool fits = most == 1;
    memset(z, 0, n * sizeof *z);
    substitute(A, b, n, rank, z);
    for (size_t i = 0; i < n; i++)
        x[order[i]] = z[i] * column[order[i]];
    for (size_t k = rank; null && k < n; k++) {
        memset(z, 0, n * sizeof *z);
        z[k] = 1;
        substitute(A, NULL, n, rank, z);
        for (size_t i = 0; i < n; i++)
            null[(k - rank) * n + order[i]] = z[i] * column[order[i]];
    }
    free(order);
    return fits ? (long)rank : -1;
}

/* ---------------------------------------------------------------- rates and moves */

void eg_steady_move(const eg_linear_point *p, const double *change, double *y)
{
    const size_t n = (size_t)p->m->n;
    for (size_t k = 0; k < p->state_count; k++)
        for (size_t i = 0; i < n && change[k] != 0; i++)
            y[i] += change[k] * p->dy[k * n + i];
}

double eg_steady_largest_force(const eg_network *s)
{
    const eg_model *m = s->m;
    double largest = 0;
    for (int i = 0; i < m->element_count; i++)
        largest = fmax(largest, fabs(s->force[i].f));
    for (int i = 0; i < m->source_count; i++)
        largest = fmax(largest, fabs(s->signals.net[m->sources[i].input].x));
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        largest = fmax(largest, fabs(s->user.value[m->user->flows[i].result.node]));
    return largest;
}

double eg_steady_noise(const eg_linear_point *p, size_t k)
{
    const eg_model *m = p->m;
    const eg_linearization *l = &p->out->l;
    const int bodies = m->body_count - 1, i = p->states[k].index;
    double sum = 0;
    for (size_t j = 0; j < p->state_count; j++)
        sum += fabs(l->A[k * p->state_count + j] * l->states[j].value);
    if (!p->states[k].is_place && i >= bodies && i < 2 * bodies && m->bodies[i - bodies + 1].mass > 0)
        sum += eg_steady_largest_force(p->network) / m->bodies[i - bodies + 1].mass;
    return FORCE_DIGITS * sum + DBL_MIN;
}

bool eg_steady_halt(eg_steady_place *p)
{
    eg_network *s = p->network;
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].mass > 0 && s->differential[eg_v(m, b)])
            p->y[eg_v(m, b)] = 0;
    return eg_network_make_consistent(s, p->t, p->y, p->yp) == 0;
}

/* ---------------------------------------------------------------- steps */

/* How large a step is beside what there is of its unit. */
static double size_of_step(const eg_linear_point *p, const double *x)
{
    const eg_linearization *l = &p->out->l;
    double size = 0;
    for (size_t k = 0; k < p->state_count; k++) {
        double beside = p->size[k];
        for (size_t j = 0; j < p->state_count; j++)
            if (strcmp(l->states[j].unit, l->states[k].unit) == 0)
                beside = fmax(beside, fabs(l->states[j].value));
        if (x[k] != 0)
            size = fmax(size, fabs(x[k]) / beside);
    }
    return size;
}

static double size_of_rates(const eg_linear_point *p, const double *weight)
{
    double size = 0;
    for (size_t k = 0; k < p->state_count; k++)
        size = fmax(size, weight[k] * fabs(eg_linear_rate(p, k)));
    return size;
}

/* Goes the step, or a part of it where rates would grow. */
static bool go(eg_steady_place *p, eg_linear_point *l, const double *x, const double *weight, double *y,
               double *part)
{
    eg_network *s = p->network;
    const size_t bytes = sizeof(double) * (size_t)s->m->n;
    const double before = size_of_rates(l, weight);
    double by = 1;
    memcpy(y, p->y, bytes);
    for (int i = 0; i <= HALVINGS; i++, by *= 0.5) {
        for (size_t k = 0; k < l->state_count; k++)
            part[k] = by * x[k];
        memcpy(p->y, y, bytes);
        eg_steady_move(l, part, p->y);
        if (eg_network_make_consistent(s, p->t, p->y, p->yp) != 0)
            continue;
        const double now = size_of_rates(l, weight);
        if (now <= (1 - 1e-4 * by) * before || (i == HALVINGS && isfinite(now)))
            return true;
        if (i == 0 && now <= 1e-9 * before + DBL_MIN)
            return true;
    }
    memcpy(p->y, y, bytes);
    eg_steady_move(l, x, p->y);
    return eg_network_make_consistent(s, p->t, p->y, p->yp) == 0;
}

typedef enum outcome { GOES_ON, IS_THERE, IS_NONE } outcome;

/* The row that cannot be closed, or what changes fastest where that one is a sum of others. */
static void name_open(const eg_linear_point *p, size_t open, char *who)
{
    for (size_t k = 0; k < p->state_count; k++)
        if (fabs(eg_linear_rate(p, open)) <= eg_steady_noise(p, open) &&
            fabs(eg_linear_rate(p, k)) > eg_steady_noise(p, k))
            open = k;
    const eg_linear_variable *v = &p->out->l.states[open];
    snprintf(who, EG_STEADY_NAME, "%s, which changes by %.6g%s%s a second", v->name, eg_linear_rate(p, open),
             *v->unit ? " " : "", v->unit);
}

/* One step; *size: of the last one, and of this. */
static outcome step(eg_steady_place *p, eg_diagnostics *d, double *size, char *who)
{
    size_t open = 0;
    eg_linear_ports ports = {0};
    eg_linear_point l = eg_steady_linear(p, &ports, d);
    outcome answer = IS_NONE;
    double *room = NULL;
    if (eg_linear_open(&l) != EG_OK)
        goto done;
    const size_t n = l.state_count;
    room = calloc(n * n + 10 * n + (size_t)l.m->n + 1, sizeof *room);
    if (!room)
        goto done;
    double *A = room, *b = A + n * n, *noise = b + n, *x = noise + n, *weight = x + n, *more = weight + n,
           *y = more + 6 * n;
    memcpy(A, l.out->l.A, n * n * sizeof *A);
    for (size_t k = 0; k < n; k++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++)
            largest = fmax(largest, fabs(A[k * n + j]) * fmax(l.size[j], DBL_MIN));
        weight[k] = largest > 0 ? 1 / largest : 1;
        b[k] = -eg_linear_rate(&l, k);
        noise[k] = eg_steady_noise(&l, k);
    }
    const double before = *size;
    if (eg_steady_eliminate(A, b, noise, n, x, NULL, more, &open) < 0) {
        if (who)
            name_open(&l, open, who);
        goto done;
    }
    *size = size_of_step(&l, x);
    if (!isfinite(*size))
        goto done;
    answer = *size <= 8 * DBL_EPSILON || (*size <= 1e-9 && *size >= 0.5 * before) ? IS_THERE : GOES_ON;
    if (answer == IS_THERE) {
        eg_steady_move(&l, x, p->y);
        answer = eg_network_make_consistent(p->network, p->t, p->y, p->yp) == 0 ? IS_THERE : IS_NONE;
    } else if (!go(p, &l, x, weight, y, more)) {
        answer = IS_NONE;
    }
done:
    free(room);
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    return answer;
}

/* Temperatures below 0 K solve T^4 = ..., too. */
static bool is_possible(const eg_steady_place *p)
{
    const eg_model *m = p->network->m;
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0 && !(p->y[m->heat[i].unknown] > 0))
            return false;
    return true;
}

/* With all bodies at rest, does everything else stand still as well? Not so where a motion that is given goes
 * on: then Newton's method has found a speed that goes along with it. */
static bool rests(eg_steady_place *p, eg_diagnostics *d, char *who)
{
    eg_linear_ports ports = {0};
    eg_linear_point l = eg_steady_linear(p, &ports, d);
    bool rests = eg_linear_open(&l) == EG_OK;
    for (size_t k = 0; k < l.state_count && rests; k++) {
        rests = fabs(eg_linear_rate(&l, k)) <= 100 * eg_steady_noise(&l, k);
        if (!rests && who)
            name_open(&l, k, who);
    }
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    return rests;
}

static bool solve(eg_steady_place *p, eg_diagnostics *d, char *who)
{
    eg_network *s = p->network;
    double size = INFINITY;
    outcome answer = GOES_ON;
    if (eg_network_revive(s, p->t, p->y, p->yp) != 0 || eg_network_make_consistent(s, p->t, p->y, p->yp) != 0)
        return false;
    for (int i = 0; i < STEPS && answer == GOES_ON; i++) {
        answer = step(p, d, &size, who);
        p->steps = i + 1 > p->steps ? i + 1 : p->steps;
    }
    return answer == IS_THERE && eg_steady_halt(p) && is_possible(p) && rests(p, d, who);
}

bool eg_steady_solve(eg_steady_place *p, eg_diagnostics *d)
{
    return solve(p, d, NULL);
}

void eg_steady_name_open(const eg_steady_place *from, eg_diagnostics *d, char who[EG_STEADY_NAME])
{
    eg_linear_ports ports = {0};
    eg_steady_place p = {0};
    *who = '\0';
    if (eg_steady_place_copy(&p, from, d))
        (void)solve(&p, d, who);
    eg_steady_place_free(&p);
    if (*who || !eg_steady_place_copy(&p, from, d) || eg_network_revive(p.network, p.t, p.y, p.yp) != 0 ||
        eg_network_make_consistent(p.network, p.t, p.y, p.yp) != 0) {
        eg_steady_place_free(&p);
        return;
    }
    eg_linear_point l = eg_steady_linear(&p, &ports, d);
    if (eg_linear_open(&l) == EG_OK) {
        size_t most = 0;
        for (size_t k = 1; k < l.state_count; k++)
            if (fabs(eg_linear_rate(&l, k)) > fabs(eg_linear_rate(&l, most)))
                most = k;
        if (l.state_count > 0 && fabs(eg_linear_rate(&l, most)) > eg_steady_noise(&l, most))
            name_open(&l, most, who);
    }
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    eg_steady_place_free(&p);
}

/* ---------------------------------------------------------------- modes that follow */

/* What tells modes from each other; count of `key`. */
static size_t take_key(const eg_network *s, long *key)
{
    const eg_model *m = s->m;
    size_t count = 0;
    for (int i = 0; i < m->element_count; i++)
        key[count++] = s->mode[i];
    for (int i = 0; i < m->instance_count && s->phase; i++)
        key[count++] = s->phase[i];
    for (int i = 0; m->user && i < m->user->relation_count; i++)
        key[count++] = s->user.relevant[i] ? s->user.mode[i] : 0;
    return count;
}

bool eg_steady_settle(eg_steady_place *p, eg_diagnostics *d)
{
    eg_network *s = p->network;
    const eg_model *m = s->m;
    const size_t room =
        (size_t)(m->element_count + m->instance_count) + (m->user ? (size_t)m->user->relation_count : 0) + 1;
    long *before = calloc(2 * room, sizeof *before), *after = before + room;
    bool found = false;
    for (int i = 0; before && i < ROUNDS && !found; i++) {
        if (!(p->length > 0 ? eg_steady_solve_motion(p, p->length, d) : eg_steady_solve(p, d)))
            break;
        const size_t count = take_key(s, before);
        if (eg_network_settle_modes(s, p->t, p->y, p->yp, false, NULL) != 0)
            break;
        (void)take_key(s, after);
        found = memcmp(before, after, count * sizeof *before) == 0;
    }
    free(before);
    return found;
}
