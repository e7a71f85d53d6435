/* The rules that importers check outside of modelDescription.xml: the archive itself, its members, terminals
 * and the description of sources. Archives are read byte by byte here, by the format's own words (APPNOTE.TXT
 * 6.3.3), so that nothing is forgiven that a library for archives forgives. */
#include "component/spec.h"
#include "fmi/export.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 40 };

typedef struct member {
    char name[200];
    const char *bytes; /* a text of its own, with a zero at its end */
    size_t length;
} member;

typedef struct archive {
    int version;
    bool is_source;
    char *bytes;
    size_t length, count;
    member members[MOST];
} archive;

#define RULE(a, rule, holds, what)                                                                           \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            fail_msg("rule %s, FMI %d%s: %s", rule, (a)->version, (a)->is_source ? ", source" : "", what);   \
    } while (0)

/* ---------------------------------------------------------------- bytes */

static char *read_whole(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *length = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(*length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *length, in), *length);
    bytes[*length] = '\0';
    fclose(in);
    return bytes;
}

/* Little endian. */
static uint32_t number(const archive *a, size_t at, int bytes)
{
    uint32_t value = 0;
    RULE(a, "1.archive", at + (size_t)bytes <= a->length, "it ends early");
    for (int i = bytes; i-- > 0;)
        value = value << 8 | (unsigned char)a->bytes[at + (size_t)i];
    return value;
}

static void check_name(const archive *a, const char *name)
{
    RULE(a, "1.name", name[0] != '/' && name[0] != '.' && !strstr(name, "/.") && !strchr(name, ':'), name);
    RULE(a, "1.name", !strchr(name, '\\') && !strstr(name, "//"), name);
    for (size_t i = 0; i < a->count; i++)
        RULE(a, "1.name.unique", strcmp(a->members[i].name, name) != 0, name);
}

/* One local header; answers where the next one is. */
static size_t read_member(archive *a, size_t at)
{
    enum { HEADER = 30, ENCRYPTED = 1, DESCRIPTOR_FOLLOWS = 8 };
    uint32_t needed = number(a, at + 4, 2), flags = number(a, at + 6, 2), method = number(a, at + 8, 2);
    uint32_t length = number(a, at + 18, 4), name = number(a, at + 26, 2), extra = number(a, at + 28, 2);
    member *m = &a->members[a->count];
    assert_true(a->count < MOST && name < sizeof m->name);
    snprintf(m->name, sizeof m->name, "%.*s", (int)name, a->bytes + at + HEADER);
    check_name(a, m->name);
    RULE(a, "1.version", needed <= 20, m->name);
    RULE(a, "1.method", method == 0 || method == 8, m->name);
    RULE(a, "1.flags", (flags & ENCRYPTED) == 0, m->name);
    RULE(a, "1.flags", (flags & DESCRIPTOR_FOLLOWS) == 0 || method == 8, m->name);
    RULE(a, "1.zip64", length != 0xFFFFFFFFu && extra == 0, m->name);
    size_t begin = at + HEADER + name + extra;
    RULE(a, "1.archive", begin + length <= a->length, m->name);
    char *text = malloc(length + 1);
    assert_non_null(text);
    memcpy(text, a->bytes + begin, length);
    text[length] = '\0';
    m->bytes = text;
    m->length = length;
    a->count++;
    return begin + length;
}

/* The entries of the directory, where links would show: regular files, or nothing said. */
static void read_directory(const archive *a, size_t at)
{
    for (size_t i = 0; i < a->count; i++) {
        uint32_t name = number(a, at + 28, 2), extra = number(a, at + 30, 2), comment = number(a, at + 32, 2);
        uint32_t kind = number(a, at + 38, 4) >> 28;
        RULE(a, "1.directory", number(a, at, 4) == 0x02014B50u, "no entry");
        RULE(a, "1.version", number(a, at + 6, 2) <= 20, "an entry");
        RULE(a, "1.split", number(a, at + 34, 2) == 0, "an entry on another disk");
        RULE(a, "1.links", kind == 0 || kind == 8, "an entry that is no file");
        RULE(a, "1.directory",
             name == strlen(a->members[i].name) && strncmp(a->bytes + at + 46, a->members[i].name, name) == 0,
             "another name");
        at += 46 + name + extra + comment;
    }
    RULE(a, "1.directory", number(a, at, 4) == 0x06054B50u && number(a, at + 10, 2) == a->count, "its end");
    RULE(a, "1.archive", at + 22 + number(a, at + 20, 2) == a->length, "something follows");
}

static const char *text_of(const archive *a, const char *name)
{
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->members[i].name, name) == 0)
            return a->members[i].bytes;
    return NULL;
}

