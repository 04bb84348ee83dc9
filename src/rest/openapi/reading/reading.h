// What all who read parts of one document share.
#pragma once

#include <string>

#include "base/error.h"
#include "rest/openapi/reading/budget.h"
#include "rest/openapi/reading/document.h"
#include "rest/openapi/reading/notes.h"
#include "rest/openapi/reading/references.h"
#include "rest/openapi/reading/schema_reader.h"

namespace covolve::rest::openapi {

enum class Version { V2, V30, V31 };

struct Reading {
  Version version = Version::V30;
  Site root;
  References& references;
  SchemaReader& schemas;
  Notes& notes;
  Budget& budget;

  /// To be asked before something is made that many operations may have in common.
  Result<void> charge(size_t bytes) {
    if (budget.spend(bytes)) return {};
    return userError("the document unfolds to more than can be read");
  }
};

}  // namespace covolve::rest::openapi
