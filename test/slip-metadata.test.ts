import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type FormatEnum } from 'sharp';
import { slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { readSlip } from '../src/domain/orders/payments/slip.ts';
import { AppError } from '../src/lib/errors.ts';
import { assertNotBlocking } from './event-loop.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { photo } from './sample-photos.ts';
import { idOf, openShop } from './support.ts';

const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 22/1' };
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>';

/** A photo with place, camera and comments, a quarter turn from upright. */
async function taggedPhoto(as: keyof FormatEnum, options: object = {}, camera = 'Phone'): Promise<Buffer> {
  const upright = await photo({ width: 90, height: 60, as: 'png' });
  return sharp(upright)
    .withExif({ IFD0: { Make: camera, Orientation: '6' }, IFD3: GPS })
    .withXmp(XMP)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toFormat(as, options)
    .toBuffer();
}

const pixels = (picture: Uint8Array) => sharp(picture, { failOn: 'warning' }).raw().toBuffer();

const KINDS = [
  ['jpeg', {}],
  ['jpeg', { progressive: true }],
  ['png', {}],
  ['webp', {}],
  ['webp', { lossless: true }],
] as const;

for (const [as, options] of KINDS)
  test(`a slip as ${as} ${JSON.stringify(options)} loses its metadata and keeps pixels, colors and orientation`, async () => {
    const uploaded = await taggedPhoto(as, options);
    const { picture } = readSlip(uploaded);
    const [before, after] = [await sharp(uploaded).metadata(), await sharp(picture).metadata()];
    assert.ok(before.xmp && before.exif?.includes('Phone'));
    assert.equal(after.xmp, undefined);
    assert.equal(Buffer.from(picture).includes('Phone'), false);
    assert.ok((after.exif?.length ?? 0) < 60, 'only the orientation is left');
    assert.deepEqual([after.orientation, after.icc], [6, before.icc]);
    assert.deepEqual(await pixels(picture), await pixels(uploaded));
    assert.deepEqual(readSlip(picture).picture, picture, 'nothing is left to remove');
  });

test('comments and files after the picture are removed', async () => {
  const jpeg = await photo({ width: 30, height: 20 });
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('secret')]);
  const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), jpeg, Buffer.from('secret video')]);
  const { picture } = readSlip(commented);
  assert.equal(Buffer.from(picture).includes('secret'), false);
  assert.ok(picture.byteLength < jpeg.length);
  assert.deepEqual(await pixels(picture), await pixels(jpeg));
  const png = await photo({ width: 30, height: 20, as: 'png' });
  assert.deepEqual(readSlip(Buffer.concat([png, Buffer.from('secret')])).picture, png);
});

test('the same picture with other metadata is a duplicate slip', async () => {
  const shop = await openShop();
  const order = { id: idOf((await shop.order()).body.order.id) };
  const first = await notifyPaymentStep(shop, order, '10', { slip: await taggedPhoto('jpeg') });
  const second = await notifyPaymentStep(shop, order, '10', { slip: await taggedPhoto('jpeg', {}, 'Other phone') });
  assert.deepEqual(first.sameSlip, []);
  assert.deepEqual(second.sameSlip, [{ paymentId: first.paymentId, orderId: order.id }]);
  assert.equal(Buffer.from(slipOf(shop.ctx.db, first.paymentId).picture).includes('Phone'), false);
});

test('a damaged slip is refused or stored, and never fails otherwise', async () => {
  for (const [as, options] of KINDS) {
    const whole = await taggedPhoto(as, options);
    for (let i = 0; i < 300; i += 1) {
      const slip = Buffer.from(whole.subarray(0, i % 2 === 0 ? whole.length : Math.floor((whole.length * i) / 300)));
      if (slip.length > 40) slip[40 + ((i * 37) % (slip.length - 40))] = (i * 101) % 256;
      try {
        readSlip(slip);
      } catch (error) {
        assert.ok(error instanceof AppError, String(error));
      }
    }
  }
});

const filled = (start: string, piece: string, end = '') =>
  Buffer.concat([
    Buffer.from(start, 'hex'),
    Buffer.alloc(5 * 2 ** 20 - 1_000, Buffer.from(piece, 'hex')),
    Buffer.from(end, 'hex'),
  ]);

const SOF = 'ffc0000b080010001001011100';
const SCAN = 'ffda0008010100003f00';
const PNG_HEAD = `89504e470d0a1a0a0000000d49484452000000100000001008020000${'00'.repeat(5)}`;
const WEBP_HEAD = '52494646000000005745425056503858' + '0a000000000000000f00000f0000';

test('a slip of nothing but tiny segments is refused without blocking other calls', async () => {
  for (const [what, picture] of [
    ['JPEG of tables', filled(`ffd8${SOF}`, 'ffc40002', SCAN)],
    ['JPEG of scans', filled(`ffd8${SOF}`, 'ffda0002', SCAN)],
    ['PNG', filled(PNG_HEAD, '000000004142434400000000')],
    ['WebP', filled(WEBP_HEAD, '414c504800000000')],
  ] as const)
    await assertNotBlocking(what, async () => {
      assert.throws(() => readSlip(picture), AppError, what);
    });
  const stuffed = filled(`ffd8${SOF}${SCAN}`, 'ff00', 'ffd9');
  const { picture } = await assertNotBlocking('a scan of stuffed bytes', async () => readSlip(stuffed));
  assert.ok(stuffed.equals(picture));
});
