/* A sheet while it is written down: what sheet.c, sheet_motion.c and sheet_show.c share. */
#ifndef EG_NETWORK_MOTION_SHEET_WRITE_H
#define EG_NETWORK_MOTION_SHEET_WRITE_H

#include "network/motion/observe.h"
#include "network/motion/sheet_parts.h"

/* Where everything is: cells, -1: it has none as yet. */
typedef struct eg_sheet_writing {
    eg_sheet *e;
    const eg_network *s;
    const eg_model *m;
    const eg_view *v;
    eg_columns of;
    int *unknown;                    /* (n) */
    int *body, *body_acceleration;   /* (bodies) */
    int *body_sum;                   /* (bodies) of the forces on it */
    int *speed, *acceleration, *sum; /* (nodes) speeds where somebody asks; forces on the node */
    int *heat_sum;                   /* (heat nodes) of what flows into components */
    int *element;                    /* (elements) numbers among the sheet's */
    int first_net;
    bool failed;
} eg_sheet_writing;

/* Room for one more in a list; NULL: out of memory. */
void *eg_sheet_one_more(eg_sheet_writing *w, void **list, size_t *room, int *count, size_t size);
#define EG_SHEET_MORE(w, list, item)                                                                         \
    eg_sheet_one_more(w, (void **)&(w)->e->list, &(w)->e->item##_room, &(w)->e->item##_count,                \
                      sizeof *(w)->e->list)

int eg_sheet_new_cell(eg_sheet_writing *w);
int eg_sheet_value(eg_sheet_writing *w, double value); /* a cell that holds it for ever */
/* A step to a cell that there is; to a new one; of several cells, which all are in one of the sheet's
 * lists. */
void eg_sheet_step_to(eg_sheet_writing *w, eg_sheet_step step);
int eg_sheet_step_new(eg_sheet_writing *w, eg_sheet_kind kind, int a, int b, double c, double d);
void eg_sheet_step_of(eg_sheet_writing *w, eg_sheet_kind kind, int number);
/* *sum = *sum + c a in a cell of its own; sums begin with 0. */
void eg_sheet_add(eg_sheet_writing *w, int *sum, int a, double c);
static inline int eg_sheet_or_nothing(int cell)
{
    return cell < 0 ? 0 : cell;
}

/* ---- sheet_motion.c: positions, forces, accelerations, forces at flanges; then speeds of nodes */
void eg_sheet_write_motion(eg_sheet_writing *w);
int eg_sheet_speed_of(eg_sheet_writing *w, int node);
int eg_sheet_acceleration_of(eg_sheet_writing *w, int node);
int eg_sheet_write_row(eg_sheet_writing *w, const eg_row *row); /* its value */
/* ---- sheet_show.c: what else rows show */
void eg_sheet_write_shown(eg_sheet_writing *w);
/* ---- sheet_users.c: users' equations: may they stand on a sheet; what the motion needs of them; then the
 * cell of one of their forces; what they declare */
bool eg_sheet_takes_users(const eg_network *s);
void eg_sheet_write_users(eg_sheet_writing *w);
int eg_sheet_flow_cell(const eg_sheet_writing *w, int flow);
void eg_sheet_write_declared(eg_sheet_writing *w);
/* ---- sheet_share.c: says once what is the same, and nothing that none of these columns needs. False: out of
 * memory. */
bool eg_sheet_trim(eg_sheet *e, const int *columns, int count);
/* ---- sheet_needs.c: leaves out the steps that none of these columns needs. False: out of memory. */
bool eg_sheet_keep_needed(eg_sheet *e, const int *columns, int count);

#endif
