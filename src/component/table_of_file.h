/* Tables of classes that may stand in files (reads_table in class.h). */
#ifndef EG_COMPONENT_TABLE_OF_FILE_H
#define EG_COMPONENT_TABLE_OF_FILE_H

#include "component/spec.h"

/* Reads the table of a file in place of the parameter `table`, where the instance asks for that and it has
 * not been done. EG_ERROR_MODEL with diagnostics, that have the place in the model and that in the file;
 * EG_ERROR_MEMORY. */
eg_status eg_table_of_file(eg_spec *spec, eg_instance *instance, eg_diagnostics *diagnostics);

/* The parameters of a class that reads tables; fileName is a path that can be opened, once the spec is
 * complete. */
#define EG_TABLE_FILE_PARAMETERS                                                                             \
    {.name = "tableName",                                                                                    \
     .type = EG_STRING,                                                                                      \
     .text = "NoName",                                                                                       \
     .is_structural = true,                                                                                  \
     .doc = "Name of the table in the file; a CSV file needs none"},                                         \
        {.name = "fileName",                                                                                 \
         .type = EG_STRING,                                                                                  \
         .text = "NoName",                                                                                   \
         .is_structural = true,                                                                              \
         .doc = "File that holds the table: text that begins with #1, .csv or .mat; looked for beside the "  \
                "model, then in the current folder"},                                                        \
        {.name = "delimiter",                                                                                \
         .type = EG_STRING,                                                                                  \
         .text = ",",                                                                                        \
         .is_structural = true,                                                                              \
         .doc = "Of a CSV file: what stands between two numbers of a line"},                                 \
        {.name = "nHeaderLines",                                                                             \
         .type = EG_INTEGER,                                                                                 \
         .min = 0.0,                                                                                         \
         .max = 2147483647.0,                                                                                \
         .is_structural = true,                                                                              \
         .doc = "Of a CSV file: how many lines stand before the numbers"},                                   \
    {                                                                                                        \
        .name = "verboseRead", .type = EG_BOOLEAN, .value = 1.0, .is_structural = true,                      \
        .doc = "Of other tools: tell that a file is read. Here nothing is told"                              \
    }
#define EG_TABLE_FILE_TEXT                                                                                   \
    "With tableOnFile the table stands in the file fileName, as its matrix tableName. A text file "          \
    "begins with a line #1; then follow \"double tab1(6,2)\" and the numbers of 6 rows of 2 columns, "       \
    "and further tables; # begins a comment. A file .csv has a row in every line, behind nHeaderLines "      \
    "lines; a file .mat a matrix of that name. Which columns become outputs `columns` says, and "            \
    "without it the second one alone."
#define EG_TABLE_ON_FILE                                                                                     \
    {                                                                                                        \
        .name = "tableOnFile", .type = EG_BOOLEAN, .is_structural = true,                                    \
        .doc = "true: the table stands in a file"                                                            \
    }

#endif
