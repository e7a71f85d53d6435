/* Constraints on states that no elimination solves: x^2 + y^2 = L^2.
 *
 * With g = left - right, g = 0 says nothing of derivatives, and what holds the constraint, the force in a
 * rod, is in none of its equations but in those of accelerations. So g is differentiated until it speaks of
 * that (Pantelides 1988): how often is found by trying, once more each time that the compiler finds the
 * equation determines nothing. All states stay states, so that no choice of them turns singular, however far
 * a pendulum swings. At the start g and its derivatives below the last one are 0. In place of the last one
 * alone stands
 *
 *     (d/dt + r)^order g = 0
 *
 * (Baumgarte 1972), which has the same solution; but what errors of integration leave in g dies away with
 * exp(-r t), and does not grow with a power of time. r is 100 to the span of the experiment in the text: so
 * it is the model's, in units of its own. */
#include "network/user/build.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 4 }; /* derivatives: force, jerk, and what an actuator makes of a signal */

static double decay_rate(const eg_spec *spec)
{
    const double span = spec->experiment.stop_time - spec->experiment.start_time;
    return isfinite(span) && span > 0 ? 100 / span : 100;
}

static int input_rate(eg_tape_rates *rates, int node, int index)
{
    (void)index;
    return eg_tape_add(rates->tape, EG_OP_DER, node, -1, -1);
}

/* The derivative of a raw formula, spelled out: then one of a derivative is that of a variable. */
static int derivative(eg_user_builder *b, int node)
{
    const int of = eg_user_with_speeds(b, node), count = of < 0 ? -1 : eg_user_cone(b, of);
    for (int i = 0; i < count; i++)
        if (b->raw.code[b->list[i]].op == EG_OP_DER) /* of a formula, as it is written */
            return eg_tape_add(&b->raw, EG_OP_DER, of, -1, -1);
    eg_tape_rates rates = {.input_rate = input_rate, .tape = &b->raw};
    const int rate = count < 0 ? -1 : eg_tape_rate(&rates, of);
    eg_tape_rates_release(&rates);
    return rate;
}

static int add_source(eg_user_builder *b, eg_user_source source, eg_user_equation_kind kind, int left)
{
    source.kind = kind;
    source.left = left;
    source.right = eg_tape_constant(&b->raw, 0);
    return left < 0 || source.right < 0 ? -1 : eg_user_add_equation(b, source);
}

eg_status eg_user_add_invariant(eg_user_builder *b, eg_user_source source, int order)
{
    const double rate = decay_rate(b->spec);
    double factor[MOST + 1] = {1}; /* of (d/dt + rate)^i */
    int g = eg_user_binary(b, EG_OP_SUB, source.left, source.right), sum = -1, status = 0;
    for (int i = 1; i <= order; i++)
        for (int k = i; k >= 0; k--)
            factor[k] = (k > 0 ? factor[k - 1] : 0) + rate * (k < i ? factor[k] : 0);
    for (int i = 0; i <= order && status >= 0; i++) {
        if (i > 0)
            g = derivative(b, g);
        if (i < order)
            status = add_source(b, source, EG_USER_INITIAL, g);
        int term = eg_user_binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, factor[i]), g);
        sum = sum < 0 ? term : eg_user_binary(b, EG_OP_ADD, sum, term);
        status = g < 0 || term < 0 || sum < 0 ? -1 : status;
    }
    return status < 0 || add_source(b, source, EG_USER_EQUATION, sum) < 0 ? EG_ERROR_MEMORY : EG_OK;
}

int eg_user_note_invariant(eg_user_builder *b, int equation)
{
    eg_user *u = b->u;
    const int number = b->equations[equation].number;
    if (number < 0 || b->spec->equations[number].order == MOST)
        return 0;
    if (eg_grow((void **)&u->constraints, &u->constraint_capacity, (size_t)u->constraint_count + 1,
                sizeof *u->constraints) < 0)
        return -1;
    u->constraints[u->constraint_count++] =
        (eg_user_constraint){.equation = number, .port = -1, .is_invariant = true};
    return 1;
}
