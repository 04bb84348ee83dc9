// Keywords about numbers and texts.
#include <fmt/format.h>

#include "base/utf8.h"
#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"
#include "rest/openapi/validation/json_order.h"
#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

Answer Validation::checkNumber(const Subject& subject) {
  const Schema& schema = subject.schema;
  const Number number = numberOf(subject.value);
  const auto refuse = [&](std::string_view keyword, std::string_view relation, Number bound) {
    return reject(subject.place, keyword, [&] {
      return fmt::format("is {}, {} {}", shortText(subject.value), relation, shortText(bound));
    });
  };
  if (schema.minimum && number < *schema.minimum)
    return refuse("minimum", "below its minimum of", *schema.minimum);
  if (schema.maximum && number > *schema.maximum)
    return refuse("maximum", "above its maximum of", *schema.maximum);
  if (schema.exclusiveMinimum && number <= *schema.exclusiveMinimum)
    return refuse("exclusiveMinimum", "but must be above", *schema.exclusiveMinimum);
  if (schema.exclusiveMaximum && number >= *schema.exclusiveMaximum)
    return refuse("exclusiveMaximum", "but must be below", *schema.exclusiveMaximum);
  if (schema.multipleOf && !isMultiple(subject.value, *schema.multipleOf))
    return refuse("multipleOf", "not a multiple of", *schema.multipleOf);
  if (schema.format.empty() || !checksFormats_) return Answer::Yes;
  const auto range = rangeOfFormat(schema.format);
  if (!range || (isWhole(subject.value) && number >= range->first && number <= range->second))
    return Answer::Yes;
  return reject(subject.place, "format", [&] {
    return fmt::format("is {}, not of the format {}", shortText(subject.value), schema.format);
  });
}

Answer Validation::checkText(const Subject& subject) {
  const Schema& schema = subject.schema;
  const auto& text = subject.value.get_ref<const std::string&>();
  if (schema.minLength || schema.maxLength) {
    const uint64_t length = lengthOf(text);
    const auto refuse = [&](std::string_view keyword, std::string_view relation, uint64_t bound) {
      return reject(subject.place, keyword, [&] {
        return fmt::format("is {}, {} its {} of {}", shortText(text), relation, keyword, bound);
      });
    };
    if (schema.minLength && length < *schema.minLength)
      return refuse("minLength", "shorter than", *schema.minLength);
    if (schema.maxLength && length > *schema.maxLength)
      return refuse("maxLength", "longer than", *schema.maxLength);
  }
  Answer answer = Answer::Yes;
  if (schema.pattern) {
    answer = schema.compiledPatterns.of(*schema.pattern).isFoundIn(text);
    if (answer == Answer::No) {
      return reject(subject.place, "pattern", [&] {
        return fmt::format("is {}, which does not match {}", shortText(text), *schema.pattern);
      });
    }
  }
  if (checksFormats_ && !schema.format.empty() && !hasFormat(text, schema.format)) {
    return reject(subject.place, "format",
                  [&] { return fmt::format("is {}, not of the format {}", shortText(text), schema.format); });
  }
  return answer;
}

}  // namespace covolve::rest
