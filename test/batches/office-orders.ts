import '../office-bookings.test.ts';
import '../office-long-texts.test.ts';
import '../office-many-lines.test.ts';
import '../office-order-detail.test.ts';
import '../office-order-entry.test.ts';
import '../office-order-shipping.test.ts';
import '../office-orders-list.test.ts';
import '../office-packing.test.ts';
