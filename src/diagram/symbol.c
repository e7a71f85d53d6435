/* What components look like: the usual symbols of mechanics, else the icon of the class.
 *
 * Everything hangs on anchors, the flanges "a" and "b", of contacts also the "tip" of the spring and the
 * "face" that it meets. A group of class "at" moves with its anchor; one of class "stretch" is drawn from one
 * to another as they stand at rest, data-length apart, and is scaled as their distance changes, with lines
 * whose width does not follow. Setting transforms is all that a viewer does. */
#include "base/xml.h"
#include "component/icon/icon.h"
#include "diagram/diagram.h"

#include <math.h>
#include <string.h>

enum { INK = 0x202830, PAPER = 0xFFFFFF }; /* of icons */

/* Between the plates of contacts [px]: pressed, hardly open, as it is not known, and of the widest. */
enum { PRESSED_GAP = 4, NARROW_GAP = 6, OPEN_GAP = 12, WIDE_GAP = 16 };
#define SIGNAL_ICON 0.275 /* a frame of 160 fills the box */
#define OTHER_ICON 0.22

static const struct {
    const char *name; /* last part of the class's; Default, Gravity ... are variants of the part before */
    eg_symbol symbol;
} symbols[] = {{"Mass", EG_SYMBOL_MASS},
               {"Mass.Default", EG_SYMBOL_MASS},
               {"Mass.Gravity", EG_SYMBOL_MASS},
               {"Inertia", EG_SYMBOL_MASS},
               {"Rod", EG_SYMBOL_ROD},
               {"Fixed", EG_SYMBOL_WALL},
               {"FixedWorld", EG_SYMBOL_WALL},
               {"Spring", EG_SYMBOL_SPRING},
               {"Damper", EG_SYMBOL_DAMPER},
               {"SpringDamper", EG_SYMBOL_SPRING_DAMPER},
               {"SpringDamper.Default", EG_SYMBOL_SPRING_DAMPER},
               {"SpringDamper.Frequency", EG_SYMBOL_SPRING_DAMPER},
               {"SpringDamper.Stiffness", EG_SYMBOL_SPRING_DAMPER},
               {"ElastoGap", EG_SYMBOL_GAP},
               {"Gap", EG_SYMBOL_GAP},
               {"TableGap", EG_SYMBOL_GAP},
               {"Bumper", EG_SYMBOL_GAP},
               {"Force", EG_SYMBOL_FORCE},
               {"ConstantForce", EG_SYMBOL_FORCE},
               {"ForceActuator", EG_SYMBOL_FORCE}};

eg_symbol eg_diagram_symbol_of(const eg_class *class)
{
    const size_t length = strlen(class->name);
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        size_t ending = strlen(symbols[i].name);
        if (length > ending && class->name[length - ending - 1] == '.' &&
            strcmp(class->name + length - ending, symbols[i].name) == 0)
            return symbols[i].symbol;
    }
    return EG_SYMBOL_ICON;
}

const char *eg_diagram_symbol_name(eg_symbol symbol)
{
    static const char *const names[] = {"other",  "mass",          "rod", "wall",  "spring",
                                        "damper", "spring-damper", "gap", "force", "equations"};
    return names[symbol];
}

/* The ends of its line at the left and right. */
static void ends_of(const eg_diagram *d, const eg_box *b, double *left, double *right)
{
    int l = b->is_mirrored ? b->right : b->left, r = b->is_mirrored ? b->left : b->right;
    *left = l >= 0 ? eg_diagram_reach(d, l) : b->x - b->width / 2;
    *right = r >= 0 ? eg_diagram_reach(d, r) : b->x + b->width / 2;
}

double eg_diagram_foot(const eg_box *b)
{
    return b->x + (b->is_mirrored ? 28 : -28);
}

void eg_diagram_contact(const eg_diagram *d, const eg_box *b, double *tip, double *face)
{
    const double sign = b->is_mirrored ? -1 : 1;
    double left, right, gap = b->is_closed ? PRESSED_GAP : OPEN_GAP;
    if (b->opening > 0)
        gap = NARROW_GAP + (WIDE_GAP - NARROW_GAP) * b->opening / d->widest;
    ends_of(d, b, &left, &right);
    *tip = eg_diagram_foot(b) + sign * (b->spring > 0 ? b->spring : 38);
    *face = *tip + sign * gap;
    if (b->spring > 0) /* which may be long */
        *face = b->is_mirrored ? fmax(*face, left + EG_BEHIND) : fmin(*face, right - EG_BEHIND);
}

static void begin_at(FILE *out, const char *anchor, double x, double y)
{
    fprintf(out, "<g class=\"at at-%s\" data-at=\"%s\" transform=\"translate(%.1f,%.1f)\">", anchor, anchor,
            x, y);
}

