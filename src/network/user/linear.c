#include "network/user/linear.h"
#include "network/user/origins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A formula that shares its parts may be a very large sum; then it is not taken apart. */
enum { MOST_VISITS = 100000, DEEPEST = 200 };

/* ---------------------------------------------------------------- columns */

static bool is_pivotable(const eg_user_builder *b, int k)
{
    const eg_user_quantity *q = &b->u->quantities[k];
    return q->type == EG_REAL && q->role == EG_ROLE_NONE && b->value_of[k] < 0;
}

static eg_column_rank rank_of_quantity(const eg_user_builder *b, int k)
{
    const eg_user_quantity *q = &b->u->quantities[k];
    if (!b->wants_rate[k])
        return EG_COLUMN_HELPER;
    if (b->is_set[k])
        return EG_COLUMN_SET;
    if (q->state_select == EG_ALWAYS)
        return EG_COLUMN_ALWAYS;
    if (q->state_select == EG_PREFER)
        return EG_COLUMN_PREFERRED;
    if (q->fixed == 1)
        return EG_COLUMN_FIXED;
    if (q->state_select == EG_NEVER || q->state_select == EG_AVOID)
        return EG_COLUMN_NEVER;
    if (!isnan(q->start))
        return EG_COLUMN_GUESSED;
    return b->is_compared[k] ? EG_COLUMN_COMPARED : EG_COLUMN_PLAIN;
}

static int describe(eg_linear_system *l, eg_linear_column *c)
{
    eg_user_builder *b = l->b;
    const eg_instruction *i = &b->raw.code[c->node];
    int k = eg_user_variable_of(b, c->node), of = i->op == EG_OP_DER ? eg_user_variable_of(b, i->a) : -1;
    if (k >= 0 && is_pivotable(b, k)) {
        c->item = k;
        c->rank = rank_of_quantity(b, k);
    } else if (of >= 0 && is_pivotable(b, of)) {
        c->item = b->u->quantity_count + of;
        c->rank = EG_COLUMN_RATE;
    } else {
        c->rank = EG_COLUMN_OPAQUE;
        c->first_item = l->items.count;
        if (eg_user_list_items(b, c->node, false, &l->items) < 0)
            return -1;
        c->items = l->items.count - c->first_item;
    }
    return 0;
}

static int column_of(eg_linear_system *l, int node)
{
    size_t before = l->column_of_capacity;
    if (node < 0 ||
        eg_grow((void **)&l->column_of, &l->column_of_capacity, (size_t)l->b->raw.count + 1, sizeof(int)) < 0)
        return -1;
    for (size_t i = before; i < l->column_of_capacity; i++)
        l->column_of[i] = -1;
    if (l->column_of[node] >= 0)
        return l->column_of[node];
    eg_linear_column c = {.node = node, .item = -1, .row = -1};
    before = l->at_capacity;
    size_t count = (size_t)l->column_count + 1;
    if (describe(l, &c) < 0 ||
        eg_grow((void **)&l->columns, &l->column_capacity, count, sizeof *l->columns) < 0 ||
        eg_grow((void **)&l->at, &l->at_capacity, count, sizeof(int)) < 0)
        return -1;
    for (size_t i = before; i < l->at_capacity; i++)
        l->at[i] = 0;
    l->columns[l->column_count] = c;
    return l->column_of[node] = l->column_count++;
}

/* Is there nothing in it but numbers, time and what changes at events only? */
static bool is_constant_rate(const eg_user_builder *b, int node, double *rate)
{
    const eg_instruction *i = &b->raw.code[node];
    if (i->op != EG_OP_INPUT)
        return false;
    const eg_user_input *in = &b->leaves.items[i->a];
    *rate = in->kind == EG_USER_TIME;
    return in->kind == EG_USER_TIME || in->kind == EG_USER_START || in->kind == EG_USER_DISCRETE ||
           in->kind == EG_USER_SAMPLE || in->kind == EG_USER_BEFORE || in->kind == EG_USER_IMPULSE ||
           in->kind == EG_USER_STRUCK || in->kind == EG_USER_STRIKING || in->kind == EG_USER_MODE;
}

