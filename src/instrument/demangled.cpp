#include "instrument/demangled.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Demangle/Demangle.h>

#include <cstdlib>
#include <memory>

namespace covolve::instrument {

namespace {

std::string owned(char* text) {
  const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
  return text != nullptr ? text : "";
}

std::vector<std::string> split(llvm::StringRef list) {
  std::vector<std::string> types;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '<' || list[i] == '(') ++depth;
    if (list[i] == '>' || list[i] == ')') --depth;
    if (list[i] != ',' || depth != 0) continue;
    types.push_back(list.slice(begin, i).trim().str());
    begin = i + 1;
  }
  if (!list.substr(begin).trim().empty()) types.push_back(list.substr(begin).trim().str());
  return types;
}

}  // namespace

std::optional<Demangled> demangle(const std::string& mangled) {
  llvm::ItaniumPartialDemangler demangler;  // looks at the name as long as it lives
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return std::nullopt;
  Demangled function;
  function.scope = owned(demangler.getFunctionDeclContextName(nullptr, nullptr));
  function.name = plainName(owned(demangler.getFunctionBaseName(nullptr, nullptr)));
  const std::string parameters = owned(demangler.getFunctionParameters(nullptr, nullptr));
  if (function.scope.empty() || function.name.empty() || parameters.empty()) return std::nullopt;
  const llvm::StringRef list = parameters;
  function.parameters = split(list.substr(1, list.rfind(')') - 1));
  return function;
}

std::vector<std::string> instantiatedWith(const std::string& mangled) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return {};
  const std::string name = owned(demangler.getFunctionName(nullptr, nullptr));
  const std::string base = owned(demangler.getFunctionBaseName(nullptr, nullptr));
  if (!name.ends_with(">") || base.ends_with(">")) return {};
  int depth = 0;
  for (size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<' && --depth == 0) return split(llvm::StringRef(name).slice(i + 1, name.size() - 1));
  }
  return {};
}

std::string rangesAlgorithm(const Demangled& function) {
  llvm::StringRef scope = function.scope;
  const bool isOne =
      function.name == "operator()" && scope.consume_front("std::ranges::__") && scope.consume_back("_fn");
  return isOne ? scope.str() : "";
}

std::vector<std::string> templateArguments(const std::string& type, const std::string& name) {
  if (!type.starts_with(name + "<") || !type.ends_with(">")) return {};
  int depth = 0;
  for (size_t i = name.size(); i < type.size(); ++i) {
    if (type[i] == '<') ++depth;
    if (type[i] == '>' && --depth == 0 && i + 1 != type.size()) return {};
  }
  return split(llvm::StringRef(type).slice(name.size() + 1, type.size() - 1));
}

std::string plainName(const std::string& name) {
  const std::string isOperator = "operator";
  std::string plain;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && plain.ends_with(isOperator)) {
      // Its own brackets open no list of template arguments.
      return plain + name.substr(i, name.find_first_not_of("=!<>()[]", i) - i);
    }
    if (name[i] == '<') ++depth;
    if (depth == 0) plain += name[i];
    if (name[i] == '>') --depth;
  }
  const std::string inlined = "__cxx11::";
  for (size_t at = plain.find(inlined); at != std::string::npos; at = plain.find(inlined))
    plain.erase(at, inlined.size());
  return plain;
}

}  // namespace covolve::instrument
