# find_package(covolve) brings covolve_generate_tests:
#
#   covolve_generate_tests(TARGET mylib [SOURCES order.cpp ...] [BUDGET 30s] [OUTPUT dir] [OPTIONS --seed 7 ...])
#
# adds two targets. mylib_generate_tests runs covolve on the sources (all of mylib unless some are named), with
# mylib's own flags and libraries. mylib_generated_tests is the program of all tests that were generated; CTest
# runs it. Tests are generated only when you ask for it: what was generated for the code as it was is what tells
# whether a change broke it.
#
# They go to OUTPUT, by default a folder of the build tree; name one of the source tree to keep them with the code.
get_filename_component(COVOLVE_EXECUTABLE "${CMAKE_CURRENT_LIST_DIR}/../../../bin/covolve" ABSOLUTE)
if(NOT EXISTS "${COVOLVE_EXECUTABLE}")
  set(covolve_FOUND FALSE)
  set(covolve_NOT_FOUND_MESSAGE "the installation is incomplete: ${COVOLVE_EXECUTABLE} is missing")
  return()
endif()

function(covolve_generate_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;BUDGET;OUTPUT" "SOURCES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR
      "covolve_generate_tests does not understand: ${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if("--framework" IN_LIST arg_OPTIONS)
    message(FATAL_ERROR "covolve_generate_tests: its tests are GoogleTest's, whatever --framework says")
  endif()
  if(arg_BUDGET AND "--evaluations" IN_LIST arg_OPTIONS)
    message(FATAL_ERROR "covolve_generate_tests: BUDGET and --evaluations both say when the search ends")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "covolve_generate_tests: there is no target \"${arg_TARGET}\"")
  endif()
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    message(FATAL_ERROR "covolve_generate_tests: the tests are C++, which the project does not enable")
  endif()
  get_target_property(type ${arg_TARGET} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    message(FATAL_ERROR "covolve_generate_tests: ${arg_TARGET} compiles no sources")
  endif()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}_generated_tests.dir)
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE)

  set(command ${COVOLVE_EXECUTABLE} unit -p ${CMAKE_BINARY_DIR} --target ${arg_TARGET} ${arg_SOURCES} -o ${output})
  if(arg_BUDGET)
    list(APPEND command --budget ${arg_BUDGET})
  endif()
  add_custom_target(${arg_TARGET}_generate_tests COMMAND ${command} ${arg_OPTIONS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} USES_TERMINAL VERBATIM
    COMMENT "covolve evolves tests for ${arg_TARGET}")
  add_dependencies(${arg_TARGET}_generate_tests ${arg_TARGET}) # headers that the build makes are there then

  _covolve_add_test_program(${arg_TARGET} ${type} ${output})
endfunction()

# The program of the tests that are in the folder at present, maybe of none.
function(_covolve_add_test_program target type output)
  set(program ${target}_generated_tests)
  set(beginning ${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp)
  file(CONFIGURE OUTPUT ${beginning} CONTENT
    "// ${program} also has the tests that ${target}_generate_tests has left in\n// ${output}.\n")
  add_executable(${program} ${beginning})
  # What a report says tells tests from fault tests, and where the source's own headers are.
  file(GLOB_RECURSE reports CONFIGURE_DEPENDS ${output}/covolve.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${reports})
  foreach(report ${reports})
    file(READ ${report} text)
    string(JSON tests ERROR_VARIABLE none GET "${text}" files tests)
    string(JSON source ERROR_VARIABLE unknown GET "${text}" source)
    if(none OR unknown)
      continue()
    endif()
    get_filename_component(folder ${report} DIRECTORY)
    get_filename_component(source_folder "${source}" DIRECTORY)
    target_sources(${program} PRIVATE ${folder}/${tests})
    set_source_files_properties(${folder}/${tests} PROPERTIES INCLUDE_DIRECTORIES "${source_folder}")
  endforeach()

  if(type STREQUAL "STATIC_LIBRARY")
    set(library ${target})
  else()
    set(library ${target}_under_test)
    _covolve_add_static_copy(${library} ${target} ${type})
  endif()
  _covolve_compile_alike(${program} ${target})
  get_target_property(standard ${target} CXX_STANDARD)
  if(NOT standard OR standard LESS 14 OR standard EQUAL 98) # what GoogleTest needs
    set(standard 14)
  endif()
  set_target_properties(${program} PROPERTIES CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON)
  if(NOT TARGET GTest::gtest_main)
    find_package(GTest REQUIRED)
  endif()
  target_link_libraries(${program} PRIVATE ${library} GTest::gtest_main)
  include(GoogleTest)
  gtest_discover_tests(${program} TEST_PREFIX ${target}.)
endfunction()

# Of a static library the linker takes only what a test does not define itself, by including a source; nothing of it
# is hidden; and a program's main() must get out of the way.
function(_covolve_add_static_copy library target type)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source ${sources})
    if(NOT IS_ABSOLUTE "${source}" AND NOT source MATCHES "^\\$<")
      set(source "${folder}/${source}")
    endif()
    list(APPEND absolute "${source}")
  endforeach()
  add_library(${library} STATIC EXCLUDE_FROM_ALL ${absolute})
  _covolve_compile_alike(${library} ${target})
  target_link_libraries(${library} PUBLIC $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  foreach(property C_STANDARD CXX_STANDARD)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${library} PROPERTIES ${property} ${value})
    endif()
  endforeach()
  if(type STREQUAL "EXECUTABLE")
    target_compile_definitions(${library} PRIVATE main=covolve_user_main)
  endif()
endfunction()

# With the target's own include directories, macros and options; warnings are for the target itself.
function(_covolve_compile_alike other target)
  target_include_directories(${other} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_definitions(${other} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  target_compile_options(${other} PRIVATE
    $<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,EXCLUDE,^-W>)
endfunction()
