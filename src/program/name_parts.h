// The words that a name is made of: item_count, itemCount and ItemCount are item
// and count. Where types do not say what a function means, its name has to.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::program {

/// In lower case.
std::vector<std::string> wordsOfName(std::string_view name);

/// free of sdsfree, of a type that is called sds; the whole name where it does not start with the type's.
std::string_view ownPart(std::string_view name, std::string_view type);

/// Sensor of ISensor; IOStream and Iterator stay as they are.
std::string withoutInterfacePrefix(const std::string& name);

/// Clang's spelling of a type as people write it: int*, not int *.
std::string withoutGaps(std::string spelling);

bool holdsWord(std::string_view name, const std::set<std::string>& words);

}  // namespace covolve::program
