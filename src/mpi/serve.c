/* The first rank: gives out rows, takes chunks in. */
#include "mpi/crew.h"

#include "cli/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Chunks that are on their way into memory at a time: one behind the other, and the next ones beside them. */
enum { MOST_COMING = 8 };
static const double longest_nap = 2e-3;

typedef struct server {
    eg_ranks *ranks;
    eg_head *head;
    int staying;           /* ranks that have not said that they are done */
    bool *gone;            /* (size) those that have */
    eg_row_request *asked; /* (size) what a rank waits for; 0 threads: it does not */
    int waiting;           /* ranks that do, since rows follow from those that are under way */
    bool has_stopped;      /* all have been told */
    MPI_Request coming[MOST_COMING];
    eg_chunk_bytes chunks[MOST_COMING]; /* bytes NULL: free */
} server;

/* Whose rows are leased is not computed before they are sent: their values stay where they are. */
static void send_values(const server *s, int rank, const eg_rows *rows)
{
    const eg_pool *p = &s->head->pool;
    const size_t columns = eg_design_columns(p->design);
    MPI_Send(p->drawn + rows->first * columns, (int)(rows->count * columns), MPI_DOUBLE, rank, EG_TAG_VALUES,
             s->ranks->comm);
}

/* False: it has to wait. */
static bool answer(server *s, int rank)
{
    eg_row_request *asked = &s->asked[rank];
    eg_rows rows = {0};
    const eg_taken taken = eg_head_lease(s->head, asked->piece, asked->threads, &rows);
    if (taken == EG_TAKEN_LATER)
        return false;
    MPI_Send(&rows, sizeof rows, MPI_BYTE, rank, EG_TAG_ROWS, s->ranks->comm);
    if (rows.count > 0 && s->head->pool.drawn)
        send_values(s, rank, &rows);
    *asked = (eg_row_request){0};
    return true;
}

static void hear_question(server *s, int rank, MPI_Message *message)
{
    MPI_Mrecv(&s->asked[rank], sizeof *s->asked, MPI_BYTE, message, MPI_STATUS_IGNORE);
    if (!answer(s, rank))
        s->waiting++;
}

static bool answer_those_who_wait(server *s)
{
    const int before = s->waiting;
    for (int rank = 1; rank < s->ranks->crew.size && s->waiting > 0; rank++)
        if (s->asked[rank].threads > 0 && answer(s, rank))
            s->waiting--;
    return s->waiting < before;
}

static int free_place(const server *s)
{
    for (int i = 0; i < MOST_COMING; i++)
        if (!s->chunks[i].bytes)
            return i;
    return -1;
}

/* A rank waits until its message is taken, and there is no memory to take it. What the journal has stays. */
static void give_up(const eg_ranks *ranks)
{
    MPI_Abort(ranks->comm, eg_print_no_memory());
}

/* The bytes come when MPI brings them. */
static void let_come(server *s, int place, MPI_Message *message, const MPI_Status *status)
{
    int length = 0;
    eg_chunk_bytes *c = &s->chunks[place];
    MPI_Get_count(status, MPI_BYTE, &length);
    c->length = (size_t)length;
    c->bytes = malloc(c->length);
    if (!c->bytes)
        give_up(s->ranks);
    else
        MPI_Imrecv(c->bytes, length, MPI_BYTE, message, &s->coming[place]);
}

static void take_in(server *s, eg_chunk_bytes *c)
{
    eg_chunk_head head;
    memcpy(&head, c->bytes, sizeof head);
    c->counts = head.counts;
    c->counts.engine = s->ranks->engine;
    if (head.counts.first == 0 || !*s->ranks->engine) /* that of the first row is told */
        memcpy(s->ranks->engine, head.engine, sizeof head.engine);
    c->front = sizeof head;
    eg_head_take_in(s->head, c);
    c->bytes = NULL;
}

