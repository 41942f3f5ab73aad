import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCodParcels } from '../src/domain/orders/payments/cod-parcels.ts';
import {
  AMOUNT_HEADINGS,
  NUMBER_HEADINGS,
  remittanceHeader,
  remittanceRows,
} from '../src/domain/orders/payments/remittance-file.ts';
import { listRemittances } from '../src/domain/orders/payments/remittance-rows.ts';
import { message } from '../src/lib/messages/message.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { readTable } from '../src/lib/spreadsheet/read-table.ts';
import { baht } from './amounts.ts';
import { openSeller, outcome, remitFile, remitRows, rowsIn, sendCodOrder } from './cod-steps.ts';
import { operatorError } from './errors.ts';
import { cafe, idOf, openShop } from './support.ts';
import { workbook } from './workbook.ts';

for (const [what, lists, other, cells] of [
  ['tracking number', NUMBER_HEADINGS, 'COD', '50,EX1'],
  ['amount', AMOUNT_HEADINGS, 'tracking', 'EX1,50'],
] as const)
  test(`every known header of the ${what} is recognized, in any spelling`, () => {
    for (const heading of lists.flat())
      for (const written of [heading, heading.toUpperCase(), ` ${heading.replaceAll(' ', '_')} `, `${heading}.`]) {
        const csv = `${other},${written}\n${cells}`;
        assert.deepEqual(rowsIn(csv), [{ row: 2, trackingNumber: 'EX1', paid: baht('50') }], written);
      }
  });

test('a header may contain its unit', () => {
  for (const heading of ['COD Amount (THB)', 'COD (บาท)', 'ยอดเก็บเงินปลายทาง (บาท)', 'COD Amount [Baht]', 'COD THB'])
    assert.deepEqual(rowsIn(`tracking,"${heading}"\nEX1,50`)[0]?.paid, baht('50'), heading);
});

test('the fee is in its own column or the difference to the net amount; other columns are ignored', () => {
  const csv =
    'ลำดับ,หมายเลขพัสดุ,ชื่อผู้รับ,ยอดเก็บเงินปลายทาง,ค่าธรรมเนียม COD,VAT,ยอดโอนสุทธิ\n1,EX1,สมชาย,"1,250.00",37.50,2.63,"1,209.87"\n';
  assert.deepEqual(rowsIn(csv), [{ row: 2, trackingNumber: 'EX1', paid: baht('1250'), fee: baht('40.13') }]);
  const fees = (file: string) => rowsIn(file).map(({ fee }) => fee);
  assert.deepEqual(fees('tracking,cod,fee\nEX1,50,1.50\nEX2,50,-2\nEX3,50,\nEX4,50,51\n'), [
    baht('1.50'),
    baht('2'),
    undefined,
    undefined,
  ]);
  assert.deepEqual(fees('tracking,cod,net\nEX1,50,52\n'), [undefined]);
  assert.deepEqual(fees('tracking,cod,fee,net\nEX1,100,120,-20\n'), [undefined]);
});

test('a specific header takes precedence over an ambiguous one', () => {
  assert.deepEqual(rowsIn('Amount,COD Amount,Tracking No,Shipment ID\n1,50,EX1,7'), [
    { row: 2, trackingNumber: 'EX1', paid: baht('50') },
  ]);
});

test('unrecognized columns are requested, and can be named', () => {
  const refuses = (csv: string, key: MessageKey, params: object, columns = {}) =>
    assert.throws(() => rowsIn(csv, columns), operatorError({ key, params: { file: 'paid.csv', ...params } }));
  refuses('parcel,cod\n', 'remittance_column_unknown', { what: 'tracking_number', columns: ['parcel', 'cod'] });
  refuses('tracking,net\n', 'remittance_column_unknown', { what: 'amount', columns: ['tracking', 'net'] });
  refuses('awb,tracking no,cod\n', 'remittance_column_ambiguous', { one: 'awb', other: 'tracking no' });
  refuses('tracking,cod\n', 'remittance_column_missing', { column: 'net' }, { amount: 'net' });
  assert.deepEqual(rowsIn('awb,tracking no,cod,net\nX,EX1,50,48\n', { number: 'tracking no', amount: 'net' }), [
    { row: 2, trackingNumber: 'EX1', paid: baht('48') },
  ]);
});

const AMOUNTS: Record<string, string | undefined> = {
  '50': '50',
  '50.00': '50',
  ' 1250.5 ': '1250.5',
  '1,250.00': '1250',
  '12,345,678.25': '12345678.25',
  '฿1,250': '1250',
  '1250 บาท': '1250',
  'THB 99': '99',
  '0': '0',
  "'50": '50',
  '="50"': '50',
  '1,25': undefined,
  '1250,00': undefined,
  '12,50.00': undefined,
  '-50': undefined,
  '(50)': undefined,
  '1.23456': undefined,
  '5e2': undefined,
  '': undefined,
};

