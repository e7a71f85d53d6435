/* Derivatives by the parameters of all models of examples/, against differences and backward: some of the
 * parameters here, all of them where files are named (tools/hunt/parametric does that). */
#include "parametric_points.h"

#include <dirent.h>

static void check_file(const char *path, int first, int stride, tally *all)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    assert_int_equal(eg_spec_read(path, NULL, d, &spec), EG_OK);
    eg_diagnostics_free(d);
    kept_model m = keep_model(spec);
    check_points(&m, path, first, stride, all);
    release_model(&m);
}

static void of_all_examples(void **state)
{
    (void)state;
    enum { STRIDE = EG_SANITIZED ? 64 : 16 };
    tally all = {0};
    int number = 0;
    DIR *folder = opendir(EG_SOURCE_DIR "/examples");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || (strcmp(end, ".mo") != 0 && strcmp(end, ".dyad") != 0 && strcmp(end, ".emx") != 0))
            continue;
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", EG_SOURCE_DIR "/examples", entry->d_name);
        check_file(path, (int)strlen(entry->d_name) % STRIDE, STRIDE, &all);
        number++;
    }
    closedir(folder);
    TRUE(number >= 60);
    TRUE(all.derivatives > 500L * number / STRIDE);
    ALL_WELL();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_all_examples),
    };
    if (argc == 1)
        return cmocka_run_group_tests(tests, NULL, NULL);
    tally all = {0};
    for (int i = 1; i < argc; i++)
        check_file(argv[i], 0, 1, &all);
    printf("parameters %ld refused %ld skipped %ld derivatives %ld wrong %ld\n", all.parameters, all.refused,
           all.skipped, all.derivatives, all.wrong);
    return all.wrong > 0;
}
