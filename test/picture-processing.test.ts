import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { preparePicture, turnPicture } from '../src/domain/pictures/prepare.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { appError } from './errors.ts';
import { hasBandColor, inspectPicture, photo } from './sample-photos.ts';
import { rowCount } from './sql.ts';
import { openShop } from './support.ts';

test('a rotated photo is turned upright and loses its metadata', async () => {
  const shop = await openShop();
  const prepared = await preparePicture(shop.ctx, await photo({ width: 1200, height: 900, orientation: 6 }));
  for (const size of ['full', 'thumbnail', 'tiny'] as const) {
    const { width = 0, height = 0, notes } = await inspectPicture(prepared[size]);
    assert.ok(height > width);
    assert.equal(notes, false);
    assert.ok(!Buffer.from(prepared[size]).includes('Exif'));
    assert.equal(await hasBandColor(prepared[size], width >> 1, 2), true, 'the left side is on top');
    assert.equal(await hasBandColor(prepared[size], width >> 1, height - 3), false);
  }
});

test('an uploaded picture is turned clockwise, after it is upright', async () => {
  const shop = await openShop();
  const upright = await photo({ width: 120, height: 80 });
  const [turned, back] = [
    await preparePicture(shop.ctx, upright, { turn: 90 }),
    await preparePicture(shop.ctx, upright, { turn: 180 }),
  ];
  assert.deepEqual(await inspectPicture(turned.full), { format: 'jpeg', width: 80, height: 120, notes: false });
  assert.equal(await hasBandColor(turned.full, 40, 5), true, 'the left side is on top');
  assert.equal(await hasBandColor(back.full, 115, 40), true, 'the left side is on the right');
  const camera = await preparePicture(shop.ctx, await photo({ width: 120, height: 80, orientation: 6 }), { turn: 270 });
  assert.equal(await hasBandColor(camera.full, 5, 40), true, 'the left side is on the left');
});

test('an uploaded picture is cropped after it is turned', async () => {
  const shop = await openShop();
  const upright = await photo({ width: 120, height: 80 });
  const half = { left: 0, top: 0, width: 1000, height: 500 };
  const cropped = await preparePicture(shop.ctx, upright, { turn: 90, part: half });
  assert.deepEqual(await inspectPicture(cropped.full), { format: 'jpeg', width: 80, height: 60, notes: false });
  assert.equal(await hasBandColor(cropped.full, 40, 5), true, 'the left side is on top');
  const camera = await photo({ width: 120, height: 80, orientation: 6 });
  const corner = await preparePicture(shop.ctx, camera, { part: { left: 999, top: 999, width: 500, height: 1 } });
  assert.deepEqual(await inspectPicture(corner.full), { format: 'jpeg', width: 1, height: 1, notes: false });
});

for (const as of ['jpeg', 'png', 'webp'] as const)
  test(`${as} keeps its format when it is turned`, async () => {
    const shop = await openShop();
    const uploaded = await photo({ width: 120, height: 80, as });
    const turned = await turnPicture(shop.ctx, { uploaded, turn: 90, path: 'slip' });
    assert.deepEqual(await inspectPicture(turned), { format: as, width: 80, height: 120, notes: false });
  });

for (const as of ['jpeg', 'png', 'webp'] as const)
  test(`${as} is accepted, and never enlarged`, async () => {
    const shop = await openShop();
    const prepared = await preparePicture(shop.ctx, await photo({ width: 60, height: 40, as }));
    assert.deepEqual(await inspectPicture(prepared.full), { format: 'jpeg', width: 60, height: 40, notes: false });
    assert.deepEqual(await inspectPicture(prepared.tiny), { format: 'jpeg', width: 60, height: 40, notes: false });
  });

/** A PNG with a header of any size and a single repeated white line. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(17);
  head.write('IHDR', 0, 'latin1');
  head.writeUInt32BE(width, 4);
  head.writeUInt32BE(height, 8);
  head.set([8, 2, 0, 0, 0], 12);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(head));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), head, sum, Buffer.alloc(100)]);
}

/** A truncated picture with a valid end marker. */
const truncatedWithEnd = async (): Promise<Buffer> =>
  Buffer.concat([(await photo()).subarray(0, 1_000), Buffer.from('ffd9', 'hex')]);

/** Samsung phones append metadata to pictures, others a second picture. */
const withTrailer = async (): Promise<Buffer> =>
  Buffer.concat([await photo(), Buffer.from('\0\0\x01\n\x0e\0\0\0Image_UTC_DataSEFT'), await photo({ color: '#777' })]);

const truncated = async (): Promise<Buffer> => (await photo()).subarray(0, 2_000);

const REFUSED: [string, () => Buffer | Promise<Buffer>, MessageKey][] = [
  ['text', () => Buffer.from('<html><script>alert(1)</script>'), 'not_a_picture'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
  ['a GIF', () => photo({ as: 'gif' }), 'not_a_picture'],
  ['an empty file', () => Buffer.alloc(0), 'not_a_picture'],
  ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'picture_is_heic'],
  ['a file above 10 MB', () => Buffer.alloc(10 * 2 ** 20 + 1), 'picture_too_large'],
  ['a picture with too many pixels', () => bomb(60_000, 60_000), 'picture_has_too_many_pixels'],
  ['a header without pixels', () => bomb(1_000, 1_000), 'picture_damaged'],
  ['half a picture', truncated, 'picture_damaged'],
  ['a truncated picture with an end marker', truncatedWithEnd, 'picture_damaged'],
];

for (const [what, make, key] of REFUSED)
  test(`${what} is refused, and nothing is saved`, async () => {
    const shop = await openShop();
    await assert.rejects(
      preparePicture(shop.ctx, await make()),
      appError({ code: 'invalid_request', key, path: 'picture' }),
    );
    assert.equal(rowCount(shop.ctx.db, 'pictures'), 0);
  });

test('trailing data that phones append is ignored', async () => {
  const shop = await openShop();
  const { full } = await preparePicture(shop.ctx, await withTrailer());
  assert.equal(await hasBandColor(full, 10, 10), true);
});
