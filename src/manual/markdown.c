/* Pages as Markdown, in what forges have in common (CommonMark and tables). */
#include "manual/page.h"

#include <string.h>

/* Characters that would be markup get a backslash; a bar would end a cell of a table. */
static void plain(eg_page *page, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("\\`*_[]<>|#&~", text[i]))
            fputc('\\', page->out);
        fputc(text[i], page->out);
    }
}

static void put(eg_page *page, const char *text)
{
    plain(page, text, strlen(text));
}

/* Inside code only a backquote and, in tables, a bar need care. */
static void inline_code(eg_page *page, const char *text, size_t length)
{
    const char *fence = memchr(text, '`', length) ? "``" : "`";
    fputs(fence, page->out);
    for (size_t i = 0; i < length; i++) {
        if (page->is_row && text[i] == '|')
            fputc('\\', page->out);
        fputc(text[i], page->out);
    }
    fputs(fence, page->out);
}

static void put_link(eg_page *page, const char *target, const char *text)
{
    fputc('[', page->out);
    put(page, text);
    fprintf(page->out, "](%s.md)", target);
}

static void begin(eg_page *page, const eg_page_title *title)
{
    if (title->package || title->kind) /* not on the index itself */
        fputs("[Manual](README.md)", page->out);
    if (title->package) {
        fputs(" › [", page->out);
        put(page, title->package);
        fprintf(page->out, "](" EG_PACKAGE_PAGE "%s.md)", title->package);
    }
    fputs("\n\n# ", page->out);
    put(page, title->short_name);
    if (title->kind)
        fprintf(page->out, " (%s)", title->kind);
    fputs("\n\n", page->out);
    if (title->doc) {
        eg_page_running(page, title->doc);
        fputs("\n\n", page->out);
    }
    if (strcmp(title->name, title->short_name) != 0)
        fprintf(page->out, "`%s`\n\n", title->name);
}

static void end(eg_page *page)
{
    fputs("---\n\nMade by `elastogap manual` from the descriptors of the classes and runs of the examples.\n",
          page->out);
}

static void section(eg_page *page, const char *title)
{
    fputs("## ", page->out);
    put(page, title);
    fputs("\n\n", page->out);
}

static void subsection(eg_page *page, const char *title)
{
    fputs("### ", page->out);
    eg_page_running(page, title);
    fputs("\n\n", page->out);
}

static void paragraph(eg_page *page, const char *text)
{
    eg_page_running(page, text);
    fputs("\n\n", page->out);
}

static void note(eg_page *page, const char *text)
{
    fputs("> ", page->out);
    eg_page_running(page, text);
    fputs("\n\n", page->out);
}

static void code(eg_page *page, const char *text)
{
    fprintf(page->out, "```modelica\n%s\n```\n\n", text);
}

static void equations(eg_page *page, const char *const *texts)
{
    fputs("```modelica\n", page->out);
    for (; *texts; texts++)
        fprintf(page->out, "%s\n", *texts);
    fputs("```\n\n", page->out);
}

static void table(eg_page *page, const char *const *head, int columns)
{
    for (int i = 0; i < columns; i++) {
        fputs("| ", page->out);
        put(page, head[i]);
        fputc(' ', page->out);
    }
    fputs("|\n", page->out);
    for (int i = 0; i < columns; i++)
        fputs("| --- ", page->out);
    fputs("|", page->out);
    page->is_row = true;
}

static void row(eg_page *page)
{
    fputs("\n|", page->out);
}

static void cell(eg_page *page, eg_cell_style style, const char *text)
{
    fputc(' ', page->out);
    if (style != EG_CELL_TEXT && *text)
        inline_code(page, text, strlen(text));
    else
        eg_page_running(page, text);
    fputs(" |", page->out);
}

static void cell_with(eg_page *page, const char *text, const char *remark)
{
    fputc(' ', page->out);
    eg_page_running(page, text);
    if (*remark) {
        fputs("<br/>", page->out);
        eg_page_running(page, remark);
    }
    fputs(" |", page->out);
}

static void table_end(eg_page *page)
{
    page->is_row = false;
    fputs("\n\n", page->out);
}

static void list(eg_page *page)
{
    (void)page;
}

static void item(eg_page *page, const char *target, const char *text, const char *doc)
{
    fputs("- ", page->out);
    if (target)
        put_link(page, target, text);
    else
        put(page, text);
    if (doc) {
        fputs(": ", page->out);
        eg_page_running(page, doc);
    }
    fputc('\n', page->out);
}

static void list_end(eg_page *page)
{
    fputc('\n', page->out);
}

static void reference(eg_page *page, const char *text, const char *doi)
{
    fputs("- ", page->out);
    put(page, text);
    if (doi)
        fprintf(page->out, " [doi:%s](https://doi.org/%s)", doi, doi);
    fputc('\n', page->out);
}

static void figure(eg_page *page, const char *name, const char *alt, const char *caption, const char *target,
                   const char *target_text)
{
    fputs("![", page->out);
    put(page, alt);
    fprintf(page->out, "](../figures/%s.svg)\n\n", name);
    eg_page_running(page, caption);
    if (target)
        put_link(page, target, target_text);
    fputs("\n\n", page->out);
}

static void icon(eg_page *page, const char *class_name)
{
    fprintf(page->out, "![Icon](../icons/%s.svg)\n\n", class_name);
}

const eg_page_format eg_page_markdown = {
    .directory = "markdown/",
    .ending = ".md",
    .index = "README",
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
