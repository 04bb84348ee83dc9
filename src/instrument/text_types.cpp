#include "instrument/text_types.h"

#include <llvm/ADT/StringSwitch.h>

#include <vector>

#include "instrument/demangled.h"

namespace covolve::instrument {

std::optional<unsigned> characterWidth(llvm::StringRef type) {
  return llvm::StringSwitch<std::optional<unsigned>>(type)
      .Cases("char", "char8_t", "signed char", "unsigned char", 1)
      .Case("char16_t", 2)
      .Cases("wchar_t", "char32_t", 4)
      .Default(std::nullopt);
}

std::optional<unsigned> widthOfText(llvm::StringRef type, const std::string& name) {
  const std::vector<std::string> arguments = templateArguments(type.str(), name);
  if (arguments.size() < 2 || arguments[1] != "std::char_traits<" + arguments[0] + ">") return std::nullopt;
  if (arguments.size() > 2 && arguments[2] != "std::allocator<" + arguments[0] + ">") return std::nullopt;
  return characterWidth(arguments[0]);
}

}  // namespace covolve::instrument
