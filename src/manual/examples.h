/* The example models: read, run once, and asked which classes they show. */
#ifndef EG_MANUAL_EXAMPLES_H
#define EG_MANUAL_EXAMPLES_H

#include "base/trajectory.h"
#include "component/spec.h"

typedef struct eg_example {
    char *name; /* "ElastoGap", the file's without ending */
    char *text; /* of the file */
    size_t length;
    eg_spec *spec;
    eg_trajectory *run;
} eg_example;

typedef struct eg_examples {
    eg_example *items; /* sorted by name */
    size_t count, capacity;
} eg_examples;

/* Reads and runs every .mo file of the directories. Whatever is answered, eg_examples_free must follow. */
eg_status eg_examples_load(eg_examples *examples, const char *const *directories, size_t count,
                           eg_diagnostics *diagnostics);
void eg_examples_free(eg_examples *examples);

/* The example of this name, or NULL. */
const eg_example *eg_examples_find(const eg_examples *examples, const char *name);
/* The path of the first instance of the class in the example: a component, a model of the user's that extends
 * the class, a connector. NULL: it has none. */
const char *eg_example_uses(const eg_example *example, const eg_class *class);

/* What a figure shows: an instance in an example, and the names of its variables to draw. */
enum { EG_FIGURE_CURVES = 4, EG_FIGURE_NAME = 160 };
typedef struct eg_figure {
    const eg_example *example; /* NULL: there is none */
    const eg_class *shown;     /* the class, or for partial classes one that extends it */
    const char *path;          /* of the instance */
    char curves[EG_FIGURE_CURVES][EG_FIGURE_NAME];
    size_t count;
} eg_figure;
eg_figure eg_figure_choose(const eg_examples *examples, const eg_class *class);

#endif
