# Merges the buffers of MLIR programs as a step of a build. Needs CMake 3.20.
#
#   memplan_merge(TARGET FILE [OUTPUT FILE] [LOWER_WITH PROGRAM] [OPTIONS OPTION...])
#
# adds a target that merges FILE when it, memplan or PROGRAM is newer than the result. The result is NAME.merged.mlir in the
# current binary directory, or OUTPUT, and the property MEMPLAN_OUTPUT of the target:
#
#   get_target_property(merged TARGET MEMPLAN_OUTPUT)
#
# PROGRAM lowers StableHLO, TOSA, torch and ONNX programs first: `memplan help merge`, option --lower-with. OPTIONS are further
# options of `memplan merge`. The cache variable MEMPLAN_EXECUTABLE is the path of the command.

include_guard(GLOBAL)

find_program(MEMPLAN_EXECUTABLE memplan REQUIRED DOC "The command memplan: pip install memplan, or cargo install")

function(memplan_merge target file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "OUTPUT;LOWER_WITH" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "memplan_merge: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT arg_OUTPUT)
    cmake_path(GET file STEM LAST_ONLY stem)
    set(arg_OUTPUT "${stem}.merged.mlir")
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set(lower)
  if(arg_LOWER_WITH)
    set(lower "--lower-with=${arg_LOWER_WITH}")
  endif()
  add_custom_command(
    OUTPUT "${arg_OUTPUT}"
    COMMAND "${MEMPLAN_EXECUTABLE}" merge --quiet "${file}" -o "${arg_OUTPUT}" ${lower} ${arg_OPTIONS}
    DEPENDS "${file}" "${MEMPLAN_EXECUTABLE}" ${arg_LOWER_WITH}
    COMMENT "memplan merge ${file}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${arg_OUTPUT}")
  set_target_properties(${target} PROPERTIES MEMPLAN_OUTPUT "${arg_OUTPUT}")
endfunction()
