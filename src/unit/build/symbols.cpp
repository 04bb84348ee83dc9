#include "unit/build/symbols.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <sstream>

#include "base/process.h"

namespace covolve::unit {

namespace fs = std::filesystem;

std::map<fs::path, Symbols> readSymbols(const std::vector<fs::path>& objects) {
  constexpr size_t kFilesAtOnce = 400;
  std::map<fs::path, Symbols> all;
  for (size_t first = 0; first < objects.size(); first += kFilesAtOnce) {
    const size_t last = std::min(first + kFilesAtOnce, objects.size());
    Command list{.arguments = {"llvm-nm-19", "--format=posix", "--defined-only", "--extern-only", "--quiet"}};
    std::map<std::string, fs::path> headings;
    for (size_t i = first; i < last; ++i) {
      list.arguments.push_back(objects[i].string());
      headings.emplace(objects[i].string() + ":", objects[i]);
    }
    const auto listed = run(list);
    if (!listed) return all;
    // One file alone has no heading, and one that cannot be read leaves only words on standard error.
    const bool isAlone = last - first == 1;
    if (isAlone && !listed->errors.empty()) continue;
    Symbols* current = isAlone ? &all[objects[first]] : nullptr;
    std::istringstream lines(listed->output);
    for (std::string line; std::getline(lines, line);) {
      if (const auto heading = headings.find(line); heading != headings.end()) {
        current = &all[heading->second];
      } else if (const size_t space = line.find(' '); current != nullptr && space != std::string::npos) {
        current->defined.insert(line.substr(0, space));
      }
    }
  }
  return all;
}

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // a C function named b is not "bool"
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

std::vector<std::string> nameParts(const std::string& symbol) {
  std::string name = demangled(symbol);
  for (const std::string_view prefix :
       {"vtable for ", "typeinfo for ", "typeinfo name for ", "VTT for ", "guard variable for ",
        "thread-local wrapper routine for ", "thread-local initialization routine for ",
        "non-virtual thunk to "}) {
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  }
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && name.compare(i, 8, "operator") == 0) {  // operator(), operator<, operator int
      parts.back() = "operator";
      break;
    }
    if (name.compare(i, 21, "(anonymous namespace)") == 0 || name.compare(i, 5, "[abi:") == 0) {
      i = name.find_first_of(")]", i);
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth > 0 || c == '>') continue;
    if (c == '(') break;
    if (c == ' ') {
      parts.assign(1, "");  // what stood before was a return type
    } else if (c == ':') {
      if (!parts.back().empty()) parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.back().starts_with('~')) parts.back().erase(0, 1);
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

}  // namespace covolve::unit
