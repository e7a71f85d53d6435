/* Sheets: rows of a model in which nothing is algebraic, many at once. Between two events nothing but the
 * motion changes from row to row. So what rows are computed from is written down once, as a list of short
 * operations on cells (a force is added at a flange, a node stands so far from its body), and each of them is
 * carried out for all rows of a mode before the next one: a cell is an array of as many numbers. The
 * operations and their order are those of observe.c and forces.c, to the bit. */
#ifndef EG_NETWORK_MOTION_SHEET_H
#define EG_NETWORK_MOTION_SHEET_H

#include "network/motion/view.h"

typedef struct eg_sheet eg_sheet;

/* Are its rows made on sheets where nothing is algebraic? If not, `reason` says why, in words that follow
 * "because" and name a component; written like snprintf. */
bool eg_sheet_takes(const eg_network *s, char *reason, size_t size);
/* For these columns (observe.h) of the rows of a view; nothing else is computed. NULL when out of memory, or
 * where rows hold what sheets do not take. */
eg_sheet *eg_sheet_create(const eg_network *s, const eg_view *v, const int *columns, int count);
void eg_sheet_free(eg_sheet *e); /* accepts NULL */
/* How many rows it takes at once. */
int eg_sheet_rows(const eg_sheet *e);
/* Makes `count` rows at t[count], of the present modes, in which nothing is algebraic. y[k*stride + row]: the
 * unknowns that the view looks at, in order. Answers how many rows there are before the first that cannot be
 * made, since something is not finite or not determined. */
int eg_sheet_fill(eg_sheet *e, eg_network *s, int count, const double *t, const double *y, size_t stride);
/* One row, from all unknowns. False: it cannot be made here. */
bool eg_sheet_fill_one(eg_sheet *e, eg_network *s, double t, const double *y);
/* (rows) of a column (observe.h). */
const double *eg_sheet_column(const eg_sheet *e, int column);

#endif
