// The contract between three parties: code instrumented by the pass, the
// runtime linked into it, and the engine that reads the shared memory.
//
// A *site* is a place in the code that reports: it has a dense index, valid for
// one process, and a stable 64-bit id (see SiteKind and docs/design). One
// shared mapping holds everything; the engine makes it (a memfd) and passes its
// descriptor number in COVOLVE_SHARED_FD. Without that variable the runtime
// maps anonymous memory, so that an instrumented program also runs alone.
//
// Easy to get wrong: this header is compiled as C++17 in the code under test
// and as C++23 in the engine. Plain data only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace covolve::abi {

constexpr uint32_t kMagic = 0x434f564c;  // "COVL"
constexpr uint32_t kVersion = 8;
constexpr const char* kSharedFdVariable = "COVOLVE_SHARED_FD";

/// Each module's sites stand in section "covolve_sites" of its object file, one
/// line of text a site, in the order of the module's local indices:
///   kind TAB id (16 hex digits) TAB line TAB column TAB value TAB lines TAB function TAB file NEWLINE
/// - value: the case's value (decimal) for S, the class' index for O; for the others kDecidedSite and
///   kStepSite, as far as they hold; "-" where there is none
/// - lines: for F and B the lines of `file` that are covered when the site is hit, comma separated; for O the
///   class' name ("negative", "shop::Color::Red"), for K the called function's ("std::stoi"); else "-"
/// - function: qualified source name, without template arguments and parameters
/// - file: absolute path
/// The id is a hash of kind, the last two components of file, function, line,
/// column and ordinal; instantiations of one template share ids. The sites of outputs are the harness' own:
/// their id is a hash of the callable's display name and the class.
enum class SiteKind : char {
  Function = 'F',  // entry of a function; also its first block
  Block = 'B',     // a straight run of code that starts lines of its own
  Compare = 'C',   // a comparison with both distances
  Boolean = 'T',   // a decision on a truth value that is no comparison; distances 0 or 1 where it is not made
                   // of comparisons
  Case = 'S',      // one case of a switch: only toTrue
  Default = 'D',   // the default of a switch: only toTrue
  Call = 'X',      // a call that may throw; never in the touched list
  Output = 'O',    // a class of values that a callable under test may return: only toTrue, 0
  KnownCall = 'K',  // a call of a function of the standard library whose answer is a decision: both distances
};

constexpr int64_t kDecidedSite = 1;  // a K whose answer a decision with a site of its own is made of
constexpr int64_t kStepSite = 2;  // within what a library compares for the source, at the place of its call

/// What a known call asks of one text, or of two.
enum class TextQuestion : uint8_t {
  Equal,
  StartsWith,
  EndsWith,
  Contains,
  ContainsAnyOf,  // any character of the left text is one of the right
  ContainsOther,  // any is none of them
  IsEmpty,        // the left one
  IsLess,
  // Whether the left text is in a regular language, which the right one describes.
  IsInteger,        // begins with what strtol reads; `most` is the base
  IsIntegerDigits,  // with what from_chars reads
  IsFloat,
  IsFloatDigits,  // with what from_chars reads; `most` is the std::chars_format
  IsTime,         // strptime
  IsScanned,      // sscanf
  IsMatch,        // std::regex_match; right: the std::regex
  HasMatch,       // std::regex_search
  HasPosixMatch,  // regexec; right: the regex_t
  IsPerlMatch,    // RE2::FullMatch; right: the RE2
  HasPerlMatch,   // RE2::PartialMatch, or pcre2_match; right: the RE2, or the pcre2_code
  IsReadInteger,  // by >> of a stream, here and below
  IsReadFloat,
  IsReadTruth,
  IsReadTruthName,  // with std::boolalpha
  IsReadTime,       // std::get_time
  // Whether the left text's one character is of a class.
  IsDigit,
  IsHexDigit,
  IsLetter,
  IsLetterOrDigit,
  IsUpper,
  IsLower,
  IsBlank,
  IsPunctuation,
  IsSpaceOrTab,
  IsControl,
  IsVisible,
  IsPrintable,
};
/// Where the elements of a container lie, as libstdc++ has them.
enum class ContainerKind : uint8_t {
  Tree,   // map, set and their multiples
  Table,  // those with hashes
  Range,  // from a pointer to another
  List,   // from a node of a std::list to another
};
/// What one of its keys is, and what it is asked about.
enum class KeyKind : uint8_t {
  Signed,
  Unsigned,
  Floating,
  String,      // std::basic_string
  View,        // std::basic_string_view
  Pointer,     // to characters that end with a NUL
  Characters,  // these themselves
};
/// One value of a key. The key that is looked for may have another type than the elements' keys have.
struct KeyPart {
  uint32_t inElement;  // offset
  uint32_t inKey;
  uint8_t element;  // KeyKind
  uint8_t key;
  uint8_t elementWidth;  // of a number or a character, in bytes
  uint8_t keyWidth;
};
constexpr uint32_t kMostKeyParts = 4;
/// A key as the pass describes it: a number or a text, or a pair or tuple of these.
struct KeyShape {
  uint32_t stride;  // from an element to the next in a range
  uint16_t count;   // of parts
  uint16_t foldsCase;
  KeyPart parts[kMostKeyParts];
};
constexpr TextQuestion kFirstLanguage = TextQuestion::IsInteger;
constexpr TextQuestion kFirstClass = TextQuestion::IsDigit;
/// What a text was made into, which says how its flags are to be read.
enum class PatternKind : uint8_t {
  Std,       // std::basic_regex; flags of std::regex_constants
  Posix,     // regex_t; flags of regcomp
  Pcre2,     // pcre2_code; options of pcre2_compile
  Re2,       // re2::RE2; none
  OtherRe2,  // with options, which are not known
};
/// Instead of an answer: the language tells it, as the call has not come yet.
constexpr uint8_t kNotAnswered = 2;
/// "Yes", and what was asked about may be gone with it: the key of an erased element may be that element's.
constexpr uint8_t kYesAndGone = 3;
/// A text that ends with a NUL instead of having a size.
constexpr uint64_t kUpToNul = ~uint64_t{0};

