#include "gene/open_object_gene.h"

#include "gene/value_builder.h"

namespace covolve::gene {

OpenObjectGene::OpenObjectGene(std::unique_ptr<ObjectGene> declared, std::unique_ptr<MapGene> further) {
  parts_.push_back(std::move(declared));
  parts_.push_back(std::move(further));
}

void OpenObjectGene::mutate(Source& source) {
  const Value before = valueOf(*this);
  constexpr int kAttempts = 8;  // an entry that is not written may change unseen
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Gene* part = chooseMutable(parts_, source.rng);
    if (part == nullptr) return;
    part->mutate(source);
    if (valueOf(*this) != before) return;
  }
}

void OpenObjectGene::write(ValueSink& sink) const {
  const auto entries = parts_[1]->children();  // key, value, key, value, ...
  std::vector<std::pair<std::string, const Gene*>> written;
  for (size_t i = 0; i + 1 < entries.size(); i += 2) {
    std::string name = valueOf(*entries[i]).text;
    if (!declared().hasField(name)) written.emplace_back(std::move(name), entries[i + 1].get());
  }
  sink.object(declared().fieldCount() + written.size());
  declared().writeFields(sink);
  for (const auto& [name, gene] : written) {
    sink.field(name);
    gene->write(sink);
  }
}

bool OpenObjectGene::assign(const Value& value) {
  if (value.kind != Value::Kind::Object) return false;
  Value known = Value::object({});
  Value others = Value::object({});
  for (const Value& field : value.children) {
    (declared().hasField(field.text) ? known : others).children.push_back(field);
  }
  return parts_[0]->assign(known) && parts_[1]->assign(others);
}

bool OpenObjectGene::equals(const Gene& other) const { return valueOf(*this) == valueOf(other); }

std::vector<std::unique_ptr<Gene>> OpenObjectGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  forEachSimpler(parts_, [&](size_t i, std::unique_ptr<Gene> part) {
    auto changed = std::make_unique<OpenObjectGene>(*this);
    changed->parts_[i] = std::move(part);
    if (!changed->equals(*this)) candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
