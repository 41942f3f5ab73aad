import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';
import { fieldLabel } from './field-labels.ts';
import { courier, type ShipmentStatus, shipmentStatus } from './terms.ts';

/** Of requests to couriers for tracking numbers: why one is refused, and why one has failed. */
export const bookings = catalogue({
  booking_in_progress: {
    en: ({ order }: { order: Id }) =>
      `The courier of order ${order} is being asked for a tracking number. Drop that request first.`,
    th: ({ order }) => `กำลังขอเลขพัสดุให้คำสั่งซื้อ ${order} กรุณาเลิกขอก่อน`,
  },
  booking_already_in_progress: {
    en: ({ order }: { order: Id }) => `The courier of order ${order} is already being asked for a tracking number`,
    th: ({ order }) => `กำลังขอเลขพัสดุให้คำสั่งซื้อ ${order} อยู่แล้ว`,
  },
  booking_not_queued: {
    en: ({ order }: { order: Id }) => `Order ${order} is not in the booking queue`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่ได้อยู่ระหว่างขอเลขพัสดุ`,
  },
  booking_order_has_shipment: {
    en: ({ order, shipment, status }: { order: Id; shipment: Id; status: ShipmentStatus }) =>
      `Order ${order} already has shipment ${shipment}, which is ${shipmentStatus(status, 'en')}`,
    th: ({ order, shipment, status }) =>
      `คำสั่งซื้อ ${order} มีพัสดุ ${shipment} อยู่แล้ว สถานะ “${shipmentStatus(status, 'th')}”`,
  },
  booking_not_set_up: {
    en: ({ shippingType }: { shippingType: string }) => `The store has not set up ${shippingType} for tracking numbers`,
    th: ({ shippingType }) => `ร้านยังไม่ได้ตั้งค่าให้ขอเลขพัสดุจาก ${courier(shippingType, 'th')}`,
  },
  booking_dropped_meanwhile: {
    en: 'The request was dropped while the courier was asked',
    th: 'เลิกขอเลขพัสดุไปแล้วระหว่างที่รอขนส่งตอบ',
  },
  booking_dropped_unanswered: {
    en: 'Dropped while the courier was asked. Check with the courier whether it has the parcel, then drop the request again.',
    th: 'เลิกขอไปแล้วระหว่างที่รอขนส่งตอบ กรุณาตรวจกับขนส่งว่ารับพัสดุนี้ไว้หรือไม่ แล้วกดเลิกขออีกครั้ง',
  },
  booking_courier_changed: {
    en: ({ shippingType }: { shippingType: string }) =>
      `${shippingType} was set up again while its courier was asked. Check with the former courier whether it has the parcel.`,
    th: ({ shippingType }) =>
      `มีการตั้งค่า ${courier(shippingType, 'th')} ใหม่ระหว่างขอเลขพัสดุ กรุณาตรวจกับขนส่งเดิมว่ารับพัสดุนี้ไว้แล้วหรือไม่`,
  },
  booking_pool_empty: {
    en: ({ shippingType, cod }: { shippingType: string; cod: boolean }) =>
      `No ${cod ? 'COD ' : ''}tracking numbers of ${shippingType} are left`,
    th: ({ shippingType, cod }) => `เลขพัสดุ${cod ? ' COD ' : ''}ของ ${courier(shippingType, 'th')} หมดแล้ว`,
  },
  booking_number_taken: {
    en: ({ number, shipment }: { number: string; shipment: Id }) =>
      `The courier gave ${number}, which is already on shipment ${shipment}`,
    th: ({ number, shipment }) => `ขนส่งให้เลข ${number} ซึ่งใช้กับพัสดุ ${shipment} แล้ว`,
  },
  booking_closed: { en: 'Closed by the store', th: 'ร้านจัดการแล้ว' },
  cancellation_courier_changed: {
    en: ({ shippingType }: { shippingType: string }) =>
      `${shippingType} has another courier now. Ask the former courier to cancel.`,
    th: ({ shippingType }) => `เปลี่ยนผู้ให้บริการของ ${courier(shippingType, 'th')} แล้ว กรุณาแจ้งยกเลิกกับขนส่งเดิมเอง`,
  },

  courier_gives_no_numbers: { en: 'The courier gives no tracking numbers', th: 'ขนส่งนี้ไม่มีเลขพัสดุให้' },
  courier_lacks_secret: { en: 'The courier has no secret. Set it first.', th: 'ยังไม่ได้ใส่รหัสลับของขนส่งนี้' },
  courier_knows_no_booking: { en: 'The courier has no such booking', th: 'ขนส่งไม่พบคำขอนี้' },
  courier_answered: {
    en: ({ status }: { status: number }) => `The courier answered with status ${status}`,
    th: ({ status }) => `ขนส่งตอบกลับด้วยรหัส ${status}`,
  },
  courier_answer_malformed: { en: 'The answer of the courier is malformed', th: 'อ่านคำตอบของขนส่งไม่ได้' },
  courier_answer_too_large: {
    en: ({ most }: { most: number }) => `The answer of the courier exceeds ${count(most)} bytes`,
    th: ({ most }) => `คำตอบของขนส่งยาวเกิน ${count(most)} ไบต์`,
  },
  courier_timed_out: {
    en: ({ millis }: { millis: number }) => `The courier did not answer within ${count(millis)} ms`,
    th: 'ขนส่งไม่ตอบภายในเวลาที่กำหนด',
  },
  courier_not_reached: {
    en: ({ why }: { why: string }) => `No connection to the courier (${why})`,
    th: ({ why }) => `เชื่อมต่อกับขนส่งไม่ได้ (${why})`,
  },
  courier_answer_cut_off: {
    en: ({ why }: { why: string }) => `The answer of the courier was cut off (${why})`,
    th: ({ why }) => `ได้รับคำตอบจากขนส่งไม่ครบ (${why})`,
  },
  flash_answered: {
    en: ({ text, code }: { text: string; code: number }) => `${text} (Flash code ${code})`.trimStart(),
    th: ({ text, code }) => `${text} (รหัส Flash ${code})`.trimStart(),
  },
  flash_key_malformed: {
    en: 'The booking’s key must be 1 to 64 visible ASCII characters',
    th: 'รหัสคำขอต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 1–64 ตัว',
  },
  flash_cod_uneven: {
    en: ({ amount }: { amount: string }) =>
      `Flash collects whole satang; the COD amount ${amount} has more than 2 decimals`,
    th: ({ amount }) => `Flash เก็บเงินปลายทางได้ไม่เกินทศนิยม 2 ตำแหน่ง แต่ยอดคือ ${amount}`,
  },
  flash_address_lacks: {
    en: ({ whose, fields }: { whose: 'sender' | 'recipient'; fields: readonly string[] }) =>
      `The ${whose}’s address has no ${fields.join(', ')}`,
    th: ({ whose, fields }) =>
      `ที่อยู่${whose === 'sender' ? 'ผู้ส่ง' : 'ผู้รับ'}ยังไม่มี${fields.map((field) => fieldLabel(field, 'th')).join(', ')}`,
  },
  flash_address_too_long: {
    en: ({ whose, field, most }: { whose: 'sender' | 'recipient'; field: string; most: number }) =>
      `Flash takes at most ${count(most)} characters for the ${whose}’s ${field}`,
    th: ({ whose, field, most }) =>
      `${fieldLabel(field, 'th')}ของ${whose === 'sender' ? 'ผู้ส่ง' : 'ผู้รับ'}ยาวเกิน ${count(most)} ตัวอักษรที่ Flash รับได้`,
  },
  flash_sender_missing: { en: 'The store has no address to send from', th: 'ร้านยังไม่มีที่อยู่ผู้ส่ง' },
});
