import type { Language } from './messages/catalogue.ts';

const COURIERS: Readonly<Record<string, Record<Language, string>>> = {
  ems: { en: 'Thailand Post EMS', th: 'ไปรษณีย์ไทย EMS' },
  register: { en: 'Thailand Post registered', th: 'ไปรษณีย์ไทย ลงทะเบียน' },
  parcel: { en: 'Thailand Post parcel', th: 'ไปรษณีย์ไทย พัสดุ' },
  spx_pickup: { en: 'SPX Express pickup', th: 'SPX Express เข้ารับพัสดุ (Pick-up)' },
  spx_dropoff: { en: 'SPX Express drop-off', th: 'SPX Express ส่งเองที่จุดบริการ (Drop-off)' },
  flash: { en: 'Flash Express', th: 'Flash Express' },
  flash_bulky: { en: 'Flash Express Bulky', th: 'Flash Express Bulky' },
  kex: { en: 'KEX Express', th: 'KEX Express' },
  jt: { en: 'J&T Express', th: 'J&T Express' },
  best: { en: 'BEST Express', th: 'BEST Express' },
  ninjavan: { en: 'Ninja Van', th: 'Ninja Van' },
  dhl: { en: 'DHL eCommerce', th: 'DHL eCommerce' },
  inter_express: { en: 'Inter Express', th: 'Inter Express' },
  nim_express: { en: 'Nim Express', th: 'Nim Express' },
  lalamove: { en: 'Lalamove', th: 'Lalamove' },
  store_pickup: { en: 'Store pickup', th: 'รับที่ร้าน' },
  other: { en: 'Other courier', th: 'ขนส่งอื่น' },
};

/** The name of a shipping type. Shipping types from the config are shown as their code. */
export const courierName = (shippingType: string, language: Language): string =>
  Object.hasOwn(COURIERS, shippingType) ? (COURIERS[shippingType]?.[language] ?? shippingType) : shippingType;
