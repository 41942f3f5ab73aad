import { courierName } from '../courier-names.ts';
import { afterThai } from '../text.ts';
import { catalogue, computed } from './catalogue.ts';

/** Errors about a store's couriers, their number ranges, and requests for tracking numbers. */
export const couriers = catalogue({
  courier_not_set_up: {
    en: 'The store has not set up {shippingType, courier}',
    th: 'ร้านยังไม่ได้ตั้งค่า {shippingType, courier}',
  },
  courier_makes_its_secret: {
    en: 'The courier issues the secret of {shippingType, courier}. Set the secret that you got from the courier.',
    th: 'รหัสลับของ{shippingType, courierAfterThai} ได้จากขนส่ง ใส่รหัสที่ขนส่งให้มา',
  },
  sandbox_booking_refused: {
    en: 'The sandbox rejects this booking because the label note contains {note}',
    office: 'The sandbox rejects this tracking number request because the label note contains {note}',
    th: 'ร้านทดสอบปฏิเสธการขอเลขพัสดุนี้ เพราะข้อความบนใบปะหน้ามี {note}',
  },
  sandbox_couriers_are_simulated: {
    en: 'The couriers of a sandbox are simulated and cannot be changed',
    th: 'ขนส่งของร้านทดสอบเป็นระบบจำลอง จึงเปลี่ยนไม่ได้',
  },
  courier_has_no_secret: {
    en: '{shippingType, courier} is manual and has no secret',
    office: '{shippingType, courier} has no secret because its tracking numbers are added manually',
    th: '{shippingType, courier} ใส่เลขพัสดุเอง จึงไม่มีรหัสลับ',
  },
  courier_secret_required: {
    en: 'Required. Set the secret that you got from the courier.',
    office: 'Enter the secret that you got from the courier',
    th: 'กรอกรหัสลับที่ขนส่งให้มา',
  },
  courier_secret_not_removable: {
    en: 'Cannot be removed. Run "raan courier reset-secret" to generate a new one.',
    office: 'The secret cannot be removed. Reset it to get a new one.',
    th: 'ลบรหัสลับไม่ได้ ถ้าต้องการเปลี่ยน ให้ออกรหัสลับใหม่',
  },
  courier_setting_unknown: {
    en: 'Not a setting of {adapter}',
    office: 'Not a setting of this tracking number source',
    th: 'วิธีรับเลขพัสดุนี้ไม่มีการตั้งค่านี้',
  },
  courier_adapter_unfit: {
    en: 'This adapter has no tracking numbers of {shippingType, courier}. Choose another adapter.',
    office: 'This source has no tracking numbers of {shippingType, courier}. Choose another one.',
    th: 'วิธีนี้ไม่มีเลขพัสดุของ{shippingType, courierAfterThai} เลือกวิธีอื่น',
  },
  courier_has_open_bookings: {
    en: 'Open bookings of {shippingType, courier}: {open, number}. Cancel them or change their courier first.',
    office:
      'Open tracking number requests of {shippingType, courier}: {open, number}. Cancel them or change their courier first.',
    th: '{shippingType, courier} มีคำขอเลขพัสดุค้าง {open, number} รายการ ให้ยกเลิกการขอเลขหรือเปลี่ยนขนส่งก่อน',
  },
  courier_url_without_number: computed<unknown>({
    en: () => 'Must contain {number} in place of the tracking number',
    th: () => 'ต้องมี {number} ตรงตำแหน่งเลขพัสดุ',
  }),

  number_pool_not_found: { en: 'Number pool not found', th: 'ไม่พบชุดเลขพัสดุนี้' },
  number_range_not_found: { en: 'The courier has no number range {range}', th: 'ไม่พบชุดเลขพัสดุนี้' },
  number_range_is_the_only_one: {
    en: 'This is the only number range of {shippingType, courier}. Remove the courier instead.',
    th: 'เป็นชุดเลขชุดเดียวของ{shippingType, courierAfterThai} ให้แก้ไขชุดเลขนี้ หรือเลิกใช้ขนส่งแทน',
  },
  number_range_too_long: {
    en: 'The range that starts at {from} has fewer than {numbers, number} numbers, because the last serial is 99999999. Reduce the count.',
    th: 'ชุดเลขตั้งแต่ {from} มีไม่ถึง {numbers, number} เลข เพราะเลขสุดท้ายคือ 99999999 ให้ลดจำนวนเลข',
  },
  number_range_overlaps: {
    en: 'The range that starts at {from} overlaps the range that starts at {other}. Check the first number and the count.',
    th: 'ชุดเลขตั้งแต่ {from} ซ้ำกับชุดที่เริ่มจาก {other} ตรวจเลขแรกและจำนวนเลข',
  },
  number_range_used_beyond: {
    en: 'Numbers of the range from {from} are already used ({used, number}), so it cannot be reduced to {numbers, number}',
    th: 'ชุดเลขตั้งแต่ {from} ใช้ไปแล้ว {used, number} เลข จึงลดเหลือ {numbers, number} เลขไม่ได้',
  },
  number_range_in_use: {
    en: 'Numbers of the range from {from} are already used ({used, number}), so it cannot be changed or removed',
    th: 'ชุดเลขตั้งแต่ {from} ใช้ไปแล้ว {used, number} เลข จึงแก้ไขหรือลบไม่ได้',
  },
  number_range_prefix_malformed: {
    en: 'Must be two capital letters, such as EX',
    th: 'ต้องเป็นตัวอักษรอังกฤษพิมพ์ใหญ่ 2 ตัว เช่น EX',
  },

  booking_in_progress: {
    en: 'A tracking number for {order, orderId} is being requested. Cancel the request first.',
    th: 'กำลังขอเลขพัสดุให้คำสั่งซื้อนี้ ให้ยกเลิกการขอเลขก่อน',
  },
  booking_already_in_progress: {
    en: 'A tracking number for {order, orderId} is already being requested',
    th: 'กำลังขอเลขพัสดุให้คำสั่งซื้อนี้อยู่แล้ว',
  },
  booking_not_queued: {
    en: 'Order {order} is not in the booking queue',
    office: 'The order has no open tracking number request',
    th: 'คำสั่งซื้อนี้ไม่ได้อยู่ระหว่างขอเลขพัสดุ',
  },
  booking_order_has_shipment: {
    en: 'Order {order} already has a shipment, which is {status, shipmentStatus}',
    office: 'The order already has a parcel, whose status is “{status, shipmentStatus}”',
    th: 'คำสั่งซื้อนี้มีพัสดุอยู่แล้ว สถานะ “{status, shipmentStatus}”',
  },
  booking_not_set_up: {
    en: 'The store has not set up {shippingType, courier} for tracking numbers',
    th: 'ร้านยังไม่ได้ตั้งค่าให้ขอเลขพัสดุจาก{shippingType, courierAfterThai}',
  },
  booking_dropped_meanwhile: {
    en: 'The request was canceled before the courier responded',
    th: 'ยกเลิกการขอเลขไปแล้วระหว่างที่รอขนส่งตอบ',
  },
  booking_dropped_unanswered: {
    en: 'Canceled before the courier responded. Check with the courier whether it has the parcel, then cancel the request again.',
    th: 'ยกเลิกการขอเลขไปแล้วระหว่างที่รอขนส่งตอบ ตรวจกับขนส่งว่ารับพัสดุนี้ไว้หรือไม่ แล้วกด “ยกเลิกการขอเลข” อีกครั้ง',
  },
  booking_courier_changed: {
    en: '{shippingType, courier} was set up again before it responded. Check with the former courier whether it has the parcel.',
    th: 'มีการตั้งค่า {shippingType, courier} ใหม่ระหว่างขอเลขพัสดุ ตรวจกับขนส่งเดิมว่ารับพัสดุนี้ไว้แล้วหรือไม่',
  },
  booking_pool_empty: computed<{ shippingType: string; cod: boolean }>({
    en: ({ shippingType, cod }) => `No ${cod ? 'COD ' : ''}tracking numbers left for ${shippingType}`,
    office: ({ shippingType, cod }) =>
      `No ${cod ? 'COD ' : ''}tracking numbers left for ${courierName(shippingType, 'en')}`,
    th: ({ shippingType, cod }) => `เลขพัสดุ${cod ? ' COD ' : ''}ของ${afterThai(courierName(shippingType, 'th'))} หมดแล้ว`,
  }),
  booking_number_taken: {
    en: 'The courier assigned {number}, which order #{orderNumber} already has',
    th: 'ขนส่งให้เลข {number} ซึ่งใช้กับคำสั่งซื้อ #{orderNumber} แล้ว',
  },
  booking_closed: { en: 'Closed by the store', th: 'ร้านจัดการแล้ว' },
  cancellation_courier_changed: {
    en: '{shippingType, courier} has another courier now. Ask the former courier to cancel.',
    office: '{shippingType, courier} has another provider now. Ask the former one to cancel.',
    th: 'เปลี่ยนผู้ให้บริการของ{shippingType, courierAfterThai} แล้ว ให้แจ้งยกเลิกกับขนส่งเดิมเอง',
  },

  courier_gives_no_numbers: { en: 'The courier does not issue tracking numbers', th: 'ขนส่งนี้ไม่มีเลขพัสดุให้' },
  courier_lacks_secret: { en: 'The courier has no secret. Set it first.', th: 'ยังไม่ได้ใส่รหัสลับของขนส่งนี้' },
  courier_knows_no_booking: {
    en: 'Booking not found at the courier',
    office: 'The courier does not know this request',
    th: 'ขนส่งไม่พบคำขอนี้',
  },
  courier_answered: { en: 'The courier responded with status {status}', th: 'ขนส่งตอบกลับด้วยรหัส {status}' },
  courier_answer_malformed: { en: 'The courier’s response is malformed', th: 'อ่านคำตอบของขนส่งไม่ได้' },
  courier_answer_invalid: {
    en: 'The courier’s response is invalid: {problem, message}',
    th: 'คำตอบของขนส่งไม่ถูกต้อง: {problem, message}',
  },
  courier_answer_too_large: {
    en: 'The courier’s response exceeds {most, number} bytes',
    th: 'คำตอบของขนส่งยาวเกิน {most, number} ไบต์',
  },
  courier_timed_out: { en: 'The courier did not respond within {millis, number} ms', th: 'ขนส่งไม่ตอบภายในเวลาที่กำหนด' },
  courier_not_reached: {
    en: 'Cannot connect to the courier ({why, networkError})',
    th: 'เชื่อมต่อกับขนส่งไม่ได้ ({why, networkError})',
  },
  courier_address_not_public: {
    en: '{address} is a private address. Use a public one, or ask the administrator to add its network to couriers.allow_networks.',
    th: '{address} เป็นที่อยู่ภายใน ใช้ที่อยู่สาธารณะ หรือให้ผู้ดูแลระบบเพิ่มใน couriers.allow_networks',
  },
  courier_https_required: {
    en: 'Must start with https://. Plain http is allowed only to networks in couriers.allow_networks.',
    th: 'ต้องขึ้นต้นด้วย https:// ใช้ http ได้เฉพาะเครือข่ายใน couriers.allow_networks ของไฟล์ตั้งค่า',
  },
  courier_answer_cut_off: {
    en: 'The courier’s response was cut off ({why, networkError})',
    th: 'ได้รับคำตอบจากขนส่งไม่ครบ ({why, networkError})',
  },
  flash_answered: computed<{ text: string; code: number }>({
    en: ({ text, code }) => `${text} (Flash code ${code})`.trimStart(),
    th: ({ text, code }) => `${text} (รหัส Flash ${code})`.trimStart(),
  }),
  thailand_post_gives_no_token: {
    en: 'Thailand Post did not issue a session token: {why, message}',
    th: 'ขอสิทธิ์ติดตามพัสดุจากไปรษณีย์ไทยไม่สำเร็จ: {why, message}',
  },
  thailand_post_answered: { en: 'Thailand Post responded: {text}', th: 'ไปรษณีย์ไทยตอบว่า: {text}' },
  flash_key_malformed: {
    en: 'The booking’s key must be 1 to 64 visible ASCII characters',
    th: 'รหัสคำขอต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 1–64 ตัว',
  },
  flash_cod_uneven: {
    en: 'Flash collects whole satang, but the COD amount {amount} has more than 2 decimals',
    th: 'Flash เก็บยอด COD ได้ไม่เกินทศนิยม 2 ตำแหน่ง แต่ยอดคือ {amount}',
  },
  parcel_address_lacks: {
    en: 'The {owner, addressOwner}’s address is missing: {fields, fieldLabels}',
    th: 'ที่อยู่{owner, addressOwner}ยังไม่มี{fields, fieldLabels}',
  },
  flash_address_too_long: {
    en: 'Flash accepts at most {most, number} characters for the {owner, addressOwner}’s {field, fieldLabel}',
    th: '{field, fieldLabel}ของ{owner, addressOwner}ยาวเกิน {most, number} ตัวอักษรที่ Flash รับได้',
  },
  shippop_answered: { en: 'SHIPPOP responded: {text}', th: 'SHIPPOP ตอบว่า: {text}' },
  shippop_refused: { en: 'SHIPPOP did not give a reason', th: 'SHIPPOP ไม่แจ้งเหตุผล' },
  shippop_unconfirmed: {
    en: 'SHIPPOP has not confirmed the parcel yet, and has charged nothing',
    th: 'SHIPPOP ยังไม่ยืนยันพัสดุนี้ และยังไม่ได้ตัดเงิน',
  },
  shippop_purchase_unclear: {
    en: 'It is unknown whether SHIPPOP charged you for the parcel: {why, message}. Check the SHIPPOP account before you request the tracking number again.',
    th: 'SHIPPOP ไม่แจ้งว่าพัสดุนี้ตัดเงินแล้วหรือไม่: {why, message} ตรวจในบัญชี SHIPPOP ก่อนขอเลขใหม่',
  },
  shippop_payment_failed: {
    en: 'The payment at SHIPPOP failed. Check the balance of the SHIPPOP account, then request the tracking number again.',
    th: 'ชำระเงินที่ SHIPPOP ไม่สำเร็จ ตรวจยอดเงินในบัญชี SHIPPOP แล้วขอเลขใหม่',
  },
  shippop_rejected_paid: {
    en: 'SHIPPOP charged you for the parcel, but its courier rejected it: {why, message}. Ask SHIPPOP for a refund before you request the tracking number again.',
    th: 'SHIPPOP ตัดเงินแล้วแต่ขนส่งไม่รับพัสดุ: {why, message} ให้แจ้งขอเงินคืนจาก SHIPPOP ก่อนขอเลขใหม่',
  },
  shippop_maintenance: { en: 'SHIPPOP is under maintenance', th: 'SHIPPOP ปิดปรับปรุงระบบ' },
  shippop_day_off: {
    en: 'The courier accepts no requests today because of a holiday',
    th: 'วันนี้ขนส่งหยุด จึงขอเลขพัสดุไม่ได้',
  },
  shippop_origin_unknown: {
    en: 'The courier does not collect at the store’s address. Check its sub-district, district, province and postal code, or change the courier.',
    th: 'ขนส่งไม่รับพัสดุจากที่อยู่ร้าน ตรวจตำบล/แขวง อำเภอ/เขต จังหวัด และรหัสไปรษณีย์ของร้าน หรือเปลี่ยนขนส่ง',
  },
  shippop_destination_unknown: {
    en: 'The courier does not deliver to the recipient’s address. Check its sub-district, district, province and postal code, or change the courier.',
    th: 'ขนส่งไม่ส่งไปที่อยู่ผู้รับ ตรวจตำบล/แขวง อำเภอ/เขต จังหวัด และรหัสไปรษณีย์ของผู้รับ หรือเปลี่ยนขนส่ง',
  },
  shippop_no_cod: {
    en: 'This courier accepts no COD parcels through SHIPPOP. Change the courier, or let the customer pay in advance.',
    th: 'ขนส่งนี้ไม่รับพัสดุ COD ผ่าน SHIPPOP ให้เปลี่ยนขนส่ง หรือให้ลูกค้าโอนก่อน',
  },
  shippop_cod_too_much: {
    en: 'The COD amount is more than this courier collects. Change the courier, or lower the amount.',
    th: 'ยอด COD เกินที่ขนส่งนี้รับได้ เปลี่ยนขนส่ง หรือลดยอด',
  },
  shippop_cod_uneven: {
    en: 'SHIPPOP collects whole baht, but the COD amount is {amount}',
    th: 'SHIPPOP เก็บยอด COD เป็นบาทเต็มเท่านั้น แต่ยอดคือ {amount}',
  },
  shippop_weight_refused: {
    en: 'This courier does not accept parcels of this weight. Check the weights of the products, or change the courier.',
    th: 'ขนส่งนี้ไม่รับพัสดุน้ำหนักเท่านี้ ตรวจน้ำหนักสินค้า หรือเปลี่ยนขนส่ง',
  },
  shippop_size_refused: {
    en: 'This courier does not accept parcels of this size. Check the parcel size in the courier’s settings, or change the courier.',
    th: 'ขนส่งนี้ไม่รับพัสดุขนาดเท่านี้ ตรวจขนาดพัสดุในการตั้งค่าขนส่ง หรือเปลี่ยนขนส่ง',
  },
  shippop_too_few: {
    en: 'This courier requires at least {least, number} parcels per request, but tracking numbers are requested one at a time. Change the courier.',
    th: 'ขนส่งนี้รับอย่างน้อยครั้งละ {least, number} ชิ้น แต่ระบบขอเลขทีละชิ้น เปลี่ยนขนส่ง',
  },
  shippop_code_malformed: {
    en: 'Must be a courier code of SHIPPOP in capital letters, such as EMST',
    th: 'ต้องเป็นรหัสขนส่งของ SHIPPOP ตัวพิมพ์ใหญ่ เช่น EMST',
  },
  shippop_size_malformed: {
    en: 'Must be width, length and height in whole centimeters, such as 20x15x10',
    th: 'ต้องเป็นกว้าง x ยาว x สูง เป็นเซนติเมตรเต็ม เช่น 20x15x10',
  },
  parcel_sender_missing: {
    en: 'The store has no sender address',
    office: 'The store has no sender address. Add one in Settings › Addresses.',
    th: 'ร้านยังไม่มีที่อยู่ผู้ส่ง เพิ่มได้ที่ ตั้งค่า › ที่อยู่ร้าน',
  },
});
