/* Reports: one self-contained page of HTML that shows runs, to be opened anywhere.
 *
 *   eg_report_run run = {.trajectory = t, .statistics = &st, .file = "Drop.csv"};
 *   eg_report_write(&run, 1, "Drop", "Drop.html", diagnostics);
 *
 * The page asks for nothing from any network and runs the program's own scripts alone: its
 * Content-Security-Policy names these by their hashes, and whatever comes from models is text. */
#ifndef ELASTOGAP_REPORT_H
#define ELASTOGAP_REPORT_H

#include "elastogap/diagram.h"
#include "elastogap/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A run of a report. All is the caller's and only read. */
typedef struct eg_report_run {
    const eg_trajectory *trajectory;
    const char *label;               /* what the page calls it beside others; NULL: "run 1" and so on */
    const char *file;                /* where all its rows are, for whoever wants them; NULL: nowhere */
    const eg_statistics *statistics; /* how it went; NULL: unknown, as of results that were read */
    const eg_diagram *diagram;       /* of the model: the page moves that of the first run. NULL: the page
                                        draws what flanges the results name */
} eg_report_run;

/* So many runs at most. */
enum { EG_REPORT_RUNS = 8 };

/* Writes a page about these runs under a title (UTF-8) into the file `path`, which appears whole or not
 * at all. A run whose numbers come to less than 2.7 MB (of all runs together) has all its rows in the
 * page, to the bit, and one of up to 6100 rows has all of them with seven digits. Of others it has the
 * least and the greatest value of each of at least 1500 equal parts of its time, so that no extremum
 * moves by a pixel on a picture of that width, and both rows of each event as far as there is room; the
 * page says so. Of events the first 20,000 are listed. EG_OK; EG_ERROR_USAGE: no runs, or more than
 * EG_REPORT_RUNS; EG_ERROR_FILE, EG_ERROR_MEMORY. All but the last are reported. */
EG_API eg_status eg_report_write(const eg_report_run *runs, size_t count, const char *title, const char *path,
                                 eg_diagnostics *diagnostics);

/* Many runs, of which one is in memory at a time. */
typedef struct eg_report_ensemble {
    size_t count;
    /* Gives run i of `count` as a trajectory, until it is released. Each is asked for at
     * least twice, and must be the same each time. Else than EG_OK nothing is given, and that ends it. */
    eg_status (*read)(void *context, size_t i, eg_diagnostics *diagnostics, eg_trajectory **trajectory);
    /* Takes back what `read` has given; NULL: it is freed by eg_trajectory_free. */
    void (*release)(void *context, eg_trajectory *trajectory);
    void *context;
} eg_report_ensemble;

/* Writes a page about many runs, as eg_report_write does, with bands for each signal of the chosen run: the
 * least and the greatest value, the quartiles and the median over all runs, at common times. These are 1001
 * equal ones of the span of all runs, and fewer, down to 201, of more than 104 signals. At each a run has the
 * value that lies linearly between its rows (eg_trajectory_at); it counts neither outside its own span, nor
 * where it lacks the signal, nor where that is no number. Quantiles lie linearly between the sorted values,
 * the first at 0 and the last at 1. Motion, events, contacts and energies are those of the chosen run, which
 * need not be one of them. The memory it takes does not grow with `count` beyond 256 MB, unless a single
 * signal takes more at these times; then runs are read more often. EG_OK; EG_ERROR_USAGE: no runs
 * (reported); what `read` returns; EG_ERROR_FILE (reported), EG_ERROR_MEMORY. */
EG_API eg_status eg_report_write_bands(const eg_report_run *chosen, const eg_report_ensemble *runs,
                                       const char *title, const char *path, eg_diagnostics *diagnostics);

/* How a run becomes a moving picture. */
typedef struct eg_record_options {
    size_t size;            /* of this struct, or 0: EG_VERSION in base.h */
    int width, height;      /* [px], 16 to 7680, made even; 0: 1280 wide (GIF: 720; SVG: as drawn), as high as
                               it takes. Default 0 */
    double rate;            /* frames a second, 1 to 240; default 25 */
    double speed;           /* seconds of the run in a second of the film; NAN (default): 1, or where it has
                               less than 3 s or more than 30 s, what makes the film 10 s long */
    double from, to;        /* what of the run is shown [s]; NAN (default): all */
    eg_diagram_theme theme; /* default EG_DIAGRAM_AUTO: light, and in SVG what the viewer prefers */
    /* May stop it: called before each frame with the time [s] it shows; another value than 0 ends the
     * recording. NULL (default): never. */
    int (*progress)(double time, eg_progress *context);
    eg_progress *context;
} eg_record_options;

/* The defaults named above. */
EG_API eg_record_options eg_record_options_default(void);

/* Writes the run's motion, as the page of a report shows it, into a file that appears whole or not at all:
 * .mp4, .webm or .gif by the program ffmpeg, whose frames the library librsvg draws, or .svg, animated
 * without scripts. `run->diagram` must be there. Frames show the diagram of the model, its title (UTF-8),
 * the time, the forces of up to six contacts and scales; frame k shows the run at from + k*speed/rate, of
 * several rows at one time the last. Of the same run they are the same. `options` may be NULL. EG_OK;
 * EG_ERROR_USAGE (reported): another ending, an option out of its range, no diagram, results in which
 * nothing moves, lights up or glows; EG_ERROR_SIMULATION: stopped by `progress`; EG_ERROR_UNAVAILABLE:
 * ffmpeg or librsvg is missing, or ffmpeg failed; EG_ERROR_FILE (all reported); EG_ERROR_MEMORY. */
EG_API eg_status eg_report_record(const eg_report_run *run, const char *title,
                                  const eg_record_options *options, const char *path,
                                  eg_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
