/* floor, ceil, div, mod and rem of what changes continuously: their steps are events (Modelica 3.6, 3.7.2).
 *
 * Each is made of one whole number k = floor(x) that stays what it is between events. It steps up when x
 * reaches k + 1 and down when x falls below k; both are relations of x with pre(k).
 *
 * At the event x may be an ulp short of the step that it is at: k becomes the number beyond, and further only
 * if x has jumped there. A relation is frozen until the event is over, while pre(k) has moved on by then:
 * that x is at the step at all is asked anew, with room for round-off. */
#include "network/user/build.h"
#include "component/spec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double ROOM = 1e-12; /* of x: where it is at a step */
/* Beyond it k + 1 need not differ from k: x has steps that nobody can count. */
static const double MOST = 0x1p53;

bool eg_user_is_step(int op)
{
    return op == EG_OP_FLOOR || op == EG_OP_CEIL || op == EG_OP_QUOTIENT || op == EG_OP_MODULO ||
           op == EG_OP_REMAINDER;
}

static int add(eg_user_builder *b, int op, int x, int y)
{
    return eg_tape_add(&b->raw, op, x, y, -1);
}

/* The number k: a variable that is not shown. */
static int make_number(eg_user_builder *b, int formula, eg_place place)
{
    static const char *const names[] = {[EG_OP_FLOOR] = "floor(...)",
                                        [EG_OP_CEIL] = "ceil(...)",
                                        [EG_OP_QUOTIENT] = "div(...)",
                                        [EG_OP_MODULO] = "mod(...)",
                                        [EG_OP_REMAINDER] = "rem(...)"};
    eg_user_quantity q = {.path = names[b->spec->formulas[formula].op],
                          .unit = "",
                          .comment = "",
                          .type = EG_INTEGER,
                          .is_discrete = true,
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .place = place};
    int k = eg_user_add_quantity(b, q);
    return k < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, k, 0);
}

/* What k becomes where x is at a step; `base` is what it was, `other` what it is elsewhere. is_size: x is
 * never below 0, where it turns round. */
static int stepped(eg_user_builder *b, int x, int base, bool up, bool is_size, int formula, int other)
{
    eg_tape *t = &b->raw;
    int one = eg_tape_constant(t, 1), next = add(b, up ? EG_OP_ADD : EG_OP_SUB, base, one);
    int size = add(b, EG_OP_ADD, one, eg_tape_add(t, EG_OP_ABS, x, -1, -1));
    int room = add(b, EG_OP_MUL, eg_tape_constant(t, ROOM), size);
    /* Up it is "not x < next": a relation with "or equal" would become true where x rests at the step that it
     * has just come down from. */
    int reached = eg_user_relation_of(b, EG_OP_LESS, x, up ? next : base, false, formula);
    if (up)
        reached = eg_tape_add(t, EG_OP_NOT, reached, -1, -1);
    else if (is_size)
        reached = add(b, EG_OP_AND, add(b, EG_OP_LESS, eg_tape_constant(t, 0), base), reached);
    int still = up ? add(b, EG_OP_LESS_EQUAL, next, add(b, EG_OP_ADD, x, room))
                   : add(b, EG_OP_LESS, add(b, EG_OP_SUB, x, room), base);
    int number = add(b, up ? EG_OP_MAX : EG_OP_MIN, next, eg_tape_add(t, EG_OP_FLOOR, x, -1, -1));
    return eg_tape_add(t, EG_OP_SELECT, add(b, EG_OP_AND, reached, still), number, other);
}

/* May the instruction have no value, or none that is finite? */
static bool may_be_nothing(const eg_tape *t, const eg_instruction *i)
{
    switch (i->op) {
    case EG_OP_CONSTANT: return !isfinite(i->number);
    case EG_OP_DIV: return t->code[i->b].op != EG_OP_CONSTANT || t->code[i->b].number == 0;
    case EG_OP_POW:
    case EG_OP_SQRT:
    case EG_OP_LOG:
    case EG_OP_LOG10:
    case EG_OP_ASIN:
    case EG_OP_ACOS:
    case EG_OP_LOOP:
    case EG_OP_TAN: return true;
    default: return false;
    }
}

