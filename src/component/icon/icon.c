/* Icons of classes: the body that the table says or a frame with the name, and the ports around it. */
#include "component/icon/icon.h"

#include "base/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INK = 0x202830, PALE = 0xFFFFFF };
enum {
    FLANGE_COLOR = 0x2F7D32,
    SHAFT_COLOR = 0x606870,
    HEAT_COLOR = 0xBF1010,
    REAL_COLOR = 0x00007F,
    BOOLEAN_COLOR = 0xC000C0,
    INTEGER_COLOR = 0xD97000
};

int32_t eg_icon_color(eg_port_kind kind)
{
    switch (kind) {
    case EG_FLANGE_A:
    case EG_FLANGE_B:
    case EG_SUPPORT: return FLANGE_COLOR;
    case EG_ROT_FLANGE_A:
    case EG_ROT_FLANGE_B:
    case EG_ROT_SUPPORT: return SHAFT_COLOR;
    case EG_HEAT_A:
    case EG_HEAT_B: return HEAT_COLOR;
    case EG_BOOLEAN_INPUT:
    case EG_BOOLEAN_OUTPUT: return BOOLEAN_COLOR;
    case EG_INTEGER_INPUT:
    case EG_INTEGER_OUTPUT: return INTEGER_COLOR;
    case EG_REAL_INPUT:
    case EG_REAL_OUTPUT: break;
    }
    return REAL_COLOR;
}

/* ---------------------------------------------------------------- where ports stand */

static bool is_mechanical(const eg_class *class)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (eg_port_is_mechanical(class->ports[i].kind))
            return true;
    return false;
}

/* Dyad's connectors have no ends, but names that tell them. */
static eg_icon_side side_of_flange(const eg_class *class, const eg_port *p)
{
    if (strcmp(p->name, "support") == 0 || eg_text_ends(p->name, "support") || p->kind == EG_SUPPORT ||
        p->kind == EG_ROT_SUPPORT)
        return EG_ICON_BOTTOM;
    if (eg_text_ends(p->name, "_b") || p->kind == EG_FLANGE_B || p->kind == EG_ROT_FLANGE_B)
        return EG_ICON_RIGHT;
    return strstr(class->name, ".Sources.") && !eg_text_ends(p->name, "_a") ? EG_ICON_RIGHT : EG_ICON_LEFT;
}

static bool has_side(const eg_class *class, bool left)
{
    for (size_t i = 0; i < class->port_count; i++) {
        eg_port_kind kind = class->ports[i].kind;
        eg_icon_side side = EG_ICON_NONE;
        if (kind == EG_HEAT_A)
            side = EG_ICON_LEFT;
        else if (kind == EG_HEAT_B)
            side = EG_ICON_RIGHT;
        if (eg_port_is_mechanical(kind))
            side = side_of_flange(class, &class->ports[i]);
        if (side == (left ? EG_ICON_LEFT : EG_ICON_RIGHT))
            return true;
    }
    return false;
}

/* Signals stand where they run through a diagram, from left to right, unless a flange is there. */
static eg_icon_side side_of(const eg_class *class, size_t port)
{
    switch (class->ports[port].kind) {
    case EG_FLANGE_A:
    case EG_ROT_FLANGE_A:
    case EG_FLANGE_B:
    case EG_ROT_FLANGE_B:
    case EG_SUPPORT:
    case EG_ROT_SUPPORT: return side_of_flange(class, &class->ports[port]);
    case EG_HEAT_A: return is_mechanical(class) ? EG_ICON_BOTTOM : EG_ICON_LEFT;
    case EG_HEAT_B: return is_mechanical(class) ? EG_ICON_BOTTOM : EG_ICON_RIGHT;
    case EG_REAL_OUTPUT:
    case EG_BOOLEAN_OUTPUT:
    case EG_INTEGER_OUTPUT: return has_side(class, false) ? EG_ICON_BOTTOM : EG_ICON_RIGHT;
    case EG_REAL_INPUT:
    case EG_BOOLEAN_INPUT:
    case EG_INTEGER_INPUT: break;
    }
    return has_side(class, true) ? EG_ICON_TOP : EG_ICON_LEFT;
}

