/* Whole texts, names and comments from one language into the other. */
#include "modelica/text/unparse.h"

#include <string.h>

void eg_unparse_refuse(eg_unparser *u, uint32_t at, const char *what, const char *hint)
{
    if (u->tries) {
        if (!u->unsaid) {
            u->unsaid = what;
            u->unsaid_at = at;
            u->unsaid_hint = hint;
        }
        return;
    }
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
    for (; first < line; first += (uint32_t)strcspn(text + first, "\n") + 1)
        write_comment(u, text + first);
}

/* The first comment sign in [from, the line's end) that stands outside of strings and of names in quotes;
 * NULL: none. */
static const char *comment_behind(const eg_unparser *u, const char *from)
{
    char quote = '\0'; /* what ends the string or name around c */
    for (const char *c = from; *c && *c != '\n'; c++) {
        const bool opens = *c == '"' || (*c == '\'' && !u->from_dyad);
        if (quote && *c == '\\' && c[1] && c[1] != '\n')
            c++;
        else if (quote && *c == quote)
            quote = '\0';
        else if (!quote && opens)
            quote = *c;
        if (!quote && (u->from_dyad ? *c == '#' : strncmp(c, "//", 2) == 0))
            return c;
    }
    return NULL;
}

uint32_t eg_unparse_behind(const eg_unparser *u, uint32_t at, const eg_pictures *pictures)
{
    eg_extract e = {0};
    if (pictures)
        e = pictures->annotation.text ? pictures->annotation : pictures->metadata;
    bool is_here = e.text && e.text >= u->source->text && e.text < u->source->text + u->source->length;
    return is_here ? (uint32_t)(e.text + e.length - u->source->text) : at;
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

/* Does another name than the last one go by that alias? */
static bool is_taken(const eg_unparser *u, const char *alias)
{
    for (size_t i = 0; i + 1 < u->aliases.count; i++)
        if (strcmp(((const eg_alias *)u->aliases.items[i])->alias, alias) == 0)
            return true;
    return false;
}

/* Which name stands for `name` in Dyad: the first that is free of those that differ by "_" at their end. */
static const char *alias_of(eg_unparser *u, const char *name)
{
    for (size_t i = 0; i < u->aliases.count; i++) {
        const eg_alias *a = u->aliases.items[i];
        if (a->name == name)
            return a->alias;
    }
    eg_alias *made = eg_new(u->r, sizeof *made);
    char *plain = eg_new(u->r, strlen(name) + 3);
    if (!made || !plain || !eg_list_add(u->r, &u->aliases, made))
        return name;
    size_t length = 0;
    for (const char *c = name; *c; c++) {
        bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (unsigned char)*c >= 0x80;
        bool is_digit = *c >= '0' && *c <= '9';
        if (is_letter || (length > 0 && (is_digit || *c == '_')))
            plain[length++] = *c;
        else if (length > 0 && plain[length - 1] != '_')
            plain[length++] = '_';
    }
    if (*name == '\'' && length > 0 && plain[length - 1] == '_') /* the quote at the end */
        plain[--length] = '\0';
    if (length == 0)
        plain[length++] = 'x';
    *made = (eg_alias){.name = name, .alias = plain};
    while (eg_is_dyad_keyword(made->alias) || strstr(u->source->text, made->alias) != NULL ||
           is_taken(u, made->alias))
        made->alias = eg_textf(u->r, "%s_", made->alias);
    return made->alias;
}

static bool is_plain(const char *name)
{
    bool letters_only = true;
    for (const char *c = name; *c; c++)
        letters_only = letters_only && *c != '\'' && (unsigned char)*c < 0x80;
    return letters_only;
}

/* Dyad's names begin with a letter. */
static bool is_dyad_name(const char *name)
{
    return is_plain(name) && *name != '_' && !eg_is_dyad_keyword(name);
}

/* 'ω' is ω in Dyad: one that has Greek letters and else what names have. NULL: it is none of these. */
static const char *greek_name(eg_unparser *u, const char *name)
{
    bool has_greek = false;
    size_t length = strlen(name);
    if (length < 4 || *name != '\'')
        return NULL;
    for (const char *c = name + 1; c < name + length - 1; c++) {
        bool is_greek = ((unsigned char)*c == 0xCE || (unsigned char)*c == 0xCF);
        bool is_later = c > name + 1 && ((*c >= '0' && *c <= '9') || *c == '_');
        if (!is_greek && !is_later && !(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z'))
            return NULL;
        has_greek = has_greek || is_greek;
        c += is_greek;
    }
    return has_greek ? eg_textf(u->r, "%.*s", (int)length - 2, name + 1) : NULL;
}

void eg_unparse_name(eg_unparser *u, const char *name)
{
    const char *greek = u->to_dyad ? greek_name(u, name) : NULL;
    if (u->to_dyad)
        fputs(greek ? greek : is_dyad_name(name) ? name : alias_of(u, name), u->out);
    else if (*name != '\'' && (!is_plain(name) || eg_is_keyword(name)))
        fprintf(u->out, "'%s'", name);
    else
        fputs(name, u->out);
}

const char *eg_unparse_own_name(eg_unparser *u, const eg_definition *d)
{
    for (size_t i = 0; i < u->hoisted.count; i++) {
        const eg_definition *other = u->hoisted.items[i];
        if (other == d)
            return d->name;
        if (other->name == d->name)
            break;
    }
    char *name = u->hoisted.count > 0 ? eg_new(u->r, strlen(d->full) + 1) : NULL;
    if (!name)
        return d->name;
    strcpy(name, d->full);
    for (char *c = name; *c; c++)
        *c = *c == '.' ? '_' : *c;
    return eg_symbol(u->r, name);
}

static void write_name(eg_unparser *u, const eg_reference *name)
{
    for (uint32_t i = 0; i < name->count; i++) {
        fputs(i > 0 ? "." : "", u->out);
        eg_unparse_name(u, name->parts[i].name);
    }
}

void eg_unparse_class_name(eg_unparser *u, const eg_reference *name)
{
    eg_definition *d = eg_resolve(u->r, u->scope, u->source, name, true);
    const eg_class *native = eg_unparse_native(d);
    if (native)
        fputs(eg_unparse_library_class(u, name->parts[0].at, native), u->out);
    else if (d && d->kind == EG_D_TYPE && d->unit_type && !d->unit_type->non_si)
        fprintf(u->out, u->to_dyad ? "Dyad.%s" : "Modelica.Units.SI.%s", d->unit_type->name);
    else if (d && d->kind == EG_D_TYPE && d->literals && d->enclosing != u->r->root && u->to_dyad)
        fputs(eg_unparse_stand_in(u, name->parts[0].at, d->full, NULL), u->out);
    else if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->source != u->source)
        fputs(u->to_dyad && strncmp(d->full, "Modelica.", 9) == 0
                  ? eg_unparse_stand_in(u, name->parts[0].at, d->full, d->syntax->comment)
                  : d->full,
              u->out);
    else if (d && d->kind == EG_D_SCOPE && d->syntax && u->hoisted.count > 0)
        eg_unparse_name(u, eg_unparse_own_name(u, d));
    else
        write_name(u, name);
}

/* ---------------------------------------------------------------- files */

/* All classes of a text, those inside of others too, in the order in which they stand. */
static bool hoist(eg_unparser *u, eg_definition *scope, eg_syntax *class)
{
    eg_member *member = eg_find_member(u->r, scope, class->name);
    eg_definition *d = member && member->kind == EG_M_CLASS ? member->definition : NULL;
    if (!d || d->syntax != class)
        return !u->r->out_of_memory;
    if (!eg_list_add(u->r, &u->hoisted, d))
        return false;
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_CLASS && !hoist(u, d, class->elements[i].class))
            return false;
    return true;
}

/* Classes that may be replaced by others, or stand in two places, cannot stand side by side. */
static bool must_stay_inside(const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_syntax *c = class->elements[i].kind == EG_EL_CLASS ? class->elements[i].class : NULL;
        if (c && (c->is_replaceable || c->is_redeclared || c->is_inner || c->is_outer || c->extends_itself ||
                  must_stay_inside(c)))
            return true;
    }
    return false;
}

