/* Where all ranks meet before the first row: is each of them ready, and for the same sweep? */
#include "mpi/crew.h"

#include "cli/print.h"

#include <stdio.h>

int eg_ranks_meet(eg_ranks *r, int outcome, uint64_t fingerprint)
{
    const int rank = r->crew.rank, size = r->crew.size;
    uint64_t first = fingerprint;
    int first_is_ready = outcome == EG_EXIT_DONE, teller;
    r->met = true;
    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, r->comm);
    MPI_Bcast(&first_is_ready, 1, MPI_INT, 0, r->comm);
    if (first_is_ready && outcome == EG_EXIT_DONE && first != fingerprint)
        outcome = eg_print_usage_error(
            "this rank would run another sweep than rank 0: the model, the values or the "
            "options differ between them, or the version of the program");
    int own = outcome == EG_EXIT_DONE ? size : rank;
    MPI_Allreduce(&own, &teller, 1, MPI_INT, MPI_MIN, r->comm);
    r->teller = teller < size ? teller : -1;
    if (teller < size)
        MPI_Bcast(&outcome, 1, MPI_INT, teller, r->comm);
    return outcome;
}

static eg_status agree(eg_crew *crew, eg_status status, uint64_t fingerprint)
{
    const int own = eg_exit_status(status);
    const int outcome = eg_ranks_meet((eg_ranks *)crew, own, fingerprint);
    if (outcome == own)
        return status;
    switch (outcome) { /* another rank's */
    case EG_EXIT_DONE: return EG_OK;
    case EG_EXIT_MODEL: return EG_ERROR_MODEL;
    case EG_EXIT_USAGE: return EG_ERROR_USAGE;
    default: return EG_ERROR_SIMULATION;
    }
}

void eg_ranks_begin(eg_ranks *r)
{
    *r = (eg_ranks){
        .crew = {.agree = agree, .serve = eg_ranks_serve, .end = eg_ranks_end, .work = eg_ranks_work},
        .comm = MPI_COMM_WORLD,
        .teller = -1};
    MPI_Comm_rank(r->comm, &r->crew.rank);
    MPI_Comm_size(r->comm, &r->crew.size);
}
