// The calls that show a fault, as faults.json keeps them: with the data that they
// were made of, so that they can be made again and judged again on another state
// of the service (replay.h). What proves who is calling is not in it.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "rest/oracle/oracle.h"
#include "rest/request/call.h"

namespace covolve::rest {

constexpr const char* kRecordingsFile = "faults.json";

/// A call that can be made again: places that were filled from earlier answers are to be filled anew.
struct RecordedCall {
  Call call;       // without request and answer
  int status = 0;  // that it was answered; 0: no answer
};

struct RecordedFault {
  std::string id;
  size_t number = 0;  // of its group in faults.md
  std::string kind;
  std::string operation;  // Operation::id
  std::string detail;
  std::string description;
  Json calls = Json::array();  // as jsonOf() has them
};

/// Arguments that no text can hold (no UTF-8) lose that.
Json jsonOf(const CallList& calls);

/// The calls as the document has their operations. A user Error where it has them no more.
Result<std::vector<RecordedCall>> readCalls(const Json& calls, const Api& api);

std::string writeRecordings(const std::vector<RecordedFault>& faults);

/// The one with that identifier, or with that number in faults.md. A user Error where there is none; `name`
/// is the file's.
Result<RecordedFault> findRecording(const std::string& text, const std::string& name,
                                    const std::string& which);

}  // namespace covolve::rest
