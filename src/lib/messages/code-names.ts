import type { Language } from './catalogue.ts';

// Names of codes in messages. In English a code is written in words (`picked up`), so that a reader recognizes it in the API
// and on the command line.

type ThaiNames<Code extends string> = Readonly<Record<Code, string>>;

const ORDER: ThaiNames<'open' | 'completed' | 'canceled' | 'expired'> = {
  open: 'กำลังดำเนินการ',
  completed: 'สำเร็จ',
  canceled: 'ยกเลิกแล้ว',
  expired: 'หมดเวลาชำระ',
};

const COD: ThaiNames<'pending' | 'collected' | 'remitted' | 'failed'> = {
  pending: 'COD รอเก็บเงิน',
  collected: 'COD รอขนส่งโอน',
  remitted: 'COD ได้รับเงินแล้ว',
  failed: 'COD เก็บเงินไม่ได้',
};

const SHIPMENT: ThaiNames<
  | 'booked'
  | 'picked_up'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'delivery_failed'
  | 'returning'
  | 'returned'
  | 'canceled'
> = {
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

const PAYMENT: ThaiNames<'notified' | 'confirmed' | 'rejected' | 'refunded'> = {
  notified: 'รอตรวจ',
  confirmed: 'ยืนยันแล้ว',
  rejected: 'ปฏิเสธ',
  refunded: 'คืนเงินแล้ว',
};

const STOCK_DOCUMENT: ThaiNames<'draft' | 'committed' | 'discarded'> = {
  draft: 'ฉบับร่าง',
  committed: 'บันทึกแล้ว',
  discarded: 'ทิ้งแล้ว',
};

const STOCK_REMOVAL: ThaiNames<
  'deducted' | 'put_together' | 'taken_apart' | 'written_off' | 'transferred' | 'shipped'
> = {
  deducted: 'หักออก',
  put_together: 'ใช้ประกอบ',
  taken_apart: 'แยกชุด',
  written_off: 'ตัดออก',
  transferred: 'ย้าย',
  shipped: 'ส่ง',
};

const ADDRESS_OWNER: ThaiNames<'sender' | 'recipient'> = { sender: 'ผู้ส่ง', recipient: 'ผู้รับ' };

const nameIn =
  <Code extends string>(thai: ThaiNames<Code>) =>
  (code: Code, language: Language): string =>
    language === 'th' ? thai[code] : code.replaceAll('_', ' ');

export type OrderStatus = keyof typeof ORDER;
export type CodStatus = keyof typeof COD;
export type ShipmentStatus = keyof typeof SHIPMENT;
export type PaymentStatus = keyof typeof PAYMENT;
export type StockDocumentStatus = keyof typeof STOCK_DOCUMENT;
export type StockRemoval = keyof typeof STOCK_REMOVAL;

export type RemittanceColumn = 'tracking_number' | 'amount';

export const orderStatus = nameIn(ORDER);
export const codStatus = nameIn(COD);
export const shipmentStatus = nameIn(SHIPMENT);
export const paymentStatus = nameIn(PAYMENT);
export const stockDocumentStatus = nameIn(STOCK_DOCUMENT);
export const stockRemoval = nameIn(STOCK_REMOVAL);

export const addressOwner = nameIn(ADDRESS_OWNER);

const REMITTANCE_COLUMNS: Readonly<Record<RemittanceColumn, { [Each in Language]: string }>> = {
  tracking_number: { en: 'tracking numbers', th: 'เลขพัสดุ' },
  amount: { en: 'collected amounts', th: 'ยอดที่เก็บได้' },
};

export const remittanceColumn = (column: RemittanceColumn, language: Language): string =>
  REMITTANCE_COLUMNS[column][language];

export type Library = 'sqlite' | 'pictures';

const LIBRARIES: Readonly<Record<Library, { [Each in Language]: string }>> = {
  sqlite: { en: 'SQLite’s library', th: 'ไลบรารี SQLite' },
  pictures: { en: 'The library that reads pictures', th: 'ไลบรารีสำหรับอ่านรูป' },
};

export const library = (name: Library, language: Language): string => LIBRARIES[name][language];
