/* Glances: a few variables at a point of a model in which nothing but the motion changes between events:
 * places, speeds, and what springs, dampers and contacts show of themselves. What they follow from is all
 * that is computed, as observe.c and view.c do, to the bit; a glance costs what it sees, not what the model
 * holds. It knows numbers of parts only, so that one serves all models of a structure. */
#ifndef EG_NETWORK_MOTION_GLANCE_H
#define EG_NETWORK_MOTION_GLANCE_H

#include "network/motion/view.h"

typedef struct eg_glance eg_glance;

/* Of these columns (observe.h). False: out of memory. *g is NULL where one of them is something else, or
 * where the model has users' equations, heat, drives, friction or blocks that are
 * no constants. */
bool eg_glance_create(const eg_network *s, const int *columns, int count, eg_glance **g);
void eg_glance_free(eg_glance *g); /* accepts NULL */
/* Fills these columns at y, of a model of that structure; no others. */
void eg_glance_fill(eg_glance *g, eg_network *s, const double *y, double *columns);
/* The columns, each once: how many there are; and number k of them. */
int eg_glance_count(const eg_glance *g);
int eg_glance_column(const eg_glance *g, int k);
/* The mode, from 0 on, that the following depends on besides the model. */
int eg_glance_mode(const eg_glance *g, const eg_network *s, int k);
/* How that column changes with the unknowns for as long as that lasts: a sum of so many terms; -1: it is
 * not one of EG_GLANCE_TERMS at most. */
enum { EG_GLANCE_TERMS = 8 };
int eg_glance_sum(const eg_glance *g, const eg_network *s, int k, eg_summand sum[EG_GLANCE_TERMS]);

#endif
