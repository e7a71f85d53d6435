/* What texts say of pictures, and of all else that is for people and other programs: annotations in Modelica,
 * metadata in Dyad. Nothing of it is understood but where a component stands; the rest goes over as it is, so
 * that a text comes back from the other language as it was.
 *
 *   Modelica                                       Dyad
 *   annotation(Placement(transformation(           {"Dyad": {"placement": {"diagram": {"x1": 450,
 *     extent = {{-10, -10}, {10, 10}})))             "y1": 450, "x2": 550, "y2": 550, "rot": 0}}},
 *                                                  "elastogap": {"annotation": "Placement(...)"}}
 *   annotation(Placement(...), __elastogap(dyad =  {"Dyad": {"placement": {...}, "tags": []}}
 *     "{\"Dyad\": ...}"))
 *
 * A diagram of Modelica goes from -100 to 100 with y upwards, one of Dyad from 0 to 1000 with y downwards.
 * What is carried holds only as long as it says the same as what stands beside it: who moves a component in
 * one language finds it moved in the other. */
#ifndef EG_MODELICA_TEXT_PICTURES_H
#define EG_MODELICA_TEXT_PICTURES_H

#include "component/icon/canvas.h"
#include "modelica/reader.h"

/* A piece of a text, as it stands there. */
typedef struct eg_extract {
    const char *text; /* NULL: nothing */
    size_t length;
} eg_extract;

/* One of the two, as the language of the text is. */
typedef struct eg_pictures {
    eg_extract annotation; /* what stands between the parentheses */
    eg_extract metadata;   /* the object, with its braces */
} eg_pictures;

/* What stands in annotation(...); without the experiment where it is that of a class. NULL: nothing. */
const char *eg_pictures_in_modelica(eg_reader *r, const eg_pictures *p, bool of_class);

/* Of a class the members of its metadata, "\"Dyad\": {...}", without those of this program; NULL: none. */
const char *eg_pictures_members(eg_reader *r, const eg_pictures *p);
/* The annotation that its metadata carry, as a string of JSON; NULL: none. */
const char *eg_pictures_annotation(eg_reader *r, const eg_pictures *p);
/* The whole object of a component or connection; NULL: nothing. A connector stands on the icon of its class,
 * too. */
const char *eg_pictures_in_dyad(eg_reader *r, const eg_pictures *p, bool is_connector);

/* Draws what annotation(Icon(graphics = {...})) of a model says, `name` standing for %name: lines, polygons,
 * rectangles, ellipses and texts (bitmaps are left out). `annotation` is what stands in the parentheses.
 * False, and nothing is drawn, where it says none of these. */
bool eg_pictures_draw(const char *annotation, const char *name, eg_drawing *d);
/* Where a component stands, on the icon of its class or in the diagram. False where the text does not say it
 * in numbers, within 100000 of the middle and with a size. `p` may be NULL. */
bool eg_pictures_place(const eg_pictures *p, bool on_icon, eg_canvas_place *where);
/* Draws annotation(Line(...)) of a connection in the units of the diagram; false, and nothing is drawn, where
 * there is none. */
bool eg_pictures_line(const eg_pictures *p, eg_drawing *d);

#endif
