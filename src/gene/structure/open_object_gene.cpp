#include "gene/structure/open_object_gene.h"

#include "gene/value_builder.h"

namespace covolve::gene {

OpenObjectGene::OpenObjectGene(std::unique_ptr<ObjectGene> declared, std::unique_ptr<MapGene> further) {
  further->reserve(declared->fieldNames());
  parts_.push_back(std::move(declared));
  parts_.push_back(std::move(further));
}

void OpenObjectGene::mutate(Source& source) {
  if (Gene* part = chooseMutable(parts_, source.rng)) part->mutate(source);
}

void OpenObjectGene::write(ValueSink& sink) const {
  const auto entries = parts_[1]->children();  // key, value, key, value, ...
  sink.object(declared().fieldCount() + entries.size() / 2);
  declared().writeFields(sink);
  for (size_t i = 0; i + 1 < entries.size(); i += 2) {
    sink.field(valueOf(*entries[i]).text);
    entries[i + 1]->write(sink);
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

std::vector<std::unique_ptr<Gene>> OpenObjectGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  forEachSimpler(parts_, [&](size_t i, std::unique_ptr<Gene> part) {
    auto changed = std::make_unique<OpenObjectGene>(*this);
    changed->parts_[i] = std::move(part);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
