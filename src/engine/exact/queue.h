/* A queue of next events: numbers 0 ... count - 1, each with a time; the earliest first, of equal ones the
 * smallest number. A tree of earliest times over the times in the order of numbers: what is close in number,
 * as what touches each other mostly is, is close in memory, however large the queue. */
#ifndef EG_ENGINE_EXACT_QUEUE_H
#define EG_ENGINE_EXACT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

enum { EG_QUEUE_GROUP = 8, EG_QUEUE_LEVELS = 12 };

typedef struct eg_queue {
    int levels;
    double *times; /* all levels, in one block of so many */
    size_t room;
    /* level[0][number]: its time; level[k + 1][j]: the earliest of the group j of level[k]. The last level is
     * one time. INFINITY beyond what there is. */
    double *level[EG_QUEUE_LEVELS];
} eg_queue;

/* All at INFINITY. False when out of memory; free it in any case. */
bool eg_queue_create(eg_queue *q, int count);
void eg_queue_free(eg_queue *q);
void eg_queue_change(eg_queue *q, int number, double time); /* to another one */
static inline void eg_queue_set(eg_queue *q, int number, double time)
{
    if (time != q->level[0][number])
        eg_queue_change(q, number, time);
}
/* The number that is first; of a queue without numbers 0, at INFINITY. */
int eg_queue_first(const eg_queue *q);
/* The same in two parts: the group that it is in, and which one of it. */
int eg_queue_first_group(const eg_queue *q);
int eg_queue_first_of(const eg_queue *q, int group);

static inline double eg_queue_time(const eg_queue *q, int number)
{
    return q->level[0][number];
}

/* The time of the number that is first. */
static inline double eg_queue_earliest(const eg_queue *q)
{
    return q->level[q->levels - 1][0];
}

#endif
