/* Which states there are: as few as the present modes have.
 *
 * What is given at a consistent point are the differential unknowns. A change d of these, and u of the
 * inputs, is answered by one of all unknowns, T d + U u, which is found column by column. Most unknowns
 * that are given change by what they are given. But a group of massless bodies goes where its balance of
 * forces wants it, and coordinates measured from such a body change along: of these T is another row, and
 * where there are such groups all coordinates count as given, of which T leaves as many freedoms as it has
 * independent columns. And what friction holds has no state of its own: positions that move in proportion
 * are fewer freedoms. So states are chosen among the unknowns and the positions of bodies, as many as the
 * rank of T, such that their rows S of T are independent: first those that change as they are given, and
 * none whose rate follows that of an input. With P as many columns in which S is regular, state k changes
 * alone along column k of the inverse of S_P, which is its seed, and an input changes no state where d_P
 * is that inverse times -U u. */
#include "linearize/linearize.h"
#include "network/motion/kinematics.h"
#include "network/solve/derivatives.h"
#include "network/solve/tangent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct choosing {
    eg_linear_point *p;
    const eg_model *m;
    size_t n, bodies, inputs;
    int *given; /* (count) unknowns */
    size_t count;
    size_t free_count; /* freedoms: count less what friction holds together */
    double *answer;    /* (n x columns) of unknowns; columns: first freedoms, then inputs */
    double *place;     /* (bodies x columns) */
    double *drift;   /* (bodies x columns) of those that friction holds: how what drives move carries them */
    double *seed;    /* (freedoms x count) */
    double *reduced; /* (freedoms x freedoms) rows chosen so far, in echelon form */
    int *pivot;      /* (freedoms) its column */
    double *answer_rate; /* (n x inputs) of the rates of unknowns to those of inputs; */
    double *place_rate;  /* (bodies x inputs) */
    double *largest;     /* (inputs) the largest of these */
    /* Relative speeds that are asked for (stateSelect), between bodies. */
    const eg_coordinate_part **wished;
    double *relative;      /* (wishes x columns) as `answer`, */
    double *relative_rate; /* (wishes x inputs) and as `answer_rate` */
    size_t wishes;
} choosing;

static size_t columns(const choosing *c)
{
    return c->count + c->inputs;
}

/* A temperature that comes last, where nothing is algebraic, is no part of the motion. */
static bool is_last_heat(const eg_network *s, int i)
{
    const eg_model *m = s->m;
    return s->simple && m->thermal.last_sets > 0 && i >= m->first.heat && i < m->first.loop &&
           m->thermal.is_last[i - m->first.heat];
}

static bool is_follower(const eg_network *s, int i)
{
    const int bodies = s->m->body_count - 1;
    return s->stick.follower_count > 0 && i >= bodies && i < 2 * bodies &&
           s->stick.place[i - bodies + 1] >= 0;
}

static bool is_given(const eg_network *s, int i)
{
    const bool is_displaced = i < s->m->body_count - 1 && s->balance.count > 0;
    return (s->differential[i] || is_displaced) && !is_follower(s, i) && !is_last_heat(s, i);
}

/* ---------------------------------------------------------------- how everything answers */

void eg_linear_seed_input(const eg_linear_point *p, size_t i, int order, double *dnet)
{
    memset(dnet, 0, sizeof *dnet * 3 * (size_t)p->m->net_count);
    dnet[3 * p->ports->net[i] + order] = p->ports->sign[i];
}

static double node_speed(const eg_model *m, int node, const double *y)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &m->nodes[node];
    double sum = n->body > 0 ? n->factor * y[eg_v(m, n->body)] : 0;
    for (int i = 1; i <= n->more; i++) {
        const eg_term other = eg_node_term(m, n, i);
        sum += other.index > 0 ? other.coefficient * y[eg_v(m, other.index)] : 0;
    }
    return sum;
}

double eg_linear_relative(const eg_model *m, const eg_coordinate_part *part, const double *y)
{
    return node_speed(m, eg_port_at(m, part->instance, part->to), y) -
           node_speed(m, eg_port_at(m, part->instance, part->from), y);
}

