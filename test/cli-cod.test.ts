import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { codOrder, moneyOf, openSeller, sendCodOrder, sendParcel } from './cod-steps.ts';
import { english, errorPattern } from './errors.ts';
import { placeOrder } from './order-steps.ts';
import { addOwner } from './owner-account.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, type Json, openShop } from './support.ts';

suite('raan cod', CONCURRENT, () => {
  test('cod list prints COD parcels and totals', async () => {
    const clock = stoppedClock();
    const shop = await openSeller({ now: clock.now });
    await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
    const split = await codOrder(shop, '100', { qty: 2, shipping_type: 'flash' });
    await sendParcel(shop, split, 'FL1', { qty: 1, cod: '60.5', at: 'delivered' });
    await sendParcel(shop, split, 'FL2');
    const folder = openFolderOf(shop);
    const { stdout } = await folder.runCommand('cod', 'list');
    assert.match(
      stdout,
      /^shipment +order +number +courier +tracking number +COD +amount +status +delivered +paid\n3 +2 +2 +flash +FL2 +pending +39\.5 +picked_up\n/,
    );
    assert.match(stdout, /\n2 +2 +2 +flash +FL1 +collected, order pending +60\.5 +delivered +2026-11-11 12:00\n/);
    assert.match(stdout, /\n2 parcels collected, 650\.5 baht\n1 parcel pending, 39\.5 baht\n$/);
    assert.match((await folder.runCommand('cod', 'list', '--status', 'failed')).stdout, /\n0 parcels\n$/);
    const listed = async (...options: string[]) => {
      const { parcels, count, totals } = await folder.runCommandJson('cod', 'list', ...options);
      return [parcels.map(({ tracking_number }: Json) => tracking_number), count, totals];
    };
    const collected = { cod_status: 'collected', count: 2, amount: '650.5' };
    assert.deepEqual(await listed('--status', 'collected'), [['FL1', 'EX1'], 2, [collected]]);
    assert.deepEqual(await listed('--status', 'collected', '--courier', 'ems'), [
      ['EX1'],
      1,
      [{ ...collected, count: 1, amount: '590' }],
    ]);
    assert.deepEqual(await listed('--limit', '1', '--offset', '1'), [
      ['FL1'],
      3,
      [collected, { cod_status: 'pending', count: 1, amount: '39.5' }],
    ]);
    const { parcels } = await folder.runCommandJson('cod', 'list', '--courier', 'ems');
    assert.deepEqual(parcels, [
      {
        shipment_id: '1',
        order_id: '1',
        order_number: '1',
        shipping_type: 'ems',
        tracking_number: 'EX1',
        status: 'delivered',
        deliver_time: clock.now(),
        cod_amount: '590',
        cod_status: 'collected',
        order_cod_status: 'collected',
      },
    ]);
  });

  test('cod collect and cod fail set the COD status once; cod reopen resets it', async () => {
    const shop = await openSeller();
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    const [first, second] = [await sendCodOrder(shop, '50', 'EX1'), await sendCodOrder(shop, '60', 'EX2')];
    const unsent = await codOrder(shop, '70');
    const folder = openFolderOf(shop);
    const { order } = await folder.runCommandJson('cod', 'collect', String(first.id), '--user', 'malee');
    assert.deepEqual([order.cod_status, order.payment_status], ['collected', 'unpaid']);
    assert.equal((await folder.runCommandJson('cod', 'fail', String(second.id))).order.cod_status, 'failed');
    const { history } = await folder.runCommandJson('order', 'history', String(first.id));
    assert.deepEqual([history.at(-1).event, history.at(-1).actor_name], ['cod_collected', 'malee']);
    const { status, errorLines } = await folder.runCommand('cod', 'fail', String(first.id));
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('cod_cannot_become', { order: 1, status: 'collected', to: 'failed' })}`]],
    );
    assert.match((await folder.runCommand('order', 'show', String(first.id))).stdout, /, shipped, COD collected\n/);
    const early = await folder.runCommand('cod', 'fail', String(unsent.id));
    assert.deepEqual(
      [early.status, early.errorLines],
      [1, [`raan: ${english('cod_before_shipping', { order: 3, to: 'failed' })}`]],
    );
    const reopened = await folder.runCommandJson('cod', 'reopen', String(first.id), '--user', 'malee');
    assert.equal(reopened.order.cod_status, 'pending');
    assert.match(
      (await folder.runCommand('order', 'history', String(first.id))).stdout,
      /cod_status: collected → pending\n/,
    );
  });

  test('cod remit applies matching rows and lists the others with reasons', async () => {
    const shop = await openSeller();
    const order = await sendCodOrder(shop, '1250', 'EX1', { at: 'delivered' });
    await sendCodOrder(shop, '60', 'EX2', { at: 'delivered' });
    await sendCodOrder(shop, '70', 'EX3', { at: 'returned' });
    const folder = openFolderOf(shop);
    const file = folder.write(
      'paid.csv',
      '\ufeffเลขพัสดุ,ยอด COD,ค่าธรรมเนียม\r\nEX1,"1,250.00",37.5\r\nEX2,50,1\r\nEX3,70,1\r\nEX4,1,0\r\nEX1,1250,0\r\n,"2,621.00",\r\n',
    );
    const { status, stdout, stderr } = await folder.runCommand('cod', 'remit', file, '--note', 'รอบ 1');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(
      stdout,
      /^remittance 1: 1 parcel, 1250 baht paid out\nthe total in row 7 matches the rows: 2621\nrow +tracking number +order +number +paid\n2 +EX1 +1 +1 +1250\n/,
    );
    assert.match(
      stdout,
      /\n\nnot applied:\nrow +tracking number +paid +reason\n3 +EX2 +50 .*\n4 +EX3 +70 .*\n5 +EX4 +1 .*\n6 +EX1 +1250 .*\n$/,
    );
    assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '1250', 'completed']);
    const again = await folder.runCommandJson('cod', 'remit', file);
    assert.deepEqual(
      again.differences.map(({ row, difference }: Json) => [row, difference]),
      [
        [2, 'paid_out_already'],
        [3, 'amount_differs'],
        [4, 'cod_failed'],
        [5, 'unknown_number'],
        [6, 'repeated'],
      ],
    );
    assert.deepEqual(again.file_total, { row: 7, written: '2621', rows: '2621' });
    assert.deepEqual([again.matched, again.remittance_id, again.paid], [[], undefined, '0']);
    assert.match(
      (await folder.runCommand('cod', 'remit', file)).stdout,
      /^nothing was applied\nthe total in row 7 matches the rows: 2621\n\nnot applied:\n.*\n2 +EX1 +1250 +remittance 1 already paid 1250 for shipment 1 of order 1, 2\S+ \d\d:\d\d\n/,
    );
  });

  test('cod remit --json prints rows and parcels; --accept-differences applies differing amounts', async () => {
    const shop = await openSeller();
    await sendCodOrder(shop, '60', 'EX1');
    const folder = openFolderOf(shop);
    const file = folder.write('paid.csv', 'no,paid\nEX1,50\n');
    const columns = ['--number-column', 'no', '--amount-column', 'paid'];
    const named = {
      tracking_number: 'EX1',
      order_id: '1',
      order_number: '1',
      shipment_id: '1',
      expected: '60',
      paid: '50',
    };
    const refused = await folder.runCommandJson('cod', 'remit', file, ...columns);
    assert.deepEqual(refused, {
      paid: '0',
      matched: [],
      differences: [{ row: 2, ...named, difference: 'amount_differs' }],
      missing: [],
    });
    const accepted = await folder.runCommandJson('cod', 'remit', file, ...columns, '--accept-differences');
    assert.deepEqual(accepted, {
      remittance_id: '1',
      paid: '50',
      matched: [{ row: 2, ...named }],
      differences: [],
      missing: [],
    });
  });

  test('cod remit names the parcel of a reused tracking number and lists missing parcels', async () => {
    const clock = stoppedClock();
    const shop = await openSeller({ now: clock.now });
    await sendCodOrder(shop, '50', 'EX0', { at: 'delivered' });
    clock.forward(1_000);
    await sendParcel(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), 'EX1');
    await sendCodOrder(shop, '60', 'EX1', { at: 'delivered' });
    const folder = openFolderOf(shop);
    const file = folder.write('paid.csv', 'awb,cod\nEX1,60\n');
    const { stdout } = await folder.runCommand('cod', 'remit', file, '--dry-run');
    assert.match(
      stdout,
      /\n2 +EX1 +3 +3 +60 +2 parcels have this number; applied to the newest unpaid one, shipment 3\n/,
    );
    assert.match(stdout, /\n\ncollected earlier, not in any payout:\nshipment .*\n1 +1 +1 +ems +EX0 +collected +50 /);
    const { matched, missing } = await folder.runCommandJson('cod', 'remit', file);
    assert.equal(matched[0].parcels_with_number, 2);
    assert.deepEqual(
      missing.map(({ tracking_number }: Json) => tracking_number),
      ['EX0'],
    );
  });

  test('cod remit --dry-run prints the result and changes nothing', async () => {
    const shop = await openSeller();
    await sendCodOrder(shop, '60', 'EX1');
    const folder = openFolderOf(shop);
    const file = folder.write('paid.csv', 'awb,cod\nEX1,60\nEX2,1\n');
    const before = ownRows(shop);
    const result = await folder.runCommandJson('cod', 'remit', file, '--dry-run');
    assert.deepEqual([result.dry_run, result.paid, result.differences.length], [true, '60', 1]);
    assert.match(
      (await folder.runCommand('cod', 'remit', file, '--dry-run')).stdout,
      /\ndry run: nothing was changed\n$/,
    );
    assert.deepEqual(ownRows(shop), before);
    assert.equal((await folder.runCommandJson('cod', 'remit', file)).paid, '60');
  });

  test('cod remit distinguishes a file without rows from one without matches', async () => {
    const shop = await openSeller();
    const folder = openFolderOf(shop);
    const headline = async (content: string) =>
      (await folder.runCommand('cod', 'remit', folder.write('paid.csv', content))).stdout.split('\n')[0];
    assert.equal(await headline('awb,cod\n'), 'nothing was applied: the file has no rows');
    assert.equal(await headline('awb,cod\nEX1,50\n'), 'nothing was applied');
  });

  test('a row of an order with failed COD names cod reopen', async () => {
    const shop = await openSeller();
    await sendCodOrder(shop, '60', 'EX1');
    const folder = openFolderOf(shop);
    await folder.runCommandJson('cod', 'fail', '1');
    const file = folder.write('paid.csv', 'awb;cod\nEX1;60\n');
    assert.match(
      (await folder.runCommand('cod', 'remit', file)).stdout,
      /\n2 +EX1 +60 +the COD of order 1 is marked as failed; undo with "raan cod reopen"\n/,
    );
    await folder.runCommandJson('cod', 'reopen', '1');
    assert.equal((await folder.runCommandJson('cod', 'remit', file)).paid, '60');
  });

  test('cod remit refuses files without known columns and invalid CSV', async () => {
    const shop = await openSeller();
    const folder = openFolderOf(shop);
    for (const [content, expected] of [
      [
        'parcel,amount\n',
        errorPattern('remittance_column_unknown', { what: 'tracking_number', columns: ['parcel', 'amount'] }),
      ],
      ['', errorPattern('table_empty')],
      ['tracking,cod\n"EX1', errorPattern('csv_quote_not_closed', { line: 2 })],
    ] as const) {
      const { status, errorLines } = await folder.runCommand('cod', 'remit', folder.write('paid.csv', content));
      assert.deepEqual([status, errorLines.length], [1, 1]);
      assert.match(errorLines[0] ?? '', expected);
    }
  });

  test('cod remittances lists remittances newest first and shows one with its parcels', async () => {
    const clock = stoppedClock(Date.parse('2026-01-01T10:00+07:00'));
    const shop = await openShop({
      stores: [cafe({ settings: { sell_below_zero: true } }), cafe({ key: 'tea' })],
      now: clock.now,
    });
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    for (const number of ['EX1', 'EX2']) await sendCodOrder(shop, '50', number);
    const folder = openFolderOf(shop);
    const store = ['--store', 'cafe'];
    for (const number of ['EX1', 'EX2']) {
      const file = folder.write('paid.csv', `awb,cod,fee\n${number},50,2\nNOBODY-1,9,\n`);
      const more = ['--user', 'malee', '--note', `รอบ ${number}`, '--received', '2026-01-02'];
      await folder.runCommandJson('cod', 'remit', file, ...store, ...more);
    }
    const { remittances } = await folder.runCommandJson('cod', 'remittances', ...store);
    assert.deepEqual(
      remittances.map(({ create_time, receive_time, ...remittance }: Json) => [receive_time, remittance]),
      ['2', '1'].map((id) => [
        Date.parse('2026-01-02T00:00+07:00'),
        {
          id,
          store_id: shop.ids.id,
          note: `รอบ EX${id}`,
          user_id: '1',
          parcel_count: 1,
          amount: '50',
          fee: '2',
          net: '48',
        },
      ]),
    );
    assert.deepEqual((await folder.runCommandJson('cod', 'remittances', '--store', 'tea')).remittances, []);
    assert.equal(
      (await folder.runCommandJson('cod', 'remittances', ...store, '--limit', '1', '--offset', '1')).remittances[0].id,
      '1',
    );
    assert.match(
      (await folder.runCommand('cod', 'remittances', ...store)).stdout,
      /^id +received .*\n2 +2026-01-02 00:00 +1 +50 +2 +48 +malee +รอบ EX2\n/,
    );
    const { remittance } = await folder.runCommandJson('cod', 'remittances', '1');
    assert.deepEqual([remittance.parcels[0].tracking_number, remittance.parcels[0].paid], ['EX1', '50']);
    const { stdout } = await folder.runCommand('cod', 'remittances', '1');
    assert.match(
      stdout,
      /^remittance 1 +1 parcel, 50 baht\nreceived +2026-01-02 00:00\nfee +2 baht\nnet +48 baht\ntime +2\S+ \d\d:\d\d\nby +malee\nnote +รอบ EX1\nshipment .*\n1 +1 +1 +ems +EX1 /,
    );
    assert.match(stdout, /not applied:\nrow .*\n3 +NOBODY-1 +9 +unknown_number/);
    assert.deepEqual(remittance.not_applied, [
      { row: 3, tracking_number: 'NOBODY-1', paid: '9', difference: 'unknown_number' },
    ]);
  });
});
