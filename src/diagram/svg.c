/* The picture as SVG, and what stands where as JSON. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/file.h"
#include "diagram/animation.h"
#include "base/xml.h"
#include "diagram/diagram.h"

#include <math.h>
#include <string.h>

static const char light[] =
    "text{fill:#202830}.value{fill:#5a6570}.line,.thick,.hatch,.push,.ink-line{stroke:#202830}"
    ".pressed{stroke:#d97000}"
    ".body{fill:#dbe6f3;stroke:#202830}.paper{fill:#fff}.paper-line{stroke:#fff}"
    ".block{fill:#fff;stroke:#202830}.ink,.head{fill:#202830}.mechanical path{stroke:#202830}"
    ".thermal path{stroke:#c22f22}.signal path{stroke:#2b5bb5}.discrete path{stroke:#a327a3}"
    ".thermal .dot{fill:#c22f22}.signal .dot,.arrow{fill:#2b5bb5}"
    ".discrete .dot,.discrete .arrow{fill:#a327a3}.ground{fill:#fff}";
static const char dark[] =
    "text{fill:#e6e9ed}.value{fill:#a9b4c0}.line,.thick,.hatch,.push,.ink-line{stroke:#e6e9ed}"
    ".pressed{stroke:#ffab5c}"
    ".body{fill:#2b4364;stroke:#e6e9ed}.paper{fill:#161b22}.paper-line{stroke:#161b22}"
    ".block{fill:#161b22;stroke:#e6e9ed}.ink,.head{fill:#e6e9ed}.mechanical path{stroke:#e6e9ed}"
    ".thermal path{stroke:#ff8a75}.signal path{stroke:#86b1ff}.discrete path{stroke:#ee92ee}"
    ".thermal .dot{fill:#ff8a75}.signal .dot,.arrow{fill:#86b1ff}"
    ".discrete .dot,.discrete .arrow{fill:#ee92ee}.ground{fill:#161b22}"
    /* colours of icons */
    "[stroke='#00007f'],[stroke='#1f4e9e']{stroke:#86b1ff}"
    "[fill='#00007f'],[fill='#1f4e9e']{fill:#86b1ff}"
    "[stroke='#2f7d32']{stroke:#6cc070}"
    "[fill='#2f7d32']{fill:#6cc070}"
    "[stroke='#606870']{stroke:#a9b4c0}"
    "[fill='#606870']{fill:#a9b4c0}"
    "[stroke='#bf1010'],[stroke='#c01010'],[stroke='#b03020']{stroke:#ff8a75}"
    "[fill='#bf1010'],[fill='#c01010'],[fill='#b03020']{fill:#ff8a75}"
    "[stroke='#c000c0']{stroke:#ee92ee}"
    "[fill='#c000c0']{fill:#ee92ee}"
    "[stroke='#d97000']{stroke:#ffab5c}"
    "[fill='#d97000']{fill:#ffab5c}"
    "[fill='#c9d3dc']{fill:#3a4656}"
    "[fill='#9faab4']{fill:#566472}"
    "[fill='#b8c0c8']{fill:#4a5866}"
    "[fill='#d6e6f2']{fill:#2b4364}"
    "[fill='#edb883']{fill:#7a4f20}";
static const char common[] =
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif}.name,.value{font-size:11px}"
    ".glyph{text-anchor:middle}path{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".line,.hatch{stroke-width:1.5}.hatch{stroke-width:1}.thick{stroke-width:3.5}.push{stroke-width:3}"
    ".block,.body{stroke-width:1.5}.mechanical path{stroke-width:3}"
    ".thermal path,.signal path{stroke-width:1.3}.mark{stroke-linejoin:round}"
    ".stretch *{vector-effect:non-scaling-stroke}";

/* Of what is in motion: contacts light up, heat glows. */
static const char light_motion[] =
    ".spark,.glow{fill:#d4461b}.gap{color:#202830}.gap .line,.gap .thick{stroke:currentColor}";
static const char dark_motion[] =
    ".spark,.glow{fill:#ff7a4d}.gap{color:#e6e9ed}.gap .line,.gap .thick{stroke:currentColor}";

