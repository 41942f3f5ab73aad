import { bilingual } from '../../bilingual.ts';

export const numberTexts = bilingual({
  title: ['ใส่เลขพัสดุ', 'Add tracking numbers'],
  hint: [
    'หลังส่งของที่เคาน์เตอร์ สแกนรหัสคำสั่งซื้อ แล้วสแกนเลขพัสดุที่ขนส่งให้มา ทีละพัสดุ',
    'After dropping parcels at the counter, scan the order, then the tracking number of the courier, parcel by parcel.',
  ],
  order: ['รหัสคำสั่งซื้อ', 'Order code'],
  number: ['เลขพัสดุ', 'Tracking number'],
  next: ['ถัดไป', 'Next'],
  otherOrder: ['เลือกคำสั่งซื้ออื่น', 'Another order'],
  unknown: [(code: string) => `ไม่พบคำสั่งซื้อ ${code}`, (code: string) => `Order ${code} not found`],
  isOrder: [
    (code: string) => `${code} เป็นรหัสคำสั่งซื้อ ไม่ใช่เลขพัสดุ`,
    (code: string) => `${code} is the code of an order, not a tracking number`,
  ],
  saved: [
    (order: number, number: string) => `คำสั่งซื้อ #${order}: ${number}`,
    (order: number, number: string) => `Order #${order}: ${number}`,
  ],
  station: ['โต๊ะแพ็ก', 'Packing station'],
});
