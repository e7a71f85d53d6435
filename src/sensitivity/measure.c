#include "sensitivity/measure.h"

#include "base/arena.h"
#include "network/user/origins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = EG_NODES_MAX, MOST_HALVINGS = 16, BISECTIONS = 60 };
/* A panel is resolved where the last coefficient of its Legendre series is less than this part of values. */
static const double resolved_part = 1e-10;
/* A parameter that changes by all of itself changes what is integrated by less than that part: unseen. */
static const double seen_part = 1e-12;
/* Extremes that are closer than this part of their size are the same, */
static const double same_part = 1e-12;
/* and derivatives that differ by more are others. */
static const double other_part = 1e-6;

static bool is_extreme(eg_reduction_kind kind)
{
    return kind == EG_REDUCE_MINIMUM || kind == EG_REDUCE_MAXIMUM;
}

static bool is_integral(eg_reduction_kind kind)
{
    return kind == EG_REDUCE_INTEGRAL || kind == EG_REDUCE_MEAN || kind == EG_REDUCE_RMS;
}

static double clock_of(const eg_measures *m, double t)
{
    return m->network->base.origin + t;
}

/* ---------------------------------------------------------------- before any run */

/* Does the expression itself, but for its reductions, follow variables? */
static int find_end(eg_measure_plan *p, size_t q)
{
    const eg_expression *e = &p->of->expressions[q];
    char *mark = calloc((size_t)e->tape.count + 1, sizeof *mark);
    int *list = NULL, count = 0;
    size_t capacity = 0;
    const int status = mark ? eg_tape_cone(&e->tape, e->root, false, mark, &list, &count, &capacity) : -1;
    for (int i = 0; i < count && status == 0; i++) {
        const eg_instruction *x = &e->tape.code[list[i]];
        if (x->op == EG_OP_INPUT && x->a >= 1 && x->a <= e->column_count &&
            e->columns[x->a - 1] < p->of->columns)
            p->looks_at_end[q] = true;
    }
    free(mark);
    free(list);
    return status;
}

/* The directions that move the parameter in a column. EG_ERROR_USAGE: it is not known which do. */
static eg_status find_moved(eg_measure_plan *p, const eg_model *m, const char *name, size_t column,
                            const char *const *by, size_t count)
{
    const eg_user_origins *o = m->user->origins;
    for (size_t j = 0; j < count; j++)
        if (strcmp(by[j], name) == 0)
            p->moved[p->moved_count++] = (eg_measure_moved){column, j};
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->parameters[i].name, name) == 0)
            return EG_OK;
    return EG_ERROR_USAGE;
}

static eg_status find_parameters(eg_measure_plan *p, const eg_model *m, const char *const *by, size_t count,
                                 eg_diagnostics *d)
{
    eg_result_names names = {0};
    size_t most = 1;
    for (size_t i = 0; i < p->of->count; i++)
        most += (size_t)p->of->expressions[i].column_count * count;
    p->moved = calloc(most, sizeof *p->moved);
    eg_status status = p->moved && eg_model_result_names(m, &names, NULL) == 0 ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < p->of->count && status == EG_OK; i++)
        for (int k = 0; k < p->of->expressions[i].column_count && status == EG_OK; k++) {
            const long column = p->of->expressions[i].columns[k];
            const char *name = NULL;
            for (size_t j = 0; j < names.count && column >= p->of->columns; j++)
                if (names.items[j].column == column)
                    name = names.items[j].name;
            if (name)
                status = find_moved(p, m, name, (size_t)column, by, count);
            if (status == EG_OK)
                continue;
            eg_report(d, EG_ERROR, EG_NOWHERE,
                      "'%s' names %s, which is not known to move with no other parameter",
                      p->of->expressions[i].text, name);
            eg_remedy(d, "write what it is computed from");
        }
    eg_result_names_release(&names);
    return status;
}

static int find_columns(eg_measure_plan *p)
{
    bool *seen = calloc((size_t)p->of->columns + 1, sizeof *seen);
    p->columns = calloc((size_t)p->of->columns + 1, sizeof *p->columns);
    const bool good = seen && p->columns;
    for (size_t i = 0; i < p->of->count && good; i++)
        for (int k = 0; k < p->of->expressions[i].column_count; k++)
            if (p->of->expressions[i].columns[k] < p->of->columns)
                seen[p->of->expressions[i].columns[k]] = true;
    for (int c = 0; c < p->of->columns && good; c++)
        if (seen[c])
            p->columns[p->column_count++] = c;
    free(seen);
    return good ? 0 : -1;
}

