/* No class without an example, a test that proves it, and documentation.
 *
 *  * tests/proofs.txt names for each class the cmocka test that proves it, by a closed form or a property.
 * The test must exist and run, and speak of the class: its text, with that of everything it uses in its
 * file and the headers beside it, has the class's name and that of the library it is in. Every class must
 * be used by a model of examples/; a partial class or connector is used by what extends it or has it as a
 * port. */
#include "component/describe.h"
#include "manual/examples.h"
#include "reading.h"

#include "base/units.h"

#include <ctype.h>
#include <dirent.h>

static int complaints;

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprint_message(format, arguments);
    va_end(arguments);
    print_message("\n");
    complaints++;
}

/* ---------------------------------------------------------------- texts */

/* A whole file, to be freed; NULL when there is none. */
static char *text_of(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/tests/%s", EG_SOURCE_DIR, name);
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    long length = ftell(in);
    rewind(in);
    char *text = calloc((size_t)length + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)length, in), (size_t)length);
    fclose(in);
    return text;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is the word in the text, as a whole one? */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
            return true;
    return false;
}

/* ---------------------------------------------------------------- a test program and what its parts use
 *
 * A source is cut at empty lines that a line in the first column follows: functions, tables, macros. A piece
 * defines the names of its #define lines and the last name in front of its first parenthesis, bracket, brace
 * or equals sign. */

enum { PIECES = 1200, NAMES = 3000 };

typedef struct program {
    char name[80];
    char *pieces[PIECES];
    bool reached[PIECES];
    int count;
    struct {
        char name[64];
        int piece;
    } names[NAMES];
    int name_count;
    char files[40][80]; /* read already */
    int file_count;
} program;

static void add_name(program *p, const char *name, size_t length)
{
    if (length == 0 || length >= 64 || p->name_count == NAMES)
        return;
    memcpy(p->names[p->name_count].name, name, length);
    p->names[p->name_count].name[length] = '\0';
    p->names[p->name_count++].piece = p->count - 1;
}

static void add_macros(program *p, const char *piece)
{
    for (const char *at = piece; (at = strstr(at, "#define ")) != NULL;) {
        at += strlen("#define ");
        size_t length = 0;
        while (is_word(at[length]))
            length++;
        add_name(p, at, length);
    }
}

/* Behind comments and lines of the preprocessor. */
static const char *skip_comments(const char *text)
{
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (strncmp(text, "/*", 2) == 0 && strstr(text, "*/")) {
            text = strstr(text, "*/") + 2;
        } else if (*text == '#') {
            while (*text && (*text != '\n' || text[-1] == '\\'))
                text++;
        } else {
            return text;
        }
    }
}

static void add_piece(program *p, const char *text, size_t length)
{
    assert_true(p->count < PIECES);
    p->pieces[p->count++] = strndup(text, length);
    const char *piece = p->pieces[p->count - 1], *head = skip_comments(piece);
    const char *end = head + strcspn(head, "([{=;");
    add_macros(p, piece);
    while (end > head && !is_word(end[-1]))
        end--;
    const char *begin = end;
    while (begin > head && is_word(begin[-1]))
        begin--;
    add_name(p, begin, (size_t)(end - begin));
}

static void add_pieces(program *p, const char *text)
{
    const char *begin = text;
    for (const char *at = text; (at = strstr(at, "\n\n")) != NULL;) {
        at += 2;
        if (isspace((unsigned char)*at) || *at == '}' || *at == '{')
            continue;
        add_piece(p, begin, (size_t)(at - begin));
        begin = at;
    }
    add_piece(p, begin, strlen(begin));
}

static void read_source(program *p, const char *name)
{
    for (int i = 0; i < p->file_count; i++)
        if (strcmp(p->files[i], name) == 0)
            return;
    char *text = text_of(name);
    if (!text)
        return;
    assert_true(p->file_count < 40);
    snprintf(p->files[p->file_count++], 80, "%s", name);
    for (const char *at = text; (at = strstr(at, "#include \"")) != NULL; at++) {
        char inside[80];
        if (sscanf(at, "#include \"%79[^\"/]\"", inside) == 1)
            read_source(p, inside);
    }
    add_pieces(p, text);
    free(text);
}

static void program_free(program *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->pieces[i]);
}

static int piece_of(const program *p, const char *name)
{
    for (int i = 0; i < p->name_count; i++)
        if (strcmp(p->names[i].name, name) == 0)
            return p->names[i].piece;
    return -1;
}

/* Marks the piece and all that it uses. */
static void reach(program *p, int piece)
{
    int stack[PIECES], depth = 0;
    memset(p->reached, 0, sizeof p->reached);
    p->reached[piece] = true;
    stack[depth++] = piece;
    while (depth > 0) {
        const char *text = p->pieces[stack[--depth]];
        for (int i = 0; i < p->name_count; i++) {
            int k = p->names[i].piece;
            if (!p->reached[k] && has_word(text, p->names[i].name)) {
                p->reached[k] = true;
                stack[depth++] = k;
            }
        }
    }
}

