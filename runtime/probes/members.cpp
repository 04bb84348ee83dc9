#include "members.h"

#include "distance/text_distance.h"
#include "distance/word.h"
#include "reporting.h"

using namespace covolve;

namespace {

using abi::KeyKind;

distance::Text textAt(bool isString, const void* object) {
  const auto* const words = static_cast<const uint64_t*>(object);
  return {reinterpret_cast<const void*>(words[isString ? 0 : 1]), words[isString ? 1 : 0], 1};
}

bool areStrings(KeyKind kind) { return kind == KeyKind::String || kind == KeyKind::StringByView; }

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
  if (areStrings(kind)) return 32;
  return kind == KeyKind::View ? 16 : width;
}

/// Elements that are not the key, for the worker: the nearest one, and a few at random, as any of them may be
/// what is wanted.
class Others {
 public:
  explicit Others(uint64_t seed) : dice_(seed) {}

  void see(const void* element) {
    ++seen_;
    if (seen_ <= kKept) {
      kept_[seen_ - 1] = element;
    } else if (const uint32_t place = dice_.below(seen_); place < kKept) {
      kept_[place] = element;
    }
  }

  template <class Note>
  void each(Note note) const {
    for (uint32_t i = 0; i < seen_ && i < kKept; ++i) note(kept_[i]);
  }

 private:
  static constexpr uint32_t kKept = 3;

  distance::Dice dice_;
  const void* kept_[kKept] = {};
  uint32_t seen_ = 0;
};

class Nearest {
 public:
  Nearest(KeyKind kind, uint8_t width, const void* key) : kind_(kind), width_(width), key_(key) {}

  /// Its distance.
  uint64_t see(const void* element) {
    const uint64_t distance = isText() ? toText(element) : toNumber(element);
    if (distance < distance_) {
      distance_ = distance;
      element_ = element;
    }
    return distance;
  }

  bool isText() const { return areStrings(kind_) || kind_ == KeyKind::View; }
  uint64_t distance() const { return distance_; }
  const void* element() const { return element_; }

  void note(uint32_t site, const void* element) const {
    const distance::Text key = keyText();
    const distance::Text other = textAt(areStrings(kind_), element);
    __covolve_note_texts(static_cast<uint8_t>(abi::TextQuestion::Equal), false, key.data, key.size,
                         other.data, other.size, site);
  }

 private:
  distance::Text keyText() const { return textAt(kind_ == KeyKind::String, key_); }

  uint64_t toText(const void* element) const {
    return distance::TextDistance(false, keyText(), textAt(areStrings(kind_), element)).toEqual();
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
  const bool isGone = answer == abi::kYesAndGone;
  const distance::Pair plain = distance::ofBoolean(answer == 1 || isGone);
  if (!runtime::isRegistered(site)) return plain;
  const auto kind = static_cast<KeyKind>(keys);
  Nearest nearest(kind, width, key);
  const uint64_t seed = nearest.isText() ? runtime::seedOfNotes() : 0;
  distance::Pair distances = plain;
  if (!isGone && (answer != 1 || seed != 0)) {
    Others others(seed);
    const bool sawAll = runtime::forEachMember(static_cast<abi::ContainerKind>(container),
                                               strideOf(kind, width), begin, end, [&](const void* element) {
                                                 const bool isKey = nearest.see(element) == 0;
                                                 if (!isKey) others.see(element);
                                                 return isKey && seed == 0;
                                               });
    const bool isFound = answer == 1 || (answer == abi::kNotAnswered && nearest.distance() == 0);
    if (seed != 0) {
      if (!isFound && nearest.element() != nullptr) nearest.note(site, nearest.element());
      others.each([&](const void* element) { nearest.note(site, element); });
    }
    if (answer == abi::kNotAnswered && !isFound && !sawAll) return plain;  // it may be among the others
    if (answer != 1)
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