/// Smallest distance seen in the running test. kNever: not reached.
struct SiteState {
  uint64_t toTrue;
  uint64_t toFalse;
};
/// Both sides of a decision that was evaluated: how far to make it true, how far to make it false. One of
/// them is 0.
struct Distances {
  uint64_t toTrue;
  uint64_t toFalse;
};
constexpr uint64_t kNever = ~uint64_t{0};
/// The largest distance that is still a distance.
constexpr uint64_t kFarthest = kNever - 1;

/// Which sides of a site are watched: one byte a site. A watched comparison keeps its operands.
constexpr uint8_t kWatchTrue = 1;
constexpr uint8_t kWatchFalse = 2;
/// Every execution is noted in the trail (protocol.h), in its order.
constexpr uint8_t kWatchTrail = 4;
/// A known call's distances are told at every execution, for the decision that is made of its answer.
constexpr uint8_t kWatchAnswers = 8;

enum class OperandKind : uint8_t {
  None = 0,  // nothing was kept: pointers, truth values
  Signed,    // 128 bits, sign-extended, low half first
  Unsigned,  // 128 bits, zero-extended
  Floating,  // the bits of a double in the low half; a long double is rounded to one
  Switch,    // left: the value, as Signed; right: the label of a case, 0 for the default
};

/// What a watched site compared in the execution that came nearest to a watched side in the running test.
struct Operands {
  uint32_t site;
  uint8_t kind;       // OperandKind
  uint8_t predicate;  // Predicate, with kTrueIfUnordered; Equal for a switch
  uint16_t reserved;
  uint64_t left[2];
  uint64_t right[2];
};

constexpr uint32_t kMaximumSites = 1u << 20;
constexpr uint32_t kMaximumFrames = 64;
constexpr uint32_t kNoSite = ~uint32_t{0};
// Instead of the number of a watched block:
constexpr int kNotWatched = -1;  // it lies in none
constexpr int kNoObject = -2;    // it was freed already, or there can be no such object

/// Of a class, as far as the harness knows it.
struct ObjectShape {
  size_t size;         // 0: the class is only declared
  bool isPolymorphic;  // it starts with the address of its table of virtual functions
};

/// Where a site stands; the engine writes it down for the worker once the sites are registered.
struct SitePlace {
  uint32_t function;  // index of the F site of its function; its own where there is none
  uint32_t line;
};

/// A site as the watched steps came by: how often in the outermost frame that they came by in.
struct Sighting {
  uint64_t watch;
  uint64_t frame;  // an address of the stack: the higher, the further out
  uint64_t times;
};

