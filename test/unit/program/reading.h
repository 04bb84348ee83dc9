// Source text in a temporary directory, read by the front end, and questions
// about what was read.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "program/front_end.h"

namespace covolve::program {

class Reader {
 public:
  Reader() : directory_(*ScratchDirectory::make("front-end-test")) {}

  Reader& file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = directory_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    EXPECT_TRUE(replaceFile(path, text));
    return *this;
  }

  std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  Result<Model> tryRead(const std::string& source, std::vector<std::string> flags = {"-std=c++20"},
                        const std::vector<std::string>& only = {}) {
    return readProgram({directory_.path() / source, directory_.path(), std::move(flags)}, only);
  }

  Model read(const std::string& source, std::vector<std::string> flags = {"-std=c++20"}) {
    Result<Model> model = tryRead(source, std::move(flags));
    if (!model) {
      ADD_FAILURE() << model.error().message;
      return {};
    }
    return *std::move(model);
  }

 private:
  ScratchDirectory directory_;
};

inline Model readText(const std::string& text, std::vector<std::string> flags = {"-std=c++20"}) {
  return Reader().file("unit.cpp", text).read("unit.cpp", std::move(flags));
}

/// A header that is tested by itself.
inline Model readHeader(const std::string& text, std::vector<std::string> flags = {"-std=c++20"}) {
  return Reader().file("unit.h", text).read("unit.h", std::move(flags));
}

inline const Callable* find(const Model& model, const std::string& display) {
  const auto found = std::ranges::find(model.callables, display, &Callable::display);
  return found == model.callables.end() ? nullptr : &*found;
}

inline std::vector<std::string> displays(const Model& model) {
  std::vector<std::string> all;
  for (const Callable& callable : model.callables) all.push_back(callable.display);
  return all;
}

/// Why it was skipped; empty when it was not.
inline std::string reasonFor(const Model& model, const std::string& what) {
  const auto found = std::ranges::find(model.skipped, what, &Skipped::what);
  return found == model.skipped.end() ? "" : found->reason;
}

/// Why f(<parameter>) is skipped; empty when it is not.
inline std::string whyNot(const std::string& parameter, const std::string& before) {
  const Model model = readHeader(before + "\ninline void f(" + parameter + ") {}");
  for (const Skipped& skipped : model.skipped) {
    if (skipped.what.starts_with("f(")) return skipped.reason;
  }
  return "";
}

/// The type of the only parameter of the only callable under test with this name.
inline const Type& parameterType(const Model& model, const std::string& function, size_t index = 0) {
  static const Type none;
  for (const Callable& callable : model.callables) {
    if (callable.name == function && callable.parameters.size() > index) {
      return model.types[callable.parameters[index].type];
    }
  }
  ADD_FAILURE() << "no callable " << function;
  return none;
}

}  // namespace covolve::program
