import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc16 } from '../../src/domain/orders/payments/promptpay.ts';
import { qrOf } from '../../src/domain/print/paper/barcode-encoders.ts';

// Writes the QR codes of the demo's payment slips: `npx tsx build/demo/slip-codes.ts`.

const FILE = path.join(import.meta.dirname, '..', '..', 'src/domain/demo/pictures/slip-codes.csv');
const CODES = 80;
const BANK = '004';

const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** The content of the QR code on a Thai payment slip. */
function slipCodeText(reference: string): string {
  const content = field('00', '000001') + field('01', BANK) + field('02', reference);
  const text = `${field('00', content)}${field('51', 'TH')}9104`;
  return text + crc16(text);
}

/** The rows as hexadecimal numbers that begin with a 1 before their modules. */
function rowsOf(text: string): string {
  const { modules, rows } = qrOf(text);
  const digits = rows.map((runs) =>
    runs.reduce((row, { x, width }) => row.padEnd(x, '0') + '1'.repeat(width), '').padEnd(modules, '0'),
  );
  return digits.map((row) => Number.parseInt(`1${row}`, 2).toString(16)).join(' ');
}

const references = Array.from({ length: CODES }, (_, i) => String(400_000_000_000_000 + (i + 1) * 791_900_000_003));
const lines = references.map((reference) => `${BANK},${reference},${rowsOf(slipCodeText(reference))}`);
writeFileSync(FILE, ['bank,reference,rows', ...lines, ''].join('\n'));
