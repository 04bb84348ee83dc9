// Names of declarations as users write them, part by part and without template
// arguments: shop::Stack<int>::push is shop, Stack, push.
//
// Easy to get wrong: what follows "operator" is one part, whatever brackets and
// colons it has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::program {

using NameParts = std::vector<std::string>;

NameParts nameParts(std::string_view qualifiedName);

/// shop::Stack::push
std::string joined(std::span<const std::string> parts);

/// Whether it is `outer` or stands in it: a function's or a class' own name, a namespace.
bool isWithin(const NameParts& name, const NameParts& outer);

}  // namespace covolve::program
