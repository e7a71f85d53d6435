/* The runs of an ensemble as a page to look at: --report. */
#ifndef EG_CLI_ENSEMBLE_PAGE_H
#define EG_CLI_ENSEMBLE_PAGE_H

#include "cli/ensemble_runs.h"

/* Runs the sets whose status is EG_OK again, one by one, and shows them: up to EG_REPORT_RUNS as lines,
 * more as bands beside the first of them. EG_OK, or as reported. */
eg_status eg_ensemble_page_write(const eg_runs *r, const eg_status *statuses, const char *path);

#endif
