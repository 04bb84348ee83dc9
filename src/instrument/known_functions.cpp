#include "instrument/known_functions.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>

#include "instrument/demangled.h"
#include "instrument/predicates.h"
#include "instrument/text_types.h"

namespace covolve::instrument {

namespace {

using abi::TextQuestion;

using enum TextQuestion;
using enum AnswerShape;

/// What find(text) == 0 and rfind(text, 0) == 0 ask.
constexpr const char* kFoundAtBegin = "found at the beginning";
constexpr const char* kFloatFromChars = "std::from_chars of floating point";
/// What glibc puts before names of functions that the standards changed.
constexpr const char* kVersionsOfC[] = {"__isoc23_", "__isoc99_"};
/// Most predicates are about letters in any case. Whatever they are, the answer is the call's own.
constexpr std::string_view kByPredicate = " by a predicate";

constexpr auto kKnown = std::to_array<KnownFunction>({
    {"std::operator==", Equal, Truth},
    {"std::operator!=", Equal, NotTruth},
    {"std::operator<", IsLess, Truth},
    {"std::operator>=", IsLess, NotTruth},
    {"std::operator<=>", Equal, Zero},
    {"std::basic_string::compare", Equal, Zero},
    {"std::basic_string::starts_with", StartsWith, Truth},
    {"std::basic_string::ends_with", EndsWith, Truth},
    {"std::basic_string::contains", Contains, Truth},
    {"std::basic_string::find", Contains, NotMinusOne},
    {"std::basic_string::rfind", Contains, NotMinusOne},
    {kFoundAtBegin, StartsWith, Zero},
    {"std::basic_string::find_first_of", ContainsAnyOf, NotMinusOne},
    {"std::basic_string::find_last_of", ContainsAnyOf, NotMinusOne},
    {"std::basic_string::find_first_not_of", ContainsOther, NotMinusOne},
    {"std::basic_string::find_last_not_of", ContainsOther, NotMinusOne},
    {"std::basic_string::empty", IsEmpty, Truth},
    {"std::filesystem::operator==", Equal, Truth},
    {"std::filesystem::operator!=", Equal, NotTruth},
    {"std::equal", Equal, Truth},
    {"std::equal by a predicate", Equal, Truth, nullptr, true},
    {"std::ranges::equal", Equal, Truth},
    {"std::ranges::equal by a predicate", Equal, Truth, nullptr, true},
    {"std::mismatch", Equal, AtEnds},
    {"std::mismatch by a predicate", Equal, AtEnds, nullptr, true},
    {"std::lexicographical_compare", IsLess, Truth},
    {"std::lexicographical_compare by a predicate", IsLess, Truth, nullptr, true},
    {"std::search", Contains, NotEnd},
    {"std::search by a predicate", Contains, NotEnd, nullptr, true},
    {"std::find_end", Contains, NotEnd},
    {"std::find_first_of", ContainsAnyOf, NotEnd},
    {"std::stoi", IsInteger, ToldBefore},
    {"std::stol", IsInteger, ToldBefore},
    {"std::stoll", IsInteger, ToldBefore},
    {"std::stoul", IsInteger, ToldBefore},
    {"std::stoull", IsInteger, ToldBefore},
    {"std::stof", IsFloat, ToldBefore},
    {"std::stod", IsFloat, ToldBefore},
    {"std::stold", IsFloat, ToldBefore},
    {"std::from_chars", IsIntegerDigits, ToldBefore},
    {kFloatFromChars, IsFloatDigits, ToldBefore},
    {"std::regex_match", IsMatch, Truth},
    {"std::regex_search", HasMatch, Truth},
    {"std::regex_iterator::regex_iterator", HasMatch, ToldBefore},
    {"std::regex_token_iterator::regex_token_iterator", HasMatch, ToldBefore},
    {"regexec", HasPosixMatch, Zero, "rt--0"},
    {"pcre2_match_8", HasPerlMatch, NotNegative, "rtn00--"},
    {"pcre2_jit_match_8", HasPerlMatch, NotNegative, "rtn00--"},
    {"pcre2_dfa_match_8", HasPerlMatch, NotNegative, "rtn00----"},
    {"re2::RE2::FullMatch", IsPerlMatch, Truth},
    {"re2::RE2::PartialMatch", HasPerlMatch, Truth},
    {"strcmp", Equal, Zero, "tt"},
    {"strncmp", Equal, Zero, "ttn"},
    {"strcoll", Equal, Zero, "tt"},
    {"strverscmp", Equal, Zero, "tt"},
    {"strcasecmp", Equal, Zero, "tt", true},
    {"strncasecmp", Equal, Zero, "ttn", true},
    {"strcasecmp_l", Equal, Zero, "tt-", true},
    {"strncasecmp_l", Equal, Zero, "ttn-", true},
    {"strcoll_l", Equal, Zero, "tt-"},
    {"memcmp", Equal, Zero, "ttn"},
    {"bcmp", Equal, Zero, "ttn"},
    {"strstr", Contains, NotZero, "tt"},
    {"strcasestr", Contains, NotZero, "tt", true},
    {"strchr", Contains, NotZero, "tc"},
    {"strrchr", Contains, NotZero, "tc"},
    {"strpbrk", ContainsAnyOf, NotZero, "tt"},
    {"strspn", ContainsOther, NotAtNul, "tt"},
    {"strcspn", ContainsAnyOf, NotAtNul, "tt"},
    {"memchr", Contains, NotZero, "tcn"},
    {"memrchr", Contains, NotZero, "tcn"},
    {"memmem", Contains, NotZero, "tntn"},
    {"wcscmp", Equal, Zero, "tt"},
    {"wcsncmp", Equal, Zero, "ttn"},
    {"wcscasecmp", Equal, Zero, "tt", true},
    {"wcsncasecmp", Equal, Zero, "ttn", true},
    {"wcscoll", Equal, Zero, "tt"},
    {"wmemcmp", Equal, Zero, "ttn"},
    {"wcsstr", Contains, NotZero, "tt"},
    {"wcschr", Contains, NotZero, "tc"},
    {"wcsrchr", Contains, NotZero, "tc"},
    {"wcspbrk", ContainsAnyOf, NotZero, "tt"},
    {"wcsspn", ContainsOther, NotAtNul, "tt"},
    {"wcscspn", ContainsAnyOf, NotAtNul, "tt"},
    {"wmemchr", Contains, NotZero, "tcn"},
    {"strtol", IsInteger, ToldBefore, "t-b"},
    {"strtoll", IsInteger, ToldBefore, "t-b"},
    {"strtoul", IsInteger, ToldBefore, "t-b"},
    {"strtoull", IsInteger, ToldBefore, "t-b"},
    {"strtoimax", IsInteger, ToldBefore, "t-b"},
    {"strtoumax", IsInteger, ToldBefore, "t-b"},
    {"atoi", IsInteger, ToldBefore, "t"},
    {"atol", IsInteger, ToldBefore, "t"},
    {"atoll", IsInteger, ToldBefore, "t"},
    {"strtof", IsFloat, ToldBefore, "t-"},
    {"strtod", IsFloat, ToldBefore, "t-"},
    {"strtold", IsFloat, ToldBefore, "t-"},
    {"atof", IsFloat, ToldBefore, "t"},
    {"wcstol", IsInteger, ToldBefore, "t-b"},
    {"wcstoll", IsInteger, ToldBefore, "t-b"},
    {"wcstoul", IsInteger, ToldBefore, "t-b"},
    {"wcstoull", IsInteger, ToldBefore, "t-b"},
    {"wcstoimax", IsInteger, ToldBefore, "t-b"},
    {"wcstoumax", IsInteger, ToldBefore, "t-b"},
    {"wcstof", IsFloat, ToldBefore, "t-"},
    {"wcstod", IsFloat, ToldBefore, "t-"},
    {"wcstold", IsFloat, ToldBefore, "t-"},
    {"strptime", IsTime, NotZero, "tt-"},
    {"sscanf", IsScanned, ToldBefore, "tt*"},
    {"swscanf", IsScanned, ToldBefore, "tt*"},
    {"vsscanf", IsScanned, ToldBefore, "tt*"},
    {"vswscanf", IsScanned, ToldBefore, "tt*"},
    {"isdigit", IsDigit, NotZero, "c"},
    {"isxdigit", IsHexDigit, NotZero, "c"},
    {"isalpha", IsLetter, NotZero, "c"},
    {"isalnum", IsLetterOrDigit, NotZero, "c"},
    {"isupper", IsUpper, NotZero, "c"},
    {"islower", IsLower, NotZero, "c"},
    {"isspace", IsBlank, NotZero, "c"},
    {"ispunct", IsPunctuation, NotZero, "c"},
    {"isblank", IsSpaceOrTab, NotZero, "c"},
    {"iscntrl", IsControl, NotZero, "c"},
    {"isgraph", IsVisible, NotZero, "c"},
    {"isprint", IsPrintable, NotZero, "c"},
    {"iswdigit", IsDigit, NotZero, "c"},
    {"iswxdigit", IsHexDigit, NotZero, "c"},
    {"iswalpha", IsLetter, NotZero, "c"},
    {"iswalnum", IsLetterOrDigit, NotZero, "c"},
    {"iswupper", IsUpper, NotZero, "c"},
    {"iswlower", IsLower, NotZero, "c"},
    {"iswspace", IsBlank, NotZero, "c"},
    {"iswpunct", IsPunctuation, NotZero, "c"},
    {"iswblank", IsSpaceOrTab, NotZero, "c"},
    {"iswcntrl", IsControl, NotZero, "c"},
    {"iswgraph", IsVisible, NotZero, "c"},
    {"iswprint", IsPrintable, NotZero, "c"},
    {"std::isdigit", IsDigit, Truth},
    {"std::isxdigit", IsHexDigit, Truth},
    {"std::isalpha", IsLetter, Truth},
    {"std::isalnum", IsLetterOrDigit, Truth},
    {"std::isupper", IsUpper, Truth},
    {"std::islower", IsLower, Truth},
    {"std::isspace", IsBlank, Truth},
    {"std::ispunct", IsPunctuation, Truth},
    {"std::isblank", IsSpaceOrTab, Truth},
    {"std::iscntrl", IsControl, Truth},
    {"std::isgraph", IsVisible, Truth},
    {"std::isprint", IsPrintable, Truth},
});

struct Parameter {
  ParameterShape shape;
  std::optional<unsigned> width;  // of its characters
};

/// A pointer, or an iterator of strings and vectors, which is one.
std::optional<unsigned> widthOfElements(llvm::StringRef iterator) {
  if (iterator.consume_front("__gnu_cxx::__normal_iterator<")) iterator = iterator.split(',').first;
  if (!iterator.consume_back("*")) return std::nullopt;
  iterator.consume_back(" const");
  return characterWidth(iterator);
}

std::optional<Parameter> parameterOf(llvm::StringRef type, bool isObject) {
  llvm::StringRef bare = type;
  const bool isReference = bare.consume_back(" const&") || isObject;
  // What overloads for anything that converts to a view have.
  if (bare.consume_front("std::__type_identity<") && !bare.consume_back(">::type")) return std::nullopt;
  if (const auto width = widthOfText(bare, kView))
    return Parameter{isReference ? ParameterShape::ViewObject : ParameterShape::View, width};
  if (const auto width = widthOfText(bare, kString); width && isReference)
    return Parameter{ParameterShape::String, width};
  // Which begins with its name.
  if (type == "std::filesystem::__cxx11::path const&") return Parameter{ParameterShape::String, 1};
  if (type.consume_back(" const*")) {
    if (const auto width = characterWidth(type)) return Parameter{ParameterShape::Pointer, width};
    return std::nullopt;
  }
  if (const auto width = characterWidth(type)) return Parameter{ParameterShape::Character, width};
  if (type.starts_with("__gnu_cxx::__normal_iterator<")) {
    const auto width = widthOfElements(type);
    return width ? std::optional(Parameter{ParameterShape::Iterator, width}) : std::nullopt;
  }
  if (type.starts_with("std::__cxx11::basic_regex<char,")) return Parameter{ParameterShape::Regex, 1};
  if (type.starts_with("std::__cxx11::basic_regex<wchar_t,")) return Parameter{ParameterShape::Regex, 4};
  if (type == "re2::RE2 const&") return Parameter{ParameterShape::Regex, 1};
  // Its characters and its size, in that order, as a string begins.
  if (type == "re2::StringPiece const&") return Parameter{ParameterShape::String, 1};
  if (type == "std::regex_constants::syntax_option_type" || type == "std::chars_format")
    return Parameter{ParameterShape::Flags, std::nullopt};
  if (type == "unsigned long") return Parameter{ParameterShape::Number, std::nullopt};
  if (type == "int") return Parameter{ParameterShape::Base, std::nullopt};
  if (type == "re2::RE2::Options const&" || type == "std::locale const&")
    return Parameter{ParameterShape::Nothing, std::nullopt};
  const bool isResult = (type.ends_with("&") && !type.ends_with("const&")) || type == "unsigned long*";
  if (isResult || type == "std::regex_constants::match_flag_type") {
    return Parameter{ParameterShape::Nothing, std::nullopt};
  }
  return std::nullopt;
}

const KnownFunction* find(llvm::StringRef name) {
  const auto known = std::ranges::find_if(kKnown, [&](const KnownFunction& one) { return name == one.name; });
  return known != kKnown.end() ? &*known : nullptr;
}

bool tells(const KnownFunction& function, const llvm::Type& result) {
  switch (function.answer) {
    case Truth:
    case NotTruth:
      return result.isIntegerTy(1);
    case Zero:
    case NotNegative:
      return result.isIntegerTy();
    case NotZero:
      return result.isIntegerTy() || result.isPointerTy();
    case NotMinusOne:
    case NotAtNul:
      return result.isIntegerTy(64);
    case NotEnd:
      return result.isPointerTy();
    case AtEnds:
      return result.isStructTy() && result.getStructNumElements() == 2 &&
             result.getStructElementType(0)->isPointerTy() && result.getStructElementType(1)->isPointerTy();
    case ToldBefore:
      return true;
  }
  return false;
}

/// Whether the call's arguments are those of the parameters, and two texts at most.
bool fits(const KnownCall& known, const llvm::CallBase& call) {
  size_t arguments = 0;
  size_t texts = 0;
  const auto iterators = std::ranges::count(known.parameters, ParameterShape::Iterator);
  if (iterators > 0) {
    const bool isMatched = std::ranges::count(known.parameters, ParameterShape::Regex) == 1;
    const bool areRanges = isMatched ? iterators == 2 : iterators == 3 || iterators == 4;
    return areRanges && known.parameters.size() == call.arg_size() && tells(*known.function, *call.getType());
  }
  for (const ParameterShape shape : known.parameters) {
    arguments += shape == ParameterShape::View ? 2 : 1;
    const bool isAside = shape == ParameterShape::Number || shape == ParameterShape::Base ||
                         shape == ParameterShape::Flags || shape == ParameterShape::Nothing;
    texts += isAside ? 0 : 1;
  }
  return arguments == call.arg_size() && texts > 0 && texts <= 2 && tells(*known.function, *call.getType());
}

bool isWide(llvm::StringRef nameInC) {
  return llvm::any_of(llvm::ArrayRef{"wcs", "wmem", "isw", "swscanf", "vswscanf"},
                      [&](const char* prefix) { return nameInC.starts_with(prefix); });
}

/// C's functions have no parameters in their names.
std::optional<KnownCall> knownOfC(const llvm::CallBase& call, llvm::StringRef name) {
  for (const char* const version : kVersionsOfC) name.consume_front(version);
  const KnownFunction* const function = find(name);
  if (function == nullptr || function->parameters == nullptr) return std::nullopt;
  llvm::StringRef parameters = function->parameters;
  const bool takesMore = parameters.consume_back("*");
  if (takesMore ? parameters.size() > call.arg_size() : parameters.size() != call.arg_size())
    return std::nullopt;
  KnownCall known{function, {}, isWide(name) ? 4u : 1u};
  for (const char letter : parameters) {
    known.parameters.push_back(llvm::StringSwitch<ParameterShape>(llvm::StringRef(&letter, 1))
                                   .Case("t", ParameterShape::Pointer)
                                   .Case("c", ParameterShape::Character)
                                   .Case("n", ParameterShape::Number)
                                   .Case("b", ParameterShape::Base)
                                   .Case("r", ParameterShape::Regex)
                                   .Default(ParameterShape::Nothing));
  }
  known.parameters.resize(call.arg_size(), ParameterShape::Nothing);
  for (unsigned i = 0; i < parameters.size(); ++i) {
    const auto* const flags = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    if (parameters[i] == '0' && (flags == nullptr || !flags->isZero())) return std::nullopt;
  }
  if (!fits(known, call)) return std::nullopt;
  return known;
}

struct KnownParameters {
  std::string name;
  std::vector<Parameter> parameters;
};

/// Two pointers to characters, one behind the other, are a range.
void readPointersAsRange(std::vector<Parameter>& parameters) {
  const auto isPointer = [](const Parameter& one) { return one.shape == ParameterShape::Pointer; };
  const auto first = std::ranges::find_if(parameters, isPointer);
  if (first == parameters.end() || first + 1 == parameters.end() || !isPointer(first[1])) return;
  first[0].shape = first[1].shape = ParameterShape::Iterator;
}

std::optional<KnownParameters> readParameters(const std::string& mangled) {
  const auto function = demangle(mangled);
  if (!function) return std::nullopt;
  KnownParameters known{plainName(function->scope + "::") + function->name, {}};
  const bool isFormatted =
      !function->parameters.empty() && function->parameters.back() == "std::chars_format";
  if (isFormatted && known.name == "std::from_chars") known.name = kFloatFromChars;
  const std::string view = "std::basic_string_view::";
  if (known.name.starts_with(view)) known.name.replace(0, view.size(), "std::basic_string::");
  const bool isRegexIterator = known.name.starts_with("std::regex_iterator::") ||
                               known.name.starts_with("std::regex_token_iterator::");
  const bool isMember = !isRegexIterator && function->scope.find("basic_") != std::string::npos;
  if (isRegexIterator) known.parameters.push_back({ParameterShape::Nothing, std::nullopt});
  if (isMember) {
    const auto object = parameterOf(function->scope, true);
    if (!object) return std::nullopt;
    known.parameters.push_back(*object);
  }
  for (const std::string& type : function->parameters) {
    const auto parameter = parameterOf(type, false);
    if (!parameter) return std::nullopt;
    known.parameters.push_back(*parameter);
  }
  if (isRegexIterator || known.name.starts_with("std::regex_")) readPointersAsRange(known.parameters);
  return known;
}

/// Of two ranges of characters, perhaps with a predicate, which takes any number of arguments, or none.
std::optional<KnownCall> knownOfRanges(const llvm::CallBase& call, const std::string& mangled) {
  const auto function = demangle(mangled);
  if (!function || function->scope != "std") return std::nullopt;
  KnownCall known{nullptr, {}, 0};
  for (const std::string& type : function->parameters) {
    const auto width = widthOfElements(type);
    if (!width) break;
    if (known.width != 0 && *width != known.width) return std::nullopt;
    known.width = *width;
    known.parameters.push_back(ParameterShape::Iterator);
  }
  const size_t others = function->parameters.size() - known.parameters.size();
  if (known.width == 0 || others > 1 || known.parameters.size() > call.arg_size()) return std::nullopt;
  known.function = find("std::" + function->name + (others == 1 ? std::string(kByPredicate) : ""));
  known.parameters.resize(call.arg_size(), ParameterShape::Nothing);
  if (known.function == nullptr || !fits(known, call)) return std::nullopt;
  if (others == 1 && asksOtherThanCase(call)) return std::nullopt;
  return known;
}

/// std::ranges::equal of two texts, or of two ranges of characters. Projections are not followed.
std::optional<KnownCall> knownOfRangesObject(const llvm::CallBase& call, const std::string& mangled) {
  const auto function = demangle(mangled);
  if (!function || rangesAlgorithm(*function) != "equal") return std::nullopt;
  constexpr size_t kBehind = 3;  // the predicate and two projections
  const std::vector<std::string> arguments = instantiatedWith(mangled);
  if (arguments.size() != kBehind + 2 && arguments.size() != kBehind + 4) return std::nullopt;
  const size_t ranges = arguments.size() - kBehind;
  if (arguments[ranges + 1] != "std::identity" || arguments[ranges + 2] != "std::identity")
    return std::nullopt;
  KnownCall known{nullptr, {ParameterShape::Nothing}, 0};
  for (size_t i = 0; i < ranges; ++i) {
    llvm::StringRef type = llvm::StringRef(arguments[i]).rtrim('&');
    type.consume_back(" const");
    const auto text = ranges == 2 ? parameterOf(type, true) : std::nullopt;
    const auto width = ranges == 2 ? (text ? text->width : std::nullopt) : widthOfElements(type);
    const bool isObject =
        text && (text->shape == ParameterShape::String || text->shape == ParameterShape::ViewObject);
    if (!width || (known.width != 0 && *width != known.width) || (ranges == 2 && !isObject))
      return std::nullopt;
    known.width = *width;
    known.parameters.push_back(ranges == 2 ? text->shape : ParameterShape::Iterator);
  }
  const bool isPlain = arguments[ranges] == "std::ranges::equal_to";
  known.function = find("std::ranges::equal" + (isPlain ? "" : std::string(kByPredicate)));
  if (known.parameters.size() > call.arg_size()) return std::nullopt;
  known.parameters.resize(call.arg_size(), ParameterShape::Nothing);
  if (!fits(known, call) || (!isPlain && asksOtherThanCase(call))) return std::nullopt;
  return known;
}

bool isOfRanges(llvm::StringRef mangled) {
  return llvm::any_of(llvm::ArrayRef{"_ZSt5equalI", "_ZSt8mismatchI", "_ZSt23lexicographical_compareI",
                                     "_ZSt6searchI", "_ZSt8find_endI", "_ZSt13find_first_ofI"},
                      [&](const char* prefix) { return mangled.starts_with(prefix); });
}

/// From the first place on, or for rfind at no other, and compared with 0.
bool asksForBegin(const KnownFunction& function, const llvm::CallBase& call) {
  const llvm::StringRef name = function.name;
  if (name != "std::basic_string::find" && name != "std::basic_string::rfind") return false;
  const auto* const from = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  if (from == nullptr || !from->isZero() || call.arg_size() < 3) return false;
  return !askedBy(call, Zero).empty();
}

bool isOfTexts(const std::string& mangled) {
  return mangled.starts_with("_Z") &&
         (mangled.find("basic_string") != std::string::npos || mangled.starts_with("_ZNSt10filesystem") ||
          mangled.find("from_chars") != std::string::npos ||
          mangled.find("basic_regex") != std::string::npos || mangled.starts_with("_ZN3re23RE2") ||
          (mangled.starts_with("_ZSt") && mangled.ends_with("RKSt6locale")));
}

}  // namespace

std::optional<KnownCall> knownCall(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic()) return std::nullopt;
  const std::string mangled = callee->getName().str();
  // A program may have functions of these names itself.
  if (!mangled.starts_with("_Z")) return callee->isDeclaration() ? knownOfC(call, mangled) : std::nullopt;
  if (isOfRanges(mangled)) return knownOfRanges(call, mangled);
  if (mangled.starts_with("_ZNKSt6ranges10__equal_fn")) return knownOfRangesObject(call, mangled);
  const auto function = isOfTexts(mangled) ? readParameters(mangled) : std::nullopt;
  const KnownFunction* entry = function ? find(function->name) : nullptr;
  if (entry != nullptr && asksForBegin(*entry, call)) entry = find(kFoundAtBegin);
  if (entry == nullptr) return std::nullopt;
  KnownCall known{entry, {}, 0};
  for (const Parameter& parameter : function->parameters) {
    if (parameter.width && known.width != 0 && *parameter.width != known.width) return std::nullopt;
    if (parameter.width) known.width = *parameter.width;
    known.parameters.push_back(parameter.shape);
  }
  if (known.width == 0 || !fits(known, call)) return std::nullopt;
  return known;
}

