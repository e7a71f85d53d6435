/* Loops whose number of passes follows from what they compute, as functions of the flat model: one for each
 * loop, with the variable that is asked for as its first input. Every instruction of the loop's tape is a
 * statement; truth values are 0 and 1. */
#include "modelica/flat/flatten.h"

#include <math.h>
#include <stdlib.h>

typedef struct printing {
    eg_writer *w;
    const eg_loop *loop;
    const char *name;
    char *in_condition; /* (instructions) */
} printing;

static void word(const printing *p, const char *letter, int number)
{
    eg_write(p->w, letter);
    eg_write_integer(p->w, number);
}

/* u1, u2, ...: what passes change; x1, x2, ... the arguments; v1, v2, ... what is computed on the way. */
static void value(const printing *p, int node)
{
    const eg_instruction *i = &p->loop->body.code[node];
    if (i->op == EG_OP_INPUT)
        word(p, i->a < p->loop->carried ? "u" : "x", i->a + 1);
    else if (i->op == EG_OP_CONSTANT && isfinite(i->number))
        eg_write_number(p->w, i->number, true);
    else if (i->op == EG_OP_CONSTANT)
        eg_write(p->w, isnan(i->number) ? "(0/0)" : i->number > 0 ? "(1/0)" : "((-1)/0)");
    else
        word(p, "v", node + 1);
}

static void truth(const printing *p, int node)
{
    value(p, node);
    eg_write(p->w, " > 0.5");
}

static void call(const printing *p, const eg_instruction *i)
{
    const eg_tape *body = &p->loop->body;
    int arguments = body->loops[i->c].arguments, *of = calloc((size_t)arguments + 1, sizeof *of);
    eg_write(p->w, "'");
    eg_write(p->w, p->name);
    word(p, ".", i->c + 1);
    eg_write(p->w, "'(");
    eg_write_integer(p->w, (int)i->number + 1);
    p->w->out_of_memory = p->w->out_of_memory || !of;
    for (int j = arguments, link = i->a; of && j-- > 0; link = body->code[link].b)
        of[j] = body->code[link].a;
    for (int j = 0; of && j < arguments; j++) {
        eg_write(p->w, ", ");
        value(p, of[j]);
    }
    eg_write(p->w, ")");
    free(of);
}

/* Numbers are not compared by "==" in Modelica. */
static void equality(const printing *p, const eg_instruction *i)
{
    eg_write(p->w, "if ");
    value(p, i->a);
    eg_write(p->w, " <= ");
    value(p, i->b);
    eg_write(p->w, " and ");
    value(p, i->a);
    eg_write(p->w, " >= ");
    value(p, i->b);
    eg_write(p->w, i->op == EG_OP_EQUAL ? " then 1 else 0" : " then 0 else 1");
}

static void choice(const printing *p, const eg_instruction *i)
{
    const char *sign = eg_flatten_infix(i->op);
    bool of_truth = i->op == EG_OP_AND || i->op == EG_OP_OR;
    eg_write(p->w, "if ");
    (sign && !of_truth ? value : truth)(p, i->a);
    eg_write(p->w, sign ? sign : "");
    if (sign)
        (of_truth ? truth : value)(p, i->b);
    eg_write(p->w, " then ");
    if (i->op == EG_OP_SELECT)
        value(p, i->b);
    else
        eg_write(p->w, i->op == EG_OP_NOT ? "0" : "1");
    eg_write(p->w, " else ");
    if (i->op == EG_OP_SELECT)
        value(p, i->c);
    else
        eg_write(p->w, i->op == EG_OP_NOT ? "1" : "0");
}

static void operation(const printing *p, const eg_instruction *i)
{
    const char *sign = eg_flatten_infix(i->op), *function = eg_flatten_function(i->op);
    if (i->op == EG_OP_LOOP) {
        call(p, i);
    } else if (i->op == EG_OP_EQUAL || i->op == EG_OP_NOT_EQUAL) {
        equality(p, i);
    } else if (i->op >= EG_OP_LESS && i->op <= EG_OP_SELECT && i->op != EG_OP_ALONG) {
        choice(p, i);
    } else if (i->op == EG_OP_NEG || sign) {
        if (sign)
            value(p, i->a);
        eg_write(p->w, sign ? sign : "-");
        value(p, sign ? i->b : i->a);
    } else {
        eg_write(p->w, function ? function : "");
        eg_write(p->w, "(");
        value(p, i->a);
        eg_write(p->w, i->b >= 0 ? ", " : "");
        if (i->b >= 0)
            value(p, i->b);
        eg_write(p->w, ")");
    }
}

