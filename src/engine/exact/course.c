/* The engine exact in pieces as a course: from point to point, and to what happens between them. */
#include "engine/exact/march.h"

#include "engine/exact/apart.h"

#include <math.h>

typedef eg_apart apart;

static apart *of_course(eg_course *c)
{
    return (apart *)(void *)((char *)c - offsetof(apart, course));
}

/* Is an element due, not only the end of a cluster's step? */
static bool is_event(const apart *a)
{
    bool found = a->coming == EG_APART_COMMON;
    for (int j = 0; j < a->due_count; j++)
        found = found || a->due[j] < a->model->element_count;
    return found;
}

static eg_status course_go(eg_course *c, double most)
{
    apart *a = of_course(c);
    (void)most; /* there is no engine's step */
    if (a->left && a->status == EG_OK) {
        eg_apart_arrive(a);
        eg_apart_finish(a);
        c->left = a->status == EG_OK;
    }
    if (!eg_apart_goes_on(a) || a->is_at_end)
        return a->status == EG_OK ? EG_DIFFERENT : a->status;
    eg_apart_look_for_next(a);
    c->time = a->next;
    c->happens = true;
    c->is_event = is_event(a);
    return EG_OK;
}

/* And to what comes next, where no point lies before it. */
static eg_status course_store(eg_course *c)
{
    apart *a = of_course(c);
    eg_apart_store_grid(a, a->next, a->has_row);
    if (a->status == EG_OK && c->target < INFINITY)
        eg_apart_come(a);
    return a->status;
}

static eg_status course_show(eg_course *c)
{
    apart *a = of_course(c);
    eg_apart_fill_all(a, a->time);
    eg_apart_show(a, a->observer->point, a->time);
    return a->status;
}

static eg_status course_happen(eg_course *c)
{
    apart *a = of_course(c);
    eg_apart_happen(a);
    a->is_at_end = a->coming == EG_APART_AT_END;
    if (!a->is_at_end || a->status != EG_OK)
        return a->status;
    eg_apart_pass_grid(a);
    return course_show(c);
}

static eg_status course_interrupt(eg_course *c)
{
    apart *a = of_course(c);
    eg_apart_begin(a, fmax(a->time, a->last_row), 0);
    eg_apart_advance_all(a);
    eg_apart_fill_all(a, a->time);
    eg_apart_common_event(a);
    return a->status;
}

static void course_account(eg_course *c, eg_march_result *result)
{
    apart *a = of_course(c);
    eg_apart_begin(a, fmax(a->time, a->last_row), 0);
    eg_apart_advance_all(a);
    eg_apart_fill_all(a, a->time);
    eg_apart_tell_works(a, result);
}

static void course_free(eg_course *c)
{
    eg_apart_release(of_course(c));
}

/* What happens at the start is the caller's start, too. */
static void begin_at_once(apart *a)
{
    while (eg_apart_goes_on(a) && eg_queue_earliest(&a->queue) <= a->time) {
        eg_apart_look_for_next(a);
        eg_apart_come(a);
        eg_apart_happen(a);
    }
}

eg_course *eg_exact_course(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                           eg_status *status)
{
    static const eg_course_ops ops = {course_go,        course_store,   course_show, course_happen,
                                      course_interrupt, course_account, course_free};
    apart *a = eg_apart_make(task, y, yp, result);
    *status = EG_ERROR_MEMORY;
    if (!a)
        return NULL;
    eg_apart_set_out(a);
    begin_at_once(a);
    *status = a->status;
    if (a->status != EG_OK) {
        eg_apart_release(a);
        return NULL;
    }
    a->by_points = true;
    a->course = (eg_course){.ops = &ops, .target = INFINITY, .time = a->time};
    return &a->course;
}
