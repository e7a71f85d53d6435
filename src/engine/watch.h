/* The watch over the switching functions: which of them end the mode in a step, and when.
 *
 * What counts as an event. A function h ends the mode where it falls through 0; rising through 0 means
 * nothing. Computed values carry round-off, so "through" has to be said with care. Let delta be what
 * round-off makes of h where it is looked at: the largest change of h, measured, when t moves by 8 ulp
 * and every y by 8 ulp of its size in the step.
 *
 *  1. A function is *armed* once it has been above +delta in this mode. An armed function ends the mode
 *     at its root when it then gets below -delta. The instant is the first double at which h <= 0.
 *  2. A function that begins the mode at h <= delta is *open*: it has no sign yet. It becomes armed
 *     above +delta, and ends the mode where it gets below min(h at the beginning, 0) - delta. This is the
 *     function that was just passed (and is 0, or an ulp to either side), and exact touch at the start.
 *  3. A function within delta of 0 that clearly falls (its rate is below minus its own round-off, that of
 *     the forces that make it included) is through: at the beginning of a mode, at the instant of another
 *     event, and at the end of a step that had to stop there or at which it has come down to 0. Within 4 ulp
 *     of time two events are one instant.
 *  4. A function that begins a mode at rest, itself and its rate being 0 but for round-off, and whose rate
 *     clearly falls, is through at the beginning: it is below 0 at every later time, and counting from a
 *     level would make the instant the root of a square that is lost in round-off.
 *
 * It follows that touching 0 from above is no event, that the exit of a contact that has just begun does
 * not fire, that a body at rest in exact touch stays so, that one pulled into contact from there makes
 * its event at once, and that functions which fall together fire together. Nothing is moved.
 *
 * How roots are found. The samples of a step at Gauss-Lobatto nodes give the Bernstein form of h; where
 * h is a polynomial of at most the dense output's degree (linear laws) the count of its sign changes is
 * proof: none, no root; one, one root; more: the step is halved and looked at again, from the left.
 * Where h is not a polynomial the same is a check that gets finer where it matters. Two crossings inside
 * one step are thus found like one. Where h begins within round-off of 0, as behind a bounce, a point above
 * it is found first, from which it falls, be it in front of all samples. Parts are not halved on for a
 * function that is nothing but round-off in them, as a difference of equal numbers: one at whose end it is
 * below its level has a root. A root is refined on the dense output down to neighbouring doubles by ITP
 * (Oliveira and Takahashi (2020), ACM Trans. Math. Softw. 47, 5).
 */
#ifndef EG_ENGINE_WATCH_H
#define EG_ENGINE_WATCH_H

#include "engine/engine.h"
#include "engine/nodes.h"

typedef struct eg_watch {
    eg_engine *engine;
    int count;       /* switching functions */
    double *samples; /* (EG_NODES_MAX x count) of the step, filled by the caller */
    bool *fired;     /* (count) the answer of begin and search */
    /* private */
    double *probe; /* (EG_NODES_MAX x count) samples of a part of the step, candidates only */
    double *h, *low, *high, *delta, *rate, *rate_delta, *other, *half, *late; /* (count) */
    double *noise;          /* (count) what the system says of round-off, at the end of a part */
    double *origin, *level; /* (count) open functions: min(h, 0) at the beginning; fires below level */
    bool *open;             /* (count) */
    int *candidates;        /* (count) */
    int candidate_count;
    /* Of the function found last: it has been above 0, and the step goes on to where it is larger by far than
     * where any mode has begun, so that its instant may be lost in that. */
    bool is_beyond;
    double *largest;                          /* (count) where a mode began */
    double *y, *yp, *y_work, *yp_work, *size; /* (n) */
} eg_watch;

/* False when out of memory; free it in any case. */
bool eg_watch_create(eg_watch *w, eg_engine *engine);
void eg_watch_free(eg_watch *w);

/* A mode begins. 1 when functions fire at once (see `fired`), 0 when none does, negative: failed. */
int eg_watch_begin(eg_watch *w, double t, const double *y, const double *yp);
/* Looks for the first event of the engine's last step, whose samples at `nodes` are given. `must_stop`:
 * the step ends where something happens anyway. 1: at *t_event (see `fired`); 0: none; negative: failed. */
int eg_watch_search(eg_watch *w, const eg_nodes *nodes, bool must_stop, double *t_event);
/* The same step will be made once more, shorter: what the search has learnt of its round-off is forgotten. */
void eg_watch_forget(eg_watch *w);

#endif
