/* elastogap info: what the classes are, straight from their descriptors. */
#include "base/arena.h"
#include "base/names.h"
#include "base/units.h"
#include "cli/diagram.h"
#include "cli/info.h"
#include "cli/info_json.h"
#include "cli/options.h"
#include "component/describe.h"
#include "component/topics.h"
#include "modelica/flat/class_cases.h"
#include "result/formats.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---------------------------------------------------------------- names */

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Is `tail` the end of `name`, from a dot on? "Components.ElastoGap" of ElastoGap's full name is. */
static bool is_tail(const char *name, const char *tail)
{
    size_t n = strlen(name), t = strlen(tail);
    return n > t && name[n - t - 1] == '.' && strcmp(name + n - t, tail) == 0;
}

static bool is_inside(const char *name, const char *package)
{
    size_t length = strlen(package);
    return length == 0 || (strncmp(name, package, length) == 0 && name[length] == '.');
}

/* The classes whose names end so. Where several do, the translational one is meant, or the one of the
 * Modelica Standard Library, if it is the only one there. Returns it, or NULL; *count receives how many end
 * so. */
static const eg_class *find_by_tail(const char *tail, size_t *count)
{
    static const char *const packages[] = {"Modelica.Mechanics.Translational", "Modelica", ""};
    enum { PACKAGES = sizeof packages / sizeof *packages };
    size_t all, inside[PACKAGES] = {0};
    const eg_class *const *classes = eg_classes(&all);
    const eg_class *last[PACKAGES] = {NULL};
    for (size_t i = 0; i < all; i++)
        for (int k = 0; k < PACKAGES && is_tail(classes[i]->name, tail); k++)
            if (is_inside(classes[i]->name, packages[k])) {
                last[k] = classes[i];
                inside[k]++;
            }
    *count = inside[PACKAGES - 1];
    for (int k = 0; k < PACKAGES; k++)
        if (inside[k] == 1)
            return last[k];
    return NULL;
}

static const char *nearest_last_name(const char *name)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return NULL;
    for (size_t i = 0; i < count; i++)
        names[i] = last_name(classes[i]->name);
    const char *nearest = eg_nearest(name, names, count);
    free(names);
    return nearest;
}

/* The package that was probably meant, by its full name or by its last part; to be freed. NULL: none is
 * near. */
static char *nearest_package(const char *name)
{
    size_t count, found = 0, capacity = 0;
    const eg_class *const *classes = eg_classes(&count);
    char **packages = NULL;
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        for (const char *dot = classes[i]->name; good && (dot = strchr(dot, '.')); dot++) {
            good = eg_grow((void **)&packages, &capacity, found + 1, sizeof *packages) == 0 &&
                   (packages[found] = strndup(classes[i]->name, (size_t)(dot - classes[i]->name)));
            found += good;
        }
    const char **compared = calloc(found + 1, sizeof *compared);
    for (size_t i = 0; compared && i < found; i++)
        compared[i] = strchr(name, '.') ? packages[i] : last_name(packages[i]);
    const char *best = compared ? eg_nearest(name, compared, found) : NULL;
    char *nearest = NULL;
    for (size_t i = 0; i < found; i++) {
        if (best && !nearest && compared[i] == best)
            nearest = packages[i];
        else
            free(packages[i]);
    }
    free(compared);
    free(packages);
    return nearest;
}

static int not_found(const char *name, size_t candidates)
{
    if (candidates > 0) {
        size_t count;
        const eg_class *const *classes = eg_classes(&count);
        eg_print_usage_error("several classes are called %s; name one in full:", name);
        for (size_t i = 0; i < count; i++)
            if (is_tail(classes[i]->name, name))
                fprintf(stderr, "  %s\n", classes[i]->name);
        return EG_EXIT_USAGE;
    }
    const char *nearest = strchr(name, '.') ? eg_class_nearest(name) : nearest_last_name(name);
    char *package = nearest ? NULL : nearest_package(name);
    if (!nearest)
        nearest = package ? package : nearest_last_name(last_name(name));
    if (nearest) {
        eg_print_usage_error("unknown class %s; did you mean %s?", name, nearest);
        free(package);
        return EG_EXIT_USAGE;
    }
    return eg_print_usage_error(
        "unknown class %s; elastogap info lists all of them, and elastogap info FILE.mo "
        "describes a model of your own",
        name);
}

