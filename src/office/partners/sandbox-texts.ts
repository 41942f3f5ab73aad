import { bilingual } from '../bilingual.ts';

export const sandboxTexts = bilingual({
  sandbox: ['ร้านทดสอบ', 'Sandbox'],
  about: [
    'ให้คู่ค้าทดลองเชื่อมต่อโดยไม่กระทบร้านจริง ร้านทดสอบมีสินค้าและสต็อกเหมือนร้าน ส่วนการตรวจสลิป การจองขนส่ง และเว็บฮุกเป็นการจำลอง ล้างข้อมูลทุกคืนเวลา 3:00 น. และไม่นับในยอดขาย โควตา หรือการแจ้งเตือน',
    'Lets a partner try an integration without touching the store. The sandbox has the same products and stock. Slip reviews, bookings and webhooks are simulated. It is emptied every night at 3:00 and does not count in figures, quotas or alerts.',
  ],
  addTestChannel: ['เพิ่มช่องทางทดสอบ', 'Add test channel'],
  testChannelAdded: ['เพิ่มช่องทางทดสอบแล้ว', 'Test channel added'],
  webhookSecret: ['รหัสลับของเว็บฮุก', 'Webhook secret'],
  store: ['ร้านทดสอบ', 'Sandbox'],
  state: ['สถานะ', 'Status'],
  ready: [
    (n: string) => `พร้อมใช้ สินค้า ${n} รายการ`,
    (n: string) => (n === '1' ? 'Ready with 1 product' : `Ready with ${n} products`),
  ],
  copying: [(n: string) => `กำลังคัดลอกสินค้า ได้ ${n} รายการแล้ว`, (n: string) => `Copying products, ${n} so far`],
  emptiedNext: ['ล้างข้อมูลครั้งถัดไป', 'Emptied next'],
  emptyNow: ['ล้างข้อมูลเดี๋ยวนี้', 'Empty now'],
  emptying: ['กำลังล้างข้อมูลร้านทดสอบ', 'The sandbox is being emptied'],
  open: ['เปิดร้านทดสอบ', 'Open sandbox'],
  openHint: [
    'ดูคำสั่งซื้อทดสอบ การเรียก API และเว็บฮุกได้ในร้านทดสอบ ใส่ที่อยู่รับเว็บฮุกของคู่ค้าที่แอป Sandbox ถ้าต้องการให้ส่งจริง',
    'The sandbox shows test orders, calls and webhooks. To really send webhooks, enter the partner’s URL at its app Sandbox.',
  ],
  banner: [
    'ร้านทดสอบ: คำสั่งซื้อที่นี่ไม่ใช่ของจริง และถูกล้างทุกคืนเวลา 3:00 น.',
    'Sandbox: nothing here is real, and everything is emptied every night at 3:00.',
  ],
});
