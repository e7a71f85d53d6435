/* What a component class is: one const descriptor, from which the reader's checks, `elastogap info`,
 * result names and units, and the compiler's view of the physics are all drawn.
 *
 * One class, one file: its derivation and sign convention stand at the top, the descriptor at the
 * end, and registry.c lists it. */
#ifndef EG_COMPONENT_CLASS_H
#define EG_COMPONENT_CLASS_H

#include "component/jet.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct eg_class eg_class;
typedef struct eg_parts eg_parts;
struct eg_fixed_contact; /* elastogap/fixed.h */

typedef enum eg_type { EG_REAL, EG_INTEGER, EG_BOOLEAN, EG_ENUMERATION, EG_STRING } eg_type;

/* StateSelect, in the order of Modelica's enumeration. */
typedef enum eg_state_select { EG_NEVER, EG_AVOID, EG_DEFAULT, EG_PREFER, EG_ALWAYS } eg_state_select;
extern const char *const eg_state_select_literals[]; /* "never", ..., NULL */
typedef struct eg_literal {
    const char *type, *literal, *doc; /* the last part of the type's name */
} eg_literal;
/* What the literals of enumerations in library/ mean, as the build has found; ends with NULL. */
extern const eg_literal eg_library_literals[];
/* What a literal of an enumeration of the component library means, by the type that descriptors name
 * ("String": texts with few choices); NULL: it is none. */
const char *eg_literal_doc(const char *type_name, const char *literal);

/* What happens when nobody gives the parameter a value. */
typedef enum eg_need {
    EG_HAS_DEFAULT, /* takes `value`, or what `complete` computes (value_text says how) */
    EG_FALLS_BACK,  /* takes `value` (the start attribute) with a warning */
    EG_REQUIRED     /* an error */
} eg_need;

typedef struct eg_parameter {
    const char *name;
    const char *quantity; /* SI type ("Force"), or NULL for a plain Real, Integer, Boolean */
    const char *unit;     /* "N"; "" or NULL when dimensionless or not a number */
    const char *doc;
    eg_type type;
    const char *type_name;       /* enumerations: "StateSelect" */
    const char *const *literals; /* enumerations: NULL-terminated; the value is the index */
    eg_need need;
    double value;           /* default or start; Booleans and enumerations as 0, 1, ... */
    const char *value_text; /* the default as text where it depends on other parameters */
    const char *formula;    /* value_text as an expression of Modelica, where value_text is prose */
    const char *text;       /* of a String: its default; its number is 0 */
    double min, max;        /* inclusive; leave both 0 for "no limit" */
    bool is_protected;
    bool is_constant;   /* nobody gives it another value */
    bool is_structural; /* decides ports or equations: not tunable while running */
    bool is_derived;    /* follows from the others (value_text says how): nobody may give it */
    bool is_shown;      /* stands among the results like a variable */
    /* Of a matrix with any number of rows from 1: how many columns, 1 for a vector, or EG_ANY_COLUMNS;
     * 0: one number. */
    int columns;
    const double *elements; /* of a matrix, row by row: its default, `rows` of them; value_text shows it */
    int rows;
} eg_parameter;

enum { EG_ANY_COLUMNS = -1 };

/* The elements of a matrix, row by row. */
typedef struct eg_matrix {
    const double *elements; /* (rows x columns) */
    int rows, columns;
} eg_matrix;

/* Matrix number i of the parameters `p`: their elements stand behind all numbers; p[i] says where the rows of
 * this one begin, and before them stand the number of columns and that of rows. */
static inline eg_matrix eg_parameter_matrix(const double *p, int i)
{
    const double *at = p + (size_t)p[i];
    return (eg_matrix){at, (int)at[-1], (int)at[-2]};
}

typedef enum eg_port_kind {
    EG_FLANGE_A,
    EG_FLANGE_B,
    EG_SUPPORT, /* mechanical: s [m], f [N] positive into the component */
    EG_ROT_FLANGE_A,
    EG_ROT_FLANGE_B,
    EG_ROT_SUPPORT, /* mechanical, rotational: phi [rad], tau [N.m] positive into the component */
    EG_HEAT_A,
    EG_HEAT_B, /* thermal: T [K], Q_flow [W] positive into the component */
    EG_REAL_INPUT,
    EG_REAL_OUTPUT, /* signal */
    EG_BOOLEAN_INPUT,
    EG_BOOLEAN_OUTPUT, /* signal 0 or 1 that changes at events only */
    EG_INTEGER_INPUT,
    EG_INTEGER_OUTPUT /* signal of whole numbers that changes at events only */
} eg_port_kind;

