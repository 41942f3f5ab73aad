import type { Id } from '../ids.ts';
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
});
