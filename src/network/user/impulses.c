/* Impulses of users' equations while they are compiled. */
#include "network/user/build.h"

#include <string.h>

int eg_user_impulse_of(eg_user_builder *b, int v, int after, eg_user_input_kind kind, int formula)
{
    int found = 0;
    while (found < b->impulse_count && (b->impulses[2 * found] != v || b->impulses[2 * found + 1] != after))
        found++;
    if (found < b->impulse_count)
        return eg_user_leaf(b, kind, found, 0);
    size_t count = (size_t)b->impulse_count + 1;
    if (eg_grow((void **)&b->impulses, &b->impulse_capacity, 2 * count, sizeof(int)) < 0 ||
        eg_grow((void **)&b->impulse_formulas, &b->impulse_formula_capacity, count, sizeof(int)) < 0)
        return -1;
    b->impulses[2 * found] = v;
    b->impulses[2 * found + 1] = after;
    b->impulse_formulas[found] = formula;
    b->impulse_count++;
    return eg_user_leaf(b, kind, found, 0);
}

static bool is_speed(const eg_user_quantity *q)
{
    return q->unit && (strcmp(q->unit, "m/s") == 0 || strcmp(q->unit, "rad/s") == 0);
}

eg_status eg_user_make_impulses(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->impulses = eg_arena_array(b->m->arena, (size_t)b->impulse_count + 1, sizeof *u->impulses);
    u->is_speed = eg_arena_array(b->m->arena, (size_t)u->unknowns + 1, sizeof(bool));
    if (!u->impulses || !u->is_speed)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->unknowns; i++)
        u->is_speed[i] = is_speed(&u->quantities[u->unknown_of[i]]);
    for (int i = 0; i < b->impulse_count; i++) {
        eg_user_impulse *k = &u->impulses[u->impulse_count++];
        int of = eg_user_variable_of(b, b->impulses[2 * i]);
        k->place = eg_user_place_of(b, b->impulse_formulas[i]);
        k->unknown = of >= 0 && u->quantities[of].role == EG_ROLE_STATE ? u->quantities[of].unknown : -1;
        k->v = eg_user_convert(b, b->impulses[2 * i]);
        k->after = k->v < 0 ? -1 : eg_user_convert(b, b->impulses[2 * i + 1]);
        if (k->after < 0)
            return eg_user_convert_failed(b, k->place);
    }
    return EG_OK;
}
