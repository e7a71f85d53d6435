/* Files are asked for their times a few times a second: that works on any file system, also over a
 * network, and sees files that editors replace by others of the same name. */
#include "cli/watch.h"

#include "base/names.h"
#include "cli/signals.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---------------------------------------------------------------- files and their times */

typedef struct watched_file {
    char *path;
    struct timespec changed;
    off_t size;
    ino_t number;
} watched_file;

typedef struct files {
    watched_file *items;
    size_t count;
    bool failed;
} files;

enum { MOST_FILES = 5000, DEEPEST = 20 };

static void look_at(watched_file *file, const struct stat *info)
{
    file->changed = info->st_mtim;
    file->size = info->st_size;
    file->number = info->st_ino;
}

static void add_file(files *f, const char *path)
{
    struct stat info;
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->items[i].path, path) == 0)
            return;
    if (f->count == MOST_FILES || stat(path, &info) != 0)
        return;
    watched_file *more = realloc(f->items, (f->count + 1) * sizeof *more);
    char *copy = strdup(path);
    f->failed = f->failed || !more || !copy;
    f->items = more ? more : f->items;
    if (!more || !copy) {
        free(copy);
        return;
    }
    watched_file *file = &f->items[f->count++];
    *file = (watched_file){.path = copy};
    look_at(file, &info);
}

static bool is_text(const char *name)
{
    return eg_path_ends(name, ".mo") || eg_path_ends(name, ".dyad") || eg_path_ends(name, ".emx") ||
           eg_path_ends(name, ".sidops");
}

/* The texts of a directory, and of those in it where `depth` is not DEEPEST. */
static void add_directory(files *f, const char *path, int depth)
{
    DIR *directory = opendir(path);
    if (!directory)
        return;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat info;
        const size_t size = strlen(path) + strlen(entry->d_name) + 2;
        char *inside = entry->d_name[0] == '.' ? NULL : malloc(size);
        if (!inside)
            continue;
        const bool is_here = strcmp(path, ".") == 0;
        snprintf(inside, size, "%s%s%s", is_here ? "" : path, is_here ? "" : "/", entry->d_name);
        if (is_text(entry->d_name))
            add_file(f, inside);
        else if (depth < DEEPEST && lstat(inside, &info) == 0 && S_ISDIR(info.st_mode))
            add_directory(f, inside, depth + 1);
        free(inside);
    }
    closedir(directory);
}

static void add_path(files *f, const char *path)
{
    struct stat info;
    if (!path || stat(path, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode)) {
        add_directory(f, path, 0);
        return;
    }
    add_file(f, path);
    if (is_text(path)) { /* and those beside it */
        const char *slash = strrchr(path, '/');
        char *directory = slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
        if (directory)
            add_directory(f, *directory ? directory : "/", DEEPEST);
        free(directory);
    }
}

static files find_files(const eg_watched *what)
{
    files f = {0};
    for (size_t i = 0; i < what->count; i++)
        add_path(&f, what->paths[i]);
    for (size_t i = 0; what->libraries && i < what->libraries->count; i++)
        add_path(&f, what->libraries->items[i]);
    return f;
}

/* The first file that is another than it was; NULL: none. One that is gone is being replaced. */
static const char *changed_file(files *f)
{
    const char *changed = NULL;
    for (size_t i = 0; i < f->count; i++) {
        watched_file *file = &f->items[i];
        struct stat info;
        if (stat(file->path, &info) != 0)
            continue;
        const bool is_same = info.st_mtim.tv_sec == file->changed.tv_sec &&
                             info.st_mtim.tv_nsec == file->changed.tv_nsec && info.st_size == file->size &&
                             info.st_ino == file->number;
        look_at(file, &info);
        changed = is_same || changed ? changed : file->path;
    }
    return changed;
}

static void release(files *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->items[i].path);
    free(f->items);
}

/* ---------------------------------------------------------------- the loop */

static void pause_a_little(void)
{
    const struct timespec wait = {.tv_nsec = 200000000};
    (void)nanosleep(&wait, NULL);
}

static pid_t begin(eg_act *act, void *settings, const eg_texts *arguments)
{
    fflush(stdout);
    fflush(stderr);
    const pid_t process = fork();
    if (process != 0)
        return process;
    exit(eg_print_finish(act(settings, arguments)));
}

/* Has the process ended? */
static bool has_ended(pid_t process)
{
    return waitpid(process, NULL, WNOHANG) == process;
}

static void end(pid_t process)
{
    kill(process, SIGTERM); /* takes files in the making along */
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

int eg_watch(eg_act *act, void *settings, const eg_texts *arguments, const eg_watched *what)
{
    files f = find_files(what);
    int outcome = EG_EXIT_DONE;
    if (f.failed)
        outcome = eg_print_no_memory();
    else if (f.count == 0)
        outcome = eg_print_usage_error("there is no file to --watch: name one that is read");
    while (outcome == EG_EXIT_DONE && !eg_signals_interrupted()) {
        const char *changed = NULL;
        pid_t process = begin(act, settings, arguments);
        eg_signals_note_interrupts(); /* of this process; runs hear them as ever */
        bool is_running = process > 0;
        if (process < 0)
            outcome =
                eg_print_usage_error("--watch needs a process of its own, and there is none: end others");
        while (outcome == EG_EXIT_DONE && !changed && !eg_signals_interrupted()) {
            const bool was_running = is_running;
            is_running = is_running && !has_ended(process);
            if (was_running && !is_running)
                fprintf(stderr, "watching %zu file%s; Ctrl-C ends\n", f.count, f.count == 1 ? "" : "s");
            pause_a_little();
            changed = changed_file(&f);
        }
        if (is_running && !eg_signals_interrupted())
            end(process);
        else if (is_running)
            (void)waitpid(process, NULL, 0); /* it was interrupted, too */
        if (changed)
            fprintf(stderr, "%s has changed\n", changed);
    }
    release(&f);
    return outcome;
}