static void open_archive(archive *a, const char *path, int version, bool is_source)
{
    *a = (archive){.version = version, .is_source = is_source};
    a->bytes = read_whole(path, &a->length);
    size_t at = 0;
    while (number(a, at, 4) == 0x04034B50u)
        at = read_member(a, at);
    read_directory(a, at);
}

static void close_archive(archive *a)
{
    for (size_t i = 0; i < a->count; i++)
        free((char *)(uintptr_t)a->members[i].bytes);
    free(a->bytes);
}

/* ---------------------------------------------------------------- members */

static size_t times(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *c = text; (c = strstr(c, word)); c++)
        count++;
    return count;
}

static void members(const archive *a)
{
    const char *binary = a->version == 3 ? "binaries/x86_64-linux/_M_1_.so" : "binaries/linux64/_M_1_.so";
    const char *description = text_of(a, "modelDescription.xml");
    size_t binaries = 0, sources = 0;
    RULE(a, "1.description", description, "none");
    RULE(a, "1.identifier", times(description, "modelIdentifier=\"_M_1_\"") == 2, "not that of the library");
    RULE(a, "1.documentation", text_of(a, "documentation/index.html"), "none");
    RULE(a, "1.license", text_of(a, "documentation/licenses/license.txt"), "none");
    for (size_t i = 0; i < a->count; i++) {
        const char *name = a->members[i].name;
        binaries += strncmp(name, "binaries/", 9) == 0;
        sources += strncmp(name, "sources/", 8) == 0;
        RULE(a, "1.extra", strncmp(name, "extra/", 6) != 0 || strncmp(name, "extra/org.", 10) == 0, name);
        RULE(a, "12.headers", strcmp(name + strlen(name) - 2, ".h") != 0, name);
    }
    RULE(a, "1.binaries", a->is_source ? binaries == 0 : binaries == 1 && text_of(a, binary), binary);
    RULE(a, "1.sources", sources == (a->is_source ? 2 : 0), "sources/");
}

/* Does the line at `at` describe a value that stays what it is set to? */
static bool is_kept(const char *text, const char *at)
{
    char line[2000];
    while (at > text && at[-1] != '\n')
        at--;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    return strstr(line, " causality=\"parameter\"") || strstr(line, " variability=\"constant\"");
}

/* A valid run must not leave limits: there are none but of parameters and constants. */
static void limits(const archive *a, const char *text)
{
    static const char *const words[] = {" min=\"", " max=\""};
    for (size_t i = 0; i < 2; i++)
        for (const char *at = text; (at = strstr(at, words[i])); at++)
            RULE(a, "4.limits", is_kept(text, at), "min or max of what is calculated");
}

/* Doubles as XML knows them. */
static void numbers(const archive *a)
{
    const char *text = text_of(a, "modelDescription.xml");
    RULE(a, "3.numbers", !strstr(text, "=\"nan") && !strstr(text, "=\"inf") && !strstr(text, "=\"-inf"), "");
    limits(a, text);
    RULE(a, "3.version", strstr(text, a->version == 3 ? "fmiVersion=\"3.0\"" : "fmiVersion=\"2.0\""), "");
}

/* ---------------------------------------------------------------- 7: units */

/* The exponents of base units, and the factors of display units, as the standard means them. */
static void units(const archive *a)
{
    static const char *const said[][2] = {
        {"<Unit name=\"N\">", "<BaseUnit m=\"1\" kg=\"1\" s=\"-2\"/>"},
        {"<Unit name=\"N/m\">", "<BaseUnit kg=\"1\" s=\"-2\"/>"},
        {"<Unit name=\"N.s/m\">", "<BaseUnit kg=\"1\" s=\"-1\"/>"},
        {"<Unit name=\"rad\">", "<BaseUnit rad=\"1\"/>"},
        {"<Unit name=\"m\">", "<DisplayUnit name=\"mm\" factor=\"1000\"/>"},
        {"<Unit name=\"K\">", "<DisplayUnit name=\"degC\" factor=\"1\" offset=\"-273.15\""},
    };
    const char *text = text_of(a, "modelDescription.xml");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *unit = strstr(text, said[i][0]), *end = unit ? strstr(unit, "</Unit>") : NULL;
        const char *found = unit ? strstr(unit, said[i][1]) : NULL;
        RULE(a, "7.unit", found && found < end, said[i][0]);
    }
    RULE(a, "7.inverse", a->version == 3 || !strstr(text, "inverse="), "FMI 2 knows none");
}

/* ---------------------------------------------------------------- 11: terminals */

