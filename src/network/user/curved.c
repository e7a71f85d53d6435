/* Algebraic unknowns that stand in equations which are not linear in them: a temperature that radiation
 * determines. Newton's method comes back from a prediction only when that is not too far off, so that an
 * engine must watch how accurate it is; what follows linearly is found from any prediction. */
#include "network/user/build.h"

#include <stdlib.h>

/* How an instruction depends on algebraic unknowns. */
enum { NOT, LINEARLY, CURVED };

static bool is_algebraic(const eg_user_builder *b, int node)
{
    const eg_user_input *in = &b->inputs.items[b->u->tape.code[node].a];
    if (in->kind != EG_USER_VALUE || in->index < b->u->states)
        return false;
    for (int k = 0; k < b->u->states; k++) /* the speed of what modes may make algebraic */
        if (b->u->quantities[b->u->unknown_of[k]].speed == b->u->unknown_of[in->index])
            return false;
    return true;
}

static int degree_of(const eg_user_builder *b, int node, const char *degree)
{
    const eg_instruction *i = &b->u->tape.code[node];
    int operands = eg_op_operands(i->op), a = operands > 0 ? degree[i->a] : NOT,
        c = operands > 1 ? degree[i->b] : NOT;
    switch (i->op) {
    case EG_OP_INPUT: return is_algebraic(b, node) ? LINEARLY : NOT;
    case EG_OP_NEG:
    case EG_OP_ALONG: return a;
    case EG_OP_ADD:
    case EG_OP_SUB: return a > c ? a : c;
    case EG_OP_MUL: return a + c > CURVED ? CURVED : a + c;
    case EG_OP_DIV: return c == NOT ? a : CURVED;
    case EG_OP_SELECT: return degree[i->b] > degree[i->c] ? degree[i->b] : degree[i->c];
    default: return a == NOT && c == NOT ? NOT : CURVED;
    }
}

/* All unknowns that a curved instruction depends on. The cone is ascending. */
static void mark_below(eg_user_builder *b, const int *cone, int count, const char *degree, char *below)
{
    const eg_tape *t = &b->u->tape;
    for (int k = count - 1; k >= 0; k--) {
        const eg_instruction *i = &t->code[cone[k]];
        const int of[3] = {i->a, i->b, i->c};
        if (i->op == EG_OP_INPUT && below[cone[k]] && is_algebraic(b, cone[k]))
            b->u->is_curved[b->inputs.items[i->a].index] = true;
        bool is_source = degree[cone[k]] == CURVED || below[cone[k]];
        for (int j = 0; j < 3 && j < eg_op_operands(i->op); j++)
            below[of[j]] = below[of[j]] || is_source;
        below[cone[k]] = 0;
    }
}

eg_status eg_user_find_curved(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->is_curved = eg_arena_array(b->m->arena, (size_t)u->unknowns + 1, sizeof(bool));
    char *degree = calloc((size_t)u->tape.count + 1, 1), *below = calloc((size_t)u->tape.count + 1, 1);
    eg_status status = u->is_curved && degree && below ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < u->core && status == EG_OK && u->states < u->unknowns; i++)
        degree[i] = (char)degree_of(b, i, degree);
    for (int i = 0; i < u->unknowns && status == EG_OK; i++) {
        const eg_user_result *r = &u->rows[i].result;
        if (degree[r->node] == CURVED)
            mark_below(b, u->cones + r->first_cone, r->cone, degree, below);
    }
    free(degree);
    free(below);
    return status;
}
