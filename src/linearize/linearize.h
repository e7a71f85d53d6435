/* What the files of this room know of each other. A linearization is made of tangents: how a consistent point
 * answers to a change of one state or one input, everything else that is given standing still. */
#ifndef EG_LINEARIZE_LINEARIZE_H
#define EG_LINEARIZE_LINEARIZE_H

#include "base/arena.h"
#include "base/json.h"
#include "elastogap/linearize.h"
#include "network/motion/observe.h"
#include "network/network.h"
#include "simulate/readout.h"

enum { EG_LINEAR_MOST_STATES = 4000, EG_LINEAR_MOST_KINKS = 16 };

/* A linearization with the memory that all of it is in. */
typedef struct eg_linearized {
    eg_linearization l; /* first: an eg_linearization * is one of these */
    eg_arena *arena;
} eg_linearized;

/* ---- names.c: what inputs and outputs are, for one model */
typedef struct eg_linear_ports {
    const char **input_name, **input_unit; /* the model's strings, or the caller's */
    int *net;                              /* (inputs) the signal to which the input is added, */
    double *sign;                          /* times this */
    size_t input_count;
    eg_readout outputs; /* with its columns */
    int *kind;          /* (columns) eg_linear_kind: how a column's derivative is found; */
    int *item;          /* (columns) and of what */
} eg_linear_ports;

typedef enum eg_linear_kind {
    EG_LINEAR_BY_DIFFERENCES,
    EG_LINEAR_NODE,     /* the position of a node, */
    EG_LINEAR_DISTANCE, /* of a coordinate part, */
    EG_LINEAR_SPEED,    /* its speed */
    EG_LINEAR_SIGNAL,
    EG_LINEAR_FORMULA /* of users' equations: a quantity */
} eg_linear_kind;

/* EG_OK, EG_ERROR_USAGE (reported), EG_ERROR_MEMORY; to be released in any case. */
eg_status eg_linear_ports_find(eg_linear_ports *p, const eg_model *m, const eg_linearize_options *o,
                               eg_diagnostics *d);
void eg_linear_ports_release(eg_linear_ports *p);

/* ---- a point, and what is found there */
typedef struct eg_linear_state {
    bool is_place; /* the position of a body; else an unknown, */
    int index;
    const eg_coordinate_part *relative; /* or the relative speed of this part, in the place of that unknown */
} eg_linear_state;

typedef struct eg_linear_point {
    eg_network *network;
    const eg_model *m;
    const eg_linear_ports *ports;
    double t;       /* [s], absolute */
    double *y, *yp; /* (n) consistent */
    double reach;
    eg_diagnostics *diagnostics;
    eg_linearized *out;

    /* states.c */
    eg_linear_state *states;
    size_t state_count;
    double *seed;       /* (states x n) the changes of unknowns that are given */
    double *input_seed; /* (inputs x n) those that go with an input, so that it changes no state */
    double *size;       /* (states) how large a state is, at least what accuracy is asked of */
    bool *is_mass;      /* (instances) state_names.c: it has inertia */
    /* tangents.c: column k is a state, behind these an input */
    double *dy, *dyp;  /* (columns x n) */
    double *dnet;      /* (3 nets) of an input: scratch */
    double *base_nets; /* (3 nets) signals at the point */
} eg_linear_point;

/* ---- states.c: which states there are. 0, or what fails. */
eg_status eg_linear_choose_states(eg_linear_point *p);
/* Name, unit and value of states, and what is left out, into p->out. */
eg_status eg_linear_name_states(eg_linear_point *p);
/* v[n]: name, unit and value of all unknowns, at the point evaluated last with EG_EVALUATE_POSITIONS. EG_OK,
 * EG_ERROR_MEMORY. */
eg_status eg_linear_name_unknowns(eg_network *s, double *y, eg_arena *arena, eg_linear_variable *v);
/* The changes of signals that input number i is, in its value (order 0) or a derivative of that. */
void eg_linear_seed_input(const eg_linear_point *p, size_t i, int order, double *dnet);
/* A state's change, and that of its rate, in the tangent that has been found last; place and rate: those of
 * the bodies (eg_network_places_along). */
double eg_linear_state_along(const eg_linear_point *p, const eg_linear_state *s, const double *place);
double eg_linear_rate_along(const eg_linear_point *p, const eg_linear_state *s, const double *rate);
/* The rate of state k at the point as it is. */
double eg_linear_rate(const eg_linear_point *p, size_t k);
/* The relative speed of a part, and by y' the rate of it. */
double eg_linear_relative(const eg_model *m, const eg_coordinate_part *part, const double *y);

/* ---- tangents.c: A, B, C and D of p->out */
eg_status eg_linear_fill(eg_linear_point *p);
/* The signals as they are at the point, while time stands. */
void eg_linear_hold_signals(eg_linear_point *p);

/* ---- linearize.c: p->out with names, rates and matrices, and how all unknowns answer (dy), from network,
 * ports, t, y, yp, reach and diagnostics, the rest being 0; to be closed in any case, out being the
 * caller's. */
eg_status eg_linear_open(eg_linear_point *p);
void eg_linear_close(eg_linear_point *p);
/* All of it at a consistent point; with_kinks: what lies within reach, too. *out is
 * made. */
eg_status eg_linear_at(eg_network *s, const eg_linear_ports *ports, double t, double *y, double *yp,
                       double reach, bool with_kinks, eg_diagnostics *d, eg_linearization **out);
/* ---- kinks.c */
eg_status eg_linear_find_kinks(eg_linear_point *p);
/* Of what changes sides within reach without a mode that tells of it. */
eg_status eg_linear_warn_of_quiet_kinks(eg_linear_point *p);

/* ---- write.c: its members, of a JSON object that is open. */
void eg_linear_put_json(eg_json *j, const eg_linearization *l);

/* ---- spectrum.c: eigenvalues and mode shapes; EG_ERROR_UNAVAILABLE where LAPACK is missing (nothing is
 * reported). */
eg_status eg_linear_find_spectrum(eg_linearized *out);

#endif
