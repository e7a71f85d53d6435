/* Names to quantities: what the formulas of a spec speak of. */
#include "network/user/origins.h"
#include "component/spec.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- inputs */

int eg_user_inputs_add(eg_user_inputs *list, eg_user_input input)
{
    input.row = -1;
    if (!list->index && !(list->index = eg_names_create(64)))
        return -1;
    const char *key = eg_arena_format(list->arena, "%d:%d:%d", (int)input.kind, input.index, input.other);
    long known = key ? eg_names_find(list->index, key) : -1;
    if (!key || known >= 0)
        return (int)known;
    if (eg_grow((void **)&list->items, &list->capacity, (size_t)list->count + 1, sizeof input) < 0 ||
        eg_names_add(list->index, key, list->count) < 0)
        return -1;
    list->items[list->count] = input;
    return list->count++;
}

int eg_user_leaf(eg_user_builder *b, eg_user_input_kind kind, int index, int other)
{
    const int other_leaf = eg_user_moved(b, kind, index, other);
    if (other_leaf != -2)
        return other_leaf;
    int input = eg_user_inputs_add(&b->leaves, (eg_user_input){.kind = kind, .index = index, .other = other});
    return input < 0 ? -1 : eg_tape_input(&b->raw, input);
}

/* ---------------------------------------------------------------- quantities */

int eg_user_add_quantity(eg_user_builder *b, eg_user_quantity q)
{
    eg_user *u = b->u;
    q.unknown = q.node = q.speed = q.start_origin = -1;
    if (eg_grow((void **)&u->quantities, &b->quantity_capacity, (size_t)u->quantity_count + 1, sizeof q) < 0)
        return -1;
    u->quantities[u->quantity_count] = q;
    return u->quantity_count++;
}

static eg_status add_declared(eg_user_builder *b)
{
    for (size_t i = 0; i < b->spec->variable_count; i++) {
        const eg_user_variable *v = &b->spec->variables[i];
        eg_user_quantity q = {.path = eg_arena_copy(b->m->arena, v->path),
                              .unit = eg_arena_copy(b->m->arena, v->unit ? v->unit : ""),
                              .comment = eg_arena_copy(b->m->arena, v->comment ? v->comment : ""),
                              .type = v->type,
                              .is_declared = !v->is_hidden,
                              .is_input = v->is_input,
                              .is_discrete = v->is_discrete,
                              .start = v->start,
                              .nominal = v->nominal,
                              .fixed = v->fixed,
                              .state_select = v->state_select,
                              .place = eg_model_place(b->m, v->place)};
        const int k = q.path && q.unit && q.comment ? eg_user_add_quantity(b, q) : -1;
        const int origin = k >= 0 && q.type == EG_REAL && isfinite(q.start)
                               ? eg_user_origin_of_start(b, q.path, q.unit, q.start)
                               : -1;
        if (k < 0 || origin == -2)
            return EG_ERROR_MEMORY;
        b->u->quantities[k].start_origin = origin;
    }
    return EG_OK;
}

int eg_user_quantity_of(eg_user_builder *b, int *slot, const eg_connector *c, const char *member)
{
    if (*slot >= 0)
        return *slot;
    eg_user_quantity q = {.path = *member ? eg_arena_format(b->m->arena, "%s.%s", c->path, member) : c->path,
                          .unit = eg_port_is_rotational(c->kind)   ? "N.m"
                                  : eg_port_is_mechanical(c->kind) ? "N"
                                  : eg_port_is_thermal(c->kind)    ? "W"
                                                                   : c->unit,
                          .comment = c->comment,
                          .start = *member ? NAN : c->start,
                          .nominal = c->has_nominal ? c->nominal : NAN,
                          .fixed = c->has_fixed ? c->fixed : -1,
                          .state_select = c->has_select ? c->state_select : -1,
                          .place = c->place};
    *slot = q.path ? eg_user_add_quantity(b, q) : -1;
    return *slot;
}

/* ---------------------------------------------------------------- formulas */

typedef struct ending {
    int last, equation;
} ending;

static int by_last(const void *a, const void *b)
{
    const ending *x = a, *y = b;
    return x->last != y->last ? (x->last > y->last) - (x->last < y->last)
                              : (x->equation > y->equation) - (x->equation < y->equation);
}

static int last_formula(const eg_spec *spec, int equation)
{
    const eg_user_equation *q = &spec->equations[equation];
    return q->left > q->right ? q->left : q->right;
}

