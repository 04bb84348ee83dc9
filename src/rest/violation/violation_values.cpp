#include "rest/violation/violation_values.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "rest/openapi/pattern.h"

namespace covolve::rest {

namespace {

/// Numbers beyond are not told apart from their neighbours everywhere.
constexpr Number kSafe = 0x1p53L;

void addNumber(Candidates& candidates, Number number) {
  if (!(std::fabs(number) < kSafe)) return;
  if (std::floor(number) == number) {
    candidates.emplace_back(static_cast<int64_t>(number));
  } else {
    candidates.emplace_back(static_cast<double>(number));
  }
}

std::string firstCharacters(std::string_view text, size_t count) {
  std::string first;
  while (count-- > 0 && !text.empty()) appendCharacter(first, takeCharacter(text));
  return first;
}

std::string textOf(Present present) {
  return present != nullptr && present->is_string() ? present->get<std::string>() : std::string();
}

bool isArray(Present present) { return present != nullptr && present->is_array(); }

Candidates beyond(Number border, bool isExclusive, bool onlyIntegers, Number direction) {
  Candidates candidates;
  if (isExclusive && (!onlyIntegers || std::floor(border) == border)) addNumber(candidates, border);
  const Number whole = direction < 0 ? std::ceil(border) : std::floor(border);
  const Number nearest = onlyIntegers ? whole : border;
  addNumber(candidates, nearest + direction);
  if (!onlyIntegers) addNumber(candidates, border + direction / 2);
  addNumber(candidates, whole + 1000 * direction);
  return candidates;
}

}  // namespace

Candidates wronglyTyped(uint8_t allowed, bool onWire) {
  Candidates candidates;
  const auto allows = [&](uint8_t types) { return (allowed & types) != 0; };
  const bool onlyIntegers = allows(Schema::Integer) && !allows(Schema::AnyNumber);
  if (onWire) {
    if (allows(Schema::String | Schema::Array | Schema::Object)) return candidates;
    candidates.emplace_back("abc");
    if (onlyIntegers) candidates.emplace_back(1.5);
    candidates.emplace_back("x1");
    return candidates;
  }
  // What is hardest to take for something else comes first.
  if (!allows(Schema::Object)) candidates.push_back(Json::object());
  if (!allows(Schema::Array)) candidates.push_back(Json::array());
  if (!allows(Schema::String)) candidates.emplace_back("abc");
  if (onlyIntegers) candidates.emplace_back(1.5);
  if (!allows(Schema::Integer | Schema::AnyNumber)) candidates.emplace_back(42);
  if (!allows(Schema::Boolean)) candidates.emplace_back(true);
  return candidates;
}

Candidates below(Number minimum, bool isExclusive, bool onlyIntegers) {
  return beyond(minimum, isExclusive, onlyIntegers, -1);
}

Candidates above(Number maximum, bool isExclusive, bool onlyIntegers) {
  return beyond(maximum, isExclusive, onlyIntegers, 1);
}

Candidates notMultiples(Number step, bool onlyIntegers, Present present) {
  Candidates candidates;
  const bool isWhole = std::floor(step) == step;
  if (onlyIntegers && (!isWhole || step < 2)) return candidates;
  const Number away = onlyIntegers ? 1 : step / 2;
  if (present != nullptr && present->is_number()) addNumber(candidates, present->get<double>() + away);
  addNumber(candidates, step + away);
  addNumber(candidates, 3 * step - away);
  return candidates;
}

Candidates tooShort(uint64_t minLength, Present present) {
  if (minLength == 0) return {};
  std::string text = textOf(present);
  constexpr uint64_t kLongest = 100'000;
  if (minLength > kLongest) return Candidates(1, "");
  if (text.empty()) text.assign(minLength, 'a');
  return Candidates(1, firstCharacters(text, minLength - 1));
}

Candidates tooLong(uint64_t maxLength, Present present) {
  constexpr uint64_t kLongest = 20'000;
  if (maxLength > kLongest) return {};
  std::string text = textOf(present);
  const size_t length = lengthOf(text);
  if (length <= maxLength) text.append(maxLength + 1 - length, 'a');
  Candidates candidates;
  candidates.emplace_back(std::move(text));
  candidates.emplace_back(std::string(maxLength + 1, 'a'));
  candidates.emplace_back(std::string(2 * maxLength + 10, 'a'));
  return candidates;
}

Candidates notMatching(const std::string& pattern, const Schema& schema, Present present) {
  const Pattern compiled(pattern);
  const std::string text = textOf(present);
  const size_t shortest = std::min<size_t>(schema.minLength.value_or(0), 1000);
  const size_t length =
      std::clamp<size_t>(4, shortest, std::max<size_t>(schema.maxLength.value_or(1000), shortest));
  std::vector<std::string> texts{"!", "!?", "a", "1", "A1-b", "abc", "000", "-", "x y"};
  for (const char c : {'!', 'a', '0', 'Z'}) texts.emplace_back(length, c);
  if (!text.empty()) {
    texts.push_back(text + "!");
    texts.push_back("!" + text);
    texts.push_back(firstCharacters(text, lengthOf(text) - 1));
  }
  std::erase_if(texts, [&](const std::string& one) { return compiled.isFoundIn(one) != Answer::No; });
  // Rather those that break nothing else.
  const auto breaksNothingElse = [&](const std::string& one) {
    const size_t count = lengthOf(one);
    return count >= schema.minLength.value_or(0) && count <= schema.maxLength.value_or(SIZE_MAX);
  };
  Candidates candidates;
  for (const bool isWanted : {true, false}) {
    for (const std::string& one : texts) {
      if (breaksNothingElse(one) == isWanted) candidates.emplace_back(one);
    }
  }
  return candidates;
}

Candidates notEnumerated(const std::vector<Json>& values) {
  Candidates candidates;
  constexpr size_t kMost = 6;
  for (const Json& value : values) {
    if (candidates.size() >= kMost) break;
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      candidates.emplace_back(text + "x");
      if (lengthOf(text) > 1) candidates.emplace_back(firstCharacters(text, lengthOf(text) - 1));
    } else if (value.is_number()) {
      addNumber(candidates, static_cast<Number>(value.get<double>()) + 1);
      addNumber(candidates, static_cast<Number>(value.get<double>()) - 1);
    }
  }
  std::erase_if(candidates, [&](const Json& one) { return std::ranges::find(values, one) != values.end(); });
  return candidates;
}