/* Rules, each of them for what is within a diagram alone: a page may have several, and text around them. */
static void put_rules(FILE *out, const char *rules)
{
    bool is_selector = false;
    for (const char *c = rules; *c; c++) {
        if (!is_selector && (c == rules || c[-1] == '}' || c[-1] == ',')) {
            fputs(".diagram ", out);
            is_selector = true;
        }
        fputc(*c, out);
        if (*c == ',')
            is_selector = false;
        if (*c == '{')
            for (c++; *c != '}'; c++)
                fputc(*c, out);
        if (*c == '}') {
            fputc(*c, out);
            is_selector = false;
        }
    }
}

static const char *domain_name(const eg_diagram_net *n)
{
    static const char *const names[] = {"mechanical", "thermal", "signal"};
    return names[n->domain];
}

/* ---------------------------------------------------------------- areas */

size_t eg_diagram_areas(const eg_diagram *d)
{
    return EG_AREAS * (size_t)d->box_count;
}

static const char *line_of(const eg_box *b, size_t line)
{
    const char *const lines[] = {NULL, b->name, b->value, b->state};
    return lines[line];
}

eg_diagram_area eg_diagram_get_area(const eg_diagram *d, size_t i)
{
    if (i >= eg_diagram_areas(d))
        return (eg_diagram_area){.owner = ""};
    const eg_box *b = &d->boxes[i / EG_AREAS];
    const size_t line = i % EG_AREAS;
    const char *text = line_of(b, line);
    if (line == 0)
        return (eg_diagram_area){b->x - b->width / 2, b->y - b->height / 2, b->width, b->height, 0, b->path};
    double width = text ? eg_diagram_text_width(text, EG_TEXT_SIZE) : 0;
    double y = b->text_below ? b->y + b->height / 2 + 2
                             : b->y - b->height / 2 - EG_LINE_HEIGHT * eg_diagram_lines(b);
    for (size_t k = EG_AREA_NAME; k < line; k++)
        y += line_of(b, k) ? EG_LINE_HEIGHT : 0;
    return (eg_diagram_area){
        b->text_beside ? b->x - 2 : b->x - width / 2, y, width, text ? EG_LINE_HEIGHT : 0, 1, b->path};
}

int eg_diagram_lines(const eg_box *b)
{
    return 1 + (b->value != NULL) + (b->state != NULL);
}

size_t eg_diagram_pieces(const eg_diagram *d)
{
    return d->piece_count;
}

eg_diagram_piece eg_diagram_get_piece(const eg_diagram *d, size_t i)
{
    return i < d->piece_count ? d->pieces[i].piece : (eg_diagram_piece){0};
}

double eg_diagram_width(const eg_diagram *d)
{
    return d->width;
}

double eg_diagram_height(const eg_diagram *d)
{
    return d->height;
}

/* ---------------------------------------------------------------- nets */

static bool lies_inside(double x, double y, const eg_diagram_piece *p)
{
    double low = p->x1 < p->x2 ? p->x1 : p->x2, high = p->x1 < p->x2 ? p->x2 : p->x1;
    if (p->y1 == p->y2)
        return y == p->y1 && x > low && x < high;
    return x == p->x1 && y > (p->y1 < p->y2 ? p->y1 : p->y2) && y < (p->y1 < p->y2 ? p->y2 : p->y1);
}

/* What hangs on a wire goes with what carries the wire there. */
static void begin_hanging(const eg_diagram *d, int net, double x, double y, FILE *out)
{
    if (!d->motion)
        return;
    const eg_carrier c = eg_animation_carrier(d->motion, (size_t)net, x, y);
    if (c.box < 0)
        fputs("<g>", out);
    else
        fprintf(out, "<g class=\"at\" data-of=\"%d\" data-at=\"%s\" transform=\"translate(0.0,0.0)\">", c.box,
                eg_anchor_name(c.anchor));
}

static void end_hanging(const eg_diagram *d, FILE *out)
{
    if (d->motion)
        fputs("</g>", out);
}

