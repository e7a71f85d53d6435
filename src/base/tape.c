/* Building and running tapes. */
#include "base/tape.h"
#include "base/hash.h"

#include "base/arena.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int eg_op_operands(int op)
{
    static const char operands[] = {
#define OPERANDS(name, count) count,
        EG_OP_LIST(OPERANDS) EG_FORMULA_OP_LIST(OPERANDS)
#undef OPERANDS
    };
    return operands[op];
}

/* What may be round-off of a sum, in parts of the size of its terms. */
static const double EDGE_ROUNDING = 64 * DBL_EPSILON;

/* ---------------------------------------------------------------- one operation */

static double power(double a, double b)
{
    if (b == 2)
        return a * a;
    if (b == 0.5)
        return sqrt(a);
    return b == 1.5 ? a * sqrt(a) : pow(a, b);
}

static double of_two(int op, double a, double b)
{
    switch (op) {
    case EG_OP_ADD: return a + b;
    case EG_OP_SUB: return a - b;
    case EG_OP_MUL: return a * b;
    case EG_OP_DIV: return a / b;
    case EG_OP_POW: return power(a, b);
    case EG_OP_MIN: return a < b ? a : b;
    case EG_OP_MAX: return a > b ? a : b;
    case EG_OP_ATAN2: return atan2(a, b);
    case EG_OP_ALONG:
    case EG_OP_ARGUMENT: return a;
    case EG_OP_QUOTIENT: return trunc(a / b);
    case EG_OP_MODULO: return a - floor(a / b) * b;
    case EG_OP_REMAINDER: return a - trunc(a / b) * b;
    case EG_OP_LESS: return a < b;
    case EG_OP_LESS_EQUAL: return a <= b;
    case EG_OP_EQUAL: return a == b;
    case EG_OP_NOT_EQUAL: return a != b;
    case EG_OP_AND: return a != 0 && b != 0;
    case EG_OP_OR: return a != 0 || b != 0;
    default: return NAN;
    }
}

static double of_one(int op, double a)
{
    switch (op) {
    case EG_OP_NEG: return -a;
    case EG_OP_SQRT: return sqrt(a);
    case EG_OP_ABS: return fabs(a);
    case EG_OP_SIGN: return (a > 0) - (a < 0);
    case EG_OP_SIN: return sin(a);
    case EG_OP_COS: return cos(a);
    case EG_OP_TAN: return tan(a);
    case EG_OP_ASIN: return asin(a);
    case EG_OP_ACOS: return acos(a);
    case EG_OP_ATAN: return atan(a);
    case EG_OP_SINH: return sinh(a);
    case EG_OP_COSH: return cosh(a);
    case EG_OP_TANH: return tanh(a);
    case EG_OP_EXP: return exp(a);
    case EG_OP_LOG: return log(a);
    case EG_OP_LOG10: return log10(a);
    case EG_OP_FLOOR: return floor(a);
    case EG_OP_CEIL: return ceil(a);
    case EG_OP_NOT: return a == 0;
    default: return NAN;
    }
}

double eg_op_compute(int op, double a, double b)
{
    return eg_op_operands(op) == 1 ? of_one(op, a) : of_two(op, a, b);
}

#if defined(__GNUC__)
#define ALWAYS static inline __attribute__((always_inline))
#else
#define ALWAYS static inline
#endif

/* The commonest operations at once, the others as of_one and of_two have them. */
ALWAYS double carry_out(int op, int a, int b, int c, const double *in, const int *mode, const double *v)
{
    switch (op) {
    case EG_OP_INPUT: return in[a];
    case EG_OP_SWITCH: return mode[a] != 0;
    case EG_OP_ADD: return v[a] + v[b];
    case EG_OP_SUB: return v[a] - v[b];
    case EG_OP_MUL: return v[a] * v[b];
    case EG_OP_DIV: return v[a] / v[b];
    case EG_OP_NEG: return -v[a];
    case EG_OP_ALONG: return v[a];
    case EG_OP_SELECT: return v[a] != 0 ? v[b] : v[c];
    default: return b < 0 ? of_one(op, v[a]) : of_two(op, v[a], v[b]);
    }
}

ALWAYS double compute(const eg_instruction *i, const double *in, const int *mode, const double *v)
{
    return i->op == EG_OP_CONSTANT ? i->number : carry_out(i->op, i->a, i->b, i->c, in, mode, v);
}

bool eg_op_has_edge(int op)
{
    return op == EG_OP_SQRT || op == EG_OP_POW || op == EG_OP_LOG || op == EG_OP_LOG10 || op == EG_OP_ASIN ||
           op == EG_OP_ACOS;
}

