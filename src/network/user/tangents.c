#include "network/user/tangents.h"

#include "network/motion/evaluate.h"
#include "network/motion/observe.h"
#include "network/motion/switching.h"
#include "network/solve/consistent.h"
#include "network/solve/linear.h"
#include "network/user/backward.h"
#include "network/user/evaluate.h"
#include "network/user/grip.h"
#include "network/user/origins.h"
#include "network/user/relations.h"
#include "network/user/slide.h"
#include "network/user/structure.h"
#include "network/user/tangents_parts.h"
#include "network/user/relevant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- refusals */

bool eg_user_shares_holding(const eg_network *s)
{
    return s->user.shares && s->user.shares->share_count > 0;
}

int eg_user_tangents_refuse_mode(eg_network *s, double t)
{
    const bool shares = eg_user_shares_holding(s);
    if (!shares && !eg_slides(s))
        return 0;
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s derivatives by parameters are not "
              "known: %s",
              t,
              shares ? "elements of friction hold side by side, and share the load by a rule of their own"
                     : "the motion slides along the edge of a relation");
    eg_remedy(s->base.diagnostics, shares ? "give the parts between them a mass"
                                          : "let the relation have a band within which it stays what it is");
    return EG_ERROR_SIMULATION;
}

int eg_user_tangents_refuse_slope(eg_network *s, double t)
{
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s a derivative by parameters does not exist: a root or a power is at the edge of "
              "what it is defined for, where its slope is infinite",
              t);
    eg_remedy(s->base.diagnostics, "ask at another instant, or for another parameter");
    return EG_ERROR_SIMULATION;
}

static int refuse_late(eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->first_count; i++)
        if (u->firsts[i].is_late) {
            eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                      "derivatives by parameters are not known where what changes at events only begins with "
                      "what the start determines");
            eg_remedy(s->base.diagnostics, "let its initial equation follow from parameters and time");
            return EG_ERROR_SIMULATION;
        }
    return 0;
}

/* ---------------------------------------------------------------- the tape along a direction */

static double along(const eg_network *s, const eg_user_input *in, const eg_user_direction *d, double dt,
                    const double *dy, const double *dyp)
{
    const int first = s->m->first.user;
    switch (in->kind) {
    case EG_USER_TIME: return dt;
    case EG_USER_VALUE: return dy[first + in->index];
    case EG_USER_RATE: return dyp[first + in->index];
    case EG_USER_DISCRETE: return d->discrete[in->index];
    case EG_USER_BEFORE: return d->before[in->index];
    case EG_USER_STRUCK: return d->struck[in->index];
    default: return 0; /* truth values, what is given */
    }
}

/* dv[] at the point evaluated last. */
static void run(eg_network *s, const eg_user_direction *d, double dt, const double *dy, const double *dyp)
{
    const eg_user *u = s->m->user;
    struct eg_user_tangents *q = s->user.tangents;
    for (int i = 0; i < u->input_count; i++)
        q->din[i] = along(s, &u->inputs[i], d, dt, dy, dyp);
    eg_tape tape = u->tape;
    tape.count = s->user.rates ? tape.count : u->core;
    eg_tape_tangents_of(&tape, s->user.value, q->din, d->origins, q->dv);
}

/* Of the rows, as slot_residual in evaluate.c. */
static void rows_along(const eg_network *s, const double *dv, double *dr)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->unknowns; i++) {
        double sum = 0;
        if (!s->user.slots)
            sum = dv[u->rows[i].result.node];
        for (int k = s->user.slots ? s->user.slots->first[i] : 0;
             s->user.slots && k < s->user.slots->first[i + 1]; k++) {
            const int row = s->user.slots->terms[k].index;
            const int node = s->user.slots->is_rate[i] ? u->row_rates[row].node : u->rows[row].result.node;
            sum += s->user.slots->terms[k].coefficient * dv[node];
        }
        dr[s->m->first.user + i] = sum;
    }
}