/* What follows is drawn in x from 0 to x2 - x1. */
static void begin_stretch(FILE *out, const char *from, const char *to, double x1, double x2, double y)
{
    fprintf(out,
            "<g class=\"stretch\" data-from=\"%s\" data-to=\"%s\" data-length=\"%.2f\" "
            "transform=\"translate(%.2f,%.2f)\">",
            from, to, x2 - x1, x1, y);
}

/* The same from `offset` behind the first anchor to `rest` before the second; both keep their length. */
static void begin_stretch_between(FILE *out, const char *from, const char *to, const double x[2],
                                  double offset, double rest, double y)
{
    fprintf(out,
            "<g class=\"stretch\" data-from=\"%s\" data-to=\"%s\" data-offset=\"%.2f\" data-rest=\"%.2f\" "
            "data-length=\"%.2f\" transform=\"translate(%.2f,%.2f)\">",
            from, to, offset, rest, x[1] - x[0] - offset - rest, x[0] + offset, y);
}

double eg_diagram_stroke(const eg_diagram *d, const eg_box *b, double *begin)
{
    enum { MOST = 100 };
    double left, right;
    ends_of(d, b, &left, &right);
    const double length = right - left < MOST ? right - left : MOST;
    *begin = fmin(fmax(b->x - length / 2, left), right - length) - left;
    return length;
}

static void draw_zigzag(FILE *out, double y, double begin, double end)
{
    const double step = (end - begin) / 12;
    fprintf(out, "<path class=\"line\" d=\"M%.2f %g", begin, y);
    for (int i = 1; i < 12; i += 2)
        fprintf(out, " L%.2f %g", begin + i * step, y + (i % 4 == 1 ? -7 : 7));
    fprintf(out, " L%.2f %g\"/>", end, y);
}

/* A dashpot between two anchors at height y: the cup on the first, the piston on the second, drawn over
 * `length` from `begin` on, with lines to the anchors. */
static void draw_dashpot(FILE *out, const char *from, const char *to, const double x[2], double begin,
                         double length, double y, double dy)
{
    const double cup = begin + 0.17 * length, edge = begin + 0.7 * length;
    const double piston = begin + 0.45 * length - (x[1] - x[0]);
    begin_at(out, from, x[0], y);
    fprintf(out, "<path class=\"line\" d=\"M%.1f %g H%.1f M%.1f %g H%.1f V%g H%.1f\"/></g>",
            dy != 0 ? begin : 0, dy, cup, edge, dy - 7, cup, dy + 7, edge);
    begin_at(out, to, x[1], y);
    fprintf(out, "<path class=\"line\" d=\"M%.1f %g H%.1f M%.1f %g V%g\"/></g>",
            dy != 0 ? begin + length - (x[1] - x[0]) : 0, dy, piston, piston, dy - 5, dy + 5);
}

/* A line to a plate, from which spring and damper go. */
static void draw_plate(FILE *out, const char *anchor, double x, double at, double y)
{
    begin_at(out, anchor, x, y);
    fprintf(out, "<path class=\"line\" d=\"M0 0 H%.1f M%.1f -11 V11\"/></g>", at, at);
}

static void draw_spring(const eg_diagram *d, const eg_box *b, const char *l, const char *r, FILE *out)
{
    double x[2], begin;
    ends_of(d, b, &x[0], &x[1]);
    const double length = eg_diagram_stroke(d, b, &begin), w = x[1] - x[0];
    begin_stretch(out, l, r, x[0], x[1], b->y);
    fprintf(out, "<path class=\"line\" d=\"M0 0 H%.2f M%.2f 0 H%.2f\"/>", begin + 0.15 * length,
            begin + 0.85 * length, w);
    draw_zigzag(out, 0, begin + 0.15 * length, begin + 0.85 * length);
    fputs("</g>", out);
}

static void draw_damper(const eg_diagram *d, const eg_box *b, const char *l, const char *r, FILE *out)
{
    double x[2], begin;
    ends_of(d, b, &x[0], &x[1]);
    const double length = eg_diagram_stroke(d, b, &begin);
    draw_dashpot(out, l, r, x, begin, length, b->y, 0);
}

/* The plates of a long one keep their distance from the nodes: the spring between them takes up all. */
static void draw_spring_damper(const eg_diagram *d, const eg_box *b, const char *l, const char *r, FILE *out)
{
    double x[2], begin;
    ends_of(d, b, &x[0], &x[1]);
    const double length = eg_diagram_stroke(d, b, &begin), behind = begin + length - (x[1] - x[0]);
    draw_plate(out, l, x[0], begin, b->y);
    begin_stretch_between(out, l, r, x, begin, -behind, b->y);
    draw_zigzag(out, -11, 0, length);
    fputs("</g>", out);
    draw_dashpot(out, l, r, x, begin, length, b->y, 11);
    draw_plate(out, r, x[1], behind, b->y);
}

