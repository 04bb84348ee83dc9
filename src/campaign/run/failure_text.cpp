#include "campaign/run/failure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace covolve::campaign {

namespace {

constexpr std::string_view kCovolve = "covolve: ";

/// Those that say something.
std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string failureText(int status, std::string_view errors) {
  const std::vector<std::string_view> lines = linesOf(errors);
  const auto sentence =
      std::ranges::find_if(lines, [](std::string_view line) { return line.starts_with(kCovolve); });
  if (sentence == lines.end()) {
    return lines.empty() ? fmt::format("exit status {}", status)
                         : fmt::format("exit status {}: {}", status, lines.back());
  }
  std::string_view said = sentence->substr(kCovolve.size());
  const auto detail = std::find_if(sentence + 1, lines.end(), [](std::string_view line) {
    return line.find("error:") != std::string_view::npos;
  });
  if (detail != lines.end()) return fmt::format("{} {}", said, *detail);
  return std::string(said.ends_with(':') ? said.substr(0, said.size() - 1) : said);
}

}  // namespace covolve::campaign
