/* Heat flows in users' equations: into conductors, sources and what loses heat by their laws; into what fixes
 * a temperature or stores heat by the balance of its node, as minus all the others. */
#include "network/user/build.h"

static int binary(eg_user_builder *b, int op, int x, int y)
{
    return eg_user_binary(b, op, x, y);
}

int eg_user_temperature(eg_user_builder *b, int node)
{
    const eg_model *m = b->m;
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        if (c->motion && eg_port_is_thermal(c->kind) && m->connector.node[i] == node)
            return eg_user_leaf(b, EG_USER_VARIABLE, (int)eg_names_find(b->spec->variable_paths, c->motion),
                                0);
    }
    return eg_user_leaf(b, EG_USER_TEMPERATURE, node, 0);
}

bool eg_user_is_temperature_given(const eg_user_builder *b, int node)
{
    const eg_model *m = b->m;
    for (size_t i = 0; i < m->parts.heat_fixed_count; i++)
        if (eg_port_at(m, m->parts.heat_fixed[i].instance, m->parts.heat_fixed[i].port) == node)
            return true;
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++)
        if (eg_port_at(m, m->parts.heat_capacity[i].instance, m->parts.heat_capacity[i].port) == node &&
            m->parts.heat_capacity[i].C != 0)
            return true;
    return false;
}

static int temperature(eg_user_builder *b, int instance, int port)
{
    return eg_user_temperature(b, eg_port_at(b->m, instance, port));
}

/* The signal at a port; what a source says of itself is a constant. */
static int signal_at(eg_user_builder *b, int instance, int input)
{
    if (input == EG_OWN) {
        const eg_instance *i = &b->m->instances[instance];
        eg_jet own;
        i->class->block->evaluate(i->p, 0, eg_jet_of(0), NULL, &own);
        return eg_tape_constant(&b->raw, own.x);
    }
    int net = input < 0 ? -1 : b->m->ports.node[b->m->ports.base[instance] + input];
    return net < 0 ? -2 : eg_user_leaf(b, EG_USER_SIGNAL, net, 0);
}

static int fourth(eg_user_builder *b, int x)
{
    int square = binary(b, EG_OP_MUL, x, x);
    return binary(b, EG_OP_MUL, square, square);
}

/* From port_a to port_b. */
static int through(eg_user_builder *b, const eg_heat_conductor_part *p)
{
    int T_a = temperature(b, p->instance, p->port_a), T_b = temperature(b, p->instance, p->port_b);
    int G = p->input == EG_NONE ? eg_tape_constant(&b->raw, p->G) : signal_at(b, p->instance, p->input);
    bool radiates = p->law == EG_RADIATES;
    int difference = binary(b, EG_OP_SUB, radiates ? fourth(b, T_a) : T_a, radiates ? fourth(b, T_b) : T_b);
    if (G == -2)
        return -2;
    return p->law == EG_RESISTS ? binary(b, EG_OP_DIV, difference, G) : binary(b, EG_OP_MUL, G, difference);
}

static int from_source(eg_user_builder *b, const eg_heat_source_part *p)
{
    int flow = signal_at(b, p->instance, p->input);
    if (flow < 0)
        return flow;
    if (p->alpha != 0) {
        int above =
            binary(b, EG_OP_SUB, temperature(b, p->instance, p->port), eg_tape_constant(&b->raw, p->T_ref));
        int share = binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, p->alpha), above);
        flow = binary(b, EG_OP_MUL, flow, binary(b, EG_OP_ADD, eg_tape_constant(&b->raw, 1), share));
    }
    return p->is_sink ? flow : eg_tape_add(&b->raw, EG_OP_NEG, flow, -1, -1);
}

