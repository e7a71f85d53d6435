/* Parameters from files: what --set-file FILE.ssv adds to --set. */
#ifndef EG_CLI_SET_FILE_H
#define EG_CLI_SET_FILE_H

#include "cli/options.h"
#include "component/spec.h"
#include "fmi/import/import.h"
#include "fmi/import/ssv.h"

/* The files of --set-file, read; the texts of a list of --set that come from them are theirs. */
typedef struct eg_set_files {
    eg_ssv *files;
    size_t count;
} eg_set_files;

/* Reads the files and appends what they give to `settings`, with origins. What `settings` has already takes
 * the place of what a file gives; two files that give the same are an error. EG_EXIT_DONE, or the exit status
 * (reported); to be released in any case. */
int eg_set_files_take(const eg_texts *names, eg_texts *settings, eg_set_files *files);
void eg_set_files_release(eg_set_files *files);

/* Of each setting, for eg_read_options; malloc'ed; NULL out of memory. */
eg_setting_place *eg_set_files_places(const eg_texts *settings);

/* Are the units that files give those of the parameters of a spec, or of an FMU? False: reported, with
 * place and remedy. */
bool eg_set_files_suit(const eg_texts *settings, const eg_spec *spec, eg_diagnostics *diagnostics);
bool eg_set_files_suit_fmu(const eg_texts *settings, const eg_import *import, eg_diagnostics *diagnostics);

#endif
