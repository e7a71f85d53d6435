/* A side of a contact: a law of law_contact.h with its constants, as Elastogap.Contact.Gap has one and
 * TwoSidedGap two.
 *
 * The coefficients of an element are those of its sides, one after the other: the lower (contact = s_rel <
 * S_REL0), then the upper, which is its mirror image and keeps -s_upper as S_REL0. Among them is v0, the
 * speed at the touch that began the contact: the element's memory. It changes when a contact begins and at
 * no other time. Modes are numbered 0 (apart), then the five contact modes of the law on the lower side,
 * then those on the upper. */
#ifndef EG_COMPONENT_CONTACT_SIDE_H
#define EG_COMPONENT_CONTACT_SIDE_H

#include "component/common.h"
#include "elastogap/contact.h"
#include "elastogap/fixed.h"

/* ---------------------------------------------------------------- coefficients */

enum {
    EG_SIDE_LAW,
    EG_SIDE_D,
    EG_SIDE_S_REL0,
    EG_SIDE_S_REF,
    EG_SIDE_F_REF,
    EG_SIDE_N,
    EG_SIDE_FACTOR,
    EG_SIDE_TRANSITION,
    EG_SIDE_V0,
    EG_SIDE_V_IMPACT,
    EG_SIDE_V_MIN,
    EG_SIDE_COUNT
};
enum { EG_SIDE_MODES = EG_CONTACT_MODE_COUNT - 1, EG_TWO_SIDES_MODES = 1 + 2 * EG_SIDE_MODES };

/* What parameters say of one side. */
typedef struct eg_side {
    eg_contact_law law;
    double c, d, s_rel0, s_ref, f_ref, n, e, mass, v_impact, v_min, transition;
    double f_release;  /* the pull that a stop which sticks withstands [N] */
    bool has_d, has_e; /* given */
} eg_side;

void eg_side_prepare(const eg_side *side, double *k);
/* The d that delivers e in an impact of `mass` at v_impact, or 0 where none does; side->d where it is given
 * or the law has none. For n = 1 (but for smooth-transition) and for lankarani-nikravesh-1994 either mass
 * or v_impact would do without the other. */
double eg_side_damping(const eg_side *side);
/* What is wrong with its damping, or NULL. */
const char *eg_side_check(const eg_side *side);
/* A warning: what is given and plays no part; NULL: nothing. */
const char *eg_side_doubt(const eg_side *side);

/* ---------------------------------------------------------------- the element */

/* A point and a mode of the element as its side sees it: the upper side is mirrored. */
typedef struct eg_side_view {
    const double *k;
    eg_contact law;
    eg_contact_mode mode;
    double sign, v0;
} eg_side_view;

eg_side_view eg_side_view_of(const double *k, int mode);
/* The mode of the element that is this one of the side. */
int eg_side_mode(const eg_side_view *side, eg_contact_mode mode);
/* The damper's force before the law bounds it; f_d: behind that. */
double eg_side_unbounded(const eg_side_view *side, const eg_observation *o, double f_d);
/* The D of a law of the hysteresis family for the restitution e, 0 of others. */
double eg_side_factor(eg_contact_law law, double e);
/* The d at work, s_rel and v_rel those of the element. */
double eg_side_damping_at_work(const eg_side_view *side);

void eg_side_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out);
int eg_side_dependence(const double *k, int mode);
double eg_side_energy(const double *k, int mode, double s_rel);
double eg_side_compression(const double *k, int mode, double s_rel);
double eg_side_roughness(const double *k, int mode, int i);
int eg_side_next_mode(const double *k, int mode, int i, double s_rel, double v_rel);
int eg_side_mode_at(const double *k, double s_rel, double v_rel);
void eg_side_switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                       double *dh_dv);
void eg_side_remember(double *k, bool was, bool is, double v_rel);
const char *eg_side_event_name(int mode, int i);
bool eg_side_is_linear(const double *k);
/* For the fixed-step solver. */
struct eg_fixed_contact eg_side_contact(const eg_side_view *side);
void eg_side_bound(const double *k, int mode, eg_force *f);

/* Of an element with two sides, never both in contact. While apart, function 1 is the contact edge of the
 * upper side. */
int eg_two_sides_mode_at(const double *k, double s_rel, double v_rel);
void eg_two_sides_switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                            double *dh_dv);
int eg_two_sides_next_mode(const double *k, int mode, int i, double s_rel, double v_rel);
int eg_two_sides_contacts(const double *k, struct eg_fixed_contact *out);
void eg_two_sides_remember(double *k, int left, int mode, double s_rel, double v_rel);
bool eg_two_sides_are_linear(const double *k);
const char *eg_two_sides_event_name(int mode, int i);
extern const char *const eg_two_sides_modes[EG_TWO_SIDES_MODES];

