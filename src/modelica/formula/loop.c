/* Loops whose number of passes follows from what changes with time. The body is carried out once, on
 * variables of which nothing is known but that passes change them; which these are shows when it is carried
 * out: a variable that it changes is one of them, and the body is carried out anew until no other appears.
 * What the condition and the variables have become then are the formulas of one pass, and what of them does
 * not depend on variables is computed once, before the loop. */
#include <math.h>
#include <string.h>

#include "modelica/formula/statements.h"

typedef struct carried {
    int begins, is; /* formulas: before the loop; in a pass, as it begins */
    int next;       /* at its end */
    bool is_truth;
    size_t state; /* which one; NO_STATE: what was asserted on the way */
} carried;

#define NO_STATE ((size_t)-1)

typedef struct looping {
    eg_running *x;
    uint32_t at;
    int *before;      /* (states) */
    size_t states;    /* variables, and the two flags */
    size_t first;     /* formulas of the body begin here */
    eg_list carried;  /* of carried* */
    int condition;    /* a further pass is made */
    bool *is_carried; /* (states) */
} looping;

static carried *item(const looping *l, size_t i)
{
    return l->carried.items[i];
}

/* ---------------------------------------------------------------- the state */

static int *state(const looping *l, size_t i)
{
    eg_running *x = l->x;
    if (i + 2 < l->states)
        return &x->env->slots[i];
    if (i + 2 == l->states)
        return &x->returned;
    return &x->broken;
}

static bool is_truth(const looping *l, size_t i)
{
    const eg_locals *env = l->x->env;
    for (uint32_t k = 0; k < env->count; k++) {
        const eg_local_variable *local = &env->items[k];
        if (i >= local->first && i < local->first + local->shape.count && !local->record)
            return local->shape.type == EG_BOOLEAN;
    }
    return i + 2 >= l->states;
}

static bool same(const looping *l, int a, int b)
{
    double x, y;
    const eg_formulas *f = l->x->f;
    return a == b || (eg_formula_is_literal(f, a, &x) && eg_formula_is_literal(f, b, &y) && x == y);
}

/* One more variable of the loop; NULL when memory is out. */
static carried *add_carried(looping *l, size_t which, int begins, bool truth)
{
    eg_formulas *f = l->x->f;
    carried *c = eg_new(f->r, sizeof *c);
    if (!c || !eg_list_add(f->r, &l->carried, c))
        return NULL;
    *c = (carried){.begins = begins, .next = -1, .is_truth = truth, .state = which};
    return c;
}

static bool open(looping *l)
{
    eg_formulas *f = l->x->f;
    l->states = l->x->env->slot_count + 2;
    l->before = eg_new_array(f->r, l->states, sizeof *l->before);
    l->is_carried = eg_new_array(f->r, l->states, sizeof *l->is_carried);
    for (size_t i = 0; l->before && i < l->states; i++)
        l->before[i] = *state(l, i);
    return l->before && l->is_carried;
}

/* ---------------------------------------------------------------- one pass */

static bool begin_pass(looping *l)
{
    eg_formulas *f = l->x->f;
    l->first = f->spec->formula_count;
    for (size_t i = 0; i < l->states; i++)
        *state(l, i) = l->before[i];
    for (size_t i = 0; i < l->carried.count; i++) {
        carried *c = item(l, i);
        if (!eg_formula_add(f, EG_OP_INPUT, (int)i, -1, -1, &c->is))
            return false;
        *state(l, c->state) = c->is;
    }
    return true;
}

/* The condition, and that nothing has left the loop; where it is needed at all. */
static bool ask(looping *l, const eg_loop_parts *p)
{
    eg_running *x = l->x;
    eg_formulas *f = x->f;
    int left;
    return p->condition(x, p->what, &l->condition) &&
           eg_formula_add(f, EG_OP_OR, x->returned, x->broken, -1, &left) &&
           eg_formula_add(f, EG_OP_NOT, left, -1, -1, &left) &&
           eg_formula_add(f, EG_OP_AND, l->condition, left, -1, &l->condition) &&
           (x->guard < 0 || eg_formula_add(f, EG_OP_AND, x->guard, l->condition, -1, &l->condition));
}

