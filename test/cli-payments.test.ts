import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { promptpayPayload } from '../src/domain/orders/payments/promptpay.ts';
import { issueReceipt, receiptOfOrder } from '../src/domain/orders/payments/receipts.ts';
import { refundAccountsOf } from '../src/domain/orders/payments/refund-account.ts';
import { baht } from './amounts.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { ANY, english, errorPattern, partialMessage } from './errors.ts';
import { orderDetail } from './order-steps.ts';
import { addOwner } from './owner-account.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000200000003080600000000000000', 'hex');

/** A shop with one order of 65 baht, and a folder for its commands. */
async function openShopWithOrder(settings: object = {}) {
  const shop = await openShop({ stores: [cafe({ settings })] });
  await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
  const { id, products } = (await shop.order()).body.order;
  return { shop, id: id as string, line: products[0].id as string, folder: openFolderOf(shop) };
}

suite('payments', CONCURRENT, () => {
  test('payment notify saves payment and slip; payment confirm makes the order paid and records the account', async () => {
    const { shop, id, folder } = await openShopWithOrder();
    const slip = folder.write('slip.jpg', PNG);
    const args = ['payment', 'notify', id, '65', '--method', 'promptpay', '--slip', slip, '--note', 'โอนแล้ว'];
    const { payment, same_slip } = await folder.runCommandJson(...args, '--user', 'malee');
    const { create_time, ...known } = payment;
    assert.deepEqual(known, {
      id: '1',
      order_id: id,
      method: 'promptpay',
      amount: '65',
      refunded_amount: '0',
      status: 'notified',
      note: 'โอนแล้ว',
      has_slip: true,
      slip: 'image/png',
      refunds: [],
    });
    assert.deepEqual(same_slip, []);
    assert.equal((await orderDetail(shop, { id: id })).payment_status, 'awaiting_confirmation');
    const { order } = await folder.runCommandJson('payment', 'confirm', '1', '--user', 'malee');
    assert.equal(order.payment_status, 'paid');
    const [listed] = (await folder.runCommandJson('payment', 'list', id)).payments;
    const { judge_time, ...rest } = listed;
    assert.deepEqual(rest, { ...payment, status: 'confirmed', user_id: '1' });
    assert.equal(judge_time, order.paid_time);
  });

  test('an invalid amount is refused with the rule for amounts', async () => {
    const { id, folder } = await openShopWithOrder();
    for (const text of ['1,000', '1e3', '1.23456', '999999999999']) {
      const { status, errorLines } = await folder.runCommand('payment', 'notify', id, text);
      assert.deepEqual(
        [status, errorLines],
        [2, [`raan: ${english('argument_not_an_amount', { name: 'AMOUNT', text })}`]],
      );
    }
  });

  test('payment reject saves the reason, and the order is unpaid again', async () => {
    const { id, folder } = await openShopWithOrder();
    await folder.runCommandJson('payment', 'notify', id, '65');
    const { order } = await folder.runCommandJson('payment', 'reject', '1', '--reason', 'ไม่พบยอดเงิน');
    assert.deepEqual([order.payment_status, order.payments[0].status], ['unpaid', 'rejected']);
    const [payment] = (await folder.runCommandJson('payment', 'list', id)).payments;
    assert.deepEqual([payment.reason, payment.user_id], ['ไม่พบยอดเงิน', undefined]);
    const again = await folder.runCommand('payment', 'confirm', '1');
    assert.deepEqual(
      [again.status, again.errorLines],
      [1, [`raan: ${english('payment_cannot_become', { payment: 1, status: 'rejected', to: 'confirmed' })}`]],
    );
  });

  test('payment undo-confirm makes the payment wait for review again, and with --dry-run changes nothing', async () => {
    const { shop, id, folder } = await openShopWithOrder();
    await folder.runCommandJson('order', 'pay', id);
    const tried = await folder.runCommandJson('payment', 'undo-confirm', '1', '--dry-run');
    assert.deepEqual([tried.dry_run, tried.order.payment_status], [true, 'awaiting_confirmation']);
    assert.match(
      (await folder.runCommand('payment', 'undo-confirm', '1', '--dry-run')).stdout,
      /nothing was changed\n$/,
    );
    assert.equal((await orderDetail(shop, { id: id })).payment_status, 'paid');
    const { order } = await folder.runCommandJson('payment', 'undo-confirm', '1', '--user', 'malee');
    assert.deepEqual([order.payment_status, order.payments[0].status], ['awaiting_confirmation', 'notified']);
    const again = await folder.runCommand('payment', 'undo-confirm', '1');
    assert.deepEqual(
      [again.status, again.errorLines],
      [1, [`raan: ${english('payment_cannot_become', { payment: 1, status: 'notified', to: 'notified' })}`]],
    );
  });

  test('order no-refund settles missing items, and with --dry-run changes nothing', async () => {
    const { shop, folder } = await openShopWithOrder();
    const products = [{ product_variant_id: shop.ids.variants.hot, qty: 2 }];
    const { id, ...order } = (await shop.order({ products })).body.order;
    await folder.runCommandJson('order', 'pay', id);
    await folder.runCommandJson('order', 'ship', id, '--tracking', 'T1', '--short', `${order.products[0].id}=1`);
    const args = ['order', 'no-refund', id];
    const short = { reason: 'short', amount: '65', lines: [{ name: 'ลาเต้ ร้อน', qty: 1 }] };
    assert.deepEqual(await folder.runCommandJson(...args, '--dry-run'), {
      dry_run: true,
      order_id: id,
      not_refunded: [short],
    });
    const { stdout } = await folder.runCommand(...args, '--user', 'malee');
    assert.equal(stdout, `order ${id}: 65 baht not refunded, short: ลาเต้ ร้อน x 1\n`);
    const { status, errorLines } = await folder.runCommand(...args);
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('nothing_to_refund', { order: id })}`]]);
  });

  test('payment slip writes the picture and overwrites a file only with --force', async () => {
    const { id, folder } = await openShopWithOrder();
    const slip = folder.write('slip.png', PNG);
    await folder.runCommandJson('payment', 'notify', id, '65', '--slip', slip);
    const out = folder.path('copy.png');
    assert.deepEqual(await folder.runCommandJson('payment', 'slip', '1', '--out', out), {
      file: out,
      media_type: 'image/png',
    });
    assert.ok(folder.bytes('copy.png').equals(PNG));
    folder.write('copy.png', 'else');
    const { status, errorLines } = await folder.runCommand('payment', 'slip', '1', '--out', out);
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('file_exists', { file: out })}`]]);
    assert.equal(folder.read('copy.png'), 'else');
    await folder.runCommandJson('payment', 'slip', '1', '--out', out, '--force');
    assert.ok(folder.bytes('copy.png').equals(PNG));
    const nowhere = await folder.runCommand('payment', 'slip', '1', '--out', folder.path('no', 'where.png'));
    assert.equal(nowhere.status, 1);
    assert.match(
      nowhere.errorLines[0] ?? '',
      errorPattern('file_not_writable', { file: `${ANY}where.png`, why: partialMessage('file_folder_missing') }),
    );
  });

  test('a repeated slip is saved with a warning that names the earlier payments', async () => {
    const { shop, id, folder } = await openShopWithOrder();
    const other = (await shop.order()).body.order.id;
    const slip = folder.write('slip.png', PNG);
    await folder.runCommandJson('payment', 'notify', id, '65', '--slip', slip);
    const { same_slip } = await folder.runCommandJson('payment', 'notify', other, '65', '--slip', slip);
    assert.deepEqual(same_slip, [{ payment_id: '1', order_id: id }]);
    const { stdout, errorLines } = await folder.runCommand('payment', 'notify', other, '65', '--slip', slip);
    assert.match(stdout, /\bpayment 3 of order 2\b/);
    assert.deepEqual(
      errorLines,
      ['1', '2'].map((n) => `raan: warning: ${english('payment_has_same_slip', { payment: n, order: n })}`),
    );
  });

  test('a slip that is not a picture is refused, and no payment is saved', async () => {
    const { id, folder } = await openShopWithOrder();
    const slip = folder.write('slip.png', 'a text');
    const { status, errorLines } = await folder.runCommand('payment', 'notify', id, '65', '--slip', slip);
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('slip_not_a_picture', { path: 'slip' })}`]]);
    assert.deepEqual(await folder.runCommandJson('payment', 'list', id), { payments: [] });
  });

  test('order refund refunds everything, an amount or lines, and all payment lists show it', async () => {
    const { shop, id, line, folder } = await openShopWithOrder();
    await folder.runCommandJson('order', 'pay', id, '--method', 'cash', '--note', 'หน้าร้าน');
    const args = ['order', 'refund', id, '20', '--line', `${line}=1`, '--payment', '1', '--method', 'promptpay'];
    const half = await folder.runCommand(...args, '--to-number', '1234567890');
    assert.deepEqual(half.errorLines, [`raan: ${english('refund_to_incomplete', { path: 'to_bank' })}`]);
    const to = ['--to-promptpay', '081-999-1234', '--to-name', 'สมหญิง'];
    const { order } = await folder.runCommandJson(...args, ...to, '--note', 'แก้วแตก', '--user', 'malee');
    assert.deepEqual([order.payment_status, order.paid_amount], ['partially_refunded', '45']);
    assert.deepEqual([order.payments[0].refunded_amount, order.payments[0].note], ['20', 'หน้าร้าน']);
    assert.deepEqual(Object.keys((await orderDetail(shop, { id: id })).payments[0]), [
      'id',
      'method',
      'amount',
      'status',
      'create_time',
      'refunds',
    ]);
    assert.deepEqual(
      [...refundAccountsOf(shop.ctx.db, idOf(id)).values()],
      [{ promptpayId: '0819991234', bank: null, number: null, name: 'สมหญิง' }],
    );
    const refunded = await folder.runCommandJson('order', 'refund', id);
    assert.equal(refunded.order.payment_status, 'refunded');
    const [payment] = (await folder.runCommandJson('payment', 'list', id)).payments;
    assert.deepEqual([payment.status, payment.refunded_amount], ['refunded', '65']);
    assert.deepEqual(
      payment.refunds.map(({ create_time, send_time, ...refund }: Json) => [create_time === send_time, refund]),
      [
        [
          true,
          {
            id: '1',
            method: 'promptpay',
            amount: '20',
            user_id: '1',
            note: 'แก้วแตก',
            lines: [{ line_id: line, qty: 1 }],
          },
        ],
        [true, { id: '2', method: 'cash', amount: '45', lines: [] }],
      ],
    );
    const { status, errorLines } = await folder.runCommand('order', 'refund', id);
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('nothing_to_refund', { order: id })}`]]);
  });

  test('order receipt replace changes the given fields of the buyer and prints both numbers', async () => {
    const { shop, id, folder } = await openShopWithOrder();
    const replace = (...args: string[]) => ['order', 'receipt', 'replace', id, '--reason', ...args];
    const none = await folder.runCommand(...replace('seller'));
    assert.deepEqual([none.status, none.errorLines], [1, [`raan: ${english('order_without_receipt', { order: id })}`]]);
    await folder.runCommandJson('order', 'pay', id);
    await runStep(shop, (tx, now) => issueReceipt(tx, idOf(id), byCommand(now)));
    const same = await folder.runCommand(...replace('seller'));
    assert.deepEqual(same.errorLines, [`raan: ${english('replacement_without_change')}`]);
    const fields = ['buyer_name', '--name', 'บริษัท เอ จำกัด', '--tax-id', '0-1055-57111-11-4', '--postal-code', '10110'];
    const dry = await folder.runCommandJson(...replace(...fields, '--dry-run'));
    const { buyer, ...printed } = await folder.runCommandJson(...replace(...fields, '--user', 'malee'));
    assert.deepEqual(dry, { dry_run: true, ...printed, buyer });
    assert.deepEqual(printed, { order_id: id, number: '000002', replaces: '000001', reason: 'buyer_name' });
    const { telephone } = (await orderDetail(shop, { id: id })).recipient_address;
    const typed = { name: 'บริษัท เอ จำกัด', legal_entity_id: '0105557111114', postal_code: 10110 };
    assert.deepEqual(buyer, { ...buyer, ...typed, telephone });
    const removed = await folder.runCommand(...replace('buyer_tax_id', '--tax-id', ''));
    assert.equal(removed.stdout, `order ${id}: receipt 000003 replaces 000002, buyer_tax_id\n`);
    assert.equal(receiptOfOrder(shop.ctx.db, idOf(id))?.document.buyer.legal_entity_id, undefined);
    for (const [option, text] of [
      ['--tax-id', '123'],
      ['--postal-code', '12'],
      ['--branch-type', 'x'],
      ['--name', ' '],
    ] as const)
      assert.notEqual((await folder.runCommand(...replace('seller', option, text))).status, 0, option);
  });

  test('payment list and order show print payments and refunds as tables', async () => {
    const { id, folder } = await openShopWithOrder();
    assert.equal((await folder.runCommand('order', 'show', id)).stdout.includes('payment  status'), false);
    await folder.runCommandJson('payment', 'notify', id, '100', '--note', 'สองบรรทัด\nค่ะ');
    await folder.runCommandJson('payment', 'confirm', '1');
    const shown = await folder.runCommand('order', 'show', id);
    assert.match(shown.stdout, /^total {6}65 baht, 100 paid, 35 overpaid$/m);
    assert.match(shown.stdout, /^payment +status .*\n1 +confirmed +transfer +100 +0 +20/m);
    await folder.runCommandJson('order', 'refund', id, '35');
    const { stdout } = await folder.runCommand('payment', 'list', id);
    assert.match(stdout, /^payment +status .*\n1 +confirmed +transfer +100 +35 .*สองบรรทัด ค่ะ\n/);
    assert.match(stdout, /^refund +of payment .*\n1 +1 +transfer +35 /m);
    const refunded = await folder.runCommandJson('order', 'refund', id, '20');
    const { paid_amount, received_amount, refunded_amount, balance_due } = refunded.order;
    assert.deepEqual([paid_amount, received_amount, refunded_amount, balance_due], ['45', '100', '55', '0']);
    assert.match((await folder.runCommand('order', 'show', id)).stdout, /^total {6}65 baht, 100 paid, 55 refunded$/m);
  });

  test('order promptpay prints the QR code or writes a PNG', async () => {
    const { id, folder } = await openShopWithOrder({ promptpay_id: '0812345678' });
    const payload = promptpayPayload({ id: '0812345678', amount: baht('65') });
    const document = { order_id: id, promptpay_id: '0812345678', amount: '65', payload };
    assert.deepEqual(await folder.runCommandJson('order', 'promptpay', id), document);
    const { stdout } = await folder.runCommand('order', 'promptpay', id);
    const [head, text, first = ''] = stdout.split('\n');
    assert.deepEqual([head, text], [`order ${id}: 65 baht to 0812345678`, payload]);
    assert.match(first, /^█{40,}$/);
    const file = folder.path('qr.PNG');
    assert.deepEqual(await folder.runCommandJson('order', 'promptpay', id, '--out', file), { ...document, file });
    assert.ok(folder.bytes('qr.PNG').subarray(0, 8).equals(PNG.subarray(0, 8)));
    const again = await folder.runCommand('order', 'promptpay', id, '--out', file);
    assert.deepEqual(again.errorLines, [`raan: ${english('file_exists', { file })}`]);
    await folder.runCommandJson('order', 'promptpay', id, '--out', file, '--force');
  });

  test('order promptpay of a store without a PromptPay id names the setting', async () => {
    const { id, folder } = await openShopWithOrder();
    const { status, errorLines } = await folder.runCommand('order', 'promptpay', id);
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('promptpay_not_set', { store: 'cafe' })}`]]);
  });

  test('a payment records the account of --user, which must exist', async () => {
    const { shop, id, folder } = await openShopWithOrder();
    const { status, errorLines } = await folder.runCommand('order', 'pay', id, '--user', 'absent');
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('account_not_found', { account: 'absent' })}`]]);
    await folder.runCommandJson('order', 'pay', id, '--user', 'malee');
    const [payment] = (await folder.runCommandJson('payment', 'list', id)).payments;
    assert.equal(payment.user_id, '1');
    assert.equal((await orderDetail(shop, { id: id })).payments[0].id, payment.id);
  });
});
