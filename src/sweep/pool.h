/* The threads of one process that compute a sweep's rows, and whoever they take them from.
 *
 * A pool belongs to a sweep's first process, which has the journal (run.c), or to another rank of a cluster,
 * which leases rows from that and sends it what they come to. Threads are the same in both. */
#ifndef EG_SWEEP_POOL_H
#define EG_SWEEP_POOL_H

#include "sweep/share.h"
#include "sweep/sweep.h"

#include <pthread.h>

typedef enum eg_taken {
    EG_TAKEN_ROWS,
    EG_TAKEN_LATER, /* there is nothing now: wait for `changed` */
    EG_TAKEN_NONE   /* nor will there be */
} eg_taken;

/* What a chunk has cost, beside what the journal keeps of it. */
typedef struct eg_chunk_counts {
    size_t first, count, recompiled;
    long steps, rejected_steps, events;
    const char *engine;
} eg_chunk_counts;

/* A chunk as the journal has it: its bytes are handed over, and freed by who takes them. */
typedef struct eg_chunk_bytes {
    char *bytes;
    size_t front,
        length; /* the chunk is behind `front` bytes that are free for a message's head; with them */
    eg_chunk_counts counts;
} eg_chunk_bytes;

typedef struct eg_pool eg_pool;

/* Whom threads deal with. All are called with the lock. */
typedef struct eg_pool_source {
    size_t front; /* bytes to be left free before a chunk's */
    eg_taken (*take)(eg_pool *pool, size_t size, eg_rows *rows);
    /* May wait, which gives the lock away. */
    void (*hand_in)(eg_pool *pool, eg_chunk_bytes *chunk);
    /* A chunk could not be computed, for want of memory as a rule; EG_CUT_OFF: the caller's flag is up. */
    void (*fail)(eg_pool *pool, eg_status status, const eg_diagnostics *d);
} eg_pool_source;

struct eg_pool {
    const eg_pool_source *source;
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_sweep_options *o;
    int threads;
    /* Values of rows that no design has, since they follow from rows before them (subset.c): those of a row
     * are the columns at drawn[row % drawn_rows]. NULL: the design's. */
    const double *drawn;
    size_t drawn_rows;
    double seconds; /* that a chunk should take */
    size_t most;    /* rows of a chunk */
    pthread_mutex_t lock;
    pthread_cond_t changed;  /* there are rows to take, or room to hand in; or it is over */
    pthread_cond_t happened; /* threads have taken rows, handed in or ended: for who looks after the pool */
    eg_share share;          /* rows that the threads have not taken yet */
    size_t size;             /* of the next chunk */
    int idle, working;       /* threads that wait for rows; that have not ended */
    struct eg_worker *workers;
};

/* The values of a row, drawn or of the design; values[columns]. */
void eg_pool_values(const eg_pool *pool, size_t row, double *values);
/* source, ensemble, design, o and threads are there. False: out of memory. Release it if true. */
bool eg_pool_init(eg_pool *p);
void eg_pool_release(eg_pool *p);
/* Starts the threads; where only some can be had they do it all. The caller is the last of them where
 * `joins`, and returns when there is nothing left for it; else it has at least one thread or false is
 * returned. */
bool eg_pool_start(eg_pool *p, bool joins);
/* Waits for the threads. */
void eg_pool_join(eg_pool *p);
/* With the lock: waits for `condition`, at most so long [s]. */
void eg_pool_wait(eg_pool *p, pthread_cond_t *condition, double seconds);

#endif
