/* Glances: glance.h. */
#include "network/motion/glance.h"

#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/motion/linear_mode.h"
#include "network/motion/observe.h"

#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 32 }; /* of an element's component, at most */

typedef enum eg_sight_kind { A_NODE, A_PLACE, A_SPEED, AN_ELEMENT } eg_sight_kind;

/* A column of its own, or all of a component's. */
typedef struct eg_sight {
    eg_sight_kind kind;
    int part;        /* number of the node, the coordinate part or the element */
    int column;      /* of an element: of its component's first variable */
    bool shows_more; /* of an element than its force */
} eg_sight;

/* What is asked for: one column of a sight. */
typedef struct asked_column {
    eg_sight sight;
    int column;
} asked_column;

struct eg_glance {
    int count, asked_count;
    bool places; /* positions of bodies are looked at */
    eg_sight *sights;
    asked_column asked[];
};

static bool fits(const eg_network *s)
{
    const eg_model *m = s->m;
    if (m->user || m->heat_count > 0 || m->drive_count > 0 || m->kinds.friction_count > 0 ||
        m->thermal.join_count > 0)
        return false;
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].kind == EG_SIGNAL_BLOCK && !eg_signal_is_constant(m, i))
            return false; /* whoever looks says where its output is no number */
    for (int i = 0; i < m->node_count; i++)
        if (m->nodes[i].more > 0)
            return false;
    return true;
}

static int instance_at(const eg_model *m, int variable)
{
    int i = 0;
    while (variable >= m->ports.variable_base[i + 1])
        i++;
    return i;
}

/* An element that shows what its own distance, speed and force tell. */
static bool shows_itself(const eg_network *s, int instance)
{
    const eg_class *class = s->m->instances[instance].class;
    const int i = s->element_of[instance];
    if (i < 0 || !class->observe_rows || class->variable_count > VARIABLES)
        return false;
    const eg_element *e = &s->m->elements[i];
    return e->input < 0 && !e->friction && !e->ops->force_under && e->ops->force;
}

/* The coordinate that a variable of an instance belongs to, or NULL. */
static const eg_coordinate_part *coordinate_of(const eg_model *m, int instance, int variable)
{
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        if (p->instance == instance &&
            (variable == p->variable_s || variable == p->variable_v || variable == p->variable_a))
            return p;
    }
    return NULL;
}

/* What a variable of an instance is. False: something else. */
static bool find_variable(const eg_network *s, int i, int variable, eg_sight *out)
{
    const eg_model *m = s->m;
    const bool shows = shows_itself(s, i);
    const eg_coordinate_part *p = coordinate_of(m, i, variable);
    if (!p && !shows)
        return false;
    if (!p) {
        out->kind = AN_ELEMENT;
        out->part = s->element_of[i];
        out->column -= variable;
        out->shows_more = variable != m->instances[i].class->force_row || variable == 0;
        return true;
    }
    out->kind = variable == p->variable_s ? A_PLACE : A_SPEED;
    out->part = (int)(p - m->parts.coordinate);
    return variable != p->variable_a && (shows || !m->instances[i].class->observe);
}

/* What a column is. False: something else. */
static bool find(const eg_network *s, const eg_columns *l, int column, eg_sight *out)
{
    *out = (eg_sight){.kind = A_NODE, .part = column, .column = column};
    if (column < l->forces)
        return true;
    if (column < l->variables || column >= l->shown)
        return false;
    const int i = instance_at(s->m, column - l->variables);
    return find_variable(s, i, column - l->variables - s->m->ports.variable_base[i], out);
}

static bool is_known(eg_glance *g, const eg_sight *x)
{
    for (int k = 0; k < g->count; k++)
        if (g->sights[k].kind == x->kind && g->sights[k].column == x->column) {
            g->sights[k].shows_more = g->sights[k].shows_more || x->shows_more;
            return true;
        }
    return false;
}

