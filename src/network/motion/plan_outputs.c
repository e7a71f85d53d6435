/* The outputs of a plan: what it is asked to show, by the paths of variables. */
#include "network/motion/plan.h"
#include "network/motion/kinematics.h"
#include "network/user/user.h"

#include <string.h>

/* What an element calls its quantities, in translation and rotation. */
static bool element_output(const eg_model *m, int i, const char *name, eg_fixed_output *out)
{
    static const struct {
        const char *name, *rotational;
        eg_fixed_quantity quantity;
    } known[] = {{"s_rel", "phi_rel", EG_FIXED_DISTANCE},
                 {"v_rel", "w_rel", EG_FIXED_RATE},
                 {"f", "tau", EG_FIXED_FORCE},
                 {"lossPower", "lossPower", EG_FIXED_LOSS}};
    for (size_t k = 0; k < EG_COUNT(known); k++)
        if (strcmp(name, known[k].name) == 0 || strcmp(name, known[k].rotational) == 0) {
            *out = (eg_fixed_output){known[k].quantity, m->body_count - 1 + i, 1, 0};
            return true;
        }
    return false;
}

/* A coordinate part: a position or its rate, which needs an item of its own. */
static bool coordinate_output(const eg_network *s, eg_fixed_model *f, int i, int variable,
                              eg_fixed_output *out)
{
    const eg_model *m = s->m;
    const eg_coordinate_part *part = &m->parts.coordinate[i];
    if (variable != part->variable_s && variable != part->variable_v)
        return false;
    int from = eg_port_at(m, part->instance, part->from), to = eg_port_at(m, part->instance, part->to);
    int item = eg_plan_add_item(s, f, from, to, eg_node_position(s, to) - eg_node_position(s, from));
    bool is_rate = variable == part->variable_v;
    *out =
        (eg_fixed_output){is_rate ? EG_FIXED_RATE : EG_FIXED_DISTANCE, item, 1, is_rate ? 0 : part->offset};
    return true;
}

static bool find_quantity(const eg_network *s, eg_fixed_model *f, const char *path, eg_fixed_output *out)
{
    const eg_model *m = s->m;
    const char *dot = strrchr(path, '.');
    size_t length = dot ? (size_t)(dot - path) : 0;
    for (int i = 0; dot && i < m->instance_count; i++) {
        const eg_instance *instance = &m->instances[i];
        if (strlen(instance->path) != length || strncmp(instance->path, path, length) != 0)
            continue;
        int variable = eg_class_variable(instance->class, dot + 1);
        for (size_t k = 0; variable >= 0 && k < m->parts.coordinate_count; k++)
            if (m->parts.coordinate[k].instance == i && coordinate_output(s, f, (int)k, variable, out))
                return true;
        return variable >= 0 && s->element_of[i] >= 0 && element_output(m, s->element_of[i], dot + 1, out);
    }
    return false;
}

/* The thermal port whose path is the first `length` characters of `path`, or the first one of the component
 * of that path: its heat node, or -1. */
static int heat_node_at(const eg_model *m, const char *path, size_t length)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_class *class = m->instances[i].class;
        size_t own = strlen(m->instances[i].path);
        if (own > length || strncmp(m->instances[i].path, path, own) != 0 ||
            (own < length && path[own] != '.'))
            continue;
        for (size_t k = 0; k < class->port_count; k++) {
            int node = m->ports.node[m->ports.base[i] + (int)k];
            bool is_meant =
                own == length || (strlen(class->ports[k].name) == length - own - 1 &&
                                  strncmp(class->ports[k].name, path + own + 1, length - own - 1) == 0);
            if (eg_port_is_thermal(class->ports[k].kind) && is_meant && node >= 0)
                return node;
        }
    }
    return -1;
}

static bool find_temperature(const eg_model *m, const char *path, eg_fixed_output *out)
{
    size_t length = strlen(path);
    if (length < 3 || strcmp(path + length - 2, ".T") != 0)
        return false;
    int node = heat_node_at(m, path, length - 2);
    *out = (eg_fixed_output){EG_FIXED_TEMPERATURE, node, 1, 0};
    return node >= 0 && m->heat[node].unknown >= 0;
}