/* False: out of memory. */
static bool order_equations(eg_user_builder *b)
{
    const size_t count = b->spec->equation_count;
    ending *all = eg_arena_array(b->arena, count + 1, sizeof *all);
    b->by_end = eg_arena_array(b->arena, count + 1, sizeof *b->by_end);
    if (!all || !b->by_end)
        return false;
    for (size_t i = 0; i < count; i++)
        all[i] = (ending){last_formula(b->spec, (int)i), (int)i};
    qsort(all, count, sizeof *all, by_last);
    for (size_t i = 0; i < count; i++)
        b->by_end[i] = all[i].equation;
    return true;
}

/* Formulas of equations with errors, by number: where to point. It is the first equation that ends with it or
 * behind it. */
eg_place eg_user_place_of(const eg_user_builder *b, int formula)
{
    size_t low = 0, high = b->spec->equation_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (last_formula(b->spec, b->by_end[middle]) >= formula)
            high = middle;
        else
            low = middle + 1;
    }
    return low < b->spec->equation_count ? b->spec->equations[b->by_end[low]].place : EG_NOWHERE;
}

static int variable_formula(eg_user_builder *b, const char *path, int formula, size_t *errors)
{
    int node = eg_user_path(b, path);
    if (node == -2)
        node = eg_user_seen(b, path);
    if (node != -2)
        return node;
    eg_report(b->d, EG_ERROR, eg_user_place_of(b, formula),
              "the variable %s is computed for results only; equations cannot refer to it", path);
    eg_remedy(b->d,
              "positions, speeds and accelerations, the forces of springs, dampers and gaps, temperatures "
              "and signals can be used; a sensor turns others into signals");
    ++*errors;
    return eg_tape_constant(&b->raw, 0);
}

/* used[i]: an equation speaks of formula i. Others only tell what numbers come of. */
static bool *find_used(const eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    bool *used = eg_arena_array(b->arena, spec->formula_count + 1, sizeof *used);
    for (size_t i = 0; used && i < spec->equation_count; i++) {
        const eg_user_equation *q = &spec->equations[i];
        used[q->left < 0 ? spec->formula_count : (size_t)q->left] = true;
        used[q->right < 0 ? spec->formula_count : (size_t)q->right] = true;
        for (const eg_user_text *part = q->parts; part; part = part->next)
            used[part->formula < 0 ? spec->formula_count : (size_t)part->formula] = true;
    }
    for (size_t i = 0; used && i < spec->when_count; i++)
        used[spec->whens[i].condition] = true;
    for (size_t i = spec->formula_count; used && i-- > 0;) {
        const eg_formula *f = &spec->formulas[i];
        const int operands = used[i] ? eg_op_operands(f->op) : 0, of[3] = {f->a, f->b, f->c};
        for (int k = 0; k < operands && k < 3; k++)
            if (of[k] >= 0)
                used[of[k]] = true;
    }
    return used;
}

/* smooth[i]: formula i stands inside noEvent. Operands come first, so one walk back tells it. */
static bool *find_smooth(const eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    bool *smooth = eg_arena_array(b->arena, spec->formula_count + 1, sizeof *smooth);
    for (size_t i = spec->formula_count; smooth && i-- > 0;) {
        const eg_formula *f = &spec->formulas[i];
        int operands = eg_op_operands(f->op), of[3] = {f->a, f->b, f->c};
        for (int k = 0; k < 3 && k < operands; k++)
            smooth[of[k]] = smooth[of[k]] || smooth[i] || f->op == EG_OP_SMOOTH;
    }
    return smooth;
}

/* A relation whose edge is an event is frozen in between. */
int eg_user_relation_of(eg_user_builder *b, int op, int x, int y, bool smooth, int formula)
{
    int node = eg_tape_add(&b->raw, op, x, y, -1);
    if (smooth || node < 0 || b->raw.code[node].op == EG_OP_CONSTANT)
        return node;
    for (int i = 0; i < b->relation_count; i++)
        if (b->relations[i] == node)
            return eg_tape_switch(&b->raw, i);
    size_t count = (size_t)b->relation_count + 1;
    if (eg_grow((void **)&b->relations, &b->relation_capacity, count, sizeof(int)) < 0 ||
        eg_grow((void **)&b->relation_formulas, &b->relation_formula_capacity, count, sizeof(int)) < 0)
        return -1;
    b->relation_formulas[b->relation_count] = formula;
    b->relations[b->relation_count] = node;
    return eg_tape_switch(&b->raw, b->relation_count++);
}

