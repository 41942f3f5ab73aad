import type { Template } from './template.ts';

/** Of parcels, their numbers and the couriers that are asked for them. */
export const SHIPPING: readonly Template[] = [
  ['there is no shipment {shipment:id}', 'ไม่พบพัสดุ {shipment}'],
  ['order {order:id} has nothing left to ship', 'คำสั่งซื้อ {order} ไม่มีสินค้าเหลือให้ส่ง'],
  ['order {order:id} is not ready to ship: it is not paid in full', 'คำสั่งซื้อ {order} ยังส่งไม่ได้ เพราะยังชำระไม่ครบ'],
  [
    'order {order:id} is not ready to ship: it is not paid in full, and the store’s cod_counts_as_ready is off',
    'คำสั่งซื้อ {order} ยังส่งไม่ได้ เพราะยังชำระไม่ครบ และร้านไม่ได้เปิดให้ส่ง COD ก่อนชำระ',
  ],
  [
    'order {order:id}: its courier is being asked for a number; drop that first',
    'กำลังขอเลขพัสดุให้คำสั่งซื้อ {order} กรุณาเลิกขอก่อน',
  ],
  ['order {order:id}: its courier is being asked for a number already', 'กำลังขอเลขพัสดุให้คำสั่งซื้อ {order} อยู่แล้ว'],
  ['order {order:id} is not in the booking queue', 'คำสั่งซื้อ {order} ไม่ได้อยู่ระหว่างขอเลขพัสดุ'],
  ['the store has not set up {courier:courier} to give numbers', 'ร้านยังไม่ได้ตั้งค่าให้ขอเลขพัสดุจาก {courier}'],
  [
    'order {order:id} has shipment {shipment:id} already, which is {status:parcel}',
    'คำสั่งซื้อ {order} มีพัสดุ {shipment} อยู่แล้ว สถานะ “{status}”',
  ],
  ['it was dropped while the courier was asked', 'เลิกขอเลขพัสดุไปแล้วระหว่างที่รอขนส่งตอบ'],
  ['shipment {shipment:id} is {status:parcel} already', 'พัสดุ {shipment} มีสถานะ “{status}” อยู่แล้ว'],
  [
    'shipment {shipment:id} is {status:parcel}, it cannot be {to:parcel}',
    'พัสดุ {shipment} มีสถานะ “{status}” จึงเปลี่ยนเป็น “{to}” ไม่ได้',
  ],
  ['shipment {shipment:id}: what it collected is paid out already', 'ได้รับเงิน COD ของพัสดุ {shipment} จากขนส่งแล้ว'],
  [
    'nothing of shipment {shipment:id} would leave: cancel it instead',
    'พัสดุ {shipment} จะไม่มีสินค้าส่งออกเลย ให้ยกเลิกพัสดุแทน',
  ],
  ['line {line:id} is not in shipment {shipment:id}', 'รายการ {line} ไม่อยู่ในพัสดุ {shipment}'],
  [
    'line {line:id} is not short: {booked:count} are booked, {really:count} leave',
    'รายการ {line} ไม่ได้ขาด: ในพัสดุมี {booked} ชิ้น ส่งจริง {really} ชิ้น',
  ],
  ['name the lines that come back', 'กรุณาใส่จำนวนสินค้าที่ได้รับคืน'],

  [
    'order {order:id} has no shipment with a tracking number; book one first',
    'คำสั่งซื้อ {order} ยังไม่มีเลขพัสดุ กรุณาขอหรือกรอกเลขพัสดุก่อน',
  ],
  ['no parcel waits to be picked up', 'ไม่มีพัสดุรอส่งมอบขนส่ง'],
  [
    'order {order:id} has no {courier:courier} shipment that waits to be picked up',
    'คำสั่งซื้อ {order} ไม่มีพัสดุ {courier} ที่รอส่งมอบ',
  ],
  ['no {courier:courier} shipment waits to be picked up', 'ไม่มีพัสดุ {courier} ที่รอส่งมอบ'],
  ['order {order:id} has nothing to pick', 'คำสั่งซื้อ {order} ไม่มีสินค้าให้หยิบ'],
  ['too much is being printed; try again', 'มีงานพิมพ์พร้อมกันมากเกินไป กรุณาลองใหม่อีกครั้ง'],
];

/** What stands after a tracking number. */
export const OF_NUMBERS: readonly Template[] = [
  [
    'must be 1 to 64 visible ASCII characters without spaces',
    'ต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 1–64 ตัว ไม่มีเว้นวรรค',
  ],
  ['{number} is on shipment {shipment:id} already', '{number} ใช้กับพัสดุ {shipment} แล้ว'],
];