static bool all_finite(const double *x, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* The point evaluated last is consistent, and its matrix factorized: of dy what is algebraic, and dyp of the
 * rest, from the differential part; q->dv is that of the whole. 0, or negative (reported). */
static int complete(eg_network *s, const eg_user_direction *d, double t, double dt, double *dy, double *dyp)
{
    struct eg_user_tangents *q = s->user.tangents;
    const int n = s->base.n;
    for (int i = 0; i < n; i++) {
        dyp[i] = 0;
        dy[i] = s->differential[i] ? dy[i] : 0;
    }
    run(s, d, dt, dy, dyp);
    rows_along(s, q->dv, q->step);
    for (int i = 0; i < n; i++)
        q->step[i] = -q->step[i];
    if (!all_finite(q->step, n))
        return eg_user_tangents_refuse_slope(s, t);
    eg_linear_solve(s->solver.linear, q->step);
    for (int i = 0; i < n; i++)
        *(s->differential[i] ? &dyp[i] : &dy[i]) = q->step[i];
    run(s, d, dt, dy, dyp);
    return 0;
}

/* The same at the event's present point, for direction k: its y becomes whole. */
static int complete_here(eg_network *s, int k)
{
    struct eg_user_tangents *q = s->user.tangents;
    return complete(s, &q->directions[k], q->t, q->directions[k].dt, q->directions[k].y, q->dyp);
}

static int begin_here(eg_network *s)
{
    const struct eg_user_tangents *q = s->user.tangents;
    const int status = eg_user_tangents_refuse_mode(s, q->t);
    return status != 0 ? status : eg_network_factor(s, q->t, q->y);
}

/* ---------------------------------------------------------------- what events do */

void eg_user_tangents_at(eg_network *s, double t, const double *y, const double *yp)
{
    struct eg_user_tangents *q = s->user.tangents;
    if (!q)
        return;
    q->t = t;
    q->y = y;
    q->yp = yp;
}

int eg_user_tangents_remember(eg_network *s)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    if (!q || u->before_count == 0)
        return 0;
    int status = begin_here(s);
    for (int k = 0; k < q->count && status == 0; k++) {
        eg_user_direction *d = &q->directions[k];
        status = complete_here(s, k);
        for (int i = 0; i < u->before_count; i++)
            d->taken[i] = q->dv[u->befores[i].node];
        memcpy(d->before, d->taken, sizeof *d->before * (size_t)u->before_count);
    }
    return status;
}

bool *eg_user_tangents_marks(eg_network *s)
{
    return s->user.tangents ? s->user.tangents->active : NULL;
}

void eg_user_tangents_hold(eg_network *s)
{
    const size_t size = sizeof(double) * (size_t)s->m->user->quantity_count;
    for (int k = 0; s->user.tangents && k < s->user.tangents->count; k++)
        memcpy(s->user.tangents->directions[k].held, s->user.tangents->directions[k].discrete, size);
}

/* What no clause assigns is what it was before the round. */
static void keep_held(const eg_user *u, eg_user_direction *d)
{
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_ASSIGN)
            d->discrete[u->actions[i].quantity] = d->held[u->actions[i].quantity];
}

int eg_user_tangents_assign(eg_network *s, const bool *active)
{
    const struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    bool any = false;
    for (int i = 0; i < u->action_count; i++)
        any = any || active[i];
    int status = any ? begin_here(s) : 0;
    for (int k = 0; k < q->count && status == 0; k++) {
        eg_user_direction *d = &q->directions[k];
        status = any ? complete_here(s, k) : 0;
        keep_held(u, d);
        for (int i = 0; i < u->action_count; i++)
            if (active[i])
                d->discrete[u->actions[i].quantity] = q->dv[u->actions[i].value];
    }
    return status;
}

int eg_user_tangents_reinit(eg_network *s, const bool *active)
{
    const struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    int status = begin_here(s);
    for (int k = 0; k < q->count && status == 0; k++) {
        status = complete_here(s, k);
        for (int i = 0; i < u->action_count; i++)
            if (active[i])
                q->directions[k].y[s->m->first.user + u->actions[i].target] = q->dv[u->actions[i].value];
    }
    return status;
}

