/* Pages as HTML: semantic, a style sheet of its own, no scripts, well-formed as XML as well. */
#include "base/xml.h"
#include "manual/page.h"

#include <string.h>

static void put(eg_page *page, const char *text)
{
    eg_xml_put(page->out, text, EG_XML_KEPT);
}

/* ---------------------------------------------------------------- the frame */

static void put_navigation(eg_page *page, const eg_page_title *title)
{
    if (!title->package && !title->kind) /* the index itself */
        return;
    fputs("<nav aria-label=\"Where this page stands\"><a href=\"index.html\">Manual</a>", page->out);
    if (title->package) {
        fprintf(page->out, " <span aria-hidden=\"true\">›</span> <a href=\"" EG_PACKAGE_PAGE "%s.html\">",
                title->package);
        put(page, title->package);
        fputs("</a>", page->out);
    }
    fputs("</nav>\n", page->out);
}

static void begin(eg_page *page, const eg_page_title *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
          "<meta name=\"color-scheme\" content=\"light dark\" />\n<title>",
          page->out);
    put(page, title->short_name);
    fputs(strcmp(title->short_name, "elastogap") == 0 ? ": reference manual" : " – elastogap", page->out);
    fputs("</title>\n<link rel=\"stylesheet\" href=\"style.css\" />\n</head>\n<body>\n<header>\n", page->out);
    put_navigation(page, title);
    fputs("<h1>", page->out);
    put(page, title->short_name);
    if (title->kind) {
        fputs(" <small class=\"kind\">", page->out);
        put(page, title->kind);
        fputs("</small>", page->out);
    }
    fputs("</h1>\n", page->out);
    if (title->doc) {
        fputs("<p class=\"lead\">", page->out);
        eg_page_running(page, title->doc);
        fputs("</p>\n", page->out);
    }
    if (strcmp(title->name, title->short_name) != 0) {
        fputs("<p class=\"full\"><code>", page->out);
        put(page, title->name);
        fputs("</code></p>\n", page->out);
    }
    fputs("</header>\n<main>\n", page->out);
}

static void close_section(eg_page *page)
{
    if (page->is_open)
        fputs("</section>\n", page->out);
    page->is_open = false;
}

static void end(eg_page *page)
{
    close_section(page);
    fputs("</main>\n<footer><p>Made by <code>elastogap manual</code> from the descriptors of the classes and "
          "runs of the examples.</p></footer>\n</body>\n</html>\n",
          page->out);
}

static void section(eg_page *page, const char *title)
{
    close_section(page);
    page->is_open = true;
    fputs("<section>\n<h2>", page->out);
    put(page, title);
    fputs("</h2>\n", page->out);
}

static void subsection(eg_page *page, const char *title)
{
    fputs("<h3>", page->out);
    eg_page_running(page, title);
    fputs("</h3>\n", page->out);
}

/* ---------------------------------------------------------------- text */

static void paragraph(eg_page *page, const char *text)
{
    fputs("<p>", page->out);
    eg_page_running(page, text);
    fputs("</p>\n", page->out);
}

static void note(eg_page *page, const char *text)
{
    fputs("<p class=\"note\">", page->out);
    eg_page_running(page, text);
    fputs("</p>\n", page->out);
}

static void code(eg_page *page, const char *text)
{
    fputs("<pre><code>", page->out);
    put(page, text);
    fputs("</code></pre>\n", page->out);
}

static void plain(eg_page *page, const char *text, size_t length)
{
    eg_xml_put_bytes(page->out, text, length, EG_XML_KEPT);
}

static void inline_code(eg_page *page, const char *text, size_t length)
{
    fputs("<code>", page->out);
    eg_xml_put_bytes(page->out, text, length, EG_XML_KEPT);
    fputs("</code>", page->out);
}

static void put_link(eg_page *page, const char *target, const char *text)
{
    fprintf(page->out, "<a href=\"%s.html\">", target);
    put(page, text);
    fputs("</a>", page->out);
}

/* Typeset, and as text to take along. */
static void equations(eg_page *page, const char *const *texts)
{
    fputs("<div class=\"equations\">\n", page->out);
    for (const char *const *e = texts; *e; e++) {
        fputs("<div class=\"equation\" tabindex=\"0\">", page->out);
        if (!eg_math_equation(page->out, *e)) {
            fputs("<code>", page->out);
            put(page, *e);
            fputs("</code>", page->out);
        }
        fputs("</div>\n", page->out);
    }
    fputs("</div>\n<details>\n<summary>The same as Modelica text</summary>\n<pre><code>", page->out);
    for (const char *const *e = texts; *e; e++) {
        put(page, *e);
        fputc('\n', page->out);
    }
    fputs("</code></pre>\n</details>\n", page->out);
}

