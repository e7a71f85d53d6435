/* Loops of tapes: one whose number of passes follows from what it computes is an instruction with a tape of
 * its own for a body, which is run until its condition fails. Its derivatives are those of the passes that
 * are made: forward they go along with the values, backward too, argument by argument (how many passes there
 * are is not known before, so that nothing could keep them all), and as a formula they are one more loop,
 * whose variables are x and dx. */
#include "base/arena.h"
#include "base/tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- keeping loops */

void eg_loop_release(eg_loop *loop)
{
    eg_tape_release(&loop->body);
    free(loop->next);
    free(loop->is_truth);
    loop->next = NULL;
    loop->is_truth = NULL;
}

/* 0 and -0 are two numbers here, and what is no number is the same as itself. */
static bool same_number(double x, double y)
{
    return (x == y && !signbit(x) == !signbit(y)) || (isnan(x) && isnan(y));
}

static bool same_code(const eg_tape *x, const eg_tape *y)
{
    if (x->count != y->count)
        return false;
    for (int i = 0; i < x->count; i++) {
        const eg_instruction *a = &x->code[i], *b = &y->code[i];
        if (a->op != b->op || a->a != b->a || a->b != b->b || a->c != b->c ||
            !same_number(a->number, b->number))
            return false;
    }
    return true;
}

static bool same_loop(const eg_loop *x, const eg_loop *y)
{
    if (x->carried != y->carried || x->arguments != y->arguments || x->condition != y->condition ||
        x->body.loop_count != y->body.loop_count || !same_code(&x->body, &y->body))
        return false;
    for (int k = 0; k < x->carried; k++)
        if (x->next[k] != y->next[k] || x->is_truth[k] != y->is_truth[k])
            return false;
    for (int i = 0; i < x->body.loop_count; i++)
        if (!same_loop(&x->body.loops[i], &y->body.loops[i]))
            return false;
    return true;
}

/* A copy that is only run: without the table by which equal instructions are found. */
static int copy_loop(eg_loop *copy, const eg_loop *loop)
{
    size_t carried = (size_t)loop->carried, count = (size_t)loop->body.count;
    *copy = (eg_loop){loop->carried, loop->arguments, loop->condition, .rates = -1};
    copy->next = calloc(carried + 1, sizeof *copy->next);
    copy->is_truth = calloc(carried + 1, sizeof *copy->is_truth);
    copy->body.code = calloc(count + 1, sizeof *copy->body.code);
    if (!copy->next || !copy->is_truth || !copy->body.code)
        return -1;
    for (size_t k = 0; k < carried; k++) {
        copy->next[k] = loop->next[k];
        copy->is_truth[k] = loop->is_truth[k];
    }
    for (size_t i = 0; i < count; i++)
        copy->body.code[i] = loop->body.code[i];
    copy->body.count = loop->body.count;
    copy->body.capacity = count + 1;
    for (int i = 0; i < loop->body.loop_count; i++)
        if (eg_tape_add_loop(&copy->body, &loop->body.loops[i]) != i)
            return -1;
    return 0;
}

int eg_tape_add_loop(eg_tape *tape, const eg_loop *loop)
{
    eg_loop copy;
    for (int i = 0; i < tape->loop_count; i++)
        if (same_loop(&tape->loops[i], loop))
            return i;
    if (copy_loop(&copy, loop) < 0 || eg_grow((void **)&tape->loops, &tape->loop_capacity,
                                              (size_t)tape->loop_count + 1, sizeof *tape->loops) < 0) {
        eg_loop_release(&copy);
        return -1;
    }
    tape->loops[tape->loop_count] = copy;
    return tape->loop_count++;
}

int eg_tape_outcomes(const eg_tape *tape, const int *list, int k, int count)
{
    const eg_instruction *first = &tape->code[list ? list[k] : k];
    int outcomes = 0;
    if (first->op != EG_OP_LOOP)
        return 0;
    while (k + outcomes < count) {
        const eg_instruction *i = &tape->code[list ? list[k + outcomes] : k + outcomes];
        if (i->op != EG_OP_LOOP || i->a != first->a || i->c != first->c)
            break;
        outcomes++;
    }
    return outcomes;
}

/* ---------------------------------------------------------------- workspace
 *
 * Values of arguments, instructions and outcomes, and as many rates behind them. */

enum { LOCAL = 512 };

typedef struct workspace {
    double local[LOCAL];
    double *in, *value, *out, *din, *dvalue, *dout;
    double *memory; /* malloc'ed, or NULL */
} workspace;

