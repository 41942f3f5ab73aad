import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';
import { courier } from './terms.ts';

/** Of a store's couriers and the ranges of their tracking numbers. */
export const couriers = catalogue({
  courier_not_set_up: {
    en: ({ shippingType }: { shippingType: string }) => `The store has not set up ${shippingType}`,
    th: ({ shippingType }) => `ร้านยังไม่ได้ตั้งค่า ${courier(shippingType, 'th')}`,
  },
  courier_makes_its_secret: {
    en: ({ shippingType }: { shippingType: string }) =>
      `The courier of ${shippingType} issues the secret. Set the one that it gave you.`,
    th: ({ shippingType }) => `รหัสลับของ ${courier(shippingType, 'th')} ได้จากขนส่ง กรุณาใส่รหัสที่ขนส่งให้มา`,
  },
  courier_has_no_secret: {
    en: ({ shippingType }: { shippingType: string }) => `${shippingType} is manual and has no secret`,
    th: ({ shippingType }) => `${courier(shippingType, 'th')} กรอกเลขพัสดุเอง จึงไม่มีรหัสลับ`,
  },
  courier_secret_required: { en: 'Required. Set the secret that the courier gave you.', th: 'กรุณาใส่รหัสลับที่ขนส่งให้มา' },
  courier_secret_not_removable: {
    en: 'Cannot be removed. Run raan courier reset-secret to make a new one.',
    th: 'ลบรหัสลับไม่ได้ แต่สร้างรหัสใหม่ได้',
  },
  courier_setting_unknown: {
    en: ({ adapter }: { adapter: string }) => `Not a setting of ${adapter}`,
    th: 'วิธีได้เลขพัสดุนี้ไม่มีการตั้งค่านี้',
  },
  courier_has_open_bookings: {
    en: ({ shippingType, open }: { shippingType: string; open: number }) =>
      `${shippingType} has ${count(open)} open bookings. Drop them or switch their courier first.`,
    th: ({ shippingType, open }) =>
      `${courier(shippingType, 'th')} มีคำขอเลขพัสดุค้าง ${count(open)} รายการ กรุณาเลิกขอหรือเปลี่ยนขนส่งก่อน`,
  },
  courier_url_without_number: {
    en: 'Must have {number} where the tracking number goes',
    th: 'ต้องมี {number} ตรงตำแหน่งเลขพัสดุ',
  },

  number_pool_not_found: { en: 'The store has no such number pool', th: 'ไม่พบชุดเลขพัสดุนี้' },
  number_range_not_found: {
    en: ({ range }: { range: Id }) => `The courier has no number range ${range}`,
    th: 'ไม่พบชุดเลขพัสดุนี้',
  },
  number_range_is_the_only_one: {
    en: ({ shippingType }: { shippingType: string }) =>
      `This is the only number range of ${shippingType}. Remove the courier instead.`,
    th: ({ shippingType }) => `เป็นชุดเลขชุดเดียวของ ${courier(shippingType, 'th')} ให้แก้ไขชุดเลขนี้ หรือเลิกใช้ขนส่งแทน`,
  },
  number_range_too_long: {
    en: ({ from, numbers }: { from: string; numbers: number }) =>
      `The range from ${from} on has fewer than ${count(numbers)} numbers: the last serial is 99999999`,
    th: ({ from, numbers }) => `ชุดเลขตั้งแต่ ${from} มีไม่ถึง ${count(numbers)} เลข เพราะเลขสุดท้ายคือ 99999999`,
  },
  number_range_overlaps: {
    en: ({ from, other }: { from: string; other: string }) =>
      `The range from ${from} on shares numbers with the range from ${other} on`,
    th: ({ from, other }) => `ชุดเลขตั้งแต่ ${from} ซ้ำกับชุดที่เริ่มจาก ${other}`,
  },
  number_range_used_beyond: {
    en: ({ from, used, numbers }: { from: string; used: number; numbers: number }) =>
      `${count(used)} numbers of the range from ${from} on are used, more than ${count(numbers)}`,
    th: ({ from, used, numbers }) => `ชุดเลขตั้งแต่ ${from} ใช้ไปแล้ว ${count(used)} เลข มากกว่า ${count(numbers)}`,
  },
  number_range_in_use: {
    en: ({ from, used }: { from: string; used: number }) =>
      `${count(used)} numbers of the range from ${from} on are used`,
    th: ({ from, used }) => `ชุดเลขตั้งแต่ ${from} ใช้ไปแล้ว ${count(used)} เลข จึงลบไม่ได้`,
  },
  number_range_prefix_malformed: { en: 'Must be two capital letters', th: 'ต้องเป็นตัวอักษรอังกฤษพิมพ์ใหญ่สองตัว' },
});