static inline bool eg_port_is_mechanical(eg_port_kind kind)
{
    return kind <= EG_ROT_SUPPORT;
}
static inline bool eg_port_is_rotational(eg_port_kind kind)
{
    return kind >= EG_ROT_FLANGE_A && kind <= EG_ROT_SUPPORT;
}
static inline bool eg_port_is_thermal(eg_port_kind kind)
{
    return kind == EG_HEAT_A || kind == EG_HEAT_B;
}
static inline bool eg_port_is_signal(eg_port_kind kind)
{
    return kind >= EG_REAL_INPUT;
}
/* The names of the two variables of a flange or heat port. */
static inline const char *eg_port_potential(eg_port_kind kind)
{
    if (eg_port_is_thermal(kind))
        return "T";
    if (eg_port_is_rotational(kind))
        return "phi";
    return "s";
}
static inline const char *eg_port_flow(eg_port_kind kind)
{
    if (eg_port_is_thermal(kind))
        return "Q_flow";
    if (eg_port_is_rotational(kind))
        return "tau";
    return "f";
}
static inline bool eg_port_is_discrete(eg_port_kind kind)
{
    return kind >= EG_BOOLEAN_INPUT;
}
static inline bool eg_port_is_output(eg_port_kind kind)
{
    return kind == EG_REAL_OUTPUT || kind == EG_BOOLEAN_OUTPUT || kind == EG_INTEGER_OUTPUT;
}
/* What a signal's values are. */
static inline eg_type eg_port_type(eg_port_kind kind)
{
    if (kind >= EG_INTEGER_INPUT)
        return EG_INTEGER;
    if (kind >= EG_BOOLEAN_INPUT)
        return EG_BOOLEAN;
    return EG_REAL;
}

/* The connector that such a port is, by its full name in Modelica. */
const char *eg_port_connector(eg_port_kind kind);

typedef struct eg_port {
    const char *name;
    eg_port_kind kind;
    const char *unit; /* signals; NULL or "" when dimensionless */
    const char *doc;
    const char *condition; /* the Boolean parameter that makes it exist, or "a and b"; NULL: always there */
    int element; /* of a vector of ports with as many elements as vector_size says: which; 0: none */
    /* of a class by equations */
    const char *size;  /* how many elements, "nu"; NULL: no vector */
    const char *value; /* of an output: its formula where no modifier gives one; NULL: equations do */
} eg_port;

typedef struct eg_variable {
    const char *name;
    const char *quantity; /* SI type, or NULL */
    const char *unit;
    const char *doc;
    eg_type type;
    bool is_protected;
    double start;          /* default start value */
    bool fixed;            /* default of the attribute `fixed` */
    const char *condition; /* Boolean parameter without which the variable does not exist; NULL */
    bool follows;          /* computed for results only; elsewhere the class's equations give it */
    /* of a class by equations */
    const char *size;      /* its dimensions, "n" or "n, m"; NULL: none */
    const char *modifiers; /* "start = y_start, fixed = true"; NULL: as `start` and `fixed` say */
    const char *value;     /* of an input that modifiers give, expr = {x, y}: its value without; NULL: none */
    /* The parameter whose value is the start value: fixed where the parameter is given, else what is taken
     * where nothing else determines the start. NULL: none. */
    const char *start_parameter;
} eg_variable;

/* ---------------------------------------------------------------- elements: forces between bodies */

enum { EG_ELEMENT_MAX_SWITCHES = 6, EG_ELEMENT_COEFFICIENTS = 8, EG_ELEMENT_MAX_COEFFICIENTS = 24 };
/* How many of them elements with friction and laws of a power have. */
enum { EG_FRICTION_SWITCHES = 3, EG_POWER_SWITCHES = 3 };

/* What an element's force depends on in one mode. */
enum { EG_ON_POSITION = 1, EG_ON_VELOCITY = 2 };

