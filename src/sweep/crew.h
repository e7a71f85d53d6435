/* A sweep by one process or several: the ranks of a cluster.
 *
 * The first has journal and table; it gives out rows and takes in what they come to, from its own threads and
 * from the other ranks, which have pools like its own. How they talk to each other is the crew's own affair
 * (src/mpi). Which rows there are is the task's: all of a design, or steps that follow from each other. */
#ifndef EG_SWEEP_CREW_H
#define EG_SWEEP_CREW_H

#include "sweep/pool.h"

typedef struct eg_head eg_head;
typedef struct eg_task eg_task;

/* Which rows a sweep has, and what becomes of them: the rows of a design (run.c), or steps of a subset
 * simulation (subset.c). The functions are for the first process. */
struct eg_task {
    size_t numbers;    /* rows are numbered below that */
    size_t drawn_rows; /* as of a pool; 0: rows have the design's values */
    uint64_t mark;     /* of all that makes it what it is beside ensemble, design and options; 0: nothing */
    /* Before the first row is run: puts the first rows that the journal lacks into the head's share. EG_OK,
     * or what ends the sweep (reported, but for EG_ERROR_MEMORY). */
    eg_status (*begin)(eg_task *task, eg_head *head);
    /* With the lock: the journal has one more chunk. As `begin`, with the next rows, if there are any. */
    eg_status (*add)(eg_task *task, eg_head *head, const eg_chunk_place *place);
    /* All rows are there: makes the table, and fills in what head->st counts of it. Its answer is the
     * sweep's; EG_ERROR_MEMORY is not reported. */
    eg_status (*end)(eg_task *task, eg_head *head);
    void (*abandon)(eg_task *task); /* in its place; NULL: there is nothing to undo */
};

/* The first process of a sweep, or the only one. */
struct eg_head {
    eg_pool pool; /* first: an eg_pool * is an eg_head *. Its share has all rows that can be taken now */
    eg_task *task;
    eg_journal *journal;
    const char *path; /* of the table */
    eg_diagnostics *d;
    bool more;     /* rows will follow from those that are under way; the task's */
    size_t rows;   /* of the table, as far as is known; the task's */
    bool stands;   /* the table is there; the task's */
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
};

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
    /* On the others: computes what the first rank gives out; returns what that ends with. drawn_rows: as of a
     * pool; where it is not 0 rows come with their values. */
    eg_status (*work)(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                      const eg_sweep_options *options, size_t drawn_rows);
};

/* A sweep by all ranks of a crew (NULL: this process alone), each of which calls it with the same arguments;
 * 0 threads are one of a rank. Files and what the task comes to are the first rank's, the status is that of
 * all. */
eg_status eg_task_run(eg_task *task, eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                      const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                      eg_sweep_statistics *statistics);
/* eg_sweep_run and eg_sweep_subset so. */
eg_status eg_sweep_run_by(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                          const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                          eg_sweep_statistics *statistics);
eg_status eg_sweep_subset_by(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                             const eg_subset_options *options, const char *table, eg_diagnostics *diagnostics,
                             eg_subset_result *result, eg_sweep_statistics *statistics);

#endif
