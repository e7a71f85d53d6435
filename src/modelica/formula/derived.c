/* Variables of a component of the library that the network does not compute before its results: an
 * equation of the class's own that gives such a variable is solved for it, f0_max = peak*f0 or
 * 0 = flange_a.f + flange_b.f - f, and what stands on the other side takes the variable's place. Where there
 * is none the component is carried out by its equations: the model is read once more (read.c). */
#include <stdlib.h>
#include <string.h>

#include "modelica/formula/formula.h"

typedef struct eg_derivation {
    eg_node *node;
    eg_native *native;
    const char *name; /* in the class: "f0_max", "table_signs[1]", "flange_b.f" */
    bool is_computed; /* by the network, where no equation gives it */
    bool is_flow;     /* of a flange other than a support */
} eg_derivation;

/* An equation that is being solved; it does not help to find what stands in it. */
typedef struct eg_solving {
    const eg_equation *equation;
    const eg_node *node;
    const struct eg_solving *outer;
} eg_solving;

bool eg_note_derivation(eg_reader *r, const char *path, eg_node *node, eg_native *native, const char *name,
                        bool is_computed)
{
    const char *key = eg_symbol(r, path);
    if (!native->class->equations || native->class->kind == EG_PARTIAL ||
        (key && eg_pairs_get(r->derived, r->root, key)))
        return !r->out_of_memory;
    eg_derivation *d = eg_new(r, sizeof *d);
    if (!d || !key)
        return false;
    bool is_flow = is_computed && strncmp(name, "support.", strlen("support.")) != 0;
    *d = (eg_derivation){node, native, name, is_computed, is_flow};
    if (eg_pairs_set(r->derived, r->root, key, d) != 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

/* ---------------------------------------------------------------- one variable in an equation */

static bool is_it(eg_reader *r, const eg_expr *e, const char *name)
{
    if (e->kind != EG_E_REFERENCE)
        return false;
    const eg_part *last = &e->reference->parts[e->reference->count - 1];
    const char *text = eg_reference_text(r, e->reference, e->reference->count);
    for (uint32_t i = 0; i < last->subscript_count; i++)
        if (last->subscript_count > 1 || last->subscripts[i]->kind != EG_E_NUMBER)
            return false;
    if (last->subscript_count == 1 && !strchr(text, '['))
        text = eg_textf(r, "%s[%d]", text, (int)last->subscripts[0]->number);
    return strcmp(text, name) == 0;
}

static bool mentions(eg_reader *r, const eg_expr *e, const char *name)
{
    if (is_it(r, e, name))
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->items[i] && mentions(r, e->items[i], name))
            return true;
    return false;
}

enum { MOST_TERMS = 16 };

/* left - right as a sum, and which of its terms is the variable: -1 none. */
typedef struct terms {
    const eg_expr *items[MOST_TERMS];
    bool is_negative[MOST_TERMS];
    int count, sought;
} terms;

static bool add_side(eg_reader *r, terms *t, const eg_expr *e, bool is_negative, const char *name)
{
    uint32_t count = e->kind == EG_E_SUM ? e->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const eg_expr *item = e->kind == EG_E_SUM ? e->items[i] : e;
        bool minus = e->kind == EG_E_SUM && e->operators[i] == EG_T_MINUS;
        if (t->count == MOST_TERMS)
            return false;
        if (is_it(r, item, name)) {
            if (t->sought >= 0)
                return false;
            t->sought = t->count;
        } else if (mentions(r, item, name)) {
            return false;
        }
        t->items[t->count] = item;
        t->is_negative[t->count++] = minus != is_negative;
    }
    return true;
}

/* The sum of the others, with the sign that solves for the variable. */
static bool sum_of_others(eg_formulas *f, const terms *t, int *formula)
{
    eg_typed x;
    *formula = -1;
    for (int i = 0; i < t->count; i++) {
        if (i == t->sought)
            continue;
        bool minus = t->is_negative[i] == t->is_negative[t->sought];
        if (!eg_formula_of(f, t->items[i], &x))
            return false;
        if (*formula < 0 && !minus)
            *formula = x.formula;
        else if (*formula < 0
                     ? !eg_formula_add(f, EG_OP_NEG, x.formula, -1, -1, formula)
                     : !eg_formula_add(f, minus ? EG_OP_SUB : EG_OP_ADD, *formula, x.formula, -1, formula))
            return false;
    }
    return *formula >= 0;
}

/* ---------------------------------------------------------------- the equations of the class */

static bool is_busy(const eg_reader *r, const eg_equation *q, const eg_node *node)
{
    for (const eg_solving *s = r->solving; s; s = s->outer)
        if (s->equation == q && s->node == node)
            return true;
    return false;
}

static bool is_flow(const eg_expr *e)
{
    const char *last = e->kind == EG_E_REFERENCE ? e->reference->parts[e->reference->count - 1].name : "";
    return e->kind == EG_E_REFERENCE && e->reference->count > 1 &&
           (strcmp(last, "f") == 0 || strcmp(last, "tau") == 0 || strcmp(last, "Q_flow") == 0);
}

/* Does it lead to other flows? Those are asked last, and what a support takes never: it follows from the
 * flange, not the other way round. */
static bool is_too_far(const eg_formulas *f, const eg_derivation *d, const terms *t)
{
    for (int i = 0; i < t->count; i++)
        if (i != t->sought && is_flow(t->items[i]) &&
            (!f->r->solves_for_flows ||
             (d->is_flow && strcmp(t->items[i]->reference->parts[0].name, "support") == 0)))
            return true;
    return false;
}

