/* The parts of a page that are text: what a reader without scripts, and a printer, gets as well. */
#ifndef EG_REPORT_PAGE_H
#define EG_REPORT_PAGE_H

#include "base/file.h"
#include "elastogap/report.h"

void eg_reported_number(eg_file *file, double value);

/* Of one run: what it was, its parameters, how it was computed. */
void eg_reported_summary(eg_file *file, const eg_report_run *run, bool is_one_of_several);
void eg_reported_parameters(eg_file *file, const eg_report_run *run);
void eg_reported_statistics(eg_file *file, const eg_report_run *run);

#endif