Candidates tooFewElements(uint64_t minItems, Present present) {
  if (minItems == 0) return {};
  Json fewer = Json::array();
  if (isArray(present)) {
    for (size_t i = 0; i + 1 < minItems && i < present->size(); ++i) fewer.push_back((*present)[i]);
  }
  return Candidates(1, std::move(fewer));
}

Candidates tooManyElements(uint64_t maxItems, Present present) {
  constexpr uint64_t kMost = 1000;
  if (maxItems > kMost || !isArray(present) || present->empty()) return {};
  Json more = *present;
  for (size_t i = 0; more.size() <= maxItems; ++i) more.push_back((*present)[i % present->size()]);
  return Candidates(1, std::move(more));
}

Candidates repeatedElement(Present present) {
  if (!isArray(present) || present->empty()) return {};
  Json more = *present;
  more.push_back(present->front());
  return Candidates(1, std::move(more));
}

Candidates undeclaredMember(Present present) {
  Candidates candidates;
  if (present == nullptr || !present->is_object()) return candidates;
  for (const char* name : {"undeclared", "notDeclared", "x_undeclared"}) {
    if (present->contains(name)) continue;
    Json more = *present;
    more[name] = "a";
    candidates.push_back(std::move(more));
  }
  return candidates;
}

Candidates withoutMembers(Present present) {
  if (present == nullptr || !present->is_object() || present->empty()) return {};
  return Candidates(1, Json::object());
}

}  // namespace covolve::rest
