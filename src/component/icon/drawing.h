/* Small pictures: shapes in the plane of a Modelica icon, x to the right and y upwards, the body of a
 * component between -100 and 100, as lists that become SVG or PNG. */
#ifndef EG_COMPONENT_ICON_DRAWING_H
#define EG_COMPONENT_ICON_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Half the side of the square that a picture shows: ports stand on its inside. */
#define EG_DRAWING_REACH 115.0

/* 0xRRGGBB, or none. */
enum { EG_NO_COLOR = -1 };

typedef enum eg_mark_kind { EG_MARK_LINE, EG_MARK_POLYGON, EG_MARK_TEXT } eg_mark_kind;

typedef struct eg_mark {
    eg_mark_kind kind;
    size_t first, count; /* of points; a text has one, its middle */
    int32_t stroke, fill;
    double width; /* of the line; the height of a text's capitals */
    bool is_dashed;
    char text[48];
} eg_mark;

typedef struct eg_drawing {
    eg_mark *shapes;
    size_t shape_count, shape_capacity;
    double (*points)[2]; /* (point_count x 2) */
    size_t point_count, point_capacity;
    bool out_of_memory; /* noticed once; what comes after is lost */
} eg_drawing;

void eg_drawing_free(eg_drawing *d);

/* Begin a shape; its points follow. */
void eg_draw_line(eg_drawing *d, int32_t stroke, double width);
void eg_draw_polygon(eg_drawing *d, int32_t stroke, int32_t fill, double width);
void eg_draw_point(eg_drawing *d, double x, double y);
/* A circle, or a part of one from angle a to b in degrees, as points of the shape that was begun. */
void eg_draw_arc(eg_drawing *d, double x, double y, double r, double a, double b);
/* Whole shapes. */
void eg_draw_rectangle(eg_drawing *d, double x1, double y1, double x2, double y2, int32_t stroke,
                       int32_t fill, double width);
/* Its middle at (x, y), its capitals of this height, smaller where it would get wider than `room`. Cut off
 * behind 47 bytes. */
void eg_draw_text(eg_drawing *d, double x, double y, double height, double room, int32_t color,
                  const char *text);

/* Another drawing, scaled, with its middle at (x, y). */
void eg_draw_drawing(eg_drawing *d, const eg_drawing *other, double x, double y, double scale);

/* A whole file of SVG that shows the square of EG_DRAWING_REACH; `title` is what it is a picture of. To be
 * freed; NULL when out of memory. */
char *eg_drawing_svg(const eg_drawing *d, const char *title);
/* The same square as a PNG of size x size pixels (16 to 1024), with what is drawn smoothed at its edges on
 * transparent ground. *bytes is to be freed; false when out of memory. */
bool eg_drawing_png(const eg_drawing *d, int size, char **bytes, size_t *length);

#endif
