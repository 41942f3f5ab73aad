import { bilingual } from '../../bilingual.ts';

export const numberTexts = bilingual({
  title: ['ใส่เลขพัสดุ', 'Add tracking numbers'],
  hint: [
    'หลังส่งของที่เคาน์เตอร์ สแกนเลขคำสั่งซื้อ แล้วสแกนเลขพัสดุที่ขนส่งให้มา ทีละพัสดุ',
    'After dropping parcels at the counter, scan the order number, then the courier’s tracking number, parcel by parcel.',
  ],
  order: ['เลขคำสั่งซื้อ', 'Order number'],
  number: ['เลขพัสดุ', 'Tracking number'],
  next: ['ถัดไป', 'Next'],
  otherOrder: ['เลือกคำสั่งซื้ออื่น', 'Choose another order'],
  unknown: [(code: string) => `ไม่พบคำสั่งซื้อ ${code}`, (code: string) => `Order ${code} not found`],
  isParcel: [
    (code: string, order: number) => `${code} เป็นเลขพัสดุของคำสั่งซื้อ #${order} แล้ว`,
    (code: string, order: number) => `${code} is the tracking number of a parcel of order #${order}`,
  ],
  anyway: ['บันทึกเลขนี้', 'Save anyway'],
  anywayHint: ['ถ้าเลขถูกต้อง สแกนเลขเดิมอีกครั้ง', 'If the number is right, scan it again.'],
  change: ['แก้เลขพัสดุ', 'Change tracking number'],
  saved: [
    (order: number, number: string) => `คำสั่งซื้อ #${order}: ${number}`,
    (order: number, number: string) => `Order #${order}: ${number}`,
  ],
  station: ['แพ็กสินค้า', 'Packing'],
});
