#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "report/frame.h"

#include "base/xml.h"
#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- slots */

/* The text of an attribute within a tag, without its quotes; NULL: it has none. */
static const char *attribute(const char *tag, const char *end, const char *name, size_t *length)
{
    const size_t size = strlen(name);
    for (const char *c = tag; c + size + 3 < end; c++)
        if (c[0] == ' ' && strncmp(c + 1, name, size) == 0 && c[size + 1] == '=' && c[size + 2] == '"') {
            const char *text = c + size + 3, *quote = memchr(text, '"', (size_t)(end - text));
            *length = quote ? (size_t)(quote - text) : 0;
            return quote ? text : NULL;
        }
    return NULL;
}

static eg_anchor anchor_of(const char *text, size_t length)
{
    for (int k = 0; k < EG_ANCHORS; k++)
        if (strlen(eg_anchor_name((eg_anchor)k)) == length &&
            strncmp(eg_anchor_name((eg_anchor)k), text, length) == 0)
            return (eg_anchor)k;
    return EG_ANCHOR_BODY;
}

static bool has_class(const char *tag, const char *end, const char *class)
{
    size_t length;
    const char *text = attribute(tag, end, "class", &length);
    const size_t size = strlen(class);
    return text && length >= size && strncmp(text, class, size) == 0 && (length == size || text[size] == ' ');
}

static eg_status add_slot(eg_moving_picture *p, eg_slot slot, const char *begin, const char *end)
{
    if (eg_grow((void **)&p->slots, &p->slot_capacity, p->slot_count + 1, sizeof *p->slots) != 0)
        return EG_ERROR_MEMORY;
    slot.begin = (size_t)(begin - p->text);
    slot.end = (size_t)(end - p->text);
    p->slots[p->slot_count++] = slot;
    return EG_OK;
}

/* A group with a transform: "at" an anchor or a "stretch" between two. */
static eg_status read_group(eg_moving_picture *p, const char *tag, const char *end, int box)
{
    size_t size, at_size, from_size, to_size = 0, length_size = 0;
    const char *transform = attribute(tag, end, "transform", &size);
    const char *at = attribute(tag, end, "data-at", &at_size);
    const char *from = attribute(tag, end, "data-from", &from_size);
    const char *of = attribute(tag, end, "data-of", &length_size);
    eg_slot slot = {.kind = EG_SLOT_AT, .owner = of ? atoi(of) : box};
    if (!transform || (!at && !from) || strncmp(transform, "translate(", 10) != 0)
        return EG_OK;
    char *comma;
    slot.x = strtod(transform + 10, &comma);
    slot.y = strtod(comma + 1, NULL);
    if (at) {
        slot.from = slot.to = anchor_of(at, at_size);
        return add_slot(p, slot, transform, transform + size);
    }
    const char *to = attribute(tag, end, "data-to", &to_size);
    const char *length = attribute(tag, end, "data-length", &length_size);
    const char *close = strstr(end, "</g>");
    if (!to || !length || !close)
        return EG_OK;
    slot.kind = EG_SLOT_STRETCH;
    slot.from = anchor_of(from, from_size);
    slot.to = anchor_of(to, to_size);
    slot.length = strtod(length, NULL);
    return add_slot(p, slot, transform, close);
}

static eg_status read_wire(eg_moving_picture *p, const char *tag, const char *end)
{
    size_t size;
    const char *net = attribute(tag, end, "data-net", &size), *path = strstr(end, " d=\"");
    if (!net || !path)
        return EG_OK;
    path += strlen(" d=\"");
    return add_slot(p, (eg_slot){.kind = EG_SLOT_WIRE, .owner = atoi(net)}, path, strchr(path, '"'));
}

static eg_status read_shine(eg_moving_picture *p, const char *tag, const char *end, eg_slot_kind kind,
                            int box)
{
    size_t size;
    const char *opacity = attribute(tag, end, "opacity", &size);
    return opacity ? add_slot(p, (eg_slot){.kind = kind, .owner = box}, opacity, opacity + size) : EG_OK;
}