/* Kinks of abs, min and max are events; what they choose is frozen in between, as in an if. */
static int kink(eg_user_builder *b, int op, int x, int y, bool smooth, int formula)
{
    const int other = op == EG_OP_ABS ? eg_tape_constant(&b->raw, 0) : y;
    const int less = eg_user_relation_of(b, EG_OP_LESS, x, other, smooth, formula);
    if (less < 0)
        return -1;
    if (b->raw.code[less].op != EG_OP_SWITCH)
        return eg_tape_add(&b->raw, op, x, y, -1);
    if (op == EG_OP_ABS)
        return eg_tape_add(&b->raw, EG_OP_SELECT, less, eg_tape_add(&b->raw, EG_OP_NEG, x, -1, -1), x);
    return eg_tape_add(&b->raw, EG_OP_SELECT, less, op == EG_OP_MIN ? x : y, op == EG_OP_MIN ? y : x);
}

/* pre(x): a value that is remembered. */
int eg_user_before_of(eg_user_builder *b, int operand)
{
    for (int i = 0; i < b->before_count; i++)
        if (b->befores[i] == operand)
            return eg_user_leaf(b, EG_USER_BEFORE, i, 0);
    if (eg_grow((void **)&b->befores, &b->before_capacity, (size_t)b->before_count + 1, sizeof(int)) < 0)
        return -1;
    b->befores[b->before_count] = operand;
    return eg_user_leaf(b, EG_USER_BEFORE, b->before_count++, 0);
}

static int sample(eg_user_builder *b, int start, int interval)
{
    if (eg_grow((void **)&b->samples, &b->sample_capacity, (size_t)b->sample_count + 1, sizeof *b->samples) <
        0)
        return -1;
    const eg_instruction *from = &b->raw.code[start], *every = &b->raw.code[interval];
    b->samples[b->sample_count] = (eg_user_sample){from->number, every->number, from->a, every->a};
    return eg_user_leaf(b, EG_USER_SAMPLE, b->sample_count++, 0);
}

/* ---------------------------------------------------------------- derivatives of derivatives */

static int add_derivative(eg_user_builder *b, int k)
{
    const eg_user_quantity *of = &b->u->quantities[k];
    eg_user_quantity q = {.path = eg_arena_format(b->m->arena, "der(%s)", of->path),
                          .unit = "",
                          .comment = "",
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = of->place};
    return q.path ? eg_user_add_quantity(b, q) : -1;
}

int eg_user_add_speed(eg_user_builder *b, int k)
{
    int w = add_derivative(b, k);
    if (w >= 0)
        b->value_leaf[w] = eg_user_leaf(b, EG_USER_VARIABLE, w, 0);
    return w;
}

/* A variable that stands for the derivative of variable k: a raw instruction. */
static int speed_of(eg_user_builder *b, int k)
{
    const char *path = eg_arena_format(b->arena, "der(%s)", b->u->quantities[k].path);
    int leaf_k = eg_user_leaf(b, EG_USER_VARIABLE, k, 0),
        known = path ? (int)eg_names_find(b->speeds, path) : -1;
    int speed = known;
    if (known < 0 && path)
        speed = add_derivative(b, k);
    int node = speed < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, speed, 0);
    eg_user_source source = {.kind = EG_USER_EQUATION,
                             .left = node,
                             .right = eg_tape_add(&b->raw, EG_OP_DER, leaf_k, -1, -1),
                             .when = -1,
                             .number = -1,
                             .place = b->u->quantities[k].place};
    if (known >= 0 || node < 0 || source.right < 0)
        return node;
    return eg_names_add(b->speeds, b->u->quantities[speed].path, speed) < 0 ||
                   eg_user_add_equation(b, source) < 0
               ? -1
               : node;
}

/* der(T) of what stores heat follows from the balance of its node. -2: it is no such temperature. */
static int heating_rate(eg_user_builder *b, int operand)
{
    const eg_instruction *x = &b->raw.code[operand];
    const eg_user_input *in = x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
    int rate = in && in->kind == EG_USER_TEMPERATURE ? eg_user_heating_rate(b, in->index) : -2;
    if (rate == -2 && in && in->kind == EG_USER_TEMPERATURE && eg_user_note_heating(b, in->index) < 0)
        return -1;
    return rate;
}

