/* A system seen piece by piece: bodies, and items that are distances between two of them, some of which
 * carry forces. An engine can then let each group of bodies that feel each other go on its own.
 *
 * Bodies have numbers from 1; 0 stands for what does not move. A body has a speed v with m v' = the sum
 * of forces. An item has a value s with s' = v_rel = sum of factor*v over its two ends. The first items
 * are the elements: item i has a force f that acts on its ends by -factor*f, and switching functions;
 * both are linear in s and v_rel as long as its mode lasts, or in these and in a power of a distance. */
#ifndef EG_BASE_LOCAL_H
#define EG_BASE_LOCAL_H

#include "base/system.h"

#include <stdbool.h>

enum { EG_LOCAL_SWITCHES = 3 };

typedef struct eg_local_item {
    int body[2]; /* 0: what does not move */
    double factor[2];
} eg_local_item;

/* An outer force on a body: coefficient*(signal). */
typedef struct eg_local_load {
    int body, signal; /* one of the system's */
    double coefficient;
    bool is_constant; /* the signal has one value for ever */
} eg_local_load;

typedef struct eg_local {
    int body_count;     /* bodies are 1 ... body_count - 1 */
    const double *mass; /* (bodies) [kg], > 0 */
    int element_count, item_count;
    const eg_local_item *items;  /* (items) */
    const double *start;         /* (items) values at the start */
    const int *first, *touching; /* items at body b: touching[first[b]] ... touching[first[b + 1] - 1] */
    int load_count;
    const eg_local_load *loads; /* by body, ascending */
    bool has_powers;            /* some laws are of a power */
    const int *x, *v;           /* (bodies) which unknowns of y its place and speed are; 0 has none */
    const int *body_of;         /* (unknowns) whose place or speed each is */
    const int *x_of;            /* (bodies) the item that its place is */
    int first_written;          /* elements from this one on store what is work to the system's energy */
    bool has_work;              /* it has an energy: else no work is told */
} eg_local;

/* The law of an element in its mode: changes of f, of the part of f whose work is lost, and of the
 * switching functions are by_s*ds + by_v*dv_rel + by_p*dP, P = p^n and p = depth + depth_s*ds. */
typedef struct eg_local_law {
    /* Of a power only: a line of memory that others do not touch. */
    double depth, depth_s, power, f_p, drag_p, h_p[EG_LOCAL_SWITCHES];
    double n; /* 0: there is no power */
    double f, f_s, f_v;
    double drag, drag_s, drag_v;
    double drag_at_rest; /* the drag at the same place and no speed */
    int known;           /* 1 + the mode that this is the law of; 0: none as yet */
    int switches;
    unsigned quiet; /* bit j: where function j falls there is no force, before and after */
    double h[EG_LOCAL_SWITCHES], h_s[EG_LOCAL_SWITCHES], h_v[EG_LOCAL_SWITCHES];
} eg_local_law;

/* Of a system that may be seen so. */
typedef struct eg_local_facet {
    /* Is it made of such pieces only? If not, `reason` says why, in words that follow "because" and name a
     * component; written like snprintf. */
    bool (*takes)(eg_system *s, char *reason, size_t size);
    /* Its pieces, at the consistent start y; the system's own, NULL where it is not made of such pieces only.
     * *out_of_memory tells the other reason for NULL. */
    const eg_local *(*pieces)(eg_system *s, double t, const double *y, bool *out_of_memory);
    void (*law)(eg_system *s, int element, double s_rel, double v_rel, eg_local_law *law);
    /* Its law will be asked for soon, and if it `fires` it changes its mode: what that takes is fetched from
     * memory; a little later, what that in turn points to. */
    void (*expect)(eg_system *s, int element, bool fires, bool later);
    /* Ends the element's mode where function `which` has fallen, and follows what then contradicts the
     * point. *law: that of the mode it comes to. */
    void (*fire)(eg_system *s, double t, int element, int which, double s_rel, double v_rel,
                 eg_local_law *law, eg_event_sink *sink);
    /* Is there a force in the contact that has begun in that, if one has? To be asked where a touch is weak
     * (eg_is_weak_touch). 0, or EG_ERROR_SIMULATION: it would be no number with digits enough (reported). */
    int (*check)(eg_system *s, double t, int element);
    /* What an element that is written stores at that distance [J]. */
    double (*stored)(eg_system *s, int element, double s_rel);
    /* series[0 ... order] of a signal at t, in such units; answers how fast its derivatives grow [1/s]. */
    double (*signal)(eg_system *s, int signal, double t, int order, double unit, double *series);
} eg_local_facet;

/* Does the power count in switching function j? */
static inline bool eg_local_has_power(const eg_local_law *law, int j)
{
    return law->n > 0 && law->h_p[j] != 0;
}

#endif
