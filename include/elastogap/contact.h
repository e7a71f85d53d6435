/* Contact laws by name: what a single impact comes to, and which constants deliver a wanted restitution.
 *
 * A body of `mass` meets a stop with `speed`; nothing else acts on it but a constant `load`. Between two
 * bodies mass is the effective one, m1*m2/(m1 + m2). The laws themselves are in law_contact.h. */
#ifndef ELASTOGAP_CONTACT_H
#define ELASTOGAP_CONTACT_H

#include "elastogap/base.h"
#include "elastogap/law_contact.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of a law ("hunt-crossley"), static; NULL when `law` is none. */
EG_API const char *eg_contact_name(eg_contact_law law);
/* The law of that name, or EG_CONTACT_LAW_COUNT when there is none. */
EG_API eg_contact_law eg_contact_find(const char *name);

/* f[i] [N], as eg_contact_f_array of law_contact.h (one v0 for all, of the hysteresis family), for
 * programs that cannot include headers. EG_OK; EG_ERROR_USAGE where law->law has no force. */
EG_API eg_status eg_contact_forces(const eg_contact *law, double v0, size_t count, const double *s_rel,
                                   const double *v_rel, double *f);
/* What a law answers at `count` points, each in the mode in which it is there: arrays (count), the
 * caller's. */
typedef struct eg_contact_answers {
    double *f;      /* [N] */
    double *df_ds;  /* [N/m] */
    double *df_dv;  /* [N.s/m] */
    double *loss;   /* [W] */
    int *mode;      /* eg_contact_mode */
    double *energy; /* that the spring has stored [J] */
} eg_contact_answers;
/* As eg_contact_forces. All arrays of `answers` are filled. */
EG_API eg_status eg_contact_answer(const eg_contact *law, double v0, size_t count, const double *s_rel,
                                   const double *v_rel, const eg_contact_answers *answers);

/* How the restitution of a law depends on the speed of impact while its constants stay. */
typedef enum eg_contact_trend {
    EG_CONTACT_CONSTANT, /* it does not */
    EG_CONTACT_RISES,
    EG_CONTACT_FALLS,
    EG_CONTACT_FALLS_THEN_RISES
} eg_contact_trend;

/* What is to be known of a law. All texts are static. */
typedef struct eg_contact_facts {
    const char *name;
    const char *formula; /* of the push, with K = f_ref*(x/s_ref)^n and x the penetration */
    const char *source;  /* author, year, journal */
    int jumps;           /* 1: the force is not continuous at touch */
    int pulls;           /* 1: on free rebound; 2: only where other forces tear the bodies apart; 0: never */
    eg_contact_trend linear, curved; /* n = 1 and n > 1, with d (or, in the hysteresis family, e) fixed */
    int delivers_e;                  /* 1: the restitution is the parameter e */
} eg_contact_facts;

/* NULL when `law` is none. */
EG_API const eg_contact_facts *eg_contact_facts_of(eg_contact_law law);

/* A single impact. law.gap.s_rel0 plays no part; law.gap.f_ref > 0. Of the rigid law restitution only
 * law.D, its e, counts; contact time and penetration are 0 and the force infinite. */
typedef struct eg_impact_problem {
    eg_contact law;
    double mass;  /* [kg], > 0 */
    double speed; /* at touch [m/s], > 0 */
    double load;  /* constant force that presses the body against the stop [N], >= 0 */
    /* The pull [N], >= 0, that the contact withstands: once it has touched, the spring goes on beyond s_rel0
     * by the same power of the way, without a damper, until it pulls with f_release. 0: it does not stick;
     * the rigid law takes no other value. */
    double f_release;
} eg_impact_problem;

/* What becomes of it. Where the body does not part from the stop again, e is 0, contact_time infinite, and
 * energy_lost all that it came with. With f_release > 0 the body parts where it is let go; where that does
 * not happen, `sticks` is 1 and energy_lost is that of the first push alone: what is left swings. */
typedef struct eg_impact {
    double e;               /* restitution: speed at parting / speed at touch */
    double contact_time;    /* [s], while s_rel < s_rel0; with f_release until it lets go */
    double peak_force;      /* largest push [N] */
    double max_penetration; /* [m] */
    double energy_lost;     /* m*speed^2*(1 - e^2)/2 [J], less what a load has taken on the way out */
    int parts;              /* 1: the body leaves the stop again */
    int e_is_closed;        /* 1: e is from a closed form; 0: from integration to 1e-10 */
    int is_closed;          /* 1: so is everything else */
    int sticks;             /* 1: it comes back to s_rel0, and f_release holds it */
} eg_impact;

/* EG_OK; EG_ERROR_USAGE where a number is out of its range; EG_ERROR_SIMULATION where the integration does
 * not reach its tolerance in a million steps. */
EG_API eg_status eg_impact_compute(const eg_impact_problem *problem, eg_impact *impact);

/* A point of an impact. */
typedef struct eg_impact_point {
    double time;        /* from touch [s] */
    double penetration; /* [m] */
    double speed;       /* of penetration [m/s] */
    double push;        /* force against it [N] */
} eg_impact_point;

/* The course of an impact, from touch to parting (or rest, or where what sticks has come back to s_rel0 once
 * more). Where the force jumps two points have one
 * time. */
typedef struct eg_impact_trace {
    eg_impact_point *points; /* owned by the trace */
    size_t count, capacity;
    int failed; /* 1: memory ran out */
} eg_impact_trace;

/* Fills an empty ({0}) trace. As eg_impact_compute, and EG_ERROR_MEMORY. Whatever it answers,
 * eg_impact_trace_release must follow. */
EG_API eg_status eg_impact_follow(const eg_impact_problem *problem, eg_impact_trace *trace);
EG_API void eg_impact_trace_release(eg_impact_trace *trace);

/* What fixes the size of a contact, next to its restitution. */
typedef enum eg_impact_design_by {
    EG_IMPACT_DESIGN_C,
    EG_IMPACT_DESIGN_TIME,
    EG_IMPACT_DESIGN_PENETRATION,
    EG_IMPACT_DESIGN_FORCE
} eg_impact_design_by;

/* A contact to be designed. */
typedef struct eg_impact_design {
    eg_contact_law law;
    double e;               /* restitution wanted, 0 < e <= 1 */
    double mass;            /* [kg], > 0 */
    double speed;           /* [m/s], > 0 */
    double load;            /* [N], >= 0 */
    double n;               /* exponent, >= 1 */
    double transition;      /* smooth-transition: its width [m], > 0 */
    eg_impact_design_by by; /* what `value` is: */
    double value;     /* > 0: c [N/m^n], or of the impact contact time [s], largest penetration [m] or peak
                          force [N] */
    double f_release; /* [N], >= 0; 0: it does not stick */
} eg_impact_design;

/* The constants that deliver design->e exactly (to 1e-9) at that speed: problem->law with s_ref = 1 m,
 * f_ref = c, d and D; *impact (may be NULL) receives what eg_impact_compute says of it.
 * EG_OK; EG_ERROR_USAGE where a number is out of its range or where no constants deliver that: `diagnostics`
 * then says why (the rigid law restitution has nothing to design); EG_ERROR_SIMULATION as
 * eg_impact_compute. */
EG_API eg_status eg_impact_design_solve(const eg_impact_design *design, eg_diagnostics *diagnostics,
                                        eg_impact_problem *problem, eg_impact *impact);

#ifdef __cplusplus
}
#endif
#endif
