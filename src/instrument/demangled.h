// A function of C++ as its mangled name tells it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace covolve::instrument {

struct Demangled {
  std::string scope;                    // "std", "std::map<int, ...>"
  std::string name;                     // "find", "operator=="
  std::vector<std::string> parameters;  // types, without the object
};

std::optional<Demangled> demangle(const std::string& mangled);

/// With which a function template was instantiated; none where it is no template.
std::vector<std::string> instantiatedWith(const std::string& mangled);

/// "find" of std::ranges::find, which is an object with an operator; empty for any other function.
std::string rangesAlgorithm(const Demangled& function);

/// Of "std::map<int, ...>" "int" and so on; none where the type is no such template, or goes on behind.
std::vector<std::string> templateArguments(const std::string& type, const std::string& name);

/// "std::__cxx11::basic_string<char, ...>" as "std::basic_string": without template arguments and inline
/// namespaces.
std::string plainName(const std::string& name);

}  // namespace covolve::instrument
