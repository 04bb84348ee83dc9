#include "rest/suite/expectations.h"

#include <algorithm>

#include "base/json_pointer.h"
#include "rest/resource/names_in_schema.h"
#include "rest/suite/moments.h"

namespace covolve::rest {

namespace {

using emit::BodyExpectation;

constexpr size_t kMostExpectations = 12;  // of one answer: more is no help to who reads it
constexpr size_t kLongestText = 300;

/// The same call of all runs.
std::vector<const Call*> allRunsOf(const SuiteTest& test, size_t index) {
  std::vector<const Call*> calls;
  for (const CallList& run : test.runs) calls.push_back(&run[index]);
  return calls;
}

class BodyExpectations {
 public:
  BodyExpectations(const std::vector<const Call*>& runs, Moment now)
      : request_(runs.front()->request), now_(now) {
    for (const Call* run : runs) bodies_.push_back(&*run->json);
  }

  std::vector<BodyExpectation> all() {
    visit("", *bodies_.front());
    return std::move(found_);
  }

 private:
  bool isSameEverywhere(const std::string& pointer, const Json& value) const {
    return std::ranges::all_of(bodies_, [&](const Json* body) {
      const Json* other = findPointer(*body, pointer);
      return other != nullptr && *other == value;
    });
  }
  /// A time that the service wrote, not one that it was given.
  bool isPassing(const Json& value) const {
    if (!tellsMoment(value, now_)) return false;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    return !request_.body.value_or("").contains(text) && !request_.target.contains(text);
  }
  template <class Property>
  bool isAlikeEverywhere(const std::string& pointer, const Json& value, const Property& property) const {
    return std::ranges::all_of(bodies_, [&](const Json* body) {
      const Json* other = findPointer(*body, pointer);
      return other != nullptr && property(*other) == property(value);
    });
  }

  void visit(const std::string& pointer, const Json& value) {
    if (found_.size() >= kMostExpectations) return;
    if (value.is_object() && !value.empty()) {
      for (const auto& [name, field] : value.items()) {
        visit(pointerTo(pointer, name), field);
      }
      return;
    }
    if (value.is_array() && !value.empty()) {
      const auto size = [](const Json& json) {
        return json.is_array() ? static_cast<long>(json.size()) : -1;
      };
      if (!isAlikeEverywhere(pointer, value, size)) return addType(pointer, value);
      found_.push_back({BodyExpectation::Kind::HasLength, pointer, value.size(), ""});
      constexpr size_t kMostElements = 2;
      for (size_t i = 0; i < std::min(value.size(), kMostElements); ++i) {
        visit(pointer + "/" + std::to_string(i), value[i]);
      }
      return;
    }
    const bool isLong = value.is_string() && value.get_ref<const std::string&>().size() > kLongestText;
    if (!isLong && isSameEverywhere(pointer, value) && !isPassing(value)) {
      found_.push_back({BodyExpectation::Kind::Equals, pointer, value, ""});
    } else {
      addType(pointer, value);
    }
  }

  void addType(const std::string& pointer, const Json& value) {
    const auto type = [](const Json& json) { return std::string(json.type_name()); };
    if (!isAlikeEverywhere(pointer, value, type)) return;
    found_.push_back({BodyExpectation::Kind::IsType, pointer, value.type_name(), ""});
  }

  const HttpRequest& request_;
  Moment now_;
  std::vector<const Json*> bodies_;
  std::vector<BodyExpectation> found_;
};

}  // namespace

void addExpectations(emit::Step& step, const SuiteTest& test, size_t index, Depth depth) {
  const Moment now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto runs = allRunsOf(test, index);
  const Call& first = *runs.front();
  if (first.response() == nullptr) return;
  step.status = first.status();
  if (depth == Depth::Status) return;
  const std::string mediaType = first.response()->mediaType();
  const bool isSameType =
      std::ranges::all_of(runs, [&](const Call* run) { return run->response()->mediaType() == mediaType; });
  if (isSameType) step.mediaType = mediaType;

  if (std::ranges::all_of(runs, [](const Call* run) { return run->json.has_value(); })) {
    step.expectations = BodyExpectations(runs, now).all();
    return;
  }
  const std::string& body = first.response()->body;
  const bool isSameBody = std::ranges::all_of(
      runs, [&](const Call* run) { return run->response()->body == body && !run->response()->isTruncated; });
  if (!isSameBody || first.request.method == "HEAD" || tellsMoment(std::string_view(body), now)) return;
  if (body.empty()) {
    step.expectations.push_back({BodyExpectation::Kind::IsEmpty, "", nullptr, ""});
  } else if (body.size() <= kLongestText) {
    step.expectations.push_back({BodyExpectation::Kind::IsText, "", body, ""});
  }
}

}  // namespace covolve::rest
