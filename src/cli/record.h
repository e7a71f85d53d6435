/* Runs as moving pictures: --record and what belongs to it. */
#ifndef EG_CLI_RECORD_H
#define EG_CLI_RECORD_H

#include "cli/options.h"
#include "elastogap/report.h"

#include <float.h>
#include <math.h>

/* What the command line says. */
typedef struct eg_record_settings {
    const char *file, *size; /* NULL: unsaid */
    double rate, speed, from, to;
    bool dark;
} eg_record_settings;

#define EG_RECORD_UNSAID                                                                                     \
    {                                                                                                        \
        .rate = NAN, .speed = NAN, .from = NAN, .to = NAN                                                    \
    }
#define EG_RECORD_OPTIONS(set)                                                                               \
    eg_option_text("--record", "FILE", &(set)->file,                                                         \
                   "record the model in motion: .mp4, .webm, .gif (by ffmpeg), or .svg that moves"),         \
        eg_option_text("--record-size", "W[xH]", &(set)->size,                                               \
                       "of recordings: width and height [px] (default: 1280, .gif 720, and what fits)"),     \
        eg_option_number("--record-rate", "N", &(set)->rate, 1, 240, "from 1 to 240",                        \
                         "of recordings: frames a second (default: 25)"),                                    \
        eg_option_number("--record-speed", "X", &(set)->speed, DBL_MIN, DBL_MAX, "more than 0",              \
                         "of recordings: 0.1 is slowed down ten times (default: 1, or 10 s in all)"),        \
        eg_option_number("--record-from", "S", &(set)->from, -DBL_MAX, DBL_MAX, "finite",                    \
                         "of recordings: from S on [s] (default: all of the run)"),                          \
        eg_option_number("--record-to", "S", &(set)->to, -DBL_MAX, DBL_MAX, "finite",                        \
                         "of recordings: up to S [s]"),                                                      \
        eg_option_flag("--record-dark", &(set)->dark, "of recordings: light on dark")

/* Is all of it well said? EG_EXIT_DONE, or EG_EXIT_USAGE with a message. */
int eg_record_check(const eg_record_settings *set);
/* Records a run; an interrupt ends that. EG_OK, or as reported. */
eg_status eg_record_run(const eg_record_settings *set, const eg_report_run *run, const char *title,
                        eg_diagnostics *diagnostics);

#endif
