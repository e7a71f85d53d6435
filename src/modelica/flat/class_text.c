/* The equations of a native class as syntax, and the meaning of the names in them. */
#include "modelica/flat/class_text.h"

#include "base/constants.h"
#include "modelica/text/parser.h"

#include <string.h>

/* ---------------------------------------------------------------- parsing */

eg_syntax *eg_class_syntax(eg_reader *r, const eg_class *class)
{
    return eg_class_syntax_of(r, class, class->equations);
}

/* ---------------------------------------------------------------- names */

/* "a.b.c" up to `count` parts against a text; what is left of the text, or NULL. */
static const char *begins_with(const char *text, const eg_reference *reference, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strlen(reference->parts[i].name);
        if (strncmp(text, reference->parts[i].name, length) != 0)
            return NULL;
        text += length;
        if (i + 1 < count && *text++ != '.')
            return NULL;
    }
    return text;
}

static bool is_text(const char *text, const eg_reference *reference, uint32_t count)
{
    const char *rest = begins_with(text, reference, count);
    return rest && *rest == '\0';
}

/* Smoothness.LinearSegments: the type of one of the class's parameters, and the number of the literal. */
static bool find_literal(const eg_class *class, const eg_reference *reference, double *number)
{
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        if (p->type != EG_ENUMERATION || !is_text(p->type_name, reference, reference->count - 1))
            continue;
        for (int k = 0; p->literals[k]; k++)
            if (strcmp(p->literals[k], reference->parts[reference->count - 1].name) == 0) {
                *number = k;
                return true;
            }
    }
    return false;
}

static bool find_constant(const eg_reference *reference, double *number)
{
    size_t count;
    const eg_constant *constants = eg_constants(&count);
    const char *last = reference->parts[reference->count - 1].name;
    bool is_short = reference->count == 1 && (strcmp(last, "pi") == 0 || strcmp(last, "eps") == 0);
    if (!is_short && !is_text("Modelica.Constants", reference, reference->count - 1))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(constants[i].name, last) == 0) {
            *number = constants[i].value;
            return true;
        }
    return false;
}

static const char *const members[] = {"s", "f", "phi", "tau", "T", "Q_flow"};

static const char *member_of(eg_port_kind kind, const char *name)
{
    int first = eg_port_is_thermal(kind) ? 4 : eg_port_is_rotational(kind) ? 2 : 0;
    if (eg_port_is_signal(kind))
        return NULL;
    for (int i = first; i < first + 2; i++)
        if (strcmp(members[i], name) == 0)
            return members[i];
    return NULL;
}

static bool is_first_of(const char *element, const char *name)
{
    size_t length = strlen(name);
    return strncmp(element, name, length) == 0 && strcmp(element + length, "[1]") == 0;
}

/* Is there a vector of ports or variables, "u[1]", "u[2]", ..., of that name, "u"? */
static bool has_vector(const eg_class *class, const char *name)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (is_first_of(class->ports[i].name, name))
            return true;
    for (size_t i = 0; i < class->variable_count; i++)
        if (is_first_of(class->variables[i].name, name))
            return true;
    return false;
}

static eg_meaning meaning_of_one(const eg_class *class, const eg_part *part)
{
    int index = eg_class_parameter(class, part->name);
    if (index >= 0)
        return (eg_meaning){.kind = EG_MEANS_PARAMETER, .index = index};
    index = eg_class_variable(class, part->name);
    if (index >= 0)
        return (eg_meaning){.kind = EG_MEANS_VARIABLE, .index = index};
    index = eg_class_port(class, part->name);
    if (index >= 0 && eg_port_is_signal(class->ports[index].kind))
        return (eg_meaning){.kind = EG_MEANS_SIGNAL, .index = index};
    if (has_vector(class, part->name))
        return (eg_meaning){.kind = EG_MEANS_ELEMENTS, .index = -1};
    return (eg_meaning){.kind = strcmp(part->name, "time") == 0 ? EG_MEANS_TIME : EG_MEANS_NOTHING};
}

/* Names with a dot of variables ("I.y") and parameters. */
static eg_meaning meaning_of_dotted(const eg_class *class, const eg_reference *reference)
{
    for (size_t i = 0; i < class->variable_count; i++)
        if (is_text(class->variables[i].name, reference, reference->count))
            return (eg_meaning){.kind = EG_MEANS_VARIABLE, .index = (int)i};
    for (size_t i = 0; i < class->parameter_count; i++)
        if (is_text(class->parameters[i].name, reference, reference->count))
            return (eg_meaning){.kind = EG_MEANS_PARAMETER, .index = (int)i};
    int port = reference->count == 2 ? eg_class_port(class, reference->parts[0].name) : -1;
    const char *member = port >= 0 ? member_of(class->ports[port].kind, reference->parts[1].name) : NULL;
    return (eg_meaning){member ? EG_MEANS_IN_PORT : EG_MEANS_NOTHING, port, member, 0};
}

