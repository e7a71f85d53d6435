/* Equations and statements in Modelica: appendix A.2.6 of its specification, from the tree back to text. */
#include "modelica/text/unparse.h"

static void write_body(eg_unparser *u, const eg_branch *b)
{
    u->depth++;
    for (uint32_t i = 0; i < b->count; i++)
        eg_unparse_modelica_equation(u, b->body[i]);
    u->depth--;
}

static void write_end(eg_unparser *u, const char *what)
{
    eg_unparse_indent(u);
    fprintf(u->out, "end %s;\n", what);
}

/* if c then .. elseif c then .. else .. end if; the same with when and elsewhen. */
static void write_branches(eg_unparser *u, const eg_equation *q)
{
    const char *word = q->kind == EG_Q_IF ? "if" : "when";
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        eg_unparse_indent(u);
        if (b->condition) {
            fprintf(u->out, "%s%s ", i > 0 ? "else" : "", word);
            eg_unparse_expression(u, b->condition);
            fputs(" then\n", u->out);
        } else {
            fputs("else\n", u->out);
        }
        write_body(u, b);
    }
    write_end(u, word);
}

/* for i in 1:n loop .. end for; while c loop .. end while */
static void write_loop(eg_unparser *u, const eg_equation *q)
{
    eg_unparse_indent(u);
    if (q->kind == EG_Q_FOR) {
        eg_unparse_iterators(u, q->iterators, q->iterator_count);
    } else {
        fputs("while ", u->out);
        eg_unparse_expression(u, q->branches[0].condition);
    }
    fputs(" loop\n", u->out);
    write_body(u, &q->branches[0]);
    write_end(u, q->kind == EG_Q_FOR ? "for" : "while");
}

static void write_simple(eg_unparser *u, const eg_equation *q)
{
    switch (q->kind) {
    case EG_Q_CONNECT:
        fputs("connect(", u->out);
        eg_unparse_reference(u, q->left->reference);
        fputs(", ", u->out);
        eg_unparse_reference(u, q->right->reference);
        fputc(')', u->out);
        break;
    case EG_Q_BREAK: fputs("break", u->out); break;
    case EG_Q_RETURN: fputs("return", u->out); break;
    default:
        eg_unparse_expression(u, q->left);
        if (q->kind == EG_Q_CALL)
            break;
        fputs(q->kind == EG_Q_ASSIGNMENT ? " := " : " = ", u->out);
        eg_unparse_expression(u, q->right);
        break;
    }
    eg_unparse_pictures(u, q->pictures);
    fputc(';', u->out);
}

void eg_unparse_modelica_equation(eg_unparser *u, const eg_equation *q)
{
    eg_unparse_lines_before(u, q->at);
    if (q->kind == EG_Q_IF || q->kind == EG_Q_WHEN) {
        write_branches(u, q);
    } else if (q->kind == EG_Q_FOR || q->kind == EG_Q_WHILE) {
        write_loop(u, q);
    } else {
        eg_unparse_indent(u);
        write_simple(u, q);
        eg_unparse_end_of_line(u, eg_unparse_behind(u, q->at, q->pictures));
    }
}

void eg_unparse_modelica_section(eg_unparser *u, const eg_section *s)
{
    eg_unparse_indent(u);
    fprintf(u->out, "%s%s\n", s->is_initial ? "initial " : "", s->is_algorithm ? "algorithm" : "equation");
    u->depth++;
    for (uint32_t i = 0; i < s->count; i++)
        eg_unparse_modelica_equation(u, s->body[i]);
    u->depth--;
}