/* ---------------------------------------------------------------- impacts
 *
 * strike.c finds the jump J of the speeds by what y' is with an impulse, less what it is without; the change
 * f J of y is such that v, which is linear in f, changes by as much as it should. */

/* dyp of direction k at (y, y'), all else being as in `answer` of strike.c: forces that are unknowns have
 * the impulse in them, too. */
static int answer_along(eg_network *s, int k, double t, int impulse, const double *y, const double *yp,
                        double *dyp)
{
    const eg_user_direction *d = &s->user.tangents->directions[k];
    double *whole = s->user.tangents->struck, *rates = whole + s->base.n;
    memcpy(whole, y, sizeof *y * (size_t)s->base.n);
    memcpy(rates, yp, sizeof *yp * (size_t)s->base.n);
    s->strike.is_on = true;
    s->strike.impulse = impulse;
    int status = s->simple ? 0 : eg_network_make_consistent(s, t, whole, rates);
    eg_network_evaluate(s, t, whole, rates, 0);
    if (status == 0)
        status = eg_network_factor(s, t, whole);
    memcpy(s->user.tangents->dy, d->y, sizeof *d->y * (size_t)s->base.n);
    if (status == 0)
        status = complete(s, d, t, d->dt, s->user.tangents->dy, dyp);
    s->strike.is_on = false;
    return status;
}

static bool is_speed(const eg_network *s, int i)
{
    const int state = i - s->m->first.user;
    return state >= 0 && state < s->m->user->states && s->m->user->is_speed[state];
}

static int strike_along(eg_network *s, int k, const eg_struck *x)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user_impulse *impulse = &s->m->user->impulses[x->impulse];
    eg_user_direction *d = &q->directions[k];
    const int n = s->base.n;
    double *with = q->work, *without = q->work + n, *moved = without + n, *dmoved = moved + n;
    eg_network_evaluate(s, x->t, x->y, x->yp, 0);
    int status = eg_network_factor(s, x->t, x->y);
    if (status == 0)
        status = complete(s, d, x->t, d->dt, d->y, q->dyp);
    if (status != 0)
        return status;
    const double before = s->user.value[impulse->v], change = s->user.value[impulse->after] - before;
    const double dbefore = q->dv[impulse->v], dafter = q->dv[impulse->after];
    status = answer_along(s, k, x->t, -1, x->y, x->without, without);
    for (int i = 0; i < n; i++)
        moved[i] = x->without[i] + x->jump[i] / x->part * s->strike.trial;
    if (status == 0)
        status = answer_along(s, k, x->t, x->impulse, x->y, moved, with);
    for (int i = 0; i < n; i++) {
        const double djump = is_speed(s, i) ? x->part * (with[i] - without[i]) / s->strike.trial : 0;
        with[i] = djump;
        moved[i] = x->y[i] + (is_speed(s, i) ? x->jump[i] : 0);
        dmoved[i] = d->y[i] + djump;
    }
    if (status != 0)
        return status;
    eg_network_evaluate(s, x->t, moved, x->yp, 0);
    run(s, d, d->dt, dmoved, q->dyp);
    const double answered = s->user.value[impulse->v] - before, danswered = q->dv[impulse->v] - dbefore;
    const double factor = change / answered, dfactor = (dafter - dbefore - factor * danswered) / answered;
    for (int i = 0; i < n; i++)
        if (is_speed(s, i))
            d->y[i] += dfactor * x->jump[i] + factor * with[i];
    if (impulse->unknown >= 0)
        d->y[s->m->first.user + impulse->unknown] = dafter;
    d->struck[x->impulse] = before < 0 ? -dbefore : dbefore;
    return 0;
}

int eg_user_tangents_strike(eg_network *s, const eg_struck *struck)
{
    const struct eg_user_tangents *q = s->user.tangents;
    int status = q ? eg_user_tangents_refuse_mode(s, struck->t) : 0;
    for (int k = 0; q && k < q->count && status == 0; k++)
        status = strike_along(s, k, struck);
    return status;
}

