# What the library stands on. Each optional dependency that is missing costs one feature and says so.
#
# Sets EG_HAVE_SUNDIALS, EG_HAVE_JANSSON, EG_DEFINITIONS, EG_SYSTEM_INCLUDES, EG_STATIC_LIBRARIES, EG_SHARED_LIBRARIES
# and, for the pkg-config file, EG_PC_PRIVATE.
include(CheckSymbolExists)
set(EG_HAVE_SUNDIALS FALSE)
set(EG_DEFINITIONS)
set(EG_SYSTEM_INCLUDES)
set(EG_STATIC_LIBRARIES)
set(EG_SHARED_LIBRARIES)
set(EG_PC_PRIVATE)

# ---------------------------------------------------------------- the engine ida: SUNDIALS and KLU

set(solver_libraries sundials_ida sundials_sunlinsolklu sundials_sunmatrixsparse sundials_nvecserial
                     sundials_generic klu amd colamd btf suitesparseconfig)
set(solver_missing)
if(EG_IDA)
    find_path(EG_SUNDIALS_INCLUDE ida/ida.h)
    find_path(EG_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse)
    if(NOT EG_SUNDIALS_INCLUDE)
        list(APPEND solver_missing ida/ida.h)
    endif()
    if(NOT EG_KLU_INCLUDE)
        list(APPEND solver_missing klu.h)
    endif()
    foreach(name IN LISTS solver_libraries)
        find_library(EG_SHARED_${name} ${name})
        find_library(EG_STATIC_${name} NAMES lib${name}.a ${name})
        if(NOT EG_SHARED_${name})
            list(APPEND solver_missing lib${name})
        endif()
        list(APPEND solver_static ${EG_STATIC_${name}})
        list(APPEND solver_shared ${EG_SHARED_${name}})
        string(APPEND solver_pc " -l${name}")
    endforeach()
    if(NOT solver_missing)
        file(STRINGS ${EG_SUNDIALS_INCLUDE}/sundials/sundials_config.h sundials_version
             REGEX "#define SUNDIALS_VERSION_MAJOR")
        if(NOT sundials_version MATCHES " ([6-9]|[1-9][0-9])")
            list(APPEND solver_missing "SUNDIALS 6")
        endif()
    endif()
    mark_as_advanced(EG_SUNDIALS_INCLUDE EG_KLU_INCLUDE)
else()
    set(solver_missing "switched off by EG_IDA")
endif()

if(solver_missing)
    list(JOIN solver_missing ", " solver_missing)
    message(STATUS "Engine ida: not built (missing: ${solver_missing}; Debian: libsundials-dev libsuitesparse-dev)")
else()
    message(STATUS "Engine ida: SUNDIALS and KLU found")
    set(EG_HAVE_SUNDIALS TRUE)
    list(APPEND EG_SYSTEM_INCLUDES ${EG_SUNDIALS_INCLUDE} ${EG_KLU_INCLUDE})
    list(APPEND EG_STATIC_LIBRARIES ${solver_static})
    list(APPEND EG_SHARED_LIBRARIES ${solver_shared})
    string(APPEND EG_PC_PRIVATE "${solver_pc}")
endif()

# ---------------------------------------------------------------- the system: large pages

set(CMAKE_REQUIRED_DEFINITIONS -D_DEFAULT_SOURCE)
check_symbol_exists(MADV_HUGEPAGE sys/mman.h EG_HAVE_LARGE_PAGES)
unset(CMAKE_REQUIRED_DEFINITIONS)
if(EG_HAVE_LARGE_PAGES)
    list(APPEND EG_DEFINITIONS EG_HAVE_LARGE_PAGES=1)
endif()

# ---------------------------------------------------------------- libraries that are loaded when they are needed

