/* elastogap info of libraries that are written in Modelica: packages with their classes, classes with their
 * parameters and connectors. */
#include "cli/info.h"

#include <stdlib.h>
#include <string.h>

#include "cli/load.h"
#include "cli/print.h"
#include "modelica/scope/listing.h"

static void print_listed(void *context, const eg_listed *listed)
{
    bool *is_first = context;
    const char *comment = listed->comment ? listed->comment : "";
    if (listed->is_heading) {
        printf("%s%s %s%s", *is_first ? "" : "\n", listed->kind, listed->name, *comment ? "  " : "");
        eg_print_folded(comment);
        printf("\n");
        *is_first = false;
    } else if (listed->is_broken) {
        printf("  %-24s  (cannot be read; elastogap check says why)\n", listed->name);
    } else {
        const char *kind = listed->type ? listed->type : listed->kind;
        printf(*comment ? "  %-24s  %-16s  " : "  %-24s  %s", listed->name, kind);
        eg_print_folded(comment);
        printf("\n");
    }
}

int eg_info_library(const char *name, const eg_texts *includes)
{
    char *copy = NULL;
    eg_texts all = {0};
    bool is_first = true;
    int outcome = eg_check_includes(includes);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    eg_read_options options = eg_read_options_default();
    eg_status status = EG_ERROR_MEMORY;
    if (diagnostics && eg_include_directories(includes, &copy, &all)) {
        options.include_dirs = all.items;
        options.include_count = all.count;
        status = eg_list_library(name, &options, diagnostics, print_listed, &is_first);
        eg_print_diagnostics(diagnostics, 0);
    }
    free(all.items);
    free(copy);
    eg_diagnostics_free(diagnostics);
    if (status == EG_ERROR_MEMORY)
        return eg_print_no_memory();
    return status == EG_ERROR_FILE ? EG_INFO_UNKNOWN : eg_exit_status(status);
}
