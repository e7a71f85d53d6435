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

/* Chooses the lines of a picture. */
typedef struct chooser {
    eg_plot *plot;
    const eg_plot_run *runs;
    size_t run_count, run, curve; /* run, curve: those at hand */
    eg_arena *arena;              /* names of lines */
    eg_diagnostics *diagnostics;
} chooser;

size_t eg_curve_length(const char *text)
{
    int depth = 0;
    bool quoted = false;
    size_t i = 0;
    for (; text[i]; i++) {
        quoted = quoted != (text[i] == '\'');
        if (quoted)
            continue;
        depth += strchr("([{", text[i]) != NULL;
        depth -= strchr(")]}", text[i]) != NULL;
        if (text[i] == ':' && depth <= 0)
            break;
    }
    return i;
}

static const char *plain_unit(const char *unit)
{
    return strcmp(unit, "1") == 0 ? "" : unit;
}

/* Booleans, and modes that take two values only. Files do not tell what is discrete: there it is what
 * takes both, and nothing between. */
static bool is_boolean(const eg_trajectory *t, size_t signal)
{
    bool has[2] = {false, false};
    for (size_t row = 0; row < t->row_count; row++) {
        double value = eg_trajectory_value(t, signal, row);
        if (value != 0.0 && value != 1.0)
            return false;
        has[(int)value] = true;
    }
    return t->signals[signal].info.is_discrete || (has[0] && has[1]);
}

static bool same_curve(const eg_plot_line *a, const eg_plot_line *b)
{
    const eg_trajectory *t = a->t;
    const eg_trajectory_source *i = &t->signals[a->y], *k = &t->signals[b->y];
    if (t != b->t || a->x != b->x || strcmp(i->info.unit, k->info.unit) != 0 ||
        !i->info.is_discrete != !k->info.is_discrete)
        return false;
    if (i->column >= 0 && i->column == k->column)
        return true;
    for (size_t row = 0; row < t->row_count; row++)
        if (eg_trajectory_value(t, a->y, row) != eg_trajectory_value(t, b->y, row))
            return false;
    return true;
}

/* "s_rel" for stop.s_rel over which stop.f is drawn: a name that is cut must not lose what is drawn. */
static const char *name_beside(const char *y, const char *x)
{
    const char *of_y, *of_x;
    (void)eg_axis_last_part(y, &of_y);
    (void)eg_axis_last_part(x, &of_x);
    const size_t length = (size_t)(of_x - x);
    return (size_t)(of_y - y) == length && strncmp(x, y, length) == 0 ? of_x : x;
}

/* Of several runs the legend says which one a line is of; what it is over where the axis does not say
 * that. Lanes have no axis that names anything. */
static const char *name_line(chooser *c, const eg_plot_line *line, bool is_lane)
{
    if (c->plot->by_run && !is_lane)
        return c->runs[c->run].label;
    const char *y = line->t->signals[line->y].info.name;
    const char *x = line->x >= 0 ? line->t->signals[line->x].info.name : NULL;
    x = x && strchr(x, '.') ? x : NULL;
    const char *label = c->run_count > 1 ? c->runs[c->run].label : NULL;
    if (!x && !label)
        return y;
    if (x && strlen(y) + strlen(" over ") + strlen(x) + (label ? strlen(label) + 2 : 0) > EG_LEGEND_LONGEST)
        x = name_beside(y, x);
    return eg_arena_format(c->arena, "%s%s%s%s%s", label ? label : "", label ? ": " : "", y,
                           x ? " over " : "", x ? x : "");
}

/* Adds a line once. Where an equal one stands before it (mass1.flange_a.s without a length is mass1.s), that
 * shows it as well. Booleans over time have lanes of their own. */