double eg_linear_rate(const eg_linear_point *p, size_t k)
{
    const eg_linear_state *s = &p->states[k];
    if (s->relative)
        return eg_linear_relative(p->m, s->relative, p->yp);
    return s->is_place ? eg_node_speed(p->network, p->m->bodies[s->index].root, p->y) : p->yp[s->index];
}

double eg_linear_state_along(const eg_linear_point *p, const eg_linear_state *s, const double *place)
{
    if (s->relative)
        return eg_linear_relative(p->m, s->relative, p->network->scratch.direction);
    return s->is_place ? place[s->index] : p->network->scratch.direction[s->index];
}

double eg_linear_rate_along(const eg_linear_point *p, const eg_linear_state *s, const double *rate)
{
    if (s->relative)
        return eg_linear_relative(p->m, s->relative, p->network->scratch.direction + p->m->n);
    return s->is_place ? rate[s->index] : p->network->scratch.direction[p->m->n + s->index];
}

/* Positions that answer to one that is changed by 1: what rounding leaves of those that do not is nothing. */
static double without_rounding(const choosing *c, size_t row, double x)
{
    return row < c->bodies - 1 && fabs(x) < 1e-12 ? 0 : x;
}

/* In the tangent that has been found last: body b follows, v = ratio v(lead) + drift (stick.h). */
static double drift_along(eg_network *s, int b)
{
    const eg_stick *k = &s->stick;
    double value = 1, sum = 0;
    while (k->place[b] >= 0) {
        const eg_element *e = &s->m->elements[k->holder[b]];
        const eg_hold h = eg_hold_of(s->m, k->holder[b]);
        const int own = h.body[1] == b;
        sum += value / h.factor[own] *
               (eg_network_motion_along(s, eg_node_motion(s->m, e->node_a), 0) -
                eg_network_motion_along(s, eg_node_motion(s->m, e->node_b), 0));
        value *= -h.factor[!own] / h.factor[own];
        b = h.body[!own];
    }
    return sum;
}

static void take_column(choosing *c, size_t column, const eg_change *change, double *place, double *rate)
{
    eg_network *s = c->p->network;
    const size_t all = columns(c);
    const bool is_state = column < c->count;
    eg_network_tangent_along(s, c->p->t, c->p->y, change);
    eg_network_places_along(s, place, rate);
    for (size_t i = 0; i < c->n; i++)
        c->answer[i * all + column] =
            is_state ? without_rounding(c, i, s->scratch.direction[i]) : s->scratch.direction[i];
    for (size_t b = 0; b < c->bodies; b++)
        c->place[b * all + column] = is_state ? without_rounding(c, 0, place[b]) : place[b];
    for (int i = 0; i < s->stick.follower_count; i++) {
        const int b = s->stick.followers[i];
        c->drift[(size_t)b * all + column] = drift_along(s, b);
    }
}

/* How rates answer to that of input i. */
static void take_rates(choosing *c, size_t i, double *place, double *rate)
{
    eg_network *s = c->p->network;
    eg_linear_seed_input(c->p, i, 1, c->p->dnet);
    eg_network_tangent_along(s, c->p->t, c->p->y, &(eg_change){.dnet = c->p->dnet});
    eg_network_places_along(s, place, rate);
    for (size_t k = 0; k < c->n; k++) {
        c->answer_rate[k * c->inputs + i] = s->scratch.direction[c->n + k];
        if (fabs(s->scratch.direction[c->n + k]) > c->largest[i]) /* NaN does not count */
            c->largest[i] = fabs(s->scratch.direction[c->n + k]);
    }
    for (size_t b = 0; b < c->bodies; b++)
        c->place_rate[b * c->inputs + i] = rate[b];
}

static eg_status find_answers(choosing *c)
{
    double *room = calloc(c->n + 2 * c->bodies + 1, sizeof *room), *dy = room;
    if (!room)
        return EG_ERROR_MEMORY;
    double *place = dy + c->n, *rate = place + c->bodies;
    for (size_t j = 0; j < c->count; j++) {
        dy[c->given[j]] = 1;
        take_column(c, j, &(eg_change){.dy = dy}, place, rate);
        dy[c->given[j]] = 0;
    }
    for (size_t i = 0; i < c->inputs; i++) {
        eg_linear_seed_input(c->p, i, 0, c->p->dnet);
        take_column(c, c->count + i, &(eg_change){.dnet = c->p->dnet}, place, rate);
        take_rates(c, i, place, rate);
    }
    free(room);
    return EG_OK;
}