/* ---------------------------------------------------------------- rows */

/* What comes of parameters goes along with the numbers that are computed with. */
static eg_bound_number combine(eg_linear_system *l, int op, eg_bound_number x, eg_bound_number y)
{
    const int origin = eg_tape_origin(&l->b->raw, op, x, y);
    l->failed = l->failed || origin == -2;
    return (eg_bound_number){eg_op_compute(op, x.number, y.number), origin < 0 ? -1 : origin};
}

/* a + b; 0 where nothing but rounding is left. */
static eg_bound_number sum_of(eg_linear_system *l, eg_bound_number a, eg_bound_number b)
{
    eg_bound_number sum = combine(l, EG_OP_ADD, a, b);
    if (isfinite(sum.number) &&
        fabs(sum.number) <= 16 * DBL_EPSILON * fabs(a.number) + 16 * DBL_EPSILON * fabs(b.number))
        sum.number = 0;
    return sum;
}

static eg_bound_number of_term(const eg_linear_term *t)
{
    return (eg_bound_number){t->coefficient, t->origin};
}

static eg_bound_number constant_of(const eg_linear_row *r)
{
    return (eg_bound_number){r->constant, r->origin};
}

static void set_constant(eg_linear_row *r, eg_bound_number x)
{
    r->constant = x.number;
    r->origin = x.origin;
}

static int put(eg_linear_system *l, int row, int column, eg_bound_number coefficient)
{
    eg_linear_row *r = &l->rows[row];
    eg_linear_column *c = &l->columns[column];
    if (l->at[column] > 0) {
        eg_linear_term *at = &r->terms[l->at[column] - 1];
        const eg_bound_number sum = sum_of(l, of_term(at), coefficient);
        *at = (eg_linear_term){column, sum.number, sum.origin};
        return l->failed ? -1 : 0;
    }
    if (eg_grow((void **)&r->terms, &r->capacity, (size_t)r->count + 1, sizeof *r->terms) < 0 ||
        eg_grow((void **)&c->rows, &c->row_capacity, (size_t)c->row_count + 1, sizeof(int)) < 0)
        return -1;
    r->terms[r->count++] = (eg_linear_term){column, coefficient.number, coefficient.origin};
    l->at[column] = r->count;
    c->rows[c->row_count++] = row;
    c->count++;
    return 0;
}

static void open_row(eg_linear_system *l, const eg_linear_row *r)
{
    for (int i = 0; i < r->count; i++)
        l->at[r->terms[i].index] = i + 1;
}

/* Forgets where columns stand, and terms that are 0. Where another value of a parameter would leave one, the
 * structure is that of this value alone, which is remembered. -1 out of memory. */
static int close_row(eg_linear_system *l, eg_linear_row *r)
{
    int count = 0, status = 0;
    for (int i = 0; i < r->count; i++) {
        l->at[r->terms[i].index] = 0;
        if (r->terms[i].coefficient != 0) {
            r->terms[count++] = r->terms[i];
            continue;
        }
        l->columns[r->terms[i].index].count--;
        if (status == 0)
            status = eg_user_decide(l->b, r->terms[i].origin);
    }
    r->count = count;
    return status;
}

int eg_linear_put_in(eg_linear_system *l, int target, int column, int source)
{
    eg_linear_row *r = &l->rows[target];
    const eg_linear_row *from = &l->rows[source];
    eg_bound_number by = {0, -1}, pivot = {1, -1};
    int status = 0;
    for (int i = 0; i < r->count; i++)
        if (r->terms[i].index == column) {
            by = of_term(&r->terms[i]);
            r->terms[i] = (eg_linear_term){column, 0, -1}; /* it cancels, whatever parameters are */
        }
    for (int i = 0; i < from->count; i++)
        if (from->terms[i].index == column)
            pivot = of_term(&from->terms[i]);
    const eg_bound_number factor =
        combine(l, EG_OP_DIV, combine(l, EG_OP_NEG, by, (eg_bound_number){0, -1}), pivot);
    open_row(l, r);
    for (int i = 0; i < from->count && status == 0; i++)
        if (from->terms[i].index != column)
            status =
                put(l, target, from->terms[i].index, combine(l, EG_OP_MUL, factor, of_term(&from->terms[i])));
    set_constant(r, sum_of(l, constant_of(r), combine(l, EG_OP_MUL, factor, constant_of(from))));
    r->is_changed = true;
    return close_row(l, r) < 0 || l->failed ? -1 : status;
}