eg_status eg_measure_plan_make(eg_measure_plan *p, const eg_readout *of, const eg_model *m,
                               const char *const *by, size_t count, eg_diagnostics *d)
{
    *p = (eg_measure_plan){
        .of = of, .width = (size_t)of->columns + of->source_count, .room = eg_readout_room(of)};
    p->looks_at_end = calloc(of->count + 1, sizeof *p->looks_at_end);
    if (!p->looks_at_end || find_columns(p) != 0)
        return EG_ERROR_MEMORY;
    for (size_t q = 0; q < of->count; q++) {
        p->items += (size_t)of->expressions[q].reduction_count;
        if (find_end(p, q) != 0)
            return EG_ERROR_MEMORY;
    }
    eg_nodes_make(&p->nodes, NODES);
    return find_parameters(p, m, by, count, d);
}

void eg_measure_plan_release(eg_measure_plan *p)
{
    free(p->looks_at_end);
    free(p->columns);
    free(p->moved);
    *p = (eg_measure_plan){0};
}

/* ---------------------------------------------------------------- life */

static void add_items(eg_measures *m)
{
    double *next = m->block;
    for (size_t k = 0, i = 0; k < m->of->count; k++)
        for (int r = 0; r < m->of->expressions[k].reduction_count; r++, i++) {
            const eg_reduction *reduction = &m->of->expressions[k].reductions[r];
            eg_measured *item = &m->items[i];
            *item = (eg_measured){.expression = k,
                                  .index = r,
                                  .kind = reduction->kind,
                                  .until = INFINITY,
                                  .tie = NAN,
                                  .along = next,
                                  .since = next + m->v->count,
                                  .other = next + 2 * m->v->count};
            next += 3 * m->v->count;
            if (item->kind == EG_REDUCE_AT) {
                item->at = eg_system_since(&m->network->base, reduction->time);
                item->value = NAN;
            }
            if (is_extreme(item->kind))
                item->value = item->kind == EG_REDUCE_MINIMUM ? INFINITY : -INFINITY;
            if (item->kind == EG_REDUCE_EVENT)
                eg_tally_begin(&item->tally, &reduction->ask);
            m->samples = m->samples || is_extreme(item->kind) || is_integral(item->kind);
        }
}

eg_status eg_measures_init(eg_measures *m, const eg_measure_plan *plan, eg_network *network, eg_variation *v,
                           const eg_crossing *c)
{
    const eg_readout *of = plan->of;
    const size_t n = v->n, count = v->count, room = plan->room, items = plan->items, panel = NODES * items;
    *m = (eg_measures){.plan = plan,
                       .of = of,
                       .network = network,
                       .v = v,
                       .c = c,
                       .width = plan->width,
                       .item_count = items};
    m->items = calloc(items + 1, sizeof *m->items);
    m->view = eg_view_create(network, of->needed);
    m->block =
        calloc(3 * items * count + (m->width + plan->column_count) * (1 + count) + 2 * n + 2 * count * n +
                   panel * (1 + count) + 2 * items + 3 * room + items * (2 + 2 * count) + 1,
               sizeof *m->block);
    if (!m->items || !m->view || !m->block)
        return EG_ERROR_MEMORY;
    double *next = m->block + 3 * items * count;
    m->columns = next;
    m->dcolumns = m->columns + m->width;
    m->shown = m->dcolumns + count * m->width;
    m->y = m->shown + count * plan->column_count;
    m->yp = m->y + n;
    m->s = m->yp + n;
    m->rate = m->s + count * n;
    m->values = m->rate + count * n;
    m->along = m->values + panel;
    m->left = m->along + panel * count;
    m->size = m->left + items;
    m->room = m->size + items;
    m->drates = m->room + room;
    m->inputs = m->drates + room;
    m->size_along = m->inputs + room;
    m->scratch = m->size_along + items * count;
    add_items(m);
    for (size_t i = 0; i < of->source_count; i++)
        m->columns[(size_t)of->columns + i] = eg_readout_source_value(network->m, &of->sources[i]);
    for (size_t i = 0; i < plan->moved_count; i++)
        m->dcolumns[plan->moved[i].direction * m->width + plan->moved[i].column] = 1.0;
    return EG_OK;
}

