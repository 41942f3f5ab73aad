import type { FileTable } from '../../../lib/csv.ts';
import { type HeaderRating, headerRating } from '../../../lib/spreadsheet/header-row.ts';
import { guessColumn, plainCell, splitNames } from '../../../lib/spreadsheet/headings.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { NUMBER_HEADINGS } from '../payments/remittance-file.ts';

/** Columns of a courier's file of new parcels. */
export const NUMBER_COLUMNS = ['number', 'reference', 'telephone', 'postal_code'] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
export type ChosenColumns = Partial<Record<NumberColumn, string | undefined>>;

const HEADINGS: Record<NumberColumn, readonly (readonly string[])[]> = {
  number: NUMBER_HEADINGS,
  reference: [
    splitNames(`order, order number, order no, order ID, order code, customer order, customer order no
      customer order number, merchant order no, merchant order number, shop order no, shop order ID, seller order no
      external order ID, sales order, sales order no
      คำสั่งซื้อ, เลขที่คำสั่งซื้อ, เลขคำสั่งซื้อ, หมายเลขคำสั่งซื้อ, รหัสคำสั่งซื้อ, ออเดอร์, เลขออเดอร์, เลขที่ออเดอร์, หมายเลขออเดอร์`),
    splitNames(`reference, reference number, reference no, reference ID, ref, ref no, ref number, customer reference
      customer ref, customer ref no, merchant reference, shipper reference, shipper ref
      อ้างอิง, เลขอ้างอิง, เลขที่อ้างอิง, หมายเลขอ้างอิง, รหัสอ้างอิง, เลขอ้างอิงลูกค้า, เลขอ้างอิงร้านค้า`),
  ],
  telephone: [
    splitNames(`recipient phone, recipient phone number, recipient tel, recipient telephone, recipient mobile
      receiver phone, receiver phone number, receiver tel, receiver telephone, receiver mobile
      consignee phone, consignee phone number, consignee tel, consignee telephone, consignee mobile, dst phone
      เบอร์โทรผู้รับ, เบอร์โทรศัพท์ผู้รับ, เบอร์ผู้รับ, โทรศัพท์ผู้รับ, เบอร์มือถือผู้รับ, หมายเลขโทรศัพท์ผู้รับ`),
    splitNames(`phone, phone number, phone no, tel, tel no, telephone, telephone number, mobile, mobile number, mobile no
      เบอร์โทร, เบอร์โทรศัพท์, โทรศัพท์, เบอร์มือถือ, มือถือ, หมายเลขโทรศัพท์, เบอร์ติดต่อ`),
  ],
  postal_code: [
    splitNames(`recipient postal code, recipient postcode, recipient zip, recipient zip code, receiver postal code
      receiver postcode, receiver zip code, consignee postal code, consignee postcode, consignee zip code, dst postal code
      destination postal code, destination zip code
      รหัสไปรษณีย์ผู้รับ, รหัสไปรษณีย์ปลายทาง, ไปรษณีย์ปลายทาง`),
    splitNames('postal code, postcode, post code, zip, zip code, รหัสไปรษณีย์, ไปรษณีย์, รหัสปณ'),
  ],
};

/** Recognizes the header row below the titles of a courier's file. */
export const numberFileHeader: HeaderRating = headerRating(NUMBER_COLUMNS.map((name) => ({ known: HEADINGS[name] })));

/** The columns that their headings suggest. */
export const guessedColumns = (columns: readonly string[]): ChosenColumns =>
  Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, guessColumn(columns, HEADINGS[name])]));

/** A row of the file. Texts are empty where it has none. */
export interface NumberRow {
  /** As in a spreadsheet. */
  row: number;
  trackingNumber: string;
  reference: string;
  /** As `telephoneKey`. */
  telephone: string | null;
  postalCode: string;
}

/** The rows that have anything in one of the columns. */
export const numberRows = ({ rows }: Pick<FileTable, 'rows'>, chosen: ChosenColumns): NumberRow[] =>
  rows
    .map(({ row, cells }): NumberRow => {
      const text = (name: NumberColumn) => plainCell((chosen[name] && cells.get(chosen[name])) ?? '');
      return {
        row,
        trackingNumber: text('number').replace(/\s/g, ''),
        reference: text('reference'),
        telephone: telephoneOf(text('telephone')),
        postalCode: text('postal_code'),
      };
    })
    .filter(({ trackingNumber, reference, telephone }) => trackingNumber + reference + (telephone ?? '') !== '');

/** Spreadsheets drop the leading zero. */
const telephoneOf = (text: string): string | null => telephoneKey(/^[2-9]\d{7,8}$/.test(text) ? `0${text}` : text);
