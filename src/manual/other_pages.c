/* The pages beside those of classes: packages, examples, the index. */
#include "manual/pages.h"

#include "component/describe.h"
#include "elastogap/base.h"

#include <string.h>

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static void put_members(eg_page *page, const char *package)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    page->format->list(page);
    for (size_t i = 0; i < count; i++)
        if (eg_in_package(classes[i], package))
            page->format->item(page, classes[i]->name, last_name(classes[i]->name), classes[i]->doc);
    page->format->list_end(page);
}

void eg_package_page(eg_page *page, const char *package)
{
    page->format->begin(
        page, &(eg_page_title){.name = package, .short_name = last_name(package), .kind = "package"});
    page->format->section(page, "Classes");
    put_members(page, package);
    page->format->end(page);
}

/* ---------------------------------------------------------------- examples */

static bool is_first(const eg_spec *spec, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (spec->instances[i].class == spec->instances[index].class)
            return false;
    return true;
}

static bool is_first_use(const eg_spec *spec, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (spec->uses[i].class == spec->uses[index].class)
            return false;
    return true;
}

/* What is no class of the library, but what the program makes of an equation, has no page. */
static void put_used(eg_page *page, const eg_class *class)
{
    if (eg_class_find(class->name))
        page->format->item(page, class->name, class->name, class->doc);
}

void eg_example_page(eg_page *page, const eg_example *e)
{
    page->format->begin(
        page,
        &(eg_page_title){.name = e->name, .short_name = e->name, .kind = "example", .doc = e->spec->comment});
    page->format->section(page, "The model");
    page->format->code(page, e->text);
    char name[300], alt[300];
    snprintf(name, sizeof name, "%.250s" EG_NETWORK_FIGURE, e->name);
    snprintf(alt, sizeof alt, "The network of %.250s", e->name);
    page->format->section(page, "Its network");
    page->format->figure(
        page, name, alt,
        "Bars are what moves together, positions grow to the right; heat is red, signals are "
        "blue. `elastogap diagram` draws it.",
        NULL, NULL);
    page->format->section(page, "What it is made of");
    page->format->list(page);
    for (size_t i = 0; i < e->spec->instance_count; i++)
        if (is_first(e->spec, i))
            put_used(page, e->spec->instances[i].class);
    for (size_t i = 0; i < e->spec->use_count; i++)
        if (is_first_use(e->spec, i))
            put_used(page, e->spec->uses[i].class);
    page->format->list_end(page);
    page->format->end(page);
}

/* ---------------------------------------------------------------- the index */

/* The packages with the pages of their own, or each with its classes. */
static void put_packages(eg_page *page, bool with_classes)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        char package[200], target[220];
        if (!eg_begins_package(i))
            continue;
        snprintf(package, sizeof package, "%.*s", (int)eg_package_length(classes[i]->name), classes[i]->name);
        snprintf(target, sizeof target, EG_PACKAGE_PAGE "%s", package);
        if (!with_classes) {
            page->format->item(page, target, package, NULL);
            continue;
        }
        page->format->section(page, package);
        put_members(page, package);
    }
}

void eg_index_page(eg_page *page, const eg_examples *x)
{
    page->format->begin(page, &(eg_page_title){.name = "elastogap",
                                               .short_name = "elastogap",
                                               .doc = "One-dimensional mechanics with contact: the reference "
                                                      "manual of its classes"});
    page->format->paragraph(
        page, "Every class that models are made of, by its Modelica name: what it means, its signs, "
              "parameters, ports, variables and equations. The same is at hand as `elastogap info CLASS`. "
              "Figures are runs of the examples, which stand at the end. A name is found by the search of "
              "the browser: all of them are on this page.");
    page->format->section(page, "Packages");
    page->format->list(page);
    put_packages(page, false);
    page->format->list_end(page);
    put_packages(page, true);
    if (x->count > 0) {
        page->format->section(page, "Examples");
        page->format->list(page);
        for (size_t i = 0; i < x->count; i++)
            page->format->item(page, x->items[i].name, x->items[i].name, x->items[i].spec->comment);
        page->format->list_end(page);
    }
    page->format->end(page);
}
