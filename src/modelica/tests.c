/* Tests of components: listed, and put into the model that they test. */
#include "modelica/tests.h"

#include <string.h>

typedef struct listing {
    eg_on_test on_test;
    void *context;
} listing;

static void list_classes(void *context, eg_reader *r, const eg_stored *stored, eg_definition *package)
{
    const listing *l = context;
    (void)r, (void)package;
    for (uint32_t i = 0; i < stored->count; i++)
        for (uint32_t k = 0; k < stored->classes[i]->test_count; k++)
            if (l->on_test(l->context, stored->classes[i]->name, stored->classes[i]->tests[k]) != 0)
                return;
}

eg_status eg_list_tests(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                        eg_on_test on_test, void *context)
{
    return eg_library_visit(path, options, diagnostics, list_classes, &(listing){on_test, context});
}

/* ---------------------------------------------------------------- initial values */

static eg_reference *path_of(eg_reader *r, const char *text, uint32_t at)
{
    eg_reference *path = eg_new(r, sizeof *path);
    uint32_t count = 1;
    for (const char *c = text; *c; c++)
        count += *c == '.';
    eg_part *parts = eg_new_array(r, count, sizeof *parts);
    if (!path || !parts)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strcspn(text, ".");
        parts[i] = (eg_part){.name = eg_symbol_of(r, text, length), .at = at};
        text += length + (text[length] == '.');
    }
    *path = (eg_reference){.parts = parts, .count = count};
    return path;
}

/* path = value */
static eg_equation *equation_of(eg_reader *r, const eg_expectation *initial)
{
    eg_equation *q = eg_new(r, sizeof *q);
    eg_expr *left = eg_new(r, sizeof *left), *right = eg_new(r, sizeof *right);
    if (!q || !left || !right)
        return NULL;
    *left = (eg_expr){.kind = EG_E_REFERENCE, .at = initial->at};
    *right = (eg_expr){.kind = EG_E_NUMBER, .at = initial->at, .number = initial->value};
    *q = (eg_equation){.kind = EG_Q_EQUALITY, .at = initial->at, .left = left, .right = right};
    left->reference = path_of(r, initial->path, initial->at);
    return left->reference ? q : NULL;
}

static bool add_section(eg_reader *r, eg_syntax *class, const eg_test *test)
{
    uint32_t count = class->section_count;
    eg_section *sections = eg_new_array(r, count + 1u, sizeof *sections);
    eg_equation **body = eg_new_array(r, test->initial_count, sizeof(eg_equation *));
    if (!sections || !body)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sections[i] = class->sections[i];
    for (uint32_t i = 0; i < test->initial_count; i++)
        if (!(body[i] = equation_of(r, &test->initials[i])))
            return false;
    sections[count] =
        (eg_section){.is_initial = true, .at = class->at, .body = body, .count = test->initial_count};
    class->sections = sections;
    class->section_count = count + 1;
    return true;
}

const eg_test *eg_apply_test(eg_reader *r, eg_definition *model, const char *name)
{
    eg_syntax *class = model->syntax;
    for (uint32_t i = 0; i < class->test_count; i++)
        if (strcmp(class->tests[i]->name, name) == 0)
            return add_section(r, class, class->tests[i]) ? class->tests[i] : NULL;
    eg_error(r, class->source, class->at, "%.200s has no test \"%.200s\"", model->full, name);
    eg_hint(r, "name one of the tests in the metadata of %.200s", model->full);
    return NULL;
}
