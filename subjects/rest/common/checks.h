// What a service demands of a value. What does not fit is refused with status 400
// and a sentence.
//
// Easy to get wrong: the document must demand the very same. What it allows must
// not be refused, what it forbids must be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace service {

using Json = nlohmann::json;

/// A request that is not granted: answered with the status and {"error": the sentence}.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, const std::string& sentence) : std::runtime_error(sentence), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

struct IntegerRange {
  std::int64_t lowest;
  std::int64_t highest;
};

/// The identifiers of all services: beyond them there is none for certain.
constexpr IntegerRange kIdentifiers{1, 1'000'000'000};

struct NumberRange {
  double lowest;
  double highest;
  bool excludesLowest = false;
  double multipleOf = 0;  // 0: any
};

struct TextRules {
  std::size_t shortest;  // in code points
  std::size_t longest;
  bool (*fits)(std::string_view) = nullptr;
};

using Choices = std::vector<std::string>;

/// 3.0 is an integer, too, as in JSON Schema.
std::int64_t checkedInteger(const Json& value, std::string_view what, IntegerRange range);
double checkedNumber(const Json& value, std::string_view what, const NumberRange& range);
std::string checkedText(const Json& value, std::string_view what, const TextRules& rules);
std::string checkedChoice(const Json& value, std::string_view what, const Choices& choices);
bool checkedTruth(const Json& value, std::string_view what);

/// What a parameter or a form spells, where a number or a truth value is expected; a text where it spells
/// none.
Json numberFrom(const std::string& text);
Json truthFrom(const std::string& text);

/// The members of an object. Each is asked for by name; those that nobody asked for can be refused.
class Fields {
 public:
  /// Refuses what is no object.
  Fields(const Json& object, std::string what);

  const Json& required(const std::string& name);
  /// Null where it is missing.
  const Json* optional(const std::string& name);
  /// A member that may be null, which counts as missing.
  const Json* nullable(const std::string& name);
  bool has(const std::string& name) const { return object_.contains(name); }
  std::size_t size() const { return object_.size(); }

  void refuseOthers() const;

 private:
  const Json& object_;
  std::string what_;
  std::set<std::string> asked_;
};

}  // namespace service
