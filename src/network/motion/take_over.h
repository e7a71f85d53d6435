/* What a run remembers beside y and y', and how another network goes on from it. */
#ifndef EG_NETWORK_MOTION_TAKE_OVER_H
#define EG_NETWORK_MOTION_TAKE_OVER_H

#include "network/network.h"

typedef enum eg_memory_kind { EG_MEMORY_INT, EG_MEMORY_LONG, EG_MEMORY_BOOL, EG_MEMORY_REAL } eg_memory_kind;
typedef struct eg_memory {
    const char *name;
    eg_memory_kind kind;
    void *at;     /* the network's */
    size_t count; /* more than 0 */
} eg_memory;
enum { EG_NETWORK_MEMORIES = 32 };
/* Modes, phases, discrete values and the like, array by array; how many there are. Networks of models of the
 * same structure have the same ones. What elements remember (`memories`) is not among them, nor are the
 * numbers that eg_network_take_over takes one by one, nor what has been (delays). */
size_t eg_network_memories(eg_network *s, eg_memory list[EG_NETWORK_MEMORIES]);
size_t eg_memory_size(eg_memory_kind kind);
/* A run goes on with other values of parameters: */
/* A network of a model of the same structure, just made, takes over the discrete state of `from`; where they
 * stand, y and its rates, is the caller's. At t, y: what follows from the present modes. 0, or negative
 * (reported). */
void eg_network_take_over(eg_network *s, const eg_network *from);
/* And what it knows of the run, which goes on in s: magnitudes, and what delays look back at. EG_OK,
 * EG_ERROR_MEMORY, or EG_ERROR_USAGE: the models have not the same delays. */
eg_status eg_network_go_on_from(eg_network *s, const eg_network *from);
int eg_network_revive(eg_network *s, double t, double *y, const double *yp);

#endif
