/* What equations determine linearly: aliases, sums of forces, rigid connections, mass matrices.
 *
 * Every equation is a linear row of variables x, derivatives der(x) and opaque formulas (user/linear.h).
 * Rows with one helper and nothing else but opaque formulas are solved at once, and what becomes such a row.
 * For the rest Gaussian elimination solves rows for columns: helpers first, then derivatives, those of speeds
 * before those of positions, then variables that have a derivative; within a kind the column first that
 * stands in fewest rows, in the shortest of them, so that trees of connections make no new terms. What is
 * solved is put into the rows that are left, not into those solved before: a definition speaks of later ones
 * only.
 *
 * When a variable with a derivative must be solved for, the row is a constraint on the motion. It is
 * differentiated: the derivative of the formula is a further row, to be solved for what it determines after
 * all that is known has been put in: the derivative itself, a speed (whose row is differentiated in turn)
 * or, at last, the force that holds the constraint. So the index is reduced, and what is kept are the
 * variables that want most to be states: the order of the columns makes it a greedy choice, which no other
 * choice of independent ones betters (Edmonds 1971). A row whose derivative does not exist is left as it is.
 */
#include "network/user/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column that waits to be solved for, with the number of its rows at that time. */
typedef struct waiting {
    int rank, level, count, column;
    int place; /* among equals: what has been declared first is kept */
} waiting;

typedef struct elimination {
    eg_linear_system l;
    eg_user_builder *b;
    waiting *heap;
    int heap_count;
    size_t heap_capacity;
    int solved;                           /* rows */
    int *ready, first_ready, ready_count; /* rows that may have one helper left and nothing else unknown */
    size_t ready_capacity;
} elimination;

/* ---------------------------------------------------------------- the next column */

static bool comes_before(const waiting *x, const waiting *y)
{
    if (x->rank != y->rank)
        return x->rank < y->rank;
    if (x->level != y->level)
        return x->level > y->level;
    if (x->count != y->count)
        return x->count < y->count;
    return x->place < y->place;
}

static void swap(waiting *x, waiting *y)
{
    waiting z = *x;
    *x = *y;
    *y = z;
}

static int wait(elimination *e, int column)
{
    const eg_linear_column *c = &e->l.columns[column];
    if (c->rank == EG_COLUMN_OPAQUE || c->row >= 0 || c->count == 0)
        return 0;
    if (eg_grow((void **)&e->heap, &e->heap_capacity, (size_t)e->heap_count + 1, sizeof *e->heap) < 0)
        return -1;
    int at = e->heap_count++;
    e->heap[at] =
        (waiting){(int)c->rank, c->level, c->count, column, c->rank > EG_COLUMN_RATE ? -c->item : column};
    for (; at > 0 && comes_before(&e->heap[at], &e->heap[(at - 1) / 2]); at = (at - 1) / 2)
        swap(&e->heap[at], &e->heap[(at - 1) / 2]);
    return 0;
}

static int wait_for_row(elimination *e, int row)
{
    int status = eg_grow((void **)&e->ready, &e->ready_capacity, (size_t)e->ready_count + 1, sizeof(int));
    if (status == 0)
        e->ready[e->ready_count++] = row;
    for (int i = 0; i < e->l.rows[row].count && status == 0; i++)
        status = wait(e, e->l.rows[row].terms[i].index);
    return status;
}

static waiting next(elimination *e)
{
    waiting first = e->heap[0];
    e->heap[0] = e->heap[--e->heap_count];
    for (int at = 0, child = 1; child < e->heap_count; at = child, child = 2 * at + 1) {
        if (child + 1 < e->heap_count && comes_before(&e->heap[child + 1], &e->heap[child]))
            child++;
        if (!comes_before(&e->heap[child], &e->heap[at]))
            break;
        swap(&e->heap[child], &e->heap[at]);
    }
    return first;
}

/* ---------------------------------------------------------------- the row to solve */

static bool speaks_of(const elimination *e, const eg_linear_column *opaque, int item)
{
    for (int i = opaque->first_item; i < opaque->first_item + opaque->items; i++)
        if (e->l.items.list[i] == item)
            return true;
    return false;
}

/* Nothing opaque in the row may depend on the column; and a variable with a derivative wants one for all that
 * defines it. */
