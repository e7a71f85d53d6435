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
typedef struct names {
    char text[NAMED * 64];
    size_t length;
    int count;
} names;

static void add_name(names *n, const char *name, size_t length)
{
    if (n->count++ >= NAMED)
        return;
    int put = snprintf(n->text + n->length, sizeof n->text - n->length, "%s%.*s", n->count > 1 ? ", " : "",
                       (int)(length < 50 ? length : 50), name);
    n->length += put > 0 ? (size_t)put : 0;
}

static void end_names(names *n)
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
    names n = {.count = 0};
    for (size_t i = 0; i < spec->instance_count; i++) {
        const char *path = spec->instances[i].path;
        const size_t length = length_of_first(path);
        bool is_again = spec->instances[i].is_implied;
        for (size_t k = i; k > 0 && !is_again && k + 64 > i; k--)
            is_again = length_of_first(spec->instances[k - 1].path) == length &&
                       strncmp(spec->instances[k - 1].path, path, length) == 0;
        if (!is_again)
            add_name(&n, path, length);
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
    names n = {.count = 0};
    for (size_t i = 0; i < s->part_count; i++)
        if (!s->parts[i].is_placed)
            add_name(&n, s->parts[i].name, strlen(s->parts[i].name));
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

static void add_icon(eg_diagram *d, const eg_canvas_part *part, eg_drawing *to)
{
    eg_drawing own = {0};
    if (part->class)
        eg_icon_draw(part->class, &own);
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

/* Below its icon, in the middle. */
static void add_label(eg_diagram *d, const eg_canvas_part *part, eg_card *card)
{
    double low = INFINITY, middle[2];
    for (int k = 0; k < 4; k++) {
        double corner[2];
        eg_canvas_point(&part->place, k % 2 ? 100 : -100, k / 2 ? 100 : -100, corner);
        low = fmin(low, corner[1]);
    }
    eg_canvas_point(&part->place, 0, 0, middle);
    card->x = SCALE * middle[0];
    card->y = SCALE * low - 2 - EG_LINE_HEIGHT;
    const double half = eg_diagram_text_width(card->name, EG_TEXT_SIZE) / 2;
    d->left = fmin(d->left, card->x - half);
    d->right = fmax(d->right, card->x + half);
    d->low = fmin(d->low, card->y);
}

eg_status eg_diagram_read_canvas(eg_diagram *d, const eg_spec *spec, eg_diagnostics *diagnostics)
{
    const eg_canvas *s = spec->canvas;
    if (!s)
        return refuse(spec, diagnostics);
    d->left = d->low = INFINITY;
    d->right = d->high = -INFINITY;
    d->cards = eg_arena_array(d->arena, s->part_count + 1, sizeof *d->cards);
    if (!d->cards)
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
        add_icon(d, part, &card->icon);
        if (!tells_name(part)) {
            card->name = eg_diagram_shorten(d->arena, part->name);
            if (!card->name)
                return EG_ERROR_MEMORY;
            add_label(d, part, card);
        }
        if (card->icon.out_of_memory)
            return EG_ERROR_MEMORY;
    }
    add_lines(d, &s->lines);
    if (d->lines.out_of_memory)
        return EG_ERROR_MEMORY;
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
