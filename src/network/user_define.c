/* Roles of variables: which equation defines which variable, what is a state, what is left to be solved.
 *
 * Three rounds. A variable whose derivative is asked for is no state where an equation gives it by positions
 * and other variables of that kind: s_rel = flange_b.s - flange_a.s; its derivative is then that formula's.
 * What remains of these are states. Then every equation that can be solved for a variable, or for the
 * derivative of a state, that has no formula yet and does not depend on itself through others, defines it:
 * plain x = formula first, the other way round next, then by moving terms and constant factors. What is left
 * are unknowns and equations of algebraic loops; a matching tells whether these determine those. */
#include "network/user_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 400 };

/* ---------------------------------------------------------------- raw formulas */

int eg_user_cone(eg_user_builder *b, int node)
{
    int count = 0;
    return eg_tape_cone(&b->raw, node, false, b->mark, &b->list, &count, &b->list_capacity) < 0 ? -1 : count;
}

/* The variable that a raw instruction is, or -1. */
static int variable_of(const eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->raw.code[node];
    return i->op == EG_OP_INPUT && b->leaves.items[i->a].kind == EG_USER_VARIABLE
               ? b->leaves.items[i->a].index
               : -1;
}

static bool contains(eg_user_builder *b, int node, int target)
{
    int count = eg_user_cone(b, node);
    for (int i = 0; i < count; i++)
        if (b->list[i] == target)
            return true;
    return false;
}

static bool is_factor(const eg_tape *t, int node)
{
    return t->code[node].op == EG_OP_CONSTANT && t->code[node].number != 0;
}

/* Solves side = other for `target`, which stands in `side` alone: moves terms and constant factors. A raw
 * instruction; -1 when that cannot be done; -2 out of memory. */
static int move_terms(eg_user_builder *b, int side, int other, int target)
{
    eg_tape *t = &b->raw;
    while (side != target && other >= 0) {
        eg_instruction i = t->code[side];
        bool in_a = contains(b, i.a, target), in_b = i.b >= 0 && contains(b, i.b, target);
        if (in_a && in_b)
            return -1;
        int rest = in_a ? i.b : i.a;
        switch (i.op) {
        case EG_OP_NEG: other = eg_tape_add(t, EG_OP_NEG, other, -1, -1); break;
        case EG_OP_ADD: other = eg_tape_add(t, EG_OP_SUB, other, rest, -1); break;
        case EG_OP_SUB:
            other = in_a ? eg_tape_add(t, EG_OP_ADD, other, rest, -1)
                         : eg_tape_add(t, EG_OP_SUB, rest, other, -1);
            break;
        case EG_OP_MUL:
            if (!is_factor(t, rest))
                return -1;
            other = eg_tape_add(t, EG_OP_DIV, other, rest, -1);
            break;
        case EG_OP_DIV:
            if (!in_a || !is_factor(t, rest))
                return -1;
            other = eg_tape_add(t, EG_OP_MUL, other, rest, -1);
            break;
        default: return -1;
        }
        side = in_a ? i.a : i.b;
    }
    return other >= 0 ? other : -2;
}

/* The scratch of marks follows the raw tape. */
static int grow_marks(eg_user_builder *b)
{
    char *mark = realloc(b->mark, (size_t)b->raw.count + 1024);
    if (!mark)
        return -1;
    memset(mark, 0, (size_t)b->raw.count + 1024);
    b->mark = mark;
    return 0;
}

/* The equation solved for a raw instruction (a variable, or der of one); as move_terms. */
static int solve_for(eg_user_builder *b, const eg_user_source *q, int target)
{
    if (grow_marks(b) < 0)
        return -2;
    bool in_left = contains(b, q->left, target), in_right = contains(b, q->right, target);
    if (in_left == in_right)
        return -1;
    return in_left ? move_terms(b, q->left, q->right, target) : move_terms(b, q->right, q->left, target);
}

