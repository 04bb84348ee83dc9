#include "rest/oracle/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "base/json_pointer.h"
#include "rest/oracle/listing.h"

namespace covolve::rest {

namespace {

const Json* bodySentBy(const Call& call) {
  for (const Argument& argument : call.arguments) {
    if (argument.parameter == nullptr) return argument.value.is_object() ? &argument.value : nullptr;
  }
  return nullptr;
}

bool isSame(const Json* one, const Json* other) {
  return one == nullptr || other == nullptr ? one == other : *one == *other;
}

bool hasTakenOver(const Call& call, const Json& earlier, const Json& before, const Json& after) {
  const Json* sent = bodySentBy(call);
  if (sent == nullptr) return false;
  for (const auto& [name, value] : sent->items()) {
    const Json* now = shownMember(after, name);
    const Json* then = shownMember(before, name);
    if (now == nullptr || *now != value || isSame(now, then)) continue;
    if (isSame(shownMember(earlier, name), then) && isTelling(call, value)) return true;
  }
  return false;
}

/// Words that services have for states and kinds, in any language, and what is counted or timed: "done",
/// "in progress: 50%".
bool isOrdinary(const std::string& text) {
  constexpr size_t kShortestCode = 6;
  constexpr std::string_view kPunctuation = " -_.,:;!?/+%()'\"";
  bool hasLetter = false;
  bool hasDigit = false;
  bool hasBlank = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && !kPunctuation.contains(c)) return false;
    hasLetter |= byte >= 0x80 || std::isalpha(byte) != 0;
    hasDigit |= std::isdigit(byte) != 0;
    hasBlank |= c == ' ';
  }
  // "k3Jx0a"; dates begin with a digit.
  const bool isCode = hasLetter && hasDigit && !hasBlank && text.size() >= kShortestCode &&
                      std::isdigit(static_cast<unsigned char>(text.front())) == 0;
  return !isCode;
}

bool holds(const Json& json, const Json& value) {
  if (json == value) return true;
  return json.is_structured() &&
         std::ranges::any_of(json, [&](const Json& part) { return holds(part, value); });
}

/// In an enumeration, an example, as a border.
bool namesItself(const Schema& schema, const Json& value) {
  const auto isIt = [&](const Json& one) { return holds(one, value); };
  if (schema.values && std::ranges::any_of(*schema.values, isIt)) return true;
  if (std::ranges::any_of(schema.examples, isIt) || (schema.default_ && isIt(*schema.default_))) return true;
  if (!value.is_number()) return false;
  // What is just beyond a border is near to what a service stops at.
  return std::ranges::any_of(
      std::array{schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum},
      [&](const auto& border) {
        return border && std::abs(*border - static_cast<Number>(value.get<double>())) <= 1;
      });
}

bool names(const Schema* root, const Json& value) {
  std::set<const Schema*> known;
  std::vector<const Schema*> open{root};
  while (!open.empty()) {
    const Schema* schema = open.back();
    open.pop_back();
    if (schema == nullptr || !known.insert(schema).second) continue;
    if (namesItself(*schema, value)) return true;
    for (const Schema::Property& property : schema->properties) open.push_back(property.schema);
    open.insert(open.end(), {schema->items, schema->additionalProperties});
    for (const auto* parts : {&schema->allOf, &schema->anyOf, &schema->oneOf})
      open.insert(open.end(), parts->begin(), parts->end());
  }
  return false;
}

bool isNamed(const Call& call, const Json& value) {
  const auto isIt = [&](const Json& one) { return holds(one, value); };
  const auto namesIt = [&](const MediaType& type) {
    return std::ranges::any_of(type.examples, isIt) || names(type.schema, value);
  };
  if (call.operation->body && std::ranges::any_of(call.operation->body->content, namesIt)) return true;
  return std::ranges::any_of(call.operation->responses, [&](const ResponseDeclaration& response) {
    return std::ranges::any_of(response.content, namesIt);
  });
}

}  // namespace

bool onlyReads(const Call& call) { return call.request.method == "GET" || call.request.method == "HEAD"; }

