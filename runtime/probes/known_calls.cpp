// Calls of known functions: how near their answer was to the other one.
//
// Easy to get wrong: a text may lack its end. Nothing is read behind the page
// where it starts that the call itself need not have read.
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

}  // namespace

abi::Distances __covolve_texts(uint32_t site, uint8_t question, bool foldsCase, uint8_t answer, uint8_t width,
                               const void* left, uint64_t leftSize, const void* right, uint64_t rightSize,
                               uint64_t most) {
  const auto asked = static_cast<abi::TextQuestion>(question);
  if (!runtime::isRegistered(site)) return distance::ofBoolean(answer == 1);
  if (asked >= abi::kFirstLanguage) {
    const distance::Pair distances =
        runtime::ofLanguage(asked, answer, textOf(left, leftSize, 1, abi::kUpToNul), right, rightSize, most);
    runtime::update(site, distances);
    return distances;
  }
  const distance::Text leftText = textOf(left, leftSize, width, most);
  const distance::Text rightText = textOf(right, rightSize, width, most);
  const distance::Pair distances = distance::ofTexts(asked, foldsCase, leftText, rightText, answer == 1);
  runtime::update(site, distances);
  if (answer == 0 && __covolve_note_texts != nullptr && width == 1) {
    __covolve_note_texts(question, foldsCase, leftText.data, leftText.size, rightText.data, rightText.size);
  }
  return distances;
}
