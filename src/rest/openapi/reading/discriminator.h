// Which schema a value's discriminator property names: those of the mapping, the
// alternatives by their own names, and where there are no alternatives, the
// subclasses by theirs.
#pragma once

#include "rest/openapi/reading/document.h"
#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

class SchemaReader;

/// Does nothing where the schema has no discriminator.
void readDiscriminator(const Site& site, Schema& schema, SchemaReader& reader);

}  // namespace covolve::rest::openapi
