#include "gene/text/uri_gene.h"

#include <algorithm>
#include <array>

#include "base/percent_encoding.h"
#include "gene/draw.h"

namespace covolve::gene {

namespace {

constexpr std::string_view kDelimiters = "!$&'()*+,;=";
constexpr std::string_view kPortDigits = "0123456789";
constexpr size_t kLongestPath = 200;

bool isOneOf(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

bool isHexadecimal(char c) { return isOneOf(c, "0123456789abcdefABCDEF"); }

/// Unreserved, delimiters, percent-encoded bytes, and what `more` allows.
bool isComponent(std::string_view text, std::string_view more) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || !isHexadecimal(text[i + 1]) || !isHexadecimal(text[i + 2])) return false;
      i += 2;
    } else if (!isUnreserved(text[i]) && !isOneOf(text[i], kDelimiters) && !isOneOf(text[i], more)) {
      return false;
    }
  }
  return true;
}

bool isScheme(std::string_view text) {
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && isLetter(text[0]) &&
         std::ranges::all_of(text, [&](char c) { return isLetter(c) || isOneOf(c, "0123456789+-."); });
}

std::string word(Source& source) {
  // Any text of the pools, encoded where it has to be.
  if (source.rng.below(3) == 0) {
    if (const auto known = recallText(source); known && !known->empty() && known->size() <= 40) {
      return percentEncoded(*known);
    }
  }
  std::string text;
  for (size_t i = 1 + source.rng.below(6); i > 0; --i) text += static_cast<char>('a' + source.rng.below(26));
  return text;
}

std::string drawHost(Source& source) {
  static constexpr std::array<std::string_view, 4> kHosts{"localhost", "127.0.0.1", "example.com",
                                                          "www.example.org"};
  if (source.rng.below(2) == 0) return std::string(source.rng.pick(kHosts));
  return word(source) + ".com";
}

std::string drawPath(Source& source) {
  std::string path;
  for (size_t i = source.rng.below(4); i > 0; --i) path += "/" + word(source);
  if (source.rng.below(4) == 0) path += "/";
  return path;
}

std::optional<std::string> drawQuery(Source& source) {
  if (source.rng.below(3) != 0) return std::nullopt;
  std::string query;
  for (size_t i = 1 + source.rng.below(2); i > 0; --i) {
    if (!query.empty()) query += '&';
    query += word(source) + "=" + word(source);
  }
  return query;
}

std::string drawScheme(Rng& rng) {
  static constexpr std::array<std::string_view, 4> kSchemes{"http", "https", "https", "ftp"};
  return std::string(rng.pick(kSchemes));
}

std::optional<std::string> drawPort(Rng& rng) {
  static constexpr std::array<std::string_view, 6> kPorts{"80", "443", "8080", "0", "65535", "65536"};
  if (rng.below(3) != 0) return std::nullopt;
  if (rng.below(2) == 0) return std::string(rng.pick(kPorts));
  return decimalText(static_cast<__int128>(rng.below(65536)));
}

}  // namespace

std::string UriGene::text() const {
  std::string text = uri_.scheme + "://" + uri_.host;
  if (uri_.port) text += ":" + *uri_.port;
  text += uri_.path;
  if (uri_.query) text += "?" + *uri_.query;
  if (uri_.fragment) text += "#" + *uri_.fragment;
  return text;
}

bool UriGene::setText(std::string_view text) {
  const auto cut = [&](std::string_view mark) -> std::optional<std::string> {
    const size_t found = text.find(mark);
    if (found == std::string_view::npos) return std::nullopt;
    std::string rest(text.substr(found + mark.size()));
    text = text.substr(0, found);
    return rest;
  };
  Uri uri;
  uri.fragment = cut("#");
  uri.query = cut("?");
  const size_t afterScheme = text.find("://");
  if (afterScheme == std::string_view::npos) return false;
  uri.scheme = text.substr(0, afterScheme);
  text.remove_prefix(afterScheme + 3);
  const size_t slash = std::min(text.find('/'), text.size());
  uri.path = text.substr(slash);
  text = text.substr(0, slash);
  uri.port = cut(":");
  uri.host = text;
  const bool holds = isScheme(uri.scheme) && isComponent(uri.host, "") && isComponent(uri.path, ":@/") &&
                     (!uri.port || uri.port->find_first_not_of(kPortDigits) == std::string::npos) &&
                     (!uri.query || isComponent(*uri.query, ":@/?")) &&
                     (!uri.fragment || isComponent(*uri.fragment, ":@/?"));
  if (holds) uri_ = std::move(uri);
  return holds;
}

void UriGene::draw(Source& source) {
  Rng& rng = source.rng;
  if (rng.below(4) == 0) {
    if (const auto known = recallText(source); known && setText(*known)) return;
  }
  uri_.scheme = drawScheme(rng);
  uri_.host = drawHost(source);
  uri_.port = drawPort(rng);
  uri_.path = drawPath(source);
  uri_.query = drawQuery(source);
  uri_.fragment.reset();
  if (rng.below(8) == 0) uri_.fragment = word(source);
}

void UriGene::sample(Source& source) {
  draw(source);
  source.texts.add(text());
}

void UriGene::change(Source& source) {
  switch (source.rng.below(8)) {
    case 0:
      uri_.scheme = drawScheme(source.rng);
      break;
    case 1:
      uri_.host = drawHost(source);
      break;
    case 2:
      uri_.port = drawPort(source.rng);
      break;
    case 3:
      uri_.path = drawPath(source);
      break;
    case 4:
      uri_.path = uri_.path.size() > kLongestPath ? drawPath(source) : uri_.path + "/" + word(source);
      break;
    case 5:
      uri_.query = drawQuery(source);
      break;
    case 6:
      uri_.fragment = uri_.fragment ? std::nullopt : std::optional(word(source));
      break;
    default:
      draw(source);
  }
}

void UriGene::mutate(Source& source) {
  const Uri before = uri_;
  while (uri_ == before) change(source);
  source.texts.add(text());
}

std::vector<std::unique_ptr<Gene>> UriGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](auto&& simplify) {
    auto changed = std::make_unique<UriGene>(*this);
    simplify(changed->uri_);
    if (changed->uri_ != uri_) candidates.push_back(std::move(changed));
  };
  offer([](Uri& uri) { uri = Uri(); });
  offer([](Uri& uri) { uri.fragment.reset(); });
  offer([](Uri& uri) { uri.query.reset(); });
  offer([](Uri& uri) { uri.port.reset(); });
  offer([](Uri& uri) { uri.path.clear(); });
  offer([](Uri& uri) { uri.path.resize(std::min(uri.path.rfind('/'), uri.path.size())); });
  offer([](Uri& uri) { uri.scheme = Uri().scheme; });
  offer([](Uri& uri) { uri.host = Uri().host; });
  return candidates;
}

}  // namespace covolve::gene