/* ---------------------------------------------------------------- what a formula leads to */

/* Quantity k as item k, its derivative as item n + k. Follows definitions from raw instruction `node`; does
 * it lead to `item`? With `found` (may be NULL) every unknown on the way is told. */
typedef struct search {
    eg_user_builder *b;
    int goal;
    bool reached;
    int *stack, count;
    size_t capacity;
    bool failed;
} search;

static void push_item(search *s, int item)
{
    eg_user_builder *b = s->b;
    if (item == s->goal)
        s->reached = true;
    if (b->visited[item] == b->visit)
        return;
    b->visited[item] = b->visit;
    if (eg_grow((void **)&s->stack, &s->capacity, (size_t)s->count + 1, sizeof(int)) < 0)
        s->failed = true;
    else
        s->stack[s->count++] = item;
}

/* What a formula speaks of: variables, and derivatives of those below a der(). */
static void push_formula(search *s, int node, bool as_rate)
{
    eg_user_builder *b = s->b;
    int n = b->u->quantity_count, count = eg_user_cone(b, node);
    if (count < 0)
        s->failed = true;
    int *own = count > 0 ? malloc(sizeof(int) * (size_t)count) : NULL;
    if (count > 0 && !own) {
        s->failed = true;
        return;
    }
    for (int i = 0; i < count; i++)
        own[i] = b->list[i];
    for (int i = 0; i < count; i++) {
        int k = variable_of(b, own[i]);
        if (k >= 0) {
            push_item(s, k);
            if (as_rate)
                push_item(s, n + k);
        } else if (b->raw.code[own[i]].op == EG_OP_DER) {
            int inner = eg_user_cone(b, b->raw.code[own[i]].a);
            for (int j = 0; j < inner; j++)
                if ((k = variable_of(b, b->list[j])) >= 0)
                    push_item(s, n + k);
        }
    }
    free(own);
}

static void follow(search *s)
{
    eg_user_builder *b = s->b;
    int n = b->u->quantity_count;
    while (s->count > 0 && !s->reached && !s->failed) {
        int item = s->stack[--s->count], k = item % n;
        if (item < n && b->value_of[k] >= 0)
            push_formula(s, b->value_of[k], false);
        else if (item >= n && b->rate_of[k] >= 0)
            push_formula(s, b->rate_of[k], false);
        else if (item >= n && b->value_of[k] >= 0)
            push_formula(s, b->value_of[k], true);
    }
}

/* 1: the formula leads to the item; 0: it does not; -1: out of memory. */
static int leads_to(eg_user_builder *b, int node, int item)
{
    search s = {.b = b, .goal = item};
    b->visit++;
    push_formula(&s, node, false);
    if (b->mentioned[item]) /* otherwise no definition leads there */
        follow(&s);
    free(s.stack);
    return s.failed ? -1 : s.reached;
}

/* A formula defines something now: what it speaks of can be led to. */
static int mention(eg_user_builder *b, int node)
{
    search s = {.b = b, .goal = -1};
    b->visit++;
    push_formula(&s, node, true);
    for (int i = 0; i < s.count; i++)
        b->mentioned[s.stack[i]] = true;
    free(s.stack);
    return s.failed ? -1 : 0;
}

/* ---------------------------------------------------------------- first round: given by positions */

static int define_by_positions(eg_user_builder *b, int k, int depth);

static bool is_free(const eg_user_builder *b, int k)
{
    const eg_user_quantity *q = &b->u->quantities[k];
    return q->role == EG_ROLE_NONE && b->value_of[k] < 0;
}

