/* Derivatives of tapes: forward, backward, and as formulas. */
#include "base/arena.h"
#include "base/tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* log10(e) */
static const double LOG10_E = 0.43429448190325182765;
/* What a base that is never below 0 may be below it by rounding; of a whole exponent that moves nothing is
 * known there. */
static const double by_rounding = 1e-12;

/* ---------------------------------------------------------------- partial derivatives, as numbers
 *
 * Beyond the edge of what an operation is defined for, those of what continues it (eg_tape_run_beyond). At
 * the edge they may be infinite, which no matrix could take: 0. */

/* The distance of a from 1 or -1, whichever is nearer. */
static double within(double a)
{
    return fabs(1 - fabs(a));
}

static double of_one(int op, double a, double value)
{
    switch (op) {
    case EG_OP_NEG: return -1;
    case EG_OP_SQRT: return value != 0 ? 0.5 / fabs(value) : 0;
    case EG_OP_ABS: return (a > 0) - (a < 0);
    case EG_OP_SIN: return cos(a);
    case EG_OP_COS: return -sin(a);
    case EG_OP_TAN: return 1 + value * value;
    case EG_OP_ASIN: return fabs(a) == 1 ? 0 : 1 / sqrt(within(a) * (2 - within(a)));
    case EG_OP_ACOS: return fabs(a) == 1 ? 0 : -1 / sqrt(within(a) * (2 - within(a)));
    case EG_OP_ATAN: return 1 / (1 + a * a);
    case EG_OP_SINH: return cosh(a);
    case EG_OP_COSH: return sinh(a);
    case EG_OP_TANH: return 1 - value * value;
    case EG_OP_EXP: return value;
    case EG_OP_LOG: return a > 0 ? 1 / a : 0;
    case EG_OP_LOG10: return a > 0 ? LOG10_E / a : 0;
    default: return 0; /* piecewise constant */
    }
}

static void of_two(int op, double a, double b, double value, bool b_is_constant, double *da, double *db)
{
    *da = *db = 0;
    switch (op) {
    case EG_OP_ADD: *da = *db = 1; break;
    case EG_OP_SUB:
        *da = 1;
        *db = -1;
        break;
    case EG_OP_MUL:
        *da = b;
        *db = a;
        break;
    case EG_OP_DIV:
        *da = 1 / b;
        *db = -value / b;
        break;
    case EG_OP_POW: /* a fixed exponent asks for no logarithm of a base that may be negative */
        if (a < 0 && b != trunc(b))
            a = -a;
        if (b == 0 || (a == 0 && b < 1))
            *da = 0;
        else if (b == 2)
            *da = 2 * a;
        else
            *da = b == 1.5 ? 1.5 * sqrt(a) : b * pow(a, b - 1);
        *db = b_is_constant || a == 0 ? 0 : value * log(a < 0 && -a <= by_rounding ? -a : a);
        break;
    case EG_OP_MIN: *(a < b ? da : db) = 1; break;
    case EG_OP_MAX: *(a < b ? db : da) = 1; break;
    case EG_OP_ATAN2:
        *da = b / (a * a + b * b);
        *db = -a / (a * a + b * b);
        break;
    case EG_OP_ALONG:
    case EG_OP_ARGUMENT: *da = 1; break;
    case EG_OP_MODULO:
        *da = 1;
        *db = -floor(a / b);
        break;
    case EG_OP_REMAINDER:
        *da = 1;
        *db = -trunc(a / b);
        break;
    default: break;
    }
}

static bool is_at_edge(const eg_instruction *i, const double *v, double value)
{
    switch (i->op) {
    case EG_OP_SQRT: return value == 0;
    case EG_OP_ASIN:
    case EG_OP_ACOS: return fabs(v[i->a]) == 1;
    case EG_OP_POW: return v[i->a] == 0 && v[i->b] > 0 && v[i->b] < 1;
    default: return false;
    }
}

static bool is_infinite(const eg_instruction *i, const double *v, double value, const double *dv)
{
    return is_at_edge(i, v, value) && dv[i->a] != 0;
}

int eg_tape_infinite_slope(const eg_tape *t, const double *v, const double *dv)
{
    for (int k = 0; k < t->count; k++)
        if (is_infinite(&t->code[k], v, v[k], dv))
            return k;
    return -1;
}

