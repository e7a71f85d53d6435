/* What a tape comes to where its inputs are anywhere in given ranges: interval arithmetic (Moore (1966),
 * Interval Analysis).
 *
 * Sums, products, quotients and roots are rounded to the nearest number, and rounding keeps order: ends of
 * ranges that are computed as values are bound all values that are computed so, and need not be rounded
 * outwards. Functions of the C library keep order but for their own errors, some ulp, by which their ranges
 * are widened. */
#include "base/tape.h"

#include <float.h>
#include <math.h>

static const eg_tape_interval all = {-INFINITY, INFINITY};

static bool is_known(eg_tape_interval a)
{
    return a.low > -INFINITY && a.high < INFINITY; /* false of what is no number */
}

static bool is_point(eg_tape_interval a)
{
    return a.low == a.high;
}

static bool has_zero(eg_tape_interval a)
{
    return a.low <= 0 && a.high >= 0;
}

static eg_tape_interval truth(bool may_be_false, bool may_be_true)
{
    return (eg_tape_interval){may_be_false ? 0 : 1, may_be_true ? 1 : 0};
}

static bool may_be_true(eg_tape_interval a)
{
    return a.low != 0 || a.high != 0;
}

static eg_tape_interval hull_of_four(double a, double b, double c, double d)
{
    return (eg_tape_interval){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d))};
}

/* By how much values of the C library's functions may be off. */
static eg_tape_interval widened(eg_tape_interval a)
{
    const double ulps = 8 * DBL_EPSILON;
    return (eg_tape_interval){a.low - ulps * fabs(a.low) - DBL_MIN, a.high + ulps * fabs(a.high) + DBL_MIN};
}

static eg_tape_interval rising(int op, eg_tape_interval a)
{
    return (eg_tape_interval){eg_op_compute(op, a.low, 0), eg_op_compute(op, a.high, 0)};
}

/* |a| */
static eg_tape_interval size_of(eg_tape_interval a)
{
    const double most = fmax(-a.low, a.high);
    return (eg_tape_interval){has_zero(a) ? 0 : fmin(fabs(a.low), fabs(a.high)), most};
}

