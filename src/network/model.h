/* The compiled model: what the network compiler makes of a spec. Const once made; the system (system.h
 * in this folder) holds everything that changes while time runs.
 *
 * Mechanics. Flanges joined by `connect` are a node. Nodes tied by rigid parts, gears and drives are a body;
 * body 0 is the ground. The position of a node (an angle where its flanges are rotational) is
 *     s(node) = factor(node)*s(body) + offset(node) + M(motion(node)),
 * where M is the sum of the driven motions on the way to the body's reference node. Factors are 1 but behind
 * gears, and 0 on the ground. A force f at a node does the work of a force factor*f at the reference, and a
 * mass m there is felt as factor^2*m. Behind a gear whose support moves on its own a node moves with several
 * bodies, each with a factor of its own: s(node) is then the sum over them. Every body b > 0 has one
 * coordinate x_b, an s_rel (or an absolute position) on a spanning tree of bodies:
 *     x_b = s(to) - s(from) + shift,     der(x_b) = v(to) - v(from),
 * which gives, since one of the two nodes is on the body and the other on its parent,
 *     s(body) = ratio*s(parent) + gain*(x_b + constant + motions),
 *     gain = sign/factor(own node), ratio = factor(parent's node)/factor(own node).
 *
 * Unknowns y, in this order (N bodies besides the ground):
 *     x_1..x_N | v_1..v_N | states of the drives | states of the blocks | temperatures | signals of
 *     algebraic loops | users' variables
 * and equations in the same slots. Forces are counted as Modelica does: the forces f of all flanges of a
 * body, each positive into its component, sum to zero; an inertia's f is m*a.  */
#ifndef EG_NETWORK_MODEL_H
#define EG_NETWORK_MODEL_H

#include "base/dd.h"
#include "base/system.h"
#include "component/instance.h"
#include "component/parts.h"
#include "elastogap/spec.h"

#include <float.h>

typedef struct eg_term {
    int index;
    double coefficient;
} eg_term;

typedef struct eg_flange_node {
    double factor;
    eg_dd offset; /* [m] or [rad] beyond factor*(the body's reference) */
    int body;
    int first_more;     /* further bodies it moves with: more_terms[first_more ...], index = body; */
    int motion;         /* index in motions; 0: none */
    int parent;         /* node towards the reference along the rigid tree, or -1 */
    int link;           /* the link that gives its position, and */
    unsigned more : 23; /* (how many) */
    bool rotational : 1;
    signed char end; /* which end of it it is; or -1 */
} eg_flange_node;

/* What ties nodes: a rigid part, a ground part, a drive or a gear. A relation between positions,
 *     sum over the ends of coefficient*s(node) = length + motion of the drive,
 * and forces into the component in proportion to the coefficients. */
typedef enum eg_link_kind { EG_LINK_RIGID, EG_LINK_GROUND, EG_LINK_DRIVE, EG_LINK_GEAR } eg_link_kind;
typedef struct eg_end {
    int node, port; /* global port */
    double coefficient;
} eg_end;
typedef struct eg_link {
    eg_end *ends; /* (count) rigid parts and drives: the moved end (+1), what it stands on (-1) */
    double mass;  /* of the inertia that sits between the two ports of a rigid part */
    double length;
    int part;           /* index among the parts of that kind */
    short count;        /* of its ends */
    unsigned char kind; /* eg_link_kind */
} eg_link;

/* Its index in drives, which come in the order of their parts; or -1. */
static inline int eg_link_drive(const eg_link *l)
{
    return l->kind == EG_LINK_DRIVE ? l->part : -1;
}

/* The coefficient of a node's position in a link: two ends may meet in it. */
static inline double eg_link_coefficient(const eg_link *l, int node)
{
    double sum = 0;
    for (int i = 0; i < l->count; i++)
        sum += l->ends[i].node == node ? l->ends[i].coefficient : 0;
    return sum;
}

/* A sum of the motions of drives: drive_terms[first ...], index = drive. */
typedef struct eg_motion {
    int first, count;
} eg_motion;

/* Derivatives of a quantity and of its first two time derivatives with respect to y, y' and time: terms of
 * model->gradient_terms, index i for y[i], n + i for y'[i], 2n + 3k + j for derivative number j of net k
 * where that is a function of time alone. */
typedef struct eg_gradient {
    int first[3], count[3];
} eg_gradient;

