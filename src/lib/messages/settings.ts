import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';

/** Of the store, its price tiers, warehouses and addresses. */
export const settings = catalogue({
  no_store_yet: { en: 'There is no store yet', th: 'ยังไม่มีร้าน' },
  store_not_found: {
    en: ({ store }: { store: string }) => `There is no store ${store}`,
    th: ({ store }) => `ไม่พบร้าน ${store}`,
  },
  store_not_named: {
    en: ({ stores }: { stores: readonly string[] }) => `Name the store: one of ${stores.join(', ')}`,
    th: ({ stores }) => `กรุณาระบุร้าน: ${stores.join(', ')}`,
  },
  warehouse_not_found: {
    en: ({ warehouse }: { warehouse: Id }) => `The store has no warehouse ${warehouse}`,
    th: 'ไม่พบคลังนี้ในร้าน',
  },
  price_tier_not_found: {
    en: ({ priceTier }: { priceTier: Id }) => `The store has no price tier ${priceTier}`,
    th: 'ไม่พบระดับราคานี้ในร้าน',
  },
  store_address_not_found: {
    en: ({ address }: { address: Id }) => `The store has no address ${address} of its own`,
    th: 'ไม่พบที่อยู่นี้ในร้าน',
  },
  removed_address_not_found: {
    en: ({ address }: { address: Id }) => `The store has no removed address ${address}`,
    th: 'ไม่พบที่อยู่ที่ลบไว้นี้',
  },
  promptpay_id_malformed: {
    en: 'Must be a phone number (10 digits), a national or tax ID (13) or an e-wallet ID (15)',
    th: 'ต้องเป็นเบอร์โทร 10 หลัก เลขบัตรประชาชนหรือเลขผู้เสียภาษี 13 หลัก หรืออีวอลเล็ต 15 หลัก',
  },
  promptpay_id_check_digit: {
    en: ({ digit }: { digit: string }) => `Not a valid national or tax ID: its last digit should be ${digit}`,
    th: ({ digit }) => `เลขบัตรประชาชนหรือเลขผู้เสียภาษีไม่ถูกต้อง หลักสุดท้ายควรเป็น ${digit}`,
  },

  store_has_no_price_tier: { en: 'The store has no price tier', th: 'ร้านยังไม่มีระดับราคา' },
  store_has_no_warehouse: { en: 'The store has no warehouse', th: 'ร้านยังไม่มีคลัง' },
  price_tier_key_taken: {
    en: ({ priceTier }: { priceTier: string }) => `There is already a price tier ${priceTier}`,
    th: ({ priceTier }) => `มีระดับราคารหัส ${priceTier} อยู่แล้ว`,
  },
  price_tier_name_taken: { en: 'Another price tier has this name', th: 'มีระดับราคาชื่อนี้อยู่แล้ว' },
  price_tier_is_default: {
    en: ({ priceTier }: { priceTier: string }) =>
      `Price tier ${priceTier} is the default. Make another one the default first.`,
    th: ({ priceTier }) => `${priceTier} เป็นราคาปกติของร้าน กรุณาตั้งระดับอื่นเป็นราคาปกติก่อน`,
  },
  price_tier_has_channels: {
    en: ({ priceTier, channels }: { priceTier: string; channels: readonly string[] }) =>
      `Price tier ${priceTier} is used by the channels ${channels.join(', ')}`,
    th: ({ priceTier, channels }) => `ระดับราคา ${priceTier} ใช้อยู่ที่ช่องทาง ${channels.join(', ')}`,
  },
  price_tier_has_prices: {
    en: ({ priceTier, variants }: { priceTier: string; variants: number }) =>
      `Price tier ${priceTier} has prices of ${count(variants)} variants. Remove them first.`,
    th: ({ priceTier, variants }) => `ระดับราคา ${priceTier} ยังมีราคาของสินค้า ${count(variants)} รายการ กรุณาลบราคาก่อน`,
  },
  warehouse_key_taken: {
    en: ({ warehouse }: { warehouse: string }) => `There is already a warehouse ${warehouse}`,
    th: ({ warehouse }) => `มีคลังรหัส ${warehouse} อยู่แล้ว`,
  },
  warehouse_name_taken: { en: 'Another warehouse has this name', th: 'มีคลังชื่อนี้อยู่แล้ว' },
  removed_warehouse_not_found: {
    en: ({ warehouse }: { warehouse: Id }) => `The store has no removed warehouse ${warehouse}`,
    th: 'ไม่พบคลังที่เลิกใช้ไว้นี้',
  },
  removed_warehouse_name_taken: {
    en: ({ warehouse }: { warehouse: string }) => `Another warehouse is named ${warehouse}. Rename that one first.`,
    th: ({ warehouse }) => `มีคลังชื่อ ${warehouse} อยู่แล้ว กรุณาเปลี่ยนชื่อคลังนั้นก่อน`,
  },
  warehouse_is_the_only_one: {
    en: ({ warehouse }: { warehouse: string }) => `Warehouse ${warehouse} is the only one of the store`,
    th: ({ warehouse }) => `${warehouse} เป็นคลังเดียวของร้าน จึงเลิกใช้ไม่ได้`,
  },
  warehouse_has_stock: {
    en: ({ warehouse, variants }: { warehouse: string; variants: number }) =>
      `Warehouse ${warehouse} has stock of ${count(variants)} variants`,
    th: ({ warehouse, variants }) => `คลัง ${warehouse} ยังมีสต็อกสินค้า ${count(variants)} รายการ`,
  },
  warehouse_has_open_document: {
    en: ({ warehouse, document }: { warehouse: string; document: Id }) =>
      `Stock document ${document} of warehouse ${warehouse} is still open`,
    th: ({ warehouse, document }) => `คลัง ${warehouse} ยังมีเอกสารสต็อก ${document} ค้างอยู่`,
  },
});
