/* What friction holds with, where users' equations alone do not say it.
 *
 * A friction element as it is written in Modelica has an unknown x, the path parameter of its characteristic
 * (MSL: sa), in an equation A*x + B = 0 whose A is 0 while it holds: B = 0 says that the relative
 * acceleration is 0, and x, the force, follows from what that takes. A *grip* is such an unknown with its
 * equation. Of the grips that hold at one time, those whose B say the same (elements side by side, loops,
 * bodies whose motion is given) leave the forces open:
 *   - Elements share the load in proportion to what each can hold, as native ones do (motion/stick.h): of all
 *     x that give the same motion, those with the smallest sum of x^2/(2 limit). What an x can reach is the
 *     largest value that a relation compares it with.
 *   - Where the B contradict each other or a given motion (B = a: a drive that moves on), holding is no
 *     solution. With a slope A that is very small instead of 0, x = -B/A is beyond all limits on one side: so
 *     it is set, and the class's own relations let it slide that way.
 *
 * J = dB/dx along the motion is computed anew when modes change. Elimination with diagonal pivots (J is that
 * of a positive or negative semidefinite form) leaves one grip for each sum of rows L*B that no x changes,
 * and a direction N of x that changes no B. In that grip's row stands, instead of L*B = 0,
 *     sum of N x/limit = 0,   and -2 or +2 in place of 0 where L*B is not 0. */
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/solve/linear.h"
#include "network/solve/pattern.h"
#include "network/user/build.h"
#include "network/user/evaluate.h"
#include "network/user/grip_beside.h"
#include "network/user/relevant.h"
#include "network/user/structure.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which share of what it is the sum of a number must be not to be round-off. */
static const double CLEARLY = 1e-9;

/* ---------------------------------------------------------------- while compiling */

/* The sign of dR/dx where it is not 0: of a branch taken or not. */
static int sign_of(const eg_tape *t, const int *sign, const eg_instruction *i)
{
    switch (i->op) {
    case EG_OP_NEG: return -sign[i->a];
    case EG_OP_ADD: return sign[i->a] ? sign[i->a] : sign[i->b];
    case EG_OP_SUB: return sign[i->a] ? sign[i->a] : -sign[i->b];
    case EG_OP_SELECT: return sign[i->b] ? sign[i->b] : sign[i->c];
    case EG_OP_DIV:
    case EG_OP_MUL: {
        int of = sign[i->a] ? i->a : i->b, by = sign[i->a] ? i->b : i->a;
        bool turns = t->code[by].op == EG_OP_CONSTANT && t->code[by].number < 0;
        return turns ? -sign[of] : sign[of];
    }
    default: return 0;
    }
}

static eg_status find_sign(eg_user_builder *b, eg_user_grip *g)
{
    const eg_user_result *of = &b->u->rows[g->row].result;
    int *sign = calloc((size_t)b->u->tape.count + 1, sizeof *sign);
    if (!sign)
        return EG_ERROR_MEMORY;
    sign[g->instruction] = 1;
    for (int i = of->first_cone; i < of->first_cone + of->cone; i++) {
        int node = b->u->cones[i];
        if (node != g->instruction)
            sign[node] = sign_of(&b->u->tape, sign, &b->u->tape.code[node]);
    }
    g->sign = sign[of->node];
    free(sign);
    return EG_OK;
}

/* The algebraic unknown that an instruction is, counted from the first one, or -1. */
static int algebraic_of(const eg_user_builder *b, int node)
{
    const eg_user_input *in = &b->inputs.items[b->u->tape.code[node].a];
    return in->kind == EG_USER_VALUE && in->index >= b->u->states ? in->index - b->u->states : -1;
}

/* Unknowns that stand in one algebraic row only, no other such unknown beside them. row[unknown]: that row,
 * or negative. */
static void find_rows(const eg_user_builder *b, int *row, int *instruction)
{
    const eg_user *u = b->u;
    int unknowns = u->unknowns - u->states;
    for (int i = 0; i < unknowns; i++)
        row[i] = -1;
    for (int k = u->states; k < u->unknowns; k++) {
        const eg_user_result *of = &u->rows[k].result;
        int first = -1;
        for (int i = of->first_input; i < of->first_input + of->input; i++) {
            int x = algebraic_of(b, u->supports[i]);
            if (x < 0)
                continue;
            bool fits = row[x] == -1 && first < 0;
            row[x] = fits ? k : -2;
            instruction[x] = u->supports[i];
            if (first >= 0)
                row[first] = -2;
            first = x;
        }
    }
}

