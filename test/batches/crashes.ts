import '../booking-crash.test.ts';
import '../upgrade.test.ts';
import '../upgrade-kill.test.ts';
import '../webhook-crash.test.ts';
