/* Tapes: random formulas against an interpreter that knows nothing of sharing and folding, derivatives
 * against differences and against each other. */
#include "base/tape.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 4, LENGTH = 40 };

/* Repeatable numbers: a linear congruence (Knuth's MMIX constants). */
static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static double in_range(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)next(seed) / 2147483648.0;
}

/* A formula as written: operators on earlier ones, nothing shared. */
typedef struct plan {
    int op[LENGTH], a[LENGTH], b[LENGTH], c[LENGTH];
    double number[LENGTH];
} plan;

static const int operators[] = {EG_OP_ADD,  EG_OP_SUB,  EG_OP_MUL,    EG_OP_MUL,  EG_OP_NEG,    EG_OP_SIN,
                                EG_OP_COS,  EG_OP_TANH, EG_OP_ATAN,   EG_OP_ABS,  EG_OP_MIN,    EG_OP_MAX,
                                EG_OP_LESS, EG_OP_AND,  EG_OP_SELECT, EG_OP_SQRT, EG_OP_SWITCH, EG_OP_EXP,
                                EG_OP_DIV,  EG_OP_POW,  EG_OP_ATAN2,  EG_OP_LOG,  EG_OP_SINH};

static plan make_plan(uint64_t *seed)
{
    plan p;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < LENGTH; i++) {
        if (i < INPUTS) {
            p.op[i] = EG_OP_INPUT;
            p.a[i] = i;
            continue;
        }
        if (next(seed) % 6 == 0) {
            p.op[i] = EG_OP_CONSTANT;
            p.number[i] = (double)(next(seed) % 4); /* 0, 1, 2, 3: what folding looks for */
            continue;
        }
        p.op[i] = operators[next(seed) % (sizeof operators / sizeof operators[0])];
        p.a[i] = (int)(next(seed) % (uint64_t)i);
        p.b[i] = (int)(next(seed) % (uint64_t)i);
        p.c[i] = (int)(next(seed) % (uint64_t)i);
        if (p.op[i] == EG_OP_SWITCH)
            p.a[i] = (int)(next(seed) % 2);
    }
    return p;
}

/* The naive interpreter; arguments of functions that have poles are kept away from them. */
static double interpret(const plan *p, int i, const double *v, const double *in, const int *mode)
{
    double a = v[p->a[i]], b = v[p->b[i]], c = v[p->c[i]];
    switch (p->op[i]) {
    case EG_OP_CONSTANT: return p->number[i];
    case EG_OP_INPUT: return in[p->a[i]];
    case EG_OP_SWITCH: return mode[p->a[i]];
    case EG_OP_ADD: return a + b;
    case EG_OP_SUB: return a - b;
    case EG_OP_MUL: return a * b;
    case EG_OP_DIV: return a / (1 + b * b);
    case EG_OP_NEG: return -a;
    case EG_OP_POW: return pow(1 + a * a, b);
    case EG_OP_SIN: return sin(a);
    case EG_OP_COS: return cos(a);
    case EG_OP_TANH: return tanh(a);
    case EG_OP_ATAN: return atan(a);
    case EG_OP_ATAN2: return atan2(a, 1 + b * b);
    case EG_OP_ABS: return fabs(a);
    case EG_OP_MIN: return a < b ? a : b;
    case EG_OP_MAX: return a > b ? a : b;
    case EG_OP_LESS: return a < b;
    case EG_OP_AND: return a < b && mode[0];
    case EG_OP_SELECT: return a != 0 ? b : c;
    case EG_OP_SQRT: return sqrt(1 + a * a);
    case EG_OP_LOG: return log(1 + a * a);
    case EG_OP_SINH: return sinh(tanh(a));
    case EG_OP_EXP: return exp(tanh(a));
    default: return NAN;
    }
}

static int one_plus_square(eg_tape *t, int x)
{
    return eg_tape_add(t, EG_OP_ADD, eg_tape_constant(t, 1), eg_tape_add(t, EG_OP_MUL, x, x, -1), -1);
}