static bool make_pass(looping *l, const eg_loop_parts *p, eg_list *claims)
{
    eg_running *x = l->x;
    eg_formulas *f = x->f;
    int guard = x->guard;
    eg_list *outer = f->claims;
    if (!begin_pass(l) || !ask(l, p))
        return false;
    claims->count = 0;
    eg_asked asked = {l->condition, true, f->asked};
    f->claims = claims;
    f->asked = &asked;
    f->branches++;
    x->changing++;
    x->guard = l->condition;
    bool ok = p->body(x, p->what);
    x->guard = guard;
    x->changing--;
    f->branches--;
    f->asked = asked.outer;
    f->claims = outer;
    return ok;
}

/* The variables that this pass has changed and that were not known to be; *found: there are any. */
static bool find_changed(looping *l, bool *found)
{
    *found = false;
    for (size_t i = 0; i < l->states; i++) {
        if (l->is_carried[i] || same(l, l->before[i], *state(l, i)))
            continue;
        l->is_carried[i] = *found = true;
        if (!add_carried(l, i, l->before[i], is_truth(l, i)))
            return false;
    }
    return true;
}

static bool find_pass(looping *l, const eg_loop_parts *p, eg_list *claims)
{
    eg_formulas *f = l->x->f;
    for (bool again = true; again;) {
        if (!make_pass(l, p, claims) || !find_changed(l, &again))
            return false;
        if (again)
            f->spec->formula_count = l->first; /* nothing speaks of these any more */
    }
    for (size_t i = 0; i < l->carried.count; i++)
        item(l, i)->next = *state(l, item(l, i)->state);
    return true;
}

/* ---------------------------------------------------------------- what is asserted on the way
 *
 * A variable of the loop that stays true until a claim does not hold; numbers of its message are those of
 * that pass. */

static bool carry(looping *l, int begins, bool truth, carried **made)
{
    int number;
    *made = NULL;
    if (!eg_formula_number(l->x->f, begins, &number))
        return false;
    carried *c = *made = add_carried(l, NO_STATE, number, truth);
    return c && eg_formula_add(l->x->f, EG_OP_INPUT, (int)l->carried.count - 1, -1, -1, &c->is);
}

static bool carry_message(looping *l, eg_user_equation *claim, int holds)
{
    const eg_user_text *first = NULL, **end = &first;
    for (const eg_user_text *part = claim->parts; part; part = part->next) {
        eg_user_text *copy = eg_new(l->x->f->r, sizeof *copy);
        carried *number;
        if (!copy)
            return false;
        *copy = *part;
        copy->next = NULL;
        *end = copy;
        end = &copy->next;
        if (part->formula < 0)
            continue;
        if (!carry(l, 0, part->type == EG_BOOLEAN, &number) ||
            !eg_formula_add(l->x->f, EG_OP_SELECT, holds, part->formula, number->is, &number->next))
            return false;
        copy->formula = (int)l->carried.count - 1; /* the loop's variable, until it has an outcome */
    }
    claim->parts = first;
    return true;
}

