/* Variables of components that are known only with the results: heat flows into what fixes a temperature,
 * forces through rigid parts that friction may hold, and whatever else a class computes when a row is made.
 * Equations may speak of them where nothing that moves, no event and no start follows: such formulas are
 * carried out once more, last, when all columns of a row are there (eg_user_look).
 *
 * A force through a rigid part (EG_USER_CUT) is measured by a sensor, an unknown of the motion; where nothing
 * that moves follows it is the column. */
#include "network/user/build.h"
#include "component/spec.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- names */

static int leaf(eg_user_builder *b, eg_user_column column, int index)
{
    return eg_user_leaf(b, EG_USER_SEEN, index, (int)column);
}

/* port_path.member is what flows into a component or connector. */
static int flow(eg_user_builder *b, const char *port_path, const char *member)
{
    const eg_model *m = b->m;
    bool heat = strcmp(member, "Q_flow") == 0;
    if (!heat && strcmp(member, "f") != 0 && strcmp(member, "tau") != 0)
        return -2;
    long connector = eg_names_find(b->spec->connector_paths, port_path);
    if (connector >= 0)
        return leaf(b, EG_SEEN_CONNECTOR_FLOW, (int)connector);
    const char *dot = strrchr(port_path, '.');
    const char *owner = dot ? eg_arena_text(b->arena, port_path, (size_t)(dot - port_path)) : "";
    long instance = dot && owner ? eg_names_find(b->spec->paths, owner) : -1;
    int port = instance < 0 ? -1 : eg_class_port(m->instances[instance].class, dot + 1);
    if (port < 0 || m->ports.node[m->ports.base[instance] + port] < 0)
        return owner ? -2 : -1;
    return leaf(b, heat ? EG_SEEN_HEAT_FLOW : EG_SEEN_FORCE, m->ports.base[instance] + port);
}

int eg_user_seen(eg_user_builder *b, const char *path)
{
    const eg_model *m = b->m;
    const char *dot = strrchr(path, '.');
    const char *owner = dot ? eg_arena_text(b->arena, path, (size_t)(dot - path)) : NULL;
    if (!owner)
        return dot ? -1 : -2;
    long instance = eg_names_find(b->spec->paths, owner);
    if (instance < 0)
        return flow(b, owner, dot + 1);
    const eg_class *class = m->instances[instance].class;
    int variable = eg_class_variable(class, dot + 1);
    bool is_column = variable >= 0 && class->variables[variable].type == EG_REAL &&
                     eg_instance_has(&m->instances[instance], class->variables[variable].condition);
    return is_column ? leaf(b, EG_SEEN_VARIABLE, m->ports.variable_base[instance] + variable) : -2;
}

int eg_user_seen_rate(eg_user_builder *b, int heat_node)
{
    const eg_model *m = b->m;
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        if (m->ports.node[m->ports.base[p->instance] + p->port] != heat_node || p->variable_der_T < 0)
            continue;
        eg_user_input in = {.kind = EG_USER_SEEN,
                            .index = m->ports.variable_base[p->instance] + p->variable_der_T,
                            .other = EG_SEEN_VARIABLE};
        int input = eg_user_inputs_add(&b->inputs, in);
        return input < 0 ? -1 : eg_tape_input(&b->u->tape, input);
    }
    return -2;
}

/* ---------------------------------------------------------------- who follows */

static void mark(bool *moves, int node)
{
    if (node >= 0)
        moves[node] = true;
}

static void mark_rows(bool *moves, const eg_user_row *rows, int count)
{
    for (int i = 0; i < count; i++)
        mark(moves, rows[i].result.node);
}

/* All that a run asks for besides its results. */
static void mark_roots(const eg_user *u, bool *moves)
{
    mark_rows(moves, u->rows, u->unknowns);
    mark_rows(moves, u->initial, u->initial_count);
    mark_rows(moves, u->checks, u->check_count);
    for (int i = 0; i < u->unknowns; i++)
        mark(moves, u->row_rates[i].node);
    for (int i = 0; i < u->flow_count; i++)
        mark(moves, u->flows[i].result.node);
    for (int i = 0; i < u->output_count; i++)
        mark(moves, u->outputs[i].result.node);
    for (int i = 0; i < u->first_count; i++)
        mark(moves, u->firsts[i].value);
    for (int i = 0; i < u->relation_count; i++) {
        mark(moves, u->relations[i].a);
        mark(moves, u->relations[i].b);
        mark(moves, u->relations[i].at_node);
    }
    for (int i = 0; i < u->clause_count; i++)
        mark(moves, u->clauses[i].condition);
    for (int i = 0; i < u->action_count; i++) {
        mark(moves, u->actions[i].value);
        for (const eg_user_message *part = u->actions[i].message; part; part = part->next)
            mark(moves, part->node);
    }
    for (int i = 0; i < u->before_count; i++)
        mark(moves, u->befores[i].node);
    for (int i = 0; i < u->delay_count; i++) {
        mark(moves, u->delays[i].x_node);
        mark(moves, u->delays[i].T_node);
    }
    for (int i = 0; i < u->impulse_count; i++) {
        mark(moves, u->impulses[i].v);
        mark(moves, u->impulses[i].after);
    }
}

