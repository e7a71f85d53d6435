/* The compiled model: what the network compiler makes of a spec. Const once made; the system (system.h
 * in this folder) holds everything that changes while time runs.
 *
 * Mechanics. Flanges joined by `connect` are a node. Nodes tied by rigid parts and drives are a body;
 * body 0 is the ground. The position of a node is
 *     s(node) = s(body) + offset(node) + M(motion(node)),
 * where M is the sum of the driven motions on the way to the body's reference node. Every body b > 0 has
 * one coordinate x_b, an s_rel (or an absolute position) on a spanning tree of bodies:
 *     s(body) = s(parent) + sign*x_b + constant + motions,     der(x_b) = sign-free v_to - v_from.
 *
 * Unknowns y, in this order (N bodies besides the ground):
 *     x_1..x_N | v_1..v_N | states of the drives | temperatures | signals of algebraic loops
 * and equations in the same slots. Forces are counted as Modelica does: the forces f of all flanges of a
 * body, each positive into its component, sum to zero; an inertia's f is m*a.  */
#ifndef EG_NETWORK_MODEL_H
#define EG_NETWORK_MODEL_H

#include "base/arena.h"
#include "base/dd.h"
#include "base/system.h"
#include "component/parts.h"
#include "component/spec.h"
#include "elastogap/simulate.h"

typedef struct eg_term {
    int index;
    double coefficient;
} eg_term;

typedef struct eg_node {
    int body;
    eg_dd offset; /* [m] from the body's reference */
    int motion;   /* index in motions; 0: none */
    int parent;   /* node towards the reference along the rigid tree, or -1 */
    int link;     /* the link to the parent, or -1 */
    int depth;
} eg_node;

/* What ties two nodes: a rigid part, a ground part (parent: none) or a drive. */
typedef enum eg_link_kind { EG_LINK_RIGID, EG_LINK_GROUND, EG_LINK_DRIVE } eg_link_kind;
typedef struct eg_link {
    eg_link_kind kind;
    int part;               /* index among the parts of that kind */
    int from, to;           /* nodes; from = -1: the ground itself */
    int from_port, to_port; /* global ports, or -1 */
    int drive;              /* index in drives, or -1 */
    double mass;            /* of the inertia that sits between the two ports of a rigid part */
    eg_dd length;           /* s(to) - s(from) */
} eg_link;

