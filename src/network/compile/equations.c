/* Equations: which force enters which row. Every row of a body sums the flange forces f on it, each
 * positive into its component and times the factor of its node: an element's are +f at flange_b and -f at
 * flange_a, a force source's are -u at its flange and +u at its support, an inertia's is m*a. A force sensor
 * whose signal feeds back has a row of its own: the sum of the flange forces beyond it. */
#include "base/recent.h"
#include "network/compile/compile.h"
#include "network/user/modes.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The coordinate part `c` when it measures just what the element depends on, or -1. */
static int coordinate_of(const eg_model *m, int c, const eg_element_part *element)
{
    const eg_coordinate_part *part = c < 0 ? NULL : &m->parts.coordinate[c];
    return part && part->from == element->port_a && part->to == element->port_b &&
                   m->row.of_coordinate[c] >= 0
               ? c
               : -1;
}

/* Prepares the coefficients of an element: those of an earlier one where they are the same, unless the
 * element changes its own. 0, -1 out of memory. */
static int add_coefficients(eg_model *m, eg_element *e, eg_recent *recent)
{
    const int count = eg_element_coefficients(e->ops, e->p);
    const bool remembers = eg_element_remembers(e);
    size_t all = (size_t)m->coefficients.count + (size_t)count;
    if (eg_grow((void **)&m->coefficients.k, &m->coefficients.capacity, all, sizeof *m->coefficients.k) < 0)
        return -1;
    double *k = m->coefficients.k + m->coefficients.count; /* kept where they are new */
    memset(k, 0, sizeof *k * (size_t)count);
    e->ops->prepare(e->p, k);
    int *slot = eg_recent_slot(recent, k, sizeof *k * (size_t)count);
    const eg_element *like = *slot > 0 ? &m->elements[*slot - 1] : NULL;
    *slot = 1 + (int)(e - m->elements);
    m->coefficients.are_memories = m->coefficients.are_memories || remembers;
    if (like && !remembers && like->ops == e->ops &&
        memcmp(m->coefficients.k + like->coefficients, k, sizeof *k * (size_t)count) == 0) {
        e->coefficients = like->coefficients;
        return 0;
    }
    e->coefficients = m->coefficients.count;
    m->coefficients.count = (int)all;
    return 0;
}

static eg_status add_elements(eg_model *m)
{
    const eg_parts *p = &m->parts;
    m->elements = eg_arena_array(m->arena, p->element_count, sizeof *m->elements);
    eg_recent recent = {{0}};
    if (!m->elements)
        return EG_ERROR_MEMORY;
    int *coordinate = malloc(sizeof(int) * ((size_t)m->instance_count + 1));
    if (!coordinate)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++)
        coordinate[i] = -1;
    for (size_t i = 0; i < p->coordinate_count; i++) /* one that joins the same ports */
        if (m->instances[p->coordinate[i].instance].class->element)
            coordinate[p->coordinate[i].instance] = (int)i;
    eg_status status = EG_OK;
    for (size_t i = 0; i < p->element_count && status == EG_OK; i++) {
        const eg_element_part *part = &p->element[i];
        const eg_instance *instance = &m->instances[part->instance];
        eg_element *e = &m->elements[m->element_count];
        e->instance = part->instance;
        e->ops = instance->class->element;
        e->node_a = eg_port_at(m, part->instance, part->port_a);
        e->node_b = eg_port_at(m, part->instance, part->port_b);
        e->body_a = e->node_a < 0 ? 0 : m->nodes[e->node_a].body;
        e->body_b = m->nodes[e->node_b].body;
        bool heats = eg_port_at(m, part->instance, part->heat_port) >= 0;
        e->heat_point = heats ? m->ports.point[m->ports.base[part->instance] + part->heat_port] : -1;
        e->friction = instance->class->friction;
        if (!(e->friction || e->ops->force_under) || part->input == EG_NONE)
            e->input = -1;
        else if (part->input == EG_OWN)
            e->input = eg_instance_net(m, part->instance);
        else
            e->input = m->ports.node[m->ports.base[part->instance] + part->input];
        e->p = instance->p;
        m->kinds.responds = m->kinds.responds || e->friction || e->ops->force_under;
        if (add_coefficients(m, e, &recent) < 0)
            status = EG_ERROR_MEMORY;
        e->first_switch = m->switch_count;
        m->switch_count += e->ops->switch_count;
        int c = coordinate_of(m, coordinate[part->instance], part);
        e->row = c >= 0 ? m->row.of_coordinate[c] : eg_model_row(m, e->node_a, e->node_b);
        if (e->row < 0)
            status = EG_ERROR_MEMORY;
        m->element_count++;
    }
    free(coordinate);
    return status;
}