static void spread(const eg_tape *t, bool *moves)
{
    for (int i = t->count; i-- > 0;) {
        const int of[3] = {t->code[i].a, t->code[i].b, t->code[i].c};
        for (int k = 0; moves[i] && k < 3 && k < eg_op_operands(t->code[i].op); k++)
            mark(moves, of[k]);
    }
}

/* The variable that the input is, for messages. */
static const char *name_of(const eg_user_builder *b, const eg_user_input *in, eg_place *place)
{
    for (size_t i = 0; i < b->spec->formula_count; i++) {
        int node = b->spec->formulas[i].op == EG_OP_VARIABLE ? b->formula[i] : -1;
        const eg_instruction *x = node < 0 ? NULL : &b->raw.code[node];
        const eg_user_input *is = x && x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
        if (is && is->kind == in->kind && is->index == in->index && is->other == in->other) {
            *place = eg_user_place_of(b, (int)i);
            return b->spec->formulas[i].path;
        }
    }
    *place = EG_NOWHERE;
    return "the derivative of a temperature";
}

static eg_status refuse(const eg_user_builder *b, const eg_user_input *in)
{
    eg_place place;
    const char *name = name_of(b, in, &place);
    eg_report(b->d, EG_ERROR, place,
              "%s is known with the results only; nothing that moves, no event and no start can follow it",
              name);
    eg_remedy(b->d, "positions, speeds and accelerations, forces, temperatures and signals can act back; a "
                    "sensor turns what flows into a signal");
    return EG_ERROR_MODEL;
}

/* Cuts that nothing that moves follows become columns; nothing that moves follows one. */
static eg_status check_inputs(eg_user_builder *b, const bool *moves)
{
    const eg_tape *t = &b->u->tape;
    for (int i = 0; i < t->count; i++) {
        eg_user_input *in = t->code[i].op == EG_OP_INPUT ? &b->inputs.items[t->code[i].a] : NULL;
        if (in && in->kind == EG_USER_SEEN && moves[i])
            return refuse(b, in);
        if (in && in->kind == EG_USER_CUT && !moves[i])
            *in = (eg_user_input){EG_USER_SEEN, in->index, EG_SEEN_FORCE, -1};
    }
    return EG_OK;
}

static eg_status list_late(eg_user_builder *b)
{
    eg_user *u = b->u;
    const eg_tape *t = &u->tape;
    u->is_late = eg_arena_array(b->m->arena, (size_t)t->count + 1, sizeof *u->is_late);
    u->late = eg_arena_array(b->m->arena, (size_t)t->count + 1, sizeof *u->late);
    if (!u->is_late || !u->late)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < t->count; i++) {
        const int of[3] = {t->code[i].a, t->code[i].b, t->code[i].c};
        bool late = t->code[i].op == EG_OP_INPUT && b->inputs.items[t->code[i].a].kind == EG_USER_SEEN;
        for (int k = 0; k < 3 && k < eg_op_operands(t->code[i].op); k++)
            late = late || (of[k] >= 0 && u->is_late[of[k]]);
        u->is_late[i] = late;
        if (late)
            u->late[u->late_count++] = i;
    }
    return EG_OK;
}

eg_status eg_user_make_late(eg_user_builder *b)
{
    bool any = false;
    for (int i = 0; i < b->inputs.count; i++)
        any = any || b->inputs.items[i].kind == EG_USER_SEEN || b->inputs.items[i].kind == EG_USER_CUT;
    if (!any)
        return EG_OK;
    bool *moves = calloc((size_t)b->u->tape.count + 1, sizeof *moves);
    if (!moves)
        return EG_ERROR_MEMORY;
    mark_roots(b->u, moves);
    spread(&b->u->tape, moves);
    eg_status status = check_inputs(b, moves);
    free(moves);
    return status == EG_OK ? list_late(b) : status;
}
