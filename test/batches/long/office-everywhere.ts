import '../../long/office-foreign-ids.test.ts';
// These share the busy store.
import '../../long/customer-export.test.ts';
import '../../long/csv-language.test.ts';
import '../../long/office-csv.test.ts';
import '../../long/office-fuzz.test.ts';
import '../../long/roles.test.ts';
import '../../long/role-data.test.ts';
import '../../long/office-access.test.ts';