/* By the law of the component; -2: it has none. */
static int by_law(eg_user_builder *b, int instance, int port)
{
    const eg_parts *parts = &b->m->parts;
    for (size_t i = 0; i < parts->element_count; i++)
        if (parts->element[i].instance == instance && parts->element[i].heat_port == port)
            return eg_tape_add(&b->raw, EG_OP_NEG, eg_user_leaf(b, EG_USER_LOSS, (int)i, 0), -1, -1);
    for (size_t i = 0; i < parts->heat_conductor_count; i++) {
        const eg_heat_conductor_part *p = &parts->heat_conductor[i];
        if (p->instance == instance && (p->port_a == port || p->port_b == port)) {
            int flow = through(b, p);
            return flow < 0 || p->port_a == port ? flow : eg_tape_add(&b->raw, EG_OP_NEG, flow, -1, -1);
        }
    }
    for (size_t i = 0; i < parts->heat_source_count; i++)
        if (parts->heat_source[i].instance == instance && parts->heat_source[i].port == port)
            return from_source(b, &parts->heat_source[i]);
    for (size_t i = 0; i < parts->heat_sensor_count; i++) { /* takes none */
        const eg_heat_sensor_part *p = &parts->heat_sensor[i];
        if (p->instance == instance && (p->from == port || p->to == port))
            return eg_tape_constant(&b->raw, 0);
    }
    return -2;
}

static bool follows_from_balance(const eg_parts *parts, int instance, int port)
{
    for (size_t i = 0; i < parts->heat_fixed_count; i++)
        if (parts->heat_fixed[i].instance == instance && parts->heat_fixed[i].port == port)
            return true;
    for (size_t i = 0; i < parts->heat_capacity_count; i++)
        if (parts->heat_capacity[i].instance == instance && parts->heat_capacity[i].port == port)
            return true;
    return false;
}

/* What goes in at one port of a rigid join comes out at the other, at the same node. */
static bool is_join(const eg_parts *parts, int instance, int port)
{
    for (size_t i = 0; i < parts->heat_join_count; i++) {
        const eg_heat_join_part *p = &parts->heat_join[i];
        if (p->instance == instance && p->port_b != EG_NONE && (p->port_a == port || p->port_b == port))
            return true;
    }
    return false;
}

/* Into all else at the node; -2: something there is not known. */
static int into_others(eg_user_builder *b, int own, int node)
{
    const eg_model *m = b->m;
    int sum = eg_tape_constant(&b->raw, 0);
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            int port = p - m->ports.base[i];
            if (p == own || m->ports.node[p] != node ||
                !eg_port_is_thermal(m->instances[i].class->ports[port].kind) || is_join(&m->parts, i, port))
                continue;
            int flow = by_law(b, i, port);
            if (flow < 0)
                return flow;
            sum = binary(b, EG_OP_ADD, sum, flow);
        }
    for (int i = 0; i < m->connector.count; i++)
        if (eg_port_is_thermal(m->connector.list[i].kind) && m->connector.node[i] == node) {
            int flow = eg_user_own_flow(b, i, "Q_flow");
            if (flow == -1)
                return -1;
            sum = flow < 0 ? sum : binary(b, EG_OP_ADD, sum, flow);
        }
    return sum;
}

int eg_user_heat_flow(eg_user_builder *b, int instance, int port)
{
    int own = b->m->ports.base[instance] + port, flow = by_law(b, instance, port);
    if (flow != -2 || !follows_from_balance(&b->m->parts, instance, port))
        return flow;
    flow = into_others(b, own, b->m->ports.node[own]);
    return flow < 0 ? flow : eg_tape_add(&b->raw, EG_OP_NEG, flow, -1, -1);
}

int eg_user_heating_rate(eg_user_builder *b, int node)
{
    const eg_model *m = b->m;
    const eg_heat_capacity_part *only = NULL;
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        if (eg_port_at(m, p->instance, p->port) != node)
            continue;
        if (only)
            return -2;
        only = p;
    }
    if (!only || only->C == 0)
        return -2;
    int flow = eg_user_heat_flow(b, only->instance, only->port);
    return flow < 0 ? flow : binary(b, EG_OP_DIV, flow, eg_tape_constant(&b->raw, only->C));
}
