import '../browser/buyer.test.ts';
import '../browser/controls.test.ts';
import '../browser/day.test.ts';
import '../browser/live.test.ts';
import '../browser/menu.test.ts';
import '../browser/passkeys.test.ts';
import '../browser/scanner.test.ts';
import '../browser/sign-out.test.ts';