static bool add_line(chooser *c, eg_plot_line line)
{
    eg_plot *plot = c->plot;
    void *lines = plot->lines;
    line.twin = plot->line_count;
    for (size_t k = 0; k < plot->line_count; k++)
        if (plot->lines[k].t == line.t && plot->lines[k].y == line.y && plot->lines[k].x == line.x)
            return true;
    const bool is_lane = line.x < 0 && is_boolean(line.t, line.y);
    for (size_t k = 0; k < plot->line_count && !is_lane && !plot->by_run; k++)
        if (plot->lines[k].twin == k && same_curve(&line, &plot->lines[k])) {
            line.twin = k;
            break;
        }
    line.name = name_line(c, &line, is_lane);
    if (!line.name || eg_grow(&lines, &plot->line_capacity, plot->line_count + 1, sizeof line) != 0)
        return false;
    plot->lines = lines;
    plot->lines[plot->line_count++] = line;
    return true;
}

/* The variables that match, in their order; out[] has room for all. Returns their number. */
static size_t list_matches(const eg_trajectory *t, const char *pattern, size_t *out)
{
    size_t count = 0;
    const long exact = eg_trajectory_find(t, pattern); /* a formula with * is called so */
    if (exact >= 0) {
        out[0] = (size_t)exact;
        return 1;
    }
    for (size_t i = 0; i < t->signal_count; i++)
        if (eg_match(pattern, t->signals[i].info.name))
            out[count++] = i;
    return count;
}

/* Of y over x each of the first is drawn over the one of the second that stands at its place in their order,
 * or all over the only one there is. */
static eg_status report_unpaired(chooser *c, const char *curve, size_t y_count, size_t x_count)
{
    eg_report(c->diagnostics, EG_ERROR, EG_NOWHERE,
              "\"%s\" has %zu variable%s to draw over %zu: each needs one of its own, or all the same one",
              curve, y_count, y_count == 1 ? "" : "s", x_count);
    eg_remedy(c->diagnostics, "ask for one curve after the other: a.f:a.s_rel, then b.f:b.s_rel");
    return EG_ERROR_USAGE;
}

static const char *run_name(const chooser *c)
{
    return c->run_count > 1 ? c->runs[c->run].label : "the run";
}

/* What matches nothing is told, and the other curves are drawn. */
static void warn_missing(chooser *c, const char *pattern)
{
    if (c->run_count > 1)
        eg_report(c->diagnostics, EG_WARNING, EG_NOWHERE, "in %s no variable matches \"%s\"", run_name(c),
                  pattern);
    else
        eg_report(c->diagnostics, EG_WARNING, EG_NOWHERE,
                  "no variable matches the pattern \"%s\" of the plot", pattern);
}

/* The lines of one run that a text asks for: "mass*.s", "stop.f:stop.s_rel", "stop.f:time". */
static eg_status choose_of_run(chooser *c, const char *curve)
{
    const eg_trajectory *t = c->runs[c->run].trajectory;
    const size_t room = t->signal_count + 1, length = eg_curve_length(curve);
    const char *y_pattern = eg_arena_text(c->arena, curve, length);
    size_t *y = malloc(2 * room * sizeof *y), x_count = 0;
    eg_status status = EG_ERROR_MEMORY;
    if (!y_pattern || !y)
        goto done;
    size_t *x = y + room;
    const char *x_pattern = curve[length] == ':' ? curve + length + 1 : NULL;
    const size_t y_count = list_matches(t, y_pattern, y);
    if (x_pattern)
        x_count = list_matches(t, x_pattern, x);
    const bool over_time = !x_pattern || (x_count == 0 && strcmp(x_pattern, "time") == 0);
    status = EG_OK;
    if (y_count == 0)
        warn_missing(c, y_pattern);
    else if (!over_time && x_count == 0)
        warn_missing(c, x_pattern);
    else if (!over_time && x_count > 1 && x_count != y_count)
        status = report_unpaired(c, curve, y_count, x_count);
    if (status != EG_OK || y_count == 0 || (!over_time && x_count == 0))
        goto done;
    for (size_t i = 0; i < y_count && status == EG_OK; i++) {
        const long over = over_time ? -1 : (long)x[x_count == 1 ? 0 : i];
        if (t->row_count > 0 && !add_line(c, (eg_plot_line){t, NULL, y[i], over, 1.0, 1.0, 0, c->curve}))
            status = EG_ERROR_MEMORY;
    }
done:
    free(y);
    return status;
}

