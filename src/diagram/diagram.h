/* A picture in the making: boxes (components) in the cells of a grid, nets (connections) in the channels
 * between them.
 *
 *   network.c  spec -> boxes, terminals and nets
 *   equations.c the same of a model without components
 *   place.c    boxes -> columns and rows: regions, each laid out by
 *   lines.c    (what lies along a line of motion or heat) or
 *   blocks.c   (signals), and put beside each other
 *   route.c    nets -> channels; pixels
 *   track.c    which of the tracks of its channel a line takes
 *   state.c    how contacts and friction stand at the start
 *   label.c    names and values as lines of text
 *   symbol.c   what a component looks like
 *   svg.c      the picture and its description as texts
 *   canvas.c   the layout of the model's author instead of all that
 *   animation.c what of it moves with results, and how far
 *   picture.c  the picture as PNG and PDF */
#ifndef EG_DIAGRAM_DIAGRAM_H
#define EG_DIAGRAM_DIAGRAM_H

#include "base/arena.h"
#include "component/icon/drawing.h"
#include "component/spec.h"
#include "elastogap/diagram.h"

#include <stdio.h>

typedef enum eg_diagram_side { EG_SIDE_LEFT, EG_SIDE_RIGHT, EG_SIDE_TOP, EG_SIDE_BOTTOM } eg_diagram_side;
typedef enum eg_domain { EG_MECHANICAL, EG_THERMAL, EG_SIGNAL } eg_domain;

/* How a component is drawn. */
typedef enum eg_symbol {
    EG_SYMBOL_ICON, /* the icon of its class */
    EG_SYMBOL_MASS,
    EG_SYMBOL_ROD,
    EG_SYMBOL_WALL,
    EG_SYMBOL_SPRING,
    EG_SYMBOL_DAMPER,
    EG_SYMBOL_SPRING_DAMPER,
    EG_SYMBOL_GAP,
    EG_SYMBOL_FORCE,
    EG_SYMBOL_EQUATIONS /* what users' equations give */
} eg_symbol;

typedef struct eg_terminal {
    const char *name; /* of the port */
    eg_port_kind kind;
    int box, net;
    eg_diagram_side side;
    double offset;      /* from the box's middle along its side */
    int beside, across; /* the vertical channel beside its box; the horizontal one through which it goes */
    bool is_primary;    /* the line goes straight to the channel of its net */
    bool is_direct;     /* it reaches the trunk without a horizontal channel, maybe through empty cells */
} eg_terminal;

typedef struct eg_box {
    const char *path;
    const eg_class *class;       /* NULL: of users' equations */
    const eg_instance *instance; /* while the spec is there; NULL: has none */
    const bool *has_port;        /* (ports of the class) those that its conditions leave; NULL: all */
    eg_domain domain;
    eg_symbol symbol;
    const char *name, *value;  /* lines of text; NULL: none */
    int left, right;           /* first terminals at its sides, or -1 */
    bool is_mirrored;          /* the flange at the left is its second */
    int first, count;          /* diagram->ports */
    int band;                  /* of rows that a folded line fills */
    int column, row, from, to; /* cell, and vertical channels between which its line goes */
    int next;                  /* in its row, or -1 */
    double width, height;      /* of the symbol */
    double shift;              /* of its middle from that of its row, downwards */
    double x, y;               /* its middle */
    double text_width;
    bool text_below, text_beside; /* beside: left-aligned, right of what leaves the box below */
    int top_count, bottom_count;
    const char *state; /* of a contact or friction, at the start; NULL: not known */
    bool is_closed;    /* a contact, at the start */
    double free;       /* its distance at touch; NAN: none */
    double opening;    /* at the start [m]; less than 0: pressed; NAN: not known */
    double spring;     /* of a contact: how long its spring is drawn [px]; 0: as usual */
    int box_order;     /* of declaration */
} eg_box;

