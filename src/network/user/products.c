/* States that are integrals of products: the work of a force, the square of an error.
 *
 * A product of two affine formulas has a Taylor series, Cauchy's product of theirs, so that its integral is
 * known as what moves is, as long as it does not act back. States that are such integrals, and those that
 * follow from them, may therefore stand in rows of such states alone, and in no product. */
#include "network/user/modes.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
    eg_model *m;
    eg_user *u;
    const eg_tape_form *form;
    bool *fed;     /* (unknowns) it is such an integral, or follows one */
    bool *follows; /* (instructions) follows one of them */
} search;

/* What follows integrals, with those that are known so far. */
static void mark_following(search *q)
{
    for (int k = 0; k < q->u->tape.count; k++) {
        const eg_instruction *i = &q->u->tape.code[k];
        const int of[3] = {i->a, i->b, i->c};
        q->follows[k] = false;
        if (i->op == EG_OP_INPUT) {
            const eg_user_input *in = &q->u->inputs[i->a];
            q->follows[k] = in->kind == EG_USER_VALUE && q->fed[in->index];
            continue;
        }
        for (int j = 0; j < 3 && j < eg_op_operands(i->op); j++)
            q->follows[k] = q->follows[k] || q->follows[of[j]];
    }
}

static void find_fed(search *q)
{
    for (bool again = true; again;) {
        again = false;
        mark_following(q);
        for (int i = 0; i < q->u->states; i++) {
            const int node = q->u->rows[i].right;
            if (q->fed[i] ||
                (q->form[q->u->rows[i].result.node].moves != EG_TAPE_PRODUCT && !q->follows[node]))
                continue;
            q->fed[i] = again = true;
        }
    }
}

/* Does what is integrated act on anything but its like? */
static bool acts_back(const search *q)
{
    const eg_user *u = q->u;
    for (int i = u->states; i < u->unknowns; i++)
        if (q->follows[u->rows[i].result.node])
            return true;
    for (int i = 0; i < u->flow_count; i++)
        if (q->follows[u->flows[i].result.node])
            return true;
    for (int i = 0; i < u->output_count; i++)
        if (q->follows[u->outputs[i].result.node])
            return true;
    for (int k = 0; k < u->tape.count; k++)
        if (eg_tape_is_product(&u->tape, q->form, k) &&
            (q->follows[u->tape.code[k].a] || q->follows[u->tape.code[k].b]))
            return true;
    return false;
}

/* Factors that follow derivatives are not known before these are. */
static bool follows_rates(const eg_user *u, const eg_user_result *r)
{
    for (int i = r->first_input; i < r->first_input + r->input; i++) {
        const eg_user_input_kind kind = u->inputs[u->tape.code[u->supports[i]].a].kind;
        if (kind == EG_USER_RATE || kind == EG_USER_ACCELERATION)
            return true;
    }
    return false;
}

static eg_status list_products(search *q, char *mark)
{
    eg_user *u = q->u;
    eg_user_affinity *a = &u->affinity;
    a->products = eg_arena_array(q->m->arena, (size_t)u->tape.count + 1, sizeof *a->products);
    if (!a->products)
        return EG_ERROR_MEMORY;
    for (int k = 0; k < u->core; k++) {
        const eg_instruction *i = &u->tape.code[k];
        if (!eg_tape_is_product(&u->tape, q->form, k))
            continue;
        eg_user_product *p = &a->products[a->product_count++];
        p->node = k;
        p->of[0].node = i->a;
        p->of[1].node = i->op == EG_OP_POW ? i->a : i->b;
        for (int j = 0; j < 2; j++) {
            if (eg_user_add_support(u, mark, &p->of[j]) < 0)
                return EG_ERROR_MEMORY;
            if (follows_rates(u, &p->of[j]))
                a->reason = "equations integrate a product with a derivative that is not given by itself";
        }
    }
    return EG_OK;
}

/* The gradients of rows, up to products. */
static eg_status list_sums(search *q)
{
    eg_user *u = q->u;
    eg_user_affinity *a = &u->affinity;
    a->sums = eg_arena_array(q->m->arena, (size_t)u->states + 1, sizeof *a->sums);
    a->sum_count = eg_arena_array(q->m->arena, (size_t)u->states + 1, sizeof *a->sum_count);
    if (!a->sums || !a->sum_count)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->states; i++) {
        const eg_user_result *r = &u->rows[i].result;
        if (q->form[r->node].moves != EG_TAPE_PRODUCT)
            continue;
        a->sums[i] = eg_arena_array(q->m->arena, (size_t)r->cone + 1, sizeof **a->sums);
        if (!a->sums[i])
            return EG_ERROR_MEMORY;
        for (int k = r->first_cone; k < r->first_cone + r->cone; k++)
            if (!eg_tape_is_product(&u->tape, q->form, u->cones[k]))
                a->sums[i][a->sum_count[i]++] = u->cones[k];
    }
    return EG_OK;
}

static eg_status refuse(const search *q)
{
    eg_user *u = q->u;
    int first = 0;
    while (q->form[u->rows[first].result.node].moves != EG_TAPE_PRODUCT)
        first++;
    u->affinity.reason = eg_arena_format(
        q->m->arena,
        "the derivative of %s is a product of what varies between events, and acts on the motion",
        u->quantities[u->unknown_of[first]].path);
    return u->affinity.reason ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_user_find_products(eg_model *m, const eg_tape_form *form)
{
    eg_user *u = m->user;
    search q = {.m = m, .u = u, .form = form};
    char *mark = calloc((size_t)u->tape.count + 1, 1);
    q.fed = calloc((size_t)u->unknowns + 1, sizeof *q.fed);
    q.follows = calloc((size_t)u->tape.count + 1, sizeof *q.follows);
    eg_status status = mark && q.fed && q.follows ? EG_OK : EG_ERROR_MEMORY;
    bool any = false;
    for (int i = 0; i < u->states; i++)
        any = any || form[u->rows[i].result.node].moves == EG_TAPE_PRODUCT;
    if (status == EG_OK && any) {
        find_fed(&q);
        if (acts_back(&q))
            status = refuse(&q);
        if (status == EG_OK && !u->affinity.reason)
            status = list_products(&q, mark);
        if (status == EG_OK && !u->affinity.reason)
            status = list_sums(&q);
    }
    free(mark);
    free(q.fed);
    free(q.follows);
    return status;
}

void eg_user_gradient_of_sums(eg_network *s, int row)
{
    const eg_user *u = s->m->user;
    const eg_user_affinity *a = &u->affinity;
    const eg_user_result *of = &u->rows[row].result;
    for (int k = of->first_cone; k < of->first_cone + of->cone; k++)
        s->user.work[u->cones[k]] = 0;
    eg_tape_gradient(&u->tape, s->user.value, a->sums[row], a->sum_count[row], of->node, s->user.work);
}
