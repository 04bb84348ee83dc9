// The keywords of one schema object, of all drafts from 4 to 2020-12 and of
// OpenAPI's own dialects: they differ in spelling more than in meaning, so that
// what is written tells which is meant (exclusiveMinimum: true or 3).
//
// A keyword whose value makes no sense restricts nothing; a note says so.
#pragma once

#include "rest/openapi/reading/document.h"
#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

class SchemaReader;

/// `site` is an object; its parts are asked for at the reader.
void readKeywords(const Site& site, Schema& schema, SchemaReader& reader);

}  // namespace covolve::rest::openapi
