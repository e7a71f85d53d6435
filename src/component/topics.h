/* What pages of several classes tell alike, beside what each descriptor says of its own class; and which
 * other classes are worth a look. */
#ifndef EG_COMPONENT_TOPICS_H
#define EG_COMPONENT_TOPICS_H

#include "component/class.h"

/* A subject with a figure from the run of an example. */
typedef struct eg_topic {
    const char *title;
    const char *text;              /* paragraphs */
    const char *figure;            /* name of the figure's file */
    const char *example;           /* "ThreeCurves" of examples/ */
    const char *const *curves;     /* what of its results is drawn; NULL-terminated */
    const char *caption;           /* running text; the name of the example follows */
    const eg_citation *references; /* ends with text = NULL */
} eg_topic;

/* What belongs on the page of this class; NULL: nothing. */
const eg_topic *eg_topic_of(const eg_class *class);
/* Number i of all topics, NULL behind the last. */
const eg_topic *eg_topic_at(size_t i);

/* Classes that people look for beside this one: those that extend it, else those of its package that extend
 * the same class or have the same ports, and such as are named beside it. At most `room` of them, in the
 * order of the registry; `name` is one of its own. Returns how many there are in `found`. */
enum { EG_RELATED = 12 };
size_t eg_class_related(const eg_class *class, const char *name, const eg_class *found[], size_t room);

#endif