typedef struct eg_force {
    double f;            /* = flange_b.f [N] */
    double df_ds, df_dv; /* partial derivatives [N/m], [N.s/m] */
    double d2f_ds2;      /* [N/m2] */
    double loss;         /* dissipated power [W] */
    double dloss_ds, dloss_dv;
} eg_force;

/* How force and loss answer to a signal and a temperature, of elements that follow them. */
typedef struct eg_response {
    double df_du, df_dT; /* [N/unit of u], [N/K] */
    double dloss_du, dloss_dT;
} eg_response;

/* What the force of some elements follows besides the relative motion. */
typedef struct eg_influence {
    double u; /* the signal at the part's input; 1 when it has none */
    double T; /* [K] temperature of the part's heat port; NAN when it has none */
} eg_influence;

/* A law that, in one of its modes, is linear in v_rel and in P = p^n, where p, linear in s_rel, is a depth
 * that is 0 where the contact begins. */
typedef struct eg_power_law {
    double n, p, p_s;              /* exponent; p at s_rel, and dp/ds_rel */
    double f_p, f_v;               /* f = f_p P + f_v v_rel */
    double drag_p, drag_v;         /* loss = (drag_p P + drag_v v_rel) v_rel */
    double h_s[EG_POWER_SWITCHES]; /* how switching functions change with s_rel, v_rel and P */
    double h_v[EG_POWER_SWITCHES], h_p[EG_POWER_SWITCHES];
} eg_power_law;

/* The functions see the coefficients `k` that `prepare` made from the parameters. The mode is frozen
 * between events: forces continue smoothly beyond the edge of their mode. */
struct eg_local_law; /* base/local.h */

typedef struct eg_element_ops {
    int mode_count;
    const char *const *modes; /* mode_count names; mode 0 is the one without contact */
    int switch_count;         /* switching functions, <= EG_ELEMENT_MAX_SWITCHES */
    int coefficient_count;    /* length of k, <= EG_ELEMENT_MAX_COEFFICIENTS; 0: EG_ELEMENT_COEFFICIENTS */
    /* Instead of coefficient_count, of an element with a table: any number. Such an element does not
     * measure from the start. */
    int (*coefficients)(const double *p);
    /* How many modes it has where a table decides that: those of `modes`, which are of its first segment, and
     * as many behind them for each further one, in the same order. NULL: mode_count. */
    int (*mode_total)(const double *k);
    void (*prepare)(const double *p, double *k);
    void (*force)(const double *k, int mode, double s_rel, double v_rel, eg_force *out);
    /* Instead of `force`, where it follows a signal or a temperature too. Switching functions do not. */
    void (*force_under)(const double *k, int mode, eg_influence under, double s_rel, double v_rel,
                        eg_force *out, eg_response *response);
    /* The element drives or resists as its speed says, and loss stays 0: the power -f*v_rel is supplied where
     * it is positive, and f*v_rel dissipated else. */
    bool supplies;
    /* EG_ON_POSITION | EG_ON_VELOCITY, as far as f depends on them in this mode */
    int (*dependence)(const double *k, int mode);
    /* Takes out of a force what round-off at the edge of its mode may have put in, where the law has a bound
     * (no pull). For stored results: between events the smooth continuation is needed.
     * NULL: the law has no bound. */
    void (*bound)(const double *k, int mode, eg_force *f);
    /* Force and bound at many points of one mode: f, the same within its bounds, and the loss. f and
     * `bounded` may be one. NULL: one by one. */
    void (*forces)(const double *k, int mode, int count, const double *s_rel, const double *v_rel, double *f,
                   double *bounded, double *loss);
    /* Energy stored at s_rel [J]; >= 0. */
    double (*energy)(const double *k, int mode, double s_rel);
    /* What of that is lost, beside all powers, when `mode` follows on `left` at s_rel [J]: of an element
     * whose spring lets go. It wants a mass, or what is held, on both sides. NULL: nothing. */
    double (*lost)(const double *k, int left, int mode, double s_rel);
    /* The mode to begin in (also after y jumped). NULL when there is one mode. */
    int (*mode_at)(const double *k, double s_rel, double v_rel);
    /* h[i] > 0 well inside `mode`; the mode ends where h[i] falls through 0. A function that cannot
     * end this mode is set to +1. NULL when there is one mode. dh_ds and dh_dv may be NULL. */
    void (*switching)(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv);
    /* The mode that follows when function i has fallen through 0. */
    int (*next_mode)(const double *k, int mode, int i, double s_rel, double v_rel);
    /* Discrete memory: some of k may be what the element remembers of its past. Called when `mode` follows on
     * `left` (-1: at the start), with the state at that instant; changes those coefficients of this run's k.
     * NULL: the element remembers nothing. */
    void (*remember)(double *k, int left, int mode, double s_rel, double v_rel);
    /* An element may measure its deformation from where it stands at the start. 1 + the index of the
     * coefficient that is that s_rel; NAN while the start is sought: the force is then that of the start
     * wherever the flanges stand. 0: it does not. */
    int from_start;
    /* With from_start: the parameter that gives the deformation at the start, and the value of it that would
     * make the force f [N] at rest. */
    const char *fitted;
    double (*fitting)(const double *k, double f);
    /* Which of its equations is solved for what is told to the user (causality.c): 20-sim's elements. */
    bool has_causality;
    /* What switching function i of `mode` is called in an event list ("contact begins"). */
    const char *(*event_name)(int mode, int i);
    /* The exponent of |h| with which the force goes where function i of `mode` falls to 0, if the force is
     * not smooth across; else 0. NULL: smooth. */
    double (*roughness)(const double *k, int mode, int i);
    /* The compression scale below which accuracy is asked, given s_rel: |s_rel - s_rel0| in contact,
     * infinity when the element asks nothing. NULL: asks nothing. */
    double (*compression)(const double *k, int mode, double s_rel);
    /* The one-sided contacts that it consists of, for the fixed-step solver: fills in out[0 ... 1] but for
     * the item, and answers how many. NULL: it is no contact. */
    int (*contacts)(const double *k, struct eg_fixed_contact *out);
    /* Is f linear in s_rel and v_rel in every mode, and so are the switching functions? NULL: no, or not
     * known. Elements with friction are asked by eg_friction_ops. */
    bool (*is_linear)(const double *k);
    /* Of one that is: its whole law in this mode at once, as force and switching tell it at the point, but
     * for what the law's owner keeps (known, drag_at_rest); false of one that is not. NULL: it follows from
     * these. */
    bool (*linear)(const double *k, int mode, double s_rel, double v_rel, struct eg_local_law *out);
    /* Of one that is not: the law in this mode, if it is one of a power; false in modes in which it is
     * linear. NULL: it is none of a power. */
    bool (*power)(const double *k, int mode, double s_rel, eg_power_law *out);
} eg_element_ops;

