# An overlay port: vcpkg install mcp-errors --overlay-ports=packaging/vcpkg. Needs cargo. Not tested: vcpkg cannot be had from
# the registries that the tests use.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(CARGO cargo REQUIRED)
set(TARGET_DIR "${CURRENT_BUILDTREES_DIR}/target")

vcpkg_execute_required_process(
  COMMAND "${CARGO}" rustc --release --locked --lib --crate-type cdylib,staticlib --target-dir "${TARGET_DIR}"
  WORKING_DIRECTORY "${SOURCE_PATH}" LOGNAME build-${TARGET_TRIPLET})
vcpkg_execute_required_process(
  COMMAND "${CMAKE_COMMAND}" -E env "LIBRARIES=${TARGET_DIR}/release" bash bindings/c/install.sh "" "${CURRENT_PACKAGES_DIR}"
  WORKING_DIRECTORY "${SOURCE_PATH}" LOGNAME install-${TARGET_TRIPLET})

if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  file(GLOB UNUSED "${CURRENT_PACKAGES_DIR}/lib/libmcp_errors.so*")
else()
  file(GLOB UNUSED "${CURRENT_PACKAGES_DIR}/lib/libmcp_errors.a")
endif()
file(REMOVE ${UNUSED})
# The library is always built with optimization; a debug build links the same files.
file(INSTALL "${CURRENT_PACKAGES_DIR}/lib" DESTINATION "${CURRENT_PACKAGES_DIR}/debug")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_cmake_config_fixup(PACKAGE_NAME mcp_errors CONFIG_PATH lib/cmake/mcp_errors)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
