/* Icons of FMUs, composed of those of their parts. */
#include "fmi/icons.h"

#include <string.h>

#include "modelica/text/pictures.h"

enum { INK = 0x202830, PAPER = 0xFFFFFF, EDGE = 0x1F4E9E, PARTS = 4 };

static const char *last_name(const char *name)
{
    const char *dot = strchr(name, '\'') ? NULL : strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* The classes of the first parts, each once; what only stands still is of no interest. */
static size_t choose_parts(const eg_spec *spec, const eg_class *chosen[PARTS])
{
    size_t count = 0;
    for (size_t i = 0; i < spec->instance_count && count < PARTS; i++) {
        const eg_class *class = spec->instances[i].class;
        const eg_class *known = eg_class_find(class->name); /* one of its variants may be the instance's */
        bool is_new = known && strcmp(last_name(class->name), "Fixed") != 0;
        for (size_t k = 0; k < count; k++)
            is_new = is_new && chosen[k] != known;
        if (is_new)
            chosen[count++] = known;
    }
    return count;
}

void eg_fmu_draw_icon(const eg_spec *spec, eg_drawing *d)
{
    static const double places[PARTS][PARTS][2] = {{{0, 12}},
                                                   {{-44, 12}, {44, 12}},
                                                   {{-44, 42}, {44, 42}, {0, -24}},
                                                   {{-44, 42}, {44, 42}, {-44, -24}, {44, -24}}};
    static const double scales[PARTS] = {0.62, 0.4, 0.32, 0.32};
    const eg_class *parts[PARTS];
    if (eg_pictures_draw(spec->pictures, last_name(spec->name), d))
        return;
    size_t count = choose_parts(spec, parts);
    eg_draw_rectangle(d, -96, -96, 96, 96, EDGE, PAPER, 4);
    for (size_t i = 0; i < count; i++) {
        eg_drawing part = {0};
        eg_icon_draw(parts[i], &part);
        eg_draw_drawing(d, &part, places[count - 1][i][0], places[count - 1][i][1], scales[count - 1]);
        eg_drawing_free(&part);
    }
    eg_draw_text(d, 0, count > 0 ? -76 : 0, 22, 170, INK, last_name(spec->name));
}

/* ---------------------------------------------------------------- terminals */

bool eg_fmu_stands_right(eg_port_kind kind)
{
    return kind == EG_FLANGE_B || kind == EG_ROT_FLANGE_B || kind == EG_HEAT_B || kind == EG_SUPPORT ||
           kind == EG_ROT_SUPPORT;
}

static const char *icon_name(eg_port_kind kind)
{
    switch (kind) {
    case EG_FLANGE_A: return "flange_a";
    case EG_FLANGE_B: return "flange_b";
    case EG_SUPPORT: return "support";
    case EG_ROT_FLANGE_A: return "rotational_flange_a";
    case EG_ROT_FLANGE_B: return "rotational_flange_b";
    case EG_ROT_SUPPORT: return "rotational_support";
    case EG_HEAT_A: return "heat_port_a";
    default: break;
    }
    return "heat_port_b";
}

eg_fmu_spot eg_fmu_spot_of(eg_port_kind kind, size_t index, size_t count)
{
    eg_fmu_spot spot = {.x = eg_fmu_stands_right(kind) ? 100 : -100, .color = eg_icon_color(kind)};
    spot.y = count > 1 ? 70.0 - 140.0 * (double)index / (double)(count - 1) : 0.0;
    spot.icon = icon_name(kind);
    return spot;
}

/* As large as the picture. */
void eg_fmu_draw_terminal(eg_port_kind kind, eg_drawing *d)
{
    eg_drawing glyph = {0};
    eg_icon_draw_port(&glyph, kind, false, (eg_icon_spot){.side = EG_ICON_NONE});
    eg_draw_drawing(d, &glyph, 0, 0, 9);
    eg_drawing_free(&glyph);
}
