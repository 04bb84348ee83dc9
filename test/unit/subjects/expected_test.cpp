// subjects/expected.json and the table of subjects/README.md tell of every subject there is.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "repository.h"

namespace {

namespace fs = std::filesystem;

using covolve::test::repository;

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(SubjectsExpected, ListsEachSourceOfEachSubjectOnce) {
  std::multiset<std::string> listed;
  for (const auto& subject : nlohmann::json::parse(read(repository() / "subjects/expected.json"))) {
    listed.insert(subject.at("source").get<std::string>());
    EXPECT_LT(subject.at("infeasible").get<int>(), subject.at("branches").get<int>()) << subject;
    EXPECT_FALSE(subject.at("hard").get<std::string>().empty()) << subject;
  }
  std::multiset<std::string> existing;
  for (const auto& entry : fs::recursive_directory_iterator(repository() / "subjects")) {
    const std::string source = fs::relative(entry.path(), repository()).generic_string();
    // The services are no subjects of covolve unit.
    const bool isSource =
        std::set<std::string>{".c", ".cpp", ".hpp"}.contains(entry.path().extension().string());
    if (isSource && !source.starts_with("subjects/rest/")) existing.insert(source);
  }
  EXPECT_EQ(listed, existing);
}

TEST(SubjectsExpected, NamesThatTheReadmeListsAreTheSame) {
  const std::string readme = read(repository() / "subjects/README.md");
  for (const auto& subject : nlohmann::json::parse(read(repository() / "subjects/expected.json"))) {
    const std::string row = "| [" + subject.at("name").get<std::string>() + "](";
    EXPECT_NE(readme.find(row), std::string::npos) << row;
  }
}

}  // namespace
