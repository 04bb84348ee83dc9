#include "unit/harness/harness_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "covolve/abi.h"

namespace covolve::unit {

using program::Callable;
using program::CallableKind;
using program::Enumerator;
using program::PassBy;
using program::Type;
using program::TypeKind;

namespace {

constexpr size_t kMostEnumerators = 16;

OutputClasses family(std::string_view name, std::vector<std::string> classes) {
  return {fmt::format("returned<covolve::harness::Outputs::{}>", name), std::move(classes)};
}

OutputClasses integers(bool isSigned) {
  return isSigned ? family("Signed", {"negative", "zero", "positive"})
                  : family("Unsigned", {"zero", "positive"});
}

/// One a value: two names of one value are one class.
OutputClasses enumerators(const Type& type) {
  OutputClasses outputs;
  std::set<int64_t> seen;
  std::string values;
  for (const Enumerator& enumerator : type.enumerators) {
    if (seen.size() == kMostEnumerators || !seen.insert(enumerator.value).second) continue;
    // The smallest number has no literal of its own.
    const bool isSmallest = enumerator.value == INT64_MIN;
    values += fmt::format("{}{}", values.empty() ? "" : ", ",
                          isSmallest ? "INT64_MIN" : fmt::format("{}", enumerator.value));
    outputs.names.push_back(enumerator.name);
  }
  outputs.report = fmt::format("returnedOneOf<{}>", values);
  return outputs;
}

/// A string literal of C++ that holds this text in every dialect.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {  // "??" may begin a trigraph
      literal += {'\\', c};
    } else if (code < ' ' || code > '~') {
      literal += fmt::format("\\{:03o}", code);
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

std::string withoutBreaks(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  std::ranges::replace(text, '\t', ' ');
  return text;
}

}  // namespace

OutputClasses outputClasses(const program::Model& model, const Callable& callable) {
  const bool constructs =
      callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
  if (!callable.underTest || constructs || callable.resultBy != PassBy::Value) return {};
  const Type& type = model.types[callable.result];
  switch (type.kind) {
    case TypeKind::Boolean:
      return family("Boolean", {"true", "false"});
    case TypeKind::Character:
      // Those that are numbers in disguise: int8_t, uint8_t.
      if (type.spelling != "signed char" && type.spelling != "unsigned char") return {};
      return integers(type.isSigned);
    case TypeKind::Integer:
      return integers(type.isSigned);
    case TypeKind::Floating:
      return family("Floating", {"negative", "zero", "positive", "nan"});
    case TypeKind::Enumeration:
      return type.enumerators.empty() ? OutputClasses{} : enumerators(type);
    case TypeKind::String:
    case TypeKind::StringView:
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
      return family("Contents", {"empty", "non-empty"});
    case TypeKind::CString:
    case TypeKind::Buffer:
    case TypeKind::Pointer:
      return family("Presence", {"null", "present"});
    case TypeKind::Optional:
      return family("Presence", {"absent", "present"});
    default:
      return {};
  }
}

uint32_t OutputSites::add(const Callable& callable, const std::vector<std::string>& classes) {
  const auto first = static_cast<uint32_t>(lines_.size());
  for (size_t i = 0; i < classes.size(); ++i) {
    const uint64_t id = hashText(classes[i], hashText("|", hashText(callable.display, hashText("output|"))));
    lines_.push_back(fmt::format("{}\t{:016x}\t{}\t0\t{}\t{}\t{}\t{}\n",
                                 static_cast<char>(abi::SiteKind::Output), id, callable.line, i,
                                 withoutBreaks(classes[i]), withoutBreaks(callable.qualifiedName),
                                 withoutBreaks(callable.file.string())));
  }
  return first;
}

std::string OutputSites::declaration() { return "uint32_t covolveOutputs = covolve::abi::kNoSite;\n"; }

std::string OutputSites::registration() const {
  if (lines_.empty()) return "";
  std::string text = "\nconstexpr char covolveOutputSites[] =\n";
  for (const std::string& line : lines_) text += "    " + quoted(line) + "\n";
  text += fmt::format(
      "    ;\n\n__attribute__((constructor)) void covolveRegisterOutputs() {{\n"
      "  __covolve_register(covolveOutputSites, sizeof covolveOutputSites - 1, {}, &covolveOutputs);\n}}\n",
      lines_.size());
  return text;
}

}  // namespace covolve::unit