static bool speaks_of(const program *p, const char *word)
{
    for (int i = 0; i < p->count; i++)
        if (p->reached[i] && has_word(p->pieces[i], word))
            return true;
    return false;
}

/* ---------------------------------------------------------------- the proofs */

/* The part of a dotted name that is `back` from the end; "" when it has not so many. */
static void part_of(const char *name, int back, char part[80])
{
    const char *end = name + strlen(name), *begin = end;
    part[0] = '\0';
    for (int i = 0; i <= back; i++) {
        if (i > 0 && begin == name)
            return;
        end = i == 0 ? end : begin - 1;
        for (begin = end; begin > name && begin[-1] != '.';)
            begin--;
    }
    snprintf(part, 80, "%.*s", (int)(end - begin), begin);
}

static bool has_test(const program *p, const char *function)
{
    char signature[120];
    int piece = piece_of(p, function), last = piece_of(p, "main");
    snprintf(signature, sizeof signature, "%s(void **", function);
    return piece >= 0 && strstr(p->pieces[piece], signature) && last >= 0 &&
           has_word(p->pieces[last], function);
}

static void check_proof(program *p, const char *class, const char *function)
{
    char last[80], library[80];
    part_of(class, 0, last);
    part_of(class, 2, library);
    if (!eg_class_find(class)) {
        complain("proofs.txt: there is no class %s", class);
        return;
    }
    if (!has_test(p, function)) {
        complain("proofs.txt: %s has no test %s that it runs, which should prove %s", p->name, function,
                 class);
        return;
    }
    reach(p, piece_of(p, function));
    if (!speaks_of(p, last) || (*library && !speaks_of(p, library)))
        complain("proofs.txt: %s of %s does not speak of %s (%s in %s)", function, p->name, class, last,
                 library);
}

/* Lines "class program function", sorted by class; empty ones and those with # are none. */
static bool next_line(char **rest, char class[120], char test[80], char function[120])
{
    for (char *line; (line = strtok_r(*rest, "\n", rest)) != NULL;)
        if (*line != '#' && sscanf(line, "%119s %79s %119s", class, test, function) == 3)
            return true;
    return false;
}

static bool in_proofs(const char *text, const char *class)
{
    size_t length = strlen(class);
    for (const char *at = text; (at = strstr(at, class)) != NULL; at++)
        if ((at == text || at[-1] == '\n') && at[length] == ' ')
            return true;
    return false;
}

static void every_class_has_a_test_that_proves_it(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    char *text = text_of("proofs.txt"), class[120], test[80], function[120], before[120] = "";
    static program p;
    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        if (!in_proofs(text, classes[i]->name))
            complain("%s: no test proves it: write one, and name it in tests/proofs.txt", classes[i]->name);
    for (char *rest = text; next_line(&rest, class, test, function);) {
        if (strcmp(before, class) > 0)
            complain("proofs.txt: %s stands behind %s", class, before);
        strcpy(before, class);
        if (strcmp(p.name, test) != 0) {
            char source[90];
            program_free(&p);
            memset(&p, 0, sizeof p);
            snprintf(p.name, sizeof p.name, "%s", test);
            snprintf(source, sizeof source, "%s.c", test);
            read_source(&p, source);
        }
        check_proof(&p, class, function);
    }
    program_free(&p);
    free(text);
    assert_int_equal(complaints, 0);
}

/* The check itself: it tells a test that speaks of a class from one that does not. */
static void proofs_are_checked(void **state)
{
    (void)state;
    static program p;
    static const char source[] =
        "/* Comment (not a name). */\n#define MODEL \"Some.Library.Components.Spring s;\"\n\n"
        "static const char table[] = {\n    MODEL\n};\n\nstatic int help(void)\n{\n"
        "    return table[0];\n}\n\nstatic void speaks(void **state)\n{\n    help();\n}\n\n"
        "static void is_mute(void **state)\n{\n}\n\nint main(void)\n{\n    speaks;\n}\n";
    add_pieces(&p, source);
    assert_true(has_test(&p, "speaks"));
    assert_false(has_test(&p, "is_mute")); /* main does not run it */
    assert_false(has_test(&p, "help"));
    reach(&p, piece_of(&p, "speaks"));
    assert_true(speaks_of(&p, "Spring"));
    assert_true(speaks_of(&p, "Library"));
    assert_false(speaks_of(&p, "Springs"));
    reach(&p, piece_of(&p, "is_mute"));
    assert_false(speaks_of(&p, "Spring"));
    program_free(&p);
}

/* ---------------------------------------------------------------- examples */

static bool extends(const eg_class *class, const eg_class *base)
{
    for (size_t i = 0; class && class->extends && class->extends[i]; i++)
        if (strcmp(class->extends[i], base->name) == 0 || extends(eg_class_find(class->extends[i]), base))
            return true;
    return false;
}

/* Has it the connector as a port? */
static bool has_port(const eg_class *class, const eg_class *connector)
{
    for (size_t i = 0; connector->kind == EG_CONNECTOR && i < class->port_count; i++)
        if (class->ports[i].kind == connector->ports[0].kind &&
            !class->ports[i].size == !connector->ports[0].size)
            return true;
    return false;
}