/* How far a is beyond the edge of what the operation is defined for. */
static double beyond(int op, double a, double b)
{
    switch (op) {
    case EG_OP_POW: return b == trunc(b) ? 0 : -a;
    case EG_OP_ASIN:
    case EG_OP_ACOS: return fabs(a) - 1;
    default: return -a;
    }
}

/* What a root or a power is beyond 0, and an arc beyond 1: reflected in the point at the edge, so that a
 * motion which passes it varies there as it does within, and steps of engines are judged by that. A logarithm
 * has no such point: it stays that of the least number. */
static double reflected(int op, double a, double b)
{
    switch (op) {
    case EG_OP_SQRT: return -sqrt(-a);
    case EG_OP_POW: return -power(-a, b);
    case EG_OP_LOG:
    case EG_OP_LOG10: return of_one(op, DBL_MIN);
    default: return 2 * of_one(op, copysign(1, a)) - of_one(op, copysign(2, a) - a);
    }
}

static double compute_beyond(const eg_instruction *i, const eg_edges *edges, const double *in,
                             const int *mode, const double *v)
{
    if (!eg_op_has_edge(i->op))
        return compute(i, in, mode, v);
    const double a = v[i->a], b = i->b < 0 ? 0 : v[i->b], distance = beyond(i->op, a, b);
    const double rounding = i->a < edges->count ? EDGE_ROUNDING * edges->size[i->a] : 0;
    const bool is_edge = (i->op == EG_OP_LOG || i->op == EG_OP_LOG10) && a == 0;
    return (distance > 0 && (edges->is_any || distance <= rounding)) || is_edge ? reflected(i->op, a, b)
                                                                                : eg_op_compute(i->op, a, b);
}

void eg_tape_run_beyond(const eg_tape *tape, const double *in, const int *mode, const eg_edges *edges,
                        double *v)
{
    for (int i = 0; i < tape->count; i++) {
        int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, NULL, i, tape->count) : 0;
        if (outcomes == 0) {
            v[i] = compute_beyond(&tape->code[i], edges, in, mode, v);
            continue;
        }
        eg_tape_run_loop(tape, NULL, i, outcomes, v);
        i += outcomes - 1;
    }
}

void eg_tape_run(const eg_tape *tape, const double *in, const int *mode, double *v)
{
    for (int i = 0; i < tape->count; i++) {
        int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, NULL, i, tape->count) : 0;
        if (outcomes == 0) {
            v[i] = compute(&tape->code[i], in, mode, v);
            continue;
        }
        eg_tape_run_loop(tape, NULL, i, outcomes, v);
        i += outcomes - 1;
    }
}

/* Does the operation round? */
static bool rounds(int op)
{
    switch (op) {
    case EG_OP_NEG:
    case EG_OP_ABS:
    case EG_OP_MIN:
    case EG_OP_MAX:
    case EG_OP_ALONG:
    case EG_OP_SELECT: return false;
    default: return eg_op_operands(op) > 0;
    }
}

/* Four sizes, so that of two rounded operands that cancel few are off alike. */
double eg_tape_shaken(const eg_tape *tape, int i, double x)
{
    static const double ulps[] = {-2, -1, 1, 2};
    const uint64_t chance = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    const bool stays = !rounds(tape->code[i].op) || x == trunc(x);
    return stays ? x : x * (1 + ulps[chance >> 62] * DBL_EPSILON);
}

void eg_tape_run_shaken(const eg_tape *tape, const double *in, const int *mode, double *v)
{
    for (int i = 0; i < tape->count; i++) {
        int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, NULL, i, tape->count) : 0;
        if (outcomes == 0) {
            v[i] = eg_tape_shaken(tape, i, compute(&tape->code[i], in, mode, v));
            continue;
        }
        eg_tape_run_loop(tape, NULL, i, outcomes, v);
        i += outcomes - 1;
    }
}

void eg_tape_run_list(const eg_tape *tape, const int *list, int count, const double *in, const int *mode,
                      double *v)
{
    for (int k = 0; k < count; k++) {
        int outcomes = tape->loop_count > 0 ? eg_tape_outcomes(tape, list, k, count) : 0;
        if (outcomes == 0) {
            v[list[k]] = compute(&tape->code[list[k]], in, mode, v);
            continue;
        }
        eg_tape_run_loop(tape, list, k, outcomes, v);
        k += outcomes - 1;
    }
}

