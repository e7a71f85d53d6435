#include "engine/exact/queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = EG_QUEUE_GROUP };

static size_t groups(size_t count)
{
    return (count + GROUP - 1) / GROUP;
}

bool eg_queue_create(eg_queue *q, int count)
{
    size_t n = count > 0 ? (size_t)count : 1, offset[EG_QUEUE_LEVELS] = {0};
    *q = (eg_queue){.levels = 1, .room = GROUP * groups(n)};
    for (; n > 1; n = groups(n), q->levels++) {
        offset[q->levels] = q->room;
        q->room += GROUP * groups(groups(n));
    }
    q->times = malloc(q->room * sizeof *q->times);
    if (!q->times)
        return false;
    for (size_t i = 0; i < q->room; i++)
        q->times[i] = INFINITY;
    for (int k = 0; k < q->levels; k++)
        q->level[k] = q->times + offset[k];
    return true;
}

void eg_queue_free(eg_queue *q)
{
    free(q->times);
    memset(q, 0, sizeof *q);
}

static double earlier(double a, double b)
{
    return a < b ? a : b;
}

static double earliest_of_group(const double *t)
{
    return earlier(earlier(earlier(t[0], t[4]), earlier(t[2], t[6])),
                   earlier(earlier(t[1], t[5]), earlier(t[3], t[7])));
}

/* Up the levels, as long as the earliest of a group changes. */
void eg_queue_change(eg_queue *q, int number, double time)
{
    double before = q->level[0][number];
    q->level[0][number] = time;
    for (int k = 1, at = number; k < q->levels && time != before; k++) {
        double *group = q->level[k - 1] + at / GROUP * GROUP;
        at /= GROUP;
        double least = q->level[k][at];
        if (time >= least && before > least)
            return;
        time = time < least ? time : earliest_of_group(group);
        before = least;
        q->level[k][at] = time;
    }
}

/* The first of the group that has the time, which is the earliest there: in which half of it, and so on. */
static int place_in_group(const double *t, double time)
{
    int place = 4 * (earlier(earlier(t[0], t[1]), earlier(t[2], t[3])) > time);
    place += 2 * (earlier(t[place], t[place + 1]) > time);
    return place + (t[place] > time);
}

int eg_queue_first_group(const eg_queue *q)
{
    double time = eg_queue_earliest(q);
    int at = 0;
    for (int k = q->levels - 1; k > 1; k--)
        at = GROUP * at + place_in_group(q->level[k - 1] + GROUP * at, time);
    return at;
}

int eg_queue_first_of(const eg_queue *q, int group)
{
    return q->levels > 1 ? GROUP * group + place_in_group(q->level[0] + GROUP * group, q->level[1][group])
                         : 0;
}

int eg_queue_first(const eg_queue *q)
{
    return eg_queue_first_of(q, eg_queue_first_group(q));
}
