import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readyOrder, untilBooking } from './booking-steps.ts';
import { CONCURRENT, type Folder } from './cli.ts';
import { openQueue, queue } from './cli-booking-steps.ts';
import { ANY, errorPattern } from './errors.ts';

const REFUSED: [string[], number, RegExp][] = [
  [['retry', '99'], 1, errorPattern('order_not_found', { order: 99 })],
  [['retry', 'x1'], 2, errorPattern('argument_not_an_id', { name: 'ORDER', text: 'x1' })],
  [['retry', '1', '--user', 'absent'], 1, errorPattern('account_not_found', { account: 'absent' })],
  [['retry', '2'], 1, errorPattern('booking_not_set_up', { shippingType: 'kex' })],
  [['drop', '2'], 1, errorPattern('booking_not_queued', { order: 2 })],
  [
    ['switch', '2', 'pigeon'],
    2,
    errorPattern('argument_not_a_shipping_type', { text: 'pigeon', known: ['ems', ANY, 'other'] }),
  ],
  [['switch', '99', 'ems'], 1, errorPattern('order_not_found', { order: 99 })],
  [['switch', '3', 'kex'], 1, errorPattern('booking_order_has_shipment', { order: 3, status: 'booked' })],
  [['list', '--status', 'booked'], 2, /--status.*'booked' is invalid.*waiting, requested, failed, refused/],
  [['list', '--store', 'absent'], 1, errorPattern('store_not_found', { store: 'absent' })],
];

suite('refused booking commands', CONCURRENT, () => {
  test('each command prints the reason on one line and changes nothing', async () => {
    const { shop, folder } = await openQueue({ pending: true });
    await untilBooking(shop, await readyOrder(shop), 'pending');
    await readyOrder(shop, { shipping_type: 'kex' });
    await untilBooking(shop, await readyOrder(shop), 'booked');
    await shop.stop();
    for (const [words, wanted, expected] of REFUSED) {
      const before = await state(folder);
      const { status, stdout, errorLines } = await folder.runCommand('booking', ...words);
      assert.deepEqual([status, stdout, errorLines.length], [wanted, '', 1], words.join(' '));
      assert.match(errorLines[0] ?? '', expected);
      assert.deepEqual(await state(folder), before);
    }
  });

  const state = async (folder: Folder) => [
    await queue(folder),
    ...(await Promise.all(['1', '2', '3'].map((id) => folder.runCommandJson('order', 'show', id)))),
  ];
});
