/* The other ranks: lease rows, let the threads compute them, send what they come to. */
#include "mpi/crew.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Chunks that are done wait for one of the places on their way to the first rank; when both are full, threads
 * wait. A place is free again when the first rank takes the chunk, not when MPI has put it aside. */
enum { MOST_SENT = 2, MOST_WAITING = 2 };
/* While something should come from the first rank, and while nothing need come. */
static const double longest_nap = 2e-3, longest_rest = 20e-3;

typedef struct rank {
    eg_pool
        pool; /* first: an eg_pool * is a rank *. Its share has what is leased; its lock is of all below */
    eg_chunk_bytes waiting[MOST_WAITING];
    int waiting_count;
    bool asks, no_more, stopped; /* an answer is to come; no rows are to come; what is done counts no more */
    bool failed;
    eg_failure failure;
    /* The main thread's own. */
    eg_ranks *ranks;
    MPI_Request sent[MOST_SENT];
    char *sent_bytes[MOST_SENT];
    double *drawn; /* (drawn_rows x columns) of the pool's, or NULL */
    bool told_failure, said_bye, ended;
    eg_status status; /* of the sweep */
} rank;

/* ---------------------------------------------------------------- what threads call, with the lock */

static eg_taken take(eg_pool *pool, size_t size, eg_rows *rows)
{
    const rank *r = (const rank *)pool;
    if (pool->share.left == 0)
        return r->no_more || r->stopped ? EG_TAKEN_NONE : EG_TAKEN_LATER;
    *rows = eg_share_take(&pool->share, size);
    return EG_TAKEN_ROWS;
}

static void stop(rank *r)
{
    r->stopped = true;
    eg_share_clear(&r->pool.share);
    for (int i = 0; i < r->waiting_count; i++)
        free(r->waiting[i].bytes);
    r->waiting_count = 0;
    pthread_cond_broadcast(&r->pool.changed);
}

static void hand_in(eg_pool *pool, eg_chunk_bytes *chunk)
{
    rank *r = (rank *)pool;
    while (r->waiting_count == MOST_WAITING && !r->stopped)
        pthread_cond_wait(&pool->changed, &pool->lock);
    if (r->stopped)
        free(chunk->bytes);
    else
        r->waiting[r->waiting_count++] = *chunk;
}

static void fail(eg_pool *pool, eg_status status, const eg_diagnostics *d)
{
    rank *r = (rank *)pool;
    const eg_diagnostic *m = d && eg_diagnostics_count(d) > 0 ? eg_diagnostics_get(d, 0) : NULL;
    const char *text = status == EG_ERROR_MEMORY ? "out of memory" : "a chunk of rows could not be run";
    if (!r->failed)
        snprintf(r->failure.message, sizeof r->failure.message, "%s", m ? m->message : text);
    r->failed = true;
    r->failure.status = (int)status;
    stop(r);
}

static const eg_pool_source leased = {sizeof(eg_chunk_head), take, hand_in, fail};

/* ---------------------------------------------------------------- what the main thread does */

/* In their place among those of a level, which no row that is under way has. */
static void take_values(rank *r, const eg_rows *rows)
{
    const size_t columns = eg_design_columns(r->pool.design);
    MPI_Recv(r->drawn + rows->first % r->pool.drawn_rows * columns, (int)(rows->count * columns), MPI_DOUBLE,
             0, EG_TAG_VALUES, r->ranks->comm, MPI_STATUS_IGNORE);
}

static void take_rows(rank *r)
{
    eg_rows rows;
    MPI_Recv(&rows, sizeof rows, MPI_BYTE, 0, EG_TAG_ROWS, r->ranks->comm, MPI_STATUS_IGNORE);
    if (rows.count > 0 && r->drawn)
        take_values(r, &rows);
    pthread_mutex_lock(&r->pool.lock);
    r->asks = false;
    r->no_more = rows.count == 0;
    if (!r->stopped && !eg_share_add(&r->pool.share, &rows))
        fail(&r->pool, EG_ERROR_MEMORY, NULL);
    pthread_cond_broadcast(&r->pool.changed);
    pthread_mutex_unlock(&r->pool.lock);
}

static bool hear(rank *r)
{
    int flag = 0, how;
    MPI_Status status;
    MPI_Iprobe(0, MPI_ANY_TAG, r->ranks->comm, &flag, &status);
    if (!flag)
        return false;
    switch (status.MPI_TAG) {
    case EG_TAG_ROWS: take_rows(r); break;
    case EG_TAG_STOP:
        MPI_Recv(NULL, 0, MPI_BYTE, 0, EG_TAG_STOP, r->ranks->comm, MPI_STATUS_IGNORE);
        pthread_mutex_lock(&r->pool.lock);
        stop(r);
        pthread_mutex_unlock(&r->pool.lock);
        break;
    default:
        MPI_Recv(&how, 1, MPI_INT, 0, EG_TAG_END, r->ranks->comm, MPI_STATUS_IGNORE);
        r->status = (eg_status)how;
        r->ended = true;
        /* Where the first rank could not even begin, threads still wait for rows. */
        pthread_mutex_lock(&r->pool.lock);
        stop(r);
        pthread_mutex_unlock(&r->pool.lock);
    }
    return true;
}

static int free_place(rank *r)
{
    for (int i = 0; i < MOST_SENT; i++) {
        int done = 1;
        MPI_Test(&r->sent[i], &done, MPI_STATUS_IGNORE);
        if (!done)
            continue;
        free(r->sent_bytes[i]);
        r->sent_bytes[i] = NULL;
        return i;
    }
    return -1;
}

