/* What messages and chunks cost the first rank of a sweep, on this machine and this MPI: for bench/scaling.sh.
 *
 *   mpirun -n 2 costs FILE
 *
 * Rank 1 asks for rows, then sends chunks, small ones and such of a megabyte; rank 0 handles them as src/mpi/serve.c
 * does and appends them to a journal in FILE. Printed are, in seconds of its processor's time: an answer, a chunk, and
 * each byte of one; and half of the time that a question and its answer take by the clock. */
#define _XOPEN_SOURCE 700
#include "sweep/share.h"
#include "sweep/sweep.h"

#include "base/clock.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ASK, ROWS, CHUNK, ASKS = 100000, SMALL = 20000, LARGE = 300, LARGE_ROWS = 32768 };

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
    while (!flag)
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, status);
    return message;
}

/* Seconds for an answer; *latency: of half a round trip. */
static double answer(double *latency)
{
    eg_share share = {0};
    if (!eg_share_add(&share, &(eg_rows){0, (size_t)1 << 40, EG_SHARE_ROWS}))
        abort();
    const double clock = eg_clock_seconds(), began = processor_seconds();
    for (int i = 0; i < ASKS; i++) {
        size_t asked[2];
        MPI_Status status;
        MPI_Message message = message_of(&status);
        MPI_Mrecv(asked, sizeof asked, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        const eg_rows rows = eg_share_lease(&share, asked[0], asked[1], 1000);
        MPI_Send(&rows, sizeof rows, MPI_BYTE, status.MPI_SOURCE, ROWS, MPI_COMM_WORLD);
    }
    *latency = (eg_clock_seconds() - clock) / ASKS / 2;
    eg_share_release(&share);
    return (processor_seconds() - began) / ASKS;
}

/* Seconds for a chunk. */
static double take_in(eg_journal *j, int chunks)
{
    const double began = processor_seconds();
    for (int i = 0; i < chunks; i++) {
        int length, done = 0;
        MPI_Status status;
        MPI_Request request;
        MPI_Message message = message_of(&status);
        MPI_Get_count(&status, MPI_BYTE, &length);
        char *bytes = malloc((size_t)length);
        if (!bytes)
            abort();
        MPI_Imrecv(bytes, length, MPI_BYTE, &message, &request);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!eg_journal_append(j, bytes, (size_t)length))
            abort();
        free(bytes);
    }
    return (processor_seconds() - began) / chunks;
}

static void ask_and_send(void)
{
    eg_chunk chunk = {.count = LARGE_ROWS};
    size_t capacity = 0, asked[2] = {1000, 1}, lengths[2];
    eg_rows rows;
    for (int i = 0; i < ASKS; i++) {
        MPI_Send(asked, sizeof asked, MPI_BYTE, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&rows, sizeof rows, MPI_BYTE, 0, ROWS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (!eg_chunk_reserve(&chunk, &capacity, LARGE_ROWS, 2))
        abort();
    char *large = eg_chunk_encode(&chunk, 2, 0, &lengths[1]);
    chunk.count = 1;
    char *small = eg_chunk_encode(&chunk, 2, 0, &lengths[0]);
    if (!large || !small)
        abort();
    for (int i = 0; i < SMALL; i++)
        MPI_Ssend(small, (int)lengths[0], MPI_BYTE, 0, CHUNK, MPI_COMM_WORLD);
    for (int i = 0; i < LARGE; i++)
        MPI_Ssend(large, (int)lengths[1], MPI_BYTE, 0, CHUNK, MPI_COMM_WORLD);
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
    if (argc == 2 && rank == 0 && eg_journal_open(&j, argv[1], false, 1, (size_t)1 << 40, 2, NULL) == EG_OK) {
        double latency;
        const double ask = answer(&latency), small = take_in(&j, SMALL), large = take_in(&j, LARGE);
        const double bytes = (LARGE_ROWS - 1) * 4.0 * sizeof(double);
        printf("%.3g %.3g %.3g %.3g\n", ask, small, (large - small) / bytes, latency);
        eg_journal_close(&j, true);
    } else if (rank == 1)
        ask_and_send();
    MPI_Finalize();
    return 0;
}