/* A straight piece of a net in a channel, in units of the grid: 2i is channel i, 2i + 1 column or row i. */
typedef struct eg_segment {
    int net, channel, low, high, track;
    bool is_vertical, is_trunk;
    int next;              /* of the same net, or -1 */
    double at, begin, end; /* pixels: of the channel's axis, and along it */
} eg_segment;

typedef struct eg_diagram_net {
    eg_domain domain;
    bool is_discrete;
    int layer;        /* the vertical channel of its trunk */
    int first, count; /* diagram->ends */
    int segment;      /* the first, or -1 */
} eg_diagram_net;

typedef struct eg_line {
    eg_diagram_piece piece;
    bool is_lead; /* the component draws it, since it moves with it */
} eg_line;

/* A component where its author has put it. */
typedef struct eg_card {
    const char *path, *class_name;
    const char *name; /* NULL: the icon tells it */
    eg_drawing icon;  /* pixels, y upwards */
    double x, y;      /* the lower edge of the name, in the middle */
} eg_card;

/* Areas of a component that nothing may overlap. */
enum { EG_AREA_SYMBOL, EG_AREA_NAME, EG_AREA_VALUE, EG_AREA_STATE, EG_AREAS };

struct eg_diagram {
    eg_arena *arena; /* owns all below but growing arrays */
    bool is_canvas;  /* of what follows only the cards, the lines and their bounds are there */
    eg_card *cards;
    size_t card_count;
    eg_drawing lines;
    double left, right, low, high; /* of cards and lines, y upwards */
    const char *name;
    eg_diagram_theme theme;
    eg_box *boxes;
    int box_count;
    size_t box_capacity;
    eg_terminal *terminals;
    int terminal_count;
    size_t terminal_capacity;
    eg_diagram_net *nets;
    int net_count;
    int *ends;  /* terminals, net by net */
    int *ports; /* terminals, box by box */
    int columns, rows;
    int *row_first; /* (rows) a box, or -1 */
    eg_segment *segments;
    int segment_count;
    size_t segment_capacity;
    eg_line *pieces;
    size_t piece_count, piece_capacity;
    double width, height;
    double widest;                     /* of the contacts that are open [m] */
    const struct eg_animation *motion; /* NULL: nothing is drawn for what moves and lights up */
};

/* What results call the variables of a box that a viewer follows. */
typedef enum eg_box_signal {
    EG_BOX_A, /* positions of its flanges at the left and right */
    EG_BOX_B,
    EG_BOX_FORCE,
    EG_BOX_RELATIVE, /* distance or deflection */
    EG_BOX_HEAT,     /* temperature */
    EG_BOX_SIGNALS
} eg_box_signal;
#define EG_SIGNAL_PATH 1024

/* The height of a line of text, and the sizes of its letters. */
#define EG_LINE_HEIGHT 15.0
#define EG_TEXT_SIZE 11.0

/* An equation of two variables of different components, as a connection between what their names tell. */
typedef struct eg_diagram_end {
    const char *path, *owner, *port;
    eg_port_kind kind;
    bool is_declared; /* a variable of the user's, not of a component of the library */
} eg_diagram_end;
typedef struct eg_diagram_link {
    eg_diagram_end end[2];
    bool is_signal;
} eg_diagram_link;
/* To which component each of the user's variables belongs (variable_count), and what joins them (at most
 * equation_count). EG_ERROR_MEMORY. */
eg_status eg_diagram_read_variables(eg_diagram *d, const eg_spec *spec, const char **owners,
                                    eg_diagram_link *links, size_t *count);
/* Which ports of its class the instance has; the arena's. NULL: out of memory. */
const bool *eg_diagram_ports_of(eg_arena *arena, const eg_instance *instance);
/* Of a picture that is three by two: cells are some 110 pixels wide and 95 high. */
#define EG_ROWS_FOR_COLUMNS 0.77