eg_meaning eg_class_meaning(const eg_class *class, const eg_reference *reference)
{
    eg_meaning m = reference->count == 1 ? meaning_of_one(class, &reference->parts[0])
                                         : meaning_of_dotted(class, reference);
    if (m.kind == EG_MEANS_NOTHING && find_constant(reference, &m.number))
        m.kind = EG_MEANS_NUMBER;
    if (m.kind == EG_MEANS_NOTHING && reference->count > 1 && find_literal(class, reference, &m.number))
        m.kind = EG_MEANS_LITERAL;
    return m;
}

/* ---------------------------------------------------------------- values */

static bool find_loop(const eg_class_scope *scope, const eg_reference *reference, double *value)
{
    for (const eg_class_loop *l = scope->loops; l && reference->count == 1; l = l->outer)
        if (strcmp(l->name, reference->parts[0].name) == 0) {
            *value = l->value;
            return true;
        }
    return false;
}

/* table[1, 1], table[end, 1] */
static bool value_of_element(const eg_class_scope *scope, const eg_part *part, eg_matrix m, double *value)
{
    double index[2] = {1, 1};
    for (uint32_t i = 0; i < part->subscript_count && i < 2; i++) {
        double most = i == 0 ? m.rows : m.columns;
        if (part->subscripts[i]->kind == EG_E_END)
            index[i] = most;
        else if (!eg_class_value(scope, part->subscripts[i], &index[i]))
            return false;
        if (!(index[i] >= 1 && index[i] <= most))
            return false;
    }
    if (part->subscript_count == 0)
        return false;
    *value = m.elements[((int)index[0] - 1) * m.columns + (int)index[1] - 1];
    return true;
}

static bool value_of_reference(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    const eg_instance *instance = scope->instance;
    if (find_loop(scope, e->reference, value))
        return true;
    eg_meaning m = eg_class_meaning(instance->class, e->reference);
    *value = m.number;
    if (m.kind != EG_MEANS_PARAMETER)
        return m.kind == EG_MEANS_NUMBER || m.kind == EG_MEANS_LITERAL;
    if (scope->known && scope->known != &instance->class->parameters[m.index])
        return false;
    *value = instance->p[m.index];
    return instance->class->parameters[m.index].columns == 0 ||
           value_of_element(scope, &e->reference->parts[0], eg_parameter_matrix(instance->p, m.index), value);
}

/* size(table, 1), size(y, 1) */
static bool value_of_size(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    const eg_instance *instance = scope->instance;
    double dimension;
    if (e->count != 2 || e->items[0]->kind != EG_E_REFERENCE ||
        !eg_class_value(scope, e->items[1], &dimension))
        return false;
    eg_meaning m = eg_class_meaning(instance->class, e->items[0]->reference);
    if (m.kind == EG_MEANS_PARAMETER && instance->class->parameters[m.index].columns != 0) {
        eg_matrix matrix = eg_parameter_matrix(instance->p, m.index);
        *value = dimension == 1 ? matrix.rows : matrix.columns;
        return true;
    }
    *value = 0;
    for (size_t i = 0; m.kind == EG_MEANS_ELEMENTS && i < instance->class->port_count; i++)
        *value += instance->class->ports[i].element > 0 &&
                  eg_instance_has_port(instance, &instance->class->ports[i]);
    return m.kind == EG_MEANS_ELEMENTS;
}

static const struct {
    const char *name;
    double (*of)(double);
} functions[] = {{"abs", fabs}, {"sin", sin}, {"cos", cos}, {"sqrt", sqrt}, {"exp", exp}, {"log", log}};

static bool value_of_call(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    const char *name = e->reference->parts[0].name;
    double a, b;
    if (e->reference->count > 1)
        return false;
    if (strcmp(name, "size") == 0)
        return value_of_size(scope, e, value);
    if (e->count == 0 || !eg_class_value(scope, e->items[0], &a))
        return false;
    for (size_t i = 0; e->count == 1 && i < EG_COUNT(functions); i++)
        if (strcmp(name, functions[i].name) == 0) {
            *value = functions[i].of(a);
            return true;
        }
    if (e->count != 2 || (strcmp(name, "min") != 0 && strcmp(name, "max") != 0) ||
        !eg_class_value(scope, e->items[1], &b))
        return false;
    *value = (strcmp(name, "min") == 0) == (a < b) ? a : b;
    return true;
}

static bool value_of_chain(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    double next;
    if (!eg_class_value(scope, e->items[0], value))
        return false;
    if (e->kind == EG_E_SUM && e->operators[0] == EG_T_MINUS)
        *value = -*value;
    for (uint32_t i = 1; i < e->count; i++) {
        if (!eg_class_value(scope, e->items[i], &next))
            return false;
        if (e->kind == EG_E_SUM)
            *value += e->operators[i] == EG_T_MINUS ? -next : next;
        else
            *value = e->operators[i] == EG_T_SLASH ? *value / next : *value * next;
    }
    return true;
}

