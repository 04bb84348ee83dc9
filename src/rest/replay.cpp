#include "rest/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/http/secret_text.h"
#include "rest/request/request_writer.h"
#include "rest/suite/call_lowering.h"

namespace covolve::rest {

namespace {

/// Of a body; what is no text is only counted.
std::string shownBody(const std::string& body) {
  constexpr size_t kMost = 2000;
  if (body.empty()) return "";
  const auto isControl = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
  };
  if (!isUtf8(body) || std::ranges::any_of(body, isControl)) return fmt::format("({} bytes)\n", body.size());
  std::string text = body.substr(0, kMost);
  while (!isUtf8(text)) text.pop_back();
  return text + (text.size() < body.size() ? " ...\n" : "\n");
}

/// Without what proves who is calling.
std::string requestShown(const Call& call, const std::vector<std::string>& users) {
  std::string who;
  if (!call.madeUp.empty()) {
    who = "  (with made-up credentials)";
  } else if (!call.isAuthenticated && call.operation->needsAuthentication()) {
    who = "  (without credentials)";
  } else if (call.user > 0 && call.user <= users.size()) {
    who = "  (by " + users[call.user - 1] + ")";
  }
  std::string text = fmt::format("{} {}{}\n", call.request.method, call.request.target, who);
  for (const auto& [name, value] : call.request.headers) text += fmt::format("{}: {}\n", name, value);
  if (call.violation) text += fmt::format("(breaks the schema: {})\n", call.violation->text);
  return text + shownBody(call.request.body.value_or(""));
}

std::string answerShown(const Call& call) {
  if (const HttpFailure* failure = failureOf(call.answer))
    return fmt::format("  no answer: {}\n", failure->reason);
  const HttpResponse& response = *call.response();
  std::string lines = fmt::format("{}\n", response.status);
  for (const auto& [name, value] : response.headers)
    lines += fmt::format("{}: {}\n", name, isSecretHeader(name) ? "(left out)" : value);
  lines += shownBody(response.body);
  std::string text;  // set off
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = lines.find('\n', begin);
    text += "  " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

/// False where an earlier answer lacks what is needed.
bool fillIn(Call& call, const CallList& before) {
  const Variables variables(before);
  for (Argument& argument : call.arguments) {
    for (const auto& [pointer, from] : argument.taken) {
      const auto value = variables.valueOf(from);
      if (!value || findPointer(argument.value, pointer) == nullptr) return false;
      argument.value[Json::json_pointer(pointer)] = *value;
    }
  }
  return true;
}

/// Answers that say that the service is another, elsewhere, or ill, or that it does not know who is calling.
bool saysNothing(int status) {
  return status == 0 || status == 401 || status == 403 || status == 404 || status >= 500;
}

/// Whether that is how a service should answer what the oracle is about.
bool isWanted(const std::string& kind, int status) {
  if (kind == "ignored-authentication") return status == 401 || status == 403;
  if (kind == "ignored-ownership") return status == 403 || status == 404;
  return (kind == "delete-then-get" || kind == "use-after-delete") && status == 404;
}

/// Why the replay has not tried anything; empty: it has.
std::string whyNothingWasTried(const CallList& calls, const std::vector<RecordedCall>& recorded,
                               const std::string& kind) {
  const auto wasAnswered = [&](size_t i) {
    const int status = calls[i].status();
    return status == recorded[i].status || !saysNothing(status) || isWanted(kind, status);
  };
  bool isAnyAnswered = false;
  for (size_t i = 0; i < calls.size(); ++i) {
    isAnyAnswered |= wasAnswered(i);
    const bool isUnknown = calls[i].status() == 401 && recorded[i].status != 401 && calls[i].isAuthenticated;
    if (!isUnknown && (isAnyAnswered || i + 1 < calls.size())) continue;
    return fmt::format("{} {} was answered {} then, and {} now", calls[i].request.method,
                       calls[i].operation->path, recorded[i].status, calls[i].status());
  }
  return "";
}

}  // namespace

Result<Replay> replay(const RecordedFault& fault, const Api& api, TestRunner& runner, const Oracle& oracle,
                      const std::vector<std::string>& users) {
  auto recorded = readCalls(fault.calls, api);
  if (!recorded) return std::unexpected(recorded.error());
  for (const RecordedCall& one : *recorded) {
    if (one.call.user > users.size())
      return userError(
          fmt::format("the fault needs {} users: say with --config who they are", one.call.user + 1));
  }
  if (auto reset = runner.reset(); !reset) return std::unexpected(reset.error());
  Replay result;
  CallList calls;
  std::string differs;  // from when it was found, in what prepares the fault
  runner.beginTest();
  for (const auto& [known, status] : *recorded) {
    Call call = known;
    if (!fillIn(call, calls)) {
      differs =
          fmt::format("an earlier answer lacks what {} {} needs", call.request.method, call.operation->path);
      break;
    }
    const bool goesOn = runner.make(call);
    readBody(call);
    result.text += requestShown(call, users) + answerShown(call) + "\n";
    calls.push_back(std::move(call));
    const Call& made = calls.back();
    const bool isLast = calls.size() == recorded->size();
    if (differs.empty() && !isLast && made.operation->id != fault.operation && made.status() != status) {
      differs = fmt::format("{} {} was answered {} then, and {} now", made.request.method,
                            made.operation->path, status, made.status());
    }
    if (!goesOn) break;
  }
  std::vector<Fault> found;
  for (size_t i = 0; i < calls.size(); ++i) oracle.judge(std::span(calls).first(i + 1), found);
  const auto isIt = [&](const Fault& one) {
    return one.kind == fault.kind && one.operation == fault.operation && one.detail == fault.detail;
  };
  const auto shown = std::ranges::find_if(found, isIt);
  if (differs.empty()) differs = whyNothingWasTried(calls, *recorded, fault.kind);
  result.text += fmt::format("{} ({}: {})\n", fault.description, fault.kind, oracle.description());
  if (shown != found.end()) {
    result.outcome = Replay::Outcome::IsThere;
    result.text += "The fault is still there.\n";
  } else if (differs.empty() && calls.size() == recorded->size()) {
    result.outcome = Replay::Outcome::IsGone;
    result.text += "The fault did not show.\n";
  } else {
    result.text += fmt::format("Whether the fault is there cannot be told: {}.\n",
                               differs.empty() ? "the calls ended early" : differs);
  }
  return result;
}

}  // namespace covolve::rest