static eg_status add_limits(eg_user_builder *b, const int *grip_of)
{
    eg_user *u = b->u;
    for (int i = 0; i < u->relation_count; i++)
        for (int side = 0; side < 2 && u->relations[i].a >= 0; side++) {
            eg_user_result of = {.node = side ? u->relations[i].b : u->relations[i].a};
            if (eg_user_list_support(b, &of) < 0)
                return EG_ERROR_MEMORY;
            for (int k = of.first_input; k < of.first_input + of.input; k++) {
                int x = algebraic_of(b, u->supports[k]);
                if (x < 0 || grip_of[x] < 0)
                    continue;
                if (eg_grow((void **)&u->limits, &u->limit_capacity, (size_t)u->limit_count + 1,
                            sizeof *u->limits) < 0)
                    return EG_ERROR_MEMORY;
                u->limits[u->limit_count++] =
                    (eg_user_limit){grip_of[x], i, side ? u->relations[i].a : u->relations[i].b};
            }
        }
    return EG_OK;
}

eg_status eg_user_find_grips(eg_user_builder *b)
{
    eg_user *u = b->u;
    size_t unknowns = (size_t)(u->unknowns - u->states) + 1;
    int *row = eg_arena_array(b->arena, unknowns, sizeof(int));
    int *instruction = eg_arena_array(b->arena, unknowns, sizeof(int));
    u->grips = eg_arena_array(b->m->arena, unknowns, sizeof *u->grips);
    if (!row || !instruction || !u->grips)
        return EG_ERROR_MEMORY;
    find_rows(b, row, instruction);
    for (int x = 0; x < u->unknowns - u->states; x++) {
        eg_user_grip g = {.row = row[x], .unknown = u->states + x, .instruction = instruction[x]};
        bool fits = g.row >= 0 && !u->is_curved[g.unknown];
        row[x] = -1;
        if (!fits)
            continue;
        if (find_sign(b, &g) != EG_OK)
            return EG_ERROR_MEMORY;
        if (g.sign == 0)
            continue;
        row[x] = u->grip_count;
        u->grips[u->grip_count++] = g;
    }
    return u->grip_count > 0 ? add_limits(b, row) : EG_OK;
}

/* ---------------------------------------------------------------- what holds now */

void eg_user_shares_free(eg_user_shares *shares)
{
    if (!shares)
        return;
    free(shares->memory);
    free(shares->beside);
    free(shares);
}

/* Room for `count` grips, each of which may be a share. */
static eg_user_shares *create(const eg_user *u, int count)
{
    size_t n = (size_t)count, unknowns = (size_t)u->unknowns;
    const size_t size = sizeof(double) * (3 * n * n + n) + sizeof(int) * (2 * n + 2 * unknowns);
    eg_user_shares *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->memory = calloc(1, size);
    if (!k->memory) {
        free(k);
        return NULL;
    }
    k->by_row = (double *)k->memory;
    k->by_column = k->by_row + n * n;
    k->answer = k->by_column + n * n;
    k->limit = k->answer + n * n;
    k->grip = (int *)(void *)(k->limit + n);
    k->free_one = k->grip + n;
    k->at = k->free_one + n;
    k->lost = k->at + unknowns;
    for (int i = 0; i < u->unknowns; i++)
        k->at[i] = k->lost[i] = -1;
    return k;
}

/* Does the row stand in its own slot? */
static bool is_alone(const eg_network *s, int row)
{
    const eg_user_slots *k = s->user.slots;
    return !k || (k->first[row + 1] == k->first[row] + 1 && k->terms[k->first[row]].index == row &&
                  !k->is_rate[row]);
}

/* Those that have lost their unknown in the present modes. NULL: out of memory. */
static eg_user_shares *list_holding(eg_network *s)
{
    const eg_user *u = s->m->user;
    eg_user_trace trace;
    int good = eg_user_trace_create(&trace, u), count = 0;
    bool *holds = good == 0 ? calloc((size_t)u->grip_count + 1, sizeof(bool)) : NULL;
    for (int i = 0; holds && i < u->grip_count; i++) {
        eg_user_trace_follow(&trace, s, u->rows[u->grips[i].row].result.node);
        holds[i] = !trace.on[u->grips[i].instruction] && is_alone(s, u->grips[i].row);
        count += holds[i];
    }
    eg_user_shares *k = holds ? create(u, count) : NULL;
    for (int i = 0; k && i < u->grip_count; i++)
        if (holds[i]) {
            k->lost[u->grips[i].row] = u->grips[i].instruction;
            k->grip[k->count++] = i;
        }
    eg_user_trace_release(&trace);
    free(holds);
    return k;
}

