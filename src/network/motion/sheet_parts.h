/* What a sheet consists of: sheet.c writes it down, sheet_fill.c carries it out. */
#ifndef EG_NETWORK_MOTION_SHEET_PARTS_H
#define EG_NETWORK_MOTION_SHEET_PARTS_H

#include "network/motion/sheet.h"

enum { EG_SHEET_BLOCK = 4 }; /* cells have room for a multiple of so many rows */

typedef enum eg_sheet_kind {
    EG_SHEET_TIMES,     /* to = c a */
    EG_SHEET_LINE,      /* to = c a + d */
    EG_SHEET_PLACE,     /* to = c a + d + 0, which is never -0 */
    EG_SHEET_SHIFT,     /* to = a + d */
    EG_SHEET_MINUS,     /* to = a - b */
    EG_SHEET_APART,     /* to = c a - d b + 0 */
    EG_SHEET_BEGIN,     /* to = 0 + c a */
    EG_SHEET_ADD,       /* to = to + c a */
    EG_SHEET_REST,      /* to = (0 - a)/c */
    EG_SHEET_BOTH,      /* to = c a + d b */
    EG_SHEET_BODY,      /* that of this number */
    EG_SHEET_ELEMENT,   /* that of this number */
    EG_SHEET_SIGNALS,   /* all nets, from the cell of this number on */
    EG_SHEET_COMPONENT, /* that of this number */
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

typedef struct eg_sheet_element {
    int number;
    int s_rel, v_rel, f, bounded, loss; /* cells */
    int u;                              /* of the signal at its input; -1: none */
} eg_sheet_element;

/* What a component sees at a port: cells, 0 standing for what it does not see. */
typedef struct eg_sheet_sight {
    int s, v, a, f, y;
} eg_sheet_sight;

typedef struct eg_sheet_component {
    int instance;
    int element; /* number among those of the sheet; -1: it has none */
    int first_sight, sights;
    int first_variable, variables; /* in `variables` */
} eg_sheet_component;

/* A cell that holds one value for ever. */
typedef struct eg_sheet_constant {
    int cell;
    double value;
} eg_sheet_constant;

struct eg_sheet {
    int rows; /* of each cell */
    double *cells;
    double *shown; /* what the largest component shows in one row */
    int *column;   /* (columns) its cell */
    int *unknowns; /* (unknown_count) in y; their cells are 1, 2 ... */
    int cell_count, unknown_count, step_count, body_count, element_count, component_count, sight_count,
        variable_count, constant_count;
    bool is_steady; /* no signal changes between events */
    eg_sheet_step *steps;
    eg_sheet_body *bodies;
    eg_sheet_element *elements;
    eg_sheet_component *components;
    eg_sheet_sight *sights;
    int *variables; /* cells */
    eg_sheet_constant *constants;
    size_t step_room, body_room, element_room, component_room, sight_room, variable_room, constant_room;
};

static inline double *eg_sheet_cell(const eg_sheet *e, int cell)
{
    return e->cells + (size_t)cell * (size_t)e->rows;
}

#endif
