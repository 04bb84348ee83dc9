// The tables of a campaign's store, and what has to hold before they are used:
// that the file is ours, of a format we know and, as far as can be told quickly,
// whole.
#pragma once

#include "campaign/store/database.h"

namespace covolve::campaign {

/// Sets the connection up and makes the tables if the database is empty. Changes nothing in a database that
/// is not ours.
Result<void> prepareDatabase(Database database);

}  // namespace covolve::campaign
