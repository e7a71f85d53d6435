/* elastogap info of what is written in texts: packages with their classes, and classes with all that they
 * declare and inherit. */
#include "cli/info.h"
#include "cli/info_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/load.h"
#include "cli/print.h"
#include "modelica/scope/listing.h"

typedef struct printing {
    eg_info_part part;
    eg_info_native *native;
    eg_info_json *json;  /* NULL: text */
    eg_listed_kind last; /* what the line before was */
    bool is_first;
    char from[300]; /* whose equations stand before */
    size_t classes;
} printing;

static const char *title_of(eg_listed_kind kind)
{
    switch (kind) {
    case EG_LISTED_DOCUMENTATION: return "Documentation";
    case EG_LISTED_USAGE: return "Usage";
    case EG_LISTED_EXTENDS: return "Extends";
    case EG_LISTED_PARAMETER: return "Parameters";
    case EG_LISTED_CONSTANT: return "Constants";
    case EG_LISTED_PORT: return "Ports";
    case EG_LISTED_VARIABLE: return "Variables";
    case EG_LISTED_COMPONENT: return "Components";
    case EG_LISTED_EQUATION: return "Equations";
    case EG_LISTED_INNER: return "Classes inside";
    case EG_LISTED_USER: return "Used in";
    default: return NULL;
    }
}

static bool is_wanted(eg_info_part part, eg_listed_kind kind)
{
    switch (part) {
    case EG_INFO_EQUATIONS: return kind == EG_LISTED_EQUATION || kind == EG_LISTED_HEADING;
    case EG_INFO_INTERFACE:
        return kind == EG_LISTED_USAGE || kind == EG_LISTED_EXTENDS || kind == EG_LISTED_PORT ||
               kind == EG_LISTED_VARIABLE || kind == EG_LISTED_EQUATION;
    case EG_INFO_CLASSES:
        return kind == EG_LISTED_HEADING || kind == EG_LISTED_CLASS || kind == EG_LISTED_BROKEN;
    case EG_INFO_ALL: break;
    }
    return true;
}

/* ---------------------------------------------------------------- lines */

static void print_comment(const char *comment)
{
    eg_print_folded(comment ? comment : "");
    printf("\n");
}

static void print_heading(const eg_listed *listed, bool is_first)
{
    bool has_comment = listed->comment && *listed->comment;
    printf("%s%s %s%s", is_first ? "" : "\n", listed->kind, listed->name, has_comment ? "  " : "");
    print_comment(listed->comment);
}

/* A name, what it is, and a comment. */
static void print_row(const char *name, const char *what, const char *comment)
{
    printf(comment && *comment ? "  %-24s  %-16s  " : "  %-24s  %s", name, what);
    print_comment(comment);
}

/* What else is known of a member, below it. */
static void print_details(const eg_listed *l)
{
    const char *separator = "        ";
    if (l->unit && *l->unit) {
        printf("%s[%s]", separator, l->unit);
        separator = "  ";
    }
    const char *const texts[] = {l->range, l->value};
    for (int i = 0; i < 2; i++)
        if (texts[i] && *texts[i]) {
            printf("%s%s", separator, texts[i]);
            separator = "  ";
        }
    if (l->from) {
        printf("%s(of %s)", separator, l->from);
        separator = "  ";
    }
    printf(*separator == ' ' && strlen(separator) == 2 ? "\n" : "");
}

static void print_extended(const eg_listed *l)
{
    printf("  %s\n", l->name);
    if (l->comment && *l->comment) {
        printf("        ");
        print_comment(l->comment);
    }
}

static void print_equation(printing *p, const eg_listed *l)
{
    const char *from = l->from ? l->from : "";
    if (strcmp(p->from, from) != 0)
        printf(p->part == EG_INFO_EQUATIONS ? "  // of %s\n" : "  of %s:\n", from);
    snprintf(p->from, sizeof p->from, "%s", from);
    printf("  %s\n", l->name);
}

static void print_title(printing *p, eg_listed_kind kind)
{
    const char *title = title_of(kind);
    if (!title || p->last == kind)
        return;
    if (p->part == EG_INFO_EQUATIONS)
        printf("equation\n");
    else
        printf("\n%s\n", title);
}

