/* The icon of a class: what it looks like in a diagram, and where its ports stand.
 *
 * A drawing is composed of a few parts that engineers know (spring, damper, wall, block, shaft, gear, gauge,
 * the frame of a block with a curve in it), as a line of text says for each class (icon_table.c); what has no
 * line gets the frame of its kind with its name. Ports are drawn by their kind, where eg_icon_place puts
 * them. */
#ifndef EG_COMPONENT_ICON_ICON_H
#define EG_COMPONENT_ICON_ICON_H

#include "component/class.h"
#include "component/icon/drawing.h"

/* Which way out is. */
typedef enum eg_icon_side {
    EG_ICON_LEFT,
    EG_ICON_RIGHT,
    EG_ICON_TOP,
    EG_ICON_BOTTOM,
    EG_ICON_NONE
} eg_icon_side;

typedef struct eg_icon_spot {
    double x, y; /* the middle of the port, within -100 ... 100 */
    eg_icon_side side;
} eg_icon_spot;

/* The whole icon, appended to a drawing (which notes when memory is out). */
void eg_icon_draw(const eg_class *class, eg_drawing *d);
/* The same with those ports alone that `has_port` (port_count) says; NULL: with all. */
void eg_icon_draw_with(const eg_class *class, const bool *has_port, eg_drawing *d);
/* Where port number `port` of the class stands. */
eg_icon_spot eg_icon_place(const eg_class *class, size_t port);
/* The glyph of a port of this kind at such a place; `vector`: of several signals. */
void eg_icon_draw_port(eg_drawing *d, eg_port_kind kind, bool vector, eg_icon_spot spot);

/* The line of text that composes the body of the class's icon; NULL: a frame. icon_table.c */
const char *eg_icon_text(const eg_class *class);
/* Composes what a line of text says, in the colour of a domain. icon_parts.c */
void eg_icon_compose(eg_drawing *d, const char *text, int32_t color);
/* The colour of lines that lead to such a port. */
int32_t eg_icon_color(eg_port_kind kind);

#endif
