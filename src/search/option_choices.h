// What numbers and switches of the search need from other options, where both do.
#pragma once

#include "base/option_needs.h"

namespace covolve::search {

/// Takes part in changing tests, which random search does not do.
inline const std::vector<OptionChoice> kChangesTests{{"--algorithm", {"random"}, true}};
/// Of the refiners.
inline const std::vector<OptionChoice> kRefines{{"--local-search-share", {"0"}, true}};

}  // namespace covolve::search