double eg_linear_coefficient(const eg_linear_row *row, int column)
{
    for (int i = 0; i < row->count; i++)
        if (row->terms[i].index == column)
            return row->terms[i].coefficient;
    return 0;
}

/* ---------------------------------------------------------------- taking equations apart */

typedef struct part {
    int node;
    eg_bound_number factor;
    bool as_rate; /* the derivative of the formula */
} part;

typedef struct apart {
    eg_linear_system *l;
    int row;
    part *stack;
    int count, visits;
    size_t capacity;
} apart;

static int push(apart *a, int node, eg_bound_number factor, bool as_rate)
{
    if (eg_grow((void **)&a->stack, &a->capacity, (size_t)a->count + 1, sizeof *a->stack) < 0)
        return -1;
    a->stack[a->count++] = (part){node, factor, as_rate};
    return 0;
}

static bool constant_at(const eg_user_builder *b, int node, eg_bound_number *value)
{
    if (node < 0 || b->raw.code[node].op != EG_OP_CONSTANT)
        return false;
    *value = (eg_bound_number){b->raw.code[node].number, b->raw.code[node].a};
    return true;
}

static int push_negative(apart *a, int node, part p)
{
    return push(a, node, combine(a->l, EG_OP_NEG, p.factor, (eg_bound_number){0, -1}), p.as_rate);
}

/* The rate of what is the temperature of a store of heat, which the balance there gives: a raw instruction;
 * -1 out of memory, -2: it is none. */
static int heating_rate(eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->raw.code[node];
    const eg_user_input *in = i->op == EG_OP_INPUT ? &b->leaves.items[i->a] : NULL;
    return in && in->kind == EG_USER_TEMPERATURE ? eg_user_heating_rate(b, in->index) : -2;
}

/* A variable, its derivative, or something opaque. */
static int take_column(apart *a, part p)
{
    eg_linear_system *l = a->l;
    eg_user_builder *b = l->b;
    double rate;
    if (p.as_rate && is_constant_rate(b, p.node, &rate)) {
        eg_linear_row *r = &l->rows[a->row];
        const eg_bound_number c = combine(l, EG_OP_MUL, p.factor, (eg_bound_number){rate, -1});
        set_constant(r, combine(l, EG_OP_ADD, constant_of(r), c));
        return l->failed ? -1 : 0;
    }
    int heating = p.as_rate ? heating_rate(b, p.node) : -2;
    if (heating != -2)
        return heating < 0 ? -1 : push(a, heating, p.factor, false);
    int column = column_of(l, p.as_rate ? eg_tape_add(&b->raw, EG_OP_DER, p.node, -1, -1) : p.node);
    return column < 0 ? -1 : put(l, a->row, column, p.factor);
}

