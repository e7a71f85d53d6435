/* Loops through one unknown that are linear in it, once what changes at events only is frozen: r = A*x + B =
 * 0 with A and B free of x defines x = -B/A.
 *
 * So the path parameter of a friction element (f = if locked then sa else ..., a = if locked then 0 else sa -
 * ...) is no unknown of the system but a formula. A row is taken when A is made of numbers and of choices
 * between them by truth values, and is 0 for no combination of these: then there is no mode in which x would
 * not be determined. Elements that are coupled (a brake on a support that rubs) are solved for one after the
 * other, B of the first speaking of the unknown of the second. */
#include "network/user/build.h"
#include "component/spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which share of what it is the sum of a number must be not to be round-off. */
static const double CLEARLY = 1e-9;

enum { MOST_NODES = 2000, MOST_CHOICES = 10, DEEPEST = 200, MOST_UNKNOWNS = 4 };

typedef struct affine {
    eg_user_builder *b;
    int item;    /* the unknown: a quantity */
    int visits;  /* of formulas */
    bool failed; /* memory is out */
} affine;

/* node = a*x + b, as raw instructions; a < 0: it does not depend on x. */
typedef struct parts {
    int a, b;
} parts;

/* ---------------------------------------------------------------- what a formula leads to */

/* What the formula speaks of goes to the list, each item once. */
static int visit(eg_user_builder *b, int node, bool as_rate, eg_user_items *way)
{
    int first = way->count, kept = first;
    if (eg_user_list_items(b, node, as_rate, way) < 0)
        return -1;
    for (int i = first; i < way->count; i++) {
        if (b->visited[way->list[i]] == b->visit)
            continue;
        b->visited[way->list[i]] = b->visit;
        way->list[kept++] = way->list[i];
    }
    way->count = kept;
    return 0;
}

/* What gives an item, a variable or (*as_rate: the derivative of) what it is; -1: nothing. */
static int definition_of(const eg_user_builder *b, int item, bool *as_rate)
{
    int n = b->u->quantity_count, k = item % n;
    *as_rate = item >= n && b->rate_of[k] < 0;
    if (item >= n && b->is_kept[k])
        return -1;
    return item >= n && b->rate_of[k] >= 0 ? b->rate_of[k] : b->value_of[k];
}

/* Does the formula lead to the unknown, through definitions? */
static bool leads_to_unknown(affine *f, int node)
{
    eg_user_builder *b = f->b;
    eg_user_items way = {0};
    bool found = false, as_rate;
    b->visit++;
    f->failed = f->failed || visit(b, node, false, &way) < 0;
    for (int i = 0; i < way.count && !found && !f->failed; i++) {
        int definition = definition_of(b, way.list[i], &as_rate);
        found = way.list[i] == f->item;
        if (!found && definition >= 0)
            f->failed = visit(b, definition, as_rate, &way) < 0;
    }
    free(way.list);
    return found;
}

/* ---------------------------------------------------------------- a formula as A*x + B */

static bool split(affine *f, int node, int depth, parts *out);

static int add(affine *f, int op, int x, int y, int z)
{
    int node = eg_tape_add(&f->b->raw, op, x, y, z);
    f->failed = f->failed || node < 0;
    return node;
}

static int or_zero(affine *f, int node)
{
    int zero = node >= 0 ? node : eg_tape_constant(&f->b->raw, 0);
    f->failed = f->failed || zero < 0;
    return zero;
}

static int item_of(const eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->raw.code[node];
    int of = i->op == EG_OP_DER ? eg_user_variable_of(b, i->a) : -1;
    return of >= 0 ? b->u->quantity_count + of : eg_user_variable_of(b, node);
}

/* A variable or a derivative: the unknown itself, or what defines it. */
static bool split_item(affine *f, int node, int item, int depth, parts *out)
{
    eg_user_builder *b = f->b;
    int n = b->u->quantity_count, k = item % n;
    *out = (parts){-1, node};
    if (item == f->item) {
        *out = (parts){eg_tape_constant(&b->raw, 1), eg_tape_constant(&b->raw, 0)};
        f->failed = f->failed || out->a < 0 || out->b < 0;
        return !f->failed;
    }
    if (item >= n && b->is_kept[k])
        return true;
    int definition = item < n ? b->value_of[k] : b->rate_of[k];
    if (b->u->quantities[k].type != EG_REAL || definition < 0)
        return item < n || b->value_of[k] < 0 || b->u->quantities[k].type != EG_REAL;
    parts p = {-1, -1};
    if (!split(f, definition, depth + 1, &p))
        return false;
    if (p.a >= 0)
        *out = p;
    return true;
}

