/* Relations in Dyad: equations of all sections, values of variables, and what starts say. */
#include "modelica/text/unparse.h"

#include <string.h>

static void write_relations(eg_unparser *u, eg_equation *const *body, uint32_t count, bool is_initial);

static bool same_name(const eg_expr *a, const eg_expr *b)
{
    if (a->kind != EG_E_REFERENCE || b->kind != EG_E_REFERENCE || a->reference->count != b->reference->count)
        return false;
    for (uint32_t i = 0; i < a->reference->count; i++)
        if (a->reference->parts[i].name != b->reference->parts[i].name ||
            a->reference->parts[i].subscript_count > 0 || b->reference->parts[i].subscript_count > 0)
            return false;
    return true;
}

/* Dyad has no branches among relations, but x = ifelse(c, a, b) for: if c then x = a else x = b. Answers how
 * many such relations the branches make; 0: they are others. */
static uint32_t choices(const eg_equation *q)
{
    const eg_branch *first = &q->branches[0];
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        if (b->count != first->count)
            return 0;
        for (uint32_t k = 0; k < b->count; k++)
            if (b->body[k]->kind != EG_Q_EQUALITY || !same_name(b->body[k]->left, first->body[k]->left))
                return 0;
    }
    return q->branch_count > 1 && !q->branches[q->branch_count - 1].condition ? first->count : 0;
}

/* Equation k of all branches. */
static void write_choice(eg_unparser *u, const eg_equation *q, uint32_t k, bool is_initial)
{
    eg_unparse_indent(u);
    fputs(is_initial ? "initial " : "", u->out);
    eg_unparse_expression(u, q->branches[0].body[k]->left);
    fputs(" = ", u->out);
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        if (b->condition) {
            fputs("ifelse(", u->out);
            eg_unparse_expression(u, b->condition);
            fputs(", ", u->out);
        }
        eg_unparse_expression(u, b->body[k]->right);
        fputs(b->condition ? ", " : "", u->out);
    }
    for (uint32_t i = 1; i < q->branch_count; i++)
        fputc(')', u->out);
    eg_unparse_end_of_line(u, q->branches[0].body[k]->at);
}

static void write_if(eg_unparser *u, const eg_equation *q, bool is_initial)
{
    uint32_t count = choices(q);
    for (uint32_t k = 0; k < count; k++)
        write_choice(u, q, k, is_initial);
    if (count == 0)
        eg_unparse_refuse(u, q->at, "such a condition cannot be written",
                          "write it as a relation of two expressions");
}

static bool is_call_of(const eg_expr *e, const char *name)
{
    return e->kind == EG_E_CALL && e->reference->count == 1 && strcmp(e->reference->parts[0].name, name) == 0;
}

/* assert(condition, "text"), with nothing else. */
static bool is_assertion(const eg_expr *e)
{
    return is_call_of(e, "assert") && e->count == 2 && !e->names && e->items[1]->kind == EG_E_STRING;
}

/* Statements that Dyad has no words for; true when it was one. */
static bool refuse_relation(eg_unparser *u, const eg_equation *q)
{
    const char *what = NULL;
    if (q->kind == EG_Q_WHEN)
        what = "when clauses cannot be written";
    else if (q->kind == EG_Q_CALL && !is_assertion(q->left))
        what = "such a call cannot be written";
    else if (q->kind == EG_Q_EQUALITY && q->left->kind == EG_E_TUPLE)
        what = "several results of a function cannot be written";
    else if (q->kind != EG_Q_EQUALITY && q->kind != EG_Q_CONNECT && q->kind != EG_Q_CALL &&
             q->kind != EG_Q_FOR && q->kind != EG_Q_IF)
        what = "statements of algorithms cannot be written";
    if (what)
        eg_unparse_refuse(u, q->at, what, "write it as an equation");
    return what != NULL;
}

static bool begins_with_sign(const eg_expr *e)
{
    while (e->kind == EG_E_PRODUCT || e->kind == EG_E_RELATION)
        e = e->items[0];
    return e->kind == EG_E_SUM && e->operators && e->operators[0] == EG_T_MINUS;
}

static void write_relation(eg_unparser *u, const eg_equation *q, bool is_initial)
{
    if (refuse_relation(u, q))
        return;
    eg_unparse_lines_before(u, q->at);
    if (q->kind == EG_Q_IF) {
        write_if(u, q, is_initial);
        return;
    }
    eg_unparse_indent(u);
    if (q->kind == EG_Q_FOR) {
        eg_unparse_iterators(u, q->iterators, q->iterator_count);
        fputc('\n', u->out);
        write_relations(u, q->branches[0].body, q->branches[0].count, is_initial);
        eg_unparse_indent(u);
        fputs("end\n", u->out);
        return;
    }
    if (q->kind == EG_Q_CONNECT) {
        fputs("connect(", u->out);
        eg_unparse_reference(u, q->left->reference);
        fputs(", ", u->out);
        eg_unparse_reference(u, q->right->reference);
        fputc(')', u->out);
    } else {
        /* A line that begins with a sign would go on with the one before it. */
        const bool is_signed = !is_initial && begins_with_sign(q->left);
        fputs(is_initial ? "initial " : is_signed ? "(" : "", u->out);
        eg_unparse_expression(u, q->left);
        fputs(is_signed ? ")" : "", u->out);
        if (q->right) {
            fputs(" = ", u->out);
            eg_unparse_expression(u, q->right);
        }
    }
    const char *pictures = eg_pictures_in_dyad(u->r, q->pictures, false);
    if (pictures)
        fprintf(u->out, " %s", pictures);
    eg_unparse_end_of_line(u, eg_unparse_behind(u, q->at, q->pictures));
}

