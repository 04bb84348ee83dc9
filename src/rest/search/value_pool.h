// Values seen in responses, by the name of their field: they are worth trying for
// parameters and fields of like name and type.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/rng.h"
#include "gene/value.h"
#include "rest/http/secret_text.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

class ValuePool {
 public:
  /// Values that are never taken over: they would stand in tests.
  void avoid(std::shared_ptr<const SecretTexts> texts) { avoided_ = std::move(texts); }
  /// Takes over the scalars of a response, a bounded number of them.
  void learn(const Json& json);
  /// Whether the value was seen as an identifier.
  bool hasIdentifier(const Json& value) const;
  /// Null where nothing of that name was seen.
  const Value* pick(const std::string& name, Rng& rng) const;

 private:
  void add(const std::string& name, const Json& scalar);

  std::map<std::string, std::deque<Value>> values_;  // by likeName
  std::set<std::string> identifiers_;
  std::shared_ptr<const SecretTexts> avoided_;
};

}  // namespace covolve::rest