for (const [text, expected] of Object.entries(AMOUNTS))
  test(`the amount "${text}" is ${expected === undefined ? 'no amount' : `${expected} baht`}`, () => {
    const [row] = rowsIn(`tracking,cod\nEX1,"${text.replaceAll('"', '""')}"\n`);
    assert.equal(row?.paid === null ? undefined : moneyText(row?.paid as Money), expected);
    assert.equal(row?.problem === undefined, expected !== undefined);
  });

test('a file is read with BOM, in TIS-620, with empty lines and with a total row', async () => {
  const shop = await openSeller();
  const rows = 'เลขพัสดุ,ยอดเก็บเงิน\r\n\r\nEX1,50\r\n,,\r\nEX2,"1,060"\r\nรวม,"1,110"\r\n,"1,110"\r\n';
  const tis620 = Buffer.from(
    [...rows].map((char) => (char > '~' ? char.charCodeAt(0) - 0x0e00 + 0xa0 : char.charCodeAt(0))),
  );
  await sendCodOrder(shop, '50', 'EX1');
  await sendCodOrder(shop, '1060', 'EX2');
  const first = await remitFile(shop, `\ufeff${rows}`);
  assert.deepEqual(outcome(first).matched, ['EX1', 'EX2']);
  assert.deepEqual(outcome(first).differences, []);
  const second = await remitFile(shop, tis620);
  assert.deepEqual(
    outcome(second).differences.map(([, kind]) => kind),
    ['paid_out_already', 'paid_out_already'],
  );
});

test('a row whose amount is split by an unquoted comma is unreadable', () => {
  const [row] = rowsIn('tracking,cod\nEX1,1,250.00\n');
  assert.deepEqual(row, {
    row: 2,
    trackingNumber: 'EX1',
    paid: null,
    problem: message('table_row_too_long', { columns: 2 }),
  });
});

test('remittances are listed by store, newest first, with pages', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } }), cafe({ key: 'tea' })] });
  for (const number of ['EX1', 'EX2', 'EX3']) {
    await sendCodOrder(shop, '50', number);
    await remitRows(shop, [[number, '50']]);
  }
  const page = (store: string | undefined, limit = 50, offset = 0) =>
    listRemittances(shop.ctx.db, idOf(store), { limit, offset }).map(({ id }) => id);
  assert.deepEqual(page(shop.ids.id), [3, 2, 1]);
  assert.deepEqual(page(shop.ids.id, 1, 1), [2]);
  assert.deepEqual(page(shop.stores.tea?.id), []);
  assert.equal(
    listCodParcels(shop.ctx.db, idOf(shop.ids.id), { codStatus: 'remitted', limit: 1, offset: 0 }).sums[0]?.count,
    3,
  );
});

for (const [what, lines] of [
  [
    'titles and an empty line',
    ['Flash Express - COD Remittance Report', 'Period: 1-7 Nov 2026', '', 'No.,PNO,COD Amount,Fee', '1,EX1,50,2'],
  ],
  ['titles with the delimiters of a spreadsheet', ['KEX export,,,,', ',,,,', 'No.,PNO,COD Amount,Fee,', '1,EX1,50,2,']],
  ['a title with another delimiter', ['COD report, November', '', 'No.;PNO;"COD Amount";Fee', '1;EX1;50;2']],
] as const)
  test(`the header of a payout file is found below ${what}`, async () => {
    const table = await readTable(Buffer.from(lines.join('\n')), 'paid.csv', { rating: remittanceHeader() });
    const row = lines.length;
    assert.equal(table.headerRow, row - 1);
    assert.deepEqual(remittanceRows(table, 'paid.csv'), [
      { row, trackingNumber: 'EX1', paid: baht('50'), fee: baht('2') },
    ]);
  });

test('the header of a workbook is found below titles, also by the columns that the user named', async () => {
  const columns = { number: 'Ref', amount: 'Sum' };
  const rows = { 1: ['KEX export'], 2: ['1-7 Nov'], 4: ['No', 'Ref', 'Sum'], 5: [1, 'EX1', 50] };
  const table = await readTable(workbook({ rows }), 'paid.xlsx', { rating: remittanceHeader(columns), maxRows: 1 });
  assert.deepEqual(remittanceRows(table, 'paid.xlsx', columns), [{ row: 5, trackingNumber: 'EX1', paid: baht('50') }]);
});

test('unknown columns below a title are listed, not the title', async () => {
  const csv = 'KEX export\n\nparcel;sum\nEX1;50\n';
  const table = await readTable(Buffer.from(csv), 'paid.csv', { rating: remittanceHeader() });
  assert.deepEqual(table.columns, ['parcel', 'sum']);
});
