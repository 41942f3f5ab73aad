import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { bangkokMinute } from '../src/lib/calendar.ts';
import { baht } from './amounts.ts';
import { remitRows, sendCodOrder } from './cod-steps.ts';
import { type PageResponse, signedIn } from './office.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { latte, notifyPaymentStep, refund, takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const HEADINGS =
  'Time,By,Event,Order,Customer,Amount,Payment method,Bank account,Customer’s bank,Transfer time,Reference or tracking number,Receipt,Credit note or refund voucher,Details';

/** The rows of a CSV file without the first column, which is the time of the entry. */
const rowsOf = ({ html }: PageResponse) => {
  const [headings, ...rows] = html
    .trimEnd()
    .replace(/^\uFEFF/, '')
    .split('\r\n');
  return [headings, ...rows.map((row) => row.replace(/^[^,]*,/, ''))];
};

const addAccount = (shop: Shop) =>
  shop.ctx.write((tx) => putBankAccount(tx, idOf(shop.ids.id), { bank: '004', number: '1234567890', name: 'ร้าน' }));

/** A transfer, its receipt, and a refund with its slip. */
async function openRefunded() {
  const shop = await openShop();
  const order = await latte(shop, { ship_before_pay: false });
  const bankAccountId = await addAccount(shop);
  const time = Math.floor(shop.now() / 60_000) * 60_000;
  const transfer = { payTime: time, bankAccountId, sendingBank: '014', reference: 'A1' };
  const { paymentId } = await notifyPaymentStep(shop, order, '65', transfer);
  const seller = await signedIn(shop, { language: 'en', role: 'staff', store: 'cafe' });
  await seller.open(`/orders/${order.id}`);
  await seller.send(`/orders/${order.id}/payments/${paymentId}/confirm`);
  await runStep(shop, (tx, now) => issueReceipt(tx, order.id, byCommand(now)));
  await refund(shop, order, { amount: baht('5'), sendTime: time, bankAccountId, slip: ONE_PIXEL });
  return { shop, order, time, seller };
}

test('the CSV file of the payment log has what a bookkeeper needs of each payment and refund', async () => {
  const { shop, time } = await openRefunded();
  const bookkeeper = await signedIn(shop, { name: 'boon', language: 'en', role: 'bookkeeper', store: 'cafe' });
  const file = await bookkeeper.open('/reports/log.csv');
  const [account, at] = ['Kasikornbank (KBANK) 123-4-56789-0', bangkokMinute(time)];
  const order = '1,สมชาย ใจดี';
  const transfer = `Bank transfer,${account},Siam Commercial Bank (SCB),${at},A1,000001,,`;
  assert.deepEqual(rowsOf(file), [
    HEADINGS,
    `System,Payment refunded,${order},-5.00,Bank transfer,${account},,${at},,000001,RV000001,`,
    `malee,Payment confirmed,${order},65.00,${transfer}`,
    `System,Payment submitted,${order},65.00,${transfer}`,
  ]);
});

test('the payment log is a table with a link to the order, the method, the reference, the slip and the amount', async () => {
  const { shop, order, seller } = await openRefunded();
  const other = await latte(shop, { ship_before_pay: false });
  await takePaymentStep(shop, other, '10.5');
  const { text, html } = await seller.open('/reports/log');
  assert.match(text, /Time Order Event By Payment method Reference Payment slip Amount/);
  for (const row of [
    '#2 Partially paid Payment recorded System Cash ฿10.50',
    '#1 Partially refunded Payment refunded System Bank transfer RV000001 Refund slip −฿5.00',
    '#1 Partially refunded Payment confirmed malee Bank transfer A1 ฿65.00',
  ])
    assert.ok(text.includes(row), `${row} is not in ${text}`);
  assert.ok(html.includes(`<a href="/office/orders/${other.id}">#2</a>`));
  const [, path = ''] = /href="\/office(\/orders\/\d+\/refund\/\d+\/slip)"/.exec(html) ?? [];
  assert.equal(path, `/orders/${order.id}/refund/1/slip`);
  assert.equal((await seller.open(path)).headers.get('content-type'), 'image/png');
});

test('an entry of the payment log about a payout links to the payout and says what was recorded', async () => {
  const shop = await openShop();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '590']]);
  const owner = await signedIn(shop, { language: 'en' });
  const { text, html } = await owner.open('/reports/log');
  assert.match(text, /COD payout #1 COD payout recorded System Parcels: 1 ฿590.00/);
  assert.ok(html.includes('<a href="/office/orders/cod/remittances/1">COD payout #1</a>'));
});

test('a refund of several payments is one row, a COD payout has its details, and a customer needs the permission', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  await takePaymentStep(shop, order, '40', 'transfer');
  await takePaymentStep(shop, order, '25', 'cash');
  const bankAccountId = await addAccount(shop);
  await refund(shop, order, { bankAccountId });
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '590']]);
  const owner = await signedIn(shop, { language: 'en' });
  const [, payout, refunded] = rowsOf(await owner.open('/reports/log.csv'));
  assert.match(payout ?? '', /^System,COD payout recorded,,,590\.00,,,,,,,,#1 · Amount: ฿590 · Parcels: 1/);
  assert.match(refunded ?? '', /^System,Payment refunded,1,สมชาย ใจดี,-65\.00,"?Cash, Bank transfer"?,Kasikornbank/);
  const limited = await signedIn(shop, { name: 'lek', language: 'en', store: 'cafe', permissions: ['money'] });
  for (const path of ['/reports/log.csv', '/reports/money.csv']) {
    const { html } = await limited.open(path);
    assert.match(html, /Transfer time/);
    assert.doesNotMatch(html, /Customer,|สมชาย/);
  }
});
