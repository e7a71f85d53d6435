/* What the commands that run one model many times have in common: ensemble and sweep. */
#ifndef EG_CLI_ENSEMBLE_RUNS_H
#define EG_CLI_ENSEMBLE_RUNS_H

#include "cli/ensemble_sets.h"
#include "cli/load.h"

#include <float.h>
#include <math.h>

/* What to run, and what is wanted of it, as options say it. */
typedef struct eg_runs_settings {
    eg_load_settings load; /* its overrides: --set */
    const char *table, *output, *engine;
    eg_texts wanted;
    double count, seed, start, stop, tolerance, max_steps, threads, lanes;
    bool balance, quiet;
    bool has_hdf5; /* the table may be one of HDF5 */
} eg_runs_settings;

#define EG_RUNS_SETTINGS_BEGIN                                                                               \
    {                                                                                                        \
        .count = 1, .start = NAN, .stop = NAN, .tolerance = NAN, .max_steps = NAN                            \
    }

/* Their options, for a command's table. */
#define EG_RUNS_OPTIONS(s)                                                                                   \
    EG_LOAD_OPTIONS(&(s)->load),                                                                             \
        eg_option_text("--sets", "FILE.csv", &(s)->table,                                                    \
                       "one row a set; the first line names the parameters"),                                \
        eg_option_number("--count", "N", &(s)->count, 1, 1e9, "from 1 to 1e9", "sets to draw (default: 1)"), \
        eg_option_number("--seed", "N", &(s)->seed, 0, 1e15, "from 0 to 1e15",                               \
                         "of what is drawn (default: 0)"),                                                   \
        eg_option_list("--get", "WHAT", &(s)->wanted, "what is wanted of each run; may be repeated"),        \
        eg_option_number("--start-time", "S", &(s)->start, -DBL_MAX, DBL_MAX, "finite",                      \
                         "begin at S [s] (default: the model's experiment, or 0)"),                          \
        eg_option_number("--stop-time", "S", &(s)->stop, -DBL_MAX, DBL_MAX, "finite",                        \
                         "end at S [s] (default: the model's experiment, or 1)"),                            \
        eg_option_number("--tolerance", "TOL", &(s)->tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",           \
                         "relative accuracy, 1e-12 to 1e-2 (default: the experiment's, or 1e-6)"),           \
        EG_MAX_STEPS_OPTION(&(s)->max_steps),                                                                \
        eg_option_text("--engine", "NAME", &(s)->engine,                                                     \
                       "auto, erk, exact, fixed, ida or irk (default: auto)"),                               \
        eg_option_number("--threads", "N", &(s)->threads, 0, 1024, "from 0 to 1024",                         \
                         "threads (default: 0, one for each core)"),                                         \
        eg_option_number("--lanes", "N", &(s)->lanes, 0, 16, "1, 4, 8 or 16",                                \
                         "instances whose steps are made together (default: 16)"),                           \
        eg_option_flag("--balance", &(s)->balance,                                                           \
                       "run set by set, none in lanes, with energy balances as those of single runs")

/* What --help says about distributions, and about WHAT. */
#define EG_LAWS_TEXT                                                                                         \
    "  --set NAME=uniform(LOW, HIGH)      drawn anew for each set, evenly between the two\n"                 \
    "  --set NAME=loguniform(LOW, HIGH)   the same of its logarithm\n"                                       \
    "  --set NAME=normal(MEAN, DEVIATION) or normal(MEAN, DEVIATION, LOW, HIGH)\n"                           \
    "  --set NAME=lognormal(MEAN, DEVIATION), both of the logarithm\n"                                       \
    "  --set NAME=triangular(LOW, MODE, HIGH), exponential(MEAN), weibull(SHAPE, SCALE), gumbel(MODE, "      \
    "SCALE)\n"                                                                                               \
    "  --set NAME=range(FIRST, LAST, N)   N values, evenly spaced; logrange: of the logarithm\n"             \
    "  --set NAME=list(A, B, ...)         these values, true and false among them\n"                         \
    "  --set NAME=VALUE                   one value for all sets\n"
#define EG_WHAT_TEXT                                                                                         \
    "WHAT is one of:\n"                                                                                      \
    "  EXPRESSION                         its value at the end: ball.v, max(stop.f)/count(stop)\n"           \
    "  count(COMPONENT, EVENT)            how many such events; EVENT may be left out\n"                     \
    "  time(COMPONENT, EVENT, K)          when the one of number K was [s]; empty where there are fewer\n"   \
    "  duration(COMPONENT, EVENT, UNTIL, K)  to the next event UNTIL [s]\n"                                  \
    "COMPONENT and EVENT are patterns in which * and ? are wild; elastogap simulate --stats lists the "      \
    "events of a run. "

/* What options have led to. */
typedef struct eg_runs {
    const eg_runs_settings *set;
    eg_diagnostics *d;
    eg_sets sets;
    eg_texts fixed; /* settings that hold for all sets */
    eg_wanted *wanted;
    char **copies; /* (wanted) texts that `wanted` points into */
    eg_ensemble *ensemble;
} eg_runs;

/* Are the options what they should be? has_use: there is a use for runs of which nothing is wanted by --get.
 * 0, or the exit status of a usage error. */
int eg_runs_check(const eg_runs_settings *settings, bool has_use);
/* Makes design and ensemble; `correlations` may be NULL. 0, or the exit status (reported). Release it in any
 * case. */
int eg_runs_make(eg_runs *r, const eg_runs_settings *settings, const char *input, eg_design_kind kind,
                 const eg_texts *correlations);
/* The options of its runs. */
eg_ensemble_options eg_runs_options(const eg_runs *r);
void eg_runs_release(eg_runs *r);

#endif