/* ---------------------------------------------------------------- what begins to hold
 *
 * While an element slides its x is something else, and so are the relations that speak of it, which nobody
 * watches then. When it comes to rest they begin with x = 0, as if nothing were carried yet: first it holds,
 * and lets go where that turns out to be too much. (Where more is needed to break it loose than to keep it
 * sliding, both can be a solution.) */

/* The unknown of each grip that begins to hold becomes 0; which ones do is told by begins. */
static bool find_beginnings(eg_network *s, bool *begins)
{
    const eg_user *u = s->m->user;
    bool any = false;
    for (int i = 0; i < u->grip_count; i++) {
        bool is_on = false;
        for (int k = 0; k < u->limit_count && !is_on; k++)
            is_on = u->limits[k].grip == i && s->user.relevant[u->limits[k].relation];
        begins[i] = is_on && !s->user.gripping[i];
        s->user.gripping[i] = is_on;
        any = any || begins[i];
        if (begins[i])
            s->user.in[u->tape.code[u->grips[i].instruction].a] = 0;
    }
    return any;
}

/* Is the relation true where a grip begins? What it compares may be what another element is left with when
 * this one carries nothing: that has not begun to carry either, and is no more than nothing. */
static bool begins_true(const eg_network *s, const eg_user_limit *l)
{
    const eg_user_relation *r = &s->m->user->relations[l->relation];
    double a = s->user.value[r->a], b = s->user.value[r->b];
    double h = b - a, of_nothing = l->node == r->a ? -a : b;
    return (h > 0 || (r->or_equal && h == 0)) && (of_nothing > 0 || (r->or_equal && of_nothing == 0));
}

int eg_user_begin_grips(eg_network *s)
{
    const eg_user *u = s->m->user;
    size_t grips = (size_t)u->grip_count, inputs = (size_t)u->input_count;
    bool *begins = grips > 0 ? calloc(grips, sizeof(bool)) : NULL;
    double *kept = begins ? malloc(sizeof(double) * inputs) : NULL;
    int changes = 0;
    if (kept)
        memcpy(kept, s->user.in, sizeof(double) * inputs);
    if (kept && find_beginnings(s, begins)) {
        eg_user_refresh(s);
        for (int i = 0; i < u->limit_count; i++) {
            const eg_user_limit *l = &u->limits[i];
            const eg_user_relation *r = &u->relations[l->relation];
            int mode = begins_true(s, l);
            if (!begins[l->grip] || mode == s->user.mode[l->relation] || r->is_of_time)
                continue;
            s->user.mode[l->relation] = mode;
            changes++;
        }
        memcpy(s->user.in, kept, sizeof(double) * inputs);
        eg_user_refresh(s);
    }
    free(kept);
    free(begins);
    return grips > 0 && !kept ? EG_ERROR_MEMORY : changes;
}

/* ---------------------------------------------------------------- how they move each other */

typedef struct elimination {
    int n;
    double *a;           /* (n*n) dB/dx, by rows */
    double *size;        /* (n) of what the diagonal is the sum of */
    double *rows, *sums; /* (n*n) combinations of rows and of columns that are left */
    bool *done;          /* (n) */
} elimination;

static void eliminate(elimination *e, int p)
{
    int n = e->n;
    e->done[p] = true;
    for (int r = 0; r < n; r++) {
        double l = e->a[r * n + p] / e->a[p * n + p];
        if (e->done[r] || l == 0)
            continue;
        for (int c = 0; c < n; c++) {
            e->rows[r * n + c] -= l * e->rows[p * n + c];
            if (!e->done[c])
                e->a[r * n + c] -= l * e->a[p * n + c];
        }
    }
    for (int c = 0; c < n; c++) {
        double l = e->a[p * n + c] / e->a[p * n + p];
        for (int k = 0; k < n && !e->done[c] && l != 0; k++)
            e->sums[c * n + k] -= l * e->sums[p * n + k];
    }
}

/* The largest pivot that is left, or -1. */
static int find_pivot(const elimination *e)
{
    int best = -1;
    double most = CLEARLY;
    for (int i = 0; i < e->n; i++) {
        double share = e->size[i] > 0 ? fabs(e->a[i * e->n + i]) / e->size[i] : 0;
        if (!e->done[i] && share > most) {
            most = share;
            best = i;
        }
    }
    return best;
}

