// One finished run as it lies in its folder: covolve.json, the sources it was
// about, the tests it wrote. Whatever is missing or of another form reads as
// nothing: a page about half a run is better than none.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace covolve::page {

using Json = nlohmann::json;

struct RunDocument {
  std::filesystem::path folder;
  Json report;
  std::map<std::string, std::string> sources;  // by path, as far as they can be read
  std::map<std::string, std::string> tests;    // by the name of their file

  bool isOfService() const { return report.contains("service"); }
  /// What was tested: the source's file name, or the service's title.
  std::string title() const;
};

/// A user's Error where the folder has no covolve.json, or one that is none.
Result<RunDocument> readRun(const std::filesystem::path& folder);

/// Empty, 0 or an empty list where there is no such member or it is of another kind.
std::string textOf(const Json& object, std::string_view member);
uint64_t countOf(const Json& object, std::string_view member);
const Json& listOf(const Json& object, std::string_view member);
const Json& memberOf(const Json& object, std::string_view member);

/// The tests of a file one by one, in its order: from each TEST(, TEST_CASE(, def test_ or test( on.
std::vector<std::string> splitTests(std::string_view text);

}  // namespace covolve::page