/* Is every variable in the operand of a der() given by positions itself? Then the derivative has one too. */
static int has_second_derivative(eg_user_builder *b, int operand, int depth)
{
    int count = eg_user_cone(b, operand), answer = count < 0 ? -1 : 1;
    int *own = count > 0 ? malloc(sizeof(int) * (size_t)count) : NULL;
    if (count > 0 && !own)
        return -1;
    for (int i = 0; i < count; i++)
        own[i] = b->list[i];
    for (int i = 0; i < count && answer == 1; i++) {
        int k = variable_of(b, own[i]);
        if (k >= 0 && b->u->quantities[k].role != EG_ROLE_DISCRETE && b->value_of[k] < 0)
            answer = define_by_positions(b, k, depth + 1);
    }
    free(own);
    return answer;
}

/* Has the formula a derivative that leads to no derivative of a state? 1, 0, -1 out of memory. */
static int can_be_differentiated(eg_user_builder *b, int node, int depth)
{
    int count = eg_user_cone(b, node), answer = count < 0 ? -1 : 1;
    int *own = count > 0 ? malloc(sizeof(int) * (size_t)count) : NULL;
    if (count > 0 && !own)
        return -1;
    for (int i = 0; i < count; i++)
        own[i] = b->list[i];
    for (int i = 0; i < count && answer == 1; i++) {
        const eg_instruction *x = &b->raw.code[own[i]];
        int k = variable_of(b, own[i]);
        if (x->op == EG_OP_DER) {
            answer = has_second_derivative(b, x->a, depth);
        } else if (k >= 0) {
            if (b->u->quantities[k].role == EG_ROLE_DISCRETE)
                continue;
            answer = b->wants_rate[k] || b->value_of[k] >= 0 ? 1 : define_by_positions(b, k, depth + 1);
        } else if (x->op == EG_OP_INPUT) {
            eg_user_input_kind kind = b->leaves.items[x->a].kind;
            answer = kind == EG_USER_TIME || kind == EG_USER_DISTANCE || kind == EG_USER_SPEED ||
                     kind == EG_USER_SIGNAL || kind == EG_USER_START || kind == EG_USER_BEFORE;
        }
    }
    free(own);
    return answer;
}

/* Equations that speak of quantity k: lists made once. */
typedef struct eg_user_incidence {
    int *start, *equation;
} incidence;

/* Looks for an equation that gives quantity k by positions. 1, 0, -1 out of memory. */
static int define_by_positions(eg_user_builder *b, int k, int depth)
{
    const incidence *in = b->incidence;
    if (b->value_of[k] >= 0)
        return 1;
    if (!is_free(b, k) || b->trying[k] || b->value_leaf[k] < 0 || depth > DEEPEST)
        return 0;
    b->trying[k] = true;
    int answer = 0;
    for (int i = in->start[k]; i < in->start[k + 1] && answer == 0; i++) {
        eg_user_source *q = &b->equations[in->equation[i]];
        if (q->is_used)
            continue;
        int node = solve_for(b, q, b->value_leaf[k]);
        if (node == -1)
            continue;
        q->is_used = true;
        answer = node < 0 || grow_marks(b) < 0 ? -1 : can_be_differentiated(b, node, depth);
        int circle = answer == 1 ? leads_to(b, node, k) : 0;
        if (circle != 0)
            answer = circle < 0 ? -1 : 0;
        if (answer == 1 && mention(b, node) < 0)
            answer = -1;
        if (answer == 1)
            b->value_of[k] = node;
        else
            q->is_used = false;
    }
    b->trying[k] = false;
    return answer;
}

static eg_status find_states(eg_user_builder *b)
{
    eg_user *u = b->u;
    for (int i = 0; i < b->raw.count; i++) {
        if (b->raw.code[i].op != EG_OP_DER)
            continue;
        int operand = b->raw.code[i].a, count = eg_user_cone(b, operand);
        if (count < 0)
            return EG_ERROR_MEMORY;
        for (int j = 0; j < count; j++) {
            int k = variable_of(b, b->list[j]);
            if (k >= 0 && u->quantities[k].role == EG_ROLE_NONE)
                b->wants_rate[k] = true;
        }
        int k = variable_of(b, operand);
        if (k >= 0)
            b->rate_leaf[k] = i;
    }
    for (int k = 0; k < u->quantity_count; k++)
        if (b->wants_rate[k] && define_by_positions(b, k, 0) < 0)
            return EG_ERROR_MEMORY;
    for (int k = 0; k < u->quantity_count; k++)
        if (b->wants_rate[k] && b->value_of[k] < 0)
            u->quantities[k].role = EG_ROLE_STATE;
    return EG_OK;
}

