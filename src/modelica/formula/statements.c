/* Statements of functions and of models' algorithms, carried out on formulas: every variable has the
 * formula of its present value. Both branches of an if whose condition changes are carried out, and
 * what they leave is chosen by the condition. A return or break below such a condition leaves a
 * formula that tells whether it was reached; what follows is then chosen in the same way. Loops are written
 * out as far as the number of their passes is known; what is behind that is loop.c's. */
#include "modelica/formula/statements.h"

#include <string.h>

static bool refuse(eg_running *x, uint32_t at, const char *what, const char *hint)
{
    eg_error(x->f->r, x->f->scope.source, at, "%s", what);
    eg_hint(x->f->r, "%s", hint);
    return false;
}

/* ---------------------------------------------------------------- variables */

bool eg_local_variable_add(eg_formulas *f, eg_locals *locals, eg_local_variable local)
{
    eg_reader *r = f->r;
    if (locals->count == locals->capacity) {
        uint32_t capacity = locals->capacity ? 2 * locals->capacity : 8;
        eg_local_variable *items = eg_new_array(r, capacity, sizeof *items);
        if (!items)
            return false;
        if (locals->count > 0)
            memcpy(items, locals->items, locals->count * sizeof *items);
        locals->items = items;
        locals->capacity = capacity;
    }
    size_t needed = locals->slot_count + local.shape.count;
    if (needed > locals->slot_capacity || !locals->slots) {
        size_t capacity = needed + locals->slot_capacity + 8;
        int *slots = eg_new_array(r, capacity, sizeof *slots);
        if (!slots)
            return false;
        if (locals->slots)
            memcpy(slots, locals->slots, locals->slot_count * sizeof *slots);
        locals->slots = slots;
        locals->slot_capacity = capacity;
    }
    local.first = locals->slot_count;
    local.shape.formula = -1;
    local.shape.formulas = NULL;
    for (size_t i = locals->slot_count; i < needed; i++)
        locals->slots[i] = -1;
    locals->slot_count = needed;
    locals->items[locals->count++] = local;
    return true;
}

/* ---------------------------------------------------------------- branches */

/* What variables and flags are at one moment. */
typedef struct moment {
    int *slots;
    int returned, broken;
} moment;

static bool remember(eg_running *x, uint32_t at, moment *m)
{
    size_t count = x->env->slot_count;
    m->slots = eg_new_array(x->f->r, count, sizeof *m->slots);
    if (!m->slots || !eg_count_steps(x->f->r, x->f->scope.source, at, (long long)count))
        return false;
    if (count > 0)
        memcpy(m->slots, x->env->slots, count * sizeof *m->slots);
    m->returned = x->returned;
    m->broken = x->broken;
    return true;
}

static void go_back(eg_running *x, const moment *m)
{
    if (x->env->slot_count > 0)
        memcpy(x->env->slots, m->slots, x->env->slot_count * sizeof *m->slots);
    x->returned = m->returned;
    x->broken = m->broken;
}

static bool choose_one(eg_running *x, int condition, int then, int *value)
{
    double a, b;
    if (then == *value ||
        (eg_formula_is_literal(x->f, then, &a) && eg_formula_is_literal(x->f, *value, &b) && a == b))
        return true;
    if (then < 0 || *value < 0)
        return eg_choose_partly(x, condition, then, value);
    return eg_formula_add(x->f, EG_OP_SELECT, condition, then, *value, value);
}

/* Where the condition holds what was there at that moment, elsewhere what is there now. */
static bool choose(eg_running *x, int condition, const moment *then)
{
    for (size_t i = 0; i < x->env->slot_count; i++)
        if (!choose_one(x, condition, then->slots[i], &x->env->slots[i]))
            return false;
    return choose_one(x, condition, then->returned, &x->returned) &&
           choose_one(x, condition, then->broken, &x->broken);
}

