/* Reading and running the examples, and what of them shows a class. */
#include "manual/examples.h"

#include "base/file.h"
#include "elastogap/elastogap.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the files */

static bool is_model(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && name[0] != '.' && strcmp(name + length - 3, ".mo") == 0;
}

static eg_status add_file(eg_examples *x, const char *directory, const char *name)
{
    void *items = x->items;
    if (eg_grow(&items, &x->capacity, x->count + 1, sizeof *x->items) != 0)
        return EG_ERROR_MEMORY;
    x->items = items;
    eg_example *e = &x->items[x->count];
    *e = (eg_example){.name = malloc(strlen(directory) + strlen(name) + 2)};
    if (!e->name)
        return EG_ERROR_MEMORY;
    x->count++;
    stpcpy(stpcpy(stpcpy(e->name, directory), "/"), name);
    return EG_OK;
}

static eg_status list_directory(eg_examples *x, const char *directory, eg_diagnostics *diagnostics)
{
    DIR *listing = opendir(directory);
    eg_status status = EG_OK;
    if (!listing) {
        eg_file_report(diagnostics, "read", directory, errno);
        return EG_ERROR_FILE;
    }
    for (struct dirent *entry; status == EG_OK && (entry = readdir(listing)) != NULL;)
        if (is_model(entry->d_name))
            status = add_file(x, directory, entry->d_name);
    closedir(listing);
    return status;
}

/* The name that is left of a path: "examples/ElastoGap.mo" is ElastoGap. */
static void shorten(char *path)
{
    char *slash = strrchr(path, '/');
    memmove(path, slash + 1, strlen(slash));
    path[strlen(path) - 3] = '\0';
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const eg_example *)a)->name, ((const eg_example *)b)->name);
}

/* ---------------------------------------------------------------- running */

static eg_status run(eg_example *e, eg_diagnostics *diagnostics)
{
    eg_model *model = NULL;
    eg_status status = eg_model_compile(e->spec, diagnostics, &model);
    if (status == EG_OK) {
        eg_simulate_options options = eg_simulate_options_default(model);
        status = eg_simulate(model, &options, diagnostics, &e->run, NULL);
    }
    eg_model_free(model);
    return status;
}

static eg_status load(eg_example *e, eg_diagnostics *diagnostics)
{
    enum { MOST = 1 << 20 };
    eg_status status = eg_file_read(e->name, MOST, diagnostics, &e->text, &e->length);
    if (status == EG_OK)
        status = eg_spec_read(e->name, NULL, diagnostics, &e->spec);
    if (status == EG_OK)
        status = run(e, diagnostics);
    shorten(e->name);
    return status;
}

eg_status eg_examples_load(eg_examples *x, const char *const *directories, size_t count,
                           eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    for (size_t i = 0; status == EG_OK && i < count; i++)
        status = list_directory(x, directories[i], diagnostics);
    for (size_t i = 0; status == EG_OK && i < x->count; i++)
        status = load(&x->items[i], diagnostics);
    if (x->count > 0)
        qsort(x->items, x->count, sizeof *x->items, compare);
    return status;
}

void eg_examples_free(eg_examples *x)
{
    for (size_t i = 0; i < x->count; i++) {
        free(x->items[i].name);
        free(x->items[i].text);
        eg_spec_free(x->items[i].spec);
        eg_trajectory_free(x->items[i].run);
    }
    free(x->items);
    *x = (eg_examples){0};
}

const eg_example *eg_examples_find(const eg_examples *x, const char *name)
{
    for (size_t i = 0; i < x->count; i++)
        if (strcmp(x->items[i].name, name) == 0)
            return &x->items[i];
    return NULL;
}

const char *eg_example_uses(const eg_example *e, const eg_class *class)
{
    for (size_t i = 0; i < e->spec->instance_count; i++)
        if (e->spec->instances[i].class == class)
            return e->spec->instances[i].path;
    for (size_t i = 0; i < e->spec->use_count; i++)
        if (e->spec->uses[i].class == class)
            return e->spec->uses[i].path;
    return NULL;
}

/* ---------------------------------------------------------------- what a figure shows */

/* Does the variable move at all? Constants make no picture. */
static bool varies(const eg_trajectory *t, const char *name)
{
    long signal = eg_trajectory_find(t, name);
    size_t rows = eg_trajectory_rows(t);
    for (size_t row = 1; signal >= 0 && row < rows; row++)
        if (eg_trajectory_value(t, (size_t)signal, row) != eg_trajectory_value(t, (size_t)signal, 0))
            return true;
    return false;
}

static bool same_values(const eg_trajectory *t, const char *a, const char *b)
{
    size_t i = (size_t)eg_trajectory_find(t, a), k = (size_t)eg_trajectory_find(t, b);
    for (size_t row = 0; row < eg_trajectory_rows(t); row++)
        if (eg_trajectory_value(t, i, row) != eg_trajectory_value(t, k, row))
            return false;
    return true;
}

static void add_curve(eg_figure *f, const char *member, const char *part, bool may_rest)
{
    if (f->count >= EG_FIGURE_CURVES)
        return;
    char *name = f->curves[f->count];
    int length = snprintf(name, EG_FIGURE_NAME, "%s%s%s%s%s", f->path, *f->path && *member ? "." : "", member,
                          *part ? "." : "", part);
    if (length >= EG_FIGURE_NAME || eg_trajectory_find(f->example->run, name) < 0 ||
        !(may_rest || varies(f->example->run, name)))
        return;
    for (size_t i = 0; i < f->count; i++)
        if (same_values(f->example->run, f->curves[i], name))
            return;
    f->count++;
}

