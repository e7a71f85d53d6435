/* The manual: a page for every class with everything that its descriptor says, well-formed, with links that
 * lead somewhere, the same bytes each time; hostile texts stay texts. */
#include "component/describe.h"
#include "component/references.h"
#include "elastogap/elastogap.h"
#include "manual/manual.h"
#include "modelica/flat/class_cases.h"
#include "manual/pages.h"
#include "tree.h"

#include <ctype.h>

/* ---------------------------------------------------------------- writing */

static eg_status write_manual(tree *t, const char *output, const char *examples, eg_manual_counts *n)
{
    char path[300];
    eg_diagnostics *d = eg_diagnostics_create();
    snprintf(path, sizeof path, "%s", at(t, output));
    eg_manual_options o = {.output = path, .example_dirs = &examples, .example_count = examples != NULL};
    eg_status status = eg_manual_write(&o, d, n);
    assert_true(status == EG_OK || eg_diagnostics_errors(d) > 0);
    eg_diagnostics_free(d);
    return status;
}

/* A whole file, to be freed; NULL when there is none. */
static char *file_of(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    long length = ftell(in);
    rewind(in);
    text = calloc((size_t)length + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)length, in), (size_t)length);
    fclose(in);
    return text;
}

static char *page_of(tree *t, const char *name, const char *ending)
{
    char path[220];
    snprintf(path, sizeof path, "manual/%s%s%s", strcmp(ending, ".md") == 0 ? "markdown/" : "", name, ending);
    char *text = file_of(at(t, path));
    if (!text)
        fail_msg("there is no page %s", path);
    return text;
}

/* ---------------------------------------------------------------- what a page says */

/* The page without markup, in place: tags are dropped, entities read, backslashes of Markdown dropped. */
static void strip(char *text, bool html)
{
    char *to = text;
    for (char *c = text; *c; c++) {
        static const char *const entities[][2] = {{"&lt;", "<"},    {"&gt;", ">"},  {"&amp;", "&"},
                                                  {"&quot;", "\""}, {"&#39;", "'"}, {"&#160;", " "}};
        if (html && *c == '<') {
            c = strchr(c, '>');
            continue;
        }
        if (!html && (*c == '`' || (*c == '\\' && ispunct((unsigned char)c[1]))))
            continue;
        for (size_t i = 0; html && *c == '&' && i < EG_COUNT(entities); i++)
            if (strncmp(c, entities[i][0], strlen(entities[i][0])) == 0) {
                c += strlen(entities[i][0]) - 1;
                *c = *entities[i][1];
                break;
            }
        *to++ = *c;
    }
    *to = '\0';
}

/* Markdown's links are [text](target). */
static void strip_links(char *text)
{
    char *to = text;
    for (char *c = text; *c; c++) {
        c += *c == '\\' && (c[1] == '[' || c[1] == ']');
        if (*c == '[' || (*c == ']' && c[1] != '('))
            continue;
        if (*c == ']' && c[1] == '(') {
            c = strchr(c, ')');
            continue;
        }
        *to++ = *c;
    }
    *to = '\0';
}

static void expect(const char *page, const char *text, const eg_class *class, const char *ending)
{
    char plain[3000];
    size_t length = 0;
    for (const char *c = text; *c; c++) /* backquotes mark code; brackets went with the links */
        if (*c != '`' && (*ending != '.' || ending[1] != 'm' || !strchr("[]\\", *c)))
            plain[length++] = *c;
    plain[length] = '\0';
    if (!strstr(page, plain))
        fail_msg("%s%s does not say \"%s\"", class->name, ending, plain);
}

static void expect_all(const char *page, const char *const *texts, const eg_class *class, const char *ending)
{
    for (; texts && *texts; texts++)
        expect(page, *texts, class, ending);
}