typedef struct eg_drive {
    int instance, link;
    int input;                  /* signal net */
    int state, states;          /* first index in y; how many */
    int order;                  /* derivatives of the input it needs */
    eg_gradient gradient;       /* of the motion */
    int variable_s, variable_v; /* local variables whose start values it takes, or EG_NONE */
} eg_drive;

/* The sign of a mass that users' equations write: there is one, and how much they say. */
#define EG_WRITTEN_MASS DBL_MIN

typedef struct eg_body {
    double mass;          /* felt at the reference node: [kg], or [kg.m2] where that is rotational */
    int root;             /* reference node */
    int parent;           /* in the tree of coordinates */
    double gain, ratio;   /* s(body) = ratio*s(parent) + gain*(x_b + ...) */
    int from, to;         /* nodes between which x_b is measured; from = -1: the ground */
    eg_dd constant;       /* offset(from) - offset(to) - eg_body_shift */
    double nominal;       /* s_nominal where the user set it, else 0 */
    int depth;            /* in the tree */
    int coordinate;       /* the coordinate part that x_b is, or -1 */
    const char *variable; /* of the user's that x_b is, or NULL */
    int instance;         /* of a component on it, for messages; -1 */
    const char *name;     /* of a component on it, for messages */
} eg_body;

/* A difference of positions in terms of the unknowns: value = constant + sum of terms*x + motions. */
typedef struct eg_row {
    int from, to;                   /* nodes, for the velocity v(to) - v(from); from = -1: the ground */
    int first, count;               /* coordinates: terms[first ...] */
    int first_motion, motion_count; /* motions: motion_terms[first_motion ...] */
    double constant;
} eg_row;

typedef struct eg_element {
    int instance;
    int node_a, node_b;
    int body_a, body_b;
    int row;          /* s_rel */
    int heat_point;   /* that takes the loss, or -1 */
    int input;        /* signal net that the force follows, or -1 */
    int coefficients; /* first in model->k */
    int first_switch;
    const eg_element_ops *ops;
    const eg_friction_ops *friction; /* NULL: it does not stick */
    const double *p;                 /* parameters of the instance */
} eg_element;

/* Into which rows (index) and with which sign the force of item i enters: terms[start[i]] ... */
typedef struct eg_scatter {
    int *start;     /* items + 1 */
    eg_term *terms; /* malloc'ed */
    int count;
    size_t capacity;
} eg_scatter;

typedef struct eg_force_source {
    int instance, input; /* signal net */
    double sign;
    int node, support; /* support -1: ground */
} eg_force_source;

typedef struct eg_inertia {
    int instance, node, link; /* link -1: not inside a rigid part */
    int port;                 /* global */
    double mass;
} eg_inertia;

typedef enum eg_signal_kind {
    EG_SIGNAL_BLOCK,
    EG_SIGNAL_SENSOR,
    EG_SIGNAL_FORCE,
    EG_SIGNAL_TEMPERATURE,
    EG_SIGNAL_HEAT,
    EG_SIGNAL_BUNDLE, /* a position and its derivatives, each from a signal */
    EG_SIGNAL_USER    /* users' equations give it: an unknown like those of loops, unless it is late */
} eg_signal_kind;

/* One signal: the output of a block or sensor. */
typedef struct eg_net {
    eg_signal_kind kind;
    int instance;
    const eg_block_ops *block;       /* of a block */
    int output;                      /* which of its outputs */
    int inputs[EG_BLOCK_MAX_INPUTS]; /* nets */
    int input_count;
    int state, states; /* a block's: first index in y; how many */
    int lag;           /* derivatives that follow from the states alone */
    int first_switch;
    bool of_time;        /* a function of time alone */
    bool with_time;      /* a function of time and of the phases of blocks on the way */
    int from, to;        /* sensors: the nodes they measure between; from = -1: the ground */
    int row;             /* sensors between two nodes, or that the motion depends on: the same as a row */
    int order;           /* sensors: derivative */
    int port;            /* force sensors: global port */
    double sign;         /* force sensors: of port.f */
    double gain, offset; /* temperature sensors; from and to are heat nodes then, from = -1: 0 K */
    int unknown;         /* index in y when an algebraic loop is cut here, or -1 */
    bool is_constant;    /* a signal of time alone that never changes */
    bool is_late;        /* users' equations give it, and forces alone take it: no unknown, see late.c */
    bool dynamic;        /* the motion depends on it, or a derivative of it is shown */
    bool moves;          /* the motion depends on it */
    bool is_shown;       /* an output of the whole model does */
    int need;            /* how many of its time derivatives the motion depends on */
    int smoothness;      /* continuous derivatives at time events; -1: it jumps; 99: smooth */
    int derivatives;     /* how many time derivatives it has */
    eg_gradient gradient;
    const char *name; /* "sine.y" */
} eg_net;

