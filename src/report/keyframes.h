/* A run's motion as one SVG that moves without scripts, for pages that show pictures alone. */
#ifndef EG_REPORT_KEYFRAMES_H
#define EG_REPORT_KEYFRAMES_H

#include "elastogap/report.h"
#include "report/frame.h"

/* The options are complete. EG_OK, EG_ERROR_FILE (reported), EG_ERROR_SIMULATION: stopped (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_keyframes_write(const eg_animation *motion, const eg_trajectory *run,
                             const eg_record_options *options, const char *path, eg_diagnostics *diagnostics);

#endif
