/* Sweeps: which values the runs of an ensemble get, and what many of them come to, however long that takes.
 *
 *   eg_factor factors[2] = {{"gap.c"}, {"gap.d"}};
 *   eg_law_read("loguniform(1e3, 1e5)", &factors[0].law, d);
 *   eg_law_read("normal(60, 5)", &factors[1].law, d);
 *   eg_design_options plan = {EG_DESIGN_SALTELLI, .count = 1024, .factors = factors, .factor_count = 2};
 *   eg_design *design;
 *   eg_design_create(&plan, d, &design);
 *   eg_sweep_options o = eg_sweep_options_default(ensemble);       an ensemble of the names gap.c and gap.d
 *   o.journal = "sweep.csv.journal";
 *   eg_sweep_run(ensemble, design, &o, "sweep.csv", d, NULL);
 *
 * A row of a design is a pure function of its number and the seed, and what a row comes to is one of its
 * values alone: rows may be computed in any order, anywhere, and the table is the same, byte by byte. */
#ifndef ELASTOGAP_SWEEP_H
#define ELASTOGAP_SWEEP_H

#include "elastogap/base.h"
#include "elastogap/ensemble.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- distributions */

typedef enum eg_law_kind {
    EG_LAW_UNIFORM,    /* number: low, high */
    EG_LAW_LOGUNIFORM, /* low, high, both positive: the logarithm is uniform */
    EG_LAW_NORMAL, /* mean, deviation, and where has_bounds is 1 low, high: what lies outside is left out */
    EG_LAW_LOGNORMAL,   /* mean and deviation of the logarithm */
    EG_LAW_TRIANGULAR,  /* low, mode, high */
    EG_LAW_EXPONENTIAL, /* mean */
    EG_LAW_WEIBULL,     /* shape, scale: P(x > X) = exp(-(X/scale)^shape) */
    EG_LAW_GUMBEL,      /* mode, scale: P(x < X) = exp(-exp(-(X - mode)/scale)) */
    EG_LAW_RANGE,       /* first, last, count: evenly spaced points; drawn, all have the same chance */
    EG_LAW_LOGRANGE,    /* the same of the logarithm */
    EG_LAW_LIST,        /* `list`; drawn, all have the same chance */
    EG_LAW_KINDS
} eg_law_kind;

/* What one parameter may be, in its unit. */
typedef struct eg_law {
    eg_law_kind kind;
    double number[4];
    int has_bounds;     /* of EG_LAW_NORMAL */
    const double *list; /* (list_count), of EG_LAW_LIST; eg_law_read's own, else the caller's */
    size_t list_count;
} eg_law;

/* Does the text begin as a law does, with its name and a parenthesis? Blanks may stand between them. */
EG_API int eg_law_begins(const char *text);
/* Reads "uniform(1, 2)", "normal(0, 1, -3, 3)", "list(1, 2, 5)" ... Free with eg_law_release. EG_OK;
 * EG_ERROR_USAGE (reported, with the form that it should have, or the
 * nearest law), EG_ERROR_MEMORY. */
EG_API eg_status eg_law_read(const char *text, eg_law *law, eg_diagnostics *diagnostics);
EG_API void eg_law_release(eg_law *law); /* of one that eg_law_read has made */
/* The value that is exceeded with the chance q = 1 - p, both from 0 to 1 (the smaller one counts, so that
 * both tails keep their digits); infinite at the ends of what has no bounds. NAN where p or q is no
 * chance. */
EG_API double eg_law_quantile(const eg_law *law, double p, double q);
/* The standard normal distribution's: its function and the inverse of that. */
EG_API double eg_normal_chance(double z); /* P(Z <= z) */
EG_API double eg_normal_quantile(double p, double q);

/* ---------------------------------------------------------------- designs */

typedef enum eg_design_kind {
    /* All combinations of the points of ranges and lists, the last factor varying fastest; at each of them,
     * and for each row of `table`, `count` rows in which the other factors are drawn at random. */
    EG_DESIGN_GRID,
    EG_DESIGN_RANDOM, /* `count` rows, all drawn */
    /* Latin hypercube (McKay, Beckman and Conover 1979): each of `count` equal parts of a factor's chance
     * holds one row. */
    EG_DESIGN_LATIN,
    /* Sobol's sequence, shifted digit by digit at random: best with a power of two for `count`. The first 21
     * factors have the direction numbers of Joe and Kuo (2008). At most EG_SOBOL_MOST factors. */
    EG_DESIGN_SOBOL,
    /* What Sobol's indices are estimated from (Saltelli and others 2010): of `count` points A and B of such
     * a sequence the rows A, A with factor 1 of B, ..., A with the last factor of B, B: count*(factors + 2)
     * rows. At most EG_SOBOL_MOST/2 factors. */
    EG_DESIGN_SALTELLI,
    /* The same with B with factor 1 of A, ... before the last row, for indices of the second order:
     * count*(2*factors + 2) rows. */
    EG_DESIGN_SALTELLI_SECOND,
    EG_DESIGN_KINDS
} eg_design_kind;

