/* What names in equations and statements stand for: variables of functions and algorithms, variables of the
 * model by their paths, values; single ones, whole arrays, and what subscripts select of them. */
#include <string.h>

#include "modelica/formula/formula.h"
#include "modelica/instance/influence.h"
#include "modelica/scope/legal.h"

static const char *text_of(eg_formulas *f, const eg_expr *e)
{
    return eg_reference_text(f->r, e->reference, e->reference->count);
}

static bool refuse(eg_formulas *f, const eg_expr *e, const char *what, const char *hint)
{
    eg_error(f->r, f->scope.source, e->at, "\"%.200s\" %s", text_of(f, e), what);
    eg_hint(f->r, "%s", hint);
    return false;
}

/* ---------------------------------------------------------------- what a reference names */

/* One variable, an array that is declared as one, several components' variables, or something with a
 * value. */
typedef struct named {
    const char *path;    /* of a single one, or of the declared array; NULL: several, or a value */
    eg_typed shape;      /* type, unit, dims of all that is named before `rest` */
    const char **paths;  /* of several, shape.count of them */
    const eg_part *rest; /* subscripts of a declared array */
    bool is_variable;    /* false: a value */
    bool are_records;    /* of the model: */
    eg_targets targets;  /* which; or elements of which there are none */
} named;

static const eg_iteration *loop_of(const eg_formulas *f, const eg_reference *reference)
{
    for (const eg_iteration *loop = f->scope.loops; loop && !reference->is_global; loop = loop->outer)
        if (loop->name == reference->parts[0].name)
            return loop;
    return NULL;
}

static bool is_loop(const eg_formulas *f, const eg_reference *reference)
{
    return loop_of(f, reference) != NULL;
}

eg_local_variable *eg_local_variable_find(const eg_locals *locals, const char *name)
{
    for (uint32_t i = locals ? locals->count : 0; i-- > 0;)
        if (locals->items[i].name == name)
            return &locals->items[i];
    return NULL;
}

eg_local_variable *eg_local_variable_named(eg_formulas *f, const eg_locals *locals,
                                           const eg_reference *reference)
{
    eg_local_variable *local = eg_local_variable_find(locals, reference->parts[0].name);
    for (uint32_t i = 1; local && i < reference->count; i++)
        local = local->record && reference->parts[i - 1].subscript_count == 0
                    ? eg_local_variable_field(f, locals, local, reference->parts[i].name)
                    : NULL;
    return local;
}

/* A variable of the function that is being carried out. */
static const eg_local_variable *function_local(eg_formulas *f, const eg_reference *reference)
{
    bool may_be = !reference->is_global && f->locals && !f->locals->are_paths;
    return may_be ? eg_local_variable_named(f, f->locals, reference) : NULL;
}

static bool is_time(eg_formulas *f, const eg_reference *reference)
{
    return reference->count == 1 && strcmp(reference->parts[0].name, "time") == 0 &&
           !eg_lookup(f->r, f->scope.home, reference->parts[0].name, NULL);
}

static const char *inside(eg_formulas *f, eg_node *node, const char *name)
{
    const char *path = eg_node_path(f->r, node);
    return eg_textf(f->r, "%s%s%s", path, *path ? "." : "", name);
}

static const char *target_path(eg_formulas *f, const eg_target *t)
{
    if (!t->member)
        return eg_node_path(f->r, t->node);
    const char *name =
        t->element > 0 ? eg_textf(f->r, "%s[%d]", t->member->name, t->element) : t->member->name;
    const char *path = inside(f, t->node, name);
    if (t->member->kind == EG_M_VARIABLE && t->native->class->variables[t->member->index].follows)
        eg_note_derivation(f->r, path, t->node, t->native, name, false);
    return path;
}

/* The path of a connector's variable. What flows into a component follows from its equations. */
static const char *member_path(eg_formulas *f, const eg_target *t, const char *member)
{
    const char *path = eg_textf(f->r, "%s.%s", target_path(f, t), member);
    if (t->member && strcmp(member, "s") != 0 && strcmp(member, "phi") != 0 && strcmp(member, "T") != 0)
        eg_note_derivation(f->r, path, t->node, t->native, eg_textf(f->r, "%s.%s", t->member->name, member),
                           strcmp(member, "Q_flow") != 0);
    return path;
}

