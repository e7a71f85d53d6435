/* Spectra on the command line: --spectrum of a run or of results. */
#ifndef EG_CLI_SPECTRA_H
#define EG_CLI_SPECTRA_H

#include "cli/options.h"
#include "cli/readings.h"
#include "elastogap/linearize.h"
#include "elastogap/spectrum.h"

#include <float.h>
#include <math.h>

typedef struct eg_spectrum_settings {
    eg_texts curves; /* --spectrum */
    const char *window;
    const char *natural;   /* --natural: where; NULL: not asked for */
    double from, to, most; /* [s], [Hz]; NAN where nothing is said */
    bool log_x, log_y;     /* axes of its picture, and of curves beside it */
} eg_spectrum_settings;

#define EG_SPECTRUM_UNSAID                                                                                   \
    {                                                                                                        \
        .from = NAN, .to = NAN, .most = NAN                                                                  \
    }
/* Entries of a table of options. */
#define EG_SPECTRUM_OPTIONS(settings)                                                                        \
    eg_option_list("--spectrum", "CURVE", &(settings)->curves,                                               \
                   "amplitudes over frequency of the variables that match, or of an expression"),            \
        eg_option_number("--spectrum-from", "S", &(settings)->from, -DBL_MAX, DBL_MAX, "finite",             \
                         "of spectra: from S on [s] (default: all of the run)"),                             \
        eg_option_number("--spectrum-to", "S", &(settings)->to, -DBL_MAX, DBL_MAX, "finite",                 \
                         "of spectra: up to S [s]"),                                                         \
        eg_option_number("--max-frequency", "F", &(settings)->most, DBL_MIN, DBL_MAX, "more than 0",         \
                         "of spectra: up to F [Hz] (default: what there is, in pictures what can be seen)"), \
        eg_option_text("--window", "NAME", &(settings)->window,                                              \
                       "of spectra: hann (default), flattop or rectangular"),                                \
        eg_option_flag("--log-x", &(settings)->log_x,                                                        \
                       "of pictures: the abscissa by powers of ten, be it time, a variable or frequency"),   \
        eg_option_flag("--log-y", &(settings)->log_y, "of pictures: the ordinates by powers of ten")

/* What --help says about them. */
#define EG_SPECTRUM_TEXT                                                                                     \
    "A spectrum tells amplitudes: A*sin(2*pi*f*time) comes to A at f, in the unit of the variable; its "     \
    "mean is taken off and told apart. What lies between lines is leakage, narrower the longer the span "    \
    "is; the window hann keeps that near lines, rectangular suits a span of whole periods, flattop tells "   \
    "small lines beside large ones."

/* One spectrum. */
typedef struct eg_spectra_item {
    const char *run;  /* which run; "" where there is one only */
    const char *name; /* of the variable */
    const char *unit;
    eg_spectrum spectrum;
} eg_spectra_item;

typedef struct eg_spectra {
    eg_arena *arena; /* owns the texts */
    eg_spectra_item *items;
    size_t count, capacity;
    eg_linear_eigenvalue *natural; /* (natural_count) those that swing, each pair once */
    size_t natural_count;
    double natural_at; /* [s] where the model was linearized */
} eg_spectra;

/* Are the settings right? EG_EXIT_DONE, EG_EXIT_USAGE (told). */
int eg_spectra_check(const eg_spectrum_settings *set);
/* Adds the spectra of what `curves` has read: of the rows of a run, to which its formulas are added, or,
 * where one is made for it with these options, of the engine's dense output, so that results stay what
 * they are. run: "", or which of several it is; one of those may lack a variable, which is a warning.
 * Release it in any case. EG_OK, EG_ERROR_USAGE (reported), EG_ERROR_MEMORY; what a run ends with. */
eg_status eg_spectra_of_rows(eg_spectra *s, const eg_spectrum_settings *set, eg_curves_wanted *curves,
                             eg_trajectory *t, const char *run, eg_diagnostics *d);
eg_status eg_spectra_of_model(eg_spectra *s, const eg_spectrum_settings *set, eg_curves_wanted *curves,
                              const eg_model *model, const eg_simulate_options *options, eg_diagnostics *d);
/* Notes the natural frequencies of the model, linearized where set->natural says: at the end of the run with
 * these options, at a time of it, or in an equilibrium. EG_OK, or what eg_linearize and eg_steady end with
 * (reported). */
eg_status eg_spectra_mark(eg_spectra *s, const eg_spectrum_settings *set, const eg_model *model,
                          const eg_simulate_options *options, eg_diagnostics *d);
/* Prints the span, mean and largest lines of each. */
void eg_spectra_print(const eg_spectra *s, const eg_spectrum_settings *set, FILE *out);
/* Draws them, or where the path ends in .csv writes a table. */
eg_status eg_spectra_write(const eg_spectra *s, const eg_spectrum_settings *set, const char *title,
                           const char *path, eg_diagnostics *d);
void eg_spectra_release(eg_spectra *s);

#endif
