/* Types and functions of FMI 3.0, declared from the standard (https://fmi-standard.org/docs/3.0.2/): what an
 * FMU exports and an importer calls. Names are the standard's, so that each can be looked up there.
 *
 * The functions are lists for a macro X(answer, name without prefix, (arguments)): an FMU declares them all
 * with FMI3_DECLARE, an importer makes pointers of them. */
#ifndef EG_FMI_FMI3_H
#define EG_FMI_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

/* Worse and worse. */
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

/* What the importer gives to an instance; each may be NULL. */
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment, fmi3Status status,
                                       fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment environment, fmi3Float64 time,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                               fmi3Boolean *return_early, fmi3Float64 *return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

/* clang-format off */
/* Reading and writing values of one numeric type. */
#define FMI3_ACCESS(X, type)                                                                             \
    X(fmi3Status, Get##type, (fmi3Instance instance, const fmi3ValueReference references[],              \
      size_t count, fmi3##type values[], size_t value_count))                                            \
    X(fmi3Status, Set##type, (fmi3Instance instance, const fmi3ValueReference references[],              \
      size_t count, const fmi3##type values[], size_t value_count))
#define FMI3_NUMBER_FUNCTIONS(X)                                                                         \
    FMI3_ACCESS(X, Float32)                                                                              \
    FMI3_ACCESS(X, Float64)                                                                              \
    FMI3_ACCESS(X, Int8)                                                                                 \
    FMI3_ACCESS(X, UInt8)                                                                                \
    FMI3_ACCESS(X, Int16)                                                                                \
    FMI3_ACCESS(X, UInt16)                                                                               \
    FMI3_ACCESS(X, Int32)                                                                                \
    FMI3_ACCESS(X, UInt32)                                                                               \
    FMI3_ACCESS(X, Int64)                                                                                \
    FMI3_ACCESS(X, UInt64)

/* Of all kinds, but for those above. */
#define FMI3_COMMON_FUNCTIONS(X)                                                                         \
    X(const char *, GetVersion, (void))                                                                  \
    X(fmi3Status, SetDebugLogging, (fmi3Instance instance, fmi3Boolean logging_on, size_t count, const   \
      fmi3String categories[]))                                                                          \
    X(fmi3Instance, InstantiateModelExchange, (fmi3String name, fmi3String token, fmi3String resources,  \
      fmi3Boolean visible, fmi3Boolean logging_on, fmi3InstanceEnvironment environment,                  \
      fmi3LogMessageCallback log))                                                                       \
    X(fmi3Instance, InstantiateCoSimulation, (fmi3String name, fmi3String token, fmi3String resources,   \
      fmi3Boolean visible, fmi3Boolean logging_on, fmi3Boolean event_mode_used, fmi3Boolean              \
      early_return_allowed, const fmi3ValueReference required[], size_t required_count,                  \
      fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback    \
      update))                                                                                           \
    X(fmi3Instance, InstantiateScheduledExecution, (fmi3String name, fmi3String token, fmi3String        \
      resources, fmi3Boolean visible, fmi3Boolean logging_on, fmi3InstanceEnvironment environment,       \
      fmi3LogMessageCallback log, fmi3ClockUpdateCallback clock_update, fmi3LockPreemptionCallback lock, \
      fmi3UnlockPreemptionCallback unlock))                                                              \
    X(void, FreeInstance, (fmi3Instance instance))                                                       \
    X(fmi3Status, EnterInitializationMode, (fmi3Instance instance, fmi3Boolean has_tolerance,            \
      fmi3Float64 tolerance, fmi3Float64 start_time, fmi3Boolean has_stop_time, fmi3Float64 stop_time))  \
    X(fmi3Status, ExitInitializationMode, (fmi3Instance instance))                                       \
    X(fmi3Status, EnterEventMode, (fmi3Instance instance))                                               \
    X(fmi3Status, Terminate, (fmi3Instance instance))                                                    \
    X(fmi3Status, Reset, (fmi3Instance instance))                                                        \
    X(fmi3Status, GetBoolean, (fmi3Instance instance, const fmi3ValueReference references[], size_t      \
      count, fmi3Boolean values[], size_t value_count))                                                  \
    X(fmi3Status, GetString, (fmi3Instance instance, const fmi3ValueReference references[], size_t       \
      count, fmi3String values[], size_t value_count))                                                   \
    X(fmi3Status, GetBinary, (fmi3Instance instance, const fmi3ValueReference references[], size_t       \
      count, size_t sizes[], fmi3Binary values[], size_t value_count))                                   \
    X(fmi3Status, GetClock, (fmi3Instance instance, const fmi3ValueReference references[], size_t count, \
      fmi3Clock values[]))                                                                               \
    X(fmi3Status, SetBoolean, (fmi3Instance instance, const fmi3ValueReference references[], size_t      \
      count, const fmi3Boolean values[], size_t value_count))                                            \
    X(fmi3Status, SetString, (fmi3Instance instance, const fmi3ValueReference references[], size_t       \
      count, const fmi3String values[], size_t value_count))                                             \
    X(fmi3Status, SetBinary, (fmi3Instance instance, const fmi3ValueReference references[], size_t       \
      count, const size_t sizes[], const fmi3Binary values[], size_t value_count))                       \
    X(fmi3Status, SetClock, (fmi3Instance instance, const fmi3ValueReference references[], size_t count, \
      const fmi3Clock values[]))                                                                         \
    X(fmi3Status, GetNumberOfVariableDependencies, (fmi3Instance instance, fmi3ValueReference reference, \
      size_t *count))                                                                                    \
    X(fmi3Status, GetVariableDependencies, (fmi3Instance instance, fmi3ValueReference dependent, size_t  \
      dependent_elements[], fmi3ValueReference independents[], size_t independent_elements[],            \
      fmi3DependencyKind kinds[], size_t count))                                                         \
    X(fmi3Status, GetFMUState, (fmi3Instance instance, fmi3FMUState *state))                             \
    X(fmi3Status, SetFMUState, (fmi3Instance instance, fmi3FMUState state))                              \
    X(fmi3Status, FreeFMUState, (fmi3Instance instance, fmi3FMUState *state))                            \
    X(fmi3Status, SerializedFMUStateSize, (fmi3Instance instance, fmi3FMUState state, size_t *size))     \
    X(fmi3Status, SerializeFMUState, (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[],       \
      size_t size))                                                                                      \
    X(fmi3Status, DeserializeFMUState, (fmi3Instance instance, const fmi3Byte bytes[], size_t size,      \
      fmi3FMUState *state))                                                                              \
    X(fmi3Status, GetDirectionalDerivative, (fmi3Instance instance, const fmi3ValueReference unknowns[], \
      size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64     \
      seed[], size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count))                   \
    X(fmi3Status, GetAdjointDerivative, (fmi3Instance instance, const fmi3ValueReference unknowns[],     \
      size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64     \
      seed[], size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count))                   \
    X(fmi3Status, EnterConfigurationMode, (fmi3Instance instance))                                       \
    X(fmi3Status, ExitConfigurationMode, (fmi3Instance instance))                                        \
    X(fmi3Status, GetIntervalDecimal, (fmi3Instance instance, const fmi3ValueReference references[],     \
      size_t count, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]))                        \
    X(fmi3Status, GetIntervalFraction, (fmi3Instance instance, const fmi3ValueReference references[],    \
      size_t count, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier               \
      qualifiers[]))                                                                                     \
    X(fmi3Status, GetShiftDecimal, (fmi3Instance instance, const fmi3ValueReference references[], size_t \
      count, fmi3Float64 shifts[]))                                                                      \
    X(fmi3Status, GetShiftFraction, (fmi3Instance instance, const fmi3ValueReference references[],       \
      size_t count, fmi3UInt64 counters[], fmi3UInt64 resolutions[]))                                    \
    X(fmi3Status, SetIntervalDecimal, (fmi3Instance instance, const fmi3ValueReference references[],     \
      size_t count, const fmi3Float64 intervals[]))                                                      \
    X(fmi3Status, SetIntervalFraction, (fmi3Instance instance, const fmi3ValueReference references[],    \
      size_t count, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))                        \
    X(fmi3Status, SetShiftDecimal, (fmi3Instance instance, const fmi3ValueReference references[], size_t \
      count, const fmi3Float64 shifts[]))                                                                \
    X(fmi3Status, SetShiftFraction, (fmi3Instance instance, const fmi3ValueReference references[],       \
      size_t count, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))                        \
    X(fmi3Status, EvaluateDiscreteStates, (fmi3Instance instance))                                       \
    X(fmi3Status, UpdateDiscreteStates, (fmi3Instance instance, fmi3Boolean *need_update, fmi3Boolean    \
      *terminate, fmi3Boolean *nominals_changed, fmi3Boolean *values_changed, fmi3Boolean                \
      *has_next_time, fmi3Float64 *next_time))

/* Of Model Exchange. */
#define FMI3_EXCHANGE_FUNCTIONS(X)                                                                       \
    X(fmi3Status, EnterContinuousTimeMode, (fmi3Instance instance))                                      \
    X(fmi3Status, CompletedIntegratorStep, (fmi3Instance instance, fmi3Boolean no_way_back, fmi3Boolean  \
      *enter_event_mode, fmi3Boolean *terminate))                                                        \
    X(fmi3Status, SetTime, (fmi3Instance instance, fmi3Float64 time))                                    \
    X(fmi3Status, SetContinuousStates, (fmi3Instance instance, const fmi3Float64 states[], size_t        \
      count))                                                                                            \
    X(fmi3Status, GetContinuousStateDerivatives, (fmi3Instance instance, fmi3Float64 derivatives[],      \
      size_t count))                                                                                     \
    X(fmi3Status, GetEventIndicators, (fmi3Instance instance, fmi3Float64 indicators[], size_t count))   \
    X(fmi3Status, GetContinuousStates, (fmi3Instance instance, fmi3Float64 states[], size_t count))      \
    X(fmi3Status, GetNominalsOfContinuousStates, (fmi3Instance instance, fmi3Float64 nominals[], size_t  \
      count))                                                                                            \
    X(fmi3Status, GetNumberOfEventIndicators, (fmi3Instance instance, size_t *count))                    \
    X(fmi3Status, GetNumberOfContinuousStates, (fmi3Instance instance, size_t *count))

/* Of Co-Simulation. */
#define FMI3_COSIMULATION_FUNCTIONS(X)                                                                   \
    X(fmi3Status, EnterStepMode, (fmi3Instance instance))                                                \
    X(fmi3Status, GetOutputDerivatives, (fmi3Instance instance, const fmi3ValueReference references[],   \
      size_t count, const fmi3Int32 orders[], fmi3Float64 values[], size_t value_count))                 \
    X(fmi3Status, DoStep, (fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean        \
      no_way_back, fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *returned_early,       \
      fmi3Float64 *last_time))

/* Of Scheduled Execution. */
#define FMI3_SCHEDULED_FUNCTIONS(X)                                                                      \
    X(fmi3Status, ActivateModelPartition, (fmi3Instance instance, fmi3ValueReference clock, fmi3Float64  \
      time))
/* clang-format on */

/* All 75: a library must export every one, whatever it supports. */
#define FMI3_FUNCTIONS(X)                                                                                    \
    FMI3_NUMBER_FUNCTIONS(X)                                                                                 \
    FMI3_COMMON_FUNCTIONS(X)                                                                                 \
    FMI3_EXCHANGE_FUNCTIONS(X)                                                                               \
    FMI3_COSIMULATION_FUNCTIONS(X)                                                                           \
    FMI3_SCHEDULED_FUNCTIONS(X)

/* fmi3GetVersionTYPE and so on. */
#define FMI3_TYPE(answer, name, arguments) typedef answer fmi3##name##TYPE arguments;
FMI3_FUNCTIONS(FMI3_TYPE)
#undef FMI3_TYPE

#define FMI3_DECLARE(answer, name, arguments)                                                                \
    __attribute__((visibility("default"))) answer fmi3##name arguments;

#endif
