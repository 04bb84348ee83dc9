#include "rest/suite/expectations.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "base/small_letters.h"
#include "rest/resource/names.h"
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

/// Whether a text has the host and port of the service in it.
bool tellsPlace(std::string_view text, const Surroundings& surroundings) {
  const size_t host = surroundings.url.find("://");
  if (host == std::string::npos) return false;
  const size_t begin = host + 3;
  return text.contains(surroundings.url.substr(begin, surroundings.url.find('/', begin) - begin));
}

/// Compressed in a way that is not undone here; the library of a test may undo it.
bool isStillCoded(const HttpResponse& response) {
  const std::string* coding = response.header("Content-Encoding");
  return coding != nullptr &&
         std::ranges::none_of(std::array{"identity", "gzip", "x-gzip", "deflate"},
                              [&](const char* one) { return isSameHeader(*coding, one); });
}

class BodyExpectations {
 public:
  BodyExpectations(const std::vector<const Call*>& runs, Moment now, const Surroundings& surroundings)
      : request_(runs.front()->request), now_(now), surroundings_(surroundings) {
    for (const Call* run : runs) bodies_.push_back(&*run->json);
  }

  /// What stands there, or that nothing does.
  void expectAt(const std::string& pointer) {
    if (const Json* value = findPointer(*bodies_.front(), pointer)) return visit(pointer, *value);
    const auto isAbsent = [&](const Json* body) {
      const Json* parent = findPointer(*body, parentAndName(pointer).first);
      return parent != nullptr && parent->is_object() && findPointer(*body, pointer) == nullptr;
    };
    if (!pointer.empty() && std::ranges::all_of(bodies_, isAbsent))
      found_.push_back({BodyExpectation::Kind::IsAbsent, pointer, nullptr, ""});
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
  bool isPassing(const Json& value) const { return tellsMoment(value, now_) && !isInRequest(value); }
  template <class Property>
  bool isAlikeEverywhere(const std::string& pointer, const Json& value, const Property& property) const {
    return std::ranges::all_of(bodies_, [&](const Json* body) {
      const Json* other = findPointer(*body, pointer);
      return other != nullptr && property(*other) == property(value);
    });
  }

  bool isExpected(const std::string& pointer) const {
    return std::ranges::any_of(found_, [&](const BodyExpectation& one) { return one.pointer == pointer; });
  }

  bool isInRequest(const Json& value) const {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    return request_.body.value_or("").contains(text) || request_.target.contains(text);
  }

  /// An identifier that the service gave, which knows how many there were before.
  bool isOfThisService(const std::string& pointer, const Json& value) const {
    if (surroundings_.isFirstStateKnown || value.is_boolean() || value.is_null()) return false;
    return isIdentifierName(parentAndName(pointer).second) && !isInRequest(value);
  }

  bool isSecret(const Json& value) const {
    return value.is_string() && tellsSecret(value.get_ref<const std::string&>(), surroundings_);
  }

  /// How long an answer within the answer is: where the service is may stand in that.
  static bool isLengthOfAnswer(const std::string& pointer) {
    std::string name;
    for (const char c : inSmallLetters(parentAndName(pointer).second)) {
      if (c != '-' && c != '_') name += c;
    }
    return name == "contentlength";
  }

  /// Adds what can be said of a text that tells where the service is.
  bool addUrl(const std::string& pointer, const Json& value) {
    if (!value.is_string() || surroundings_.url.empty()) return false;
    const auto& text = value.get_ref<const std::string&>();
    const std::string rest = text.substr(std::min(surroundings_.url.size(), text.size()));
    const bool ends = rest.empty() || rest.starts_with('/') || rest.starts_with('?');
    const bool isUrl = text.starts_with(surroundings_.url) && ends && !tellsPlace(rest, surroundings_) &&
                       !tellsSecret(rest, surroundings_);
    if (isUrl && isSameEverywhere(pointer, value)) {
      found_.push_back({BodyExpectation::Kind::IsUrl, pointer, rest, ""});
      return true;
    }
    if (!tellsPlace(text, surroundings_)) return false;
    addType(pointer, value);
    return true;
  }

  void visit(const std::string& pointer, const Json& value) {
    if (found_.size() >= kMostExpectations || isExpected(pointer)) return;
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
    if (addUrl(pointer, value)) return;
    if (!isLong && isSameEverywhere(pointer, value) && !isPassing(value) &&
        !isOfThisService(pointer, value) && !isLengthOfAnswer(pointer) && !isSecret(value)) {
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
  const Surroundings& surroundings_;
  std::vector<const Json*> bodies_;
  std::vector<BodyExpectation> found_;
};

}  // namespace

bool tellsSecret(std::string_view text, const Surroundings& surroundings) {
  return std::ranges::any_of(surroundings.secrets,
                             [&](const std::string& secret) { return text.contains(secret); });
}

void addExpectations(emit::Step& step, const SuiteTest& test, size_t index, Depth depth,
                     const Surroundings& surroundings) {
  const Moment now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto runs = allRunsOf(test, index);
  const Call& first = *runs.front();
  if (first.response() == nullptr) return;
  const auto hasSameStatus = [&](const Call* run) { return run->status() == first.status(); };
  step.succeedsAnyhow = first.succeeded() && !std::ranges::all_of(runs, hasSameStatus);
  if (!step.succeedsAnyhow) step.status = first.status();
  if (depth == Depth::Status) return;
  const std::string mediaType = first.response()->mediaType();
  const bool isSameType =
      std::ranges::all_of(runs, [&](const Call* run) { return run->response()->mediaType() == mediaType; });
  if (isSameType) step.mediaType = mediaType;

  if (std::ranges::all_of(runs, [](const Call* run) { return run->json.has_value(); })) {
    BodyExpectations expectations(runs, now, surroundings);
    for (const Fault& fault : test.faults) {
      if (fault.call == index && !fault.place.empty() && !fault.isAnywhereInList)
        expectations.expectAt(fault.place);
    }
    step.expectations = expectations.all();
    return;
  }
  const std::string& body = first.response()->body;
  const bool isSameBody = std::ranges::all_of(
      runs, [&](const Call* run) { return run->response()->body == body && !run->response()->isTruncated; });
  if (!isSameBody || first.request.method == "HEAD" || tellsMoment(std::string_view(body), now)) return;
  if (tellsPlace(body, surroundings) || tellsSecret(body, surroundings) || isStillCoded(*first.response()))
    return;
  if (body.empty()) {
    step.expectations.push_back({BodyExpectation::Kind::IsEmpty, "", nullptr, ""});
  } else if (body.size() <= kLongestText) {
    step.expectations.push_back({BodyExpectation::Kind::IsText, "", body, ""});
  }
}

}  // namespace covolve::rest
