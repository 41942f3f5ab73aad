import type { HistoryEntry } from '../../../domain/orders/history.ts';
import { ADDRESS_NAMES } from '../../../lib/address-names.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { ORDER_EVENT_NAMES } from '../../../lib/order-names.ts';
import { bilingual } from '../../bilingual.ts';

const events = bilingual(ORDER_EVENT_NAMES);

const recorded = bilingual({
  payment: ['บันทึกรับเงิน', 'Payment recorded'],
  packedPart: [
    (left: number) => `แพ็กบางส่วน เหลือ ${left} ชิ้นส่งภายหลัง`,
    (left: number) => `Partially packed, ${left} ${left === 1 ? 'unit' : 'units'} left for later`,
  ],
});

/**
 * The names of the events of an order. A payment that was not submitted before was recorded by the store. An order of
 * which units were left for a later parcel is partially packed.
 */
export function eventNames(history: readonly HistoryEntry[], language: Language): (entry: HistoryEntry) => string {
  const submitted = new Set(
    history.filter(({ event }) => event === 'payment_notified').map(({ detail }) => detail.payment_id),
  );
  return ({ event, detail }) => {
    const t = recorded(language);
    if (event === 'payment_confirmed' && !submitted.has(detail.payment_id)) return t.payment;
    return event === 'packed' && typeof detail.left === 'number' ? t.packedPart(detail.left) : events(language)[event];
  };
}

export const actors = bilingual({
  user: ['พนักงาน', 'Staff'],
  channel: ['การเชื่อมต่อ', 'API channel'],
  courier: ['ขนส่ง', 'Courier'],
  buyer: ['ลูกค้า', 'Customer'],
  command: ['คำสั่งบนเซิร์ฟเวอร์', 'Command line'],
  system: ['ระบบ', 'System'],
});

/** Names of order and recipient fields, keyed as in `/v1`. */
export const fieldNames = bilingual({
  subtotal: ['ค่าสินค้า', 'Subtotal'],
  discount: ['ส่วนลด', 'Discount'],
  shipping_fee: ['ค่าส่ง', 'Shipping fee'],
  other_fee: ['ค่าอื่น ๆ', 'Other fees'],
  cod_fee: ['ค่าธรรมเนียม COD', 'COD fee'],
  cod_amount: ['ยอด COD', 'COD amount'],
  total: ['ยอดรวม', 'Total'],
  paid_amount: ['ชำระแล้ว', 'Paid'],
  cod_status: ['สถานะ COD', 'COD status'],
  shipping_type: ['ขนส่ง', 'Courier'],
  shipping_label_note: ['ข้อความบนใบปะหน้า', 'Label note'],
  private_note: ['โน้ตของร้าน', 'Private note'],
  expiration_time: ['ชำระภายใน', 'Pay by'],
  ship_deadline_time: ['ส่งภายใน', 'Ship by'],
  ship_before_pay: ['ส่งก่อนชำระเงินได้', 'Ship before payment'],
  channel: ['ช่องทางขาย', 'Sales channel'],
  ...ADDRESS_NAMES,
  name: ['ชื่อผู้รับ', 'Recipient name'],
});

export const changeTexts = bilingual({
  yes: ['ใช่', 'Yes'],
  no: ['ไม่ใช่', 'No'],
  added: [(line: string) => `เพิ่ม ${line}`, (line: string) => `Added ${line}`],
  removed: [(line: string) => `ลบ ${line}`, (line: string) => `Removed ${line}`],
  short: [(lines: string) => `ขาด ${lines}`, (lines: string) => `Missing: ${lines}`],
  withdrawn: [(items: string) => `ไม่ขาดแล้ว ${items}`, (items: string) => `No longer missing: ${items}`],
  damaged: [(lines: string) => `ชำรุด ${lines}`, (lines: string) => `Damaged: ${lines}`],
  missing: [(lines: string) => `ไม่ได้กลับมา ${lines}`, (lines: string) => `Not returned: ${lines}`],
  alsoPays: [(orders: string) => `จ่ายพร้อมกับ ${orders}`, (orders: string) => `Together with ${orders}`],
  replaced: [
    (old: string, number: string) => `ยกเลิก ${old} ออก ${number} แทน`,
    (old: string, number: string) => `No. ${old} canceled, replaced by ${number}`,
  ],
  number: [(number: string) => `เลขที่ ${number}`, (number: string) => `No. ${number}`],
  buyer: ['โดยลูกค้า', 'By the customer'],
  reseller: ['โดยคู่ค้า', 'By the partner'],
  store: ['โดยร้าน', 'By the store'],
  system: ['โดยระบบ', 'By the system'],
});
