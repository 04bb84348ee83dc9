// Runs and a definition to put into stores.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/files.h"
#include "campaign/store/store.h"

namespace covolve::campaign::stored {

/// Two targets, two configurations, one budget, and all seeds that tests use.
inline Definition definition() {
  Definition definition;
  definition.name = "small";
  definition.targets = {{"triangle", "numeric", {"triangle.cpp"}, {"-O1"}, true},
                        {"stack", "", {"stack.cpp"}, {}, false}};
  definition.configurations = {{"random", "", {"--algorithm", "random"}},
                               {"mio", "", {"--algorithm", "mio"}}};
  definition.budgets = {{"30s", {"--budget", "30s"}}};
  for (uint64_t seed = 1; seed <= 100; ++seed) definition.seeds.push_back(seed);
  definition.baseline = "random";
  return definition;
}

/// Everything in it is set, and depends on the seed and on who made it.
inline RunRecord record(RunKey key, const std::string& maker = "") {
  RunRecord record;
  const uint64_t seed = key.seed;
  record.command = fmt::format("covolve unit --seed {} {}", seed, maker);
  record.key = std::move(key);
  record.started = "2026-11-15T16:01:04Z";
  record.seconds = 30.1 + static_cast<double>(seed) / 3;
  record.searchSeconds = 0.1;
  record.evaluations = 20'000 + seed;
  record.tests = 12;
  record.lines = {10, 11};
  record.branches = {12 + seed, 130 + seed};
  record.functions = {3, 4};
  record.targets = {50, 60};
  for (uint64_t i = 0; i < 20; ++i) record.progress.push_back({i * i * 10, i * 1'000 + seed, i * 3});
  record.faults = {{"crash", "division by zero" + maker, "triangle.cpp", 12, true},
                   {"hang", "", "", 0, false}};
  record.files = {{"triangle_test.cpp", std::string(64, 'a')}, {"covolve.json", std::string(64, 'b')}};
  record.options = R"({"algorithm":"random"})";
  record.inputs = std::string(64, 'c');
  record.provenance = {"0.1.0", "0123abcd", "clang 19", "node1" + maker, "x86", 2, 4096, "6.1"};
  return record;
}

inline RunRecord record(uint64_t seed, const std::string& maker = "") {
  return record(RunKey{"triangle", "random", "30s", seed}, maker);
}

inline RunRecord failure(uint64_t seed, const std::string& reason) {
  RunRecord record;
  record.key = {"triangle", "random", "30s", seed};
  record.failure = reason;
  record.command = "covolve unit";
  return record;
}

class StoreTest : public testing::Test {
 protected:
  Store open() const {
    auto store = Store::open(file_);
    if (!store) throw std::runtime_error(store.error().message);  // gtest reports it
    return std::move(*store);
  }
  std::string errorOfOpening() const {
    const auto store = Store::open(file_);
    EXPECT_FALSE(store);
    if (store) return "";
    EXPECT_EQ(store.error().blame, Error::Blame::User);
    EXPECT_NE(store.error().message.find(file_.string()), std::string::npos) << store.error().message;
    return store.error().message;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  std::filesystem::path file_ = scratch_.path() / "campaign.db";
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace covolve::campaign::stored
