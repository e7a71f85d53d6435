/* Quick fixes: what the remedy of a message tells to write, written. */
#include "base/names.h"
#include "lsp/session.h"

#include <stdlib.h>
#include <string.h>

typedef struct fixing {
    eg_text_view *view;
    const eg_document *d;
    const eg_finding *finding;
    size_t at; /* of the finding */
    json_t *fixes;
} fixing;

static json_t *edit_of(const fixing *f, size_t from, size_t to, const char *text)
{
    return json_pack("{s:o, s:s}", "range", eg_position_range(f->view->source, from, to), "newText", text);
}

/* `edits` is taken over. */
static void add_all(const fixing *f, const char *title, json_t *edits)
{
    json_array_append_new(f->fixes, json_pack("{s:s, s:s, s:b, s:{s:{s:o}}}", "title", title, "kind",
                                              "quickfix", "isPreferred", json_array_size(f->fixes) == 0,
                                              "edit", "changes", f->d->uri, edits));
}

static void add(const fixing *f, const char *title, size_t from, size_t to, const char *text)
{
    add_all(f, title, json_pack("[o]", edit_of(f, from, to, text)));
}

/* What stands in the quotes that follow `before` in the text; false: nothing does. */
static bool quoted_behind(const char *text, const char *before, char *out, size_t size)
{
    const char *from = text ? strstr(text, before) : NULL;
    if (!from)
        return false;
    from += strlen(before);
    const char *to = *from == '"' ? strchr(from + 1, '"') : NULL;
    if (!to || (size_t)(to - from) >= size || to == from + 1)
        return false;
    memcpy(out, from + 1, (size_t)(to - from - 1));
    out[to - from - 1] = '\0';
    return true;
}

/* ---------------------------------------------------------------- did you mean */

static bool is_path(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || (unsigned char)c >= 0x80;
}

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* One word of a line. */
typedef struct line_word {
    size_t from, to;
    char text[120];
} line_word;

enum { MOST_WORDS = 100 };

static size_t words_of_line(const fixing *f, line_word words[MOST_WORDS])
{
    const char *text = f->d->text;
    size_t count = 0, i = f->at, from, to;
    while (i > 0 && text[i - 1] != '\n' && text[i - 1] != '\r')
        i--;
    for (;
         i < f->d->length && text[i] != '\n' && text[i] != '\r' && count<MOST_WORDS; i = to> i ? to : i + 1) {
        eg_mentions_word(text, f->d->length, i, &from, &to);
        line_word *w = &words[count];
        if (to == from || to - from >= sizeof w->text)
            continue;
        *w = (line_word){.from = from, .to = to};
        memcpy(w->text, text + from, to - from);
        count++;
    }
    return count;
}

/* The word that stands for what was meant: the one at the finding's place, if the message names it; else of
 * those on its line the nearest one. */
static bool nearest_word(const fixing *f, const char *meant, size_t *from, size_t *to)
{
    line_word words[MOST_WORDS];
    const char *names[MOST_WORDS];
    const char *last = last_part(meant), *nearest = NULL;
    const size_t count = words_of_line(f, words);
    const bool names_wrong = strncmp(f->finding->message, "expected ", 9) != 0; /* that names what follows */
    for (size_t i = 0; i < count; i++) {
        char quoted[sizeof words[i].text + 2];
        snprintf(quoted, sizeof quoted, "\"%s\"", words[i].text);
        names[i] = words[i].text;
        if (words[i].from == f->at && names_wrong && strstr(f->finding->message, quoted))
            nearest = names[i];
    }
    nearest = nearest ? nearest : eg_nearest(last, names, count);
    for (size_t i = 0; nearest && i < count; i++)
        if (names[i] == nearest) {
            *from = words[i].from;
            *to = words[i].to;
            return strcmp(nearest, meant) != 0;
        }
    return false;
}

static void fix_name(const fixing *f)
{
    char meant[300], title[340];
    size_t from, to;
    if (!quoted_behind(f->finding->remedy, "did you mean ", meant, sizeof meant) ||
        !nearest_word(f, meant, &from, &to))
        return;
    while (strchr(meant, '.') && from > 0 && is_path(f->d->text[from - 1])) /* the whole path is meant */
        from--;
    while (strchr(meant, '.') && is_path(f->d->text[to]))
        to++;
    snprintf(title, sizeof title, "write %s", meant);
    add(f, title, from, to, meant);
}

