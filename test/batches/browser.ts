import '../browser/packing.test.ts';
import '../browser/unsaved-changes.test.ts';