/* The value of an attribute behind `at`, in `value`. */
static bool attribute(const char *at, const char *name, char *value, size_t size)
{
    char begin[60];
    snprintf(begin, sizeof begin, " %s=\"", name);
    const char *found = strstr(at, begin);
    if (!found || found > strchr(at, '>'))
        return false;
    found += strlen(begin);
    snprintf(value, size, "%.*s", (int)strcspn(found, "\""), found);
    return true;
}

static void member_variable(const archive *a, const char *at, const char *terminal, char *seen)
{
    static const char *const kinds[] = {"signal", "inflow", "outflow"};
    char variable[200], name[100], kind[100], expected[400];
    bool known = false, whole = attribute(at, "variableName", variable, sizeof variable) &&
                                attribute(at, "memberName", name, sizeof name) &&
                                attribute(at, "variableKind", kind, sizeof kind);
    RULE(a, "11.member", whole, at);
    for (size_t i = 0; i < 3; i++)
        known = known || strcmp(kind, kinds[i]) == 0;
    RULE(a, "11.kind", known && (strcmp(kind, "inflow") == 0) == (strcmp(name, "f") == 0), kind);
    snprintf(expected, sizeof expected, "%s.%s", terminal, name);
    RULE(a, "11.name", strcmp(variable, expected) == 0, variable);
    snprintf(expected, sizeof expected, " name=\"%s\"", variable);
    const char *declared = strstr(text_of(a, "modelDescription.xml"), expected);
    RULE(a, "11.variable", declared, variable);
    RULE(a, "11.causality",
         attribute(declared, "causality", kind, sizeof kind) &&
             (strcmp(kind, "input") == 0 || strcmp(kind, "output") == 0),
         variable);
    snprintf(expected, sizeof expected, " %s ", name);
    RULE(a, "11.member.unique", !strstr(seen, expected), name);
    strcat(seen, expected);
}

static void terminals(const archive *a)
{
    const char *text = text_of(a, "terminalsAndIcons/terminalsAndIcons.xml");
    char name[100], rule[100], kind[200];
    RULE(a, "11.terminals", text, "none");
    RULE(a, "3.version", strstr(text, "<fmiTerminalsAndIcons fmiVersion=\"3.0\">"), "of the terminals");
    RULE(a, "11.terminals", times(text, "<Terminal ") == 2, "not two");
    for (const char *at = text; (at = strstr(at, "<Terminal ")); at++) {
        char seen[200] = "";
        RULE(a, "11.terminal", attribute(at, "name", name, sizeof name), at);
        RULE(a, "11.rule",
             attribute(at, "matchingRule", rule, sizeof rule) &&
                 (strcmp(rule, "plug") == 0 || strcmp(rule, "bus") == 0),
             rule);
        RULE(a, "11.terminalKind",
             attribute(at, "terminalKind", kind, sizeof kind) &&
                 strncmp(kind, "Modelica.Mechanics.Translational.Interfaces.Flange_", 51) == 0,
             kind);
        const char *end = strstr(at, "</Terminal>");
        for (const char *m = at; (m = strstr(m, "<TerminalMemberVariable")) && m < end; m++)
            member_variable(a, m, name, seen);
        RULE(a, "11.members", strstr(seen, " s ") && strstr(seen, " f "), name);
    }
}

/* ---------------------------------------------------------------- 12: sources */

static void sources(const archive *a)
{
    const char *build = text_of(a, "sources/buildDescription.xml"), *text = text_of(a, "sources/_M_1_.c");
    char value[100];
    RULE(a, "12.build", build && text, "no build description, or no source");
    RULE(a, "3.version", strstr(build, "<fmiBuildDescription fmiVersion=\"3.0\">"), "of the build");
    RULE(a, "12.one", times(build, "<BuildConfiguration ") == 1 && times(build, "<SourceFileSet") == 1, "");
    RULE(a, "12.language", strstr(build, "<SourceFileSet language=\"C99\">"), "not C99");
    RULE(a, "12.file", times(build, "<SourceFile ") == 1 && strstr(build, "<SourceFile name=\"_M_1_.c\"/>"),
         "");
    RULE(a, "12.link", !strstr(build, "<Library") && !strstr(build, "<IncludeDirectory"),
         "not passed by all");
    for (const char *at = build; (at = strstr(at, "<PreprocessorDefinition")); at++) {
        RULE(a, "12.value", attribute(at, "value", value, sizeof value), "a definition without a value");
        RULE(a, "12.optional", attribute(at, "optional", value, sizeof value), "a definition that is needed");
    }
    RULE(a, "12.prefix", strstr(build, a->version == 3 ? "FMI3_OVERRIDE_FUNCTION_PREFIX" : ""), "");
    RULE(a, "12.prefix", a->version == 2 || strstr(text, "_M_1__"), "the sources define none");
    RULE(a, "12.headers", !strstr(text, "fmi3Functions.h") && !strstr(text, "fmi2Functions.h"), "");
    RULE(a, "12.headers", !strstr(text, "\n#include \""), "a header that does not come along");
    const char *description = text_of(a, "modelDescription.xml");
    RULE(a, "12.list", times(description, "<File name=\"_M_1_.c\"/>") == (a->version == 2 ? 2 : 0), "");
}

