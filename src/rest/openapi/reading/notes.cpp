#include "rest/openapi/reading/notes.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"

namespace covolve::rest::openapi {

namespace {

constexpr size_t kMostNotes = 1000;
constexpr size_t kLongestNote = 1000;

}  // namespace

void Notes::add(std::string sentence) {
  if (notes_.size() >= kMostNotes) {
    ++leftOut_;
    return;
  }
  if (sentence.size() > kLongestNote) {
    sentence.resize(kLongestNote);
    while (!isUtf8(sentence)) sentence.pop_back();
    sentence += "...";
  }
  if (known_.insert(sentence).second) notes_.push_back(std::move(sentence));
}

std::vector<std::string> Notes::take() {
  if (leftOut_ > 0) notes_.push_back(fmt::format("{} more notes are left out", leftOut_));
  leftOut_ = 0;
  known_.clear();
  return std::exchange(notes_, {});
}

}  // namespace covolve::rest::openapi