static bool split_sum(affine *f, const eg_instruction *i, parts x, parts y, parts *out)
{
    *out = (parts){x.a < 0 && y.a < 0 ? -1 : add(f, i->op, or_zero(f, x.a), or_zero(f, y.a), -1),
                   add(f, i->op, x.b, y.b, -1)};
    return !f->failed;
}

static bool split_product(affine *f, const eg_instruction *i, parts x, parts y, parts *out)
{
    if (y.a >= 0 && (x.a >= 0 || i->op == EG_OP_DIV))
        return false;
    *out = y.a >= 0 ? (parts){add(f, i->op, x.b, y.a, -1), add(f, i->op, x.b, y.b, -1)}
                    : (parts){add(f, i->op, x.a, y.b, -1), add(f, i->op, x.b, y.b, -1)};
    return !f->failed;
}

static bool split_choice(affine *f, const eg_instruction *i, parts x, parts y, parts *out)
{
    *out = (parts){add(f, i->op, i->a, or_zero(f, x.a), or_zero(f, y.a)), add(f, i->op, i->a, x.b, y.b)};
    return !f->failed;
}

static bool split_operation(affine *f, int node, int depth, parts *out)
{
    const eg_instruction i = f->b->raw.code[node]; /* a copy: the code moves as it grows */
    int of[3] = {i.a, i.b, i.c}, operands = eg_op_operands(i.op);
    parts p[3] = {{-1, -1}, {-1, -1}, {-1, -1}};
    bool depends = false;
    if (i.op == EG_OP_DER) { /* of a formula: the unknown may come in by derivatives alone */
        *out = (parts){-1, node};
        return !leads_to_unknown(f, node) && !f->failed;
    }
    for (int j = 0; j < operands && j < 3; j++) {
        if (!split(f, of[j], depth + 1, &p[j]))
            return false;
        depends = depends || p[j].a >= 0;
    }
    *out = (parts){-1, node};
    if (!depends)
        return true;
    switch (i.op) {
    case EG_OP_NEG: *out = (parts){add(f, i.op, p[0].a, -1, -1), add(f, i.op, p[0].b, -1, -1)}; break;
    case EG_OP_ADD:
    case EG_OP_SUB: return split_sum(f, &i, p[0], p[1], out);
    case EG_OP_MUL:
    case EG_OP_DIV: return split_product(f, &i, p[0], p[1], out);
    case EG_OP_SELECT: return p[0].a < 0 && split_choice(f, &i, p[1], p[2], out);
    default: return false;
    }
    return !f->failed;
}

static bool split(affine *f, int node, int depth, parts *out)
{
    if (depth > DEEPEST || ++f->visits > MOST_NODES)
        return false;
    int item = item_of(f->b, node);
    return item >= 0 ? split_item(f, node, item, depth, out) : split_operation(f, node, depth, out);
}

/* ---------------------------------------------------------------- can A be 0? */

typedef struct choices {
    int condition[MOST_CHOICES];
    int count;
    unsigned truth; /* of each, a bit */
} choices;

/* Lists the conditions; false when there are too many, or something else than numbers and choices. */
static bool list_choices(const eg_tape *t, int node, int depth, choices *c)
{
    const eg_instruction *i = &t->code[node];
    if (depth > DEEPEST)
        return false;
    if (i->op == EG_OP_CONSTANT)
        return true;
    if (i->op == EG_OP_SELECT) {
        int at = 0;
        while (at < c->count && c->condition[at] != i->a)
            at++;
        if (at == MOST_CHOICES)
            return false;
        c->condition[at] = i->a;
        c->count = at == c->count ? at + 1 : c->count;
        return list_choices(t, i->b, depth + 1, c) && list_choices(t, i->c, depth + 1, c);
    }
    return i->op >= EG_OP_ADD && i->op <= EG_OP_NEG && list_choices(t, i->a, depth + 1, c) &&
           (i->b < 0 || list_choices(t, i->b, depth + 1, c));
}

/* *size: the magnitude of what is summed. */
static double number_of(const eg_tape *t, int node, const choices *c, double *size)
{
    const eg_instruction *i = &t->code[node];
    int at = 0;
    if (i->op == EG_OP_CONSTANT) {
        *size = fabs(i->number);
        return i->number;
    }
    if (i->op == EG_OP_SELECT) {
        while (c->condition[at] != i->a)
            at++;
        return number_of(t, c->truth >> at & 1 ? i->b : i->c, c, size);
    }
    double size_a, size_b = 0, a = number_of(t, i->a, c, &size_a);
    double b = i->b >= 0 ? number_of(t, i->b, c, &size_b) : 0;
    *size = size_a + size_b;
    if (i->op == EG_OP_MUL)
        *size = size_a * size_b;
    else if (i->op == EG_OP_DIV)
        *size = size_a / fabs(b);
    switch (i->op) {
    case EG_OP_NEG: return -a;
    case EG_OP_ADD: return a + b;
    case EG_OP_SUB: return a - b;
    case EG_OP_MUL: return a * b;
    default: return a / b;
    }
}

