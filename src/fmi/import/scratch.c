#include "fmi/import/unpack.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Everything below an open directory, which is closed; links are removed, not followed. */
static void remove_below(int directory)
{
    DIR *list = fdopendir(directory);
    if (!list) {
        close(directory);
        return;
    }
    for (struct dirent *e; (e = readdir(list));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        int below = openat(dirfd(list), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below >= 0)
            remove_below(below);
        unlinkat(dirfd(list), e->d_name, below >= 0 ? AT_REMOVEDIR : 0);
    }
    closedir(list);
}

static void remove_all(const char *path)
{
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory >= 0)
        remove_below(directory);
    rmdir(path);
}

/* Waits until nobody holds the other end of `lifeline`. Signals that end a group of processes are not for it,
 * and it keeps no file of the program open, so that nobody waits for it in vain. */
static void keep_house(int lifeline, const char *path)
{
    struct rlimit most;
    char nothing;
    setsid();
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_IGN);
    long files = getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur < 4096 ? (long)most.rlim_cur : 4096;
    for (int file = 0; file < files; file++)
        if (file != lifeline)
            close(file);
    while (read(lifeline, &nothing, 1) > 0 || errno == EINTR)
        errno = 0;
    remove_all(path);
}

/* Without one the directory is removed at the end of the run alone. */
static void employ_janitor(eg_scratch *s)
{
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    s->janitor = fork();
    if (s->janitor == 0) {
        close(ends[1]);
        keep_house(ends[0], s->path);
        _exit(0);
    }
    close(ends[0]);
    s->lifeline = ends[1];
    if (s->janitor < 0) {
        close(ends[1]);
        s->janitor = 0;
        s->lifeline = -1;
    }
}

eg_status eg_scratch_open(eg_scratch *s, eg_diagnostics *d)
{
    const char *where = getenv("TMPDIR");
    char full[4096];
    *s = (eg_scratch){.lifeline = -1};
    where = where && *where ? where : "/tmp";
    if (!realpath(where, full) || strlen(full) > sizeof s->path - 40) {
        eg_file_report(d, "write", where, errno);
        return EG_ERROR_FILE;
    }
    snprintf(s->path, sizeof s->path, "%s/elastogap-XXXXXX", full);
    if (!mkdtemp(s->path)) {
        eg_file_report(d, "write", where, errno);
        s->path[0] = '\0';
        return EG_ERROR_FILE;
    }
    employ_janitor(s);
    strcat(s->path, "/");
    return EG_OK;
}

void eg_scratch_close(eg_scratch *s)
{
    if (!s->path[0])
        return;
    remove_all(s->path);
    if (s->janitor > 0) {
        close(s->lifeline);
        while (waitpid(s->janitor, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    *s = (eg_scratch){.lifeline = -1};
}