/* ---------------------------------------------------------------- models */

static const char model[] =
    "model 'M-1' \"<a> & \\\"b\\\"\" import Modelica.Mechanics.Translational.*; "
    "parameter Real width(unit = \"m\", displayUnit = \"mm\") = 0.001; "
    "parameter Modelica.Units.SI.Temperature T = 300; parameter Modelica.Units.SI.Angle phi = 1; "
    "Interfaces.Flange_a left; Components.Mass body(m = 2, s(start = 0, fixed = true), v(start = 0, "
    "fixed = true)); Components.ElastoGap gap(c = 1, d = 1, s_rel0 = width); Components.Fixed ground; "
    "Components.Mass led(m = 1); "
    "equation connect(left, body.flange_a); connect(ground.flange, gap.flange_a); "
    "connect(gap.flange_b, body.flange_b); annotation(experiment(StopTime = 0.1)); end 'M-1';";

static void write_fmu(const char *text, const char *path, int version, const char *pieces, size_t length)
{
    const char *flanges[] = {"left=force", "led.flange_b=motion"};
    eg_fmu_options o = {.version = version,
                        .runtime = {.bytes = "binary", .length = 6},
                        .pieces = pieces,
                        .pieces_length = length,
                        .shape = {.flanges = flanges, .flange_count = 2}};
    eg_spec *spec;
    eg_diagnostics *d = eg_diagnostics_create();
    assert_int_equal(eg_spec_read(text, NULL, d, &spec), EG_OK);
    if (eg_fmu_write(spec, path, &o, d) != EG_OK)
        fail_msg("%s", eg_diagnostics_get(d, 0)->message);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

static void archives_follow_the_rules(void **state)
{
    (void)state;
    const char *scratch = getenv("TMPDIR");
    char directory[200], text[300], path[300];
    size_t length;
    char *pieces = read_whole(EG_FMU_PIECES, &length);
    snprintf(directory, sizeof directory, "%s/egrulesXXXXXX", scratch ? scratch : "/tmp");
    assert_non_null(mkdtemp(directory));
    snprintf(text, sizeof text, "%s/M.mo", directory);
    snprintf(path, sizeof path, "%s/M.fmu", directory);
    FILE *out = fopen(text, "w");
    assert_true(out && fputs(model, out) >= 0 && fclose(out) == 0);
    for (int k = 0; k < 4; k++) {
        archive a;
        bool is_source = k >= 2;
        write_fmu(text, path, 2 + k % 2, is_source ? pieces : NULL, length);
        open_archive(&a, path, 2 + k % 2, is_source);
        members(&a);
        numbers(&a);
        units(&a);
        terminals(&a);
        if (is_source)
            sources(&a);
        close_archive(&a);
    }
    unlink(text);
    unlink(path);
    rmdir(directory);
    free(pieces);
}

/* A packed member comes back as it was put in; of a part of an archive nothing does. */
static void packed_members_stay_as_they_are(void **state)
{
    (void)state;
    static const char block[] = "\x01\x02\x00\xfd\xffhi"; /* RFC 1951, 3.2.4: "hi" */
    const eg_member_file in = {"a/b", block, sizeof block - 1, .unpacked = 2, .crc = 0xD8932AACu};
    const char *scratch = getenv("TMPDIR");
    char path[200];
    snprintf(path, sizeof path, "%s/egpackedXXXXXX", scratch ? scratch : "/tmp");
    int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    assert_int_equal(eg_archive_write(path, &in, 1, NULL), EG_OK);
    size_t length;
    char *bytes = read_whole(path, &length);
    eg_member_file out;
    assert_true(eg_archive_first(bytes, length, &out));
    assert_true(out.length == in.length && memcmp(out.bytes, block, in.length) == 0);
    assert_true(out.unpacked == 2 && out.crc == in.crc);
    assert_int_equal((unsigned char)bytes[8], 8); /* the method */
    for (size_t part = 0; part < length; part++)
        assert_false(eg_archive_first(bytes, part, &out));
    free(bytes);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_members_stay_as_they_are),
        cmocka_unit_test(archives_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
