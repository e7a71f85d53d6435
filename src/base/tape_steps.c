/* Lists of instructions that are carried out again and again: at one point, and at many beside each other. */
#include "base/tape.h"

#include <math.h>

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

/* The commonest operations stand here, as eg_op_compute has them. */
void eg_tape_run_steps(const eg_tape_step *step, int count, const double *in, const int *mode, double *v)
{
    for (const eg_tape_step *end = step + count; step < end; step++) {
        double value;
        switch (step->op) {
        case EG_OP_INPUT: value = in[step->a]; break;
        case EG_OP_SWITCH: value = mode[step->a] != 0; break;
        case EG_OP_ADD: value = v[step->a] + v[step->b]; break;
        case EG_OP_SUB: value = v[step->a] - v[step->b]; break;
        case EG_OP_MUL: value = v[step->a] * v[step->b]; break;
        case EG_OP_DIV: value = v[step->a] / v[step->b]; break;
        case EG_OP_NEG: value = -v[step->a]; break;
        case EG_OP_ALONG: value = v[step->a]; break;
        case EG_OP_SELECT: value = v[step->a] != 0 ? v[step->b] : v[step->c]; break;
        default: value = eg_op_compute(step->op, v[step->a], step->b < 0 ? 0 : v[step->b]);
        }
        v[step->to] = value;
    }
}

/* Places do not overlap, but by being the same. */
#if defined(__GNUC__) && !defined(__clang__)
#define EACH(i) _Pragma("GCC ivdep") for (int i = 0; i < count; i++)
#else
#define EACH(i) for (int i = 0; i < count; i++)
#endif

void eg_tape_run_rows(const eg_tape_step *step, int steps, int count, size_t stride, double *v)
{
    for (const eg_tape_step *end = step + steps; step < end; step++) {
        const double *a = v + (size_t)step->a * stride, *b = step->b < 0 ? a : v + (size_t)step->b * stride;
        double *to = v + (size_t)step->to * stride;
        switch (step->op) {
        case EG_OP_ADD: EACH(i) to[i] = a[i] + b[i]; break;
        case EG_OP_SUB: EACH(i) to[i] = a[i] - b[i]; break;
        case EG_OP_MUL: EACH(i) to[i] = a[i] * b[i]; break;
        case EG_OP_DIV: EACH(i) to[i] = a[i] / b[i]; break;
        case EG_OP_NEG: EACH(i) to[i] = -a[i]; break;
        case EG_OP_SQRT: EACH(i) to[i] = sqrt(a[i]); break;
        case EG_OP_ABS: EACH(i) to[i] = fabs(a[i]); break;
        case EG_OP_MIN: EACH(i) to[i] = a[i] < b[i] ? a[i] : b[i]; break;
        case EG_OP_MAX: EACH(i) to[i] = a[i] > b[i] ? a[i] : b[i]; break;
        case EG_OP_ALONG: EACH(i) to[i] = a[i]; break;
        case EG_OP_SELECT: {
            const double *c = v + (size_t)step->c * stride;
            EACH(i) to[i] = a[i] != 0 ? b[i] : c[i];
            break;
        }
        default: EACH(i) to[i] = eg_op_compute(step->op, a[i], b[i]);
        }
    }
}