/* Dimensions that there are direction numbers for. */
enum { EG_SOBOL_MOST = 200 };

typedef struct eg_factor {
    const char *name; /* as an ensemble takes it: "gap.c", "ball.s.start" */
    eg_law law;
} eg_factor;

/* Of the normal numbers behind two factors (a Gaussian copula): of two normal factors it is their
 * correlation. Spearman's rank correlation is 6/pi*asin(value/2). */
typedef struct eg_correlation {
    size_t one, other; /* indices of factors */
    double value;      /* between -1 and 1 */
} eg_correlation;

typedef struct eg_design_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    eg_design_kind kind;
    size_t count; /* from 1 */
    unsigned long long seed;
    const eg_factor *factors; /* (factor_count) */
    size_t factor_count;
    const eg_correlation *correlations; /* (correlation_count); of designs that draw all factors */
    size_t correlation_count;
    /* Values that come first in a row, before those of the factors; of EG_DESIGN_GRID. */
    const double *table; /* (table_rows x table_columns), row by row, or NULL */
    size_t table_rows, table_columns;
} eg_design_options;

/* Made of options, const once made, shared by any number of threads. */
typedef struct eg_design eg_design;

/* Everything is copied. *design is NULL unless EG_OK. EG_ERROR_USAGE (reported): a law out of range, too many
 * rows (1e12) or factors, correlations that no numbers can have or where nothing is drawn;
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_design_create(const eg_design_options *options, eg_diagnostics *diagnostics,
                                  eg_design **design);
EG_API void eg_design_free(eg_design *design); /* accepts NULL */
/* How many rows there are. */
EG_API size_t eg_design_rows(const eg_design *design);
EG_API size_t eg_design_columns(const eg_design *design); /* of the table, then the factors */
/* The values of row `row`, values[columns]: the same for the same options, whenever and wherever. */
EG_API void eg_design_row(const eg_design *design, size_t row, double *values);

/* ---------------------------------------------------------------- the run */

/* How far a sweep is. */
typedef struct eg_sweep_progress {
    size_t done, rows; /* of the table, those included that a journal had */
    size_t computed;   /* in this run */
    double seconds;    /* that it takes so far */
} eg_sweep_progress;

/* A row of the table, as it is written. */
typedef struct eg_sweep_row {
    size_t row;
    const double *values, *results; /* as eg_ensemble_run has them; results are NAN where it failed */
    eg_status status;
    double energy_error;
    const char *reason; /* why it failed; "" where it did not */
} eg_sweep_row;

/* The caller's own data for `visit`: complete the type yourself. */
typedef struct eg_sweep_visitor eg_sweep_visitor;

typedef struct eg_sweep_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* As for eg_ensemble_run; `progress`, `context` and `energy_errors` play no part. Where `stop` is raised,
     * rows that are under way are as if they had not begun. */
    eg_ensemble_options runs;
    int resume;          /* 1: rows that the journal has are not computed again */
    const char *journal; /* a file of its own; it must be given */
    int keep_journal;    /* 1: it stays when the table stands, and is the caller's to remove; default 0 */
    /* Of what the ensemble was made from, where that says more than its equations do: a journal made with
     * another identity is not gone on with. Default 0. */
    unsigned long long identity;
    const char *const *titles; /* (wanted) of the columns; NULL: made of what is wanted */
    /* Called whenever rows have been done, by one thread at a time; anything but 0 stops the sweep, and the
     * journal has all rows that have been done. NULL: never. */
    int (*progress)(const eg_sweep_progress *now, eg_progress *context);
    eg_progress *context;
    /* Called with every row, in order, when all are there, in the thread of the caller; strings and arrays
     * live until it returns. NULL: never. */
    void (*visit)(eg_sweep_visitor *visitor, const eg_sweep_row *row);
    eg_sweep_visitor *visitor;
} eg_sweep_options;

/* runs: those of eg_ensemble_options_default, with recompile 1; all else 0. */
EG_API eg_sweep_options eg_sweep_options_default(const eg_ensemble *ensemble);

typedef struct eg_sweep_statistics {
    const char *engine; /* static, as of eg_ensemble_statistics; of the rows computed in this run */
    int threads;
    size_t rows, found;                 /* and those of them that the journal had */
    size_t failed;                      /* rows without results */
    size_t recompiled;                  /* in this run: rows with a structure of their own */
    size_t balanced;                    /* rows whose energy balance was looked at */
    size_t open;                        /* of those: it does not close */
    long steps, rejected_steps, events; /* in this run */
    double seconds;                     /* wall time of this run */
} eg_sweep_statistics;

