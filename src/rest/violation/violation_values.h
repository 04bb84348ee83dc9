// Values that break one keyword of a schema, made from a value that keeps to it.
// What comes out may still be valid by other readings; the caller makes sure.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// `present` is null (the pointer) where the datum is not there.
using Present = const Json*;
using Candidates = std::vector<Json>;

/// Of types that are not among those allowed. `onWire`: as texts that nobody can take for another type.
Candidates wronglyTyped(uint8_t allowed, bool onWire);
Candidates below(Number minimum, bool isExclusive, bool onlyIntegers);
Candidates above(Number maximum, bool isExclusive, bool onlyIntegers);
Candidates notMultiples(Number step, bool onlyIntegers, Present present);
Candidates tooShort(uint64_t minLength, Present present);
Candidates tooLong(uint64_t maxLength, Present present);
Candidates notMatching(const std::string& pattern, const Schema& schema, Present present);
/// Near to the enumerated values, but none of them.
Candidates notEnumerated(const std::vector<Json>& values);
Candidates tooFewElements(uint64_t minItems, Present present);
Candidates tooManyElements(uint64_t maxItems, Present present);
Candidates repeatedElement(Present present);
Candidates undeclaredMember(Present present);
Candidates withoutMembers(Present present);

}  // namespace covolve::rest
