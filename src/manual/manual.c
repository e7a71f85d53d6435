/* Writing the manual: every page in both formats, the style sheet, the figures. */
#include "manual/manual.h"

#include "base/file.h"
#include "component/icon/icon.h"
#include "component/topics.h"
#include "elastogap/diagram.h"
#include "elastogap/elastogap.h"
#include "manual/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct manual {
    const char *directory;
    eg_diagnostics *diagnostics;
    eg_manual_counts *counts;
    eg_examples examples;
    bool has_no_gnuplot;    /* said once */
    bool has_topic_figures; /* drawn */
} manual;

/* ---------------------------------------------------------------- files */

static eg_status make_directory(manual *m, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s%s", m->directory, *name ? "/" : "", name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return EG_OK;
    eg_file_report(m->diagnostics, "make", path, errno);
    return EG_ERROR_FILE;
}

static eg_status write_file(manual *m, const char *name, const char *bytes, size_t length)
{
    char path[4096];
    eg_status status;
    snprintf(path, sizeof path, "%s/%s", m->directory, name);
    eg_file *file = eg_file_create(path, m->diagnostics, &status);
    if (!file)
        return status;
    eg_file_put(file, bytes, length);
    m->counts->files++;
    return eg_file_commit(file, m->diagnostics);
}

/* What a page is about: one of these. */
typedef struct subject {
    const eg_class *class;
    const eg_figure *figure;
    const char *package;
    const eg_example *example;
} subject;

static void fill(eg_page *page, const manual *m, const subject *s)
{
    if (s->class)
        eg_class_page(page, s->class, &m->examples, s->figure, m->has_topic_figures);
    else if (s->package)
        eg_package_page(page, s->package);
    else if (s->example)
        eg_example_page(page, s->example);
    else
        eg_index_page(page, &m->examples);
}

static eg_status write_page(manual *m, const eg_page_format *format, const subject *s)
{
    const char *own = NULL;
    if (s->class)
        own = s->class->name;
    else if (s->package)
        own = s->package;
    else if (s->example)
        own = s->example->name;
    char name[300], *text = NULL;
    size_t length = 0;
    eg_page page = {.out = open_memstream(&text, &length), .format = format};
    if (!page.out)
        return EG_ERROR_MEMORY;
    fill(&page, m, s);
    text = eg_text_end(page.out, &text);
    snprintf(name, sizeof name, "%s%s%.200s%s", format->directory, s->package ? EG_PACKAGE_PAGE : "",
             own ? own : format->index, format->ending);
    eg_status status = text ? write_file(m, name, text, length) : EG_ERROR_MEMORY;
    free(text);
    return status;
}

static eg_status write_pages(manual *m, const subject *s)
{
    eg_status status = write_page(m, &eg_page_html, s);
    return status == EG_OK ? write_page(m, &eg_page_markdown, s) : status;
}

/* ---------------------------------------------------------------- figures */

/* Without gnuplot the pages have no figures. */
static eg_status draw(manual *m, const eg_class *class, eg_figure *figure)
{
    char path[4096];
    const char *curves[EG_FIGURE_CURVES];
    if (!figure->example || m->has_no_gnuplot) {
        *figure = (eg_figure){0};
        return EG_OK;
    }
    for (size_t i = 0; i < figure->count; i++)
        curves[i] = figure->curves[i];
    snprintf(path, sizeof path, "%s/figures/%s.svg", m->directory, class->name);
    eg_status status =
        eg_trajectory_plot(figure->example->run, curves, figure->count, NULL, path, m->diagnostics);
    if (status == EG_ERROR_UNAVAILABLE) {
        m->has_no_gnuplot = true;
        *figure = (eg_figure){0};
        return EG_OK;
    }
    m->counts->figures += status == EG_OK;
    m->counts->files += status == EG_OK;
    return status;
}

/* What an example shows of a topic, on the pages of all classes that share it. */
static eg_status draw_topic(manual *m, const eg_topic *topic)
{
    char path[4096];
    size_t count = 0;
    const eg_example *example = eg_examples_find(&m->examples, topic->example);
    if (!example || m->has_no_gnuplot)
        return EG_OK;
    while (topic->curves[count])
        count++;
    snprintf(path, sizeof path, "%s/figures/%s.svg", m->directory, topic->figure);
    eg_status status = eg_trajectory_plot(example->run, topic->curves, count, NULL, path, m->diagnostics);
    m->has_no_gnuplot = status == EG_ERROR_UNAVAILABLE;
    if (m->has_no_gnuplot)
        return EG_OK;
    m->has_topic_figures = status == EG_OK;
    m->counts->figures += status == EG_OK;
    m->counts->files += status == EG_OK;
    return status;
}