bool eg_measures_move(eg_measures *m, eg_network *network)
{
    eg_view_free(m->view);
    m->network = network;
    m->view = eg_view_create(network, m->of->needed);
    return m->view != NULL;
}

void eg_measures_release(eg_measures *m)
{
    eg_view_free(m->view);
    free(m->items);
    free(m->block);
    *m = (eg_measures){0};
}

/* ---------------------------------------------------------------- at a point */

/* The columns that are looked at, along all directions. 1: they have to be found one by one. */
static int show(eg_measures *m, double t, const double *y, const double *yp, const double *s,
                const double *rate)
{
    const eg_variation *v = m->v;
    const size_t columns = m->plan->column_count;
    if (!v->facet->show)
        return 1;
    const int status = v->facet->show(v->system, t, y, yp, m->plan->columns, (int)columns, s, rate, m->shown);
    for (size_t k = 0; k < v->count && status == 0; k++)
        for (size_t i = 0; i < columns; i++)
            m->dcolumns[k * m->width + (size_t)m->plan->columns[i]] = m->shown[k * columns + i];
    return status;
}

static int observe(eg_measures *m, double t, const double *y, const double *yp, const double *s,
                   const double *rate)
{
    const eg_variation *v = m->v;
    eg_network_observe(m->network, clock_of(m, t), y, yp, m->view, m->columns);
    if (!eg_network_has_values(m->network, clock_of(m, t)))
        return EG_ERROR_SIMULATION;
    int status = show(m, t, y, yp, s, rate);
    if (status <= 0)
        return status;
    status = 0;
    for (size_t k = 0; k < v->count && status == 0; k++)
        status = v->facet->outputs(v->system, (int)k, t, y, yp, 0.0, s + k * v->n, rate + k * v->n,
                                   m->dcolumns + k * m->width);
    return status;
}

/* Instruction by instruction of an expression that has been run into m->room: how they move along k, with
 * `doutcomes` of its reductions (NULL: these are not looked at). */
static const double *tangents(eg_measures *m, const eg_expression *e, const double *values, size_t k,
                              const double *doutcomes)
{
    const int inputs = 1 + e->column_count + e->reduction_count;
    m->inputs[0] = 0.0;
    for (int i = 0; i < e->column_count; i++)
        m->inputs[1 + i] = m->dcolumns[k * m->width + (size_t)e->columns[i]];
    for (int i = 0; i < e->reduction_count; i++)
        m->inputs[1 + e->column_count + i] = doutcomes ? doutcomes[i] : 0.0;
    double *rates = m->drates + inputs;
    eg_tape_tangents(&e->tape, values, m->inputs, rates);
    return rates;
}

/* All items at the point that has been observed: values[items], along[items x count]. */
static void fill(eg_measures *m, double t, double *values, double *along)
{
    const size_t count = m->v->count;
    for (size_t i = 0; i < m->item_count;) {
        const size_t expression = m->items[i].expression, first = i;
        const eg_expression *e = &m->of->expressions[expression];
        const double *v = eg_expression_run(e, clock_of(m, t), m->columns, NULL, m->room);
        for (; i < m->item_count && m->items[i].expression == expression; i++)
            values[i] = v[e->reductions[m->items[i].index].node];
        for (size_t k = 0; k < count; k++) {
            const double *rates = tangents(m, e, v, k, NULL);
            for (size_t j = first; j < i; j++)
                along[j * count + k] = rates[e->reductions[m->items[j].index].node];
        }
    }
}

/* All items in a part of the last step. */
static int look(eg_measures *m, eg_engine *engine, double part, double *values, double *along)
{
    const double t = eg_engine_time(engine, part);
    eg_variation_at(m->v, engine, part, m->s, m->rate);
    int status = eg_variation_motion(m->v, engine, part, m->y, m->yp);
    if (status == 0)
        status = observe(m, t, m->y, m->yp, m->s, m->rate);
    if (status == 0)
        fill(m, t, values, along);
    return status;
}

