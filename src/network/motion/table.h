/* Rows of models that are made of pieces, by tables that are made once (table.c). */
#ifndef EG_NETWORK_MOTION_TABLE_H
#define EG_NETWORK_MOTION_TABLE_H

#include "network/motion/view.h"

/* Makes the view's table; nothing is as well, but slower. False when out of memory. */
bool eg_view_tabulate(eg_view *v, const eg_network *s);
void eg_row_table_free(eg_row_table *t); /* accepts NULL */

/* Positions of nodes into c, speeds and accelerations into the view's own, once bodies are placed. */
void eg_row_table_place(const eg_row_table *t, const eg_network *s, const eg_view *v, const double *y,
                        const double *yp, double *c);
/* s_rel and v_rel of the element number k of the view. */
void eg_row_table_stretch(const eg_row_table *t, const eg_network *s, int k, const double *y);
/* Forces at ports are added to f, where all is 0, and node_sum alike. */
void eg_row_table_forces(const eg_row_table *t, const eg_network *s, const eg_view *v, double *f,
                         double *node_sum);
/* What the instance number k of the view sees at its ports, into s->port_values. */
void eg_row_table_look(const eg_row_table *t, const eg_network *s, const eg_view *v, int k,
                       const double *positions, const double *f, const double *T, const double *Q);

#endif