/* The guard of what stands below a condition; false when memory is out. */
static bool narrow(eg_running *x, int condition, bool holds)
{
    int c = condition;
    if (!holds && !eg_formula_add(x->f, EG_OP_NOT, c, -1, -1, &c))
        return false;
    if (x->guard < 0) {
        x->guard = c;
        return true;
    }
    return eg_formula_add(x->f, EG_OP_AND, x->guard, c, -1, &x->guard);
}

/* Carries out `body` where the condition, which changes, holds; `otherwise` (may be NULL) where it
 * does not. */
typedef bool part(eg_running *x, const void *what);

static bool split(eg_running *x, uint32_t at, int condition, part *body, const void *what, part *otherwise,
                  const void *other)
{
    moment before, after;
    int guard = x->guard;
    eg_reader *r = x->f->r;
    eg_asked asked = {condition, true, x->f->asked};
    if (r->evaluations >= EG_EVALUATION_LIMIT)
        return refuse(x, at, "these conditions stand too deeply inside each other",
                      "make the algorithm shorter");
    r->evaluations++;
    x->changing++;
    x->f->branches++;
    x->f->asked = &asked;
    bool ok =
        remember(x, at, &before) && narrow(x, condition, true) && body(x, what) && remember(x, at, &after);
    if (ok) {
        go_back(x, &before);
        x->guard = guard;
        asked.holds = false;
        ok = (!otherwise || (narrow(x, condition, false) && otherwise(x, other))) &&
             choose(x, condition, &after);
    }
    x->guard = guard;
    x->f->asked = asked.outer;
    x->f->branches--;
    x->changing--;
    r->evaluations--;
    return ok;
}

/* ---------------------------------------------------------------- statements one after the other */

typedef struct sequence {
    eg_equation *const *body;
    uint32_t count;
} sequence;

static bool run(eg_running *x, const eg_equation *q);
static bool run_sequence(eg_running *x, const void *what);

/* Has a return or break been reached? A formula. */
static bool stopped(eg_running *x, int *formula)
{
    return eg_formula_add(x->f, EG_OP_OR, x->returned, x->broken, -1, formula);
}

static bool nothing(eg_running *x, const void *what)
{
    (void)x;
    (void)what;
    return true;
}

static bool run_sequence(eg_running *x, const void *what)
{
    const sequence *s = what;
    for (uint32_t i = 0; i < s->count; i++) {
        int stop;
        double known;
        if (!run(x, s->body[i]) || !stopped(x, &stop))
            return false;
        if (!eg_formula_decides(x->f, stop, &known)) {
            sequence rest = {s->body + i + 1, s->count - i - 1};
            return rest.count == 0 || split(x, s->body[i]->at, stop, nothing, NULL, run_sequence, &rest);
        }
        if (known != 0)
            return true;
    }
    return true;
}

static bool run_branch(eg_running *x, const eg_branch *b)
{
    sequence s = {b->body, b->count};
    return run_sequence(x, &s);
}

/* ---------------------------------------------------------------- assignments */

/* The variable that stands on the left; NULL where records of the model do (*are_records), or with a
 * report. */
static eg_local_variable *target_of(eg_running *x, const eg_expr *e, eg_targets *records, bool *are_records)
{
    const eg_reference *name = e->kind == EG_E_REFERENCE ? e->reference : NULL;
    eg_local_variable *local = NULL;
    const char *path = NULL;
    eg_typed shape;
    *are_records = false;
    if (name && x->env->are_paths && !eg_formula_path_of(x->f, e, &path, &shape, records))
        return NULL;
    *are_records = name && x->env->are_paths && !path;
    if (*are_records)
        return NULL;
    if (name && x->env->are_paths)
        local = eg_local_variable_find(x->env, path);
    else if (name && !name->is_global)
        local = eg_local_variable_named(x->f, x->env, name);
    if (local && !local->is_input)
        return local;
    refuse(x, e->at, local ? "an input cannot be assigned" : "a variable must stand on the left of :=",
           x->env->are_paths ? "name a variable of the model" : "declare it in the function");
    return NULL;
}