typedef struct eg_heat_node {
    int unknown;     /* index in y, or -1 when fixed */
    double fixed;    /* temperature when fixed, */
    int input;       /* to which this signal adds, or -1 */
    double capacity; /* sum */
    int instance;    /* of the first port on it, or -1 */
    int ports;       /* that meet there, connectors of users' models included */
    bool radiates;   /* something that radiates ends there */
    int last;        /* the set of temperatures that come last to which it belongs, or -1; */
    int place;       /* in that set */
    const char *name;
} eg_heat_node;

/* Heat ports joined by `connect` are a point; points joined by heat flow sensors too are a node. */
typedef struct eg_heat_point {
    int node;
    double capacity; /* sum */
    bool fixed;      /* something here holds the temperature, and takes whatever heat that needs */
} eg_heat_point;

/* A join of two points, through which heat flows that is measured: what leaves for the points on its far side
 * (b) or, where the temperature is fixed there, comes from those on its near side. */
typedef struct eg_heat_join {
    int instance, point_a, point_b, net;
    double sign;      /* of the sum of heat flows into `points` */
    int first, count; /* far_points[first ...] */
} eg_heat_join;

typedef struct eg_conductor {
    int instance, node_a, node_b, point_a, point_b, input; /* input -1: constant G */
    double G;
    eg_heat_law law;
} eg_conductor;

typedef struct eg_heat_source {
    int instance, node, point, input;
    double sign, T_ref, alpha;
} eg_heat_source;

/* A heat flow: the loss of an element, what a source gives, what users' equations give, what a conductor
 * carries from its node a to b. */
typedef enum eg_heat_term_kind {
    EG_HEAT_LOSS,
    EG_HEAT_SOURCE,
    EG_HEAT_FLOW,
    EG_HEAT_CONDUCTED
} eg_heat_term_kind;
typedef struct eg_heat_term {
    eg_heat_term_kind kind;
    int index;
    double sign;
} eg_heat_term;

/* Nodes at which heat leaves, and what enters number i: terms[start[i]] to terms[start[i + 1]]. */
typedef struct eg_heat_exits {
    int count;
    int *start; /* (count + 1) */
    eg_heat_term *terms;
} eg_heat_exits;

/* Where the value of a variable comes from, for results. */
typedef enum eg_column_kind {
    EG_COLUMN_NODE_S,
    EG_COLUMN_PORT_F,
    EG_COLUMN_NODE_T,
    EG_COLUMN_PORT_Q,
    EG_COLUMN_NET,
    EG_COLUMN_VARIABLE
} eg_column_kind;

/* An input of the whole model, which runs may be given values for; an output. */
typedef struct eg_given {
    const char *path, *unit, *comment;
    eg_type type;
    double start;
    int quantity; /* of a Boolean or an Integer, and of an output that equations give: the variable; or -1 */
} eg_given;

/* Ports and variables, numbered through all instances. */
typedef struct eg_model_ports {
    int *base; /* first global port of each instance (instance_count + 1) */
    struct eg_shown {
        int instance, parameter;
    } * shown; /* parameters that stand among the results, by instance */
    int shown_count;
    int *variable_base; /* first global variable of each instance (instance_count + 1) */
    int *node;          /* (ports) mechanical node, thermal node or net; -1: does not exist */
    int *point;         /* (ports) of thermal ones the point; else -1. NULL: there are none */
    int *link;          /* (ports) link that ends at this port, or -1; malloc'ed, while it is compiled */
} eg_model_ports;

/* Connectors of the model's own. */
typedef struct eg_model_connectors {
    eg_connector *list;
    int count;
    int *node;
    int *point; /* (connectors) as port_point */
    int *start; /* (connector_count + 1) into connector_ports: what is joined to it from inside */
    int *ports;
    bool *closed; /* nothing outside is connected to it */
    /* (connector_count + 1) into passing: of connectors inside which there are connectors of the same model
     * only, what is joined to them from outside: ports, and connectors as -1 - index */
    int *passing_start;
    int *passing;
} eg_model_connectors;