/* ---------------------------------------------------------------- what friction holds together */

/* row -= factor * other, over all columns. */
static void subtract(double *row, const double *other, double factor, size_t count)
{
    for (size_t k = 0; k < count && factor != 0; k++)
        row[k] -= factor * other[k];
}

/* Column `pivot` becomes what the others make of it, in all answers; swapped to the end, it is gone. `row`
 * holds the constraint, sum of row[k]*d[k] = 0. */
static void remove_freedom(choosing *c, const double *row, size_t pivot)
{
    const size_t all = columns(c), last = --c->free_count;
    for (size_t i = 0; i < c->n + 2 * c->bodies; i++) {
        double *of = i < c->n ? c->answer + i * all : c->place + (i - c->n) * all; /* and drift */
        const double by = of[pivot];
        for (size_t k = 0; k <= last; k++)
            of[k] -= k != pivot && by != 0 ? by * (row[k] / row[pivot]) : 0;
        of[pivot] = of[last];
    }
    for (size_t k = 0; k <= last; k++)
        if (k != pivot)
            subtract(c->seed + k * c->count, c->seed + pivot * c->count, row[k] / row[pivot], c->count);
    memcpy(c->seed + pivot * c->count, c->seed + last * c->count, sizeof *c->seed * c->count);
}

static eg_status hold_together(choosing *c)
{
    const eg_stick *k = &c->p->network->stick;
    const size_t all = columns(c);
    double *row = calloc(all + 1, sizeof *row);
    if (!row)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < k->follower_count; i++) {
        const int b = k->followers[i], lead = k->lead[b];
        size_t pivot = 0;
        double largest = 0, size = 0;
        for (size_t j = 0; j < c->free_count; j++) {
            const double own = c->place[(size_t)b * all + j],
                         leads = lead > 0 ? k->ratio[b] * c->place[(size_t)lead * all + j] : 0;
            row[j] = own - leads - c->drift[(size_t)b * all + j];
            size = fmax(size, fmax(fabs(own), fabs(leads)));
            if (fabs(row[j]) > largest) {
                largest = fabs(row[j]);
                pivot = j;
            }
        }
        if (largest > 1e-12 * size)
            remove_freedom(c, row, pivot);
    }
    free(row);
    return EG_OK;
}

/* ---------------------------------------------------------------- relative speeds */

/* Do both ends move with bodies, and no motion that is given carries one of them? */
static bool is_between_bodies(const eg_model *m, const eg_coordinate_part *part)
{
    const int ends[2] = {eg_port_at(m, part->instance, part->from), eg_port_at(m, part->instance, part->to)};
    for (int k = 0; k < 2; k++)
        if (ends[k] < 0 || m->nodes[ends[k]].body == 0 || m->tree.motions[m->nodes[ends[k]].motion].count > 0)
            return false;
    return m->nodes[ends[0]].body != m->nodes[ends[1]].body;
}

/* What is asked of its speed, or of the part by its parameter; that a class prefers it unasked is no wish. */
static int wish_for(const eg_model *m, const eg_coordinate_part *part)
{
    const eg_instance *x = &m->instances[part->instance];
    for (size_t i = 0; i < x->start_count; i++)
        if (x->starts[i].variable == part->variable_v && x->starts[i].state_select >= 0)
            return x->starts[i].state_select;
    return part->select == EG_ALWAYS ? EG_ALWAYS : EG_DEFAULT;
}

/* How each answers, and how its rate follows that of inputs. Those of `always` come first. */
static void list_wishes(choosing *c)
{
    const eg_model *m = c->m;
    for (int select = EG_ALWAYS; select >= EG_PREFER; select--)
        for (size_t i = 0; i < m->parts.coordinate_count; i++) {
            const eg_coordinate_part *part = &m->parts.coordinate[i];
            if (part->variable_v >= 0 && wish_for(m, part) == select && is_between_bodies(m, part))
                c->wished[c->wishes++] = part;
        }
}