static bool set_element(eg_running *x, eg_local_variable *local, const eg_picked *p, size_t k, int value)
{
    size_t flat;
    int *slots = x->env->slots + local->first;
    if (eg_picked_at(x->f, p, k, &flat)) {
        slots[flat] = value;
        if (local->is_assigned)
            local->is_assigned[flat] = true;
        return true;
    }
    for (flat = 0; flat < local->shape.count; flat++) {
        int is_it, old = slots[flat];
        if (!eg_picked_is(x->f, p, k, flat, &is_it))
            return false;
        slots[flat] = value;
        if (old >= 0 && !eg_formula_add(x->f, EG_OP_SELECT, is_it, value, old, &slots[flat]))
            return false;
        if (local->is_assigned)
            local->is_assigned[flat] = true;
    }
    return true;
}

static bool set_text(eg_running *x, const eg_expr *left, eg_local_variable *local, const eg_typed *value)
{
    if (x->changing > 0 || !value->text)
        return refuse(x, left->at, "a text of a function cannot change with time", "use numbers");
    local->text = value->text;
    return true;
}

/* Element `at` of a field of records that have `rank` dimensions. */
static eg_typed slice_of(const eg_typed *field, int rank, size_t at)
{
    eg_typed slice = *field;
    if (rank == 0)
        return slice;
    slice.rank = field->rank - rank;
    slice.dims = field->dims + rank;
    slice.count = 1;
    for (int i = 0; i < slice.rank; i++)
        slice.count *= (size_t)slice.dims[i];
    if (slice.rank == 0)
        slice.formula = field->formulas[at];
    else
        slice.formulas = field->formulas + at * slice.count;
    return slice;
}

static bool set_node(eg_running *x, const eg_expr *left, eg_node *node, const eg_typed *value, int rank,
                     size_t at);

static bool set_members(eg_running *x, const eg_expr *left, eg_node *node, const eg_typed *value, int rank,
                        size_t at)
{
    for (size_t i = 0; i < node->parts.count; i++) {
        eg_node *member = node->parts.items[i];
        const eg_typed *field = value->type == EG_RECORD ? eg_typed_field(value, member->name) : NULL;
        if (!field) {
            eg_error(x->f->r, x->f->scope.source, left->at, "%.200s has no \"%s\", which \"%.200s\" has",
                     eg_typed_describe(x->f->r, value), member->name, eg_node_path(x->f->r, node));
            return false;
        }
        if (!set_node(x, left, member, field, rank, at))
            return false;
    }
    return true;
}

/* Records in an array, which is one of their fields' dimensions more. */
static bool set_elements(eg_running *x, const eg_expr *left, eg_node *array, const eg_typed *value, int rank,
                         size_t at)
{
    bool fits = value->rank >= rank + array->rank;
    for (int i = 0; fits && i < array->rank; i++)
        fits = value->dims[rank + i] == array->dims[i];
    if (!fits) {
        eg_error(x->f->r, x->f->scope.source, left->at, "\"%.200s\" has not as many elements as its value",
                 eg_node_path(x->f->r, array));
        return false;
    }
    for (size_t i = 0; i < array->count; i++) {
        eg_node *element = eg_element_of(x->f->r, array, i);
        if (!element || !set_node(x, left, element, value, rank + array->rank, at * array->count + i))
            return false;
    }
    return true;
}

static bool set_variable(eg_running *x, const eg_expr *left, eg_node *node, const eg_typed *value)
{
    const char *path = eg_symbol(x->f->r, eg_node_path(x->f->r, node));
    eg_local_variable *local = path ? eg_local_variable_find(x->env, path) : NULL;
    if (!local)
        return refuse(x, left->at, "a parameter of a record cannot be assigned",
                      "assign the variables of the record one by one");
    if (!eg_typed_fits(x->f, left->at, local->name, &local->shape, value))
        return false;
    if (local->at == 0)
        local->at = left->at;
    for (size_t i = 0; i < value->count; i++) {
        x->env->slots[local->first + i] = eg_typed_at(value, i);
        local->is_assigned[i] = true;
    }
    return true;
}

