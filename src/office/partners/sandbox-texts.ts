import { bilingual } from '../bilingual.ts';

export const sandboxTexts = bilingual({
  sandbox: ['ร้านทดสอบ', 'Sandbox'],
  about: [
    'ให้คู่ค้าทดลองเชื่อมต่อโดยไม่กระทบร้านจริง ร้านทดสอบมีสินค้าและสต็อกเหมือนร้าน ส่วนการตรวจสลิป การขอเลขพัสดุ และเว็บฮุกเป็นการจำลอง ระบบรีเซ็ตทุกคืนเวลา 03:00 น. และไม่นับในยอดขาย โควตา หรือการแจ้งเตือน',
    'Lets partners test an integration without affecting the store. The sandbox has the same products and stock. Slip verification, tracking number requests and webhooks are simulated. It is reset every night at 03:00 and is not included in reports, order limits or alerts.',
  ],
  addTestChannel: ['เพิ่มการเชื่อมต่อทดสอบ', 'Add test channel'],
  testChannelAdded: ['เพิ่มการเชื่อมต่อทดสอบแล้ว', 'Test channel added'],
  store: ['ร้านทดสอบ', 'Sandbox'],
  state: ['สถานะ', 'Status'],
  ready: [
    (n: string) => `พร้อมใช้ สินค้า ${n} รายการ`,
    (n: string) => (n === '1' ? 'Ready with 1 product' : `Ready with ${n} products`),
  ],
  deletingOrders: ['กำลังลบคำสั่งซื้อทดสอบ', 'Deleting test orders'],
  copying: [(n: string) => `กำลังคัดลอกสินค้า (มี ${n} รายการ)`, (n: string) => `Copying products, ${n} so far`],
  nextReset: ['รีเซ็ตครั้งถัดไป', 'Next reset'],
  resetNow: ['รีเซ็ตทันที', 'Reset now'],
  resetting: ['กำลังรีเซ็ตร้านทดสอบ', 'Resetting the sandbox'],
  open: ['เปิดร้านทดสอบ', 'Open sandbox'],
  openHint: [
    'ดูคำสั่งซื้อทดสอบ การเรียก API และเว็บฮุกได้ในร้านทดสอบ ถ้าต้องการส่งเว็บฮุกจริง ให้ใส่ URL ของคู่ค้าในแอปของการเชื่อมต่อนั้น',
    'The sandbox shows test orders, calls and webhooks. To send webhooks, enter the partner’s URL in the app of its channel.',
  ],
  banner: [
    'ร้านทดสอบ: คำสั่งซื้อ สินค้า และสต็อกที่นี่ไม่ใช่ของจริง ระบบรีเซ็ตทุกคืนเวลา 03:00 น.',
    'Sandbox: orders, products and stock here are not real. They are reset every night at 03:00.',
  ],
});
