/* The texts of library/: what the build made of each (tools/library.c, which reads no more Modelica than they
 * need) is what the reader finds in the file. */
#include "component/describe.h"
#include "modelica/text/parser.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct reading {
    eg_reader r;
    const eg_syntax *file, *embedded; /* the class in its file, and as the program has it */
    const eg_stored *stored;          /* of the file */
} reading;

static char *file_of(const char *name)
{
    static char path[400];
    size_t length = (size_t)snprintf(path, sizeof path, "%s/library/", EG_SOURCE_DIR);
    snprintf(path + length, sizeof path - length, "%s.mo", name);
    for (char *c = path + length; c < path + strlen(path) - 3; c++)
        *c = *c == '.' ? '/' : *c;
    return path;
}

static const eg_stored *parsed(reading *o, const char *name, const char *text, size_t length)
{
    eg_source *source = eg_source_create(o->r.arena, name, text, length);
    const eg_stored *stored = source ? eg_parse(&o->r, source) : NULL;
    if (!stored || o->r.errors > 0 || stored->count != 1)
        fail_msg("%s is no class of Modelica", name);
    return stored;
}

/* False: the class is written in C. */
static bool begin(reading *o, const eg_class *class)
{
    static char bytes[100000], embedded[sizeof bytes];
    const char *path = file_of(class->name);
    FILE *in = fopen(path, "rb");
    if (!in && class->source)
        fail_msg("%s has no file %s", class->name, path);
    if (!in)
        return false;
    size_t length = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_true(length < sizeof bytes);
    memset(o, 0, sizeof *o);
    o->r.arena = o->r.kept = eg_arena_create();
    o->r.diagnostics = eg_diagnostics_create();
    o->r.symbols = eg_symbols_create(o->r.arena);
    o->r.seen = eg_pairs_create();
    o->stored = parsed(o, path, bytes, length);
    o->file = o->embedded = o->stored->classes[0];
    if (!class->source) /* it is compiled */
        return true;
    length = 0;
    for (size_t i = 0; class->source[i]; i++) {
        size_t size = strlen(class->source[i]);
        assert_true(size <= 4095 && length + size < sizeof embedded); /* what C99 promises of literals */
        memcpy(embedded + length, class->source[i], size);
        length += size;
    }
    o->embedded = parsed(o, class->name, embedded, length)->classes[0];
    return true;
}

static void end(reading *o)
{
    eg_pairs_free(o->r.seen);
    eg_symbols_free(o->r.symbols);
    eg_diagnostics_free(o->r.diagnostics);
    eg_arena_free(o->r.arena);
}

static bool same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static size_t equations_of(const eg_syntax *class)
{
    size_t count = 0;
    for (uint32_t i = 0; i < class->section_count; i++)
        count += class->sections[i].count;
    return count;
}

static size_t length_of(const char *const *list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    return count;
}

/* Line and documentation of the member that the component declares; NULL: it is made of others. */
static const char *doc_of_member(const eg_class *class, const eg_component *c)
{
    int parameter = eg_class_parameter(class, c->name), port = eg_class_port(class, c->name);
    int variable = eg_class_variable(class, c->name);
    bool is_parameter = c->variability == EG_V_PARAMETER || c->variability == EG_V_CONSTANT;
    if (is_parameter != (parameter >= 0))
        fail_msg("%s.%s: is it a parameter?", class->name, c->name);
    if (parameter >= 0) {
        const eg_parameter *p = &class->parameters[parameter];
        if (p->is_protected != c->is_protected || p->is_constant != (c->variability == EG_V_CONSTANT) ||
            (p->columns != 0) != (c->dimension_count > 0) || (p->columns == 1) != (c->dimension_count == 1))
            fail_msg("%s.%s: another parameter", class->name, c->name);
        return p->doc;
    }
    if (port >= 0)
        return class->ports[port].doc;
    return variable >= 0 ? class->variables[variable].doc : NULL;
}

static void check_members(const reading *o, const eg_class *class)
{
    size_t members = 0, components = 0;
    for (uint32_t i = 0; i < o->file->element_count; i++) {
        const eg_class_element *e = &o->file->elements[i], *also = &o->embedded->elements[i];
        assert_true(e->kind == EG_EL_COMPONENT && also->kind == EG_EL_COMPONENT);
        if (!same(e->component->name, also->component->name) ||
            !same(e->component->comment, also->component->comment) || e->is_protected != also->is_protected ||
            !e->component->modifier != !also->component->modifier ||
            !e->component->condition != !also->component->condition)
            fail_msg("%s.%s is another one in the program", class->name, e->component->name);
        const char *doc = doc_of_member(class, e->component);
        if (doc && !same(doc, e->component->comment))
            fail_msg("%s.%s: \"%s\"", class->name, e->component->name, doc);
        members += doc != NULL;
        components += doc == NULL;
    }
    assert_int_equal(members, class->parameter_count + class->port_count + class->variable_count);
    assert_int_equal(components, length_of(class->components));
}

static void descriptors_say_what_the_files_say(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const eg_class *class = classes[i];
        const char *dot = strrchr(class->name, '.');
        reading o;
        if (!begin(&o, class))
            continue;
        const eg_reference *within = o.stored->within;
        assert_true(within &&
                    same(within->parts[0].name, eg_symbol_of(&o.r, class->name, strcspn(class->name, "."))));
        assert_string_equal(o.file->name, dot + 1);
        assert_string_equal(o.file->comment, class->doc);
        assert_int_equal(o.file->is_partial, class->kind == EG_PARTIAL);
        assert_int_equal(o.file->element_count, o.embedded->element_count);
        assert_int_equal(equations_of(o.file), length_of(class->equations));
        assert_int_equal(equations_of(o.file), equations_of(o.embedded));
        check_members(&o, class);
        end(&o);
    }
}

/* ---------------------------------------------------------------- files */

static int texts_below(const char *path)
{
    int texts = 0;
    char inner[400];
    struct stat about;
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *e = readdir(directory); e; e = readdir(directory)) {
        if (e->d_name[0] == '.')
            continue;
        assert_true((size_t)snprintf(inner, sizeof inner, "%s/%s", path, e->d_name) < sizeof inner);
        assert_int_equal(stat(inner, &about), 0);
        texts += S_ISDIR(about.st_mode) ? texts_below(inner) : 1;
    }
    closedir(directory);
    return texts;
}

static void every_file_is_a_class_or_an_enumeration(void **state)
{
    (void)state;
    size_t count;
    int known = 0;
    const char *type = "";
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        known += access(file_of(classes[i]->name), R_OK) == 0;
    for (const eg_literal *l = eg_library_literals; l->type; l++) {
        known += strcmp(type, l->type) != 0;
        type = l->type;
        assert_string_equal(eg_literal_doc(l->type, l->literal), l->doc);
    }
    assert_int_equal(texts_below(EG_SOURCE_DIR "/library"), known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(descriptors_say_what_the_files_say),
                                       cmocka_unit_test(every_file_is_a_class_or_an_enumeration)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