/* A dot where one piece of a net ends on another. */
static void put_dots(const eg_diagram *d, int net, FILE *out)
{
    for (size_t i = 0; i < d->piece_count; i++)
        for (size_t k = 0; d->pieces[i].piece.net == (size_t)net && k < d->piece_count; k++) {
            const eg_diagram_piece *p = &d->pieces[i].piece, *q = &d->pieces[k].piece;
            if (q->net != (size_t)net)
                continue;
            if (!lies_inside(p->x2, p->y2, q))
                continue;
            begin_hanging(d, net, p->x2, p->y2, out);
            fprintf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>", p->x2, p->y2);
            end_hanging(d, out);
        }
}

/* The point of an arrow where a signal comes in. */
static void put_arrow(const eg_diagram *d, const eg_terminal *t, FILE *out)
{
    const eg_box *b = &d->boxes[t->box];
    const bool is_top = t->side == EG_SIDE_TOP;
    if (!is_top && !eg_diagram_is_level(t))
        return;
    const double back = eg_diagram_stands_right(d, t) ? 1 : -1; /* where it comes from */
    const double x = is_top ? b->x + t->offset : b->x + back * b->width / 2;
    const double y = is_top ? b->y - b->height / 2 : b->y + t->offset;
    begin_hanging(d, t->net, x, y, out);
    if (is_top)
        fprintf(out, "<path class=\"arrow\" d=\"M%.1f %.1f l-4 -7 h8 z\"/>", x, y);
    else
        fprintf(out, "<path class=\"arrow\" d=\"M%.1f %.1f l%g -4 v8 z\"/>", x, y, 7 * back);
    end_hanging(d, out);
}

static void put_net(const eg_diagram *d, int net, FILE *out)
{
    const eg_diagram_net *n = &d->nets[net];
    fprintf(out, "<g class=\"net %s%s\" data-net=\"%d\"><path d=\"", domain_name(n),
            n->is_discrete ? " discrete" : "", net);
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->net == (size_t)net && !d->pieces[i].is_lead)
            fprintf(out, "M%.1f %.1fL%.1f %.1f", p->x1, p->y1, p->x2, p->y2);
    }
    fputs("\"/>", out);
    if (n->domain != EG_MECHANICAL)
        put_dots(d, net, out);
    for (int i = 0; i < n->count && n->domain == EG_SIGNAL; i++)
        if (!eg_port_is_output(d->terminals[d->ends[n->first + i]].kind))
            put_arrow(d, &d->terminals[d->ends[n->first + i]], out);
    fputs("</g>\n", out);
}

static void put_text(const eg_diagram *d, int box, size_t line, FILE *out)
{
    static const char *const classes[] = {NULL, "name", "value", "value state"};
    const eg_box *b = &d->boxes[box];
    eg_diagram_area a = eg_diagram_get_area(d, EG_AREAS * (size_t)box + line);
    const char *text = line_of(b, line);
    if (!text)
        return;
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\"%s>", classes[line], b->text_beside ? a.x : b->x,
            a.y + 11, b->text_beside ? "" : " text-anchor=\"middle\"");
    eg_xml_put(out, text, EG_XML_REPLACED);
    fputs("</text>", out);
}

/* Behind what heats up or is pressed, as far as it is known to. */
static void put_shine(const eg_diagram *d, const eg_box *b, const char *kind, FILE *out)
{
    if (b->symbol == EG_SYMBOL_GAP && strcmp(kind, "spark") == 0) {
        double tip, face;
        eg_diagram_contact(d, b, &tip, &face);
        fprintf(out,
                "<g class=\"at\" data-at=\"tip\" transform=\"translate(%.1f,%.1f)\"><circle class=\"spark\" "
                "opacity=\"0\" r=\"20\"/></g>",
                tip, b->y);
        return;
    }
    fprintf(out,
            "<g class=\"at\" data-at=\"body\" transform=\"translate(0.0,0.0)\"><rect class=\"%s\" "
            "opacity=\"0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"9\"/></g>",
            kind, b->x - b->width / 2 - 5, b->y - b->height / 2 - 5, b->width + 10, b->height + 10);
}