static void hear_failure(server *s, int rank, MPI_Message *message)
{
    eg_failure failure;
    char text[EG_FAILURE_SIZE + 40];
    MPI_Mrecv(&failure, sizeof failure, MPI_BYTE, message, MPI_STATUS_IGNORE);
    failure.message[EG_FAILURE_SIZE - 1] = '\0';
    snprintf(text, sizeof text, "rank %d: %s", rank, failure.message);
    eg_head_fail(s->head, (eg_status)failure.status, text);
}

/* Takes one message, if there is one that it has room for. */
static bool hear(server *s)
{
    int flag = 0;
    MPI_Message message;
    MPI_Status status;
    const int place = free_place(s);
    if (place < 0) /* what needs no room goes on */
        MPI_Improbe(MPI_ANY_SOURCE, EG_TAG_ASK, s->ranks->comm, &flag, &message, &status);
    else
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, s->ranks->comm, &flag, &message, &status);
    if (!flag)
        return false;
    switch (status.MPI_TAG) {
    case EG_TAG_ASK: hear_question(s, status.MPI_SOURCE, &message); break;
    case EG_TAG_CHUNK: let_come(s, place, &message, &status); break;
    case EG_TAG_FAILED: hear_failure(s, status.MPI_SOURCE, &message); break;
    default:
        MPI_Mrecv(NULL, 0, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        s->gone[status.MPI_SOURCE] = true;
        s->staying--;
    }
    return true;
}

static bool take_what_has_come(server *s)
{
    int count = 0, places[MOST_COMING];
    MPI_Testsome(MOST_COMING, s->coming, &count, places, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++) /* MPI_UNDEFINED is negative */
        take_in(s, &s->chunks[places[i]]);
    return count > 0;
}

/* Something has ended the sweep: nobody needs to finish what it is at. */
static void tell_stop(server *s)
{
    s->has_stopped = true;
    for (int rank = 1; rank < s->ranks->crew.size; rank++)
        if (!s->gone[rank])
            MPI_Send(NULL, 0, MPI_BYTE, rank, EG_TAG_STOP, s->ranks->comm);
}

/* False: all ranks and the threads of this one are done. */
static bool rest(server *s, double seconds)
{
    eg_pool *pool = &s->head->pool;
    pthread_mutex_lock(&pool->lock);
    const bool more = s->staying > 0 || pool->working > 0;
    if (more && seconds > 0)
        eg_pool_wait(pool, &pool->happened, seconds);
    pthread_mutex_unlock(&pool->lock);
    return more;
}

void eg_ranks_serve(eg_crew *crew, eg_head *head)
{
    server s = {.ranks = (eg_ranks *)crew, .head = head, .staying = crew->size - 1};
    s.gone = calloc((size_t)crew->size, sizeof *s.gone);
    for (int i = 0; i < MOST_COMING; i++)
        s.coming[i] = MPI_REQUEST_NULL;
    s.asked = calloc((size_t)crew->size, sizeof *s.asked);
    if (!s.gone || !s.asked)
        give_up(s.ranks);
    int naps = 0;
    double seconds = 0;
    while (rest(&s, seconds)) {
        bool busy = false;
        while (hear(&s))
            busy = true;
        busy = take_what_has_come(&s) || busy;
        busy = answer_those_who_wait(&s) || busy;
        if (!s.has_stopped && eg_head_is_stopped(head))
            tell_stop(&s);
        naps = busy ? 0 : naps + 1;
        seconds = busy ? 0 : eg_nap(naps - 1, longest_nap);
    }
    free(s.gone);
    free(s.asked);
}

void eg_ranks_end(eg_crew *crew, eg_status status)
{
    const eg_ranks *r = (const eg_ranks *)crew;
    const int how = (int)status;
    for (int rank = 1; rank < crew->size; rank++)
        MPI_Send(&how, 1, MPI_INT, rank, EG_TAG_END, r->comm);
}
