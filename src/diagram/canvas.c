/* The layout of a model's author: its canvas as a picture. Icons are turned and mirrored point by point, so
 * that their texts stay upright. */
#include "diagram/diagram.h"

#include "base/report.h"
#include "base/xml.h"
#include "component/icon/icon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCALE 2.5 /* pixels for a unit of the diagram: an icon of 20 units is 50 wide */
enum { MARGIN = 20, NAMED = 8, COLORS = 256 };

/* ---------------------------------------------------------------- what is missing */

/* Names, of which the first NAMED are listed. */
typedef struct name_list {
    char text[NAMED * 64];
    size_t length;
    int count;
} name_list;

static void list_name(name_list *n, const char *name, size_t length)
{
    if (n->count++ >= NAMED)
        return;
    int put = snprintf(n->text + n->length, sizeof n->text - n->length, "%s%.*s", n->count > 1 ? ", " : "",
                       (int)(length < 50 ? length : 50), name);
    n->length += put > 0 ? (size_t)put : 0;
}

static void end_names(name_list *n)
{
    if (n->count > NAMED)
        snprintf(n->text + n->length, sizeof n->text - n->length, " and %d more", n->count - NAMED);
}

/* Components of the model itself: what stands before the first dot of a path, outside of quotes. */
static size_t length_of_first(const char *path)
{
    bool is_quoted = false;
    size_t i = 0;
    for (; path[i] && (is_quoted || (path[i] != '.' && path[i] != '[')); i++) {
        if (path[i] == '\'')
            is_quoted = !is_quoted;
        else if (is_quoted && path[i] == '\\' && path[i + 1])
            i++;
    }
    return i;
}

static eg_status refuse(const eg_spec *spec, eg_diagnostics *diagnostics)
{
    name_list n = {.count = 0};
    for (size_t i = 0; i < spec->instance_count; i++) {
        const char *path = spec->instances[i].path;
        const size_t length = length_of_first(path);
        bool is_again = spec->instances[i].is_implied;
        for (size_t k = i; k > 0 && !is_again && k + 64 > i; k--)
            is_again = length_of_first(spec->instances[k - 1].path) == length &&
                       strncmp(spec->instances[k - 1].path, path, length) == 0;
        if (!is_again)
            list_name(&n, path, length);
    }
    end_names(&n);
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE,
              "the text of %.200s does not say where its components stand: no annotation(Placement(...)) "
              "with an extent in numbers%s%s",
              spec->name ? spec->name : "the model", n.count > 0 ? " at " : "", n.text);
    eg_remedy(diagnostics, "take the layout \"network\", which needs none");
    return EG_ERROR_MODEL;
}

static void warn_of_others(const eg_canvas *s, eg_diagnostics *diagnostics)
{
    name_list n = {.count = 0};
    for (size_t i = 0; i < s->part_count; i++)
        if (!s->parts[i].is_placed)
            list_name(&n, s->parts[i].name, strlen(s->parts[i].name));
    end_names(&n);
    if (n.count == 0)
        return;
    eg_report(
        diagnostics, EG_WARNING, EG_NOWHERE,
        "no annotation(Placement(...)) with an extent in numbers says where %s stand%s: drawn below the "
        "others",
        n.text, n.count > 1 ? "" : "s");
}

/* ---------------------------------------------------------------- from the canvas to pixels */

/* The canvas's y grows upwards, and so do those of drawings. */
static void add_point(eg_diagram *d, eg_drawing *to, double x, double y)
{
    eg_draw_point(to, SCALE * x, SCALE * y);
    d->left = fmin(d->left, SCALE * x);
    d->right = fmax(d->right, SCALE * x);
    d->low = fmin(d->low, SCALE * y);
    d->high = fmax(d->high, SCALE * y);
}

