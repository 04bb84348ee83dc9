// Objects that a function makes for its caller (list_new) and that another one
// takes back (list_free, release()). Found by names, as the types of C do not say
// who owns what; that a function returns memory of the caller's only a run tells.
//
// Easy to get wrong: list_find returns a pointer, too, and nobody may free that.
#pragma once

#include <string_view>

#include "program/model.h"

namespace covolve::program {

/// Whether the callable returns a pointer to an object that it has made for its caller.
bool makesForItsCaller(const std::vector<Type>& types, const Callable& callable);

/// Whether its name says that it makes something: new, create, parse.
bool soundsLikeMaking(std::string_view name);
inline bool soundsLikeMaking(const Callable& callable) { return soundsLikeMaking(callable.name); }

/// Whether its name says that it makes one of the same content: dup, clone.
bool soundsLikeCopying(std::string_view name);

/// Whether its name says that what it gives is no part of anything from then on: detach, pop.
bool soundsLikeTakingOut(const Callable& callable);

/// Whether its name says that what it is given is a part of something from then on: append, set_child.
bool soundsLikePuttingIn(const Callable& callable);

/// Whether a name says that something is given back: free, close, unref.
bool soundsLikeTakingBack(std::string_view name);

/// Whether the callable takes back objects of the class: by a pointer as its only argument, or as a method.
bool takesBack(const std::vector<Type>& types, const Callable& callable, TypeId object);

/// Whether the callable returns a pointer to memory without a class: a text, bytes, numbers.
bool returnsPlainMemory(const std::vector<Type>& types, const Callable& callable);

/// Whether the callable frees such memory, returned by a pointer of this type.
bool takesBackMemory(const std::vector<Type>& types, const Callable& callable, TypeId pointer);

}  // namespace covolve::program