/* ---------------------------------------------------------------- what is missing */

/* Behind the last word before the place. */
static size_t end_before(const fixing *f)
{
    const char *text = f->d->text;
    size_t at = f->at;
    for (;;) {
        while (at > 0 && strchr(" \t\r\n", text[at - 1]))
            at--;
        size_t line = at;
        while (line > 0 && text[line - 1] != '\n')
            line--;
        /* A line that is a comment, or ends with one. */
        size_t mark = line;
        bool in_text = false;
        while (mark < at && (in_text || !(text[mark] == '/' && text[mark + 1] == '/')))
            in_text = in_text != (text[mark++] == '"');
        if (mark >= at)
            return at;
        at = mark;
    }
}

/* "a, b, c" behind `before` in the remedy: the word at the place as each of them. */
static void fix_by_list(const fixing *f, const char *before)
{
    char name[120], title[140];
    size_t from, to;
    const char *at = strstr(f->finding->remedy, before);
    eg_mentions_word(f->d->text, f->d->length, f->at, &from, &to);
    if (!at || from != f->at || to == from)
        return;
    for (at += strlen(before); *at; at += strspn(at, ", ")) {
        const size_t length = strcspn(at, ", ");
        if (length == 0 || length >= sizeof name || *at == '.')
            return;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        snprintf(title, sizeof title, "write %s", name);
        add(f, title, from, to, name);
        at += length;
    }
}

/* "expected "X" before ..." and ""X" is missing here" */
static void fix_missing(const fixing *f)
{
    char sign[8], title[40];
    const char *message = f->finding->message;
    const bool is_expected = strncmp(message, "expected \"", 10) == 0 && strstr(message, "\" before ");
    if (!quoted_behind(message, is_expected ? "expected " : "", sign, sizeof sign) ||
        (!is_expected && !strstr(message, "\" is missing here")))
        return;
    if (strstr(message, "before \":=\"")) {
        add(f, "write =", f->at, f->at + 2, "=");
        return;
    }
    if (f->finding->remedy && strstr(f->finding->remedy, "did you mean"))
        return; /* then nothing is missing */
    snprintf(title, sizeof title, "add %s", sign);
    const size_t at = is_expected ? end_before(f) : f->at;
    add(f, title, at, at, sign);
}

static void fix_end(const fixing *f)
{
    char name[300], text[320], title[340];
    if (quoted_behind(f->finding->message, "", name, sizeof name) && strncmp(name, "end ", 4) == 0 &&
        strstr(f->finding->message, "is missing")) {
        snprintf(text, sizeof text, "%s\n", name);
        snprintf(title, sizeof title, "add %s", name);
        add(f, title, f->d->length, f->d->length, text);
    } else if (quoted_behind(f->finding->remedy, "write ", name, sizeof name) &&
               strncmp(name, "end ", 4) == 0) {
        size_t from, to;
        eg_mentions_word(f->d->text, f->d->length, f->at, &from, &to);
        snprintf(title, sizeof title, "write %s", name);
        if (to > from)
            add(f, title, from, to, name + 4);
    }
}

/* ---------------------------------------------------------------- what is to be added */

/* The line behind the head of the class at the place, or that of its first equation. */
static size_t place_in_class(const fixing *f, bool before_equations)
{
    const eg_syntax *class = eg_text_view_class(f->view, (uint32_t)f->at);
    if (!class)
        return 0;
    size_t at = class->at;
    if (before_equations && class->section_count > 0) {
        at = class->sections[0].at;
        while (at > 0 && f->d->text[at - 1] != '\n')
            at--;
        return at;
    }
    if (class->element_count > 0 && class->elements[0].kind == EG_EL_IMPORT)
        at = class->elements[0].import->at;
    else if (class->element_count > 0 && class->elements[0].kind == EG_EL_COMPONENT)
        at = class->elements[0].component->at;
    if (at > class->at) {
        while (at > 0 && f->d->text[at - 1] != '\n')
            at--;
        return at;
    }
    const char *end = strchr(f->d->text + at, '\n');
    return end ? (size_t)(end + 1 - f->d->text) : f->d->length;
}

