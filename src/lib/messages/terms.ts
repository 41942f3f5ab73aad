import type { Language } from './catalogue.ts';

// What codes are called inside of a message.

/** In English a status is its code in words, so that it can be found in the API and on the command line. */
type Named<Code extends string> = Readonly<Record<Code, string>>;

const ORDER: Named<'open' | 'completed' | 'canceled' | 'expired'> = {
  open: 'เปิดอยู่',
  completed: 'สำเร็จ',
  canceled: 'ยกเลิกแล้ว',
  expired: 'หมดเวลาชำระ',
};

const COD: Named<'pending' | 'collected' | 'remitted' | 'failed'> = {
  pending: 'COD รอเก็บเงิน',
  collected: 'COD รอขนส่งโอน',
  remitted: 'COD ได้รับเงินแล้ว',
  failed: 'COD เก็บเงินไม่ได้',
};

const SHIPMENT: Named<
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
  booked: 'รอส่งมอบขนส่ง',
  picked_up: 'ขนส่งรับแล้ว',
  in_transit: 'ระหว่างทาง',
  out_for_delivery: 'กำลังนำจ่าย',
  delivered: 'ถึงผู้รับแล้ว',
  delivery_failed: 'นำจ่ายไม่สำเร็จ',
  returning: 'กำลังตีกลับ',
  returned: 'ตีกลับแล้ว',
  canceled: 'ยกเลิกแล้ว',
};

const PAYMENT: Named<'notified' | 'confirmed' | 'rejected' | 'refunded'> = {
  notified: 'รอตรวจ',
  confirmed: 'ยืนยันแล้ว',
  rejected: 'ปฏิเสธ',
  refunded: 'คืนเงินแล้ว',
};

const STOCK_DOCUMENT: Named<'draft' | 'committed' | 'discarded'> = {
  draft: 'ฉบับร่าง',
  committed: 'บันทึกแล้ว',
  discarded: 'ทิ้งแล้ว',
};

const STOCK_REMOVAL: Named<'deducted' | 'put_together' | 'taken_apart' | 'written_off' | 'transferred' | 'shipped'> = {
  deducted: 'หักออก',
  put_together: 'ใช้ประกอบ',
  taken_apart: 'แยกชุด',
  written_off: 'ตัดออก',
  transferred: 'ย้าย',
  shipped: 'ส่ง',
};

const ADDRESS_OWNER: Named<'sender' | 'recipient'> = { sender: 'ผู้ส่ง', recipient: 'ผู้รับ' };

const term =
  <Code extends string>(thai: Named<Code>) =>
  (code: Code, language: Language): string =>
    language === 'th' ? thai[code] : code.replaceAll('_', ' ');

export type OrderStatus = keyof typeof ORDER;
export type CodStatus = keyof typeof COD;
export type ShipmentStatus = keyof typeof SHIPMENT;
export type PaymentStatus = keyof typeof PAYMENT;
export type StockDocumentStatus = keyof typeof STOCK_DOCUMENT;
export type StockRemoval = keyof typeof STOCK_REMOVAL;

export type RemittanceColumn = 'tracking_number' | 'amount';

export const orderStatus = term(ORDER);
export const codStatus = term(COD);
export const shipmentStatus = term(SHIPMENT);
export const paymentStatus = term(PAYMENT);
export const stockDocumentStatus = term(STOCK_DOCUMENT);
export const stockRemoval = term(STOCK_REMOVAL);

export const addressOwner = term(ADDRESS_OWNER);

const REMITTANCE_COLUMNS: Readonly<Record<RemittanceColumn, { [Each in Language]: string }>> = {
  tracking_number: { en: 'tracking numbers', th: 'เลขพัสดุ' },
  amount: { en: 'collected amounts', th: 'ยอดที่เก็บได้' },
};

export const remittanceColumn = (column: RemittanceColumn, language: Language): string =>
  REMITTANCE_COLUMNS[column][language];

const COURIERS: Readonly<Record<string, { [Each in Language]: string }>> = {
  ems: { en: 'Thailand Post EMS', th: 'ไปรษณีย์ไทย EMS' },
  register: { en: 'Thailand Post registered', th: 'ไปรษณีย์ไทย ลงทะเบียน' },
  parcel: { en: 'Thailand Post parcel', th: 'ไปรษณีย์ไทย พัสดุ' },
  spx_pickup: { en: 'SPX Express pickup', th: 'SPX Express เข้ารับ' },
  spx_dropoff: { en: 'SPX Express drop-off', th: 'SPX Express ส่งที่จุดรับ' },
  flash: { en: 'Flash Express', th: 'Flash Express' },
  flash_bulky: { en: 'Flash Express Bulky', th: 'Flash Express Bulky' },
  kex: { en: 'KEX Express', th: 'KEX Express' },
  jt: { en: 'J&T Express', th: 'J&T Express' },
  best: { en: 'BEST Express', th: 'BEST Express' },
  ninjavan: { en: 'Ninja Van', th: 'Ninja Van' },
  dhl: { en: 'DHL eCommerce', th: 'DHL eCommerce' },
  inter_express: { en: 'Inter Express', th: 'Inter Express' },
  nim_express: { en: 'Nim Express', th: 'Nim Express' },
  lalamove: { en: 'Lalamove', th: 'Lalamove' },
  store_pickup: { en: 'Store pickup', th: 'รับที่ร้าน' },
  other: { en: 'Other courier', th: 'ขนส่งอื่น' },
};

/** The name of a shipping type; one that the config has added is its own name. */
export const courier = (shippingType: string, language: Language): string =>
  Object.hasOwn(COURIERS, shippingType) ? (COURIERS[shippingType]?.[language] ?? shippingType) : shippingType;