/* ---------------------------------------------------------------- second round: solved for something */

/* What a raw instruction stands for that has no formula yet: item k or n + k, or -1. */
static int open_item(const eg_user_builder *b, int node)
{
    int k = variable_of(b, node), n = b->u->quantity_count;
    if (k >= 0)
        return is_free(b, k) ? k : -1;
    if (b->raw.code[node].op != EG_OP_DER)
        return -1;
    k = variable_of(b, b->raw.code[node].a);
    bool open = k >= 0 && b->u->quantities[k].role == EG_ROLE_STATE && b->rate_of[k] < 0;
    return open ? n + k : -1;
}

/* Lets the formula define the item unless that would be a circle. 1 done, 0 not, -1 out of memory. */
static int define(eg_user_builder *b, eg_user_source *q, int item, int formula)
{
    int n = b->u->quantity_count;
    if (grow_marks(b) < 0)
        return -1;
    int circle = leads_to(b, formula, item);
    if (circle != 0)
        return circle < 0 ? -1 : 0;
    if (mention(b, formula) < 0)
        return -1;
    if (item < n)
        b->value_of[item] = formula;
    else
        b->rate_of[item - n] = formula;
    q->is_used = true;
    return 1;
}

enum { PLAIN, REVERSED, MOVED, PASSES };

static int try_equation(eg_user_builder *b, eg_user_source *q, int pass)
{
    if (pass != MOVED) {
        int side = pass == PLAIN ? q->left : q->right, other = pass == PLAIN ? q->right : q->left;
        int item = open_item(b, side);
        return item < 0 ? 0 : define(b, q, item, other);
    }
    int sides[2] = {q->left, q->right};
    for (int s = 0; s < 2; s++) {
        int count = eg_user_cone(b, sides[s]), done = count < 0 ? -1 : 0;
        int *own = count > 0 ? malloc(sizeof(int) * (size_t)count) : NULL;
        if (count > 0 && !own)
            return -1;
        for (int i = 0; i < count; i++)
            own[i] = b->list[i];
        for (int i = 0; i < count && done == 0; i++) {
            int item = open_item(b, own[i]), formula = item < 0 ? -1 : solve_for(b, q, own[i]);
            done = formula == -2 ? -1 : formula < 0 ? 0 : define(b, q, item, formula);
        }
        free(own);
        if (done != 0)
            return done;
    }
    return 0;
}

static eg_status solve_equations(eg_user_builder *b)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < b->equation_count; i++) {
            eg_user_source *q = &b->equations[i];
            if (q->kind != EG_USER_EQUATION || q->is_used)
                continue;
            if (grow_marks(b) < 0 || try_equation(b, q, pass) < 0)
                return EG_ERROR_MEMORY;
        }
    return EG_OK;
}

/* ---------------------------------------------------------------- third round: does the rest fit? */

const char *eg_user_equation_text(eg_user_builder *b, eg_place place)
{
    if (!place.source || place.column < 1)
        return "an equation";
    const char *begin = place.source + place.column - 1;
    size_t length = strcspn(begin, ";\r\n");
    const char *text = eg_arena_text(b->arena, begin, length < 60 ? length : 60);
    return text ? length < 60 ? text : eg_arena_format(b->arena, "%s...", text) : "an equation";
}

