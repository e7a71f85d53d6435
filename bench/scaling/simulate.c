/* How a sweep scales to thousands of ranks: a simulation of its scheduler by events, with costs that were
 * measured.
 *
 * Which rows a rank takes, when it asks for more and how long its pieces are is decided by the program's own
 * functions (src/sweep/share.c). Here is what surrounds them: ranks whose runs take time, messages that do,
 * and the first rank, which handles one after the other, writes chunks, and sleeps as the program's does when
 * nothing happens; with lines of the table behind them. A chunk's time is that of its rows, drawn: normal,
 * with the deviation that the sum of so many runs has.
 *
 *   simulate ASK CHUNK BYTE LINE ROW_BYTES LATENCY DEVIATION SECONDS
 *
 * ASK, CHUNK   what an answer and a chunk take on the first rank [s], and BYTE each byte of a chunk
 * LINE         what a line of the table takes its writer [s]
 * ROW_BYTES    of a row in the journal
 * LATENCY      of a message [s]
 * DEVIATION    of a run's time, over its mean
 * SECONDS      that the sweep would take without any of this */
#include "sweep/share.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ON_THEIR_WAY = 4, MOST_WRITERS = 8, TAKERS_PER_WRITER = 250 };
static const double longest_nap = 2e-3;

typedef enum kind { DONE, ASK, CHUNK, ROWS } kind; /* of a rank; at the first rank; at a rank */

typedef struct event {
    double time;
    uint64_t order;
    kind kind;
    uint32_t rank;
    eg_rows rows;
} event;

typedef struct rank {
    eg_share share;
    size_t size;
    bool asks, no_more, works;
    int on_their_way;
    bool waits; /* with a chunk, for a place on the way */
    eg_rows piece;
    double began, busy;
} rank;

typedef struct costs {
    double ask, chunk, byte, line, row_bytes, latency, deviation;
} costs;

typedef struct world {
    const costs *c;
    event *heap;
    size_t count, capacity;
    uint64_t order, random;
    eg_share all;
    rank *ranks;
    size_t size;
    double mean, seconds; /* of a run, of a piece */
    double free_at, busy; /* the first rank's main thread */
    double end, bytes;
    size_t messages;
} world;

