// The official test suite of JSON Schema, draft 2020-12, with its optional tests
// of formats and patterns, as the Debian package
// libtest-json-schema-acceptance-perl installs it.
//
// Each schema becomes a document of its own that an OpenAPI document refers to,
// so reader and validator are tested together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {
namespace {

namespace fs = std::filesystem;

/// What is known not to be supported, and why. Everything else must hold, and what is listed must fail: an
/// entry that excuses nothing any more is an error.
struct Exception {
  std::string file;   // without ".json"
  std::string group;  // what its description begins with; empty: all of the file
  std::string test;   // likewise
  std::string reason;
};

const std::vector<Exception>& exceptions() {
  static const std::string metaschema = "refers to the metaschema, which the package does not have";
  static const std::vector<Exception> list = {
      {"anchor", "invalid anchors", "", metaschema},
      {"defs", "validate definition against metaschema", "", metaschema},
      {"dynamicRef", "", "", "$dynamicRef is taken for a $ref"},
      {"id", "Invalid use of fragments", "", metaschema},
      {"optional/cross-draft", "refs to historic drafts", "",
       "all schemas of a document are of its own draft"},
      {"optional/ecmascript-regex", "\\a is not", "", metaschema},
      {"ref", "remote ref, containing refs itself", "", metaschema},
      {"ref", "URN base URI with f-component", "", metaschema},
      {"vocabulary", "schema that uses custom metaschema", "", "$vocabulary switches nothing off"},
  };
  return list;
}

fs::path suiteFolder() {
  const char* const given = std::getenv("COVOLVE_JSON_SCHEMA_SUITE");
  return given != nullptr ? given : "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance";
}

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

constexpr std::string_view kRemotes = "http://localhost:1234/";
constexpr std::string_view kSchema = "http://suite.test/schema.json";

/// The API whose only response has the schema.
Result<Api> apiWith(const Json& schema) {
  // A reference cannot lead to a document that is no object.
  const Json place = schema.is_object() ? Json{{"$ref", kSchema}} : schema;
  const Json content = {{"application/json", {{"schema", place}}}};
  const Json responses = {{"200", {{"description", "ok"}, {"content", content}}}};
  const Json document = {{"openapi", "3.1.0"},
                         {"info", {{"title", "suite"}, {"version", "1"}}},
                         {"paths", {{"/", {{"get", {{"responses", responses}}}}}}}};
  const FetchText fetch = [&](const std::string& url) -> Result<std::string> {
    if (url == kSchema) return schema.dump();
    if (!url.starts_with(kRemotes)) return userError("there is no " + url);
    const fs::path file = suiteFolder() / "remotes" / url.substr(kRemotes.size());
    if (!fs::is_regular_file(file)) return userError("there is no " + url);
    return textOf(file);
  };
  return parseApi(document.dump(), "http://suite.test/openapi.json", fetch);
}

/// The schema of the only response; null where the reader left it out.
const Schema* schemaOf(const Api& api) {
  if (api.operations.size() != 1 || api.operations[0].responses.size() != 1) return nullptr;
  const auto& content = api.operations[0].responses[0].content;
  return content.size() == 1 ? content[0].schema : nullptr;
}

class JsonSchemaSuite : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = suiteFolder() / "tests" / "draft2020-12";
    if (fs::is_directory(folder_)) return;
    ASSERT_EQ(std::getenv("COVOLVE_CI"), nullptr)
        << "CI must have the package libtest-json-schema-acceptance-perl";
    GTEST_SKIP() << "the package libtest-json-schema-acceptance-perl is not installed";
  }

  void runFile(const fs::path& file) {
    const std::string name = fs::relative(file, folder_).replace_extension().string();
    for (const Json& group : Json::parse(textOf(file))) {
      const Result<Api> api = apiWith(group["schema"]);
      const Schema* const schema = api ? schemaOf(*api) : nullptr;
      for (const Json& test : group["tests"]) judge(name, group["description"], test, schema);
    }
  }

  void judge(const std::string& file, const std::string& group, const Json& test, const Schema* schema) {
    const std::string name = test["description"];
    const bool holds =
        schema != nullptr &&
        !validate(test["data"], *schema, Direction::Response).has_value() == test["valid"].get<bool>();
    ++count_;
    if (holds) return;
    const auto known = std::ranges::find_if(exceptions(), [&](const Exception& one) {
      return file == one.file && group.starts_with(one.group) && name.starts_with(one.test);
    });
    if (known != exceptions().end()) {
      used_.push_back(&*known);
      return;
    }
    ADD_FAILURE() << file << " | " << group << " | " << name << (schema == nullptr ? " (no schema)" : "")
                  << (test["valid"].get<bool>() ? " (a false alarm)" : " (not found)");
  }

  fs::path folder_;
  size_t count_ = 0;
  std::vector<const Exception*> used_;
};

TEST_F(JsonSchemaSuite, AllButTheListedCasesHold) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) runFile(file);
  EXPECT_GT(count_, 1000);
  for (const Exception& one : exceptions()) {
    EXPECT_NE(std::ranges::find(used_, &one), used_.end())
        << one.file << " | " << one.group << " | " << one.test << " holds: take it off the list";
  }
  RecordProperty("cases", static_cast<int>(count_));
  RecordProperty("listed", static_cast<int>(used_.size()));
}

}  // namespace
}  // namespace covolve::rest
