// A run's options as a file: the options of the command line under their names,
// and what is said better in several lines (headers, login, users, filters). The file is
// only read here: the command line knows the options and checks their values, so
// that each is declared once.
//
//   schema: openapi.yaml
//   start: ./server --port {port}
//   headers: {X-Api-Key: "${API_KEY}"}
//   login: {path: /login, body: {user: me, password: "${PASSWORD}"}, token: /token}
//   exclude: {paths: [/admin/**]}
//
// Easy to get wrong: ${NAME} stands for a variable of the environment, so that
// secrets need not stand in files. In a login's body it is always a text.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/options.h"

namespace covolve::rest {

/// An option of the command line: its name is a key of the file.
struct KnownOption {
  enum class Kind {
    Word,
    Path,     // relative to the file; what has :// in it stays as it is
    Command,  // for a shell; may have several lines
  };

  std::string name;  // without the dashes
  Kind kind = Kind::Word;
};

/// What --name says on the command line, here in a line of the file.
struct ConfiguredOption {
  std::string name;                 // without the dashes
  std::vector<std::string> values;  // one, or several of an option that can be repeated
  size_t line = 0;

  bool operator==(const ConfiguredOption&) const = default;
};

struct Configuration {
  std::string document;  // the file's name, for messages
  std::vector<ConfiguredOption> options;
  std::optional<AuthenticationOptions::Login> login;
  std::optional<AuthenticationOptions> users;                  // the first, with the others in it
  std::vector<std::pair<std::string, std::string>> variables;  // those that were used, with their values
};

/// A variable of the environment; none where it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
/// That of this process.
std::optional<std::string> environmentVariable(const std::string& name);

/// An Error is one sentence that begins with file and line. Where the file has a command for the service, it
/// is run in the file's folder (start-directory), unless the file says otherwise.
Result<Configuration> readConfiguration(const std::filesystem::path& file,
                                        const std::vector<KnownOption>& known,
                                        const Environment& environment);

/// The same of a text; `folder` is what paths are relative to.
Result<Configuration> parseConfiguration(const std::string& text, const std::string& document,
                                         const std::filesystem::path& folder,
                                         const std::vector<KnownOption>& known,
                                         const Environment& environment);

}  // namespace covolve::rest
