// Reads source text, generates its harness, compiles it with a small main that
// interprets tests given in hexadecimal, and tells what came of each.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "covolve/protocol.h"
#include "execute/site_table.h"
#include "program/front_end.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// The bytes of a test, written by hand as runtime/include/covolve/harness.h says.
class TestBytes {
 public:
  explicit TestBytes(uint16_t actions) { put(actions); }

  TestBytes& call(program::CallableId callable) { return put(static_cast<uint16_t>(callable)); }
  TestBytes& object(uint16_t action) { return put(action); }
  TestBytes& integer(int64_t value) { return put(value); }
  TestBytes& real(double value) { return put(value); }
  TestBytes& flag(bool value) { return put(static_cast<uint8_t>(value)); }
  TestBytes& count(uint32_t value) { return put(value); }
  TestBytes& text(const std::string& text) {
    put(static_cast<uint32_t>(text.size()));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  template <class T>
  TestBytes& put(T value) {
    const size_t size = bytes_.size();
    bytes_.resize(size + sizeof value);
    std::memcpy(bytes_.data() + size, &value, sizeof value);
    return *this;
  }

  const std::vector<uint8_t>& bytes() const { return bytes_; }
  TestBytes cut(size_t count) const {
    TestBytes shorter = *this;
    shorter.bytes_.resize(count);
    return shorter;
  }

 private:
  std::vector<uint8_t> bytes_;
};

struct Ran {
  unsigned outcome = 99;
  unsigned executed = 99;
  unsigned started = 0;
  std::vector<std::string> thrown;  // "action:mangled type"
  std::vector<uint32_t> touched;
  std::vector<Observation> observations;

  /// What the step returned; Opaque when nothing was observed.
  Value returned(uint32_t step) const;
  Value parameter(uint32_t step, uint32_t index) const;
};

constexpr auto kReturned = static_cast<unsigned>(abi::Outcome::Returned);
constexpr auto kInvalid = static_cast<unsigned>(abi::Outcome::Invalid);

class HarnessRunner {
 public:
  /// The text becomes unit.h, tested by itself; or unit.cpp when `asSource`.
  explicit HarnessRunner(const std::string& text, std::vector<std::string> flags = {"-std=c++20"},
                         bool asSource = false);

  const program::Model& model() const { return model_; }
  program::CallableId id(const std::string& display) const;
  const std::string& harness() const { return harness_; }

  /// False with a test failure when the harness does not compile.
  bool compile(const std::vector<std::string>& moreFlags = {});
  Ran run(const TestBytes& test, bool observe = true, uint64_t capacity = 1 << 16);
  std::vector<Ran> run(const std::vector<TestBytes>& tests, bool observe = true, uint64_t capacity = 1 << 16);
  /// What the harness registers.
  execute::SiteTable sites();
  /// The signal that ends the harness on this test; 0 when it ends well.
  int signalOf(const TestBytes& test);
  /// Feeds random bytes and mutated copies of `seeds`; the exit status tells.
  int fuzz(const std::vector<TestBytes>& seeds, unsigned rounds);

 private:
  std::string execute(const std::string& mode, const std::string& input, int& status);

  ScratchDirectory directory_;
  std::filesystem::path unit_;  // where the code under test stands  // for what is run
  std::filesystem::path program_;
  std::vector<std::string> flags_;
  program::Model model_;
  std::string harness_;
};

}  // namespace covolve::unit
