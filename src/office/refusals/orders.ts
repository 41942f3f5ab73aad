import type { Template } from './template.ts';

/** Of orders, their lines and their ends. */
export const ORDERS: readonly Template[] = [
  ['there is no order {order:id}', 'ไม่พบคำสั่งซื้อ {order}'],
  ['there is no order {order:id} of this store', 'ไม่พบคำสั่งซื้อ {order} ในร้านนี้'],
  ['order {order:id} is {status:order}', 'คำสั่งซื้อ {order} มีสถานะ “{status}” จึงทำรายการนี้ไม่ได้'],
  ['order {order:id} is {status:order} already', 'คำสั่งซื้อ {order} มีสถานะ “{status}” อยู่แล้ว'],
  ['order {order:id} must keep a line', 'คำสั่งซื้อ {order} ต้องมีสินค้าอย่างน้อยหนึ่งรายการ'],
  [
    'order {order:id} has been changed since this page was opened; look at it again',
    'คำสั่งซื้อ {order} ถูกแก้ไขหลังจากเปิดหน้านี้ กรุณาเปิดดูใหม่อีกครั้ง',
  ],
  [
    'order {order:id} is not COD: it has no cod_amount and no cod_fee',
    'คำสั่งซื้อ {order} ไม่ใช่ COD จึงไม่มียอดเก็บปลายทางและค่าธรรมเนียม COD',
  ],
  [
    'order {order:id} cannot be edited: its shipment {shipment:id} is {status:parcel}',
    'แก้ไขคำสั่งซื้อ {order} ไม่ได้ เพราะพัสดุ {shipment} มีสถานะ “{status}”',
  ],
  [
    'order {order:id} cannot be edited: its courier is being asked for a number',
    'แก้ไขคำสั่งซื้อ {order} ไม่ได้ เพราะกำลังขอเลขพัสดุจากขนส่ง',
  ],
  [
    'order {order:id} has receipt {receipt:id}: its amounts cannot be edited',
    'คำสั่งซื้อ {order} ออกใบเสร็จเลขที่ {receipt} แล้ว จึงแก้ยอดเงินไม่ได้',
  ],
  ['line {line:id} is not of order {order:id}', 'รายการ {line} ไม่ใช่ของคำสั่งซื้อ {order}'],
  ['line {line:id} is named twice', 'ระบุรายการ {line} ซ้ำ'],
  ['shipment {shipment:id} of order {order:id} has left already', 'พัสดุ {shipment} ของคำสั่งซื้อ {order} ส่งออกไปแล้ว'],
  [
    'shipment {shipment:id} of order {order:id}: what it collected is paid out already: pay it back first',
    'ได้รับเงิน COD ของพัสดุ {shipment} ในคำสั่งซื้อ {order} แล้ว กรุณาคืนเงินก่อน',
  ],
  ['order {order:id} is not COD', 'คำสั่งซื้อ {order} ไม่ใช่ COD'],
  ['code {code} is not in this order', '{code} ไม่มีในคำสั่งซื้อนี้'],
  ['code {code} is one too many', '{code} ครบจำนวนแล้ว ชิ้นนี้เกินมา'],
  ['products and fees come to more than an amount can be', 'ยอดรวมสินค้าและค่าธรรมเนียมสูงเกินกว่าที่ระบบรองรับ'],
  ['the store’s quota of {quota:count} orders a month is used up', 'ร้านใช้โควตาคำสั่งซื้อ {quota} รายการของเดือนนี้ครบแล้ว'],
  ["the store's quota of {quota:count} orders a month is used up", 'ร้านใช้โควตาคำสั่งซื้อ {quota} รายการของเดือนนี้ครบแล้ว'],
];

/** What stands after the line or the field that it is about. */
export const OF_LINES: readonly Template[] = [
  ['{needed:count} are needed, {available:count} are available', 'ต้องการ {needed} ชิ้น แต่พร้อมขาย {available} ชิ้น'],
  ['comes to more than an amount can be', 'จำนวนเงินสูงเกินกว่าที่ระบบรองรับ'],
  ['cannot be raised: its variant is no longer sold', 'เพิ่มจำนวนไม่ได้ เพราะเลิกขายสินค้านี้แล้ว'],
  ['can no longer be supplied: its source is no longer sold', 'ไม่มีของส่งแล้ว เพราะร้านต้นทางเลิกขาย'],
  [
    'can no longer be supplied: variant {variant:id} is a bundle now',
    'ไม่มีของส่งแล้ว เพราะสินค้า #{variant} เปลี่ยนเป็นชุดสินค้า',
  ],
  ['cannot be supplied: the store has no warehouse', 'ไม่มีของส่ง เพราะร้านยังไม่มีคลัง'],
  ['is required: the store has none for it', 'กรุณาใส่ราคา เพราะร้านยังไม่ได้ตั้งราคาสินค้านี้'],
  ['is shared by variants {variants}', 'มีหลายสินค้าใช้ SKU นี้ (หมายเลข {variants})'],
  ['is not a variant of this store', 'ไม่พบสินค้านี้ในร้าน'],
  ['is {qty:count}, and {left:count} of it can be paid back', 'ใส่ไว้ {qty} ชิ้น แต่คืนเงินได้อีก {left} ชิ้น'],
  ['is {qty:count}, and {left:count} are left to ship', 'ใส่ไว้ {qty} ชิ้น แต่เหลือให้ส่ง {left} ชิ้น'],
  ['is {qty:count}, and {left:count} of it can come back', 'ใส่ไว้ {qty} ชิ้น แต่รับคืนได้ {left} ชิ้น'],
  ['must be at most the {total:baht} that it comes to', 'ต้องไม่เกินยอดรวม {total}'],
  ['is past already', 'ผ่านไปแล้ว กรุณาใส่เวลาที่ยังมาไม่ถึง'],
  ['is not an address of this store', 'ไม่พบที่อยู่นี้ในร้าน'],
  ['is not one of the store’s own addresses', 'ไม่ใช่ที่อยู่ของร้าน กรุณาเลือกใหม่'],
  ['is not a price tier of this store', 'ไม่พบระดับราคานี้ในร้าน'],
  ['is not one of the known ones', 'ไม่รู้จักตัวเลือกนี้ กรุณาเลือกใหม่'],
];
