#include "gene/time/date_gene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "gene/draw.h"
#include "gene/number/fixed_number.h"

namespace covolve::gene {

namespace {

constexpr int kLastYear = 9999;

bool isLeapYear(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

bool exists(const DateGene::Day& day) {
  return day.month >= 1 && day.month <= 12 && day.day >= 1 &&
         day.day <= DateGene::daysOfMonth(day.year, day.month);
}

std::chrono::sys_days asDays(const DateGene::Day& day) {
  return std::chrono::year(day.year) / std::chrono::month(static_cast<unsigned>(day.month)) /
         std::chrono::day(static_cast<unsigned>(day.day));
}

__int128 numberOf(const DateGene::Day& day) { return asDays(day).time_since_epoch().count(); }

int between(Rng& rng, int low, int high) { return static_cast<int>(rng.between(low, high)); }

}  // namespace

int DateGene::daysOfMonth(int year, int month) {
  if (month == 2) return isLeapYear(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

std::string DateGene::text() const {
  return fmt::format("{:04}-{:02}-{:02}", day_.year, day_.month, day_.day);
}

bool DateGene::set(const Day& day) {
  const bool fits = day.year >= 0 && day.year <= kLastYear && day.month >= 0 && day.month <= 99 &&
                    day.day >= 0 && day.day <= 99;
  if (!fits || (!alsoInvalid_ && !exists(day))) return false;
  day_ = day;
  return true;
}

bool DateGene::setText(std::string_view text) {
  const auto year = fixedNumber(text, 0, 4);
  const auto month = fixedNumber(text, 5, 2);
  const auto day = fixedNumber(text, 8, 2);
  if (text.size() != 10 || text[4] != '-' || text[7] != '-' || !year || !month || !day) return false;
  return set({*year, *month, *day});
}

std::optional<Leaf::Integer> DateGene::readInteger() const {
  if (!exists(day_)) return std::nullopt;
  return Integer{numberOf(day_), numberOf({0, 1, 1}), numberOf({kLastYear, 12, 31}), 32};
}

bool DateGene::setInteger(__int128 days) {
  if (days < numberOf({0, 1, 1}) || days > numberOf({kLastYear, 12, 31})) return false;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
  return set({static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
              static_cast<int>(static_cast<unsigned>(date.day()))});
}

void DateGene::draw(Source& source) {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(16);
  if (kind < 5) {
    if (const auto known = recallText(source); known && setText(std::string_view(*known).substr(0, 10)))
      return;
  }
  static constexpr std::array<Day, 7> kRemarkable{Day{1970, 1, 1},       Day{2000, 2, 29}, Day{1900, 2, 28},
                                                  Day{1999, 12, 31},     Day{2038, 1, 19}, Day{0, 1, 1},
                                                  Day{kLastYear, 12, 31}};
  if (kind == 5) {
    day_ = rng.pick(kRemarkable);
    return;
  }
  day_.year = kind < 14 ? between(rng, 1970, 2040) : between(rng, 0, kLastYear);
  day_.month = between(rng, 1, 12);
  const int last = daysOfMonth(day_.year, day_.month);
  day_.day = rng.below(8) == 0 ? last : between(rng, 1, last);
  if (!alsoInvalid_ || rng.below(4) != 0) return;
  static constexpr std::array<int, 3> kNoMonths{0, 13, 99};
  switch (rng.below(3)) {
    case 0:
      day_.month = rng.pick(kNoMonths);
      break;
    case 1:
      day_.day = last + 1;
      break;
    default:
      day_.day = (rng.bits() >> 63) != 0 ? 0 : between(rng, 32, 99);
  }
}

void DateGene::sample(Source& source) {
  draw(source);
  source.texts.add(text());
}

/// From one day to another; stops at the ends of the calendar. A day that does not exist becomes one first.
void DateGene::moveBy(int days) {
  day_.month = std::clamp(day_.month, 1, 12);
  day_.day = std::clamp(day_.day, 1, daysOfMonth(day_.year, day_.month));
  for (; days > 0; --days) {
    if (day_ == Day{kLastYear, 12, 31}) return;
    if (++day_.day <= daysOfMonth(day_.year, day_.month)) continue;
    day_.day = 1;
    if (++day_.month <= 12) continue;
    day_.month = 1;
    ++day_.year;
  }
  for (; days < 0; ++days) {
    if (day_ == Day{0, 1, 1}) return;
    if (--day_.day >= 1) continue;
    if (--day_.month < 1) {
      day_.month = 12;
      --day_.year;
    }
    day_.day = daysOfMonth(day_.year, day_.month);
  }
}

void DateGene::change(Source& source) {
  Rng& rng = source.rng;
  const int sign = (rng.bits() >> 63) != 0 ? 1 : -1;
  const auto withinMonth = [](Day day) {
    day.day = std::min(day.day, day.month >= 1 && day.month <= 12 ? daysOfMonth(day.year, day.month) : 31);
    return day;
  };
  switch (rng.below(8)) {
    case 0:
    case 1:
      return moveBy(sign);
    case 2:
      return moveBy(sign * between(rng, 2, 40));
    case 3:
      set(withinMonth({day_.year, day_.month + sign, day_.day}));
      return;
    case 4:
      set(withinMonth({day_.year + sign, day_.month, day_.day}));
      return;
    case 5:
      set(withinMonth({day_.year + sign * between(rng, 2, 100), day_.month, day_.day}));
      return;
    default:
      return draw(source);
  }
}

void DateGene::mutate(Source& source) {
  const Day before = day_;
  while (day_ == before) change(source);
  source.texts.add(text());
}

std::vector<std::unique_ptr<Gene>> DateGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const Day simplest;
  const auto offer = [&](const Day& day) {
    auto changed = std::make_unique<DateGene>(*this);
    if (day != day_ && changed->set(day)) candidates.push_back(std::move(changed));
  };
  // Each sets at least one number to its simplest, so it ends.
  if (day_ == simplest) return candidates;
  offer(simplest);
  offer({simplest.year, day_.month, day_.day});
  offer({day_.year, simplest.month, day_.day});
  offer({day_.year, day_.month, simplest.day});
  return candidates;
}

}  // namespace covolve::gene
