/* Heat points: what `connect` joins of heat ports. A heat flow sensor holds two points at one temperature,
 *
 *     port_b.T = port_a.T,   port_a.Q_flow + port_b.Q_flow = 0,   Q_flow = port_a.Q_flow,
 *
 * and so makes them one node, with one balance. The heat that goes through it is not an unknown of that
 * balance but a cut: with the sensor taken away the node falls into a side of port_a and one of port_b, and
 *
 *     Q_flow = (heat that flows from the side of port_b into components) = -(that of the side of port_a).
 *
 * Where the temperature is fixed on one side, the heat that goes there is not known beforehand: the other
 * side is summed. What fixes the temperature itself may measure the heat that this takes: there the sum is
 * over the whole node, and with the other sign. Sensors that close a loop would divide the heat between
 * them in ways nothing determines. */
#include "network/model.h"
#include "base/arena.h"
#include "base/union_find.h"
#include "network/compile/compile.h"

#include <stdlib.h>

/* Points and their ports, as connections made them. */
static eg_status copy_points(eg_model *m)
{
    int ports = m->ports.base[m->instance_count];
    m->thermal.point_count = m->heat_count;
    m->thermal.points = eg_arena_array(m->arena, (size_t)m->thermal.point_count, sizeof *m->thermal.points);
    if (m->heat_count > 0)
        m->ports.point = eg_arena_array(m->arena, (size_t)ports, sizeof(int));
    m->connector.point = eg_arena_array(m->arena, (size_t)m->connector.count, sizeof(int));
    if (!m->thermal.points || (m->heat_count > 0 && !m->ports.point) || !m->connector.point)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count && m->ports.point; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++)
            m->ports.point[p] = eg_port_is_thermal(m->instances[i].class->ports[p - m->ports.base[i]].kind)
                                    ? m->ports.node[p]
                                    : -1;
    for (int i = 0; i < m->connector.count; i++)
        m->connector.point[i] = eg_port_is_thermal(m->connector.list[i].kind) ? m->connector.node[i] : -1;
    return EG_OK;
}

static eg_status list_joins(eg_model *m, int *set, eg_diagnostics *d)
{
    m->thermal.joins = eg_arena_array(m->arena, m->parts.heat_join_count, sizeof *m->thermal.joins);
    if (!m->thermal.joins)
        return EG_ERROR_MEMORY;
    eg_status status = EG_OK;
    for (size_t i = 0; i < m->parts.heat_join_count; i++) {
        const eg_heat_join_part *part = &m->parts.heat_join[i];
        eg_heat_join *j = &m->thermal.joins[m->thermal.join_count++];
        *j = (eg_heat_join){
            .instance = part->instance,
            .point_a = m->ports.point[m->ports.base[part->instance] + part->port_a],
            .point_b = part->port_b < 0 ? -1 : m->ports.point[m->ports.base[part->instance] + part->port_b]};
        if (j->point_b < 0 || eg_sets_join(set, j->point_a, j->point_b))
            continue;
        eg_report(
            d, EG_ERROR, eg_instance_place(&m->instances[part->instance]),
            "%s joins heat ports that are joined already: which part of the heat flows through it is not "
            "determined",
            eg_instance_path(m, part->instance));
        eg_remedy(d, "remove it, or put a ThermalConductor into the loop");
        status = EG_ERROR_MODEL;
    }
    return status;
}

/* Numbers the nodes in the order of their first point, and tells ports and connectors. */
static void number_nodes(eg_model *m, int *set)
{
    m->heat_count = 0;
    for (int i = 0; i < m->thermal.point_count; i++) {
        int root = eg_sets_find(set, i); /* the smallest of its set */
        m->thermal.points[i].node = root == i ? m->heat_count++ : m->thermal.points[root].node;
    }
    for (int p = 0; p < m->ports.base[m->instance_count]; p++)
        if (m->ports.point[p] >= 0)
            m->ports.node[p] = m->thermal.points[m->ports.point[p]].node;
    for (int i = 0; i < m->connector.count; i++)
        if (m->connector.point[i] >= 0)
            m->connector.node[i] = m->thermal.points[m->connector.point[i]].node;
}

eg_status eg_compile_heat_points(eg_model *m, eg_diagnostics *d)
{
    eg_status status = copy_points(m);
    if (status != EG_OK || m->parts.heat_join_count == 0) {
        for (int i = 0; status == EG_OK && i < m->thermal.point_count; i++)
            m->thermal.points[i].node = i;
        return status;
    }
    int *set = malloc(sizeof(int) * ((size_t)m->thermal.point_count + 1));
    if (!set)
        return EG_ERROR_MEMORY;
    eg_sets_init(set, m->thermal.point_count);
    status = list_joins(m, set, d);
    if (status == EG_OK)
        number_nodes(m, set);
    free(set);
    return status;
}

/* ---------------------------------------------------------------- the sides of a join */

typedef struct sides {
    eg_model *m;
    int *start, *joins; /* of point p: joins[start[p]] ... joins[start[p + 1] - 1] */
    int *list;          /* of all joins so far */
    int count;
    size_t capacity;
} sides;