/// How the test that was running ended, written by the runtime where it can
/// tell; otherwise the fork server's wait status tells.
enum class Ending : uint32_t {
  None = 0,
  Signal,        // see signal, frames
  Exit,          // exit, _exit, quick_exit or _Exit was called; see exitStatus
  Terminate,     // std::terminate: noexcept, destructor, no handler; see text
  OutOfSteps,    // the step budget ran out: taken for an endless loop
  OutOfTime,     // the engine's clock ran out: blocked, or endless outside instrumented code
  OutOfMemory,   // the heap's limit was reached
  BeyondMemory,  // one request above the heap's limit, which the next machine may grant: nothing is to be
                 // learnt
  StackOverflow,
  HeapCorruption,  // double or invalid free, or an overwritten block border
};

/// The text of an ending by abort() that the code under test called itself.
inline constexpr char kAbortCalled[] = "the code calls abort()";
/// The text of a HeapCorruption: memory that is somebody else's, or no heap's at all.
inline constexpr char kForeignMemoryFreed[] = "a pointer that malloc never returned was freed";

struct Shared {
  uint32_t magic;
  uint32_t version;
  uint32_t siteCount;      // registered so far
  uint32_t siteTextBytes;  // used of the site text region

  // The running test. touched lists each site once, in order of first touch.
  uint32_t touchedCount;
  uint32_t lastBlock;  // index of the last F or B site passed
  uint32_t lastCall;   // index of the last X site passed
  uint32_t thrownAt;   // lastCall when the last exception was thrown, or kNoSite
  uint64_t stepsLeft;  // probes until the watched ones; 0 = no limit
  /// The last steps before the limit are watched one by one, to find the loop that does not end.
  uint64_t watchedStepsLeft;
  uint64_t watch;        // the number of the running test: sightings with another one are stale
  uint32_t thrownCount;  // calls of the test that threw, see ThrownCall
  uint32_t trailCount;   // notes that the test made in its trail, also those that others took the place of
  uint32_t action;       // of the test that is under way

  // The ending of a test that did not return.
  uint32_t ending;  // Ending
  int32_t signal;
  int32_t exitStatus;
  uint32_t frameCount;
  uint64_t
      frames[kMaximumFrames];  // return addresses, innermost first; the harness is linked at fixed addresses
  uint64_t functions[kMaximumFrames];  // where the frames' functions start; 0: not known
  char text[256];                      // e.g. the exception's type for Terminate
  uint64_t place;                      // tells deaths in one block apart: made of instruction and text
};

// Offsets of the regions in the mapping. It is sparse: untouched pages cost nothing.
constexpr size_t kTouchedOffset = 1u << 16;  // uint32_t[kMaximumSites]
constexpr size_t kStatesOffset = kTouchedOffset + kMaximumSites * sizeof(uint32_t);
constexpr size_t kSiteTextOffset = kStatesOffset + kMaximumSites * sizeof(SiteState);
constexpr size_t kSiteTextCapacity = size_t{64} << 20;
constexpr size_t kWatchedOffset = kSiteTextOffset + kSiteTextCapacity;  // uint8_t[kMaximumSites]
constexpr size_t kOperandsOffset = kWatchedOffset + kMaximumSites;      // Operands[kMaximumSites]
constexpr size_t kPlacesOffset =
    kOperandsOffset + kMaximumSites * sizeof(Operands);  // SitePlace[kMaximumSites]
constexpr size_t kSightingsOffset =
    kPlacesOffset + kMaximumSites * sizeof(SitePlace);  // Sighting[kMaximumSites]
constexpr size_t kLanesOffset = kSightingsOffset + kMaximumSites * sizeof(Sighting);  // see protocol.h
static_assert(sizeof(Shared) <= kTouchedOffset);

/// Comparison predicates as the pass passes them to the runtime.
enum Predicate : uint8_t { Equal = 0, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
/// Added to the predicate of a floating comparison that is true when an operand is NaN.
constexpr uint8_t kTrueIfUnordered = 8;
/// Added to the predicate of addresses in one piece of memory, through which a loop goes: near is nearer.
constexpr uint8_t kPositions = 16;

}  // namespace covolve::abi

// Called by instrumented code. Site arguments are dense indices: *base + local index.
extern "C" {
/// From each module's constructor (priority 0), before any other code of the module.
void __covolve_register(const char* siteText, uint64_t bytes, uint32_t siteCount, uint32_t* base);
void __covolve_block(uint32_t site);  // F and B
void __covolve_compare_signed(uint32_t site, uint8_t predicate, int64_t left, int64_t right);
void __covolve_compare_unsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right);
void __covolve_compare_wide(uint32_t site, uint8_t predicate, bool isSigned, uint64_t leftLow,
                            uint64_t leftHigh, uint64_t rightLow, uint64_t rightHigh);
