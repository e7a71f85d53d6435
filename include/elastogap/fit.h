/* Fits: constants of a model from measurements.
 *
 *   eg_fit_options o = eg_fit_options_default();
 *   o.data = (const char *[]){"bounce.csv"};              o.data_count = 1;
 *   o.matches = (const char *[]){"pos[mm] = ball.s"};     o.match_count = 1;
 *   o.free = (const char *[]){"gap.c=1e3:1e7", "gap.d"};  o.free_count = 2;
 *   eg_fit *fit;
 *   eg_fit_run(spec, &o, d, &fit);
 *   for (size_t i = 0; i < fit->estimate_count; i++) ... fit->estimates[i].value
 *   eg_fit_free(fit);
 *
 * What is least is the sum of squares of what data and model differ by, each in standard deviations of its
 * column's noise. All numbers follow from texts and data alone: the same bits for any number of threads. */
#ifndef ELASTOGAP_FIT_H
#define ELASTOGAP_FIT_H

#include "elastogap/base.h"
#include "elastogap/simulate.h"
#include "elastogap/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far a fit is. */
typedef struct eg_fit_progress {
    size_t done, parts; /* of its parts, so many are done: starts, then ends of profile intervals */
    size_t starts;      /* how many of the parts are searches, which come first */
    long runs;          /* made so far */
} eg_fit_progress;

typedef struct eg_fit_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* Files of comma-separated values, each a run of its own of the model; the first line names the columns,
     * with units where it has them: time[ms],pos[mm]. A sample that is missing is an empty cell. */
    const char *const *data;
    size_t data_count;
    /* What is held against what: "COLUMN = EXPRESSION" of Modelica over variables and parameters, at the
     * times of the samples; or "COLUMN = time(COMPONENT, EVENT)", of whose events number k is held against
     * row k of the file, an empty cell for one that was not heard; or "COLUMN = EXPRESSION over COLUMN =
     * EXPRESSION", without times: a sample is off by how far it lies from the curve that the run draws, up to
     * stop_time. "COLUMN[UNIT]" where the file does not tell the unit, else it is that of the expression. A
     * file without the column does without it. */
    const char *const *matches;
    size_t match_count;
    /* What is sought: "NAME", "NAME=LOW:HIGH" or "NAME=LOW:START:HIGH" of a parameter ("gap.c") or a start
     * value ("ball.v(start)" or "ball.v.start"), in SI units. Without a start it begins where the model has
     * it. Where HIGH/LOW is 10 or more, LOW more than 0, it is sought by its logarithm. */
    const char *const *free;
    size_t free_count;
    const char *const *each; /* the same, with a value of its own for each file */
    size_t each_count;
    /* "NAME = COLUMN": every row of the files is a run of its own, with that value of a parameter or a start
     * value; "COLUMN[UNIT]" where it is not in SI units and the file does not say so. Samples are then taken
     * at the row's time, or at the end of the run where there is no column of times; of events the first one
     * counts. So are restitutions measured over speed. */
    const char *const *rows;
    size_t row_count;
    /* What stands between model and column: "COLUMN: delay, gain, bias", sought, each also with bounds as
     * above or with its value ("delay=0.01"), and "noise=0.1", a standard deviation that is known. A sample
     * at t is gain*EXPRESSION(t - delay) + bias; delay [s], bias and noise in the unit of the column.
     * "time: delay" is the clock of each file. */
    const char *const *sensors;
    size_t sensor_count;
    /* "COLUMN = DEVIATION": that column has the standard deviation of each sample, in its unit. */
    const char *const *weights;
    size_t weight_count;
    const char *time;   /* the column of times, "t[ms]"; NULL: "time" */
    const char *engine; /* of the runs, not "fixed"; NULL: "auto" */
    double tolerance;   /* of the runs; default 1e-10 */
    double start_time;  /* of the runs [s]; NAN, the default: that of the model's experiment, else 0 */
    double stop_time;   /* of runs of rows and loops [s]; NAN, the default: that of the model's experiment */
    long max_steps;     /* of each run, as for eg_simulate; default 500,000 */
    int robust;         /* 1: outliers pull nothing (Tukey's bisquare); default 0 */
    int starts;         /* places to begin at, from 1; all but the first are drawn. Default 1 */
    unsigned long long seed; /* of these */
    int profile;             /* 1, the default: intervals by profile likelihood too */
    double level;            /* of the intervals; default 0.95 */
    int threads;             /* from 1; default 0: one for each core */
    const int *stop; /* the caller's flag, or NULL: once it is not 0 the fit ends, EG_ERROR_SIMULATION */
    /* NULL, or called in the caller's thread each time that runs are made; to end the fit raise `stop`. */
    void (*progress)(const eg_fit_progress *now, eg_progress *context);
    eg_progress *context;
} eg_fit_options;

