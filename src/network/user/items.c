/* What raw formulas depend on. */
#include "network/user/build.h"

#include <stdlib.h>
#include <string.h>

int eg_user_variable_of(const eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->raw.code[node];
    return i->op == EG_OP_INPUT && b->leaves.items[i->a].kind == EG_USER_VARIABLE
               ? b->leaves.items[i->a].index
               : -1;
}

/* Lets the scratch of marks follow the raw tape. */
static int grow_marks(eg_user_builder *b)
{
    size_t before = b->mark_capacity;
    if (eg_grow((void **)&b->mark, &b->mark_capacity, (size_t)b->raw.count + 1, 1) < 0)
        return -1;
    if (b->mark_capacity > before)
        memset(b->mark + before, 0, b->mark_capacity - before);
    return 0;
}

int eg_user_cone(eg_user_builder *b, int node)
{
    int count = 0;
    if (grow_marks(b) < 0)
        return -1;
    return eg_tape_cone(&b->raw, node, false, b->mark, &b->list, &count, &b->list_capacity) < 0 ? -1 : count;
}

static int add_item(eg_user_items *items, int item)
{
    if (eg_grow((void **)&items->list, &items->capacity, (size_t)items->count + 1, sizeof(int)) < 0)
        return -1;
    items->list[items->count++] = item;
    return 0;
}

/* A formula on the way: as it is (order 0), its derivative, a derivative of that. */
enum { HIGHEST = 3 };

typedef struct walk {
    eg_user_builder *b;
    eg_user_items *found;
    int count;
    int status;
} walk;

/* Every formula once in each order; b->list remembers what is marked. */
static void come_by(walk *w, int node, int order)
{
    eg_user_builder *b = w->b;
    const int kept = order < HIGHEST ? order : HIGHEST, mark = 1 << kept;
    if (b->mark[node] & mark)
        return;
    b->mark[node] = (char)(b->mark[node] | mark);
    if (eg_grow((void **)&b->list, &b->list_capacity, (size_t)w->count + 2, sizeof(int)) < 0) {
        w->status = -1;
        return;
    }
    b->list[w->count++] = node;
    b->list[w->count++] = kept;
}

/* The derivative of der(x) is that of the formula that gives der(x). */
static void tell_rate(walk *w, int quantity, int order)
{
    eg_user_builder *b = w->b;
    const int formula = b->rate_of[quantity];
    if (add_item(w->found, b->u->quantity_count + quantity) < 0)
        w->status = -1;
    else if (order > 1 && formula >= 0)
        come_by(w, formula, order - 1);
}

static void tell(walk *w, int quantity, int order)
{
    if (order > 0)
        tell_rate(w, quantity, order);
    if (add_item(w->found, quantity) < 0)
        w->status = -1;
}

int eg_user_list_items(eg_user_builder *b, int root, bool as_rate, eg_user_items *found)
{
    walk w = {b, found, 0, grow_marks(b)};
    if (w.status < 0)
        return -1;
    come_by(&w, root, as_rate);
    for (int at = 0; at < w.count && w.status == 0; at += 2) {
        int node = b->list[at], order = b->list[at + 1], k = eg_user_variable_of(b, node);
        const eg_instruction i = b->raw.code[node];
        int of[3] = {i.a, i.b, i.c}, inner = i.op == EG_OP_DER ? eg_user_variable_of(b, i.a) : -1;
        if (k >= 0)
            tell(&w, k, order);
        else if (inner >= 0)
            tell_rate(&w, inner, order + 1);
        else if (i.op == EG_OP_ALONG) /* the rate of a is b */
            come_by(&w, order > 0 ? i.b : i.a, order > 0 ? order - 1 : 0);
        else
            for (int j = 0; j < 3 && j < eg_op_operands(i.op); j++)
                come_by(&w, of[j], i.op == EG_OP_DER ? order + 1 : order);
    }
    for (int at = 0; at < w.count; at += 2)
        b->mark[b->list[at]] = 0;
    return w.status;
}

bool eg_user_is_of_time(eg_user_builder *b, int node)
{
    int count = eg_user_cone(b, node);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        if (x->op == EG_OP_SWITCH || (x->op == EG_OP_INPUT && b->leaves.items[x->a].kind != EG_USER_TIME))
            return false;
    }
    return count >= 0;
}
