import assert from 'node:assert/strict';
import { s10Number } from '../../src/domain/couriers/s10.ts';
import { send } from '../browser/user-actions.ts';
import { barcodesOf, textOf, unspaced } from '../pdf-reader.ts';
import { applyInBulk, orderRange, printSelected, scan, select } from './actions.ts';
import type { Day, DayOrder } from './day.ts';
import { COFFEE, CUP, SPOON } from './goods.ts';
import { FIRST_NUMBER, PREFIX } from './setup.ts';

// Tracking numbers, labels, packing and handing over.

export const codOrders = (day: Day): DayOrder[] => [...orderRange(day, 15, 24), ...orderRange(day, 33, 36)];

export const flashNumber = ({ id }: DayOrder): string => `TH0147${id.padStart(7, '0')}A`;

const poolNumbers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => s10Number(PREFIX, FIRST_NUMBER + i));

/** Orders 1 to 14 get numbers of the pool in bulk; orders that were entered in the form already have theirs. */
export async function bookNumbers(day: Day): Promise<void> {
  const { page } = day;
  await day.time('14 numbers in bulk', async () => {
    await select(page, '/office/orders?tab=to_pack', orderRange(day, 1, 14));
    await applyInBulk(day, 'book', 14);
  });
  await page.goto('/office/orders/bookings');
  await day.checkPage('bookings');
}

/** COD orders get numbers of their courier: three are scanned, the others come from a file. */
export async function addNumbers(day: Day): Promise<void> {
  const { page, checkPage } = day;
  const [a, b, c, ...others] = codOrders(day) as [DayOrder, DayOrder, DayOrder, ...DayOrder[]];
  for (const order of [a, b, c])
    await day.time('a number scanned', async () => {
      await page.goto('/office/orders/numbers');
      await scan(page, `${day.orders.indexOf(order) + 1}`);
      await page.locator('[name=tracking_number]').waitFor();
      if (order === a) await checkPage('numbers-scan');
      await scan(page, flashNumber(order));
      await page.locator('.notice.good').getByText(flashNumber(order)).waitFor();
    });
  await page.goto('/office/orders/numbers/file');
  const rows = others.map((order) => `${flashNumber(order)},${day.orders.indexOf(order) + 1}`);
  const file = {
    name: 'flash.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Tracking No,Order No', ...rows].join('\n')),
  };
  await send(page, '/orders/numbers/file', { file });
  await checkPage('numbers-file-review');
  await send(page, '/orders/numbers/file/apply');
  await page.locator('.notice.good').waitFor();
}

/** Labels and packing slips of all orders in one file each; every parcel's code can be scanned. */
export async function printAll(day: Day): Promise<void> {
  const { page, checkPage } = day;
  const expected = [...poolNumbers(26), ...codOrders(day).map(flashNumber)].sort();
  await select(page, '/office/orders', day.orders);
  await checkPage('orders-selected');
  const labels = await printSelected(day, 'labels');
  const found = (await barcodesOf(labels)).flat().filter((code) => code.startsWith('CODE-128:'));
  assert.deepEqual(found.map((code) => code.slice('CODE-128:'.length)).sort(), expected);
  const text = await textOf(await printSelected(day, 'packing-slips'));
  for (const { lines } of day.orders) for (const [{ name }] of lines) assert.ok(text.includes(unspaced(name)), name);
}

/** Codes in front of the camera: orders 1 and 2 with their goods, and once a wrong item. */
export const FILMED = ['1', SPOON.ean, COFFEE.ean, CUP.ean, '2', COFFEE.ean, CUP.ean];

/** Orders 1 and 2 are packed with the camera, order 3 with a USB scanner, which types. */
export async function pack(day: Day): Promise<void> {
  const { page, checkPage } = day;
  await page.goto('/office/orders/pack');
  await checkPage('packing-station');
  await day.time('two orders packed by camera', async () => {
    await page.locator('button.scan-button').click();
    await page.waitForURL(/\/orders\/1\/pack$/, { timeout: 180_000 });
    await page.locator('[role=alert], [aria-invalid=true]').first().waitFor({ timeout: 180_000 });
    await checkPage('packing-wrong-item');
    await page.waitForURL(/\/orders\/1\/packed$/, { timeout: 180_000 });
    await page.waitForURL(/\/orders\/2\/packed$/, { timeout: 180_000 });
  });
  await checkPage('packed');
  await page.locator('[data-does=close]').click();
  const [, , third] = day.orders as [DayOrder, DayOrder, DayOrder];
  await day.time('an order packed with a scanner', async () => {
    await page.goto('/office/orders/pack');
    const scans = [
      ['3', `form[action$="/${third.id}/pack"]`],
      [COFFEE.ean, '.pack-items li.packed'],
      [CUP.ean, `a[href$="/${third.id}/label.pdf"]`],
    ] as const;
    for (const [code, answer] of scans) {
      await scan(page, code);
      await page.locator(answer).first().waitFor();
    }
  });
}

/** Hands over everything, in bulk; most parcels arrive. */
export async function handOver(day: Day): Promise<void> {
  const { page, checkPage } = day;
  await select(page, '/office/orders', day.orders);
  await page.locator('.bulk details.confirm > summary').click();
  await checkPage('hand-over');
  await page.locator('[formaction$="/orders/picked-up"]').click();
  await page.locator('form[action$="/orders/picked-up"] button.outline').click(); // most were not packed at the station
  await page.locator('.notice.good').waitFor();
  await page.goto('/office/orders?tab=on_the_way');
  await checkPage('orders-on-the-way');
}

export async function move({ page, time }: Day, { id }: DayOrder, to: string): Promise<void> {
  await page.goto(`/office/orders/${id}`);
  await time('the status of a parcel', () => send(page, /\/shipments\/\d+\/move$/, { to }));
}
