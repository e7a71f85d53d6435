/* The page of a class: everything that its descriptor says, a figure, and its neighbours. */
#include "manual/pages.h"

#include "base/file.h"
#include "component/describe.h"
#include "component/topics.h"
#include "modelica/flat/class_cases.h"

#include <stdlib.h>
#include <string.h>

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

size_t eg_package_length(const char *name)
{
    const char *last = last_name(name);
    return last > name ? (size_t)(last - name) - 1 : 0;
}

bool eg_in_package(const eg_class *class, const char *package)
{
    size_t length = eg_package_length(class->name);
    return strlen(package) == length && strncmp(class->name, package, length) == 0;
}

bool eg_begins_package(size_t i)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    size_t length = eg_package_length(classes[i]->name);
    for (size_t k = 0; k < i; k++)
        if (eg_package_length(classes[k]->name) == length &&
            strncmp(classes[k]->name, classes[i]->name, length) == 0)
            return false;
    return true;
}

/* ---------------------------------------------------------------- tables */

static void add_name(eg_page *page, const char *name)
{
    page->format->row(page);
    page->format->cell(page, EG_CELL_NAME, name);
}

static const char *unit_of(const char *unit)
{
    return unit && *unit ? unit : "";
}

/* ", >= 0", or the values to choose from. */
static void add_range(char *text, size_t used, size_t size, const eg_parameter *p)
{
    char range[EG_DESCRIBE_SIZE];
    bool is_text = p->type_name && strcmp(p->type_name, "String") == 0;
    if (p->type != EG_ENUMERATION || !p->literals) {
        eg_describe_range(p, range);
        snprintf(text + used, size - used, "%s%s", *range ? ", " : "", range);
        return;
    }
    for (size_t i = 0; p->literals[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s`%s%s%s`", i > 0 ? ", " : ": ",
                                 is_text ? "\"" : "", p->literals[i], is_text ? "\"" : "");
}

/* Meaning, and below it type and range: so a row fits on a narrow screen. */
static void put_parameter(eg_page *page, const eg_parameter *p)
{
    char text[EG_DESCRIBE_SIZE], remark[1000];
    eg_describe_type(p, text);
    int used = snprintf(remark, sizeof remark, "%s%s", p->is_protected ? "protected " : "", text);
    add_range(remark, (size_t)used, sizeof remark, p);
    eg_describe_default(p, text);
    bool is_value = strncmp(text, "= ", 2) == 0;
    add_name(page, p->name);
    page->format->cell_with(page, p->doc, remark);
    page->format->cell(page, EG_CELL_CODE, unit_of(p->unit));
    page->format->cell(page, is_value ? EG_CELL_CODE : EG_CELL_TEXT, is_value ? text + 2 : text);
}

/* Constants have a table of their own. */
static void put_parameters(eg_page *page, const eg_class *class, bool constants)
{
    const char *const head[] = {"Name", "Meaning", "Unit", constants ? "Value" : "Default"};
    size_t found = 0;
    for (size_t i = 0; i < class->parameter_count; i++) {
        if (class->parameters[i].is_constant != constants)
            continue;
        if (found++ == 0) {
            page->format->section(page, constants ? "Constants" : "Parameters");
            page->format->table(page, head, EG_COUNT(head));
        }
        put_parameter(page, &class->parameters[i]);
    }
    if (found > 0)
        page->format->table_end(page);
}

static void put_ports(eg_page *page, const eg_class *class)
{
    static const char *const head[] = {"Name", "Meaning", "Kind", "Connector", "Unit", "Exists"};
    if (class->port_count == 0)
        return;
    page->format->section(page, "Ports");
    page->format->table(page, head, EG_COUNT(head));
    for (size_t i = 0; i < class->port_count; i++) {
        const eg_port *p = &class->ports[i];
        char text[EG_DESCRIBE_SIZE] = "always";
        add_name(page, p->name);
        page->format->cell(page, EG_CELL_TEXT, p->doc ? p->doc : "");
        page->format->cell(page, EG_CELL_TEXT, eg_describe_port(p->kind));
        page->format->cell(page, EG_CELL_CODE, eg_describe_connector(p->kind, class->name));
        page->format->cell(page, EG_CELL_CODE, eg_port_is_signal(p->kind) ? unit_of(p->unit) : "");
        if (p->condition)
            snprintf(text, sizeof text, "if `%.60s`", p->condition);
        page->format->cell(page, EG_CELL_TEXT, text);
    }
    page->format->table_end(page);
}

static void put_variables(eg_page *page, const eg_class *class)
{
    static const char *const head[] = {"Name", "Meaning", "Unit"};
    if (class->variable_count == 0)
        return;
    page->format->section(page, "Variables");
    page->format->table(page, head, EG_COUNT(head));
    for (size_t i = 0; i < class->variable_count; i++) {
        const eg_variable *v = &class->variables[i];
        char remark[EG_DESCRIBE_SIZE];
        snprintf(remark, sizeof remark, "%s%s%s%.40s%s", v->is_protected ? "protected " : "",
                 eg_describe_variable(v), v->condition ? ", if `" : "", v->condition ? v->condition : "",
                 v->condition ? "`" : "");
        add_name(page, v->name);
        page->format->cell_with(page, v->doc ? v->doc : "", remark);
        page->format->cell(page, EG_CELL_CODE, unit_of(v->unit));
    }
    page->format->table_end(page);
}

static void put_notes(eg_page *page, const eg_class *class, bool of_parameters)
{
    const char *notes[EG_DESCRIBE_NOTES];
    size_t count = eg_describe_notes(class, class->name, of_parameters, !of_parameters, notes);
    for (size_t i = 0; i < count; i++)
        page->format->note(page, notes[i]);
}

/* What a class by equations is made of. */
static void put_components(eg_page *page, const eg_class *class)
{
    char *text = NULL;
    size_t length;
    FILE *memory = class->components ? open_memstream(&text, &length) : NULL;
    if (!memory)
        return;
    for (const char *const *c = class->components; *c; c++)
        fprintf(memory, "%s%s", *c, c[1] ? "\n" : "");
    text = eg_text_end(memory, &text);
    if (text) {
        page->format->section(page, "Components");
        page->format->code(page, text);
    }
    free(text);
}

/* After the common ones, those of each value of the parameter on which they depend. */
static void put_cases(eg_page *page, const eg_class_cases *cases)
{
    const char *name = cases->parameter->name;
    char title[250];
    page->format->equations(page, cases->common);
    for (int i = 0; i < cases->count; i++) {
        snprintf(title, sizeof title, "%s with `%.80s = \"%.80s\"`",
                 cases->is_whole[i] ? "All equations" : "Further equations", name,
                 cases->parameter->literals[i]);
        page->format->subsection(page, title);
        page->format->equations(page, (const char *const *)cases->own[i]);
    }
}

static void put_equations(eg_page *page, const eg_class *class)
{
    eg_class_cases cases;
    if (!class->equations || !*class->equations)
        return;
    page->format->section(page, "Equations");
    if (eg_class_cases_make(class, &cases) && cases.parameter)
        put_cases(page, &cases);
    else
        page->format->equations(page, class->equations);
    eg_class_cases_free(&cases);
}

/* ---------------------------------------------------------------- neighbours */

static void put_class(eg_page *page, const char *name)
{
    const eg_class *class = eg_class_find(name);
    page->format->item(page, class ? class->name : NULL, name, class ? class->doc : NULL);
}

static void put_classes(eg_page *page, const char *title, const char *const *names)
{
    if (!names || !*names)
        return;
    page->format->section(page, title);
    page->format->list(page);
    for (; *names; names++)
        put_class(page, *names);
    page->format->list_end(page);
}

/* The heading of a list, above its first item. */
static void begin_list(eg_page *page, const char *title, bool is_first)
{
    if (!is_first)
        return;
    page->format->section(page, title);
    page->format->list(page);
}

static void put_extended_by(eg_page *page, const eg_class *class)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; classes[i]->extends && classes[i]->extends[k]; k++) {
            if (strcmp(classes[i]->extends[k], class->name) != 0)
                continue;
            begin_list(page, "Extended by", found++ == 0);
            put_class(page, classes[i]->name);
        }
    if (found > 0)
        page->format->list_end(page);
}

