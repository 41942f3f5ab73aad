import { bilingual } from '../../bilingual.ts';

export const variantRowTexts = bilingual({
  severalVariants: ['มีหลายตัวเลือก เช่น สี ไซส์', 'Several variants (colors, sizes)'],
  optionsHint: [
    'คั่นด้วยลูกน้ำ (,) หรือขึ้นบรรทัดใหม่ แต่ละสีในแต่ละไซส์จะเป็น 1 ตัวเลือก',
    'Separate values with commas or lines. Each combination becomes a variant.',
  ],
  option1: ['กลุ่มตัวเลือกที่ 1 เช่น สี', 'Option 1, such as color'],
  option2: ['กลุ่มตัวเลือกที่ 2 เช่น ไซส์', 'Option 2, such as size'],
  option3: ['กลุ่มตัวเลือกที่ 3', 'Option 3'],
  example1: ['แดง, ดำ, ขาว', 'Red, Black, White'],
  example2: ['S, M, L', 'S, M, L'],
  makeRows: ['สร้างตัวเลือก', 'Create variants'],
  updateRows: ['ปรับตาราง', 'Update the table'],
  rowsHint: [
    'ช่องที่เว้นว่างใช้ราคาและสต็อกของแถวแรก เอาเครื่องหมายถูกออกถ้าไม่มีตัวเลือกนั้น',
    'Empty fields use the price and stock of the first row. Clear the checkbox of a variant that you do not sell.',
  ],
  allVariants: ['ทุกตัวเลือก', 'All variants'],
  priceOf: [(name: string) => `${name}: ราคา`, (name: string) => `${name}: price`],
  qtyOf: [(name: string) => `${name}: สต็อกเริ่มต้น`, (name: string) => `${name}: opening stock`],
  skuOf: [(name: string) => `${name}: SKU`, (name: string) => `${name}: SKU`],
  stockIn: ['สต็อกเริ่มต้นอยู่ที่คลัง', 'Warehouse of the opening stock'],
  tooManyRows: [
    (most: number) => `เพิ่มได้ครั้งละไม่เกิน ${most} ตัวเลือก เพิ่มบางส่วนก่อนแล้วทำต่อ`,
    (most: number) => `At most ${most} variants at once. Add some of them first.`,
  ],
  allExist: ['สินค้านี้มีตัวเลือกเหล่านี้ครบแล้ว', 'The product already has all of these variants.'],
  noRow: ['เลือกอย่างน้อย 1 ตัวเลือก', 'Choose at least one variant.'],
  variantsAdded: [(n: number) => `เพิ่มแล้ว ${n} ตัวเลือก`, (n: number) => `${n} variants added`],
});