/* Sends the chunk that waits longest, if there is a place for it. */
static bool send_chunk(rank *r)
{
    const int place = free_place(r);
    if (place < 0)
        return false;
    pthread_mutex_lock(&r->pool.lock);
    const bool any = r->waiting_count > 0;
    const eg_chunk_bytes chunk = r->waiting[0];
    for (int i = 1; i < r->waiting_count; i++)
        r->waiting[i - 1] = r->waiting[i];
    r->waiting_count -= any;
    pthread_cond_broadcast(&r->pool.changed);
    pthread_mutex_unlock(&r->pool.lock);
    if (!any)
        return false;
    eg_chunk_head head = {.counts = chunk.counts};
    snprintf(head.engine, sizeof head.engine, "%s", chunk.counts.engine);
    head.counts.engine = NULL;
    memcpy(chunk.bytes, &head, sizeof head);
    r->sent_bytes[place] = chunk.bytes;
    /* MPI_Test has ended the last one here, which the checker does not know.
     * NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
    MPI_Issend(chunk.bytes, (int)chunk.length, MPI_BYTE, 0, EG_TAG_CHUNK, r->ranks->comm, &r->sent[place]);
    return true;
}

/* With the lock. */
static bool should_ask(const rank *r)
{
    return !r->asks && !r->no_more && !r->stopped &&
           eg_share_is_low(&r->pool.share, r->pool.size, (size_t)r->pool.threads, (size_t)r->pool.idle);
}

static bool ask(rank *r)
{
    pthread_mutex_lock(&r->pool.lock);
    const eg_row_request asked = {r->pool.size, (size_t)r->pool.threads};
    const bool now = should_ask(r);
    r->asks = r->asks || now;
    pthread_mutex_unlock(&r->pool.lock);
    if (now)
        MPI_Send(&asked, sizeof asked, MPI_BYTE, 0, EG_TAG_ASK, r->ranks->comm);
    return now;
}

static bool tell_failure(rank *r)
{
    pthread_mutex_lock(&r->pool.lock);
    const bool now = r->failed && !r->told_failure;
    const eg_failure failure = r->failure;
    pthread_mutex_unlock(&r->pool.lock);
    r->told_failure = r->told_failure || now;
    if (now)
        MPI_Send(&failure, sizeof failure, MPI_BYTE, 0, EG_TAG_FAILED, r->ranks->comm);
    return now;
}

/* Everything is on its way, and no answer is to come. */
static void say_bye(rank *r)
{
    bool under_way = false;
    for (int i = 0; i < MOST_SENT; i++) {
        int done = 1;
        MPI_Test(&r->sent[i], &done, MPI_STATUS_IGNORE);
        under_way = under_way || !done;
    }
    pthread_mutex_lock(&r->pool.lock);
    const bool now = !r->said_bye && !under_way && !r->asks && r->pool.working == 0 &&
                     r->waiting_count == 0 && r->failed == r->told_failure;
    pthread_mutex_unlock(&r->pool.lock);
    r->said_bye = r->said_bye || now;
    if (now)
        MPI_Send(NULL, 0, MPI_BYTE, 0, EG_TAG_BYE, r->ranks->comm);
}

/* Until a thread has something to say, or it is time to look for messages. */
static void rest(rank *r, int naps)
{
    bool expects = false;
    for (int i = 0; i < MOST_SENT; i++)
        expects = expects || r->sent[i] != MPI_REQUEST_NULL;
    pthread_mutex_lock(&r->pool.lock);
    expects = expects || r->asks;
    if (!should_ask(r) && (r->waiting_count == 0 || expects))
        eg_pool_wait(&r->pool, &r->pool.happened, eg_nap(naps, expects ? longest_nap : longest_rest));
    pthread_mutex_unlock(&r->pool.lock);
}

static void look_after(rank *r)
{
    for (int naps = 0; !r->ended; naps++) {
        bool busy = hear(r);
        busy = send_chunk(r) || busy;
        busy = ask(r) || busy;
        busy = tell_failure(r) || busy;
        say_bye(r);
        if (busy)
            naps = -1;
        else
            rest(r, naps);
    }
}

eg_status eg_ranks_work(eg_crew *crew, const eg_ensemble *ensemble, const eg_design *design,
                        const eg_sweep_options *options, size_t drawn_rows)
{
    rank r = {.pool = {.source = &leased,
                       .ensemble = ensemble,
                       .design = design,
                       .o = options,
                       .threads = options->runs.threads},
              .ranks = (eg_ranks *)crew};
    const size_t takers = (size_t)crew->size * (size_t)options->runs.threads;
    r.pool.seconds = eg_share_seconds(takers);
    for (int i = 0; i < MOST_SENT; i++)
        r.sent[i] = MPI_REQUEST_NULL;
    bool ready = eg_pool_init(&r.pool);
    if (drawn_rows > 0) {
        r.drawn = calloc(drawn_rows * eg_design_columns(design) + 1, sizeof *r.drawn);
        r.pool.drawn = r.drawn;
        r.pool.drawn_rows = drawn_rows;
        ready = ready && r.drawn;
    }
    if (!ready)
        MPI_Abort(r.ranks->comm, EG_ERROR_MEMORY);
    if (!eg_pool_start(&r.pool, false)) {
        pthread_mutex_lock(&r.pool.lock);
        fail(&r.pool, EG_ERROR_UNAVAILABLE, NULL);
        snprintf(r.failure.message, sizeof r.failure.message, "it cannot have a thread");
        pthread_mutex_unlock(&r.pool.lock);
    }
    look_after(&r);
    eg_pool_join(&r.pool);
    /* All are over, since the end comes behind the bye; the checker does not see where they begin.
     * NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
    MPI_Waitall(MOST_SENT, r.sent, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MOST_SENT; i++)
        free(r.sent_bytes[i]);
    eg_pool_release(&r.pool);
    free(r.drawn);
    return r.status;
}