static bool carry_claims(looping *l, const eg_list *claims)
{
    for (size_t i = 0; i < claims->count; i++) {
        eg_user_equation *claim = claims->items[i];
        carried *holds;
        if (!carry(l, 1, true, &holds) ||
            !eg_formula_add(l->x->f, EG_OP_AND, holds->is, claim->left, -1, &holds->next))
            return false;
        claim->left = (int)l->carried.count - 1;
        if (!carry_message(l, claim, holds->is))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- the tape of a pass */

typedef struct taping {
    looping *l;
    eg_loop loop;
    size_t count;    /* formulas of the body */
    bool *depends;   /* (count) on the loop's variables */
    bool *is_needed; /* (count) */
    int *node;       /* (count) instruction, or -1 */
    int *outside;    /* formulas that are arguments, behind the variables */
    int outside_count;
} taping;

static const eg_formula *formula_at(const taping *t, size_t i)
{
    return &t->l->x->f->spec->formulas[t->l->first + i];
}

static bool is_inside(const taping *t, int formula)
{
    size_t first = t->l->first;
    return formula >= 0 && (size_t)formula >= first &&
           (t->depends[(size_t)formula - first] ||
            formula_at(t, (size_t)formula - first)->op == EG_OP_ARGUMENT);
}

static void find_dependence(taping *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const eg_formula *x = formula_at(t, i);
        const int of[3] = {x->a, x->b, x->c};
        t->depends[i] = x->op == EG_OP_INPUT;
        for (int k = 0; k < 3 && k < eg_op_operands(x->op); k++)
            t->depends[i] =
                t->depends[i] || ((size_t)of[k] >= t->l->first && t->depends[(size_t)of[k] - t->l->first]);
    }
}

static void need(taping *t, int formula)
{
    if (is_inside(t, formula))
        t->is_needed[(size_t)formula - t->l->first] = true;
}

static void find_needed(taping *t)
{
    need(t, t->l->condition);
    for (size_t i = 0; i < t->l->carried.count; i++)
        need(t, item(t->l, i)->next);
    for (size_t i = t->count; i-- > 0;) {
        const eg_formula *x = formula_at(t, i);
        const int of[3] = {x->a, x->b, x->c};
        for (int k = 0; t->is_needed[i] && k < 3 && k < eg_op_operands(x->op); k++)
            need(t, of[k]);
    }
}

/* The instruction of a formula: one of the body, a number, or an argument; -1 when out of memory. */
static int node_of(taping *t, int formula)
{
    double number;
    eg_tape *body = &t->loop.body;
    if (is_inside(t, formula))
        return t->node[(size_t)formula - t->l->first];
    if (formula < 0 || eg_formula_is_literal(t->l->x->f, formula, &number))
        return eg_tape_constant(body, formula < 0 ? 0 : number);
    int k = 0;
    while (k < t->outside_count && t->outside[k] != formula)
        k++;
    t->outside[k] = formula;
    t->outside_count += k == t->outside_count;
    return eg_tape_input(body, t->loop.carried + k);
}

static int tape_one(taping *t, const eg_formula *x)
{
    eg_tape *body = &t->loop.body;
    int operands = eg_op_operands(x->op), a = operands > 0 ? node_of(t, x->a) : -1,
        b = operands > 1 ? node_of(t, x->b) : -1, c = operands > 2 ? node_of(t, x->c) : -1;
    switch (x->op) {
    case EG_OP_INPUT: return eg_tape_input(body, x->a);
    case EG_OP_SMOOTH: return a;
    case EG_OP_LOOP:
        return eg_tape_outcome(body, a, eg_tape_add_loop(body, &t->l->x->f->spec->loops.loops[x->c]),
                               (int)x->number);
    default: return eg_tape_add(body, x->op, a, b, c);
    }
}

static bool refuse_operator(const taping *t)
{
    eg_formulas *f = t->l->x->f;
    eg_error(f->r, f->scope.source, t->l->at,
             "pre, der, delay and their kin have no meaning for what the passes of a loop change");
    eg_hint(f->r, "give it to a variable before the loop");
    return false;
}

static bool tape_pass(taping *t)
{
    size_t carried_count = t->l->carried.count;
    for (size_t i = 0; i < t->count; i++) {
        const eg_formula *x = formula_at(t, i);
        t->node[i] = -1;
        if (!t->is_needed[i])
            continue;
        if (x->op > EG_OP_LOOP && x->op != EG_OP_SMOOTH)
            return refuse_operator(t);
        if ((t->node[i] = tape_one(t, x)) < 0)
            return false;
    }
    t->loop.condition = node_of(t, t->l->condition);
    for (size_t i = 0; i < carried_count; i++) {
        t->loop.next[i] = node_of(t, item(t->l, i)->next);
        t->loop.is_truth[i] = item(t->l, i)->is_truth;
        if (t->loop.next[i] < 0)
            return false;
    }
    return t->loop.condition >= 0;
}

/* The loop's number among those of the spec. */
static bool make_tape(taping *t, int *number)
{
    eg_formulas *f = t->l->x->f;
    size_t n = t->l->carried.count;
    t->count = f->spec->formula_count - t->l->first;
    t->depends = eg_new_array(f->r, t->count, sizeof *t->depends);
    t->is_needed = eg_new_array(f->r, t->count, sizeof *t->is_needed);
    t->node = eg_new_array(f->r, t->count, sizeof *t->node);
    t->outside = eg_new_array(f->r, t->count * 3 + n + 1, sizeof *t->outside);
    t->loop.next = eg_new_array(f->r, n, sizeof *t->loop.next);
    t->loop.is_truth = eg_new_array(f->r, n, sizeof *t->loop.is_truth);
    if (f->r->out_of_memory)
        return false;
    t->loop.carried = (int)n;
    t->loop.rates = -1;
    find_dependence(t);
    find_needed(t);
    int errors = f->r->errors;
    bool ok = eg_count_steps(f->r, f->scope.source, t->l->at, (long long)t->count) && tape_pass(t);
    t->loop.arguments = t->loop.carried + t->outside_count;
    *number = ok ? eg_tape_add_loop(&f->spec->loops, &t->loop) : -1;
    eg_tape_release(&t->loop.body);
    if (*number < 0 && errors == f->r->errors)
        f->r->out_of_memory = true;
    return *number >= 0;
}

/* Nobody speaks of what depended on the loop's variables any more; the network reads every formula. */
static void clear_pass(const taping *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->depends[i])
            t->l->x->f->spec->formulas[t->l->first + i] =
                (eg_formula){.op = EG_OP_CONSTANT, .a = -1, .b = -1, .c = -1};
}

