import { bilingual } from '../../bilingual.ts';

export const lineTexts = bilingual({
  lines: ['รายการสินค้า', 'Items'],
  code: ['SKU หรือบาร์โค้ด', 'SKU or barcode'],
  codeOf: [(n: number) => `แถว ${n}: SKU หรือบาร์โค้ด`, (n: number) => `Row ${n}: SKU or barcode`],
  qty: ['จำนวน', 'Quantity'],
  qtyOf: [(n: number) => `แถว ${n}: จำนวน`, (n: number) => `Row ${n}: quantity`],
  cost: ['ต้นทุน/ชิ้น', 'Unit cost'],
  costOf: [(n: number) => `แถว ${n}: ต้นทุนต่อชิ้น`, (n: number) => `Row ${n}: unit cost`],
  moreRows: ['เพิ่มแถว', 'Add rows'],
  next: ['ตรวจและไปแถวถัดไป', 'Check and continue'],
  paste: ['วางจากตาราง', 'Paste from a spreadsheet'],
  pasted: ['บรรทัดละ 1 รายการ', 'One item per line'],
  pasteHint: [
    'คัดลอกจาก Excel หรือ Google Sheets: คอลัมน์ SKU และจำนวน',
    'Copy from Excel or Google Sheets: SKU, quantity',
  ],
  pasteCostHint: [
    'คัดลอกจาก Excel หรือ Google Sheets: คอลัมน์ SKU จำนวน และต้นทุนต่อชิ้น',
    'Copy from Excel or Google Sheets: SKU, quantity, unit cost',
  ],
  fillRows: ['ใส่ในตาราง', 'Add to rows'],
  noLines: ['ใส่สินค้าอย่างน้อย 1 รายการ', 'Add at least one item'],
  qtyNeeded: ['กรุณาใส่จำนวน', 'Enter a quantity'],
  qtyHint: ['เว้นว่าง = 1 ชิ้น', 'An empty quantity counts as 1.'],
});