static eg_status find_wishes(choosing *c)
{
    const size_t all = columns(c), parts = c->m->parts.coordinate_count;
    double *of = calloc(c->n + 1, sizeof *of);
    c->wished = calloc(parts + 1, sizeof(*c->wished));
    if (c->wished)
        list_wishes(c);
    c->relative = calloc(c->wishes * all + 1, sizeof *c->relative);
    c->relative_rate = calloc(c->wishes * c->inputs + 1, sizeof *c->relative_rate);
    const bool good = of && c->wished && c->relative && c->relative_rate;
    for (size_t i = 0; i < c->wishes && good; i++) {
        for (size_t k = 0; k < all; k++) {
            for (size_t j = 0; j < c->n; j++)
                of[j] = c->answer[j * all + k];
            c->relative[i * all + k] = eg_linear_relative(c->m, c->wished[i], of);
        }
        for (size_t k = 0; k < c->inputs; k++) {
            for (size_t j = 0; j < c->n; j++)
                of[j] = c->answer_rate[j * c->inputs + k];
            c->relative_rate[i * c->inputs + k] = eg_linear_relative(c->m, c->wished[i], of);
        }
    }
    free(of);
    return good ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- the choice */

static size_t wish_of(const choosing *c, const eg_linear_state *s)
{
    size_t i = 0;
    while (c->wished[i] != s->relative)
        i++;
    return i;
}

static const double *row_of(const choosing *c, const eg_linear_state *s)
{
    if (s->relative)
        return c->relative + wish_of(c, s) * columns(c);
    return s->is_place ? c->place + (size_t)s->index * columns(c) : c->answer + (size_t)s->index * columns(c);
}

/* Does its rate follow that of an input, by more than the rounding of what else does? */
static bool follows_rate(const choosing *c, const eg_linear_state *s)
{
    const double *row = (s->is_place ? c->place_rate : c->answer_rate) + (size_t)s->index * c->inputs;
    if (s->relative)
        row = c->relative_rate + wish_of(c, s) * c->inputs;
    for (size_t k = 0; k < c->inputs; k++)
        if (fabs(row[k]) > 1e-12 * c->largest[k])
            return true;
    return false;
}

/* Takes it as a state, if it is independent of those there are; `only_plain`: and changes as it is given;
 * `whatever`: even if its rate follows that of an input. */
static void consider(choosing *c, eg_linear_state s, bool only_plain, bool whatever)
{
    eg_linear_point *p = c->p;
    const size_t count = c->free_count;
    const double *row = row_of(c, &s);
    double *own = c->reduced + p->state_count * count, size = 0, largest = 0;
    size_t pivot = 0, entries = 0;
    if (p->state_count == count || (!whatever && follows_rate(c, &s)))
        return;
    memcpy(own, row, sizeof *own * count);
    for (size_t k = 0; k < count; k++) {
        entries += own[k] != 0;
        size = fmax(size, fabs(own[k]));
    }
    if (size == 0 || (only_plain && (entries != 1 || size != 1)))
        return;
    for (size_t i = 0; i < p->state_count; i++)
        subtract(own, c->reduced + i * count, own[c->pivot[i]], count);
    for (size_t k = 0; k < count; k++)
        if (fabs(own[k]) > largest) {
            largest = fabs(own[k]);
            pivot = k;
        }
    if (largest <= 1e-9 * size)
        return;
    for (size_t k = 0; k < count; k++)
        if (k != pivot)
            own[k] /= own[pivot];
    own[pivot] = 1;
    c->pivot[p->state_count] = (int)pivot;
    p->states[p->state_count++] = s;
}

static int by_unknown(const void *a, const void *b)
{
    const eg_linear_state *x = a, *y = b;
    const int left = x->index - x->is_place,
              right = y->index - y->is_place; /* body b has the coordinate b - 1 */
    if (left == right && (x->relative != NULL) != (y->relative != NULL))
        return x->relative ? -1 : 1;
    return left != right ? (left > right) - (left < right) : (int)x->is_place - (int)y->is_place;
}

static void consider_all(choosing *c, bool whatever)
{
    eg_linear_point *p = c->p;
    p->state_count = 0;
    for (size_t i = 0; i < c->wishes; i++) {
        const int to = eg_port_at(c->m, c->wished[i]->instance, c->wished[i]->to);
        consider(c, (eg_linear_state){false, eg_v(c->m, c->m->nodes[to].body), c->wished[i]}, false,
                 whatever);
    }
    for (size_t j = 0; j < c->count; j++)
        consider(c, (eg_linear_state){.index = c->given[j]}, true, whatever);
    for (size_t b = 1; b < c->bodies; b++)
        consider(c, (eg_linear_state){.is_place = true, .index = (int)b}, false, whatever);
    for (size_t i = 0; i < c->n; i++)
        if (i < c->bodies - 1 || is_given(p->network, (int)i))
            consider(c, (eg_linear_state){.index = (int)i}, false, whatever);
}

static eg_status choose(choosing *c)
{
    eg_linear_point *p = c->p;
    size_t rank = c->free_count;
    if (p->network->balance.count > 0) {
        consider_all(c, true);
        rank = p->state_count;
    }
    consider_all(c, false);
    qsort(p->states, p->state_count, sizeof *p->states, by_unknown);
    if (p->state_count == rank)
        return EG_OK;
    eg_report(
        p->diagnostics, EG_ERROR, EG_NOWHERE,
        "at time %.9g s the speed of some part without mass follows the rate of an input: there is no linear "
        "model with the matrices A, B, C and D",
        p->t);
    eg_remedy(p->diagnostics, "give the part that the input pushes a mass, or take another input");
    return EG_ERROR_MODEL;
}

/* ---------------------------------------------------------------- the seeds */

/* Gauss and Jordan, with the largest pivot of each column: a becomes I, and x, which is I, its inverse; by
 * columns. False: it is singular. */
static bool invert(double *a, double *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k; i < n; i++)
            pivot = fabs(a[i * n + k]) > fabs(a[pivot * n + k]) ? i : pivot;
        if (a[pivot * n + k] == 0)
            return false;
        for (size_t j = 0; j < n && pivot != k; j++) {
            const double swap_a = a[k * n + j], swap_x = x[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            x[k * n + j] = x[pivot * n + j];
            a[pivot * n + j] = swap_a;
            x[pivot * n + j] = swap_x;
        }
        const double by = a[k * n + k];
        for (size_t j = 0; j < n; j++) {
            a[k * n + j] /= by;
            x[k * n + j] /= by;
        }
        for (size_t i = 0; i < n; i++) {
            const double factor = i == k ? 0 : a[i * n + k];
            subtract(a + i * n, a + k * n, factor, n);
            subtract(x + i * n, x + k * n, factor, n);
        }
    }
    return true;
}

