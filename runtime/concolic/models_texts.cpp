// Texts that end in NUL. Where the end is has to stay as it is, except that the whole
// of a test's text is as long as its datum says.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "models.h"

using namespace covolve::concolic;

namespace {

const Datum* datumAt(const char* place) {
  const Label label = byteAt(place);
  if (label == 0 || at(label).operation != Operation::Input) return nullptr;
  return &data()[at(label).value];
}

/// Of a text that is the end of one of the test's texts, from some character on.
Label lengthOf(const char* text, size_t length) {
  if (length == 0) return 0;
  const Datum* const first = datumAt(text);
  const Datum* const last = datumAt(text + length - 1);
  if (first == nullptr || last == nullptr || first->leaf != last->leaf ||
      last->position != first->position + length - 1)
    return 0;
  // The size stands before the characters.
  if (first - data() <= first->position) return 0;
  const Datum* const size = first - first->position - 1;
  if (size->leaf != first->leaf || size->position != Datum::kSize || byteAt(text + length) != 0) return 0;
  const Datum* const behind = last + 1;
  if (behind < data() + header().dataCount && behind->leaf == first->leaf) return 0;
  const Label whole = input(static_cast<uint32_t>(size - data()), size->bits);
  return binary(Operation::Subtract, 64, unary(Operation::ZeroExtend, 64, whole),
                constant(first->position, 64));
}

/// No character is NUL, and what stands behind them is.
void assumeLength(const char* text, size_t length, bool isEnded) {
  for (size_t i = 0; i < length; ++i) {
    if (const Label character = byteAt(text + i)) assume(equal(character, constant(0, 8)), false);
  }
  const Label end = isEnded ? byteAt(text + length) : 0;
  if (end != 0) assume(equal(end, constant(0, 8)), true);
}

Label lowered(Label character) {
  return select(isWithin(character, 'A', 26), binary(Operation::Add, 8, character, constant('a' - 'A', 8)),
                character);
}

/// -1, 0 or 1 over at most `most` characters; 0 as a label where all is concrete.
Label comparison(const char* a, const char* b, size_t most, bool foldsCase) {
  size_t count = 0;
  while (count < most && a[count] != 0 && b[count] != 0) ++count;
  if (count < most) ++count;
  if (count > kLongestModelled || (!isSymbolic(a, count) && !isSymbolic(b, count))) return 0;
  Label label = constant(0, 32);
  for (size_t i = count; i-- > 0;) {
    Label left = byteOrConstant(a + i);
    Label right = byteOrConstant(b + i);
    if (foldsCase) {
      left = lowered(left);
      right = lowered(right);
    }
    const Label differs = select(isBelow(left, right), constant(~uint64_t{0}, 32), constant(1, 32));
    const Label same = select(equal(left, constant(0, 8)), constant(0, 32), label);
    label = select(equal(left, right), same, differs);
  }
  return label;
}

/// The first place of a character, from the text's begin to its NUL; null where it is not.
Label firstPlace(const char* text, Label sought) {
  const size_t length = strlen(text);
  if (length > kLongestModelled) return 0;
  Label label = constant(0, 64);
  for (size_t i = length + 1; i-- > 0;) {
    const Label here = byteOrConstant(text + i);
    const Label onward = select(equal(here, constant(0, 8)), constant(0, 64), label);
    label = select(equal(here, sought), constant(reinterpret_cast<uint64_t>(text + i), 64), onward);
  }
  return label;
}

char* copyText(char* to, const char* from, size_t length) {
  assumeLength(from, length, true);
  copyShadow(to, from, length + 1);
  memmove(to, from, length + 1);
  return to;
}

}  // namespace

