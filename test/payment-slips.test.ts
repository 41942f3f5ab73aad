import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { bankAccounts, putBankAccount } from '../src/domain/bank-accounts.ts';
import { byChannel, byCommand } from '../src/domain/orders/history.ts';
import { paymentDetails, slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { erasePaymentTexts } from '../src/domain/orders/payments/payment-rows.ts';
import { confirmPayment } from '../src/domain/orders/payments/payments.ts';
import { readSlipPicture, readStoredSlips } from '../src/domain/orders/payments/read-slips.ts';
import { readSlipCode } from '../src/domain/orders/payments/slip-code.ts';
import { readQrCodes } from '../src/domain/pictures/read-qr.ts';
import { turnedByOrientation } from '../src/lib/picture-metadata/strip.ts';
import { appError } from './errors.ts';
import { assertRefuses } from './order-steps.ts';
import { confirm, notifyPaymentStep, refusesPaymentReport, reject } from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { idOf, openShop } from './support.ts';

test('the code of a slip has the sending bank and the reference', () => {
  const text = slipCode('014012345678APM00123', '014');
  const code = { sendingBank: '014', reference: '014012345678APM00123' };
  assert.deepEqual(readSlipCode(text), code);
  assert.deepEqual(readSlipCode(text.slice(0, -4) + text.slice(-4).toLowerCase()), code);
});

const BROKEN: readonly (readonly [name: string, text: string])[] = [
  ['with a changed reference', slipCode('20261126A').replace('26A', '27A')],
  ['cut off', slipCode('20261126A').slice(0, -1)],
  ['of another API', slipCode('20261126A', '004', '000002')],
  ['without a bank', slipCode('20261126A', '')],
  ['of a PromptPay payment', '00020101021129370016A000000677010111011300668123456785303764540510.005802TH630447CD'],
  ['of a link', 'https://shop.example/1'],
];

for (const [name, text] of BROKEN)
  test(`a code ${name} is not the code of a slip`, () => assert.equal(readSlipCode(text), undefined));

test('the code of a slip is read in any orientation, with the rotation that makes it upright', async () => {
  const shop = await openShop();
  const reference = '2026112612345678901234567';
  for (const turn of [0, 90, 180, 270]) {
    const reading = await readSlipPicture(shop.ctx, await slipPicture(slipCode(reference), { turn }));
    assert.deepEqual(reading, { code: { sendingBank: '004', reference }, turn: (360 - turn) % 360 });
  }
});

test('the code of a picture above 25 megapixels is not read', async () => {
  const shop = await openShop();
  const size = Buffer.alloc(8);
  size.writeUInt32BE(5_001, 0);
  size.writeUInt32BE(5_000, 4);
  const head = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), size, Buffer.alloc(20)]);
  const reading = readQrCodes(shop.ctx, { uploaded: head, path: 'slip' });
  await assert.rejects(reading, appError({ key: 'picture_has_too_many_pixels', path: 'slip' }));
  assert.deepEqual(await readSlipPicture(shop.ctx, head), { code: undefined, turn: 0 });
});

test('a slip of a partner is read after its call, which fills in the transfer and turns the slip upright', async () => {
  const shop = await openShop();
  const { body } = await shop.order();
  const order = { id: idOf(body.order.id) };
  const slip = await slipPicture(slipCode('A1'), { turn: 90 });
  const channel = idOf('1');
  await notifyPaymentStep(shop, order, '10', { slip }, (now) => byChannel(channel, now));
  await readStoredSlips(shop.ctx);
  const [payment] = paymentDetails(shop.ctx.db, order.id);
  assert.deepEqual([payment?.sendingBank, payment?.reference, payment?.status], ['004', 'A1', 'notified']);
  const { picture } = slipOf(shop.ctx.db, payment?.id ?? idOf('0'));
  assert.equal((await sharp(picture).metadata()).orientation, 8);
  const again = await notifyPaymentStep(shop, order, '10', { slip }, (now) => byChannel(channel, now));
  assert.deepEqual(
    again.sameSlip.map(({ paymentId }) => paymentId),
    [payment?.id],
  );
});

