/* Where the derivative that withDerivative(x, dx) gives is asked for. Elsewhere its value is x and nothing
 * else: dx may follow from what follows from x, as an acceleration does from forces at that position. */
#include "network/user/build.h"

#include <stdlib.h>

/* Formulas on the way, each with how often it is differentiated there; 1 << order is marked once it has come.
 */
typedef struct step {
    int node, order;
} step;

typedef struct walk {
    eg_user_builder *b;
    unsigned char *come;
    step *stack;
    int count;
    size_t capacity;
    bool failed; /* memory is out */
} walk;

enum { MOST_ORDERS = 4 };

static void come_by(walk *w, int node, int order)
{
    for (int k = order < MOST_ORDERS ? order : MOST_ORDERS; node >= 0 && k >= 0; k--) {
        if (w->come[node] >> k & 1)
            continue;
        w->come[node] |= (unsigned char)(1u << k);
        if (eg_grow((void **)&w->stack, &w->capacity, (size_t)w->count + 1, sizeof *w->stack) < 0) {
            w->failed = true;
            return;
        }
        w->stack[w->count++] = (step){node, k};
    }
}

static void follow_variable(walk *w, int k, int order)
{
    const eg_user_builder *b = w->b;
    if (order > 0 && b->rate_of[k] >= 0)
        come_by(w, b->rate_of[k], order - 1);
    else
        come_by(w, b->value_of[k], order);
}

static void follow(walk *w, step s)
{
    eg_user_builder *b = w->b;
    const eg_instruction *i = &b->raw.code[s.node];
    int k = eg_user_variable_of(b, s.node);
    if (k >= 0) {
        follow_variable(w, k, s.order);
    } else if (i->op == EG_OP_ALONG) {
        b->is_along[s.node] = b->is_along[s.node] || s.order > 0;
        come_by(w, s.order > 0 ? i->b : i->a, s.order > 0 ? s.order - 1 : 0);
    } else if (i->op == EG_OP_SWITCH) {
        come_by(w, b->relations[i->a], 0);
    } else {
        const int of[3] = {i->a, i->b, i->c};
        for (int j = 0; j < 3 && j < eg_op_operands(i->op); j++)
            come_by(w, of[j], s.order + (i->op == EG_OP_DER));
    }
}

eg_status eg_user_find_along(eg_user_builder *b)
{
    walk w = {.b = b, .come = calloc((size_t)b->raw.count + 1, 1)};
    b->is_along = eg_arena_array(b->arena, (size_t)b->raw.count + 1, sizeof(bool));
    if (!w.come || !b->is_along) {
        free(w.come);
        return EG_ERROR_MEMORY;
    }
    for (int k = 0; k < b->u->quantity_count; k++) {
        come_by(&w, b->value_of[k], 0);
        come_by(&w, b->rate_of[k], 0);
    }
    for (int i = 0; i < b->equation_count; i++)
        if (!b->equations[i].is_used) {
            come_by(&w, b->equations[i].left, 0);
            come_by(&w, b->equations[i].right, 0);
        }
    while (w.count > 0 && !w.failed)
        follow(&w, w.stack[--w.count]);
    free(w.come);
    free(w.stack);
    return w.failed ? EG_ERROR_MEMORY : EG_OK;
}
