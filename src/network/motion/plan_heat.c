/* The thermal network of a plan: nodes are the model's, and what their temperatures follow from stands in
 * tables of its own. */
#include "network/motion/plan.h"
#include "network/motion/evaluate.h"
#include "network/motion/linear_mode.h"
#include "network/user/user.h"

static void add_nodes(const eg_network *s, eg_fixed_model *f, const double *y)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->heat_count; i++) {
        const eg_heat_node *n = &m->heat[i];
        f->heat_node[i] = (eg_fixed_heat_node){n->capacity, n->fixed, 1, -1};
        if (n->unknown >= 0)
            f->heat_node[i] = (eg_fixed_heat_node){n->capacity, y[n->unknown], 0, -1};
        else if (n->input >= 0)
            f->heat_node[i].input = eg_plan_input(f, n->input);
    }
    f->heat.nodes = m->heat_count;
}

static void add_conductors(const eg_network *s, eg_fixed_model *f)
{
    static const eg_fixed_heat_law law[] = {[EG_CONDUCTS] = EG_FIXED_CONDUCTS,
                                            [EG_RESISTS] = EG_FIXED_RESISTS,
                                            [EG_RADIATES] = EG_FIXED_RADIATES};
    const eg_model *m = s->m;
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        bool is_constant = c->input < 0 || eg_signal_is_constant(m, c->input);
        /* G, whatever the law: see eg_network_conductance */
        f->conductor[f->heat.conductors++] =
            (eg_fixed_conductor){{c->node_a, c->node_b},
                                 is_constant ? -1 : eg_plan_input(f, c->input),
                                 is_constant && c->law == EG_RESISTS ? EG_FIXED_CONDUCTS : law[c->law],
                                 is_constant ? eg_network_conductance(s, c) : c->G};
    }
}

static void add_sources(const eg_network *s, eg_fixed_model *f)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->thermal.source_count; i++) {
        const eg_heat_source *h = &m->thermal.sources[i];
        bool is_constant = eg_signal_is_constant(m, h->input);
        f->heater[f->heat.heaters++] =
            (eg_fixed_heater){h->node, is_constant ? -1 : eg_plan_input(f, h->input),
                              h->sign * (is_constant ? s->signals.net[h->input].x : 1), h->T_ref, h->alpha};
    }
}

/* Heat that flows into users' equations. */
static void add_flows(const eg_network *s, eg_fixed_model *f)
{
    const eg_model *m = s->m;
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat)
            f->heater[f->heat.heaters++] =
                (eg_fixed_heater){m->user->flows[i].node, eg_plan_input(f, m->net_count + i), -1, 0, 0};
}

int eg_plan_add_heat(const eg_network *s, eg_fixed_model *f, const double *y)
{
    const eg_model *m = s->m;
    bool any = false;
    for (int i = 0; i < m->heat_count; i++)
        any = any || m->heat[i].unknown >= 0;
    if (!any)
        return 0;
    int heaters = m->thermal.source_count + (m->user ? m->user->flow_count : 0);
    if (eg_fixed_model_add_heat(f, m->heat_count, m->thermal.conductor_count, heaters,
                                f->plan.items + (m->user ? m->user->input_count : 0)) < 0)
        return -1;
    add_nodes(s, f, y);
    add_conductors(s, f);
    add_sources(s, f);
    add_flows(s, f);
    for (int i = 0; i < m->element_count; i++)
        f->taker[eg_plan_item_of(m, i)] = eg_element_heat(m, &m->elements[i]);
    return 0;
}
