import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { paymentDetails, slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { appError } from './errors.ts';
import { latte, notifyPaymentStep, refusesPaymentReport, reject } from './payment-steps.ts';
import { photo } from './sample-photos.ts';
import { cafe, idOf, openShop } from './support.ts';

const MAX_BYTES = 5 * 1_048_576;

/** The first bytes of a PNG file, up to the picture size. */
const png = (width = 2, height = 3) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    uint32(width),
    uint32(height),
    Buffer.from('08060000000000000000', 'hex').subarray(0, 9),
  ]);

const jpeg = (width = 2, height = 3, frame = 'c2') =>
  Buffer.concat([
    Buffer.from('ffd8ffe0000400ff', 'hex'), // a segment of two bytes
    Buffer.from(`ffff${frame}001108`, 'hex'),
    uint32(height * 0x1_0000 + width),
  ]);

const webp = (kind: string, hex: string) =>
  Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBP'), Buffer.from(kind), uint32(10), Buffer.from(hex, 'hex')]);

const LOSSY = webp('VP8 ', '9d01009d012a02000300');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A unique picture with valid first bytes. */
const picture = (head: Buffer, size = 1_000) => Buffer.concat([head, randomBytes(size - head.length)]);

test('a slip is returned with its detected media type', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  for (const as of ['png', 'jpeg', 'webp'] as const) {
    const { paymentId } = await notifyPaymentStep(shop, order, '1', { slip: await photo({ as }) });
    const slip = slipOf(shop.ctx.db, paymentId);
    assert.equal(slip.mediaType, `image/${as}`);
    const { format, width } = await sharp(slip.picture).metadata();
    assert.deepEqual([format, width], [as, 1200]);
    assert.equal(paymentDetails(shop.ctx.db, order.id).at(-1)?.slipType, `image/${as}`);
  }
});

test('a payment is refused if its slip is too large or not a picture', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const wrong = [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.from('GIF89a'),
    png().subarray(0, 8),
    png(0, 3),
    png(2, 0),
    jpeg().subarray(0, 4),
    jpeg(0, 3),
    jpeg(2, 0),
    jpeg(2, 3, 'c4'), // a segment without the picture size
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(100)]),
    Buffer.from('ffd8'.padEnd(200, 'ff'), 'hex'),
    Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(100)]),
    LOSSY.subarray(0, 20),
    webp('VP8 ', '9d01009d012a00000300'),
    webp('VP8 ', '00000000000002000300'),
    webp('VP8L', '0001800000000000000000'),
    webp('ALPH', '10000000010000020000'),
    ...[png(), jpeg(), LOSSY].map((head) => Buffer.concat([Buffer.from(' '), head])),
  ];
  for (const slip of wrong)
    await refusesPaymentReport(shop, order, { key: 'slip_not_a_picture', path: 'slip' }, { slip });
  const slip = picture(jpeg(), MAX_BYTES + 1);
  await refusesPaymentReport(shop, order, { key: 'slip_too_large', path: 'slip' }, { slip });
});

test('a repeated slip is saved, and the earlier payments with it are returned', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const orders = [await latte(shop), await latte(shop)] as const;
  const slip = await photo();
  const otherSlip = await photo({ color: '#2a2' });
  assert.deepEqual((await notifyPaymentStep(shop, orders[0], '65', { slip })).sameSlip, []);
  assert.deepEqual((await notifyPaymentStep(shop, orders[0], '65', { slip: otherSlip })).sameSlip, []);
  await reject(shop, idOf('1'));
  const repeated = await notifyPaymentStep(shop, orders[1], '65', { slip });
  assert.deepEqual(repeated.sameSlip, [{ paymentId: 1, orderId: orders[0].id }]);
  assert.equal(repeated.order.paymentStatus, 'awaiting_confirmation');
  const third = await notifyPaymentStep(shop, orders[1], '65', { slip: Buffer.from(slip) });
  assert.deepEqual(third.sameSlip, [
    { paymentId: 1, orderId: orders[0].id },
    { paymentId: 3, orderId: orders[1].id },
  ]);
});

test('reading the slip of a payment without a slip fails', async () => {
  const shop = await openShop();
  const { paymentId } = await notifyPaymentStep(shop, await latte(shop), '65');
  assert.throws(() => slipOf(shop.ctx.db, paymentId), appError({ key: 'payment_has_no_slip', params: { payment: 1 } }));
  assert.throws(
    () => slipOf(shop.ctx.db, idOf('99')),
    appError({ code: 'not_found', key: 'payment_not_found', params: { payment: 99 } }),
  );
});
