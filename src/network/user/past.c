/* The making of delays: which instructions are delayed, and by how much. */
#include "network/user/build.h"
#include "component/spec.h"

#include <math.h>
#include <stdlib.h>

int eg_user_delay_of(eg_user_builder *b, int x, int T, int formula)
{
    int k = b->delay_count;
    for (int i = 0; i < k; i++)
        if (b->delays[2 * i] == x && b->delays[2 * i + 1] == T)
            return eg_user_leaf(b, EG_USER_DELAYED, i, 0);
    if (eg_grow((void **)&b->delays, &b->delay_capacity, 2 * (size_t)k + 2, sizeof(int)) < 0 ||
        eg_grow((void **)&b->delay_formulas, &b->delay_formula_capacity, (size_t)k + 1, sizeof(int)) < 0)
        return -1;
    b->delays[2 * k] = x;
    b->delays[2 * k + 1] = T;
    b->delay_formulas[k] = formula;
    b->delay_count++;
    return eg_user_leaf(b, EG_USER_DELAYED, k, 0);
}

static eg_status refuse(eg_user_builder *b, eg_place place, const char *why)
{
    eg_report(b->d, EG_ERROR, place, "%s", why);
    eg_remedy(b->d, "write delay(x, T) with a T > 0, or delay(x, T, longest) with a T that changes");
    return EG_ERROR_MODEL;
}

/* Does the time of a delay depend on a delayed value? */
static bool looks_back(const eg_user_builder *b, const eg_user_delay *d)
{
    for (int i = d->first_cone; i < d->first_cone + d->cone; i++) {
        const eg_instruction *x = &b->u->tape.code[b->u->cones[i]];
        if (x->op == EG_OP_INPUT && b->inputs.items[x->a].kind == EG_USER_DELAYED)
            return true;
    }
    return false;
}

static eg_status make_delay(eg_user_builder *b, int i, eg_user_delay *d)
{
    eg_user *u = b->u;
    const eg_formula *f = &b->spec->formulas[b->delay_formulas[i]];
    *d = (eg_user_delay){.switch_index = -1,
                         .place = eg_model_place(b->m, eg_user_place_of(b, b->delay_formulas[i]))};
    d->x_node = eg_user_convert(b, b->delays[2 * i]);
    d->T_node = d->x_node < 0 ? -1 : eg_user_convert(b, b->delays[2 * i + 1]);
    if (d->T_node < 0)
        return eg_user_convert_failed(b, d->place);
    const eg_formula *longest = &b->spec->formulas[f->c];
    d->is_constant = u->tape.code[d->T_node].op == EG_OP_CONSTANT;
    d->T = d->is_constant ? u->tape.code[d->T_node].number : 0;
    d->longest = d->is_constant ? d->T : NAN;
    if (longest->op == EG_OP_CONSTANT)
        d->longest = longest->number;
    if (!(d->longest > 0) || (d->is_constant && !(d->T > 0 && d->T <= d->longest)))
        return refuse(b, d->place,
                      isnan(d->longest)
                          ? "the longest time of this delay must be known when the model is read"
                          : "the time of this delay must be more than 0 and at most the longest");
    return EG_OK;
}

eg_status eg_user_make_delays(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->delays = eg_arena_array(b->m->arena, (size_t)b->delay_count + 1, sizeof *u->delays);
    if (!u->delays)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->delay_count; i++) {
        eg_status status = make_delay(b, i, &u->delays[u->delay_count++]);
        if (status != EG_OK)
            return status;
    }
    return EG_OK;
}

eg_status eg_user_list_delays(eg_user_builder *b)
{
    eg_user *u = b->u;
    for (int i = 0; i < u->delay_count; i++) {
        eg_user_delay *d = &u->delays[i];
        d->first_cone = u->cone_count;
        if (eg_tape_cone(&u->tape, d->T_node, false, b->mark, &u->cones, &u->cone_count, &u->cone_capacity) <
            0)
            return EG_ERROR_MEMORY;
        d->cone = u->cone_count - d->first_cone;
        if (looks_back(b, d))
            return refuse(b, d->place, "the time of a delay cannot depend on what is delayed");
    }
    return EG_OK;
}