std::string calleeName(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return "-";
  const auto function = demangle(callee->getName().str());
  if (function) {
    const std::string algorithm = rangesAlgorithm(*function);
    return algorithm.empty() ? plainName(function->scope + "::") + function->name
                             : "std::ranges::" + algorithm;
  }
  llvm::StringRef name = callee->getName();
  for (const char* const version : kVersionsOfC) name.consume_front(version);
  return name.str();
}

namespace {

std::optional<MadePattern> madeRe2(const std::string& mangled) {
  const auto function = readParameters(mangled);
  if (!function || function->parameters.empty() || function->parameters[0].width != 1u) return std::nullopt;
  const bool hasOptions = function->parameters.size() > 1;
  MadePattern made{
      {ParameterShape::Regex}, 1, hasOptions ? abi::PatternKind::OtherRe2 : abi::PatternKind::Re2};
  for (const Parameter& parameter : function->parameters) made.parameters.push_back(parameter.shape);
  return made;
}

}  // namespace

std::optional<MadePattern> madePattern(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  const llvm::StringRef name = callee->getName();
  using enum ParameterShape;
  if (callee->isDeclaration() && name == "regcomp")
    return MadePattern{{Regex, Pointer, Flags}, 1, abi::PatternKind::Posix};
  if (callee->isDeclaration() && name == "pcre2_compile_8")
    return MadePattern{{Pointer, Number, Flags, Nothing, Nothing, Nothing}, 1, abi::PatternKind::Pcre2};
  if (name.starts_with("_ZN3re23RE2C")) return madeRe2(name.str());
  if (!name.contains("basic_regex")) return std::nullopt;
  const auto function = readParameters(name.str());
  if (!function ||
      (function->name != "std::basic_regex::basic_regex" && function->name != "std::basic_regex::assign" &&
       function->name != "std::basic_regex::operator=")) {
    return std::nullopt;
  }
  std::vector<ParameterShape> shapes;
  for (const Parameter& parameter : function->parameters) shapes.push_back(parameter.shape);
  const unsigned width = function->parameters[0].width.value_or(1);
  const bool hasText = shapes.size() > 1 && shapes[0] == ParameterShape::Regex &&
                       (shapes[1] == ParameterShape::Pointer || shapes[1] == ParameterShape::String);
  return hasText ? std::optional(MadePattern{shapes, width}) : std::nullopt;
}

