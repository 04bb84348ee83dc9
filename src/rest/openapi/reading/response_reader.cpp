#include "rest/openapi/reading/response_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "rest/openapi/reading/content_reader.h"
#include "rest/openapi/reading/parameter_list.h"
#include "rest/openapi/reading/swagger2.h"

namespace covolve::rest::openapi {

namespace {

/// "200", "4XX", "default"; none: that is no status.
std::optional<std::string> statusOf(const std::string& key) {
  if (equalIgnoringCase(key, "default")) return "default";
  if (key.size() != 3 || key[0] < '1' || key[0] > '5') return std::nullopt;
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  if (isDigit(key[1]) && isDigit(key[2])) return key;
  if (equalIgnoringCase(key.substr(1), "xx")) return fmt::format("{}XX", key[0]);
  return std::nullopt;
}

class ResponseReading {
 public:
  ResponseReading(const Site& operation, const std::string& name, Reading& reading,
                  std::vector<WrittenLink>& links)
      : operation_(operation), name_(name), reading_(reading), links_(links) {}

  Result<std::vector<ResponseDeclaration>> readAll() {
    std::vector<ResponseDeclaration> responses;
    const std::optional<Site> list = reading_.partOrNote(operation_, "responses");
    if (!list || !list->node->is_object()) {
      note(list ? fmt::format("its responses are {}, not an object", kindOf(*list->node))
                : "it declares no responses");
      return responses;
    }
    for (const auto& [key, node] : list->node->get_ref<const Node::object_t&>()) {
      if (key.starts_with("x-")) continue;
      const std::optional<std::string> status = statusOf(key);
      if (!status) {
        note(fmt::format("the response {} is no status and is left out", shown(key)));
        continue;
      }
      ResponseDeclaration response;
      response.status = *status;
      const Site place = list->enter(key, node);
      if (const auto read = readOne(place, responses.size(), response); !read) {
        return std::unexpected(read.error());
      }
      responses.push_back(std::move(response));
    }
    return responses;
  }

 private:
  Result<void> readOne(const Site& place, size_t index, ResponseDeclaration& response) {
    if (auto paid = reading_.charge(sizeof(ResponseDeclaration)); !paid) return paid;
    const std::string what = fmt::format("the response {}", response.status);
    const Result<Site> site = reading_.references.resolve(place);
    if (!site || !site->node->is_object()) {
      note(what + ' ' +
           (site ? fmt::format("is {}, not an object", kindOf(*site->node)) : site.error().message));
      return {};
    }
    if (reading_.version == Version::V2) {
      Result<std::vector<MediaType>> content = readSwagger2Content(*site, operation_, reading_);
      if (!content) return std::unexpected(content.error());
      response.content = std::move(*content);
    } else if (const std::optional<Site> written = reading_.partOrNote(*site, "content")) {
      Result<std::vector<MediaType>> content =
          readContent(*written, fmt::format("{}: {}", name_, what), reading_);
      if (!content) return std::unexpected(content.error());
      response.content = std::move(*content);
    }
    if (auto read = readHeaders(*site, what, response); !read) return read;
    return readLinks(*site, what, index);
  }

  Result<void> readHeaders(const Site& site, const std::string& what, ResponseDeclaration& response) {
    const std::optional<Site> headers = reading_.partOrNote(site, "headers");
    if (!headers) return {};
    if (!headers->node->is_object()) {
      note(what + ": its headers are no object");
      return {};
    }
    for (const auto& [name, node] : headers->node->get_ref<const Node::object_t&>()) {
      if (equalIgnoringCase(name, "Content-Type")) continue;
      if (auto paid = reading_.charge(sizeof(ResponseHeader) + name.size()); !paid) return paid;
      const Result<Site> header = reading_.references.resolve(headers->enter(name, node));
      if (!header || !header->node->is_object()) {
        note(fmt::format("{}: the header {} {}", what, shown(name),
                         header ? "is no object" : header.error().message));
        continue;
      }
      response.headers.push_back(
          {name, isTrue(memberOf(*header->node, "required")), schemaOfHeader(*header)});
    }
    return {};
  }

  const Schema* schemaOfHeader(const Site& header) {
    if (reading_.version == Version::V2) return swagger2Schema(header, reading_);
    if (const auto schema = header.given("schema")) return reading_.schemas.at(*schema);
    return nullptr;
  }

  Result<void> readLinks(const Site& site, const std::string& what, size_t index) {
    const std::optional<Site> links = reading_.partOrNote(site, "links");
    if (!links || reading_.version == Version::V2) return {};
    if (!links->node->is_object()) {
      note(what + ": its links are no object");
      return {};
    }
    for (const auto& [name, node] : links->node->get_ref<const Node::object_t&>()) {
      const Result<Site> written = reading_.references.resolve(links->enter(name, node));
      if (!written || !written->node->is_object()) {
        note(fmt::format("{}: the link {} {}", what, shown(name),
                         written ? "is no object" : written.error().message));
        continue;
      }
      if (auto paid = reading_.charge(weightOf(*written->node) + sizeof(WrittenLink)); !paid) return paid;
      links_.push_back({index, *written, readLink(name, *written->node)});
    }
    return {};
  }

  static Link readLink(const std::string& name, const Node& node) {
    Link link;
    link.name = name;
    const Node* parameters = memberOf(node, "parameters");
    if (parameters == nullptr || !parameters->is_object()) return link;
    for (const auto& [parameter, value] : parameters->get_ref<const Node::object_t&>()) {
      if (value.is_primitive() && !value.is_null())
        link.parameters.emplace_back(parameter, scalarText(value));
    }
    return link;
  }

  void note(const std::string& sentence) { reading_.notes.add(fmt::format("{}: {}", name_, sentence)); }

  const Site& operation_;
  const std::string& name_;
  Reading& reading_;
  std::vector<WrittenLink>& links_;
};

}  // namespace

Result<std::vector<ResponseDeclaration>> readResponses(const Site& operation, const std::string& name,
                                                       Reading& reading, std::vector<WrittenLink>& links) {
  return ResponseReading(operation, name, reading, links).readAll();
}

}  // namespace covolve::rest::openapi
