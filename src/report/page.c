/* Summary, parameters and statistics of a run as HTML. */
#include "report/page.h"

#include "base/number.h"
#include "base/trajectory.h"
#include "base/xml.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void eg_reported_number(eg_file *file, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    eg_file_text(file, text);
}

static void put(eg_file *file, const char *format, ...) EG_PRINTF(2, 3);

/* Formatted text of our own words and numbers, never of names. */
static void put(eg_file *file, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    eg_file_text(file, text);
}

void eg_reported_summary(eg_file *file, const eg_report_run *run, bool is_one_of_several)
{
    const eg_trajectory *t = run->trajectory;
    const size_t rows = eg_trajectory_rows(t);
    eg_file_text(file, "<p class=\"facts\">");
    if (is_one_of_several && run->label) {
        eg_file_text(file, "<strong>");
        eg_xml_put_page(file, run->label);
        eg_file_text(file, "</strong>: ");
    }
    if (rows > 0)
        put(file, "%.6g to %.6g s, ", eg_trajectory_time(t, 0), eg_trajectory_time(t, rows - 1));
    put(file, "%zu row%s of %zu signals, %zu event%s", rows, rows == 1 ? "" : "s", eg_trajectory_signals(t),
        eg_trajectory_events(t), eg_trajectory_events(t) == 1 ? "" : "s");
    if (run->file) {
        eg_file_text(file, "; all rows are in <code>");
        eg_xml_put_page(file, run->file);
        eg_file_text(file, "</code>");
    }
    eg_file_text(file, "</p>\n");
}

static void put_value(eg_file *file, const eg_trajectory_constant *c)
{
    if (c->literal)
        eg_xml_put_page(file, c->literal);
    else if (c->is_truth)
        eg_file_text(file, c->value != 0.0 ? "true" : "false");
    else
        eg_reported_number(file, c->value);
}

void eg_reported_parameters(eg_file *file, const eg_report_run *run)
{
    const eg_trajectory *t = run->trajectory;
    if (t->constant_count == 0)
        return;
    put(file, "<details%s><summary>%zu parameter%s</summary>\n", t->constant_count <= 30 ? " open" : "",
        t->constant_count, t->constant_count == 1 ? "" : "s");
    eg_file_text(file, "<div class=\"scroll\"><table class=\"parameters\"><thead><tr>"
                       "<th scope=\"col\">parameter</th><th scope=\"col\" class=\"number\">value</th>"
                       "<th scope=\"col\">unit</th><th scope=\"col\">meaning</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < t->constant_count; i++) {
        const eg_trajectory_constant *c = &t->constants[i];
        eg_file_text(file, "<tr><th scope=\"row\">");
        eg_xml_put_page(file, c->name);
        eg_file_text(file, "</th><td class=\"number\">");
        put_value(file, c);
        eg_file_text(file, "</td><td>");
        eg_xml_put_page(file, c->unit);
        eg_file_text(file, "</td><td>");
        eg_xml_put_page(file, c->doc);
        eg_file_text(file, "</td></tr>\n");
    }
    eg_file_text(file, "</tbody></table></div></details>\n");
}

static void put_balance(eg_file *file, const eg_energy *e)
{
    const struct {
        const char *name;
        double value;
    } terms[] = {{"at the start", e->initial},
                 {"supplied", e->supplied},
                 {"kinetic, at the end", e->kinetic},
                 {"potential, at the end", e->potential},
                 {"dissipated", e->dissipated}};
    eg_file_text(file, "<div class=\"scroll\"><table><caption>Energy balance</caption><tbody>\n");
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        put(file, "<tr><th scope=\"row\">%s</th><td class=\"number\">", terms[i].name);
        eg_reported_number(file, terms[i].value);
        eg_file_text(file, "</td><td>J</td></tr>\n");
    }
    eg_file_text(file, "</tbody></table></div>\n");
    put(file,
        "<p>What was there and what was supplied equals what is left and what was lost, to %.2g of the "
        "largest energy; %.2g is allowed.</p>\n",
        e->error, e->allowed);
    if (e->error > e->allowed && e->likely) {
        eg_file_text(file, "<p class=\"warning\">The balance is open, most likely at ");
        eg_xml_put_page(file, e->likely);
        eg_file_text(file, ".</p>\n");
    }
}

void eg_reported_statistics(eg_file *file, const eg_report_run *run)
{
    const eg_statistics *s = run->statistics;
    if (!s) {
        eg_file_text(
            file,
            "<p>These results were read from a file, which does not tell how they were computed.</p>\n");
        return;
    }
    eg_file_text(file, "<p>The engine <strong>");
    eg_xml_put_page(file, s->engine);
    eg_file_text(file, "</strong> made this run");
    if (*s->engine_reason) {
        eg_file_text(file, ", since ");
        eg_xml_put_page(file, s->engine_reason);
    }
    put(file, ". It took %ld step%s", s->steps, s->steps == 1 ? "" : "s");
    if (s->rejected_steps > 0)
        put(file, " and made %ld more that it rejected as too inaccurate", s->rejected_steps);
    put(file, ", for %ld differential and %ld algebraic unknown%s. ", s->states, s->algebraic,
        s->algebraic == 1 ? "" : "s");
    if (s->evaluations > 0)
        put(file, "The equations were evaluated %ld times. ", s->evaluations);
    if (s->jacobians > 0)
        put(file,
            "Their Jacobian was made %ld times and factorised %ld times, for %ld iterations of Newton's "
            "method. ",
            s->jacobians, s->factorizations, s->newton_iterations);
    put(file,
        "%ld time%s it came to an event that followed from the motion, %ld time%s to one at a given time. ",
        s->events, s->events == 1 ? "" : "s", s->time_events, s->time_events == 1 ? "" : "s");
    if (s->engine_tolerance > 0)
        put(file, "A relative accuracy of %.3g was asked for; the engine worked with %.3g.", s->tolerance,
            s->engine_tolerance);
    else if (strcmp(s->engine, "fixed") == 0)
        eg_file_text(file, "Its accuracy is decided by its step.");
    else if (strcmp(s->engine, "exact") == 0)
        eg_file_text(file, "Nothing but round-off limits its accuracy.");
    eg_file_text(file, "</p>\n");
    if (s->energy.allowed > 0)
        put_balance(file, &s->energy);
}