/* The length of k. */
static inline int eg_element_coefficients(const eg_element_ops *ops, const double *p)
{
    if (ops->coefficients)
        return ops->coefficients(p);
    return ops->coefficient_count > 0 ? ops->coefficient_count : EG_ELEMENT_COEFFICIENTS;
}

/* ---------------------------------------------------------------- friction */

/* An element with one of these slides or sticks (friction.h has the modes and what leads from one to
 * another). Forces are per unit of the signal at the element's input, where it has one. */
typedef struct eg_friction_ops {
    /* Friction while sliding forward with speed v (>= 0; smooth beyond the edges of the segment): *f [N] and
     * its derivative [N.s/m]. Sliding backward is the mirror image. */
    void (*force)(const double *p, int segment, double v, double *f, double *df_dv);
    /* At v = 0: *f0 while sliding, *f0_max the most that holds [N]. */
    void (*limits)(const double *p, double *f0, double *f0_max);
    /* Speeds between which a segment reaches, the last one to infinity. NULL: one segment. */
    void (*edges)(const double *p, int segment, double *low, double *high);
    /* Hard stops: s_rel stays between them. NULL: none. */
    void (*stops)(const double *p, double *low, double *high);
    /* The speed at which sliding friction has fallen to 0, beyond which it would drive [m/s]; INFINITY: it
     * never does. NULL: never. */
    double (*vanishes)(const double *p);
    /* The normal force at a signal of 1 [N]; where it is 0 nothing ever rubs. NULL: there is no signal. */
    double (*normal)(const double *p);
    /* It slides forward only and holds any force backward (a freewheel with a clutch beside it). The
     * most that holds forward while the signal is not > 0 [N]. NULL: both ways are alike. */
    double (*idle_limit)(const double *p);
    /* The stops throw back (a rigid contact, network/motion/impact.c): the restitution of a stop, and the
     * speed [m/s] below which an impact closes it. Such an element has no friction. NULL: a stop takes all
     * speed. */
    double (*restitution)(const double *p, bool at_max);
    double (*v_rest)(const double *p, bool at_max);
    /* Such a stop sticks: the pull that it withstands while it is closed [N]. */
    double (*release)(const double *p, bool at_max);
    /* Is the force linear in v within every segment? NULL: no. */
    bool (*is_linear)(const double *p);
    /* With one segment, coulomb + viscous*v + stribeck*exp(-decay*v). NULL: segments are lines. */
    void (*stribeck)(const double *p, double *coulomb, double *viscous, double *stribeck, double *decay);
} eg_friction_ops;

