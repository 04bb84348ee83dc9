#include "members.h"

#include "distance/text_distance.h"
#include "distance/word.h"
#include "page.h"
#include "reporting.h"
#include "utf8.h"

using namespace covolve;

namespace {

using abi::KeyKind;
using abi::KeyPart;
using abi::KeyShape;

bool isText(uint8_t kind) { return static_cast<KeyKind>(kind) >= KeyKind::String; }

distance::Text textAt(uint8_t kind, uint8_t width, const void* object) {
  const auto* const words = static_cast<const uint64_t*>(object);
  switch (static_cast<KeyKind>(kind)) {
    case KeyKind::String:
      return {reinterpret_cast<const void*>(words[0]), words[1], width};
    case KeyKind::View:
      return {reinterpret_cast<const void*>(words[1]), words[0], width};
    case KeyKind::Pointer:
      return runtime::upToNul(reinterpret_cast<const void*>(words[0]), width, abi::kUpToNul);
    default:
      return runtime::upToNul(object, width, abi::kUpToNul);
  }
}

template <class Number>
Number loaded(const void* object) {
  Number number;
  __builtin_memcpy(&number, object, sizeof number);  // of constant size: a load, no call
  return number;
}

/// Extended as its type says.
uint64_t numberAt(uint8_t width, bool isSigned, const void* object) {
  switch (width) {
    case 1:
      return isSigned ? static_cast<uint64_t>(loaded<int8_t>(object)) : loaded<uint8_t>(object);
    case 2:
      return isSigned ? static_cast<uint64_t>(loaded<int16_t>(object)) : loaded<uint16_t>(object);
    case 4:
      return isSigned ? static_cast<uint64_t>(loaded<int32_t>(object)) : loaded<uint32_t>(object);
    default:
      return loaded<uint64_t>(object);
  }
}

double floatingAt(uint8_t width, const void* object) {
  return width == sizeof(float) ? static_cast<double>(loaded<float>(object)) : loaded<double>(object);
}

const void* behind(const void* object, uint32_t bytes) { return static_cast<const char*>(object) + bytes; }

/// One part of the key that is looked for, and of an element's.
struct Operands {
  const KeyPart& part;
  const void* key;
  const void* element;

  bool areTexts() const { return isText(part.key); }
  bool areFloating() const { return static_cast<KeyKind>(part.key) == KeyKind::Floating; }
  bool areSigned() const { return static_cast<KeyKind>(part.key) == KeyKind::Signed; }

  distance::Text keyText() const { return textAt(part.key, part.keyWidth, behind(key, part.inKey)); }
  distance::Text elementText() const {
    return textAt(part.element, part.elementWidth, behind(element, part.inElement));
  }
  uint64_t keyNumber() const { return number(part.key, part.keyWidth, behind(key, part.inKey)); }
  uint64_t elementNumber() const {
    return number(part.element, part.elementWidth, behind(element, part.inElement));
  }

  uint64_t distance(bool foldsCase) const {
    if (areTexts()) return distance::TextDistance(foldsCase, keyText(), elementText()).toEqual();
    const uint64_t one = keyNumber();
    const uint64_t other = elementNumber();
    if (areFloating()) {
      return distance::ofDoubles(abi::Equal, __builtin_bit_cast(double, one),
                                 __builtin_bit_cast(double, other))
          .toTrue;
    }
    return areSigned()
               ? distance::ofSigned(abi::Equal, static_cast<int64_t>(one), static_cast<int64_t>(other)).toTrue
               : distance::ofUnsigned(abi::Equal, one, other).toTrue;
  }

 private:
  static uint64_t number(uint8_t kind, uint8_t width, const void* at) {
    const auto of = static_cast<KeyKind>(kind);
    if (of == KeyKind::Floating) return __builtin_bit_cast(uint64_t, floatingAt(width, at));
    return numberAt(width, of == KeyKind::Signed, at);
  }
};

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
  Nearest(const KeyShape& shape, const void* key) : shape_(shape), key_(key) {}

  /// Its distance.
  uint64_t see(const void* element) {
    uint64_t distance = 0;
    each(element, [&](const Operands& operands) {
      const uint64_t more = operands.distance(shape_.foldsCase != 0);
      distance = more > abi::kFarthest - distance ? abi::kFarthest : distance + more;
    });
    if (distance < distance_) {
      distance_ = distance;
      element_ = element;
    }
    return distance;
  }

  bool hasTexts() const {
    for (uint32_t i = 0; i < shape_.count; ++i) {
      if (isText(shape_.parts[i].key)) return true;
    }
    return false;
  }
  uint64_t distance() const { return distance_ < abi::kFarthest ? distance_ : abi::kFarthest; }
  const void* element() const { return element_; }

  void note(uint32_t site, const void* element) const {
    each(element, [&](const Operands& operands) {
      if (!operands.areTexts() || operands.distance(false) == 0) return;
      const distance::Text key = operands.keyText();
      const distance::Text other = operands.elementText();
      const runtime::Utf8 one(key);
      const runtime::Utf8 two(other);
      __covolve_note_texts(static_cast<uint8_t>(abi::TextQuestion::Equal), shape_.foldsCase != 0,
                           one.bytes().data(), one.bytes().size(), two.bytes().data(), two.bytes().size(),
                           site);
    });
  }

  /// The first numbers that differ, of the key and the nearest element.
  void keepOperands(uint32_t site) const {
    bool isKept = false;
    each(element_, [&](const Operands& operands) {
      if (isKept || operands.areTexts() || operands.distance(false) == 0) return;
      isKept = true;
      const auto high = [&](uint64_t number) {
        return operands.areSigned() && static_cast<int64_t>(number) < 0 ? ~uint64_t{0} : uint64_t{0};
      };
      const abi::OperandKind kind = operands.areFloating() ? abi::OperandKind::Floating
                                    : operands.areSigned() ? abi::OperandKind::Signed
                                                           : abi::OperandKind::Unsigned;
      const uint64_t key = operands.keyNumber();
      const uint64_t element = operands.elementNumber();
      covolve::runtime::operands()[site] = {site, static_cast<uint8_t>(kind), abi::Equal,
                                            0,    {key, high(key)},           {element, high(element)}};
    });
  }

 private:
  template <class See>
  void each(const void* element, See see) const {
    for (uint32_t i = 0; i < shape_.count; ++i) see(Operands{shape_.parts[i], key_, element});
  }

  const KeyShape& shape_;
  const void* key_;
  const void* element_ = nullptr;
  uint64_t distance_ = abi::kNever;
};

}  // namespace

abi::Distances __covolve_members(uint32_t site, uint8_t answer, uint8_t container, const KeyShape* shape,
                                 const void* begin, const void* end, const void* key) {
  const bool isGone = answer == abi::kYesAndGone;
  const distance::Pair plain = distance::ofBoolean(answer == 1 || isGone);
  if (!runtime::isRegistered(site)) return plain;
  Nearest nearest(*shape, key);
  const uint64_t seed = nearest.hasTexts() ? runtime::seedOfNotes() : 0;
  if (seed == 0 && runtime::hasBothAnswers(site)) return plain;
  distance::Pair distances = plain;
  if (!isGone && (answer != 1 || seed != 0)) {
    Others others(seed);
    const bool sawAll = runtime::forEachMember(static_cast<abi::ContainerKind>(container), shape->stride,
                                               begin, end, [&](const void* element) {
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
    if (!isFound && nearest.element() != nullptr && runtime::isWatched(site)) nearest.keepOperands(site);
  }
  runtime::update(site, distances);
  return distances;
}