static bool is_other_slope(double a, double b)
{
    return fabs(a - b) > other_part * (fabs(a) + fabs(b));
}

/* ---------------------------------------------------------------- panels of a step */

/* The derivative at x of the polynomial through values at the nodes, `stride` apart. */
static double slope_at(const eg_nodes *nodes, const double *values, size_t stride, double x)
{
    double sum = 0.0;
    for (int i = 0; i < NODES; i++) {
        double product = 1.0, slope = 0.0, denominator = 1.0;
        for (int j = 0; j < NODES; j++)
            if (j != i) {
                slope = slope * (x - nodes->x[j]) + product;
                product *= x - nodes->x[j];
                denominator *= nodes->x[i] - nodes->x[j];
            }
        sum += values[(size_t)i * stride] * slope / denominator;
    }
    return sum;
}

/* Is the extreme of item i at t, or at another instant just as well? along[count]; `slope`: the rate
 * there, where that may be an event, or is behind one. */
static void take_extreme(eg_measures *m, size_t i, double t, double value, const double *along, double slope,
                         bool is_behind)
{
    eg_measured *item = &m->items[i];
    const size_t count = m->v->count;
    const double sign = item->kind == EG_REDUCE_MAXIMUM ? 1.0 : -1.0;
    const double more = isfinite(item->value) ? sign * (value - item->value) : INFINITY;
    const double same = same_part * m->size[i];
    if (!(more > same)) {
        const bool is_other = t - item->until > 1e-6 * eg_system_while(m->v->system, t);
        bool differs = count == 0; /* as far as is known here */
        for (size_t k = 0; k < count; k++)
            differs = differs || is_other_slope(along[k], item->along[k]);
        if (more >= -same && is_other && differs && isnan(item->tie)) {
            item->tie = t;
            item->tie_is_behind = is_behind;
            item->tie_drift = is_behind ? slope : 0.0;
            memcpy(item->other, along, count * sizeof *along);
        }
        return;
    }
    item->value = value;
    item->until = t;
    item->slope = is_behind ? 0.0 : slope;
    item->drift = is_behind ? slope : 0.0;
    item->is_behind = is_behind;
    item->tie = NAN;
    memcpy(item->along, along, count * sizeof *along);
}

/* The best of item i between the nodes around the best one. */
static int search(eg_measures *m, eg_engine *engine, size_t i, double a, double b, bool is_whole_end)
{
    const size_t count = m->v->count, items = m->item_count;
    const double sign = m->items[i].kind == EG_REDUCE_MAXIMUM ? 1.0 : -1.0;
    const double *values = m->values + i;
    int best = 0;
    for (int j = 1; j < NODES; j++)
        if (sign * (values[(size_t)j * items] - values[(size_t)best * items]) > 0.0)
            best = j;
    double low = m->plan->nodes.x[best > 0 ? best - 1 : 0],
           high = m->plan->nodes.x[best < NODES - 1 ? best + 1 : best];
    double rising = sign * slope_at(&m->plan->nodes, values, items, low);
    double falling = sign * slope_at(&m->plan->nodes, values, items, high);
    const double at = a + m->plan->nodes.x[best] * (b - a), t = eg_engine_time(engine, at);
    const bool is_start = best == 0 && !(rising > 0.0), is_end = best == NODES - 1 && !(falling < 0.0);
    double *own = m->scratch, *along = m->scratch + items;
    if (is_start || is_end || !(rising > 0.0 && falling < 0.0)) {
        const double pace = (b - a) * eg_engine_pace(engine, at);
        const double slope = slope_at(&m->plan->nodes, values, items, m->plan->nodes.x[best]) / pace;
        const bool is_behind_event = is_start && a == 0.0 && m->c->instant == engine->t0;
        for (size_t k = 0; k < count; k++)
            along[k] = m->along[((size_t)best * items + i) * count + k] +
                       (is_behind_event && m->c->dt[k] != 0.0 ? slope * m->c->dt[k] : 0.0);
        take_extreme(m, i, t, values[(size_t)best * items], along,
                     is_behind_event || (is_end && is_whole_end) ? slope : 0.0, is_behind_event);
        return 0;
    }
    for (int k = 0; k < BISECTIONS; k++) {
        const double middle = 0.5 * (low + high);
        if (sign * slope_at(&m->plan->nodes, values, items, middle) > 0.0)
            low = middle;
        else
            high = middle;
    }
    const double part = a + 0.5 * (low + high) * (b - a);
    const int status = look(m, engine, part, own, along);
    if (status == 0)
        take_extreme(m, i, eg_engine_time(engine, part), own[i], along + i * count, 0.0, false);
    return status;
}