/* dB/dx: the equations are solved with each x in turn as what it is, plus 1. What all unknowns (n) answer is
 * kept in `answers`, one after the other. */
static void fill(eg_network *s, eg_user_shares *k, const eg_matrix_rows *of, elimination *e, double *answers)
{
    const eg_user *u = s->m->user;
    for (int j = 0; j < k->count; j++) {
        double *z = answers + (ptrdiff_t)j * s->base.n;
        z[s->m->first.user + u->grips[k->grip[j]].row] = 1;
        eg_linear_solve(s->solver.linear, z);
        for (int i = 0; i < k->count; i++) {
            double sum = 0, size = 0;
            for (int at = of->start[i]; at < of->start[i + 1]; at++) {
                sum += of->values[at] * z[of->column[at]];
                size += fabs(of->values[at] * z[of->column[at]]);
            }
            e->a[i * e->n + j] = sum;
            k->answer[i * k->count + j] = fabs(sum);
            if (i == j)
                e->size[i] = size;
        }
    }
}

static void take_shares(const eg_user *u, eg_user_shares *k, const elimination *e)
{
    size_t bytes = sizeof(double) * (size_t)k->count;
    for (int i = 0; i < k->count; i++) {
        if (e->done[i])
            continue;
        int one = k->share_count++;
        k->free_one[one] = i;
        k->at[u->grips[k->grip[i]].row] = one;
        memcpy(k->by_row + one * k->count, e->rows + i * e->n, bytes);
        memcpy(k->by_column + one * k->count, e->sums + i * e->n, bytes);
    }
}

/* 0; negative (reported). */
static int find_shares(eg_network *s, eg_user_shares *k, double t, const double *y)
{
    size_t n = (size_t)k->count;
    elimination e = {
        .n = k->count, .a = calloc(3 * n * n + n, sizeof(double)), .done = calloc(n, sizeof(bool))};
    eg_matrix_rows rows = {.count = k->count, .row = malloc(sizeof(int) * 2 * n)};
    double *answers = calloc(n * (size_t)s->base.n, sizeof(double));
    int status = e.a && e.done && rows.row && answers ? 0 : EG_ERROR_MEMORY;
    if (status == 0) {
        rows.unknown = rows.row + n;
        e.size = e.a + n * n;
        e.rows = e.size + n;
        e.sums = e.rows + n * n;
        for (int i = 0; i < k->count; i++) {
            const eg_user_grip *g = &s->m->user->grips[k->grip[i]];
            rows.row[i] = s->m->first.user + g->row;
            rows.unknown[i] = s->m->first.user + g->unknown;
            e.rows[i * e.n + i] = e.sums[i * e.n + i] = 1;
        }
        status = eg_network_factor_without(s, t, y, &rows);
    }
    if (status == 0) {
        fill(s, k, &rows, &e, answers);
        for (int p = find_pivot(&e); p >= 0; p = find_pivot(&e))
            eliminate(&e, p);
        take_shares(s->m->user, k, &e);
        status = eg_user_find_beside(s, k, t, y, answers);
    }
    free(answers);
    free(e.a);
    free(e.done);
    free(rows.row);
    free(rows.start);
    free(rows.values);
    return status;
}

/* ---------------------------------------------------------------- taking over */

/* The present shares, or none. A new structure where rows change: those that hold lose their unknown, so that
 * what they say of the motion alone, that nothing moves, is found without the forces and their rounding. */
static int adopt(eg_network *s, eg_user_shares *k, double t)
{
    bool changes = (s->user.shares && s->user.shares->count > 0) || (k && k->count > 0);
    eg_user_shares_free(s->user.shares);
    s->user.shares = k;
    if (!changes)
        return 0;
    s->base.structure++;
    s->jacobian.has_pattern = false;
    return eg_network_make_pattern(s, t);
}

static bool is_known(const eg_network *s, const eg_user_shares *k)
{
    const eg_user_shares *old = s->user.shares;
    return old && old->structure == s->base.structure && old->count == k->count &&
           memcmp(old->grip, k->grip, sizeof(int) * (size_t)k->count) == 0;
}

int eg_user_update_shares(eg_network *s, double t, const double *y)
{
    if (!s->m->user || s->m->user->grip_count == 0 || s->simple)
        return 0;
    eg_user_refresh(s);
    eg_user_shares *k = list_holding(s);
    if (!k)
        return EG_ERROR_MEMORY;
    if (is_known(s, k)) {
        eg_user_shares_free(k);
        return 0;
    }
    int status = adopt(s, NULL, t); /* with the rows as they are */
    if (status == 0 && k->count > 0)
        status = find_shares(s, k, t, y);
    if (status != 0) {
        eg_user_shares_free(k);
        return status;
    }
    status = adopt(s, k, t);
    k->structure = s->base.structure;
    return status;
}

