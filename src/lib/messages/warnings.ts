import { count } from '../number-format.ts';
import { catalogue, computed } from './catalogue.ts';

/** Warnings of commands that were carried out, and of what they have printed. */
export const warnings = catalogue({
  payment_has_same_slip: {
    en: 'Payment {payment} of order {order} has the same slip',
    th: 'การชำระเงิน {payment} ของคำสั่งซื้อ {order} ใช้สลิปเดียวกัน',
  },
  only_newest_orders_searched: {
    en: 'Only the newest {most, number} matching orders were searched. Enter more of the name or phone number.',
    th: 'ค้นหาเฉพาะคำสั่งซื้อล่าสุด {most, number} รายการที่ตรง ระบุชื่อหรือเบอร์โทรให้ละเอียดขึ้น',
  },
  customer_in_older_backups: computed<{ backups: number; folder: string; keep: number }>({
    en: ({ backups, folder, keep }) =>
      `${count(backups)} older ${backups === 1 ? 'backup' : 'backups'} in ${folder} may still contain the customer. New backups replace them, because backup.keep is ${keep}. Delete them to remove the customer now.`,
    th: ({ backups, folder, keep }) =>
      `ไฟล์สำรองเก่า ${count(backups)} ไฟล์ใน ${folder} อาจยังมีข้อมูลลูกค้า ไฟล์สำรองใหม่จะแทนที่ไฟล์เหล่านี้ เพราะตั้ง backup.keep เป็น ${keep} ถ้าต้องการลบข้อมูลทันที ลบไฟล์เหล่านี้`,
  }),
  customer_in_bucket: {
    en: 'Backups in the bucket may still contain the customer, until new ones replace them or you delete them',
    th: 'ไฟล์สำรองในบักเก็ตอาจยังมีข้อมูลลูกค้า จนกว่าไฟล์ใหม่จะแทนที่หรือคุณลบไฟล์เหล่านั้น',
  },
  customer_in_older_copies: {
    en: 'Delete these copies next to the database, which may still contain the customer: {files, list}',
    th: 'ลบสำเนาข้างฐานข้อมูลที่อาจยังมีข้อมูลลูกค้า: {files, list}',
  },

  shipping_type_without_courier: {
    en: 'The store has no courier for {shippingType}, so no tracking number is requested. Enter one with "raan order book".',
    th: 'ร้านไม่มีขนส่งสำหรับ {shippingType} จึงไม่ขอเลขพัสดุ ใส่เลขด้วยคำสั่ง raan order book',
  },
  courier_cannot_book: {
    en: 'Store {store}: {shippingType, courier} has no secret, so no shipments can be booked with it',
    th: 'ร้าน {store}: {shippingType, courier} ไม่มีรหัสลับ จึงขอเลขพัสดุไม่ได้',
  },
  courier_gets_no_requests: {
    en: 'Store {store}: {shippingType} gets no requests: {why, message}',
    th: 'ร้าน {store}: ไม่มีการส่งคำขอถึง {shippingType}: {why, message}',
  },

  install_base_url_differs: {
    en: '{file}: listen.base_url is "{found}"; set it to "{wanted}"',
    th: '{file}: listen.base_url คือ "{found}" ตั้งเป็น "{wanted}"',
  },
  install_proxies_missing: {
    en: '{file}: listen.trusted_proxies is empty; set it to {wanted} for Caddy',
    th: '{file}: listen.trusted_proxies ว่างอยู่ ตั้งเป็น {wanted} สำหรับ Caddy',
  },

  label_address_incomplete: {
    en: 'Order #{orderNumber}: the recipient’s address is missing: {fields, fieldLabels}',
    th: 'คำสั่งซื้อ #{orderNumber}: ที่อยู่ผู้รับยังไม่มี{fields, fieldLabels}',
  },
  label_without_sender: { en: 'Order #{orderNumber} has no sender address', th: 'คำสั่งซื้อ #{orderNumber} ไม่มีที่อยู่ผู้ส่ง' },
  label_number_without_bars: {
    en: 'Order #{orderNumber}: the tracking number {trackingNumber} cannot be printed as a barcode',
    th: 'คำสั่งซื้อ #{orderNumber}: พิมพ์เลขพัสดุ {trackingNumber} เป็นบาร์โค้ดไม่ได้',
  },
  label_bars_narrow: {
    en: 'Order #{orderNumber}: the barcode of {trackingNumber} has bars narrower than 0.25 mm',
    th: 'คำสั่งซื้อ #{orderNumber}: บาร์โค้ดของ {trackingNumber} แคบกว่า 0.25 มม.',
  },
  characters_without_glyph: {
    en: '{document, message}: no font has {characters}, which is printed as [?]',
    th: '{document, message}: ไม่มีฟอนต์สำหรับ {characters} จึงพิมพ์เป็น [?]',
  },
  document_of_order: { en: 'Order #{orderNumber}', th: 'คำสั่งซื้อ #{orderNumber}' },
  document_manifest: { en: 'Manifest of {shippingType}', th: 'ใบส่งมอบพัสดุของ {shippingType}' },
  document_pick_list: { en: 'Pick list of {warehouse}', th: 'ใบหยิบสินค้าของคลัง “{warehouse}”' },
});