/* ---------------------------------------------------------------- steps */

eg_tape_step eg_tape_step_of(const eg_tape *tape, int i)
{
    const eg_instruction *x = &tape->code[i];
    return (eg_tape_step){x->op, i, x->a, x->b, x->c};
}

void eg_tape_set_constants(const eg_tape *tape, double *v)
{
    for (int i = 0; i < tape->count; i++)
        if (tape->code[i].op == EG_OP_CONSTANT)
            v[i] = tape->code[i].number;
}

void eg_tape_run_steps(const eg_tape_step *step, int count, const double *in, const int *mode, double *v)
{
    for (const eg_tape_step *end = step + count; step < end; step++)
        v[step->to] = carry_out(step->op, step->a, step->b, step->c, in, mode, v);
}

/* ---------------------------------------------------------------- sharing */

static uint64_t hash(const eg_instruction *i)
{
    const uint64_t words[] = {(uint64_t)i->op, (uint64_t)(unsigned)i->a, (uint64_t)(unsigned)i->b,
                              (uint64_t)(unsigned)i->c, eg_bits_of(i->number)};
    return eg_hash_of(words, sizeof words / sizeof words[0]);
}

static bool same(const eg_instruction *x, const eg_instruction *y)
{
    return x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c &&
           eg_bits_of(x->number) == eg_bits_of(y->number);
}

/* The place of an equal instruction in the table, or the empty one where it would stand. */
static size_t place_of(const eg_tape *t, const eg_instruction *i)
{
    size_t at = (size_t)(hash(i) & (t->table_size - 1));
    while (t->table[at] && !same(&t->code[t->table[at] - 1], i))
        at = (at + 1) & (t->table_size - 1);
    return at;
}

static int grow_table(eg_tape *t)
{
    if ((size_t)t->count * 2 < t->table_size)
        return 0;
    size_t size = t->table_size ? 2 * t->table_size : 64;
    int *table = calloc(size, sizeof *table);
    if (!table)
        return -1;
    free(t->table);
    t->table = table;
    t->table_size = size;
    for (int i = 0; i < t->count; i++)
        t->table[place_of(t, &t->code[i])] = i + 1;
    return 0;
}

static int append(eg_tape *t, eg_instruction i)
{
    if (grow_table(t) < 0)
        return -1;
    size_t at = place_of(t, &i);
    if (t->table[at])
        return t->table[at] - 1;
    if (eg_grow((void **)&t->code, &t->capacity, (size_t)t->count + 1, sizeof i) < 0)
        return -1;
    t->code[t->count++] = i;
    t->table[at] = t->count;
    return t->count - 1;
}

int eg_tape_constant(eg_tape *tape, double number)
{
    return eg_tape_bound_constant(tape, number, -1);
}

int eg_tape_bound_constant(eg_tape *tape, double number, int origin)
{
    return append(tape, (eg_instruction){EG_OP_CONSTANT, origin, -1, -1, number});
}

int eg_tape_input(eg_tape *tape, int index)
{
    return append(tape, (eg_instruction){EG_OP_INPUT, index, -1, -1, 0});
}

int eg_tape_switch(eg_tape *tape, int index)
{
    return append(tape, (eg_instruction){EG_OP_SWITCH, index, -1, -1, 0});
}

int eg_tape_outcome(eg_tape *tape, int arguments, int loop, int which)
{
    return arguments < 0 || loop < 0
               ? -1
               : append(tape, (eg_instruction){EG_OP_LOOP, arguments, -1, loop, (double)which});
}

int eg_tape_again(eg_tape *tape, const eg_instruction *i, int a, int b, int c)
{
    return i->op == EG_OP_LOOP ? eg_tape_outcome(tape, a, i->c, (int)i->number)
                               : eg_tape_add(tape, i->op, a, b, c);
}

bool eg_tape_is(const eg_tape *tape, int node, double number)
{
    return node >= 0 && tape->code[node].op == EG_OP_CONSTANT && tape->code[node].a < 0 &&
           tape->code[node].number == number;
}

/* ---------------------------------------------------------------- folding */

static bool is_constant(const eg_tape *t, int node)
{
    return node < 0 || t->code[node].op == EG_OP_CONSTANT;
}

static bool is_negative_of(const eg_tape *t, int a, int b)
{
    return t->code[a].op == EG_OP_NEG && t->code[a].a == b;
}

/* The operand beside one that is `neutral`; -2: neither is. */
static int beside(const eg_tape *t, int a, int b, double neutral)
{
    if (eg_tape_is(t, a, neutral))
        return b;
    return eg_tape_is(t, b, neutral) ? a : -2;
}

