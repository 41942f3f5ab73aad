import type { FileRow, FileTable } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import type { RemittanceColumn } from '../../../lib/messages/code-names.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Money, parseMoney } from '../../../lib/money.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { type HeaderRating, headerRating } from '../../../lib/spreadsheet/header-row.ts';
import { guessColumn, normalizeHeading, plainCell, splitNames } from '../../../lib/spreadsheet/headings.ts';
import { shorten } from '../../../lib/text.ts';
import { markTotals } from './remittance-total.ts';

/** A row of a courier's remittance: the parcel and the collected amount. */
export interface RemittanceRow {
  /** The row number of the spreadsheet, or the position among typed parcels. */
  row: number;
  trackingNumber: string;
  /** Null if unreadable, see `problem`. */
  paid: Money | null;
  problem?: Message | undefined;
  /** Fee that the courier kept, if the file has it. */
  fee?: Money;
  /** The total of the file, not a parcel: `paid` is what it says. */
  isTotal?: true;
  /** Typed by the store, without a file: an amount that differs from the COD of the parcel is meant. */
  isTyped?: true;
}

/** Column headings; by default those that couriers are known to use. */
interface RemittanceColumns {
  number?: string | undefined;
  amount?: string | undefined;
}

/** Headings of the tracking number. Ambiguous names are used only if no better one is present. */
export const NUMBER_HEADINGS: readonly (readonly string[])[] = [
  splitNames(`tracking, tracking number, tracking no, tracking ID, tracking code, track number, track no, PNO
    AWB, AWB number, AWB no, airway bill, waybill, waybill number, waybill no
    consignment, consignment number, consignment no, parcel number, parcel no, parcel ID
    หมายเลขพัสดุ, เลขพัสดุ, เลขที่พัสดุ, รหัสพัสดุ, หมายเลข tracking, เลข tracking, เลขแทร็ค, เลขแทรค, เลขแทร็กกิ้ง, เลขแทรกกิ้ง
    หมายเลขติดตาม, หมายเลขติดตามพัสดุ, เลขติดตาม, เลขติดตามพัสดุ, หมายเลขใบนำส่ง, เลขที่ใบนำส่ง, หมายเลขสิ่งของ, เลขที่สิ่งของ`),
  splitNames('shipment number, shipment no, shipment ID, item number, item no, item ID, barcode, บาร์โค้ด, หมายเลข'),
];

/** Headings of the collected amount, before the courier’s fee. */
export const AMOUNT_HEADINGS: readonly (readonly string[])[] = [
  splitNames(`COD, COD amount, COD value, COD collected, collected COD, collected, collected amount, amount collected
    cash on delivery, cash on delivery amount, COD collection amount, collection amount
    ยอด COD, ยอดเงิน COD, จำนวนเงิน COD, มูลค่า COD, เงิน COD, ยอดเก็บ COD, เก็บเงินปลายทาง, เงินเก็บปลายทาง, ยอดเก็บปลายทาง
    ยอดเก็บเงินปลายทาง, จำนวนเงินเก็บปลายทาง, จำนวนเงินเก็บเงินปลายทาง, ยอดเก็บเงิน, ยอดเงินที่เก็บ, ยอดเงินที่เก็บได้
    จำนวนเงินที่เก็บ, จำนวนเงินที่เก็บได้`),
  splitNames('amount, จำนวนเงิน, ยอดเงิน'),
];

/** Headings of what the courier transfers: the amount less all fees. */
export const NET_HEADINGS: readonly (readonly string[])[] = [
  splitNames(`net, net amount, net COD, net COD amount, net payout, net transfer, net remittance, net total
    ยอดสุทธิ, ยอดโอนสุทธิ, ยอดเงินสุทธิ, ยอดเงินโอนสุทธิ, จำนวนเงินสุทธิ, ยอด COD สุทธิ, สุทธิ`),
];

/** Headings of the courier’s fee, without VAT. */
export const FEE_HEADINGS: readonly (readonly string[])[] = [
  splitNames(`COD fee, COD service fee, COD service charge, COD charge, fee, fees, service fee
    ค่าธรรมเนียม COD, ค่าธรรมเนียม, ค่าธรรมเนียมเก็บเงินปลายทาง, ค่าบริการ COD, ค่าบริการเก็บเงินปลายทาง, ค่าบริการ`),
];