static bool can_solve(elimination *e, const eg_linear_row *row, int column)
{
    eg_linear_system *l = &e->l;
    const eg_linear_column *c = &l->columns[column];
    const double pivot = eg_linear_coefficient(row, column);
    if (!isfinite(1 / pivot) || !isfinite(row->constant / pivot))
        return false; /* a coefficient without inverse is no pivot */
    for (int i = 0; i < row->count; i++) {
        const eg_linear_column *other = &l->columns[row->terms[i].index];
        if (other == c)
            continue;
        if (!isfinite(row->terms[i].coefficient / pivot))
            return false;
        if (other->rank == EG_COLUMN_OPAQUE && speaks_of(e, other, c->item))
            return false;
        if (c->rank > EG_COLUMN_RATE && !eg_linear_has_rate(l, row->terms[i].index))
            return false;
    }
    return true;
}

/* Is there an equation of the column that is not linear in it, as z + g(z) = u? */
static bool is_implicit(const elimination *e, const eg_linear_column *c, int column)
{
    const eg_linear_system *l = &e->l;
    for (int i = 0; i < c->row_count; i++) {
        const eg_linear_row *r = &l->rows[c->rows[i]];
        bool speaks = false;
        if (r->pivot >= 0 || eg_linear_coefficient(r, column) == 0)
            continue;
        for (int k = 0; k < r->count && !speaks; k++) {
            const eg_linear_column *other = &l->columns[r->terms[k].index];
            speaks = other->rank == EG_COLUMN_OPAQUE && speaks_of(e, other, c->item);
        }
        if (speaks)
            return true;
    }
    return false;
}

static int column_of_item(const elimination *e, int item)
{
    const int n = e->b->u->quantity_count;
    const int leaf = item < n ? e->b->value_leaf[item] : e->b->rate_leaf[item - n];
    return leaf >= 0 && (size_t)leaf < e->l.column_of_capacity ? e->l.column_of[leaf] : -1;
}

/* Of x, whose derivative that column is: do other rows than this one, not solved yet, speak of it? */
static bool is_tied(const elimination *e, const eg_linear_row *row, int rate)
{
    const int x = column_of_item(e, e->l.columns[rate].item - e->b->u->quantity_count);
    return x >= 0 && e->l.columns[x].count > (eg_linear_coefficient(row, x) != 0);
}

/* Of s = x, der(z) = a*z + b*der(s) the second one is what z has: solved for der(s), which the first gives,
 * it would leave der(z) a difference of all that stands there. */
static bool is_of_another_rate(elimination *e, const eg_linear_row *row, int column)
{
    if (!is_tied(e, row, column))
        return false;
    for (int i = 0; i < row->count; i++) {
        const int index = row->terms[i].index;
        const eg_linear_column *other = &e->l.columns[index];
        if (index != column && other->rank == EG_COLUMN_RATE && other->row < 0 && other->count == 1 &&
            !is_tied(e, row, index) && can_solve(e, row, index))
            return true;
    }
    return false;
}

/* Should the row define something else? Of z + g(z) = u, der(x) = z - k x the second one defines z in vain:
 * then the first is to be solved for der(x), and z is a difference of der(x) and k x, however small it is. */
static bool is_of_another(elimination *e, const eg_linear_row *row, int column)
{
    const eg_linear_system *l = &e->l;
    const eg_linear_column *c = &l->columns[column];
    if (c->rank == EG_COLUMN_RATE)
        return is_of_another_rate(e, row, column);
    if (c->rank != EG_COLUMN_HELPER)
        return false;
    bool is_known = false;
    for (int i = 0; i < row->count; i++) {
        const int index = row->terms[i].index;
        const eg_linear_column *other = &l->columns[index];
        if (other == c || other->rank > EG_COLUMN_RATE || other->row >= 0 || !can_solve(e, row, index))
            continue;
        if (!is_known && !is_implicit(e, c, column))
            return false;
        is_known = true;
        if (!is_implicit(e, other, index))
            return true;
    }
    return false;
}

enum { LOOKS = 200 }; /* definitions followed for one question: a choice that is missed costs digits only */

