import { bilingual } from '../../bilingual.ts';

export const missingTexts = bilingual({
  title: [(number: number) => `ของขาด #${number}`, (number: number) => `Missing items #${number}`],
  pack: [(number: number) => `แพ็ก #${number}`, (number: number) => `Pack #${number}`],
  packFirst: [
    'ใส่ของที่มีลงกล่องก่อน ของที่ยังไม่ได้ใส่คือของที่ขาด',
    'First pack the available items. Items that are not packed are missing.',
  ],
  missing: ['ของที่ขาด', 'Missing'],
  later: ['ส่งของที่มีก่อน ที่เหลือส่งทีหลัง', 'Ship packed items now, the rest later'],
  laterBooked: [
    (number: string) => `พัสดุ ${number} ส่งเฉพาะของที่แพ็กแล้ว ของที่ขาดยังจองสต็อกไว้ และรอแพ็กเป็นอีกพัสดุ`,
    (number: string) =>
      `Parcel ${number} ships with the packed items. The missing items stay reserved and wait for another parcel.`,
  ],
  laterUnbooked: [
    'พัสดุนี้ส่งเฉพาะของที่แพ็กแล้ว ของที่ขาดยังจองสต็อกไว้ และรอแพ็กเป็นอีกพัสดุ',
    'The parcel ships with the packed items. The missing items stay reserved and wait for another parcel.',
  ],
  anotherNumber: ['ของเหล่านี้ส่งด้วยเลขพัสดุอีกเลข', 'They ship with another tracking number.'],
  trackingNumber: ['เลขพัสดุ', 'Tracking number'],
  numberHint: [
    'ยังไม่มีเลขพัสดุ? ปล่อยไว้ก่อนได้ ของที่แพ็กแล้วยังนับอยู่',
    'No number yet? Come back later. The packed quantities are kept.',
  ],
  codAmount: ['ยอด COD ของพัสดุนี้', 'COD amount of this parcel'],
  codHint: ['เว้นว่าง = เก็บทั้งหมดกับพัสดุนี้', 'Leave empty to collect everything with this parcel'],
  laterButton: ['ส่งของที่มีก่อน', 'Ship packed items'],
  close: ['ไม่ส่งของที่ขาด', 'Do not ship the missing items'],
  closeHint: [
    'คำสั่งซื้อส่งไม่ครบ ของที่ขาดจะไม่ส่งอีกและเลิกจองสต็อก ยอดเงินไม่เปลี่ยน ร้านคืนเงินส่วนที่ขาดทีหลังในหน้าคำสั่งซื้อ ถ้าของหมดจริงให้นับสต็อก',
    'The order ships short: these items will not be shipped and are no longer reserved. The total does not change. The store refunds the difference later on the order page. If the items are gone, count the stock.',
  ],
  closeButton: ['ไม่ส่งของที่ขาด', 'Do not ship them'],
});
