# The tests: tests/test_NAME.c is one cmocka program each, tests/cli/NAME.sh one end-to-end test each.
# They are built by the target `tests`, not by `all`.
enable_testing()
add_custom_target(tests)

function(eg_test_properties name)
    set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT
        "ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1;UBSAN_OPTIONS=print_stacktrace=1;LC_ALL=C")
endfunction()

# ---------------------------------------------------------------- cmocka programs

find_path(EG_CMOCKA_INCLUDE cmocka.h)
find_library(EG_CMOCKA_LIBRARY cmocka)
mark_as_advanced(EG_CMOCKA_INCLUDE EG_CMOCKA_LIBRARY)
if(EG_CMOCKA_INCLUDE AND EG_CMOCKA_LIBRARY)
    file(GLOB test_sources CONFIGURE_DEPENDS tests/test_*.c)
else()
    message(STATUS "Unit tests: not built (missing: cmocka; Debian: libcmocka-dev)")
endif()
foreach(source IN LISTS test_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} EXCLUDE_FROM_ALL ${source})
    target_include_directories(${name} PRIVATE include src tests)
    target_include_directories(${name} SYSTEM PRIVATE ${EG_CMOCKA_INCLUDE} ${EG_SYSTEM_INCLUDES})
    target_compile_definitions(${name} PRIVATE _XOPEN_SOURCE=700 ${EG_DEFINITIONS}
                               EG_SOURCE_DIR="${PROJECT_SOURCE_DIR}" EG_SANITIZED=$<BOOL:${EG_SANITIZE}>)
    target_compile_options(${name} PRIVATE -O0) # they are compiled more often than run; the library is as it is
    target_link_libraries(${name} PRIVATE elastogap_static ${EG_CMOCKA_LIBRARY} m)
    add_dependencies(tests ${name})
    add_test(NAME ${name} COMMAND ${name})
    eg_test_properties(${name})
endforeach()

# FMUs are tried as importers see them: by the shared object.
foreach(name IN ITEMS test_fmu test_fmu_abuse test_fmu_continued test_fmu_derivatives test_fmu_events test_fmu_examples test_fmu_parameters test_fmu_source test_fmu_states test_fmu_steps test_fmu_terminals test_fmu_threads test_fmu_tunable test_fmus)
    if(TARGET ${name})
        target_compile_definitions(${name} PRIVATE EG_FMU_RUNTIME="$<TARGET_FILE:elastogap_fmu>")
        add_dependencies(${name} elastogap_fmu)
    endif()
endforeach()

# What pages in browsers ask for is in no library.
if(TARGET test_web)
    target_sources(test_web PRIVATE $<TARGET_OBJECTS:eg_web>)
endif()

# Those with threads, for the thread sanitizer.
add_custom_target(thread_tests)
foreach(name IN ITEMS test_ensemble test_ensemble_refused test_fmu_threads test_fit test_stop test_sweep test_threads)
    if(TARGET ${name})
        add_dependencies(thread_tests ${name})
        set_tests_properties(${name} PROPERTIES LABELS threads)
    endif()
endforeach()

# An FMU that misbehaves as it is told.
if(TARGET test_fmu_contrary)
    add_library(fmu_contrary MODULE EXCLUDE_FROM_ALL tests/contrary/contrary.c tests/contrary/stubs.c)
    target_include_directories(fmu_contrary PRIVATE src)
    target_compile_definitions(fmu_contrary PRIVATE _XOPEN_SOURCE=700)
    target_compile_definitions(test_fmu_contrary PRIVATE EG_CONTRARY="$<TARGET_FILE:fmu_contrary>")
    add_dependencies(test_fmu_contrary fmu_contrary)
endif()

# Source FMUs are compiled by the compiler of this build and by another one, if there is one.
if(TARGET test_fmu_source)
    find_program(EG_OTHER_COMPILER NAMES clang gcc cc)
    target_compile_definitions(test_fmu_source PRIVATE EG_FMU_PIECES="${PROJECT_BINARY_DIR}/fmu_pieces.txt"
                               EG_C_COMPILER="${CMAKE_C_COMPILER}" EG_OTHER_COMPILER="${EG_OTHER_COMPILER}")
    add_dependencies(test_fmu_source fmu_pieces)
