#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/signal_name.h"
#include "rest/http/service.h"

namespace covolve::rest {

namespace {

std::string_view lineAt(std::string_view text, size_t at) {
  return text.substr(at, text.find_first_of("\r\n", at) - at);
}

/// What differs from run to run: addresses.
std::string_view withoutAddresses(std::string_view line) {
  for (const std::string_view begin : {" on address", " on unknown address", " on 0x", " 0x"})
    line = line.substr(0, line.find(begin));
  return line;
}

/// "AddressSanitizer: heap-use-after-free"; empty where the program was not built with one, or it saw
/// nothing.
std::string_view sanitizerReport(std::string_view errors) {
  constexpr std::string_view kError = "ERROR: ";
  for (const std::string_view name :
       {"AddressSanitizer", "MemorySanitizer", "LeakSanitizer", "HWAddressSanitizer"}) {
    const size_t found = errors.find(std::string(kError).append(name));
    if (found != std::string_view::npos) return withoutAddresses(lineAt(errors, found + kError.size()));
  }
  const size_t race = errors.find("WARNING: ThreadSanitizer");
  if (race != std::string_view::npos) return withoutAddresses(lineAt(errors, race));
  // The last one: those before did not end it.
  const size_t undefined = errors.rfind("runtime error: ");
  if (undefined == std::string_view::npos) return {};
  return withoutAddresses(lineAt(errors, undefined));
}

}  // namespace

std::string ServiceDeath::describe() const {
  const std::string how =
      signal != 0 ? "was ended by " + signalName(signal) : fmt::format("exited with status {}", status);
  const std::string_view report = sanitizerReport(errors);
  return report.empty() ? how : fmt::format("{} ({})", how, report);
}

}  // namespace covolve::rest