static double uniform(world *w)
{
    uint64_t z = (w->random += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static double time_of(world *w, size_t rows)
{
    const double normal = sqrt(-2 * log(uniform(w))) * cos(6.283185307179586 * uniform(w));
    const double time = w->mean * ((double)rows + w->c->deviation * sqrt((double)rows) * normal);
    return time > 0.05 * w->mean ? time : 0.05 * w->mean;
}

/* ---------------------------------------------------------------- events */

static bool before(const event *a, const event *b)
{
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static void add(world *w, double time, kind kind, size_t who, eg_rows rows)
{
    if (w->count == w->capacity) {
        w->capacity = 2 * w->capacity + 1024;
        w->heap = realloc(w->heap, w->capacity * sizeof *w->heap);
        if (!w->heap)
            abort();
    }
    const event e = {time, w->order++, kind, (uint32_t)who, rows};
    size_t i = w->count++;
    for (; i > 0 && before(&e, &w->heap[(i - 1) / 2]); i = (i - 1) / 2)
        w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = e;
}

static event next(world *w)
{
    const event top = w->heap[0], last = w->heap[--w->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < w->count; i = child) {
        child += child + 1 < w->count && before(&w->heap[child + 1], &w->heap[child]);
        if (!before(&w->heap[child], &last))
            break;
        w->heap[i] = w->heap[child];
    }
    w->heap[i] = last;
    return top;
}

/* ---------------------------------------------------------------- ranks */

/* When does a sleeper look who fell asleep at `since`? Naps double from 50 us to 2 ms. */
static double looks_at(double since, double arrival)
{
    double nap = 50e-6, at = since;
    while (at < arrival && nap < longest_nap) {
        at += nap;
        nap = 2 * nap < longest_nap ? 2 * nap : longest_nap;
    }
    return at >= arrival ? at : at + ceil((arrival - at) / longest_nap) * longest_nap;
}

/* A rank takes its next piece, and asks for more. The first takes from the share of all. */
static void go_on(world *w, size_t who, double now)
{
    rank *r = &w->ranks[who];
    if (who == 0 && w->all.left > 0) {
        r->works = true;
        r->piece = eg_share_take(&w->all, eg_share_bound(&w->all, r->size, w->size));
    } else if (who > 0 && r->share.left > 0) {
        r->works = true;
        r->piece = eg_share_take(&r->share, r->size);
    } else
        r->works = false;
    if (r->works) {
        r->began = now;
        add(w, now + time_of(w, r->piece.count), DONE, who, r->piece);
    }
    if (who > 0 && !r->asks && !r->no_more && eg_share_is_low(&r->share, r->size, 1, !r->works)) {
        r->asks = true;
        add(w, now + w->c->latency, ASK, who, (eg_rows){0, r->size, 0});
    }
}

static void is_done(world *w, const event *e)
{
    rank *r = &w->ranks[e->rank];
    const double took = e->time - r->began;
    r->busy += took;
    r->size = eg_share_next_size(r->size, e->rows.count, took, w->seconds, SIZE_MAX);
    w->end = e->time > w->end ? e->time : w->end;
    if (r->on_their_way == MOST_ON_THEIR_WAY) {
        r->waits = true; /* until the first rank has taken one */
        return;
    }
    r->on_their_way++;
    add(w, e->time + (e->rank > 0 ? w->c->latency : 0), CHUNK, e->rank, e->rows);
    go_on(w, e->rank, e->time);
}

/* ---------------------------------------------------------------- the first rank */

/* The first rank's main thread handles a message that has come; when has it? */
static double handle(world *w, double arrival, double takes)
{
    const double begins = arrival > w->free_at ? looks_at(w->free_at, arrival) : w->free_at;
    w->busy += takes;
    w->free_at = begins + takes;
    w->messages++;
    return w->free_at;
}

static void is_asked(world *w, const event *e)
{
    const double done = handle(w, e->time, w->c->ask);
    eg_rows rows = {0};
    if (w->all.left > 0)
        rows = eg_share_lease(&w->all, e->rows.count, 1, w->size);
    add(w, done + w->c->latency, ROWS, e->rank, rows);
}

static void takes_chunk(world *w, const event *e)
{
    const double bytes = (double)e->rows.count * w->c->row_bytes;
    const double takes = (e->rank > 0 ? w->c->chunk : 0) + bytes * w->c->byte;
    const double done = e->rank > 0 ? handle(w, e->time, takes) : e->time + takes;
    rank *r = &w->ranks[e->rank];
    w->bytes += bytes;
    w->end = done > w->end ? done : w->end;
    r->on_their_way--;
    if (r->waits) {
        r->waits = false;
        r->on_their_way++;
        add(w, done + w->c->latency, CHUNK, e->rank, r->piece);
        go_on(w, e->rank, done);
    }
}

static void gets_rows(world *w, const event *e)
{
    rank *r = &w->ranks[e->rank];
    r->asks = false;
    r->no_more = e->rows.count == 0;
    if (!eg_share_add(&r->share, &e->rows))
        abort();
    if (!r->works && !r->waits) /* its main thread has slept, too: at most so long */
        go_on(w, e->rank, e->time + longest_nap * uniform(w));
}

/* ---------------------------------------------------------------- the whole */

static void simulate(const costs *c, size_t size, double mean, double seconds)
{
    world w = {.c = c, .size = size, .mean = mean, .seconds = eg_share_seconds(size), .random = size};
    const size_t rows = (size_t)(seconds * (double)size / mean);
    w.ranks = calloc(size, sizeof *w.ranks);
    if (!w.ranks || !eg_share_add(&w.all, &(eg_rows){0, rows, EG_SHARE_ROWS}))
        abort();
    for (size_t i = 0; i < size; i++) {
        w.ranks[i].size = 1;
        go_on(&w, i, 0);
    }
    while (w.count > 0) {
        const event e = next(&w);
        switch (e.kind) {
        case DONE: is_done(&w, &e); break;
        case ASK: is_asked(&w, &e); break;
        case CHUNK: takes_chunk(&w, &e); break;
        case ROWS: gets_rows(&w, &e); break;
        }
    }
    double busy = 0;
    for (size_t i = 0; i < size; i++) {
        busy += w.ranks[i].busy;
        eg_share_release(&w.ranks[i].share);
    }
    size_t writers = size / TAKERS_PER_WRITER + 1;
    writers = writers < MOST_WRITERS ? writers : MOST_WRITERS;
    const double lines = (double)rows * c->line / (double)writers; /* beside the rows, or longer than they */
    const double whole = lines > w.end ? lines : w.end;
    printf("%zu,%g,%.4f,%.4f,%.1f,%.1f,%.4f\n", size, mean, busy / (double)size / w.end, w.busy / w.end,
           (double)w.messages / w.end, w.bytes / w.end / 1e6, busy / (double)size / whole);
    fflush(stdout);
    eg_share_release(&w.all);
    free(w.ranks);
    free(w.heap);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {2, 4, 16, 100, 300, 1000, 3000, 10000};
    static const double means[] = {10e-6, 30e-6, 100e-6, 300e-6, 1e-3, 10e-3, 0.1, 1, 10};
    if (argc != 9) {
        fputs("usage: simulate ASK CHUNK BYTE LINE ROW_BYTES LATENCY DEVIATION SECONDS\n", stderr);
        return 2;
    }
    const costs c = {atof(argv[1]), atof(argv[2]), atof(argv[3]), atof(argv[4]),
                     atof(argv[5]), atof(argv[6]), atof(argv[7])};
    puts("ranks,run,efficiency,first rank busy,messages/s,journal MB/s,efficiency with table");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof means / sizeof *means; k++)
            simulate(&c, sizes[i], means[k], atof(argv[8]));
    return 0;
}