static bool has_friction(const eg_element *e)
{
    return e->friction != NULL;
}

static bool is_heated(const eg_element *e)
{
    return e->heat_point >= 0;
}

/* Lists those elements of which `is_one` is true. */
static eg_status list_elements(eg_model *m, bool (*is_one)(const eg_element *), int **list, int *count)
{
    for (int i = 0; i < m->element_count; i++)
        *count += is_one(&m->elements[i]);
    if (*count == 0)
        return EG_OK;
    *list = eg_arena_array(m->arena, (size_t)*count, sizeof **list);
    for (int i = 0, k = 0; i < m->element_count && *list; i++)
        if (is_one(&m->elements[i]))
            (*list)[k++] = i;
    return *list ? EG_OK : EG_ERROR_MEMORY;
}

/* After those of the elements. */
static void number_block_switches(eg_model *m)
{
    for (int i = 0; i < m->signals.switched_count; i++) {
        eg_net *n = &m->nets[m->signals.switched[i]];
        n->first_switch = m->switch_count;
        m->switch_count += n->block->switch_count;
    }
}

static eg_status add_sources(eg_model *m)
{
    const eg_parts *p = &m->parts;
    m->sources = eg_arena_array(m->arena, p->force_count, sizeof *m->sources);
    if (!m->sources)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < p->force_count; i++) {
        const eg_force_part *f = &p->force[i];
        int net = f->input == EG_OWN ? eg_instance_net(m, f->instance)
                                     : m->ports.node[m->ports.base[f->instance] + f->input];
        m->sources[m->source_count++] =
            (eg_force_source){f->instance, net, f->sign, eg_port_at(m, f->instance, f->port),
                              eg_port_at(m, f->instance, f->support)};
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- scatter lists */

/* A force sensor with a row of its own: what a force at each node does to the force through it (1 where it
 * stands rigidly beyond, a product of ratios where gears lie between), and the sign of their sum. */
typedef struct beyond {
    int row;
    double sign;
    double *node;
} beyond;

static int push(eg_scatter *s, int row, double coefficient)
{
    if (eg_grow((void **)&s->terms, &s->capacity, (size_t)s->count + 1, sizeof *s->terms) < 0)
        return -1;
    s->terms[s->count++] = (eg_term){row, coefficient};
    return 0;
}

/* A flange force `coefficient`*f at `node` (-1: the ground). */
static int push_at(const eg_model *m, eg_scatter *s, int node, double coefficient, const beyond *b,
                   int sensors)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &m->nodes[node];
    int status = 0;
    for (int i = 0; i <= n->more; i++) {
        eg_term t = eg_node_term(m, n, i);
        if (t.index > 0)
            status |= push(s, eg_v(m, t.index), t.coefficient * coefficient);
    }
    for (int i = 0; i < sensors; i++)
        if (b[i].node[node] != 0)
            status |= push(s, b[i].row, -b[i].sign * b[i].node[node] * coefficient);
    return status;
}

/* a + b; 0 where factors of gears leave nothing but their rounding. */
static double sum_of(double a, double b)
{
    return fabs(a + b) <= 16 * DBL_EPSILON * (fabs(a) + fabs(b)) ? 0 : a + b;
}

/* The two ends of one element may meet in the same row: then its force is internal there. */
static void cancel(eg_scatter *s, int first)
{
    for (int i = first; i < s->count; i++)
        for (int k = i + 1; k < s->count; k++)
            if (s->terms[i].index == s->terms[k].index) {
                s->terms[i].coefficient = sum_of(s->terms[i].coefficient, s->terms[k].coefficient);
                s->terms[k--] = s->terms[--s->count];
            }
    int kept = first;
    for (int i = first; i < s->count; i++)
        if (s->terms[i].coefficient != 0)
            s->terms[kept++] = s->terms[i];
    s->count = kept;
}

