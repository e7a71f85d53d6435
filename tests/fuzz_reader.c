/* Fuzzing the reader (libFuzzer): any bytes are read as a model; what is a model is compiled too, and its
 * initial state looked for. Nothing may crash, leak or hang, and a refusal must say why.
 *
 * Built by `make asan`, which runs it for a minute from the seeds in tests/corpus. With EG_FUZZ_REPLAY it
 * is a program of its own that runs through the files it is given. */
#include "elastogap/elastogap.h"

#include <stdint.h>
#include <stdlib.h>

#ifndef EG_FUZZ_NAME
#define EG_FUZZ_NAME "fuzz.mo" /* the ending tells the language */
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A run that ends where it begins: consistent initial values and nothing more. */
static eg_status initialize(const eg_model *model, eg_diagnostics *d)
{
    eg_simulate_options options = eg_simulate_options_default(model);
    eg_trajectory *trajectory = NULL;
    options.start_time = options.stop_time = 0.0;
    options.interval = 1.0;
    options.tolerance = 1e-6;
    eg_status status = eg_simulate(model, &options, d, &trajectory, NULL);
    eg_trajectory_free(trajectory);
    return status;
}

/* Every message must be fit to be shown. */
static void show(const eg_diagnostics *d)
{
    char text[200];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++)
        eg_diagnostic_format(eg_diagnostics_get(d, i), 1, text, sizeof text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_read_options options = eg_read_options_default();
    options.max_components = 300;
    eg_status status = eg_spec_read_text((const char *)data, size, EG_FUZZ_NAME, &options, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK)
        status = initialize(model, d);
    if (status != EG_OK && eg_diagnostics_errors(d) == 0)
        abort();
    show(d);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return 0;
}

#ifdef EG_FUZZ_REPLAY
#include <stdio.h>

static int replay(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 1;
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    return failed;
}
#endif