static void ask(eg_glance *g, const eg_sight *x, int column)
{
    for (int k = 0; k < g->asked_count; k++)
        if (g->asked[k].column == column)
            return;
    g->asked[g->asked_count++] = (asked_column){*x, column};
}

bool eg_glance_create(const eg_network *s, const int *columns, int count, eg_glance **g)
{
    const eg_columns l = eg_columns_of(s->m);
    eg_sight x;
    *g = NULL;
    if (!fits(s))
        return true;
    const size_t most = (size_t)count;
    eg_glance *made = calloc(1, sizeof *made + most * (sizeof *made->asked + sizeof *made->sights));
    if (!made)
        return false;
    made->sights = (void *)(made->asked + most);
    for (int k = 0; k < count; k++) {
        if (!find(s, &l, columns[k], &x)) {
            free(made);
            return true;
        }
        ask(made, &x, columns[k]);
        if (is_known(made, &x))
            continue;
        made->places =
            made->places || x.kind == A_NODE || (x.kind == A_PLACE && s->m->row.of_coordinate[x.part] < 0);
        made->sights[made->count++] = x;
    }
    *g = made;
    return true;
}

void eg_glance_free(eg_glance *g)
{
    free(g);
}

static double place(const eg_network *s, int part, const double *y)
{
    const eg_model *m = s->m;
    const eg_coordinate_part *p = &m->parts.coordinate[part];
    const int row = m->row.of_coordinate[part], to = eg_port_at(m, p->instance, p->to);
    double at = 0;
    if (row >= 0)
        at = eg_row_value(s, &m->row.list[row], y);
    else if (to >= 0)
        at = eg_node_position(s, to);
    return at + p->offset;
}

static double speed(const eg_network *s, int part, const double *y)
{
    const eg_coordinate_part *p = &s->m->parts.coordinate[part];
    return eg_node_speed(s, eg_port_at(s->m, p->instance, p->to), y) -
           eg_node_speed(s, eg_port_at(s->m, p->instance, p->from), y);
}

static void show(const eg_network *s, const eg_sight *sight, const double *y, double *columns)
{
    const int i = sight->part;
    const eg_model *m = s->m;
    const eg_element *e = &m->elements[i];
    const eg_instance *x = &m->instances[e->instance];
    const eg_row *row = &m->row.list[e->row];
    const double *k = s->k + e->coefficients, s_rel = eg_row_value(s, row, y), v_rel = eg_row_rate(s, row, y);
    double f, bounded, loss, *out[VARIABLES];
    if (e->ops->forces) {
        e->ops->forces(k, s->mode[i], 1, &s_rel, &v_rel, &f, &bounded, &loss);
        bounded = e->ops->bound ? bounded : f;
    } else {
        eg_force at;
        e->ops->force(k, s->mode[i], s_rel, v_rel, &at);
        if (e->ops->bound)
            e->ops->bound(k, s->mode[i], &at);
        bounded = at.f;
        loss = at.loss;
    }
    if (!sight->shows_more) {
        columns[x->class->force_row] = bounded;
        return;
    }
    for (size_t j = 0; j < x->class->variable_count; j++)
        out[j] = columns + j;
    const eg_observed o = {1, x->p, k, s->mode[i], &s_rel, &v_rel, &bounded, &loss};
    x->class->observe_rows(&o, out);
}

void eg_glance_fill(eg_glance *g, eg_network *s, const double *y, double *columns)
{
    s->position[0] = 0;
    for (int b = 0; b < s->m->body_count && g->places; b++)
        eg_network_place_body(s, s->m->tree.body_order[b], y);
    for (int k = 0; k < g->count; k++) {
        const eg_sight *x = &g->sights[k];
        switch (x->kind) {
        case A_NODE: columns[x->column] = eg_node_position(s, x->part); break;
        case A_PLACE: columns[x->column] = place(s, x->part, y); break;
        case A_SPEED: columns[x->column] = speed(s, x->part, y); break;
        case AN_ELEMENT: show(s, x, y, columns + x->column); break;
        }
    }
}

/* ---------------------------------------------------------------- sums of unknowns */

