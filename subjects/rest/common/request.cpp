#include "request.h"

#include "text.h"

namespace service {

Request::Request(const httplib::Request& message, std::map<std::string, std::string> path)
    : message_(message), path_(std::move(path)) {
  const std::size_t mark = message.target.find('?');
  if (mark != std::string::npos) query_ = pairsOf(std::string_view(message.target).substr(mark + 1));
}

std::int64_t Request::pathInteger(const std::string& name, IntegerRange range) const {
  return checkedInteger(numberFrom(path_.at(name)), name, range);
}

double Request::pathNumber(const std::string& name, const NumberRange& range) const {
  return checkedNumber(numberFrom(path_.at(name)), name, range);
}

std::string Request::pathText(const std::string& name, const TextRules& rules) const {
  return checkedText(path_.at(name), name, rules);
}

std::vector<std::string> Request::queryValues(const std::string& name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : query_) {
    if (key == name) values.push_back(value);
  }
  return values;
}

std::optional<std::int64_t> Request::queryInteger(const std::string& name, IntegerRange range) const {
  const std::vector<std::string> values = queryValues(name);
  if (values.empty()) return std::nullopt;
  return checkedInteger(numberFrom(values.front()), name, range);
}

std::optional<std::string> Request::queryText(const std::string& name, const TextRules& rules) const {
  const std::vector<std::string> values = queryValues(name);
  if (values.empty()) return std::nullopt;
  return checkedText(values.front(), name, rules);
}

std::optional<std::string> Request::queryChoice(const std::string& name, const Choices& choices) const {
  const std::vector<std::string> values = queryValues(name);
  if (values.empty()) return std::nullopt;
  return checkedChoice(values.front(), name, choices);
}

std::vector<std::string> Request::queryList(const std::string& name, char separator,
                                            std::size_t longest) const {
  const std::vector<std::string> values = queryValues(name);
  if (values.empty()) return {};
  std::vector<std::string> elements = split(values.front(), separator);
  if (elements.size() > longest)
    throw Refusal(400, name + " has more than " + std::to_string(longest) + " elements");
  return elements;
}

std::optional<std::string> Request::header(const std::string& name) const {
  if (!message_.has_header(name)) return std::nullopt;
  return message_.get_header_value(name);
}

std::vector<std::string> Request::headers(const std::string& name) const {
  std::vector<std::string> values;
  const auto [first, last] = message_.headers.equal_range(name);
  for (auto one = first; one != last; ++one) values.push_back(one->second);
  return values;
}

std::optional<std::string> Request::cookie(const std::string& name) const {
  for (const std::string& line : headers("Cookie")) {
    for (const std::string& pair : split(line, ';')) {
      const std::size_t equals = pair.find('=');
      if (equals != std::string::npos && trimmed(pair.substr(0, equals)) == name) {
        return percentDecoded(trimmed(pair.substr(equals + 1)), false);
      }
    }
  }
  return std::nullopt;
}

void Request::expectBody(std::string_view type) const {
  if (message_.body.empty()) throw Refusal(400, "the body is missing");
  const std::string given = message_.get_header_value("Content-Type");
  if (lowered(trimmed(given.substr(0, given.find(';')))) != type) {
    throw Refusal(415, "the body must be " + std::string(type));
  }
}

Json Request::jsonBody(std::string_view type) const {
  expectBody(type);
  Json value = Json::parse(message_.body, nullptr, false);
  if (value.is_discarded()) throw Refusal(400, "the body is no JSON");
  return value;
}

std::string Request::textBody(const TextRules& rules) const {
  expectBody("text/plain");
  return checkedText(message_.body, "the body", rules);
}

Json Request::formBody() const {
  expectBody("application/x-www-form-urlencoded");
  Json form = Json::object();
  for (const auto& [name, value] : pairsOf(message_.body)) form[name] = value;
  return form;
}

std::vector<FormPart> Request::multipartBody() const {
  expectBody("multipart/form-data");
  std::optional<std::vector<FormPart>> parts =
      partsOf(message_.get_header_value("Content-Type"), message_.body);
  if (!parts) throw Refusal(400, "the body is no multipart form");
  return std::move(*parts);
}

}  // namespace service
