import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { codPayouts, codPayoutTotals } from '../src/domain/figures/cod-payouts.ts';
import { moneyEntries, moneyReceived } from '../src/domain/figures/money-received.ts';
import { correctFee } from '../src/domain/orders/payments/remittance-fee.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { openSeller, remitRows, sendCodOrder, shipmentOf, undoPayout } from './cod-steps.ts';
import { signedIn } from './office.ts';
import { latte, takePaymentStep } from './payment-steps.ts';
import { openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Shop } from './support.ts';

const DAY = 86_400_000;
const THE_10TH = Date.parse('2026-11-10T00:00:00+07:00');
const MONTH = { from: Date.parse('2026-11-01T00:00:00+07:00'), until: Date.parse('2026-12-01T00:00:00+07:00') };
const spanOf = (day: number) => ({ from: THE_10TH + (day - 10) * DAY, until: THE_10TH + (day - 9) * DAY });

/** A payout of two parcels, 590 and 410, that arrived on 10 November. */
async function openPaidOut() {
  const clock = stoppedClock(THE_10TH + DAY / 2);
  const shop = await openSeller({ now: clock.now, steadyNow: stoppedClock(THE_10TH).now });
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '410', 'EX2', { at: 'delivered' });
  const { remittanceId } = await remitRows(
    shop,
    [
      ['EX1', '590'],
      ['EX2', '410'],
    ],
    { fee: baht('20') },
  );
  return { shop, clock, order, remittanceId };
}

const storeId = (shop: Shop) => idOf(shop.ids.id);

/** Received, refunded, number of payments; the entries; COD total and fee. */
function figuresOf({ ctx: { db }, ids }: Shop, span: typeof MONTH) {
  const { received, refunded, payments } = moneyReceived(db, idOf(ids.id), span).total;
  const entries = moneyEntries(db, idOf(ids.id), { ...span, limit: 99 });
  const { amount, fee } = codPayoutTotals(codPayouts(db, idOf(ids.id), span));
  return {
    sums: [moneyText(received), moneyText(refunded), payments],
    entries: entries.map(({ kind, reference, amount }) => [kind, reference, moneyText(amount)]),
    cod: [moneyText(amount), moneyText(fee)],
  };
}

test('a payout that is undone on a later day keeps counting on its day, and is taken back on the day of the undo', async () => {
  const { shop, clock, remittanceId } = await openPaidOut();
  const before = figuresOf(shop, spanOf(10));
  assert.deepEqual(before.sums, ['1000', '0', 2]);
  clock.forward(2 * DAY);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(figuresOf(shop, spanOf(10)), before);
  assert.deepEqual(figuresOf(shop, spanOf(12)), {
    sums: ['-1000', '0', 0],
    entries: [
      ['payout_undone', 'EX1', '-590'],
      ['payout_undone', 'EX2', '-410'],
    ],
    cod: ['-1000', '-20'],
  });
  assert.deepEqual(figuresOf(shop, MONTH).sums, ['0', '0', 2]);
  assert.deepEqual(figuresOf(shop, MONTH).cod, ['0', '0']);
});

test('one parcel that is undone later is taken back alone, and its next payout counts on its own day', async () => {
  const { shop, clock, order, remittanceId } = await openPaidOut();
  clock.forward(DAY);
  await undoPayout(shop, remittanceId, { shipmentId: shipmentOf(shop, order) });
  clock.forward(DAY);
  await remitRows(shop, [['EX1', '590']]);
  assert.deepEqual(
    [10, 11, 12].map((day) => figuresOf(shop, spanOf(day)).sums),
    [
      ['1000', '0', 2],
      ['-590', '0', 0],
      ['590', '0', 1],
    ],
  );
  assert.deepEqual(figuresOf(shop, MONTH).cod, ['1000', '20']);
});

test('a fee that an undo changes counts on the day of the undo, and a fee that is corrected on the day of the arrival', async () => {
  const { shop, clock, order, remittanceId } = await openPaidOut();
  const days = () => [10, 11, 12].map((day) => figuresOf(shop, spanOf(day)).cod);
  clock.forward(DAY);
  await undoPayout(shop, remittanceId, { shipmentId: shipmentOf(shop, order), fee: baht('12') });
  assert.deepEqual(days(), [
    ['1000', '20'],
    ['-590', '-8'],
    ['0', '0'],
  ]);
  await runStep(shop, (tx) => correctFee(tx, remittanceId as Id, { fee: baht('11') }));
  assert.deepEqual(days()[0], ['1000', '19']);
  clock.forward(DAY);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(days(), [
    ['1000', '19'],
    ['-590', '-8'],
    ['-410', '-11'],
  ]);
});