/* ---------------------------------------------------------------- tables */

enum { COLUMNS = 5, CELL = EG_DESCRIBE_SIZE, WIDEST = 120 };

/* Rows of short texts, the last of which may be long. */
typedef struct table {
    char (*cells)[COLUMNS][CELL]; /* (rows x COLUMNS) */
    const char **docs;            /* (rows) */
    size_t rows;
} table;

static bool table_create(table *t, size_t most)
{
    t->cells = calloc(most + 1, sizeof *t->cells);
    t->docs = calloc(most + 1, sizeof *t->docs);
    t->rows = 0;
    return t->cells && t->docs;
}

static void table_free(table *t)
{
    free(t->cells);
    free(t->docs);
}

/* The docs stand behind the rows, or below them where that would get too wide. */
static void table_print(const table *t)
{
    int width[COLUMNS] = {0}, left = 2, doc = 0;
    for (int c = 0; c < COLUMNS; c++) {
        for (size_t r = 0; r < t->rows; r++) {
            int length = (int)strlen(t->cells[r][c]);
            width[c] = length > width[c] ? length : width[c];
        }
        left += width[c] > 0 ? width[c] + 2 : 0;
    }
    for (size_t r = 0; r < t->rows; r++) {
        int length = (int)strlen(t->docs[r]);
        doc = length > doc ? length : doc;
    }
    bool below = left + doc > WIDEST;
    for (size_t r = 0; r < t->rows; r++) {
        int gap = 2; /* blanks that are due before the next text */
        for (int c = 0; c < COLUMNS; c++) {
            int length = (int)strlen(t->cells[r][c]);
            if (length > 0)
                printf("%*s%s", gap, "", t->cells[r][c]);
            gap = (length > 0 ? 0 : gap) + width[c] - length + (width[c] > 0 ? 2 : 0);
        }
        if (below)
            printf("\n%8s%s\n", "", t->docs[r]);
        else
            printf("%*s%s\n", gap, "", t->docs[r]);
    }
}

/* ---------------------------------------------------------------- parameters */

/* Constants have a table of their own. */
static void add_parameter(table *t, const eg_parameter *p, bool constants)
{
    if (p->is_constant != constants)
        return;
    char(*row)[CELL] = t->cells[t->rows];
    snprintf(row[0], CELL, "%s", p->name);
    eg_describe_type(p, row[1]);
    if (p->is_constant && p->is_protected) {
        char type[CELL];
        eg_describe_type(p, type);
        snprintf(row[1], CELL, "protected %.60s", type);
    }
    if (p->unit && *p->unit)
        snprintf(row[2], CELL, "[%s]", p->unit);
    eg_describe_range(p, row[3]);
    eg_describe_default(p, row[4]);
    t->docs[t->rows++] = p->doc ? p->doc : "";
}

/* ---------------------------------------------------------------- ports and variables */

static void condition_text(const char *condition, char text[CELL])
{
    if (condition)
        snprintf(text, CELL, "if %s", condition);
}

static void add_port(table *t, const eg_port *p, const char *class_name)
{
    char(*row)[CELL] = t->cells[t->rows];
    snprintf(row[0], CELL, "%s", p->name);
    snprintf(row[1], CELL, "%s", eg_describe_port(p->kind));
    snprintf(row[2], CELL, "%s", eg_describe_connector(p->kind, class_name));
    if (eg_port_is_signal(p->kind) && p->unit && *p->unit)
        snprintf(row[3], CELL, "[%s]", p->unit);
    condition_text(p->condition, row[4]);
    t->docs[t->rows++] = p->doc ? p->doc : "";
}

static void add_variable(table *t, const eg_variable *v)
{
    char(*row)[CELL] = t->cells[t->rows];
    snprintf(row[0], CELL, "%s", v->name);
    snprintf(row[1], CELL, "%s%s", v->is_protected ? "protected " : "", eg_describe_variable(v));
    if (v->unit && *v->unit)
        snprintf(row[2], CELL, "[%s]", v->unit);
    condition_text(v->condition, row[3]);
    t->docs[t->rows++] = v->doc ? v->doc : "";
}

