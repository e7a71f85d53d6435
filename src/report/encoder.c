/* ffmpeg as a child: frames go in by a socket, which unlike a pipe raises no signal when it has ended; what
 * it complains about goes into a temporary file; it writes the file in the making (base/file.h). In a group
 * of its own it does not hear the interrupts that are meant for this program, which ends it in its own
 * order. */
#define _GNU_SOURCE 1 /* environ, SOCK_CLOEXEC */

#include "report/encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct eg_encoder {
    eg_file *file;
    char *path;
    FILE *complaints, *palette; /* palette NULL: needs none */
    int frames;                 /* our end of the socket */
    pid_t child;
};

/* How each kind is made; NULL ends a list. Players take for granted that films of this size have the colours
 * of BT.709. */
#define COLOURS                                                                                              \
    "-vf", "scale=out_color_matrix=bt709", "-colorspace", "bt709", "-color_primaries", "bt709",              \
        "-color_trc", "bt709", "-pix_fmt", "yuv420p"
static const char *const kinds[][24] = {
    [EG_FILM_MP4] = {COLOURS, "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4", NULL},
    [EG_FILM_WEBM] = {COLOURS, "-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-cpu-used", "4", "-row-mt",
                      "1", "-f", "webm", NULL},
    [EG_FILM_GIF] = {"-filter_complex", "[0:v][1:v]paletteuse=dither=none", "-f", "gif", NULL}};

enum { PALETTE = 3 }; /* its descriptor */

/* The arguments, in order: frames (and colours) in, how, and the file. */
static void list(const char **arguments, eg_film_kind kind, const char *size, const char *hertz,
                 const char *to)
{
    static const unsigned short order = 1; /* of bytes in a pixel */
    const char *pixels = *(const char *)&order ? "bgr0" : "0rgb";
    const char *const begin[] = {"ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y",
                                 "-f",     "rawvideo", "-pix_fmt",     pixels,      "-s",    size,
                                 "-r",     hertz,      "-i",           "pipe:0"},
                      *const palette[] = {"-f", "rawvideo", "-pix_fmt", pixels,
                                          "-s", "16x16",    "-i",       "pipe:3"},
                      *const end[] = {"-an",       "-map_metadata", "-1",        "-fflags",
                                      "+bitexact", "-flags:v",      "+bitexact", to};
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        *arguments++ = begin[i];
    for (size_t i = 0; kind == EG_FILM_GIF && i < sizeof palette / sizeof *palette; i++)
        *arguments++ = palette[i];
    for (size_t i = 0; kinds[kind][i]; i++)
        *arguments++ = kinds[kind][i];
    for (size_t i = 0; i < sizeof end / sizeof *end; i++)
        *arguments++ = end[i];
    *arguments = NULL;
}

/* Starts it with its streams. Returns 0 or errno. */
static int spawn(eg_encoder *e, const char **arguments, int input)
{
    posix_spawn_file_actions_t streams;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&streams);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&streams, input, STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&streams, fileno(e->complaints), STDERR_FILENO);
        if (error == 0 && e->palette)
            error = posix_spawn_file_actions_adddup2(&streams, fileno(e->palette), PALETTE);
        if (error == 0)
            error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        if (error == 0) /* argv is not written to (POSIX), but was declared before const was */
            error = posix_spawnp(&e->child, "ffmpeg", &streams, &attributes, (char *const *)(size_t)arguments,
                                 environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&streams);
    return error;
}

static int start(eg_encoder *e, eg_film_kind kind, int width, int height, double rate, int input)
{
    enum { MOST = 64 };
    const char *arguments[MOST];
    char size[40], hertz[40];
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(hertz, sizeof hertz, "%.9g", rate);
    const size_t length = strlen(eg_file_temporary(e->file)) + sizeof "file:";
    char *to = malloc(length);
    if (!to)
        return ENOMEM;
    snprintf(to, length, "file:%s", eg_file_temporary(e->file)); /* a name with a colon is no protocol */
    list(arguments, kind, size, hertz, to);
    const int error = spawn(e, arguments, input);
    free(to);
    return error;
}

/* Returns 0 or errno. */
static int keep_palette(eg_encoder *e, const uint32_t palette[EG_PALETTE_SIZE])
{
    e->palette = tmpfile();
    if (!e->palette)
        return errno;
    const bool written = fwrite(palette, sizeof *palette, EG_PALETTE_SIZE, e->palette) == EG_PALETTE_SIZE &&
                         fseek(e->palette, 0, SEEK_SET) == 0;
    return written ? 0 : EIO;
}

static eg_status report_start(const char *path, int error, eg_diagnostics *diagnostics)
{
    const bool missing = error == ENOENT || error == EACCES;
    if (error == ENOMEM)
        return EG_ERROR_MEMORY;
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              missing ? "moving pictures need the program ffmpeg, which is not installed"
                      : "moving pictures need the program ffmpeg, which could not be started (error %d)",
              error);
    eg_remedy(diagnostics,
              missing ? "install it (Debian: sudo apt install ffmpeg), or record an .svg" : "try again");
    return EG_ERROR_UNAVAILABLE;
}