/* The matching of what is left: equations with unknowns that they lead to (Kuhn 1955). */
typedef struct matching {
    eg_user_builder *b;
    int *equation, equations;
    int *start, *item; /* (equations + 1), unknowns of each */
    size_t capacity;
    int *owner;  /* (2 quantities) equation that determines the item, or -1 */
    int *seen;   /* (2 quantities) last round */
    bool *tried; /* (equations) in the last round */
} matching;

static bool is_unknown(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count, k = item % n;
    return item < n ? b->u->quantities[k].role == EG_ROLE_ALGEBRAIC
                    : b->u->quantities[k].role == EG_ROLE_STATE && b->rate_of[k] < 0;
}

static int list_unknowns(matching *m)
{
    eg_user_builder *b = m->b;
    int total = 0, items = 2 * b->u->quantity_count;
    for (int e = 0; e < m->equations; e++) {
        const eg_user_source *q = &b->equations[m->equation[e]];
        search s = {.b = b, .goal = -1};
        b->visit++;
        m->start[e] = total;
        push_formula(&s, q->left, false);
        push_formula(&s, q->right, false);
        follow(&s);
        free(s.stack);
        if (s.failed)
            return -1;
        for (int item = 0; item < items; item++) {
            if (b->visited[item] != b->visit || !is_unknown(b, item))
                continue;
            if (eg_grow((void **)&m->item, &m->capacity, (size_t)total + 1, sizeof(int)) < 0)
                return -1;
            m->item[total++] = item;
        }
    }
    m->start[m->equations] = total;
    return 0;
}

static bool match(matching *m, int e, int round)
{
    m->tried[e] = true;
    for (int i = m->start[e]; i < m->start[e + 1]; i++) {
        int item = m->item[i];
        if (m->seen[item] == round)
            continue;
        m->seen[item] = round;
        if (m->owner[item] < 0 || match(m, m->owner[item], round)) {
            m->owner[item] = e;
            return true;
        }
    }
    return false;
}

static const char *item_name(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count;
    const char *path = b->u->quantities[item % n].path;
    return item < n ? path : eg_arena_format(b->arena, "der(%s)", path);
}

/* Names up to four, then dots. */
static void add_name(char *text, size_t size, int *count, const char *name)
{
    size_t used = strlen(text);
    if (++*count <= 4 && name)
        snprintf(text + used, size - used, "%s%s", *count > 1 ? ", " : "", name);
    else if (*count == 5)
        snprintf(text + used, size - used, ", ...");
}

static void report_unmatched(matching *m, int e)
{
    eg_user_builder *b = m->b;
    eg_place place = b->equations[m->equation[e]].place;
    char equations[400] = "", unknowns[400] = "", open[400] = "";
    int equation_count = 0, unknown_count = 0, open_count = 0, items = 2 * b->u->quantity_count;
    for (int i = 0; i < m->equations; i++)
        if (m->tried[i] && i != e)
            add_name(equations, sizeof equations, &equation_count,
                     eg_user_equation_text(b, b->equations[m->equation[i]].place));
    for (int item = 0; item < items; item++) {
        bool reached = false;
        for (int i = 0; i < m->equations && !reached; i++)
            for (int k = m->start[i]; m->tried[i] && k < m->start[i + 1] && !reached; k++)
                reached = m->item[k] == item;
        if (reached)
            add_name(unknowns, sizeof unknowns, &unknown_count, item_name(b, item));
        else if (is_unknown(b, item) && m->owner[item] < 0)
            add_name(open, sizeof open, &open_count, item_name(b, item));
    }
    const char *text = eg_user_equation_text(b, place);
    if (unknown_count == 0)
        eg_report(
            b->d, EG_ERROR, place,
            "the equation %s determines nothing: everything in it is given by other equations or by the "
            "motion of components",
            text);
    else
        eg_report(b->d, EG_ERROR, place, "the equation %s is one too many: it and %s determine only %s", text,
                  equations, unknowns);
    if (open_count > 0)
        eg_remedy(b->d,
                  "nothing is left to determine %s: an equation that constrains the motion (of higher index) "
                  "must be differentiated until it speaks of derivatives",
                  open);
    else
        eg_remedy(b->d, "remove one of these equations, or declare a variable for it to determine");
}