static void add_port(eg_figure *f, const char *name, eg_port_kind kind)
{
    if (eg_port_is_thermal(kind)) {
        add_curve(f, name, "T", false);
        add_curve(f, name, "Q_flow", false);
    } else if (eg_port_is_rotational(kind)) {
        add_curve(f, name, "phi", false);
        add_curve(f, name, "tau", false);
    } else if (eg_port_is_mechanical(kind)) {
        add_curve(f, name, "s", false);
        add_curve(f, name, "f", false);
    }
}

/* A signal, or the first elements of a vector of them. */
static void add_signal(eg_figure *f, const char *name, bool is_vector, bool may_rest)
{
    char element[EG_FIGURE_NAME];
    for (int i = 1; i <= 2 && is_vector; i++) {
        snprintf(element, sizeof element, "%.100s[%d]", name, i);
        add_curve(f, element, "", may_rest);
    }
    if (!is_vector)
        add_curve(f, name, "", may_rest);
}

/* What people look at first. */
static bool is_prominent(const char *name)
{
    static const char *const names[] = {"s_rel", "phi_rel", "s",         "phi", "v_rel",  "w_rel", "v",
                                        "w",     "f",       "lossPower", "tau", "Q_flow", "T"};
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void add_variables(eg_figure *f, const eg_class *class, bool prominent)
{
    for (size_t i = 0; i < class->variable_count; i++) {
        const eg_variable *v = &class->variables[i];
        if (!v->is_protected && v->type == EG_REAL && is_prominent(v->name) == prominent)
            add_curve(f, v->name, "", false);
    }
}

static void add_signals(eg_figure *f, const eg_class *class, bool may_rest)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (eg_port_is_signal(class->ports[i].kind))
            add_signal(f, class->kind == EG_CONNECTOR ? "" : class->ports[i].name,
                       class->ports[i].size != NULL, may_rest);
}

/* Signals first, then the class's public variables, then what passes through its ports; signals that rest
 * where nothing moves. */
static void choose_curves(eg_figure *f, const eg_class *class)
{
    add_signals(f, class, false);
    add_variables(f, class, true);
    add_variables(f, class, false);
    for (size_t i = 0; i < class->port_count && f->count < 2; i++)
        add_port(f, class->kind == EG_CONNECTOR ? "" : class->ports[i].name, class->ports[i].kind);
    if (f->count == 0)
        add_signals(f, class, true);
}

static eg_figure choose_in(const eg_example *e, const eg_class *class)
{
    const char *path = e ? eg_example_uses(e, class) : NULL;
    eg_figure f = {.example = e, .shown = class, .path = path};
    if (path)
        choose_curves(&f, class);
    return f;
}

/* The example that the descriptor names first, of those that show something; else any. */
static eg_figure choose_own(const eg_examples *x, const eg_class *class)
{
    eg_figure f = {0};
    for (size_t i = 0; f.count == 0 && class->examples && class->examples[i]; i++)
        f = choose_in(eg_examples_find(x, class->examples[i]), class);
    for (size_t i = 0; f.count == 0 && i < x->count; i++)
        f = choose_in(&x->items[i], class);
    return f;
}

static bool extends(const eg_class *class, const eg_class *base)
{
    for (size_t i = 0; class->extends && class->extends[i]; i++)
        if (strcmp(class->extends[i], base->name) == 0)
            return true;
    return false;
}

/* The port of an instance that is such a connector. */
static void show_port(eg_figure *f, const eg_port *port, const eg_class *connector)
{
    if (port->kind != connector->ports[0].kind || !port->size != !connector->ports[0].size)
        return;
    add_port(f, port->name, port->kind);
    if (eg_port_is_signal(port->kind))
        add_signal(f, port->name, port->size != NULL, false);
}

static eg_figure port_of(const eg_example *e, const eg_class *class, const char *path,
                         const eg_class *connector)
{
    eg_figure f = {.example = e, .shown = class, .path = path};
    for (size_t n = 0; n < class->port_count && f.count == 0; n++)
        show_port(&f, &class->ports[n], connector);
    return f;
}

static eg_figure choose_port(const eg_examples *x, const eg_class *connector)
{
    eg_figure f = {0};
    for (size_t i = 0; i < x->count && f.count == 0; i++) {
        const eg_spec *spec = x->items[i].spec;
        for (size_t k = 0; k < spec->instance_count && f.count == 0; k++)
            f = port_of(&x->items[i], spec->instances[k].class, spec->instances[k].path, connector);
        for (size_t k = 0; k < spec->use_count && f.count == 0; k++)
            if (spec->uses[k].class->kind != EG_CONNECTOR)
                f = port_of(&x->items[i], spec->uses[k].class, spec->uses[k].path, connector);
    }
    return f;
}

eg_figure eg_figure_choose(const eg_examples *x, const eg_class *class)
{
    eg_figure f = choose_own(x, class);
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; f.count == 0 && i < count; i++)
        if (extends(classes[i], class))
            f = choose_own(x, classes[i]);
    if (f.count == 0 && class->kind == EG_CONNECTOR)
        f = choose_port(x, class);
    return f.count > 0 ? f : (eg_figure){0};
}