static void release(eg_encoder *e)
{
    if (e->frames >= 0)
        close(e->frames);
    if (e->complaints)
        fclose(e->complaints);
    if (e->palette)
        fclose(e->palette);
    free(e->path);
    free(e);
}

eg_status eg_encoder_begin(eg_film_kind kind, int width, int height, double rate,
                           const uint32_t palette[EG_PALETTE_SIZE], const char *path,
                           eg_diagnostics *diagnostics, eg_encoder **encoder)
{
    *encoder = NULL;
    eg_encoder *e = calloc(1, sizeof *e);
    if (!e)
        return EG_ERROR_MEMORY;
    eg_status status = EG_ERROR_MEMORY;
    int ends[2] = {-1, -1}, error = 0;
    e->frames = -1;
    e->path = strdup(path);
    if (e->path)
        e->file = eg_file_create(path, diagnostics, &status);
    if (e->file) {
        e->complaints = tmpfile();
        error = e->complaints && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
        if (error == 0 && kind == EG_FILM_GIF)
            error = keep_palette(e, palette);
        if (error != 0)
            status = EG_ERROR_FILE;
        e->frames = ends[0];
    }
    if (status == EG_ERROR_FILE && e->file)
        eg_file_report(diagnostics, "write", path, error);
    if (status == EG_OK) {
        error = start(e, kind, width, height, rate, ends[1]);
        status = error == 0 ? EG_OK : report_start(path, error, diagnostics);
    }
    if (ends[1] >= 0)
        close(ends[1]);
    if (status == EG_OK) {
        *encoder = e;
        return EG_OK;
    }
    eg_file_discard(e->file);
    release(e);
    return status;
}

bool eg_encoder_put(eg_encoder *e, const uint32_t *pixels, size_t count)
{
    const char *bytes = (const char *)pixels;
    size_t length = count * sizeof *pixels;
    while (length > 0) {
        const ssize_t sent = send(e->frames, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        }
    }
    return true;
}

/* Its frames end here. What waitpid says. */
static int wait_for(eg_encoder *e)
{
    int outcome = -1;
    close(e->frames);
    e->frames = -1;
    while (waitpid(e->child, &outcome, 0) < 0)
        if (errno != EINTR)
            return -1;
    return outcome;
}

/* The end of what it complained about, as one line. */
static void read_complaint(FILE *complaints, char *text, size_t size)
{
    const long end = fseek(complaints, 0, SEEK_END) == 0 ? ftell(complaints) : 0;
    const long room = (long)size - 1;
    fseek(complaints, end > room ? end - room : 0, SEEK_SET);
    size_t length = fread(text, 1, (size_t)room, complaints);
    while (length > 0 && strchr("\r\n ", text[length - 1]))
        length--;
    text[length] = '\0';
    for (char *c = text; *c; c++)
        *c = *c < ' ' && *c >= 0 ? ' ' : *c;
}

/* A full disk it tells in the words of the system, which are ours to explain. */
static int cause_in(const char *complaint)
{
    static const int causes[] = {ENOSPC, EDQUOT, EFBIG, EACCES, EROFS, EIO};
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (strstr(complaint, strerror(causes[i])))
            return causes[i];
    return 0;
}

eg_status eg_encoder_end(eg_encoder *e, eg_diagnostics *diagnostics)
{
    char text[400];
    const int outcome = wait_for(e);
    const eg_place place = {.file = e->path};
    eg_status status = EG_ERROR_UNAVAILABLE;
    read_complaint(e->complaints, text, sizeof text);
    const int cause = cause_in(text);
    if (cause != 0) { /* some of its formats then end as if all were well */
        eg_file_report(diagnostics, "write", e->path, cause);
        status = EG_ERROR_FILE;
    } else if (WIFSIGNALED(outcome)) {
        eg_report(diagnostics, EG_ERROR, place, "ffmpeg was ended by signal %d", WTERMSIG(outcome));
        eg_remedy(diagnostics, "record again; memory or disk may have been short");
    } else if (WEXITSTATUS(outcome) != 0) {
        eg_report(diagnostics, EG_ERROR, place, "ffmpeg could not make the moving picture: %s",
                  *text ? text : "it says nothing");
        eg_remedy(diagnostics,
                  "write a .svg, which needs no ffmpeg, or install an ffmpeg that has this format");
    } else
        status = EG_OK;
    if (status == EG_OK)
        status = eg_file_commit(e->file, diagnostics);
    else
        eg_file_discard(e->file);
    release(e);
    return status;
}

void eg_encoder_discard(eg_encoder *e)
{
    if (!e)
        return;
    kill(e->child, SIGKILL);
    wait_for(e);
    eg_file_discard(e->file);
    release(e);
}