/* ---------------------------------------------------------------- their equations */

void eg_user_find_limits(eg_network *s, const double *x)
{
    const eg_user *u = s->m->user;
    eg_user_shares *k = s->user.shares;
    for (int i = 0; i < k->count; i++) {
        double most[2] = {-1, -1}; /* below, above: `limit < x` lets go above, `x < limit` below */
        for (int j = 0; j < u->limit_count; j++)
            if (u->limits[j].grip == k->grip[i]) {
                const bool above = u->limits[j].node == u->relations[u->limits[j].relation].a;
                most[above] = fmax(most[above], fabs(s->user.value[u->limits[j].node]));
            }
        k->limit[i] = fmax(most[0], most[1]);
        if (x && x[i] != 0 && most[x[i] > 0] >= 0)
            k->limit[i] = most[x[i] > 0];
        if (k->limit[i] < 0) /* nothing is said of it */
            k->limit[i] = 1;
    }
}

/* Of x number i of the set in the equation of a share. */
static double weight_of(const eg_user_shares *k, int share, int i)
{
    int own = k->free_one[share];
    if (k->beside) /* Newton's step itself (grip_beside.c) */
        return i == own;
    double limit = k->limit[own];
    return i == own ? 1 : k->by_column[share * k->count + i] * limit / fmax(k->limit[i], CLEARLY * limit);
}

/* Of what in the grip's B is no round-off: what its own terms leave, and what the forces do that hold. */
static double rounding_of(const eg_network *s, int i, const double *sizes)
{
    const eg_user_shares *k = s->user.shares;
    const eg_user_row *row = &s->m->user->rows[s->m->user->grips[k->grip[i]].row];
    double size = 64 * DBL_EPSILON * (sizes[row->left] + sizes[row->right]);
    for (int j = 0; j < k->count; j++)
        size += CLEARLY * k->answer[i * k->count + j] * k->limit[j];
    return size;
}

/* -1, 0 or 1: the sign of what is left of the rows, where it is more than that. */
static int contradiction(const eg_network *s, int share, const double *sizes)
{
    const eg_user *u = s->m->user;
    const eg_user_shares *k = s->user.shares;
    double sum = 0, size = 0;
    for (int i = 0; i < k->count; i++) {
        double by = k->by_row[share * k->count + i];
        sum += by * s->user.value[u->rows[u->grips[k->grip[i]].row].result.node];
        size += fabs(by) * rounding_of(s, i, sizes);
    }
    return fabs(sum) > size ? (sum > 0) - (sum < 0) : 0;
}

void eg_user_share_residuals(eg_network *s, const double *yp, double *r)
{
    const eg_user *u = s->m->user;
    const eg_user_shares *k = s->user.shares;
    if (!k || k->share_count == 0)
        return;
    eg_user_find_limits(s, NULL);
    double *step = k->beside
                       ? k->beside + (ptrdiff_t)k->share_count * (s->m->kinds.friction_count + u->input_count)
                       : NULL;
    if (step)
        eg_user_steps_beside(s, yp, step);
    const double *sizes = eg_user_sizes(s);
    for (int share = 0; share < k->share_count; share++) {
        int own = k->free_one[share];
        const eg_user_grip *g = &u->grips[k->grip[own]];
        double sum = 2 * k->limit[own] * g->sign * contradiction(s, share, sizes);
        for (int i = 0; i < k->count && !step; i++)
            sum += weight_of(k, share, i) * s->user.value[u->grips[k->grip[i]].instruction];
        r[s->m->first.user + g->row] = step ? sum + step[share] : sum;
    }
}

int eg_user_lost_in(const eg_network *s, int slot)
{
    return s->user.shares && s->user.shares->count > 0 ? s->user.shares->lost[slot] : -1;
}

int eg_user_share_in(const eg_network *s, int slot)
{
    return s->user.shares && s->user.shares->share_count > 0 ? s->user.shares->at[slot] : -1;
}

double eg_user_share_term(const eg_network *s, int share, int i, int *unknown)
{
    const eg_user_shares *k = s->user.shares;
    *unknown = s->m->user->grips[k->grip[i]].unknown;
    return weight_of(k, share, i);
}
