import { bilingual } from '../../bilingual.ts';

export const shippingRatesTexts = bilingual({
  title: ['ค่าส่ง', 'Shipping rates'],
  about: [
    'ใส่ค่าส่งให้เองเมื่อสร้างคำสั่งซื้อในหลังร้าน แก้ในแต่ละคำสั่งซื้อได้ สินค้าที่มีค่าส่งเองใช้ค่าส่งของสินค้า คู่ค้าไม่เห็นค่าส่งนี้',
    'The shipping fee is filled in when you create an order, and you can change it there. Products with their own rates use those. Partners do not see these rates.',
  ],
  everyCourier: ['ทุกขนส่ง', 'Every courier'],
  everyHint: [
    'ใช้กับขนส่งที่ไม่ได้กำหนดด้านล่าง ยกเว้นรับที่ร้าน',
    'For couriers without a rate below. Store pickup is not charged.',
  ],
  byCourier: ['เฉพาะขนส่ง', 'By courier'],
  removeHint: ['ลบโดยเลือกขนส่งเป็น “ไม่ใช้”', 'To remove a rate, choose “None” as its courier.'],
  freeShipping: ['ส่งฟรี', 'Free shipping'],
  freeFrom: ['ส่งฟรีเมื่อซื้อครบ (บาท)', 'Free from (baht)'],
  freeFromHint: [
    'ค่าสินค้าหลังหักส่วนลด เว้นว่าง = ไม่มีส่งฟรี สินค้าที่มีค่าส่งเองยังคิดค่าส่ง',
    'Based on the subtotal after the discount. Leave empty for no free shipping. Products with their own rates are still charged.',
  ],
  firstMissing: ['กรอกค่าส่งชิ้นแรก', 'Enter the rate for the first unit'],
  freeWithoutRates: ['กำหนดค่าส่งก่อน', 'Set a rate first'],

  none: ['ยังไม่ได้ตั้งค่าส่ง', 'None yet'],
  ratesFrom: [
    (first: string, others: number) => (others > 0 ? `${first} · เฉพาะขนส่ง ${others} รายการ` : first),
    (first: string, others: number) => (others > 0 ? `${first} · ${others} by courier` : first),
  ],
  rateCount: [(count: number) => `เฉพาะขนส่ง ${count} รายการ`, (count: number) => `${count} by courier`],
  isFreeFrom: [(from: string) => `ส่งฟรีเมื่อซื้อครบ ${from}`, (from: string) => `free from ${from}`],
});
