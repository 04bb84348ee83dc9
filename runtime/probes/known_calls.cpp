// Calls of known functions: how near their answer was to the other one.
//
// Easy to get wrong: a text may lack its end. Nothing is read behind the page
// where it starts that the call itself need not have read.
#include <initializer_list>

#include "distance/text_distance.h"
#include "languages.h"
#include "reporting.h"

using namespace covolve;

namespace {

constexpr uint64_t kPage = 4096;

distance::Text textOf(const void* data, uint64_t size, uint8_t width, uint64_t most) {
  distance::Text text{data, size, width};
  if (data == nullptr) text.size = 0;
  if (text.size != abi::kUpToNul) {
    if (text.size > most) text.size = most;
    return text;
  }
  const uint64_t inPage = (kPage - reinterpret_cast<uintptr_t>(data) % kPage) / width;
  text.size = 0;
  while (text.size < inPage && text.size < most && text[text.size] != 0) ++text.size;
  return text;
}

/// memcmp need not have read what comes behind the first difference.
void limitToRead(distance::Text& left, distance::Text& right) {
  uint64_t both = left.size < right.size ? left.size : right.size;
  if (both != left.size || both != right.size) return;  // sizes of their own: all of it is there
  uint64_t read = 0;
  while (read < both && left[read] == right[read]) ++read;
  ++read;
  for (const distance::Text* text : {&left, &right}) {
    const uint64_t inPage = (kPage - reinterpret_cast<uintptr_t>(text->data) % kPage) / text->width;
    const uint64_t readable = read > inPage ? read : inPage;
    if (readable < both) both = readable;
  }
  left.size = right.size = both;
}

}  // namespace

abi::Distances __covolve_texts(uint32_t site, uint8_t question, bool foldsCase, uint8_t answer, uint8_t width,
                               const void* left, uint64_t leftSize, const void* right, uint64_t rightSize,
                               uint64_t most) {
  const auto asked = static_cast<abi::TextQuestion>(question);
  if (!runtime::isRegistered(site)) return distance::ofBoolean(answer == 1);
  if (asked >= abi::kFirstLanguage) {
    const distance::Pair distances =
        runtime::ofLanguage(asked, answer, textOf(left, leftSize, 1, abi::kUpToNul), right, rightSize, most);
    if (distances.toTrue == abi::kNever) return distance::ofBoolean(false);  // nothing is known
    runtime::update(site, distances);
    return distances;
  }
  distance::Text leftText = textOf(left, leftSize, width, most);
  distance::Text rightText = textOf(right, rightSize, width, most);
  if (asked == abi::TextQuestion::Equal && answer == 0) limitToRead(leftText, rightText);
  const distance::Pair distances = distance::ofTexts(asked, foldsCase, leftText, rightText, answer == 1);
  runtime::update(site, distances);
  if (answer == 0 && __covolve_note_texts != nullptr && width == 1) {
    __covolve_note_texts(question, foldsCase, leftText.data, leftText.size, rightText.data, rightText.size);
  }
  return distances;
}
