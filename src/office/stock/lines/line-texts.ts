import { bilingual } from '../../bilingual.ts';

export const lineTexts = bilingual({
  lines: ['รายการสินค้า', 'Items'],
  find: ['สินค้า/SKU/บาร์โค้ด', 'Name, SKU, barcode'],
  nothingFound: [(text: string) => `ไม่พบสินค้า “${text}”`, (text: string) => `No products match “${text}”`],
  addNamed: [(name: string) => `เพิ่ม ${name}`, (name: string) => `Add ${name}`],
  add: ['เพิ่ม', 'Add'],
  row: [(n: number) => `แถว ${n}`, (n: number) => `Row ${n}`],
  codeOf: [(n: number) => `แถว ${n}: SKU หรือบาร์โค้ด`, (n: number) => `Row ${n}: SKU or barcode`],
  qty: ['จำนวน', 'Quantity'],
  qtyOf: [(name: string) => `${name}: จำนวน`, (name: string) => `${name}: quantity`],
  fewer: [(name: string) => `ลด ${name}`, (name: string) => `One less of ${name}`],
  more: [(name: string) => `เพิ่ม ${name}`, (name: string) => `One more of ${name}`],
  remove: [(name: string) => `เอา ${name} ออก`, (name: string) => `Remove ${name}`],
  total: [
    (items: string, pieces: string) => `${items} รายการ ${pieces} ชิ้น`,
    (items: string, pieces: string) =>
      `${items === '1' ? '1 item' : `${items} items`}, ${pieces === '1' ? '1 unit' : `${pieces} units`}`,
  ],
  cost: ['ต้นทุน/ชิ้น', 'Cost per unit'],
  costOf: [(name: string) => `${name}: ต้นทุนต่อชิ้น`, (name: string) => `${name}: cost per unit`],
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
    'Copy from Excel or Google Sheets: SKU, quantity, cost per unit',
  ],
  fillRows: ['ใส่ในตาราง', 'Add to rows'],
  tooMany: [
    (most: string) => `ใส่ได้ไม่เกิน ${most} รายการ บันทึกก่อนแล้วทำต่อ`,
    (most: string) => `At most ${most} items. Save these first.`,
  ],
  noLines: ['ใส่สินค้าอย่างน้อย 1 รายการ', 'Add at least one item'],
  qtyNeeded: ['ใส่จำนวน', 'Enter a quantity'],
  qtyHint: ['เว้นว่าง = 1 ชิ้น', 'Leave empty for 1'],
});
