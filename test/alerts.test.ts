import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../src/context.ts';
import { setOrderData } from '../src/domain/alerts/alert-contents.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { REFUSE_BOOKING, RETURN_PARCEL } from '../src/domain/couriers/adapters/simulated.ts';
import { createManualOrder } from '../src/domain/orders/create-manual-order.ts';
import { byCommand, byUser } from '../src/domain/orders/history.ts';
import { moveShipment } from '../src/domain/orders/shipments/move.ts';
import { changeApp } from '../src/domain/webhooks/apps.ts';
import type { Id } from '../src/lib/ids.ts';
import { ZERO } from '../src/lib/money.ts';
import { addMember, derivedAlerts, messageStates, openAlertShop, sendAlerts } from './alert-steps.ts';
import { bookingOf, httpOf, readyOrder, untilBooking } from './booking-steps.ts';
import { openCourier } from './courier-server.ts';
import { Browser, PASSWORD } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { available, clockForward, detailOf, pass, place, sandboxOfShop, untilOrder } from './sandbox-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep, variantId } from './stock-steps.ts';
import { MINUTE, SECOND } from './stopped-clock.ts';
import { cafe, idOf, type Shop, until } from './support.ts';

const HOUR = 60 * MINUTE;
const LATTE = [{ sku: 'LAT-H', qty: 1 }];

/** Derives the alerts twice and asserts that the second time finds nothing new. */
async function derivedAlertsOnce(shop: Pick<Shop, 'ctx'>): Promise<string[]> {
  const first = await derivedAlerts(shop);
  assert.deepEqual(await derivedAlerts(shop), first);
  return first.sort();
}

test('events before the first account chose its alerts are never sent', async () => {
  const { shop } = await openAlertShop();
  await shop.order();
  await addMember(shop, 'malee');
  assert.deepEqual(await derivedAlerts(shop), []);
  await shop.order();
  assert.deepEqual(await derivedAlertsOnce(shop), ['malee new_order 1']);
});

test('an account gets no alert for the orders that it enters itself, but other accounts do', async () => {
  const { shop } = await openAlertShop();
  const malee = await addMember(shop, 'malee');
  await addMember(shop, 'somchai');
  const wanted = {
    ...{ formKey: 'first', shippingType: 'ems', lines: LATTE, recipientAddress: { name: 'สมชาย' } },
    ...{ discount: ZERO, shippingFee: ZERO, otherFee: ZERO, shipBeforePay: false, autoRequestXshipping: false },
  };
  await runStep(shop, (tx, now) => createManualOrder(tx, idOf(shop.ids.id), wanted, byUser(malee.id, now)));
  assert.deepEqual(await derivedAlertsOnce(shop), ['somchai new_order 1']);
});

test('a payment to review, a returning parcel and a variant at its threshold make one alert each', async () => {
  const { shop } = await openAlertShop();
  await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'hot'), { lowStockThreshold: 13 }, now));
  await addMember(shop, 'malee', { kinds: ['slip_waiting', 'parcel_returned', 'low_stock'] });
  const order = await placeOrder(shop, LATTE);
  assert.deepEqual(await derivedAlerts(shop), []);
  await notifyPaymentStep(shop, order, '65');
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await placeOrder(shop, LATTE);
  const move = (to: 'returning' | 'returned') =>
    runStep(shop, (tx, now) => moveShipment(tx, parcel.id, to, byCommand(now)));
  await move('returning');
  const expected = ['malee low_stock 1', 'malee parcel_returned 1', 'malee slip_waiting 1'];
  assert.deepEqual(await derivedAlertsOnce(shop), expected);
  await move('returned');
  await placeOrder(shop, LATTE);
  assert.deepEqual(await derivedAlertsOnce(shop), expected);
});