# They are not linked, since their start costs more than a simulation (matio stands on HDF5). EG_<NAME> switches the
# feature, EG_HAVE_<NAME> tells sources that it is there. header may be "". Behind it: what the library may be called.
function(eg_find_loaded name feature called package header)
    if(EG_${name})
        find_library(EG_${name}_LIBRARY NAMES ${ARGN})
        mark_as_advanced(EG_${name}_LIBRARY)
        if(header)
            find_path(EG_${name}_INCLUDE ${header} PATH_SUFFIXES hdf5/serial)
            mark_as_advanced(EG_${name}_INCLUDE)
        endif()
    endif()
    if(EG_${name} AND EG_${name}_LIBRARY AND (NOT header OR EG_${name}_INCLUDE))
        message(STATUS "${feature}: ${called} found")
        set(EG_DEFINITIONS ${EG_DEFINITIONS} EG_HAVE_${name}=1 PARENT_SCOPE)
        if(header)
            set(EG_SYSTEM_INCLUDES ${EG_SYSTEM_INCLUDES} ${EG_${name}_INCLUDE} PARENT_SCOPE)
        endif()
    else()
        message(STATUS "${feature}: not built (missing: ${called}; Debian: ${package})")
    endif()
endfunction()

eg_find_loaded(MATIO "MAT files" matio libmatio-dev matio.h matio)
eg_find_loaded(HDF5 "HDF5 tables" HDF5 libhdf5-dev hdf5.h hdf5_serial hdf5)
eg_find_loaded(LAPACK "Eigenvalues" LAPACK liblapack-dev "" lapack)

# ---------------------------------------------------------------- FMUs that are run: libzip and libxml2

# Loaded when the first FMU is read, like matio.
find_path(EG_ZIP_INCLUDE zip.h)
find_path(EG_XML_INCLUDE libxml/parser.h PATH_SUFFIXES libxml2)
find_library(EG_ZIP_LIBRARY zip)
find_library(EG_XML_LIBRARY xml2)
mark_as_advanced(EG_ZIP_INCLUDE EG_XML_INCLUDE EG_ZIP_LIBRARY EG_XML_LIBRARY)
if(EG_ZIP_INCLUDE AND EG_XML_INCLUDE AND EG_ZIP_LIBRARY AND EG_XML_LIBRARY)
    message(STATUS "Running FMUs: libzip and libxml2 found")
    list(APPEND EG_DEFINITIONS EG_HAVE_FMU_IMPORT=1)
    list(APPEND EG_SYSTEM_INCLUDES ${EG_ZIP_INCLUDE} ${EG_XML_INCLUDE})
else()
    message(STATUS "Running FMUs: not built (missing: libzip or libxml2; Debian: libzip-dev libxml2-dev)")
endif()

# ---------------------------------------------------------------- plots: gnuplot, called when a plot is drawn

find_program(EG_GNUPLOT gnuplot)
mark_as_advanced(EG_GNUPLOT)
if(NOT EG_GNUPLOT)
    message(STATUS "Plots: not found (missing: gnuplot; Debian: gnuplot-nox)")
endif()

# ---------------------------------------------------------------- the language server: jansson

# Of the program alone; as an archive where there is one, so that other commands start as fast as without it.
set(EG_HAVE_JANSSON FALSE)
find_path(EG_JANSSON_INCLUDE jansson.h)
find_library(EG_JANSSON_LIBRARY NAMES libjansson.a jansson)
mark_as_advanced(EG_JANSSON_INCLUDE EG_JANSSON_LIBRARY)
if(EG_JANSSON_INCLUDE AND EG_JANSSON_LIBRARY)
    message(STATUS "Language server: jansson found")
    set(EG_HAVE_JANSSON TRUE)
else()
    message(STATUS "Language server: not built (missing: jansson; Debian: libjansson-dev)")
endif()

# ---------------------------------------------------------------- sweeps by many processes: MPI

# Of the program elastogap-mpi alone; the library knows nothing of it.
set(EG_HAVE_MPI FALSE)
if(EG_MPI)
    find_package(MPI QUIET COMPONENTS C)
    set(EG_HAVE_MPI ${MPI_C_FOUND})
endif()
if(EG_HAVE_MPI)
    message(STATUS "Sweeps by MPI: MPI ${MPI_C_VERSION} found")
else()
    message(STATUS "Sweeps by MPI: not built (missing: MPI; Debian: libopenmpi-dev openmpi-bin)")
endif()