static eg_status read_slots(eg_moving_picture *p)
{
    eg_status status = EG_OK;
    int box = -1;
    for (const char *tag = strstr(p->text, "</style>"); tag && status == EG_OK; tag = strchr(tag + 1, '<')) {
        const char *end = strchr(tag, '>');
        if (has_class(tag, end, "component")) {
            box++;
            if (p->motion->movers[box].is_contact && p->motion->movers[box].force)
                status = add_slot(p, (eg_slot){.kind = EG_SLOT_TINT, .owner = box}, tag + 2, tag + 2);
        } else if (has_class(tag, end, "net"))
            status = read_wire(p, tag, end);
        else if (has_class(tag, end, "spark"))
            status = read_shine(p, tag, end, EG_SLOT_SPARK, box);
        else if (has_class(tag, end, "glow"))
            status = read_shine(p, tag, end, EG_SLOT_GLOW, box);
        else
            status = read_group(p, tag, end, box);
    }
    return status;
}

eg_status eg_moving_picture_init(eg_moving_picture *p, const eg_animation *motion, eg_diagram_theme theme)
{
    *p = (eg_moving_picture){.motion = motion};
    const eg_status status = eg_animation_svg(motion, theme, &p->text, &p->length);
    return status == EG_OK ? read_slots(p) : status;
}

void eg_moving_picture_release(eg_moving_picture *p)
{
    free(p->text);
    free(p->slots);
    *p = (eg_moving_picture){0};
}

/* ---------------------------------------------------------------- slots at an instant */

static bool is_of(const eg_diagram *d, size_t piece, int net)
{
    return d->pieces[piece].piece.net == (size_t)net && !d->pieces[piece].is_lead;
}

size_t eg_slot_size(const eg_moving_picture *p, const eg_slot *slot)
{
    const eg_diagram *d = &p->motion->shown;
    size_t count = 1;
    for (size_t i = 0; slot->kind == EG_SLOT_WIRE && i < d->piece_count; i++)
        count += is_of(d, i, slot->owner) ? 4 : 0;
    return slot->kind == EG_SLOT_STRETCH ? 2 : count;
}

static double carried(const eg_carrier *c, const eg_pose *poses)
{
    return c->box < 0 ? 0.0 : poses[c->box].shifts[c->anchor];
}

static void wire_values(const eg_moving_picture *p, const eg_slot *slot, const eg_trajectory *run,
                        double time, const eg_pose *poses, double *values)
{
    const eg_animation *m = p->motion;
    const eg_diagram *d = &m->shown;
    const char *heat = m->net_heats[slot->owner];
    size_t count = 0;
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *q = &d->pieces[i].piece;
        if (!is_of(d, i, slot->owner))
            continue;
        values[count++] = q->x1 + carried(&m->carriers[i][0], poses);
        values[count++] = q->y1;
        values[count++] = q->x2 + carried(&m->carriers[i][1], poses);
        values[count++] = q->y2;
    }
    values[count] = heat ? eg_animation_warmth(m, run, heat, time) : -1.0;
}

void eg_slot_values(const eg_moving_picture *p, const eg_slot *slot, const eg_trajectory *run, double time,
                    const eg_pose *poses, double *values)
{
    const eg_pose *pose = slot->kind == EG_SLOT_WIRE ? NULL : &poses[slot->owner];
    switch (slot->kind) {
    case EG_SLOT_WIRE: wire_values(p, slot, run, time, poses, values); break;
    case EG_SLOT_AT: values[0] = slot->x + pose->shifts[slot->from]; break;
    case EG_SLOT_STRETCH:
        values[0] = slot->x + pose->shifts[slot->from];
        values[1] = (slot->length + pose->shifts[slot->to] - pose->shifts[slot->from]) / slot->length;
        break;
    case EG_SLOT_TINT: values[0] = pose->load; break;
    case EG_SLOT_SPARK: values[0] = 0.35 * pose->load; break;
    case EG_SLOT_GLOW: values[0] = 0.45 * pose->warmth; break;
    }
}