/* What results, messages and descriptions tell of parameters. */
typedef struct eg_model_told {
    eg_declared *declared;
    int declared_count;
    eg_held *held;
    int held_count;
    eg_legend *legends; /* texts are the model's own */
    int legend_count;
} eg_model_told;

/* What ties nodes to bodies, and sums that positions are made of. */
typedef struct eg_model_tree {
    int *node_order; /* nodes, parents before children */
    eg_link *links;
    int link_count;
    eg_motion *motions;
    int motion_count; /* motion 0: none */
    eg_term *more_terms;
    int more_term_count;
    size_t more_term_capacity; /* malloc'ed */
    eg_term *drive_terms;
    int drive_term_count;
    size_t drive_term_capacity; /* malloc'ed; index = drive */
    int *body_order;            /* bodies, parents before children, ground first */
} eg_model_tree;

/* Rows: differences of two positions, from coordinates. */
typedef struct eg_model_rows {
    eg_row *list;
    int count;
    size_t capacity; /* malloc'ed */
    eg_term *terms;
    int term_count;
    size_t term_capacity; /* malloc'ed */
    eg_term *motion_terms;
    int motion_term_count;
    size_t motion_term_capacity; /* malloc'ed; index = drive */
    int *of_coordinate;          /* (coordinate parts) row of to - from */
} eg_model_rows;

/* Elements of some kinds. */
typedef struct eg_model_kinds {
    int *frictions; /* those with friction */
    int friction_count;
    int *heated; /* those whose loss a heat port takes */
    int heated_count;
    bool responds;   /* some follow a signal or a temperature */
    char *causality; /* (elements) eg_causality_kind; causality.c */
} eg_model_kinds;

/* Coefficients of all elements. */
typedef struct eg_model_coefficients {
    double *k; /* (coefficient_count) of all elements, some of which share theirs; malloc'ed. Memories as they
                * are before the start */
    int count;
    size_t capacity;
    bool are_memories; /* some element has a memory among its coefficients */
} eg_model_coefficients;

/* Into which rows forces and flows go. */
typedef struct eg_model_scatter {
    eg_scatter elements, sources, inertias;
    eg_scatter flows; /* of users' flows */
} eg_model_scatter;

/* In which order signals follow, and how they depend on unknowns. */
typedef struct eg_model_signals {
    int *order;    /* net_count + drive_count: net i as i, drive i as -1 - i; inputs before outputs */
    int *switched; /* nets whose blocks have kinks */
    int switched_count;
    bool nonlinear;    /* gradients depend on the point */
    int *instance_net; /* net that an instance's block drives, or -1; NULL without nets: eg_instance_net */
    eg_term *gradient_terms;
    int gradient_term_count;
    size_t gradient_term_capacity; /* malloc'ed */
    int loop_count;                /* nets that are unknowns */
} eg_model_signals;

/* Heat beside its nodes. */
typedef struct eg_model_thermal {
    eg_heat_point *points;
    int point_count;
    eg_heat_join *joins;
    int join_count;
    int *far_points;       /* of all joins */
    eg_scatter point_rows; /* (points) rows into which heat that flows into them enters */
    eg_conductor *conductors;
    bool radiates; /* any of them */
    int conductor_count;
    int *ports; /* (thermal_port_count) global ports at heat nodes */
    int port_count;
    int *last;       /* nodes whose temperatures come last (compile/heat_last.c), */
    int *last_start; /* (last_heat_sets + 1) set by set */
    int last_sets;
    bool *is_last; /* (first_loop - first_heat) is that unknown one of them? */
    eg_heat_source *sources;
    int source_count;
    eg_heat_exits exits;
} eg_model_thermal;

/* What the run gives and takes. */
typedef struct eg_model_interface {
    eg_given *inputs, *outputs;
    int input_count, output_count;
    const char **output_patterns; /* of variables that are outputs too */
    size_t output_pattern_count;
    bool lacks_inputs; /* the compiler has found signals that the run must give */
} eg_model_interface;

/* What the equations of motion are like. */
typedef struct eg_model_dynamics {
    int massless_count;   /* bodies without inertia */
    bool is_implicit;     /* accelerations feed back through signals */
    bool rates_in_forces; /* and reach a force: powers want accelerations */
} eg_model_dynamics;

/* Where in y the unknowns of each kind begin. */
typedef struct eg_model_first {
    int drive, block, heat, loop, user;
} eg_model_first;

