// One run of the validator: a value against a schema, keyword by keyword, in a
// fixed order.
//
// Easy to get wrong: not everything can be decided. A pattern may not be
// understood, a schema may refer to itself on the same value, alternatives of
// alternatives may take forever. The answer is then Perhaps, which `not` leaves as
// it is, and only a No is a mismatch.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/validator.h"
#include "rest/openapi/validation/value_text.h"

namespace covolve::rest {

class Validation {
 public:
  Validation(Direction direction, Formats formats)
      : direction_(direction), checksFormats_(formats == Formats::AreChecked) {}

  std::optional<Mismatch> run(const Json& value, const Schema& schema);

 private:
  /// The schemas that are being applied to one value, innermost first.
  struct Scope {
    const Schema* schema;
    const Scope* around;
  };
  /// What a keyword speaks about.
  struct Subject {
    const Json& value;
    const Schema& schema;
    const Place& place;
    const Scope& scope;
  };

  Answer judge(const Json& value, const Schema& schema, const Place& place, const Scope* around = nullptr);
  Answer judgeInPlace(const Subject& subject, const Schema& schema) {
    return judge(subject.value, schema, subject.place, &subject.scope);
  }
  /// For what may fail without harm: no message is made.
  Answer judgeQuietly(const Json& value, const Schema& schema, const Place& place,
                      const Scope* around = nullptr);
  Answer checkAll(const Subject& subject);

  /// The message is the place and then what `describe` says of it.
  template <class Describe>
  Answer reject(const Place& place, std::string_view keyword, const Describe& describe) {
    if (!isQuiet_) {
      std::string pointer = place.pointer();
      std::string message = (pointer.empty() ? "the value" : pointer) + ' ' + describe();
      mismatch_ = {std::move(pointer), std::string(keyword), std::move(message)};
    }
    return Answer::No;
  }

  // validation.cpp
  Answer checkNothing(const Subject& subject);
  Answer checkType(const Subject& subject);
  Answer checkValues(const Subject& subject);
  Answer checkByKind(const Subject& subject);

  // validation_scalars.cpp
  Answer checkNumber(const Subject& subject);
  Answer checkText(const Subject& subject);

  // validation_arrays.cpp
  Answer checkArray(const Subject& subject);
  Answer checkItems(const Subject& subject);
  Answer checkContains(const Subject& subject);
  Answer checkUnique(const Subject& subject);

  // validation_objects.cpp
  Answer checkObject(const Subject& subject);
  Answer checkRequired(const Subject& subject);
  Answer checkProperties(const Subject& subject);
  Answer checkOtherProperties(const Subject& subject);
  Answer checkPropertyNames(const Subject& subject);
  Answer checkDependent(const Subject& subject);
  bool mayBeMissing(const Subject& subject, const std::string& name) const;

  // validation_combinations.cpp
  Answer checkAllOf(const Subject& subject);
  Answer checkAnyOf(const Subject& subject);
  Answer checkOneOf(const Subject& subject);
  Answer checkNot(const Subject& subject);
  Answer checkCondition(const Subject& subject);
  Answer rejectAlternatives(const Subject& subject, const std::vector<const Schema*>& alternatives,
                            std::string_view keyword);

  // validation_unevaluated.cpp
  Answer checkUnevaluated(const Subject& subject);
  Answer evaluates(const Subject& subject, const Place& part);
  Answer evaluatesInPlace(const Subject& subject, const Schema& schema, const Place& part);
  static Answer evaluatesProperty(const Schema& schema, const std::string& name);
  Answer evaluatesItem(const Subject& subject, const Place& part);

  /// Schemas within schemas; more would be a danger to the stack.
  static constexpr size_t kDeepest = 1000;
  /// Schemas applied to values, in all: a fraction of a second. Large responses need far fewer.
  static constexpr size_t kMostSteps = 4'000'000;

  bool mayGoOn() const { return depth_ < kDeepest && steps_ < kMostSteps; }

  Direction direction_;
  bool checksFormats_;
  bool isQuiet_ = false;
  size_t depth_ = 0;
  size_t steps_ = 0;
  Mismatch mismatch_;
};

/// Takes the next answer into account, and says whether there is any use in going on.
inline bool meets(Answer& all, Answer next) {
  all = std::min(all, next);
  return all != Answer::No;
}

inline Answer opposite(Answer answer) {
  if (answer == Answer::Perhaps) return answer;
  return answer == Answer::Yes ? Answer::No : Answer::Yes;
}

/// Bits of Schema::Type that a value is of.
uint8_t typesOf(const Json& value);

}  // namespace covolve::rest
