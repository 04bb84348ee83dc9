#include "languages.h"

#include <sys/mman.h>

#include "distance/language_builder.h"
#include "distance/number_language.h"
#include "distance/pattern_language.h"
#include "distance/scanf_language.h"
#include "distance/time_language.h"
#include "distance/word.h"
#include "mapping.h"
#include "reporting.h"
#include "utf8.h"

namespace covolve::runtime {

namespace {

using abi::TextQuestion;
using distance::Fragment;
using distance::LanguageBuilder;

constexpr size_t kMostLanguages = 128;
constexpr size_t kMostPatterns = 64;
constexpr size_t kLongestDescription = 256;
constexpr size_t kLanguageBytes = size_t{4} << 20;
/// Any language fits into so many.
constexpr size_t kLargestLanguage = size_t{128} << 10;

struct Known {
  uint8_t question;
  uint32_t size;
  uint64_t detail;
  char description[kLongestDescription];
  const distance::RegularLanguage* language;  // null: there is none
};

/// By its automaton, which its copies share.
struct Pattern {
  const void* automaton;
  abi::PatternKind kind;
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

const void* automatonOf(const void* regex, abi::PatternKind kind) {
  if (kind >= abi::PatternKind::Pcre2) return regex;                                    // never copied
  if (kind == abi::PatternKind::Posix) return *static_cast<const void* const*>(regex);  // as glibc has it
  struct Regex {                                                                        // as libstdc++ has it
    uint32_t flags;
    const void* locale;
    const void* automaton;
    const void* owners;
  };
  return static_cast<const Regex*>(regex)->automaton;
}

const Pattern* patternOf(const void* regex, TextQuestion question) {
  auto kind = abi::PatternKind::Std;
  if (question == TextQuestion::HasPosixMatch) kind = abi::PatternKind::Posix;
  // Or Pcre2: that makes no difference here.
  if (question == TextQuestion::HasPerlMatch || question == TextQuestion::IsPerlMatch)
    kind = abi::PatternKind::Re2;
  const void* const automaton = automatonOf(regex, kind);
  for (const Pattern& pattern : memory->patterns) {
    if (automaton != nullptr && pattern.automaton == automaton) return &pattern;
  }
  return nullptr;
}

/// The flags of regcomp, as glibc numbers them.
distance::PatternForm posixForm(uint32_t flags) {
  constexpr uint32_t kExtended = 1;
  constexpr uint32_t kIcase = 2;
  return {(flags & kExtended) != 0 ? distance::PatternSyntax::GnuExtended : distance::PatternSyntax::GnuBasic,
          distance::PatternUse::Search, (flags & kIcase) != 0};
}

/// The options of pcre2_compile. `isKnown` becomes false for those that make another language.
distance::PatternForm pcre2Form(uint32_t options, bool& isKnown) {
  constexpr uint32_t kCaseless = 0x8;
  constexpr uint32_t kDotAll = 0x20;
  constexpr uint32_t kUtf = 0x80000;
  constexpr uint32_t kAnchored = 0x80000000;
  constexpr uint32_t kEndAnchored = 0x20000000;
  // Callouts, names, captures, optimisations, what is greedy, what was checked.
  constexpr uint32_t kSameLanguage = 0x4 | 0x40 | 0x2000 | 0x4000 | 0x8000 | 0x10000 | 0x40000 | 0x40000000;
  constexpr uint32_t kAll = kCaseless | kDotAll | kUtf | kAnchored | kEndAnchored | kSameLanguage;
  const bool isAnchored = (options & kAnchored) != 0;
  const bool isEndAnchored = (options & kEndAnchored) != 0;
  isKnown = (options & ~kAll) == 0 && (isAnchored || !isEndAnchored);
  distance::PatternForm form{distance::PatternSyntax::Pcre2, distance::PatternUse::Search};
  if (isAnchored) form.use = isEndAnchored ? distance::PatternUse::Match : distance::PatternUse::Begin;
  form.ignoresCase = (options & kCaseless) != 0;
  form.dotIsAll = (options & kDotAll) != 0;
  form.isUtf8 = (options & kUtf) != 0;
  return form;
}

/// std::regex_constants::syntax_option_type, as libstdc++ numbers it.
distance::PatternForm stdForm(uint32_t flags, TextQuestion question) {
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

Fragment patternOf(LanguageBuilder& builder, std::string_view text, const Known& known) {
  const auto flags = static_cast<uint32_t>(known.detail);
  const auto question = static_cast<TextQuestion>(known.question);
  bool isKnown = true;
  distance::PatternForm form;
  switch (static_cast<abi::PatternKind>(known.detail >> 32)) {
    case abi::PatternKind::Std:
      form = stdForm(flags, question);
      break;
    case abi::PatternKind::Posix:
      form = posixForm(flags);
      break;
    case abi::PatternKind::Pcre2:
      form = pcre2Form(flags, isKnown);
      break;
    case abi::PatternKind::Re2:
      form.syntax = distance::PatternSyntax::Re2;
      form.use =
          question == TextQuestion::IsPerlMatch ? distance::PatternUse::Match : distance::PatternUse::Search;
      break;
    case abi::PatternKind::OtherRe2:
      isKnown = false;
      break;
  }
  return isKnown ? distance::patternText(builder, text, form) : builder.fail(distance::Problem::NotRegular);
}

Fragment skipBlanks(LanguageBuilder& builder, const Reading& reading, Fragment what) {
  if (!reading.skipsBlanks) return what;
  return builder.then(builder.anyNumber(builder.oneOf(distance::kBlanks)), what);
}

Fragment integerRead(LanguageBuilder& builder, const Reading& reading, bool isTruth) {
  distance::IntegerForm form;
  form.base = reading.base;
  form.skipsBlanks = reading.skipsBlanks;
  form.isLimited = form.isGreedy = true;
  const unsigned bits = 8u * reading.bytes;
  const uint64_t all = ~uint64_t{0} >> (64 - bits);
  form.greatest = isTruth ? 1 : reading.isSigned ? all >> 1 : all;
  // Unsigned ones may have a sign, and are negated.
  form.greatestNegated = isTruth ? 0 : reading.isSigned ? (all >> 1) + 1 : all;
  return distance::integerText(builder, form, distance::Extent::Prefix);
}

Fragment floatDigits(LanguageBuilder& builder, uint64_t format) {
  constexpr uint64_t kGeneral = 3;  // std::chars_format, as libstdc++ numbers it
  if (format != kGeneral) return builder.fail(distance::Problem::NotRegular);
  distance::FloatForm form;
  form.skipsBlanks = form.allowsPlus = form.allowsHexadecimal = false;
  return distance::floatText(builder, form, distance::Extent::Prefix);
}

Fragment floatRead(LanguageBuilder& builder, const Reading& reading) {
  distance::FloatForm form;
  form.skipsBlanks = reading.skipsBlanks;
  form.allowsHexadecimal = form.allowsNames = false;
  form.isGreedy = true;
  return distance::floatText(builder, form, distance::Extent::Prefix);
}

Fragment truthNameRead(LanguageBuilder& builder, const Reading& reading) {
  const Fragment yes = builder.literal("true");
  const Fragment name = builder.either(yes, builder.literal("false"));
  return skipBlanks(builder, reading, builder.then(name, builder.anything()));
}

Fragment build(LanguageBuilder& builder, const Known& known) {
  const std::string_view description(known.description, known.size);
  const auto question = static_cast<TextQuestion>(known.question);
  distance::IntegerForm integer;
  switch (question) {
    case TextQuestion::IsIntegerDigits:
      integer.skipsBlanks = integer.allowsPlus = integer.allowsPrefix = false;
      [[fallthrough]];
    case TextQuestion::IsInteger:
      integer.base = static_cast<unsigned>(known.detail);
      return distance::integerText(builder, integer, distance::Extent::Prefix);
    case TextQuestion::IsFloatDigits:
      return floatDigits(builder, known.detail);
    case TextQuestion::IsFloat:
      return distance::floatText(builder, {}, distance::Extent::Prefix);
    case TextQuestion::IsTime:
      return distance::strptimeText(builder, description, distance::Extent::Prefix);
    case TextQuestion::IsMatch:
    case TextQuestion::HasMatch:
    case TextQuestion::HasPosixMatch:
    case TextQuestion::IsPerlMatch:
    case TextQuestion::HasPerlMatch:
      return patternOf(builder, description, known);
    case TextQuestion::IsScanned:
      return distance::scanfText(builder, description);
    case TextQuestion::IsReadInteger:
    case TextQuestion::IsReadTruth:
      return integerRead(builder, Reading::of(known.detail), question == TextQuestion::IsReadTruth);
    case TextQuestion::IsReadFloat:
      return floatRead(builder, Reading::of(known.detail));
    case TextQuestion::IsReadTruthName:
      return truthNameRead(builder, Reading::of(known.detail));
    case TextQuestion::IsReadTime:
      return skipBlanks(builder, Reading::of(known.detail), distance::getTimeText(builder, description));
    default:
      return builder.fail(distance::Problem::NotRegular);
  }
}

bool isSame(const Known& one, const Known& other) {
  if (one.question != other.question || one.detail != other.detail || one.size != other.size) return false;
  for (uint32_t i = 0; i < one.size; ++i) {
    if (one.description[i] != other.description[i]) return false;
  }
  return true;
}

/// To start anew: they lie one behind the other, and those still asked for are soon built again.
void forgetLanguages() {
  memory->knownCount = 0;
  memory->left = {memory->bytes, kLanguageBytes};
}

const distance::RegularLanguage* find(const Known& wanted) {
  for (uint32_t i = 0; i < memory->knownCount; ++i) {
    if (isSame(memory->known[i], wanted)) return memory->known[i].language;
  }
  if (memory->knownCount == kMostLanguages || memory->left.left < kLargestLanguage) forgetLanguages();
  Known& known = memory->known[memory->knownCount];
  known = wanted;
  memory->builder.clear();
  const Fragment whole = build(memory->builder, known);
  known.language = memory->builder.hasFailed() ? nullptr : memory->builder.finish(whole, memory->left);
  ++memory->knownCount;  // a test that is dropped before leaves nothing half built
  return known.language;
}

/// As UTF-8. All of kLongestDescription where there is more.
void keep(const distance::Text& text, char* to, uint32_t& kept) {
  kept = 0;
  for (uint64_t i = 0; i < text.size;) {
    if (text.size == abi::kUpToNul && text[i] == 0) return;
    if (kept + 4 > kLongestDescription) {
      kept = kLongestDescription;
      return;
    }
    if (text.width == 1) {
      to[kept++] = static_cast<char>(text[i++]);
    } else {
      kept += static_cast<uint32_t>(encode(characterAt(text, i), to + kept));
    }
  }
}

bool isAboutPattern(TextQuestion question) {
  return question >= TextQuestion::IsMatch && question <= TextQuestion::HasPerlMatch;
}

/// False where what describes the language does not fit.
bool describe(TextQuestion question, const distance::Text& description, uint64_t detail, Known& wanted) {
  wanted.question = static_cast<uint8_t>(question);
  wanted.detail = detail;
  if (isAboutPattern(question)) {
    const Pattern* const pattern = patternOf(description.data, question);
    if (pattern == nullptr) return false;
    wanted.detail = uint64_t{static_cast<uint8_t>(pattern->kind)} << 32 | pattern->flags;
    keep({pattern->text, pattern->size, 1}, wanted.description, wanted.size);
    return wanted.size < kLongestDescription;
  }
  const bool isDescribed = question == TextQuestion::IsTime || question == TextQuestion::IsScanned ||
                           question == TextQuestion::IsReadTime;
  if (isDescribed) keep(description, wanted.description, wanted.size);
  return wanted.size < kLongestDescription;
}

/// What the text might be instead: to be in the language, or to be something else in it.
void noteWords(uint32_t site, const distance::RegularLanguage& language, std::string_view text,
               uint64_t seed) {
  constexpr size_t kLongest = 64;
  char word[kLongest];
  for (const auto kind : {distance::WordKind::Near, distance::WordKind::Free}) {
    const size_t size = distance::makeWord(language, text, kind, distance::Dice(seed), word, kLongest);
    if (size != 0) {
      __covolve_note_texts(static_cast<uint8_t>(TextQuestion::Equal), false, text.data(), text.size(), word,
                           size, site);
    }
  }
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
  forgetLanguages();
}

void releaseLanguages() {
  if (memory != nullptr) __atomic_clear(&memory->isBusy, __ATOMIC_RELEASE);
}

distance::Pair ofLanguage(uint32_t site, TextQuestion question, uint8_t answer, const distance::Text& text,
                          const void* description, uint64_t descriptionSize, uint64_t detail) {
  const distance::Pair unknown = answer == abi::kNotAnswered ? distance::Pair{abi::kNever, abi::kNever}
                                                             : distance::ofBoolean(answer == 1);
  const uint64_t seed = seedOfNotes();
  if (answer == 1 && seed == 0) return unknown;
  const Held held;
  Known wanted{};
  if (!held || !describe(question, {description, descriptionSize, text.width}, detail, wanted))
    return unknown;
  const distance::RegularLanguage* const language = find(wanted);
  if (language == nullptr) return unknown;
  const Utf8 utf8(text);
  const std::string_view bytes = utf8.bytes();
  if (seed != 0) noteWords(site, *language, bytes, seed);
  if (answer == 1) return unknown;
  const uint64_t distance = distance::align(*language, bytes).distance;
  if (answer == abi::kNotAnswered && distance == 0) return {0, 1};
  return distance::ofOutcome(false, distance);
}

}  // namespace covolve::runtime

void __covolve_pattern(const void* regex, const void* text, uint64_t size, uint32_t flags, uint8_t width,
                       uint8_t kindNumber) {
  using namespace covolve::runtime;
  const Held held;
  constexpr uint32_t kNewline = 4;  // of regcomp; it makes another language
  const auto kind = static_cast<covolve::abi::PatternKind>(kindNumber);
  const void* const automaton = regex != nullptr ? automatonOf(regex, kind) : nullptr;
  if (!held || automaton == nullptr) return;
  Pattern* place = nullptr;
  for (Pattern& pattern : memory->patterns) {
    if (pattern.automaton == automaton) place = &pattern;
  }
  if (place == nullptr) place = &memory->patterns[memory->nextPattern++ % kMostPatterns];
  place->automaton = nullptr;  // a test may be dropped in between
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  place->kind = kind;
  place->flags = flags;
  keep({text, size, width}, place->text, place->size);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const bool isUnknown = place->size >= kLongestDescription ||
                         (kind == covolve::abi::PatternKind::Posix && (flags & kNewline) != 0);
  if (!isUnknown) place->automaton = automaton;
}
