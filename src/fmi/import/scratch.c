#include "fmi/import/unpack.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* A shell that waits until nobody holds the other end of its input and removes the directory, whatever became
 * of the program; signals to a group of processes are not for it, and it keeps no output of the program open.
 * Without one the directory is removed at the end of the run alone. */
static void employ_janitor(eg_scratch *s)
{
    char *arguments[] = {"sh", "-c", "trap '' HUP INT QUIT TERM; read -r nothing; rm -rf -- \"$0\"", s->path,
                         NULL};
    char *environment[] = {"PATH=/usr/bin:/bin", NULL};
    posix_spawn_file_actions_t files;
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bool is_hired = false;
    if (posix_spawn_file_actions_init(&files) == 0) {
        is_hired = posix_spawn_file_actions_adddup2(&files, ends[0], 0) == 0 &&
                   posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0) == 0 &&
                   posix_spawn_file_actions_adddup2(&files, 1, 2) == 0 &&
                   posix_spawn(&s->janitor, "/bin/sh", &files, NULL, arguments, environment) == 0;
        posix_spawn_file_actions_destroy(&files);
    }
    close(ends[0]);
    if (is_hired) {
        s->lifeline = ends[1];
    } else {
        close(ends[1]);
        s->janitor = 0;
    }
}

eg_status eg_scratch_open(eg_scratch *s, eg_diagnostics *d)
{
    const char *where = getenv("TMPDIR");
    char full[4096];
    *s = (eg_scratch){.lifeline = -1};
    where = where && *where ? where : "/tmp";
    const int most = (int)sizeof s->path - 1; /* a slash follows */
    bool is_named = realpath(where, full) != NULL;
    if (is_named && snprintf(s->path, sizeof s->path, "%s/elastogap-XXXXXX", full) >= most) {
        errno = ENAMETOOLONG;
        is_named = false;
    }
    if (!is_named || !mkdtemp(s->path)) {
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
