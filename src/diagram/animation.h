/* A diagram in motion: with which signals of results each place of the picture goes, how far, and what
 * lights up and glows. Both the page of a report and recorded frames are drawn by it
 * (report/web/diagram.js, report/frame.c).
 *
 * The picture at rest shows the middle of each signal's way. All travel has one scale, the largest at which
 * no symbol is pressed out of its shape; angles have another. */
#ifndef EG_DIAGRAM_ANIMATION_H
#define EG_DIAGRAM_ANIMATION_H

#include "base/trajectory.h"
#include "diagram/diagram.h"

/* What hangs on a component goes with one of these. */
typedef enum eg_anchor {
    EG_ANCHOR_A, /* its flanges, as eg_diagram_scene names them */
    EG_ANCHOR_B,
    EG_ANCHOR_TIP, /* of a contact: the end of its spring, and what that meets */
    EG_ANCHOR_FACE,
    EG_ANCHOR_BODY, /* its symbol */
    EG_ANCHOR_TEXT, /* its name and value, which follow less where they would meet those beside them */
    EG_ANCHORS
} eg_anchor;
const char *eg_anchor_name(eg_anchor anchor); /* "a", "b", "tip", "face", "body", "text" */

/* How far an anchor has gone [px]: the constant, and scale*(value - rest) of each signal. */
typedef struct eg_shift {
    double constant;
    const char *signals[2]; /* NULL: none */
    double scales[2], rests[2];
} eg_shift;

/* One component. */
typedef struct eg_mover {
    eg_shift shifts[EG_ANCHORS];
    double gap; /* of a contact from the tip to the face at rest [px], through which the tip never goes */
    bool is_contact;   /* it has tip and face */
    const char *force; /* by which it lights up; NULL: it does not */
    double peak;       /* the largest magnitude of that force, > 0 */
    const char *heat;  /* the temperature by which it glows; NULL: none */
} eg_mover;

/* What carries an end of a piece of a connection's line. */
typedef struct eg_carrier {
    int box; /* -1: nothing */
    eg_anchor anchor;
} eg_carrier;

typedef struct eg_animation {
    eg_arena *arena;
    eg_diagram shown;          /* the picture at rest; shares all but its boxes with the diagram */
    eg_mover *movers;          /* one for each box */
    eg_carrier (*carriers)[2]; /* of the ends of each piece */
    const char **net_heats;    /* of each net its temperature; NULL: none */
    double scales[2];          /* [px/m] and [px/rad]; 0: nothing moves */
    double coldest, hottest;   /* [K] of all that glows; equal: nothing does */
    double pad;                /* how far anything goes to either side [px] */
    bool lights;               /* some contact has a force */
} eg_animation;

/* For runs of the diagram's model, all in one scale; the diagram must outlive it. *motion is NULL where the
 * results have nothing that moves, lights up or glows. EG_OK or EG_ERROR_MEMORY. */
eg_status eg_animation_create(const eg_diagram *diagram, const eg_trajectory *const *runs, size_t count,
                              eg_animation **motion);
void eg_animation_free(eg_animation *motion); /* accepts NULL */

/* What carries a point at which a piece of a net's line ends. */
eg_carrier eg_animation_carrier(const eg_animation *m, size_t net, double x, double y);

/* A component at an instant. */
typedef struct eg_pose {
    double shifts[EG_ANCHORS]; /* [px] */
    double load, warmth;       /* 0 to 1 */
} eg_pose;
/* Poses of all boxes. What is no number leaves a pose as it was. */
void eg_animation_pose(const eg_animation *m, const eg_trajectory *run, double time, eg_pose *poses);
/* Of a temperature, 0 to 1. */
double eg_animation_warmth(const eg_animation *m, const eg_trajectory *run, const char *signal, double time);

/* The picture with groups for all that moves: as eg_diagram_svg, and "at" with data-of names another box. */
eg_status eg_animation_svg(const eg_animation *m, eg_diagram_theme theme, char **text, size_t *length);
/* All of the above as JSON. */
eg_status eg_animation_scene(const eg_animation *m, char **text, size_t *length);
/* From what to what it glows, with digits that tell them apart. */
enum { EG_HEAT_TEXT = 100 };
void eg_animation_heat(const eg_animation *m, char text[EG_HEAT_TEXT]);
/* What scales and colours mean, in sentences; the motion's own. NULL: out of memory. */
const char *eg_animation_note(const eg_animation *m);

#endif