/* Nothing to fit yet; the defaults named above. */
EG_API eg_fit_options eg_fit_options_default(void);

/* One number that was sought. */
typedef struct eg_fit_estimate {
    const char *name; /* "gap.c", "ball.v.start", "pos.delay"; "time.delay (b.csv)" of one file */
    const char *unit; /* "" when dimensionless */
    double value;
    double start;                     /* where the best search began */
    double least, most;               /* bounds; INFINITY where there is none */
    double deviation;                 /* standard; NAN where the data does not tell */
    double low, high;                 /* interval by the curvature of the sum of squares (Gauss) */
    double profile_low, profile_high; /* by the sum itself, all others sought anew; NAN: not asked for, the
                                         bound of the estimate was met first, no end was found, or the
                                         model goes through all samples */
    int is_at_bound, is_told;         /* 0 or 1; is_told 0: the data does not tell it */
    int is_of_model; /* 1: a value of the model for all files; 0: of one file, or of a sensor */
} eg_fit_estimate;

/* One column of one file. */
typedef struct eg_fit_series {
    const char *file, *column, *expression, *unit; /* the unit in which the following stand */
    int is_events, is_rows;       /* 1: samples are times of events; rows that are runs of their own */
    size_t count, missing, early; /* samples; empty cells; samples from before the run */
    const double *time;           /* (count) [s], of the file; of events and rows their number */
    const double *value;          /* (count) measured, */
    const double *model;          /* (count) what the model shows, through the sensor */
    const double *pull; /* (count) Cook's distance: how far leaving it out would move the estimates */
    double noise;       /* standard deviation of what remains */
    double autocorrelation, autocorrelation_chance; /* of neighbours; the chance of that, or more, by noise */
    double skew_chance; /* of the skewness and kurtosis of what remains, if normal (Jarque and Bera 1980) */
    size_t outliers;    /* samples that count for less than half (robust) */
} eg_fit_series;

/* What the data leaves open. */
typedef struct eg_fit_open {
    const char *words;       /* "gap.d: no sample follows it; gap does not touch in any run" */
    const double *direction; /* (estimates) relative changes that nothing would show, of length 1 */
} eg_fit_open;

/* All strings and arrays are the fit's. */
typedef struct eg_fit {
    const char *model;
    eg_fit_estimate *estimates;
    size_t estimate_count;
    double *correlation; /* (estimates x estimates) */
    eg_fit_series *series;
    size_t series_count;
    eg_fit_open *open;
    size_t open_count;
    size_t samples;
    double level;
    double sum; /* of squares, in standard deviations */
    int is_robust;
    int has_settled;                 /* 0: the search ended before it had settled */
    const char *way;                 /* how it was sought, and why: "at once", "in windows that grow: ..." */
    size_t pull_series, pull_sample; /* what pulls most */
    long runs;                       /* of the model */
    double seconds, profile_seconds; /* wall time, of which the second is that of profiles */
    size_t starts, agreeing;         /* searches, and those that ended where the best did */
} eg_fit;

/* Fits. *fit is NULL unless EG_OK or EG_DIFFERENT, and the caller's: eg_fit_free. EG_DIFFERENT: the data does
 * not tell all that is sought (fit->open; reported). EG_ERROR_USAGE: a text is wrong (reported), or options
 * are out of range; EG_ERROR_FILE, of the data; EG_ERROR_MODEL; EG_ERROR_SIMULATION: the model does not run
 * where the search begins, or the fit was stopped; EG_ERROR_MEMORY. */
EG_API eg_status eg_fit_run(const eg_spec *spec, const eg_fit_options *options, eg_diagnostics *diagnostics,
                            eg_fit **fit);
EG_API void eg_fit_free(eg_fit *fit); /* accepts NULL */

/* Writes what was found, by the path's ending: .html, a page of data over model, what remains and tables;
 * .json, all numbers; .csv, data, model and pull of each sample. EG_OK; EG_ERROR_USAGE: it ends in none of
 * these; EG_ERROR_FILE; EG_ERROR_MEMORY. All but the last are reported. */
EG_API eg_status eg_fit_write(const eg_fit *fit, const char *path, eg_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
