#include "rest/oracle/deletion.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/percent_encoding.h"
#include "rest/oracle/identifiers.h"
#include "rest/resource/slots.h"

namespace covolve::rest {

namespace {

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, text) != list.end();
}

bool isBelow(std::string_view path, std::string_view above) {
  return path.size() > above.size() && path.starts_with(above) && path[above.size()] == '/';
}

/// Options may change what a call means ("?soft=true", "?includeDeleted=true").
bool isWithoutOptions(const Call& call) {
  return std::ranges::none_of(call.arguments, [](const Argument& argument) {
    return argument.parameter != nullptr && !argument.parameter->required &&
           argument.parameter->place != Parameter::Place::Path;
  });
}

bool isPlain(const Call& call) {
  return !call.violation && !call.isUnsupportedMethod && isWithoutOptions(call);
}

/// Required data may tell the manner, too: "?mode=soft", {"soft": true}.
bool saysOnlyWhich(const Call& call) {
  return std::ranges::all_of(call.arguments, [](const Argument& argument) {
    if (argument.parameter == nullptr) return false;
    const Schema* schema = argument.parameter->schema;
    const bool isChoice = schema != nullptr && (schema->values || schema->types == Schema::Boolean);
    return argument.parameter->place != Parameter::Place::Query || !isChoice;
  });
}

/// Of one resource, done at once, and said to be done.
bool isDeletion(const Call& call) {
  return call.request.method == "DELETE" && isPlain(call) && saysOnlyWhich(call) &&
         call.operation->path.ends_with("}") && call.succeeded() && call.status() != 202 &&
         call.status() != 207 && !saysNotDone(call);
}

std::string lastSegment(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  while (path.ends_with('/')) path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  return percentDecoded(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string_view parentOf(std::string_view path) { return path.substr(0, path.rfind('/')); }

std::string scalarText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : std::string();
}

/// What an answer says that the call made: identifiers of its Location and of the fields of its body.
std::vector<std::string> toldIdentifiers(const Call& call, std::string_view alsoField) {
  std::vector<std::string> told;
  if (call.response() == nullptr) return told;
  if (const std::string* location = call.response()->header("Location"))
    told.push_back(lastSegment(*location));
  if (!call.json || !call.json->is_object()) return told;
  for (const auto& [name, value] : call.json->items()) {
    if (!isIdentifierName(name) && name != alsoField) continue;
    if (const std::string text = scalarText(value); !text.empty()) told.push_back(text);
  }
  return told;
}

std::string finalParameter(const Operation& operation) {
  const size_t open = operation.path.rfind('{');
  return operation.path.substr(open + 1, operation.path.size() - open - 2);
}

/// Whether something that happened after a deletion may have made the resource again. When in doubt, it did.
bool mayBringBack(const Call& call, const Call& deletion) {
  // The service may have been started anew since, with what it always begins with.
  if (call.response() == nullptr) return true;
  if (isOneOf(call.request.method, {"GET", "HEAD", "OPTIONS", "TRACE", "DELETE"})) return false;
  // Refused. A call that failed otherwise may have been carried out all the same.
  if (call.status() >= 400 && call.status() < 500) return false;
  std::string own = call.resource();
  while (own.ends_with('/')) own.pop_back();
  const std::string gone = deletion.resource();
  if (own == gone || isBelow(own, gone)) return true;
  const std::vector<std::string> told = toldIdentifiers(call, finalParameter(*deletion.operation));
  const bool isTold = std::ranges::find(told, lastSegment(gone)) != told.end();
  if (!isBelow(gone, own)) return isTold;
  return isTold || told.empty() || call.request.method != "POST" || own != parentOf(gone);
}

enum class Reach { Itself, Below };

bool concerns(const Call& deletion, const Call& call, Reach reach) {
  const std::string& path = call.operation->path;
  const std::string& deletedPath = deletion.operation->path;
  if (reach == Reach::Itself) return path == deletedPath && call.resource() == deletion.resource();
  return isBelow(path, deletedPath) && isBelow(call.resource(), deletion.resource());
}

const Call* deletionFor(std::span<const Call> calls, Reach reach) {
  const Call& call = calls.back();
  if (!isPlain(call)) return nullptr;
  for (size_t i = calls.size() - 1; i-- > 0;) {
    // What another user deletes may be that user's own thing of the same name, or nothing at all.
    if (calls[i].isByAnother(call) || !isDeletion(calls[i]) || !concerns(calls[i], call, reach)) continue;
    const auto since = calls.subspan(i + 1, calls.size() - i - 2);
    if (std::ranges::none_of(since, [&](const Call& one) { return mayBringBack(one, calls[i]); })) {
      return &calls[i];
    }
  }
  return nullptr;
}

bool isTrue(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  return (value.is_string() && !value.get_ref<const std::string&>().empty()) || value.is_number();
}

/// {"deleted": true}, {"status": "archived"}, {"error": ...}: an answer that says the resource is gone.
bool saysGone(const std::string& field, const Json& value) {
  const std::string name = likeName(field);
  if (isOneOf(name, {"error", "errors"})) return !value.is_null() && !value.empty();
  for (const std::string_view word : {"deleted", "removed", "archived", "cancelled", "canceled"}) {
    if (name.find(word) != std::string::npos && isTrue(value)) return true;
  }
  return value.is_string() && isOneOf(likeName(value.get_ref<const std::string&>()),
                                      {"deleted", "removed", "archived", "cancelled", "canceled", "inactive",
                                       "disabled", "closed", "deactivated", "terminated", "gone"});
}

/// {"items": [], "total": 0}: a page with nothing on it.
bool isEmptyPage(const Json& object) {
  bool hasList = false;
  for (const auto& [name, value] : object.items()) {
    if (value.is_string() || value.is_object() || isIdentifierName(name)) return false;
    if (!value.is_array()) continue;
    if (!value.empty()) return false;
    hasList = true;
  }
  return hasList;
}

bool showsSomethingIn(const Json& json) {
  if (json.is_null()) return false;
  if (json.is_array()) return !json.empty();
  if (!json.is_object()) return true;
  if (json.empty() || isEmptyPage(json)) return false;
  for (const auto& [name, value] : json.items()) {
    if (saysGone(name, value)) return false;
  }
  return true;
}

}  // namespace

