/* The picture of a run in motion at an instant, as SVG: the diagram as its motion has it
 * (diagram/animation.h), the time, the forces of contacts, a scale. */
#ifndef EG_REPORT_FRAME_H
#define EG_REPORT_FRAME_H

#include "diagram/animation.h"

/* A place in the text of the picture whose text depends on time. */
typedef enum eg_slot_kind {
    EG_SLOT_AT,      /* the transform of a group that goes with an anchor */
    EG_SLOT_STRETCH, /* and of one between two, with its content */
    EG_SLOT_WIRE,    /* the path of a net */
    EG_SLOT_TINT,    /* the colour of a contact */
    EG_SLOT_SPARK,   /* opacities */
    EG_SLOT_GLOW
} eg_slot_kind;

typedef struct eg_slot {
    eg_slot_kind kind;
    size_t begin, end; /* what of the text it stands for */
    int owner;         /* box, or of a wire net */
    eg_anchor from, to;
    double x, y, length; /* at rest [px] */
} eg_slot;

/* A picture with its slots. */
typedef struct eg_moving_picture {
    const eg_animation *motion;
    char *text;
    size_t length;
    eg_slot *slots; /* in order */
    size_t slot_count, slot_capacity;
} eg_moving_picture;

/* EG_OK or EG_ERROR_MEMORY; eg_moving_picture_release either way. The motion must outlive it. */
eg_status eg_moving_picture_init(eg_moving_picture *p, const eg_animation *motion, eg_diagram_theme theme);
void eg_moving_picture_release(eg_moving_picture *p);

/* So many numbers say what a slot is at an instant. A wire has four for each piece of its line, and its
 * warmth (-1: it has none). */
size_t eg_slot_size(const eg_moving_picture *p, const eg_slot *slot);
void eg_slot_values(const eg_moving_picture *p, const eg_slot *slot, const eg_trajectory *run, double time,
                    const eg_pose *poses, double *values);
/* The path of a wire from these numbers. */
void eg_slot_put_wire(const eg_moving_picture *p, const eg_slot *slot, const double *values, FILE *out);

/* All frames of a film have this in common. */
typedef struct eg_film {
    eg_moving_picture picture;
    const eg_trajectory *run;
    const char *title;
    double from, to;   /* [s] */
    double speed;      /* seconds of the run in a second of the film */
    int width, height; /* [px] */
    double zoom, unit; /* pixels for one of the diagram, and for one of texts */
    double left, top;  /* where the diagram stands */
    bool is_dark;
    int *contacts; /* boxes whose forces are told */
    int contact_count;
    eg_pose *poses;
    double *values; /* room for the largest slot */
} eg_film;

/* The size that shows all; of width and height 0 is chosen, and even. */
eg_status eg_film_init(eg_film *film, const eg_animation *motion, const eg_trajectory *run, const char *title,
                       eg_diagram_theme theme, int width, int height);
void eg_film_release(eg_film *film);
/* *text is malloc'ed. EG_ERROR_MEMORY. */
eg_status eg_film_frame(eg_film *film, double time, char **text, size_t *length);

#endif
