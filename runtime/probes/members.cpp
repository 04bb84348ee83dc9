#include "members.h"

#include "distance/text_distance.h"
#include "reporting.h"

using namespace covolve;

namespace {

using abi::KeyKind;

/// Of an element that was not the key, noted for the worker: any of them may be what is wanted.
constexpr size_t kMostNoted = 8;

distance::Text textAt(KeyKind kind, const void* object) {
  const auto* const words = static_cast<const uint64_t*>(object);
  const bool isString = kind == KeyKind::String;
  return {reinterpret_cast<const void*>(words[isString ? 0 : 1]), words[isString ? 1 : 0], 1};
}

template <class Number>
uint64_t extended(const void* object) {
  Number number;
  __builtin_memcpy(&number, object, sizeof number);  // of constant size: a load, no call
  return static_cast<uint64_t>(number);
}

uint64_t numberAt(uint8_t width, bool isSigned, const void* object) {
  switch (width) {
    case 1:
      return isSigned ? extended<int8_t>(object) : extended<uint8_t>(object);
    case 2:
      return isSigned ? extended<int16_t>(object) : extended<uint16_t>(object);
    case 4:
      return isSigned ? extended<int32_t>(object) : extended<uint32_t>(object);
    default:
      return extended<uint64_t>(object);
  }
}

size_t strideOf(KeyKind kind, uint8_t width) {
  if (kind == KeyKind::String) return 32;
  return kind == KeyKind::View ? 16 : width;
}

class Nearest {
 public:
  Nearest(KeyKind kind, uint8_t width, const void* key) : kind_(kind), width_(width), key_(key) {}

  bool see(const void* element) {
    const uint64_t distance = isText() ? toText(element) : toNumber(element);
    if (distance < distance_) {
      distance_ = distance;
      element_ = element;
    }
    return distance_ == 0;
  }

  bool isText() const { return kind_ == KeyKind::String || kind_ == KeyKind::View; }
  uint64_t distance() const { return distance_; }
  const void* element() const { return element_; }

 private:
  uint64_t toText(const void* element) {
    const distance::Text key = textAt(kind_, key_);
    const distance::Text other = textAt(kind_, element);
    const uint64_t distance = distance::TextDistance(false, key, other).toEqual();
    if (distance != 0 && noted_ < kMostNoted && __covolve_note_texts != nullptr) {
      __covolve_note_texts(static_cast<uint8_t>(abi::TextQuestion::Equal), false, key.data, key.size,
                           other.data, other.size);
      ++noted_;
    }
    return distance;
  }

  uint64_t toNumber(const void* element) const {
    const bool isSigned = kind_ == KeyKind::Signed;
    const uint64_t key = numberAt(width_, isSigned, key_);
    const uint64_t other = numberAt(width_, isSigned, element);
    return isSigned
               ? distance::ofSigned(abi::Equal, static_cast<int64_t>(key), static_cast<int64_t>(other)).toTrue
               : distance::ofUnsigned(abi::Equal, key, other).toTrue;
  }

  KeyKind kind_;
  uint8_t width_;
  const void* key_;
  const void* element_ = nullptr;
  uint64_t distance_ = abi::kFarthest;
  size_t noted_ = 0;
};

void keepOperands(uint32_t site, bool isSigned, uint64_t key, uint64_t element) {
  const auto high = [&](uint64_t number) {
    return isSigned && static_cast<int64_t>(number) < 0 ? ~uint64_t{0} : uint64_t{0};
  };
  const abi::OperandKind kind = isSigned ? abi::OperandKind::Signed : abi::OperandKind::Unsigned;
  runtime::operands()[site] = {site, static_cast<uint8_t>(kind), abi::Equal,
                               0,    {key, high(key)},           {element, high(element)}};
}

}  // namespace

abi::Distances __covolve_members(uint32_t site, uint8_t answer, uint8_t container, uint8_t keys,
                                 uint8_t width, const void* begin, const void* end, const void* key) {
  const distance::Pair plain = distance::ofBoolean(answer == 1);
  if (!runtime::isRegistered(site)) return plain;
  distance::Pair distances = plain;
  if (answer != 1) {
    const auto kind = static_cast<KeyKind>(keys);
    Nearest nearest(kind, width, key);
    const bool sawAll =
        runtime::forEachMember(static_cast<abi::ContainerKind>(container), strideOf(kind, width), begin, end,
                               [&](const void* element) { return nearest.see(element); });
    const bool isFound = answer == abi::kNotAnswered && nearest.distance() == 0;
    if (answer == abi::kNotAnswered && !isFound && !sawAll) return plain;  // it may be among the others
    distances = isFound ? distance::Pair{0, 1} : distance::ofOutcome(false, nearest.distance());
    if (!isFound && !nearest.isText() && nearest.element() != nullptr && runtime::isWatched(site)) {
      const bool isSigned = kind == KeyKind::Signed;
      keepOperands(site, isSigned, numberAt(width, isSigned, key),
                   numberAt(width, isSigned, nearest.element()));
    }
  }
  runtime::update(site, distances);
  return distances;
}
