#include "network/user/linearized.h"

#include "base/arena.h"
#include "network/user/stage.h"
#include "network/user/structure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum formula_kind {
    SEEDED,  /* its entries are numbers that stay */
    CHOSEN,  /* a choice that the mode has made: another name of one of its operands */
    CHOOSES, /* a choice between two, made at every point */
    COMPUTED /* an operation of one or two operands */
} formula_kind;

/* A formula that follows something, or is another name: entries first to first + count - 1. */
typedef struct formula {
    int instruction, first, count;
    formula_kind kind;
    int other; /* of CHOSEN: the instruction */
} formula;

struct eg_user_linearized {
    formula *formulas;
    int count;
    int *at;               /* (instructions) its formula, or -1: it follows nothing */
    bool *mark;            /* (instructions) */
    int *column, *from[2]; /* (entries) and where each comes from in the operands' lists; 0: it does not */
    double *d;             /* (entries) entry 0 is 0 */
    int entries;
    size_t formula_capacity, column_capacity, from_capacity[2], d_capacity;
    /* The rows: sums of the entries of their nodes. */
    eg_variational_rows rows;
    int *start, *row_column, *term_start, *term_entry; /* of value i: the entries that it is the sum of */
    double *term_factor;
    size_t row_capacity, term_start_capacity, term_capacity, factor_capacity;
    int row_count, values, terms;
    double *here; /* (values) room of eg_user_linearized_values */
    size_t start_capacity, here_capacity;
};

void eg_user_linearized_free(eg_user_linearized *q)
{
    if (!q)
        return;
    free(q->formulas);
    free(q->at);
    free(q->mark);
    free(q->column);
    free(q->from[0]);
    free(q->from[1]);
    free(q->d);
    free(q->start);
    free(q->row_column);
    free(q->term_start);
    free(q->term_entry);
    free(q->term_factor);
    free(q->here);
    free(q);
}

static eg_user_linearized *create(const eg_network *s)
{
    const size_t instructions = (size_t)s->m->user->tape.count;
    eg_user_linearized *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->at = calloc(instructions + 1, sizeof *q->at);
    q->mark = calloc(instructions + 1, sizeof *q->mark);
    if (q->at && q->mark)
        return q;
    eg_user_linearized_free(q);
    return NULL;
}

/* ---------------------------------------------------------------- roots */

void eg_user_roots_release(eg_user_roots *roots)
{
    free(roots->start);
    free(roots->terms);
    *roots = (eg_user_roots){0};
}

bool eg_user_add_row(eg_user_roots *roots)
{
    if (eg_grow((void **)&roots->start, &roots->row_capacity, (size_t)roots->rows + 2, sizeof *roots->start) <
        0)
        return false;
    roots->start[roots->rows++] = roots->count;
    roots->start[roots->rows] = roots->count;
    return true;
}

bool eg_user_add_root(eg_user_roots *roots, int node, double factor)
{
    if (eg_grow((void **)&roots->terms, &roots->capacity, (size_t)roots->count + 1, sizeof *roots->terms) < 0)
        return false;
    roots->terms[roots->count++] = (eg_user_root){node, factor};
    roots->start[roots->rows] = roots->count;
    return true;
}

/* As slot_residual in evaluate.c. */
bool eg_user_add_residuals(eg_user_roots *roots, const eg_network *s)
{
    const eg_user *u = s->m->user;
    const eg_user_slots *slots = s->user.slots;
    bool good = true;
    for (int i = 0; i < u->unknowns && good; i++) {
        good = eg_user_add_row(roots) && (slots || eg_user_add_root(roots, u->rows[i].result.node, 1.0));
        for (int k = slots ? slots->first[i] : 0; good && slots && k < slots->first[i + 1]; k++) {
            const int row = slots->terms[k].index;
            const int node = slots->is_rate[i] ? u->row_rates[row].node : u->rows[row].result.node;
            good = eg_user_add_root(roots, node, slots->terms[k].coefficient);
        }
    }
    return good;
}

/* ---------------------------------------------------------------- what a mode needs */

