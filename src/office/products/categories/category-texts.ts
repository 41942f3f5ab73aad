import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

const products = (n: number): string => (n === 1 ? '1 product' : `${count(n)} products`);

export const categoryTexts = bilingual({
  products: ['สินค้า', 'Products'],
  categories: ['หมวดหมู่สินค้า', 'Categories'],
  hint: [
    'เลือกหมวดหมู่ให้สินค้าได้ที่หน้าสินค้า หรือใส่คอลัมน์ “หมวดหมู่” ในไฟล์นำเข้า',
    'Set a product’s category on its page, or in the “category” column of an import file.',
  ],
  none: ['ยังไม่มีหมวดหมู่', 'No categories yet'],
  noneHint: [
    'พิมพ์ชื่อหมวดหมู่ที่หน้าสินค้า หรือเพิ่มที่นี่ เช่น เสื้อผ้า / เสื้อยืด',
    'Add one here or on a product page, such as Clothing / T-shirts.',
  ],
  name: ['ชื่อหมวดหมู่', 'Name'],
  category: ['หมวดหมู่', 'Category'],
  count: ['จำนวนสินค้า', 'Products'],
  withProducts: [(n: number) => `สินค้า ${count(n)} รายการ`, products],
  add: ['เพิ่มหมวดหมู่', 'Add category'],
  added: ['เพิ่มหมวดหมู่แล้ว', 'Category added'],
  renameHint: [
    'สินค้าในหมวดหมู่จะเปลี่ยนตาม ถ้าใช้ชื่อหมวดหมู่อื่นที่มีอยู่ จะรวมสองหมวดหมู่เข้าด้วยกันได้',
    'Its products are kept. If another category has the new name, you can merge the two.',
  ],
  merge: [
    (into: string, n: number) => `รวมเข้ากับ “${into}” โดยย้ายสินค้า ${count(n)} รายการไป แยกกลับไม่ได้`,
    (into: string, n: number) => `Merge into “${into}” and move ${products(n)}. This cannot be undone.`,
  ],
  merged: [(into: string) => `รวมเข้ากับ “${into}” แล้ว`, (into: string) => `Merged into “${into}”`],
  remove: ['ลบหมวดหมู่', 'Delete category'],
  removeAsk: [
    (n: number) => `สินค้า ${count(n)} รายการยังอยู่ แต่จะไม่มีหมวดหมู่ กู้คืนไม่ได้`,
    (n: number) =>
      `${n === 1 ? '1 product is kept' : `${count(n)} products are kept`}, without a category. This cannot be undone.`,
  ],
  confirmRemove: ['ยืนยันลบ', 'Delete'],
  removed: [(name: string) => `ลบหมวดหมู่ “${name}” แล้ว`, (name: string) => `Category “${name}” deleted`],
});