/* Collects the lines in the order of what was asked for, each once. */
static eg_status choose(chooser *c, const char *const *curves, size_t curve_count)
{
    eg_status status = EG_OK;
    for (size_t k = 0; k < curve_count && status == EG_OK; k++)
        for (c->run = 0; c->run < c->run_count && status == EG_OK; c->run++)
            status = choose_of_run(c, curves[c->curve = k]);
    return status;
}

/* ---------------------------------------------------------------- panels */

/* The unit in which a variable is drawn: its own, or without a prefix where that is there as well, so that
 * kN and N share an axis. */
static const char *unit_of(const eg_plot *plot, const char *own, double *factor)
{
    const char *unit = plain_unit(own), *rest;
    int power = eg_axis_prefix(unit, &rest);
    for (size_t k = 0; k < plot->line_count && power != 0; k++) {
        const eg_plot_line *line = &plot->lines[k];
        if (strcmp(eg_plot_unit(line), rest) == 0 ||
            (line->x >= 0 && strcmp(line->t->signals[line->x].info.unit, rest) == 0)) {
            *factor = pow(10.0, power);
            return rest;
        }
    }
    return unit;
}

static double size_of(const eg_plot *plot, size_t line)
{
    double size = 0.0;
    for (size_t row = 0; row < plot->lines[line].t->row_count; row++) {
        double value = fabs(eg_plot_value(plot, line, row));
        size = value > size && isfinite(value) ? value : size;
    }
    return size;
}

/* A variable that is so much smaller than another one of its unit would be a flat line beside it. */
static const double MOST_UNLIKE = 100.0;

/* What is known of a line before it has a panel. */
typedef struct candidate {
    const char *unit, *x_unit, *x_name;
    bool discrete, lanes, placed;
    size_t curve; /* of pictures by run; else 0 */
    double size;  /* the largest absolute value */
} candidate;

static bool is_same_name(const char *a, const char *b)
{
    const char *of_a, *of_b;
    const size_t length = eg_axis_last_part(a, &of_a);
    return length == eg_axis_last_part(b, &of_b) && strncmp(of_a, of_b, length) == 0;
}

static bool is_alike(const candidate *a, const candidate *b)
{
    if (!a->x_unit != !b->x_unit || a->discrete != b->discrete || a->lanes != b->lanes ||
        strcmp(a->unit, b->unit) != 0 || a->curve != b->curve)
        return false;
    return !a->x_unit || (strcmp(a->x_unit, b->x_unit) == 0 && is_same_name(a->x_name, b->x_name));
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

/* Fills a panel with the lines that are like `first` and of about the size `size`. Those that are 0
 * throughout go with the first panel of their unit. */
static void fill_panel(eg_plot *plot, candidate *all, const candidate *first, double size, size_t *sorted)
{
    eg_panel *p = &plot->panels[plot->panel_count++];
    *p = (eg_panel){.unit = first->unit,
                    .x_unit = first->x_unit,
                    .x_name = first->x_name,
                    .discrete = first->discrete,
                    .lanes = first->lanes,
                    .lines = sorted};
    for (size_t k = 0; k < plot->line_count; k++) {
        candidate *c = &all[k];
        if (c->placed || !is_alike(c, first) ||
            (!plot->by_run && !c->discrete && c->size > 0.0 && c->size < size / MOST_UNLIKE))
            continue;
        c->placed = true;
        p->lines[p->count++] = k;
    }
}

static candidate make_candidate(eg_plot *plot, size_t k)
{
    eg_plot_line *line = &plot->lines[k];
    candidate c = {.unit = unit_of(plot, eg_plot_unit(line), &line->y_factor)};
    const bool is_01 = is_boolean(line->t, line->y);
    c.discrete = line->t->signals[line->y].info.is_discrete || is_01;
    c.lanes = line->x < 0 && is_01;
    c.placed = line->twin != k;
    c.curve = plot->by_run ? line->curve : 0;
    if (line->x >= 0) {
        c.x_name = line->t->signals[line->x].info.name;
        c.x_unit = unit_of(plot, line->t->signals[line->x].info.unit, &line->x_factor);
    }
    c.size = size_of(plot, k);
    return c;
}

/* Makes the panels: units in the order in which they come, the largest values of each first, what is over
 * time before all else. */
static eg_status form_panels(eg_plot *plot, size_t *sorted)
{
    const size_t count = plot->line_count;
    candidate *all = calloc(count, sizeof *all);
    if (!all)
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < count; k++)
        all[k] = make_candidate(plot, k);
    for (int loops = 0; loops < 2; loops++)
        for (size_t first = 0; first < count; first++)
            for (double size;
                 !all[first].x_unit == !loops && (size = largest_left(all, count, &all[first])) >= 0.0;) {
                fill_panel(plot, all, &all[first], size, sorted);
                sorted += plot->panels[plot->panel_count - 1].count;
            }
    free(all);
    return EG_OK;
}

