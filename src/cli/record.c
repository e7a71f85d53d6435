#include "cli/record.h"

#include "base/names.h"
#include "cli/signals.h"

#include <ctype.h>
#include <stdlib.h>

/* "1280" or "1280x720". False: neither. */
static bool read_size(const char *text, int *width, int *height)
{
    enum { MOST = 7680, LEAST = 16 };
    char *end;
    const long w = strtol(text, &end, 10);
    long h = 0;
    if (*end == 'x' && isdigit((unsigned char)end[1])) {
        h = strtol(end + 1, &end, 10);
        if (h < LEAST)
            return false;
    }
    *width = (int)w;
    *height = (int)h;
    return isdigit((unsigned char)*text) && !*end && w >= LEAST && w <= MOST && h <= MOST;
}

int eg_record_check(const eg_record_settings *set)
{
    int width, height;
    const bool is_said = set->size || set->dark || isfinite(set->rate) || isfinite(set->speed) ||
                         isfinite(set->from) || isfinite(set->to);
    if (!set->file && is_said)
        return eg_print_usage_error(
            "--record-size, -rate, -speed, -from, -to and -dark are for --record FILE");
    if (!set->file)
        return EG_EXIT_DONE;
    if (!eg_path_ends(set->file, ".mp4") && !eg_path_ends(set->file, ".webm") &&
        !eg_path_ends(set->file, ".gif") && !eg_path_ends(set->file, ".svg"))
        return eg_print_usage_error("--record must end in .mp4, .webm, .gif or .svg, but is '%s'", set->file);
    if (set->size && !read_size(set->size, &width, &height))
        return eg_print_usage_error(
            "--record-size is a width, or width and height as in 1280x720, each from 16 "
            "to 7680, and not '%s'",
            set->size);
    if (isfinite(set->from) && isfinite(set->to) && set->to < set->from)
        return eg_print_usage_error("--record-to (%g) must not be before --record-from (%g)", set->to,
                                    set->from);
    return EG_EXIT_DONE;
}

static int is_interrupted(double time, eg_progress *context)
{
    (void)time;
    (void)context;
    return eg_signals_interrupted();
}

eg_status eg_record_run(const eg_record_settings *set, const eg_report_run *run, const char *title,
                        eg_diagnostics *diagnostics)
{
    eg_record_options o = eg_record_options_default();
    if (set->size)
        read_size(set->size, &o.width, &o.height);
    if (isfinite(set->rate))
        o.rate = set->rate;
    o.speed = set->speed;
    o.from = set->from;
    o.to = set->to;
    o.theme = set->dark ? EG_DIAGRAM_DARK : EG_DIAGRAM_AUTO;
    o.progress = is_interrupted;
    return eg_report_record(run, title, &o, set->file, diagnostics);
}