static bool is_never_zero(const eg_tape *t, int node)
{
    choices c = {.count = 0};
    if (!list_choices(t, node, 0, &c))
        return false;
    for (c.truth = 0; c.truth < 1u << c.count; c.truth++) {
        double size = 0, a = number_of(t, node, &c, &size);
        if (!(fabs(a) > CLEARLY * size && isfinite(a)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- rows */

/* An unknown: nothing defines it. */
static bool is_open(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count, k = item % n;
    const eg_user_quantity *q = &b->u->quantities[k];
    if (q->type != EG_REAL || q->role != EG_ROLE_NONE || b->value_of[k] >= 0)
        return false;
    return item < n ? !b->wants_rate[k] : b->rate_of[k] < 0;
}

/* The unknowns that the equation leads to, through definitions, into `found`; their number, more than `most`
 * when there are more; -1 out of memory. */
static int list_unknowns(eg_user_builder *b, const eg_user_source *q, int most, eg_user_items *way,
                         int *found)
{
    int n = b->u->quantity_count, count = 0;
    way->count = 0;
    b->visit++;
    if (visit(b, q->left, false, way) < 0 || visit(b, q->right, false, way) < 0)
        return -1;
    for (int i = 0; i < way->count; i++) {
        int item = way->list[i], k = item % n;
        bool as_rate;
        int definition = definition_of(b, item, &as_rate);
        if (is_open(b, item)) {
            if (count == most || way->count > MOST_NODES)
                return most + 1;
            found[count++] = item;
        } else if (definition >= 0 && b->u->quantities[k].type == EG_REAL &&
                   visit(b, definition, as_rate, way) < 0) {
            return -1;
        }
    }
    return count;
}

/* 1: the equation defines the unknown now; 0: it does not; -1: out of memory. */
static int solve_for(eg_user_builder *b, int equation, int item)
{
    const eg_user_source q = b->equations[equation];
    affine f = {.b = b, .item = item};
    parts left = {-1, -1}, right = {-1, -1}, r = {-1, -1};
    bool is_affine =
        split(&f, q.left, 0, &left) && split(&f, q.right, 0, &right) && (left.a >= 0 || right.a >= 0) &&
        split_sum(&f, &(eg_instruction){.op = EG_OP_SUB}, left, right, &r) && is_never_zero(&b->raw, r.a);
    int value = is_affine ? add(&f, EG_OP_NEG, add(&f, EG_OP_DIV, r.b, r.a, -1), -1, -1) : -1;
    if (f.failed || value < 0)
        return f.failed ? -1 : 0;
    b->u->is_balanced = true;
    b->value_of[item] = value;
    b->definer[item] = equation;
    b->equations[equation].is_used = true;
    return 1;
}

/* All rows with at most so many unknowns; how many became definitions, or -1 out of memory. */
static int solve_rows(eg_user_builder *b, int most, eg_user_items *way)
{
    int found[MOST_UNKNOWNS], solved = 0;
    for (int i = 0; i < b->equation_count; i++) {
        if (b->equations[i].kind != EG_USER_EQUATION || b->equations[i].is_used)
            continue;
        int count = list_unknowns(b, &b->equations[i], most, way, found), outcome = count < 0 ? -1 : 0;
        for (int k = 0; k < count && count <= most && outcome == 0; k++)
            if (found[k] < b->u->quantity_count) /* derivatives are those of states: theirs is the matching */
                outcome = solve_for(b, i, found[k]);
        if (outcome < 0)
            return -1;
        solved += outcome;
    }
    return solved;
}

/* Rows with one unknown first; then those with a few: what one defines by the others leaves one less to the
 * rest. */
eg_status eg_user_solve_affine(eg_user_builder *b)
{
    eg_user_items way = {0};
    int solved = 1;
    while (solved > 0) {
        solved = solve_rows(b, 1, &way);
        if (solved == 0)
            solved = solve_rows(b, MOST_UNKNOWNS, &way);
    }
    free(way.list);
    return solved < 0 ? EG_ERROR_MEMORY : EG_OK;
}
