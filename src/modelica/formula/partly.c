/* Variables that have a value on some ways through the statements only: behind
 *
 *     if u < lo then y := lo; return; end if;
 *
 * y has one where u < lo. What follows is carried out where that does not hold, and gives it one there, so
 * that it has one always: the condition under which it has one is kept beside the value, and is true whatever
 * its relations are. In place of a formula stands -2, -3, ..., the number of such a pair; to all others that
 * is no value, as -1 is. */
#include "component/spec_bound.h"
#include <string.h>

#include "modelica/formula/statements.h"

enum { NEVER = -1, FIRST = -2, DEEPEST = 200, STEPS = 10000000, REMEMBERED = 1024 };

typedef struct partly {
    int value, has_value; /* formulas */
} partly;

/* ---------------------------------------------------------------- is a condition always true? */

typedef enum truth { NO, YES, UNKNOWN } truth;

/* Relations, and whatever else says true or false, that have been supposed to be so on the way. */
typedef struct supposed {
    const eg_formulas *f;
    int relation[DEEPEST];
    bool holds[DEEPEST];
    int count;
    long *steps; /* that have been made */
    int open;    /* the first that has not been supposed to be either; -1: none */
    struct {
        int formula; /* 0: none */
        truth is;
    } answers[REMEMBERED]; /* formulas share parts */
} supposed;

static truth ask(supposed *s, int condition);

static truth ask_relation(supposed *s, int relation)
{
    for (int i = 0; i < s->count; i++)
        if (s->relation[i] == relation)
            return s->holds[i] ? YES : NO;
    s->open = s->open < 0 ? relation : s->open;
    return UNKNOWN;
}

/* a and b, or with `decides` YES: a or b */
static truth ask_both(supposed *s, const eg_formula *c, truth decides)
{
    truth a = ask(s, c->a), b = a == decides ? decides : ask(s, c->b);
    if (a == decides || b == decides)
        return decides;
    if (a == UNKNOWN || b == UNKNOWN)
        return UNKNOWN;
    return a;
}

static truth ask_choice(supposed *s, const eg_formula *c)
{
    truth which = ask(s, c->a);
    if (which != UNKNOWN)
        return ask(s, which == YES ? c->b : c->c);
    truth b = ask(s, c->b), other = ask(s, c->c);
    return b == other ? b : UNKNOWN;
}

static truth ask_kind(supposed *s, int condition)
{
    const eg_formula *c = &s->f->spec->formulas[condition];
    switch (c->op) {
    case EG_OP_CONSTANT:
        if (eg_formula_is_bound(c))
            return UNKNOWN; /* another value of the parameter is as good */
        return c->number != 0 ? YES : NO;
    case EG_OP_AND: return ask_both(s, c, NO);
    case EG_OP_OR: return ask_both(s, c, YES);
    case EG_OP_SELECT: return ask_choice(s, c);
    case EG_OP_NOT: {
        truth a = ask(s, c->a);
        if (a == UNKNOWN)
            return UNKNOWN;
        if (a == YES)
            return NO;
        return YES;
    }
    default: return ask_relation(s, condition);
    }
}

static truth ask(supposed *s, int condition)
{
    int slot = condition % REMEMBERED;
    if (s->answers[slot].formula == condition + 1)
        return s->answers[slot].is;
    if (++*s->steps > STEPS)
        return UNKNOWN;
    truth is = ask_kind(s, condition);
    s->answers[slot].formula = condition + 1;
    s->answers[slot].is = is;
    return is;
}

/* Whatever is supposed of the relations that are open. False too where that takes too long to find out. */
static bool is_always(supposed *s, int condition)
{
    s->open = -1;
    memset(s->answers, 0, sizeof s->answers);
    truth now = ask(s, condition);
    if (now != UNKNOWN)
        return now == YES;
    if (s->open < 0 || s->count == DEEPEST || *s->steps > STEPS)
        return false;
    int k = s->count++;
    s->relation[k] = s->open;
    s->holds[k] = true;
    bool always = is_always(s, condition);
    s->holds[k] = false;
    always = always && is_always(s, condition);
    s->count = k;
    return always;
}

/* ---------------------------------------------------------------- what a variable has */

static bool take_apart(eg_running *x, int what, partly *p)
{
    if (what <= FIRST) {
        *p = *(const partly *)x->partly.items[FIRST - what];
        return true;
    }
    p->value = what;
    return eg_formula_number(x->f, what >= 0, &p->has_value);
}

static bool keep(eg_running *x, partly p, int *what)
{
    partly *kept = eg_new(x->f->r, sizeof *kept);
    if (!kept || !eg_list_add(x->f->r, &x->partly, kept))
        return false;
    *kept = p;
    *what = FIRST - (int)(x->partly.count - 1);
    return true;
}

bool eg_choose_partly(eg_running *x, int condition, int then, int *value)
{
    partly a, b, both;
    supposed s = {.f = x->f, .steps = &x->steps};
    if (then < 0 && *value == then)
        return true;
    if (!take_apart(x, then, &a) || !take_apart(x, *value, &b) ||
        !eg_formula_add(x->f, EG_OP_SELECT, condition, a.has_value, b.has_value, &both.has_value))
        return false;
    both.value = a.value == NEVER ? b.value : a.value;
    if (a.value != NEVER && b.value != NEVER && a.value != b.value &&
        !eg_formula_add(x->f, EG_OP_SELECT, condition, a.value, b.value, &both.value))
        return false;
    if (!is_always(&s, both.has_value))
        return keep(x, both, value);
    *value = both.value;
    return true;
}