int eg_user_with_speeds(eg_user_builder *b, int node)
{
    int count = eg_user_cone(b, node), status = count < 0 ? -1 : 0;
    int *own = count > 0 ? malloc(2 * sizeof(int) * (size_t)count) : NULL;
    if (!own)
        return -1;
    int *made = own + count;
    memcpy(own, b->list, sizeof(int) * (size_t)count);
    bool changed = false;
    for (int i = 0; i < count && status == 0; i++) {
        eg_instruction x = b->raw.code[own[i]];
        int k = x.op == EG_OP_DER ? eg_user_variable_of(b, x.a) : -1;
        int operands = eg_op_operands(x.op), of[3] = {x.a, x.b, x.c};
        made[i] = own[i];
        if (k >= 0) {
            made[i] = speed_of(b, k);
            changed = true;
        } else if (changed && operands > 0) {
            for (int j = 0; j < 3 && j < operands; j++)
                for (int at = i - 1; at >= 0; at--)
                    if (own[at] == of[j]) {
                        of[j] = made[at];
                        break;
                    }
            made[i] = eg_tape_again(&b->raw, &x, of[0], of[1], of[2]);
        }
        status = made[i] < 0 ? -1 : 0;
    }
    int operand = status < 0 ? -1 : made[count - 1];
    free(own);
    return operand;
}

/* The derivative of a formula: derivatives of variables in it become variables. */
static int derivative(eg_user_builder *b, int node)
{
    int operand = eg_user_with_speeds(b, node), rate = operand < 0 ? -1 : heating_rate(b, operand);
    return rate != -2 ? rate : eg_tape_add(&b->raw, EG_OP_DER, operand, -1, -1);
}

static int number(eg_user_builder *b, int formula)
{
    const int origin = eg_user_origin_of(b, formula);
    return origin == -2 ? -1 : eg_tape_bound_constant(&b->raw, b->spec->formulas[formula].number, origin);
}

static eg_status resolve_formulas(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    size_t errors = 0;
    bool *smooth = find_smooth(b), *used = b->u->origins ? find_used(b) : NULL;
    b->formula = eg_arena_array(b->arena, spec->formula_count + 1, sizeof(int));
    b->speeds = eg_names_create(16);
    if (!b->formula || !smooth || (b->u->origins && !used) || !b->speeds || !order_equations(b))
        return EG_ERROR_MEMORY;
    for (int i = 0; i < spec->loops.loop_count; i++)
        if (eg_tape_add_loop(&b->raw, &spec->loops.loops[i]) != i)
            return EG_ERROR_MEMORY;
    for (size_t i = 0; i < spec->formula_count; i++) {
        const eg_formula *f = &spec->formulas[i];
        b->formula[i] = -1;
        if (used && !used[i])
            continue;
        const bool is_number = f->op == EG_OP_CONSTANT;
        int a = f->a < 0 || is_number ? -1 : b->formula[f->a],
            y = f->b < 0 || is_number ? -1 : b->formula[f->b],
            z = f->c < 0 || f->op == EG_OP_LOOP ? -1 : b->formula[f->c], node;
        switch (f->op) {
        case EG_OP_CONSTANT: node = number(b, (int)i); break;
        case EG_OP_VARIABLE: node = variable_formula(b, f->path, (int)i, &errors); break;
        case EG_OP_TIME: node = eg_user_leaf(b, EG_USER_TIME, 0, 0); break;
        case EG_OP_INITIAL: node = eg_user_leaf(b, EG_USER_START, 0, 0); break;
        case EG_OP_SMOOTH: node = a; break;
        case EG_OP_LESS:
        case EG_OP_LESS_EQUAL: node = eg_user_relation_of(b, f->op, a, y, smooth[i], (int)i); break;
        case EG_OP_ABS:
        case EG_OP_MIN:
        case EG_OP_MAX: node = kink(b, f->op, a, y, smooth[i], (int)i); break;
        case EG_OP_PRE: node = eg_user_before_of(b, a); break;
        case EG_OP_EDGE:
            node = eg_user_binary(b, EG_OP_AND, a,
                                  eg_tape_add(&b->raw, EG_OP_NOT, eg_user_before_of(b, a), -1, -1));
            break;
        case EG_OP_CHANGE: node = eg_user_binary(b, EG_OP_NOT_EQUAL, a, eg_user_before_of(b, a)); break;
        case EG_OP_SAMPLE: node = sample(b, a, y); break;
        case EG_OP_DELAY: node = eg_user_delay_of(b, a, y, (int)i); break;
        case EG_OP_TERMINAL:
            node = eg_user_leaf(b, EG_USER_TERMINAL, 0, 0);
            b->u->has_terminal = true;
            break;
        case EG_OP_DER: node = derivative(b, a); break;
        case EG_OP_LOOP: node = eg_tape_outcome(&b->raw, a, f->c, (int)f->number); break;
        case EG_OP_IMPULSE: node = eg_user_impulse_of(b, a, y, EG_USER_IMPULSE, (int)i); break;
        case EG_OP_STRUCK: node = eg_user_impulse_of(b, a, y, EG_USER_STRUCK, (int)i); break;
        case EG_OP_HOLDS:
            node = eg_user_binary(
                b, EG_OP_AND, a,
                eg_tape_add(&b->raw, EG_OP_NOT, eg_user_leaf(b, EG_USER_STRIKING, 0, 0), -1, -1));
            break;
        default:
            node = eg_user_is_step(f->op) && !smooth[i] && f->number == 0
                       ? eg_user_step_of(b, f->op, a, y, (int)i)
                       : eg_tape_add(&b->raw, f->op, a, y, z);
        }
        if (node < 0)
            return EG_ERROR_MEMORY;
        b->formula[i] = node;
    }
    return errors > 0 ? EG_ERROR_MODEL : EG_OK;
}

