import { catalogue } from './catalogue.ts';

/** Errors about the store, its price tiers, warehouses and addresses. */
export const settings = catalogue({
  no_store_yet: { en: 'There is no store yet', th: 'ยังไม่มีร้าน' },
  store_not_found: { en: 'Store {store} not found', th: 'ไม่พบร้าน {store}' },
  store_not_named: { en: 'Specify the store: one of {stores, list}', th: 'ระบุร้าน: {stores, list}' },
  warehouse_not_found: {
    en: 'The store has no warehouse {warehouse}',
    office: 'Warehouse not found',
    th: 'ไม่พบคลังนี้ในร้าน',
  },
  price_tier_not_found: {
    en: 'The store has no price tier {priceTier}',
    office: 'Price tier not found',
    th: 'ไม่พบระดับราคานี้ในร้าน',
  },
  store_address_not_found: {
    en: 'The store has no address {address}',
    office: 'Address not found',
    th: 'ไม่พบที่อยู่นี้ในร้าน',
  },
  removed_address_not_found: {
    en: 'The store has no removed address {address}',
    office: 'Removed address not found',
    th: 'ไม่พบที่อยู่นี้ในรายการที่ลบแล้ว',
  },
  bank_account_not_found: {
    en: 'The store has no bank account {account}',
    office: 'Bank account not found',
    th: 'ไม่พบบัญชีธนาคารนี้ในร้าน',
  },
  bank_unknown: { en: 'Bank code {bank} not found', th: 'ไม่พบธนาคารรหัส {bank}' },
  bank_account_exists: {
    en: 'The store already has a bank account with this number. If it was deleted, add it again.',
    th: 'ร้านมีบัญชีเลขนี้อยู่แล้ว ถ้าลบไปแล้ว ให้เพิ่มใหม่',
  },
  bank_account_number_malformed: { en: 'Must be 6 to 15 digits', th: 'ต้องเป็นตัวเลข 6 ถึง 15 หลัก' },
  promptpay_id_malformed: {
    en: 'Must be a phone number (10 digits), a national or tax ID (13) or an e-wallet ID (15)',
    th: 'ต้องเป็นเบอร์โทร 10 หลัก เลขบัตรประชาชนหรือเลขผู้เสียภาษี 13 หลัก หรือ e-Wallet 15 หลัก',
  },
  promptpay_id_check_digit: {
    en: 'Not a valid national or tax ID: its last digit should be {digit}',
    th: 'เลขบัตรประชาชนหรือเลขผู้เสียภาษีไม่ถูกต้อง หลักสุดท้ายควรเป็น {digit}',
  },

  store_has_no_price_tier: {
    en: 'The store has no price tier',
    office: 'The store has no price tier. Add one in Settings › Price tiers.',
    th: 'ร้านยังไม่มีระดับราคา เพิ่มได้ที่ ตั้งค่า › ระดับราคา',
  },
  store_has_no_warehouse: {
    en: 'The store has no warehouse',
    office: 'The store has no warehouse. Add one in Settings › Warehouses.',
    th: 'ร้านยังไม่มีคลัง เพิ่มได้ที่ ตั้งค่า › คลังสินค้า',
  },
  price_tier_key_taken: { en: 'There is already a price tier {priceTier}', th: 'มีระดับราคารหัส {priceTier} อยู่แล้ว' },
  price_tier_name_taken: {
    en: 'Another price tier has this name. Choose another one.',
    th: 'มีระดับราคาชื่อนี้อยู่แล้ว ใช้ชื่ออื่น',
  },
  price_tier_is_default: {
    en: 'Price tier {priceTier} is the default. Make another one the default first.',
    th: '“{priceTier}” เป็นราคาหลักของร้าน ให้ตั้งระดับอื่นเป็นราคาหลักก่อน',
  },
  price_tier_has_channels: {
    en: 'Price tier {priceTier} is used by {channels, list}. Choose another price tier there first.',
    th: 'ลบระดับราคา “{priceTier}” ไม่ได้ เพราะการเชื่อมต่อ {channels, quoted} ใช้อยู่ ให้เลือกระดับราคาอื่นให้ก่อน',
  },
  price_tier_has_prices: {
    en: 'Price tier {priceTier} still has prices of {variants, variantCount}. Remove them first.',
    th: 'ระดับราคา “{priceTier}” ยังมีราคาของสินค้า {variants, number} รายการ ให้ลบราคาก่อน',
  },
  warehouse_key_taken: { en: 'There is already a warehouse {warehouse}', th: 'มีคลังรหัส {warehouse} อยู่แล้ว' },
  warehouse_name_taken: { en: 'Another warehouse has this name. Choose another one.', th: 'มีคลังชื่อนี้อยู่แล้ว ใช้ชื่ออื่น' },
  removed_warehouse_not_found: {
    en: 'The store has no removed warehouse {warehouse}',
    office: 'Removed warehouse not found',
    th: 'ไม่พบคลังนี้ในรายการที่เลิกใช้แล้ว',
  },
  removed_warehouse_name_taken: {
    en: 'Another warehouse is named {warehouse}. Rename that one first.',
    th: 'มีคลังชื่อ “{warehouse}” อยู่แล้ว ให้เปลี่ยนชื่อคลังนั้นก่อน',
  },
  warehouse_is_the_only_one: {
    en: 'Warehouse {warehouse} is the only warehouse of the store',
    th: '“{warehouse}” เป็นคลังเดียวของร้าน จึงเลิกใช้ไม่ได้',
  },
  warehouse_has_stock: {
    en: 'Warehouse {warehouse} still has stock of {variants, variantCount}. Transfer it or write it off first.',
    th: 'คลัง “{warehouse}” ยังมีสต็อกสินค้า {variants, number} รายการ ให้โอนย้ายหรือตัดสต็อกออกก่อน',
  },
  warehouse_has_open_document: {
    en: 'Stock document {document} of warehouse {warehouse} is still open',
    office: 'Count sheet #{document} of warehouse {warehouse} is still open. Apply or discard it first.',
    th: 'คลัง “{warehouse}” ยังมีใบนับสต็อก #{document} ค้างอยู่ ให้ปรับสต็อกหรือยกเลิกใบนับก่อน',
  },

  weight_step_repeated: {
    en: 'There is already a step up to {upTo, number} g. Remove one of them.',
    th: 'มีขั้นไม่เกิน {upTo, number} กรัมอยู่แล้ว ให้ลบออกหนึ่งขั้น',
  },
  open_weight_step_repeated: {
    en: 'Another step has no up_to. Only one may have none, for every heavier weight.',
    office: 'Another step has no weight limit. Remove one of them.',
    th: 'ขั้นที่ไม่จำกัดน้ำหนักมีได้เพียงขั้นเดียว',
  },
  too_many_weight_steps: { en: 'Must be at most {most, number} steps', th: 'มีได้ไม่เกิน {most, number} ขั้น' },
  postal_code_in_list_malformed: {
    en: 'Entry {position, number}, “{text}”, is not a postal code. Write five digits, such as 84140, or a range, such as 84280-84360.',
    th: 'รายการที่ {position, number} “{text}” ไม่ใช่รหัสไปรษณีย์ ให้ใส่เลข 5 หลัก เช่น 84140 หรือช่วง เช่น 84280-84360',
  },
  postal_range_reversed: {
    en: 'Entry {position, number}, {first}-{last}, begins with the higher code. Write {last}-{first}.',
    th: 'รายการที่ {position, number} {first}-{last} สลับหน้าหลัง ให้ใส่ {last}-{first}',
  },
  too_many_postal_codes: {
    en: 'The list has {count, number} entries. Combine neighboring codes into ranges: at most {most, number} are possible.',
    th: 'มี {count, number} รายการ ใส่ได้ไม่เกิน {most, number} ให้รวมรหัสที่อยู่ติดกันเป็นช่วง',
  },
});