std::optional<WatchedCall> watchedCall(std::span<const Call> calls) {
  const Call& after = calls.back();
  if (after.request.method != "GET" || after.response() == nullptr || after.violation) return std::nullopt;
  size_t i = calls.size() - 1;
  while (i > 0 && onlyReads(calls[i - 1])) --i;
  if (i == 0) return std::nullopt;
  const Call& call = calls[i - 1];
  // What only was accepted may be done later, and who died may have been started anew.
  if (call.response() == nullptr || call.status() == 202) return std::nullopt;
  WatchedCall watched{.call = &call, .after = &after};
  for (size_t k = i - 1; k-- > 0 && onlyReads(calls[k]);) {
    const bool isSame = calls[k].request.target == after.request.target && !calls[k].isByAnother(after);
    if (!isSame || calls[k].request.method != "GET" || !calls[k].succeeded()) continue;
    if (watched.before != nullptr) {
      watched.earlier = &calls[k];
      break;
    }
    watched.before = &calls[k];
  }
  return watched.before != nullptr ? std::optional(watched) : std::nullopt;
}

std::optional<Effect> effectOf(const WatchedCall& watched) {
  const auto& [earlier, before, call, after] = watched;
  const std::string& method = call->request.method;
  if (call->resource() != after->resource()) return std::nullopt;
  if (method == "DELETE") {
    const bool isGone = after->status() == 404 || after->status() == 410;
    // There are things that can be read once only.
    return isGone && earlier != nullptr ? std::optional(Effect::Deleted) : std::nullopt;
  }
  if (!after->succeeded() || !before->json || !after->json) return std::nullopt;
  if (method == "PUT" || method == "PATCH") {
    if (earlier == nullptr || !earlier->json) return std::nullopt;
    return hasTakenOver(*call, *earlier->json, *before->json, *after->json) ? std::optional(Effect::Changed)
                                                                            : std::nullopt;
  }
  if (method == "POST" && placeOfMade(watched)) return Effect::Made;
  return std::nullopt;
}

std::optional<std::string> placeOfMade(const WatchedCall& watched) {
  const Json& after = *watched.after->json;
  const auto list = placeOfList(after);
  if (!list) return std::nullopt;
  const Json* then = findPointer(*watched.before->json, *list);
  const Json& now = *findPointer(after, *list);
  if (then == nullptr || !then->is_array() || now.size() != then->size() + 1) return std::nullopt;
  std::optional<size_t> added;
  for (size_t i = 0; i < now.size(); ++i) {
    if (std::ranges::find(*then, now[i]) != then->end()) continue;
    if (added) return std::nullopt;  // another page of the list, or another order
    added = i;
  }
  if (!added || !showsWhatWasSent(*watched.call, now[*added])) return std::nullopt;
  return fmt::format("{}/{}", *list, *added);
}

const char* effectText(Effect effect) {
  switch (effect) {
    case Effect::Deleted:
      return "it is gone";
    case Effect::Changed:
      return "it has what was sent";
    case Effect::Made:
      return "it has one more, with what was sent";
  }
  return "";
}

const Json* shownMember(const Json& answer, const std::string& name) {
  if (!answer.is_object()) return nullptr;
  if (const auto found = answer.find(name); found != answer.end()) return &*found;
  for (const Json& member : answer) {
    if (!member.is_object()) continue;
    if (const auto found = member.find(name); found != member.end()) return &*found;
  }
  return nullptr;
}

bool isTelling(const Call& call, const Json& value) {
  constexpr double kLeast = 1000;
  if (value.is_array() || value.is_object())
    return std::ranges::any_of(value, [&](const Json& part) { return isTelling(call, part); });
  if (value.is_number() && std::abs(value.get<double>()) < kLeast) return false;
  if (value.is_string() && isOrdinary(value.get_ref<const std::string&>())) return false;
  return (value.is_number() || value.is_string()) && !isNamed(call, value);
}

bool showsWhatWasSent(const Call& call, const Json& shown) {
  const Json* sent = bodySentBy(call);
  if (sent == nullptr) return false;
  for (const auto& [name, value] : sent->items()) {
    const Json* member = shownMember(shown, name);
    if (member != nullptr && *member == value && isTelling(call, value)) return true;
  }
  return false;
}

}  // namespace covolve::rest
