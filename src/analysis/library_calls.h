// What calls of the standard library mean for flags, told by their mangled names:
// which members say whether something is there, which ones bring that about, and
// which algorithms ask about elements.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace covolve::analysis {

/// Members of std::optional and std::expected that say whether there is a value, and those that set that.
struct OptionalCalls {
  static bool isMember(llvm::StringRef name);
  static bool isAsked(llvm::StringRef name);
  /// 1: it has a value afterwards; 0: it has none; nothing: it takes over another one's, or it is none of
  /// these.
  static std::optional<int64_t> stateAfter(llvm::StringRef name);
};

/// More than any comparison asks for.
constexpr int64_t kMany = int64_t{1} << 40;

/// The position of what is not there, as std::string::npos is read with a sign.
constexpr int64_t kNowhere = -1;

/// Members of the standard library's containers: those that say how much is in one, and those that change it.
struct ContainerCalls {
  static bool isSize(llvm::StringRef name);
  static bool isEmpty(llvm::StringRef name);
  /// Something is in it afterwards (many), nothing is (0); nothing said: it is none of these.
  static std::optional<int64_t> countAfter(llvm::StringRef name);
  /// There is more in it afterwards, or may be.
  static bool adds(llvm::StringRef name);
  static bool onlyLooks(llvm::StringRef name);
};

/// Iterators that are the end: nothing was found.
struct IteratorCalls {
  static bool isEnd(llvm::StringRef name);
  /// Of two iterators: true for ==, false for !=; nothing: it is neither.
  static std::optional<bool> asksIfEqual(llvm::StringRef name);
};

/// What the result of a known call (instrument/known_functions.h) says of its answer.
enum class KnownResult {
  Truth,            // not 0: yes
  Position,         // -1: no
  PositionAtStart,  // 0: yes, -1: no
  Order,            // 0: yes
  Opposite,         // 0: yes, 1: no (!= asks whether texts are equal)
  Number,           // nothing: what was read
};

/// A member of the library's that is not const.
bool mayChangeItsObject(llvm::StringRef name);

/// Of a function that is no member the argument that it reads something into: `from_chars(begin, end,
/// number)`.
std::optional<unsigned> argumentReadInto(llvm::StringRef name);

KnownResult resultOfKnownCall(llvm::StringRef name);

/// Algorithms that ask a function about elements, and what their answer is where it says so of one; for those
/// that find something, whether they do.
struct Quantifier {
  bool of;       // what it says of the element
  bool answers;  // what that makes of the whole

  static std::optional<Quantifier> named(llvm::StringRef name);
};

}  // namespace covolve::analysis