/* In a branch that is not taken x may have no value: then there are no steps. -1: it always has one. */
static int has_value(eg_user_builder *b, int x)
{
    eg_tape *t = &b->raw;
    bool needed = false;
    int count = eg_user_cone(b, x);
    for (int i = 0; i < count && !needed; i++)
        needed = may_be_nothing(t, &t->code[b->list[i]]);
    return needed
               ? add(b, EG_OP_LESS_EQUAL, eg_tape_add(t, EG_OP_ABS, x, -1, -1), eg_tape_constant(t, DBL_MAX))
               : -1;
}

static int whole_part_of_number(eg_user_builder *b, int x, bool is_size, int formula)
{
    eg_tape *t = &b->raw;
    eg_place place = eg_user_place_of(b, formula);
    int most = eg_tape_constant(t, MOST);
    int k = make_number(b, formula, place), floor_x = eg_tape_add(t, EG_OP_FLOOR, x, -1, -1);
    int base = eg_tape_add(t, EG_OP_SELECT, eg_user_leaf(b, EG_USER_START, 0, 0), floor_x,
                           k < 0 ? -1 : eg_user_before_of(b, k));
    int value = stepped(b, x, base, false, is_size, formula, base);
    value = stepped(b, x, base, true, is_size, formula, value);
    value = eg_tape_add(t, EG_OP_SELECT, add(b, EG_OP_LESS, eg_tape_add(t, EG_OP_ABS, x, -1, -1), most),
                        value, eg_tape_constant(t, NAN));
    eg_user_source q = {.kind = EG_USER_EQUATION,
                        .number = -1,
                        .left = k,
                        .right = value,
                        .when = -1,
                        .place = eg_model_place(b->m, place)};
    if (value < 0 || eg_user_add_equation(b, q) < 0)
        return -1;
    return k;
}

static int whole_part(eg_user_builder *b, int x, bool is_size, int formula)
{
    eg_tape *t = &b->raw;
    if (x < 0)
        return -1;
    if (eg_user_is_discrete(b, x))
        return eg_tape_add(t, EG_OP_FLOOR, x, -1, -1);
    int finite = has_value(b, x);
    if (finite < 0)
        return whole_part_of_number(b, x, is_size, formula);
    int number = eg_tape_add(t, EG_OP_SELECT, finite, x, eg_tape_constant(t, 0));
    return eg_tape_add(t, EG_OP_SELECT, finite, whole_part_of_number(b, number, is_size, formula), x);
}

/* div(x, y): towards 0. */
static int truncated(eg_user_builder *b, int q, int formula)
{
    eg_tape *t = &b->raw;
    int zero = eg_tape_constant(t, 0), negative = eg_user_relation_of(b, EG_OP_LESS, q, zero, false, formula);
    int size = eg_tape_add(t, EG_OP_SELECT, negative, eg_tape_add(t, EG_OP_NEG, q, -1, -1), q);
    int whole = whole_part(b, size, true, formula);
    return eg_tape_add(t, EG_OP_SELECT, negative, add(b, EG_OP_SUB, zero, whole), whole);
}

int eg_user_step_of(eg_user_builder *b, int op, int x, int y, int formula)
{
    eg_tape *t = &b->raw;
    int zero = eg_tape_constant(t, 0);
    if (op == EG_OP_FLOOR)
        return whole_part(b, x, false, formula);
    if (op == EG_OP_CEIL)
        return add(b, EG_OP_SUB, zero, whole_part(b, eg_tape_add(t, EG_OP_NEG, x, -1, -1), false, formula));
    int q = add(b, EG_OP_DIV, x, y);
    int whole = op == EG_OP_MODULO ? whole_part(b, q, false, formula) : truncated(b, q, formula);
    return op == EG_OP_QUOTIENT ? whole : add(b, EG_OP_SUB, x, add(b, EG_OP_MUL, whole, y));
}