static int build(eg_tape *t, const plan *p, int *node)
{
    for (int i = 0; i < LENGTH; i++) {
        int a = p->op[i] == EG_OP_INPUT || p->op[i] == EG_OP_SWITCH ? -1 : node[p->a[i]];
        int b = a < 0 ? -1 : node[p->b[i]], c = a < 0 ? -1 : node[p->c[i]];
        switch (p->op[i]) {
        case EG_OP_CONSTANT: node[i] = eg_tape_constant(t, p->number[i]); break;
        case EG_OP_INPUT: node[i] = eg_tape_input(t, p->a[i]); break;
        case EG_OP_SWITCH: node[i] = eg_tape_switch(t, p->a[i]); break;
        case EG_OP_DIV: node[i] = eg_tape_add(t, EG_OP_DIV, a, one_plus_square(t, b), -1); break;
        case EG_OP_ATAN2: node[i] = eg_tape_add(t, EG_OP_ATAN2, a, one_plus_square(t, b), -1); break;
        case EG_OP_POW: node[i] = eg_tape_add(t, EG_OP_POW, one_plus_square(t, a), b, -1); break;
        case EG_OP_AND: /* of truth values */
            node[i] =
                eg_tape_add(t, EG_OP_AND, eg_tape_add(t, EG_OP_LESS, a, b, -1), eg_tape_switch(t, 0), -1);
            break;
        case EG_OP_SQRT:
        case EG_OP_LOG: node[i] = eg_tape_add(t, p->op[i], one_plus_square(t, a), -1, -1); break;
        case EG_OP_SINH:
        case EG_OP_EXP:
            node[i] = eg_tape_add(t, p->op[i], eg_tape_add(t, EG_OP_TANH, a, -1, -1), -1, -1);
            break;
        default: {
            int operands = eg_op_operands(p->op[i]);
            node[i] = eg_tape_add(t, p->op[i], a, operands > 1 ? b : -1, operands > 2 ? c : -1);
        }
        }
        assert_true(node[i] >= 0);
    }
    return node[LENGTH - 1];
}

static void interpret_all(const plan *p, const double *in, const int *mode, double *v)
{
    for (int i = 0; i < LENGTH; i++)
        v[i] = interpret(p, i, v, in, mode);
}

/* Two ways to compute the same may differ by rounding, more where intermediate values are large. */
static bool near(double x, double y, double part)
{
    return (isnan(x) && isnan(y)) || x == y || fabs(x - y) <= part * (1 + fabs(x) + fabs(y));
}

/* The input rates of the test: input i has the rate input INPUTS + i. */
static int input_rate(eg_tape_rates *rates, int node, int index)
{
    (void)node;
    return eg_tape_input(rates->tape, INPUTS + index);
}

typedef struct derived {
    eg_tape tape;
    int root, rate;
    double in[2 * INPUTS], v[2000];
    int mode[2];
} derived;

/* The same bits, or no number in both: x[i*stride] and y[i]. */
static bool same_bits(const double *x, const double *y, int count, int stride)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&x[i * stride], &y[i], sizeof y[i]) != 0 && !(isnan(x[i * stride]) && isnan(y[i])))
            return false;
    return true;
}

static void check_gradient(derived *d, double tangent)
{
    int *cone = NULL, count = 0;
    size_t capacity = 0;
    char mark[2000] = {0};
    double adjoint[2000] = {0}, sum = 0;
    assert_int_equal(eg_tape_cone(&d->tape, d->root, true, mark, &cone, &count, &capacity), 0);
    eg_tape_gradient(&d->tape, d->v, cone, count, d->root, adjoint);
    for (int k = 0; k < count; k++)
        if (d->tape.code[cone[k]].op == EG_OP_INPUT && adjoint[cone[k]] != 0)
            sum += adjoint[cone[k]] * d->in[INPUTS + d->tape.code[cone[k]].a];
    assert_true(near(sum, tangent, 1e-9));
    free(cone);
}

/* As a list of steps, and at many points beside each other: the same bits, whatever the neighbours are. */
static void check_steps(const derived *d)
{
    enum { STRIDE = 8 };
    static const int counts[] = {1, 3, STRIDE};
    const int count = d->tape.count;
    eg_tape_step step[2000];
    double v[2000], *many = calloc((size_t)count * STRIDE, sizeof *many);
    int steps = 0, first = 0;
    assert_non_null(many);
    for (int i = 0; i < count; i++)
        v[i] = NAN;
    eg_tape_set_constants(&d->tape, v);
    for (int i = 0; i < count; i++)
        if (d->tape.code[i].op != EG_OP_CONSTANT)
            step[steps++] = eg_tape_step_of(&d->tape, i);
    eg_tape_run_steps(step, steps, d->in, d->mode, v);
    assert_true(same_bits(v, d->v, count, 1));
    for (int i = 0; i < steps; i++) /* inputs and modes are there before */
        if (step[i].op != EG_OP_INPUT && step[i].op != EG_OP_SWITCH)
            step[first++] = step[i];
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (int i = 0; i < count * STRIDE; i++)
            many[i] = i % STRIDE == counts[k] - 1 ? d->v[i / STRIDE] : d->v[i / STRIDE] - 0.25 * (i % STRIDE);
        for (int i = 0; i < first; i++)
            many[step[i].to * STRIDE + counts[k] - 1] = NAN;
        eg_tape_run_rows(step, first, counts[k], STRIDE, many);
        assert_true(same_bits(many + counts[k] - 1, d->v, count, STRIDE));
    }
    free(many);
}