/* ---------------------------------------------------------------- the start */

/* Rows of initial equations at the point evaluated last, along dv. */
static void initial_along(const eg_network *s, double *r)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->initial_count; i++)
        r[i] = s->user.tangents->dv[u->initial[i].result.node];
}

/* Gauss's elimination with full pivoting: A (rows x columns, by columns) x = b; false where that leaves
 * something open or contradicts itself. A and b are lost. */
static bool solve_small(int rows, int columns, double *A, double *b, double *x)
{
    double size = 0, most_of_b = 0;
    for (int i = 0; i < rows; i++)
        most_of_b = fmax(most_of_b, fabs(b[i]));
    bool *used = calloc((size_t)rows + 1, sizeof *used);
    int *pivot = calloc((size_t)columns + 1, sizeof *pivot),
        *order = calloc((size_t)columns + 1, sizeof *order);
    bool ok = used && pivot && order;
    bool *done = ok ? calloc((size_t)columns + 1, sizeof *done) : NULL;
    ok = ok && done;
    for (int step = 0; step < columns && ok; step++) {
        double most = 0;
        int row = -1, column = -1;
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows && !done[j]; i++)
                if (!used[i] && fabs(A[j * rows + i]) > most) {
                    most = fabs(A[j * rows + i]);
                    row = i;
                    column = j;
                }
        size = fmax(size, most);
        ok = row >= 0 && most > 1e-12 * size;
        if (!ok)
            break;
        used[row] = done[column] = true;
        pivot[column] = row;
        order[step] = column;
        for (int i = 0; i < rows; i++) {
            const double factor = used[i] ? 0 : A[column * rows + i] / A[column * rows + row];
            for (int j = 0; j < columns && factor != 0; j++)
                A[j * rows + i] -= factor * A[j * rows + row];
            b[i] -= factor * b[row];
        }
    }
    for (int i = 0; i < rows && ok; i++)
        ok = used[i] || fabs(b[i]) <= 1e-8 * most_of_b;
    for (int step = columns - 1; step >= 0 && ok; step--) {
        const int column = order[step], row = pivot[column];
        double sum = b[row];
        for (int later = step + 1; later < columns; later++)
            sum -= A[order[later] * rows + row] * x[order[later]];
        x[column] = sum / A[column * rows + row];
    }
    free(used);
    free(pivot);
    free(order);
    free(done);
    return ok;
}

typedef struct seeking {
    int *state, count; /* states that initial equations determine */
    double *matrix, *rows, *x;
} seeking;

/* Fixed start values that follow from others go on to agree with them. */
static int check_along(eg_network *s)
{
    const eg_user *u = s->m->user;
    const double *dv = s->user.tangents->dv;
    for (int i = 0; i < u->check_count; i++) {
        const eg_user_row *c = &u->checks[i];
        if (fabs(dv[c->left] - dv[c->right]) <= 1e-9 * fmax(fabs(dv[c->left]), fabs(dv[c->right])))
            continue;
        eg_report(
            s->base.diagnostics, EG_ERROR, u->quantities[c->quantity].place,
            "%s is fixed at the start, and so is what it is tied to: where a parameter moves one of them "
            "they contradict each other",
            u->quantities[c->quantity].path);
        eg_remedy(s->base.diagnostics, "let one of them follow from the other");
        return EG_ERROR_MODEL;
    }
    return 0;
}

