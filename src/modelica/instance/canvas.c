/* The diagram of a model as its text lays it out: icons of its components where annotations place them, and
 * its connections as they are annotated. A connection without a line runs straight from port to port; what
 * has no place, while others have one, stands in rows below them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "component/icon/icon.h"
#include "component/spec.h"
#include "modelica/instance/node.h"

/* Of what stands below the rest, in units of the diagram. */
enum { HALF = 10, PITCH = 50, IN_A_ROW = 6 };

typedef struct laying {
    eg_reader *r;
    const eg_node **nodes; /* of each part: of an array its first element */
    eg_names *names;       /* of each part: its number */
    eg_canvas *canvas;
    bool any; /* the text places something */
} laying;

/* ---------------------------------------------------------------- icons */

static bool is_shown(const eg_node *node)
{
    if (node->kind == EG_N_ARRAY)
        return node->count > 0 && node->elements[0] && is_shown(node->elements[0]);
    return node->component && node->type &&
           ((node->kind == EG_N_MODEL && !node->is_record) || node->kind == EG_N_CONNECTOR);
}

static const eg_node *first_of(const eg_node *node)
{
    return node->kind == EG_N_ARRAY ? first_of(node->elements[0]) : node;
}

/* False: only ports. */
static bool draw_native(eg_drawing *d, const eg_class *class)
{
    if (class->kind != EG_PARTIAL) {
        eg_icon_draw(class, d);
        return true;
    }
    for (size_t i = 0; i < class->port_count; i++) /* what extends it has its own picture */
        eg_icon_draw_port(d, class->ports[i].kind, class->ports[i].size != NULL, eg_icon_place(class, i));
    return false;
}

/* The icons of the bases lie under that of the class. False: there is nothing but ports. */
static bool draw_class(eg_drawing *d, const eg_definition *of, const char *name, int depth)
{
    bool any = false;
    if (of->native && of->kind == EG_D_NATIVE)
        return draw_native(d, of->native);
    if (!of->syntax || depth > EG_DEPTH_LIMIT || d->out_of_memory)
        return false;
    for (uint32_t i = 0; i < of->base_count; i++)
        if (of->bases[i].definition)
            any = draw_class(d, of->bases[i].definition, name, depth + 1) || any;
    const eg_pictures *p = of->syntax->pictures;
    if (p && p->annotation.text) {
        char *text = malloc(p->annotation.length + 1);
        if (!text) {
            d->out_of_memory = true;
            return any;
        }
        memcpy(text, p->annotation.text, p->annotation.length);
        text[p->annotation.length] = '\0';
        any = eg_pictures_draw(text, name, d) || any;
        free(text);
    }
    return any;
}

static eg_icon_side side_at(double x, double y)
{
    if (fabs(x) >= fabs(y))
        return x < 0 ? EG_ICON_LEFT : EG_ICON_RIGHT;
    return y < 0 ? EG_ICON_BOTTOM : EG_ICON_TOP;
}

static bool spot_of_part(const eg_node *part, eg_icon_spot *spot)
{
    eg_canvas_place place;
    double at[2];
    if (!is_shown(part) || first_of(part)->kind != EG_N_CONNECTOR || !part->component ||
        !eg_pictures_place(part->component->pictures, true, &place) || place.is_hidden)
        return false;
    eg_canvas_point(&place, 0, 0, at);
    *spot = (eg_icon_spot){at[0], at[1], side_at(at[0], at[1])};
    return true;
}

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static void draw_part(eg_drawing *d, const eg_node *node, const char *name)
{
    if (node->kind == EG_N_CONNECTOR) {
        eg_drawing port = {0};
        eg_icon_draw_port(&port, node->port_kind, false, (eg_icon_spot){.side = EG_ICON_NONE});
        eg_draw_drawing(d, &port, 0, 0, 8);
        for (size_t i = 0; i < d->shape_count; i++)
            d->shapes[i].width = 3; /* as wide as lines of other icons are */
        eg_drawing_free(&port);
        return;
    }
    if (!node->type)
        return;
    if (!draw_class(d, node->type, name, 0)) {
        eg_draw_rectangle(d, -80, -80, 80, 80, 0x202830, 0xFFFFFF, 3);
        eg_draw_text(d, 0, 0, 22, 150, 0x202830, last_name(node->type->full));
    }
    eg_icon_spot spot;
    for (size_t i = 0; node->type->kind != EG_D_NATIVE && i < node->parts.count; i++) {
        const eg_node *part = node->parts.items[i];
        if (spot_of_part(part, &spot))
            eg_icon_draw_port(d, first_of(part)->port_kind, part->kind == EG_N_ARRAY, spot);
    }
}

/* ---------------------------------------------------------------- lines */

/* Where what an end of a connection names stands on the canvas, and the colour of lines that lead there. */
static bool find_end(const laying *l, const eg_expr *e, double at[2], int32_t *color)
{
    if (e->kind != EG_E_REFERENCE || e->reference->count == 0)
        return false;
    const eg_part *parts = e->reference->parts;
    const long i = eg_names_find(l->names, parts[0].name);
    if (i < 0)
        return false;
    const eg_node *node = l->nodes[i];
    const eg_canvas_place *place = &l->canvas->parts[i].place;
    eg_icon_spot spot = {0};
    if (node->kind == EG_N_CONNECTOR)
        *color = eg_icon_color(node->port_kind);
    for (uint32_t n = 0; e->reference->count > 1 && n < node->native_count; n++)
        for (size_t k = 0; k < node->natives[n].class->port_count; k++)
            if (strcmp(node->natives[n].class->ports[k].name, parts[1].name) == 0) {
                spot = eg_icon_place(node->natives[n].class, k);
                *color = eg_icon_color(node->natives[n].class->ports[k].kind);
            }
    for (size_t k = 0; e->reference->count > 1 && k < node->parts.count; k++) {
        const eg_node *part = node->parts.items[k];
        if (strcmp(part->name, parts[1].name) == 0 && spot_of_part(part, &spot))
            *color = eg_icon_color(first_of(part)->port_kind);
    }
    eg_canvas_point(place, spot.x, spot.y, at);
    return !place->is_hidden;
}

