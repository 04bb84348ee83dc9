#include "rest/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process.h"
#include "base/shell_text.h"
#include "base/small_letters.h"

namespace covolve::rest {

namespace {

/// The fault of that identifier in covolve.json.
Result<nlohmann::json> readFault(const ReplayOptions& options) {
  const std::filesystem::path file = options.output / "covolve.json";
  const auto text = readFile(file);
  if (!text)
    return userError(fmt::format("--replay: there is no {}: -o names the earlier run", file.string()));
  const auto report = nlohmann::json::parse(*text, nullptr, false);
  if (!report.is_object() || !report.contains("faults"))
    return userError(fmt::format("{} is no report of covolve rest", file.string()));
  for (const auto& fault : report["faults"]) {
    if (fault.value("id", "") == options.fault) return fault;
  }
  return userError(fmt::format("{} has no fault {}", file.string(), options.fault));
}

std::string firstLineOf(const std::string& text) { return text.substr(0, text.find('\n')); }
std::string statusOf(const std::string& answer) { return answer.substr(0, answer.find_first_of(" \n")); }

}  // namespace

std::string answerIn(const std::string& written) {
  // Informational answers come before the one that counts.
  size_t begin = written.rfind("HTTP/", 0) == 0 ? 0 : std::string::npos;
  while (begin != std::string::npos) {
    const size_t end = written.find("\r\n\r\n", begin);
    const std::string head = written.substr(begin, end - begin);
    const std::string status = head.substr(std::min(head.find(' ') + 1, head.size()), 3);
    const std::string body = end == std::string::npos ? "" : written.substr(end + 4);
    if (status.starts_with('1') && body.starts_with("HTTP/")) {
      begin = end + 4;
      continue;
    }
    const std::string letters = inSmallLetters(head);
    constexpr std::string_view kType = "\r\ncontent-type:";
    std::string type;
    if (const size_t at = letters.find(kType); at != std::string::npos) {
      const size_t start = letters.find_first_not_of(' ', at + kType.size());
      type = letters.substr(start, letters.find_first_of(";\r", start) - start);
    }
    return fmt::format("{} {}{}{}", status, type, body.empty() ? "" : "\n", body);
  }
  return "";
}

bool showsTheSame(const std::string& kind, const std::string& recorded, const std::string& now) {
  constexpr std::array<std::string_view, 2> kAboutBodies{"schema", "leak"};
  if (statusOf(recorded) != statusOf(now)) return false;
  if (kind == "content-type") return firstLineOf(recorded) == firstLineOf(now);
  if (std::ranges::find(kAboutBodies, kind) == kAboutBodies.end()) return true;
  constexpr std::string_view kCut = " ...";  // of a long one the beginning was kept
  const bool isCut = recorded.ends_with(kCut);
  return isCut ? now.starts_with(recorded.substr(0, recorded.size() - kCut.size())) : now == recorded;
}

std::string adapted(std::string command, const std::string& url, const HeaderList& headers) {
  constexpr std::string_view kCurl = "curl -i";
  const size_t curl = command.find(kCurl);
  if (curl == std::string::npos) return command;
  if (!url.empty()) {
    // The address is the last word.
    const size_t at = command.rfind("http");
    const size_t path = command.find('/', command.find("//", at) + 2);
    std::string place = url;
    while (place.ends_with('/')) place.pop_back();
    if (at != std::string::npos) command.replace(at, std::min(path, command.size()) - at, place);
  }
  std::string options;
  for (const auto& [name, value] : headers) options += " -H " + shellWord(name + ": " + value);
  return command.insert(curl + kCurl.size(), options);
}

Result<Replay> replayFault(const ReplayOptions& options) {
  const auto fault = readFault(options);
  if (!fault) return std::unexpected(fault.error());
  const auto commands = fault->value("commands", std::vector<std::string>{});
  if (commands.empty()) return userError(fmt::format("there are no calls to repeat for {}", options.fault));
  Replay replay;
  replay.text = fault->value("description", "") + "\n";
  std::string answer;
  for (const std::string& command : commands) {
    // Secrets are for the service only.
    replay.text += "\n$ " + adapted(command, options.url, {}) + "\n";
    const auto completed = run({.arguments = {"sh", "-c", adapted(command, options.url, options.headers)}});
    if (!completed) return std::unexpected(completed.error());
    answer = answerIn(completed->output);
    replay.text += (answer.empty() ? "no answer " + completed->errors : answer) + "\n";
  }
  const std::string recorded = fault->value("answer", "");
  replay.stillShows = showsTheSame(fault->value("kind", ""), recorded, answer);
  replay.text += replay.stillShows ? "\nIt still shows: the last answer is as it was.\n"
                                   : fmt::format("\nIt does not show as it did: the last answer was {}.\n",
                                                 recorded.empty() ? "none" : firstLineOf(recorded));
  return replay;
}

}  // namespace covolve::rest
