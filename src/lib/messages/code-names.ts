import {
  COD_STATUS_NAMES,
  type Name,
  ORDER_STATUS_NAMES,
  PARCEL_STATUS_NAMES,
  PAYMENT_RECORD_NAMES,
} from '../order-names.ts';
import type { Language, Wording } from './catalogue.ts';

// Names of codes in messages. In the API and on the command line, English writes a code in words (`picked up`), so that a
// reader recognizes it there; the office names it like its screens.

const STOCK_DOCUMENT = {
  draft: ['ฉบับร่าง', 'Draft'],
  committed: ['เสร็จแล้ว', 'Completed'],
  discarded: ['ยกเลิกแล้ว', 'Discarded'],
} satisfies Record<string, Name>;

const STOCK_REMOVAL = {
  deducted: ['หักออก', 'deducted'],
  put_together: ['ใช้ประกอบ', 'assembled'],
  taken_apart: ['แยกชุด', 'disassembled'],
  written_off: ['ตัดออก', 'written off'],
  transferred: ['ย้าย', 'transferred'],
  shipped: ['ส่ง', 'shipped'],
} satisfies Record<string, Name>;

const ADDRESS_OWNER = { sender: ['ผู้ส่ง', 'sender'], recipient: ['ผู้รับ', 'recipient'] } satisfies Record<string, Name>;

const nameIn =
  <Code extends string>(names: Readonly<Record<Code, Name>>) =>
  (code: Code, language: Language, wording: Wording): string => {
    if (language === 'th') return names[code][0];
    return wording === 'labels' ? names[code][1] : code.replaceAll('_', ' ');
  };

const inBoth =
  <Code extends string>(names: Readonly<Record<Code, { [Each in Language]: string }>>) =>
  (code: Code, language: Language): string =>
    names[code][language];

export type StockRemoval = keyof typeof STOCK_REMOVAL;

export const orderStatus = nameIn(ORDER_STATUS_NAMES);
export const codStatus = nameIn(COD_STATUS_NAMES);
export const shipmentStatus = nameIn(PARCEL_STATUS_NAMES);
export const paymentStatus = nameIn(PAYMENT_RECORD_NAMES);
/** As `paymentStatus`, for the middle of an English sentence. */
export const paymentState = (code: keyof typeof PAYMENT_RECORD_NAMES, language: Language, wording: Wording) =>
  paymentStatus(code, language, wording).toLowerCase();
export const stockDocumentStatus = nameIn(STOCK_DOCUMENT);
export const stockRemoval = nameIn(STOCK_REMOVAL);

export const addressOwner = nameIn(ADDRESS_OWNER);

export type RemittanceColumn = 'tracking_number' | 'amount';

export const remittanceColumn = inBoth<RemittanceColumn>({
  tracking_number: { en: 'tracking numbers', th: 'เลขพัสดุ' },
  amount: { en: 'collected amounts', th: 'ยอดที่เก็บได้' },
});

export type Library = 'sqlite' | 'pictures';

export const library = inBoth<Library>({
  sqlite: { en: 'SQLite’s library', th: 'ไลบรารี SQLite' },
  pictures: { en: 'The image library', th: 'ไลบรารีสำหรับอ่านรูป' },
});

/** Kinds of uploaded files that raan cannot read as a table. */
const FILE_KIND = {
  old_excel: { en: 'an old Excel workbook (.xls)', th: 'ไฟล์ Excel รุ่นเก่า (.xls)' },
  binary_excel: { en: 'a binary Excel workbook (.xlsb)', th: 'ไฟล์ Excel แบบไบนารี (.xlsb)' },
  opendocument: { en: 'an OpenDocument file (.ods)', th: 'ไฟล์ OpenDocument (.ods)' },
  numbers: { en: 'a Numbers spreadsheet', th: 'ไฟล์ Numbers ของ Apple' },
  web_page: { en: 'a web page or XML', th: 'หน้าเว็บหรือ XML' },
  pdf: { en: 'a PDF', th: 'ไฟล์ PDF' },
  picture: { en: 'an image', th: 'รูปภาพ' },
  document: { en: 'a text document or a presentation', th: 'เอกสารหรือสไลด์' },
  archive: { en: 'an archive such as ZIP', th: 'ไฟล์บีบอัด เช่น ZIP' },
  unknown: { en: 'not a text file', th: 'ไฟล์ที่ไม่ใช่ข้อความ' },
};

export type FileKind = keyof typeof FILE_KIND;
export const fileKind = inBoth(FILE_KIND);

const NO_RESPONSE = { en: 'no response', th: 'เซิร์ฟเวอร์ไม่ตอบ' };
const CLOSED = { en: 'connection closed', th: 'การเชื่อมต่อถูกตัด' };
const UNREACHABLE = { en: 'network unreachable', th: 'เครือข่ายเข้าไม่ถึงเซิร์ฟเวอร์' };

const NETWORK_ERRORS: Readonly<Record<string, { [Each in Language]: string }>> = {
  ENOTFOUND: { en: 'server not found', th: 'ไม่พบเซิร์ฟเวอร์' },
  EAI_AGAIN: { en: 'DNS does not respond', th: 'DNS ไม่ตอบ' },
  ECONNREFUSED: { en: 'connection refused', th: 'เซิร์ฟเวอร์ปฏิเสธการเชื่อมต่อ' },
  ETIMEDOUT: NO_RESPONSE,
  UND_ERR_CONNECT_TIMEOUT: NO_RESPONSE,
  ECONNRESET: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  ENETUNREACH: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
};

/** Why a connection failed; an unknown code, or a text, as it is. */
export const networkError = (why: string, language: Language): string => NETWORK_ERRORS[why]?.[language] ?? why;

export type MoneyColumn = 'price' | 'cost';

export const moneyColumn = inBoth<MoneyColumn>({
  price: { en: 'Price', th: 'ราคา' },
  cost: { en: 'Cost', th: 'ต้นทุน' },
});
