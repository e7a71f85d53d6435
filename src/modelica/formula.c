/* Expressions to formulas: references, operators, conditions. */
#include "modelica/formula.h"

#include <string.h>

/* ---------------------------------------------------------------- building blocks */

static bool keep(eg_formulas *f, eg_formula formula, int *index)
{
    if ((long long)f->spec->formula_count > 4 * f->r->limit) {
        if (!f->r->gave_up)
            eg_error(f->r, f->scope.source, 0, "the equations have more than %lld parts", 4 * f->r->limit);
        f->r->gave_up = true;
        return false;
    }
    *index = eg_spec_add_formula(f->spec, formula);
    if (*index < 0)
        f->r->out_of_memory = true;
    return *index >= 0;
}

bool eg_formula_add(eg_formulas *f, int op, int a, int b, int c, int *formula)
{
    return keep(f, (eg_formula){.op = op, .a = a, .b = b, .c = c}, formula);
}

bool eg_formula_number(eg_formulas *f, double number, int *formula)
{
    return keep(f, (eg_formula){.op = EG_OP_CONSTANT, .a = -1, .b = -1, .c = -1, .number = number}, formula);
}

bool eg_formula_path(eg_formulas *f, const char *path, int *formula)
{
    return keep(f, (eg_formula){.op = EG_OP_VARIABLE, .a = -1, .b = -1, .c = -1, .path = path}, formula);
}

static const char *text_of(eg_formulas *f, const eg_expr *e)
{
    return eg_reference_text(f->r, e->reference, e->reference->count);
}

/* ---------------------------------------------------------------- what a reference names */

/* A variable (path), or something with a value that is known now. */
typedef struct named {
    const char *path; /* NULL: a value */
    int type;
    const char *unit;
} named;

static bool is_loop(const eg_formulas *f, const eg_reference *reference)
{
    for (const eg_iteration *loop = f->scope.loops; loop && !reference->is_global; loop = loop->outer)
        if (loop->name == reference->parts[0].name)
            return true;
    return false;
}

