#include "cli/labels.h"

#include <string.h>

int eg_labels_check(const eg_texts *labels, const eg_texts *files)
{
    if (labels->count > 0 && labels->count != files->count)
        return eg_print_usage_error("there are %zu files and %zu times --label: each file needs one",
                                    files->count, labels->count);
    return EG_EXIT_DONE;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *eg_label_of(const eg_texts *labels, const eg_texts *files, size_t i, eg_arena *arena)
{
    if (labels->count > 0)
        return labels->items[i];
    const char *path = files->items[i], *name = base_name(path);
    for (size_t k = 0; k < files->count; k++)
        if (k != i && strcmp(base_name(files->items[k]), name) == 0)
            return path;
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; k < files->count && dot; k++) {
        const char *other = base_name(files->items[k]);
        if (k != i && strncmp(other, name, (size_t)(dot - name)) == 0 && other[dot - name] == '.')
            return name; /* run.csv beside run.mat */
    }
    return dot && dot != name ? eg_arena_text(arena, name, (size_t)(dot - name)) : name;
}