bool eg_op_passes(int op)
{
    switch (op) {
    case EG_OP_CONSTANT:
    case EG_OP_INPUT:
    case EG_OP_SWITCH:
    case EG_OP_SIGN:
    case EG_OP_FLOOR:
    case EG_OP_CEIL:
    case EG_OP_QUOTIENT:
    case EG_OP_LESS:
    case EG_OP_LESS_EQUAL:
    case EG_OP_EQUAL:
    case EG_OP_NOT_EQUAL:
    case EG_OP_AND:
    case EG_OP_OR:
    case EG_OP_NOT: return false;
    default: return op <= EG_OP_LOOP;
    }
}

static void partials(const eg_tape *t, const eg_instruction *i, const double *v, double value, double *da,
                     double *db)
{
    if (i->b < 0) {
        *da = of_one(i->op, v[i->a], value);
        *db = 0;
    } else {
        const eg_instruction *b = &t->code[i->b];
        of_two(i->op, v[i->a], v[i->b], value, b->op == EG_OP_CONSTANT && b->a < 0, da, db);
    }
}

int eg_tape_partials(const eg_tape *tape, int k, const double *v, double partial[2])
{
    const eg_instruction *i = &tape->code[k];
    partial[0] = partial[1] = 1;
    if (i->op == EG_OP_SELECT)
        return 1;
    if (!eg_op_passes(i->op) || i->op == EG_OP_LOOP)
        return 0;
    partials(tape, i, v, v[k], &partial[0], &partial[1]);
    return i->b < 0 ? 1 : 2;
}

/* 0 times what is not finite is 0 here: a branch that is not chosen, a direction that is not taken. */
static double times(double partial, double d)
{
    return d == 0 ? 0 : partial * d;
}

/* What rounding has left out of a sum. */
static double left_of_sum(double a, double b, double sum)
{
    const double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

/* What `value` of instruction i leaves out, by its own rounding and by what its operands leave out. */
static double left_out(const eg_tape *t, const eg_instruction *i, const double *v, const eg_late *late,
                       double value)
{
    const double a = v[i->a], b = i->b < 0 ? 0 : v[i->b];
    const double ra = late[i->a].rest, rb = i->b < 0 ? 0 : late[i->b].rest;
    double da, db;
    switch (i->op) {
    case EG_OP_ADD: return left_of_sum(a, b, value) + (ra + rb);
    case EG_OP_SUB: return left_of_sum(a, -b, value) + (ra - rb);
    case EG_OP_MUL: return fma(a, b, -value) + (a * rb + b * ra);
    case EG_OP_DIV: return (fma(-value, b, a) + (ra - value * rb)) / b;
    default: partials(t, i, v, value, &da, &db); return times(da, ra) + times(db, rb);
    }
}

/* The value of instruction i, an operation of numbers. */
static double operate(const eg_instruction *i, const double *v)
{
    return eg_op_compute(i->op, v[i->a], i->b < 0 ? 0 : v[i->b]);
}

/* Operand k, or its branch that is taken, follows time: so does what passes it on. */
static void run_late(const eg_tape *t, int k, eg_late *late, double *v)
{
    const eg_instruction *i = &t->code[k];
    late[k] = (eg_late){0, false};
    if (i->op == EG_OP_SELECT) {
        const int taken = v[i->a] != 0 ? i->b : i->c;
        v[k] = v[taken];
        late[k] = late[taken];
        return;
    }
    v[k] = operate(i, v);
    if (!eg_op_passes(i->op) || !(late[i->a].follows || (i->b >= 0 && late[i->b].follows)))
        return;
    const double value = v[k], rest = left_out(t, i, v, late, value), sum = value + rest;
    late[k].follows = true;
    if (!isfinite(sum))
        return;
    v[k] = sum;
    late[k].rest = left_of_sum(value, rest, sum);
}

void eg_tape_run_late(const eg_tape *tape, const double *in, const int *mode, int clock, double rest,
                      bool shakes, eg_late *late, double *v)
{
    for (int k = 0; k < tape->count; k++) {
        const eg_instruction *i = &tape->code[k];
        const int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, NULL, k, tape->count) : 0;
        if (outcomes > 0) {
            eg_tape_run_loop(tape, NULL, k, outcomes, v);
            for (int j = 0; j < outcomes; j++)
                late[k + j] = (eg_late){0, false};
            k += outcomes - 1;
        } else if (i->op == EG_OP_INPUT) {
            v[k] = in[i->a];
            late[k] = i->a == clock ? (eg_late){rest, true} : (eg_late){0, false};
        } else if (i->op == EG_OP_CONSTANT || i->op == EG_OP_SWITCH) {
            v[k] = i->op == EG_OP_CONSTANT ? i->number : mode[i->a] != 0;
            late[k] = (eg_late){0, false};
        } else {
            run_late(tape, k, late, v);
            if (shakes && !late[k].follows)
                v[k] = eg_tape_shaken(tape, k, v[k]);
        }
    }
}

