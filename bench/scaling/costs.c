/* What messages and chunks cost the first rank of a sweep, on this machine and by this MPI: for
 * bench/scaling.sh.
 *
 *   mpirun -n 2 costs FILE
 *
 * Rank 1 asks for rows and sends chunks, small ones and such of a megabyte, in batches; rank 0 sleeps until a
 * batch should be there, as the program does, then handles it as src/mpi/serve.c does and appends chunks to a
 * journal in FILE. Printed are, in seconds of its processor's time: an answer, a chunk, and each byte of one,
 * of the quickest batch each; and half of the quickest round trip by the clock. */
#define _XOPEN_SOURCE 700
#include "sweep/share.h"
#include "sweep/sweep.h"

#include "base/clock.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ASK, ROWS, CHUNK, TRIPS = 2000, BATCHES = 40, SMALL = 50, LARGE = 4, LARGE_ROWS = 32768 };
static const struct timespec batch_time = {.tv_nsec = 20000000}, nap = {.tv_nsec = 100000};

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static MPI_Message message_of(MPI_Status *status)
{
    int flag = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    for (;;) {
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, status);
        if (flag)
            return message;
        nanosleep(&nap, NULL);
    }
}

static void answer(eg_share *share)
{
    size_t asked[2];
    MPI_Status status;
    MPI_Message message = message_of(&status);
    MPI_Mrecv(asked, sizeof asked, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    const eg_rows rows = eg_share_lease(share, asked[0], asked[1], 1000);
    MPI_Send(&rows, sizeof rows, MPI_BYTE, status.MPI_SOURCE, ROWS, MPI_COMM_WORLD);
}

static void take_in(eg_journal *j)
{
    int length, done = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Message message = message_of(&status);
    MPI_Get_count(&status, MPI_BYTE, &length);
    char *bytes = malloc((size_t)length);
    if (!bytes)
        abort();
    MPI_Imrecv(bytes, length, MPI_BYTE, &message, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; MPI_Test(&request, &done, MPI_STATUS_IGNORE))
        nanosleep(&nap, NULL);
    if (!eg_journal_append(j, bytes, (size_t)length))
        abort();
    free(bytes);
}

/* Seconds for each message of the quickest batch; j NULL: of answers. */
static double handle(eg_share *share, eg_journal *j, int batch)
{
    double least = 1;
    for (int i = 0; i < BATCHES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        nanosleep(&batch_time, NULL);
        const double began = processor_seconds();
        for (int k = 0; k < batch; k++)
            if (j)
                take_in(j);
            else
                answer(share);
        const double each = (processor_seconds() - began) / batch;
        least = each < least ? each : least;
    }
    return least;
}

static double half_a_trip(int rank)
{
    double least = 1;
    char byte = 0;
    for (int i = 0; i < TRIPS; i++) {
        const double began = eg_clock_seconds();
        if (rank == 0)
            MPI_Send(&byte, 1, MPI_BYTE, 1, ASK, MPI_COMM_WORLD);
        MPI_Recv(&byte, 1, MPI_BYTE, 1 - rank, ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(&byte, 1, MPI_BYTE, 0, ASK, MPI_COMM_WORLD);
        const double half = (eg_clock_seconds() - began) / 2;
        least = half < least ? half : least;
    }
    return least;
}

static void send_batches(int batch, const char *bytes, size_t length, int tag)
{
    MPI_Request requests[SMALL];
    eg_rows rows;
    for (int i = 0; i < BATCHES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        for (int k = 0; k < batch; k++)
            MPI_Isend(bytes, (int)length, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &requests[k]);
        for (int k = 0; k < batch && tag == ASK; k++)
            MPI_Recv(&rows, sizeof rows, MPI_BYTE, 0, ROWS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(batch, requests, MPI_STATUSES_IGNORE);
    }
}

static void ask_and_send(void)
{
    eg_chunk chunk = {.count = LARGE_ROWS};
    size_t capacity = 0, asked[2] = {1000, 1}, small_length, large_length;
    if (!eg_chunk_reserve(&chunk, &capacity, LARGE_ROWS, 2))
        abort();
    char *large = eg_chunk_encode(&chunk, 2, 0, &large_length);
    chunk.count = 1;
    char *small = eg_chunk_encode(&chunk, 2, 0, &small_length);
    if (!large || !small)
        abort();
    send_batches(SMALL, (const char *)asked, sizeof asked, ASK);
    send_batches(SMALL, small, small_length, CHUNK);
    send_batches(LARGE, large, large_length, CHUNK);
    free(large);
    free(small);
    eg_chunk_release(&chunk);
}

int main(int argc, char **argv)
{
    int rank;
    eg_journal j = {.descriptor = -1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double latency = half_a_trip(rank);
    if (rank == 1)
        ask_and_send();
    else if (argc == 2 && eg_journal_open(&j, argv[1], false, 1, (size_t)1 << 40, 2, NULL) == EG_OK) {
        eg_share share = {0};
        if (!eg_share_add(&share, &(eg_rows){0, (size_t)1 << 40, EG_SHARE_ROWS}))
            abort();
        const double ask = handle(&share, NULL, SMALL), small = handle(&share, &j, SMALL);
        const double large = handle(&share, &j, LARGE);
        const double bytes = (LARGE_ROWS - 1) * 4.0 * sizeof(double);
        printf("%.3g %.3g %.3g %.3g\n", ask, small, (large - small) / bytes, latency);
        eg_share_release(&share);
        eg_journal_close(&j, true);
    }
    MPI_Finalize();
    return 0;
}