static void mark_needed(eg_user_linearized *q, const eg_network *s, int count, const eg_user_roots *roots)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < count; i++)
        q->mark[i] = false;
    for (int i = 0; i < roots->count; i++)
        q->mark[roots->terms[i].node] = true;
    for (int i = count - 1; i >= 0; i--) {
        const eg_instruction *x = &u->tape.code[i];
        const int one = q->mark[i] ? eg_user_chosen(s, i) : -1;
        if (!q->mark[i] || x->op == EG_OP_INPUT || x->op == EG_OP_SWITCH || x->op == EG_OP_CONSTANT)
            continue;
        if (one >= 0) {
            q->mark[one] = true;
            continue;
        }
        q->mark[x->a] = q->mark[x->a] || x->op != EG_OP_SELECT;
        if (x->b >= 0)
            q->mark[x->b] = true;
        if (x->c >= 0)
            q->mark[x->c] = true;
    }
}

/* ---------------------------------------------------------------- lists */

static bool add_entry(eg_user_linearized *q, int column, int a, int b, double d)
{
    const size_t wanted = (size_t)q->entries + 1;
    if (eg_grow((void **)&q->column, &q->column_capacity, wanted, sizeof *q->column) < 0 ||
        eg_grow((void **)&q->from[0], &q->from_capacity[0], wanted, sizeof *q->from[0]) < 0 ||
        eg_grow((void **)&q->from[1], &q->from_capacity[1], wanted, sizeof *q->from[1]) < 0 ||
        eg_grow((void **)&q->d, &q->d_capacity, wanted, sizeof *q->d) < 0)
        return false;
    q->column[q->entries] = column;
    q->from[0][q->entries] = a;
    q->from[1][q->entries] = b;
    q->d[q->entries++] = d;
    return true;
}

static bool add_formula(eg_user_linearized *q, formula f)
{
    if (eg_grow((void **)&q->formulas, &q->formula_capacity, (size_t)q->count + 1, sizeof f) < 0)
        return false;
    q->at[f.instruction] = q->count;
    q->formulas[q->count++] = f;
    return true;
}

/* An input, or a constant: its entries are numbers. */
static bool add_seeded(eg_user_linearized *q, const eg_network *s, const eg_user_seeds *seeds, int i)
{
    const eg_user *u = s->m->user;
    const eg_instruction *x = &u->tape.code[i];
    const eg_user_input *in = x->op == EG_OP_INPUT ? &u->inputs[x->a] : NULL;
    const int first = q->entries, n = s->base.n;
    bool good = true;
    if (in && (in->kind == EG_USER_VALUE || in->kind == EG_USER_RATE)) {
        const int base = in->kind == EG_USER_RATE ? n : 0;
        good = add_entry(q, base + s->m->first.user + in->index, 0, 0, 1.0);
    } else if (in || (x->op == EG_OP_CONSTANT && x->a >= 0)) {
        for (int k = 0; k < seeds->directions && good; k++) {
            const double d =
                in ? seeds->of_input(seeds->context, k, in) : seeds->of_origin(seeds->context, k, x->a);
            good = d == 0.0 || add_entry(q, 2 * n + k, 0, 0, d);
        }
    }
    if (good && q->entries > first)
        good = add_formula(q, (formula){i, first, q->entries - first, SEEDED, -1});
    return good;
}

/* The union of two lists; an operand that follows nothing has none. */
static bool add_union(eg_user_linearized *q, int i, int a, int b, formula_kind kind)
{
    const formula none = {0};
    const formula x = a >= 0 && q->at[a] >= 0 ? q->formulas[q->at[a]] : none;
    const formula y = b >= 0 && q->at[b] >= 0 ? q->formulas[q->at[b]] : none;
    const int first = q->entries;
    int j = x.first, k = y.first;
    while (j < x.first + x.count || k < y.first + y.count) {
        const int left = j < x.first + x.count ? q->column[j] : INT32_MAX;
        const int right = k < y.first + y.count ? q->column[k] : INT32_MAX;
        const int column = left < right ? left : right;
        if (!add_entry(q, column, left == column ? j : 0, right == column ? k : 0, 0.0))
            return false;
        j += left == column;
        k += right == column;
    }
    return q->entries == first || add_formula(q, (formula){i, first, q->entries - first, kind, -1});
}

