// Values of a schema's keywords, checked for what they must be; and the schemas
// that stand in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rest/openapi/reading/schema_reader.h"

namespace covolve::rest::openapi {

class KeywordReader {
 public:
  using NamedSchemas = std::vector<std::pair<std::string, const Schema*>>;

  KeywordReader(const Site& site, SchemaReader& reader) : site_(site), reader_(reader) {}

  const Site& site() const { return site_; }
  /// Null where it is not given, or given as null: YAML's empty value.
  const Node* find(std::string_view keyword) const;

  std::optional<Number> number(std::string_view keyword);
  std::optional<uint64_t> count(std::string_view keyword);
  std::string text(std::string_view keyword);
  bool flag(std::string_view keyword) const { return isTrue(find(keyword)); }
  std::vector<std::string> texts(std::string_view keyword);

  /// Null where it is not given.
  const Schema* schema(std::string_view keyword);
  std::vector<const Schema*> schemas(std::string_view keyword);
  NamedSchemas namedSchemas(std::string_view keyword);

  void isNo(std::string_view keyword, std::string_view expected);

 private:
  /// A list or an object of schemas; it may be a $ref to one.
  std::optional<Site> container(std::string_view keyword);
  Site place(std::string_view keyword, const Node& node) const { return site_.enter(keyword, node); }

  const Site& site_;
  SchemaReader& reader_;
};

}  // namespace covolve::rest::openapi
