/* A run as pages hold it: what its numbers are, as JSON, and the numbers themselves, as a block of base64;
 * and the diagram that moves. The scripts of pages read these (src/report/web). */
#ifndef EG_REPORT_EMBEDDED_H
#define EG_REPORT_EMBEDDED_H

#include "base/json.h"
#include "elastogap/report.h"
#include "report/data.h"

/* One run on its way into a page. */
typedef struct eg_embedded_run {
    const eg_report_run *run;
    eg_data data;
    const char **components; /* of events */
    long *component_forces;  /* (component_count) signals, or -1 */
    size_t component_count;
    const char **kinds; /* of events */
    size_t kind_count;
    long *event_component, *event_kind, *event_force; /* (listed) */
    size_t listed;
} eg_embedded_run;

/* Prepares what a page keeps of a run, which must outlive it, within about `room` bytes. EG_OK or
 * EG_ERROR_MEMORY; eg_embedded_release must follow either. */
eg_status eg_embedded_init(eg_embedded_run *e, const eg_report_run *run, size_t room);
/* The block, text of base64. It comes before the JSON, which says where in it things are. */
void eg_embedded_put_block(eg_embedded_run *e, eg_file *file);
/* One object; `name` is that of a member, or NULL in a list. A run without a label is called by its number
 * `i` from 0. */
void eg_embedded_put(eg_json *j, const char *name, const eg_embedded_run *e, size_t i);
void eg_embedded_release(eg_embedded_run *e);

/* The diagram of the first run as markup, and as JSON what moves in it (NULL: nothing does). Both are
 * malloc'ed; NULL where there is nothing to draw. */
typedef struct eg_embedded_picture {
    char *svg, *scene;
    const char *style; /* the text of its one style, within svg */
    size_t style_length;
} eg_embedded_picture;

/* In one scale for all of at most EG_REPORT_RUNS runs. EG_OK or EG_ERROR_MEMORY; eg_embedded_picture_release
 * must follow either. */
eg_status eg_embedded_picture_draw(const eg_report_run *runs, size_t count, eg_embedded_picture *p);
void eg_embedded_picture_release(eg_embedded_picture *p);

enum { EG_EMBEDDED_ROOM = 2700000 }; /* for numbers, before they become base64 [bytes] */

#endif