static eg_icon_side side_at(eg_icon_spot spot)
{
    if (spot.y <= -100)
        return EG_ICON_BOTTOM;
    if (spot.y >= 100)
        return EG_ICON_TOP;
    if (spot.x <= -100)
        return EG_ICON_LEFT;
    return spot.x >= 100 ? EG_ICON_RIGHT : EG_ICON_NONE;
}

/* "at NAME x y" in the class's line. */
static bool find_spot(const eg_class *class, const char *name, eg_icon_spot *spot)
{
    const char *text = eg_icon_text(class);
    size_t length = strlen(name);
    for (const char *at = text ? strstr(text, "at ") : NULL; at; at = strstr(at + 1, "at ")) {
        if ((at > text && at[-1] != ' ' && at[-1] != ';') || strncmp(at + 3, name, length) != 0 ||
            at[3 + length] != ' ')
            continue;
        char *rest;
        spot->x = strtod(at + 3 + length, &rest);
        spot->y = strtod(rest, NULL);
        spot->side = side_at(*spot);
        return true;
    }
    return false;
}

/* Those of one side share its length; a single one stands in the middle. */
eg_icon_spot eg_icon_place(const eg_class *class, size_t port)
{
    eg_icon_spot spot = {.side = side_of(class, port)};
    int before = 0, count = 0;
    if (class->kind == EG_CONNECTOR)
        return (eg_icon_spot){0, 0, EG_ICON_NONE};
    if (find_spot(class, class->ports[port].name, &spot))
        return spot;
    for (size_t i = 0; i < class->port_count; i++) {
        eg_icon_spot other;
        bool is_there = side_of(class, i) == spot.side && !find_spot(class, class->ports[i].name, &other);
        before += is_there && i < port;
        count += is_there;
    }
    double way = count > 1 ? 70.0 - 140.0 * before / (count - 1) : 0.0;
    if (spot.side == EG_ICON_LEFT || spot.side == EG_ICON_RIGHT) {
        spot.x = spot.side == EG_ICON_LEFT ? -100 : 100;
        spot.y = way;
    } else {
        spot.x = -way;
        spot.y = spot.side == EG_ICON_TOP ? 100 : -100;
    }
    return spot;
}

/* ---------------------------------------------------------------- glyphs of ports */

/* A triangle that points along the signal: in at an input, out at an output. */
static void draw_signal(eg_drawing *d, eg_port_kind kind, double r, eg_icon_spot spot)
{
    static const double out[][2] = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}, {1, 0}};
    bool is_output = eg_port_is_output(kind);
    double ux = out[spot.side][0] * (is_output || spot.side == EG_ICON_NONE ? 1 : -1);
    double uy = out[spot.side][1] * (is_output || spot.side == EG_ICON_NONE ? 1 : -1);
    eg_draw_polygon(d, eg_icon_color(kind), is_output ? PALE : eg_icon_color(kind), 2.5);
    eg_draw_point(d, spot.x + r * ux, spot.y + r * uy);
    eg_draw_point(d, spot.x - r * ux - r * uy, spot.y - r * uy + r * ux);
    eg_draw_point(d, spot.x - r * ux + r * uy, spot.y - r * uy - r * ux);
}

static void draw_glyph(eg_drawing *d, eg_port_kind kind, double r, eg_icon_spot spot)
{
    bool is_open = kind == EG_FLANGE_B || kind == EG_ROT_FLANGE_B || kind == EG_HEAT_B;
    int32_t color = eg_icon_color(kind), fill = is_open ? PALE : color;
    if (kind == EG_SUPPORT || kind == EG_ROT_SUPPORT)
        fill = 0xB8C0C8;
    if (eg_port_is_signal(kind)) {
        draw_signal(d, kind, r, spot);
    } else if (eg_port_is_rotational(kind)) {
        eg_draw_polygon(d, color, fill, 2.5);
        eg_draw_arc(d, spot.x, spot.y, r, 0, 350);
    } else if (eg_port_is_thermal(kind)) {
        eg_draw_polygon(d, color, fill, 2.5);
        eg_draw_point(d, spot.x + r, spot.y); /* on its corner */
        eg_draw_point(d, spot.x, spot.y + r);
        eg_draw_point(d, spot.x - r, spot.y);
        eg_draw_point(d, spot.x, spot.y - r);
    } else {
        eg_draw_rectangle(d, spot.x - r, spot.y - r, spot.x + r, spot.y + r, color, fill, 2.5);
    }
}

