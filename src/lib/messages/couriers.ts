import { catalogue, computed } from './catalogue.ts';

/** Of a store's couriers and the ranges of their tracking numbers. */
export const couriers = catalogue({
  courier_not_set_up: { en: 'The store has not set up {shippingType}', th: 'ร้านยังไม่ได้ตั้งค่า {shippingType, courier}' },
  courier_makes_its_secret: {
    en: 'The courier of {shippingType} issues the secret. Set the one that it gave you.',
    th: 'รหัสลับของ {shippingType, courier} ได้จากขนส่ง กรุณาใส่รหัสที่ขนส่งให้มา',
  },
  courier_has_no_secret: {
    en: '{shippingType} is manual and has no secret',
    th: '{shippingType, courier} กรอกเลขพัสดุเอง จึงไม่มีรหัสลับ',
  },
  courier_secret_required: { en: 'Required. Set the secret that the courier gave you.', th: 'กรุณาใส่รหัสลับที่ขนส่งให้มา' },
  courier_secret_not_removable: {
    en: 'Cannot be removed. Run raan courier reset-secret to make a new one.',
    th: 'ลบรหัสลับไม่ได้ แต่สร้างรหัสใหม่ได้',
  },
  courier_setting_unknown: { en: 'Not a setting of {adapter}', th: 'วิธีได้เลขพัสดุนี้ไม่มีการตั้งค่านี้' },
  courier_has_open_bookings: {
    en: '{shippingType} has {open, number} open bookings. Drop them or switch their courier first.',
    th: '{shippingType, courier} มีคำขอเลขพัสดุค้าง {open, number} รายการ กรุณาเลิกขอหรือเปลี่ยนขนส่งก่อน',
  },
  courier_url_without_number: computed<unknown>({
    en: () => 'Must have {number} where the tracking number goes',
    th: () => 'ต้องมี {number} ตรงตำแหน่งเลขพัสดุ',
  }),

  number_pool_not_found: { en: 'The store has no such number pool', th: 'ไม่พบชุดเลขพัสดุนี้' },
  number_range_not_found: { en: 'The courier has no number range {range}', th: 'ไม่พบชุดเลขพัสดุนี้' },
  number_range_is_the_only_one: {
    en: 'This is the only number range of {shippingType}. Remove the courier instead.',
    th: 'เป็นชุดเลขชุดเดียวของ {shippingType, courier} ให้แก้ไขชุดเลขนี้ หรือเลิกใช้ขนส่งแทน',
  },
  number_range_too_long: {
    en: 'The range from {from} on has fewer than {numbers, number} numbers: the last serial is 99999999',
    th: 'ชุดเลขตั้งแต่ {from} มีไม่ถึง {numbers, number} เลข เพราะเลขสุดท้ายคือ 99999999',
  },
  number_range_overlaps: {
    en: 'The range from {from} on shares numbers with the range from {other} on',
    th: 'ชุดเลขตั้งแต่ {from} ซ้ำกับชุดที่เริ่มจาก {other}',
  },
  number_range_used_beyond: {
    en: '{used, number} numbers of the range from {from} on are used, more than {numbers, number}',
    th: 'ชุดเลขตั้งแต่ {from} ใช้ไปแล้ว {used, number} เลข มากกว่า {numbers, number}',
  },
  number_range_in_use: {
    en: '{used, number} numbers of the range from {from} on are used',
    th: 'ชุดเลขตั้งแต่ {from} ใช้ไปแล้ว {used, number} เลข จึงลบไม่ได้',
  },
  number_range_prefix_malformed: { en: 'Must be two capital letters', th: 'ต้องเป็นตัวอักษรอังกฤษพิมพ์ใหญ่สองตัว' },
});
