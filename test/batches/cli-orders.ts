import '../cli-bookings.test.ts';
import '../cli-cod.test.ts';
import '../cli-couriers.test.ts';
import '../cli-orders.test.ts';
import '../cli-partners.test.ts';
import '../cli-payments.test.ts';
import '../cli-shipments.test.ts';
import '../cli-webhooks.test.ts';