void eg_slot_put_wire(const eg_moving_picture *p, const eg_slot *slot, const double *values, FILE *out)
{
    for (size_t i = 0; i + 4 < eg_slot_size(p, slot); i += 4)
        fprintf(out, "M%.2f %.1fL%.2f %.1f", values[i], values[i + 1], values[i + 2], values[i + 3]);
}

/* ---------------------------------------------------------------- the diagram in a frame */

/* Of light and dark pictures. */
typedef struct palette {
    unsigned paper, ink, soft, line, hot, accent;
} palette;

static const palette light = {0xffffff, 0x202830, 0x5a6570, 0xd5dae0, 0xd4461b, 0x2563c9};
static const palette dark = {0x161b22, 0xe6e9ed, 0xa9b4c0, 0x3a424c, 0xff7a4d, 0x7aa7f5};

static const palette *palette_of(const eg_film *f)
{
    return f->is_dark ? &dark : &light;
}

static unsigned mixed(unsigned from, unsigned to, double share)
{
    unsigned result = 0;
    for (int k = 16; k >= 0; k -= 8) {
        const double a = from >> k & 255, b = to >> k & 255;
        result |= (unsigned)rint(a + share * (b - a)) << k;
    }
    return result;
}

/* Lines of a stretched group, whose width does not follow: of absolute M, L, H and V every x is scaled. */
static void put_stretched(const char *text, const char *end, double scale, FILE *out)
{
    bool is_path = false;
    char command = 'M';
    int number = 0;
    while (text < end) {
        const bool starts = text[0] == 'd' && text[1] == '=' && text[2] == '"';
        const bool counts = (*text >= '0' && *text <= '9') || *text == '-' || *text == '.';
        if (starts) {
            is_path = true;
            fwrite(text, 1, 3, out);
            text += 3;
        } else if (is_path && counts) {
            char *behind;
            const double v = strtod(text, &behind);
            const bool is_x = command == 'H' || (command != 'V' && number % 2 == 0);
            fprintf(out, "%.3f", is_x ? scale * v : v);
            number++;
            text = behind;
        } else {
            is_path = is_path && *text != '"';
            if (*text >= 'A' && *text <= 'Z') {
                command = *text;
                number = 0;
            }
            fputc(*text++, out);
        }
    }
}

static void put_slot(const eg_film *f, const eg_slot *slot, const double *v, FILE *out)
{
    const eg_moving_picture *p = &f->picture;
    const palette *c = palette_of(f);
    switch (slot->kind) {
    case EG_SLOT_AT: fprintf(out, "translate(%.3f,%.2f)", v[0], slot->y); break;
    case EG_SLOT_STRETCH: {
        const char *content = strchr(p->text + slot->begin, '"');
        fprintf(out, "translate(%.3f,%.2f)", v[0], slot->y);
        put_stretched(content, p->text + slot->end, v[1], out);
        break;
    }
    case EG_SLOT_WIRE: {
        const double warmth = v[eg_slot_size(p, slot) - 1];
        eg_slot_put_wire(p, slot, v, out);
        if (warmth >= 0)
            fprintf(out, "\" stroke-opacity=\"%.3f", 0.35 + 0.65 * warmth);
        break;
    }
    case EG_SLOT_TINT: fprintf(out, " style=\"color:#%06x\"", mixed(c->ink, c->hot, v[0])); break;
    case EG_SLOT_SPARK:
    case EG_SLOT_GLOW: fprintf(out, "%.3f", v[0]); break;
    }
}