static bool shows(const eg_class *used, const eg_class *class)
{
    return used == class || extends(used, class) || has_port(used, class);
}

static bool is_shown(const eg_spec *spec, const eg_class *class)
{
    for (size_t i = 0; i < spec->instance_count; i++)
        if (shows(spec->instances[i].class, class))
            return true;
    for (size_t i = 0; i < spec->use_count; i++)
        if (shows(spec->uses[i].class, class))
            return true;
    return false;
}

/* Examples are read as the manual does, not run. */
static eg_spec *read_example(const char *name)
{
    char path[400];
    eg_spec *spec = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, name);
    if (eg_spec_read(path, NULL, d, &spec) != EG_OK)
        complain("examples/%s cannot be read", name);
    eg_diagnostics_free(d);
    return spec;
}

static bool is_model(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".mo") == 0;
}

enum { EXAMPLES = 200 };

static void every_class_has_an_example(void **state)
{
    (void)state;
    size_t count, specs = 0;
    const eg_class *const *classes = eg_classes(&count);
    eg_spec *spec[EXAMPLES];
    DIR *directory = opendir(EG_SOURCE_DIR "/examples");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (is_model(entry->d_name) && specs < EXAMPLES &&
            (spec[specs] = read_example(entry->d_name)) != NULL)
            specs++;
    closedir(directory);
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < specs && !found; k++)
            found = is_shown(spec[k], classes[i]);
        if (!found)
            complain("%s: no model of examples/ uses it", classes[i]->name);
    }
    for (size_t k = 0; k < specs; k++)
        eg_spec_free(spec[k]);
    assert_int_equal(complaints, 0);
}

/* ---------------------------------------------------------------- what a descriptor says */

static bool is_sentence(const char *text)
{
    return text && strlen(text) >= 3 && text[strlen(text) - 1] != ' ' && text[strlen(text) - 1] != '\n';
}

static void check_unit(const eg_class *c, const char *name, const char *text)
{
    eg_unit unit;
    if (text && !eg_unit_parse(text, &unit))
        complain("%s.%s: \"%s\" is no unit", c->name, name, text);
}

/* A year in a text stands for a paper. */
static bool cites(const char *text)
{
    for (const char *c = text ? text : ""; *c; c++)
        if ((strncmp(c, "19", 2) == 0 || strncmp(c, "20", 2) == 0 || strncmp(c, "18", 2) == 0) &&
            isdigit((unsigned char)c[2]) && isdigit((unsigned char)c[3]) && c[4] == ')' &&
            !isdigit((unsigned char)c[-1]))
            return true;
    return false;
}

static bool is_doi(const char *doi)
{
    int registrant, n = 0;
    return sscanf(doi, "10.%d/%n", &registrant, &n) == 1 && n > 0 && doi[n] && !strchr(doi, ' ');
}

static void check_references(const eg_class *c)
{
    if (cites(c->text) && !c->references)
        complain("%s cites a paper and has no references", c->name);
    for (const eg_citation *r = c->references; r && r->text; r++)
        if (!strstr(r->text, "):") || (r->doi && !is_doi(r->doi)))
            complain("%s: \"%.60s\" has no year, or its DOI is none", c->name, r->text);
}

/* A name of an example without a dot is one of this project. */
static void check_named_examples(const eg_class *c)
{
    for (size_t i = 0; c->examples && c->examples[i]; i++) {
        char name[100];
        eg_spec *spec;
        if (strchr(c->examples[i], '.'))
            continue;
        snprintf(name, sizeof name, "%s.mo", c->examples[i]);
        spec = read_example(name);
        if (spec && !is_shown(spec, c))
            complain("%s names %s, which does not use it", c->name, name);
        eg_spec_free(spec);
    }
}

static void every_class_is_documented(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const eg_class *c = classes[i];
        if (!is_sentence(c->doc) || !is_sentence(c->text) || strlen(c->text) < 20)
            complain("%s: its documentation is not whole", c->name);
        for (size_t k = 0; k < c->parameter_count; k++) {
            check_unit(c, c->parameters[k].name, c->parameters[k].unit);
            if (!is_sentence(c->parameters[k].doc))
                complain("%s.%s is not documented", c->name, c->parameters[k].name);
        }
        for (size_t k = 0; k < c->port_count; k++)
            check_unit(c, c->ports[k].name, c->ports[k].unit);
        for (size_t k = 0; k < c->variable_count; k++)
            check_unit(c, c->variables[k].name, c->variables[k].unit);
        if ((c->kind == EG_MODEL || c->kind == EG_BLOCK) && !c->source && (!c->equations || !c->equations[0]))
            complain("%s: no equations", c->name);
        check_references(c);
        check_named_examples(c);
    }
    assert_int_equal(complaints, 0);
}

static int begin(void **state)
{
    (void)state;
    complaints = 0;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(proofs_are_checked, begin),
        cmocka_unit_test_setup(every_class_has_a_test_that_proves_it, begin),
        cmocka_unit_test_setup(every_class_has_an_example, begin),
        cmocka_unit_test_setup(every_class_is_documented, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