/** Recognizes the header row below the titles of a courier's file. */
export const remittanceHeader = ({ number, amount }: RemittanceColumns = {}): HeaderRating =>
  headerRating([
    { given: number, known: NUMBER_HEADINGS },
    { given: amount, known: AMOUNT_HEADINGS },
  ]);

/** The rows of a courier's file, including unreadable ones and totals. @throws OperatorError if columns are not recognized */
export function remittanceRows(table: FileTable, name: string, columns: RemittanceColumns = {}): RemittanceRow[] {
  const number = columnOf(table, name, { given: columns.number, known: NUMBER_HEADINGS, what: 'tracking_number' });
  const amount = columnOf(table, name, { given: columns.amount, known: AMOUNT_HEADINGS, what: 'amount' });
  const others = table.columns.filter((column) => column !== amount);
  const [net, fee] = [guessColumn(others, NET_HEADINGS), guessColumn(others, FEE_HEADINGS)];
  const rows = table.rows.map((row) => withFee(rowOf(row, number, amount), row, { net, fee }));
  return markTotals(rows, table.rows);
}

/** Adds what the courier kept: the difference from the net amount, otherwise the fee. */
function withFee(
  row: RemittanceRow,
  { cells }: FileRow,
  columns: { net: string | undefined; fee: string | undefined },
): RemittanceRow {
  if (row.paid === null) return row;
  const cell = (column: string | undefined) => (column === undefined ? '' : plainCell(cells.get(column) ?? ''));
  const net = readBaht(cell(columns.net));
  const fee = net === undefined ? readBaht(cell(columns.fee).replace(/^-/, '')) : ((row.paid - net) as Money);
  return fee === undefined || fee < 0 || fee > row.paid ? row : { ...row, fee };
}

function rowOf({ row, cells, problem }: FileRow, number: string, amount: string): RemittanceRow {
  const trackingNumber = plainCell(cells.get(number) ?? '');
  const text = plainCell(cells.get(amount) ?? '');
  const paid = readBaht(text);
  if (problem !== undefined) return { row, trackingNumber, paid: null, problem };
  if (trackingNumber === '')
    return { row, trackingNumber, paid: paid ?? null, problem: message('remittance_row_without_number') };
  if (paid === undefined)
    return {
      row,
      trackingNumber,
      paid: null,
      problem:
        text === ''
          ? message('remittance_row_without_amount')
          : message('remittance_amount_unreadable', { text: shorten(text) }),
    };
  return { row, trackingNumber, paid };
}

const MAX_AMOUNT_LENGTH = 100;

/** `1,250.00`, `฿1250`, `1250 บาท`; undefined if it is not an amount or negative. */
function readBaht(text: string): Money | undefined {
  if (text.length > MAX_AMOUNT_LENGTH) return undefined;
  const digits = text.replace(/^(฿|thb)\s*|\s*(฿|thb|baht|บาท)$/gi, '');
  const amount = parseMoney(plainNumber(digits));
  return amount !== undefined && amount >= 0 ? amount : undefined;
}

interface ColumnSearch {
  given: string | undefined;
  known: readonly (readonly string[])[];
  what: RemittanceColumn;
}

function columnOf({ columns }: FileTable, name: string, { given, known, what }: ColumnSearch): string {
  if (given !== undefined) {
    if (columns.includes(given.trim())) return given.trim();
    throw new OperatorError('remittance_column_missing', { file: name, column: given, columns });
  }
  for (const headings of known) {
    const normalized = new Set(headings.map(normalizeHeading));
    const [match, other] = columns.filter((column) => normalized.has(normalizeHeading(column)));
    if (match !== undefined && other !== undefined)
      throw new OperatorError('remittance_column_ambiguous', { file: name, what, one: match, other });
    if (match !== undefined) return match;
  }
  throw new OperatorError('remittance_column_unknown', { file: name, what, columns });
}