/* Where each state changes as its own freedom does, S is a permutation. */
static bool is_plain(const choosing *c, size_t *freedom)
{
    const eg_linear_point *p = c->p;
    for (size_t i = 0; i < p->state_count; i++) {
        const double *row = row_of(c, &p->states[i]);
        size_t entries = 0;
        for (size_t k = 0; k < c->free_count; k++)
            if (row[k] != 0) {
                entries += row[k] == 1 ? 1 : 2;
                freedom[i] = k;
            }
        if (entries != 1)
            return false;
    }
    return true;
}

static eg_status make_seeds(choosing *c)
{
    eg_linear_point *p = c->p;
    const size_t states = p->state_count;
    eg_status status = EG_ERROR_MEMORY;
    size_t *freedom = calloc(states + 1, sizeof *freedom);
    double *s = NULL, *x = NULL;
    p->seed = calloc(states * c->n + 1, sizeof *p->seed);
    if (!p->seed || !freedom)
        goto done;
    status = EG_OK;
    if (is_plain(c, freedom)) {
        for (size_t k = 0; k < states; k++)
            for (size_t j = 0; j < c->count; j++)
                p->seed[k * c->n + (size_t)c->given[j]] = c->seed[freedom[k] * c->count + j];
        goto done;
    }
    status = EG_ERROR_MEMORY;
    s = calloc(states * states + 1, sizeof *s);
    x = calloc(states * states + 1, sizeof *x);
    if (!s || !x)
        goto done;
    for (size_t i = 0; i < states; i++) {
        for (size_t k = 0; k < states; k++)
            s[i * states + k] = row_of(c, &p->states[i])[c->pivot[k]];
        x[i * states + i] = 1;
    }
    status = invert(s, x, states) ? EG_OK : EG_ERROR_SIMULATION; /* never: rows are independent */
    for (size_t k = 0; k < states; k++)
        for (size_t f = 0; f < states; f++)
            for (size_t j = 0; j < c->count && x[f * states + k] != 0; j++)
                p->seed[k * c->n + (size_t)c->given[j]] +=
                    x[f * states + k] * c->seed[(size_t)c->pivot[f] * c->count + j];
done:
    free(freedom);
    free(s);
    free(x);
    return status;
}

