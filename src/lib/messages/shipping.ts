import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';
import { type ShipmentStatus, shipmentStatus } from './terms.ts';

/** Of parcels and their tracking numbers. */
export const shipping = catalogue({
  shipment_not_found: {
    en: ({ shipment }: { shipment: Id }) => `There is no shipment ${shipment}`,
    th: ({ shipment }) => `ไม่พบพัสดุ ${shipment}`,
  },
  nothing_left_to_ship: {
    en: ({ order }: { order: Id }) => `Order ${order} has nothing left to ship`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่มีสินค้าเหลือให้ส่ง`,
  },
  order_not_ready_to_ship: {
    en: ({ order }: { order: Id }) => `Order ${order} is not ready to ship because it is not paid in full`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ยังส่งไม่ได้ เพราะยังชำระไม่ครบ`,
  },
  cod_order_not_ready_to_ship: {
    en: ({ order }: { order: Id }) =>
      `Order ${order} is not ready to ship because it is not paid in full and the store’s cod_counts_as_ready is off`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ยังส่งไม่ได้ เพราะยังชำระไม่ครบ และร้านไม่ได้เปิดให้ส่ง COD ก่อนชำระ`,
  },
  ship_qty_too_large: {
    en: ({ qty, left }: { qty: number; left: number }) => `Is ${count(qty)}, but only ${count(left)} are left to ship`,
    th: ({ qty, left }) => `ใส่ไว้ ${count(qty)} ชิ้น แต่เหลือให้ส่ง ${count(left)} ชิ้น`,
  },
  shipment_already_in_status: {
    en: ({ shipment, status }: { shipment: Id; status: ShipmentStatus }) =>
      `Shipment ${shipment} is already ${shipmentStatus(status, 'en')}`,
    th: ({ shipment, status }) => `พัสดุ ${shipment} มีสถานะ “${shipmentStatus(status, 'th')}” อยู่แล้ว`,
  },
  shipment_cannot_become: {
    en: ({ shipment, status, to }: { shipment: Id; status: ShipmentStatus; to: ShipmentStatus }) =>
      `Shipment ${shipment} is ${shipmentStatus(status, 'en')} and cannot be ${shipmentStatus(to, 'en')}`,
    th: ({ shipment, status, to }) =>
      `พัสดุ ${shipment} มีสถานะ “${shipmentStatus(status, 'th')}” จึงเปลี่ยนเป็น “${shipmentStatus(to, 'th')}” ไม่ได้`,
  },
  shipment_paid_out: {
    en: ({ shipment }: { shipment: Id }) => `The courier has already paid out the COD of shipment ${shipment}`,
    th: ({ shipment }) => `ได้รับเงิน COD ของพัสดุ ${shipment} จากขนส่งแล้ว`,
  },
  shipment_would_be_empty: {
    en: ({ shipment }: { shipment: Id }) => `Shipment ${shipment} would leave with nothing in it. Cancel it instead.`,
    th: ({ shipment }) => `พัสดุ ${shipment} จะไม่มีสินค้าส่งออกเลย ให้ยกเลิกพัสดุแทน`,
  },
  line_not_in_shipment: {
    en: ({ line, shipment }: { line: Id; shipment: Id }) => `Shipment ${shipment} has no line ${line}`,
    th: ({ line, shipment }) => `พัสดุ ${shipment} ไม่มีรายการ ${line}`,
  },
  line_not_short: {
    en: ({ booked, leaving }: { booked: number; leaving: number }) =>
      `Is ${count(leaving)}, but must be below the ${count(booked)} in the parcel`,
    th: ({ booked, leaving }) => `ใส่ไว้ ${count(leaving)} ชิ้น ต้องน้อยกว่าในพัสดุซึ่งมี ${count(booked)} ชิ้น`,
  },
  no_quantity_entered: { en: 'Enter a quantity for at least one line', th: 'กรุณาใส่จำนวนอย่างน้อยหนึ่งรายการ' },
  no_returned_lines: { en: 'Enter how many came back of at least one line', th: 'กรุณาใส่จำนวนสินค้าที่ได้รับคืน' },
  return_qty_too_large: {
    en: ({ qty, left }: { qty: number; left: number }) => `Is ${count(qty)}, but only ${count(left)} can come back`,
    th: ({ qty, left }) => `ใส่ไว้ ${count(qty)} ชิ้น แต่รับคืนได้ ${count(left)} ชิ้น`,
  },
  tracking_number_malformed: {
    en: 'Must be 1 to 64 visible ASCII characters without spaces',
    th: 'ต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 1–64 ตัว ไม่มีเว้นวรรค',
  },
  s10_check_digit: {
    en: ({ number, digit, expected }: { number: string; digit: string; expected: string }) =>
      `${number} has the wrong check digit ${digit}. The number should be ${expected}.`,
    th: ({ number, expected }) => `เลข ${number} ไม่ถูกต้อง น่าจะเป็น ${expected}`,
  },
  tracking_number_taken: {
    en: ({ number, shipment }: { number: string; shipment: Id }) => `${number} is already on shipment ${shipment}`,
    th: ({ number, shipment }) => `${number} ใช้กับพัสดุ ${shipment} แล้ว`,
  },
});
