// Where the tests stand in the text of a test file, whoever wrote it: what is
// kept of such a file is kept byte for byte. The macros are those of the
// frameworks that covolve writes for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace covolve::format {

/// A test with the comment right above it; whole lines.
struct TestBlock {
  std::string name;     // Suite.Name, or the text that the macro is given
  std::string comment;  // without slashes
  size_t begin = 0;     // bytes of the text
  size_t end = 0;
  unsigned firstLine = 0;  // from 1
  unsigned lastLine = 0;
};

/// In the order of the text. What does not look like a test belongs to none.
std::vector<TestBlock> testBlocks(const std::string& text);

/// The text with empty lines in place of these blocks, so that lines keep their numbers.
std::string blanked(const std::string& text, const std::vector<TestBlock>& blocks);

/// The text without them, and without the empty line that parted each from the one before.
std::string without(const std::string& text, const std::vector<TestBlock>& blocks);

}  // namespace covolve::format
