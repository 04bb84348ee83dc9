// A small project on disk: sources, a compilation database, a build directory.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "unit/build/build.h"

namespace covolve::unit {

class TemporaryProject {
 public:
  TemporaryProject() : scratch_(std::move(*ScratchDirectory::make("test"))) {
    std::filesystem::create_directories(buildDirectory());
  }

  std::filesystem::path root() const { return scratch_.path(); }
  std::filesystem::path buildDirectory() const { return root() / "build"; }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = root() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }

  /// An entry of the compilation database, as CMake writes it.
  void add(const std::string& name, const std::string& text, const std::string& flags = "") {
    const std::filesystem::path file = write(name, text);
    const std::string compiler = file.extension() == ".c" ? "cc" : "c++";
    entries_.push_back(
        {{"directory", buildDirectory().string()},
         {"file", file.string()},
         {"command", fmt::format("{} {} -o {}.o -c {}", compiler, flags, name, file.string())}});
    write("build/compile_commands.json", entries_.dump());
  }

  Project load() const {
    auto project = loadProject(buildDirectory());
    EXPECT_TRUE(project) << project.error().message;
    return project ? *project : Project{};
  }

  /// Runs a program in the project's root; its output, or its errors as a test failure.
  std::string execute(std::vector<std::string> arguments) const {
    const auto completed = run({.arguments = std::move(arguments), .directory = root()});
    EXPECT_TRUE(completed && completed->succeeded())
        << (completed ? completed->output + completed->errors : completed.error().message);
    return completed ? completed->output : "";
  }

 private:
  ScratchDirectory scratch_;
  nlohmann::json entries_ = nlohmann::json::array();
};

}  // namespace covolve::unit
