# What `make install` puts where: headers, libraries, the program, its manual page, and the files by
# which pkg-config and CMake find the library.
install(DIRECTORY include/elastogap DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS elastogap_static elastogap_shared EXPORT elastogapTargets)
if(TARGET elastogap)
    install(TARGETS elastogap)
endif()
if(TARGET elastogap-mpi)
    install(TARGETS elastogap-mpi)
endif()
# What a program without an operating system compiles beside its plan (`elastogap firmware`).
install(DIRECTORY src/fixed/run DESTINATION ${CMAKE_INSTALL_DATADIR}/elastogap/fixed)
install(FILES docs/elastogap.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

include(cmake/pkgconfig.cmake)
install(FILES ${PROJECT_BINARY_DIR}/elastogap.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/elastogap)
configure_package_config_file(cmake/elastogapConfig.cmake.in elastogapConfig.cmake
                              INSTALL_DESTINATION ${config_directory})
write_basic_package_version_file(elastogapConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/elastogapConfig.cmake ${PROJECT_BINARY_DIR}/elastogapConfigVersion.cmake
        DESTINATION ${config_directory})
install(EXPORT elastogapTargets NAMESPACE elastogap:: DESTINATION ${config_directory})