llvm::Constant* toldBy(AnswerShape answer, llvm::Type* type) {
  return answer == AnswerShape::NotMinusOne ? llvm::Constant::getAllOnesValue(type)
                                            : llvm::Constant::getNullValue(type);
}

namespace {

/// Of a comparison that asks whether the call gave a number below zero, which errors are; most code knows
/// only the one that says "no", -1.
std::optional<bool> holdsWhereNegative(const llvm::ICmpInst& compare, const llvm::Value& call) {
  const bool isOnTheLeft = compare.getOperand(0) == &call;
  const auto* const limit = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(isOnTheLeft ? 1 : 0));
  if (limit == nullptr) return std::nullopt;
  const bool isZero = limit->isZero();
  const bool isMinusOne = limit->isMinusOne();
  switch (isOnTheLeft ? compare.getPredicate() : compare.getSwappedPredicate()) {
    case llvm::CmpInst::ICMP_SLT:
      return isZero ? std::optional(true) : std::nullopt;
    case llvm::CmpInst::ICMP_SGE:
      return isZero ? std::optional(false) : std::nullopt;
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_EQ:
      return isMinusOne ? std::optional(true) : std::nullopt;
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_NE:
      return isMinusOne ? std::optional(false) : std::nullopt;
    default:
      return std::nullopt;
  }
}

