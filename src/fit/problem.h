/* What a fit is about: data, what is sought, and what lies between; and the residuals at a point.
 *
 * Every file of data is a run of the model. What is sought are unknowns u, the numbers themselves or their
 * logarithms; a run's values, the shift of its samples in time, gains and biases follow from them. */
#ifndef EG_FIT_PROBLEM_H
#define EG_FIT_PROBLEM_H

#include "elastogap/fit.h"
#include "fit/data.h"
#include "fit/least_squares.h"
#include "fit/probe.h"
#include "fit/sought.h"

/* The clock of files is the sensor "time". */
typedef struct eg_fit_sensor {
    const char *column;
    double delay, gain, bias, noise; /* that are given; noise NAN: not known. In the column's unit. */
    bool seeks_gain, seeks_bias;
} eg_fit_sensor;

/* What a column is held over instead of times: another column, in the same rows. */
typedef struct eg_fit_over {
    const char *name, *text, *unit;
    long sensor;                  /* -1: there is none */
    size_t expression;            /* of the readout */
    double *value;                /* (count) in the column's unit */
    double factor, shift, spread; /* as the column's own */
    double noise;                 /* that is known, or as large a part of its spread as that of the column */
} eg_fit_over;

/* A column of a file that is held against something. */
typedef struct eg_fit_column {
    size_t file, match;
    long sensor; /* -1: there is none */
    bool is_events;
    size_t expression; /* of the readout */
    eg_event_ask ask;
    const char *name, *text, *unit; /* of the column's numbers, as shown */
    size_t count, missing;
    double *time;         /* (count) [s], ascending; of events the value */
    double *value;        /* (count) in the column's unit */
    double *deviation;    /* (count) of each sample, or NULL */
    size_t *number;       /* (count) row, from 0; of events that is the event's number */
    long *sample_of;      /* (rows) where rows are runs: the sample of each, -1: it is missing; else NULL */
    double factor, shift; /* a value x of the expression is factor*x + shift in the column's unit */
    double spread;        /* of the values, highest less lowest; of equal ones their size */
    double noise;         /* what residuals are divided by; of known deviations their factor, 1 */
    eg_fit_over *over;    /* NULL: samples have times, or are times */
    bool knows_noise;
    size_t first; /* its place among the residuals */
} eg_fit_column;

/* A run: of a file, or of one row of it. */
typedef struct eg_data_run {
    size_t file;
    long row; /* -1: the file is one run */
} eg_data_run;

/* A value that each row gives. */
typedef struct eg_row_value {
    size_t item;               /* of the ensemble's names */
    const double **values;     /* (files) each (rows), in SI units; NAN: missing */
    const char *column, *unit; /* unit NULL: as the file says, else SI */
} eg_row_value;

typedef struct eg_fit_problem {
    eg_residuals residuals; /* first: an eg_residuals * is an eg_fit_problem * */
    eg_arena *arena;
    const eg_fit_options *o;
    eg_diagnostics *d;
    eg_ensemble *ensemble;
    eg_readout readout;
    eg_simulate_options run;
    double start; /* [s] of runs */
    eg_fit_data *files;
    size_t file_count;
    eg_data_run *runs;
    size_t run_count;
    eg_row_value *rows;
    size_t row_count; /* 0: each file is one run */
    bool has_loops;   /* some column is held over another one, so that windows of time are none of samples */
    double stop;      /* [s] of runs of rows, and of loops */
    const char **names; /* (name_count) of the ensemble */
    size_t name_count;
    double *base; /* (name_count) values where nothing is sought */
    eg_fit_sensor *sensors;
    size_t sensor_count;
    eg_sought *sought;
    size_t sought_count;
    double *low, *high; /* (sought) of u */
    eg_fit_column *columns;
    size_t column_count;
    double horizon; /* [s] samples beyond it count nothing; INFINITY: all count */
    int threads;
    struct eg_fit_team *team;
    double *steps;      /* (sought) of differences, as the last Jacobian has chosen them; 0: not yet */
    double step_factor; /* what the next Jacobian takes of these; */
    bool keeps_steps;   /* it leaves them as they are */
    bool is_rough;      /* differences to one side will do */
    long run_total;
    eg_fit_progress progress; /* as the caller is told of it; its runs are run_total */
    double run_seconds;       /* of the last run, by the clock: whether threads are worth it */
} eg_fit_problem;

/* Reads all texts and data. EG_OK; EG_ERROR_USAGE, EG_ERROR_FILE, EG_ERROR_MODEL (reported), EG_ERROR_MEMORY.
 * Release it in any case. */
eg_status eg_fit_problem_init(eg_fit_problem *p, const eg_spec *spec, const eg_fit_options *o,
                              eg_diagnostics *d);
void eg_fit_problem_release(eg_fit_problem *p);

/* ---- residuals.c */
struct eg_fit_team *eg_fit_team_create(eg_fit_problem *p); /* NULL: out of memory */
void eg_fit_team_free(struct eg_fit_team *team);           /* accepts NULL */
/* What the model shows (m) at u, in the columns' units, and how many samples lie before its start, a number
 * for each column (NULL: not asked for). False: it does not run; d, unless NULL, is told why. */
bool eg_fit_shows(eg_fit_problem *p, const double *u, double *shown, size_t *early, eg_diagnostics *d);
/* The values (name_count) of a run at u, and the last time [s] that it is asked for. */
void eg_fit_values(const eg_fit_problem *p, size_t run, const double *u, double *values);
double eg_fit_last_time(const eg_fit_problem *p, size_t run);
/* What a residual is divided by. */
double eg_fit_deviation(const eg_fit_column *c, size_t sample);
/* Does the sample count before the horizon? */
bool eg_fit_counts(const eg_fit_problem *p, const eg_fit_column *c, size_t sample);
size_t eg_fit_counted(const eg_fit_problem *p);
/* How far what the model shows at residuals r spreads before the horizon; where it stands still, the data. */
double eg_fit_spread(const eg_fit_problem *p, const eg_fit_column *c, const double *r);

#endif
