import '../browser/booking.test.ts';
import '../browser/chosen-pictures.test.ts';
import '../browser/copy.test.ts';
import '../browser/packing.test.ts';
import '../browser/pages-th.test.ts';
import '../browser/bulk-actions.test.ts';