/* ---------------------------------------------------------------- one class */

/* In Dyad also with all arguments, in 20-sim's vocabulary with its lines of parameters. */
static int print_usage(const eg_class *class, const char *name)
{
    char *needed = eg_describe_usage(class, name, EG_USAGE_NEEDED);
    char *all = eg_describe_usage(class, name, EG_USAGE_ALL);
    if (needed && all) {
        printf("\nUsage\n  %s\n", needed);
        const char *rest = eg_class_is_iconic(name) ? strchr(all, '\n') : all;
        bool is_more = rest && strcmp(all, needed) != 0;
        for (const char *line = is_more ? rest : ""; *line; line += strcspn(line, "\n")) {
            line += *line == '\n';
            printf("  %.*s\n", (int)strcspn(line, "\n"), line);
        }
    }
    bool is_whole = needed && all;
    free(needed);
    free(all);
    return is_whole ? EG_EXIT_DONE : eg_print_no_memory();
}

static void print_list(const char *title, const char *const *texts)
{
    if (!texts || !*texts)
        return;
    printf("\n%s\n", title);
    for (; *texts; texts++)
        printf("  %s\n", *texts);
}

/* Where their form depends on a parameter, after the common ones those of each of its values. */
static void print_equations_of(const eg_class *class)
{
    eg_class_cases cases;
    char title[CELL];
    if (!eg_class_cases_make(class, &cases) || !cases.parameter) {
        print_list("Equations", class->equations);
        print_list("Parameters that follow from the others", class->relations);
        eg_class_cases_free(&cases);
        return;
    }
    print_list("Equations", cases.common);
    for (int i = 0; i < cases.count; i++) {
        snprintf(title, sizeof title, "%s with %s = \"%s\"",
                 cases.is_whole[i] ? "All equations" : "Further equations", cases.parameter->name,
                 cases.parameter->literals[i]);
        print_list(title, (const char *const *)cases.own[i]);
    }
    eg_class_cases_free(&cases);
}

static void print_citations(const eg_citation *r)
{
    for (; r && r->text; r++) {
        eg_print_wrapped(stdout, r->text, 2);
        if (r->doi)
            printf("    https://doi.org/%s\n", r->doi);
    }
}

/* The class's own, else those of the topic that it shares with others. */
static void print_references(const eg_class *class, const eg_topic *topic)
{
    const eg_citation *references = class->references || !topic ? class->references : topic->references;
    if (references)
        printf("\nReferences\n");
    print_citations(references);
}

static void print_topic(const eg_topic *topic)
{
    if (!topic)
        return;
    printf("\n%s\n", topic->title);
    eg_print_wrapped(stdout, topic->text, 2);
    printf("  Figure: elastogap manual --examples examples draws it on the page of this class; so does\n"
           "  elastogap simulate examples/%s.mo",
           topic->example);
    for (const char *const *c = topic->curves; *c; c++)
        printf(" --plot %s", *c);
    printf(" --plot-file forces.svg\n");
}

static void print_related(const eg_class *class, const char *name)
{
    const eg_class *related[EG_RELATED];
    size_t count = eg_class_related(class, name, related, EG_RELATED);
    printf(count > 0 ? "\nRelated classes\n" : "");
    for (size_t i = 0; i < count; i++)
        printf("  %s\n        %s\n", related[i]->name, related[i]->doc);
}

/* What the tables leave unsaid, where it applies. */
static void print_legend(const eg_class *class, const char *name, bool of_parameters, bool of_ports)
{
    const char *notes[EG_DESCRIBE_NOTES];
    size_t count = eg_describe_notes(class, name, of_parameters, of_ports, notes);
    for (size_t i = 0; i < count; i++)
        printf("  (%s)\n", notes[i]);
}

