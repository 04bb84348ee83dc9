// What does a search page's URL ask for?
//
// What makes it hard: pairs are cut out of one text and decoded before their keys are compared; the values of
// some are numbers in a window, of others words of a set; and several must fit each other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace testability::url {

enum class Problem { None, Encoding, Key, Repeated, Number, Range, Sorting, Tags, Nothing };

struct SearchRequest {
  std::string words;
  int page = 1;
  int perPage = 20;
  std::optional<double> priceFrom;
  std::optional<double> priceTo;
  std::string sortBy;
  bool descending = false;
  std::vector<std::string> tags;
};

namespace {

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      result += ' ';
    } else if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      if (!std::isxdigit(static_cast<unsigned char>(text[i + 1])) ||
          !std::isxdigit(static_cast<unsigned char>(text[i + 2]))) {
        return std::nullopt;
      }
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// All of the text is the number.
template <typename Number>
bool readNumber(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

Problem apply(const std::string& key, const std::string& value, SearchRequest& request) {
  if (key == "q") {
    request.words = value;
  } else if (key == "page") {
    if (!readNumber(value, request.page)) return Problem::Number;
    if (request.page < 1 || request.page > 500) return Problem::Range;
  } else if (key == "per_page") {
    if (!readNumber(value, request.perPage)) return Problem::Number;
    if (request.perPage != 20 && request.perPage != 50 && request.perPage != 100) return Problem::Range;
  } else if (key == "price_from" || key == "price_to") {
    double price = 0;
    if (!readNumber(value, price)) return Problem::Number;
    if (!(price >= 0)) return Problem::Range;  // which NaN is not, either
    (key == "price_to" ? request.priceTo : request.priceFrom) = price;
  } else if (key == "sort") {
    static const std::set<std::string, std::less<>> columns{"date", "name", "price", "relevance"};
    request.descending = value.starts_with('-');
    const auto column = columns.find(value.substr(request.descending ? 1 : 0));
    if (column == columns.end()) return Problem::Sorting;
    request.sortBy = *column;
  } else if (key == "tag" || key == "tag[]") {
    const bool isKnown = std::any_of(request.tags.begin(), request.tags.end(),
                                     [&](const std::string& tag) { return tag == value; });
    if (isKnown || request.tags.size() == 5) return Problem::Tags;
    request.tags.push_back(value);
  } else {
    return Problem::Key;
  }
  return Problem::None;
}

}  // namespace

/// What stands behind the question mark, such as "q=red+shoes&sort=-price&tag=sale&tag=new&page=2".
Problem parseQuery(std::string_view query, SearchRequest& request) {
  request = SearchRequest{};
  std::set<std::string> seen;
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const auto key = decoded(pair.substr(0, equals));
    const auto value = decoded(equals == std::string_view::npos ? "" : pair.substr(equals + 1));
    if (!key || !value) return Problem::Encoding;
    if (!seen.insert(*key).second && !key->starts_with("tag")) return Problem::Repeated;
    if (const Problem problem = apply(*key, *value, request); problem != Problem::None) return problem;
  }
  if (request.words.empty() && request.tags.empty()) return Problem::Nothing;
  if (request.priceFrom && request.priceTo && *request.priceTo < *request.priceFrom) return Problem::Range;
  if (request.sortBy == "relevance" && (request.words.empty() || request.descending)) return Problem::Sorting;
  if (request.page * request.perPage > 10'000) return Problem::Range;
  return Problem::None;
}

}  // namespace testability::url
