// What can go wrong in the world is a value: an Error carries one sentence for
// the user and says whose mistake it is, which decides the exit status.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace covolve {

struct Error {
  enum class Blame { User, Covolve };

  std::string message;
  Blame blame = Blame::User;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> userError(std::string message) {
  return std::unexpected(Error{std::move(message), Error::Blame::User});
}

inline std::unexpected<Error> ownError(std::string message) {
  return std::unexpected(Error{std::move(message), Error::Blame::Covolve});
}

}  // namespace covolve
