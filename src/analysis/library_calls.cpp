#include "analysis/library_calls.h"

namespace covolve::analysis {

bool OptionalCalls::isMember(llvm::StringRef name) {
  return name.starts_with("_ZNSt8optionalI") || name.starts_with("_ZNSt8expectedI");
}

bool OptionalCalls::isAsked(llvm::StringRef name) {
  return (name.starts_with("_ZNKSt8optionalI") || name.starts_with("_ZNKSt8expectedI")) &&
         (name.ends_with("EcvbEv") || name.ends_with("E9has_valueEv"));
}

std::optional<int64_t> OptionalCalls::stateAfter(llvm::StringRef name) {
  if (!isMember(name)) return std::nullopt;
  const bool isExpected = name.starts_with("_ZNSt8expectedI");
  if (isExpected && (name.contains("St10unexpectedI") || name.contains("St10unexpect_t"))) return 0;
  if (name.ends_with("EC2Ev") || name.ends_with("EC1Ev")) return isExpected ? 1 : 0;
  if (name.ends_with("ESt9nullopt_t") || name.ends_with("E5resetEv")) return 0;
  const bool isOther = name.ends_with("EC2ERKS0_") || name.ends_with("EC2EOS0_") ||
                       name.ends_with("EaSERKS0_") || name.ends_with("EaSEOS0_");
  const bool isSet =
      name.contains("EC2I") || name.contains("EC1I") || name.contains("EaSI") || name.contains("E7emplaceI");
  return isSet && !isOther ? std::optional<int64_t>(1) : std::nullopt;
}

bool IteratorCalls::isEnd(llvm::StringRef name) {
  return (name.starts_with("_ZNSt") || name.starts_with("_ZNKSt")) &&
         (name.ends_with("E3endEv") || name.ends_with("E4cendEv"));
}

std::optional<bool> IteratorCalls::asksIfEqual(llvm::StringRef name) {
  if (!name.contains("iterator")) return std::nullopt;
  for (const char* const equal : {"_ZN9__gnu_cxxeq", "_ZSteq", "_ZNSt8__detaileq"}) {
    if (name.starts_with(equal)) return true;
  }
  for (const char* const unequal : {"_ZN9__gnu_cxxne", "_ZStne", "_ZNSt8__detailne"}) {
    if (name.starts_with(unequal)) return false;
  }
  return std::nullopt;
}

bool ContainerCalls::isSize(llvm::StringRef name) {
  // Of a std::bitset the bits that are set; of a map, how many have a key, is asked with one.
  return name.starts_with("_ZNKSt") &&
         (name.ends_with("E4sizeEv") || (name.starts_with("_ZNKSt6bitsetI") && name.ends_with("E5countEv")));
}

bool ContainerCalls::isEmpty(llvm::StringRef name) {
  return name.starts_with("_ZNKSt") && name.ends_with("E5emptyEv");
}

std::optional<int64_t> ContainerCalls::countAfter(llvm::StringRef name) {
  if (!name.starts_with("_ZNSt")) return std::nullopt;
  for (const char* const filler : {"E9push_back", "E12emplace_back", "E10push_front", "E13emplace_front",
                                   "E4push", "E6insert", "E7emplace", "E11try_emplace"}) {
    if (name.contains(filler)) return kMany;
  }
  const bool isEmptied = name.ends_with("EC1Ev") || name.ends_with("EC2Ev") || name.ends_with("E5clearEv");
  return isEmptied ? std::optional<int64_t>(0) : std::nullopt;
}

bool ContainerCalls::adds(llvm::StringRef name) {
  if (name.starts_with("_ZNSt6bitsetI")) return name.contains("E3setE");
  return countAfter(name).value_or(0) > 0;
}

bool ContainerCalls::onlyLooks(llvm::StringRef name) {
  if (!name.starts_with("_ZNSt")) return false;
  for (const char* const looker :
       {"E5beginEv", "E3endEv", "E5frontEv", "E4backEv", "E3topEv", "E4dataEv", "E7reserveEm", "ED1Ev",
        "ED2Ev", "E6rbeginEv", "E4rendEv", "EdeEv", "EptEv"}) {
    if (name.ends_with(looker)) return true;
  }
  for (const char* const looker :
       {"EixE", "E2atE", "E4findE", "11lower_boundE", "11upper_boundE", "11equal_rangeE"}) {
    if (name.contains(looker)) return true;
  }
  return false;
}

bool mayChangeItsObject(llvm::StringRef name) {
  if (name.starts_with("_ZNSa")) return true;
  if (!name.consume_front("_ZNSt") || name.starts_with("11char_traits")) return false;
  for (const char* const inner : {"7__cxx11", "6chrono", "10filesystem", "6ranges", "8__detail"}) {
    if (!name.consume_front(inner)) continue;
    // What follows is a class template, or a function that is no member.
    size_t length = 0;
    return !name.consumeInteger(10, length) && length < name.size() && name[length] == 'I';
  }
  return true;
}

std::optional<unsigned> argumentReadInto(llvm::StringRef name) {
  if (name.starts_with("_ZSt10from_chars")) return 2;
  const bool isOfStream = name.starts_with("_ZNSirsER") || name.starts_with("_ZStrsIcSt");
  if (isOfStream || name.starts_with("_ZSt7getlineI")) return 1;
  for (const char* const copier : {"strcpy", "strncpy", "stpcpy", "snprintf", "sprintf", "fgets"}) {
    if (name == copier) return 0;
  }
  return std::nullopt;
}

KnownResult resultOfKnownCall(llvm::StringRef name) {
  if (name.starts_with("_Z")) {
    // Of a text itself: containers of texts find, too.
    const bool isMemberOfText =
        name.starts_with("_ZNKSt7__cxx1112basic_string") || name.starts_with("_ZNKSt17basic_string_view");
    if (isMemberOfText && name.contains("find"))
      return name.contains("5rfind") ? KnownResult::PositionAtStart : KnownResult::Position;
    if (name.contains("7compareE") || name.starts_with("_ZStss")) return KnownResult::Order;
    if (name.starts_with("_ZStne") || name.starts_with("_ZStge")) return KnownResult::Opposite;
    const bool isOfStrings = name.consume_front("_ZNSt7__cxx11");
    return isOfStrings && name.ltrim("0123456789").starts_with("sto") ? KnownResult::Number
                                                                      : KnownResult::Truth;
  }
  for (const char* const version : {"__isoc23_", "__isoc99_"}) name.consume_front(version);
  for (const char* const reader : {"strto", "wcsto", "ato", "sscanf", "swscanf"}) {
    if (name.starts_with(reader)) return KnownResult::Number;
  }
  if (name.starts_with("pcre2_")) return KnownResult::Position;
  const bool isOrder = name.contains("cmp") || name.ends_with("coll") || name == "regexec";
  return isOrder ? KnownResult::Order : KnownResult::Truth;
}

std::optional<Quantifier> Quantifier::named(llvm::StringRef name) {
  if (name.starts_with("_ZSt6all_ofI") || name.starts_with("_ZNKSt6ranges11__all_of_fnclI"))
    return Quantifier{false, false};
  if (name.starts_with("_ZSt6any_ofI") || name.starts_with("_ZNKSt6ranges11__any_of_fnclI"))
    return Quantifier{true, true};
  if (name.starts_with("_ZSt7none_ofI") || name.starts_with("_ZNKSt6ranges12__none_of_fnclI"))
    return Quantifier{true, false};
  if (name.starts_with("_ZSt7find_ifI") || name.starts_with("_ZNKSt6ranges12__find_if_fnclI"))
    return Quantifier{true, true};
  if (name.starts_with("_ZSt11find_if_notI") || name.starts_with("_ZNKSt6ranges16__find_if_not_fnclI"))
    return Quantifier{false, true};
  return std::nullopt;
}

}  // namespace covolve::analysis
