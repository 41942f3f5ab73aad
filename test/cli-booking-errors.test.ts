import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Id } from '../src/lib/ids.ts';
import { readyOrder, untilBooking } from './booking-steps.ts';
import { CONCURRENT, type Folder } from './cli.ts';
import { openQueue, queue } from './cli-booking-steps.ts';
import { english } from './errors.ts';

const REFUSED: [string[], number, string | RegExp][] = [
  [['retry', '99'], 1, english('order_not_found', { order: 99 as Id })],
  [['retry', 'x1'], 2, 'ORDER must be a numeric id, not x1'],
  [['retry', '1', '--user', 'absent'], 1, /^there is no account absent$/i],
  [['retry', '2'], 1, english('booking_not_set_up', { shippingType: 'kex' })],
  [['drop', '2'], 1, english('booking_not_queued', { order: 2 as Id })],
  [['switch', '2', 'pigeon'], 2, /^Unknown shipping type pigeon; use one of ems, .*, other$/],
  [['switch', '99', 'ems'], 1, english('order_not_found', { order: 99 as Id })],
  [['switch', '3', 'kex'], 1, english('booking_order_has_shipment', { order: 3 as Id, status: 'booked' })],
  [['list', '--status', 'booked'], 2, /--status.*'booked' is invalid.*waiting, requested, failed, refused/],
  [['list', '--store', 'absent'], 1, english('store_not_found', { store: 'absent' })],
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
      const problem = (errorLines[0] ?? '').replace(/^raan: /, '');
      if (typeof expected === 'string') assert.equal(problem, expected);
      else assert.match(problem, expected);
      assert.deepEqual(await state(folder), before);
    }
  });

  const state = async (folder: Folder) => [
    await queue(folder),
    ...(await Promise.all(['1', '2', '3'].map((id) => folder.runCommandJson('order', 'show', id)))),
  ];
});