static void add_marks(eg_diagram *d, const eg_canvas_part *part, const eg_drawing *icon, eg_drawing *to)
{
    const double *e = part->place.extent;
    const double wide = fabs(e[2] - e[0]) / 200, high = fabs(e[3] - e[1]) / 200;
    for (size_t i = 0; i < icon->shape_count; i++) {
        const eg_mark *s = &icon->shapes[i];
        if (s->kind == EG_MARK_TEXT)
            eg_draw_text(to, 0, 0, SCALE * fmin(wide, high) * s->width, INFINITY, s->fill, s->text);
        else if (s->kind == EG_MARK_LINE)
            eg_draw_line(to, s->stroke, SCALE * sqrt(wide * high) * s->width);
        else
            eg_draw_polygon(to, s->stroke, s->fill, SCALE * sqrt(wide * high) * s->width);
        if (to->out_of_memory)
            return;
        to->shapes[to->shape_count - 1].is_dashed = s->is_dashed;
        if (s->kind == EG_MARK_TEXT) { /* the point that eg_draw_text has put is taken back */
            to->point_count--;
            to->shapes[to->shape_count - 1].count = 0;
        }
        for (size_t k = 0; k < s->count; k++) {
            double at[2];
            const double *p = icon->points[s->first + k];
            eg_canvas_point(&part->place, p[0], p[1], at);
            add_point(d, to, at[0], at[1]);
        }
    }
}

/* The component, of an array the first; NULL: none of its class is there. */
static const eg_instance *instance_of(const eg_spec *spec, const eg_canvas_part *part)
{
    const size_t length = strlen(part->name);
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *x = &spec->instances[i];
        if (x->class == part->class && strncmp(x->path, part->name, length) == 0 &&
            (x->path[length] == '\0' || x->path[length] == '['))
            return x;
    }
    return NULL;
}

static void add_icon(eg_diagram *d, const eg_spec *spec, const eg_canvas_part *part, eg_drawing *to)
{
    eg_drawing own = {0};
    const eg_instance *x = part->class ? instance_of(spec, part) : NULL;
    const bool *has_port = x ? eg_diagram_ports_of(d->arena, x) : NULL;
    to->out_of_memory = to->out_of_memory || (x && !has_port);
    if (part->class)
        eg_icon_draw_with(part->class, has_port, &own);
    add_marks(d, part, part->class ? &own : &part->icon, to);
    to->out_of_memory = to->out_of_memory || own.out_of_memory;
    eg_drawing_free(&own);
}

static void add_lines(eg_diagram *d, const eg_drawing *lines)
{
    for (size_t i = 0; i < lines->shape_count; i++) {
        const eg_mark *s = &lines->shapes[i];
        eg_draw_line(&d->lines, s->stroke, SCALE * s->width);
        if (d->lines.out_of_memory)
            return;
        d->lines.shapes[d->lines.shape_count - 1].is_dashed = s->is_dashed;
        for (size_t k = 0; k < s->count; k++)
            add_point(d, &d->lines, lines->points[s->first + k][0], lines->points[s->first + k][1]);
    }
}

/* Does the icon show the name itself? */
static bool tells_name(const eg_canvas_part *part)
{
    for (size_t i = 0; i < part->icon.shape_count; i++)
        if (part->icon.shapes[i].kind == EG_MARK_TEXT &&
            strstr(part->icon.shapes[i].text, part->name) != NULL)
            return true;
    return false;
}

typedef struct rectangle {
    double left, right, low, high;
} rectangle;

static rectangle area_of(const eg_canvas_part *part)
{
    rectangle r = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int k = 0; k < 4; k++) {
        double corner[2];
        eg_canvas_point(&part->place, k % 2 ? 100 : -100, k / 2 ? 100 : -100, corner);
        r.left = fmin(r.left, SCALE * corner[0]);
        r.right = fmax(r.right, SCALE * corner[0]);
        r.low = fmin(r.low, SCALE * corner[1]);
        r.high = fmax(r.high, SCALE * corner[1]);
    }
    return r;
}

static bool meet(rectangle a, rectangle b)
{
    return a.left < b.right && b.left < a.right && a.low < b.high && b.low < a.high;
}

