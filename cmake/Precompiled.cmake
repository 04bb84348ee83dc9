# Precompiled headers: most of a source's compile time is spent on the same few
# headers of the standard library, fmt, JSON, Clang and GoogleTest.
#
# CMake's own target_precompile_headers writes paths of the checkout into what it
# makes; then nothing that one clone has compiled (ccache) serves the next. Here
# the headers are read before a file of the system that every compilation starts
# with anyway. They must be headers of libraries, not ours.
option(COVOLVE_PRECOMPILE "Precompile the headers of libraries" ON)
add_custom_target(covolve_precompiled) # all of them, for tools that read sources as the compiler does

# covolve_precompile(name FLAGS flag... HEADERS header...) makes what
# covolve_use_precompiled(target name) uses. The flags are those of the targets
# that decide how a header is read: definitions, include paths, -fno-rtti.
function(covolve_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FLAGS;HEADERS")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${configuration}}")
  list(TRANSFORM arg_HEADERS PREPEND "-include;" OUTPUT_VARIABLE headers)
  set(file ${CMAKE_BINARY_DIR}/precompiled/${name}.pch)
  add_custom_command(OUTPUT ${file} DEPFILE ${file}.d VERBATIM COMMENT "Precompiling headers: ${name}"
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/precompiled
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${CMAKE_CXX23_STANDARD_COMPILE_OPTION} ${arg_FLAGS} ${headers}
            -MD -MT ${file} -MF ${file}.d -fpch-instantiate-templates -Xclang -fno-pch-timestamp
            -x c++-header /usr/include/stdc-predef.h -o ${file})
  add_custom_target(covolve_precompiled_${name} DEPENDS ${file})
  add_dependencies(covolve_precompiled covolve_precompiled_${name})
endfunction()

function(covolve_use_precompiled target name)
  if(COVOLVE_PRECOMPILE)
    add_dependencies(${target} covolve_precompiled_${name})
    # Relative to where Ninja compiles, for the same reason.
    target_compile_options(${target} PRIVATE
      "SHELL:-Xclang -include-pch -Xclang precompiled/${name}.pch -Xclang -fno-pch-timestamp")
  endif()
endfunction()

# Not <regex>, <iostream> and other headers that few sources use: what is not needed costs time as well.
set(COVOLVE_COMMON_HEADERS algorithm array atomic bit charconv chrono cmath cstdint cstring deque expected filesystem
    fstream functional limits map memory mutex numeric optional set span sstream string string_view thread tuple
    unordered_map utility variant vector fmt/format.h fmt/ranges.h nlohmann/json.hpp)
covolve_precompile(common FLAGS -fPIC -DFMT_SHARED HEADERS ${COVOLVE_COMMON_HEADERS})
covolve_precompile(cli FLAGS -fPIC -DFMT_SHARED HEADERS ${COVOLVE_COMMON_HEADERS} CLI/CLI.hpp)
separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
covolve_precompile(llvm FLAGS -fPIC -fno-rtti ${llvm_definitions} -isystem ${LLVM_INCLUDE_DIRS}
  HEADERS algorithm map optional set string vector llvm/IR/DebugInfoMetadata.h llvm/IR/Dominators.h
          llvm/IR/InstIterator.h llvm/IR/IntrinsicInst.h llvm/IR/IRBuilder.h llvm/IR/Module.h
          llvm/Support/raw_ostream.h)
covolve_precompile(clang FLAGS -fPIC -fno-rtti -DFMT_SHARED ${llvm_definitions} -isystem ${LLVM_INCLUDE_DIRS}
  HEADERS algorithm map optional set string vector fmt/format.h clang/AST/ASTContext.h
          clang/AST/DeclCXX.h clang/AST/DeclTemplate.h clang/Frontend/CompilerInstance.h clang/Lex/Preprocessor.h
          clang/Sema/Sema.h)
