/* Equations of users' models, other than connect, to equations of the spec. */
#include <string.h>

#include "component/spec_bound.h"
#include "modelica/formula/equations.h"
#include "modelica/instance/influence.h"

static eg_formulas formulas_of(eg_reader *r, eg_spec *spec, const eg_scope *scope)
{
    return (eg_formulas){.r = r, .spec = spec, .scope = *scope};
}

bool eg_condition_is_fixed(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_expr *e)
{
    eg_formulas f = formulas_of(r, spec, scope);
    return eg_formula_is_fixed(&f, e);
}

bool eg_add_equation(eg_formulas *f, eg_user_equation q, uint32_t at)
{
    q.place = eg_source_place(f->scope.source, at);
    if (eg_spec_add_equation(f->spec, q) < 0)
        f->r->out_of_memory = true;
    return !f->r->out_of_memory;
}

/* For flat text: what the start value of `path` was made of. */
static void bind_start(eg_formulas *f, const char *path, int formula)
{
    if (f->spec->bounds && eg_formula_is_bound(&f->spec->formulas[formula]) &&
        eg_spec_bind(f->spec, eg_textf(f->r, "%s(start)", path), formula) != 0)
        f->r->out_of_memory = true;
}

static bool fix_start_of_component(eg_formulas *f, const char *path, int formula, uint32_t at)
{
    const char *dot = strrchr(path, '.');
    const char *owner = dot ? eg_textf(f->r, "%.*s", (int)(dot - path), path) : "";
    long index = dot ? eg_names_find(f->spec->paths, owner) : -1;
    eg_instance *x = index >= 0 ? &f->spec->instances[index] : NULL;
    int variable = x ? eg_class_variable(x->class, dot + 1) : -1;
    if (variable < 0 || !eg_variable_is_state(x->class, variable))
        return false;
    for (size_t i = 0; i < x->start_count; i++)
        if (x->starts[i].variable == variable && x->starts[i].fixed == 1)
            return false;
    eg_start *start = eg_instance_start(f->spec, x, variable, eg_source_place(f->scope.source, at));
    if (!start) {
        f->r->out_of_memory = true;
        return false;
    }
    start->start = f->spec->formulas[formula].number;
    start->fixed = 1;
    bind_start(f, path, formula);
    return true;
}

/* An initial equation `x = number` is a fixed start value of x; false: it stays an equation. */
static bool fix_start(eg_formulas *f, const eg_equality *q)
{
    const eg_formula *left = &f->spec->formulas[q->left], *right = &f->spec->formulas[q->right];
    if (left->op != EG_OP_VARIABLE || right->op != EG_OP_CONSTANT)
        return false;
    long index = eg_names_find(f->spec->variable_paths, left->path);
    if (index < 0)
        return fix_start_of_component(f, left->path, q->right, q->at);
    eg_user_variable *v = &f->spec->variables[index];
    /* in Modelica an initial equation of what is discrete says nothing of its value before */
    bool is_real = v->type == EG_REAL && !v->is_discrete;
    if (v->fixed == 1 || v->is_input || (!is_real && !eg_source_is_dyad(f->scope.source->name)))
        return false;
    v->start = right->number;
    v->fixed = 1;
    bind_start(f, left->path, q->right);
    return true;
}

static bool add_all(eg_formulas *f, const eg_equalities *list, bool is_initial)
{
    for (size_t i = 0; i < list->count; i++) {
        if (is_initial && fix_start(f, &list->items[i]))
            continue;
        eg_user_equation one = {.kind = is_initial ? EG_USER_INITIAL : EG_USER_EQUATION,
                                .left = list->items[i].left,
                                .right = list->items[i].right,
                                .when = -1};
        if (!eg_add_equation(f, one, list->items[i].at))
            return false;
    }
    return true;
}

static bool carry_if(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    eg_equalities list = {0};
    return eg_collect_if(f, q, &list) ? add_all(f, &list, is_initial) : !f->r->out_of_memory;
}

/* Data d = value, of variables */
bool eg_carry_record(eg_reader *r, eg_spec *spec, eg_node *node, bool *is_given)
{
    eg_entry entry;
    eg_typed left, right;
    eg_equalities list = {0};
    if (!eg_find_value(r, node->entries, node->entry_count, NULL, &entry) || !entry.modifier)
        return !r->out_of_memory;
    *is_given = true;
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(entry.node, entry.home)};
    f.scope.source = entry.modifier->source;
    const eg_expr *value = entry.modifier->value;
    if (entry.slices && !entry.is_each) {
        eg_error(r, f.scope.source, entry.modifier->value_at,
                 "an array of records cannot get its value as a whole");
        eg_hint(r, "write equations for its elements, or each");
        return true;
    }
    return eg_formula_of_any(&f, value, &right) && eg_formula_of_record(&f, value, node, &left) &&
                   eg_equate(&f, entry.modifier->value_at, &left, &right, &list)
               ? add_all(&f, &list, false)
               : !r->out_of_memory;
}

static bool carry_equality(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    eg_equalities list = {0};
    return eg_equate_sides(f, q, &list) ? add_all(f, &list, is_initial) : !f->r->out_of_memory;
}

/* Numbers of equations may change; what decides which equations there are asks for the structure itself. */
static bool carry(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    switch (q->kind) {
    case EG_Q_EQUALITY: return carry_equality(f, q, is_initial);
    case EG_Q_IF: return carry_if(f, q, is_initial);
    case EG_Q_WHEN: return eg_carry_when(f, q);
    case EG_Q_CALL: return eg_carry_call(f, q, -1);
    default: return true;
    }
}

bool eg_carry_equation(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_equation *q,
                       bool is_initial)
{
    eg_formulas f = formulas_of(r, spec, scope);
    if (is_initial && (q->kind == EG_Q_CONNECT || q->kind == EG_Q_WHEN)) {
        eg_error(r, scope->source, q->at, "%s cannot stand in an initial equation",
                 q->kind == EG_Q_WHEN ? "when" : "connect");
        eg_hint(r, q->kind == EG_Q_WHEN ? "write it in equation, or as an if" : "write it in equation");
        return true;
    }
    eg_asker before = eg_ask_for(r, is_initial ? EG_FOR_STRUCTURE : EG_FOR_NOTHING);
    bool ok = carry(&f, q, is_initial);
    eg_ask_for(r, before);
    return ok;
}
