// Types of texts, by their demangled names: std::basic_string and its view.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace covolve::instrument {

/// Of a type of characters, in bytes.
std::optional<unsigned> characterWidth(llvm::StringRef type);

/// Of the characters of `name<...>`, with the usual traits and memory: others lie otherwise.
std::optional<unsigned> widthOfText(llvm::StringRef type, const std::string& name);

/// The names of the two.
constexpr const char* kString = "std::__cxx11::basic_string";
constexpr const char* kView = "std::basic_string_view";

}  // namespace covolve::instrument