/* Does the column `from` follow from `column`, by the definitions made so far? */
static bool follows_from(elimination *e, int from, int column, int *left)
{
    const eg_linear_system *l = &e->l;
    if (from == column || from < 0 || (*left)-- <= 0)
        return from == column;
    const eg_linear_column *c = &l->columns[from];
    for (int i = c->first_item; c->rank == EG_COLUMN_OPAQUE && i < c->first_item + c->items; i++)
        if (follows_from(e, column_of_item(e, l->items.list[i]), column, left))
            return true;
    const eg_linear_row *by = c->row >= 0 ? &l->rows[c->row] : NULL;
    for (int i = 0; by && i < by->count; i++)
        if (by->terms[i].index != from && follows_from(e, by->terms[i].index, column, left))
            return true;
    return false;
}

/* Would the row define the column by what follows from it? Of u = x + d*v, s = limit(u) - u, der(x) = s the
 * second one defines u in vain, with limit(u) in place of the x and v that give it: then der(x) is left for
 * the first one, a difference of all that u was made of. */
static bool leads_back(elimination *e, const eg_linear_row *row, int column)
{
    int left = LOOKS;
    for (int i = 0; i < row->count; i++)
        if (e->l.columns[row->terms[i].index].rank == EG_COLUMN_OPAQUE &&
            follows_from(e, row->terms[i].index, column, &left))
            return true;
    return false;
}

/* Is it the one row in which a derivative stands? A row of two terms, v = der(s), gives it a name. */
static bool has_derivative_alone(elimination *e, const eg_linear_row *row)
{
    for (int i = 0; i < row->count && row->count > 2; i++) {
        const int index = row->terms[i].index;
        const eg_linear_column *c = &e->l.columns[index];
        if (c->rank == EG_COLUMN_RATE && c->row < 0 && c->count == 1 && can_solve(e, row, index))
            return true;
    }
    return false;
}

/* Should the row rather define something else, if another one can define this helper? */
static bool is_last_choice(elimination *e, const eg_linear_row *row, int column)
{
    return e->l.columns[column].rank == EG_COLUMN_HELPER &&
           (has_derivative_alone(e, row) || leads_back(e, row, column));
}

static bool is_shorter(const elimination *e, int row, int than)
{
    const eg_linear_row *rows = e->l.rows;
    if (than < 0 || rows[row].count != rows[than].count)
        return than < 0 || rows[row].count < rows[than].count;
    return row < than;
}

/* Of the rows that can be solved for the column the shortest, or -1. */
static int choose_row(elimination *e, int column)
{
    eg_linear_system *l = &e->l;
    const eg_linear_column *c = &l->columns[column];
    int best = -1, last = -1;
    for (int i = 0; i < c->row_count; i++) {
        const int row = c->rows[i];
        const eg_linear_row *r = &l->rows[row];
        if (r->pivot >= 0 || (best >= 0 && !is_shorter(e, row, best)) ||
            eg_linear_coefficient(r, column) == 0 || !can_solve(e, r, column) || is_of_another(e, r, column))
            continue;
        if (!is_last_choice(e, r, column))
            best = row;
        else if (is_shorter(e, row, last))
            last = row;
    }
    return best >= 0 ? best : last;
}

/* ---------------------------------------------------------------- solving */

/* row -= coefficient/pivot*(the row that defines the column): the column leaves it. */
static int put_in(elimination *e, int row, int column)
{
    eg_linear_system *l = &e->l;
    return eg_linear_put_in(l, row, column, l->columns[column].row) < 0 ? -1 : wait_for_row(e, row);
}

/* What is fixed at the start and follows from what else is fixed, and from time, is a check. */
static void mark_check(const elimination *e, const eg_linear_row *row, int column)
{
    const eg_linear_column *c = &e->l.columns[column];
    eg_user_quantity *q = e->b->u->quantities;
    if (c->rank < EG_COLUMN_FIXED || q[c->item].fixed != 1)
        return;
    bool all = true;
    for (int i = 0; i < row->count && all; i++) {
        const eg_linear_column *other = &e->l.columns[row->terms[i].index];
        all = other->rank == EG_COLUMN_OPAQUE
                  ? other->items == 0 && eg_user_is_of_time(e->b, other->node)
                  : other->item < e->b->u->quantity_count && q[other->item].fixed == 1;
    }
    q[c->item].is_checked = all;
}

static int reduce(elimination *e, int row);
static int solve(elimination *e, int row, int column);

/* A row that is solved for der(x) and has a term in `column`, where x is what the opaque terms of row `of`
 * speak of; or -1. */