static const eg_local *find_local(const eg_formulas *f, const eg_reference *reference)
{
    if (reference->is_global || reference->count > 1)
        return NULL;
    for (const eg_local *l = f->locals; l; l = l->next)
        if (strcmp(l->name, reference->parts[0].name) == 0)
            return l;
    return NULL;
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

/* s, f of flanges; T, Q_flow of heat ports. */
static const char *unit_of_connector(eg_port_kind kind, const char *name)
{
    if (eg_port_is_rotational(kind))
        return strcmp(name, "phi") == 0 ? "rad" : strcmp(name, "tau") == 0 ? "N.m" : NULL;
    if (eg_port_is_mechanical(kind))
        return strcmp(name, "s") == 0 ? "m" : strcmp(name, "f") == 0 ? "N" : NULL;
    if (eg_port_is_thermal(kind))
        return strcmp(name, "T") == 0 ? "K" : strcmp(name, "Q_flow") == 0 ? "W" : NULL;
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

static const char *target_path(eg_formulas *f, const eg_target *t)
{
    return t->member ? inside(f, t->node, t->member->name) : eg_node_path(f->r, t->node);
}

static bool refuse(eg_formulas *f, const eg_expr *e, const char *what, const char *hint)
{
    eg_error(f->r, f->scope.source, e->at, "\"%.200s\" %s", text_of(f, e), what);
    eg_hint(f->r, "%s", hint);
    return false;
}

/* flange.s, flange.f, port.T, port.Q_flow: *found tells whether the reference is of that kind. */
static bool name_in_connector(eg_formulas *f, const eg_expr *e, named *out, bool *found)
{
    const eg_reference *whole = e->reference;
    eg_reference connector = {
        .parts = whole->parts, .count = whole->count - 1, .is_global = whole->is_global};
    const eg_part *last = &whole->parts[whole->count - 1];
    static const char *const names[] = {"s", "f", "phi", "tau", "T", "Q_flow"};
    eg_targets targets;
    eg_port_kind kind;
    *found = false;
    bool may_be = false;
    for (size_t i = 0; i < EG_COUNT(names); i++)
        may_be = may_be || strcmp(last->name, names[i]) == 0;
    if (whole->count < 2 || !may_be || last->subscript_count > 0)
        return true;
    if (!eg_find_targets(f->r, &f->scope, &connector, &targets))
        return false;
    if (targets.class || targets.rest || targets.is_absent || targets.count == 0 ||
        !is_connector(&targets.items[0], &kind) || eg_port_is_signal(kind))
        return true;
    *found = true;
    out->unit = unit_of_connector(kind, last->name);
    if (!out->unit)
        return refuse(f, e, "is not known: a flange has s and f, or phi and tau; a heat port T and Q_flow",
                      "name one of these");
    if (targets.rank > 0)
        return refuse(f, e, "means several connectors", "name single elements, in a for loop for instance");
    out->path = eg_textf(f->r, "%s.%s", target_path(f, &targets.items[0]), last->name);
    out->type = EG_REAL;
    return true;
}

/* x[2,3] */
static bool element_path(eg_formulas *f, const eg_expr *e, eg_node *node, const eg_part *rest,
                         const char **path)
{
    eg_selection s;
    *path = eg_node_path(f->r, node);
    if (node->rank == 0)
        return !rest || rest->subscript_count == 0 ||
               refuse(f, e, "is not an array; it has no elements", "leave the subscripts out");
    if (!rest)
        return refuse(f, e, "is an array", "name its elements, in a for loop for instance");
    if (!eg_select(f->r, &f->scope, rest, node->rank, node->dims, &s))
        return false;
    if (s.count != 1)
        return refuse(f, e, "means several elements", "name single ones, in a for loop for instance");
    const char *text = *path;
    size_t flat = eg_selected(&s, 0), below = node->count;
    for (int i = 0; i < node->rank; i++) {
        below /= (size_t)node->dims[i];
        text = eg_textf(f->r, "%s%s%zu", text, i ? "," : "[", flat / below + 1);
        flat %= below;
    }
    *path = eg_textf(f->r, "%s]", text);
    return true;
}

static bool name_node(eg_formulas *f, const eg_expr *e, const eg_targets *targets, named *out)
{
    eg_node *node = targets->items[0].node;
    if (node->kind == EG_N_VALUE)
        return true;
    if (node->kind == EG_N_CONNECTOR && eg_port_is_signal(node->port_kind)) {
        *out = (named){eg_node_path(f->r, node), (int)eg_port_type(node->port_kind), NULL};
        return true;
    }
    if (node->kind != EG_N_VARIABLE)
        return refuse(
            f, e,
            node->kind == EG_N_CONNECTOR ? "is a connector, not a value" : "is a component, not a value",
            node->kind == EG_N_CONNECTOR ? "name what it has: flange.s, flange.f, port.T, port.Q_flow"
                                         : "name one of its variables");
    out->type = node->native->type;
    out->unit = node->unit;
    return element_path(f, e, node, targets->rest, &out->path);
}

static bool name_member(eg_formulas *f, const eg_expr *e, const eg_target *t, named *out)
{
    const eg_class *class = t->native->class;
    if (t->member->kind == EG_M_PARAMETER)
        return true;
    if (t->member->kind == EG_M_VARIABLE) {
        const eg_variable *v = &class->variables[t->member->index];
        *out = (named){target_path(f, t), (int)v->type, v->unit};
        return true;
    }
    if (!eg_port_is_signal(class->ports[t->member->index].kind))
        return refuse(f, e, "is a connector, not a value",
                      "name what it has: flange.s, flange.f, port.T, port.Q_flow");
    const eg_port *port = &class->ports[t->member->index];
    *out = (named){target_path(f, t), (int)eg_port_type(port->kind), port->unit};
    return true;
}

/* false: reported. */
static bool name_of(eg_formulas *f, const eg_expr *e, named *out)
{
    bool found;
    eg_targets targets;
    *out = (named){0};
    if (!name_in_connector(f, e, out, &found) || found)
        return found && out->path;
    if (!eg_find_targets(f->r, &f->scope, e->reference, &targets))
        return false;
    if (targets.class || targets.is_absent || targets.count == 0)
        return true;
    const eg_target *t = &targets.items[0];
    bool is_value = t->member ? t->member->kind == EG_M_PARAMETER : t->node->kind == EG_N_VALUE;
    if (targets.rank > 0 && !is_value)
        return refuse(f, e, "means several variables", "name single ones, in a for loop for instance");
    return t->member ? name_member(f, e, t, out) : name_node(f, e, &targets, out);
}

/* ---------------------------------------------------------------- is it known now? */

/* The functions that speak of time. */
static bool is_of_time(const eg_reference *name)
{
    static const char *const names[] = {"der",    "pre",    "edge", "change",  "initial",
                                        "sample", "reinit", "time", "terminal"};
    for (size_t i = 0; i < EG_COUNT(names) && name->count == 1; i++)
        if (strcmp(names[i], name->parts[0].name) == 0)
            return true;
    return false;
}

bool eg_formula_is_fixed(eg_formulas *f, const eg_expr *e)
{
    named name;
    if (e->kind == EG_E_REFERENCE) {
        if (find_local(f, e->reference))
            return false;
        if (is_loop(f, e->reference))
            return true;
        if (is_time(f, e->reference))
            return false;
        return !name_of(f, e, &name) || !name.path;
    }
    if (e->kind == EG_E_CALL && is_of_time(e->reference))
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->items[i] && e->kind != EG_E_COLLECT && !eg_formula_is_fixed(f, e->items[i]))
            return false;
    return true;
}

static bool of_value(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    if (!eg_evaluate(f->r, &f->scope, e, &v))
        return false;
    if (v.rank > 0 || v.type == EG_STRING || v.type == EG_ENUMERATION) {
        eg_error(f->r, f->scope.source, e->at, "equations are about numbers and truth values, not about %s",
                 eg_value_describe(f->r, &v));
        if (v.rank > 0)
            eg_hint(f->r, "write one equation for each element, in a for loop for instance");
        return false;
    }
    out->type = v.type;
    out->unit = v.unit;
    return eg_formula_number(f, v.number, &out->formula);
}

/* ---------------------------------------------------------------- references */

static bool check_type(eg_formulas *f, const eg_expr *e, int type)
{
    return type == EG_REAL || type == EG_INTEGER || type == EG_BOOLEAN ||
           refuse(f, e, "is neither a number nor a truth value", "use a Real, an Integer or a Boolean");
}

static bool of_reference(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    named name;
    const eg_local *local = find_local(f, e->reference);
    if (local) {
        *out = local->value;
        return out->formula >= 0 || refuse(f, e, "has no value yet", "assign one before it is used");
    }
    if (is_loop(f, e->reference))
        return of_value(f, e, out);
    if (is_time(f, e->reference)) {
        *out = (eg_typed){-1, EG_REAL, eg_quantity_of(f->r, "s")};
        return eg_formula_add(f, EG_OP_TIME, -1, -1, -1, &out->formula);
    }
    if (!name_of(f, e, &name))
        return false;
    if (!name.path)
        return of_value(f, e, out);
    out->type = name.type;
    out->unit = eg_quantity_of(f->r, name.unit);
    return check_type(f, e, name.type) && eg_formula_path(f, name.path, &out->formula);
}

bool eg_formula_of_variable(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    named name;
    if (e->kind == EG_E_REFERENCE && !is_time(f, e->reference) && !is_loop(f, e->reference)) {
        if (!name_of(f, e, &name))
            return false;
        if (name.path)
            return of_reference(f, e, out);
    }
    eg_error(f->r, f->scope.source, e->at, "here the name of a variable must stand");
    return false;
}

/* ---------------------------------------------------------------- operators */

static bool is_number(int type)
{
    return type == EG_REAL || type == EG_INTEGER;
}

static bool want_number(eg_formulas *f, const eg_expr *e, const eg_typed *t)
{
    if (is_number(t->type))
        return true;
    eg_error(f->r, f->scope.source, e->at, "a number must stand here, not a truth value");
    return false;
}

static void warn_of_units(eg_formulas *f, const eg_expr *at, const char *what, const eg_typed *a,
                          const eg_typed *b)
{
    if (a->unit && b->unit && eg_quantity_differs(a->unit, b->unit))
        eg_warn(f->r, f->scope.source, at->at, "this %s %s and %s", what, a->unit->text, b->unit->text);
}

static bool of_sum(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!eg_formula_of(f, e->items[0], out) || !want_number(f, e->items[0], out))
        return false;
    if (e->operators[0] == EG_T_MINUS && !eg_formula_add(f, EG_OP_NEG, out->formula, -1, -1, &out->formula))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next;
        bool minus = e->operators[i] == EG_T_MINUS || e->operators[i] == EG_T_DOT_MINUS;
        if (!eg_formula_of(f, e->items[i], &next) || !want_number(f, e->items[i], &next))
            return false;
        warn_of_units(f, e->items[i], minus ? "subtracts" : "adds", out, &next);
        out->type = out->type == EG_INTEGER && next.type == EG_INTEGER ? EG_INTEGER : EG_REAL;
        out->unit = out->unit ? out->unit : next.unit;
        if (!eg_formula_add(f, minus ? EG_OP_SUB : EG_OP_ADD, out->formula, next.formula, -1, &out->formula))
            return false;
    }
    return true;
}

