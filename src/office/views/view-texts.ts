import { bilingual } from '../bilingual.ts';

export const viewTexts = bilingual({
  views: ['มุมมองที่บันทึกไว้', 'Saved views'],
  save: ['บันทึกมุมมองนี้', 'Save view'],
  saved: ['บันทึกมุมมองแล้ว', 'View saved'],
  name: ['ชื่อมุมมอง', 'View name'],
  share: ['ให้ทุกคนในร้านใช้', 'Share with everyone in the store'],
  shared: ['ใช้ร่วมกัน', 'Shared'],
  manage: ['จัดการมุมมอง', 'Manage views'],
  rename: ['เปลี่ยนชื่อ', 'Rename'],
  renamed: ['เปลี่ยนชื่อแล้ว', 'View renamed'],
  remove: ['ลบ', 'Delete'],
  removed: ['ลบมุมมองแล้ว', 'View deleted'],
  none: ['ยังไม่มีมุมมอง', 'No views yet'],
  noneHint: ['กรองหรือเรียงรายการ แล้วกด “บันทึกมุมมองนี้”', 'Filter or sort a list, then choose “Save view”.'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  products: ['สินค้า', 'Products'],
  stock: ['สต็อก', 'Stock'],
});