/* Where their form depends on a parameter, those of each of its values. */
static void expect_equations(const char *page, const eg_class *class, const char *ending)
{
    eg_class_cases cases;
    assert_true(eg_class_cases_make(class, &cases));
    expect_all(page, cases.parameter ? cases.common : class->equations, class, ending);
    for (int i = 0; i < cases.count; i++) {
        assert_non_null(*cases.own[i]);
        expect_all(page, (const char *const *)cases.own[i], class, ending);
    }
    eg_class_cases_free(&cases);
}

static void check_page(tree *t, const eg_class *c, const char *ending)
{
    char *page = page_of(t, c->name, ending);
    bool html = strcmp(ending, ".html") == 0;
    if (!html)
        strip_links(page);
    strip(page, html);
    expect(page, c->doc, c, ending);
    for (size_t i = 0; i < c->parameter_count; i++) {
        expect(page, c->parameters[i].name, c, ending);
        expect(page, c->parameters[i].doc, c, ending);
        expect(page, c->parameters[i].unit ? c->parameters[i].unit : "", c, ending);
        expect(page, c->parameters[i].value_text ? c->parameters[i].value_text : "", c, ending);
    }
    for (size_t i = 0; i < c->port_count; i++)
        expect(page, c->ports[i].doc, c, ending);
    for (size_t i = 0; i < c->variable_count; i++)
        expect(page, c->variables[i].doc, c, ending);
    if (html) {
        expect_equations(page, c, ending);
        expect_all(page, c->components, c, ending);
    }
    for (size_t i = 0; c->extends && c->extends[i]; i++)
        expect(page, c->extends[i], c, ending);
    for (size_t i = 0; c->also && c->also[i]; i++)
        expect(page, c->also[i], c, ending);
    for (const eg_citation *r = c->references; r && r->text; r++)
        expect(page, r->text, c, ending);
    free(page);
}

static void pages_say_what_descriptors_say(void **state)
{
    tree *t = *state;
    size_t count;
    eg_manual_counts n;
    const eg_class *const *classes = eg_classes(&count);
    assert_int_equal(write_manual(t, "manual", NULL, &n), EG_OK);
    assert_int_equal(n.classes, count);
    assert_int_equal(n.figures, 0);
    for (size_t i = 0; i < count; i++) {
        check_page(t, classes[i], ".html");
        check_page(t, classes[i], ".md");
    }
}

/* ---------------------------------------------------------------- form */

/* An HTML page as XML: tags are closed in order, attributes quoted, entities known. Fails with the place. */
static void check_form(const char *name, const char *page)
{
    char open[64][16];
    int depth = 0;
    for (const char *c = page; *c; c++) {
        char tag[16] = "";
        if (*c == '&' && strncmp(c, "&lt;", 4) != 0 && strncmp(c, "&gt;", 4) != 0 &&
            strncmp(c, "&amp;", 5) != 0 && strncmp(c, "&quot;", 6) != 0 && strncmp(c, "&#39;", 5) != 0 &&
            strncmp(c, "&#160;", 6) != 0)
            fail_msg("%s: a bare & at \"%.20s\"", name, c);
        if (*c == '>')
            fail_msg("%s: a bare > at \"%.20s\"", name, c - 10);
        if (*c != '<' || strncmp(c, "<!DOCTYPE html>", 15) == 0) {
            c = *c == '<' ? c + 14 : c;
            continue;
        }
        const char *end = strchr(c, '>');
        assert_non_null(end);
        sscanf(c + (c[1] == '/' ? 2 : 1), "%15[a-z0-9]", tag);
        if (c[1] == '/' && (depth == 0 || strcmp(open[--depth], tag) != 0))
            fail_msg("%s: </%s> where </%s> is due", name, tag, depth >= 0 ? open[depth] : "nothing");
        if (c[1] != '/' && end[-1] != '/') {
            assert_true(depth < 64);
            strcpy(open[depth++], tag);
        }
        int quotes = 0;
        for (; c < end; c++)
            quotes += *c == '"';
        if (quotes % 2 != 0 || strcmp(tag, "script") == 0 || strcmp(tag, "style") == 0)
            fail_msg("%s: <%s> with an open quote, or not allowed", name, tag);
    }
    assert_int_equal(depth, 0);
}

