/* Runs as moving pictures: frames for ffmpeg, or one SVG that moves. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "elastogap/report.h"

#include "base/names.h"
#include "diagram/raster.h"
#include "report/encoder.h"
#include "report/frame.h"
#include "report/keyframes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIZE = 16, MOST_SIZE = 7680, MOST_FRAMES = 10000000 };

static const char *const endings[] = {".mp4", ".webm", ".gif", ".svg"};

eg_record_options eg_record_options_default(void)
{
    return (eg_record_options){
        .size = sizeof(eg_record_options), .rate = 25, .speed = NAN, .from = NAN, .to = NAN};
}

static eg_film_kind kind_of(const char *path)
{
    int kind = 0;
    while (kind < EG_FILM_KINDS && !eg_path_ends(path, endings[kind]))
        kind++;
    return (eg_film_kind)kind;
}

static eg_status refuse(eg_diagnostics *diagnostics, const char *remedy, const char *what, double value)
{
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, what, value);
    if (remedy)
        eg_remedy(diagnostics, "%s", remedy);
    return EG_ERROR_USAGE;
}

static bool is_size(int size)
{
    return size == 0 || (size >= LEAST_SIZE && size <= MOST_SIZE);
}

/* The span is cut to that of the run. */
static eg_status complete(eg_record_options *o, const eg_trajectory *run, eg_diagnostics *diagnostics)
{
    const size_t rows = eg_trajectory_rows(run);
    if (rows == 0)
        return refuse(diagnostics, "record a run that has rows", "there are no rows to record", 0);
    const double first = eg_trajectory_time(run, 0), last = eg_trajectory_time(run, rows - 1);
    o->from = isnan(o->from) ? first : fmax(o->from, first);
    o->to = isnan(o->to) ? last : fmin(o->to, last);
    const double span = o->to - o->from;
    if (isnan(o->speed))
        o->speed = span > 0 && (span < 3 || span > 30) ? span / 10 : 1;
    if (!(span >= 0))
        return refuse(diagnostics, "choose times within the run", "the run has nothing in the span to record",
                      0);
    if (!is_size(o->width))
        return refuse(diagnostics, "write a width in this range",
                      "pictures are 16 to 7680 pixels wide, not %.0f", o->width);
    if (!is_size(o->height))
        return refuse(diagnostics, "write a height in this range",
                      "pictures are 16 to 7680 pixels high, not %.0f", o->height);
    if (!(o->rate >= 1 && o->rate <= 240))
        return refuse(diagnostics, "write a rate in this range",
                      "moving pictures have 1 to 240 frames a second, not %g", o->rate);
    if (!(o->speed > 0) || !isfinite(o->speed))
        return refuse(diagnostics, "write 1 for the speed of the run itself",
                      "the speed of a moving picture is more than 0, not %g", o->speed);
    if (!(span / o->speed * o->rate < MOST_FRAMES))
        return refuse(diagnostics, "show less of the run, or show it faster",
                      "the moving picture would have %.4g frames", span / o->speed * o->rate);
    return EG_OK;
}

/* ---------------------------------------------------------------- films */

static eg_status record_frame(eg_film *film, double time, eg_raster *raster, eg_encoder *encoder, bool *takes,
                              eg_diagnostics *diagnostics)
{
    char *text;
    size_t length;
    eg_status status = eg_film_frame(film, time, &text, &length);
    if (status != EG_OK)
        return status;
    status = eg_raster_draw(raster, text, length, diagnostics);
    free(text);
    for (int row = 0; status == EG_OK && *takes && row < film->height; row++)
        *takes = eg_encoder_put(encoder, eg_raster_row(raster, row), (size_t)film->width);
    return status;
}

static eg_status record_frames(eg_film *film, const eg_record_options *o, eg_raster *raster,
                               eg_encoder *encoder, eg_diagnostics *diagnostics)
{
    const double span = o->to - o->from;
    const long count = (long)floor(span / o->speed * o->rate * (1 + 1e-12)) + 1;
    bool takes = true;
    eg_status status = EG_OK;
    for (long k = 0; k < count && takes && status == EG_OK; k++) {
        const double time = fmin(o->to, o->from + (double)k * o->speed / o->rate);
        if (o->progress && o->progress(time, o->context) != 0) {
            eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "the recording was stopped at t = %g s", time);
            eg_remedy(diagnostics, "record again, or less of the run: --record-from and --record-to");
            status = EG_ERROR_SIMULATION;
        } else
            status = record_frame(film, time, raster, encoder, &takes, diagnostics);
    }
    return status;
}