eg_status eg_diagram_read_network(eg_diagram *d, const eg_spec *spec);
eg_status eg_diagram_read_states(eg_diagram *d, const eg_trajectory *start);
/* "open 1.5 mm": the prefix goes to the first symbol of the unit, where that is one that takes any. */
char *eg_diagram_quantity(eg_arena *arena, const char *before, double value, const char *unit);
/* Names, values and the sizes of symbols. */
eg_status eg_diagram_label(eg_diagram *d);
/* How many lines of text a box has. */
int eg_diagram_lines(const eg_box *b);
/* A width that the text does not go beyond in any common font. */
double eg_diagram_text_width(const char *text, double size);
eg_status eg_diagram_place(eg_diagram *d);
/* The boxes of one region, by columns and rows that begin at 0. `room` is a place to work for all regions, of
 * zeros at first: a number for each box and four for each net. */
eg_status eg_diagram_place_lines(eg_diagram *d, const int *boxes, int count, int *room);
eg_status eg_diagram_place_blocks(eg_diagram *d, const int *boxes, int count, int *room);
/* Of a net at the left or right end of a box's line, or -1. */
int eg_diagram_net_at(const eg_diagram *d, const eg_box *box, bool right);
/* Do lines at facing sides of two boxes run too close? Terminals come in steps of two shifts. */
bool eg_diagram_faces_badly(const eg_diagram *d, const eg_box *left, const eg_box *right);
bool eg_diagram_is_level(const eg_terminal *terminal);
eg_domain eg_diagram_domain_of(eg_port_kind kind);
eg_status eg_diagram_route(eg_diagram *d);
/* Gives each segment its track; *most of a channel is the number of its tracks. */
eg_status eg_diagram_choose_tracks(eg_diagram *d, int *vertical, int *horizontal);
int eg_diagram_find_segment(const eg_diagram *d, int net, bool is_vertical, int channel, bool is_trunk);
eg_symbol eg_diagram_symbol_of(const eg_class *class);
const char *eg_diagram_symbol_name(eg_symbol symbol);
/* Lines between the terminals at the left and right of a box run this far apart at least. */
#define EG_SHIFT 3.5

/* The side on which it is drawn. */
bool eg_diagram_stands_right(const eg_diagram *d, const eg_terminal *terminal);
/* x at which the line of a box ends at the left or right: the axis of its net, or where the line turns. */
double eg_diagram_reach(const eg_diagram *d, int terminal);
/* Of contacts, where the spring begins and ends, and where what it meets begins: at least EG_BEHIND before
 * the other flange. */
#define EG_BEHIND 6.0
double eg_diagram_foot(const eg_box *b);
void eg_diagram_contact(const eg_diagram *d, const eg_box *b, double *tip, double *face);
/* Of springs and dampers, how long the symbol is on a line that may be longer, and how far behind the left
 * end of that it begins. */
double eg_diagram_stroke(const eg_diagram *d, const eg_box *b, double *begin);
void eg_diagram_draw_symbol(const eg_diagram *d, const eg_box *b, FILE *out);
void eg_diagram_put_mark(FILE *out, const eg_drawing *d, const eg_mark *s, double scale);
/* At most 22 characters: of longer ones the beginning and the end. NULL: out of memory. */
char *eg_diagram_shorten(eg_arena *arena, const char *text);
eg_status eg_diagram_read_canvas(eg_diagram *d, const eg_spec *spec, eg_diagnostics *diagnostics);
void eg_diagram_put_canvas(const eg_diagram *d, FILE *out);
/* Rules for the colours of a canvas on a dark ground, but those that `known` has. */
void eg_diagram_put_dark_colors(const eg_diagram *d, const char *known, FILE *out);
void eg_diagram_free_canvas(eg_diagram *d);
/* As a string of JSON that may stand within HTML. */
void eg_diagram_put_string(FILE *out, const char *text);
/* The name of such a variable, or of the position or temperature of a terminal. False: it has none. */
bool eg_diagram_box_signal(const eg_diagram *d, const eg_box *b, eg_box_signal role,
                           char path[EG_SIGNAL_PATH]);
bool eg_diagram_terminal_signal(const eg_diagram *d, int terminal, char path[EG_SIGNAL_PATH]);
/* The first terminal of a net that results name, or -1. */
int eg_diagram_net_terminal(const eg_diagram *d, int net);

#endif
