// A request as handlers see it. Every access checks what it reads and refuses
// (checks.h) what does not fit, so that handlers tell only what they need.
#pragma once

#include <httplib.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checks.h"
#include "forms.h"

namespace service {

class Request {
 public:
  /// `path` holds the parameters of the path, decoded.
  Request(const httplib::Request& message, std::map<std::string, std::string> path);

  std::int64_t pathInteger(const std::string& name, IntegerRange range) const;
  double pathNumber(const std::string& name, const NumberRange& range) const;
  std::string pathText(const std::string& name, const TextRules& rules) const;

  /// All values of a parameter, in their order.
  std::vector<std::string> queryValues(const std::string& name) const;
  std::optional<std::int64_t> queryInteger(const std::string& name, IntegerRange range) const;
  std::optional<std::string> queryText(const std::string& name, const TextRules& rules) const;
  std::optional<std::string> queryChoice(const std::string& name, const Choices& choices) const;
  /// A list in one value: "a,b,c". Empty where the parameter is missing; at most `longest` elements.
  std::vector<std::string> queryList(const std::string& name, char separator, std::size_t longest) const;

  std::optional<std::string> header(const std::string& name) const;
  std::vector<std::string> headers(const std::string& name) const;
  std::optional<std::string> cookie(const std::string& name) const;

  /// Bodies: 415 where the content type is another, 400 where there is none or it is broken.
  Json jsonBody(std::string_view type = "application/json") const;
  std::string textBody(const TextRules& rules) const;
  /// An object of texts.
  Json formBody() const;
  std::vector<FormPart> multipartBody() const;

 private:
  void expectBody(std::string_view type) const;

  const httplib::Request& message_;
  std::map<std::string, std::string> path_;
  std::vector<std::pair<std::string, std::string>> query_;
};

}  // namespace service
