# What `cmake --install` puts in place: the program, and the library with its headers, so that find_package(talweg) and
# target_link_libraries(… talweg::talweg) are all that another project needs.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/talweg)

install(TARGETS talweg_app COMPONENT program)
install(TARGETS talweg talweg_compiler talweg_dependencies EXPORT talweg_targets COMPONENT library)
foreach(headers ${CMAKE_SOURCE_DIR}/src/talweg ${CMAKE_BINARY_DIR}/generated/talweg)
    install(DIRECTORY ${headers} TYPE INCLUDE COMPONENT library FILES_MATCHING PATTERN *.hpp)
endforeach()
install(EXPORT talweg_targets NAMESPACE talweg:: DESTINATION ${package_directory} COMPONENT library)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/talweg-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/talweg-config.cmake ${CMAKE_BINARY_DIR}/talweg-config-version.cmake
        DESTINATION ${package_directory} COMPONENT library)
