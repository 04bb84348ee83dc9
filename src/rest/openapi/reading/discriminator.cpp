#include "rest/openapi/reading/discriminator.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/json_pointer.h"
#include "base/percent_encoding.h"
#include "base/utf8.h"
#include "rest/openapi/reading/schema_reader.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

/// The last part of a reference: "Cat" of "#/components/schemas/Cat" and of "animals/Cat.yaml".
std::string lastPartOf(const std::string& reference) {
  const SplitReference parts = splitReference(reference);
  if (parts.fragment.starts_with('/')) return pointerTokens(percentDecoded(parts.fragment)).back();
  if (!parts.fragment.empty()) return parts.fragment;
  return std::filesystem::path(percentDecoded(parts.document)).stem().string();
}

class DiscriminatorReading {
 public:
  DiscriminatorReading(const Site& site, Schema& schema, SchemaReader& reader)
      : site_(site), schema_(schema), reader_(reader) {}

  void read() {
    const Node* node = memberOf(*site_.node, "discriminator");
    const Node* property = node != nullptr && node->is_object() ? memberOf(*node, "propertyName") : node;
    if (textOf(property) == nullptr) {
      if (node != nullptr) note("its discriminator names no property");
      return;
    }
    schema_.discriminator.emplace();
    schema_.discriminator->property = *textOf(property);
    readMapping(memberOf(*node, "mapping"));
    if (schema_.oneOf.empty() && schema_.anyOf.empty()) {
      addSubclasses();
    } else {
      addAlternatives("oneOf", schema_.oneOf);
      addAlternatives("anyOf", schema_.anyOf);
    }
  }

 private:
  void readMapping(const Node* mapping) {
    if (mapping == nullptr || mapping->is_null()) return;
    if (!mapping->is_object()) return note("its discriminator's mapping is no object");
    for (const auto& [value, target] : mapping->get_ref<const Node::object_t&>()) {
      const std::string* name = textOf(&target);
      if (name == nullptr) {
        note(fmt::format("the discriminator's mapping of {} is no text", shown(value)));
      } else if (const std::optional<Site> found = find(*name)) {
        add(value, reader_.at(*found));
      } else {
        note(fmt::format("the discriminator's mapping of {} names {}, which does not exist", shown(value),
                         shown(*name)));
      }
    }
  }

  /// A name of a schema, or a reference.
  std::optional<Site> find(const std::string& name) {
    if (std::optional<Site> named = reader_.references().namedSchema(site_, name)) return named;
    Result<Site> referred = reader_.references().follow(site_, name);
    return referred ? std::optional(std::move(*referred)) : std::nullopt;
  }

  void addAlternatives(std::string_view keyword, const std::vector<const Schema*>& alternatives) {
    const Node* list = memberOf(*site_.node, keyword);
    if (list == nullptr || !list->is_array() || list->size() != alternatives.size()) return;
    for (size_t i = 0; i < alternatives.size(); ++i) {
      const std::string* reference = referenceOf(list->get_ref<const Node::array_t&>()[i]);
      if (reference != nullptr) addUnlessMapped(lastPartOf(*reference), alternatives[i]);
    }
  }

  void addSubclasses() {
    for (const Subclasses::Subclass* subclass : reader_.subclasses().of(site_.node)) {
      addUnlessMapped(subclass->name, reader_.at(subclass->site));
    }
  }

  /// The mapping gives a schema another name instead of its own.
  void addUnlessMapped(const std::string& name, const Schema* schema) {
    if (!mapped_.contains(schema) && isUtf8(name)) schema_.discriminator->mapping.emplace(name, schema);
    reader_.budget().spend(128 + name.size());
  }

  void add(const std::string& value, const Schema* schema) {
    schema_.discriminator->mapping.emplace(value, schema);
    mapped_.insert(schema);
    reader_.budget().spend(128 + value.size());
  }

  void note(const std::string& what) {
    reader_.notes().add(fmt::format("{}: {}", shown(site_.describe()), what));
  }

  const Site& site_;
  Schema& schema_;
  SchemaReader& reader_;
  std::set<const Schema*> mapped_;
};

}  // namespace

void readDiscriminator(const Site& site, Schema& schema, SchemaReader& reader) {
  DiscriminatorReading(site, schema, reader).read();
}

}  // namespace covolve::rest::openapi
