/* Classes in Modelica: appendix A.2 of its specification, from the tree back to text. */
#include "modelica/text/unparse.h"

/* ---------------------------------------------------------------- modifiers */

static void write_arguments(eg_unparser *u, const eg_modifier *m);

static void write_argument(eg_unparser *u, const eg_modifier *m)
{
    if (m->is_redeclaration) {
        eg_unparse_refuse(u, m->at, "redeclarations are not written", NULL);
        return;
    }
    fprintf(u->out, "%s%s%s", m->is_each ? "each " : "", m->is_final ? "final " : "", m->name);
    write_arguments(u, m);
    if (m->value) {
        fputs(" = ", u->out);
        eg_unparse_expression(u, m->value);
    }
}

/* (a = 1, b(c = 2)) */
static void write_arguments(eg_unparser *u, const eg_modifier *m)
{
    if (!m || m->count == 0)
        return;
    fputc('(', u->out);
    for (uint32_t i = 0; i < m->count; i++) {
        if (i > 0)
            fputs(", ", u->out);
        write_argument(u, m->arguments[i]);
    }
    fputc(')', u->out);
}

static void write_modification(eg_unparser *u, const eg_modifier *m)
{
    write_arguments(u, m);
    if (m && m->value) {
        fputs(" = ", u->out);
        eg_unparse_expression(u, m->value);
    }
}

static void write_dimensions(eg_unparser *u, eg_expr *const *dimensions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "[", u->out);
        eg_unparse_expression(u, dimensions[i]);
    }
    if (count > 0)
        fputc(']', u->out);
}

static void write_comment(eg_unparser *u, const char *comment)
{
    if (!comment)
        return;
    fputc(' ', u->out);
    eg_unparse_string(u, comment);
}

/* ---------------------------------------------------------------- elements */

static void write_component(eg_unparser *u, const eg_component *c)
{
    static const char *const variabilities[] = {"", "discrete ", "parameter ", "constant "};
    eg_unparse_indent(u);
    fprintf(u->out, "%s%s%s%s%s", c->is_final ? "final " : "", c->is_replaceable ? "replaceable " : "",
            variabilities[c->variability], c->is_flow ? "flow " : "",
            c->is_input    ? "input "
            : c->is_output ? "output "
                           : "");
    eg_unparse_class_name(u, c->type);
    fprintf(u->out, " %s", c->name);
    write_dimensions(u, c->dimensions, c->dimension_count);
    write_modification(u, c->modifier);
    if (c->condition) {
        fputs(" if ", u->out);
        eg_unparse_expression(u, c->condition);
    }
    if (c->constraint) {
        fputs(" constrainedby ", u->out);
        eg_unparse_class_name(u, c->constraint->type);
        write_arguments(u, c->constraint->modifier);
    }
    write_comment(u, c->comment);
    fputc(';', u->out);
    eg_unparse_end_of_line(u, c->at);
}

static void write_element(eg_unparser *u, const eg_element *e)
{
    switch (e->kind) {
    case EG_EL_COMPONENT:
        eg_unparse_lines_before(u, e->component->at);
        write_component(u, e->component);
        break;
    case EG_EL_EXTENDS:
        eg_unparse_lines_before(u, e->extension->at);
        eg_unparse_indent(u);
        fputs("extends ", u->out);
        eg_unparse_class_name(u, e->extension->base);
        write_arguments(u, e->extension->modifier);
        fputc(';', u->out);
        eg_unparse_end_of_line(u, e->extension->at);
        break;
    case EG_EL_CLASS: eg_unparse_modelica_class(u, e->class); break;
    case EG_EL_IMPORT: break; /* Dyad has none: names are written in full */
    }
}

/* ---------------------------------------------------------------- equations */

static void write_equations(eg_unparser *u, eg_equation *const *body, uint32_t count);

