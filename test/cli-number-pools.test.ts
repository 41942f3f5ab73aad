import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readyOrder, untilBooking } from './booking-steps.ts';
import { CONCURRENT, type Folder, openFolder, openFolderOf } from './cli.ts';
import { COD_POOL, numberRanges, openCafe, POOL, setCourier } from './cli-courier-steps.ts';
import { english } from './errors.ts';
import { cafe, type Json, openShop } from './support.ts';

const courierEntries = async (folder: Folder): Promise<Json[]> =>
  (await folder.runCommandJson('dump')).stores[0].couriers;

suite('number pools', CONCURRENT, () => {
  test('courier pool shows ranges, their first and last numbers and what is left', async () => {
    const folder = await openCafe(['ems', ...POOL], ['ems', ...COD_POOL, 'given=170'], ['parcel', 'adapter=manual']);
    const { pools, warnings } = await folder.runCommandJson('courier', 'pool', 'ems');
    assert.deepEqual(pools, [
      {
        store_id: '1',
        shipping_type: 'ems',
        numbers: [
          { cod: false, left: 1000, is_low: false },
          { cod: true, left: 30, is_low: true },
        ],
        ranges: [
          {
            ...{ prefix: 'EX', first: 12345678, count: 1000, cod: false, given: 0, left: 1000 },
            ...{ first_number: 'EX123456785TH', last_number: 'EX123466779TH', next_number: 'EX123456785TH' },
          },
          {
            ...{ prefix: 'ER', first: 10, count: 200, cod: true, given: 170, left: 30 },
            ...{ first_number: 'ER000000102TH', last_number: 'ER000002094TH', next_number: 'ER000001805TH' },
          },
        ],
      },
    ]);
    const warning = english('few_tracking_numbers', { shippingType: 'ems', store: '1', left: 30, cod: true });
    assert.deepEqual(warnings, [warning]);
    const { stdout, errorLines } = await folder.runCommand('courier', 'pool');
    assert.deepEqual(errorLines, [`raan: warning: ${warning}`]);
    assert.match(stdout, /^store +courier +first +last +kind +given +left +next\n/);
    assert.match(stdout, /\n1 +ems +ER000000102TH +ER000002094TH +COD +170 +30 +ER000001805TH\n$/);
    await setCourier(folder, 'ems', 'prefix=ER', 'first=10', 'given=200', 'warn_below=0');
    assert.match((await folder.runCommand('courier', 'pool')).stdout, / 200 +0 +none left\n$/);
  });

  test('courier set changes a range by its first number, and issued numbers stay issued', async () => {
    const folder = await openCafe(['ems', ...POOL], ['ems', ...COD_POOL, 'given=5']);
    await setCourier(folder, 'ems', 'prefix=ER', 'first=10', 'given=2', 'count=300');
    assert.deepEqual(
      (await numberRanges(folder)).map(({ prefix, count, cod, given }) => [prefix, count, cod, given]),
      [
        ['EX', 1000, false, 0],
        ['ER', 300, true, 5],
      ],
    );
    const { status, errorLines } = await folder.runCommand('courier', 'set', 'ems', 'prefix=ER', 'first=10', 'count=4');
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('number_range_used_beyond', { from: 'ER000000102TH', used: 5, numbers: 4 })}`]],
    );
  });

  test('overlapping ranges are refused, also between stores, and nothing changes', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe(), cafe({ key: 'tea' })] });
    await setCourier(folder, 'ems', ...POOL, '--store', 'cafe');
    for (const [store, type] of [
      ['cafe', 'ems'],
      ['cafe', 'register'],
      ['tea', 'ems'],
    ]) {
      const last = ['adapter=number_pool', 'prefix=EX', 'first=12346677', 'count=1', 'token=t'];
      const { status, errorLines } = await folder.runCommand(
        'courier',
        'set',
        type ?? '',
        ...last,
        '--store',
        store ?? '',
      );
      assert.equal(status, 1);
      assert.deepEqual(errorLines, [
        `raan: ${english('number_range_overlaps', { from: 'EX123466779TH', other: 'EX123456785TH' })}`,
      ]);
    }
    assert.deepEqual(folder.rows('SELECT store_id, shipping_type, settings FROM couriers'), [
      { store_id: 1, shipping_type: 'ems', settings: '{"adapter":"number_pool"}' },
    ]);
    assert.equal((await numberRanges(folder)).length, 1);
  });

  test('a dumped and loaded number pool issues no number twice', async () => {
    const here = await openShop();
    const folder = openFolderOf(here);
    await setCourier(folder, 'ems', ...POOL);
    await setCourier(folder, 'ems', ...COD_POOL);
    const cod = { is_cod: true, cod_fee: '0', cod_amount: '65' };
    const given = [];
    for (const more of [{}, {}, cod]) {
      const order = await readyOrder(here, more);
      given.push((await untilBooking(here, order, 'booked')).trackingNumber);
    }
    assert.deepEqual(given, ['EX123456785TH', 'EX123456799TH', 'ER000000102TH']);
    const dump = await folder.runCommandJson('dump');
    assert.deepEqual(dump.stores[0].couriers, [
      {
        ...{ shipping_type: 'ems', adapter: 'number_pool' },
        ...{ prefix: 'EX', first: 12345678, count: 1000, cod: false, given: 2 },
      },
      {
        ...{ shipping_type: 'ems', adapter: 'number_pool' },
        ...{ prefix: 'ER', first: 10, count: 200, cod: true, given: 1 },
      },
    ]);
    const there = await openShop({ stores: dump.stores });
    assert.deepEqual(await courierEntries(openFolderOf(there)), dump.stores[0].couriers);
    const next = [];
    for (const more of [{}, cod]) {
      const order = await readyOrder(there, more);
      next.push((await untilBooking(there, order, 'booked')).trackingNumber);
    }
    assert.deepEqual(next, ['EX123456808TH', 'ER000000116TH']);
  });
});
