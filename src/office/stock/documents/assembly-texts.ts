import { bilingual } from '../../language.ts';

export const assemblyTexts = bilingual({
  title: ['ประกอบ / แยกชุด', 'Assemble or disassemble'],
  action: ['ทำรายการ', 'Action'],
  assemble: ['ประกอบ', 'Assemble'],
  disassemble: ['แยกชุด', 'Disassemble'],
  variant: ['สินค้า', 'Item'],
  qty: ['จำนวน', 'Quantity'],
  submit: ['บันทึก', 'Save'],
  done: ['บันทึกแล้ว', 'Saved'],
  components: ['ส่วนประกอบต่อ 1 ชิ้น', 'Components of one'],
  canMake: ['ประกอบได้อีก', 'Can make'],
  recipes: [
    (warehouse: string) => `สูตรประกอบ และส่วนประกอบที่ ${warehouse}`,
    (warehouse: string) => `Recipes and components at ${warehouse}`,
  ],
  missing: [
    (name: string, needed: string, available: string) => `${name}: ต้องใช้ ${needed} มี ${available}`,
    (name: string, needed: string, available: string) => `${name}: ${needed} needed, ${available} available`,
  ],
  none: ['ยังไม่มีสินค้าที่ต้องประกอบ', 'No assembled items yet'],
  noneHint: ['กำหนดส่วนประกอบได้ในหน้าสินค้า', 'Set the components of an item on its product page.'],
});
