#pragma once

#include <string>

namespace library {

/// Ten digits, the last of which (X is ten) makes their weighted sum a multiple of eleven. Hyphens do not
/// count.
bool isIsbn(const std::string& text);

}  // namespace library