void __covolve_compare_pointer(uint32_t site, uint8_t predicate, const void* left, const void* right);
void __covolve_compare_double(uint32_t site, uint8_t predicate, double left, double right);
void __covolve_compare_long_double(uint32_t site, uint8_t predicate, long double left, long double right);
void __covolve_boolean(uint32_t site, bool value);
/// A truth value made of several comparisons, with distances combined by the instrumented code.
void __covolve_truth(uint32_t site, uint64_t toTrue, uint64_t toFalse);
/// The distances of one of these comparisons. Pure: they report nothing, and calls may be dropped or merged.
covolve::abi::Distances __covolve_distance_signed(uint8_t predicate, int64_t left, int64_t right);
covolve::abi::Distances __covolve_distance_unsigned(uint8_t predicate, uint64_t left, uint64_t right);
covolve::abi::Distances __covolve_distance_wide(uint8_t predicate, bool isSigned, uint64_t leftLow,
                                                uint64_t leftHigh, uint64_t rightLow, uint64_t rightHigh);
covolve::abi::Distances __covolve_distance_pointer(uint8_t predicate, const void* left, const void* right);
covolve::abi::Distances __covolve_distance_double(uint8_t predicate, double left, double right);
covolve::abi::Distances __covolve_distance_long_double(uint8_t predicate, long double left,
                                                       long double right);
/// A known call has given this answer. Texts have characters of `width` bytes, of which `most` count. Returns
/// the distances, for decisions that are made of the answer.
covolve::abi::Distances __covolve_texts(uint32_t site, uint8_t question, bool foldsCase, uint8_t answer,
                                        uint8_t width, const void* left, uint64_t leftSize, const void* right,
                                        uint64_t rightSize, uint64_t most);
/// Whether the key is in the container; `end` is that of a range.
covolve::abi::Distances __covolve_members(uint32_t site, uint8_t answer, uint8_t container,
                                          const covolve::abi::KeyShape* shape, const void* begin,
                                          const void* end, const void* key);
/// A number of so many bytes, a truth value or a time is about to be read from a std::basic_istream.
void __covolve_stream(uint32_t site, uint8_t question, uint8_t width, uint8_t bytes, bool isSigned,
                      const void* stream, const void* format);
/// A regular expression was made of this text.
void __covolve_pattern(const void* regex, const void* text, uint64_t size, uint32_t flags, uint8_t width,
                       uint8_t kind);
/// Tells the worker, where there is one, which texts a watched call asked about.
__attribute__((weak)) void __covolve_note_texts(uint8_t question, bool foldsCase, const void* left,
                                                uint64_t leftSize, const void* right, uint64_t rightSize,
                                                uint32_t site);
/// 0 where no texts are to be noted. Otherwise a number that is the same for the same test, for what is noted
/// at random.
__attribute__((weak)) uint64_t __covolve_seed_of_notes();
/// Sites first .. first+count-1 are the cases, first+count is the default. Values are sign-extended.
void __covolve_switch(uint32_t first, int64_t value, const int64_t* cases, uint32_t count);
/// From the harness: a callable under test returned a value of this class.
void __covolve_output(uint32_t site);
/// From the harness: an exception of this type (mangled; null: unknown or foreign) left the action's call.
void __covolve_threw(uint32_t action, const char* type);
/// From the harness: the action was not called, because an object that it needs was not lent or is gone.
void __covolve_left_out(uint32_t action);
/// Whether an object that was lent is still there: its block of the heap was not freed. The first gives the
/// number that the second asks for, or kNotWatched or kNoObject. Only the worker has that heap.
__attribute__((weak)) int __covolve_watch(const void* object, covolve::abi::ObjectShape shape);
__attribute__((weak)) bool __covolve_is_alive(int watched);
/// Whether a live block of the heap begins there which nothing refers to: neither what is kept for the test
/// nor anything that the program has stored. Whoever was given it has to free it.
__attribute__((weak)) bool __covolve_is_callers(const void* block, const void* kept, size_t keptBytes);
/// The mapping's start. The pass stores call sites inline: __covolve_shared->lastCall = site.
extern covolve::abi::Shared* __covolve_shared;
}
