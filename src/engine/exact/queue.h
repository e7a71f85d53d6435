/* A queue of next events: numbers 0 ... count - 1, each with a time; the earliest first, of equal ones the
 * smallest number. A binary heap that knows where each number stands. */
#ifndef EG_ENGINE_EXACT_QUEUE_H
#define EG_ENGINE_EXACT_QUEUE_H

#include <stdbool.h>

typedef struct eg_queue {
    int count;
    double *time; /* (count) */
    int *heap;    /* (count) numbers, children of i at 2 i + 1 and 2 i + 2 */
    int *place;   /* (count) in the heap */
} eg_queue;

/* All at INFINITY. False when out of memory; free it in any case. */
bool eg_queue_create(eg_queue *q, int count);
void eg_queue_free(eg_queue *q);
void eg_queue_set(eg_queue *q, int number, double time);

#endif