static void add_line(const fixing *f, const char *what, bool before_equations)
{
    char title[360], line[400];
    if (!eg_text_view_class(f->view, (uint32_t)f->at))
        return;
    const size_t at = place_in_class(f, before_equations);
    snprintf(title, sizeof title, "add %s", what);
    snprintf(line, sizeof line, "  %s\n", what);
    add(f, title, at, at, line);
}

static void fix_by_line(const fixing *f)
{
    char what[300];
    const char *remedy = f->finding->remedy;
    if (quoted_behind(remedy, "write ", what, sizeof what) && strncmp(what, "import ", 7) == 0)
        add_line(f, what, false);
    if (quoted_behind(remedy, "begin it with ", what, sizeof what) && strncmp(what, "within", 6) == 0 &&
        strncmp(f->d->text, "within", 6) != 0) {
        strncat(what, "\n", sizeof what - strlen(what) - 1);
        add(f, "say in which package the file lies", 0, 0, what);
    }
    static const char begin[] = "declare it: ";
    if (strncmp(remedy, begin, sizeof begin - 1) == 0) {
        const char *from = remedy + sizeof begin - 1, *to = strchr(from, ';');
        if (to && strncmp(from, "Real ", 5) == 0 && (size_t)(to - from) + 2 < sizeof what) {
            snprintf(what, sizeof what, "%.*s;", (int)(to - from), from);
            add_line(f, what, true);
            snprintf(what, sizeof what, "parameter %.*s = 1;", (int)(to - from), from);
            add_line(f, what, true);
        }
    }
}

static void fix_words(const fixing *f)
{
    const char *remedy = f->finding->remedy, *here = f->d->text + f->at;
    if (strstr(remedy, "write \"each") && strncmp(here, "each", 4) != 0)
        add(f, "write each", f->at, f->at, "each ");
    const char *assign = strstr(here, ":=");
    const size_t line = strcspn(here, "\r\n");
    if (strncmp(remedy, "write \"=\"", 9) == 0 && assign && (size_t)(assign - here) < line)
        add(f, "write =", (size_t)(assign - f->d->text), (size_t)(assign - f->d->text) + 2, "=");
}

/* ---------------------------------------------------------------- values */

/* The string at the place as the unit that was meant. */
static void fix_unit(const fixing *f)
{
    char meant[100], title[120];
    const char *text = f->d->text;
    size_t from = f->at;
    if (!quoted_behind(f->finding->remedy, "did you mean ", meant, sizeof meant))
        return;
    while (from > 0 && text[from] != '"' && text[from] != '\n')
        from--;
    const char *to = text[from] == '"' ? strchr(text + from + 1, '"') : NULL;
    if (!to)
        return;
    snprintf(title, sizeof title, "write %s", meant);
    add(f, title, from + 1, (size_t)(to - text), meant);
}

/* The component or parameter of that name in the class at the place. */
static const eg_component *component_of(const fixing *f, const char *name, size_t length)
{
    const eg_syntax *class = eg_text_view_class(f->view, (uint32_t)f->at);
    for (uint32_t i = 0; class && i < class->element_count; i++) {
        const eg_class_element *e = &class->elements[i];
        if (e->kind == EG_EL_COMPONENT && strncmp(e->component->name, name, length) == 0 &&
            e->component->name[length] == '\0')
            return e->component;
    }
    return NULL;
}

/* Behind the name of a component that is no array; 0: it is one. */
static size_t behind_name(const fixing *f, const eg_component *c)
{
    size_t from, to;
    eg_mentions_word(f->d->text, f->d->length, c->at, &from, &to);
    return c->dimension_count > 0 ? 0 : to;
}

/* "stop.c has no value; its start value 1 N/m is taken": as a modifier of the component. */
static void fix_value(const fixing *f)
{
    static const char taken[] = " has no value; its start value ";
    char title[220], what[sizeof title];
    const char *message = f->finding->message, *behind = strstr(message, taken);
    const char *number = behind ? behind + sizeof taken - 1 : NULL;
    const size_t digits = number ? strcspn(number, " ") : 0;
    if (digits == 0 || !strchr("+-.0123456789", *number) || digits > 40)
        return;
    const char *name = behind;
    while (name > message && is_path(name[-1]) && name[-1] != '.')
        name--;
    const char *owner = name > message && name[-1] == '.' ? name - 1 : NULL;
    while (owner && owner > message && is_path(owner[-1]) && owner[-1] != '.')
        owner--;
    const eg_component *c = owner ? component_of(f, owner, (size_t)(name - 1 - owner)) : NULL;
    const size_t at = c ? behind_name(f, c) : 0;
    if (at == 0 || (size_t)(behind - name) > 100)
        return;
    const char *open = f->d->text + at + strspn(f->d->text + at, " \t");
    const bool has_others = *open == '(' && open[1 + strspn(open + 1, " \t\r\n")] != ')';
    snprintf(title, sizeof title, "set %.*s = %.*s", (int)(behind - name), name, (int)digits, number);
    if (*open == '(')
        snprintf(what, sizeof what, "%s%s", title + 4, has_others ? ", " : "");
    else
        snprintf(what, sizeof what, "(%s)", title + 4);
    const size_t place = *open == '(' ? (size_t)(open + 1 - f->d->text) : at;
    add(f, title, place, place, what);
}

