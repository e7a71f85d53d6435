/* Running text: what in it is code, and what is the name of a class. */
#include "manual/page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

/* The length of a dotted name at `text`; 0: none begins here. */
static size_t name_length(const char *text)
{
    size_t i = 0;
    if (!is_name_start(text[0]))
        return 0;
    for (;;) {
        while (isalnum((unsigned char)text[i]) || text[i] == '_')
            i++;
        if (text[i] != '.' || !is_name_start(text[i + 1]))
            return i;
        i++;
    }
}

static bool has_capital_inside(const char *name)
{
    for (const char *c = name + 1; *c; c++)
        if (isupper((unsigned char)*c))
            return true;
    return false;
}

/* A name that cannot be an English word: f_ref, flange_a.f, or a member such as useHeatPort. */
static bool is_code(const eg_class *class, const char *name)
{
    if (strchr(name, '_'))
        return true;
    if (!class || !has_capital_inside(name))
        return false;
    return eg_class_parameter(class, name) >= 0 || eg_class_variable(class, name) >= 0 ||
           eg_class_port(class, name) >= 0;
}

static void put_name(eg_page *page, const char *text, size_t length)
{
    char name[200];
    if (length >= sizeof name) {
        page->format->plain(page, text, length);
        return;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const eg_class *class = strchr(name, '.') ? eg_class_find(name) : NULL;
    if (class)
        page->format->link(page, class->name, name);
    else if (is_code(page->class, name))
        page->format->inline_code(page, text, length);
    else
        page->format->plain(page, text, length);
}

void eg_page_running(eg_page *page, const char *text)
{
    while (*text) {
        const char *end = *text == '`' ? strchr(text + 1, '`') : NULL;
        size_t length = name_length(text);
        if (end) {
            page->format->inline_code(page, text + 1, (size_t)(end - text - 1));
            text = end + 1;
        } else if (length > 0) {
            put_name(page, text, length);
            text += length;
        } else { /* up to where a name may begin: not inside a number such as 2e4 */
            length = 1;
            while (text[length] && text[length] != '`' &&
                   (!is_name_start(text[length]) || isalnum((unsigned char)text[length - 1])))
                length++;
            page->format->plain(page, text, length);
            text += length;
        }
    }
}

void eg_page_paragraphs(eg_page *page, const char *text)
{
    char *copy = strdup(text), *rest = copy;
    while (rest && *rest) {
        char *end = strstr(rest, "\n\n"), *next = end ? end + 2 : NULL;
        if (end)
            *end = '\0';
        if (isspace((unsigned char)*rest))
            page->format->code(page, rest);
        else
            page->format->paragraph(page, rest);
        rest = next;
    }
    free(copy);
}