/* Every target of `before` (href=", src=", "](") up to `after` is a file beside the page, or a DOI. */
static void check_links(tree *t, const char *directory, const char *name, const char *page,
                        const char *before, char after)
{
    for (const char *c = page; (c = strstr(c, before)) != NULL;) {
        char target[180], path[220];
        c += strlen(before);
        const char *end = strchr(c, after);
        assert_non_null(end);
        snprintf(target, sizeof target, "%.*s", (int)(end - c), c);
        snprintf(path, sizeof path, "%s%s", directory, target);
        bool is_doi = strncmp(target, "https://doi.org/10.", 19) == 0;
        if (!is_doi && (strchr(target, ':') || access(at(t, path), R_OK) != 0))
            fail_msg("%s leads to %s, which is not there", name, target);
    }
}

static int check_directory(tree *t, const char *directory)
{
    int pages = 0;
    char path[300];
    snprintf(path, sizeof path, "%s", at(t, directory));
    DIR *listing = opendir(path);
    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        char name[700], inside[60];
        const char *dot = strrchr(entry->d_name, '.');
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        snprintf(inside, sizeof inside, "%s/", directory);
        if (!dot || (strcmp(dot, ".html") != 0 && strcmp(dot, ".md") != 0))
            continue;
        char *page = file_of(name);
        pages++;
        if (strcmp(dot, ".html") == 0) {
            check_form(entry->d_name, page);
            check_links(t, inside, entry->d_name, page, "href=\"", '"');
            check_links(t, inside, entry->d_name, page, "src=\"", '"');
        } else {
            check_links(t, inside, entry->d_name, page, "](", ')');
        }
        free(page);
    }
    closedir(listing);
    return pages;
}

static const char bounce[] =
    "model Bounce \"A <ball> & a \\\"stop\\\"\"\n"
    "  Modelica.Mechanics.Translational.Components.Fixed ground;\n"
    "  Modelica.Mechanics.Translational.Components.ElastoGap stop(c = 1e4, d = 10);\n"
    "  Modelica.Mechanics.Translational.Components.Mass ball(m = 1, s(start = 0.1, fixed = true), "
    "v(start = -1, fixed = true));\n"
    "equation\n"
    "  connect(ground.flange, stop.flange_a);\n"
    "  connect(stop.flange_b, ball.flange_a);\n"
    "  annotation(experiment(StopTime = 0.3));\n"
    "end Bounce;\n";