/* The shape of what several targets have, each `own`. */
static bool shape_of_several(eg_formulas *f, const eg_expr *e, const eg_targets *targets, const eg_typed *own,
                             eg_typed *shape)
{
    long *dims = eg_new_array(f->r, EG_RANK_LIMIT, sizeof *dims);
    if (!dims)
        return false;
    if (targets->rank + own->rank > EG_RANK_LIMIT)
        return refuse(f, e, "has too many dimensions", "name single elements");
    memcpy(dims, targets->dims, (size_t)targets->rank * sizeof *dims);
    for (int i = 0; i < own->rank; i++)
        dims[targets->rank + i] = own->dims[i];
    *shape = *own;
    shape->rank = targets->rank + own->rank;
    shape->dims = dims;
    shape->count = targets->count * own->count;
    return true;
}

/* ---------------------------------------------------------------- connectors: flange.s, port.T */

static const char *unit_of_connector(eg_port_kind kind, const char *name)
{
    if (eg_port_is_rotational(kind)) {
        if (strcmp(name, "phi") == 0)
            return "rad";
        if (strcmp(name, "tau") == 0)
            return "N.m";
        return NULL;
    }
    if (eg_port_is_mechanical(kind)) {
        if (strcmp(name, "s") == 0)
            return "m";
        if (strcmp(name, "f") == 0)
            return "N";
        return NULL;
    }
    if (eg_port_is_thermal(kind)) {
        if (strcmp(name, "T") == 0)
            return "K";
        if (strcmp(name, "Q_flow") == 0)
            return "W";
        return NULL;
    }
    return NULL;
}

static bool is_connector(const eg_target *t, eg_port_kind *kind)
{
    if (t->member && t->member->kind == EG_M_PORT) {
        *kind = t->native->class->ports[t->member->index].kind;
        return true;
    }
    *kind = t->node ? t->node->port_kind : EG_FLANGE_A;
    return !t->member && t->node && t->node->kind == EG_N_CONNECTOR;
}

static bool set_paths(eg_formulas *f, const eg_expr *e, const eg_targets *targets, const char *member,
                      named *out)
{
    eg_typed own = out->shape;
    out->paths = eg_new_array(f->r, targets->count, sizeof *out->paths);
    if (!out->paths || !eg_count_steps(f->r, f->scope.source, e->at, (long long)targets->count) ||
        !shape_of_several(f, e, targets, &own, &out->shape))
        return false;
    for (size_t i = 0; i < targets->count; i++) {
        const eg_target *t = &targets->items[i];
        out->paths[i] = member ? member_path(f, t, member) : target_path(f, t);
    }
    return true;
}

/* *found tells whether the reference is of that kind. */
static bool name_in_connector(eg_formulas *f, const eg_expr *e, named *out, bool *found)
{
    const eg_reference *whole = e->reference;
    eg_reference connector = {
        .parts = whole->parts, .count = whole->count - 1, .is_global = whole->is_global};
    const eg_part *last = &whole->parts[whole->count - 1];
    static const char *const names[] = {"s", "f", "phi", "tau", "T", "Q_flow", "Q"};
    eg_targets targets;
    eg_port_kind kind;
    bool may_be = false;
    *found = false;
    for (size_t i = 0; i < EG_COUNT(names); i++)
        may_be = may_be || strcmp(last->name, names[i]) == 0;
    if (whole->count < 2 || !may_be || last->subscript_count > 0)
        return true;
    if (!eg_find_values(f->r, &f->scope, &connector, &targets))
        return false;
    if (targets.class || targets.rest || targets.is_absent || targets.count == 0 ||
        !is_connector(&targets.items[0], &kind) || eg_port_is_signal(kind))
        return true;
    const char *member = last->name;
    if (strcmp(member, "Q") == 0) { /* as Dyad calls the heat flow */
        if (!eg_port_is_thermal(kind) || !eg_source_is_dyad(f->scope.source->name))
            return true;
        member = "Q_flow";
    }
    *found = true;
    const char *unit = unit_of_connector(kind, member);
    if (!unit)
        return refuse(f, e, "is not known: a flange has s and f, or phi and tau; a heat port T and Q_flow",
                      "name one of these");
    out->shape = eg_typed_scalar(EG_REAL, -1, eg_quantity_of(f->r, unit));
    out->is_variable = true;
    if (targets.rank > 0)
        return set_paths(f, e, &targets, member, out);
    out->path = member_path(f, &targets.items[0], member);
    return true;
}

/* ---------------------------------------------------------------- variables */

