/* A fit as a page that stands by itself: what was found, data over model, and what remains. */
#include "fit/write.h"

#include "base/file.h"
#include "base/xml.h"

#include <math.h>
#include <stdarg.h>

enum { WIDTH = 900, HEIGHT = 260, BELOW = 120, LEFT = 80, RIGHT = 20, TOP = 20, MOST_DOTS = 4000 };

static void put(eg_file *f, const char *format, ...) EG_PRINTF(2, 3);
static void put(eg_file *f, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        eg_file_put(f, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static const char style[] =
    "body{font:15px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.25em .8em;border-bottom:1px solid #ccc;"
    "text-align:right}td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}"
    ".d{fill:#1f77b4}.m{fill:none;stroke:#d62728;stroke-width:1.5}.p{fill:none;stroke:#000}.a{stroke:#999;"
    "fill:none}.g{stroke:#999;stroke-opacity:.25}text{font:12px sans-serif;fill:#444}.w{color:#a00}"
    "@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark}body{color:#ddd;"
    "background:#16191d}"
    "td,th{border-color:#444}text{fill:#aaa}.d{fill:#6baed6}.p{stroke:#fff}.w{color:#ff8a80}}";

/* ---------------------------------------------------------------- tables */

static void put_estimates(eg_file *f, const eg_fit *fit)
{
    put(f,
        "<table><tr><th>sought</th><th>value</th><th>unit</th><th>deviation</th>"
        "<th>%g %% (Gauss)</th><th>%g %% (profile)</th><th>began at</th></tr>\n",
        100 * fit->level, 100 * fit->level);
    for (size_t i = 0; i < fit->estimate_count; i++) {
        const eg_fit_estimate *e = &fit->estimates[i];
        eg_file_text(f, "<tr><td>");
        eg_xml_put_page(f, e->name);
        put(f, "</td><td>%.8g</td><td>", e->value);
        eg_xml_put_page(f, e->unit);
        if (!e->is_told)
            put(f, "</td><td colspan=3 class=w>not told by the data</td>");
        else if (isnan(e->profile_low) && isnan(e->profile_high))
            put(f, "</td><td>%.3g</td><td>%.6g to %.6g</td><td></td>", e->deviation, e->low, e->high);
        else
            put(f, "</td><td>%.3g</td><td>%.6g to %.6g</td><td>%.6g to %.6g</td>", e->deviation, e->low,
                e->high, isnan(e->profile_low) ? e->least : e->profile_low,
                isnan(e->profile_high) ? e->most : e->profile_high);
        put(f, "<td>%.6g</td></tr>\n", e->start);
    }
    eg_file_text(f, "</table>\n");
}

static void put_correlations(eg_file *f, const eg_fit *fit)
{
    const size_t n = fit->estimate_count;
    if (n < 2)
        return;
    eg_file_text(f, "<h2>Correlations</h2><table><tr><th></th>");
    for (size_t j = 0; j < n; j++) {
        eg_file_text(f, "<th>");
        eg_xml_put_page(f, fit->estimates[j].name);
        eg_file_text(f, "</th>");
    }
    for (size_t i = 0; i < n; i++) {
        eg_file_text(f, "</tr>\n<tr><td>");
        eg_xml_put_page(f, fit->estimates[i].name);
        eg_file_text(f, "</td>");
        for (size_t j = 0; j < n; j++)
            if (isnan(fit->correlation[i * n + j]))
                eg_file_text(f, "<td></td>");
            else
                put(f, "<td>%.3f</td>", fit->correlation[i * n + j]);
    }
    eg_file_text(f, "</tr></table>\n");
}

/* ---------------------------------------------------------------- pictures */

typedef struct axis {
    double low, high; /* of values */
    double from, to;  /* of the picture */
} axis;

static double at(axis a, double value)
{
    return a.from + (a.to - a.from) * (value - a.low) / (a.high - a.low);
}

static void widen(axis *a, double value)
{
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

static void finish(axis *a)
{
    const double margin = a->high > a->low ? 0.04 * (a->high - a->low) : 1e-3 * fmax(fabs(a->low), 1e-6);
    a->low -= margin;
    a->high += margin;
}

/* The distance of some five round numbers (1, 2 or 5 times a power of ten) within the axis. */
static double step_of(axis a)
{
    const double rough = (a.high - a.low) / 5, decade = pow(10, floor(log10(rough)));
    if (rough > 5 * decade)
        return 10 * decade;
    if (rough > 2 * decade)
        return 5 * decade;
    return rough > decade ? 2 * decade : decade;
}

enum { MOST_TICKS = 12 };

/* Round number k from the lower end on; NAN: there are no more. */
static double tick(axis a, int k)
{
    const double step = step_of(a), value = (ceil(a.low / step) + k) * step;
    if (k >= MOST_TICKS || !(value <= a.high))
        return NAN;
    return fabs(value) < 1e-9 * step ? 0 : value;
}

static void put_frame(eg_file *f, axis x, axis y, const char *label)
{
    put(f, "<rect class=a x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>", x.from, y.to, x.to - x.from,
        y.from - y.to);
    for (int k = 0; !isnan(tick(y, k)); k++)
        put(f, "<path class=g d=\"M%g %.1fH%g\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>",
            x.from, at(y, tick(y, k)), x.to, LEFT - 6, at(y, tick(y, k)) + 4, tick(y, k));
    eg_file_text(f, "<text x=\"84\" y=\"");
    put(f, "%g\">", y.to - 5);
    eg_xml_put_page(f, label);
    eg_file_text(f, "</text>");
}

static const char *unit_of_times(const eg_fit_series *s)
{
    if (s->is_rows)
        return " (row)";
    return s->is_events ? " (event)" : " s";
}

static void put_times(eg_file *f, axis x, double y, const char *unit)
{
    for (int k = 0; !isnan(tick(x, k)); k++)
        put(f, "<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%.6g%s</text>", at(x, tick(x, k)), y,
            tick(x, k), isnan(tick(x, k + 1)) ? unit : "");
}

static void put_picture(eg_file *f, const eg_fit_series *s, size_t marked)
{
    axis x = {INFINITY, -INFINITY, LEFT, WIDTH - RIGHT}, y = {INFINITY, -INFINITY, HEIGHT, TOP};
    axis rest = {0, 0, HEIGHT + BELOW + 20, HEIGHT + 30};
    char label[80];
    const size_t stride = s->count / MOST_DOTS + 1;
    for (size_t k = 0; k < s->count; k++) {
        widen(&x, s->time[k]);
        widen(&y, s->value[k]);
        widen(&y, s->model[k]);
        widen(&rest, s->value[k] - s->model[k]);
    }
    finish(&x);
    finish(&y);
    finish(&rest);
    put(f, "<svg viewBox=\"0 0 %d %d\">", WIDTH, HEIGHT + BELOW + 50);
    snprintf(label, sizeof label, "data (dots) over model (line) [%s]", *s->unit ? s->unit : "1");
    put_frame(f, x, y, label);
    snprintf(label, sizeof label, "what remains [%s]", *s->unit ? s->unit : "1");
    put_frame(f, x, rest, label);
    put_times(f, x, HEIGHT + BELOW + 38, unit_of_times(s));
    for (size_t k = 0; k < s->count; k += stride) {
        const double left = at(x, s->time[k]);
        put(f,
            "<circle class=d cx=\"%.2f\" cy=\"%.2f\" r=1.8 />"
            "<circle class=d cx=\"%.2f\" cy=\"%.2f\" r=1.8 />\n",
            left, at(y, s->value[k]), left, at(rest, s->value[k] - s->model[k]));
    }
    eg_file_text(f, "\n<polyline class=m points=\"");
    for (size_t k = 0; k < s->count; k += stride)
        put(f, "%.2f,%.2f ", at(x, s->time[k]), at(y, s->model[k]));
    put(f, "\"/>\n<path class=a d=\"M%g %.2fH%g\"/>", x.from, at(rest, 0), x.to);
    if (marked < s->count)
        put(f, "<circle class=p cx=\"%.2f\" cy=\"%.2f\" r=6 />", at(x, s->time[marked]),
            at(y, s->value[marked]));
    eg_file_text(f, "</svg>\n");
}

static void put_series(eg_file *f, const eg_fit *fit, size_t i)
{
    const eg_fit_series *s = &fit->series[i];
    eg_file_text(f, "<h2>");
    eg_xml_put_page(f, s->column);
    eg_file_text(f, " of ");
    eg_xml_put_page(f, s->file);
    eg_file_text(f, " against ");
    eg_xml_put_page(f, s->expression);
    put(f, "</h2><p>%zu %s", s->count, s->is_events ? "events" : "samples");
    if (s->missing > 0)
        put(f, ", %zu missing", s->missing);
    if (s->outliers > 0)
        put(f, ", %zu outliers", s->outliers);
    put(f, "; noise %.4g ", s->noise);
    eg_xml_put_page(f, s->unit);
    put(f,
        ". Neighbours' correlation %.3f (by noise alone with chance %.2g); shape of a normal distribution "
        "with chance %.2g.",
        s->autocorrelation, s->autocorrelation_chance, s->skew_chance);
    if (i == fit->pull_series && s->pull[fit->pull_sample] > 0)
        put(f, " Pulls most: the one with a ring around it, at %.9g%s (Cook's distance %.2g).",
            s->time[fit->pull_sample], unit_of_times(s), s->pull[fit->pull_sample]);
    eg_file_text(f, "</p>\n");
    put_picture(f, s, i == fit->pull_series ? fit->pull_sample : s->count);
}

eg_status eg_fit_write_page(const eg_fit *fit, const char *path, eg_diagnostics *d)
{
    eg_status status;
    eg_file *f = eg_file_create(path, d, &status);
    if (!f)
        return status;
    eg_file_text(f, "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>");
    eg_xml_put_page(f, fit->model);
    eg_file_text(f, ", fitted</title><style>");
    eg_file_text(f, style);
    eg_file_text(f, "</style>\n<h1>");
    eg_xml_put_page(f, fit->model);
    put(f, ", fitted</h1><p>%zu numbers from %zu samples. Sought ", fit->estimate_count, fit->samples);
    eg_xml_put_page(f, fit->way);
    eg_file_text(f, ".</p>\n");
    for (size_t i = 0; i < fit->open_count; i++) {
        eg_file_text(f, "<p class=w>The data does not tell all that is sought: ");
        eg_xml_put_page(f, fit->open[i].words);
        eg_file_text(f, "</p>\n");
    }
    put_estimates(f, fit);
    put_correlations(f, fit);
    for (size_t i = 0; i < fit->series_count; i++)
        put_series(f, fit, i);
    eg_file_text(f, "</html>\n");
    return eg_file_commit(f, d);
}
