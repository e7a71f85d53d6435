/* A page of the manual in the making, in one of two formats. Who writes pages (class_page.c, other_pages.c)
 * says what stands on them; html.c and markdown.c say how that is written. All text is given plain and
 * escaped here; in running text `backquotes` mark code, names of classes become links. */
#ifndef EG_MANUAL_PAGE_H
#define EG_MANUAL_PAGE_H

#include "component/class.h"

#include <stdio.h>

typedef struct eg_page_format eg_page_format;

typedef struct eg_page {
    FILE *out; /* memory */
    const eg_page_format *format;
    const eg_class *class; /* whose names running text marks as code; NULL: none */
    bool is_open, is_row;  /* the formats own: a section is open; a table has rows */
} eg_page;

/* What a page begins with. */
typedef struct eg_page_title {
    const char *name;       /* the page's, and its file's without ending */
    const char *short_name; /* shown large */
    const char *kind;       /* "model", "package"; NULL: none */
    const char *doc;        /* one line; NULL: none */
    const char *package;    /* the page above it; NULL: the index */
} eg_page_title;

/* A class may be a package as well: pages of packages have names of their own. */
#define EG_PACKAGE_PAGE "package-"

typedef enum eg_cell_style { EG_CELL_TEXT, EG_CELL_CODE, EG_CELL_NAME } eg_cell_style;

struct eg_page_format {
    const char *directory; /* below that of the manual: "" or "markdown/" */
    const char *ending;    /* ".html" */
    const char *index;     /* name of the first page without ending */
    void (*begin)(eg_page *page, const eg_page_title *title);
    void (*end)(eg_page *page);
    void (*section)(eg_page *page, const char *title);
    void (*subsection)(eg_page *page, const char *title); /* running text */
    void (*paragraph)(eg_page *page, const char *text);
    void (*note)(eg_page *page, const char *text);
    void (*code)(eg_page *page, const char *text);
    void (*equations)(eg_page *page, const char *const *equations);
    /* Tables: columns of head; then rows of as many cells. */
    void (*table)(eg_page *page, const char *const *head, int columns);
    void (*row)(eg_page *page);
    void (*cell)(eg_page *page, eg_cell_style style, const char *text);
    void (*cell_with)(eg_page *page, const char *text, const char *remark); /* running text; "": none */
    void (*table_end)(eg_page *page);
    /* Lists of links. target: a page's name, or NULL for what has none. */
    void (*list)(eg_page *page);
    void (*item)(eg_page *page, const char *target, const char *text, const char *doc);
    void (*list_end)(eg_page *page);
    void (*reference)(eg_page *page, const char *text, const char *doi); /* of a list */
    /* A picture below figures/, with a page that the caption leads to (NULL: none). */
    void (*figure)(eg_page *page, const char *name, const char *alt, const char *caption, const char *target,
                   const char *target_text);
    /* The icon of the class of that name, below icons/. */
    void (*icon)(eg_page *page, const char *class_name);
    /* Pieces of running text. */
    void (*plain)(eg_page *page, const char *text, size_t length);
    void (*inline_code)(eg_page *page, const char *text, size_t length);
    void (*link)(eg_page *page, const char *target, const char *text);
};

extern const eg_page_format eg_page_html, eg_page_markdown;

/* Running text: code and links are found, the rest is plain. */
void eg_page_running(eg_page *page, const char *text);
/* Paragraphs, separated by empty lines; one that begins with white space keeps its shape. */
void eg_page_paragraphs(eg_page *page, const char *text);

/* MathML for an equation; false, and nothing is written, where it is better read as text. math.c */
bool eg_math_equation(FILE *out, const char *equation);

/* The style sheet. style.c */
extern const char eg_manual_style[];

#endif