/* The classes of a text, and where they are defined. */
typedef struct written {
    const eg_stored *stored;
    eg_definition *package;
} written;

static void write_all(eg_unparser *u, const void *item)
{
    const written *all = item;
    for (uint32_t i = 0; i < all->stored->count; i++) {
        eg_member *member = eg_find_member(u->r, all->package, all->stored->classes[i]->name);
        if (!member || member->kind != EG_M_CLASS)
            continue;
        u->scope = member->definition;
        if (u->to_dyad)
            eg_unparse_dyad_class(u, all->stored->classes[i]);
        else
            eg_unparse_modelica_class(u, all->stored->classes[i]);
        if (i + 1 < all->stored->count)
            fputc('\n', u->out);
    }
}

static void write_classes(eg_unparser *u, const eg_stored *stored, eg_definition *package)
{
    bool stays = false;
    for (uint32_t i = 0; i < stored->count; i++)
        stays = stays || must_stay_inside(stored->classes[i]);
    for (uint32_t i = 0; i < stored->count && u->to_dyad && !stays; i++)
        if (!hoist(u, package, stored->classes[i]))
            return;
    const written all = {stored, package};
    if (!u->to_dyad) {
        write_all(u, &all);
        return;
    }
    /* What stands for others is known once all has been written, and stands first: the last one is the model
     * that is simulated. */
    const char *text = eg_unparse_text(u, write_all, &all);
    eg_unparse_stand_ins(u);
    fputs(text ? text : "", u->out);
    eg_unparse_left_names(u);
}

typedef struct conversion {
    bool *to_dyad;
    FILE *out;
} conversion;

static void convert(void *context, eg_reader *r, const eg_stored *stored, eg_definition *package)
{
    const conversion *c = context;
    bool from_dyad = eg_source_is_dyad(r->main_source->name);
    bool to_dyad = !from_dyad && !eg_source_is_sidops(r->main_source->name);
    eg_unparser u = {
        .r = r, .out = c->out, .to_dyad = to_dyad, .from_dyad = from_dyad, .source = r->main_source};
    *c->to_dyad = to_dyad;
    write_classes(&u, stored, package);
}

eg_status eg_convert_text(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                          FILE *out, bool *to_dyad)
{
    conversion c = {to_dyad, out};
    *to_dyad = false;
    return eg_library_visit(path, options, diagnostics, convert, &c);
}

eg_status eg_convert_to_dyad(const char *text, size_t length, const char *name, eg_diagnostics *diagnostics,
                             FILE *out)
{
    bool to_dyad = true;
    conversion c = {&to_dyad, out};
    return eg_library_visit_text(text, length, name, diagnostics, convert, &c);
}