/* `to` is where the wall is seen from: hatching stands behind it. */
static void draw_wall(FILE *out, const char *anchor, double x, double at, double y)
{
    const double behind = at < x ? -7 : 7;
    begin_at(out, anchor, x, y);
    fprintf(out,
            "<path class=\"line\" d=\"M0 0 H%.1f\"/><path class=\"thick\" d=\"M%.1f -18 V18\"/>"
            "<path class=\"hatch\" d=\"",
            at - x, at - x);
    for (int i = 0; i < 5; i++)
        fprintf(out, "M%.1f %d L%.1f %d", at - x, -16 + 8 * i, at - x + behind, -10 + 8 * i);
    fputs("\"/></g>", out);
}

static void draw_body(FILE *out, const eg_box *b, const char *anchor, double left, double right)
{
    const double x = b->x - left, w = b->symbol == EG_SYMBOL_ROD ? right - left : b->width;
    begin_at(out, anchor, left, b->y);
    if (b->symbol == EG_SYMBOL_ROD)
        fprintf(out, "<path class=\"thick\" d=\"M0 0 H%.1f\"/></g>", w);
    else
        fprintf(out,
                "<path class=\"line\" d=\"M0 0 H%.1f\"/><rect class=\"body\" x=\"%.1f\" y=\"-18\" "
                "width=\"%.1f\" height=\"36\" rx=\"3\"/></g>",
                right - left, x - w / 2, w);
}

/* Positive is to the right, whichever side it stands on. */
static void draw_force(FILE *out, const eg_box *b, const char *anchor, double left, double right)
{
    bool is_left = (b->is_mirrored ? b->left : b->right) >= 0;
    double x = is_left ? right : left, head = is_left ? right - 3 : right, tail = left;
    begin_at(out, anchor, x, b->y);
    fprintf(
        out,
        "<path class=\"push\" d=\"M%.1f 0 H%.1f\"/><path class=\"head\" d=\"M%.1f 0 l-11 -6 v12 z\"/></g>",
        tail - x, head - x - 9, head - x);
}

/* ---------------------------------------------------------------- icons */

/* Ink and paper follow the theme by their classes. */
static void put_paint(FILE *out, const char *what, int32_t color)
{
    if (color == EG_NO_COLOR)
        fprintf(out, " %s=\"none\"", what);
    else if (color != INK && color != PAPER)
        fprintf(out, " %s=\"#%06x\"", what, (unsigned)color);
}

static const char *paint_class(int32_t color, const char *ink, const char *paper)
{
    if (color == INK)
        return ink;
    return color == PAPER ? paper : "";
}

void eg_diagram_put_mark(FILE *out, const eg_drawing *d, const eg_mark *s, double scale)
{
    const double(*p)[2] = (const double(*)[2])d->points + s->first;
    if (s->kind == EG_MARK_TEXT) {
        fprintf(out, "<text class=\"glyph\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">", p[0][0] * scale,
                (-p[0][1] + s->width / 2) * scale, s->width / 0.7 * scale);
        eg_xml_put(out, s->text, EG_XML_REPLACED);
        fputs("</text>", out);
        return;
    }
    const int32_t fill = s->kind == EG_MARK_LINE ? EG_NO_COLOR : s->fill;
    fprintf(out, "<%s class=\"mark %s %s\" points=\"", s->kind == EG_MARK_LINE ? "polyline" : "polygon",
            paint_class(s->stroke, "ink-line", "paper-line"), paint_class(fill, "ink", "paper"));
    for (size_t i = 0; i < s->count; i++)
        fprintf(out, "%.1f,%.1f ", p[i][0] * scale, -p[i][1] * scale);
    fputs("\"", out);
    put_paint(out, "stroke", s->stroke);
    put_paint(out, "fill", fill);
    fprintf(out, " stroke-width=\"%.1f\"", s->width * scale > 1 ? s->width * scale : 1);
    fputs(s->is_dashed ? " stroke-dasharray=\"4 3\"/>" : "/>", out);
}