static bool of_product(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!eg_formula_of(f, e->items[0], out) || !want_number(f, e->items[0], out))
        return false;
    bool literal = e->items[0]->kind == EG_E_NUMBER;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next;
        bool divide = e->operators[i] == EG_T_SLASH || e->operators[i] == EG_T_DOT_SLASH;
        if (!eg_formula_of(f, e->items[i], &next) || !want_number(f, e->items[i], &next))
            return false;
        /* 2*x has the unit of x: a literal is a factor */
        if (e->items[i]->kind != EG_E_NUMBER)
            out->unit =
                literal && !divide ? next.unit : eg_quantity_product(f->r, out->unit, next.unit, divide);
        literal = literal && e->items[i]->kind == EG_E_NUMBER;
        out->type = divide || out->type == EG_REAL || next.type == EG_REAL ? EG_REAL : EG_INTEGER;
        if (!eg_formula_add(f, divide ? EG_OP_DIV : EG_OP_MUL, out->formula, next.formula, -1, &out->formula))
            return false;
    }
    return true;
}

static bool of_power(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed base, exponent;
    if (!eg_formula_of(f, e->items[0], &base) || !want_number(f, e->items[0], &base) ||
        !eg_formula_of(f, e->items[1], &exponent) || !want_number(f, e->items[1], &exponent))
        return false;
    *out = (eg_typed){-1, EG_REAL, NULL};
    const eg_formula *constant = &f->spec->formulas[exponent.formula];
    if (constant->op == EG_OP_CONSTANT && 2 * constant->number == (double)(int)(2 * constant->number))
        out->unit = eg_quantity_power(f->r, base.unit, (int)(2 * constant->number));
    return eg_formula_add(f, EG_OP_POW, base.formula, exponent.formula, -1, &out->formula);
}

