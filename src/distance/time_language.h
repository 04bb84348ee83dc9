// Dates and times as texts: what strptime and std::get_time accept for a format, in
// the "C" locale, as glibc and libstdc++ read them.
//
// Easy to get wrong: neither ever reads fewer digits than it could, so "%H%M" does
// not accept "245", and what strptime has read need not be the whole text.
#pragma once

#include "distance/language_builder.h"
#include "distance/number_language.h"

namespace covolve::distance {

/// strptime returns where it stopped: Prefix is that it does not return null, Whole that it stops at the end.
Fragment strptimeText(LanguageBuilder& builder, std::string_view format, Extent extent);

/// The text that std::get_time begins to read; what it leaves unread is of no concern to it.
Fragment getTimeText(LanguageBuilder& builder, std::string_view format);

}  // namespace covolve::distance