/* A sum in the making; count: -1 where it is none. */
typedef struct unknown_sum {
    int count;
    eg_summand *terms;
} unknown_sum;

static void add(unknown_sum *sum, int unknown, double factor)
{
    int k = 0;
    while (k < sum->count && sum->terms[k].unknown != unknown)
        k++;
    if (sum->count < 0 || factor == 0)
        return;
    if (k == EG_GLANCE_TERMS) {
        sum->count = -1;
        return;
    }
    if (k == sum->count)
        sum->terms[sum->count++] = (eg_summand){.unknown = unknown};
    sum->terms[k].factor += factor;
}

/* As eg_network_place_body sums it up. */
static void add_position(unknown_sum *sum, const eg_model *m, int node, double factor)
{
    factor *= node >= 0 ? m->nodes[node].factor : 0;
    for (int b = node >= 0 ? m->nodes[node].body : 0; b != 0; b = m->bodies[b].parent) {
        add(sum, eg_x(b), factor * m->bodies[b].gain);
        factor *= m->bodies[b].ratio;
    }
}

static void add_speed(unknown_sum *sum, const eg_model *m, int node, double factor)
{
    if (node >= 0 && m->nodes[node].body > 0)
        add(sum, eg_v(m, m->nodes[node].body), factor * m->nodes[node].factor);
}

static void add_row(unknown_sum *sum, const eg_model *m, const eg_row *row, double factor)
{
    for (int i = row->first; i < row->first + row->count; i++)
        add(sum, m->row.terms[i].index, factor * m->row.terms[i].coefficient);
}

/* The force of an element: linear in the distance and the speed in modes of some laws, or nothing. */
static void add_force(unknown_sum *sum, const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    const eg_row *row = &s->m->row.list[e->row];
    const double *k = s->k + e->coefficients;
    eg_force at;
    if (!e->ops->is_linear || !e->ops->is_linear(k)) {
        sum->count = e->ops->dependence && e->ops->dependence(k, s->mode[i]) == 0 ? sum->count : -1;
        return;
    }
    e->ops->force(k, s->mode[i], 0, 0, &at); /* the same anywhere in the mode */
    add_row(sum, s->m, row, at.df_ds);
    add_speed(sum, s->m, row->to, at.df_dv);
    add_speed(sum, s->m, row->from, -at.df_dv);
}

static void add_coordinate(unknown_sum *sum, const eg_network *s, const eg_sight *x)
{
    const eg_model *m = s->m;
    const eg_coordinate_part *p = &m->parts.coordinate[x->part];
    const int row = m->row.of_coordinate[x->part], to = eg_port_at(m, p->instance, p->to);
    if (x->kind == A_SPEED) {
        add_speed(sum, m, to, 1);
        add_speed(sum, m, eg_port_at(m, p->instance, p->from), -1);
    } else if (row >= 0) {
        add_row(sum, m, &m->row.list[row], 1);
    } else {
        add_position(sum, m, to, 1);
    }
}

int eg_glance_count(const eg_glance *g)
{
    return g->asked_count;
}

int eg_glance_column(const eg_glance *g, int k)
{
    return g->asked[k].column;
}

int eg_glance_mode(const eg_glance *g, const eg_network *s, int k)
{
    const eg_sight *x = &g->asked[k].sight;
    return x->kind == AN_ELEMENT ? s->mode[x->part] : 0;
}

int eg_glance_sum(const eg_glance *g, const eg_network *s, int k, eg_summand terms[EG_GLANCE_TERMS])
{
    const asked_column *a = &g->asked[k];
    unknown_sum sum = {0, terms};
    switch (a->sight.kind) {
    case A_NODE: add_position(&sum, s->m, a->sight.part, 1); break;
    case A_PLACE:
    case A_SPEED: add_coordinate(&sum, s, &a->sight); break;
    case AN_ELEMENT:
        if (a->sight.shows_more)
            return -1;
        add_force(&sum, s, a->sight.part);
        break;
    }
    return sum.count;
}
