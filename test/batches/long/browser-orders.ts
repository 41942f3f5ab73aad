import '../../browser/hand-over.test.ts';
import '../../browser/manual-payouts.test.ts';
import '../../browser/order-page.test.ts';
import '../../browser/saved-views.test.ts';
import '../../browser/shipping-dialogs.test.ts';
import '../../browser/order-entry.test.ts';
import '../../browser/list-rows.test.ts';
