/* The present mode as a linear system (base/linear_mode.h), made of the exact derivatives that the
 * Jacobian is made of.
 *
 * Where nothing is algebraic, der(y[i]) = -(row i)/(its mass). Elsewhere each column is a right-hand side
 * for the matrix of consistent points: a change of a state or of an input gives changes of derivatives
 * and of algebraic unknowns. A coordinate that a balance of forces determines is taken as a state too:
 * its rate is the difference of speeds, and the balance, which holds at the beginning, goes on holding.
 * Columns of such coordinates go by way of the point that satisfies the balance, so round-off does not
 * carry the motion away from it.
 *
 * The heat that an element loses is quadratic in its motion, f_d*v_rel with f_d linear. Its second
 * derivatives are differences of its first ones over steps of 1, which is exact but for their rounding. */
#include "network/solve/linear.h"
#include "base/arena.h"
#include "base/reason.h"
#include "network/compile/gradients.h"
#include "network/motion/evaluate.h"
#include "network/motion/linear_mode.h"
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/solve/derivatives.h"
#include "network/user/evaluate.h"
#include "network/user/modes.h"
#include "network/user/slide.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- is it? */

/* A signal that never changes: a product with it is none. */
bool eg_signal_is_constant(const eg_model *m, int net)
{
    const eg_net *n = &m->nets[net];
    eg_jet value = {0};
    if (n->kind != EG_SIGNAL_BLOCK || !n->of_time || n->states > 0)
        return false;
    for (int i = 0; i < n->input_count; i++)
        if (!eg_signal_is_constant(m, n->inputs[i]))
            return false;
    if (n->input_count > 0)
        return true;
    if (n->block->phase_end || n->block->is_given || !n->block->generator || n->block->evaluate_output)
        return false;
    n->block->evaluate(m->instances[n->instance].p, 0, (eg_jet){0, 1, 0}, NULL, &value);
    return value.dx == 0 && value.ddx == 0;
}

/* Dynamic or not: events are events. */
static bool are_signals_linear(const eg_model *m, char *reason, size_t size)
{
    for (int i = 0; i < m->net_count; i++) {
        const eg_net *n = &m->nets[i];
        bool is_block = n->kind == EG_SIGNAL_BLOCK;
        const char *name = n->instance >= 0 ? eg_instance_path(m, n->instance) : n->name;
        if (is_block && n->block->switch_count > 0)
            return eg_refuse(reason, size, "the signal of %s has kinks", name);
        if (!n->dynamic)
            continue;
        if (n->kind == EG_SIGNAL_TEMPERATURE)
            return eg_refuse(reason, size, "the temperature that %s measures acts on the motion", name);
        if (is_block && n->block->is_nonlinear)
            return eg_refuse(reason, size, "the signal of %s is not linear in what it follows", name);
        bool is_source = is_block && n->of_time && n->input_count == 0;
        const double *p = n->instance >= 0 ? m->instances[n->instance].p : NULL;
        if (is_source && (!n->block->generator || n->states > 0 || isnan(n->block->generator(p, 0).decay)))
            return eg_refuse(reason, size, "the source %s is neither a polynomial of time nor a harmonic",
                             name);
    }
    return true;
}

/* Friction in proportion to a signal, at any speed the same: its force is linear in the signal, and its
 * loss is the product of that and the speed. */
static bool rubs_by_signal(const eg_network *s, const eg_element *e)
{
    return e->friction && e->input >= 0 && s->m->coefficients.k[e->coefficients] == 0;
}