test('a fee that is unknown stays unknown on the day of the arrival after the payout is undone', async () => {
  const clock = stoppedClock(THE_10TH + DAY / 2);
  const shop = await openSeller({ now: clock.now, steadyNow: stoppedClock(THE_10TH).now });
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  clock.forward(DAY);
  await undoPayout(shop, remittanceId);
  const fees = codPayouts(shop.ctx.db, storeId(shop), MONTH).map(({ fee }) => fee);
  assert.deepEqual(fees, [null, null]);
});

test('parcels of a payout that are undone on two days are taken back on these days', async () => {
  const { shop, clock, order, remittanceId } = await openPaidOut();
  clock.forward(DAY);
  await undoPayout(shop, remittanceId, { shipmentId: shipmentOf(shop, order) });
  clock.forward(DAY);
  await undoPayout(shop, remittanceId);
  const { days } = moneyReceived(shop.ctx.db, storeId(shop), MONTH);
  assert.deepEqual(
    days.map(({ received, inBank }) => [moneyText(received), moneyText(inBank)]),
    [
      ['-410', '-390'],
      ['-590', '-590'],
      ['1000', '980'],
    ],
  );
});

test('a payout that is undone on the day of its arrival counts nowhere', async () => {
  const { shop, remittanceId } = await openPaidOut();
  await undoPayout(shop, remittanceId);
  assert.deepEqual(figuresOf(shop, MONTH), { sums: ['0', '0', 0], entries: [], cod: ['0', '0'] });
});

test('entries are read in pages, each once, even if they have the same time', async () => {
  const { shop, clock, remittanceId } = await openPaidOut();
  clock.forward(DAY);
  await takePaymentStep(shop, await latte(shop), '30');
  await undoPayout(shop, remittanceId);
  const page = (more: object) => moneyEntries(shop.ctx.db, storeId(shop), { ...MONTH, limit: 99, ...more });
  const all = page({});
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['payment', 'payment', 'payment', 'payout_undone', 'payout_undone'],
  );
  for (const [i, last] of all.entries()) assert.deepEqual(page({ last, limit: 2 }), all.slice(i + 1, i + 3));
});

test('the pages and the file show what was taken back, with the account that undid it', async () => {
  const { shop, clock, remittanceId } = await openPaidOut();
  const browser = await signedIn(shop, { name: 'malee', language: 'en', store: 'cafe' });
  clock.forward(DAY);
  await browser.open(`/orders/cod/remittances/${remittanceId}`);
  await browser.send(`/orders/cod/remittances/${remittanceId}/undo`, { reason: 'mistake' });
  const { text } = await browser.open('/reports/money/day?day=2026-11-11');
  assert.match(text, /Received −฿1,000.00 Net −฿1,000.00/);
  assert.match(text, /#1 COD awaiting payout COD payout undone COD payouts EX1 −590.00/);
  assert.match(text, /#1 COD payout undone −1,000.00 −20.00 −980.00/);
  const { html } = await browser.open('/reports/money.csv?month=2026-11');
  assert.deepEqual(
    html
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','))
      .map((cells) => [cells[0], cells[3], cells[7], cells[8], cells[9], cells[12], cells[13]]),
    [
      ['2026-11-10 12:00', 'COD payout', '2026-11-10 12:00', 'EX1', '', '590.00', '590.00'],
      ['2026-11-10 12:00', 'COD payout', '2026-11-10 12:00', 'EX2', '', '410.00', '410.00'],
      ['2026-11-11 12:00', 'COD payout undone', '', 'EX1', 'malee', '-590.00', '-590.00'],
      ['2026-11-11 12:00', 'COD payout undone', '', 'EX2', 'malee', '-410.00', '-410.00'],
      ['2026-11-10 12:00', 'Courier fee', '', 'COD payout #1', '', '', '-20.00'],
      ['2026-11-11 12:00', 'Courier fee', '', 'COD payout #1', '', '', '20.00'],
    ],
  );
});

test('undone payouts are found by the time of the undo', async () => {
  const { shop } = await openPaidOut();
  const texts = new Set<string>();
  const note = (message: unknown) => texts.add((message as { sql: string }).sql);
  const connection = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  moneyReceived(connection, storeId(shop), MONTH);
  moneyEntries(connection, storeId(shop), { ...MONTH, limit: 1 });
  codPayouts(connection, storeId(shop), MONTH);
  preparations.unsubscribe(note);
  connection.close();
  const steps = planSteps(shop.config.database, texts);
  assert.equal(steps.filter((step) => step.includes('INDEX remittance_lines_undone ')).length, 5);
  assert.deepEqual(
    steps.filter((step) => /^SCAN [lmopr]\b/.test(step)),
    [],
  );
});
