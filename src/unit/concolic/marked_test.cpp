#include "unit/concolic/marked_test.h"

#include <limits>
#include <optional>
#include <string>

#include "covolve/test_bytes.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

using concolic::Datum;
using concolic::Mark;
using concolic::Widening;

namespace {

/// What stands in the bytes at one place, as the genes wrote it.
struct Written {
  enum class Kind { Boolean, Integer, Floating, Text } kind;
  size_t offset = 0;
  unsigned bytes = 0;  // of a text its length
  __int128 integer = 0;
  double floating = 0;
};

/// Follows the encoding without writing anything.
class PlaceSink final : public gene::ValueSink {
 public:
  explicit PlaceSink(size_t offset) : offset_(offset) {}

  void boolean(bool value) override {
    take({.kind = Written::Kind::Boolean, .bytes = 1, .integer = value ? 1 : 0});
  }
  void integer(__int128 value, unsigned bits) override {
    take({.kind = Written::Kind::Integer, .bytes = bits > 64 ? 16u : 8u, .integer = value});
  }
  void floating(double value) override {
    take({.kind = Written::Kind::Floating, .bytes = 8, .floating = value});
  }
  void text(std::string_view text) override {
    offset_ += sizeof(harness::Length);
    take({.kind = Written::Kind::Text, .bytes = static_cast<unsigned>(text.size())});
  }
  void list(size_t, bool fixed) override { offset_ += fixed ? 0 : sizeof(harness::Length); }
  void absent() override { ++offset_; }
  void present() override { ++offset_; }
  void reference(uint32_t) override { offset_ += sizeof(harness::Index); }

  void skip(size_t bytes) { offset_ += bytes; }
  const std::vector<Written>& written() const { return written_; }

 private:
  void take(Written written) {
    written.offset = offset_;
    offset_ += written.bytes;
    written_.push_back(written);
  }

  size_t offset_;
  std::vector<Written> written_;
};

class Marker {
 public:
  explicit Marker(MarkedTest& test) : test_(test) {}

  /// False where that is not what the leaf has written.
  bool mark(const gene::Leaf& leaf, uint32_t number, const Written& written) {
    switch (written.kind) {
      case Written::Kind::Boolean:
        if (const auto choice = leaf.readChoice();
            !choice || choice->chosen != (written.integer != 0 ? 1u : 0u))
          return false;
        add({number, 0, 1, 0, 0}, written.offset, 1, Widening::Zero);
        return true;
      case Written::Kind::Integer:
        return markInteger(leaf, number, written);
      case Written::Kind::Floating:
        return markFloating(leaf, number, written);
      case Written::Kind::Text:
        return markText(leaf, number, written);
    }
    return false;
  }

 private:
  bool markInteger(const gene::Leaf& leaf, uint32_t number, const Written& written) {
    const auto integer = leaf.readInteger();
    if (!integer || integer->value != written.integer) return false;
    if (integer->bits > 64 || written.bytes != 8) return true;
    const Datum datum{number, 0, static_cast<uint8_t>(integer->bits), 0, 0};
    add(datum, written.offset, 8, integer->low < 0 ? Widening::Sign : Widening::Zero);
    return true;
  }

  bool markFloating(const gene::Leaf& leaf, uint32_t number, const Written& written) {
    const auto floating = leaf.readFloating();
    if (!floating) return false;
    const bool isSingle = floating->high <= std::numeric_limits<float>::max() &&
                          !(static_cast<double>(static_cast<float>(written.floating)) != written.floating);
    const Datum datum{number, 0, isSingle ? uint8_t{32} : uint8_t{64}, 1, 0};
    add(datum, written.offset, 8, isSingle ? Widening::Float : Widening::None);
    return true;
  }

  bool markText(const gene::Leaf& leaf, uint32_t number, const Written& written) {
    const auto text = leaf.readText();
    if (!text || text->text.size() != written.bytes) return false;
    constexpr size_t kLengthBytes = sizeof(harness::Length);
    add({number, Datum::kSize, static_cast<uint8_t>(8 * kLengthBytes), 0, 0}, written.offset - kLengthBytes,
        kLengthBytes, Widening::None);
    // Of other characters several bytes are one.
    for (const char character : text->text) {
      if (text->isUnicode && static_cast<unsigned char>(character) >= 0x80) return true;
    }
    for (uint32_t i = 0; i < written.bytes; ++i)
      add({number, i, 8, 0, 0}, written.offset + i, 1, Widening::None);
    return true;
  }

  void add(const Datum& datum, size_t offset, unsigned bytes, Widening widening) {
    if (test_.data.size() >= concolic::kMostData) return;
    const bool isWhole = datum.bits == 8 * bytes;
    test_.marks.push_back({static_cast<uint32_t>(offset), static_cast<uint32_t>(test_.data.size()),
                           static_cast<uint8_t>(bytes), isWhole ? Widening::None : widening, 0});
    test_.data.push_back(datum);
  }

  MarkedTest& test_;
};

}  // namespace

MarkedTest markTest(const search::Individual& individual) {
  MarkedTest test;
  test.bytes = encodeTest(individual);
  PlaceSink places(sizeof(harness::Index));
  for (const search::Action& action : individual.actions) {
    places.skip(sizeof(harness::Index));
    for (const auto& gene : action.genes) gene->write(places);
  }
  // Leaves write in their order. What stands between them is of no leaf, such as the index of an alternative:
  // it is told by its value.
  Marker marker(test);
  size_t next = 0;
  uint32_t number = 0;
  search::visitLeaves(individual, [&](const gene::Leaf& leaf) {
    while (next < places.written().size() && !marker.mark(leaf, number, places.written()[next])) ++next;
    ++next;
    ++number;
  });
  return test;
}

}  // namespace covolve::unit
