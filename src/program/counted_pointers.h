// Pointers whose number of elements another parameter says: sum(const int* values,
// int count), crc(const void* data, size_t length), parse(const char* begin, const
// char* end). C's only way to pass an array, so that a call with a length that does
// not fit is the caller's fault.
// Where the number is itself behind a pointer, decode(char* out, size_t* out_len),
// the caller says how much there is room for, and reads how much was used.
//
// main's argc and argv are such a pair, too, and what is called like them.
//
// Told by order (the number stands next to the pointer), types and names. Easy to
// get wrong: add(int* total, int amount) is no array, and in join(const char* path,
// char* buffer, size_t buffer_size) the path ends by itself.
#pragma once

#include <vector>

#include "program/model.h"

namespace clang {
class FunctionDecl;
}

namespace covolve::program {

class Handles;

struct CountedPointer {
  size_t pointer = 0;  // parameters
  size_t count = 0;
  bool isEnd = false;  // that one points behind the last element
};

/// `names` are those of the parameters, where they have one.
std::vector<CountedPointer> countedPointers(const clang::FunctionDecl& function,
                                            const std::vector<std::string>& names, const Handles& handles);

/// Whether the name of a number says that it counts something: len, item_count, nValues.
bool isNameOfCount(std::string_view name);

}  // namespace covolve::program
