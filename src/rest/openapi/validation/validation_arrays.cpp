// Keywords about arrays.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "rest/openapi/validation/json_order.h"
#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

Answer Validation::checkArray(const Subject& subject) {
  const Schema& schema = subject.schema;
  const uint64_t count = subject.value.size();
  const auto refuse = [&](std::string_view keyword, std::string_view relation, uint64_t bound) {
    return reject(subject.place, keyword, [&] {
      return fmt::format("has {}, {} its {} of {}", countText(count, "item", "items"), relation, keyword,
                         bound);
    });
  };
  if (schema.minItems && count < *schema.minItems) return refuse("minItems", "fewer than", *schema.minItems);
  if (schema.maxItems && count > *schema.maxItems) return refuse("maxItems", "more than", *schema.maxItems);
  Answer all = checkItems(subject);
  if (all == Answer::No || !meets(all, checkContains(subject))) return Answer::No;
  return std::min(all, checkUnique(subject));
}

Answer Validation::checkItems(const Subject& subject) {
  const Schema& schema = subject.schema;
  if (schema.items == nullptr && schema.prefixItems.empty()) return Answer::Yes;
  const auto& items = subject.value.get_ref<const Json::array_t&>();
  Answer all = Answer::Yes;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool isOfPrefix = i < schema.prefixItems.size();
    const Schema* const item = isOfPrefix ? schema.prefixItems[i] : schema.items;
    if (item == nullptr) break;
    const Place place{&subject.place, nullptr, i};
    if (!isOfPrefix && item->acceptsNothing) {
      return reject(place, "items", [&] {
        return fmt::format("is beyond the {} allowed",
                           countText(schema.prefixItems.size(), "item that is", "items that are"));
      });
    }
    if (!meets(all, judge(items[i], *item, place))) break;
  }
  return all;
}

Answer Validation::checkContains(const Subject& subject) {
  const Schema& schema = subject.schema;
  if (schema.contains == nullptr) return Answer::Yes;
  const auto& items = subject.value.get_ref<const Json::array_t&>();
  uint64_t sure = 0;
  uint64_t possible = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const Answer answer = judgeQuietly(items[i], *schema.contains, {&subject.place, nullptr, i});
    if (answer == Answer::Yes) ++sure;
    if (answer != Answer::No) ++possible;
  }
  const uint64_t least = schema.minContains.value_or(1);
  const uint64_t most = schema.maxContains.value_or(items.size());
  if (possible < least) {
    return reject(subject.place, schema.minContains ? "minContains" : "contains", [&] {
      return fmt::format("has {} that contains asks for, fewer than {}", countText(possible, "item", "items"),
                         least);
    });
  }
  if (sure > most) {
    return reject(subject.place, "maxContains", [&] {
      return fmt::format("has {} that contains asks for, more than {}", countText(sure, "item", "items"),
                         most);
    });
  }
  return sure >= least && possible <= most ? Answer::Yes : Answer::Perhaps;
}

Answer Validation::checkUnique(const Subject& subject) {
  if (!subject.schema.uniqueItems) return Answer::Yes;
  const auto& items = subject.value.get_ref<const Json::array_t&>();
  std::vector<size_t> sorted(items.size());
  std::iota(sorted.begin(), sorted.end(), size_t{0});
  // Of equal items the earlier is first.
  std::ranges::sort(sorted, [&](size_t left, size_t right) {
    const auto order = compareJson(items[left], items[right]).order;
    return order == 0 ? left < right : order < 0;
  });
  Answer answer = Answer::Yes;
  for (size_t i = 1; i < sorted.size(); ++i) {
    const size_t first = sorted[i - 1];
    const size_t second = sorted[i];
    const JsonOrder order = compareJson(items[first], items[second]);
    if (order.order != 0) continue;
    answer = Answer::Perhaps;
    if (order.isCut) continue;
    const Place other{&subject.place, nullptr, first};
    return reject({&subject.place, nullptr, second}, "uniqueItems",
                  [&] { return fmt::format("is the same as {}", other.pointer()); });
  }
  return answer;
}

}  // namespace covolve::rest
