/* A sweep's crew made of the ranks of MPI.
 *
 *   rank 0: threads - share, journal, table - main thread --.            ASK    how many rows are wanted
 *   rank 1: threads - leased share, queue --- main thread --+  <- ROWS   a lease, or none any more
 *   ...                                                     '     CHUNK  what rows have come to
 *
 * Only main threads speak to MPI, and they sleep when nothing happens: MPI's own waiting would keep a core
 * busy that a thread could compute on. A rank asks for rows while its threads still compute the last ones. It
 * has a few chunks on their way at most, which the first rank fetches when it can; when that writes more
 * slowly than all compute, threads wait with what they have done, and memory stays as it is. */
#ifndef EG_MPI_CREW_H
#define EG_MPI_CREW_H

#include "sweep/crew.h"

#include <mpi.h>

enum { EG_ENGINE_SIZE = 48, EG_FAILURE_SIZE = 600 };

typedef struct eg_ranks {
    eg_crew crew; /* first: an eg_crew * is an eg_ranks * */
    MPI_Comm comm;
    bool met;   /* all ranks have met (eg_crew.agree) */
    int teller; /* the rank that says what went wrong before that; -1: nothing has */
    char engine[EG_ENGINE_SIZE];
} eg_ranks;

typedef enum eg_tag {
    EG_TAG_ASK,    /* eg_row_request: for how many rows */
    EG_TAG_ROWS,   /* eg_rows; none: there are no more */
    EG_TAG_VALUES, /* double[rows*columns] behind rows that no design has the values of */
    EG_TAG_CHUNK,  /* eg_chunk_head, then the journal's bytes */
    EG_TAG_FAILED, /* eg_failure: the rank cannot go on */
    EG_TAG_STOP,   /* compute no more */
    EG_TAG_BYE,    /* all that the rank has done is on its way */
    EG_TAG_END     /* int: an eg_status */
} eg_tag;

typedef struct eg_row_request {
    size_t piece, threads;
} eg_row_request;

typedef struct eg_chunk_head {
    eg_chunk_counts counts;
    char engine[EG_ENGINE_SIZE];
} eg_chunk_head;

typedef struct eg_failure {
    int status;
    char message[EG_FAILURE_SIZE];
} eg_failure;

/* For MPI_COMM_WORLD. */
void eg_ranks_begin(eg_ranks *ranks);
/* All ranks meet: the exit status of the first rank for which it is not 0, or where none is, but sweeps
 * differ, that of wrong usage; and ranks->teller. */
int eg_ranks_meet(eg_ranks *ranks, int outcome, uint64_t fingerprint);

/* ---- serve.c, work.c: as eg_crew has them */
void eg_ranks_serve(eg_crew *crew, eg_head *head);
void eg_ranks_end(eg_crew *crew, eg_status status);
eg_status eg_ranks_work(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                        const eg_sweep_options *options, size_t drawn_rows);

/* How long to sleep when nothing has happened, after `naps` such sleeps [s]. */
static inline double eg_nap(int naps, double most)
{
    const double first = 50e-6;
    const double seconds = naps < 16 ? first * (double)(1 << naps) : most;
    return seconds < most ? seconds : most;
}

#endif
