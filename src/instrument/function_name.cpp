#include "instrument/function_name.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <cstdlib>
#include <memory>

namespace covolve::instrument {

namespace {

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// The end of a bracketed group that starts at `begin`.
size_t groupEnd(std::string_view text, size_t begin) {
  int depth = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '<' || text[i] == '[' || text[i] == '{') ++depth;
    const bool isArrow = text[i] == '>' && i > 0 && text[i - 1] == '-';
    if (text[i] == ')' || (text[i] == '>' && !isArrow) || text[i] == ']' || text[i] == '}') --depth;
    if (depth == 0) return i + 1;
  }
  return text.size();
}

/// Length of an operator's own symbols behind the word "operator": those brackets open no group.
size_t operatorSymbols(std::string_view rest) {
  for (const std::string_view symbol :
       {"()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"}) {
    if (rest.substr(0, symbol.size()) == symbol) return symbol.size();
  }
  return 0;
}

/// Lambdas and unnamed types: 'lambda0', $_1, 'unnamed'. Their numbers change when unrelated code does.
std::string withoutNumber(std::string_view part) {
  if (part.substr(0, 2) == "$_") return "lambda";
  if (part.substr(0, 7) == "'lambda") return "lambda";
  if (part.substr(0, 8) == "'unnamed") return "unnamed";
  return std::string(part);
}

/// The last space that belongs to no name ("(anonymous namespace)", "operator bool") ends a return type.
std::string withoutReturnType(std::string name) {
  size_t limit = 0;
  for (size_t at = 0; (at = name.find("operator ", at)) != std::string::npos; ++at) {
    if (at > 0 && isNameCharacter(name[at - 1])) continue;
    limit = at;
    break;
  }
  if (limit == 0) limit = name.size();
  for (size_t at = limit; at-- > 0;) {
    constexpr std::string_view kUnnamed = "(anonymous";
    const bool inUnnamed =
        at >= kUnnamed.size() && name.compare(at - kUnnamed.size(), kUnnamed.size(), kUnnamed) == 0;
    if (name[at] == ' ' && !inUnnamed) return name.substr(at + 1);
  }
  return name;
}

struct FreeMemory {
  void operator()(char* text) const { std::free(text); }
};
using OwnedText = std::unique_ptr<char, FreeMemory>;

std::string demangledName(const std::string& mangled) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return {};
  size_t size = 0;
  const OwnedText context(demangler.getFunctionDeclContextName(nullptr, &size));
  const OwnedText base(demangler.getFunctionBaseName(nullptr, &size));
  if (!base) return {};
  std::string name = context ? context.get() : "";
  if (!name.empty()) name += "::";
  return name + base.get();
}

}  // namespace

std::string simplifiedName(std::string_view demangled) {
  constexpr std::string_view kUnnamedNamespace = "(anonymous namespace)";
  constexpr std::string_view kOperator = "operator";
  std::string result;
  for (size_t i = 0; i < demangled.size();) {
    const std::string_view rest = demangled.substr(i);
    const bool atWordStart = i == 0 || !isNameCharacter(demangled[i - 1]);
    if (rest.substr(0, kUnnamedNamespace.size()) == kUnnamedNamespace) {
      result += kUnnamedNamespace;
      i += kUnnamedNamespace.size();
    } else if (atWordStart && rest.substr(0, kOperator.size()) == kOperator &&
               (rest.size() == kOperator.size() || !isNameCharacter(rest[kOperator.size()]))) {
      const size_t length = kOperator.size() + operatorSymbols(rest.substr(kOperator.size()));
      result += rest.substr(0, length);
      i += length;
    } else if (rest[0] == '<' || rest[0] == '(' || rest[0] == '[') {
      i = groupEnd(demangled, i);  // template arguments, parameters, [abi:...]
    } else if (atWordStart && (rest[0] == '$' || rest[0] == '\'')) {
      const size_t close = rest[0] == '\'' ? rest.find('\'', 1) : std::string_view::npos;
      size_t length = close == std::string_view::npos ? 1 : close + 1;
      while (close == std::string_view::npos && length < rest.size() && isNameCharacter(rest[length]))
        ++length;
      result += withoutNumber(rest.substr(0, length));
      i += length;
    } else {
      result += rest[0];
      ++i;
    }
  }
  // A local entity's context is a whole function: "void f() const::lambda".
  for (const std::string_view qualifier : {" const", " volatile", " &&", " &"}) {
    const std::string marked = std::string(qualifier) + "::";
    for (size_t at; (at = result.find(marked)) != std::string::npos;) result.erase(at, qualifier.size());
  }
  return withoutReturnType(std::move(result));
}

std::string sourceName(const llvm::Function& function) {
  const std::string mangled = function.getName().str();
  const std::string demangled = demangledName(mangled);
  if (!demangled.empty()) return simplifiedName(demangled);
  const std::string own = simplifiedName(function.getSubprogram()->getName().str());
  // The demangler does not know generic lambdas of internal linkage: "_ZZ <enclosing function> E <entity>".
  if (mangled.starts_with("_ZZ")) {
    for (size_t end = 3; (end = mangled.find('E', end)) != std::string::npos; ++end) {
      const std::string enclosing = demangledName("_Z" + mangled.substr(3, end - 3));
      const std::string local = own == "operator()" ? "::lambda::" : "::";
      if (!enclosing.empty()) return simplifiedName(enclosing).append(local).append(own);
    }
  }
  return own;
}

bool startsWithOneOf(llvm::StringRef name, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

}  // namespace covolve::instrument