static int print_tables(const eg_class *class, const char *name)
{
    table parameters, constants, ports, variables;
    bool made = table_create(&parameters, class->parameter_count);
    made = table_create(&constants, class->parameter_count) && made;
    made = table_create(&ports, class->port_count) && made;
    made = table_create(&variables, class->variable_count) && made;
    for (size_t i = 0; made && i < class->parameter_count; i++)
        add_parameter(&parameters, &class->parameters[i], false);
    for (size_t i = 0; made && i < class->parameter_count; i++)
        add_parameter(&constants, &class->parameters[i], true);
    for (size_t i = 0; made && i < class->port_count; i++)
        add_port(&ports, &class->ports[i], name);
    for (size_t i = 0; made && i < class->variable_count; i++)
        add_variable(&variables, &class->variables[i]);
    const table *const tables[] = {&parameters, &constants, &ports, &variables};
    const char *const titles[] = {"Parameters", "Constants", "Ports", "Variables"};
    for (size_t i = 0; made && i < EG_COUNT(tables); i++) {
        if (tables[i]->rows == 0)
            continue;
        printf("\n%s\n", titles[i]);
        table_print(tables[i]);
        print_legend(class, name, tables[i] == &parameters, tables[i] == &ports);
    }
    table_free(&parameters);
    table_free(&constants);
    table_free(&ports);
    table_free(&variables);
    return made ? EG_EXIT_DONE : eg_print_no_memory();
}

/* "Modelica.Mechanics....Flange" under the name that Dyad has for it. */
static void print_names(const eg_class *class, const char *name)
{
    bool is_own = strcmp(name, class->name) == 0 || (class->short_name && !strcmp(name, class->short_name));
    if (!is_own)
        printf("  %s of %s\n", eg_class_is_dyad(name) ? "Dyad's name" : "another name", class->name);
    if (class->short_name)
        printf("  short: %s\n", class->short_name);
}

/* Parameters that Dyad's text of the class has not: here they can be given all the same. */
static void print_dyad_remark(const eg_class *class, const char *name)
{
    bool has_wishes = eg_class_parameter(class, "stateSelect") >= 0;
    if (eg_class_is_dyad(name) && has_wishes && !eg_class_is_dyad(class->name))
        printf(
            "  (stateSelect and nominal values are Modelica's: in Dyad the variable says statePriority)\n");
}

static int print_class(const eg_class *class, const char *name, const eg_info_users *users)
{
    bool is_short = class->short_name && strcmp(name, class->short_name) == 0;
    const eg_topic *topic = eg_topic_of(class);
    printf("%s %s\n  %s\n", eg_describe_kind(class->kind), is_short ? class->name : name, class->doc);
    print_names(class, name);
    if (class->text) {
        printf("\n");
        eg_print_wrapped(stdout, class->text, 2);
    }
    int outcome = print_usage(class, name);
    int listed = print_tables(class, name);
    print_dyad_remark(class, name);
    print_list("Components", class->components);
    print_equations_of(class);
    print_topic(topic);
    print_references(class, topic);
    print_list("Extends", class->extends);
    print_list("Examples that use it", class->examples);
    if (users->count > 0)
        printf("\nUsed in\n");
    for (size_t i = 0; i < users->count; i++)
        printf("  %s\n", users->names[i]);
    print_related(class, name);
    print_list("In other vocabularies", class->also);
    return outcome != EG_EXIT_DONE ? outcome : listed;
}

static int print_equations(const eg_class *class)
{
    if (!class->equations || !*class->equations) {
        printf("// %s has no equations of its own.\n", class->name);
        return EG_EXIT_DONE;
    }
    printf("// %s\nequation\n", class->name);
    for (const char *const *e = class->equations; *e; e++)
        printf("  %s\n", *e);
    if (class->relations)
        printf("// parameters that nobody gives follow from the others\n");
    for (const char *const *e = class->relations; e && *e; e++)
        printf("//   %s\n", *e);
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- lists of classes */

/* Does a class belong to the list of `what`? */
typedef bool eg_is_listed(const eg_class *class, const char *what);

static bool is_in_package(const eg_class *class, const char *package)
{
    return is_inside(class->name, package);
}

/* Does one of the text's words begin so, in whatever case? "ElastoGap" is two words. */
static bool contains(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *c = text; *c; c++) {
        const bool begins = c == text || !isalpha((unsigned char)c[-1]) ||
                            (isupper((unsigned char)*c) && islower((unsigned char)c[-1]));
        if (begins && strncasecmp(c, word, length) == 0)
            return true;
    }
    return false;
}