static void add_integrals(eg_measures *m, eg_engine *engine, double a, double b)
{
    const size_t count = m->v->count, items = m->item_count;
    for (int j = 0; j < NODES; j++) {
        const double part = a + m->plan->nodes.x[j] * (b - a);
        const double weight = m->plan->nodes.w[j] * (b - a) * eg_engine_pace(engine, part);
        for (size_t i = 0; i < items; i++) {
            eg_measured *item = &m->items[i];
            const double value = m->values[(size_t)j * items + i];
            const bool is_square = item->kind == EG_REDUCE_RMS;
            if (!is_integral(item->kind))
                continue;
            item->value += weight * (is_square ? value * value : value);
            for (size_t k = 0; k < count; k++)
                item->along[k] +=
                    weight * (is_square ? 2.0 * value : 1.0) * m->along[((size_t)j * items + i) * count + k];
        }
    }
}

/* The last coefficient of a panel's Legendre series, values being `stride` apart. */
static double tail_of(const eg_nodes *nodes, const double *values, size_t stride)
{
    double last = 0.0;
    for (int j = 0; j < NODES; j++)
        last += nodes->tail[j] * values[(size_t)j * stride];
    return fabs(last);
}

/* Derivatives of what is integrated may be less smooth than that, as x^n by n is where a contact begins. */
static bool is_resolved_along(const eg_measures *m, size_t i)
{
    const size_t count = m->v->count, stride = m->item_count * count;
    for (size_t k = 0; k < count; k++) {
        const double *along = m->along + i * count + k;
        double size = m->size_along[i * count + k];
        for (int j = 0; j < NODES; j++)
            size = fmax(size, fabs(along[(size_t)j * stride]));
        const double unseen = seen_part * m->size[i] / m->v->scale[k];
        if (!(tail_of(&m->plan->nodes, along, stride) <= fmax(resolved_part * size, unseen)))
            return false;
    }
    return true;
}

static bool is_resolved(const eg_measures *m)
{
    const size_t items = m->item_count;
    for (size_t i = 0; i < items; i++) {
        if (!is_extreme(m->items[i].kind) && !is_integral(m->items[i].kind))
            continue;
        if (!(tail_of(&m->plan->nodes, m->values + i, items) <= resolved_part * m->size[i]))
            return false;
        if (is_integral(m->items[i].kind) && !is_resolved_along(m, i))
            return false;
    }
    return true;
}

/* How large derivatives have been: what is added later need be no more accurate. */
static void note_sizes(eg_measures *m)
{
    const size_t all = m->item_count * m->v->count;
    for (size_t j = 0; j < NODES * all; j++)
        m->size_along[j % all] = fmax(m->size_along[j % all], fabs(m->along[j]));
}

static int take_panel(eg_measures *m, eg_engine *engine, double a, double b, double end, int halvings)
{
    const size_t items = m->item_count, count = m->v->count;
    int status = 0;
    for (int j = 0; j < NODES && status == 0; j++) {
        double *values = m->values + (size_t)j * items;
        status =
            look(m, engine, a + m->plan->nodes.x[j] * (b - a), values, m->along + (size_t)j * items * count);
        for (size_t i = 0; i < items && status == 0; i++)
            m->size[i] = fmax(m->size[i], fabs(values[i]));
    }
    if (status != 0)
        return status;
    const double middle = 0.5 * (a + b);
    if (!is_resolved(m) && halvings < MOST_HALVINGS && middle > a && middle < b) {
        status = take_panel(m, engine, a, middle, end, halvings + 1);
        return status == 0 ? take_panel(m, engine, middle, b, end, halvings + 1) : status;
    }
    add_integrals(m, engine, a, b);
    note_sizes(m);
    for (size_t i = 0; i < items && status == 0; i++)
        if (is_extreme(m->items[i].kind))
            status = search(m, engine, i, a, b, b == end);
    return status;
}

