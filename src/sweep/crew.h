/* A sweep by several processes: the ranks of a cluster.
 *
 * The first has journal and table; it gives out rows and takes in what they come to, from its own threads and
 * from the other ranks, which have pools like its own. How they talk to each other is the crew's own affair
 * (src/mpi). */
#ifndef EG_SWEEP_CREW_H
#define EG_SWEEP_CREW_H

#include "sweep/pool.h"

/* The first process of a sweep, or the only one. */
typedef struct eg_head {
    eg_pool pool; /* first: an eg_pool * is an eg_head *. Its share has all rows that nobody has taken */
    eg_journal *journal;
    eg_making *table; /* in the making; NULL: it could not be begun */
    eg_diagnostics *d;
    size_t takers; /* threads of all ranks */
    size_t found;  /* rows that the journal had */
    double began;
    eg_status status; /* the first that ends the sweep */
    eg_sweep_statistics st;
    /* Of the thread that forces the journal to the disk. */
    pthread_t syncer;
    bool syncs, closing;
    pthread_cond_t closes;
    uint64_t synced; /* bytes of the journal that are on the disk */
} eg_head;

/* What a head does for other ranks; each takes the lock. */
eg_taken eg_head_lease(eg_head *head, size_t size, size_t threads, eg_rows *rows);
void eg_head_take_in(eg_head *head, eg_chunk_bytes *chunk); /* frees the bytes */
/* A rank could not go on: the sweep ends with this status. message: why, or "". */
void eg_head_fail(eg_head *head, eg_status status, const char *message);
/* Has something ended it before its rows were done? */
bool eg_head_is_stopped(eg_head *head);

typedef struct eg_crew eg_crew;
struct eg_crew {
    int rank, size;
    /* All ranks meet here once, each with how its preparations have gone (all reported) and which sweep it is
     * to run. The answer is EG_OK on all of them, or what the first one that failed has met with; that one
     * alone tells its reasons. */
    eg_status (*agree)(eg_crew *crew, eg_status status, uint64_t fingerprint);
    /* On the first rank: while its threads compute, until all ranks have handed in their last chunk. */
    void (*serve)(eg_crew *crew, eg_head *head);
    /* On the first rank, at the end: what the others return. */
    void (*end)(eg_crew *crew, eg_status status);
    /* On the others: computes what the first rank gives out; returns what that ends with. */
    eg_status (*work)(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                      const eg_sweep_options *options);
};

/* eg_sweep_run on all ranks of a crew (NULL: this process alone), each of which calls it with the same
 * arguments; 0 threads are one of a rank. Files are the first rank's. */
eg_status eg_sweep_run_by(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                          const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                          eg_sweep_statistics *statistics);

#endif
