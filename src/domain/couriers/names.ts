/** Common Thai names of the built-in couriers. */
const NAMES: Readonly<Record<string, string>> = {
  ems: 'ไปรษณีย์ไทย EMS',
  register: 'ไปรษณีย์ไทย ลงทะเบียน',
  parcel: 'ไปรษณีย์ไทย พัสดุ',
  spx_pickup: 'SPX Express เข้ารับ',
  spx_dropoff: 'SPX Express ส่งที่จุดรับ',
  flash: 'Flash Express',
  flash_bulky: 'Flash Express Bulky',
  kex: 'KEX Express',
  jt: 'J&T Express',
  best: 'BEST Express',
  ninjavan: 'Ninja Van',
  dhl: 'DHL eCommerce',
  inter_express: 'Inter Express',
  nim_express: 'Nim Express',
  lalamove: 'Lalamove',
  store_pickup: 'รับที่ร้าน',
  other: 'ขนส่งอื่น',
};

/** Codes added in the config have no other name. */
export const courierName = (shippingType: string): string =>
  Object.hasOwn(NAMES, shippingType) ? (NAMES[shippingType] as string) : shippingType;