static bool has_gnuplot(void)
{
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static void pages_are_well_formed_and_links_lead_somewhere(void **state)
{
    tree *t = *state;
    size_t count;
    eg_manual_counts n;
    char examples[300];
    eg_classes(&count);
    put(t, "examples/Bounce.mo", bounce);
    snprintf(examples, sizeof examples, "%s", at(t, "examples"));
    assert_int_equal(write_manual(t, "manual", examples, &n), EG_OK);
    assert_int_equal(n.examples, 1);
    assert_true(n.figures >= 3 || !has_gnuplot());
    size_t pages = count + n.packages + n.examples + 1;
    assert_int_equal(check_directory(t, "manual"), pages);
    assert_int_equal(check_directory(t, "manual/markdown"), pages);
    assert_int_equal(n.files, 2 * pages + n.figures + n.classes + 1); /* icons, the style sheet */
    char *example = page_of(t, "Bounce", ".html");
    assert_non_null(strstr(example, "A &lt;ball&gt; &amp; a &quot;stop&quot;"));
    free(example);
}

static bool same_file(tree *t, const char *a, const char *b)
{
    char *x = file_of(at(t, a)), *y = file_of(at(t, b));
    bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

static void the_same_bytes_each_time(void **state)
{
    tree *t = *state;
    eg_manual_counts n;
    char examples[300];
    static const char *const names[] = {"index.html", "markdown/README.md", "Bounce.html",
                                        "Modelica.Mechanics.Translational.Components.ElastoGap.html",
                                        "figures/Modelica.Mechanics.Translational.Components.ElastoGap.svg"};
    put(t, "examples/Bounce.mo", bounce);
    snprintf(examples, sizeof examples, "%s", at(t, "examples"));
    assert_int_equal(write_manual(t, "one", examples, &n), EG_OK);
    assert_int_equal(write_manual(t, "two", examples, &n), EG_OK);
    assert_int_equal(write_manual(t, "two", examples, &n), EG_OK); /* over what is there */
    for (size_t i = 0; i < EG_COUNT(names); i++) {
        char a[200], b[200];
        snprintf(a, sizeof a, "one/%s", names[i]);
        snprintf(b, sizeof b, "two/%s", names[i]);
        if (!same_file(t, a, b) && (has_gnuplot() || !strstr(a, "figures")))
            fail_msg("%s differs", names[i]);
    }
}

/* ---------------------------------------------------------------- hostile texts */

static const eg_parameter hostile_parameters[] = {
    {.name = "x_y",
     .unit = "<b>",
     .doc = "a | b & \"c\" <script>alert(1)</script> `code|` ](x)",
     .value = 1}};

static const eg_class hostile = {
    .name = "Some.Package.Hostile",
    .doc = "<img src=x onerror=alert(1)> & more",
    .text = "Paragraph <b>bold</b> & \"quoted\" 'text'.\n\n  kept   <shape>\n\n"
            "*stars* _bars_ [a](b) # not a head",
    .kind = EG_MODEL,
    .parameters = hostile_parameters,
    .parameter_count = 1,
    .equations =
        (const char *const[]){"x_y = if a < b and c > d then \"<\" else 1;", "not modelica <at> all", NULL},
    .references = EG_CITATIONS({"<i>Title</i> & Co.", "10.1/a<b>\"c"}),
};

static char *made(const eg_page_format *format)
{
    char *text = NULL;
    size_t length;
    eg_examples none = {0};
    eg_figure nothing = {0};
    eg_page page = {.out = open_memstream(&text, &length), .format = format};
    eg_class_page(&page, &hostile, &none, &nothing, false);
    fclose(page.out);
    return text;
}

static void hostile_texts_stay_texts(void **state)
{
    (void)state;
    char *html = made(&eg_page_html), *markdown = made(&eg_page_markdown);
    check_form("hostile", html);
    assert_null(strstr(html, "<script"));
    assert_null(strstr(html, "<img"));
    assert_null(strstr(html, "<b>"));
    assert_non_null(strstr(html, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(html, "<pre><code>  kept   &lt;shape&gt;</code></pre>"));
    assert_null(strstr(markdown, "<script>alert(1)</script> `code|`"));
    assert_non_null(strstr(markdown, "\\<script\\>"));
    assert_non_null(strstr(markdown, "`code\\|`")); /* a bar would end the cell */
    assert_non_null(strstr(markdown, "\\*stars\\* `_bars_` \\[a\\](b) \\# not a head"));
    free(html);
    free(markdown);
}

/* ---------------------------------------------------------------- equations */

static char *typeset(const char *equation)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool is_put = eg_math_equation(out, equation);
    fclose(out);
    assert_int_equal(is_put, length > 0);
    if (is_put)
        check_form(equation, text);
    return text;
}

/* What remains of MathML when the tags go: enough to see order, parentheses and cases. */
static void typeset_as(const char *equation, const char *expected)
{
    char *text = typeset(equation);
    strip(text, true);
    if (strcmp(text, expected) != 0)
        fail_msg("%s is set as %s, expected %s", equation, text, expected);
    free(text);
}

static void equations_are_typeset(void **state)
{
    (void)state;
    typeset_as("f = -c*(s_rel - s_rel0);", "f=−c⋅(srel−srel0)");
    typeset_as("v = der(s);", "v=s˙");
    typeset_as("a = der(der(flange.s));", "a=flange.s¨");
    typeset_as("y = a - (b - c);", "y=a−(b−c)");
    typeset_as("y = (a^b)^2;", "y=(ab)2");
    typeset_as("y = a/b*c/d;", "y=ab⋅cd");
    typeset_as("contact = s < 0 or not b and c;", "contact⇔s<0∨¬b∧c");
    typeset_as("y = if a then 1 else if b then 2 else 3;", "y={1if a2if b3otherwise");
    typeset_as("if useSupport then support.f = -f; end if;", "support.f=−fif useSupport");
    typeset_as("initial equation y = y_start;", "y=ystart  at the start");
    static const char *const as_text[] = {
        "mode = pre(mode);",           "when a then reinit(v, 0); end when;", "connect(a, b);", "y = ;", "",
        "y = interpolate(t[:, 1], u);"};
    for (size_t i = 0; i < EG_COUNT(as_text); i++) {
        char *text = typeset(as_text[i]);
        assert_string_equal(text, "");
        free(text);
    }
}

/* ---------------------------------------------------------------- usage */

/* The line that a page shows can be copied into a model. */
static void usage_lines_can_be_read(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        char text[1500], *usage = eg_describe_usage(classes[i], classes[i]->name, EG_USAGE_NEEDED);
        bool is_dyad = eg_class_is_dyad(classes[i]->name);
        if (is_dyad)
            snprintf(text, sizeof text, "%s\n%s\nend\n",
                     classes[i]->kind == EG_PARTIAL ? "partial component M" : "component M", usage);
        else
            snprintf(text, sizeof text, "%s\n%s\nend M;\n",
                     classes[i]->kind == EG_PARTIAL ? "partial model M" : "model M", usage);
        reading r = {.diagnostics = eg_diagnostics_create()};
        eg_read_options o = eg_read_options_default();
        r.status = eg_spec_read_text(text, strlen(text), is_dyad ? "test.dyad" : "test.mo", &o, r.diagnostics,
                                     &r.spec);
        bool is_open = eg_diagnostics_count(r.diagnostics) > 0 && /* its inputs are, but nothing is wrong */
                       strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "not connected to a source");
        if (r.status != EG_OK && classes[i]->kind != EG_PARTIAL && !is_open) {
            show(&r);
            fail_msg("%s", text);
        }
        done(&r);
        free(usage);
    }
}