bool eg_formula_of_condition(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out)
{
    if (!eg_formula_of(f, e, out))
        return false;
    if (out->type == EG_BOOLEAN)
        return true;
    eg_error(f->r, f->scope.source, e->at, "%s is a number; it must be Boolean", what);
    return false;
}

static bool of_logic(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    const char *what = e->kind == EG_E_OR ? "the operand of \"or\"" : "the operand of \"and\"";
    if (!eg_formula_of_condition(f, e->items[0], what, out))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next;
        int op = e->kind == EG_E_OR ? EG_OP_OR : EG_OP_AND;
        if (!eg_formula_of_condition(f, e->items[i], what, &next) ||
            !eg_formula_add(f, op, out->formula, next.formula, -1, &out->formula))
            return false;
    }
    return true;
}

static bool of_not(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    return eg_formula_of_condition(f, e->items[0], "what \"not\" negates", out) &&
           eg_formula_add(f, EG_OP_NOT, out->formula, -1, -1, &out->formula);
}

static bool of_relation(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a, b;
    if (!eg_formula_of(f, e->items[0], &a) || !eg_formula_of(f, e->items[1], &b))
        return false;
    eg_token_kind op = e->operators[0];
    bool equality = op == EG_T_EQUAL || op == EG_T_NOT_EQUAL;
    if ((a.type == EG_BOOLEAN) != (b.type == EG_BOOLEAN) || (a.type == EG_BOOLEAN && !equality)) {
        eg_error(f->r, f->scope.source, e->at, "%s and %s cannot be compared", eg_type_text(a.type),
                 eg_type_text(b.type));
        return false;
    }
    if (equality && (a.type == EG_REAL || b.type == EG_REAL)) {
        eg_error(f->r, f->scope.source, e->at,
                 "numbers that change continuously cannot be compared by \"%s\"",
                 op == EG_T_EQUAL ? "==" : "<>");
        eg_hint(f->r, "compare them by < or >");
        return false;
    }
    warn_of_units(f, e, "compares", &a, &b);
    bool swap = op == EG_T_GREATER || op == EG_T_GREATER_EQUAL;
    int code = op == EG_T_EQUAL                        ? EG_OP_EQUAL
               : op == EG_T_NOT_EQUAL                  ? EG_OP_NOT_EQUAL
               : op == EG_T_LESS || op == EG_T_GREATER ? EG_OP_LESS
                                                       : EG_OP_LESS_EQUAL;
    *out = (eg_typed){-1, EG_BOOLEAN, NULL};
    return eg_formula_add(f, code, swap ? b.formula : a.formula, swap ? a.formula : b.formula, -1,
                          &out->formula);
}

