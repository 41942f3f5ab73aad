import { bilingual } from '../../bilingual.ts';

export const shippingRatesTexts = bilingual({
  title: ['ค่าส่ง', 'Shipping rates'],
  about: [
    'ระบบใส่ค่าส่งให้อัตโนมัติเมื่อสร้างคำสั่งซื้อในหลังร้าน แก้ในแต่ละคำสั่งซื้อได้ สินค้าที่มีค่าส่งเองใช้ค่าส่งของสินค้า คู่ค้าไม่เห็นค่าส่งนี้',
    'The shipping fee is filled in when you create an order, and you can change it there. Products with their own rates use those. Partners do not see these rates.',
  ],
  everyCourier: ['ทุกขนส่ง', 'Every courier'],
  everyHint: [
    'ใช้กับขนส่งที่ไม่ได้กำหนดด้านล่าง ยกเว้นรับที่ร้าน',
    'For couriers without a rate below. Store pickup is not charged.',
  ],
  byCourier: ['เฉพาะขนส่ง', 'By courier'],
  removeHint: ['ลบโดยเลือกขนส่งเป็น “ไม่ใช้”', 'To remove a rate, choose “None” as its courier.'],
  byWeight: ['คิดตามน้ำหนัก', 'By weight'],
  byWeightHint: [
    'ใช้แทนค่าส่งด้านบนเมื่อสินค้าทุกรายการมีน้ำหนัก ลบขั้นโดยลบตัวเลขออก',
    'Replaces the rate above if all items have a weight. To remove a step, clear its fields.',
  ],
  upTo: ['ไม่เกิน (กรัม)', 'Up to (g)'],
  stepPrice: ['ค่าส่ง (บาท)', 'Rate (baht)'],
  heavier: ['หนักกว่านั้น (บาท)', 'Above the last step (baht)'],
  heavierHint: ['เว้นว่าง = คุณใส่ค่าส่งตอนสร้างคำสั่งซื้อ', 'Leave empty to enter the fee in the order.'],
  stepPriceMissing: ['กรอกค่าส่งของขั้นนี้', 'Enter the rate of this step'],
  stepWeightMissing: ['กรอกน้ำหนักของขั้นนี้', 'Enter the weight of this step'],

  remoteArea: ['พื้นที่ห่างไกล', 'Remote areas'],
  remoteFee: ['บวกเพิ่ม (บาท)', 'Extra charge (baht)'],
  remoteFeeHint: [
    'บวกครั้งเดียวต่อคำสั่งซื้อ ทุกขนส่งยกเว้นรับที่ร้าน ส่งฟรีก็ยังบวก',
    'Once per order, for every courier except store pickup, and also if shipping is free.',
  ],
  postalCodes: ['รหัสไปรษณีย์', 'Postal codes'],
  postalCodesHint: [
    'เช่น 84140, 84280-84360 คั่นด้วยลูกน้ำ (,) หรือขึ้นบรรทัดใหม่ คัดลอกจากรายการของขนส่งได้',
    'Such as 84140, 84280-84360, separated by commas or line breaks. You can paste the list of your courier.',
  ],
  remoteFeeMissing: ['กรอกค่าส่งที่บวกเพิ่ม', 'Enter the extra charge'],
  postalCodesMissing: ['กรอกรหัสไปรษณีย์ของพื้นที่ห่างไกล', 'Enter the postal codes of the remote areas'],

  freeShipping: ['ส่งฟรี', 'Free shipping'],
  freeFrom: ['ส่งฟรีเมื่อซื้อครบ (บาท)', 'Free from (baht)'],
  freeFromHint: [
    'ค่าสินค้าหลังหักส่วนลด เว้นว่าง = ไม่มีส่งฟรี สินค้าที่มีค่าส่งเองยังคิดค่าส่ง',
    'Based on the subtotal after the discount. Leave empty for no free shipping. Products with their own rates are still charged.',
  ],
  firstMissing: ['กรอกค่าส่งชิ้นแรก', 'Enter the rate for the first unit'],
  freeWithoutRates: ['กำหนดค่าส่งก่อน', 'Set a rate first'],

  weightRate: [(from: string) => `ตามน้ำหนัก เริ่ม ${from}`, (from: string) => `By weight from ${from}`],
  remoteRate: [(fee: string) => `พื้นที่ห่างไกล +${fee}`, (fee: string) => `remote areas +${fee}`],
  none: ['ยังไม่ได้ตั้งค่าส่ง', 'None yet'],
  rateCount: [(count: number) => `เฉพาะขนส่ง ${count} รายการ`, (count: number) => `${count} by courier`],
  stepText: [
    (upTo: string, price: string) => `ไม่เกิน ${upTo} ${price}`,
    (upTo: string, price: string) => `up to ${upTo} ${price}`,
  ],
  heavierText: [(price: string) => `หนักกว่านั้น ${price}`, (price: string) => `heavier ${price}`],
  isFreeFrom: [(from: string) => `ส่งฟรีเมื่อซื้อครบ ${from}`, (from: string) => `free from ${from}`],
});