test('a refused booking, a failing app and a failing backup make one alert each until they are resolved', async () => {
  const courier = await openCourier();
  const app = { key: 'bot', name: 'Chat bot', url: 'http://127.0.0.1:9/' };
  const { shop, clock } = await openAlertShop({ stores: [cafe({ couriers: [httpOf(courier)], apps: [app] })] });
  await addMember(shop, 'malee', { kinds: ['booking_failed', 'webhook_failing', 'backup_failed'] });
  courier.always({ refuse: 'นอกพื้นที่บริการ' });
  await untilBooking(shop, await readyOrder(shop), 'failed');
  clock.forward(SECOND);
  const failed = sql<object>("SELECT 1 FROM webhook_deliveries WHERE status = 'failed'");
  await until('a delivery has failed', () => shop.ctx.db.get(failed) !== undefined);
  const backupState: Context['backupState'] = { ...shop.ctx.backupState, isBehind: true };
  const separate = { ctx: { ...shop.ctx, backupState } }; // the jobs of the shop keep their own state
  const expected = ['malee backup_failed 1', 'malee booking_failed 1', 'malee webhook_failing 1'];
  assert.deepEqual(await derivedAlertsOnce(separate), expected);
  backupState.isBehind = false; // after a restart, before the next attempt
  await derivedAlerts(separate);
  backupState.isBehind = true;
  assert.deepEqual(await derivedAlertsOnce(separate), expected);
  backupState.isBehind = false;
  backupState.lastSuccessTime = clock.now() + 1;
  await derivedAlerts(separate);
  backupState.isBehind = true;
  assert.deepEqual(await derivedAlertsOnce(separate), ['malee backup_failed 2', ...expected.slice(1)]);
});

test('a sign-in with a new browser alerts only its own account, at once and also in quiet hours', async () => {
  const { shop, line } = await openAlertShop();
  const quiet = { from: 0, until: 1_439 };
  await addMember(shop, 'malee', { quiet });
  await addMember(shop, 'somchai', { quiet });
  const browser = new Browser(shop.url, {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  });
  const signIn = async () => {
    await browser.open('/sign-in');
    await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
    await browser.send('/sign-out');
    await sendAlerts(shop);
  };
  await signIn();
  await signIn(); // the browser is known now
  assert.deepEqual(line.delivered, [
    {
      to: 'U-malee',
      text:
        'มีการเข้าสู่ระบบจากอุปกรณ์ใหม่\nบัญชี malee เข้าสู่ระบบเมื่อ 26 พ.ย. 2569 10:00 จาก Firefox บน Linux (IP 127.0.0.1)\n' +
        'ถ้าไม่ใช่คุณ ให้เปลี่ยนรหัสผ่านและออกจากระบบทุกอุปกรณ์',
    },
  ]);
});