static void put_siblings(eg_page *page, const eg_class *class, const char *package)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (classes[i] == class || !eg_in_package(classes[i], package))
            continue;
        begin_list(page, "In the same package", found++ == 0);
        page->format->item(page, classes[i]->name, last_name(classes[i]->name), classes[i]->doc);
    }
    if (found > 0)
        page->format->list_end(page);
}

static void put_related(eg_page *page, const eg_class *class)
{
    const eg_class *related[EG_RELATED];
    size_t count = eg_class_related(class, class->name, related, EG_RELATED);
    bool is_base = class->kind == EG_PARTIAL || class->kind == EG_CONNECTOR; /* "Extended by" has all */
    for (size_t i = 0; i < count && !is_base; i++) {
        begin_list(page, "Related classes", i == 0);
        put_class(page, related[i]->name);
    }
    if (count > 0 && !is_base)
        page->format->list_end(page);
}

/* The class's own, else those of the topic that it shares with others. */
static void put_references(eg_page *page, const eg_class *class, const eg_topic *topic)
{
    const eg_citation *references = class->references || !topic ? class->references : topic->references;
    if (!references)
        return;
    page->format->section(page, "References");
    page->format->list(page);
    for (const eg_citation *r = references; r->text; r++)
        page->format->reference(page, r->text, r->doi);
    page->format->list_end(page);
}