static void statements(const printing *p, bool of_condition, const char *indent)
{
    const eg_tape *body = &p->loop->body;
    for (int k = 0; k < body->count; k++) {
        const eg_instruction *i = &body->code[k];
        if (eg_op_operands(i->op) == 0 || i->op == EG_OP_ARGUMENT ||
            (p->in_condition[k] != 0) != of_condition)
            continue;
        eg_write(p->w, indent);
        word(p, "v", k + 1);
        eg_write(p->w, " := noEvent(");
        operation(p, i);
        eg_write(p->w, ");\n");
    }
}

static void find_condition(const printing *p)
{
    const eg_tape *body = &p->loop->body;
    p->in_condition[p->loop->condition] = 1;
    for (int k = body->count - 1; k >= 0; k--) {
        const eg_instruction *i = &body->code[k];
        const int of[3] = {i->a, i->b, i->c};
        for (int j = 0; p->in_condition[k] && j < 3 && j < eg_op_operands(i->op); j++)
            p->in_condition[of[j]] = 1;
    }
}

static void declarations(const printing *p)
{
    eg_write(p->w, "    input Integer which;\n");
    for (int j = 0; j < p->loop->arguments; j++) {
        word(p, "    input Real x", j + 1);
        eg_write(p->w, ";\n");
    }
    eg_write(p->w, "    output Real y;\n  protected\n");
    for (int j = 0; j < p->loop->carried; j++) {
        word(p, "    Real u", j + 1);
        word(p, " = x", j + 1);
        word(p, ";\n    Real w", j + 1);
        eg_write(p->w, ";\n");
    }
    for (int k = 0; k < p->loop->body.count; k++) {
        if (eg_op_operands(p->loop->body.code[k].op) == 0 || p->loop->body.code[k].op == EG_OP_ARGUMENT)
            continue;
        word(p, "    Real v", k + 1);
        eg_write(p->w, ";\n");
    }
}

static void pass(const printing *p)
{
    eg_write(p->w, "    while ");
    truth(p, p->loop->condition);
    eg_write(p->w, " loop\n");
    statements(p, false, "      ");
    for (int j = 0; j < p->loop->carried; j++) {
        word(p, "      w", j + 1);
        eg_write(p->w, " := ");
        value(p, p->loop->next[j]);
        eg_write(p->w, ";\n");
    }
    for (int j = 0; j < p->loop->carried; j++) {
        word(p, "      u", j + 1);
        word(p, " := w", j + 1);
        eg_write(p->w, ";\n");
    }
    statements(p, true, "      ");
    eg_write(p->w, "    end while;\n");
}

static void print_loop(eg_writer *w, const eg_loop *loop, const char *name, eg_reader *r)
{
    printing p = {w, loop, name, eg_new_array(r, (size_t)loop->body.count + 1, 1)};
    if (!p.in_condition)
        return;
    for (int i = 0; i < loop->body.loop_count; i++)
        print_loop(w, &loop->body.loops[i], eg_textf(r, "%s.%d", name, i + 1), r);
    find_condition(&p);
    eg_write(w, "  function '");
    eg_write(w, name);
    eg_write(w, "'\n");
    declarations(&p);
    eg_write(w, "  algorithm\n");
    statements(&p, true, "    ");
    pass(&p);
    eg_write(w, "    y := ");
    for (int j = 0; j < loop->carried; j++) {
        word(&p, "if which == ", j + 1);
        word(&p, " then u", j + 1);
        eg_write(w, " else");
        eg_write(w, j + 1 < loop->carried ? "" : " ");
    }
    eg_write(w, "1;\n  end '");
    eg_write(w, name);
    eg_write(w, "';\n");
}

void eg_flatten_declare_loops(eg_flattening *f)
{
    const eg_spec *s = f->spec;
    bool *used = eg_new_array(f->r, (size_t)s->loops.loop_count + 1, sizeof *used);
    for (size_t i = 0; used && i < s->formula_count; i++)
        if (s->formulas[i].op == EG_OP_LOOP)
            used[s->formulas[i].c] = true;
    for (int i = 0; used && i < s->loops.loop_count; i++)
        if (used[i])
            print_loop(&f->w, &s->loops.loops[i], eg_textf(f->r, "loop.%d", i + 1), f->r);
}
