// A source file as it grows, line by line.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "rest/emit/literals.h"

namespace covolve::rest::emit {

class SourceText {
 public:
  /// What a comment begins with: "//", "#"; and how a line of it is written.
  explicit SourceText(std::string commentMark, std::string (*readable)(std::string_view) = commentText)
      : commentMark_(std::move(commentMark)), readable_(readable) {}

  void line(std::string_view text = {}, size_t margin = 0) {
    if (!text.empty()) text_.append(margin, ' ').append(text);
    text_ += '\n';
  }

  /// Several lines that are written already.
  void block(std::string_view text) { text_ += text; }

  void comment(std::string_view text, size_t margin = 0) {
    while (!text.empty()) {
      const size_t end = text.find('\n');
      std::string one = commentMark_ + " " + readable_(text.substr(0, end));
      // A backslash at the end would swallow the next line.
      while (one.ends_with(' ') || one.ends_with('\\')) one.pop_back();
      line(one, margin);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  std::string commentMark_;
  std::string (*readable_)(std::string_view);
  std::string text_;
};

}  // namespace covolve::rest::emit
