/* Where heat leaves a model: nodes that store none of it. Their temperature is given, or comes last
 * (heat_last.c) and leads to given ones alone, so that what enters there leaves there. What enters is listed
 * node by node, for the balance of heat is taken at every node of the quadrature of every step. */
#include "network/model.h"
#include "network/compile/compile.h"
#include "network/user/user.h"

static bool is_exit(const eg_heat_node *n)
{
    return n->unknown < 0 || n->last >= 0;
}

/* A conductor between an exit and a node that stores heat, or between two given temperatures, brings heat or
 * takes it; what it carries among those that come last, or from them to given ones, has entered already. */
static bool crosses(const eg_model *m, const eg_conductor *c)
{
    const eg_heat_node *a = &m->heat[c->node_a], *b = &m->heat[c->node_b];
    return is_exit(a) != is_exit(b) || (is_exit(a) && a->last < 0 && b->last < 0);
}

/* Lists what enters node n behind the `count` terms before, or only counts it where there is no list yet. */
static int list_terms(const eg_model *m, int n, eg_heat_term *terms, int count)
{
    for (int i = 0; i < m->kinds.heated_count; i++)
        if (eg_element_heat(m, &m->elements[m->kinds.heated[i]]) == n) {
            if (terms)
                terms[count] = (eg_heat_term){EG_HEAT_LOSS, m->kinds.heated[i], 1};
            count++;
        }
    for (int i = 0; i < m->thermal.source_count; i++)
        if (m->thermal.sources[i].node == n) {
            if (terms)
                terms[count] = (eg_heat_term){EG_HEAT_SOURCE, i, 1};
            count++;
        }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat && m->user->flows[i].node == n) {
            if (terms)
                terms[count] = (eg_heat_term){EG_HEAT_FLOW, i, 1};
            count++;
        }
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        if (c->node_a == c->node_b || !crosses(m, c) || (c->node_a != n && c->node_b != n))
            continue;
        if (terms)
            terms[count] = (eg_heat_term){EG_HEAT_CONDUCTED, i, c->node_b == n ? 1 : -1};
        count++;
    }
    return count;
}

eg_status eg_compile_heat_exits(eg_model *m)
{
    eg_heat_exits *x = &m->thermal.exits;
    int terms = 0, first = 0;
    for (int n = 0; n < m->heat_count; n++)
        if (is_exit(&m->heat[n])) {
            x->count++;
            terms = list_terms(m, n, NULL, terms);
        }
    x->start = eg_arena_array(m->arena, (size_t)x->count + 1, sizeof *x->start);
    x->terms = eg_arena_array(m->arena, (size_t)terms + 1, sizeof *x->terms);
    if (!x->start || !x->terms)
        return EG_ERROR_MEMORY;
    x->count = 0;
    for (int n = 0; n < m->heat_count; n++)
        if (is_exit(&m->heat[n])) {
            x->start[x->count++] = first;
            first = list_terms(m, n, x->terms, first);
        }
    x->start[x->count] = first;
    return EG_OK;
}