static eg_tape_interval times(eg_tape_interval a, eg_tape_interval b)
{
    return hull_of_four(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
}

/* A power of a number that is no less than 0. */
static eg_tape_interval power_of_size(eg_tape_interval a, double exponent)
{
    const double low = eg_op_compute(EG_OP_POW, a.low, exponent);
    const double high = eg_op_compute(EG_OP_POW, a.high, exponent);
    const eg_tape_interval range = {fmin(low, high), fmax(low, high)};
    return exponent == 2 || exponent == 0.5 || exponent == 1.5 || !is_known(range) ? range : widened(range);
}

static eg_tape_interval power_of(eg_tape_interval a, eg_tape_interval b)
{
    const double n = b.low;
    if (!is_point(b) || (n <= 0 && has_zero(a)))
        return all;
    if (a.low >= 0)
        return power_of_size(a, n);
    if (n != trunc(n) || fabs(n) > 0x1p53)
        return all;
    if (fmod(n, 2) == 0)
        return power_of_size(size_of(a), n);
    const eg_tape_interval of_low = power_of_size((eg_tape_interval){fabs(a.low), fabs(a.low)}, n);
    const eg_tape_interval of_high = power_of_size((eg_tape_interval){fabs(a.high), fabs(a.high)}, n);
    if (a.high >= 0) /* odd, and n > 0 */
        return (eg_tape_interval){-of_low.high, of_high.high};
    return n > 0 ? (eg_tape_interval){-of_low.high, -of_high.low}
                 : (eg_tape_interval){-of_high.high, -of_low.low};
}

static eg_tape_interval compared(int op, eg_tape_interval a, eg_tape_interval b)
{
    switch (op) {
    case EG_OP_LESS: return truth(a.high >= b.low, a.low < b.high);
    case EG_OP_LESS_EQUAL: return truth(a.high > b.low, a.low <= b.high);
    default: break;
    }
    const bool meet = a.low <= b.high && b.low <= a.high;
    const bool is_same = is_point(a) && is_point(b) && a.low == b.low;
    return op == EG_OP_EQUAL ? truth(!is_same, meet) : truth(meet, !is_same);
}

/* Is there a number first + k, k whole, between low and high? In doubt there is. */
static bool has_whole(double low, double high, double first)
{
    const double slack = 8 * DBL_EPSILON * (fabs(low) + fabs(high) + 1);
    return floor(high - first + slack) >= ceil(low - first - slack);
}

/* sin or cos, which is 1 at `top` half turns, and every second one from there. */
static eg_tape_interval wave(int op, eg_tape_interval a, double top)
{
    const double half = 0.31830988618379067154, first = eg_op_compute(op, a.low, 0),
                 last = eg_op_compute(op, a.high, 0);
    const eg_tape_interval turns = {0.5 * half * a.low, 0.5 * half * a.high};
    eg_tape_interval range = {fmin(first, last), fmax(first, last)};
    if (is_point(a))
        return range;
    range = widened(range);
    if (has_whole(turns.low, turns.high, 0.5 * top) || range.high > 1)
        range.high = 1;
    if (has_whole(turns.low, turns.high, 0.5 * top + 0.5) || range.low < -1)
        range.low = -1;
    return range;
}

/* of_two in tape.c; both are known. */
static eg_tape_interval of_two(int op, eg_tape_interval a, eg_tape_interval b, bool same)
{
    switch (op) {
    case EG_OP_ADD: return (eg_tape_interval){a.low + b.low, a.high + b.high};
    case EG_OP_SUB:
        return same ? (eg_tape_interval){0, 0} : (eg_tape_interval){a.low - b.high, a.high - b.low};
    case EG_OP_MUL: return same ? power_of_size(size_of(a), 2) : times(a, b);
    case EG_OP_DIV:
        return has_zero(b) ? all
                           : hull_of_four(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);
    case EG_OP_POW: return power_of(a, b);
    case EG_OP_MIN: return (eg_tape_interval){fmin(a.low, b.low), fmin(a.high, b.high)};
    case EG_OP_MAX: return (eg_tape_interval){fmax(a.low, b.low), fmax(a.high, b.high)};
    case EG_OP_ALONG:
    case EG_OP_ARGUMENT: return a;
    case EG_OP_LESS:
    case EG_OP_LESS_EQUAL:
    case EG_OP_EQUAL:
    case EG_OP_NOT_EQUAL: return compared(op, a, b);
    case EG_OP_AND: return truth(has_zero(a) || has_zero(b), may_be_true(a) && may_be_true(b));
    case EG_OP_OR: return truth(has_zero(a) && has_zero(b), may_be_true(a) || may_be_true(b));
    default: return all;
    }
}

static eg_tape_interval of_one(int op, eg_tape_interval a)
{
    switch (op) {
    case EG_OP_NEG: return (eg_tape_interval){-a.high, -a.low};
    case EG_OP_ABS: return size_of(a);
    case EG_OP_NOT: return truth(may_be_true(a), has_zero(a));
    case EG_OP_SIGN:
    case EG_OP_FLOOR:
    case EG_OP_CEIL: return rising(op, a);
    case EG_OP_SQRT: return a.low >= 0 ? rising(op, a) : all;
    case EG_OP_ATAN:
    case EG_OP_SINH:
    case EG_OP_TANH:
    case EG_OP_EXP: return widened(rising(op, a));
    case EG_OP_LOG:
    case EG_OP_LOG10: return a.low > 0 ? widened(rising(op, a)) : all;
    case EG_OP_ASIN: return a.low >= -1 && a.high <= 1 ? widened(rising(op, a)) : all;
    case EG_OP_COSH: return widened(rising(op, size_of(a)));
    case EG_OP_SIN: return wave(op, a, 0.5);
    case EG_OP_COS: return wave(op, a, 0);
    default: return all;
    }
}

static eg_tape_interval chosen(eg_tape_interval condition, eg_tape_interval yes, eg_tape_interval no)
{
    if (!has_zero(condition))
        return yes;
    if (!may_be_true(condition))
        return no;
    return (eg_tape_interval){fmin(yes.low, no.low), fmax(yes.high, no.high)};
}

static eg_tape_interval range_of(const eg_instruction *i, const eg_tape_interval *in,
                                 const eg_tape_interval *v)
{
    switch (i->op) {
    case EG_OP_CONSTANT: return (eg_tape_interval){i->number, i->number};
    case EG_OP_INPUT: return in[i->a];
    case EG_OP_SWITCH:
    case EG_OP_LOOP: return all;
    case EG_OP_SELECT: return is_known(v[i->a]) ? chosen(v[i->a], v[i->b], v[i->c]) : all;
    default: break;
    }
    if (!is_known(v[i->a]) || (i->b >= 0 && !is_known(v[i->b])))
        return all;
    return i->b < 0 ? of_one(i->op, v[i->a]) : of_two(i->op, v[i->a], v[i->b], i->a == i->b);
}

void eg_tape_range(const eg_tape *tape, const int *list, int count, const eg_tape_interval *in,
                   eg_tape_interval *v)
{
    for (int k = 0; k < count; k++) {
        const eg_tape_interval range = range_of(&tape->code[list[k]], in, v);
        v[list[k]] = is_known(range) ? range : all;
    }
}
