// What a function object given to the code under test returns: a script of
// values, one a call, which begins again when it has come to its end.
#pragma once

#include "gene/gene.h"
#include "gene/list_gene.h"

namespace covolve::gene {

class CallbackGene final : public Gene {
 public:
  /// `result` is the pattern of every returned value; at most `longest` of them, at least one.
  CallbackGene(std::unique_ptr<Gene> result, size_t longest) : script_(std::move(result), longest, 1) {}

  /// What the call with this number, from 0, returns.
  const Gene& returned(size_t call) const { return *script_.children()[call % script_.children().size()]; }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<CallbackGene>(*this); }
  void sample(Source& source) override { script_.sample(source); }
  void mutate(Source& source) override { script_.mutate(source); }
  void write(ValueSink& sink) const override { script_.write(sink); }
  bool assign(const Value& value) override { return script_.assign(value); }
  bool equals(const Gene& other) const override {
    return script_.equals(static_cast<const CallbackGene&>(other).script_);
  }
  size_t weight() const override { return script_.weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override { return script_.children(); }
  bool isMutable() const override { return script_.isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    for (const auto& script : script_.simpler()) {
      candidates.push_back(std::make_unique<CallbackGene>(static_cast<const ListGene&>(*script)));
    }
    return candidates;
  }

  explicit CallbackGene(const ListGene& script) : script_(script) {}

 private:
  ListGene script_;
};

}  // namespace covolve::gene
