import { bilingual } from '../../language.ts';

export const variantStockTexts = bilingual({
  adjust: ['ปรับสต็อก', 'Adjust stock'],
  action: ['วิธีปรับ', 'Adjustment'],
  set: ['ตั้งยอดคงเหลือเป็น', 'Set on hand to'],
  add: ['เพิ่ม', 'Add'],
  deduct: ['ลด', 'Deduct'],
  damaged: ['ตัดออก: ชำรุด', 'Write off: damaged'],
  lost: ['ตัดออก: สูญหาย', 'Write off: lost'],
  withdrawn: ['ตัดออก: เบิกใช้', 'Write off: withdrawn'],
  qty: ['จำนวน (ชิ้น)', 'Quantity'],
  save: ['บันทึก', 'Save'],
  saved: ['ปรับสต็อกแล้ว', 'Stock adjusted'],
  viewProduct: ['ดูสินค้า', 'View product'],
  assemble: ['ประกอบ / แยกชุด', 'Assemble'],
  isBundle: [
    'ชุดสินค้าไม่มีสต็อกของตัวเอง คิดจากส่วนประกอบ ให้ปรับที่ส่วนประกอบ',
    'A bundle has no stock of its own. Adjust the stock of its components.',
  ],
  isPulled: [
    'สินค้านี้ดึงมาจากร้านอื่น ใช้สต็อกของร้านต้นทาง',
    'This item is pulled from another store and uses the stock of that store.',
  ],
  isDeleted: ['สินค้านี้ถูกลบแล้ว', 'This item is deleted.'],
  components: ['ส่วนประกอบ', 'Components'],
  componentQty: [(n: string) => `ชุดละ ${n}`, (n: string) => `${n} each`],
  levels: ['สต็อกแต่ละคลัง', 'Stock by warehouse'],
  noLevels: ['ยังไม่เคยมีในคลังใด', 'No warehouse has stocked this item yet.'],
  ledger: ['ประวัติสต็อก', 'Stock ledger'],
});