/* Gives a variable of the model, or a record or an array of such, element `at` of what has `rank` dimensions
 * before its own. */
static bool set_node(eg_running *x, const eg_expr *left, eg_node *node, const eg_typed *value, int rank,
                     size_t at)
{
    const eg_node_kind kind = eg_shape(x->f->r, node);
    if (kind == EG_N_MODEL)
        return set_members(x, left, node, value, rank, at);
    if (kind == EG_N_ARRAY)
        return set_elements(x, left, node, value, rank, at);
    const eg_typed slice = slice_of(value, rank, at);
    return set_variable(x, left, node, &slice);
}

/* r := value, of records of the model. */
static bool assign_records(eg_running *x, const eg_expr *left, const eg_targets *records,
                           const eg_typed *value)
{
    bool fits = value->rank == records->rank && (value->type == EG_RECORD || records->count == 0);
    for (int i = 0; fits && i < value->rank; i++)
        fits = value->dims[i] == records->dims[i];
    if (!fits) {
        eg_error(x->f->r, x->f->scope.source, left->at, "\"%.200s\" is a record%s; it cannot be %s",
                 eg_reference_text(x->f->r, left->reference, left->reference->count),
                 records->rank > 0 ? " in an array" : "", eg_typed_describe(x->f->r, value));
        return false;
    }
    for (size_t i = 0; i < records->count; i++)
        if (!set_node(x, left, records->items[i].node, value, value->rank, i))
            return false;
    return true;
}

static bool assign(eg_running *x, const eg_expr *left, const eg_typed *value)
{
    eg_targets records;
    bool are_records;
    eg_local_variable *local = target_of(x, left, &records, &are_records);
    eg_picked p;
    long dims[EG_RANK_LIMIT];
    if (are_records)
        return assign_records(x, left, &records, value);
    if (!local)
        return false;
    if (local->record)
        return eg_record_set(x->f, left->at, x->env, local, value);
    const eg_part *last = &left->reference->parts[left->reference->count - 1];
    eg_typed wanted = local->shape;
    if (last->subscript_count > 0 && wanted.rank == 0)
        return refuse(x, left->at, "this is not an array; it has no elements", "leave the subscripts out");
    if (!eg_formula_pick(x->f, last, wanted.rank, wanted.dims, &p))
        return false;
    wanted.rank = 0;
    wanted.count = 1;
    for (int i = 0; i < p.rank; i++)
        if (p.is_vector[i])
            dims[wanted.rank++] = (long)p.count[i];
    wanted.dims = dims;
    if (!eg_typed_fits(x->f, left->at, local->name, &wanted, value))
        return false;
    if (local->at == 0)
        local->at = left->at;
    eg_typed numbered = *value;
    if (value->type == EG_STRING && !x->f->locals->are_paths)
        return set_text(x, left, local, value);
    if (!eg_number_text(x->f, &numbered))
        return false;
    value = &numbered;
    for (size_t k = 0; k < p.total; k++)
        if (!set_element(x, local, &p, k, eg_typed_at(value, k)))
            return false;
    return true;
}