const Call* deletionOf(std::span<const Call> calls) { return deletionFor(calls, Reach::Itself); }

const Call* deletionAbove(std::span<const Call> calls) { return deletionFor(calls, Reach::Below); }

bool hasMade(const Call& call, const Call& other) {
  if (!call.succeeded() || call.isUnsupportedMethod) return false;
  if (call.request.method == "PUT") return call.status() == 201 && call.resource() == other.resource();
  if (call.request.method != "POST" || !other.operation->path.ends_with("}")) return false;
  const std::vector<std::string> told = toldIdentifiers(call, finalParameter(*other.operation));
  return std::ranges::find(told, lastSegment(other.resource())) != told.end();
}

bool saysNotDone(const Call& call) {
  if (!call.json || !call.json->is_object()) return false;
  for (const auto& [name, value] : call.json->items()) {
    const std::string plain = likeName(name);
    if (isOneOf(plain, {"error", "errors"}) && !value.is_null() && !value.empty()) return true;
    if (isOneOf(plain, {"success", "ok", "deleted", "removed"}) && value == Json(false)) return true;
  }
  return false;
}

bool showsSomething(const Call& call) {
  if (!call.succeeded() || call.status() == 202 || call.status() == 204 || call.status() == 205) return false;
  if (call.request.method == "HEAD") return true;
  if (call.response()->body.empty()) return false;
  return !call.json || showsSomethingIn(*call.json);
}

bool mayOutlive(const Operation& operation) {
  const std::string name = likeName(lastLiteralSegment(operation.path));
  return isOneOf(name, {"restore", "undelete", "recover", "undo", "revert", "reactivate", "activate",
                        "unarchive", "history", "audit", "audits", "log", "logs", "events", "activity",
                        "activities", "versions", "revisions"});
}

bool surelyExists(std::span<const Call> calls) {
  const std::string resource = calls.back().resource();
  for (size_t i = calls.size() - 1; i-- > 0;) {
    const Call& one = calls[i];
    const std::string other = one.resource();
    if (one.response() == nullptr) return false;  // the service may have been started anew
    if (one.request.method == "DELETE") {
      const bool wasRefused = one.status() >= 400 && one.status() < 500;
      if (!wasRefused && (other == resource || isBelow(resource, other))) return false;
    } else if (!one.isByAnother(calls.back()) && other == resource && one.succeeded() &&
               one.status() != 202 && !one.isUnsupportedMethod) {
      return true;
    }
  }
  return false;
}

}  // namespace covolve::rest