/* Start values along direction k; what initial equations determine moves so that they go on to hold. */
static int start_along(eg_network *s, int k, const seeking *x)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    eg_user_direction *d = &q->directions[k], still = *d;
    const int rows = u->initial_count;
    int status = complete_here(s, k);
    initial_along(s, x->rows);
    for (int i = 0; i < rows; i++)
        x->rows[i] = -x->rows[i];
    still.origins = still.discrete = still.before = still.struck = q->zeros;
    for (int j = 0; j < x->count && status == 0; j++) {
        memset(q->dy, 0, sizeof *q->dy * (size_t)s->base.n);
        q->dy[s->m->first.user + x->state[j]] = 1;
        status = complete(s, &still, q->t, 0, q->dy, q->dyp);
        initial_along(s, x->matrix + (ptrdiff_t)j * rows);
    }
    if (status != 0)
        return status;
    if (!solve_small(rows, x->count, x->matrix, x->rows, x->x)) {
        eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                  "how the start follows the parameters is not determined by the initial equations");
        eg_remedy(s->base.diagnostics, "fix start values, or give each unknown start value one equation");
        return EG_ERROR_MODEL;
    }
    for (int j = 0; j < x->count; j++)
        d->y[s->m->first.user + x->state[j]] += x->x[j];
    status = complete_here(s, k);
    return status == 0 ? check_along(s) : status;
}

/* What begins with a start value, and what follows from that before anything else is known. */
static void begin_direction(eg_network *s, eg_user_direction *d)
{
    const eg_user *u = s->m->user;
    struct eg_user_tangents *q = s->user.tangents;
    for (int i = 0; i < u->quantity_count; i++) {
        const int origin = u->quantities[i].start_origin;
        d->discrete[i] = origin >= 0 ? d->origins[origin] : 0;
    }
    for (int i = 0; i < u->unknowns; i++)
        d->y[s->m->first.user + i] = d->discrete[u->unknown_of[i]];
    for (int i = 0; i < u->before_count; i++)
        d->before[i] = u->befores[i].quantity >= 0 ? d->discrete[u->befores[i].quantity] : 0;
    memset(d->struck, 0, sizeof *d->struck * (size_t)u->impulse_count);
    memset(q->dyp, 0, sizeof *q->dyp * (size_t)s->base.n);
    d->dt = 0;
    for (int round = 0; round < u->first_count; round++) {
        run(s, d, 0, d->y, q->dyp);
        for (int i = 0; i < u->first_count; i++) {
            const eg_user_first *f = &u->firsts[i];
            const int assigned = f->before >= 0 ? u->befores[f->before].quantity : f->quantity;
            if (f->before >= 0)
                d->before[f->before] = q->dv[f->value];
            if (assigned >= 0)
                d->discrete[assigned] = q->dv[f->value];
            for (int b = 0; f->before < 0 && b < u->before_count; b++)
                if (u->befores[b].quantity == f->quantity)
                    d->before[b] = q->dv[f->value];
        }
    }
}

int eg_user_tangents_start(eg_network *s, const bool *solved, double t, const double *y, const double *yp)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    if (!q)
        return 0;
    if (refuse_late(s) != 0)
        return EG_ERROR_SIMULATION;
    eg_user_tangents_at(s, t, y, yp);
    const size_t rows = (size_t)u->initial_count, states = (size_t)u->states;
    seeking x = {.state = malloc(sizeof(int) * (states + 1)),
                 .matrix = malloc(sizeof(double) * (rows * states + rows + states + 1))};
    int status = x.state && x.matrix ? 0 : EG_ERROR_MEMORY;
    for (int i = 0; i < u->states && status == 0; i++)
        if (solved[i] && s->differential[s->m->first.user + i])
            x.state[x.count++] = i;
    x.rows = x.matrix + rows * states;
    x.x = x.rows + rows;
    if (status == 0) {
        eg_network_evaluate(s, t, y, yp, 0);
        for (int k = 0; k < q->count; k++)
            begin_direction(s, &q->directions[k]);
        status = begin_here(s);
    }
    for (int k = 0; k < q->count && status == 0; k++)
        status = start_along(s, k, &x);
    free(x.state);
    free(x.matrix);
    return status;
}

/* ---------------------------------------------------------------- the facet */

static const eg_system_parameter *parameters(eg_system *base, int *count)
{
    const eg_user_origins *o = eg_network_of(base)->m->user->origins;
    *count = o->count;
    return o->parameters;
}

