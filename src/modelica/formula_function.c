/* Calls of functions that are written in Modelica: their statements are carried out on formulas, so that a
 * call becomes the formula of its result. Inputs, outputs and local variables are scalars; both branches of
 * an if-statement whose condition changes are carried out, and what they leave is chosen by the condition. */
#include <string.h>

#include "modelica/formula.h"

enum { DEEPEST = 50 };

typedef struct calling {
    eg_formulas f; /* inside the function */
    eg_definition *function;
    eg_local *locals;
    uint32_t count;
    bool failed; /* reported, or memory is out */
} calling;

static bool refuse(calling *c, uint32_t at, const char *what, const char *hint)
{
    eg_error(c->f.r, c->f.scope.source, at, "%s", what);
    eg_hint(c->f.r, "%s", hint);
    c->failed = true;
    return false;
}

/* ---------------------------------------------------------------- variables of the function */

static eg_local *find(calling *c, const char *name)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (strcmp(c->locals[i].name, name) == 0)
            return &c->locals[i];
    return NULL;
}

static bool check_component(calling *c, const eg_component *component)
{
    eg_member *member = eg_find_member(c->f.r, c->function, component->name);
    eg_definition *type = member ? eg_member_type(c->f.r, member) : NULL, *native = NULL;
    if (!type)
        return false;
    if (eg_classify(c->f.r, type, &native) != EG_C_VALUE || native->type > EG_BOOLEAN ||
        component->dimension_count > 0)
        return refuse(c, component->at, "only scalars can be variables of a function here",
                      "use Real, Integer and Boolean without dimensions");
    return true;
}

/* Inputs and local variables begin with their declared value, if they have one. */
static bool begin_local(calling *c, const eg_component *component, eg_local *local)
{
    *local = (eg_local){.name = component->name, .value = {-1, EG_REAL, NULL}};
    if (!check_component(c, component))
        return false;
    const eg_modifier *m = component->modifier;
    return !m || !m->value || (eg_formula_of(&c->f, m->value, &local->value));
}

/* ---------------------------------------------------------------- arguments */

/* The argument for input number `i` of that name; NULL when none is given. */
static const eg_expr *argument_of(const eg_expr *e, uint32_t i, const char *name)
{
    if (i < e->count && (!e->names || !e->names[i]))
        return e->items[i];
    for (uint32_t k = 0; e->names && k < e->count; k++)
        if (e->names[k] && strcmp(e->names[k], name) == 0)
            return e->items[k];
    return NULL;
}

static bool declare(calling *c, eg_formulas *outside, const eg_expr *e, const eg_component **output)
{
    const eg_syntax *syntax = c->function->syntax;
    uint32_t input = 0;
    for (uint32_t i = 0; i < syntax->element_count; i++) {
        const eg_component *component =
            syntax->elements[i].kind == EG_EL_COMPONENT ? syntax->elements[i].component : NULL;
        if (!component || component->variability == EG_V_CONSTANT)
            continue;
        eg_local *local = &c->locals[c->count];
        const eg_expr *argument = component->is_input ? argument_of(e, input++, component->name) : NULL;
        c->f.locals = c->count > 0 ? &c->locals[c->count - 1] : NULL;
        if (!begin_local(c, component, local) ||
            (argument && !eg_formula_of(outside, argument, &local->value)))
            return false;
        if (component->is_input && local->value.formula < 0)
            return refuse(
                c, e->at,
                eg_textf(c->f.r, "%.200s needs a value for \"%s\"", c->function->full, component->name),
                "give it in the call");
        if (component->is_output && !*output)
            *output = component;
        local->next = c->f.locals;
        c->count++;
    }
    c->f.locals = c->count > 0 ? &c->locals[c->count - 1] : NULL;
    if (e->count > input)
        return refuse(
            c, e->at,
            eg_textf(c->f.r, "%.200s takes %u arguments, not %u", c->function->full, input, e->count),
            "leave the others out");
    return true;
}

/* ---------------------------------------------------------------- statements */

static bool carry_out(calling *c, eg_equation *const *body, uint32_t count);

static bool assign(calling *c, const eg_equation *q)
{
    const eg_reference *reference = q->left->kind == EG_E_REFERENCE ? q->left->reference : NULL;
    eg_local *local = reference && reference->count == 1 ? find(c, reference->parts[0].name) : NULL;
    eg_typed value;
    if (!local || reference->parts[0].subscript_count > 0)
        return refuse(c, q->at, "a variable of the function must stand on the left",
                      "declare it in the function");
    if (!eg_formula_of(&c->f, q->right, &value))
        return false;
    local->value = value;
    return true;
}