static int circle_through(elimination *e, int of, int column)
{
    eg_linear_system *l = &e->l;
    const eg_linear_row *r = &l->rows[of];
    for (int i = 0; i < l->columns[column].row_count; i++) {
        const int other = l->columns[column].rows[i], pivot = l->rows[other].pivot;
        if (pivot < 0 || l->columns[pivot].rank != EG_COLUMN_RATE ||
            eg_linear_coefficient(&l->rows[other], column) == 0 || !can_solve(e, &l->rows[other], column))
            continue;
        for (int k = 0; k < r->count; k++) {
            const eg_linear_column *opaque = &l->columns[r->terms[k].index];
            if (opaque->rank == EG_COLUMN_OPAQUE && speaks_of(e, opaque, l->columns[pivot].item))
                return other;
        }
    }
    return -1;
}

/* y = f(x) gives der(y) = f'(x)*der(x), where der(x) + a*der(y) = b has been solved for der(x): each would
 * lead to the other. So that row is solved for der(y), and der(x) is what the derivative of the constraint
 * is to determine. */
static int turn_row(elimination *e, int row, int column)
{
    eg_linear_system *l = &e->l;
    l->columns[l->rows[row].pivot].row = -1;
    l->rows[row].pivot = column;
    l->rows[row].order = e->solved++;
    l->columns[column].row = row;
    int status = 0;
    for (int i = 0; i < l->columns[column].row_count && status == 0; i++) {
        int other = l->columns[column].rows[i];
        if (l->rows[other].pivot < 0 && eg_linear_coefficient(&l->rows[other], column) != 0)
            status = put_in(e, other, column);
    }
    return status;
}

/* The derivative of what has just been solved for x: der(x), where it stands there, is what it determines. */
static int solve_derivative(elimination *e, int row, int item)
{
    const eg_linear_row *r = &e->l.rows[row];
    for (int i = 0; i < r->count; i++) {
        int column = r->terms[i].index;
        const eg_linear_column *c = &e->l.columns[column];
        if (c->rank != EG_COLUMN_RATE || c->item != item || c->row >= 0)
            continue;
        const int circle = circle_through(e, row, column);
        if (circle >= 0)
            return turn_row(e, circle, column);
        return can_solve(e, r, column) ? solve(e, row, column) : 0;
    }
    return 0;
}

/* The row defines the column; it leaves the others. A constraint goes on as its derivative. */
static int solve(elimination *e, int row, int column)
{
    eg_linear_system *l = &e->l;
    if (eg_linear_gather(l, row) < 0)
        return -1;
    l->rows[row].pivot = column;
    l->rows[row].order = e->solved++;
    l->columns[column].row = row;
    mark_check(e, &l->rows[row], column);
    for (int i = 0; i < l->rows[row].count; i++)
        l->columns[l->rows[row].terms[i].index].count--;
    int status = wait_for_row(e, row);
    for (int i = 0; i < l->columns[column].row_count && status == 0; i++) {
        int other = l->columns[column].rows[i];
        if (l->rows[other].pivot < 0 && eg_linear_coefficient(&l->rows[other], column) != 0)
            status = put_in(e, other, column);
    }
    if (status == 0 && l->columns[column].rank > EG_COLUMN_RATE) {
        int derivative = eg_linear_add_derivative(l, row);
        status = derivative < 0 ? -1 : reduce(e, derivative);
        if (status == 0)
            status = solve_derivative(e, derivative, e->b->u->quantity_count + l->columns[column].item);
    }
    return status;
}

/* ---------------------------------------------------------------- balances that are kept
 *
 * Friction written as equations has an unknown x in two formulas, f = f(x) and a = a(x). Where masses are
 * equations too, m*der(v) = F - f(x) and a constraint leave one row for it, a(x) = (F - f(x))/m. Of several
 * such x on one mass each row then speaks of all of them, and what holds is told by none. So these rows keep
 * der(v) as it is: a(x) = der(v) has its x alone, as beside masses of the library (user/grip.c). */

/* The variable that stands in no equation but in formulas, of which this is one; or -1. */
static int hidden_in(const elimination *e, const eg_linear_column *opaque)
{
    const int n = e->b->u->quantity_count;
    for (int i = opaque->first_item; i < opaque->first_item + opaque->items; i++) {
        const int item = e->l.items.list[i];
        if (item < n && e->b->u->quantities[item].type == EG_REAL &&
            e->b->u->quantities[item].role == EG_ROLE_NONE && !e->b->wants_rate[item] &&
            column_of_item(e, item) < 0)
            return item;
    }
    return -1;
}