bool eg_formula_shape_of(eg_formulas *f, const eg_expr *e, const eg_node *node, eg_typed *shape)
{
    if (node->kind == EG_N_CONNECTOR && eg_port_is_signal(node->port_kind)) {
        *shape = eg_typed_scalar((int)eg_port_type(node->port_kind), -1, NULL);
        return true;
    }
    if (node->kind != EG_N_VARIABLE)
        return refuse(
            f, e,
            node->kind == EG_N_CONNECTOR ? "is a connector, not a value" : "is a component, not a value",
            node->kind == EG_N_CONNECTOR ? "name what it has: flange.s, flange.f, port.T, port.Q_flow"
                                         : "name one of its variables");
    *shape = (eg_typed){.type = node->native->type,
                        .formula = -1,
                        .unit = eg_quantity_of(f->r, node->unit),
                        .rank = node->rank,
                        .dims = node->dims,
                        .count = node->rank > 0 ? node->count : 1,
                        .literals = node->native->literals,
                        .type_name = node->native->full};
    return true;
}

static bool shape_of_member(eg_formulas *f, const eg_expr *e, const eg_target *t, eg_typed *shape)
{
    const eg_class *class = t->native->class;
    bool is_variable = t->member->kind == EG_M_VARIABLE;
    if (!is_variable && !eg_port_is_signal(class->ports[t->member->index].kind))
        return refuse(f, e, "is a connector, not a value",
                      "name what it has: flange.s, flange.f, port.T, port.Q_flow");
    const eg_variable *v = is_variable ? &class->variables[t->member->index] : NULL;
    const eg_port *port = v ? NULL : &class->ports[t->member->index];
    *shape = eg_typed_scalar((int)(v ? v->type : eg_port_type(port->kind)), -1,
                             eg_quantity_of(f->r, v ? v->unit : port->unit));
    return shape->type <= EG_BOOLEAN ||
           refuse(f, e, "is neither a number nor a truth value", "use a Real, an Integer or a Boolean");
}

static bool shape_of_target(eg_formulas *f, const eg_expr *e, const eg_target *t, eg_typed *shape)
{
    return t->member ? shape_of_member(f, e, t, shape) : eg_formula_shape_of(f, e, t->node, shape);
}

/* Are all of them records of the model, and no connectors? */
static bool are_records(const eg_targets *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        const eg_target *t = &targets->items[i];
        if (t->member || t->node->kind != EG_N_MODEL || t->node->category != EG_C_RECORD ||
            eg_is_own_connector(t->node->type))
            return false;
    }
    return targets->count > 0;
}

static bool name_records(const eg_targets *targets, named *out)
{
    out->are_records = true;
    out->targets = *targets;
    if (targets->items == &targets->one)
        out->targets.items = &out->targets.one;
    return true;
}

/* false: reported. */
static bool name_of(eg_formulas *f, const eg_expr *e, named *out)
{
    bool found;
    eg_targets targets;
    *out = (named){0};
    if (!name_in_connector(f, e, out, &found) || found)
        return found && out->is_variable && (out->path || out->paths);
    if (!eg_find_values(f->r, &f->scope, e->reference, &targets))
        return false;
    if (targets.count == 0 && targets.rank > 0)
        out->targets = targets;
    if (targets.class || targets.is_absent || targets.count == 0)
        return true;
    const eg_target *t = &targets.items[0];
    if (t->member ? t->member->kind == EG_M_PARAMETER : t->node->kind == EG_N_VALUE)
        return true;
    if (!t->member && t->node->kind == EG_N_MODEL && eg_is_external_object(t->node->type))
        return true; /* an argument of its functions */
    if (!t->member && t->node->kind == EG_N_MODEL && eg_has_cases(t->node->type))
        return true; /* the case that it is */
    out->is_variable = true;
    if (are_records(&targets))
        return name_records(&targets, out);
    if (!shape_of_target(f, e, t, &out->shape))
        return false;
    if (targets.rank == 0) {
        out->path = target_path(f, t);
        out->rest = targets.rest;
        return true;
    }
    if (out->shape.rank > 0)
        return refuse(f, e, "means arrays of several components", "name single components");
    for (size_t i = 1; i < targets.count; i++) {
        eg_typed other;
        if (!shape_of_target(f, e, &targets.items[i], &other))
            return false;
    }
    return set_paths(f, e, &targets, NULL, out);
}

/* ---------------------------------------------------------------- subscripts */

static bool refuse_index(eg_formulas *f, uint32_t at, double index, long n)
{
    eg_error(f->r, f->scope.source, at, "the subscript %.0f is out of range: it must be from 1 to %ld", index,
             n);
    eg_hint(f->r, n > 0 ? "elements count from 1; x[end] is the last" : "the array has no elements");
    return false;
}

