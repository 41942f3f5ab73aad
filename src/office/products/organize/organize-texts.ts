import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

const products = (n: number): string => (n === 1 ? '1 product' : `${count(n)} products`);

export const organizeTexts = bilingual({
  products: ['สินค้า', 'Products'],
  selectAll: ['เลือกทั้งหมดในหน้านี้', 'Select all on this page'],
  selectOne: [(name: string) => `เลือก ${name}`, (name: string) => `Select ${name}`],
  selected: ['รายการที่เลือก', 'selected'],
  category: ['เปลี่ยนหมวดหมู่', 'Set category'],
  tag: ['ติดแท็ก', 'Add tag'],
  untag: ['ลบแท็ก', 'Remove tag'],
  categoryField: ['หมวดหมู่', 'Category'],
  categoryHint: ['เว้นว่าง = ไม่มีหมวดหมู่', 'Leave empty for no category.'],
  tagField: ['แท็ก', 'Tag'],
  willChange: [(n: number) => `เลือกสินค้าไว้ ${count(n)} รายการ`, (n: number) => `${products(n)} selected`],
  more: [(n: number) => `และอีก ${count(n)} รายการ`, (n: number) => `and ${count(n)} more`],
  selectListed: [
    (n: number) => `เลือกทั้ง ${count(n)} รายการที่ตรงกับตัวกรอง`,
    (n: number) => `Select all ${products(n)} that match the filters`,
  ],
  narrow: [
    (most: number) => `มีมากกว่า ${count(most)} รายการที่ตรงกัน ถ้าต้องการเลือกทั้งหมด ให้ค้นหาหรือกรองให้แคบลง`,
    (most: number) => `More than ${products(most)} match. To select all, narrow the list with a search or filter.`,
  ],
  confirmCategory: [(n: number) => `เปลี่ยนหมวดหมู่ ${count(n)} รายการ`, (n: number) => `Set category of ${products(n)}`],
  confirmTag: [(n: number) => `ติดแท็ก ${count(n)} รายการ`, (n: number) => `Tag ${products(n)}`],
  confirmUntag: [(n: number) => `ลบแท็ก ${count(n)} รายการ`, (n: number) => `Remove tag from ${products(n)}`],
  done: [(n: number) => `แก้ไขสินค้าแล้ว ${count(n)} รายการ`, (n: number) => `${products(n)} updated`],
  unchanged: [
    (n: number) => `คงเดิม ${count(n)} รายการ เพราะตรงอยู่แล้วหรือแท็กเต็มแล้ว`,
    (n: number) => `${products(n)} unchanged: already up to date, or with too many tags`,
  ],
  delete: ['ลบสินค้า…', 'Delete products…'],
  deleteTitle: ['ลบสินค้า', 'Delete products'],
  deleteAsk: [
    'ลูกค้าและคู่ค้าจะสั่งสินค้าเหล่านี้ไม่ได้อีก คำสั่งซื้อเดิมไม่เปลี่ยน และกู้คืนได้ภายหลัง',
    'They can no longer be ordered. Existing orders do not change, and you can restore the products later.',
  ],
  confirmDelete: [(n: number) => `ลบสินค้า ${count(n)} รายการ`, (n: number) => `Delete ${products(n)}`],
  deleted: [(n: number) => `ลบสินค้าแล้ว ${count(n)} รายการ`, (n: number) => `${products(n)} deleted`],
  restoreSelected: ['กู้คืนรายการที่เลือก', 'Restore selected'],
  restored: [(n: number) => `กู้คืนสินค้าแล้ว ${count(n)} รายการ`, (n: number) => `${products(n)} restored`],
  noneSelected: ['ยังไม่ได้เลือกสินค้า', 'No products selected'],
  noTags: ['สินค้าที่เลือกไม่มีแท็ก', 'The selected products have no tags'],
});