/* An element whose law is not linear may be one of a power, where that does. */
static bool are_forces_linear(const eg_network *s, bool or_powers, char *reason, size_t size)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        const char *name = eg_instance_path(m, e->instance);
        const double *k = m->coefficients.k + e->coefficients;
        if (e->ops->force_under)
            return eg_refuse(reason, size, "the force of %s follows a signal or a temperature", name);
        if (e->input >= 0 && !rubs_by_signal(s, e) && !eg_signal_is_constant(m, e->input))
            return eg_refuse(reason, size,
                             "the friction of %s follows a signal, with which its speed is multiplied", name);
        bool is_linear = e->friction ? e->friction->is_linear && e->friction->is_linear(e->p)
                                     : e->ops->is_linear && e->ops->is_linear(k);
        if (!is_linear && !(or_powers && e->ops->power))
            return eg_refuse(reason, size, "the force of %s is not linear between its events", name);
    }
    return true;
}

static bool is_heat_linear(const eg_network *s, char *reason, size_t size)
{
    const eg_model *m = s->m;
    bool has_last = s->simple && m->dynamics.massless_count == 0; /* for good */
    for (int i = 0; i < m->thermal.conductor_count; i++)
        if (m->thermal.conductors[i].law == EG_RADIATES)
            return eg_refuse(reason, size, "%s radiates",
                             eg_instance_path(m, m->thermal.conductors[i].instance));
    for (int i = 0; i < m->thermal.conductor_count; i++)
        if (m->thermal.conductors[i].input >= 0 &&
            !eg_signal_is_constant(m, m->thermal.conductors[i].input) &&
            !(has_last && fmax(m->heat[m->thermal.conductors[i].node_a].last,
                               m->heat[m->thermal.conductors[i].node_b].last) >= 0))
            return eg_refuse(reason, size, "the heat flow of %s is a product with a signal",
                             eg_instance_path(m, m->thermal.conductors[i].instance));
    for (int i = 0; i < m->thermal.source_count; i++)
        if (m->thermal.sources[i].alpha != 0)
            return eg_refuse(reason, size, "the heat flow of %s follows its temperature",
                             eg_instance_path(m, m->thermal.sources[i].instance));
    for (int i = 0; i < m->thermal.join_count; i++)
        if (m->nets[m->thermal.joins[i].net].unknown >= 0)
            return eg_refuse(reason, size, "the heat flow that %s measures acts back",
                             eg_instance_path(m, m->thermal.joins[i].instance));
    return true;
}

/* But for users' equations. */
static bool are_parts_linear(const eg_network *s, bool or_powers, char *reason, size_t size)
{
    return are_forces_linear(s, or_powers, reason, size) && are_signals_linear(s->m, reason, size) &&
           is_heat_linear(s, reason, size);
}

bool eg_network_is_linear(eg_system *base, char *reason, size_t size)
{
    const eg_network *s = eg_network_of(base);
    return eg_user_is_affine(s->m, reason, size) && are_parts_linear(s, false, reason, size);
}

bool eg_network_has_linear_or_power_parts(const eg_network *s, bool *has_powers, char *reason, size_t size)
{
    *has_powers = false;
    if (are_parts_linear(s, false, reason, size))
        return true;
    *has_powers = true;
    return are_parts_linear(s, true, reason, size);
}

const int *eg_network_mode_key(eg_system *base, int *count)
{
    eg_network *s = eg_network_of(base);
    if (s->m->user && eg_slides(s))
        return NULL;
    if (s->m->user)
        eg_user_refresh(s);
    return eg_user_mode_key(s, count);
}

/* ---------------------------------------------------------------- making one */

typedef struct making {
    eg_network *s;
    const eg_model *m;
    eg_linear_mode *mode;
    eg_triplets of;     /* the derivatives of the residual */
    eg_triplets works;  /* of these: of products that users' equations integrate; column: the loss */
    eg_triplets rates;  /* rows n + b: the rate of the coordinate of balance b */
    eg_triplets answer; /* the rows of the mode */
    int *input_of;      /* (columns behind those of y') the input that stands for it, or -1 */
    double t;
    const double *y;
} making;

