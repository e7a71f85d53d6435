/* What of a sheet the columns need that rows show: from the last step back to the first, a step stays if it
 * writes a cell that is needed, and then it needs the cells that it reads. */
#include "network/motion/sheet_write.h"

#include <stdlib.h>
#include <string.h>

static bool any_speed(const eg_sheet *e, const bool *needed)
{
    bool any = false;
    for (int b = 1; b < e->rider_count; b++)
        any = any || needed[e->riders[b].speed];
    return any;
}

static bool any_acceleration(const eg_sheet *e, const bool *needed)
{
    bool any = false;
    for (int b = 1; b < e->rider_count; b++)
        any = any || needed[e->riders[b].acceleration];
    return any;
}

static bool any_force(const eg_sheet *e, const bool *needed)
{
    bool any = false;
    for (int i = 0; i < e->element_count; i++)
        any = any || needed[e->elements[i].bounded];
    return any;
}

static bool any_signal(const eg_sheet *e, const bool *needed)
{
    bool any = false;
    for (int i = 0; i < e->net_count; i++)
        any = any || needed[e->first_net + i];
    return any;
}

static bool any_temperature(const eg_sheet *e, const bool *needed)
{
    bool any = false;
    for (int i = 0; i < e->last_count; i++)
        any = any || needed[e->last[i]];
    return any;
}

static bool any_of_element(const eg_sheet_element *p, const bool *needed)
{
    return needed[p->f] || needed[p->bounded] || needed[p->loss] || needed[p->lost];
}

static bool any_of_component(const eg_sheet *e, const eg_sheet_component *p, const bool *needed)
{
    bool any = false;
    for (int k = p->first_variable; k < p->first_variable + p->variables; k++)
        any = any || (e->variables[k].is_own && needed[e->variables[k].cell]);
    return any;
}

/* All of them, and what is declared of users' equations always: rows in which something of it is no number
 * are made alone. */
static void need_inputs(const eg_sheet *e, bool *needed)
{
    for (int i = e->users.first; i < e->users.end; i++)
        needed[i] = true;
}

static bool writes_needed(const eg_sheet *e, const eg_sheet_step *p, const bool *needed)
{
    switch (p->kind) {
    case EG_SHEET_BODY: return needed[e->bodies[p->number].to];
    case EG_SHEET_ELEMENT: return any_of_element(&e->elements[p->number], needed);
    case EG_SHEET_SIGNALS: return any_signal(e, needed);
    case EG_SHEET_SPEEDS: return any_speed(e, needed);
    case EG_SHEET_RIDE: return any_acceleration(e, needed);
    case EG_SHEET_HOLD: return any_force(e, needed);
    case EG_SHEET_LAST_HEAT: return any_temperature(e, needed);
    case EG_SHEET_FLOW: return needed[e->flows[p->number].to];
    case EG_SHEET_COMPONENT: return any_of_component(e, &e->components[p->number], needed);
    case EG_SHEET_MOTION:
    case EG_SHEET_SHOWN: return true;
    default: return needed[p->to];
    }
}

static void need_element(const eg_sheet_element *p, bool *needed)
{
    needed[p->s_rel] = needed[p->v_rel] = true;
    if (p->u >= 0)
        needed[p->u] = true;
}

static void need_signals(const eg_sheet *e, bool *needed)
{
    for (int i = 0; i < e->net_count; i++)
        needed[e->first_net + i] = true;
}

static void need_losses(const eg_sheet *e, bool *needed)
{
    for (int i = 0; i < e->element_count; i++)
        needed[e->elements[i].lost] = true;
    need_signals(e, needed);
}

static void need_balances(const eg_sheet *e, bool *needed)
{
    for (int b = 1; b < e->rider_count; b++)
        needed[e->riders[b].balance] = true;
    need_signals(e, needed);
}

static void need_sums(const eg_sheet *e, bool *needed)
{
    for (int b = 1; b < e->rider_count; b++)
        needed[e->riders[b].sum] = true;
}

static void need_component(const eg_sheet *e, const eg_sheet_component *p, bool *needed)
{
    for (int k = p->first_sight; k < p->first_sight + p->sights; k++) {
        const eg_sheet_sight *at = &e->sights[k];
        needed[at->s] = needed[at->v] = needed[at->a] = needed[at->f] = true;
        needed[at->T] = needed[at->Q] = needed[at->y] = true;
    }
    for (int k = p->first_variable; k < p->first_variable + p->variables; k++)
        needed[e->variables[k].cell] = true;
    if (p->element < 0)
        return;
    const eg_sheet_element *of = &e->elements[p->element];
    need_element(of, needed);
    needed[of->bounded] = needed[of->loss] = true;
}

static void need(const eg_sheet *e, const eg_sheet_step *p, bool *needed)
{
    switch (p->kind) {
    case EG_SHEET_BODY: needed[e->bodies[p->number].parent] = true; break;
    case EG_SHEET_ELEMENT: need_element(&e->elements[p->number], needed); break;
    case EG_SHEET_RIDE: need_sums(e, needed); break;
    case EG_SHEET_HOLD: need_balances(e, needed); break;
    case EG_SHEET_LAST_HEAT: need_losses(e, needed); break;
    case EG_SHEET_FLOW:
        needed[e->flows[p->number].T_a] = needed[e->flows[p->number].T_b] = true;
        needed[e->flows[p->number].G] = true;
        break;
    case EG_SHEET_COMPONENT: need_component(e, &e->components[p->number], needed); break;
    case EG_SHEET_MOTION:
    case EG_SHEET_SHOWN: need_inputs(e, needed); break;
    case EG_SHEET_TIME:
    case EG_SHEET_SIGNALS:
    case EG_SHEET_SPEEDS: break; /* they read unknowns at most */
    default: needed[p->a] = needed[p->b] = true;
    }
}

bool eg_sheet_keep_needed(eg_sheet *e, const int *columns, int count)
{
    bool *needed = calloc((size_t)e->cell_count, sizeof *needed);
    int left = e->step_count;
    if (!needed)
        return false;
    for (int i = 0; i < count; i++)
        needed[e->column[columns[i]] < 0 ? 0 : e->column[columns[i]]] = true;
    needed[0] = false; /* it holds 0 without being written */
    for (int k = e->step_count; k-- > 0;) {
        if (!writes_needed(e, &e->steps[k], needed))
            continue;
        need(e, &e->steps[k], needed);
        needed[0] = false;
        e->steps[--left] = e->steps[k];
    }
    e->step_count -= left;
    memmove(e->steps, e->steps + left, (size_t)e->step_count * sizeof *e->steps);
    free(needed);
    return true;
}
