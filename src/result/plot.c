/* Drawing variables over time: one panel a unit, stacked over one time axis.
 *
 * The picture is made by the program gnuplot, started without a shell: its commands come from a
 * temporary file, what it draws goes into a file beside the wanted one, which is renamed when all went
 * well, and what it complains about into another temporary file. */
#include "result/plot.h"

#include "base/file.h"
#include "base/report.h"
#include "result/formats.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---------------------------------------------------------------- what is drawn */

static const char *plain_unit(const char *unit)
{
    return strcmp(unit, "1") == 0 ? "" : unit;
}

/* Booleans, and modes that take two values only. */
static bool is_boolean(const eg_trajectory *t, size_t signal)
{
    if (!t->signals[signal].info.is_discrete)
        return false;
    for (size_t row = 0; row < t->row_count; row++) {
        double value = eg_trajectory_value(t, signal, row);
        if (value != 0.0 && value != 1.0)
            return false;
    }
    return true;
}

static bool same_curve(const eg_trajectory *t, size_t i, size_t k)
{
    if (strcmp(t->signals[i].info.unit, t->signals[k].info.unit) != 0 ||
        !t->signals[i].info.is_discrete != !t->signals[k].info.is_discrete)
        return false;
    if (t->signals[i].column >= 0 && t->signals[i].column == t->signals[k].column)
        return true;
    for (size_t row = 0; row < t->row_count; row++)
        if (eg_trajectory_value(t, i, row) != eg_trajectory_value(t, k, row))
            return false;
    return true;
}

/* The line that shows variable i: that of an equal one before it (mass1.flange_a.s without a length is
 * mass1.s), or its own, which is put at the end of order[]. Booleans have lanes of their own. */
static void choose_line(eg_plot *plot, size_t i, size_t *order, size_t *count)
{
    bool boolean = is_boolean(plot->t, i);
    for (size_t k = 0; k < *count && !boolean; k++)
        if (same_curve(plot->t, i, order[k])) {
            plot->drawn[i] = 1 + order[k];
            return;
        }
    plot->drawn[i] = 1 + i;
    order[(*count)++] = i;
}

/* Collects the variables in the order of the patterns, each once; order[] receives those that have a line
 * of their own. Returns their number. */
static size_t choose(eg_plot *plot, const char *const *patterns, size_t pattern_count, size_t *order,
                     eg_diagnostics *diagnostics)
{
    const eg_trajectory *t = plot->t;
    size_t count = 0;
    for (size_t k = 0; k < pattern_count; k++) {
        size_t matches = 0;
        for (size_t i = 0; i < t->signal_count; i++) {
            if (!eg_match(patterns[k], t->signals[i].info.name))
                continue;
            matches++;
            if (plot->drawn[i] == 0)
                choose_line(plot, i, order, &count);
        }
        if (matches == 0)
            eg_report(diagnostics, EG_WARNING, EG_NOWHERE,
                      "no variable matches the pattern \"%s\" of the plot", patterns[k]);
    }
    return count;
}

/* ---------------------------------------------------------------- panels */

/* The unit in which a variable is drawn: its own, or without a prefix where that is there as well, so that
 * kN and N share an axis. */
static const char *unit_of(eg_plot *plot, size_t signal, const size_t *order, size_t count)
{
    const char *unit = plain_unit(plot->t->signals[signal].info.unit), *rest;
    int power = eg_axis_prefix(unit, &rest);
    for (size_t k = 0; k < count && power != 0; k++)
        if (strcmp(plot->t->signals[order[k]].info.unit, rest) == 0) {
            plot->factors[signal] = pow(10.0, power);
            return rest;
        }
    return unit;
}

static double size_of(const eg_plot *plot, size_t signal)
{
    double size = 0.0;
    for (size_t row = 0; row < plot->t->row_count; row++) {
        double value = fabs(eg_plot_value(plot, signal, row));
        size = value > size && isfinite(value) ? value : size;
    }
    return size;
}

/* A variable that is so much smaller than another one of its unit would be a flat line beside it. */
static const double MOST_UNLIKE = 100.0;

/* What is known of a variable before it has a panel. */
typedef struct candidate {
    const char *unit;
    bool discrete, lanes, placed;
    double size; /* the largest absolute value */
} candidate;

static bool is_alike(const candidate *a, const candidate *b)
{
    return a->discrete == b->discrete && a->lanes == b->lanes && strcmp(a->unit, b->unit) == 0;
}

/* The largest among those like `first` that have no panel yet; less than 0 when all have. */
static double largest_left(const candidate *all, size_t count, const candidate *first)
{
    double size = -1.0;
    for (size_t k = 0; k < count; k++)
        if (!all[k].placed && is_alike(&all[k], first) && all[k].size > size)
            size = all[k].size;
    return size;
}

/* Fills a panel with the variables of order[] that are like `first` and of about the size `size`. Those
 * that are 0 throughout go with the first panel of their unit. */
