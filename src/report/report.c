/* Writing a page: its frame and policy, its text, and the runs in it. */
#include "elastogap/report.h"

#include "base/xml.h"
#include "report/bands.h"
#include "report/bundle.h"
#include "report/embedded.h"
#include "report/page.h"
#include "report/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the page */

static void put_policy(eg_file *file, const char *directive, const char *text, size_t length)
{
    eg_sha256 hash;
    unsigned char sum[EG_SHA256_SIZE];
    eg_base64 out = {.file = file};
    eg_sha256_begin(&hash);
    eg_sha256_put(&hash, text, length);
    eg_sha256_end(&hash, sum);
    eg_file_text(file, directive);
    eg_file_text(file, " 'sha256-");
    eg_base64_put(&out, sum, sizeof sum);
    eg_base64_end(&out);
    eg_file_text(file, "'");
}

/* It stands in the page as it is, to be seen without scripts, too. */
static void put_picture(eg_file *file, const eg_embedded_picture *p)
{
    if (!p->svg)
        return;
    eg_file_text(file, "<section id=\"network\"><h2>Diagram</h2>\n<div class=\"stage\">");
    eg_file_text(file, p->svg);
    eg_file_text(file, "</div></section>\n");
    if (!p->scene)
        return;
    eg_file_text(file, "<script type=\"application/json\" id=\"scene\">");
    eg_file_text(file, p->scene);
    eg_file_text(file, "</script>\n");
}

static void put_head(eg_file *file, const char *title, const eg_embedded_picture *p)
{
    eg_file_text(
        file, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
              "form-action 'none'; ");
    put_policy(file, "script-src", eg_report_script, eg_report_script_length());
    put_policy(file, "; style-src", eg_report_style, eg_report_style_length());
    if (p->svg)
        put_policy(file, "", p->style, p->style_length);
    eg_file_text(file, "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    eg_xml_put_page(file, title);
    eg_file_text(file, "</title>\n<style>");
    eg_file_put(file, eg_report_style, eg_report_style_length());
    eg_file_text(file, "</style>\n</head>\n<body>\n<header><h1>");
    eg_xml_put_page(file, title);
    eg_file_text(file, "</h1>\n");
}

/* A section whose content is text, of each run. */
static void put_texts(eg_file *file, const char *title, const eg_report_run *runs, size_t count,
                      void (*put)(eg_file *file, const eg_report_run *run))
{
    eg_file_text(file, "<section><h2>");
    eg_file_text(file, title);
    eg_file_text(file, "</h2>\n");
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            eg_file_text(file, "<h3>");
            eg_xml_put_page(file, runs[i].label ? runs[i].label : "run");
            eg_file_text(file, "</h3>\n");
        }
        put(file, &runs[i]);
    }
    eg_file_text(file, "</section>\n");
}

static void put_block(eg_file *file, const char *id, eg_embedded_run *e)
{
    eg_file_text(file, "<script type=\"application/octet-stream\" id=\"");
    eg_file_text(file, id);
    eg_file_text(file, "\">");
    eg_embedded_put_block(e, file);
    eg_file_text(file, "</script>\n");
}

/* The runs of a page; of many runs the one that was chosen, and their bands. */
typedef struct contents {
    eg_embedded_run *all;
    size_t count;
    eg_embedded_run *bands; /* NULL: none */
    size_t band_runs;
    eg_embedded_picture picture;
} contents;