void eg_user_tangents_free(eg_network *s)
{
    if (!s->user.tangents)
        return;
    eg_user_tangents_free_all(s->user.tangents);
    free(s->user.tangents->directions);
    free(s->user.tangents->memory);
    free(s->user.tangents->active);
    free(s->user.tangents->memories);
    free(s->user.tangents);
    s->user.tangents = NULL;
}

/* The next `count` numbers of a block, or of none while its size is counted. */
static double *carve(double *block, size_t *used, size_t count)
{
    double *at = block ? block + *used : NULL;
    *used += count;
    return at;
}

static size_t carve_all(const eg_network *s, struct eg_user_tangents *q, double *block)
{
    const eg_user *u = s->m->user;
    const size_t n = (size_t)s->base.n, quantities = (size_t)u->quantity_count;
    const size_t befores = (size_t)u->before_count, impulses = (size_t)u->impulse_count;
    const size_t origins = (size_t)u->origins->tape.count;
    size_t used = 0;
    for (int k = 0; k < q->count; k++) {
        eg_user_direction *d = &q->directions[k];
        d->origins = carve(block, &used, origins);
        d->y = carve(block, &used, n);
        d->discrete = carve(block, &used, quantities);
        d->held = carve(block, &used, quantities);
        d->before = carve(block, &used, befores);
        d->taken = carve(block, &used, befores);
        d->struck = carve(block, &used, impulses);
    }
    q->din = carve(block, &used, (size_t)u->input_count);
    q->dv = carve(block, &used, (size_t)u->tape.count);
    q->dy = carve(block, &used, n);
    q->dyp = carve(block, &used, n);
    q->step = carve(block, &used, n);
    q->work = carve(block, &used, 4 * n);
    q->struck = carve(block, &used, 2 * n);
    q->zeros = carve(block, &used, origins + quantities + befores + impulses);
    return used;
}

static eg_status make_tangents(eg_network *s, int directions)
{
    struct eg_user_tangents *q = s->user.tangents = calloc(1, sizeof *q);
    if (!q)
        return EG_ERROR_MEMORY;
    q->count = directions;
    q->directions = calloc((size_t)directions + 1, sizeof *q->directions);
    q->active = calloc((size_t)s->m->user->action_count + 1, sizeof *q->active);
    q->memory = q->directions ? calloc(carve_all(s, q, NULL) + 1, sizeof *q->memory) : NULL;
    q->memories = calloc((size_t)eg_user_remembered(s->m->user, NULL) + 1, sizeof *q->memories);
    if (!q->active || !q->memory || !q->memories)
        return EG_ERROR_MEMORY;
    carve_all(s, q, q->memory);
    return EG_OK;
}

static int refuse_parameter(eg_network *s, const eg_system_parameter *p)
{
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE, "there is no derivative by %s, because %s", p->name,
              p->refusal);
    eg_remedy(s->base.diagnostics, "leave it out, or give it a value at which that is not so");
    return EG_ERROR_MODEL;
}

static int begin(eg_system *base, int directions, const double *dtheta)
{
    eg_network *s = eg_network_of(base);
    const eg_user_origins *o = s->m->user->origins;
    eg_user_tangents_free(s);
    for (int k = 0; k < directions; k++)
        for (int i = 0; i < o->count; i++)
            if (dtheta[k * o->count + i] != 0 && o->parameters[i].refusal)
                return refuse_parameter(s, &o->parameters[i]);
    if (s->m->user->delay_count > 0) {
        eg_report(base->diagnostics, EG_ERROR, EG_NOWHERE,
                  "%s looks back by delay(): derivatives of its past by parameters are not known",
                  s->m->name);
        eg_remedy(base->diagnostics, "let a chain of first-order lags take its place");
        return EG_ERROR_MODEL;
    }
    const eg_status status = make_tangents(s, directions);
    if (status != EG_OK) {
        eg_user_tangents_free(s);
        eg_report_memory(base->diagnostics, "while solving %s", s->m->name);
        return status;
    }
    for (int k = 0; k < directions; k++)
        eg_tape_tangents(&o->tape, o->value, dtheta + (ptrdiff_t)k * o->count,
                         s->user.tangents->directions[k].origins);
    return 0;
}

