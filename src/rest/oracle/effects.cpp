#include "rest/oracle/effects.h"

#include <algorithm>

namespace covolve::rest {

namespace {

const Json* bodySentBy(const Call& call) {
  for (const Argument& argument : call.arguments) {
    if (argument.parameter == nullptr) return argument.value.is_object() ? &argument.value : nullptr;
  }
  return nullptr;
}

/// The list that an answer is, or that it has: {"items": [...], "total": 3}.
const Json* shownList(const Json& answer) {
  if (answer.is_array()) return &answer;
  if (!answer.is_object()) return nullptr;
  const Json* list = nullptr;
  for (const Json& member : answer) {
    if (!member.is_array()) continue;
    if (list != nullptr) return nullptr;
    list = &member;
  }
  return list;
}

/// A counter that went on by itself may come to any number.
bool isOneStep(const Json& from, const Json& to) {
  return from.is_number() && to.is_number() && std::abs(to.get<double>() - from.get<double>()) <= 1;
}

bool hasTakenOver(const Call& call, const Json& before, const Json& after) {
  const Json* sent = bodySentBy(call);
  if (sent == nullptr) return false;
  for (const auto& [name, value] : sent->items()) {
    if (!isTelling(call, name, value)) continue;
    const Json* now = shownMember(after, name);
    const Json* then = shownMember(before, name);
    if (now == nullptr || *now != value) continue;
    if (then == nullptr || (*then != value && !isOneStep(*then, *now))) return true;
  }
  return false;
}

/// One more element than before, which has what was sent.
bool hasOneMore(const Call& call, const Json& before, const Json& after) {
  const Json* sent = bodySentBy(call);
  const Json* then = shownList(before);
  const Json* now = shownList(after);
  if (sent == nullptr || then == nullptr || now == nullptr || now->size() != then->size() + 1) return false;
  const Json* added = nullptr;
  for (const Json& element : *now) {
    if (std::ranges::find(*then, element) != then->end()) continue;
    if (added != nullptr) return false;  // another page of the list, or another order
    added = &element;
  }
  if (added == nullptr) return false;
  for (const auto& [name, value] : sent->items()) {
    const Json* shown = shownMember(*added, name);
    if (isTelling(call, name, value) && shown != nullptr && *shown == value) return true;
  }
  return false;
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
  WatchedCall watched{nullptr, &call, &after};
  for (size_t k = i - 1; k-- > 0 && onlyReads(calls[k]);) {
    const bool isSame = calls[k].request.target == after.request.target && !calls[k].isByAnother(after);
    if (!isSame || calls[k].request.method != "GET" || !calls[k].succeeded()) continue;
    if (++watched.looks == 1) watched.before = &calls[k];
  }
  return watched.looks > 0 ? std::optional(watched) : std::nullopt;
}

std::optional<Effect> effectOf(const WatchedCall& watched) {
  const auto& [before, call, after, looks] = watched;
  const std::string& method = call->request.method;
  const bool isSame = call->resource() == after->resource();
  if (!isSame) return std::nullopt;
  if (method == "DELETE") {
    const bool isGone = after->status() == 404 || after->status() == 410;
    // There are things that can be read once only.
    return isGone && looks > 1 ? std::optional(Effect::Deleted) : std::nullopt;
  }
  if (!after->succeeded() || !before->json || !after->json) return std::nullopt;
  if (method == "PUT" || method == "PATCH") {
    return hasTakenOver(*call, *before->json, *after->json) ? std::optional(Effect::Changed) : std::nullopt;
  }
  if (method == "POST" && hasOneMore(*call, *before->json, *after->json)) return Effect::Made;
  return std::nullopt;
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

bool isTelling(const Call& call, const std::string& member, const Json& value) {
  if (value.is_boolean() || value.is_null() || value.empty()) return false;
  if (value.is_string() && value.get_ref<const std::string&>().empty()) return false;
  if (call.bodyType == nullptr || call.bodyType->schema == nullptr) return true;
  for (const Schema::Property& property : call.bodyType->schema->properties) {
    if (property.name == member) return property.schema == nullptr || !property.schema->values;
  }
  return true;
}

}  // namespace covolve::rest
