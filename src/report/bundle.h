/* The scripts and the style of all reports, made of src/report/web by tools/bundle. */
#ifndef EG_REPORT_BUNDLE_H
#define EG_REPORT_BUNDLE_H

#include <stddef.h>

extern const char eg_report_script[], eg_report_style[];
size_t eg_report_script_length(void);
size_t eg_report_style_length(void);

#endif