static bool add_instruction(eg_user_linearized *q, const eg_network *s, const eg_user_seeds *seeds, int i)
{
    const eg_instruction *x = &s->m->user->tape.code[i];
    const int one = eg_user_chosen(s, i);
    if (x->op == EG_OP_INPUT || x->op == EG_OP_CONSTANT)
        return add_seeded(q, s, seeds, i);
    if (one >= 0) { /* its value is looked at, be it that of time alone */
        const int at = q->at[one];
        const formula none = {0}, of = at >= 0 ? q->formulas[at] : none;
        return add_formula(q, (formula){i, of.first, of.count, CHOSEN, one});
    }
    if (x->op == EG_OP_SELECT)
        return add_union(q, i, x->b, x->c, CHOOSES);
    const int second = x->op == EG_OP_ALONG || x->op == EG_OP_ARGUMENT ? -1 : x->b;
    return x->op == EG_OP_LOOP || !eg_op_passes(x->op) || add_union(q, i, x->a, second, COMPUTED);
}

/* ---------------------------------------------------------------- rows */

/* Entry e, times the factor, is a term of the row's value in that column. */
static bool add_term(eg_user_linearized *q, int value, int entry, double factor)
{
    const size_t wanted = (size_t)q->terms + 1;
    if (eg_grow((void **)&q->term_entry, &q->term_capacity, wanted, sizeof *q->term_entry) < 0 ||
        eg_grow((void **)&q->term_factor, &q->factor_capacity, wanted, sizeof *q->term_factor) < 0)
        return false;
    q->term_entry[q->terms] = entry;
    q->term_factor[q->terms++] = factor;
    q->term_start[value + 1] = q->terms;
    return true;
}

/* The formula of a term; NULL: it follows nothing. */
static const formula *formula_of(const eg_user_linearized *q, const eg_user_root *root)
{
    return q->at[root->node] >= 0 ? &q->formulas[q->at[root->node]] : NULL;
}

/* The smallest column of a row behind `column`; INT32_MAX: there is none. */
static int next_column(const eg_user_linearized *q, const eg_user_roots *roots, int row, int column)
{
    int next = INT32_MAX;
    for (int k = roots->start[row]; k < roots->start[row + 1]; k++) {
        const formula *f = formula_of(q, &roots->terms[k]);
        int e = 0;
        while (f && e < f->count && q->column[f->first + e] <= column)
            e++;
        if (f && e < f->count && q->column[f->first + e] < next)
            next = q->column[f->first + e];
    }
    return next;
}

static bool add_value(eg_user_linearized *q, const eg_user_roots *roots, int row, int column)
{
    const size_t wanted = (size_t)q->values + 2;
    if (eg_grow((void **)&q->row_column, &q->row_capacity, wanted, sizeof *q->row_column) < 0 ||
        eg_grow((void **)&q->term_start, &q->term_start_capacity, wanted, sizeof *q->term_start) < 0)
        return false;
    q->row_column[q->values] = column;
    q->term_start[q->values] = q->terms;
    for (int k = roots->start[row]; k < roots->start[row + 1]; k++) {
        const formula *f = formula_of(q, &roots->terms[k]);
        for (int e = 0; f && e < f->count; e++)
            if (q->column[f->first + e] == column &&
                !add_term(q, q->values, f->first + e, roots->terms[k].factor))
                return false;
    }
    q->values++;
    return true;
}

static bool make_rows(eg_user_linearized *q, const eg_network *s, const eg_user_roots *roots)
{
    q->values = q->terms = 0;
    if (eg_grow((void **)&q->start, &q->start_capacity, (size_t)roots->rows + 1, sizeof *q->start) < 0)
        return false;
    for (int i = 0; i < roots->rows; i++) {
        q->start[i] = q->values;
        for (int column = next_column(q, roots, i, -1); column < INT32_MAX;
             column = next_column(q, roots, i, column))
            if (!add_value(q, roots, i, column))
                return false;
    }
    q->start[roots->rows] = q->values;
    q->rows = (eg_variational_rows){s->base.n, q->start, q->row_column, !s->m->user->is_explicit};
    q->row_count = roots->rows;
    return true;
}

