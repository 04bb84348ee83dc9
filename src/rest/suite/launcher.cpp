#include "rest/suite/launcher.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "base/utf8.h"

namespace covolve::rest {

namespace {

constexpr std::string_view kPytestListener = R"(import json
import os


def note(path, name, passed, message):
    line = {"file": os.path.basename(path), "name": name, "passed": passed, "message": message}
    with open("covolve-results.jsonl", "a", encoding="utf-8") as results:
        results.write(json.dumps(line) + "\n")


def message_of(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else str(report.longrepr or "")


def pytest_collectreport(report):
    if report.failed:
        note(report.nodeid.partition("::")[0], "", False, message_of(report))


def pytest_runtest_logreport(report):
    path, _, name = report.nodeid.partition("::")
    if report.failed or (report.when == "call" and report.passed):
        note(path, name, report.passed, message_of(report))
)";

constexpr std::string_view kNodeListener = R"(import { basename } from "node:path";

export default async function* listener(source) {
  for await (const { type, data } of source) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || data.skip) continue;
    const file = basename(data.file ?? "");
    const isFile = basename(data.name) === file;
    if (isFile && type === "test:pass") continue;
    const error = data.details?.error?.cause ?? data.details?.error;
    const message = String(error?.message ?? error ?? "");
    yield JSON.stringify({ file, name: isFile ? "" : data.name, passed: type === "test:pass", message }) + "\n";
  }
}
)";

/// A message of several lines on one, as long as a reader wants to see it.
std::string onOneLine(const std::string& message) {
  constexpr size_t kLongest = 160;
  std::string line;
  for (const char c : message) {
    const bool isBlank = static_cast<unsigned char>(c) <= 0x20;
    if (!isBlank) line += c;
    if (isBlank && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  if (line.size() <= kLongest) return line;
  line.resize(kLongest);
  while (!isUtf8(line)) line.pop_back();
  return line + " ...";
}

bool isInstalled(const Launcher& launcher, const std::atomic<bool>& stop) {
  Command command{.arguments = launcher.probe};
  command.timeout = std::chrono::seconds(10);
  command.outputLimit = 2000;
  command.stop = &stop;
  const auto completed = run(command);
  return completed && completed->succeeded();
}

}  // namespace

const std::vector<Launcher>& launchers() {
  static const std::vector<Launcher> all = {
      {.format = "pytest",
       .probe = {"python3", "-c", "import pytest, requests"},
       .command = {"python3", "-m", "pytest", "-q", "--tb=short", "--rootdir=.", "-p", "no:cacheprovider"},
       .listenerFile = "conftest.py",
       .listener = kPytestListener},
      {.format = "node",
       // Files of tests that run beside each other would change the service under each other.
       .probe = {"node", "--test-concurrency=1", "--eval", "fetch"},
       .command = {"node", "--test", "--test-concurrency=1", "--test-reporter=./covolve-listener.mjs",
                   "--test-reporter-destination=covolve-results.jsonl"},
       .listenerFile = "covolve-listener.mjs",
       .listener = kNodeListener},
  };
  return all;
}

std::vector<const Launcher*> launchersFor(const std::vector<std::string>& formats,
                                          const std::atomic<bool>& stop, const std::vector<Launcher>& all) {
  const auto isWanted = [&](const Launcher& launcher) {
    return std::ranges::find(formats, launcher.format) != formats.end();
  };
  std::vector<const Launcher*> chosen;
  for (const Launcher& launcher : all) {
    if (isWanted(launcher) && isInstalled(launcher, stop)) chosen.push_back(&launcher);
  }
  for (const Launcher& launcher : all) {
    if (chosen.empty() && !isWanted(launcher) && isInstalled(launcher, stop)) chosen.push_back(&launcher);
  }
  return chosen;
}

std::vector<EmittedResult> readResults(std::string_view lines) {
  std::vector<EmittedResult> results;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const auto line = nlohmann::json::parse(lines.substr(0, end), nullptr, false);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const auto isText = [&](const char* key) { return line.contains(key) && line[key].is_string(); };
    if (!line.is_object() || !isText("file") || !isText("name") || !isText("message")) continue;
    results.push_back({.file = line["file"],
                       .name = line["name"],
                       .hasPassed = line.value("passed", false),
                       .message = onOneLine(line["message"])});
  }
  return results;
}

}  // namespace covolve::rest