static int take_at(eg_measures *m, eg_engine *engine, double part, size_t i)
{
    double *along = m->along;
    const int status = look(m, engine, part, m->values, along);
    if (status != 0)
        return status;
    m->items[i].value = m->values[i];
    m->items[i].until = eg_engine_time(engine, part);
    m->items[i].tie = NAN;
    memcpy(m->items[i].along, along + i * m->v->count, m->v->count * sizeof *along);
    return 0;
}

int eg_measures_pass(eg_measures *m, eg_engine *engine, double t)
{
    int status = 0;
    const double end = t < engine->t1 ? eg_engine_part(engine, t) : 1.0;
    for (size_t i = 0; i < m->item_count && status == 0; i++) {
        const eg_measured *item = &m->items[i];
        if (item->kind == EG_REDUCE_FIRST && !m->has_begun)
            status = take_at(m, engine, 0.0, i);
        const bool is_in = item->at > engine->t0 || !m->has_begun;
        if (item->kind == EG_REDUCE_AT && is_in && item->at >= engine->t0 && item->at <= t)
            status = take_at(m, engine, item->at < t ? eg_engine_part(engine, item->at) : end, i);
    }
    m->begun = m->has_begun ? m->begun : engine->t0;
    m->has_begun = true;
    return status == 0 && m->samples ? take_panel(m, engine, 0.0, end, end, 0) : status;
}

/* ---------------------------------------------------------------- events */

int eg_measures_leave(eg_measures *m, double t, const double *y, const double *yp)
{
    const size_t count = m->v->count;
    for (size_t i = 0; i < m->item_count; i++) {
        eg_measured *item = &m->items[i];
        if (is_extreme(item->kind) && item->until == t && item->slope != 0.0) {
            for (size_t k = 0; k < count; k++)
                item->along[k] += item->slope * m->c->dt[k];
            item->drift = item->slope;
            item->slope = 0.0;
        }
    }
    if (!m->samples)
        return 0;
    eg_network_observe(m->network, clock_of(m, t), y, yp, m->view, m->columns);
    for (size_t i = 0; i < m->item_count;) {
        const size_t expression = m->items[i].expression;
        const eg_expression *e = &m->of->expressions[expression];
        const double *v = eg_expression_run(e, clock_of(m, t), m->columns, NULL, m->room);
        for (; i < m->item_count && m->items[i].expression == expression; i++)
            m->left[i] = v[e->reductions[m->items[i].index].node];
    }
    return 0;
}

int eg_measures_arrive(eg_measures *m, double t, const double *y, const double *yp)
{
    const size_t count = m->v->count;
    bool looks = m->samples;
    for (size_t i = 0; i < m->item_count; i++)
        looks = looks || (m->items[i].kind == EG_REDUCE_AT && m->items[i].at == t);
    if (!looks)
        return 0;
    const int status = observe(m, t, y, yp, m->v->s, m->v->rate);
    if (status != 0)
        return status;
    fill(m, t, m->values, m->along);
    for (size_t i = 0; i < m->item_count; i++) {
        eg_measured *item = &m->items[i];
        const double now = m->values[i], before = m->left[i];
        const double jump = item->kind == EG_REDUCE_RMS ? before * before - now * now : before - now;
        for (size_t k = 0; k < count && is_integral(item->kind); k++)
            item->along[k] += jump * m->c->dt[k];
        if (item->kind != EG_REDUCE_AT || item->at != t)
            continue;
        /* The step behind the event has the last word: it holds where the event has come earlier. */
        for (size_t k = 0; k < count; k++) {
            const double own = m->along[i * count + k];
            if (isnan(item->tie))
                item->other[k] = item->along[k];
            item->along[k] = own;
        }
        item->value = now;
        item->until = item->tie = t;
    }
    return 0;
}

