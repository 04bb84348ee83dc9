// unevaluatedProperties and unevaluatedItems: what no other keyword speaks about,
// neither here nor in the schemas that are applied to the same value.
//
// What is evaluated is found out anew for each member and item. Few schemas ask,
// and all others do not pay for it.
#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

Answer Validation::checkUnevaluated(const Subject& subject) {
  const Schema& schema = subject.schema;
  Answer all = Answer::Yes;
  const auto check = [&](const Place& part, const Json& value, const Schema& rest, std::string_view keyword) {
    const Answer isEvaluated = evaluates(subject, part);
    if (isEvaluated != Answer::No) {
      // It may have to fit.
      if (isEvaluated == Answer::Perhaps) all = Answer::Perhaps;
      return true;
    }
    if (!rest.acceptsNothing) return meets(all, judge(value, rest, part));
    return meets(all, reject(part, keyword, [] { return "is not declared, and nothing more is allowed"; }));
  };
  if (subject.value.is_object() && schema.unevaluatedProperties != nullptr) {
    for (const auto& [name, value] : subject.value.get_ref<const Json::object_t&>()) {
      const Place part{&subject.place, &name};
      if (!check(part, value, *schema.unevaluatedProperties, "unevaluatedProperties")) break;
    }
  }
  if (subject.value.is_array() && schema.unevaluatedItems != nullptr) {
    for (size_t i = 0; i < subject.value.size(); ++i) {
      const Place part{&subject.place, nullptr, i};
      if (!check(part, subject.value[i], *schema.unevaluatedItems, "unevaluatedItems")) break;
    }
  }
  return all;
}

/// Whether the schema, which accepts the value, speaks about that part of it.
Answer Validation::evaluates(const Subject& subject, const Place& part) {
  const Schema& schema = subject.schema;
  Answer best = part.name != nullptr ? evaluatesProperty(schema, *part.name) : evaluatesItem(subject, part);
  const auto consider = [&](const Schema* other, Answer applies) {
    if (best == Answer::Yes || applies == Answer::No || other == nullptr) return;
    best = std::max(best, std::min(applies, evaluatesInPlace(subject, *other, part)));
  };
  for (const Schema* one : schema.allOf) consider(one, Answer::Yes);
  for (const auto* alternatives : {&schema.anyOf, &schema.oneOf}) {
    for (const Schema* one : *alternatives) {
      if (best == Answer::Yes) return best;
      consider(one, judgeQuietly(subject.value, *one, subject.place, &subject.scope));
    }
  }
  for (const auto& [given, one] : schema.dependentSchemas) {
    if (subject.value.is_object() && subject.value.contains(given)) consider(one, Answer::Yes);
  }
  if (schema.if_ != nullptr && best != Answer::Yes) {
    const Answer condition = judgeQuietly(subject.value, *schema.if_, subject.place, &subject.scope);
    consider(schema.if_, condition);
    consider(schema.then_, condition);
    consider(schema.else_, opposite(condition));
  }
  return best;
}

Answer Validation::evaluatesInPlace(const Subject& subject, const Schema& schema, const Place& part) {
  for (const Scope* one = &subject.scope; one != nullptr; one = one->around) {
    if (one->schema == &schema) return Answer::No;  // asked already
  }
  if (part.name != nullptr ? schema.unevaluatedProperties != nullptr : schema.unevaluatedItems != nullptr)
    return Answer::Yes;
  if (!mayGoOn()) return Answer::Perhaps;
  ++steps_;
  ++depth_;
  const Scope scope{&schema, &subject.scope};
  const Answer answer = evaluates({subject.value, schema, subject.place, scope}, part);
  --depth_;
  return answer;
}

Answer Validation::evaluatesProperty(const Schema& schema, const std::string& name) {
  if (schema.additionalProperties != nullptr || schema.property(name) != nullptr) return Answer::Yes;
  Answer best = Answer::No;
  for (const auto& named : schema.patternProperties)
    best = std::max(best, schema.compiledPatterns.of(named.first).isFoundIn(name));
  return best;
}

Answer Validation::evaluatesItem(const Subject& subject, const Place& part) {
  const Schema& schema = subject.schema;
  if (schema.items != nullptr || part.index < schema.prefixItems.size()) return Answer::Yes;
  if (schema.contains == nullptr) return Answer::No;
  return judgeQuietly(subject.value[part.index], *schema.contains, part);
}

}  // namespace covolve::rest