/* (a, , b) := f(x) */
static bool assign_results(eg_running *x, const eg_equation *q)
{
    uint32_t count = q->left->count;
    eg_typed *values = eg_new_array(x->f->r, count, sizeof *values);
    if (!values || !eg_formula_of_results(x->f, q->right, values, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (q->left->items[i] && !assign(x, q->left->items[i], &values[i]))
            return false;
    return true;
}

static bool run_assignment(eg_running *x, const eg_equation *q)
{
    eg_typed value;
    if (q->left->kind == EG_E_TUPLE)
        return assign_results(x, q);
    return eg_formula_of_any(x->f, q->right, &value) && assign(x, q->left, &value);
}

/* ---------------------------------------------------------------- if */

typedef struct alternative {
    const eg_equation *q;
    uint32_t i;
} alternative;

static bool run_if(eg_running *x, const void *what);

static bool run_own(eg_running *x, const void *what)
{
    return run_branch(x, what);
}

static bool run_if(eg_running *x, const void *what)
{
    const alternative *a = what;
    for (uint32_t i = a->i; i < a->q->branch_count; i++) {
        const eg_branch *b = &a->q->branches[i];
        alternative rest = {a->q, i + 1};
        eg_typed condition;
        double known = 1;
        if (b->condition && !eg_formula_of_condition(x->f, b->condition, "the condition", &condition))
            return false;
        if (b->condition && !eg_formula_decides(x->f, condition.formula, &known))
            return split(x, a->q->at, condition.formula, run_own, b, run_if, &rest);
        if (known != 0)
            return run_branch(x, b);
    }
    return true;
}

/* ---------------------------------------------------------------- loops */

/* One pass, where nothing has ended the loop before. *is_over: nothing is left to do. */
static bool run_pass(eg_running *x, const eg_equation *q, part *body, const void *what, bool *is_over)
{
    int stop, go;
    double known;
    *is_over = false;
    if (!stopped(x, &stop) || !eg_formula_add(x->f, EG_OP_NOT, stop, -1, -1, &go))
        return false;
    if (!eg_formula_decides(x->f, go, &known))
        return split(x, q->at, go, body, what, NULL, NULL);
    *is_over = known == 0;
    return *is_over || body(x, what);
}

typedef struct looping {
    const eg_equation *q;
    uint32_t i; /* loop variable */
} looping;

static bool run_loop(eg_running *x, const void *what);

/* A loop through a range whose bounds change: passes are counted by a variable that nobody can name. */
typedef struct counting {
    looping inner;
    eg_range range;
    size_t slot;
} counting;

static bool condition_of_count(eg_running *x, const void *what, int *condition)
{
    const counting *c = what;
    return eg_formula_add(x->f, EG_OP_LESS, x->env->slots[c->slot], c->range.count, -1, condition) &&
           eg_formula_add(x->f, EG_OP_SMOOTH, *condition, -1, -1, condition);
}

static bool run_counted(eg_running *x, const void *what)
{
    const counting *c = what;
    eg_formulas *f = x->f;
    const eg_iteration *outer = f->scope.loops;
    int *slots = x->env->slots, count = slots[c->slot], one;
    eg_iteration loop = {.name = c->inner.q->iterators[c->inner.i - 1].name,
                         .value = {.type = c->range.type},
                         .outer = outer,
                         .changes = true};
    if (!eg_formula_add(f, EG_OP_MUL, count, c->range.step, -1, &loop.formula) ||
        !eg_formula_add(f, EG_OP_ADD, c->range.first, loop.formula, -1, &loop.formula) ||
        !eg_formula_number(f, 1, &one) || !eg_formula_add(f, EG_OP_ADD, count, one, -1, &slots[c->slot]))
        return false;
    f->scope.loops = &loop;
    bool ok = run_loop(x, &c->inner);
    f->scope.loops = outer;
    return ok;
}

static bool run_changing_range(eg_running *x, const looping *l, const eg_range *range)
{
    counting c = {{l->q, l->i + 1}, *range, x->env->slot_count};
    eg_loop_parts parts = {condition_of_count, run_counted, &c};
    eg_local_variable count = {.name = "", .shape = {.type = EG_INTEGER, .formula = -1, .count = 1}};
    if (!eg_local_variable_add(x->f, x->env, count) || !eg_formula_number(x->f, 0, &x->env->slots[c.slot]))
        return false;
    bool ok = eg_running_loop(x, l->q->at, &parts);
    x->env->count--;
    x->env->slot_count--;
    return ok;
}

/* Through a vector, element by element. */
static bool run_elements(eg_running *x, const looping *l, const eg_typed *vector)
{
    looping inner = {l->q, l->i + 1};
    eg_formulas *f = x->f;
    const eg_iteration *outer = f->scope.loops;
    bool ok = true, is_over = false;
    for (size_t k = 0; ok && k < vector->count && !is_over; k++) {
        eg_typed element = eg_typed_element(vector, k);
        eg_iteration loop = {.name = l->q->iterators[l->i].name,
                             .value = {.type = element.type, .unit = element.unit},
                             .outer = outer};
        double number;
        loop.changes = !eg_formula_known(f, element.formula, &number);
        loop.formula = element.formula;
        ok = loop.changes || eg_typed_to_value(f, &element, &loop.value);
        f->scope.loops = &loop;
        ok = ok && eg_count_steps(f->r, f->scope.source, l->q->at, 1) &&
             run_pass(x, l->q, run_loop, &inner, &is_over);
    }
    f->scope.loops = outer;
    return ok;
}

static bool run_loop(eg_running *x, const void *what)
{
    const looping *l = what;
    eg_formulas *f = x->f;
    eg_value values;
    eg_typed vector;
    eg_range range;
    bool changes = false;
    if (l->i == l->q->iterator_count)
        return run_branch(x, l->q->branches);
    const eg_iterator *it = &l->q->iterators[l->i];
    if (!it->range) /* says what is missing */
        return eg_formula_range(f, it, &values);
    if (!eg_formula_changing_range(f, it->range, &range, &changes))
        return false;
    if (changes)
        return run_changing_range(x, l, &range);
    if (!eg_formula_of_any(f, it->range, &vector))
        return false;
    if (vector.rank == 1 && vector.type <= EG_STRING)
        return run_elements(x, l, &vector);
    eg_error(f->r, f->scope.source, it->range->at, "a loop runs through a vector, not through %s",
             eg_typed_describe(f->r, &vector));
    eg_hint(f->r, "write \"for %s in 1:n loop\"", it->name);
    return false;
}

/* What `break` ends is the loop; around it goes on. */
static bool run_for(eg_running *x, const eg_equation *q)
{
    int broken = x->broken;
    looping l = {q, 0};
    if (q->iterator_count > EG_RANK_LIMIT)
        return refuse(x, q->at, "too many loop variables", "write loops inside each other");
    bool ok = eg_formula_number(x->f, 0, &x->broken) && run_loop(x, &l);
    x->broken = broken;
    return ok;
}

/* The condition of a loop makes no events: it is asked again and again at one instant. */
static bool condition_of_while(eg_running *x, const void *what, int *condition)
{
    const eg_equation *q = what;
    eg_typed c;
    double known;
    bool smooth = x->f->is_smooth;
    x->f->is_smooth = true;
    bool ok = eg_formula_of_condition(x->f, q->branches->condition, "the condition", &c);
    x->f->is_smooth = smooth;
    if (ok && !eg_formula_known(x->f, c.formula, &known))
        ok = eg_formula_add(x->f, EG_OP_SMOOTH, c.formula, -1, -1, &c.formula);
    *condition = c.formula;
    return ok;
}

static bool body_of_while(eg_running *x, const void *what)
{
    const eg_equation *q = what;
    return run_branch(x, q->branches);
}

/* Passes are written out if it is known that they are made, and after which of them the loop ends. Otherwise
 * what has been written out is taken back: all passes are the same, and none of them makes events. */
static bool run_while(eg_running *x, const eg_equation *q)
{
    eg_formulas *f = x->f;
    int outer = x->broken, condition = -1, go = -1;
    moment before;
    bool ok = eg_formula_number(f, 0, &x->broken) && remember(x, q->at, &before);
    size_t formulas = f->spec->formula_count, equations = f->spec->equation_count,
           claims = f->claims ? f->claims->count : 0;
    double known = 1;
    while (ok && known != 0) {
        ok = eg_count_steps(f->r, f->scope.source, q->at, 1) && condition_of_while(x, q, &condition) &&
             stopped(x, &go) && eg_formula_add(f, EG_OP_NOT, go, -1, -1, &go) &&
             eg_formula_add(f, EG_OP_AND, condition, go, -1, &go);
        if (ok && !eg_formula_known(f, go, &known)) {
            eg_loop_parts parts = {condition_of_while, body_of_while, q};
            go_back(x, &before);
            f->spec->formula_count = formulas;
            f->spec->equation_count = equations;
            if (f->claims)
                f->claims->count = claims;
            ok = eg_running_loop(x, q->at, &parts);
            break;
        }
        ok = ok && (known == 0 || run_branch(x, q->branches));
    }
    x->broken = outer;
    return ok;
}

static bool run_exit(eg_running *x, const eg_equation *q)
{
    return eg_formula_number(x->f, 1, q->kind == EG_Q_RETURN ? &x->returned : &x->broken);
}

/* ---------------------------------------------------------------- assert and other calls */

static bool is_call_of(const eg_equation *q, const char *name)
{
    return q->left->kind == EG_E_CALL && q->left->reference->count == 1 &&
           strcmp(q->left->reference->parts[0].name, name) == 0;
}

/* Below a guard it need hold only where that does. */
static bool guarded(eg_running *x, int *claim)
{
    int open;
    if (x->guard < 0)
        return true;
    return eg_formula_add(x->f, EG_OP_NOT, x->guard, -1, -1, &open) &&
           eg_formula_add(x->f, EG_OP_OR, open, *claim, -1, claim);
}

bool eg_running_claim(eg_running *x, const eg_user_equation *one)
{
    eg_formulas *f = x->f;
    eg_user_equation *claim = eg_new(f->r, sizeof *claim);
    if (!claim)
        return false;
    *claim = *one;
    if (!guarded(x, &claim->left))
        return false;
    if (f->claims)
        return eg_list_add(f->r, f->claims, claim);
    if (x->when >= 0 && !eg_running_clause(x, &claim->when))
        return false;
    if (eg_spec_add_equation(f->spec, *claim) < 0)
        f->r->out_of_memory = true;
    return !f->r->out_of_memory;
}

static bool known_claim(eg_running *x, const eg_equation *q, bool holds, const eg_user_equation *one)
{
    if (holds)
        return true;
    if (one->is_warning)
        eg_warn(x->f->r, x->f->scope.source, q->at, "assertion: %.1000s", one->text ? one->text : "");
    else {
        eg_error(x->f->r, x->f->scope.source, q->at, "assertion failed: %.1000s", one->text ? one->text : "");
        eg_hint(x->f->r, "change the arguments so that its condition holds");
    }
    return one->is_warning;
}

static bool run_assert(eg_running *x, const eg_equation *q)
{
    eg_formulas *f = x->f;
    eg_typed condition;
    double known;
    eg_user_equation one = {.kind = EG_USER_ASSERT, .right = -1, .when = -1};
    if (!eg_formula_assert(f, q, &one, &condition))
        return false;
    bool is_known = eg_formula_decides(f, condition.formula, &known);
    if (is_known && (known != 0 || x->guard < 0) && x->when < 0)
        return known_claim(x, q, known != 0, &one);
    if (f->is_for_now)
        return true; /* it speaks of what is not known: somebody says so */
    one.left = condition.formula;
    one.place = eg_source_place(f->scope.source, q->at);
    return eg_running_claim(x, &one);
}

/* terminate(message), print(message): in the clause that is carried out. */
static bool add_message(eg_running *x, const eg_equation *q, eg_user_equation_kind kind)
{
    eg_formulas *f = x->f;
    eg_user_equation one = {
        .kind = kind, .left = -1, .right = -1, .when = -1, .place = eg_source_place(f->scope.source, q->at)};
    if (!eg_formula_message(f, q->left->items[0], &one) || !eg_running_clause(x, &one.when))
        return false;
    if (eg_spec_add_equation(f->spec, one) < 0)
        f->r->out_of_memory = true;
    return !f->r->out_of_memory;
}

static bool run_terminate(eg_running *x, const eg_equation *q)
{
    if (x->when < 0)
        return refuse(x, q->at, "terminate must stand in a when clause",
                      "write when condition then terminate(\"...\"); end when;");
    if (x->f->claims)
        return refuse(x, q->at, "terminate cannot stand in a loop whose number of passes changes",
                      "let the loop set a variable, and terminate behind it");
    if (q->left->count != 1)
        return refuse(x, q->at, "terminate takes a message", "write terminate(\"...\")");
    return add_message(x, q, EG_USER_TERMINATE);
}

static bool run_print(eg_running *x, const eg_equation *q)
{
    return !eg_print_is_heard(x->f, q, x->when >= 0 && !x->f->claims) || add_message(x, q, EG_USER_PRINT);
}

static bool run_call(eg_running *x, const eg_equation *q)
{
    eg_typed value;
    if (is_call_of(q, "assert"))
        return run_assert(x, q);
    if (is_call_of(q, "terminate"))
        return run_terminate(x, q);
    if (is_call_of(q, "reinit"))
        return refuse(x, q->at, "reinit cannot stand in an algorithm",
                      "write it in a when clause of equations");
    if (eg_is_print(x->f, q))
        return run_print(x, q);
    return eg_formula_of_results(x->f, q->left, &value, 0);
}

/* ---------------------------------------------------------------- all */

static bool run(eg_running *x, const eg_equation *q)
{
    alternative a = {q, 0};
    x->f->at = q->at;
    if (!eg_count_steps(x->f->r, x->f->scope.source, q->at, 1))
        return false;
    switch (q->kind) {
    case EG_Q_ASSIGNMENT: return run_assignment(x, q);
    case EG_Q_IF: return run_if(x, &a);
    case EG_Q_FOR: return run_for(x, q);
    case EG_Q_WHILE: return run_while(x, q);
    case EG_Q_BREAK:
    case EG_Q_RETURN:
        if (q->kind == EG_Q_RETURN && x->env->are_paths)
            return refuse(x, q->at, "return is of functions only", "use if ... then ... else");
        return run_exit(x, q);
    case EG_Q_CALL: return run_call(x, q);
    case EG_Q_WHEN:
        if (!x->env->are_paths)
            return refuse(x, q->at, "when cannot stand in a function", "use if");
        return eg_running_when(x, q);
    default: return refuse(x, q->at, "an equation cannot stand in an algorithm", "write := in place of =");
    }
}

bool eg_running_branch(eg_running *x, uint32_t at, int condition, const eg_branch *branch,
                       bool (*otherwise)(eg_running *x, const void *what), const void *what)
{
    return split(x, at, condition, run_own, branch, otherwise, what);
}

bool eg_carry_statements(eg_formulas *f, eg_locals *locals, const eg_section *section)
{
    eg_running x = {.f = f, .env = locals, .guard = -1, .when = -1, .is_initial = section->is_initial};
    sequence s = {section->body, section->count};
    f->locals = locals;
    bool ok = eg_formula_guard(f, &x.guard) && eg_formula_number(f, 0, &x.returned) &&
              eg_formula_number(f, 0, &x.broken) && run_sequence(&x, &s);
    for (size_t i = 0; i < locals->slot_count; i++)
        if (locals->slots[i] < 0)
            locals->slots[i] = -1; /* a value on some ways only is none */
    return ok;
}
