import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { promptpayPayload } from '../src/domain/orders/payments/promptpay.ts';
import { qrBlocks, qrPng } from '../src/domain/print/paper/barcode-encoders.ts';
import { baht } from './amounts.ts';
import { RECEIVERS, WALLET } from './promptpay-steps.ts';
import { temporaryFolder } from './support.ts';
import { toolTest } from './tools.ts';

const PAYLOAD = promptpayPayload({ id: WALLET, amount: baht('9999999999.99') });

/** The text of the QR code in the picture. The extension of `name` is its format. */
function scan(name: string, picture: Uint8Array): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, picture);
  const { status, stdout, stderr } = spawnSync('zbarimg', ['--quiet', '--raw', file], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trimEnd();
}

toolTest(['zbarimg'], 'the PNG decodes to the payload', () => {
  for (const [id] of RECEIVERS) {
    const payload = promptpayPayload({ id, amount: baht('65.5') });
    assert.equal(scan('promptpay.png', qrPng(payload)), payload);
  }
});

test('the PNG is square, black and white, and has its quiet zone', () => {
  const png = qrPng(PAYLOAD);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.equal(width, height);
  assert.deepEqual([...png.subarray(24, 29)], [1, 0, 0, 0, 0]);
  const length = png.readUInt32BE(33);
  const pixels = inflateSync(png.subarray(41, 41 + length));
  assert.equal(pixels.length, height * (1 + width / 8));
  const quiet = 4 * 8;
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * (1 + width / 8) + 1, (y + 1) * (1 + width / 8)),
  );
  for (const row of [...rows.slice(0, quiet), ...rows.slice(-quiet)]) assert.ok(row.every((byte) => byte === 0xff));
  for (const row of rows) for (const byte of [...row.subarray(0, 4), ...row.subarray(-4)]) assert.equal(byte, 0xff);
});

toolTest(['zbarimg'], 'the blocks in a terminal, light on dark, decode to the payload', () => {
  const lines = qrBlocks(PAYLOAD);
  const widths = new Set(lines.map((line) => line.length));
  assert.equal(widths.size, 1);
  assert.equal(scan('promptpay.pgm', pgmOf(lines)), PAYLOAD);
});

/** The picture that a terminal shows: each character is two cells high. */
function pgmOf(lines: readonly string[]): Buffer {
  const scale = 6;
  const rows = lines.flatMap((line) => [
    [...line].map((block) => (block === '█' || block === '▀' ? 255 : 0)),
    [...line].map((block) => (block === '█' || block === '▄' ? 255 : 0)),
  ]);
  const pixels = rows.flatMap((row) =>
    new Array(scale).fill(row.flatMap((cell) => new Array(scale).fill(cell))).flat(),
  );
  const head = `P5\n${(rows[0]?.length ?? 0) * scale} ${rows.length * scale}\n255\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(pixels as number[])]);
}