/* d = -S^-1 U u, where U is not 0. */
static eg_status seed_inputs(choosing *c)
{
    eg_linear_point *p = c->p;
    p->input_seed = calloc(c->inputs * c->n + 1, sizeof *p->input_seed);
    for (size_t i = 0; i < c->inputs && p->input_seed; i++)
        for (size_t k = 0; k < p->state_count; k++) {
            const double change = row_of(c, &p->states[k])[c->count + i];
            for (size_t j = 0; j < c->n && change != 0; j++)
                p->input_seed[i * c->n + j] -= change * p->seed[k * c->n + j];
        }
    return p->input_seed ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- */

static eg_status too_many(const eg_linear_point *p, size_t count)
{
    eg_report(p->diagnostics, EG_ERROR, EG_NOWHERE,
              "%s has %zu states, of which a linear model takes %d at most", p->m->name, count,
              EG_LINEAR_MOST_STATES);
    eg_remedy(p->diagnostics, "linearize a part of the model");
    return EG_ERROR_MODEL;
}

eg_status eg_linear_choose_states(eg_linear_point *p)
{
    const eg_network *s = p->network;
    choosing c = {.p = p,
                  .m = p->m,
                  .n = (size_t)p->m->n,
                  .bodies = (size_t)p->m->body_count,
                  .inputs = p->ports->input_count};
    eg_status status = EG_ERROR_MEMORY;
    c.given = calloc(c.n + 1, sizeof *c.given);
    for (size_t i = 0; c.given && i < c.n; i++)
        if (is_given(s, (int)i))
            c.given[c.count++] = (int)i;
    if (c.count > EG_LINEAR_MOST_STATES) {
        free(c.given);
        return too_many(p, c.count);
    }
    c.free_count = c.count;
    c.answer = calloc(c.n * columns(&c) + 1, sizeof *c.answer);
    c.place = calloc(2 * c.bodies * columns(&c) + 1, sizeof *c.place);
    c.drift = c.place ? c.place + c.bodies * columns(&c) : NULL;
    c.seed = calloc(c.count * c.count + 1, sizeof *c.seed);
    c.reduced = calloc(c.count * (c.count + 1) + 1, sizeof *c.reduced);
    c.pivot = calloc(c.count + 1, sizeof *c.pivot);
    c.answer_rate = calloc((c.n + c.bodies + 1) * c.inputs + 1, sizeof *c.answer_rate);
    p->states = calloc(c.count + 1, sizeof *p->states);
    if (!c.given || !c.answer || !c.place || !c.seed || !c.reduced || !c.pivot || !c.answer_rate ||
        !p->states)
        goto done;
    c.place_rate = c.answer_rate + c.n * c.inputs;
    c.largest = c.place_rate + c.bodies * c.inputs;
    for (size_t j = 0; j < c.count; j++)
        c.seed[j * c.count + j] = 1;
    status = find_answers(&c);
    if (status == EG_OK)
        status = hold_together(&c);
    if (status == EG_OK)
        status = find_wishes(&c);
    if (status == EG_OK)
        status = choose(&c);
    if (status == EG_OK)
        status = make_seeds(&c);
    if (status == EG_OK)
        status = seed_inputs(&c);
done:
    free(c.given);
    free(c.answer);
    free(c.place);
    free(c.seed);
    free(c.reduced);
    free(c.pivot);
    free(c.answer_rate);
    free(c.wished);
    free(c.relative);
    free(c.relative_rate);
    return status;
}
