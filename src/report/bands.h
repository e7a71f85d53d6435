/* Many runs at common times: of each signal the least and the greatest value, quartiles and median. */
#ifndef EG_REPORT_BANDS_H
#define EG_REPORT_BANDS_H

#include "elastogap/report.h"

enum { EG_BAND_LINES = 5 }; /* of each signal, in this order: least, 1st quartile, median, 3rd, greatest */

/* A trajectory whose rows are the common times and whose signals are the lines of each signal of `chosen`,
 * named "ball.s, median" and so on. Runs are read one after another, twice or, where they are so many that
 * their values at these times exceed a fixed room, more often. *bands is the caller's, NULL unless EG_OK;
 * what `read` returns; EG_ERROR_MEMORY. */
eg_status eg_bands_make(const eg_report_ensemble *runs, const eg_trajectory *chosen,
                        eg_diagnostics *diagnostics, eg_trajectory **bands);

#endif