static int add(eg_triplets *t, int row, int column, double value)
{
    if (value == 0)
        return 0;
    if (eg_grow((void **)&t->items, &t->capacity, (size_t)t->count + 1, sizeof *t->items) < 0)
        return -1;
    t->items[t->count++] = (eg_triplet){row, column, value};
    return 0;
}

static bool allocate(making *k)
{
    size_t n = (size_t)k->m->n, columns = (size_t)eg_network_input_columns(k->m);
    size_t elements =
        (size_t)k->m->element_count + (k->m->user ? (size_t)k->m->user->affinity.product_count : 0);
    eg_linear_mode *mode = k->mode = calloc(1, sizeof *mode);
    k->input_of = malloc((columns + 1) * sizeof *k->input_of);
    if (!mode || !k->input_of)
        return false;
    for (size_t i = 0; i < columns; i++)
        k->input_of[i] = -1;
    mode->n = k->m->n;
    mode->start = calloc(n + 2 * elements + 1, sizeof *mode->start);
    mode->is_state = calloc(n + 1, sizeof *mode->is_state);
    mode->curvature = calloc(3 * elements + 1, sizeof *mode->curvature);
    mode->input_net = calloc(columns + 1, sizeof *mode->input_net);
    mode->input_order = calloc(columns + 1, sizeof *mode->input_order);
    mode->loss_element = calloc(elements + 1, sizeof *mode->loss_element);
    return mode->start && mode->is_state && mode->curvature && mode->input_net && mode->input_order &&
           mode->loss_element;
}

/* Numbers the inputs in the order in which they are met, and puts their columns behind those of y. */
static void number_inputs(making *k, eg_triplets *t)
{
    eg_linear_mode *mode = k->mode;
    int n = k->m->n;
    for (int i = 0; i < t->count; i++) {
        int at = t->items[i].column - 2 * n;
        if (at < 0)
            continue;
        if (k->input_of[at] < 0) {
            k->input_of[at] = mode->input_count;
            const int net = at / 3 < k->m->net_count ? at / 3 : -1;
            mode->input_net[mode->input_count] = net;
            mode->input_order[mode->input_count++] = net >= 0 ? at % 3 : at - 3 * k->m->net_count - 1;
        }
        t->items[i].column = 2 * n + k->input_of[at];
    }
}

/* A temperature that comes last is no part of the mode: its row is empty. */
static bool is_last(const eg_network *s, int heat)
{
    return s->simple && s->m->heat[heat].last >= 0;
}

/* The elements whose loss heats something with a temperature of its own, and their rows. */
static int find_losses(making *k)
{
    const eg_model *m = k->m;
    eg_linear_mode *mode = k->mode;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        int heat = eg_element_heat(m, e);
        if (heat < 0 || m->heat[heat].unknown < 0 || is_last(k->s, heat))
            continue;
        int j = mode->loss_count++, row = m->n + 2 * j;
        const eg_row *of = &m->row.list[e->row];
        double s_rel = k->s->s_rel[i], *curvature = mode->curvature + 3 * j;
        eg_force at_rest, moving, moved;
        eg_response rests, moves; /* to signals */
        mode->loss_element[j] = i;
        eg_network_force_at(k->s, i, s_rel + 1, 0, k->y, &moved, &rests);
        eg_network_force_at(k->s, i, s_rel, 0, k->y, &at_rest, &rests);
        eg_network_force_at(k->s, i, s_rel, 1, k->y, &moving, &moves);
        bool by_signal = rubs_by_signal(k->s, e); /* the signal stands in the place of the distance */
        curvature[0] = by_signal ? 0 : moved.dloss_ds - at_rest.dloss_ds;
        curvature[1] = by_signal ? moves.dloss_du - rests.dloss_du : moving.dloss_ds - at_rest.dloss_ds;
        curvature[2] = moving.dloss_dv - at_rest.dloss_dv;
        if ((by_signal ? eg_network_list_signal(k->s, e->input, row, &k->answer)
                       : eg_network_list_row(k->s, of, false, row, &k->answer)) < 0 ||
            eg_network_list_row(k->s, of, true, row + 1, &k->answer) < 0)
            return -1;
    }
    return 0;
}