/* What branch and alternative leave, chosen by the condition. */
static bool choose(calling *c, int condition, const eg_local *branch)
{
    for (uint32_t i = 0; i < c->count; i++) {
        int then = branch[i].value.formula, otherwise = c->locals[i].value.formula;
        if (then == otherwise)
            continue;
        if (then < 0 || otherwise < 0)
            c->locals[i].value.formula = -1;
        else if (!eg_formula_add(&c->f, EG_OP_SELECT, condition, then, otherwise,
                                 &c->locals[i].value.formula))
            return false;
    }
    return true;
}

static bool carry_if(calling *c, const eg_equation *q, uint32_t i)
{
    if (i == q->branch_count)
        return true;
    const eg_branch *b = &q->branches[i];
    if (!b->condition)
        return carry_out(c, b->body, b->count);
    eg_typed condition;
    if (!eg_formula_of_condition(&c->f, b->condition, "the condition", &condition))
        return false;
    size_t size = c->count * sizeof *c->locals;
    eg_local *before = eg_new_array(c->f.r, c->count, sizeof *before);
    eg_local *after = eg_new_array(c->f.r, c->count, sizeof *after);
    if (!before || !after)
        return false;
    memcpy(before, c->locals, size);
    if (!carry_out(c, b->body, b->count))
        return false;
    memcpy(after, c->locals, size);
    memcpy(c->locals, before, size);
    return carry_if(c, q, i + 1) && choose(c, condition.formula, after);
}

static bool carry_loop(calling *c, const eg_equation *q, uint32_t i)
{
    eg_value range;
    if (i == q->iterator_count)
        return carry_out(c, q->branches->body, q->branches->count);
    if (!eg_evaluate_range(c->f.r, &c->f.scope, &q->iterators[i], &range))
        return false;
    const eg_iteration *outer = c->f.scope.loops;
    bool ok = true;
    for (size_t k = 0; ok && k < range.count; k++) {
        eg_iteration loop = {q->iterators[i].name, eg_value_element(&range, k), outer};
        c->f.scope.loops = &loop;
        ok = eg_count_steps(c->f.r, c->f.scope.source, q->at, 1) && carry_loop(c, q, i + 1);
    }
    c->f.scope.loops = outer;
    return ok;
}

static bool carry_out(calling *c, eg_equation *const *body, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const eg_equation *q = body[i];
        switch (q->kind) {
        case EG_Q_ASSIGNMENT: ok = assign(c, q); break;
        case EG_Q_IF: ok = carry_if(c, q, 0); break;
        case EG_Q_FOR: ok = carry_loop(c, q, 0); break;
        default:
            ok = refuse(c, q->at, "this statement is not supported in functions of equations",
                        "use :=, if and for");
        }
    }
    return ok;
}

static bool carry_sections(calling *c)
{
    const eg_syntax *syntax = c->function->syntax;
    for (uint32_t i = 0; i < syntax->section_count; i++)
        if (syntax->sections[i].is_algorithm &&
            !carry_out(c, syntax->sections[i].body, syntax->sections[i].count))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the call */

static bool check_function(eg_formulas *f, const eg_expr *e, const eg_definition *function)
{
    const char *why = NULL, *hint = "write the expression itself in place of the call";
    if (function->syntax->is_external)
        why = "it is written in another language";
    else if (function->syntax->is_short || function->syntax->is_derivative)
        why = "it is made from another function";
    else if (f->calls >= DEEPEST)
        why = "functions call each other too deeply";
    if (!why)
        return true;
    eg_error(f->r, f->scope.source, e->at, "calling \"%.200s\" is not supported: %s", function->full, why);
    eg_hint(f->r, "%s", hint);
    return false;
}

bool eg_formula_of_function(eg_formulas *f, const eg_expr *e, eg_definition *function, eg_typed *out)
{
    const eg_component *output = NULL;
    if (!check_function(f, e, function))
        return false;
    calling c = {.f = *f, .function = function};
    c.f.scope = eg_scope_of(NULL, function);
    c.f.calls++;
    c.locals = eg_new_array(f->r, function->syntax->element_count, sizeof *c.locals);
    if (!c.locals || !declare(&c, f, e, &output) || !carry_sections(&c))
        return false;
    eg_local *result = output ? find(&c, output->name) : NULL;
    if (!result || result->value.formula < 0) {
        eg_error(f->r, f->scope.source, e->at, "%.200s gives no value", function->full);
        eg_hint(f->r, "assign its output in every branch");
        return false;
    }
    *out = result->value;
    return true;
}
