#include "gene/time/time_gene.h"

#include <fmt/format.h>

#include <algorithm>

#include "gene/draw.h"
#include "gene/number/fixed_number.h"

namespace covolve::gene {

namespace {

constexpr size_t kMostDecimals = 9;

int below(Rng& rng, uint64_t bound) { return static_cast<int>(rng.below(bound)); }

std::string randomFraction(Rng& rng) {
  std::string digits;
  for (size_t i = 1 + rng.below((rng.bits() & 1) != 0 ? 3 : kMostDecimals); i > 0; --i) {
    digits += static_cast<char>('0' + rng.below(10));
  }
  return digits;
}

}  // namespace

std::string TimeGene::text() const {
  std::string text = fmt::format("{:02}:{:02}:{:02}", time_.hour, time_.minute, time_.second);
  if (!time_.fraction.empty()) text += "." + time_.fraction;
  if (!hasOffset_) return text;
  if (time_.zone == 'Z') return text + "Z";
  return text + fmt::format("{}{:02}:{:02}", time_.zone, time_.zoneHour, time_.zoneMinute);
}

bool TimeGene::set(Time time) {
  const int slack = alsoInvalid_ ? 99 : 0;
  const auto fits = [&](int number, int last) { return number >= 0 && number <= std::max(last, slack); };
  if (!fits(time.hour, 23) || !fits(time.minute, 59) || !fits(time.second, 59) || !fits(time.zoneHour, 23) ||
      !fits(time.zoneMinute, 59))
    return false;
  time_ = std::move(time);
  return true;
}

bool TimeGene::setText(std::string_view text) {
  const auto hour = fixedNumber(text, 0, 2);
  const auto minute = fixedNumber(text, 3, 2);
  const auto second = fixedNumber(text, 6, 2);
  if (!hour || !minute || !second || text[2] != ':' || text[5] != ':') return false;
  Time time{*hour, *minute, *second, {}, 'Z', 0, 0};
  text.remove_prefix(8);
  if (text.starts_with('.')) {
    const size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    time.fraction = text.substr(1, end - 1);
    if (time.fraction.empty() || time.fraction.size() > kMostDecimals) return false;
    text.remove_prefix(end);
  }
  if (!hasOffset_) return text.empty() && set(std::move(time));
  if (text == "Z") return set(std::move(time));
  const auto zoneHour = fixedNumber(text, 1, 2);
  const auto zoneMinute = fixedNumber(text, 4, 2);
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':' || !zoneHour || !zoneMinute) {
    return false;
  }
  time.zone = text[0];
  time.zoneHour = *zoneHour;
  time.zoneMinute = *zoneMinute;
  return set(std::move(time));
}

std::optional<Leaf::Integer> TimeGene::readInteger() const {
  if (time_.hour > 23 || time_.minute > 59 || time_.second > 59) return std::nullopt;
  return Integer{time_.hour * 3600 + time_.minute * 60 + time_.second, 0, kSecondsOfDay - 1, 32};
}

bool TimeGene::setInteger(__int128 seconds) {
  if (seconds < 0 || seconds >= kSecondsOfDay) return false;
  const auto number = static_cast<int>(seconds);
  Time time = time_;
  time.hour = number / 3600;
  time.minute = number / 60 % 60;
  time.second = number % 60;
  return set(std::move(time));
}

void TimeGene::drawZone(Rng& rng) {
  time_.zone = 'Z';
  time_.zoneHour = 0;
  time_.zoneMinute = 0;
  if (!hasOffset_ || rng.below(2) == 0) return;
  time_.zone = (rng.bits() >> 63) != 0 ? '+' : '-';
  time_.zoneHour = below(rng, 15);
  time_.zoneMinute = 15 * below(rng, 4);
}

void TimeGene::draw(Source& source) {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(16);
  if (kind < 5) {
    if (const auto known = recallText(source); known && setText(*known)) return;
  }
  time_ = Time();
  if (kind == 5) {  // the ends of the day
    if ((rng.bits() >> 63) != 0) time_ = Time{23, 59, 59, {}, 'Z', 0, 0};
    return;
  }
  time_.hour = below(rng, 24);
  time_.minute = below(rng, 60);
  time_.second = below(rng, 60);
  if (rng.below(4) == 0) time_.fraction = randomFraction(rng);
  drawZone(rng);
  if (!alsoInvalid_ || rng.below(4) != 0) return;
  switch (rng.below(3)) {
    case 0:
      time_.hour = 24 + below(rng, 76);
      break;
    case 1:
      time_.minute = 60 + below(rng, 40);
      break;
    default:
      time_.second = 60 + below(rng, 40);
  }
}

void TimeGene::sample(Source& source) {
  draw(source);
  source.texts.add(text());
}

void TimeGene::change(Source& source) {
  Rng& rng = source.rng;
  const int step = ((rng.bits() >> 63) != 0 ? 1 : -1) * (rng.below(2) == 0 ? 1 : 1 + below(rng, 12));
  Time time = time_;
  switch (rng.below(8)) {
    case 0:
      time.hour += step;
      break;
    case 1:
      time.minute += step;
      break;
    case 2:
    case 3:
      time.second += step;
      break;
    case 4:
      time.fraction = time.fraction.empty() || rng.below(2) == 0 ? randomFraction(rng) : std::string();
      break;
    case 5:
      return drawZone(rng);
    default:
      return draw(source);
  }
  set(std::move(time));
}

void TimeGene::mutate(Source& source) {
  const Time before = time_;
  while (time_ == before) change(source);
  source.texts.add(text());
}

std::vector<std::unique_ptr<Gene>> TimeGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const Time simplest;
  const auto offer = [&](auto&& simplify) {
    auto changed = std::make_unique<TimeGene>(*this);
    simplify(changed->time_);
    if (changed->time_ != time_) candidates.push_back(std::move(changed));
  };
  offer([&](Time& time) { time = simplest; });
  offer([](Time& time) { time.zone = 'Z', time.zoneHour = 0, time.zoneMinute = 0; });
  offer([](Time& time) { time.fraction.clear(); });
  offer([](Time& time) { time.second = 0; });
  offer([](Time& time) { time.minute = 0; });
  offer([](Time& time) { time.hour = 0; });
  return candidates;
}

}  // namespace covolve::gene