/* Its own tag gives way to one for its place in the frame. */
static void put_picture(eg_film *f, double time, FILE *out)
{
    const eg_moving_picture *p = &f->picture;
    const eg_animation *m = p->motion;
    const double wide = m->shown.width + 2 * m->pad, high = m->shown.height;
    size_t at = (size_t)(strchr(p->text, '>') + 1 - p->text);
    fprintf(out,
            "<svg class=\"diagram\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.2f\" "
            "viewBox=\"%.1f 0 %.1f %.1f\">",
            f->left, f->top, wide * f->zoom, high * f->zoom, -m->pad, wide, high);
    for (size_t i = 0; i < p->slot_count; i++) {
        const eg_slot *slot = &p->slots[i];
        eg_slot_values(p, slot, f->run, time, f->poses, f->values);
        fwrite(p->text + at, 1, slot->begin - at, out);
        put_slot(f, slot, f->values, out);
        at = slot->end;
    }
    fwrite(p->text + at, 1, p->length - at, out);
}

/* ---------------------------------------------------------------- what stands around it */

enum { PER_LINE = 3, MOST_CONTACTS = 6 };
#define HEAD 46.0 /* heights, in units of texts */
#define LINE 24.0
#define TRACK 20.0
#define MARGIN 20.0

/* Forces side by side. */
static int columns_of(const eg_film *f)
{
    return f->contact_count < PER_LINE ? f->contact_count : PER_LINE;
}

static double foot_of(const eg_film *f)
{
    const int lines = (f->contact_count + PER_LINE - 1) / PER_LINE;
    return LINE * lines + TRACK + 2 * LINE;
}

static void put_text(const eg_film *f, double x, double y, double size, const char *anchor, unsigned color,
                     const char *text, FILE *out)
{
    fprintf(out,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-family=\"DejaVu Sans,sans-serif\" "
            "font-size=\"%.1f\" fill=\"#%06x\">",
            x, y, anchor, size * f->unit, color);
    eg_xml_put(out, text, EG_XML_REPLACED);
    fputs("</text>", out);
}

static void put_head(const eg_film *f, double time, FILE *out)
{
    const palette *c = palette_of(f);
    const double y = 30 * f->unit, right = f->width - MARGIN * f->unit;
    char text[80];
    put_text(f, MARGIN * f->unit, y, 17, "start", c->ink, f->title, out);
    /* Digits of the step of a frame, so that they stand still. */
    const double step = f->to > f->from ? (f->to - f->from) / 1000 : 1e-3;
    const int digits = (int)fmin(9, fmax(0, ceil(-log10(step))));
    snprintf(text, sizeof text, "%.*f s", digits, time);
    put_text(f, right, y, 17, "end", c->ink, text, out);
    if (f->speed != 1) {
        snprintf(text, sizeof text, "at %.3g times its speed", f->speed);
        put_text(f, right - 190 * f->unit, y, 12, "end", c->soft, text, out);
    }
}

static void put_force(const eg_film *f, int which, double time, double y, FILE *out)
{
    const eg_animation *m = f->picture.motion;
    const palette *c = palette_of(f);
    const int box = f->contacts[which];
    const double left = MARGIN * f->unit, space = 30 * f->unit;
    const double wide = (f->width - 2 * left + space) / columns_of(f);
    const double x = left + which % PER_LINE * wide, right = x + wide - space;
    const double bar = fmax(0, fmin(240 * f->unit, right - x - 270 * f->unit));
    const long signal = eg_trajectory_find(f->run, m->movers[box].force);
    const double force = signal >= 0 ? eg_trajectory_at(f->run, (size_t)signal, time) : NAN;
    char text[120];
    const char *unit = signal >= 0 ? eg_trajectory_signal(f->run, (size_t)signal).unit : "";
    snprintf(text, sizeof text, "%.4g %.40s", force == 0 ? 0.0 : force, unit);
    put_text(f, x, y, 13, "start", c->soft, m->shown.boxes[box].name ? m->shown.boxes[box].name : "", out);
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"#%06x\"/>",
            right - bar - 110 * f->unit, y - 9 * f->unit, bar * f->poses[box].load, 8 * f->unit, c->hot);
    put_text(f, right, y, 13, "end", mixed(c->ink, c->hot, f->poses[box].load), text, out);
}