/// Of a comparison that asks whether the call gave this value; `count() > 0` and `1 <= count()` do so, too.
std::optional<bool> holdsWhereEqual(const llvm::ICmpInst& compare, const llvm::Value& call,
                                    const llvm::Constant* value) {
  const bool isOnTheLeft = compare.getOperand(0) == &call;
  const llvm::Value* const other = compare.getOperand(isOnTheLeft ? 1 : 0);
  const llvm::CmpInst::Predicate predicate =
      isOnTheLeft ? compare.getPredicate() : compare.getSwappedPredicate();
  if (compare.isEquality()) {
    return other == value ? std::optional(predicate == llvm::CmpInst::ICMP_EQ) : std::nullopt;
  }
  const auto* const limit = llvm::dyn_cast<llvm::ConstantInt>(other);
  if (limit == nullptr || !value->isNullValue()) return std::nullopt;
  if (limit->isZero() && predicate == llvm::CmpInst::ICMP_UGT) return false;
  if (limit->isOne() && predicate == llvm::CmpInst::ICMP_UGE) return false;
  if (limit->isOne() && predicate == llvm::CmpInst::ICMP_ULT) return true;
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<const llvm::Value*, bool>> askedBy(const llvm::CallBase& call, AnswerShape answer) {
  std::vector<std::pair<const llvm::Value*, bool>> questions;
  // The call's result is something else, or an iterator that is not compared by itself.
  if (answer == ToldBefore || answer == NotEnd || answer == AtEnds || answer == NotAtNul) return questions;
  for (const llvm::User* const user : call.users()) {
    const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (compare == nullptr) continue;
    if (answer == NotNegative) {
      if (const auto isNegative = holdsWhereNegative(*compare, call))
        questions.emplace_back(compare, !*isNegative);
      continue;
    }
    const auto isEqual = holdsWhereEqual(*compare, call, toldBy(answer, call.getType()));
    if (isEqual) questions.emplace_back(compare, *isEqual == isYesWhereEqual(answer));
  }
  return questions;
}

}  // namespace covolve::instrument