/* Does a line of the diagram run through it? Lines that slope count with the rectangle that they span. */
static bool is_crossed(const eg_diagram *d, rectangle r)
{
    for (size_t i = 0; i < d->lines.shape_count; i++) {
        const eg_mark *s = &d->lines.shapes[i];
        for (size_t k = 0; k + 1 < s->count; k++) {
            const double *p = d->lines.points[s->first + k], *q = d->lines.points[s->first + k + 1];
            const rectangle way = {fmin(p[0], q[0]) - 1, fmax(p[0], q[0]) + 1, fmin(p[1], q[1]) - 1,
                                   fmax(p[1], q[1]) + 1};
            if (meet(r, way))
                return true;
        }
    }
    return false;
}

/* Is the place of a name taken: by a line, an icon or one of the first names? */
static bool is_taken(const eg_diagram *d, const eg_canvas *canvas, rectangle r, const rectangle *names,
                     size_t count)
{
    for (size_t i = 0; i < canvas->part_count; i++)
        if (!canvas->parts[i].place.is_hidden && meet(r, area_of(&canvas->parts[i])))
            return true;
    for (size_t i = 0; i < count; i++)
        if (d->cards[i].name && meet(r, names[i]))
            return true;
    return is_crossed(d, r);
}

/* Below its icon, in the middle; where that is taken at the right, at the left or above. */
static rectangle place_name(const eg_diagram *d, const eg_canvas *canvas, const eg_canvas_part *part,
                            const eg_card *card, const rectangle *names)
{
    enum { AWAY = 4 };
    const rectangle own = area_of(part);
    const double width = eg_diagram_text_width(card->name, EG_TEXT_SIZE), middle = (own.left + own.right) / 2;
    const double level = (own.low + own.high - EG_LINE_HEIGHT) / 2; /* its lower edge beside the icon */
    const double places[][2] = {{middle - width / 2, own.low - 2 - EG_LINE_HEIGHT},
                                {own.right + AWAY, level},
                                {own.left - AWAY - width, level},
                                {middle - width / 2, own.high + 2}};
    rectangle r = {0};
    for (int i = 4; i >= 0; i--) { /* where all are taken it stays below */
        const double *at = places[i % 4];
        rectangle tried = {at[0], at[0] + width, at[1], at[1] + EG_LINE_HEIGHT};
        if (i == 4 || !is_taken(d, canvas, tried, names, (size_t)(card - d->cards)))
            r = tried;
    }
    return r;
}

static void add_name(eg_diagram *d, eg_card *card, rectangle r)
{
    card->x = (r.left + r.right) / 2;
    card->y = r.low;
    d->left = fmin(d->left, r.left);
    d->right = fmax(d->right, r.right);
    d->low = fmin(d->low, r.low);
    d->high = fmax(d->high, r.high);
}

eg_status eg_diagram_read_canvas(eg_diagram *d, const eg_spec *spec, eg_diagnostics *diagnostics)
{
    const eg_canvas *s = spec->canvas;
    if (!s)
        return refuse(spec, diagnostics);
    d->left = d->low = INFINITY;
    d->right = d->high = -INFINITY;
    d->cards = eg_arena_array(d->arena, s->part_count + 1, sizeof *d->cards);
    rectangle *names = eg_arena_array(d->arena, s->part_count + 1, sizeof *names);
    if (!d->cards || !names)
        return EG_ERROR_MEMORY;
    add_lines(d, &s->lines);
    if (d->lines.out_of_memory)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < s->part_count; i++) {
        const eg_canvas_part *part = &s->parts[i];
        eg_card *card = &d->cards[d->card_count];
        if (part->place.is_hidden)
            continue;
        d->card_count++;
        card->path = eg_arena_copy(d->arena, part->name);
        card->class_name = eg_arena_copy(d->arena, part->class_name);
        if (!card->path || !card->class_name)
            return EG_ERROR_MEMORY;
        add_icon(d, spec, part, &card->icon);
        if (!tells_name(part)) {
            card->name = eg_diagram_shorten(d->arena, part->name);
            if (!card->name)
                return EG_ERROR_MEMORY;
            names[card - d->cards] = place_name(d, s, part, card, names);
            add_name(d, card, names[card - d->cards]);
        }
        if (card->icon.out_of_memory)
            return EG_ERROR_MEMORY;
    }
    if (!(d->left <= d->right)) /* all of it is hidden */
        d->left = d->right = d->low = d->high = 0;
    d->width = ceil(d->right - d->left) + 2 * MARGIN;
    d->height = ceil(d->high - d->low) + 2 * MARGIN;
    warn_of_others(s, diagnostics);
    return EG_OK;
}