endif()
if(TARGET test_fmu_rules_archive)
    target_compile_definitions(test_fmu_rules_archive PRIVATE EG_FMU_PIECES="${PROJECT_BINARY_DIR}/fmu_pieces.txt")
    add_dependencies(test_fmu_rules_archive fmu_pieces)
endif()
add_dependencies(tests eg_embedded)

# Models run by `ida` hold their promises by `auto` too.
if(TARGET test_network_contact)
    foreach(name network_contact network_drives network_forces network_heat network_massless network_precision
                 network_random network_series network_signals)
        add_test(NAME test_${name}_auto COMMAND test_${name})
        eg_test_properties(test_${name}_auto)
        set_property(TEST test_${name}_auto APPEND PROPERTY ENVIRONMENT EG_TEST_ENGINE=auto)
    endforeach()
endif()

# Allocations that fail on demand: the calls of malloc and its kin go through the test's own. Only the
# library's: SUNDIALS, which does not survive this everywhere, is linked as shared libraries.
if(TARGET test_memory)
    target_sources(test_memory PRIVATE $<TARGET_OBJECTS:eg_objects>)
    set_target_properties(test_memory PROPERTIES LINK_LIBRARIES
                          "${EG_CMOCKA_LIBRARY};${EG_SHARED_LIBRARIES};m;${CMAKE_DL_LIBS}")
    target_link_options(test_memory PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
endif()

# ---------------------------------------------------------------- the force laws alone

# law.h promises to need C99 and nothing else: compiled as such, never run.
add_library(law_c99 OBJECT EXCLUDE_FROM_ALL tests/law_c99.c)
set_target_properties(law_c99 PROPERTIES C_STANDARD 99)
target_compile_options(law_c99 PRIVATE -Wsign-conversion)
target_include_directories(law_c99 PRIVATE include)
add_dependencies(tests law_c99)

# ---------------------------------------------------------------- end to end

if(TARGET elastogap)
    file(GLOB scripts CONFIGURE_DEPENDS tests/cli/*.sh)
    list(FILTER scripts EXCLUDE REGEX "/lib\\.sh$")
    add_dependencies(tests elastogap elastogap_shared)
    if(TARGET elastogap-mpi AND MPIEXEC_EXECUTABLE)
        add_dependencies(tests elastogap-mpi)
    else()
        list(FILTER scripts EXCLUDE REGEX "/mpi\\.sh$")
    endif()
endif()
foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND bash ${script})
    eg_test_properties(cli_${name})
    set_property(TEST cli_${name} APPEND PROPERTY ENVIRONMENT "ELASTOGAP=$<TARGET_FILE:elastogap>"
        "SOURCE=${PROJECT_SOURCE_DIR}" "BUILD=${PROJECT_BINARY_DIR}" "CC=${CMAKE_C_COMPILER}"
        "CMAKE=${CMAKE_COMMAND}" "SANITIZE=$<BOOL:${EG_SANITIZE}>")
endforeach()

if(TEST cli_mpi)
    set_property(TEST cli_mpi APPEND PROPERTY ENVIRONMENT "ELASTOGAP_MPI=$<TARGET_FILE:elastogap-mpi>"
        "MPIRUN=${MPIEXEC_EXECUTABLE}")
endif()

# The longest begin first, so that no core is left with one of them alone at the end.
set(cost 100)
foreach(name IN ITEMS test_examples test_fmu_source test_flatten test_fmu_examples cli_convert
                      test_equations_printed test_network_random test_network_random_auto test_friction_random
                      cli_info test_contact_gap test_manual test_equations_constraints cli_bad_input)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES COST ${cost})
        math(EXPR cost "${cost} - 1")
    endif()
endforeach()

# ---------------------------------------------------------------- fuzzing

if(EG_FUZZ)
    file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz_*.c)
    foreach(source IN LISTS fuzz_sources)
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} EXCLUDE_FROM_ALL ${source})
        target_include_directories(${name} PRIVATE include src)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        target_link_libraries(${name} PRIVATE elastogap_static)
        add_dependencies(tests ${name})
    endforeach()
endif()

# ---------------------------------------------------------------- Python

# By a Python that has numpy: Debian's, or the one that is first. A library under a sanitizer needs its runtime in the
# interpreter, whose own memory is not looked after for leaks; what is not the library's races nobody.
foreach(candidate IN ITEMS /usr/bin/python3 python3)
    if(NOT EG_PYTHON)
        execute_process(COMMAND ${candidate} -c "import numpy" RESULT_VARIABLE no_numpy OUTPUT_QUIET ERROR_QUIET)
        if(no_numpy EQUAL 0)
            set(EG_PYTHON ${candidate})
        endif()
    endif()
endforeach()
if(EG_SANITIZE)
    set(runtime_name libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
    set(python_left_out test_install test_layout test_tutorials)
elseif(EG_TSAN)
    set(runtime_name libtsan.so)
endif()
if(runtime_name)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=${runtime_name}
                    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(python_environment "LD_PRELOAD=${runtime};ASAN_OPTIONS=detect_leaks=0;EG_SANITIZED=1")
endif()
if(NOT EG_PYTHON)
    message(STATUS "Python tests: not built (missing: numpy; Debian: python3-numpy)")
elseif(NOT runtime_name OR EXISTS "${runtime}")
    file(GLOB python_tests CONFIGURE_DEPENDS python/tests/test_*.py)
    if(EG_TSAN)
        list(FILTER python_tests INCLUDE REGEX "test_(ensemble|interrupt|threads)")
        add_dependencies(thread_tests elastogap_shared)
    endif()
    foreach(source IN LISTS python_tests)
        get_filename_component(name ${source} NAME_WE)
        if(NOT name IN_LIST python_left_out)
            string(REPLACE "test_" "python_" test ${name})
            add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/python
                     COMMAND ${EG_PYTHON} -B -m unittest -q tests.${name})
            set_tests_properties(${test} PROPERTIES TIMEOUT 600 ENVIRONMENT
                "ELASTOGAP_LIBRARY=$<TARGET_FILE:elastogap_shared>;ELASTOGAP_BUILD=${PROJECT_BINARY_DIR};PYTHONPATH=${PROJECT_SOURCE_DIR}/python/src;CC=${CMAKE_C_COMPILER};${python_environment}")
            if(EG_TSAN)
                set_tests_properties(${test} PROPERTIES LABELS threads)
            endif()
        endif()
    endforeach()
endif()

# ---------------------------------------------------------------- what the documentation says

# A test a page that has blocks of code: tools/docs/try_page does what they say.
if(TARGET elastogap AND EG_PYTHON)
    file(GLOB_RECURSE pages CONFIGURE_DEPENDS docs/*.md)
    file(GLOB others CONFIGURE_DEPENDS *.md python/*.md)
    foreach(page IN LISTS pages others)
        file(STRINGS ${page} code REGEX "^ *```(sh|c|python|modelica)$")
        if(code)
            file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${page})
            string(REGEX REPLACE "^docs/|\\.md$" "" name ${name})
            string(MAKE_C_IDENTIFIER ${name} name)
            add_test(NAME docs_${name} COMMAND ${EG_PYTHON} -B ${PROJECT_SOURCE_DIR}/tools/docs/try_page ${page})
            eg_test_properties(docs_${name})
            set_property(TEST docs_${name} APPEND PROPERTY ENVIRONMENT "ELASTOGAP=$<TARGET_FILE:elastogap>"
                "BUILD=${PROJECT_BINARY_DIR}" "CC=${CMAKE_C_COMPILER}" "SANITIZE=$<BOOL:${EG_SANITIZE}>"
                "ELASTOGAP_LIBRARY=$<TARGET_FILE:elastogap_shared>" "PYTHONPATH=${PROJECT_SOURCE_DIR}/python/src")
        endif()
    endforeach()
endif()
