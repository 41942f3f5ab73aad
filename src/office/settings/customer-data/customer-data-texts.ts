import { bilingual } from '../../bilingual.ts';

export const customerDataTexts = bilingual({
  title: ['ข้อมูลลูกค้า', 'Customer data'],
  hint: ['ค้นหาลูกค้าเพื่อส่งออกหรือลบข้อมูลตามคำขอ (PDPA)', 'Find a customer to export or erase their data on request (PDPA).'],
  search: ['ชื่อ เบอร์โทร หรือเลขคำสั่งซื้อ', 'Name, phone number or order number'],
  find: ['ค้นหา', 'Search'],
  none: ['ไม่พบลูกค้า', 'No customers found'],
  noneHint: ['ลองค้นด้วยเบอร์โทร หรือชื่อบางส่วน', 'Try the phone number, or a part of the name.'],
  name: ['ชื่อ', 'Name'],
  telephone: ['เบอร์โทร', 'Phone'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  lastOrder: ['สั่งล่าสุด', 'Last order'],
  addresses: ['ที่อยู่', 'Addresses'],
  notes: ['โน้ตเกี่ยวกับลูกค้า', 'Notes about the customer'],
  export: ['ส่งออกข้อมูล', 'Export data'],
  exportHint: [
    'ไฟล์มีข้อมูลทั้งหมดของลูกค้ารายนี้ รวมสลิปและประวัติ ส่งให้เจ้าของข้อมูลเท่านั้น',
    'The file contains everything about this customer, with slips and history. Share it only with the customer.',
  ],
  exportHtml: ['ดาวน์โหลดแบบอ่าน (HTML)', 'Download as HTML'],
  exportJson: ['ดาวน์โหลดข้อมูล (JSON)', 'Download as JSON'],
  erase: ['ลบข้อมูลลูกค้า', 'Erase customer'],
  eraseHint: [
    'ลบชื่อ เบอร์โทร ที่อยู่ โน้ต แท็ก และสลิปของลูกค้ารายนี้ออกจากทุกคำสั่งซื้อถาวร กู้คืนไม่ได้ ยอดเงิน ใบเสร็จ และสต็อกไม่เปลี่ยน',
    'Erases the name, phone number, addresses, notes, tags and slips of this customer from all orders, permanently. Amounts, receipts and stock do not change.',
  ],
  eraseYes: ['ลบถาวร', 'Erase permanently'],
  erased: [
    (count: string) => `ลบข้อมูลลูกค้าออกจาก ${count} คำสั่งซื้อแล้ว`,
    (count: string) => `Customer erased from ${count === '1' ? '1 order' : `${count} orders`}`,
  ],
});
