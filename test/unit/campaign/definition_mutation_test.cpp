// Whatever is done to a definition's text, reading it ends with a definition or
// with one sentence.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "campaign/run/run.h"
#include "sample_project.h"

namespace covolve::campaign {
namespace {

constexpr int kTexts = 4000;

const std::string kUnitCampaign = R"(# a comment
name: algorithms
command: unit
seeds: [1, 5, "9-12"]
budgets: [30s, {evaluations: 20000}]
targets:
  - file: src/order.cpp
    build: build
    name: order
    group: &group shop
    options: {link: [m, -L/opt], sandbox: off}
  - {file: src/order.cpp, build: build, class: "shop::Order"}
  - directory: src/core
    build: build
    exclude: ["*_test.cpp", "third_party/*"]
  - cmake: orderlib
    build: build
    exclude: [src/**]
  - file: "src/**/*.h"
    flags: >
      -std=c++20
      -Iinclude
configurations:
  - &first
    name: dynamosa
    options: {algorithm: dynamosa, population: 50, quiet: true}
  - {<<: *first, name: 'peer', program: sh}
baseline: dynamosa
keep: tests
run: {cores: 2, memory: 2G, timeout: 1h}
slurm: [--partition=short]
)";

const std::string kRestCampaign = R"(command: rest
seeds: 3
budgets: 1m
targets:
  - {rest: petstore, schema: openapi.yaml, url: "http://localhost:8080", config: api.yaml}
configurations: [{name: a, options: {x: 1}}]
)";

/// Characters and pieces that mean something to YAML, to patterns or to us.
std::string randomPiece(Rng& rng) {
  static const std::vector<std::string> kPieces{":",
                                                ": ",
                                                "-",
                                                "- ",
                                                "\n",
                                                "\n  ",
                                                " ",
                                                "\t",
                                                "[",
                                                "]",
                                                "{",
                                                "}",
                                                "&a ",
                                                "*a",
                                                "*group",
                                                "<<: ",
                                                "!!binary ",
                                                "!",
                                                "|",
                                                ">",
                                                "'",
                                                "\"",
                                                "\\",
                                                "\\x00",
                                                "%",
                                                "@",
                                                "`",
                                                "#",
                                                "? ",
                                                ",",
                                                "---\n",
                                                "...\n",
                                                "~",
                                                "null",
                                                "true",
                                                "0",
                                                "-1",
                                                "99999999999999999999",
                                                "1e999",
                                                ".",
                                                "..",
                                                "\r",
                                                "\xc3\xa4",
                                                "\xff",
                                                std::string(1, '\0'),
                                                "\x04",
                                                "name: x\n",
                                                "seeds: ",
                                                "targets: ",
                                                "[[[[[[[[",
                                                "{a: {a: {a: "};
  return rng.chance(0.2) ? std::string(1, static_cast<char>(rng.below(256))) : rng.pick(kPieces);
}

std::string mutated(std::string text, Rng& rng) {
  for (auto count = rng.below(4) + 1; count > 0 && !text.empty(); --count) {
    const size_t at = rng.below(text.size());
    const size_t length = rng.below(std::min<size_t>(text.size() - at, 30)) + 1;
    switch (rng.below(5)) {
      case 0:
        text.insert(at, randomPiece(rng));
        break;
      case 1:
        text.erase(at, rng.chance(0.7) ? 1 : length);
        break;
      case 2:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 3:  // a part again, elsewhere
        text.insert(rng.below(text.size()), text.substr(at, length));
        break;
      default:
        text.replace(at, length, randomPiece(rng));
    }
  }
  return text;
}

TEST(MutatedDefinitions, AreADefinitionOrOneSentence) {
  SampleProject project;
  project.add("src/order.cpp", "orderlib");
  project.add("src/core/a.cpp", "core");
  project.add("lib/price.cpp", "orderlib");
  project.write("src/order.h");
  project.write("openapi.yaml");
  project.write("api.yaml");
  project.define(kUnitCampaign);
  project.define(kRestCampaign);

  Rng rng(20261115);
  size_t accepted = 0;
  size_t refused = 0;
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = mutated(i % 4 == 0 ? kRestCampaign : kUnitCampaign, rng);
    const auto definition = project.parse(text);
    if (definition) {
      ++accepted;
      EXPECT_FALSE(definition->targets.empty() || definition->configurations.empty() ||
                   definition->budgets.empty() || definition->seeds.empty())
          << text;
      if (definition->seeds.size() < 100) EXPECT_FALSE(planRuns(*definition, "covolve", "out").empty());
    } else {
      ++refused;
      const std::string& message = definition.error().message;
      EXPECT_TRUE(message.starts_with("line ")) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message << "\nfor\n" << text;
      EXPECT_EQ(message.find("bad_alloc"), std::string::npos) << message << "\nfor\n" << text;
      EXPECT_EQ(definition.error().blame, Error::Blame::User);
    }
  }
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace covolve::campaign
