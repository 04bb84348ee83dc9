// Whether a device is still under warranty, and on what terms it is repaired.
//
// What makes it hard: every rule is a function with a truth value; some ask others; serial numbers carry a
// check digit and the week of production. Expected: every branch can be covered; no fault. Infeasible: none.
#include <optional>

namespace flags::warranty {

struct Device {
  long serial = 0;  // batch, week of production (4 digits: year and week), check digit
  int soldOn = 0;   // days since 2000
  int registeredOn = 0;
  bool isRefurbished = false;
};

enum class Terms { Refused, Paid, Free, FreeAndFast };

namespace {

bool hasValidSerial(long serial) {
  if (serial < 1'000'000L || serial > 99'999'999'999L) return false;
  long sum = 0;
  for (long rest = serial / 10; rest > 0; rest /= 10) sum += rest % 10;
  return sum % 7 == serial % 10;
}

std::optional<int> producedOn(long serial) {
  const int code = static_cast<int>(serial / 10 % 10'000);
  const int week = code % 100;
  if (week < 1 || week > 53) return std::nullopt;
  return code / 100 * 365 + week * 7;
}

bool isPlausible(const Device& device) {
  if (!hasValidSerial(device.serial)) return false;
  const std::optional<int> produced = producedOn(device.serial);
  if (!produced) return false;
  if (device.soldOn < *produced) return false;
  return device.registeredOn == 0 || device.registeredOn >= device.soldOn;
}

bool isRegisteredInTime(const Device& device) {
  if (device.registeredOn == 0) return false;
  return device.registeredOn - device.soldOn <= 30;
}

bool isCovered(const Device& device, int today) {
  int days = device.isRefurbished ? 365 : 730;
  if (isRegisteredInTime(device)) days += 365;
  return today >= device.soldOn && today - device.soldOn <= days;
}

}  // namespace

Terms termsFor(const Device& device, int today) {
  if (!isPlausible(device)) return Terms::Refused;
  if (!isCovered(device, today)) return Terms::Paid;
  const bool isNew = today - device.soldOn < 14;
  if (isNew && !device.isRefurbished) return Terms::FreeAndFast;
  return Terms::Free;
}

}  // namespace flags::warranty
