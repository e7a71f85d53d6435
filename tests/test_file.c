/* Files appear whole or not at all. */
#include "base/file.h"
#include "base/json.h"
#include "scratch.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

static void assert_content(const char *path, const char *expected)
{
    size_t length = 0;
    char *bytes = scratch_read(path, &length);
    assert_non_null(bytes);
    assert_string_equal(bytes, expected);
    free(bytes);
}

static void the_file_appears_at_the_commit(void **state)
{
    scratch *s = *state;
    eg_status status;
    const char *path = scratch_path(s, "a.txt");
    eg_file *f = eg_file_create(path, s->diagnostics, &status);
    assert_non_null(f);
    assert_int_equal(status, EG_OK);
    eg_file_text(f, "one ");
    eg_file_put(f, "two and more", 3);
    memcpy(eg_file_room(f, 6), " three", 6);
    eg_file_advance(f, 6);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_OK);
    assert_content(path, "one two three");
    assert_int_equal(scratch_files(s, 0), 1);
}

static void large_pieces_pass_through(void **state)
{
    scratch *s = *state;
    eg_status status;
    const size_t piece = 3 * EG_FILE_ROOM + 17;
    char *block = malloc(piece);
    assert_non_null(block);
    memset(block, 'x', piece);
    eg_file *f = eg_file_create(scratch_path(s, "large"), s->diagnostics, &status);
    assert_non_null(f);
    for (int i = 0; i < 5; i++) {
        eg_file_put(f, "-", 1);
        eg_file_put(f, block, piece);
    }
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_OK);
    size_t length = 0;
    char *bytes = scratch_read(s->path, &length);
    assert_non_null(bytes);
    assert_int_equal(length, 5 * (piece + 1));
    for (size_t i = 0; i < length; i++)
        assert_int_equal(bytes[i], i % (piece + 1) == 0 ? '-' : 'x');
    free(bytes);
    free(block);
}

static void giving_up_leaves_the_old_file(void **state)
{
    scratch *s = *state;
    eg_status status;
    const char *path = scratch_write(s, "a.txt", "old", 3);
    eg_file *f = eg_file_create(path, s->diagnostics, &status);
    assert_non_null(f);
    eg_file_text(f, "new");
    eg_file_discard(f);
    eg_file_discard(NULL);
    assert_content(path, "old");
    assert_int_equal(scratch_files(s, 0), 1);
}