/* The colours of some frames, at equal times: enough to have met all that move and light up. */
static eg_status find_palette(eg_film *film, const eg_record_options *o, eg_raster *raster,
                              uint32_t colors[EG_PALETTE_SIZE], eg_diagnostics *diagnostics)
{
    enum { LOOKS = 24 };
    eg_palette *p = eg_palette_create();
    eg_status status = p ? EG_OK : EG_ERROR_MEMORY;
    for (int k = 0; k < LOOKS && status == EG_OK; k++) {
        char *text = NULL;
        size_t length;
        status = eg_film_frame(film, o->from + (o->to - o->from) * k / (LOOKS - 1), &text, &length);
        if (status == EG_OK)
            status = eg_raster_draw(raster, text, length, diagnostics);
        for (int row = 0; row < film->height && status == EG_OK; row++)
            eg_palette_count(p, eg_raster_row(raster, row), (size_t)film->width);
        free(text);
    }
    if (status == EG_OK)
        eg_palette_choose(p, colors);
    eg_palette_free(p);
    return status;
}

static eg_status record_film(eg_film *film, const eg_record_options *o, eg_film_kind kind, const char *path,
                             eg_diagnostics *diagnostics)
{
    eg_raster *raster = NULL;
    eg_encoder *encoder = NULL;
    uint32_t palette[EG_PALETTE_SIZE] = {0};
    eg_status status = eg_raster_create(film->width, film->height, path, diagnostics, &raster);
    if (status == EG_OK && kind == EG_FILM_GIF)
        status = find_palette(film, o, raster, palette, diagnostics);
    if (status == EG_OK)
        status =
            eg_encoder_begin(kind, film->width, film->height, o->rate, palette, path, diagnostics, &encoder);
    if (status == EG_OK)
        status = record_frames(film, o, raster, encoder, diagnostics);
    if (status == EG_OK)
        status = eg_encoder_end(encoder, diagnostics);
    else
        eg_encoder_discard(encoder);
    eg_raster_free(raster);
    return status;
}

/* ---------------------------------------------------------------- all of it */

static eg_status record(const eg_report_run *run, const char *title, const eg_record_options *o,
                        eg_film_kind kind, const char *path, eg_animation *motion,
                        eg_diagnostics *diagnostics)
{
    if (kind == EG_FILM_SVG)
        return eg_keyframes_write(motion, run->trajectory, o, path, diagnostics);
    eg_film film;
    const int width = o->width == 0 && kind == EG_FILM_GIF ? 720 : o->width;
    eg_status status = eg_film_init(&film, motion, run->trajectory, title, o->theme, width, o->height);
    film.from = o->from;
    film.to = o->to;
    film.speed = o->speed;
    if (status == EG_OK)
        status = record_film(&film, o, kind, path, diagnostics);
    eg_film_release(&film);
    return status;
}

eg_status eg_report_record(const eg_report_run *run, const char *title, const eg_record_options *options,
                           const char *path, eg_diagnostics *diagnostics)
{
    eg_record_options o = options ? *options : eg_record_options_default();
    const eg_film_kind kind = kind_of(path);
    eg_animation *motion = NULL;
    if (!eg_options_fit(o.size, sizeof o, "eg_record_options", diagnostics))
        return EG_ERROR_USAGE;
    if (kind == EG_FILM_KINDS) {
        eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
                  "moving pictures end in .mp4, .webm, .gif or .svg");
        eg_remedy(diagnostics, "write a name with one of these endings");
        return EG_ERROR_USAGE;
    }
    eg_status status = complete(&o, run->trajectory, diagnostics);
    if (status != EG_OK)
        return status;
    o.theme = kind != EG_FILM_SVG && o.theme == EG_DIAGRAM_AUTO ? EG_DIAGRAM_LIGHT : o.theme;
    if (run->diagram)
        status = eg_animation_create(run->diagram, &run->trajectory, 1, &motion);
    if (status != EG_OK)
        return status;
    if (motion)
        status = record(run, title, &o, kind, path, motion, diagnostics);
    else
        status = refuse(diagnostics,
                        run->diagram ? "store all variables, or those of flanges and contacts"
                                     : "record a run of the model itself",
                        run->diagram ? "nothing in these results moves, lights up or glows"
                                     : "without a diagram there is nothing to record",
                        0);
    eg_animation_free(motion);
    return status;
}