/* The number of such variables in a row that defines a derivative by formulas alone; 2 for two or more. */
static int count_hidden(const elimination *e, const eg_linear_row *row)
{
    int found = -1, count = 0;
    for (int i = 0; i < row->count; i++) {
        const eg_linear_column *c = &e->l.columns[row->terms[i].index];
        if (c->rank != EG_COLUMN_OPAQUE && row->terms[i].index != row->pivot)
            return 0;
        const int hidden = c->rank == EG_COLUMN_OPAQUE ? hidden_in(e, c) : -1;
        if (hidden >= 0 && hidden != found) {
            count = count < 2 ? count + 1 : 2;
            found = hidden;
        }
    }
    return count;
}

/* Is this derivative one that the new row keeps? */
static bool is_shared(elimination *e, const eg_linear_row *row, int column)
{
    const eg_linear_system *l = &e->l;
    const int by = l->columns[column].row;
    return row->is_derivative && l->columns[column].rank == EG_COLUMN_RATE && by >= 0 &&
           count_hidden(e, &l->rows[by]) > 1;
}

/* Notes that it is kept, if they are, and which variables share the balance that gives it. */
static void keep(elimination *e, int column)
{
    const eg_linear_system *l = &e->l;
    const eg_linear_row *by = &l->rows[l->columns[column].row];
    e->b->is_kept[l->columns[column].item - e->b->u->quantity_count] = e->b->rates_are == EG_RATES_KEEP;
    for (int i = 0; i < by->count; i++) {
        const eg_linear_column *c = &l->columns[by->terms[i].index];
        const int hidden = c->rank == EG_COLUMN_OPAQUE ? hidden_in(e, c) : -1;
        if (hidden >= 0)
            e->b->is_shared[hidden] = true;
    }
}

/* Puts into a new row all that is defined, the earliest first: none comes back. */
static int reduce(elimination *e, int row)
{
    eg_linear_system *l = &e->l;
    for (;;) {
        int first = -1;
        for (int i = 0; i < l->rows[row].count; i++) {
            int column = l->rows[row].terms[i].index, by = l->columns[column].row;
            if (is_shared(e, &l->rows[row], column)) {
                keep(e, column);
                if (e->b->rates_are == EG_RATES_KEEP)
                    continue;
            }
            if (by >= 0 && (first < 0 || l->rows[by].order < l->rows[l->columns[first].row].order))
                first = column;
        }
        if (first < 0)
            return wait_for_row(e, row);
        if (put_in(e, row, first) < 0)
            return -1;
    }
}

/* The one helper of a row in which all else is opaque, or -1. */
static int only_helper(elimination *e, const eg_linear_row *row)
{
    int column = -1;
    for (int i = 0; i < row->count; i++) {
        int other = row->terms[i].index;
        if (e->l.columns[other].rank == EG_COLUMN_OPAQUE)
            continue;
        if (column >= 0 || e->l.columns[other].rank != EG_COLUMN_HELPER)
            return -1;
        column = other;
    }
    return column >= 0 && can_solve(e, row, column) ? column : -1;
}

/* What follows by putting one thing into the next comes first: solving x = f(y) for x, and not some sum in
 * which x stands, leads formulas to no loop that is not there. */
static int solve_ready(elimination *e)
{
    int status = 0;
    while (e->first_ready < e->ready_count && status == 0) {
        int row = e->ready[e->first_ready++];
        int column = e->l.rows[row].pivot >= 0 ? -1 : only_helper(e, &e->l.rows[row]);
        status = column >= 0 ? solve(e, row, column) : 0;
    }
    return status;
}

/* v = der(s): v is one level above s, and what is derived from both likewise. */
static bool raise(elimination *e, const eg_linear_row *row)
{
    int n = e->b->u->quantity_count;
    bool changed = false;
    for (int i = 0; row->count == 2 && i < 2; i++) {
        eg_linear_column *of = &e->l.columns[row->terms[i].index],
                         *rate = &e->l.columns[row->terms[!i].index];
        if (rate->rank != EG_COLUMN_RATE || of->item < 0 || of->item >= n)
            continue;
        changed = of->level != rate->level + 1;
        of->level = rate->level + 1;
    }
    return changed;
}

