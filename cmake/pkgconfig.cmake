# elastogap.pc, by CMAKE_INSTALL_LIBDIR and CMAKE_INSTALL_INCLUDEDIR. It finds the prefix from where it lies itself,
# however deep that is: Debian's libraries have a folder for each kind of machine.
file(RELATIVE_PATH EG_PC_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" EG_PC_UP "${EG_PC_UP}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/elastogap.pc.in ${PROJECT_BINARY_DIR}/elastogap.pc @ONLY)