/* By its name, its description, or what others call it. */
static bool is_about(const eg_class *class, const char *word)
{
    bool found = contains(last_name(class->name), word) || contains(class->doc, word);
    for (const char *const *other = class->also; other && *other && !found; other++)
        found = contains(*other, word);
    return found;
}

/* Only by its documentation. */
static bool mentions(const eg_class *class, const char *word)
{
    return class->text && contains(class->text, word);
}

static size_t count_listed(eg_is_listed *is_listed, const char *what)
{
    size_t count, listed = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        listed += is_listed(classes[i], what);
    return listed;
}

/* One line each, under the package they are in; the registry is sorted, so packages stay together. */
static int print_listed(eg_is_listed *is_listed, const char *what)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        int length = (int)strlen(last_name(classes[i]->name));
        width = is_listed(classes[i], what) && length > width ? length : width;
    }
    const char *current = "";
    size_t current_length = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = classes[i]->name, *last = last_name(name);
        size_t length = (size_t)(last - name);
        if (!is_listed(classes[i], what))
            continue;
        if (length != current_length || strncmp(current, name, length) != 0)
            printf("%s%.*s\n", current_length > 0 ? "\n" : "", length > 0 ? (int)length - 1 : 0, name);
        current = name;
        current_length = length;
        printf("  %-*s  %s\n", width, last, classes[i]->doc);
    }
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- the command */

/* What is printed of what is asked for. */
typedef struct form {
    bool equations;
    eg_info_picture picture;  /* of a model */
    eg_info_json *json;       /* NULL: text */
    const eg_texts *includes; /* -I: where users of a class are looked for */
} form;

static int describe_class(const eg_class *class, const char *name, form f)
{
    eg_info_users users;
    int outcome = eg_check_includes(f.includes);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    if (f.equations && !f.json)
        return print_equations(class);
    if (!eg_info_users_find(&users, class->name, f.includes))
        outcome = eg_print_no_memory();
    else if (f.json)
        outcome = eg_info_json_class(f.json, class, name, &users) ? EG_EXIT_DONE : eg_print_no_memory();
    else
        outcome = print_class(class, name, &users);
    eg_info_users_release(&users);
    return outcome;
}

/* With their full names; `kind` says what they are all of. */
static int put_listed(eg_info_json *json, const char *kind, eg_is_listed *is_listed, const char *what)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    eg_info_json_begin(json);
    eg_json_text(&json->json, "name", what);
    eg_json_text(&json->json, "kind", kind);
    eg_json_opening(&json->json, "classes", "[");
    for (size_t i = 0; i < count; i++) {
        if (!is_listed(classes[i], what))
            continue;
        eg_json_opening(&json->json, NULL, "{");
        eg_json_text(&json->json, "name", classes[i]->name);
        eg_json_text(&json->json, "kind", eg_describe_kind(classes[i]->kind));
        eg_json_text(&json->json, "description", classes[i]->doc);
        eg_json_closing(&json->json, "}");
    }
    eg_json_closing(&json->json, "]");
    return EG_EXIT_DONE;
}

static int list(eg_info_json *json, const char *kind, eg_is_listed *is_listed, const char *what)
{
    return json ? put_listed(json, kind, is_listed, what) : print_listed(is_listed, what);
}

static bool is_end_of_package(const char *word)
{
    char *package = nearest_package(word);
    const bool is_end = package && strcmp(last_name(package), word) == 0;
    free(package);
    return is_end;
}

/* What is called by no class may be what classes are about: "friction". EG_INFO_UNKNOWN: of none. */
static int search(const char *word, eg_info_json *json)
{
    if (is_end_of_package(word))
        return EG_INFO_UNKNOWN;
    eg_is_listed *is_listed = count_listed(is_about, word) > 0 ? is_about : mentions;
    if (strlen(word) < 4 || strchr(word, '.') || count_listed(is_listed, word) == 0)
        return EG_INFO_UNKNOWN;
    return list(json, "search", is_listed, word);
}