void eg_measures_hear(eg_measures *m, double instant, const double *dt, const char *component,
                      const char *name)
{
    const size_t count = m->v->count;
    for (size_t i = 0; i < m->item_count; i++) {
        eg_measured *item = &m->items[i];
        if (item->kind != EG_REDUCE_EVENT)
            continue;
        const eg_event_ask *ask = &m->of->expressions[item->expression].reductions[item->index].ask;
        const eg_tally before = item->tally;
        eg_tally_add(&item->tally, ask, clock_of(m, instant), component, name);
        if (isnan(before.since) && !isnan(item->tally.since)) {
            memcpy(item->since, dt, count * sizeof *dt);
            item->from = instant;
        }
        if (ask->kind == EG_ASK_COUNT || !isnan(before.value) || isnan(item->tally.value))
            continue;
        item->until = instant;
        for (size_t k = 0; k < count; k++)
            item->along[k] = dt[k] - (ask->kind == EG_ASK_DURATION ? item->since[k] : 0.0);
    }
}

/* ---------------------------------------------------------------- at the end */

static double outcome(const eg_measures *m, size_t i, double length, double last)
{
    const eg_measured *item = &m->items[i];
    switch (item->kind) {
    case EG_REDUCE_LAST: return last;
    case EG_REDUCE_EVENT: return item->tally.value;
    case EG_REDUCE_MEAN: return length > 0 ? item->value / length : last;
    case EG_REDUCE_RMS: return length > 0 ? sqrt(item->value / length) : fabs(last);
    default: return item->value;
    }
}

void eg_measures_outcomes(const eg_measures *m, size_t q, double t, double *outcomes)
{
    const double length = m->has_begun ? t - m->begun : 0.0;
    for (size_t i = 0; i < m->item_count; i++)
        if (m->items[i].expression == q)
            outcomes[m->items[i].index] = outcome(m, i, length, m->values[i]);
}

static double outcome_along(const eg_measures *m, size_t i, size_t k, double length, double value,
                            double last)
{
    const eg_measured *item = &m->items[i];
    const double own = item->along[k];
    switch (item->kind) {
    case EG_REDUCE_LAST: return last;
    case EG_REDUCE_MEAN: return length > 0 ? own / length : last;
    case EG_REDUCE_RMS: return length > 0 ? own / (2.0 * length * value) : last;
    default: return own;
    }
}

/* Those that expression q asks for begin with item `first`. */
static void finish(eg_measures *m, double t, size_t q, size_t first, double *value, double *along)
{
    const eg_expression *e = &m->of->expressions[q];
    const size_t count = m->v->count, reductions = (size_t)e->reduction_count;
    const double length = m->has_begun ? t - m->begun : 0.0;
    double *outcomes = m->scratch, *doutcomes = m->scratch + reductions;
    eg_measures_outcomes(m, q, t, outcomes);
    const double *v = eg_expression_run(e, clock_of(m, t), m->columns, outcomes, m->room);
    *value = v[e->root];
    for (size_t k = 0; k < count; k++) {
        for (size_t r = 0; r < reductions; r++)
            doutcomes[r] =
                outcome_along(m, first + r, k, length, outcomes[r], m->along[(first + r) * count + k]);
        along[k] = tangents(m, e, v, k, doutcomes)[e->root];
    }
}

int eg_measures_here(eg_measures *m, double t, const double *y, const double *yp, const double *s,
                     const double *rate, double *values, double *along)
{
    const int status = observe(m, t, y, yp, s, rate);
    if (status != 0)
        return status;
    fill(m, t, m->values, m->along);
    for (size_t q = 0, first = 0; q < m->of->count; q++) {
        finish(m, t, q, first, &values[q], along + q * m->v->count);
        first += (size_t)m->of->expressions[q].reduction_count;
    }
    return 0;
}

int eg_measures_sample(eg_measures *m, size_t q, double t, const double *y, const double *yp, const double *s,
                       const double *rate, double *value, double *along)
{
    const int status = observe(m, t, y, yp, s, rate);
    if (status == 0)
        finish(m, t, q, 0, value, along);
    return status;
}

double eg_measures_until(const eg_measures *m, size_t q)
{
    double latest = m->plan->looks_at_end[q] ? INFINITY : -INFINITY;
    for (size_t i = 0; i < m->item_count; i++)
        if (m->items[i].expression == q)
            latest = fmax(latest, m->items[i].kind == EG_REDUCE_LAST ? INFINITY : m->items[i].until);
    return latest;
}

const eg_measured *eg_measures_tie(const eg_measures *m, size_t q)
{
    for (size_t i = 0; i < m->item_count; i++)
        if (m->items[i].expression == q && !isnan(m->items[i].tie))
            return &m->items[i];
    return NULL;
}