/* Behind the value that begins there: the comma or the parenthesis that ends it. */
static size_t end_of_value(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        const char c = text[at];
        if (depth == 0 && (c == ',' || c == ')'))
            return at;
        depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    }
    return 0;
}

/* "3 start values are not fixed; the guess is taken: ball.s = 0.5 m, x = 1 m": fixed = true behind each that
 * the class itself gives. */
static void fix_starts(const fixing *f)
{
    static const char taken[] = "not fixed; the guess is taken: ";
    const char *at = strstr(f->finding->message, taken);
    json_t *edits = json_array();
    eg_reader *r = &f->view->r;
    for (at = at ? at + sizeof taken - 1 : NULL; at && is_path(*at);) {
        size_t length = 0;
        while (is_path(at[length]))
            length++;
        const size_t first = strcspn(at, ".") < length ? strcspn(at, ".") : length;
        const eg_component *c = component_of(f, at, first);
        const char *member =
            first < length ? eg_textf(r, "%.*s", (int)(length - first - 1), at + first + 1) : "";
        const eg_modifier *m = c ? c->modifier : NULL;
        if (m && *member)
            m = eg_find_argument(r, m, eg_symbol(r, member));
        const eg_modifier *start = m ? eg_find_argument(r, m, eg_symbol(r, "start")) : NULL;
        const bool is_fixed = m && eg_find_argument(r, m, eg_symbol(r, "fixed"));
        const size_t end = start && start->value && !is_fixed ? end_of_value(f->d->text, start->value_at) : 0;
        if (end > 0)
            json_array_append_new(edits, edit_of(f, end, end, ", fixed = true"));
        const char *next = strstr(at + length, ", ");
        const char *stop = strchr(at + length, ';');
        at = next && (!stop || next < stop) ? next + 2 : NULL;
    }
    if (json_array_size(edits) > 0)
        add_all(f, "let these start values hold: fixed = true", edits);
    else
        json_decref(edits);
}

static bool overlaps(const eg_finding *f, eg_position from, eg_position to)
{
    const bool is_before =
        f->end_line < from.line || (f->end_line == from.line && f->end_column < from.column);
    const bool is_behind = f->line > to.line || (f->line == to.line && f->column > to.column);
    return !is_before && !is_behind && !f->elsewhere;
}

json_t *eg_lsp_fixes(eg_session *s, const json_t *params, const char **refusal)
{
    eg_position from, to;
    const json_t *range = json_object_get(params, "range");
    (void)refusal;
    eg_document *d = eg_session_document_of(s, params);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !eg_position_read(json_object_get(range, "start"), &from) ||
        !eg_position_read(json_object_get(range, "end"), &to))
        return NULL;
    json_t *fixes = json_array();
    for (size_t i = 0; i < d->finding_count; i++) {
        const eg_finding *finding = &d->findings[i];
        if (!overlaps(finding, from, to))
            continue;
        const eg_position at = {finding->line, finding->column};
        const fixing f = {view, d, finding, eg_position_offset(d->text, d->length, at), fixes};
        fix_missing(&f);
        fix_end(&f);
        if (!eg_source_is_dyad(d->path)) {
            fix_value(&f);
            fix_starts(&f);
        }
        if (finding->remedy && strstr(finding->message, "is not a unit")) {
            fix_unit(&f);
        } else if (finding->remedy) {
            fix_name(&f);
            fix_by_list(&f, "those that there are: ");
            fix_by_list(&f, "it has: ");
            fix_by_line(&f);
            fix_words(&f);
        }
    }
    return fixes;
}