static eg_status scatter_all(eg_model *m, const beyond *b, int sensors)
{
    m->scatter.elements.start = eg_arena_array(m->arena, (size_t)m->element_count + 1, sizeof(int));
    m->scatter.sources.start = eg_arena_array(m->arena, (size_t)m->source_count + 1, sizeof(int));
    m->scatter.inertias.start = eg_arena_array(m->arena, (size_t)m->inertia_count + 1, sizeof(int));
    if (!m->scatter.elements.start || !m->scatter.sources.start || !m->scatter.inertias.start)
        return EG_ERROR_MEMORY;
    int status = 0;
    size_t flows = m->user ? (size_t)m->user->flow_count : 0;
    for (int i = 0; i < m->element_count; i++) {
        int first = m->scatter.elements.start[i] = m->scatter.elements.count;
        status |= push_at(m, &m->scatter.elements, m->elements[i].node_b, 1, b, sensors);
        status |= push_at(m, &m->scatter.elements, m->elements[i].node_a, -1, b, sensors);
        cancel(&m->scatter.elements, first);
    }
    for (int i = 0; i < m->source_count; i++) {
        int first = m->scatter.sources.start[i] = m->scatter.sources.count;
        status |= push_at(m, &m->scatter.sources, m->sources[i].node, -m->sources[i].sign, b, sensors);
        status |= push_at(m, &m->scatter.sources, m->sources[i].support, m->sources[i].sign, b, sensors);
        cancel(&m->scatter.sources, first);
    }
    for (int i = 0; i < m->inertia_count; i++) {
        m->scatter.inertias.start[i] = m->scatter.inertias.count;
        if (m->inertias[i].mass > 0)
            status |= push_at(m, &m->scatter.inertias, m->inertias[i].node, m->inertias[i].mass, b, sensors);
    }
    m->scatter.flows.start = eg_arena_array(m->arena, flows + 1, sizeof(int));
    if (!m->scatter.flows.start)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < flows; i++) {
        const eg_user_flow *f = &m->user->flows[i];
        m->scatter.flows.start[i] = m->scatter.flows.count;
        if (!f->is_heat)
            status |= push_at(m, &m->scatter.flows, f->node, 1, b, sensors);
        else
            for (int k = m->thermal.point_rows.start[f->point]; k < m->thermal.point_rows.start[f->point + 1];
                 k++)
                status |= push(&m->scatter.flows, m->thermal.point_rows.terms[k].index,
                               -m->thermal.point_rows.terms[k].coefficient);
    }
    m->scatter.flows.start[flows] = m->scatter.flows.count;
    m->scatter.elements.start[m->element_count] = m->scatter.elements.count;
    m->scatter.sources.start[m->source_count] = m->scatter.sources.count;
    m->scatter.inertias.start[m->inertia_count] = m->scatter.inertias.count;
    return status ? EG_ERROR_MEMORY : EG_OK;
}

static void find_beyond(const eg_model *m, const eg_net *n, beyond *b)
{
    int link = m->ports.link[n->port];
    const eg_end *ends = m->tree.links[link].ends;
    int child = 0, own = 0;
    while (m->nodes[ends[child].node].link != link)
        child++;
    while (ends[own].port != n->port)
        own++;
    b->row = m->first.loop + n->unknown;
    b->sign = -n->sign * ends[own].coefficient / ends[child].coefficient;
    for (int i = 0; i < m->node_count; i++) {
        int node = m->tree.node_order[i];
        const eg_link *l = m->nodes[node].link < 0 ? NULL : &m->tree.links[m->nodes[node].link];
        b->node[node] = node == ends[child].node;
        for (int k = 0; l && node != ends[child].node && k < l->count; k++)
            if (l->ends[k].node != node)
                b->node[node] -=
                    l->ends[k].coefficient / eg_link_coefficient(l, node) * b->node[l->ends[k].node];
    }
}

/* What friction holds with is known only after the motion: a signal that the motion depends on cannot have it
 * in its sum. */
static eg_status check_beyond(const eg_model *m, const eg_net *n, const beyond *b, eg_diagnostics *d)
{
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (!e->friction || (b->node[e->node_b] == 0 && (e->node_a < 0 || b->node[e->node_a] == 0)))
            continue;
        eg_report(
            d, EG_ERROR, eg_instance_place(&m->instances[n->instance]),
            "the motion depends on the force that %s measures, and %s, whose friction may stick, is part of "
            "that force",
            m->instances[n->instance].path, m->instances[e->instance].path);
        eg_remedy(d, "put a stiff spring between them, or measure on the other side of the friction");
        return EG_ERROR_MODEL;
    }
    return EG_OK;
}

/* Friction holds two bodies to each other, and a hard stop one to the ground (stick.h). Behind a gear whose
 * support moves on its own there may be more. */
static eg_status check_holds(const eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; i < m->element_count; i++) {
        const eg_friction_ops *friction = m->elements[i].friction;
        int bodies = m->scatter.elements.start[i + 1] - m->scatter.elements.start[i];
        if (!friction || bodies <= (friction->stops && !friction->restitution ? 1 : 2))
            continue;
        const eg_instance *instance = &m->instances[m->elements[i].instance];
        eg_report(d, EG_ERROR, eg_instance_place(instance),
                  "%s acts behind a gear whose support moves on its own, where several motions add up: %s",
                  instance->path,
                  friction->stops ? "hard stops there are not supported"
                                  : "friction holds two bodies to each other, not more");
        eg_remedy(d, "fix or drive the support of the gear, or put a spring between the gear and this part");
        return EG_ERROR_MODEL;
    }
    return EG_OK;
}

