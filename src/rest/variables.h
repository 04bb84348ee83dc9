// ${NAME} in the values of a configuration: variables of the environment, so that
// secrets need not stand in files. $${ is a ${ that is meant as it stands.
#pragma once

#include "rest/configuration.h"
#include "yaml/reader.h"

namespace covolve::rest {

/// In all texts of the tree, not in keys. A value in which something was replaced is a text: it counts as
/// written in quotes. A mistake for a variable that is not set.
void replaceVariables(yaml::Value& value, const Environment& environment, yaml::Mistakes& mistakes);

}  // namespace covolve::rest