/* *formula stays -1 where the equation does not give the variable; false: reported. */
static bool solve(eg_formulas *f, const eg_derivation *d, const eg_equation *q, int *formula)
{
    terms t = {.sought = -1};
    bool has_it = q->kind == EG_Q_EQUALITY && !is_busy(f->r, q, d->node) && q->left->kind != EG_E_TUPLE &&
                  add_side(f->r, &t, q->left, false, d->name) && add_side(f->r, &t, q->right, true, d->name);
    if (!has_it || t.sought < 0 || is_too_far(f, d, &t))
        return true;
    eg_solving here = {q, d->node, f->r->solving};
    f->r->solving = &here;
    bool ok = sum_of_others(f, &t, formula);
    f->r->solving = here.outer;
    return ok;
}

static bool search(eg_formulas *f, const eg_derivation *d, eg_equation *const *body, uint32_t count,
                   int *formula);

/* The branch that the parameters choose. */
static bool search_branch(eg_formulas *f, const eg_derivation *d, const eg_equation *q, int *formula)
{
    for (uint32_t i = 0; i < q->branch_count; i++) {
        bool holds = true;
        const eg_expr *condition = q->branches[i].condition;
        if (condition && !eg_formula_is_fixed(f, condition))
            return true;
        if (condition && !eg_evaluate_boolean(f->r, &f->scope, condition, "the condition", &holds))
            return false;
        if (holds)
            return search(f, d, q->branches[i].body, q->branches[i].count, formula);
    }
    return true;
}

static bool search(eg_formulas *f, const eg_derivation *d, eg_equation *const *body, uint32_t count,
                   int *formula)
{
    for (uint32_t i = 0; i < count && *formula < 0; i++)
        if (!(body[i]->kind == EG_Q_IF ? search_branch : solve)(f, d, body[i], formula))
            return false;
    return true;
}

/* Names with a dot in them, "I.y", become single names: there is no part I here. */
static void join_names(eg_reader *r, const eg_class *class, eg_expr *e)
{
    for (uint32_t i = 0; e && i < e->count; i++)
        join_names(r, class, e->items[i]);
    const char *dotted = e && e->kind == EG_E_REFERENCE && e->reference->count == 2
                             ? eg_reference_text(r, e->reference, 2)
                             : NULL;
    if (!dotted || eg_class_variable(class, dotted) < 0)
        return;
    e->reference->parts[0].name = eg_symbol(r, dotted);
    e->reference->count = 1;
}

static void join_all_names(eg_reader *r, const eg_class *class, eg_equation *const *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        join_names(r, class, body[i]->left);
        join_names(r, class, body[i]->right);
        for (uint32_t k = 0; k < body[i]->branch_count; k++) {
            join_names(r, class, body[i]->branches[k].condition);
            join_all_names(r, class, body[i]->branches[k].body, body[i]->branches[k].count);
        }
    }
}

/* What the class says of its variables in so many words, then its equations; parsed once. */
static const eg_syntax *text_of(eg_reader *r, const eg_derivation *d, int which)
{
    eg_definition *home = d->native->definition;
    const char *const *equations = which == 0 ? home->native->solved : home->native->equations;
    eg_syntax *syntax = home->answers[which];
    if (!syntax && equations) {
        syntax = home->answers[which] = eg_class_syntax_of(r, home->native, equations);
        for (uint32_t i = 0; syntax && i < syntax->section_count; i++)
            join_all_names(r, home->native, syntax->sections[i].body, syntax->sections[i].count);
    }
    return syntax;
}

static bool search_text(eg_formulas *f, const eg_derivation *d, int which, int *formula)
{
    const eg_syntax *syntax = text_of(f->r, d, which);
    bool ok = true;
    for (uint32_t i = 0; syntax && ok && i < syntax->section_count; i++) {
        f->scope.source = syntax->source;
        if (!syntax->sections[i].is_initial)
            ok = search(f, d, syntax->sections[i].body, syntax->sections[i].count, formula);
    }
    return ok;
}

static bool search_class(eg_formulas *f, const eg_derivation *d, int *formula)
{
    eg_scope outside = f->scope;
    bool solves_for_flows = f->r->solves_for_flows;
    const eg_locals *locals = f->locals;
    bool ok = true;
    f->locals = NULL;
    f->scope = eg_scope_of(d->node, d->native->definition);
    for (int pass = 0; pass < 4 && ok && *formula < 0; pass++) {
        f->r->solves_for_flows = pass >= 2;
        ok = search_text(f, d, pass % 2, formula);
    }
    f->r->solves_for_flows = solves_for_flows;
    f->scope = outside;
    f->locals = locals;
    return ok && !f->r->out_of_memory;
}

bool eg_formula_derive(eg_formulas *f, const char *path, int *formula)
{
    const char *key = eg_symbol(f->r, path);
    const eg_derivation *d = key ? eg_pairs_get(f->r->derived, f->r->root, key) : NULL;
    *formula = -1;
    if (!d)
        return !f->r->out_of_memory;
    if (!search_class(f, d, formula))
        return false;
    if (*formula >= 0 || d->is_computed)
        return true;
    eg_node *node = d->node->is_element ? d->node->parent : d->node;
    return eg_list_add(f->r, &f->r->written_out, (void *)(uintptr_t)eg_node_path(f->r, node));
}
