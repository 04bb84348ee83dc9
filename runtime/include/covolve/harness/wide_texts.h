// Texts of other characters than char: a test's bytes and what is observed hold
// them in UTF-8. Included by harnesses that need one.
//
// Easy to get wrong: the code under test may return halves of surrogate pairs and
// numbers beyond Unicode. Such a text is opaque, as no literal could say it.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cwchar>
#include <string>
#include <string_view>

#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"

namespace covolve::harness {

/// The test's bytes are valid UTF-8: genes make no other.
template <class Character>
std::basic_string<Character> decodeText(std::string_view bytes) {
  std::basic_string<Character> text;
  if constexpr (sizeof(Character) == 1) {
    text.assign(reinterpret_cast<const Character*>(bytes.data()), bytes.size());
  } else {
    for (size_t at = 0; at < bytes.size();) {
      const auto lead = static_cast<unsigned char>(bytes[at]);
      const size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
      for (size_t i = 1; i < length && at + i < bytes.size(); ++i) {
        point = point << 6 | (static_cast<unsigned char>(bytes[at + i]) & 0x3fu);
      }
      at += length;
      if (sizeof(Character) == 2 && point >= 0x10000) {
        text += static_cast<Character>(0xd800 + ((point - 0x10000) >> 10));
        text += static_cast<Character>(0xdc00 + ((point - 0x10000) & 0x3ff));
      } else {
        text += static_cast<Character>(point);
      }
    }
  }
  return text;
}

/// False for what is not Unicode.
template <class Character>
bool encodeText(std::basic_string_view<Character> text, std::string& bytes) {
  if constexpr (sizeof(Character) == 1) {
    bytes.assign(reinterpret_cast<const char*>(text.data()), text.size());
    return true;
  } else {
    for (size_t i = 0; i < text.size(); ++i) {
      auto point = static_cast<uint32_t>(text[i]);
      if (sizeof(Character) == 2) point &= 0xffff;
      if (sizeof(Character) == 2 && point >= 0xd800 && point < 0xdc00 && i + 1 < text.size()) {
        const uint32_t low = static_cast<uint32_t>(text[i + 1]) & 0xffff;
        if (low < 0xdc00 || low > 0xdfff) return false;
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        ++i;
      }
      if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return false;
      if (point < 0x80) {
        bytes += static_cast<char>(point);
        continue;
      }
      const int further = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      bytes += static_cast<char>((0xff00u >> (further + 1) & 0xffu) | point >> (6 * further));
      for (int left = further - 1; left >= 0; --left) {
        bytes += static_cast<char>(0x80u | (point >> (6 * left) & 0x3fu));
      }
    }
    return true;
  }
}

template <class Character>
struct Coding<std::basic_string<Character>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return checkText(reading); }
  static std::basic_string<Character> take(Reading& reading) {
    return decodeText<Character>(keepText(reading));
  }
};
template <class Character>
struct Coding<std::basic_string_view<Character>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return checkText(reading); }
  static std::basic_string_view<Character> take(Reading& reading) {
    using Text = std::basic_string<Character>;
    return reading.arena.template make<Text>(
        [&](void* place) { ::new (place) Text(Coding<Text>::take(reading)); });
  }
};

template <class Character>
struct Look<std::basic_string_view<Character>> {
  static void at(Observer& observer, std::basic_string_view<Character> text) {
    std::string bytes;
    if (!encodeText(text, bytes)) return observer.tag(Tag::Opaque);
    observer.text(bytes);
  }
};
template <class Character>
struct Look<std::basic_string<Character>> {
  static void at(Observer& observer, const std::basic_string<Character>& text) {
    Look<std::basic_string_view<Character>>::at(observer, text);
  }
};

/// Null, or a text that ends in NUL.
template <>
struct Coding<const wchar_t*> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return Coding<const char*>::check(reading); }
  static const wchar_t* take(Reading& reading) {
    if (reading.cursor.take<uint8_t>() == 0) return nullptr;
    return Coding<std::wstring_view>::take(reading).data();
  }
};
template <>
struct Look<const wchar_t*> {
  static void at(Observer& observer, const wchar_t* value) {
    if (value == nullptr) return observer.tag(Tag::Absent);
    constexpr size_t longest = size_t{1} << 14;  // it may lack its end
    observer.tag(Tag::Present);
    Look<std::wstring_view>::at(observer, {value, ::wcsnlen(value, longest)});
  }
};

}  // namespace covolve::harness
