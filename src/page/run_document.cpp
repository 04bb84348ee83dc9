#include "page/run_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/files.h"

namespace covolve::page {

namespace fs = std::filesystem;

namespace {

bool beginsTest(std::string_view line) {
  constexpr std::array<std::string_view, 7> beginnings{
      "TEST(", "TEST_F(", "TEST_CASE(", "def test_", "async def test_", "test(", "  test("};
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return line.starts_with(one); });
}

/// What stands directly above a test belongs to it.
bool isComment(std::string_view line) {
  return line.starts_with("//") || line.starts_with('#') || line.starts_with('@');
}

}  // namespace

std::string RunDocument::title() const {
  if (isOfService()) {
    const std::string title = textOf(report["service"], "title");
    return title.empty() ? "Service" : title;
  }
  return fs::path(textOf(report, "source")).filename().string();
}

Result<RunDocument> readRun(const fs::path& folder) {
  const fs::path file = folder / "covolve.json";
  const auto text = readFile(file);
  if (!text) {
    return userError(fmt::format("{} is no output of covolve: it has no covolve.json", folder.string()));
  }
  RunDocument run;
  run.folder = folder;
  run.report = Json::parse(*text, nullptr, false);
  if (!run.report.is_object() || !run.report.contains("covolve")) {
    return userError(fmt::format("{} is no report of covolve", file.string()));
  }
  for (const Json& source : listOf(run.report, "requestedFiles")) {
    if (!source.is_string()) continue;
    if (auto content = readFile(source.get<std::string>()))
      run.sources[source.get<std::string>()] = std::move(*content);
  }
  for (const Json& name : memberOf(run.report, "files")) {
    if (!name.is_string()) continue;
    const fs::path test = fs::path(name.get<std::string>()).filename();
    const bool isCode = test.extension() != ".json" && test.extension() != ".lcov" &&
                        test.extension() != ".sarif" && test.extension() != ".md";
    if (auto content = isCode ? readFile(folder / test) : ownError("")) run.tests[test.string()] = *content;
  }
  return run;
}

std::string textOf(const Json& object, std::string_view member) {
  const Json& value = memberOf(object, member);
  return value.is_string() ? value.get<std::string>() : std::string();
}

uint64_t countOf(const Json& object, std::string_view member) {
  const Json& value = memberOf(object, member);
  return value.is_number_unsigned() ? value.get<uint64_t>() : 0;
}

const Json& listOf(const Json& object, std::string_view member) {
  static const Json kNone = Json::array();
  const Json& value = memberOf(object, member);
  return value.is_array() ? value : kNone;
}

const Json& memberOf(const Json& object, std::string_view member) {
  static const Json kNothing = nullptr;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(member);
  return found == object.end() ? kNothing : *found;
}

std::vector<std::string> splitTests(std::string_view text) {
  std::vector<std::string> tests;
  std::string comments;  // that may belong to the next one
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (isComment(line)) {
      comments += line;
      continue;
    }
    if (beginsTest(line)) {
      tests.push_back(std::move(comments));
    } else if (!tests.empty()) {
      tests.back() += comments;
    }
    comments.clear();
    if (!tests.empty()) tests.back() += line;
  }
  for (std::string& test : tests) {
    while (test.ends_with('\n')) test.pop_back();
  }
  return tests;
}

}  // namespace covolve::page