static void fill_panel(eg_plot *plot, candidate *all, const size_t *order, size_t count,
                       const candidate *first, double size, size_t *sorted)
{
    eg_panel *p = &plot->panels[plot->panel_count++];
    *p = (eg_panel){
        .unit = first->unit, .discrete = first->discrete, .lanes = first->lanes, .signals = sorted};
    for (size_t k = 0; k < count; k++) {
        candidate *c = &all[k];
        if (c->placed || !is_alike(c, first) ||
            (!c->discrete && c->size > 0.0 && c->size < size / MOST_UNLIKE))
            continue;
        c->placed = true;
        p->signals[p->count++] = order[k];
    }
}

/* Makes the panels: units in the order in which they come, the largest values of each first. Returns EG_OK or
 * EG_ERROR_MEMORY. */
static eg_status form_panels(eg_plot *plot, const size_t *order, size_t count, size_t *sorted)
{
    candidate *all = calloc(count, sizeof *all);
    if (!all)
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < count; k++) {
        all[k].unit = unit_of(plot, order[k], order, count);
        all[k].discrete = plot->t->signals[order[k]].info.is_discrete != 0;
        all[k].lanes = is_boolean(plot->t, order[k]);
        all[k].size = size_of(plot, order[k]);
    }
    for (size_t first = 0; first < count; first++)
        for (double size; (size = largest_left(all, count, &all[first])) >= 0.0;) {
            fill_panel(plot, all, order, count, &all[first], size, sorted);
            sorted += plot->panels[plot->panel_count - 1].count;
        }
    free(all);
    return EG_OK;
}

static eg_status nothing_to_draw(const eg_trajectory *t, const char *const *patterns, size_t pattern_count,
                                 eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "there is nothing to plot: %s",
              t->row_count == 0 ? "the trajectory has no points" : "no variable matches");
    const char **names = malloc((t->signal_count + 1) * sizeof *names);
    if (!names)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < t->signal_count; i++)
        names[i] = t->signals[i].info.name;
    const char *near = pattern_count > 0 ? eg_nearest(patterns[0], names, t->signal_count) : NULL;
    if (near)
        eg_remedy(diagnostics, "did you mean \"%s\"?", near);
    else
        eg_remedy(diagnostics, "name variables by their dotted names; * and ? are wild, as in \"mass*.s\"");
    free((void *)names);
    return EG_ERROR_USAGE;
}

/* The more panels, the lower; but the legend must fit beside it. */
static double panel_height(const eg_plot *plot, const eg_panel *p)
{
    double usual = plot->panel_count == 1 ? 360.0 : plot->panel_count == 2 ? 240.0 : 170.0;
    if (p->lanes)
        return 24.0 * (double)p->count + 14.0;
    double legend = 19.0 * (double)eg_legend_rows(plot, p) + 30.0;
    return legend > usual ? legend : usual;
}

static void find_axes(eg_plot *plot)
{
    eg_axis_for_time(plot);
    for (size_t i = 0; i < plot->panel_count; i++) {
        plot->panels[i].height = panel_height(plot, &plot->panels[i]);
        eg_axis_for_panel(plot, &plot->panels[i]);
    }
    eg_axis_unify(plot);
}

/* ---------------------------------------------------------------- gnuplot */

/* Starts gnuplot with its three streams and waits for it. It opens its output by itself, so that it does
 * not hold the lock of the file in the making when this process is killed; a stream has none. Returns 0 or
 * errno; *exit_status is what waitpid says. */
static int run_gnuplot(int input, const eg_file *output, bool is_direct, int complaints, int *exit_status)
{
    char *arguments[] = {"gnuplot", "-d", NULL}; /* -d: without the user's own settings */
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    pid_t child;
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0 && is_direct)
        error = posix_spawn_file_actions_adddup2(&actions, eg_file_descriptor(output), STDOUT_FILENO);
    else if (error == 0)
        error =
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, eg_file_temporary(output), O_WRONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    if (error == 0)
        error = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        return error;
    while (waitpid(child, exit_status, 0) < 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

static eg_status report_missing(const char *path, int error, eg_diagnostics *diagnostics)
{
    bool missing = error == ENOENT || error == EACCES;
    if (error == ENOMEM) {
        eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "out of memory while starting gnuplot");
        return EG_ERROR_MEMORY;
    }
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              missing ? "plots need the program gnuplot, which is not installed"
                      : "plots need the program gnuplot, which could not be started (error %d)",
              error);
    eg_remedy(diagnostics, missing ? "install it: sudo apt install gnuplot-nox" : "try again");
    return EG_ERROR_UNAVAILABLE;
}