/* ---------------------------------------------------------------- what goes wrong */

static void what_cannot_be_written_or_run_is_reported(void **state)
{
    tree *t = *state;
    eg_manual_counts n;
    char examples[300];
    put(t, "file", "in the way");
    assert_int_equal(write_manual(t, "file", NULL, &n), EG_ERROR_FILE);
    assert_int_equal(write_manual(t, "no/such/parent", NULL, &n), EG_ERROR_FILE);
    snprintf(examples, sizeof examples, "%s", at(t, "nowhere"));
    assert_int_equal(write_manual(t, "manual", examples, &n), EG_ERROR_FILE);
    put(t, "examples/Wrong.mo", "model Wrong Real x end Wrong;");
    snprintf(examples, sizeof examples, "%s", at(t, "examples"));
    assert_int_equal(write_manual(t, "manual", examples, &n), EG_ERROR_MODEL);
    assert_true(access(at(t, "manual"), F_OK) != 0); /* nothing was begun */
}

#define IN_TREE(test) cmocka_unit_test_setup_teardown(test, tree_create, tree_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TREE(pages_say_what_descriptors_say),
        IN_TREE(pages_are_well_formed_and_links_lead_somewhere),
        IN_TREE(the_same_bytes_each_time),
        cmocka_unit_test(hostile_texts_stay_texts),
        cmocka_unit_test(equations_are_typeset),
        cmocka_unit_test(usage_lines_can_be_read),
        IN_TREE(what_cannot_be_written_or_run_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