/* Of a condition that is known only the branch that holds is looked at. */
static bool of_if(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    enum { MOST = 256 };
    int conditions[MOST], values[MOST], count = 0;
    for (uint32_t i = 0; i < e->count; i += 2) {
        bool is_else = i + 1 == e->count, holds = is_else;
        if (!is_else && eg_formula_is_fixed(f, e->items[i])) {
            if (!eg_evaluate_boolean(f->r, &f->scope, e->items[i], "the condition", &holds))
                return false;
            if (!holds)
                continue;
        }
        eg_typed condition = {-1, EG_BOOLEAN, NULL}, value;
        if (!holds && !eg_formula_of_condition(f, e->items[i], "the condition", &condition))
            return false;
        const eg_expr *branch = e->items[is_else ? i : i + 1];
        if (!eg_formula_of(f, branch, &value))
            return false;
        if (count == MOST || (count > 0 && (value.type == EG_BOOLEAN) != (out->type == EG_BOOLEAN))) {
            eg_error(f->r, f->scope.source, branch->at,
                     count == MOST ? "this has too many branches" : "the branches must be alike");
            return false;
        }
        if (count > 0) {
            warn_of_units(f, branch, "chooses between", out, &value);
            value.type = value.type == EG_REAL ? EG_REAL : out->type;
            value.unit = out->unit ? out->unit : value.unit;
        }
        *out = value;
        conditions[count] = condition.formula;
        values[count++] = value.formula;
        if (holds)
            break;
    }
    if (count == 0) /* the last branch has no condition; the parser sees to that */
        return false;
    out->formula = values[count - 1];
    for (int i = count - 2; i >= 0; i--)
        if (!eg_formula_add(f, EG_OP_SELECT, conditions[i], values[i], out->formula, &out->formula))
            return false;
    return true;
}

/* ---------------------------------------------------------------- all */

static bool of_kind(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    switch (e->kind) {
    case EG_E_REFERENCE: return of_reference(f, e, out);
    case EG_E_CALL: return eg_formula_of_call(f, e, out);
    case EG_E_SUM: return of_sum(f, e, out);
    case EG_E_PRODUCT: return of_product(f, e, out);
    case EG_E_POWER: return of_power(f, e, out);
    case EG_E_AND:
    case EG_E_OR: return of_logic(f, e, out);
    case EG_E_NOT: return of_not(f, e, out);
    case EG_E_RELATION: return of_relation(f, e, out);
    case EG_E_IF: return of_if(f, e, out);
    case EG_E_ARRAY:
    case EG_E_ROWS:
    case EG_E_COLLECT:
    case EG_E_RANGE:
        eg_error(f->r, f->scope.source, e->at, "arrays are not supported here");
        eg_hint(f->r, "write one equation for each element, in a for loop for instance");
        return false;
    default: return of_value(f, e, out);
    }
}

bool eg_formula_of(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    *out = (eg_typed){-1, EG_REAL, NULL};
    if (f->r->gave_up || f->r->out_of_memory || !eg_count_steps(f->r, f->scope.source, e->at, 1))
        return false;
    return of_kind(f, e, out);
}
