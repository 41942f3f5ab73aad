import '../browser/alerts.test.ts';
import '../browser/docs.test.ts';
import '../browser/harness.test.ts';
import '../browser/pages-en.test.ts';
import '../browser/scanning.test.ts';
import '../browser/search.test.ts';
import '../browser/typed-work.test.ts';
import '../browser/unsaved.test.ts';