static void take_over(eg_system *base, eg_system *from)
{
    eg_network *s = eg_network_of(base), *other = eg_network_of(from);
    eg_user_tangents_free(s);
    s->user.tangents = other->user.tangents;
    other->user.tangents = NULL;
    eg_user_tangents_forget(s);
}

static int arrive(eg_system *base, int k, double t, const double *y, const double *yp, double *dy)
{
    eg_network *s = eg_network_of(base);
    struct eg_user_tangents *q = s->user.tangents;
    int status = 0;
    eg_user_tangents_at(s, eg_system_clock(base, t), y, yp);
    eg_user_tangents_forget(s);
    if (!s->simple) { /* else nothing follows from the rest */
        eg_network_evaluate(s, q->t, y, yp, 0);
        status = begin_here(s);
        if (status == 0)
            status = complete_here(s, k);
    }
    memcpy(dy, q->directions[k].y, sizeof *dy * (size_t)base->n);
    return status;
}

static int leave(eg_system *base, double t, const double *y, const double *yp, const double *dt,
                 const double *dy)
{
    struct eg_user_tangents *q = eg_network_of(base)->user.tangents;
    for (int k = 0; k < q->count; k++) {
        q->directions[k].dt = dt[k];
        memcpy(q->directions[k].y, dy + (ptrdiff_t)k * base->n, sizeof *dy * (size_t)base->n);
    }
    eg_user_tangents_at(eg_network_of(base), eg_system_clock(base, t), y, yp);
    return 0;
}

static int residual(eg_system *base, int k, double t, const double *y, const double *yp, double dt,
                    const double *dy, const double *dyp, double *dr)
{
    eg_network *s = eg_network_of(base);
    const double at = eg_system_clock(base, t);
    const int status = eg_user_tangents_refuse_mode(s, at);
    if (status != 0)
        return status;
    eg_network_evaluate(s, at, y, yp, 0);
    run(s, &s->user.tangents->directions[k], dt, dy, dyp);
    rows_along(s, s->user.tangents->dv, dr);
    return all_finite(dr, base->n) ? 0 : eg_user_tangents_refuse_slope(s, at);
}

/* Relations may depend on rates, which follow from the rest. */
static int switching(eg_system *base, int k, double t, const double *y, double dt, const double *dy,
                     double *dh)
{
    eg_network *s = eg_network_of(base);
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    const double at = eg_system_clock(base, t);
    int status = eg_user_tangents_refuse_mode(s, at);
    if (status == 0)
        status = eg_network_derivatives(base, at, y, q->work);
    if (status == 0) {
        eg_network_evaluate(s, at, y, q->work, 0);
        status = eg_network_factor(s, at, y);
    }
    memcpy(q->dy, dy, sizeof *dy * (size_t)base->n);
    if (status == 0)
        status = complete(s, &q->directions[k], at, dt, q->dy, q->dyp);
    if (status != 0)
        return status;
    for (int i = 0; i < base->switch_count; i++)
        dh[i] = 0;
    eg_user_catch_up(s);
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        const double change = r->a < 0 ? 0 : q->dv[r->b] - q->dv[r->a];
        if (r->switch_index >= 0 && s->user.relevant[i])
            dh[r->switch_index] = s->user.mode[i] ? change : -change;
    }
    return all_finite(dh, base->switch_count) ? 0 : eg_user_tangents_refuse_slope(s, at);
}

/* How the time events that are due at t move along k: the first, and by how much others do otherwise. */
static void time_events(eg_network *s, int k, double t, double *dt, double *spread)
{
    struct eg_user_tangents *q = s->user.tangents;
    const eg_user *u = s->m->user;
    bool found = false;
    memset(q->dy, 0, sizeof *q->dy * (size_t)s->base.n);
    run(s, &q->directions[k], 0, q->dy, q->dy);
    *dt = *spread = 0;
    for (int i = 0; i < u->relation_count + u->sample_count; i++) {
        double one = 0;
        if (!(i < u->relation_count
                  ? eg_user_relation_along(s, &u->relations[i], t, q->dv, &one)
                  : eg_user_sample_along(s, i - u->relation_count, t, q->directions[k].origins, &one)))
            continue;
        if (found && fabs(one - *dt) > 1e-12 * fmax(fabs(one), fabs(*dt)))
            *spread = fmax(*spread, fabs(one - *dt));
        *dt = found ? *dt : one;
        found = true;
    }
}