typedef struct eg_motion {
    int parent; /* motion it adds to; 0: none */
    int drive;
    double sign; /* +1 when the drive's flange lies away from the reference */
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

typedef struct eg_body {
    double mass;
    int root;       /* reference node */
    int parent;     /* in the tree of coordinates */
    double sign;    /* of x_b */
    int from, to;   /* nodes between which x_b is measured; from = -1: the ground */
    eg_dd constant; /* offset of the coordinate: x_b = s(to) - s(from) + shift */
    double shift;
    double nominal;   /* s_nominal where the user set it, else 0 */
    int depth;        /* in the tree */
    int coordinate;   /* the coordinate part that x_b is, or -1 */
    int instance;     /* of a component on it, for messages; -1 */
    const char *name; /* of a component on it, for messages */
} eg_body;

/* A difference of positions in terms of the unknowns: value = constant + sum of terms*x + motions. */
typedef struct eg_row {
    int body_from, body_to; /* for the velocity: v(to) - v(from) */
    int motion_from, motion_to;
    int first, count;               /* coordinates: terms[first ...] */
    int first_motion, motion_count; /* motions: motion_terms[first_motion ...] */
    double constant;
} eg_row;

typedef struct eg_element {
    int instance;
    int node_a, node_b;
    int body_a, body_b;
    int row;          /* s_rel */
    int heat;         /* thermal node that takes the loss, or -1 */
    int input;        /* signal net that the force follows, or -1 */
    int coefficients; /* first in model->k */
    int first_switch;
    double nominal; /* s_nominal where the user set it, else 0 */
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
    int instance, node, body, link; /* link -1: not inside a rigid part */
    int port;                       /* global */
    double mass;
} eg_inertia;

typedef enum eg_signal_kind { EG_SIGNAL_BLOCK, EG_SIGNAL_SENSOR, EG_SIGNAL_FORCE } eg_signal_kind;

/* One signal: the output of a block or sensor. */
typedef struct eg_net {
    eg_signal_kind kind;
    int instance;
    int inputs[EG_BLOCK_MAX_INPUTS]; /* nets */
    int input_count;
    int from, to;    /* sensors: the nodes they measure between; from = -1: the ground */
    int row;         /* sensors between two nodes, or that the motion depends on: the same as a row */
    int order;       /* sensors: derivative */
    int port;        /* force sensors: global port */
    int unknown;     /* index in y when an algebraic loop is cut here, or -1 */
    bool dynamic;    /* the motion depends on it */
    int need;        /* how many of its time derivatives the motion depends on */
    int smoothness;  /* continuous derivatives at time events; -1: it jumps; 99: smooth */
    int derivatives; /* how many time derivatives it has */
    eg_gradient gradient;
    const char *name; /* "sine.y" */
} eg_net;

typedef struct eg_heat_node {
    int unknown;     /* index in y, or -1 when fixed */
    double fixed;    /* temperature when fixed */
    double capacity; /* sum */
    int instance;    /* of the first port on it, or -1 */
    int ports;       /* that meet there, connectors of users' models included */
    const char *name;
} eg_heat_node;

typedef struct eg_conductor {
    int instance, node_a, node_b, input; /* input -1: constant G */
    double G;
} eg_conductor;

typedef struct eg_heat_source {
    int instance, node, input;
    double T_ref, alpha;
} eg_heat_source;

/* Where the value of a variable comes from, for results. */
typedef enum eg_column_kind {
    EG_COLUMN_NODE_S,
    EG_COLUMN_PORT_F,
    EG_COLUMN_NODE_T,
    EG_COLUMN_PORT_Q,
    EG_COLUMN_NET,
    EG_COLUMN_VARIABLE
} eg_column_kind;

struct eg_model {
    eg_arena *arena;
    const char *name;
    eg_experiment experiment;

    /* Instances, in order; strings and parameters are the model's own. */
    eg_instance *instances;
    int instance_count;
    int *port_base;     /* first global port of each instance (instance_count + 1) */
    int *variable_base; /* first global variable of each instance (instance_count + 1) */
    int *port_node;     /* (ports) mechanical node, thermal node or net; -1: does not exist */
    int *port_link;     /* (ports) link that ends at this port, or -1 */
    eg_connector *connectors;
    int connector_count;
    int *connector_node;
    int *connector_start; /* (connector_count + 1) into connector_ports: what is joined to it from inside */
    int *connector_ports;
    eg_declared *declared;
    int declared_count;
    eg_parts parts;

    eg_node *nodes;
    int node_count;
    int *node_order; /* nodes, parents before children */
    eg_link *links;
    int link_count;
    eg_motion *motions;
    int motion_count; /* motion 0: none */
    eg_drive *drives;
    int drive_count;
    eg_body *bodies;
    int body_count;  /* ground included */
    int *body_order; /* bodies, parents before children, ground first */
    eg_row *rows;
    int row_count;
    size_t row_capacity; /* malloc'ed */
    eg_term *row_terms;
    int row_term_count;
    size_t row_term_capacity; /* malloc'ed */
    eg_term *motion_terms;
    int motion_term_count;
    size_t motion_term_capacity; /* malloc'ed; index = drive */
    eg_element *elements;
    int element_count;
    int friction_count; /* of them with friction */
    double *k;          /* coefficients of all elements */
    eg_scatter element_rows, source_rows, inertia_rows;
    eg_force_source *sources;
    int source_count;
    eg_inertia *inertias;
    int inertia_count;
    int *coordinate_row;     /* (coordinate parts) row of to - from */
    int *element_coordinate; /* (elements) its coordinate part */
    eg_net *nets;
    int net_count;
    int *signal_order; /* net_count + drive_count: net i as i, drive i as -1 - i; inputs before outputs */
    int *instance_net; /* net that an instance's block drives, or -1 */
    eg_term *gradient_terms;
    int gradient_term_count;
    size_t gradient_term_capacity; /* malloc'ed */
    int loop_count;                /* nets that are unknowns */
    eg_heat_node *heat;
    int heat_count;
    eg_conductor *conductors;
    int conductor_count;
    eg_heat_source *heat_sources;
    int heat_source_count;
    int massless_count; /* bodies without inertia */
    bool implicit;      /* accelerations feed back through signals */

    int n; /* unknowns */
    int first_drive, first_heat, first_loop;
    int switch_count;
    size_t bytes;
    double compile_seconds;
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
/* ---- phases of the compiler, in order; each reports what is wrong and answers EG_OK or a failure */
eg_status eg_compile_connections(eg_model *m, const eg_spec *spec);
eg_status eg_compile_bodies(eg_model *m, eg_diagnostics *d);
eg_status eg_compile_coordinates(eg_model *m, eg_diagnostics *d);
eg_status eg_compile_signals(eg_model *m, eg_diagnostics *d);
/* After the unknowns are numbered. */
eg_status eg_compile_signal_gradients(eg_model *m);
eg_status eg_compile_heat(eg_model *m, eg_diagnostics *d);
eg_status eg_compile_equations(eg_model *m, eg_diagnostics *d);

/* How much a coordinate part wants to be a state: what the user says, else its class. */
eg_state_select eg_coordinate_wish(const eg_model *m, const eg_coordinate_part *part);
/* The row that measures s(to) - s(from); from = -1: the ground. -1 out of memory. */
int eg_model_row(eg_model *m, int from, int to);
/* The node of an instance's port (EG_GROUND: -1). */
int eg_port_at(const eg_model *m, int instance, int port);
/* "housing.stop1" */
const char *eg_instance_path(const eg_model *m, int instance);

#endif
