#include "rest/suite/call_lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/json_pointer.h"
#include "rest/openapi/media_type.h"
#include "rest/request/request_writer.h"
#include "rest/resource/names_in_schema.h"

namespace covolve::rest {

namespace {

/// A text that no service's data contain and that every encoding leaves as it is.
std::string placeholder(size_t index) { return fmt::format("qXcovolveZ{}Zq", index); }

struct Filled {
  std::string mark;
  std::string variable;
};

emit::TextTemplate splitAt(const std::string& text, const std::vector<Filled>& filled, bool isEncoded) {
  emit::TextTemplate pieces;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = std::string::npos;
    const Filled* next = nullptr;
    for (const Filled& one : filled) {
      const size_t found = text.find(one.mark, begin);
      if (found < end) {
        end = found;
        next = &one;
      }
    }
    if (next == nullptr) {
      pieces.push_back({text.substr(begin), false, false});
      break;
    }
    if (end > begin) pieces.push_back({text.substr(begin, end - begin), false, false});
    pieces.push_back({next->variable, true, isEncoded});
    begin = end + next->mark.size();
  }
  return pieces;
}

}  // namespace

std::string camelCase(const std::string& hint) {
  std::string name;
  bool startsWord = false;
  for (const char c : hint) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) == 0) {
      startsWord = !name.empty();
      continue;
    }
    if (name.empty() && std::isdigit(letter) != 0) name = "value";
    name += static_cast<char>(name.empty() ? std::tolower(letter) : startsWord ? std::toupper(letter) : c);
    startsWord = false;
  }
  return name.empty() ? "value" : name;
}

const std::string& Variables::nameOf(const Extraction& from, const std::string& hint) {
  for (const Named& known : named_) {
    if (known.from == from) return known.name;
  }
  const std::string base = camelCase(hint);
  std::string name = base;
  const auto isTaken = [&] {
    return std::ranges::any_of(named_, [&](const Named& known) { return known.name == name; });
  };
  for (int number = 2; isTaken(); ++number) name = base + std::to_string(number);
  named_.push_back({from, name});
  return named_.back().name;
}

std::vector<emit::Capture> Variables::capturesOf(size_t call) const {
  std::vector<emit::Capture> captures;
  for (const Named& known : named_) {
    if (known.from.call != call) continue;
    const auto kind = known.from.kind == Extraction::Kind::Body     ? emit::Capture::Kind::Body
                      : known.from.kind == Extraction::Kind::Header ? emit::Capture::Kind::Header
                                                                    : emit::Capture::Kind::LocationSegment;
    captures.push_back({known.name, kind, known.from.detail});
  }
  return captures;
}

std::optional<Json> Variables::valueOf(const Extraction& from) const {
  if (from.call >= calls_.size()) return std::nullopt;
  const Call& call = calls_[from.call];
  if (from.kind == Extraction::Kind::Body) {
    const Json* found = call.json ? findPointer(*call.json, from.detail) : nullptr;
    return found != nullptr ? std::optional(*found) : std::nullopt;
  }
  const bool isLocation = from.kind == Extraction::Kind::LocationSegment;
  const std::string* header =
      call.response() != nullptr ? call.response()->header(isLocation ? "Location" : from.detail) : nullptr;
  if (header == nullptr) return std::nullopt;
  if (!isLocation) return *header;
  const std::string before = from.detail.substr(0, from.detail.find('{'));
  const size_t start = header->rfind(before);
  if (start == std::string::npos) return std::nullopt;
  const size_t begin = start + before.size();
  return header->substr(begin, header->find_first_of("/?#", begin) - begin);
}

emit::Step lowerRequest(const Call& call, Variables& variables) {
  std::vector<Argument> marked = call.arguments;
  std::vector<Filled> filled;
  emit::JsonTemplate json;
  for (Argument& argument : marked) {
    const bool isBody = argument.parameter == nullptr;
    if (isBody) json.value = argument.value;
    for (const auto& [pointer, from] : argument.taken) {
      // A violation may have put something else there.
      const Json* present = findPointer(argument.value, pointer);
      const auto taken = variables.valueOf(from);
      if (present == nullptr || !taken || *present != *taken) continue;
      const std::string hint =
          isBody || !pointer.empty() ? pointer.substr(pointer.rfind('/') + 1) : argument.parameter->name;
      const std::string& variable = variables.nameOf(from, hint);
      if (isBody) json.variables.emplace_back(pointer, variable);
      filled.push_back({placeholder(filled.size()), variable});
      argument.value[Json::json_pointer(pointer)] = filled.back().mark;
    }
  }
  const HttpRequest request = writeRequest(*call.operation, call.request.method, marked, call.bodyType);
  emit::Step step;
  step.method = request.method;
  step.target = splitAt(request.target, filled, true);
  for (const auto& [name, value] : request.headers)
    step.headers.emplace_back(name, splitAt(value, filled, false));
  for (const auto& [name, value] : call.madeUp)
    step.headers.emplace_back(name, emit::TextTemplate{{value, false, false}});
  if (request.body && call.bodyType != nullptr && isJson(call.bodyType->name)) {
    step.body = std::move(json);
  } else if (request.body) {
    step.body = splitAt(*request.body, filled, isForm(call.bodyType != nullptr ? call.bodyType->name : ""));
  }
  return step;
}

}  // namespace covolve::rest
