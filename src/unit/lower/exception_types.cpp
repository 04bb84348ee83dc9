#include "unit/lower/exception_types.h"

#include <map>
#include <string_view>

#include "unit/lower/call_lowering.h"

namespace covolve::unit {

namespace {

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace

const char* exceptionHeader(const std::string& type) {
  static const std::map<std::string, const char*, std::less<>> headers = {
      {"std::exception", "<exception>"},
      {"std::bad_exception", "<exception>"},
      {"std::bad_alloc", "<new>"},
      {"std::bad_array_new_length", "<new>"},
      {"std::bad_cast", "<typeinfo>"},
      {"std::bad_typeid", "<typeinfo>"},
      {"std::bad_optional_access", "<optional>"},
      {"std::bad_variant_access", "<variant>"},
      {"std::bad_any_cast", "<any>"},
      {"std::bad_function_call", "<functional>"},
      {"std::bad_weak_ptr", "<memory>"},
      {"std::regex_error", "<regex>"},
      {"std::system_error", "<system_error>"},
      {"std::future_error", "<future>"},
      {"std::ios_base::failure", "<ios>"},
      {"std::filesystem::filesystem_error", "<filesystem>"},
      {"std::string", "<string>"},
  };
  const auto found = headers.find(type);
  if (found != headers.end()) return found->second;
  return type.starts_with("std::") ? "<stdexcept>" : nullptr;
}

std::string publicExceptionType(std::string type) {
  replaceAll(type, "::__cxx11::", "::");
  replaceAll(type, "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
  replaceAll(type, "std::__ios_failure", "std::ios_base::failure");
  if (type.find("std::__") != std::string::npos || type.find("std::_") != std::string::npos) return {};
  if (type.find('(') != std::string::npos || type.find('{') != std::string::npos) return {};
  return type.empty() ? type : writtenAtGlobalScope(type);
}

}  // namespace covolve::unit
