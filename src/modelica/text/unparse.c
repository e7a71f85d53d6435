/* Whole texts, names and comments from one language into the other. */
#include "modelica/text/unparse.h"

#include "modelica/scope/library.h"
#include "modelica/text/parser.h"

#include <string.h>

void eg_unparse_refuse(eg_unparser *u, uint32_t at, const char *what, const char *hint)
{
    eg_error(u->r, u->source, at, "%s in %s", what, u->to_dyad ? "Dyad" : "Modelica");
    if (hint)
        eg_hint(u->r, "%s", hint);
}

/* ---------------------------------------------------------------- comments */

static uint32_t line_start(const char *text, uint32_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static bool is_comment(const char *line)
{
    line += strspn(line, " \t");
    return strncmp(line, "//", 2) == 0 || *line == '#';
}

static bool is_empty(const char *line)
{
    line += strspn(line, " \t\r");
    return *line == '\n' || *line == '\0';
}

void eg_unparse_indent(eg_unparser *u)
{
    fprintf(u->out, "%*s", 2 * u->depth, "");
}

static void write_comment(eg_unparser *u, const char *line)
{
    line += strspn(line, " \t/#");
    size_t length = strcspn(line, "\r\n");
    eg_unparse_indent(u);
    fprintf(u->out, length ? "%s %.*s\n" : "%s\n", u->to_dyad ? "#" : "//", (int)length, line);
}

void eg_unparse_lines_before(eg_unparser *u, uint32_t at)
{
    const char *text = u->source->text;
    uint32_t line = line_start(text, at), first = line;
    while (first > 0 && is_comment(text + line_start(text, first - 1)))
        first = line_start(text, first - 1);
    if (first > 0 && is_empty(text + line_start(text, first - 1)))
        fputc('\n', u->out);
    bool is_doc =
        !u->to_dyad; /* lines of # before a declaration are its documentation, which is written anyway */
    for (; first < line && !is_doc; first += (uint32_t)strcspn(text + first, "\n") + 1)
        write_comment(u, text + first);
}

/* The first comment sign in [from, the line's end) that stands outside of strings; NULL: none. */
static const char *comment_behind(const eg_unparser *u, const char *from)
{
    bool in_string = false;
    for (const char *c = from; *c && *c != '\n'; c++) {
        in_string = *c == '"' ? !in_string : in_string;
        if (!in_string && (u->to_dyad ? strncmp(c, "//", 2) == 0 : *c == '#'))
            return c;
    }
    return NULL;
}

void eg_unparse_end_of_line(eg_unparser *u, uint32_t at)
{
    const char *comment = comment_behind(u, u->source->text + at);
    if (comment) {
        comment += strspn(comment, "/# \t");
        fprintf(u->out, " %s %.*s", u->to_dyad ? "#" : "//", (int)strcspn(comment, "\r\n"), comment);
    }
    fputc('\n', u->out);
}

void eg_unparse_string(eg_unparser *u, const char *text)
{
    fputc('"', u->out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', u->out);
        if (*text == '\n')
            fputs("\\n", u->out);
        else
            fputc(*text, u->out);
    }
    fputc('"', u->out);
}

/* ---------------------------------------------------------------- names of classes */

static void write_name(eg_unparser *u, const eg_reference *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        fprintf(u->out, "%s%s", i > 0 ? "." : "", name->parts[i].name);
}

void eg_unparse_class_name(eg_unparser *u, const eg_reference *name)
{
    eg_definition *d = eg_resolve(u->r, u->scope, u->source, name, true);
    if (d && d->kind == EG_D_NATIVE)
        fputs(d->native->name, u->out);
    else if (d && d->kind == EG_D_TYPE && d->unit_type && !d->unit_type->non_si)
        fprintf(u->out, u->to_dyad ? "Dyad.%s" : "Modelica.Units.SI.%s", d->unit_type->name);
    else if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->source != u->source)
        fputs(d->full, u->out);
    else if (d && d->kind == EG_D_SCOPE && u->to_dyad)
        fputs(d->name, u->out);
    else
        write_name(u, name);
}

/* ---------------------------------------------------------------- files */

static void write_classes(eg_unparser *u, const eg_stored *stored, eg_definition *package)
{
    for (uint32_t i = 0; i < stored->count; i++) {
        eg_member *member = eg_find_member(u->r, package, stored->classes[i]->name);
        if (!member || member->kind != EG_M_CLASS)
            continue;
        u->scope = member->definition;
        if (u->to_dyad)
            eg_unparse_dyad_class(u, stored->classes[i]);
        else
            eg_unparse_modelica_class(u, stored->classes[i]);
        if (i + 1 < stored->count)
            fputc('\n', u->out);
    }
}

eg_status eg_convert_text(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                          FILE *out)
{
    eg_reader r;
    eg_source *source;
    eg_definition *package;
    eg_arena *kept = eg_arena_create();
    eg_status status = EG_ERROR_MEMORY;
    if (!kept)
        return status;
    if (eg_reader_begin(&r, kept, options, diagnostics) &&
        (status = eg_source_load(kept, path, diagnostics, &source)) == EG_OK) {
        r.main_source = source;
        eg_stored *stored = eg_library_enter(&r, source, path, &package);
        eg_unparser u = {.r = &r, .out = out, .to_dyad = !eg_source_is_dyad(path), .source = source};
        if (stored && r.errors == 0)
            write_classes(&u, stored, package);
        status = r.errors > 0 ? EG_ERROR_MODEL : EG_OK;
    }
    if (r.out_of_memory)
        status = EG_ERROR_MEMORY;
    eg_reader_end(&r);
    eg_arena_free(kept);
    return status;
}