static bool pick_one(eg_formulas *f, const eg_expr *e, long n, eg_picked *p, int i)
{
    eg_typed t;
    double x;
    if (e->kind == EG_E_COLON) {
        p->count[i] = (size_t)n;
        p->is_vector[i] = true;
        return true;
    }
    if (!eg_formula_of_any(f, e, &t))
        return false;
    const eg_value like = {.type = t.type, .literals = t.literals};
    const bool is_literal = eg_is_index_literal(&like, n);
    int one = -1;
    if ((t.type != EG_INTEGER && !is_literal) || t.rank > 1) {
        eg_error(f->r, f->scope.source, e->at, "a subscript is an Integer or a vector of them, not %s",
                 eg_typed_describe(f->r, &t));
        eg_hint(f->r, "write a whole number, a range 1:n, or integer(...) around a Real");
        return false;
    }
    int *index = eg_new_array(f->r, t.count, sizeof *index);
    const bool is_truth = is_literal && t.type == EG_BOOLEAN; /* literals count from 1 in formulas */
    if (!index || (is_truth && !eg_formula_number(f, 1, &one)))
        return false;
    for (size_t k = 0; k < t.count; k++) {
        index[k] = eg_typed_at(&t, k);
        if (is_truth && !eg_formula_add(f, EG_OP_ADD, index[k], one, -1, &index[k]))
            return false;
        if (eg_formula_known(f, index[k], &x) && !(x >= 1.0 && x <= (double)n))
            return refuse_index(f, e->at, x, n);
    }
    p->index[i] = index;
    p->count[i] = t.count;
    p->is_vector[i] = t.rank > 0;
    return true;
}

bool eg_formula_pick(eg_formulas *f, const eg_part *part, int rank, const long *dims, eg_picked *p)
{
    eg_scope outside = f->scope;
    eg_value shape = {.type = EG_INTEGER, .rank = rank, .dims = dims};
    uint32_t written = part ? part->subscript_count : 0;
    bool ok = true;
    *p = (eg_picked){.rank = rank, .dims = dims, .total = 1};
    if (written > (uint32_t)rank) {
        eg_error(f->r, f->scope.source, part->at, "\"%s\" has %u subscript%s but %d dimension%s", part->name,
                 written, written == 1 ? "" : "s", rank, rank == 1 ? "" : "s");
        eg_hint(f->r, "leave out what is too much");
        return false;
    }
    f->scope.subscripted = &shape;
    for (int i = 0; ok && i < rank; i++) {
        f->scope.dimension = i;
        p->count[i] = (size_t)dims[i];
        p->is_vector[i] = true;
        ok = (uint32_t)i >= written || pick_one(f, part->subscripts[i], dims[i], p, i);
        p->total *= p->count[i];
    }
    f->scope = outside;
    return ok && (!part || eg_count_steps(f->r, f->scope.source, part->at, (long long)p->total));
}

/* The formula of the index of selected element k in dimension i (-1: of a whole dimension, *whole from 0); k
 * loses it. */
static int index_of(const eg_picked *p, int i, size_t *k, size_t *whole)
{
    size_t here = *k % p->count[i];
    *k /= p->count[i];
    *whole = here;
    return p->index[i] ? p->index[i][here] : -1;
}

bool eg_picked_at(eg_formulas *f, const eg_picked *p, size_t k, size_t *flat)
{
    size_t stride = 1, whole;
    *flat = 0;
    for (int i = p->rank; i-- > 0;) {
        double x;
        int index = index_of(p, i, &k, &whole);
        if (index >= 0 && !eg_formula_known(f, index, &x))
            return false;
        *flat += stride * (index >= 0 ? (size_t)(x - 1.0) : whole);
        stride *= (size_t)p->dims[i];
    }
    return true;
}

