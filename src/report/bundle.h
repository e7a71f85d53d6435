/* The scripts and the style of all reports, made of src/report/web by tools/bundle. */
#ifndef EG_REPORT_BUNDLE_H
#define EG_REPORT_BUNDLE_H

extern const char eg_report_script[], eg_report_script_end[];
extern const char eg_report_style[], eg_report_style_end[];

#endif