static void draw_lines(const laying *l, eg_drawing *d)
{
    for (size_t i = 0; i < l->r->shown.count; i++) {
        const eg_equation *q = l->r->shown.items[i];
        double from[2], to[2];
        int32_t color = 0;
        bool is_again = false; /* in a loop */
        for (size_t k = i > 16 ? i - 16 : 0; k < i; k++)
            is_again = is_again || l->r->shown.items[k] == (void *)q;
        if (is_again || eg_pictures_line(q->pictures, d) || !find_end(l, q->left, from, &color) ||
            !find_end(l, q->right, to, &color))
            continue;
        eg_draw_line(d, color, 0.5);
        eg_draw_point(d, from[0], from[1]);
        eg_draw_point(d, to[0], to[1]);
    }
}

/* ---------------------------------------------------------------- the canvas */

static bool list_parts(laying *l, const eg_node *model, eg_arena *arena)
{
    eg_canvas *s = l->canvas;
    s->parts = eg_arena_array(arena, model->parts.count + 1, sizeof *s->parts);
    l->nodes = eg_new_array(l->r, model->parts.count + 1, sizeof(const eg_node *));
    if (!s->parts || !l->nodes)
        return false;
    for (size_t i = 0; i < model->parts.count; i++) {
        const eg_node *node = model->parts.items[i];
        eg_canvas_part *part = &s->parts[s->part_count];
        if (!is_shown(node))
            continue;
        part->is_placed = eg_pictures_place(node->component->pictures, false, &part->place);
        l->any = l->any || part->is_placed;
        l->nodes[s->part_count++] = first_of(node);
    }
    return true;
}

/* Below the lowest and from the leftmost of those that have a place. */
static void place_the_rest(eg_canvas *s)
{
    double left = INFINITY, low = INFINITY;
    size_t placed = 0;
    for (size_t i = 0; i < s->part_count; i++)
        for (int k = 0; k < 4 && s->parts[i].is_placed; k++) {
            double corner[2];
            eg_canvas_point(&s->parts[i].place, k % 2 ? 100 : -100, k / 2 ? 100 : -100, corner);
            left = fmin(left, corner[0]);
            low = fmin(low, corner[1]);
        }
    for (size_t i = 0; i < s->part_count; i++) {
        if (s->parts[i].is_placed)
            continue;
        const size_t column = placed % IN_A_ROW, row = placed / IN_A_ROW;
        s->parts[i].place = (eg_canvas_place){
            .extent = {-HALF, -HALF, HALF, HALF},
            .origin = {left + HALF + PITCH * (double)column, low - 3 * HALF - 0.8 * PITCH * (double)row}};
        placed++;
    }
}

/* Into the arena; the drawing is freed. */
static bool keep(eg_arena *arena, eg_drawing *from, eg_drawing *to)
{
    bool good = !from->out_of_memory;
    *to = (eg_drawing){.shape_count = from->shape_count, .point_count = from->point_count};
    to->shapes = eg_arena_array(arena, from->shape_count + 1, sizeof *to->shapes);
    to->points = eg_arena_array(arena, from->point_count + 1, sizeof *to->points);
    good = good && to->shapes && to->points;
    if (good && from->shape_count > 0)
        memcpy(to->shapes, from->shapes, from->shape_count * sizeof *to->shapes);
    if (good && from->point_count > 0)
        memcpy(to->points, from->points, from->point_count * sizeof *to->points);
    eg_drawing_free(from);
    return good;
}

static bool fill(laying *l, eg_arena *arena)
{
    eg_canvas *s = l->canvas;
    place_the_rest(s);
    for (size_t i = 0; i < s->part_count; i++) {
        eg_drawing icon = {0};
        const eg_node *node = l->nodes[i];
        s->parts[i].name = eg_arena_copy(arena, node->name);
        s->parts[i].class_name = eg_arena_copy(arena, node->type->full);
        if (eg_names_add(l->names, node->name, (long)i) < 0 || !s->parts[i].name || !s->parts[i].class_name)
            return false;
        if (node->kind == EG_N_MODEL && node->type->kind == EG_D_NATIVE)
            s->parts[i].class = node->type->native;
        else
            draw_part(&icon, node, node->name);
        if (!keep(arena, &icon, &s->parts[i].icon))
            return false;
    }
    eg_drawing lines = {0};
    draw_lines(l, &lines);
    return keep(arena, &lines, &s->lines);
}

bool eg_make_canvas(eg_reader *r, const eg_node *model, eg_spec *spec)
{
    laying l = {.r = r, .canvas = NULL};
    bool any = false;
    for (size_t i = 0; i < model->parts.count && !any; i++) {
        const eg_node *node = model->parts.items[i];
        any = is_shown(node) && node->component->pictures;
    }
    if (!any || r->gave_up)
        return true;
    l.canvas = eg_arena_array(spec->arena, 1, sizeof *l.canvas);
    l.names = eg_names_create(64);
    bool good =
        l.names && l.canvas && list_parts(&l, model, spec->arena) && (!l.any || fill(&l, spec->arena));
    eg_names_free(l.names);
    if (good && l.any)
        spec->canvas = l.canvas;
    r->out_of_memory = r->out_of_memory || !good;
    return good;
}
