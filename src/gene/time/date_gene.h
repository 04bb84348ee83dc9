// Calendar days as RFC 3339 writes them: 2024-02-29. Days that exist, unless the
// constructor is told to give others too (2023-02-30, month 13), which is what a
// parser has to refuse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gene/gene.h"

namespace covolve::gene {

class DateGene final : public Gene, public Leaf {
 public:
  struct Day {
    int year = 2000;
    int month = 1;
    int day = 1;

    bool operator==(const Day&) const = default;
  };

  explicit DateGene(bool alsoInvalid = false) : alsoInvalid_(alsoInvalid) {}

  std::string text() const;
  /// False, and unchanged, outside of the domain.
  bool set(const Day& day);
  bool setText(std::string_view text) override;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<DateGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text()); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && setText(value.text); }
  bool equals(const Gene& other) const override { return day_ == static_cast<const DateGene&>(other).day_; }
  size_t weight() const override { return 3; }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text(), text().size()}; }
  /// Days since 1970-01-01; nothing for a day that does not exist.
  std::optional<Integer> readInteger() const override;
  bool setInteger(__int128 days) override;
  std::vector<std::unique_ptr<Gene>> simpler() const override;

  static int daysOfMonth(int year, int month);

 private:
  void draw(Source& source);
  void change(Source& source);
  void moveBy(int days);

  bool alsoInvalid_;
  Day day_;
};

}  // namespace covolve::gene