/* ---------------------------------------------------------------- examples */

static void put_figure(eg_page *page, const eg_class *class, const eg_figure *figure)
{
    char alt[600], caption[600];
    size_t used = 0;
    if (!figure->example)
        return;
    for (size_t i = 0; i < figure->count && used < sizeof alt; i++)
        used += (size_t)snprintf(alt + used, sizeof alt - used, "%s%s", i > 0 ? ", " : "", figure->curves[i]);
    if (used < sizeof alt)
        snprintf(alt + used, sizeof alt - used, " over time");
    if (figure->shown == class)
        snprintf(caption, sizeof caption, "`%s` in the example ", figure->path);
    else
        snprintf(caption, sizeof caption, "`%s`, a %s, which %s, in the example ", figure->path,
                 figure->shown->name,
                 class->kind == EG_CONNECTOR ? "has such a connector" : "extends this class");
    page->format->section(page, "What it does");
    page->format->figure(page, class->name, alt, caption, figure->example->name, figure->example->name);
}

static void put_topic(eg_page *page, const eg_topic *topic, bool has_figure)
{
    char alt[300] = "";
    if (!topic)
        return;
    page->format->section(page, topic->title);
    eg_page_paragraphs(page, topic->text);
    for (const char *const *c = topic->curves; *c; c++)
        snprintf(alt + strlen(alt), sizeof alt - strlen(alt), "%s%s", *alt ? ", " : "", *c);
    snprintf(alt + strlen(alt), sizeof alt - strlen(alt), " over time");
    if (has_figure)
        page->format->figure(page, topic->figure, alt, topic->caption, topic->example, topic->example);
}

/* Those of this project that have it, then others' that the descriptor names. */
static void put_examples(eg_page *page, const eg_class *class, const eg_examples *x)
{
    size_t count = 0;
    for (size_t i = 0; i < x->count; i++)
        if (eg_example_uses(&x->items[i], class)) {
            begin_list(page, "Examples that use it", count++ == 0);
            page->format->item(page, x->items[i].name, x->items[i].name, x->items[i].spec->comment);
        }
    for (size_t i = 0; class->examples && class->examples[i]; i++)
        if (!eg_examples_find(x, class->examples[i])) {
            begin_list(page, "Examples that use it", count++ == 0);
            page->format->item(page, NULL, class->examples[i], NULL);
        }
    if (count > 0)
        page->format->list_end(page);
}

void eg_class_page(eg_page *page, const eg_class *class, const eg_examples *examples, const eg_figure *figure,
                   bool has_topic_figure)
{
    const eg_topic *topic = eg_topic_of(class);
    char package[200];
    snprintf(package, sizeof package, "%.*s", (int)eg_package_length(class->name), class->name);
    char *usage = eg_describe_usage(class, class->name, EG_USAGE_ALL);
    page->class = class;
    page->format->begin(page, &(eg_page_title){.name = class->name,
                                               .short_name = last_name(class->name),
                                               .kind = eg_describe_kind(class->kind),
                                               .doc = class->doc,
                                               .package = package});
    if (eg_class_find(class->name) == class)
        page->format->icon(page, class->name);
    if (class->short_name) {
        char text[300];
        snprintf(text, sizeof text, "Short: `%s`", class->short_name);
        page->format->note(page, text);
    }
    if (class->text)
        eg_page_paragraphs(page, class->text);
    page->format->code(page, usage ? usage : "");
    free(usage);
    put_figure(page, class, figure);
    put_topic(page, topic, has_topic_figure);
    put_parameters(page, class, false);
    put_notes(page, class, true);
    put_parameters(page, class, true);
    put_ports(page, class);
    put_notes(page, class, false);
    put_variables(page, class);
    put_components(page, class);
    put_equations(page, class);
    put_references(page, class, topic);
    put_examples(page, class, examples);
    put_classes(page, "Extends", class->extends);
    put_extended_by(page, class);
    put_related(page, class);
    put_classes(page, "In other vocabularies", class->also);
    put_siblings(page, class, package);
    page->format->end(page);
}
