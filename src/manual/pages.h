/* The kinds of pages that the manual has. */
#ifndef EG_MANUAL_PAGES_H
#define EG_MANUAL_PAGES_H

#include "manual/examples.h"
#include "manual/page.h"

void eg_class_page(eg_page *page, const eg_class *class, const eg_examples *examples, const eg_figure *figure,
                   bool has_topic_figure);
/* A package that holds classes. */
void eg_package_page(eg_page *page, const char *package);
#define EG_NETWORK_FIGURE "-network" /* behind the example's name: its figure */
void eg_example_page(eg_page *page, const eg_example *example);
/* All packages and examples. */
void eg_index_page(eg_page *page, const eg_examples *examples);

/* The length of the package's name in that of a class. */
size_t eg_package_length(const char *name);
bool eg_in_package(const eg_class *class, const char *package);
/* Is class number i of the registry the first of its package? */
bool eg_begins_package(size_t i);

#endif
