import { bilingual } from '../../language.ts';

/** Words of the page that puts goods together. */
export const assemblyTexts = bilingual({
  title: ['ประกอบ / แยกชุด', 'Assemble or take apart'],
  doing: ['จะทำ', 'Do'],
  assemble: ['ประกอบจากชิ้นส่วน', 'Put together'],
  disassemble: ['แยกเป็นชิ้นส่วน', 'Take apart'],
  variant: ['สินค้า', 'Item'],
  qty: ['จำนวนชุด', 'How many'],
  submit: ['บันทึก', 'Save'],
  done: ['บันทึกแล้ว', 'Saved'],
  parts: ['ชิ้นส่วนต่อหนึ่งชุด', 'Parts of one'],
  enoughFor: ['ประกอบได้อีก', 'Enough for'],
  recipes: [
    (place: string) => `สูตรประกอบ และชิ้นส่วนที่ ${place}`,
    (place: string) => `What each is made of; parts at ${place}`,
  ],
  missing: [
    (name: string, needed: string, there: string) => `${name}: ต้องใช้ ${needed} มี ${there}`,
    (name: string, needed: string, there: string) => `${name}: ${needed} needed, ${there} free`,
  ],
  none: ['ยังไม่มีสินค้าที่ประกอบจากชิ้นส่วน', 'Nothing is made of parts yet'],
  noneHint: ['กำหนดชิ้นส่วนได้ในหน้าสินค้า', 'Name the parts of an item at its product'],
});
