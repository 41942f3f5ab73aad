import '../office-fields.test.ts';
import '../office-foreign-ids.test.ts';
// These share the busy store.
import '../customer-export.test.ts';
import '../csv-language.test.ts';
import '../office-csv.test.ts';
import '../office-fuzz.test.ts';
import '../office-access.test.ts';
import '../roles.test.ts';
import '../role-data.test.ts';