/* Such an element, whose coefficients are made by `prepare_function`. */
#define EG_TWO_SIDES_ELEMENT(prepare_function)                                                               \
    {                                                                                                        \
        .mode_count = EG_TWO_SIDES_MODES, .modes = eg_two_sides_modes, .switch_count = 3,                    \
        .coefficient_count = 2 * EG_SIDE_COUNT, .prepare = (prepare_function), .force = eg_side_force,       \
        .dependence = eg_side_dependence, .bound = eg_side_bound, .energy = eg_side_energy,                  \
        .mode_at = eg_two_sides_mode_at, .switching = eg_two_sides_switching,                                \
        .next_mode = eg_two_sides_next_mode, .remember = eg_two_sides_remember,                              \
        .event_name = eg_two_sides_event_name, .roughness = eg_side_roughness,                               \
        .compression = eg_side_compression, .is_linear = eg_two_sides_are_linear,                            \
        .contacts = eg_two_sides_contacts                                                                    \
    }

#define EG_SIDE_MODE_NAMES "approach-limited", "linear", "rebound-limited", "undamped", "transition"

/* ---------------------------------------------------------------- descriptors */

extern const char *const eg_contact_laws[]; /* the names, NULL at the end */

#define EG_PARAMETER_LAW                                                                                     \
    {                                                                                                        \
        .name = "law", .type = EG_ENUMERATION, .type_name = "String", .literals = eg_contact_laws,           \
        .need = EG_REQUIRED, .is_structural = true, .doc = "The force law"                                   \
    }

/* D of a law with v0; exact-restitution's has no closed form. */
#define EG_PARAMETER_FACTOR(name_, e_, doc_)                                                                 \
    {                                                                                                        \
        .name = (name_), .is_protected = true, .value_text = "from law and e",                               \
        .formula = "if law == \"hunt-crossley\" then 3*(1 - " e_ ")/2 "                                      \
                   "elseif law == \"lankarani-nikravesh\" then 3*(1 - " e_ "^2)/4 "                          \
                   "elseif law == \"gonthier\" then (1 - " e_ "^2)/" e_ " "                                  \
                   "elseif law == \"flores\" then 8*(1 - " e_ ")/(5*" e_ ") "                                \
                   "elseif law == \"hu-guo\" then 3*(1 - " e_ ")/(2*" e_ ") else 0",                         \
        .doc = (doc_)                                                                                        \
    }

/* Pieces of equations: branches by law. x: penetration; closing: whether it grows. */
#define EG_IF_LAW(name) "if law == \"" name "\" then "
#define EG_ELSE_IF_LAW(name) " elseif law == \"" name "\" then "
#define EG_IF_FAMILY                                                                                         \
    "if law == \"hunt-crossley\" or law == \"lankarani-nikravesh\" or law == \"gonthier\" "                  \
    "or law == \"flores\" or law == \"hu-guo\" or law == \"exact-restitution\" then "
#define EG_DAMPER(d, x, closing, width, of_1994, of_family)                                                  \
    "(" EG_IF_FAMILY of_family "*v_rel" EG_ELSE_IF_LAW("lankarani-nikravesh-1994") of_1994                   \
        "*v_rel" EG_ELSE_IF_LAW("undamped-rebound") "(if " closing " then " d                                \
                                                    "*v_rel else 0)" EG_ELSE_IF_LAW(                         \
                                                        "smooth-transition") "(if " x " < " width " then " d \
                                                                             "*((" x ")/" width              \
                                                                             ")^2*(3 - 2*(" x ")/" width     \
                                                                             ")*v_rel else " d               \
                                                                             "*v_rel) else " d "*v_rel)"
#define EG_BOUNDED(of_elasto_gap, of_clipped, of_others)                                                     \
    "(" EG_IF_LAW("elasto-gap") of_elasto_gap " elseif law == \"kelvin-voigt-clipped\" or "                  \
                                              "law == \"smooth-transition\" then " of_clipped                \
                                              " else " of_others ")"
#define EG_WHEN_TOUCHED(contact, v0, closing, v_impact, v_min)                                               \
    "when {initial(), " contact "} then " v0 " = if " v_impact " > 0 then " v_impact " elseif " contact      \
    " then max(" closing ", " v_min ") else " v_min "; end when;"

/* The D of the hysteresis family. */
#define EG_RELATION_FACTOR(D, e)                                                                             \
    "if law == \"hunt-crossley\" then " D " = 3*(1 - " e ")/2; "                                             \
    "elseif law == \"lankarani-nikravesh\" then " D " = 3*(1 - " e "^2)/4; "                                 \
    "elseif law == \"gonthier\" then " D " = (1 - " e "^2)/" e "; "                                          \
    "elseif law == \"flores\" then " D " = 8*(1 - " e ")/(5*" e "); "                                        \
    "elseif law == \"hu-guo\" then " D " = 3*(1 - " e ")/(2*" e "); "                                        \
    "elseif law == \"exact-restitution\" then " D "*(1 + " e ") = log((1 + " D ")/(1 - " e "*" D ")); "      \
    "end if;"
