/* What a sheet consists of: sheet_motion.c and sheet_show.c write it down, sheet_fill.c carries it out. */
#ifndef EG_NETWORK_MOTION_SHEET_PARTS_H
#define EG_NETWORK_MOTION_SHEET_PARTS_H

#include "network/motion/sheet.h"
#include "network/user/stage.h"

enum { EG_SHEET_BLOCK = 4 }; /* cells have room for a multiple of so many rows */

typedef enum eg_sheet_kind {
    EG_SHEET_TIMES,     /* to = c a */
    EG_SHEET_LINE,      /* to = c a + d */
    EG_SHEET_PLACE,     /* to = c a + d + 0, which is never -0 */
    EG_SHEET_SHIFT,     /* to = a + d */
    EG_SHEET_MINUS,     /* to = a - b */
    EG_SHEET_APART,     /* to = c a - d b + 0 */
    EG_SHEET_BEGIN,     /* to = 0 + c a */
    EG_SHEET_ADD,       /* to = b + c a */
    EG_SHEET_REST,      /* to = (0 - a)/c */
    EG_SHEET_BOTH,      /* to = c a + d b; up to here a cell of its own, made of others */
    EG_SHEET_PACE,      /* the rate of the row of this number, by its pace; where that is summed, as APART */
    EG_SHEET_BODY,      /* that of this number */
    EG_SHEET_ELEMENT,   /* that of this number */
    EG_SHEET_SIGNALS,   /* all nets, from the cell of this number on */
    EG_SHEET_SPEEDS,    /* of all riders */
    EG_SHEET_RIDE,      /* accelerations of all riders */
    EG_SHEET_HOLD,      /* the forces of friction that holds */
    EG_SHEET_LAST_HEAT, /* temperatures that come last */
    EG_SHEET_FLOW,      /* the heat flow of this number */
    EG_SHEET_COMPONENT, /* that of this number */
    EG_SHEET_TIME,      /* to = time */
    EG_SHEET_MOTION,    /* of users' equations what the motion needs, where y' is 0 */
    EG_SHEET_SHOWN,     /* and, from y' too, all that they declare */
} eg_sheet_kind;

typedef struct eg_sheet_step {
    eg_sheet_kind kind;
    int number;
    size_t to, a, b; /* cells; in the end, where they are in `cells` */
    double c, d;
} eg_sheet_step;

/* The position of a body. */
typedef struct eg_sheet_body {
    int to, parent, x; /* cells */
    const eg_body *body;
} eg_sheet_body;

/* A body that friction may hold: who leads it is known where the sheet is carried out. */
typedef struct eg_sheet_rider {
    int own;     /* cells: its own unknown speed, */
    int speed;   /* and the one that it has; */
    int sum;     /* the sum of the forces on it, */
    int balance; /* and with those of inertia what is to hold it; 0: none */
    int acceleration;
} eg_sheet_rider;

typedef struct eg_sheet_element {
    int number;
    int s_rel, v_rel, f, bounded, loss; /* cells; */
    int lost;                           /* the loss before it is bounded */
    int u;                              /* of the signal at its input; -1: none */
} eg_sheet_element;

/* What goes through a conductor. */
typedef struct eg_sheet_flow {
    int to, T_a, T_b; /* cells */
    int G;            /* of the signal that gives it; 0: none */
    const eg_conductor *conductor;
} eg_sheet_flow;

/* What a component sees at a port: cells, 0 standing for what it does not see. */
typedef struct eg_sheet_sight {
    int s, v, a, f, T, Q, y;
} eg_sheet_sight;

typedef struct eg_sheet_component {
    int instance;
    int element; /* number among those of the sheet; -1: it has none */
    int first_sight, sights;
    int first_variable, variables; /* in `variables` */
} eg_sheet_component;

/* What a component shows. What has been filled in before is not its own, but it may look at that. */
typedef struct eg_sheet_variable {
    int cell;
    bool is_own;
} eg_sheet_variable;

/* Users' equations: a cell for each instruction of their tape, and one that is 0. */
typedef struct eg_sheet_users {
    int first, end; /* cells */
    long made;      /* for these changes of modes (user/stage.h); -1: never */
    bool *has;      /* (core) scratch */
    int *roots;     /* (roots) cells that the motion needs, */
    int root_count;
    int *declared; /* (declared_count) those of declared quantities */
    int declared_count;
    eg_user_stage motion, shown;
} eg_sheet_users;

/* Between a cell and one number of a row. */
typedef struct eg_sheet_move {
    double *cell, *value;
} eg_sheet_move;

/* A cell that holds one value for ever. */
typedef struct eg_sheet_constant {
    int cell;
    double value;
} eg_sheet_constant;

struct eg_sheet {
    int rows; /* of each cell */
    int good; /* rows before the first that has to be made alone */
    double *cells;
    double *shown;        /* what the largest component shows in one row */
    eg_sheet_move *moves; /* as many as the largest component has at most */
    double *point;        /* (unknowns) of one row, for temperatures that come last */
    int *column;          /* (column_count) its cell */
    int column_count;
    int *unknowns; /* (unknown_count) in y; their cells are 1, 2 ... */
    int *last;     /* cells of the temperatures that come last, in the order of nodes */
    int cell_count, unknown_count, step_count, body_count, rider_count, element_count, flow_count,
        component_count, sight_count, variable_count, constant_count;
    int first_net, net_count, last_count;
    eg_sheet_users users;
    bool is_steady; /* no signal changes between events */
    eg_sheet_step *steps;
    eg_sheet_body *bodies;
    eg_sheet_rider *riders; /* all bodies, the ground first; none in a model without friction */
    eg_sheet_element *elements;
    eg_sheet_flow *flows;
    eg_sheet_component *components;
    eg_sheet_sight *sights;
    eg_sheet_variable *variables;
    eg_sheet_constant *constants;
    size_t step_room, body_room, rider_room, element_room, flow_room, component_room, sight_room,
        variable_room, constant_room, last_room;
};

static inline double *eg_sheet_cell(const eg_sheet *e, int cell)
{
    return e->cells + (size_t)cell * (size_t)e->rows;
}

/* Rows end before the first in which this is not finite. */
void eg_sheet_end_before_unfit(eg_sheet *e, const double *a, int count);
/* ---- sheet_users.c; are its lists those of the present modes? */
bool eg_sheet_has_mode(const eg_sheet *e, const eg_network *s);
void eg_sheet_run_motion(eg_sheet *e, eg_network *s, int count);
void eg_sheet_run_shown(eg_sheet *e, int count);
void eg_sheet_free_users(eg_sheet_users *k);

#endif
