/* A run as journeys go through it (engine.h): from one thing that may happen to the next, with a point before
 * it where one is asked for. `march` is one course, clusters that go by their own clocks another. */
#ifndef EG_ENGINE_COURSE_H
#define EG_ENGINE_COURSE_H

#include "engine/engine.h"

typedef struct eg_course eg_course;

/* All that answer: EG_OK, EG_ERROR_SIMULATION (reported), EG_ERROR_MEMORY. */
typedef struct eg_course_ops {
    /* To the next thing, no step beyond `most`: course->time and what it is. EG_DIFFERENT: the run is over,
     * or left to another engine (course->left). */
    eg_status (*go)(eg_course *course, double most);
    /* The observer's point at course->target, where that comes before it: the target becomes INFINITY. */
    eg_status (*store)(eg_course *course);
    /* A point at course->time, before anything happens there. */
    eg_status (*show)(eg_course *course);
    /* What happens there. */
    eg_status (*happen)(eg_course *course);
    /* An event at the last point of a run that has not gone beyond it: the system has changed. */
    eg_status (*interrupt)(eg_course *course);
    /* The present point of the run: y there, and *result the sums of the works up to it. Only to be freed
     * afterwards. NULL: it tells none. */
    void (*account)(eg_course *course, eg_march_result *result);
    void (*free)(eg_course *course);
} eg_course_ops;

struct eg_course {
    const eg_course_ops *ops;
    double target; /* the point that is asked for; INFINITY: it has been passed */
    double time;
    bool happens;  /* something does at `time` */
    bool is_event; /* of which importers are told */
    bool left;     /* another engine is to go on from result->end_time */
};

/* That of any engine's steps; NULL: *status says why. */
eg_course *eg_march_course(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                           eg_observer *observer, eg_march_result *result, eg_status *status);

#endif