static void links_and_permissions_are_kept(void **state)
{
    scratch *s = *state;
    eg_status status;
    char target[200];
    struct stat st;
    snprintf(target, sizeof target, "%s", scratch_write(s, "target", "old", 3));
    assert_int_equal(chmod(target, 0640), 0);
    const char *link = scratch_path(s, "link");
    assert_int_equal(symlink(target, link), 0);
    eg_file *f = eg_file_create(link, s->diagnostics, &status);
    assert_non_null(f);
    eg_file_text(f, "new");
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_OK);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_content(target, "new");
    assert_int_equal(stat(target, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

/* A link to what is not there yet: the file appears there, beside it was written, and the link stays. */
static void links_that_lead_nowhere_are_followed(void **state)
{
    scratch *s = *state;
    eg_status status;
    struct stat st;
    char target[200], first[200], circle[200];
    snprintf(target, sizeof target, "%s", scratch_path(s, "target"));
    snprintf(first, sizeof first, "%s", scratch_path(s, "first"));
    snprintf(circle, sizeof circle, "%s", scratch_path(s, "circle"));
    assert_int_equal(symlink("target", first), 0); /* relative to the link's directory */
    const char *second = scratch_path(s, "second");
    assert_int_equal(symlink(first, second), 0);
    eg_file *f = eg_file_create(second, s->diagnostics, &status);
    assert_non_null(f);
    eg_file_text(f, "new");
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_OK);
    assert_int_equal(lstat(first, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_content(target, "new");
    assert_int_equal(scratch_files(s, 0), 3);
    assert_int_equal(symlink("circle", circle), 0);
    assert_null(eg_file_create(circle, s->diagnostics, &status));
    assert_message(s, "its symbolic links lead in a circle");
}

static void impossible_paths_are_explained(void **state)
{
    scratch *s = *state;
    eg_status status = EG_OK;
    assert_null(eg_file_create(scratch_path(s, "nowhere/a.csv"), s->diagnostics, &status));
    assert_int_equal(status, EG_ERROR_FILE);
    assert_message(s, "nowhere/a.csv: error: cannot write the file: its directory does not exist");
    assert_message(s, "remedy: make the directory first");
    assert_null(eg_file_create(s->directory, s->diagnostics, &status));
    assert_message(s, "it is a directory");
    scratch_write(s, "plain", "", 0);
    assert_null(eg_file_create(scratch_path(s, "plain/a.csv"), s->diagnostics, &status));
    assert_message(s, "a part of the path is no directory");
    assert_int_equal(scratch_files(s, 0), 1);
}

static void a_protected_file_is_not_replaced(void **state)
{
    scratch *s = *state;
    eg_status status = EG_OK;
    const char *path = scratch_write(s, "a.txt", "old", 3);
    assert_int_equal(chmod(path, 0444), 0);
    if (geteuid() == 0)
        skip(); /* root may write to it */
    assert_null(eg_file_create(path, s->diagnostics, &status));
    assert_int_equal(status, EG_ERROR_FILE);
    assert_message(s, "permission denied");
}

/* /dev/full fails every write with ENOSPC; a limit on the size of files fails within the data. */
static void a_full_disk_is_reported(void **state)
{
    scratch *s = *state;
    eg_status status;
    eg_file *f = eg_file_create("/dev/full", s->diagnostics, &status);
    if (!f)
        skip();
    eg_file_text(f, "text");
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_ERROR_FILE);
    assert_message(s, "/dev/full: error: cannot write the file: no space is left on the disk");
    assert_message(s, "remedy: free some space");
    assert_int_equal(access("/dev/full", F_OK), 0);
}

static void a_file_that_breaks_off_disappears(void **state)
{
    scratch *s = *state;
    eg_status status;
    struct rlimit old, small;
    const char *path = scratch_write(s, "a.txt", "old", 3);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 1000000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    eg_file *f = eg_file_create(path, s->diagnostics, &status);
    for (int i = 0; f && i < 200000; i++)
        eg_file_put(f, "0123456789", 10);
    int failed = f && eg_file_failed(f);
    status = f ? eg_file_commit(f, s->diagnostics) : EG_OK;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_true(failed);
    assert_int_equal(status, EG_ERROR_FILE);
    assert_message(s, "it grows larger than the system allows");
    assert_content(path, "old");
    assert_int_equal(scratch_files(s, 0), 1);
}

static void failures_of_others_are_reported(void **state)
{
    scratch *s = *state;
    eg_status status;
    eg_file *f = eg_file_create(scratch_path(s, "a.png"), s->diagnostics, &status);
    assert_non_null(f);
    assert_true(eg_file_descriptor(f) >= 0);
    assert_int_equal(access(eg_file_temporary(f), F_OK), 0);
    eg_file_fail(f, EIO);
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_ERROR_FILE);
    assert_message(s, "the device reports an error");
    assert_int_equal(scratch_files(s, 0), 0);
}

/* ---------------------------------------------------------------- reading */

static void files_are_read_whole(void **state)
{
    scratch *s = *state;
    char *bytes = NULL;
    size_t length = 0;
    scratch_write(s, "a", "a\0b", 3);
    assert_int_equal(eg_file_read(s->path, SIZE_MAX / 4, s->diagnostics, &bytes, &length), EG_OK);
    assert_int_equal(length, 3);
    assert_memory_equal(bytes, "a\0b\0", 4);
    free(bytes);
    scratch_write(s, "empty", "", 0);
    assert_int_equal(eg_file_read(s->path, SIZE_MAX / 4, s->diagnostics, &bytes, &length), EG_OK);
    assert_int_equal(length, 0);
    assert_int_equal(bytes[0], '\0');
    free(bytes);
}

/* A pipe does not say how long it is. */
static void pipes_are_read_to_their_end(void **state)
{
    scratch *s = *state;
    int ends[2];
    char name[40], *bytes = NULL;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < 100; i++)
        assert_int_equal(write(ends[1], "0123456789", 10), 10);
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    eg_status status = eg_file_read(name, SIZE_MAX / 4, s->diagnostics, &bytes, &length);
    close(ends[0]);
    assert_int_equal(status, EG_OK);
    assert_int_equal(length, 1000);
    free(bytes);
}

static void what_has_no_end_is_not_read(void **state)
{
    scratch *s = *state;
    char *bytes = NULL;
    size_t length = 0;
    assert_int_equal(eg_file_read("/dev/zero", 100000, s->diagnostics, &bytes, &length), EG_ERROR_FILE);
    assert_message(s, "/dev/zero: error: cannot read the file: it has more than 100000 bytes, or no end");
    const char *path = scratch_write(s, "ten", "0123456789", 10);
    assert_int_equal(eg_file_read(path, 9, s->diagnostics, &bytes, &length), EG_ERROR_FILE);
    assert_null(bytes);
    assert_int_equal(eg_file_read(path, 10, s->diagnostics, &bytes, &length), EG_OK);
    assert_int_equal(length, 10);
    free(bytes);
}

