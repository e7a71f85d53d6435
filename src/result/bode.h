/* Frequency responses as a picture: magnitude and phase below each other, over one logarithmic axis. */
#ifndef EG_RESULT_BODE_H
#define EG_RESULT_BODE_H

#include "elastogap/base.h"

typedef struct eg_bode_curve {
    const char *name;        /* UTF-8 */
    const double *magnitude; /* [dB]; NAN: a gap */
    const double *phase;     /* [degree] */
} eg_bode_curve;

/* All curves over the same frequencies [Hz], ascending. Draws into a .svg, .png or .pdf under a title (NULL:
 * none). EG_OK, EG_ERROR_USAGE (another ending), EG_ERROR_FILE, EG_ERROR_UNAVAILABLE (no gnuplot),
 * EG_ERROR_MEMORY; all reported. */
eg_status eg_bode_plot(const eg_bode_curve *curves, size_t curve_count, const double *frequency, size_t count,
                       const char *title, const char *path, eg_diagnostics *diagnostics);

#endif
