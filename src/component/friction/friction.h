/* Friction that sticks: the state machine that SupportFriction, Brake and MassWithStopAndFriction share.
 *
 * It is that of MSL's PartialFriction (Otter, Elmqvist and Mattsson (1999), "Hybrid modeling in Modelica
 * based on the synchronous data flow principle", CACSD'99). MSL keeps the discrete variables mode,
 * startForward and startBackward; together they take these values, which are the kinds of modes here:
 *
 *     kind            mode   start...   force f                  leaves when
 *     FREE               2              0                        the signal gets > 0, or a stop is met
 *     LOCKED             0              whatever keeps a = 0     |f| > f0_max
 *     START_FORWARD      0   Forward    that of sliding          v > 0; back when a < 0
 *     START_BACKWARD     0   Backward   its mirror image         v < 0; back when a > 0
 *     FORWARD            1              f(v)                     v falls to 0
 *     BACKWARD          -1              -f(-v)                   v rises to 0
 *     AT_MIN, AT_MAX     0              friction and stop        as LOCKED, but away from the stop only
 *
 * v and a are relative to the support; f is positive against motion in positive direction. sa is MSL's curve
 * parameter: f while locked, a when free, else a + f0_max (forward) or a - f0_max (backward), with the
 * numbers of the SI units. With peak > 1 sliding begins at f0_max > f0: that is the only hysteresis. MSL
 * lets a start last while sa > f0, that is a > f0 - f0_max; but a body that other friction elements push back
 * before it has moved would then be driven by its own friction, so that here it is held again. Where a speed
 * jumps MSL locks a body whose speed goes through 0 to less than v_small, at that speed; here it slides the
 * way it then moves, and sticks at speed 0 alone: v_small decides nothing.
 *
 * What is held is held exactly: v is not integrated while locked (network/motion/stick.c). Characteristics
 * with kinks are cut into segments; the edge of each is an event too. A mode is kind + 8*segment. */
#ifndef EG_COMPONENT_FRICTION_FRICTION_H
#define EG_COMPONENT_FRICTION_FRICTION_H

#include "component/class.h"

typedef enum eg_friction_kind {
    EG_FREE,
    EG_LOCKED,
    EG_START_FORWARD,
    EG_START_BACKWARD,
    EG_FORWARD,
    EG_BACKWARD,
    EG_AT_MIN,
    EG_AT_MAX
} eg_friction_kind;

static inline eg_friction_kind eg_friction_kind_of(int mode)
{
    return (eg_friction_kind)(mode & 7);
}
/* Nothing moves: v = 0 is kept, and f is what that takes. */
static inline bool eg_friction_holds(int mode)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    return kind == EG_LOCKED || kind == EG_AT_MIN || kind == EG_AT_MAX;
}
/* The signal presses nothing together. What slides one way only holds then all the same, in mode LOCKED
 * + 8. */
static inline bool eg_friction_is_off(int mode)
{
    return eg_friction_kind_of(mode) == EG_FREE || (eg_friction_kind_of(mode) == EG_LOCKED && mode >> 3 > 0);
}
static inline bool eg_friction_starts(int mode)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    return kind == EG_START_FORWARD || kind == EG_START_BACKWARD;
}
static inline bool eg_friction_slides(int mode)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    return kind == EG_FORWARD || kind == EG_BACKWARD;
}

/* The motion and the forces at a friction element. */
typedef struct eg_rubbing {
    double s, v, a;  /* relative to the support */
    double hold;     /* f, where it holds [N] */
    double u, du;    /* the signal and its derivative; 1 and 0 without one */
    double v_size;   /* the speeds that v is the difference of, for round-off */
    double slack;    /* what holds may pull by this before it lets go, beside f0_max [N] */
    bool has_signal; /* the normal force follows it */
    bool is_given;   /* v and a are those of drives: nothing can hold, and a decides where v = 0 */
    bool has_mass;   /* what slides has inertia, so that a follows from forces */
} eg_rubbing;

/* The mode to begin in. */
int eg_friction_begin(const eg_friction_ops *f, const double *p, const eg_rubbing *at);
/* h[EG_FRICTION_SWITCHES] as eg_element_ops.switching has them, and the size of what was summed in
 * each. */
void eg_friction_switching(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at,
                           double *h, double *size);
/* The mode that follows when function i has fallen through 0. */
int eg_friction_next(const eg_friction_ops *f, const double *p, int mode, int i, const eg_rubbing *at);
/* The mode that a speed asks for which has jumped; v = 0 where it is no more than round-off. */
int eg_friction_after_jump(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at);
/* The mode that a speed != 0 asks for which has not: what has gone beyond 0 while it slides comes to rest. */
int eg_friction_at_speed(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at);
/* Does the signal, or the edge where it passes 0, ask for another mode? The mode, or -1. */
int eg_friction_switched(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at);
/* Has sliding friction fallen to 0 at speed v? The 1e-9 of it below are as good as there. */
bool eg_friction_has_vanished(const eg_friction_ops *f, const double *p, double v);
/* The force in a mode that does not hold (0 in one that does). */
void eg_friction_force(const eg_friction_ops *f, const double *p, int mode, double v, double u, eg_force *out,
                       eg_response *response);

extern const char *const eg_friction_modes[];
void eg_friction_no_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out);
/* Sliding never gains energy. */
void eg_friction_bound(const double *k, int mode, eg_force *f);
int eg_friction_dependence(const double *k, int mode);
double eg_friction_energy(const double *k, int mode, double s_rel);
const char *eg_friction_event(int mode, int i);

/* The element table of such a class; `prepare` sets k[0] to 1 where sliding friction varies with speed. */
#define EG_FRICTION_ELEMENT(prepare_function)                                                                \
    {                                                                                                        \
        .mode_count = 8, .modes = eg_friction_modes, .switch_count = EG_FRICTION_SWITCHES,                   \
        .prepare = (prepare_function), .force = eg_friction_no_force, .dependence = eg_friction_dependence,  \
        .bound = eg_friction_bound, .energy = eg_friction_energy, .event_name = eg_friction_event            \
    }

#endif
