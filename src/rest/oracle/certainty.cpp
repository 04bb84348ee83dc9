#include "rest/oracle/certainty.h"

#include <algorithm>

#include "rest/openapi/media_type.h"
#include "rest/oracle/conformity.h"
#include "rest/oracle/value_doubts.h"
#include "rest/oracle/wire_doubts.h"

namespace covolve::rest {

namespace {

bool isWrite(const Call& call) {
  return call.request.method == "POST" || call.request.method == "PUT" || call.request.method == "PATCH";
}

/// Whether the body is of a kind that can be made from a schema alone.
bool isOrdinaryBody(const MediaType& type) {
  // XML has names and attributes of its own; of an image or a PDF, the schema says nothing at all.
  if (isXml(type.name)) return false;
  return isJson(type.name) || isForm(type.name) || bareMediaType(type.name) == "multipart/form-data" ||
         bareMediaType(type.name) == "text/plain";
}

bool isDoubtfulBody(const Call& call) {
  if (call.bodyType == nullptr) return false;
  // A body has no meaning there, and servers may refuse it (RFC 9110, 9.3).
  if (!isWrite(call)) return true;
  return !isOrdinaryBody(*call.bodyType) || !call.bodyType->encoding.empty();
}

/// Whether a call like this one was carried out before: what it would make may be there already.
bool isRepeated(std::span<const Call> calls) {
  const Call& call = calls.back();
  if (!isWrite(call)) return false;
  return std::ranges::any_of(calls.first(calls.size() - 1), [&](const Call& earlier) {
    return earlier.operation == call.operation && (earlier.status() < 400 || earlier.status() >= 500);
  });
}

/// By a DELETE, or because the service died and was started anew.
bool mayHaveLostSomething(std::span<const Call> earlier) {
  return std::ranges::any_of(earlier, [](const Call& call) {
    const bool wasRefused = call.status() >= 400 && call.status() < 500;
    return call.response() == nullptr || (call.request.method == "DELETE" && !wasRefused);
  });
}

bool isDoubtfulOnWire(const Argument& argument, const Call& call) {
  if (argument.parameter != nullptr) return !survivesAsParameter(*argument.parameter, argument.value);
  if (call.bodyType == nullptr || isJson(call.bodyType->name)) return false;
  return !survivesAsForm(argument.value);
}

}  // namespace

bool mustBeAccepted(std::span<const Call> calls) {
  const Call& call = calls.back();
  if (call.operation->needsAuthentication() && !call.isAuthenticated) return false;
  if (!conforms(call) || isDoubtfulBody(call) || isRepeated(calls)) return false;
  // What others have made is not there for everybody.
  if (std::ranges::any_of(calls, [&](const Call& one) { return one.user != call.user; })) return false;
  bool namesResources = false;
  for (const Argument& argument : call.arguments) {
    if (isDoubtfulOnWire(argument, call)) return false;
    const ValueDoubts doubts = findValueDoubts(calls, argument);
    if (doubts.isDoubtful) return false;
    namesResources |= doubts.namesResources;
  }
  return !namesResources || !mayHaveLostSomething(calls.first(calls.size() - 1));
}

}  // namespace covolve::rest