static int take(apart *a, part p)
{
    eg_linear_system *l = a->l;
    eg_user_builder *b = l->b;
    const eg_instruction i = b->raw.code[p.node];
    eg_bound_number c;
    if (i.op == EG_OP_CONSTANT) {
        eg_linear_row *r = &l->rows[a->row];
        if (!p.as_rate)
            set_constant(r, sum_of(l, constant_of(r),
                                   combine(l, EG_OP_MUL, p.factor, (eg_bound_number){i.number, i.a})));
        return l->failed ? -1 : 0;
    }
    if (++a->visits > MOST_VISITS)
        return take_column(a, p);
    switch (i.op) {
    case EG_OP_NEG: return push_negative(a, i.a, p);
    case EG_OP_ADD: return push(a, i.b, p.factor, p.as_rate) < 0 ? -1 : push(a, i.a, p.factor, p.as_rate);
    case EG_OP_SUB: return push_negative(a, i.b, p) < 0 ? -1 : push(a, i.a, p.factor, p.as_rate);
    case EG_OP_MUL:
        if (constant_at(b, i.a, &c))
            return push(a, i.b, combine(l, EG_OP_MUL, p.factor, c), p.as_rate);
        if (constant_at(b, i.b, &c))
            return push(a, i.a, combine(l, EG_OP_MUL, p.factor, c), p.as_rate);
        return take_column(a, p);
    case EG_OP_DIV:
        return constant_at(b, i.b, &c) && c.number != 0
                   ? push(a, i.a, combine(l, EG_OP_DIV, p.factor, c), p.as_rate)
                   : take_column(a, p);
    case EG_OP_DER:
        return eg_user_variable_of(b, i.a) < 0 && !p.as_rate ? push(a, i.a, p.factor, true)
                                                             : take_column(a, p);
    case EG_OP_ALONG: /* its derivative is given */
        return p.as_rate ? push(a, i.b, p.factor, false) : take_column(a, p);
    default: return take_column(a, p);
    }
}

static int take_apart(apart *a, int node, double factor)
{
    int status = push(a, node, (eg_bound_number){factor, -1}, false);
    while (status == 0 && a->count > 0)
        status = take(a, a->stack[--a->count]);
    return status;
}

static int new_row(eg_linear_system *l, int equation)
{
    if (eg_grow((void **)&l->rows, &l->row_capacity, (size_t)l->row_count + 1, sizeof *l->rows) < 0)
        return -1;
    l->rows[l->row_count] = (eg_linear_row){.origin = -1, .equation = equation, .pivot = -1};
    return l->row_count++;
}

int eg_linear_add_equation(eg_linear_system *l, int equation)
{
    apart a = {.l = l, .row = new_row(l, equation)};
    if (a.row < 0)
        return -1;
    const eg_user_source q = l->b->equations[equation];
    int status = take_apart(&a, q.left, 1) < 0 ? -1 : take_apart(&a, q.right, -1);
    status = close_row(l, &l->rows[a.row]) < 0 || l->failed ? -1 : status;
    free(a.stack);
    return status < 0 ? -1 : a.row;
}

int eg_linear_add_derivative(eg_linear_system *l, int row)
{
    eg_user_source q = l->b->equations[l->rows[row].equation];
    q.is_used = false;
    int equation = eg_user_add_equation(l->b, q);
    apart a = {.l = l, .row = equation < 0 ? -1 : new_row(l, equation)};
    if (a.row < 0)
        return -1;
    int status = 0;
    for (int i = 0; i < l->rows[row].count && status == 0; i++) {
        const eg_linear_term t = l->rows[row].terms[i];
        status = push(&a, l->columns[t.index].node, of_term(&t), true);
        while (status == 0 && a.count > 0)
            status = take(&a, a.stack[--a.count]);
    }
    status = close_row(l, &l->rows[a.row]) < 0 || l->failed ? -1 : status;
    l->rows[a.row].is_changed = l->rows[a.row].is_derivative = true;
    l->rows[a.row].of = row;
    free(a.stack);
    return status < 0 ? -1 : a.row;
}

/* ---------------------------------------------------------------- derivatives */

static bool leaf_has_rate(eg_user_builder *b, const eg_user_input *in, int order)
{
    switch (in->kind) {
    case EG_USER_TIME:
    case EG_USER_START:
    case EG_USER_DISCRETE:
    case EG_USER_SAMPLE:
    case EG_USER_IMPULSE:
    case EG_USER_STRUCK:
    case EG_USER_STRIKING:
    case EG_USER_MODE:
    case EG_USER_BEFORE: return true;
    case EG_USER_DISTANCE: return order < 2;
    case EG_USER_SPEED: return order < 1;
    case EG_USER_TEMPERATURE: return order < 1 && eg_user_heating_rate(b, in->index) >= 0;
    case EG_USER_SIGNAL: return in->other + order < 2;
    default: return false;
    }
}

static bool column_has_rate(eg_linear_system *l, int column, int depth);
static bool item_has_rate(eg_linear_system *l, int item, int depth);

