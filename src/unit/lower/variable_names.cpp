#include "unit/lower/variable_names.h"

#include <array>
#include <cctype>

#include "program/name_parts.h"

namespace covolve::unit {

namespace {

constexpr std::array kKeywords = {
    "alignas", "alignof", "and", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "concept",
    "const", "consteval", "constexpr", "continue", "co_await", "co_return", "co_yield", "decltype", "default",
    "delete", "do", "double", "else", "enum", "explicit", "export", "extern", "false", "float", "for",
    "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not",
    "nullptr", "operator", "or", "private", "protected", "public", "register", "requires", "return", "short",
    "signed", "sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "try", "typedef",
    "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "while", "xor",
    "bitand", "bitor", "compl", "std", "testing", "main",
    // Macros of the standard library and of common platforms.
    "assert", "errno", "stdin", "stdout", "stderr", "unix", "linux", "major", "minor"};

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
char toLower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char toUpper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

void addWords(std::string_view text, std::set<std::string>& words) {
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end > i) words.emplace(text.substr(i, end - i));
    i = end + 1;
  }
}

}  // namespace

std::set<std::string> reservedNames(const program::Model& model) {
  std::set<std::string> names(kKeywords.begin(), kKeywords.end());
  for (const program::Type& type : model.types) {
    addWords(type.spelling, names);
    for (const program::Enumerator& enumerator : type.enumerators) addWords(enumerator.name, names);
  }
  for (const program::Callable& callable : model.callables) {
    // A method's own name is only ever written behind a dot.
    const bool isMember = callable.kind == program::CallableKind::Method ||
                          callable.kind == program::CallableKind::StaticMethod;
    const size_t scope = callable.qualifiedName.rfind("::");
    addWords(isMember && scope != std::string::npos ? callable.qualifiedName.substr(0, scope)
                                                    : callable.qualifiedName,
             names);
  }
  return names;
}

std::string VariableNames::fresh(std::string_view wish) {
  std::string base;
  for (char c : wish) {
    if (isWord(c)) base += c;
  }
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0])) != 0 || base.starts_with("_") ||
      base.find("__") != std::string::npos) {
    base = "value";
  }
  const auto free = [&](const std::string& name) {
    return !reserved_.contains(name) && taken_.insert(name).second;
  };
  if (free(base)) return base;
  // order, order2; but point1, point2 where `point` itself is not to be had.
  for (unsigned number = taken_.contains(base) ? 2 : 1;; ++number) {
    std::string numbered = base + std::to_string(number);
    if (free(numbered)) return numbered;
  }
}

std::string lastComponent(std::string_view qualified) {
  size_t start = 0;
  int depth = 0;
  std::string name;
  for (size_t i = 0; i < qualified.size(); ++i) {
    const char c = qualified[i];
    if (c == '<') {
      if (depth++ == 0) name = qualified.substr(start, i - start);
    } else if (c == '>') {
      --depth;
    } else if (c == ':' && depth == 0) {
      start = i + 1;
      name.clear();
    }
  }
  return name.empty() ? std::string(qualified.substr(start)) : name;
}

std::string variableNameOf(std::string_view qualifiedType) {
  std::string type = lastComponent(qualifiedType);
  if (type.size() > 2 && type.ends_with("_t")) type.resize(type.size() - 2);
  std::string name = program::withoutInterfacePrefix(pascalCase(type));
  // A leading run of capitals is an acronym; its last letter starts the next word.
  for (size_t i = 0; i < name.size() && isUpper(name[i]); ++i) {
    if (i > 0 && i + 1 < name.size() && !isUpper(name[i + 1]) && isWord(name[i + 1]) &&
        std::isdigit(static_cast<unsigned char>(name[i + 1])) == 0) {
      break;
    }
    name[i] = toLower(name[i]);
  }
  return name;
}

std::string pascalCase(std::string_view text) {
  std::string name;
  bool startsWord = true;
  for (char c : text) {
    if (!isWord(c) || c == '_') {
      startsWord = true;
      continue;
    }
    name += startsWord ? toUpper(c) : c;
    startsWord = false;
  }
  return name;
}

}  // namespace covolve::unit