/* and, or: known as soon as one operand decides. */
static bool value_of_logic(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    bool known = true, decides = e->kind == EG_E_OR;
    *value = !decides;
    for (uint32_t i = 0; i < e->count; i++) {
        double one;
        if (!eg_class_value(scope, e->items[i], &one))
            known = false;
        else if ((one != 0) == decides) {
            *value = decides;
            return true;
        }
    }
    return known;
}

static bool is_string_of(const eg_class_scope *scope, const eg_expr *e, const eg_expr *text, double *value)
{
    if (e->kind != EG_E_REFERENCE)
        return false;
    eg_meaning m = eg_class_meaning(scope->instance->class, e->reference);
    if (m.kind != EG_MEANS_PARAMETER)
        return false;
    const eg_parameter *p = &scope->instance->class->parameters[m.index];
    for (int i = 0; p->literals && p->literals[i]; i++)
        if (strcmp(p->literals[i], text->text) == 0) {
            *value = i;
            return true;
        }
    return false;
}

static bool value_of_relation(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    double a, b;
    if (!eg_class_value(scope, e->items[0], &a) ||
        !(e->items[1]->kind == EG_E_STRING ? is_string_of(scope, e->items[0], e->items[1], &b)
                                           : eg_class_value(scope, e->items[1], &b)))
        return false;
    switch (e->operators[0]) {
    case EG_T_LESS: *value = a < b; return true;
    case EG_T_LESS_EQUAL: *value = a <= b; return true;
    case EG_T_GREATER: *value = a > b; return true;
    case EG_T_GREATER_EQUAL: *value = a >= b; return true;
    case EG_T_EQUAL: *value = a == b; return true;
    case EG_T_NOT_EQUAL: *value = a != b; return true;
    default: return false;
    }
}

static bool value_of_if(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    double condition;
    for (uint32_t i = 0; i + 1 < e->count; i += 2) {
        if (!eg_class_value(scope, e->items[i], &condition))
            return false;
        if (condition != 0)
            return eg_class_value(scope, e->items[i + 1], value);
    }
    return eg_class_value(scope, e->items[e->count - 1], value);
}

bool eg_class_value(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    double exponent;
    switch (e->kind) {
    case EG_E_NUMBER:
    case EG_E_BOOLEAN: *value = e->number; return true;
    case EG_E_REFERENCE: return value_of_reference(scope, e, value);
    case EG_E_CALL: return value_of_call(scope, e, value);
    case EG_E_SUM:
    case EG_E_PRODUCT: return value_of_chain(scope, e, value);
    case EG_E_POWER:
        if (!eg_class_value(scope, e->items[0], value) || !eg_class_value(scope, e->items[1], &exponent))
            return false;
        *value = pow(*value, exponent);
        return true;
    case EG_E_NOT:
        if (!eg_class_value(scope, e->items[0], value))
            return false;
        *value = *value == 0;
        return true;
    case EG_E_AND:
    case EG_E_OR: return value_of_logic(scope, e, value);
    case EG_E_RELATION: return value_of_relation(scope, e, value);
    case EG_E_IF: return value_of_if(scope, e, value);
    default: return false;
    }
}

bool eg_class_decides(const eg_parameter *p)
{
    const bool is_factor = p->type == EG_REAL && p->columns == 0;
    return (p->is_structural && !is_factor) || p->type == EG_ENUMERATION;
}

/* Does a number take part that may be another one? */
static bool has_tunable(const eg_class_scope *scope, const eg_expr *e)
{
    if (e->kind == EG_E_REFERENCE) {
        eg_meaning m = eg_class_meaning(scope->instance->class, e->reference);
        const eg_parameter *p =
            m.kind == EG_MEANS_PARAMETER ? &scope->instance->class->parameters[m.index] : NULL;
        return p && !eg_class_decides(p);
    }
    if (e->kind == EG_E_CALL && strcmp(e->reference->parts[0].name, "size") == 0)
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->items[i] && has_tunable(scope, e->items[i]))
            return true;
    return false;
}

/* and, or: as value_of_logic has it, of the operands that are structural. */
static bool structural_logic(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    bool known = true, decides = e->kind == EG_E_OR;
    for (uint32_t i = 0; i < e->count; i++) {
        if (!eg_class_structural_value(scope, e->items[i], value))
            known = false;
        else if ((*value != 0) == decides)
            return true;
    }
    *value = !decides;
    return known;
}

bool eg_class_structural_value(const eg_class_scope *scope, const eg_expr *e, double *value)
{
    if (e->kind == EG_E_AND || e->kind == EG_E_OR)
        return structural_logic(scope, e, value);
    return !has_tunable(scope, e) && eg_class_value(scope, e, value);
}
