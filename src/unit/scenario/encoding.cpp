#include "unit/scenario/encoding.h"

#include <cstring>
#include <optional>

#include "base/type_name.h"
#include "covolve/test_bytes.h"
#include "gene/value_builder.h"

namespace covolve::unit {

using harness::Entry;
using harness::Index;
using harness::Length;
using harness::Tag;

namespace {

/// After the first value that does not fit nothing is written any more.
class ByteSink final : public gene::ValueSink {
 public:
  explicit ByteSink(std::span<uint8_t> room) : next_(room.data()), left_(room.size()) {}

  std::optional<size_t> bytesLeft() const { return isFull_ ? std::nullopt : std::optional(left_); }

  void boolean(bool value) override { put(static_cast<uint8_t>(value)); }
  void integer(__int128 value, unsigned bits) override {
    if (bits > 64) return put(value);
    put(static_cast<int64_t>(value));
  }
  void floating(double value) override { put(value); }
  void text(std::string_view text) override {
    put(static_cast<Length>(text.size()));
    putBytes(text.data(), text.size());
  }
  void list(size_t count, bool fixed) override {
    if (!fixed) put(static_cast<Length>(count));
  }
  void absent() override { put(uint8_t{0}); }
  void present() override { put(uint8_t{1}); }
  void reference(uint32_t action) override { put(static_cast<Index>(action)); }

  template <class T>
  void put(T value) {
    putBytes(&value, sizeof value);
  }

 private:
  void putBytes(const void* bytes, size_t count) {
    isFull_ |= count > left_;
    if (isFull_) return;
    std::memcpy(next_, bytes, count);
    next_ += count;
    left_ -= count;
  }

  uint8_t* next_;
  size_t left_;
  bool isFull_ = false;
};

/// Reads with bounds checks; after the first failure everything reads as zero.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool atEnd() const { return position_ == bytes_.size(); }
  bool failed() const { return failed_; }

  template <class T>
  T take() {
    T value{};
    if (bytes_.size() - position_ < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data() + position_, sizeof value);
    position_ += sizeof value;
    return value;
  }

  std::string takeText() {
    const auto length = take<Length>();
    if (bytes_.size() - position_ < length) {
      fail();
      return {};
    }
    std::string text(reinterpret_cast<const char*>(bytes_.data()) + position_, length);
    position_ += length;
    return text;
  }

  void fail() {
    failed_ = true;
    position_ = bytes_.size();
  }

 private:
  std::span<const uint8_t> bytes_;
  size_t position_ = 0;
  bool failed_ = false;
};

Value takeValue(Reader& reader, int depth) {
  constexpr int kDeepest = 64;
  if (depth > kDeepest) reader.fail();
  switch (static_cast<Tag>(reader.take<uint8_t>())) {
    case Tag::Opaque:
      return {};
    case Tag::Boolean:
      return Value::boolean(reader.take<uint8_t>() != 0);
    case Tag::Integer:
      return Value::number(reader.take<__int128>());
    case Tag::Floating:
      return Value::real(reader.take<double>());
    case Tag::Text:
      return Value::string(reader.takeText());
    case Tag::List: {
      Value list = Value::list({});
      for (auto left = reader.take<Length>(); left > 0 && !reader.failed(); --left) {
        list.children.push_back(takeValue(reader, depth + 1));
      }
      return list;
    }
    case Tag::Absent:
      return Value::absent();
    case Tag::Present:
      return Value::present(takeValue(reader, depth + 1));
  }
  reader.fail();  // the code under test may have written anything
  return {};
}

std::optional<Observation::What> whatOf(uint8_t entry) {
  switch (static_cast<Entry>(entry)) {
    case Entry::Returned:
      return Observation::What::Returned;
    case Entry::Parameter:
      return Observation::What::Parameter;
    case Entry::Threw:
      return Observation::What::Threw;
    case Entry::Freed:
      return Observation::What::Freed;
    case Entry::Given:
      return Observation::What::Given;
  }
  return std::nullopt;
}

}  // namespace

std::optional<size_t> encodeTest(const search::Individual& individual, std::span<uint8_t> room) {
  ByteSink sink(room);
  sink.put(static_cast<Index>(individual.actions.size()));
  for (const search::Action& action : individual.actions) {
    sink.put(static_cast<Index>(action.kind));
    for (const auto& gene : action.genes) gene->write(sink);
  }
  const auto left = sink.bytesLeft();
  return left ? std::optional(room.size() - *left) : std::nullopt;
}

std::vector<uint8_t> encodeTest(const search::Individual& individual) {
  constexpr size_t kMostAreSmaller = 1024;
  std::vector<uint8_t> bytes(kMostAreSmaller);
  std::optional<size_t> size;
  while (!(size = encodeTest(individual, bytes))) bytes.resize(bytes.size() * 2);
  bytes.resize(*size);
  return bytes;
}

std::vector<Step> stepsOf(const search::Individual& individual) {
  std::vector<Step> steps;
  for (const search::Action& action : individual.actions) {
    Step step{action.kind, {}};
    for (const auto& gene : action.genes) step.arguments.push_back(gene::valueOf(*gene));
    steps.push_back(std::move(step));
  }
  return steps;
}

Result<std::vector<Observation>> decodeObservations(std::span<const uint8_t> bytes) {
  std::vector<Observation> observations;
  Reader reader(bytes);
  while (!reader.atEnd()) {
    Observation observation;
    observation.step = reader.take<Index>();
    const std::optional<Observation::What> what = whatOf(reader.take<uint8_t>());
    observation.parameter = reader.take<uint8_t>();
    observation.value = takeValue(reader, 0);
    if (!what) reader.fail();
    observation.what = what.value_or(Observation::What::Returned);
    if (observation.what == Observation::What::Threw) {
      if (observation.value.children.size() != 2)
        return ownError("an observed exception is not as test_bytes.h says");
      observation.exceptionType = nameableType(observation.value.children[0].text);
      observation.exceptionText = observation.value.children[1].text;
      observation.value = {};
    }
    if (reader.failed()) return ownError("the worker's observations are not as test_bytes.h says");
    observations.push_back(std::move(observation));
  }
  return observations;
}

}  // namespace covolve::unit