static eg_status draw_topics(manual *m)
{
    eg_status status = EG_OK;
    for (size_t i = 0; status == EG_OK && eg_topic_at(i); i++)
        status = draw_topic(m, eg_topic_at(i));
    return status;
}

static eg_status write_icon(manual *m, const eg_class *class)
{
    char name[300];
    eg_drawing drawing = {0};
    eg_icon_draw(class, &drawing);
    char *svg = eg_drawing_svg(&drawing, class->name);
    snprintf(name, sizeof name, "icons/%.280s.svg", class->name);
    eg_status status = svg ? write_file(m, name, svg, strlen(svg)) : EG_ERROR_MEMORY;
    free(svg);
    eg_drawing_free(&drawing);
    return status;
}

/* What is wrong with the example its run has told. */
static eg_status write_network(manual *m, const eg_example *example)
{
    char name[300], *svg = NULL;
    size_t length = 0;
    eg_diagram *diagram = NULL;
    eg_diagram_options options = eg_diagram_options_default();
    options.start = example->run;
    eg_status status = eg_diagram_create(example->spec, &options, NULL, &diagram);
    if (status == EG_OK)
        status = eg_diagram_svg(diagram, &svg, &length);
    snprintf(name, sizeof name, "figures/%.250s" EG_NETWORK_FIGURE ".svg", example->name);
    if (status == EG_OK)
        status = write_file(m, name, svg, length);
    m->counts->figures += status == EG_OK;
    free(svg);
    eg_diagram_free(diagram);
    return status;
}

/* ---------------------------------------------------------------- all pages */

static eg_status write_class(manual *m, const eg_class *class)
{
    eg_figure figure = eg_figure_choose(&m->examples, class);
    eg_status status = write_icon(m, class);
    if (status == EG_OK)
        status = draw(m, class, &figure);
    m->counts->classes++;
    return status == EG_OK ? write_pages(m, &(subject){.class = class, .figure = &figure}) : status;
}

static eg_status write_classes(manual *m)
{
    size_t count;
    char package[200];
    eg_status status = EG_OK;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; status == EG_OK && i < count; i++) {
        if (eg_begins_package(i)) {
            snprintf(package, sizeof package, "%.*s", (int)eg_package_length(classes[i]->name),
                     classes[i]->name);
            m->counts->packages++;
            status = write_pages(m, &(subject){.package = package});
        }
        if (status == EG_OK)
            status = write_class(m, classes[i]);
    }
    return status;
}

static eg_status write_all(manual *m)
{
    eg_status status = make_directory(m, "");
    if (status == EG_OK)
        status = make_directory(m, "figures");
    if (status == EG_OK)
        status = make_directory(m, "icons");
    if (status == EG_OK)
        status = make_directory(m, "markdown");
    if (status == EG_OK)
        status = write_file(m, "style.css", eg_manual_style, strlen(eg_manual_style));
    if (status == EG_OK)
        status = draw_topics(m);
    if (status == EG_OK)
        status = write_classes(m);
    for (size_t i = 0; status == EG_OK && i < m->examples.count; i++) {
        status = write_network(m, &m->examples.items[i]);
        if (status == EG_OK)
            status = write_pages(m, &(subject){.example = &m->examples.items[i]});
        m->counts->examples++;
    }
    return status == EG_OK ? write_pages(m, &(subject){0}) : status; /* the index last: then all is there */
}

eg_status eg_manual_write(const eg_manual_options *options, eg_diagnostics *diagnostics,
                          eg_manual_counts *counts)
{
    manual m = {.directory = options->output, .diagnostics = diagnostics, .counts = counts};
    *counts = (eg_manual_counts){0};
    eg_status status =
        eg_examples_load(&m.examples, options->example_dirs, options->example_count, diagnostics);
    if (status == EG_OK)
        status = write_all(&m);
    eg_examples_free(&m.examples);
    return status;
}