static void unreadable_files_are_explained(void **state)
{
    scratch *s = *state;
    char *bytes = NULL;
    size_t length = 0;
    assert_int_equal(eg_file_read(scratch_path(s, "none"), SIZE_MAX / 4, s->diagnostics, &bytes, &length),
                     EG_ERROR_FILE);
    assert_message(s, "none: error: cannot read the file: no such file or directory");
    assert_int_equal(eg_file_read(s->directory, SIZE_MAX / 4, s->diagnostics, &bytes, &length),
                     EG_ERROR_FILE);
    assert_message(s, "it is a directory");
    assert_null(bytes);
}

/* RFC 8259 wants UTF-8 (RFC 3629): neither surrogates, nor what is longer than it need be, nor what breaks
 * off. */
static void any_text_becomes_json(void **state)
{
    scratch *s = *state;
    eg_status status;
    eg_file *f = eg_file_create(scratch_path(s, "a.json"), s->diagnostics, &status);
    assert_non_null(f);
    eg_json j = {.file = f};
    static const char *const texts[] = {
        "a\"b\\c\n\x1f\x7f", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xe9t\xe9",    "\xc0\xaf",
        "\xed\xa0\x80",      "\xf4\x8f\xbf\xbf\xf4\x90\x80\x80",       "\xe0\x80\xaf", "x\xe2\x82",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        eg_json_string(&j, texts[i]);
        eg_file_text(f, "\n");
    }
    assert_int_equal(eg_file_commit(f, s->diagnostics), EG_OK);
    assert_content(s->path, "\"a\\\"b\\\\c\\u000a\\u001f\x7f\"\n"
                            "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"\n"
                            "\"\\ufffdt\\ufffd\"\n"
                            "\"\\ufffd\\ufffd\"\n"
                            "\"\\ufffd\\ufffd\\ufffd\"\n"
                            "\"\xf4\x8f\xbf\xbf\\ufffd\\ufffd\\ufffd\\ufffd\"\n"
                            "\"\\ufffd\\ufffd\\ufffd\"\n"
                            "\"x\\ufffd\\ufffd\"\n");
}

/* Small pieces go through the buffer, large ones past it: what is kept is all of them in order. */
static void a_text_can_be_kept_in_memory(void **state)
{
    (void)state;
    enum { PIECES = 3000, LARGE = 2 * EG_FILE_ROOM };
    char *large = malloc(LARGE), *bytes, piece[16];
    size_t length, at = 0;
    assert_non_null(large);
    memset(large, 'x', LARGE);
    eg_file *f = eg_file_create_kept();
    assert_non_null(f);
    for (int i = 0; i < PIECES; i++) {
        snprintf(piece, sizeof piece, "%d,", i);
        eg_file_text(f, piece);
        if (i % 1000 == 999)
            eg_file_put(f, large, LARGE);
    }
    assert_int_equal(eg_file_take(f, &bytes, &length), EG_OK);
    for (int i = 0; i < PIECES; i++) {
        snprintf(piece, sizeof piece, "%d,", i);
        assert_memory_equal(bytes + at, piece, strlen(piece));
        at += strlen(piece);
        if (i % 1000 == 999) {
            assert_memory_equal(bytes + at, large, LARGE);
            at += LARGE;
        }
    }
    assert_int_equal(length, at);
    assert_int_equal(bytes[length], '\0');
    free(bytes);
    free(large);
    f = eg_file_create_kept();
    assert_non_null(f);
    assert_int_equal(eg_file_take(f, &bytes, &length), EG_OK); /* of nothing, an empty text */
    assert_int_equal(length, 0);
    assert_string_equal(bytes, "");
    free(bytes);
    eg_file_discard(eg_file_create_kept());
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_file_appears_at_the_commit),  TEST(large_pieces_pass_through),
        TEST(giving_up_leaves_the_old_file),   TEST(links_and_permissions_are_kept),
        TEST(impossible_paths_are_explained),  TEST(a_protected_file_is_not_replaced),
        TEST(a_full_disk_is_reported),         TEST(a_file_that_breaks_off_disappears),
        TEST(failures_of_others_are_reported), TEST(files_are_read_whole),
        TEST(pipes_are_read_to_their_end),     TEST(unreadable_files_are_explained),
        TEST(what_has_no_end_is_not_read),     TEST(links_that_lead_nowhere_are_followed),
        TEST(any_text_becomes_json),           TEST(a_text_can_be_kept_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
