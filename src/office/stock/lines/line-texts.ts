import { bilingual } from '../../language.ts';

/** Words of the rows that lines are typed into. */
export const lineTexts = bilingual({
  lines: ['รายการสินค้า', 'Items'],
  code: ['SKU หรือสแกนบาร์โค้ด', 'SKU, or scan it'],
  codeOf: [(n: number) => `แถว ${n}: SKU`, (n: number) => `Row ${n}: SKU`],
  qty: ['จำนวน', 'Quantity'],
  qtyOf: [(n: number) => `แถว ${n}: จำนวน`, (n: number) => `Row ${n}: quantity`],
  cost: ['ทุน/ชิ้น', 'Cost each'],
  costOf: [(n: number) => `แถว ${n}: ราคาทุนต่อชิ้น`, (n: number) => `Row ${n}: cost each`],
  more: ['เพิ่มแถว', 'More rows'],
  next: ['ตรวจและไปแถวถัดไป', 'Check and go on'],
  paste: ['วางจากตาราง', 'Paste from a sheet'],
  pasted: ['หนึ่งบรรทัดต่อหนึ่งรายการ', 'One line for each item'],
  pasteHint: [
    'คัดลอกจาก Excel หรือ Google Sheets: SKU แล้วตามด้วยจำนวน',
    'Copied from Excel or Google Sheets: SKU, then quantity',
  ],
  pasteCostHint: [
    'คัดลอกจาก Excel หรือ Google Sheets: SKU จำนวน แล้วตามด้วยทุนต่อชิ้น',
    'Copied from Excel or Google Sheets: SKU, quantity, then cost each',
  ],
  fill: ['ใส่ในตาราง', 'Put into the rows'],
  noLines: ['ใส่สินค้าอย่างน้อยหนึ่งรายการ', 'Give at least one item'],
  qtyNeeded: ['กรุณาใส่จำนวน', 'Give a quantity'],
  qtyHint: ['จำนวนเว้นว่าง = 1 ชิ้น', 'An empty quantity is 1 piece'],
});
