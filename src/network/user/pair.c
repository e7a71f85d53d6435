/* Which of the equations that are left stands for which unknown. The model's order does not matter to their
 * solution; but where the equation in the place of an unknown does not depend on it, the diagonal of the
 * Jacobian is 0 there, and tells engines nothing of the round-off that is in that unknown. So equations are
 * matched with unknowns in them (Kuhn 1955): those whose place is right keep it. */
#include "network/user/build.h"

#include <stdlib.h>
#include <string.h>

typedef struct pairing {
    eg_user_builder *b;
    int *slots, count; /* (count) unknowns that equations are left for, ascending */
    int *place;        /* (unknowns) where one stands in slots, or -1 */
    int *start, *of;   /* (count + 1), places of each equation's unknowns */
    size_t capacity;
    int *owner, *taken; /* (count) equation of a place, place of an equation; or -1 */
    int *came, *queue;  /* (count) equation that led to a place; places to look at */
    int *seen;          /* (count) the last equation for which a place was looked at */
} pairing;

/* The place of the unknown that the instruction is, or -1. */
static int place_of(const pairing *p, int node)
{
    const eg_user_builder *b = p->b;
    const eg_instruction *i = &b->u->tape.code[node];
    if (i->op != EG_OP_INPUT)
        return -1;
    const eg_user_input *in = &b->inputs.items[i->a];
    const bool is_rate = in->kind == EG_USER_RATE && in->index < b->u->states;
    const bool is_value = in->kind == EG_USER_VALUE && in->index >= b->u->states;
    return (is_rate || is_value) && in->index < b->u->unknowns ? p->place[in->index] : -1;
}

static int list_places(pairing *p)
{
    eg_user_builder *b = p->b;
    char *mark = calloc((size_t)b->u->tape.count + 1, 1);
    int *cone = NULL, total = 0, status = mark ? 0 : -1;
    size_t capacity = 0;
    for (int e = 0; e < p->count && status == 0; e++) {
        int count = 0;
        p->start[e] = total;
        status = eg_tape_cone(&b->u->tape, b->u->rows[p->slots[e]].result.node, true, mark, &cone, &count,
                              &capacity);
        for (int i = 0; i < count && status == 0; i++) {
            const int place = place_of(p, cone[i]);
            if (place < 0)
                continue;
            status = eg_grow((void **)&p->of, &p->capacity, (size_t)total + 1, sizeof(int));
            if (status == 0)
                p->of[total++] = place;
        }
    }
    p->start[p->count] = total;
    free(mark);
    free(cone);
    return status;
}

/* Along the way that led there, each equation gives its place to the one before. */
static void take(pairing *p, int place)
{
    while (place >= 0) {
        const int e = p->came[place], before = p->taken[e];
        p->owner[place] = e;
        p->taken[e] = place;
        place = before;
    }
}

/* Looks for a place for the equation, others moving on. */
static void find_place(pairing *p, int first)
{
    int head = 0, tail = 0, e = first;
    for (;;) {
        for (int i = p->start[e]; i < p->start[e + 1]; i++) {
            const int place = p->of[i];
            if (p->seen[place] == first)
                continue;
            p->seen[place] = first;
            p->came[place] = e;
            if (p->owner[place] < 0) {
                take(p, place);
                return;
            }
            p->queue[tail++] = place;
        }
        if (head == tail)
            return;
        e = p->owner[p->queue[head++]];
    }
}

static void match(pairing *p)
{
    for (int e = 0; e < p->count; e++)
        p->owner[e] = p->taken[e] = p->seen[e] = -1;
    for (int e = 0; e < p->count; e++)
        for (int i = p->start[e]; i < p->start[e + 1]; i++)
            if (p->of[i] == e)
                p->owner[e] = p->taken[e] = e;
    for (int e = 0; e < p->count; e++)
        if (p->taken[e] < 0)
            find_place(p, e);
    for (int e = 0, free = 0; e < p->count; e++) {
        if (p->taken[e] >= 0)
            continue;
        while (p->owner[free] >= 0)
            free++;
        p->owner[free] = e;
        p->taken[e] = free;
    }
}

static int move(const pairing *p)
{
    eg_user_row *rows = p->b->u->rows, *old = malloc(sizeof *old * ((size_t)p->count + 1));
    if (!old)
        return -1;
    for (int e = 0; e < p->count; e++)
        old[e] = rows[p->slots[e]];
    for (int e = 0; e < p->count; e++)
        rows[p->slots[p->taken[e]]] = old[e];
    free(old);
    return 0;
}

eg_status eg_user_pair_rows(eg_user_builder *b)
{
    const eg_user *u = b->u;
    const size_t n = (size_t)u->unknowns + 1;
    pairing p = {.b = b};
    int *numbers = p.slots = calloc(8 * n, sizeof(int));
    if (!numbers)
        return EG_ERROR_MEMORY;
    int **arrays[] = {&p.slots, &p.place, &p.start, &p.owner, &p.taken, &p.came, &p.queue, &p.seen};
    for (size_t i = 0; i < EG_COUNT(arrays); i++)
        *arrays[i] = numbers + i * n;
    for (int i = 0; i < u->unknowns; i++) {
        const bool is_left = i >= u->states || b->rate_of[u->unknown_of[i]] < 0;
        p.place[i] = is_left ? p.count : -1;
        if (is_left)
            p.slots[p.count++] = i;
    }
    int status = list_places(&p);
    if (status == 0) {
        match(&p);
        status = move(&p);
    }
    free(p.of);
    free(numbers);
    return status < 0 ? EG_ERROR_MEMORY : EG_OK;
}