/* Forward, backward, as a formula; and the differences of the interpreter. */
static void check_derivatives(derived *d, const plan *p)
{
    double din[2 * INPUTS] = {0}, dv[2000], near_in[INPUTS], low[LENGTH], high[LENGTH], middle[LENGTH];
    const double step = 1e-6;
    memcpy(din, d->in + INPUTS, sizeof(double) * INPUTS);
    eg_tape_tangents(&d->tape, d->v, din, dv);
    double tangent = dv[d->root];
    assert_true(near(tangent, d->v[d->rate], 1e-9));
    check_gradient(d, tangent);
    for (int side = -1; side <= 1; side++) {
        for (int i = 0; i < INPUTS; i++)
            near_in[i] = d->in[i] + side * step * din[i];
        interpret_all(p, near_in, d->mode, side < 0 ? low : side ? high : middle);
    }
    for (int i = 0; i < LENGTH; i++) /* a kink in between: no derivative to compare with */
        if (((p->op[i] == EG_OP_LESS || p->op[i] == EG_OP_AND) && low[i] != high[i]) ||
            ((p->op[i] == EG_OP_ABS || p->op[i] == EG_OP_MIN || p->op[i] == EG_OP_MAX) &&
             fabs(high[i] - 2 * middle[i] + low[i]) > 1e-9) ||
            !(fabs(middle[i]) < 1e3))
            return;
    double difference = (high[LENGTH - 1] - low[LENGTH - 1]) / (2 * step);
    /* truncation step^2 f'''/6, round-off ulp/step, both magnified where terms are large */
    assert_true(fabs(difference - tangent) <= 1e-5 * (1 + fabs(tangent)) * (1 + fabs(tangent)));
}

static void random_tapes(void **state)
{
    (void)state;
    int with_derivative = 0;
    for (uint64_t s = 1; s <= 4000; s++) {
        uint64_t seed = s * 7919;
        plan p = make_plan(&seed);
        derived d = {.mode = {(int)(s & 1), (int)(s >> 1 & 1)}};
        int node[LENGTH];
        double naive[LENGTH];
        d.root = build(&d.tape, &p, node);
        eg_tape_rates rates = {.input_rate = input_rate, .tape = &d.tape};
        d.rate = eg_tape_rate(&rates, d.root);
        assert_true(d.rate >= 0);
        assert_true(d.tape.count < 2000);
        for (int i = 0; i < 2 * INPUTS; i++)
            d.in[i] = in_range(&seed, -1.5, 1.5);
        eg_tape_run(&d.tape, d.in, d.mode, d.v);
        interpret_all(&p, d.in, d.mode, naive);
        for (int i = 0; i < LENGTH && fabs(naive[i]) < 1e3; i++) /* beyond, rounding is magnified */
            if (!near(d.v[node[i]], naive[i], 1e-9)) {
                print_error("seed %d, formula %d (operator %d): %.17g, naively %.17g\n", (int)s, i, p.op[i],
                            d.v[node[i]], naive[i]);
                assert_true(0);
            }
        if (isfinite(d.v[d.root]) && isfinite(d.v[d.rate]) && fabs(d.v[d.rate]) < 1e6) {
            check_derivatives(&d, &p);
            with_derivative++;
        }
        check_steps(&d);
        eg_tape_rates_release(&rates);
        eg_tape_release(&d.tape);
    }
    assert_true(with_derivative > 2000);
}

static void equal_instructions_are_shared_and_constants_folded(void **state)
{
    (void)state;
    eg_tape t = {0};
    int x = eg_tape_input(&t, 0), y = eg_tape_input(&t, 1);
    int sum = eg_tape_add(&t, EG_OP_ADD, x, y, -1);
    assert_int_equal(eg_tape_add(&t, EG_OP_ADD, x, y, -1), sum);
    assert_int_equal(eg_tape_add(&t, EG_OP_ADD, eg_tape_add(&t, EG_OP_SUB, x, y, -1), y, -1), x);
    assert_int_equal(eg_tape_add(&t, EG_OP_MUL, eg_tape_constant(&t, 1), x, -1), x);
    assert_true(eg_tape_is(&t, eg_tape_add(&t, EG_OP_MUL, x, eg_tape_constant(&t, 0), -1), 0));
    assert_true(eg_tape_is(&t, eg_tape_add(&t, EG_OP_SIN, eg_tape_constant(&t, 0), -1, -1), 0));
    assert_int_equal(eg_tape_add(&t, EG_OP_SELECT, eg_tape_constant(&t, 1), x, y), x);
    const int minus = eg_tape_add(&t, EG_OP_NEG, x, -1, -1);
    assert_true(eg_tape_is(&t, eg_tape_add(&t, EG_OP_SUB, sum, sum, -1), 0));
    assert_true(eg_tape_is(&t, eg_tape_add(&t, EG_OP_ADD, x, minus, -1), 0));
    assert_true(eg_tape_is(&t, eg_tape_add(&t, EG_OP_ADD, minus, x, -1), 0));
    assert_int_equal(eg_tape_add(&t, EG_OP_ADD, x, -1, -1), -1);
    eg_tape_release(&t);
}