test('a turned slip keeps its pixels in every format', async () => {
  const upright = await sharp(await slipPicture(slipCode('A1')))
    .resize(90, 120)
    .png()
    .toBuffer();
  for (const as of ['jpeg', 'png', 'webp'] as const)
    for (const lossless of as === 'webp' ? [true, false] : [false]) {
      const picture = await sharp(upright).toFormat(as, { lossless }).toBuffer();
      const turned = turnedByOrientation(picture, `image/${as}`, 90) ?? Buffer.alloc(0);
      assert.equal((await sharp(turned).metadata()).orientation, 6, as);
      assert.deepEqual(await sharp(turned).raw().toBuffer(), await sharp(picture).raw().toBuffer());
      const back = turnedByOrientation(turned, `image/${as}`, 270) ?? Buffer.alloc(0);
      assert.equal((await sharp(back).metadata()).orientation ?? 1, 1);
    }
});

const partner = (now: number) => byChannel(idOf('1'), now);

async function twoOrders() {
  const shop = await openShop();
  const [first, second] = [await shop.order(), await shop.order()].map(({ body }) => ({ id: idOf(body.order.id) }));
  assert.ok(first && second);
  return { shop, first, second };
}

test('the store cannot record a transfer twice, and the error names the other order', async () => {
  const { shop, first, second } = await twoOrders();
  const { paymentId, order } = await notifyPaymentStep(shop, first, '10', { reference: 'A1', sendingBank: '004' });
  const used = { reference: 'A1', orderId: first.id, number: order.orderNumber };
  await refusesPaymentReport(
    shop,
    second,
    { key: 'transfer_reference_used', path: 'reference', params: used },
    { reference: 'A1' },
  );
  await notifyPaymentStep(shop, second, '10', { reference: 'A1', sendingBank: '014' }); // another bank's
  await reject(shop, paymentId);
  await notifyPaymentStep(shop, second, '10', { reference: 'A1', sendingBank: '004' });
});

test('a used transfer that a partner reports is recorded, and only the first report can be confirmed', async () => {
  const { shop, first, second } = await twoOrders();
  const earlier = await notifyPaymentStep(shop, first, '10', { reference: 'A1' }, partner);
  const later = await notifyPaymentStep(shop, second, '10', { reference: 'A1' }, partner);
  const used = { reference: 'A1', orderId: first.id, number: earlier.order.orderNumber };
  await assertRefuses(shop, { key: 'transfer_reference_used', params: used }, (tx, now) =>
    confirmPayment(tx, later.paymentId, byCommand(now)),
  );
  await confirm(shop, earlier.paymentId);
  await reject(shop, later.paymentId);
});

test('transfer details are stored, and erased with the customer', async () => {
  const { shop, first } = await twoOrders();
  const store = idOf(shop.ids.id);
  const account = { bank: '004', number: '123-4-56789-0', name: 'บ้านกาแฟ' };
  const bankAccountId = await shop.ctx.write((tx) => putBankAccount(tx, store, account));
  const payTime = Date.UTC(2026, 10, 26);
  const transfer = { payTime, bankAccountId, sendingBank: '014', reference: 'A1' };
  await notifyPaymentStep(shop, first, '10', transfer);
  assert.partialDeepStrictEqual(paymentDetails(shop.ctx.db, first.id)[0], transfer);
  assert.equal(bankAccounts(shop.ctx.db, store)[0]?.number, '1234567890');
  await shop.ctx.write((tx) => erasePaymentTexts(tx, first.id));
  assert.partialDeepStrictEqual(paymentDetails(shop.ctx.db, first.id)[0], {
    sendingBank: null,
    reference: null,
    payTime,
  });
});
