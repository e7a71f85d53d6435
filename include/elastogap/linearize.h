/* A model as a linear one, about a point of its motion:
 *
 *     der(x - x0) = der(x)0 + A (x - x0) + B (u - u0),      y - y0 = C (x - x0) + D (u - u0)
 *
 *   eg_linearize_options o = eg_linearize_options_default(model);
 *   o.time = 2;
 *   o.inputs = (const char *[]){"weight"}; o.input_count = 1;
 *   o.outputs = (const char *[]){"stop.f"}; o.output_count = 1;
 *   eg_linearization *l;
 *   eg_linearize(model, &o, d, &l);
 *   ... l->A[i*l->state_count + k] ...
 *   eg_linearization_free(l);
 *
 * Contacts and friction are linearized in the mode in which they are at the point: that is exact as long as
 * none changes its mode. A point that lies next to where one does is told of, with what holds on the other
 * side. A, B and those entries of C and D that show positions, speeds, signals and variables of the model's
 * own equations are made of exact derivatives; the others, of what components compute from these, are
 * differences extrapolated to no step, whose error is estimated (Ridders (1982), Adv. Eng. Software 4,
 * 75-76). */
#ifndef ELASTOGAP_LINEARIZE_H
#define ELASTOGAP_LINEARIZE_H

#include "elastogap/base.h"
#include "elastogap/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_linearize_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* How the point is reached: a run from simulate.start_time, by its engine, tolerance and inputs, and no
     * longer than its limits allow, or from the state simulate.start_from; stop_time, interval, signals and
     * save_times are of no account. */
    eg_simulate_options simulate;
    double
        time; /* [s] of the point, no earlier than the start; default: the start. After what happens then */
    /* Names of signals that are inputs; default: those of the model's analysis (eg_model_analysis), where
     * it has none NULL: all real inputs of the model's top level. Beside these: any signal of time
     * ("sine.y"), of a source by its component ("weight", whose signal is f_constant) or, with the sign of
     * that variable, its force ("weight.f", which is -f_constant). What is added to such a signal is the
     * input. */
    const char *const *inputs;
    size_t input_count;
    /* Variables, or expressions of them; default: those of the model's analysis, where it has none NULL: all
     * real outputs of the model's top level. */
    const char *const *outputs;
    size_t output_count;
    /* How near a change of mode is told of: as the share of the states' own sizes by which they would have to
     * change; default 1e-3, 0: only at the point itself. */
    double reach;
} eg_linearize_options;

/* The defaults named above. */
EG_API eg_linearize_options eg_linearize_options_default(const eg_model *model);

/* A state, an input or an output. All strings of a linearization are its own. */
typedef struct eg_linear_variable {
    const char *name; /* "ball.v"; of what has no name in the model what it is: "position of rod" */
    const char *unit; /* "m/s"; "" where there is none */
    double value;     /* at the point */
    double rate;      /* of states: their derivative there [unit/s]; else 0 */
} eg_linear_variable;

/* The mode of a contact or a friction element. */
typedef struct eg_linear_contact {
    const char *component; /* path */
    const char *mode;      /* "apart", "stuck" */
} eg_linear_contact;

/* An unknown of the model that is no state here. */
typedef struct eg_linear_omission {
    const char *name;
    const char *reason; /* "clutch holds it", "a balance of forces determines it" */
} eg_linear_omission;

/* One eigenvalue lambda with its right vector; a pair is two modes in a row, the one with imaginary > 0
 * first. */
typedef struct eg_linear_eigenvalue {
    double real, imaginary; /* [1/s], [rad/s] */
    double frequency;       /* natural: |lambda|/(2 pi) [Hz] */
    double damping;         /* ratio: -real/|lambda|; 0 where lambda is 0 */
} eg_linear_eigenvalue;

/* The linear model itself, further below. */
typedef struct eg_linearization eg_linearization;

/* Where a mode changes within reach of the point. */
typedef struct eg_linear_kink {
    const char *component, *event; /* "stop", "contact ends" */
    double share;                  /* of the states' sizes that leads there; 0: at the point */
    eg_linearization *beyond;      /* the model on the other side, just behind the nearest point of the edge;
                                      NULL where none was found (a warning), as where an impact throws back */
} eg_linear_kink;

/* Matrices are stored by rows. Of a pair of eigenvalues the vectors are conjugates as well. */
struct eg_linearization {
    const char *model;
    double time; /* [s] */
    size_t state_count, input_count, output_count;
    eg_linear_variable *states, *inputs, *outputs;
    double *A; /* (states x states) */
    double *B; /* (states x inputs) */
    double *C; /* (outputs x states) */
    double *D; /* (outputs x inputs) */
    eg_linear_contact *contacts;
    size_t contact_count;
    eg_linear_omission *omissions;
    size_t omission_count;
    /* Eigenvalues by magnitude, and mode shapes: entry k of vector i is shape[2*(i*state_count + k)] and, its
     * imaginary part, the number behind that; the largest entry is 1. A double eigenvalue, as the 0 of a body
     * that nothing holds, is known to half the digits only. NULL where LAPACK is missing (a warning). */
    eg_linear_eigenvalue *eigenvalues;
    double *shapes;
    eg_linear_kink *kinks;
    size_t kink_count;
};

/* Runs the model to the point and linearizes it there. *out, the caller's, is NULL unless EG_OK.
 * EG_ERROR_USAGE: options out of range, a name that is none, an input that no signal of time is;
 * EG_ERROR_MODEL: no start, a model that looks back (delay), an output or a state that follows the
 * derivative of an input, more than 4000 states; EG_ERROR_SIMULATION: the run fails, ends before, or
 * slides along an edge at the point; EG_ERROR_UNAVAILABLE: the engine is not in this build;
 * EG_ERROR_MEMORY. All reported. */
EG_API eg_status eg_linearize(const eg_model *model, const eg_linearize_options *options,
                              eg_diagnostics *diagnostics, eg_linearization **out);
EG_API void eg_linearization_free(eg_linearization *l); /* accepts NULL */

/* The frequency response C (j omega - A)^-1 B + D at omega[count] [rad/s]: response[2*(w*outputs*inputs +
 * i*inputs + k)] from input k to output i, and behind it the imaginary part; NAN at a pole. EG_OK,
 * EG_ERROR_UNAVAILABLE (LAPACK is missing, reported), EG_ERROR_MEMORY. */
EG_API eg_status eg_linearization_response(const eg_linearization *l, const double *omega, size_t count,
                                           eg_diagnostics *diagnostics, double *response);

/* Writes all of it, as the ending of the path says: .json; .csv, the matrix [A, B; C, D] with names; .mo, a
 * Modelica model with these equations; .mat (level 4), the matrices, ABCD and nx as in Dymola's dslin.mat.
 * EG_OK, EG_ERROR_USAGE (another ending), EG_ERROR_FILE, EG_ERROR_MEMORY; reported. */
EG_API eg_status eg_linearization_write(const eg_linearization *l, const char *path,
                                        eg_diagnostics *diagnostics);

/* Magnitude and phase over the frequency [Hz] for all inputs and outputs: as a table (.csv), or drawn (.svg,
 * .png, .pdf). `low` and `high` [Hz]; 0: from a tenth of the least natural frequency to ten times the
 * largest. EG_OK, EG_ERROR_USAGE (no inputs or outputs, another ending, a range that is none), EG_ERROR_FILE,
 * EG_ERROR_UNAVAILABLE (LAPACK or gnuplot is missing), EG_ERROR_MEMORY; reported. */
EG_API eg_status eg_linearization_bode(const eg_linearization *l, double low, double high, const char *path,
                                       eg_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