/* A line of time with a mark for each event, and how far it is. */
static void put_track(const eg_film *f, double time, double y, FILE *out)
{
    const palette *c = palette_of(f);
    const double left = MARGIN * f->unit, wide = f->width - 2 * left, span = f->to - f->from;
    const double share = span > 0 ? (time - f->from) / span : 1;
    double last = -INFINITY;
    fprintf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#%06x\" stroke-width=\"%.1f\"/><path d=\"", left, y,
            left + wide, c->line, 3 * f->unit);
    for (size_t i = 0; span > 0 && i < eg_trajectory_events(f->run); i++) {
        const double x = left + wide * (eg_trajectory_event(f->run, i).time - f->from) / span;
        if (x - last >= 1 && x >= left && x <= left + wide) {
            fprintf(out, "M%.1f %.1fv%.1f", x, y - 6 * f->unit, 12 * f->unit);
            last = x;
        }
    }
    fprintf(out, "\" stroke=\"#%06x\"/><circle cx=\"%.2f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\"/>", c->soft,
            left + wide * share, y, 6 * f->unit, c->accent);
}

/* The largest of 1, 2 and 5 times powers of ten whose bar is no longer than that. */
static double round_length(double most)
{
    const double power = pow(10.0, floor(log10(most)));
    const double share = most / power;
    if (share >= 5)
        return 5 * power;
    return (share >= 2 ? 2 : 1) * power;
}

/* A bar of travel with its length, of positions or angles. */
static double put_scale(const eg_film *f, double scale, const char *unit, double x, double y, FILE *out)
{
    const palette *c = palette_of(f);
    const double px = scale * f->zoom, length = round_length(140 * f->unit / px), end = x + length * px;
    char text[60];
    fprintf(out,
            "<path d=\"M%.2f %.1fv%.1fM%.2f %.1fH%.2fM%.2f %.1fv%.1f\" fill=\"none\" stroke=\"#%06x\" "
            "stroke-width=\"%.1f\"/>",
            x, y - 8 * f->unit, 8 * f->unit, x, y - 4 * f->unit, end, end, y - 8 * f->unit, 8 * f->unit,
            c->soft, 1.5 * f->unit);
    snprintf(text, sizeof text, "%.3g %s", length, unit);
    put_text(f, end + 8 * f->unit, y, 12, "start", c->soft, text, out);
    return end + 90 * f->unit;
}

static void put_scales(const eg_film *f, double y, FILE *out)
{
    const eg_animation *m = f->picture.motion;
    const palette *c = palette_of(f);
    double x = MARGIN * f->unit;
    char text[160];
    if (m->scales[0] > 0)
        x = put_scale(f, m->scales[0], "m", x, y, out);
    if (m->scales[1] > 0)
        x = put_scale(f, m->scales[1], "rad", x, y, out);
    if (m->scales[0] > 0) { /* a pixel of screens counts as 1/96 inch */
        snprintf(text, sizeof text, "travel drawn %.2g times its size", m->scales[0] * f->zoom * 0.0254 / 96);
        put_text(f, x, y, 12, "start", c->soft, text, out);
    }
    if (m->coldest < m->hottest) {
        char range[EG_HEAT_TEXT];
        eg_animation_heat(m, range);
        snprintf(text, sizeof text, "heat glows from %s", range);
        put_text(f, f->width - MARGIN * f->unit, y, 12, "end", c->soft, text, out);
    }
}