/* sqrt of what is negative, in the branch that is not taken: neither value nor derivative sees it. */
static void what_is_not_chosen_has_no_effect(void **state)
{
    (void)state;
    eg_tape t = {0};
    int x = eg_tape_input(&t, 0), root = eg_tape_add(&t, EG_OP_SQRT, x, -1, -1);
    int y = eg_tape_add(&t, EG_OP_SELECT, eg_tape_switch(&t, 0), root, x);
    const double in[] = {-4}, din[] = {3};
    const int mode[] = {0}, cone[] = {x, root, y};
    double v[8], dv[8], adjoint[8];
    eg_tape_run(&t, in, mode, v);
    eg_tape_tangents(&t, v, din, dv);
    eg_tape_gradient(&t, v, cone, 3, y, adjoint);
    assert_true(v[y] == -4 && dv[y] == 3 && adjoint[x] == 1 && isnan(v[root]));
    eg_tape_release(&t);
}

/* A power with a fixed exponent needs no logarithm of its base, at 0 and below. */
static void powers_of_negative_numbers_have_derivatives(void **state)
{
    (void)state;
    eg_tape t = {0};
    int x = eg_tape_input(&t, 0), y = eg_tape_add(&t, EG_OP_POW, x, eg_tape_constant(&t, 3), -1);
    const double values[] = {-2, 0, 2}, din[] = {1};
    for (int i = 0; i < 3; i++) {
        double v[8], dv[8];
        eg_tape_run(&t, &values[i], NULL, v);
        eg_tape_tangents(&t, v, din, dv);
        assert_true(v[y] == values[i] * values[i] * values[i] && dv[y] == 3 * values[i] * values[i]);
    }
    eg_tape_release(&t);
}

/* Where a root, a power or an arc is asked for beyond its edge, it is reflected in the point there, and so is
 * its derivative; within round-off of the edge without being asked for. */
static void operations_go_on_beyond_their_edge(void **state)
{
    (void)state;
    static const struct {
        int op;
        double edge, sign; /* where values are, from there */
    } cases[] = {
        {EG_OP_SQRT, 0, 1}, {EG_OP_POW, 0, 1}, {EG_OP_ASIN, 1, -1}, {EG_OP_ASIN, -1, 1}, {EG_OP_ACOS, 1, -1}};
    const double size[8] = {1, 1, 1, 1, 1, 1, 1, 1}, din[] = {1};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        eg_tape t = {0};
        const int x = eg_tape_input(&t, 0), b = cases[k].op == EG_OP_POW ? eg_tape_constant(&t, 1.5) : -1;
        const int y = eg_tape_add(&t, cases[k].op, x, b, -1);
        for (double d = DBL_EPSILON; d < 0.9; d *= 2) {
            const double within = cases[k].edge + cases[k].sign * d,
                         outside = cases[k].edge - cases[k].sign * d;
            double v[8], dv[8], inner, slope, at;
            eg_tape_run(&t, &cases[k].edge, NULL, v);
            at = v[y];
            eg_tape_run(&t, &within, NULL, v);
            eg_tape_tangents(&t, v, din, dv);
            inner = v[y];
            slope = dv[y];
            eg_tape_run_beyond(&t, &outside, NULL, &(eg_edges){size, 1, true}, v);
            eg_tape_tangents(&t, v, din, dv);
            assert_true(fabs(v[y] - (2 * at - inner)) <= 4 * DBL_EPSILON);
            assert_true(outside == cases[k].edge || fabs(dv[y] - slope) <= 1e-8 * fabs(slope));
            eg_tape_run_beyond(&t, &outside, NULL, &(eg_edges){size, 1, false}, v);
            assert_true(d > 64 * DBL_EPSILON ? isnan(v[y]) : !isnan(v[y]));
        }
        eg_tape_release(&t);
    }
}