/* The level of der(x) is counted as that of x. */
static void find_levels(elimination *e)
{
    enum { ROUNDS = 4 }; /* positions, speeds, accelerations, jerks */
    eg_linear_system *l = &e->l;
    int n = e->b->u->quantity_count;
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (int i = 0; i < l->row_count; i++)
            changed = raise(e, &l->rows[i]) || changed;
        for (int i = 0; i < l->column_count; i++) {
            int leaf = l->columns[i].rank == EG_COLUMN_RATE ? e->b->value_leaf[l->columns[i].item - n] : -1;
            int of = leaf >= 0 && (size_t)leaf < l->column_of_capacity ? l->column_of[leaf] : -1;
            l->columns[i].level = of >= 0 ? l->columns[of].level : l->columns[i].level;
        }
    }
}

static int eliminate(elimination *e)
{
    find_levels(e);
    for (int i = 0; i < e->l.row_count; i++)
        if (wait_for_row(e, i) < 0)
            return -1;
    for (;;) {
        if (solve_ready(e) < 0)
            return -1;
        if (e->heap_count == 0)
            break;
        waiting w = next(e);
        const eg_linear_column *c = &e->l.columns[w.column];
        if (c->row >= 0)
            continue;
        if (c->count != w.count) {
            if (wait(e, w.column) < 0)
                return -1;
            continue;
        }
        int row = choose_row(e, w.column);
        if (row >= 0 && solve(e, row, w.column) < 0)
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- equations in and out */

static bool is_variable(const eg_user_builder *b, int node, bool real)
{
    int k = eg_user_variable_of(b, node);
    return k >= 0 && (b->u->quantities[k].type == EG_REAL) == real;
}

static bool is_truth(const eg_user_builder *b, int node)
{
    int op = b->raw.code[node].op;
    return op == EG_OP_SWITCH || (op >= EG_OP_LESS && op <= EG_OP_NOT);
}

/* Equations of truth values and whole numbers are no matter of linear algebra. */
static bool is_discrete(const eg_user_builder *b, const eg_user_source *q)
{
    if (is_variable(b, q->left, true) || is_variable(b, q->right, true))
        return false;
    return is_variable(b, q->left, false) || is_variable(b, q->right, false) || is_truth(b, q->left) ||
           is_truth(b, q->right);
}

static int take_equations(elimination *e)
{
    eg_user_builder *b = e->b;
    for (int i = 0; i < b->equation_count; i++) {
        const eg_user_source *q = &b->equations[i];
        if (q->kind != EG_USER_EQUATION || is_discrete(b, q))
            continue;
        if (eg_linear_add_equation(&e->l, i) < 0)
            return -1;
    }
    return 0;
}

/* An equation as it is written keeps its order of operations. */
static int formula_of(elimination *e, const eg_linear_row *row)
{
    const eg_user_source *q = &e->b->equations[row->equation];
    int column = row->pivot, formula = -1;
    if (!row->is_changed && row->count <= EG_LONG_SUM)
        formula = eg_user_solve_for(e->b, q, e->l.columns[column].node);
    if (formula == -2)
        return -1;
    return formula >= 0 ? formula : eg_linear_solved(&e->l, row, column);
}

/* The derivative of x = f has determined nothing, and nothing else has determined der(x): then it is what
 * der(x) is, the derivative of f, and says no more. */
static bool is_implied(const elimination *e, const eg_linear_row *row)
{
    const eg_linear_system *l = &e->l;
    if (!row->is_derivative || row->pivot >= 0 || l->rows[row->of].pivot < 0)
        return false;
    const int k = l->columns[l->rows[row->of].pivot].item, leaf = e->b->rate_leaf[k];
    const int rate = leaf >= 0 && (size_t)leaf < l->column_of_capacity ? l->column_of[leaf] : -1;
    return rate < 0 || l->columns[rate].row < 0;
}

static int hand_back(elimination *e, int index)
{
    eg_user_builder *b = e->b;
    const eg_linear_row *row = &e->l.rows[index];
    int n = b->u->quantity_count;
    if (row->pivot >= 0) {
        int item = e->l.columns[row->pivot].item, formula = formula_of(e, row);
        *(item < n ? &b->value_of[item] : &b->rate_of[item - n]) = formula;
        b->definer[item] = row->equation;
        b->equations[row->equation].is_used = true;
        return formula < 0 ? -1 : 0;
    }
    if (is_implied(e, row)) {
        b->equations[row->equation].is_used = true;
        return 0;
    }
    if (eg_user_note_constraint(&e->l, row) < 0)
        return -1;
    if (!row->is_changed)
        return 0;
    eg_user_source *q = &b->equations[row->equation];
    q->left = eg_linear_side(&e->l, row, false);
    q->right = eg_linear_side(&e->l, row, true);
    return q->left < 0 || q->right < 0 ? -1 : 0;
}

/* ---------------------------------------------------------------- speeds that want to be states
 *
 * A speed v = der(s) whose own derivative no equation asks for may be wanted as a state all the same
 * (stateSelect, or by reinit of it), in the place of one that is wanted less. That matters where reinit sets
 * one speed and other states stay: when a mass runs into its stop, a v_rel that is a state takes the mass
 * behind it along. */

static bool has_reinit(const eg_user_builder *b)
{
    for (int i = 0; i < b->equation_count; i++)
        if (b->equations[i].kind == EG_USER_REINIT)
            return true;
    return false;
}

/* Is the variable nothing but the derivative of another one? */
static bool is_speed(const eg_linear_system *l, const eg_linear_column *c)
{
    const eg_linear_row *own = c->row >= 0 ? &l->rows[c->row] : NULL;
    if (!own || own->count != 2 || own->constant != 0)
        return false;
    return l->columns[own->terms[&l->columns[own->terms[0].index] == c].index].rank == EG_COLUMN_RATE;
}

/* Such speeds get a derivative; how many. */
static int want_rates(elimination *e, bool *wanted)
{
    eg_user_builder *b = e->b;
    int count = 0;
    for (int i = 0; i < e->l.column_count; i++) {
        const eg_linear_column *c = &e->l.columns[i];
        if (c->rank != EG_COLUMN_HELPER || !is_speed(&e->l, c) ||
            (b->u->quantities[c->item].state_select < EG_PREFER && !b->is_set[c->item]))
            continue;
        b->wants_rate[c->item] = wanted[c->item] = true;
        count++;
    }
    return count;
}

/* Those whose derivative nothing has given after all do without; how many. */
static int give_up_rates(elimination *e, bool *wanted)
{
    eg_user_builder *b = e->b;
    int n = b->u->quantity_count, count = 0;
    bool *given = calloc((size_t)n + 1, sizeof(bool));
    if (!given)
        return -1;
    for (int i = 0; i < e->l.column_count; i++) {
        const eg_linear_column *c = &e->l.columns[i];
        if (c->item >= 0 && c->row >= 0)
            given[c->item % n] = true; /* the speed, by others; or its derivative */
    }
    for (int k = 0; k < n; k++)
        if (wanted[k] && !given[k]) {
            b->wants_rate[k] = wanted[k] = false;
            count++;
        }
    free(given);
    return count;
}

static int take_and_eliminate(elimination *e)
{
    int status = take_equations(e);
    return status == 0 ? eliminate(e) : status;
}

/* Leaves nothing but whose it is. */
static void release(elimination *e)
{
    eg_user_builder *b = e->b;
    eg_linear_release(&e->l);
    free(e->heap);
    free(e->ready);
    memset(e, 0, sizeof *e);
    e->b = e->l.b = b;
}

/* Anew, without what has been differentiated: that comes behind the `given` equations. */
static int eliminate_again(elimination *e, int given)
{
    eg_user_builder *b = e->b;
    release(e);
    b->equation_count = given;
    return take_and_eliminate(e);
}

static int eliminate_for_states(elimination *e, int given)
{
    bool *wanted = calloc((size_t)e->b->u->quantity_count + 1, sizeof(bool));
    int again = wanted ? want_rates(e, wanted) : -1;
    while (again > 0) {
        int status = eliminate_again(e, given);
        again = status < 0 ? status : give_up_rates(e, wanted);
    }
    free(wanted);
    return again;
}

eg_status eg_user_eliminate(eg_user_builder *b)
{
    elimination e = {.b = b, .l = {.b = b}};
    const int given = b->equation_count;
    int status = take_and_eliminate(&e);
    if (status == 0 && has_reinit(b))
        status = eliminate_for_states(&e, given);
    for (int i = 0; i < e.l.row_count && status == 0; i++)
        status = hand_back(&e, i);
    release(&e);
    return status < 0 ? EG_ERROR_MEMORY : EG_OK;
}