static void draw_icon(FILE *out, const eg_box *b)
{
    eg_drawing icon = {0};
    const bool is_large = b->width > 44 || b->height > 44;
    const double scale = b->domain == EG_SIGNAL && !is_large ? SIGNAL_ICON : OTHER_ICON;
    const eg_class *known = eg_class_find(b->class->name); /* a variant has the icon of its class */
    const char *text = eg_icon_text(known ? known : b->class);
    if (is_large)
        fprintf(out, "<rect class=\"block\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                -b->width / 2, -b->height / 2, b->width, b->height);
    if (text)
        eg_icon_compose(&icon, text,
                        b->class->port_count > 0 ? eg_icon_color(b->class->ports[0].kind) : 0x202830);
    else
        eg_icon_draw_with(b->class, b->has_port, &icon);
    for (size_t i = 0; i < icon.shape_count; i++)
        eg_diagram_put_mark(out, &icon, &icon.shapes[i], scale);
    eg_drawing_free(&icon);
}

/* What has no symbol of its own moves with the flange at its left. */
static void draw_other(FILE *out, const eg_box *b, const char *l, const char *r, double left, double right)
{
    bool has_left = (b->is_mirrored ? b->right : b->left) >= 0,
         has_right = (b->is_mirrored ? b->left : b->right) >= 0;
    const char *anchor = has_left ? l : r;
    double x = has_left ? left : right;
    begin_at(out, anchor, x, b->y);
    if (has_left && b->domain == EG_MECHANICAL)
        fprintf(out, "<path class=\"line\" d=\"M0 0 H%.1f\"/>", b->x - b->width / 2 - x);
    fprintf(out, "<g transform=\"translate(%.1f,0)\">", b->x - x);
    if (b->class)
        draw_icon(out, b);
    else
        fprintf(out,
                "<rect class=\"block\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"8\"/>"
                "<text class=\"glyph\" x=\"0\" y=\"5\" font-size=\"14\">f(x)</text>",
                -b->width / 2, -b->height / 2, b->width, b->height);
    fputs("</g></g>", out);
    if (has_right && b->domain == EG_MECHANICAL) { /* from the symbol, which goes with the other one */
        begin_stretch(out, has_left ? "body" : r, r, b->x + b->width / 2, right, b->y);
        fprintf(out, "<path class=\"line\" d=\"M0 0 H%.2f\"/></g>", right - b->x - b->width / 2);
    }
}

static void draw_gap(const eg_diagram *d, const eg_box *b, double left, double right, FILE *out)
{
    double tip, face, a = b->is_mirrored ? right : left, other = b->is_mirrored ? left : right;
    const double foot = eg_diagram_foot(b);
    const char *pressed = b->is_closed && b->opening != 0 ? " pressed" : "";
    eg_diagram_contact(d, b, &tip, &face);
    begin_at(out, "a", a, b->y);
    fprintf(out, "<path class=\"line\" d=\"M0 0 H%.1f M%.1f -11 V11\"/></g>", foot - a, foot - a);
    begin_stretch_between(out, "a", "tip", (const double[]){a, tip}, foot - a, 0, b->y);
    draw_zigzag(out, -11, 0, tip - foot);
    fputs("</g>", out);
    begin_at(out, "a", a, b->y);
    fprintf(out, "<path class=\"line\" d=\"M%.1f 11 h%.1f m%.1f -6 h%.1f v12 h%.1f\"/></g>", foot - a,
            0.05 * (tip - foot), 0.5 * (tip - foot), -0.5 * (tip - foot), 0.5 * (tip - foot));
    begin_at(out, "tip", tip, b->y);
    fprintf(out,
            "<path class=\"line\" d=\"M0 11 h%.1f m0 -5 v10\"/>"
            "<path class=\"thick%s\" d=\"M0 -18 V18\"/></g>",
            -0.5 * (tip - foot), pressed);
    begin_at(out, "face", face, b->y);
    fprintf(out, "<path class=\"thick%s\" d=\"M0 -18 V18\"/></g>", pressed);
    begin_stretch(out, "face", "b", face, other, b->y);
    fprintf(out, "<path class=\"line\" d=\"M0 0 H%.2f\"/></g>", other - face);
}

/* A line up to the symbol at both ends, and between these what `draw` says. */
void eg_diagram_draw_symbol(const eg_diagram *d, const eg_box *b, FILE *out)
{
    double left, right;
    ends_of(d, b, &left, &right);
    const char *l = b->is_mirrored ? "b" : "a", *r = b->is_mirrored ? "a" : "b";
    bool at_left = (b->is_mirrored ? b->right : b->left) >= 0; /* of what has one flange */
    switch (b->symbol) {
    case EG_SYMBOL_MASS:
    case EG_SYMBOL_ROD: draw_body(out, b, l, left, right); break;
    case EG_SYMBOL_WALL: draw_wall(out, at_left ? l : r, at_left ? left : right, b->x, b->y); break;
    case EG_SYMBOL_SPRING: draw_spring(d, b, l, r, out); break;
    case EG_SYMBOL_DAMPER: draw_damper(d, b, l, r, out); break;
    case EG_SYMBOL_SPRING_DAMPER: draw_spring_damper(d, b, l, r, out); break;
    case EG_SYMBOL_GAP: draw_gap(d, b, left, right, out); break;
    case EG_SYMBOL_FORCE: draw_force(out, b, at_left ? l : r, left, right); break;
    case EG_SYMBOL_EQUATIONS:
    case EG_SYMBOL_ICON: draw_other(out, b, l, r, left, right); break;
    }
}