void eg_tape_tangents(const eg_tape *tape, const double *v, const double *din, double *dv)
{
    eg_tape_tangents_of(tape, v, din, NULL, dv);
}

void eg_tape_tangents_of(const eg_tape *tape, const double *v, const double *din, const double *dorigins,
                         double *dv)
{
    for (int k = 0; k < tape->count; k++) {
        const eg_instruction *i = &tape->code[k];
        int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, NULL, k, tape->count) : 0;
        double da, db;
        if (outcomes > 0) {
            eg_tape_loop_tangents(tape, k, outcomes, v, dv);
            k += outcomes - 1;
        } else if (i->op == EG_OP_INPUT) {
            dv[k] = din[i->a];
        } else if (i->op == EG_OP_SELECT) {
            dv[k] = v[i->a] != 0 ? dv[i->b] : dv[i->c];
        } else if (eg_op_passes(i->op)) {
            partials(tape, i, v, v[k], &da, &db);
            dv[k] = times(da, dv[i->a]) + (i->b < 0 ? 0 : times(db, dv[i->b]));
            if (dorigins && is_infinite(i, v, v[k], dv))
                dv[k] = NAN;
        } else {
            dv[k] = dorigins && i->op == EG_OP_CONSTANT && i->a >= 0 ? dorigins[i->a] : 0;
        }
    }
}

void eg_tape_gradient(const eg_tape *tape, const double *v, const int *cone, int count, int root,
                      double *adjoint)
{
    for (int k = 0; k < count; k++)
        adjoint[cone[k]] = 0;
    adjoint[root] = 1;
    for (int k = count - 1; k >= 0; k--) {
        const eg_instruction *i = &tape->code[cone[k]];
        double own = adjoint[cone[k]], da, db;
        if (i->op == EG_OP_LOOP) {
            int last = k;
            while (k > 0 && eg_tape_outcomes(tape, cone, k - 1, last + 1) == last - k + 2)
                k--;
            eg_tape_loop_gradient(tape, cone, k, last - k + 1, v, adjoint);
            continue;
        }
        if (own == 0 || !eg_op_passes(i->op))
            continue;
        if (i->op == EG_OP_SELECT) {
            adjoint[v[i->a] != 0 ? i->b : i->c] += own;
            continue;
        }
        partials(tape, i, v, v[cone[k]], &da, &db);
        adjoint[i->a] += own * da;
        if (i->b >= 0)
            adjoint[i->b] += own * db;
    }
}

/* The edge of a root or a power, of what may move. */
static bool is_steep(const eg_tape *t, const eg_instruction *i, const double *v, double value)
{
    const eg_instruction *of = i->a >= 0 ? &t->code[i->a] : NULL;
    return of && (of->op != EG_OP_CONSTANT || of->a >= 0) && is_at_edge(i, v, value);
}

bool eg_tape_adjoint(const eg_tape *tape, const double *v, double *adjoint)
{
    bool is_finite = true;
    for (int k = tape->count - 1; k >= 0; k--) {
        const eg_instruction *i = &tape->code[k];
        double partial[2];
        if (i->op == EG_OP_LOOP) {
            const int last = k;
            while (k > 0 && eg_tape_outcomes(tape, NULL, k - 1, last + 1) == last - k + 2)
                k--;
            eg_tape_loop_gradient(tape, NULL, k, last - k + 1, v, adjoint);
            continue;
        }
        const double own = adjoint[k];
        const int count = own == 0 ? 0 : eg_tape_partials(tape, k, v, partial);
        int first = i->a;
        is_finite = is_finite && (count == 0 || !is_steep(tape, i, v, v[k]));
        if (i->op == EG_OP_SELECT)
            first = v[i->a] != 0 ? i->b : i->c;
        if (count > 0)
            adjoint[first] += own * partial[0];
        if (count > 1 && partial[1] != 0)
            adjoint[i->b] += own * partial[1];
    }
    return is_finite;
}

/* ---------------------------------------------------------------- cones */