static bool open_workspace(workspace *w, const eg_loop *loop)
{
    size_t arguments = (size_t)loop->arguments, count = (size_t)loop->body.count,
           out = (size_t)loop->carried + 1, size = 2 * (arguments + count + out);
    w->memory = size > LOCAL ? malloc(size * sizeof *w->memory) : NULL;
    w->in = size > LOCAL ? w->memory : w->local;
    if (!w->in)
        return false;
    w->value = w->in + arguments;
    w->out = w->value + count;
    w->din = w->out + out;
    w->dvalue = w->din + arguments;
    w->dout = w->dvalue + count;
    return true;
}

static void close_workspace(workspace *w)
{
    free(w->memory);
}

static const eg_loop *loop_of(const eg_tape *tape, int node)
{
    return &tape->loops[tape->code[node].c];
}

/* The instructions that are the loop's arguments, last to first: *link goes along the chain. */
static int argument_before(const eg_tape *tape, int *link)
{
    const eg_instruction *i = &tape->code[*link];
    *link = i->b;
    return i->a;
}

static void gather(const eg_tape *tape, int node, const double *v, double *to)
{
    int link = tape->code[node].a;
    for (int j = loop_of(tape, node)->arguments; j-- > 0;)
        to[j] = v[argument_before(tape, &link)];
}

/* ---------------------------------------------------------------- passes */

/* From what w->in (and, with rates, w->din) holds to w->out (and w->dout). The arguments are overwritten. */
static void make_passes(const eg_loop *loop, workspace *w, bool rates)
{
    int passes = 0;
    for (;; passes++) {
        eg_tape_run(&loop->body, w->in, NULL, w->value);
        if (!(w->value[loop->condition] != 0) || passes == EG_LOOP_PASSES)
            break;
        if (rates)
            eg_tape_tangents(&loop->body, w->value, w->din, w->dvalue);
        for (int k = 0; k < loop->carried; k++) {
            w->in[k] = w->value[loop->next[k]];
            w->din[k] = rates ? w->dvalue[loop->next[k]] : 0;
        }
    }
    bool ended = passes < EG_LOOP_PASSES;
    for (int k = 0; k < loop->carried; k++) {
        w->out[k] = ended ? w->in[k] : NAN;
        w->dout[k] = ended ? w->din[k] : NAN;
    }
    w->out[loop->carried] = ended;
    w->dout[loop->carried] = 0;
}

static const int *at(const int *list, const int *k)
{
    return list ? &list[*k] : k;
}

void eg_tape_run_loop(const eg_tape *tape, const int *list, int k, int outcomes, double *v)
{
    workspace w;
    int first = *at(list, &k);
    bool open = open_workspace(&w, loop_of(tape, first));
    if (open) {
        gather(tape, first, v, w.in);
        make_passes(loop_of(tape, first), &w, false);
    }
    for (int end = k + outcomes; k < end; k++)
        v[*at(list, &k)] = open ? w.out[(int)tape->code[*at(list, &k)].number] : NAN;
    if (open)
        close_workspace(&w);
}

void eg_tape_loop_tangents(const eg_tape *tape, int k, int outcomes, const double *v, double *dv)
{
    workspace w;
    const eg_loop *loop = loop_of(tape, k);
    bool open = open_workspace(&w, loop);
    if (open) {
        gather(tape, k, v, w.in);
        gather(tape, k, dv, w.din);
        make_passes(loop, &w, true);
    }
    for (int i = k; i < k + outcomes; i++)
        dv[i] = open ? w.dout[(int)tape->code[i].number] : NAN;
    if (open)
        close_workspace(&w);
}

void eg_tape_loop_gradient(const eg_tape *tape, const int *list, int k, int outcomes, const double *v,
                           double *adjoint)
{
    workspace w;
    const eg_loop *loop = loop_of(tape, *at(list, &k));
    int link = tape->code[*at(list, &k)].a;
    bool matters = false;
    for (int i = k; i < k + outcomes; i++)
        matters = matters || adjoint[*at(list, &i)] != 0;
    if (!matters || !open_workspace(&w, loop))
        return;
    for (int j = loop->arguments; j-- > 0;) {
        int argument = argument_before(tape, &link);
        if (tape->code[argument].op == EG_OP_CONSTANT && tape->code[argument].a < 0)
            continue;
        gather(tape, *at(list, &k), v, w.in);
        memset(w.din, 0, (size_t)loop->arguments * sizeof *w.din);
        w.din[j] = 1;
        make_passes(loop, &w, true);
        for (int i = k; i < k + outcomes; i++)
            if (adjoint[*at(list, &i)] != 0)
                adjoint[argument] += adjoint[*at(list, &i)] * w.dout[(int)tape->code[*at(list, &i)].number];
    }
    close_workspace(&w);
}

/* ---------------------------------------------------------------- rates, as a loop
 *
 * Of variables x and what stays, p, the loop with rates has the variables x, dx and what stays, p, dp. */