static void print_listed(void *context, const eg_listed *l)
{
    printing *p = context;
    if (l->is == EG_LISTED_NATIVE && p->native) {
        p->native->class = l->native;
        snprintf(p->native->name, sizeof p->native->name, "%s", l->name);
        return;
    }
    if (p->json) {
        eg_info_json_listed(p->json, l);
        return;
    }
    if (!is_wanted(p->part, l->is))
        return;
    print_title(p, l->is);
    switch (l->is) {
    case EG_LISTED_HEADING:
        if (p->part == EG_INFO_EQUATIONS)
            printf("// %s\n", l->name);
        else
            print_heading(l, p->is_first);
        break;
    case EG_LISTED_BROKEN: printf("  %-24s  (cannot be read; elastogap check says why)\n", l->name); break;
    case EG_LISTED_CLASS:
    case EG_LISTED_INNER: print_row(l->name, l->kind, l->comment); break;
    case EG_LISTED_DOCUMENTATION: eg_print_wrapped(stdout, l->name, 2); break;
    case EG_LISTED_USAGE:
    case EG_LISTED_USER: printf("  %s\n", l->name); break;
    case EG_LISTED_EXTENDS: print_extended(l); break;
    case EG_LISTED_FACT: print_row(l->name, l->value, NULL); break;
    case EG_LISTED_EQUATION: print_equation(p, l); break;
    case EG_LISTED_PARAMETER:
    case EG_LISTED_CONSTANT:
    case EG_LISTED_PORT:
    case EG_LISTED_VARIABLE:
    case EG_LISTED_COMPONENT:
        print_row(l->name, l->type, l->comment);
        print_details(l);
        break;
    case EG_LISTED_NATIVE: break;
    }
    p->last = l->is;
    p->is_first = false;
}

/* ---------------------------------------------------------------- listing */

static void count_classes(void *context, const eg_listed *l)
{
    printing *p = context;
    p->classes += l->is == EG_LISTED_CLASS || l->is == EG_LISTED_HEADING || l->is == EG_LISTED_INNER;
}

static eg_status list(const char *name, const eg_read_options *options, printing *p)
{
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    eg_status status = EG_ERROR_MEMORY;
    if (!diagnostics)
        return status;
    if (p->part == EG_INFO_CLASSES && !p->json) {
        status = eg_list_library(name, options, diagnostics, count_classes, p);
        if (status != EG_OK || p->classes < 2) {
            eg_diagnostics_free(diagnostics);
            return status;
        }
        printf("\nAll that the text holds; elastogap info %s CLASS describes one\n\n", name);
    }
    status = eg_list_library(name, options, diagnostics, print_listed, p);
    eg_print_diagnostics(diagnostics, 0);
    eg_diagnostics_free(diagnostics);
    return status;
}

static void note_user(void *context, const eg_listed *l)
{
    eg_info_users *users = context;
    char *name = strdup(l->name);
    if (!name ||
        eg_grow((void **)&users->names, &users->capacity, users->count + 1, sizeof *users->names) < 0) {
        free(name);
        users->is_short = true;
        return;
    }
    users->names[users->count++] = name;
}

bool eg_info_users_find(eg_info_users *users, const char *class, const eg_texts *includes)
{
    *users = (eg_info_users){0};
    eg_diagnostics *quiet = includes->count > 0 ? eg_diagnostics_create() : NULL;
    if (!quiet)
        return includes->count == 0;
    eg_read_options options = eg_read_options_default();
    options.include_dirs = includes->items;
    options.include_count = includes->count;
    const eg_status status = eg_list_users(class, &options, quiet, note_user, users);
    eg_diagnostics_free(quiet);
    return status != EG_ERROR_MEMORY && !users->is_short;
}

void eg_info_users_release(eg_info_users *users)
{
    for (size_t i = 0; i < users->count; i++)
        free(users->names[i]);
    free(users->names);
    *users = (eg_info_users){0};
}

int eg_info_library(const char *name, const eg_load_settings *load, eg_info_part part, eg_info_native *native,
                    eg_info_json *json)
{
    char *copy = NULL;
    eg_texts all = {0};
    printing p = {.part = part, .native = native, .json = json, .last = EG_LISTED_NATIVE, .is_first = true};
    int outcome = eg_check_includes(&load->includes);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_read_options options = eg_read_options_default();
    eg_status status = EG_ERROR_MEMORY;
    if (eg_include_directories(&load->includes, &copy, &all)) {
        options.include_dirs = all.items;
        options.include_count = all.count;
        options.model = load->model;
        status = list(name, &options, &p);
    }
    free(all.items);
    free(copy);
    if (status == EG_ERROR_MEMORY)
        return eg_print_no_memory();
    return status == EG_ERROR_FILE ? EG_INFO_UNKNOWN : eg_exit_status(status);
}
