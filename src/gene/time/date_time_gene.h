// A day and a time of day as RFC 3339 writes them: 2024-02-29T23:59:59Z.
#pragma once

#include <string>
#include <string_view>

#include "gene/draw.h"
#include "gene/gene.h"
#include "gene/time/date_gene.h"
#include "gene/time/time_gene.h"

namespace covolve::gene {

class DateTimeGene final : public Gene, public Leaf {
 public:
  explicit DateTimeGene(TimeGene::Offset offset = TimeGene::Offset::Required, bool alsoInvalid = false)
      : date_(alsoInvalid), time_(offset, alsoInvalid) {}

  std::string text() const { return date_.text() + "T" + time_.text(); }
  /// False, and unchanged, outside of the domain.
  bool setText(std::string_view text) override {
    DateTimeGene read(*this);
    if (text.size() < 11 || text[10] != 'T') return false;
    if (!read.date_.setText(text.substr(0, 10)) || !read.time_.setText(text.substr(11))) return false;
    *this = read;
    return true;
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<DateTimeGene>(*this); }
  void sample(Source& source) override {
    const bool recalls = source.rng.below(4) == 0;
    if (const auto known = recalls ? recallText(source) : std::nullopt; !known || !setText(*known)) {
      date_.sample(source);
      time_.sample(source);
    }
    source.texts.add(text());
  }
  void mutate(Source& source) override {
    if (source.rng.below(2) == 0) {
      date_.mutate(source);
    } else {
      time_.mutate(source);
    }
  }
  void write(ValueSink& sink) const override { sink.text(text()); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && setText(value.text); }
  bool equals(const Gene& other) const override {
    const auto& dateTime = static_cast<const DateTimeGene&>(other);
    return date_.equals(dateTime.date_) && time_.equals(dateTime.time_);
  }
  size_t weight() const override { return date_.weight() + time_.weight(); }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text(), text().size()}; }
  /// Seconds since 1970-01-01T00:00:00, as the clock on the wall shows them.
  std::optional<Integer> readInteger() const override {
    const auto day = date_.readInteger();
    const auto time = time_.readInteger();
    if (!day || !time) return std::nullopt;
    constexpr __int128 kDay = TimeGene::kSecondsOfDay;
    return Integer{day->value * kDay + time->value, day->low * kDay, day->high * kDay + kDay - 1, 64};
  }
  bool setInteger(__int128 seconds) override {
    constexpr __int128 kDay = TimeGene::kSecondsOfDay;
    const __int128 time = ((seconds % kDay) + kDay) % kDay;
    return date_.setInteger((seconds - time) / kDay) && time_.setInteger(time);
  }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    for (const auto& date : date_.simpler()) {
      auto changed = std::make_unique<DateTimeGene>(*this);
      changed->date_ = static_cast<const DateGene&>(*date);
      candidates.push_back(std::move(changed));
    }
    for (const auto& time : time_.simpler()) {
      auto changed = std::make_unique<DateTimeGene>(*this);
      changed->time_ = static_cast<const TimeGene&>(*time);
      candidates.push_back(std::move(changed));
    }
    return candidates;
  }

 private:
  DateGene date_;
  TimeGene time_;
};

}  // namespace covolve::gene
