import '../office-fields.test.ts';
import '../office-foreign-ids.test.ts';
import '../office-fuzz.test.ts';
import '../office-access.test.ts';
