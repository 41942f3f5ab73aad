import type { Language } from './catalogue.ts';

// Names of codes in messages. In English a code is written in words (`picked up`), so that a reader recognizes it in the API
// and on the command line.

const ORDER = { open: 'กำลังดำเนินการ', completed: 'สำเร็จ', canceled: 'ยกเลิกแล้ว', expired: 'หมดเวลาชำระ' };

const COD = {
  pending: 'COD รอเก็บเงิน',
  collected: 'COD รอขนส่งโอน',
  remitted: 'COD ได้รับเงินแล้ว',
  failed: 'COD เก็บเงินไม่ได้',
};

const SHIPMENT = {
  booked: 'รอส่งให้ขนส่ง',
  picked_up: 'ขนส่งรับแล้ว',
  in_transit: 'ระหว่างทาง',
  out_for_delivery: 'กำลังนำจ่าย',
  delivered: 'ส่งถึงแล้ว',
  delivery_failed: 'นำจ่ายไม่สำเร็จ',
  returning: 'กำลังตีกลับ',
  returned: 'ตีกลับแล้ว',
  canceled: 'ยกเลิกแล้ว',
};

const PAYMENT = { notified: 'รอตรวจ', confirmed: 'ยืนยันแล้ว', rejected: 'ปฏิเสธ', refunded: 'คืนเงินแล้ว' };

const STOCK_DOCUMENT = { draft: 'ฉบับร่าง', committed: 'เสร็จแล้ว', discarded: 'ยกเลิกแล้ว' };

const STOCK_REMOVAL = {
  deducted: 'หักออก',
  put_together: 'ใช้ประกอบ',
  taken_apart: 'แยกชุด',
  written_off: 'ตัดออก',
  transferred: 'ย้าย',
  shipped: 'ส่ง',
};

const ADDRESS_OWNER = { sender: 'ผู้ส่ง', recipient: 'ผู้รับ' };

const nameIn =
  <Code extends string>(thai: Readonly<Record<Code, string>>) =>
  (code: Code, language: Language): string =>
    language === 'th' ? thai[code] : code.replaceAll('_', ' ');

const inBoth =
  <Code extends string>(names: Readonly<Record<Code, { [Each in Language]: string }>>) =>
  (code: Code, language: Language): string =>
    names[code][language];

export type OrderStatus = keyof typeof ORDER;
export type CodStatus = keyof typeof COD;
export type ShipmentStatus = keyof typeof SHIPMENT;
export type PaymentStatus = keyof typeof PAYMENT;
export type StockDocumentStatus = keyof typeof STOCK_DOCUMENT;
export type StockRemoval = keyof typeof STOCK_REMOVAL;

export const orderStatus = nameIn(ORDER);
export const codStatus = nameIn(COD);
export const shipmentStatus = nameIn(SHIPMENT);
export const paymentStatus = nameIn(PAYMENT);
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
  pictures: { en: 'The library that reads pictures', th: 'ไลบรารีสำหรับอ่านรูป' },
});

/** Kinds of uploaded files that raan cannot read as a table. */
const FILE_KIND = {
  old_excel: { en: 'an old Excel workbook (.xls)', th: 'ไฟล์ Excel รุ่นเก่า (.xls)' },
  binary_excel: { en: 'a binary Excel workbook (.xlsb)', th: 'ไฟล์ Excel แบบไบนารี (.xlsb)' },
  opendocument: { en: 'an OpenDocument file (.ods)', th: 'ไฟล์ OpenDocument (.ods)' },
  numbers: { en: 'a Numbers spreadsheet', th: 'ไฟล์ Numbers ของ Apple' },
  web_page: { en: 'a web page or XML', th: 'หน้าเว็บหรือ XML' },
  pdf: { en: 'a PDF', th: 'ไฟล์ PDF' },
  picture: { en: 'a picture', th: 'รูปภาพ' },
  document: { en: 'a text document or a presentation', th: 'เอกสารหรือสไลด์' },
  archive: { en: 'an archive such as ZIP', th: 'ไฟล์บีบอัด เช่น ZIP' },
  unknown: { en: 'not a text file', th: 'ไฟล์ที่ไม่ใช่ข้อความ' },
};

export type FileKind = keyof typeof FILE_KIND;
export const fileKind = inBoth(FILE_KIND);

export type MoneyColumn = 'price' | 'cost';

export const moneyColumn = inBoth<MoneyColumn>({
  price: { en: 'Price', th: 'ราคา' },
  cost: { en: 'Cost', th: 'ต้นทุน' },
});