/* ---------------------------------------------------------------- blocks: signals */

enum { EG_BLOCK_MAX_INPUTS = 4, EG_BLOCK_MAX_STATES = 3, EG_BLOCK_MAX_SWITCHES = 2 };
enum { EG_BLOCK_MAX_ARGUMENTS = EG_BLOCK_MAX_INPUTS + EG_BLOCK_MAX_STATES };

/* What a source is made of within a phase: its third derivative is -2 decay y'' - (decay^2 + frequency^2) y'.
 * So it is a constant and a harmonic, which may decay, or, with both 0, a polynomial of degree 2 at most. */
typedef struct eg_generator {
    double decay;     /* [1/s] */
    double frequency; /* [rad/s], >= 0 */
} eg_generator;

/* Between two of its events a block is smooth and its `phase` constant. A phase ends at a known time
 * (phase_end), or where a function of the inputs falls through 0 (switching); no block has both. */
#define EG_RESTS(i) (1u << (i))
#define EG_SOUGHT(i) (EG_RESTS(i) | 1u << ((i) + 16))

typedef struct eg_block_ops {
    /* y from the inputs u (in the order of the input ports), which the block's states follow. `t` is time as
     * a jet: {t, 1, 0} gives time derivatives; {t, 0, 0} with one u[i].dx = 1 gives the partial derivative in
     * y->dx. */
    void (*evaluate)(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y);
    /* Instead of `evaluate`, of a block without states that has several outputs (0, 1, ...). */
    void (*evaluate_output)(const double *p, long phase, int output, eg_jet t, const eg_jet *u, eg_jet *y);
    /* The phase that holds at t and right of it; NULL: always 0. */
    long (*phase)(const double *p, double t);
    /* The time at which `phase` ends; INFINITY when never. NULL: never. */
    double (*phase_end)(const double *p, long phase);
    /* How many derivatives of the output stay continuous at the end of a phase: -1 when the value
     * itself jumps. NULL: smooth. */
    int (*continuity)(const double *p);
    /* The same of one output (-1: of all), of what happens after `start`; NULL: what `continuity` says holds
     * of any output at any time. See eg_block_continuity. */
    int (*continuity_after)(const double *p, int output, double start);
    /* The partial derivatives of `evaluate` or `rates` depend on the point, or on the phase. */
    bool is_nonlinear;
    /* Of a source without inputs, in this phase. NULL, or a decay that is no number: it is not of that
     * kind. */
    eg_generator (*generator)(const double *p, long phase);
    /* Whoever runs the model gives the output, and may let it jump: `evaluate` sees the run's own value. */
    bool is_given;
    /* y = der(u): `evaluate` is not called, the output is the rate of the only input. */
    bool is_derivative;

    /* States of its own, <= EG_BLOCK_MAX_STATES; NULL: none. der(x) = rates(u, x), with the arguments of
     * `evaluate`. */
    int (*state_count)(const double *p);
    void (*rates)(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx);
    /* How many of y, der(y), ... follow from the states alone, 0 when y itself needs an input. */
    int (*lag)(const double *p);
    /* The states at the start, from the inputs then. */
    void (*start)(const double *p, const double *u, double *x);
    /* Which states stand still at the start: a sum of EG_RESTS(i), where `start` finds state i, and of
     * EG_SOUGHT(i), where it gives a guess and the rest of the model must bring that about. NULL: none. */
    unsigned (*rests)(const double *p);

    /* Kinks: switch_count functions of the arguments, > 0 inside the phase; one that cannot end it is 1. */
    int switch_count;
    void (*switching)(const double *p, long phase, const eg_jet *u, eg_jet *h);
    long (*next_phase)(const double *p, long phase, int i);
    /* The phase that fits these arguments. */
    long (*phase_at)(const double *p, const eg_jet *u);
    const char *(*event_name)(long phase, int i);
    /* Puts y, as `evaluate` has made it, into the range of the block, of which round-off may have left some
     * at the edge of a phase. NULL: it has none. */
    void (*bound)(const double *p, long phase, const eg_jet *u, eg_jet *y);
} eg_block_ops;

