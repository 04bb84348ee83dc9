#include "base/type_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace covolve {

std::string readableType(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name != nullptr ? name.get() : mangled;
}

std::string nameableType(const std::string& mangled) {
  std::string name = readableType(mangled);
  // "(anonymous namespace)", "{lambda...}" and "f(int)::Local" cannot be written down in another file.
  if (name.find_first_of("({'") != std::string::npos) return {};
  return name;
}

}  // namespace covolve