/* The signal of that name, or what gives the output of the whole model with it; -1: none. */
static int find_net(const eg_model *m, const char *path)
{
    for (int i = 0; i < m->connector.count; i++)
        if (m->connector.list[i].kind == EG_REAL_OUTPUT && strcmp(m->connector.list[i].path, path) == 0)
            return m->connector.node[i];
    for (int i = 0; i < m->net_count; i++)
        if (strcmp(m->nets[i].name, path) == 0)
            return i;
    return -1;
}

/* What a sensor shows of positions, speeds and temperatures. */
static bool find_sensor(const eg_network *s, eg_fixed_model *f, const char *path, eg_fixed_output *out)
{
    const eg_model *m = s->m;
    int net = find_net(m, path);
    const eg_net *n = net < 0 ? NULL : &m->nets[net];
    if (n && n->kind == EG_SIGNAL_SENSOR && n->order < 2) {
        int item =
            eg_plan_add_item(s, f, n->from, n->to, eg_node_position(s, n->to) - eg_node_position(s, n->from));
        *out = (eg_fixed_output){n->order == 0 ? EG_FIXED_DISTANCE : EG_FIXED_RATE, item, 1, 0};
        return true;
    }
    if (!n || n->kind != EG_SIGNAL_TEMPERATURE || n->order != 0 || n->from >= 0)
        return false;
    *out = (eg_fixed_output){EG_FIXED_TEMPERATURE, n->to, n->gain, n->offset};
    return m->heat[n->to].unknown >= 0;
}

/* Any other variable of users' equations, or a signal that they give: what its instruction comes to in the
 * program that the plan is to have. */
static bool find_value(const eg_model *m, const char *path, eg_fixed_output *out)
{
    const eg_user *u = m->user;
    const int net = find_net(m, path);
    for (int i = 0; u && net >= 0 && i < u->output_count; i++)
        if (u->outputs[i].net == net) {
            *out = (eg_fixed_output){EG_FIXED_VALUE, u->outputs[i].result.node, 1, 0};
            return true;
        }
    for (int i = 0; u && i < u->quantity_count; i++)
        if (u->quantities[i].is_declared && u->quantities[i].node >= 0 &&
            strcmp(u->quantities[i].path, path) == 0) {
            *out = (eg_fixed_output){EG_FIXED_VALUE, u->quantities[i].node, 1, 0};
            return true;
        }
    return false;
}

/* A position or speed of a body that equations write. */
static bool find_own(const eg_network *s, const eg_fixed_model *f, const char *path, eg_fixed_output *out)
{
    const eg_user *u = s->m->user;
    for (int i = 0; u && i < u->quantity_count; i++) {
        if (!u->quantities[i].is_declared || strcmp(u->quantities[i].path, path) != 0)
            continue;
        const eg_instruction *c = &u->tape.code[u->quantities[i].node];
        const int unknown =
            c->op == EG_OP_INPUT && u->inputs[c->a].kind == EG_USER_VALUE ? u->inputs[c->a].index : -1;
        for (int k = 0; k < f->own_bodies; k++) {
            const bool is_x = f->own[k][1] == unknown;
            *out = (eg_fixed_output){is_x ? EG_FIXED_DISTANCE : EG_FIXED_RATE, f->own[k][0], 1, 0};
            if (is_x || f->own[k][2] == unknown)
                return true;
        }
    }
    return false;
}

bool eg_plan_find_output(const eg_network *s, eg_fixed_model *f, const char *path, eg_fixed_output *out)
{
    if (find_net(s->m, path) >= 0)
        return find_sensor(s, f, path, out) || find_value(s->m, path, out);
    return find_own(s, f, path, out) || find_quantity(s, f, path, out) || find_temperature(s->m, path, out) ||
           find_value(s->m, path, out);
}