static int push(int **list, int *count, size_t *capacity, int item)
{
    if (eg_grow((void **)list, capacity, (size_t)*count + 1, sizeof(int)) < 0)
        return -1;
    (*list)[(*count)++] = item;
    return 0;
}

static int compare(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

typedef enum cone_kind { OF_VALUES, OF_PARTIALS, OF_RATES } cone_kind;

/* Is operand j of instruction i looked at? */
static bool is_followed(const eg_instruction *i, int j, cone_kind kind)
{
    if (kind == OF_VALUES)
        return true;
    if (i->op == EG_OP_ALONG) /* its rate is an operand; its value depends on the other alone */
        return kind == OF_PARTIALS && j == 0;
    return eg_op_passes(i->op) && (i->op != EG_OP_SELECT || j > 0);
}

static int find_cone(const eg_tape *tape, int root, cone_kind kind, char *mark, int **list, int *count,
                     size_t *capacity)
{
    int first = *count, status = push(list, count, capacity, root);
    if (status == 0)
        mark[root] = 1;
    for (int k = first; k < *count && status == 0; k++) { /* the list is its own queue */
        const eg_instruction *i = &tape->code[(*list)[k]];
        int operands = eg_op_operands(i->op), of[3] = {i->a, i->b, i->c};
        for (int j = 0; j < 3 && j < operands && status == 0; j++) {
            if (mark[of[j]] || !is_followed(i, j, kind))
                continue;
            mark[of[j]] = 1;
            status = push(list, count, capacity, of[j]);
        }
    }
    for (int k = first; k < *count; k++)
        mark[(*list)[k]] = 0;
    if (status == 0)
        qsort(*list + first, (size_t)(*count - first), sizeof(int), compare);
    return status;
}

int eg_tape_cone(const eg_tape *tape, int root, bool differentiable, char *mark, int **list, int *count,
                 size_t *capacity)
{
    return find_cone(tape, root, differentiable ? OF_PARTIALS : OF_VALUES, mark, list, count, capacity);
}

/* ---------------------------------------------------------------- rates, as formulas */

static int add(eg_tape *t, int op, int a, int b)
{
    return eg_tape_add(t, op, a, b, -1);
}

static int one(eg_tape *t, int op, int a)
{
    return eg_tape_add(t, op, a, -1, -1);
}

/* The partial derivative of instruction `node` = op(a). */
static int partial_of_one(eg_tape *t, int op, int node, int a)
{
    int unit = eg_tape_constant(t, 1);
    switch (op) {
    case EG_OP_NEG: return eg_tape_constant(t, -1);
    case EG_OP_SQRT: return add(t, EG_OP_DIV, eg_tape_constant(t, 0.5), node);
    case EG_OP_ABS: return one(t, EG_OP_SIGN, a);
    case EG_OP_SIN: return one(t, EG_OP_COS, a);
    case EG_OP_COS: return one(t, EG_OP_NEG, one(t, EG_OP_SIN, a));
    case EG_OP_TAN: return add(t, EG_OP_ADD, unit, add(t, EG_OP_MUL, node, node));
    case EG_OP_ASIN:
    case EG_OP_ACOS: {
        int root = one(t, EG_OP_SQRT, add(t, EG_OP_SUB, unit, add(t, EG_OP_MUL, a, a)));
        return add(t, EG_OP_DIV, eg_tape_constant(t, op == EG_OP_ASIN ? 1 : -1), root);
    }
    case EG_OP_ATAN: return add(t, EG_OP_DIV, unit, add(t, EG_OP_ADD, unit, add(t, EG_OP_MUL, a, a)));
    case EG_OP_SINH: return one(t, EG_OP_COSH, a);
    case EG_OP_COSH: return one(t, EG_OP_SINH, a);
    case EG_OP_TANH: return add(t, EG_OP_SUB, unit, add(t, EG_OP_MUL, node, node));
    case EG_OP_EXP: return node;
    case EG_OP_LOG: return add(t, EG_OP_DIV, unit, a);
    case EG_OP_LOG10: return add(t, EG_OP_DIV, eg_tape_constant(t, LOG10_E), a);
    default: return eg_tape_constant(t, 0);
    }
}

static int power_rate(eg_tape *t, int node, const eg_instruction *i, int da, int db)
{
    int lower = add(t, EG_OP_SUB, i->b, eg_tape_constant(t, 1));
    int by_base = add(t, EG_OP_MUL, i->b, add(t, EG_OP_POW, i->a, lower));
    int sum = add(t, EG_OP_MUL, by_base, da);
    if (eg_tape_is(t, db, 0))
        return sum;
    int by_exponent = add(t, EG_OP_MUL, node, one(t, EG_OP_LOG, i->a));
    return add(t, EG_OP_ADD, sum, add(t, EG_OP_MUL, by_exponent, db));
}

static int rate_of_two(eg_tape *t, int node, const eg_instruction *i, int da, int db)
{
    int a = i->a, b = i->b;
    switch (i->op) {
    case EG_OP_ADD:
    case EG_OP_SUB: return add(t, i->op, da, db);
    case EG_OP_MUL: return add(t, EG_OP_ADD, add(t, EG_OP_MUL, da, b), add(t, EG_OP_MUL, a, db));
    case EG_OP_DIV: return add(t, EG_OP_DIV, add(t, EG_OP_SUB, da, add(t, EG_OP_MUL, node, db)), b);
    case EG_OP_POW: return power_rate(t, node, i, da, db);
    case EG_OP_MIN: return eg_tape_add(t, EG_OP_SELECT, add(t, EG_OP_LESS, a, b), da, db);
    case EG_OP_MAX: return eg_tape_add(t, EG_OP_SELECT, add(t, EG_OP_LESS, a, b), db, da);
    case EG_OP_ATAN2: {
        int square = add(t, EG_OP_ADD, add(t, EG_OP_MUL, a, a), add(t, EG_OP_MUL, b, b));
        int cross = add(t, EG_OP_SUB, add(t, EG_OP_MUL, b, da), add(t, EG_OP_MUL, a, db));
        return add(t, EG_OP_DIV, cross, square);
    }
    case EG_OP_MODULO:
        return add(t, EG_OP_SUB, da, add(t, EG_OP_MUL, one(t, EG_OP_FLOOR, add(t, EG_OP_DIV, a, b)), db));
    case EG_OP_REMAINDER: return add(t, EG_OP_SUB, da, add(t, EG_OP_MUL, add(t, EG_OP_QUOTIENT, a, b), db));
    default: return eg_tape_constant(t, 0);
    }
}

/* The rate of one instruction whose operands' rates are known. */
static int rate_of(eg_tape_rates *r, int node)
{
    eg_tape *t = r->tape;
    eg_instruction i = t->code[node]; /* a copy: the code moves as it grows */
    if (i.op == EG_OP_INPUT)
        return r->input_rate(r, node, i.a);
    if (!eg_op_passes(i.op))
        return eg_tape_constant(t, 0);
    if (i.op == EG_OP_ALONG)
        return i.b;
    if (i.op == EG_OP_ARGUMENT)
        return r->memo[i.a];
    if (i.op == EG_OP_LOOP)
        return eg_tape_loop_rate(r, node);
    if (i.op == EG_OP_SELECT)
        return eg_tape_add(t, EG_OP_SELECT, i.a, r->memo[i.b], r->memo[i.c]);
    if (i.b >= 0)
        return rate_of_two(t, node, &i, r->memo[i.a], r->memo[i.b]);
    return add(t, EG_OP_MUL, partial_of_one(t, i.op, node, i.a), r->memo[i.a]);
}

static int grow_memo(eg_tape_rates *r)
{
    if (eg_grow((void **)&r->memo, &r->memo_capacity, (size_t)r->tape->count + 1, sizeof(int)) < 0)
        return -1;
    while (r->memo_count < r->tape->count)
        r->memo[r->memo_count++] = -1;
    return 0;
}

int eg_tape_rate(eg_tape_rates *r, int node)
{
    int *cone = NULL, count = 0, status = node < 0 ? -1 : grow_memo(r);
    size_t capacity = 0;
    if (status == 0 && r->memo[node] >= 0)
        return r->memo[node];
    char *mark = status == 0 ? calloc((size_t)r->tape->count, 1) : NULL;
    status = mark ? find_cone(r->tape, node, OF_RATES, mark, &cone, &count, &capacity) : -1;
    for (int k = 0; k < count && status == 0; k++) {
        if (r->memo[cone[k]] >= 0)
            continue;
        int rate = rate_of(r, cone[k]);
        status = rate < 0 ? -1 : grow_memo(r);
        if (status == 0)
            r->memo[cone[k]] = rate;
    }
    free(mark);
    free(cone);
    return status == 0 ? r->memo[node] : -1;
}

void eg_tape_rates_release(eg_tape_rates *rates)
{
    free(rates->memo);
    rates->memo = NULL;
}