static eg_status nothing_to_draw(const chooser *c, const char *const *curves, size_t curve_count)
{
    const eg_trajectory *t = c->runs[0].trajectory;
    bool has_rows = false;
    for (size_t i = 0; i < c->run_count; i++)
        has_rows = has_rows || c->runs[i].trajectory->row_count > 0;
    eg_report(c->diagnostics, EG_ERROR, EG_NOWHERE, "there is nothing to plot: %s",
              has_rows ? "no variable matches" : "the trajectory has no points");
    const char **names = malloc((t->signal_count + 1) * sizeof *names);
    if (!names)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < t->signal_count; i++)
        names[i] = t->signals[i].info.name;
    const char *near = curve_count > 0 ? eg_nearest(curves[0], names, t->signal_count) : NULL;
    if (near)
        eg_remedy(c->diagnostics, "did you mean \"%s\"?", near);
    else
        eg_remedy(c->diagnostics,
                  "name variables by their dotted names; * and ? are wild, as in \"mass*.s\"");
    free((void *)names);
    return EG_ERROR_USAGE;
}

/* The more panels, the lower; but the legend must fit beside it. */
static double panel_height(const eg_plot *plot, const eg_panel *p)
{
    double usual = 170.0;
    if (p->lanes)
        return 24.0 * (double)p->count + 14.0;
    if (plot->panel_count == 1)
        usual = p->x_unit ? 400.0 : 360.0;
    else if (plot->panel_count == 2 || p->x_unit)
        usual = p->x_unit ? 300.0 : 240.0;
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
        eg_report_memory(diagnostics, "while starting gnuplot");
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
    if (eg_path_ends(path, ".png"))
        *kind = EG_PICTURE_PNG;
    else if (eg_path_ends(path, ".pdf"))
        *kind = EG_PICTURE_PDF;
    else
        *kind = EG_PICTURE_SVG;
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

/* How many rows of a line lie at or below 0, along the abscissa or beside it. */
static size_t count_below(const eg_plot *plot, size_t line, bool of_x)
{
    size_t count = 0;
    for (size_t row = 0; row < plot->lines[line].t->row_count; row++)
        count += (of_x ? eg_plot_abscissa(plot, line, row) : eg_plot_value(plot, line, row)) <= 0.0;
    return count;
}

static eg_status report_nothing_above(const char *what, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no value above 0, which an axis by powers of ten can show",
              what);
    eg_remedy(d, "draw abs(...) of it, or leave the axis linear");
    return EG_ERROR_USAGE;
}