/* A package of the component library: its classes, and what else stands in it. */
static int describe_package(const char *name, const eg_load_settings *load, eg_info_json *json)
{
    char inside[300];
    int outcome = list(json, "package", is_in_package, name);
    snprintf(inside, sizeof inside, "%.280s.Interfaces", name);
    if (eg_class_is_dyad(name) && !strchr(name, '.') && !eg_package_exists(inside)) {
        if (!json)
            printf("\n");
        outcome = eg_info_library(inside, load, EG_INFO_ALL, NULL, json);
    }
    return outcome == EG_INFO_UNKNOWN ? EG_EXIT_DONE : outcome;
}

static int info(const char *name, form f, const eg_load_settings *load)
{
    size_t candidates = 0;
    eg_info_native native = {0};
    const eg_class *class = eg_class_find(name);
    if (class)
        return describe_class(class, name, f);
    if (count_listed(is_in_package, name) > 0 && !f.equations) /* types, constants and functions are none */
        return describe_package(name, load, f.json);
    int outcome = eg_info_library(name, load, f.equations ? EG_INFO_EQUATIONS : EG_INFO_ALL, &native, f.json);
    if (native.class)
        return describe_class(native.class, native.name, f);
    if (outcome != EG_INFO_UNKNOWN)
        return outcome;
    class = find_by_tail(name, &candidates);
    if (!class && candidates == 0 && eg_unit_of_type(name)) { /* "Length" */
        char full[300];
        bool non_si = eg_unit_of_type(name)->non_si;
        snprintf(full, sizeof full, "Modelica.Units.%s.%.200s", non_si ? "NonSI" : "SI", name);
        return eg_info_library(full, load, EG_INFO_ALL, NULL, f.json);
    }
    if (class)
        return describe_class(class, class->name, f);
    outcome = candidates > 0 || f.equations ? EG_INFO_UNKNOWN : search(name, f.json);
    return outcome == EG_INFO_UNKNOWN ? not_found(name, candidates) : outcome;
}

/* A model of the user's own, rather than a class of the library? */
static bool is_file(const char *name)
{
    return (eg_path_ends(name, ".mo") && !eg_class_find(name)) || eg_path_ends(name, ".dyad") ||
           eg_path_ends(name, ".emx") || eg_path_ends(name, ".sidops") || strchr(name, '/');
}

/* A directory, or the file package.mo of one? */
static bool is_directory(const char *name)
{
    struct stat status;
    return eg_path_ends(name, "package.mo") || (stat(name, &status) == 0 && S_ISDIR(status.st_mode));
}

static int no_diagram(const char *name)
{
    return eg_print_usage_error("--diagram needs a model, but '%s' is none that runs by itself", name);
}

static int describe_file(const char *name, const eg_load_settings *load, form f)
{
    if (f.equations && !load->model)
        return eg_print_usage_error("--equations needs a class, but '%s' is a file", name);
    if (!f.equations && (!is_directory(name) || load->overrides.count > 0))
        return eg_info_model(name, load, f.picture, f.json);
    if (f.picture.path)
        return no_diagram(name);
    int outcome = eg_info_library(name, load, f.equations ? EG_INFO_EQUATIONS : EG_INFO_ALL, NULL, f.json);
    return outcome == EG_INFO_UNKNOWN ? EG_EXIT_USAGE : outcome;
}

/* A model by its name, but no class of which models are made: of MSL's examples, or of a library. */
static int draw_named(const char *name, const eg_load_settings *load, form f)
{
    size_t candidates = 0;
    bool is_part = eg_class_find(name) || find_by_tail(name, &candidates) || candidates > 0;
    return is_part ? no_diagram(name) : eg_info_model(name, load, f.picture, f.json);
}