static void put_box(const eg_diagram *d, int box, FILE *out)
{
    const eg_box *b = &d->boxes[box];
    const eg_mover *mover = d->motion ? &d->motion->movers[box] : NULL;
    fprintf(out, "<g class=\"component %s\" data-component=\"", eg_diagram_symbol_name(b->symbol));
    eg_xml_put(out, b->path, EG_XML_REPLACED);
    fputs("\"><title>", out);
    eg_xml_put(out, b->path, EG_XML_REPLACED);
    fputs(": ", out);
    eg_xml_put(out, b->class ? b->class->name : "equations", EG_XML_REPLACED);
    fputs("</title>", out);
    if (mover && mover->heat)
        put_shine(d, b, "glow", out);
    if (mover && mover->force)
        put_shine(d, b, "spark", out);
    eg_diagram_draw_symbol(d, b, out);
    if (mover)
        fputs("<g class=\"at\" data-at=\"text\" transform=\"translate(0.0,0.0)\">", out);
    for (size_t line = EG_AREA_NAME; line < EG_AREAS; line++)
        put_text(d, box, line, out);
    fputs(mover ? "</g></g>\n" : "</g>\n", out);
}

static void put_dark(const eg_diagram *d, FILE *out)
{
    put_rules(out, dark);
    put_rules(out, d->motion ? dark_motion : "");
    if (d->is_canvas)
        eg_diagram_put_dark_colors(d, dark, out);
}

eg_status eg_diagram_svg(const eg_diagram *d, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out)
        return EG_ERROR_MEMORY;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
            d->width, d->height, d->width, d->height);
    eg_xml_put(out, d->name, EG_XML_REPLACED);
    fputs("</title>\n<style>", out);
    put_rules(out, common);
    if (d->theme == EG_DIAGRAM_DARK)
        put_dark(d, out);
    else {
        put_rules(out, light);
        put_rules(out, d->motion ? light_motion : "");
    }
    if (d->theme == EG_DIAGRAM_AUTO) {
        fputs("@media (prefers-color-scheme:dark){", out);
        put_dark(d, out);
        fputc('}', out);
    }
    const double pad = d->motion ? d->motion->pad : 0;
    fprintf(out, "</style>\n<rect class=\"ground\" x=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n", 0 - pad,
            d->width + 2 * pad, d->height);
    for (int i = 0; i < d->net_count; i++)
        put_net(d, i, out);
    for (int i = 0; i < d->box_count; i++)
        put_box(d, i, out);
    if (d->is_canvas)
        eg_diagram_put_canvas(d, out);
    fputs("</svg>\n", out);
    *text = eg_text_end(out, text);
    return *text ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- the scene */

void eg_diagram_put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < ' ' || *c == '<' || *c == '>' || *c == '&')
            fprintf(out, "\\u%04x", *c); /* safe within HTML, too */
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

/* The first of these variables that its class has. */
static const char *variable_of(const eg_box *b, const char *const *names)
{
    for (; b->class && *names; names++)
        if (eg_class_variable(b->class, *names) >= 0)
            return *names;
    return NULL;
}

bool eg_diagram_terminal_signal(const eg_diagram *d, int terminal, char path[EG_SIGNAL_PATH])
{
    const eg_terminal *t = &d->terminals[terminal];
    const int length = snprintf(path, EG_SIGNAL_PATH, "%s%s%s.%s", d->boxes[t->box].path, t->name ? "." : "",
                                t->name ? t->name : "", eg_port_potential(t->kind));
    return length < EG_SIGNAL_PATH;
}

bool eg_diagram_box_signal(const eg_diagram *d, const eg_box *b, eg_box_signal role,
                           char path[EG_SIGNAL_PATH])
{
    static const char *const forces[] = {"f", "tau", "F", NULL}, *const relative[] = {"s_rel", "phi_rel", "x",
                                                                                      NULL};
    if (role == EG_BOX_A || role == EG_BOX_B) {
        const int flange = role == EG_BOX_A ? b->left : b->right;
        return flange >= 0 && eg_diagram_terminal_signal(d, flange, path);
    }
    if (role == EG_BOX_HEAT) {
        for (int i = 0; i < d->terminal_count; i++)
            if (&d->boxes[d->terminals[i].box] == b && eg_port_is_thermal(d->terminals[i].kind))
                return eg_diagram_terminal_signal(d, i, path);
        return false;
    }
    const char *name = variable_of(b, role == EG_BOX_FORCE ? forces : relative);
    return name && snprintf(path, EG_SIGNAL_PATH, "%s.%s", b->path, name) < EG_SIGNAL_PATH;
}

