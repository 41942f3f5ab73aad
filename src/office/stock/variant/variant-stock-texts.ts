import { bilingual } from '../../language.ts';

/** Words of the page of one item's stock. */
export const variantTexts = bilingual({
  adjust: ['ปรับยอด', 'Adjust'],
  doing: ['จะทำ', 'Do'],
  set: ['ตั้งยอดคงเหลือเป็น', 'Set on hand to'],
  add: ['เพิ่ม', 'Add'],
  deduct: ['หักออก', 'Deduct'],
  damaged: ['ตัดออก: ชำรุด', 'Write off: damaged'],
  lost: ['ตัดออก: สูญหาย', 'Write off: lost'],
  withdrawn: ['ตัดออก: เบิกใช้', 'Write off: withdrawn'],
  qty: ['จำนวน (ชิ้น)', 'Pieces'],
  save: ['บันทึกยอด', 'Save'],
  saved: ['ปรับยอดแล้ว', 'Adjusted'],
  toProduct: ['ดูสินค้า', 'Product'],
  assemble: ['ประกอบ / แยกชุด', 'Assemble'],
  isBundle: [
    'ชุดสินค้าไม่มีสต็อกของตัวเอง ยอดมาจากชิ้นส่วน ปรับที่ชิ้นส่วน',
    'A bundle keeps no stock: it has what its parts allow. Adjust its parts',
  ],
  isPulled: ['สินค้านี้ดึงมาจากร้านอื่น ยอดเป็นของร้านต้นทาง', 'This item is pulled from another store, which keeps the stock'],
  isDeleted: ['สินค้านี้ถูกลบแล้ว', 'This item has been deleted'],
  parts: ['ชิ้นส่วน', 'Parts'],
  partQty: [(n: string) => `ชุดละ ${n}`, (n: string) => `${n} each`],
  figures: ['ยอดแต่ละคลัง', 'By warehouse'],
  nowhere: ['ยังไม่เคยมีในคลังใด', 'It has not been in any warehouse yet'],
  history: ['ความเคลื่อนไหว', 'Ledger'],
});
