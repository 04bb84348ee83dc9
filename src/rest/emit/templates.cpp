#include "rest/emit/templates.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

/// Of a chunk that has reached its width: whether it may end behind this character.
bool mayBreakBehind(char c) { return std::string_view(" ,;&/>}])").contains(c); }

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

class Chunks {
 public:
  explicit Chunks(size_t width) : width_(width) {}

  void add(const TextPiece& piece) {
    if (piece.isVariable) {
      if (length_ >= width_) next();
      chunks_.back().push_back(piece);
      length_ += piece.text.size();
      return;
    }
    constexpr size_t kSlack = 20;
    for (size_t i = 0; i < piece.text.size(); ++i) {
      const char c = piece.text[i];
      append(c);
      const bool isBorder = i + 1 == piece.text.size() || !isContinuation(piece.text[i + 1]);
      const bool isFull = (length_ >= width_ && mayBreakBehind(c)) || length_ >= width_ + kSlack;
      if (c == '\n' || (isFull && isBorder)) next();
    }
  }

  std::vector<TextTemplate> take() {
    if (chunks_.back().empty() && chunks_.size() > 1) chunks_.pop_back();
    return std::move(chunks_);
  }

 private:
  void append(char c) {
    if (chunks_.back().empty() || chunks_.back().back().isVariable) chunks_.back().emplace_back();
    chunks_.back().back().text += c;
    ++length_;
  }
  void next() {
    chunks_.emplace_back();
    length_ = 0;
  }

  size_t width_;
  size_t length_ = 0;
  std::vector<TextTemplate> chunks_{1};
};

std::string asHeaderValue(std::string text) {
  for (char& c : text) {
    // A line break would begin another header.
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  text.erase(text.find_last_not_of(" \t") + 1);
  return text;
}

/// Blanks around a header's value mean nothing, and some libraries refuse them.
TextTemplate headerValue(const TextTemplate& given) {
  TextTemplate value = merged(given);
  if (value.size() == 1 && !value.front().isVariable) value.front().text = asHeaderValue(value.front().text);
  return merged(value);
}

bool isOwnedBy(const Authentication& authentication, std::string_view name) {
  const bool isFixed = std::ranges::any_of(
      authentication.headers, [&](const auto& header) { return isSameHeader(header.first, name); });
  const auto& login = authentication.login;
  return isFixed || (login && givesToken(*login) && isSameHeader(login->header, name));
}

}  // namespace

TextTemplate merged(const TextTemplate& text) {
  TextTemplate result;
  for (const TextPiece& piece : text) {
    if (!piece.isVariable && piece.text.empty()) continue;
    if (!piece.isVariable && !result.empty() && !result.back().isVariable) {
      result.back().text += piece.text;
    } else {
      result.push_back(piece);
    }
  }
  return result;
}

bool hasVariables(const TextTemplate& text) { return std::ranges::any_of(text, &TextPiece::isVariable); }

std::string literalText(const TextTemplate& text) {
  std::string result;
  for (const TextPiece& piece : text) result += piece.text;
  return result;
}

bool isText(const TextTemplate& text) {
  return std::ranges::all_of(merged(text),
                             [](const TextPiece& piece) { return piece.isVariable || isUtf8(piece.text); });
}

bool isAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

TextTemplate inLatin1(TextTemplate text) {
  for (TextPiece& piece : text) {
    if (piece.isVariable) continue;
    std::string characters;
    for (const char byte : piece.text) appendCharacter(characters, static_cast<unsigned char>(byte));
    piece.text = std::move(characters);
  }
  return text;
}

std::vector<TextTemplate> chunksOf(const TextTemplate& text, size_t width) {
  Chunks chunks(width);
  for (const TextPiece& piece : merged(text)) chunks.add(piece);
  return chunks.take();
}

SentHeaders sentHeaders(const Step& step, const Authentication& authentication) {
  SentHeaders sent;
  for (const auto& [name, value] : step.headers) {
    if (isSameHeader(name, "Content-Length") || isSameHeader(name, "Transfer-Encoding")) continue;
    if (step.needsAuthentication && isOwnedBy(authentication, name)) continue;
    const auto known =
        std::ranges::find_if(sent, [&](const auto& one) { return isSameHeader(one.first, name); });
    if (known != sent.end()) {
      known->second.push_back(headerValue(value));
      continue;
    }
    // The spelling that the helpers of the emitted files look for.
    const std::string spelt = isSameHeader(name, "Content-Type") ? "Content-Type"
                              : isSameHeader(name, "Cookie")     ? "Cookie"
                                                                 : name;
    sent.emplace_back(spelt, std::vector<TextTemplate>{headerValue(value)});
  }
  return sent;
}

SentHeaders fixedHeaders(const Authentication& authentication) {
  SentHeaders headers;
  for (const auto& [name, value] : authentication.headers) {
    headers.emplace_back(name, std::vector<TextTemplate>{headerValue(value)});
  }
  return headers;
}

TextTemplate sentTarget(const Step& step) {
  TextTemplate target = merged(step.target);
  for (TextPiece& piece : target) {
    if (piece.isVariable) continue;
    std::string text;
    for (const char c : piece.text) {
      const auto byte = static_cast<unsigned char>(c);
      const bool isSendable = byte > 0x20 && byte < 0x7F && c != '#';
      text += isSendable ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    piece.text = std::move(text);
  }
  return target;
}

std::string withoutTrailingSlashes(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

bool isConfigured(const Authentication& authentication) {
  return !authentication.headers.empty() || authentication.login || authentication.keepsCookies;
}

bool givesToken(const Authentication::Login& login) {
  return !login.header.empty() && !(login.token.kind == Capture::Kind::Body && login.token.detail.empty());
}

std::string prefixOfToken(const Authentication::Login& login) {
  const TextTemplate value = merged(login.value);
  const bool hasPrefix =
      login.token.kind == Capture::Kind::Header && value.size() == 2 && !value[0].isVariable;
  return hasPrefix ? value[0].text : "";
}

bool hasFixedCookies(const Authentication& authentication) {
  return std::ranges::any_of(authentication.headers,
                             [](const auto& header) { return isSameHeader(header.first, "Cookie"); });
}

bool readsJson(const Step& step) {
  using Kind = BodyExpectation::Kind;
  return std::ranges::any_of(step.expectations,
                             [](const BodyExpectation& one) {
                               return one.kind != Kind::IsText && one.kind != Kind::IsEmpty;
                             }) ||
         std::ranges::any_of(step.captures,
                             [](const Capture& one) { return one.kind == Capture::Kind::Body; });
}

std::vector<std::string> pointersInto(const Step& step) {
  using Kind = BodyExpectation::Kind;
  std::vector<std::string> pointers;
  for (const BodyExpectation& one : step.expectations) {
    if (one.kind != Kind::IsText && one.kind != Kind::IsEmpty) pointers.push_back(one.pointer);
  }
  for (const Capture& one : step.captures) {
    if (one.kind == Capture::Kind::Body) pointers.push_back(one.detail);
  }
  return pointers;
}

std::string textBeforeSegment(const std::string& detail) {
  const std::string before = detail.substr(0, detail.find("{}"));
  // Other parameters have other values: only what follows the last of them is sure to be there.
  const size_t brace = before.rfind('}');
  const std::string fixed = brace == std::string::npos ? before : before.substr(brace + 1);
  return fixed.empty() ? "/" : fixed;
}

}  // namespace covolve::rest::emit
