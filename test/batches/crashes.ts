import '../booking-crash.test.ts';
import '../webhook-crash.test.ts';