/* How many derivatives of an output (-1: of all) stay continuous at what happens after `start`; the block has
 * `continuity`. */
static inline int eg_block_continuity(const eg_block_ops *block, const double *p, int output, double start)
{
    return block->continuity_after ? block->continuity_after(p, output, start) : block->continuity(p);
}

/* ---------------------------------------------------------------- drives: prescribed motion */

enum { EG_DRIVE_MAX_STATES = 2 };

/* The motion of a driven flange relative to its support: out->x position, dx speed, ddx acceleration;
 * dstate the derivatives of the drive's own states; u the input signal and its derivatives. */
typedef struct eg_drive_ops {
    int (*state_count)(const double *p);
    /* How many time derivatives of u the motion needs for position, speed and acceleration. */
    int (*order)(const double *p);
    void (*motion)(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate);
    /* Partial derivatives of motion->dx and motion->ddx (= of dstate) with respect to states and u:
     * rows: dx, ddx; columns: state 0, state 1, u, du/dt. */
    void (*partials)(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2]);
    /* Start values of the states from u(t0) and the start values of the variables s and v. */
    void (*start)(const double *p, eg_jet u, double s_start, double v_start, double *state);
} eg_drive_ops;

/* ---------------------------------------------------------------- what results are computed from */

typedef struct eg_port_values {
    double s, v, a, f; /* flanges; of rotational ones phi, w, a, tau */
    double T, Q_flow;  /* heat ports */
    double y;          /* signals */
} eg_port_values;

typedef struct eg_observation {
    double time;
    const double *p;            /* parameters, in the order of the descriptor */
    const double *k;            /* element coefficients, or NULL */
    const eg_port_values *port; /* in the order of the descriptor */
    int mode;
    long phase;          /* of the class's block */
    const double *state; /* of the class's block, or NULL */
    double s_rel, v_rel; /* of the element, with all its digits */
    double u;            /* the signal that its friction is in proportion to; 1 without one */
    eg_force force;
} eg_observation;

/* Rows of one mode, of a class whose variables follow from its element alone. */
typedef struct eg_observed {
    int count;
    const double *p, *k;
    int mode;
    const double *s_rel, *v_rel, *f, *loss; /* (count) */
} eg_observed;

/* ---------------------------------------------------------------- the class */

/* A paper or book that the class's text cites. */
typedef struct eg_citation {
    const char *text; /* authors (year), title, where, pages */
    const char *doi;  /* "10.1115/1.3423596"; NULL: it has none */
} eg_citation;

typedef enum eg_class_kind { EG_MODEL, EG_BLOCK, EG_PARTIAL, EG_CONNECTOR } eg_class_kind;

struct eg_class {
    const char *name;       /* full dotted name */
    const char *short_name; /* another accepted spelling, or NULL */
    eg_class_kind kind;
    const char *doc;                   /* one line */
    const char *text;                  /* paragraphs: what it models, its sign convention */
    const char *const *also;           /* namesakes in the other vocabularies; NULL-terminated, or NULL */
    const char *const *extends;        /* partial classes; NULL-terminated, or NULL */
    const char *const *examples;       /* names of example models that use it; NULL-terminated, or NULL */
    const char *const *equations;      /* Modelica text, one equation each; NULL-terminated, or NULL */
    const char *const *solved;         /* equations x = ... that follow from them, for what `follows`; NULL */
    const char *const *flat_equations; /* those of flat text, where they are others; NULL */
    const char *no_equations; /* why there are none for flat text ("its force ..."); NULL: there are */
    /* The enumeration parameter for whose values one after the other the equations are shown; NULL: none.
     * Then also Modelica equations from which parameters follow that nobody gives; NULL-terminated, or
     * NULL. */
    const char *cases;
    const char *const *relations;
    /* assert(...) of what `check` asks of several parameters together, for flat text; NULL-terminated, or
     * NULL */
    const char *const *demands;
    const eg_citation *references; /* ends with text = NULL; or NULL */
    /* What a class by equations is made of: declarations of components in Modelica, with the word "protected"
     * where they are; NULL-terminated, or NULL */
    const char *const *components;
    /* The class's text in library/, without annotations, in pieces, NULL-terminated: its equations are all
     * there is, and are carried out as those of a user's class. No `declare`, `block`, `complete` or `check`
     * then: asserts check, and `value_text` of parameters is a Modelica expression. NULL: the class is
     * written in C. */
    const char *const *source;
    /* What happens at events beside the code: when clauses, Modelica text; NULL-terminated, or NULL. Boolean
     * inputs are known here only. */
    const char *const *events;

