/* Users' equations on sheets. Each instruction of their tape has a cell. What is left of them in a mode
 * (user/stage.h) is listed once the mode is known, and carried out instruction by instruction, each of them
 * for all rows: first what moves, where y' is 0; then, with y', all that is declared. */
#include "network/motion/sheet_write.h"
#include "network/user/evaluate.h"
#include "network/user/slide.h"
#include "network/user/user.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what fits */

static bool takes_input(const eg_user_input *in)
{
    switch (in->kind) {
    case EG_USER_TIME:
    case EG_USER_VALUE:
    case EG_USER_RATE:
    case EG_USER_DISTANCE:
    case EG_USER_SPEED:
    case EG_USER_ACCELERATION:
    case EG_USER_FORCE:
    case EG_USER_LOSS: return true;
    case EG_USER_SIGNAL: return in->other == 0;
    default: return eg_user_is_frozen_input(in->kind);
    }
}

/* What is claimed always is looked at row by row. */
static bool claims(const eg_user *u)
{
    bool any = false;
    for (int i = 0; i < u->action_count; i++)
        any = any || (u->actions[i].kind == EG_USER_ASSERT && u->actions[i].clause < 0);
    return any;
}

bool eg_sheet_takes_users(const eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    if (!s->user.stages || u->late_count > 0 || u->output_count > 0 || u->impulse_count > 0 ||
        u->is_implicit || u->has_terminal || m->kinds.friction_count > 0 || claims(u))
        return false;
    for (int i = 0; i < u->flow_count; i++)
        if (u->flows[i].is_heat)
            return false;
    for (int i = 0; i < u->input_count; i++)
        if (!takes_input(&u->inputs[i]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- writing */

static int cell_of(const eg_sheet_writing *w, int instruction)
{
    return w->e->users.first + instruction;
}

/* Where the value of an input stands. Of y' only that of users' unknowns has no cell of its own. */
static int source_of(eg_sheet_writing *w, const eg_user_input *in)
{
    switch (in->kind) {
    case EG_USER_VALUE: return w->unknown[w->m->first.user + in->index];
    case EG_USER_DISTANCE: return eg_sheet_write_row(w, &w->m->row.list[in->row]);
    case EG_USER_SPEED: return eg_sheet_speed_of(w, in->index);
    case EG_USER_ACCELERATION: return eg_sheet_acceleration_of(w, in->index);
    case EG_USER_SIGNAL: return w->first_net + in->index;
    case EG_USER_FORCE: return w->e->elements[w->element[in->index]].f;
    case EG_USER_LOSS: return w->e->elements[w->element[in->index]].lost;
    default: return cell_of(w, w->m->user->rows[in->index].result.node);
    }
}

/* Inputs that follow y', or the others, to the cells of their instructions. */
static void write_inputs(eg_sheet_writing *w, bool of_rates)
{
    const eg_user *u = w->m->user;
    for (int i = 0; i < u->core; i++) {
        if (u->tape.code[i].op != EG_OP_INPUT || u->is_frozen[i] || u->follows_rates[i] != of_rates)
            continue;
        const eg_user_input *in = &u->inputs[u->tape.code[i].a];
        eg_sheet_step step = {.kind = EG_SHEET_TIME, .to = (size_t)cell_of(w, i)};
        if (in->kind != EG_USER_TIME) {
            step.kind = EG_SHEET_TIMES;
            step.a = (size_t)source_of(w, in);
            step.c = in->kind == EG_USER_RATE ? -1 : 1; /* y' is what its row leaves over, negative */
        }
        eg_sheet_step_to(w, step);
    }
}

static bool make_room(eg_sheet_users *k, const eg_user *u)
{
    k->made = -1;
    k->has = calloc((size_t)u->core + 1, sizeof *k->has);
    k->roots = calloc((size_t)(u->unknowns + u->flow_count) + 1, sizeof *k->roots);
    k->declared = calloc((size_t)u->quantity_count + 1, sizeof *k->declared);
    const bool moves = eg_user_stage_make_room(&k->motion, u), shows = eg_user_stage_make_room(&k->shown, u);
    return k->has && k->roots && k->declared && moves && shows;
}

/* Cells of declared quantities that move: each once, however many names it has. What stands still has been
 * looked at where all was evaluated. */
static void list_declared(eg_sheet_writing *w)
{
    const eg_user *u = w->m->user;
    eg_sheet_users *k = &w->e->users;
    memset(k->has, 0, sizeof *k->has * (size_t)u->core);
    for (int i = 0; i < u->quantity_count; i++) {
        const int node = u->quantities[i].node;
        if (!u->quantities[i].is_declared || u->is_frozen[node] || k->has[node])
            continue;
        k->has[node] = true;
        k->declared[k->declared_count++] = cell_of(w, node);
    }
}

void eg_sheet_write_users(eg_sheet_writing *w)
{
    const eg_user *u = w->m->user;
    eg_sheet_users *k = &w->e->users;
    if (!make_room(k, u)) {
        w->failed = true;
        return;
    }
    k->first = w->e->cell_count;
    k->end = w->e->cell_count += u->tape.count + 1;
    for (int i = 0; i < u->unknowns; i++)
        k->roots[k->root_count++] = cell_of(w, u->rows[i].result.node);
    for (int i = 0; i < u->flow_count; i++)
        k->roots[k->root_count++] = cell_of(w, u->flows[i].result.node);
    list_declared(w);
    write_inputs(w, false);
    eg_sheet_step_of(w, EG_SHEET_MOTION, 0);
}

void eg_sheet_write_declared(eg_sheet_writing *w)
{
    const eg_user *u = w->m->user;
    write_inputs(w, true);
    eg_sheet_step_of(w, EG_SHEET_SHOWN, 0);
    for (int i = 0; i < u->quantity_count; i++)
        w->e->column[w->of.users + i] = cell_of(w, u->quantities[i].node);
}

int eg_sheet_flow_cell(const eg_sheet_writing *w, int flow)
{
    return cell_of(w, w->m->user->flows[flow].result.node);
}

void eg_sheet_free_users(eg_sheet_users *k)
{
    eg_user_stage_release(&k->motion);
    eg_user_stage_release(&k->shown);
    free(k->has);
    free(k->roots);
    free(k->declared);
}

/* ---------------------------------------------------------------- carrying out */

/* To the sign of zero; what is no number never is. */
static bool is_same(double a, double b)
{
    return a == b && signbit(a) == signbit(b);
}

bool eg_sheet_has_mode(const eg_sheet *e, const eg_network *s)
{
    return e->users.made == s->user.stages->changes;
}

/* Lists for the present modes; what stands still in them goes to all rows. */
static void make(eg_sheet *e, eg_network *s)
{
    const eg_user *u = s->m->user;
    eg_sheet_users *k = &e->users;
    if (eg_sheet_has_mode(e, s))
        return;
    const bool is_first = k->made < 0;
    k->made = s->user.stages->changes;
    eg_user_make_rows(s, &k->motion, &k->shown, k->has);
    for (int i = 0; i < u->core; i++) {
        double *cell = eg_sheet_cell(e, k->first + i);
        if (!u->is_frozen[i] || (!is_first && is_same(*cell, s->user.value[i])))
            continue;
        for (int row = 0; row < e->rows; row++)
            cell[row] = s->user.value[i];
    }
}

static void carry_out(const eg_sheet *e, const eg_user_stage *stage, int count)
{
    eg_tape_run_rows(stage->steps, stage->count, count, (size_t)e->rows, eg_sheet_cell(e, e->users.first));
}

void eg_sheet_run_motion(eg_sheet *e, eg_network *s, int count)
{
    if (eg_slides(s) || !eg_user_stands(s)) { /* the first row that is made alone sees to the latter */
        e->good = 0;
        return;
    }
    make(e, s);
    carry_out(e, &e->users.motion, count);
    for (int i = 0; i < e->users.root_count; i++)
        eg_sheet_end_before_unfit(e, eg_sheet_cell(e, e->users.roots[i]), count);
}

void eg_sheet_run_shown(eg_sheet *e, int count)
{
    carry_out(e, &e->users.shown, count);
    for (int i = 0; i < e->users.declared_count; i++)
        eg_sheet_end_before_unfit(e, eg_sheet_cell(e, e->users.declared[i]), count);
}
