// A small project on disk for definitions to point at: sources in folders, and
// a compilation database as CMake writes it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/files.h"
#include "campaign/definition/definition.h"

namespace covolve::campaign {

class SampleProject {
 public:
  SampleProject() : scratch_(std::move(*ScratchDirectory::make("test"))) {}

  std::filesystem::path root() const { return scratch_.path(); }
  std::string path(const std::string& name) const { return (root() / name).string(); }

  void write(const std::string& name, const std::string& text = "") const {
    std::filesystem::create_directories((root() / name).parent_path());
    std::ofstream(root() / name) << text;
  }

  /// A source that a CMake target compiles in build/.
  void add(const std::string& name, const std::string& cmakeTarget = "all") {
    write(name);
    const std::string object = "CMakeFiles/" + cmakeTarget + ".dir/" + name + ".o";
    entries_.push_back({{"directory", path("build")},
                        {"file", path(name)},
                        {"command", "c++ -o " + object + " -c " + path(name)},
                        {"output", object}});
    write("build/compile_commands.json", entries_.dump());
  }

  Result<Definition> parse(const std::string& text) const { return parseDefinition(text, root()); }

  /// Of a text that must be right.
  Definition define(const std::string& text) const {
    const auto definition = parse(text);
    EXPECT_TRUE(definition) << definition.error().message << "\n" << text;
    return definition.value_or(Definition{});
  }

  /// What is said of a text that must be wrong.
  std::string mistake(const std::string& text) const {
    const auto definition = parse(text);
    return definition ? "no mistake" : definition.error().message;
  }

 private:
  ScratchDirectory scratch_;
  nlohmann::json entries_ = nlohmann::json::array();
};

}  // namespace covolve::campaign
