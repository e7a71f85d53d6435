/* Pictures of curves y over x, side by side: what is no trajectory over time. */
#ifndef EG_RESULT_CURVES_H
#define EG_RESULT_CURVES_H

#include "elastogap/base.h"

/* Points of a curve (count each). A repeated x is a jump. */
typedef struct eg_curve {
    const char *name; /* letters, digits and -._= only: it is written as it is */
    const double *x, *y;
    size_t count;
} eg_curve;

/* One pair of axes: what they show, written as names are, and its unit ("m", "N", ""); what is drawn is in
 * thousandths or thousands of the unit where that makes the numbers short. */
typedef struct eg_curve_panel {
    const char *x_name, *x_unit;
    const char *y_name, *y_unit;
    const eg_curve *curves;
    size_t count;
} eg_curve_panel;

/* Draws up to two panels of the same curves into a .svg, .png or .pdf, under a title (UTF-8; NULL: none)
 * and one legend. EG_OK, EG_ERROR_USAGE (another ending), EG_ERROR_FILE, EG_ERROR_UNAVAILABLE (no
 * gnuplot), EG_ERROR_MEMORY; all reported. */
eg_status eg_curves_plot(const eg_curve_panel *panels, size_t count, const char *title, const char *path,
                         eg_diagnostics *diagnostics);

#endif