/* ---------------------------------------------------------------- what it leaves */

static bool chain_arguments(taping *t, int *chain)
{
    eg_formulas *f = t->l->x->f;
    bool ok = eg_formula_number(f, 0, chain);
    for (int j = 0; ok && j < t->loop.arguments; j++) {
        int argument = j < t->loop.carried ? item(t->l, (size_t)j)->begins : t->outside[j - t->loop.carried];
        ok = (argument >= 0 || eg_formula_number(f, 0, &argument)) && /* it had no value */
             eg_formula_add(f, EG_OP_ARGUMENT, argument, *chain, -1, chain);
    }
    return ok;
}

static bool outcome(eg_formulas *f, int chain, int loop, size_t which, int *formula)
{
    *formula = eg_spec_add_formula(
        f->spec, (eg_formula){.op = EG_OP_LOOP, .a = chain, .b = -1, .c = loop, .number = (double)which});
    if (*formula < 0)
        f->r->out_of_memory = true;
    return *formula >= 0;
}

static bool claim_all(looping *l, const eg_list *claims, const int *outcomes)
{
    for (size_t i = 0; i < claims->count; i++) {
        eg_user_equation *claim = claims->items[i];
        claim->left = outcomes[claim->left];
        for (const eg_user_text *part = claim->parts; part; part = part->next)
            if (part->formula >= 0)
                ((eg_user_text *)part)->formula = outcomes[part->formula];
        if (!eg_running_claim(l->x, claim))
            return false;
    }
    return true;
}

static bool leave(taping *t, int loop, const eg_list *claims)
{
    looping *l = t->l;
    eg_formulas *f = l->x->f;
    int chain, *outcomes = eg_new_array(f->r, l->carried.count + 1, sizeof *outcomes);
    eg_user_equation ends = {
        .kind = EG_USER_ASSERT,
        .right = -1,
        .when = -1,
        .text = eg_textf(f->r, "this loop does not end: it has made %d passes", EG_LOOP_PASSES),
        .place = eg_source_place(f->scope.source, l->at)};
    if (!outcomes || !chain_arguments(t, &chain))
        return false;
    for (size_t i = 0; i <= l->carried.count; i++)
        if (!outcome(f, chain, loop, i, &outcomes[i]))
            return false;
    for (size_t i = 0; i < l->states; i++)
        *state(l, i) = l->before[i];
    for (size_t i = 0; i < l->carried.count; i++)
        if (item(l, i)->state != NO_STATE)
            *state(l, item(l, i)->state) = outcomes[i];
    ends.left = outcomes[l->carried.count];
    return eg_running_claim(l->x, &ends) && claim_all(l, claims, outcomes);
}

bool eg_running_loop(eg_running *x, uint32_t at, const eg_loop_parts *parts)
{
    looping l = {.x = x, .at = at};
    taping t = {.l = &l};
    eg_list claims = {0};
    int loop;
    if (x->f->is_for_now) {
        eg_error(x->f->r, x->f->scope.source, at, "how often this loop is passed through is not known");
        eg_hint(x->f->r, "let it follow from parameters and constants");
        return false;
    }
    if (!open(&l) || !find_pass(&l, parts, &claims) || !carry_claims(&l, &claims) || !make_tape(&t, &loop))
        return false;
    clear_pass(&t);
    return leave(&t, loop, &claims);
}
