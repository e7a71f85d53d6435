/* Definitions that lead back to themselves: algebraic loops. A depth-first walk along definitions finds them;
 * one member of each becomes an unknown, and its definition an equation. */
#include "network/user/build.h"

#include <math.h>
#include <stdlib.h>

/* Items that the walk has entered, is done with. */
enum { NEW, ENTERED, DONE };

typedef struct frame {
    int item;
    int first, at, last; /* what it speaks of: the rest of this range of the list */
} frame;

typedef struct walk {
    eg_user_builder *b;
    char *state;  /* (items) */
    frame *stack; /* the way from the root */
    int depth;
    size_t capacity;
    eg_user_items list;
} walk;

static int definition_of(const eg_user_builder *b, int item, bool *as_rate)
{
    int n = b->u->quantity_count, k = item % n;
    *as_rate = item >= n && b->rate_of[k] < 0;
    return item >= n && b->rate_of[k] >= 0 ? b->rate_of[k] : b->value_of[k];
}

static int enter(walk *w, int item)
{
    bool as_rate;
    int definition = definition_of(w->b, item, &as_rate), first = w->list.count;
    if (eg_grow((void **)&w->stack, &w->capacity, (size_t)w->depth + 1, sizeof *w->stack) < 0 ||
        (definition >= 0 && eg_user_list_items(w->b, definition, as_rate, &w->list) < 0))
        return -1;
    w->state[item] = ENTERED;
    w->stack[w->depth++] = (frame){item, first, first, w->list.count};
    return 0;
}

/* How well an item serves as an unknown: variables with a guess first, those that give positions last. The
 * derivative of what a formula gives is none: y = f(x) is differentiated, and der(x) may be unknown. */
static int worth(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count, k = item % n;
    const eg_user_quantity *q = &b->u->quantities[k];
    if (b->definer[item] < 0 || (item >= n && (b->rate_of[k] < 0 || b->value_of[k] >= 0)))
        return 0;
    if (q->type != EG_REAL)
        return 1;
    if (item >= n)
        return 3;
    if (b->wants_rate[k])
        return 2;
    return isnan(q->start) ? 4 : 5;
}

static int make_unknown(eg_user_builder *b, int item)
{
    int n = b->u->quantity_count, k = item % n;
    int *formula = item < n ? &b->value_of[k] : &b->rate_of[k];
    int leaf = item < n ? b->value_leaf[k] : eg_tape_add(&b->raw, EG_OP_DER, b->value_leaf[k], -1, -1);
    eg_user_source *q = &b->equations[b->definer[item]];
    q->left = leaf;
    q->right = *formula;
    q->is_used = false;
    *formula = b->definer[item] = -1;
    return leaf < 0 ? -1 : 0;
}

/* The way from the item that came by again is a loop. */
static int cut(walk *w, int item)
{
    int best = -1, most = 0;
    for (int i = w->depth - 1; i >= 0; i--) {
        int value = worth(w->b, w->stack[i].item);
        if (value > most) {
            most = value;
            best = w->stack[i].item;
        }
        if (w->stack[i].item == item)
            break;
    }
    return best < 0 ? 0 : make_unknown(w->b, best);
}

static int walk_from(walk *w, int root)
{
    int status = w->state[root] == NEW ? enter(w, root) : 0;
    while (w->depth > 0 && status == 0) {
        frame *f = &w->stack[w->depth - 1];
        bool ignored;
        if (f->at == f->last || definition_of(w->b, f->item, &ignored) < 0) {
            w->state[f->item] = DONE;
            w->list.count = f->first;
            w->depth--;
            continue;
        }
        int item = w->list.list[f->at++];
        if (w->state[item] == NEW)
            status = enter(w, item);
        else if (w->state[item] == ENTERED && definition_of(w->b, item, &ignored) >= 0)
            status = cut(w, item);
    }
    return status;
}

eg_status eg_user_break_loops(eg_user_builder *b)
{
    int items = 2 * b->u->quantity_count, status = 0;
    walk w = {.b = b, .state = calloc((size_t)items + 1, 1)};
    if (!w.state)
        return EG_ERROR_MEMORY;
    for (int item = 0; item < items && status == 0; item++)
        status = walk_from(&w, item);
    free(w.state);
    free(w.stack);
    free(w.list.list);
    return status < 0 ? EG_ERROR_MEMORY : EG_OK;
}