int eg_user_add_equation(eg_user_builder *b, eg_user_source equation)
{
    if (eg_grow((void **)&b->equations, &b->equation_capacity, (size_t)b->equation_count + 1,
                sizeof *b->equations) < 0)
        return -1;
    b->equations[b->equation_count] = equation;
    return b->equation_count++;
}

static eg_status list_equations(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *q = &spec->equations[i];
        eg_user_source source = {.kind = q->kind,
                                 .left = q->left < 0 ? -1 : b->formula[q->left],
                                 .right = q->right < 0 ? -1 : b->formula[q->right],
                                 .when = q->when,
                                 .number = (int)i,
                                 .text = q->text ? eg_arena_copy(b->m->arena, q->text) : NULL,
                                 .parts = q->parts,
                                 .is_warning = q->is_warning,
                                 .place = eg_model_place(b->m, q->place)};
        if (q->order > 0 ? eg_user_add_invariant(b, source, q->order) != EG_OK
                         : q->kind != EG_USER_LINKED && eg_user_add_equation(b, source) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* A rod or link leaves the balance of forces to the class whose flanges it ties. */
static eg_status check_balances(const eg_user_builder *b)
{
    eg_status status = EG_OK;
    for (int i = 0; i < b->m->connector.count; i++) {
        const eg_connector *c = &b->m->connector.list[i];
        if (b->connector_flow[i] >= 0 || (!c->keeps_flow && !eg_user_is_held_by_rod(b, c)))
            continue;
        eg_report(b->d, EG_ERROR, c->place,
                  "nothing says which force acts on %s: an equation is missing in a class that is rigid",
                  c->path);
        eg_remedy(b->d, "write its balance of forces, 0 = flange_a.f + flange_b.f where there is no other");
        status = EG_ERROR_MODEL;
    }
    return status;
}

static eg_status find_driven_nets(eg_user_builder *b)
{
    const eg_model *m = b->m;
    b->net_driven = eg_arena_array(b->arena, (size_t)m->net_count + 1, sizeof(bool));
    b->net_quantity = eg_arena_array(b->arena, (size_t)m->net_count + 1, sizeof(int));
    b->connector_flow = eg_arena_array(b->arena, (size_t)m->connector.count + 1, sizeof(int));
    if (!b->net_driven || !b->net_quantity || !b->connector_flow)
        return EG_ERROR_MEMORY;
    for (int i = 0; i <= m->net_count; i++)
        b->net_quantity[i] = -1;
    for (int i = 0; i <= m->connector.count; i++)
        b->connector_flow[i] = -1;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++)
            if (m->instances[i].class->ports[p - m->ports.base[i]].kind == EG_REAL_OUTPUT &&
                m->ports.node[p] >= 0)
                b->net_driven[m->ports.node[p]] = true;
    return EG_OK;
}

/* Outputs that no formula names, and others are to determine. */
static eg_status add_sought(eg_user_builder *b)
{
    for (int i = 0; i < b->m->connector.count; i++) {
        const eg_connector *c = &b->m->connector.list[i];
        if (c->is_sought && eg_user_path(b, c->path) == -1)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_user_resolve(eg_user_builder *b)
{
    eg_status status = add_declared(b);
    if (status == EG_OK)
        status = find_driven_nets(b);
    if (status == EG_OK && (eg_user_find_moved(b) < 0 || eg_user_find_handed_on(b) < 0))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = resolve_formulas(b);
    if (status == EG_OK)
        status = add_sought(b);
    if (status == EG_OK)
        status = check_balances(b);
    return status == EG_OK ? list_equations(b) : status;
}