static int describe(const char *name, const eg_load_settings *load, form f)
{
    if (eg_check_model_name(name) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (is_file(name))
        return describe_file(name, load, f);
    if (f.picture.path)
        return draw_named(name, load, f);
    if (load->model || load->overrides.count > 0)
        return eg_print_usage_error("--model and --set need a FILE.mo, but '%s' is no name of a file", name);
    return info(name, f, load);
}

typedef struct settings {
    eg_load_settings load;
    const char *diagram, *layout; /* of the diagram a file's name */
    bool equations, json;
} settings;

static int inform_in(const settings *set, const eg_texts *arguments, eg_info_json *json)
{
    form f = {.equations = set->equations,
              .picture = {.path = set->diagram},
              .json = json,
              .includes = &set->load.includes};
    if (eg_diagram_layout_named(set->layout, &f.picture.layout) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (arguments->count > 0)
        return describe(arguments->items[0], &set->load, f);
    if (set->equations || set->diagram)
        return eg_print_usage_error(set->diagram ? "--diagram needs a model" : "--equations needs a class");
    return list(json, "package", is_in_package, "");
}

/* The object is written whole, or (after an error) not at all. */
static int inform_json(const settings *set, const eg_texts *arguments)
{
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    eg_status status = EG_ERROR_MEMORY;
    eg_info_json json = {.json.file = diagnostics ? eg_file_create("-", diagnostics, &status) : NULL};
    int outcome = json.json.file ? inform_in(set, arguments, &json) : EG_EXIT_FAILED;
    if (json.json.file && outcome == EG_EXIT_DONE) {
        eg_info_json_end(&json);
        status = eg_file_commit(json.json.file, diagnostics);
        outcome = eg_exit_status(status);
    } else {
        eg_file_discard(json.json.file);
    }
    if (diagnostics)
        eg_print_diagnostics(diagnostics, 0);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int inform(void *context, const eg_texts *arguments)
{
    settings *set = context;
    if (arguments->count == 2 && set->load.model)
        return eg_print_usage_error("the class is named twice, by '%s' and by --model: leave one of them out",
                                    arguments->items[1]);
    if (set->layout && !set->diagram)
        return eg_print_usage_error("--layout needs --diagram");
    if (set->diagram && !eg_diagram_is_path(set->diagram))
        return eg_print_usage_error("--diagram must end in .svg, .png or .pdf, but is '%s'", set->diagram);
    if (set->equations && set->diagram)
        return eg_print_usage_error("--equations and --diagram exclude each other: leave one of them out");
    if (set->equations && set->json)
        return eg_print_usage_error("--json has the equations: leave --equations out");
    if (arguments->count == 2)
        set->load.model = arguments->items[1];
    return set->json ? inform_json(set, arguments) : inform_in(set, arguments, NULL);
}

static int run_info(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_flag("--equations", &set.equations, "only the equations, as Modelica text"),
        eg_option_text("--diagram", "FILE", &set.diagram,
                       "draws the model's network, too: .svg, .png or .pdf (see diagram)"),
        eg_option_text("--layout", "WHICH", &set.layout,
                       "of the diagram: network (default) or modelica (see diagram)"),
        eg_option_flag("--json", &set.json, "all of it as one JSON object, for programs"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, inform, &set);
}

const eg_command eg_command_info = {
    .name = "info",
    .usage = "[CLASS|PACKAGE|WORD|DIRECTORY|FILE.mo [CLASS]] [OPTION]...",
    .doc = "describes the classes that models are made of, or a model",
    .text =
        "Without an argument all classes, one line each. With a class (its full name, or as much of its end "
        "as is unique: ElastoGap; Dyad's names, types, constants and functions are known, too) its "
        "documentation, usage, parameters, ports, variables, equations, references and neighbours, and with "
        "-I the classes of these libraries that use it. With another WORD (friction) the classes that are "
        "about it. With a "
        "file the model in it: its experiment, parameters and components, with the texts of their "
        "declarations, the variables that are its states, and which engines and whatever else runs models "
        "take it, or why not; with a file and a class of it what that class "
        "extends, declares and inherits, with the values that hold in it. What a text's annotation says as "
        "Documentation(info = ...) is told as plain text. A library of one's own, found like "
        "those of simulate or named by its directory, is listed with its packages and classes. --json has "
        "the same for programs: parameters, connectors, variables, equations and what else there is as one "
        "JSON object, of a file also the values that hold and the states with unit and nominal value, and "
        "who takes it.",
    .least = 0,
    .most = 2,
    .run = run_info,
};
