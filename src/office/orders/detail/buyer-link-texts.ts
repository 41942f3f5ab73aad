import { bilingual } from '../../bilingual.ts';

export const buyerLinkTexts = bilingual({
  title: ['ลิงก์ชำระเงินสำหรับลูกค้า', 'Customer payment link'],
  hint: [
    'ลูกค้าเปิดดูยอด ชำระเงิน ส่งสลิป และติดตามพัสดุได้เอง โดยไม่เห็นที่อยู่หรือเบอร์โทร',
    'The customer can see the balance due, pay, send the slip and track the parcel. The address and phone number are hidden.',
  ],
  make: ['สร้างลิงก์', 'Create link'],
  renew: ['สร้างลิงก์ใหม่', 'Create new link'],
  renewHint: ['ลิงก์เดิมจะใช้ไม่ได้ทันที', 'The old link stops working immediately.'],
  revoke: ['ยกเลิกลิงก์', 'Revoke link'],
  revokeHint: ['ลูกค้าจะเปิดลิงก์นี้ไม่ได้อีก', 'The customer can no longer open it.'],
  days: ['หลังคำสั่งซื้อสำเร็จหรือยกเลิก ใช้ลิงก์ได้อีก', 'Keep valid after the order is closed'],
  dayCount: [(days: number) => `${days} วัน`, (days: number) => `${days} days`],
  until: ['ใช้ได้ถึง', 'Valid until'],
  untilClosed: [
    (days: number) => `ใช้ได้อีก ${days} วันหลังคำสั่งซื้อสำเร็จหรือยกเลิก`,
    (days: number) => `Valid for ${days} days after the order is closed`,
  ],
  copyLink: ['คัดลอกลิงก์', 'Copy link'],
  thaiText: ['ข้อความภาษาไทย', 'Text in Thai'],
  englishText: ['ข้อความภาษาอังกฤษ', 'Text in English'],
  copyPaymentLink: ['คัดลอกลิงก์ชำระเงิน', 'Copy payment link'],
  copyText: ['คัดลอกข้อความ', 'Copy text'],
  copyThai: ['คัดลอกข้อความไทย', 'Copy Thai text'],
  copyEnglish: ['คัดลอกข้อความอังกฤษ', 'Copy English text'],
  unreadable: ['แสดงลิงก์นี้ไม่ได้แล้ว สร้างลิงก์ใหม่', 'This link can no longer be shown. Create a new one.'],
  unreachable: [
    'ลูกค้าเปิดลิงก์ชำระเงินไม่ได้ เพราะยังไม่ได้ตั้งที่อยู่เว็บของร้าน',
    'Customers cannot open the payment link, because the web address of the store is not set.',
  ],
  setWebAddress: ['ดูวิธีตั้งที่อยู่เว็บ', 'Learn how to set it'],
  askOwner: ['แจ้งเจ้าของร้านให้ตั้งก่อน', 'Ask the owner to set it.'],
  sendQr: ['ส่ง QR พร้อมเพย์แทน', 'Send the PromptPay QR code instead'],
  show: ['แสดงลิงก์', 'Show link'],
  made: ['สร้างลิงก์ชำระเงินแล้ว', 'Customer payment link created'],
  revoked: ['ยกเลิกลิงก์แล้ว', 'Link revoked'],
});

export interface ChatFacts {
  store: string;
  number: number;
  /** The amount to transfer; undefined if there is none. */
  due: string | undefined;
  address: string;
}

/** Text that the store pastes into the chat with the customer. */
export const chatText = bilingual({
  text: [
    ({ store, number, due, address }: ChatFacts) =>
      due === undefined
        ? `${store} คำสั่งซื้อ #${number}\nดูรายการและสถานะพัสดุได้ที่\n${address}`
        : `${store} คำสั่งซื้อ #${number}\nยอดที่ต้องชำระ ${due}\nชำระเงิน ส่งสลิป และดูสถานะพัสดุได้ที่\n${address}`,
    ({ store, number, due, address }: ChatFacts) =>
      due === undefined
        ? `${store}, order #${number}\nItems and parcel status:\n${address}`
        : `${store}, order #${number}\nBalance due: ${due}\nPay, send the slip and track your parcel:\n${address}`,
  ],
});