test('a burst of orders is one message, and the next one waits for the pause of the account', async () => {
  const { shop, clock, line } = await openAlertShop();
  const texts = () => line.delivered.map(({ text }) => text);
  await addMember(shop, 'malee', { kinds: ['new_order'], pause: 15 });
  for (let i = 0; i < 7; i += 1) await shop.order();
  await sendAlerts(shop);
  assert.deepEqual(texts(), []);
  clock.forward(30 * SECOND);
  await sendAlerts(shop);
  assert.equal(texts().length, 1);
  assert.match(texts()[0] ?? '', /^คำสั่งซื้อใหม่ 7 รายการ · ฿455 · บ้านกาแฟ\n#1 ฿65\n[\s\S]*#5 ฿65\nและอีก 2 รายการ$/);
  await shop.order();
  clock.forward(14 * MINUTE);
  await sendAlerts(shop);
  assert.equal(texts().length, 1);
  clock.forward(MINUTE);
  await sendAlerts(shop);
  assert.equal(texts()[1], 'คำสั่งซื้อใหม่ · บ้านกาแฟ\n#8 ฿65');
});

test('quiet hours delay messages and end with one message; they may span midnight', async () => {
  const { shop, clock, line } = await openAlertShop();
  await addMember(shop, 'malee', { kinds: ['new_order'], quiet: { from: 10 * 60 + 5, until: 9 * 60 } });
  clock.forward(6 * MINUTE);
  await placeOrder(shop, LATTE);
  clock.forward(10 * MINUTE);
  await placeOrder(shop, LATTE);
  await sendAlerts(shop);
  clock.forward(23 * HOUR - 16 * MINUTE - 1); // just before 9:00
  await sendAlerts(shop);
  assert.equal(line.delivered.length, 0);
  clock.forward(1);
  await sendAlerts(shop);
  assert.match(line.delivered[0]?.text ?? '', /^คำสั่งซื้อใหม่ 2 รายการ/);
});

test('an account gets the alerts that its role and store allow, and the owner decides which data a message contains', async () => {
  const { shop, clock, line } = await openAlertShop({ stores: [cafe(), cafe({ key: 'tea', name: 'บ้านชา' })] });
  await addMember(shop, 'owner');
  await addMember(shop, 'packer', { role: 'packer', store: 'cafe' });
  await addMember(shop, 'other', { role: 'manager', store: 'tea' });
  const order = await placeOrder(shop, LATTE);
  await notifyPaymentStep(shop, order, '65');
  assert.deepEqual(await derivedAlertsOnce(shop), ['owner new_order 1', 'owner slip_waiting 1', 'packer new_order 1']);
  const textsTo = async (data: 'none' | 'order' | 'customer') => {
    await runStep(shop, (tx) => setOrderData(tx, idOf(shop.ids.id), data));
    clock.forward(10 * MINUTE);
    line.delivered.length = 0;
    await sendAlerts(shop);
    await placeOrder(shop, LATTE);
    await derivedAlerts(shop);
    return Object.fromEntries(line.delivered.map(({ to, text }) => [to, text]));
  };
  assert.deepEqual(await textsTo('customer'), {
    'U-owner': 'คำสั่งซื้อใหม่ และอีก 1 เรื่อง · บ้านกาแฟ\nคำสั่งซื้อใหม่\n#1 ฿65 สมชาย ใจดี\nรอตรวจสลิป\n#1 ฿65 สมชาย ใจดี',
    'U-packer': 'คำสั่งซื้อใหม่ · บ้านกาแฟ\n#1',
  });
  assert.deepEqual(Object.values(await textsTo('order')), ['คำสั่งซื้อใหม่ · บ้านกาแฟ\n#2 ฿65', 'คำสั่งซื้อใหม่ · บ้านกาแฟ\n#2']);
  assert.deepEqual(Object.values(await textsTo('none')), ['คำสั่งซื้อใหม่ · บ้านกาแฟ', 'คำสั่งซื้อใหม่ · บ้านกาแฟ']);
});

test('the daily summary comes once a day at its time, also if the server was off then', async () => {
  const { shop, clock, line } = await openAlertShop();
  await addMember(shop, 'malee', { kinds: ['summary'], summaryMinute: 8 * 60 });
  await place(await sandboxOfShop(shop, clock)); // a sandbox has no summary and does not count
  await placeOrder(shop, LATTE);
  await derivedAlerts(shop);
  assert.deepEqual(line.delivered, []); // the summary was turned on after 8:00
  clock.forward(23 * HOUR); // 9:00
  await sendAlerts(shop);
  await sendAlerts(shop);
  assert.deepEqual(
    line.delivered.map(({ text }) => text),
    ['สรุปวันที่ 26 พ.ย. 2569 · บ้านกาแฟ\n1 คำสั่งซื้อ ยอดขาย ฿65\nรอแพ็ก 1 คำสั่งซื้อ'],
  );
  await runStep(shop, (tx) => setOrderData(tx, idOf(shop.ids.id), 'none'));
  clock.forward(24 * HOUR);
  await sendAlerts(shop);
  const [, second] = line.delivered.map(({ text }) => text);
  assert.equal(second, 'สรุปวันที่ 27 พ.ย. 2569 · บ้านกาแฟ\n0 คำสั่งซื้อ\nรอแพ็ก 1 คำสั่งซื้อ');
});

test('nothing that happens in a sandbox makes an alert', async () => {
  const { shop, clock, line } = await openAlertShop();
  await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'hot'), { lowStockThreshold: 13 }, now));
  await addMember(shop, 'malee');
  const sandbox = await sandboxOfShop(shop, clock);
  const { appId } = sandbox.channel.channel;
  await runStep(shop, (tx) => changeApp(tx, appId as Id, { url: 'http://127.0.0.1:9/' }));
  const paid = await place(sandbox); // 13 are left
  await sandbox.call('/v1/order/payment/notify', { order_id: paid.id, method: 'transfer', amount: '1' });
  assert.equal((await detailOf(sandbox, paid)).payments[0].status, 'notified');
  assert.equal((await available(sandbox))['LAT-H'], 13);
  assert.deepEqual(await derivedAlerts(shop), []);
  const refused = await place(sandbox, { ship_before_pay: true, shipping_label_note: REFUSE_BOOKING });
  const returned = await place(sandbox, { ship_before_pay: true, shipping_label_note: RETURN_PARCEL });
  clockForward(sandbox);
  await until('a booking is refused', () => bookingOf(shop, { id: idOf(refused.id) })?.state === 'failed');
  await untilOrder(sandbox, returned, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  for (let i = 0; i < 5; i += 1) await pass(sandbox, MINUTE);
  assert.equal((await detailOf(sandbox, returned)).shipping_status, 'returned');
  const failed = sql<object>("SELECT 1 FROM webhook_deliveries WHERE status = 'failed'");
  await until('a delivery has failed', () => shop.ctx.db.get(failed) !== undefined);
  assert.deepEqual(await derivedAlerts(shop), []);
  assert.deepEqual([messageStates(shop), line.delivered], [[], []]);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  assert.deepEqual(await derivedAlertsOnce(shop), ['malee low_stock 1', 'malee new_order 1']);
});
