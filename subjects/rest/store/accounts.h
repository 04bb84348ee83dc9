// Who is calling: bearer tokens that a login gives and that wear out, a password
// for the administrator, and sessions kept by a cookie.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "../common/request.h"

namespace store {

struct Session {
  std::string nickname;
  std::int64_t visits = 0;
};

class Accounts {
 public:
  static constexpr int kUsesOfToken = 100;

  Accounts();

  /// A new token; none where the password is wrong.
  std::optional<std::string> logIn(const std::string& user, const std::string& password);
  /// Refuses with 401 without a token, and with one that is worn out or older than ten minutes.
  void expectToken(const service::Request& request);
  /// Basic authentication.
  void expectAdministrator(const service::Request& request) const;

  /// The value of the cookie.
  std::string openSession(const std::string& nickname);
  /// Refuses with 401 where the cookie names no session.
  Session& session(const service::Request& request);
  void closeSession(const service::Request& request);

 private:
  using Clock = std::chrono::steady_clock;

  struct Token {
    int usesLeft = kUsesOfToken;
    Clock::time_point end;
  };

  std::string secret();

  std::mt19937_64 random_;
  std::map<std::string, Token> tokens_;
  std::map<std::string, Session> sessions_;
};

}  // namespace store
