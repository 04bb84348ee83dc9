// A copy of a schema and all it refers to without formats. A format is an
// annotation that a service need not check, so what breaks nothing else is no
// certain violation.
//
// A rule that a value breaks outside of all alternatives is broken for certain,
// whatever else the schema says. Only where there are alternatives the formats in
// them matter: the value might be meant for the one that only a format forbids.
#pragma once

#include <deque>

#include "rest/openapi/schema.h"

namespace covolve::rest {

class FormatFreeSchema {
 public:
  explicit FormatFreeSchema(const Schema& original);
  FormatFreeSchema(const FormatFreeSchema&) = delete;
  FormatFreeSchema& operator=(const FormatFreeSchema&) = delete;

  const Schema& root() const { return schemas_.front(); }

 private:
  std::deque<Schema> schemas_;
};

enum class FormatRole {
  Irrelevant,  // no formats, or no alternatives
  Relevant,
  Unknown,  // the schema is too large to look for it
};
FormatRole formatRoleIn(const Schema& schema);

}  // namespace covolve::rest
