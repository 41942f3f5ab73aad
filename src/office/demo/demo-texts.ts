import { bilingual } from '../bilingual.ts';

export const demoTexts = bilingual({
  banner: ['ร้านตัวอย่าง', 'Demo store'],
  name: ['ร้านตัวอย่าง', 'Demo'],
  temporary: [
    'ร้านตัวอย่าง ข้อมูลทั้งหมดสมมติขึ้น ไม่มีการส่งข้อมูลออกนอกเครื่อง เว้นแต่คุณเชื่อมต่อบริการเอง ปิดโปรแกรมแล้วข้อมูลจะหายไป',
    'Demo store with sample data. Nothing is sent unless you connect a service. The data is deleted when the program stops.',
  ],
  kept: [
    'ร้านตัวอย่าง ข้อมูลทั้งหมดสมมติขึ้น ไม่มีการส่งข้อมูลออกนอกเครื่อง เว้นแต่คุณเชื่อมต่อบริการเอง ข้อมูลเก็บอยู่ในโฟลเดอร์ของร้านตัวอย่าง',
    'Demo store with sample data. Nothing is sent unless you connect a service. The data is kept in the demo store’s folder.',
  ],
  next: [
    (step: number, of: number, title: string) => `ขั้นตอนที่ ${step}/${of}: ${title}`,
    (step: number, of: number, title: string) => `Step ${step} of ${of}: ${title}`,
  ],
  openTour: ['ดูคำแนะนำ', 'View the tour'],

  title: [
    (steps: number) => (steps === 1 ? 'ลองใช้ร้าน' : `ลองใช้ร้านใน ${steps} ขั้นตอน`),
    (steps: number) => (steps === 1 ? 'Try the store' : `Try the store in ${steps} steps`),
  ],
  about: [
    'ร้านหมอกเช้าขายกาแฟและชามา 90 วันแล้ว ลองทำงานของวันนี้ไปทีละขั้นตอน ทำผิดก็ไม่เป็นไร',
    'Mok Chao has been selling coffee and tea for 90 days. Work through today’s tasks. You cannot break anything.',
  ],
  done: ['ทำแล้ว', 'Done'],
  finished: ['ครบทุกขั้นตอนแล้ว ลองดูหน้าอื่นของร้านต่อได้เลย', 'All steps are done. Look around the rest of the store.'],
  close: ['ปิดคำแนะนำ', 'Close the tour'],
  closed: ['ปิดคำแนะนำแล้ว เปิดดูได้อีกจากแถบด้านบน', 'The tour is closed. The bar at the top opens it again.'],

  slipTitle: ['ตรวจสลิป', 'Review a payment slip'],
  slipHint: [
    'ลูกค้าแจ้งโอนและแนบสลิปมา เปิดคำสั่งซื้อ เทียบยอดกับสลิป แล้วกดยืนยัน',
    'Customers have sent payment slips. Open an order, compare the amounts and confirm the payment.',
  ],
  slipAction: ['ดูสลิปที่รอตรวจ', 'Review slips'],
  packingTitle: ['แพ็กสินค้า', 'Pack an order'],
  packingHint: [
    'เปิดคำสั่งซื้อที่รอแพ็ก แตะสินค้าทีละชิ้นหรือสแกน SKU จนครบ ระบบจะเตือนถ้าหยิบผิด',
    'Open an order to pack. Tap each unit or scan its SKU. raan warns you about wrong products.',
  ],
  packingAction: ['ไปที่แพ็กสินค้า', 'Go to packing'],
  payoutTitle: ['บันทึกรอบโอน COD', 'Record COD payout'],
  payoutHint: [
    'ขนส่งโอนเงิน COD มาพร้อมไฟล์ ดาวน์โหลดไฟล์ตัวอย่าง แล้วอัปโหลด ระบบจับคู่กับพัสดุให้ และชี้แถวที่ยอดไม่ตรง',
    'The courier has paid out COD and sent a file. Download the sample file and upload it. raan matches each row to a parcel and flags wrong amounts.',
  ],
  payoutFile: ['ดาวน์โหลดไฟล์ตัวอย่าง', 'Download the sample file'],
  payoutAction: ['อัปโหลดไฟล์', 'Upload the file'],
  countTitle: ['นับสต็อกให้เสร็จ', 'Finish a stock count'],
  countHint: [
    'พนักงานชื่อต้นนับไปแล้ว 14 รายการ มี 2 รายการไม่ตรง ตรวจดูแล้วกดยืนยันเพื่อปรับสต็อก',
    'Ton has counted 14 items, and 2 do not match. Check them, then apply the count.',
  ],
  countAction: ['เปิดใบนับ', 'Open the count sheet'],
  orderTitle: ['สร้างคำสั่งซื้อแรกของคุณ', 'Create your own first order'],
  orderHint: [
    'ลูกค้าทักมาในแชต วางที่อยู่ทั้งก้อน เลือกสินค้า แล้วบันทึก ระบบจองสต็อกให้ทันที',
    'A customer orders in chat. Paste the address, add products and save. Stock is reserved right away.',
  ],
  orderAction: ['สร้างคำสั่งซื้อ', 'Create order'],
});
