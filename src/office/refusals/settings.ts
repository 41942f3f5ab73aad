import type { Template } from './template.ts';

/** Of the store, its price tiers, warehouses, addresses and couriers. */
export const SETTINGS: readonly Template[] = [
  ['there is no store {store}', 'ไม่พบร้าน {store}'],
  ['there is no store yet', 'ยังไม่มีร้าน'],
  ['the store has no price tier', 'ร้านยังไม่มีระดับราคา'],
  ['the store has no warehouse', 'ร้านยังไม่มีคลัง'],
  ['the store has no price tier {tier:id}', 'ไม่พบระดับราคานี้ในร้าน'],
  [
    'price tier {name} is the default; make another one that first',
    '{name} เป็นราคาปกติของร้าน กรุณาตั้งระดับอื่นเป็นราคาปกติก่อน',
  ],
  ['price tier {name} is that of the channels {channels}', 'ระดับราคา {name} ใช้อยู่ที่ช่องทาง {channels}'],
  [
    'price tier {name} has the prices of {prices:count} variants; take them away first',
    'ระดับราคา {name} ยังมีราคาของสินค้า {prices} รายการ กรุณาลบราคาก่อน',
  ],
  ['there is a price tier {key} already', 'มีระดับราคารหัส {key} อยู่แล้ว'],
  ['there is a warehouse {key} already', 'มีคลังรหัส {key} อยู่แล้ว'],
  ['the store has no warehouse {warehouse:id}', 'ไม่พบคลังนี้ในร้าน'],
  ["warehouse {name} is the store's only one", '{name} เป็นคลังเดียวของร้าน จึงเลิกใช้ไม่ได้'],
  ['warehouse {name} holds stock of {variants:count} variants', 'คลัง {name} ยังมีสต็อกสินค้า {variants} รายการ'],
  ['warehouse {name} has the stock document {document:id} still open', 'คลัง {name} ยังมีเอกสารสต็อก {document} ค้างอยู่'],
  ['another warehouse is named {name}; rename that one first', 'มีคลังชื่อ {name} อยู่แล้ว กรุณาเปลี่ยนชื่อคลังนั้นก่อน'],
  ['no warehouse {warehouse:id} of the store was taken out', 'ไม่พบคลังที่เลิกใช้ไว้นี้'],
  ['no address {address:id} of the store was taken out', 'ไม่พบที่อยู่ที่ลบไว้นี้'],
  ['the store has no address {address:id} of its own', 'ไม่พบที่อยู่นี้ในร้าน'],

  ['there is no such shipping type', 'ไม่พบขนส่งนี้'],
  ['the store has not set up this courier', 'ร้านยังไม่ได้ตั้งค่าขนส่งนี้'],
  ['the store has not set up {courier:courier}', 'ร้านยังไม่ได้ตั้งค่า {courier}'],
  ['the store has no such pool of numbers', 'ไม่พบชุดเลขพัสดุนี้'],
  ['the courier has no range {range:id} of numbers', 'ไม่พบชุดเลขพัสดุนี้'],
  [
    '{courier:courier}: its courier gives the secret, which is set as it is',
    'รหัสลับของ {courier} ได้จากขนส่ง กรุณาใส่รหัสที่ขนส่งให้มา',
  ],
  ['{courier:courier} is manual: it has no secret', '{courier} กรอกเลขพัสดุเอง จึงไม่มีรหัสลับ'],
  [
    'it is the only range of {courier:courier}; take the courier out instead',
    'เป็นชุดเลขชุดเดียวของ {courier} ให้แก้ไขชุดเลขนี้ หรือเลิกใช้ขนส่งแทน',
  ],
  [
    '{courier:courier} has {open:count} open bookings; drop or switch them first',
    '{courier} มีคำขอเลขพัสดุค้าง {open} รายการ กรุณาเลิกขอหรือเปลี่ยนขนส่งก่อน',
  ],
  ['{key} is no setting of {adapter}', 'วิธีได้เลขพัสดุนี้ไม่มีการตั้งค่า {key}'],
  ['secret is required: the one that the courier has given', 'กรุณาใส่รหัสลับที่ขนส่งให้มา'],
  ['secret cannot be taken away; raan courier reset-secret makes a new one', 'ลบรหัสลับไม่ได้ แต่สร้างรหัสใหม่ได้'],
  [
    'the range from {name} on has no {count:count} numbers: serials end at 99999999',
    'ชุดเลขตั้งแต่ {name} มีไม่ถึง {count} เลข เพราะเลขสุดท้ายคือ 99999999',
  ],
  ['the range from {name} on shares numbers with the one from {other} on', 'ชุดเลขตั้งแต่ {name} ซ้ำกับชุดที่เริ่มจาก {other}'],
  [
    '{given:count} numbers of the range from {name} on are given, more than {count:count}',
    'ชุดเลขตั้งแต่ {name} ใช้ไปแล้ว {given} เลข มากกว่า {count}',
  ],
  ['{given:count} numbers of the range from {name} on are given', 'ชุดเลขตั้งแต่ {name} ใช้ไปแล้ว {given} เลข จึงลบไม่ได้'],
];

/** What stands after the field that it is about. */
export const OF_SETTINGS: readonly Template[] = [
  [
    'must be a telephone number (10 digits), a national or tax id (13) or an e-wallet (15)',
    'ต้องเป็นเบอร์โทร 10 หลัก เลขบัตรประชาชนหรือเลขผู้เสียภาษี 13 หลัก หรืออีวอลเล็ต 15 หลัก',
  ],
  [
    'must be a national or tax id without a wrong digit: its check digit would be {digit}',
    'เลขบัตรประชาชนหรือเลขผู้เสียภาษีไม่ถูกต้อง หลักสุดท้ายควรเป็น {digit}',
  ],
  ['is that of another warehouse', 'มีคลังชื่อนี้อยู่แล้ว'],
  ['is that of another price tier', 'มีระดับราคาชื่อนี้อยู่แล้ว'],
  ['must have {number} where the tracking number goes', 'ต้องมี {number} ตรงตำแหน่งเลขพัสดุ'],
  ['must be two capital letters', 'ต้องเป็นตัวอักษรอังกฤษพิมพ์ใหญ่สองตัว'],
];