static eg_status scatter(eg_model *m, eg_diagnostics *d)
{
    beyond *b = calloc((size_t)m->signals.loop_count + 1, sizeof *b);
    int sensors = 0;
    eg_status status = b ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < m->net_count && status == EG_OK; i++) {
        const eg_net *n = &m->nets[i];
        if (n->kind != EG_SIGNAL_FORCE || n->unknown < 0)
            continue;
        b[sensors].node = calloc((size_t)m->node_count + 1, sizeof(double));
        if (b[sensors].node) {
            find_beyond(m, n, &b[sensors]);
            status = check_beyond(m, n, &b[sensors++], d);
        } else {
            status = EG_ERROR_MEMORY;
        }
    }
    if (sensors > 0)
        m->dynamics.is_implicit = m->dynamics.rates_in_forces = true;
    if (status == EG_OK)
        status = scatter_all(m, b, sensors);
    if (status == EG_OK)
        status = check_holds(m, d);
    for (int i = 0; i < sensors; i++)
        free(b[i].node);
    free(b);
    return status;
}

/* ---------------------------------------------------------------- bodies that nothing moves */

/* A body without inertia needs at least one element; which of them hold it in which mode is decided
 * while time runs. */
static void check_bodies(eg_model *m, eg_diagnostics *d)
{
    for (int b = 1; b < m->body_count; b++)
        m->dynamics.massless_count += m->bodies[b].mass == 0;
    bool *held = calloc((size_t)m->body_count, sizeof(bool));
    if (!held)
        return;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->body_a != e->body_b || eg_node_factor(m, e->node_a) != eg_node_factor(m, e->node_b))
            held[e->body_a] = held[e->body_b] = true;
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat)
            held[m->nodes[m->user->flows[i].node].body] = true;
    for (int b = 1; b < m->body_count; b++) {
        if (m->bodies[b].mass > 0 || held[b])
            continue;
        int i = m->bodies[b].instance;
        eg_report(d, EG_ERROR, i < 0 ? EG_NOWHERE : eg_instance_place(&m->instances[i]),
                  "nothing determines the motion of %s: its body has no mass, and no spring, "
                  "damper, fixed point or drive holds it",
                  m->bodies[b].name);
        eg_remedy(d, "connect it to a Fixed or a Mass, or remove it");
    }
    free(held);
}

/* The balances of force of several massless bodies, tied by one gear, would have to be solved together. */
static void check_moving_supports(eg_model *m, eg_diagnostics *d)
{
    for (int node = 0; node < m->node_count; node++)
        for (int k = 0; m->nodes[node].more > 0 && k <= m->nodes[node].more; k++) {
            const eg_body *body = &m->bodies[eg_node_term(m, &m->nodes[node], k).index];
            if (body->mass > 0)
                continue;
            const eg_instance *gear = &m->instances[body->instance < 0 ? 0 : body->instance];
            eg_report(d, EG_ERROR, eg_instance_place(gear),
                      "%s has no inertia, and a gear whose support moves ties it to other bodies: its motion "
                      "is not determined",
                      body->name);
            eg_remedy(d, "give it an inertia, or hold the support of the gear");
            return;
        }
}

eg_status eg_compile_equations(eg_model *m, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    m->first.user = m->first.loop + m->signals.loop_count;
    m->n = m->first.user + (m->user ? m->user->unknowns : 0);
    eg_status status = add_elements(m);
    if (status == EG_OK)
        status = list_elements(m, has_friction, &m->kinds.frictions, &m->kinds.friction_count);
    if (status == EG_OK)
        status = list_elements(m, is_heated, &m->kinds.heated, &m->kinds.heated_count);
    number_block_switches(m);
    if (status == EG_OK)
        status = add_sources(m);
    if (status == EG_OK)
        status = eg_compile_signal_gradients(m);
    if (status == EG_OK)
        status = eg_compile_user_equations(m);
    if (status != EG_OK)
        return status;
    check_bodies(m, d);
    check_moving_supports(m, d);
    if (eg_diagnostics_errors(d) > errors)
        return EG_ERROR_MODEL;
    status = scatter(m, d);
    if (status == EG_OK)
        status = eg_check_user_holding(m, d);
    if (status == EG_OK)
        status = eg_user_find_affinity(m);
    return status == EG_OK ? eg_user_find_pieces(m) : status;
}