/* The formula, differentiated `order` times already. */
static bool node_has_rate(eg_linear_system *l, int node, int order, int depth)
{
    eg_user_builder *b = l->b;
    const eg_instruction *i = &b->raw.code[node];
    int of[3] = {i->a, i->b, i->c}, k = eg_user_variable_of(b, node), n = b->u->quantity_count;
    if (depth > DEEPEST || order > 2 || ++l->visits > MOST_VISITS)
        return false;
    if (k >= 0)
        return b->u->quantities[k].type != EG_REAL || b->u->quantities[k].role == EG_ROLE_DISCRETE ||
               b->u->quantities[k].is_input ||
               (item_has_rate(l, k, depth + 1) && (order == 0 || item_has_rate(l, n + k, depth + 1)));
    if (i->op == EG_OP_INPUT)
        return leaf_has_rate(b, &b->leaves.items[i->a], order);
    if (i->op == EG_OP_ALONG) /* the derivative of a is b */
        return order == 0 || node_has_rate(l, i->b, order - 1, depth + 1);
    for (int j = 0; j < 3 && j < eg_op_operands(i->op); j++)
        if (!node_has_rate(l, of[j], order + (i->op == EG_OP_DER), depth + 1))
            return false;
    return true;
}

/* Of variables with a derivative it is known; others have one where what defines them has. */
static bool item_has_rate(eg_linear_system *l, int item, int depth)
{
    const eg_user_builder *b = l->b;
    int n = b->u->quantity_count;
    if (item < n && b->wants_rate[item])
        return true;
    int node = item < n ? b->value_leaf[item] : b->rate_leaf[item - n];
    int column = node >= 0 && (size_t)node < l->column_of_capacity ? l->column_of[node] : -1;
    return column >= 0 && column_has_rate(l, column, depth + 1);
}

static bool column_has_rate(eg_linear_system *l, int column, int depth)
{
    const eg_linear_column *c = &l->columns[column];
    if (c->rank == EG_COLUMN_OPAQUE)
        return node_has_rate(l, c->node, 0, depth);
    if (c->rank > EG_COLUMN_RATE)
        return true;
    if (c->row < 0 || depth > DEEPEST)
        return false;
    const eg_linear_row *r = &l->rows[c->row];
    for (int i = 0; i < r->count; i++)
        if (r->terms[i].index != column && !column_has_rate(l, r->terms[i].index, depth + 1))
            return false;
    return true;
}

bool eg_linear_has_rate(eg_linear_system *l, int column)
{
    l->visits = 0;
    return column_has_rate(l, column, 0);
}

/* ---------------------------------------------------------------- back to formulas */

/* The number without its sign, which `negative` tells; as a raw instruction. */
static int magnitude(eg_linear_system *l, eg_bound_number x, bool negative)
{
    const eg_bound_number none = {0, -1}, y = negative ? combine(l, EG_OP_NEG, x, none) : x;
    return l->failed ? -1 : eg_tape_bound_constant(&l->b->raw, y.number, y.origin);
}

static int scaled(eg_linear_system *l, int node, eg_bound_number factor, bool negative)
{
    if (fabs(factor.number) == 1 && factor.origin < 0)
        return node;
    return eg_tape_add(&l->b->raw, EG_OP_MUL, magnitude(l, factor, negative), node, -1);
}

/* sum of scale*coefficient*column over the terms whose product has the sign; -1: there is none, -2: out of
 * memory. */
static int sum_terms(eg_linear_system *l, const eg_linear_row *row, int but, eg_bound_number scale,
                     bool negative)
{
    eg_tape *t = &l->b->raw;
    int sum = -1;
    for (int i = 0; i < row->count; i++) {
        const eg_bound_number c = combine(l, EG_OP_MUL, scale, of_term(&row->terms[i]));
        if (row->terms[i].index == but || (c.number < 0) != negative)
            continue;
        int term = scaled(l, l->columns[row->terms[i].index].node, c, negative);
        sum = sum < 0 ? term : eg_tape_add(t, EG_OP_ADD, sum, term, -1);
        if (sum < 0)
            return -2;
    }
    return sum;
}

