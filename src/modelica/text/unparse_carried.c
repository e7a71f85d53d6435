/* What Dyad has no words for, carried in the metadata of its component as Modelica:
 *
 *   metadata {"elastogap": {
 *     "modelica": [{"equation": 2, "text": ["when h < 0 then", "  reinit(v, -e*pre(v));", "end when;"]}],
 *     "names": {"path_": "path"},
 *     "protected": ["x"]
 *   }}
 *
 * The number says how many of its kind stand before it: the order of declarations is that of results. Names
 * that Dyad cannot have go by others. dyad/carried.c reads all this. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/file.h"
#include "modelica/text/unparse.h"

#include <stdlib.h>
#include <string.h>

const char *eg_unparse_text(eg_unparser *u, eg_unparse_item write, const void *item)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = u->out;
    u->out = open_memstream(&text, &length);
    if (u->out) {
        write(u, item);
        text = eg_text_end(u->out, &text);
    }
    u->r->out_of_memory = u->r->out_of_memory || !text;
    u->out = out;
    const char *kept = text ? eg_textf(u->r, "%s", text) : NULL;
    free(text);
    return kept;
}

/* The item in Modelica, with the names that its classes have here. */
static const char *in_modelica_text(eg_unparser *u, eg_unparse_item write, const void *item)
{
    eg_unparser m = *u;
    m.to_dyad = m.tries = false;
    m.is_carried = true;
    m.depth = 0;
    m.index = NULL;
    return eg_unparse_text(&m, write, item);
}

/* The first line that says something. */
static const char *first_line(const char *text, size_t *length)
{
    text += strspn(text, " \t\r\n");
    while (strncmp(text, "//", 2) == 0) {
        text += strcspn(text, "\n");
        text += strspn(text, " \t\r\n");
    }
    *length = strcspn(text, "\r\n");
    return text;
}

static void say_where(eg_unparser *u, const char *text)
{
    size_t length = 0;
    const char *line = first_line(text, &length);
    eg_unparse_indent(u);
    fprintf(u->out, "# Modelica, in the metadata: %.*s\n\n", (int)length, line);
}

bool eg_unparse_or_carry(eg_unparser *u, const void *item, eg_unparse_item in_dyad,
                         eg_unparse_item in_modelica, eg_carried otherwise, eg_list *carried)
{
    u->tries = true;
    u->unsaid = NULL;
    const char *text = eg_unparse_text(u, in_dyad, item);
    u->tries = false;
    u->index = NULL;
    if (!u->unsaid) {
        fputs(text ? text : "", u->out);
        return true;
    }
    eg_warn(u->r, u->source, u->unsaid_at, "%s in Dyad: Modelica in the metadata says it", u->unsaid);
    if (u->unsaid_hint)
        eg_hint(u->r, "%s; other programs do not read this metadata", u->unsaid_hint);
    else
        eg_hint(u->r, "other programs do not read this metadata");
    otherwise.text = in_modelica_text(u, in_modelica, item);
    eg_carried *kept = eg_new(u->r, sizeof *kept);
    if (!otherwise.text || !kept)
        return false;
    *kept = otherwise;
    if (strcmp(kept->kind, "class") != 0)
        say_where(u, kept->text);
    eg_list_add(u->r, carried, kept);
    return false;
}

/* ---------------------------------------------------------------- metadata */

static void write_json(eg_unparser *u, const char *text, size_t length)
{
    fputc('"', u->out);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\')
            fputc('\\', u->out);
        if (text[i] == '\t')
            fputs("\\t", u->out);
        else if (text[i] != '\r')
            fputc(text[i], u->out);
    }
    fputc('"', u->out);
}

/* {"kind": 2, "text": ["line", "line"]} */
static void write_one(eg_unparser *u, const eg_carried *c)
{
    fprintf(u->out, "      {\"%s\": %d, \"text\": [", c->kind, c->index);
    const char *comma = "";
    for (const char *line = c->text; *line;) {
        size_t length = strcspn(line, "\n");
        if (length > 0) {
            fprintf(u->out, "%s\n        ", comma);
            write_json(u, line, length);
            comma = ",";
        }
        line += length + (line[length] == '\n');
    }
    fputs("\n      ]}", u->out);
}

static void write_names(eg_unparser *u, bool has_more)
{
    const char *comma = "\n    \"names\": {";
    for (size_t i = 0; i < u->aliases.count; i++) {
        eg_alias *a = u->aliases.items[i];
        if (a->is_written)
            continue;
        a->is_written = true;
        fprintf(u->out, "%s\"%s\": ", comma, a->alias);
        write_json(u, a->name, strlen(a->name));
        comma = ", ";
    }
    fprintf(u->out, "}%s", has_more ? "," : "");
}

static bool has_names(const eg_unparser *u)
{
    for (size_t i = 0; i < u->aliases.count; i++)
        if (!((const eg_alias *)u->aliases.items[i])->is_written)
            return true;
    return false;
}

/* "protected": ["a", "b"]; false: nothing is. `class` NULL: no component is said in Dyad. */
static bool write_protected(eg_unparser *u, const eg_syntax *class, bool really)
{
    const char *comma = "\n    \"protected\": [";
    bool any = false;
    for (uint32_t i = 0; class && i < class->element_count; i++) {
        const eg_class_element *e = &class->elements[i];
        if (e->kind != EG_EL_COMPONENT || !e->is_protected)
            continue;
        any = true;
        if (!really)
            break;
        fputs(comma, u->out);
        write_json(u, e->component->name, strlen(e->component->name));
        comma = ", ";
    }
    if (any && really)
        fputs("]", u->out);
    return any;
}

void eg_unparse_metadata(eg_unparser *u, const eg_syntax *class, const eg_list *carried)
{
    bool names = has_names(u), is_protected = write_protected(u, class, false);
    const char *members = class ? eg_pictures_members(u->r, class->pictures) : NULL;
    const char *annotation = class ? eg_pictures_annotation(u->r, class->pictures) : NULL;
    bool is_own = carried->count > 0 || names || is_protected || annotation;
    if (!is_own && !members)
        return;
    fprintf(u->out, "metadata {%s%s", members ? "\n  " : "", members ? members : "");
    if (!is_own) {
        fputs("\n}\n", u->out);
        return;
    }
    fprintf(u->out, "%s\n  \"elastogap\": {", members ? "," : "");
    if (names)
        write_names(u, carried->count > 0 || is_protected || annotation);
    if (is_protected) {
        write_protected(u, class, true);
        fputs(carried->count > 0 || annotation ? "," : "", u->out);
    }
    if (annotation)
        fprintf(u->out, "\n    \"annotation\": %s%s", annotation, carried->count > 0 ? "," : "");
    if (carried->count > 0)
        fputs("\n    \"modelica\": [\n", u->out);
    for (size_t i = 0; i < carried->count; i++) {
        write_one(u, carried->items[i]);
        fputs(i + 1 < carried->count ? ",\n" : "\n    ]", u->out);
    }
    fputs("\n  }\n}\n", u->out);
}

void eg_unparse_left_names(eg_unparser *u)
{
    if (!has_names(u))
        return;
    eg_carried package = {.kind = "class", .text = "package Names\nend Names;\n"};
    eg_list carried = {0};
    if (!eg_list_add(u->r, &carried, &package))
        return;
    fputs("\ncomponent Names\n", u->out);
    eg_unparse_metadata(u, NULL, &carried);
    fputs("end\n", u->out);
}