/* Gnuplot failed: says why in its own words, which stand at the end of what it printed. */
static eg_status report_failed(const char *path, FILE *complaints, eg_diagnostics *diagnostics)
{
    char text[300];
    long end = fseek(complaints, 0, SEEK_END) == 0 ? ftell(complaints) : 0;
    long room = (long)sizeof text - 1;
    fseek(complaints, end > room ? end - room : 0, SEEK_SET);
    size_t length = fread(text, 1, (size_t)room, complaints);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    text[length] = '\0';
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "gnuplot could not draw the picture: %s",
              length > 0 ? text : "it says nothing");
    eg_remedy(diagnostics, "install Debian's package gnuplot-nox, or choose another of .svg, .png, .pdf");
    return EG_ERROR_UNAVAILABLE;
}

/* Gnuplot does not notice a full disk. Every format ends with a mark of its own. */
static bool is_complete(int descriptor, eg_picture_kind kind)
{
    static const char *const marks[] = {"</svg>", "IEND", "%%EOF"};
    char tail[33] = "";
    off_t end = lseek(descriptor, 0, SEEK_END);
    if (end < 0)
        return true; /* a pipe */
    ssize_t length = pread(descriptor, tail, 32, end > 32 ? end - 32 : 0);
    for (ssize_t i = 0; i + 4 <= length; i++)
        if (strncmp(tail + i, marks[kind], strlen(marks[kind])) == 0)
            return true;
    return false;
}

eg_status eg_picture_draw(const char *path, eg_picture_kind kind, eg_picture_script *put, const void *picture,
                          eg_diagnostics *diagnostics)
{
    int exit_status = 0, error = 0;
    eg_status status = EG_ERROR_FILE;
    const bool is_direct = eg_file_is_special(path);
    FILE *script = tmpfile(), *complaints = tmpfile();
    eg_file *file = NULL;
    if (!script || !complaints) {
        eg_file_report(diagnostics, "write", "a temporary file for gnuplot", errno);
        goto done;
    }
    put(picture, script);
    if (fflush(script) != 0 || ferror(script)) {
        eg_file_report(diagnostics, "write", "a temporary file for gnuplot", errno);
        goto done;
    }
    rewind(script);
    file = eg_file_create(path, diagnostics, &status);
    if (!file)
        goto done;
    error = run_gnuplot(fileno(script), file, is_direct, fileno(complaints), &exit_status);
    if (error != 0) {
        status = report_missing(path, error, diagnostics);
    } else if (!WIFEXITED(exit_status) || WEXITSTATUS(exit_status) != 0) {
        status = report_failed(path, complaints, diagnostics);
    } else {
        if (!is_direct && !is_complete(eg_file_descriptor(file), kind))
            eg_file_fail(file, ENOSPC);
        status = eg_file_commit(file, diagnostics);
        file = NULL;
    }
done:
    eg_file_discard(file);
    if (script)
        fclose(script);
    if (complaints)
        fclose(complaints);
    return status;
}

/* ---------------------------------------------------------------- the call */

bool eg_picture_kind_of(const char *path, eg_picture_kind *kind, eg_diagnostics *diagnostics)
{
    *kind = eg_path_ends(path, ".png")   ? EG_PICTURE_PNG
            : eg_path_ends(path, ".pdf") ? EG_PICTURE_PDF
                                         : EG_PICTURE_SVG;
    if (*kind != EG_PICTURE_SVG || eg_path_ends(path, ".svg") || eg_file_is_special(path))
        return true;
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              "the name of a picture ends in .svg, .png or .pdf");
    eg_remedy(diagnostics, "name it for example \"%s.svg\"", path);
    return false;
}

static void put_plot(const void *plot, FILE *out)
{
    eg_plot_script(plot, out);
}

eg_status eg_trajectory_plot(const eg_trajectory *t, const char *const *patterns, size_t pattern_count,
                             const char *title, const char *path, eg_diagnostics *diagnostics)
{
    eg_plot plot = {.t = t, .title = title && *title ? title : NULL};
    if (!eg_picture_kind_of(path, &plot.kind, diagnostics))
        return EG_ERROR_USAGE;
    eg_status status = EG_ERROR_MEMORY;
    size_t room = t->signal_count + 1;
    plot.panels = calloc(room, sizeof *plot.panels);
    plot.factors = malloc(room * sizeof *plot.factors);
    size_t *indices = calloc(room, 3 * sizeof *indices);
    if (!plot.panels || !plot.factors || !indices)
        goto done;
    size_t *order = indices + room, *sorted = indices + 2 * room;
    plot.drawn = indices;
    for (size_t i = 0; i < room; i++)
        plot.factors[i] = 1.0;
    size_t count = choose(&plot, patterns, pattern_count, order, diagnostics);
    if (count == 0 || t->row_count == 0) {
        status = nothing_to_draw(t, patterns, pattern_count, diagnostics);
        goto done;
    }
    status = form_panels(&plot, order, count, sorted);
    if (status != EG_OK)
        goto done;
    find_axes(&plot);
    status = eg_picture_draw(path, plot.kind, put_plot, &plot, diagnostics);
done:
    free(plot.panels);
    free(plot.factors);
    free(indices);
    return status;
}
