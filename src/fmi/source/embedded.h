/* The files of a source FMU: texts in its one file of C, in place of a file system. The headers in system/,
 * which the preprocessor sees instead of those of the system, lead what the reader asks of POSIX here. */
#ifndef EG_FMI_SOURCE_EMBEDDED_H
#define EG_FMI_SOURCE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

/* A text, by lines (or parts of long ones). */
typedef struct eg_embedded_file {
    const char *name; /* "model/Drop.mo" */
    const char *const *parts;
    size_t count;
} eg_embedded_file;

/* All of them, which the exporter writes behind the library. */
const eg_embedded_file *eg_embedded_files(size_t *count);

/* What stands for struct stat. */
struct eg_embedded_stat {
    int st_mode; /* EG_EMBEDDED_FILE or EG_EMBEDDED_DIRECTORY */
    long st_size;
};
enum { EG_EMBEDDED_FILE = 1, EG_EMBEDDED_DIRECTORY = 2 };
/* Paths begin at "/". 0; -1: there is neither file nor directory of that name. */
int eg_embedded_stat(const char *path, struct eg_embedded_stat *info);

/* The path without ".", ".." and doubled slashes, malloc'ed; NULL: it leads nowhere, or out of memory. */
char *eg_embedded_realpath(const char *path);

typedef struct eg_embedded_entry {
    char d_name[256];
} eg_embedded_entry;
typedef struct eg_embedded_directory eg_embedded_directory;
eg_embedded_directory *eg_embedded_open(const char *path); /* NULL: there is none */
eg_embedded_entry *eg_embedded_next(eg_embedded_directory *d);
int eg_embedded_close(eg_embedded_directory *d);

/* As POSIX has them. */
char *eg_embedded_strdup(const char *text);
char *eg_embedded_strtok(char *text, const char *between, char **rest);
int eg_embedded_strncasecmp(const char *a, const char *b, size_t length);

#endif
