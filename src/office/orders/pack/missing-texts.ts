import { bilingual } from '../../bilingual.ts';

export const missingTexts = bilingual({
  title: [(number: number) => `ของขาด #${number}`, (number: number) => `Missing items #${number}`],
  pack: [(number: number) => `แพ็ก #${number}`, (number: number) => `Pack #${number}`],
  packFirst: [
    'ใส่ของที่มีลงกล่องก่อน ของที่ยังไม่ได้ใส่คือของที่ขาด',
    'Pack what is there first. Items that are not packed are the missing ones.',
  ],
  missing: ['ของที่ขาด', 'Missing'],
  later: ['ส่งของที่มีก่อน ที่เหลือส่งทีหลัง', 'Ship what is packed, the rest later'],
  laterBooked: [
    (number: string) => `พัสดุ ${number} ส่งเฉพาะของที่แพ็กแล้ว ของที่ขาดยังจองสต็อกไว้ และรอแพ็กเป็นอีกพัสดุ`,
    (number: string) =>
      `Parcel ${number} ships with what is packed. The missing items stay reserved and wait for another parcel.`,
  ],
  laterUnbooked: [
    'พัสดุนี้ส่งเฉพาะของที่แพ็กแล้ว ของที่ขาดยังจองสต็อกไว้ และรอแพ็กเป็นอีกพัสดุ',
    'The parcel ships with what is packed. The missing items stay reserved and wait for another parcel.',
  ],
  anotherNumber: ['ของเหล่านี้ส่งด้วยเลขพัสดุอีกเลข', 'They ship with another tracking number.'],
  trackingNumber: ['เลขพัสดุ', 'Tracking number'],
  numberHint: [
    'ยังไม่มีเลขพัสดุ? ปล่อยไว้ก่อนได้ ของที่แพ็กแล้วยังนับอยู่',
    'No number yet? Come back later. The packed quantities are kept.',
  ],
  codAmount: ['ยอด COD ของพัสดุนี้', 'COD amount of this parcel'],
  codHint: ['เว้นว่าง = เก็บทั้งหมดกับพัสดุนี้', 'Leave empty to collect everything with this parcel'],
  laterButton: ['ส่งของที่มีก่อน', 'Ship what is packed'],
  close: ['ไม่ส่งของที่ขาด', 'Do not ship the missing items'],
  closeHint: [
    'ระบบจะปิดรายการของที่ขาดและเลิกจองสต็อก ถ้าของหมดจริงให้นับสต็อก ยอดเงินไม่เปลี่ยน ถ้าต้องคืนเงินให้ทำในหน้าคำสั่งซื้อ',
    'They will not be shipped and are no longer reserved. If they are gone, count the stock. The total does not change. If a refund is due, record it on the order page.',
  ],
  closeButton: ['ไม่ส่งของที่ขาด', 'Do not ship them'],
});