typedef struct derivation {
    eg_tape_rates rates;
    const eg_loop *loop;
    int *node, *inner; /* of the body's instructions and loops: their numbers in the new body */
} derivation;

static int input_in(const eg_loop *loop, int input)
{
    return input < loop->carried ? input : loop->carried + input;
}

static int body_rate(eg_tape_rates *rates, int node, int index)
{
    const eg_loop *loop = ((derivation *)rates)->loop; /* its first member */
    int behind = index < loop->carried ? loop->carried : loop->arguments - loop->carried;
    (void)node;
    return eg_tape_input(rates->tape, index + behind);
}

static int copy_body(derivation *d, eg_tape *to)
{
    const eg_tape *from = &d->loop->body;
    for (int i = 0; i < from->loop_count; i++)
        if ((d->inner[i] = eg_tape_add_loop(to, &from->loops[i])) < 0)
            return -1;
    for (int i = 0; i < from->count; i++) {
        const eg_instruction *x = &from->code[i];
        int operands = eg_op_operands(x->op);
        int a = operands > 0 ? d->node[x->a] : -1, b = operands > 1 ? d->node[x->b] : -1;
        if (x->op == EG_OP_CONSTANT)
            d->node[i] = eg_tape_constant(to, x->number);
        else if (x->op == EG_OP_INPUT)
            d->node[i] = eg_tape_input(to, input_in(d->loop, x->a));
        else if (x->op == EG_OP_LOOP)
            d->node[i] = eg_tape_outcome(to, a, d->inner[x->c], (int)x->number);
        else
            d->node[i] = eg_tape_add(to, x->op, a, b, operands > 2 ? d->node[x->c] : -1);
        if (d->node[i] < 0)
            return -1;
    }
    return 0;
}

static int derive_body(derivation *d, eg_loop *made)
{
    int n = d->loop->carried;
    if (copy_body(d, &made->body) < 0)
        return -1;
    d->rates = (eg_tape_rates){.input_rate = body_rate, .tape = &made->body};
    made->condition = d->node[d->loop->condition];
    for (int k = 0; k < n; k++) {
        made->next[k] = d->node[d->loop->next[k]];
        made->is_truth[k] = d->loop->is_truth[k];
        if ((made->next[n + k] = eg_tape_rate(&d->rates, made->next[k])) < 0)
            return -1;
    }
    return 0;
}

/* The number of the loop with rates; -1 when out of memory. */
static int with_rates(eg_tape *tape, int number)
{
    const eg_loop *loop = &tape->loops[number];
    derivation d = {.loop = loop};
    eg_loop made = {2 * loop->carried, 2 * loop->arguments, .rates = -1};
    if (loop->rates >= 0)
        return loop->rates;
    d.node = calloc((size_t)loop->body.count + 1, sizeof *d.node);
    d.inner = calloc((size_t)loop->body.loop_count + 1, sizeof *d.inner);
    made.next = calloc((size_t)made.carried + 1, sizeof *made.next);
    made.is_truth = calloc((size_t)made.carried + 1, sizeof *made.is_truth);
    int status = d.node && d.inner && made.next && made.is_truth ? derive_body(&d, &made) : -1;
    int rates = status < 0 ? -1 : eg_tape_add_loop(tape, &made); /* moves the loops */
    if (rates >= 0)
        tape->loops[number].rates = rates;
    eg_tape_rates_release(&d.rates);
    eg_loop_release(&made);
    free(d.node);
    free(d.inner);
    return rates;
}

/* x, dx, p, dp as a chain. */
static int chain_of(eg_tape_rates *r, const int *argument, int carried, int arguments)
{
    eg_tape *t = r->tape;
    const int ends[3] = {0, carried, arguments};
    int link = eg_tape_constant(t, 0);
    for (int group = 0; group < 4; group++)
        for (int j = ends[group / 2]; j < ends[group / 2 + 1]; j++)
            link = eg_tape_add(t, EG_OP_ARGUMENT, group % 2 ? r->memo[argument[j]] : argument[j], link, -1);
    return link;
}

int eg_tape_loop_rate(eg_tape_rates *r, int node)
{
    eg_instruction i = r->tape->code[node]; /* a copy: the code moves as it grows */
    int carried = r->tape->loops[i.c].carried, arguments = r->tape->loops[i.c].arguments, link = i.a;
    if ((int)i.number == carried)
        return eg_tape_constant(r->tape, 0);
    int rates = with_rates(r->tape, i.c), *argument = calloc((size_t)arguments + 1, sizeof *argument);
    int rate = -1;
    if (rates >= 0 && argument) {
        for (int j = arguments; j-- > 0;)
            argument[j] = argument_before(r->tape, &link);
        rate = eg_tape_outcome(r->tape, chain_of(r, argument, carried, arguments), rates,
                               carried + (int)i.number);
    }
    free(argument);
    return rate;
}