/* ---------------------------------------------------------------- ranges */

/* One operation on two inputs and constants: all that the reader makes of expressions. */
static int one_operation(eg_tape *t, int op, uint64_t *seed)
{
    const int a = eg_tape_input(t, 0), b = eg_tape_input(t, 1);
    const int exponent = eg_tape_constant(t, (double)(next(seed) % 9) * 0.5 - 1.5);
    const int second = next(seed) % 5 == 0 ? a : b;
    switch (eg_op_operands(op)) {
    case 1: return eg_tape_add(t, op, a, -1, -1);
    case 2: return eg_tape_add(t, op, a, op == EG_OP_POW ? exponent : second, -1);
    default: return eg_tape_add(t, EG_OP_SELECT, eg_tape_add(t, EG_OP_LESS, a, b, -1), a, b);
    }
}

/* Whatever inputs are within their ranges, values are within theirs, to the bit: inputs at the ends, among
 * them infinitely narrow ranges and those that touch 0, and any others. And ranges say something: of the
 * operations that have one, all but few are no wider than the values that there are. */
static void values_stay_within_ranges(void **state)
{
    (void)state;
    static const int ops[] = {
        EG_OP_ADD,  EG_OP_SUB,        EG_OP_MUL,   EG_OP_DIV,       EG_OP_NEG,       EG_OP_POW,
        EG_OP_SQRT, EG_OP_ABS,        EG_OP_SIGN,  EG_OP_MIN,       EG_OP_MAX,       EG_OP_SIN,
        EG_OP_COS,  EG_OP_TAN,        EG_OP_ASIN,  EG_OP_ACOS,      EG_OP_ATAN,      EG_OP_ATAN2,
        EG_OP_SINH, EG_OP_COSH,       EG_OP_TANH,  EG_OP_EXP,       EG_OP_LOG,       EG_OP_LOG10,
        EG_OP_LESS, EG_OP_LESS_EQUAL, EG_OP_EQUAL, EG_OP_NOT_EQUAL, EG_OP_AND,       EG_OP_OR,
        EG_OP_NOT,  EG_OP_FLOOR,      EG_OP_CEIL,  EG_OP_QUOTIENT,  EG_OP_REMAINDER, EG_OP_SELECT};
    uint64_t seed = 11;
    int known = 0, tight = 0;
    for (int turn = 0; turn < 20000; turn++) {
        eg_tape t = {0};
        const int op = ops[(size_t)turn % (sizeof ops / sizeof *ops)];
        const int node = one_operation(&t, op, &seed);
        double v[16], least = INFINITY, most = -INFINITY;
        int list[16];
        eg_tape_interval in[2], range[16];
        for (int i = 0; i < t.count; i++)
            list[i] = i;
        for (int i = 0; i < 2; i++) {
            const double size = pow(10, in_range(&seed, -3, 2)), low = in_range(&seed, -1, 1) * size;
            in[i] = (eg_tape_interval){next(&seed) % 8 == 0 ? 0 : low, low};
            in[i].high += next(&seed) % 8 == 0 ? 0 : size * in_range(&seed, 0, 1);
            if (in[i].high < in[i].low)
                in[i].high = in[i].low;
        }
        eg_tape_range(&t, list, t.count, in, range);
        for (int k = 0; k < 40; k++) {
            double at[2];
            for (int i = 0; i < 2; i++) {
                const int side = (int)(next(&seed) % 4);
                const double inside = in_range(&seed, in[i].low, in[i].high);
                const double some[] = {in[i].low, in[i].high, fmin(inside, in[i].high),
                                       fmin(inside, in[i].high)};
                at[i] = some[side];
            }
            eg_tape_run(&t, at, NULL, v);
            if (isnan(v[node]))
                assert_true(range[node].low == -INFINITY && range[node].high == INFINITY);
            else
                assert_true(v[node] >= range[node].low && v[node] <= range[node].high);
            least = fmin(least, v[node]);
            most = fmax(most, v[node]);
        }
        if (range[node].high < INFINITY) {
            known++;
            tight += range[node].high - most <= 0.2 * (most - least) + 1e-12 * fabs(most) + 1e-300;
        }
        eg_tape_release(&t);
    }
    assert_true(known > 10000 && tight > known - known / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tapes),
        cmocka_unit_test(equal_instructions_are_shared_and_constants_folded),
        cmocka_unit_test(what_is_not_chosen_has_no_effect),
        cmocka_unit_test(powers_of_negative_numbers_have_derivatives),
        cmocka_unit_test(operations_go_on_beyond_their_edge),
        cmocka_unit_test(values_stay_within_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