static void write_relations(eg_unparser *u, eg_equation *const *body, uint32_t count, bool is_initial)
{
    u->depth++;
    for (uint32_t i = 0; i < count; i++)
        write_relation(u, body[i], is_initial);
    u->depth--;
}

void eg_unparse_relation(eg_unparser *u, const eg_equation *q, bool is_initial)
{
    write_relation(u, q, is_initial);
}

static void write_always(eg_unparser *u, const void *item)
{
    write_relation(u, item, false);
}

static void write_initial(eg_unparser *u, const void *item)
{
    write_relation(u, item, true);
}

/* name = value, of a declaration. */
static void write_value(eg_unparser *u, const void *item)
{
    const eg_equation *q = item;
    eg_unparse_indent(u);
    eg_unparse_expression(u, q->left);
    fputs(" = ", u->out);
    eg_unparse_expression(u, q->right);
    fputc('\n', u->out);
}

static void write_relation_modelica(eg_unparser *u, const void *item)
{
    eg_unparse_modelica_equation(u, item);
}

static void write_section_modelica(eg_unparser *u, const void *item)
{
    eg_unparse_modelica_section(u, item);
}

static void refuse_section(eg_unparser *u, const void *item)
{
    const eg_section *s = item;
    eg_unparse_refuse(u, s->at, "algorithms cannot be written", "write equations");
}

/* Real y = 2*x is a relation: in Dyad the value of a variable is what it begins with. */
static void write_declared_values(eg_dyad_writing *w)
{
    for (uint32_t i = 0; i < w->class->element_count; i++) {
        const eg_component *c = w->class->elements[i].component;
        if (w->class->elements[i].kind != EG_EL_COMPONENT || c->variability >= EG_V_PARAMETER ||
            !c->modifier || !c->modifier->value || !w->said[i])
            continue;
        eg_part part = {.name = c->name, .at = c->at};
        eg_reference name = {.parts = &part, .count = 1};
        eg_expr left = {.kind = EG_E_REFERENCE, .at = c->at, .count = 0, .reference = &name};
        eg_equation q = {.kind = EG_Q_EQUALITY, .at = c->at, .left = &left, .right = c->modifier->value};
        w->relations +=
            eg_unparse_or_carry(w->u, &q, write_value, write_relation_modelica,
                                (eg_carried){.kind = "equation", .index = w->always++}, &w->carried);
    }
}

static void write_fixed(eg_dyad_writing *w)
{
    for (uint32_t i = 0; i < w->class->element_count; i++) {
        const eg_class_element *e = &w->class->elements[i];
        if (!w->said[i])
            continue;
        w->initial += e->kind == EG_EL_EXTENDS ? eg_unparse_fixed(w->u, NULL, e->extension->modifier)
                                               : eg_unparse_fixed(w->u, e->component, e->component->modifier);
    }
    w->relations = w->initial;
}

static void write_section(eg_dyad_writing *w, const eg_section *s)
{
    if (s->is_algorithm) {
        eg_unparse_or_carry(w->u, s, refuse_section, write_section_modelica,
                            (eg_carried){.kind = s->is_initial ? "initial algorithm" : "algorithm"},
                            &w->carried);
        return;
    }
    int *index = s->is_initial ? &w->initial : &w->always;
    const char *kind = s->is_initial ? "initial equation" : "equation";
    for (uint32_t i = 0; i < s->count; i++) {
        bool said = eg_unparse_or_carry(w->u, s->body[i], s->is_initial ? write_initial : write_always,
                                        write_relation_modelica, (eg_carried){.kind = kind, .index = *index},
                                        &w->carried);
        w->relations += said;
        *index += said && s->body[i]->kind == EG_Q_IF ? (int)choices(s->body[i]) : 1;
    }
}

static void gather_relations(eg_unparser *u, const void *item)
{
    eg_dyad_writing *w = *(eg_dyad_writing *const *)item;
    u->depth++;
    write_fixed(w);
    for (int initial = 1; initial >= 0; initial--) {
        if (!initial)
            write_declared_values(w);
        for (uint32_t i = 0; i < w->class->section_count; i++)
            if (w->class->sections[i].is_initial == initial)
                write_section(w, &w->class->sections[i]);
    }
    eg_unparse_ground_connections(w);
    u->depth--;
}

/* The word "relations" stands where there are any. */
void eg_unparse_relations(eg_dyad_writing *w)
{
    const char *text = eg_unparse_text(w->u, gather_relations, &w);
    if (w->relations > 0)
        fputs("relations\n", w->u->out);
    fputs(text ? text : "", w->u->out);
}