/* Computes all rows of the design and writes them as a table of comma-separated values: row, the design's
 * columns, what is wanted, "status" (done, wrong, failed, refused), "energy_error" and "reason". The
 * ensemble's names are the design's columns. Where the name ends in .h5 the table is an HDF5 file
 * (docs/sweep.md). The table appears when all rows are there; until then what
 * has been computed is in the journal, which is forced to the disk at least every second, and is removed
 * when the table stands.
 *
 * The table is the same bytes for any number of threads, and however often the sweep was stopped and gone
 * on with, unless `time_limit` makes runs depend on the clock. A row that fails is no failure of the
 * sweep.
 *
 * EG_OK; EG_ERROR_USAGE: options out of range, no journal named, another number of names than columns, a
 * journal that is there and `resume` is 0, that is in use, or that belongs to another sweep;
 * EG_ERROR_FILE: the journal or the table cannot be written (rows that the journal has are not lost);
 * EG_ERROR_SIMULATION: stopped by `progress` or `stop`; EG_ERROR_MEMORY; EG_ERROR_UNAVAILABLE: no thread
 * can be had, or there is no library HDF5. Where every
 * row has failed, the status of the first. All are reported. statistics may be NULL. */
EG_API eg_status eg_sweep_run(const eg_ensemble *ensemble, const eg_design *design,
                              const eg_sweep_options *options, const char *table, eg_diagnostics *diagnostics,
                              eg_sweep_statistics *statistics);

/* ---------------------------------------------------------------- what many rows come to
 *
 * Intervals hold the true value with a chance of 95 % where rows are drawn independently; of Latin hypercubes
 * and Sobol's sequence they are as wide at least, as a rule. A bound that so few rows do not give is NAN, as
 * is a value that there is none of. Numbers that are NAN (of rows that failed) are left out. */

/* A number, and between which bounds it lies. */
typedef struct eg_interval {
    double value, low, high;
} eg_interval;

/* Sobol's indices of the rows of a design EG_DESIGN_SALTELLI: y[blocks*(factors + 2)], first[factors] and
 * total[factors]. The estimators of Saltelli and others (2010, Comput. Phys. Commun. 181, 259-270; of the
 * first order (b), of the total one (f), of Jansen), of numbers less their mean, over the variance of A
 * and B. Intervals are 1.96 standard deviations of 200 bootstrap samples of blocks, drawn by the seed.
 * Blocks with a NAN are left out; *used (or NULL) tells how many are not. EG_OK; EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_sobol(const double *y, size_t blocks, size_t factors, unsigned long long seed,
                                eg_interval *first, eg_interval *total, size_t *used);
/* The same of a design EG_DESIGN_SALTELLI_SECOND, y[blocks*(2*factors + 2)]; second[factors*(factors - 1)/2],
 * of the pairs 1 2, 1 3, ..., 2 3, ...: the share of the variance that is owed to two factors together,
 * beyond what each of them does alone (Saltelli 2002, Comput. Phys. Commun. 145, 280-297). EG_OK;
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_sobol_second(const double *y, size_t blocks, size_t factors,
                                       unsigned long long seed, eg_interval *first, eg_interval *total,
                                       eg_interval *second, size_t *used);
/* The quantile of chance p, linear between the order statistics (R's type 7), the least number at 0 and the
 * greatest at 1; the interval lies between two of these, by the binomial distribution, and has no bounds at 0
 * and 1. NAN where p is no chance. EG_OK; EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_quantile(const double *y, size_t count, double p, eg_interval *quantile);
/* The chance that y is greater than the limit, with the interval of Wilson (1927). */
EG_API eg_interval eg_sweep_exceedance(const double *y, size_t count, double limit);
/* The mean, with its interval (1.96 standard errors). */
EG_API eg_interval eg_sweep_mean(const double *y, size_t count);
/* Slopes of the plane a + sum(slope_i*x_i) that fits best by least squares; x (count x factors), row by row,
 * slopes[factors]. NAN where the rows determine none. EG_OK; EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_slopes(const double *x, const double *y, size_t count, size_t factors,
                                 eg_interval *slopes);

/* A main effect: where a factor is about `at`, the mean is so much greater than it is over all rows. */
typedef struct eg_effect {
    double at;
    eg_interval difference;
} eg_effect;
enum { EG_EFFECTS_MOST = 20 };
/* The main effects of one factor, x[count]: at each of its values where it has at most EG_EFFECTS_MOST,
 * else over ten parts with as many rows each. effects[EG_EFFECTS_MOST], of which *effect_count are filled
 * in. EG_OK; EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_effects(const double *x, const double *y, size_t count, eg_effect *effects,
                                  size_t *effect_count);

/* ---------------------------------------------------------------- chances too small to be counted */