struct eg_model {
    struct eg_arena *arena;
    const char *name;
    eg_experiment experiment;
    eg_analysis analysis;

    /* Instances, in order; strings and parameters are the model's own. */
    eg_instance *instances;
    const eg_spec *spec; /* while it is compiled */
    int instance_count;
    struct eg_place_cache {
        const char *file, *file_copy, *source, *source_copy;
        size_t bytes; /* of lines */
    } places;
    eg_parts parts;

    eg_flange_node *nodes;
    int node_count;
    eg_drive *drives;
    int drive_count;
    eg_body *bodies;
    int body_count; /* ground included */
    eg_element *elements;
    int element_count;
    eg_force_source *sources;
    int source_count;
    eg_inertia *inertias;
    int inertia_count;
    eg_net *nets;
    int net_count;
    eg_heat_node *heat;
    int heat_count;
    struct eg_user *user; /* users' variables and equations (user.h), or NULL */

    int n; /* unknowns */
    int switch_count;
    size_t bytes;
    double compile_seconds;
    eg_model_ports ports;
    eg_model_connectors connector;
    eg_model_told told;
    eg_model_tree tree;
    eg_model_rows row;
    eg_model_kinds kinds;
    eg_model_coefficients coefficients;
    eg_model_scatter scatter;
    eg_model_signals signals;
    eg_model_thermal thermal;
    eg_model_interface interface;
    eg_model_dynamics dynamics;
    eg_model_first first;
};

/* y indices of body b >= 1 */
static inline int eg_x(int b)
{
    return b - 1;
}
static inline int eg_v(const eg_model *m, int b)
{
    return m->body_count - 1 + b - 1;
}
/* The net that an instance's block drives, or -1. */
static inline int eg_instance_net(const eg_model *m, int instance)
{
    return m->signals.instance_net ? m->signals.instance_net[instance] : -1;
}
/* Does it change coefficients of its own in a run, as where a contact notes how it began? */
static inline bool eg_element_remembers(const eg_element *e)
{
    return e->ops->remember || e->ops->from_start > 0;
}
/* The thermal node that takes an element's loss, or -1. */
static inline int eg_element_heat(const eg_model *m, const eg_element *e)
{
    return e->heat_point < 0 ? -1 : m->thermal.points[e->heat_point].node;
}
/* What a body's coordinate adds to s(to) - s(from). */
static inline double eg_body_shift(const eg_model *m, const eg_body *b)
{
    return b->coordinate < 0 ? 0 : m->parts.coordinate[b->coordinate].offset;
}
/* How much a node (-1: the ground) moves with its body. */
static inline double eg_node_factor(const eg_model *m, int node)
{
    return node < 0 ? 0 : m->nodes[node].factor;
}
/* How many temperatures come last, */
static inline int eg_last_heat_count(const eg_model *m)
{
    return m->thermal.last_sets > 0 ? m->thermal.last_start[m->thermal.last_sets] : 0;
}
/* and are there others with a row of their own? */
static inline bool eg_heat_moves(const eg_model *m)
{
    return m->first.loop - m->first.heat > eg_last_heat_count(m);
}
static inline int eg_node_motion(const eg_model *m, int node)
{
    return node < 0 ? 0 : m->nodes[node].motion;
}
/* Body number i (0 ... more) that a node moves with, and its factor. */
static inline eg_term eg_node_term(const eg_model *m, const eg_flange_node *n, int i)
{
    return i == 0 ? (eg_term){n->body, n->factor} : m->tree.more_terms[n->first_more + i - 1];
}
/* How much a coordinate part wants to be a state: what the user says, else its class. */
eg_state_select eg_coordinate_wish(const eg_model *m, const eg_coordinate_part *part);
/* The place with its strings kept for the life of the model; consecutive places share them. */
eg_place eg_model_place(eg_model *m, eg_place place);
/* The row that measures s(to) - s(from); from = -1: the ground. -1 out of memory. */
int eg_model_row(eg_model *m, int from, int to);
/* The node of an instance's port (EG_GROUND: -1). */
static inline int eg_port_at(const eg_model *m, int instance, int port)
{
    return port < 0 ? -1 : m->ports.node[m->ports.base[instance] + port];
}
/* "housing.stop1" */
const char *eg_instance_path(const eg_model *m, int instance);
/* A component that has a flange at a mechanical node; the model's name where none has. */
const char *eg_model_at_node(const eg_model *m, int node);

#endif