extern "C" {

size_t __covolve_model_strlen(const char* text) {
  const Given given(&__covolve_model_strlen);
  given.makeConcrete(0, text);
  const size_t length = strlen(text);
  if (!given.isOn()) return length;
  if (const Label label = lengthOf(text, length)) {
    given.returns(label);
  } else {
    assumeLength(text, length, true);
  }
  return length;
}

size_t __covolve_model_strnlen(const char* text, size_t most) {
  const Given given(&__covolve_model_strnlen);
  given.makeConcrete(0, text);
  given.makeConcrete(1, most);
  const size_t length = strnlen(text, most);
  if (given.isOn()) assumeLength(text, length, length < most);
  return length;
}

int __covolve_model_strcmp(const char* a, const char* b) {
  const Given given(&__covolve_model_strcmp);
  given.makeConcrete(0, a);
  given.makeConcrete(1, b);
  if (given.isOn()) given.returns(comparison(a, b, kLongestModelled + 1, false));
  return signOf(strcmp(a, b));
}

int __covolve_model_strncmp(const char* a, const char* b, size_t most) {
  const Given given(&__covolve_model_strncmp);
  given.makeConcrete(0, a);
  given.makeConcrete(1, b);
  given.makeConcrete(2, most);
  if (given.isOn()) given.returns(comparison(a, b, most, false));
  return signOf(strncmp(a, b, most));
}

int __covolve_model_strcasecmp(const char* a, const char* b) {
  const Given given(&__covolve_model_strcasecmp);
  given.makeConcrete(0, a);
  given.makeConcrete(1, b);
  if (given.isOn()) given.returns(comparison(a, b, kLongestModelled + 1, true));
  return signOf(strcasecmp(a, b));
}

int __covolve_model_strncasecmp(const char* a, const char* b, size_t most) {
  const Given given(&__covolve_model_strncasecmp);
  given.makeConcrete(0, a);
  given.makeConcrete(1, b);
  given.makeConcrete(2, most);
  if (given.isOn()) given.returns(comparison(a, b, most, true));
  return signOf(strncasecmp(a, b, most));
}

char* __covolve_model_strchr(const char* text, int character) {
  const Given given(&__covolve_model_strchr);
  given.makeConcrete(0, text);
  char* const result = const_cast<char*>(strchr(text, character));
  const Label wanted = extract(given[1], 0, 8);
  if (given.isOn() && (wanted != 0 || isSymbolic(text, strlen(text))))
    given.returns(firstPlace(text, labelOr(wanted, static_cast<uint8_t>(character), 8)));
  return result;
}

char* __covolve_model_strrchr(const char* text, int character) {
  const Given given(&__covolve_model_strrchr);
  given.makeConcrete(0, text);
  char* const result = const_cast<char*>(strrchr(text, character));
  const size_t length = strlen(text);
  const Label wanted = extract(given[1], 0, 8);
  if (!given.isOn() || length > kLongestModelled || (wanted == 0 && !isSymbolic(text, length))) return result;
  assumeLength(text, length, true);
  const Label sought = labelOr(wanted, static_cast<uint8_t>(character), 8);
  Label label = constant(0, 64);
  for (size_t i = 0; i <= length; ++i) {
    label = select(equal(byteOrConstant(text + i), sought),
                   constant(reinterpret_cast<uint64_t>(text + i), 64), label);
  }
  given.returns(label);
  return result;
}

char* __covolve_model_strstr(const char* text, const char* part) {
  const Given given(&__covolve_model_strstr);
  char* const result = const_cast<char*>(strstr(text, part));
  const size_t length = strlen(text);
  const size_t size = strlen(part);
  const bool isLong = length > kLongestModelled || size > length || length * size > 4 * kLongestModelled;
  if (!given.isOn() || isLong || (!isSymbolic(text, length) && !isSymbolic(part, size))) return result;
  assumeLength(text, length, true);
  assumeLength(part, size, true);
  Label label = constant(0, 64);
  for (size_t i = length - size + 1; i-- > 0;) {
    Label isHere = constant(1, 1);
    for (size_t k = 0; k < size; ++k)
      isHere =
          binary(Operation::And, 1, isHere, equal(byteOrConstant(text + i + k), byteOrConstant(part + k)));
    label = select(isHere, constant(reinterpret_cast<uint64_t>(text + i), 64), label);
  }
  given.returns(label);
  return result;
}

char* __covolve_model_strcpy(char* to, const char* from) {
  const Given given(&__covolve_model_strcpy);
  given.makeConcrete(0, to);
  given.makeConcrete(1, from);
  return given.isOn() ? copyText(to, from, strlen(from)) : strcpy(to, from);
}

char* __covolve_model_strcat(char* to, const char* from) {
  const Given given(&__covolve_model_strcat);
  given.makeConcrete(0, to);
  given.makeConcrete(1, from);
  if (!given.isOn()) return strcat(to, from);
  const size_t length = strlen(to);
  assumeLength(to, length, false);
  copyText(to + length, from, strlen(from));
  return to;
}

char* __covolve_model_strncpy(char* to, const char* from, size_t bytes) {
  const Given given(&__covolve_model_strncpy);
  given.makeConcrete(0, to);
  given.makeConcrete(1, from);
  given.makeConcrete(2, bytes);
  const size_t length = strnlen(from, bytes);
  if (given.isOn()) {
    assumeLength(from, length, length < bytes);
    copyShadow(to, from, length);
    fillShadow(to + length, 0, 0, bytes - length);
  }
  return strncpy(to, from, bytes);
}
}
