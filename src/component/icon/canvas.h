/* The diagram of a model as its author has laid it out: where its components stand, what their icons look
 * like, and the lines that join them. x to the right, y upwards, in the units of Modelica's diagrams. */
#ifndef EG_COMPONENT_ICON_CANVAS_H
#define EG_COMPONENT_ICON_CANVAS_H

#include "component/class.h"
#include "component/icon/drawing.h"

/* The square from -100 to 100 of an icon fills the extent (mirrored where its first corner is the right or
 * the upper one), is turned about (0, 0) and moved to the origin. */
typedef struct eg_canvas_place {
    double extent[4]; /* x1, y1, x2, y2 */
    double origin[2];
    double rotation; /* degrees, against the clock */
    bool is_hidden;
} eg_canvas_place;

typedef struct eg_canvas_part {
    const char *name, *class_name;
    const eg_class *class; /* whose icon it is; NULL: */
    eg_drawing icon;
    eg_canvas_place place;
    bool is_placed; /* by the text; else beside all that is */
} eg_canvas_part;

/* All of it lies in the arena of the spec. */
typedef struct eg_canvas {
    eg_canvas_part *parts; /* in the order of declaration */
    size_t part_count;
    eg_drawing lines; /* one shape for each connection */
} eg_canvas;

/* Where a point of the icon stands on the canvas. */
void eg_canvas_point(const eg_canvas_place *place, double x, double y, double point[2]);

#endif
