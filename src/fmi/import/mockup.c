/* Opening: the archive, the description, the library, the instance. */
#include "fmi/import/mockup.h"

#include "base/file.h"
#include "base/shared_library.h"
#include "fmi/import/wire.h"

#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#define EG_PROCESSOR "x86_64"
#elif defined(__aarch64__)
#define EG_PROCESSOR "aarch64"
#elif defined(__i386__)
#define EG_PROCESSOR "x86"
#else
#define EG_PROCESSOR "unknown"
#endif
#if defined(__APPLE__)
#define EG_SYSTEM "darwin"
#define EG_ENDING "dylib"
#else
#define EG_SYSTEM "linux"
#define EG_ENDING "so"
#endif

eg_status eg_mockup_open(eg_mockup *u, const char *path, eg_diagnostics *d)
{
    char name[600], *bytes = NULL;
    size_t length = 0;
    *u = (eg_mockup){.d = d};
    u->pulse = &u->own_pulse;
    (void)fegetenv(&u->arithmetic);
    if (access(path, R_OK) != 0) { /* before anything is made */
        eg_status status = eg_file_read(path, 1, d, &bytes, &length);
        free(bytes);
        return status == EG_OK ? EG_ERROR_FILE : status;
    }
    eg_status status = eg_scratch_open(&u->scratch, d);
    if (status == EG_OK)
        status = eg_unpack(path, &u->scratch, d);
    if (status != EG_OK)
        return status;
    snprintf(name, sizeof name, "%smodelDescription.xml", u->scratch.path);
    if (access(name, R_OK) != 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no FMU: it has no modelDescription.xml", path);
        eg_remedy(d, "take the .fmu as it was exported, not a folder or another archive");
        return EG_ERROR_MODEL;
    }
    status = eg_file_read(name, (size_t)256 << 20, d, &bytes, &length);
    if (status == EG_OK)
        status = eg_facts_read(bytes, length, "modelDescription.xml", d, &u->facts);
    free(bytes);
    return status;
}

static void terminate(eg_mockup *u)
{
    int status = u->facts.version == 2 ? EG_CALL_2(u, Terminate, (u->instance))
                                       : EG_CALL_3(u, Terminate, (u->instance));
    if (status == 0 || status == 1)
        return;
    u->is_dead = status > 3;
    eg_report(u->d, EG_WARNING, EG_NOWHERE, "the FMU has failed to terminate, at the end of the run");
}

void eg_mockup_leave(eg_mockup *u)
{
    const bool is_two = u->facts.version == 2;
    if (u->instance && u->is_initialized && !u->is_broken)
        terminate(u);
    if (u->instance && !u->is_dead) {
        eg_mockup_begin_call(u, is_two ? EG_CALL_2_FreeInstance : EG_CALL_3_FreeInstance);
        (is_two ? u->two.FreeInstance : u->three.FreeInstance)(u->instance);
    }
    eg_mockup_begin_call(u, EG_CALL_UNLOAD);
    if (u->library)
        dlclose(u->library);
    (void)eg_mockup_end_call(u, 0);
    u->instance = u->library = NULL;
}

void eg_mockup_close(eg_mockup *u)
{
    eg_mockup_leave(u);
    eg_facts_release(&u->facts);
    eg_scratch_close(&u->scratch);
    *u = (eg_mockup){0};
}

