/* Temperatures that come last. Where nothing stores heat, the balance of heat flows gives the temperature at
 * every instant. If nothing that moves follows it, it is no part of the motion: it is found from the losses
 * where somebody looks, and engines need not carry it. That is so of a set of such nodes, tied to each other
 * by conductors, which leads to nothing but given temperatures, when no law, signal or equation of the motion
 * reads one of them. Radiation is left out, since its balance is not linear. */
#include "network/network.h"
#include "base/union_find.h"
#include "network/compile/compile.h"
#include "network/user/user.h"

#include <stdlib.h>

enum { MOST = 12 }; /* nodes of a set: their matrix is full */

typedef struct sorting {
    eg_model *m;
    int *set;      /* (heat) union-find */
    bool *is_tied; /* (heat) of a set: to the motion, or to what stores heat */
    int *size;     /* (heat) of a set */
} sorting;

static bool is_massless(const eg_model *m, int node)
{
    return m->heat[node].unknown >= 0 && m->heat[node].capacity == 0;
}

static void tie(sorting *o, int node)
{
    if (node >= 0)
        o->is_tied[eg_sets_find(o->set, node)] = true;
}

static void tie_conductors(sorting *o)
{
    const eg_model *m = o->m;
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        bool stores_a = m->heat[c->node_a].capacity > 0, stores_b = m->heat[c->node_b].capacity > 0;
        if (c->law == EG_RADIATES || stores_a || stores_b) {
            tie(o, c->node_a);
            tie(o, c->node_b);
        }
    }
    for (int i = 0; i < m->thermal.source_count; i++)
        if (m->thermal.sources[i].alpha != 0)
            tie(o, m->thermal.sources[i].node);
}

/* What reads a temperature, or gives heat that is known only with all else. */
static void tie_readers(sorting *o)
{
    const eg_model *m = o->m;
    for (int i = 0; i < m->element_count; i++)
        if (m->elements[i].ops->force_under)
            tie(o, eg_element_heat(m, &m->elements[i]));
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].kind == EG_SIGNAL_TEMPERATURE && m->nets[i].dynamic) {
            tie(o, m->nets[i].from);
            tie(o, m->nets[i].to);
        }
    for (int i = 0; i < m->thermal.join_count; i++)
        if (m->nets[m->thermal.joins[i].net].unknown >= 0)
            tie(o, m->thermal.points[m->thermal.joins[i].point_a].node);
    for (int i = 0; m->user && i < m->user->input_count; i++)
        if (m->user->inputs[i].kind == EG_USER_TEMPERATURE)
            tie(o, m->user->inputs[i].index);
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat)
            tie(o, m->user->flows[i].node);
}

static void find_sets(sorting *o)
{
    const eg_model *m = o->m;
    eg_sets_init(o->set, m->heat_count);
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        if (is_massless(m, c->node_a) && is_massless(m, c->node_b))
            eg_sets_join(o->set, c->node_a, c->node_b);
    }
    for (int i = 0; i < m->heat_count; i++)
        o->size[eg_sets_find(o->set, i)]++;
}

/* Set by set. */
static void list_last(sorting *o)
{
    eg_model *m = o->m;
    m->thermal.last_start[0] = 0;
    for (int root = 0; root < m->heat_count; root++) {
        if (eg_sets_find(o->set, root) != root || o->is_tied[root] || o->size[root] > MOST)
            continue;
        int count = m->thermal.last_start[m->thermal.last_sets];
        for (int i = root; i < m->heat_count; i++)
            if (is_massless(m, i) && eg_sets_find(o->set, i) == root) {
                m->heat[i].last = m->thermal.last_sets;
                m->heat[i].place = count - m->thermal.last_start[m->thermal.last_sets];
                m->thermal.last[count++] = i;
                m->thermal.is_last[m->heat[i].unknown - m->first.heat] = true;
            }
        if (count > m->thermal.last_start[m->thermal.last_sets])
            m->thermal.last_start[++m->thermal.last_sets] = count;
    }
}

eg_status eg_compile_last_heat(eg_model *m)
{
    size_t count = (size_t)m->heat_count;
    for (int i = 0; i < m->heat_count; i++)
        m->heat[i].last = -1;
    if (count == 0)
        return EG_OK;
    sorting o = {m, malloc(count * sizeof *o.set), calloc(count, sizeof *o.is_tied),
                 calloc(count, sizeof *o.size)};
    m->thermal.last = eg_arena_array(m->arena, count, sizeof *m->thermal.last);
    m->thermal.last_start = eg_arena_array(m->arena, count + 1, sizeof *m->thermal.last_start);
    m->thermal.is_last =
        eg_arena_array(m->arena, (size_t)(m->first.loop - m->first.heat) + 1, sizeof *m->thermal.is_last);
    bool is_made =
        o.set && o.is_tied && o.size && m->thermal.last && m->thermal.last_start && m->thermal.is_last;
    if (is_made) {
        find_sets(&o);
        tie_conductors(&o);
        tie_readers(&o);
        list_last(&o);
    }
    free(o.set);
    free(o.is_tied);
    free(o.size);
    return is_made ? EG_OK : EG_ERROR_MEMORY;
}
