import '../office-accounts.test.ts';
import '../office-http.test.ts';
import '../office-known-browsers.test.ts';
import '../office-sessions.test.ts';
import '../office-expired.test.ts';
import '../office-first-run.test.ts';
import '../office-partners.test.ts';
import '../office-settings.test.ts';
