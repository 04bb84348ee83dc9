// The services under subjects/rest have documents that are read as a whole, and
// manifests that speak of what is there.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "repository.h"
#include "rest/openapi/api.h"
#include "rest/oracle/oracle.h"

namespace covolve::rest {
namespace {

namespace fs = std::filesystem;

fs::path services() { return test::repository() / "subjects/rest"; }

Result<std::string> fetchNothing(const std::string& url) { return userError(url); }

std::set<std::string> operationsOf(const fs::path& document) {
  std::set<std::string> ids;
  const Result<Api> api = readApi(document.string(), fetchNothing);
  if (!api) return ids;
  for (const Operation& operation : api->operations) ids.insert(operation.id);
  return ids;
}

/// All sources of a service as one text.
std::string sourcesOf(const fs::path& service) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(service)) {
    std::ifstream stream(entry.path());
    if (entry.path().extension() == ".cpp") text.append(std::istreambuf_iterator<char>(stream), {});
  }
  return text;
}

TEST(ServiceDocument, IsReadWithoutLossAndWithoutNotes) {
  const std::map<std::string, size_t> sizes = {{"ncs/openapi.json", 7},    {"scs/openapi.yaml", 12},
                                               {"news/openapi.yaml", 7},   {"foobar/openapi.yaml", 5},
                                               {"store/openapi.yaml", 30}, {"rude/openapi.yaml", 30},
                                               {"desk/openapi.yaml", 49}};
  for (const auto& [document, size] : sizes) {
    const Result<Api> api = readApi((services() / document).string(), fetchNothing);
    ASSERT_TRUE(api) << document << ": " << api.error().message;
    EXPECT_EQ(api->operations.size(), size) << document;
    for (const SkippedOperation& skipped : api->skipped) {
      ADD_FAILURE() << document << ": " << skipped.what << ": " << skipped.reason;
    }
    for (const std::string& note : api->notes) ADD_FAILURE() << document << ": " << note;
  }
}

TEST(ServiceManifest, SpeaksOfOperationsAndOraclesThatExist) {
  std::set<std::string> kinds;
  for (const auto& oracle : oracles()) kinds.emplace(oracle->name());
  for (const char* service : {"store", "desk", "rude"}) {
    const std::set<std::string> operations = operationsOf(services() / service / "openapi.yaml");
    const YAML::Node manifest = YAML::LoadFile((services() / service / "manifest.yaml").string());
    for (const YAML::Node& fault : manifest["faults"]) {
      EXPECT_TRUE(kinds.contains(fault["kind"].as<std::string>())) << fault;
      EXPECT_TRUE(operations.contains(fault["operation"].as<std::string>())) << fault;
    }
    for (const YAML::Node& quiet : manifest["quiet"])
      EXPECT_TRUE(operations.contains(quiet.as<std::string>())) << quiet;
  }
}

TEST(ServiceManifest, OfTheStoreHasTwoFaultsOfEachKindAndEachOnceInTheSources) {
  const std::string sources = sourcesOf(services() / "store");
  const YAML::Node manifest = YAML::LoadFile((services() / "store/manifest.yaml").string());
  std::map<std::string, int> faultsOfKind;
  for (const auto& oracle : oracles()) faultsOfKind[std::string(oracle->name())] = 0;
  faultsOfKind.erase("slow-answer");  // what is slow is said by whoever runs the tests
  for (const char* ofDesk : {"ignored-ownership", "refused-but-done", "not-idempotent"})
    faultsOfKind.erase(ofDesk);
  for (const YAML::Node& fault : manifest["faults"]) {
    ++faultsOfKind[fault["kind"].as<std::string>()];
    const std::string mark = "// Fault " + fault["name"].as<std::string>() + ".";
    const size_t found = sources.find(mark);
    EXPECT_NE(found, std::string::npos) << mark;
    EXPECT_EQ(sources.find(mark, found + 1), std::string::npos) << mark;
  }
  for (const auto& [kind, count] : faultsOfKind) EXPECT_GE(count, 2) << kind;
}

TEST(ServiceManifest, OfTheDeskHasEachFaultOnceInTheSources) {
  const std::string sources = sourcesOf(services() / "desk");
  const YAML::Node manifest = YAML::LoadFile((services() / "desk/manifest.yaml").string());
  for (const YAML::Node& fault : manifest["faults"]) {
    const std::string mark = "// Fault " + fault["name"].as<std::string>() + ".";
    const size_t found = sources.find(mark);
    EXPECT_NE(found, std::string::npos) << mark;
    EXPECT_EQ(sources.find(mark, found + 1), std::string::npos) << mark;
  }
}

}  // namespace
}  // namespace covolve::rest