/* ---------------------------------------------------------------- SVG */

void eg_diagram_put_canvas(const eg_diagram *d, FILE *out)
{
    fprintf(out, "<g transform=\"translate(%.1f %.1f)\">\n", MARGIN - d->left, MARGIN + d->high);
    for (size_t i = 0; i < d->card_count; i++) {
        const eg_card *c = &d->cards[i];
        fputs("<g class=\"component placed\" data-component=\"", out);
        eg_xml_put(out, c->path, EG_XML_REPLACED);
        fputs("\"><title>", out);
        eg_xml_put(out, c->path, EG_XML_REPLACED);
        fputs(": ", out);
        eg_xml_put(out, c->class_name, EG_XML_REPLACED);
        fputs("</title>", out);
        for (size_t k = 0; k < c->icon.shape_count; k++)
            eg_diagram_put_mark(out, &c->icon, &c->icon.shapes[k], 1);
        if (c->name) {
            fprintf(out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", c->x,
                    -c->y - 4);
            eg_xml_put(out, c->name, EG_XML_REPLACED);
            fputs("</text>", out);
        }
        fputs("</g>\n", out);
    }
    for (size_t k = 0; k < d->lines.shape_count; k++) {
        fputs("<g class=\"net annotated\">", out);
        eg_diagram_put_mark(out, &d->lines, &d->lines.shapes[k], 1);
        fputs("</g>\n", out);
    }
    fputs("</g>\n", out);
}

/* Each colour once; what is beyond COLORS stays as it is. */
static size_t add_colors(const eg_drawing *from, int32_t *colors, size_t count)
{
    for (size_t i = 0; i < from->shape_count; i++)
        for (int k = 0; k < 2; k++) {
            const int32_t color = k ? from->shapes[i].fill : from->shapes[i].stroke;
            size_t at = 0;
            while (at < count && colors[at] != color)
                at++;
            if (color != EG_NO_COLOR && at == count && count < COLORS)
                colors[count++] = color;
        }
    return count;
}

/* The same hue, light for dark. */
static int32_t turned(int32_t color)
{
    const int32_t rgb[3] = {color >> 16 & 255, color >> 8 & 255, color & 255};
    int32_t least = 255, most = 0, result = 0;
    for (int i = 0; i < 3; i++) {
        least = rgb[i] < least ? rgb[i] : least;
        most = rgb[i] > most ? rgb[i] : most;
    }
    for (int i = 0; i < 3; i++)
        result = result << 8 | (rgb[i] + 255 - least - most);
    return result;
}

void eg_diagram_put_dark_colors(const eg_diagram *d, const char *known, FILE *out)
{
    int32_t colors[COLORS];
    size_t count = add_colors(&d->lines, colors, 0);
    for (size_t i = 0; i < d->card_count; i++)
        count = add_colors(&d->cards[i].icon, colors, count);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const char *what = k ? "fill" : "stroke";
            char selector[32];
            snprintf(selector, sizeof selector, "[%s='#%06x']", what, (unsigned)colors[i]);
            if (!strstr(known, selector))
                fprintf(out, ".diagram %s{%s:#%06x}", selector, what, (unsigned)turned(colors[i]));
        }
}

void eg_diagram_free_canvas(eg_diagram *d)
{
    for (size_t i = 0; i < d->card_count; i++)
        eg_drawing_free(&d->cards[i].icon);
    eg_drawing_free(&d->lines);
}