/* What flat text says of a law without the width that eg_side_check asks for. */
#define EG_SIDE_NO_WIDTH "\"smooth-transition needs the width over which its damper engages\""
/* A rigid contact does not begin in its stop, but for round-off (network/motion/impact.c). */
#define EG_BEGINS_APART(in_reach)                                                                            \
    "when initial() then assert(" in_reach ", \"it is rigid, and begins beyond its stop\"); end when;"
/* What the rigid law leaves of the others. */
#define EG_EQUATIONS_RIGID "f_c = f;", "f_d = 0;", "f_d2 = 0;", "lossPower = 0;", "damping = 0;"

/* The rigid law as equations that run. What is closed, or begins so, may be open by round-off, as in
 * network/motion/impact.c. A contact, once it is closed, stays so until it would pull by more than it
 * sticks, and more than rounding leaves of forces (unseen_force: eg_flat_friction); then the acceleration
 * tells that it has opened, and what opened it stands at its edge. It closes where the flanges touch and do
 * not part. While it is closed it holds, and f_c (here: f) is what that takes. */
#define EG_TOUCHES(contact, beyond, stop)                                                                    \
    "(" beyond "0 or (initial() or pre(" contact ")) and " beyond "1e-12*(1 + abs(" stop ")))"
/* Closed it holds to rounding, where a drive moves one of its flanges, whose speed may jump away. */
#define EG_PARTS_NOT(contact, v, at_most, sign)                                                              \
    v " " at_most " (if pre(" contact ") then " sign "1e-12 else 0)"
#define EG_STAYS_CLOSED(contact, v, f, pulls, against, release)                                              \
    "(pre(" contact ") and not (if " contact " then " f " " against " (" release                             \
    " + unseen_force) else 0) " pulls " 0 or not pre(" contact ") and not der(" v ") " pulls " 0)"
#define EG_HELD(closed, v, f)                                                                                \
    "if Elastogap.Math.holds(" closed ") then der(" v ") = 0; else " f " = 0; end if;"
#define EG_EQUATIONS_FLAT_RIGID "f_d = 0;", "f_d2 = 0;", "lossPower = 0;", "damping = 0;"

/* ---------------------------------------------------------------- Gap, and as which else it is made */

eg_side eg_gap_side(const double *p, const bool *given);
void eg_gap_observe(const eg_observation *o, double *out);

/* With a spring and f_release an instance is made as a class whose element sticks (contact/adhesive.c). */
extern const eg_element_ops eg_adhesive_gap_element;
void eg_adhesive_gap_observe(const eg_observation *o, double *out);
double eg_adhesive_gap_discrete(int mode, int variable);
/* How far beyond s_rel0 it lets go [m]; it needs f_ref > 0. */
double eg_adhesive_extension(const eg_side *side);
/* Does it stick? Not where it would let go within rounding of s_rel0. */
bool eg_adhesive_sticks(const eg_side *side);
/* What is wrong with its f_release, or NULL. */
const char *eg_adhesive_check(const eg_side *side);

/* ---------------------------------------------------------------- the rigid law (contact/rigid.c)
 *
 * With law = "restitution" an instance is made as another class, of the same name, parameters, ports and
 * variables, whose element exerts impulses. */

extern const eg_element_ops eg_rigid_gap_element, eg_rigid_two_sided_element;
extern const eg_friction_ops eg_rigid_gap_friction, eg_rigid_two_sided_friction;
void eg_rigid_gap_observe(const eg_observation *o, double *out);
void eg_rigid_two_sided_observe(const eg_observation *o, double *out);
double eg_rigid_gap_discrete(int mode, int variable);
double eg_rigid_two_sided_discrete(int mode, int variable);

/* What a rigid contact remembers: the speed of the last impact at each stop, and the least that counts as
 * one. */
enum { EG_RIGID_V0, EG_RIGID_V0_UPPER, EG_RIGID_V_MIN, EG_RIGID_V_MIN_UPPER, EG_RIGID_COEFFICIENTS };
void eg_rigid_begin(double *k, double v_min, double v_min_upper);
void eg_rigid_remember(double *k, int left, int mode, double s_rel, double v_rel);
/* It does not rub. */
void eg_rigid_no_friction(const double *p, int segment, double v, double *f, double *df_dv);
void eg_rigid_no_limits(const double *p, double *f0, double *f0_max);

/* Such an element; it needs component/friction/friction.h. */
#define EG_RIGID_ELEMENT(prepare_function)                                                                   \
    {                                                                                                        \
        .mode_count = 8, .modes = eg_friction_modes, .switch_count = EG_ELEMENT_MAX_SWITCHES,                \
        .coefficient_count = EG_RIGID_COEFFICIENTS, .prepare = (prepare_function),                           \
        .force = eg_friction_no_force, .dependence = eg_friction_dependence, .energy = eg_friction_energy,   \
        .remember = eg_rigid_remember, .event_name = eg_friction_event                                       \
    }

#endif
