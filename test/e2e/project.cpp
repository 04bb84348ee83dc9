#include "project.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler_cache.h"

namespace covolve::e2e {

namespace fs = std::filesystem;

namespace {

bool names(const std::vector<std::string>& arguments, const char* option) {
  return std::ranges::find(arguments, option) != arguments.end();
}

}  // namespace

Project::Project(const std::map<std::string, std::string>& files)
    : scratch_(*ScratchDirectory::make("e2e-" + test::nameOfThisTest())) {
  for (const auto& [name, text] : files) write(name, text);
}

void Project::write(const std::string& name, const std::string& text) const {
  fs::create_directories(path(name).parent_path());
  const auto written = replaceFile(path(name), text);
  ASSERT_TRUE(written.has_value()) << written.error().message;
}

std::string Project::read(const std::string& name) const {
  const auto text = readFile(path(name));
  EXPECT_TRUE(text.has_value()) << text.error().message;
  return text.value_or("");
}

Completed Project::covolve(std::vector<std::string> arguments, Defaults defaults) const {
  const bool isQuick =
      !arguments.empty() && arguments.front() == "unit" && defaults != Defaults::AsUsersHaveThem;
  if (isQuick && defaults == Defaults::Quick) arguments.insert(arguments.begin() + 1, "--afresh");
  for (const char* technique : {"--dse", "--mutants"}) {
    if (isQuick && !names(arguments, technique)) arguments.insert(arguments.begin() + 1, {technique, "off"});
  }
  // Whoever says how many compilers there are is about what is compiled when.
  const bool saysWhen = names(arguments, "--jobs") || names(arguments, "--compiler-launcher");
  if (isQuick && !saysWhen && test::hasCompilerCache())
    arguments.insert(arguments.begin() + 1, {"--compiler-launcher", "ccache"});
  arguments.insert(arguments.begin(), COVOLVE_EXECUTABLE);
  Command command;
  command.arguments = std::move(arguments);
  command.directory = path();
  const auto completed = run(command);
  EXPECT_TRUE(completed.has_value()) << completed.error().message;
  return completed.value_or(Completed{});
}

nlohmann::json Project::generate(const std::string& source, int evaluations,
                                 std::vector<std::string> more) const {
  std::vector<std::string> arguments{"unit", source,          "-o",
                                     "out",  "--evaluations", std::to_string(evaluations)};
  if (!names(more, "--") && !names(more, "-p")) more.push_back("--");
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Completed completed = covolve(arguments);
  EXPECT_EQ(completed.status, 0) << completed.errors << completed.output;
  if (!has("out/covolve.json")) return {};
  return nlohmann::json::parse(read("out/covolve.json"));
}

std::map<std::string, std::string> contents(const fs::path& directory) {
  std::map<std::string, std::string> files;
  if (!fs::exists(directory)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), directory)] = readFile(entry.path()).value_or("");
  }
  return files;
}

size_t lineCount(const std::string& text) {
  const auto newlines = static_cast<size_t>(std::ranges::count(text, '\n'));
  return newlines + (text.empty() || text.back() == '\n' ? 0 : 1);
}

}  // namespace covolve::e2e
