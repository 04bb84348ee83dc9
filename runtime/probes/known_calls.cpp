// Calls of known functions: how near their answer was to the other one.
//
// Easy to get wrong: a text may lack its end. Nothing is read behind the page
// where it starts that the call itself need not have read.
#include <initializer_list>

#include "distance/text_distance.h"
#include "languages.h"
#include "page.h"
#include "reporting.h"
#include "utf8.h"

using namespace covolve;

namespace {

distance::Text textOf(const void* data, uint64_t size, uint8_t width, uint64_t most) {
  distance::Text text{data, size, width};
  if (data == nullptr) text.size = 0;
  if (text.size != abi::kUpToNul) {
    if (text.size > most) text.size = most;
    return text;
  }
  return runtime::upToNul(data, width, most);
}

/// memcmp need not have read what comes behind the first difference.
void limitToRead(distance::Text& left, distance::Text& right) {
  uint64_t both = left.size < right.size ? left.size : right.size;
  if (both != left.size || both != right.size) return;  // sizes of their own: all of it is there
  uint64_t read = 0;
  while (read < both && left[read] == right[read]) ++read;
  ++read;
  for (const distance::Text* text : {&left, &right}) {
    const uint64_t inPage = runtime::bytesLeftInPage(text->data) / text->width;
    const uint64_t readable = read > inPage ? read : inPage;
    if (readable < both) both = readable;
  }
  left.size = right.size = both;
}

void note(uint32_t site, uint8_t question, bool foldsCase, const distance::Text& left,
          const distance::Text& right) {
  const runtime::Utf8 one(left);
  const runtime::Utf8 other(right);
  __covolve_note_texts(question, foldsCase, one.bytes().data(), one.bytes().size(), other.bytes().data(),
                       other.bytes().size(), site);
}

struct CharacterRange {
  uint32_t first, last;
};

/// Of the C locale, from a character on that is none.
uint64_t toClass(abi::TextQuestion question, uint32_t character) {
  using abi::TextQuestion;
  constexpr CharacterRange kDigits{'0', '9'};
  constexpr CharacterRange kUpper{'A', 'Z'};
  constexpr CharacterRange kLower{'a', 'z'};
  uint64_t nearest = abi::kFarthest;
  const auto see = [&](std::initializer_list<CharacterRange> ranges) {
    for (const CharacterRange& range : ranges) {
      const uint64_t away = character < range.first  ? range.first - character
                            : character > range.last ? character - range.last
                                                     : 0;
      if (away < nearest) nearest = away;
    }
    return nearest;
  };
  switch (question) {
    case TextQuestion::IsDigit:
      return see({kDigits});
    case TextQuestion::IsHexDigit:
      return see({kDigits, {'A', 'F'}, {'a', 'f'}});
    case TextQuestion::IsLetter:
      return see({kUpper, kLower});
    case TextQuestion::IsLetterOrDigit:
      return see({kDigits, kUpper, kLower});
    case TextQuestion::IsUpper:
      return see({kUpper});
    case TextQuestion::IsLower:
      return see({kLower});
    case TextQuestion::IsBlank:
      return see({{'\t', '\r'}, {' ', ' '}});
    case TextQuestion::IsSpaceOrTab:
      return see({{'\t', '\t'}, {' ', ' '}});
    case TextQuestion::IsControl:
      return see({{0, '\x1f'}, {'\x7f', '\x7f'}});
    case TextQuestion::IsVisible:
      return see({{'!', '~'}});
    case TextQuestion::IsPrintable:
      return see({{' ', '~'}});
    default:
      return see({{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}});
  }
}

}  // namespace

abi::Distances __covolve_texts(uint32_t site, uint8_t question, bool foldsCase, uint8_t answer, uint8_t width,
                               const void* left, uint64_t leftSize, const void* right, uint64_t rightSize,
                               uint64_t most) {
  const auto asked = static_cast<abi::TextQuestion>(question);
  if (!runtime::isRegistered(site) || runtime::hasBothAnswers(site)) return distance::ofBoolean(answer == 1);
  if (asked >= abi::kFirstClass) {
    const distance::Text one = textOf(left, leftSize, width, 1);
    const uint64_t away = answer == 1 || one.size == 0 ? 1 : toClass(asked, one[0]);
    const distance::Pair distances = distance::ofOutcome(answer == 1, away);
    runtime::update(site, distances);
    return distances;
  }
  if (asked >= abi::kFirstLanguage) {
    const distance::Pair distances = runtime::ofLanguage(
        site, asked, answer, textOf(left, leftSize, width, abi::kUpToNul), right, rightSize, most);
    if (distances.toTrue == abi::kNever) return distance::ofBoolean(false);  // nothing is known
    runtime::update(site, distances);
    return distances;
  }
  distance::Text leftText = textOf(left, leftSize, width, most);
  distance::Text rightText = textOf(right, rightSize, width, most);
  if (asked == abi::TextQuestion::Equal && answer == 0) limitToRead(leftText, rightText);
  const distance::Pair distances = distance::ofTexts(asked, foldsCase, leftText, rightText, answer == 1);
  runtime::update(site, distances);
  if (answer == 0 && __covolve_note_texts != nullptr) note(site, question, foldsCase, leftText, rightText);
  return distances;
}