/* ---------------------------------------------------------------- the library */

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* The platforms that there are libraries for, "a, b". */
static void list_platforms(const eg_mockup *u, char *text, size_t size)
{
    char path[600];
    snprintf(path, sizeof path, "%sbinaries", u->scratch.path);
    DIR *list = opendir(path);
    size_t used = 0;
    text[0] = '\0';
    for (struct dirent *e; list && (e = readdir(list));)
        if (e->d_name[0] != '.' && used + strlen(e->d_name) + 3 < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", e->d_name);
    if (list)
        closedir(list);
}

static eg_status miss_library(eg_mockup *u, const char *identifier)
{
    char platforms[300];
    list_platforms(u, platforms, sizeof platforms);
    if (platforms[0])
        eg_report(u->d, EG_ERROR, EG_NOWHERE,
                  "the FMU has no library %s." EG_ENDING " for " EG_PROCESSOR "-" EG_SYSTEM
                  "; it has some for: %s",
                  identifier, platforms);
    else
        eg_report(u->d, EG_ERROR, EG_NOWHERE, "the FMU has no library, only %s",
                  "a description (and source code, if it has any)");
    eg_remedy(u->d,
              "export it for " EG_PROCESSOR "-" EG_SYSTEM ", or add a library compiled from its sources");
    return EG_ERROR_MODEL;
}

static bool find_library(eg_mockup *u, const char *identifier, char *path, size_t size)
{
    static const char *const platforms[] = {EG_PROCESSOR "-" EG_SYSTEM,
                                            sizeof(void *) == 8 ? EG_SYSTEM "64" : EG_SYSTEM "32"};
    for (int i = 0; i < 2; i++) {
        int which = u->facts.version == 2 ? 1 - i : i;
        snprintf(path, size, "%sbinaries/%s/%s." EG_ENDING, u->scratch.path, platforms[which], identifier);
        if (is_file(path))
            return true;
    }
    return false;
}

/* The first function that is needed and missing; NULL: none. */
static const char *find_functions(eg_mockup *u)
{
    const char *missing = NULL;
    const bool cs = u->is_cosimulation;
#define FIND(version, set, name)                                                                             \
    if (!eg_shared_find(u->library, "fmi" version #name, &u->set.name) && !missing)                          \
        missing = "fmi" version #name;
#define TWO(answer, name, arguments) FIND("2", two, name)
#define THREE(answer, name, arguments) FIND("3", three, name)
    if (u->facts.version == 2) {
        FMI2_COMMON_FUNCTIONS(TWO)
        if (!cs) {
            FMI2_EXCHANGE_FUNCTIONS(TWO)
        } else {
            FMI2_COSIMULATION_FUNCTIONS(TWO)
        }
    } else {
        FMI3_NUMBER_FUNCTIONS(THREE)
        FMI3_COMMON_FUNCTIONS(THREE)
        if (!cs) {
            FMI3_EXCHANGE_FUNCTIONS(THREE)
        } else {
            FMI3_COSIMULATION_FUNCTIONS(THREE)
        }
    }
#undef FIND
#undef TWO
#undef THREE
    return missing;
}

static eg_status load(eg_mockup *u, const char *identifier)
{
    char path[1200];
    if (!find_library(u, identifier, path, sizeof path))
        return miss_library(u, identifier);
    eg_mockup_begin_call(u, EG_CALL_LOAD);
    u->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    (void)eg_mockup_end_call(u, 0);
    if (!u->library) {
        const char *why = dlerror();
        eg_report(u->d, EG_ERROR, EG_NOWHERE, "the library of the FMU cannot be loaded: %.400s",
                  why ? why : "nobody says why");
        eg_remedy(u->d, "install what it needs, or export the FMU anew for this machine");
        return EG_ERROR_MODEL;
    }
    const char *missing = find_functions(u);
    if (!missing)
        return EG_OK;
    eg_report(u->d, EG_ERROR, EG_NOWHERE, "the library of the FMU lacks the function %s", missing);
    eg_remedy(u->d, "export the FMU anew, with a tool that provides it");
    return EG_ERROR_MODEL;
}

/* ---------------------------------------------------------------- messages of the FMU */

enum { MOST_MESSAGES = 50 };

static void hear(eg_mockup *u, int status, const char *category, const char *text)
{
    static const char *const words[] = {"", "warning", "discard", "error", "fatal error", "pending"};
    char line[600];
    if (status <= 0 || ++u->messages > MOST_MESSAGES)
        return;
    snprintf(line, sizeof line, "%s", text ? text : "");
    for (size_t n = strlen(line); n > 0 && (line[n - 1] == '\n' || line[n - 1] == ' '); n--)
        line[n - 1] = '\0';
    eg_report(u->d, EG_WARNING, EG_NOWHERE, "the FMU says (%s%s%.60s): %s", words[status < 6 ? status : 3],
              category && *category ? ", " : "", category ? category : "", line);
    if (u->messages == MOST_MESSAGES)
        eg_report(u->d, EG_WARNING, EG_NOWHERE, "further messages of the FMU are left out");
    eg_wire_messages(u->wire, u->d); /* it may be the last it says */
}

static void hear_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                   fmi3String message)
{
    hear(environment, (int)status, category, message);
}

static void hear_2(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    char text[600];
    va_list arguments;
    (void)name;
    va_start(arguments, message);
    vsnprintf(text, sizeof text, message ? message : "", arguments);
    va_end(arguments);
    hear(environment, (int)status, category, text);
}

/* ---------------------------------------------------------------- the instance */

/* Inputs are given where they are asked for; a refusal shows in what the step answers. */
static void update(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean asks,
                   fmi3Boolean may_get, fmi3Boolean is_finished, fmi3Boolean may_return,
                   fmi3Boolean *returns_early, fmi3Float64 *early_time)
{
    eg_mockup *u = environment;
    (void)may_get, (void)is_finished, (void)may_return;
    *returns_early = false;
    *early_time = time;
    const int call = u->pulse->call;
    if (asks && u->give)
        (void)u->give(u, time);
    u->pulse->call = call; /* goes on */
}

/* Those that may be given between communication points; their number. */
static size_t list_intermediate(const eg_facts *f, fmi3ValueReference *list)
{
    size_t count = 0;
    for (size_t i = 0; i < f->port_count; i++)
        if (f->ports[i].is_intermediate)
            list[count++] = f->ports[i].reference;
    return count;
}

static void *make_cosimulation_3(eg_mockup *u, bool is_driven)
{
    const eg_facts *f = &u->facts;
    fmi3ValueReference *list = calloc(f->port_count + 1, sizeof *list);
    bool has_updates = list && is_driven && f->has_updates;
    size_t count = has_updates ? list_intermediate(f, list) : 0;
    void *made = u->three.InstantiateCoSimulation(f->model, f->token, u->resources, false, true,
                                                  u->uses_events, u->uses_events, count > 0 ? list : NULL,
                                                  count, u, hear_3, has_updates ? update : NULL);
    free(list);
    return made;
}

static void *make_instance(eg_mockup *u, bool is_driven)
{
    const eg_facts *f = &u->facts;
    const char *name = f->model;
    if (f->version == 2) {
        snprintf(u->resources, sizeof u->resources, "file://%sresources", u->scratch.path);
        u->callbacks = (fmi2CallbackFunctions){hear_2, calloc, free, NULL, u};
        return u->two.Instantiate(name, u->is_cosimulation ? fmi2CoSimulation : fmi2ModelExchange, f->token,
                                  u->resources, &u->callbacks, 0, 1);
    }
    snprintf(u->resources, sizeof u->resources, "%sresources/", u->scratch.path);
    if (u->is_cosimulation)
        return make_cosimulation_3(u, is_driven);
    return u->three.InstantiateModelExchange(name, f->token, u->resources, false, true, u, hear_3);
}

/* Of what an FMU can say, that which has a status worth hearing: where it knows the standard's categories, no
 * others are asked for. */
static void choose_messages(eg_mockup *u)
{
    static const char *const wanted[] = {"logStatusWarning", "logStatusDiscard", "logStatusError",
                                         "logStatusFatal"};
    const char *chosen[4];
    size_t count = 0;
    for (size_t i = 0; i < u->facts.category_count; i++)
        for (size_t k = 0; k < 4 && count < 4; k++)
            if (strcmp(u->facts.categories[i], wanted[k]) == 0)
                chosen[count++] = wanted[k];
    if (count > 0 && u->facts.version == 2)
        (void)EG_CALL_2(u, SetDebugLogging, (u->instance, 1, count, chosen));
    else if (count > 0)
        (void)EG_CALL_3(u, SetDebugLogging, (u->instance, true, count, chosen));
}

eg_status eg_mockup_instantiate(eg_mockup *u, bool is_cosimulation, bool is_driven)
{
    const char *identifier = is_cosimulation ? u->facts.cosimulation : u->facts.exchange;
    u->is_cosimulation = is_cosimulation;
    u->uses_events = is_cosimulation && is_driven && u->facts.has_event_mode;
    eg_status status = load(u, identifier);
    if (status != EG_OK)
        return status;
    const char *version = u->facts.version == 2 ? u->two.GetVersion() : u->three.GetVersion();
    if (!version || version[0] != (u->facts.version == 2 ? '2' : '3')) {
        eg_report(u->d, EG_ERROR, EG_NOWHERE,
                  "the library of the FMU is of FMI %.20s, its description of FMI %d",
                  version ? version : "?", u->facts.version);
        eg_remedy(u->d, "export the FMU anew: the two do not belong together");
        return EG_ERROR_MODEL;
    }
    if (u->facts.version == 2)
        eg_mockup_begin_call(u, EG_CALL_2_Instantiate);
    else
        eg_mockup_begin_call(u, is_cosimulation ? EG_CALL_3_InstantiateCoSimulation
                                                : EG_CALL_3_InstantiateModelExchange);
    u->instance = make_instance(u, is_driven);
    (void)eg_mockup_end_call(u, 0);
    if (!u->instance) {
        eg_report(u->d, EG_ERROR, EG_NOWHERE, "the FMU refused to be instantiated (its token is %.100s)",
                  u->facts.token);
        if (u->facts.needs_tool[is_cosimulation])
            eg_remedy(u->d, "it needs the program that made it%s%.100s", *u->facts.tool ? ": " : "",
                      u->facts.tool);
        else
            eg_remedy(u->d, "look at what it says in its log, or export it anew");
        return EG_ERROR_MODEL;
    }
    choose_messages(u);
    return EG_OK;
}
