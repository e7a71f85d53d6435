/* The table of a file becomes the parameter `table` when the spec is completed. */
#include "component/table_of_file.h"

#include "base/table_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *text_of(const eg_instance *instance, const char *name)
{
    return instance->origin->texts[eg_class_parameter(instance->class, name)];
}

static double number_of(const eg_instance *instance, const char *name)
{
    return instance->p[eg_class_parameter(instance->class, name)];
}

static eg_status refuse(const eg_instance *instance, const char *what, const char *remedy,
                        eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, eg_instance_place(instance), "%s: %s", instance->path, what);
    eg_remedy(diagnostics, "%s", remedy);
    return EG_ERROR_MODEL;
}

static bool is_missing(const char *name)
{
    return strcmp(name, "NoName") == 0 || strspn(name, " ") == strlen(name);
}

/* Is what was said about the file enough, and the file there? */
static eg_status check_source(const eg_instance *instance, const eg_table_source *s,
                              eg_diagnostics *diagnostics)
{
    if (is_missing(s->path))
        return refuse(instance, "tableOnFile = true, but there is no fileName",
                      "give it: fileName = \"data.txt\"; tables that are compiled into a program are not "
                      "supported",
                      diagnostics);
    if (is_missing(s->name) && !eg_table_is_csv(s->path))
        return refuse(instance, "tableOnFile = true, but there is no tableName",
                      "give the name of the table in the file: tableName = \"tab1\"", diagnostics);
    if (strlen(s->delimiter) != 1)
        return refuse(instance, "the delimiter must be one character",
                      "it is \",\", \";\", \"\\t\" or \" \" as a rule", diagnostics);
    struct stat info; /* source FMUs have files of their own behind it */
    if (stat(s->path, &info) == 0)
        return EG_OK;
    eg_report(diagnostics, EG_ERROR, eg_instance_place(instance),
              "%s: the file of its table, \"%.300s\", cannot be opened", instance->path, s->path);
    eg_remedy(
        diagnostics,
        "fileName is looked for beside the text of the model, then in the current folder; "
        "Modelica.Utilities.Files.loadResource(\"modelica://Lib/Resources/...\") names a file of a library");
    return EG_ERROR_MODEL;
}

eg_status eg_table_of_file(eg_spec *spec, eg_instance *instance, eg_diagnostics *diagnostics)
{
    if (!instance->class->reads_table || number_of(instance, "tableOnFile") == 0.0 ||
        instance->has_read_table)
        return EG_OK;
    eg_table_source source = {.path = text_of(instance, "fileName"),
                              .name = text_of(instance, "tableName"),
                              .delimiter = text_of(instance, "delimiter"),
                              .header_lines = (int)number_of(instance, "nHeaderLines")};
    eg_status status = check_source(instance, &source, diagnostics);
    if (status != EG_OK)
        return status;
    eg_table table;
    status = eg_table_read(&source, diagnostics, &table);
    if (status != EG_OK && status != EG_ERROR_MEMORY) {
        eg_report(diagnostics, EG_NOTE, eg_instance_place(instance), "it is the file of the table of %s",
                  instance->path);
        return EG_ERROR_MODEL;
    }
    if (status != EG_OK)
        return status;
    int parameter = eg_class_parameter(instance->class, "table");
    bool kept =
        eg_instance_set_matrix(spec, instance, parameter, table.elements, table.rows, table.columns) == 0;
    free(table.elements);
    instance->given[parameter] = instance->has_read_table = kept;
    return kept ? EG_OK : EG_ERROR_MEMORY;
}