static int with_constant(eg_linear_system *l, int sum, eg_bound_number constant)
{
    eg_tape *t = &l->b->raw;
    if (sum == -1)
        return eg_tape_bound_constant(t, constant.number, constant.origin);
    if (constant.number == 0 && constant.origin < 0)
        return sum;
    const bool is_negative = !(constant.number >= 0);
    return eg_tape_add(t, is_negative ? EG_OP_SUB : EG_OP_ADD, sum, magnitude(l, constant, is_negative), -1);
}

int eg_linear_solved(eg_linear_system *l, const eg_linear_row *row, int column)
{
    eg_tape *t = &l->b->raw;
    eg_bound_number pivot = {0, -1};
    for (int i = 0; i < row->count; i++)
        if (row->terms[i].index == column)
            pivot = of_term(&row->terms[i]);
    const eg_bound_number scale = combine(l, EG_OP_DIV, (eg_bound_number){-1, -1}, pivot);
    int plus = sum_terms(l, row, column, scale, false), minus = sum_terms(l, row, column, scale, true);
    if (plus == -2 || minus == -2)
        return -1;
    int sum = plus;
    if (minus >= 0)
        sum =
            plus < 0 ? eg_tape_add(t, EG_OP_NEG, minus, -1, -1) : eg_tape_add(t, EG_OP_SUB, plus, minus, -1);
    return minus >= 0 && sum < 0 ? -1 : with_constant(l, sum, combine(l, EG_OP_MUL, scale, constant_of(row)));
}

/* The sum of the formulas in the row; -1 out of memory. */
static int sum_formulas(eg_linear_system *l, const eg_linear_row *row)
{
    eg_tape *t = &l->b->raw;
    int sum = eg_tape_constant(t, 0);
    for (int i = 0; i < row->count && sum >= 0; i++) {
        const eg_bound_number c = of_term(&row->terms[i]);
        const bool is_negative = c.number < 0;
        if (l->columns[row->terms[i].index].rank == EG_COLUMN_OPAQUE)
            sum = eg_tape_add(t, is_negative ? EG_OP_SUB : EG_OP_ADD, sum,
                              scaled(l, l->columns[row->terms[i].index].node, c, is_negative), -1);
    }
    return sum;
}

int eg_linear_gather(eg_linear_system *l, int row)
{
    eg_linear_row *r = &l->rows[row];
    int formulas = 0;
    for (int i = 0; i < r->count; i++)
        formulas += l->columns[r->terms[i].index].rank == EG_COLUMN_OPAQUE;
    if (formulas <= EG_LONG_SUM)
        return 0;
    const int column = column_of(l, sum_formulas(l, r));
    if (column < 0)
        return -1;
    for (int i = 0; i < r->count; i++)
        if (l->columns[r->terms[i].index].rank == EG_COLUMN_OPAQUE)
            r->terms[i] = (eg_linear_term){r->terms[i].index, 0, -1};
    open_row(l, r);
    const int status = put(l, row, column, (eg_bound_number){1, -1});
    r->is_changed = true;
    return close_row(l, r) < 0 ? -1 : status;
}

int eg_linear_side(eg_linear_system *l, const eg_linear_row *row, bool negative)
{
    const eg_bound_number none = {0, -1}, one = {1, -1};
    int sum = sum_terms(l, row, -1, one, negative);
    const eg_bound_number c = negative ? combine(l, EG_OP_NEG, constant_of(row), none) : constant_of(row);
    const bool is_other = c.number <= 0 && (c.number < 0 || negative || c.origin < 0);
    return sum == -2 ? -1 : with_constant(l, sum, is_other ? none : c); /* not a number: it stays that */
}

void eg_linear_release(eg_linear_system *l)
{
    for (int i = 0; i < l->column_count; i++)
        free(l->columns[i].rows);
    for (int i = 0; i < l->row_count; i++)
        free(l->rows[i].terms);
    free(l->columns);
    free(l->rows);
    free(l->column_of);
    free(l->items.list);
    free(l->at);
}