static void report_open(eg_user_builder *b, int item)
{
    const eg_user_quantity *q = &b->u->quantities[item % b->u->quantity_count];
    eg_report(b->d, EG_ERROR, q->place, "no equation determines %s", item_name(b, item));
    eg_remedy(b->d, "there are fewer equations than variables: write one more for it");
}

/* Newton's method is for numbers that change continuously. */
static void report_circle(eg_user_builder *b, int item)
{
    const eg_user_quantity *q = &b->u->quantities[item % b->u->quantity_count];
    eg_report(b->d, EG_ERROR, q->place, "%s: truth values or whole numbers depend on themselves",
              item_name(b, item));
    eg_remedy(b->d, "write x = formula, and use pre(x), the value before the event, to break the circle");
}

static eg_status check(matching *m)
{
    eg_user_builder *b = m->b;
    int items = 2 * b->u->quantity_count, unmatched = -1;
    for (int item = 0; item < items; item++)
        m->owner[item] = m->seen[item] = -1;
    for (int e = 0; e < m->equations; e++) {
        memset(m->tried, 0, sizeof(bool) * (size_t)m->equations);
        if (match(m, e, e))
            continue;
        unmatched = e;
        break;
    }
    if (unmatched >= 0) {
        report_unmatched(m, unmatched);
        return EG_ERROR_MODEL;
    }
    eg_status status = EG_OK;
    for (int item = 0; item < items; item++) {
        if (!is_unknown(b, item))
            continue;
        bool open = m->owner[item] < 0;
        if (open)
            report_open(b, item);
        else if (b->u->quantities[item % b->u->quantity_count].type != EG_REAL)
            report_circle(b, item);
        else
            continue;
        status = EG_ERROR_MODEL;
    }
    return status;
}

static eg_status check_rest(eg_user_builder *b)
{
    size_t items = 2 * (size_t)b->u->quantity_count + 1, equations = (size_t)b->equation_count + 1;
    matching m = {.b = b};
    m.equation = eg_arena_array(b->arena, equations, sizeof(int));
    m.start = eg_arena_array(b->arena, equations + 1, sizeof(int));
    m.tried = eg_arena_array(b->arena, equations, sizeof(bool));
    m.owner = eg_arena_array(b->arena, items, sizeof(int));
    m.seen = eg_arena_array(b->arena, items, sizeof(int));
    if (!m.equation || !m.start || !m.tried || !m.owner || !m.seen)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count; i++)
        if (b->equations[i].kind == EG_USER_EQUATION && !b->equations[i].is_used)
            m.equation[m.equations++] = i;
    eg_status status = grow_marks(b) < 0 || list_unknowns(&m) < 0 ? EG_ERROR_MEMORY : check(&m);
    free(m.item);
    return status;
}

/* ---------------------------------------------------------------- */

static int list_incidence(eg_user_builder *b)
{
    incidence *in = eg_arena_array(b->arena, 1, sizeof *in);
    int n = b->u->quantity_count, *list = NULL, count = 0, *pair_start = NULL;
    size_t capacity = 0;
    b->incidence = in;
    if (!in)
        return -1;
    /* pairs (quantity, equation), sorted by counting */
    for (int i = 0; i < b->equation_count; i++) {
        if (b->equations[i].kind != EG_USER_EQUATION)
            continue;
        for (int side = 0; side < 2; side++) {
            int cone = eg_user_cone(b, side ? b->equations[i].right : b->equations[i].left);
            for (int j = 0; j < cone; j++) {
                int k = variable_of(b, b->list[j]);
                if (k < 0)
                    continue;
                if (eg_grow((void **)&list, &capacity, (size_t)count + 2, sizeof(int)) < 0) {
                    free(list);
                    return -1;
                }
                list[count++] = k;
                list[count++] = i;
            }
        }
    }
    in->start = pair_start = eg_arena_array(b->arena, (size_t)n + 2, sizeof(int));
    in->equation = eg_arena_array(b->arena, (size_t)count / 2 + 1, sizeof(int));
    if (!in->start || !in->equation) {
        free(list);
        return -1;
    }
    for (int i = 0; i < count; i += 2)
        pair_start[list[i] + 1]++;
    for (int k = 0; k < n; k++)
        pair_start[k + 1] += pair_start[k];
    int *next = eg_arena_array(b->arena, (size_t)n + 1, sizeof(int));
    for (int i = 0; next && i < count; i += 2)
        in->equation[pair_start[list[i]] + next[list[i]]++] = list[i + 1];
    free(list);
    return next ? 0 : -1;
}