static int time_event(eg_system *base, int k, double t, double *dt, double *spread)
{
    time_events(eg_network_of(base), k, eg_system_clock(base, t), dt, spread);
    return 0;
}

static int outputs(eg_system *base, int k, double t, const double *y, const double *yp, double dt,
                   const double *dy, const double *dyp, double *dout)
{
    eg_network *s = eg_network_of(base);
    const eg_user *u = s->m->user;
    const eg_columns columns = eg_columns_of(s->m);
    const double at = eg_system_clock(base, t);
    eg_network_evaluate(s, at, y, yp, 0);
    run(s, &s->user.tangents->directions[k], dt, dy, dyp);
    for (int i = 0; i < columns.total; i++)
        dout[i] = 0;
    for (int i = 0; i < u->quantity_count; i++)
        if (u->quantities[i].type == EG_REAL)
            dout[columns.users + i] = s->user.tangents->dv[u->quantities[i].node];
    return all_finite(dout, columns.total) ? 0 : eg_user_tangents_refuse_slope(s, at);
}

/* ---------------------------------------------------------------- what is remembered */

static int remembered(eg_system *base)
{
    return eg_user_remembered(eg_network_of(base)->m->user, NULL);
}

/* Where number i of what is remembered has its derivative along a direction. */
static double *memory_of(const eg_user_direction *d, const eg_user_memory *memory)
{
    switch (memory->kind) {
    case EG_USER_DISCRETE: return &d->discrete[memory->index];
    case EG_USER_BEFORE: return &d->before[memory->index];
    default: return &d->struck[memory->index];
    }
}

static void recall(eg_system *base, int k, double *dm)
{
    const eg_network *s = eg_network_of(base);
    const struct eg_user_tangents *q = s->user.tangents;
    const int count = eg_user_remembered(s->m->user, q->memories);
    for (int i = 0; i < count; i++)
        dm[i] = *memory_of(&q->directions[k], &q->memories[i]);
}

static void impose(eg_system *base, int k, const double *dm)
{
    const eg_network *s = eg_network_of(base);
    const struct eg_user_tangents *q = s->user.tangents;
    const int count = eg_user_remembered(s->m->user, q->memories);
    for (int i = 0; i < count; i++)
        *memory_of(&q->directions[k], &q->memories[i]) = dm[i];
}

static bool acts(eg_system *base)
{
    const eg_user *u = eg_network_of(base)->m->user;
    bool any = u->impulse_count > 0 || eg_user_remembered(u, NULL) > 0;
    for (int i = 0; i < u->action_count; i++)
        any = any || u->actions[i].kind == EG_USER_REINIT;
    return any;
}

static const eg_parametric_facet facet = {
    .parameters = parameters,
    .begin = begin,
    .take_over = take_over,
    .start = arrive,
    .residual = residual,
    .rows = eg_user_tangents_rows,
    .linearize = eg_user_tangents_linearize,
    .switching_all = eg_user_tangents_switching,
    .show = eg_user_tangents_show,
    .switching = switching,
    .time_event = time_event,
    .leave = leave,
    .arrive = arrive,
    .outputs = outputs,
    .remembered = remembered,
    .recall = recall,
    .impose = impose,
    .acts = acts,
    .residual_back = eg_user_residual_back,
    .switching_back = eg_user_switching_back,
    .outputs_back = eg_user_outputs_back,
};

const eg_parametric_facet *eg_user_parametric_facet(const eg_model *m)
{
    return m->user && m->user->origins && m->instance_count == 0 ? &facet : NULL;
}