static void write_branches(eg_unparser *u, const eg_equation *q)
{
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        eg_unparse_indent(u);
        if (b->condition) {
            fputs(i > 0 ? "elseif " : "if ", u->out);
            eg_unparse_expression(u, b->condition);
            fputs(" then\n", u->out);
        } else {
            fputs("else\n", u->out);
        }
        write_equations(u, b->body, b->count);
    }
    eg_unparse_indent(u);
    fputs("end if;\n", u->out);
}

static void write_equation(eg_unparser *u, const eg_equation *q)
{
    eg_unparse_lines_before(u, q->at);
    if (q->kind == EG_Q_IF) {
        write_branches(u, q);
        return;
    }
    eg_unparse_indent(u);
    switch (q->kind) {
    case EG_Q_FOR:
        eg_unparse_iterators(u, q->iterators, q->iterator_count);
        fputs(" loop\n", u->out);
        write_equations(u, q->branches[0].body, q->branches[0].count);
        eg_unparse_indent(u);
        fputs("end for;\n", u->out);
        return;
    case EG_Q_CONNECT:
        fputs("connect(", u->out);
        eg_unparse_reference(u, q->left->reference);
        fputs(", ", u->out);
        eg_unparse_reference(u, q->right->reference);
        fputs(");", u->out);
        break;
    case EG_Q_CALL:
        eg_unparse_expression(u, q->left);
        fputc(';', u->out);
        break;
    default:
        eg_unparse_expression(u, q->left);
        fputs(" = ", u->out);
        eg_unparse_expression(u, q->right);
        fputc(';', u->out);
        break;
    }
    eg_unparse_end_of_line(u, q->at);
}

static void write_equations(eg_unparser *u, eg_equation *const *body, uint32_t count)
{
    u->depth++;
    for (uint32_t i = 0; i < count; i++)
        write_equation(u, body[i]);
    u->depth--;
}

/* ---------------------------------------------------------------- classes */

static void write_short(eg_unparser *u, const eg_syntax *class)
{
    fputs(" = ", u->out);
    if (class->is_enumeration) {
        fputs("enumeration(", u->out);
        for (uint32_t i = 0; i < class->literal_count; i++)
            fprintf(u->out, "%s%s", i > 0 ? ", " : "", class->literals[i]);
        fputc(')', u->out);
    } else {
        fputs(class->base_is_input ? "input " : class->base_is_output ? "output " : "", u->out);
        eg_unparse_class_name(u, class->base);
        write_arguments(u, class->modifier);
    }
    write_comment(u, class->comment);
    fputs(";\n", u->out);
}

static void write_experiment(eg_unparser *u, const eg_syntax *class)
{
    if (!class->experiment)
        return;
    u->depth++;
    eg_unparse_indent(u);
    fputs("annotation(experiment", u->out);
    write_arguments(u, class->experiment);
    fputs(");\n", u->out);
    u->depth--;
}

void eg_unparse_modelica_class(eg_unparser *u, const eg_syntax *class)
{
    eg_definition *around = u->scope;
    eg_unparse_indent(u);
    fprintf(u->out, "%s%s %s", class->is_partial ? "partial " : "", eg_restriction_names[class->restriction],
            class->name);
    if (class->is_short) {
        write_short(u, class);
        return;
    }
    write_comment(u, class->comment);
    fputc('\n', u->out);
    u->depth++;
    for (uint32_t i = 0; i < class->element_count; i++)
        write_element(u, &class->elements[i]);
    u->depth--;
    for (uint32_t i = 0; i < class->section_count; i++) {
        const eg_section *s = &class->sections[i];
        if (s->count == 0)
            continue;
        eg_unparse_indent(u);
        fprintf(u->out, "%sequation\n", s->is_initial ? "initial " : "");
        write_equations(u, s->body, s->count);
    }
    write_experiment(u, class);
    eg_unparse_indent(u);
    fprintf(u->out, "end %s;\n", class->name);
    if (class->test_count > 0) {
        eg_warn(u->r, u->source, class->at,
                "the tests of %.200s are not written: Modelica has no place for them", class->name);
    }
    u->scope = around;
}