/* ---------------------------------------------------------------- tables, lists, pictures */

static void table(eg_page *page, const char *const *head, int columns)
{
    fputs("<div class=\"scroll\" tabindex=\"0\">\n<table>\n<thead><tr>", page->out);
    for (int i = 0; i < columns; i++) {
        fputs("<th scope=\"col\">", page->out);
        put(page, head[i]);
        fputs("</th>", page->out);
    }
    fputs("</tr></thead>\n<tbody>", page->out);
    page->is_row = false;
}

static void row(eg_page *page)
{
    fputs(page->is_row ? "</tr>\n<tr>" : "\n<tr>", page->out);
    page->is_row = true;
}

static void cell(eg_page *page, eg_cell_style style, const char *text)
{
    fputs(style == EG_CELL_NAME ? "<th scope=\"row\">" : "<td>", page->out);
    if (style != EG_CELL_TEXT && *text)
        inline_code(page, text, strlen(text));
    else
        eg_page_running(page, text);
    fputs(style == EG_CELL_NAME ? "</th>" : "</td>", page->out);
}

static void cell_with(eg_page *page, const char *text, const char *remark)
{
    fputs("<td>", page->out);
    eg_page_running(page, text);
    if (*remark) {
        fputs("<div class=\"remark\">", page->out);
        eg_page_running(page, remark);
        fputs("</div>", page->out);
    }
    fputs("</td>", page->out);
}

static void table_end(eg_page *page)
{
    fputs(page->is_row ? "</tr>\n</tbody>\n</table>\n</div>\n" : "</tbody>\n</table>\n</div>\n", page->out);
}

static void list(eg_page *page)
{
    fputs("<ul>\n", page->out);
}

static void put_icon(eg_page *page, const char *class_name, const char *style, const char *alt)
{
    fprintf(page->out, "<img class=\"%s\" src=\"icons/%s.svg\" alt=\"%s\" />", style, class_name, alt);
}

static void icon(eg_page *page, const char *class_name)
{
    put_icon(page, class_name, "icon", "Icon");
    fputc('\n', page->out);
}

static void item(eg_page *page, const char *target, const char *text, const char *doc)
{
    fputs("<li>", page->out);
    if (target && eg_class_find(target))
        put_icon(page, target, "mark", "");
    if (target)
        put_link(page, target, text);
    else
        put(page, text);
    if (doc) {
        fputs(" <span class=\"doc\">", page->out);
        eg_page_running(page, doc);
        fputs("</span>", page->out);
    }
    fputs("</li>\n", page->out);
}

static void list_end(eg_page *page)
{
    fputs("</ul>\n", page->out);
}

static void reference(eg_page *page, const char *text, const char *doi)
{
    fputs("<li>", page->out);
    put(page, text);
    if (doi) {
        fputs(" <a href=\"https://doi.org/", page->out);
        put(page, doi);
        fputs("\">doi:", page->out);
        put(page, doi);
        fputs("</a>", page->out);
    }
    fputs("</li>\n", page->out);
}

static void figure(eg_page *page, const char *name, const char *alt, const char *caption, const char *target,
                   const char *target_text)
{
    fprintf(page->out, "<figure>\n<img src=\"figures/%s.svg\" alt=\"", name);
    put(page, alt);
    fputs("\" loading=\"lazy\" />\n<figcaption>", page->out);
    eg_page_running(page, caption);
    if (target)
        put_link(page, target, target_text);
    fputs("</figcaption>\n</figure>\n", page->out);
}

const eg_page_format eg_page_html = {
    .directory = "",
    .ending = ".html",
    .index = "index",
    .begin = begin,
    .end = end,
    .section = section,
    .subsection = subsection,
    .paragraph = paragraph,
    .note = note,
    .code = code,
    .equations = equations,
    .table = table,
    .row = row,
    .cell = cell,
    .cell_with = cell_with,
    .table_end = table_end,
    .list = list,
    .item = item,
    .list_end = list_end,
    .reference = reference,
    .figure = figure,
    .icon = icon,
    .plain = plain,
    .inline_code = inline_code,
    .link = put_link,
};