int eg_user_linearize_mode(eg_user_linearized **linearized, eg_network *s, const eg_user_seeds *seeds,
                           const eg_user_roots *roots)
{
    const eg_user *u = s->m->user;
    const int count = s->user.rates ? u->tape.count : u->core;
    if (u->tape.loop_count > 0 || s->m->first.user > 0)
        return 1;
    if (!*linearized && !(*linearized = create(s)))
        return EG_ERROR_MEMORY;
    eg_user_linearized *q = *linearized;
    q->count = q->entries = 0;
    for (int i = 0; i < count; i++)
        q->at[i] = -1;
    mark_needed(q, s, count, roots);
    bool good = add_entry(q, -1, 0, 0, 0.0);
    for (int i = 0; i < count && good; i++)
        if (q->mark[i])
            good = add_instruction(q, s, seeds, i);
    return good && make_rows(q, s, roots) ? 0 : EG_ERROR_MEMORY;
}

const eg_variational_rows *eg_user_linearized_rows(const eg_user_linearized *q)
{
    return &q->rows;
}

/* ---------------------------------------------------------------- at a point */

/* Where the slope of a root is infinite, at its edge. */
static bool has_edge(const eg_instruction *x, const double *v, double value)
{
    switch (x->op) {
    case EG_OP_SQRT: return value == 0;
    case EG_OP_ASIN:
    case EG_OP_ACOS: return fabs(v[x->a]) == 1;
    case EG_OP_POW: return v[x->a] == 0 && v[x->b] > 0 && v[x->b] < 1;
    default: return false;
    }
}

static bool compute(eg_user_linearized *q, const eg_tape *tape, const formula *f, const double *v)
{
    double partial[2];
    const eg_instruction *x = &tape->code[f->instruction];
    const int *a = q->from[0] + f->first, *b = q->from[1] + f->first;
    double *d = q->d + f->first;
    const int count = eg_tape_partials(tape, f->instruction, v, partial);
    if (count == 1) {
        for (int e = 0; e < f->count; e++)
            d[e] = partial[0] * q->d[a[e]];
    } else {
        for (int e = 0; e < f->count; e++)
            d[e] = partial[0] * q->d[a[e]] + partial[1] * q->d[b[e]];
    }
    return !has_edge(x, v, v[f->instruction]) && isfinite(partial[0]) && isfinite(partial[1]);
}

static void choose(eg_user_linearized *q, const formula *f, bool first)
{
    const int *from = q->from[!first] + f->first;
    for (int e = 0; e < f->count; e++)
        q->d[f->first + e] = q->d[from[e]];
}

int eg_user_linearize_here(eg_user_linearized *q, eg_network *s, double *values)
{
    const eg_tape *tape = &s->m->user->tape;
    double *v = s->user.value;
    bool good = true;
    for (int i = 0; i < q->count && good; i++) {
        const formula *f = &q->formulas[i];
        if (f->kind == COMPUTED)
            good = compute(q, tape, f, v);
        else if (f->kind == CHOSEN)
            v[f->instruction] = v[f->other];
        else if (f->kind == CHOOSES)
            choose(q, f, v[tape->code[f->instruction].a] != 0);
    }
    for (int i = 0; i < q->values && good; i++) {
        double sum = 0.0;
        for (int k = q->term_start[i]; k < q->term_start[i + 1]; k++)
            sum += q->term_factor[k] * q->d[q->term_entry[k]];
        values[i] = sum;
        good = isfinite(sum);
    }
    return good ? 0 : 1;
}

int eg_user_linearized_values(eg_user_linearized *q, eg_network *s, const double **values)
{
    if (eg_grow((void **)&q->here, &q->here_capacity, (size_t)q->values + 1, sizeof *q->here) < 0)
        return EG_ERROR_MEMORY;
    *values = q->here;
    return eg_user_linearize_here(q, s, q->here);
}
