#include "engine/exact/queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool eg_queue_create(eg_queue *q, int count)
{
    size_t n = (size_t)count + 1;
    *q = (eg_queue){.count = count};
    q->time = malloc(n * sizeof *q->time);
    q->heap = malloc(n * sizeof *q->heap);
    q->place = malloc(n * sizeof *q->place);
    if (!q->time || !q->heap || !q->place)
        return false;
    for (int i = 0; i < count; i++) {
        q->time[i] = INFINITY;
        q->heap[i] = q->place[i] = i;
    }
    return true;
}

void eg_queue_free(eg_queue *q)
{
    free(q->time);
    free(q->heap);
    free(q->place);
    memset(q, 0, sizeof *q);
}

static bool is_before(const eg_queue *q, int a, int b)
{
    double s = q->time[a], t = q->time[b];
    return s != t ? s < t : a < b;
}

static void put(eg_queue *q, int place, int number)
{
    q->heap[place] = number;
    q->place[number] = place;
}

static void rise(eg_queue *q, int place, int number)
{
    for (; place > 0 && is_before(q, number, q->heap[(place - 1) / 2]); place = (place - 1) / 2)
        put(q, place, q->heap[(place - 1) / 2]);
    put(q, place, number);
}

static void sink(eg_queue *q, int place, int number)
{
    for (int child; (child = 2 * place + 1) < q->count; place = child) {
        if (child + 1 < q->count && is_before(q, q->heap[child + 1], q->heap[child]))
            child++;
        if (!is_before(q, q->heap[child], number))
            break;
        put(q, place, q->heap[child]);
    }
    put(q, place, number);
}

void eg_queue_set(eg_queue *q, int number, double time)
{
    double before = q->time[number];
    q->time[number] = time;
    if (time < before)
        rise(q, q->place[number], number);
    else if (time > before)
        sink(q, q->place[number], number);
}