static void put_signals(const eg_diagram *d, const eg_box *b, FILE *out)
{
    static const char *const roles[] = {"a", "b", "force", "relative", "heat"};
    char path[EG_SIGNAL_PATH];
    const char *comma = "";
    for (int i = 0; i < EG_BOX_SIGNALS; i++)
        if (eg_diagram_box_signal(d, b, (eg_box_signal)i, path)) {
            fprintf(out, "%s\"%s\":", comma, roles[i]);
            eg_diagram_put_string(out, path);
            comma = ",";
        }
}

static void put_component(const eg_diagram *d, const eg_box *b, FILE *out)
{
    static const char *const domains[] = {"mechanical", "thermal", "signal"};
    fputs("{\"name\":", out);
    eg_diagram_put_string(out, b->path);
    fputs(",\"class\":", out);
    eg_diagram_put_string(out, b->class ? b->class->name : "");
    fprintf(
        out,
        ",\"kind\":\"%s\",\"domain\":\"%s\",\"lane\":%d,\"x\":%.1f,\"y\":%.1f,\"width\":%.1f,\"height\":%.1f,"
        "\"mirrored\":%s,\"anchors\":{",
        eg_diagram_symbol_name(b->symbol), domains[b->domain], b->row, b->x, b->y, b->width, b->height,
        b->is_mirrored ? "true" : "false");
    const int flange[] = {b->left, b->right};
    const char *comma = "";
    for (int i = 0; i < 2; i++)
        if (flange[i] >= 0) {
            fprintf(out, "%s\"%s\":%.1f", comma, i ? "b" : "a", eg_diagram_reach(d, flange[i]));
            comma = ",";
        }
    if (b->symbol == EG_SYMBOL_GAP) {
        double tip, face;
        eg_diagram_contact(d, b, &tip, &face);
        fprintf(out, "%s\"tip\":%.1f,\"face\":%.1f", comma, tip, face);
    }
    fputs("},\"signals\":{", out);
    put_signals(d, b, out);
    fputc('}', out);
    if (b->symbol == EG_SYMBOL_SPRING || b->symbol == EG_SYMBOL_DAMPER ||
        b->symbol == EG_SYMBOL_SPRING_DAMPER) {
        double begin;
        fprintf(out, ",\"stroke\":%.1f", eg_diagram_stroke(d, b, &begin));
    }
    if (isfinite(b->free))
        fprintf(out, ",\"free\":%.17g", b->free);
    if (b->state) {
        fputs(",\"state\":", out);
        eg_diagram_put_string(out, b->state);
    }
    fputc('}', out);
}

int eg_diagram_net_terminal(const eg_diagram *d, int net)
{
    const eg_diagram_net *n = &d->nets[net];
    for (int i = 0; i < n->count; i++)
        if (d->boxes[d->terminals[d->ends[n->first + i]].box].class)
            return d->ends[n->first + i];
    return -1;
}

static void put_scene_net(const eg_diagram *d, int net, FILE *out)
{
    const eg_diagram_net *n = &d->nets[net];
    const int terminal = eg_diagram_net_terminal(d, net);
    char path[EG_SIGNAL_PATH];
    fprintf(out, "{\"net\":%d,\"domain\":\"%s\"", net, domain_name(n));
    if (n->domain != EG_SIGNAL && terminal >= 0 && eg_diagram_terminal_signal(d, terminal, path)) {
        fputs(",\"signal\":", out);
        eg_diagram_put_string(out, path);
    }
    fputc('}', out);
}

eg_status eg_diagram_scene(const eg_diagram *d, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out)
        return EG_ERROR_MEMORY;
    fputs("{\"model\":", out);
    eg_diagram_put_string(out, d->name);
    fprintf(out, ",\"width\":%.1f,\"height\":%.1f,\"components\":[", d->width, d->height);
    for (int i = 0; i < d->box_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_component(d, &d->boxes[i], out);
    }
    fputs("],\"nets\":[", out);
    for (int i = 0; i < d->net_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_scene_net(d, i, out);
    }
    fputs("]}\n", out);
    *text = eg_text_end(out, text);
    return *text ? EG_OK : EG_ERROR_MEMORY;
}