static void put_page(eg_file *file, const char *title, const contents *c, const eg_report_run *runs)
{
    char text[80];
    const size_t count = c->count;
    bool has_parameters = false;
    put_head(file, title, &c->picture);
    if (c->bands) {
        snprintf(text, sizeof text, "<p class=\"facts\">%zu runs, of which this page shows ", c->band_runs);
        eg_file_text(file, text);
        eg_xml_put_page(file, runs[0].label ? runs[0].label : "one");
        eg_file_text(file, " by itself:</p>\n");
    }
    for (size_t i = 0; i < count; i++)
        eg_reported_summary(file, &runs[i], count > 1);
    eg_file_text(file,
                 "</header>\n<main>\n<div id=\"app\"><noscript><p class=\"warning\">Animation and plots "
                 "take JavaScript, which is switched off here.</p></noscript></div>\n");
    put_picture(file, &c->picture);
    for (size_t i = 0; i < count; i++)
        has_parameters = has_parameters || runs[i].trajectory->constant_count > 0;
    if (has_parameters)
        put_texts(file, "Parameters", runs, count, eg_reported_parameters);
    put_texts(file, "How it was computed", runs, count, eg_reported_statistics);
    eg_file_text(file, "</main>\n<footer>Made by elastogap " EG_VERSION
                       ". This file asks for nothing from any network.</footer>\n");
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "data%zu", i);
        put_block(file, text, &c->all[i]);
    }
    if (c->bands)
        put_block(file, "bands", c->bands);
    eg_json j = {.file = file, .is_in_html = true};
    eg_file_text(file, "<script type=\"application/json\" id=\"report\">{");
    eg_json_text(&j, "title", title);
    eg_json_opening(&j, "runs", "[");
    for (size_t i = 0; i < count; i++)
        eg_embedded_put(&j, NULL, &c->all[i], i);
    eg_json_closing(&j, "]");
    if (c->bands) {
        eg_json_number(&j, "bandRuns", (double)c->band_runs);
        eg_embedded_put(&j, "bands", c->bands, 0);
    }
    eg_file_text(file, "}</script>\n<script>");
    eg_file_put(file, eg_report_script, eg_report_script_length());
    eg_file_text(file, "</script>\n</body>\n</html>\n");
}

/* Of `count` runs, and with bands (NULL: none) of `band_runs`. */
static eg_status write_page(const eg_report_run *runs, size_t count, const eg_report_run *bands,
                            size_t band_runs, const char *title, const char *path,
                            eg_diagnostics *diagnostics)
{
    const size_t blocks = count + (bands != NULL);
    contents c = {.all = calloc(blocks, sizeof *c.all), .count = count, .band_runs = band_runs};
    eg_status status = c.all ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < blocks && status == EG_OK; i++)
        status = eg_embedded_init(&c.all[i], i < count ? &runs[i] : bands, EG_EMBEDDED_ROOM / blocks);
    if (c.all && bands)
        c.bands = &c.all[count];
    if (status == EG_OK)
        status = eg_embedded_picture_draw(runs, count, &c.picture);
    eg_file *file = status == EG_OK ? eg_file_create(path, diagnostics, &status) : NULL;
    if (file) {
        put_page(file, title, &c, runs);
        status = eg_file_commit(file, diagnostics);
    }
    for (size_t i = 0; c.all && i < blocks; i++)
        eg_embedded_release(&c.all[i]);
    eg_embedded_picture_release(&c.picture);
    free(c.all);
    return status;
}

eg_status eg_report_write(const eg_report_run *runs, size_t count, const char *title, const char *path,
                          eg_diagnostics *diagnostics)
{
    if (count == 0 || count > EG_REPORT_RUNS) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "a report is about one to %d runs, not %zu",
                  EG_REPORT_RUNS, count);
        eg_remedy(diagnostics, "name fewer results");
        return EG_ERROR_USAGE;
    }
    return write_page(runs, count, NULL, 0, title, path, diagnostics);
}

eg_status eg_report_write_bands(const eg_report_run *chosen, const eg_report_ensemble *runs,
                                const char *title, const char *path, eg_diagnostics *diagnostics)
{
    eg_trajectory *lines = NULL;
    if (runs->count == 0) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "bands are of one run at least");
        eg_remedy(diagnostics, "give it a run that has come to its end");
        return EG_ERROR_USAGE;
    }
    eg_status status = eg_bands_make(runs, chosen->trajectory, diagnostics, &lines);
    if (status == EG_OK) {
        const eg_report_run bands = {.trajectory = lines, .label = "bands"};
        status = write_page(chosen, 1, &bands, runs->count, title, path, diagnostics);
    }
    eg_trajectory_free(lines);
    return status;
}