eg_status eg_film_frame(eg_film *f, double time, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out)
        return EG_ERROR_MEMORY;
    const double foot = f->height - foot_of(f) * f->unit;
    eg_animation_pose(f->picture.motion, f->run, time, f->poses);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"><rect width=\"%d\" "
            "height=\"%d\" fill=\"#%06x\"/>",
            f->width, f->height, f->width, f->height, palette_of(f)->paper);
    put_picture(f, time, out);
    put_head(f, time, out);
    for (int i = 0; i < f->contact_count; i++) {
        const int line = i / PER_LINE;
        put_force(f, i, time, foot + (line + 0.7) * LINE * f->unit, out);
    }
    const double track = foot + (foot_of(f) - 2 * LINE) * f->unit;
    put_track(f, time, track, out);
    put_scales(f, track + 1.5 * LINE * f->unit, out);
    fputs("</svg>", out);
    *text = eg_text_end(out, text);
    return *text ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- sizes */

static int even(double size)
{
    return 2 * (int)fmax(1, rint(size / 2));
}

/* Whole pictures, no larger than four times as drawn, of a shape that screens have. */
static void find_sizes(eg_film *f, int width, int height)
{
    const eg_animation *m = f->picture.motion;
    const double wide = m->shown.width + 2 * m->pad, high = m->shown.height;
    f->width = width > 0 ? even(width) : 1280;
    f->unit = fmax(0.6, sqrt(f->width / 1280.0));
    const double around = (HEAD + foot_of(f)) * f->unit, side = MARGIN * f->unit;
    const double tallest = height > 0 ? height - around : fmax(0.5625 * f->width, 0.75 * f->width - around);
    f->zoom = fmin((f->width - 2 * side) / wide, fmax(tallest, 10) / high);
    f->zoom = fmin(f->zoom, height > 0 ? INFINITY : 2.5 * f->unit);
    f->height = height > 0 ? even(height) : even(high * f->zoom + around);
    f->left = (f->width - wide * f->zoom) / 2;
    f->top = HEAD * f->unit + (f->height - around - high * f->zoom) / 2;
}

/* The largest forces first, and those told in the order of the model. */
static int find_contacts(eg_film *f)
{
    const eg_animation *m = f->picture.motion;
    const int boxes = m->shown.box_count;
    f->contacts = malloc((size_t)(boxes + 1) * sizeof *f->contacts);
    for (int i = 0; f->contacts && i < boxes; i++) {
        int larger = 0;
        for (int k = 0; k < boxes && m->movers[i].force; k++)
            larger += m->movers[k].force && (m->movers[k].peak > m->movers[i].peak ||
                                             (k < i && m->movers[k].peak == m->movers[i].peak));
        if (m->movers[i].force && larger < MOST_CONTACTS)
            f->contacts[f->contact_count++] = i;
    }
    return f->contacts ? 0 : -1;
}

eg_status eg_film_init(eg_film *f, const eg_animation *motion, const eg_trajectory *run, const char *title,
                       eg_diagram_theme theme, int width, int height)
{
    *f = (eg_film){.run = run, .title = title, .is_dark = theme == EG_DIAGRAM_DARK};
    eg_status status = eg_moving_picture_init(&f->picture, motion, theme);
    if (status != EG_OK)
        return status;
    size_t most = 1;
    for (size_t i = 0; i < f->picture.slot_count; i++) {
        const size_t size = eg_slot_size(&f->picture, &f->picture.slots[i]);
        most = size > most ? size : most;
    }
    f->values = calloc(most, sizeof *f->values);
    f->poses = calloc((size_t)motion->shown.box_count + 1, sizeof *f->poses);
    if (!f->values || !f->poses || find_contacts(f) != 0)
        return EG_ERROR_MEMORY;
    find_sizes(f, width, height);
    return EG_OK;
}

void eg_film_release(eg_film *f)
{
    eg_moving_picture_release(&f->picture);
    free(f->contacts);
    free(f->poses);
    free(f->values);
    *f = (eg_film){0};
}
