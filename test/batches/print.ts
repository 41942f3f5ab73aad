import '../print-queue.test.ts';
import '../parcel-labels.test.ts';
import '../packing-documents.test.ts';
import '../receipts.test.ts';
import '../replaced-receipts.test.ts';
import '../typeset.test.ts';
import '../print-fonts.test.ts';
