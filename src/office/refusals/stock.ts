import type { Template } from './template.ts';

/** Of stock, its documents, counts and assembly. */
export const STOCK: readonly Template[] = [
  [
    'only {there:count} of variant {variant:id} are on hand, {qty:count} cannot be {doing:doing}',
    'สินค้า #{variant} คงเหลือ {there} ชิ้น จึง{doing} {qty} ชิ้นไม่ได้',
  ],
  [
    '{reserved:count} of the {there:count} on hand of variant {variant:id} are reserved, {qty:count} cannot be {doing:doing}',
    'สินค้า #{variant} คงเหลือ {there} ชิ้น จองไว้ {reserved} ชิ้น จึง{doing} {qty} ชิ้นไม่ได้',
  ],
  ['the stock of variant {variant:id} would go beyond {most:count}', 'สต็อกของสินค้า #{variant} จะเกิน {most} ชิ้น'],
  ['there is no variant {variant:id} in this store', 'ไม่พบสินค้า #{variant} ในร้านนี้'],
  ['there is no variant {variant:id}', 'ไม่พบสินค้า #{variant}'],
  ['variant {variant:id} is a bundle: its parts hold the stock', 'สินค้า #{variant} เป็นชุดสินค้า สต็อกอยู่ที่ชิ้นส่วน'],
  [
    'variant {variant:id} is pulled from another store, which holds the stock',
    'สินค้า #{variant} ดึงมาจากร้านอื่น สต็อกอยู่ที่ร้านต้นทาง',
  ],
  ['variant {variant:id} has no parts', 'สินค้า #{variant} ยังไม่ได้กำหนดชิ้นส่วน'],
  ['variant {variant:id} has a line already', 'สินค้า #{variant} มีอยู่ในรายการแล้ว'],
  ['cost is required of what was bought', 'กรุณาใส่ต้นทุนของสินค้าที่ซื้อเข้า'],
  ['only what was bought has a cost', 'ใส่ต้นทุนได้เฉพาะสินค้าที่ซื้อเข้า'],
  ['lines must have at least one line', 'กรุณาใส่สินค้าอย่างน้อยหนึ่งรายการ'],
  ['lines must be at most {most:count}; these are {lines:count}', 'ใส่ได้ไม่เกิน {most} รายการ แต่มี {lines} รายการ'],
  ['goods can be transferred to another warehouse only', 'กรุณาเลือกคลังปลายทางที่ไม่ใช่คลังเดิม'],
  ['there is no warehouse {warehouse:id} in this store', 'ไม่พบคลังนี้ในร้าน'],
  [
    'warehouse {warehouse:id} is not of the store that keeps the stock of variant {variant:id}',
    'คลังที่เลือกไม่ใช่ของร้านที่เก็บสต็อกสินค้า #{variant}',
  ],
  ['there is no stock document {document:id}', 'ไม่พบเอกสารสต็อก {document}'],
  ['there is no count sheet {sheet:id}', 'ไม่พบใบตรวจนับ #{sheet}'],
  ['count sheet {sheet:id} has no variant {variant:id}', 'ใบตรวจนับ #{sheet} ไม่มีสินค้า #{variant}'],
  ['count sheet {sheet:id} is empty', 'ใบตรวจนับ #{sheet} ยังว่าง'],
  ['count sheet {sheet:id} is {status:document} already', 'ใบตรวจนับ #{sheet} มีสถานะ “{status}” อยู่แล้ว'],
  [
    'a count sheet has at most {most:count} lines, not {lines:count}',
    'ใบตรวจนับมีได้ไม่เกิน {most} รายการ แต่จะเป็น {lines} รายการ',
  ],
  ['take these off count sheet {sheet:id}: {faults:faults}', 'กรุณาเอาออกจากใบตรวจนับ #{sheet} ก่อน: {faults}'],
];