/* Levels at most, and the least rows of one. */
enum { EG_SUBSET_LEVELS = 30, EG_SUBSET_ROWS = 100 };

typedef struct eg_subset_options {
    size_t size;            /* of this struct, or 0: EG_VERSION in base.h */
    eg_sweep_options sweep; /* as for eg_sweep_run; `visit` sees rows in the order of the table */
    size_t measure;         /* index among what is wanted: */
    double limit;           /* how likely is it that this is greater? */
} eg_subset_options;

/* One level: of its rows, all of which are above the threshold of the level before, this share is above
 * `threshold`, which is the limit in the last one. */
typedef struct eg_subset_level {
    double threshold, share;
    double variation; /* of the share, with all before it given: deviation over mean (Au and Beck 2001) */
} eg_subset_level;

typedef struct eg_subset_result {
    /* The chance, and its interval of 95 %: of a logarithmic normal distribution with this variation,
     * or Wilson's where one level is enough. It is as wide again as the share of rows without a value
     * in level 0. */
    eg_interval chance;
    /* Of the chance: deviation over mean, from how many independent rows of level 0 those above the
     * limit come from (Lee and Whiteley 2018). */
    double variation;
    double unknown; /* share of level 0 that has no value */
    size_t failed;  /* rows */
    size_t levels;
    eg_subset_level level[EG_SUBSET_LEVELS];
} eg_subset_result;

/* The chance that a result is greater than a limit, by subset simulation (Au and Beck 2001): 1e-6 takes
 * some six levels of `count` rows, where counting would take a hundred million. design: EG_DESIGN_RANDOM,
 * whose count is the rows of a level, EG_SUBSET_ROWS at least; correlations count. The table has the rows
 * that were run, with a column "level". Same bytes and result for any number of threads, and however often
 * it was stopped and gone on with by the journal, as eg_sweep_run. A row that fails counts as not above,
 * and `failed` tells how many do. result and statistics may be NULL.
 *
 * Answers as eg_sweep_run; EG_ERROR_SIMULATION also where all rows of a level have the same value, below the
 * limit (reported; the table is there). */
EG_API eg_status eg_sweep_subset(const eg_ensemble *ensemble, const eg_design *design,
                                 const eg_subset_options *options, const char *table,
                                 eg_diagnostics *diagnostics, eg_subset_result *result,
                                 eg_sweep_statistics *statistics);

/* ---------------------------------------------------------------- pictures */

typedef enum eg_sweep_picture_kind {
    EG_SWEEP_HISTOGRAM, /* of what is wanted, with quantiles and their intervals */
    EG_SWEEP_SCATTER,   /* factors and results against each other, eight at most, with correlations */
    EG_SWEEP_TORNADO,   /* main effects where a factor is least and greatest, the strongest first */
    EG_SWEEP_SOBOL,     /* first and total indices, of EG_DESIGN_SALTELLI and EG_DESIGN_SALTELLI_SECOND */
    EG_SWEEP_MAP,       /* colours over a grid of two factors */
    EG_SWEEP_CURVES,    /* variables over time or each other, of at most 200 rows, which are run again */
    EG_SWEEP_PICTURES
} eg_sweep_picture_kind;

typedef struct eg_sweep_picture {
    eg_sweep_picture_kind kind;
    const eg_ensemble *ensemble;
    const eg_design *design;
    size_t rows;               /* eg_design_rows(design) */
    const double *values;      /* (rows x columns), as eg_design_row has them */
    const double *results;     /* (wanted x rows), NAN where a row failed */
    const char *const *titles; /* (wanted) */
    const char *title;         /* of the picture; NULL: none */
    const char *const *curves; /* (curve_count) of EG_SWEEP_CURVES: "ball.s", "stop.f:stop.s_rel" */
    size_t curve_count;
    const eg_ensemble_options *runs; /* of EG_SWEEP_CURVES */
} eg_sweep_picture;

/* Can such a picture be of this design? EG_OK, EG_ERROR_USAGE (reported). Rows play no part. */
EG_API eg_status eg_sweep_picture_check(const eg_sweep_picture *picture, eg_diagnostics *diagnostics);
/* Draws it by gnuplot into a file that ends in .svg, .png or .pdf. EG_OK; EG_ERROR_USAGE as above, or
 * another ending; EG_ERROR_FILE; EG_ERROR_UNAVAILABLE: there is no gnuplot (all reported);
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_sweep_draw(const eg_sweep_picture *picture, const char *path,
                               eg_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
