import '../alert-email.test.ts';
import '../blocked-ports.test.ts';
import '../change-events.test.ts';
import '../order-feed.test.ts';
import '../standard-webhooks.test.ts';