/* What an operation with 0 or 1, or with an operand twice, comes to; -2: nothing simpler. What cancels is 0
 * whatever it is: it is not to be asked for. */
static int simplify(eg_tape *t, int op, int a, int b)
{
    switch (op) {
    case EG_OP_ADD:
        if (t->code[a].op == EG_OP_SUB && t->code[a].b == b) /* (x - b) + b */
            return t->code[a].a;
        if (is_negative_of(t, a, b) || is_negative_of(t, b, a))
            return eg_tape_constant(t, 0);
        return beside(t, a, b, 0);
    case EG_OP_SUB:
        if (a == b)
            return eg_tape_constant(t, 0);
        if (eg_tape_is(t, b, 0))
            return a;
        return eg_tape_is(t, a, 0) ? eg_tape_add(t, EG_OP_NEG, b, -1, -1) : -2;
    case EG_OP_MUL:
        if (eg_tape_is(t, a, 0) || eg_tape_is(t, b, 0))
            return eg_tape_constant(t, 0);
        return beside(t, a, b, 1);
    case EG_OP_DIV: return eg_tape_is(t, b, 1) || (eg_tape_is(t, a, 0) && !eg_tape_is(t, b, 0)) ? a : -2;
    case EG_OP_POW: return eg_tape_is(t, b, 1) ? a : -2;
    case EG_OP_NEG: return t->code[a].op == EG_OP_NEG ? t->code[a].a : -2;
    case EG_OP_AND:
        if (eg_tape_is(t, a, 0) || eg_tape_is(t, b, 0))
            return eg_tape_constant(t, 0);
        return beside(t, a, b, 1);
    case EG_OP_OR:
        if (eg_tape_is(t, a, 1) || eg_tape_is(t, b, 1))
            return eg_tape_constant(t, 1);
        return beside(t, a, b, 0);
    default: return -2;
    }
}

/* The instruction of the origins that a number is there. */
static int in_origins(eg_tape *tape, eg_bound_number x)
{
    return x.origin >= 0 ? x.origin : eg_tape_constant(tape->origins, x.number);
}

int eg_tape_origin(eg_tape *tape, int op, eg_bound_number a, eg_bound_number b)
{
    const bool has_two = eg_op_operands(op) == 2;
    if (a.origin < 0 && (!has_two || b.origin < 0))
        return -1;
    const int x = in_origins(tape, a), y = has_two ? in_origins(tape, b) : -1;
    const int origin = eg_tape_add(tape->origins, op, x, y, -1);
    if (origin < 0)
        return -2;
    /* A truth value has no derivative; but who changes the parameters looks whether it stays what it is. */
    return op >= EG_OP_LESS && op <= EG_OP_NOT ? -1 : origin;
}

static eg_bound_number number_at(const eg_tape *tape, int node)
{
    return node < 0 ? (eg_bound_number){0, -1}
                    : (eg_bound_number){tape->code[node].number, tape->code[node].a};
}

/* An operation of constants is one. */
static int fold(eg_tape *tape, int op, int a, int b)
{
    const eg_bound_number x = number_at(tape, a), y = number_at(tape, b);
    const double number = eg_op_compute(op, x.number, y.number);
    const int origin = eg_tape_origin(tape, op, x, y);
    return origin == -2 ? -1 : eg_tape_bound_constant(tape, number, origin);
}

int eg_tape_add(eg_tape *tape, int op, int a, int b, int c)
{
    int operands = eg_op_operands(op);
    if ((operands > 0 && a < 0) || (operands > 1 && b < 0) || (operands > 2 && c < 0))
        return -1;
    eg_instruction i = {op, a, b, c, 0};
    if (op <= EG_OP_SELECT && operands > 0) {
        if (op == EG_OP_SELECT && (is_constant(tape, a) || b == c))
            return b == c || tape->code[a].number != 0 ? b : c;
        if (op != EG_OP_ALONG && is_constant(tape, a) && is_constant(tape, b) && is_constant(tape, c))
            return fold(tape, op, a, b);
        int simple = simplify(tape, op, a, b);
        if (simple > -2)
            return simple;
    }
    return append(tape, i);
}

void eg_tape_release(eg_tape *tape)
{
    free(tape->code);
    free(tape->table);
    for (int i = 0; i < tape->loop_count; i++)
        eg_loop_release(&tape->loops[i]);
    free(tape->loops);
    memset(tape, 0, sizeof *tape);
}
