#include "languages.h"

#include <sys/mman.h>

#include "distance/language_builder.h"
#include "distance/number_language.h"
#include "distance/pattern_language.h"
#include "distance/scanf_language.h"
#include "distance/time_language.h"
#include "mapping.h"

namespace covolve::runtime {

namespace {

using abi::TextQuestion;
using distance::Fragment;
using distance::LanguageBuilder;

constexpr size_t kMostLanguages = 128;
constexpr size_t kMostPatterns = 64;
constexpr size_t kLongestDescription = 256;
constexpr size_t kLanguageBytes = size_t{4} << 20;

struct Known {
  uint8_t question;
  bool foldsCase;
  uint32_t size;
  uint64_t detail;
  char description[kLongestDescription];
  const distance::RegularLanguage* language;  // null: there is none
};

/// A std::regex by its automaton, which its copies share.
struct Pattern {
  const void* automaton;
  uint32_t flags;
  uint32_t size;
  char text[kLongestDescription];
};

struct Memory {
  LanguageBuilder builder;
  Known known[kMostLanguages];
  Pattern patterns[kMostPatterns];
  uint32_t knownCount;
  uint32_t nextPattern;
  bool isBusy;  // another thread, or a signal's handler
  distance::Memory left;
  alignas(16) unsigned char bytes[kLanguageBytes];
};

COVOLVE_STATE Memory* memory = nullptr;

const void* automatonOf(const void* regex) {
  struct Regex {  // as libstdc++ has it
    uint32_t flags;
    const void* locale;
    const void* automaton;
    const void* owners;
  };
  return static_cast<const Regex*>(regex)->automaton;
}

const Pattern* patternOf(const void* regex) {
  const void* const automaton = automatonOf(regex);
  for (const Pattern& pattern : memory->patterns) {
    if (automaton != nullptr && pattern.automaton == automaton) return &pattern;
  }
  return nullptr;
}

distance::ByteSet classOf(TextQuestion question) {
  using distance::ByteSet;
  const ByteSet digits = ByteSet::range('0', '9');
  const ByteSet upper = ByteSet::range('A', 'Z');
  const ByteSet lower = ByteSet::range('a', 'z');
  switch (question) {
    case TextQuestion::IsDigit:
      return digits;
    case TextQuestion::IsHexDigit:
      return digits | ByteSet::range('A', 'F') | ByteSet::range('a', 'f');
    case TextQuestion::IsLetter:
      return upper | lower;
    case TextQuestion::IsLetterOrDigit:
      return upper | lower | digits;
    case TextQuestion::IsUpper:
      return upper;
    case TextQuestion::IsLower:
      return lower;
    case TextQuestion::IsBlank:
      return ByteSet(" \t\n\v\f\r");
    default:
      return ByteSet::range('!', '~') & ~(upper | lower | digits);
  }
}

/// std::regex_constants::syntax_option_type, as libstdc++ numbers it.
distance::PatternForm formOf(uint32_t flags, TextQuestion question) {
  constexpr uint32_t kIcase = 1;
  constexpr uint32_t kBasic = 1u << 5;
  constexpr uint32_t kExtended = 1u << 6;
  distance::PatternForm form;
  if ((flags & kBasic) != 0) form.syntax = distance::PatternSyntax::StdBasic;
  if ((flags & kExtended) != 0) form.syntax = distance::PatternSyntax::StdExtended;
  form.ignoresCase = (flags & kIcase) != 0;
  form.use = question == TextQuestion::IsMatch ? distance::PatternUse::Match : distance::PatternUse::Search;
  return form;
}

Fragment build(LanguageBuilder& builder, const Known& known) {
  const std::string_view description(known.description, known.size);
  const auto question = static_cast<TextQuestion>(known.question);
  distance::IntegerForm integer;
  distance::FloatForm real;
  switch (question) {
    case TextQuestion::IsIntegerDigits:
      integer.skipsBlanks = integer.allowsPlus = integer.allowsPrefix = false;
      [[fallthrough]];
    case TextQuestion::IsInteger:
      integer.base = static_cast<unsigned>(known.detail);
      return distance::integerText(builder, integer, distance::Extent::Prefix);
    case TextQuestion::IsFloatDigits:
      real.skipsBlanks = real.allowsPlus = real.allowsHexadecimal = false;
      [[fallthrough]];
    case TextQuestion::IsFloat:
      return distance::floatText(builder, real, distance::Extent::Prefix);
    case TextQuestion::IsTime:
      return distance::strptimeText(builder, description, distance::Extent::Prefix);
    case TextQuestion::IsMatch:
    case TextQuestion::HasMatch:
      return distance::patternText(builder, description,
                                   formOf(static_cast<uint32_t>(known.detail), question));
    case TextQuestion::IsScanned:
      return distance::scanfText(builder, description);
    default:
      return builder.oneOf(classOf(question));
  }
}

bool isSame(const Known& one, const Known& other) {
  if (one.question != other.question || one.detail != other.detail || one.size != other.size) return false;
  for (uint32_t i = 0; i < one.size; ++i) {
    if (one.description[i] != other.description[i]) return false;
  }
  return true;
}

const distance::RegularLanguage* find(const Known& wanted) {
  for (uint32_t i = 0; i < memory->knownCount; ++i) {
    if (isSame(memory->known[i], wanted)) return memory->known[i].language;
  }
  if (memory->knownCount == kMostLanguages) return nullptr;
  Known& known = memory->known[memory->knownCount++];
  known = wanted;
  memory->builder.clear();
  const Fragment whole = build(memory->builder, known);
  known.language = memory->builder.hasFailed() ? nullptr : memory->builder.finish(whole, memory->left);
  return known.language;
}

void keep(const void* text, uint64_t size, char* to, uint32_t& kept) {
  kept = 0;
  const auto* from = static_cast<const char*>(text);
  for (uint64_t i = 0; i < size && kept < kLongestDescription; ++i) {
    if (size == abi::kUpToNul && from[i] == '\0') break;
    to[kept++] = from[i];
  }
}

/// False where what describes the language does not fit.
bool describe(TextQuestion question, const void* description, uint64_t size, uint64_t detail, Known& wanted) {
  wanted.question = static_cast<uint8_t>(question);
  wanted.detail = detail;
  if (question == TextQuestion::IsMatch || question == TextQuestion::HasMatch) {
    const Pattern* const pattern = patternOf(description);
    if (pattern == nullptr) return false;
    wanted.detail = pattern->flags;
    keep(pattern->text, pattern->size, wanted.description, wanted.size);
    return true;
  }
  const bool isDescribed = question == TextQuestion::IsTime || question == TextQuestion::IsScanned;
  if (isDescribed) keep(description, size, wanted.description, wanted.size);
  return wanted.size < kLongestDescription;
}

/// Whoever comes while it is held goes without.
class Held {
 public:
  Held() : isHeld_(memory != nullptr && !__atomic_test_and_set(&memory->isBusy, __ATOMIC_ACQUIRE)) {}
  ~Held() {
    if (isHeld_) __atomic_clear(&memory->isBusy, __ATOMIC_RELEASE);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  explicit operator bool() const { return isHeld_; }

 private:
  bool isHeld_;
};

}  // namespace

void mapLanguages() {
  void* const mapped = mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return;
  memory = static_cast<Memory*>(mapped);
  memory->left = {memory->bytes, kLanguageBytes};
}

distance::Pair ofLanguage(TextQuestion question, uint8_t answer, const distance::Text& text,
                          const void* description, uint64_t descriptionSize, uint64_t detail) {
  const distance::Pair unknown = answer == abi::kNotAnswered ? distance::Pair{abi::kNever, abi::kNever}
                                                             : distance::ofBoolean(answer == 1);
  if (answer == 1) return unknown;
  const Held held;
  Known wanted{};
  if (!held || !describe(question, description, descriptionSize, detail, wanted)) return unknown;
  const distance::RegularLanguage* const language = find(wanted);
  if (language == nullptr) return unknown;
  const std::string_view bytes(static_cast<const char*>(text.data), text.size);
  const uint64_t distance = distance::align(*language, bytes).distance;
  if (answer == abi::kNotAnswered && distance == 0) return {0, 1};
  return distance::ofOutcome(false, distance);
}

}  // namespace covolve::runtime

void __covolve_pattern(const void* regex, const void* text, uint64_t size, uint32_t flags) {
  using namespace covolve::runtime;
  const Held held;
  const void* const automaton = automatonOf(regex);
  if (!held || automaton == nullptr) return;
  Pattern* place = nullptr;
  for (Pattern& pattern : memory->patterns) {
    if (pattern.automaton == automaton) place = &pattern;
  }
  if (place == nullptr) place = &memory->patterns[memory->nextPattern++ % kMostPatterns];
  place->automaton = automaton;
  place->flags = flags;
  keep(text, size, place->text, place->size);
  if (place->size == kLongestDescription) place->automaton = nullptr;
}