static eg_status prepare(eg_user_builder *b)
{
    size_t n = (size_t)b->u->quantity_count + 1;
    b->wants_rate = eg_arena_array(b->arena, n, sizeof(bool));
    b->trying = eg_arena_array(b->arena, n, sizeof(bool));
    b->value_of = eg_arena_array(b->arena, n, sizeof(int));
    b->rate_of = eg_arena_array(b->arena, n, sizeof(int));
    b->value_leaf = eg_arena_array(b->arena, n, sizeof(int));
    b->rate_leaf = eg_arena_array(b->arena, n, sizeof(int));
    b->visited = eg_arena_array(b->arena, 2 * n, sizeof(int));
    b->mentioned = eg_arena_array(b->arena, 2 * n, sizeof(bool));
    if (!b->wants_rate || !b->trying || !b->value_of || !b->rate_of || !b->value_leaf || !b->rate_leaf ||
        !b->visited || !b->mentioned || grow_marks(b) < 0)
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < n; k++)
        b->value_of[k] = b->rate_of[k] = b->value_leaf[k] = b->rate_leaf[k] = -1;
    for (int i = 0; i < b->raw.count; i++) {
        int k = variable_of(b, i);
        if (k >= 0)
            b->value_leaf[k] = i;
    }
    return list_incidence(b) < 0 ? EG_ERROR_MEMORY : EG_OK;
}

/* Inputs of the whole model keep their start value; variables that when clauses assign change there only. */
static eg_status set_given(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = EG_OK;
    for (int k = 0; k < u->quantity_count; k++)
        if (u->quantities[k].is_input) {
            double start = isnan(u->quantities[k].start) ? 0 : u->quantities[k].start;
            b->value_of[k] = eg_tape_constant(&b->raw, start);
            if (b->value_of[k] < 0)
                return EG_ERROR_MEMORY;
        }
    for (int i = 0; i < b->equation_count; i++) {
        const eg_user_source *q = &b->equations[i];
        int k = q->kind == EG_USER_ASSIGN ? variable_of(b, q->left) : -1;
        if (q->kind != EG_USER_ASSIGN)
            continue;
        if (k < 0) {
            eg_report(b->d, EG_ERROR, q->place, "a when clause can assign to variables of the model only");
            status = EG_ERROR_MODEL;
        } else {
            u->quantities[k].role = EG_ROLE_DISCRETE;
        }
    }
    return status;
}

eg_status eg_user_define(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = prepare(b);
    if (status == EG_OK)
        status = set_given(b);
    if (status == EG_OK && grow_marks(b) < 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = find_states(b);
    if (status == EG_OK)
        status = solve_equations(b);
    if (status != EG_OK)
        return status;
    for (int k = 0; k < u->quantity_count; k++) {
        eg_user_quantity *q = &u->quantities[k];
        if (q->role == EG_ROLE_NONE)
            q->role = b->value_of[k] >= 0 ? EG_ROLE_DEFINED : EG_ROLE_ALGEBRAIC;
    }
    return check_rest(b);
}
