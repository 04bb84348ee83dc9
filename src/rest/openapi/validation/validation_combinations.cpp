// Keywords that apply other schemas to the same value.
#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

namespace {

/// The alternative that the value names itself; null where it names none of these.
const Schema* namedAlternative(const Json& value, const Schema& schema,
                               const std::vector<const Schema*>& alternatives) {
  if (!schema.discriminator || !value.is_object()) return nullptr;
  const auto property = value.find(schema.discriminator->property);
  if (property == value.end() || !property->is_string()) return nullptr;
  const auto& mapping = schema.discriminator->mapping;
  const auto named = mapping.find(property->get_ref<const std::string&>());
  if (named == mapping.end()) return nullptr;
  return std::ranges::find(alternatives, named->second) == alternatives.end() ? nullptr : named->second;
}

}  // namespace

Answer Validation::checkAllOf(const Subject& subject) {
  Answer all = Answer::Yes;
  for (const Schema* part : subject.schema.allOf) {
    if (!meets(all, judgeInPlace(subject, *part))) break;
  }
  return all;
}

Answer Validation::checkAnyOf(const Subject& subject) {
  const auto& alternatives = subject.schema.anyOf;
  if (alternatives.empty()) return Answer::Yes;
  if (const Schema* named = namedAlternative(subject.value, subject.schema, alternatives))
    return judgeInPlace(subject, *named);
  Answer best = Answer::No;
  for (const Schema* alternative : alternatives) {
    best = std::max(best, judgeQuietly(subject.value, *alternative, subject.place, &subject.scope));
    if (best == Answer::Yes) return best;
  }
  return best == Answer::No ? rejectAlternatives(subject, alternatives, "anyOf") : best;
}

Answer Validation::checkOneOf(const Subject& subject) {
  const auto& alternatives = subject.schema.oneOf;
  if (alternatives.empty()) return Answer::Yes;
  if (const Schema* named = namedAlternative(subject.value, subject.schema, alternatives))
    return judgeInPlace(subject, *named);
  std::vector<size_t> fitting;
  bool mayFitMore = false;
  for (size_t i = 0; i < alternatives.size() && fitting.size() < 2; ++i) {
    const Answer answer = judgeQuietly(subject.value, *alternatives[i], subject.place, &subject.scope);
    if (answer == Answer::Yes) fitting.push_back(i);
    mayFitMore |= answer == Answer::Perhaps;
  }
  if (fitting.size() == 2) {
    return reject(subject.place, "oneOf", [&] {
      return fmt::format("fits alternatives {} and {} of oneOf, but must fit only one", fitting[0] + 1,
                         fitting[1] + 1);
    });
  }
  if (mayFitMore) return Answer::Perhaps;
  return fitting.empty() ? rejectAlternatives(subject, alternatives, "oneOf") : Answer::Yes;
}

/// The value fits none of them.
Answer Validation::rejectAlternatives(const Subject& subject, const std::vector<const Schema*>& alternatives,
                                      std::string_view keyword) {
  if (isQuiet_) return Answer::No;
  // Where only one is of the value's type, what it finds wrong says more.
  const uint8_t types = typesOf(subject.value);
  const Schema* likely = nullptr;
  size_t count = 0;
  for (const Schema* alternative : alternatives) {
    if (alternative->acceptsNothing || (alternative->types & types) == 0) continue;
    likely = alternative;
    ++count;
  }
  if (count == 1 && judgeInPlace(subject, *likely) == Answer::No) return Answer::No;
  return reject(subject.place, keyword, [&] {
    return fmt::format("is {}, which fits none of the {} of {}", shortText(subject.value),
                       countText(alternatives.size(), "alternative", "alternatives"), keyword);
  });
}

Answer Validation::checkNot(const Subject& subject) {
  if (subject.schema.not_ == nullptr) return Answer::Yes;
  const Answer forbidden = judgeQuietly(subject.value, *subject.schema.not_, subject.place, &subject.scope);
  if (forbidden != Answer::Yes) return opposite(forbidden);
  return reject(subject.place, "not",
                [&] { return fmt::format("is {}, which \"not\" forbids", shortText(subject.value)); });
}

Answer Validation::checkCondition(const Subject& subject) {
  const Schema& schema = subject.schema;
  if (schema.if_ == nullptr || (schema.then_ == nullptr && schema.else_ == nullptr)) return Answer::Yes;
  const Answer condition = judgeQuietly(subject.value, *schema.if_, subject.place, &subject.scope);
  if (condition == Answer::Perhaps) return Answer::Perhaps;
  const Schema* const branch = condition == Answer::Yes ? schema.then_ : schema.else_;
  return branch == nullptr ? Answer::Yes : judgeInPlace(subject, *branch);
}

}  // namespace covolve::rest
