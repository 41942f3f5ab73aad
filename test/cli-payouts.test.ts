import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { moneyOf, openSeller, sendCodOrder } from './cod-steps.ts';
import { errorPattern } from './errors.ts';
import { addOwner } from './owner-account.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';

/** Two delivered parcels, of 590 and 65 baht, and the file that pays them out. */
async function opened() {
  const shop = await openSeller();
  await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
  const first = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const second = await sendCodOrder(shop, '65', 'EX2', { at: 'delivered' });
  const folder = openFolderOf(shop);
  return { shop, folder, first, second, file: folder.write('paid.csv', 'awb,cod,fee\nEX1,590,10\nEX2,65,2\n') };
}

suite('raan cod: fees and undone remittances', CONCURRENT, () => {
  test('cod remit takes the net amount instead of the fees in the file, and cod set-fee corrects it', async () => {
    const { folder, file } = await opened();
    const { fee } = await folder.runCommandJson('cod', 'remit', file, '--net', '640');
    assert.equal(fee, '15');
    const changed = await folder.runCommandJson('cod', 'set-fee', '1', '--fee', '16');
    assert.deepEqual([changed.remittance.amount, changed.remittance.fee, changed.remittance.net], ['655', '16', '639']);
    const { status, errorLines } = await folder.runCommand('cod', 'set-fee', '1', '--fee', '656');
    assert.equal(status, 1);
    assert.match(errorLines[0] ?? '', /^raan: fee: Must not be more than the COD total of ฿655$/);
    assert.match((await folder.runCommand('audit', '--event', 'cod_payout_changed')).stdout, /fee/);
    const { remittance } = await folder.runCommandJson('cod', 'set-fee', '1');
    assert.deepEqual([remittance.fee, remittance.net], [undefined, undefined]);
  });

  test('cod undo makes a parcel of a remittance, or all of them, unpaid again', async () => {
    const { shop, folder, first, second, file } = await opened();
    await folder.runCommand('cod', 'remit', file);
    const { shipments } = (await folder.runCommandJson('order', 'show', String(first.id))).order;
    const one = ['cod', 'undo', '1', '--reason', 'wrong_parcel', '--shipment', shipments[0].id, '--fee', '1'];
    const before = ownRows(shop);
    const planned = await folder.runCommandJson(...one, '--dry-run');
    assert.deepEqual([planned.dry_run, planned.undone, planned.remittance.amount], [true, '590', '65']);
    assert.deepEqual(ownRows(shop), before);
    const undone = await folder.runCommandJson(...one, '--user', 'malee', '--note', 'ผิดพัสดุ');
    assert.deepEqual(
      [undone.undone, undone.parcels[0].tracking_number, undone.not_undone, undone.remittance],
      [
        '590',
        'EX1',
        [],
        { ...planned.remittance, parcel_count: 1, undone_count: 1, amount: '65', fee: '1', net: '64' },
      ],
    );
    assert.deepEqual([moneyOf(shop, first)[0], moneyOf(shop, second)[0]], ['collected', 'remitted']);
    const { remittance } = await folder.runCommandJson('cod', 'remittances', '1');
    const [{ undo_time, ...line }] = remittance.undone;
    assert.deepEqual(line, {
      shipment_id: shipments[0].id,
      order_id: String(first.id),
      order_number: '1',
      tracking_number: 'EX1',
      paid: '590',
      reason: 'wrong_parcel',
      note: 'ผิดพัสดุ',
      user_id: '1',
    });
    const { stdout } = await folder.runCommand('cod', 'undo', '1', '--reason', 'mistake');
    assert.match(stdout, /^remittance 1: 1 parcel, 65 baht undone\nshipment .*\n2 +2 +EX2 +65\n/);
    const again = await folder.runCommand('cod', 'undo', '1', '--reason', 'mistake');
    assert.match(again.errorLines[0] ?? '', errorPattern('remittance_undone', { remittance: '1' }));
    assert.match((await folder.runCommand('cod', 'remittances', '1')).stdout, /undone:\n(.*\n){3}$/);
    assert.equal((await folder.runCommandJson('cod', 'remit', file)).matched.length, 2);
  });
});