static int loss_row(const making *k, int loss)
{
    return k->m->heat[eg_element_heat(k->m, &k->m->elements[k->mode->loss_element[loss]])].unknown;
}

/* The product that column `at` behind those of y' stands for, or -1. */
static int product_of(const eg_model *m, int column)
{
    const eg_user_affinity *a = m->user ? &m->user->affinity : NULL;
    for (int i = 0; a && i < a->product_count; i++)
        if (column == eg_user_series_column(m, a->products[i].node))
            return i;
    return -1;
}

static int find_loss_of(const eg_linear_mode *mode, int product)
{
    for (int i = 0; i < mode->loss_count; i++)
        if (mode->loss_element[i] == -1 - product)
            return i;
    return -1;
}

/* Products of two affine formulas are losses of a kind: one formula takes the place of the distance, the
 * other that of the speed. */
static int find_products(making *k)
{
    eg_linear_mode *mode = k->mode;
    int kept = 0, count = k->of.count;
    for (int i = 0; i < count; i++) {
        const eg_triplet x = k->of.items[i];
        const int product = x.column > 2 * k->m->n ? product_of(k->m, x.column) : -1;
        if (product < 0) {
            k->of.items[kept++] = x;
            continue;
        }
        int loss = find_loss_of(mode, product);
        if (loss < 0) {
            const eg_user_product *p = &k->m->user->affinity.products[product];
            loss = mode->loss_count++;
            mode->loss_element[loss] = -1 - product;
            mode->curvature[3 * loss + 1] = 1;
            for (int j = 0; j < 2; j++)
                if (eg_network_list_result(k->s, &p->of[j], k->m->n + 2 * loss + j, &k->answer) < 0)
                    return -1;
        }
        if (add(&k->works, x.row, loss, x.value) < 0)
            return -1;
    }
    k->of.count = kept;
    return 0;
}

/* Every row holds one derivative. */
static int make_explicit(making *k)
{
    int n = k->m->n, status = 0;
    double *mass = k->s->scratch.work[0];
    memset(mass, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < k->of.count; i++)
        if (k->of.items[i].column == n + k->of.items[i].row)
            mass[k->of.items[i].row] += k->of.items[i].value;
    for (int i = 0; i < k->of.count && status == 0; i++) {
        eg_triplet x = k->of.items[i];
        if (mass[x.row] == 0) /* a temperature that comes last */
            continue;
        if (x.column < n)
            status = add(&k->answer, x.row, x.column, -x.value / mass[x.row]);
        else if (x.column >= 2 * n)
            status = add(&k->answer, x.row, x.column - n, -x.value / mass[x.row]);
    }
    for (int i = 0; i < k->mode->loss_count && status == 0; i++) {
        if (k->mode->loss_element[i] < 0)
            continue;
        int row = loss_row(k, i);
        status = add(&k->answer, row, n + k->mode->input_count + i, 1 / mass[row]);
    }
    for (int i = 0; i < k->works.count && status == 0; i++) {
        const eg_triplet x = k->works.items[i];
        status = add(&k->answer, x.row, n + k->mode->input_count + x.column, -x.value / mass[x.row]);
    }
    return status;
}

/* ---------------------------------------------------------------- with algebraic unknowns */

/* Adds the column of the mode that the right-hand side r, which is destroyed, answers with. state: the
 * column of y that it stands for, or -1. */
