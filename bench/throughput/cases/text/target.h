#pragma once

#include <string>

/// Sum of the numbers of "3, -7,12"; -1 where the text is no such list.
long sumOfList(const std::string& text);
