// Times of day as RFC 3339 writes them: 23:59:59.25+02:00. With or without the
// offset from UTC; times that do not exist (hour 24, minute 60) only if asked for.
#pragma once

#include <string>
#include <string_view>

#include "gene/gene.h"

namespace covolve::gene {

class TimeGene final : public Gene, public Leaf {
 public:
  enum class Offset { None, Required };

  static constexpr int kSecondsOfDay = 24 * 60 * 60;

  explicit TimeGene(Offset offset = Offset::Required, bool alsoInvalid = false)
      : hasOffset_(offset == Offset::Required), alsoInvalid_(alsoInvalid) {}

  std::string text() const;
  /// False, and unchanged, outside of the domain.
  bool setText(std::string_view text) override;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<TimeGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text()); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && setText(value.text); }
  bool equals(const Gene& other) const override { return time_ == static_cast<const TimeGene&>(other).time_; }
  size_t weight() const override { return 4; }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text(), text().size()}; }
  /// Seconds since midnight; fraction and offset stay. Nothing for a time that does not exist.
  std::optional<Integer> readInteger() const override;
  bool setInteger(__int128 seconds) override;
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  struct Time {
    int hour = 0;
    int minute = 0;
    int second = 0;
    std::string fraction;  // digits behind the point; none without one
    char zone = 'Z';       // or + or -
    int zoneHour = 0;
    int zoneMinute = 0;

    bool operator==(const Time&) const = default;
  };

  bool set(Time time);
  void draw(Source& source);
  void drawZone(Rng& rng);
  void change(Source& source);

  bool hasOffset_;
  bool alsoInvalid_;
  Time time_;
};

}  // namespace covolve::gene
