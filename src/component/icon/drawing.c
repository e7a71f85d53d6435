/* Shapes and points of a picture, and the picture as SVG. */
#include "component/icon/drawing.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/xml.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void eg_drawing_free(eg_drawing *d)
{
    free(d->shapes);
    free(d->points);
    *d = (eg_drawing){0};
}

static bool grow(eg_drawing *d, void **items, size_t *capacity, size_t count, size_t size)
{
    if (!d->out_of_memory && eg_grow(items, capacity, count, size) != 0)
        d->out_of_memory = true;
    return !d->out_of_memory;
}

static void begin(eg_drawing *d, eg_mark shape)
{
    void *shapes = d->shapes;
    if (!grow(d, &shapes, &d->shape_capacity, d->shape_count + 1, sizeof *d->shapes))
        return;
    d->shapes = shapes;
    shape.first = d->point_count;
    d->shapes[d->shape_count++] = shape;
}

void eg_draw_line(eg_drawing *d, int32_t stroke, double width)
{
    begin(d, (eg_mark){.kind = EG_MARK_LINE, .stroke = stroke, .fill = EG_NO_COLOR, .width = width});
}

void eg_draw_polygon(eg_drawing *d, int32_t stroke, int32_t fill, double width)
{
    begin(d, (eg_mark){.kind = EG_MARK_POLYGON, .stroke = stroke, .fill = fill, .width = width});
}

void eg_draw_point(eg_drawing *d, double x, double y)
{
    void *points = d->points;
    if (d->shape_count == 0 || !grow(d, &points, &d->point_capacity, d->point_count + 1, sizeof *d->points))
        return;
    d->points = points;
    d->points[d->point_count][0] = x;
    d->points[d->point_count++][1] = y;
    d->shapes[d->shape_count - 1].count++;
}

void eg_draw_arc(eg_drawing *d, double x, double y, double r, double a, double b)
{
    enum { DEGREES = 10 };
    const double degree = 3.14159265358979323846 / 180.0;
    int steps = (int)ceil(fabs(b - a) / DEGREES);
    for (int i = 0; i <= steps; i++) {
        double angle = (a + (b - a) * i / steps) * degree;
        eg_draw_point(d, x + r * cos(angle), y + r * sin(angle));
    }
}

void eg_draw_rectangle(eg_drawing *d, double x1, double y1, double x2, double y2, int32_t stroke,
                       int32_t fill, double width)
{
    eg_draw_polygon(d, stroke, fill, width);
    eg_draw_point(d, x1, y1);
    eg_draw_point(d, x2, y1);
    eg_draw_point(d, x2, y2);
    eg_draw_point(d, x1, y2);
}

/* How wide a letter of a plain typeface is on the average, in heights of a capital. */
#define LETTER_WIDTH 0.86

void eg_draw_text(eg_drawing *d, double x, double y, double height, double room, int32_t color,
                  const char *text)
{
    size_t letters = 0;
    for (const char *c = text; *c; c++)
        letters += ((unsigned char)*c & 0xC0) != 0x80;
    double width = (double)letters * LETTER_WIDTH * height;
    eg_mark shape = {.kind = EG_MARK_TEXT, .stroke = EG_NO_COLOR, .fill = color};
    shape.width = width > room ? height * room / width : height;
    snprintf(shape.text, sizeof shape.text, "%s", text);
    begin(d, shape);
    eg_draw_point(d, x, y);
}

void eg_draw_drawing(eg_drawing *d, const eg_drawing *other, double x, double y, double scale)
{
    d->out_of_memory = d->out_of_memory || other->out_of_memory;
    for (size_t i = 0; i < other->shape_count; i++) {
        eg_mark shape = other->shapes[i];
        const size_t first = shape.first, count = shape.count;
        shape.width *= scale;
        shape.count = 0;
        begin(d, shape);
        for (size_t k = first; k < first + count; k++)
            eg_draw_point(d, x + scale * other->points[k][0], y + scale * other->points[k][1]);
    }
}

/* ---------------------------------------------------------------- SVG */

/* A tenth is enough; y grows downwards there. */
static void put_number(FILE *out, double value)
{
    double tenths = round(value * 10.0);
    fprintf(out, "%g", tenths == 0.0 ? 0.0 : tenths / 10.0);
}

static void put_points(FILE *out, const eg_drawing *d, const eg_mark *s)
{
    fputs(" points=\"", out);
    for (size_t i = 0; i < s->count; i++) {
        fputs(i > 0 ? " " : "", out);
        put_number(out, d->points[s->first + i][0]);
        fputc(',', out);
        put_number(out, -d->points[s->first + i][1]);
    }
    fputc('"', out);
}

static void put_color(FILE *out, const char *name, int32_t color)
{
    if (color == EG_NO_COLOR)
        fprintf(out, " %s=\"none\"", name);
    else
        fprintf(out, " %s=\"#%06x\"", name, (unsigned)color);
}

static void put_text(FILE *out, const eg_drawing *d, const eg_mark *s)
{
    const double capital = 0.7; /* of the size of the type */
    fputs("<text x=\"", out);
    put_number(out, d->points[s->first][0]);
    fputs("\" y=\"", out);
    put_number(out, -d->points[s->first][1] + s->width / 2);
    fputs("\" font-size=\"", out);
    put_number(out, s->width / capital);
    fputs("\" stroke=\"none\"", out);
    put_color(out, "fill", s->fill);
    fputc('>', out);
    eg_xml_put(out, s->text, EG_XML_REPLACED);
    fputs("</text>\n", out);
}

static void put_shape(FILE *out, const eg_drawing *d, const eg_mark *s)
{
    if (s->kind == EG_MARK_TEXT) {
        put_text(out, d, s);
        return;
    }
    fputs(s->kind == EG_MARK_LINE ? "<polyline" : "<polygon", out);
    put_points(out, d, s);
    put_color(out, "fill", s->fill);
    put_color(out, "stroke", s->stroke);
    fputs(" stroke-width=\"", out);
    put_number(out, s->width);
    fputs(s->is_dashed ? "\" stroke-dasharray=\"8 6\"/>\n" : "\"/>\n", out);
}

char *eg_drawing_svg(const eg_drawing *d, const char *title)
{
    char *text = NULL;
    size_t length;
    FILE *out = d->out_of_memory ? NULL : open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "width=\"%g\" height=\"%g\" viewBox=\"%g %g %g %g\" font-family=\"sans-serif\" "
            "text-anchor=\"middle\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<title>",
            2 * EG_DRAWING_REACH, 2 * EG_DRAWING_REACH, -EG_DRAWING_REACH, -EG_DRAWING_REACH,
            2 * EG_DRAWING_REACH, 2 * EG_DRAWING_REACH);
    eg_xml_put(out, title, EG_XML_REPLACED);
    fputs("</title>\n", out);
    for (size_t i = 0; i < d->shape_count; i++)
        put_shape(out, d, &d->shapes[i]);
    fputs("</svg>\n", out);
    return eg_text_end(out, &text);
}
