/* 20-sim's FixedWorld and Node.
 *
 *     FixedWorld   p.v = 0
 *     Node         all that is connected to p has one velocity, and its forces sum to 0
 *
 * 20-sim's ports have no positions; here the world has one, 0 unless given, for what is connected to it
 * rigidly. A Node is what a connection is in Modelica: it adds nothing. Source: 20-sim's manual, Library,
 * Iconic Diagrams, Mechanical, Translation, Components. */
#include "component/compliant/iconic.h"

enum { P };
enum { POSITION };
enum { V, FORCE };

static int declare_world(const double *p, eg_parts *parts)
{
    return eg_parts_add_ground(parts, (eg_ground_part){.port = P, .position = p[POSITION]});
}

static void observe_world(const eg_observation *o, double *out)
{
    out[V] = 0;
    out[FORCE] = o->port[P].f;
}

static const eg_parameter world_parameters[] = {
    {.name = "position", EG_SI_POSITION, .doc = "Where the world is; 20-sim has none"}};

static const eg_port world_ports[] = {{.name = "p", .kind = EG_FLANGE_B, .doc = "The world"}};

static const eg_variable world_variables[] = {
    {.name = "p.v", EG_SI_VELOCITY, .doc = "Velocity, 0"},
    {.name = "p.F", EG_SI_FORCE, .doc = "Force with which the model pushes the world in positive direction"},
};

const eg_class eg_class_iconic_fixed_world = {
    .name = EG_ICONIC("FixedWorld"),
    .doc = "The world, which does not move (20-sim)",
    .text =
        "A port whose velocity is 0. The force p.F is whatever the model pushes it with; it does no work. "
        "20-sim's ports have no positions; here the world lies at `position`, which matters only for what "
        "is rigidly connected to it.",
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("p.s = position;", "p.v = 0;", "p.f = p.F;"),
    EG_PARAMETERS(world_parameters),
    EG_PORTS(world_ports),
    EG_VARIABLES(world_variables),
    .declare = declare_world,
    .observe = observe_world,
};

/* ---------------------------------------------------------------- Node */

static int declare_node(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = EG_NONE,
                                                               .variable_v = V,
                                                               .variable_a = EG_NONE,
                                                               .from = EG_GROUND,
                                                               .to = P,
                                                               .select = EG_AVOID});
}

static const eg_port node_ports[] = {
    {.name = "p", .kind = EG_FLANGE_A, .doc = "The node; any number of connections can be made"}};

static const eg_variable node_variables[] = {
    {.name = "p.v", EG_SI_VELOCITY, .doc = "Velocity of all of them"}};

const eg_class eg_class_iconic_node = {
    .name = EG_ICONIC("Node"),
    .doc = "Node that rigidly joins what is connected to it (20-sim)",
    .text = "All that is connected to p moves with one velocity, and the forces at p sum to 0: what several "
            "connections to one port mean in Modelica. It has no mass.",
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("p.v = der(p.s);", "p.f = 0;"),
    EG_PORTS(node_ports),
    EG_VARIABLES(node_variables),
    .declare = declare_node,
};
