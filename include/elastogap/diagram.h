/* A model as a picture: its network as an engineer would sketch it.
 *
 *   eg_diagram *picture;
 *   eg_diagram_options o = eg_diagram_options_default();
 *   eg_diagram_create(spec, &o, d, &picture);
 *   char *svg; size_t length;
 *   eg_diagram_svg(picture, &svg, &length);
 *   free(svg); eg_diagram_free(picture);
 *
 * Lengths are pixels of the picture, x to the right and y downwards. The picture is made of the spec, and of
 * how contacts stand at the start, and is the same bytes for the same model. */
#ifndef ELASTOGAP_DIAGRAM_H
#define ELASTOGAP_DIAGRAM_H

#include "elastogap/spec.h"
#include "elastogap/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Const once made; shared by any number of threads. */
typedef struct eg_diagram eg_diagram;

/* Which colours: those that the viewer prefers (prefers-color-scheme), or always the same. */
typedef enum eg_diagram_theme { EG_DIAGRAM_AUTO, EG_DIAGRAM_LIGHT, EG_DIAGRAM_DARK } eg_diagram_theme;

/* Who says where components stand: the program, for the network as an engineer would sketch it; or the text
 * of the model, by its annotations Placement and Line. Such a picture has no areas, no pieces and, in its
 * scene, no components and nets. */
typedef enum eg_diagram_layout { EG_DIAGRAM_NETWORK, EG_DIAGRAM_MODELICA } eg_diagram_layout;

typedef struct eg_diagram_options {
    size_t size;              /* of this struct, or 0: EG_VERSION in base.h */
    eg_diagram_theme theme;   /* default: EG_DIAGRAM_AUTO */
    eg_diagram_layout layout; /* default: EG_DIAGRAM_NETWORK */
    /* A result of this model, in whose first row contacts are open, with their widths, or pressed, and
     * friction is stuck or slides; default NULL: contacts stand as the start values in the text say. It is
     * looked at while the diagram is made. */
    const eg_trajectory *start;
} eg_diagram_options;

/* The defaults named above. */
EG_API eg_diagram_options eg_diagram_options_default(void);

/* Completes the spec (as eg_model_compile does) and lays it out; the spec may be freed afterwards. `options`
 * may be NULL. *diagram is NULL unless EG_OK is returned, and the caller's (eg_diagram_free). EG_ERROR_MODEL
 * when the spec is wrong, or the layout is EG_DIAGRAM_MODELICA and its text places no component (reported);
 * where it places some only, a warning names the others. Of a model without components the picture is empty,
 * and a note says so. EG_ERROR_MEMORY. */
EG_API eg_status eg_diagram_create(eg_spec *spec, const eg_diagram_options *options,
                                   eg_diagnostics *diagnostics, eg_diagram **diagram);
/* The same, with the state in which a run of the model begins, which is looked for where options->start is
 * NULL and the model has contacts or friction. Where there is no such state a note says why, and the start
 * values tell. Statuses as above. */
EG_API eg_status eg_diagram_create_at_start(eg_spec *spec, const eg_diagram_options *options,
                                            eg_diagnostics *diagnostics, eg_diagram **diagram);
EG_API void eg_diagram_free(eg_diagram *diagram); /* accepts NULL */

/* The size of the whole picture [px]. */
EG_API double eg_diagram_width(const eg_diagram *diagram);
EG_API double eg_diagram_height(const eg_diagram *diagram);

/* The picture as SVG: one element <svg> with its styles, no script, all text escaped. Each component is a
 * <g class="component KIND" data-component="PATH">, each connection a <g class="net DOMAIN">; what a viewer
 * has to move stands in groups of class "at" (data-at: an anchor, see eg_diagram_scene), which are
 * translated, and "stretch" (data-from, data-to: two anchors), which are drawn from 0 to data-length at rest
 * and are translated and scaled; with data-offset they begin so far behind the first anchor, with data-rest
 * they end so far before the second. The anchor "body" is the component's symbol, which goes with its flange
 * at the left if it has one. Styles are for what is within an element of class "diagram" alone. *text is
 * malloc'ed, ends with a NUL behind *length bytes, and is the caller's. EG_ERROR_MEMORY. */
EG_API eg_status eg_diagram_svg(const eg_diagram *diagram, char **text, size_t *length);

/* Writes the picture into a file, which appears whole or not at all: as PNG (two dots for a pixel, fewer
 * where it would have more than 32767) or PDF when the path ends so, else as SVG. PNG and PDF are drawn by
 * the library librsvg, which is loaded then, and in light colours where the theme is EG_DIAGRAM_AUTO.
 * EG_ERROR_FILE, EG_ERROR_UNAVAILABLE (librsvg is missing; both reported) or EG_ERROR_MEMORY. */
EG_API eg_status eg_diagram_write(const eg_diagram *diagram, const char *path, eg_diagnostics *diagnostics);

/* What stands where and what moves it, as a JSON object:
 *   {"model", "width", "height",
 *    "components": [{"name", "class", "kind", "domain", "lane", "x", "y", "width", "height", "mirrored",
 *       "anchors": {"a": 120, "b": 200, "tip": ..., "face": ...},
 *       "signals": {"a": "gap.flange_a.s", "b": "gap.flange_b.s", "force": "gap.f", "relative": "gap.s_rel",
 *                   "heat": "gap.heatPort.T"}, "free": 0.0015, "stroke": 60, "state": "open 1.5 mm"}],
 *    "nets": [{"domain", "x", "signal"}]}
 * Anchors are the x at rest of what the groups of the SVG hang on: "a" and "b" are the component's flanges,
 * of which the one that stands at the left is "a" unless the component is mirrored; of contacts "tip" is the
 * end of the spring and "face" what it meets. An anchor moves with the signal of the same name; "tip" and
 * "face" follow from "relative" and "free", the distance at which contact begins; "stroke" is how long a
 * spring or damper is drawn, of which its line may have more; "state" is how a contact or friction
 * stands at the start, where that is known. Members that a component lacks are left out. Names are those of
 * results. *text as eg_diagram_svg. EG_ERROR_MEMORY. */
EG_API eg_status eg_diagram_scene(const eg_diagram *diagram, char **text, size_t *length);

/* A rectangle that the picture says it fills: the symbol of a component, or a line of text (with room for
 * letters of any common font). Rectangles do not overlap. */
typedef struct eg_diagram_area {
    double x, y, width, height; /* its upper left corner and size */
    int is_text;
    const char *owner; /* path of the component; the diagram's own */
} eg_diagram_area;
/* How many there are, and number i of them (empty beyond the last). */
EG_API size_t eg_diagram_areas(const eg_diagram *diagram);
EG_API eg_diagram_area eg_diagram_get_area(const eg_diagram *diagram, size_t i);

/* A piece of a connection's line, horizontal or vertical; pieces of different nets may cross but share no
 * way. */
typedef struct eg_diagram_piece {
    double x1, y1, x2, y2;
    size_t net;
} eg_diagram_piece;
/* How many there are, and number i of them (empty beyond the last). */
EG_API size_t eg_diagram_pieces(const eg_diagram *diagram);
EG_API eg_diagram_piece eg_diagram_get_piece(const eg_diagram *diagram, size_t i);

#ifdef __cplusplus
}
#endif
#endif