static bool list_neighbours(sides *s)
{
    eg_model *m = s->m;
    s->start = calloc((size_t)m->thermal.point_count + 2, sizeof(int));
    s->joins = malloc(sizeof(int) * (2 * (size_t)m->thermal.join_count + 1));
    if (!s->start || !s->joins)
        return false;
    for (int i = 0; i < m->thermal.join_count; i++)
        if (m->thermal.joins[i].point_b >= 0) {
            s->start[m->thermal.joins[i].point_a + 2]++;
            s->start[m->thermal.joins[i].point_b + 2]++;
        }
    for (int i = 2; i < m->thermal.point_count + 2; i++)
        s->start[i] += s->start[i - 1];
    for (int i = 0; i < m->thermal.join_count; i++) {
        if (m->thermal.joins[i].point_b < 0)
            continue;
        s->joins[s->start[m->thermal.joins[i].point_a + 1]++] = i;
        s->joins[s->start[m->thermal.joins[i].point_b + 1]++] = i;
    }
    return true;
}

static bool push(sides *s, int point)
{
    if (eg_grow((void **)&s->list, &s->capacity, (size_t)s->count + 1, sizeof(int)) < 0)
        return false;
    s->list[s->count++] = point;
    return true;
}

/* The points that are reached from `point` without passing the join: its side of a tree. */
static bool list_side(sides *s, int join, int point)
{
    int first = s->count;
    if (!push(s, point))
        return false;
    for (int at = first, from = join; at < s->count; at++) {
        int here = s->list[at];
        for (int k = s->start[here]; k < s->start[here + 1]; k++) {
            const eg_heat_join *j = &s->m->thermal.joins[s->joins[k]];
            int there = j->point_a == here ? j->point_b : j->point_a;
            bool seen = s->joins[k] == from;
            for (int i = first; i < s->count && !seen; i++)
                seen = s->list[i] == there;
            if (!seen && !push(s, there))
                return false;
        }
    }
    return true;
}

static bool is_fixed_among(const sides *s, int first)
{
    for (int i = first; i < s->count; i++)
        if (s->m->thermal.points[s->list[i]].fixed)
            return true;
    return false;
}

static bool list_sides(sides *s)
{
    for (int i = 0; i < s->m->thermal.join_count; i++) {
        eg_heat_join *j = &s->m->thermal.joins[i];
        j->first = s->count;
        j->sign = -1;
        if (!list_side(s, i, j->point_b < 0 ? j->point_a : j->point_b))
            return false;
        if (j->point_b >= 0 && is_fixed_among(s, j->first)) {
            s->count = j->first;
            j->sign = 1;
            if (!list_side(s, i, j->point_a))
                return false;
        }
        j->count = s->count - j->first;
    }
    return true;
}

/* ---------------------------------------------------------------- rows */

static bool add_term(eg_scatter *rows, int row, double coefficient)
{
    if (eg_grow((void **)&rows->terms, &rows->capacity, (size_t)rows->count + 1, sizeof *rows->terms) < 0)
        return false;
    rows->terms[rows->count++] = (eg_term){row, coefficient};
    return true;
}

/* Heat that flows into a point leaves the balance of its node smaller, C*der(T) - sum(Q) = 0, and enters the
 * rows of sensors whose signal the model follows, y - sign*sum(Q) = 0. */
static bool list_rows(eg_model *m, const int *start, const int *joins)
{
    eg_scatter *rows = &m->thermal.point_rows;
    for (int i = 0; i < m->thermal.point_count; i++) {
        int unknown = m->heat[m->thermal.points[i].node].unknown;
        rows->start[i] = rows->count;
        if (unknown >= 0 && !add_term(rows, unknown, -1))
            return false;
        for (int k = start[i]; k < start[i + 1]; k++) {
            const eg_heat_join *j = &m->thermal.joins[joins[k]];
            int row = m->nets[j->net].unknown;
            if (row >= 0 && !add_term(rows, m->first.loop + row, -j->sign))
                return false;
        }
    }
    rows->start[m->thermal.point_count] = rows->count;
    return true;
}

/* The joins whose sums a point is in, by point. */
static bool turn_round(const eg_model *m, int **start, int **joins)
{
    const eg_heat_join *last =
        m->thermal.join_count > 0 ? &m->thermal.joins[m->thermal.join_count - 1] : NULL;
    const int *points = m->thermal.far_points;
    int total = last && points ? last->first + last->count : 0;
    *start = calloc((size_t)m->thermal.point_count + 2, sizeof(int));
    *joins = malloc(sizeof(int) * ((size_t)total + 1));
    if (!*start || !*joins)
        return false;
    for (int k = 0; points && k < total; k++)
        (*start)[points[k] + 2]++;
    for (int i = 2; i < m->thermal.point_count + 2; i++)
        (*start)[i] += (*start)[i - 1];
    for (int i = 0; points && i < m->thermal.join_count; i++)
        for (int k = m->thermal.joins[i].first; k < m->thermal.joins[i].first + m->thermal.joins[i].count;
             k++)
            (*joins)[(*start)[points[k] + 1]++] = i;
    return true;
}

eg_status eg_compile_heat_rows(eg_model *m)
{
    sides s = {.m = m};
    int *start = NULL, *joins = NULL;
    bool good = m->thermal.join_count == 0 || (list_neighbours(&s) && list_sides(&s));
    m->thermal.far_points = s.list ? eg_arena_array(m->arena, (size_t)s.count, sizeof(int)) : NULL;
    for (int i = 0; m->thermal.far_points && i < s.count; i++)
        m->thermal.far_points[i] = s.list[i];
    good = good && (m->thermal.far_points || !s.list);
    m->thermal.point_rows.start = eg_arena_array(m->arena, (size_t)m->thermal.point_count + 1, sizeof(int));
    good = good && m->thermal.point_rows.start && turn_round(m, &start, &joins) && list_rows(m, start, joins);
    free(start);
    free(joins);
    free(s.start);
    free(s.joins);
    free(s.list);
    return good ? EG_OK : EG_ERROR_MEMORY;
}