/* What axes by powers of ten cannot show is told; of times the start at 0 is not. */
static eg_status check_logs(const eg_plot *plot, eg_diagnostics *d)
{
    for (size_t i = 0; i < plot->panel_count; i++) {
        const eg_panel *p = &plot->panels[i];
        const eg_plot_line *first = &plot->lines[p->lines[0]];
        const eg_axis *x = eg_panel_abscissa(plot, p);
        if (x->is_log && !(x->low > 0.0))
            return report_nothing_above(p->x_unit ? p->x_name : "time", d);
        if (p->axis.is_log && !(p->axis.low > 0.0))
            return report_nothing_above(first->t->signals[first->y].info.name, d);
        for (size_t k = 0; k < p->count; k++) {
            const eg_plot_line *line = &plot->lines[p->lines[k]];
            const size_t below = p->axis.is_log ? count_below(plot, p->lines[k], false) : 0;
            const size_t before = x->is_log && p->x_unit ? count_below(plot, p->lines[k], true) : 0;
            if (below + before > 0)
                eg_report(d, EG_WARNING, EG_NOWHERE,
                          "%zu of %zu points of %s lie at or below 0, where an axis by powers of ten shows "
                          "nothing",
                          below > before ? below : before, line->t->row_count, line->name);
        }
    }
    return EG_OK;
}

static eg_status draw_runs(const eg_plot_run *runs, size_t run_count, bool by_run, const char *const *curves,
                           size_t curve_count, const eg_plot_options *options, const char *path,
                           eg_diagnostics *diagnostics)
{
    const char *title = options->title;
    eg_plot plot = {.title = title && *title ? title : NULL,
                    .by_run = by_run,
                    .log_x = options->log_x != 0,
                    .log_y = options->log_y != 0};
    if (!eg_picture_kind_of(path, &plot.kind, diagnostics))
        return EG_ERROR_USAGE;
    chooser c = {.plot = &plot,
                 .runs = runs,
                 .run_count = run_count,
                 .arena = eg_arena_create(),
                 .diagnostics = diagnostics};
    size_t *sorted = NULL;
    eg_status status = c.arena ? choose(&c, curves, curve_count) : EG_ERROR_MEMORY;
    if (status != EG_OK)
        goto done;
    if (plot.line_count == 0) {
        status = nothing_to_draw(&c, curves, curve_count);
        goto done;
    }
    plot.marks = run_count == 1 ? runs[0].trajectory : NULL;
    plot.panels = calloc(plot.line_count, sizeof *plot.panels);
    sorted = calloc(plot.line_count, sizeof *sorted);
    status = plot.panels && sorted ? form_panels(&plot, sorted) : EG_ERROR_MEMORY;
    if (status != EG_OK)
        goto done;
    find_axes(&plot);
    status = check_logs(&plot, diagnostics);
    if (status == EG_OK)
        status = eg_picture_draw(path, plot.kind, put_plot, &plot, diagnostics);
done:
    eg_arena_free(c.arena);
    free(plot.panels);
    free(plot.lines);
    free(sorted);
    return status;
}

eg_status eg_runs_plot(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                       size_t curve_count, const char *title, const char *path, eg_diagnostics *diagnostics)
{
    const eg_plot_options options = {.title = title};
    return draw_runs(runs, run_count, false, curves, curve_count, &options, path, diagnostics);
}

eg_status eg_runs_draw(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                       size_t curve_count, const eg_plot_options *options, const char *path,
                       eg_diagnostics *diagnostics)
{
    if (!eg_options_fit(options->size, sizeof *options, "eg_plot_options", diagnostics))
        return EG_ERROR_USAGE;
    return draw_runs(runs, run_count, false, curves, curve_count, options, path, diagnostics);
}

eg_status eg_family_plot(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                         size_t curve_count, const char *title, const char *path, eg_diagnostics *diagnostics)
{
    const eg_plot_options options = {.title = title};
    return draw_runs(runs, run_count, true, curves, curve_count, &options, path, diagnostics);
}

eg_status eg_trajectory_plot(const eg_trajectory *t, const char *const *patterns, size_t pattern_count,
                             const char *title, const char *path, eg_diagnostics *diagnostics)
{
    const eg_plot_run run = {t, ""};
    return eg_runs_plot(&run, 1, patterns, pattern_count, title, path, diagnostics);
}