void eg_icon_draw_port(eg_drawing *d, eg_port_kind kind, bool vector, eg_icon_spot spot)
{
    draw_glyph(d, kind, vector ? 13 : 10, spot);
    if (vector)
        draw_glyph(d, kind, 6, spot);
}

/* ---------------------------------------------------------------- frames with names */

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Of "PartialTwoFlanges" the words, on lines of at most a dozen letters. */
static int break_name(const char *name, char lines[6][24])
{
    int count = 0;
    size_t length = 0;
    for (const char *c = name; *c && count < 6; c++) {
        bool begins = isupper((unsigned char)*c) && c > name && !isupper((unsigned char)c[-1]);
        size_t word = 1;
        while (c[word] && !(isupper((unsigned char)c[word]) && !isupper((unsigned char)c[word - 1])))
            word++;
        if ((begins && length + word > 11) || length > 20) {
            lines[count++][length] = '\0';
            length = 0;
        }
        if (count < 6)
            lines[count][length++] = *c == '_' ? ' ' : *c;
    }
    if (count < 6)
        lines[count++][length] = '\0';
    return count;
}

static void draw_name(eg_drawing *d, const char *name, double y, double high)
{
    char lines[6][24];
    int count = break_name(name, lines);
    double height = count > 3 ? 14 : high, pitch = height * 1.7;
    for (int i = 0; i < count; i++)
        eg_draw_text(d, 0, y + pitch * ((count - 1) / 2.0 - i), height, 140, INK, lines[i]);
}

/* The type of what comes out, else of what there is. */
static int32_t frame_color(const eg_class *class)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (eg_port_is_output(class->ports[i].kind))
            return eg_icon_color(class->ports[i].kind);
    return class->port_count > 0 ? eg_icon_color(class->ports[0].kind) : INK;
}

static void draw_frame(eg_drawing *d, const eg_class *class)
{
    const char *name = last_name(class->name);
    bool is_partial = class->kind == EG_PARTIAL;
    if (is_partial && strncmp(name, "Partial", 7) == 0)
        name += 7;
    eg_draw_rectangle(d, -80, -80, 80, 80, frame_color(class), is_partial ? EG_NO_COLOR : PALE, 3);
    if (is_partial && !d->out_of_memory)
        d->shapes[d->shape_count - 1].is_dashed = true;
    draw_name(d, name, 0, 20);
}

/* A connector is its own glyph, large; those that look alike in a diagram tell their names. */
static void draw_connector(eg_drawing *d, const eg_class *class)
{
    eg_port_kind kind = class->ports[0].kind;
    eg_icon_spot spot = {.y = 16, .side = EG_ICON_NONE};
    draw_glyph(d, kind, 60, spot);
    if (class->ports[0].size)
        draw_glyph(d, kind, 30, spot);
    draw_name(d, last_name(class->name), -86, 18);
}

/* ---------------------------------------------------------------- the icon */

void eg_icon_draw(const eg_class *class, eg_drawing *d)
{
    eg_icon_draw_with(class, NULL, d);
}

void eg_icon_draw_with(const eg_class *class, const bool *has_port, eg_drawing *d)
{
    const char *text = eg_icon_text(class);
    int32_t color = class->port_count > 0 ? eg_icon_color(class->ports[0].kind) : INK;
    if (class->kind == EG_CONNECTOR && class->port_count > 0) {
        draw_connector(d, class);
        return;
    }
    if (text)
        eg_icon_compose(d, text, color);
    else
        draw_frame(d, class);
    for (size_t i = 0; i < class->port_count; i++)
        if (class->ports[i].element <= 1 && (!has_port || has_port[i]))
            eg_icon_draw_port(d, class->ports[i].kind, class->ports[i].size || class->ports[i].element == 1,
                              eg_icon_place(class, i));
}