    const eg_parameter *parameters;
    size_t parameter_count;
    const eg_port *ports;
    size_t port_count;
    const eg_variable *variables;
    size_t variable_count;

    /* The parameter `table` may come from a file: while tableOnFile is true it is the matrix tableName of the
     * file fileName, read as delimiter and nHeaderLines say (table_of_file.h). */
    bool reads_table;

    /* The value that a variable which is no Real (index in `variables`) has while the class's element is in
     * this mode: equations read it, and it changes at events only. NULL: there are none. */
    double (*discrete)(int mode, int variable);

    /* Fills in defaults that depend on other parameters; given[i] tells which have a value. */
    void (*complete)(double *p, const bool *given);
    /* A complaint about a combination of values, or NULL; *is_error says how bad. A static text: what is
     * wrong, "; ", what to do. */
    const char *(*check)(const double *p, const bool *given, bool *is_error);
    /* The class that an instance with these parameters is made as: one of the same name, parameters, ports
     * and variables with other physics. NULL: this one. */
    const eg_class *(*variant)(const double *p);
    /* How many of the ports with an `element` exist; NULL: all. */
    int (*vector_size)(const double *p);
    /* Tells the compiler what the component is made of (parts.h). Returns 0, -1 out of memory. */
    int (*declare)(const double *p, eg_parts *parts);
    /* Computes the variables that parts do not fill in themselves; NULL when there are none. */
    void (*observe)(const eg_observation *o, double *out);
    /* The same for many rows, out[variable][row]. NULL: one by one. */
    void (*observe_rows)(const eg_observed *o, double *const *out);
    int force_row; /* the variable into which that puts the element's force as it is; 0: none */

    const eg_element_ops *element;
    const eg_friction_ops *friction; /* of the element; NULL: none */
    const eg_block_ops *block;
    const eg_drive_ops *drive;
};

#define EG_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Index by name, or -1. */
int eg_class_parameter(const eg_class *class, const char *name);
/* Does a change leave the structure, and what a run remembers? Of elements all but exponents, unless they
 * remember or measure from the start; inertias; of blocks that know no time all, of others what only scales
 * or shifts them. */
bool eg_parameter_is_tunable(const eg_class *class, const eg_parameter *parameter);
int eg_class_port(const eg_class *class, const char *name);
int eg_class_variable(const eg_class *class, const char *name);
/* Is the variable a position, a speed, or the temperature of a capacity, whose start can be given anywhere?
 * Those that take their start from a parameter are not. */
bool eg_variable_is_state(const eg_class *class, int variable);
/* The parameter that says which magnitude of its s_rel or phi_rel matters (s_nominal, phi_nominal), or -1. */
int eg_class_nominal(const eg_class *class);

/* ---------------------------------------------------------------- the registry (registry.c) */

enum { EG_CLASS_LIMIT = 2000 };
/* All classes, sorted by name; *count <= EG_CLASS_LIMIT receives their number. The build makes the list of
 * natives.txt and the texts in library/ (tools/library.c). */
const eg_class *const *eg_classes(size_t *count);
/* By full or short name; NULL when unknown. */
const eg_class *eg_class_find(const char *name);
/* Is `name` a package that contains native classes ("Modelica.Mechanics")? */
bool eg_package_exists(const char *name);
/* Empty classes that MSL uses as decoration ("Modelica.Icons.Example", "Modelica.Blocks.Icons.Block"). */
bool eg_class_is_icon(const char *name);
/* The class whose name is nearest to the one that was written, for error messages; or NULL. */
const char *eg_class_nearest(const char *name);

#endif
