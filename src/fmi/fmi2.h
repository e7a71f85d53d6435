/* Types and functions of FMI 2.0, declared from the standard (version 2.0.5): what an FMU exports and an
 * importer calls. Names are the standard's. As in fmi3.h the functions are lists for a macro. */
#ifndef EG_FMI_FMI2_H
#define EG_FMI_FMI2_H

#include <stddef.h>

#define fmi2TypesPlatform "default"

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

/* Worse and worse, up to Fatal; Pending is of steps that go on in the background. */
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

/* message is a format of printf. */
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                                   fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
    fmi2CallbackLogger logger; /* may be NULL */
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

/* clang-format off */
/* Of both kinds. */
#define FMI2_COMMON_FUNCTIONS(X)                                                                         \
    X(const char *, GetTypesPlatform, (void))                                                            \
    X(const char *, GetVersion, (void))                                                                  \
    X(fmi2Status, SetDebugLogging, (fmi2Component component, fmi2Boolean logging_on, size_t count, const \
      fmi2String categories[]))                                                                          \
    X(fmi2Component, Instantiate, (fmi2String name, fmi2Type type, fmi2String guid, fmi2String           \
      resources, const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging_on))   \
    X(void, FreeInstance, (fmi2Component component))                                                     \
    X(fmi2Status, SetupExperiment, (fmi2Component component, fmi2Boolean has_tolerance, fmi2Real         \
      tolerance, fmi2Real start_time, fmi2Boolean has_stop_time, fmi2Real stop_time))                    \
    X(fmi2Status, EnterInitializationMode, (fmi2Component component))                                    \
    X(fmi2Status, ExitInitializationMode, (fmi2Component component))                                     \
    X(fmi2Status, Terminate, (fmi2Component component))                                                  \
    X(fmi2Status, Reset, (fmi2Component component))                                                      \
    X(fmi2Status, GetReal, (fmi2Component component, const fmi2ValueReference references[], size_t       \
      count, fmi2Real values[]))                                                                         \
    X(fmi2Status, GetInteger, (fmi2Component component, const fmi2ValueReference references[], size_t    \
      count, fmi2Integer values[]))                                                                      \
    X(fmi2Status, GetBoolean, (fmi2Component component, const fmi2ValueReference references[], size_t    \
      count, fmi2Boolean values[]))                                                                      \
    X(fmi2Status, GetString, (fmi2Component component, const fmi2ValueReference references[], size_t     \
      count, fmi2String values[]))                                                                       \
    X(fmi2Status, SetReal, (fmi2Component component, const fmi2ValueReference references[], size_t       \
      count, const fmi2Real values[]))                                                                   \
    X(fmi2Status, SetInteger, (fmi2Component component, const fmi2ValueReference references[], size_t    \
      count, const fmi2Integer values[]))                                                                \
    X(fmi2Status, SetBoolean, (fmi2Component component, const fmi2ValueReference references[], size_t    \
      count, const fmi2Boolean values[]))                                                                \
    X(fmi2Status, SetString, (fmi2Component component, const fmi2ValueReference references[], size_t     \
      count, const fmi2String values[]))                                                                 \
    X(fmi2Status, GetFMUstate, (fmi2Component component, fmi2FMUstate *state))                           \
    X(fmi2Status, SetFMUstate, (fmi2Component component, fmi2FMUstate state))                            \
    X(fmi2Status, FreeFMUstate, (fmi2Component component, fmi2FMUstate *state))                          \
    X(fmi2Status, SerializedFMUstateSize, (fmi2Component component, fmi2FMUstate state, size_t *size))   \
    X(fmi2Status, SerializeFMUstate, (fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],     \
      size_t size))                                                                                      \
    X(fmi2Status, DeSerializeFMUstate, (fmi2Component component, const fmi2Byte bytes[], size_t size,    \
      fmi2FMUstate *state))                                                                              \
    X(fmi2Status, GetDirectionalDerivative, (fmi2Component component, const fmi2ValueReference           \
      unknowns[], size_t unknown_count, const fmi2ValueReference knowns[], size_t known_count, const     \
      fmi2Real seed[], fmi2Real sensitivity[]))

/* Of Model Exchange. */
#define FMI2_EXCHANGE_FUNCTIONS(X)                                                                       \
    X(fmi2Status, EnterEventMode, (fmi2Component component))                                             \
    X(fmi2Status, NewDiscreteStates, (fmi2Component component, fmi2EventInfo *info))                     \
    X(fmi2Status, EnterContinuousTimeMode, (fmi2Component component))                                    \
    X(fmi2Status, CompletedIntegratorStep, (fmi2Component component, fmi2Boolean no_way_back,            \
      fmi2Boolean *enter_event_mode, fmi2Boolean *terminate))                                            \
    X(fmi2Status, SetTime, (fmi2Component component, fmi2Real time))                                     \
    X(fmi2Status, SetContinuousStates, (fmi2Component component, const fmi2Real states[], size_t count)) \
    X(fmi2Status, GetDerivatives, (fmi2Component component, fmi2Real derivatives[], size_t count))       \
    X(fmi2Status, GetEventIndicators, (fmi2Component component, fmi2Real indicators[], size_t count))    \
    X(fmi2Status, GetContinuousStates, (fmi2Component component, fmi2Real states[], size_t count))       \
    X(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component component, fmi2Real nominals[], size_t   \
      count))

/* Of Co-Simulation. */
#define FMI2_COSIMULATION_FUNCTIONS(X)                                                                   \
    X(fmi2Status, SetRealInputDerivatives, (fmi2Component component, const fmi2ValueReference            \
      references[], size_t count, const fmi2Integer orders[], const fmi2Real values[]))                  \
    X(fmi2Status, GetRealOutputDerivatives, (fmi2Component component, const fmi2ValueReference           \
      references[], size_t count, const fmi2Integer orders[], fmi2Real values[]))                        \
    X(fmi2Status, DoStep, (fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean            \
      no_way_back))                                                                                      \
    X(fmi2Status, CancelStep, (fmi2Component component))                                                 \
    X(fmi2Status, GetStatus, (fmi2Component component, const fmi2StatusKind kind, fmi2Status *values))   \
    X(fmi2Status, GetRealStatus, (fmi2Component component, const fmi2StatusKind kind, fmi2Real *values)) \
    X(fmi2Status, GetIntegerStatus, (fmi2Component component, const fmi2StatusKind kind, fmi2Integer     \
      *values))                                                                                          \
    X(fmi2Status, GetBooleanStatus, (fmi2Component component, const fmi2StatusKind kind, fmi2Boolean     \
      *values))                                                                                          \
    X(fmi2Status, GetStringStatus, (fmi2Component component, const fmi2StatusKind kind, fmi2String       \
      *values))
/* clang-format on */

/* All 44. */
#define FMI2_FUNCTIONS(X)                                                                                    \
    FMI2_COMMON_FUNCTIONS(X)                                                                                 \
    FMI2_EXCHANGE_FUNCTIONS(X)                                                                               \
    FMI2_COSIMULATION_FUNCTIONS(X)

/* fmi2GetVersionTYPE and so on. */
#define FMI2_TYPE(answer, name, arguments) typedef answer fmi2##name##TYPE arguments;
FMI2_FUNCTIONS(FMI2_TYPE)
#undef FMI2_TYPE

#define FMI2_DECLARE(answer, name, arguments)                                                                \
    __attribute__((visibility("default"))) answer fmi2##name arguments;

#endif
