/* A list of instructions at many points beside each other: every loop is over points. */
#include "base/clones.h"
#include "base/tape.h"

#include <math.h>

/* Places do not overlap, but by being the same. */
#if defined(__GNUC__) && !defined(__clang__)
#define EACH(i) _Pragma("GCC ivdep") for (int i = 0; i < count; i++)
#else
#define EACH(i) for (int i = 0; i < count; i++)
#endif

EG_CLONES("avx2")
static void run_rows(const eg_tape_step *step, int steps, int count, size_t stride, double *v)
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

void eg_tape_run_rows(const eg_tape_step *step, int steps, int count, size_t stride, double *v)
{
    run_rows(step, steps, count, stride, v);
}