bool eg_picked_is(eg_formulas *f, const eg_picked *p, size_t k, size_t flat, int *truth)
{
    if (!eg_formula_number(f, 1, truth))
        return false;
    for (int i = p->rank; i-- > 0;) {
        size_t whole, own = flat % (size_t)p->dims[i];
        int index = index_of(p, i, &k, &whole), number, equal;
        flat /= (size_t)p->dims[i];
        if (index < 0 && !eg_formula_number(f, (double)whole + 1.0, &index))
            return false;
        if (!eg_formula_number(f, (double)own + 1.0, &number) ||
            !eg_formula_add(f, EG_OP_EQUAL, index, number, -1, &equal) ||
            !eg_formula_add(f, EG_OP_AND, *truth, equal, -1, truth))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- elements */

/* An array whose elements are made when they are asked for. */
typedef struct source {
    const char *path;               /* of a variable of the model; NULL: */
    const char **paths;             /* of several, or */
    const eg_local_variable *local; /* what statements have given it so far */
    const int *slots;
    const int *made; /* of values: formulas that are there */
    const eg_typed *shape;
} source;

static bool element(eg_formulas *f, const eg_expr *e, const source *s, size_t flat, int *formula)
{
    if (s->local) {
        *formula = s->slots[s->local->first + flat];
        return *formula >= 0 || refuse(f, e, "has no value yet", "assign one before it is used");
    }
    if (s->made) {
        *formula = s->made[flat];
        return true;
    }
    if (s->paths)
        return eg_formula_path(f, s->paths[flat], formula);
    return eg_formula_path(f, eg_element_path(f->r, s->path, s->shape->rank, s->shape->dims, flat), formula);
}

/* An element whose index changes: chosen from all that it may be. */
static bool changing_element(eg_formulas *f, const eg_expr *e, const source *s, const eg_picked *p, size_t k,
                             int *formula)
{
    *formula = -1;
    if (!eg_count_steps(f->r, f->scope.source, e->at, (long long)s->shape->count))
        return false;
    for (size_t flat = s->shape->count; flat-- > 0;) {
        int is_it, value;
        double known;
        if (!eg_picked_is(f, p, k, flat, &is_it))
            return false;
        if (eg_formula_known(f, is_it, &known) && known == 0)
            continue;
        if (!element(f, e, s, flat, &value))
            return false;
        if (*formula < 0)
            *formula = value;
        else if (!eg_formula_add(f, EG_OP_SELECT, is_it, value, *formula, formula))
            return false;
    }
    return *formula >= 0 || refuse(f, e, "is empty", "its size must be 1 at least");
}

static bool picked_element(eg_formulas *f, const eg_expr *e, const source *s, const eg_picked *p, size_t k,
                           int *formula)
{
    size_t flat;
    return eg_picked_at(f, p, k, &flat) ? element(f, e, s, flat, formula)
                                        : changing_element(f, e, s, p, k, formula);
}

static bool take(eg_formulas *f, const eg_expr *e, const source *s, const eg_part *rest, eg_typed *out)
{
    eg_picked p;
    long dims[EG_RANK_LIMIT];
    int rank = 0, *formulas;
    eg_typed like = *s->shape;
    if (rest && rest->subscript_count > 0 && like.rank == 0)
        return refuse(f, e, "is not an array; it has no elements", "leave the subscripts out");
    if (!eg_formula_pick(f, rest, like.rank, like.dims, &p))
        return false;
    for (int i = 0; i < p.rank; i++)
        if (p.is_vector[i])
            dims[rank++] = (long)p.count[i];
    like.rank = 0;
    like.count = 1;
    like.dims = NULL;
    *out = like;
    if (rank == 0)
        return picked_element(f, e, s, &p, 0, &out->formula);
    if (!eg_typed_array(f, e->at, like, rank, dims, out, &formulas))
        return false;
    for (size_t k = 0; k < p.total; k++)
        if (!picked_element(f, e, s, &p, k, &formulas[k]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- is it known now? */

/* The functions that speak of time. */
static bool is_of_time(const eg_reference *name)
{
    static const char *const names[] = {"der",    "pre",  "edge",     "change", "initial",
                                        "sample", "time", "terminal", "reinit", "delay"};
    for (size_t i = 0; i < EG_COUNT(names) && name->count == 1; i++)
        if (strcmp(names[i], name->parts[0].name) == 0)
            return true;
    return false;
}

static bool arguments_are_fixed(eg_formulas *f, const eg_expr *e)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (e->items[i] && !eg_formula_is_fixed(f, e->items[i]))
            return false;
    return true;
}

/* Loop variables of {f(i) for i in 1:n} are values while the element is looked at. */
static bool collection_is_fixed(eg_formulas *f, const eg_expr *e)
{
    const eg_iteration *outer = f->scope.loops;
    eg_iteration loops[EG_RANK_LIMIT];
    bool fixed = e->iterator_count <= EG_RANK_LIMIT;
    for (uint32_t i = 0; fixed && i < e->iterator_count; i++) {
        fixed = e->iterators[i].range && eg_formula_is_fixed(f, e->iterators[i].range);
        loops[i] = (eg_iteration){
            .name = e->iterators[i].name, .value = eg_value_number(EG_INTEGER, 1), .outer = f->scope.loops};
        f->scope.loops = &loops[i];
    }
    fixed = fixed && arguments_are_fixed(f, e);
    f->scope.loops = outer;
    return fixed;
}

bool eg_formula_is_fixed(eg_formulas *f, const eg_expr *e)
{
    named name;
    if (e->kind == EG_E_REFERENCE) {
        const eg_iteration *loop = loop_of(f, e->reference);
        if (loop)
            return !loop->changes;
        if (function_local(f, e->reference))
            return false;
        if (is_time(f, e->reference))
            return false;
        return !name_of(f, e, &name) || !name.is_variable;
    }
    if (e->kind == EG_E_COLLECT)
        return collection_is_fixed(f, e);
    if (e->kind == EG_E_CALL && is_of_time(e->reference))
        return false;
    bool asks_for_shape =
        e->kind == EG_E_CALL && e->reference->count == 1 && eg_is_of_shape(e->reference->parts[0].name);
    if (asks_for_shape && e->count > 0 &&
        e->items[0]->kind == EG_E_REFERENCE) /* it has one without a value */
        return !f->locals;
    return arguments_are_fixed(f, e);
}

/* ---------------------------------------------------------------- references */

static bool of_local(eg_formulas *f, const eg_expr *e, const eg_local_variable *local, eg_typed *out)
{
    if (local->record)
        return eg_record_of_local(f, e, f->locals, local, out);
    if (local->shape.type == EG_STRING) {
        *out = local->shape;
        out->text = local->text;
        return out->text || refuse(f, e, "has no value yet", "assign one before it is used");
    }
    source s = {.local = local, .slots = f->locals->slots, .shape = &local->shape};
    return take(f, e, &s, &e->reference->parts[e->reference->count - 1], out);
}

/* The path of element `flat` of what the reference names, where that is a parameter that flat text may leave
 * open; NULL: a constant of a class, a matrix of a component, ... */
static const char *parameter_path(eg_formulas *f, const eg_targets *targets, size_t count, size_t flat)
{
    const size_t each = targets->count > 0 ? count / targets->count : 0;
    const eg_target *t = each > 0 ? &targets->items[flat / each] : NULL;
    if (!t || (!t->member && (t->node->kind != EG_N_VALUE || t->node->is_static)))
        return NULL;
    if (!t->member)
        return eg_element_path(f->r, eg_node_path(f->r, t->node), t->node->value.rank, t->node->value.dims,
                               flat % each);
    const eg_parameter *p = t->member->kind == EG_M_PARAMETER && each == 1
                                ? &t->native->class->parameters[t->member->index]
                                : NULL;
    return p && p->columns == 0 && !p->is_structural ? inside(f, t->node, p->name) : NULL;
}

/* For flat text: the values that the whole reference has, each as the parameter that it is. */
static bool name_values(eg_formulas *f, const eg_targets *targets, const eg_expr *whole, eg_typed *out)
{
    eg_value v;
    int *formulas = &out->formula;
    const eg_asker before = eg_ask_for(f->r, EG_FOR_KEEPING);
    const bool ok = eg_evaluate(f->r, &f->scope, whole, &v);
    eg_ask_for(f->r, before);
    if (!ok || !eg_typed_of_value(f, whole, &v, out))
        return false;
    if (out->rank > 0 && !(formulas = eg_new_array(f->r, out->count, sizeof *formulas)))
        return false;
    for (size_t i = 0; i < out->count; i++) {
        const double number = f->spec->formulas[eg_typed_at(out, i)].number;
        if (!eg_formula_parameter(f, parameter_path(f, targets, out->count, i), number, &formulas[i]))
            return false;
    }
    if (out->rank > 0)
        out->formulas = formulas;
    return true;
}

/* The reference without its last subscripts. */
static bool without_subscripts(eg_formulas *f, const eg_expr *e, eg_reference *whole, eg_expr *expr)
{
    const uint32_t count = e->reference->count;
    eg_part *parts = eg_new_array(f->r, count, sizeof *parts);
    if (!parts)
        return false;
    memcpy(parts, e->reference->parts, count * sizeof *parts);
    parts[count - 1].subscript_count = 0;
    *whole = (eg_reference){.parts = parts, .count = count, .is_global = e->reference->is_global};
    *expr = *e;
    expr->reference = whole;
    return true;
}

/* *found: the reference names parameters, which flat text will name, too. */
static bool of_parameters(eg_formulas *f, const eg_expr *e, eg_typed *out, bool *found)
{
    eg_reference whole;
    eg_expr expr;
    eg_targets targets;
    *found = false;
    if (!f->r->is_for_text || f->is_for_now || is_loop(f, e->reference))
        return true;
    if (!eg_find_values(f->r, &f->scope, e->reference, &targets))
        return false;
    if (targets.class || targets.is_absent || targets.count == 0)
        return true;
    const eg_target *t = &targets.items[0];
    int type = EG_STRING;
    if (t->member)
        type = (int)t->native->class->parameters[t->member->index].type;
    else if (t->node->kind == EG_N_VALUE)
        type = t->node->native->type;
    if (type > EG_BOOLEAN || !parameter_path(f, &targets, targets.count, 0))
        return true;
    *found = true;
    if (!targets.rest)
        return name_values(f, &targets, e, out);
    eg_typed all;
    if (!without_subscripts(f, e, &whole, &expr) || !name_values(f, &targets, &expr, &all))
        return false;
    source s = {.made = all.formulas, .shape = &all};
    return take(f, e, &s, &e->reference->parts[e->reference->count - 1], out);
}

/* Elements of an array of values whose subscripts change, or speak of variables of a function. */
static bool of_value_part(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    const uint32_t count = e->reference->count;
    eg_reference whole;
    eg_expr expr;
    eg_value v;
    eg_typed all;
    if (!without_subscripts(f, e, &whole, &expr))
        return false;
    if (!eg_evaluate(f->r, &f->scope, &expr, &v) || !eg_typed_of_value(f, e, &v, &all))
        return false;
    if (all.rank == 0)
        return refuse(f, e, "is not an array; it has no elements", "leave the subscripts out");
    source s = {.made = all.formulas, .shape = &all};
    return take(f, e, &s, &e->reference->parts[count - 1], out);
}

static bool of_value(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    const eg_part *last = &e->reference->parts[e->reference->count - 1];
    bool fixed = true, found;
    if (!of_parameters(f, e, out, &found) || found)
        return found && out->count > 0;
    for (uint32_t i = 0; i < last->subscript_count && fixed && !is_loop(f, e->reference); i++)
        fixed = last->subscripts[i]->kind == EG_E_COLON || eg_formula_is_fixed(f, last->subscripts[i]);
    if (!fixed)
        return of_value_part(f, e, out);
    return eg_evaluate(f->r, &f->scope, e, &v) && eg_typed_of_value(f, e, &v, out);
}

static bool of_name(eg_formulas *f, const eg_expr *e, const named *name, eg_typed *out)
{
    source s = {.path = name->path, .paths = name->paths, .shape = &name->shape};
    const eg_local_variable *local = name->path && f->locals && f->locals->are_paths
                                         ? eg_local_variable_find(f->locals, eg_symbol(f->r, name->path))
                                         : NULL;
    if (local)
        s = (source){.local = local, .slots = f->locals->slots, .shape = &name->shape};
    return take(f, e, &s, name->rest, out);
}

bool eg_formula_signal_array(eg_formulas *f, eg_node *node, const char **path, eg_typed *shape)
{
    *path = NULL;
    if (!node || !node->is_element || node->kind != EG_N_CONNECTOR || !eg_port_is_signal(node->port_kind))
        return true;
    const char *first = eg_node_path(f->r, node);
    const size_t length = (size_t)(strrchr(first, '[') - first); /* its subscripts end it */
    *shape = eg_typed_scalar((int)eg_port_type(node->port_kind), -1, NULL);
    shape->rank = node->rank;
    shape->dims = node->dims;
    shape->count = node->count;
    *path = eg_symbol_of(f->r, first, length);
    return *path != NULL;
}

/* The array of a class's own signals that a name means, whole or with subscripts. */
static bool signals_of(eg_formulas *f, const eg_expr *e, const char **path, eg_typed *shape)
{
    eg_reference whole;
    eg_expr expr;
    eg_targets targets;
    *path = NULL;
    if (e->kind != EG_E_REFERENCE || e->reference->count > 1 || is_time(f, e->reference) ||
        is_loop(f, e->reference) || function_local(f, e->reference))
        return true;
    if (!without_subscripts(f, e, &whole, &expr) || !eg_find_targets(f->r, &f->scope, &whole, &targets))
        return false;
    const bool is_one = !targets.class && !targets.rest && targets.count > 0 && !targets.items[0].member &&
                        targets.rank == targets.items[0].node->rank;
    return !is_one || eg_formula_signal_array(f, targets.items[0].node, path, shape);
}

/* In an algorithm a signal of an array is what its statements have left in it. */
static bool of_assigned(eg_formulas *f, const eg_expr *e, eg_typed *out, bool *found)
{
    const char *path = NULL;
    eg_typed shape;
    *found = false;
    if (!f->locals || !f->locals->are_paths)
        return true;
    if (!signals_of(f, e, &path, &shape))
        return false;
    const eg_local_variable *local = path ? eg_local_variable_find(f->locals, path) : NULL;
    if (!local)
        return true;
    *found = true;
    const source s = {.local = local, .slots = f->locals->slots, .shape = &local->shape};
    return take(f, e, &s, &e->reference->parts[e->reference->count - 1], out);
}

/* u[k] with a k that changes, of an array of components' variables: chosen from all. */
static bool of_changing(eg_formulas *f, const eg_expr *e, eg_typed *out, bool *found)
{
    const eg_part *last = &e->reference->parts[e->reference->count - 1];
    eg_reference whole;
    eg_expr expr;
    named name;
    bool changes = false;
    for (uint32_t i = 0; i < last->subscript_count; i++)
        changes = changes ||
                  (last->subscripts[i]->kind != EG_E_COLON && !eg_formula_is_fixed(f, last->subscripts[i]));
    *found = false;
    if (!changes)
        return true;
    if (!without_subscripts(f, e, &whole, &expr) || !name_of(f, &expr, &name))
        return false;
    *found = name.is_variable && name.paths;
    const source s = {.paths = name.paths, .shape = &name.shape};
    return !*found || take(f, e, &s, last, out);
}

bool eg_formula_of_reference(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    named name;
    bool found;
    const eg_iteration *loop = loop_of(f, e->reference);
    const eg_local_variable *local = loop ? NULL : function_local(f, e->reference);
    if (local)
        return of_local(f, e, local, out);
    if (loop && loop->changes && e->reference->count == 1 && e->reference->parts[0].subscript_count == 0) {
        *out = eg_typed_scalar(loop->value.type, loop->formula, loop->value.unit);
        return true;
    }
    if (loop)
        return of_value(f, e, out);
    if (is_time(f, e->reference)) {
        *out = eg_typed_scalar(EG_REAL, -1, eg_quantity_of(f->r, "s"));
        return eg_check_time(f->r, f->scope.home, f->scope.source, e->at) &&
               eg_formula_add(f, EG_OP_TIME, -1, -1, -1, &out->formula);
    }
    if (!of_assigned(f, e, out, &found) || (!found && !of_changing(f, e, out, &found)))
        return false;
    if (found)
        return true;
    if (!name_of(f, e, &name))
        return false;
    if (name.are_records)
        return eg_formula_of_records(f, e, &name.targets, out);
    return name.is_variable ? of_name(f, e, &name, out) : of_value(f, e, out);
}

static bool variable_of(eg_formulas *f, const eg_expr *e, named *name)
{
    bool may_be = e->kind == EG_E_REFERENCE && !is_time(f, e->reference) && !is_loop(f, e->reference) &&
                  !function_local(f, e->reference);
    if (may_be && !name_of(f, e, name))
        return false;
    if (may_be && name->is_variable && !name->are_records)
        return true;
    eg_error(f->r, f->scope.source, e->at, "here the name of a variable must stand");
    if (may_be && name->are_records)
        eg_hint(f->r, "name the members of the record one by one");
    else
        eg_hint(f->r, "write one name; a parameter or an expression does not change, or is none");
    return false;
}

bool eg_formula_of_variable(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    named name;
    if (!variable_of(f, e, &name))
        return false;
    source s = {.path = name.path, .paths = name.paths, .shape = &name.shape};
    return take(f, e, &s, name.rest, out);
}

bool eg_formula_path_of(eg_formulas *f, const eg_expr *e, const char **path, eg_typed *shape,
                        eg_targets *records)
{
    named name;
    if (!signals_of(f, e, path, shape))
        return false;
    if (*path)
        return true;
    if (!name_of(f, e, &name))
        return false;
    if (name.are_records || name.targets.rank > 0) {
        *records = name.targets;
        if (name.targets.items == &name.targets.one)
            records->items = &records->one;
        return true;
    }
    if (!variable_of(f, e, &name))
        return false;
    *path = name.path ? eg_symbol(f->r, name.path) : NULL;
    *shape = name.shape;
    return *path || refuse(f, e, "means variables of several components", "name a single one");
}
