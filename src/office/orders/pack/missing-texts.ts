import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

export const missingTexts = bilingual({
  title: [(number: number) => `ของขาด #${number}`, (number: number) => `Missing items #${number}`],
  pack: [(number: number) => `แพ็ก #${number}`, (number: number) => `Pack #${number}`],
  nothingMissing: ['ไม่มีของขาด แพ็กครบแล้ว', 'Nothing is missing: everything is packed.'],
  which: ['ขาดอะไรบ้าง', 'What is missing?'],
  whichHint: [
    'ของชำรุดถูกตัดออกจากสต็อกทันที ใส่จำนวนเฉพาะของที่ส่งไม่ได้ แล้วแพ็กที่เหลือต่อ',
    'Enter only units that cannot be shipped, then pack the others. Damaged units are written off from stock.',
  ],
  inBox: [
    (packed: number, wanted: number) => `ใส่แล้ว ${packed} จาก ${wanted}`,
    (packed: number, wanted: number) => `${packed} of ${wanted} packed`,
  ],
  notThere: ['ไม่มีของ (ชิ้น)', 'Missing units'],
  damaged: ['ชำรุด (ชิ้น)', 'Damaged units'],
  report: ['บันทึกของขาด', 'Save missing items'],
  nothingEntered: ['ใส่จำนวนที่ไม่มีของหรือชำรุดอย่างน้อย 1 ชิ้น', 'Enter at least one missing or damaged unit.'],
  reported: ['บันทึกแล้ว แพ็กที่เหลือต่อได้เลย', 'Saved. Pack the other items.'],
  edit: ['แก้จำนวนที่ขาด', 'Edit missing items'],
  writtenOff: ['ชำรุด ตัดออกจากสต็อกแล้ว', 'Damaged, written off'],
  nothing: ['ไม่มีของให้ส่งเลย', 'Nothing to ship'],
  nothingHint: [
    'คำสั่งซื้อนี้รอของและอยู่ท้ายรายการรอแพ็ก ของยังจองไว้ พอของมาให้แพ็กต่อได้เลย ถ้าไม่มีของจะส่ง ให้แจ้งเจ้าของร้านเพื่อแก้สินค้า หรือยกเลิกคำสั่งซื้อและคืนเงิน',
    'The order waits at the end of the packing list, and its items stay reserved. Pack it once they arrive. Otherwise, ask the owner to change the items, or to cancel and refund the order.',
  ],
  missing: ['ของที่ขาด', 'Missing'],
  later: ['ส่งของที่มีก่อน ที่เหลือส่งภายหลัง', 'Ship packed items now, the rest later'],
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
    'ของที่ขาดจะไม่ส่งอีกและไม่จองสต็อกแล้ว ยอดเงินไม่เปลี่ยน คืนเงินได้ภายหลังในหน้าคำสั่งซื้อ ถ้าของหมดจริงให้นับสต็อก',
    'The order ships short: these items will not be shipped and are no longer reserved. The total does not change. The store refunds the difference later on the order page. If the items are gone, count the stock.',
  ],
  closeButton: ['ไม่ส่งของที่ขาด', 'Do not ship them'],
  closeUnits: [
    (missing: number, wanted: number) => `จะไม่ส่ง ${count(missing)} จาก ${count(wanted)} ชิ้น`,
    (missing: number, wanted: number) => `${count(missing)} of ${count(wanted)} units will not be shipped.`,
  ],
  closeRefund: [
    (amount: string) => `ลูกค้าจ่ายค่าของนี้ไว้ ${amount} ตัดสินใจภายหลังได้ว่าจะคืนเงินหรือไม่`,
    (amount: string) => `The customer paid ${amount} for them. Decide later whether to refund it.`,
  ],
  closeWorth: [
    (amount: string) => `มูลค่า ${amount} ยอดคำสั่งซื้อไม่เปลี่ยน`,
    (amount: string) => `They cost ${amount}. The order total does not change.`,
  ],
  confirmClose: [
    (missing: number) => `ยืนยัน ไม่ส่ง ${count(missing)} ชิ้น`,
    (missing: number) => `Confirm: do not ship ${count(missing)} ${missing === 1 ? 'unit' : 'units'}`,
  ],
});