static int add_answer(making *k, double *r, int column, int state)
{
    const eg_network *s = k->s;
    int n = k->m->n, bodies = k->m->body_count - 1, status = 0;
    eg_linear_solve(s->solver.linear, r);
    for (int i = 0; i < n && status == 0; i++)
        if (s->differential[i] || i >= bodies)
            status = add(&k->answer, i, column, -r[i]);
    double *sum = s->scratch.work[2];
    memset(sum, 0, sizeof(double) * (size_t)(s->balance.count + 1));
    for (int i = 0; i < k->rates.count; i++) {
        eg_triplet x = k->rates.items[i];
        if (x.column >= 2 * n)
            sum[x.row - n] += x.column - n == column ? x.value : 0;
        else if (s->differential[x.column])
            sum[x.row - n] += x.column == state ? x.value : 0;
        else
            sum[x.row - n] -= x.value * r[x.column];
    }
    for (int b = 0; b < s->balance.count && status == 0; b++)
        status = add(&k->answer, s->balance.list[b].row, column, sum[b]);
    return status;
}

static int compare_columns(const void *a, const void *b)
{
    const eg_triplet *x = a, *y = b;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static int list_rates(making *k)
{
    const eg_network *s = k->s;
    for (int b = 0; b < s->balance.count; b++) {
        const eg_body *body = &k->m->bodies[s->balance.list[b].row + 1];
        eg_row ends = {.from = body->from, .to = body->to};
        if (eg_network_list_row(k->s, &ends, true, k->m->n + b, &k->rates) < 0)
            return -1;
    }
    number_inputs(k, &k->rates);
    return 0;
}

/* Losses stand in columns of their own: their slopes at this point are no part of the matrix. */
static void leave_out_losses(const eg_network *s)
{
    for (int i = 0; i < s->m->element_count; i++) {
        s->force[i].dloss_ds = s->force[i].dloss_dv = 0;
        if (s->response)
            s->response[i].dloss_du = s->response[i].dloss_dT = 0;
    }
}

static int make_implicit(making *k)
{
    int n = k->m->n, status = list_rates(k), next = 0;
    double *r = k->s->scratch.work[1];
    leave_out_losses(k->s);
    k->s->solver.leaves_products = true;
    if (status == 0)
        status = eg_network_factor(k->s, k->t, k->y);
    k->s->solver.leaves_products = false;
    if (k->of.count > 0)
        qsort(k->of.items, (size_t)k->of.count, sizeof *k->of.items, compare_columns);
    for (int j = 0; j < 2 * n + k->mode->input_count && status == 0; j++) {
        memset(r, 0, sizeof(double) * (size_t)n);
        for (; next < k->of.count && k->of.items[next].column == j; next++)
            r[k->of.items[next].row] += k->of.items[next].value;
        if (j >= 2 * n || (j < n && k->mode->is_state[j]))
            status = add_answer(k, r, j < n ? j : j - n, j < n ? j : -1);
    }
    for (int i = 0; i < k->mode->loss_count && status == 0; i++) {
        memset(r, 0, sizeof(double) * (size_t)n);
        if (k->mode->loss_element[i] >= 0)
            r[loss_row(k, i)] = -1;
        for (int j = 0; j < k->works.count; j++)
            r[k->works.items[j].row] += k->works.items[j].column == i ? k->works.items[j].value : 0;
        status = add_answer(k, r, n + k->mode->input_count + i, -1);
    }
    return status;
}

/* ---------------------------------------------------------------- the rows */

static int compare_rows(const void *a, const void *b)
{
    const eg_triplet *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* Adds up what has one place, and leaves out what adds up to nothing. */
static int compress(making *k)
{
    eg_linear_mode *mode = k->mode;
    eg_triplet *x = k->answer.items;
    int rows = mode->n + 2 * mode->loss_count, count = 0;
    mode->column = malloc(((size_t)k->answer.count + 1) * sizeof *mode->column);
    mode->value = malloc(((size_t)k->answer.count + 1) * sizeof *mode->value);
    if (!mode->column || !mode->value)
        return -1;
    if (k->answer.count > 0)
        qsort(x, (size_t)k->answer.count, sizeof *x, compare_rows);
    for (int i = 0; i < k->answer.count;) {
        int row = x[i].row, column = x[i].column;
        double sum = 0;
        for (; i < k->answer.count && x[i].row == row && x[i].column == column; i++)
            sum += x[i].value;
        if (sum == 0)
            continue;
        mode->column[count] = column;
        mode->value[count++] = sum;
        mode->start[row + 1] = count;
    }
    for (int i = 0; i < rows; i++)
        mode->start[i + 1] = mode->start[i + 1] > mode->start[i] ? mode->start[i + 1] : mode->start[i];
    return 0;
}

static int make(making *k)
{
    eg_network *s = k->s;
    eg_linear_mode *mode = k->mode;
    bool all = true;
    for (int i = 0; i < mode->n; i++) {
        mode->is_state[i] = s->simple || s->differential[i] || i < k->m->body_count - 1;
        all = all && mode->is_state[i];
    }
    mode->all_states = all;
    if (eg_network_list(s, k->y, &k->of) < 0 || find_losses(k) < 0 || find_products(k) < 0)
        return -1;
    number_inputs(k, &k->of);
    number_inputs(k, &k->answer);
    for (int i = 0; i < k->answer.count; i++) /* so far the rows of losses; there are no columns of y' */
        k->answer.items[i].column -= k->answer.items[i].column >= 2 * mode->n ? mode->n : 0;
    int status = s->simple ? make_explicit(k) : make_implicit(k);
    return status == 0 ? compress(k) : status;
}

bool eg_network_make_series(eg_network *s)
{
    const size_t timed = s->m->user ? (size_t)s->m->user->affinity.timed_count : 0;
    if (timed > 0 && !s->user.series)
        s->user.series = malloc(timed * (EG_LINEAR_MAX_ORDER + 2) * sizeof *s->user.series);
    return timed == 0 || s->user.series;
}

eg_linear_mode *eg_network_linear_mode(eg_system *base, double t, const double *y, const double *yp)
{
    eg_network *s = eg_network_of(base);
    making k = {.s = s, .m = s->m, .t = t, .y = y};
    int status = allocate(&k) && eg_network_make_scratch(s) && eg_network_make_series(s) ? 0 : -1;
    eg_network_evaluate(s, t, y, yp, 0);
    if (status == 0)
        status = make(&k);
    if (status == -1)
        eg_report_memory(base->diagnostics, "while solving %s", s->m->name);
    free(k.of.items);
    free(k.rates.items);
    free(k.works.items);
    free(k.answer.items);
    free(k.input_of);
    if (status != 0) {
        eg_linear_mode_free(k.mode);
        return NULL;
    }
    return k.mode;
}

/* ---------------------------------------------------------------- inputs and losses */

/* Of a source: the jet gives the first three, its generator all others. Answers how they grow. */
static double source_derivatives(const eg_network *s, const eg_net *n, eg_jet value, double unit, double *d)
{
    eg_generator g = n->block->generator(s->m->instances[n->instance].p, s->phase[n->instance]);
    g.decay *= unit;
    g.frequency *= unit;
    const double square = g.decay * g.decay + g.frequency * g.frequency;
    d[0] = value.x;
    d[1] = value.dx;
    d[2] = value.ddx;
    for (int k = 3; k < EG_SIGNAL_DERIVATIVES; k++)
        d[k] = -2 * g.decay * d[k - 1] - square * d[k - 2];
    /* Squares may be none of the numbers that there are. */
    return (square > DBL_MIN && square < DBL_MAX ? sqrt(square) : hypot(g.decay, g.frequency)) / unit;
}

/* Of a linear block the constant shows in the value alone. */
double eg_signal_derivatives(const eg_network *s, int net, double t, double unit, double *d)
{
    const eg_net *n = &s->m->nets[net];
    const double *p = s->m->instances[n->instance].p;
    double inputs[EG_BLOCK_MAX_INPUTS][EG_SIGNAL_DERIVATIVES], grows = 0;
    eg_jet u[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, value = {0};
    for (int i = 0; i < n->input_count; i++) {
        grows = fmax(grows, eg_signal_derivatives(s, n->inputs[i], t, unit, inputs[i]));
        u[i] = (eg_jet){inputs[i][0], inputs[i][1], inputs[i][2]};
    }
    memset(d, 0, sizeof *d * EG_SIGNAL_DERIVATIVES);
    if (n->block->is_derivative) {
        for (int k = 0; k + 1 < EG_SIGNAL_DERIVATIVES && n->input_count > 0; k++)
            d[k] = inputs[0][k + 1] / unit;
        return grows;
    }
    eg_network_evaluate_block(s, n, t, unit, u, &value);
    if (n->input_count == 0)
        return source_derivatives(s, n, value, unit, d);
    for (int i = 0; i < n->input_count; i++) {
        double partial = eg_block_partial(n, p, s->phase[n->instance], u, i);
        for (int k = 1; k < EG_SIGNAL_DERIVATIVES; k++)
            d[k] += partial * inputs[i][k];
    }
    d[0] = value.x;
    return grows;
}

/* Those of users' equations, at the point evaluated last; answers how they grow. */
static double find_user_inputs(eg_network *s, const eg_linear_mode *mode, int order, double unit,
                               double *series)
{
    const eg_user_affinity *a = &s->m->user->affinity;
    double *growth = s->user.series + (size_t)a->timed_count * (EG_LINEAR_MAX_ORDER + 1), most = 0;
    eg_user_find_series(s, order, unit, s->user.series, growth);
    for (int i = 0; i < mode->input_count; i++) {
        if (mode->input_net[i] >= 0)
            continue;
        const int at = a->timed_at[mode->input_order[i]];
        for (int k = 0; k <= order; k++)
            series[k * mode->input_count + i] = s->user.series[at * (order + 1) + k];
        most = fmax(most, growth[at]);
    }
    return most;
}

double eg_network_linear_inputs(eg_system *base, const eg_linear_mode *mode, double t, const double *y,
                                int order, double unit, double *series, double *slope)
{
    eg_network *s = eg_network_of(base);
    if (mode->input_count + mode->loss_count == 0)
        return 0;
    double d[EG_SIGNAL_DERIVATIVES], frequency = 0;
    bool has_users = false;
    for (int i = 0; i < mode->input_count; i++) {
        has_users = has_users || mode->input_net[i] < 0;
        if (mode->input_net[i] < 0)
            continue;
        double factorial = pow(unit, mode->input_order[i]);
        frequency = fmax(frequency, eg_signal_derivatives(s, mode->input_net[i], t, unit, d));
        for (int k = 0; k <= order; k++) {
            factorial *= k > 0 ? k : 1;
            series[k * mode->input_count + i] = d[k + mode->input_order[i]] / factorial;
        }
    }
    if (mode->loss_count > 0 || has_users)
        eg_network_evaluate(s, t, y, s->scratch.zero, 0);
    if (has_users)
        frequency = fmax(frequency, find_user_inputs(s, mode, order, unit, series));
    for (int i = 0; i < mode->loss_count; i++) {
        if (mode->loss_element[i] < 0) {
            const eg_user_product *p = &s->m->user->affinity.products[-1 - mode->loss_element[i]];
            slope[2 * i] = s->user.value[p->of[1].node];
            slope[2 * i + 1] = s->user.value[p->of[0].node];
            continue;
        }
        const eg_force *f = &s->force[mode->loss_element[i]];
        bool by_signal = rubs_by_signal(s, &s->m->elements[mode->loss_element[i]]);
        slope[2 * i] = by_signal ? eg_response_of(s, mode->loss_element[i]).dloss_du : f->dloss_ds;
        slope[2 * i + 1] = f->dloss_dv;
    }
    return frequency;
}
